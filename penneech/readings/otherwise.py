"""What other rules would not have had so before the first lead: dealers and hands thrown up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.engine.game import deal_pack, new_game, throw_up
from penneech.engine.legality import may_throw_up
from penneech.engine.state import Phase
from penneech.errors import RecordError
from penneech.readings.objections import not_thrown, why_no_dealer
from penneech.readings.said import say
from penneech.readings.twofold import Kind, Note
from penneech.records.checking import dealer_of
from penneech.records.model import seen
from penneech.records.packs import packs_of
from penneech.rules import RedealScope, RedealTiming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.events import Player
    from penneech.readings.said import Sentence
    from penneech.records import Record, ThrownUpEntry
    from penneech.rules import Rules


def before_the_lead(rules: Rules, record: Record, place: int) -> Iterator[Note]:
    """What in the beginning of one deal these rules would not have had so.

    Args:
        rules: the other rules.
        record: a record that holds under its own, with hands and turn-ups filled in.
        place: the deal's place in the record, from 0.
    """
    if place == 0:
        said = _first_dealer(rules, record)
        if said:
            yield Note(0, Kind.FIRST_DEALER, "first_dealer", said)
    for number, entry in enumerate(record.deals[place].thrown_up):
        found = _thrown_up(rules, record, place, number)
        if found:
            point, text = found
            by = say(f"when {entry.by.name} threw up, ")
            yield Note(0, Kind.THROWN_UP, point, text if point == "redeal" else say(by, text))


def _first_dealer(rules: Rules, record: Record) -> Sentence | None:
    dealer = dealer_of(record)
    asked = replace(record, rules=rules)
    try:
        other = dealer_of(asked)
    except RecordError as error:
        return why_no_dealer(asked, error)
    return None if other is dealer else say(f"{other.name} would deal first, not {dealer.name}")


def _thrown_up(
    rules: Rules, record: Record, place: int, number: int
) -> tuple[str, Sentence] | None:
    """What is otherwise about one throwing up, if anything is, and by which rule point."""
    deal = record.deals[place]
    entry = deal.thrown_up[number]
    hand = seen(entry.hands[entry.by])
    if not may_throw_up(rules, hand):
        return "redeal", not_thrown(entry.by, hand)
    if rules.redeal_scope is not record.rules.redeal_scope:
        is_own = rules.redeal_scope is RedealScope.OWN_HAND
        what = "that hand alone would be replaced" if is_own else "both hands would be dealt again"
        return "redeal_scope", say(what)
    if rules.redeal_timing is not record.rules.redeal_timing:
        is_seen = rules.redeal_timing is RedealTiming.AFTER_TURN_UP
        what = "the first turn-up would be seen" if is_seen else "nothing would be turned up yet"
        return "redeal_timing", say(what)
    if rules.redeal_scope is RedealScope.OWN_HAND:
        return None
    following = deal.thrown_up[number + 1 : number + 2]
    again = following[0].dealer if following else deal.dealer
    other = _deals_again(rules, entry, packs_of(record.rules, deal)[number])
    if other is again:
        return None
    return "redeal_dealer", say(f"{other.name} would deal again, not {again.name}")


def _deals_again(rules: Rules, entry: ThrownUpEntry, pack: tuple[Card, ...]) -> Player:
    """Who deals again after this throwing up."""
    game, _ = deal_pack(new_game(rules, entry.dealer), pack)
    while game.deal is not None and game.deal.phase is Phase.THROW_UP:
        game, _ = throw_up(game, wanted=game.deal.to_move is entry.by)
    return game.dealer
