"""Intervals of ratios and of their differences, clustered by game number.

A ratio R = U / L is of two totals over the game numbers. All rows of one game number share their
packs, so they are added up first: the game number is the unit that was drawn. The error of R is
that of the residuals u - R l (Taylor linearisation), with Student's t for one less than the number
of game numbers. The difference of two variants that played the same packs is taken game number by
game number, so that what the packs do to both falls out.

Everything is reckoned from whole totals and their products, which are exact: the figures do not
depend on the order in which rows are added, and a ratio that is the same in every game has an error
of exactly zero. It has no interval then: games that do not vary cannot tell how far they would.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from penneech.study.outcomes import Ints, Parts

LEVEL = 0.95
"""The coverage of every interval; of simultaneous ones, of all that belong together at once."""

_EXACT_UP_TO = 40
_WORD = 1 << 63
_LONGEST_SEARCH = 200


class Estimate(NamedTuple):
    """A figure and its interval; None where the games at hand cannot give it."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float | None:
        """How far the interval reaches to either side."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def excludes_zero(self) -> bool:
        """Whether there is an interval and zero lies outside it."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


@dataclass(slots=True)
class Totals:
    """The totals of one ratio over game numbers, and of its products; all exact."""

    numbers: int = 0
    upper: int = 0
    lower: int = 0
    upper_upper: int = 0
    upper_lower: int = 0
    lower_lower: int = 0

    def add(self, parts: Parts) -> None:
        """Add games, a figure a game number."""
        self.numbers += len(parts.upper)
        self.upper += int(parts.upper.sum())
        self.lower += int(parts.lower.sum())
        self.upper_upper += _product(parts.upper, parts.upper)
        self.upper_lower += _product(parts.upper, parts.lower)
        self.lower_lower += _product(parts.lower, parts.lower)

    @property
    def ratio(self) -> Fraction | None:
        """The ratio of the totals."""
        return Fraction(self.upper, self.lower) if self.lower else None

    def squares(self, ratio: Fraction) -> Fraction:
        """The sum of the squared residuals, in units of the lower total."""
        rest = self.upper_upper - 2 * ratio * self.upper_lower + ratio**2 * self.lower_lower
        return rest / self.lower**2


@dataclass(slots=True)
class SharedTotals:
    """The products of two variants' totals over the game numbers that both played."""

    upper_upper: int = 0
    upper_lower: int = 0
    lower_upper: int = 0
    lower_lower: int = 0

    def add(self, one: Parts, other: Parts) -> None:
        """Add games, a figure a game number, the same numbers in both."""
        self.upper_upper += _product(one.upper, other.upper)
        self.upper_lower += _product(one.upper, other.lower)
        self.lower_upper += _product(one.lower, other.upper)
        self.lower_lower += _product(one.lower, other.lower)

    def product(self, one: Fraction, other: Fraction) -> Fraction:
        """The sum of the products of the two ratios' residuals."""
        crossed = other * self.upper_lower + one * self.lower_upper
        return self.upper_upper - crossed + one * other * self.lower_lower


def _product(one: Ints, other: Ints) -> int:
    """The products of two columns added up; exact, however large they are."""
    if not len(one):
        return 0
    largest = int(abs(one).max()) * int(abs(other).max()) * len(one)
    return int(one @ other) if largest < _WORD else int(one.astype(object) @ other.astype(object))


def by_game(parts: Parts, swaps: int) -> Parts:
    """Add up the rows of each game number.

    Args:
        parts: a figure a row, the rows of a game number side by side.
        swaps: how many rows each game number has.
    """
    if swaps == 1:
        return parts
    upper, lower = (part.reshape(-1, swaps).sum(axis=1) for part in parts)
    return type(parts)(upper, lower)


def estimate(totals: Totals, sharing: int = 1) -> Estimate:
    """The ratio and its interval.

    Args:
        totals: of the games.
        sharing: how many intervals must hold together (Bonferroni); 1 for an interval of its own.
    """
    ratio = totals.ratio
    if ratio is None:
        return Estimate(None, None, None)
    return _around(ratio, totals.squares(ratio), totals.numbers, sharing)


def paired_difference(
    one: Totals, other: Totals, shared: SharedTotals, sharing: int = 1
) -> Estimate:
    """The first ratio less the second, paired by game number, and its interval.

    Args:
        one: the totals of one variant.
        other: the totals of the variant that is taken away.
        shared: their products.
        sharing: as for `estimate`.

    Raises:
        ValueError: when the two have different numbers of games.
    """
    if one.numbers != other.numbers:
        raise ValueError("only the same games can be paired")
    first, second = one.ratio, other.ratio
    if first is None or second is None:
        return Estimate(None, None, None)
    together = shared.product(first, second) / (one.lower * other.lower)
    squares = one.squares(first) + other.squares(second) - 2 * together
    return _around(first - second, squares, one.numbers, sharing)


def _around(value: Fraction, squares: Fraction, numbers: int, sharing: int) -> Estimate:
    """The interval around a value whose residuals have these squares."""
    middle = float(value)
    if numbers <= 1 or squares <= 0:
        return Estimate(middle, None, None)
    error = sqrt(squares * Fraction(numbers, numbers - 1))
    reach = two_sided(numbers - 1, sharing) * error
    return Estimate(middle, middle - reach, middle + reach)


def two_sided(freedom: int, sharing: int = 1) -> float:
    """How many standard errors an interval reaches to each side.

    Args:
        freedom: the degrees of freedom, from 1.
        sharing: how many intervals must hold together, as for `estimate`.
    """
    return student(1 - (1 - LEVEL) / (2 * sharing), freedom)


@lru_cache(maxsize=64)
def student(share: float, freedom: int) -> float:
    """The quantile of Student's t distribution.

    Args:
        share: above 0.5 and below 1.
        freedom: the degrees of freedom, from 1.

    >>> round(student(0.975, 10), 3), round(student(0.975, 1000), 3)
    (2.228, 1.962)
    """
    if freedom > _EXACT_UP_TO:
        return _student_far(NormalDist().inv_cdf(share), freedom)
    low, high = 0.0, 1.0
    while _below(high, freedom) < share:
        high *= 2
    for _ in range(_LONGEST_SEARCH):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _below(middle, freedom) < share else (low, middle)
    return high


def _student_far(z: float, freedom: int) -> float:
    """Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5), right to six places here."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _below(t: float, freedom: int) -> float:
    """The share of Student's t distribution below t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle, odd = atan(t / sqrt(freedom)), freedom % 2
    term = total = cos(angle) if odd else 1.0
    for i in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (i - 1) / i
        total += term
    if not odd:
        return 0.5 + sin(angle) * total / 2
    inner = angle + sin(angle) * total if freedom > 1 else angle
    return 0.5 + inner / pi
