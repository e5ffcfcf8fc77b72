"""What a second processor brings, and whether memory grows with the number of deals.

    python benchmarks/scaling.py [--rounds 7] [--deals 8000000] [--games 200000]
    python benchmarks/scaling.py --memory [--deals 50000000] [--games 400000]

The first plays random deals under `parlett` in one process, then half of them in each of two, then
half of them in each of two threads of one process, turn by turn; and a whole study by the command,
with one worker and with two. Times are of the clock. The first row is a scale: a loop of hashing,
which needs no memory and no Python, shows what two processors of this machine give at the most.

The second plays a fiftieth of the deals, and all of them, in new processes, and a tenth of the
games, and all of them, by the command, and prints how much memory each held at most. A tenth is
more than the command keeps at a time anyhow. It needs a system that tells.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from penneech import kernel
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED, VARIANT, SMALL = 20, "parlett", 1000
STUDY = ("cotton-1674", "cotton-bare", "parlett", "gamerules")
HASHES = 1_000_000

Span = tuple[int, int]


def deals(span: Span) -> int:
    """Random deals in the kernel, by the numbers of the first and of the one after the last."""
    rules = load_variant(VARIANT).rules
    return kernel.play_deals(rules, ("random", "random"), SEED, *span).deals


def hashes(span: Span) -> int:
    """As many rounds of hashing, without Python's lock."""
    hashlib.pbkdf2_hmac("sha256", b"penneech", b"", span[1] - span[0])
    return span[1] - span[0]


def halves(many: int) -> list[Span]:
    """All numbers below this, in two parts."""
    return [(0, many // 2), (many // 2, many)]


def compare(workers: int, games: int) -> list[str]:
    """The command for a study that plays every game afresh; its folder is to be added."""
    words = ["compare", *STUDY, "--games", str(games), "--seed", str(SEED)]
    return [sys.executable, "-m", "penneech", *words, "--workers", str(workers), "--out"]


def study(workers: int, games: int) -> None:
    """Play a study in a folder of its own."""
    with tempfile.TemporaryDirectory() as place:
        command = [*compare(workers, games), str(Path(place, "study"))]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # our own program
        if done.returncode:
            sys.exit(f"compare failed: {done.stderr}")


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, by the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(options: argparse.Namespace) -> None:
    """Measure one and two, turn by turn, and print the medians and their ratio."""
    with (
        multiprocessing.get_context("spawn").Pool(2, deals, ((0, SMALL),)) as pool,
        ThreadPoolExecutor(2) as threads,
    ):
        many, games = options.deals, options.games
        rows: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "a loop of hashing, two processes": (
                lambda: pool.apply(hashes, ((0, HASHES),)),
                lambda: pool.map(hashes, halves(HASHES), chunksize=1),
            ),
            f"{many:,} random deals, two processes": (
                lambda: pool.apply(deals, ((0, many),)),
                lambda: pool.map(deals, halves(many), chunksize=1),
            ),
            f"{many:,} random deals, two threads": (
                lambda: deals((0, many)),
                lambda: [*threads.map(deals, halves(many))],
            ),
            f"compare, {games:,} games of {len(STUDY)} variants": (
                lambda: study(1, games),
                lambda: study(2, games),
            ),
        }
        pool.map(deals, halves(SMALL), chunksize=1)
        deals((0, SMALL))
        study(1, SMALL)
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
        for number in range(options.rounds):
            for name, (one, two) in rows.items():
                if number % 2:  # neither is always the first
                    shared, alone = seconds(two), seconds(one)
                else:
                    alone, shared = seconds(one), seconds(two)
                found[name].append((alone, shared))
    print(f"{'':48} {'one':>8} {'two':>8}  ratio (range)")
    for name, pairs in found.items():
        one, two = (statistics.median(times) for times in zip(*pairs, strict=True))
        ratios = [alone / shared for alone, shared in pairs]
        print(f"{name:48} {one:6.2f} s {two:6.2f} s   {statistics.median(ratios):.2f} "
              f"({min(ratios):.2f}-{max(ratios):.2f})")  # fmt: skip


def most_memory(command: Sequence[str]) -> float:
    """The most memory that a process held, in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  # our own
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed, to be tried by itself: {' '.join(command)}")
    return used.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)


def memory(options: argparse.Namespace) -> None:
    """Print the most memory that was held for few and for many."""
    if not hasattr(os, "wait4"):
        sys.exit("this system does not tell how much memory a process held: run it on another")
    most_memory([sys.executable, __file__, "--play", "1"])  # to compile takes memory of its own
    print(f"{'':48} {'the most memory held':>24}")
    for many in (options.deals // 50, options.deals):
        held = most_memory([sys.executable, __file__, "--play", str(many)])
        print(f"{f'{many:,} random deals':48} {held:20.1f} MiB")
    for games in (options.games // 10, options.games):
        with tempfile.TemporaryDirectory() as place:
            held = most_memory([*compare(1, games), str(Path(place, "study"))])
        print(f"{f'compare, {games:,} games of {len(STUDY)} variants':48} {held:20.1f} MiB")


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--games", type=int)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--play", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play is not None:
        deals((0, options.play))
        return
    options.deals = options.deals or (50_000_000 if options.memory else 8_000_000)
    options.games = options.games or (400_000 if options.memory else 200_000)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    (memory if options.memory else side_by_side)(options)


if __name__ == "__main__":
    main()
