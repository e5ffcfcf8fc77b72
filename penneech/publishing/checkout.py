"""The folder of the project that the documents are made in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from penneech.errors import InstallationError
from penneech.files.opening import open_file

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parents[2]
"""Where this copy of Penneech is."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of the project's folder; paths in it are told from `docs/`, with strokes."""

    root: Path

    @property
    def docs(self) -> Path:
        """The folder of the documents."""
        return self.root / "docs"

    def place(self, path: PurePosixPath) -> Path:
        """The file of a document."""
        return self.docs.joinpath(*path.parts)

    def read(self, path: PurePosixPath) -> bytes | None:
        """A document as it stands; None where there is none.

        Line ends are those of the repository: a checkout on Windows may have others.
        """
        try:
            with open_file(self.place(path)) as stream:
                return stream.read().replace(b"\r\n", b"\n")
        except FileNotFoundError:
            return None

    def pages(self, pattern: str = "**/*.md") -> Iterator[PurePosixPath]:
        """The documents that fit a pattern, in the order of their paths."""
        found = [path.relative_to(self.docs).as_posix() for path in self.docs.glob(pattern)]
        # What an editor or a build leaves behind a dot is no document.
        yield from (PurePosixPath(path) for path in sorted(found) if "/." not in f"/{path}")


def this_checkout(root: Path = HERE) -> Checkout:
    """The checkout that this copy of Penneech runs from.

    Raises:
        InstallationError: when there is none, as in an installed wheel.
    """
    if not (root / "docs" / "conf.py").is_file():
        raise InstallationError(
            "the documents are no part of an installed Penneech: get a copy of the project's "
            "folder, and in it run pip install -e . first"
        )
    return Checkout(root)
