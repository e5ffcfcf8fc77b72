"""Bibliographic data as references, by the edition's own style (`penneech.csl`).

citeproc reads the style. What it is given is made plain first: it knows only dates that are written
as numbers and names that are written in parts, and a reader's file may hold anything.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.render.inert import inert

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from penneech.edition.citing import Csl
    from penneech.files.yamlscalar import Value

STYLE = Path(__file__).with_name("penneech.csl")

LOCALES = {"en": "en-GB", "it": "it-IT"}

_NAMES = ("author", "editor", "translator")
_PARTS = ("family", "given", "dropping-particle", "non-dropping-particle", "suffix")
_TEXTS = (
    "title",
    "container-title",
    "edition",
    "publisher",
    "publisher-place",
    "volume",
    "issue",
    "page",
    "number",
    "number-of-pages",
    "version",
    "DOI",
    "URL",
    "note",
)
_MARKUP = {"&": "\ue000", "<": "\ue001", ">": "\ue002"}
"""What stands for markup while citeproc sets HTML: it escapes titles, but no names."""
_PUT_BY = str.maketrans(_MARKUP)
_SHOWN = str.maketrans({sign: escape(mark) for mark, sign in _MARKUP.items()})

_MONTHS, _DAYS = range(1, 13), range(1, 32)


def reference(csl: Csl, language: str = "en") -> str:
    """Write a CSL-JSON object as a reference: names, title, where and when, address, note.

    >>> reference({"title": "Penneech", "author": [{"family": "Cotton", "given": "Charles"}],
    ...            "issued": {"date-parts": [[1674]]}, "publisher-place": "London"})
    'Cotton, Charles. Penneech. London, 1674.'
    """
    return _set(csl, language, "plain")


def reference_html(csl: Csl, language: str = "en") -> str:
    """The same as HTML without the address: books in italics, whatever is given escaped."""
    shown = {key: value for key, value in csl.items() if key != "URL"}
    return _set(shown, language, "html").translate(_SHOWN)


def date(issued: Value) -> str:
    """Write a CSL date: a year, a day as 1998-05-12, a span as 1625-1640, with `c.` if about then.

    >>> date({"date-parts": [[1625], [1640]], "circa": True}), date({"date-parts": [[1998, 5, 12]]})
    ('c. 1625-1640', '1998-05-12')
    """
    if not isinstance(issued, dict):
        return ""
    return ("c. " if issued.get("circa") else "") + _days(issued)


def words(csl: Mapping[str, Value], key: str) -> str:
    """A field of plain text; empty where there is none."""
    value = csl.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(inert(str(value)).split())


def people(csl: Csl, role: str = "author") -> list[dict[str, str]]:
    """The names of a work's makers, each in its parts, or as `literal`."""
    found = csl.get(role)
    given = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return [person for person in map(_person, given) if person]


def _set(csl: Csl, language: str, form: str) -> str:
    # A work is cited in many documents, and to set it takes far longer than to look it up.
    return _set_plain(json.dumps(_plain(csl)), language, form)


@lru_cache(maxsize=512)
def _set_plain(text: str, language: str, form: str) -> str:
    key, citeproc = "cited", _citeproc()
    plain = json.loads(text) if form == "plain" else _put_by(json.loads(text))
    source = citeproc.source.json.CiteProcJSON([{**plain, "id": key}])
    setter = getattr(citeproc.formatter, form)
    bibliography = citeproc.CitationStylesBibliography(_style(language), source, setter)
    bibliography.register(citeproc.Citation([citeproc.CitationItem(key)]))
    return "".join(map(str, bibliography.bibliography()))


def _citeproc() -> Any:  # noqa: ANN401  # it has no types
    """The package that reads styles, imported where it is wanted: it is slow to import."""
    return import_module("citeproc")


@cache
def _style(language: str) -> Any:  # noqa: ANN401  # the same
    return _citeproc().CitationStylesStyle(str(STYLE), locale=LOCALES[language], validate=False)


def _plain(csl: Csl) -> dict[str, Any]:
    """What citeproc can read of a CSL-JSON object."""
    texts = {key: text for key in _TEXTS if (text := words(csl, key))}
    names = {role: found for role in _NAMES if (found := people(csl, role))}
    issued = csl.get("issued")
    when = {"issued": _dated(issued)} if isinstance(issued, dict) and _days(issued) else {}
    return {"type": words(csl, "type") or "document", **texts, **names, **when}


def _put_by(plain: Any) -> Any:  # noqa: ANN401  # plain data, however deep
    """The same data with signs in place of markup."""
    match plain:
        case str():
            return plain.translate(_PUT_BY)
        case dict():
            return {name: _put_by(value) for name, value in plain.items()}
        case list():
            return [_put_by(one) for one in plain]
        case _:
            return plain


def _person(given: Mapping[str, Value]) -> dict[str, str]:
    literal = words(given, "literal")
    if literal:
        return {"literal": literal}
    return {part: text for part in _PARTS if (text := words(given, part))}


def _dated(issued: Mapping[str, Value]) -> dict[str, Any]:
    """A date: in numbers where it is one day of the calendar or a part of it, else in words."""
    numbers = {"circa": 1} if issued.get("circa") else {}
    ends = issued.get("date-parts")
    parts = ends[0] if isinstance(ends, list) and len(ends) == 1 else None
    if isinstance(parts, list) and _is_day(parts):
        return {**numbers, "date-parts": [parts]}
    return {**numbers, "literal": _days(issued).replace("-", "\N{EN DASH}")}


def _is_day(parts: list[Value]) -> bool:
    year, *rest = parts
    limits = zip(rest, (_MONTHS, _DAYS), strict=False)
    return type(year) is int and year > 0 and all(part in limit for part, limit in limits)


def _days(issued: Mapping[str, Value]) -> str:
    """The days of a date, without a word on how sure they are."""
    ends = issued.get("date-parts")
    if not isinstance(ends, list):
        return words(issued, "literal") or words(issued, "raw")
    days = ["-".join(f"{part:0>2}" for part in end) for end in ends if isinstance(end, list)]
    return inert("-".join(days))
