"""Packs, cuts and players' luck: a counter-based generator, so that any game can be made alone.

The generator is `penneech-1`: SplitMix64's finaliser (Steele, Lea and Flood, 2014) used as a keyed
counter. A key is absorbed from (seed, purpose, game, ...), and word i of a key is
`mix(key + (i + 1) * GOLDEN)`. Nothing is remembered between calls: the pack of a deal depends on
(seed, game, deal, attempt) alone, a player's luck on (seed, game, player) and the place in the
game. `docs/reference/randomness.md` has the definition and test vectors; a change of either is a
change of the record format.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from penneech.cards import PACK, Card
from penneech.errors import SeedError, whole
from penneech.events import Cut, Player

GENERATOR = "penneech-1"
MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
PACKS, CUTS, PLAYERS = 1, 2, 3
"""The purposes of keys: each has words of its own."""

DRAWS_A_WORD = 8
"""How many cards of a pack are drawn with one word: eight draws take 45 bits of its 64 at most."""

LANE_BITS, LANES_A_WORD = 21, 3
"""A word serves three choices of a player; a choice among n is off by n / 2^21 at most."""

LANE = (1 << LANE_BITS) - 1
LANES = range(0, LANE_BITS * LANES_A_WORD, LANE_BITS)
WORDS_AT_ONCE = 3
LOTS_AT_ONCE = WORDS_AT_ONCE * LANES_A_WORD
"""A player's choices are drawn nine at a time: those of a deal of seven cards at once."""


def mix(z: int) -> int:
    """Turn one 64-bit word into another, each bit of it depending on every bit."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def absorb(key: int, number: int) -> int:
    """Make a key from a key and a number (0 to 2^64 - 1)."""
    return mix((key ^ number) + GOLDEN & MASK)


def word(key: int, i: int) -> int:
    """Word i of a key, 64 bits."""
    return mix(key + (i + 1) * GOLDEN & MASK)


def checked_seed(seed: int) -> int:
    """The seed itself, as Python's own number.

    Raises:
        SeedError: for a seed outside 0 to 2^64 - 1.
        TypeError: for what is no whole number.
    """
    return _bounded(whole(seed, "a seed"), "seed")


def checked_game(game: int) -> int:
    """The number of a game itself, as Python's own; a record can have no other.

    Raises:
        SeedError: for a number outside 0 to 2^64 - 1.
        TypeError: for what is no whole number.
    """
    return _bounded(whole(game, "the number of a game"), "game number")


def _bounded(number: int, name: str) -> int:
    if 0 <= number <= MASK:
        return number
    raise SeedError(f"the {name} {number} is out of bounds; give a whole number from 0 to {MASK}")


def game_after(game: int) -> int:
    """The number of the next game under a seed; after the last, 2^64 - 1, comes the first."""
    return game + 1 & MASK


@lru_cache(maxsize=64)
def game_key(seed: int, purpose: int, game: int) -> int:
    """The key of one purpose in one game.

    Raises:
        SeedError: for a seed outside 0 to 2^64 - 1.
    """
    return absorb(absorb(absorb(0, checked_seed(seed)), purpose), game)


def shuffled(
    seed: int, game: int, deal: int, attempt: int, count: int = len(PACK)
) -> tuple[Card, ...]:
    """The pack of one attempt at one deal, the first card dealt first.

    Args:
        seed: 0 to 2^64 - 1.
        game: the game's number.
        deal: the deal's number in the game, from 0.
        attempt: 0, or how many times both hands have been dealt again.
        count: how many cards of the pack are wanted, from the top.

    Returns:
        The first cards of the shuffled pack. It is shuffled from the top down, so a reader who
        needs no more than those spares the work for the rest.
    """
    key = absorb(game_key(seed, PACKS, game), deal << 7 | attempt)
    pack = list(PACK)
    last = min(count, len(PACK) - 1)
    for first in range(0, last, DRAWS_A_WORD):
        luck = word(key, first // DRAWS_A_WORD)
        for i in range(first, min(first + DRAWS_A_WORD, last)):
            luck *= 52 - i
            j = i + (luck >> 64)
            luck &= MASK
            pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack[:count])


def cut(seed: int, game: int, nth: int) -> Cut:
    """The nth time (from 0) that both players cut: two different cards of one pack, A's first."""
    luck = word(game_key(seed, CUTS, game), nth) * 52
    first, luck = luck >> 64, (luck & MASK) * 51
    second = luck >> 64
    return Cut(PACK[first], PACK[second + (second >= first)])


def coin(seed: int, game: int) -> Player:
    """Who deals first where nothing but luck decides: the last word of the key of the cuts."""
    return Player(word(game_key(seed, CUTS, game), MASK - 1) >> 63)


class Luck(NamedTuple):
    """One player's luck in one game: the same place in the game always has the same."""

    key: int

    @classmethod
    def of(cls, seed: int, game: int, player: Player) -> Luck:
        """The luck of the player with that seat at the table."""
        return cls(absorb(game_key(seed, PLAYERS, game), player))

    def pick(self, deal: int, trick: int, among: int) -> int:
        """Choose one of so many: a number from 0 to `among` - 1.

        Args:
            deal: the deal's number in the game, from 0.
            trick: how many tricks of the deal are complete.
            among: how many there are to choose from.
        """
        lots = _lots(self.key, deal, trick // LOTS_AT_ONCE)
        return lots[trick % LOTS_AT_ONCE] * among >> LANE_BITS

    def worlds(self, deal: int, trick: int) -> int:
        """The key of the worlds that are drawn for a choice; each world absorbs its number.

        Args:
            deal: the deal's number in the game, from 0.
            trick: how many tricks of the deal are complete.
        """
        return absorb(absorb(self.key, deal), trick)


@lru_cache(maxsize=64)
def _lots(key: int, deal: int, turn: int) -> tuple[int, ...]:
    # The two players' turns alternate, so that a few of these are enough; one is a whole deal's.
    key = absorb(key, deal)
    first = turn * WORDS_AT_ONCE
    words = [word(key, i) for i in range(first, first + WORDS_AT_ONCE)]
    return tuple([luck >> lane & LANE for luck in words for lane in LANES])
