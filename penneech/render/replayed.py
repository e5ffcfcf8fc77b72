"""A record that holds as plain data: how the game went, deal by deal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from penneech.events import Player, Source
from penneech.records.model import Viewed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.events import Pair
    from penneech.records import DealRecord, Record, Replayed

Data: TypeAlias = "dict[str, object]"


def replayed_data(found: Replayed | Viewed, line: int, only: int | None = None) -> Data:
    """A game that holds, or a view against which nothing can be said, as plain data.

    The cards themselves are in the record; `penneech convert --to json` gives them, with all that
    was left out filled in.

    Args:
        found: the record, checked.
        line: the number of its line in a file of many records, else 0.
        only: the number of the one deal that is wanted, from 1.
    """
    record = found.record
    heading = record.heading
    return {
        "game": heading.game,
        "line": line or None,
        "variant": heading.variant,
        "digest": record.rules.digest(),
        "seed": None if heading.seed is None else str(heading.seed),
        "swapped": heading.swapped,
        "players": None if heading.players is None else list(heading.players),
        "names": None if heading.names is None else list(heading.names),
        "hidden": record.hidden,
        "unchecked": list(found.unchecked) if isinstance(found, Viewed) else [],
        "start": _pair(heading.start_score),
        "deals": [deal for deal in _deals(record) if only in (None, deal["deal"])],
        "score": None if record.score is None else _pair(record.score),
        "winner": None if record.winner is None else record.winner.name,
    }


def _deals(record: Record) -> Iterator[Data]:
    total: Pair | None = record.heading.start_score
    for number, deal in enumerate(record.deals, 1):
        total = _sum(total, deal.score)
        yield {
            "deal": number,
            "dealer": deal.dealer.name,
            "thrown_up": len(deal.thrown_up),
            "turned": len(deal.turn_ups),
            "played": len(deal.plays),
            "points": None if deal.events is None else _points(deal),
            "score": None if deal.score is None else _pair(deal.score),
            "total": None if total is None else _pair(total),
        }


def _points(deal: DealRecord) -> Data:
    """What each player's points were for, the sources of points without any included."""
    sums: Counter[tuple[Player, Source]] = Counter()
    for one in deal.events or ():
        sums[one.player, one.source] += one.points
    return {who.name: {source.value: sums[who, source] for source in Source} for who in Player}


def _sum(before: Pair | None, points: Pair | None) -> Pair | None:
    if before is None or points is None:
        return None
    return before[0] + points[0], before[1] + points[1]


def _pair(points: Pair) -> Data:
    return {who.name: points[who] for who in Player}
