"""How fast the kernel plays deals and games, beside a loop in C, in one run on one core.

    python benchmarks/kernel.py [--rounds 15] [--deals 200000] [--rules 64] [--c-program PATH]

The peer in C is a shared library with the function

    void deals_limit(long deals, uint64_t seed, int follow, int trumps_only, int first,
                     int64_t *sums)

that plays random deals of seven cards (follow: 0 free, 1 must follow, 2 follow or trump), without
redeals, and adds up what they bring. It is left out, with the ratios to it, where no path is given.

Rounds of all rows take turns, so that a machine whose speed drifts is unfair to none. The figures
are of processor time, medians over the rounds; a ratio is the median of the ratios of the rounds.
PENNEECH_KERNEL_FORM=portable measures the portable form.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from strategies import HISTORICAL, Dice, thrown_rules

from penneech import kernel
from penneech.kernel.bits import FORM
from penneech.rules import Rules
from penneech.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from collections.abc import Callable

FOLLOW = {"free": 0, "must_follow": 1, "follow_or_trump": 2}
SEED = 20


def c_loop(path: str, rules: Rules) -> Callable[[int], None]:
    """The loop in C under the nearest rules that it knows."""
    loop = ctypes.CDLL(path).deals_limit
    loop.argtypes = [
        ctypes.c_long, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.c_int,
        ctypes.POINTER(ctypes.c_int64),
    ]  # fmt: skip
    follow = FOLLOW.get(rules.following, 2)
    trumps_only = int(rules.honours != "all_suits")
    sums = (ctypes.c_int64 * 5)()
    return lambda deals: loop(deals, SEED, follow, trumps_only, 1, sums)


def rate(play: Callable[[int], object], deals: int) -> float:
    """Deals a second of processor time."""
    start = time.process_time()
    play(deals)
    return deals / (time.process_time() - start)


def kernel_deals(rules: Rules, player: str) -> Callable[[int], object]:
    """Deals in the kernel, the same player at both seats."""
    return lambda deals: kernel.play_deals(rules, (player, player), SEED, 0, deals)


def some_rules(count: int, *, historical: bool) -> list[Rules]:
    """Rules drawn from the whole space, with the historical parameters or with any."""
    fixed = HISTORICAL if historical else {}
    return [Rules.from_resolved(thrown_rules(Dice(64, i)) | fixed) for i in range(count)]


def side_by_side(
    named: dict[str, Callable[[int], object]],
    peers: dict[str, Callable[[int], object]],
    options: argparse.Namespace,
) -> None:
    """Measure rows and their peers in turns, print them, and the mean of the ratios."""
    rates: dict[str, list[float]] = {name: [] for name in named}
    ratios: dict[str, list[float]] = {name: [] for name in named}
    for _ in range(options.rounds):
        for name, play in named.items():
            before = rate(peers[name], options.deals) if peers else 0.0
            ours = rate(play, options.deals)
            rates[name].append(ours)
            if peers:
                after = rate(peers[name], options.deals)
                ratios[name].append(2 * ours / (before + after))
    for name, found in rates.items():
        spread = (
            f"{statistics.median(found) / 1e6:6.2f} ({min(found) / 1e6:.2f}-{max(found) / 1e6:.2f})"
        )
        ratio = f"{statistics.median(ratios[name]):6.2f}" if peers else ""
        if len(named) <= options.shown:
            print(f"{name:46} {spread:>22} {ratio}")
    middles = [statistics.median(found) / 1e6 for found in rates.values()]
    mean = statistics.mean(statistics.median(found) for found in ratios.values()) if peers else 0.0
    least = min(statistics.median(found) for found in ratios.values()) if peers else 0.0
    if len(named) > 1:
        told = f"ratio: mean {mean:.2f}, least {least:.2f}" if peers else ""
        print(f"{f'mean of {len(named)}':46} {statistics.mean(middles):6.2f} M/s        {told}")


def games_a_second(rules: Rules, player: str, count: int) -> tuple[float, float]:
    """Games and their deals a second of processor time, with a row for each game."""
    start = time.process_time()
    rows = kernel.play_games(rules, (player, player), SEED, 0, count)
    spent = time.process_time() - start
    return count / spent, int(rows[:, 7].sum()) / spent


RULES = (
    "from penneech import kernel\nfrom penneech.variant import load_variant\n"
    "by = load_variant('parlett').rules\n"
)
DEALS = RULES + "kernel.play_deals(by, ('random', 'greedy'), 1, 0, 1000)\n"
GAMES = RULES + "kernel.play_games(by, ('random', 'greedy'), 1, 0, 1)\n"
SEARCH = """
from penneech.kernel import searching
unseen = (1 << 52) - 1 & ~(127 | 1 << 20)
sight = searching.Sight(list(range(7)), None, 20, 7, unseen, unseen, 0, 0)
searching.worths(by, sight, 5, 16)
"""
PROSPECTS = """
from penneech.kernel import tallying, prospects
prospects.prospects(by, deals=100)
"""
STARTS = {
    "deals": DEALS,
    "games with rows": GAMES,
    "deals and games with rows": DEALS + GAMES,
    "a choice of pimc": RULES + SEARCH,
    "prospects": RULES + PROSPECTS,
    "all of these": DEALS + GAMES + SEARCH + PROSPECTS,
}
"""What a process may be started for."""


def start_of_a_process(script: str, place: str) -> float:
    """Seconds of processor time of a new process.

    Args:
        script: what it does.
        place: where compiled code is kept.
    """
    before = os.times()
    subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_CACHE_DIR": place}, check=True, capture_output=True,
    )  # fmt: skip
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def starts() -> None:
    """Print how long a process takes that compiles what it needs, and the same one later."""
    print(f"\n{'a new process, seconds of processor time':46} {'first':>10} {'later':>10}")
    for name, script in {"import numba": "import numba", **STARTS}.items():
        with tempfile.TemporaryDirectory() as place:
            first = start_of_a_process(script, place)
            later = min(start_of_a_process(script, place) for _ in range(5))
        print(f"{name:46} {first:10.2f} {later:10.2f}")


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--rules", type=int, default=64)
    parser.add_argument("--shown", type=int, default=20)
    parser.add_argument("--c-program", default="")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, {platform.machine()}, {FORM} form; one core;")
    print(f"processor time, medians of {options.rounds} rounds of {options.deals:,} deals\n")
    print(f"{'random deals':46} {'M deals/s':>22} ratio to C")
    shipped = {name: load_variant(name).rules for name in variant_ids()}
    for title, group in (
        ("", shipped),
        (
            "any readings, historical parameters: ",
            dict(enumerate(some_rules(options.rules, historical=True))),
        ),
        (
            "any readings and parameters: ",
            dict(enumerate(some_rules(options.rules, historical=False))),
        ),
    ):
        named = {f"{title}{name}": kernel_deals(by, "random") for name, by in group.items()}
        peers = (
            {f"{title}{name}": c_loop(options.c_program, by) for name, by in group.items()}
            if options.c_program
            else {}
        )
        if title:
            print(title)
        side_by_side(named, peers, options)
    print(f"\n{'greedy deals':46} {'M deals/s':>22}")
    side_by_side({name: kernel_deals(by, "greedy") for name, by in shipped.items()}, {}, options)
    print("\nwhole games with their rows: thousands of games a second, M deals a second")
    for name in ("cotton-1674", "parlett", "gamerules", "wikipedia-it"):
        for player in kernel.PLAYERS_HERE:
            found = [
                games_a_second(shipped[name], player, options.deals // 10)
                for _ in range(options.rounds)
            ]
            games, deals = (statistics.median(one) for one in zip(*found, strict=True))
            print(f"{name + ', ' + player:46} {games / 1e3:10.0f} {deals / 1e6:10.2f}")
    starts()


if __name__ == "__main__":
    main()
