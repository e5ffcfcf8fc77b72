"""A study's summary together with what `compare --all` adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.study.chances import known_prospects
from penneech.study.intervals import estimate
from penneech.study.summary import (
    Difference,
    Differences,
    Figures,
    Prospects,
    described,
    differences_of,
    figures_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.study.design import Design, Entry
    from penneech.study.further import Part
    from penneech.study.summary import Summary, VariantSummary

UNKNOWN = Figures(value=None, low=None, high=None)
"""The figures of a variant that could not be played."""


def joined(design: Design, summary: Summary, parts: Sequence[Part]) -> Summary:
    """The summary with the outcomes of samples beside its own.

    Args:
        design: of the study.
        summary: of the study alone.
        parts: what the samples add up to.
    """
    base = summary["differences"]["base"]
    outcomes = dict(summary["outcomes"])
    for part in parts:
        outcomes |= {one.name: described(one, part.games, part.table) for one in part.outcomes}
    variants = {
        entry.id: _widened(summary["variants"][entry.id], entry, design.players, parts)
        for entry in design.entries
    }
    gaps = {
        name: {**found, **_gaps(name, base, parts)}
        for name, found in summary["differences"]["variants"].items()
    }
    return {
        **summary,
        "outcomes": outcomes,
        "variants": variants,
        "differences": Differences(base=base, variants=gaps),
    }


def _widened(
    found: VariantSummary, entry: Entry, players: tuple[str, str], parts: Sequence[Part]
) -> VariantSummary:
    """The figures of a variant with those of the samples, and how exact the chances are."""
    outcomes = dict(found["outcomes"])
    for part in parts:
        sums = part.sums.get(entry.id)
        for i, outcome in enumerate(part.outcomes):
            outcomes[outcome.name] = (
                UNKNOWN if sums is None else figures_of(estimate(sums.totals[i]))
            )
    chances = known_prospects(entry.rules, players)
    return {
        **found,
        "prospects": Prospects(
            deals=chances.deals, error=chances.error, largest_error=chances.largest_error
        ),
        "outcomes": outcomes,
    }


def _gaps(variant: str, base: str, parts: Sequence[Part]) -> dict[str, Difference]:
    """How the variant differs from the base in the outcomes of the samples."""
    gaps: dict[str, Difference] = {}
    for part in parts:
        one, other = part.sums.get(variant), part.sums.get(base)
        if one is None or other is None:
            untold = Difference(**UNKNOWN, called=False, worth_naming=False)
            gaps |= {outcome.name: untold for outcome in part.outcomes}
        else:
            gaps |= differences_of(one, other, part.outcomes)
    return gaps
