"""The tables of a report: every figure that its plots show, and all that they have no room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from penneech.render.amounts import HUNDRED, SOURCES, UNTOLD, amount, capital, named, reach, unit_of
from penneech.render.distribution import bins, class_name
from penneech.render.plots import MOST_ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.render.distribution import Spread
    from penneech.study.summary import Description, Difference, Figures, Summary

_SAID = "what is told"


class Cell(NamedTuple):
    """A cell of a table.

    Args:
        text: what stands in it, or before its figures.
        figures: of each figure in it what is shown and what it is, unrounded.
        head: whether it names its row.
    """

    text: str
    figures: tuple[tuple[str, float], ...] = ()
    head: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; long ones are folded.

    Args:
        caption: what it shows.
        heads: of its columns.
        rows: cell by cell.
        said: the heads of the columns that have words, not figures.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    said: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether it has more rows than a plot would."""
        return len(self.rows) > MOST_ROWS


def outcome_table(summary: Summary, name: str) -> Table:
    """The figure of each variant, and how it differs."""
    outcome, base = summary["outcomes"][name], summary["differences"]["base"]
    gaps, unit = summary["differences"]["variants"], outcome["unit"]
    level = f"{HUNDRED * summary['intervals']['level']:g} %"
    rows = []
    for variant, found in summary["variants"].items():
        row = [Cell(variant, head=True), *_cells(found["outcomes"][name], unit)]
        if variant in gaps:
            gap = gaps[variant][name]
            row += [*_cells(gap, unit, signed=True), Cell(_said(gap, outcome))]
        elif gaps:
            row += [Cell(UNTOLD), Cell(UNTOLD), Cell("compared with")]
        rows.append(tuple(row))
    heads = ["variant", "figure", level]
    if gaps:
        heads += ["difference", level, _SAID]
    kind = "simultaneous intervals" if outcome["primary"] else "exploratory"
    against = f", and the difference from {base}" if gaps else ""
    caption = f"{named(name, outcome)}, in {unit_of(unit)}{against} ({kind})"
    return Table(capital(caption), tuple(heads), tuple(rows), (_SAID,))


def _cells(found: Figures, unit: str, *, signed: bool = False) -> list[Cell]:
    """A figure, and its interval."""

    def shown(*some: float | None) -> Cell:
        known = [one for one in some if one is not None]
        if len(known) < len(some):
            return Cell(UNTOLD)
        return Cell("", tuple((amount(one, unit, signed=signed), one) for one in known))

    return [shown(found["value"]), shown(found["low"], found["high"])]


def _said(gap: Difference, outcome: Description) -> str:
    """What may be said of a difference."""
    if gap["value"] is None:
        return "no figure"
    if gap["low"] is None:
        return "no interval" if gap["value"] else "same in every game"
    if not gap["called"]:
        return "none told"
    if gap["worth_naming"]:
        return "worth naming"
    return "a difference" if outcome["smallest"] is None else "small"


def spread_table(summary: Summary, spreads: dict[str, Spread]) -> Table:
    """Of each variant the mean of its deals a game, and percentiles."""
    rows = []
    for name, spread in spreads.items():
        mean = _cells(summary["variants"][name]["outcomes"]["deals_a_game"], "deals")[0]
        ends = [spread.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
        ends.append(spread.counts[-1][0])
        rows.append((Cell(name, head=True), mean, *map(count, ends)))
    heads = ("variant", "mean", "5th percentile", "25th", "median", "75th", "95th", "longest")
    return Table("Deals of a game: mean, percentiles, longest", heads, tuple(rows))


def classes_table(spreads: dict[str, Spread]) -> Table:
    """Games by deals: every number of deals where they are few, else classes of them."""
    classes = bins(list(spreads.values()))
    heads = [class_name(*one) for one in classes]
    rows = tuple(
        (Cell(name, head=True), *(count(spread.between(*one)) for one in classes))
        for name, spread in spreads.items()
    )
    return Table("Games by their number of deals", ("variant", *heads), rows)


def count(number: int) -> Cell:
    """A whole number as a cell."""
    return Cell("", ((f"{number:,}", number),))


def sources_table(summary: Summary, names: Sequence[str]) -> Table:
    """What points are scored for, by the names of these outcomes."""
    rows = []
    for variant, found in summary["variants"].items():
        figures = [found["outcomes"][name] for name in (*names, "points_a_deal")]
        cells = [_with_reach(one) for one in figures]
        rows.append((Cell(variant, head=True), *cells))
    heads = ("variant", *SOURCES.values(), "all")
    return Table(
        "Points a deal by source, \N{PLUS-MINUS SIGN} half the interval", heads, tuple(rows)
    )


def _with_reach(found: Figures) -> Cell:
    if found["value"] is None:
        return Cell(UNTOLD)
    return Cell("", ((f"{found['value']:.2f}{reach(found, 'points')}", found["value"]),))
