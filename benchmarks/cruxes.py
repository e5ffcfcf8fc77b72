"""How fast a whole space is played, and whether the intervals of shares hold what they say.

    python benchmarks/cruxes.py speed --deals 10000 --workers 2
    python benchmarks/cruxes.py speed --games 1000 --workers 2
    python benchmarks/cruxes.py calibrate --times 4000

`speed` plays the coherent space in a folder that is thrown away, and prints the time by the clock,
the processor's, and the most memory. `calibrate` makes up games with planted effects, and counts
how often the intervals of `explain` and of `cruxes` have the planted share in them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from penneech.apparatus import load_sources
from penneech.study.between import Between, sampled_orders
from penneech.study.cellfolder import opened
from penneech.study.census import census
from penneech.study.cruxes import play, summarise
from penneech.study.declared import attested, coherent, declared
from penneech.study.factorial import factorial
from penneech.study.shares import Products, shares
from penneech.study.variance import block_figures, parts
from penneech.variant import load_variant

EFFECTS = (2.0, 0.5, 0.0)
"""What the factors add to a deal's points; the last does nothing."""

TOGETHER = 0.8
"""What the first two add together."""

PACKS, OWN = 4.0, 2.0
"""The deviations of what the packs do to all variants, and of what is each one's own."""


def speed(arguments: argparse.Namespace) -> None:
    """Play a space, and say how long it took."""
    within = "deal" if arguments.deals else "game"
    historical = load_variant("cotton-1674").rules
    votes = coherent() if arguments.space == "coherent" else attested(load_sources())
    begun, used = time.perf_counter(), time.process_time()
    found = factorial(declared(arguments.space, historical, votes), within)
    number = arguments.deals or arguments.games
    wanted = census(found, ("greedy", "greedy"), number, 1)
    with tempfile.TemporaryDirectory() as folder:
        files = opened(Path(folder) / "cruxes", wanted)
        play(files, arguments.workers)
        at, spent = time.perf_counter(), time.process_time()
        summarise(files)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    end, last = time.perf_counter(), time.process_time()
    print(f"{found.cells:,} readings x {number:,} {within}s, {arguments.workers} workers")
    print(f"played:      {at - begun:7.1f} s on the clock, {spent - used:7.1f} s of the processor")
    print(f"summarised:  {end - at:7.1f} s on the clock, {last - spent:7.1f} s of the processor")
    print(f"{wanted.total / (spent - used):,.0f} {within}s a second of the processor")
    print(f"most memory: {_memory():.2f} GiB; folder: {size / 2**20:.0f} MiB")


def _memory() -> float:
    """The most memory that this process had, in GiB."""
    import resource  # noqa: PLC0415  # Windows has none

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30


def calibrate(arguments: argparse.Namespace) -> None:
    """Count how often intervals have the planted shares in them."""
    dice = np.random.default_rng(arguments.seed)
    for games in (50, 500):
        _calibrate_explain(dice, games, arguments.times, orders=())
    _calibrate_explain(dice, 500, arguments.times, orders=sampled_orders(9, 64, 1))
    for blocks in (20,):
        _calibrate_cruxes(dice, blocks, arguments.times)


