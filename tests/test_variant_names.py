"""What a variant is called: its title in a list, and what is said of a name that is none."""

from __future__ import annotations

import pytest
from loading import base, child, source, write

from penneech.errors import Fault, FileFaultsError, UnknownNameError
from penneech.evidence import Text
from penneech.files.spelling import shown
from penneech.variant import Title, load_variant, shipped_variants, variant_ids, variant_titles


def unknown(name, **folders):
    with pytest.raises(UnknownNameError) as caught:
        load_variant(name, **folders)
    return caught.value


def known(*more):
    return ", ".join([variant.id for variant in shipped_variants()] + list(more))


def test_a_list_shows_the_titles_and_sentences_of_the_files_themselves():
    assert variant_titles() == tuple(
        Title(variant.id, variant.title, variant.summary) for variant in shipped_variants()
    )


def test_ones_own_variants_stand_in_the_list_after_the_shipped(tmp_path, monkeypatch):
    write(tmp_path / "mine.yaml", child("mine") | {"summary": {"en": "As we play it."}})
    last = Title("mine", Text("mine"), Text("As we play it."))
    assert variant_titles(tmp_path)[15:] == (last,)
    monkeypatch.setenv("PENNEECH_VARIANTS", str(tmp_path))
    assert variant_titles()[15:] == (last,)
    assert variant_ids()[15:] == ("mine",)


def test_ones_own_file_stands_in_the_list_for_the_shipped_of_that_name(tmp_path):
    data = child("parlett") | {"title": {"en": "Our Parlett", "it": "Il nostro Parlett"}}
    write(tmp_path / "parlett.yaml", data)
    titles = {title.id: title for title in variant_titles(tmp_path)}
    assert list(titles) == list(variant_ids())
    assert titles["parlett"].title == Text("Our Parlett", "Il nostro Parlett")


def test_a_file_without_a_title_stands_in_the_list_by_its_id(tmp_path):
    data = child("mine")
    del data["title"]
    write(tmp_path / "mine.yaml", data)
    assert variant_titles(tmp_path)[15] == Title("mine", Text("mine"), Text(""))


def test_a_file_that_cannot_be_read_stands_in_the_list_by_its_id(tmp_path):
    (tmp_path / "broken.yaml").write_text("id: [", encoding="utf-8")
    assert variant_titles(tmp_path)[15] == Title("broken", Text("broken"), Text(""))


def test_of_a_name_that_is_near_none_all_names_are_told():
    error = unknown("zzzzzz")
    assert str(error) == f'no variant is called "zzzzzz"; there are {known()}'
    assert error.key == "no_variant"
    assert error.figures == {"name": '"zzzzzz"', "names": known(), "meant": ""}


def test_of_a_name_that_is_near_one_that_one_is_told_first(tmp_path):
    write(tmp_path / "mine.yaml", child("mine"))
    error = unknown("parlet", variants_dir=tmp_path)
    names = known("mine")
    assert str(error) == (f'no variant is called "parlet"; did you mean parlett? There are {names}')
    assert error.key == "no_variant"
    assert error.figures == {"name": '"parlet"', "names": names, "meant": "parlett"}


def test_where_a_file_has_the_name_it_is_told_how_to_ask_for_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "parlet.yaml", child("parlet"))
    error = unknown("parlet")
    assert (
        str(error) == 'no variant is called "parlet"; for the file parlet.yaml write ./parlet.yaml'
    )
    assert error.key == "a_variant_file"
    assert error.figures == {"name": '"parlet"', "names": known(), "meant": ""}


@pytest.mark.parametrize(
    ("name", "right"),
    [("mine.txt", "mine.yaml"), ("mine.yaml.txt", "mine.yaml"), ("mine.YML.bak", "mine.YML")],
)
def test_a_file_whose_name_has_another_ending_is_told_what_to_rename_it_to(
    tmp_path, monkeypatch, name, right
):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / name, child("mine"))
    error = unknown(name)
    assert str(error) == (
        f'no variant is called "{name}"; the name of the file {name} must end in .yaml: '
        f"rename it to {right}"
    )
    assert error.key == "a_variant_file"


@pytest.mark.parametrize("name", ["k" * 5000, "a\0b"])
def test_a_name_that_no_file_can_have_is_an_unknown_name(name):
    assert str(unknown(name)) == f"no variant is called {shown(name)}; there are {known()}"


