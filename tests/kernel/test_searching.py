"""Sampled worlds: all that fit and no others, each as likely as any other, by the page's draws."""

from __future__ import annotations

import os
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from pathlib import Path

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, rules
from table import readings as readings_of
from table import states
from test_chance import PLAIN_PACK, plain_key, plain_word

pytest.importorskip("numba")

from penneech.cards import PACK
from penneech.chance import Luck
from penneech.engine.state import Phase
from penneech.events import Player
from penneech.kernel import searching
from penneech.kernel.packing import card_of
from penneech.kernel.searching import Sight
from penneech.players.knowing import knowledge_of
from penneech.players.pimc import sight_of
from penneech.players.view import view_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "randomness.md"
SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"

seeds = st.integers(0, 2**64 - 1)


def drawn(sight, key, many):
    """The worlds: for each the other's cards and those to be turned, as indexes."""
    hands, stocks = searching.worlds(sight, key, many)
    other = 1 if sight.led is None else 0
    found = []
    for pair, stock in zip(hands.tolist(), stocks.tolist(), strict=True):
        own, theirs = pair[1 - other], [card_of(one).index for one in pair[other]]
        assert [card_of(one).index for one in own] == list(sight.hand)
        if sight.led is not None:
            assert theirs.pop() == sight.led
        assert card_of(stock[0]).index == sight.turned
        found.append((theirs, [card_of(one).index for one in stock[1:]]))
    return found


def plain_worlds(sight, many, *place):
    """The worlds by the page, with fractions; `place` is seed, game, player, deal and tricks."""
    seed, game, *rest = place
    hidden, possible, certain, needed = (
        [i for i in range(52) if some >> i & 1]
        for some in (sight.hidden, sight.possible, sight.certain, sight.needed)
    )
    for world in range(many):
        key = plain_key(seed, 3, game, *rest, world)
        words = iter(range(10**6))

        def draw(cards, key=key, words=words):
            place = int(len(cards) * Fraction(plain_word(key, next(words)), 2**64))
            return cards.pop(place)

        held = list(certain)
        free = [card for card in possible if card not in certain]
        wanted = sight.holds - len(held)
        if needed:
            others = [card for card in free if card not in needed]
            ways = [
                comb(len(needed), j) * comb(len(others), wanted - j) for j in range(1, wanted + 1)
            ]
            way = int(sum(ways) * Fraction(plain_word(key, next(words)), 2**64))
            j = next(j for j in range(1, wanted + 1) if way < sum(ways[:j]))
            rich = list(needed)
            held += [draw(rich) for _ in range(j)]
            held += [draw(others) for _ in range(wanted - j)]
        else:
            held += [draw(free) for _ in range(wanted)]
        stock = [card for card in hidden if card not in held]
        yield held, [draw(stock) for _ in range(len(sight.hand))]


@examples(5 if SLOW else 20)
@given(by=rules(), seed=seeds)
def test_worlds_are_those_of_the_page(by, seed):
    for game in list(states(by, seed))[::3]:
        deal = game.deal
        if deal.phase is Phase.THROW_UP:
            continue
        view = view_of(game)
        place = (seed, 5, int(view.me), view.number, len(view.history))
        key = Luck.of(seed, 5, view.me).worlds(view.number, len(view.history))
        assert drawn(sight_of(view), key, 3) == list(plain_worlds(sight_of(view), 3, *place))


def test_the_test_vectors_of_the_page_hold():
    lines = re.findall(
        r"worlds\(seed (\d+), game (\d+), player (.), deal (\d+), tricks (\d+)\)\n"
        r"    hidden = (.*)\n    possible = (.*)\n    certain = (.*)\n    needed = (.*)\n"
        r"    holds (\d+) of them, (\d+) to be turned\n"
        r"    world 0 = (.*) / (.*)\n    world 1 = (.*) / (.*)\n",
        PAGE.read_text(encoding="utf-8"),
    )
    assert len(lines) == 2
    for seed, game, player, deal, tricks, *sets, count, turns, h0, s0, h1, s1 in lines:
        key = Luck.of(int(seed), int(game), Player[player])
        numbers = [
            sum(1 << PLAIN_PACK.index(card) for card in text.split() if card != "-")
            for text in sets
        ]
        own = [i for i in range(52) if not numbers[0] >> i & 1][: int(turns)]
        sight = Sight(own, None if int(count) == len(own) else own[-1], 0, int(count), *numbers)
        found = drawn(sight, key.worlds(int(deal), int(tricks)), 2)
        texts = [" ".join(str(PACK[i]) for i in some) for world in found for some in world]
        assert texts == [h0, s0, h1, s1]


# --- They fit ------------------------------------------------------------------------------------


@examples(8 if SLOW else 40)
@given(by=rules(), seed=seeds)
def test_worlds_fit_whatever_the_rules(by, seed):
    for number, game in enumerate(states(by, seed)):
        if game.deal.phase is Phase.THROW_UP:
            continue
        known = knowledge_of(view_of(game))
        for held, stock in drawn(sight_of(view_of(game)), number, 6):
            hand, turns = sum(1 << i for i in held), sum(1 << i for i in stock)
            assert len(held) == known.holds == hand.bit_count()
            assert len(stock) == turns.bit_count()
            assert hand & ~known.possible == 0
            assert known.certain & ~hand == 0
            assert not known.needed or known.needed & hand
            assert turns & ~(known.hidden & ~hand) == 0


