"""Reads JSON from strangers: no key twice, no NaN, bounded depth, and a place for every fault."""

from __future__ import annotations

import json
import re
from itertools import islice
from json import JSONDecodeError
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from penneech.errors import PenneechError
from penneech.files.spelling import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

_CUT_OFF = "the text breaks off here: the file was cut off"

MOST_LEVELS = 16
"""How deep values may lie in each other; in a record they lie seven deep."""

MOST_TOKENS = 500_000
"""How much of a text is looked through for the place of a fault; no record has so much."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|[^][{}",:\s]++')
"""A key, a value or a bracket of a text that is well formed; what stands between them is not."""


class JsonError(PenneechError):
    """A text that is not the JSON that is read here; `offset` is where in the text."""

    def __init__(self, message: str, offset: int) -> None:
        self.offset = offset
        super().__init__(message)


class Span(NamedTuple):
    """Where a value begins, and where its key does (for one without a key, the value)."""

    key: int
    value: int


class _SameKeyError(ValueError):
    """A key that stands twice in one object."""


def parse(text: str) -> Value:
    """Read a JSON text.

    Raises:
        JsonError: when it is none, or has a key twice, a number that is no number, or more levels
            than any record has.
    """
    too_deep = JsonError("nested more deeply than any record is", 0)
    try:
        value: Value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except JSONDecodeError as error:
        raise JsonError(*_explained(error)) from error
    except _SameKeyError as error:
        raise JsonError(*_same_key(text)) from error
    except _ConstantError as error:
        raise JsonError(str(error), _place_of(text, error.name)) from error
    except RecursionError as error:
        raise too_deep from error
    except ValueError as error:  # a number of thousands of figures
        raise JsonError("a number has too many figures", 0) from error
    if _is_deep(value):
        raise too_deep
    return value


def offsets_of(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """Where in a JSON text the values at some paths begin, and their keys.

    Of what is missing, where what should hold it begins.
    """
    wanted = set(paths)
    around = {path[:length] for path in wanted for length in range(len(path) + 1)}
    found: dict[Path, Span] = {}
    ways: list[Path | None] = []  # to the values that are open, as far as something wanted is there
    for depth, name, key, value in _places(text):
        before = ways[depth - 1] if depth else ()
        way = None if before is None else (*before, name)[not depth :]
        del ways[depth:]
        ways.append(way if way in around else None)
        if way is not None and way in around:
            found[way] = Span(key, value)
            if len(found) == len(around):
                break
    return {path: _nearest(found, path) for path in wanted}


def _nearest(found: Mapping[Path, Span], path: Path) -> Span:
    if path in found:
        return found[path]
    holder = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in found)
    return Span(found[holder].value, found[holder].value)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """The line and the column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class _ConstantError(ValueError):
    """NaN or an infinity."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is not a number in JSON")


def _no_constant(name: str) -> NoReturn:
    raise _ConstantError(name)


def _place_of(text: str, constant: str) -> int:
    """Where the constant stands; in a text in quotation marks the same letters are no constant."""
    found = re.search(rf"(?<=[\[:,\s]){re.escape(constant)}|^{re.escape(constant)}", text)
    return found.start() if found else 0


def _object(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _SameKeyError
    return made


def _is_deep(value: Value) -> bool:
    """Whether values lie deeper in each other than in any record."""
    level = [value]
    for _ in range(MOST_LEVELS):
        inner = [
            one
            for outer in level
            if isinstance(outer, dict | list)
            for one in (outer.values() if isinstance(outer, dict) else outer)
        ]
        level = [one for one in inner if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def _explained(error: JSONDecodeError) -> tuple[str, int]:
    if not error.doc.strip():
        return "empty: no record stands here", 0
    if error.pos >= len(error.doc.rstrip()):
        return _CUT_OFF, error.pos
    if error.msg.startswith("Unterminated string"):
        return "the text that begins here has no end: the file was cut off", error.pos
    if error.msg == "Extra data":
        return (
            "a second value begins here; a file with a record in each line is named .jsonl",
            error.pos,
        )
    message = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
    return f"not JSON: {message}", error.pos


def _same_key(text: str) -> tuple[str, int]:
    """What to say of the first key that stands twice in one object, and where it does."""
    keys: list[dict[str | int, int]] = []  # of the values that are open, those passed so far
    for depth, name, key, _ in _places(text):
        del keys[depth + 1 :]
        if len(keys) <= depth:
            keys.append({})
        if isinstance(name, str) and keys[depth].setdefault(name, key) != key:
            line, column = line_and_column(text, keys[depth][name])
            return f"the key {shown(name)} stands twice; first at {line}:{column}", key
    return "a key stands twice in one object", 0


def _places(text: str) -> Iterator[tuple[int, str | int, int, int]]:
    """The values of a well-formed text in order, each before what lies in it.

    Of each: in how many it lies, its key or number there, and where its key and itself begin. What
    comes after `MOST_TOKENS` is left out.
    """
    numbers: list[int] = []  # of each list that is open the next element's number; of a mapping -1
    key: str | None = None
    begins = 0
    for token in islice(_TOKEN.finditer(text), MOST_TOKENS):
        start = token.start()
        mark = text[start]
        if mark in "]}":
            numbers.pop()
        elif key is None and numbers and numbers[-1] < 0:
            key, begins = json.loads(token[0]), start
        else:
            if key is not None:
                yield len(numbers), key, begins, start
                key = None
            elif numbers:
                yield len(numbers), numbers[-1], start, start
                numbers[-1] += 1
            else:
                yield 0, 0, start, start
            if mark in "[{":
                numbers.append(-1 if mark == "{" else 0)
