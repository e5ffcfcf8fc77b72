"""docs/reference/json.md promises every key of every answer, and nothing else is answered."""

from __future__ import annotations

import json
import os
import re
from itertools import islice

import click
import pytest
from answered import PAGE, Page, faults, shown, unseen
from commands import run
from fixture_tei import copy_of, write
from test_advise import after, at_trick, game_of, written
from test_views import seen_from

from penneech import kernel
from penneech.cards import PACK
from penneech.cli import context_of_all, penneech
from penneech.events import Player
from penneech.study import further, speeds

PROMISED = Page(PAGE.read_text(encoding="utf-8"))

compiled = pytest.mark.skipif(
    not kernel.available() or os.environ.get("NUMBA_DISABLE_JIT") == "1",
    reason="it takes too long, or cannot be done, where nothing is compiled",
)

# Each section with the commands whose answers together show all of it.
QUICK = {
    "penneech variants": ["variants --json"],
    "penneech variants VARIANT": ["variants parlett --json", "variants mine.yaml --json"],
    "penneech diff": ["diff cotton-1674 parlett --json", "diff mine.yaml parlett --json"],
    "penneech validate": ["validate . --json"],
    "penneech simulate": [
        "simulate parlett --seed 1 --players greedy,random --swap --json",
        "simulate parlett --seed 1 --records again.jsonl --json",
    ],
    "penneech replay": ["replay games.jsonl --json", "replay view.json --json"],
    "penneech which": [f"which {one} --json" for one in ("games.jsonl", "list.txt", "odd.txt")],
    "penneech rescore": [
        "rescore games.jsonl --variant cotton-1674 --json",
        "rescore games.jsonl --variant gamerules --json",
    ],
    "penneech advise": [
        "advise begun.json --player greedy --seed 1 --json",
        "advise begun.json --player random --json",
        "advise asked.json --player greedy --json",
    ],
    "penneech sources list": ["sources list --json"],
    "penneech sources show": [
        f"sources show {one} --json" for one in ("C74", "C87", "GmR", "Pag", "Par", "WpE", "Bal")
    ],
    "penneech sources check": [
        "sources check copy.xml --json --chapter",
        "sources check none.xml --source C74 --json",
    ],
    "penneech apparatus --format json": ["apparatus --format json", "apparatus --json"],
    "penneech apparatus --between A,B --format json": [
        "apparatus --between C74,Par --format json --point following --point honours",
        "apparatus --between Par,C74 --json --point following --point honours",
    ],
    "penneech stemma --format json": ["stemma --format json", "stemma --json"],
    "penneech bench": ["bench --rounds 1 --json"],
}
STUDIES = {
    "penneech compare": ["compare cotton-1674 parlett --games 4 --workers 1 --json"],
    "penneech compare with several pairs of players": [
        "compare cotton-1674 parlett --games 12 --workers 1 --json --players greedy "
        "--players greedy,random"
    ],
    "penneech claims": ["claims parlett blank.yaml --games 4 --workers 1 --json"],
    "penneech explain": [
        "explain cotton-1674 parlett --games 4 --workers 1 --outcome choice --json"
    ],
    "penneech cruxes": [
        "cruxes --space space.yaml --games 10 --workers 1 --outcome choice --outcome redeals --json"
    ],
}
COMPILED = {
    "penneech compare": ["compare parlett pagat --games 2 --workers 1 --all --json"],
    "penneech solve": ["solve games.jsonl --game 0 --player greedy --json"],
}
OWN = """\
id: mine
extends: parlett
title: {en: Mine}
summary: {en: Not yet.}
rules:
  honours: {reading: trumps_only, basis: conjecture, note: {en: Why not.}}
parameters:
  penneech: {value: {card: 7C, turned_up: 1, in_hand: 2}, basis: conjecture, note: {en: Why not.}}
"""
# It cites what does not say so, which is a remark; and a fault stands beside it.
ODD = """\
id: odd
extends: parlett
rules:
  honours: {reading: turned_up_only, basis: stated, cites: [Par.honours]}
"""
BLANK = """\
id: blank
extends: parlett
parameters:
  card_points: {value: {}, basis: conjecture, note: {en: No honours.}}
"""
SPACE = """\
others: parlett
rules:
  following: [free, must_follow]
  honours: [trumps_only, all_suits]
"""
LIST = """\
deal: B deals
turned: KD 9S AS 8C AC 3H 8S JH
played: QD 5D, QS 3S, 2C QC, 4S 3C, TC 9D, AH TH, 4C TD
points: A 28, B 7
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a file of each kind that the commands are asked about."""
    place = tmp_path_factory.mktemp("answers")
    for name, text in (
        ("mine.yaml", OWN),
        ("odd.yaml", ODD),
        ("blank.yaml", BLANK),
        ("bad.yaml", "id: bad\nextends: parlett\nrules: {following: never}\n"),
        ("space.yaml", SPACE),
        ("list.txt", LIST.partition("points")[0]),
        ("odd.txt", LIST.replace("A 28", "A 29")),
    ):
        (place / name).write_text(text, encoding="utf-8")
    write(place, copy_of("C74"), name="copy.xml")
    write(place, copy_of("C74").replace("PENNEECH", "PENEECH"), name="none.xml")
    words = ("simulate", "parlett", "--players", "greedy,random", "--games", 2, "--seed", 1)
    assert run(*words, "--records", place / "games.jsonl").status == 0
    begun = at_trick(game_of(), 2, led=True)
    low = tuple(sorted(PACK, key=lambda card: (card.rank, card.suit)))
    written(place, begun, "begun.json")
    written(place, seen_from(begun, Player.A, played=False), "view.json")
    written(place, after(game_of("cotton-1674", packs=(low, PACK)), 1), "asked.json")
    return place


