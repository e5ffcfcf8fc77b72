"""Words as they are typed in a shell: what it would make something else of is quoted."""

from __future__ import annotations

import os
import shlex

_ACTING = frozenset(" \t&|<>^()%!;,=`'")
"""What Windows' shells do not take as it stands."""


def as_typed(word: str, *, posix: bool = os.name == "posix") -> str:
    """A word of a command, quoted where a shell would take it for more than itself.

    Args:
        word: the word.
        posix: whether the shell is one of Unix; elsewhere only double quotes quote.

    >>> print(as_typed("mine.json"), as_typed("my $(game).json", posix=True))
    mine.json 'my $(game).json'
    """
    if posix:
        return shlex.quote(word)
    return f'"{word}"' if not word or _ACTING & set(word) else word
