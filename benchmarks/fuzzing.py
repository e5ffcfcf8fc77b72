"""Give the readers of files whatever chance makes of good ones, and see that none loses its head.

    python benchmarks/fuzzing.py [READER]... [--inputs 100000] [--seed 1674] [--first 0]
        [--workers 1] [--minutes 0] [--keep FOLDER]

READER is one of variants, sources, records, lines, notation, lists, packs, spaces, transcriptions;
all of them unless told. Each input is a shipped file, or a game that was played, altered by chance:
in its bytes, its lines and words, or the values in it. It has to be taken, and then to be the same
when it is written and read again, and to be shown without a traceback; or to be refused in the
project's own words with a place. More than two seconds of the processor or 200 MB is a fault too.

With --minutes each reader is given no more time than that, and the row says how many were tried.
The same seed makes the same inputs, so `--first N --inputs 1` makes the one numbered N again. With
--keep every input with a fault is written to that folder, with what was raised beside it. Exit
status 1 if there is any. Memory is what the process grew by at most while it read one input, and
is told where the system tells it (Linux).
"""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from fuzzed import READERS, Made  # noqa: E402  # found by the path above

from penneech import apparatus, variant  # noqa: E402  # found by the path above
from penneech.files import yamlfile  # noqa: E402  # found by the path above
from penneech.paths import shipped  # noqa: E402  # found by the path above

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.pool import Pool

SLOW, HANGS = 2.0, 20.0
"""Seconds of the processor: what is a fault, and what is broken off."""
MUCH = 200 << 20
"""Bytes that may be taken for one input; no more are given."""
CHUNK = 250
IN_MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of its own is made there
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


class HangsError(BaseException):
    """An input that takes far too long; nothing that reads files may swallow this."""


@dataclass
class Tally:
    """What became of some inputs.

    Args:
        tried: how many there were.
        taken: how many were read.
        refused: how many were refused as they should be.
        slowest: seconds of the processor, and the number of the input that took them.
        most: bytes, and the number of the input for which the process grew by them.
        faults: for each kind of fault the numbers of its inputs.
        told: for each kind of fault what was raised for the first of them.
    """

    tried: int = 0
    taken: int = 0
    refused: int = 0
    slowest: tuple[float, int] = (0.0, 0)
    most: tuple[int, int] = (0, 0)
    faults: dict[str, list[int]] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Put another tally to this one."""
        self.tried += other.tried
        self.taken += other.taken
        self.refused += other.refused
        self.slowest = max(self.slowest, other.slowest)
        self.most = max(self.most, other.most)
        for kind, numbers in other.faults.items():
            self.faults.setdefault(kind, []).extend(numbers)
        self.told = other.told | self.told

    def blame(self, kind: str, number: int, told: str) -> None:
        """Note a fault."""
        self.faults.setdefault(kind, []).append(number)
        self.told.setdefault(kind, told)


def _take_shipped_as_they_are() -> None:
    """Look once, and not at every input, whether the thirty shipped files have changed."""
    stamp = cache(yamlfile.stamp)
    folders = {shipped("variants"), shipped("sources")}

    def stamped(path: Path) -> str:
        return stamp(path) if path.parent in folders else yamlfile.stamp(path)

    apparatus.stamp = variant.stamp = stamped  # type: ignore[attr-defined]  # a name of their own is put in its place


@cache
def _reader(name: str) -> Any:  # noqa: ANN401  # the tests have no types
    return READERS[name]()


def tried(task: tuple[str, int, int, int]) -> Tally:
    """Try some inputs of one reader, in a process that may be no more than so large."""
    name, seed, first, last = task
    reader, tally = _reader(name), Tally()
    _take_shipped_as_they_are()
    signal.signal(signal.SIGPROF, _broken_off)
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        reader.furnish(Path(folder))
        reader.answer(
            Made(reader.seeds[0].encode()), Path(folder), shown=True
        )  # what is read but once
        for number in range(first, last):
            _try(reader, reader.made(seed, number), Path(folder), number, tally)
    return tally


def _broken_off(*_: object) -> None:
    raise HangsError


def _try(  # the tests have no types
    reader: Any,  # noqa: ANN401  # what a reader gives is its own
    made: Made,
    folder: Path,
    number: int,
    tally: Tally,
) -> None:
    tally.tried += 1
    before = _bounded()
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    try:
        if reader.answer(made, folder):
            tally.taken += 1
        else:
            tally.refused += 1
    except (Exception, HangsError) as error:  # noqa: BLE001  # this is what is looked for
        tally.blame(_kind(error), number, traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    took, grew = time.process_time() - begun, _peak() - before
    _unbounded()
    if took > SLOW:
        tally.blame(f"slower than {SLOW:.0f} s", number, f"{took:.1f} s")
    tally.slowest = max(tally.slowest, (took, number))
    tally.most = max(tally.most, (grew, number))


def _kind(error: BaseException) -> str:
    """What is the same in faults of one kind: the error, and where in the project it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}penneech{os.sep}" in frame.filename]
    at = (own or frames)[-1]
    words = str(error)[:40] if type(error).__name__ == "BrokenPromiseError" else ""
    place = f"{Path(at.filename).name}:{at.lineno}" if own and not words else words
    return f"{type(error).__name__} {place}"


