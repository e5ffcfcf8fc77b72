"""The pieces that the schemas share: texts, names, cards, and the rules in their resolved form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import Rank
from penneech.rules import BOUNDS, RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from penneech.files.shape import Schema
    from penneech.files.yamlscalar import Value

DRAFT = "http://json-schema.org/draft-07/schema#"

CARD = "^(10|[2-9TJQKAtjqka])([CDHScdhs]|[♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?)$"
LONGEST_NAME = 64
"""Letters of an id."""
NAME = "^[a-z0-9][a-z0-9_-]*$"
SIGLUM = "^[A-Za-z][A-Za-z0-9]*$"
CITATION = "^[A-Za-z][A-Za-z0-9]*\\.[a-z0-9][a-z0-9_-]*$"


def said(schema: Schema, description: str) -> Schema:
    """A piece that other schemas share, with what it means in this place."""
    # In draft 7 whatever stands beside a reference is not read.
    piece: Schema = {"allOf": [schema]} if "$ref" in schema else schema
    return {**piece, "description": description}


def closed(properties: Mapping[str, Schema], required: Iterable[str] = (), **more: Value) -> Schema:
    """A mapping that has these keys and no others."""
    made: Schema = {"type": "object", "properties": dict(properties)}
    if list(required):
        made["required"] = list(required)
    return made | {"additionalProperties": False} | more


def several(item: Schema, **more: Value) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": item, **more}


def one_of(names: Iterable[str], **more: Value) -> Schema:
    """One of these words."""
    return {"enum": list(names), **more}


def matching(pattern: str, message: str, **more: Value) -> Schema:
    """A text of a certain form, with what to say of one that has it not."""
    return {"type": "string", "pattern": pattern, "patternErrorMessage": message, **more}


def whole(bounds: tuple[int, int] | None = None, **more: Value) -> Schema:
    """A whole number, within bounds if there are any."""
    limits: Schema = {} if bounds is None else {"minimum": bounds[0], "maximum": bounds[1]}
    return {"type": "integer", **limits, **more}


def text_schema() -> Schema:
    """A text in English, and in Italian if its author gives it."""
    words: Schema = {"type": "string", "minLength": 1}
    return closed(
        {
            "en": words | {"description": "In English."},
            "it": words | {"description": "In Italian; where it is missing the English stands in."},
        },
        ("en",),
        errorMessage="write it as {en: ..., it: ...}",
    )


def card_schema() -> Schema:
    """A card, in any of the ways in which one may be written."""
    return matching(CARD, "write a card rank then suit, like 7D")


def card_points_schema() -> Schema:
    """Points by rank."""
    points = {rank.letter: whole(BOUNDS["card_points"]) for rank in reversed(Rank)}
    hint = "give points by rank, like {A: 5, K: 4, Q: 3, J: 2}"
    return closed(points, errorMessage=hint)


def penneech_schema(card: Schema) -> Schema:
    """The card that is the penneech and its points."""
    return closed(
        {
            "card": said(card, "The card that is the penneech."),
            "turned_up": whole(BOUNDS["penneech"], description="Points when it is turned up."),
            "in_hand": whole(BOUNDS["penneech"], description="Points in hand."),
        },
        ("card", "turned_up", "in_hand"),
        errorMessage="give it as {card: 7D, turned_up: 14, in_hand: 7}",
    )


def resolved_schemas(card: Schema) -> dict[str, Schema]:
    """The keys of the resolved form: all rule points and parameters, with no evidence."""
    readings = {point: one_of(map(str, kind)) for point, kind in RULE_POINTS.items()}
    return {
        "rules": closed(readings, RULE_POINTS, description="The reading of each rule point."),
        "hand_size": whole(BOUNDS["hand_size"], description="Cards in a hand."),
        "target": whole(BOUNDS["target"], description="Points that win the game."),
        "card_points": said(card_points_schema(), "Points by rank; these ranks are the honours."),
        "penneech": said(penneech_schema(card), "The card that is the penneech and its points."),
        "excess_over": whole(BOUNDS["excess_over"], description="Cards that score no excess."),
    }
