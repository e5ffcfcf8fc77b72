"""Why a reading is ruled out: of all that speaks against it, what a reader can see at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from penneech.readings.relation import Choice
    from penneech.readings.said import Reason

Reasons: TypeAlias = "dict[tuple[str, str], Reason]"
"""Why a reading is ruled out, by rule point and reading."""


def ruled_out(
    points: tuple[str, ...], failed: Mapping[Choice, Reason], there: Collection[Choice]
) -> Reasons:
    """For each reading that no choice has which is left, what is wrong where nothing else would be.

    That is told by a choice with this reading whose others are those of a choice that is left;
    where there is none, by the choice that went furthest.

    Args:
        points: the rule points.
        failed: the choices that are ruled out, and why.
        there: the choices that are left.
    """
    found: Reasons = {}
    for place, point in enumerate(points):
        left = {choice[place] for choice in there}
        around = {_without(choice, place) for choice in there}
        for reading in RULE_POINTS[point]:
            choices = [choice for choice in failed if choice[place] == reading]
            if choices and reading.value not in left:
                alone = [choice for choice in choices if _without(choice, place) in around]
                faults = [failed[choice] for choice in alone or choices]
                found[point, reading.value] = max(faults, key=lambda fault: fault.deal)
    return found


def _without(choice: Choice, place: int) -> Choice:
    return choice[:place] + choice[place + 1 :]
