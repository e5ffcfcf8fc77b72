"""A bar that shows how far a long piece of work is, on a terminal and nowhere else."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], object]]:
    """A bar with the time left, if standard error is a terminal.

    Args:
        what: what is counted, like "games".
        total: how many there are; None where nobody knows yet.

    Returns:
        A function that is told how many more are done.
    """
    if not sys.stderr.isatty():
        yield lambda done: None  # noqa: ARG005  # there is nobody to show it to
        return
    from rich.console import Console  # noqa: PLC0415  # keeps --help quick
    from rich.progress import (  # noqa: PLC0415  # the same
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
