"""The computer player's turn: its card is held back for a moment, and sought beside the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from penneech.errors import PenneechError
from penneech.screens.refusing import told
from penneech.screens.session import SEARCHING
from penneech.screens.terminal.beside import LONG_THOUGHT, Told, in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen
    from textual.timer import Timer

    from penneech.screens.session import Session
    from penneech.screens.sitting import Thought
    from penneech.screens.voice import Voice


class Reply:
    """What the computer player does while it is to move.

    Args:
        screen: where it posts `Reply.Ready`.
        pause: seconds for which a lead of the person's lies alone before the reply is sought.
        say: says why there is no reply, or none yet.
    """

    class Ready(Message):
        """The computer player has chosen."""

        def __init__(self, thought: Thought) -> None:
            self.thought = thought
            super().__init__()

    def __init__(self, screen: Screen[None], pause: float, say: Callable[[str], None]) -> None:
        self.pause = pause
        self._screen, self._say = screen, say
        self._long: Timer | None = None
        self._held: Timer | None = None

    @property
    def is_held_back(self) -> bool:
        """Whether it waits, so that the lead can be taken back."""
        return self._held is not None

    def seek(self, session: Session, voice: Voice, *, at_once: bool = False) -> None:
        """Let the computer player think, after the pause or at once."""
        self.stop()
        wait = 0.0 if at_once else self.pause

        def work() -> None:
            try:
                self._screen.post_message(self.Ready(session.think()))
            except PenneechError as error:
                text = told(error, voice.words)
                self._screen.post_message(Told(lambda: self._say(text)))

        if wait:
            self._held = self._screen.set_timer(wait, lambda: in_thread(work))
        else:
            in_thread(work)
        name = session.players[session.facing.other]
        if name.startswith(SEARCHING):
            late = voice.text("turn.compiles", name=name)
            self._long = self._screen.set_timer(wait + LONG_THOUGHT, lambda: self._say(late))

    def stop(self) -> None:
        """Wait no longer: the reply is there, or nobody wants it any more."""
        for timer in (self._long, self._held):
            if timer is not None:
                timer.stop()
        self._long = self._held = None
