"""Builds the values of a YAML text, with the place of each, from the events of the parser.

The parser's events come one after the other, so no depth of nesting can exhaust the stack, and the
building stops as soon as a text passes the limits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import yaml

from penneech.files.spelling import shown
from penneech.files.yamlscalar import UNPRINTABLE, code, plain_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml.error import Mark

    from penneech.files.yamlscalar import Value

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and positions in lists from 0."""

DEPTH_LIMIT = 32
"""How deep values may be nested; no file that Penneech ships passes 7."""
VALUE_LIMIT = 10_000
"""How many values and keys a file may hold; no file that Penneech ships passes 4,000."""


class Place(NamedTuple):
    """Line and column, both from 1."""

    line: int
    column: int


class ReadingFault(NamedTuple):
    """Something that the reading of a text refuses, and where."""

    place: Place
    path: Path
    message: str


class TooMuchError(Exception):
    """A text that passes the limits; the reading stops at once."""


@dataclass(slots=True)
class Tree:
    """The values of one text, the places of its values and keys, and what was refused.

    `refused` holds the paths of the refused values: whatever stands there instead is no further
    fault.
    """

    value: Value = None
    documents: int = 0
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    faults: list[ReadingFault] = field(default_factory=list)
    refused: set[Path] = field(default_factory=set)


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet; `key` is what the next value belongs to.

    `lost` says that this value is walked, so that its faults are told, but not kept.
    """

    inside: dict[str, Value] | list[Value]
    path: Path
    awaits_key: bool = True
    key: str = ""
    lost: bool = False


class Builder:
    """Takes the events of a parser one by one and builds the tree of the first document."""

    def __init__(self) -> None:
        self.tree = Tree()
        self._open: list[_Open] = []
        self._count = 0
        self._aliases: set[str] = set()

    def take(self, event: yaml.Event) -> None:
        """Take the next event.

        Raises:
            TooMuchError: when the text passes the limits, or goes on to a second document.
        """
        match event:
            case yaml.DocumentStartEvent():
                self._start(event)
            case yaml.ScalarEvent() | yaml.AliasEvent() | yaml.CollectionStartEvent():
                self._node(event)
            case yaml.CollectionEndEvent():
                self._open.pop()
            case _:
                pass

    def _start(self, event: yaml.DocumentStartEvent) -> None:
        place = _place(event)
        self.tree.documents += 1
        if self.tree.documents > 1:
            self._stop(place, "a second document begins here; keep one document in a file")
        for handle in event.tags or ():
            self._fault(place, (), f"%TAG {shown(handle)} is refused: tags are not read")
        if event.version is not None and tuple(event.version) != (1, 2):
            said = ".".join(map(str, event.version))
            self._fault(place, (), f"%YAML {said}: files are read as YAML 1.2")

    def _node(self, event: yaml.NodeEvent) -> None:
        place = _place(event)
        self._count += 1
        if self._count > VALUE_LIMIT:
            self._stop(place, f"more than {VALUE_LIMIT:,} keys and values; divide the file")
        parent = self._open[-1] if self._open else None
        if parent is not None and isinstance(parent.inside, dict) and parent.awaits_key:
            self._key(event, parent, place)
        else:
            self._plain_node(event, parent, place)

    def _plain_node(self, event: yaml.NodeEvent, parent: _Open | None, place: Place) -> None:
        path = _path_in(parent)
        self.tree.values.setdefault(path, place)
        self._check_properties(event, place, path)
        value = self._value(event, place, path)
        if parent is None:
            self.tree.value = value
        elif isinstance(parent.inside, list):
            parent.inside.append(value)
        else:
            if not parent.lost:
                parent.inside[parent.key] = value
            parent.awaits_key = True
        self._push(value, path, place)

    def _value(self, event: yaml.NodeEvent, place: Place, path: Path) -> Value:
        match event:
            case yaml.CollectionStartEvent():
                return _empty(event)
            case yaml.ScalarEvent():
                return self._scalar(event, place, path)
            case _:
                self._alias(event, place, path)
                return None

    def _scalar(self, event: yaml.ScalarEvent, place: Place, path: Path) -> Value:
        text = event.value
        found = UNPRINTABLE.search(text)
        if found:
            self._refuse(place, path, f"the text has the unprintable character {code(found[0])}")
        if not event.implicit[0]:
            return text
        try:
            return plain_value(text)
        except ValueError as error:
            self._refuse(place, path, str(error))
            return None

    def _key(self, event: yaml.NodeEvent, parent: _Open, place: Place) -> None:
        # Until it turns out to be a good key, its value is walked under a name of its own.
        parent.key, parent.lost = f"(line {place.line}, column {place.column})", True
        parent.awaits_key = False
        self._check_properties(event, place, parent.path)
        match event:
            case yaml.ScalarEvent():
                self._named_key(event, parent, place)
            case yaml.CollectionStartEvent():
                self._fault(
                    place,
                    parent.path,
                    "a list or a set of entries stands where a key should; a text that begins "
                    "with [ or { wants quotation marks",
                )
                self._push(_empty(event), _path_in(parent), place)
            case _:
                self._alias(event, place, (*parent.path, parent.key))

    def _alias(self, event: yaml.NodeEvent, place: Place, path: Path) -> None:
        name = _name(event)
        self.tree.refused.add(path)
        # Where one alias is, there may be thousands of it; one line is enough to find them.
        if name not in self._aliases:
            self._aliases.add(name)
            self._fault(place, path, f"*{name}: aliases are not read; write it out in full")

    def _named_key(self, event: yaml.ScalarEvent, parent: _Open, place: Place) -> None:
        text = event.value
        path = (*parent.path, text)
        first = self.tree.keys.get(path)
        if event.implicit[0] and text == "<<":
            self._fault(place, path, "merge keys (<<) are not read; write the entries out")
        elif UNPRINTABLE.search(text):
            self._fault(place, parent.path, "a key here has an unprintable character")
        elif first is not None:
            self._fault(
                place,
                path,
                f"the key {shown(text)} stands twice, {_both(first, place)}; keep one",
            )
        else:
            self.tree.keys[path] = place
            parent.key, parent.lost = text, False

    def _push(self, value: Value, path: Path, place: Place) -> None:
        if not isinstance(value, dict | list):
            return
        if len(self._open) >= DEPTH_LIMIT:
            self._stop(place, f"nested more than {DEPTH_LIMIT} deep")
        self._open.append(_Open(value, path))

    def _check_properties(self, event: yaml.NodeEvent, place: Place, path: Path) -> None:
        if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            return  # an alias has the name of an anchor, and is none
        if event.anchor is not None:
            self._fault(place, path, f"&{_name(event)}: anchors are not read; leave it out")
        if event.tag is not None:
            self._refuse(place, path, f"{_tag_name(event.tag)}: tags are not read; leave it out")

    def _fault(self, place: Place, path: Path, message: str) -> None:
        self.tree.faults.append(ReadingFault(place, path, message))

    def _refuse(self, place: Place, path: Path, message: str) -> None:
        self._fault(place, path, message)
        self.tree.refused.add(path)

    def _stop(self, place: Place, message: str) -> None:
        self._fault(place, (), f"{message}; the reading stopped here")
        raise TooMuchError


def events(text: str, loader: type[yaml.CSafeLoader | yaml.SafeLoader]) -> Iterator[yaml.Event]:
    """Parse a text with one of the two loaders and give its events as they come."""
    parser = loader(text)
    try:
        while (event := parser.get_event()) is not None:
            yield event
    finally:
        parser.dispose()


def _empty(event: yaml.CollectionStartEvent) -> dict[str, Value] | list[Value]:
    return {} if isinstance(event, yaml.MappingStartEvent) else []


def _path_in(parent: _Open | None) -> Path:
    if parent is None:
        return ()
    element = len(parent.inside) if isinstance(parent.inside, list) else parent.key
    return (*parent.path, element)


def _place(event: yaml.Event) -> Place:
    mark = cast("Mark", event.start_mark)  # what a parser gives has a place
    return Place(mark.line + 1, mark.column + 1)


def _both(first: Place, second: Place) -> str:
    if first.line != second.line:
        return f"in line {first.line} and in line {second.line}"
    return f"in line {first.line}, columns {first.column} and {second.column}"


def _tag_name(tag: str) -> str:
    """The tag as the file has it; the parser has written the standard ones out."""
    return tag.replace("tag:yaml.org,2002:", "!!", 1)[:40]


def _name(event: yaml.NodeEvent) -> str:
    return str(event.anchor)[:40]
