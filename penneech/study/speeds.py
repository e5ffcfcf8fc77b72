"""How fast this machine plays: the rows, and how each is measured; nothing is shown or asserted.

Every row is measured on one core, in rounds that take turns, so that a machine whose speed drifts
is unfair to none. A round goes on for a quarter of a second of processor time. What must be
compiled first is compiled before the first round, and the time for that is told apart.
"""

from __future__ import annotations

import os
import signal
import statistics
import time
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

from penneech import kernel
from penneech.errors import StudyError
from penneech.study.timing import few_looks_for_garbage, on_one_core
from penneech.study.workloads import (
    VARIANT,
    any_rules,
    deals_of_any_rules,
    first_leads,
    kernel_deals,
    random_deals,
    reference_deals,
    solved_deals,
)
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from multiprocessing.connection import Connection

SECONDS = 0.25
"""How long a round goes on."""

RULES = 64
PORTABLE, FORM = "portable", "PENNEECH_KERNEL_FORM"

ROWS = {
    "deals_per_s": "random deals",
    "deals_per_s_portable": "random deals, portable form",
    "deals_per_s_any": f"random deals, {RULES} rules of the space",
    "greedy_deals_per_s": "greedy deals",
    "solves_per_s": "deals solved, all leads",
    "pimc100_ms": "a first lead of pimc:100",
    "reference_deals_per_s": "random deals, reference engine",
}
"""The rows by their keys in the answer for programs, and what each is."""

MILLISECONDS = frozenset({"pimc100_ms"})
"""The rows in milliseconds; the others are so many a second."""

WITHOUT_NUMBA = "reference_deals_per_s"
"""The only row that can be measured without the extra `fast`."""


class Speeds(NamedTuple):
    """What was measured.

    Args:
        rounds: the figures of each row, one for each round; none of a row that was not measured.
        compiled: seconds that compiling took before the first round; 0.0 where all was kept.
        form: how the kernel chooses cards on this machine; empty without the kernel.
    """

    rounds: Mapping[str, tuple[float, ...]]
    compiled: float
    form: str

    def median(self, key: str) -> float | None:
        """The median of a row."""
        return statistics.median(self.rounds[key]) if self.rounds[key] else None


def measured(
    rounds: int,
    tell: Callable[[int], object] = lambda done: None,  # noqa: ARG005  # nobody listens
) -> Speeds:
    """Measure every row that can be measured here.

    Args:
        rounds: how many rounds.
        tell: told how many more measurements are done; there are `rounds` of each row.
    """
    found: dict[str, list[float]] = {key: [] for key in ROWS}
    with ExitStack() as stack:
        stack.enter_context(on_one_core())
        stack.enter_context(few_looks_for_garbage())
        rows: dict[str, Callable[[float], float]] = {WITHOUT_NUMBA: reference_deals}
        compiled, form = 0.0, ""
        if kernel.available():
            from penneech.kernel import bits  # noqa: PLC0415  # it imports Numba

            form = bits.FORM
            rows, compiled = _kernel_rows(stack, form)
        for _ in range(rounds):
            for key, work in rows.items():
                found[key].append(work(SECONDS))
                tell(1)
    return Speeds({key: tuple(figures) for key, figures in found.items()}, compiled, form)


def count_of_rows() -> int:
    """How many rows can be measured here."""
    return len(ROWS) if kernel.available() else 1


def _kernel_rows(stack: ExitStack, form: str) -> tuple[dict[str, Callable[[float], float]], float]:
    """All rows, made ready, and how long compiling took."""
    rows: dict[str, Callable[[float], float]] = {
        "deals_per_s": random_deals(load_variant(VARIANT).rules),
        "deals_per_s_portable": random_deals(load_variant(VARIANT).rules),
        "deals_per_s_any": deals_of_any_rules([any_rules(number) for number in range(RULES)]),
        "greedy_deals_per_s": kernel_deals(load_variant(VARIANT).rules, "greedy"),
        "solves_per_s": solved_deals(load_variant(VARIANT).rules),
        "pimc100_ms": first_leads(load_variant(VARIANT).rules),
        WITHOUT_NUMBA: reference_deals,
    }
    compiled = made_ready(rows)
    if form != PORTABLE:
        rows["deals_per_s_portable"], more = stack.enter_context(portable_deals())
        compiled += more
    return rows, compiled


def made_ready(rows: Mapping[str, Callable[[float], float]]) -> float:
    """Do a little of each, so that everything is compiled; the seconds if something had to be."""
    before, start = _compilations(), time.perf_counter()
    for work in rows.values():
        work(0.0)
    return time.perf_counter() - start if _compilations() > before else 0.0


def _compilations() -> int:
    """How many functions this process has compiled, those that it fetched not counted."""
    from penneech.kernel import playing, searching, solving  # noqa: PLC0415  # they import Numba

    functions = [one for module in (playing, searching, solving) for one in vars(module).values()]
    stats = {id(one): one.stats for one in functions if hasattr(one, "stats")}
    return sum(sum(some.cache_misses.values()) for some in stats.values())


@contextmanager
def portable_deals() -> Iterator[tuple[Callable[[float], float], float]]:
    """The portable form, in a process of its own: a process has one form for all its life.

    Returns:
        What measures it, and the seconds that compiling took.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_measure_when_told, args=(theirs,), daemon=True)
    before = os.environ.get(FORM)
    os.environ[FORM] = PORTABLE
    try:
        process.start()
    finally:
        if before is None:
            del os.environ[FORM]
        else:
            os.environ[FORM] = before
    theirs.close()

    def work(seconds: float | None) -> float:
        try:
            if seconds is not None:
                ours.send(seconds)
            found: float = ours.recv()
        except (EOFError, OSError):
            raise StudyError("the process that measures the portable form has ended") from None
        return found

    try:
        yield work, work(None)
    finally:
        process.kill()
        process.join()


def _measure_when_told(pipe: Connection) -> None:
    """Measure in a process of its own, until the other one has gone."""
    # Ctrl-C goes to all processes of a terminal; the other one ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = random_deals(load_variant(VARIANT).rules)
    with few_looks_for_garbage(), suppress(EOFError):
        pipe.send(made_ready({"deals": work}))
        while True:
            pipe.send(work(pipe.recv()))
