"""One game of a study, made again card by card, and held against its row.

A study keeps figures, not cards. But packs, cuts and the players' luck depend on seed and game
alone, so that the reference engine can play any game again; the row that the study has of it must
come out again too, or the trace is none.
"""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from penneech.errors import StudyError, UnknownNameError
from penneech.files.spelling import meant
from penneech.players.registry import player_named
from penneech.study.manifest import design_of
from penneech.study.match import Match, record_of_game
from penneech.study.rows import COLUMNS, play_row
from penneech.study.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.records import Record
    from penneech.study.design import Entry


def traced(folder: Path, variant: str, game: int, *, swapped: bool = False) -> Record:
    """Play one game of a study again, and write it down in full.

    Args:
        folder: the study's folder.
        variant: the id of one of its variants.
        game: the game's number, from 0.
        swapped: the game in which the players have changed places.

    Raises:
        StudyError: when the study has no such game, or has another row for it.
        UnknownNameError: for a variant that is not in the study.
    """
    design = design_of(folder)
    store = Store(folder, design)
    known = {entry.id: entry for entry in design.entries}
    if variant not in known:
        raise UnknownNameError(f"{folder} has no variant {variant}{meant(variant, list(known))}")
    if swapped and design.swaps == 1:
        raise StudyError(f"{folder} has no games with the players exchanged: both are the same")
    entry = known[variant]
    if not 0 <= game < design.games:
        text = f"{folder} has games 0 to {design.games - 1} of {variant}, and no game {game}"
        raise StudyError(text)
    if any(first <= game < last for _, first, last in store.gaps(entry)):
        raise StudyError(f"{folder} has not yet played game {game} of {variant}")
    _compare(store, entry, game, swapped=swapped)
    first, second = map(player_named, design.players)
    match = Match(entry.rules, entry.id, (first, second), design.seed, game + 1)
    return record_of_game(match, game, swapped=swapped)


def _compare(store: Store, entry: Entry, game: int, *, swapped: bool) -> None:
    """See that the game, played again, has the row that the study has."""
    design = store.design
    rows = store.read(entry, game, game + 1)
    kept = [int(rows[column][int(swapped)]) for column in COLUMNS]
    first, second = map(player_named, design.players)
    again = play_row(entry.rules, (first, second), design.seed, game, int(swapped))
    differing = list(starmap(_differs, zip(COLUMNS, kept, again, strict=True)))
    if any(differing):
        told = "; ".join(filter(None, differing))
        raise StudyError(f"game {game} of {entry.id} comes out otherwise than its row: {told}")


def _differs(column: str, kept: int, again: int) -> str:
    return "" if kept == again else f"{column} {kept} in the study, {again} now"
