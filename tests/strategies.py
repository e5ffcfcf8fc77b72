"""Random points of the rule space, parameters included, for properties and for the twin tests."""

from __future__ import annotations

from functools import cache

from hypothesis import assume
from hypothesis import strategies as st

from penneech.cards import PACK, Rank
from penneech.chance import absorb, shuffled, word
from penneech.events import Player
from penneech.players.simple import RandomPlayer
from penneech.rules import BOUNDS, FORBIDDEN, RULE_POINTS, Rules
from penneech.space import with_readings
from penneech.study.match import Match, record_of_game

READINGS = {point: [reading.value for reading in kind] for point, kind in RULE_POINTS.items()}
LARGEST_HAND = {"both_hands": 17, "own_hand": 10}
LARGE_HANDS = (("redeal_scope", "both_hands"),)
"""The reading that is given where hands are too large to be replaced from the stock."""

HISTORICAL = {
    "hand_size": 7,
    "target": 61,
    "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}


def allowed(readings):
    """Whether the readings go together, as far as they are given."""
    return all(
        readings.get(point) != reading or readings.get(other, needed) == needed
        for (point, reading), (other, needed) in FORBIDDEN
    )


def points(bounds):
    """Points within bounds, mostly as small as games use, now and then nothing or the most."""
    least, most = bounds
    return st.one_of(
        st.integers(least, 9), st.sampled_from([least, most]), st.integers(least, most)
    )


def targets():
    """Targets, mostly low ones, so that games end."""
    return st.one_of(st.integers(1, 40), st.just(61), st.integers(*BOUNDS["target"]))


# A strategy takes longer to be made than to be drawn from.
CARD_POINTS = st.one_of(
    st.just(HISTORICAL["card_points"]),
    st.dictionaries(st.sampled_from([rank.letter for rank in Rank]), points(BOUNDS["card_points"])),
)
PENNEECH = st.fixed_dictionaries(
    {
        "card": st.one_of(st.just("7D"), st.sampled_from([str(card) for card in PACK])),
        "turned_up": points(BOUNDS["penneech"]),
        "in_hand": points(BOUNDS["penneech"]),
    }
)
EXCESS = st.one_of(st.integers(0, 9), st.just(7), st.integers(*BOUNDS["excess_over"]))
TARGETS = targets()
SIZES = {
    scope: st.one_of(st.integers(1, 4), st.just(7), st.integers(1, size))
    for scope, size in LARGEST_HAND.items()
}


@cache
def readings(fixed):
    """A reading for each rule point; those that are fixed are given, and all go together."""
    given = dict(fixed)
    return st.fixed_dictionaries(
        {
            point: st.just(given[point]) if point in given else st.sampled_from(kind)
            for point, kind in READINGS.items()
        }
    ).filter(allowed)


@st.composite
def resolved_rules(draw, **fixed):
    """The resolved form of any rules in the space; `fixed` readings and target are given."""
    found = draw(readings(tuple(sorted(fixed.items()))))
    return {
        "rules": found,
        "hand_size": draw(SIZES[found["redeal_scope"]]),
        "target": fixed.get("target") or draw(TARGETS),
        "card_points": draw(CARD_POINTS),
        "penneech": draw(PENNEECH),
        "excess_over": draw(EXCESS),
    }


@st.composite
def other_readings(draw, parameters):
    """Any rules of the space that have these parameters."""
    few = () if parameters.hand_size <= LARGEST_HAND["own_hand"] else LARGE_HANDS
    found = draw(readings(few))
    return with_readings(parameters, [kind(found[point]) for point, kind in RULE_POINTS.items()])


def rules(**fixed):
    """Any rules in the space."""
    return resolved_rules(**fixed).map(Rules.from_resolved)


@st.composite
def unfinished_records(draw):
    """The record of a game that no deal has ended, so that each was played out."""
    record = draw(played_records(target=BOUNDS["target"][1]))
    size = 2 * record.rules.hand_size
    assume(record.deals and all(len(deal.plays) == size for deal in record.deals))
    return record


@st.composite
def played_records(draw, **fixed):
    """The record of a game between random players, of four deals or redeals at most."""
    by = draw(rules(**fixed))
    seed = draw(st.integers(0, 2**64 - 1))
    begins = st.just(0) if "target" in fixed else st.integers(0, by.target - 1)
    match = Match(
        rules=by,
        variant="a-variant",
        players=(RandomPlayer(), RandomPlayer()),
        seed=seed,
        games=1,
        packs=tuple(shuffled(seed, 0, number, 0) for number in range(4)),
        score=(draw(begins), draw(begins)),
        dealer=draw(st.sampled_from([None, *Player])),
    )
    return record_of_game(match, 0, swapped=draw(st.booleans()))


class Dice:
    """Whole numbers by a key: the same key always throws the same."""

    def __init__(self, *key):
        self.key, self.thrown = 0, 0
        for number in key:
            self.key = absorb(self.key, number)

    def throw(self, sides):
        """A number from 0 to `sides` - 1."""
        self.thrown += 1
        return word(self.key, self.thrown) % sides

    def pick(self, some):
        """One of a list."""
        return some[self.throw(len(some))]

    def between(self, least, most):
        """A number from `least` to `most`."""
        return least + self.throw(most - least + 1)


def thrown_rules(dice, **fixed):
    """The resolved form of rules by dice, for runs too long for Hypothesis."""
    while True:
        readings = {
            point: fixed[point] if point in fixed else dice.pick(kind)
            for point, kind in READINGS.items()
        }
        if allowed(readings):
            break
    size = LARGEST_HAND[readings["redeal_scope"]]
    letters = [rank.letter for rank in Rank]
    card_points = {dice.pick(letters): dice.between(0, 9) for _ in range(dice.throw(9))}
    return {
        "rules": readings,
        "hand_size": dice.pick([dice.between(1, 4), 7, dice.between(1, size)]),
        "target": dice.pick([dice.between(1, 40), 61, dice.between(1, 200)]),
        "card_points": dice.pick([HISTORICAL["card_points"], card_points]),
        "penneech": {
            "card": dice.pick(["7D", str(dice.pick(PACK))]),
            "turned_up": dice.pick([14, dice.between(0, 30)]),
            "in_hand": dice.pick([7, dice.between(0, 30)]),
        },
        "excess_over": dice.pick([7, dice.between(0, 9), dice.between(0, 60)]),
    }
