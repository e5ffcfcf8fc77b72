"""How the variance of an outcome over a space is shared out among its factors, noise taken out.

The labels of the space are weighed by products of their levels' weights, so that the outcome is a
sum of effects that are orthogonal to each other (the functional analysis of variance: Hoeffding,
1948; Sobol', 1993): the mean, what each factor does alone, what each pair does beyond that, and so
on. A component's variance is the weighted mean of its square.

The figures are estimates from games, and the square of an estimate is too large by its error. But
the games are cut into blocks that share no packs. Every effect is a sum of the cells' figures, and
so each block has an effect of its own, free of the others' errors: the product of two different
blocks' effects is right on average, and the mean over all pairs of different blocks is the estimate
here. It can be below zero where there is next to nothing to find. The intervals leave out one block
after the other (the jackknife). Of a weak effect that does not tell enough: where the games happen
to show little of it, they also vary little. There the interval reaches up to the strongest effect
that would show so little, if the noise is alike in all directions. So the intervals of what is
weak, or nothing, are wider than need be, and no narrower.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.study.intervals import Estimate, two_sided

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
    Places: TypeAlias = NDArray[np.int32]

_PLAIN = 12
"""An effect that shows so many times as much as the noise alone would is plain."""


class Parts(NamedTuple):
    """How the variance is shared out.

    Args:
        mean: the weighted mean of the outcome over the space.
        variance: its weighted variance.
        alone: of each factor the share of the variance that its effect alone has.
        total: of each factor the share that is lost when it is held: its effect alone and in
            company with any others.
        pairs: of each pair of factors (i, j), i before j, the share that both have together beyond
            what each has alone.
        levels: of each factor the mean of the outcome at each of its levels.
    """

    mean: Estimate
    variance: Estimate
    alone: tuple[Estimate, ...]
    total: tuple[Estimate, ...]
    pairs: dict[tuple[int, int], Estimate]
    levels: tuple[tuple[Estimate, ...], ...]


def block_figures(upper: Ints, lower: Ints) -> Floats:
    """The figure of each cell in each block: its ratio, and what the block adds or takes away.

    The mean of a cell over the blocks is the ratio of its totals. A block's ratio of its own would
    be off by the more the fewer games it has.

    Args:
        upper: what each block of each cell adds to the upper total: cells by blocks.
        lower: the same of the lower total.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    total = lower.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = upper.sum(axis=1, keepdims=True) / total
        figures: Floats = ratio + (upper - ratio * lower) / (total / upper.shape[1])
    return figures


def parts(figures: Floats, cell_of: Places, weights: Sequence[Sequence[float]]) -> Parts:
    """Share the variance out.

    Args:
        figures: cells by blocks.
        cell_of: of each label, an axis a factor, its cell.
        weights: of each factor the weights of its levels, which add up to 1.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    scales = [np.array(weight) for weight in weights]
    labels = figures[cell_of]
    mean = _averaged(labels, range(len(scales)), scales)
    labels -= mean
    whole = _gram(labels, scales)
    alone, pairs = _closed(labels, scales)
    held = [_without(labels, i, scales) for i in range(len(scales))]
    together = {
        (i, j): gram - _gram(alone[i], [scales[i]]) - _gram(alone[j], [scales[j]])
        for (i, j), gram in pairs.items()
    }
    return Parts(
        _mean(mean),
        _jackknifed(whole, None),
        tuple([_jackknifed(_gram(one, [scales[i]]), whole) for i, one in enumerate(alone)]),
        tuple([_jackknifed(whole - gram, whole) for gram in held]),
        {pair: _jackknifed(gram, whole) for pair, gram in together.items()},
        tuple([tuple([_mean(row + mean) for row in one]) for one in alone]),
    )


def _closed(
    labels: Floats, scales: Sequence[Floats]
) -> tuple[list[Floats], dict[tuple[int, int], Floats]]:
    """Each factor's means, and of each pair the products of its means, block by block."""
    count = len(scales)
    alone: list[Floats] = []
    pairs: dict[tuple[int, int], Floats] = {}
    before = labels
    for i in range(count):
        # The axes before i are averaged away by now; those between i and j go one by one.
        between = before
        for j in range(i + 1, count):
            both = _averaged(between, range(2, between.ndim - 1), [*scales[i : i + 1], *scales[j:]])
            pairs[i, j] = _gram(both, [scales[i], scales[j]])
            between = _averaged(between, [1], [scales[i], scales[j]])
        alone.append(between)
        before = _averaged(before, [0], scales[i:])
    return alone, pairs


