"""Playing a study: chunk after chunk, one or many at a time, until it is done or interrupted."""

from __future__ import annotations

from itertools import chain, starmap
from typing import TYPE_CHECKING

from penneech.study.bulk import make_ready, make_ready_to_search, plays_in_bulk
from penneech.study.feeding import Crew, Interruption, fed
from penneech.study.rows import ROWS, play_chunk
from penneech.study.workers import START, processes, threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from penneech.study.design import Design
    from penneech.study.rows import Chunk
    from penneech.study.store import Store

_ADVICE = "what was written before is whole, and the same command goes on from there"


def run(  # noqa: PLR0913  # what is played, where to, who plays, and who listens
    design: Design,
    store: Store,
    workers: int,
    tell: Callable[[int], object] = lambda games: None,  # noqa: ARG005  # nobody listens
    start: str = START,
    *,
    crew: Crew[Chunk, bytes] | None = None,
    say: Callable[[str], object] = lambda text: None,  # noqa: ARG005  # the same
) -> bool:
    """Play what the store lacks, and write each chunk as soon as it is done.

    Args:
        design: what is to be played.
        store: where the rows go.
        workers: how many processes play, or threads where the kernel plays; one plays in this very
            process.
        tell: told how many more games are done, also of those that were there before.
        start: how processes begin: `spawn`, `fork` or `forkserver`.
        crew: who plays in place of this machine's workers.
        say: told what is waited for when nothing comes back for long.

    Returns:
        Whether the study is complete; it is not when it was interrupted.

    Raises:
        StudyError: when a worker is lost, or the rows cannot be written.
        PenneechError: when a game cannot be played.
    """
    return run_all([(design, store)], workers, tell, start, crew=crew, say=say)


def run_all(  # noqa: PLR0913  # what is played, where to, who plays, and who listens
    studies: Sequence[tuple[Design, Store]],
    workers: int,
    tell: Callable[[int], object] = lambda games: None,  # noqa: ARG005  # nobody listens
    start: str = START,
    *,
    crew: Crew[Chunk, bytes] | None = None,
    say: Callable[[str], object] = lambda text: None,  # noqa: ARG005  # the same
) -> bool:
    """Play what the stores of several studies lack, one after the other, by the same workers.

    Args:
        studies: what is played and where to, none with both the table and the players of another.
        workers: as for `run`, and so are all others.
        tell: told how many more games of all of them are done.
        start: how processes begin.
        crew: who plays in place of this machine's workers.
        say: told what is waited for when nothing comes back for long.

    Returns:
        Whether all are complete.

    Raises:
        StudyError: when a worker is lost, or the rows cannot be written.
        PenneechError: when a game cannot be played.
    """
    stores = {(design.table, design.players): store for design, store in studies}
    lacking = [(design, store) for design, store in studies if store.missing()]
    tell(sum(design.total - store.missing() for design, store in studies))
    chunks = chain.from_iterable(starmap(_chunks, lacking))
    with Interruption.noted() as interruption:
        for chunk, rows in _done(lacking, chunks, workers, start, crew, interruption, say):
            stores[chunk.table, chunk.players].write(chunk, rows)
            tell((chunk.last - chunk.first) * chunk.swaps)
        return not interruption.came


def _chunks(design: Design, store: Store) -> Iterator[Chunk]:
    return design.chunks([gap for entry in design.entries for gap in store.gaps(entry)])


def _done(  # noqa: PLR0913, PLR0917  # as for `run_all`
    lacking: Sequence[tuple[Design, Store]],
    chunks: Iterator[Chunk],
    workers: int,
    start: str,
    crew: Crew[Chunk, bytes] | None,
    interruption: Interruption,
    say: Callable[[str], object],
) -> Iterator[tuple[Chunk, bytes]]:
    """Let those play who are asked for: a crew, this process, threads or processes."""
    if lacking and crew is not None:
        return fed(crew, chunks, interruption, say)
    if workers == 1 or not lacking:
        return _alone(chunks, interruption)
    designs = [design for design, _ in lacking]
    if all(one.table == ROWS and plays_in_bulk(one.players, one.chunk_size()) for one in designs):
        make_ready(designs[0].entries[0].rules, designs[0].players)
        return _together(threads(workers), workers, chunks, interruption, say)
    for design in designs:
        make_ready_to_search(design.entries[0].rules, design.players)
    return _together(processes(workers, _ADVICE, start), workers, chunks, interruption, say)


def _alone(chunks: Iterator[Chunk], interruption: Interruption) -> Iterator[tuple[Chunk, bytes]]:
    """Play in this process."""
    for chunk in chunks:
        rows = play_chunk(chunk, lambda: interruption.came)
        if rows is None:
            return
        yield chunk, rows


def _together(
    begun: AbstractContextManager[Executor],
    workers: int,
    chunks: Iterator[Chunk],
    interruption: Interruption,
    say: Callable[[str], object],
) -> Iterator[tuple[Chunk, bytes]]:
    """Play in threads or processes."""
    with begun as pool:
        yield from fed(Crew(pool, play_chunk, lambda: workers), chunks, interruption, say)
