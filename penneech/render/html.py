"""Sets a document as one HTML page that asks for nothing from outside.

Text becomes markup in this file and in the template, and nowhere else; both escape it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, assert_never
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from penneech.render.card_drawings import RED, drawn, symbols
from penneech.render.content import (
    CardFace,
    Code,
    Command,
    Given,
    Link,
    Marker,
    Plain,
    Quoted,
    Strong,
    drawn_cards,
)
from penneech.render.inert import inert

if TYPE_CHECKING:
    from jinja2 import Template

    from penneech.render.content import Document, Inline, Inlines

FORMAT = "html"
TEXT_FORM = "\N{VARIATION SELECTOR-15}"
"""After a suit sign: asks for the letter form, since some systems draw a coloured picture."""

_FOREIGN = Markup('<bdi lang="{}">{}</bdi> <span class="mark">[{}]</span>')
_QUOTED = Markup('{}<bdi lang="en">{}</bdi>{}')
_CARD = Markup('<span class="{} {}" role="img" aria-label="{}">{}</span>')
_DRAWN = Markup(
    '<span class="{}" role="img" aria-label="{}">{}<span class="copied">{}</span></span>'
)
_MARKER = Markup(
    '<sup><a class="marker" id="ref-{}-{}" href="#note-{}" role="doc-noteref"'
    ' aria-label="{} {}">{}</a></sup>'
)


def render_html(document: Document) -> str:
    """Set a document as HTML."""
    return template_named("document.html.j2").render(document=document, setter=_Setter(document))


@cache
def template_named(name: str) -> Template:
    """A template of a page; whatever it is given is escaped.

    Args:
        name: of a file in the folder of templates.
    """
    environment = Environment(
        loader=PackageLoader("penneech.render"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name)


class _Setter:
    """Sets inline content, and numbers the notes and the places that point to them."""

    def __init__(self, document: Document) -> None:
        self._labels = document.labels
        self._numbers = {note.id: n for n, note in enumerate(document.notes, start=1)}
        self._pointers: dict[str, int] = dict.fromkeys(self._numbers, 0)
        cards = drawn_cards(document)
        self.symbols = symbols(cards) if cards else Markup()
        """The cards that are drawn, once for the whole page."""

    def inlines(self, inlines: Inlines) -> Markup:
        """Inline content as markup."""
        return Markup("").join(self._inline(inline) for inline in inlines)

    def plain(self, inlines: Inlines) -> str:
        """Inline content as text only, for the page's name."""
        return "".join(inert(part.text) for part in inlines if isinstance(part, Plain | Given))

    def text(self, text: str) -> str:
        """A text that stands where no markup can, like an attribute."""
        return inert(text)

    def backs(self, note: str) -> list[tuple[str, int]]:
        """The places that point to a note: their ids and their numbers."""
        return [(f"ref-{note}-{n}", n) for n in range(1, self._pointers[note] + 1)]

    def _inline(self, inline: Inline) -> Markup:  # noqa: C901, PLR0911  # one case for each kind
        match inline:
            case Plain(text):
                return escape(inert(text))
            case Given(text, None):
                return Markup("<bdi>{}</bdi>").format(inert(text))
            case Given(text, lang):
                return _FOREIGN.format(lang, inert(text), self._labels.untranslated)
            case Quoted(text):
                return _QUOTED.format(self._labels.quote, inert(text), self._labels.unquote)
            case Strong(text):
                return Markup("<strong>{}</strong>").format(inert(text))
            case Code(text):
                return Markup("<code>{}</code>").format(inert(text))
            case Command(text, _):
                return Markup("<code>{} {}</code>").format(text, FORMAT)
            case CardFace():
                return self._card(inline)
            case Marker(note):
                return self._marker(note)
            case Link(url):
                return self._link(inert(url))
            case _:
                assert_never(inline)

    def drawn(self, face: CardFace) -> Markup:
        """A card as a drawing; what is copied of it is its rank and sign."""
        kind = "drawn marked" if face.marked else "drawn"
        return _DRAWN.format(kind, self._name(face), drawn(face.card), face.card.sign)

    def _card(self, face: CardFace) -> Markup:
        kind = "card marked" if face.marked else "card"
        colour = "red" if face.card.suit in RED else "black"
        return _CARD.format(kind, colour, self._name(face), face.card.sign + TEXT_FORM)

    def _name(self, face: CardFace) -> str:
        return f"{face.name}, {self._labels.marked}" if face.marked else face.name

    def _marker(self, note: str) -> Markup:
        self._pointers[note] += 1
        nth, number = self._pointers[note], self._numbers[note]
        return _MARKER.format(note, nth, note, self._labels.note, number, number)

    def _link(self, url: str) -> Markup:
        if not is_web_address(url):
            return escape(url)
        return Markup('<a href="{}" rel="noreferrer">{}</a>').format(url, url)


def is_web_address(url: str) -> bool:
    """Whether an address is of the web and holds nothing that could end it early."""
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return False
    return scheme in ("http", "https") and url.isprintable() and not set(url) & set(" <>\"'`\\|")
