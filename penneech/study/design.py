"""What a study plays: which variants, by whom, on which packs, and how many games."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from penneech import __version__
from penneech.chance import GENERATOR, checked_seed
from penneech.errors import StudyError
from penneech.players.registry import player_named
from penneech.rules import canonical_text
from penneech.study.bulk import kernel_has
from penneech.study.rows import ROWS, Chunk, swaps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from penneech.rules import Rules

GENERATED_BY = f"penneech {__version__}"
"""What made a study, as its files say."""

FOLDER = "studies"
"""Where studies are put that were given no folder."""

MOST_GAMES = 1_000_000_000
"""A game's number must find room in 32 bits."""

LEAST_CHUNK, CHUNK, MOST_CHUNK = 25, 250, 1000
"""Games in a chunk: enough that writing them costs little, few enough to be lost."""

QUICK_PLAYERS = 10
"""So many times as many in the larger chunks of players that do not search: they are soon played
again, in the kernel in a moment and without it in some seconds."""

CHUNKS = 64
"""Chunks in a small study: enough to keep some processors busy to the end."""

_SHORT = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """A variant in a study: its id and its rules."""

    id: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class Design:
    """What a study plays; make it with `plan`, which checks it.

    Args:
        entries: the variants; the others are compared with the first.
        players: the names of the two players; the first sits at A unless they are swapped.
        seed: the seed of all packs, cuts and players' luck.
        games: how many game numbers are played under each variant.
        table: the table whose rows are wanted of each game; `tables.py` has them.
    """

    entries: tuple[Entry, ...]
    players: tuple[str, str]
    seed: int
    games: int
    table: str = ROWS

    @property
    def swaps(self) -> int:
        """How often each game number is played: twice by two different players."""
        return swaps_of(self.players)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return len(self.entries) * self.games * self.swaps

    def digest(self) -> str:
        """The SHA-256 of what the rows depend on beside seed and game, whatever the order."""
        return hashlib.sha256(canonical_text(self.settings()).encode("ascii")).hexdigest()

    def settings(self) -> dict[str, object]:
        """What the rows depend on beside seed and game, as plain data."""
        table = {} if self.table == ROWS else {"table": self.table}
        return {
            **table,
            "generator": GENERATED_BY,
            "chance": GENERATOR,
            "players": list(self.players),
            "variants": {entry.id: entry.rules.digest() for entry in self.entries},
        }

    def default_folder(self) -> Path:
        """The folder of a study that was given none."""
        return Path(FOLDER) / f"{self.digest()[:_SHORT]}-{self.seed}"

    def chunk_size(self) -> int:
        """How many games to play before they are written; workers and Numba have no say in it."""
        share = self.games * len(self.entries) // CHUNKS
        times = QUICK_PLAYERS if kernel_has(self.players) else 1
        return max(
            LEAST_CHUNK, min(share, CHUNK * times), min(self.games // 100, MOST_CHUNK * times)
        )

    def chunks(self, gaps: Iterable[tuple[Entry, int, int]]) -> Iterator[Chunk]:
        """Cut the games that are missing into chunks, low game numbers first, one at a time.

        All variants come on together, so that what a stopped study has can be compared.

        Args:
            gaps: of a variant the games from one number up to, not including, another.
        """
        pieces = [self._pieces(gap, place) for place, gap in enumerate(gaps)]
        for first, _, last, entry in merge(*pieces, key=itemgetter(0, 1)):
            yield Chunk(
                entry.id, entry.rules, self.players, self.seed, first, last, self.swaps, self.table
            )

    def _pieces(
        self, gap: tuple[Entry, int, int], place: int
    ) -> Iterator[tuple[int, int, int, Entry]]:
        """Cut one gap, the `place`th; each piece is a first game, the place, a last game, whose."""
        entry, first, last = gap
        size = self.chunk_size()
        # Cutting at multiples of the size gives a resumed study the very files of another.
        for start in range(first - first % size, last, size):
            yield max(start, first), place, min(start + size, last), entry


def plan(entries: Sequence[Entry], players: tuple[str, str], seed: int, games: int) -> Design:
    """Check a design; a variant that is named twice is played once.

    Raises:
        StudyError: for no variants, no games or too many, or two variants of one name.
        SeedError: for a seed out of bounds.
        UnknownNameError: for a player that nobody knows.
    """
    checked_seed(seed)
    if not 1 <= games <= MOST_GAMES:
        raise StudyError(f"{games} games cannot be played; give a number from 1 to {MOST_GAMES}")
    for name in players:
        player_named(name)
    by_id: dict[str, Entry] = {}
    for entry in entries:
        known = by_id.setdefault(entry.id, entry)
        if known.rules != entry.rules:
            raise StudyError(f"two different variants are called {entry.id}; rename one of them")
    if not by_id:
        raise StudyError("there is no variant to play")
    return Design(tuple(by_id.values()), players, seed, games)
