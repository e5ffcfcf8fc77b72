"""The words and amounts of a report: titles of outcomes, figures in their units, plurals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.events import Source
from penneech.render.rounding import plus_minus

if TYPE_CHECKING:
    from penneech.study.summary import Description, Difference, Figures

HUNDRED = 100

SOURCES = {
    Source.TURN_UP: "cards turned up",
    Source.TRICK: "honours in tricks",
    Source.PENNEECH_IN_HAND: "the penneech in hand",
    Source.EXCESS: "cards in excess",
}

UNTOLD = "\N{EN DASH}"
_MINUS = "\N{MINUS SIGN}"


def named(name: str, outcome: Description) -> str:
    """An outcome's title; that of a part of another begins with the other's name."""
    whole, _, part = name.partition(".")
    return f"{whole.replace('_', ' ')}: {outcome['title']}" if part else outcome["title"]


def many(number: int, what: str) -> str:
    """So many of something: `1 game`, `1,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def amount(value: float, unit: str, *, signed: bool = False, plain: bool = False) -> str:
    """A figure in words: shares in hundredths; `plain` gives no more places than it has."""
    scaled = factor(unit) * value
    if plain:
        return f"{scaled:g} {unit_of(unit)}"
    sign = "+" if signed and value else ""
    text = f"{round(scaled, _places(unit)) + 0.0:{sign}.{_places(unit)}f}"
    return text.replace("-", _MINUS)


def difference(gap: Difference, unit: str) -> str:
    """A difference beside its line: with half its interval."""
    if gap["value"] is None:
        return UNTOLD
    return amount(gap["value"], unit, signed=True) + reach(gap, unit)


def reach(found: Figures, unit: str) -> str:
    """Half of an interval, never rounded down, to stand behind its figure; nothing for none."""
    if found["low"] is None or found["high"] is None:
        return ""
    half = factor(unit) * (found["high"] - found["low"]) / 2
    return plus_minus(half, _places(unit)).replace("\N{PLUS-MINUS SIGN}", " \N{PLUS-MINUS SIGN} ")


def factor(unit: str) -> int:
    """What figures are multiplied by before they are told."""
    return HUNDRED if unit == "share" else 1


def _places(unit: str) -> int:
    return 1 if unit == "share" else 2


def unit_of(unit: str) -> str:
    """What figures are told in: shares in hundredths."""
    return "hundredths" if unit == "share" else unit


def sentence(text: str) -> str:
    """A text with its full stop."""
    return text if text.endswith(".") else f"{text}."


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
