"""Work cut into pieces, and spread over threads or processes; the answers are the same for all."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from penneech.study.feeding import Crew, Interruption, fed
from penneech.study.workers import processes, threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

_ADVICE = "give the command again, perhaps with fewer --workers"


def spread(
    work: Callable[[Piece], Answer], pieces: Iterable[Piece], workers: int, *, compiled: bool
) -> Iterator[tuple[Piece, Answer]]:
    """Do all the pieces, and give each with its answer, in no particular order.

    Ctrl-C breaks off between two answers, and not while one is written down.

    Args:
        work: a function of some module, which a fresh process can find by its name.
        pieces: what to give it; taken one by one as they are needed.
        workers: how many work side by side; one works in this very process.
        compiled: whether it is the kernel's work, for which threads are enough.

    Raises:
        StudyError: when a worker is lost.
        KeyboardInterrupt: when Ctrl-C has come.
    """
    if workers == 1:
        for piece in pieces:
            answer = work(piece)
            with _after_this():
                yield piece, answer
        return
    begun = threads(workers) if compiled else processes(workers, _ADVICE)
    with _after_this() as interruption, begun as pool:
        yield from fed(Crew(pool, work, lambda: workers), iter(pieces), interruption)


@contextmanager
def _after_this() -> Iterator[Interruption]:
    """Let Ctrl-C wait until this is over: what is done with an answer is done whole."""
    with Interruption.noted() as interruption:
        yield interruption
    if interruption.came:
        raise KeyboardInterrupt
