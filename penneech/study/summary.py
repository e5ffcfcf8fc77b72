"""The summary of a study: every outcome of every variant, and how the variants differ.

A summary is plain data:

- `format`, `version`, `generator`, `chance`, `digest`, `seed`, `players`: what was played;
- `asked` and `games`: how many game numbers were asked for, and how many all variants have played,
  from 0 on; the figures are of those; `complete` says whether the two are equal;
- `rows_a_game`: 2 where two different players played each game number twice, swapped, else 1;
- `intervals`: `level`, the `unit` that was drawn, and `simultaneous`: the outcomes whose intervals
  hold together at that level, for one variant or one comparison (Bonferroni), and each one's
  own `simultaneous_level`;
- `outcomes`: for each outcome its `title`, `unit`, whether it is `primary`, the `smallest`
  difference worth naming, its `definition`, from how many game numbers of each variant it is
  reckoned (`games`), and in which `table` of the study's folder their rows are;
- `variants`: for each, in the order asked for, its `digest`; `rows`; `unfinished`, games given up
  after 1,000 deals; `forced_hands`, hands that had to be played after 100 redeals in a row;
  `deals_a_game`, the 5th and 95th percentile (`p5`, `p95`); `games_by_deals`, the pairs of a
  number of deals and how many games had so many; and under `outcomes` each outcome's `value`,
  `low` and `high`; after `compare --all` also `prospects`: from how many `deals` the chances of
  winning come, their standard `error` at 0,0, and the largest there is (`largest_error`);
- `differences`: `base`, the variant compared with, and `variants`: for each other one, each
  outcome's `value` (its own less that of `base`, on the same packs), `low`, `high`, and whether
  it is `called` (the interval excludes zero) and `worth_naming` (and it reaches `smallest`).

`low` and `high` are null where the games cannot give an interval: a single game, or no variation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from penneech.chance import GENERATOR
from penneech.study import outcomes as reckoned
from penneech.study.design import GENERATED_BY
from penneech.study.intervals import LEVEL, estimate, paired_difference
from penneech.study.rows import ROWS
from penneech.study.sums import Sums, added

if TYPE_CHECKING:
    from penneech.study.design import Design, Entry
    from penneech.study.intervals import Estimate
    from penneech.study.outcomes import Outcome
    from penneech.study.store import Store
    from penneech.study.sums import Added

FORMAT, VERSION = "penneech-summary", 1

LOW, HIGH = 0.05, 0.95


class Figures(TypedDict):
    """A figure and its interval."""

    value: float | None
    low: float | None
    high: float | None


class Difference(Figures):
    """A difference, its interval, and what may be said of it."""

    called: bool
    worth_naming: bool


class Description(TypedDict):
    """What an outcome is."""

    title: str
    unit: str
    primary: bool
    smallest: float | None
    definition: str
    games: int
    table: str


class Percentiles(TypedDict):
    """The 5th and the 95th percentile of the deals a game."""

    p5: int
    p95: int


class Prospects(TypedDict):
    """How exact the chances of winning are by which `compare --all` measures."""

    deals: int
    error: float
    largest_error: float


class VariantSummary(TypedDict):
    """The figures of one variant."""

    digest: str
    rows: int
    unfinished: int
    forced_hands: int
    deals_a_game: Percentiles
    games_by_deals: list[list[int]]
    prospects: NotRequired[Prospects]
    outcomes: dict[str, Figures]


class Differences(TypedDict):
    """How the other variants differ from one."""

    base: str
    variants: dict[str, dict[str, Difference]]


class Intervals(TypedDict):
    """What the intervals are."""

    level: float
    unit: str
    simultaneous: list[str]
    simultaneous_level: float


class Played(TypedDict):
    """What was played, and how much of what was asked for."""

    format: str
    version: int
    generator: str
    chance: str
    digest: str
    seed: str
    players: list[str]
    asked: int
    games: int
    complete: bool
    rows_a_game: int


class Summary(Played):
    """The summary of a study; the module's own text says what each key holds."""

    intervals: Intervals
    outcomes: dict[str, Description]
    variants: dict[str, VariantSummary]
    differences: Differences


