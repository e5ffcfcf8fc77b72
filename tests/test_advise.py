"""`advise`: the next card as a player would choose it, from what the player to move may see."""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from importlib.util import find_spec

import pytest
from commands import run
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from table import rules as usual_rules
from test_views import broken_off_records, seen_from

from penneech import kernel
from penneech.advice.counsel import advised
from penneech.advice.sighting import sighted
from penneech.cards import PACK
from penneech.chance import Luck, shuffled
from penneech.engine.game import play
from penneech.engine.state import Phase
from penneech.errors import PenneechError
from penneech.events import Played, Player
from penneech.players.greedy import GreedyPlayer
from penneech.players.pimc import SamplingPlayer
from penneech.players.registry import player_named
from penneech.players.view import view_of
from penneech.records import record_of, record_text, verify, verify_view
from penneech.study.match import Match, record_of_game
from penneech.variant import load_variant

A, B = Player
CHOICES = (Phase.THROW_UP, Phase.LEAD, Phase.REPLY)
NUMBA = find_spec("numba") is not None
PLAYERS = ["random", "greedy", *(["pimc:8", "infer:8"] if NUMBA else [])]
needs_numba = pytest.mark.skipif(not NUMBA, reason="Numba is not installed")


def game_of(variant="parlett", player="greedy", seed=5, **more):
    """A game between two of one kind, played out."""
    seated = player_named(player), player_named(player)
    return record_of_game(Match(load_variant(variant).rules, variant, seated, seed, 1, **more), 0)


def steps_of(record):
    return [step for deal in verify(record).deals for step in deal]


def after(record, steps):
    """The record of a game as it was after so many of its steps."""
    return record_of(record.rules, record.heading, steps_of(record)[:steps])


def is_choosing(game):
    return game.deal is not None and game.deal.phase in CHOICES


def at_trick(record, trick, *, led=False):
    """The record of a game as it was when its first deal had come to a trick."""
    for count, (game, _) in enumerate(steps_of(record), 1):
        deal = game.deal
        there = Phase.REPLY if led else Phase.LEAD
        if deal.phase is there and len(deal.history) == trick - 1:
            return after(record, count)
    raise AssertionError(trick)


def written(tmp_path, record, name="game.json"):
    path = tmp_path / name
    path.write_text(record_text(record) + "\n", encoding="utf-8")
    return path


# --- It plays as the player plays ----------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("variant", ["cotton-1674", "gamerules", "wikipedia-it"])
def test_with_the_seed_of_a_simulated_game_a_player_plays_as_it_played_there(variant, name):
    record = game_of(variant, name, seed=11)
    steps = steps_of(record)
    for count in range(1, len(steps), 3):
        played = steps[count][1][0]
        if isinstance(played, Played):
            found = verify(after(record, count))
            assert advised(found, player_named(name), 11).card is played.card


def test_a_hand_that_may_be_thrown_up_is_the_question():
    low = sorted(PACK, key=lambda card: (card.rank, card.suit))
    record = game_of("cotton-1674", packs=(tuple(low), shuffled(1, 0, 0, 0)))
    found = verify(after(record, 1))
    advice = advised(found, GreedyPlayer(), 1)
    assert (advice.card, advice.throws_up, advice.worths) == (None, True, ())
    assert advice.view.me is found.game.deal.to_move


# --- It sees what the player to move may see, and no more ----------------------------------------


@examples(100)
@given(
    record=st.one_of(broken_off_records(), broken_off_records(penneech_in_hand="held_when_trump")),
    played=st.booleans(),
)
def test_from_a_view_the_player_to_move_sees_what_it_sees_at_the_table(record, played):
    game = verify(record).game
    assume(is_choosing(game))
    me = game.deal.to_move
    seen = seen_from(record, me, played=played)
    assume(seen.is_view)
    own_hand = any(entry.by is not me for entry in record.deals[-1].thrown_up)
    assume(not (own_hand and record.rules.redeal_scope == "own_hand"))
    assert sighted(verify_view(seen)) == view_of(game)


