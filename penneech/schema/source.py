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
    said,
    several,
    text_schema,
)
from penneech.witnesses import (
    INVARIANT_READINGS,
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
    from penneech.catalogue import Catalogue
    from penneech.files.shape import Schema
    from penneech.files.yamlscalar import Value

_TEXT: Schema = {"$ref": "#/definitions/text"}
_LOCATOR: Schema = {"$ref": "#/definitions/locator"}
_SIGLUM = matching(SIGLUM, "a siglum has letters and figures, like C74", maxLength=16)
_ID = matching(NAME, "an id has small letters, figures, - and _", maxLength=LONGEST_NAME)
_WORDS: Schema = {"type": "string", "minLength": 1}
_POINTS = (*RULE_POINTS, *PARAMETERS, *INVARIANTS)
_POINT = one_of(_POINTS, description="A rule point, parameter or invariant.")


def source_schema(catalogue: Catalogue | None) -> Schema:
    """Make the schema of source files.

    Args:
        catalogue: for what editors tell and offer at each point; without it there is nothing.
    """
    properties: dict[str, Schema] = {
        "siglum": {**_SIGLUM, "description": "The file's own name, without its ending."},
        "kind": one_of(map(str, Kind), description="What it is."),
        "seen": one_of(map(str, Seen), description="How much of it was read for this edition."),
        "title": said(_TEXT, "A short name for lists."),
        "csl": _csl(),
        "copy": said(_TEXT, "Which copy was read, and in which form."),
        "licence": _licence(),
        "descends": several(_descent(), description="The sources that it descends from."),
        "passages": several(_passage(catalogue), description="What it says, place by place."),
        "losses": several(
            _loss(), description="Letters that cannot be read in this copy, and who supplies them."
        ),
        "silent": several(
            _absence(catalogue), description="The points that it was read for and leaves open."
        ),
        "unseen": several(
            _absence(catalogue), description="The points that a part which was not read may settle."
        ),
        "claims": several(_claim(), description="What it asserts of play, which play can test."),
    }
    required = ("siglum", "kind", "seen", "title", "csl", "licence")
    return {
        "$schema": DRAFT,
        "title": "A source of Penneech",
        "description": "A witness: what it is, what it says, and what it leaves open.",
        **closed(properties, required),
        "definitions": {"text": text_schema(), "locator": _locator()},
    }


def _licence() -> Schema:
    return closed(
        {
            "id": said(_WORDS, "An SPDX id, or a word."),
            "note": said(_TEXT, "What it covers."),
        },
        ("id",),
        description="Under what terms the source may be used.",
    )


def _csl() -> Schema:
    """CSL-JSON, so that reference managers read it."""
    return closed(
        {
            "id": said(_WORDS, "The siglum."),
            "type": one_of(TYPES, description="A type of CSL 1.0.2."),
            "title": said(_WORDS, "The title in full."),
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
        {
            "page": said(_WORDS, "The page, or pages like 148-149, as text."),
            "section": said(_WORDS, "The heading that it stands under."),
        },
        errorMessage='give it as {page: "148"} or {section: ...}',
    )


def _descent() -> Schema:
    return closed(
        {
            "from": {**_SIGLUM, "description": "The siglum of what it descends from."},
            "link": one_of(map(str, Link), description="How it descends."),
            "certainty": one_of(map(str, LinkCertainty), description="How sure the descent is."),
            "note": said(_TEXT, "What shows it."),
        },
        ("from", "link", "certainty"),
    )


def _point(catalogue: Catalogue | None) -> Schema:
    if catalogue is None:
        return _POINT
    entries = [catalogue.entry(str(name)) for name in _POINTS]
    return {**_POINT, "enumDescriptions": [one.question.en or one.title.en for one in entries]}


def _offered(catalogue: Catalogue | None) -> Schema:
    """What editors offer as the reading of a point, once the point has been written."""
    if catalogue is None:
        return {}
    known: dict[str, list[Value]] = {
        point: [str(reading) for reading in kind] for point, kind in RULE_POINTS.items()
    }
    known |= {name: list(INVARIANT_READINGS) for name in INVARIANTS}
    return {
        "allOf": [
            {
                "if": {"properties": {"point": {"const": point}}, "required": ["point"]},
                "then": {"properties": {"reading": {"examples": readings}}},
            }
            for point, readings in known.items()
        ]
    }


def _passage(catalogue: Catalogue | None) -> Schema:
    reading = closed(
        {
            "point": _point(catalogue),
            "reading": {
                "type": ["string", "integer", "object"],
                "description": "Of a rule point one of its readings, of a parameter its value "
                f"(61, A5 K4 Q3 J2, 7D 14/7), of an invariant {' or '.join(INVARIANT_READINGS)}.",
            },
            "certainty": one_of(map(str, Certainty), description="How sure the reading is."),
            "resp": said(_WORDS, "Who reads it so."),
            "note": said(_TEXT, "Why it is read so."),
        },
        ("point", "reading", "certainty", "resp"),
        **_offered(catalogue),
    )
    return closed(
        {
            "id": said(_ID, "By which variants cite it, after the siglum and a point."),
            "game": said(_WORDS, "The other game that it is about (an analogy)."),
            "locator": said(_LOCATOR, "Where it stands."),
            "says": said(_TEXT, "What it says, in our own words."),
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
            "readings": several(reading, description="What an editor reads out of it."),
        },
        ("id", "locator", "says"),
    )


def _loss() -> Schema:
    return closed(
        {
            "id": said(_ID, "By which it is named, unlike any other of this source."),
            "locator": said(_LOCATOR, "Where it stands."),
            "passage": {**_ID, "description": "The passage of this source in which it stands."},
            "reads": {
                **_WORDS,
                "description": f"The words as the copy has them: {LOST} for each letter that is "
                f"lost, {LEMMA_WORDS} words at most.",
            },
            "supplied": {**_WORDS, "description": "The same words with what is lost supplied."},
            "by": {**_SIGLUM, "description": "The source that supplies it."},
            "note": said(_TEXT, "Why it is supplied so."),
        },
        ("id", "locator", "passage", "reads", "supplied", "by"),
    )


def _absence(catalogue: Catalogue | None) -> Schema:
    note = said(_TEXT, "What was looked for, or what is missing.")
    return closed({"point": _point(catalogue), "note": note}, ("point",))


def _claim() -> Schema:
    figure: Schema = {"type": "number"}
    expect = closed(
        {
            "at_least": said(figure, "The outcome is no less."),
            "at_most": said(figure, "The outcome is no more."),
            "between": several(
                figure, minItems=2, maxItems=2, description="The outcome lies between these two."
            ),
            "curve": one_of(METRICS, description="A figure to show over its range, not to judge."),
        },
        errorMessage="write {at_least: 0.1}, {at_most: 8} or {between: [12, 15]}",
        description="The figure that the outcome must keep to.",
    )
    return closed(
        {
            "id": said(_ID, "By which it is cited, after the siglum and a point."),
            "locator": said(_LOCATOR, "Where it stands."),
            "says": said(_TEXT, "What it asserts, in our own words."),
            "metric": one_of(METRICS, description="The outcome of play that it is about."),
            "expect": expect,
            "threshold": one_of(map(str, Threshold), description="Whose the expected figure is."),
            "fails": said(_TEXT, "What would fail it."),
        },
        ("id", "locator", "says", "metric", "expect"),
    )
