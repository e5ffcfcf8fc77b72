"""The command `rulebook`: where it writes, and what it says when it cannot."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from penneech.cli import penneech
from penneech.errors import PenneechError
from penneech.extras import installing
from penneech.paths import shipped
from penneech.render import markdown
from penneech.render.files import write_document

OWN = """\
id: mine
extends: cotton-1674
title: {en: "Mine | <b>"}
summary: {en: At home we play to 40.}
parameters:
  target: {value: 40, basis: conjecture, note: {en: We never have time for more.}}
"""


def run(*arguments, code=0):
    result = CliRunner().invoke(penneech, ["rulebook", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def test_markdown_in_english_goes_to_standard_output():
    assert run("pagat").output.startswith("# Penneech: ")
    assert run("pagat", "--out", "-").output == run("pagat").output


def test_a_path_that_ends_as_a_document_is_a_file_and_its_ending_tells_the_format(tmp_path):
    for name, words, begins in (
        ("any.html", ("--format", "html"), b"<!DOCTYPE html>\n"),
        ("any.md", (), b"# Penneech: "),
        ("two.html", (), b"<!DOCTYPE html>\n"),
        ("any.MD", ("--lang", "it"), b"# Penneech: "),
        ("any.pdf", ("--format", "pdf"), b"%PDF-"),
        ("two.PDF", (), b"%PDF-"),
    ):
        told = run("pagat", *words, "--out", tmp_path / name).output
        assert told == f"Written to {tmp_path / name}.\n"
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_any_other_path_is_a_folder_made_if_it_is_missing(tmp_path):
    for folder in (tmp_path, tmp_path / "new", tmp_path / "a" / "rules.d"):
        run("pagat", "--lang", "it", "--out", folder)
        assert (folder / "pagat.it.md").is_file()
    for name in ("books.md", "books.docx"):
        run("pagat", "--out", f"{tmp_path / name}/")
        assert (tmp_path / name / "pagat.en.md").is_file()
    run("pagat", "--lang", "it", "--out", tmp_path / "books.docx")
    assert (tmp_path / "books.docx" / "pagat.it.md").is_file()


def test_several_rulebooks_go_into_a_folder_by_their_names(tmp_path):
    out = tmp_path / "a" / "b"
    told = run("pagat", "parlett", "--lang", "en, IT", "--format", "html,md", "--out", out).output
    names = {path.name for path in out.iterdir()}
    assert names == {
        f"{name}.{language}.{form}"
        for name in ("pagat", "parlett")
        for language in ("en", "it")
        for form in ("md", "html")
    }
    assert len(told.splitlines()) == 8
    again = {path.name: path.read_bytes() for path in out.iterdir()}
    run("pagat", "parlett", "--lang", "en,it", "--format", "html,md", "--out", out)
    assert again == {path.name: path.read_bytes() for path in out.iterdir()}
    assert not [text for text in again.values() if b"\r" in text]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pagat", "--lang", "fr"], "'fr' is not a language; allowed: en, it"),
        (["pagat", "--format", "docx"], "'docx' is not a format; allowed: md, html, pdf"),
        (["pagat", "--lang", "en,it"], "2 rulebooks need a folder; name one with --out"),
        (["pagat", "--lang", "en,it", "--out", "-"], "2 rulebooks need a folder"),
        ([], "Missing argument 'VARIANT...'"),
        (["pagat", "parlett", "--out", "r.md"], "r.md is one file, and 2 rulebooks are asked for"),
        (["pagat", "parlett", "--out", "r.pdf"], "without an ending like .pdf"),
        (["pagat", "--lang", "en,it", "--out", "r.html"], "without an ending like .html"),
        (["pagat", "--format", "pdf"], "a PDF needs a file or a folder; name one with --out"),
        (["pagat", "--format", "pdf", "--out", "-"], "a PDF needs a file or a folder"),
        (["--all"], "15 rulebooks need a folder; name one with --out"),
        (
            ["pagat", "--out", "r.docx"],
            "r.docx: .docx is not written here; there are .md, .html, .pdf",
        ),
        (["--all", "--out", "r.htm"], "a folder of that name is written with / behind it"),
        (["pagat", "--format", "html", "--out", "r.md"], "ends in .md, and --format says html"),
    ],
)
def test_wrong_use_is_told_in_a_line(monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in run(*arguments, code=2).output
    assert list(tmp_path.iterdir()) == []


def test_all_takes_every_variant_and_ones_own(tmp_path, monkeypatch):
    composed = []
    monkeypatch.setattr(
        "penneech.render.rulebook.compose_rulebook", lambda variant, *_: composed.append(variant.id)
    )
    monkeypatch.setattr("penneech.render.markdown.render_markdown", lambda _: "x")
    (tmp_path / "mine.yaml").write_text(OWN, encoding="utf-8")
    run("--all", "parlett", "--variants", tmp_path, "--out", tmp_path / "books")
    assert len(list((tmp_path / "books").iterdir())) == len(set(composed)) == 16
    assert "mine" in composed


def test_without_the_extra_a_pdf_is_refused_with_the_command_that_installs_it(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, "typst", None)
    for name in ("penneech.render.pdf", "penneech.render.fonts"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    words = ["rulebook", "pagat", "--out", str(tmp_path / "a.pdf")]
    result = CliRunner().invoke(penneech, words)
    assert isinstance(result.exception, PenneechError)
    assert str(result.exception) == (
        f"a rulebook as PDF needs typst; install it with: {installing('pdf')}"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_help_tells_a_file_from_a_folder():
    told = " ".join(run("--help").output.split())
    assert "ends in .md, .html or .pdf is a file" in told
    assert "any other is a folder, made if it is missing" in told


@pytest.mark.parametrize("several", [[], ["--lang", "en,it"]])
def test_what_cannot_be_written_is_told_in_one_line_and_leaves_nothing(tmp_path, several):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    runner = CliRunner()
    out = tmp_path / "file" / "in"
    result = runner.invoke(penneech, ["rulebook", "pagat", *several, "--out", str(out)])
    assert isinstance(result.exception, PenneechError)
    assert str(result.exception).startswith(str(out))
    assert "cannot be written: not a directory" in str(result.exception)
    assert len(str(result.exception).splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_variant_of_ones_own_is_found_and_can_be_made_again(tmp_path, monkeypatch):
    file = tmp_path / "mine.yaml"
    file.write_text(OWN, encoding="utf-8")
    text = run(file).output
    assert "# Penneech: Mine \\| \\<b\\>" in text
    assert "a score of 40 or more" in text
    assert "penneech rulebook ./mine.yaml --lang en --format md" in text
    assert str(tmp_path) not in text
    assert run("mine", "--variants", tmp_path).output == text
    monkeypatch.setenv("PENNEECH_VARIANTS", str(tmp_path))
    assert run("mine").output == text


def test_a_shipped_variants_command_names_no_folder():
    assert "`penneech rulebook pagat --lang it --format md`" in run("pagat", "--lang", "it").output
    assert str(shipped("variants").parent) not in run("pagat", "--format", "html").output


def test_a_file_is_replaced_when_the_new_one_is_whole_and_not_before(tmp_path, monkeypatch):
    file = tmp_path / "book.md"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)

    def fails(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fails)
        with pytest.raises(OSError, match="No space"):
            write_document(file, "new")
    assert file.read_text(encoding="utf-8") == "old"
    write_document(file, "new ♦")
    assert file.read_bytes() == "new ♦".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["book.md"]
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o640


def test_one_that_cannot_be_set_keeps_nobody_from_having_the_others(tmp_path, monkeypatch):
    sound = markdown.render_markdown

    def spoilt(document):
        if "Pagat" in str(document.title):
            raise PenneechError("it cannot be set")
        return sound(document)

    monkeypatch.setattr(markdown, "render_markdown", spoilt)
    result = CliRunner().invoke(
        penneech, ["rulebook", "parlett", "pagat", "gamerules", "--out", str(tmp_path)]
    )
    assert isinstance(result.exception, PenneechError)
    assert "Error: pagat.en.md: it cannot be set" in result.output
    assert str(result.exception) == "1 of 3 rulebooks could not be set; 2 are written"
    assert {path.name for path in tmp_path.iterdir()} == {"parlett.en.md", "gamerules.en.md"}
