"""The schema of a source file: bibliography, passages, silences, claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.csl import NAME_PARTS, STANDARD_FIELDS, TYPES
from penneech.evidence import Certainty
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.schema.parts import (
    DRAFT,
    LONGEST_NAME,
    NAME,
    SIGLUM,
    closed,
    matching,
    one_of,
    several,
    text_schema,
)
from penneech.witnesses import (
    LEMMA_WORDS,
    LOST,
    METRICS,
    QUOTED,
    UNKNOWN,
    Kind,
    Link,
    LinkCertainty,
    Seen,
    Threshold,
)

if TYPE_CHECKING:
    from penneech.files.shape import Schema

_TEXT: Schema = {"$ref": "#/definitions/text"}
_LOCATOR: Schema = {"$ref": "#/definitions/locator"}
_SIGLUM = matching(SIGLUM, "a siglum has letters and figures, like C74", maxLength=16)
_ID = matching(NAME, "an id has small letters, figures, - and _", maxLength=LONGEST_NAME)
_WORDS: Schema = {"type": "string", "minLength": 1}
_POINT = one_of(
    [*RULE_POINTS, *PARAMETERS, *INVARIANTS], description="A rule point, parameter or invariant."
)


def source_schema() -> Schema:
    """Make the schema of source files."""
    properties: dict[str, Schema] = {
        "siglum": {**_SIGLUM, "description": "The file's own name, without its ending."},
        "kind": one_of(map(str, Kind)),
        "seen": one_of(map(str, Seen), description="How much of it was read for this edition."),
        "title": _TEXT,
        "csl": _csl(),
        "copy": _TEXT,
        "licence": closed({"id": _WORDS, "note": _TEXT}, ("id",)),
        "descends": several(_descent()),
        "passages": several(_passage()),
        "losses": several(_loss()),
        "silent": several(_absence("It was read, and leaves the point open.")),
        "unseen": several(_absence("The part that may settle the point was not read.")),
        "claims": several(_claim()),
    }
    required = ("siglum", "kind", "seen", "title", "csl", "licence")
    return {
        "$schema": DRAFT,
        "title": "A source of Penneech",
        "description": "A witness: what it is, what it says, and what it leaves open.",
        **closed(properties, required),
        "definitions": {"text": text_schema(), "locator": _locator()},
    }


def _csl() -> Schema:
    """CSL-JSON, so that reference managers read it."""
    return closed(
        {
            "id": {"type": "string", "minLength": 1},
            "type": one_of(TYPES, description="A type of CSL 1.0.2."),
            "title": {"type": "string", "minLength": 1},
            **{name: _csl_field(form) for name, form in STANDARD_FIELDS.items()},
        },
        ("id", "type", "title"),
        description="Bibliographic data as a CSL-JSON object.",
    )


def _csl_field(form: str) -> Schema:
    match form:
        case "names":
            part: Schema = {"type": ["string", "boolean"]}
            return several(closed(dict.fromkeys(NAME_PARTS, part)))
        case "date":
            numbers: Schema = {"type": ["integer", "string"]}
            day = several(numbers, minItems=1, maxItems=3)
            plain: Schema = {"type": ["string", "integer", "boolean"]}
            return closed(
                {
                    "date-parts": several(day, minItems=1, maxItems=2),
                    "season": plain,
                    "circa": plain,
                    "literal": {"type": "string"},
                    "raw": {"type": "string"},
                    "edtf": {"type": "string"},
                },
                errorMessage="write a date as {date-parts: [[1674]]}",
            )
        case "list":
            return several({"type": "string"})
        case "number":
            return {"type": ["string", "integer"]}
        case _:
            return {"type": "string"}


def _locator() -> Schema:
    return closed(
        {"page": _WORDS, "section": _WORDS},
        errorMessage='give it as {page: "148"} or {section: ...}',
    )


def _descent() -> Schema:
    return closed(
        {
            "from": {**_SIGLUM, "description": "The siglum of what it descends from."},
            "link": one_of(map(str, Link)),
            "certainty": one_of(map(str, LinkCertainty)),
            "note": _TEXT,
        },
        ("from", "link", "certainty"),
    )


def _passage() -> Schema:
    reading = closed(
        {
            "point": _POINT,
            "reading": {"type": ["string", "integer", "object"]},
            "certainty": one_of(map(str, Certainty)),
            "resp": {**_WORDS, "description": "Who reads it so."},
            "note": _TEXT,
        },
        ("point", "reading", "certainty", "resp"),
    )
    return closed(
        {
            "id": _ID,
            "game": {**_WORDS, "description": "The other game that it is about (an analogy)."},
            "locator": _LOCATOR,
            "says": {"$ref": "#/definitions/text"},
            "reported_by": {
                **_SIGLUM,
                "description": "The source that reports it, where the passage itself was not read; "
                f"{UNKNOWN} if nobody is named.",
            },
            "lemma": {
                **_WORDS,
                "description": f"{' and '.join(QUOTED)} only: at most {LEMMA_WORDS} words, as they "
                "are printed.",
            },
            "readings": several(reading),
        },
        ("id", "locator", "says"),
    )


def _loss() -> Schema:
    return closed(
        {
            "id": _ID,
            "locator": _LOCATOR,
            "passage": {**_ID, "description": "The passage of this source in which it stands."},
            "reads": {
                **_WORDS,
                "description": f"The words as the copy has them: {LOST} for each letter that is "
                f"lost, {LEMMA_WORDS} words at most.",
            },
            "supplied": {**_WORDS, "description": "The same words with what is lost supplied."},
            "by": {**_SIGLUM, "description": "The source that supplies it."},
            "note": _TEXT,
        },
        ("id", "locator", "passage", "reads", "supplied", "by"),
        description="Letters that cannot be read in this copy, and which copy supplies them.",
    )


def _absence(description: str) -> Schema:
    return closed({"point": _POINT, "note": _TEXT}, ("point",), description=description)


def _claim() -> Schema:
    figure: Schema = {"type": "number"}
    expect = closed(
        {
            "at_least": figure,
            "at_most": figure,
            "between": several(figure, minItems=2, maxItems=2),
            "curve": one_of(METRICS, description="A figure to show over its range, not to judge."),
        },
        errorMessage="write {at_least: 0.1}, {at_most: 8} or {between: [12, 15]}",
    )
    return closed(
        {
            "id": _ID,
            "locator": _LOCATOR,
            "says": _TEXT,
            "metric": one_of(METRICS, description="The outcome of play that it is about."),
            "expect": expect,
            "threshold": one_of(map(str, Threshold), description="Whose the expected figure is."),
            "fails": {"$ref": "#/definitions/text"},
        },
        ("id", "locator", "says", "metric", "expect"),
    )