def other_hidden_cards(record, dice):
    """The record with other cards where the player to move of its last deal cannot see them."""
    game, deal = verify(record).game, record.deals[-1]
    me, other = game.deal.to_move, game.deal.to_move.other
    held = game.deal.hands[other]
    known = {*deal.hands[me], *deal.plays, *deal.turn_ups}
    hidden = [card for card in PACK if card not in known]
    drawn = dice.sample(hidden, len(held))
    given_cards = dict(zip(held, drawn, strict=True))
    hand = tuple(given_cards.get(card, card) for card in deal.hands[other])
    hands = (hand, deal.hands[me]) if other is A else (deal.hands[me], hand)
    return replace(record, deals=(*record.deals[:-1], replace(deal, hands=hands)))


@pytest.mark.parametrize("name", PLAYERS)
def test_the_choice_does_not_change_with_what_the_player_to_move_cannot_see(name):
    import random  # noqa: PLC0415  # only here

    dice, compared = random.Random(1), 0
    whole = game_of("cotton-bare", "random", seed=3)  # `free`: no reply tells of the hidden cards
    assert whole.rules.following == "free"
    for trick in range(1, 6):
        record = at_trick(whole, trick, led=trick % 2 == 0)
        expected = advised(verify(record), player_named(name), 4)
        for _ in range(4):
            other = other_hidden_cards(record, dice)
            if not any(card.rank > 10 for card in other.deals[-1].hands[expected.view.me.other]):
                continue  # such a hand would be thrown up
            assert other.deals[-1].hands != record.deals[-1].hands
            found = advised(verify(other), player_named(name), 4)
            assert (found.card, found.worths) == (expected.card, expected.worths)
            compared += 1
    assert compared > 10


def test_where_the_other_may_still_be_asked_the_reader_of_the_view_is_taken_to_be_to_move():
    by = usual_rules(redeal="no_ace_or_face", redeal_timing="after_turn_up")
    match, met = Match(by, "mine", (GreedyPlayer(), GreedyPlayer()), 2, 20), 0
    for number in range(20):
        record = at_trick(record_of_game(match, number), 1)
        if record.deals[0].events or record.deals[0].thrown_up:
            continue
        game = verify(record).game
        seen = seen_from(record, game.deal.to_move, played=True)
        assert sighted(verify_view(seen)) == view_of(game)
        met += 1
    assert met > 3


def test_of_a_view_without_its_pegs_nothing_is_told_of_the_penneech():
    by = usual_rules(penneech_in_hand="held_when_trump", redeal="never")
    match = Match(by, "mine", (GreedyPlayer(), GreedyPlayer()), 2, 40)
    told = 0
    for number in range(40):
        record = at_trick(record_of_game(match, number), 2)
        game = verify(record).game
        me, deal = game.deal.to_move, record.deals[-1]
        if view_of(game).other_held is None:
            continue
        told += 1
        bare = replace(record, score=None, deals=(replace(deal, events=None, score=None),))
        assert sighted(verify_view(seen_from(record, me, played=True))).other_held is not None
        assert sighted(verify_view(seen_from(bare, me, played=True))).other_held is None
    assert told > 5


def test_a_view_that_hides_the_hand_of_the_player_to_move_is_refused():
    record = at_trick(game_of(), 3)
    me = verify(record).game.deal.to_move
    found = verify_view(seen_from(record, me.other, played=True))
    with pytest.raises(PenneechError, match=rf"{me.name} is to move, and this view hides"):
        sighted(found)


def test_a_hidden_hand_that_was_thrown_up_and_laid_aside_is_asked_for():
    by = usual_rules(redeal="no_ace_or_face", redeal_scope="own_hand")
    low = sorted(PACK, key=lambda card: (card.rank, card.suit))
    pack = (*low[:14:1], *reversed(low[14:]))
    match = Match(by, "mine", (GreedyPlayer(), GreedyPlayer()), 2, 1, packs=(tuple(pack),))
    record = at_trick(record_of_game(match, 0), 1)
    assert {entry.by for entry in record.deals[0].thrown_up} == {A, B}
    me = verify(record).game.deal.to_move
    with pytest.raises(PenneechError, match=f"hand that {me.other.name} threw up is hidden"):
        sighted(verify_view(seen_from(record, me, played=True)))


# --- What each card is worth ---------------------------------------------------------------------


