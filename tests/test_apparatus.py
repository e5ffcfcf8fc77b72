"""The sources: what is read, what is silent, what was not seen, and what is refused."""

from __future__ import annotations

import pytest
from loading import source, write

from penneech.apparatus import (
    Kind,
    Link,
    Locator,
    Reading,
    Seen,
    Silence,
    Threshold,
    Unseen,
    attestations,
    load_sources,
    passage,
)
from penneech.errors import FileFaultsError, UnknownNameError
from penneech.evidence import Certainty
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.source_files import read_source
from penneech.validation import check_file

POINTS = (*RULE_POINTS, *PARAMETERS, *INVARIANTS)


def faults_of(tmp_path, data):
    with pytest.raises(FileFaultsError) as caught:
        read_source(write(tmp_path / f"{data['siglum']}.yaml", data), {"C74", "Par"})
    return {fault.path: fault.message for fault in caught.value.faults}


def said(passage_id, *readings, **more):
    return {
        "id": passage_id,
        "locator": {"page": "1"},
        "says": {"en": "It says so."},
        "readings": [
            {"point": point, "reading": reading, "certainty": "high", "resp": "editor"}
            for point, reading in readings
        ],
    } | more


def test_the_witnesses_are_loaded_by_their_sigla():
    sources = load_sources()
    assert {"C74", "C87", "Par", "Pag", "WpE", "WpE20", "WpI", "GmR"} <= sources.keys()
    assert list(sources) == sorted(sources)
    cotton = sources["C74"]
    assert (cotton.kind, cotton.seen) == (Kind.PRINTED, Seen.WHOLE)
    assert cotton.csl["title"].startswith("The Compleat Gamester")
    assert cotton.licence.id == "CC0-1.0"


def test_a_passage_is_found_by_its_citation():
    found = passage("C74.honours")
    assert (found.cite, found.game, str(found.locator)) == ("C74.honours", None, "p. 148")
    assert found.lemma == "The Ace and Coat-Cards of Trumps"
    first = found.readings[0]
    assert (first.point, first.reading, first.certainty) == (
        "honours",
        "trumps_only",
        Certainty.HIGH,
    )


def test_a_citation_of_nothing_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match=r"did you mean C74\.honours"):
        passage("C74.honors")
    with pytest.raises(UnknownNameError, match="did you mean C74"):
        passage("C47.honours")


def test_an_analogy_names_its_game():
    assert passage("C74.picket_follow").game == "Picket"


def test_a_silence_and_a_part_not_seen_are_values_of_their_own():
    kinds = {
        found.source.siglum: type(found.says) for found in attestations("following", load_sources())
    }
    assert kinds["C74"] is Silence
    assert kinds["Hol"] is Unseen
    assert kinds["Par"] is Reading


def test_analogies_are_left_out_unless_they_are_asked_for():
    sources = load_sources()
    own = [found for found in attestations("following", sources) if found.source.siglum == "C74"]
    every = [
        found
        for found in attestations("following", sources, analogies=True)
        if found.source.siglum == "C74"
    ]
    assert len(own) == 1
    assert {found.passage.game for found in every if found.passage} >= {"Picket", "All-Fours"}


@pytest.mark.parametrize("point", POINTS)
def test_every_witness_that_was_seen_answers_every_point(point):
    """A seen source reads a point, is silent on it, or was not seen there; never nothing."""
    sources = load_sources()
    answered = {found.source.siglum for found in attestations(point, sources)}
    assert {name for name, one in sources.items() if one.seen is not Seen.UNSEEN} <= answered


def test_a_source_may_descend_from_several():
    links = {(one.siglum, one.link) for one in load_sources()["WpE"].descends}
    assert ("C74", Link.COMBINATION) in links
    assert ("Par", Link.COMBINATION) in links


def test_claims_say_what_is_measured_and_expected():
    claim = load_sources()["C74"].claims[0]
    assert (claim.siglum, claim.metric) == ("C74", "honour_turned_gain")
    assert (claim.expect, claim.threshold) == ({"at_least": 0}, Threshold.SOURCE)
    assert claim.fails is not None


def test_a_place_is_written_as_citations_have_it():
    assert str(Locator("148", None)) == "p. 148"
    assert str(Locator("148-149", None)) == "pp. 148-149"
    assert str(Locator(None, "§ 7")) == "§ 7"


def test_a_small_source_of_ones_own_is_enough(tmp_path):
    made = read_source(write(tmp_path / "Msb.yaml", source("Msb")), set())
    assert (made.siglum, made.passages, made.silent, made.claims) == ("Msb", (), (), ())
    assert made.title.get("it").startswith("[en] ")


