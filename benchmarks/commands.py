"""What each command of the command line costs: time and memory, start-up included.

    python benchmarks/commands.py [--rounds 5] [--only validate --only "docs check"] [--json]

Every command of `penneech --help` has a line in `EXAMPLES`, with small arguments as people give
them; a command without one is an error. Each is a process of its own, run in a folder that is
thrown away, in rounds that take turns; the first round, in which code is compiled and files are
read from the disk, is passed over. Told are the medians of the seconds on the clock and of the
processor time of the process and those that it started (which other programs on the machine
disturb less), and the most memory that one of its processes held. Beside each stands the processor
time of its `--help`, which is what the command takes to start; above them stands Python itself.

`serve` is stopped when it has told its address. Processes are watched as POSIX systems have it. The
copy of Penneech is the one beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from fixture_tei import copy_of  # noqa: E402  # the path must be set first

from penneech.api import Game  # noqa: E402  # the same
from penneech.cli import context_of_all  # noqa: E402  # the same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EXAMPLES = {
    "variants": "parlett",
    "init": "mine --extends parlett --out own",
    "validate": str(ROOT / "variants"),
    "schema": f"--check {ROOT / 'variants' / 'schema'}",
    "diff": "cotton-1674 parlett",
    "simulate": "parlett --games 10 --seed 1 --records new.jsonl",
    "compare": "cotton-1674 parlett --games 1000 --workers 1 --out new",
    "claims": "parlett --games 100 --workers 1",
    "trace": "studies/one --variant parlett --game 7 --records new.json",
    "explain": "cotton-1674 parlett --games 100 --workers 1",
    "cruxes": "--deals 100 --workers 1 --out cruxes",
    "which": "games.jsonl",
    "replay": "games.jsonl",
    "rescore": "games.jsonl --variant cotton-1674",
    "convert": "games.jsonl --out new.txt",
    "advise": "game.json --seed 1",
    "solve": "games.jsonl --game 0",
    "rulebook": "parlett --out parlett.html",
    "apparatus": "--out apparatus.html",
    "stemma": "--out stemma.svg",
    "cite": "parlett --format bibtex",
    "sources check": "copy.xml",
    "sources list": "",
    "sources show": "C74",
    "play": "parlett --plain --seed 1",
    "serve": "--port 0 --db games",
    "docs build": "--pages",
    "docs check": "",
    "completion": "bash",
    "manual": "",
    "bench": "--rounds 1",
}
"""Each command, and the words it is tried with."""

AGAIN = ("own", "new", "new.jsonl", "new.json", "new.txt", "cruxes", "games")
"""What the examples make, and must not find."""

ENDLESS = "serve"
"""The command that ends only when it is told to."""


class Cost(NamedTuple):
    """What one run took.

    Args:
        clock: seconds on the clock.
        processor: seconds of processor time, of the process and those that it started.
        memory: megabytes, of that of its processes which held most.
    """

    clock: float
    processor: float
    memory: float


def commands(group: click.Group | None = None, before: str = "") -> Iterator[str]:
    """Every command of the command line, those of groups after the group's name."""
    context = context_of_all()
    some = context.command if group is None else group
    assert isinstance(some, click.Group)  # noqa: S101  # it has commands
    for name in some.list_commands(context):
        command = some.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name


def line_of(name: str) -> str:
    """The line that is tried for a command, as people would type it in this folder."""
    return f"penneech {name} {EXAMPLES.get(name, '')}".replace(f"{ROOT}/", "").strip()


