"""Variants: how they are found, put together from their parents, and what they give."""

from __future__ import annotations

import copy
import pickle

import pytest
from loading import base, child, conjecture, source, write

from penneech import paths, source_files, variant_files
from penneech.apparatus import load_sources
from penneech.comparing import differences, other_evidence
from penneech.errors import FileFaultsError, InstallationError, UnknownNameError
from penneech.evidence import Basis, Text, written
from penneech.files import yamlfile
from penneech.paths import shipped
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS, Rules
from penneech.variant import load_variant, shipped_variants, variant_ids

ORDER = [
    "cotton-1674", "parlett", "wikipedia-en", "wikipedia-it", "gamerules", "pagat", "cotton-bare",
    "cotton-all-fours", "cotton-counted", "cotton-last-turn-literal", "seven-in-hand",
    "seven-if-ever-trump", "honours-turned-up-only", "excess-with-turn-ups", "wikipedia-en-2020",
]  # fmt: skip

each_shipped = pytest.mark.parametrize("name", ORDER)


def faults_of(path, **folders):
    with pytest.raises(FileFaultsError) as caught:
        load_variant(path, **folders)
    return caught.value.faults


def test_the_fifteen_variants_are_shipped_in_the_order_of_the_edition():
    assert [variant.id for variant in shipped_variants()] == ORDER
    assert list(variant_ids()) == ORDER


@each_shipped
def test_a_shipped_variant_has_every_setting_with_its_evidence(name):
    variant = load_variant(name)
    assert list(variant.settings) == list(RULE_POINTS)
    assert list(variant.parameters) == list(PARAMETERS)
    assert list(variant.invariants) == list(INVARIANTS)
    for setting in (
        *variant.settings.values(),
        *variant.parameters.values(),
        *variant.invariants.values(),
    ):
        assert setting.note is not None or setting.basis is Basis.STATED
        assert setting.origin.variant in variant.lineage
        assert setting.origin.line > 1


@each_shipped
def test_a_shipped_variant_is_whole_in_both_languages(name):
    variant = load_variant(name)
    texts = [variant.title, variant.summary]
    texts += [setting.note for setting in variant.settings.values() if setting.note]
    texts += [setting.note for setting in variant.parameters.values() if setting.note]
    texts += [setting.note for setting in variant.invariants.values() if setting.note]
    for text in texts:
        assert text.en
        assert text.it
        assert "  " not in text.en + text.it


@each_shipped
def test_what_is_stated_is_what_a_cited_passage_says(name):
    """A setting that rests on the words of a witness has the reading that the witness gives."""
    variant, sources = load_variant(name), load_sources()
    for point, setting in variant.settings.items():
        if setting.basis is not Basis.STATED:
            continue
        read = {
            reading.reading
            for cite in setting.cites
            for reading in sources[cite.split(".")[0]].passage(cite.split(".")[1]).readings
            if reading.point == point
        }
        assert setting.reading in read, f"{point}: {setting.cites}"


@each_shipped
def test_resolving_what_is_resolved_gives_the_same(name):
    variant = load_variant(name)
    again = Rules.from_resolved(variant.resolved())
    assert again == variant.rules
    assert again.digest() == variant.digest()


def test_a_variant_is_found_by_its_id_by_a_path_and_by_the_text_of_a_path():
    path = shipped("variants") / "parlett.yaml"
    assert load_variant("parlett") == load_variant(path) == load_variant(str(path))


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean parlett"):
        load_variant("parlet")
    with pytest.raises(UnknownNameError, match="did you mean cotton-1674"):
        load_variant("cotton_1674")


def test_a_child_has_its_own_settings_and_its_parents_others(tmp_path):
    made = load_variant(write(tmp_path / "mine.yaml", child("mine", following="free")))
    parent = load_variant("cotton-1674")
    assert made.setting("following").reading == "free"
    assert made.setting("following").origin.variant == "mine"
    assert made.setting("honours") == parent.setting("honours")
    assert made.lineage == ("mine", "cotton-1674")
    assert made.witnesses == parent.witnesses


