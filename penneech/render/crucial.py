"""Which rule points matter: as a page, and as a table for a sheet."""

from __future__ import annotations

import csv
import io
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text as Line

from penneech.render.fitting import FittingTable
from penneech.render.grounds import many, who

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    Summary = Mapping[str, Any]

LEAST = 0.01
"""The smallest share that the short page shows."""

PAIRS = 3
"""Pairs that it shows of an outcome."""


def cruxes_page(summary: Summary, *, full: bool = False) -> RenderableType:
    """The page: what was played, and for each outcome the rule points that matter, ranked.

    Args:
        summary: what `cruxes.summarise` gives.
        full: whether to show all rule points and pairs, however little they matter.
    """
    parts: list[RenderableType] = [Line(_title(summary), style="bold")]
    for outcome in summary["outcomes"].values():
        parts += [Line(), Line.assemble((outcome["title"], "bold"), f": {_spread(outcome)}")]
        parts += _outcome(outcome, full=full)
    return Group(*parts, Line(), *map(Line, _key(summary)))


def cruxes_csv(summary: Summary) -> str:
    """All shares as a table with commas: a row an outcome and factor or pair."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["outcome", "kind", "rule point", "with", "value", "low", "high"])
    for name, outcome in summary["outcomes"].items():
        for kind in ("alone", "total"):
            for factor, found in outcome["factors"].items():
                table.writerow([name, kind, factor, "", *found[kind].values()])
        for pair in outcome["pairs"]:
            table.writerow([name, "pair", *pair["factors"], *pair["share"].values()])
    return text.getvalue()


def levels_csv(summary: Summary) -> str:
    """The mean of each outcome under each reading, the others as the space weighs them."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["outcome", "rule point", "reading", "weight", "value", "low", "high"])
    for name, outcome in summary["outcomes"].items():
        for factor, found in outcome["factors"].items():
            levels = summary["space"]["factors"][factor]["levels"]
            for level, mean in zip(levels, found["levels"], strict=True):
                reading = "+".join(level["values"])
                table.writerow([name, factor, reading, level["weight"], *mean.values()])
    return text.getvalue()


def ranked(outcome: Mapping[str, Any]) -> list[str]:
    """The factors of an outcome, those that matter most in all first."""
    factors = outcome["factors"]
    return sorted(factors, key=lambda name: -(factors[name]["total"]["value"] or 0))


def is_told(found: Mapping[str, float | None]) -> bool:
    """Whether a share is more than nothing, as far as can be told."""
    return found["low"] is not None and found["low"] > 0


def share_text(found: Mapping[str, float | None]) -> str:
    """A share in hundredths, with half of its interval, rounded up."""
    if found["value"] is None or found["high"] is None or found["low"] is None:
        return "-"
    half = ceil(1000 * (found["high"] - found["low"]) / 2 - 1e-9) / 10
    return f"{round(100 * found['value'], 1) + 0.0:.1f}±{half:.1f}"


def _outcome(outcome: Mapping[str, Any], *, full: bool) -> Iterator[RenderableType]:
    order, factors = ranked(outcome), outcome["factors"]
    if outcome["variance"]["value"] is None:
        return
    if all(found["total"]["value"] is None for found in factors.values()):
        yield Line("Whether it varies over these readings cannot be told from so few games.")
        return
    shown = [one for one in order if full or _matters(factors[one]["total"])]
    rows = [
        (
            ("\n+ ".join(one.split("+")),),
            (share_text(factors[one]["alone"]), share_text(factors[one]["total"])),
        )
        for one in shown
    ]
    yield FittingTable(("rule point",), ("alone %", "in all %"), tuple(rows))
    small = [one for one in order if one not in shown and is_told(factors[one]["total"])]
    if small:
        yield Line(f"Less than {100 * LEAST:g} % in all: {', '.join(small)}.")
    none = [one for one in order if one not in shown and one not in small]
    if none:
        yield Line(f"Not told from nothing: {', '.join(none)}.")
    pairs = sorted(outcome["pairs"], key=lambda pair: -(pair["share"]["value"] or 0))
    told = [pair for pair in pairs if full or _matters(pair["share"])]
    if told:
        listed = "; ".join(
            f"{' with '.join(pair['factors'])} {share_text(pair['share'])} %"
            for pair in (told if full else told[:PAIRS])
        )
        yield Line(f"Together: {listed}.")


def _matters(found: Mapping[str, float | None]) -> bool:
    return is_told(found) and (found["value"] or 0) >= LEAST


def _spread(outcome: Mapping[str, Any]) -> str:
    scale, places = (100, 1) if outcome["unit"] == "share" else (1, 2)
    unit = "%" if outcome["unit"] == "share" else outcome["unit"]
    mean, variance = outcome["mean"]["value"], outcome["variance"]["value"]
    if mean is None or variance is None:
        return "cannot be reckoned under every reading"
    deviation = scale * sqrt(max(0.0, variance))
    figures = f"mean {scale * mean:.{places}f} {unit}, standard deviation {deviation:.{places}f}"
    return f"{figures} over the readings"


def _title(summary: Summary) -> str:
    space, players = summary["space"], summary["players"]
    times = many(players, summary["number"])
    return (
        f"{space['name']} space: {space['labels']:,} labels, {space['readings']:,} readings that "
        f"can differ within a {summary['within']}; {times} {summary['within']}s of each from the "
        f"same packs, {who(players)}, seed {summary['seed']}"
    )


def _key(summary: Summary) -> Iterator[str]:
    yield (
        "Shares of the variance over the readings, noise taken out; alone: a rule point by itself; "
        "in all: with its company; ± half a 95 % interval, each for itself, by leaving out one of "
        f"{summary['blocks']} blocks of {summary['within']}s."
    )
    space = summary["space"]
    if space["idle"]:
        yield f"Cannot make a difference, and were not played: {', '.join(space['idle'])}."
    held = [name for name in space["held"] if name not in _FIGURES]
    if held:
        yield f"With a single reading: {', '.join(held)}."
    yield "Other players, and other spaces, may divide it otherwise."


_FIGURES = ("hand_size", "target", "card_points", "penneech", "excess_over")
