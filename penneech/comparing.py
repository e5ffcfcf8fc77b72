"""Where two variants differ, and what each side rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.rules import PARAMETERS, RULE_POINTS

if TYPE_CHECKING:
    from penneech.evidence import Setting
    from penneech.variant import Variant


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule point or parameter, and what each of two variants has there."""

    id: str
    a: Setting
    b: Setting


def differences(a: Variant, b: Variant) -> tuple[Difference, ...]:
    """The rule points and parameters at which two variants differ, in the order of the space."""
    return tuple(one for one in _pairs(a, b) if one.a.value != one.b.value)


def other_evidence(a: Variant, b: Variant) -> tuple[Difference, ...]:
    """The rule points and parameters that are the same in both, but not on the same basis."""
    return tuple(
        one for one in _pairs(a, b) if one.a.value == one.b.value and one.a.basis != one.b.basis
    )


def _pairs(a: Variant, b: Variant) -> list[Difference]:
    return [
        Difference(name, a.setting(name), b.setting(name)) for name in (*RULE_POINTS, *PARAMETERS)
    ]
