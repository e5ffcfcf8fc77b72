"""The table between the players: the stock, the turn-up, and the trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from penneech.events import Player
from penneech.screens.sitting import Waits
from penneech.screens.terminal.strokes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    back_lines,
    beside,
    empty_lines,
    face_lines,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.screens.face import Face
    from penneech.screens.terminal.strokes import Strokes
    from penneech.screens.voice import Voice

COLUMN = 9
"""Columns that a pile of cards has for itself and what is written above it."""

SIDE_BY_SIDE = 11


def table(face: Face, voice: Voice, strokes: Strokes) -> Text:
    """The table as the person before the screen sees it; nothing while the curtain is down."""
    if face.waits is Waits.CURTAIN:
        return Text()
    lines = [
        _player(face, voice, face.me.other),
        *_piles(face, voice, strokes),
        _later(face, voice),
        _player(face, voice, face.me),
    ]
    return Text("\n").join(lines)


def _player(face: Face, voice: Voice, player: Player) -> Text:
    """A player's name, seat, cards in hand and tricks."""
    seat = voice.text("table.dealer" if player is face.dealer else "table.elder")
    held = len(face.hand) if player is face.me else face.others
    parts = [
        seat,
        voice.text("table.cards", n=held),
        voice.text("table.tricks", n=face.tricks[player]),
    ]
    return Text.assemble(" ", (voice.name(player), "bold"), ": " + ", ".join(parts))


def _later(face: Face, voice: Voice) -> Text:
    """What is earned and not yet counted."""
    if not face.later:
        return Text()
    sums = [sum(event.points for event in face.later if event.player is who) for who in Player]
    score = voice.score((sums[0], sums[1]))
    return Text(" " + voice.text("table.later", score=score))


def _piles(face: Face, voice: Voice, strokes: Strokes) -> list[Text]:
    turned = face.turn_up
    stock = [_label(voice.text("table.stock")), Text(), *back_lines(strokes, face.in_stock), Text()]
    up = [
        _label(voice.text("table.turn_up")),
        Text(),
        *_place(turned, strokes),
        Text() if face.trumps is None else _trumps(face, voice),
    ]
    return beside(*(_wide(pile, COLUMN) for pile in (stock, up)), _trick(face, voice, strokes))


def _trumps(face: Face, voice: Voice) -> Text:
    assert face.trumps is not None  # noqa: S101  # whoever asks has looked
    return Text(voice.suit(face.trumps), "bold")


def _trick(face: Face, voice: Voice, strokes: Strokes) -> list[Text]:
    """The trick on the table, or the last one until another card is led."""
    number, leader, cards, taker = _cards_of_trick(face)
    title = f"{voice.text('table.trick')} {number}" if number else ""
    if leader is None:
        return [_label(title), *[Text()] * (CARD_HEIGHT + 2)]
    names = _wide([Text(voice.name(leader))], SIDE_BY_SIDE)[0] + Text(voice.name(leader.other))
    drawn = beside(_wide(_place(cards[0], strokes), SIDE_BY_SIDE - 1), _place(cards[1], strokes))
    last = Text() if taker is None else Text(voice.of("happened.takes", taker), "italic")
    return [_label(title), names, *drawn, last]


def _cards_of_trick(
    face: Face,
) -> tuple[int, Player | None, tuple[Card | None, Card | None], Player | None]:
    """The number of the trick, who leads, both cards, and who took it."""
    if face.led is None and face.history:
        done = face.history[-1]
        return len(face.history), done.leader, (done.led, done.reply), done.winner
    number = len(face.history) + 1 if face.leader is not None else 0
    return number, face.leader, (face.led, None), None


def _place(card: Card | None, strokes: Strokes) -> list[Text]:
    return empty_lines(strokes) if card is None else face_lines(strokes, card, CARD_WIDTH)


def _label(text: str) -> Text:
    return Text(text, "dim")


def _wide(lines: list[Text], width: int) -> list[Text]:
    """Lines that are all as wide."""
    wide = []
    for line in lines:
        copy = line.copy()
        copy.truncate(width, pad=True)
        wide.append(Text(" ") + copy if width == COLUMN else copy)
    return wide
