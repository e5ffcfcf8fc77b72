"""Makes a record of plain data, and trusts nothing in it.

A record that has the form is made at once. Of one that has not, the JSON Schema of records says
everything that is wrong, so that people read the same words here and in their editors.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.errors import RecordError
from penneech.events import Cut, Scored, Source
from penneech.records.model import FORMAT, VERSION, DealRecord, Heading, Record, ThrownUpEntry
from penneech.records.packs import from_pack
from penneech.records.values import (
    Data,
    Path,
    as_card,
    as_cards,
    as_each,
    as_hands,
    as_list,
    as_mapping,
    as_one_of,
    as_pack,
    as_pair,
    as_player,
    as_seed,
    as_text,
    as_truth,
    as_whole,
    maybe,
)
from penneech.records.writing import check_of
from penneech.rules import PARAMETERS, Rules, faults
from penneech.schema.record import (
    CUTS_LIMIT,
    DEALS_LIMIT,
    EVENTS_LIMIT,
    PLAYS_LIMIT,
    THROWN_UP_LIMIT,
    TURN_UPS_LIMIT,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.files.yamlscalar import Value

MOST_PACKS = DEALS_LIMIT * (1 + THROWN_UP_LIMIT)
"""The packs of the longest game."""

_SOURCES = {source.value: source for source in Source}
_RULES = ("rules", *PARAMETERS)
_ALWAYS = ("format", "version", *_RULES, "deals")
_HEADING = ("generator", "variant", "names", "players", "seed", "game", "swapped", "start", "cut")
_MAY = (*_HEADING, "digest", "score", "winner", "check")
_SHA_256 = re.compile(r"[0-9a-f]{64}\Z")


def record_of_data(data: Value) -> Record:
    """Make a record of plain data.

    Raises:
        RecordError: at the first thing that does not fit, with its path.
    """
    given = as_mapping(data, (), _ALWAYS, _MAY)
    as_one_of(given["format"], ("format",), (FORMAT,))
    as_one_of(given["version"], ("version",), (VERSION,))
    rules = _rules(given)
    deals = tuple(
        [
            _deal(deal, ("deals", i), rules)
            for i, deal in enumerate(as_list(given["deals"], ("deals",), DEALS_LIMIT))
        ]
    )
    score = as_pair(given["score"], ("score",)) if "score" in given else None
    winner = maybe(as_player, given, "winner", ())
    record = Record(_heading(given, rules), rules, deals, score, winner)
    _compare_digest(given, rules)
    return record


def packs_of_data(data: Value) -> list[tuple[Card, ...]]:
    """Make packs of plain data, a list of lists of 52 cards.

    Raises:
        RecordError: at the first thing that does not fit, with its path.
    """
    return [as_pack(pack, (i,)) for i, pack in enumerate(as_list(data, (), MOST_PACKS, 1))]


def compare_check(data: Value) -> None:
    """Look whether the data are as they were written, if they have a `check`.

    Raises:
        RecordError: when they are not.
    """
    if isinstance(data, dict) and "check" in data and data["check"] != check_of(data):
        text = "the record was altered after it was written; --no-check reads it all the same"
        raise RecordError(text, path=("check",))


def _compare_digest(given: Data, rules: Rules) -> None:
    for key in ("digest", "check"):
        if key in given and not _SHA_256.match(as_text(given[key], (key,))):
            raise RecordError("a SHA-256 has 64 hexadecimal figures", path=(key,))
    if "digest" in given and given["digest"] != rules.digest():
        text = f"the rules of this record have the digest {rules.digest()}, not this one"
        raise RecordError(text, path=("digest",))


def _rules(given: Data) -> Rules:
    resolved = {key: given[key] for key in _RULES}
    as_mapping(resolved["card_points"], ("card_points",))
    penneech = as_mapping(resolved["penneech"], ("penneech",), {"card", "turned_up", "in_hand"})
    as_card(penneech["card"], ("penneech", "card"))
    found = faults(resolved)
    if found:
        path, text = found[0]
        raise RecordError(text, path=path)
    return Rules.from_resolved(resolved)


def _heading(given: Data, rules: Rules) -> Heading:
    start = as_mapping(
        given.get("start", {"score": {"A": 0, "B": 0}}), ("start",), {"score"}, {"dealer"}
    )
    score = as_pair(start["score"], ("start", "score"))
    if max(score) >= rules.target:
        text = f"the game begins below the target, from 0 to {rules.target - 1}"
        raise RecordError(text, path=("start", "score"))
    cuts = as_list(given["cut"], ("cut",), CUTS_LIMIT, 1) if "cut" in given else []
    return Heading(
        variant=maybe(as_text, given, "variant", ()),
        names=as_each(given["names"], ("names",), as_text) if "names" in given else None,
        players=as_each(given["players"], ("players",), as_text) if "players" in given else None,
        seed=as_seed(given["seed"], ("seed",)) if "seed" in given else None,
        game=as_whole(given["game"], ("game",)) if "game" in given else None,
        swapped=as_truth(given["swapped"], ("swapped",)) if "swapped" in given else None,
        start_score=score,
        start_dealer=maybe(as_player, start, "dealer", ("start",)),
        cut=tuple([Cut(*as_each(cut, ("cut", i), as_card)) for i, cut in enumerate(cuts)]),
        generator=as_text(given["generator"], ("generator",)) if "generator" in given else None,
    )


def _deal(value: Value, path: Path, rules: Rules) -> DealRecord:
    given = as_mapping(
        value, path, {"dealer"},
        {"thrown_up", "hands", "turn_ups", "pack", "plays", "events", "score"},
    )  # fmt: skip
    entries = as_list(given.get("thrown_up", []), (*path, "thrown_up"), THROWN_UP_LIMIT)
    deal = DealRecord(
        dealer=as_player(given["dealer"], (*path, "dealer")),
        thrown_up=tuple([_entry(e, (*path, "thrown_up", i)) for i, e in enumerate(entries)]),
        hands=((), ()),
        turn_ups=(),
        plays=as_cards(given.get("plays", []), (*path, "plays"), PLAYS_LIMIT),
        events=_events(given["events"], (*path, "events")) if "events" in given else None,
        score=as_pair(given["score"], (*path, "score")) if "score" in given else None,
    )
    return _with_cards(deal, given, path, rules)


def _with_cards(deal: DealRecord, given: Data, path: Path, rules: Rules) -> DealRecord:
    """The deal with what was dealt, which a record says in one of two ways."""
    if "pack" not in given:
        as_mapping(given, path, {"hands", "turn_ups"}, given)
        hands = as_hands(given["hands"], (*path, "hands"))
        turn_ups = as_cards(given["turn_ups"], (*path, "turn_ups"), TURN_UPS_LIMIT)
        return replace(deal, hands=hands, turn_ups=turn_ups)
    pack = as_pack(given["pack"], (*path, "pack"))
    if "hands" in given or "turn_ups" in given:
        raise RecordError("give either the pack, or hands and turn-ups", path=(*path, "pack"))
    return from_pack(rules, replace(deal, pack=pack))


def _entry(value: Value, path: Path) -> ThrownUpEntry:
    given = as_mapping(value, path, {"by", "dealer", "hands"}, {"turn_ups"})
    return ThrownUpEntry(
        by=as_player(given["by"], (*path, "by")),
        dealer=as_player(given["dealer"], (*path, "dealer")),
        hands=as_hands(given["hands"], (*path, "hands")),
        turn_ups=as_cards(given.get("turn_ups", []), (*path, "turn_ups"), TURN_UPS_LIMIT),
    )


def _events(value: Value, path: Path) -> tuple[Scored, ...]:
    given = as_list(value, path, EVENTS_LIMIT)
    return tuple([_event(event, (*path, i)) for i, event in enumerate(given)])


def _event(value: Value, path: Path) -> Scored:
    given = as_mapping(value, path, {"player", "points", "source", "trick"}, {"card"})
    points = as_whole(given["points"], (*path, "points"))
    if not points:
        raise RecordError("an event of no points is no event", path=(*path, "points"))
    return Scored(
        player=as_player(given["player"], (*path, "player")),
        points=points,
        source=_SOURCES[as_one_of(given["source"], (*path, "source"), _SOURCES)],
        card=maybe(as_card, given, "card", path),
        trick=as_whole(given["trick"], (*path, "trick")),
    )
