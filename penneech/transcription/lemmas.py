"""Compares the lemmas of a source with a reader's own copy of the book: which stand where it says.

A lemma on Penneech must stand in that chapter, which is known by its heading; one on another game
may stand anywhere in the book; either must stand on the page that the source gives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING

from penneech.errors import PenneechError, UnknownNameError
from penneech.files.spelling import meant
from penneech.transcription.plain import LOST_LETTER, normalise, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.apparatus import Passage, Source, Sources
    from penneech.transcription.compositor import Chapter
    from penneech.transcription.printed import Page, Place, Print, Span
    from penneech.transcription.tei import Book

GAME = "penneech"
_HEADS_SHOWN = 5
_TITLE_WORDS = 4  # so many words tell the printings of the book apart


class Status(StrEnum):
    """What became of a lemma."""

    FOUND = "found"
    OTHER_PAGE = "other_page"
    NOT_FOUND = "not_found"


class Recognition(StrEnum):
    """By what a book was known for a source."""

    CHOSEN = "chosen"
    NUMBER = "number"
    TITLE = "title"
    LEMMAS = "lemmas"


@dataclass(frozen=True, slots=True)
class Finding:
    """A passage, and where its lemma stands; if it was not found, the place most like it.

    `whole` tells whether the whole lemma stands at the place.
    """

    passage: Passage
    status: Status
    place: Place | None
    whole: bool

    @property
    def found(self) -> bool:
        """Whether the lemma stands where the source says."""
        return self.status is Status.FOUND


@dataclass(frozen=True, slots=True)
class Collation:
    """A book compared with a source; `chapter` is the one on Penneech, if the book has it."""

    book: Book
    source: Source
    recognition: Recognition
    chapter: Chapter | None
    findings: tuple[Finding, ...]

    @property
    def wanting(self) -> tuple[Finding, ...]:
        """The findings of lemmas that do not stand where the source says."""
        return tuple(one for one in self.findings if not one.found)


def collate(book: Book, sources: Sources, siglum: str | None = None) -> Collation:
    """Compare a book with the source that it is a copy of, or with the one that is named.

    Args:
        book: the reader's copy.
        sources: the sources to choose from; only those with lemmas can be compared.
        siglum: the source to compare with, instead of the one that the book is known for.

    Raises:
        UnknownNameError: when no source has that siglum.
        PenneechError: when the source has no lemmas, or the book is a copy of none.
    """
    candidates = [source for source in sources.values() if _quoted(source)]
    if siglum is None:
        return _recognised(book, candidates)
    if siglum not in sources:
        raise UnknownNameError(f"no source has the siglum {siglum}{meant(siglum, sources)}")
    source = sources[siglum]
    if source not in candidates:
        known = ", ".join(candidate.siglum for candidate in candidates) or "no source"
        raise PenneechError(f"{siglum} has no lemmas to check; these have: {known}")
    return _collated(book, source, Recognition.CHOSEN)


def _quoted(source: Source) -> tuple[Passage, ...]:
    return tuple(passage for passage in source.passages if passage.lemma is not None)


def _recognised(book: Book, candidates: Iterable[Source]) -> Collation:
    """Know a book by its number, by its title and year, or else by what it has of the lemmas."""
    sources = list(candidates)
    by_file = PurePath(book.file).name.split(".")[0]
    for numbers in (book.numbers, (by_file,)):
        for source in sources:
            if any(_is_number_of(number, source) for number in numbers):
                return _collated(book, source, Recognition.NUMBER)
    for source in sources:
        if _is_title_of(book, source):
            return _collated(book, source, Recognition.TITLE)
    tried = [_collated(book, source, Recognition.LEMMAS) for source in sources]
    best = min(tried, key=lambda one: len(one.wanting) / len(one.findings), default=None)
    if best is None or len(best.wanting) == len(best.findings):
        known = ", ".join(source.siglum for source in sources)
        raise PenneechError(
            f"{book.file}: a copy of no known source ({known}): neither its catalogue number nor "
            f"its title and year is theirs, nor has it any of their lemmas on its page"
            f"{_heads_near(book)}; name the source by --source to see what is near"
        )
    return best


def _is_number_of(number: str, source: Source) -> bool:
    """Whether a catalogue number (TCP, Wing, ESTC) is among those of the source's bibliography."""
    known = str(source.csl.get("note", ""))
    telling = re.match(r"[^A-Z]*[A-Z].*\d{4}", number)
    return (
        telling is not None and re.search(rf"(?<!\w){re.escape(number)}(?!\w)", known) is not None
    )


