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

from penneech.transcription.printed import BROKEN, LOST_LETTER, LOST_WORD, PAGE, Page, Print, Span

if TYPE_CHECKING:
    from lxml.etree import _Element

_WITHIN = """abbr add c cb choice damage date del emph foreign g gap hi lb mentioned milestone
name num orig pb pc persName placeName ref seg sic supplied surplus term title unclear w"""
_INLINE = frozenset(_WITHIN.split())
"""Elements within a paragraph; any other begins a new one."""
_NOT_PRINTED = frozenset({"desc", "figDesc", "note", "fw", "corr", "reg", "expan", "index"})
_UNREAD = _NOT_PRINTED | {"gap"}
_PIECES_OF_A_WORD = 20
_LONGEST_HEAD = 160
_MOST_LOST = 20
_LOST_SPAN = "\u3008\u2026\u3009"


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
        self._blank = ""
        self._line = self._block = False  # what is to come before the next letter
        self._fresh = True  # nothing stands in the paragraph yet
        self._broken = 0  # where in `_set` the word in hand was broken; 0 for a whole word
        self._divisions: list[tuple[int, list[str]]] = []

    def printed(self) -> Print:
        """Give what was set so far."""
        return Print.of("".join(self._set), self._pages)

    def take(self, text: _Element) -> None:
        """Set an element with all that it holds."""
        from lxml import etree  # noqa: PLC0415  # heavy, and no other command needs it

        walk = etree.iterwalk(text, events=("start", "end"))
        heads: list[int] = []
        for event, element in walk:
            name = etree.QName(element).localname
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
                self._page(element.get("n", ""), element.get("facs", ""))
            case "lb" | "l":
                self._line = True
            case "gap":
                self._say(lost(element.get("reason", ""), _extent(element)))
            case "g":
                self._glyph(element.get("ref", ""), element.text or "")
            case "head":
                heads.append(len(self._set))
            case _ if _is_division(name):
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
        parent = element.getparent()
        if name == "head":
            said = "".join(self._set[heads.pop() :]).strip()
            if self._divisions and parent is not None and _is_division(_local(parent)) and said:
                self._divisions[-1][1].append(said)
        elif _is_division(name):
            start, found = self._divisions.pop()
            if found:
                self.chapters.append(Chapter(tuple(found), Span(start, self._length)))

    def _say(self, text: str) -> None:
        for piece in re.findall(r"\s+|\S+", unicodedata.normalize("NFC", text)):
            if piece.isspace():
                self._blank += piece
            elif printable := _printable(piece):
                self._space()
                self._put(printable)
                self._fresh = False

    def _put(self, text: str) -> None:
        self._set.append(text)
        self._length += len(text)

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
        after = "".join(self._set[self._broken :]) if self._broken else ""
        self._pages.append(Page(self._length - len(after), number, image))
        self._set.insert(self._broken or len(self._set), PAGE)
        self._length += 1
        if self._broken:
            self._broken += 1
        else:
            self._blank, self._line = "", False

    def _glyph(self, reference: str, letter: str) -> None:
        name = re.split(r"[:#]", reference)[-1]
        if name == "EOLhyphen":
            self._space()
            self._put(BROKEN)
            self._broken = len(self._set)
        elif name != "EOLunhyphen":  # a word that runs on with no hyphen: nothing is printed
            self._say(letter or LOST_LETTER)


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_division(name: str) -> bool:
    return re.fullmatch(r"div\d?", name) is not None


def _printable(letters: str) -> str:
    """Leave out what would steer a screen: controls, and marks that turn the text round."""
    if letters.isprintable():
        return letters
    return "".join(letter for letter in letters if letter.isprintable() or letter == BROKEN)


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