def test_ones_own_sources_stand_beside_the_shipped_and_replace_them(tmp_path, monkeypatch):
    write(tmp_path / "Msb.yaml", source("Msb", descends=[
        {"from": "C74", "link": "description", "certainty": "likely"}
    ]))  # fmt: skip
    write(tmp_path / "Bal.yml", source("Bal"))
    sources = load_sources(tmp_path)
    assert sources["Msb"].descends[0].siglum == "C74"
    assert sources["Bal"].title.en == "The commonplace book Bal"
    assert load_sources()["Bal"].title.en != sources["Bal"].title.en
    monkeypatch.setenv("PENNEECH_SOURCES", str(tmp_path))
    assert "Msb" in load_sources()


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileFaultsError, match="no such folder"):
        load_sources(tmp_path / "none")


def test_all_faulty_sources_of_a_folder_are_told_at_once(tmp_path):
    write(tmp_path / "Msa.yaml", source("Msa", kind="vellum"))
    write(tmp_path / "Msb.yaml", source("Msb", seen="all"))
    with pytest.raises(FileFaultsError) as caught:
        load_sources(tmp_path)
    assert [fault.path for fault in caught.value.faults] == ["kind", "seen"]


def test_a_descent_in_a_ring_is_told_with_the_chain(tmp_path):
    for siglum, parent in (("Msa", "Msb"), ("Msb", "Msc"), ("Msc", "Msa")):
        link = {"from": parent, "link": "reprint", "certainty": "certain"}
        write(tmp_path / f"{siglum}.yaml", source(siglum, descends=[link]))
    with pytest.raises(FileFaultsError, match="Msa -> Msb -> Msc -> Msa"):
        load_sources(tmp_path)
    checked = check_file(tmp_path / "Msb.yaml")
    assert "Msb -> Msc -> Msa -> Msb" in checked.faults[0].message
    assert len(checked.faults) == 1


def test_a_source_beside_one_in_a_ring_is_sound_itself(tmp_path):
    for siglum, parent in (("Msa", "Msb"), ("Msb", "Msa"), ("Msc", "Msa")):
        link = {"from": parent, "link": "reprint", "certainty": "certain"}
        write(tmp_path / f"{siglum}.yaml", source(siglum, descends=[link]))
    assert check_file(tmp_path / "Msc.yaml").is_valid
    assert not check_file(tmp_path / "Msa.yaml").is_valid


def test_a_source_cannot_descend_from_itself_or_from_nothing(tmp_path):
    links = [{"from": name, "link": "reprint", "certainty": "certain"} for name in ("Msb", "C47")]
    found = faults_of(tmp_path, source("Msb", descends=links))
    assert "itself" in found["descends[0].from"]
    assert "did you mean C74?" in found["descends[1].from"]


def test_the_bibliography_needs_id_type_and_title_and_knows_its_fields(tmp_path):
    csl = {"id": "Msb", "type": "bok", "tittle": "x", "issued": "1674", "author": [{"name": "x"}]}
    found = faults_of(tmp_path, source("Msb", csl=csl))
    assert "did you mean book?" in found["csl.type"]
    assert found["csl.title"].startswith("title is missing")
    assert "did you mean title?" in found["csl.tittle"]
    assert "{date-parts: [[1674]]}" in found["csl.issued"]
    assert "unknown key" in found["csl.author[0].name"]


def test_unknown_keys_are_refused_at_any_depth(tmp_path):
    passages = [said("a", ("honours", "all_suits"), sayz=1)]
    passages[0]["readings"][0]["responsible"] = "editor"
    passages[0]["says"]["fr"] = "x"
    found = faults_of(tmp_path, source("Msb", passages=passages, pasages=[]))
    assert set(found) == {
        "pasages",
        "passages[0].sayz",
        "passages[0].says.fr",
        "passages[0].readings[0].responsible",
    }


def test_a_reading_must_be_one_of_its_point(tmp_path):
    passages = [said("a", ("honours", "trump_only"), ("honors", "x"), ("target", 61))]
    found = faults_of(tmp_path, source("Msb", passages=passages))
    assert "did you mean trumps_only?" in found["passages[0].readings[0].reading"]
    assert "did you mean honours?" in found["passages[0].readings[1].point"]
    assert len(found) == 2


def test_the_same_passage_claim_or_silence_may_not_stand_twice(tmp_path):
    claim = {
        "id": "short",
        "locator": {"page": "1"},
        "says": {"en": "x"},
        "metric": "deals_a_game",
        "expect": {"at_most": 8},
        "threshold": "editor",
    }
    data = source(
        "Msb",
        passages=[said("a"), said("a")],
        claims=[claim, dict(claim)],
        silent=[{"point": "honours"}, {"point": "following"}],
        unseen=[{"point": "honours"}],
    )
    assert set(faults_of(tmp_path, data)) == {"passages[1].id", "claims[1].id", "unseen[0].point"}


