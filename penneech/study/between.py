"""The variants between two others: where they differ, and what lies on the ways between them.

A *factor* is what moves as one: a rule point or a parameter in which the two differ, or several
that a forbidden combination ties together. A *mixture* is a set of factors that have gone over to
the second variant; it is a number whose bit i stands for factor i.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any, TypeAlias

from penneech.chance import absorb, checked_seed
from penneech.evidence import written
from penneech.rules import FORBIDDEN, PACK_SIZE, PARAMETERS, RULE_POINTS, cards_needed
from penneech.space import canonical, with_reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.rules import Rules
    from penneech.space.equivalences import Within

Mixture: TypeAlias = int
Factor: TypeAlias = tuple[str, ...]
"""Rule points and parameters that move together, in the order of the catalogue."""

Order: TypeAlias = tuple[int, ...]
"""An order in which the factors go over, by their places."""

MOST_EXACT, MOST_TRIED = 8, 12
"""Up to so many factors all mixtures are played; up to so many, if no more of them can differ than
256, which is what the former come to."""

ORDERS = 64
"""How many orders are sampled beyond: pairs of an order and its reverse."""

_ORDERS_OF_FACTORS = 4
"""The purpose of the keys from which orders are drawn; those of games have other numbers."""

NAMES = (*RULE_POINTS, *PARAMETERS)


@dataclass(frozen=True, slots=True)
class Between:
    """The variants between two others, and what each counts for in the factors' shares.

    Args:
        first: the rules of the first variant.
        second: the rules of the second.
        factors: where they differ.
        orders: the sampled orders, each followed by its reverse; empty where all mixtures are
            played, which stand for all orders.
        classes: the rules that are played, each for all mixtures that cannot differ from it.
        class_of: of each mixture the place in `classes`.
    """

    first: Rules
    second: Rules
    factors: tuple[Factor, ...]
    orders: tuple[Order, ...]
    classes: tuple[Rules, ...]
    class_of: dict[Mixture, int]

    @property
    def whole(self) -> Mixture:
        """The mixture that is the second variant."""
        return (1 << len(self.factors)) - 1

    def coefficients(self) -> list[dict[int, Fraction]]:
        """Of each factor what the figure of each class counts for in its share."""
        marginals = _exact(len(self.factors)) if not self.orders else _sampled(self.orders)
        return [self._by_class(weights) for weights in marginals]

    def order_coefficients(self) -> list[list[dict[int, Fraction]]]:
        """The same for each pair of an order and its reverse alone."""
        pairs = zip(self.orders[::2], self.orders[1::2], strict=True)
        return [[self._by_class(one) for one in _sampled(pair)] for pair in pairs]

    def _by_class(self, weights: dict[Mixture, Fraction]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for mixture, weight in weights.items():
            place = self.class_of[mixture]
            found[place] = found.get(place, Fraction(0)) + weight
        return {place: weight for place, weight in found.items() if weight}


def between(first: Rules, second: Rules, seed: int = 0, orders: int = ORDERS) -> Between:
    """Find what lies between two variants.

    Args:
        first: the rules that differences are counted from.
        second: the rules that they lead to.
        seed: what the sampled orders are drawn by.
        orders: how many orders to sample where there are too many mixtures; an even number.
    """
    factors = factors_between(first, second)
    if len(factors) <= MOST_TRIED:
        found = _found(first, second, factors, ())
        if len(found.classes) <= 1 << MOST_EXACT:
            return found
    return _found(first, second, factors, sampled_orders(len(factors), orders, seed))


def _found(
    first: Rules, second: Rules, factors: tuple[Factor, ...], orders: tuple[Order, ...]
) -> Between:
    """The mixtures that are met, and the classes that they fall into."""
    classes: list[Rules] = []
    known: dict[Rules, int] = {}
    class_of: dict[Mixture, int] = {}
    whole = (1 << len(factors)) - 1
    # What cannot differ from an end is played as that end, so that the ends are as they were named.
    for mixture in dict.fromkeys((0, whole, *_met(len(factors), orders))):
        rules = mixed(first, second, factors, mixture)
        standing = played_as(rules, "game")
        if standing not in known:
            known[standing] = len(classes)
            classes.append(rules)
        class_of[mixture] = known[standing]
    return Between(first, second, factors, orders, tuple(classes), class_of)


def played_as(rules: Rules, within: Within | str) -> Rules:
    """The rules that stand for all that cannot differ from these in play.

    Where nobody can have an excess it does not matter which cards are counted for it. But `greedy`
    strives for tricks by what is counted, in vain or not, and so plays otherwise.
    """
    return with_reading(canonical(rules, within), "excess_cards", rules.excess_cards)


def factors_between(first: Rules, second: Rules) -> tuple[Factor, ...]:
    """Where two variants differ, those together that must move as one.

    So a mixture of any factors is allowed: the forbidden combinations are of two rule points each,
    and the pack of the hand size and who draws from the stock.
    """
    names = [name for name in NAMES if getattr(first, name) != getattr(second, name)]
    groups = [{name} for name in names]
    for pair in _tied(first, second):
        if pair <= set(names):
            apart = [group for group in groups if not group & pair]
            groups = [*apart, set().union(*[group for group in groups if group & pair])]
    ordered = [tuple([name for name in names if name in group]) for group in groups]
    return tuple(sorted(ordered, key=lambda group: names.index(group[0])))


def _tied(first: Rules, second: Rules) -> Iterable[set[str]]:
    for (point, _), (other, _) in FORBIDDEN:
        yield {point, other}
    sizes = first.hand_size, second.hand_size
    scopes = first.redeal_scope, second.redeal_scope
    if any(cards_needed(size, scope) > PACK_SIZE for size in sizes for scope in scopes):
        yield {"hand_size", "redeal_scope"}


def mixed(first: Rules, second: Rules, factors: Sequence[Factor], mixture: Mixture) -> Rules:
    """The first variant's rules with those factors of the second that are in the mixture."""
    moved: dict[str, Any] = {
        name: getattr(second, name)
        for i, factor in enumerate(factors)
        if mixture >> i & 1
        for name in factor
    }
    return dataclasses.replace(first, **moved) if moved else first