def _without(labels: Floats, i: int, scales: Sequence[Floats]) -> Floats:
    """The products of what is left when a factor is averaged away."""
    import numpy as np  # noqa: PLC0415  # slow to import

    rest = [*scales[:i], *scales[i + 1 :]]
    averaged = _averaged(labels, [i], scales)
    # Without any factor there is one figure, the mean, which was taken away before.
    return _gram(averaged, rest) if rest else np.zeros((labels.shape[-1],) * 2)


def _averaged(labels: Floats, axes: Sequence[int] | range, scales: Sequence[Floats]) -> Floats:
    """The weighted means over some axes; `scales` has the weights of each axis."""
    import numpy as np  # noqa: PLC0415  # slow to import

    for axis in sorted(axes, reverse=True):
        labels = np.tensordot(scales[axis], labels, axes=(0, axis))
    return labels


def _gram(labels: Floats, scales: Sequence[Floats]) -> Floats:
    """The weighted products of all pairs of blocks, added up over the labels."""
    import numpy as np  # noqa: PLC0415  # slow to import

    blocks = labels.shape[-1]
    weight = np.ones(())
    for scale in scales[1:]:
        weight = weight[..., None] * scale
    flat = weight.reshape(-1)
    total = np.zeros((blocks, blocks))
    # One level of the first factor after the other: a copy of all labels would need their room.
    for share, some in zip(scales[0], labels, strict=True):
        rows = some.reshape(-1, blocks)
        total += share * (rows.T @ (rows * flat[:, None]))
    return total


def _mean(blocks: Floats) -> Estimate:
    count = len(blocks)
    middle = float(blocks.mean())
    error = float(blocks.std(ddof=1)) / sqrt(count)
    reach = two_sided(count - 1) * error
    return Estimate(middle, middle - reach, middle + reach)


def _jackknifed(gram: Floats, whole: Floats | None) -> Estimate:
    """The mean over pairs of different blocks, as a share of the whole's, with its interval."""
    one, left = _off_diagonal(gram)
    above = _strongest(gram, one)
    if whole is not None:
        total, total_left = _off_diagonal(whole)
        if total <= 0 or min(total_left) <= 0:
            return Estimate(None, None, None)
        one, left, above = one / total, left / total_left, above / total
    count = len(left)
    spread = float(((left - left.mean()) ** 2).sum()) * (count - 1) / count
    reach = two_sided(count - 1) * sqrt(spread)
    return Estimate(float(one), float(one) - reach, float(max(one + reach, above)))


def _strongest(gram: Floats, found: float) -> float:
    """The strongest effect that would show as little as was found; of no use for a plain one.

    Of an effect of size s the estimate has the variance a s + c: the noise times the effect, and
    the noise times itself.
    """
    count = len(gram)
    centred = gram - gram.mean(axis=0) - gram.mean(axis=1)[:, None] + gram.mean()
    noise = float(centred.trace()) / (count - 1)
    squared = float((centred**2).sum()) / (count - 1) ** 2 - noise**2 / (count - 1)
    squared *= (count - 1) ** 2 / ((count - 2) * (count + 1))
    if noise <= 0 or squared <= 0:
        return found
    a, c = 4 * squared / noise / count, 2 * squared / (count * (count - 1))
    if found > _PLAIN * sqrt(c):
        return found
    t = two_sided(count - 1)
    return found + t**2 * a / 2 + t * sqrt(max(0.0, a * found + c + (t * a / 2) ** 2))


def _off_diagonal(gram: Floats) -> tuple[float, Floats]:
    """The mean of what does not stand on the diagonal; the same without each of the blocks."""
    count = len(gram)
    diagonal, rows = gram.diagonal(), gram.sum(axis=1)
    beside = float(gram.sum() - diagonal.sum())
    left = beside - 2 * (rows - diagonal)
    return beside / (count * (count - 1)), left / ((count - 1) * (count - 2))