def _is_title_of(book: Book, source: Source) -> bool:
    years = set(map(int, re.findall(r"\d{4}", str(source.csl.get("issued", "")))))
    wanted = words(str(source.csl.get("title", "")))[:_TITLE_WORDS]
    titles = (words(title)[:_TITLE_WORDS] for title in book.titles)
    return not years.isdisjoint(book.years) and wanted in titles


def _collated(book: Book, source: Source, recognition: Recognition) -> Collation:
    chapter = find_chapter(book)
    findings = tuple(_finding(passage, book, chapter) for passage in _quoted(source))
    return Collation(book, source, recognition, chapter, findings)


def find_chapter(book: Book) -> Chapter | None:
    """Find the chapter on Penneech by its heading; of several the longest.

    A numbering that an encoder gave the chapters is not looked at: in one copy it is one behind.
    """
    found = [chapter for chapter in book.chapters if _is_of_the_game(chapter.head)]
    return max(found, key=lambda one: one.span.end - one.span.start, default=None)


def _is_of_the_game(head: str) -> bool:
    """Whether a heading has the name, more than half of its letters being legible."""
    name = "".join(f"[{letter}{LOST_LETTER}]" for letter in GAME)
    found = re.search(rf"(?<!\w){name}(?!\w)", normalise(head).casefold())
    return found is not None and 2 * found[0].count(LOST_LETTER) < len(GAME)


def heads_near(book: Book) -> tuple[str, ...]:
    """The first headings that have a word like the name of the game."""
    near = (
        chapter.head
        for chapter in book.chapters
        if get_close_matches(GAME, words(chapter.head), n=1, cutoff=0.6)
    )
    return tuple(islice(near, _HEADS_SHOWN))


def _heads_near(book: Book) -> str:
    heads = heads_near(book)
    return f"; headings near {GAME.upper()}: {'; '.join(heads)}" if heads else ""


def _finding(passage: Passage, book: Book, chapter: Chapter | None) -> Finding:
    lemma, on_the_game = passage.lemma or "", passage.game is None
    scope = chapter.span if on_the_game and chapter is not None else book.print.whole
    place = _place(book.print, passage, scope)
    if place is None:
        near = book.print.nearest(lemma, scope)
        return Finding(passage, Status.NOT_FOUND, near, whole=False)
    if on_the_game and chapter is None:
        return Finding(passage, Status.NOT_FOUND, place, whole=True)
    right = _stands_on(place.pages, passage.locator.page)
    return Finding(passage, Status.FOUND if right else Status.OTHER_PAGE, place, whole=True)


def _place(text: Print, passage: Passage, scope: Span) -> Place | None:
    """Where a lemma stands: on its own page if it does, else the first place of all."""
    first = None
    for place in text.find(passage.lemma or "", scope):
        if _stands_on(place.pages, passage.locator.page):
            return place
        first = first or place
    return first


def _stands_on(pages: Iterable[Page], wanted: str | None) -> bool:
    """Whether pages are all among those of a locator, like `148` or `148-149`.

    >>> from penneech.transcription.printed import Page
    >>> _stands_on([Page(0, "148"), Page(9, "149")], "148-149"), _stands_on([Page(0, "150")], "148")
    (True, False)
    """
    if wanted is None:
        return True
    allowed: set[str] = set()
    for part in re.split(r"\s*,\s*", wanted):
        ends = re.fullmatch(r"(\d{1,4})\s*[-\u2013]\s*(\d{1,4})", part)
        if ends:
            allowed.update(map(str, range(int(ends[1]), int(ends[2]) + 1)))
        else:
            allowed.add(part)
    return all(page.number.strip("[]") in allowed for page in pages)
