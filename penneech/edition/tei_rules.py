"""Reads the rules of variants back from the apparatus in TEI P5.

What is read is the `interpGrp` of the type `rules` in each `div` of the type `variant`: an `interp`
for each rule point and figure, named by its `type`, and of a table of figures one for each entry,
named by its `subtype`. Nothing else of the document is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from penneech.errors import Fault, FileFaultsError, RulesError
from penneech.rules import PARAMETERS, RULE_POINTS, Rules
from penneech.transcription.tei import NAMESPACE, tei_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element

_TEI = f"{{{NAMESPACE}}}"
_TABLES = ("card_points", "penneech")
_WORDS = ("card",)
"""Entries of a table that are no numbers."""


def rules_in_tei(path: Path) -> dict[str, Rules]:
    """Read the rules of every variant from an apparatus in TEI.

    Args:
        path: a file that `penneech apparatus --format tei` wrote, or one encoded alike.

    Returns:
        Rules by the id of the variant, in the order of the document.

    Raises:
        FileFaultsError: when it is no TEI, has no rules, has not all of a variant's, or has others
            than those of the digest that stands with them.
    """
    root = tei_root(path)
    file = str(path)
    found = {name: _rules(group, name, file) for name, group in _groups(root)}
    if not found:
        message = (
            "no rules of variants: no interpGrp of the type rules in a div of the type variant"
        )
        raise FileFaultsError([Fault(file, 0, 0, "", message)])
    return found


def _groups(root: _Element) -> Iterator[tuple[str, _Element]]:
    for division in root.iter(f"{_TEI}div"):
        if division.get("type") != "variant":
            continue
        for group in division.iterfind(f"{_TEI}interpGrp"):
            if group.get("type") == "rules":
                yield division.get("n", ""), group


def _rules(group: _Element, name: str, file: str) -> Rules:
    resolved = _resolved(group)
    missing = [one for one in (*RULE_POINTS, *PARAMETERS) if one not in resolved]
    line = cast("int | None", group.sourceline) or 0
    if missing:
        message = f"the rules are not whole; missing: {', '.join(missing)}"
        raise FileFaultsError([Fault(file, line, 1, name, message)])
    rules = {point: resolved.pop(point) for point in RULE_POINTS}
    try:
        read = Rules.from_resolved({"rules": rules, **resolved})
    except RulesError as error:
        raise FileFaultsError([Fault(file, line, 1, name, str(error))]) from error
    digest = group.get("n")
    if digest not in (None, read.digest()):
        message = f"the digest that stands here is {digest}, that of the rules {read.digest()}"
        raise FileFaultsError([Fault(file, line, 1, name, message)])
    return read


def _resolved(group: _Element) -> dict[str, object]:
    """The resolved form, as far as the group has it; what is no number stays as it is."""
    resolved: dict[str, object] = {}
    tables: dict[str, dict[str, object]] = {}
    if group.get("subtype") == "no_honours":
        tables["card_points"] = {}
    for interp in group.iterfind(f"{_TEI}interp"):
        point, part, text = interp.get("type", ""), interp.get("subtype"), interp.text or ""
        if point in _TABLES and part is not None:
            tables.setdefault(point, {})[part] = text if part in _WORDS else _number(text)
        else:
            resolved[point] = _number(text) if point in PARAMETERS else text
    return resolved | tables


def _number(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() else text
