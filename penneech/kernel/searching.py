"""Sampled worlds: ways in which the hidden cards may lie, and what each card is worth over them.

A *world* is a hand for the other player and the cards to be turned, in order. Each is drawn from
those that fit what the player to move knows, every one as likely as any other, by the player's own
luck; then best play is found in it with all cards seen (`solving.py`), and what a card is worth is
added up over the worlds. `docs/reference/randomness.md` defines the draws.

Cards are told by their index here (0 to 51, in pack order), sets of cards are whole numbers in
which bit i stands for the card of index i.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from penneech.cards import PACK
from penneech.kernel.bits import ONE, WORD, absorb, first_of, high_product, nth_of, size_of, word
from penneech.kernel.caching import announce, compiled
from penneech.kernel.packing import code
from penneech.kernel.parts import part
from penneech.kernel.solving import (
    BEGINNING,
    ILLEGAL,
    Standing,
    solve_leads,
    solve_replies,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.rules import Rules

Numbers: TypeAlias = np.ndarray[Any, Any]
Count: TypeAlias = int | np.int64

CODES = np.array([code(card) for card in PACK], np.uint8)
"""The code of each card, by its index."""

WAYS = np.array([[comb(n, k) for k in range(18)] for n in range(53)], np.uint64)
"""In how many ways k cards can be chosen of n."""

HIDDEN, POSSIBLE, CERTAIN, NEEDED = range(4)


class Sight(NamedTuple):
    """What a player to move sees and knows, in numbers.

    Args:
        hand: the player's own cards, in the order in which the worths are wanted.
        led: the card led, or None when the player leads.
        turned: the card turned for this trick.
        holds: how many cards the other holds.
        hidden: the set of the cards that the player has not seen.
        possible: those that the other may hold.
        certain: those that the other is sure to hold.
        needed: the other holds at least one of these; 0 when nothing is known of that kind. None of
            them is certain.
        standing: what has gone before, from the side of the player who leads or has led.
    """

    hand: Sequence[int]
    led: int | None
    turned: int
    holds: int
    hidden: int
    possible: int
    certain: int
    needed: int
    standing: Standing = BEGINNING


@part
def draw_from(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    cards: np.uint64, many: Count, key: np.uint64, at: Count, to: Numbers, begin: Count
) -> np.uint64:
    """Draw so many cards of a set, one after the other; each takes the next word of the key.

    Returns:
        The cards that are left; their codes are in `to`, from place `begin` on.
    """
    for nth in range(many):
        card = nth_of(cards, high_product(word(key, WORD(at + nth)), size_of(cards)))
        to[begin + nth] = CODES[first_of(card)]
        cards ^= card
    return cards


@part
def how_many(key: np.uint64, rich: Count, plain: Count, wanted: Count) -> Count:
    """How many cards of the first kind a hand gets that must have one, by word 0 of the key.

    Args:
        key: the world's key.
        rich: how many cards there are of the first kind.
        plain: how many there are of others.
        wanted: how many cards are drawn.
    """
    least, most = max(1, wanted - plain), min(rich, wanted)
    total = WORD(0)
    for many in range(least, most + 1):
        total += WAYS[rich, many] * WAYS[plain, wanted - many]
    lot = high_product(word(key, WORD(0)), total)
    for many in range(least, most):
        ways = WAYS[rich, many] * WAYS[plain, wanted - many]
        if lot < ways:
            return many
        lot -= ways
    return most


@compiled
def draw_worlds(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    key: np.uint64,
    knows: Numbers,
    own: Numbers,
    led: int,
    turned: int,
    holds: int,
    hands: Numbers,
    stocks: Numbers,
) -> None:
    """Draw worlds, one for each row.

    Args:
        key: the key of the choice.
        knows: the sets hidden, possible, certain and needed.
        own: the codes of the player's own hand.
        led: the code of the card led, -1 for the leader.
        turned: the code of the card turned for this trick.
        holds: how many cards the other holds.
        hands: where the hands go, the leader's first; a card led is its last.
        stocks: where the turn-ups go.
    """
    size = own.size
    mine = 0 if led < 0 else 1
    certain, needed = knows[CERTAIN], knows[NEEDED]
    free = knows[POSSIBLE] & ~certain
    wanted = holds - np.int64(size_of(certain))
    for world in range(hands.shape[0]):
        luck = absorb(key, WORD(world))
        other = hands[world, 1 - mine]
        place, rest = 0, certain
        while rest:
            other[place] = CODES[first_of(rest)]
            rest &= rest - ONE
            place += 1
        at, kept = wanted, WORD(0)
        if needed:
            plain = free & ~needed
            many = how_many(luck, np.int64(size_of(needed)), np.int64(size_of(plain)), wanted)
            kept = draw_from(needed, many, luck, 1, other, place)
            kept |= draw_from(plain, wanted - many, luck, 1 + many, other, place + many)
            at += 1
        else:
            kept = draw_from(free, wanted, luck, 0, other, place)
        stock = (knows[HIDDEN] & ~(free | certain)) | kept
        if led >= 0:
            other[size - 1] = led
        for i in range(size):
            hands[world, mine, i] = own[i]
        stocks[world, 0] = turned
        draw_from(stock, size, luck, at, stocks[world], 1)


def worlds(sight: Sight, key: int, many: int) -> tuple[Numbers, Numbers]:
    """Draw worlds that fit what a player sees.

    Args:
        sight: what the player sees and knows.
        key: the key of the choice, `Luck.worlds`.
        many: how many worlds.

    Returns:
        Hands and turn-ups as codes, as `solving.solve_leads` takes them: the hands (worlds, 2,
        size), the leader's first, in which a card led is the last; the turn-ups (worlds, size + 1).
    """
    own = CODES[list(sight.hand)]
    led = -1 if sight.led is None else int(CODES[sight.led])
    hands = np.empty((many, 2, own.size), np.uint8)
    stocks = np.empty((many, own.size + 1), np.uint8)
    knows = np.array([sight.hidden, sight.possible, sight.certain, sight.needed], np.uint64)
    announce(draw_worlds)
    # With the compiler off words wrap round as they should, and NumPy would warn of it each time.
    with np.errstate(over="ignore"):
        draw_worlds(
            np.uint64(key), knows, own, led, int(CODES[sight.turned]), sight.holds, hands, stocks
        )
    return hands, stocks


def worths(rules: Rules, sight: Sight, key: int, many: int) -> list[int | None]:
    """What each card of the hand is worth, added up over so many worlds.

    Args:
        rules: the variant's rules.
        sight: what the player to move sees and knows.
        key: the key of the choice, `Luck.worlds`.
        many: how many worlds.

    Returns:
        Points, in the order of the hand: those of the player less the other's, from this card to
        the end of the deal if both play best and see all cards; None for a card that may not be
        played.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    return worths_over(rules, sight, *worlds(sight, key, many))


def worths_over(rules: Rules, sight: Sight, hands: Numbers, stocks: Numbers) -> list[int | None]:
    """What each card of the hand is worth, added up over these worlds, as `worths` tells it."""
    solve = solve_leads if sight.led is None else solve_replies
    values = solve(rules, hands, stocks, sight.standing)
    return [
        None if one == ILLEGAL else total
        for one, total in zip(values[0].tolist(), values.sum(axis=0, dtype=int).tolist(),
                              strict=True)
    ]  # fmt: skip
