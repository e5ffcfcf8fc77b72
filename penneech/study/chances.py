"""How the chance of winning went in a game: drama, decision, security, comebacks, uneven deals.

The chance of a player is that of `prospects.py`: from the score, who deals next, and nothing that
is hidden. It is looked at before the first deal and at the end of each, so that variants that peg
in the play and those that count at the end are measured alike. A *course* is what it was for the
winner of a game: before the first deal, after each deal, and 1 after the last.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import groupby, pairwise
from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.events import DealEnded
from penneech.players.registry import player_named
from penneech.players.table import cut_for_deal, play_by_number
from penneech.study.bulk import kernel_has
from penneech.study.prospects import prospects_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.events import Player
    from penneech.kernel.prospects import Prospects
    from penneech.rules import Rules
    from penneech.study.rows import Chunk

    Course: TypeAlias = Sequence[float]

COLUMNS = {
    "game": "the game's number, from 0",
    "swapped": "1 where the second-named player sits at A, else 0",
    "ended": "1 for a game that was won; all further figures of another are 0",
    "deals": "deals that were played",
    "drama": "millionths: the mean of sqrt(1/2 - V) over the ends of deals with V < 1/2, else 0",
    "to_come": "deals that were still to be played when the game was decided",
    "ends": "ends of deals after which the game went on",
    "ahead": "those of them at which V was 1/2 or more",
    "comeback": "1 where V was below 0.2 at the end of some deal, else 0",
    "uneven": "deals that moved V by 0.3 or more",
}
"""Each column of a row of chances; V is the winner's chance of winning."""

MILLION = 1_000_000
EVEN, DECIDED, LOST, MOVED = 0.5, 0.8, 0.2, 0.3
"""Of the chance of winning: an even game, a decided one, one nearly lost, and an uneven deal."""

_ROUNDING = 1e-9


class End(NamedTuple):
    """The end of a deal: who dealt its hands, and the score after it."""

    dealer: int
    score_a: int
    score_b: int


def drama(course: Course) -> float:
    """The mean of sqrt(1/2 - V) over the ends of deals at which the winner was behind; 0 if none.

    Args:
        course: the winner's chance before the first deal and after each.
    """
    behind = [sqrt(EVEN - chance) for chance in course[1:] if chance < EVEN]
    return fsum(behind) / len(behind) if behind else 0.0


def left_when_decided(course: Course) -> int:
    """How many deals were still to be played when V first exceeded 0.8 for good.

    Args:
        course: the winner's chance before the first deal and after each.
    """
    left = 0
    for chance in reversed(course[1:-1]):
        if chance <= DECIDED:
            break
        left += 1
    return left


def times_ahead(course: Course) -> int:
    """At how many ends of deals, the last one apart, the winner's chance was 1/2 or more.

    Args:
        course: the winner's chance before the first deal and after each.
    """
    return sum(chance >= EVEN - _ROUNDING for chance in course[1:-1])


def came_back(course: Course) -> bool:
    """Whether the winner's chance was below 0.2 at the end of some deal.

    Args:
        course: the winner's chance before the first deal and after each.
    """
    return any(chance < LOST for chance in course[1:])


def uneven_deals(course: Course) -> int:
    """How many deals moved the chance by 0.3 or more, the deal that won the game included.

    Args:
        course: the winner's chance before the first deal and after each.
    """
    return sum(abs(after - before) >= MOVED - _ROUNDING for before, after in pairwise(course))


def course_of(
    prospects: Prospects, first_dealer: int, ends: Sequence[End], winner: int, first_named: int
) -> list[float]:
    """The winner's chance before the first deal of a game and after each.

    Args:
        prospects: the chances of the first-named player.
        first_dealer: who deals first: 0 for A, 1 for B.
        ends: those of all deals of the game.
        winner: who won: 0 for A, 1 for B.
        first_named: where the first-named player sits: 0 for A, 1 for B.
    """
    before = [(first_dealer, (0, 0))]
    # Who dealt last is the elder hand of the next deal.
    before += [(1 - end.dealer, (end.score_a, end.score_b)) for end in ends[:-1]]
    chances = [
        prospects.of(scores[first_named], scores[1 - first_named], dealer == first_named)
        for dealer, scores in before
    ]
    return [*(one if winner == first_named else 1 - one for one in chances), 1.0]


def row_of(game: int, swapped: int, course: Course | None, deals: int) -> list[int]:
    """The row of a game, in the order of `COLUMNS`.

    Args:
        game: the game's number.
        swapped: 1 where the players have changed places, else 0.
        course: the winner's chance before the first deal and after each; None for no winner.
        deals: how many deals were played.
    """
    if course is None:
        return [game, swapped, 0, deals, *[0] * (len(COLUMNS) - 4)]
    return [
        game, swapped, 1, deals, round(MILLION * drama(course)), left_when_decided(course),
        deals - 1, times_ahead(course), int(came_back(course)), uneven_deals(course),
    ]  # fmt: skip


def chance_rows(chunk: Chunk) -> bytes:
    """The rows of the chunk's games, which are played again.

    Args:
        chunk: whose games are wanted.

    Returns:
        The rows as 32-bit numbers, one row after another.

    Raises:
        PenneechError: where Numba is missing, or a game cannot be played.
    """
    prospects = known_prospects(chunk.rules, chunk.players)
    played = _in_kernel if kernel_has(chunk.players) else _by_reference
    by_swapping = [played(chunk, swapped) for swapped in range(chunk.swaps)]
    rows = array("i")
    for game in range(chunk.first, chunk.last):
        _, dealer = cut_for_deal(chunk.rules, chunk.seed, game)
        for swapped, games in enumerate(by_swapping):
            ends, winner = next(games)
            course = None
            if winner is not None:
                course = course_of(prospects, dealer, ends, winner, swapped)
            rows.extend(row_of(game, swapped, course, len(ends)))
    return rows.tobytes()


@lru_cache(maxsize=64)
def known_prospects(rules: Rules, players: tuple[str, str]) -> Prospects:
    """The chances of winning under these rules, made once in a process."""
    return prospects_of(rules, players)


def _in_kernel(chunk: Chunk, swapped: int) -> Iterator[tuple[list[End], int | None]]:
    """The ends of the deals of each game and its winner, from the kernel."""
    from penneech import kernel  # noqa: PLC0415  # slow to import
    from penneech.kernel.ends import deal_ends  # noqa: PLC0415  # the same

    games = chunk.rules, chunk.players, chunk.seed, chunk.first, chunk.last
    winners = kernel.play_games(*games, swapped=bool(swapped))[:, 3].tolist()
    ends = deal_ends(*games, swapped=bool(swapped)).tolist()
    by_game = groupby(ends, key=lambda end: end[0])
    for winner, (_, deals) in zip(winners, by_game, strict=True):
        yield [End(*deal[2:]) for deal in deals], None if winner < 0 else winner


def _by_reference(chunk: Chunk, swapped: int) -> Iterator[tuple[list[End], int | None]]:
    """The same, from the reference engine."""
    players = [player_named(name) for name in chunk.players]
    for game in range(chunk.first, chunk.last):
        ends: list[End] = []
        winner: Player | None = None
        for state, facts in play_by_number(chunk.rules, players, chunk.seed, game, swapped):
            winner = state.winner
            if state.deal is not None and (state.over or isinstance(facts[-1], DealEnded)):
                ends.append(End(int(state.deal.dealer), *state.score))
        yield ends, None if winner is None else int(winner)
