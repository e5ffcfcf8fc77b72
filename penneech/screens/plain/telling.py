"""How things stand, told line by line: the table, the hand, the rules, what can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.screens.bearing import bearing
from penneech.screens.rulings import rulings
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.screens.face import Face
    from penneech.screens.rulings import Grounds
    from penneech.screens.voice import Voice

COMMANDS = ("hint", "undo", "rule", "table", "save", "help", "quit")
"""What can be typed at any time."""

AFTER_THE_GAME = ("review", "again")
"""What can be typed besides when the game is over."""


def beginning(voice: Voice) -> Iterator[str]:
    """Which game is played, and against whom."""
    session = voice.session
    key = "begin_two" if session.has_two_people else "begin"
    name = "" if session.has_two_people else voice.name(session.facing.other)
    variant = session.heading.variant or "?"
    yield voice.text(f"plain.{key}", variant=variant, target=session.rules.target, name=name)
    yield voice.text("plain.help_at_once")


def table(voice: Voice) -> Iterator[str]:
    """The score, the turn-up and the card that is led."""
    face = voice.session.face
    yield f"{_place(voice, face)}. {voice.score(face.score)}."
    if face.later:
        later = [sum(s.points for s in face.later if s.player is who) for who in (0, 1)]
        yield voice.text("table.later", score=voice.score((later[0], later[1]))) + "."
    if face.turn_up is not None:
        card = voice.written(face.turn_up)
        trumps = f" ({voice.text('table.trumps', suit=voice.suit(face.turn_up.suit))})"
        turned = f"{voice.text('table.turn_up')}: {card}{trumps * (face.trumps is not None)}."
        yield f"{turned} {voice.text('table.stock')}: {face.in_stock}."
    if face.led is not None and face.leader is not None:
        yield voice.of("happened.leads", face.leader, card=voice.written(face.led))


def _place(voice: Voice, face: Face) -> str:
    if face.leader is None:
        return voice.text("table.place_between", deal=face.number).capitalize()
    trick = len(face.history) + 1
    return voice.text("table.place", deal=face.number, trick=trick).capitalize()


def hand(voice: Voice) -> Iterator[str]:
    """The hand, a card a line with its number, and what the rules ask."""
    face = voice.session.face
    if face.waits not in {Waits.CARD, Waits.ANSWER}:
        return
    own, two = voice.name(face.me), voice.session.has_two_people
    yield f"{voice.text('table.hand_of', name=own) if two else voice.text('table.hand')}:"
    for number, card in enumerate(face.hand, 1):
        barred = face.waits is Waits.CARD and card not in face.legal
        mark = f" ({voice.text('table.barred')})" if barred else ""
        yield f"  {number} {voice.written(card)}{mark}"
    yield voice.turn(face)


def rules(voice: Voice, since: int, grounds: Grounds | None) -> Iterator[str]:
    """The rules that bear on this moment, with their grounds.

    Args:
        voice: who speaks, and of which game.
        since: the moment since which things have just happened.
        grounds: where the evidence is.
    """
    session = voice.session
    for ruling in rulings(voice, bearing(session.face, session.events(max(since, 1))), grounds):
        yield f"{ruling.title}. {ruling.sentence}"
        for ground in ruling.grounds:
            yield f"  {ground}"
    if grounds is None:
        yield voice.text("rule.no_evidence", variant=session.heading.variant or "?")


def usage(voice: Voice) -> Iterator[str]:
    """What can be typed."""
    yield f"3, KD: {voice.text('help.card')}"
    for command in (*COMMANDS, *AFTER_THE_GAME):
        words = voice.text(f"typed.{command}").split()
        key = "save_as" if command == "save" else command
        yield f"{words[0]}, {words[-1]}: {voice.text(f'help.{key}')}"
    weak = voice.why_weak()
    if weak:
        yield weak
