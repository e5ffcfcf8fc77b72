"""What could be won from a player: best answers to its way of playing, and CFR+ to compare with.

A plan says for each sequence of a player (`penneech.research.sequences`) how likely it is to make
its choices, whatever the cards and the other do: 1 for the first sequence, and for the sequences of
a place together as much as for the one before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from penneech.events import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from penneech.engine.state import Game
    from penneech.research.sequences import Places, Real, Sequences

    Plans: TypeAlias = tuple[Real, Real]
    Shares: TypeAlias = Callable[[Game, list[int]], list[float]]


def plan_of(places: Places, shares: Shares) -> Real:
    """The plan of a player who chooses by these shares.

    Args:
        places: where the player chooses.
        shares: how likely each of the open choices is in a game, which is not asked where the
            player itself never comes.
    """
    plan = np.zeros(places.sequences)
    plan[0] = 1.0
    for game, before, first, end in places:
        if plan[before] > 0:
            plan[first:end] = shares(game, places.choices[first:end].tolist())
            plan[first:end] *= plan[before]
    return plan


def plans_of(deal: Sequences, shares: Shares) -> Plans:
    """The plans of A and B, who both choose by these shares."""
    a, b = (plan_of(places, shares) for places in deal.places)
    return a, b


def evenly(_: Game, choices: list[int]) -> list[float]:
    """Each choice as likely as the others."""
    return [1 / len(choices)] * len(choices)


def worth(deal: Sequences, plans: Plans) -> float:
    """The points by which A is ahead at the end on the mean when both play by these plans."""
    return float((deal.points * plans[0][deal.a] * plans[1][deal.b]).sum())


def best_answer(deal: Sequences, player: Player, plan: Real) -> float:
    """The points by which a player is ahead who knows the other's plan and answers it best."""
    places = deal.places[player]
    gains = _gains(deal, player, plan)
    for level in reversed(places.levels):
        best = np.maximum.reduceat(gains[level.sequences], level.starts)
        gains += np.bincount(places.before[level.places], best, places.sequences)
    return float(gains[0])


def exploitability(deal: Sequences, plans: Plans) -> float:
    """Half of what two would win, one at each seat, who know these plans and answer them best.

    It is OpenSpiel's `exploitability`, in points a deal: nothing where both plans are perfect.
    """
    a, b = plans
    return (best_answer(deal, Player.A, b) + best_answer(deal, Player.B, a)) / 2


def cfr_plus(deal: Sequences) -> Iterator[Plans]:
    """The mean plans after each iteration of CFR+, which come nearer and nearer to perfect play.

    Source:
        Tammelin, Solving large imperfect information games using CFR+, 2014: regrets are never
        below nothing, the players learn by turns, and an iteration weighs as much as its number.
    """
    regrets = [np.zeros(places.sequences) for places in deal.places]
    sums = [np.zeros(places.sequences) for places in deal.places]
    shares = [_matched(places, mine) for places, mine in zip(deal.places, regrets, strict=True)]
    number = 0
    while True:
        number += 1
        for player in Player:
            places, mine, other = deal.places[player], regrets[player], player.other
            theirs = _planned(deal.places[other], shares[other])
            mine += _regrets(deal, player, shares[player], theirs)
            np.maximum(mine, 0, out=mine)
            shares[player] = _matched(places, mine)
            sums[player] += number * _planned(places, shares[player])
        yield sums[0] / sums[0][0], sums[1] / sums[1][0]


def _gains(deal: Sequences, player: Player, plan: Real) -> Real:
    """For each sequence of a player, what its ends bring it when the other plays by this plan."""
    mine, theirs = (deal.b, deal.a) if player else (deal.a, deal.b)
    points = -deal.points if player else deal.points
    size = deal.places[player].sequences
    return np.bincount(mine, points * plan[theirs], size).astype(np.float64)


def _regrets(deal: Sequences, player: Player, shares: Real, plan: Real) -> Real:
    """How much better each choice would have been than the player's shares, by the other's plan."""
    places = deal.places[player]
    gains, regrets = _gains(deal, player, plan), np.zeros(places.sequences)
    for level in reversed(places.levels):
        here = gains[level.sequences]
        mean = np.add.reduceat(here * shares[level.sequences], level.starts)
        regrets[level.sequences] = here - np.repeat(mean, level.widths)
        gains += np.bincount(places.before[level.places], mean, places.sequences)
    return regrets


def _matched(places: Places, regrets: Real) -> Real:
    """The shares of the choices at each place: as their regrets; evenly where there are none."""
    shares = np.ones(places.sequences)
    for level in places.levels:
        here = regrets[level.sequences]
        sums = np.repeat(np.add.reduceat(here, level.starts), level.widths)
        even = 1 / np.repeat(level.widths, level.widths)
        shares[level.sequences] = np.where(sums > 0, here / np.where(sums > 0, sums, 1), even)
    return shares


def _planned(places: Places, shares: Real) -> Real:
    """The plan of who chooses by these shares."""
    plan = np.ones(places.sequences)
    for level in places.levels:
        before = np.repeat(plan[places.before[level.places]], level.widths)
        plan[level.sequences] = before * shares[level.sequences]
    return plan
