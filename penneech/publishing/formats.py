"""The pages of the file formats, made of the JSON Schemas: every key, its meaning, its values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

from penneech.csl import NAME_PARTS, STANDARD_FIELDS
from penneech.publishing.making import MakingError
from penneech.publishing.marking import cell, code, listed_codes, table
from penneech.rules import RULE_POINTS
from penneech.schema.schemas import KINDS, schema_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.publishing.making import Bench, Made

Schema: TypeAlias = "Mapping[str, object]"

_OPENINGS = {
    "variant": (
        "A variant file",
        "`variants/<id>.yaml`: one reading for each rule point, and the parameters, with the "
        "evidence for each. A file without `extends` gives every rule point and parameter; one "
        "with it gives its differences alone. [How to write one](../how-to/own-variant.md); "
        "[what the readings mean](rule-points.md).",
    ),
    "source": (
        "A source file",
        "`sources/<siglum>.yaml`: a witness, what it says, and what it leaves open. "
        "[How to write one](../how-to/own-source.md).",
    ),
    "record": (
        "A record",
        "One game, in a `.json` file, or one game a line in a `.jsonl` file. A card is written "
        "rank then suit, like `7D`. What more is checked, and what may be left out, stands in "
        "[Files](files.md#a-record-one-game-json-or-one-game-a-line-jsonl).",
    ),
}
_SHORT = 3
"""More keys than this that are all written in one way are told of in one table."""
_POINTS_LINK = "a [rule point, parameter or invariant](rule-points.md)"
_A_DATE = "issued"
"""A field of CSL that holds a date."""
_SHAPE = "reading", "value"
"""The keys in which settings that are written alike differ."""


def format_pages(bench: Bench) -> Made:  # noqa: ARG001  # every maker is given it
    """A page for each kind of file.

    Raises:
        MakingError: for a key that no description explains.
    """
    for kind in KINDS:
        yield f"reference/format-{kind}.md", format_page(kind, json.loads(schema_text(kind)))


def format_page(kind: str, schema: Schema) -> str:
    """The page of one kind of file.

    Args:
        kind: one of `KINDS`.
        schema: its JSON Schema.

    Raises:
        MakingError: for a key that no description explains.
    """
    title, opening = _OPENINGS[kind]
    lines = [
        f"# {title}",
        "",
        opening,
        "",
        f"Made of the schema `variants/schema/{kind}.schema.json`, which editors read too; "
        f"`penneech schema {kind}` prints it. **needed** marks a key that must be there. A key "
        "that is not listed is refused.",
        "",
    ]
    for part in _Reader(kind, schema).parts():
        lines += [f"## {part.title}", "", *part.lines, ""]
    return "\n".join(lines).rstrip() + "\n"


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    lines: list[str]


class _Reader:
    """Reads a schema: each mapping in it becomes a part of the page."""

    def __init__(self, kind: str, schema: Schema) -> None:
        self._kind = kind
        self._top = schema
        self._definitions = cast("Mapping[str, Schema]", schema.get("definitions", {}))
        self._told: set[str] = set()

    def parts(self) -> Iterator[_Part]:
        """The file itself, then what stands in it, in the order of the keys."""
        yield from self._mapping("The file", "", self._top)

    def _mapping(self, title: str, path: str, schema: Schema) -> Iterator[_Part]:
        properties = cast("Mapping[str, Schema]", schema["properties"])
        if path == "csl":
            yield _Part(title, _csl_lines(properties, self))
            return
        if self._are_alike(properties):
            yield _Part(title, self._alike(path, properties))
            yield from self._within_alike(path, properties)
            return
        yield _Part(title, self._rows(path, schema))
        for key, one in properties.items():
            yield from self._inside(f"{path}.{key}" if path else key, one)

    def _within_alike(self, path: str, properties: Mapping[str, Schema]) -> Iterator[_Part]:
        """What settings that are written alike share, told once; then what one alone has."""
        first = self._keys(next(iter(properties.values())))
        if "setting" not in self._told:
            self._told.add("setting")
            shared = {key: one for key, one in first.items() if key not in _SHAPE}
            yield _Part("In each setting", self._rows(path, {"properties": shared}))
        for key, one in properties.items():
            for name in _SHAPE:
                if name in self._keys(one):
                    yield from self._inside(f"{path}.{key}.{name}", self._keys(one)[name])

    def _inside(self, path: str, schema: Schema) -> Iterator[_Part]:
        """The parts for what stands under a key, each definition once."""
        name, found = self._followed(schema)
        while found.get("type") == "array":
            path += "[]"
            name, found = self._followed(cast("Schema", found["items"]))
        if name in self._told or not self._is_told_apart(found):
            return
        if name is not None:
            self._told.add(name)
        title = f"`{path}`" if name is None else _article(name).capitalize()
        yield from self._mapping(title, path, found)

    def _followed(self, schema: Schema) -> tuple[str | None, Schema]:
        """A schema without its reference: the definition's name, and the definition."""
        if "properties" in schema:
            return None, schema
        for piece in (schema, *cast("list[Schema]", schema.get("allOf", []))):
            if "$ref" in piece:
                name = str(piece["$ref"]).removeprefix("#/definitions/")
                return name, self._definitions[name]
        return None, schema

    def _is_told_apart(self, schema: Schema) -> bool:
        """Whether a schema is a mapping whose keys have meanings of their own to tell."""
        keys = self._keys(schema).values()
        return any("description" in {**self._followed(key)[1], **key} for key in keys)

    def _keys(self, schema: Schema) -> Mapping[str, Schema]:
        return cast("Mapping[str, Schema]", self._followed(schema)[1].get("properties", {}))

    def _are_alike(self, properties: Mapping[str, Schema]) -> bool:
        """Whether all keys hold mappings with the same keys, as rule points do."""
        shapes = {tuple(self._keys(one)) for one in properties.values()}
        return len(properties) > _SHORT and len(shapes) == 1 and shapes != {()}

    def _alike(self, path: str, properties: Mapping[str, Schema]) -> list[str]:
        rows = []
        for key, one in properties.items():
            own = [self._keys(one)[name] for name in _SHAPE if name in self._keys(one)]
            allowed = [self.allowed(value) for value in own]
            rows.append([code(key), cell(self._meaning(f"{path}.{key}", one)), *allowed])
        names = [name for name in _SHAPE if name in self._keys(next(iter(properties.values())))]
        return table(["key", "what it is", *(f"`{name}`" for name in names)], rows)

    def _rows(self, path: str, schema: Schema) -> list[str]:
        """A table of the keys of a mapping."""
        needed = cast("list[str]", schema.get("required", []))
        rows = []
        for key, one in cast("Mapping[str, Schema]", schema["properties"]).items():
            meaning = cell(self._meaning(f"{path}.{key}" if path else key, one))
            rows.append([code(key), meaning + (" **needed**" if key in needed else ""),
                         self.allowed(one)])  # fmt: skip
        return [*table(["key", "what it is", "allowed"], rows), *self._values(schema)]

    def _values(self, schema: Schema) -> list[str]:
        """What each value means, of the keys whose schema says so."""
        lines = []
        for one in cast("Mapping[str, Schema]", schema["properties"]).values():
            found = self._followed(one)[1]
            sentences = cast("list[str]", found.get("enumDescriptions", []))
            named = zip(cast("list[str]", found.get("enum", [])), sentences, strict=False)
            lines += [f"- `{value}`: {cell(sentence)}" for value, sentence in named]
        return ["", *lines] if lines else []

    def _meaning(self, path: str, schema: Schema) -> str:
        followed = self._followed(schema)[1]
        if "enumDescriptions" in followed:
            return "What it rests on:"
        found = schema.get("description", followed.get("description"))
        if not isinstance(found, str):
            raise MakingError(
                f"{self._kind}.schema.json: the key {path} has no description; "
                f"give it one in penneech/schema/{self._kind}.py"
            )
        return found

    def _mapping_of(self, properties: Schema) -> str:
        if set(properties) == set(RULE_POINTS) and not self._is_told_apart(
            {"properties": properties}
        ):
            return "a reading for each [rule point](rule-points.md)"
        if self._is_told_apart({"properties": properties}):
            return "a mapping, as below"
        values = {self.allowed(cast("Schema", one)) for one in properties.values()}
        each = f", each {values.pop()}" if len(values) == 1 else ""
        return f"a mapping of {listed_codes(properties)}{each}"

    def allowed(self, schema: Schema) -> str:  # noqa: C901, PLR0911  # one answer for each form
        """What a value may be, as the text of a table's cell."""
        name, found = self._followed(schema)
        match found:
            case {"const": value}:
                return code(json.dumps(value))
            case {"enum": list(values)} if set(RULE_POINTS) <= set(values):
                return _POINTS_LINK
            case {"enum": list(values)}:
                return listed_codes("null" if value is None else str(value) for value in values)
            case {"type": "array", "items": items} if self._is_told_apart(cast("Schema", items)):
                return f"a list{_bounds(found)}, as below"
            case {"type": "array", "items": items}:
                return f"a list{_bounds(found)}: {self.allowed(cast('Schema', items))}"
            case {"properties": properties}:
                told = name is not None and self._is_told_apart(found)
                return _article(name) if told else self._mapping_of(cast("Schema", properties))
            case {"type": list(types)}:
                return " or ".join(map(_type_name, types))
            case {"type": "integer" | "number"}:
                return f"a {'whole ' if found['type'] == 'integer' else ''}number{_range(found)}"
            case {"patternErrorMessage": _} if name is not None:
                return _article(name)
            case {"patternErrorMessage": str(message)}:
                return cell(f"text: {message}")
            case {"type": kind}:
                return _type_name(str(kind))
            case _:
                raise MakingError(f"{self._kind}.schema.json: no words for {dict(found)}")