def held(section, commands, place, monkeypatch):
    """Hold every answer against its section; give what the section has and no answer had."""
    monkeypatch.chdir(place)
    promised = PROMISED.tree(section)
    for command in commands:
        answer = run(*command.split())
        assert answer.status in {0, 1}, answer.err
        assert answer.out.isascii()
        wrong = dict.fromkeys(faults(json.loads(answer.out), promised))
        assert not wrong, f"{command}: {list(islice(wrong, 10))}"
    return list(unseen(promised))


@pytest.mark.parametrize("section", QUICK)
def test_an_answer_has_the_keys_of_the_page_and_no_others(section, place, monkeypatch):
    monkeypatch.setattr(speeds, "SECONDS", 0.002)
    if section == "penneech bench":  # its figures are measured in a test of their own
        monkeypatch.setattr(kernel, "available", lambda: False)
    assert held(section, QUICK[section], place, monkeypatch) == []


@pytest.mark.parametrize("section", STUDIES)
def test_the_answer_of_a_study_has_the_keys_of_the_page_and_no_others(section, place, monkeypatch):
    assert held(section, STUDIES[section], place, monkeypatch) == []


@compiled
@pytest.mark.parametrize("section", COMPILED)
def test_an_answer_of_the_kernel_has_the_keys_of_the_page_and_no_others(
    section, place, monkeypatch
):
    for name in ("REPLAYS_GAMES", "CHOICES_GAMES", "LADDER_GAMES"):
        monkeypatch.setattr(further, name, 1)
    assert held(section, COMPILED[section], place, monkeypatch) == []


def test_every_key_of_the_shared_pieces_is_in_some_answer(place, monkeypatch):
    monkeypatch.chdir(place)
    found = set()
    for section in ("penneech variants VARIANT", "penneech sources show", "penneech validate"):
        promised = PROMISED.tree(section)
        for command in QUICK[section]:
            list(faults(json.loads(run(*command.split()).out), promised))
        found |= set(shown(promised))
    for piece in ("text in languages", "setting", "place", "heading of a variant", "fault"):
        keys = {key for keys, *_ in PROMISED.rows[piece] for key in re.findall(r"`([^`]+)`", keys)}
        assert {(piece, key.removesuffix("?")) for key in keys} <= found


def test_every_command_that_answers_in_json_is_on_the_page():
    asked = {name for name, command in every_command() if has_json(command)}
    told = {words_of(name) for name in PROMISED.rows if name.startswith("penneech ")}
    elsewhere = {"cite"}
    assert asked == told | elsewhere
    assert set(QUICK) | set(STUDIES) | set(COMPILED) == {
        name for name in PROMISED.rows if name.startswith("penneech ")
    }


def test_an_answer_that_is_not_as_promised_is_found():
    promised = PROMISED.tree("penneech bench")
    good = dict.fromkeys(promised.under, 1.5)
    assert list(faults(good, promised)) == []
    for wrong in (
        {**good, "pimc100_ms": "1.5"},
        {**good, "pimc100_ms": True},
        {**good, "more": 1},
        {key: good[key] for key in list(good)[1:]},
        [good],
        None,
    ):
        assert list(faults(wrong, promised))
    verdict = PROMISED.tree("penneech claims").under["claims"].under["[]"].under["variants"]
    held_by = {"v": {"value": 1, "low": None, "high": None, "verdict": "maybe"}}
    assert list(faults(held_by, verdict)) == [
        "answer.v.verdict: 'maybe', not ['holds', 'fails', 'cannot be told', 'no verdict']"
    ]


def every_command():
    """Each command, and each under a group, with its words."""
    context = context_of_all()
    for name in penneech.list_commands(context):
        command = penneech.get_command(context, name)
        yield name, command
        if isinstance(command, click.Group):
            for under in command.list_commands(context):
                yield f"{name} {under}", command.get_command(context, under)


def has_json(command):
    return any("--json" in option.opts for option in command.params)


def words_of(section):
    """The command that a section is about."""
    words = section.split()[1:]
    return " ".join(words[:2] if words[0] == "sources" else words[:1])
