"""`simulate`: games between computer players, written down in full."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from commands import run
from table import rules

from penneech.cards import PACK
from penneech.chance import shuffled
from penneech.errors import PenneechError, UnknownNameError
from penneech.events import Player
from penneech.players.registry import PLAYERS, player_named
from penneech.records import read_records, record_text
from penneech.render.tally import tally_data, tally_lines
from penneech.study import match as matches
from penneech.study.match import Match, Tally, record_of_game, records_of

A, B = Player


def simulate(*words):
    return run("simulate", *words)


@pytest.fixture
def records(tmp_path):
    return tmp_path / "games.jsonl"


def packs_file(path, packs):
    path.write_text(json.dumps([[str(card) for card in pack] for pack in packs]))
    return path


def a_match(**changes):
    """Four games of greedy at A against random at B."""
    players = (player_named("greedy"), player_named("random"))
    usual = Match(rules(redeal="no_ace_or_face"), "a-variant", players, seed=3, games=4)
    return replace(usual, **changes)


# --- The command ---------------------------------------------------------------------------------


def test_full_records_are_written_and_hold(records):
    answer = simulate(
        "parlett", "--players", "greedy,random", "--games", 5, "--seed", 7, "--records", records
    )
    assert answer.status == 0
    assert answer.err == ""
    found = list(read_records(records))
    assert [record.heading.game for record in found] == [0, 1, 2, 3, 4]
    assert {record.heading.players for record in found} == {("greedy", "random")}
    assert {record.heading.variant for record in found} == {"parlett"}
    assert {record.heading.seed for record in found} == {7}
    assert f"Written to {records}." in answer.out


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    texts = []
    for name in ("one.jsonl", "two.jsonl"):
        simulate("pagat", "--games", 3, "--seed", 5, "--records", tmp_path / name)
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    assert b"\r" not in texts[0]


def test_a_fresh_seed_is_printed_and_makes_the_games_again(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    answer = simulate("parlett", "--games", 2, "--records", one)
    seed = re.search(r"seed (\d+)", answer.out)[1]
    simulate("parlett", "--games", 2, "--records", two, "--seed", seed)
    assert one.read_bytes() == two.read_bytes()


def test_swapped_games_keep_cut_dealer_and_packs(records):
    simulate(
        "cotton-1674", "--players", "greedy,random", "--games", 3, "--seed", 2, "--swap",
        "--records", records,
    )  # fmt: skip
    found = list(read_records(records))
    assert [(one.heading.game, one.heading.swapped) for one in found] == [
        (game, swapped) for game in range(3) for swapped in (False, True)
    ]
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert one.heading.players == other.heading.players[::-1]
        assert one.heading.cut == other.heading.cut
        assert one.deals[0].dealer is other.deals[0].dealer
        assert one.deals[0].hands == other.deals[0].hands


def test_an_existing_file_is_replaced(records):
    records.write_text("old\n")
    simulate("parlett", "--seed", 1, "--records", records)
    assert len(list(read_records(records))) == 1


def test_records_go_to_standard_output_and_the_summary_beside_it():
    answer = simulate("parlett", "--seed", 1, "--games", 2, "--records", "-")
    assert [json.loads(line)["game"] for line in answer.out.splitlines()] == [0, 1]
    assert "2 games" in answer.err


def test_without_records_there_is_only_the_summary(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = simulate("parlett", "--players", "random", "--games", 3, "--seed", 1)
    assert answer.status == 0
    assert answer.out.startswith("parlett: random at A, random at B; seed 1\n3 games, ")
    assert not list(tmp_path.iterdir())


def test_the_summary_is_data_when_asked(records):
    answer = simulate(
        "parlett", "--players", "greedy,random", "--games", 4, "--seed", 9, "--swap", "--json",
        "--records", records,
    )  # fmt: skip
    data = json.loads(answer.out)
    found = list(read_records(records))
    assert data["games"] == len(found) == 8
    assert data["seed"] == "9"
    assert data["deals"] == sum(len(record.deals) for record in found)
    winners = [record.heading.players[record.winner] for record in found]
    assert [player["won"] for player in data["players"]] == [
        winners.count("greedy"),
        winners.count("random"),
    ]
    assert data["won_by_seat"] == {
        seat.name: sum(record.winner is seat for record in found) for seat in Player
    }
    total = sum(
        record.score[seat]
        for record in found
        for seat in Player
        if record.heading.players[seat] == "greedy"
    )
    assert data["players"][0]["mean_score"] == round(total / 8, 4)
    assert data["records"] == str(records)


def test_a_game_starts_from_given_scores_and_dealer(records):
    simulate("parlett", "--seed", 1, "--scores", "47,60", "--dealer", "b", "--records", records)
    (record,) = read_records(records)
    assert record.heading.start_score == (47, 60)
    assert record.heading.start_dealer is B
    assert record.heading.cut == ()
    assert record.deals[0].dealer is B


def test_packs_come_from_a_file_and_the_game_stops_when_they_run_out(records, tmp_path):
    packs = [shuffled(1, number, 0, 0) for number in range(2)]
    path = packs_file(tmp_path / "packs.json", packs)
    answer = simulate(
        "cotton-bare", "--dealer", "A", "--seed", 1, "--pack", path, "--records", records
    )
    (record,) = read_records(records)
    assert record.winner is None
    assert [deal.hands[B] for deal in record.deals[:1]] == [packs[0][0:14:2]]
    assert sum(1 + len(deal.thrown_up) for deal in record.deals) <= 2
    assert "no winner    1 game" in answer.out


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "no winner    1 game; the one pack was dealt, and 2 at least are needed"),
        (2, "no winner    1 game; all 2 packs were dealt, and 3 at least are needed"),
    ],
)
def test_packs_that_run_out_are_told_of_with_how_many_are_needed(number, said, tmp_path):
    path = packs_file(tmp_path / "packs.json", [shuffled(1, i, 0, 0) for i in range(number)])
    answer = simulate("cotton-bare", "--dealer", "A", "--seed", 1, "--pack", path)
    assert said in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_packs_that_are_enough_are_not_told_of(tmp_path):
    path = packs_file(tmp_path / "packs.json", [shuffled(1, i, 0, 0) for i in range(40)])
    answer = simulate("cotton-bare", "--dealer", "A", "--seed", 1, "--pack", path)
    assert "packs" not in answer.out


def test_given_packs_without_points_last_for_a_thousand_deals():
    nothing = {"card_points": {}, "penneech": {"card": "7D", "turned_up": 0, "in_hand": 0}}
    by = rules(hand_size=1, excess_over=60, target=1000, **nothing)
    match = a_match(rules=by, packs=(PACK,) * 1001, games=1, dealer=A)
    tally = Tally(("greedy", "random"))
    tally.add(record_of_game(match, 0))
    assert "no winner    1 game; a game stops after 1,000 deals" in "\n".join(
        tally_lines(match, tally)
    )


def test_a_deal_without_hands_to_play_is_left_out_with_its_throw_ups(records, tmp_path):
    low = sorted(PACK, key=lambda card: card.rank)
    path = packs_file(tmp_path / "packs.json", [shuffled(1, 0, 0, 0), low, low])
    simulate("pagat", "--dealer", "A", "--seed", 1, "--pack", path, "--records", records)
    (record,) = read_records(records)
    assert [deal.thrown_up for deal in record.deals] == [()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["parlet"], "did you mean parlett?"),
        (["parlett", "--players", "gredy,random"], "did you mean greedy?"),
        (["parlett", "--players", "a,b,c"], "names no two players"),
        (["parlett", "--players", "scripted"], "no player is called"),
        (["parlett", "--games", "0"], "--games"),
        (["parlett", "--seed", "-1"], "--seed"),
        (["parlett", "--seed", "18446744073709551616"], "--seed"),
        (["parlett", "--scores", "61,0"], "from 0 to 60"),
        (["parlett", "--scores", "-1,0"], "from 0 to 60"),
        (["parlett", "--scores", "9" * 5000 + ",0"], "from 0 to 60"),
        (["parlett", "--dealer", "C"], "--dealer"),
        (["parlett", "--records", "missing-folder/x.jsonl"], "cannot be written"),
        (["parlett", "--records", "x.json", "--games", "2"], "name it x.jsonl"),
        (["parlett", "--records", "x.txt", "--games", "2"], "x.txt: records stand in files that"),
        (["parlett", "--records", "x.txt"], "name it x.jsonl"),
        (["parlett", "--records", "games"], "name it games.jsonl"),
        (["parlett", "--records", "-", "--json"], "standard output"),
        (["parlett", "--pack", "missing.json"], "missing.json: cannot be read"),
    ],
)
def test_wrong_use_is_told_in_a_few_lines(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = simulate(*words)
    assert answer.status == 2
    assert said in answer.err
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert not list(tmp_path.iterdir())


def test_given_packs_are_for_one_game(tmp_path):
    path = packs_file(tmp_path / "packs.json", [PACK])
    answer = simulate("parlett", "--pack", path, "--games", 2)
    assert answer.status == 2
    assert "given packs are for one game, not for 2" in answer.err


def test_who_stops_it_keeps_the_games_so_far(records, monkeypatch):
    records.write_text("old\n")

    def interrupted(match):
        yield record_of_game(match, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "records_of", interrupted)
    answer = simulate("parlett", "--seed", 1, "--games", 9, "--records", records)
    assert answer.status == 130
    assert "Stopped after 1 of 9 games." in answer.err
    assert records.read_text() == "old\n"
    kept = records.with_name("games.partial.jsonl")
    assert str(kept) in answer.err
    assert len(list(read_records(kept))) == 1


# --- Matches -------------------------------------------------------------------------------------


def test_any_game_of_a_match_can_be_made_alone():
    match = a_match()
    played = [record_text(record) for record in records_of(match)]
    assert record_text(record_of_game(match, 2)) == played[2]


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_keeps_to_the_rules(name):
    players = (player_named(name), player_named("random"))
    for record in records_of(a_match(players=players, games=10, swap=True)):
        assert record.winner is not None


def test_a_player_nobody_knows_is_named():
    with pytest.raises(UnknownNameError, match="did you mean random"):
        player_named("randm")


def test_a_match_with_given_packs_has_one_game():
    with pytest.raises(PenneechError, match="one game"):
        a_match(packs=(PACK,))


def test_hands_forced_after_a_hundred_redeals_are_counted():
    low = tuple(sorted(PACK, key=lambda card: card.rank))
    match = a_match(packs=(low,) * 101, games=1, dealer=A)
    tally = Tally(("greedy", "random"))
    tally.add(record_of_game(match, 0))
    assert tally.forced == 2
    assert tally.thrown_up == 100
    assert "forced       2 hands, after 100 redeals in a row" in "\n".join(
        tally_lines(match, tally)
    )
    assert tally_data(match, tally)["forced_hands"] == 2


def test_a_win_after_a_swap_is_the_players_and_not_the_seats():
    match = a_match(swap=True)
    tally = Tally(("greedy", "random"))
    records = list(records_of(match))
    for record in records:
        tally.add(record)
    assert sum(tally.by_player) == sum(tally.by_seat) == len(records) == 8
    won = sum(record.heading.players[record.winner] == "greedy" for record in records)
    assert tally.by_player[0] == won


def test_a_package_that_is_there_and_cannot_be_used_is_told_in_one_line(monkeypatch):
    def broken(_name):
        raise ImportError("Numba needs NumPy 2.4 or less. Got NumPy 2.6.")

    monkeypatch.setattr("penneech.players.registry.player_named", broken)
    answer = run("simulate", "parlett", "--players", "pimc:2")
    assert answer.status == 2
    assert answer.err == (
        "Error: a package that this needs cannot be used: "
        "Numba needs NumPy 2.4 or less. Got NumPy 2.6.\n"
    )