def test_an_entry_of_a_child_replaces_its_parents_whole(tmp_path):
    data = child("mine")
    data["rules"]["honours"] = {
        "reading": "all_suits",
        "basis": "implied",
        "cites": ["WpE.honours"],
        "note": {"en": "As there."},
    }
    data["parameters"] = {"card_points": conjecture({"A": 4}, "value")}
    made = load_variant(write(tmp_path / "mine.yaml", data))
    assert made.setting("honours").cites == ("WpE.honours",)
    assert made.setting("honours").note == Text("As there.")
    assert made.resolved()["card_points"] == {"A": 4}


def test_chains_are_allowed_and_the_nearest_entry_holds(tmp_path):
    write(tmp_path / "one.yaml", child("one", following="free", redeal="never"))
    write(tmp_path / "two.yaml", child("two", "one", following="follow_or_trump"))
    made = load_variant(write(tmp_path / "three.yaml", child("three", "two")))
    assert made.rules.following == "follow_or_trump"
    assert made.rules.redeal == "never"
    assert made.lineage == ("three", "two", "one", "cotton-1674")


def test_a_child_may_leave_out_its_title(tmp_path):
    made = load_variant(write(tmp_path / "mine.yaml", {"id": "mine", "extends": "parlett"}))
    assert made.title.get("it") == "[en] mine"
    assert made.rules == load_variant("parlett").rules


def test_a_base_of_ones_own_needs_no_invariants(tmp_path):
    data = base("mine", following="free")
    del data["invariants"]
    made = load_variant(write(tmp_path / "mine.yaml", data))
    assert made.extends is None
    assert not made.invariants


def test_a_parent_is_looked_for_beside_the_child_then_in_the_folder_then_among_the_shipped(
    tmp_path,
):
    near, far = tmp_path / "near", tmp_path / "far"
    near.mkdir()
    far.mkdir()
    mine = write(near / "mine.yaml", child("mine", "parlett"))
    assert load_variant(mine).rules.redeal == "nothing_above_ten"
    write(far / "parlett.yaml", child("parlett", redeal="never"))
    assert load_variant(mine, variants_dir=far).rules.redeal == "never"
    write(near / "parlett.yaml", child("parlett", redeal="no_ace_or_face"))
    assert load_variant(mine, variants_dir=far).rules.redeal == "no_ace_or_face"


def test_ones_own_folder_may_be_named_by_the_environment(tmp_path, monkeypatch):
    write(tmp_path / "mine.yml", child("mine"))
    monkeypatch.setenv("PENNEECH_VARIANTS", str(tmp_path))
    assert load_variant("mine").id == "mine"
    assert variant_ids()[-1] == "mine"
    assert [variant.id for variant in shipped_variants()] == ORDER


def test_a_folder_that_is_not_there_is_said(tmp_path):
    assert "no such folder" in faults_of("mine", variants_dir=tmp_path / "none")[0].message


def test_ones_own_sources_may_be_cited(tmp_path, monkeypatch):
    folder = tmp_path / "sources"
    folder.mkdir()
    passage = {"id": "follow", "locator": {"page": "3"}, "says": {"en": "One follows suit."}}
    write(folder / "Msb.yaml", source("Msb", passages=[passage]))
    data = child("mine")
    data["witnesses"] = ["Msb"]
    data["rules"]["following"] = {
        "reading": "must_follow",
        "basis": "stated",
        "cites": ["Msb.follow"],
    }
    mine = write(tmp_path / "mine.yaml", data)
    assert len(faults_of(mine)) == 2
    assert load_variant(mine, sources_dir=folder).witnesses == ("Msb",)
    monkeypatch.setenv("PENNEECH_SOURCES", str(folder))
    assert load_variant(mine).setting("following").cites == ("Msb.follow",)


def test_a_long_chain_ends(tmp_path):
    for i in range(40):
        write(tmp_path / f"v{i}.yaml", child(f"v{i}", f"v{i + 1}"))
    write(tmp_path / "v40.yaml", child("v40"))
    assert "more than 32" in faults_of(tmp_path / "v0.yaml")[0].message


def test_a_changed_variant_is_read_again_and_so_is_a_changed_parent(tmp_path):
    parent = write(tmp_path / "parent.yaml", child("parent", following="free"))
    mine = write(tmp_path / "mine.yaml", child("mine", "parent"))
    assert load_variant(mine).rules.following == "free"
    write(parent, child("parent", following="must_follow"))
    assert load_variant(mine).rules.following == "must_follow"
    write(mine, child("mine", "parent", following="follow_or_trump"))
    assert load_variant(mine).rules.following == "follow_or_trump"


