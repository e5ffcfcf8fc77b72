"""What play makes of a reading, in a few figures, for whoever chooses one.

The figures are those of a study that was played once and stored: between the players that it
names, from so many games. They belong to rules, and not to names: a reader's own variant has them
where its rules are those of a shipped one, and a variant whose rules have been changed has none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FILE = Path(__file__).parents[1] / "stored" / "figures.json"


@dataclass(frozen=True, slots=True)
class Figure:
    """An outcome of a reading: its key and title, its unit, its value and 95 % interval.

    The unit `share` is from 0 to 1. `low` and `high` are None where there is no interval.
    """

    outcome: str
    title: str
    unit: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Played:
    """What the figures rest on: who sat at A and at B, the games of each variant, the command."""

    players: tuple[str, str]
    games: int
    command: str


def figures(digest: str) -> tuple[Figure, ...]:
    """The figures of the rules that have this digest; none where such rules were not played.

    >>> [one.outcome for one in figures("no such rules")]
    []
    """
    stored = _stored()
    found = _by_digest().get(digest, {})
    return tuple(
        Figure(name, outcome["title"], outcome["unit"], **found[name])
        for name, outcome in stored["outcomes"].items()
        if name in found and found[name]["value"] is not None
    )


def under_all(outcome: str) -> tuple[Figure, ...]:
    """An outcome's figures under all rules that were played; none where it was not measured.

    >>> len({one.outcome for one in under_all("deals_a_game")}), under_all("no such outcome")
    (1, ())
    """
    every = [one for digest in _by_digest() for one in figures(digest)]
    return tuple([one for one in every if one.outcome == outcome])


def played() -> Played:
    """Who played the games of the figures, and how many."""
    stored = _stored()
    first, second = stored["players"]
    return Played((first, second), stored["games"], stored["command"])


@cache
def _stored() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def _by_digest() -> Mapping[str, Mapping[str, Any]]:
    return {one["digest"]: one["figures"] for one in _stored()["variants"].values()}
