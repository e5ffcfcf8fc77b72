"""How often the intervals of a study cover what is true.

    python benchmarks/calibration.py [--studies 4000] [--games 1000] [--deals 10000000]

A study is so many games between greedy and random, each played twice, seats exchanged. Counted is
in how many studies an interval of 95 % covers

- zero, where a variant is compared with its copy on packs of another seed (A/A);
- the mean that a run of very many deals gives, whose own error is small beside it;
- the difference of two variants on the same packs, as a run of very many deals gives it;
- one half, where greedy plays itself and the share of games is reckoned that A wins: what A and B
  are is decided by nothing but luck, so that this mean is known exactly.

In the last column all primary outcomes must be covered at once, by the intervals that a study gives
them. Every game is the kernel's; the rows go through the very functions that studies use.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from penneech import kernel
from penneech.study.intervals import SharedTotals, Totals, by_game, estimate, paired_difference
from penneech.study.outcomes import OUTCOMES, skill
from penneech.study.rows import COLUMNS
from penneech.variant import load_variant

if TYPE_CHECKING:
    from fractions import Fraction

    from penneech.rules import Rules

VARIANTS = ("parlett", "cotton-1674")
PLAYERS = ("greedy", "random")
TRUTH_SEED, FIRST_SEED = 1674, 1_000_000
PART = 20_000
PRIMARY = tuple(outcome for outcome in OUTCOMES if outcome.primary)
ALL = "all at once"


class Study(NamedTuple):
    """What one study's rows come to, of each primary outcome: by game number, and in all."""

    parts: list
    totals: list


@cache
def rules_of(variant: str) -> Rules:
    """The rules of a variant, read once."""
    return load_variant(variant).rules


def played(
    variant: str, seed: int, first: int, last: int, players: tuple[str, str] = PLAYERS
) -> dict:
    """The rows of some games, by column, those of a game number side by side."""
    rules = rules_of(variant)
    both = [
        kernel.play_games(rules, players, seed, first, last, swapped=swapped)
        for swapped in ((False, True) if players[0] != players[1] else (False,))
    ]
    rows = np.stack(both, axis=1).reshape(-1, len(COLUMNS)).astype(np.int64)
    return {name: rows[:, i] for i, name in enumerate(COLUMNS)}


def study(variant: str, seed: int, first: int, last: int) -> Study:
    """One study."""
    rows = played(variant, seed, first, last)
    parts = [by_game(outcome.reckon(rows), 2) for outcome in PRIMARY]
    totals = [Totals() for _ in PRIMARY]
    for one, part in zip(totals, parts, strict=True):
        one.add(part)
    return Study(parts, totals)


def gaps(one: Study, other: Study, sharing: int = 1) -> list:
    """The estimates of the differences of two studies, paired by game number."""
    found = []
    for i in range(len(PRIMARY)):
        shared = SharedTotals()
        shared.add(one.parts[i], other.parts[i])
        found.append(paired_difference(one.totals[i], other.totals[i], shared, sharing))
    return found


def truth(variant: str, deals: int) -> list[Fraction]:
    """The means of very many deals."""
    totals, done, first = [Totals() for _ in PRIMARY], 0, 0
    while done < deals:
        rows = played(variant, TRUTH_SEED, first, first + PART)
        for one, outcome in zip(totals, PRIMARY, strict=True):
            one.add(by_game(outcome.reckon(rows), 2))
        done, first = done + int(rows["deals"].sum()), first + PART
    print(f"{variant}: {done:,} deals in {2 * first:,} games", file=sys.stderr)
    return [one.ratio for one in totals]


def hits(estimates: list, true: list, together: list) -> list[bool]:
    """Whether each interval covers its value, and whether those that hold together all do."""
    covered = [e.low <= float(t) <= e.high for e, t in zip(estimates, true, strict=True)]
    return [*covered, all(e.low <= float(t) <= e.high for e, t in zip(together, true, strict=True))]


def trial(games: int, means: dict, number: int) -> dict:
    """One A/A comparison, one A/B comparison, and the intervals of a mean; what was covered."""
    base, other = VARIANTS
    seed, sharing = FIRST_SEED + 2 * number, len(PRIMARY)
    one = study(base, seed, 0, games)
    copy = study(base, seed + 1, 0, games)
    beside = study(other, seed, 0, games)
    alone = [[estimate(totals, share) for totals in one.totals] for share in (1, sharing)]
    differences = [a - b for a, b in zip(means[base], means[other], strict=True)]
    fair = Totals()
    fair.add(skill(played(base, seed, 0, games, ("greedy", "greedy"))))
    exact = estimate(fair)
    return {
        "A/A: zero": hits(gaps(one, copy), [0] * sharing, gaps(one, copy, sharing)),
        "the mean": hits(alone[0], means[base], alone[1]),
        "A/B: the difference": hits(gaps(one, beside), differences, gaps(one, beside, sharing)),
        "one half": [exact.low <= 1 / 2 <= exact.high],
    }


def main() -> None:
    """Count."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--studies", type=int, default=4000)
    options.add_argument("--games", type=int, default=1000, help="game numbers of a study")
    options.add_argument("--deals", type=int, default=10_000_000, help="deals of the long runs")
    options.add_argument("--workers", type=int, default=2)
    given = options.parse_args()
    means = {variant: truth(variant, given.deals) for variant in VARIANTS}
    counted: dict[str, np.ndarray] = {}
    with ThreadPoolExecutor(given.workers) as pool:
        for covered in pool.map(partial(trial, given.games, means), range(given.studies)):
            for what, one in covered.items():
                counted[what] = counted.get(what, 0) + np.array(one, int)
    told(counted, given)


def told(counted: dict, given: argparse.Namespace) -> None:
    """Print the tables."""
    error = 100 * sqrt(0.95 * 0.05 / given.studies)
    print(
        f"{given.studies:,} studies of {given.games:,} game numbers, {' against '.join(PLAYERS)}; "
        f"a share of 95 % that is counted so often has a standard error of {error:.2f} %.\n"
    )
    heads = ["covered, %", *(outcome.title for outcome in PRIMARY), ALL]
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for what, count in counted.items():
        shares = [f"{100 * one / given.studies:.2f}" for one in count]
        if len(shares) == 1:
            continue
        print("| " + " | ".join([what, *shares]) + " |")
    exact = 100 * counted["one half"][0] / given.studies
    print(f"\nOne half, A's share of the games of greedy against itself: covered in {exact:.2f} %.")


if __name__ == "__main__":
    main()
