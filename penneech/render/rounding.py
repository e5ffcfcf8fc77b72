"""Rounded figures that still add up, half-widths that are never rounded down, round steps."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = (1, 2, 2.5, 5, 10)


def rounded_to_sum(figures: Sequence[float], total: int, places: int) -> list[int]:
    """Round figures so that they add up to a total that is rounded already.

    Each is rounded down, and those that lost most are rounded up instead, as many as are needed.
    What is exactly zero stays so, unless nothing else is there.

    Args:
        figures: the figures; nearly the total together.
        total: what they shall add up to, in units of the last place.
        places: decimals.

    Returns:
        The figures, in units of the last place.

    >>> rounded_to_sum([1 / 3, 1 / 3, 1 / 3, 0.0], 100, 2)
    [34, 33, 33, 0]
    >>> rounded_to_sum([-0.07005, 0.36632, 3.59516], 389, 2)
    [-7, 37, 359]
    """
    exact = [Fraction(figure) * 10**places for figure in figures]
    down = [figure.numerator // figure.denominator for figure in exact]
    movable = [i for i, figure in enumerate(figures) if figure] or list(range(len(figures)))
    lost = sorted(movable, key=lambda i: exact[i] - down[i], reverse=True)
    while lost and (missing := total - sum(down)):
        # The total is rounded on its own, so it may want a step more, or less, than there are.
        step = 1 if missing > 0 else -1
        for i in (lost if missing > 0 else lost[::-1])[: abs(missing)]:
            down[i] += step
    return down


def plus_minus(half: float, places: int) -> str:
    """Half of an interval behind its figure, rounded up, so that none is shown as nothing.

    >>> plus_minus(0.0412, 2), plus_minus(0.0001, 1)
    ('±0.05', '±0.1')
    """
    return f"±{ceil(half * 10**places) / 10**places:.{places}f}"


def round_step(least: float) -> float:
    """The least round step of a scale that is no smaller.

    >>> round_step(0.7), round_step(0.021)
    (1.0, 0.025)
    """
    unit = 10.0 ** floor(log10(least))
    return next(step * unit for step in _STEPS if step * unit >= least * (1 - 1e-9))
