"""Reads the file of a declared space: which readings have a vote, and what it weighs.

    others: attested
    rules:
      following: {must_follow: 3, follow_or_trump: 1}
      honours: [trumps_only, all_suits]
      game_end: first_to_peg
    parameters:
      target: [61, {value: 31, weight: 0.5}]

`others` says of which space the rule points are that are not listed: `attested`, `coherent`, or the
id of a variant whose readings they keep.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from penneech.errors import FileFaultsError
from penneech.files.shape import findings, validator_of
from penneech.files.spelling import shown
from penneech.files.yamlfile import read_yaml
from penneech.rules import PARAMETERS, RULE_POINTS, Rules
from penneech.rules import faults as rule_faults
from penneech.schema.filefaults import finding, told, unknown
from penneech.schema.parts import closed, text_schema
from penneech.study.declared import (
    ATTESTED,
    COHERENT,
    Space,
    Vote,
    attested,
    coherent,
    declared,
    settled,
)
from penneech.variant import load_variant, variant_ids

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from penneech.apparatus import Sources
    from penneech.files.shape import Finding, Schema
    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path as ValuePath

MOST_WEIGHT = 1_000_000
MOST_VALUES = 20
"""Values of one parameter."""

_READINGS = "write readings with weights, like {must_follow: 2, free: 1}, or a list, or one reading"


def read_space(path: Path, historical: Rules, sources: Sources, folder: Path | None) -> Space:
    """Read a space.

    Args:
        path: the file.
        historical: the rules whose parameters are kept where the file has none.
        sources: what the attested readings are drawn from.
        folder: the reader's own variants, one of which `others` may name.

    Raises:
        FileFaultsError: with all of the file's faults at once.
        StudyError: when no combination of the readings is allowed.
    """
    document = read_yaml(path)
    names = (ATTESTED, COHERENT, *variant_ids(folder))
    faults = told(document, _findings(document, historical, names))
    if faults:
        raise FileFaultsError(faults)
    top = document.top
    votes: dict[str, list[Vote]]
    match str(top.get("others", ATTESTED)):
        case "attested":
            votes = attested(sources)
        case "coherent":
            votes = coherent()
        case name:
            votes = settled(load_variant(name, variants_dir=folder).rules)
    for point, given in _entries(top, "rules"):
        weights = dict(_weights(given))
        votes[point] = [
            Vote(one, weights[one.value]) for one in RULE_POINTS[point] if one.value in weights
        ]
    for name, given in _entries(top, "parameters"):
        votes[name] = [
            Vote(_parameter(historical, name, value), weight) for value, weight, _ in _values(given)
        ]
    return declared(path.name, historical, votes)


def _schema() -> Schema:
    return closed(
        {
            "title": text_schema(),
            "others": {"type": "string"},
            "rules": closed({point: {} for point in RULE_POINTS}),
            "parameters": closed({name: {} for name in PARAMETERS}),
        }
    )


def _findings(document: Document, historical: Rules, names: tuple[str, ...]) -> Iterator[Finding]:
    top = document.top
    yield from findings(dict(top), validator_of(_schema()))
    others = top.get("others")
    if isinstance(others, str) and others not in names:
        yield unknown(("others",), "no space or variant is called", others, names)
    for point, given in _entries(top, "rules"):
        if point in RULE_POINTS:
            yield from _point_findings(point, given, ("rules", point))
    for name, given in _entries(top, "parameters"):
        if name in PARAMETERS:
            yield from _parameter_findings(historical, name, given)


def _entries(top: Any, key: str) -> list[tuple[str, Value]]:  # noqa: ANN401  # as the file has it
    found = top.get(key)
    return list(found.items()) if isinstance(found, dict) else []


def _point_findings(point: str, given: Value, path: ValuePath) -> Iterator[Finding]:
    if not isinstance(given, str | list | dict) or not given:
        yield finding(path, f"no readings of {point}; {_READINGS}")
        return
    known = [one.value for one in RULE_POINTS[point]]
    seen = set()
    for place, (reading, weight) in enumerate(_weights(given)):
        at = (*path, place) if isinstance(given, list) else path
        if not isinstance(reading, str) or reading not in known:
            yield unknown(at, f"{point} has no reading", reading, known)
        elif reading in seen:
            yield finding(at, f"{reading} stands twice")
        elif not _is_weight(weight):
            yield finding((*path, reading), _weight_wanted(weight))
        seen.add(str(reading))


def _weights(given: Value) -> list[tuple[Any, Any]]:
    if isinstance(given, dict):
        return list(given.items())
    return [(one, 1.0) for one in (given if isinstance(given, list) else [given])]


def _is_weight(weight: object) -> bool:
    if not isinstance(weight, int | float) or isinstance(weight, bool):
        return False
    return isfinite(weight) and 0 < weight <= MOST_WEIGHT


def _weight_wanted(weight: Value) -> str:
    return f"{shown(weight)} is no weight; write a number above 0, at most {MOST_WEIGHT:,}"


def _values(given: Value) -> Iterator[tuple[Value, Any, int | None]]:
    """The values of a parameter, their weights, and their places in the list."""
    if not isinstance(given, list):
        yield given, 1.0, None
        return
    for place, item in enumerate(given):
        if isinstance(item, dict) and "value" in item:
            yield item["value"], item.get("weight", 1.0), place
        else:
            yield item, 1.0, place


def _parameter_findings(historical: Rules, name: str, given: Value) -> Iterator[Finding]:
    path = ("parameters", name)
    if isinstance(given, list) and not 1 <= len(given) <= MOST_VALUES:
        yield finding(path, f"{len(given)} values; give from 1 to {MOST_VALUES}")
        return
    seen = []
    for value, weight, place in _values(given):
        at = path if place is None else (*path, place)
        resolved = {**historical.resolved(), name: value}
        wrong = [text for where, text in rule_faults(resolved) if where[0] == name]
        if wrong:
            yield finding(at, wrong[0])
        elif not _is_weight(weight):
            yield finding(at, _weight_wanted(weight))
        elif value in seen:
            yield finding(at, f"{shown(value)} stands twice")
        seen.append(value)


def _parameter(historical: Rules, name: str, value: Value) -> Any:  # noqa: ANN401  # as Rules has it
    return getattr(Rules.from_resolved({**historical.resolved(), name: value}), name)
