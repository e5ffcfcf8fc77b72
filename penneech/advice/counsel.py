"""What a player would do where a record breaks off, and what it makes of each card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import TYPE_CHECKING

from penneech.advice.sighting import sighted
from penneech.chance import Luck
from penneech.players.greedy import GreedyPlayer, merits_of
from penneech.players.pimc import SamplingPlayer

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.players.protocol import PlayerAtTable
    from penneech.players.view import View
    from penneech.records import Replayed, Viewed


class Measure(StrEnum):
    """What the value of a card is."""

    DEAL = "points_of_the_deal"
    TRICK = "points_of_the_trick"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Worth:
    """What a player makes of one legal card.

    Args:
        card: the card.
        value: points, the player's less the other's.
        error: the standard error of the value, where it is a mean over sampled worlds.
        behind: how much less it is than the value of the card that is played.
        behind_error: the standard error of that. All cards are valued in the same worlds, so it
            tells two cards apart better than the errors of their values.
    """

    card: Card
    value: float
    error: float | None = None
    behind: float = 0.0
    behind_error: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player would do.

    Args:
        player: the player's name.
        seed: the seed of its luck.
        game: the number of the game, on which its luck depends too.
        view: what the player to move sees.
        card: the card that is played; None where the question is throwing up.
        throws_up: whether the hand is thrown up; None where a card is to be played.
        measure: what the values are.
        worths: the legal cards, the card that is played first, then by value.
    """

    player: str
    seed: int
    game: int
    view: View
    card: Card | None
    throws_up: bool | None
    measure: Measure
    worths: tuple[Worth, ...]


def advised(found: Replayed | Viewed, player: PlayerAtTable, seed: int) -> Advice:
    """What a player would do next in a record, from what the player to move may see.

    Its luck is that of the seed, the game's number (0 where it has none) and the seat: with the
    seed of a simulated game it plays as it played there.

    Raises:
        PenneechError: when nobody is to move, when the view hides too much, and for hands that are
            too large for the player.
    """
    return counsel(sighted(found), found.record.heading.game or 0, player, seed)


def counsel(view: View, game: int, player: PlayerAtTable, seed: int) -> Advice:
    """What a player would do who sees this; its luck is that of the seed, the game and the seat.

    Args:
        view: what the player to move sees.
        game: the number of the game.
        player: who is asked.
        seed: 0 to 2^64 - 1.

    Raises:
        PenneechError: for hands that are too large for the player.
    """
    luck = Luck.of(seed, game, view.me)
    if not view.legal:
        throws_up = player.throws_up(view, luck)
        return Advice(player.name, seed, game, view, None, throws_up, Measure.NONE, ())
    card = player.card(view, luck)
    measure, worths = _worths(player, view, luck, card)
    ordered = sorted(worths, key=lambda worth: (worth.card is not card, -worth.value))
    return Advice(player.name, seed, game, view, card, None, measure, tuple(ordered))


def _worths(
    player: PlayerAtTable, view: View, luck: Luck, choice: Card
) -> tuple[Measure, list[Worth]]:
    match player:
        case SamplingPlayer():
            return Measure.DEAL, _of_worlds(player, view, luck, choice)
        case GreedyPlayer():
            merits = merits_of(view)
            best = merits[choice]
            return Measure.TRICK, [
                Worth(card, merit, behind=best - merit) for card, merit in merits.items()
            ]
        case _:
            return Measure.NONE, [Worth(card, 0.0) for card in view.legal]


def _of_worlds(player: SamplingPlayer, view: View, luck: Luck, choice: Card) -> list[Worth]:
    """The values of the cards over the very worlds that the player reckons with."""
    from penneech.kernel import solving  # noqa: PLC0415  # who does not search need not wait

    sight, hands, stocks = player.sampled(view, luck)
    solve = solving.solve_leads if view.led is None else solving.solve_replies
    values = solve(view.rules, hands, stocks, sight.standing)
    by_card = dict(zip(view.hand, values.T.tolist(), strict=True))
    best = by_card[choice]
    worths = []
    for card in view.legal:
        behind = [most - value for most, value in zip(best, by_card[card], strict=True)]
        worths.append(Worth(card, *_mean(by_card[card]), *_mean(behind)))
    return worths


def _mean(values: list[int]) -> tuple[float, float | None]:
    """The mean and its standard error; one world alone has none."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
