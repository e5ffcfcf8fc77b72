"""A study on the screen: the outcomes of each variant, and how they differ."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text as Line

from penneech.events import Seat, Source
from penneech.study.outcomes import by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from penneech.study.summary import Description, Figures, Summary, VariantSummary

FURTHER = ("first_dealer_wins", "redeals", "choice", "only_one_card", "lead_changes")
"""The exploratory outcomes that are printed beside the primary ones; the summary has all."""

_HEADS = {
    "points_a_deal": "points\na deal",
    "dealers_edge": "dealer's\nedge",
    "deals_a_game": "deals\na game",
    "turn_up_share": "turn-up\nshare %",
    "skill": "skill\n%",
    "first_dealer_wins": "1st deal\nwins %",
    "redeals": "redeals\n%",
    "choice": "cards to\nchoose",
    "only_one_card": "only one\ncard %",
    "lead_changes": "changes\nof lead",
}

_HUNDRED = 100

_WIDE = 10

_GAPS = (2, 1, 0)
"""Blanks between two columns beside the one that is always there."""

_UNBOUNDED = 10_000

_TYPEWRITTEN = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
"""The rule under the heads where the output has no lines to draw with, and as narrow."""

_NOTHING = "·"


def comparison_page(summary: Summary) -> RenderableType:
    """The whole page: outcomes, points by source and seat, differences, what it rests on."""
    primary = summary["intervals"]["simultaneous"]
    level = f"{round(_HUNDRED * summary['intervals']['level'])} %"
    together = f"{level} intervals that hold for the {len(primary)} of a variant at once"
    alone = f"exploratory, each with its own {level} interval"
    parts: list[RenderableType] = [
        _title("Outcomes", together),
        _Fitting(lambda gap: _outcomes_table(summary, primary, gap)),
        _title("Further outcomes", alone),
        _Fitting(lambda gap: _outcomes_table(summary, FURTHER, gap, percentiles=True)),
        _title("Points a deal by source and seat", alone),
        _Fitting(lambda gap: _sources_table(summary, gap)),
    ]
    if summary["differences"]["variants"]:
        base = summary["differences"]["base"]
        parts += [
            _title(f"Differences from {base}", "on the same packs; intervals as above"),
            _Fitting(lambda gap: _differences_table(summary, primary, gap)),
            Line(),
            _Fitting(lambda gap: _differences_table(summary, FURTHER, gap)),
            _left_out(summary),
        ]
    return Group(*parts, *_grounds(summary))


def _title(text: str, note: str) -> Line:
    return Line.assemble("\n", (text, "bold"), f": {note}" if note else "")


class _Fitting:
    """A table with the widest gaps between its columns that the screen has room for."""

    def __init__(self, make: Callable[[int], Table]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table."""
        unbounded = options.update(max_width=_UNBOUNDED)
        for gap in _GAPS:
            table = self.make(gap)
            table.box = _TYPEWRITTEN if options.ascii_only else box.SIMPLE_HEAD
            if Measurement.get(console, unbounded, table).maximum <= options.max_width:
                break
        yield table


