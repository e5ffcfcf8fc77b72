"""Agreement: how many of the conclusions of a study hold whoever plays.

A *conclusion* says that an outcome is more, or less, under a variant than under the one that all
are compared with. It is drawn when the study by some pair of players calls the difference one, its
interval excluding zero, and it *holds* for each pair whose study calls it with the same sign. A
study that calls no difference neither holds it nor speaks against it; one that calls it with the
other sign does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from penneech.study.rows import ROWS
from penneech.study.tables import has_own_players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.study.summary import Summary


class Kept(NamedTuple):
    """Of so many conclusions so many hold for every pair of players."""

    kept: int
    drawn: int

    @property
    def share(self) -> float | None:
        """The share of them; None where no conclusion is drawn at all."""
        return self.kept / self.drawn if self.drawn else None


@dataclass(frozen=True, slots=True)
class Conclusion:
    """That an outcome is more, or less, under a variant than under the base.

    Args:
        variant: the variant.
        outcome: the outcome's key.
        primary: whether the outcome is a primary one.
        sign: 1 for more, -1 for less.
        holds: for how many pairs of players the difference is called, with this sign.
        against: for how many it is called with the other sign.
        pairs: how many pairs there are.
    """

    variant: str
    outcome: str
    primary: bool
    sign: int
    holds: int
    against: int
    pairs: int

    @property
    def is_kept(self) -> bool:
        """Whether it holds for every pair."""
        return self.holds == self.pairs


def conclusions(summaries: Sequence[Summary]) -> list[Conclusion]:
    """Every conclusion that is drawn, by variant and outcome.

    Args:
        summaries: of the same variants compared with the same one, one by each pair of players.

    Returns:
        The conclusions, in the order of the first summary; outcomes that some pair cannot show are
        left out. Where two pairs call a difference with opposite signs there is one for each sign.
    """
    return list(_drawn(summaries))


def agreement(found: Sequence[Conclusion], *, primary: bool = False) -> Kept:
    """How many of the conclusions keep their sign for every pair of players.

    Args:
        found: the conclusions.
        primary: count those of primary outcomes alone.
    """
    counted = [one for one in found if one.primary or not primary]
    return Kept(sum(one.is_kept for one in counted), len(counted))


def shared_outcomes(summaries: Sequence[Summary]) -> list[str]:
    """The outcomes that every pair of players can show, in the order of the first summary.

    Those that are measured by other players than the pair's are left out: there is nothing to agree
    on.
    """
    first, *others = summaries
    return [
        name
        for name, outcome in first["outcomes"].items()
        if all(name in one["outcomes"] for one in others)
        and not has_own_players(outcome.get("table", ROWS))
    ]


def _drawn(summaries: Sequence[Summary]) -> Iterator[Conclusion]:
    first = summaries[0]
    for variant in first["differences"]["variants"]:
        for outcome in shared_outcomes(summaries):
            signs = [_sign(summary, variant, outcome) for summary in summaries]
            # The sign that the first pair to call one gives comes first.
            for sign in dict.fromkeys(filter(None, signs)):
                yield Conclusion(
                    variant,
                    outcome,
                    first["outcomes"][outcome]["primary"],
                    sign,
                    signs.count(sign),
                    signs.count(-sign),
                    len(signs),
                )


def _sign(summary: Summary, variant: str, outcome: str) -> int:
    """The sign of a difference that is called one, else 0."""
    gap = summary["differences"]["variants"][variant][outcome]
    if not gap["called"] or not gap["value"]:
        return 0
    return 1 if gap["value"] > 0 else -1
