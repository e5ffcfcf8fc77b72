"""Sets the running text of a transcription again as it was printed: letters, lines, pages.

The markup is that of the Text Creation Partnership's TEI P5. What an encoder added (descriptions of
figures and gaps, corrections, regular spellings) and what stands outside the running text (notes,
catchwords) is left out; of a printed form and its correction the printed form is taken.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.errors import PenneechError
from penneech.transcription.plain import BROKEN, LOST_LETTER, LOST_WORD, PAGE
from penneech.transcription.printed import Page, Print, Span

if TYPE_CHECKING:
    from lxml.etree import _Element

LETTERS_LIMIT, PAGES_LIMIT, CHAPTERS_LIMIT = 600_000, 5_000, 2_000
"""What a print may have; the two old editions have 220,000 letters, 250 pages, 65 chapters."""

_WITHIN = """abbr add c cb choice damage date del emph foreign g gap hi lb mentioned milestone
name num orig pb pc persName placeName ref seg sic supplied surplus term title unclear w"""
_INLINE = frozenset(_WITHIN.split())
"""Elements within a paragraph; any other begins a new one."""
_NOT_PRINTED = frozenset({"desc", "figDesc", "note", "fw", "corr", "reg", "expan", "index"})
_UNREAD = _NOT_PRINTED | {"gap"}
_DIVISIONS = frozenset({"div", *(f"div{level}" for level in range(10))})
_PIECES_OF_A_WORD = 20
_LONGEST_HEAD = 160
_LONGEST_NUMBER = 24
_MOST_LOST = 20
_LOST_SPAN = "\u3008\u2026\u3009"
_BLANKS = re.compile(r"\s+")
_FIRST_WORD = re.compile(r"\s*+\S+")
_MARKS_TOGETHER = re.compile(r"([^\w\s\x00-\x7f]{30})")


class TooMuchPrintError(PenneechError):
    """A text longer than any book that is looked for here."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A division of the book that has a heading of its own, with the headings as printed."""

    heads: tuple[str, ...]
    span: Span

    @property
    def head(self) -> str:
        """The headings as printed, on one line."""
        return " ".join(" ".join(self.heads).replace(BROKEN, "").split())[:_LONGEST_HEAD]


