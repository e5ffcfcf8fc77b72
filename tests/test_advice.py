"""What a newcomer's slips are answered with: quotation marks, colons, indents, names, citations."""

from __future__ import annotations

import json

import pytest
import yaml
from loading import base, child, run, source, write

from penneech.errors import FileFaultsError
from penneech.files import yamlfile
from penneech.files.yamlfile import read_text
from penneech.paths import shipped

PARSERS = [yaml.SafeLoader, yaml.CSafeLoader] if yaml.__with_libyaml__ else [yaml.SafeLoader]
CURLY = 'these are typographic quotation marks; write "'
SPACE = "a space is missing after the colon"
COLON = "a text with a colon and a space in it wants quotation marks"
HEAD = "id: mine\nextends: cotton-1674\ntitle: {en: Mine}\n"


def cited(name, basis="stated", **settings):
    """A child whose settings each have a reading and the passages that it cites."""
    data = child(name)
    for point, (reading, *cites) in settings.items():
        data["rules"][point] = {"reading": reading, "basis": basis, "cites": cites}
        if basis != "stated":
            data["rules"][point]["note"] = {"en": "A note."}
    return data


def answer_to(monkeypatch, capsys, path, text):
    path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(path.parent)
    status, _, err = run(monkeypatch, capsys, "validate", path.name)
    assert status == 1
    return err.splitlines()


# --- Citations that do not bear a setting out ----------------------------------------------------


def test_what_is_stated_by_a_passage_on_another_point_is_remarked_on(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.yaml", cited("mine", following=("free", "C74.deal")))
    status, out, err = run(monkeypatch, capsys, "validate", "mine.yaml")
    assert (status, out) == (0, "mine.yaml: ok (variant mine)\n")
    assert err == (
        "mine.yaml:6:3: remark: rules.following: the basis is stated, but no cited passage is "
        "recorded as speaking of following: C74.deal is on hand_size; C74 is silent on following\n"
    )


def test_what_is_stated_by_a_passage_of_another_reading_is_remarked_on(
    monkeypatch, capsys, tmp_path
):
    path = write(tmp_path / "mine.yaml", cited("mine", honours=("all_suits", "C74.honours")))
    status, _, err = run(monkeypatch, capsys, "validate", path)
    assert status == 0
    assert "no cited passage is recorded as all_suits: C74.honours as trumps_only" in err


@pytest.mark.parametrize(
    ("basis", "reading", "cite", "is_remarked"),
    [
        ("stated", "trumps_only", "C74.honours", False),
        ("implied", "all_suits", "C74.honours", False),
        ("implied", "all_suits", "C74.deal", True),
    ],
)
def test_a_passage_on_the_point_is_enough_for_what_is_implied(  # noqa: PLR0913, PLR0917  # parameters of the cases
    monkeypatch, capsys, tmp_path, basis, reading, cite, is_remarked
):
    path = write(tmp_path / "mine.yaml", cited("mine", basis, honours=(reading, cite)))
    status, _, err = run(monkeypatch, capsys, "validate", path)
    assert (status, "remark" in err) == (0, is_remarked)


def test_a_passage_of_which_nothing_is_recorded_is_remarked_on(monkeypatch, capsys, tmp_path):
    (tmp_path / "own").mkdir()
    passage = {"id": "cut", "locator": {"page": "1"}, "says": {"en": "The lower cut deals."}}
    write(tmp_path / "own" / "Msb.yaml", source("Msb", passages=[passage]))
    data = cited("mine", first_dealer=("cut_lowest_ace_low", "Msb.cut"))
    path = write(tmp_path / "mine.yaml", data)
    status, _, err = run(monkeypatch, capsys, "validate", path, "--sources", tmp_path / "own")
    assert status == 0
    assert "Msb.cut is on no point" in err


def test_a_remark_is_made_in_the_file_of_the_setting_and_stands_in_the_json(
    monkeypatch, capsys, tmp_path
):
    parent = write(tmp_path / "parent.yaml", cited("parent", following=("free", "C74.deal")))
    mine = write(tmp_path / "mine.yaml", child("mine", "parent"))
    status, out, _ = run(monkeypatch, capsys, "validate", "--json", parent, mine)
    first, second = json.loads(out)
    assert status == 0
    assert [(remark["path"], remark["line"]) for remark in first["remarks"]] == [
        ("rules.following", 6)
    ]
    assert (first["faults"], first["valid"]) == ([], True)
    assert "remarks" not in second


def test_the_shipped_variants_give_no_occasion_for_remarks(monkeypatch, capsys, tmp_path):
    write(tmp_path / "base.yaml", base())
    status, _, err = run(monkeypatch, capsys, "validate", shipped("variants"), tmp_path)
    assert status == 0
    assert "remark" not in err


# --- Quotation marks, colons, indents ------------------------------------------------------------


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("title: {en: \u201cCotton: free\u201d}\n", (1, 13), CURLY),
        ("title: \u201cCotton: free\u201d\n", (1, 8), CURLY),
        ("title: {en: Cotton: but free}\n", (1, 19), COLON),
        ("a: {en: Cotton,\n it: Free: x}\n", (2, 10), COLON),
        ("title: {en: 'It's free'}\n", (1, 17), "an apostrophe ends a text in single"),
        ("title: 'It's free'\nb: 1\n", (1, 12), "an apostrophe ends a text in single"),
        ("id:bad\nextends: c\n", (1, 3), SPACE),
        ("id: bad\nextends:c\ntitle: x\n", (2, 8), SPACE),
        ("id:bad\n", (1, 3), SPACE),
        ("rules:\n  following:free\n  honours: x\n", (2, 12), SPACE),
        ("rules: {a: 1\nid: x\n", (2, 3), "a bracket or brace that is not closed"),
    ],
)
def test_a_slip_in_writing_is_named_at_its_place(monkeypatch, parser, text, place, said):
    monkeypatch.setattr(yamlfile, "LOADER", parser)
    with pytest.raises(FileFaultsError) as caught:
        read_text(text, "f.yaml")
    (fault,) = caught.value.faults
    assert ((fault.line, fault.column), said in fault.message) == (place, True), fault


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("  following: {reading: \u201cfree\u201d, basis: silent, note: {en: x}}\n", "5:24"),
        ("  following: {reading: free, basis: stated, cites: [\u201cC74.deal\u201d]}\n", "5:53"),
        ("  \u201cfollowing\u201d: {reading: free, basis: silent, note: {en: x}}\n", "5:3"),
    ],
)
def test_a_name_in_typographic_quotation_marks_is_told_of_the_marks(
    monkeypatch, capsys, tmp_path, line, place
):
    (said,) = answer_to(monkeypatch, capsys, tmp_path / "mine.yaml", f"{HEAD}rules:\n{line}")
    assert said.startswith(f"mine.yaml:{place}: ")
    assert said.endswith(CURLY)


