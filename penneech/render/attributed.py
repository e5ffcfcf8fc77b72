"""Which rule points carry how much of a difference: as a page, as data, as a table for a sheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text as Line

from penneech.render.fitting import FittingTable
from penneech.render.grounds import played
from penneech.render.outcome_tables import MARK, UNTOLD, heads
from penneech.render.rounding import plus_minus, rounded_to_sum
from penneech.study.between import value_of
from penneech.study.intervals import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from penneech.study.attribution import Asked
    from penneech.study.between import Factor
    from penneech.study.outcomes import Outcome
    from penneech.study.shares import Shares

    Found = Mapping[str, Shares]


def attribution_page(names: tuple[str, str], wanted: Asked, found: Found) -> RenderableType:
    """The page: the shares, what they are shares of, and what they rest on."""
    order = in_order(wanted, found)
    columns = [_column(outcome, found[outcome.name], order) for outcome in wanted.outcomes]
    rows = [
        ((name,), tuple([column[i] for column in columns]))
        for i, name in enumerate(row_names(names, wanted, order))
    ]
    grounds = played(wanted.players, wanted.games, wanted.seed)
    moves = [_move(wanted, wanted.between.factors[i]) for i in order]
    return Group(
        Line(f"From {names[0]} to {names[1]}: {grounds}", style="bold"),
        FittingTable(("",), _heads(wanted.outcomes), tuple(rows)),
        Line(),
        FittingTable(("rule point", f"in {names[0]}", f"in {names[1]}"), (), tuple(moves)),
        *map(Line, _key(wanted, found)),
    )


def attribution_data(names: tuple[str, str], wanted: Asked, found: Found) -> dict[str, Any]:
    """The same as plain data, unrounded."""
    between = wanted.between
    return {
        "format": "penneech-explanation",
        "version": 1,
        "variants": {
            name: rules.digest()
            for name, rules in zip(names, (between.first, between.second), strict=True)
        },
        "players": list(wanted.players),
        "seed": str(wanted.seed),
        "games": wanted.games,
        "rows_a_game": wanted.swaps,
        "orders": len(between.orders) or "all",
        "variants_between": len(between.class_of),
        "variants_played": len(between.classes),
        "factors": [
            {
                "names": list(factor),
                "first": [value_of(between.first, name) for name in factor],
                "second": [value_of(between.second, name) for name in factor],
            }
            for factor in between.factors
        ],
        "outcomes": {
            outcome.name: {
                "title": outcome.title,
                "unit": outcome.unit,
                "first": _figures(found[outcome.name].first),
                "second": _figures(found[outcome.name].second),
                "whole": _figures(found[outcome.name].whole),
                "shares": [_figures(share) for share in found[outcome.name].factors],
            }
            for outcome in wanted.outcomes
        },
    }


def attribution_csv(names: tuple[str, str], wanted: Asked, found: Found) -> str:
    """The same as a table with commas: a row an outcome and factor."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["outcome", "unit", "what", "from", "to", "value", "low", "high"])
    for outcome in wanted.outcomes:
        shares = found[outcome.name]
        head = [outcome.name, outcome.unit]
        table.writerow([*head, names[0], "", "", *shares.first])
        for factor, share in zip(wanted.between.factors, shares.factors, strict=True):
            table.writerow([*head, *_flat(wanted, factor), *share])
        table.writerow([*head, "whole difference", "", "", *shares.whole])
        table.writerow([*head, names[1], "", "", *shares.second])
    return text.getvalue()


def in_order(wanted: Asked, found: Found) -> list[int]:
    """The factors by the size of their shares of the first outcome, the largest first."""
    shares = found[wanted.outcomes[0].name].factors
    return sorted(range(len(shares)), key=lambda i: -abs(shares[i].value or 0))


def row_names(names: tuple[str, str], wanted: Asked, order: Sequence[int]) -> list[str]:
    """What the rows of the table are called."""
    factors = [wanted.between.factors[i] for i in order]
    return [names[0], *["\n+ ".join(factor) for factor in factors], "all together", names[1]]


def figures_of(outcome: Outcome, shares: Shares, order: Sequence[int]) -> list[str]:
    """The figures of the rows, rounded so that they add up; half-widths are rounded up."""
    scale, places = (100, 1) if outcome.unit == "share" else (1, 2)
    ends = shares.first, shares.second
    if any(one.value is None for one in (*ends, shares.whole, *shares.factors)):
        return [UNTOLD] * (len(order) + 3)
    first, second = (round(scale * (one.value or 0) * 10**places) for one in ends)
    told = [shares.factors[i] for i in order]
    steps = rounded_to_sum([scale * (one.value or 0) for one in told], second - first, places)
    rows = [
        (first, ends[0], False),
        *[(step, one, True) for step, one in zip(steps, told, strict=True)],
        (second - first, shares.whole, True),
        (second, ends[1], False),
    ]
    return [_written(units, one, scale, places, signed=signed) for units, one, signed in rows]


def _written(units: int, found: Estimate, scale: int, places: int, *, signed: bool) -> str:
    text = f"{units / 10**places:{'+' if signed and units else ''}.{places}f}"
    half = found.half_width
    if half is None:
        return text
    if not half:
        return "0" if found.value == 0 else text
    return text + plus_minus(scale * half, places)


def _column(outcome: Outcome, shares: Shares, order: Sequence[int]) -> list[str]:
    figures = figures_of(outcome, shares, order)
    marked = [False, *[is_told(outcome, shares.factors[i]) for i in order], False, False]
    return [MARK * mark + figure for figure, mark in zip(figures, marked, strict=True)]


def is_told(outcome: Outcome, share: Estimate) -> bool:
    """Whether a share differs from zero, and is worth naming."""
    return share.excludes_zero and abs(share.value or 0) >= (outcome.smallest or 0)


def _heads(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    return tuple([_head(outcome) for outcome in outcomes])


def _head(outcome: Outcome) -> str:
    try:
        return heads([outcome.name])[0]
    except KeyError:
        share = " %" if outcome.unit == "share" else ""
        return "\n".join(outcome.title.rsplit(" ", 1)) + share


def _move(wanted: Asked, factor: Factor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    name, first, second = ("\n".join(part.split(" + ")) for part in _flat(wanted, factor))
    return (name, first, second), ()


def _flat(wanted: Asked, factor: Factor) -> tuple[str, str, str]:
    first, second = (
        " + ".join(value_of(rules, name) for name in factor)
        for rules in (wanted.between.first, wanted.between.second)
    )
    return " + ".join(factor), first, second


def _key(wanted: Asked, found: Found) -> Iterator[str]:
    """What the figures mean."""
    between = wanted.between
    orders = f"{len(between.orders)} orders drawn by lot" if between.orders else "all orders"
    yield ""
    yield (
        "A share is what going over to the second reading changes, the mean over "
        f"{orders} of going over (Shapley); the shares add up to the whole difference. ± half a "
        f"95 % interval, each for itself{', the lot of the orders included' * bool(between.orders)}"
        "; * excludes zero and is worth naming."
    )
    many, played = len(between.class_of), len(between.classes)
    if played < many:
        yield f"Of {many} variants between, {played} can differ, and were played."
    else:
        yield f"{many} variants were played."
    idle = [
        " + ".join(factor)
        for i, factor in enumerate(between.factors)
        if all(shares.factors[i] == Estimate(0, 0, 0) for shares in found.values())
    ]
    if idle:
        yield f"Cannot make a difference here: {', '.join(idle)}."


def _figures(found: Estimate) -> dict[str, float | None]:
    return {"value": found.value, "low": found.low, "high": found.high}
