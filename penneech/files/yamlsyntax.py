"""Explains a fault of YAML syntax to somebody who does not write YAML every day."""

from __future__ import annotations

import re

import yaml

from penneech.files.spelling import CURLY, MISSING_SPACE, TYPOGRAPHIC, shown
from penneech.files.yamltree import Place

# What the parsers say (the one in C and the one in Python use different words), and what to do.
_EXPLANATIONS = (
    (
        ("mapping values are not allowed",),
        "a colon where no key can stand: a text with a colon and a space in it wants quotation "
        "marks; else look at the indent of this line and the one above",
    ),
    (
        ("sequence entries are not allowed",),
        "a list begins where none can: put `- ` on a line of its own",
    ),
    (
        ("quoted scalar", "end of stream"),
        "a text in quotation marks that does not end; close the quotation mark",
    ),
    (
        ("unknown escape character",),
        "a backslash in double quotation marks begins an escape that does not exist; write it "
        "twice, or use single quotation marks",
    ),
    (
        ("escape",),
        "an escape in double quotation marks is not complete, or names no character",
    ),
    (
        ("quoted scalar", "decimal number"),
        "an escape in double quotation marks is not complete, or names no character",
    ),
    (
        ("',' or",),
        "a bracket or brace that is not closed, or a comma that is missing",
    ),
    (
        ("alphabetic or numeric",),
        "a text that begins with * or & wants quotation marks",
    ),
    (
        ("expected ':'",),
        "a key without its colon, or a text that goes on at too small an indent",
    ),
    (
        ("'-' indicator",),
        "a line among the items of a list that is no item: begin it with `- `, or indent it",
    ),
    (
        ("block collection", "<block end>"),
        "a line among the items of a list that is no item: begin it with `- `, or indent it",
    ),
    (
        ("expected key",),
        "this line does not fit the lines above: look at its indent, and at the quotation marks "
        "before it",
    ),
    (
        ("block mapping", "<block end>"),
        "this line does not fit the lines above: look at its indent, and at the quotation marks "
        "before it",
    ),
    (
        ("document start",),
        "something is left over after the end of the values: a bracket or brace too many, or an "
        "indent too small",
    ),
    (("nesting",), "nested far too deep"),
    (
        ("node content",),
        "a bracket or brace that is not closed, or nothing where a value should stand",
    ),
    (("tag",), "a text that begins with ! wants quotation marks; tags are not read"),
    (("directive",), "a line that begins with % wants quotation marks"),
    (("incompatible",), "files are read as YAML 1.2"),
)

_SPACELESS = re.compile(r"\s*(?:- )?[A-Za-z]\w*:(?=[^\s:/])")
"""A key whose colon has no space after it, at the beginning of a line."""
_CURLY_VALUE = re.compile(rf"(?:^\s*(?:- )?|: |[{{\[])\s*([{CURLY}])")
"""A typographic quotation mark where a value or a key begins."""
_APOSTROPHE = (
    "an apostrophe ends a text in single quotation marks; such a text wants quotation marks of the "
    'double kind: "..."'
)
_COLON = "a text with a colon and a space in it wants quotation marks"


def explain(error: Exception, text: str) -> tuple[Place, str]:
    """Give the place of a fault of syntax and a sentence on what to do.

    Args:
        error: what the parser raised.
        text: the text that it read.
    """
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Place(1, 1), "an escape in double quotation marks names no character"
    words = f"{error.context or ''} {error.problem or ''}".lower()
    mark, begun = error.problem_mark, error.context_mark
    if "end of stream" in words and begun is not None:
        mark, begun = begun, None  # the end of the file tells nothing, the beginning all
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    place = Place(mark.line + 1, mark.column + 1)
    if place.line > len(lines):  # the end, of a text whose last line is not ended
        place = Place(len(lines), len(lines[-1]) + 1)
    tabbed = _tabbed_line(lines, place.line)
    if tabbed is not None:
        return Place(tabbed, 1), "a tab in the indent; YAML is indented with spaces"
    mistake = _slip(words, lines, place)
    if mistake is not None:
        return mistake
    message = _said(words, lines, place)
    if begun is not None and begun.line + 1 < place.line:
        message += f" (what breaks off here began in line {begun.line + 1})"
    return place, message


def _slip(words: str, lines: list[str], place: Place) -> tuple[Place, str] | None:
    """Find what a hand used to writing letters gets wrong, and where it does."""
    line, at = lines[place.line - 1], place.column - 1
    curly = _CURLY_VALUE.search(line)
    if curly is not None:
        return Place(place.line, curly.start(1) + 1), TYPOGRAPHIC
    if "mapping values" in words or "expected ':'" in words:
        return _without_space(lines, place)
    if line[at - 1 : at] == "'" and line[at : at + 1].isalpha():
        return place, _APOSTROPHE
    is_item = "',' or" in words
    # A key that begins its line is rather one after a brace that was never closed.
    if is_item and line[at : at + 1] == ":" and not re.fullmatch(r"\s*\w+", line[:at]):
        return place, _COLON
    return None


def _without_space(lines: list[str], place: Place) -> tuple[Place, str] | None:
    """Look for a colon with no space after it, in the line of the fault and that above it."""
    above = (number for number in range(place.line - 1, 0, -1) if lines[number - 1].strip())
    for number in (place.line, *list(above)[:1]):
        found = _SPACELESS.match(lines[number - 1])
        if found is not None:
            return Place(number, found.end()), MISSING_SPACE
    return None


def _said(words: str, lines: list[str], place: Place) -> str:
    if "cannot start any token" in words:
        found = lines[place.line - 1][place.column - 1 : place.column]
        if found == "\t":
            return "a tab where none can stand; write spaces"
        return f"a text that begins with {shown(found)} wants quotation marks"
    for marks, message in _EXPLANATIONS:
        if all(mark in words for mark in marks):
            return message
    return f"not YAML: {_one_line(words)}"


def _tabbed_line(lines: list[str], number: int) -> int | None:
    """The number of the line of the fault, or of the last before it, if a tab indents it."""
    for candidate in (number, number - 1):
        if 1 <= candidate <= len(lines):
            line = lines[candidate - 1]
            if "\t" in line[: len(line) - len(line.lstrip())] and line.strip():
                return candidate
    return None


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