class Compositor:
    """Sets the running text of a transcription again, letter by letter, as it was printed.

    The Partnership moves the end of a line, and the end of a page, from a hyphen to the end of the
    broken word; here both go back to the hyphen.
    """

    def __init__(self) -> None:
        self.chapters: list[Chapter] = []
        self._set: list[str] = []
        self._length = 0
        self._pages: list[Page] = []
        self._blank = ""  # the last blank that stands before the next letter
        self._line = self._block = False  # what is to come before the next letter
        self._fresh = True  # nothing stands in the paragraph yet
        self._broken = 0  # where in `_set` the word in hand was broken; 0 for a whole word
        self._broken_at = 0  # the same in letters
        self._divisions: list[tuple[int, list[str]]] = []

    def printed(self) -> Print:
        """Give what was set so far."""
        return Print.of("".join(self._set), self._pages)

    def take(self, text: _Element) -> None:
        """Set an element with all that it holds.

        Raises:
            TooMuchPrintError: when it has more letters than a book.
        """
        from lxml import etree  # noqa: PLC0415  # heavy, and no other command needs it

        walk = etree.iterwalk(text, events=("start", "end"))
        heads: list[int] = []
        for event, element in walk:
            name = _local(element)
            if event == "start":
                if name in _UNREAD:
                    walk.skip_subtree()
                self._begin(name, element, heads)
            else:
                self._finish(name, element, heads)
                if element is not text:
                    self._say(element.tail or "")

    def _begin(self, name: str, element: _Element, heads: list[int]) -> None:
        match name:
            case "pb":
                self._page(_short(element.get("n", "")), _short(element.get("facs", "")))
            case "lb" | "l":
                self._line = True
            case "gap":
                self._say(lost(element.get("reason", ""), _extent(element)))
            case "g":
                self._glyph(element.get("ref", ""), element.text or "")
            case "head":
                heads.append(len(self._set))
            case _ if name in _DIVISIONS:
                self._divisions.append((self._length, []))
            case _:
                pass
        if name not in _INLINE and name not in _UNREAD and name != "l":
            self._block = True
        if name != "g" and name not in _UNREAD:
            self._say(element.text or "")

    def _finish(self, name: str, element: _Element, heads: list[int]) -> None:
        if name == "l":
            self._line = True
        elif name not in _INLINE and name not in _UNREAD:
            self._block = True
        if name == "head":
            begun, parent = heads.pop(), element.getparent()
            if self._divisions and parent is not None and _local(parent) in _DIVISIONS:
                self._divisions[-1][1].extend(self._heading(begun))
        elif name in _DIVISIONS:
            start, found = self._divisions.pop()
            if found:
                self.chapters.append(Chapter(tuple(found), Span(start, self._length)))
                _refuse_more(len(self.chapters), CHAPTERS_LIMIT, "chapters")

    def _heading(self, begun: int) -> list[str]:
        """The beginning of what was set from a place on, as much as is shown of a heading."""
        # A piece has at least one letter.
        said = "".join(self._set[begun : begun + 2 * _LONGEST_HEAD])[: 2 * _LONGEST_HEAD].strip()
        return [said] if said else []

    def _say(self, text: str) -> None:
        text = _composed(text).translate(_PRINTABLE)
        first = _FIRST_WORD.match(text)
        # A line end that was moved stands after the first word; all others are where they were.
        for part in (first[0], text[first.end() :]) if first else (text,):
            body = part.strip()
            self._blank = part[: len(part) - len(part.lstrip())][-1:] or self._blank
            if body:
                self._space()
                self._put(_BLANKS.sub(_evened, body))
                self._fresh = False
                self._blank = part[-1] if part[-1].isspace() else ""

    def _put(self, text: str) -> None:
        self._set.append(text)
        self._length += len(text)
        _refuse_more(self._length, LETTERS_LIMIT, "letters")

    def _space(self) -> None:
        """Set what separates the last letter from the next one."""
        last = self._set[-1] if self._set else PAGE
        if self._block and not self._fresh:
            self._put("\n\n")
            self._fresh, self._broken = True, 0
        elif last == BROKEN and self._blank:
            self._broken = 0  # here the line ends at the hyphen in the transcription too
        elif (self._blank or self._line) and not (self._fresh or last == PAGE):
            # Indented white space was put in by a program; a line of print begins at the margin.
            moved = self._broken and not last.endswith("-")
            ends = self._line or (self._blank.endswith("\n") and not moved)
            self._put("\n" if ends else " ")
            self._broken = 0
        self._blank, self._line, self._block = "", False, False

    def _page(self, number: str, image: str) -> None:
        if self._block and self._set:
            self._space()
        if len(self._set) - self._broken > _PIECES_OF_A_WORD:
            self._broken = 0
        self._pages.append(Page(self._broken_at if self._broken else self._length, number, image))
        self._set.insert(self._broken or len(self._set), PAGE)
        self._length += 1
        _refuse_more(len(self._pages), PAGES_LIMIT, "pages")
        if self._broken:
            self._broken += 1
            self._broken_at += 1
        else:
            self._blank, self._line = "", False

    def _glyph(self, reference: str, letter: str) -> None:
        name = re.split(r"[:#]", reference[-_LONGEST_NUMBER:])[-1]
        if name == "EOLhyphen":
            self._space()
            self._put(BROKEN)
            self._broken, self._broken_at = len(self._set), self._length
        elif name != "EOLunhyphen":  # a word that runs on with no hyphen: nothing is printed
            self._say(letter or LOST_LETTER)


def _refuse_more(number: int, limit: int, what: str) -> None:
    if number > limit:
        raise TooMuchPrintError(f"a print of more than {limit:,} {what}")


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


class _Printable(dict[int, int | None]):
    """Leaves out what would steer a screen: controls, and marks that turn the text round."""

    def __missing__(self, code: int) -> int | None:
        letter = chr(code)
        keeps = letter.isprintable() or letter.isspace() or letter == BROKEN
        self[code] = code if keeps else None
        return self[code]


_PRINTABLE = _Printable()


def _composed(text: str) -> str:
    """Make one letter of a letter and its accents.

    Hundreds of accents on one letter are nonsense, and take hours to put in order: they are taken
    by the thirty.
    """
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFC", piece) for piece in _MARKS_TOGETHER.split(text))


def _evened(blanks: re.Match[str]) -> str:
    """What a run of blanks is in print: the end of a line, if the next began at the margin."""
    return "\n" if blanks[0].endswith("\n") else " "


def _short(attribute: str) -> str:
    """The number of a page, as long as one can be."""
    return attribute[:_LONGEST_NUMBER].translate(_PRINTABLE)


def _extent(gap: _Element) -> str:
    return gap.get("extent") or f"{gap.get('quantity', '1')} {gap.get('unit', 'span')}"


def lost(reason: str, extent: str) -> str:
    """Give what stands for a gap: a mark for each lost letter or word, or one for a longer loss.

    >>> lost("illegible", "2 letters"), lost("duplicate", "1 page")
    ('\u2022\u2022', '')
    """
    figure = re.match(r"\d{1,2}", extent)
    number = min(int(figure[0]), _MOST_LOST) if figure else 1
    if reason == "duplicate":
        return ""
    if "letter" in extent or "char" in extent:
        return LOST_LETTER * number
    if "word" in extent:
        return " ".join([LOST_WORD] * number)
    return _LOST_SPAN
