"""The outcomes that claims are about, and their figures under a variant.

Most are reckoned from a study's rows. For the others the games are played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech import kernel
from penneech.extras import installing
from penneech.study import outcomes as reckoned
from penneech.study.chances import COLUMNS, chance_rows
from penneech.study.costly import OF_CHANCES
from penneech.study.intervals import Estimate, SharedTotals, Totals, by_game, estimate
from penneech.study.intervals import paired_difference as difference
from penneech.study.outcomes import OUTCOMES, Parts
from penneech.study.rows import Chunk
from penneech.study.turnings import margins_by_game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from penneech.study.design import Design, Entry
    from penneech.study.store import Store

HONOUR_TURNED_GAIN, UNEVEN_DEALS = "honour_turned_gain", "uneven_deals"

WINDOW = 20_000
"""Game numbers whose rows are held at once."""


def needs_kernel() -> str:
    """Why an outcome has no figure without Numba, and what to do."""
    return f"this needs compiled play; install it with: {installing('fast')}"


class Measure(NamedTuple):
    """An outcome that claims are about: its title, its unit, and what it is."""

    title: str
    unit: str
    definition: str


def measure_of(metric: str) -> Measure:
    """What an outcome is that claims are about.

    Raises:
        KeyError: for an outcome that there is not.
    """
    return _MEASURES[metric]


def figures(
    metrics: Sequence[str], design: Design, store: Store, entry: Entry
) -> dict[str, tuple[Estimate, str | None]]:
    """Each outcome's figure under one variant, or why there is none."""
    by_rows = [name for name in metrics if name not in _PLAYED_AGAIN]
    found = _from_rows(by_rows, design, store, entry)
    chunk = Chunk(entry.id, entry.rules, design.players, design.seed, 0, design.games, design.swaps)
    for name in metrics:
        if name in _PLAYED_AGAIN:
            found[name] = _PLAYED_AGAIN[name](chunk)
    return found


def _from_rows(
    metrics: Sequence[str], design: Design, store: Store, entry: Entry
) -> dict[str, tuple[Estimate, str | None]]:
    outcomes = {one.name: one for one in reckoned.outcomes_for(design.players)}
    totals = {name: Totals() for name in metrics if name in outcomes}
    for first in range(0, design.games if totals else 0, WINDOW):
        rows = store.read(entry, first, min(first + WINDOW, design.games))
        for name, total in totals.items():
            total.add(by_game(outcomes[name].reckon(rows), design.swaps))
    return {
        name: (estimate(totals[name]), None)
        if name in totals
        else (Estimate(None, None, None), "two different players are needed")
        for name in metrics
    }


def _honour_turned_gain(chunk: Chunk) -> tuple[Estimate, str | None]:
    """The mean margin of those who turned an honour, less that of those who turned another card."""
    import numpy as np  # noqa: PLC0415  # slow to import

    margins = np.array(list(margins_by_game(chunk)), np.int64).reshape(-1, 4)
    honours, others = Parts(margins[:, 0], margins[:, 1]), Parts(margins[:, 2], margins[:, 3])
    one, other, shared = Totals(), Totals(), SharedTotals()
    one.add(honours)
    other.add(others)
    shared.add(honours, others)
    found = difference(one, other, shared)
    return found, "no honour was turned" if found.value is None else None


def _uneven_deals(chunk: Chunk) -> tuple[Estimate, str | None]:
    """The share of uneven deals, as `compare --all` reckons it; it needs the kernel."""
    import numpy as np  # noqa: PLC0415  # slow to import

    if not kernel.available():
        return Estimate(None, None, None), needs_kernel()
    rows = np.frombuffer(chance_rows(chunk), np.int32).reshape(-1, len(COLUMNS)).astype(np.int64)
    parts = _UNEVEN.reckon({name: rows[:, place] for place, name in enumerate(COLUMNS)})
    totals = Totals()
    totals.add(by_game(parts, chunk.swaps))
    return estimate(totals), None


_UNEVEN = next(one for one in OF_CHANCES if one.name == UNEVEN_DEALS)

_PLAYED_AGAIN: dict[str, Callable[[Chunk], tuple[Estimate, str | None]]] = {
    HONOUR_TURNED_GAIN: _honour_turned_gain,
    UNEVEN_DEALS: _uneven_deals,
}
"""The outcomes that rows do not tell: the games are played again for them."""

_MEASURES = {
    **{one.name: Measure(one.title, one.unit, one.definition) for one in (*OUTCOMES, *OF_CHANCES)},
    HONOUR_TURNED_GAIN: Measure(
        "gain by an honour turned",
        "points",
        "What the winner of a trick who turns an ace or coat card scores more than the other "
        "player, from the turning to the end of the deal, less the same for who turns another "
        "card; the penneech is neither.",
    ),
}
