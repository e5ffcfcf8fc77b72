"""What the score is at the ends of deals: of all deals of a game, or of its first alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from penneech.kernel import _call, _keys, _policies, _room
from penneech.kernel.caching import compiled
from penneech.kernel.packing import packed
from penneech.kernel.playing import (
    CUT,
    DEAL_ENDED,
    DEALT,
    MOST_DEALS,
    PLACES,
    ROW,
    SCORE,
    SCORE_B,
    SCORED,
    THROWN_UP,
    TRACE,
    TRACED,
    TRICK_WON,
    WORDS,
    play_games,
)

if TYPE_CHECKING:
    from penneech.rules import Rules

Numbers: TypeAlias = np.ndarray[Any, Any]

GAME, DEAL, DEALER, END_A, END_B = range(5)
"""What is written down of each deal: its game, its number from 0, who dealt, the score after it."""

PLACES_OF_ONE = 5
USUAL_TRACE = 1 << 16
USUAL_DEALS = 16


def deal_ends(  # noqa: PLR0913  # all that a game depends on
    rules: Rules,
    players: tuple[str, str],
    seed: int,
    first: int,
    last: int,
    *,
    swapped: bool = False,
) -> Numbers:
    """The scores at the ends of all deals of some games.

    Args:
        rules: the variant's rules.
        players: the players' names, the first at A unless they are swapped.
        seed: 0 to 2^64 - 1.
        first: the number of the first game.
        last: the number after that of the last.
        swapped: let the players change places; cut, dealer and packs stay.

    Returns:
        A row a deal: the game's number; the deal's number, from 0; who dealt the hands that were
        played, 0 for A and 1 for B; the points of A and of B after it. Under rules that let a peg
        win, a game's last deal is over when the game is.

    Raises:
        PenneechError: for a player that the kernel does not have.
        SeedError: for a seed out of bounds.
    """
    by, keys = packed(rules), _keys(seed)
    seats = players[::-1] if swapped else players
    begin = np.array([first, swapped, -1, 0, 0, *_policies(seats)], np.int64)
    limits = np.array([last, 0, 0], np.int64)
    room = np.zeros((MOST_DEALS + USUAL_DEALS * max(0, last - first), PLACES_OF_ONE), np.int32)
    book, parts = np.zeros(TRACE + USUAL_TRACE, np.int64), [room[:0]]
    pack, words = np.zeros(PLACES, np.uint8), np.zeros(WORDS, np.uint64)
    while begin[0] < last:
        _call(note_ends, by, keys, begin, limits, pack, words, book, room)
        parts.append(room[: limits[1]].copy())
        if limits[2] > book.size:
            book = np.zeros(limits[2], np.int64)
    return np.concatenate(parts)


def first_deals(  # noqa: PLR0913, PLR0917  # all that a deal depends on
    rules: Rules, players: tuple[str, str], seed: int, luck: int, first: int, last: int
) -> Numbers:
    """What the first deals of games bring, each dealt by A and played to its end.

    Args:
        rules: the variant's rules.
        players: the names of the players at A and B.
        seed: the seed of the packs, 0 to 2^64 - 1.
        luck: the seed of the players' luck, 0 to 2^64 - 1.
        first: the number of the first game.
        last: the number after that of the last.

    Returns:
        A row a deal: the points of A and of B.

    Raises:
        PenneechError: for a player that the kernel does not have.
        SeedError: for a seed out of bounds.
    """
    keys = _keys(seed)
    keys[-1] = _keys(luck)[-1]
    # With one point each at the start, and won by one point, each deal is a whole game; nothing
    # cuts it short.
    by = packed(rules).copy()
    by.pegs_win, by.elder_first, by.target = 0, 1, 1
    begin = np.array([first, 0, 0, 1, 1, *_policies(players)], np.int64)
    rows = np.zeros((max(0, last - first), ROW), np.int32)
    _call(
        play_games, by, keys, begin, np.zeros((0, 52), np.uint8), np.zeros(1, np.int64),
        *_room(TRACE), rows,
    )  # fmt: skip
    return rows[:, SCORE : SCORE_B + 1] - 1


@compiled
def note_ends(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    rules: Any,  # noqa: ANN401  # what is packed for the kernel
    keys: Numbers,
    begin: Numbers,
    limits: Numbers,
    pack: Numbers,
    words: Numbers,
    book: Numbers,
    ends: Numbers,
) -> None:
    """Play games as long as there is room for what is written down of them.

    Args:
        rules: the rules, packed.
        keys: as `play_games` takes them.
        begin: the same; its first number becomes that of the game that is next.
        limits: the number after that of the last game; then how many deals were written down, and
            how large a book the next game needs, which are given back.
        pack: room, as `play_games` takes it.
        words: the same.
        book: the same, with room for all events of most games.
        ends: where the deals are written down.
    """
    rows, packs, tape = np.zeros((1, ROW), np.int32), np.zeros((0, 52), np.uint8), begin[:1]
    many = 0
    while begin[0] < limits[0] and many + MOST_DEALS <= ends.shape[0]:
        play_games(  # type: ignore[no-untyped-call]  # Numba finds its types
            rules, keys, begin, packs, tape, book, pack, words, rows
        )
        limits[2] = TRACE + book[TRACED]
        if limits[2] > book.size:
            break
        many = read_ends(book, begin[0], ends, many)
        begin[0] += 1
    limits[1] = many


@compiled
def read_ends(book: Numbers, game: int, ends: Numbers, many: int) -> int:
    """Write down the deals of the game in the book.

    Returns:
        How many deals are written down by then.
    """
    at, end, deal, a, b = TRACE, TRACE + book[TRACED], -1, 0, 0
    while at < end:
        kind = book[at]
        if kind == DEALT:
            # Hands that are dealt again belong to the same deal, whoever deals them.
            if book[at + 2] == 0:
                deal += 1
            row = ends[many + deal]
            row[GAME], row[DEAL], row[DEALER] = game, deal, book[at + 1]
            row[END_A], row[END_B] = a, b
            at += 4 + 2 * book[at + 3]
        elif kind == SCORED:
            if book[at + 1]:
                b += book[at + 2]
            else:
                a += book[at + 2]
            ends[many + deal, END_A], ends[many + deal, END_B] = a, b
            at += 6
        elif kind == THROWN_UP:
            at += 4 + book[at + 2] + book[at + 3]
        elif kind == TRICK_WON:
            at += 6
        elif kind in (DEAL_ENDED, CUT):
            at += 3
        else:
            at += 4
    return many + deal + 1
