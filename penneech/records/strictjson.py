"""Reads JSON from strangers: no key twice, no NaN, bounded depth, and a place for every fault."""

from __future__ import annotations

import json
import re
from json import JSONDecodeError
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from penneech.errors import PenneechError
from penneech.files.spelling import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

_SPACE = " \t\n\r"
_CUT_OFF = "the text breaks off here: the file was cut off"
_DECODER = json.JSONDecoder()

MOST_STEPS = 100_000
"""How many elements are looked at to find the place of a fault; no record has so many."""


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

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def parse(text: str) -> Value:
    """Read a JSON text.

    Raises:
        JsonError: when it is none, or has a key twice, a number that is no number, or more levels
            than any record has.
    """
    try:
        value: Value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except JSONDecodeError as error:
        raise JsonError(*_explained(error)) from error
    except _SameKeyError as error:
        raise JsonError(*_same_key(text, error.key)) from error
    except _ConstantError as error:
        raise JsonError(str(error), _place_of(text, error.name)) from error
    except RecursionError as error:
        raise JsonError("nested more deeply than any record is", 0) from error
    except ValueError as error:  # a number of thousands of figures
        raise JsonError("a number has too many figures", 0) from error
    return value


def offsets_of(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """Where in a JSON text the values at some paths begin, and their keys.

    Of what is missing, where what should hold it begins.
    """
    wanted = set(paths)
    around = {path[:length] for path in wanted for length in range(len(path) + 1)}
    found: dict[Path, Span] = {}
    budget = iter(range(MOST_STEPS))
    start = _skip(text, 0)
    ahead: list[tuple[Path, Span]] = [((), Span(start, start))]
    while ahead:
        path, span = ahead.pop()
        found[path] = span
        if text[span.value] in "[{":
            inner = (((*path, name), at) for name, at in _elements(text, span.value, budget))
            ahead += [one for one in inner if one[0] in around]
    return {path: _nearest(found, path) for path in wanted}


def _nearest(found: Mapping[Path, Span], path: Path) -> Span:
    if path in found:
        return found[path]
    holder = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in found)
    return Span(found[holder].value, found[holder].value)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """The line and the column of an offset, both from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


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
        keys = [key for key, _ in pairs]
        raise _SameKeyError(next(key for i, key in enumerate(keys) if key in set(keys[:i])))
    return made


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


def _same_key(text: str, key: str) -> tuple[str, int]:
    """What to say of a key that stands twice in one object somewhere, and where it does."""
    said = f"the key {shown(key)} stands twice"
    budget = iter(range(MOST_STEPS))
    ahead = [_skip(text, 0)]
    while ahead:
        start, before = ahead.pop(), -1
        if text[start] not in "[{":
            continue
        for name, at in _elements(text, start, budget):
            ahead.append(at.value)
            if name == key and before >= 0:
                line, column = line_and_column(text, before)
                return f"{said}; first at {line}:{column}", at.key
            before = at.key if name == key else before
    return said, 0


def _elements(text: str, start: int, budget: Iterator[int]) -> Iterator[tuple[str | int, Span]]:
    """The elements of an object or a list in a text that is well formed, as long as there is time.

    What an element holds is passed over at the speed of the parser.
    """
    named, i = text[start] == "{", _skip(text, start + 1)
    for number, _ in enumerate(budget):
        if text[i] in "]}":
            return
        key, name = i, number
        if named:
            name, i = _DECODER.raw_decode(text, i)
            i = _skip(text, _skip(text, i) + 1)
        yield name, Span(key, i)
        i = _skip(text, _DECODER.raw_decode(text, i)[1])
        if text[i] == ",":
            i = _skip(text, i + 1)


def _skip(text: str, i: int) -> int:
    while text[i] in _SPACE:
        i += 1
    return i