def test_a_name_is_no_path_for_its_letters():
    assert str(unknown("XXX")).startswith('no variant is called "XXX"')


@pytest.mark.parametrize("name", ["mine.yaml", "mine.YML", "./mine", "folder\\mine"])
def test_what_ends_as_a_file_or_has_a_stroke_in_it_is_a_path(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileFaultsError) as caught:
        load_variant(name)
    assert "cannot be read: no such file" in str(caught.value)


def test_a_folder_that_is_not_there_is_said_by_its_name(tmp_path):
    with pytest.raises(FileFaultsError) as caught:
        variant_ids(tmp_path / "none")
    assert caught.value.faults == (
        Fault(str(tmp_path / "none"), 0, 0, "", "no such folder of variants"),
    )


def test_ones_own_variants_follow_by_their_ids_and_sources_among_them_are_none(tmp_path):
    write(tmp_path / "a-b.yaml", child("a-b"))
    write(tmp_path / "a.yml", child("a"))
    write(tmp_path / "Msb.yaml", source("Msb"))
    assert variant_ids(tmp_path)[15:] == ("a", "a-b")


def extends(path, **folders):
    with pytest.raises(FileFaultsError) as caught:
        load_variant(path, **folders)
    return [(fault.path, fault.message) for fault in caught.value.faults]


def test_a_parent_that_nobody_knows_is_told_with_those_that_there_are(tmp_path):
    (tmp_path / "own").mkdir()
    write(tmp_path / "own" / "mine.yaml", child("mine"))
    path = write(tmp_path / "a.yaml", child("a", "zzzzzz"))
    first = known("mine").split(", ")
    assert extends(path, variants_dir=tmp_path / "own") == [
        ("extends", f'no variant is called "zzzzzz"; known: {", ".join(first)}')
    ]


def test_where_the_parent_of_a_parent_is_unknown_the_way_there_is_told(tmp_path):
    write(tmp_path / "c.yaml", child("c", "zzzzzz"))
    write(tmp_path / "b.yaml", child("b", "c"))
    path = write(tmp_path / "a.yaml", child("a", "b"))
    assert extends(path)[0] == (
        "extends",
        f'a -> b -> c: no variant is called "zzzzzz"; known: {known()}',
    )


def test_variants_that_extend_one_another_are_told_in_the_order_of_the_ring(tmp_path):
    write(tmp_path / "c.yaml", child("c", "a"))
    write(tmp_path / "b.yaml", child("b", "c"))
    path = write(tmp_path / "a.yaml", child("a", "b"))
    assert extends(path) == [("extends", "the variants extend one another: a -> b -> c -> a")]


def test_thirty_two_variants_may_extend_one_another_and_no_more(tmp_path):
    # v0 extends v1, and so on; the last extends a shipped base, which is one of the chain.
    for number in range(31):
        write(tmp_path / f"v{number}.yaml", child(f"v{number}", f"v{number + 1}"))
    write(tmp_path / "v31.yaml", child("v31"))
    assert len(load_variant(tmp_path / "v1.yaml").lineage) == 32
    assert extends(tmp_path / "v0.yaml") == [
        ("extends", "more than 32 variants extend one another, from v0 on")
    ]


def test_a_variant_names_its_parent_its_file_and_the_places_of_its_own_settings(tmp_path):
    path = write(tmp_path / "mine.yaml", child("mine", "parlett", following="free"))
    variant = load_variant(path)
    assert (variant.id, variant.extends, variant.path) == ("mine", "parlett", path)
    origin = variant.setting("following").origin
    # The place is that of the key.
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[origin.line - 1][origin.column - 1 :] == "following:"
    assert (origin.variant, origin.file) == ("mine", str(path))


def test_a_base_of_ones_own_that_names_no_witnesses_has_none(tmp_path):
    data = base("mine")
    del data["witnesses"]
    assert load_variant(write(tmp_path / "mine.yaml", data)).witnesses == ()


def test_a_citation_after_a_faulty_one_is_checked_too(tmp_path):
    data = child("mine")
    data["rules"]["honours"] = {
        "reading": "all_suits",
        "basis": "stated",
        "cites": ["nothing", "C74.honors"],
    }
    paths = [path for path, _ in extends(write(tmp_path / "mine.yaml", data))]
    assert paths == ["rules.honours.cites[0]", "rules.honours.cites[1]"]
