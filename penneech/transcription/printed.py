"""An old printed text as a transcription keeps it: its letters, pages, paragraphs and sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from penneech.transcription.plain import BROKEN, PAGE, fold
from penneech.transcription.searching import LOST_MARKS, place_like, places_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

_LONG_LINE = 120
_NEAR = 2000  # letters; the longest sentence that is quoted has half of them
_start = attrgetter("start")
_SENTENCE_END = re.compile(r"[.?!][)\"'\u2019\u201d]{0,4}(?=\s++[^\w\s]{0,4}[A-Z])")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the print: where it begins, its printed number, and the image of it.

    The number is empty where the page has none; `image` is empty where the copy names none.
    """

    start: int
    number: str
    image: str = ""

    def __str__(self) -> str:
        """Give the page as a citation does."""
        if self.number:
            return f"p. {self.number}"
        return f"unnumbered page ({self.image})" if self.image else "unnumbered page"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the printed text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where words stand: the stretch, its pages, and whether a letter of it is lost in the copy."""

    span: Span
    pages: tuple[Page, ...]
    lost: bool = False

    def __str__(self) -> str:
        """Give the page as a citation does, or both pages of words that run over.

        >>> str(Place(Span(0, 9), (Page(0, "148"), Page(5, "149"))))
        'pp. 148-149'
        """
        first, last = self.pages[0], self.pages[-1]
        if first == last or not (first.number and last.number):
            return str(first)
        return f"pp. {first.number}-{last.number}"


@dataclass(frozen=True, slots=True)
class Print:
    """The printed text of a book, with its pages, and its plain form with the place of each letter.

    `keeps_lines` tells whether the transcription keeps the lines of the print.
    """

    text: str
    pages: tuple[Page, ...]
    plain: str
    origin: array[int] = field(repr=False, hash=False)
    keeps_lines: bool

    @classmethod
    def of(cls, text: str, pages: Sequence[Page]) -> Print:
        """Make a print of its letters and its pages in order; before the first no page is known."""
        first = () if pages and pages[0].start == 0 else (Page(0, ""),)
        return cls(text, (*first, *pages), *fold(text), _keeps_lines(text))

    @property
    def whole(self) -> Span:
        """The stretch from the first letter to the last."""
        return Span(0, len(self.text))

    def pages_of(self, span: Span) -> tuple[Page, ...]:
        """The pages on which a stretch stands."""
        start = self.trimmed(span).start
        first = bisect_right(self.pages, start, key=_start) - 1
        return self.pages[first : max(bisect_left(self.pages, span.end, key=_start), first + 1)]

    def begun_in(self, span: Span) -> tuple[Page, ...]:
        """The pages that begin within a stretch."""
        first = bisect_left(self.pages, span.start, key=_start)
        last = bisect_left(self.pages, span.end, key=_start)
        return tuple(page for page in self.pages[first:last] if self.text[page.start] == PAGE)

    def find(self, lemma: str, within: Span) -> Iterator[Place]:
        """Find every place of a lemma, those first that can be read whole."""
        for start, end in places_of(lemma, self.plain, *self._plain_bounds(within)):
            yield self._place(start, end)

    def nearest(self, lemma: str, within: Span) -> Place | None:
        """Find the place whose words are most like those of a lemma, if any are."""
        found = place_like(lemma, self.plain, *self._plain_bounds(within))
        return self._place(*found) if found else None

    def _plain_bounds(self, span: Span) -> tuple[int, int]:
        return bisect_left(self.origin, span.start), bisect_left(self.origin, span.end)

    def _place(self, start: int, end: int) -> Place:
        span = Span(self.origin[start], self.origin[end - 1] + 1)
        lost = not set(self.plain[start:end]).isdisjoint(LOST_MARKS)
        return Place(span, self.pages_of(span), lost)

    def paragraph(self, span: Span) -> Span:
        """The paragraph (or paragraphs) in which a stretch stands; of a long one the part near."""
        lowest, highest = max(span.start - _NEAR, 0), span.end + _NEAR
        start = self.text.rfind("\n\n", lowest, span.start)
        end = self.text.find("\n\n", span.end, highest)
        return Span(
            lowest if start < 0 else start + 2, min(highest, len(self.text)) if end < 0 else end
        )

    def sentence(self, span: Span) -> Span:
        """The sentence (or sentences) in which a stretch stands, without blanks around it."""
        around = self.paragraph(span)
        start, end = around.start, around.end
        for match in _SENTENCE_END.finditer(self.text, around.start, around.end):
            if match.end() <= span.start:
                start = match.end()
            elif match.end() >= span.end:
                end = match.end()
                break
        return self.trimmed(Span(start, end))

    def trimmed(self, span: Span) -> Span:
        """A stretch without the blanks (and beginnings of pages) at its ends."""
        text = self.text[span.start : span.end]
        if text.isspace() or not text:
            return Span(span.start, span.start)
        return Span(span.end - len(text.lstrip()), span.start + len(text.rstrip()))


def _keeps_lines(text: str) -> bool:
    """Whether lines end all over a text, and not only in verses and at hyphens."""
    lines = sum(1 for _ in re.finditer(r"[^\n\f]\n(?=[^\n\f])", text))
    return lines > text.count(BROKEN) and lines * _LONG_LINE > len(text)
