"""The commands `apparatus` and `stemma`: where they write, and what they say when they cannot."""

from __future__ import annotations

from click.testing import CliRunner
from collation_parts import FIRST, SECOND
from fixture_tei import tei, write

from penneech.cli import penneech
from penneech.edition.tei_rules import rules_in_tei
from penneech.errors import PenneechError

SOURCE = """\
siglum: {siglum}
kind: manuscript
seen: whole
title: {{en: A leaf from home}}
csl: {{id: {siglum}, type: manuscript, title: A leaf}}
licence: {{id: unknown}}
descends:
  - {{from: {parent}, link: reprint, certainty: certain}}
passages:
  - id: follow
    locator: {{page: "1"}}
    says: {{en: Any card may be played.}}
    readings:
      - {{point: following, reading: free, certainty: high, resp: Jane}}
"""
VARIANT = """\
id: mine
extends: cotton-1674
title: {en: At home}
rules:
  following:
    reading: free
    basis: stated
    cites: [Own.follow]
"""


def run(*arguments, code=0):
    result = CliRunner().invoke(penneech, [*map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def refused(*arguments):
    result = CliRunner().invoke(penneech, [*map(str, arguments)])
    assert isinstance(result.exception, PenneechError), result.output
    return str(result.exception)


def folders(tmp_path, **sources):
    """Folders of a reader's own: one source or more by siglum and parent, and a variant."""
    for name in ("sources", "variants"):
        (tmp_path / name).mkdir()
    for siglum, parent in sources.items():
        text = SOURCE.format(siglum=siglum, parent=parent)
        write(tmp_path / "sources", text, f"{siglum}.yaml")
    write(tmp_path / "variants", VARIANT, "mine.yaml")
    return ("--sources", tmp_path / "sources", "--variants", tmp_path / "variants")


def test_markdown_in_english_goes_to_standard_output():
    assert run("apparatus", "--point", "following").output.startswith("# Penneech: the critical")
    assert run("stemma").output.startswith("# Penneech: the descent")


def test_a_files_ending_tells_the_format(tmp_path):
    for name, begins in (
        ("a.html", "<!DOCTYPE html>"),
        ("a.csv", "point,kind,"),
        ("a.xml", '<?xml version="1.0"'),
        ("a.tei", '<?xml version="1.0"'),
        ("a.md", "# Penneech"),
    ):
        run("apparatus", "--point", "following", "--out", tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(begins)
    for name, begins in (("s.svg", "<?xml"), ("s.mmd", "flowchart TD"), ("s.md", "# Penneech")):
        run("stemma", "--lang", "it", "--out", tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(begins)


def test_several_go_into_a_folder_by_their_names(tmp_path):
    out = tmp_path / "new" / "folder"
    run("apparatus", "--lang", "en,it", "--format", "csv,tei", "--out", out)
    run("apparatus", "--between", "C74,Par", "--format", "html,csv", "--out", out)
    run("stemma", "--format", "svg,mermaid", "--out", out)
    assert {path.name for path in out.iterdir()} == {
        *(f"apparatus.{lang}.{form}" for lang in ("en", "it") for form in ("csv", "xml")),
        *(f"C74-Par.en.{form}" for form in ("html", "csv")),
        *("stemma.en.svg", "stemma.en.mmd"),
    }


def test_a_readers_own_source_and_variant_stand_with_the_shipped(tmp_path):
    own = folders(tmp_path, Own="C87")
    text = run("apparatus", "--point", "following", *own).output
    assert "**Own**, p. 1 (so read by Jane; certainty high)" not in text
    assert "- Any card (`free`): **Own**, p. 1 (stated by the witness; certainty high)" in text
    assert "**mine** (stated: Own.follow)" in text
    assert "--point following --sources DIR --variants DIR --lang en --format md" in text
    run("apparatus", "--format", "tei", "--out", tmp_path / "own.xml", *own)
    assert rules_in_tei(tmp_path / "own.xml")["mine"].reading("following") == "free"
    assert "reprint of C87 (certain)" in run("stemma", "--format", "svg", *own[:2]).output


def test_sources_that_descend_from_each_other_are_refused_in_one_sentence(tmp_path):
    own = folders(tmp_path, Own="Other", Other="Own")
    for command in (("apparatus", *own), ("stemma", *own[:2])):
        told = refused(*command).splitlines()
        assert any("the descent runs in a ring: Other -> Own -> Other" in line for line in told)


def test_two_copies_are_collated(tmp_path):
    files = ",".join(
        str(write(tmp_path, tei(body), f"{name}.xml"))
        for name, body in (("one", FIRST), ("two", SECOND))
    )
    assert "There are 7 differences." in run("apparatus", "--collate", files).output
    run("apparatus", "--collate", files, "--format", "md,html,csv,tei", "--out", tmp_path / "out")
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {
        ".md",
        ".html",
        ".csv",
        ".xml",
    }


def test_what_does_not_go_together_is_refused_in_plain_words(tmp_path):
    for words, told in (
        (("--between", "C74"), "names no two witnesses"),
        (("--between", "C74,Par", "--format", "tei"), "--between is for md, html, csv and json"),
        (("--collate", "a.xml"), "names no two files"),
        (("--collate", "a.xml,b.xml", "--point", "following"), "goes with no --point"),
        (("--format", "md,html"), "2 documents need a folder"),
        (("--format", "pdf"), "'pdf' is not a format"),
        (("--lang", "en,it", "--out", tmp_path / "a.md"), "is one file, and 2 documents"),
        (("--out", "a.docx"), "a.docx: .docx is not written here; there are .md, .html, .csv"),
        (("--format", "csv", "--out", tmp_path / "a.md"), "ends in .md, and --format says csv"),
    ):
        assert told in " ".join(run("apparatus", *words, code=2).output.split())


def test_unknown_names_are_told_with_the_nearest_spelling():
    assert "did you mean following" in refused("apparatus", "--point", "folowing")
    assert "no source has the siglum 'C75'" in refused("apparatus", "--between", "C75,Par")
    assert "cannot be read" in refused("apparatus", "--collate", "no.xml,no.xml")


def test_standard_output_that_lacks_letters_gets_them_as_references():
    result = CliRunner(charset="ascii").invoke(
        penneech, ["stemma", "--format", "svg", "--lang", "it"]
    )
    assert result.exit_code == 0
    assert result.output.isascii()
