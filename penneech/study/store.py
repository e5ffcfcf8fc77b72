"""A study's folder: its manifest, its rows in Parquet, its summary.

Every file is written beside its place and then moved there whole, so a kill leaves either the old
file, the new one, or none. A file of rows says in its own metadata which study it belongs to and
what its figures add up to: a damaged or a foreign file is noticed, and none is taken for whole that
is not.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from penneech.study.design import StudyError
from penneech.study.rows import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from penneech.study.design import Design, Entry
    from penneech.study.outcomes import Rows
    from penneech.study.rows import Chunk

Answer = TypeVar("Answer")

PART = ".part"
"""The ending of a file that is being written."""

_WEIGHTS = (131, 8191)


class _File(NamedTuple):
    """A whole file of rows: games `first` to `last` - 1."""

    first: int
    last: int
    path: Path


@dataclass(slots=True)
class Store:
    """The folder of one study, which `opened` has checked.

    Args:
        folder: where it is.
        design: what it plays.
    """

    folder: Path
    design: Design
    _files: dict[str, list[_File]] | None = None
    _database: DuckDBPyConnection | None = None

    def gaps(self, entry: Entry) -> Iterator[tuple[Entry, int, int]]:
        """The games of a variant that are asked for and not yet there."""
        done = 0
        for file in self._found(entry):
            if done < file.first and done < self.design.games:
                yield entry, done, min(file.first, self.design.games)
            done = max(done, file.last)
        if done < self.design.games:
            yield entry, done, self.design.games

    def missing(self) -> int:
        """How many rows are asked for and not yet there."""
        gaps = (gap for entry in self.design.entries for gap in self.gaps(entry))
        return sum(last - first for _, first, last in gaps) * self.design.swaps

    def played(self, entry: Entry) -> int:
        """How many games of a variant are there, from game 0 on without a gap."""
        first_gap = next(self.gaps(entry), None)
        return self.design.games if first_gap is None else first_gap[1]

    def write(self, chunk: Chunk, rows: bytes) -> None:
        """Write the rows of a chunk.

        Raises:
            StudyError: when they cannot be written.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        table = np.frombuffer(rows, dtype=np.int32).reshape(-1, len(COLUMNS))
        columns = {name: np.ascontiguousarray(table[:, i]) for i, name in enumerate(COLUMNS)}
        wide = {name: column.astype(np.int64) for name, column in columns.items()}
        path = self._folder_of(chunk.variant) / f"{chunk.first:09d}.parquet"
        metadata = {"study": self._mark(), "sum": str(_sum(wide))}
        part = _part(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            database = self._connected()
            database.register("chunk_rows", columns)
            listed = ", ".join(f"{key}: {_quoted(value)}" for key, value in metadata.items())
            database.execute(
                f"COPY (SELECT * FROM chunk_rows) TO {_quoted(str(part))} "  # noqa: S608  # quoted
                f"(FORMAT parquet, KV_METADATA {{{listed}}})"
            )
            _put(part, path)
        except (OSError, _database_error()) as error:
            raise self._unwritable(path, error) from None
        if self._files is not None:
            files = self._files.setdefault(chunk.variant, [])
            files.append(_File(chunk.first, chunk.last, path))
            files.sort()

    def read(self, entry: Entry, first: int, last: int) -> Rows:
        """Read the rows of games `first` to `last` - 1, in order of game and swapping.

        Raises:
            StudyError: when a file is damaged.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        files = [
            file.path for file in self._found(entry) if file.first < last and first < file.last
        ]
        # Two runs on one folder may both have played a game; their rows are the same.
        found = self._asked(
            f"SELECT DISTINCT {', '.join(COLUMNS)} FROM read_parquet({_listed(files)}) "  # noqa: S608  # quoted
            f"WHERE game >= {first} AND game < {last} ORDER BY game, swapped",
            files,
            lambda answer: answer.fetchnumpy(),
        )
        rows = {name: np.asarray(found[name], dtype=np.int64) for name in COLUMNS}
        if len(rows["game"]) != (last - first) * self.design.swaps:
            raise StudyError(f"{self._folder_of(entry.id)} has games twice with different rows")
        return rows

    def write_summary(self, summary: object) -> Path:
        """Write the summary, and clear away what a killed run may have left.

        Raises:
            StudyError: when it cannot be written.
        """
        path = self.folder / "summary.json"
        self.write_json(path, summary)
        for left in self.folder.rglob(f"*{PART}"):
            with suppress(OSError):
                left.unlink()
        return path

    def write_json(self, path: Path, value: object) -> None:
        """Write plain data as JSON, whole or not at all.

        Raises:
            StudyError: when it cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = _part(path)
            part.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8", newline="\n")
            _put(part, path)
        except OSError as error:
            raise self._unwritable(path, error) from None

    def _found(self, entry: Entry) -> list[_File]:
        """The files of a variant, in order of their games."""
        if self._files is None:
            found: dict[str, list[_File]] = {}
            for file in self._checked(sorted((self.folder / "rows").glob("*/*.parquet"))):
                found.setdefault(file.path.parent.name, []).append(file)
            self._files = found
        return self._files.setdefault(entry.id, [])

    def _checked(self, paths: Sequence[Path]) -> list[_File]:
        """Read every file through and see that it holds what it says it holds."""
        if not paths:
            return []
        names = _listed(paths)
        marks: dict[str, dict[str, str]] = {}
        for name, key, value in self._asked(
            "SELECT file_name, decode(key), decode(value) "  # noqa: S608  # quoted
            f"FROM parquet_kv_metadata({names})",
            paths,
            lambda answer: answer.fetchall(),
        ):
            marks.setdefault(name, {})[key] = value
        contents = {
            name: content
            for name, *content in self._asked(
                "SELECT filename, min(game), max(game), count(*), "  # noqa: S608  # quoted
                f"{_sum_in_sql()} FROM read_parquet({names}, filename = true) GROUP BY filename",
                paths,
                lambda answer: answer.fetchall(),
            )
        }
        return sorted(
            self._whole(path, marks.get(str(path), {}), contents.get(str(path))) for path in paths
        )

    def _whole(self, path: Path, mark: dict[str, str], content: Sequence[int] | None) -> _File:
        if mark.get("study") != self._mark():
            raise _damaged(path, "it is no part of this study")
        if content is None or mark.get("sum") != str(content[3]):
            raise _damaged(path, "its figures are not those that were written")
        first, last, count = content[0], content[1] + 1, content[2]
        if path.stem != f"{first:09d}" or count != (last - first) * self.design.swaps:
            raise _damaged(path, "games are missing in it")
        return _File(first, last, path)

    def _asked(
        self, query: str, files: Sequence[Path], take: Callable[[DuckDBPyConnection], Answer]
    ) -> Answer:
        """Ask the database; when it cannot read a file, say which."""
        trouble = _database_error()
        try:
            return take(self._connected().execute(query))
        except trouble:
            for path in files:
                try:
                    self._connected().execute(
                        f"SELECT {_sum_in_sql()} FROM read_parquet({_listed([path])})"  # noqa: S608  # quoted
                    ).fetchall()
                except trouble:
                    raise _damaged(path, "it cannot be read") from None
            raise

    def _connected(self) -> DuckDBPyConnection:
        if self._database is None:
            import duckdb  # noqa: PLC0415  # slow to import

            # One thread: the players need the others, and rows are written in the same order.
            self._database = duckdb.connect(config={"threads": 1})
        return self._database

    def _folder_of(self, variant: str) -> Path:
        return self.folder / "rows" / variant

    def _mark(self) -> str:
        return f"{self.design.digest()}-{self.design.seed}"

    def _unwritable(self, path: Path, error: Exception) -> StudyError:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        first_line = reason.splitlines()[0] if reason else type(error).__name__
        return StudyError(
            f"{path} cannot be written ({first_line}); what was written before is whole, and once "
            "there is room the same command goes on from there"
        )


def _database_error() -> type[Exception]:
    import duckdb  # noqa: PLC0415  # slow to import

    return duckdb.Error


def _damaged(path: Path, what: str) -> StudyError:
    return StudyError(
        f"{path} is damaged: {what}; delete it, and the same command plays its games again"
    )


def _part(path: Path) -> Path:
    # The process's number keeps two runs on one folder from writing into each other's file.
    return path.with_name(f"{path.name}.{os.getpid()}{PART}")


def _put(part: Path, path: Path) -> None:
    """Move a file that is fully written to its place."""
    try:
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(path)
    except FileNotFoundError:
        # Another run on the folder came first, and has cleared away after itself.
        if not path.exists():
            raise


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _listed(paths: Sequence[Path]) -> str:
    return "[" + ", ".join(_quoted(str(path)) for path in paths) + "]"


def _sum(columns: Rows) -> int:
    """What the figures of a file add up to, each weighted by its place: any one change shows."""
    row, column = _WEIGHTS
    weights = (2 * columns["game"] + columns["swapped"]) % row + 1
    return sum(
        int((columns[name] * weights).sum()) * (i * column + 1) for i, name in enumerate(COLUMNS)
    )


def _sum_in_sql() -> str:
    """The same as `_sum`, as the database reckons it."""
    row, column = _WEIGHTS
    weight = f"((2 * game::BIGINT + swapped) % {row} + 1)"
    terms = (
        f"sum({name}::BIGINT * {weight}) * {i * column + 1}::HUGEINT"
        for i, name in enumerate(COLUMNS)
    )
    return " + ".join(terms)
