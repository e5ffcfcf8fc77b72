"""Packs that nobody can foretell, for games in which people must not know each other's cards.

The packs of a seed come from a generator that is quick and can be turned round: the cards of one
deal, once they are shown, leave half a million seeds, and those of the next word one. A study is
none the worse for it, but who plays would know all cards to come. These packs are drawn by a hash
of a secret, from which shown cards tell nothing of others.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from penneech.cards import PACK

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.players.table import Packs

DRAW_BYTES = 16
"""Of luck for one card: a card is off by 52 / 2^128 at most."""


def secret_packs(secret: bytes) -> Packs:
    """The packs of a game that has a secret of its own."""

    def pack(deal: int, attempt: int, count: int) -> tuple[Card, ...]:
        return _shuffled(b"penneech packs %d %d " % (deal, attempt) + secret)[:count]

    return pack


def _shuffled(key: bytes) -> tuple[Card, ...]:
    pack, last = list(PACK), len(PACK) - 1
    luck = hashlib.shake_256(key).digest(last * DRAW_BYTES)
    for i in range(last):
        drawn = int.from_bytes(luck[i * DRAW_BYTES : (i + 1) * DRAW_BYTES], "big")
        j = i + (drawn * (len(PACK) - i) >> 8 * DRAW_BYTES)
        pack[i], pack[j] = pack[j], pack[i]
    return tuple(pack)
