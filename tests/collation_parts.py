"""Two made-up copies of a chapter that differ as copies do; the words are our own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from fixture_tei import HYPHEN, chapter, gap, tei, write

from penneech.apparatus import load_sources
from penneech.edition.collation import collate_copies
from penneech.transcription.tei import read_book

FIRST = chapter(
    f"ONe \u017fays first what play{HYPHEN}ers do, then what o{gap()}hers do; and all ends well.",
    "A <hi>second</hi> paragraph: the cards were red, and the board was long.",
)
SECOND = chapter(
    "One says fir\u017ft what players do, then what others do; and all ends well.",
    "A second paragraph; the cards were black, and the old board was",
    heads="<head>CHAP. XXI.</head><head>A Game called PENNEECH.</head>",
)


def books(folder, first=FIRST, second=SECOND):
    """The two as books, read from files."""
    return [
        read_book(
            write(folder, tei(f'<pb n="{page}"/>{body}', title=f"Book {name}"), f"{name}.xml")
        )
        for name, page, body in (("one", 148, first), ("two", 104, second))
    ]


@cache
def made_up():
    with TemporaryDirectory() as folder:
        return collate_copies(books(Path(folder)), load_sources())
