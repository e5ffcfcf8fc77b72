"""CSL-JSON as RIS, which EndNote, Zotero, Mendeley and the catalogues of libraries read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.bibliography import date, people, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.citing import Csl

_TYPES = {
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "book": "BOOK",
    "chapter": "CHAP",
    "classic": "CLSWK",
    "dataset": "DATA",
    "entry": "ENCYC",
    "entry-dictionary": "DICT",
    "entry-encyclopedia": "ENCYC",
    "manuscript": "UNPB",
    "map": "MAP",
    "musical_score": "MUSIC",
    "pamphlet": "PAMP",
    "paper-conference": "CONF",
    "post": "ELEC",
    "post-weblog": "BLOG",
    "report": "RPRT",
    "software": "COMP",
    "thesis": "THES",
    "webpage": "ELEC",
}
_FIELDS = {
    "container-title": "T2",
    "edition": "ET",
    "publisher": "PB",
    "publisher-place": "CY",
    "volume": "VL",
    "issue": "IS",
    "version": "ET",
    "number": "M1",
    "page": "SP",
    "number-of-pages": "SP",
    "ISBN": "SN",
    "ISSN": "SN",
    "language": "LA",
    "DOI": "DO",
    "URL": "UR",
    "note": "N1",
}
_END = "\r\n"
_YEAR_FIGURES = 4


def ris(csl: Csl) -> str:
    """Write a CSL-JSON object as a record of RIS, in UTF-8, its lines ended as the format asks."""
    return "".join(f"{tag}  - {value}{_END}" for tag, value in _lines(csl)) + f"ER  - {_END}{_END}"


def _lines(csl: Csl) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES.get(words(csl, "type"), "GEN")
    yield "ID", words(csl, "id")
    for role, tag in (("author", "AU"), ("editor", "ED")):
        for person in people(csl, role):
            yield tag, _name(person)
    yield "TI", words(csl, "title")
    yield from _dates(csl)
    told = set()
    for name, tag in _FIELDS.items():
        value = words(csl, name)
        # Two fields of one tag: the first that is there has it.
        if value and tag not in told:
            told.add(tag)
            yield from _pages(value) if name == "page" else [(tag, value)]


def _name(person: dict[str, str]) -> str:
    if "literal" in person:
        return person["literal"]
    particles = (person.get("dropping-particle"), person.get("non-dropping-particle"))
    family = " ".join(part for part in (*particles, person.get("family")) if part)
    return ", ".join(part for part in (family, person.get("given"), person.get("suffix")) if part)


def _dates(csl: Csl) -> Iterator[tuple[str, str]]:
    """The year, and the date as year/month/day/more."""
    issued = csl.get("issued")
    ends = issued.get("date-parts") if isinstance(issued, dict) else None
    first = ends[0] if isinstance(ends, list) and ends else None
    whole = date(issued)
    if not isinstance(first, list):
        if whole:
            yield "DA", f"///{whole}"
        return
    year, month, day = (*(f"{part:0>2}" for part in first), "", "")[:3]
    yield "PY", f"{year:0>{_YEAR_FIGURES}}"
    is_plain = len(ends) == 1 and not issued.get("circa")  # type: ignore[arg-type, union-attr]  # the schema of CSL holds it
    if not is_plain or month:
        yield "DA", f"{year:0>{_YEAR_FIGURES}}/{month}/{day}/{'' if is_plain else whole}"


def _pages(value: str) -> Iterator[tuple[str, str]]:
    first, dash, last = value.replace("\N{EN DASH}", "-").partition("-")
    if not dash or not first.strip() or not last.strip():
        yield "SP", value
        return
    yield "SP", first.strip()
    yield "EP", last.strip()
