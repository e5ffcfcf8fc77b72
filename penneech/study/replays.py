"""What the cards alone explain: the same deal played again and again, by different players.

The first deal of a game, dealt by A, is played to its end in four ways: greedy and random sit at A
and B in all four combinations, each time with luck of their own. A's points less B's then differ
from deal to deal by the cards, and from way to way by the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.chance import absorb
from penneech.kernel import PLAYERS_HERE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from penneech.study.rows import Chunk

    Ints: TypeAlias = NDArray[np.int64]

WAYS = tuple((a, b) for a in PLAYERS_HERE for b in PLAYERS_HERE)
"""The players at A and B, way after way."""

COLUMNS = {
    "game": "the game's number, from 0; its first deal was played",
    "swapped": "always 0",
    **{f"gap_{a}_{b}": f"A's points less B's in that deal, A being {a} and B {b}" for a, b in WAYS},
}
"""Each column of a row of replays."""

GAPS = tuple(COLUMNS)[2:]


def cards_and_all(gaps: Ints) -> tuple[Ints, Ints]:
    """What the cards explain of the squared difference of two deals, and the whole of it.

    Two deals that are played in the same way differ in their gaps by d, and d's mean square is
    twice a deal's variance. Where they are played in another way, luck and play have changed, and
    the cards have not: the mean product of both d is twice the variance that the cards explain.

    Args:
        gaps: at [deal, way] A's points less B's; the first two deals are a pair, and so on; a last
            one without another is left out.

    Returns:
        For each pair, the products of every two different ways, and the squares, both added up and
        brought to the same count.
    """
    apart = gaps[0 : len(gaps) // 2 * 2 : 2] - gaps[1::2]
    squares = (apart * apart).sum(axis=1)
    return apart.sum(axis=1) ** 2 - squares, (gaps.shape[1] - 1) * squares


def replay_rows(chunk: Chunk) -> bytes:
    """The rows of the first deals of the chunk's games; its players are not asked.

    Args:
        chunk: whose games are wanted.

    Returns:
        The rows as 32-bit numbers, one row after another.

    Raises:
        PenneechError: where Numba is missing.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    from penneech.kernel.ends import first_deals  # noqa: PLC0415  # the same

    games = np.arange(chunk.first, chunk.last)
    columns = [games, 0 * games]
    for way, players in enumerate(WAYS):
        luck = absorb(chunk.seed, way)
        points = first_deals(chunk.rules, players, chunk.seed, luck, chunk.first, chunk.last)
        columns.append(points[:, 0] - points[:, 1])
    return np.stack(columns, axis=1).astype(np.int32).tobytes()
