"""What the cards that the other has played make likely of those that it holds.

Of the worlds that fit what a player has seen (`searching.py`) some are likelier than others: who
held the ace and might have taken a trick with it would mostly have done so. The other is taken to
prefer what brings most in the trick in hand, as `greedy` reckons it, but not always: the further a
card falls behind the best, the less likely it is to be played. So each world gets a weight, how
likely the other was to play in it what it has played, and worlds are taken by their weights.

Everything is reckoned from whole numbers by sums, products and quotients in a fixed order, which
come out the same on every machine. `docs/reference/randomness.md` defines the weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from penneech.kernel.bits import ONE, WORD, first_of, size_of
from penneech.kernel.caching import announce, compiled
from penneech.kernel.packing import SCALE, packed
from penneech.kernel.parts import part
from penneech.kernel.playing import SUIT_BITS, TRUMPS_SHIFT, may_follow, stake_of
from penneech.kernel.searching import CODES, Count, worlds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.kernel.searching import Sight
    from penneech.rules import Rules

Numbers: TypeAlias = np.ndarray[Any, Any]

DRAWN_FOR_EACH = 8
"""How many worlds are drawn for each that is taken."""

PARTS = 8
"""A card's lag behind the best is reckoned in eighths of a point."""

MOST_BEHIND = 160
"""Eighths of a point; what lags further behind counts as this."""

LIKENESS = np.cumprod([1.0] + [7 / 8] * MOST_BEHIND)
"""By its lag, how likely a card is beside the best: each eighth of a point takes an eighth off."""

AT_RANDOM = 0.05
"""How often the other is taken to play any legal card, each as likely as the others."""

LOWNESS = 8
"""What each step of rank costs in the reckoning, in 52nds of a point: low cards are spent first."""

CARD, LED, TURNED, TRICK, UNSEEN, HELD, CHOICE_FIGURES = range(7)


class Choice(NamedTuple):
    """A choice that the other has made, as far as both have seen it.

    Args:
        card: the card that it played, by its index.
        led: the card that had been led to it, or None where it led.
        turned: the card turned for that trick.
        trick: how many tricks were complete.
        unseen: the set of the cards that had not been seen on the table, its own hand included.
        held: the set of the cards that it has played since, this one included.
    """

    card: int
    led: int | None
    turned: int
    trick: int
    unseen: int
    held: int


@part
def reply_merit(
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    led: np.uint64,
    card: np.uint64,
    row: np.uint64,
    stake: Count,
) -> Any:  # noqa: ANN401  # a row of figures, in whatever form
    """What a reply brings in its trick, in 52nds of a point, as `greedy` reckons it."""
    value = stake + SCALE * (rules.won[row + led] + rules.won[row + card])
    if not rules.beaters[row + led] & (ONE << card):
        value = -value
    return value + SCALE * (rules.held[row + card] - rules.held[row + led])


@part
def lead_merit(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    card: np.uint64,
    unseen: np.uint64,
    held: Count,
    row: np.uint64,
    stake: Count,
) -> Any:  # noqa: ANN401  # a row of figures, in whatever form
    """What a lead brings in its trick as `greedy` reckons it, in 52nds of a point by hidden card.

    The other holds as many cards as the player who leads, of those that this one does not see.
    """
    hidden = np.int64(size_of(unseen))
    beaten = min(hidden, held * np.int64(size_of(rules.beaters[row + card] & unseen)))
    value = SCALE * rules.held[row + card] * hidden
    return value + (stake + SCALE * rules.won[row + card]) * (hidden - 2 * beaten)


