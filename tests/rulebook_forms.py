"""What the tests of rulebooks read back from each form: its text, without its marks."""

from __future__ import annotations

import io
import re

from lxml import html
from pypdf import PdfReader
from rulebook_parts import spaced

from penneech.render.html import render_html
from penneech.render.markdown import render_markdown
from penneech.render.pdf import as_data, render_pdf

NO_MARKS = re.compile(r"\[\^\w+\]:?|\*\*|`")


def page_text(document):
    """The text of the HTML page; the numbers of its notes are none of it."""
    tree = html.fromstring(render_html(document))
    for mark in (*tree.iter("sup"), *tree.iter("style"), *tree.iter("svg"), *tree.iter("title")):
        mark.drop_tree()
    return spaced(tree.text_content().replace("\ufe0e", ""))


def plain_text(document):
    """The text of the Markdown."""
    return spaced(re.sub(r"\\(?=[^\w\s])", "", NO_MARKS.sub("", render_markdown(document))))


def print_text(document):
    """What print is given to set: every text of it, in its order, the notes at the end."""
    data = as_data(document)
    del data["faces"]
    return spaced(" ".join(_texts(data)))


INLINE = {"plain", "given", "quoted", "strong", "code", "card", "marker", "link"}


def _texts(node):
    match node:
        case str():
            yield node
        case dict():
            for key, inner in node.items():
                if key not in {"kind", "id"}:
                    yield from _texts(inner)
        case [{"kind": kind}, *_] if kind in INLINE:  # content that runs on without a space
            yield "".join(map(_inline, node))
        case list():
            for inner in node:
                yield from _texts(inner)


def _inline(one):
    return one["rank"] + one["suit"] if one["kind"] == "card" else one.get("text", "")


TEXTS = (page_text, plain_text, print_text)
"""How each form is read, quickly: of PDF what it is made from."""


def reader_of(document):
    return PdfReader(io.BytesIO(render_pdf(document)))


def pdf_text(document):
    """The text of the PDF as it is found and copied, letters and figures only, page by page."""
    return [squeezed(page.extract_text()) for page in reader_of(document).pages]


def squeezed(text):
    """A text without white space and the hyphens at the ends of lines."""
    return re.sub(r"[\s\u00ad\u2010-]+", "", text)
