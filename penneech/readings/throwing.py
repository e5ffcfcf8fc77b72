"""What the cut, the dealers and the hands thrown up tell about the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from penneech.engine.game import new_game
from penneech.engine.state import Phase
from penneech.errors import RecordError
from penneech.readings.laid import Laid, lay, lay_as_recorded
from penneech.readings.objections import why_no_dealer, why_not_dealt
from penneech.readings.ruled_out import ruled_out
from penneech.readings.said import Reason, say
from penneech.records.checking import dealer_of
from penneech.records.packs import from_pack, packs_of
from penneech.records.replaying import Replay
from penneech.rules import (
    PACK_SIZE,
    FirstDealer,
    FirstTurnUp,
    Honours,
    PenneechInHand,
    Redeal,
    RedealTiming,
)
from penneech.space import choices_of, with_reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.events import Player
    from penneech.readings.relation import Choice
    from penneech.readings.ruled_out import Reasons
    from penneech.records import Record
    from penneech.rules import Rules

REDEAL_POINTS = ("redeal", "redeal_timing", "redeal_scope", "redeal_dealer")


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which the recorded hands can have come about.

    Args:
        redeals: the readings of the four redeal points that agree with it.
        deals: the deals as they were then played.
    """

    redeals: frozenset[Choice]
    deals: tuple[Laid, ...]


def first_dealers(record: Record) -> tuple[frozenset[Choice], Reasons]:
    """The readings of `first_dealer` that agree with the cut and with who dealt first.

    The program writes down every cut. People may not have: of a record of theirs that has none
    nobody can tell whether the players cut.

    Returns:
        Those that remain, and why the others do not.
    """
    heading = record.heading
    is_by_hand = heading.seed is None and heading.generator is None
    if is_by_hand and not heading.cut and heading.start_dealer is None:
        return frozenset([(reading.value,) for reading in FirstDealer]), {}
    remain: set[Choice] = set()
    reasons: Reasons = {}
    there = _first_to_deal(record)
    for reading in FirstDealer:
        asked = replace(record, rules=with_reading(record.rules, "first_dealer", reading))
        try:
            dealer = dealer_of(asked)
        except RecordError as error:
            reasons["first_dealer", reading.value] = Reason(why_no_dealer(asked, error))
            continue
        if there is None or there is dealer:
            remain.add((reading.value,))
        else:
            said = say(f"{dealer.name} would deal first, not {there.name}")
            reasons["first_dealer", reading.value] = Reason(said)
    return frozenset(remain), reasons


class Dealings(NamedTuple):
    """How the recorded hands can have come about.

    Args:
        cases: the ways, with no redeal choice in two of them.
        reasons: why the readings that are in none of them are ruled out.
        fault: why the hands cannot be under any rules, if that is so.
    """

    cases: tuple[Case, ...]
    reasons: Reasons
    fault: Reason | None = None


def dealings(record: Record) -> Dealings:
    """The ways in which the recorded hands can have come about.

    Nearly always there is one way at most. There are more where a pack was given from which hands
    were replaced, or where a record breaks off while a player may be asked to throw up.
    """
    usual = _dealing_rules(record.rules)
    alike = [
        None if _may_differ(record, place) else _laid(usual, record, place)
        for place in range(len(record.deals))
    ]
    by_deals: dict[tuple[Laid, ...], set[Choice]] = {}
    failed: dict[Choice, Reason] = {}
    for rules in _redeals(usual):
        choice = tuple([rules.reading(point) for point in REDEAL_POINTS])
        deals = []
        for place, known in enumerate(alike):
            laid = known or _laid(rules, record, place)
            if isinstance(laid, Reason):
                failed[choice] = laid
                break
            deals.append(laid)
        else:
            by_deals.setdefault(tuple(deals), set()).add(choice)
    cases = tuple([Case(frozenset(some), deals) for deals, some in by_deals.items()])
    faults = set(failed.values())
    if not cases and len(faults) == 1:
        return Dealings((), {}, faults.pop())
    there = [choice for case in cases for choice in case.redeals]
    return Dealings(cases, ruled_out(REDEAL_POINTS, failed, there))