def test_a_parent_that_cannot_be_read_is_said_with_the_childs_own_faults(tmp_path):
    (tmp_path / "parent.yaml").write_text("a: [", encoding="utf-8")
    mine = write(tmp_path / "mine.yaml", child("mine", "parent", following="fre"))
    files = [fault.file.rsplit("/", 1)[-1] for fault in faults_of(mine)]
    assert files == ["mine.yaml", "parent.yaml"]


def test_a_text_without_italian_gives_the_english_marked():
    assert Text("trick", "presa").get("it") == "presa"
    assert Text("trick").get("it") == "[en] trick"
    assert Text("trick").get("en") == "trick"


def test_the_file_of_a_variant_may_have_windows_line_ends_and_a_mark(tmp_path):
    text = (shipped("variants") / "parlett.yaml").read_text(encoding="utf-8")
    path = tmp_path / "parlett.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_variant(path).rules == load_variant("parlett").rules
    assert load_variant(path).summary == load_variant("parlett").summary


@pytest.mark.parametrize("card", ["10D", "td", "t♦", "10♢", "TD"])
def test_the_penneech_may_be_written_in_every_spelling_of_a_card(tmp_path, card):
    data = child("mine")
    value = {"card": card, "turned_up": 14, "in_hand": 7}
    data["parameters"] = {"penneech": conjecture(value, "value")}
    made = load_variant(write(tmp_path / "mine.yaml", data))
    assert made.resolved()["penneech"]["card"] == "TD"


def test_a_variant_can_be_hashed_copied_and_sent_to_another_process():
    variant = load_variant("gamerules")
    assert pickle.loads(pickle.dumps(variant)) == variant  # noqa: S301  # our own bytes
    assert copy.deepcopy(variant) == variant
    assert len({variant, load_variant("gamerules")}) == 1


def test_a_value_is_written_on_one_line():
    assert written({"A": 5, "K": 4}) == "A 5, K 4"
    assert written(load_variant("parlett").setting("penneech").value) == (
        "card 7D, turned_up 14, in_hand 7"
    )


def test_two_variants_are_compared_point_by_point():
    a, b = load_variant("cotton-1674"), load_variant("parlett")
    found = differences(a, b)
    assert [one.id for one in found] == ["redeal", "following", "honours"]
    assert found[1].a.basis is Basis.ANALOGY
    assert found[1].b.basis is Basis.STATED
    assert "game_end" in [one.id for one in other_evidence(a, b)]
    assert not differences(a, a)


def test_an_installation_without_its_variants_is_said_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "_ROOTS", (tmp_path,))
    with pytest.raises(InstallationError, match=r"^the folder variants/ is missing .* anew$"):
        load_variant("parlett")


def test_what_is_loaded_once_is_not_read_again(monkeypatch):
    shipped_variants()
    load_sources()
    for module in (variant_files, source_files, yamlfile):
        monkeypatch.setattr(module, "read_yaml", lambda _: pytest.fail("read again"))
    assert len(shipped_variants()) == len(ORDER)


def said_of(path):
    return [(fault.path, fault.message) for fault in faults_of(path)]


TOO_LARGE = (
    "{} is out of bounds: a deal uses 3 x {} + 1 = {} cards of the 52, so hand_size is at most 17 "
    "(with redeal_scope: own_hand at most 10, since two hands more may be drawn)"
)
WANTED = "{} stands where a whole number from 1 to 17 is wanted"


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (18, TOO_LARGE.format(18, 18, 55)),
        (-3, "-3 is out of bounds; allowed: a whole number from 1 to 17"),
        (0, "0 is out of bounds; allowed: a whole number from 1 to 17"),
        (7.5, WANTED.format("7.5")),
        (True, WANTED.format("true")),
        ("many", WANTED.format('the text "many"')),
        (None, WANTED.format("nothing")),
    ],
)
def test_only_of_too_large_a_hand_it_is_told_how_many_cards_it_needs(tmp_path, size, said):
    data = child("mine") | {"parameters": {"hand_size": conjecture(size, "value")}}
    path = write(tmp_path / "mine.yaml", data)
    assert said_of(path) == [("parameters.hand_size.value", said)]


