"""The variants of a large study that differ most from the one that all are compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.study.summary import Differences

if TYPE_CHECKING:
    from penneech.study.summary import Summary


def widest(summary: Summary, count: int) -> list[str]:
    """The variants that differ most, in the order of the summary.

    How far a variant differs is told by its largest called difference in a primary outcome,
    measured by the smallest one worth naming.

    Args:
        summary: of the study.
        count: how many are wanted.
    """
    others = summary["differences"]["variants"]
    farthest = sorted(others, key=lambda variant: -_distance(summary, variant))[:count]
    return [variant for variant in others if variant in set(farthest)]


def narrowed(summary: Summary, variants: list[str]) -> Summary:
    """The summary of the base and of these variants alone."""
    base = summary["differences"]["base"]
    kept = {base, *variants}
    gaps = summary["differences"]["variants"]
    return {
        **summary,
        "variants": {name: one for name, one in summary["variants"].items() if name in kept},
        "differences": Differences(
            base=base, variants={name: gap for name, gap in gaps.items() if name in kept}
        ),
    }


def _distance(summary: Summary, variant: str) -> float:
    outcomes, gaps = summary["outcomes"], summary["differences"]["variants"][variant]
    return max(
        (
            abs(gaps[name]["value"] or 0) / (outcomes[name]["smallest"] or 1)
            for name in summary["intervals"]["simultaneous"]
            if gaps[name]["called"]
        ),
        default=0.0,
    )