# --- They are even -------------------------------------------------------------------------------


def fitting(sight):
    """All worlds that fit, by trying each: the other's cards in order, and the turn-ups."""
    hidden = [i for i in range(52) if sight.hidden >> i & 1]
    for held in combinations([i for i in hidden if sight.possible >> i & 1], sight.holds):
        hand = sum(1 << i for i in held)
        if sight.certain & ~hand or (sight.needed and not sight.needed & hand):
            continue
        rest = [i for i in hidden if i not in held]
        for stock in permutations(rest, len(sight.hand)):
            yield held, stock


def assert_even(counts, kinds, many):
    """Every kind is there and no other, as often as chance makes it: chi-square."""
    assert counts.keys() <= set(kinds)
    expected = many / len(kinds)
    found = sum((counts[kind] - expected) ** 2 for kind in kinds) / expected
    # Five standard deviations of chi-square, and a little for few kinds; the keys are fixed.
    free = len(kinds) - 1
    assert found < free + 5 * sqrt(2 * free) + 10


FEW_HIDDEN = 1 << 20 | 1 << 23 | 1 << 30 | 1 << 31 | 1 << 44 | 1 << 50 | 1 << 51
SIGHTS = {
    "nothing known": (FEW_HIDDEN, 0, 0),
    "a void": (FEW_HIDDEN & ~(1 << 30 | 1 << 31), 0, 0),
    "a certain card": (FEW_HIDDEN, 1 << 44, 0),
    "one needed": (FEW_HIDDEN, 0, 1 << 51),
    "one of two needed": (FEW_HIDDEN, 0, 1 << 50 | 1 << 51),
    "one of four needed and a void": (
        FEW_HIDDEN & ~(1 << 20), 0, 1 << 23 | 1 << 30 | 1 << 50 | 1 << 51,
    ),
    "a certain card and one of two needed": (FEW_HIDDEN, 1 << 44, 1 << 50 | 1 << 51),
    "all of them needed": (FEW_HIDDEN, 0, FEW_HIDDEN),
}  # fmt: skip


@pytest.mark.parametrize("name", SIGHTS)
@pytest.mark.parametrize("count", [2, 3])
def test_every_world_that_fits_is_as_likely_as_any_other(name, count):
    own = list(range(count))
    sight = Sight(own, None, 5, count, FEW_HIDDEN, *SIGHTS[name])
    kinds = list(fitting(sight))
    many = (20 if SLOW else 200) * len(kinds)
    worlds = drawn(sight, 12345 + count, many)
    counts = Counter((tuple(sorted(held)), tuple(stock)) for held, stock in worlds)
    assert_even(counts, kinds, many)


@pytest.mark.parametrize("following", readings_of("following"))
def test_hands_that_fit_a_game_are_even_under_every_reading_of_following(following):
    dice, tried = Dice(3), 0
    by = usual_with(following)
    for seed in range(400):
        for game in states(by, seed):
            view = view_of(game)
            if game.deal.phase is Phase.THROW_UP or len(view.history) != 2:
                continue
            sight = sight_of(view)
            shows_void = following == "free" or sight.possible != sight.hidden
            if sight.holds != 2 or not shows_void:
                continue
            tried += 1
            hidden = [i for i in range(52) if sight.possible >> i & 1]
            kinds = [
                pair
                for pair in combinations(hidden, 2)
                if not sight.needed or any(sight.needed >> i & 1 for i in pair)
            ]
            many = 30 * len(kinds)
            worlds = drawn(sight, dice.throw(2**32), many)
            assert_even(Counter(tuple(sorted(held)) for held, _ in worlds), kinds, many)
        if tried >= (1 if SLOW else 8):
            return
    pytest.fail("no such state was met")


def usual_with(following):
    from table import rules as usual  # noqa: PLC0415  # only this test needs it

    return usual(hand_size=4, redeal="no_ace_or_face", following=following)


def test_the_first_worlds_are_the_same_however_many_are_drawn():
    sight = Sight([1, 2, 3], None, 5, 3, FEW_HIDDEN, FEW_HIDDEN, 0, 0)
    assert drawn(sight, 7, 40)[:16] == drawn(sight, 7, 16)
    assert len({str(world) for world in drawn(sight, 7, 16)}) > 8


# --- What cards are worth over them --------------------------------------------------------------


@examples(2 if SLOW else 10)
@given(by=rules(), seed=seeds)
def test_worths_are_those_of_best_play_added_up_over_the_worlds(by, seed):
    from penneech.kernel.solving import solve  # noqa: PLC0415  # only this test needs it

    if by.hand_size > (3 if SLOW else 5):
        return
    for game in list(states(by, seed))[::4]:
        if game.deal.phase is Phase.THROW_UP:
            continue
        view = view_of(game)
        sight = sight_of(view)
        sums = Counter()
        for held, stock in drawn(sight, seed, 5):
            other = [PACK[i] for i in held]
            leader, replier = (view.hand, other) if view.led is None else (other, view.hand)
            turned = (view.turn_up, *(PACK[i] for i in stock))
            sums.update(solve(by, leader, replier, turned, led=view.led, standing=sight.standing))
        totals = searching.worths(by, sight, seed, 5)
        legal = [card for card, total in zip(view.hand, totals, strict=True) if total is not None]
        assert tuple(legal) == view.legal
        assert {card: totals[view.hand.index(card)] for card in legal} == {
            card: sums[card] for card in legal
        }
