"""A small cluster for the tests: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from loading import HANGS

import penneech

PLACES = os.pathsep.join(str(Path(path).parent) for path in (penneech.__path__[0], __file__))
"""Where a worker finds this very package, and the tests."""


def _process(kind, folder, *words, **environment):
    with (folder / f"{kind}-{time.monotonic_ns()}.log").open("wb") as log:
        return subprocess.Popen(  # noqa: S603  # this very interpreter
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"],
            stdout=log,
            stderr=log,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": PLACES, **environment},
        )


def until(condition):
    """Wait until something is so."""
    deadline = time.monotonic() + HANGS
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


@contextmanager
def scheduler(folder, **environment):
    """A scheduler without workers; its address."""
    file, address = folder / "scheduler.json", folder / "address"
    process = _process(
        "scheduler", folder, "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file),
        **environment,
    )  # fmt: skip
    try:
        until(lambda: file.exists() and b'"address"' in file.read_bytes())
        text = file.read_text(encoding="utf-8")
        address.write_text(text.split('"address": "')[1].split('"')[0], encoding="utf-8")
        yield address.read_text(encoding="utf-8"), process
    finally:
        process.kill()
        process.wait()


@contextmanager
def workers(address, folder, count=2, **environment):
    """Workers, which the scheduler knows when this begins, and no more when it has ended."""
    from distributed import Client  # noqa: PLC0415  # slow to import

    with Client(address, timeout=5, set_as_default=False) as client:
        before = len(client.nthreads())
        words = (address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny")
        processes = [_process("worker", folder, *words, **environment) for _ in range(count)]
        try:
            until(lambda: len(client.nthreads()) == before + count)
            yield processes
        finally:
            for process in processes:
                process.kill()
                process.wait()
            with suppress(OSError, RuntimeError):  # the scheduler may be gone too
                until(lambda: len(client.nthreads()) <= before)
