"""The lines of a game in notation: `key: value`, each word with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from penneech.errors import PenneechError

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"(?:^|\s)#.*")
_KEY = re.compile(r"\s*([A-Za-z][A-Za-z_ ]{0,23}?)(?:[ \t]+([0-9]{1,4}))?\s*:")
_WORD = re.compile(r"[^\s,;=]+")


class NotationError(PenneechError):
    """A text that is no notation; `offset` is where in the text."""

    def __init__(self, message: str, offset: int) -> None:
        self.offset = offset
        super().__init__(message)


class Word(NamedTuple):
    """A word, and where in the text it stands."""

    text: str
    offset: int

    @property
    def card(self) -> str:
        """The word as a card is written: in capitals, so that 7d is 7D."""
        return self.text.upper()


class Entry(NamedTuple):
    """A line, with the indented lines that go on with it.

    Args:
        key: what stands before the colon, in small letters; the first word where there is no colon.
        number: the number between the key and the colon, if there is one.
        parts: the texts after the colon, each line by itself, and where they begin.
        offset: where the line begins.
        begins: what the key was made of, as it is written.
    """

    key: str
    number: int | None
    parts: tuple[Word, ...]
    offset: int
    begins: str

    @property
    def text(self) -> str:
        """What stands after the colon."""
        return " ".join(part.text.strip() for part in self.parts).strip()

    @property
    def at(self) -> int:
        """Where what stands after the colon begins."""
        part = self.parts[0]
        return part.offset + len(part.text) - len(part.text.lstrip())

    def words(self) -> list[Word]:
        """Its words, whatever stands between them."""
        return [word for group in self.groups(",;=") for word in group]

    def groups(self, mark: str) -> list[list[Word]]:
        """Its words, in groups with a mark between them; several marks may be meant."""
        groups: list[list[Word]] = [[]]
        for text, offset in self.parts:
            for found in re.finditer(rf"[{mark}]|[^\s{mark}]+", text):
                if found[0] in mark:
                    groups.append([])
                else:
                    groups[-1].append(Word(found[0], offset + found.start()))
        return groups


def entries_of(text: str) -> Iterator[Entry]:
    """The entries of a text, one after the other.

    Raises:
        NotationError: for a line that is neither a comment, nor `key: value`, nor goes on.
    """
    open_entry: Entry | None = None
    offset = 0
    for whole in text.splitlines(keepends=True):
        line = _COMMENT.sub("", whole.rstrip("\r\n"))
        if line.strip():
            part = _entry(line, offset)
            if part is None:
                open_entry = _gone_on(open_entry, line, offset)
            else:
                if open_entry is not None:
                    yield open_entry
                open_entry = part
        offset += len(whole)
    if open_entry is not None:
        yield open_entry


def _entry(line: str, offset: int) -> Entry | None:
    """The entry that a line begins; None where it goes on with the one before."""
    found = _KEY.match(line)
    if found is not None:
        key = " ".join(found[1].lower().split())
        number = None if found[2] is None else int(found[2])
        at = found.start(1)
        rest = Word(line[found.end() :], offset + found.end())
        return Entry(key, number, (rest,), offset + at, found[1])
    if line[0].isspace():
        return None
    first = _WORD.match(line)
    begins = first[0] if first else ""
    end = first.end() if first else 0
    return Entry(f"{begins.lower()} ", None, (Word(line[end:], offset + end),), offset, begins)


def _gone_on(entry: Entry | None, line: str, offset: int) -> Entry:
    if entry is None:
        raise NotationError(
            "a line that begins with a blank goes on with the line before it, and there is none",
            offset,
        )
    return entry._replace(parts=(*entry.parts, Word(line, offset)))
