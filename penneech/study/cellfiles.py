"""The files of a census: what each block of each cell adds up to, in Parquet.

A file holds the cells of one piece of work, and is written beside its place and moved there whole;
so a kill loses the pieces in work and nothing else. It says of itself of which census it is, and
what each of its columns adds up to, so that a damaged or a foreign one is noticed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from penneech.errors import StudyError, reason
from penneech.files.beside import beside
from penneech.study.rowfiles import database_at_work, refusal
from penneech.study.texts import write_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from penneech.study.census import Census

    Ints: TypeAlias = NDArray[np.int64]

CELLS, SUMMARY = "cells", "summary.json"

CENSUS = "census"
"""What a file of cells says of itself beside the sums of its columns: the digest of its census."""

_NAME = re.compile(r"(\d{8})\.parquet")
_AT_ONCE = 64
_WEIGHTS = 131


@dataclass(slots=True)
class CellFiles:
    """The folder of one census; `cellfolder.opened` makes it or checks it."""

    folder: Path
    census: Census
    _database: DuckDBPyConnection | None = None
    _digest: str = field(init=False)

    def __post_init__(self) -> None:
        self._digest = self.census.digest()

    def done(self) -> set[int]:
        """The first cells of the pieces that are there."""
        try:
            names = [path.name for path in (self.folder / CELLS).iterdir()]
        except OSError as error:
            raise StudyError(f"{self.folder} cannot be read ({reason(error)})") from None
        firsts = {int(found[1]) for name in names if (found := _NAME.fullmatch(name))}
        return firsts & set(range(0, self.census.factorial.cells, self.census.cells_a_piece))

    def write(self, first: int, sums: Ints) -> None:
        """Write the sums of the cells from `first` on: by cell, block, outcome, upper and lower.

        Raises:
            StudyError: when they cannot be written.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        cells, blocks = sums.shape[:2]
        columns = {
            "cell": np.repeat(np.arange(first, first + cells, dtype=np.int32), blocks),
            "block": np.tile(np.arange(blocks, dtype=np.int32), cells),
        }
        for i, name in enumerate(self.census.settings.outcomes):
            for j, part in enumerate(("upper", "lower")):
                columns[_column(name, part)] = np.ascontiguousarray(sums[:, :, i, j]).ravel()
        path = self._path(first)
        marks = {name: _sum(column) for name, column in columns.items()}
        listed = ", ".join(
            f"{key}: '{value}'" for key, value in {CENSUS: self._digest, **marks}.items()
        )
        try:
            with beside(path) as unfinished:
                self._connected().register("sums", columns)
                self._answer(
                    f"COPY (SELECT * FROM sums) TO {_quoted(unfinished)} "  # noqa: S608  # quoted
                    f"(FORMAT parquet, USE_TMP_FILE false, KV_METADATA {{{listed}}})"
                )
        except OSError as error:
            raise StudyError(f"{path} cannot be written ({reason(error)})") from None
        except _database_error() as error:
            raise StudyError(f"{path} cannot be written ({_first_line(error)})") from None

    def read(self, outcome: str) -> tuple[Ints, Ints]:
        """The upper and the lower totals of an outcome: cells by blocks.

        Raises:
            StudyError: when a file is damaged.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        blocks = self.census.settings.blocks
        names = ("cell", "block", *[_column(outcome, part) for part in ("upper", "lower")])
        found = np.zeros((2, self.census.factorial.cells * blocks), np.int64)
        firsts = range(0, self.census.factorial.cells, self.census.cells_a_piece)
        for start in range(0, len(firsts), _AT_ONCE):
            some = firsts[start : start + _AT_ONCE]
            paths = [self._path(first) for first in some]
            marks, table = self._marks(paths), self._columns(names, paths)
            at = 0
            for first, path in zip(some, paths, strict=True):
                rows = len(self.census.cells_from(first)) * blocks
                # What follows on the last one's rows would be its own, too.
                end = at + rows if path != paths[-1] else None
                own = {name: table[name][at:end] for name in names}
                self._check(path, first, own, marks.get(path, {}))
                found[:, first * blocks : first * blocks + rows] = own[names[2]], own[names[3]]
                at += rows
        return found[0].reshape(-1, blocks), found[1].reshape(-1, blocks)

    def _check(
        self, path: Path, first: int, own: Mapping[str, Ints], marks: Mapping[str, str]
    ) -> None:
        """See that a file is of this census, in its place, and as it was written.

        Raises:
            StudyError: when it is not.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        cells, blocks = self.census.cells_from(first), self.census.settings.blocks
        if CENSUS not in marks:
            raise StudyError(refusal(path, "is damaged: it does not say what it belongs to"))
        if marks[CENSUS] != self._digest:
            raise StudyError(refusal(path, "belongs to another question, with other settings"))
        if any(marks.get(name) != str(_sum(column)) for name, column in own.items()):
            raise StudyError(
                refusal(path, "is damaged: its figures are not those that were written")
            )
        if not np.array_equal(own["cell"], np.repeat(cells, blocks)):
            raise StudyError(refusal(path, "is out of place: it has other cells"))

    def write_summary(self, summary: object) -> Path:
        """Write the summary.

        Raises:
            StudyError: when it cannot be written.
        """
        path = self.folder / SUMMARY
        write_text(path, json.dumps(summary, indent=2) + "\n")
        return path

    def _marks(self, paths: list[Path]) -> dict[Path, dict[str, str]]:
        """What each file says of itself."""
        marks: dict[Path, dict[str, str]] = {}
        told = self._asked(
            "file_name, decode(key) AS key, decode(value) AS value", "parquet_kv_metadata", paths
        )
        for name, key, value in zip(*told.values(), strict=True):
            marks.setdefault(Path(name), {})[key] = value
        return marks

    def _columns(self, names: tuple[str, ...], paths: list[Path]) -> dict[str, Ints]:
        """Columns of several files, one after the other; what is missing in one is 0."""
        import numpy as np  # noqa: PLC0415  # slow to import

        wanted = ", ".join(f"{name}::BIGINT AS {name}" for name in names)
        found = self._asked(wanted, "read_parquet", paths)
        return {name: np.ma.filled(column, 0) for name, column in found.items()}

    def _asked(self, columns: str, source: str, paths: list[Path]) -> dict[str, Any]:
        listed = ", ".join(map(_quoted, paths))
        query = f"SELECT {columns} FROM {source}([{listed}])"  # noqa: S608  # quoted
        try:
            found: dict[str, Any] = self._answer(query).fetchnumpy()
        except _database_error() as error:
            if len(paths) > 1:
                for path in paths:
                    self._asked(columns, source, [path])
            raise StudyError(
                f"{paths[0]} cannot be read ({_first_line(error)}); delete it, and the same "
                "command plays its cells again"
            ) from None
        return found

    def _path(self, first: int) -> Path:
        return self.folder / CELLS / f"{first:08d}.parquet"

    def _answer(self, query: str) -> DuckDBPyConnection:
        with database_at_work():
            return self._connected().execute(query)

    def _connected(self) -> DuckDBPyConnection:
        if self._database is None:
            import duckdb  # noqa: PLC0415  # slow to import

            # One thread: the players need the others, and rows are written in the same order.
            self._database = duckdb.connect(config={"threads": 1})
        return self._database


def _sum(column: Ints) -> int:
    """What a column adds up to, each figure weighted by its place: any one change shows.

    Beyond 64 bits it begins again, like all that numpy adds.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    weights = np.arange(len(column)) % _WEIGHTS + 1
    return int((column.astype(np.int64) * weights).sum())


def _column(outcome: str, part: str) -> str:
    return f"{outcome.replace('.', '_')}_{part}"


def _quoted(path: Path) -> str:
    # The database takes a name for a pattern.
    name = re.sub(r"[*?[]", r"[\g<0>]", str(path)) if path.suffix == ".parquet" else str(path)
    return "'" + name.replace("'", "''") + "'"


def _database_error() -> type[Exception]:
    import duckdb  # noqa: PLC0415  # slow to import

    return duckdb.Error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].partition("{")[0].strip(" :")
