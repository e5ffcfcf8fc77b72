"""What many deals bring, counted so that the winner can be told from any score.

Deals are played to their ends, and of each what was pegged is looked at in the order in which the
variant's `game_end` counts it. It is counted and forgotten: memory grows with the target and not
with the number of deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from penneech.events import Dealt, Player, Scored
from penneech.kernel import _call, _keys, _policies
from penneech.kernel.caching import compiled
from penneech.kernel.packing import packed
from penneech.kernel.parts import part
from penneech.kernel.playing import (
    CUT,
    DEAL_ENDED,
    DEALER,
    DEALT,
    PLACES,
    ROW,
    SCORED,
    THROWN_UP,
    TRACE,
    TRACED,
    TRICK_WON,
    WORDS,
    play_games,
)
from penneech.rules import GameEnd

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.events import Event
    from penneech.rules import Rules

Numbers: TypeAlias = np.ndarray[Any, Any]

MOST_PEGS, MOST_TRACED = 64, 16_384
"""More than can be pegged in a deal, and more than is written down of one after 100 redeals."""

IN_ORDER, ELDER_FIRST, COMPARED = range(3)
"""What tells the winner: the order of the pegs; the totals, the elder hand's first; the greater."""

DECIDES = {
    GameEnd.FIRST_TO_PEG: IN_ORDER,
    GameEnd.TURN_UPS_THEN_COUNT: IN_ORDER,
    GameEnd.DEAL_END_ELDER_FIRST: ELDER_FIRST,
    GameEnd.DEAL_END_HIGHER: COMPARED,
}


class Tally(NamedTuple):
    """How often deals brought what; all have the same player to deal when they begin.

    Args:
        reached: by player, need and points: deals in which the player came to need no more when the
            other had pegged so many points, fewer than the target. Empty where totals are compared.
        totals: by who deals next and the points of A and of B: deals that brought so much, each
            less than the target.
        compared: by who deals next and the points of A and of B, at most twice the target, where
            totals are compared: larger ones are set back as far as changes no comparison. Elsewhere
            it is empty.
    """

    reached: Numbers
    totals: Numbers
    compared: Numbers

    @classmethod
    def empty(cls, rules: Rules) -> Tally:
        """No deals yet."""
        target, comparing = rules.target, DECIDES[rules.game_end] == COMPARED
        needs, points = (0, 2 * target + 1) if comparing else (target + 1, 0)
        shapes = (2, needs, target), (2, target, target), (2, points, points)
        return cls(*[np.zeros(shape, np.int64) for shape in shapes])

    def mirrored(self) -> Tally:
        """The same deals with the players exchanged, so that the other is to deal."""
        return Tally(
            self.reached[::-1],
            self.totals[::-1].transpose(0, 2, 1),
            self.compared[::-1].transpose(0, 2, 1),
        )

    def add(self, other: Tally) -> None:
        """Count the deals of the other, too."""
        for sums, more in zip(self, other, strict=True):
            np.add(sums, more, out=sums)


def tally_deals(  # noqa: PLR0913, PLR0917  # all that a deal depends on
    rules: Rules, players: tuple[str, str], seed: int, first: int, last: int, dealer: int
) -> Tally:
    """Play the first deals of games, and count what they bring.

    Args:
        rules: the variant's rules.
        players: the names of the players at A and at B.
        seed: 0 to 2^64 - 1.
        first: the number of the first game.
        last: the number after that of the last.
        dealer: who is to deal: 0 for A, 1 for B.

    Raises:
        PenneechError: for a player that the kernel does not have.
        SeedError: for a seed out of bounds.
    """
    found = Tally.empty(rules)
    # Rules under which each deal is a whole game, won after its last trick: nothing cuts it short,
    # and what is pegged is written down in the order of the true rules.
    by = packed(rules).copy()
    by.pegs_win, by.elder_first, by.target = 0, 1, 1
    begin = np.array([first, 0, dealer, 1, 1, *_policies(players)], np.int64)
    limits = np.array([last, rules.target, DECIDES[rules.game_end]], np.int64)
    _call(
        count_deals, by, _keys(seed), begin, limits, np.zeros(PLACES, np.uint8),
        np.zeros(WORDS, np.uint64), *found,
    )  # fmt: skip
    return found


