"""Reads records of which the rules are asked: what they say of their own rules is not looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.errors import RecordError
from penneech.records.faulty import parsed, refused
from penneech.records.files import texts_of
from penneech.records.form import compare_check, record_of_data
from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from penneech.files.yamlscalar import Value
    from penneech.records import Record
    from penneech.records.files import RecordText

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
    data = parsed(text)
    asked = _without_rules(data)
    try:
        record = record_of_data(asked)
        if check:
            compare_check(data)
    except RecordError as error:
        raise refused(text, asked, error) from error
    return record


def _without_rules(data: Value) -> Value:
    if not isinstance(data, dict):
        return data
    return {key: value for key, value in data.items() if key != "digest"} | {"rules": STAND_IN}