@needs_numba
def test_the_value_of_a_card_is_its_mean_over_the_worlds_that_the_player_draws():
    player = SamplingPlayer(40)
    for seed, led in ((1, False), (2, True), (3, False)):
        found = verify(at_trick(game_of(seed=seed), 2, led=led))
        advice = advised(found, player, 9)
        view = advice.view
        totals = player.totals(view, Luck.of(9, 0, view.me))
        assert {worth.card: round(worth.value * 40) for worth in advice.worths} == totals
        assert advice.card is advice.worths[0].card is player.card(view, Luck.of(9, 0, view.me))


@needs_numba
def test_standard_errors_are_those_of_the_mean():
    from penneech.kernel import searching, solving  # noqa: PLC0415  # only with Numba
    from penneech.players.pimc import sight_of  # noqa: PLC0415  # the same

    advice = advised(verify(at_trick(game_of(), 1)), SamplingPlayer(30), 9)
    view, luck = advice.view, Luck.of(9, 0, advice.view.me)
    hands, stocks = searching.worlds(sight_of(view), luck.worlds(0, 0), 30)
    columns = solving.solve_leads(view.rules, hands, stocks).T.tolist()
    by_card = dict(zip(view.hand, columns, strict=True))
    best = by_card[advice.card]
    for worth in advice.worths[1:]:
        values = by_card[worth.card]
        behind = [most - value for most, value in zip(best, values, strict=True)]
        assert worth.error == pytest.approx(statistics.stdev(values) / 30**0.5)
        assert worth.behind == pytest.approx(statistics.fmean(behind))
        assert worth.behind_error == pytest.approx(statistics.stdev(behind) / 30**0.5)


@needs_numba
def test_one_world_has_no_standard_error():
    advice = advised(verify(at_trick(game_of(), 1)), SamplingPlayer(1), 9)
    assert {worth.error for worth in advice.worths} == {None}


def test_greedy_values_a_reply_at_what_the_trick_brings_less_what_the_next_turn_up_means():
    found = verify(at_trick(game_of("parlett", seed=5), 3, led=True))
    advice, deal = advised(found, GreedyPlayer(), 1), found.game.deal
    by, me = found.record.rules, deal.to_move
    next_turn = (sum(by.honour_points(card) for card in PACK) + 14) / 52
    for worth in advice.worths:
        after_it, _ = play(found.game, worth.card)
        trick = after_it.deal.history[-1]
        cards = [card for card in (trick.led, trick.reply) if card is not by.penneech.card]
        won = sum(by.honour_points(card) for card in cards)
        assert len(cards) == 2
        side = 1 if trick.winner is me else -1
        assert worth.value == pytest.approx(side * (won + 1 + next_turn))


def test_what_greedy_plays_has_the_greatest_value():
    record = game_of("gamerules", seed=8)
    for count, (game, _) in enumerate(steps_of(record), 1):
        if is_choosing(game) and game.deal.legal:
            advice = advised(verify(after(record, count)), GreedyPlayer(), 1)
            assert advice.worths[0].value == max(worth.value for worth in advice.worths)
            assert {worth.card for worth in advice.worths} == set(game.deal.legal)


# --- The command ---------------------------------------------------------------------------------


