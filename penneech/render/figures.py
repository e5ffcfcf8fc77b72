"""The figures of a report: of each outcome a plot, how to read it, and the tables under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from penneech.events import Source
from penneech.render.distribution import Spread, bars, bins, class_name
from penneech.render.plots import MOST_ROWS, Plot, forest, stack
from penneech.study.outcomes import by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.study.summary import Description, Difference, Figures, Summary

HUNDRED = 100

SOURCES = {
    Source.TURN_UP: "cards turned up",
    Source.TRICK: "honours in tricks",
    Source.PENNEECH_IN_HAND: "the penneech in hand",
    Source.EXCESS: "cards in excess",
}

UNTOLD = "\N{EN DASH}"
_SAID = "what is told"
_MINUS = "\N{MINUS SIGN}"


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


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot, if there is anything to be drawn, with the tables of its figures.

    Args:
        id: unlike that of any other.
        title: what it shows.
        description: what is seen in it, for who does not see it.
        caption: how to read it.
        plots: the plot; a high one in parts.
        tables: the tables under it.
    """

    id: str
    title: str
    description: str
    caption: str
    plots: tuple[Plot, ...]
    tables: tuple[Table, ...]


def outcome_figure(summary: Summary, name: str) -> Figure:
    """One outcome: the differences as a forest, and all figures as a table."""
    outcome, gaps = summary["outcomes"][name], summary["differences"]["variants"]
    base, unit = summary["differences"]["base"], outcome["unit"]
    title = named(name, outcome)
    shown = _shown(summary, name)
    plots: tuple[Plot, ...] = ()
    if shown:
        pairs = [(one, _difference(gaps[one][name], unit), gaps[one][name]) for one in shown]
        plots = forest(pairs, outcome["smallest"], _factor(unit))
    caption = _sentence(outcome["definition"])
    if outcome["games"] != summary["games"]:
        caption += f" From the first {many(outcome['games'], 'game')} of each variant."
    if shown:
        caption += f" Shown: a variant\N{RIGHT SINGLE QUOTATION MARK}s figure less that of {base}"
        caption += f", in {unit_of(unit)}." + _which(len(shown), len(gaps))
    return Figure(
        "outcome-" + name.replace(".", "-").replace(":", "-"),
        title,
        _forest_description(summary, name, shown),
        caption,
        plots,
        (_outcome_table(summary, name),),
    )


def _shown(summary: Summary, name: str) -> list[str]:
    """The variants that a forest has room for; of many those that differ most, in order."""
    gaps = summary["differences"]["variants"]
    if len(gaps) <= MOST_ROWS:
        return list(gaps)

    def value(variant: str) -> float:
        return gaps[variant][name]["value"] or 0.0

    most = sorted(gaps, key=lambda variant: (-abs(value(variant)), variant))[:MOST_ROWS]
    return sorted(most, key=lambda variant: (-value(variant), variant))


def _which(shown: int, every: int) -> str:
    if shown == every:
        return ""
    return f" Of {every} variants the {shown} that differ most are drawn; the table has all."


def _forest_description(summary: Summary, name: str, shown: Sequence[str]) -> str:
    gaps, base = summary["differences"]["variants"], summary["differences"]["base"]
    named = [one for one in shown if gaps[one][name]["worth_naming"]]
    if not named:
        return f"No variant shown differs from {base} by what is worth naming."
    unit = summary["outcomes"][name]["unit"]
    listed = "; ".join(f"{one} {_difference(gaps[one][name], unit)}" for one in named[:10])
    more = f"; and {len(named) - 10} more" if len(named) > 10 else ""  # noqa: PLR2004  # enough to hear
    return f"Worth naming, against {base}: {listed}{more}."


def _outcome_table(summary: Summary, name: str) -> Table:
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
    return Table(_capital(caption), tuple(heads), tuple(rows), (_SAID,))


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


