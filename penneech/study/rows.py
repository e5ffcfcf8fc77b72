"""One game, one row of whole numbers: all that the outcomes need, and no clock.

A row belongs to (variant, players, seed, game, swapped) alone, so it is the same whoever plays it,
in whatever order, on however many processes.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from penneech.engine.legality import may_throw_up
from penneech.engine.state import MAX_REDEALS
from penneech.errors import PenneechError
from penneech.events import Dealt, Player, Scored, Seat, Source, ThrownUp
from penneech.players.registry import player_named
from penneech.players.table import cut_for_deal, play_by_number
from penneech.study.bulk import bulk_rows, plays_in_bulk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from penneech.engine.state import Deal, Game
    from penneech.events import Event
    from penneech.players.registry import Seated
    from penneech.rules import Rules

ROWS = "rows"
"""The name of the table that has a row a game; `tables.py` has the others."""

COLUMNS = {
    "game": "the game's number, from 0",
    "swapped": "1 where the second-named player sits at A, else 0",
    "first_dealer": "who dealt first: 0 for A, 1 for B",
    "winner": "who won: 0 for A, 1 for B, -1 for a game that was given up undecided",
    "score_a": "A's points at the end",
    "score_b": "B's points at the end",
    "ended": "1 for a game that was won, 0 for one given up after 1,000 deals",
    "deals": "deals that were played, the last of them perhaps not to its end",
    "dealings": "times that hands were dealt: the deals, and those whose hands were both void",
    "redeals": "dealings in which a hand was thrown up",
    "forced_hands": "hands that might have been thrown up but for 100 redeals in a row",
    **{
        f"{source}_{seat}": f"points that the {seat} scored from {source}, over the whole game"
        for source in Source
        for seat in Seat
    },
    "decisions": "cards led or played: each is a decision, even with a single legal card",
    "legal_cards": "legal cards, added up over the decisions",
    "only_one": "decisions with a single legal card",
    "lead_changes": "times that the player behind on points came ahead; a tie changes nothing",
}
"""Each column of a row and what it holds, in the order of the row."""

_SEATS = len(Seat)
_PLACE = {source: _SEATS * i for i, source in enumerate(Source)}


class Chunk(NamedTuple):
    """Games to be played under one variant: numbers `first` to `last` - 1, each `swaps` times.

    `table` names the table whose rows are wanted of them.
    """

    variant: str
    rules: Rules
    players: tuple[str, str]
    seed: int
    first: int
    last: int
    swaps: int
    table: str = ROWS

    def __str__(self) -> str:
        return f"games {self.first} to {self.last - 1} of {self.variant}"


def swaps_of(players: tuple[str, str]) -> int:
    """How often each game number is played: twice by two different players, their seats swapped."""
    return 1 if players[0] == players[1] else 2


class Tally:
    """What one game adds up to; it is fed the facts of the game as they happen."""

    __slots__ = (
        "_ahead",
        "_dealer",
        "_margin",
        "_thrown",
        "dealings",
        "decisions",
        "forced_hands",
        "lead_changes",
        "legal_cards",
        "only_one",
        "points",
        "redeals",
    )

    def __init__(self) -> None:
        self.dealings = self.redeals = self.forced_hands = 0
        self.decisions = self.legal_cards = self.only_one = self.lead_changes = 0
        self.points = [0] * (_SEATS * len(Source))
        self._dealer = Player.A
        self._thrown = False
        self._margin = 0
        self._ahead: bool | None = None

    def take(self, deal: Deal, facts: tuple[Event, ...]) -> None:
        """Count what just happened, and the choice that the deal now waits for."""
        for fact in facts:
            # Asking for the type is quicker than matching, and this is done forty times a deal.
            kind = type(fact)
            if kind is Scored:
                self._score(fact)  # type: ignore[arg-type]  # its type is Scored
            elif kind is Dealt:
                self._deal(deal, fact)  # type: ignore[arg-type]  # its type is Dealt
            elif kind is ThrownUp and not self._thrown:
                self._thrown = True
                self.redeals += 1
        legal = len(deal.legal)
        if legal:
            self.decisions += 1
            self.legal_cards += legal
            self.only_one += legal == 1

    def _deal(self, deal: Deal, fact: Dealt) -> None:
        self.dealings += 1
        self._dealer = fact.dealer
        self._thrown = False
        if fact.attempt == MAX_REDEALS:
            rules = deal.umpire.rules
            self.forced_hands += sum(may_throw_up(rules, hand) for hand in fact.hands)

    def _score(self, fact: Scored) -> None:
        player, points, source, _, _ = fact
        self.points[_PLACE[source] + (player is self._dealer)] += points
        self._margin += -points if player else points
        if self._margin:
            ahead = self._margin > 0
            self.lead_changes += self._ahead is (not ahead)
            self._ahead = ahead


def row_of(
    game: int, swapped: int, dealer: Player, steps: Iterable[tuple[Game, tuple[Event, ...]]]
) -> list[int]:
    """The row of a game, in the order of `COLUMNS`.

    Args:
        game: the game's number.
        swapped: 1 where the players have changed places, else 0.
        dealer: who deals first.
        steps: the game after every deal and every choice, and what happened.

    Raises:
        ValueError: when nothing was played.
    """
    tally = Tally()
    take = tally.take
    state: Game | None = None
    for state, facts in steps:
        if state.deal is not None:
            take(state.deal, facts)
    if state is None:
        raise ValueError("a game without a deal has no row")
    winner = -1 if state.winner is None else int(state.winner)
    return [
        game, swapped, dealer, winner, *state.score, int(state.winner is not None),
        state.number + 1, tally.dealings, tally.redeals, tally.forced_hands, *tally.points,
        tally.decisions, tally.legal_cards, tally.only_one, tally.lead_changes,
    ]  # fmt: skip


def play_row(
    rules: Rules, players: Sequence[Seated], seed: int, game: int, swapped: int
) -> list[int]:
    """Play one game and give its row.

    Args:
        rules: the variant's rules.
        players: the players as they were named, the first at A unless they are swapped.
        seed: the study's seed.
        game: the game's number.
        swapped: 1 to let the players change places; cut, dealer and packs stay.
    """
    _, dealer = cut_for_deal(rules, seed, game)
    steps = play_by_number(rules, players, seed, game, swapped)
    return row_of(game, swapped, dealer, steps)


def play_chunk(chunk: Chunk, stopped: Callable[[], bool] | None = None) -> bytes | None:
    """Play the games of a chunk, in order: in the kernel where it can, which gives the same rows.

    Args:
        chunk: what to play.
        stopped: asked between games; the chunk is given up when it says yes.

    Returns:
        The rows as 32-bit numbers, one row after another; None for a chunk that was given up. Rows
        of other tables are never given up: their chunks are small.

    Raises:
        PenneechError: when a game cannot be played; the text names variant and game.
    """
    if chunk.table != ROWS:
        from penneech.study.tables import TABLES  # noqa: PLC0415  # they stand on this module

        return TABLES[chunk.table].rows(chunk)
    if plays_in_bulk(chunk.players, chunk.last - chunk.first):
        return bulk_rows(chunk, stopped)
    players = [player_named(name) for name in chunk.players]
    rows = array("i")
    for game in range(chunk.first, chunk.last):
        if stopped is not None and stopped():
            return None
        for swapped in range(chunk.swaps):
            try:
                rows.extend(play_row(chunk.rules, players, chunk.seed, game, swapped))
            except PenneechError as error:
                # Some errors have more to them than a text, and could not travel between processes.
                raise PenneechError(f"{chunk.variant}, game {game}: {error}") from None
    return rows.tobytes()
