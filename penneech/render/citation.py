"""Citations in every form that they are asked for in: text, HTML, BibTeX, RIS, CSL-JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, assert_never
from urllib.parse import urlencode

from markupsafe import Markup, escape

from penneech.render.bibliography import people, reference, reference_html, words
from penneech.render.bibtex import bibtex
from penneech.render.html import is_web_address
from penneech.render.ris import ris

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, TypeAlias

    from penneech.edition.citing import Csl

    Form: TypeAlias = Literal["text", "html", "bibtex", "ris", "csl"]

FORMS = ("text", "html", "bibtex", "ris", "csl")
ENDINGS = {".txt": "text", ".html": "html", ".bib": "bibtex", ".ris": "ris", ".json": "csl"}
"""The form that a file's ending tells."""

_BODY = Markup('<div class="csl-bib-body" lang="{}">\n{}</div>\n')
_ENTRY = Markup('<div class="csl-entry">{}{}<span class="Z3988" title="{}"></span></div>\n')
_LINK = Markup(' <a href="{}" rel="noreferrer">{}</a>.')

_BOOKS = ("book", "classic", "collection", "pamphlet", "report", "thesis")
_CHAPTERS = ("chapter", "entry", "entry-dictionary", "entry-encyclopedia", "paper-conference")


def citations(cited: Sequence[Csl], form: Form, language: str = "en") -> str:
    """Set citations in a form, one after the other.

    Args:
        cited: CSL-JSON objects.
        form: one of `FORMS`.
        language: of what the style itself says, like the name of a month.
    """
    match form:
        case "text":
            return "\n".join(f"{reference(one, language)}\n" for one in cited)
        case "html":
            entries = Markup("").join(_entry(one, language) for one in cited)
            return str(_BODY.format(language, entries))
        case "bibtex":
            return "\n".join(map(bibtex, cited))
        case "ris":
            return "".join(map(ris, cited))
        case "csl":
            return json.dumps([dict(one) for one in cited], indent=2) + "\n"
        case _:
            assert_never(form)


def coins(csl: Csl) -> str:
    """What Zotero and its like read in a page's `span` of the class Z3988 (COinS, Z39.88-2004)."""
    return urlencode([(key, value) for key, value in _context(csl) if value])


def page_metadata(csl: Csl, sources: Sequence[Csl] = ()) -> tuple[tuple[str, str], ...]:
    """What a page says of itself to a reference manager: the names and contents of `meta` tags.

    The `citation_` names are those that Google Scholar and Zotero read, the `DC.` names Dublin
    Core's; a page that cites sources names each as `DC.references`.

    Args:
        csl: what the page is, as CSL-JSON.
        sources: what it cites, the same.
    """
    said = [
        ("citation_title", words(csl, "title")),
        *[("citation_author", _name(one)) for one in people(csl)],
        ("citation_inbook_title", words(csl, "container-title")),
        ("citation_language", words(csl, "language")),
        ("DC.title", words(csl, "title")),
        *[("DC.creator", _name(one)) for one in people(csl)],
        ("DC.type", "Dataset" if csl.get("type") == "dataset" else "Text"),
        ("DC.language", words(csl, "language")),
        ("DC.identifier", words(csl, "number")),
        ("DC.isPartOf", words(csl, "container-title")),
        ("DC.description", words(csl, "note")),
        *[("DC.references", reference(one, words(csl, "language") or "en")) for one in sources],
    ]
    return tuple((name, content) for name, content in said if content)


def _entry(csl: Csl, language: str) -> Markup:
    # citeproc has escaped what it was given.
    text = Markup(reference_html(csl, language))  # noqa: S704  # escaped where it is made
    url = words(csl, "URL")
    if not url:
        link = Markup("")
    elif is_web_address(url):
        link = _LINK.format(url, url)
    else:
        link = escape(f" {url}.")
    return _ENTRY.format(text, link, coins(csl))


def _context(csl: Csl) -> Iterator[tuple[str, str]]:
    """The keys and values of a context object."""
    kind = csl.get("type")
    is_book = kind in _BOOKS or kind in _CHAPTERS
    title, container = words(csl, "title"), words(csl, "container-title")
    yield "ctx_ver", "Z39.88-2004"
    yield "rft_val_fmt", f"info:ofi/fmt:kev:mtx:{'book' if is_book else 'dc'}"
    if is_book:
        yield "rft.genre", "bookitem" if container else "book"
        yield "rft.atitle" if container else "rft.btitle", title
        yield "rft.btitle" if container else "rft.title", container or title
        yield "rft.place", words(csl, "publisher-place")
        yield "rft.pub", words(csl, "publisher")
        yield "rft.pages", words(csl, "page")
        yield "rft.edition", words(csl, "edition")
    else:
        yield "rft.type", str(kind)
        yield "rft.title", title
        yield "rft.source", container
        yield "rft.publisher", words(csl, "publisher")
        yield "rft.description", words(csl, "note")
    for one in people(csl):
        yield ("rft.au" if is_book else "rft.creator"), _name(one)
    yield "rft.date", _year(csl)
    yield "rft_id", words(csl, "URL")
    yield "rft.language", words(csl, "language")


def _name(person: dict[str, str]) -> str:
    family = " ".join(person[part] for part in _FAMILY if part in person)
    parts = (family, person.get("given"), person.get("suffix"))
    return person.get("literal") or ", ".join(part for part in parts if part)


_FAMILY = ("dropping-particle", "non-dropping-particle", "family")


def _year(csl: Csl) -> str:
    issued = csl.get("issued")
    ends = issued.get("date-parts") if isinstance(issued, dict) else None
    first = ends[0] if isinstance(ends, list) and ends else None
    return str(first[0]) if isinstance(first, list) and first else ""
