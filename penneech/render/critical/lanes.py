"""Where the sources stand in the drawing of the stemma: a row each, and as few lanes as will do.

Rows are the order of time. A source hangs in the lane of the one that it mainly descends from if it
is the head of the longest line from there, else in a lane of its own to the right; so no line that
is drawn down a lane passes through a source that it does not concern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from penneech.edition.stemma import Stemma


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a source: its row from the top and its lane from the left, both from 0."""

    row: int
    lane: int


def spots(stemma: Stemma) -> Mapping[str, Spot]:
    """Give every source its place."""
    rows = {source.siglum: row for row, source in enumerate(stemma.sources)}
    children: dict[str, list[str]] = {siglum: [] for siglum in rows}
    roots = []
    for siglum in rows:
        parent = stemma.main_parent(siglum)
        if parent is not None:
            children[parent].append(siglum)
        elif not stemma.stands_alone(siglum):
            roots.append(siglum)
    lanes: dict[str, int] = {}
    next_lane = 0
    for root in roots:
        next_lane = _hang(root, next_lane, children, lanes)
    for siglum in rows:
        lanes.setdefault(siglum, next_lane)
    return {siglum: Spot(row, lanes[siglum]) for siglum, row in rows.items()}


def _hang(root: str, lane: int, children: dict[str, list[str]], lanes: dict[str, int]) -> int:
    """Give a source and all that hangs from it their lanes, from a lane on.

    Returns:
        The next free lane.
    """
    depths = _depths(root, children)
    waiting = [(root, lane, False)]
    free = lane
    while waiting:
        siglum, own, is_new = waiting.pop()
        if is_new:
            free += 1
            own = free
        lanes[siglum] = own
        # The longest line goes straight on; of several as long, the one that begins last.
        below = children[siglum]
        trunk = max(below, key=lambda one: (depths[one], below.index(one)), default=None)
        waiting += [(one, own, True) for one in reversed(below) if one != trunk]
        if trunk is not None:
            waiting.append((trunk, own, False))
    return free + 1


def _depths(root: str, children: dict[str, list[str]]) -> dict[str, int]:
    """How many generations hang from each source below a root."""
    order = [root]
    for siglum in order:
        order += children[siglum]
    depths: dict[str, int] = {}
    for siglum in reversed(order):
        depths[siglum] = max((depths[one] + 1 for one in children[siglum]), default=0)
    return depths
