"""Writes games down: from the engine's facts to a record, and from a record to its text."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from penneech.engine.state import Phase
from penneech.events import Dealt, Played, Player, Scored, ThrownUp, TurnedUp
from penneech.records.model import (
    FORMAT,
    UNSEEN,
    VERSION,
    DealRecord,
    Heading,
    Record,
    ThrownUpEntry,
)
from penneech.rules import canonical_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from penneech.cards import Card
    from penneech.events import Event, Pair
    from penneech.records.model import SeenHands, Step
    from penneech.rules import Rules

A, B = Player


def record_of(rules: Rules, heading: Heading, steps: Iterable[Step]) -> Record:
    """Write down a game while it is played.

    A deal that got no hand to play, because the packs ran out, is left out with its throw-ups; one
    that is broken off is written as far as it went.

    Args:
        rules: the rules it is played by.
        heading: who plays, and how the game begins.
        steps: the game after each deal and choice, with the facts that happened.
    """
    deals: list[DealRecord] = []
    notes, score, winner = _Notes(), heading.start_score, None
    phase = Phase.VOID
    for game, facts in steps:
        for fact in facts:
            notes.take(fact)
        if game.deal is not None:
            phase, score, winner = game.deal.phase, game.deal.score, game.winner
        if phase is Phase.OVER:
            deals.append(notes.deal())
            notes, phase = _Notes(), Phase.VOID
    if phase is not Phase.VOID:
        deals.append(notes.deal())
    return Record(heading, rules, tuple(deals), score, winner)


class _Notes:
    """What is noted of one deal while it lasts."""

    def __init__(self) -> None:
        self.dealer = A
        self.thrown_up: list[ThrownUpEntry] = []
        self.hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
        self.turn_ups: list[Card] = []
        self.plays: list[Card] = []
        self.events: list[Scored] = []

    def take(self, fact: Event) -> None:
        """Note one fact."""
        match fact:
            case Dealt():
                self.dealer, self.hands, self.turn_ups = fact.dealer, fact.hands, []
            case ThrownUp():
                self._throw_up(fact)
            case TurnedUp():
                self.turn_ups.append(fact.card)
            case Played():
                self.plays.append(fact.card)
            case Scored():
                self.events.append(fact)
            case _:
                pass  # cuts are in the heading; who took a trick and the ends follow from the rest

    def deal(self) -> DealRecord:
        """The deal as far as it was noted."""
        return DealRecord(
            dealer=self.dealer,
            thrown_up=tuple(self.thrown_up),
            hands=self.hands,
            turn_ups=tuple(self.turn_ups),
            plays=tuple(self.plays),
            events=tuple(self.events),
            score=points_of(self.events),
        )

    def _throw_up(self, fact: ThrownUp) -> None:
        # The fact has the hand in pack order; the record shows it as it was dealt.
        self.thrown_up.append(
            ThrownUpEntry(fact.player, self.dealer, self.hands, tuple(self.turn_ups))
        )
        if fact.drawn:
            elder, other = self.hands
            self.hands = (elder, fact.drawn) if fact.player else (fact.drawn, other)


def points_of(events: Iterable[Scored]) -> Pair:
    """The points that A and B earned by these events."""
    points = [0, 0]
    for event in events:
        points[event.player] += event.points
    return points[0], points[1]


def record_text(record: Record) -> str:
    """The record as one line of a `.jsonl` file, without its end."""
    return json.dumps(record_to_data(record), separators=(",", ":"))


def record_to_data(record: Record) -> dict[str, object]:
    """The record as plain data, its keys in the order of the format, with digest and check.

    What the record leaves out is left out there too.
    """
    data = {
        "format": FORMAT,
        "version": VERSION,
        **_optional(generator=record.heading.generator, variant=record.heading.variant),
        "digest": record.rules.digest(),
        **record.rules.resolved(),
        **_heading(record.heading),
        "deals": [_deal(deal) for deal in record.deals],
    }
    if record.score is not None:
        data["score"] = _pair(record.score)
    if record.tells_winner:
        data["winner"] = _name(record.winner)
    data["check"] = check_of(data)
    return data


def check_of(data: Mapping[str, object]) -> str:
    """The SHA-256, in hexadecimal, of a record's canonical text without its `check`."""
    plain = {key: value for key, value in data.items() if key != "check"}
    return hashlib.sha256(canonical_text(plain).encode("ascii")).hexdigest()


def _heading(heading: Heading) -> dict[str, object]:
    seed = None if heading.seed is None else str(heading.seed)
    data = _optional(
        names=None if heading.names is None else _each(heading.names),
        players=None if heading.players is None else _each(heading.players),
        seed=seed,
        game=heading.game,
        swapped=heading.swapped,
    )
    data["start"] = {"score": _pair(heading.start_score), "dealer": _name(heading.start_dealer)}
    if heading.cut:
        data["cut"] = [{"A": str(cut.a), "B": str(cut.b)} for cut in heading.cut]
    return data


def _deal(deal: DealRecord) -> dict[str, object]:
    data: dict[str, object] = {"dealer": deal.dealer.name}
    data["thrown_up"] = [_entry(entry) for entry in deal.thrown_up]
    if deal.pack is None:
        data["hands"] = _hands(deal.hands)
        data["turn_ups"] = _texts(deal.turn_ups)
    else:
        data["pack"] = _texts(deal.pack)
    data["plays"] = _texts(deal.plays)
    if deal.events is not None:
        data["events"] = [_event(event) for event in deal.events]
    if deal.score is not None:
        data["score"] = _pair(deal.score)
    return data


def _entry(entry: ThrownUpEntry) -> dict[str, object]:
    return {
        "by": entry.by.name,
        "dealer": entry.dealer.name,
        "hands": _hands(entry.hands),
        "turn_ups": _texts(entry.turn_ups),
    }


def _event(event: Scored) -> dict[str, object]:
    return {
        "player": event.player.name,
        "points": event.points,
        "source": event.source.value,
        "card": None if event.card is None else str(event.card),
        "trick": event.trick,
    }


def _optional(**values: object) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _each(values: tuple[object, object]) -> dict[str, object]:
    return {A.name: values[0], B.name: values[1]}


def _pair(score: Pair) -> dict[str, object]:
    return _each(score)


def _name(player: Player | None) -> str | None:
    return None if player is None else player.name


def _hands(hands: SeenHands) -> dict[str, object]:
    return _each((_texts(hands[0]), _texts(hands[1])))


def _texts(cards: Sequence[Card | None]) -> list[str]:
    return [UNSEEN if card is None else str(card) for card in cards]
