"""Files of rows: Parquet, written and read by the database, with marks that say what they hold."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from penneech.errors import StudyError
from penneech.study.rows import COLUMNS as OF_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from duckdb import DuckDBPyConnection

    from penneech.study.outcomes import Rows

Answer = TypeVar("Answer")

AT_ONCE = 100
"""Files that are read through together: few enough that Ctrl-C is heeded soon."""

_WEIGHTS = (131, 8191)
_SUM = "sum"
_WILD = re.compile(r"[*?[]")
_ERROR_NUMBER = re.compile(r'"errno":\s*"(\d+)"')


class Content(NamedTuple):
    """What is found in a file of rows.

    Args:
        marks: what the file says of itself.
        first: the least number of a game in it.
        last: the greatest number, and one.
        rows: how many rows it has.
        intact: whether the figures are those that were written.
    """

    marks: Mapping[str, str]
    first: int
    last: int
    rows: int
    intact: bool


@dataclass(slots=True)
class RowFiles:
    """Writes and reads files of rows; nothing else speaks to the database.

    Args:
        columns: the names of their columns, `game` and `swapped` first.
    """

    columns: Sequence[str] = tuple(OF_ROWS)
    _database: DuckDBPyConnection | None = None

    def write(self, path: Path, rows: bytes, marks: Mapping[str, str]) -> None:
        """Fill a file with rows.

        Args:
            path: a file that is there, and is written over.
            rows: 32-bit numbers, one row after another.
            marks: what the file shall say of itself.

        Raises:
            OSError: when it cannot be written.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        table = np.frombuffer(rows, dtype=np.int32).reshape(-1, len(self.columns))
        columns = {name: np.ascontiguousarray(table[:, i]) for i, name in enumerate(self.columns)}
        wide = {name: column.astype(np.int64) for name, column in columns.items()}
        marked = {**marks, _SUM: str(_sum(wide))}
        listed = ", ".join(f"{key}: {_quoted(value)}" for key, value in marked.items())
        self._connected().register("chunk_rows", columns)
        try:
            # Another file that is then put in its place would not have the lock that this one has.
            self._answer(
                f"COPY (SELECT * FROM chunk_rows) TO {_quoted(str(path))} "  # noqa: S608  # quoted
                f"(FORMAT parquet, USE_TMP_FILE false, KV_METADATA {{{listed}}})",
                lambda _: None,
            )
        except _database_error() as error:
            raise _of_the_system(error) from None

    def read(self, paths: Sequence[Path], first: int, last: int) -> Rows:
        """Read the rows of games `first` to `last` - 1, in order of game and swapping.

        Raises:
            StudyError: when a file cannot be read.
        """
        import numpy as np  # noqa: PLC0415  # slow to import

        # Two runs on one folder may both have played a game; their rows are the same.
        found = self._asked(
            f"SELECT DISTINCT {', '.join(self.columns)} FROM read_parquet({_listed(paths)}) "  # noqa: S608  # quoted
            f"WHERE game >= {first} AND game < {last} ORDER BY game, swapped",
            paths,
            lambda answer: answer.fetchnumpy(),
        )
        return {name: np.asarray(found[name], dtype=np.int64) for name in self.columns}

    def contents(self, paths: Sequence[Path]) -> Iterator[tuple[Path, Content | None]]:
        """Read files through; None for one without rows.

        Raises:
            StudyError: when a file cannot be read.
        """
        for start in range(0, len(paths), AT_ONCE):
            some = paths[start : start + AT_ONCE]
            marks, figures = self._marks(some), self._figures(some)
            for path in some:
                found = figures.get(path)
                yield path, None if found is None else _content(marks.get(path, {}), found)

    def _marks(self, paths: Sequence[Path]) -> dict[Path, dict[str, str]]:
        marks: dict[Path, dict[str, str]] = {}
        for name, key, value in self._asked(
            "SELECT file_name, decode(key), decode(value) "  # noqa: S608  # quoted
            f"FROM parquet_kv_metadata({_listed(paths)})",
            paths,
            lambda answer: answer.fetchall(),
        ):
            marks.setdefault(Path(name), {})[key] = value
        return marks

    def _figures(self, paths: Sequence[Path]) -> dict[Path, Sequence[int]]:
        found = self._asked(
            f"SELECT filename, min(game), max(game), count(*), {_sum_in_sql(self.columns)} "  # noqa: S608  # quoted
            f"FROM read_parquet({_listed(paths)}, filename = true) GROUP BY filename",
            paths,
            lambda answer: answer.fetchall(),
        )
        return {Path(name): figures for name, *figures in found}

    def _asked(
        self, query: str, paths: Sequence[Path], take: Callable[[DuckDBPyConnection], Answer]
    ) -> Answer:
        """Ask the database; when it cannot read a file, say which."""
        try:
            return self._answer(query, take)
        except _database_error() as error:
            for path in paths:
                self._try(path)
            raise unreadable(paths[0].parent, _of_the_system(error)) from None

    def _try(self, path: Path) -> None:
        """Read one file through, and say so when that cannot be done."""
        rows, marks = (
            f"SELECT {_sum_in_sql(self.columns)} FROM read_parquet({_listed([path])})",  # noqa: S608  # quoted
            f"SELECT decode(key), decode(value) FROM parquet_kv_metadata({_listed([path])})",  # noqa: S608  # quoted
        )
        try:
            with path.open("rb") as stream:
                stream.read(1)
            for query in (rows, marks):
                self._answer(query, lambda answer: answer.fetchall())
        except OSError as error:
            raise unreadable(path, error) from None
        except _database_error():
            raise StudyError(refusal(path, "is damaged: it cannot be read")) from None

    def _answer(self, query: str, take: Callable[[DuckDBPyConnection], Answer]) -> Answer:
        with database_at_work():
            return take(self._connected().execute(query))

    def _connected(self) -> DuckDBPyConnection:
        if self._database is None:
            import duckdb  # noqa: PLC0415  # slow to import

            # One thread: the players need the others, and rows are written in the same order.
            self._database = duckdb.connect(config={"threads": 1})
        return self._database


