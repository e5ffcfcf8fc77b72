"""What the sources assert about play, tested on each variant: holds, fails, or cannot be told.

A claim is about one outcome and has a figure of it to keep to. It holds under a variant where the
whole 95 % interval of the outcome keeps to the figure, it fails where the whole interval does not,
and else these games cannot tell. Where the statement has no figure of its own there is no verdict:
a curve shows how many variants reach which figure, or at which pace a game takes the time that the
source gives it.

What play shows is no evidence of history by itself: a reading under which a claim holds is not for
that the one that was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from penneech.study.intervals import Estimate
from penneech.study.measures import Measure, figures, measure_of
from penneech.study.outcomes import SECONDS_A_CARD, SECONDS_A_DEALING
from penneech.witnesses import PACED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from penneech.study.design import Design
    from penneech.study.store import Store
    from penneech.witnesses import Claim

PACES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20)
"""Seconds a card at which a claim about minutes is looked at."""

STEPS = 10
"""How many figures a curve without a range is looked at."""


class Verdict(StrEnum):
    """What play says of a claim under one variant."""

    HOLDS = "holds"
    FAILS = "fails"
    UNTOLD = "cannot be told"
    NONE = "no verdict"


@dataclass(frozen=True, slots=True)
class Answer:
    """What play says of a claim under one variant.

    Args:
        variant: its id.
        found: the outcome's figure and its 95 % interval.
        verdict: what that says of the claim.
        why: why there is no figure, where there is none.
    """

    variant: str
    found: Estimate
    verdict: Verdict
    why: str | None = None


class Point(NamedTuple):
    """A point of a curve: the figure that is asked for, and how many variants have it.

    Args:
        at: the figure; of a claim about minutes, seconds a card.
        reach: the variants that have it: whose whole interval is no lower, or whose minutes lie
            in the range.
    """

    at: float
    reach: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A claim, and what play says of it.

    Args:
        claim: the claim.
        measure: what its outcome is.
        answers: one for each variant.
        curve: for a claim without a figure of its own; else empty.
    """

    claim: Claim
    measure: Measure
    answers: tuple[Answer, ...]
    curve: tuple[Point, ...] = ()


def tried(
    claims: Sequence[Claim],
    design: Design,
    store: Store,
    tell: Callable[[int], object] = lambda variants: None,  # noqa: ARG005  # nobody listens
) -> tuple[Trial, ...]:
    """Test claims on the variants of a study.

    Args:
        claims: the claims.
        design: what was played; its store has all of it.
        store: where the rows are.
        tell: told how many more variants are done.

    Raises:
        StudyError: when a file of rows is damaged.
        PenneechError: when a game cannot be played again.
    """
    metrics = tuple(dict.fromkeys(claim.metric for claim in claims))
    found: dict[str, list[tuple[str, Estimate, str | None]]] = {name: [] for name in metrics}
    for entry in design.entries:
        for name, (figure, why) in figures(metrics, design, store, entry).items():
            found[name].append((entry.id, figure, why))
        tell(1)
    return tuple(_tried(claim, found[claim.metric]) for claim in claims)


def verdict(expect: Mapping[str, object], found: Estimate) -> Verdict:
    """What a figure and its interval say of a claim.

    >>> verdict({"at_most": 8}, Estimate(4.6, 4.4, 4.8)).value
    'holds'
    >>> verdict({"at_most": 4.5}, Estimate(4.6, 4.4, 4.8)).value
    'cannot be told'
    """
    if "curve" in expect:
        return Verdict.NONE
    if found.low is None or found.high is None:
        return Verdict.UNTOLD
    low, high = bounds(expect)
    if low <= found.low and found.high <= high:
        return Verdict.HOLDS
    if found.high < low or found.low > high:
        return Verdict.FAILS
    return Verdict.UNTOLD


def bounds(expect: Mapping[str, object]) -> tuple[float, float]:
    """The figures between which an outcome must lie for a claim to hold."""
    low, high = _number(expect.get("at_least"), -inf), _number(expect.get("at_most"), inf)
    between = expect.get("between")
    if isinstance(between, list):
        low, high = max(low, _number(between[0], -inf)), min(high, _number(between[1], inf))
    return low, high


def pace_for(minutes: float, found: Estimate) -> Estimate:
    """The seconds a card at which a game takes so many minutes.

    A dealing takes eight cards' time, as in the outcome itself, whatever the pace.

    Args:
        minutes: how long a game is to take.
        found: the minutes a game at the stated pace.

    >>> pace_for(12, Estimate(8.0, 6.0, 10.0))
    Estimate(value=7.5, low=6.0, high=10.0)
    """
    value, low, high = (SECONDS_A_CARD * minutes / one if one else None for one in found)
    return Estimate(value, high, low)


def _number(value: object, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise


def _tried(claim: Claim, found: Sequence[tuple[str, Estimate, str | None]]) -> Trial:
    answers = tuple(
        Answer(variant, figure, verdict(claim.expect, figure), why)
        for variant, figure, why in found
    )
    curve: tuple[Point, ...] = ()
    if "curve" in claim.expect:
        figures = [figure for _, figure, _ in found if figure.value is not None]
        curve = tuple(_curve(claim, figures))
    return Trial(claim, measure_of(claim.metric), answers, curve)


def _curve(claim: Claim, figures: Sequence[Estimate]) -> Iterable[Point]:
    if claim.metric == PACED and "between" in claim.expect:
        low, high = bounds(claim.expect)
        for pace in PACES:
            minutes = [(one.value or 0.0) * pace / SECONDS_A_CARD for one in figures]
            yield Point(pace, sum(low <= one <= high for one in minutes))
        return
    known = [one.low for one in figures if one.low is not None]
    if not known:
        return
    step = _round_step(max(*known, 0.0) / STEPS)
    for at in (step * n for n in range(ceil(max(*known, 0.0) / step) + 1)):
        yield Point(round(at, 9), sum(low >= at for low in known))


def _round_step(rough: float) -> float:
    """A step of 1, 2 or 5 and noughts, no smaller than that."""
    unit = 1e-3
    while True:
        for times in (1, 2, 5):
            if unit * times >= rough:
                return unit * times
        unit *= 10


PACE = (
    f"{SECONDS_A_CARD} seconds a card and {SECONDS_A_DEALING} a dealing; at other paces both "
    "change alike"
)
"""The pace at which minutes are reckoned, in words."""
