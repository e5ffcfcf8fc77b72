"""A variant in figures, for who chooses one: what play has made of it, and how to have one's own.

The figures come from `penneech.edition.figures`, by the rules and not by the name; where rules were
not played there are none, and the page tells the command that plays them.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from penneech.edition.figures import figures, played

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.edition.figures import Figure
    from penneech.screens.web.pages import Reader
    from penneech.variant import Variant

DECIMALS = {"share": 0}
"""Decimals that are shown of a unit; one of any other."""

SHARE = "share"


class Row(NamedTuple):
    """A figure as it is shown.

    Args:
        outcome: its key.
        title: what it is.
        about: the same in a sentence; empty where there is none.
        value: the figure with its unit.
        interval: the bounds between which it lies, with 95 in 100; empty where there are none.
    """

    outcome: str
    title: str
    about: str
    value: str
    interval: str


class Figures(NamedTuple):
    """The figures of a variant.

    Args:
        rows: a row for each; none where the rules were not played.
        origin: who played how many games; empty where nothing is stored.
        command: plays them, for a variant that has none.
    """

    rows: tuple[Row, ...]
    origin: str
    command: str


def figures_of(variant: Variant, reader: Reader) -> Figures:
    """What is known of a variant by figures."""
    found = figures(variant.digest())
    words = ["penneech", "compare", "parlett", variant.id, "--players", "greedy,greedy"]
    if not found:
        return Figures((), "", shlex.join(words))
    study = played()
    origin = reader.text("web.figure.origin", players=", ".join(study.players), games=study.games)
    return Figures(tuple([_row(one, reader) for one in found]), origin, study.command)


def beside(variants: Iterable[Variant], reader: Reader) -> list[tuple[Variant, tuple[Row, ...]]]:
    """The variants of which figures are stored, each with its own."""
    every = [(variant, figures_of(variant, reader).rows) for variant in variants]
    return [(variant, rows) for variant, rows in every if rows]


def _row(one: Figure, reader: Reader) -> Row:
    key = f"web.figure.{one.outcome}"
    known = reader.words.has(f"play.{key}.title")
    low, high = one.low, one.high
    return Row(
        outcome=one.outcome,
        title=reader.text(f"{key}.title") if known else one.title,
        about=reader.text(f"{key}.about") if known else "",
        value=_written(one.value, one.unit, reader),
        interval=""
        if low is None or high is None
        else reader.text(
            "web.figure.interval",
            low=_written(low, one.unit, reader),
            high=_written(high, one.unit, reader),
        ),
    )


def _written(value: float, unit: str, reader: Reader) -> str:
    shown = value * 100 if unit == SHARE else value
    figure = f"{shown:z.{DECIMALS.get(unit, 1)}f}".replace("-", "\N{MINUS SIGN}")
    if reader.language == "it":
        figure = figure.replace(".", ",")
    return figure + (" %" if unit == SHARE else "")
