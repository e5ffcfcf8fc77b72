"""What is wrong with a text that should hold a record: as much as can be told, with its place."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from penneech.errors import Fault, FileFaultsError
from penneech.records.notation import NotationError, noted
from penneech.records.strictjson import JsonError, offsets_of, parse

if TYPE_CHECKING:
    from penneech.errors import RecordError
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path
    from penneech.records.files import RecordText

FAULT_LIMIT = 100
"""Of more faults than these only that they are there is told."""

LOOKED_THROUGH = 200_000
"""Letters of a text, or of all the texts of a file, in which every fault is looked for.

That takes a hundred times as long as reading does. Of what is longer only the first fault is told;
so long is no record that people write.
"""


class Wrong(NamedTuple):
    """One thing that is wrong: where, whether its key is meant, and what to say of it."""

    path: Path
    of_key: bool
    text: str


def parsed(text: RecordText) -> Value:
    """The plain data of a text.

    Raises:
        FileFaultsError: when it is no JSON, or no notation where notation is wanted.
    """
    try:
        return noted(text.text).data if text.is_notation else parse(text.text)
    except (JsonError, NotationError) as error:
        raise FileFaultsError([text.fault(str(error), error.offset)]) from error


def refused(
    text: RecordText, data: Value, error: RecordError, *, most: int = LOOKED_THROUGH
) -> FileFaultsError:
    """The error for a text that holds no record.

    Args:
        text: the text.
        data: the plain data that were read from it.
        error: the first thing that is wrong.
        most: how long a text is looked through for everything else that is wrong.
    """
    wrong = all_wrong(data, error) if len(text.text) <= most else [_first(data, error)]
    return FileFaultsError(placed(text, wrong))


def refused_data(data: Value, error: RecordError) -> FileFaultsError:
    """The same for plain data that nobody read from a text."""
    from penneech.files.yamlfile import dotted  # noqa: PLC0415  # only faulty data need it

    wrong = all_wrong(data, error) if _is_short(data) else [_first(data, error)]
    return FileFaultsError([Fault("record", 0, 0, dotted(one.path), one.text) for one in wrong])


def _is_short(data: Value) -> bool:
    try:
        return len(repr(data)) <= LOOKED_THROUGH
    except RecursionError:
        return False


def placed(text: RecordText, wrong: list[Wrong]) -> list[Fault]:
    """The faults, each with its place in the text."""
    if text.is_notation:
        places = noted(text.text)
        return [text.fault(one.text, places.offset(one.path), one.path) for one in wrong]
    at = offsets_of(text.text, [one.path for one in wrong])
    return [
        text.fault(one.text, at[one.path].key if one.of_key else at[one.path].value, one.path)
        for one in wrong
    ]


def all_wrong(data: Value, error: RecordError) -> list[Wrong]:
    """Everything that has not the form, in the words of the schema; else the error itself."""
    from penneech.files.shape import findings  # noqa: PLC0415  # only faulty records need it
    from penneech.schema.schemas import validator  # noqa: PLC0415  # the same

    if isinstance(data, list):
        return [_first(data, error)]
    found = list(islice(findings(data, validator("record")), FAULT_LIMIT + 1))
    wrong = [Wrong(one.path, one.of_key, one.say()) for one in found[:FAULT_LIMIT]]
    if len(found) > FAULT_LIMIT:
        wrong.append(Wrong((), of_key=False, text="and more faults like these"))
    return wrong or [only(error)]


def only(error: RecordError) -> Wrong:
    """The error itself as the one thing that is wrong."""
    return Wrong(error.path, of_key=False, text=str(error))


def _first(data: Value, error: RecordError) -> Wrong:
    """The error itself; but some lists, which are no records, are of use elsewhere."""
    match data:
        case [list(), *_]:
            text = "a list of packs stands where a record is wanted; `simulate --pack` takes packs"
        case [dict(), *_]:
            text = "a list stands where a record is wanted; "
            text += "several records stand in a .jsonl file, one in each line"
        case list():
            text = "a list stands where a set of entries like `key: value` is wanted"
        case _:
            return only(error)
    return Wrong((), of_key=False, text=text)