def tally_events(rules: Rules, deals: Iterable[Iterable[Event]]) -> Tally:
    """Count what deals bring that were played elsewhere.

    Args:
        rules: the variant's rules.
        deals: all that happened in each of them. Nothing may have ended it before its last trick,
            but that somebody scored as much as the highest target that there is.
    """
    found = Tally.empty(rules)
    for facts in deals:
        pegs, dealer = [0] * MOST_PEGS, Player.A
        many = 0
        for fact in facts:
            if isinstance(fact, Dealt):
                dealer = fact.dealer
            elif isinstance(fact, Scored):
                pegs[many] = -fact.points if fact.player is Player.B else fact.points
                many += 1
        limits = int(dealer.other), rules.target, DECIDES[rules.game_end]
        count_pegs(np.array(pegs, np.int64), many, *limits, *found)
    return found


@part
def read_pegs(book: Numbers, pegs: Numbers) -> int:
    """What was pegged in the game in the book, in order: A's points, and B's less than nothing.

    Returns:
        How many pegs there are.
    """
    at, end, many = TRACE, TRACE + book[TRACED], 0
    while at < end:
        kind = book[at]
        if kind == SCORED:
            pegs[many] = -book[at + 2] if book[at + 1] else book[at + 2]
            many += 1
        if kind == DEALT:
            at += 4 + 2 * book[at + 3]
        elif kind == THROWN_UP:
            at += 4 + book[at + 2] + book[at + 3]
        elif kind in (SCORED, TRICK_WON):
            at += 6
        elif kind in (DEAL_ENDED, CUT):
            at += 3
        else:
            at += 4
    return many


@part
def count_reached(pegs: Numbers, many: int, target: int, reached: Numbers) -> None:
    """Count for each need by when it was met, as long as the other is not past the target."""
    a, b = 0, 0
    for i in range(many):
        if pegs[i] > 0:
            for need in range(a + 1, min(a + pegs[i], target) + 1):
                reached[0, need, b] += 1
            a += pegs[i]
        else:
            for need in range(b + 1, min(b - pegs[i], target) + 1):
                reached[1, need, a] += 1
            b -= pegs[i]
        if a >= target or b >= target:
            return


@compiled
def count_pegs(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    pegs: Numbers,
    many: int,
    after: int,
    target: int,
    decides: int,
    reached: Numbers,
    totals: Numbers,
    compared: Numbers,
) -> None:
    """Count what one deal brings.

    Args:
        pegs: what was pegged, in order: A's points, and B's less than nothing; it is changed.
        many: how many pegs there are.
        after: who deals next, who was the elder hand: 0 for A, 1 for B.
        target: the target.
        decides: what tells the winner.
        reached: a tally's part, which is added to.
        totals: another.
        compared: the last.
    """
    a, b = totals_of(pegs, many)
    if decides == COMPARED:
        # From any score below the target, the same player is there and ahead after this.
        over = max(0, min(a, b) - target)
        compared[after, min(a - over, b - over + target), min(b - over, a - over + target)] += 1
    else:
        if decides == ELDER_FIRST:
            if after:
                pegs[0], pegs[1] = -b, a
            else:
                pegs[0], pegs[1] = a, -b
            many = 2
        count_reached(pegs, many, target, reached)
    if a < target and b < target:
        totals[after, a, b] += 1


@part
def totals_of(pegs: Numbers, many: int) -> tuple[int, int]:
    """What A and B pegged together."""
    a, b = 0, 0
    for i in range(many):
        if pegs[i] > 0:
            a += pegs[i]
        else:
            b -= pegs[i]
    return a, b


@compiled
def count_deals(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    keys: Numbers,
    begin: Numbers,
    limits: Numbers,
    pack: Numbers,
    words: Numbers,
    reached: Numbers,
    totals: Numbers,
    compared: Numbers,
) -> None:
    """Play deals and count what they bring.

    Args:
        rules: the rules, packed, under which a deal is a game.
        keys: as `play_games` takes them.
        begin: the same; its first number is changed.
        limits: the number after the last game's; the target; what tells the winner.
        pack: room, as `play_games` takes it.
        words: the same.
        reached: a tally's part, which is added to.
        totals: another.
        compared: the last.
    """
    book, pegs = np.zeros(TRACE + MOST_TRACED, np.int64), np.zeros(MOST_PEGS, np.int64)
    rows, packs, tape = np.zeros((1, ROW), np.int32), np.zeros((0, 52), np.uint8), begin[:1]
    for game in range(begin[0], limits[0]):
        begin[0] = game
        play_games(  # type: ignore[no-untyped-call]  # Numba finds its types
            rules, keys, begin, packs, tape, book, pack, words, rows
        )
        many = read_pegs(book, pegs)
        count_pegs(pegs, many, 1 - book[DEALER], limits[1], limits[2], reached, totals, compared)
