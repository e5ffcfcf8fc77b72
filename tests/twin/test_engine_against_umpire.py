"""The reference engine against the slow umpire: whole games, event for event.

Both play the same packs by the same tape of integers: a card is tape[i] mod the number of legal
cards, in pack order, and a hand that may be thrown up is thrown up by the tape too. Everything that
a record has is compared, and every list of legal cards.

`PENNEECH_TWIN_GAMES=20000 pytest tests/twin` plays so many games more.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import combinations, product

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import HISTORICAL, READINGS, Dice, allowed, resolved_rules, thrown_rules
from twin.slow_umpire import first_dealer_from_cut, umpire_game

from penneech.cards import PACK
from penneech.chance import shuffled
from penneech.engine.game import first_dealer
from penneech.events import Cut, Player
from penneech.players.table import play_game
from penneech.records import Heading, record_of, record_to_data, verify
from penneech.rules import FirstDealer, Rules

MORE_GAMES = int(os.environ.get("PENNEECH_TWIN_GAMES", "150"))
MOST_PACKS, FEW_PACKS = 12, 5
EAGER = 1
"""The seed of a tape by which every hand that may be thrown up is thrown up."""


class Tape:
    """What both sides play by, and what they were asked."""

    def __init__(self, seed):
        self.dice = Dice(seed)
        self.eager = seed == EAGER
        self.asked = []

    def choose(self, deal, legal):
        legal = [str(card) for card in legal]
        self.asked.append((deal, legal))
        return self.dice.pick(legal)

    def throws(self, deal, player):
        self.asked.append((deal, player))
        return self.eager or self.dice.throw(3) > 0


@dataclass
class TapePlayer:
    """Sits at the engine's table and plays by the tape."""

    tape: Tape
    name: str = "tape"

    def throws_up(self, view, luck):
        del luck
        return self.tape.throws(view.number, view.me.name)

    def card(self, view, luck):
        del luck
        choice = self.tape.choose(view.number, view.legal)
        return next(card for card in view.legal if str(card) == choice)


def engine_game(rules, packs, dealer, start, tape):
    """The engine's game as a record's data."""
    left = iter(packs)
    player = TapePlayer(tape)
    steps = play_game(
        rules,
        Player[dealer],
        (player, player),
        lambda deal, attempt, count: next(left, None),  # noqa: ARG005  # whatever it is asked for
        (None, None),
        (start["A"], start["B"]),
    )
    heading = Heading(start_score=(start["A"], start["B"]), start_dealer=Player[dealer])
    return record_of(rules, heading, steps)


def assert_same(resolved, packs, dealer, start, seed):
    """Play the game twice and compare everything; the record must hold as well."""
    rules = Rules.from_resolved(resolved)
    engines, umpires = Tape(seed), Tape(seed)
    record = engine_game(rules, packs, dealer, start, engines)
    texts = [[str(card) for card in pack] for pack in packs]
    judged = umpire_game(resolved, texts, dealer, start, umpires.choose, umpires.throws)
    data = record_to_data(record)
    assert data["deals"] == judged["deals"]
    assert data["score"] == judged["score"]
    assert data["winner"] == judged["winner"]
    assert engines.asked == umpires.asked
    assert verify(record).record is record
    return record


def shuffled_packs(seed, count=MOST_PACKS):
    return [shuffled(seed, number, 0, 0) for number in range(count)]


def game_by_dice(seed, **fixed):
    """A game under rules by dice with some readings given; the arguments of `assert_same`."""
    dice = Dice(seed)
    resolved = thrown_rules(dice, **fixed)
    target = resolved["target"]
    # Half of the games begin near the target, so that they end in every way there is.
    least = dice.pick([0, max(0, target - 25)])
    start = {who: dice.between(least, target - 1) for who in "AB"}
    return resolved, shuffled_packs(seed), dice.pick("AB"), start, seed


@examples(60)
@given(resolved=resolved_rules(), seed=st.integers(0, 2**32), data=st.data())
def test_engine_and_umpire_agree_anywhere_in_the_space(resolved, seed, data):
    scores = st.integers(0, resolved["target"] - 1)
    start = {who: data.draw(scores, label=who) for who in "AB"}
    dealer = data.draw(st.sampled_from("AB"), label="dealer")
    assert_same(resolved, shuffled_packs(seed), dealer, start, seed)


PAIRS = [
    {one: reading, other: second}
    for one, other in combinations(READINGS, 2)
    for reading, second in product(READINGS[one], READINGS[other])
    if allowed({one: reading, other: second})
]


@pytest.mark.parametrize(("one", "other"), list(combinations(READINGS, 2)))
def test_engine_and_umpire_agree_on_every_pair_of_readings(one, other):
    pairs = [pair for pair in PAIRS if pair.keys() == {one, other}]
    for number, pair in enumerate(pairs):
        resolved, packs, *game = game_by_dice(absorbed(one, other, number), **pair)
        # The parameters of the historical variants: with them every reading can be told.
        resolved |= HISTORICAL
        game[1] = {who: min(score, 60) for who, score in game[1].items()}
        assert_same(resolved, packs[:FEW_PACKS], *game)


def absorbed(one, other, number):
    """A number of its own for each pair."""
    order = list(READINGS)
    return (order.index(one) * len(order) + order.index(other)) * 100 + number


def test_no_pair_of_readings_is_forgotten():
    all_pairs = sum(
        len(READINGS[one]) * len(READINGS[other]) for one, other in combinations(READINGS, 2)
    )
    # first_turn_up: dealer and turn_up_credit: trick_winner; first_trick_winner and turner.
    assert len(PAIRS) == all_pairs - 2


def test_engine_and_umpire_agree_in_many_games():
    for seed in range(MORE_GAMES):
        assert_same(*game_by_dice(10_000 + seed))


@pytest.mark.parametrize(
    "reading", [kind for kind in FirstDealer if kind is not FirstDealer.RANDOM]
)
def test_engine_and_umpire_name_the_same_first_dealer(reading):
    for a, b in product(PACK, PACK):
        if a is not b:
            dealer = first_dealer(reading, Cut(a, b))
            named = first_dealer_from_cut(reading, [{"A": str(a), "B": str(b)}])
            assert (None if dealer is None else dealer.name) == named


def low_pack():
    """A pack whose court cards all lie below the two hands and the turn-ups."""
    return tuple(sorted(PACK, key=lambda card: card.rank))


@pytest.mark.parametrize("dealer_again", READINGS["redeal_dealer"])
@pytest.mark.parametrize("timing", READINGS["redeal_timing"])
def test_engine_and_umpire_stop_redealing_together(dealer_again, timing):
    readings = {"redeal": "no_ace_or_face", "redeal_scope": "both_hands"}
    readings |= {"redeal_dealer": dealer_again, "redeal_timing": timing}
    resolved = thrown_rules(Dice(7), **readings) | HISTORICAL
    packs = [low_pack()] * 101 + [low_pack()[::-1]]
    record = assert_same(resolved, packs, "A", {"A": 0, "B": 0}, EAGER)
    assert [len(deal.thrown_up) for deal in record.deals] == [100, 0]


def test_engine_and_umpire_give_a_game_up_together():
    resolved = thrown_rules(Dice(8), redeal="never") | HISTORICAL
    resolved |= {"hand_size": 1, "card_points": {}, "excess_over": 60}
    resolved["penneech"] = {"card": "7D", "turned_up": 0, "in_hand": 0}
    record = assert_same(resolved, (low_pack(),) * 1001, "B", {"A": 3, "B": 4}, 9)
    assert len(record.deals) == 1000
    assert record.winner is None
