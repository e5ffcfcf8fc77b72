"""Which rule points carry how much of the difference between two variants.

Every mixture of the two variants is played on the same packs; `shares.py` reckons what each rule
point has of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.chance import checked_seed
from penneech.errors import StudyError
from penneech.players.registry import player_named
from penneech.study.between import between
from penneech.study.bulk import make_ready, plays_in_bulk
from penneech.study.design import MOST_GAMES
from penneech.study.intervals import by_game
from penneech.study.outcomes import OUTCOMES
from penneech.study.rows import COLUMNS, Chunk, play_chunk, swaps_of
from penneech.study.shares import Products, shares
from penneech.study.spreading import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from penneech.rules import Rules
    from penneech.study.between import Between
    from penneech.study.outcomes import Outcome
    from penneech.study.shares import Shares

    Ints: TypeAlias = NDArray[np.int64]

PIECE, SLOW_PIECE = 500, 25
"""Games of a piece of work: where the kernel plays, and where it does not."""

_BY_NAME = {outcome.name: outcome for outcome in OUTCOMES}


class Piece(NamedTuple):
    """Games `first` to `last` - 1, to be played under all of these rules."""

    rules: tuple[Rules, ...]
    players: tuple[str, str]
    seed: int
    first: int
    last: int
    swaps: int
    outcomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be explained, by whom and how often it is played; `asked` checks it."""

    between: Between
    players: tuple[str, str]
    games: int
    seed: int
    outcomes: tuple[Outcome, ...]

    @property
    def swaps(self) -> int:
        """How often each game number is played: twice by two different players."""
        return swaps_of(self.players)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return len(self.between.classes) * self.games * self.swaps


def asked(
    pair: tuple[Rules, Rules],
    players: tuple[str, str],
    games: int,
    seed: int,
    outcomes: Sequence[Outcome],
) -> Asked:
    """Check what is to be explained.

    Raises:
        StudyError: for two variants of the same rules, or no games or too many.
        SeedError: for a seed out of bounds.
        UnknownNameError: for a player that nobody knows.
    """
    checked_seed(seed)
    if not 2 <= games <= MOST_GAMES:  # noqa: PLR2004  # of one game there is no interval
        raise StudyError(f"{games} games explain nothing; give a number from 2 to {MOST_GAMES}")
    for name in players:
        player_named(name)
    if pair[0] == pair[1]:
        raise StudyError("the two variants have the same rules, so there is nothing to explain")
    return Asked(between(*pair, seed), players, games, seed, tuple(outcomes))


def explain(
    wanted: Asked,
    workers: int,
    tell: Callable[[int], object] = lambda games: None,  # noqa: ARG005  # nobody listens
) -> dict[str, Shares]:
    """Play what lies between the two variants, and reckon the shares of each outcome.

    Args:
        wanted: what to explain.
        workers: how many processes play.
        tell: told how many more games are done.

    Raises:
        PenneechError: when a game cannot be played, or a worker is lost.
    """
    products = [Products.empty(len(wanted.between.classes)) for _ in wanted.outcomes]
    compiled = plays_in_bulk(wanted.players, min(PIECE, wanted.games))
    if compiled:
        make_ready(wanted.between.first, wanted.players)
    size = PIECE if compiled else SLOW_PIECE
    for piece, parts in spread(play_piece, _pieces(wanted, size), workers, compiled=compiled):
        for outcome, (upper, lower) in zip(products, parts, strict=True):
            outcome.add(upper, lower)
        tell(len(piece.rules) * (piece.last - piece.first) * piece.swaps)
    return {
        outcome.name: shares(wanted.between, sums)
        for outcome, sums in zip(wanted.outcomes, products, strict=True)
    }


def _pieces(wanted: Asked, size: int) -> list[Piece]:
    names = tuple([outcome.name for outcome in wanted.outcomes])
    return [
        Piece(
            wanted.between.classes, wanted.players, wanted.seed,
            first, min(first + size, wanted.games), wanted.swaps, names,
        )
        for first in range(0, wanted.games, size)
    ]  # fmt: skip


def play_piece(piece: Piece) -> Ints:
    """Play games under all of the rules.

    Returns:
        What each game number adds to the totals: by outcome, upper and lower total, rules, game.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    places = [_BY_NAME[name] for name in piece.outcomes]
    games = piece.last - piece.first
    found = np.zeros((len(places), 2, len(piece.rules), games), np.int64)
    for place, rules in enumerate(piece.rules):
        played = play_chunk(
            Chunk("a variant between", rules, piece.players, piece.seed, piece.first, piece.last,
                  piece.swaps)
        )  # fmt: skip
        assert played is not None  # noqa: S101  # nothing stops it
        table = np.frombuffer(played, np.int32).reshape(-1, len(COLUMNS)).astype(np.int64)
        rows = {name: table[:, i] for i, name in enumerate(COLUMNS)}
        for i, outcome in enumerate(places):
            found[i, :, place] = by_game(outcome.reckon(rows), piece.swaps)
    return found
