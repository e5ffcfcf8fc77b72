"""Reads records of which the rules are asked: what they say of their own rules is not looked at."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import FileFaultsError, RecordError
from penneech.records.files import texts_of
from penneech.records.form import compare_check, record_of_data
from penneech.records.reading import FAULT_LIMIT
from penneech.records.strictjson import JsonError, offsets_of, parse
from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from penneech.errors import Fault
    from penneech.files.yamlscalar import Value
    from penneech.records import Record
    from penneech.records.files import RecordText

Wrong: TypeAlias = tuple[tuple[str | int, ...], bool, str]
"""A path, whether its key is wrong rather than its value, and what is to be said."""

STAND_IN: dict[str, Value] = {point: next(iter(kind)).value for point, kind in RULE_POINTS.items()}
"""Readings that fill the place of the rules; nobody looks at them."""


def asked_records(path: Path, *, check: bool = True) -> Iterator[tuple[int, Record]]:
    """Read the records of a file, one after the other; `rules` may be missing or be any rules.

    Each comes after the number of its line, 0 where a file is one record.

    Args:
        path: a `.jsonl` file has a record in each line, any other file is one record.
        check: whether a `check` that is there must be right.

    Raises:
        FileFaultsError: at the first record that has not the form.
    """
    for text in texts_of(path):
        yield text.line, _record(text, check=check)


def _record(text: RecordText, *, check: bool) -> Record:
    try:
        data = parse(text.text)
    except JsonError as error:
        raise FileFaultsError([text.fault(str(error), error.offset)]) from error
    asked = _without_rules(data)
    try:
        record = record_of_data(asked)
        if check:
            compare_check(data)
    except RecordError as error:
        raise FileFaultsError(_placed(text, _wrong(asked, error))) from error
    return record


def _without_rules(data: Value) -> Value:
    if not isinstance(data, dict):
        return data
    return {key: value for key, value in data.items() if key != "digest"} | {"rules": STAND_IN}


def _placed(text: RecordText, wrong: list[Wrong]) -> list[Fault]:
    at = offsets_of(text.text, [path for path, _, _ in wrong])
    return [
        text.fault(say, at[path].key if of_key else at[path].value, path)
        for path, of_key, say in wrong
    ]


def _wrong(data: Value, error: RecordError) -> list[Wrong]:
    """Everything that has not the form, in the words of the schema; else the error itself."""
    from penneech.files.shape import findings  # noqa: PLC0415  # the same
    from penneech.schema.schemas import validator  # noqa: PLC0415  # only faulty records need it

    found = islice(findings(data, validator("record")), FAULT_LIMIT)
    return [(one.path, one.of_key, one.say()) for one in found] or [(error.path, False, str(error))]
