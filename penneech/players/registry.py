"""The players by name, as command lines and records write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from penneech import kernel
from penneech.errors import PenneechError, UnknownNameError
from penneech.extras import installing
from penneech.files.spelling import listed, meant, nearest, shown
from penneech.players.greedy import GreedyPlayer
from penneech.players.infer import InferringPlayer
from penneech.players.pimc import MOST_WORLDS, SamplingPlayer
from penneech.players.seeing import OpenPlayer
from penneech.players.simple import RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.players.protocol import PlayerAtTable

Seated: TypeAlias = "PlayerAtTable | OpenPlayer"
"""Who may sit at a table where no person plays."""

PLAYERS: dict[str, Callable[[], PlayerAtTable]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
"""Each player's name, and how one sits down; those that search are beside."""

SAMPLING: dict[str, Callable[[int], SamplingPlayer]] = {
    "pimc": SamplingPlayer,
    "infer": InferringPlayer,
}
"""Those that sample worlds, so many as their names say."""

OPEN = "open"
NAMES = (*PLAYERS, *[f"{kind}:N" for kind in SAMPLING], OPEN)
"""The names there are; N stands for a number of worlds."""

STRONGEST, WITHOUT_NUMBA = "infer:128", "greedy"
"""The strongest player that does not see all cards, with Numba and without it."""


def player_named(name: str) -> Seated:
    """The player of that name, for a game between computer players.

    Raises:
        UnknownNameError: when there is none; the text has the names that there are.
        PenneechError: for a number of worlds that is out of bounds, and where Numba is missing.
    """
    if name in PLAYERS:
        return PLAYERS[name]()
    kind, _, worlds = name.partition(":")
    if kind not in SAMPLING and name != OPEN:
        raise UnknownNameError(
            f"no player is called {shown(name)}; there are {listed(NAMES)}{meant(name, NAMES)}"
        ).known_as(
            "no_player", name=shown(name), names=listed(NAMES), meant=nearest(name, NAMES) or ""
        )
    player = OpenPlayer() if name == OPEN else SAMPLING[kind](_worlds_of(name, kind, worlds))
    if not kernel.available():
        raise PenneechError(
            f"{player.name} needs Numba to search; install it with: "
            f"{installing('fast')}, or let random or greedy play"
        ).known_as("needs_numba", name=player.name)
    return player


def opponent_named(name: str) -> PlayerAtTable:
    """The player of that name, for a game against a person.

    Raises:
        UnknownNameError: when there is none.
        PenneechError: for `open`, which sees all cards, and as `player_named`.
    """
    player = player_named(name)
    if isinstance(player, OpenPlayer):
        others = listed([one for one in NAMES if one != OPEN])
        raise PenneechError(
            f"{OPEN} sees all cards, so it is nobody's opponent; choose another of {others}"
        ).known_as("sees_all", name=OPEN, names=others)
    return player


def _worlds_of(name: str, kind: str, worlds: str) -> int:
    # A name has one spelling, since rows and records are told apart by it.
    if re.fullmatch("[1-9][0-9]{0,3}", worlds) and int(worlds) <= MOST_WORLDS:
        return int(worlds)
    raise PenneechError(
        f"{shown(name)} does not say how many worlds to sample; write a number from 1 to "
        f"{MOST_WORLDS:,} after {kind}:, like {kind}:32"
    ).known_as("no_worlds", name=shown(name), most=MOST_WORLDS, kind=kind)
