"""How long it takes to read files: the shipped ones, and such as mean harm or are nonsense.

    python benchmarks/files.py [--rounds 5]

Figures are milliseconds of processor time, medians over the rounds, with the least and the
greatest. The shipped variants are loaded in a process of their own each time, with all that is
imported for it; the starting of Python is left out. All other rows are files that are refused.
"""

from __future__ import annotations

import argparse
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from penneech.files.shape import validator_of
from penneech.validation import check_file
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = Path(__file__).parents[1] / "tests" / "cases" / "loader"
SIZE = 499_000
"""Characters of the generated files in YAML; those of more than 500,000 are refused unread."""
LOADING = """
import time
begun = time.process_time()
from penneech.variant import shipped_variants
shipped_variants()
print(time.process_time() - begun)
"""


def yaml_texts() -> dict[str, str]:
    """Texts in YAML that are long or deep, or that stand for far more than they are."""
    chance = random.Random(1674)
    marks = "{}[]:,-?&*!|>'\"%@`#ab1 \t\n\\"
    bomb = ["a: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    bomb += [f"b{i}: &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]" for i in range(200)]
    head = "id: long\nextends: cotton-1674\nrules:\n"
    return {
        "garbage of marks": "".join(chance.choices(marks, k=SIZE)),
        "garbage of letters": "".join(chance.choices("abcdefgh \n", k=SIZE)),
        "flow lists in lists": "a: " + "[" * SIZE,
        "flow mappings in mappings": "{" * SIZE,
        "mapping keys in mapping keys": "? " * (SIZE // 2),
        "block lists in lists": "- " * (SIZE // 2),
        "block mappings in mappings": "\n".join(" " * i + "a:" for i in range(850)),
        "bomb of aliases, 200 deep": "\n".join(bomb),
        "30,000 keys": "\n".join(f"k{i}: {i}" for i in range(30_000)),
        "one key 60,000 times": "k: 1\n" * 60_000,
        "20,000 unknown rule points": head + "".join(f"  honors{i}: {i}\n" for i in range(20_000)),
        "a long tag": "!" * SIZE,
        "a long anchor": "a: &" + "b" * SIZE,
        "backslashes": 'a: "' + "\\" * SIZE,
        "empty lines": "\r" * SIZE,
        "documents": "---\n" * (SIZE // 4),
    }


def json_texts() -> dict[str, str]:
    """Texts in JSON that are no records."""
    return {
        "garbage": "".join(random.Random(1674).choices('{}[]:,"ab1 \\', k=500_000)),
        "lists in lists": "[" * 500_000,
        "1,000,000 figures": '{"deals": [' + "0," * 1_000_000 + "0]}",
        "500,000 objects, a key twice": '{"a": [' + '{"c": 1},' * 500_000 + '{"c": 1, "c": 2}]}',
        "300,000 keys": "{" + ",".join(f'"k{i}": 0' for i in range(300_000)) + "}",
    }


def rows(folder: Path) -> Iterator[tuple[str, Callable[[int], float]]]:
    """What is measured: a name, and a function of the round that gives seconds."""
    yield "all shipped variants, a fresh process", lambda _: loaded_anew()
    yield "all shipped variants, once loaded", lambda _: taken(shipped_variants)
    for path in sorted(CASES.glob("*.yaml")):
        beside = Path(shutil.copy(path, folder))  # some have their parents among the others
        yield f"case {path.stem}", partial(refused, beside, path.read_bytes())
    for name, text in yaml_texts().items():
        yield f"YAML, {name}", partial(refused, folder / "long.yaml", text.encode())
    for name, text in json_texts().items():
        yield f"JSON, {name}", partial(refused, folder / "long.json", text.encode())
    items = [item for number in range(5_000) for item in (number, str(number), [number])]
    unique = validator_of({"uniqueItems": True})
    yield "a list of 15,000 unlike items", lambda _: taken(partial(unique.is_valid, items))


def loaded_anew() -> float:
    """Seconds to load the shipped variants in a new process."""
    told = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, check=True)  # noqa: S603  # our own script
    return float(told.stdout)


def refused(path: Path, content: bytes, number: int) -> float:
    """Seconds to refuse a file; empty lines keep it from being known from the rounds before."""
    path.write_bytes(content + b"\n" * number)
    return taken(lambda: check_file(path))


def taken(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    """Measure all rows in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    check_file(CASES / "unknown-keys.yaml")  # what is imported for it is no part of the rest
    with TemporaryDirectory() as folder:
        found = dict(rows(Path(folder)))
        measured: dict[str, list[float]] = {name: [] for name in found}
        for number in range(options.rounds):
            for name, work in found.items():
                measured[name].append(1000 * work(number))
    print(f"Python {platform.python_version()}, {platform.machine()}; one core, processor time,")
    print(f"milliseconds, medians of {options.rounds} rounds, in brackets the range")
    for name, times in measured.items():
        spread = f"{statistics.median(times):,.1f} ({min(times):,.1f}-{max(times):,.1f})"
        print(f"{name:44} {spread:>30}")


if __name__ == "__main__":
    main()
