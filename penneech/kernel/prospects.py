"""Prospects: the chance of winning the game from every score, before a deal.

What a deal brings does not depend on the score, as long as the players do not look at it. So deals
are played to their ends and counted (`tallying.py`), and the chances from any score follow: a deal
either wins the game or leads to a higher score, whose chances are known when scores are gone
through from the target downwards.

A score is told here by what a player still *needs*, 1 to the target. Deals in which nobody scores
lead back to where they began, mostly with the other dealing: the chances under both dealers come
from a pair of equations.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from penneech.errors import PenneechError
from penneech.events import Player
from penneech.kernel.caching import announce, compiled
from penneech.kernel.keeping import keep, kept
from penneech.kernel.parts import part
from penneech.kernel.tallying import COMPARED, DECIDES, Tally, tally_deals, tally_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.events import Event
    from penneech.rules import Rules

    Play: TypeAlias = Callable[[int, Player], Iterable[Event]]

Numbers: TypeAlias = np.ndarray[Any, Any]

DEALS = 100_000
"""So many deals are played unless another number is asked for."""

LEAST = 1e-12
"""Deals that score less often than this never do: it is what rounding leaves."""

BATCHES = 10
"""The deals are shared out among so many batches, from whose differences the error is estimated."""

LEVEL, TABLE = 2, 4
"""In a row of figures two errors come first, then the chances at level scores, then the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The chances of the first-named of two players to win the game.

    A game that no deal can end, since nobody ever scores, counts as half a win for each.

    Args:
        table: the chance at [who deals, own score, other's score], for scores below the target; the
            first index is 1 when the player itself is to deal.
        level: the chance at [who deals] when both totals are past the target and equal, which needs
            another deal under `deal_end_higher`; elsewhere no numbers.
        error: the standard error of the chance at 0,0, the larger of the two dealers'.
        largest_error: the largest standard error in the table. Each is estimated from ten batches,
            so the largest of many is rather too large than too small.
        deals: how many deals were played; twice as many for two different players.
    """

    table: Numbers
    level: Numbers
    error: float
    largest_error: float
    deals: int

    def of(self, own: int, other: int, deals_next: bool) -> float:  # noqa: FBT001  # it reads well
        """The chance of winning before a deal.

        Args:
            own: the player's score.
            other: the other player's.
            deals_next: whether the player is to deal next.

        Raises:
            ValueError: for scores at which no deal is to be played.
        """
        target, dealer = self.table.shape[1], int(deals_next)
        if 0 <= own < target and 0 <= other < target:
            return float(self.table[dealer, own, other])
        if own == other >= target and not isnan(self.level[dealer]):
            return float(self.level[dealer])
        raise ValueError(f"with the target {target} no deal is played at {own},{other}")


def prospects(
    rules: Rules,
    players: tuple[str, str] = ("greedy", "greedy"),
    deals: int = DEALS,
    seed: int = 0,
    play: Play | None = None,
) -> Prospects:
    """The chances of the first-named player, from this user's cache or made anew.

    Args:
        rules: the variant's rules.
        players: the names of two players who do not look at the score.
        deals: how many deals are played, for each dealer where the players differ.
        seed: 0 to 2^64 - 1. The deals are the first ones of the games from 0 on.
        play: what plays a deal, if it is not the kernel that does: given the number of the game and
            who is to deal, it tells all that happens in the first deal, as `tally_events` takes it.

    Raises:
        PenneechError: for a player that the kernel does not have, or no deals.
        SeedError: for a seed out of bounds.
    """
    if deals < 1:
        raise PenneechError(f"prospects are made from deals; {deals} are too few, give 1 or more")
    name = {"rules": rules.digest(), "players": list(players), "deals": deals, "seed": seed}
    figures = kept(name, TABLE + 2 * rules.target**2)
    if figures is None:
        figures = _made(rules, players, deals, seed, play)
        keep(name, figures)
    figures.flags.writeable = False
    table = figures[TABLE:].reshape(2, rules.target, rules.target)
    error, largest_error = map(float, figures[:LEVEL])
    return Prospects(table, figures[LEVEL:TABLE], error, largest_error, deals)


def _made(
    rules: Rules, players: tuple[str, str], deals: int, seed: int, play: Play | None = None
) -> Numbers:
    """The figures of a table in a row, from as many deals, in batches."""
    whole = (Tally.empty(rules), Tally.empty(rules))
    mean, squares, many = np.zeros(()), np.zeros(()), 0
    for many, (size, batch) in enumerate(_batches(rules, players, deals, seed, play), 1):
        for sums, more in zip(whole, batch, strict=True):
            sums.add(more)
        if deals > 1:
            found = _chances(rules, batch, size)[LEVEL:]
            before, mean = mean, mean + (found - mean) / many
            squares = squares + (found - before) * (found - mean)
    figures = _chances(rules, whole, deals)
    if many > 1:
        errors = np.sqrt(squares[LEVEL:] / (many - 1) / many).reshape(2, -1)
        figures[:LEVEL] = errors[:, 0].max(), errors.max()
    return figures


def _batches(
    rules: Rules, players: tuple[str, str], deals: int, seed: int, play: Play | None
) -> Iterator[tuple[int, tuple[Tally, Tally]]]:
    """The batches: how many deals, and what they bring when A is to deal and when B is."""

    def tally(first: int, last: int, dealer: Player) -> Tally:
        if play is None:
            return tally_deals(rules, players, seed, first, last, dealer)
        return tally_events(rules, (play(game, dealer) for game in range(first, last)))

    for nth in range(min(BATCHES, deals)):
        first, last = (deals * end // min(BATCHES, deals) for end in (nth, nth + 1))
        by_a = tally(first, last, Player.A)
        same = players[0] == players[1]
        yield last - first, (by_a, by_a.mirrored() if same else tally(first, last, Player.B))


def _chances(rules: Rules, tallies: tuple[Tally, Tally], deals: int) -> Numbers:
    """A row of figures: no errors, A's chances at level scores, and A's at all others.

    Args:
        rules: the variant's rules.
        tallies: what so many deals bring with A to deal, and so many with B.
        deals: how many.
    """
    level = np.full(2, nan)
    won = np.zeros((2, rules.target + 1, rules.target + 1))
    if DECIDES[rules.game_end] == COMPARED:
        # Most of a tally for a high target is empty.
        most = 2 + max(np.argwhere(tally.compared).max() for tally in tallies)
        compared = np.stack([tally.compared[:, :most, :most] for tally in tallies]) / deals
        level = _level_chances(compared)
        for dealer in range(2):
            won[dealer] = _won_by_comparison(compared[dealer], level, rules.target)
    else:
        for dealer in range(2):
            won[dealer, :, 1:] = tallies[dealer].reached[0].cumsum(axis=1) / deals
    totals = np.stack([tally.totals for tally in tallies]) / deals
    steps = np.argwhere(totals)
    steps = steps[steps[:, 2].argsort(kind="stable")]
    steps = steps[steps[:, 2] > 0]
    announce(go_down)
    go_down(steps, totals[tuple(steps.T)], np.ascontiguousarray(totals[:, :, 0]), won)
    # Needs of 1 to the target become scores from one less than it down to 0, and A's deal is 1.
    table = won[::-1, :0:-1, :0:-1].clip(0, 1)
    return np.concatenate(([nan, nan], level[::-1], table.ravel()))


def _level_chances(compared: Numbers) -> Numbers:
    """A's chances by dealer where totals are equal and past the target."""
    points = np.arange(compared.shape[-1])
    ahead = points[:, None] > points
    won = [float(shares[:, ahead].sum()) for shares in compared]
    still = [[float(np.trace(shares)) for shares in by_dealer] for by_dealer in compared]
    return np.array(both_chances(*won, *still[0], *still[1]))


def _won_by_comparison(compared: Numbers, level: Numbers, target: int) -> Numbers:
    """The chance by A's and B's needs that a deal wins the game for A, or leads A to win it.

    Args:
        compared: the share of deals by who deals next and the points of A and of B.
        level: A's chances by dealer at equal totals.
        target: the target.
    """
    equal = np.array(compared)
    for points in range(compared.shape[-1] - 2, -1, -1):
        equal[:, points, :-1] += equal[:, points + 1, 1:]
    # Both are there, and A is further past the target by 1 or 2 or more.
    further = np.zeros(compared.shape[1:])
    further[:-1] = equal.sum(axis=0)[:0:-1].cumsum(axis=0)[::-1]
    # A is there, and B is not.
    alone = np.zeros(compared.shape[1:])
    alone[:, 1:] = compared.sum(axis=0)[::-1].cumsum(axis=0)[::-1].cumsum(axis=1)[:, :-1]
    won = alone + further + np.tensordot(level, equal, 1)
    # Beyond the most points of any deal nothing changes any more.
    room = max(0, target + 1 - won.shape[0])
    return np.pad(won, (0, room), mode="edge")[: target + 1, : target + 1]


@compiled
def both_chances(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    a: float, b: float, aa: float, ab: float, ba: float, bb: float
) -> tuple[float, float]:
    """The two chances a + aa x the one + ab x the other, and b + ba x the one + bb x the other."""
    rest = (1 - aa) * (1 - bb) - ab * ba
    if rest < LEAST:
        return 0.5, 0.5
    return (a * (1 - bb) + b * ab) / rest, (b * (1 - aa) + a * ba) / rest


@compiled
def go_down(steps: Numbers, weights: Numbers, flat: Numbers, chances: Numbers) -> None:
    """Find the chances from every score, the nearest to the target first.

    Args:
        steps: what a deal may bring: who is to deal, who deals next, the points of A, which are
            not 0, and those of B; in the order of A's.
        weights: the share of the deals of that dealer for each of them.
        flat: the shares of deals without points for A, by dealer, next dealer and points of B.
        chances: A's chances by dealer, A's need and B's need: at first that a deal wins the game.
    """
    target, longest = chances.shape[1] - 1, 0
    for b in range(flat.shape[2]):
        if flat[:, :, b].any():
            longest = b
    for need in range(1, target + 1):
        for i in range(steps.shape[0]):
            a, b = steps[i, 2], steps[i, 3]
            if a >= need:
                break
            to = chances[steps[i, 0], need, b + 1 :]
            add_share(to, weights[i], chances[steps[i, 1], need - a, 1:])
        for other in range(1, target + 1):
            for dealer in range(2):
                for b in range(1, min(longest, other - 1) + 1):
                    for after in range(2):
                        share = flat[dealer, after, b]
                        chances[dealer, need, other] += share * chances[after, need, other - b]
            chances[0, need, other], chances[1, need, other] = both_chances(
                chances[0, need, other], chances[1, need, other],
                flat[0, 0, 0], flat[0, 1, 0], flat[1, 0, 0], flat[1, 1, 0],
            )  # fmt: skip


@part
def add_share(to: Numbers, share: float, of: Numbers) -> None:
    """Add a share of each of the numbers, as many as there is room for."""
    for i in range(to.size):
        to[i] += share * of[i]
