"""Playing on a cluster: the chunks of a study go to the workers of dask.distributed.

A worker is told which code must play, and refuses a chunk if it has another; so one that joins late
is asked too. A chunk whose worker dies is handed to another by the scheduler, a bounded number of
times. Only this process writes, so nothing is written twice.
"""

from __future__ import annotations

import hashlib
import logging
import re
import warnings
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

from penneech.chance import GENERATOR
from penneech.errors import PenneechError, StudyError
from penneech.extras import installing
from penneech.study.design import GENERATED_BY
from penneech.study.feeding import Crew
from penneech.study.rows import play_chunk
from penneech.study.timing import few_looks_for_garbage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

    from penneech.study.rows import Chunk

CONNECT = 5.0
"""Seconds within which a cluster must answer, and then have a worker."""

ANSWER = 20.0
"""Seconds within which a worker says which code it has; one that is busy is asked by each chunk."""

TRIES = 3
"""How often a chunk is handed in that the scheduler itself has lost."""

_ADDRESS = re.compile(r"tcp://[^\s/:]+:\d{1,5}|tcp://\[[0-9A-Fa-f:.]+\]:\d{1,5}")
_LOOK_EVERY = 2.0
_PAUSE = 0.05
_DIGITS = 12
_TALKERS = ("distributed", "tornado")
_KEPT = "what was written before is whole, and the same command goes on from there"


@cache
def stamp() -> str:
    """What must be the same wherever a study is played: the version, and the code itself."""
    root = Path(__file__).parents[1]
    sums = hashlib.sha256()
    for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
        # The ends of lines differ between systems.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        name = path.relative_to(root).as_posix()
        sums.update(f"{name} {hashlib.sha256(text).hexdigest()}\n".encode())
    return f"{GENERATED_BY} ({GENERATOR}, code {sums.hexdigest()[:_DIGITS]})"


def play_there(chunk: Chunk, wanted: str) -> bytes | None:
    """Play a chunk on a worker, if it has the code that is wanted.

    Raises:
        StudyError: when it has another.
        PenneechError: when a game cannot be played.
    """
    from distributed import get_worker  # noqa: PLC0415  # only workers need it

    if stamp() != wanted:
        raise StudyError(_refusal(get_worker().address, stamp(), wanted))
    with few_looks_for_garbage():
        return play_chunk(chunk)


@contextmanager
def cluster(address: str) -> Iterator[Crew[Chunk, bytes]]:
    """Connect to a cluster for as long as a study is played.

    Args:
        address: of its scheduler, like `tcp://127.0.0.1:8786`.

    Raises:
        StudyError: when there is no cluster or no worker, or one that has another version.
        PenneechError: when dask.distributed is not installed.
    """
    if not _ADDRESS.fullmatch(address):
        raise StudyError(
            f"{address} is no address of a cluster; write it like tcp://127.0.0.1:8786"
        )
    _imported()
    with _quietened():
        client = _connected(address)
        workers = _Workers(client, address)
        pool = client.get_executor(pure=False)
        try:
            workers.look()
            yield Crew(
                pool=pool,
                work=partial(play_there, wanted=stamp()),
                places=workers.places,
                lost=(CancelledError,),
                tries=TRIES,
                told=workers.told,
                state=workers.state,
            )
        finally:
            # With its client a scheduler forgets what it was asked for, if it is there to be told.
            with suppress(Exception):
                client.close(timeout=CONNECT)


