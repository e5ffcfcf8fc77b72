"""Playing the cells of a census: what each block of a cell adds to the totals of its outcomes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from penneech import kernel
from penneech.events import Seat, Source
from penneech.space.equivalences import Within
from penneech.study.bulk import bulk_rows
from penneech.study.census import outcomes_of
from penneech.study.intervals import by_game
from penneech.study.rows import COLUMNS, Chunk, play_chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from penneech.rules import Rules
    from penneech.study.census import Piece, Settings

    Ints: TypeAlias = NDArray[np.int64]

WINDOW = 20_000
"""Games of a cell that are held at once."""


def play_piece(piece: Piece) -> Ints:
    """Play some cells.

    Returns:
        What each block adds to the totals: by cell, block, outcome, and upper and lower total.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    settings = piece.census
    play = _deals if settings.within is Within.DEAL else _games
    return np.stack([play(rules, settings) for rules in piece.rules])


def _games(rules: Rules, settings: Settings) -> Ints:
    import numpy as np  # noqa: PLC0415  # slow to import

    bounds = settings.bounds()
    if settings.number <= WINDOW:
        parts = _of_games(rules, settings, 0, settings.number)
        return np.moveaxis(np.add.reduceat(parts, bounds[:-1], axis=-1), -1, 0)
    blocks = []
    for start, end in pairwise(bounds):
        windows = [(first, min(first + WINDOW, end)) for first in range(start, end, WINDOW)]
        sums = [_of_games(rules, settings, *window).sum(axis=-1) for window in windows]
        blocks.append(np.sum(sums, axis=0))
    return np.stack(blocks)


def _of_games(rules: Rules, settings: Settings, first: int, last: int) -> Ints:
    """By outcome, upper and lower total, and game."""
    import numpy as np  # noqa: PLC0415  # slow to import

    chunk = Chunk("a reading", rules, settings.players, settings.seed, first, last, settings.swaps)
    played = bulk_rows(chunk) if settings.compiled else play_chunk(chunk)
    assert played is not None  # noqa: S101  # nothing stops it
    table = np.frombuffer(played, np.int32).reshape(-1, len(COLUMNS)).T.astype(np.int64)
    rows = dict(zip(COLUMNS, table, strict=True))
    return np.array(
        [by_game(outcome.reckon(rows), settings.swaps) for outcome in outcomes_of(settings)]
    )


def _deals(rules: Rules, settings: Settings) -> Ints:
    import numpy as np  # noqa: PLC0415  # slow to import

    bounds = settings.bounds()
    swapped = [settings.players[:: 1 - 2 * swap] for swap in range(settings.swaps)]
    blocks = []
    for start, end in pairwise(bounds):
        found = [
            kernel.play_deals(rules, (players[0], players[1]), settings.seed, start, end)
            for players in swapped
        ]
        points = np.sum([sums.points for sums in found], axis=0)
        plain = [sum(sums[i] for sums in found) for i in (0, 1, 2, 9, 10)]  # type: ignore[misc]  # the other fields are whole numbers
        blocks.append([*plain, *points])
    table = np.array(blocks, np.int64).T
    rows = dict(zip(_DEAL_COLUMNS, table, strict=True))
    rows["decisions"] = 2 * rules.hand_size * rows["deals"]
    rows["score_a"], rows["score_b"] = (table[5 + seat :: 2].sum(axis=0) for seat in (0, 1))
    return np.array([outcome.reckon(rows) for outcome in outcomes_of(settings)]).transpose(2, 0, 1)


_DEAL_COLUMNS = (
    "deals", "dealings", "redeals", "legal_cards", "only_one",
    *[f"{source}_{seat}" for source in Source for seat in Seat],
)  # fmt: skip