def _article(name: str | None) -> str:
    """A definition's name as it stands in a sentence."""
    if name == "card_or_hidden":
        return "a card, or `??` where it was not seen"
    return f"a {name}"


def _type_name(kind: str) -> str:
    names = {"string": "text", "integer": "a whole number", "number": "a number",
             "boolean": "`true` or `false`", "null": "`null`", "object": "a mapping"}  # fmt: skip
    return names[kind]


def _range(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None:
        return ""
    return f", {low} or more" if high is None else f", {low} to {high}"


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minItems", 0), schema.get("maxItems")
    if high is None:
        return ""
    return f" of {high}" if low == high else f" of at most {high}"


def _csl_lines(properties: Mapping[str, Schema], reader: _Reader) -> list[str]:
    """The fields of CSL-JSON: what they mean is CSL's to say, so they are listed by form."""
    forms = {"names": "persons", "date": "dates", "number": "numbers or texts", "text": "texts",
             "list": "lists of texts"}  # fmt: skip
    own = [key for key in properties if key not in STANDARD_FIELDS]
    lines = [
        "A CSL-JSON object, as Zotero and other reference managers write it. Its keys are those of "
        "CSL 1.0.2, where their meaning is explained:",
        "",
        f"- needed: {listed_codes(own)}",
        f"- `type` is one of {reader.allowed(properties['type'])}",
    ]
    for form, words in forms.items():
        keys = [key for key, found in STANDARD_FIELDS.items() if found == form]
        lines.append(f"- {words}: {listed_codes(keys)}")
    dates = cast("Schema", properties[_A_DATE]["properties"])
    lines += [
        f"- a person is a mapping of {listed_codes(NAME_PARTS)}",
        f"- a date is a mapping of {listed_codes(dates)}",
        "- a year is written `{date-parts: [[1674]]}`, a day `{date-parts: [[1998, 5, 12]]}`, a "
        "span `{date-parts: [[1625], [1640]]}`; `circa: true` says about then",
    ]
    return lines