def test_typographic_quotation_marks_within_a_text_are_the_authors_own(
    monkeypatch, capsys, tmp_path
):
    text = HEAD.replace("Mine", "\u201cFree\u201d or \u201cbound\u201d") + "rules: {}\n"
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(monkeypatch, capsys, "validate", path)[0] == 0


def test_a_rule_at_the_indent_of_the_rules_is_to_be_indented(monkeypatch, capsys, tmp_path):
    text = f"{HEAD}rules:\nfollowing: {{reading: free, basis: silent, note: {{en: x}}}}\n"
    first, second = answer_to(monkeypatch, capsys, tmp_path / "mine.yaml", text)
    assert "nothing stands where a set of entries like `key: value` is wanted" in first
    assert second == "mine.yaml:5:1: following: indent following under rules"


def test_a_reading_at_the_indent_of_its_rule_is_to_be_indented(monkeypatch, capsys, tmp_path):
    text = f"{HEAD}rules:\n  following:\n  reading: free\n"
    said = answer_to(monkeypatch, capsys, tmp_path / "mine.yaml", text)
    assert said[-1] == "mine.yaml:6:3: rules.reading: indent reading under following"


def test_a_brace_close_upon_its_key_wants_a_space(monkeypatch, capsys, tmp_path):
    text = f"{HEAD}rules:\n  following:{{reading: free}}\n"
    (said,) = answer_to(monkeypatch, capsys, tmp_path / "mine.yaml", text)
    assert said.endswith("a space is missing after the colon of following")


def test_a_file_of_a_word_processor_is_to_be_saved_as_plain_text(monkeypatch, capsys, tmp_path):
    (said,) = answer_to(monkeypatch, capsys, tmp_path / "mine.yaml", "{\\rtf1\\ansi id: mine}")
    assert said == "mine.yaml: this is RTF, as word processors write it; save it as plain text"


# --- Names of files, and folders -----------------------------------------------------------------


def test_a_file_with_an_ending_after_yaml_is_to_be_renamed(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.yaml.txt", child("mine"))
    for words in (("rulebook",), ("variants",), ("validate",)):
        status, _, err = run(monkeypatch, capsys, *words, "mine.yaml.txt")
        assert status in {1, 2}
        assert "rename it to mine.yaml" in err
        assert "parlett" not in err
    _, _, err = run(monkeypatch, capsys, "rulebook", "./mine.yaml.txt")
    assert "must end in .yaml: rename it to mine.yaml" in err


def test_the_name_that_was_meant_stands_before_the_list_of_names(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, _, err = run(monkeypatch, capsys, "rulebook", "parlet")
    assert status == 2
    assert '"parlet"; did you mean parlett? There are cotton-1674, ' in err


def test_the_files_of_a_study_are_passed_over_in_a_folder(monkeypatch, capsys, tmp_path):
    study = tmp_path / "studies" / "one"
    study.mkdir(parents=True)
    for name, kind in (("manifest", "study"), ("summary", "summary")):
        text = json.dumps({"format": f"penneech-{kind}", "version": 1}, indent=1)
        (study / f"{name}.json").write_text(text, encoding="utf-8")
    (study / "game.json").write_text('{"format": "penneech-recrod"}', encoding="utf-8")
    path = write(tmp_path / "mine.yaml", child("mine"))
    status, out, err = run(monkeypatch, capsys, "validate", tmp_path)
    assert (status, out) == (1, f"{path}: ok (variant mine)\n")
    assert "game.json" in err
    assert "manifest" not in err + out
    assert "summary" not in err + out


def test_a_long_folder_is_closed_with_a_count(monkeypatch, capsys, tmp_path):
    for number in range(21):
        write(tmp_path / f"v{number}.yaml", child(f"v{number}"))
    write(tmp_path / "bad.yaml", child("bad", following="fre"))
    status, _, err = run(monkeypatch, capsys, "validate", tmp_path)
    assert status == 1
    assert err.splitlines()[-1] == "22 files, 1 with faults"