def test_of_too_large_a_hand_that_is_no_whole_number_nothing_is_reckoned(tmp_path):
    data = child("mine") | {"parameters": {"hand_size": conjecture(99.5, "value")}}
    said = [message for _, message in said_of(write(tmp_path / "mine.yaml", data))]
    bounds = "99.5 is out of bounds; allowed: a whole number from 1 to 17"
    assert said == [WANTED.format("99.5"), bounds]


def test_of_a_hand_without_a_size_nothing_is_reckoned(tmp_path):
    data = child("mine") | {
        "parameters": {"hand_size": {"basis": "conjecture", "note": {"en": "x"}}}
    }
    said = "value is missing; write it as {value: ..., basis: ..., cites: [...], note: {...}}"
    assert said_of(write(tmp_path / "mine.yaml", data)) == [("parameters.hand_size.value", said)]


OWN_HAND = (
    "a deal with redeal_scope: own_hand can use 5 x 11 + 1 = 56 cards of the 52; hand_size is at "
    "most 10 there"
)


def test_values_that_do_not_go_together_are_told_where_the_file_gives_one_of_them(tmp_path):
    large = {"hand_size": conjecture(11, "value")}
    write(tmp_path / "parent.yaml", child("parent") | {"parameters": large})
    both = child("both", redeal_scope="own_hand") | {"parameters": large}
    assert said_of(write(tmp_path / "both.yaml", both)) == [
        ("parameters.hand_size.value", OWN_HAND)
    ]
    scope = write(tmp_path / "scope.yaml", child("scope", "parent", redeal_scope="own_hand"))
    assert said_of(scope) == [
        ("rules.redeal_scope.reading", f"{OWN_HAND} (hand_size: 11 comes from parent)")
    ]
    size = write(tmp_path / "size.yaml", child("size", "wikipedia-it") | {"parameters": large})
    assert said_of(size) == [
        (
            "parameters.hand_size.value",
            f"{OWN_HAND} (redeal_scope: own_hand comes from wikipedia-it)",
        )
    ]
    # A parent with this fault says so itself, and once.
    below = write(tmp_path / "below.yaml", child("below", "both", following="free"))
    assert [fault.file for fault in faults_of(below)] == [str(tmp_path / "both.yaml")]


def test_values_are_held_against_one_another_even_where_their_evidence_is_faulty(tmp_path):
    data = child("mine", redeal_scope="own_hand")
    data["parameters"] = {"hand_size": conjecture(11, "value") | {"basis": "guess"}}
    assert said_of(write(tmp_path / "mine.yaml", data)) == [
        ("parameters.hand_size.value", OWN_HAND),
        (
            "parameters.hand_size.basis",
            '"guess" is not known; allowed: stated, implied, analogy, silent, unseen, conjecture',
        ),
    ]
    data["rules"]["redeal_scope"]["reading"] = "own_hnd"
    assert [path for path, _ in said_of(write(tmp_path / "mine.yaml", data))] == [
        "rules.redeal_scope.reading",
        "parameters.hand_size.basis",
    ]


def test_a_fault_of_the_parent_hides_none_of_the_childs_own(tmp_path):
    pair = child("parent", first_turn_up="dealer", turn_up_credit="trick_winner")
    write(tmp_path / "parent.yaml", pair)
    data = child("mine", "parent", redeal_scope="own_hand")
    data["parameters"] = {"hand_size": conjecture(11, "value")}
    mine = write(tmp_path / "mine.yaml", data)
    assert said_of(mine) == [
        ("parameters.hand_size.value", OWN_HAND),
        (
            "rules.first_turn_up.reading",
            "first_turn_up: dealer goes only with turn_up_credit: turner, not with trick_winner",
        ),
    ]
    files = [fault.file for fault in faults_of(mine)]
    assert files == [str(mine), str(tmp_path / "parent.yaml")]


def test_what_a_base_gives_is_held_against_one_another_though_something_is_missing(tmp_path):
    data = base("mine", redeal_scope="own_hand")
    data["parameters"]["hand_size"] = conjecture(11, "value")
    del data["rules"]["following"]
    del data["parameters"]["target"]
    assert said_of(write(tmp_path / "mine.yaml", data))[2:] == [
        ("parameters.hand_size.value", OWN_HAND)
    ]