# Memory, where the system tells of it


def _told(key: str) -> int:
    """Bytes by a line of what Linux tells of this process."""
    for line in STATUS.read_text("ascii", "replace").splitlines():
        if line.startswith(key):
            return int(line.split()[1]) << 10
    return 0


def _bounded() -> int:
    """Give the process so much more memory and no more; how much it has."""
    if not STATUS.exists():
        return 0
    import resource  # noqa: PLC0415  # not on Windows

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_told("VmSize:") + MUCH, hard))
    CLEAR.write_text("5", "ascii")  # the greatest size is that from now on
    return _told("VmRSS:")


def _unbounded() -> None:
    if STATUS.exists():
        import resource  # noqa: PLC0415  # not on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _peak() -> int:
    return _told("VmHWM:") if STATUS.exists() else 0


# The command


def tasks(
    name: str, options: argparse.Namespace, begun: float
) -> Iterator[tuple[str, int, int, int]]:
    """The inputs in portions, as long as there is time."""
    last = options.first + options.inputs
    for first in range(options.first, last, CHUNK):
        if options.minutes and time.monotonic() - begun > 60 * options.minutes:
            return
        yield name, options.seed, first, min(first + CHUNK, last)


def few_ahead(
    pool: Pool, portions: Iterator[tuple[str, int, int, int]], workers: int
) -> Iterator[Tally]:
    """What became of the portions, no more of which are handed out than are worked on soon."""
    waiting = [pool.apply_async(tried, (one,)) for one in islice(portions, 2 * workers)]
    while waiting:
        yield waiting.pop(0).get()
        waiting += [pool.apply_async(tried, (one,)) for one in islice(portions, 1)]


def keep(name: str, tally: Tally, options: argparse.Namespace) -> None:
    """Write the inputs with a fault to the folder for them."""
    reader = _reader(name)
    options.keep.mkdir(parents=True, exist_ok=True)
    for kind, numbers in tally.faults.items():
        for number in numbers[:5]:
            path = options.keep / f"{name}-{options.seed}-{number}{Path(reader.file).suffix}"
            path.write_bytes(reader.made(options.seed, number).data)
            path.with_suffix(".fault").write_text(f"{kind}\n{tally.told[kind]}", "utf-8")


def main() -> None:
    """Try the readers one after the other and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("readers", nargs="*", metavar="READER", help=", ".join(READERS))
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1674)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    unknown = set(options.readers) - set(READERS)
    if unknown:
        parser.error(f"no reader {', '.join(sorted(unknown))}; there are {', '.join(READERS)}")
    faulthandler.enable()
    heads = ("reader", "inputs", "taken", "refused", "slowest (ms)", "most memory (MB)", "faults")
    row = "{:15}" + "{:>18}" * (len(heads) - 1)
    print(row.format(*heads), flush=True)
    found = Counter[str]()
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for name in options.readers or READERS:
            tally, begun = Tally(), time.monotonic()
            for part in few_ahead(pool, tasks(name, options, begun), options.workers):
                tally.add(part)
            faults = sum(map(len, tally.faults.values()))
            figures = [f"{n:,}" for n in (tally.tried, tally.taken, tally.refused)]
            slow, much = f"{1000 * tally.slowest[0]:,.0f}", f"{tally.most[0] / 1e6:,.1f}"
            print(row.format(name, *figures, slow, much, f"{faults:,}"), flush=True)
            for kind, numbers in sorted(tally.faults.items()):
                print(f"    {kind}: {len(numbers):,}, first {min(numbers)}", flush=True)
            print(f"    slowest {tally.slowest[1]}, most memory {tally.most[1]}", flush=True)
            found[name] = faults
            if options.keep and faults:
                keep(name, tally, options)
    sys.exit(1 if found.total() else 0)


if __name__ == "__main__":
    main()
