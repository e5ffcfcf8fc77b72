"""The tables of a study: what is kept of its games, and which outcomes are reckoned from it.

Every study has the table `rows`. The others cost more and serve outcomes that `compare --all` asks
for; their games are played again, so that each belongs to (variant, players, seed, game, swapped)
alone, like the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.study import chances, choices, replays
from penneech.study.rows import COLUMNS, ROWS, play_chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from penneech.study.rows import Chunk

CHANCES, CHOICES, REPLAYS = "chances", "choices", "replays"

LADDERS = "ladder"
"""The folder in a study's folder that has a study of each step of the ladder."""


class Table(NamedTuple):
    """A table of a study.

    Args:
        columns: the name of each column, and what it holds; the first two are the game's number and
            whether it is the one in which the players have changed places.
        rows: makes the rows of a chunk, as 32-bit numbers.
    """

    columns: Mapping[str, str]
    rows: Callable[[Chunk], bytes | None]


TABLES: dict[str, Table] = {
    ROWS: Table(COLUMNS, play_chunk),
    CHANCES: Table(chances.COLUMNS, chances.chance_rows),
    CHOICES: Table(choices.COLUMNS, choices.choice_rows),
    REPLAYS: Table(replays.COLUMNS, replays.replay_rows),
}
"""Each table by its name, which is that of its folder in the study's."""


def has_own_players(table: str) -> bool:
    """Whether the games of a table are played by other players than the study's.

    Args:
        table: where in the study's folder its rows are.
    """
    return table == REPLAYS or table.startswith(f"{LADDERS}/")
