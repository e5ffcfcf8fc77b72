"""Variants compared, for programs and notebooks."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from weakref import finalize

from penneech.api.asked import folder_of, workers_of
from penneech.api.frames import headed, pandas
from penneech.api.readings import found, known, variants
from penneech.api.records import Record, two
from penneech.api.sheets import Drawing, Grid, Sheet, Shown
from penneech.chance import checked_seed
from penneech.errors import StudyError, whole
from penneech.render.amounts import amount, named, reach
from penneech.render.grounds import played
from penneech.render.report import write_results
from penneech.render.studied.forest import Shown as Forest
from penneech.render.studied.forest import forest
from penneech.study.design import Entry, plan
from penneech.study.manifest import opened, remember
from penneech.study.rowfiles import in_sql
from penneech.study.run import run
from penneech.study.store import Store
from penneech.study.summary import Difference, summarise
from penneech.study.tracing import traced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import pandas as pd
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from penneech.study.design import Design
    from penneech.study.summary import Summary
    from penneech.variant import Variant

TABLE = """
    create or replace {kind} games as
    select {every} parse_path(filename, 'both_slash')[-2] as variant, * exclude (filename)
    from read_parquet({places}, filename = true)
    where game < {games}
"""
"""How the rows of a study become one table, with the variant that each game was played under.

The folder may have more games, where more were asked for at another time; and a game twice, where
two commands played into it at once, so that of the same rows one is taken.
"""

COUNT = "select count(*) from games"


class _Passing:
    """A folder that is gone when nobody has it any more, or the program ends."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="penneech-"))
        finalize(self, rmtree, self.folder, ignore_errors=True)

    def __deepcopy__(self, memo: object) -> _Passing:
        """The same: there is one folder, and who has it last lets it go."""
        return self

    def __reduce__(self) -> str:
        raise TypeError(
            "the rows of this study are gone with this program; give compare(..., out=FOLDER) to "
            "keep them, and then the study can be pickled"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Shown):
    """A study: every outcome of every variant, and how the variants differ, with intervals.

    Args:
        folder: where its rows are; a folder of this program's own, gone with it, unless told.
        summary: every figure, as the study's `summary.json` has it.
    """

    folder: Path
    summary: Summary
    _store: Store
    _keeper: _Passing | None = field(default=None)

    def __reduce__(self) -> tuple[Callable[..., Comparison], tuple[object, ...]]:
        # Its way to the rows is opened again: what a database has open cannot be copied.
        return _again, (self.folder, self.summary, self._store.design, self._keeper)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.variants)}: {self._grounds()}>"

    @property
    def variants(self) -> tuple[str, ...]:
        """The ids of the variants; the others are compared with the first."""
        return tuple(self.summary["variants"])

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The names of the outcomes, the primary ones first."""
        found = self.summary["outcomes"]
        return tuple(sorted(found, key=lambda name: not found[name]["primary"]))

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain data."""
        return deepcopy(dict(self.summary))

    def table(self) -> list[dict[str, Any]]:
        """A row for each variant and outcome: the figure and the difference, with intervals.

        The difference is that from the first variant, on the same packs; None in its own rows.
        """
        return list(self._rows())

    def to_pandas(self) -> pd.DataFrame:
        """The same as a data frame.

        Raises:
            PenneechError: where pandas is not installed.
        """
        return pandas().DataFrame(self.table())

    def games(self, variant: str) -> dict[str, NDArray[np.int64]]:
        """The rows of a variant, one for each game played, as numpy arrays by column.

        Raises:
            UnknownNameError: for a variant that is not in the study.
        """
        known("variant in this study", variant, self.variants)
        entry = next(one for one in self._store.design.entries if one.id == variant)
        rows = self._store.read(entry, 0, self._store.design.games)
        return dict(rows)

    def to_duckdb(self) -> DuckDBPyConnection:
        """A database in memory, to be asked in SQL: `games` has all rows of this comparison.

        It is a view of the study's folder; of a study that was given none it has the rows
        themselves, and outlives it.

        Raises:
            StudyError: when the rows are not there any more, or cannot be read.
        """
        import duckdb  # noqa: PLC0415  # slow to import

        database = duckdb.connect()
        places = in_sql([self.folder / "rows" / name for name in self.variants], "/*.parquet")
        kind = "view" if self._keeper is None else "table"
        games = self._store.design.games
        with suppress(duckdb.Error):
            for every in ("", "distinct"):
                database.execute(TABLE.format(kind=kind, every=every, places=places, games=games))
                if database.execute(COUNT).fetchall() == [(self._store.design.total,)]:
                    return database
        database.close()
        raise StudyError(
            f"the rows of {self.folder} cannot be read any more; compare the variants again"
        )

    def trace(self, variant: str, game: int, *, swapped: bool = False) -> Record:
        """The full record of one game of the study, made again.

        Raises:
            PenneechError: when there is no such variant or game in it.
        """
        known("variant in this study", variant, self.variants)
        number, games = whole(game, "the number of a game"), self._store.design.games
        if not 0 <= number < games:
            raise StudyError(f"the study has games 0 to {games - 1}, and no game {number}")
        return Record.of(traced(self.folder, variant, number, swapped=bool(swapped)))

    def plot(self, outcome: str = "deals_a_game") -> Drawing:
        """How the variants differ from the first in one outcome, each with its interval.

        Where only one variant was played its own figure is drawn.

        Args:
            outcome: its key, one of `outcomes`.

        Raises:
            UnknownNameError: for an outcome that the study does not have.
        """
        known("outcome in this study", outcome, self.outcomes)
        about = self.summary["outcomes"][outcome]
        gaps = self.summary["differences"]["variants"]
        rows = {name: {"": gap[outcome]} for name, gap in gaps.items()}
        if not rows:
            figure = self.summary["variants"][self.variants[0]]["outcomes"][outcome]
            own = Difference(**figure, called=False, worth_naming=False)
            rows = {self.variants[0]: {"": own}}
        base = self.summary["differences"]["base"]
        title = named(outcome, about) + (f", against {base}" if gaps else "")
        smallest, bounds = (about["smallest"], (0.0,)) if gaps else (None, ())
        told = Forest(
            title, self._grounds(), about["unit"], smallest, rows, bounds, signed=bool(gaps)
        )
        seen = "A row a variant: a dot, filled where it is worth naming, and its interval."
        return Drawing(forest(told, seen))

    def sheet(self) -> Sheet:
        """What a notebook shows of it: the primary outcomes of each variant."""
        chosen = [name for name in self.outcomes if self.summary["outcomes"][name]["primary"]]
        heads = [self._head(name) for name in chosen]
        rows = [
            (variant, *[self._cell(variant, name) for name in chosen]) for variant in self.variants
        ]
        base = self.summary["differences"]["base"]
        level = f"{self.summary['intervals']['level']:.0%}"
        return Sheet(
            title="Variants compared on the same packs",
            lead=(f"{self._grounds()}.",),
            grids=(Grid(("variant", *heads), tuple(rows), figures=True),),
            notes=(
                f"\N{PLUS-MINUS SIGN} half a {level} interval that holds for the outcomes of a "
                f"variant at once; * a difference from {base} on the same packs that excludes zero "
                "and is worth naming. Outcomes are no evidence of history by themselves.",
            ),
        )

    def _grounds(self) -> str:
        one = self.summary
        return played(one["players"], one["games"], one["seed"])

    def _head(self, name: str) -> str:
        outcome = self.summary["outcomes"][name]
        return headed(named(name, outcome), outcome["unit"])

    def _cell(self, variant: str, name: str) -> str:
        figure = self.summary["variants"][variant]["outcomes"].get(name)
        if figure is None or figure["value"] is None:
            return "?"
        unit = self.summary["outcomes"][name]["unit"]
        gap = self.summary["differences"]["variants"].get(variant, {}).get(name)
        mark = "*" if gap is not None and gap["worth_naming"] else ""
        return mark + amount(figure["value"], unit) + reach(figure, unit)

    def _rows(self) -> Iterator[dict[str, Any]]:
        gaps = self.summary["differences"]["variants"]
        for variant, own in self.summary["variants"].items():
            for name, figure in own["outcomes"].items():
                gap = gaps.get(variant, {}).get(name)
                of_gap = {"value": None, "low": None, "high": None} if gap is None else gap
                yield {
                    "variant": variant,
                    "outcome": name,
                    "unit": self.summary["outcomes"][name]["unit"],
                    "primary": self.summary["outcomes"][name]["primary"],
                    "value": figure["value"],
                    "low": figure["low"],
                    "high": figure["high"],
                    "difference": of_gap["value"],
                    "difference_low": of_gap["low"],
                    "difference_high": of_gap["high"],
                }


