"""What is told where an extra is missing: a table of all that needs one, tried as a user would.

It is run by itself, so that what it hides stays hidden from nobody else: `python lacking.py` tries
all of it where the base alone is installed; `python lacking.py web pdf` hides first what those
extras bring, and tries them alone. It prints a line for each row, and ends with 1
where one is wrong.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

BROUGHT = {
    "cluster": ("distributed",),
    "collation": ("collatex", "Levenshtein"),
    "docs": ("accessible_pygments", "cogapp", "furo", "myst_parser", "sphinx"),
    "fast": ("llvmlite", "numba"),
    "pdf": ("typst",),
    "research": ("gymnasium", "open_spiel", "pettingzoo", "pyspiel"),
    "web": ("httptools", "python_multipart", "starlette", "uvicorn"),
}
"""The modules of each extra's own packages."""

ROWS = {
    "cluster": ["compare parlett --games 2 --cluster tcp://127.0.0.1:1 --out study"],
    "collation": ["apparatus --collate a.xml,b.xml"],
    "docs": ["docs build", "docs build --pages", "docs check"],
    "fast": [
        "compare parlett --games 2 --players pimc:8 --out study",
        "compare parlett --games 2 --all --out study",
        "simulate parlett --games 1 --players infer:8 --records new.jsonl",
        "play parlett --plain --opponent pimc:8",
        "advise games.jsonl --player pimc:8",
        "solve games.jsonl",
        "penneech.solve",
    ],
    "pdf": ["rulebook parlett --out a.pdf", "rulebook parlett --format md,pdf --out books"],
    "research": ["penneech.research.openspiel", "penneech.research.pettingzoo"],
    "web": ["serve --port 0 --db games.sqlite3"],
}
"""All that needs each extra: commands, and names of what programs use."""

BASE = [
    "compare cotton-1674 parlett --games 2 --workers 1 --out base",
    "rulebook parlett --format md,html --out rulebooks",
    "play parlett --plain",
    "simulate parlett --games 1 --records games.jsonl",
    "replay games.jsonl",
]
"""What the base alone is enough for; `games.jsonl` is what the rows above read."""

FOLDERS_ONLY = {"docs"}
"""Extras for what is no part of an installed Penneech, which is refused before they are missed."""


def hide(extra: str) -> None:
    """Make the modules of an extra as if they had not been installed."""
    for name in BROUGHT[extra]:
        sys.modules[name] = None


def said_by(row: str) -> tuple[int, str]:
    """The status with which a row ends, and what it says of what is wrong."""
    from commands import run  # noqa: PLC0415  # after what is hidden is hidden

    if row == "penneech.solve":
        return _raised(lambda: import_module("penneech").solve(next(_games())))
    if row.startswith("penneech.research."):
        return _raised(lambda: import_module(row))
    answer = run(*row.split(), "--workers", "1") if row.startswith("compare") else run(*row.split())
    return answer.status, answer.err


def _games():
    return iter(import_module("penneech").read_records(Path("games.jsonl")))


def _raised(use) -> tuple[int, str]:
    try:
        use()
    except import_module("penneech.errors").PenneechError as error:
        return 2, f"Error: {error}\n"
    return 0, ""


def fault(extra: str, status: int, said: str) -> str:
    """What is wrong with what was said; empty where one line has the command."""
    told = rf"^Error: [^\n]* (with|by): [^\n]*install [^\n]*\[{extra}\]\"[^\n]*\n\Z"
    if status != 2:
        return f"ends with {status}"
    return "" if re.match(told, said) else f"says {said!r}"


def main() -> int:
    """Try all rows of the extras named, or of every one; first that the base alone is enough."""
    asked, wrong = sys.argv[1:], 0
    for extra in asked:
        hide(extra)
    checkout = (Path(import_module("penneech").__file__).parents[1] / "docs" / "conf.py").is_file()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        _write_copies()
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123  # for the whole run
        for row in BASE:
            status, said = said_by(row)
            wrong += status != 0
            print(  # noqa: T201  # a script
                f"{'base':10} {row}: {said.strip() if status else 'is done'}"
            )
        for extra in asked or BROUGHT:
            if extra in FOLDERS_ONLY and not checkout:
                continue
            for row in ROWS[extra]:
                status, said = said_by(row)
                why = fault(extra, status, said)
                wrong += bool(why)
                print(  # noqa: T201  # a script
                    f"{extra:10} {row}: {why or said.strip()}"
                )
        os.chdir("/")
    return 1 if wrong else 0


def _write_copies() -> None:
    from fixture_tei import chapter, tei  # noqa: PLC0415  # after what is hidden is hidden

    for name, words in (("a", "The cards are red."), ("b", "The old cards are black.")):
        Path(f"{name}.xml").write_text(tei(chapter(words), title=name), encoding="utf-8")


def extras() -> set[str]:
    """The extras of Penneech as its metadata has them, but those that are made of others."""
    found = set()
    for one in requires("penneech") or ():
        found.update(re.findall(r"extra == ['\"]([a-z]+)['\"]", one))
    return found - {"all", "dev"}


if __name__ == "__main__":
    sys.exit(main())
