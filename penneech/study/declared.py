"""Spaces of readings that are declared: which readings have a vote, and how much it weighs.

A space is a product of factors. A factor is a rule point or a parameter, or several that a
forbidden combination ties together: they move as one, and their levels are the combinations that
are allowed, each weighing the product of its readings' weights. So every label of the space is
allowed, its weight is the product of its levels' weights, and the labels weigh 1 together.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from penneech.apparatus import attestations
from penneech.errors import StudyError
from penneech.rules import FORBIDDEN, PARAMETERS, RULE_POINTS
from penneech.space import is_allowed, with_readings
from penneech.study.between import value_of
from penneech.witnesses import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from penneech.apparatus import Sources
    from penneech.rules import Rules

ATTESTED, COHERENT = "attested", "coherent"
"""The spaces that have names: what some witness supports; all readings that there are."""

NAMES = (*RULE_POINTS, *PARAMETERS)


class Vote(NamedTuple):
    """A reading or the value of a parameter, and what it weighs beside the others of its point."""

    value: Any
    weight: float = 1.0


class Level(NamedTuple):
    """A value for each name of a factor; the weights of a factor's levels add up to 1."""

    values: tuple[Any, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Factor:
    """Rule points and parameters that move as one, with the levels that they have together."""

    names: tuple[str, ...]
    levels: tuple[Level, ...]

    @property
    def id(self) -> str:
        """The names, joined."""
        return "+".join(self.names)

    @property
    def weights(self) -> tuple[float, ...]:
        """The levels' weights."""
        return tuple([level.weight for level in self.levels])


@dataclass(frozen=True, slots=True)
class Space:
    """A declared space.

    Args:
        name: what it was asked for as.
        base: rules with the first level of each factor, and whatever is not left open.
        factors: what is left open: each with two levels or more.
    """

    name: str
    base: Rules
    factors: tuple[Factor, ...]

    @property
    def labels(self) -> int:
        """How many combinations of levels there are."""
        return prod(len(factor.levels) for factor in self.factors)

    @property
    def held(self) -> dict[str, str]:
        """What is not left open: the one reading of each rule point, and each parameter."""
        moving = {name for factor in self.factors for name in factor.names}
        return {name: value_of(self.base, name) for name in NAMES if name not in moving}

    def with_levels(self, rules: Rules, chosen: Mapping[Factor, Level]) -> Rules:
        """The rules with these levels."""
        values = {
            name: value
            for factor, level in chosen.items()
            for name, value in zip(factor.names, level.values, strict=True)
        }
        return _with(rules, values)


def attested(sources: Sources) -> dict[str, list[Vote]]:
    """The readings that a witness states, implies, or supports by analogy.

    A passage on another game supports a reading by analogy. Where no witness has anything of a
    rule point, all of its readings have a vote, since none is better founded than another.
    """
    found = {}
    for point, kind in RULE_POINTS.items():
        said = {
            one.says.reading
            for one in attestations(point, sources, analogies=True)
            if isinstance(one.says, Reading)
        }
        found[point] = [Vote(one) for one in kind if one.value in said] or [*map(Vote, kind)]
    return found


def coherent() -> dict[str, list[Vote]]:
    """All readings of all rule points."""
    return {point: [*map(Vote, kind)] for point, kind in RULE_POINTS.items()}


def settled(rules: Rules) -> dict[str, list[Vote]]:
    """The readings of one variant alone."""
    return {point: [Vote(getattr(rules, point))] for point in RULE_POINTS}


def declared(name: str, historical: Rules, votes: Mapping[str, Sequence[Vote]]) -> Space:
    """Make a space.

    Args:
        name: what to call it.
        historical: the rules whose parameters are kept where `votes` has none.
        votes: of each rule point, and of parameters that are left open, the values and their
            weights, above zero.

    Raises:
        StudyError: when no combination of the readings of some factor is allowed.
    """
    factors, found = [], historical
    for names in _together(historical, votes):
        levels = list(_levels(historical, names, votes))
        if not levels:
            told = "; ".join(
                f"{name}: {', '.join(str(vote.value) for vote in votes[name])}" for name in names
            )
            raise StudyError(f"no two of these readings may stand together: {told}")
        found = _with(found, dict(zip(names, levels[0].values, strict=True)))
        if len(levels) > 1:
            factors.append(Factor(names, tuple(levels)))
    return Space(name, found, tuple(factors))


def _together(historical: Rules, votes: Mapping[str, Sequence[Vote]]) -> Iterator[tuple[str, ...]]:
    """The names, those together that must move as one."""
    groups = [{name} for name in NAMES if name in votes]
    tied = [{point, other} for (point, _), (other, _) in FORBIDDEN]
    sizes = [vote.value for vote in votes.get("hand_size", [Vote(historical.hand_size)])]
    scopes = [vote.value for vote in votes["redeal_scope"]]
    if not all(
        is_allowed(_with(historical, {"hand_size": size, "redeal_scope": scope}))
        for size in sizes
        for scope in scopes
    ):
        tied.append({"hand_size", "redeal_scope"} & set(votes))
    for names in tied:
        apart = [group for group in groups if not group & names]
        groups = [*apart, set().union(*[group for group in groups if group & names])]
    ordered = [tuple([name for name in NAMES if name in group]) for group in groups]
    yield from sorted(ordered, key=lambda group: NAMES.index(group[0]))


def _levels(
    historical: Rules, names: tuple[str, ...], votes: Mapping[str, Sequence[Vote]]
) -> Iterator[Level]:
    found = []
    for some in product(*[votes[name] for name in names]):
        values = tuple([vote.value for vote in some])
        weight = prod(vote.weight for vote in some)
        if len(names) == 1 or is_allowed(_with(historical, dict(zip(names, values, strict=True)))):
            found.append((values, weight))
    total = sum(weight for _, weight in found)
    for values, weight in found:
        yield Level(values, weight / total)


def _with(rules: Rules, values: Mapping[str, Any]) -> Rules:
    """The rules with other values; whether they are allowed together is not asked."""
    readings = [values.get(point, getattr(rules, point)) for point in RULE_POINTS]
    figures = {name: value for name, value in values.items() if name in PARAMETERS}
    if not figures:
        return with_readings(rules, readings)
    # Parameters are checked as they are set, and readings that go with any of them are checked
    # beside them.
    plain = with_readings(rules, [next(iter(kind)) for kind in RULE_POINTS.values()])
    return with_readings(dataclasses.replace(plain, **figures), readings)
