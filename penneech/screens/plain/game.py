"""A game line by line: whose turn it is, what is asked, and what the answers do.

It suits a screen reader, a pipe, and a terminal that can do no more. Whatever can be done on the
other screen can be done here.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from penneech.errors import PenneechError
from penneech.events import Scored
from penneech.screens.plain import telling
from penneech.screens.plain.telling import COMMANDS
from penneech.screens.refusing import told
from penneech.screens.review import review
from penneech.screens.session import SEARCHING
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.render.script import Script
    from penneech.screens.plain.console import Console
    from penneech.screens.rulings import Grounds
    from penneech.screens.session import Session
    from penneech.screens.underway import Underway
    from penneech.screens.voice import Voice

LONG_THOUGHT = 1.2
"""Seconds after which a search is not only a search: it is being compiled."""


class Leave(Exception):  # noqa: N818  # no fault, but the wish to leave
    """The person leaves the game."""


class PlainGame:
    """A game that is played line by line.

    Args:
        console: where lines are written and read.
        underway: the game, and where it is kept.
        grounds: where the evidence for its rules is.
        script: how the summary writes cards.
    """

    def __init__(
        self, console: Console, underway: Underway, grounds: Grounds | None, script: Script
    ) -> None:
        self._console, self._underway = console, underway
        self._grounds, self._script = grounds, script
        self._told = 0
        self._last = 0

    @property
    def session(self) -> Session:
        """The game that is played now."""
        return self._underway.session

    @property
    def _voice(self) -> Voice:
        return self._underway.opening.spoken(self.session)

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
        session = self.session
        self._say_all(telling.beginning(self._voice))
        self._told = self._last = session.moment
        if session.moment:
            self._say_all(telling.table(self._voice))
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
                    with self._patience():
                        session.go_on()
            case Waits.CURTAIN:
                name = voice.name(session.facing.other)
                self._console.clear()
                if self._goes_on(voice.text("plain.curtain", name=name)):
                    session.hand_over()
                    self._say_all(telling.table(voice))
            case Waits.DEAL:
                if self._goes_on(voice.text("plain.go_on")):
                    session.deal()
            case Waits.NOTHING | Waits.OTHER:  # nobody sits at a screen apart here
                self._over()

    def _card(self) -> None:
        voice, face = self._voice, self.session.face
        self._say_all(telling.hand(voice))
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
        voice = self._voice
        self._say_all(telling.hand(voice))
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
                self._underway.again()
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
        command = self._meant(word, *COMMANDS)
        if command is None:
            return typed
        try:
            self._obey(command, rest)
        except PenneechError as error:
            self._say(told(error, self._voice.words))
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
                with self._patience("hint.compiles"):
                    advice = session.advise()
                self._say_all(voice.advice(advice))
            case "undo" if session.may_undo:
                session.undo()
                self._told = session.moment
                self._say(voice.text("turn.taken_back"))
            case "undo":
                self._say(voice.text("turn.not_back"))
            case "rule":
                self._say_all(telling.rules(voice, self._last, self._grounds))
            case "table":
                self._say_all(telling.table(voice))
                self._say_all(telling.hand(voice))
            case "save":
                self._say(self._underway.save(Path(rest) if rest else None))
            case "help":
                self._say_all(telling.usage(voice))
            case _:
                self._leave()

    def _leave(self) -> None:
        """Leave, but ask first where something would be lost.

        Raises:
            Leave: unless the person stays.
        """
        voice = self._voice
        while self._underway.would_be_lost:
            typed = self._console.ask(voice.text("plain.leave"))
            if typed is None:
                raise EOFError
            typed = typed.strip()
            match self._meant(typed, "save", "quit"):
                case "save":
                    self._say(self._underway.save())
                case "quit":
                    self._underway.let_go = True
                case _ if not typed:
                    return
                case _:
                    self._not_understood(typed)
        raise Leave

    @contextmanager
    def _patience(self, key: str = "") -> Iterator[None]:
        """Say what takes so long, if it does: a search is compiled when it is first made."""
        name = self.session.players[self.session.facing.other]
        if not (key or name.startswith(SEARCHING)):
            yield
            return
        late = self._voice.text(key) if key else self._voice.text("turn.compiles", name=name)
        timer = Timer(LONG_THOUGHT, self._say, [late])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _not_understood(self, typed: str) -> None:
        if typed:
            self._say(self._voice.text("plain.not_understood", text=typed))
        else:
            self._say(self._voice.turn(self.session.face))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str = "") -> None:
        self._console.say(line)
