"""The commands `sources list`, `sources show` and `sources check`, as a reader meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from fixture_tei import HYPHEN, copy_of, gap, write

from penneech.apparatus import load_sources
from penneech.cli import penneech
from penneech.cli.fallback import stand_in

both_languages = pytest.mark.parametrize("language", ["en", "it"])


def run(*arguments):
    return CliRunner().invoke(penneech, ["sources", *map(str, arguments)])


def console(*arguments, encoding="utf-8"):
    """The command in a process of its own, whose console has an encoding; nothing but bytes."""
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "penneech", "sources", *map(str, arguments)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )


def long_s(text):
    return text.replace("s", "\u017f")


def test_the_list_has_every_source_on_a_line_of_its_own():
    shown = run("list").output.splitlines()
    assert [line.split()[0] for line in shown[2:]] == sorted(load_sources())
    assert "53" in next(line for line in shown if line.startswith("C74"))


def test_the_help_of_each_command_is_whole():
    shown = run("--help").output
    assert "..." not in shown.replace("COMMAND [ARGS]...", "")
    rows = shown.partition("Commands:\n")[2].splitlines()
    assert [row.split()[0] for row in rows] == ["check", "list", "show"]
    assert all(row.endswith(".") and len(row) <= 80 for row in rows)


@pytest.mark.parametrize(
    ("siglum", "read"),
    [
        ("C74", "a stampa, letto per intero"),
        ("Par", "pagina web, letta in parte"),
        ("WpI", "pagina web, letta per intero"),
        ("HG98", "pagina web, non vista"),
    ],
)
def test_how_much_was_read_agrees_in_italian_with_the_kind(siglum, read):
    assert read in run("show", siglum, "--lang", "it").output.splitlines()


def test_the_list_as_json_tells_read_and_unseen_apart():
    seen = {one["siglum"]: one["seen"] for one in json.loads(run("list", "--json").output)}
    assert (seen["C74"], seen["Par"], seen["C76"]) == ("whole", "part", "unseen")


@both_languages
@pytest.mark.parametrize("siglum", sorted(load_sources()))
def test_a_source_is_shown_with_all_that_it_says(siglum, language):
    source = load_sources()[siglum]
    result = run("show", siglum, "--lang", language)
    flat = " ".join(result.output.split())
    assert result.exit_code == 0
    assert source.title.get(language) in flat
    for passage in source.passages:
        assert f"{passage.cite}, {passage.locator}" in flat
        assert passage.says.get(language) in flat
        assert (passage.lemma or "") in flat
    for absence in (*source.silent, *source.unseen):
        assert absence.point in flat
    for claim in source.claims:
        assert claim.says.get(language) in flat


@pytest.mark.parametrize(
    ("siglum", "language", "expected"),
    [
        ("C74", "en", "honour_turned_gain: at least 0 (the source's own figure)"),
        ("GmR", "it", "deals_a_game: al massimo 8 (la cifra è del curatore)"),
        (
            "WpE",
            "en",
            "minutes_a_game: shown as a curve, between 12 and 15 (the source's own figure)",
        ),
        ("WpE", "it", "minutes_a_game: mostrato come curva, fra 12 e 15 (la cifra è della fonte)"),
    ],
)
def test_what_a_claim_expects_is_said_in_words(siglum, language, expected):
    assert f"    {expected}\n" in run("show", siglum, "--lang", language).output


def test_a_source_as_json_has_its_bibliography_and_its_passages():
    data = json.loads(run("show", "C87", "--json").output)
    assert data["csl"]["issued"] == {"date-parts": [[1687]]}
    assert data["passages"][0]["id"] == load_sources()["C87"].passages[0].id


def test_an_unknown_siglum_is_told_with_the_nearest():
    assert "did you mean C74" in str(run("show", "C47").exception)


@both_languages
def test_a_copy_with_all_lemmas_is_told_so_with_exit_0(tmp_path, language):
    result = run("check", write(tmp_path, copy_of("C74", long_s)), "--lang", language)
    assert result.exit_code == 0
    assert ("All 53 lemmas", "Tutti i 53 lemmi")[language == "it"] in result.output
    assert "Post and Pair" in result.output


def test_passages_are_shown_as_printed_with_lemma_and_page(tmp_path):
    def setting(text):
        return long_s(text).replace("Trump", f"Tr{HYPHEN}ump")

    shown = run("check", write(tmp_path, copy_of("C87", setting))).output
    passage = load_sources()["C87"].passage("turn_up")
    assert f'found  {passage.cite}, p. 104\n      "{passage.lemma}"\n' in shown
    printed = long_s(passage.lemma).replace("Trump", "Tr-|ump")
    assert f"      Here is {printed} too." in shown
    assert "-|  a word broken at the end of a printed line" in shown


def test_a_page_break_and_a_lost_letter_are_shown_and_explained(tmp_path):
    text = copy_of("C74", lambda text: text.replace("King", f"Ki{gap()}g"))
    shown = run("check", write(tmp_path, text)).output
    assert "[p. 149]" in shown
    assert "something of it is lost" in shown
    assert "a letter that cannot be read in this copy" in shown


def test_the_whole_chapter_is_shown_on_demand(tmp_path):
    path = write(tmp_path, copy_of("C87", long_s))
    assert run("check", path).output.count("A Game called PENNEECH.") == 1
    assert run("check", path, "--chapter").output.count("A Game called PENNEECH.") == 2


@both_languages
def test_a_chapter_without_end_is_shown_in_part(tmp_path, language):
    text = copy_of("C87").replace("Another one.", "Another card. " * 500)
    result = run("check", write(tmp_path, text), "--chapter", "--lang", language)
    assert ("The chapter goes on", "Il capitolo continua")[language == "it"] in result.output
    assert len(result.output) < 100_000


def test_what_is_not_there_is_told_with_the_nearest_place_and_exit_1(tmp_path):
    lemma = load_sources()["C74"].passage("throw_up").lemma
    text = copy_of("C74").replace(lemma, lemma.replace("Face", "Pace")).replace('n="95"', 'n="59"')
    result = run("check", write(tmp_path, text))
    assert result.exit_code == 1
    assert "NOT FOUND  C74.throw_up, p. 149" in result.output
    assert "Nearest to it, on p. 149:" in result.output
    assert "It stands on p. 59; the source says p. 95." in result.output
    assert "50 of 53 lemmas" in result.output


def test_a_book_without_the_chapter_is_told_with_the_headings_near_it(tmp_path):
    text = copy_of("C74").replace("PENNEECH", "PENEECH")
    result = run("check", write(tmp_path, text))
    assert result.exit_code == 1
    assert "No chapter is headed PENNEECH." in result.output
    assert "A heading near it: CHAP. XXII. A Game called PENEECH." in result.output


def test_the_answer_as_json_has_places_and_prints(tmp_path):
    text = copy_of("C87", long_s)
    data = json.loads(run("check", write(tmp_path, text), "--json", "--chapter").output)
    assert (data["source"], data["recognition"], data["found"], data["lemmas"]) == (
        ("C87", "number", 13, 13)
    )
    assert data["chapter"]["pages"] == ["104", "105"]
    assert "PENNEECH" in data["chapter"]["printed"]
    first = data["passages"][0]
    assert (first["status"], first["place"]) == ("found", {"pages": ["104"], "lost": False})
    assert "\u017f" in first["printed"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check"], "Missing argument"),
        (["check", "no-such-file.xml"], "does not exist"),
        (["check", "."], "is a directory"),
    ],
)
def test_wrong_use_is_told_with_exit_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_file_that_is_no_tei_is_one_line_and_exit_2(tmp_path):
    result = console("check", write(tmp_path, "<book/>"))
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1
    assert b"copy.xml:1:1: not a TEI P5 file" in result.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_a_console_without_long_s_shows_an_s(tmp_path, encoding):
    text = copy_of("C87", lambda text: long_s(text).replace("K", gap()))
    result = console("check", write(tmp_path, text), encoding=encoding)
    shown = result.stdout.decode(encoding)
    assert (result.returncode, result.stderr) == (0, b"")
    assert "dealt seven Cards apiece" in shown
    assert "?" not in shown


def test_every_stand_in_is_plain():
    letters = "\u017f•◊〈〉—…\u2019“èÈ·→±\u00d7♣♦♥♠─│┼\u01b2▪"
    assert "".join(map(stand_in, letters)) == "s**<>--...'\"eE--> +-x CDHS-|+V.".replace(" ", "")
    assert stand_in("\u4e00") == "?"
