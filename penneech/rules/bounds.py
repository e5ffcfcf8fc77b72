"""What lies outside the rule space: bounds, forbidden combinations, and every fault at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from penneech.cards import Rank, parse_card
from penneech.errors import CardError, quoted
from penneech.rules.points import PARAMETERS, RULE_POINTS, RedealScope

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RuleFault: TypeAlias = tuple[tuple[str, ...], str]
"""Where in a resolved variant a value is wrong, and what is allowed there."""

FORBIDDEN: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (("first_turn_up", "dealer"), ("turn_up_credit", "turner")),
    (("first_turn_up", "first_trick_winner"), ("turn_up_credit", "trick_winner")),
)
"""The two combinations that make no sense: a reading, and the only reading it goes with."""

BOUNDS = {
    "hand_size": (1, 17),
    "target": (1, 1000),
    "card_points": (0, 100),
    "penneech": (0, 100),
    "excess_over": (0, 60),
}
"""The least and the greatest value of each figure (for `card_points` and `penneech`: of points)."""

PACK_SIZE = 52


def cards_needed(hand_size: int, scope: str) -> int:
    """How many cards a deal can use: two hands, a turn-up a trick, one after the last trick.

    With `own_hand` two hands more may be drawn.
    """
    hands = 5 if scope == RedealScope.OWN_HAND else 3
    return hands * hand_size + 1


def faults(resolved: Mapping[str, object]) -> list[RuleFault]:
    """Everything that is wrong with a resolved form, each with its path; empty if nothing is.

    Args:
        resolved: plain data, in any state.
    """
    found = _key_faults(resolved, ("rules", *PARAMETERS), ())
    found += list(_reading_faults(resolved.get("rules")))
    for name in ("hand_size", "target", "excess_over"):
        if name in resolved:
            found += _figure_faults(resolved[name], BOUNDS[name], (name,))
    found += list(_points_faults(resolved.get("card_points")))
    found += list(_penneech_faults(resolved.get("penneech")))
    return found or [*forbidden_faults(resolved), *_pack_faults(resolved)]


def forbidden_faults(resolved: Mapping[str, object]) -> Iterator[RuleFault]:
    """The forbidden combinations among the readings of a resolved form."""
    rules = cast("Mapping[str, str]", resolved["rules"])
    for (point, reading), (other, needed) in FORBIDDEN:
        if rules[point] == reading and rules[other] != needed:
            yield (
                ("rules", point),
                f"{point}: {reading} goes only with {other}: {needed}, not with {rules[other]}",
            )


def _pack_faults(resolved: Mapping[str, object]) -> Iterator[RuleFault]:
    rules = cast("Mapping[str, str]", resolved["rules"])
    size, scope = cast("int", resolved["hand_size"]), rules["redeal_scope"]
    need = cards_needed(size, scope)
    if need > PACK_SIZE:
        hands = need // size
        most = (PACK_SIZE - 1) // hands
        yield (
            ("hand_size",),
            f"a deal with redeal_scope: {scope} can use {hands} x {size} + 1 = {need} cards of "
            f"the {PACK_SIZE}; hand_size is at most {most} there",
        )


def _key_faults(
    value: Mapping[str, object], known: tuple[str, ...], path: tuple[str, ...]
) -> list[RuleFault]:
    unknown = [(path, f"unknown key {quoted(key)}") for key in value if key not in known]
    return unknown + [(path, f"{key!r} is missing") for key in known if key not in value]


def _reading_faults(rules: object) -> Iterator[RuleFault]:
    if not isinstance(rules, dict):
        yield (("rules",), "give a reading for each of the sixteen rule points")
        return
    yield from _key_faults(rules, tuple(RULE_POINTS), ("rules",))
    for point, kind in RULE_POINTS.items():
        allowed = [reading.value for reading in kind]
        if point in rules and rules[point] not in allowed:
            yield (("rules", point), f"{quoted(rules[point])} is not one of {', '.join(allowed)}")


def _figure_faults(
    value: object, bounds: tuple[int, int], path: tuple[str, ...]
) -> list[RuleFault]:
    least, most = bounds
    # bool is an int to Python, and True would pass for 1.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return []
    return [(path, f"{quoted(value)} is not a whole number from {least} to {most}")]


def _points_faults(points: object) -> Iterator[RuleFault]:
    if not isinstance(points, dict):
        yield (("card_points",), "give points by rank, like {A: 5, K: 4, Q: 3, J: 2}")
        return
    letters = [rank.letter for rank in Rank]
    for letter, value in points.items():
        if letter in letters:
            yield from _figure_faults(value, BOUNDS["card_points"], ("card_points", letter))
        else:
            yield (
                ("card_points",),
                f"{quoted(letter)} is not a rank; ranks are {' '.join(letters)}",
            )


def _penneech_faults(penneech: object) -> Iterator[RuleFault]:
    if not isinstance(penneech, dict):
        yield (("penneech",), "give it as {card: 7D, turned_up: 14, in_hand: 7}")
        return
    yield from _key_faults(penneech, ("card", "turned_up", "in_hand"), ("penneech",))
    for name in ("turned_up", "in_hand"):
        if name in penneech:
            yield from _figure_faults(penneech[name], BOUNDS["penneech"], ("penneech", name))
    if "card" in penneech:
        try:
            parse_card(str(penneech["card"]))
        except CardError as error:
            yield (("penneech", "card"), str(error))
