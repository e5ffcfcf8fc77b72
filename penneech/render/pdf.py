"""Sets a document as PDF for print and for screen readers (PDF/UA-1), by typst.

Text goes to typst as data and never as markup: what the template is given is one JSON text, in
which every string has been through `inert`. Only the fonts that typst brings are used, so that the
same document gives the same bytes on every machine.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never

import typst

from penneech.errors import PenneechError
from penneech.render.card_drawings import printed
from penneech.render.content import (
    CardFace,
    Code,
    Command,
    Example,
    Fans,
    Given,
    Link,
    Marker,
    Order,
    Paragraph,
    Plain,
    Points,
    Quoted,
    Steps,
    Strong,
    Table,
    Terms,
    drawn_cards,
)
from penneech.render.fonts import shown
from penneech.render.html import is_web_address
from penneech.render.inert import inert, runs_right_to_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.render.content import Block, Document, Inline, Inlines, Section

Data: TypeAlias = dict[str, Any]
"""What a template is given: texts, numbers, lists and tables by name."""

FORMAT: Literal["pdf"] = "pdf"
TEMPLATE = Path(__file__).with_name("templates") / "document.typ"
STANDARD: Literal["ua-1"] = "ua-1"
NARROWEST, WIDEST = 7, 90
"""Letters that a column is taken to have at least and at most when the widths are shared out."""
RUNNING = 64
"""The most letters of the title that stand at the head of a page."""

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def render_pdf(document: Document) -> bytes:
    """Set a document as PDF.

    Raises:
        PenneechError: when typst cannot set it.
    """
    return set_by_typst(as_data(document))


def set_by_typst(data: Data) -> bytes:
    """Set what the template is given."""
    try:
        made = _compiler().compile(
            input=TEMPLATE.read_bytes(),
            sys_inputs={"document": json.dumps(data, ensure_ascii=False, sort_keys=True)},
            pdf_standards=[STANDARD],
            format=FORMAT,
        )
    except typst.TypstError as error:
        title, fault = data.get("title", "a document"), str(error).splitlines()[0]
        raise PenneechError(f"{title} cannot be set as PDF: {fault}") from error
    if not isinstance(made, bytes):
        raise TypeError(made)
    return made


@cache
def _compiler() -> typst.Compiler:
    """One compiler for all documents, so that the fonts are read once."""
    fonts = typst.Fonts(include_system_fonts=False)
    return typst.Compiler(font_paths=fonts, ignore_system_fonts=True, root=TEMPLATE.parent)


def as_data(document: Document) -> Data:
    """What the template is given of a document."""
    setter = _Setter()
    return {
        "language": document.language,
        "title": setter.plain(document.title),
        "description": setter.text(document.description),
        "name": setter.inlines(document.name),
        "running": shorten(
            setter.plain(document.name), RUNNING, placeholder="\N{HORIZONTAL ELLIPSIS}"
        ),
        "device": None if document.device is None else setter.card(document.device),
        "opening": setter.blocks(document.opening),
        "sections": [setter.section(section) for section in document.sections],
        "after": [setter.section(section) for section in document.after],
        "notes": {
            note.id: [
                [{"kind": "strong", "text": setter.plain((*note.title, Plain(".")))}],
                *map(setter.inlines, note.parts),
            ]
            for note in document.notes
        },
        "labels": {
            name: getattr(document.labels, name)
            for name in ("game", "contents", "untranslated", "quote", "unquote")
        },
        "faces": {str(card): printed(card) for card in drawn_cards(document)},
    }


class _Setter:
    """Puts content into data, and remembers which notes have been pointed to."""

    def __init__(self) -> None:
        self._pointed: set[str] = set()

    def section(self, section: Section) -> Data:
        return {
            "id": section.id,
            "title": self.inlines(section.title),
            "blocks": self.blocks(section.blocks),
        }

    def blocks(self, blocks: Sequence[Block]) -> list[Data]:
        return [
            {"kind": block.kind, "leads": _leads(block, then), **self._block(block)}
            for block, then in zip(blocks, (*blocks[1:], None), strict=False)
        ]

    def inlines(self, inlines: Inlines) -> list[Data]:
        return [self._inline(inline) for inline in inlines]

    def plain(self, inlines: Inlines) -> str:
        return "".join(self.text(part.text) for part in inlines if isinstance(part, Plain | Given))

    def text(self, text: str) -> str:
        return shown(inert(text))

    def card(self, face: CardFace) -> Data:
        card = face.card
        return {
            "kind": "card",
            "id": str(card),
            "rank": card.sign[:-1],
            "suit": card.suit.sign,
            "name": face.name,
            "marked": face.marked,
        }

    def _block(self, block: Block) -> Data:
        match block:
            case Paragraph(inlines):
                return {"inlines": self.inlines(inlines)}
            case Steps(items) | Points(items):
                return {"items": [self.inlines(item) for item in items]}
            case Fans() | Order():
                return {"rows": list(self._rows(block))}
            case Terms(items):
                return {"items": [[self.inlines(part) for part in item] for item in items]}
            case Table():
                return self._table(block)
            case Example():
                return {"title": self.inlines(block.title), "blocks": self.blocks(block.blocks)}
            case _:
                assert_never(block)

    def _rows(self, block: Fans | Order) -> Iterable[Data]:
        rows = block.fans if isinstance(block, Fans) else block.rankings
        for row in rows:
            yield {
                "label": self.inlines(row.label),
                "cards": [self.card(face) for face in row.cards],
                "aside": getattr(row, "aside", False),
                "worth": list(getattr(row, "worth", [""] * len(row.cards))),
            }

    def _table(self, table: Table) -> Data:
        rows = (table.head, *table.rows)
        columns = [[_length(row[column]) for row in rows] for column in range(len(table.head))]
        return {
            "caption": self.inlines(table.caption),
            "head": [self.inlines(cell) for cell in table.head],
            "rows": [[self.inlines(cell) for cell in row] for row in table.rows],
            "figures": list(table.figures),
            "widths": [_width(lengths) for lengths in columns],
            "total": table.total,
        }

    def _inline(self, inline: Inline) -> Data:  # noqa: PLR0911  # one case for each kind
        match inline:
            case Plain(text):
                return {"kind": "plain", "text": self.text(text)}
            case Given(text, lang):
                return {"kind": "given", "text": self._apart(text), "lang": lang}
            case Quoted(text):
                return {"kind": "quoted", "text": self._apart(text)}
            case Strong(text):
                return {"kind": "strong", "text": self.text(text)}
            case Code(text):
                return {"kind": "code", "text": self.text(text)}
            case Command(text, name):
                command = f"{text} {FORMAT} --out {name}.{FORMAT}"
                return {"kind": "code", "text": self.text(command)}
            case CardFace():
                return self.card(inline)
            case Marker(note):
                first = note not in self._pointed
                self._pointed.add(note)
                return {"kind": "marker", "note": note, "first": first}
            case Link(url):
                return {"kind": "link", "text": self.text(url), "web": is_web_address(url)}
            case _:
                assert_never(inline)

    def _apart(self, text: str) -> str:
        """A text of somebody's file; one that runs from right to left keeps to its own place."""
        safe = self.text(text)
        return f"{_ISOLATE}{safe}{_END}" if runs_right_to_left(text) else safe


def _leads(block: Block, then: Block | None) -> bool:
    """Whether a block announces what follows it, and so must stand on the same page."""
    if not isinstance(block, Paragraph) or then is None:
        return False
    last = block.inlines[-1] if block.inlines else None
    announces = isinstance(last, Plain) and last.text.rstrip().endswith(":")
    return announces or isinstance(then, Fans | Order | Table)


def _length(inlines: Inlines) -> int:
    """About how many letters some content has."""
    return sum(
        len(inline.text) if isinstance(inline, Plain | Given | Code | Strong) else 3
        for inline in inlines
    )


def _width(lengths: list[int]) -> float:
    """A column's share of the width: long texts get more, but not as much as they are longer."""
    letters: int = min(max(NARROWEST, *lengths), WIDEST)
    return math.pow(letters, 0.6)
