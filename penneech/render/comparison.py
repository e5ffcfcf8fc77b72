"""A study on the screen: the outcomes of each variant, and how they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text as Line

from penneech.events import Seat, Source
from penneech.render.fitting import FittingTable
from penneech.render.grounds import played
from penneech.render.outcome_tables import (
    HUNDRED,
    MARK,
    NOTHING,
    UNTOLD,
    differences_table,
    figure,
    is_untold,
    outcomes_table,
    title,
)
from penneech.render.sampled import sampled_differences, sampled_names, sampled_tables
from penneech.study.outcomes import by_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from penneech.study.summary import Description, Summary, VariantSummary

FURTHER = ("first_dealer_wins", "redeals", "choice", "only_one_card", "lead_changes")
"""The exploratory outcomes that are printed beside the primary ones; the summary has all."""

_SOURCES = {
    Source.TURN_UP: "turn-up",
    Source.TRICK: "trick",
    Source.PENNEECH_IN_HAND: "penneech\nin hand",
    Source.EXCESS: "excess",
}

_ONE_GAME = "One game gives no intervals, and tells no difference; ask for more with --games."


def outcomes_page(summary: Summary) -> RenderableType:
    """The page that fits a screen: what was played, the primary outcomes, and what is marked."""
    primary = summary["intervals"]["simultaneous"]
    return Group(
        Line(_what_was_played(summary), style="bold"),
        outcomes_table(summary, primary, marked=True),
        *map(Line, _key(summary)),
        *sampled_tables(summary, marked=True),
    )


def comparison_page(summary: Summary) -> RenderableType:
    """The whole page: outcomes, points by source and seat, differences, what it rests on."""
    primary = summary["intervals"]["simultaneous"]
    level = _level(summary)
    together = f"{level} intervals that hold for the {len(primary)} of a variant at once"
    alone = f"exploratory, each with its own {level} interval"
    parts: list[RenderableType] = [
        title("Outcomes", together),
        outcomes_table(summary, primary),
        title("Further outcomes", alone),
        outcomes_table(summary, FURTHER, percentiles=True),
        title("Points a deal by source and seat", alone),
        _sources_table(summary),
        *sampled_tables(summary),
    ]
    if summary["differences"]["variants"] and summary["games"] > 1:
        base = summary["differences"]["base"]
        parts += [
            title(f"Differences from {base}", "on the same packs; intervals as above"),
            differences_table(summary, primary),
            Line(),
            differences_table(summary, FURTHER),
            Line(),
            *sampled_differences(summary),
            *map(Line, _left_out(summary)),
        ]
    return Group(*parts, Line(), *map(Line, _grounds(summary)))


def _level(summary: Summary) -> str:
    return f"{round(HUNDRED * summary['intervals']['level'])} %"


def _sources_table(summary: Summary) -> FittingTable:
    columns = (_SOURCES[source] for source in Source)
    rows = (
        ((variant, str(seat)), tuple(_points(found, source, seat) for source in Source))
        for variant, found in summary["variants"].items()
        for seat in Seat
    )
    return FittingTable(("variant", "seat"), tuple(columns), tuple(rows))


def _points(found: VariantSummary, source: Source, seat: Seat) -> str:
    return figure(found["outcomes"][by_name("points_a_deal", source, seat)], "points")


def _key(summary: Summary) -> Iterator[str]:
    """What the signs of the short page mean, and what it leaves out."""
    primary, differences = summary["intervals"]["simultaneous"], summary["differences"]
    others = list(differences["variants"].values())
    marked = any(gaps[name]["worth_naming"] for gaps in others for name in primary)
    signs = f"± half a {_level(summary)} interval, the {len(primary)} of a variant at once"
    if marked:
        signs += f"; {MARK} differs from {differences['base']} (same packs, worth naming)"
    elif others:
        signs += f"; no difference from {differences['base']} is worth naming"
    first = _ONE_GAME if summary["games"] == 1 else f"{signs}."
    yield " ".join((first, *_unvaried(summary, primary)))
    yield from _cut_short(summary)
    sizes = "the differences, " * (bool(others) and summary["games"] > 1)
    yield f"With --full: {sizes}points by source and seat, redeals, choice, more."


def _left_out(summary: Summary) -> Iterator[str]:
    """Why a difference is left out."""
    outcomes, names = (
        summary["outcomes"],
        (*summary["intervals"]["simultaneous"], *FURTHER, *sampled_names(summary)),
    )
    smallest = ", ".join(
        _threshold(outcomes[name]) for name in names if outcomes[name]["smallest"] is not None
    )
    yield (
        f"{NOTHING} stands where there is no difference, where its interval includes zero, and "
        f"where it is smaller than: {smallest}."
    )
    gaps = [gaps[name] for gaps in summary["differences"]["variants"].values() for name in names]
    if any(map(is_untold, gaps)):
        yield (
            f"{UNTOLD} stands where a difference has no interval: games that do not vary, or lack "
            "what is measured, cannot tell how large it is."
        )


def _threshold(outcome: Description) -> str:
    smallest = outcome["smallest"] or 0
    share = outcome["unit"] == "share"
    return f"{outcome['title']} {HUNDRED * smallest if share else smallest:g}" + " %" * share


def _grounds(summary: Summary) -> Iterator[str]:
    """What the figures rest on, and what was cut short."""
    yield (
        f"These figures rest on {_what_was_played(summary)}. Other players may differ otherwise."
    )
    if summary["games"] == 1:
        yield _ONE_GAME
    yield from _unvaried(summary, list(summary["outcomes"]))
    yield from _cut_short(summary)


def _what_was_played(summary: Summary) -> str:
    return played(summary["players"], summary["games"], summary["seed"])


def _unvaried(summary: Summary, names: Sequence[str]) -> Iterator[str]:
    """Which of these outcomes, and which variants, did not vary; a single game cannot tell."""
    if summary["games"] == 1:
        return
    figures = [found["outcomes"][name] for found in summary["variants"].values() for name in names]
    if any(one["value"] is not None and one["low"] is None for one in figures):
        yield "A figure without an interval is one that did not vary between the games."
    differences = summary["differences"]
    same = [
        variant
        for variant, found in differences["variants"].items()
        if all(not one["value"] and one["low"] is None for one in found.values())
    ]
    if same:
        yield f"In every game the same as {differences['base']}: {', '.join(same)}."


def _cut_short(summary: Summary) -> Iterator[str]:
    """What is not as it was asked for, or not as the players would have had it."""
    if not summary["complete"]:
        yield f"The study is not complete: {summary['asked']:,} games were asked for."
    for variant, found in summary["variants"].items():
        if found["unfinished"]:
            yield f"{variant}: {found['unfinished']:,} games were not over after 1,000 deals."
        if found["forced_hands"]:
            yield f"{variant}: {found['forced_hands']:,} hands had to be played after 100 redeals."
