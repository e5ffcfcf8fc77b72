"""What the points of a record tell of choices in company: sums, order, and where the game ends."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.engine.board import winner_after_deal
from penneech.engine.state import MAX_DEALS
from penneech.engine.umpire import umpire_of
from penneech.readings.parts import (
    END,
    IN_HAND,
    LAST_TURN_UP,
    PARTS,
    RANK,
    part_choices,
    points_of_all,
    scoring_rules,
)
from penneech.readings.pegging import Course, course, peg
from penneech.readings.said import Reason, in_deal, say
from penneech.readings.ways import Alike, Way, readings_of, sum_of
from penneech.records.replaying import score_text
from penneech.records.writing import points_of
from penneech.rules import RULE_POINTS, GameEnd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from penneech.events import Pair, Player
    from penneech.readings.laid import Laid
    from penneech.readings.parts import Earned
    from penneech.readings.pegging import Outcome
    from penneech.readings.relation import Choice
    from penneech.readings.ruled_out import Reasons
    from penneech.rules import Rules


class Told(NamedTuple):
    """What a record tells of the points of a whole game; None where it does not."""

    start: Pair
    score: Pair | None
    winner: Player | None


Survivors: TypeAlias = dict[str, "tuple[set[Choice], ...]"]
"""For each `penneech_rank` that remains, the choices of each part that remain."""


class Company:
    """The elimination of what contradicts a record only in company; it lives within one call.

    Args:
        parameters: rules whose parameters are those of the record.
        deals: the deals as they lie on the table.
        told: what the record says of the whole game.
        left: what no part of its own contradicts.
        tables: for each `penneech_rank` that remains, what each choice earns in each deal.
    """

    def __init__(
        self,
        parameters: Rules,
        deals: tuple[Laid, ...],
        told: Told,
        left: Survivors,
        tables: Mapping[str, Sequence[Earned]],
    ) -> None:
        self.parameters = parameters
        self.deals = deals
        self.told = told
        self.left = left
        self.tables = tables
        self.reasons: Reasons = {}
        self.fault: Reason | None = None
        self.ways: list[Way] = []
        self.courses: dict[tuple[object, ...], Course] = {}
        usual = tuple([choices[0] for choices in part_choices(parameters)])
        rank = next(iter(RULE_POINTS[RANK])).value
        self.ends = {
            end.value: umpire_of(scoring_rules(parameters, rank, usual, end.value))
            for end in RULE_POINTS[END]
        }

    def remain(self) -> None:
        """Keep the ways to score a whole record that agree with it, noting why others do not."""
        if len(self.deals) <= MAX_DEALS:
            self.ways = [way for rank in self.left for way in self._ways(rank)]
        for laid in self.deals[:-1]:
            if laid.score is not None:
                ways = self.ways
                self._keep(_adds_up(laid.number, laid.score), _another_score(laid, laid.score))
                self._say_nearest(laid, [_points_by(way, laid.number) for way in ways])
            if laid.events is not None:
                why = in_deal(laid.number, "the points would be pegged in another order")
                self._keep(self._is_in_order(laid), why)
        self._keep(self._goes_on, Reason(say("the game would be over before its last deal")))
        ways = self.ways
        self._keep(self._ends, self._another_end())
        if ways and not self.ways and self.deals and not self.deals[-1].asked:
            last = self.deals[-1]
            before = [
                sum_of([self.told.start, *[one.before_last for one in w.parts]]) for w in ways
            ]
            pegged = [
                self._after(way, last, score) for way, score in zip(ways, before, strict=True)
            ]
            self._say_nearest(last, [points_of(one.events) for one in pegged])

    def _say_nearest(self, laid: Laid, scores: list[Pair]) -> None:
        """Where no rules are left for the score of a deal: say which would come nearest to it."""
        score = laid.score
        if self.ways or self.fault is not None or score is None or not scores:
            return
        near = min(
            scores, key=lambda one: (sum(abs(a - b) for a, b in zip(one, score, strict=True)), one)
        )
        if near != score:
            text = f"no rules give the deal {score_text(score)}; the nearest is {score_text(near)}"
            self.fault = in_deal(laid.number, text)

    def _another_end(self) -> Reason:
        score, winner = self.told.score, self.told.winner
        last = self.deals[-1] if self.deals else None
        if score is None and last is not None and last.score is not None and last.events is None:
            return _another_score(last, last.score)
        if score is None:
            return Reason(say("the record would not end where it does"))
        won = "nobody" if winner is None else winner.name
        return Reason(say(f"the record would not end at {score_text(score)}, with {won} winning"))

    def _ways(self, rank: str) -> Iterator[Way]:
        parts = [self._alike(rank, part) for part in range(len(PARTS))]
        for alike in product(*parts):
            for end in RULE_POINTS[END]:
                yield Way(rank, alike, end.value)

    def _alike(self, rank: str, part: int) -> list[Alike]:
        """The choices of a part, those together that score the same in every deal."""
        tables = self.tables[rank]
        found: dict[tuple[object, ...], list[Choice]] = {}
        for choice in sorted(self.left[rank][part]):
            events = tuple([table.parts[part][choice] for table in tables])
            turned = tuple([table.turned[choice] for table in tables if part == LAST_TURN_UP])
            # The moment at which the penneech scores is not in the event: never put together.
            moment = choice if part == IN_HAND and any(events) else ()
            found.setdefault((events, turned, moment), []).append(choice)
        alike = []
        for choices in found.values():
            points = tuple([points_of_all(table.parts[part][choices[0]]) for table in tables])
            before = sum_of(points[: len(self.deals) - 1])
            alike.append(Alike(tuple(choices), points, before))
        return alike

    def _keep(self, holds: Callable[[Way], bool], fault: Reason) -> None:
        kept = [way for way in self.ways if holds(way)]
        if len(kept) < len(self.ways):
            gone = readings_of(self.ways) - readings_of(kept)
            self.ways = kept
            self.reasons |= dict.fromkeys(gone, fault)

    def _is_in_order(self, laid: Laid) -> Callable[[Way], bool]:
        """Whether a deal's points, known to be the same, are also earned in the same order."""
        known: dict[tuple[str, Choice, str], bool] = {}

        def holds(way: Way) -> bool:
            key = (way.rank, way.choices[IN_HAND], way.end)
            if key not in known:
                known[key] = self._after(way, laid, (0, 0)).events == laid.events
            return known[key]

        return holds

    def _goes_on(self, way: Way) -> bool:
        """Whether the game is not over before the last deal."""
        ends = self.ends[way.end]
        for laid in reversed(self.deals[:-1]):
            total = sum_of(
                [self.told.start, *[sum_of(some.points[: laid.number]) for some in way.parts]]
            )
            if max(total) < self.parameters.target:
                break
            if ends.pegs_win or winner_after_deal(ends.rules, total, laid.elder) is not None:
                return False
        return True

    def _ends(self, way: Way) -> bool:
        """Whether the last deal leaves the game as the record does."""
        score, winner = self.told.score, self.told.winner
        before = sum_of([self.told.start, *[some.before_last for some in way.parts]])
        if not self.deals or self.deals[-1].asked:
            return self._stands_still(before)
        laid = self.deals[-1]
        most = sum_of([before, *[some.points[-1] for some in way.parts]])
        if score is not None and not all(map(_between, before, score, most)):
            return False  # known without pegging
        after = self._after(way, laid, before)
        return (
            after.plays == len(laid.plays)
            and (laid.turn_ups is None or after.turned == len(laid.turn_ups))
            and (laid.events is None or after.events == laid.events)
            and (laid.score is None or points_of(after.events) == laid.score)
            and (winner is None or after.is_over)
            and (score is None or (after.score, after.winner) == (score, winner))
        )

    def _stands_still(self, before: Pair) -> bool:
        """Whether the record says that nothing is scored after these totals."""
        events = [event for laid in self.deals[-1:] for event in laid.events or ()]
        earned_there = [points for laid in self.deals[-1:] for points in laid.score or ()]
        if events or any(earned_there):
            return False
        return self.told.score is None or (self.told.score, self.told.winner) == (before, None)

    def _after(self, way: Way, laid: Laid, before: Pair) -> Outcome:
        """How a deal leaves the game: it is played once for all ways that score alike in it."""
        table, choices = self.tables[way.rank][laid.number - 1], way.choices
        scores = [some[choice] for some, choice in zip(table.parts, choices, strict=True)]
        moment = choices[IN_HAND] if scores[IN_HAND] else ()
        key = (id(table), *scores, moment, table.turned[choices[LAST_TURN_UP]])
        if key not in self.courses:
            rules = scoring_rules(self.parameters, way.rank, choices, GameEnd.DEAL_END_HIGHER)
            way_there = course(umpire_of(rules), laid)
            assert isinstance(way_there, Course)  # noqa: S101  # it was played for its table
            self.courses[key] = way_there
        return peg(self.ends[way.end], self.courses[key], laid.elder, before)


def _adds_up(number: int, score: Pair) -> Callable[[Way], bool]:
    return lambda way: _points_by(way, number) == score


def _another_score(laid: Laid, score: Pair) -> Reason:
    return in_deal(laid.number, f"the score of the deal would not be {score_text(score)}")


def _points_by(way: Way, number: int) -> Pair:
    return sum_of([some.points[number - 1] for some in way.parts])


def _between(least: int, value: int, most: int) -> bool:
    return least <= value <= most
