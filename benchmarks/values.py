"""How long it takes to make one frozen value: named tuple, frozen dataclass, plain dataclass.

    python benchmarks/values.py

The reference engine makes some fifty values a deal, so this decided their form.
"""

from __future__ import annotations

import timeit
from dataclasses import dataclass
from typing import NamedTuple


class AsTuple(NamedTuple):
    """A fact as a named tuple."""

    player: int
    points: int
    card: int
    trick: int


@dataclass(frozen=True, slots=True)
class AsFrozen:
    """The same fact as a frozen dataclass with slots."""

    player: int
    points: int
    card: int
    trick: int


@dataclass(slots=True)
class AsMutable:
    """The same fact as a dataclass that may change."""

    player: int
    points: int
    card: int
    trick: int


def main() -> None:
    """Time each form and print the least of seven rounds."""
    number = 200_000
    for form in (AsTuple, AsFrozen, AsMutable):
        least = min(timeit.repeat(lambda form=form: form(1, 2, 3, 4), number=number, repeat=7))
        print(f"{form.__name__:10} {least / number * 1e9:6.0f} ns")


if __name__ == "__main__":
    main()
