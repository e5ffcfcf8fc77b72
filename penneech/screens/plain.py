"""Play line by line: what is typed is read, what is said is written, and nothing is drawn.

It suits a screen reader, a pipe, and a terminal that can do no more. Whatever can be done on the
other screen can be done here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from penneech.errors import PenneechError
from penneech.events import Scored
from penneech.screens.bearing import bearing
from penneech.screens.keeping import Keeping, quoted
from penneech.screens.review import review
from penneech.screens.rulings import rulings
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from penneech.render.scoresheet import Script
    from penneech.screens.face import Face
    from penneech.screens.rulings import Grounds
    from penneech.screens.session import Session
    from penneech.screens.voice import Voice


class Console(Protocol):
    """Where lines are written and read."""

    def say(self, line: str = "") -> None:
        """Write a line."""
        ...

    def clear(self) -> None:
        """Take away what stands there, where that can be done, so that the other cannot read it."""
        ...

    def ask(self, prompt: str) -> str | None:
        """Write a prompt and read a line; None when there is no other."""
        ...

    def show(self, content: RenderableType) -> None:
        """Write a table."""
        ...


class Leave(Exception):  # noqa: N818  # no fault, but the wish to leave
    """The person leaves the game."""


class PlainGame:
    """A game that is played line by line.

    Args:
        console: where lines are written and read.
        voice_of: gives the voice for a session.
        session: the game.
        keeping: where it is saved.
        grounds: where the evidence for its rules is.
        script: how the summary writes cards.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # all that a screen stands on
        self,
        console: Console,
        voice_of: Callable[[Session], Voice],
        session: Session,
        keeping: Keeping,
        grounds: Grounds | None,
        script: Script,
    ) -> None:
        self.session = session
        self._console = console
        self._voice_of = voice_of
        self._voice = voice_of(session)
        self.keeping = keeping
        self._grounds = grounds
        self._script = script
        self._told = 0
        self._last = 0

    def run(self) -> bool:
        """Play until the person leaves.

        Returns:
            Whether the person left; else the input was at its end.
        """
        self._begin()
        try:
            while True:
                self._tell()
                self._next()
        except Leave:
            return True
        except EOFError:
            self._console.say()
            return False

    def _begin(self) -> None:
        session, voice = self.session, self._voice
        key = "begin_two" if session.has_two_people else "begin"
        name = "" if session.has_two_people else voice.name(session.facing.other)
        variant = session.heading.variant or "?"
        target = session.rules.target
        self._say(voice.text(f"plain.{key}", variant=variant, target=target, name=name))
        self._say(voice.text("plain.help_at_once"))
        self._told = self._last = session.moment
        if session.moment:
            self._table()
        elif session.waits is Waits.DEAL:
            self._told = 0
            session.deal()

    def _tell(self) -> None:
        """Say what has happened since it was last said."""
        if self._told < self.session.moment:
            for line in self._voice.happened(self._told):
                self._say(line)
            if any(isinstance(fact, Scored) for fact in self.session.events(self._told)):
                self._say(f"{self._voice.score(self.session.score)}.")
            self._last, self._told = self._told, self.session.moment

    def _next(self) -> None:
        session, voice = self.session, self._voice
        match session.waits:
            case Waits.CARD:
                self._card()
            case Waits.ANSWER:
                self._answer()
            case Waits.COMPUTER:
                if not session.may_undo or self._goes_on(voice.text("plain.reply")):
                    session.go_on()
            case Waits.CURTAIN:
                name = voice.name(session.facing.other)
                self._console.clear()
                if self._goes_on(voice.text("plain.curtain", name=name)):
                    session.hand_over()
                    self._table()
            case Waits.DEAL:
                if self._goes_on(voice.text("plain.go_on")):
                    session.deal()
            case Waits.NOTHING | Waits.OTHER:  # nobody sits at a screen apart here
                self._over()

    def _card(self) -> None:
        voice, face = self._voice, self.session.face
        self._hand(face)
        while True:
            typed = self._typed(voice.text("plain.your_card"))
            if not typed:
                if typed is not None:
                    self._say(voice.turn(face))
                continue
            card = voice.named_card(face, typed)
            if isinstance(card, str):
                self._say(card)
            elif card not in face.legal:
                self._say(voice.refused(face, card))
            else:
                self.session.play(card)
                return

    def _answer(self) -> None:
        voice, face = self._voice, self.session.face
        self._hand(face)
        while True:
            typed = self._typed(voice.text("plain.answer"))
            wanted = {"throw": True, "keep": False}.get(self._meant(typed, "throw", "keep") or "")
            if wanted is not None:
                self.session.throw_up(wanted=wanted)
                return
            if typed is not None:
                self._not_understood(typed)

    def _goes_on(self, prompt: str) -> bool:
        """Whether to go on; whatever is no command does."""
        before = self.session.moment
        while True:
            typed = self._typed(prompt)
            if self.session.moment != before:
                return False
            if typed is not None:
                return True

    def _over(self) -> None:
        voice = self._voice
        typed = self._typed(voice.text("plain.over"))
        match self._meant(typed, "again", "review"):
            case "again":
                self.session = self.session.rematch()
                self._voice = self._voice_of(self.session)
                self.keeping = Keeping()
                self._say()
                self._begin()
            case "review":
                self._say(voice.text("review.waits"))
                self._console.show(review(voice, self._script))
            case _:
                if typed:
                    self._not_understood(typed)

    def _typed(self, prompt: str) -> str | None:
        """What is typed; None where it was a command, which is obeyed.

        Raises:
            Leave: when the person wants to leave.
            EOFError: when there is nothing more to read.
        """
        line = self._console.ask(prompt)
        if line is None:
            raise EOFError
        typed = " ".join(line.split())
        word, _, rest = typed.partition(" ")
        command = self._meant(word, *_COMMANDS)
        if command is None:
            return typed
        try:
            self._obey(command, rest)
        except PenneechError as error:
            self._say(str(error))
        return None

    def _meant(self, typed: str | None, *commands: str) -> str | None:
        """The command that is typed, of some."""
        for command in commands:
            words = self._voice.text(f"typed.{command}").split()
            if typed is not None and typed.lower() in words:
                return command
        return None

    def _obey(self, command: str, rest: str) -> None:
        voice, session = self._voice, self.session
        match command:
            case "hint":
                for line in voice.advice(session.advise()):
                    self._say(line)
            case "undo" if session.may_undo:
                session.undo()
                self._told = session.moment
                self._say(voice.text("turn.taken_back"))
            case "undo":
                self._say(voice.text("turn.not_back"))
            case "rule":
                self._rules()
            case "table":
                self._table()
                self._hand(session.face)
            case "save":
                path = self.keeping.save(session, Path(rest) if rest else None)
                self._say(voice.text("turn.saved", file=str(path), quoted=quoted(path)))
            case "help":
                self._help()
            case _:
                raise Leave

    def _rules(self) -> None:
        face, last = self.session.face, self.session.events(max(self._last, 1))
        for ruling in rulings(self._voice, bearing(face, last), self._grounds):
            self._say(f"{ruling.title}. {ruling.sentence}")
            for ground in ruling.grounds:
                self._say(f"  {ground}")
        if self._grounds is None:
            variant = self.session.heading.variant or "?"
            self._say(self._voice.text("rule.no_evidence", variant=variant))

    def _help(self) -> None:
        voice = self._voice
        self._say(f"3, KD: {voice.text('help.card')}")
        for command in _COMMANDS:
            words = voice.text(f"typed.{command}").split()
            key = "save_as" if command == "save" else command
            self._say(f"{words[0]}, {words[-1]}: {voice.text(f'help.{key}')}")

    def _table(self) -> None:
        """How things stand."""
        voice, face = self._voice, self.session.face
        self._say(f"{self._place(face)}. {voice.score(face.score)}.")
        if face.later:
            later = [sum(s.points for s in face.later if s.player is who) for who in (0, 1)]
            self._say(voice.text("table.later", score=voice.score((later[0], later[1]))) + ".")
        if face.turn_up is not None:
            card = voice.written(face.turn_up)
            trumps = f" ({voice.text('table.trumps', suit=voice.suit(face.turn_up.suit))})"
            turned = f"{voice.text('table.turn_up')}: {card}{trumps * (face.trumps is not None)}."
            self._say(f"{turned} {voice.text('table.stock')}: {face.in_stock}.")
        if face.led is not None and face.leader is not None:
            self._say(voice.of("happened.leads", face.leader, card=voice.written(face.led)))

    def _place(self, face: Face) -> str:
        if face.leader is None:
            return self._voice.text("table.place_between", deal=face.number).capitalize()
        trick = len(face.history) + 1
        return self._voice.text("table.place", deal=face.number, trick=trick).capitalize()

    def _hand(self, face: Face) -> None:
        """The hand, a card a line with its number, and what the rules ask."""
        voice = self._voice
        if face.waits not in (Waits.CARD, Waits.ANSWER):
            return
        own = voice.name(face.me)
        two = self.session.has_two_people
        self._say(f"{voice.text('table.hand_of', name=own) if two else voice.text('table.hand')}:")
        for number, card in enumerate(face.hand, 1):
            barred = face.waits is Waits.CARD and card not in face.legal
            mark = f" ({voice.text('table.barred')})" if barred else ""
            self._say(f"  {number} {voice.written(card)}{mark}")
        self._say(voice.turn(face))

    def _not_understood(self, typed: str) -> None:
        if typed:
            self._say(self._voice.text("plain.not_understood", text=typed))
        else:
            self._say(self._voice.turn(self.session.face))

    def _say(self, line: str = "") -> None:
        self._console.say(line)


_COMMANDS = ("hint", "undo", "rule", "table", "save", "help", "quit")
