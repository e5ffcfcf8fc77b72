"""A difference between two variants explained, for programs and notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from penneech.api.asked import workers_of
from penneech.api.frames import headed, pandas
from penneech.api.readings import found, known
from penneech.api.records import two
from penneech.api.sheets import Drawing, Grid, Sheet, Shown
from penneech.chance import checked_seed
from penneech.errors import quoted, whole
from penneech.render.attributed import attribution_data, figures_of, in_order, row_names
from penneech.render.grounds import played
from penneech.render.waterfall import waterfall
from penneech.study.attribution import asked
from penneech.study.attribution import explain as attributed
from penneech.study.outcomes import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd

    from penneech.study.attribution import Asked
    from penneech.study.shares import Shares
    from penneech.variant import Variant

NAMES = {outcome.name: outcome for outcome in OUTCOMES}

_PLACES = 12
"""Decimals beyond which a share is nothing but what adding up in floating point has left."""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Shown):
    """A difference between two variants, led back to rule points.

    Args:
        a: the id of the one variant.
        b: that of the other.
        asked: what was played.
        shares: what each rule point carries of the difference, by outcome.
    """

    a: str
    b: str
    asked: Asked
    shares: Mapping[str, Shares]

    def __repr__(self) -> str:
        return f"<Explanation from {self.a} to {self.b}: {', '.join(self.shares)}>"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, unrounded, as `penneech explain A B --json`."""
        return attribution_data((self.a, self.b), self.asked, self.shares)

    def table(self) -> list[dict[str, Any]]:
        """A row for each outcome and rule point: its share, and the share's interval.

        What is nothing is zero here, whatever is left of it by reckoning; `to_dict` has it all.
        """
        factors = self.asked.between.factors
        return [
            {
                "outcome": name,
                "rule_points": " + ".join(factor),
                "value": _told(share.value),
                "low": _told(share.low),
                "high": _told(share.high),
            }
            for name, found in self.shares.items()
            for factor, share in zip(factors, found.factors, strict=True)
        ]

    def to_pandas(self) -> pd.DataFrame:
        """The same as a data frame.

        Raises:
            PenneechError: where pandas is not installed.
        """
        return pandas().DataFrame(self.table())

    def plot(self) -> Drawing:
        """A waterfall of each outcome: from the one variant to the other, a step a rule point."""
        return Drawing(waterfall((self.a, self.b), self.asked, self.shares))

    def sheet(self) -> Sheet:
        """What a notebook shows of it: the share of each rule point in each outcome."""
        order = in_order(self.asked, self.shares)
        names = [name.replace("\n", " ") for name in row_names((self.a, self.b), self.asked, order)]
        outcomes = self.asked.outcomes
        columns = [figures_of(one, self.shares[one.name], order) for one in outcomes]
        rows = [(name, *[column[i] for column in columns]) for i, name in enumerate(names)]
        heads = [headed(one.title, one.unit) for one in outcomes]
        return Sheet(
            title=f"From {self.a} to {self.b}",
            lead=(f"{played(self.asked.players, self.asked.games, self.asked.seed)}.",),
            grids=(Grid(("", *heads), tuple(rows), figures=True),),
            notes=("Shapley shares; \N{PLUS-MINUS SIGN} half a 95 % interval, each for itself.",),
        )


def _told(figure: float | None) -> float | None:
    return None if figure is None else round(figure, _PLACES) + 0.0  # and no -0.0


def explain(  # noqa: PLR0913  # what is played, and by whom
    a: str | Path | Variant,
    b: str | Path | Variant,
    *,
    outcomes: str | Sequence[str] = (),
    players: str | Sequence[str] = "greedy",
    games: int = 500,
    seed: int = 1,
    workers: int = 1,
) -> Explanation:
    """Which rule points carry how much of the difference between two variants.

    All variants between the two are played on the same packs; shares are Shapley's.

    Args:
        a: a variant, its id, or the path of its file.
        b: the other.
        outcomes: the name of an outcome, or several; the primary ones that these players show
            unless told.
        players: the names of the two players, or one for both seats.
        games: games of each variant between the two.
        seed: the seed of packs, cuts and luck.
        workers: how many play at once, as in `compare`.

    Raises:
        StudyError: when the two variants have the same rules.
        UnknownNameError: for an outcome that nobody knows.
    """
    one, other, pair = found(a), found(b), two(players)
    if not isinstance(outcomes, Iterable):
        raise TypeError(f"outcomes are named by texts, not {quoted(outcomes)}")
    names = [outcomes] if isinstance(outcomes, str) else list(outcomes)
    for name in names:
        known("outcome", name, NAMES)
    same = pair[0] == pair[1]
    chosen = [NAMES[name] for name in names] or [
        outcome
        for outcome in OUTCOMES
        if outcome.primary and not (same and outcome.name == "skill")
    ]
    many, by = whole(games, "the number of games"), workers_of(workers)
    wanted = asked((one.rules, other.rules), pair, many, checked_seed(seed), chosen)
    return Explanation(one.id, other.id, wanted, attributed(wanted, by))
