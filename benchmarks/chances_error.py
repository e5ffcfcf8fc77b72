"""How far the chances of winning, being estimates, lead the outcomes astray that rest on them.

    python benchmarks/chances_error.py [--variant parlett] [--games 1000] [--tables 12]

Each outcome is reckoned of the same games with chances from several seeds, and held against chances
from a million deals. What is printed is the root of the mean squared error, and beside it half of
the outcome's own 95 % interval, which is due to the games.
"""

from __future__ import annotations

import argparse
from math import sqrt
from unittest import mock

import numpy as np

from penneech.study import chances
from penneech.study.costly import OF_CHANCES
from penneech.study.intervals import Totals, estimate
from penneech.study.prospects import prospects_of
from penneech.study.rows import Chunk
from penneech.variant import load_variant

PLAYERS = ("greedy", "greedy")
MANY, FEWER = 1_000_000, (2000, 10_000, 100_000)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="parlett")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=12)
    asked = parser.parse_args()
    rules = load_variant(asked.variant).rules
    chunk = Chunk(asked.variant, rules, PLAYERS, 1, 0, asked.games, 1)

    def found(deals: int, seed: int) -> list[tuple[float, float]]:
        table = prospects_of(rules, PLAYERS, deals, seed)
        with mock.patch.object(chances, "known_prospects", return_value=table):
            rows = np.frombuffer(chances.chance_rows(chunk), np.int32).astype(np.int64)
        columns = dict(zip(chances.COLUMNS, rows.reshape(asked.games, -1).T, strict=True))
        estimates = []
        for outcome in OF_CHANCES:
            totals = Totals()
            totals.add(outcome.reckon(columns))
            one = estimate(totals)
            estimates.append((one.value or 0.0, one.half_width or 0.0))
        return estimates

    right = found(MANY, asked.tables)
    print(f"{'deals':>9} ", *(f"{one.title:>14}" for one in OF_CHANCES))
    for deals in FEWER:
        tables = [found(deals, seed) for seed in range(asked.tables)]
        errors = [
            sqrt(sum((table[i][0] - right[i][0]) ** 2 for table in tables) / len(tables))
            for i in range(len(OF_CHANCES))
        ]
        print(f"{deals:9,} ", *(f"{error:14.4f}" for error in errors))
    print(f"{'interval':>9} ", *(f"{half:14.4f}" for _, half in right))


if __name__ == "__main__":
    main()