def cost(words: Sequence[str], folder: Path, *, endless: bool = False) -> Cost:
    """Run Python with these words, and say what it took.

    Raises:
        RuntimeError: when it does not end well.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    usage = folder / "usage"
    with (folder / "said").open("w") as said, (folder / "told").open("w") as told:
        process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-S", "-c", LAUNCHER, str(usage), *words],
            stdin=subprocess.DEVNULL, stderr=told, stdout=subprocess.PIPE if endless else said,
            cwd=folder, env=environment, start_new_session=True,
        )  # fmt: skip
        if process.stdout is not None:
            process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)
            process.stdout.close()
        process.wait()
    clock, processor, memory, status = json.loads(usage.read_text())
    if status and not endless:
        text = (folder / "told").read_text()
        raise RuntimeError(f"{shlex.join(words)}: status {status}: {text}")
    return Cost(clock, processor, memory * _RSS / 1e6)


LAUNCHER = """
import json, os, signal, sys, time
signal.signal(signal.SIGINT, lambda *_: None)
begun = time.perf_counter()
process = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[2:]], os.environ)
_, status, used = os.wait4(process, 0)
clock, processor = time.perf_counter() - begun, used.ru_utime + used.ru_stime
with open(sys.argv[1], "w") as usage:
    json.dump([clock, processor, used.ru_maxrss, os.waitstatus_to_exitcode(status)], usage)
"""
"""A process that starts another and watches it. It is a small one: what a process held before it
became another program is reckoned among the most that this one held."""

_RSS = 1 if sys.platform == "darwin" else 1024
"""Bytes of the unit in which a system tells of memory."""


def prepare(folder: Path) -> None:
    """Lay out what the examples read: records, a game that goes on, a study, a copy of a source."""
    made = ["simulate parlett --games 10 --seed 1 --records games.jsonl"]
    made += ["compare cotton-1674 parlett --games 100 --workers 1 --out studies/one"]
    for line in made:
        cost(["-m", "penneech", *line.split()], folder)
    game = Game("parlett", seed=1)
    for _ in range(5):
        game.play_by("greedy")
    game.record().save(folder / "game.json")
    (folder / "copy.xml").write_text(copy_of("C74"), encoding="utf-8")


def measured(rounds: int, only: Sequence[str]) -> dict[str, dict[str, list[Cost]]]:
    """Run every command so many times, and its help; the first time is passed over.

    Raises:
        RuntimeError: for a command without an example, or one that does not end well.
    """
    missing = set(commands()) ^ set(EXAMPLES)
    if missing:
        raise RuntimeError(f"commands without an example, or no commands: {sorted(missing)}")
    lines: dict[str, tuple[list[str], list[str]]] = {
        "python": (["-c", "pass"], ["-c", "pass"]),
        "--help": (["-m", "penneech", "--help"], ["-m", "penneech", "--help"]),
    }
    for name, example in EXAMPLES.items():
        if not only or name in only:
            call = ["-m", "penneech", *name.split()]
            lines[name] = ([*call, *shlex.split(example)], [*call, "--help"])
    found: dict[str, dict[str, list[Cost]]] = {name: {"run": [], "help": []} for name in lines}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder)
        for number in range(rounds + 1):
            for name, (words, of_help) in lines.items():
                _clear(folder)
                run = cost(words, folder, endless=name == ENDLESS)
                start = cost(of_help, folder)
                if number:
                    found[name]["run"].append(run)
                    found[name]["help"].append(start)
    return found


def _clear(folder: Path) -> None:
    for name in AGAIN:
        for path in [folder / name, *folder.glob(f"{name}-*")]:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def table(found: dict[str, dict[str, list[Cost]]]) -> str:
    """The figures for people, in Markdown."""
    lines = ["| command | clock, s | processor, s | of which to start, s | memory, MB |"]
    lines += ["|---|---|---|---|---|"]
    for name, costs in found.items():
        shown = "Python alone" if name == "python" else f"`{line_of(name)}`"
        clock = statistics.median(one.clock for one in costs["run"])
        processor = statistics.median(one.processor for one in costs["run"])
        start = statistics.median(one.processor for one in costs["help"])
        memory = max(one.memory for one in costs["run"])
        cells = [shown, f"{clock:.2f}", f"{processor:.2f}", f"{start:.2f}", f"{memory:.0f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", action="append", default=[], metavar="COMMAND")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    before = os.getloadavg()[0]
    found = measured(given.rounds, given.only)
    if given.json:
        plain = {
            name: {kind: [one._asdict() for one in some] for kind, some in costs.items()}
            for name, costs in found.items()
        }
        print(json.dumps(plain, indent=1))
        return
    print(table(found))
    print(f"\n{given.rounds} rounds; load {before:.1f} before and {os.getloadavg()[0]:.1f} after, ")
    print(f"{os.cpu_count()} processors; Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
