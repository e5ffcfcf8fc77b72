"""The stemma in words, for readers and screen readers, and as a Mermaid diagram."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.render.content import (
    Code,
    Document,
    Paragraph,
    Plain,
    Section,
    Strong,
    Terms,
)
from penneech.render.critical.page import descent
from penneech.render.critical.stemma_drawing import descent_in_words
from penneech.render.inert import inert
from penneech.render.markdown import render_markdown
from penneech.render.wording import sequence
from penneech.witnesses import LinkCertainty, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.stemma import Line, Stemma
    from penneech.render.content import Inlines
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Source

_ARROWS = {
    LinkCertainty.CERTAIN: "-->",
    LinkCertainty.LIKELY: "-.->",
    LinkCertainty.INFERRED: "-.->",
}


def stemma_markdown(stemma: Stemma, naming: Naming) -> str:
    """Give the stemma as Markdown: a Mermaid diagram, and the same as a list with all notes."""
    diagram = f"```mermaid\n{stemma_mermaid(stemma, naming)}```\n"
    heading = f"## {naming.words.text('stemma.drawing')}\n\n"
    text = render_markdown(_document(stemma, naming))
    before, mark, after = text.partition("\n## ")
    return f"{before}\n{heading}{diagram}{mark}{after}"


def _document(stemma: Stemma, naming: Naming) -> Document:
    words = naming.words
    items = tuple(_terms(source, stemma, naming) for source in stemma.sources)
    made = f"penneech stemma --lang {naming.language} --format md"
    colophon: tuple[tuple[Inlines, Inlines], ...] = (
        (words.say("colophon.command"), (Code(made),)),
        (words.say("colophon.made"), (Plain(f"Penneech {__version__}"),)),
    )
    return Document(
        language=naming.language,
        title=words.say("stemma.title"),
        description=words.text("stemma.description"),
        opening=(Paragraph(words.say("stemma.intro")),),
        sections=(Section("list", words.say("stemma.list"), (Terms(items),)),),
        notes=(),
        after=(Section("colophon", words.say("sections.colophon"), (Terms(colophon),)),),
        labels=naming.labels(),
    )


def _terms(source: Source, stemma: Stemma, naming: Naming) -> tuple[Inlines, Inlines]:
    term: Inlines = (
        Strong(source.siglum),
        Plain(f", {naming.dated(source)}, "),
        naming.given(source.title),
    )
    said = descent(source, stemma, naming)
    if not said:
        text = descent_in_words(source, stemma, naming)
        said = [(Plain(f"{text[:1].upper()}{text[1:]}."),)]
    return term, sequence([naming.words.say(f"seen.{source.seen}"), *said], " ")


def stemma_mermaid(stemma: Stemma, naming: Naming) -> str:
    """Give the stemma as a Mermaid flowchart; likely and inferred lines are broken."""
    return "\n".join(("flowchart TD", *_mermaid(stemma, naming))) + "\n"


def _mermaid(stemma: Stemma, naming: Naming) -> Iterator[str]:
    for source in stemma.sources:
        name = f"{source.title.get(naming.language)}, {naming.dated(source)}"
        kind = "unread" if source.seen is Seen.UNSEEN else "read"
        yield f'  {_node(source.siglum)}["{_label(f"{source.siglum}: {name}")}"]:::{kind}'
    for line in stemma.lines:
        yield f"  {_node(line.parent)} {_arrow(line, naming)} {_node(line.child)}"
    yield "  classDef read stroke-width:2px"
    yield "  classDef unread stroke-dasharray:4 3"


def _arrow(line: Line, naming: Naming) -> str:
    words = naming.words
    # The arrow names the parent, so that the words of the link need not.
    link = words.text(f"kind.{line.descent.link}")
    label = f"{link}, {words.text(f'linked.{line.descent.certainty}')}"
    return f'{_ARROWS[line.descent.certainty]}|"{_label(label)}"|'


def _node(siglum: str) -> str:
    """The id of a node; some words, like `end`, mean something to Mermaid by themselves."""
    return f"w_{siglum}"


def _label(text: str) -> str:
    """A text in quotation marks, in which nothing means anything to Mermaid.

    >>> print(_label('<b> "x"'))
    #lt;b#gt; #quot;x#quot;
    """
    safe = inert(text).replace("#", "#35;").replace("&", "#amp;")
    for mark, name in (('"', "quot"), ("<", "lt"), (">", "gt"), ("`", "96")):
        safe = safe.replace(mark, f"#{name};")
    return safe