def coincidences(record: Record) -> Iterator[Reason]:
    """What redeals of both hands would ask us to believe, where one hand stayed the same."""
    for number, deal in enumerate(record.deals, 1):
        hands = [*[entry.hands for entry in deal.thrown_up], deal.hands]
        for entry, after in zip(deal.thrown_up, hands[1:], strict=True):
            other = entry.by.other
            if set(entry.hands[other]) == set(after[other]):
                size = record.rules.hand_size
                text = (
                    f"if both hands were dealt again, {other.name} was dealt the same hand, "
                    f"which happens once in {comb(PACK_SIZE, size):,} times"
                )
                yield Reason(say(text), number)


def _dealing_rules(rules: Rules) -> Rules:
    """The same parameters, no hand thrown up, and nothing scored before the first lead."""
    for point, reading in (
        ("redeal", Redeal.NEVER),
        ("honours", Honours.TURNED_UP_ONLY),
        ("penneech_in_hand", PenneechInHand.WON_WHEN_TRUMP),
        ("first_turn_up", FirstTurnUp.NOBODY),
    ):
        rules = with_reading(rules, point, reading)
    return rules


@lru_cache(maxsize=8)
def _redeals(rules: Rules) -> tuple[Rules, ...]:
    # Many games in a row have the same parameters.
    found = []
    for choice in choices_of(rules, REDEAL_POINTS):
        changed = rules
        for point, reading in zip(REDEAL_POINTS, choice, strict=True):
            changed = with_reading(changed, point, reading)
        found.append(changed)
    return tuple(found)


def _may_differ(record: Record, place: int) -> bool:
    """Whether it depends on the rules of throwing up how a deal began."""
    deal, last = record.deals[place], place + 1 == len(record.deals)
    return bool(deal.thrown_up) or (last and record.winner is None and not deal.plays)


def _first_to_deal(record: Record) -> Player | None:
    if not record.deals:
        return None
    first = record.deals[0]
    return first.thrown_up[0].dealer if first.thrown_up else first.dealer


def _laid(rules: Rules, record: Record, place: int) -> Laid | Reason:
    """One deal under these rules of throwing up, or why it cannot be under them."""
    deal = record.deals[place]
    dealer = record.deals[place - 1].dealer.other if place else _first_to_deal(record)
    assert dealer is not None  # noqa: S101  # there is a deal
    try:
        if deal.pack is None:
            packs_of(rules, deal)  # a card that is there twice is told of even if it is turned late
        else:
            deal = from_pack(rules, deal)
        # Who plays what is asked elsewhere: here the deal is only played up to the first lead.
        start = replace(deal, plays=(), turn_ups=deal.turn_ups[:1], events=None, score=None)
        replay = Replay(new_game(rules, dealer), start, place + 1, broken_off=True)
        replay.run()
    except RecordError as error:
        return why_not_dealt(rules, record, place, error)
    there = replay.game.deal
    assert there is not None  # noqa: S101  # a pack has been dealt
    is_asked = there.phase is Phase.THROW_UP and _breaks_off_asking(rules, record, place)
    if deal.pack is None:
        return lay_as_recorded(deal, place + 1)._replace(asked=is_asked)
    stock = (*there.turn_ups, *there.pack[there.top :])
    return lay(deal, place + 1, there.hands, stock, asked=is_asked)


def _breaks_off_asking(rules: Rules, record: Record, place: int) -> bool:
    """Whether a deal in which a player may be asked to throw up is left at that question."""
    deal, is_last = record.deals[place], place + 1 == len(record.deals)
    if deal.plays or record.winner is not None or not is_last:
        return False
    # Once both have kept their hands the first card is turned; if it lies there already, it counts.
    if deal.pack is None and rules.redeal_timing is RedealTiming.BEFORE_TURN_UP:
        return not deal.turn_ups
    return not deal.events
