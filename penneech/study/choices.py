"""How much hangs on a card: best less worst worth of the cards that a player may play.

The worth of a card is the mean over sampled worlds, as `pimc` players reckon it: points of the
player less the other's from this card to the end of the deal, by best play with all cards seen in
each world.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from penneech.players.pimc import SamplingPlayer
from penneech.players.registry import player_named
from penneech.players.table import play_by_number, seated
from penneech.players.view import view_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.chance import Luck
    from penneech.engine.state import Game
    from penneech.study.rows import Chunk

WORLDS = 32
"""Worlds that are sampled for each choice. The best of many guesses is too high a guess and the
worst too low: with fewer worlds spreads come out larger."""

COLUMNS = {
    "game": "the game's number, from 0",
    "swapped": "1 where the second-named player sits at A, else 0",
    "decisions": "cards led or played: each is a decision, even with a single legal card",
    "spread": f"best less worst worth of a legal card, over {WORLDS} worlds, added up",
}
"""Each column of a row of choices."""


def spread(worths: Iterable[int]) -> int:
    """The best worth of a legal card less the worst; nothing where there is one card.

    Args:
        worths: what each legal card is worth, added up over the worlds.
    """
    found = list(worths)
    return max(found) - min(found)


def row_of(
    game: int, swapped: int, states: Iterable[Game], luck: tuple[Luck, Luck], worlds: int = WORLDS
) -> list[int]:
    """The row of a game, in the order of `COLUMNS`.

    Args:
        game: the game's number.
        swapped: 1 where the players have changed places, else 0.
        states: the game after every deal and every choice.
        luck: the luck by which worlds are drawn for A and for B.
        worlds: how many are drawn.
    """
    solver, decisions, total = SamplingPlayer(worlds), 0, 0
    for state in states:
        deal = state.deal
        if deal is None or not deal.legal:
            continue
        decisions += 1
        if len(deal.legal) > 1:
            view = view_of(state)
            total += spread(solver.totals(view, luck[view.me]).values())
    return [game, swapped, decisions, total]


def choice_rows(chunk: Chunk) -> bytes:
    """The rows of the chunk's games, which are played again.

    Args:
        chunk: whose games are wanted.

    Returns:
        The rows as 32-bit numbers, one row after another. Games with hands too large to be solved
        have no decisions.

    Raises:
        PenneechError: where Numba is missing, or a game cannot be played.
    """
    from penneech.kernel.solving import LARGEST_HAND  # noqa: PLC0415  # slow to import

    players = [player_named(name) for name in chunk.players]
    rows = array("i")
    for game in range(chunk.first, chunk.last):
        for swapped in range(chunk.swaps):
            if chunk.rules.hand_size > LARGEST_HAND:
                rows.extend([game, swapped, 0, 0])
                continue
            luck = seated(chunk.seed, game)
            steps = play_by_number(chunk.rules, players, chunk.seed, game, swapped)
            rows.extend(row_of(game, swapped, (state for state, _ in steps), luck))
    return rows.tobytes()