def deals_figure(summary: Summary) -> Figure:
    """How long games are."""
    chosen = _with_base(summary, "deals_a_game")
    spreads = {
        name: Spread(tuple((deals, games) for deals, games in found["games_by_deals"]))
        for name, found in summary["variants"].items()
    }
    classes = bins([spreads[name] for name in chosen])
    pairs = []
    for name in chosen:
        found, spread = summary["variants"][name], spreads[name]
        mean = found["outcomes"]["deals_a_game"]["value"]
        ends = f"{spread.quantile(0.05)}\N{EN DASH}{spread.quantile(0.95)}"
        text = UNTOLD if mean is None else f"{mean:.2f} ({ends})"
        pairs.append((name, text, spread, mean))
    return Figure(
        "deals",
        "How many deals a game takes",
        "; ".join(f"{name}: mean and middle nine tenths {text}" for name, text, *_ in pairs[:10]),
        "A bar for each number of deals, as high as the share of games that took so many. Under "
        "it a dot at the mean, and a line from the 5th to the 95th percentile; the same in "
        "figures at the right." + _which(len(chosen), len(summary["variants"])),
        bars(pairs, classes),
        (_spread_table(summary, spreads), _classes_table(spreads)),
    )


def _with_base(summary: Summary, name: str) -> list[str]:
    """The variants that a plot of all variants has room for: the base, and who differs most."""
    if len(summary["variants"]) <= MOST_ROWS:
        return list(summary["variants"])
    return [summary["differences"]["base"], *_shown(summary, name)[: MOST_ROWS - 1]]


def _spread_table(summary: Summary, spreads: dict[str, Spread]) -> Table:
    rows = []
    for name, spread in spreads.items():
        mean = _cells(summary["variants"][name]["outcomes"]["deals_a_game"], "deals")[0]
        ends = [spread.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
        ends.append(spread.counts[-1][0])
        rows.append((Cell(name, head=True), mean, *map(count, ends)))
    heads = ("variant", "mean", "5th percentile", "25th", "median", "75th", "95th", "longest")
    return Table("Deals of a game: mean, percentiles, longest", heads, tuple(rows))


def _classes_table(spreads: dict[str, Spread]) -> Table:
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


def sources_figure(summary: Summary) -> Figure:
    """What points are scored for."""
    chosen = _with_base(summary, "points_a_deal")
    names = [by_name("points_a_deal", source, None) for source in Source]
    pairs = []
    for variant in chosen:
        found = summary["variants"][variant]["outcomes"]
        whole = found["points_a_deal"]["value"]
        text = UNTOLD if whole is None else f"{whole:.2f}"
        pairs.append((variant, text, [found[name]["value"] or 0.0 for name in names]))
    listed = "; ".join(
        f"{variant}: "
        + ", ".join(
            f"{what} {part:.1f}" for what, part in zip(SOURCES.values(), parts, strict=True)
        )
        for variant, _, parts in pairs[:5]
    )
    return Figure(
        "sources",
        "What points are scored for",
        listed + ".",
        "Points a deal of both players together, by what they are scored for; at the right their "
        "sum." + _which(len(chosen), len(summary["variants"])),
        stack(pairs, ".1f"),
        (_sources_table(summary, names),),
    )


def _sources_table(summary: Summary, names: Sequence[str]) -> Table:
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
    return Cell("", ((f"{found['value']:.2f}{_reach(found, 1, 2)}", found["value"]),))


def _reach(found: Figures, factor: float, places: int) -> str:
    if found["low"] is None or found["high"] is None:
        return ""
    return f" \N{PLUS-MINUS SIGN} {factor * (found['high'] - found['low']) / 2:.{places}f}"


def _difference(gap: Difference, unit: str) -> str:
    """A difference beside its line: with half its interval."""
    if gap["value"] is None:
        return UNTOLD
    places = 1 if unit == "share" else 2
    return amount(gap["value"], unit, signed=True) + _reach(gap, _factor(unit), places)


def named(name: str, outcome: Description) -> str:
    """An outcome's title; that of a part of another begins with the other's name."""
    whole, _, part = name.partition(".")
    return f"{whole.replace('_', ' ')}: {outcome['title']}" if part else outcome["title"]


def many(number: int, what: str) -> str:
    """So many of something: `1 game`, `1,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def amount(value: float, unit: str, *, signed: bool = False, plain: bool = False) -> str:
    """A figure in words: shares in hundredths; `plain` gives no more places than it has."""
    scaled, places = _factor(unit) * value, 1 if unit == "share" else 2
    if plain:
        return f"{scaled:g} {unit_of(unit)}"
    sign = "+" if signed and value else ""
    text = f"{round(scaled, places) + 0.0:{sign}.{places}f}"
    return text.replace("-", _MINUS)


def _factor(unit: str) -> int:
    return HUNDRED if unit == "share" else 1


def unit_of(unit: str) -> str:
    """What figures are told in: shares in hundredths."""
    return "hundredths" if unit == "share" else unit


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
