"""The schema of a record: one game, its rules, and everything that happened in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.events import Player
from penneech.events import Source as PointSource
from penneech.rules import BOUNDS, PACK_SIZE, PARAMETERS
from penneech.schema.parts import (
    CARD,
    DRAFT,
    closed,
    matching,
    one_of,
    resolved_schemas,
    said,
    several,
)

if TYPE_CHECKING:
    from penneech.files.shape import Schema

FORMAT, VERSION = "penneech-record", 1
"""What a record says it is. A change of the generator of packs is a change of this version."""

HAND_LIMIT = BOUNDS["hand_size"][1]
PLAYS_LIMIT = 2 * HAND_LIMIT
TURN_UPS_LIMIT = HAND_LIMIT + 1
EVENTS_LIMIT = PLAYS_LIMIT + TURN_UPS_LIMIT + len(Player)
"""Each card that is played or turned scores once at most, and each player's excess once."""

DEALS_LIMIT = 1000
"""A game that is not over after so many deals stops."""

THROWN_UP_LIMIT = 100
"""After so many redeals in a row a hand must be played."""

CUTS_LIMIT = 100
"""Equal ranks are cut once in 17 times: more than a few such cuts in a row nobody will see."""

_CARD: Schema = {"$ref": "#/definitions/card"}
_SEEN_OR_NOT: Schema = {"$ref": "#/definitions/card_or_hidden"}
_HANDS: Schema = {"$ref": "#/definitions/hands"}
_SCORE: Schema = {"$ref": "#/definitions/score"}
_PLAYER: Schema = {"$ref": "#/definitions/player"}
_DIGEST = matching("^[0-9a-f]{64}$", "a SHA-256 has 64 hexadecimal figures")
_COUNT: Schema = {"type": "integer", "minimum": 0}


def record_schema() -> Schema:
    """Make the schema of records; what the rules determine is checked by replaying them."""
    names: Schema = {"type": "string"}
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT, "description": "What the file is."},
        "version": {"const": VERSION, "description": "Of the format, packs included."},
        "generator": said(names, "The program that wrote it, with its version."),
        "variant": {"type": ["string", "null"], "description": "The variant's id, for people."},
        "digest": said(_DIGEST, "SHA-256 of the canonical text of the resolved rules."),
        **resolved_schemas(_CARD),
        "names": said(_each(names), "What A and B are called."),
        "players": said(_each(names), "Which computer players A and B are, or `human`."),
        "seed": matching(
            "^[0-9]{1,20}$",
            "a seed is a whole number written as text",
            description="Of the packs, as text, so that no reader rounds it.",
        ),
        "game": said(_COUNT, "The number of the game under its seed, from 0."),
        "swapped": {"type": "boolean", "description": "Whether the players changed places."},
        "start": _start(),
        "cut": several(
            _each(_CARD),
            minItems=1,
            maxItems=CUTS_LIMIT,
            description="What A and B cut, again after equal ranks; absent when the first dealer "
            "is given or random.",
        ),
        "deals": several(_deal(), maxItems=DEALS_LIMIT, description="The deals, in order."),
        "score": said(_SCORE, "The points of A and B at the end."),
        "winner": said(_player_or_nobody(), "Null while the game is not over."),
        "check": said(_DIGEST, "SHA-256 of the record's canonical text without it."),
    }
    required = ("format", "version", "rules", *PARAMETERS, "deals")
    return {
        "$schema": DRAFT,
        "title": "A record of a game of Penneech",
        "description": "One game, complete: replaying it needs no variant file.",
        **closed(properties, required),
        "definitions": _definitions(),
    }


def _definitions() -> Schema:
    write = "write a card rank then suit, like 7D"
    hidden = f"{CARD}|^\\?\\?$"
    return {
        "card": matching(CARD, write),
        "card_or_hidden": matching(hidden, f"{write}, or ?? for one that was not seen"),
        "hands": _each(several(_SEEN_OR_NOT, maxItems=HAND_LIMIT)),
        "score": _each(_COUNT),
        "player": one_of(player.name for player in Player),
    }


def _each(of: Schema) -> Schema:
    """One for each player."""
    return closed({player.name: of for player in Player}, [player.name for player in Player])


def _start() -> Schema:
    dealer = said(_player_or_nobody(), "The first dealer if one was given, else null.")
    return closed(
        {"score": said(_SCORE, "The points of A and B at the start."), "dealer": dealer},
        ("score",),
        description="How the game began; without it at nothing all, and with a cut.",
    )


def _player_or_nobody() -> Schema:
    return {"enum": [*(player.name for player in Player), None]}


def _deal() -> Schema:
    made = closed(
        {
            "dealer": said(_PLAYER, "Who dealt the hands that were played."),
            "thrown_up": several(
                _throwing_up(),
                maxItems=THROWN_UP_LIMIT,
                description="The hands thrown up before it, in order.",
            ),
            "hands": said(_HANDS, "The hands that were played, as dealt."),
            "turn_ups": several(
                _CARD,
                maxItems=TURN_UPS_LIMIT,
                description="The cards that were turned, in order, and only those.",
            ),
            "pack": several(
                _CARD,
                minItems=PACK_SIZE,
                maxItems=PACK_SIZE,
                uniqueItems=True,
                description="The pack in order, instead of hands and turn-ups.",
            ),
            "plays": several(
                _CARD, maxItems=PLAYS_LIMIT, description="The cards played, in order."
            ),
            "events": several(
                _event(),
                maxItems=EVENTS_LIMIT,
                description="The scores, in the order in which they were earned.",
            ),
            "score": said(_SCORE, "What A and B earned in this deal."),
        },
        ("dealer",),
    )
    # A deal says what was dealt in one of two ways.
    never: Schema = {"not": {}, "errorMessage": "give either the pack, or hands and turn-ups"}
    return made | {
        "if": {"required": ["pack"]},
        "then": {"properties": {"hands": never, "turn_ups": never}},
        "else": {"required": ["hands", "turn_ups"]},
    }


def _throwing_up() -> Schema:
    return closed(
        {
            "by": said(_PLAYER, "Who threw up."),
            "dealer": said(_PLAYER, "Who had dealt."),
            "hands": said(_HANDS, "Both hands, as they were then."),
            "turn_ups": several(
                _CARD, maxItems=TURN_UPS_LIMIT, description="What had been turned by then."
            ),
        },
        ("by", "dealer", "hands"),
    )


def _event() -> Schema:
    return closed(
        {
            "player": said(_PLAYER, "Who scored."),
            "points": {"type": "integer", "minimum": 1, "description": "How many."},
            "source": one_of((source.value for source in PointSource), description="What for."),
            "card": {
                "type": ["string", "null"],
                "pattern": CARD,
                "patternErrorMessage": "write a card rank then suit, like 7D",
                "description": "The card that scored; null for excess.",
            },
            "trick": {**_COUNT, "description": "Tricks completed when it was earned."},
        },
        ("player", "points", "source", "trick"),
    )