@part
def likelihood(
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    choice: Numbers,
    hand: np.uint64,
    merits: Numbers,
) -> float:
    """How likely the other was to play what it played, had it held this hand.

    Args:
        rules: the rules, packed.
        choice: a choice's figures, cards as codes and sets as words.
        hand: the hand, as a set.
        merits: room for the merits of its cards.
    """
    turned, leads = choice[TURNED], choice[LED] == choice[CARD]
    row = (turned & SUIT_BITS) << TRUMPS_SHIFT
    stake = stake_of(rules, np.int64(choice[TRICK]), turned)  # type: ignore[no-untyped-call]  # Numba finds its types
    unseen = choice[UNSEEN] & ~hand
    legal, many = hand, np.int64(size_of(hand))
    scale = np.int64(size_of(unseen)) if leads else np.int64(1)
    if not leads:
        trumps = WORD(0x1FFF) << (turned & SUIT_BITS)
        legal = may_follow(rules, hand, choice[LED], trumps)  # type: ignore[no-untyped-call]  # the same
    best, place, rest = -(1 << 62), -1, legal
    count = np.int64(size_of(legal))
    for i in range(count):
        card = first_of(rest)
        rest &= rest - ONE
        if leads:
            merit = lead_merit(rules, card, unseen, many, row, stake)
        else:
            merit = reply_merit(rules, choice[LED], card, row, stake)
        merits[i] = merit - scale * LOWNESS * rules.strengths[row + card]
        best = max(best, merits[i])
        if card == choice[CARD]:
            place = i
    total, own = 0.0, 0.0
    for i in range(count):
        behind = PARTS * (best - merits[i]) // (SCALE * scale)
        like = LIKENESS[min(behind, MOST_BEHIND)]
        total += like
        if i == place:
            own = like
    return AT_RANDOM / count + (1 - AT_RANDOM) * (own / total)


@compiled
def weigh(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    choices: Numbers,
    others: Numbers,
    holds: int,
    merits: Numbers,
    weights: Numbers,
) -> None:
    """Weigh worlds by how likely the other was to play in them what it has played.

    Args:
        rules: the rules, packed.
        choices: the figures of each of its choices.
        others: the codes of its cards in each world, one row each, as many as it holds counting.
        holds: how many cards it holds.
        merits: room for as many numbers as a hand has cards.
        weights: where the weights go.
    """
    for world in range(others.shape[0]):
        hand = WORD(0)
        for i in range(holds):
            hand |= ONE << WORD(others[world, i])
        weight = 1.0
        for nth in range(choices.shape[0]):
            choice = choices[nth]
            weight *= likelihood(rules, choice, hand | choice[HELD], merits)
        weights[world] = weight


@compiled
def take(weights: Numbers, taken: Numbers) -> None:
    """Take worlds by their weights: those at the middles of equal parts of their sum, in order."""
    total = 0.0
    for world in range(weights.size):
        total += weights[world]
    at, reached = 0, weights[0]
    for nth in range(taken.size):
        middle = total * ((2 * nth + 1) / (2 * taken.size))
        while reached < middle and at + 1 < weights.size:
            at += 1
            reached += weights[at]
        taken[nth] = at


def likely_worlds(
    rules: Rules, sight: Sight, choices: Sequence[Choice], key: int, many: int
) -> tuple[Numbers, Numbers]:
    """Worlds that fit what a player sees, the likelier ones more often.

    Args:
        rules: the variant's rules.
        sight: what the player to move sees and knows.
        choices: the choices that the other has made; where there is none, the worlds are the first
            of `searching.worlds`.
        key: the key of the choice, `Luck.worlds`.
        many: how many worlds are taken; the same may be taken more than once.

    Returns:
        Hands and turn-ups, as `searching.worlds` gives them.
    """
    if not choices:
        return worlds(sight, key, many)
    hands, stocks = worlds(sight, key, DRAWN_FOR_EACH * many)
    taken = np.empty(many, np.int64)
    take(weights_of(rules, sight, choices, hands), taken)
    return hands[taken], stocks[taken]


def weights_of(rules: Rules, sight: Sight, choices: Sequence[Choice], hands: Numbers) -> Numbers:
    """How likely the other was, in each world, to play what it has played."""
    others = hands[:, 1 if sight.led is None else 0]
    weights = np.empty(len(hands), np.float64)
    figures = np.array([_figures(choice) for choice in choices], np.uint64)
    announce(weigh)
    # With the compiler off words wrap round as they should, and NumPy would warn of it each time.
    with np.errstate(over="ignore"):
        weigh(
            packed(rules), figures, others, sight.holds, np.empty(rules.hand_size, np.int64),
            weights,
        )  # fmt: skip
    return weights


def _figures(choice: Choice) -> tuple[int, ...]:
    led = choice.card if choice.led is None else choice.led
    cards = int(CODES[choice.card]), int(CODES[led]), int(CODES[choice.turned])
    return (*cards, choice.trick, _as_codes(choice.unseen), _as_codes(choice.held))


def _as_codes(cards: int) -> int:
    """A set of indexes as a set of codes."""
    return sum((cards >> 13 * suit & 0x1FFF) << 16 * suit for suit in range(4))
