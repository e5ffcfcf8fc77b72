"""`replay`: a record is checked, and shown card by card."""

from __future__ import annotations

import io
import json
import re

import pytest
from commands import run
from rich.console import Console
from rich.text import Text
from table import rules

from penneech.cards import PACK
from penneech.events import Player
from penneech.players.registry import player_named
from penneech.records import record_of, record_text, record_to_data, verify
from penneech.records.replaying import Replay
from penneech.records.writing import check_of
from penneech.render.columns import Column, Columns
from penneech.render.scoresheet import game_sheet
from penneech.render.script import Script, printable
from penneech.study.match import Match, record_of_game, records_of

A, B = Player


@pytest.fixture(scope="module")
def games():
    """Three games of two players, seats swapped too."""
    players = (player_named("greedy"), player_named("random"))
    match = Match(rules(redeal="no_ace_or_face"), "a-variant", players, 21, games=3, swap=True)
    return list(records_of(match))


@pytest.fixture
def path(games, tmp_path):
    """A file of those games."""
    found = tmp_path / "games.jsonl"
    found.write_text("".join(record_text(game) + "\n" for game in games))
    return found


@pytest.fixture
def one(games, tmp_path):
    """A file of one game."""
    found = tmp_path / "game.json"
    found.write_text(json.dumps(record_to_data(games[0]), indent=2))
    return found


def sheet(record, script=None, only=None, **console):
    """The text of a game's sheet, 80 columns wide."""
    out = io.StringIO()
    made = Console(file=out, width=80, **console)
    made.print(game_sheet(verify(record), script or Script(signs=True), only))
    return out.getvalue()


def test_a_record_that_holds_is_shown(one):
    answer = run("replay", one)
    assert answer.status == 0
    assert answer.err == ""
    assert "the record holds" in answer.out


def test_every_card_and_every_score_is_shown(games):
    for record in games:
        text = sheet(record, Script(signs=False))
        for deal in record.deals:
            assert all(str(card) in text for hand in deal.hands for card in hand)
        points = re.findall(r"[AB] +(\d+)  (?:[2-9TJQKA][CDHS]|excess)", text)
        assert [int(found) for found in points] == [
            event.points for deal in record.deals for event in deal.events
        ]


def test_the_running_score_is_the_engines_after_every_trick(games):
    for record in games:
        text = sheet(record, Script(signs=False))
        shown = [tuple(map(int, line.split()[-2:])) for line in trick_lines(text)]
        assert shown[-1] == record.score
        after = [
            game.score if game.over else game.deal.score
            for steps in verify(record).deals
            for game, _ in steps
            if game.deal.history and game.deal.led is None
        ]
        # A trick of several scores has a line for each; the last of them has the engine's total.
        left = iter(shown)
        assert all(score in left for score in after)


def trick_lines(text):
    """The lines that end with the running score."""
    return [line for line in text.splitlines() if re.search(r" \d+ +\d+$", line.rstrip())]


def test_the_running_score_ends_with_the_games_score(games):
    for record in games:
        lines = sheet(record).splitlines()
        last = [line for line in lines if re.search(r"\d+ +\d+ *$", line)][-1]
        assert tuple(map(int, last.split()[-2:])) == record.score
        assert f"{record.winner.name} wins: A {record.score[0]}, B {record.score[1]}" in lines[-1]


def test_who_took_each_trick_is_shown_as_the_engine_says(games):
    record = games[0]
    text = sheet(record, Script(signs=False))
    taken = re.findall(r"^ +\d+  \w\w +[AB] \w\w +[AB] \w\w +([AB]) ", text, flags=re.MULTILINE)
    assert taken == [
        trick.winner.name for steps in verify(record).deals for trick in steps[-1][0].deal.history
    ]


@pytest.mark.parametrize("signs", [True, False])
def test_nothing_is_wider_than_80_columns(signs):
    by = rules(hand_size=10, redeal="no_ace_or_face", redeal_scope="own_hand", target=200)
    players = (player_named("random"), player_named("random"))
    match = Match(by, "a" * 200, players, 2**64 - 1, games=1)
    text = sheet(record_of_game(match, 0), Script(signs=signs))
    assert max(len(line) for line in text.splitlines()) <= 80


def test_a_thrown_up_hand_is_shown():
    low = tuple(sorted(PACK, key=lambda card: card.rank))
    by = rules(redeal="no_ace_or_face", target=20)
    players = (player_named("greedy"), player_named("greedy"))
    match = Match(by, "a-variant", players, 1, games=1, packs=(low, low[::-1]), dealer=A)
    text = sheet(record_of_game(match, 0), Script(signs=False))
    assert "B throws up 5C 4C 3C 2C 4H 3H 2H (dealt by A)" in text


def test_one_deal_can_be_shown_alone(one, games):
    answer = run("replay", one, "--deal", 2)
    assert "Deal 2" in answer.out
    assert "Deal 1" not in answer.out
    too_many = run("replay", one, "--deal", len(games[0].deals) + 1)
    assert too_many.status == 2
    assert f"the game has {len(games[0].deals)} deals" in too_many.err


def test_one_game_of_a_file_can_be_shown_alone(path):
    answer = run("replay", path, "--game", 1)
    assert answer.out.count("Game 1 ") == 2
    assert "Game 0 " not in answer.out
    assert run("replay", path).out.count("the record holds") == 6
    missing = run("replay", path, "--game", 9)
    assert missing.status == 2
    assert "no game 9" in missing.err


