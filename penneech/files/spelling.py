"""How a message quotes what it found, lists what is allowed, and guesses what was meant."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import TYPE_CHECKING

from penneech.errors import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

CURLY = "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
CURLY += "\N{DOUBLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}"
CURLY += "\N{RIGHT SINGLE QUOTATION MARK}\N{SINGLE LOW-9 QUOTATION MARK}"
"""The quotation marks that word processors put in place of the straight ones."""
TYPOGRAPHIC = 'these are typographic quotation marks; write "'
MISSING_SPACE = "a space is missing after the colon"

_LONGEST = 40
_LISTED = 24
_BEGINNING = 4


def shown(value: object) -> str:
    """Quote a value of a file in one short line, saying what it was read as.

    >>> shown("no"), shown(None), shown([1, 2])
    ('"no"', 'null', 'a list')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = json.dumps(value[:_LONGEST], ensure_ascii=False)
            return visible(text if len(value) <= _LONGEST else f'{text[:-1]}..."')
        case dict():
            return "a set of entries"
        case list():
            return "a list"
        case _:
            return str(value)[:_LONGEST]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Find the known word that a misspelt one was probably meant for, if there is one near.

    >>> nearest("trump_only", ["all_suits", "trumps_only"])
    'trumps_only'
    >>> nearest("cotton", ["parlett", "cotton-1674", "cotton-bare"])
    'cotton-1674'
    """
    if len(word) > 2 * _LONGEST:  # nothing that is known is so long
        return None
    by_plain = {_plain(name): name for name in known}
    turned = [name for plain, name in by_plain.items() if sorted(plain) == sorted(_plain(word))]
    if turned:  # the same letters, two of them exchanged
        return turned[0]
    begun = [name for plain, name in by_plain.items() if plain.startswith(_plain(word))]
    if begun and len(word) >= _BEGINNING:
        return begun[0]
    found = get_close_matches(_plain(word), by_plain)
    return by_plain[found[0]] if found else None


def _plain(word: str) -> str:
    """Set aside what people mix up most: capitals, and the kind of the joining stroke."""
    return word.lower().replace("-", "_").replace(" ", "_")


def meant(word: object, known: Collection[str]) -> str:
    """Say which known word was probably meant, as the end of a message; empty if none is near."""
    guess = nearest(word, known) if isinstance(word, str) else None
    return f"; did you mean {guess}?" if guess is not None and guess != word else ""


def listed(known: Collection[str]) -> str:
    """List what is allowed, the first two dozen of a long list."""
    names = list(known)
    rest = len(names) - _LISTED
    shorter = ", ".join(names[:_LISTED])
    return f"{shorter} and {rest} more" if rest > 1 else ", ".join(names)
