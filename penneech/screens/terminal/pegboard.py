"""The board on which the score is pegged: a row of holes for each player, and two pegs in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from penneech.events import Player
    from penneech.screens.face import Face, Pegs
    from penneech.screens.terminal.strokes import Strokes
    from penneech.screens.voice import Voice

MOST_HOLES = 61
TEN = 10
LABEL = 8


def pegboard(face: Face, voice: Voice, strokes: Strokes) -> list[Text]:
    """Three lines of 80 columns: the numbers of the holes, the other player's row, one's own.

    A board has a hole for each point up to the target, or for two points or more where there would
    be more than 61.
    """
    target = face.rules.target
    each = -(-target // MOST_HOLES)
    holes = -(-target // each)
    rows = [
        _row(voice.name(player), face.pegs[player], each, holes, face.score[player], strokes)
        for player in _seats(face)
    ]
    note = "" if each == 1 else voice.text("table.each_hole", n=each)
    return [_numbers(holes, each, note), *rows]


def _seats(face: Face) -> tuple[Player, Player]:
    return face.me.other, face.me


def hole_of(points: int, each: int, holes: int) -> int:
    """The hole in which a peg stands: 0 before the first, and the last from the target on."""
    return min(-(-points // each), holes)


def _numbers(holes: int, each: int, note: str) -> Text:
    line = " " * (LABEL + 1)
    for first in range(1, holes + 1, TEN):
        last = min(first + TEN - 1, holes)
        number = str(last * each) if last % TEN == 0 else ""
        line += number.rjust(last - first + 1) + " "
    line = line[: LABEL + 1 + holes + holes // TEN]
    if note:
        line = note.ljust(LABEL) + line[max(LABEL, len(note)) :]
    return Text(line.rstrip(), "dim")


def _row(  # noqa: PLR0913, PLR0917  # all that stands in it
    name: str, pegs: Pegs, each: int, holes: int, score: int, strokes: Strokes
) -> Text:
    behind, front = (hole_of(points, each, holes) for points in pegs)
    row = Text(name[:LABEL].ljust(LABEL))
    for hole in range(holes + 1):
        if hole > 1 and hole % TEN == 1:
            row.append(" ")
        if hole == front:
            row.append(strokes.front, "bold")
        elif hole == behind:
            row.append(strokes.behind, "bold")
        else:
            row.append(strokes.hole if hole else " ", "dim")
    return row.append(f"{score:>4}", "bold")
