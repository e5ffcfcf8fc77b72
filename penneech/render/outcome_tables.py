"""Tables of outcomes on the screen: a row a variant, or a row a variant that differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text as Line

from penneech.render.fitting import FittingTable
from penneech.render.rounding import plus_minus
from penneech.study.costly import STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.study.summary import Difference, Figures, Summary, VariantSummary

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
    "drama": "drama",
    "decisiveness": "decided\nearly %",
    "security": "winner\nahead %",
    "comeback": "come-\nbacks %",
    "uneven_deals": "uneven\ndeals %",
    "spread": "points\na choice",
    "cards_share": "cards'\nshare %",
    **{
        outcome.name: f"{better.partition(':')[2]} over\n{lesser.partition(':')[2]} %"
        for better, lesser, outcome in STEPS
    },
}

HUNDRED = 100

_WIDE = 10

NOTHING = "·"

UNTOLD = "-"

MARK = "*"
"""Stands before a figure that differs from that of the base, if the difference is worth naming."""

_PLACES = {"share": 1, "root of chance": 3}
_USUAL_PLACES = 2


def title(text: str, note: str) -> Line:
    """The title of a table, and what is to be noted of its figures."""
    return Line.assemble("\n", (text, "bold"), f": {note}")


def heads(names: Sequence[str]) -> tuple[str, ...]:
    """The heads of the columns of these outcomes."""
    return tuple(_HEADS[name] for name in names)


def outcomes_table(
    summary: Summary, names: Sequence[str], *, marked: bool = False, percentiles: bool = False
) -> FittingTable:
    """For each variant the figures of some outcomes.

    Args:
        summary: of the study.
        names: the outcomes.
        marked: whether a mark says which differ from those of the base.
        percentiles: whether the percentiles of the deals a game stand beside them.
    """
    columns, rows = heads(names), []
    for variant, found in summary["variants"].items():
        gaps = summary["differences"]["variants"].get(variant) if marked else None
        figures = [
            MARK * (gaps is not None and gaps[name]["worth_naming"])
            + _outcome(found, summary, name)
            for name in names
        ]
        if percentiles:
            figures.append(f"{found['deals_a_game']['p5']}-{found['deals_a_game']['p95']}")
        rows.append(((variant,), tuple(figures)))
    columns += ("deals\n5-95 %",) * percentiles
    return FittingTable(("variant",), columns, tuple(rows))


def _outcome(found: VariantSummary, summary: Summary, name: str) -> str:
    return figure(found["outcomes"][name], summary["outcomes"][name]["unit"])


def differences_table(summary: Summary, names: Sequence[str]) -> FittingTable:
    """For each other variant the differences that are worth naming; a mark for the rest."""
    rows = (
        (
            (variant,),
            tuple(_difference(found[name], summary["outcomes"][name]["unit"]) for name in names),
        )
        for variant, found in summary["differences"]["variants"].items()
    )
    return FittingTable(("variant",), heads(names), tuple(rows), NOTHING)


def _difference(found: Difference, unit: str) -> str:
    if found["worth_naming"]:
        return figure(found, unit, signed=True)
    return UNTOLD if is_untold(found) else NOTHING


def is_untold(found: Figures) -> bool:
    """Whether the games cannot give an interval for a difference that there is."""
    return found["low"] is None and found["value"] != 0


def figure(found: Figures, unit: str, *, signed: bool = False) -> str:
    """A figure with its half-width, shares in hundredths; a stroke where there is none.

    A half-width of ten or more is given without decimals, and so is its figure. Half-widths are
    rounded up, so that none is shown as nothing.
    """
    if found["value"] is None:
        return UNTOLD
    scale, places = HUNDRED if unit == "share" else 1, _PLACES.get(unit, _USUAL_PLACES)
    reach = None
    if found["low"] is not None and found["high"] is not None:
        reach = scale * (found["high"] - found["low"]) / 2
        places = places if reach < _WIDE else 0
    # Adding nothing turns what was rounded to minus nothing into nothing.
    value = round(scale * found["value"], places) + 0.0
    text = f"{value:{'+' if signed else ''}.{places}f}"
    return text if reach is None else text + plus_minus(reach, places)