def _plain_table(gap: int, names: Sequence[str] = ()) -> Table:
    table = Table(show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column("variant", overflow="fold")
    for name in names:
        table.add_column(_HEADS[name], justify="right", no_wrap=True)
    return table


def _outcomes_table(
    summary: Summary, names: Sequence[str], gap: int, *, percentiles: bool = False
) -> Table:
    table = _plain_table(gap, names)
    if percentiles:
        table.add_column("deals\n5-95 %", justify="right", no_wrap=True)
    for variant, found in summary["variants"].items():
        cells = [
            _figure(found["outcomes"][name], summary["outcomes"][name]["unit"]) for name in names
        ]
        if percentiles:
            cells.append(f"{found['deals_a_game']['p5']}-{found['deals_a_game']['p95']}")
        table.add_row(variant, *cells)
    return table


def _sources_table(summary: Summary, gap: int) -> Table:
    table = _plain_table(gap)
    table.add_column("seat")
    for source in Source:
        head = "penneech\nin hand" if source is Source.PENNEECH_IN_HAND else str(source)
        table.add_column(head.replace("turn_up", "turn-up"), justify="right", no_wrap=True)
    for variant, found in summary["variants"].items():
        for seat in Seat:
            name = variant if seat is Seat.ELDER else ""
            cells = [_points(found, source, seat) for source in Source]
            table.add_row(name, str(seat), *cells)
    return table


def _points(found: VariantSummary, source: Source, seat: Seat) -> str:
    return _figure(found["outcomes"][by_name("points_a_deal", source, seat)], "points")


def _differences_table(summary: Summary, names: Sequence[str], gap: int) -> Table:
    """For each other variant the differences that are worth naming; a dot for the rest."""
    table = _plain_table(gap, names)
    for variant, found in summary["differences"]["variants"].items():
        cells = [
            _figure(found[name], summary["outcomes"][name]["unit"], signed=True)
            if found[name]["worth_naming"]
            else _NOTHING
            for name in names
        ]
        table.add_row(variant, *cells)
    return table


def _left_out(summary: Summary) -> Line:
    """Which differences are left out, and which variants came out the same in every game."""
    outcomes = summary["outcomes"]
    smallest = ", ".join(
        _threshold(outcomes[name])
        for name in (*summary["intervals"]["simultaneous"], *FURTHER)
        if outcomes[name]["smallest"] is not None
    )
    same = [
        variant
        for variant, found in summary["differences"]["variants"].items()
        if all(not one["value"] and one["low"] is None for one in found.values())
    ]
    alike = f" In every game the same as {summary['differences']['base']}: {', '.join(same)}."
    return Line(
        f"\n{_NOTHING} stands where the interval includes zero, or the difference is smaller than: "
        f"{smallest}." + (alike if same else "")
    )


def _threshold(outcome: Description) -> str:
    smallest = outcome["smallest"] or 0
    share = outcome["unit"] == "share"
    return f"{outcome['title']} {_HUNDRED * smallest if share else smallest:g}" + " %" * share


def _grounds(summary: Summary) -> Iterator[RenderableType]:
    """What the figures rest on, and what was cut short."""
    first, second = summary["players"]
    same = first == second
    who = f"{first} at both seats" if same else f"{first} against {second}, seats swapped"
    games = f"{summary['games']:,} games" if same else f"{summary['games']:,} x 2 games"
    yield Line(
        f"\nThese figures rest on {games} of each variant from the same packs, {who}, "
        f"seed {summary['seed']}. Other players may differ otherwise."
    )
    if not summary["complete"]:
        yield Line(f"The study is not complete: {summary['asked']:,} games were asked for.")
    if any(_unvaried(found, summary) for found in summary["variants"].values()):
        yield Line("A figure without an interval is one that did not vary between the games.")
    for variant, found in summary["variants"].items():
        if found["unfinished"]:
            yield Line(f"{variant}: {found['unfinished']:,} games were not over after 1,000 deals.")
        if found["forced_hands"]:
            yield Line(
                f"{variant}: {found['forced_hands']:,} hands had to be played after 100 redeals."
            )


def _unvaried(found: VariantSummary, summary: Summary) -> bool:
    names = (*summary["intervals"]["simultaneous"], *FURTHER)
    figures = (found["outcomes"][name] for name in names)
    return any(one["value"] is not None and one["low"] is None for one in figures)


def _figure(found: Figures, unit: str, *, signed: bool = False) -> str:
    """A figure with its half-width, shares in hundredths; a stroke where there is none.

    A half-width of ten or more is given without decimals, and so is its figure. Half-widths are
    rounded up, so that none is shown as nothing.
    """
    if found["value"] is None:
        return "-"
    scale, places = (_HUNDRED, 1) if unit == "share" else (1, 2)
    reach = None
    if found["low"] is not None and found["high"] is not None:
        reach = scale * (found["high"] - found["low"]) / 2
        places = places if reach < _WIDE else 0
    # Adding nothing turns what was rounded to minus nothing into nothing.
    value = round(scale * found["value"], places) + 0.0
    text = f"{value:{'+' if signed else ''}.{places}f}"
    return text if reach is None else f"{text}±{ceil(reach * 10**places) / 10**places:.{places}f}"