def test_the_advice_is_told_to_people(tmp_path):
    path = written(tmp_path, at_trick(game_of(), 3))
    answer = run("advise", path, "--player", "greedy", "--seed", 7)
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert "deal 1, trick 3: " in lines[0]
    assert "is to lead" in lines[0]
    assert any(line.startswith("greedy leads ") and "(seed 7)" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_advice_is_told_to_programs(tmp_path):
    path = written(tmp_path, at_trick(game_of(), 3))
    answer = run("advise", path, "--player", "greedy", "--seed", 7, "--json")
    data = json.loads(answer.out)
    assert (data["player"], data["seed"], data["question"]) == ("greedy", "7", "card")
    assert (data["deal"], data["trick"], data["throws_up"]) == (1, 3, None)
    assert data["card"] == data["values"][0]["card"]
    assert data["values"] == sorted(data["values"], key=lambda worth: worth["behind"])


@needs_numba
def test_unless_told_otherwise_the_strongest_player_advises_by_a_seed_that_is_printed(tmp_path):
    path = written(tmp_path, at_trick(game_of(), 1))
    first = json.loads(run("advise", path, "--json").out)
    again = json.loads(run("advise", path, "--json", "--seed", first["seed"]).out)
    assert first == again
    assert first["player"] == "infer:128"
    assert first["measure"] == "points_of_the_deal"
    assert len(first["values"]) == 7
    assert all(worth["standard_error"] > 0 for worth in first["values"])


@needs_numba
def test_a_view_gets_the_same_advice_as_the_whole_record(tmp_path):
    whole = at_trick(game_of(), 2, led=True)
    me = verify(whole).game.deal.to_move
    told = [
        json.loads(run("advise", path, "--player", "pimc:16", "--seed", 1, "--json").out)
        for path in (
            written(tmp_path, whole, "whole.json"),
            written(tmp_path, seen_from(whole, me, played=True), "view.json"),
        )
    ]
    del told[0]["record"], told[1]["record"]
    assert told[0] == told[1]


def test_the_legal_cards_are_all_alike_to_the_random_player(tmp_path):
    path = written(tmp_path, at_trick(game_of(), 1))
    answer = run("advise", path, "--player", "random", "--seed", 1)
    assert "Its 7 legal cards are all alike to it." in answer.out
    data = json.loads(run("advise", path, "--player", "random", "--seed", 1, "--json").out)
    assert {worth["value"] for worth in data["values"]} == {0.0}
    assert data["measure"] == "none"


def test_what_the_player_does_is_said_when_the_question_is_throwing_up(tmp_path):
    low = sorted(PACK, key=lambda card: (card.rank, card.suit))
    record = after(game_of("cotton-1674", packs=(tuple(low), shuffled(1, 0, 0, 0))), 1)
    path = written(tmp_path, record)
    answer = run("advise", path, "--player", "greedy", "--seed", 1)
    assert answer.status == 0
    assert "may throw up the hand" in answer.out
    assert "greedy throws it up (seed 1)" in answer.out
    data = json.loads(run("advise", path, "--player", "greedy", "--seed", 1, "--json").out)
    assert (data["question"], data["throws_up"], data["card"]) == ("throw_up", True, None)


def test_a_finished_game_is_told_in_one_sentence(tmp_path):
    answer = run("advise", written(tmp_path, game_of()), "--player", "greedy")
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "nobody is to move: the game is over, and " in answer.err


def test_between_two_deals_nobody_is_to_move(tmp_path):
    record = game_of("cotton-1674", seed=5)
    first = next(i for i, (game, _) in enumerate(steps_of(record), 1) if game.needs_pack)
    answer = run("advise", written(tmp_path, after(record, first)), "--player", "greedy")
    assert answer.status == 2
    assert "nobody is to move: B is to deal, and the record ends" in answer.err


def test_a_record_that_does_not_hold_is_refused_with_1(tmp_path):
    text = record_text(at_trick(game_of(), 3)).replace('"check":"', '"check":"0')
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    answer = run("advise", path, "--player", "greedy")
    assert (answer.status, answer.out) == (1, "")


def test_of_several_games_one_must_be_named(tmp_path):
    record = at_trick(game_of(), 3)
    other = replace(record, heading=replace(record.heading, game=4))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record_text(record)}\n{record_text(other)}\n", encoding="utf-8")
    answer = run("advise", path, "--player", "greedy")
    assert answer.status == 2
    assert "name one with --game" in answer.err
    assert (
        json.loads(run("advise", path, "--player", "greedy", "--game", 4, "--json").out)["game"]
        == 4
    )
    assert run("advise", path, "--player", "greedy", "--game", 9).status == 2


@pytest.mark.parametrize(("name", "told"), [
    ("open", "open sees all cards"),
    ("pimc:0", "how many worlds"),
    ("human", "no player is called"),
])  # fmt: skip
def test_players_who_cannot_advise_are_refused(tmp_path, name, told):
    answer = run("advise", written(tmp_path, at_trick(game_of(), 3)), "--player", name)
    assert answer.status == 2
    assert told in answer.err


def test_without_numba_greedy_advises_and_says_so(tmp_path, monkeypatch):
    path = written(tmp_path, at_trick(game_of(), 3))
    monkeypatch.setattr(kernel, "available", lambda: False)
    answer = run("advise", path, "--json")
    assert answer.status == 0
    assert "greedy advises and not infer:128" in answer.err
    assert json.loads(answer.out)["player"] == "greedy"
    asked = run("advise", path, "--player", "pimc:128")
    assert asked.status == 2
    assert "needs Numba" in asked.err
