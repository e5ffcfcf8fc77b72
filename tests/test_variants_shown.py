"""`variants` and `diff`: what is shown, on which screen, and what programs read."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from loading import child, run, write
from rich.console import Console

from penneech.apparatus import load_sources
from penneech.render.variant_tables import difference_page, variant_page, variants_table
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.variant import load_variant, shipped_variants


def drawn(content, width):
    console = Console(width=width, record=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115  # the console writes to nowhere
    console.print(content)
    console.file.close()
    return console.export_text()


def test_the_list_has_every_variant_with_what_it_changes(monkeypatch, capsys):
    monkeypatch.delenv("COLUMNS", raising=False)
    status, out, err = run(monkeypatch, capsys, "variants")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    ids = [line.split()[0] for line in lines[2:] if line[0] != " "]
    assert ids == [variant.id for variant in shipped_variants()]
    assert lines[2].split() == ["cotton-1674", "Cotton,", "1674", "C74", "C87"]
    bare = next(number for number, line in enumerate(lines) if line.startswith("cotton-bare"))
    assert lines[bare].endswith("  cotton-1674, with")
    assert [line.strip() for line in lines[bare + 1 : bare + 3]] == [
        "following: free",
        "first_turn_up: nobody",
    ]
    assert not any(line.endswith(" ") for line in lines)


PAGES = [
    ("variants",),
    ("variants", "--lang", "it"),
    ("variants", "parlett"),
    ("diff", "cotton-1674", "wikipedia-it"),
    ("sources", "list"),
    ("sources", "list", "--lang", "it"),
    ("sources", "show", "C74"),
]


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
@pytest.mark.parametrize(
    ("columns", "width"),
    [(None, 100), ("80", 80), ("64", 64), ("140", 140), ("0", 100), ("x", 100)],
)
def test_a_page_for_no_terminal_is_as_wide_as_columns_says(
    monkeypatch, capsys, page, columns, width
):
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = run(monkeypatch, capsys, *page)
    lines = out.splitlines()
    assert max(map(len, lines)) <= width
    # The width is made use of, except by what is narrow of itself.
    assert max(map(len, lines)) > min(width, 100) - 25


def test_the_list_for_programs_has_texts_in_both_languages(monkeypatch, capsys):
    status, out, _ = run(monkeypatch, capsys, "variants", "--json")
    data = json.loads(out)
    assert status == 0
    assert [one["id"] for one in data] == [variant.id for variant in shipped_variants()]
    assert set(data[0]["title"]) == {"en", "it"}
    assert data[6]["extends"] == "cotton-1674"


def test_one_variant_is_shown_with_its_evidence(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys, "variants", "cotton-bare")
    assert (status, err) == (0, "")
    for name in (*RULE_POINTS, *PARAMETERS, *INVARIANTS):
        assert name in out
    assert "following: free" in out
    assert "C74.picket_first_lead, p. 85, on Picket" in out
    assert "from cotton-1674" in out
    assert "What may the second player to a trick play?" in out


def test_one_variant_is_shown_in_italian(monkeypatch, capsys):
    _, out, _ = run(monkeypatch, capsys, "variants", "cotton-bare", "--lang", "it")
    assert "Punti di regola" in out
    assert "da cotton-1674" in out


def test_english_that_stands_in_for_italian_is_marked(monkeypatch, capsys, tmp_path):
    mine = write(tmp_path / "mine.yaml", child("mine", following="free"))
    _, out, _ = run(monkeypatch, capsys, "variants", mine, "--lang", "it")
    assert "[en] For this test." in out


def test_one_variant_for_programs_has_everything(monkeypatch, capsys):
    _, out, _ = run(monkeypatch, capsys, "variants", "cotton-bare", "--json")
    data = json.loads(out)
    assert data["resolved"] == load_variant("cotton-bare").resolved()
    assert data["digest"] == load_variant("cotton-bare").digest()
    assert data["lineage"] == ["cotton-bare", "cotton-1674"]
    assert data["rules"]["following"]["origin"] == "cotton-bare"
    assert data["rules"]["honours"]["cites"] == [
        "C74.honours",
        "C87.honours",
        "C74.count",
        "C87.count",
    ]
    assert data["parameters"]["target"]["value"] == 61
    assert set(data["invariants"]) == set(INVARIANTS)


def test_two_variants_are_shown_side_by_side(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys, "diff", "cotton-1674", "gamerules")
    assert (status, err) == (0, "")
    assert "must_follow  by analogy" in out
    assert "follow_or_trump_forced  stated" in out
    assert "target" not in out.split("on different grounds")[0]


def test_two_variants_with_the_same_rules_are_said_to_have_them(monkeypatch, capsys):
    status, out, _ = run(monkeypatch, capsys, "diff", "cotton-1674", "pagat")
    assert status == 0
    assert "The rules are the same" in out
    assert "on different grounds: first_dealer" in out


def test_differences_for_programs_have_both_sides(monkeypatch, capsys):
    _, out, _ = run(monkeypatch, capsys, "diff", "cotton-1674", "parlett", "--json")
    data = json.loads(out)
    assert [one["point"] for one in data["differences"]] == ["redeal", "following", "honours"]
    assert data["differences"][1]["a"]["reading"] == "must_follow"
    assert data["differences"][1]["b"]["cites"] == ["Par.following"]
    assert (data["a"]["id"], data["b"]["id"]) == ("cotton-1674", "parlett")


def test_a_parameter_is_compared_by_its_value(monkeypatch, capsys, tmp_path):
    data = child("mine")
    data["parameters"] = {
        "target": {"value": 31, "basis": "conjecture", "note": {"en": "A short game."}}
    }
    mine = write(tmp_path / "mine.yaml", data)
    _, out, _ = run(monkeypatch, capsys, "diff", mine, "cotton-1674", "--json")
    (found,) = json.loads(out)["differences"]
    assert (found["point"], found["a"]["value"], found["b"]["value"]) == ("target", 31, 61)


@pytest.mark.parametrize("command", [["variants", "parlet"], ["diff", "parlet", "pagat"]])
def test_an_unknown_name_is_one_line_on_the_other_stream(monkeypatch, capsys, command):
    status, out, err = run(monkeypatch, capsys, *command)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "did you mean parlett?" in err


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_no_screen_is_too_narrow(width):
    a, b = load_variant("cotton-1674"), load_variant("wikipedia-it")
    sources = load_sources()
    for content in (
        variants_table(shipped_variants(), "en"),
        variant_page(a, sources, "it"),
        difference_page(a, b, sources, "en"),
    ):
        lines = drawn(content, width).splitlines()
        assert max(map(len, lines)) <= width


def test_at_eighty_columns_nothing_is_cut_off():
    text = drawn(variants_table(shipped_variants(), "en"), 80)
    assert "…" not in text
    assert "trick_cards_and_turn_ups" in text


@pytest.mark.parametrize(
    ("encoding", "arguments"),
    [
        ("cp1252", ["variants"]),
        ("cp1252", ["diff", "pagat", "parlett"]),
        ("cp850", ["variants", "parlett"]),
        ("ascii", ["variants", "parlett"]),
    ],
)
def test_a_console_of_few_characters_is_enough(encoding, arguments):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-m", "penneech", *arguments],
        capture_output=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0
    assert not done.stderr
    assert b"\x1b" not in done.stdout
    done.stdout.decode(encoding)