def in_words(error: OSError) -> str:
    """What the system says, or the database where the system says nothing."""
    return error.strerror or str(error)


def unreadable(path: Path, error: OSError) -> StudyError:
    """The error of a file or folder that cannot be read, though nothing says that it is damaged."""
    return StudyError(f"{error.filename or path} cannot be read ({in_words(error)})")


def refusal(path: Path, fault: str) -> str:
    """Say what is wrong with a file of rows, and what to do about it."""
    return f"{path} {fault}; delete it, and the same command plays its games again"


@contextmanager
def database_at_work() -> Iterator[None]:
    """Let Ctrl-C be Ctrl-C, of which the database makes a fault of its own.

    Of a damaged file it may quote a name that is no text, and then fail at its own complaint.

    Raises:
        duckdb.Error: when it cannot do what it is asked for.
    """
    try:
        yield
    except UnicodeDecodeError:
        raise _database_error()("a name in the file is no text") from None
    except (RuntimeError, _database_error()) as error:
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from None
        raise


def _database_error() -> type[Exception]:
    import duckdb  # noqa: PLC0415  # slow to import

    return duckdb.Error


def _of_the_system(error: Exception) -> OSError:
    """The fault of the system that stands behind one of the database."""
    number = _ERROR_NUMBER.search(str(error))
    if number is not None:
        return OSError(int(number[1]), os.strerror(int(number[1])))
    # What may follow on its first line are data for programs.
    text = str(error).partition("\n")[0].partition("{")[0].strip(" :")
    return OSError(text or type(error).__name__)


def _content(marks: Mapping[str, str], figures: Sequence[int]) -> Content:
    first, last, rows, total = figures
    if None in figures:
        return Content(marks, 0, 0, rows, intact=False)
    return Content(marks, first, last + 1, rows, marks.get(_SUM) == str(total))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def in_sql(folders: Sequence[Path], pattern: str = "") -> str:
    """Folders or files as a list in SQL, whatever characters are in their names.

    Args:
        folders: each as it is: its own name is no pattern.
        pattern: names files in each of them.
    """
    # The database takes a name for a pattern, and would read the files of other folders too.
    names = [_WILD.sub(r"[\g<0>]", str(folder)) for folder in folders]
    return "[" + ", ".join(_quoted(f"{name}{pattern}") for name in names) + "]"


def _listed(paths: Sequence[Path]) -> str:
    return in_sql(paths)


def _sum(columns: Rows) -> int:
    """What the figures of a file add up to, each weighted by its place: any one change shows."""
    row, column = _WEIGHTS
    weights = (2 * columns["game"] + columns["swapped"]) % row + 1
    return sum(
        int((values * weights).sum()) * (i * column + 1)
        for i, values in enumerate(columns.values())
    )


def _sum_in_sql(columns: Sequence[str]) -> str:
    """The same as `_sum`, as the database reckons it."""
    row, column = _WEIGHTS
    weight = f"((2 * game::BIGINT + swapped) % {row} + 1)"
    terms = (
        f"sum({name}::BIGINT * {weight}) * {i * column + 1}::HUGEINT"
        for i, name in enumerate(columns)
    )
    return " + ".join(terms)