def test_a_point_cannot_be_read_and_silent_at_once(tmp_path):
    data = source(
        "Msb",
        passages=[
            said("a", ("honours", "all_suits")),
            said("b", ("following", "free"), game="Put"),
        ],
        silent=[{"point": "honours"}, {"point": "following"}],
    )
    assert set(faults_of(tmp_path, data)) == {"silent[0].point"}


def test_what_was_seen_must_fit_what_is_told_of_it(tmp_path):
    assert "seen" in faults_of(tmp_path, source("Msb", seen="unseen", passages=[said("a")]))
    whole = source("Msb", seen="whole", unseen=[{"point": "honours"}])
    assert "unseen" in faults_of(tmp_path, whole)


def test_a_lemma_has_eight_words_at_most_and_a_locator_says_something(tmp_path):
    passages = [said("a", lemma="one two three four five six seven eight nine", locator={})]
    found = faults_of(tmp_path, source("Msb", passages=passages))
    assert set(found) == {"passages[0].lemma", "passages[0].locator"}


def test_what_a_claim_expects_is_checked(tmp_path):
    claim = {"locator": {"page": "1"}, "says": {"en": "x"}, "metric": "deals_a_game"}
    claim |= {"threshold": "editor"}
    claims = [
        claim | {"id": "a", "expect": {}},
        claim | {"id": "b", "expect": {"between": [15, 12]}},
        claim | {"id": "c", "expect": {"at_leest": 1}},
    ]
    found = faults_of(tmp_path, source("Msb", claims=claims))
    assert set(found) == {
        "claims[0].expect",
        "claims[1].expect.between",
        "claims[2].expect.at_leest",
    }


def claim(**expect):
    return {
        "id": "short",
        "locator": {"page": "1"},
        "says": {"en": "x"},
        "metric": "deals_a_game",
        "expect": expect,
        "threshold": "editor",
    }


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"at_least": 9, "at_most": 8}, "expect"),
        ({"at_least": 16, "between": [12, 15]}, "expect"),
        ({"at_most": 11.5, "between": [12, 15]}, "expect"),
        ({"curve": "minutes", "between": [12, 15]}, "expect.curve"),
    ],
)
def test_what_no_figure_can_keep_to_is_refused(tmp_path, expect, path):
    found = faults_of(tmp_path, source("Msb", claims=[claim(**expect)]))
    assert set(found) == {f"claims[0].{path}"}


@pytest.mark.parametrize(
    "expect",
    [{"at_least": 8, "at_most": 8}, {"at_least": 13, "at_most": 14, "between": [12, 15]}],
)
def test_what_a_figure_can_keep_to_is_expected(tmp_path, expect):
    path = write(tmp_path / "Msb.yaml", source("Msb", claims=[claim(**expect)]))
    assert read_source(path, set()).claims[0].expect == expect


def test_the_figure_of_a_claim_is_somebody_s(tmp_path):
    nobodys = {key: value for key, value in claim(at_most=8).items() if key != "threshold"}
    found = faults_of(tmp_path, source("Msb", claims=[nobodys]))
    assert found == {"claims[0].threshold": "say whose the figure is: threshold: source, or editor"}
    found = faults_of(tmp_path, source("Msb", claims=[nobodys | {"threshold": "reader"}]))
    assert set(found) == {"claims[0].threshold"}


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"curve": "minutes_a_game"}, "expect.curve"),
        ({"curve": "deals_a_game", "at_most": 8}, "expect.at_most"),
        ({"curve": "deals_a_game", "between": [4, 8]}, "expect.between"),
    ],
)
def test_a_curve_is_of_the_claim_s_own_outcome_and_is_not_judged(tmp_path, expect, path):
    found = faults_of(tmp_path, source("Msb", claims=[claim(**expect)]))
    assert set(found) == {f"claims[0].{path}"}


def test_a_curve_needs_no_figure_and_so_nobody_s(tmp_path):
    shown = {key: value for key, value in claim().items() if key != "threshold"}
    shown |= {"expect": {"curve": "deals_a_game"}}
    path = write(tmp_path / "Msb.yaml", source("Msb", claims=[shown]))
    assert read_source(path, set()).claims[0].threshold is None


def test_a_claim_is_about_an_outcome_that_there_is(tmp_path):
    found = faults_of(tmp_path, source("Msb", claims=[claim() | {"metric": "deals_a_gam"}]))
    assert "did you mean deals_a_game?" in found["claims[0].metric"]


def test_nothing_is_quoted_but_from_the_two_old_editions(tmp_path):
    found = faults_of(tmp_path, source("Msb", passages=[said("a", lemma="so it is")]))
    assert found == {
        "passages[0].lemma": "only C74 and C87 are quoted; say it in your own words under says:"
    }
    old = write(tmp_path / "C74.yaml", source("C74", passages=[said("a", lemma="so it is")]))
    assert read_source(old, set()).passages[0].lemma == "so it is"


