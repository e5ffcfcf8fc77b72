"""The folder of a census: what each block of each cell adds up to, in Parquet.

A file holds the cells of one piece of work, and is written beside its place and moved there whole;
so a kill loses the pieces in work and nothing else.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from penneech.errors import StudyError, reason
from penneech.files.beside import beside, clear_unfinished
from penneech.files.opening import open_file

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from penneech.study.census import Census

    Ints: TypeAlias = NDArray[np.int64]

FORMAT = "penneech-cruxes"
MANIFEST, CELLS, SUMMARY = "manifest.json", "cells", "summary.json"

_NAME = re.compile(r"(\d{8})\.parquet")
_AT_ONCE = 64


@dataclass(slots=True)
class CellFiles:
    """The folder of one census; `opened` makes it or checks it."""

    folder: Path
    census: Census
    _database: DuckDBPyConnection | None = None

    def done(self) -> set[int]:
        """The first cells of the pieces that are there."""
        try:
            names = [path.name for path in (self.folder / CELLS).iterdir()]
        except OSError as error:
            raise StudyError(f"{self.folder} cannot be read ({reason(error)})") from None
        return {int(found[1]) for name in names if (found := _NAME.fullmatch(name))}

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
        path = self.folder / CELLS / f"{first:08d}.parquet"
        try:
            with beside(path) as unfinished:
                self._connected().register("sums", columns)
                self._answer(
                    f"COPY (SELECT * FROM sums) TO {_quoted(unfinished)} "  # noqa: S608  # quoted
                    "(FORMAT parquet, USE_TMP_FILE false)"
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

        shape = self.census.factorial.cells, self.census.settings.blocks
        found = np.zeros((2, *shape), np.int64)
        rows = 0
        upper, lower = (_column(outcome, part) for part in ("upper", "lower"))
        paths = [self.folder / CELLS / f"{first:08d}.parquet" for first in sorted(self.done())]
        for start in range(0, len(paths), _AT_ONCE):
            some = paths[start : start + _AT_ONCE]
            listed = ", ".join(map(_quoted, some))
            table = self._asked(f"cell, block, {upper}, {lower}", listed, some)
            places = table["cell"], table["block"]
            found[0][places], found[1][places] = table[upper], table[lower]
            rows += len(table["cell"])
        if rows != shape[0] * shape[1]:
            raise StudyError(
                f"{self.folder / CELLS} has {rows:,} rows where {shape[0] * shape[1]:,} belong; "
                "delete the folder, and give the command again"
            )
        return found[0], found[1]

    def write_summary(self, summary: object) -> Path:
        """Write the summary.

        Raises:
            StudyError: when it cannot be written.
        """
        path = self.folder / SUMMARY
        write_text(path, json.dumps(summary, indent=2) + "\n")
        return path

    def _asked(self, columns: str, listed: str, paths: list[Path]) -> dict[str, Any]:
        query = f"SELECT {columns} FROM read_parquet([{listed}])"  # noqa: S608  # quoted
        try:
            found: dict[str, Any] = self._answer(query).fetchnumpy()
        except _database_error() as error:
            if len(paths) > 1:
                for path in paths:
                    self._asked(columns, _quoted(path), [path])
            raise StudyError(
                f"{paths[0]} cannot be read ({_first_line(error)}); delete it, and the same "
                "command plays its cells again"
            ) from None
        return found

    def _answer(self, query: str) -> DuckDBPyConnection:
        try:
            return self._connected().execute(query)
        except (RuntimeError, _database_error()) as error:
            # Ctrl-C is Ctrl-C, though the database makes a fault of its own of it.
            if "interrupted" in str(error).lower():
                raise KeyboardInterrupt from None
            raise

    def _connected(self) -> DuckDBPyConnection:
        if self._database is None:
            import duckdb  # noqa: PLC0415  # slow to import

            # One thread: the players need the others, and rows are written in the same order.
            self._database = duckdb.connect(config={"threads": 1})
        return self._database


def opened(folder: Path, census: Census) -> CellFiles:
    """Open the folder of a census, or make it.

    Raises:
        StudyError: when it belongs to something else, or cannot be read or written.
    """
    manifest = folder / MANIFEST
    wanted = {"format": FORMAT, "version": 1, "digest": census.digest(), **census.plain()}
    if manifest.exists():
        found = _manifest(manifest)
        if found.get("digest") != wanted["digest"]:
            raise StudyError(
                f"{folder} holds something else, played with other settings; name another folder "
                "with --out, or delete this one"
            )
    else:
        try:
            if folder.is_dir() and any(folder.iterdir()):
                raise StudyError(f"{folder} is not empty, and no folder of cruxes; name another")
            (folder / CELLS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StudyError(f"{folder} cannot be made ({reason(error)})") from None
        write_text(manifest, json.dumps(wanted, indent=2) + "\n")
    clear_unfinished(folder / CELLS)
    return CellFiles(folder, census)


def write_text(path: Path, text: str) -> None:
    """Write a file of a study whole.

    Raises:
        StudyError: when it cannot be written.
    """
    try:
        with beside(path) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StudyError(f"{path} cannot be written ({reason(error)})") from None


def _manifest(path: Path) -> dict[str, Any]:
    try:
        with open_file(path) as stream:
            found = json.loads(stream.read())
    except OSError as error:
        raise StudyError(f"{path} cannot be read ({reason(error)})") from None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise StudyError(f"{path} is damaged; name another folder with --out, or delete this one")
    return found


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
