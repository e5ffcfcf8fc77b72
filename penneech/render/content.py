"""The content of a document, without its form: sections, paragraphs, tables, cards, notes.

A document is composed once in each language and set by a renderer in each format. Nothing here
knows of Markdown, HTML or paper: text is plain text, whatever characters are in it, and a renderer
must set it so that it can do nothing but be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from penneech.cards import in_pack_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.cards import Card


@dataclass(frozen=True, slots=True)
class Plain:
    """Words in the language of the document."""

    text: str


@dataclass(frozen=True, slots=True)
class Given:
    """A text that stands in somebody's file, in the language of the document.

    With `lang` the text is in that language instead, and must be marked as such.
    """

    text: str
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a witness as they are printed there, in quotation marks; in English."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """What is written for a machine: an id, a digest."""

    text: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card, with its name in words; `marked` is the one of a row that the reader should see."""

    card: Card
    name: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """A pointer to the note on a setting."""

    note: str


@dataclass(frozen=True, slots=True)
class Link:
    """An address on the web, shown as it is."""

    url: str


@dataclass(frozen=True, slots=True)
class Command:
    """The command that makes this document again; a renderer adds the name of its format.

    `name` is what a file of the document is called, without its ending.
    """

    text: str
    name: str = ""


Inline: TypeAlias = Plain | Given | Quoted | Strong | Code | CardFace | Marker | Link | Command
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    inlines: Inlines
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done or happens in an order."""

    items: tuple[Inlines, ...]
    kind: str = "steps"


@dataclass(frozen=True, slots=True)
class Points:
    """What stands side by side, in no order that matters."""

    items: tuple[Inlines, ...]
    kind: str = "points"


@dataclass(frozen=True, slots=True)
class Fan:
    """Cards in a row after a label; `aside` sets them back, as cards that may not be played."""

    label: Inlines
    cards: tuple[CardFace, ...]
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Fans:
    """Rows of cards."""

    fans: tuple[Fan, ...]
    kind: str = "fans"


@dataclass(frozen=True, slots=True)
class Ranking:
    """The cards of a suit from the highest down, each with its points (empty for none)."""

    label: Inlines
    cards: tuple[CardFace, ...]
    worth: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """How the cards rank and what they are worth, suit by suit: a diagram."""

    rankings: tuple[Ranking, ...]
    kind: str = "order"


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms, each with what is to be said of it."""

    items: tuple[tuple[Inlines, Inlines], ...]
    kind: str = "terms"


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first cell of each row is the row's heading.

    `figures` are the columns (from 0) that hold numbers; `total` tells that the last row adds up
    the others.
    """

    caption: Inlines
    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    figures: tuple[int, ...] = ()
    total: bool = False
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, or a part of one."""

    title: Inlines
    blocks: tuple[Block, ...]
    id: str
    kind: str = "example"


Block: TypeAlias = Paragraph | Steps | Points | Fans | Order | Terms | Table | Example


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the first rank, with the id by which it is linked."""

    id: str
    title: Inlines
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What stands behind a sentence: the name of the setting, and the evidence in short parts."""

    id: str
    title: Inlines
    parts: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """The words that a renderer itself needs."""

    game: str
    contents: str
    note: str
    back: str
    notes: str
    notes_intro: str
    untranslated: str
    marked: str
    quote: str
    unquote: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document in one language; the notes stand in the order in which they are pointed to.

    `name` is the part of the title that tells it from others of its kind, `device` the card that
    stands at its head, if one does, and `after` are the sections that follow the notes; `metadata`
    is what a page of it says of itself to reference managers, each a name and its content.
    """

    language: str
    title: Inlines
    description: str
    opening: tuple[Block, ...]
    sections: tuple[Section, ...]
    notes: tuple[Note, ...]
    after: tuple[Section, ...]
    labels: Labels
    name: Inlines = ()
    device: CardFace | None = None
    metadata: tuple[tuple[str, str], ...] = ()


def drawn_cards(document: Document) -> tuple[Card, ...]:
    """The cards that a document shows in rows and at its head, each once, in the pack's order."""
    sections = (*document.sections, *document.after)
    faces = (face for section in sections for face in _faces(section.blocks))
    cards = {face.card for face in faces}
    if document.device is not None:
        cards.add(document.device.card)
    return in_pack_order(cards)


def _faces(blocks: Iterable[Block]) -> Iterator[CardFace]:
    for block in blocks:
        match block:
            case Fans(fans):
                yield from (face for fan in fans for face in fan.cards)
            case Order(rankings):
                yield from (face for ranking in rankings for face in ranking.cards)
            case Example():
                yield from _faces(block.blocks)
            case _:
                continue
