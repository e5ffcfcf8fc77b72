"""What figures rest on, in words: who played how many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def played(players: Sequence[str], games: int, seed: int | str) -> str:
    """So many games of each variant, by whom, from which seed.

    >>> played(["greedy", "greedy"], 1000, 1)
    '1,000 games of each variant from the same packs, greedy at both seats, seed 1'
    """
    number = many(players, games)
    what = "game" if number == "1" else "games"
    return f"{number} {what} of each variant from the same packs, {who(players)}, seed {seed}"


def many(players: Sequence[str], number: int) -> str:
    """So many games or deals; two different players play each number twice."""
    return f"{number:,}" + " x 2" * (players[0] != players[1])


def who(players: Sequence[str]) -> str:
    """Two players and their seats."""
    first, second = players
    same = first == second
    return f"{first} at both seats" if same else f"{first} against {second}, seats swapped"
