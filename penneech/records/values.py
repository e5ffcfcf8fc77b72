"""The values that stand in a record's data, each checked as it is read.

Every function here takes a value and the path at which it stands, and raises RecordError with that
path where the value is not what is wanted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from penneech.cards import PACK, Card, parse_card
from penneech.chance import MASK
from penneech.errors import RecordError
from penneech.events import Player
from penneech.records.model import UNSEEN
from penneech.schema.parts import CARD
from penneech.schema.record import HAND_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from penneech.events import Pair
    from penneech.files.yamlscalar import Value
    from penneech.records.model import SeenCards, SeenHands

Path: TypeAlias = "tuple[str | int, ...]"
Data: TypeAlias = "dict[str, Value]"
T = TypeVar("T")

_ANY_SPELLING = re.compile(CARD.removesuffix("$") + r"\Z")
_HALF = re.compile("[\ud800-\udfff]")
_SEED = re.compile(r"[0-9]{1,20}\Z")
_CARDS = {str(card): card for card in PACK}
_PLAYERS = {player.name: player for player in Player}


def as_mapping(
    value: Value,
    path: Path,
    required: Collection[str] = (),
    optional: Collection[str] | None = None,
) -> Data:
    """A mapping that has these keys, and beside them the optional ones at most."""
    if not isinstance(value, dict):
        raise RecordError("a set of entries like `key: value` is wanted", path=path)
    for key in required:
        if key not in value:
            raise RecordError(f"{key} is missing", path=(*path, key))
    if required and len(value) > len(required):
        for key in value:
            if key not in required and key not in (optional or ()):
                raise RecordError("unknown key", path=(*path, key))
    return value


def as_list(value: Value, path: Path, most: int, least: int = 0) -> list[Value]:
    """A list, of so many at most and at least."""
    if not isinstance(value, list):
        raise RecordError("a list is wanted", path=path)
    if len(value) < least:
        raise RecordError("it is empty", path=path)
    if len(value) > most:
        raise RecordError(f"too long; at most {most}", path=path)
    return value


def as_text(value: Value, path: Path) -> str:
    """A text, of whole characters: half of one, which JSON can write, can be shown nowhere."""
    if not isinstance(value, str):
        raise RecordError("a text is wanted", path=path)
    if not value.isascii() and _HALF.search(value):
        raise RecordError("half of a character stands in the text; leave it out", path=path)
    return value


def as_truth(value: Value, path: Path) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise RecordError("true or false is wanted", path=path)
    return value


def as_whole(value: Value, path: Path) -> int:
    """A whole number from 0 to 2^64 - 1."""
    # bool is an int to Python, and True would pass for 1.
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MASK:
        raise RecordError("a whole number from 0 to 2^64 - 1 is wanted", path=path)
    return value


def as_one_of(value: Value, path: Path, known: Collection[str | int]) -> str:
    """One of the values that are known, as a text."""
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in known:
        names = [str(name) for name in known]
        text = f"one of {', '.join(names)}" if len(names) > 1 else names[0]
        raise RecordError(f"{text} is wanted", path=path)
    return str(value)


def maybe(make: Callable[[Value, Path], T], given: Data, key: str, path: Path) -> T | None:
    """What is made of a value, or None where it is missing or null."""
    value = given.get(key)
    return None if value is None else make(value, (*path, key))


def as_seed(value: Value, path: Path) -> int:
    """A seed, which files write as a text of figures."""
    if not isinstance(value, str) or not _SEED.match(value) or int(value) > MASK:
        raise RecordError(f"a seed is a text of figures, from 0 to {MASK}", path=path)
    return int(value)


def as_player(value: Value, path: Path) -> Player:
    """A or B."""
    return _PLAYERS[as_one_of(value, path, _PLAYERS)]


def as_card(value: Value, path: Path) -> Card:
    """A card, in any spelling that people use."""
    found = _CARDS.get(value) if isinstance(value, str) else None
    if found is not None:
        return found
    if not isinstance(value, str) or not _ANY_SPELLING.match(value):
        raise RecordError("write a card rank then suit, like 7D", path=path)
    return parse_card(value)


def as_cards(value: Value, path: Path, most: int) -> tuple[Card, ...]:
    """Cards in order, so many at most."""
    given = as_list(value, path, most)
    try:
        return tuple([_CARDS[card] for card in given])  # type: ignore[index]  # TypeError is caught
    except (KeyError, TypeError):
        return tuple([as_card(card, (*path, i)) for i, card in enumerate(given)])


def as_pack(value: Value, path: Path) -> tuple[Card, ...]:
    """The 52 cards in order, each once."""
    pack = as_cards(value, path, len(PACK))
    if len(set(pack)) < len(pack):
        twice = next(i for i, card in enumerate(pack) if card in pack[:i])
        raise RecordError(f"{pack[twice]} is twice in the pack", path=(*path, twice))
    if len(pack) < len(PACK):
        raise RecordError(f"{len(pack)} cards, where a pack has {len(PACK)}", path=path)
    return pack


def as_seen_cards(value: Value, path: Path) -> SeenCards:
    """The cards of a hand in order; one that is hidden is None."""
    given = as_list(value, path, HAND_LIMIT)
    if UNSEEN not in given:
        return as_cards(value, path, HAND_LIMIT)
    return tuple(
        [None if card == UNSEEN else as_card(card, (*path, i)) for i, card in enumerate(given)]
    )


def as_each(value: Value, path: Path, make: Callable[[Value, Path], T]) -> tuple[T, T]:
    """What is made of A's value and of B's."""
    given = as_mapping(value, path, _PLAYERS)
    return make(given["A"], (*path, "A")), make(given["B"], (*path, "B"))


def as_pair(value: Value, path: Path) -> Pair:
    """A figure for each player."""
    return as_each(value, path, as_whole)


def as_hands(value: Value, path: Path) -> SeenHands:
    """A hand for each player."""
    return as_each(value, path, as_seen_cards)
