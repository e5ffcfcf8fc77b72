"""Makes the same small studies in every way in which they can be made, and compares their rows.

    python benchmarks/repeating.py [--games 48] [--searched 6] [--without cluster]
    python benchmarks/repeating.py --studies reference,kernel

Three studies, of four variants, each by different players in both seats: `greedy` against
`random` where each chunk is played by the reference engine; the same where the kernel plays; and
`pimc:2` against `infer:2`, which the reference engine plays and the kernel searches for. The
ways: one, two and seven workers, which are processes that begin afresh (spawn), processes that
begin as copies (fork), threads where the kernel plays, and workers of a cluster on this machine;
two seeds of Python's hashes; the kernel in both of its forms (`PENNEECH_KERNEL_FORM`), with its
compiler off (`NUMBA_DISABLE_JIT`), and not installed. Each way is a process of its own. All rows
are read back by way of the study's own checks and hashed, and so are the bytes of all files; the
table says which are those of the first way. With any difference the program ends with status 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import warnings
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
VARIANTS = ("cotton-1674", "parlett", "gamerules", "wikipedia-it")
SEED, WORKERS = 1674, (1, 2, 7)
REFERENCE, KERNEL, SEARCHED = "reference", "kernel", "searched"
PLAYERS = {
    REFERENCE: ("greedy", "random"),
    KERNEL: ("greedy", "random"),
    SEARCHED: ("pimc:2", "infer:2"),
}
PORTABLE, DEPOSIT = {"PENNEECH_KERNEL_FORM": "portable"}, {"PENNEECH_KERNEL_FORM": "deposit"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}


class Way(NamedTuple):
    """One way to make a study.

    Args:
        study: which.
        workers: how many.
        start: how they begin: `spawn` or `fork`; `cluster` for those of one; `thread` for the
            kernel's.
        environment: what is set besides.
        without: packages that are taken not to be installed.
    """

    study: str
    workers: int = 1
    start: str = ""
    environment: dict[str, str] = {}  # noqa: RUF012  # never changed
    without: str = ""

    def __str__(self) -> str:
        by = f"{self.workers} worker{'s' * (self.workers > 1)}"
        parts = [f"{by}, {self.start}" if self.start else by]
        parts += [f"{name}={value}" for name, value in self.environment.items()]
        parts += [f"without {self.without}"] if self.without else []
        return "; ".join(parts)


def ways(without: str) -> list[Way]:
    """All ways, the plainest of each study first."""
    hashes = [{"PYTHONHASHSEED": seed} for seed in ("1", "4242")]
    found = []
    for study in (REFERENCE, SEARCHED):
        found.append(Way(study))
        found += [Way(study, count, how) for how in ("spawn", "fork") for count in WORKERS[1:]]
        if without != "cluster":
            found += [Way(study, count, "cluster") for count in WORKERS]
        found += [Way(study, 2, "spawn", seed) for seed in hashes]
    found += [Way(SEARCHED, 1, "", setting) for setting in (DEPOSIT, PORTABLE)]
    # The rows of the kernel are those of the reference engine.
    found.append(Way(REFERENCE, without="numba"))
    found += [Way(KERNEL, count, "thread" * (count > 1)) for count in WORKERS]
    found += [Way(KERNEL, 2, "thread", seed) for seed in hashes]
    found += [Way(KERNEL, 1, "", setting) for setting in (DEPOSIT, PORTABLE, PLAIN)]
    return found


def hashed(way: Way, games: int) -> dict[str, str]:
    """Make a study in this process, and hash its rows and its files."""
    if way.without:
        sys.modules[way.without] = None  # type: ignore[assignment]  # as if it were not installed
    sys.path.insert(0, str(ROOT / "benchmarks"))
    from parallel import some_workers  # noqa: PLC0415  # after what is taken not to be there

    from penneech.study import bulk  # noqa: PLC0415  # after the way is set
    from penneech.study.cluster import cluster  # noqa: PLC0415  # after the way is set
    from penneech.study.design import Entry, plan  # noqa: PLC0415  # after the way is set
    from penneech.study.manifest import opened  # noqa: PLC0415  # after the way is set
    from penneech.study.run import run  # noqa: PLC0415  # after the way is set
    from penneech.study.store import Store  # noqa: PLC0415  # after the way is set
    from penneech.variant import load_variant  # noqa: PLC0415  # after the way is set

    # From how many games on the kernel plays; else these would be too few, or too many.
    bulk.FEW = 0 if way.study == KERNEL else 1 << 40
    if way.start == "fork":
        warnings.filterwarnings("ignore", message=".*fork.*", category=DeprecationWarning)
    entries = [Entry(name, load_variant(name).rules) for name in VARIANTS]
    design = plan(entries, PLAYERS[way.study], SEED, games)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "study"
        on_cluster = way.start == "cluster"
        with (
            some_workers(way.workers) if on_cluster else nullcontext("") as address,
            cluster(address) if on_cluster else nullcontext() as crew,
        ):
            start = way.start if way.start in {"spawn", "fork"} else "spawn"
            if not run(design, opened(folder, design, ""), way.workers, start=start, crew=crew):
                raise RuntimeError("the study was not completed")
        store, rows, files = Store(folder, design), hashlib.sha256(), hashlib.sha256()
        for entry in design.entries:
            for name, column in store.read(entry, 0, games).items():
                rows.update(f"{entry.id} {name} {column.tolist()}\n".encode())
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            files.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return {"rows": rows.hexdigest(), "files": files.hexdigest()}


def asked(way: Way, games: int) -> dict[str, str]:
    """Make a study in a process of its own."""
    words = [sys.executable, __file__, "--games", str(games), "--way", json.dumps(way)]
    unset = ("PYTHONHASHSEED", "PENNEECH_KERNEL_FORM", "NUMBA_DISABLE_JIT")
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(  # noqa: S603  # our own program
        words, check=False, stdout=subprocess.PIPE,
        env={**inherited, "PYTHONPATH": str(ROOT), **way.environment},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{way.study}, {way}: ended with {done.returncode}")
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Make all studies, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--searched", type=int, default=6)
    parser.add_argument("--studies", default=",".join(PLAYERS))
    parser.add_argument("--without", choices=("cluster",), default="")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.way:
        print(json.dumps(hashed(Way(*json.loads(given.way)), given.games)))
        return
    first: dict[str, dict[str, str]] = {}
    asked_for = [way for way in ways(given.without) if way.study in given.studies.split(",")]
    differing = 0
    print("| study | made by | rows | files |\n|---|---|---|---|", flush=True)
    for way in asked_for:
        games = given.searched if way.study == SEARCHED else given.games
        found = asked(way, games)
        wanted = first.setdefault(SEARCHED if way.study == SEARCHED else REFERENCE, found)
        told = [
            f"`{digest[:12]}`, " + ("identical" if digest == wanted[what] else "**different**")
            for what, digest in found.items()
        ]
        differing += found != wanted
        print(f"| {way.study} | {way} | {' | '.join(told)} |", flush=True)
    print(f"\n{len(asked_for)} ways; {differing or 'none'} with a difference")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
