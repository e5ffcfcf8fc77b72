"""Elements of TEI P5: made, given ids that cannot meet, and written with the same bytes each time.

Sigla have letters and figures, and a passage's id is a siglum, a full stop and a name; every other
id begins with a word and a hyphen. So none can be taken for another, whatever files are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from penneech.render.inert import inert

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from penneech.evidence import Text

NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML = "{http://www.w3.org/XML/1998/namespace}"
ID, LANG = f"{XML}id", f"{XML}lang"
_ATTRIBUTES = {"id": ID, "lang": LANG, "from_": "from"}
"""Attributes that Python has other names for."""

_NAMES: dict[str | None, str] = {None: NAMESPACE}

_RUNNING = frozenset(
    (
        *("ab", "app", "bibl", "catDesc", "certainty", "desc", "edition", "head", "interp", "item"),
        *("label", "lem", "licence", "note", "p", "rdg", "relation", "resp", "title", "witness"),
    )
)
"""Elements whose blanks are part of the text: nothing is put between their parts."""


def make(tag: str, *parts: _Element | str | None, **attributes: str | None) -> _Element:
    """Make an element.

    Args:
        tag: its name.
        parts: what it holds, elements and texts; None is nothing.
        attributes: `id` and `lang` are those of XML; None is no attribute.
    """
    element = etree.Element(f"{{{NAMESPACE}}}{tag}", nsmap=cast("dict[str, str]", _NAMES))
    for name, value in attributes.items():
        if value is not None:
            own = _ATTRIBUTES.get(name, name)
            element.set(own, inert(value))
    for part in parts:
        if isinstance(part, str):
            _append(element, inert(part))
        elif part is not None:
            element.append(part)
    return element


def _append(element: _Element, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def prose(tag: str, text: Text | None, language: str, **attributes: str | None) -> _Element | None:
    """An element that holds a text of somebody's file, marked where it is in another language."""
    if text is None:
        return None
    own = text.en if language == "en" else text.it
    if own is None:
        return make(tag, text.en, lang="en", **attributes)
    return make(tag, own, **attributes)


def name_of(*parts: str) -> str:
    """An id of parts, of which whatever no id may have becomes a low line.

    >>> name_of("reading", "penneech", "7D 14/7")
    'reading-penneech-7D_14_7'
    """
    return "-".join(re.sub(r"[^A-Za-z0-9_.-]", "_", part) for part in parts)


def pointers(ids: Iterable[str]) -> str | None:
    """Pointers to ids of the same document; None if there are none."""
    return " ".join(f"#{one}" for one in dict.fromkeys(ids)) or None


def written(root: _Element) -> str:
    """Write a document, a line for each element that holds elements only."""
    _indent(root, 0)
    text = etree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _indent(element: _Element, depth: int) -> None:
    if etree.QName(element).localname in _RUNNING or not len(element):
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = "\n" + "  " * (depth + 1)
    element[-1].tail = "\n" + "  " * depth
