"""Which rules were these players using? The readings that a recorded play leaves possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from penneech.cards import in_pack_order
from penneech.engine.legality import legal_cards
from penneech.errors import RecordError
from penneech.readings.company import Told
from penneech.readings.laid import replies
from penneech.readings.points import scoring_readings
from penneech.readings.relation import Relation, product_of
from penneech.readings.said import Reason, forbidden
from penneech.readings.throwing import (
    REDEAL_POINTS,
    coincidences,
    dealings,
    first_dealers,
)
from penneech.records.model import UNSEEN
from penneech.rules import RULE_POINTS, Following
from penneech.space import count_labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.readings.laid import Laid
    from penneech.readings.ruled_out import Reasons
    from penneech.records import Record
    from penneech.rules import Rules


@dataclass(frozen=True)
class Remaining:
    """The rules that remain possible.

    Args:
        cases: parts of the rule space that have no choice in common, each as independent relations
            over all rule points; nearly always there is one at most.
        reasons: why a reading is ruled out, by rule point and reading.
        space: how many labels there are.
        fault: what is so under no rules at all, if anything is.
        remarks: what ought to be known about the readings that remain.
    """

    cases: tuple[tuple[Relation, ...], ...]
    reasons: Reasons
    space: int
    fault: Reason | None = None
    remarks: tuple[Reason, ...] = ()

    def __len__(self) -> int:
        """How many labels remain."""
        total = 0
        for case in self.cases:
            size = 1
            for relation in case:
                size *= len(relation)
            total += size
        return total

    def fits(self, rules: Rules) -> bool:
        """Whether these readings remain possible together."""
        return any(
            all(
                tuple([rules.reading(point) for point in relation.points]) in relation.choices
                for relation in case
            )
            for case in self.cases
        )

    @cached_property
    def groups(self) -> tuple[Relation, ...]:
        """The rule points in independent groups, each with the choices that remain together."""
        relations = _one_case(self.cases)
        groups = [part for relation in relations for part in relation.factors]
        return tuple(sorted(groups, key=lambda part: list(RULE_POINTS).index(part.points[0])))

    def readings(self, point: str) -> tuple[str, ...]:
        """The readings of one rule point that remain, in the order of the catalogue."""
        found = [group.readings(point) for group in self.groups if point in group.points]
        return found[0] if found else ()

    def of_game(self, name: str) -> Remaining:
        """The same, with all that is said of it said to be of the game that is called so."""
        return replace(
            self,
            reasons={key: why._replace(game=name) for key, why in self.reasons.items()},
            fault=None if self.fault is None else self.fault._replace(game=name),
            remarks=tuple([remark._replace(game=name) for remark in self.remarks]),
        )

    def __and__(self, other: Remaining) -> Remaining:
        """What remains possible by both."""
        cases = []
        for one, another in product(self.cases, other.cases):
            pairs = zip(one, another, strict=True)
            case = tuple([Relation(a.points, a.choices & b.choices) for a, b in pairs])
            if all(case):
                cases.append(case)
        reasons = other.reasons | self.reasons
        fault, remarks = self.fault or other.fault, self.remarks + other.remarks
        return Remaining(tuple(cases), reasons, min(self.space, other.space), fault, remarks)


def which(record: Record) -> Remaining:
    """The readings under which a record is legal and scored as recorded, exactly.

    The readings that the record claims are not looked at; its parameters are believed.

    Raises:
        RecordError: for a view, whose hidden cards nobody can judge.
    """
    if record.is_view:
        text = f"this is a view, with cards hidden ({UNSEEN}): no rules can be told from it"
        raise RecordError(text)
    dealers, reasons = first_dealers(record)
    told = Told(record.heading.start_score, record.score, record.winner)
    cases, space = [], _space(record.rules)
    fault: Reason | None = None
    found = dealings(record)
    if found.fault is not None:
        return Remaining((), {}, space, found.fault)
    reasons |= found.reasons
    for case in found.cases:
        following, why_not = _following(case.deals)
        scoring, why_not_scored, none_scores = scoring_readings(record.rules, case.deals, told)
        fault = fault or none_scores
        reasons |= why_not | why_not_scored
        relations = (
            Relation(("first_dealer",), dealers),
            Relation(REDEAL_POINTS, case.redeals),
            following,
            scoring,
        )
        if all(relations):
            cases.append(relations)
    if not cases:
        return Remaining((), reasons, space, fault or _for_every_reading(reasons))
    return Remaining(tuple(cases), reasons, space, remarks=tuple(coincidences(record)))


def which_of_all(games: Iterable[tuple[str, Record]]) -> Remaining:
    """The readings under which all of the games hold; it stops where none are left.

    Args:
        games: what each game is called, and its record.

    Raises:
        RecordError: for a view; or when there is no game.
    """
    remaining: Remaining | None = None
    for name, record in games:
        try:
            found = which(record).of_game(name)
        except RecordError as error:
            raise RecordError(f"{name}: {error}" if name else str(error)) from error
        remaining = found if remaining is None else remaining & found
        if not remaining.cases:
            break
    if remaining is None:
        raise RecordError("there is no record to judge")
    return remaining


@lru_cache(maxsize=8)
def _space(parameters: Rules) -> int:
    return count_labels(parameters)


def _for_every_reading(reasons: Reasons) -> Reason | None:
    """What rules out every reading of some rule point alike, and so has nothing to do with it."""
    for point, kind in RULE_POINTS.items():
        first, *others = [reasons.get((point, reading.value)) for reading in kind]
        if first is not None and all(other == first for other in others):
            return first
    return None


def _following(deals: Sequence[Laid]) -> tuple[Relation, Reasons]:
    """The readings of `following` under which every reply is legal."""
    remain = {reading.value for reading in Following}
    reasons: Reasons = {}
    for laid in deals:
        for trick, hand, reply, led, turn_up in replies(laid):
            for reading in sorted(remain):
                legal = legal_cards(Following(reading), hand, led, turn_up.suit)
                if reply not in legal:
                    said = forbidden(reply, in_pack_order(legal))
                    reasons["following", reading] = Reason(said, laid.number, trick)
                    remain.discard(reading)
    return Relation(("following",), frozenset([(reading,) for reading in remain])), reasons


def _one_case(cases: Sequence[tuple[Relation, ...]]) -> tuple[Relation, ...]:
    """The cases as independent relations, those in which they differ put together."""
    if len(cases) <= 1:
        return cases[0] if cases else ()
    same = [all(case[i] == cases[0][i] for case in cases) for i in range(len(cases[0]))]
    apart = [relation for relation, alike in zip(cases[0], same, strict=True) if alike]
    joint = [
        product_of([relation for relation, alike in zip(case, same, strict=True) if not alike])
        for case in cases
    ]
    together = Relation(joint[0].points, frozenset().union(*[some.choices for some in joint]))
    return (*apart, together)