def test_what_is_missing_in_a_base_is_held_against_nothing(tmp_path):
    data = base("mine", first_turn_up="dealer")
    for point in ("turn_up_credit", "redeal_scope"):
        del data["rules"][point]
    for name in ("target", "card_points", "penneech", "excess_over"):
        del data["parameters"][name]
    paths = [path for path, _ in said_of(write(tmp_path / "mine.yaml", data))]
    assert paths == ["rules", "parameters"]


@pytest.mark.parametrize(("parent", "found"), [(7, "7 stands"), (["a"], "a list stands")])
def test_a_parent_that_is_no_text_is_not_looked_for(tmp_path, parent, found):
    path = write(tmp_path / "mine.yaml", child("mine", parent))
    assert said_of(path) == [("extends", f"{found} where text is wanted")]


def citing(tmp_path, cites, basis="stated"):
    data = child("mine", honours="all_suits")
    data["rules"]["honours"] |= {"basis": basis, "cites": cites}
    return write(tmp_path / "mine.yaml", data)


@pytest.mark.parametrize("basis", ["stated", "implied"])
def test_what_rests_on_other_games_alone_is_an_analogy(tmp_path, basis):
    games = ["C74.picket_follow", "C74.gleek_cut", "C74.picket_order"]
    said = (
        f"{basis} needs a passage on Penneech itself, but every citation is of another game "
        "(Gleek, Picket); that is an analogy"
    )
    assert said_of(citing(tmp_path, games, basis)) == [("rules.honours.basis", said)]
    assert load_variant(citing(tmp_path, [*games, "C74.honours"], basis)).id == "mine"
    assert load_variant(citing(tmp_path, games, "silent")).id == "mine"


def test_what_rests_on_penneech_alone_is_no_analogy(tmp_path):
    said = (
        "analogy needs a passage on another game, but every citation is on Penneech itself; write "
        "stated or implied"
    )
    path = citing(tmp_path, ["C74.honours"], "analogy")
    assert said_of(path) == [("rules.honours.basis", said)]
    path = citing(tmp_path, ["C74.honours", "C74.picket_follow"], "analogy")
    assert load_variant(path).setting("honours").basis is Basis.ANALOGY


def test_a_list_with_a_wrong_citation_is_held_against_no_basis(tmp_path):
    cites = ["C74.picket_follow", "C74.honors", "C47.honours", 7]
    (first, none), (second, source), (third, text) = said_of(citing(tmp_path, cites))
    assert (first, second, third) == tuple(f"rules.honours.cites[{n}]" for n in (1, 2, 3))
    assert none.startswith('C74 has no passage "C74.honors"; known: C74.deal, ')
    assert none.endswith("; did you mean C74.honours?")
    assert source.startswith('no source has the siglum "C47"; known: ')
    assert source.endswith("; did you mean C74?")
    assert text == "7 stands where text is wanted"


def test_of_a_citation_with_two_points_the_first_ends_the_siglum(tmp_path):
    said = [message for _, message in said_of(citing(tmp_path, ["C74.deal.two"]))]
    assert (
        said[0]
        == '"C74.deal.two" is not allowed; cite a passage by siglum and id, like C74.honours'
    )
    assert said[1].startswith('C74 has no passage "C74.deal.two"; known: C74.deal, ')


def test_a_witness_that_is_no_source_is_told_with_those_there_are(tmp_path):
    known = ", ".join(load_sources())
    data = child("mine") | {"witnesses": [7, "C47", "C74"]}
    assert said_of(write(tmp_path / "mine.yaml", data)) == [
        ("witnesses[0]", "7 stands where text is wanted"),
        (
            "witnesses[1]",
            f'no source has the siglum "C47"; known: {known}; did you mean C74?',
        ),
    ]


@pytest.mark.parametrize(("length", "is_name"), [(64, True), (65, False)])
def test_a_parent_is_looked_for_by_a_name_of_so_many_letters(tmp_path, length, is_name):
    name = "k" * length
    write(tmp_path / f"{name}.yaml", child(name))
    path = write(tmp_path / "mine.yaml", child("mine", name))
    if is_name:
        assert load_variant(path).lineage == ("mine", name, "cotton-1674")
    else:
        assert said_of(path) == [("extends", "too long; at most 64")]
