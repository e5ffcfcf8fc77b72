"""Searches a plain text for a lemma, letting lost letters pass, and for what is most like it.

Places are the first and last plus one of the characters of the plain text. A copy may be any text
at all, so the work grows with its length, and with nothing else about it.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from penneech.transcription.plain import LOST_LETTER, LOST_POINT, LOST_WORD, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LOST_WORD = LOST_WORD[1]  # in plain text its brackets have fallen away
LOST_MARKS = (LOST_LETTER, _LOST_WORD, LOST_POINT)
"""What stands in plain text for what cannot be read."""

_MOST_LOST = 20_000
_CANDIDATES = 20
_TOO_COMMON = 5_000  # a word that stands so often does not tell where to look
_OVERLONG = 4  # words so much longer than those of the lemma are not like them


def places_of(lemma: str, plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Find every place of a lemma in a stretch of a plain text, those first that are whole.

    A letter that is lost agrees with any, and a lost word with any word, so long as more than half
    of the lemma can be read. In a text of which a tenth, or many thousand letters, are lost nothing
    is taken for what it may have been.
    """
    all_letters = len(_wanted(lemma).replace(" ", ""))
    if not all_letters:
        return
    read = set()
    for match in _legible(lemma).finditer(plain, start, end):
        read.add(match.span())
        yield match.span()
    if not 0 < _lost_in(plain) <= min(len(plain) // 10, _MOST_LOST):
        return
    for match in _doubtful(lemma).finditer(plain, start, end):
        letters = sum(map(str.isalnum, match[0]))
        if match.span() not in read and 2 * letters > all_letters:
            yield match.span()


def place_like(lemma: str, plain: str, start: int, end: int) -> tuple[int, int] | None:
    """Find the words of a stretch that are most like a lemma, if any are half like it."""
    from difflib import SequenceMatcher  # noqa: PLC0415  # only what is not found needs it

    wanted = _wanted(lemma)
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    best, found = 0.5, None
    for first, last in _windows(wanted, _words_of(plain), start, end):
        if last - first >= _OVERLONG * len(wanted):
            continue
        matcher.set_seq1(plain[first:last])
        if min(matcher.real_quick_ratio(), matcher.quick_ratio()) <= best:
            continue
        if (likeness := matcher.ratio()) > best:
            best, found = likeness, (first, last)
    return found


class _Words(NamedTuple):
    """The words of a plain text: where each begins and ends, and the numbers of each spelling."""

    starts: array[int]
    ends: array[int]
    numbers: Mapping[str, array[int]]


@lru_cache(maxsize=1)
def _words_of(plain: str) -> _Words:
    starts, ends = array("I"), array("I")
    numbers: dict[str, array[int]] = {}
    for number, match in enumerate(re.finditer(r"\S+", plain)):
        starts.append(match.start())
        ends.append(match.end())
        numbers.setdefault(_bare(match[0]), array("I")).append(number)
    return _Words(starts, ends, numbers)


def _windows(wanted: str, words: _Words, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches, as many words long as the lemma, that have most of its words in their places.

    A word too many or too few moves those behind it by one; then two stretches share the words,
    and both are among the best.
    """
    first, last = bisect_left(words.starts, start), bisect_left(words.starts, end)
    asked = [_bare(word) for word in wanted.split()]
    length = min(len(asked), last - first)
    if not length:
        return
    telling = ((place, words.numbers.get(word, ())) for place, word in enumerate(asked))
    begun = Counter(
        min(max(number - place, first), last - length)
        for place, numbers in telling
        if len(numbers) <= _TOO_COMMON
        for number in numbers
        if first <= number < last
    )
    for number, _ in begun.most_common(_CANDIDATES):
        yield words.starts[number], words.ends[number + length - 1]


def _bare(word: str) -> str:
    """A word without points and capitals."""
    return word.casefold().strip(".,;:()?!")


@lru_cache(maxsize=1)
def _lost_in(plain: str) -> int:
    return sum(map(plain.count, LOST_MARKS))


@cache
def _legible(lemma: str) -> re.Pattern[str]:
    """The lemma as plain text has it where all of it can be read."""
    wanted = _wanted(lemma)
    return _whole_words(re.escape(wanted[0]), re.escape(wanted[1:]), wanted)


@cache
def _doubtful(lemma: str) -> re.Pattern[str]:
    """The lemma as plain text may have it where something is lost."""
    wanted = _wanted(lemma)
    first, *others = wanted.split(" ")
    begun = f"[{_either(first[0])}{_LOST_WORD}]"
    # The whole first word is lost, or its other letters follow.
    pattern = f"(?:(?<={_LOST_WORD})|(?<!{_LOST_WORD}){''.join(map(_or_lost, first[1:]))})"
    for word in others:
        pattern += f"{LOST_POINT}? (?:{''.join(map(_or_lost, word))}|{_LOST_WORD})"
    return _whole_words(begun, pattern, wanted)


def _wanted(lemma: str) -> str:
    return normalise(unicodedata.normalize("NFC", lemma))


def _whole_words(first: str, rest: str, wanted: str) -> re.Pattern[str]:
    """The pattern of a first letter and the rest, so that no letter stands before or after.

    The first letter comes first in the pattern too: the search then passes over all others as
    fast as memory is read.
    """
    letter = rf"[\w{LOST_LETTER}{_LOST_WORD}]"
    before = rf"(?<!{letter}{first})" if re.match(r"\w", wanted) else ""
    after = rf"(?!{letter})" if re.search(r"\w$", wanted) else ""
    return re.compile(first + before + rest + after)


def _either(letter: str) -> str:
    """A letter, and the marks that may stand for it, as part of a set."""
    lost = LOST_LETTER if letter.isalnum() else LOST_LETTER + LOST_POINT
    return re.escape(letter) + lost


def _or_lost(letter: str) -> str:
    return f"[{_either(letter)}]"
