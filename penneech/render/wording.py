"""The words of documents: fixed phrases, the names of cards, and the catalogue's sentences, filled.

All words stand in `phrases.yaml` and the catalogue. A phrase has names in double braces; what they
are filled with may be text, a number, a card, or any other inline content.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from penneech.cards import Card, Suit
from penneech.errors import FileFaultsError
from penneech.evidence import LANGUAGES
from penneech.files.yamlfile import read_yaml
from penneech.render.content import CardFace, Given, Inline, Inlines, Plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from penneech.cards import Rank
    from penneech.evidence import Text
    from penneech.files.yamlscalar import Value
    from penneech.rules import Rules

FILE = Path(__file__).with_name("phrases.yaml")

Piece: TypeAlias = "str | int | Card | Inline | Inlines"
"""What a name in a phrase may be filled with."""

Phrases: TypeAlias = dict[str, dict[str, "str | dict[str, str]"]]
"""Phrases by their place, each with its form or forms in each language."""

_NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language.

    Args:
        language: `en` or `it`.
        more: a file of phrases beside those of the documents.
    """

    language: str
    more: Path | None = None

    def say(self, key: str, **pieces: Piece) -> Inlines:
        """A phrase with its names filled.

        Args:
            key: where the phrase stands, like `trick.turns`.
            pieces: what the names are filled with; the number `n` also chooses the form.

        Raises:
            KeyError: for a phrase that is not there, or a name that nothing fills.
        """
        return self.filled(self._phrase(key, pieces.get("n")), pieces)

    def text(self, key: str, **figures: str | int) -> str:
        """A phrase as text only."""
        pieces = _split(self._phrase(key, figures.get("n")))
        if len(pieces) == 1:
            return pieces[0]
        # Between the texts that it splits into, the pattern leaves the names.
        return "".join(
            [str(figures[piece]) if at % 2 else piece for at, piece in enumerate(pieces)]
        )

    def filled(self, template: str, pieces: Mapping[str, Piece]) -> Inlines:
        """Fill the names of a template."""
        inlines: list[Inline] = []
        for index, part in enumerate(_split(template)):
            inlines += self.inlines(pieces[part] if index % 2 else part)
        return _joined(inlines)

    def inlines(self, piece: Piece) -> Inlines:
        """Any piece as inline content."""
        match piece:
            case tuple():
                return piece
            case str():
                return (Plain(piece),) if piece else ()
            case int():
                return (Plain(str(piece)),)
            case Card():
                return (self.face(piece),)
            case _:
                return (piece,)

    def given(self, text: Text) -> Given:
        """A text of somebody's file; where this language is missing the English stands in."""
        if self.language == LANGUAGES[0]:
            return Given(text.en)
        return Given(text.en, LANGUAGES[0]) if text.it is None else Given(text.it)

    def of(self, text: Text) -> str:
        """A text of the catalogue, which has every language."""
        return text.get(self.language)

    def rank(self, rank: Rank) -> str:
        """A rank in words: seven."""
        return self.text(f"ranks.{rank.letter}")

    def suit(self, suit: Suit) -> str:
        """A suit in words: diamonds."""
        return self.text(f"suits.{suit.value}")

    def face(self, card: Card, *, marked: bool = False) -> CardFace:
        """A card's face, with its name: seven of diamonds."""
        return _face(self, card, marked)

    def the_card(self, card: Card) -> str:
        """A card in words, with the article: the seven of diamonds."""
        return self.text(
            "names.the_card",
            article=self._phrase(f"articles.{card.rank.letter}", None),
            rank=self.rank(card.rank),
            suit=self.suit(card.suit),
        )

    def count(self, what: str, n: int) -> str:
        """So many of something: 1 trick, 2 tricks."""
        return self.text(f"count.{what}", n=n)

    def figures(self, rules: Rules) -> dict[str, Piece]:
        """What the catalogue's sentences are filled with."""
        penneech = rules.penneech
        ranks = [self.rank(rank) for rank, _ in rules.card_points]
        return {
            "hand_size": rules.hand_size,
            "target": rules.target,
            "excess_over": rules.excess_over,
            "card_points": self.card_points(rules),
            "honours": ", ".join(ranks) or self.text("names.no_honours"),
            "penneech": self.the_card(penneech.card),
            "penneech_suit": self.suit(penneech.card.suit),
            "penneech_turned_up": penneech.turned_up,
            "penneech_in_hand": penneech.in_hand,
        }

    def card_points(self, rules: Rules) -> str:
        """What each honour is worth: ace 5, king 4."""
        worth = [
            self.text("names.rank_points", rank=self.rank(rank), points=points)
            for rank, points in rules.card_points
        ]
        return ", ".join(worth) or self.text("names.no_points")

    def has(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self._phrases

    @property
    def _phrases(self) -> Phrases:
        return _phrases(FILE) if self.more is None else _both(FILE, self.more)

    def _phrase(self, key: str, n: object) -> str:
        forms = self._phrases[key][self.language]
        return forms if isinstance(forms, str) else forms["one" if n == 1 else "other"]


def sequence(items: Iterable[Inlines], between: str = ", ") -> Inlines:
    """Inline contents one after another, with something between them."""
    inlines: list[Inline] = []
    for item in items:
        inlines += [Plain(between), *item] if inlines else item
    return _joined(inlines)


def _joined(inlines: Iterable[Inline]) -> Inlines:
    """Join plain texts that stand side by side, so that a search finds the whole sentence."""
    joined: list[Inline] = []
    for inline in inlines:
        if joined and isinstance(inline, Plain) and isinstance(joined[-1], Plain):
            joined[-1] = Plain(joined[-1].text + inline.text)
        else:
            joined.append(inline)
    return tuple(joined)


@lru_cache(maxsize=1024)
def _face(words: Words, card: Card, marked: bool) -> CardFace:  # noqa: FBT001  # as `Words.face` has it
    rank, suit = words.rank(card.rank), words.suit(card.suit)
    return CardFace(card, words.text("names.card", rank=rank, suit=suit), marked)


@lru_cache(maxsize=4096)
def _split(template: str) -> tuple[str, ...]:
    """The texts of a template, and between each two of them a name."""
    return tuple(_NAME.split(template))


@cache
def _phrases(file: Path) -> Phrases:
    """The phrases by their place, each with its form or forms in each language."""
    document = read_yaml(file)
    if document.faults:
        raise FileFaultsError(document.faults)
    return {".".join(path): forms for path, forms in _leaves(document.top, ())}


@cache
def _both(file: Path, more: Path) -> Phrases:
    return _phrases(file) | _phrases(more)


def _leaves(
    table: Mapping[str, Value], path: tuple[str, ...]
) -> list[tuple[tuple[str, ...], dict[str, str | dict[str, str]]]]:
    if LANGUAGES[0] in table:
        return [(path, cast("dict[str, str | dict[str, str]]", table))]
    return [
        leaf
        for key, inner in table.items()
        for leaf in _leaves(cast("Mapping[str, Value]", inner), (*path, key))
    ]
