"""The schema of a variant file: every rule point with its readings, parameters and invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.catalogue import filled
from penneech.evidence import CITING, NOTED, Basis
from penneech.rules import BOUNDS, INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.schema.parts import (
    CITATION,
    DRAFT,
    LONGEST_NAME,
    NAME,
    SIGLUM,
    card_points_schema,
    card_schema,
    closed,
    matching,
    one_of,
    penneech_schema,
    said,
    several,
    text_schema,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.catalogue import Catalogue, Entry
    from penneech.files.shape import Schema
    from penneech.files.yamlscalar import Value

HISTORICAL = {
    "hand_size": "7",
    "target": "61",
    "excess_over": "7",
    "card_points": "ace 5, king 4, queen 3, knave 2",
    "honours": "ace, king, queen, knave",
    "penneech": "the seven of diamonds",
    "penneech_suit": "diamonds",
    "penneech_turned_up": "14",
    "penneech_in_hand": "7",
}
"""What the sentences of the catalogue are filled with where no variant is at hand."""

EXAMPLES: dict[str, Value] = {
    "hand_size": 7,
    "target": 61,
    "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}
"""Cotton's figures, which editors offer where one is to be written."""

_BASE = "a base variant gives every one; a child says `extends:` and gives only its differences"
_TEXT: Schema = {"$ref": "#/definitions/text"}
_EVIDENCE: dict[str, Schema] = {
    "basis": {"$ref": "#/definitions/basis"},
    "cites": {"$ref": "#/definitions/cites"},
    "note": said(_TEXT, "Why this, and what speaks against it; needed unless it is stated."),
}


def variant_schema(catalogue: Catalogue | None) -> Schema:
    """Make the schema of variant files.

    Args:
        catalogue: for the descriptions that editors show; without it there are none.
    """
    points = {point: _point(point, catalogue) for point in RULE_POINTS}
    parameters = {name: _parameter(name, catalogue) for name in PARAMETERS}
    invariants = {name: _setting({}, (), _said(name, catalogue)) for name in INVARIANTS}
    properties: dict[str, Schema] = {
        "id": matching(
            NAME,
            "an id has small letters, figures, - and _",
            maxLength=LONGEST_NAME,
            description="The file's own name, without its ending.",
        ),
        "extends": matching(
            NAME,
            "it names one variant by its id, like parlett; penneech variants lists them",
            maxLength=LONGEST_NAME,
            description="The variant that this one changes.",
        ),
        "title": said(_TEXT, "What people call it."),
        "summary": said(_TEXT, "What sets it apart, in a sentence or two."),
        "witnesses": several(
            matching(SIGLUM, "a witness is named by its siglum, like C74"),
            uniqueItems=True,
            description="Sigla of the sources that this variant follows.",
        ),
        "rules": closed(points, description="A reading for each rule point, with its evidence."),
        "parameters": closed(parameters, description="The figures, with their evidence."),
        "invariants": closed(
            invariants, description="The evidence for what is the same in every variant."
        ),
    }
    return {
        "$schema": DRAFT,
        "title": "A variant of Penneech",
        "description": "One reading for each rule point, and the parameters, with the evidence.",
        **closed(properties, ("id",)),
        "if": {"required": ["extends"]},
        "else": _complete(),
        "definitions": _definitions(catalogue),
    }


def _complete() -> Schema:
    return {
        "required": ["title", "rules", "parameters"],
        "errorMessage": _BASE,
        "properties": {
            "rules": {"required": list(RULE_POINTS), "errorMessage": _BASE},
            "parameters": {"required": list(PARAMETERS), "errorMessage": _BASE},
        },
    }


def _point(point: str, catalogue: Catalogue | None) -> Schema:
    readings = [reading.value for reading in RULE_POINTS[point]]
    reading = one_of(readings)
    if catalogue is not None:
        sentences = [_sentence(catalogue.readings[point][name]) for name in readings]
        reading |= _explained(readings, sentences, catalogue.entry(point).question.en)
    return _setting({"reading": reading}, ("reading",), _said(point, catalogue))


def _explained(names: Sequence[str], sentences: Sequence[str], question: str) -> Schema:
    """What editors show of words from which one is chosen.

    Those that know `enumDescriptions` tell each word by itself, and show the question alone above
    them; others show all of it as one text.
    """
    lines = [f"{name}: {said}" for name, said in zip(names, sentences, strict=True)]
    return {
        "enumDescriptions": list(sentences),
        "markdownDescription": question,
        "description": "\n".join(lines),
    }


def _parameter(name: str, catalogue: Catalogue | None) -> Schema:
    match name:
        case "card_points":
            value = card_points_schema()
        case "penneech":
            value = penneech_schema(card_schema())
        case _:
            value = whole(BOUNDS[name])
    if catalogue is not None:
        value = {**value, "examples": [EXAMPLES[name]]}
    return _setting({"value": value}, ("value",), _said(name, catalogue))


def _setting(own: dict[str, Schema], required: tuple[str, ...], said: Schema) -> Schema:
    return {
        **said,
        **closed({**own, **_EVIDENCE}, (*required, "basis"), errorMessage=_form(required)),
        "allOf": [{"$ref": "#/definitions/noted"}, {"$ref": "#/definitions/cited"}],
    }


def _form(required: tuple[str, ...]) -> str:
    keys = [f"{key}: ..." for key in (*required, "basis")]
    return f"write it as {{{', '.join(keys)}, cites: [...], note: {{...}}}}"


def _said(name: str, catalogue: Catalogue | None) -> Schema:
    if catalogue is None:
        return {}
    entry = catalogue.entry(name)
    return {"title": entry.title.en, "description": entry.question.en or _sentence(entry)}


def _sentence(entry: Entry) -> str:
    return filled(entry.sentence.en, HISTORICAL)


def _definitions(catalogue: Catalogue | None) -> Schema:
    basis = one_of(map(str, Basis))
    if catalogue is not None:
        sentences = [catalogue.bases[name].sentence.en for name in Basis]
        basis |= _explained([*Basis], sentences, "What it rests on.")
    return {
        "text": text_schema(),
        "basis": basis,
        "cites": several(
            matching(CITATION, "cite a passage by siglum and id, like C74.honours"),
            uniqueItems=True,
            description="Passages in sources/, as siglum.id.",
            errorMessage="cites is a list, like [C74.honours]",
        ),
        "noted": {
            "if": _with_basis(NOTED),
            "then": {
                "required": ["note"],
                "errorMessage": "every basis but stated needs a note that says why",
            },
        },
        "cited": {
            "if": _with_basis(CITING),
            "then": {
                "required": ["cites"],
                "errorMessage": "stated, implied and analogy cite the passages that they rest on",
                "properties": {
                    "cites": {
                        "minItems": 1,
                        "errorMessage": "stated, implied and analogy cite at least one passage",
                    }
                },
            },
        },
    }


def _with_basis(bases: tuple[Basis, ...]) -> Schema:
    return {
        "type": "object",
        "properties": {"basis": one_of(map(str, bases))},
        "required": ["basis"],
    }
