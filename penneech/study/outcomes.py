"""The outcomes of play: each one function over the rows of many games.

Every outcome here is a ratio of two totals, like all points over all deals: its function gives, for
each row, what the row adds to the upper and to the lower total. So an outcome can be reckoned from
any number of games in a fixed room, and its interval is that of a ratio (`intervals.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.events import Seat, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]
    Rows: TypeAlias = Mapping[str, Ints]
    """The columns of `rows.COLUMNS`, each an array with a figure a game."""

SECONDS_A_CARD, SECONDS_A_DEALING = 5, 40
"""The pace at which minutes are reckoned: to play a card; to shuffle, deal, and count a deal."""


class Parts(NamedTuple):
    """What each row adds to the upper and to the lower total of a ratio."""

    upper: Ints
    lower: Ints


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome as studies report it.

    Args:
        name: its key in summaries.
        title: its name for readers.
        unit: what it is counted in; a `share` is from 0 to 1.
        reckon: the function over rows.
        smallest: the smallest difference between variants that is worth naming, if any is.
        primary: whether it was named before any run, and so shares in simultaneous intervals.
    """

    name: str
    title: str
    unit: str
    reckon: Callable[[Rows], Parts]
    smallest: float | None = None
    primary: bool = False

    @property
    def definition(self) -> str:
        """What the outcome is, in the words of its function."""
        return " ".join((self.reckon.__doc__ or self.title).split())


def points_a_deal(rows: Rows) -> Parts:
    """All points that both players scored, over the deals played.

    A deal that is cut short because the game is won counts as a deal.
    """
    return Parts(rows["score_a"] + rows["score_b"], rows["deals"])


def dealers_edge(rows: Rows) -> Parts:
    """The dealer's points less the elder hand's, over the deals played."""
    return Parts(_seat_points(rows, Seat.DEALER) - _seat_points(rows, Seat.ELDER), rows["deals"])


def deals_a_game(rows: Rows) -> Parts:
    """Deals played, over games; a game given up after 1,000 deals counts with them."""
    return Parts(rows["deals"], _each(rows))


def turn_up_share(rows: Rows) -> Parts:
    """Points for cards that were turned up, which no decision earned, over all points."""
    turned = rows[_column(Source.TURN_UP, Seat.ELDER)] + rows[_column(Source.TURN_UP, Seat.DEALER)]
    return Parts(turned, rows["score_a"] + rows["score_b"])


def skill(rows: Rows) -> Parts:
    """Games that the first-named of two different players won, over games that were won.

    The first-named player sits at A, or at B where the players are swapped.
    """
    won = rows["winner"] == rows["swapped"]
    return Parts(won.astype(rows["winner"].dtype), rows["ended"])


def first_dealer_wins(rows: Rows) -> Parts:
    """Games that the first dealer won, over games that were won."""
    won = rows["winner"] == rows["first_dealer"]
    return Parts(won.astype(rows["winner"].dtype), rows["ended"])


def redeals(rows: Rows) -> Parts:
    """Dealings in which a hand was thrown up, over all dealings.

    Where both hands are then void each dealing is of a new pack; where the thrown hand alone is
    replaced, a deal is one dealing, whether one or both hands were thrown up.
    """
    return Parts(rows["redeals"], rows["dealings"])


def choice(rows: Rows) -> Parts:
    """Legal cards, over the cards led or played: how many cards a player may choose from."""
    return Parts(rows["legal_cards"], rows["decisions"])


def only_one_card(rows: Rows) -> Parts:
    """Decisions with a single legal card, over all decisions; each deal's last trick has two."""
    return Parts(rows["only_one"], rows["decisions"])


def lead_changes(rows: Rows) -> Parts:
    """Changes of the player ahead on points, over deals.

    The score is looked at each time points are pegged. The first player to be ahead is no change; a
    tie is none, and who was ahead before it still was.
    """
    return Parts(rows["lead_changes"], rows["deals"])


def minutes_a_game(rows: Rows) -> Parts:
    """Minutes at the stated pace, over games: 5 seconds a card, 40 seconds a dealing."""
    seconds = SECONDS_A_CARD * rows["decisions"] + SECONDS_A_DEALING * rows["dealings"]
    return Parts(seconds, 60 * _each(rows))


def points_by(source: Source | None, seat: Seat | None) -> Callable[[Rows], Parts]:
    """Make the outcome: points from one source, or at one seat, or both, over the deals played."""
    columns = [
        _column(from_source, at_seat)
        for from_source in Source
        for at_seat in Seat
        if source in (None, from_source) and seat in (None, at_seat)
    ]

    def points(rows: Rows) -> Parts:
        """Points from that source at that seat, over the deals played."""
        return Parts(sum((rows[name] for name in columns), 0 * rows["deals"]), rows["deals"])

    return points


def deals_histogram(rows: Rows) -> Ints:
    """How many games had so many deals: the figure at index n is for n deals, 0 to 1,000."""
    import numpy as np  # noqa: PLC0415  # slow to import

    return np.bincount(rows["deals"], minlength=1001)


def percentile(histogram: Ints, share: float) -> int:
    """The least number that at least this share of a histogram's games do not exceed."""
    running = histogram.cumsum()
    return int((running >= share * running[-1]).argmax())


def by_name(outcome: str, source: Source | None, seat: Seat | None) -> str:
    """The key of points by source and seat, like `points_a_deal.trick.elder`."""
    return ".".join([outcome, *(str(part) for part in (source, seat) if part is not None)])


def _column(source: Source, seat: Seat) -> str:
    return f"{source}_{seat}"


def _seat_points(rows: Rows, seat: Seat) -> Ints:
    return points_by(None, seat)(rows).upper


def _each(rows: Rows) -> Ints:
    return 0 * rows["game"] + 1


def _by_source_and_seat() -> list[Outcome]:
    combined = [(source, None) for source in Source] + [(None, seat) for seat in Seat]
    both = [(source, seat) for source in Source for seat in Seat]
    return [
        Outcome(
            by_name("points_a_deal", source, seat),
            " ".join(str(part).replace("_", " ") for part in (source, seat) if part is not None),
            "points",
            points_by(source, seat),
            0.5,
        )
        for source, seat in [*combined, *both]
    ]


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("points_a_deal", "points a deal", "points", points_a_deal, 0.5, primary=True),
    Outcome("dealers_edge", "dealer's edge", "points", dealers_edge, 0.5, primary=True),
    Outcome("deals_a_game", "deals a game", "deals", deals_a_game, 0.5, primary=True),
    Outcome("turn_up_share", "turn-up share", "share", turn_up_share, 0.02, primary=True),
    Outcome("skill", "skill", "share", skill, 0.02, primary=True),
    Outcome("first_dealer_wins", "first dealer's wins", "share", first_dealer_wins, 0.02),
    Outcome("redeals", "redeals", "share", redeals, 0.02),
    Outcome("choice", "choice", "cards", choice, 0.1),
    Outcome("only_one_card", "only one card", "share", only_one_card, 0.02),
    Outcome("lead_changes", "lead changes", "changes", lead_changes, 0.05),
    Outcome("minutes_a_game", "minutes a game", "minutes", minutes_a_game),
    *_by_source_and_seat(),
)
"""Every outcome, the primary ones first."""


def outcomes_for(players: tuple[str, str]) -> tuple[Outcome, ...]:
    """The outcomes that these players can show: skill needs two different ones."""
    same = players[0] == players[1]
    return tuple(outcome for outcome in OUTCOMES if not (same and outcome.name == "skill"))
