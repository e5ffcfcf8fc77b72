"""What the points of a record tell about the rules: elimination, deal by deal and part by part."""

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
    SCORING_POINTS,
    Earned,
    earned,
    last_card,
    of_part,
    part_choices,
    points_of_all,
    scoring_rules,
)
from penneech.readings.pegging import Course, course, peg
from penneech.readings.relation import Relation
from penneech.readings.ruled_out import ruled_out
from penneech.readings.said import Reason, say, turned_otherwise
from penneech.readings.unlike import unlike
from penneech.readings.ways import Alike, Way, labels_of, readings_of, sum_of
from penneech.records.replaying import score_text
from penneech.records.writing import points_of
from penneech.rules import RULE_POINTS, GameEnd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.events import Pair, Player
    from penneech.readings.laid import Laid
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
    search = _Search(parameters, deals, told)
    search.by_parts()
    search.together()
    labels = [label for way in search.ways for label in labels_of(way)]
    return Relation(SCORING_POINTS, frozenset(labels)), search.reasons, search.fault


class _Search:
    """The elimination; it lives within one call, so it may change in place."""

    def __init__(self, parameters: Rules, deals: tuple[Laid, ...], told: Told) -> None:
        self.parameters = parameters
        self.deals = deals
        self.told = told
        self.reasons: Reasons = {}
        self.fault: Reason | None = None
        self.ways: list[Way] = []
        every = part_choices(parameters)
        self.left: Survivors = {
            rank.value: tuple([set(choices) for choices in every]) for rank in RULE_POINTS[RANK]
        }
        self.tables: dict[str, list[Earned]] = {rank: [] for rank in self.left}
        self.courses: dict[tuple[object, ...], Course] = {}
        usual = tuple([choices[0] for choices in every])
        self.ends = {
            end.value: umpire_of(scoring_rules(parameters, next(iter(self.left)), usual, end.value))
            for end in RULE_POINTS[END]
        }

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
                faults[RANK, rank] = _at(laid, "the deal is not played to its end")

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

    def together(self) -> None:
        """Rule out what contradicts the record only in company."""
        if len(self.deals) <= MAX_DEALS:
            self.ways = [way for rank in self.left for way in self._ways(rank)]
        for laid in self.deals[:-1]:
            if laid.score is not None:
                ways = self.ways
                self._keep(_adds_up(laid.number, laid.score), _another_score(laid, laid.score))
                self._say_nearest(laid, [_points_by(way, laid.number) for way in ways])
            if laid.events is not None:
                why = _at(laid, "the points would be pegged in another order")
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
            self.fault = _at(laid, text)

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


def _far(laid: Laid, table: Earned, part: int, choice: Choice) -> int:
    """In how much the points of a part, and the cards turned, are not those of the record."""
    recorded, here = of_part(laid.events or (), part, last_card(laid)), table.parts[part][choice]
    # Other points for the same player are nearer than points for the other player.
    whose = [{(one.player, one.card) for one in events} for events in (recorded, here)]
    far = len(recorded ^ here) + len(whose[0] ^ whose[1])
    if part == LAST_TURN_UP and laid.turn_ups is not None:
        far += 4 * abs(table.turned[choice] - len(laid.turn_ups))  # as much as a score altered
    return far


def _adds_up(number: int, score: Pair) -> Callable[[Way], bool]:
    return lambda way: _points_by(way, number) == score


def _another_score(laid: Laid, score: Pair) -> Reason:
    return _at(laid, f"the score of the deal would not be {score_text(score)}")


def _points_by(way: Way, number: int) -> Pair:
    return sum_of([some.points[number - 1] for some in way.parts])


def _between(least: int, value: int, most: int) -> bool:
    return least <= value <= most


def _at(laid: Laid, text: str) -> Reason:
    return Reason(say(text), laid.number)
