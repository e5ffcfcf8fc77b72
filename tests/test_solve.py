"""`solve`: best play with all cards seen, and what each card played gave away."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from commands import run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules
from table import DEALER, pack
from table import rules as usual_rules
from test_advise import after, at_trick, game_of, steps_of, written
from test_views import seen_from

pytest.importorskip("numba")

from scripted import ScriptedPlayer

from penneech import kernel
from penneech.advice.hindsight import solved_deals
from penneech.cards import parse_card
from penneech.chance import Luck, shuffled
from penneech.events import Played, Player, Scored
from penneech.players.greedy import GreedyPlayer
from penneech.players.pimc import SamplingPlayer
from penneech.players.simple import RandomPlayer
from penneech.players.view import view_of
from penneech.records import verify
from penneech.study.match import Match, record_of_game

A, B = Player


def scripted(elder, dealer, stock, plays, **changes):
    """The record of one deal in which these cards are played; A deals."""
    changes.setdefault("hand_size", len(elder.split()))
    by, cards = usual_rules(**changes), [parse_card(card) for card in plays.split()]
    dealt = pack(elder, dealer, stock)
    held = {parse_card(card) for card in dealer.split()}
    players = (
        ScriptedPlayer([card for card in cards if card in held]),
        ScriptedPlayer([card for card in cards if card not in held]),
    )
    match = Match(by, "mine", players, 1, 1, packs=(dealt,), dealer=DEALER)
    return record_of_game(match, 0)


def solved(record, player=None, seed=1):
    return list(solved_deals(verify(record), player or GreedyPlayer(), seed))


# --- What a card gives away ----------------------------------------------------------------------


def test_what_each_card_gave_away_in_a_deal_of_two_tricks():
    # B has AS 2C, A has KS 2H; trumps are spades, then hearts. Led at once, AS takes KS: 9 points
    # to B, since A must follow. After 2C A may trump with KS and lead 2H, to which AS falls: 9
    # points to A. But A throws 2H away, B leads AS, and it takes KS after all.
    record = scripted("AS 2C", "KS 2H", "2S 3H 4C", "2C 2H AS KS", excess_over=60)
    (deal,) = solved(record)
    first, second, third, last = deal.moves
    ace, two, king, heart = map(parse_card, ("AS", "2C", "KS", "2H"))
    assert [(move.player, move.card) for move in deal.moves] == [
        (B, two), (A, heart), (B, ace), (A, king)]  # fmt: skip
    assert (first.worths, first.best) == ({two: -9, ace: 9}, (ace,))
    assert (second.worths, second.best) == ({king: 9, heart: -9}, (king,))
    assert (third.worths, last.worths) == ({ace: 9}, {king: -9})
    assert [move.given for move in deal.moves] == [18, 18, 0, 0]
    assert (deal.value, deal.came, deal.given) == (9, 9, (18, 18))


@examples(40)
@given(by=rules(), seed=st.integers(0, 2**32))
def test_what_is_given_away_is_the_way_from_best_play_to_what_came(by, seed):
    # Nothing ends a deal early here, so that its points are those of all its tricks.
    data = by.resolved() | {"target": 1000, "hand_size": min(by.hand_size, 5)}
    data["card_points"] = {rank: min(20, points) for rank, points in data["card_points"].items()}
    by = type(by).from_resolved(data)
    packs = tuple(shuffled(seed, 0, number, 0) for number in range(3))
    match = Match(by, "mine", (RandomPlayer(), GreedyPlayer()), seed, 1, packs=packs)
    record = record_of_game(match, 0)
    replayed = verify(record)
    for deal in solved_deals(replayed, RandomPlayer(), 1):
        if not deal.played_out or replayed.game.winner is not None:
            continue
        steps = replayed.deals[deal.number - 1]
        since = False
        earned = [0, 0]
        for _, facts in steps:
            since = since or isinstance(facts[0], Played)
            for fact in facts:
                if isinstance(fact, Scored) and (since or fact.trick):
                    earned[fact.player] += fact.points
        # What was put off before the first lead is counted later, and was earned before it.
        held = sum(
            (fact.points if fact.player is deal.elder else -fact.points)
            for _, facts in steps
            for fact in facts
            if isinstance(fact, Scored)
            and not fact.trick
            and since
            and by.game_end == "turn_ups_then_count"
            and fact.source == "penneech_in_hand"
        )
        assert deal.came == earned[deal.elder] - earned[deal.dealer] - held


def test_no_card_gives_away_less_than_nothing_and_a_best_one_nothing():
    for deal in solved(game_of("gamerules", "random", seed=4)):
        for move in deal.moves:
            assert min(map(move.given_by, move.worths)) == 0
            assert {move.given_by(card) for card in move.best} == {0}
            assert move.given == max(move.worths.values()) - move.worths[move.card]


def test_who_plays_open_gives_nothing_away():
    record = game_of("parlett", "open", seed=3)
    deals = solved(record)
    assert all(deal.given == (0, 0) for deal in deals)
    assert all(deal.came == deal.value for deal in deals if deal.played_out)


def test_a_hand_that_was_kept_gives_nothing_away():
    # The turn-up has been seen before the hand is kept, so that nothing happens then.
    by = {"redeal": "no_ace_or_face", "redeal_timing": "after_turn_up", "first_turn_up": "nobody"}
    kept = scripted("2S 3S", "AS KS", "2D 3D 4D", "2S AS KS 3S", **by)
    asked = scripted("2S 3S", "AS KS", "2D 3D 4D", "2S AS KS 3S", redeal="never")
    (deal,), (other,) = solved(kept), solved(asked)
    assert len(deal.moves) == 4
    assert [move.worths for move in deal.moves] == [move.worths for move in other.moves]


def test_the_other_player_chooses_from_what_the_player_to_move_saw():
    record, player = game_of("cotton-1674", seed=6), SamplingPlayer(16)
    replayed = verify(record)
    luck = Luck.of(9, 0, A), Luck.of(9, 0, B)
    moves = [move for deal in solved(record, player, 9) for move in deal.moves]
    steps = [step for deal in replayed.deals for step in deal]
    choices = [
        player.card(view_of(before), luck[facts[0].player])
        for (before, _), (_, facts) in pairwise(steps)
        if isinstance(facts[0], Played)
    ]
    assert [move.choice for move in moves] == choices


# --- Where the cards are not all known -----------------------------------------------------------


def unfinished(**heading):
    record = at_trick(game_of(), 3)
    return replace(record, heading=replace(record.heading, **heading))


def test_a_deal_that_broke_off_is_solved_by_the_pack_of_its_seed():
    (deal,) = solved(unfinished())
    assert (deal.unsolved, len(deal.moves), deal.came) == ("", 4, None)
    whole = solved(game_of())[0]
    assert deal.moves == whole.moves[:4]


@pytest.mark.parametrize("heading", [{"seed": None}, {"seed": 77}, {"game": None}])
def test_a_deal_that_broke_off_is_not_solved_if_its_pack_is_not_known(heading):
    (deal,) = solved(unfinished(**heading))
    assert deal.moves == ()
    assert "does not tell which cards were still to be turned" in deal.unsolved


def test_a_deal_that_broke_off_is_solved_by_the_pack_that_its_record_has():
    record = unfinished(seed=None)
    dealt = shuffled(5, 0, 0, 0)
    deal = replace(record.deals[0], pack=dealt)
    found = solved(replace(record, deals=(deal,)))
    assert found[0].moves == solved(unfinished())[0].moves


def test_under_own_hand_the_stock_lacks_what_was_drawn():
    by = usual_rules(redeal="no_ace_or_face", redeal_scope="own_hand", target=1000)
    match, met = Match(by, "mine", (RandomPlayer(), RandomPlayer()), 12, 1), 0
    for deal, recorded in zip(solved(record_of_game(match, 0)),
                              record_of_game(match, 0).deals, strict=True):  # fmt: skip
        met += bool(recorded.thrown_up)
        if deal.came is not None and recorded.thrown_up:
            first = recorded.turn_ups[0]
            earned = deal.points[deal.elder] - deal.points[deal.dealer]
            earned += 14 if first is by.penneech.card else by.honour_points(first)
            assert deal.came == earned
    assert met > 2


# --- The command ---------------------------------------------------------------------------------


def test_a_game_beside_best_play_is_shown_on_80_columns(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answer = run("solve", written(tmp_path, game_of(seed=5)))
    assert (answer.status, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines())) <= 80
    assert "infer:128" in answer.out
    assert "target is ignored" in answer.out
    assert "Points given away in 3 deals" in answer.out


def test_a_game_beside_best_play_is_told_to_programs(tmp_path):
    record = game_of(seed=5)
    answer = run("solve", written(tmp_path, record), "--player", "greedy", "--json")
    (game,) = json.loads(answer.out)["games"]
    assert (game["player"], game["seed"]) == ("greedy", "5")
    assert len(game["deals"]) == len(record.deals)
    for told, deal in zip(game["deals"], solved(record, seed=5), strict=True):
        assert told["value"] == deal.value
        assert told["given_away"] == {"A": deal.given[0], "B": deal.given[1]}
        assert [play["card"] for play in told["plays"]] == [str(move.card) for move in deal.moves]
        for play in told["plays"]:
            assert play["gave_away"] == play["best_value"] - play["value"]
            assert play["values"][play["best"][0]] == play["best_value"]
    # Greedy played it, and so would play the same again.
    assert game["given_away"] == game["player_would_give"]


def test_one_deal_can_be_asked_for(tmp_path):
    path = written(tmp_path, game_of(seed=5))
    told = json.loads(run("solve", path, "--deal", 2, "--player", "greedy", "--json").out)
    assert [deal["deal"] for deal in told["games"][0]["deals"]] == [2]
    answer = run("solve", path, "--deal", 9)
    assert answer.status == 2
    assert "no deal 9" in answer.err


def test_a_deal_without_its_stock_is_said_to_be_unsolved(tmp_path):
    path = written(tmp_path, unfinished(seed=None))
    answer = run("solve", path, "--player", "greedy")
    assert answer.status == 0
    assert "Not solved: it was not played out" in answer.out


def test_a_view_cannot_be_solved(tmp_path):
    record = at_trick(game_of(), 3)
    answer = run("solve", written(tmp_path, seen_from(record, A, played=True)))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "best play needs the whole record" in answer.err


def test_hands_over_the_solvers_limit_are_refused_in_a_sentence(tmp_path):
    by = usual_rules(hand_size=11)
    record = record_of_game(Match(by, "mine", (GreedyPlayer(), GreedyPlayer()), 1, 1), 0)
    answer = run("solve", written(tmp_path, record), "--player", "greedy")
    assert answer.status == 2
    assert "at most 10 cards; these have 11" in answer.err
    assert run("advise", written(tmp_path, after(record, 1)), "--seed", 1).status == 2


def test_without_numba_solve_names_the_extra(tmp_path, monkeypatch):
    path = written(tmp_path, game_of())
    monkeypatch.setattr(kernel, "available", lambda: False)
    answer = run("solve", path)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert "[fast]" in answer.err


def test_a_record_that_does_not_hold_is_refused_with_1(tmp_path):
    path = written(tmp_path, game_of())
    text = path.read_text(encoding="utf-8").replace('"check":"', '"check":"0')
    path.write_text(text, encoding="utf-8")
    assert run("solve", path).status == 1


def test_each_step_of_a_game_is_met_once():
    record = game_of(seed=5)
    cards = [step[1][0].card for step in steps_of(record) if isinstance(step[1][0], Played)]
    assert [move.card for deal in solved(record) for move in deal.moves] == cards
