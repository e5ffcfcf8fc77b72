"""What `compare --all` adds to a study: further tables, each of a bounded number of games.

The games of a sample are the first of the study's, and how many there are depends on how many were
asked for and on nothing that they bring; deals that are replayed cost so little that there are
always as many. Samples are played, stopped and gone on with as the study itself is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from penneech import kernel
from penneech.errors import StudyError
from penneech.extras import installing
from penneech.study.bulk import kernel_has
from penneech.study.costly import OF_CHANCES, OF_CHOICES, OF_REPLAYS, STEPS
from penneech.study.manifest import opened
from penneech.study.rows import ROWS, play_chunk
from penneech.study.run import run_all
from penneech.study.store import Store
from penneech.study.sums import Added, added
from penneech.study.tables import CHANCES, CHOICES, LADDERS, REPLAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from penneech.study.design import Design
    from penneech.study.feeding import Crew
    from penneech.study.outcomes import Outcome
    from penneech.study.rows import Chunk

CHANCES_GAMES, CHANCES_GAMES_SEARCHED, CHOICES_GAMES, REPLAYS_GAMES, LADDER_GAMES = (
    20_000, 1000, 200, 10_000, 200,
)  # fmt: skip
"""The most game numbers in each sample: of chances, of chances where players search, and so on. Of
replays there are always so many."""

LARGEST_HAND = 10
"""The largest hands that are searched; the solver has its own bound, which is not lower."""

REPLAYED = (kernel.PLAYERS_HERE[1],) * 2
"""Who is said to play where four pairs of players do in turn."""


class Sample(NamedTuple):
    """Games that are played again for some outcomes.

    Args:
        design: what is played; of the study's variants only those that can be.
        store: where the rows go.
        outcomes: what is reckoned from them.
        table: where in the study's folder the rows are.
    """

    design: Design
    store: Store
    outcomes: tuple[Outcome, ...]
    table: str


@dataclass(frozen=True, slots=True)
class Part:
    """What a sample adds up to.

    Args:
        outcomes: what is reckoned.
        sums: by variant, as far as it could be played; without products where the base could not.
        games: how many game numbers there are.
        table: where in the study's folder the rows are.
    """

    outcomes: tuple[Outcome, ...]
    sums: dict[str, Added]
    games: int
    table: str


def samples(design: Design, folder: Path, command: Callable[[Design], str]) -> list[Sample]:
    """The samples of a study, opened.

    Args:
        design: of the study.
        folder: of the study.
        command: gives the command that makes a design's study, for the steps of the ladder.

    Raises:
        StudyError: where Numba is missing, or a folder holds something else or cannot be written.
    """
    if not kernel.available():
        raise StudyError(
            f"--all needs Numba; install it with: {installing('fast')}, or leave out --all"
        )
    return list(_samples(design, folder, command))


def _samples(design: Design, folder: Path, command: Callable[[Design], str]) -> Iterator[Sample]:
    chances = CHANCES_GAMES if kernel_has(design.players) else CHANCES_GAMES_SEARCHED
    for table, players, games, outcomes in (
        (CHANCES, design.players, chances, OF_CHANCES),
        (CHOICES, design.players, CHOICES_GAMES, OF_CHOICES),
        (REPLAYS, REPLAYED, REPLAYS_GAMES, OF_REPLAYS),
    ):
        bounded = games if table == REPLAYS else min(design.games, games)
        sampled = replace(design, players=players, games=bounded, table=table)
        store = Store(folder, sampled)
        store.clear_away()
        yield Sample(sampled, store, outcomes, table)
    searched = tuple(one for one in design.entries if one.rules.hand_size <= LARGEST_HAND)
    for better, lesser, outcome in STEPS if searched else ():
        step = replace(
            design,
            entries=searched,
            players=(better, lesser),
            games=min(design.games, LADDER_GAMES),
            table=ROWS,
        )
        name = f"{better}-vs-{lesser}".replace(":", "-")
        store = opened(folder / LADDERS / name, step, command(step))
        yield Sample(step, store, (outcome,), f"{LADDERS}/{name}/{ROWS}")


def total(found: list[Sample]) -> int:
    """How many rows the samples have together."""
    return sum(one.design.total for one in found)


def play(
    found: list[Sample],
    workers: int,
    tell: Callable[[int], object],
    *,
    crew: Crew[Chunk, bytes] | None = None,
    say: Callable[[str], object] = lambda text: None,  # noqa: ARG005  # nobody listens
) -> bool:
    """Play what is missing of the samples.

    Args:
        found: the samples.
        workers: how many processes play.
        tell: told how many more rows there are, also of those that were there before.
        crew: who plays in place of this machine's workers.
        say: told what is waited for when nothing comes back for long.

    Returns:
        Whether all are complete; they are not when it was interrupted.

    Raises:
        StudyError: when a worker is lost, or rows cannot be written.
        PenneechError: when a game cannot be played.
    """
    if crew is None:
        # What has to be compiled is compiled once, and said, before worker processes begin.
        for one in found:
            if one.store.missing():
                first = next(one.design.chunks([(one.design.entries[0], 0, 1)]))
                play_chunk(first)
    studies = [(one.design, one.store) for one in found]
    return run_all(studies, workers, tell, crew=crew, say=say)


def parts(found: list[Sample], base: str) -> list[Part]:
    """What the samples add up to.

    Args:
        found: the samples, complete.
        base: the variant that the others are compared with.
    """
    return [_part(one, base) for one in found]


def _part(sample: Sample, base: str) -> Part:
    design, outcomes = sample.design, sample.outcomes
    first = next((one for one in design.entries if one.id == base), design.entries[0])
    sums = added(design, sample.store, first, design.games, outcomes, Added)
    return Part(outcomes, sums, design.games, sample.table)
