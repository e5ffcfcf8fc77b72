"""Shows a stretch of an old print as it was printed: old spelling, its lines, its page breaks."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text as Line

from penneech.transcription.plain import BROKEN, PAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.transcription.printed import Print, Span

LINE_END = "-|"
"""A word broken at the end of a line, where the transcription does not keep the lines."""

LEMMA = "bold yellow"
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"  # no letters of any writing: a print cannot have them


def as_printed(
    book: Print, span: Span, lemmas: Iterable[Span] = (), *, width: int = 72
) -> Iterator[Line]:
    """Give a stretch of a print line by line, with the words of lemmas in a colour of their own.

    Lines are as in the transcription where it keeps them, with their hyphens; else they are made
    anew, and `-|` tells where a word was broken. Paragraphs have a blank line between them, and a
    page that begins within the stretch has a line that names it.

    Args:
        book: the print.
        span: the stretch to show.
        lemmas: stretches to mark.
        width: the most columns of a line.
    """
    span = book.trimmed(span)
    names = (f"[{page}]" for page in book.begun_in(span))
    marked = False
    for number, paragraph in enumerate(_marked(book.text, span, lemmas).split("\n\n")):
        if number:
            yield Line()
        for one in _lines(paragraph, width, kept=book.keeps_lines or "\n" in paragraph):
            if one == PAGE:
                yield Line(next(names), "dim")
            else:
                shown, marked = _coloured(one, marked=marked)
                yield shown


def _marked(text: str, span: Span, lemmas: Iterable[Span]) -> str:
    """Cut a stretch out, with marks before and after each lemma in it."""
    marks = [
        mark
        for lemma in lemmas
        if span.start <= lemma.start and lemma.end <= span.end
        for mark in ((lemma.start, _OPEN), (lemma.end, _CLOSE))
    ]
    cut = text[span.start : span.end]
    for place, mark in sorted(marks, reverse=True):
        cut = cut[: place - span.start] + mark + cut[place - span.start :]
    return cut


def _lines(paragraph: str, width: int, *, kept: bool) -> Iterator[str]:
    """Break a paragraph into lines; a page break is a line of its own."""
    for number, part in enumerate(paragraph.split(PAGE)):
        if number:
            yield PAGE
        shown = part.replace(BROKEN, "-\n" if kept else LINE_END)
        for one in shown.split("\n") if kept else [shown]:
            yield from wrap(one, width, break_on_hyphens=False)


def _coloured(text: str, *, marked: bool) -> tuple[Line, bool]:
    """Turn the marks of a line into colour; a lemma may run on from the line before."""
    shown = Line()
    for piece in re.split(f"([{_OPEN}{_CLOSE}])", text):
        if piece in (_OPEN, _CLOSE):
            marked = piece == _OPEN
        else:
            shown.append(piece, LEMMA if marked else None)
    return shown, marked


def bare(lines: Iterable[Line]) -> str:
    """Give lines as text without colour, one below the other."""
    return "\n".join(line.plain for line in lines)
