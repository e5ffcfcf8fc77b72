"""A variant in figures, for who chooses one: what play has made of it, and how to have one's own.

The figures come from `penneech.edition.figures`, by the rules and not by the name; where rules were
not played there are none, and the page tells the command that plays them.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from penneech.edition.figures import figures, played, under_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.edition.figures import Figure, Played
    from penneech.screens.web.pages import Reader
    from penneech.variant import Variant

DECIMALS = {"share": 0}
"""Decimals that are shown of a unit, if an interval shows with them; one of any other."""

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
    origin = _origin(study, reader)
    return Figures(tuple([_row(one, reader) for one in found]), origin, study.command)


def beside(variants: Iterable[Variant], reader: Reader) -> list[tuple[Variant, tuple[Row, ...]]]:
    """The variants of which figures are stored, each with its own."""
    every = [(variant, figures_of(variant, reader).rows) for variant in variants]
    return [(variant, rows) for variant, rows in every if rows]


def _origin(study: Played, reader: Reader) -> str:
    first, second = study.players
    if first == second:
        return reader.text("web.figure.origin_alike", player=first, games=study.games)
    return reader.text("web.figure.origin", first=first, second=second, games=study.games)


def _row(one: Figure, reader: Reader) -> Row:
    key = f"web.figure.{one.outcome}"
    known = reader.words.has(f"play.{key}.title")
    low, high, places = one.low, one.high, _places(one)
    return Row(
        outcome=one.outcome,
        title=reader.text(f"{key}.title") if known else one.title,
        about=reader.text(f"{key}.about") if known else "",
        value=_written(one.value, one.unit, places, reader),
        interval=""
        if low is None or high is None
        else reader.text(
            "web.figure.interval",
            low=_written(low, one.unit, places, reader),
            high=_written(high, one.unit, places, reader),
        ),
    )


def _places(one: Figure) -> int:
    """Decimals of an outcome, the same for every variant: so many that no interval is gone."""
    usual = DECIMALS.get(one.unit, 1)
    return usual + any(_is_gone(other, usual) for other in (one, *under_all(one.outcome)))


def _is_gone(one: Figure, places: int) -> bool:
    """Whether both bounds are written alike, though they are not the same."""
    if one.low is None or one.high is None or one.low == one.high:
        return False
    return _rounded(one.low, one.unit, places) == _rounded(one.high, one.unit, places)


def _rounded(value: float, unit: str, places: int) -> str:
    return f"{value * 100 if unit == SHARE else value:z.{places}f}"


def _written(value: float, unit: str, places: int, reader: Reader) -> str:
    figure = _rounded(value, unit, places).replace("-", "\N{MINUS SIGN}")
    if reader.language == "it":
        figure = figure.replace(".", ",")
    return figure + (" %" if unit == SHARE else "")
