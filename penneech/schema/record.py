"""The schema of a record: one game, its rules, and everything that happened in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.events import Player
from penneech.events import Source as PointSource
from penneech.rules import BOUNDS, PACK_SIZE, PARAMETERS
from penneech.schema.parts import CARD, DRAFT, closed, matching, one_of, resolved_schemas, several

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
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "generator": names,
        "variant": {"type": ["string", "null"]},
        "digest": {**_DIGEST, "description": "Of the canonical text of the resolved rules."},
        **resolved_schemas(_CARD),
        "names": _each(names),
        "players": _each(names),
        "seed": matching(
            "^[0-9]{1,20}$", "a seed is a whole number written as text", description="As text."
        ),
        "game": _COUNT,
        "swapped": {"type": "boolean"},
        "start": closed({"score": _SCORE, "dealer": _player_or_nobody()}, ("score",)),
        "cut": several(
            _each(_CARD),
            minItems=1,
            maxItems=CUTS_LIMIT,
            description="Absent when the first dealer is given or random.",
        ),
        "deals": several(_deal(), maxItems=DEALS_LIMIT),
        "score": _SCORE,
        "winner": {**_player_or_nobody(), "description": "Null while the game is not over."},
        "check": {**_DIGEST, "description": "Of the record's canonical text without it."},
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


def _player_or_nobody() -> Schema:
    return {"enum": [*(player.name for player in Player), None]}


def _deal() -> Schema:
    made = closed(
        {
            "dealer": _PLAYER,
            "thrown_up": several(_throwing_up(), maxItems=THROWN_UP_LIMIT),
            "hands": _HANDS,
            "turn_ups": several(
                _CARD, maxItems=TURN_UPS_LIMIT, description="Only the cards that were turned."
            ),
            "pack": several(
                _CARD,
                minItems=PACK_SIZE,
                maxItems=PACK_SIZE,
                uniqueItems=True,
                description="The pack in order, instead of hands and turn-ups.",
            ),
            "plays": several(_CARD, maxItems=PLAYS_LIMIT),
            "events": several(
                _event(),
                maxItems=EVENTS_LIMIT,
                description="In the order in which they were earned.",
            ),
            "score": _SCORE,
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
            "by": _PLAYER,
            "dealer": _PLAYER,
            "hands": _HANDS,
            "turn_ups": several(_CARD, maxItems=TURN_UPS_LIMIT),
        },
        ("by", "dealer", "hands"),
    )


def _event() -> Schema:
    return closed(
        {
            "player": _PLAYER,
            "points": {"type": "integer", "minimum": 1},
            "source": one_of(source.value for source in PointSource),
            "card": {
                "type": ["string", "null"],
                "pattern": CARD,
                "patternErrorMessage": "write a card rank then suit, like 7D",
                "description": "Null for excess.",
            },
            "trick": {**_COUNT, "description": "Tricks completed when it was earned."},
        },
        ("player", "points", "source", "trick"),
    )