def _calibrate_explain(
    dice: np.random.Generator, games: int, times: int, orders: tuple[tuple[int, ...], ...]
) -> None:
    factors = 9 if orders else 3
    way = _way(factors, orders)
    truths = _shares_of(factors)
    hits, sums = np.zeros(factors), np.zeros(factors)
    for _ in range(times if not orders else max(1, times // 20)):
        found = shares(way, _games(dice, list(way.class_of), games)).factors
        hits += [one.low <= truth <= one.high for one, truth in zip(found, truths, strict=True)]
        sums += [one.value for one in found]
    times = times if not orders else max(1, times // 20)
    how = f"{len(orders)} sampled orders of 9 factors" if orders else "all orders of 3 factors"
    print(f"explain, {games} games, {how}, {times:,} times:")
    for i in range(3):
        print(
            f"  planted {truths[i]:+.2f}: mean share {sums[i] / times:+.4f}, "
            f"interval has it in {100 * hits[i] / times:.1f} %"
        )


def _way(factors: int, orders: tuple[tuple[int, ...], ...]) -> Between:
    met = range(1 << factors)
    if orders:
        met = sorted({sum(1 << i for i in order[:n]) for order in orders for n in range(10)})
    ends = [load_variant(name).rules for name in ("cotton-1674", "parlett")]
    names = tuple((f"factor {i}",) for i in range(factors))
    class_of = {mixture: place for place, mixture in enumerate(met)}
    return Between(ends[0], ends[1], names, orders, (), class_of)


def _added(has: tuple[int, ...]) -> float:
    """What a mixture adds to a deal's points."""
    alone = sum(effect for effect, one in zip(EFFECTS, has, strict=False) if one)
    return alone + TOGETHER * (has[0] and has[1])


def _shares_of(factors: int) -> list[float]:
    both = TOGETHER / 2
    return [EFFECTS[0] + both, EFFECTS[1] + both, EFFECTS[2], *[0.0] * (factors - 3)]


def _games(dice: np.random.Generator, mixtures: list[int], games: int) -> Products:
    """Made-up games of each mixture: points and deals, and the packs that all have in common."""
    packs, deals = dice.normal(0, PACKS, games), dice.integers(3, 8, games)
    means = np.array([20 + _added((one & 1, one >> 1 & 1, one >> 2 & 1)) for one in mixtures])
    lower = deals + dice.integers(0, 2, (len(mixtures), games))
    noise = packs + dice.normal(0, OWN, (len(mixtures), games))
    totals = Products.empty(len(mixtures))
    totals.add(np.round(lower * means[:, None] + noise).astype(np.int64), lower)
    return totals


def _calibrate_cruxes(dice: np.random.Generator, blocks: int, times: int) -> None:
    shape = (2, 2, 3)
    cells = np.arange(12, dtype=np.int32).reshape(shape)
    weights = [[0.5, 0.5], [0.5, 0.5], [1 / 3] * 3]
    added = np.array([_added((i, j, k and 0)) for i, j, k in product(*map(range, shape))])
    a, b = (Fraction(effect) + Fraction(TOGETHER) / 2 for effect in EFFECTS[:2])
    components = [a**2 / 4, b**2 / 4, Fraction(0), Fraction(TOGETHER) ** 2 / 16]
    whole = sum(components)
    truths = [float(one / whole) for one in components]
    for games in (5, 50):
        hits, sums = np.zeros(4), np.zeros(4)
        for _ in range(times):
            found = _shares_of_blocks(dice, added, cells, weights, blocks, games)
            hits += [one.low <= at <= one.high for one, at in zip(found, truths, strict=True)]
            sums += [one.value for one in found]
        print(f"cruxes, {blocks} blocks of {games} games, {times:,} times:")
        for i, name in enumerate(("strong", "weak", "nothing", "together")):
            print(
                f"  {name}: planted {100 * truths[i]:.2f} %, mean {100 * sums[i] / times:.2f} %, "
                f"interval has it in {100 * hits[i] / times:.1f} %"
            )


def _shares_of_blocks(dice, added, cells, weights, blocks, games):  # noqa: ANN001, ANN202, PLR0913, PLR0917  # arrays and figures
    packs = dice.normal(0, PACKS * games**0.5, blocks)
    deals = dice.integers(3 * games, 8 * games, blocks)
    lower = deals + dice.integers(0, games, (len(added), blocks))
    noise = packs + dice.normal(0, OWN * games**0.5, (len(added), blocks))
    upper = np.round(lower * (20 + added[:, None]) + noise).astype(np.int64)
    found = parts(block_figures(upper, lower), cells, weights)
    return [*found.alone, found.pairs[0, 1]]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("speed")
    one.add_argument("--space", choices=("coherent", "attested"), default="coherent")
    one.add_argument("--deals", type=int)
    one.add_argument("--games", type=int, default=1000)
    one.add_argument("--workers", type=int, default=2)
    one.set_defaults(run=speed)
    other = commands.add_parser("calibrate")
    other.add_argument("--times", type=int, default=4000)
    other.add_argument("--seed", type=int, default=1)
    other.set_defaults(run=calibrate)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
