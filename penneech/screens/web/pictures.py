"""The board as a drawing of our own, in SVG that a page carries in itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from penneech.events import Player
    from penneech.screens.face import Face, Pegs

MOST_HOLES = 61


class Hole(NamedTuple):
    """A hole of the board: where it is drawn, and which peg stands in it (empty for none)."""

    x: float
    y: float
    peg: str


class Track(NamedTuple):
    """A player's holes: out along the upper row and back along the lower one."""

    player: Player
    holes: tuple[Hole, ...]
    y: float


class Board(NamedTuple):
    """The board: its tracks, how many points a hole stands for, and how wide it is drawn."""

    tracks: tuple[Track, ...]
    each: int
    width: float


_STEP, _GAP, _MARGIN = 10.0, 4.0, 18.0
_TRACK, _ROW = 30.0, 12.0


def board_of(face: Face) -> Board:
    """The board, the other player's track above one's own.

    It has a hole for each point up to the target, or for some points where there would be more than
    61.
    """
    target = face.rules.target
    each = -(-target // MOST_HOLES)
    holes = -(-target // each)
    tracks = [
        Track(player, tuple(_holes(holes, each, face.pegs[player], y)), y)
        for player, y in ((face.me.other, 14.0), (face.me, 14.0 + _TRACK))
    ]
    width = max(hole.x for hole in tracks[0].holes) + _MARGIN
    return Board(tuple(tracks), each, width)


def _holes(holes: int, each: int, pegs: Pegs, top: float) -> list[Hole]:
    behind, front = (min(-(-points // each), holes) for points in pegs)
    pegged = {behind: "behind", front: "front"}
    return [Hole(*_where(hole, holes, top), pegged.get(hole, "")) for hole in range(holes + 1)]


def _where(hole: int, holes: int, top: float) -> tuple[float, float]:
    """Out to the right along the upper row, back along the lower one, home between them."""
    half = holes // 2
    if hole == 0:
        return _MARGIN - 11, top
    if hole == holes and holes > 1:
        return _MARGIN - 11, top + _ROW
    if hole <= half:
        return _along(hole), top
    return _along(2 * half + 1 - hole) if hole <= 2 * half else _MARGIN, top + _ROW


def _along(place: int) -> float:
    return _MARGIN + (place - 1) * _STEP + (place - 1) // 5 * _GAP
