"""A game kept as a record, and gone on with from one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.engine.state import Phase
from penneech.errors import PenneechError
from penneech.events import Played, ThrownUp
from penneech.records import record_of, verify
from penneech.screens.sitting import begin, chosen, dealt

if TYPE_CHECKING:
    from penneech.records import Record, Replayed
    from penneech.screens.sitting import Choice, Sitting


def record_of_sitting(sitting: Sitting) -> Record:
    """The game as a record, with all cards of its deals, hidden ones too.

    Where both hands were thrown up the next are dealt first: a record tells of void hands only
    together with those that were dealt after them.
    """
    if sitting.game.attempt and sitting.game.needs_pack:
        sitting = dealt(sitting)
    return record_of(sitting.rules, sitting.heading, sitting.steps)


def sitting_of(record: Record) -> Sitting:
    """Sit down to a recorded game where it breaks off; the same cards and players go on.

    A record does not tell that a hand was kept before anything has come of it: the question is then
    asked again.

    Raises:
        PenneechError: when the record does not hold, is over, has no person among its players, or
            its cards are not those of its seed.
    """
    replayed = verify(record)
    if replayed.game.over:
        raise PenneechError("the game is over: nothing is left to play").known_as("over")
    return _gone_through(replayed)


def restored(record: Record, moment: int, secret: bytes | None = None) -> Sitting:
    """Sit down again to a game of one's own keeping, at the very moment at which it was kept.

    The record does not tell that hands were kept of which nothing has come yet, and has the hands
    that follow void ones; the moment does.

    Args:
        record: as `record_of_sitting` gives it; it may be over.
        moment: how many deals and choices there had been.
        secret: what its packs were drawn by, if not by its seed.

    Raises:
        PenneechError: when the record does not hold, or its cards are not those of its seed.
    """
    sitting = _gone_through(verify(record), secret)
    while len(sitting.steps) < moment:
        sitting = chosen(sitting, False)  # noqa: FBT003  # a choice is a card or a truth
    return replace(sitting, steps=sitting.steps[:moment])


def _gone_through(replayed: Replayed, secret: bytes | None = None) -> Sitting:
    """Deal and choose once more all that a record tells."""
    record = replayed.record
    sitting = begin(record.rules, record.heading, secret)
    if sitting.heading.cut != record.heading.cut:
        raise _other_cards(None)
    for number, deal in enumerate(_choices(replayed), 1):
        for attempt, choices in enumerate(deal):
            sitting = dealt(sitting)
            if not _same_cards(sitting, replayed, number, attempt):
                raise _other_cards(number)
            for choice in choices:
                sitting = chosen(sitting, choice)
    return sitting


def _choices(replayed: Replayed) -> list[list[list[Choice]]]:
    """For each deal, and each dealing of it, what the players chose."""
    deals: list[list[list[Choice]]] = []
    for steps in replayed.deals:
        dealings: list[list[Choice]] = []
        asked = False
        for game, facts in steps:
            first = facts[0] if facts else None
            if isinstance(first, Played):
                dealings[-1].append(first.card)
            elif asked:
                dealings[-1].append(isinstance(first, ThrownUp))
            else:
                dealings.append([])
            asked = game.deal is not None and game.deal.phase is Phase.THROW_UP
        deals.append(dealings)
    return deals


def _same_cards(sitting: Sitting, replayed: Replayed, number: int, attempt: int) -> bool:
    """Whether the record's pack is that of the seed or secret as far as the record knows it."""
    recorded = [
        game.deal
        for game, _ in replayed.deals[number - 1]
        if game.deal is not None and game.deal.attempt == attempt
    ][-1]
    pack = sitting.packs(number - 1, attempt, len(PACK))
    return pack is not None and pack[: recorded.top] == recorded.pack[: recorded.top]


def _other_cards(deal: int | None) -> PenneechError:
    what = "the cut" if deal is None else f"deal {deal}"
    return PenneechError(
        f"the cards of {what} are not those of the record's seed, so that nobody can tell which "
        "come next: the game cannot be gone on with"
    ).known_as("other_cut" if deal is None else "other_cards", deal=deal or 0)
