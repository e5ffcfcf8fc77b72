"""Two copies of the chapter collated word by word, as far as they are more than differently set.

The words are aligned by collatex, on their normal form: long s, ligatures, line-ends with their
hyphens, and a capital at the beginning of a word are set aside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import dropwhile
from pathlib import PurePath
from typing import TYPE_CHECKING

from penneech.errors import PenneechError
from penneech.extras import installing
from penneech.transcription.lemmas import collate, find_chapter
from penneech.transcription.plain import BROKEN, LOST_LETTER, LOST_POINT, PAGE, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.apparatus import Sources
    from penneech.transcription.compositor import Chapter
    from penneech.transcription.printed import Page
    from penneech.transcription.tei import Book

MOST_WORDS = 3_000
"""Words and points of a chapter that are collated; the two that there are have 350 each."""

_CONTEXT = 4
_ROMAN = re.compile(r"[ivxlc]+")
_PIECE = re.compile(
    rf"(?P<word>[\w{LOST_LETTER}](?:[\w{LOST_LETTER}'\u2019]|{BROKEN}[\s{PAGE}]*|-[\w{LOST_LETTER}])*)"
    r"|(?P<point>[^\w\s\f])"
)


class Kind(StrEnum):
    """What a difference is."""

    LOST = "lost"
    NUMBER = "number"
    WORD = "word"
    POINT = "point"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a point of a print: as printed, in its normal form, and its page."""

    printed: str
    normal: str
    page: Page
    is_word: bool

    @property
    def has_lost(self) -> bool:
        """Whether a letter of it cannot be read in the copy."""
        return LOST_LETTER in self.normal or LOST_POINT in self.normal


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy: the siglum of its source (or the file's name), its chapter, and its tokens."""

    siglum: str
    book: Book
    chapter: Chapter
    tokens: tuple[Token, ...]

    @property
    def words(self) -> int:
        """How many words the chapter has."""
        return sum(token.is_word for token in self.tokens)

    @property
    def points(self) -> int:
        """How many marks of punctuation the chapter has."""
        return len(self.tokens) - self.words


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands at one place in both copies; None where a copy has nothing."""

    a: Token | None
    b: Token | None

    @property
    def agrees(self) -> bool:
        """Whether the two are the same but for how they are set."""
        return self.a is not None and self.b is not None and self.a.normal == self.b.normal

    @property
    def is_alike(self) -> bool:
        """Whether the two are printed letter for letter alike."""
        return self.a is not None and self.b is not None and self.a.printed == self.b.printed

    @property
    def is_word(self) -> bool:
        """Whether it is a word in either copy."""
        return any(one is not None and one.is_word for one in (self.a, self.b))

    @property
    def kind(self) -> Kind:
        """What the difference is, if there is one."""
        a, b = self.a, self.b
        if a is None or b is None:
            return Kind.ABSENT
        if _fills(a.normal, b.normal) or _fills(b.normal, a.normal):
            return Kind.LOST
        if not (a.is_word and b.is_word):
            return Kind.POINT
        roman = all(_ROMAN.fullmatch(one.normal) for one in (a, b))
        return Kind.NUMBER if roman else Kind.WORD


def _fills(whole: str, worn: str) -> bool:
    """Whether a word is another one with its lost letters supplied."""
    if LOST_LETTER not in worn or len(whole) != len(worn):
        return False
    letters = zip(whole, worn, strict=True)
    return all(mark in (letter, LOST_LETTER) for letter, mark in letters)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: the pair, its number among all pairs, and the words that stand before it."""

    pair: Pair
    number: int
    before: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Collated:
    """Two copies, pair by pair, in the order of the first."""

    a: Copy
    b: Copy
    pairs: tuple[Pair, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every place where the two differ in more than how they are set."""
        return tuple(
            Difference(pair, number, tuple(self._before(number)))
            for number, pair in enumerate(self.pairs)
            if not pair.agrees
        )

    def agreeing(self, *, words: bool) -> int:
        """How many words, or points, agree."""
        return sum(pair.agrees and pair.is_word is words for pair in self.pairs)

    @property
    def alike(self) -> int:
        """How many words are printed letter for letter alike."""
        return sum(pair.is_word and pair.is_alike for pair in self.pairs)

    def _before(self, number: int) -> Iterator[Token]:
        """The words before a place, from a word on."""
        pairs = self.pairs[max(0, number - _CONTEXT) : number]
        tokens = (token for pair in pairs if (token := pair.a or pair.b) is not None)
        yield from dropwhile(lambda one: not one.is_word, tokens)


def collate_copies(books: Sequence[Book], sources: Sources) -> Collated:
    """Collate the chapter on Penneech in two copies.

    Args:
        books: the two.
        sources: by which a copy is known; one that is of none goes by its file's name.

    Raises:
        PenneechError: when a copy has no such chapter, or too long a one, when the two are one, or
            when collatex is missing.
    """
    first, second = (_copy(book, sources) for book in books)
    if first.siglum == second.siglum:
        second = Copy(f"{second.siglum}b", second.book, second.chapter, second.tokens)
    return Collated(first, second, tuple(_aligned(first.tokens, second.tokens)))


def _copy(book: Book, sources: Sources) -> Copy:
    chapter = find_chapter(book)
    if chapter is None:
        raise PenneechError(f"{book.file}: no chapter whose heading names Penneech")
    tokens = tuple(_tokens(book, chapter))
    if len(tokens) > MOST_WORDS:
        raise PenneechError(
            f"{book.file}: the chapter {chapter.head!r} has {len(tokens):,} words and points; at "
            f"most {MOST_WORDS:,} are collated"
        )
    return Copy(_siglum(book, sources), book, chapter, tokens)


def _siglum(book: Book, sources: Sources) -> str:
    try:
        return collate(book, sources).source.siglum
    except PenneechError:
        name = PurePath(book.file).name.partition(".")[0]
        letters = re.sub(r"[^A-Za-z0-9]", "", name)
        return letters if letters[:1].isalpha() else f"copy{letters}"


def _tokens(book: Book, chapter: Chapter) -> Iterator[Token]:
    """The words and points of a chapter; a word broken at the end of a line is one word."""
    text, start = book.print.text, chapter.span.start
    for match in _PIECE.finditer(text, start, chapter.span.end):
        printed = re.sub(rf"[\s{PAGE}]+", "", match[0])
        is_word = match["word"] is not None
        normal = normalise(printed)
        yield Token(
            printed, _evened(normal) if is_word else normal, _page(book, match.start()), is_word
        )


def _evened(word: str) -> str:
    """A word without the capitals that its place gives it.

    These are the first letter's, the second's after a large initial, and those of a heading.

    >>> [_evened(word) for word in ("Having", "HAving", "PENNEECH", "McKay")]
    ['having', 'having', 'penneech', 'mcKay']
    """
    if word.isupper() or (word[:2].isupper() and word[2:].islower()):
        return word.lower()
    return word[:1].lower() + word[1:]


def _page(book: Book, at: int) -> Page:
    return next(page for page in reversed(book.print.pages) if page.start <= at)


def _aligned(a: Sequence[Token], b: Sequence[Token]) -> Iterator[Pair]:
    """Align two rows of tokens; what they have in common at both ends needs no aligning."""
    head = _common(a, b)
    tail = _common(a[head:][::-1], b[head:][::-1])
    yield from map(Pair, a[:head], b[:head])
    yield from _by_collatex(a[head : len(a) - tail], b[head : len(b) - tail])
    yield from map(Pair, a[len(a) - tail :], b[len(b) - tail :])


def _common(a: Sequence[Token], b: Sequence[Token]) -> int:
    """How many tokens two rows begin with alike."""
    for number, (one, other) in enumerate(zip(a, b, strict=False)):
        if one.normal != other.normal:
            return number
    return min(len(a), len(b))


def _by_collatex(a: Sequence[Token], b: Sequence[Token]) -> Iterator[Pair]:
    """Align two rows of tokens by collatex.

    Raises:
        PenneechError: when collatex is not installed.
    """
    if not a or not b:
        yield from (Pair(token, None) for token in a)
        yield from (Pair(None, token) for token in b)
        return
    try:
        import collatex  # type: ignore[import-untyped]  # noqa: PLC0415  # heavy, and only collations need it
    except ImportError as error:
        raise PenneechError(
            "a collation needs collatex, which is not installed; install it by: "
            f"{installing('collation')}"
        ) from error
    rows = {"A": a, "B": b}
    witnesses = [
        {
            "id": name,
            "tokens": [
                {"t": token.printed, "n": token.normal, "number": number}
                for number, token in enumerate(tokens)
            ],
        }
        for name, tokens in rows.items()
    ]
    table = collatex.collate({"witnesses": witnesses}, output="table", segmentation=False)
    for column in table.columns:
        found = column.tokens_per_witness
        yield Pair(*(_only(rows[name], found.get(name)) for name in rows))


def _only(tokens: Sequence[Token], found: object) -> Token | None:
    """The token of a column; without segmentation it has one of a witness, or none."""
    if not isinstance(found, list) or not found:
        return None
    return tokens[int(found[0].token_data["number"])]