@dataclass(slots=True)
class _Workers:
    """The workers of a cluster, which come and go."""

    client: Client
    address: str
    _threads: dict[str, int] = field(default_factory=dict)
    _looked: float = 0.0

    def look(self) -> None:
        """Wait for a first worker, and see that all have this very code.

        Raises:
            StudyError: when there is none, or one that has not.
        """
        until = monotonic() + CONNECT
        while not self._counted():
            if monotonic() > until:
                raise StudyError(
                    f"the cluster at {self.address} has no workers; start one with: "
                    f"dask worker {self.address} --nthreads 1"
                )
            sleep(_PAUSE)
        answers = _asked(self.client, list(self._threads))
        for worker, found in answers.items():
            if isinstance(found, Exception):
                raise StudyError(
                    f"worker {worker} cannot tell which penneech it has ({_said(found)}); it needs "
                    f"{stamp()}, in the very environment in which the worker was started"
                )
            if found != stamp():
                raise StudyError(_refusal(worker, found, stamp()))
        if not answers:
            raise StudyError(f"no worker of the cluster at {self.address} answers; see their logs")

    def _counted(self) -> dict[str, int]:
        """The workers, and how many threads each has; as last known where nobody answers."""
        self._looked = monotonic()
        # What is closed in the meantime is noticed by its status.
        with suppress(OSError, RuntimeError):
            ask = self.client.scheduler.ncores
            self._threads = dict(self.client.sync(ask, workers=None, callback_timeout=CONNECT))
        return self._threads

    def places(self) -> int:
        """How many chunks can be in work at once.

        Raises:
            StudyError: when the scheduler is gone.
        """
        if self._is_gone:
            raise self._gone()
        if monotonic() - self._looked > _LOOK_EVERY:
            self._counted()
        return max(1, sum(self._threads.values()))

    def state(self) -> str:
        """What there is to say of them when nothing comes back."""
        count = len(self._counted())
        if not count:
            return (
                f"the cluster at {self.address} has no workers left; start one with: "
                f"dask worker {self.address} --nthreads 1"
            )
        text = f"the cluster at {self.address} has {count} worker{'s' * (count > 1)}"
        busy = self._busy()
        return f"{text}, at work {', '.join(busy)}" if busy else text

    def _busy(self) -> list[str]:
        """The workers that have something in hand."""
        with suppress(OSError, RuntimeError):
            ask = self.client.scheduler.processing
            found = self.client.sync(ask, workers=None, callback_timeout=CONNECT)
            return sorted(worker for worker, keys in found.items() if keys)
        return []

    def told(self, chunk: Chunk, error: Exception) -> Exception:
        """The error that a user is told of when a chunk could not be played."""
        from distributed import KilledWorker  # noqa: PLC0415  # slow to import

        if isinstance(error, KilledWorker):
            return StudyError(
                f"{chunk}: {error.allowed_failures + 1} workers died that played them, the "
                f"last at {error.last_worker.address}; see their logs; {_KEPT}"
            )
        if self._is_gone or isinstance(error, (CancelledError, OSError)):
            return self._gone()
        return StudyError(
            f"the cluster at {self.address} could not play {chunk} ({_said(error)}); {_KEPT}"
        )

    @property
    def _is_gone(self) -> bool:
        return self.client.status in {"closing", "closed"}

    def _gone(self) -> StudyError:
        return StudyError(f"the cluster at {self.address} answers no more; {_KEPT}")


def _asked(client: Client, workers: list[str]) -> dict[str, str | Exception]:
    """What each worker says of its code; one that says nothing in time is left to the chunks."""
    answers: dict[str, str | Exception] = {}

    def ask(worker: str) -> None:
        # One that is gone by now, or cannot be reached, plays nothing.
        with suppress(OSError):
            found = client.run(stamp, workers=[worker], on_error="return")[worker]
            if not isinstance(found, OSError):
                answers[worker] = found

    # Of one that hangs nothing comes back, ever.
    threads = [Thread(target=ask, args=(worker,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    until = monotonic() + ANSWER
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))
    return dict(answers)


def _imported() -> None:
    try:
        import distributed  # noqa: F401, PLC0415  # slow to import
    except ModuleNotFoundError as error:
        raise PenneechError(
            f"--cluster needs {error.name}; install it with: {installing('cluster')}"
        ) from None


def _connected(address: str) -> Client:
    from distributed import Client  # noqa: PLC0415  # slow to import

    try:
        return Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise StudyError(
            f"no cluster answers at {address} within {CONNECT:.0f} s; start one with: "
            "dask scheduler"
        ) from None


def _refusal(worker: str, found: str, wanted: str) -> str:
    return (
        f"worker {worker} has {found}, this is {wanted}; the same must be installed there, and the "
        "worker started again"
    )


def _said(error: BaseException) -> str:
    text = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@contextmanager
def _quietened() -> Iterator[None]:
    """Say in one sentence what dask says in many: of lost connections, and of versions of its own.

    The versions that matter are those of the code that plays.
    """
    talkers = [
        log
        for name, log in logging.root.manager.loggerDict.items()
        if isinstance(log, logging.Logger) and name.startswith(_TALKERS) and not log.disabled
    ]
    for log in talkers:
        log.disabled = True
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            yield
    finally:
        for log in talkers:
            log.disabled = False
