"""Reads records from files: `.json` holds one game, `.jsonl` one game a line."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import Fault, FileFaultsError, RecordError
from penneech.records.checking import verify
from penneech.records.files import texts_of
from penneech.records.form import compare_check, packs_of_data, record_of_data
from penneech.records.strictjson import JsonError, offsets_of, parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as FilePath

    from penneech.cards import Card
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path
    from penneech.records.files import RecordText
    from penneech.records.model import Record

FAULT_LIMIT = 100
"""Of more faults than these only that they are there is told."""

Wrong: TypeAlias = "tuple[Path, bool, str]"
"""What is wrong: where, whether its key is meant, and what to say of it."""


def read_records(path: FilePath, *, check: bool = True, verified: bool = True) -> Iterator[Record]:
    """Read the records of a file, one after the other.

    Args:
        path: a `.jsonl` file has a record in each line, any other file is one record.
        check: whether a `check` that is there must be right.
        verified: whether the engine plays each record again. Where it does, what a record leaves
            out is filled in. A view, which cannot be played, is only read.

    Raises:
        FileFaultsError: at the first record that has not the form, or does not hold.
    """
    for _, record in numbered_records(path, check=check, verified=verified):
        yield record


def numbered_records(
    path: FilePath, *, check: bool = True, verified: bool = True
) -> Iterator[tuple[int, Record]]:
    """The same, each after the number of its line; 0 where a file is one record."""
    for text in texts_of(path):
        yield text.line, _record(text, check=check, verified=verified)


def record_faults(path: FilePath, *, check: bool = True) -> list[Fault]:
    """Everything that is wrong with the records of a file; empty if nothing is."""
    found: list[Fault] = []
    more = 0
    try:
        for text in texts_of(path):
            try:
                _record(text, check=check, verified=True)
            except FileFaultsError as error:
                room = max(0, FAULT_LIMIT - len(found))
                found += error.faults[:room]
                more += len(error.faults[room:])
    except FileFaultsError as error:
        found += error.faults
    if more:
        found.append(Fault(str(path), 0, 0, "", f"and {more:,} more faults like these"))
    return found


def record_from_data(data: Value, *, check: bool = True) -> Record:
    """Make a record of plain data; the engine does not play it.

    Args:
        data: the data.
        check: whether a `check` that is there must be right.

    Raises:
        FileFaultsError: with everything that has not the form.
    """
    try:
        record = record_of_data(data)
        if check:
            compare_check(data)
    except RecordError as error:
        from penneech.files.yamlfile import dotted  # noqa: PLC0415  # only faulty data need it

        found = [Fault("record", 0, 0, dotted(path), say) for path, _, say in _wrong(data, error)]
        raise FileFaultsError(found) from error
    return record


def read_packs(path: FilePath) -> tuple[tuple[Card, ...], ...]:
    """Read packs from a JSON file: a list of lists of 52 cards, the first card dealt first.

    Raises:
        FileFaultsError: at the first thing that does not fit.
    """
    packs: list[tuple[Card, ...]] = []
    for text in texts_of(path):
        data = _data(text)
        try:
            packs += packs_of_data(data)
        except RecordError as error:
            raise FileFaultsError(_placed(text, [(error.path, False, str(error))])) from error
    return tuple(packs)


def _record(text: RecordText, *, check: bool, verified: bool) -> Record:
    data = _data(text)
    try:
        record = record_of_data(data)
        if verified and not record.is_view:
            record = verify(record).record
        # Last, since a replay can tell what was altered, and this only that something was.
        if check:
            compare_check(data)
    except RecordError as error:
        found = _placed(text, _wrong(data, error))
        raise FileFaultsError(found) from error
    return record


def _data(text: RecordText) -> Value:
    try:
        return parse(text.text)
    except JsonError as error:
        raise FileFaultsError([text.fault(str(error), error.offset)]) from error


def _placed(text: RecordText, wrong: list[Wrong]) -> list[Fault]:
    """The faults, each with its place in the text."""
    at = offsets_of(text.text, [path for path, _, _ in wrong])
    return [
        text.fault(say, at[path].key if of_key else at[path].value, path)
        for path, of_key, say in wrong
    ]


def _wrong(data: Value, error: RecordError) -> list[Wrong]:
    """Everything that has not the form, in the words of the schema; else the error itself."""
    from penneech.files.shape import findings  # noqa: PLC0415  # the same
    from penneech.schema.schemas import validator  # noqa: PLC0415  # only faulty records need it

    found = list(islice(findings(data, validator("record")), FAULT_LIMIT + 1))
    wrong: list[Wrong] = [(one.path, one.of_key, one.say()) for one in found[:FAULT_LIMIT]]
    if len(found) > FAULT_LIMIT:
        wrong.append(((), False, "and more faults like these"))
    return wrong or [(error.path, False, str(error))]