def test_games_without_numbers_are_called_and_asked_for_by_their_lines(games, tmp_path):
    path = tmp_path / "games.jsonl"
    data = [record_to_data(game) for game in games[:2]]
    for some in data:
        del some["game"], some["swapped"], some["check"]
    path.write_text("\n".join(map(json.dumps, data)))
    answer = run("replay", path, "--game", 2, "--deal", 1)
    assert answer.out.startswith("Line 2 · ")
    assert "Line 1" not in answer.out
    alone = tmp_path / "game.json"
    alone.write_text(json.dumps(data[0]))
    assert run("replay", alone).out.startswith("A game · ")


def test_a_game_with_seats_swapped_says_so(path):
    headings = re.findall("^Game 2.*?·", run("replay", path, "--game", 2).out, flags=re.MULTILINE)
    assert headings == ["Game 2 ·", "Game 2 (seats swapped) ·"]


def test_a_record_that_does_not_hold_ends_with_status_1(one, games, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = record_to_data(games[0])
    data["deals"][0]["events"][0]["points"] += 1
    one.write_text(json.dumps(data))
    answer = run("replay", "game.json")
    assert answer.status == 1
    assert answer.out == ""
    assert answer.err.startswith("Error: game.json:1:")
    assert "deals[0].events[0]: game 0, deal 1, " in answer.err
    assert answer.err.count("\n") == 1


def test_an_edited_record_is_read_with_no_check(one, games):
    data = record_to_data(games[0])
    data["names"]["A"] = "Anna"
    one.write_text(json.dumps(data))
    answer = run("replay", one)
    assert answer.status == 1
    assert "check: the record was altered" in answer.err
    edited = run("replay", one, "--no-check")
    assert edited.status == 0
    assert "A: Anna (greedy)" in edited.out


def test_every_deal_is_played_again_once(path, games, monkeypatch):
    played = []
    play = Replay.run

    def counting(replay):
        played.append(replay)
        play(replay)

    monkeypatch.setattr(Replay, "run", counting)
    assert run("replay", path).status == 0
    assert len(played) == sum(len(game.deals) for game in games)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_a_sheet_has_all_its_cards_however_narrow_the_screen_is(games, width):
    out = io.StringIO()
    Console(file=out, width=width).print(game_sheet(verify(games[0]), Script(signs=False)))
    assert max(len(line) for line in out.getvalue().splitlines()) <= width
    assert all(str(card) in out.getvalue() for deal in games[0].deals for card in deal.plays)


@pytest.mark.parametrize("colours", [None, "truecolor"])
def test_columns_are_set_as_rich_sets_a_table(colours):
    script = Script(signs=True)
    cells = [Text(), Text("a"), script.card(PACK[0]), script.card(PACK[20], PACK[20].suit)]
    rows = [[cells[(i + j) % 4] for i in range(3)] for j in range(4)]
    set_so = Columns([Column("one", on_right=True), Column("2"), Column("three")], rows)
    shown = []
    for content in (set_so, set_so.table()):
        out = io.StringIO()
        console = Console(file=out, width=80, force_terminal=True, color_system=colours)
        console.print(content)
        shown.append([letters(console, line) for line in out.getvalue().splitlines()])
    assert shown[0] == shown[1]


def letters(console, line):
    """The letters of a line, each with its place and how it looks."""
    text = Text.from_ansi(line)
    return [
        (place, letter, text.get_style_at_offset(console, place))
        for place, letter in enumerate(text.plain)
        if letter != " "
    ]


def test_a_file_that_is_not_there_is_wrong_use(tmp_path):
    assert run("replay", tmp_path / "missing.json").status == 2


def test_suits_are_letters_where_the_output_cannot_carry_the_signs(one):
    assert "♠" in run("replay", one).out
    for encoding in ("cp1252", "ascii"):
        answer = run("replay", one, encoding=encoding)
        assert answer.status == 0
        assert "?" not in answer.out
        assert re.search(r"\b[2-9TJQKA][CDHS]\b", answer.out)


def test_plain_is_ascii_without_colours(one, games):
    assert run("replay", one, "--plain").out.isascii()
    text = sheet(games[0], Script.of("utf-8", plain=True), force_terminal=True)
    assert "\x1b[31m" not in text
    assert "\x1b[31m" in sheet(games[0], Script.of("utf-8", plain=False), force_terminal=True)


def test_no_escape_code_goes_into_a_file(one):
    assert "\x1b" not in run("replay", one).out


def test_a_name_cannot_write_on_the_screen_what_it_likes(one, games):
    data = record_to_data(games[0])
    data["names"] = {"A": "\x1b[2J\x07[bold]x[/bold]", "B": "b" * 500}
    data["check"] = check_of(data)
    one.write_text(json.dumps(data))
    answer = run("replay", one)
    assert "\x1b" not in answer.out
    assert "\x07" not in answer.out
    assert "[bold]x" in answer.out
    assert printable("a\nb") == "a?b"
    assert len(printable("b" * 500)) < 50


def test_an_unfinished_game_shows_what_was_played(games):
    record = games[0]
    steps = verify(record).deals[0]
    for kept in (1, 2, 3, len(steps) - 1):
        broken = record_of(record.rules, record.heading, steps[:kept])
        text = sheet(broken, Script(signs=False))
        assert "No winner" in text
        assert str(broken.deals[0].turn_ups[-1]) in text
        assert all(str(card) in text for card in broken.deals[0].plays)


def test_a_view_is_shown_without_being_checked(one, games):
    data = record_to_data(games[0])
    del data["deals"][1:]
    data["deals"][0]["hands"]["B"] = ["??"] * 7
    data |= {"score": data["deals"][0]["score"], "winner": None}
    data["check"] = check_of(data)
    one.write_text(json.dumps(data))
    answer = run("replay", one)
    assert answer.status == 0
    assert "?? ?? ?? ?? ?? ?? ??" in answer.out
    assert "A view" in answer.out
