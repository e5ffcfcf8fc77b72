"""The shares of a difference, reckoned from what the mixtures of two variants have in common.

The share of a factor is Shapley's: what its going over changes, averaged over all orders in which
the factors may go over. Shares are sums of the mixtures' figures with fixed weights, so they add up
to the whole difference exactly, and the interval of a share is that of such a sum of ratios,
clustered by game number: what the packs do to all mixtures alike falls out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from penneech.study.intervals import Estimate, two_sided

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from penneech.study.between import Between

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]

_NO_ERROR = 1e-20


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of an outcome: `first` + the sum of `factors` is `second`, exactly.

    `whole` is the whole difference. What cannot differ has a share of zero, from zero to zero.
    """

    first: Estimate
    second: Estimate
    whole: Estimate
    factors: tuple[Estimate, ...]


@dataclass(slots=True)
class Products:
    """The totals of one outcome under each of the rules, and their products over game numbers.

    All are whole numbers below 2^53, so they are exact, in whatever order games are added.
    """

    games: int
    upper: Floats
    lower: Floats
    upper_upper: Floats
    upper_lower: Floats
    lower_lower: Floats

    @classmethod
    def empty(cls, rules: int) -> Products:
        """No games yet."""
        import numpy as np  # noqa: PLC0415  # slow to import

        return cls(0, *[np.zeros(rules) for _ in range(2)],
                   *[np.zeros((rules, rules)) for _ in range(3)])  # fmt: skip

    def add(self, upper: Ints, lower: Ints) -> None:
        """Add games: arrays of rules by game numbers."""
        one, other = upper.astype(float), lower.astype(float)
        self.games += one.shape[1]
        self.upper += one.sum(axis=1)
        self.lower += other.sum(axis=1)
        self.upper_upper += one @ one.T
        self.upper_lower += one @ other.T
        self.lower_lower += other @ other.T

    def ratios(self) -> Floats:
        """The outcome under each of the rules; not a number where nothing is to be divided by."""
        import numpy as np  # noqa: PLC0415  # slow to import

        with np.errstate(divide="ignore", invalid="ignore"):
            return self.upper / self.lower

    def covariances(self) -> Floats:
        """How the ratios' errors go together (Taylor linearisation, clustered by game number)."""
        import numpy as np  # noqa: PLC0415  # slow to import

        ratio = self.ratios()
        crossed = self.upper_lower * ratio[None, :]
        rest = self.upper_upper - crossed - crossed.T + np.outer(ratio, ratio) * self.lower_lower
        few = self.games / (self.games - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return few * rest / np.outer(self.lower, self.lower)


def shares(found: Between, products: Products) -> Shares:
    """Reckon the shares of an outcome from the totals under each of the classes."""
    ratios, errors = products.ratios(), products.covariances()
    exact = [Fraction(float(ratio)) if ratio == ratio else None for ratio in ratios]  # noqa: PLR0124  # nan
    first, last = found.class_of[0], found.class_of[found.whole]
    ends = {last: Fraction(1)}, {first: Fraction(-1)}
    whole = {} if first == last else {**ends[0], **ends[1]}
    games = products.games

    def told(weights: Mapping[int, Fraction]) -> Estimate:
        return _estimate(weights, exact, errors, games)

    single = {first: Fraction(1)}
    coefficients = found.coefficients()
    estimates = [told(weights) for weights in coefficients]
    if found.orders:
        estimates = [
            _with_orders(estimate, games, [_value(pair[i], exact) for pair in pairs])
            for pairs in [found.order_coefficients()]
            for i, estimate in enumerate(estimates)
        ]
    return Shares(told(single), told(ends[0]), told(whole), tuple(estimates))


def _value(weights: Mapping[int, Fraction], exact: Sequence[Fraction | None]) -> Fraction | None:
    total = Fraction(0)
    for place, weight in weights.items():
        figure = exact[place]
        if figure is None:
            return None
        total += weight * figure
    return total


def _estimate(
    weights: Mapping[int, Fraction], exact: Sequence[Fraction | None], errors: Floats, games: int
) -> Estimate:
    """A sum of ratios with these weights, and its interval."""
    import numpy as np  # noqa: PLC0415  # slow to import

    value = _value(weights, exact)
    if not weights:
        return Estimate(0.0, 0.0, 0.0)
    if value is None:
        return Estimate(None, None, None)
    places = list(weights)
    vector = np.array([float(weights[place]) for place in places])
    some = errors[np.ix_(places, places)]
    square = float(vector @ some @ vector)
    # Games that do not vary leave nothing but what rounding has left.
    if square <= _NO_ERROR * max(1.0, float(value) ** 2):
        return Estimate(float(value), None, None)
    reach = two_sided(games - 1) * sqrt(square)
    return Estimate(float(value), float(value) - reach, float(value) + reach)


def _with_orders(estimate: Estimate, games: int, pairs: Sequence[Fraction | None]) -> Estimate:
    """The interval widened by the error of having sampled some orders of all.

    The two errors are added as squares; the freedom of the sum is Satterthwaite's.
    """
    told = [float(pair) for pair in pairs if pair is not None]
    many = len(told)
    if estimate.value is None or many < 2 or many < len(pairs):  # noqa: PLR2004  # an interval needs two blocks
        return estimate
    mean = sum(told) / many
    orders = sum((one - mean) ** 2 for one in told) / (many - 1) / many
    half = estimate.half_width or 0.0
    packs = (half / two_sided(games - 1)) ** 2
    both = orders + packs
    if both <= _NO_ERROR * max(1.0, estimate.value**2):
        return estimate
    freedom = both**2 / (orders**2 / (many - 1) + packs**2 / (games - 1))
    reach = two_sided(max(1, int(freedom))) * sqrt(both)
    return Estimate(estimate.value, estimate.value - reach, estimate.value + reach)
