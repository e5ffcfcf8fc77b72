"""The pack of 52 cards: suits, ranks, and how a card is written and read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING, Self

from penneech.errors import CardError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable


class Suit(StrEnum):
    """The four suits in pack order."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def sign(self) -> str:
        """The suit's sign, for outputs that can carry it."""
        return _SIGNS[self]


class Rank(IntEnum):
    """The thirteen ranks, the ace high: a higher value beats a lower one of its suit."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    KNAVE = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as the files write it: 2 to 9, T, J, Q, K, A."""
        return _LETTERS[self - 2]

    @classmethod
    def of(cls, letter: str) -> Self:
        """Read a rank's letter (`10` and lower case too).

        Raises:
            CardError: for anything else.
        """
        text = letter.upper().replace("10", "T")
        if len(text) != 1 or text not in _LETTERS:
            raise CardError(f"{quoted(letter)} is not a rank; ranks are 2 to 9, T, J, Q, K, A")
        return cls(_LETTERS.index(text) + 2)


_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_SUITS = {
    **{suit.value: suit for suit in Suit},
    **{sign: suit for suit, sign in _SIGNS.items()},
    **dict(zip("♧♢♡♤", Suit, strict=True)),
}
_LETTERS = "23456789TJQKA"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 52 cards; there is one object for each, so cards compare by identity.

    `index` is its place in pack order (0 to 51): suits C D H S, within a suit from two to ace.
    """

    rank: Rank
    suit: Suit
    index: int

    def __str__(self) -> str:
        """Write the card in ASCII, rank then suit: 7D, TD, AS."""
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card({_TEXTS[self.index]})"

    def __reduce__(self) -> tuple[object, ...]:
        """Come back from a pickle or a copy as the same object."""
        return (parse_card, (_TEXTS[self.index],))

    @property
    def sign(self) -> str:
        """The card with its suit's sign: 7♦, 10♦, A♠."""
        return ("10" if self.rank is Rank.TEN else self.rank.letter) + self.suit.sign


PACK: tuple[Card, ...] = tuple(
    Card(rank, suit, 13 * i + rank - 2) for i, suit in enumerate(Suit) for rank in Rank
)
"""The 52 cards in pack order."""

_INDEX = attrgetter("index")


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in pack order, as a hand is held.

    Cards themselves have no less-than: a class that has one in Python loses the quick comparison
    by identity, on which every search of a hand rests.
    """
    return tuple(sorted(cards, key=_INDEX))


_TEXTS = tuple(card.rank.letter + card.suit.value for card in PACK)
_BY_TEXT = dict(zip(_TEXTS, PACK, strict=True))


def parse_card(text: str) -> Card:
    """Read a card: `7D`, and also `10D` for `TD`, lower case, and the suit signs.

    Raises:
        CardError: when the text names no card.

    >>> parse_card("10♦"), parse_card("as")
    (Card(TD), Card(AS))
    """
    known = _BY_TEXT.get(text)
    if known is not None:
        return known
    # A suit sign may be followed by the selector that asks for its picture or its letter form.
    plain = text.strip().removesuffix("\ufe0f").removesuffix("\ufe0e").upper()
    suit = _SUITS.get(plain[-1:])
    letter = plain[:-1].replace("10", "T")
    if suit is None or len(letter) != 1 or letter not in _LETTERS:
        raise CardError(
            f"{quoted(text)} is not a card; write rank then suit, like 7D, TD or AS "
            "(ranks 2-9 T J Q K A, suits C D H S)"
        )
    return _BY_TEXT[letter + suit.value]
