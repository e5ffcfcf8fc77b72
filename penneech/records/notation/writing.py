"""Writes a record in notation: a few lines a deal, and nothing that the record says is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.engine.trick import reply_wins
from penneech.engine.umpire import umpire_of
from penneech.errors import RecordError, quoted
from penneech.events import Player
from penneech.records.model import UNSEEN
from penneech.rules import PARAMETERS
from penneech.schema.record import VERSION
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.cards import Card
    from penneech.events import Pair, Scored
    from penneech.records.model import DealRecord, Heading, Record, SeenCards, ThrownUpEntry
    from penneech.rules import Rules

WIDTH = 96
"""A line goes on, indented, before it is longer."""

_INDENT = "  "


def notation_of(record: Record) -> str:
    """The record in notation.

    Raises:
        RecordError: for a name that has a comma or a line's end in it, or begins or ends with a
            blank: notation has no place for these.
    """
    lines = [f"penneech {VERSION}", *_heading(record)]
    for number, deal in enumerate(record.deals, 1):
        lines += ["", *_deal(record.rules, deal, number)]
    if record.tells_winner:
        winner = "nobody" if record.winner is None else record.winner.name
        totals = [] if record.score is None else [_line("score", _pair(record.score))]
        lines += ["", *totals, _line("winner", winner)]
    return "\n".join(lines) + "\n"


def _heading(record: Record) -> Iterator[str]:
    heading, rules = record.heading, record.rules
    if heading.generator is not None:
        yield _line("generator", _free(heading.generator, "generator"))
    if heading.variant is not None:
        yield _line("variant", _free(heading.variant, "variant"))
    shipped = {one.id: one.rules for one in shipped_variants()}
    if heading.variant is None or shipped.get(heading.variant) != rules:
        yield from _rules(rules)
    yield _line("digest", rules.digest())
    yield from _people(heading)
    if heading.start_score != (0, 0):
        yield _line("start", _pair(heading.start_score))
    if heading.start_dealer is not None:
        yield _line("first dealer", heading.start_dealer.name)
    if heading.cut:
        yield from _long("cut", [f"{cut.a} {cut.b}" for cut in heading.cut])


def _people(heading: Heading) -> Iterator[str]:
    for key, pair in (("names", heading.names), ("players", heading.players)):
        if pair is not None:
            yield _line(key, ", ".join(_free(name, key, comma=False) for name in pair))
    if heading.seed is not None:
        yield _line("seed", str(heading.seed))
    if heading.game is not None:
        yield _line("game", str(heading.game))
    if heading.swapped is not None:
        yield _line("swapped", "yes" if heading.swapped else "no")


def _rules(rules: Rules) -> Iterator[str]:
    resolved = rules.resolved()
    readings = resolved["rules"]
    assert isinstance(readings, dict)  # noqa: S101  # the resolved form has it so
    yield from _long("rules", [f"{point}={reading}" for point, reading in readings.items()])
    penneech = rules.penneech
    points = _of(resolved["card_points"]).items()
    told = {
        "card_points": ", ".join(f"{rank} {worth}" for rank, worth in points) or "none",
        "penneech": f"{penneech.card} {penneech.turned_up} {penneech.in_hand}",
    }
    for name in PARAMETERS:
        yield _line(name, told.get(name) or str(resolved[name]))


def _of(value: object) -> dict[str, object]:
    assert isinstance(value, dict)  # noqa: S101  # the resolved form has it so
    return value


def _deal(rules: Rules, deal: DealRecord, number: int) -> Iterator[str]:
    yield f"deal {number}: {deal.dealer.name} deals"
    for entry in deal.thrown_up:
        yield _line("thrown up", _thrown_up(entry))
    if deal.pack is not None:
        yield from _long("pack", [str(card) for card in deal.pack], between=" ")
    else:
        for player in Player:
            yield _line(f"{player.name} holds", _cards(deal.hands[player]))
        if deal.turn_ups:
            yield _line("turned", _cards(deal.turn_ups))
    if deal.plays:
        yield from _long("played", _tricks(rules, deal))
    if deal.events is not None:
        if deal.events:
            yield from _long("scored", [_scored(event) for event in deal.events])
        else:
            yield "scored: nothing"
    if deal.score is not None:
        yield _line("points", _pair(deal.score))


def _thrown_up(entry: ThrownUpEntry) -> str:
    hands = "; ".join(f"{player.name} {_cards(entry.hands[player])}" for player in Player)
    turned = f"; turned {_cards(entry.turn_ups)}" if entry.turn_ups else ""
    return f"by {entry.by.name}; dealer {entry.dealer.name}; {hands}{turned}"


def _tricks(rules: Rules, deal: DealRecord) -> list[str]:
    """The cards by tricks, each after the letter of who led it as long as that can be told."""
    umpire = umpire_of(rules)
    leader: Player | None = deal.dealer.other
    found = []
    for number, first in enumerate(range(0, len(deal.plays), 2)):
        cards = deal.plays[first : first + 2]
        name = "" if leader is None else f"{leader.name} "
        found.append(name + _cards(cards))
        turned = deal.turn_ups[number : number + 1]
        if leader is None or len(cards) < 2 or not turned:  # noqa: PLR2004  # a trick
            leader = None
            continue
        strengths = umpire.strengths[turned[0].index]
        won = reply_wins(strengths, cards[0], cards[1], turned[0].suit)
        leader = leader.other if won else leader
    return found


def _scored(event: Scored) -> str:
    card = "" if event.card is None else f" {event.card}"
    return f"{event.player.name} {event.points} {event.source.value}{card} @{event.trick}"


def _cards(cards: SeenCards | Sequence[Card]) -> str:
    return " ".join(UNSEEN if card is None else str(card) for card in cards)


def _pair(pair: Pair) -> str:
    return f"A {pair[0]}, B {pair[1]}"


def _free(text: str, key: str, *, comma: bool = True) -> str:
    """A text that anybody may have written, if a line can hold it and give it back."""
    folded = " ".join(text.split())
    if not text or text != folded or " #" in text or text[0] == "#" or not text.isprintable():
        raise RecordError(
            f"{quoted(text)} cannot be written in notation; write {key} in plain words"
        )
    if not comma and "," in text:
        raise RecordError(
            f"{quoted(text)} cannot be written in notation: {key} have a comma between them"
        )
    return text


def _line(key: str, value: str) -> str:
    return f"{key}: {value}".rstrip()


def _long(key: str, parts: Sequence[str], between: str = ", ") -> Iterator[str]:
    """A line, and the indented lines with which it goes on."""
    line = f"{key}:"
    for place, part in enumerate(parts):
        end = between.rstrip() if place < len(parts) - 1 else ""
        if len(line) + 1 + len(part) + len(end) > WIDTH:
            yield line
            line = _INDENT[:-1]
        line = f"{line} {part}{end}"
    yield line