def _again(folder: Path, summary: Summary, design: Design, keeper: _Passing | None) -> Comparison:
    """A comparison as it was, in another place."""
    return Comparison(folder, summary, Store(folder, design), keeper)


def compare(  # what is played, by whom, and where it is kept
    *names: str | Path | Variant,
    players: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    out: str | Path | None = None,
    workers: int = 1,
) -> Comparison:
    """Play the same deals under each variant, and say with intervals how the variants differ.

    Args:
        names: variants, ids, or paths of files; every shipped variant where none is named. The
            others are compared with the first.
        players: the names of the two players, or one for both seats; two different ones play each
            game number twice, seats swapped.
        games: how many game numbers are played.
        seed: the seed of packs, cuts and luck.
        out: the folder of the study, which is gone on with if it is there; a folder that is gone
            when the answer is, unless told.
        workers: how many play at once; what comes out is the same. More than one are processes of
            their own, so that a script (not a notebook) must stand under `if __name__ ==
            "__main__":`.

    Raises:
        StudyError: when the folder holds something else, or cannot be written.
        PenneechError: for an unknown player, or one that needs what is not installed.
    """
    chosen = [found(name) for name in names] if names else list(variants())
    entries = [Entry(one.id, one.rules) for one in chosen]
    many, by = whole(games, "the number of games"), workers_of(workers)
    design = plan(entries, two(players), checked_seed(seed), many)
    folder, keeper = folder_of(out), None
    if folder is None:
        keeper = _Passing()
        folder = keeper.folder / "study"
    command = f"penneech.compare(games={many}, players={design.players!r}, seed={design.seed})"
    store = opened(folder, design, command)
    if not run(design, store, by):
        raise KeyboardInterrupt
    summary = summarise(design, store)
    assert summary is not None  # noqa: S101  # all games have been played
    if keeper is None:
        remember(store, command)
        write_results(store, summary, command)
    return Comparison(folder, summary, store, keeper)
