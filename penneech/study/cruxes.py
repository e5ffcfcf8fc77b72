"""Which rule point matters how much to which outcome: a census played, and its variance shared out.

The summary is plain data:

- `format`, `version`, `generator`, `chance`, `digest`, `seed`, `players`: what was played;
- `within`: `game` or `deal`; `number`: how many of each cell; `swaps`; `blocks`;
- `space`: its `name`; `labels`, the combinations of readings, and `readings`, those of them that
  can differ; `factors`, each with its `names` and `levels` (`values` and `weight`); `held`, what
  has one reading alone; `idle`, the factors that cannot have an effect;
- `outcomes`: of each its `title`, `unit`, `definition`; `mean` and `variance` over the space; of
  each factor under its id `alone`, `total` and the mean at each of its `levels`; and `pairs`, a
  list of `factors` and their `share`. Every figure has `value`, `low` and `high`. Shares are null
  where the outcome does not vary over the space as far as can be told; all figures are where it
  cannot be reckoned under some reading, as when nothing is scored.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from penneech.chance import GENERATOR
from penneech.study.between import value_of
from penneech.study.bulk import make_ready
from penneech.study.cells import play_piece
from penneech.study.census import outcomes_of
from penneech.study.design import GENERATED_BY
from penneech.study.spreading import spread
from penneech.study.variance import block_figures, parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.study.cellfiles import CellFiles
    from penneech.study.declared import Factor, Level, Space
    from penneech.study.intervals import Estimate
    from penneech.study.variance import Parts

FORMAT, VERSION = "penneech-cruxes-summary", 1


def play(
    files: CellFiles,
    workers: int,
    tell: Callable[[int], object] = lambda done: None,  # noqa: ARG005  # nobody listens
) -> None:
    """Play the cells that the folder lacks, and write each piece as soon as it is done.

    Args:
        files: the folder, and what is to be played.
        workers: how many processes play, or threads where the kernel plays.
        tell: told how many more games or deals are done, also of those that were there before.

    Raises:
        PenneechError: when a game cannot be played, a worker is lost, or nothing can be written.
    """
    wanted = files.census
    each = wanted.settings.number * wanted.settings.swaps
    cells, size = wanted.factorial.cells, wanted.cells_a_piece
    done = files.done()
    tell(sum(min(size, cells - first) for first in done) * each)
    if len(done) * size >= cells:
        return
    compiled = wanted.settings.compiled
    if compiled:
        make_ready(wanted.factorial.space.base, wanted.settings.players)
    for piece, sums in spread(play_piece, wanted.pieces(done), workers, compiled=compiled):
        files.write(piece.first, sums)
        tell(len(piece.rules) * each)


def summarise(files: CellFiles) -> dict[str, Any]:
    """Reckon the summary of a census that has been played.

    Raises:
        StudyError: when a file is damaged.
    """
    wanted = files.census
    settings, found = wanted.settings, wanted.factorial
    weights = [factor.weights for factor in found.factors]
    outcomes = {}
    for outcome in outcomes_of(settings):
        figures = block_figures(*files.read(outcome.name))
        outcomes[outcome.name] = {
            "title": outcome.title,
            "unit": outcome.unit,
            "definition": outcome.definition,
            **_told(found.factors, parts(figures, found.cell_of, weights)),
        }
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": GENERATED_BY,
        "chance": GENERATOR,
        "digest": wanted.digest(),
        "seed": str(settings.seed),
        "players": list(settings.players),
        "within": str(settings.within),
        "number": settings.number,
        "swaps": settings.swaps,
        "blocks": settings.blocks,
        "space": {
            "name": found.space.name,
            "labels": found.space.labels,
            "readings": found.cells,
            "factors": {factor.id: _factor(found.space, factor) for factor in found.space.factors},
            "held": found.space.held,
            "idle": [factor.id for factor in found.idle],
        },
        "outcomes": outcomes,
    }


def _told(factors: tuple[Factor, ...], found: Parts) -> dict[str, Any]:
    # Where the variance itself may be nothing there is nothing to share out.
    tellable = found.variance.low is not None and found.variance.low > 0
    share = _figures if tellable else _nothing
    return {
        "mean": _figures(found.mean),
        "variance": _figures(found.variance),
        "factors": {
            factor.id: {
                "alone": share(found.alone[i]),
                "total": share(found.total[i]),
                "levels": [_figures(level) for level in found.levels[i]],
            }
            for i, factor in enumerate(factors)
        },
        "pairs": [
            {"factors": [factors[i].id, factors[j].id], "share": share(one)}
            for (i, j), one in found.pairs.items()
        ],
    }


def _figures(found: Estimate) -> dict[str, float | None]:
    # Not a number is what cannot be reckoned under some reading; JSON has no word for it.
    if found.value is None or isnan(found.value):
        return _nothing(found)
    return {"value": found.value, "low": found.low, "high": found.high}


def _nothing(_: Estimate) -> dict[str, float | None]:
    return {"value": None, "low": None, "high": None}


def _factor(space: Space, factor: Factor) -> dict[str, Any]:
    return {
        "names": list(factor.names),
        "levels": [_level(space, factor, level) for level in factor.levels],
    }


def _level(space: Space, factor: Factor, level: Level) -> dict[str, Any]:
    rules = space.with_levels(space.base, {factor: level})
    return {
        "values": [value_of(rules, name) for name in factor.names],
        "weight": level.weight,
    }
