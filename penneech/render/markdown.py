"""Sets a document as Markdown: CommonMark with the tables and footnotes of GitHub and pandoc."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined

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
)
from penneech.render.html import is_web_address
from penneech.render.inert import inert, runs_right_to_left

if TYPE_CHECKING:
    from jinja2 import Template

    from penneech.render.content import Document, Fan, Inline, Inlines, Labels, Note, Ranking, Table

FORMAT = "md"

_ACTIVE = re.compile(r"([\\`*_\[\]<>|~&$^@])")
"""Characters that mean something anywhere in a line."""
_AT_START = re.compile(r"\s*(?:[#+=:%-]|\d+(?=[.)]))")
"""What would begin a heading, a list, a rule or a definition at the start of a line."""
_ADDRESS = re.compile(r"(?i)\b(www)\.|(\w):(?=//)")
"""What some programs make a link of by themselves."""

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def render_markdown(document: Document) -> str:
    """Set a document as Markdown; paragraphs are not broken into lines."""
    text = _template().render(document=document, setter=_Setter(document.labels))
    return text if document.notes else f"{text.rstrip()}\n"


def escaped(text: str) -> str:
    r"""Text in which no character means anything to Markdown, within a line.

    >>> print(escaped("<b> | [x](y)"))
    \<b\> \| \[x\](y)
    """
    safe = _ACTIVE.sub(r"\\\1", inert(text))
    return _ADDRESS.sub(lambda found: f"{found[1]}\\." if found[1] else f"{found[2]}\\:", safe)


def begun(line: str) -> str:
    r"""A line whose beginning begins nothing else.

    >>> print(begun("# no heading"))
    \# no heading
    >>> print(begun("1674. no list"))
    1674\. no list
    """
    found = _AT_START.match(line)
    if found is None:
        return line
    at = found.end() if found[0][-1].isdigit() else found.end() - 1
    return f"{line[:at]}\\{line[at:]}"


@cache
def _template() -> Template:
    environment = Environment(  # noqa: S701  # Markdown has an escaping of its own: `escaped`
        loader=PackageLoader("penneech.render"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("document.md.j2")


class _Setter:
    """Sets inline content and the rows of tables."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def inlines(self, inlines: Inlines) -> str:
        """Inline content on one line."""
        return begun("".join(self._inline(inline) for inline in inlines))

    def fan(self, fan: Fan) -> str:
        """A row of cards after its label."""
        return f"{self.inlines(fan.label)}: {' '.join(map(self._card, fan.cards))}"

    def ranking(self, ranking: Ranking) -> str:
        """The cards of a suit after its label, each with its points."""
        cards = (
            f"{self._card(face)} {worth}" if worth else self._card(face)
            for face, worth in zip(ranking.cards, ranking.worth, strict=True)
        )
        return f"{self.inlines(ranking.label)}: {', '.join(cards)}"

    def row(self, cells: tuple[Inlines, ...]) -> str:
        """A row of a table."""
        return f"| {' | '.join(self.inlines(cell) for cell in cells)} |"

    def rule(self, table: Table) -> str:
        """The line under a table's head, which also sets figures to the right."""
        ends = ["--:" if n in table.figures else "---" for n in range(len(table.head))]
        return f"| {' | '.join(ends)} |"

    def note(self, note: Note) -> str:
        """A note after its title."""
        return f"**{self.inlines(note.title)}.** {' '.join(map(self.inlines, note.parts))}"

    def _inline(self, inline: Inline) -> str:  # noqa: C901, PLR0911  # one case for each kind
        match inline:
            case Plain(text):
                return escaped(text)
            case Given(text, None):
                return _apart(text)
            case Given(text, _):
                return f"{_apart(text)} {escaped(f'[{self._labels.untranslated}]')}"
            case Quoted(text):
                return f"{self._labels.quote}{_apart(text)}{self._labels.unquote}"
            case Strong(text):
                return f"**{escaped(text)}**"
            case Code(text):
                return f"`{_code(text)}`"
            case Command(text, _):
                return f"`{_code(text)} {FORMAT}`"
            case CardFace():
                return self._card(inline)
            case Marker(note):
                return f"[^{note}]"
            case Link(url):
                return f"<{url}>" if is_web_address(url) else escaped(url)
            case _:
                assert_never(inline)

    def _card(self, face: CardFace) -> str:
        return f"**{face.card.sign}**" if face.marked else face.card.sign


def _apart(text: str) -> str:
    """A text of somebody's file; one that runs from right to left keeps to its own place."""
    safe = escaped(text)
    return f"{_ISOLATE}{safe}{_END}" if runs_right_to_left(text) else safe


def _code(text: str) -> str:
    return inert(text).replace("`", "'").replace("|", "/")