def summarise(design: Design, store: Store, base: str | None = None) -> Summary | None:
    """Reckon the summary of what has been played.

    Args:
        design: what was asked for.
        store: where the rows are.
        base: the variant that the others are compared with; the first where none is named.

    Returns:
        The summary; None while some variant has not played a single game.

    Raises:
        StudyError: when a file of rows is damaged.
    """
    games = min(store.played(entry) for entry in design.entries)
    if not games:
        return None
    outcomes = reckoned.outcomes_for(design.players)
    first = next((entry for entry in design.entries if entry.id == base), design.entries[0])
    sums = added(design, store, first, games, outcomes, Sums)
    primary = [outcome.name for outcome in outcomes if outcome.primary]
    return {
        **_played(design, games),
        "intervals": _intervals(primary),
        "outcomes": {outcome.name: described(outcome, games) for outcome in outcomes},
        "variants": {
            entry.id: _variant(entry, sums[entry.id], outcomes, len(primary))
            for entry in design.entries
        },
        "differences": _all_differences(design, first, sums, outcomes, len(primary)),
    }


def _played(design: Design, games: int) -> Played:
    return Played(
        format=FORMAT,
        version=VERSION,
        generator=GENERATED_BY,
        chance=GENERATOR,
        digest=design.digest(),
        seed=str(design.seed),
        players=list(design.players),
        asked=design.games,
        games=games,
        complete=games == design.games,
        rows_a_game=design.swaps,
    )


def _intervals(primary: list[str]) -> Intervals:
    return Intervals(
        level=LEVEL,
        unit="game number",
        simultaneous=primary,
        simultaneous_level=1 - (1 - LEVEL) / len(primary),
    )


def described(outcome: Outcome, games: int, table: str = ROWS) -> Description:
    """What an outcome is, from how many game numbers it is reckoned, and from which table."""
    return Description(
        title=outcome.title,
        unit=outcome.unit,
        primary=outcome.primary,
        smallest=outcome.smallest,
        definition=outcome.definition,
        games=games,
        table=table,
    )


def _variant(
    entry: Entry, sums: Sums, outcomes: tuple[Outcome, ...], sharing: int
) -> VariantSummary:
    assert sums.histogram is not None  # noqa: S101  # rows were added
    return VariantSummary(
        digest=entry.rules.digest(),
        rows=sums.rows,
        unfinished=sums.unfinished,
        forced_hands=sums.forced_hands,
        deals_a_game=Percentiles(
            p5=reckoned.percentile(sums.histogram, LOW),
            p95=reckoned.percentile(sums.histogram, HIGH),
        ),
        games_by_deals=[[deals, int(games)] for deals, games in enumerate(sums.histogram) if games],
        outcomes={
            outcome.name: figures_of(estimate(totals, sharing if outcome.primary else 1))
            for outcome, totals in zip(outcomes, sums.totals, strict=True)
        },
    )


def _all_differences(
    design: Design,
    first: Entry,
    sums: dict[str, Sums],
    outcomes: tuple[Outcome, ...],
    sharing: int,
) -> Differences:
    return Differences(
        base=first.id,
        variants={
            entry.id: differences_of(sums[entry.id], sums[first.id], outcomes, sharing)
            for entry in design.entries
            if entry is not first
        },
    )


def differences_of(
    sums: Added, base: Added, outcomes: tuple[Outcome, ...], sharing: int = 1
) -> dict[str, Difference]:
    """How one variant differs from another in each outcome.

    Args:
        sums: what the variant's rows add up to.
        base: the same of the variant that it is compared with.
        outcomes: what is reckoned.
        sharing: how many intervals of primary outcomes hold together.
    """
    found = {}
    for outcome, one, other, shared in zip(
        outcomes, sums.totals, base.totals, sums.shared, strict=True
    ):
        gap = paired_difference(one, other, shared, sharing if outcome.primary else 1)
        found[outcome.name] = Difference(
            **figures_of(gap),
            called=gap.excludes_zero,
            worth_naming=_is_worth_naming(gap, outcome.smallest),
        )
    return found


def _is_worth_naming(gap: Estimate, smallest: float | None) -> bool:
    if not gap.excludes_zero or gap.value is None or smallest is None:
        return False
    return abs(gap.value) >= smallest


def figures_of(found: Estimate) -> Figures:
    """A figure and its interval as plain data."""
    return Figures(value=found.value, low=found.low, high=found.high)
