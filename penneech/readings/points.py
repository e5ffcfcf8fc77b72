"""What the points of a record tell about the rules: elimination, deal by deal and part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.readings.company import Company
from penneech.readings.parts import (
    LAST_TURN_UP,
    PARTS,
    RANK,
    SCORING_POINTS,
    Earned,
    earned,
    last_card,
    of_part,
    part_choices,
)
from penneech.readings.relation import Relation
from penneech.readings.ruled_out import ruled_out
from penneech.readings.said import Reason, in_deal, turned_otherwise
from penneech.readings.unlike import unlike
from penneech.readings.ways import labels_of
from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.readings.company import Survivors, Told
    from penneech.readings.laid import Laid
    from penneech.readings.relation import Choice
    from penneech.readings.ruled_out import Reasons
    from penneech.rules import Rules


def scoring_readings(
    parameters: Rules, deals: tuple[Laid, ...], told: Told
) -> tuple[Relation, Reasons, Reason | None]:
    """The readings of all rule points that decide on points which agree with the record.

    Args:
        parameters: rules whose parameters are those of the record.
        deals: the deals as they lie on the table.
        told: what the record says of the whole game.

    Returns:
        The choices that agree, why the readings that are in none of them do not, and what no
        choice of its kind agrees with, if there is such a thing.
    """
    search = _Search(parameters, deals)
    search.by_parts()
    company = Company(parameters, deals, told, search.left, search.tables)
    company.remain()
    labels = [label for way in company.ways for label in labels_of(way)]
    return (
        Relation(SCORING_POINTS, frozenset(labels)),
        search.reasons | company.reasons,
        search.fault or company.fault,
    )


class _Search:
    """The elimination part by part; it lives within one call, so it may change in place."""

    def __init__(self, parameters: Rules, deals: tuple[Laid, ...]) -> None:
        self.parameters = parameters
        self.deals = deals
        self.reasons: Reasons = {}
        self.fault: Reason | None = None
        every = part_choices(parameters)
        self.left: Survivors = {
            rank.value: tuple([set(choices) for choices in every]) for rank in RULE_POINTS[RANK]
        }
        self.tables: dict[str, list[Earned]] = {rank: [] for rank in self.left}

    def by_parts(self) -> None:
        """Rule out, one deal after the other, what a part alone contradicts."""
        for laid in self.deals:
            if laid.asked:
                continue
            faults: Reasons = {}
            self._play(laid, faults)
            failed = self._discard(laid)
            kept = [choices for choices in self.left.values() if all(choices)]
            if self.left and not kept:
                self.fault = self._nearest(laid)
            # What a part of its own still allows is not ruled out by it where another allows none.
            there_of = kept or [*self.left.values()]
            self._drop_empty()
            for part, points in enumerate(PARTS):
                there = {choice for parts in there_of for choice in parts[part]}
                faults |= ruled_out(points, failed[part], there)
            remain = self._remaining()
            self.reasons |= {key: why for key, why in faults.items() if key not in remain}

    def _discard(self, laid: Laid) -> list[dict[Choice, Reason]]:
        """Discard the choices that the deal contradicts; they are given part by part with why."""
        failed: list[dict[Choice, Reason]] = [{} for _ in PARTS]
        for rank, parts in self.left.items():
            for part, choices in enumerate(parts):
                # Of all that speaks against a reading, what is nearest to the record comes first.
                for choice in self._by_nearness(laid, self.tables[rank][-1], part, choices):
                    fault = self._fault(laid, self.tables[rank][-1], part, choice)
                    if fault is not None:
                        choices.discard(choice)
                        failed[part][choice] = fault
        return failed

    def _nearest(self, laid: Laid) -> Reason | None:
        """What is wrong with the choice that agrees best, of the parts that have no choice left."""
        found: list[tuple[int, Reason]] = []
        for rank, parts in self.left.items():
            table = self.tables[rank][-1]
            for part in [part for part, choices in enumerate(parts) if not choices]:
                choice = self._by_nearness(laid, table, part, table.parts[part])[0]
                fault = self._fault(laid, table, part, choice)
                if fault is not None:
                    found.append((_far(laid, table, part, choice), fault))
        return min(found, key=lambda one: one[0])[1] if found else None

    @staticmethod
    def _by_nearness(
        laid: Laid, table: Earned, part: int, choices: Iterable[Choice]
    ) -> list[Choice]:
        return sorted(choices, key=lambda choice: (_far(laid, table, part, choice), choice))

    def _play(self, laid: Laid, faults: Reasons) -> None:
        known: Earned | None = None
        has_penneech = self.parameters.penneech.card in laid.plays
        for rank in tuple(self.left):
            # Without the penneech its rank decides nothing.
            if known is None or has_penneech:
                found = earned(self.parameters, laid, rank)
                if isinstance(found, Reason):
                    del self.left[rank]
                    faults[RANK, rank] = found
                    continue
                known = found
            self.tables[rank].append(known)
            if not known.is_over and self._is_closed(laid):
                del self.left[rank]
                faults[RANK, rank] = in_deal(laid.number, "the deal is not played to its end")

    def _is_closed(self, laid: Laid) -> bool:
        """Whether the game went on after the deal, so that all of it was counted."""
        return laid.number < len(self.deals)

    def _fault(self, laid: Laid, table: Earned, part: int, choice: Choice) -> Reason | None:
        """What in the record contradicts a choice, if anything does."""
        is_closed = self._is_closed(laid)
        if part == LAST_TURN_UP and is_closed and laid.turn_ups is not None:
            turned, there = table.turned[choice], laid.turn_ups
            if turned != len(there):
                return Reason(turned_otherwise(turned, there, len(laid.hands[0])), laid.number)
        if laid.events is None:
            return None
        recorded, here = of_part(laid.events, part, last_card(laid)), table.parts[part][choice]
        return unlike(recorded, here, laid, is_closed=is_closed)

    def _drop_empty(self) -> None:
        for rank, parts in tuple(self.left.items()):
            if not all(parts):
                del self.left[rank]

    def _remaining(self) -> set[tuple[str, str]]:
        found = {(RANK, rank) for rank in self.left}
        for parts in self.left.values():
            for points, choices in zip(PARTS, parts, strict=True):
                for choice in choices:
                    found.update(zip(points, choice, strict=True))
        return found


def _far(laid: Laid, table: Earned, part: int, choice: Choice) -> int:
    """In how much the points of a part, and the cards turned, are not those of the record."""
    recorded, here = of_part(laid.events or (), part, last_card(laid)), table.parts[part][choice]
    # Other points for the same player are nearer than points for the other player.
    whose = [{(one.player, one.card) for one in events} for events in (recorded, here)]
    far = len(recorded ^ here) + len(whose[0] ^ whose[1])
    if part == LAST_TURN_UP and laid.turn_ups is not None:
        far += 4 * abs(table.turned[choice] - len(laid.turn_ups))  # as much as a score altered
    return far
