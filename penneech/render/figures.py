"""The figures of a report: of each outcome a plot, how to read it, and the tables under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.events import Source
from penneech.render.amounts import (
    SOURCES,
    UNTOLD,
    difference,
    factor,
    many,
    named,
    sentence,
    unit_of,
)
from penneech.render.distribution import Spread, bars, bins
from penneech.render.figure_tables import (
    Table,
    classes_table,
    outcome_table,
    sources_table,
    spread_table,
)
from penneech.render.plots import MOST_ROWS, Plot, forest, stack
from penneech.study.outcomes import by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.study.summary import Summary


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
        pairs = [(one, difference(gaps[one][name], unit), gaps[one][name]) for one in shown]
        plots = forest(pairs, outcome["smallest"], factor(unit))
    caption = sentence(outcome["definition"])
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
        (outcome_table(summary, name),),
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
    listed = "; ".join(f"{one} {difference(gaps[one][name], unit)}" for one in named[:10])
    more = f"; and {len(named) - 10} more" if len(named) > 10 else ""  # noqa: PLR2004  # enough to hear
    return f"Worth naming, against {base}: {listed}{more}."


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
        (spread_table(summary, spreads), classes_table(spreads)),
    )


def _with_base(summary: Summary, name: str) -> list[str]:
    """The variants that a plot of all variants has room for: the base, and who differs most."""
    if len(summary["variants"]) <= MOST_ROWS:
        return list(summary["variants"])
    return [summary["differences"]["base"], *_shown(summary, name)[: MOST_ROWS - 1]]


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
        (sources_table(summary, names),),
    )
