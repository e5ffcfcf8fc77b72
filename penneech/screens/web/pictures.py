"""The board as a drawing of our own, in SVG that a page carries in itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

if TYPE_CHECKING:
    from penneech.events import Player
    from penneech.screens.face import Face, Pegs

MOST_HOLES = 61


class Track(NamedTuple):
    """A player's holes and pegs, drawn: out along the upper row and back along the lower one."""

    player: Player
    drawn: Markup


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
        Track(player, _track(holes, each, face.pegs[player], y))
        for player, y in ((face.me.other, 14.0), (face.me, 14.0 + _TRACK))
    ]
    return Board(tuple(tracks), each, _width(holes))


_HOLE = '<circle class="hole" cx="{}" cy="{}" r="2"/>\n'
_PEG = '<circle class="peg {}" cx="{}" cy="{}" r="4.2"/>\n'


def _track(holes: int, each: int, pegs: Pegs, top: float) -> Markup:
    """The holes in their order, pegs in place of those in which they stand."""
    drawn = list(_empty(holes, top))
    for points, which in zip(pegs, ("behind", "front"), strict=True):
        hole = min(-(-points // each), holes)
        drawn[hole] = _PEG.format(which, *_where(hole, holes, top))
    return Markup("".join(drawn))  # noqa: S704  # numbers and words of our own


@cache
def _empty(holes: int, top: float) -> tuple[str, ...]:
    """The holes without a peg; where nobody stands at the start any more, nothing is drawn."""
    return ("", *[_HOLE.format(*_where(hole, holes, top)) for hole in range(1, holes + 1)])


@cache
def _width(holes: int) -> float:
    return max(_where(hole, holes, 0)[0] for hole in range(holes + 1)) + _MARGIN


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
