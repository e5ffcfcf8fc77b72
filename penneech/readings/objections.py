"""Why a game cannot begin so under some rules: what a record's error points at, said for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.engine.legality import may_throw_up
from penneech.readings.said import Reason, Sentence, quoted, row, say
from penneech.records.model import seen
from penneech.rules import RedealScope, RedealTiming

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.cards import Card
    from penneech.errors import RecordError
    from penneech.events import Cut, Player
    from penneech.records import DealRecord, Record, ThrownUpEntry
    from penneech.records.values import Path
    from penneech.rules import Rules


def why_no_dealer(record: Record, error: RecordError) -> Sentence:
    """Why nobody can deal first.

    Args:
        record: the record, with the rules in question.
        error: what was raised by `dealer_of`.
    """
    cuts = record.heading.cut
    match error.path:
        case ("cut", int(i)) if cuts[i].a is cuts[i].b:
            return say(cuts[i].a, " cannot be cut twice from one pack")
        case ("cut", int(i)) if i + 1 == len(cuts):
            return say(_cut(cuts[i]), ": the players would cut again")
        case ("cut", int(i)):
            return say(_cut(cuts[i]), ": the players would not cut again")
        case _ if not cuts:
            return say("the first dealer would be cut for, and nobody cut")
        case _:
            return say("nobody would cut for the first deal; ", _cut(cuts[0]))


def why_not_dealt(rules: Rules, record: Record, place: int, error: RecordError) -> Reason:
    """Why a deal cannot have begun so.

    Args:
        rules: the rules in question.
        record: the record.
        place: the deal's place in it, from 0.
        error: what was raised when it was dealt.
    """
    deal = record.deals[place]
    path = error.path[2:] if error.path[:1] == ("deals",) else error.path
    match path:
        case ("thrown_up", int(i)):
            said = _not_thrown(rules, deal.thrown_up[i])
        case ("thrown_up", int(i), "dealer"):
            said = _another_dealer(deal.thrown_up[i].dealer, again=i > 0)
        case ("thrown_up", int(i), "turn_ups"):
            said = _turned_before(rules, deal.thrown_up[i])
        case ("thrown_up", int(i), "hands", str(name)):
            said = say(f"{name} would hold other cards when {deal.thrown_up[i].by.name} threw up")
        case ("dealer",):
            said = _another_dealer(deal.dealer, again=bool(deal.thrown_up))
        case ("turn_ups",) if not deal.turn_ups:
            said = say("a card would be turned up, and none was")
        case ("turn_ups", int(i)):
            said = say(deal.turn_ups[i], " would not be turned up yet")
        case _:
            text = str(error).removeprefix(f"deal {place + 1}, before trick 1: ")
            said = _replaced(rules, deal, path) or quoted(text)
    return Reason(said, place + 1)


def not_thrown(player: Player, hand: Sequence[Card]) -> Sentence:
    """A hand that could not be thrown up."""
    return say(f"{player.name} could not throw up ", row(hand))


def _cut(cut: Cut) -> Sentence:
    return say("A cut ", cut.a, ", B ", cut.b)


def _not_thrown(rules: Rules, entry: ThrownUpEntry) -> Sentence:
    hand = seen(entry.hands[entry.by])
    when = " then" if may_throw_up(rules, hand) else ""
    return say(not_thrown(entry.by, hand), when)


def _another_dealer(dealer: Player, *, again: bool) -> Sentence:
    return say(f"{dealer.other.name} would deal{' again' * again}, not {dealer.name}")


def _turned_before(rules: Rules, entry: ThrownUpEntry) -> Sentence:
    if rules.redeal_timing is RedealTiming.BEFORE_TURN_UP:
        return say(row(entry.turn_ups), f" would not be turned up before {entry.by.name} threw up")
    if not entry.turn_ups:
        return say(f"a card would be turned up before {entry.by.name} threw up")
    return say("another card would be turned up; the record has ", row(entry.turn_ups))


def _replaced(rules: Rules, deal: DealRecord, path: Path) -> Sentence | None:
    """What is wrong where a hand that was thrown up would be replaced from the stock."""
    if rules.redeal_scope is not RedealScope.OWN_HAND or not deal.thrown_up:
        return None
    in_play = {*deal.hands[0], *deal.hands[1], *deal.turn_ups}
    for entry in deal.thrown_up:
        for card in seen(entry.hands[entry.by]):
            if card in in_play:
                text = f", which {entry.by.name} threw up, would not come into play again"
                return say(card, text)
    if path == ("hands",):
        return say(f"{deal.thrown_up[0].by.other.name}'s hand would not have changed")
    return None
