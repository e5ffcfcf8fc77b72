"""Other ways in which the hidden cards may lie: games that a player cannot tell from this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import Card, in_pack_order
from penneech.errors import PenneechError
from penneech.players.knowing import knowledge_of
from penneech.research.choices import KEEP, THROW_UP

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.events import Player
    from penneech.research.position import Position, Step

MOST_TRIES = 10_000


def resampled(position: Position, player: Player, sampler: Callable[[], float]) -> tuple[int, ...]:
    """The steps of this attempt at a deal, but that the cards hidden from a player lie anew.

    Each way to lay them that the player cannot tell from the true one is as likely as any other.
    Nothing is made of how the other chooses: a hand that was kept may have been a bad one.

    Args:
        position: a position in which somebody is to choose.
        player: who cannot tell.
        sampler: gives numbers from 0 up to 1.

    Raises:
        PenneechError: when no such way is found, which should not happen.
    """
    opening = position.opening
    if opening is None or position.to_move is None:
        return tuple([step for _, step in position.steps])
    for _ in range(MOST_TRIES):
        pack = _laid_anew(position, player, sampler)
        now = _retold(opening, position, player, pack)
        if now is not None and now.logs[player] == position.logs[player]:
            return tuple([step for _, step in now.steps])
    raise PenneechError("no other way to lay the hidden cards was found")


def _laid_anew(position: Position, player: Player, sampler: Callable[[], float]) -> dict[int, Card]:
    """The cards that are drawn, by their places, but that the other holds others."""
    view, game, other = position.view(player), position.game, player.other
    assert view is not None and game is not None and game.deal is not None  # noqa: S101, PT018  # dealt
    known, held = knowledge_of(view), game.deal.hands[other]
    sure = [card for card in position.table.pack if known.certain >> card.index & 1]
    free = [card for card in position.table.pack if known.possible >> card.index & 1]
    free = [card for card in free if card not in sure]
    while len(sure) < len(held):
        sure.append(free.pop(int(sampler() * len(free))))
    played = [trick.led if trick.leader is other else trick.reply for trick in view.history]
    if view.led is not None and game.deal.to_move is player:
        played.append(view.led)
    drawn = position.pack.drawn()
    places = [place for place, card in drawn.items() if card in held or card in played]
    return {**drawn, **dict(zip(places, in_pack_order((*sure, *played)), strict=True))}


def _retold(
    opening: Position, position: Position, player: Player, drawn: dict[int, Card]
) -> Position | None:
    """The same choices made over other cards, or None where the rules do not let that be.

    The other keeps every hand that it might have thrown up and did not: nobody hears of that.
    """
    told: list[Step] = [
        (who, step) for who, step in position.steps
        if who is player or (who is not None and step != KEEP)
    ]  # fmt: skip
    told.reverse()
    now = opening
    while told or now.is_chance or now.to_move is not position.to_move:
        if now.is_chance:
            card = drawn.get(now.due[0])
            step = None if card is None else card.index
        elif now.to_move is not player and KEEP in now.choices and not _throws_up(told, player):
            step = KEEP
        else:
            who, step = told.pop() if told else (None, None)
            if who is not now.to_move or step not in now.choices:
                return None
        if step is None:
            return None
        now = now.after(step)
    return now


def _throws_up(told: list[Step], player: Player) -> bool:
    return bool(told) and told[-1][1] == THROW_UP and told[-1][0] is not player
