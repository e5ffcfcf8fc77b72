"""Puts a variant together from its own settings and its parents', and checks that they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.evidence import written
from penneech.rules import (
    FORBIDDEN,
    PARAMETERS,
    RULE_POINTS,
    Rules,
    faults,
)
from penneech.schema.filefaults import finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.evidence import Setting
    from penneech.files.shape import Finding
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path
    from penneech.variant_files import Draft

_STAND_INS: dict[str, Value] = {
    "hand_size": 1,
    "target": 61,
    "card_points": {},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}


Given: TypeAlias = "dict[str, tuple[Value, str]]"
"""The value of each rule point and parameter, and the id of the variant that gave it."""


def rules_of(settings: Mapping[str, Setting]) -> Rules:
    """Make the rules of complete and checked settings."""
    return Rules.from_resolved(
        _resolved({name: setting.value for name, setting in settings.items()})
    )


def combined_findings(draft: Draft, given: Given) -> Iterator[Finding]:
    """Find the values that are good one by one but not together.

    What is missing or faulty is left out of account, so that every other fault is told in the same
    run. A combination is told where the file gives one of its parts; if all are inherited, the
    parent's file is at fault, and says so itself.

    Args:
        draft: the file in question.
        given: its own usable values over those of its parents.
    """
    for path, message in faults(_resolved({name: value for name, (value, _) in given.items()})):
        parts = _parts(path[-1])
        mine = [part for part in parts if part in draft.values]
        if not mine or not all(part in given for part in parts):
            continue
        inherited = "".join(
            f" ({part}: {written(given[part][0])} comes from {given[part][1]})"
            for part in parts
            if part not in mine
        )
        yield finding(_place(mine[0]), message + inherited)


def _resolved(values: Mapping[str, Value]) -> dict[str, object]:
    """The resolved form; stand-ins fill what is missing, so that the rest can be checked."""
    rules = {
        point: values.get(point, next(iter(kind)).value) for point, kind in RULE_POINTS.items()
    }
    return {"rules": rules, **{name: values.get(name, _STAND_INS[name]) for name in PARAMETERS}}


def _parts(name: str) -> tuple[str, ...]:
    """The settings that a fault of this one may come from, itself first."""
    if name == "hand_size":
        return ("hand_size", "redeal_scope")
    pairs = [{point, other} for (point, _), (other, _) in FORBIDDEN]
    others = sorted({part for pair in pairs if name in pair for part in pair} - {name})
    return (name, *others)


def _place(name: str) -> Path:
    if name in RULE_POINTS:
        return ("rules", name, "reading")
    return ("parameters", name, "value")
