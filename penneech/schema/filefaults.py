"""Turns what is found in a document into faults with a place, sorted, and not too many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from penneech.files.shape import Finding, findings
from penneech.files.spelling import CURLY, TYPOGRAPHIC, listed, meant, shown
from penneech.files.yamlfile import FAULT_LIMIT, in_order
from penneech.schema.parts import LONGEST_NAME
from penneech.schema.schemas import validator

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from penneech.errors import Fault
    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

RESERVED = "{name} is what Windows calls a device, and no file can have it there; choose another"
"""What to say of such a name for a variant or a source: files and folders are called by it."""

_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)


def shape_findings(document: Document, kind: str) -> list[Finding]:
    """Find what does not fit the schema of that kind."""
    return list(findings(cast("Value", document.top), validator(kind)))


def finding(path: Path, message: str) -> Finding:
    """Make a finding whose message is known."""
    return Finding(path, of_key=False, say=lambda: message)


def unknown(path: Path, what: str, name: Value, known: Collection[str]) -> Finding:
    """Make a finding of a name that is none of those known; the guess is left till it is said.

    >>> unknown((), "no source has the siglum", "C47", ["C74"]).say()
    'no source has the siglum "C47"; known: C74; did you mean C74?'
    """
    return Finding(
        path,
        of_key=False,
        say=lambda: f"{what} {shown(name)}; known: {listed(known)}{meant(name, known)}",
    )


def told(document: Document, found: Iterable[Finding]) -> list[Fault]:
    """The faults of a document, those of reading among them, sorted by place.

    What stands where the reading refused something is no fault of its own. Beyond the limit only
    the number is told, so that a long file of nonsense is answered as quickly as a short one.
    """
    kept = [found_one for found_one in found if not document.is_refused(found_one.path)]
    kept.sort(key=lambda one: document.place(one.path, of_key=one.of_key))
    said = [
        document.fault(one.path, _sentence(document, one), of_key=one.of_key)
        for one in kept[:FAULT_LIMIT]
    ]
    return in_order([*document.faults, *said], beyond=max(0, len(kept) - FAULT_LIMIT))


def _sentence(document: Document, one: Finding) -> str:
    """What to say of a finding; of one in typographic quotation marks, that these are the fault."""
    text = one.path[-1] if one.path and one.of_key else _value_at(document, one.path)
    if isinstance(text, str) and text and (text[0] in CURLY or text[-1] in CURLY):
        return TYPOGRAPHIC
    return one.say()


def _value_at(document: Document, path: Path) -> Value:
    try:
        return document.value_at(path)
    except (KeyError, IndexError, TypeError):
        return None


def is_reserved(name: str) -> bool:
    """Whether Windows takes a name for a device, whatever ending it has.

    >>> is_reserved("nul"), is_reserved("Com1"), is_reserved("null")
    (True, True, False)
    """
    return _DEVICE.fullmatch(name) is not None


def own_name(document: Document, key: str, stem: str) -> Iterator[Finding]:
    """Check that a file is named by the id that it gives itself.

    Of what cannot be an id at all the schema speaks.
    """
    given = document.top.get(key)
    if isinstance(given, str) and is_reserved(given):
        yield finding((key,), RESERVED.format(name=given))
    if isinstance(given, str) and 0 < len(given) <= LONGEST_NAME and given != stem:
        if stem.lower().endswith((".yaml", ".yml")):  # mine.yaml.txt, as some editors save it
            yield finding((key,), f"the name of the file must end in .yaml: rename it to {stem}")
            return
        yield finding((key,), f"{key} is {given}, but the file is named {stem}; they must agree")


def twice(names: Iterable[tuple[Path, Value]], what: str) -> Iterator[Finding]:
    """Find the names that stand a second time."""
    seen: set[str] = set()
    for path, name in names:
        if isinstance(name, str) and name in seen:
            named = name if len(name) <= LONGEST_NAME else shown(name)
            yield finding(path, f"{what} {named} stands twice")
        elif isinstance(name, str):
            seen.add(name)


def entries(value: Value, *path: str) -> Iterator[tuple[Path, dict[str, Value]]]:
    """Give each mapping of a list, with its path; a value of another form gives none."""
    for index, item in enumerate(value if isinstance(value, list) else []):
        if isinstance(item, dict):
            yield (*path, index), item
