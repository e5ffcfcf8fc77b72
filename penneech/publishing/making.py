"""Generated documents: who makes which, what is stale, and how it is mended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import PenneechError
from penneech.extras import installing
from penneech.render.files import write_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from penneech.publishing.checkout import Checkout

Made: TypeAlias = "Iterator[tuple[str, str | bytes]]"
"""Documents, each with its path: from `docs/` for a page, from the site's root for a file of it."""


class Home(Enum):
    """Where what a maker makes is kept."""

    PAGES = "docs/, and in the repository"
    SITE = "the built site alone"


@dataclass(frozen=True, slots=True)
class Bench:
    """What a maker works with: the checkout, and the pages that those before it made."""

    checkout: Checkout
    made: Mapping[PurePosixPath, bytes] = field(default_factory=dict, hash=False)

    def text(self, path: PurePosixPath) -> str:
        """A page: as just made, else as it stands; empty where there is none."""
        data = self.made.get(path)
        found = self.checkout.read(path) if data is None else data
        return "" if found is None else found.decode("utf-8")

    def pages(self) -> tuple[PurePosixPath, ...]:
        """All pages, those just made and those that stand."""
        return tuple(sorted({*self.checkout.pages(), *self.made}))


@dataclass(frozen=True, slots=True)
class Maker:
    """One kind of generated document.

    Args:
        name: what it makes, in a few words.
        inputs: what it makes it of, for people.
        outputs: patterns of the paths that are its own; `*` is any part of a path. A page that
            fits, and that it does not make any more, is stale too.
        home: where they are kept.
        make: makes them all.
        needs: the module of an extra without which it cannot.
        within: whether it makes passages of pages that people write: none of those is ever left
            over.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    home: Home
    make: Callable[[Bench], Made]
    needs: str | None = None
    within: bool = False

    @property
    def is_able(self) -> bool:
        """Whether what it needs is installed."""
        return self.needs is None or find_spec(self.needs) is not None

    def owns(self, path: PurePosixPath) -> bool:
        """Whether a path is one of its outputs."""
        return any(fnmatchcase(str(path), pattern) for pattern in self.outputs)


class MakingError(PenneechError):
    """A document that cannot be made: something that it is made of is missing."""


@dataclass(frozen=True, slots=True)
class Stale:
    """A page that is not what would be made now, with what is the matter with it."""

    path: PurePosixPath
    why: str
    maker: str

    def __str__(self) -> str:
        """Name the page, the fault, and what it is made of."""
        return f"docs/{self.path}: {self.why} ({self.maker})"


def made_by(maker: Maker, bench: Bench) -> dict[PurePosixPath, bytes]:
    """All that one maker makes.

    Raises:
        MakingError: for a path that is not its own, or that it makes twice.
    """
    found: dict[PurePosixPath, bytes] = {}
    for name, text in maker.make(bench):
        path = PurePosixPath(name)
        if not maker.owns(path) or path in found or path.is_absolute() or ".." in path.parts:
            raise MakingError(f"{path}: {maker.name} makes it twice, or may not make it")
        found[path] = text if isinstance(text, bytes) else text.encode("utf-8")
    return found


def made_pages(checkout: Checkout, makers: Sequence[Maker]) -> dict[PurePosixPath, bytes]:
    """All generated pages, made in memory; each maker sees what those before it made.

    Raises:
        MakingError: when one cannot be made, or an extra is missing.
    """
    pages: dict[PurePosixPath, bytes] = {}
    wanted = [maker for maker in makers if maker.home is Home.PAGES]
    for maker in wanted:  # before any page is made, which takes a while
        refuse_unable(maker)
    for maker in wanted:
        pages |= made_by(maker, Bench(checkout, pages))
    return pages


def refuse_unable(maker: Maker) -> None:
    """Refuse a maker that lacks an extra, with the command that installs it."""
    if not maker.is_able:
        raise MakingError(
            f"{maker.name} needs {maker.needs}; install it with: {installing('docs')}"
        )


def stale(
    checkout: Checkout, makers: Sequence[Maker], pages: Mapping[PurePosixPath, bytes]
) -> list[Stale]:
    """The pages that are missing, differ from what would be made, or are made no more."""
    found = []
    for path, data in pages.items():
        before = checkout.read(path)
        if before != data:
            why = "is missing" if before is None else f"differs{_first_line(before, data)}"
            found.append(Stale(path, why, _owner(makers, path)))
    left = _left_over(checkout, makers, pages)
    found += [Stale(path, "is made no more", _owner(makers, path)) for path in left]
    return sorted(found, key=lambda one: str(one.path))


def write_pages(
    checkout: Checkout, makers: Sequence[Maker], pages: Mapping[PurePosixPath, bytes]
) -> list[Stale]:
    """Write what is stale, and take away what is made no more.

    Returns:
        The pages that were stale.

    Raises:
        OSError: when a file cannot be written.
    """
    found = stale(checkout, makers, pages)
    for one in found:
        place = checkout.place(one.path)
        if one.path in pages:
            write_file(place, pages[one.path])
        else:
            place.unlink()
    return found


def write_file(place: Path, data: bytes) -> None:
    """Write one document, making its folder where it is missing."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_document(place, data.decode("utf-8"))
    except UnicodeDecodeError:  # no text, but a picture or a PDF
        place.write_bytes(data)


def _left_over(
    checkout: Checkout, makers: Sequence[Maker], pages: Iterable[PurePosixPath]
) -> list[PurePosixPath]:
    owners = [maker for maker in makers if maker.home is Home.PAGES and not maker.within]
    known = set(pages)
    return [
        path
        for path in checkout.pages("**/*.*")
        if path not in known and any(maker.owns(path) for maker in owners)
    ]


def _owner(makers: Sequence[Maker], path: PurePosixPath) -> str:
    for maker in makers:
        if maker.owns(path):
            return f"made of {', '.join(maker.inputs)}"
    return "nobody's"


def _first_line(before: bytes, after: bytes) -> str:
    """Where two texts part, as `at line 7`; nothing for what is no text."""
    if b"\0" in before or b"\0" in after:
        return ""
    old, new = before.split(b"\n"), after.split(b"\n")
    for number, (one, other) in enumerate(zip(old, new, strict=False), start=1):
        if one != other:
            return f" at line {number}"
    return f" at line {min(len(old), len(new)) + 1}"