def loss(**changes):
    return {
        "id": "letter",
        "locator": {"page": "1"},
        "passage": "a",
        "reads": "o\u2022e of them",
        "supplied": "one of them",
        "by": "C74",
    } | changes


def test_a_lost_letter_is_supplied_from_another_source(tmp_path):
    data = source("C87", passages=[said("a")], losses=[loss()])
    found = read_source(write(tmp_path / "C87.yaml", data), {"C74"}).losses[0]
    assert (found.siglum, found.reads, found.supplied, found.by) == (
        "C87",
        "o\u2022e of them",
        "one of them",
        "C74",
    )


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"supplied": "two of them"}, "supplied", "with a letter in place of each"),
        ({"supplied": "one of the"}, "supplied", "with a letter in place of each"),
        ({"reads": "one of them"}, "supplied", "with a letter in place of each"),
        ({"by": "C75"}, "by", "no source has the siglum"),
        ({"passage": "b"}, "passage", "there is no passage"),
        ({"reads": "\u2022 b c d e f g h i", "supplied": "a b c d e f g h i"}, "reads", "9 words"),
        ({"locator": {}}, "locator", "give a page or a section"),
    ],
)
def test_a_loss_that_is_no_loss_is_refused(tmp_path, changes, path, words):
    data = source("C87", passages=[said("a")], losses=[loss(**changes)])
    assert words in faults_of(tmp_path, data)[f"losses[0].{path}"]


def test_losses_are_of_the_two_old_editions_alone(tmp_path):
    found = faults_of(tmp_path, source("Msb", passages=[said("a")], losses=[loss()]))
    assert "only C74 and C87 are quoted" in found["losses[0].reads"]


def test_a_passage_is_reported_by_another_source_or_by_nobody_named(tmp_path):
    for name in ("Par", "unknown"):
        data = source("Msb", passages=[said("a", reported_by=name)])
        path = write(tmp_path / "Msb.yaml", data)
        assert read_source(path, {"Par"}).passages[0].reported_by == name
    for name, words in (("Parl", "did you mean Par"), ("Msb", "leave this out")):
        found = faults_of(tmp_path, source("Msb", passages=[said("a", reported_by=name)]))
        assert words in found["passages[0].reported_by"]


@pytest.mark.parametrize(
    ("point", "reading", "words"),
    [
        ("ace_high", "zzz", "known: holds, against"),
        ("ace_high", 7, "known: holds, against"),
        ("target", "zzz", "write a whole number from 1 to 1000"),
        ("target", 1001, "write a whole number from 1 to 1000"),
        ("hand_size", "7", "write a whole number from 1 to 17"),
        ("excess_over", "own_card", "write a whole number from 0 to 60"),
        ("card_points", "A5 Z4", "write it like A5 K4 Q3 J2"),
        ("card_points", {"Z": 4}, "write it like A5 K4 Q3 J2"),
        ("penneech", "7D 14", "write it like 7D 14/7"),
        ("penneech", {"card": "7D"}, "write it like 7D 14/7"),
    ],
)
def test_a_parameter_or_invariant_is_read_as_such(tmp_path, point, reading, words):
    found = faults_of(tmp_path, source("Msb", passages=[said("a", (point, reading))]))
    assert words in found["passages[0].readings[0].reading"]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("point", "reading"),
    [
        ("ace_high", "against"),
        ("target", 61),
        ("excess_over", "own_cards"),
        ("card_points", "A5"),
        ("card_points", {"A": 5, "K": 4}),
        ("penneech", "7D 14/7"),
        ("penneech", {"card": "7D", "turned_up": 14, "in_hand": 7}),
    ],
)
def test_what_can_be_said_of_a_parameter_or_invariant_is_read(tmp_path, point, reading):
    path = write(tmp_path / "Msb.yaml", source("Msb", passages=[said("a", (point, reading))]))
    assert read_source(path, set()).passages[0].readings[0].value == reading


def test_each_of_these_faults_has_its_place(tmp_path):
    passages = [said("a", ("ace_high", "zzz"), lemma="so it is")]
    data = source("Msb", passages=passages, claims=[claim(at_least=9, at_most=8)])
    with pytest.raises(FileFaultsError) as caught:
        read_source(write(tmp_path / "Msb.yaml", data), set())
    lines = (tmp_path / "Msb.yaml").read_text(encoding="utf-8").splitlines()
    shown = [lines[fault.line - 1][fault.column - 1 :] for fault in caught.value.faults]
    assert shown == ["zzz", "so it is", "at_least: 9"]


def test_a_siglum_is_the_files_own_name(tmp_path):
    with pytest.raises(FileFaultsError, match="the file is named other"):
        read_source(write(tmp_path / "other.yaml", source("Msb")), set())
