"""A census of a factorial: each cell played from the same packs, cut in blocks and pieces."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from penneech.chance import GENERATOR, checked_seed
from penneech.errors import PenneechError, StudyError
from penneech.events import Seat, Source
from penneech.extras import installing
from penneech.players.registry import player_named
from penneech.rules import canonical_text
from penneech.space.equivalences import Within
from penneech.study.bulk import kernel_has, kernel_plays
from penneech.study.design import GENERATED_BY, MOST_GAMES
from penneech.study.outcomes import OUTCOMES, by_name
from penneech.study.rows import swaps_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.rules import Rules
    from penneech.study.factorial import Factorial
    from penneech.study.outcomes import Outcome

BLOCKS, LEAST = 20, 10
"""Blocks that the games are cut in; the fewest games of which anything can be told."""

SLOW_CELLS = 500
"""Cells that are played without the kernel; more of them would take hours."""

WORK = {Within.GAME: 200_000, Within.DEAL: 2_000_000}
"""Games or deals of a piece of work, half a second or so: what a kill may lose."""

PIECES = 64
"""Pieces of a small space: enough to keep some processors busy to the end."""

_SOURCES = tuple(
    by_name("points_a_deal", source, seat)
    for source in (None, *Source)
    for seat in (None, *Seat)
    if (source, seat) != (None, None)
)

OF_DEALS = ("points_a_deal", "dealers_edge", "redeals", "choice", "turn_up_share")
"""The outcomes that single deals show, if no others are asked for."""

OF_GAMES = (
    "points_a_deal", "dealers_edge", "deals_a_game", "redeals", "choice", "turn_up_share",
    "lead_changes",
)  # fmt: skip
"""The outcomes that games show, if no others are asked for; with two different players also
skill."""

SHOWN = {
    Within.DEAL: (*OF_DEALS, "only_one_card", *_SOURCES),
    Within.GAME: (
        *OF_GAMES, "skill", "first_dealer_wins", "only_one_card", "minutes_a_game", *_SOURCES,
    ),
}  # fmt: skip
"""The outcomes that may be asked for."""

_BY_NAME = {outcome.name: outcome for outcome in OUTCOMES}


class Piece(NamedTuple):
    """Cells from `first` on, to be played with these rules."""

    first: int
    rules: tuple[Rules, ...]
    census: Settings


class Settings(NamedTuple):
    """How each cell is played: by whom, from which seed, how often, and what is counted."""

    within: Within
    players: tuple[str, str]
    seed: int
    number: int
    outcomes: tuple[str, ...]

    @property
    def swaps(self) -> int:
        """How often each number is played: twice by two different players."""
        return swaps_of(self.players)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return min(BLOCKS, self.number)

    @property
    def compiled(self) -> bool:
        """Whether the kernel plays."""
        return kernel_plays(self.players)

    def bounds(self) -> list[int]:
        """The first number of each block, and the number after the last."""
        return [self.number * block // self.blocks for block in range(self.blocks + 1)]


@dataclass(frozen=True, slots=True)
class Census:
    """All cells of a factorial, and how each is played; `census` checks it."""

    factorial: Factorial
    settings: Settings

    @property
    def total(self) -> int:
        """How many games or deals are played in all."""
        return self.factorial.cells * self.settings.number * self.settings.swaps

    @property
    def cells_a_piece(self) -> int:
        """Cells of a piece of work; workers and Numba have no say in it."""
        each = self.settings.number * self.settings.swaps
        return max(1, min(WORK[self.settings.within] // each, self.factorial.cells // PIECES))

    def cells_from(self, first: int) -> range:
        """The cells of the piece of work that begins with a cell."""
        return range(first, min(first + self.cells_a_piece, self.factorial.cells))

    def plain(self) -> dict[str, Any]:
        """All that the figures depend on, as plain data."""
        space, settings = self.factorial.space, self.settings
        return {
            "generator": GENERATED_BY,
            "chance": GENERATOR,
            "within": str(settings.within),
            "players": list(settings.players),
            "seed": str(settings.seed),
            "number": settings.number,
            "outcomes": list(settings.outcomes),
            "base": space.base.resolved(),
            "factors": {
                factor.id: [
                    [
                        self.factorial.space.with_levels(space.base, {factor: level}).resolved(),
                        level.weight,
                    ]
                    for level in factor.levels
                ]
                for factor in space.factors
            },
        }

    def digest(self) -> str:
        """The SHA-256 of all that the figures depend on."""
        return hashlib.sha256(canonical_text(self.plain()).encode("ascii")).hexdigest()

    def pieces(self, done: set[int]) -> Iterator[Piece]:
        """The pieces of work whose first cells are not among those done."""
        size = self.cells_a_piece
        for first in range(0, self.factorial.cells, size):
            if first not in done:
                rules = tuple(self.factorial.rules(first, first + size))
                yield Piece(first, rules, self.settings)


def census(
    factorial: Factorial,
    players: tuple[str, str],
    number: int,
    seed: int,
    outcomes: Sequence[str] = (),
) -> Census:
    """Check what is to be played.

    Args:
        factorial: the cells.
        players: the names of the players.
        number: how many games or deals of each cell.
        seed: of all packs, cuts and luck.
        outcomes: the names of the outcomes to count; the usual ones if there are none.

    Raises:
        StudyError: for too few games or too many, or outcomes that these do not show.
        SeedError: for a seed out of bounds.
        PenneechError: for players that are not known, and where Numba is missing and needed.
    """
    checked_seed(seed)
    what = f"{factorial.within}s"
    if not LEAST <= number <= MOST_GAMES:
        raise StudyError(
            f"{number} {what} cannot be played; give a number from {LEAST} to {MOST_GAMES}"
        )
    for name in players:
        player_named(name)
    chosen = tuple(dict.fromkeys(outcomes)) or _usual(factorial.within, players)
    settings = Settings(factorial.within, players, seed, number, chosen)
    for name in chosen:
        if name not in SHOWN[factorial.within]:
            raise StudyError(f"single deals do not show {name}; ask for it with --games")
        if name == "skill" and settings.swaps == 1:
            raise StudyError("skill needs two different players, like --players greedy,random")
    _check_kernel(factorial, settings)
    return Census(factorial, settings)


def _usual(within: Within, players: tuple[str, str]) -> tuple[str, ...]:
    if within is Within.DEAL:
        return OF_DEALS
    return OF_GAMES if players[0] == players[1] else (*OF_GAMES, "skill")


def _check_kernel(factorial: Factorial, settings: Settings) -> None:
    if settings.compiled:
        return
    install = f"install Numba with: {installing('fast')}"
    if not kernel_has(settings.players):
        if settings.within is Within.DEAL:
            raise PenneechError("single deals are played by random and greedy alone; give --games")
        install = "let random or greedy play, or leave fewer rule points open"
    elif settings.within is Within.DEAL:
        raise PenneechError(f"single deals are played by compiled code; {install}, or give --games")
    if factorial.cells > SLOW_CELLS:
        raise PenneechError(
            f"{factorial.cells:,} readings are too many for play that is not compiled, which takes "
            f"{SLOW_CELLS} at most; {install}"
        )


def outcomes_of(settings: Settings) -> tuple[Outcome, ...]:
    """The outcomes that are counted."""
    return tuple([_BY_NAME[name] for name in settings.outcomes])


def default_number(*, compiled: bool) -> int:
    """How many games of each cell are played where none are asked for."""
    return 200 if compiled else 40
