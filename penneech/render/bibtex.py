"""CSL-JSON as BibTeX, for LaTeX: the entry types and fields that BibTeX and biber both know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from penneech.render.bibliography import date, people, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.citing import Csl

_TYPES = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "classic": "book",
    "collection": "book",
    "chapter": "incollection",
    "entry": "incollection",
    "entry-dictionary": "incollection",
    "entry-encyclopedia": "incollection",
    "manuscript": "unpublished",
    "pamphlet": "booklet",
    "paper-conference": "inproceedings",
    "report": "techreport",
    "thesis": "phdthesis",
}
_CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
_FIELDS = {
    "edition": "edition",
    "publisher": "publisher",
    "publisher-place": "address",
    "volume": "volume",
    "page": "pages",
    "number-of-pages": "pagetotal",
    "version": "version",
    "language": "language",
    "ISBN": "isbn",
    "ISSN": "issn",
}
_VERBATIM = {"DOI": "doi", "URL": "url"}

_ESCAPES = {
    "\\": r"\textbackslash{}",
    # BibTeX counts braces, and those behind a stroke too.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "|": r"\textbar{}",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
}
_ACTIVE = re.compile("|".join(map(re.escape, _ESCAPES)))
_NO_KEY = re.compile(r"[^A-Za-z0-9:.+/_-]+")
_NO_ADDRESS = re.compile(r"[{}\\\s]")
"""What would end an address early; anything else stands in it as it is, since LaTeX reads it so."""


def bibtex(csl: Csl) -> str:
    """Write a CSL-JSON object as an entry of BibTeX, in UTF-8.

    A title stands in braces of its own, so that no style changes its capitals.
    """
    kind = _TYPES.get(words(csl, "type"), "misc")
    lines = "".join(f",\n  {name} = {{{value}}}" for name, value in _fields(csl, kind) if value)
    return f"@{kind}{{{key(csl)}{lines}\n}}\n"


def key(csl: Csl) -> str:
    r"""The key by which LaTeX cites it: what is no plain letter, figure or mark becomes a stroke.

    >>> key({"id": "a b,{c}"})
    'a-b-c'
    """
    return _NO_KEY.sub("-", words(csl, "id")).strip("-") or "cited"


def escaped(text: str) -> str:
    r"""Text in which no character means anything to LaTeX.

    >>> print(escaped("100 % of {A} & B_1"))
    100 \% of \textbraceleft{}A\textbraceright{} \& B\_1
    """
    return _ACTIVE.sub(lambda found: _ESCAPES[found[0]], text)


def _fields(csl: Csl, kind: str) -> Iterator[tuple[str, str]]:
    for role in ("author", "editor"):
        yield role, " and ".join(map(_name, people(csl, role)))
    title = escaped(words(csl, "title"))
    yield "title", f"{{{title}}}" if title else ""
    yield _CONTAINERS.get(kind, "howpublished"), escaped(words(csl, "container-title"))
    yield from _dates(csl)
    for name, field in _FIELDS.items():
        yield field, escaped(words(csl, name))
    if kind == "article":
        yield "number", escaped(words(csl, "issue"))
    for name, field in _VERBATIM.items():
        yield field, _NO_ADDRESS.sub(_percent, words(csl, name))
    number = "" if kind == "article" else words(csl, "number")
    yield (
        "note",
        escaped(". ".join(part for part in (_sentence(number), words(csl, "note")) if part)),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(person: dict[str, str]) -> str:
    """A name in the form that is not taken apart wrongly: particle family, suffix, given."""
    if "literal" in person:
        return f"{{{escaped(person['literal'])}}}"
    particles = (person.get("dropping-particle"), person.get("non-dropping-particle"))
    family = " ".join(escaped(part) for part in particles if part)
    last = _braced(escaped(person.get("family", "")))
    parts = (f"{family} {last}".strip(), person.get("suffix"), person.get("given"))
    return ", ".join(_braced(escaped(part)) if n else part for n, part in enumerate(parts) if part)


def _braced(text: str) -> str:
    """Braces round what BibTeX would read as two names, or as a part of one."""
    return f"{{{text}}}" if "," in text or " and " in f" {text} " else text


def _dates(csl: Csl) -> Iterator[tuple[str, str]]:
    issued = csl.get("issued")
    ends = issued.get("date-parts") if isinstance(issued, dict) else None
    is_sure = isinstance(issued, dict) and not issued.get("circa")
    first = ends[0] if isinstance(ends, list) and len(ends) == 1 and is_sure else None
    if not isinstance(first, list):
        yield "year", escaped(date(issued).replace("-", "\N{EN DASH}"))
        return
    for name, part in zip(("year", "month", "day"), first, strict=False):
        yield name, escaped(str(part))


def _percent(found: re.Match[str]) -> str:
    """A character as addresses write those that they cannot hold."""
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
