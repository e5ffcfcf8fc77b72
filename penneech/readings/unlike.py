"""Points that other rules would score otherwise, said for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from penneech.events import Source
from penneech.readings.said import Reason, Sentence, say

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.events import Scored
    from penneech.readings.laid import Laid


def unlike(
    was: frozenset[Scored], would_be: frozenset[Scored], laid: Laid, *, is_closed: bool
) -> Reason | None:
    """What is otherwise about the points of a deal, if anything is.

    Args:
        was: the points as they were scored.
        would_be: the points as they would be scored by other rules.
        laid: the deal.
        is_closed: whether all of the deal was counted, so that nothing may be missing.
    """
    gone, more = was - would_be, would_be - was
    if gone:
        first = _first(gone)
        return _not_earned(first, _for_the_same(first, more), laid)
    return _earned_too(_first(more), laid) if is_closed and more else None


def _first(events: frozenset[Scored]) -> Scored:
    return min(events, key=lambda event: (event.trick, str(event.card)))


def _for_the_same(scored: Scored, events: frozenset[Scored]) -> Scored | None:
    """The points among some that are for the same card."""
    same = [one for one in events if one.source is scored.source and one.card is scored.card]
    return same[0] if len(same) == 1 and scored.card is not None else None


def _earned_too(scored: Scored, laid: Laid) -> Reason:
    """Points that would be scored."""
    said = say(f"{scored.player.name}'s ", _points_for(scored, laid), " would be scored")
    return Reason(said, laid.number, _trick_of(scored))


def _not_earned(was: Scored, would_be: Scored | None, laid: Laid) -> Reason:
    """Points that would not be scored, or not so.

    Args:
        was: the points as they were scored.
        would_be: the points for the same card, if there would be any.
        laid: the deal in which they are.
    """
    what = _points_for(was, laid)
    his = say(f"{was.player.name}'s ", what)
    if would_be is None:
        said = say(his, " would not be scored")
    elif would_be.player is not was.player:
        said = say("the ", what, f" would be {would_be.player.name}'s, not {was.player.name}'s")
    elif would_be.points != was.points:
        said = say(his, f" would be {would_be.points}")
    else:
        when = f"with trick {would_be.trick}" if would_be.trick else "before trick 1"
        said = say(his, f" would be scored {when}")
    return Reason(said, laid.number, _trick_of(was))


def _trick_of(scored: Scored) -> int:
    # Cards are counted when all tricks are taken: to name the last would mislead.
    return 0 if scored.source is Source.EXCESS else scored.trick


def _points_for(scored: Scored, laid: Laid) -> Sentence:
    return say(f"{scored.points} for ", _what_for(scored, laid))


def _what_for(scored: Scored, laid: Laid) -> Sentence:
    # In a record that was set up by hand a card may be missing where one should be.
    card = say("no card" if scored.card is None else scored.card)
    match scored.source:
        case Source.TURN_UP:
            return say(card, " turned up", _by_whom(scored.card, laid))
        case Source.TRICK:
            return say(card, " in the trick")
        case Source.PENNEECH_IN_HAND:
            return say("the penneech ", card, " in hand")
        case Source.EXCESS:
            return say("excess of cards")
        case _:
            assert_never(scored.source)


def _by_whom(card: Card | None, laid: Laid) -> str:
    if card not in laid.stock:
        return ""
    trick = laid.stock.index(card)
    return f" after trick {trick}" if trick else " by the dealer"
