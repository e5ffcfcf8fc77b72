r"""An old printed text as a transcription keeps it: searched without regard to how it was set.

The letters of the print are one string, in which four characters stand for what is no letter:

- `\n` ends a printed line, and `\n\n` a paragraph, a heading or a verse;
- `\f` begins a page;
- a soft hyphen is a word broken at the end of a line;
- a bullet is a letter, and a lozenge in angle brackets a word, that cannot be read in the copy.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE = "\f"
BROKEN = "\u00ad"
LOST_LETTER = "\u2022"
LOST_WORD = "\u3008\u25ca\u3009"
LOST_POINT = "\u25aa"
_LOST_WORD = LOST_WORD[1]  # in plain text its brackets have fallen away

_LETTERS = {
    "\u017f": "s",  # long s
    "\u1e9b": "\u1e61",
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u01b2": "U",  # the turned V that small capitals have for U
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u3008": "",
    "\u3009": "",
    "\u200b": "",
    "\ufeff": "",
}
"""Printed forms, and what an editor writes for them; the brackets of a lost word fall away."""

_HYPHENS = "\\-\u00ac\u2010\u2011\u2e17"
_TOKEN = re.compile(
    rf"(?P<broken>{BROKEN}\s*|[{_HYPHENS}]\s*[\n\f]\s*|[{_HYPHENS}])|(?P<blank>\s+)"
    rf"|(?P<special>[{''.join(_LETTERS)}])|[^\s{BROKEN}{_HYPHENS}{''.join(_LETTERS)}]+"
)
_LONG_LINE = 120
_NEAR = 2000  # letters; the longest sentence that is quoted has half of them
_CANDIDATES = 20
_OVERLONG = 4  # words so much longer than those of the lemma are not like them
_start = attrgetter("start")
_SENTENCE_END = re.compile(r"[.?!][)\"'\u2019\u201d]*(?=\s+\W*[A-Z])")


def fold(text: str) -> tuple[str, tuple[int, ...]]:
    """Set aside how a text was set: long s, ligatures, hyphens, line ends, runs of blanks.

    All hyphens fall away, since a hyphen at the end of a line may or may not belong to the word.

    Returns:
        the plain text, and for each of its characters the place in the text that it comes from.
    """
    plain: list[str] = []
    origin: list[int] = []
    for token in _TOKEN.finditer(text):
        if token["broken"] or (token["blank"] and plain[-1:] in ([], [" "])):
            continue
        start, end = token.span()
        if token["blank"] or token["special"]:
            folded = _LETTERS.get(token[0], " ")
            origin += [start] * len(folded)
        else:
            folded = token[0]
            origin += range(start, end)
        plain += folded
    if plain[-1:] == [" "]:
        plain.pop()
        origin.pop()
    return "".join(plain), tuple(origin)


def normalise(text: str) -> str:
    r"""Give a text as an editor quotes it, for comparison only.

    >>> normalise("e\u00advery trick produ-\nceth a fre\u017fh  Trump")
    'every trick produceth a fresh Trump'
    """
    return fold(text)[0]


def words(text: str) -> list[str]:
    """Give the words of a text without regard to capitals.

    >>> words("A Game called PENNEECH.")
    ['a', 'game', 'called', 'penneech']
    """
    return re.findall(rf"[^\W_{LOST_LETTER}]+(?:'[^\W_]+)*", normalise(text).casefold())


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
    origin: tuple[int, ...]
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
        """Find every place of a lemma, those first that can be read whole.

        A letter that is lost in the copy agrees with any, and a lost word with any word, so long
        as more than half of the lemma, and nine tenths of the book, can be read.
        """
        all_letters = len(_wanted(lemma).replace(" ", ""))
        if not all_letters:
            return
        bounds = (self._plain_at(within.start), self._plain_at(within.end))
        read = set()
        for match in _legible(lemma).finditer(self.plain, *bounds):
            read.add(match.span())
            yield self._place(*match.span())
        if self.plain.count(LOST_LETTER) * 10 > len(self.plain):
            return
        for match in _doubtful(lemma).finditer(self.plain, *bounds):
            letters = sum(map(str.isalnum, match[0]))
            if match.span() not in read and 2 * letters > all_letters:
                yield self._place(*match.span())

    def _plain_at(self, place: int) -> int:
        return bisect_left(self.origin, place)

    def _place(self, start: int, end: int) -> Place:
        span = Span(self.origin[start], self.origin[end - 1] + 1)
        lost = not set(self.plain[start:end]).isdisjoint((LOST_LETTER, LOST_POINT, _LOST_WORD))
        return Place(span, self.pages_of(span), lost)

    def nearest(self, lemma: str, within: Span) -> Place | None:
        """Find the place whose words are most like those of a lemma, if any are."""
        from difflib import SequenceMatcher  # noqa: PLC0415  # only what is not found needs it

        wanted = _wanted(lemma)
        matcher = SequenceMatcher(b=wanted, autojunk=False)
        best, best_span = 0.5, None
        for start, end in self._windows(wanted, within):
            matcher.set_seq1(self.plain[start:end])
            if (likeness := matcher.ratio()) > best:
                best, best_span = likeness, (start, end)
        return self._place(*best_span) if best_span else None

    def _windows(self, wanted: str, within: Span) -> list[tuple[int, int]]:
        """The stretches, as many words long as the lemma, that share most words with it."""
        found = _words_of(self.plain)
        first = bisect_left(found, self._plain_at(within.start), key=itemgetter(0))
        last = bisect_left(found, self._plain_at(within.end), key=itemgetter(0))
        length = min(len(wanted.split()), last - first)
        if not length:
            return []
        asked = {_bare(word) for word in wanted.split()}
        # How many words of the lemma there are from the first word to each: a running sum.
        sums = list(accumulate((found[n][2] in asked for n in range(first, last)), initial=0))
        shared = [after - before for before, after in zip(sums, sums[length:], strict=False)]
        best = nlargest(_CANDIDATES, range(len(shared)), key=shared.__getitem__)
        spans = [(found[first + n][0], found[first + n + length - 1][1]) for n in best]
        return [(start, end) for start, end in spans if end - start < _OVERLONG * len(wanted)]

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
    lines = len(re.findall(r"[^\n\f]\n(?=[^\n\f])", text))
    return lines > text.count(BROKEN) and lines * _LONG_LINE > len(text)


@lru_cache(maxsize=1)
def _words_of(plain: str) -> list[tuple[int, int, str]]:
    """Every word of a plain text, without points and capitals, and where it begins and ends."""
    return [(*match.span(), _bare(match[0])) for match in re.finditer(r"\S+", plain)]


def _bare(word: str) -> str:
    return word.casefold().strip(".,;:()?!")


@cache
def _legible(lemma: str) -> re.Pattern[str]:
    """The lemma as plain text has it where all of it can be read."""
    wanted = _wanted(lemma)
    return _whole_words(re.escape(wanted), wanted)


@cache
def _doubtful(lemma: str) -> re.Pattern[str]:
    """The lemma as plain text may have it where something is lost."""
    wanted = _wanted(lemma)
    words = (f"(?:{''.join(map(_or_lost, word))}|{_LOST_WORD})" for word in wanted.split(" "))
    return _whole_words(f"{LOST_POINT}? ".join(words), wanted)


def _wanted(lemma: str) -> str:
    return normalise(unicodedata.normalize("NFC", lemma))


def _whole_words(pattern: str, wanted: str) -> re.Pattern[str]:
    letter = rf"[\w{LOST_LETTER}{_LOST_WORD}]"
    before = rf"(?<!{letter})" if re.match(r"\w", wanted) else ""
    after = rf"(?!{letter})" if re.search(r"\w$", wanted) else ""
    return re.compile(before + pattern + after)


def _or_lost(letter: str) -> str:
    lost = LOST_LETTER if letter.isalnum() else LOST_LETTER + LOST_POINT
    return f"(?:{re.escape(letter)}|[{lost}])"
