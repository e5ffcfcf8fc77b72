"""The kernel: the compiled twin of the reference engine, for play in bulk.

These few functions are its wall: names, rules and events come in and go out, arrays of numbers lie
behind. Numba is imported, and code compiled or fetched, when one of them is first called; it comes
with the extra `fast` (`pip install "penneech[fast]"`). Any game or deal that is played here can be
played again by the reference engine, card by card, since the packs and the players' luck are those
of `penneech.chance`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from penneech.chance import CUTS, PACKS, PLAYERS, absorb, checked_seed
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.extras import installing

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from penneech.cards import Card
    from penneech.events import Event, Pair
    from penneech.rules import Rules

    Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
    Tape: TypeAlias = Sequence[int]

PLAYERS_HERE = ("random", "greedy")
"""The players that the kernel can play, by their names."""

MOST_GAMES = 2**31
"""Rows are of 32-bit numbers, so games with rows are numbered from 0 to one less than this."""

_TAPE = len(PLAYERS_HERE)
_FIRST_TRACE = 4096


def available() -> bool:
    """Whether the kernel can be used: whether Numba is installed."""
    from importlib.util import find_spec  # noqa: PLC0415  # seldom asked

    return find_spec("numba") is not None


def packs(seed: int, game: int, deals: Sequence[int], attempt: int = 0) -> list[tuple[Card, ...]]:
    """The packs of some deals of a game, as `chance.shuffled` makes them.

    Raises:
        SeedError: for a seed outside 0 to 2^64 - 1.
    """
    import numpy as np  # noqa: PLC0415  # who asks for help need not wait for it

    from penneech.kernel.packing import card_of  # noqa: PLC0415  # NumPy and Numba come when they are needed

    playing = _playing()
    key = absorb(absorb(absorb(0, checked_seed(seed)), PACKS), game)
    keys = np.array([absorb(key, deal << 7 | attempt) for deal in deals], np.uint64)
    rows = np.zeros((len(keys), playing.PLACES), np.uint8)
    _call(playing.shuffle_packs, keys, rows)
    return [tuple([card_of(int(code)) for code in row[:52]]) for row in rows]


def play_games(  # noqa: PLR0913  # all that a game depends on
    rules: Rules,
    players: tuple[str, str],
    seed: int,
    first: int,
    last: int,
    *,
    swapped: bool = False,
) -> Rows:
    """Play games, and give a row for each, equal to the one that `study.rows.play_row` gives.

    Args:
        rules: the variant's rules.
        players: the players' names, the first at A unless they are swapped.
        seed: 0 to 2^64 - 1.
        first: the number of the first game.
        last: the number after that of the last.
        swapped: let the players change places; cut, dealer and packs stay.

    Returns:
        One row a game, its columns those of `study.rows.COLUMNS`, as 32-bit numbers.

    Raises:
        PenneechError: for a player that the kernel does not have, or a game whose number a row
            cannot hold.
        SeedError: for a seed out of bounds.
    """
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    from penneech.kernel.packing import packed  # noqa: PLC0415  # NumPy and Numba come when they are needed

    beyond = first if first < 0 else last - 1
    if not 0 <= beyond < MOST_GAMES and first < last:
        raise PenneechError(
            f"rows hold the numbers of games 0 to {MOST_GAMES - 1}; there is no row for {beyond}"
        )
    playing = _playing()
    rows = np.zeros((max(0, last - first), playing.ROW), np.int32)
    seats = players[::-1] if swapped else players
    begin = np.array([first, swapped, -1, 0, 0, *_policies(seats)], np.int64)
    _call(
        playing.play_games, packed(rules), _keys(seed), begin, np.zeros((0, 52), np.uint8),
        np.zeros(1, np.int64), *_room(playing.TRACE), rows,
    )  # fmt: skip
    return rows


class DealSums(NamedTuple):
    """What many deals add up to, each played to its end whatever the target.

    Args:
        deals: the deals that were played.
        dealings: times that hands were dealt: the deals, and those whose hands were both void.
        redeals: dealings in which a hand was thrown up.
        forced_hands: hands that might have been thrown up but for 100 redeals in a row.
        points: the points by source and seat, in the order of `events.Source` and `events.Seat`:
            turn-ups of the elder hand, turn-ups of the dealer, and so on.
        elder_squared, dealer_squared, product: sums over the deals of the squares of each seat's
            points, and of the one's times the other's; all moments of totals and differences up to
            the second follow.
        elder_tricks: tricks that the elder hand took.
        legal_cards: legal cards, added up over the decisions.
        only_one: decisions with a single legal card.
    """

    deals: int
    dealings: int
    redeals: int
    forced_hands: int
    points: tuple[int, ...]
    elder_squared: int
    dealer_squared: int
    product: int
    elder_tricks: int
    legal_cards: int
    only_one: int


def play_deals(  # noqa: PLR0913, PLR0917  # all that a deal depends on
    rules: Rules,
    players: tuple[str, str],
    seed: int,
    first: int,
    last: int,
    dealer: Player = Player.A,
) -> DealSums:
    """Play single deals to their ends, and add up what they bring.

    Each is the first deal of a game: its packs and its players' luck are those of deal 0. Nothing
    ends it before its last trick, whatever the target.

    Args:
        rules: the variant's rules.
        players: the names of the players at A and at B.
        seed: 0 to 2^64 - 1.
        first: the number of the first game.
        last: the number after that of the last.
        dealer: who deals.

    Raises:
        PenneechError: for a player that the kernel does not have.
        SeedError: for a seed out of bounds.
    """
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    from penneech.kernel.packing import packed  # noqa: PLC0415  # NumPy and Numba come when they are needed

    playing = _playing()
    begin = np.array([first, max(0, last - first), dealer, *_policies(players)], np.int64)
    sums = np.zeros(playing.SUMS, np.int64)
    room = np.zeros(playing.LANE_PLACES, np.uint8), np.zeros(playing.LANE_WORDS, np.uint64)
    _call(playing.play_deals, packed(rules), _keys(seed), begin, *room, sums)
    found = sums.tolist()
    at = playing.SUM_POINTS
    return DealSums._make([*found[:at], tuple(found[at : at + 8]), *found[at + 8 :]])


def trace_game(rules: Rules, players: tuple[str, str], seed: int, game: int) -> tuple[Event, ...]:
    """All that happens in a game, the cuts for the first deal included.

    Raises:
        PenneechError: for a player that the kernel does not have.
        SeedError: for a seed out of bounds.
    """
    return _trace(rules, _policies(players), seed, game)


def trace_packs(
    rules: Rules,
    dealt: Sequence[Sequence[Card]],
    tape: Tape,
    dealer: Player,
    score: Pair = (0, 0),
) -> tuple[Event, ...]:
    """All that happens in a game with these packs, dealt one after the other.

    Every hand that may be thrown up is; the i-th card played is the (tape[i] mod n)-th of the n
    that may be played, in pack order, and the tape begins again when it has run out.

    Args:
        rules: the variant's rules.
        dealt: the packs of 52 cards; when none is left the game stops.
        tape: whole numbers from 0; at least one.
        dealer: who deals first.
        score: the points that A and B begin with.
    """
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    from penneech.kernel.packing import code  # noqa: PLC0415  # NumPy and Numba come when they are needed

    codes = np.array([[code(card) for card in pack] for pack in dealt], np.uint8)
    figures = np.array(tape, np.int64)
    return _trace(rules, (_TAPE, _TAPE), 0, 0, int(dealer), score, codes, figures)


def _trace(  # noqa: PLR0913, PLR0917  # all that a game depends on
    rules: Rules,
    policies: tuple[int, ...],
    seed: int,
    game: int,
    dealer: int = -1,
    score: Pair = (0, 0),
    codes: Any = None,  # noqa: ANN401  # arrays, or what Numba compiled
    tape: Any = None,  # noqa: ANN401  # arrays, or what Numba compiled
) -> tuple[Event, ...]:
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    from penneech.kernel.packing import packed  # noqa: PLC0415  # NumPy and Numba come when they are needed
    from penneech.kernel.tracing import events_of  # noqa: PLC0415  # NumPy and Numba come when they are needed

    playing = _playing()
    codes = np.zeros((0, 52), np.uint8) if codes is None else codes
    tape = np.zeros(1, np.int64) if tape is None else tape
    begin = np.array([game, 0, dealer, *score, *policies], np.int64)
    used = _FIRST_TRACE
    while True:
        book, pack, words = _room(playing.TRACE + used)
        _call(
            playing.play_games, packed(rules), _keys(seed), begin, codes, tape, book, pack, words,
            np.zeros((1, playing.ROW), np.int32),
        )  # fmt: skip
        used = int(book[playing.TRACED])
        trace = book[playing.TRACE : playing.TRACE + used]
        if trace.size == used:
            return events_of(trace.tolist())


def _room(size: int) -> tuple[Any, Any, Any]:
    """A book, a pack and words for a game to be played in."""
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    playing = _playing()
    return (
        np.zeros(size, np.int64),
        np.zeros(playing.PLACES, np.uint8),
        np.zeros(playing.WORDS, np.uint64),
    )


def _keys(seed: int) -> Any:  # noqa: ANN401  # arrays, or what Numba compiled
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    key = absorb(0, checked_seed(seed))
    return np.array([absorb(key, purpose) for purpose in (PACKS, CUTS, PLAYERS)], np.uint64)


def _policies(players: Sequence[str]) -> tuple[int, ...]:
    for name in players:
        if name not in PLAYERS_HERE:
            raise PenneechError(
                f"the kernel has no player {name!r}; it has {' and '.join(PLAYERS_HERE)}"
            )
    return tuple([PLAYERS_HERE.index(name) for name in players])


def _playing() -> Any:  # noqa: ANN401  # a module
    try:
        from penneech.kernel import playing  # noqa: PLC0415  # NumPy and Numba come when they are needed
    except ModuleNotFoundError as error:
        raise PenneechError(
            f"the kernel needs {error.name}; install it with: {installing('fast')}"
        ) from None
    return playing


def _call(function: Any, *arguments: Any) -> Any:  # noqa: ANN401  # arrays, or what Numba compiled
    """Call compiled code; say so when it has to be compiled first."""
    from penneech.kernel.caching import announce  # noqa: PLC0415  # NumPy and Numba come when they are needed

    announce(function)
    if hasattr(function, "signatures"):
        return function(*arguments)
    import numpy as np  # noqa: PLC0415  # NumPy and Numba come when they are needed

    # With the compiler off words wrap round as they should, and NumPy would warn of it each time.
    with np.errstate(over="ignore"):
        return function(*arguments)
