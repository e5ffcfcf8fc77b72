"""Says in words for people what does not fit one of our JSON Schemas.

The checking is left to the library `jsonschema`. Its own sentences are for programmers: they show
whole values as Python writes them, tell of each missing key apart, and guess at nothing. A schema's
`errorMessage` and `patternErrorMessage`, which editors show too, are said here as well.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from penneech.files.spelling import MISSING_SPACE, listed, meant, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

    Check: TypeAlias = Callable[[Validator, Value, Value, "Schema"], Iterator[ValidationError]]

Schema: TypeAlias = "dict[str, Value]"

_NAMES = {
    "object": "a set of entries like `key: value`",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


class Finding(NamedTuple):
    """One value that does not fit: where, whether its key is meant, and how to say it.

    The saying is left till it is wanted, since of a thousand findings only some are said.
    """

    path: Path
    of_key: bool
    say: Callable[[], str]


def validator_of(schema: Schema) -> Validator:
    """Make the validator of a schema; it serves for any number of values.

    It is stricter than the draft in one thing: 7.0 is no whole number.
    """
    # The import takes nearly as long as reading all shipped files: only where a file is checked.
    from jsonschema import Draft7Validator  # noqa: PLC0415  # slow to import
    from jsonschema.validators import extend  # noqa: PLC0415  # slow to import

    checks = Draft7Validator.VALIDATORS
    strict = extend(  # type: ignore[no-untyped-call]  # it comes without types
        Draft7Validator,
        {
            "pattern": partial(_to_the_very_end, checks["pattern"]),
            "uniqueItems": partial(_sortable, checks["uniqueItems"]),
        },
        type_checker=Draft7Validator.TYPE_CHECKER.redefine("integer", _is_whole),
    )
    return cast("Validator", strict(_written_out(schema)))


def findings(value: Value, validator: Validator) -> Iterator[Finding]:
    """Find everything in a value that does not fit.

    Args:
        value: plain data.
        validator: of the schema that it should fit.
    """
    try:
        for _, errors in groupby(validator.iter_errors(value), key=_occasion):
            yield from _found_at(next(errors))
    except RecursionError:  # the library writes out the whole value, however deep it is
        yield Finding((), of_key=False, say=lambda: "nested more deeply than any file here")


def _is_whole(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _to_the_very_end(
    check: Check, validator: Validator, pattern: Value, text: Value, schema: Schema
) -> Iterator[ValidationError]:
    # In Python `$` lets a line end follow; in JSON Schema nothing may follow.
    return check(validator, re.sub(r"(?<!\\)\$", r"\\Z", str(pattern)), text, schema)


def _sortable(
    check: Check, validator: Validator, wanted: Value, items: Value, schema: Schema
) -> Iterator[ValidationError]:
    # Items that cannot be sorted are compared each with each: half a minute for a long list.
    texts: Value = [repr(item) for item in items] if isinstance(items, list) else items
    return check(validator, wanted, texts, schema)


def _written_out(schema: Schema) -> Schema:
    """The schema with its definitions in place of the references to them.

    The library resolves a reference anew at each value: a third of the time of all checking.
    """
    definitions = cast("Mapping[str, Value]", schema.get("definitions"))

    def written(part: Value) -> Value:
        match part:
            case {"$ref": str(reference)}:
                return written(definitions[reference.removeprefix("#/definitions/")])
            case dict():
                return {key: written(inner) for key, inner in part.items()}
            case list():
                return [written(inner) for inner in part]
            case _:
                return part

    return {key: written(part) for key, part in schema.items() if key != "definitions"}


def _occasion(error: ValidationError) -> tuple[Path, int, object]:
    """What the errors have in common that are one finding: each missing key is an error."""
    return tuple(error.absolute_path), id(error.schema), error.validator


def _found_at(error: ValidationError) -> Iterator[Finding]:
    """Give the findings of an error: one, or one for each unknown key."""
    path: Path = tuple(error.absolute_path)
    schema = error.schema if isinstance(error.schema, dict) else {}
    value = cast("Value", error.instance)
    match error.validator:
        case "required":
            missing = [key for key in schema["required"] if key not in cast("Schema", value)]
            # One key is missed at its own path, several at the mapping that should have them.
            at = (*path, missing[0]) if len(missing) == 1 else path
            yield Finding(at, of_key=True, say=partial(_missing, missing, schema))
        case "additionalProperties":
            known = list(schema.get("properties", {}))
            for key, inner in cast("Schema", value).items():
                if key not in known:
                    above = _empty_above(key, value, schema)
                    say = partial(_unknown, key, known, above, is_empty=inner is None)
                    yield Finding((*path, key), of_key=True, say=say)
        case keyword:
            say = partial(_sentence, str(keyword), value, schema)
            yield Finding(path, of_key=keyword == "not", say=say)


def _missing(keys: Sequence[str], schema: Schema) -> str:
    verb = "is" if len(keys) == 1 else "are"
    return f"{', '.join(keys)} {verb} missing{_ending(schema)}"


def _empty_above(key: str, value: Value, schema: Schema) -> str | None:
    """The entry with nothing in it that this key belongs under: its indent is too small."""
    for name, inner in cast("Schema", schema.get("properties", {})).items():
        is_empty = isinstance(value, dict) and name in value and value[name] is None
        if (
            is_empty
            and isinstance(inner, dict)
            and key in cast("Schema", inner.get("properties", {}))
        ):
            return name
    return None


def _unknown(key: str, known: Sequence[str], above: str | None, *, is_empty: bool) -> str:
    if above is not None:
        return f"indent {key} under {above}"
    name, colon, _ = key.partition(":")
    if colon and name in known:
        return f"{MISSING_SPACE} of {name}"
    if is_empty and len(key.split()) > 1:  # {en: a text, and what goes on behind its comma}
        return f"{shown(key)} is no key; a text with a comma in it wants quotation marks"
    return f"unknown key {shown(key)}; allowed: {listed(known)}{meant(key, known)}"


def _sentence(keyword: str, value: Value, schema: Schema) -> str:  # noqa: PLR0911  # one a keyword
    hint, ending = schema.get("errorMessage"), _ending(schema)
    match keyword:
        case "enum" | "const":
            names = [_word(name) for name in _list(schema[keyword])]
            return f"{shown(value)} is not known; allowed: {listed(names)}{meant(value, names)}"
        case "type":
            return f"{_found(value)} where {_wanted(schema)} is wanted{ending}"
        case "minimum" | "maximum":
            return f"{shown(value)} is out of bounds; allowed: {_wanted(schema)}{ending}"
        case "pattern":
            return f"{shown(value)} is not allowed; {schema.get('patternErrorMessage', hint)}"
        case "minLength" | "minItems":
            return f"{f'too short; at least {schema[keyword]}' if value else 'it is empty'}{ending}"
        case "maxLength" | "maxItems":
            return f"too long; at most {schema[keyword]}{ending}"
        case "not":
            return str(hint)
        case "uniqueItems":
            return "the same stands twice in the list"
        case _:
            return f"{shown(value)} does not fit the schema's {keyword}{ending}"


def _ending(schema: Schema) -> str:
    hint = schema.get("errorMessage")
    return f"; {hint}" if hint else ""


def _list(given: Value) -> list[Value]:
    return given if isinstance(given, list) else [given]


def _word(value: Value) -> str:
    """An allowed value as a file has it."""
    return value if isinstance(value, str) else shown(value)


def _found(value: Value) -> str:
    match value:
        case str():
            return f"the text {shown(value)} stands"
        case None:
            return "nothing stands"
        case _:
            return f"{shown(value)} stands"


def _wanted(schema: Schema) -> str:
    names = " or ".join(_NAMES[str(name)] for name in _list(schema["type"]))
    if "minimum" in schema and "maximum" in schema:
        return f"{names} from {schema['minimum']} to {schema['maximum']}"
    return f"{names} from {schema['minimum']} up" if "minimum" in schema else names
