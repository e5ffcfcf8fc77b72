"""The rows of a chunk from the kernel, where it has both players: the same rows, sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import kernel
from penneech.kernel import PLAYERS_HERE
from penneech.players.registry import player_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.rules import Rules
    from penneech.study.rows import Chunk

FEW = 50
"""Games of which it is not worth while to make the kernel ready: the reference engine plays them in
the time in which it would be loaded."""

BETWEEN_LOOKS = 1000
"""Games that are played between two looks at whether the run was interrupted."""


def kernel_has(players: tuple[str, str]) -> bool:
    """Whether the kernel has both players, though it need not be there itself."""
    return set(players) <= set(PLAYERS_HERE)


def kernel_plays(players: tuple[str, str]) -> bool:
    """Whether the kernel is there and has both players."""
    return kernel_has(players) and kernel.available()


def plays_in_bulk(players: tuple[str, str], games: int) -> bool:
    """Whether so many games between these players are the kernel's to play, in this process.

    Args:
        players: the players' names.
        games: how many game numbers there are in a chunk.
    """
    return games > FEW and kernel_plays(players)


def make_ready(rules: Rules, players: tuple[str, str]) -> None:
    """Have compiled what plays, or fetch it, so that threads need not do so side by side."""
    kernel.play_games(rules, players, 0, 0, 0)


def make_ready_to_search(rules: Rules, players: tuple[str, str]) -> None:
    """Have compiled what players search with, so that worker processes need not each do so.

    Nothing is done where nobody searches, and where it is kept from an earlier run.
    """
    if kernel_has(players) or not kernel.available():
        return
    from penneech.kernel import caching, searching, solving  # noqa: PLC0415  # slow to import

    if caching.is_kept(searching.draw_worlds) and caching.is_kept(solving.solve_all):
        return
    from penneech.study.rows import play_row  # noqa: PLC0415  # it stands on this module

    play_row(rules, [player_named(name) for name in players], 0, 0, 0)


def bulk_rows(chunk: Chunk, stopped: Callable[[], bool] | None = None) -> bytes | None:
    """Play the games of a chunk, as `rows.play_chunk` does.

    Args:
        chunk: what to play, between players that the kernel has.
        stopped: asked now and then; the chunk is given up when it says yes.

    Returns:
        The rows as 32-bit numbers, one row after another; None for a chunk that was given up.

    Raises:
        PenneechError: for a player that the kernel does not have.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    parts = []
    for first in range(chunk.first, chunk.last, BETWEEN_LOOKS):
        if stopped is not None and stopped():
            return None
        last = min(first + BETWEEN_LOOKS, chunk.last)
        played = [
            kernel.play_games(
                chunk.rules, chunk.players, chunk.seed, first, last, swapped=bool(swapped)
            )
            for swapped in range(chunk.swaps)
        ]
        # The rows of a game number stand side by side.
        parts.append(np.stack(played, axis=1).tobytes())
    return b"".join(parts)
