"""The chances of winning from every score, for any two computer players."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech import kernel
from penneech.players.registry import player_named
from penneech.players.table import packs_of, play_game, seated
from penneech.rules import BOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.events import Event, Player
    from penneech.kernel.prospects import Prospects
    from penneech.rules import Rules

FEW_DEALS = 2_000
"""So many deals are played by players that search, unless another number is asked for."""


def prospects_of(
    rules: Rules, players: tuple[str, str], deals: int | None = None, seed: int = 0
) -> Prospects:
    """The chances of the first-named player from every score, from the cache or made anew.

    The kernel plays the deals where it has both players, the reference engine where it has not.

    Args:
        rules: the variant's rules.
        players: the players' names.
        deals: how many deals are played; None for as many as their players make quickly.
        seed: 0 to 2^64 - 1.

    Raises:
        UnknownNameError: for a player that there is not.
        PenneechError: where Numba is missing, and for no deals.
        SeedError: for a seed out of bounds.
    """
    from penneech.kernel import prospects  # noqa: PLC0415  # who asks for help need not wait for it

    if set(players) <= set(kernel.PLAYERS_HERE):
        return prospects.prospects(
            rules, players, prospects.DEALS if deals is None else deals, seed
        )
    seats = [player_named(name) for name in players]
    # Rules that end no deal before its last trick.
    long = replace(rules, target=BOUNDS["target"][1])

    def play(number: int, dealer: Player) -> Iterator[Event]:
        packs = packs_of(seed, number)

        def first(deal: int, attempt: int, count: int) -> tuple[Card, ...] | None:
            return None if deal else packs(deal, attempt, count)

        for _, facts in play_game(long, dealer, seats, first, seated(seed, number)):
            yield from facts

    return prospects.prospects(rules, players, FEW_DEALS if deals is None else deals, seed, play)
