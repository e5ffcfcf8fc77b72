"""Which rule points carry how much of the difference between two variants.

Every mixture of the two variants is played on the same packs. The share of a factor is Shapley's:
what its going over changes, averaged over all orders in which the factors may go over. Shares are
sums of the mixtures' figures with fixed weights, so they add up to the whole difference exactly,
and the interval of a share is that of such a sum of ratios, clustered by game number: what the
packs do to all mixtures alike falls out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from penneech.chance import checked_seed
from penneech.errors import StudyError
from penneech.players.registry import player_named
from penneech.study.between import between
from penneech.study.bulk import make_ready, plays_in_bulk
from penneech.study.design import MOST_GAMES
from penneech.study.intervals import LEVEL, Estimate, by_game, student
from penneech.study.outcomes import OUTCOMES
from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.study.spreading import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from penneech.rules import Rules
    from penneech.study.between import Between
    from penneech.study.outcomes import Outcome

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]

PIECE, SLOW_PIECE = 500, 25
"""Games of a piece of work: where the kernel plays, and where it does not."""

_BY_NAME = {outcome.name: outcome for outcome in OUTCOMES}
_NO_ERROR = 1e-20


class Piece(NamedTuple):
    """Games `first` to `last` - 1, to be played under all of these rules."""

    rules: tuple[Rules, ...]
    players: tuple[str, str]
    seed: int
    first: int
    last: int
    swaps: int
    outcomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be explained, by whom and how often it is played; `asked` checks it."""

    between: Between
    players: tuple[str, str]
    games: int
    seed: int
    outcomes: tuple[Outcome, ...]

    @property
    def swaps(self) -> int:
        """How often each game number is played: twice by two different players."""
        return 1 if self.players[0] == self.players[1] else 2

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return len(self.between.classes) * self.games * self.swaps


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of an outcome: `first` + the sum of `factors` is `second`, exactly.

    `whole` is the whole difference. What cannot differ has a share of zero, from zero to zero.
    """

    first: Estimate
    second: Estimate
    whole: Estimate
    factors: tuple[Estimate, ...]


def asked(
    pair: tuple[Rules, Rules],
    players: tuple[str, str],
    games: int,
    seed: int,
    outcomes: Sequence[Outcome],
) -> Asked:
    """Check what is to be explained.

    Raises:
        StudyError: for two variants of the same rules, or no games or too many.
        SeedError: for a seed out of bounds.
        UnknownNameError: for a player that nobody knows.
    """
    checked_seed(seed)
    if not 2 <= games <= MOST_GAMES:  # noqa: PLR2004  # of one game there is no interval
        raise StudyError(f"{games} games explain nothing; give a number from 2 to {MOST_GAMES}")
    for name in players:
        player_named(name)
    if pair[0] == pair[1]:
        raise StudyError("the two variants have the same rules, so there is nothing to explain")
    return Asked(between(*pair, seed), players, games, seed, tuple(outcomes))


def explain(
    wanted: Asked,
    workers: int,
    tell: Callable[[int], object] = lambda games: None,  # noqa: ARG005
) -> dict[str, Shares]:
    """Play what lies between the two variants, and reckon the shares of each outcome.

    Args:
        wanted: what to explain.
        workers: how many processes play.
        tell: told how many more games are done.

    Raises:
        PenneechError: when a game cannot be played, or a worker is lost.
    """
    products = [Products.empty(len(wanted.between.classes)) for _ in wanted.outcomes]
    compiled = plays_in_bulk(wanted.players, min(PIECE, wanted.games))
    if compiled:
        make_ready(wanted.between.first, wanted.players)
    size = PIECE if compiled else SLOW_PIECE
    for piece, parts in spread(play_piece, _pieces(wanted, size), workers, threads=compiled):
        for outcome, (upper, lower) in zip(products, parts, strict=True):
            outcome.add(upper, lower)
        tell(len(piece.rules) * (piece.last - piece.first) * piece.swaps)
    return {
        outcome.name: shares(wanted.between, sums)
        for outcome, sums in zip(wanted.outcomes, products, strict=True)
    }


def _pieces(wanted: Asked, size: int) -> list[Piece]:
    names = tuple([outcome.name for outcome in wanted.outcomes])
    return [
        Piece(
            wanted.between.classes, wanted.players, wanted.seed,
            first, min(first + size, wanted.games), wanted.swaps, names,
        )
        for first in range(0, wanted.games, size)
    ]  # fmt: skip


def play_piece(piece: Piece) -> Ints:
    """Play games under all of the rules.

    Returns:
        What each game number adds to the totals: by outcome, upper and lower total, rules, game.
    """
    import numpy as np  # noqa: PLC0415  # slow to import

    places = [_BY_NAME[name] for name in piece.outcomes]
    games = piece.last - piece.first
    found = np.zeros((len(places), 2, len(piece.rules), games), np.int64)
    for place, rules in enumerate(piece.rules):
        played = play_chunk(
            Chunk("a variant between", rules, piece.players, piece.seed, piece.first, piece.last,
                  piece.swaps)
        )  # fmt: skip
        assert played is not None  # noqa: S101  # nothing stops it
        table = np.frombuffer(played, np.int32).reshape(-1, len(COLUMNS)).astype(np.int64)
        rows = {name: table[:, i] for i, name in enumerate(COLUMNS)}
        for i, outcome in enumerate(places):
            found[i, :, place] = by_game(outcome.reckon(rows), piece.swaps)
    return found


@dataclass(slots=True)
class Products:
    """The totals of one outcome under each of the rules, and their products over game numbers.

    All are whole numbers below 2^53, so they are exact, in whatever order games are added.
    """

    games: int
    upper: Floats
    lower: Floats
    upper_upper: Floats
    upper_lower: Floats
    lower_lower: Floats

    @classmethod
    def empty(cls, rules: int) -> Products:
        """No games yet."""
        import numpy as np  # noqa: PLC0415  # slow to import

        return cls(0, *[np.zeros(rules) for _ in range(2)],
                   *[np.zeros((rules, rules)) for _ in range(3)])  # fmt: skip

    def add(self, upper: Ints, lower: Ints) -> None:
        """Add games: arrays of rules by game numbers."""
        one, other = upper.astype(float), lower.astype(float)
        self.games += one.shape[1]
        self.upper += one.sum(axis=1)
        self.lower += other.sum(axis=1)
        self.upper_upper += one @ one.T
        self.upper_lower += one @ other.T
        self.lower_lower += other @ other.T

    def ratios(self) -> Floats:
        """The outcome under each of the rules; not a number where nothing is to be divided by."""
        import numpy as np  # noqa: PLC0415  # slow to import

        with np.errstate(divide="ignore", invalid="ignore"):
            return self.upper / self.lower

    def covariances(self) -> Floats:
        """How the ratios' errors go together (Taylor linearisation, clustered by game number)."""
        import numpy as np  # noqa: PLC0415  # slow to import

        ratio = self.ratios()
        crossed = self.upper_lower * ratio[None, :]
        rest = self.upper_upper - crossed - crossed.T + np.outer(ratio, ratio) * self.lower_lower
        few = self.games / (self.games - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return few * rest / np.outer(self.lower, self.lower)


def shares(found: Between, products: Products) -> Shares:
    """Reckon the shares of an outcome from the totals under each of the classes."""
    ratios, errors = products.ratios(), products.covariances()
    exact = [Fraction(float(ratio)) if ratio == ratio else None for ratio in ratios]  # noqa: PLR0124  # nan
    first, last = found.class_of[0], found.class_of[found.whole]
    ends = {last: Fraction(1)}, {first: Fraction(-1)}
    whole = {} if first == last else {**ends[0], **ends[1]}
    games = products.games

    def told(weights: Mapping[int, Fraction]) -> Estimate:
        return _estimate(weights, exact, errors, games)

    single = {first: Fraction(1)}
    coefficients = found.coefficients()
    estimates = [told(weights) for weights in coefficients]
    if found.orders:
        estimates = [
            _with_orders(estimate, games, [_value(pair[i], exact) for pair in pairs])
            for pairs in [found.order_coefficients()]
            for i, estimate in enumerate(estimates)
        ]
    return Shares(told(single), told(ends[0]), told(whole), tuple(estimates))


def _value(weights: Mapping[int, Fraction], exact: Sequence[Fraction | None]) -> Fraction | None:
    total = Fraction(0)
    for place, weight in weights.items():
        figure = exact[place]
        if figure is None:
            return None
        total += weight * figure
    return total


def _estimate(
    weights: Mapping[int, Fraction], exact: Sequence[Fraction | None], errors: Floats, games: int
) -> Estimate:
    """A sum of ratios with these weights, and its interval."""
    import numpy as np  # noqa: PLC0415  # slow to import

    value = _value(weights, exact)
    if not weights:
        return Estimate(0.0, 0.0, 0.0)
    if value is None:
        return Estimate(None, None, None)
    places = list(weights)
    vector = np.array([float(weights[place]) for place in places])
    some = errors[np.ix_(places, places)]
    square = float(vector @ some @ vector)
    # Games that do not vary leave nothing but what rounding has left.
    if square <= _NO_ERROR * max(1.0, float(value) ** 2):
        return Estimate(float(value), None, None)
    reach = student(1 - (1 - LEVEL) / 2, games - 1) * sqrt(square)
    return Estimate(float(value), float(value) - reach, float(value) + reach)


def _with_orders(estimate: Estimate, games: int, pairs: Sequence[Fraction | None]) -> Estimate:
    """The interval widened by the error of having sampled some orders of all.

    The two errors are added as squares; the freedom of the sum is Satterthwaite's.
    """
    told = [float(pair) for pair in pairs if pair is not None]
    many = len(told)
    if estimate.value is None or many < 2 or many < len(pairs):  # noqa: PLR2004
        return estimate
    mean = sum(told) / many
    orders = sum((one - mean) ** 2 for one in told) / (many - 1) / many
    half = estimate.half_width or 0.0
    packs = (half / student(1 - (1 - LEVEL) / 2, games - 1)) ** 2
    both = orders + packs
    if both <= _NO_ERROR * max(1.0, estimate.value**2):
        return estimate
    freedom = both**2 / (orders**2 / (many - 1) + packs**2 / (games - 1))
    reach = student(1 - (1 - LEVEL) / 2, max(1, int(freedom))) * sqrt(both)
    return Estimate(estimate.value, estimate.value - reach, estimate.value + reach)


def exact_share(found: Between, figures: Sequence[Any]) -> list[Any]:
    """The shares of figures that are known without error, one of each class.

    >>> from penneech.variants import load_variant
    >>> ends = [load_variant(name).rules for name in ("cotton-1674", "cotton-bare")]
    >>> way = between(*ends)
    >>> exact_share(way, [Fraction(len(way.classes) - i) for i in range(len(way.classes))])
    [Fraction(0, 1), Fraction(-1, 1)]
    """
    return [
        sum((weight * figures[place] for place, weight in weights.items()), Fraction(0))
        for weights in found.coefficients()
    ]
