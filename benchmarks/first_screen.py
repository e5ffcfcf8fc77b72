"""How long `penneech play` takes from the command to what stands on the screen.

    python benchmarks/first_screen.py [--rounds 5]

Figures are seconds of processor time that the game has used when a text stands on its terminal,
medians over the rounds, with the least and the greatest; on a machine with nothing else to do the
clock shows the same. A cold cache is an empty folder, so that the players that search are
compiled; such a game is begun once only. It needs Linux, where the system tells what a program
has used.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from penneech import kernel

if TYPE_CHECKING:
    import subprocess

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "play"))

from pseudo import Pseudo  # where there are no terminals there is nothing to measure

GAME = ("play", "parlett", "--seed", 5)
ROWS = (
    ("a line that something comes", GAME, "being laid"),
    ("the table, `play parlett`", GAME, "elder hand"),
    ("the list of variants, `play`", ("play",), "cotton-1674"),
    ("its first summary", ("play",), "C74"),
)
SEARCHING = (*GAME, "--opponent", "pimc:32")
COMPILED = (
    ("the table, `--opponent pimc:32`", "elder hand"),
    ("that it is being made ready, if it is", "is being made ready"),
    ("its first card", "Follow suit"),
)


def used(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that a program has used."""
    fields = (
        Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    )
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds(words: tuple[object, ...], *marks: str, **environment: str) -> list[float | None]:
    """Seconds until each of some texts stands there; None for one that does not come."""
    found: dict[str, float] = {}
    with Pseudo(*words, **environment) as it:
        while marks[-1] not in found and it.process.poll() is None:
            it.read(0.01)
            for mark in marks:
                if mark not in found and mark in it.text:
                    found[mark] = used(it.process)
    return [found.get(mark) for mark in marks]


def told(times: list[float | None]) -> str:
    """A median with the least and the greatest; what does not come has none."""
    known = [one for one in times if one is not None]
    if not known:
        return "-"
    return f"{statistics.median(known):.2f} ({min(known):.2f}-{max(known):.2f})"


def row(*cells: str) -> None:
    """Write a row of a table."""
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> None:
    """Measure, and write tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = range(parser.parse_args().rounds)
    row("until there is", "seconds")
    row("---", "---")
    for name, words, mark in ROWS:
        row(name, told([seconds(words, mark)[0] for _ in rounds]))
    if not kernel.available():
        return
    marks = [mark for _, mark in COMPILED]
    with TemporaryDirectory() as folder:
        cold = seconds(SEARCHING, *marks, NUMBA_CACHE_DIR=folder, XDG_CACHE_HOME=folder)
        warm = [
            seconds(SEARCHING, *marks, NUMBA_CACHE_DIR=folder, XDG_CACHE_HOME=folder)
            for _ in rounds
        ]
    row("", "cache cold, once", "cache warm")
    row("---", "---", "---")
    for number, (name, _) in enumerate(COMPILED):
        row(name, told([cold[number]]), told([one[number] for one in warm]))


if __name__ == "__main__":
    main()
