"""A source's bibliographic data as a reference of one paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from penneech.files.yamlscalar import Value


def reference(csl: Mapping[str, Value]) -> str:
    """Write a CSL-JSON object as a reference: names, title, where and when, note.

    >>> reference({"title": "Penneech", "author": [{"family": "Cotton", "given": "Charles"}],
    ...            "issued": {"date-parts": [[1674]]}, "publisher-place": "London"})
    'Cotton, Charles. Penneech. London, 1674.'
    """
    issue = ", ".join(
        part
        for part in (
            _imprint(csl),
            _words(csl, "volume"),
            date(csl.get("issued")),
            _numbered("p. ", _words(csl, "page")),
            _numbered("", _words(csl, "number-of-pages"), " pp."),
        )
        if part
    )
    sentences = (
        _names(csl.get("author")),
        _words(csl, "title"),
        _words(csl, "container-title"),
        issue,
        _words(csl, "URL"),
        _words(csl, "note"),
    )
    return " ".join(text if text.endswith(".") else f"{text}." for text in sentences if text)


def date(issued: Value) -> str:
    """Write a CSL date: a year, a day as 1998-05-12, a span as 1625-1640, with `c.` if about then.

    >>> date({"date-parts": [[1625], [1640]], "circa": True}), date({"date-parts": [[1998, 5, 12]]})
    ('c. 1625-1640', '1998-05-12')
    """
    if not isinstance(issued, dict):
        return ""
    ends = issued.get("date-parts")
    if not isinstance(ends, list):
        return _words(issued, "literal") or _words(issued, "raw")
    days = ["-".join(f"{part:0>2}" for part in end) for end in ends if isinstance(end, list)]
    return ("c. " if issued.get("circa") else "") + "-".join(days)


def _imprint(csl: Mapping[str, Value]) -> str:
    parts = (_words(csl, "publisher-place"), _words(csl, "publisher"))
    return ": ".join(part for part in parts if part)


def _numbered(before: str, text: str, after: str = "") -> str:
    return f"{before}{text}{after}" if text else ""


def _words(data: Mapping[str, Value], key: str) -> str:
    value = data.get(key)
    return " ".join(str(value).split()) if isinstance(value, str | int) else ""


def _names(authors: Value) -> str:
    people = [one for one in authors if isinstance(one, dict)] if isinstance(authors, list) else []
    parts = (
        [_words(one, "family") or _words(one, "literal"), _words(one, "given")] for one in people
    )
    return "; ".join(", ".join(part for part in name if part) for name in parts)