def value_of(rules: Rules, name: str) -> str:
    """A reading or a parameter as it is written on one line."""
    if name in RULE_POINTS:
        return rules.reading(name)
    value = rules.resolved()[name]
    return written(value)  # type: ignore[arg-type]  # the resolved form is plain data


def sampled_orders(factors: int, orders: int, seed: int) -> tuple[Order, ...]:
    """Draw orders of the factors, each followed by its reverse.

    What an order gives to the factors it moves late, its reverse gives to those it moves early, so
    that a pair strays less than two orders of their own would.
    """
    key = absorb(absorb(0, checked_seed(seed)), _ORDERS_OF_FACTORS)
    found: list[Order] = []
    for nth in range(orders // 2):
        luck = absorb(key, nth)
        drawn = sorted([(absorb(luck, i), i) for i in range(factors)])
        order = tuple([i for _, i in drawn])
        found += [order, order[::-1]]
    return tuple(found)


def _met(factors: int, orders: Sequence[Order]) -> Iterable[Mixture]:
    if not orders:
        return range(1 << factors)
    return [mixture for order in orders for mixture in _way(order)]


def _way(order: Order) -> list[Mixture]:
    """The mixtures that an order goes through, from none of the factors to all."""
    way = [0]
    for i in order:
        way.append(way[-1] | 1 << i)
    return way


def _exact(factors: int) -> list[dict[Mixture, Fraction]]:
    """Shapley's weights: a factor's step counted in every order of all factors."""
    found: list[dict[Mixture, Fraction]] = []
    for i in range(factors):
        others = [j for j in range(factors) if j != i]
        weights: dict[Mixture, Fraction] = {}
        for size in range(factors):
            before = factorial(size) * factorial(factors - size - 1)
            weight = Fraction(before, factorial(factors))
            for some in combinations(others, size):
                mixture = sum(1 << j for j in some)
                weights[mixture], weights[mixture | 1 << i] = -weight, weight
        found.append(weights)
    return found


def _sampled(orders: Sequence[Order]) -> list[dict[Mixture, Fraction]]:
    """The same weights with the sampled orders alone."""
    found: list[dict[Mixture, Fraction]] = [{} for _ in orders[0]]
    weight = Fraction(1, len(orders))
    for order in orders:
        way = _way(order)
        for i, before, after in zip(order, way, way[1:], strict=False):
            found[i][before] = found[i].get(before, Fraction(0)) - weight
            found[i][after] = found[i].get(after, Fraction(0)) + weight
    return found
