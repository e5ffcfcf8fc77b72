"""The players by name, as command lines and records write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.errors import UnknownNameError
from penneech.files.spelling import listed, meant, shown
from penneech.players.greedy import GreedyPlayer
from penneech.players.simple import RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.players.protocol import PlayerAtTable

PLAYERS: dict[str, Callable[[], PlayerAtTable]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""Each player's name, and how one sits down."""


def player_named(name: str) -> PlayerAtTable:
    """The player of that name.

    Raises:
        UnknownNameError: when there is none; the text has the names that there are.
    """
    if name not in PLAYERS:
        raise UnknownNameError(
            f"no player is called {shown(name)}; there are {listed(PLAYERS)}{meant(name, PLAYERS)}"
        )
    return PLAYERS[name]()
