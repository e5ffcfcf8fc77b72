"""What a second worker brings: processes of this machine, and the workers of a cluster.

    python benchmarks/parallel.py [--rounds 5] [--games 300] [--players pimc:16]

Plays the same study turn by turn in this process, on two processes, and on a cluster of two workers
of one thread (a scheduler and two workers that are started here), each time into a new folder, and
prints the medians of the clock. Processes and workers are started before anything is timed, since a
study of any length starts them once. The efficiency is the time in one process over twice the time;
a second processor that is shared with others brings less.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.study.cluster import cluster
from penneech.study.design import Entry, plan
from penneech.study.feeding import Crew
from penneech.study.manifest import opened
from penneech.study.rows import play_chunk
from penneech.study.run import run
from penneech.study.workers import processes
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.study.design import Design
    from penneech.study.rows import Chunk

VARIANTS = ("cotton-1674", "parlett")
WAYS = ("one process", "two processes", "cluster of two")
WORKERS = 2
PATIENCE = 120
"""Seconds within which the workers of a cluster must have come."""


def design_of(players: str, games: int) -> Design:
    """The study that is played."""
    entries = [Entry(name, load_variant(name).rules) for name in VARIANTS]
    return plan(entries, (players, players), 1, games)


def started(kind: str, *words: str) -> subprocess.Popen[bytes]:
    """A scheduler or a worker, which says nothing."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  # ours


@contextmanager
def some_workers(count: int) -> Iterator[str]:
    """A scheduler and so many workers, which it knows; the scheduler's address."""
    from distributed import Client  # noqa: PLC0415  # slow to import

    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        processes = [started("scheduler", *words)]
        try:
            while not file.exists() or not file.read_text():
                time.sleep(0.1)
            address = json.loads(file.read_text())["address"]
            words = (address, "--nthreads", "1", "--no-nanny")
            processes += [started("worker", *words) for _ in range(count)]
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(count, timeout=PATIENCE)
            yield address
        finally:
            for process in processes:
                process.kill()
                process.wait()


def timed(design: Design, crew: Crew[Chunk, bytes] | None) -> float:
    """Play the study into a new folder; seconds of the clock."""
    with tempfile.TemporaryDirectory() as place:
        store = opened(Path(place) / "study", design, "")
        begun = time.perf_counter()
        run(design, store, 1, crew=crew)
        return time.perf_counter() - begun


@contextmanager
def pool() -> Iterator[Crew[Chunk, bytes]]:
    """Two processes, as a study starts them, but kept from round to round."""
    with processes(WORKERS, "begin again") as two:
        yield Crew(two, play_chunk, lambda: WORKERS)


def main() -> None:
    """Measure, and print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--games", type=int, default=300)
    options.add_argument("--players", default="pimc:16")
    given = options.parse_args()
    warm, design = design_of(given.players, 50), design_of(given.players, given.games)
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    with ExitStack() as stack:
        address = stack.enter_context(some_workers(WORKERS))
        there = stack.enter_context(cluster(address))
        ways = dict(zip(WAYS, (None, stack.enter_context(pool()), there), strict=True))
        for crew in ways.values():
            timed(warm, crew)
        for _ in range(given.rounds):
            for way, crew in ways.items():
                found[way].append(timed(design, crew))
    games = design.total
    print(f"{games:,} games, {given.players}; medians of {given.rounds} rounds\n")
    print(
        "| | seconds | least to greatest | efficiency | beside two processes |\n"
        "|---|---|---|---|---|"
    )
    medians = {way: statistics.median(times) for way, times in found.items()}
    for way, times in found.items():
        count = 1 if way == WAYS[0] else WORKERS
        efficiency = medians[WAYS[0]] / (count * medians[way])
        beside = medians[way] / medians[WAYS[1]]
        print(
            f"| {way} | {medians[way]:.2f} | {min(times):.2f}-{max(times):.2f} | {efficiency:.2f} "
            f"| {beside:.2f} |"
        )


if __name__ == "__main__":
    main()
