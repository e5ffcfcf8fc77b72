"""A study's folder: its manifest, its rows in Parquet, its summary.

Every file is written beside its place and then moved there whole, so a kill leaves either the old
file, the new one, or none. A file of rows says of itself which study it belongs to, under which
variant its games were played, and what its figures add up to: a damaged or a foreign file is
noticed, and none is taken for whole that is not.
"""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from penneech.errors import StudyError
from penneech.files.beside import beside, clear_unfinished, write_new, write_whole
from penneech.study.rowfiles import RowFiles, in_words, refusal, unreadable
from penneech.study.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from penneech.study.design import Design, Entry
    from penneech.study.outcomes import Rows
    from penneech.study.rowfiles import Content
    from penneech.study.rows import Chunk

STUDY, VARIANT, RULES = "study", "variant", "rules"
"""What a file of rows says of itself: its study (digest, seed), its variant, the rules' digest."""

ENDING = ".parquet"
"""What the name of a file of rows ends with."""


class _File(NamedTuple):
    """A whole file of rows: games `first` to `last` - 1."""

    first: int
    last: int
    path: Path


@dataclass(slots=True)
class Store:
    """The folder of one study, which `opened` has checked, as far as it has one table.

    Args:
        folder: where it is.
        design: what it plays.
        has_grown: whether rows were written since it was opened.
    """

    folder: Path
    design: Design
    has_grown: bool = False
    _files: dict[str, list[_File]] | None = None
    _rows: RowFiles = field(init=False)
    _study: str = field(init=False)
    _digests: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._rows = RowFiles(tuple(TABLES[self.design.table].columns))
        self._study = f"{self.design.digest()}-{self.design.seed}"
        self._digests = {entry.id: entry.rules.digest() for entry in self.design.entries}

    @property
    def is_known(self) -> bool:
        """Whether the files of rows have been read through."""
        return self._files is not None

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
        path = self._folder_of(chunk.variant) / f"{_stem(chunk.first)}{ENDING}"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside(path) as part:
                self._rows.write(part, rows, self._marks(chunk))
        except OSError as error:
            raise _unwritable(path, error) from None
        self.has_grown = True
        if self._files is not None:
            files = self._files[chunk.variant]
            files.append(_File(chunk.first, chunk.last, path))
            files.sort()

    def read(self, entry: Entry, first: int, last: int) -> Rows:
        """Read the rows of games `first` to `last` - 1, in order of game and swapping.

        Raises:
            StudyError: when a file is damaged, or was replaced in the meantime.
        """
        files = [
            file.path for file in self._found(entry) if file.first < last and first < file.last
        ]
        rows = self._rows.read(files, first, last)
        wanted, found = (last - first) * self.design.swaps, len(rows["game"])
        if found > wanted:
            raise StudyError(f"{self._folder_of(entry.id)} has games twice with different rows")
        if found < wanted:
            raise StudyError(
                f"{self._folder_of(entry.id)} has fewer games than it had: another command works "
                "in it; once that is done the same command plays what is missing"
            )
        return rows

    def write_summary(self, summary: object) -> Path:
        """Write the summary.

        Raises:
            StudyError: when it cannot be written.
        """
        path = self.folder / "summary.json"
        self.write_json(path, summary)
        return path

    def write_json(self, path: Path, value: object) -> None:
        """Write plain data as JSON, whole or not at all; a file that has it already is left.

        Raises:
            StudyError: when it cannot be written.
        """
        data = (json.dumps(value, indent=2) + "\n").encode("utf-8")
        try:
            write_whole(path, data)
        except OSError as error:
            raise _unwritable(path, error) from None

    def begin_json(self, path: Path, value: object) -> bool:
        """Write plain data as JSON where there is no such file yet; False where there is one.

        Raises:
            StudyError: when it cannot be written.
        """
        try:
            return write_new(path, (json.dumps(value, indent=2) + "\n").encode("utf-8"))
        except OSError as error:
            raise _unwritable(path, error) from None

    def clear_away(self) -> None:
        """Clear away what killed runs left unfinished, and nothing that another run is writing."""
        clear_unfinished(self.folder)
        for entry in self.design.entries:
            clear_unfinished(self._folder_of(entry.id))

    def _found(self, entry: Entry) -> list[_File]:
        """The files of a variant, in order of their games."""
        if self._files is None:
            found: dict[str, list[_File]] = {one.id: [] for one in self.design.entries}
            for path, content in self._rows.contents(self._paths()):
                file = self._whole(path, content)
                found[path.parent.name].append(file)
            for files in found.values():
                files.sort()
            self._files = found
        return self._files[entry.id]

    def _paths(self) -> list[Path]:
        """Every file of rows, whichever variant's folder it is in."""
        root = self.folder / self.design.table
        try:
            variants = sorted(root.iterdir()) if root.is_dir() else []
            paths = [path for one in variants if one.is_dir() for path in sorted(one.iterdir())]
        except OSError as error:
            raise unreadable(root, error) from None
        for path in paths:
            # The database would wait for ever at a pipe.
            if path.suffix == ENDING and path.exists() and not (path.is_file() or path.is_dir()):
                raise unreadable(path, OSError(errno.EINVAL, "it is no file"))
        return [path for path in paths if path.suffix == ENDING]

    def _whole(self, path: Path, content: Content | None) -> _File:
        """A file of rows that is in its place and holds what it says it holds.

        Raises:
            StudyError: when it does not.
        """
        if content is None:
            raise StudyError(refusal(path, "is damaged: it has no rows"))
        fault = self._why_foreign(path, content.marks) or self._why_damaged(path, content)
        if fault is not None:
            raise StudyError(refusal(path, fault))
        return _File(content.first, content.last, path)

    def _why_foreign(self, path: Path, marks: Mapping[str, str]) -> str | None:
        """Why a file does not belong where it is found."""
        if marks.get(STUDY) != self._study:
            return "is damaged: it is no part of this study"
        if VARIANT not in marks or RULES not in marks:
            return "is of an older version: it does not say which variant its games are of"
        if marks[VARIANT] != path.parent.name:
            return f"is out of place: its games are of {marks[VARIANT]}"
        if marks[RULES] != self._digests.get(path.parent.name):
            return "is damaged: its games were played by other rules"
        return None

    def _why_damaged(self, path: Path, content: Content) -> str | None:
        """Why a file does not hold what it says it holds."""
        if not content.intact:
            return "is damaged: its figures are not those that were written"
        count = (content.last - content.first) * self.design.swaps
        if path.stem != _stem(content.first) or content.rows != count:
            return "is damaged: games are missing in it"
        return None

    def _folder_of(self, variant: str) -> Path:
        return self.folder / self.design.table / variant

    def _marks(self, chunk: Chunk) -> dict[str, str]:
        """What a file says of the games in it."""
        digest = self._digests[chunk.variant]
        return {STUDY: self._study, VARIANT: chunk.variant, RULES: digest}


def _stem(first: int) -> str:
    """The name of the file of rows whose first game has this number."""
    return f"{first:09d}"


def _unwritable(path: Path, error: OSError) -> StudyError:
    return StudyError(
        f"{path} cannot be written ({in_words(error)}); what was written before is whole, and once "
        "that is mended the same command goes on from there"
    )
