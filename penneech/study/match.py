"""A match: many games under one variant between two players, each written down in full."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from penneech import __version__
from penneech.engine.legality import may_throw_up
from penneech.engine.state import MAX_REDEALS
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
from penneech.records import Heading, record_of, seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.events import Cut, Pair
    from penneech.players.registry import Seated
    from penneech.players.table import Packs
    from penneech.records import Record
    from penneech.rules import Rules

GENERATOR = f"penneech {__version__}"


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    Args:
        rules: the variant's rules.
        variant: the variant's id.
        players: who sits at A and at B.
        seed: the seed of cuts, packs and luck.
        games: how many game numbers are played, from 0.
        swap: whether each game is played again with the players exchanged.
        packs: given packs, one for each deal or redeal; None where the seed makes them.
        score: the points that A and B begin with.
        dealer: the first dealer if one is given.

    Raises:
        PenneechError: for given packs with more than one game.
    """

    rules: Rules
    variant: str
    players: tuple[Seated, Seated]
    seed: int
    games: int
    swap: bool = False
    packs: tuple[tuple[Card, ...], ...] | None = None
    score: Pair = (0, 0)
    dealer: Player | None = None

    def __post_init__(self) -> None:
        if self.packs is not None and self.games != 1:
            raise PenneechError(f"given packs are for one game, not for {self.games}")

    @property
    def length(self) -> int:
        """How many games are played."""
        return self.games * (1 + self.swap)


def records_of(match: Match) -> Iterator[Record]:
    """Play the games of a match, one after the other, and write each down."""
    for game in range(match.games):
        for swapped in (False, True)[: 1 + match.swap]:
            yield record_of_game(match, game, swapped=swapped)


def record_of_game(match: Match, game: int, *, swapped: bool = False) -> Record:
    """Play one game of a match and write it down.

    Args:
        match: what is played.
        game: the game's number.
        swapped: whether the players have changed places; cut, dealer and packs stay.
    """
    players = match.players[::-1] if swapped else match.players
    names = (players[0].name, players[1].name)
    cuts, dealer = _opening(match, game)
    heading = Heading(
        variant=match.variant,
        names=names,
        players=names,
        seed=match.seed,
        game=game,
        swapped=swapped,
        start_score=match.score,
        start_dealer=match.dealer,
        cut=cuts,
        generator=GENERATOR,
    )
    packs = packs_of(match.seed, game) if match.packs is None else _given(match.packs)
    steps = play_game(match.rules, dealer, players, packs, seated(match.seed, game), match.score)
    return record_of(match.rules, heading, steps)


def _opening(match: Match, game: int) -> tuple[tuple[Cut, ...], Player]:
    if match.dealer is not None:
        return (), match.dealer
    return cut_for_deal(match.rules, match.seed, game)


def _given(packs: tuple[tuple[Card, ...], ...]) -> Packs:
    left = iter(packs)

    def pack(deal: int, attempt: int, count: int) -> tuple[Card, ...] | None:  # noqa: ARG001  # the protocol's signature
        return next(left, None)

    return pack


@dataclass(slots=True)
class Tally:
    """What became of the games of a match so far; it grows with each and keeps none of them.

    Args:
        players: the names of the players, the one at A first when they have not changed places.
        games: how many games were played.
        deals: how many deals got hands to play.
        thrown_up: how many hands were thrown up.
        by_player: the games won by each player.
        by_seat: the games won at A and at B.
        undecided: how many games had no winner.
        points: the totals of each player, added up.
        forced: how many hands had to be played after 100 redeals in a row.
    """

    players: tuple[str, str]
    games: int = 0
    deals: int = 0
    thrown_up: int = 0
    by_player: list[int] = field(default_factory=lambda: [0, 0])
    by_seat: list[int] = field(default_factory=lambda: [0, 0])
    undecided: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    forced: int = 0

    def add(self, record: Record) -> None:
        """Count one game."""
        swapped = bool(record.heading.swapped)
        self.games += 1
        self.deals += len(record.deals)
        self.thrown_up += sum(len(deal.thrown_up) for deal in record.deals)
        self.forced += forced_hands(record)
        for seat, points in zip(Player, record.score or (0, 0), strict=True):
            self.points[seat ^ swapped] += points
        if record.winner is None:
            self.undecided += 1
        else:
            self.by_seat[record.winner] += 1
            self.by_player[record.winner ^ swapped] += 1

    @property
    def means(self) -> tuple[float, float]:
        """The mean total of each player."""
        return self.points[0] / self.games, self.points[1] / self.games


def forced_hands(record: Record) -> int:
    """How many hands had to be played only because the deal had been dealt again so often."""
    return sum(
        may_throw_up(record.rules, seen(hand))
        for deal in record.deals
        if len(deal.thrown_up) == MAX_REDEALS
        for hand in deal.hands
    )
