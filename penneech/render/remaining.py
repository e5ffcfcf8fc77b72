"""The rules that remain possible, on a screen or as data."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from penneech.catalogue import load_catalogue
from penneech.readings.said import Reason, say
from penneech.render.tally import counted
from penneech.rules import PARAMETERS, RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.cards import Card
    from penneech.readings.relation import Relation
    from penneech.readings.ruled_out import Reasons
    from penneech.readings.which import Remaining
    from penneech.rules import Rules

WIDTH = 80
ROWS = 12
"""Of more rows of choices that are bound together only the number is told."""
REMARKS = 3
"""Of more remarks, which are all of one kind, only the number is told."""
_COLUMN = 18


class Fit(NamedTuple):
    """How a variant stands to what remains.

    Args:
        variant: its id.
        fits: whether its readings remain possible together.
        against: the rule points whose reading is ruled out by itself.
        same_parameters: whether its parameters are those of the record.
    """

    variant: str
    fits: bool
    against: tuple[str, ...]
    same_parameters: bool


def fit_of(variant: str, rules: Rules, remaining: Remaining, judged: Iterable[Rules]) -> Fit:
    """How a variant stands to what remains.

    Args:
        variant: its id.
        rules: its rules.
        remaining: what remains possible.
        judged: rules with the parameters of each record.
    """
    against = [
        point for point in RULE_POINTS if rules.reading(point) not in remaining.readings(point)
    ]
    own = [getattr(rules, name) for name in PARAMETERS]
    same = all(own == [getattr(other, name) for name in PARAMETERS] for other in judged)
    return Fit(variant, remaining.fits(rules), tuple(against), same)


def remaining_data(remaining: Remaining, games: int, fits: Iterable[Fit]) -> dict[str, object]:
    """What remains possible as plain data."""
    return {
        "games": games,
        "labels": {"remain": len(remaining), "of": remaining.space},
        "points": {
            point: {
                "remain": list(remaining.readings(point)),
                "ruled_out": _ruled_out(remaining, point),
            }
            for point in RULE_POINTS
        },
        "bound_together": [
            {
                "points": list(group.points),
                "choices": [list(choice) for choice in choices_of(group)],
            }
            for group in remaining.groups
            if len(group.points) > 1
        ],
        "variants": {fit.variant: _fit_data(fit) for fit in fits},
        "remarks": [str(remark) for remark in remaining.remarks],
        "fault": None if remaining.fault is None else str(remaining.fault),
    }


def remaining_lines(
    remaining: Remaining, games: int, fits: Iterable[Fit], card: Callable[[Card], str] = str
) -> Iterator[str]:
    """What remains possible in lines of at most 80 columns.

    Args:
        remaining: what remains possible.
        games: how many games were judged.
        fits: how each variant stands to it.
        card: how a card is written.
    """
    many = f"{len(remaining):,} of the {remaining.space:,} rules"
    yield f"{many} agree with {'this game' if games == 1 else f'these {games:,} games'}."
    if remaining.fault is not None:
        yield from _wrapped("No rules allow it: ", remaining.fault.written(card))
    if not remaining.cases:
        said = {remaining.fault, *_of_whole_points(remaining)}
        told = {key: why for key, why in remaining.reasons.items() if why not in said}
        yield from _reasons(told, card)
        return
    yield from _alone(remaining)
    for group in remaining.groups:
        if len(group.points) > 1:
            yield from ("", *_bound(group))
    yield from _reasons(_why_ruled_out(remaining), card)
    for remark in remaining.remarks[:REMARKS]:
        yield from ("", *_wrapped("", remark.written(card)))
    if len(remaining.remarks) > REMARKS:
        more = counted(len(remaining.remarks) - REMARKS, "more remark")
        yield from ("", f"And {more} of the kind; --json has them all.")
    yield from ("", *_fits(list(fits)))


def choices_of(group: Relation) -> list[tuple[str, ...]]:
    """The choices of a group in the order of the catalogue."""
    orders = [[reading.value for reading in RULE_POINTS[point]] for point in group.points]
    return sorted(
        group.choices,
        key=lambda choice: [order.index(one) for order, one in zip(orders, choice, strict=True)],
    )


def _ruled_out(remaining: Remaining, point: str) -> dict[str, str]:
    """Why each reading of a rule point that is ruled out is so."""
    why = {reading: str(one) for (of, reading), one in remaining.reasons.items() if of == point}
    remain, fault = remaining.readings(point), str(remaining.fault or "")
    readings = [reading.value for reading in RULE_POINTS[point]]
    return {reading: why.get(reading, fault) for reading in readings if reading not in remain}


def _of_whole_points(remaining: Remaining) -> Iterator[Reason]:
    """Where a fault is told, what rules out every reading of a point alike, and so says less."""
    for point, kind in RULE_POINTS.items():
        whys = {remaining.reasons.get((point, reading.value)) for reading in kind}
        if remaining.fault is not None and len(whys) == 1:
            yield from [why for why in whys if why is not None]


def _why_ruled_out(remaining: Remaining) -> Reasons:
    """Why each reading that is ruled out is so; of some it is known only of all games together."""
    together = Reason(say("not in all the games together"))
    return {
        (point, reading.value): remaining.reasons.get((point, reading.value), together)
        for point, kind in RULE_POINTS.items()
        for reading in kind
        if reading.value not in remaining.readings(point)
    }


def _fit_data(fit: Fit) -> dict[str, object]:
    return {
        "fits": fit.fits,
        "against": list(fit.against),
        "same_parameters": fit.same_parameters,
    }


def _alone(remaining: Remaining) -> Iterator[str]:
    """The rule points that nothing binds: those with one reading left, and those with more."""
    alone = [group for group in remaining.groups if len(group.points) == 1]
    for title, groups in (
        ("Settled", [group for group in alone if len(group) == 1]),
        ("Open, whatever the others are", [group for group in alone if len(group) > 1]),
    ):
        if groups:
            yield from ("", title)
        for group in groups:
            point = group.points[0]
            yield from _wrapped(f"  {point:<{_COLUMN}}", ", ".join(group.readings(point)))


def _bound(group: Relation) -> Iterator[str]:
    """A group that is bound together, in rows that join what differs in one point alone."""
    yield from _wrapped("Bound together: ", f"{', '.join(group.points)}")
    yield f"  ({counted(len(group), 'choice')})"
    for box in group.boxes[:ROWS]:
        parts = [
            f"{point}: {' or '.join(readings)}"
            for point, readings in zip(group.points, box, strict=True)
            if readings != group.readings(point)
        ]
        yield from _wrapped("  - ", "; ".join(parts))
    if len(group.boxes) > ROWS:
        yield f"  and {counted(len(group.boxes) - ROWS, 'more row')}; --json has every choice"


def _reasons(reasons: Reasons, card: Callable[[Card], str]) -> Iterator[str]:
    """The readings that are ruled out, by rule point, those for the same reason together."""
    if reasons:
        yield from ("", "Ruled out")
    for point in RULE_POINTS:
        alike: dict[Reason, list[str]] = {}
        for reading in RULE_POINTS[point]:
            why = reasons.get((point, reading.value))
            if why is not None:
                alike.setdefault(why, []).append(reading.value)
        if alike:
            question = load_catalogue().points[point].question.en
            yield from _wrapped(f"  {point:<{_COLUMN}}", question)
        for why, readings in alike.items():
            yield from _wrapped("    ", ", ".join(readings))
            yield from _wrapped("      ", why.written(card))


def _fits(fits: list[Fit]) -> Iterator[str]:
    good = [fit for fit in fits if fit.fits]
    names = [
        fit.variant if fit.same_parameters else f"{fit.variant} (with other parameters)"
        for fit in good
    ]
    yield from _wrapped("Variants that fit: ", ", ".join(names) or "none")
    for fit in fits:
        if not fit.fits:
            why = ", ".join(fit.against) or "its readings are possible, but not together"
            yield from _wrapped(f"  not {fit.variant}: ", why, hang=6)


def _wrapped(label: str, text: str, hang: int | None = None) -> list[str]:
    indent = " " * (len(label) if hang is None else hang)
    lines = wrap(label + text, WIDTH, subsequent_indent=indent, break_long_words=False)
    return lines or [label.rstrip()]
