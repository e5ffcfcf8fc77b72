"""The application: it opens the game, or lets the variant be chosen first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.theme import Theme

from penneech.screens.stopping import exit_status, heeded
from penneech.screens.terminal.beside import is_at_work
from penneech.screens.terminal.choosing import Choosing
from penneech.screens.terminal.forgiving import forgiving
from penneech.screens.terminal.game import GameScreen
from penneech.screens.terminal.strokes import LETTERS, SIGNS
from penneech.screens.underway import Underway

if TYPE_CHECKING:
    from textual.binding import BindingType
    from textual.driver import Driver

    from penneech.screens.opening import Opening
    from penneech.screens.session import Session

DARK, LIGHT = "penneech-dark", "penneech-light"
PAUSE = 0.9
"""Seconds for which a card of the person's lies alone before the reply is shown."""

THEMES = (
    Theme(
        name=DARK,
        primary="#c9a227",
        foreground="#e8e4d8",
        background="#12241c",
        surface="#1a3127",
        panel="#234034",
        dark=True,
    ),
    Theme(
        name=LIGHT,
        primary="#1f5f43",
        foreground="#1c1c1c",
        background="#f6f3ea",
        surface="#ebe6d8",
        panel="#ddd6c4",
        dark=False,
    ),
)


class PlayApp(App[None]):
    """A game on the whole screen.

    Args:
        opening: what was asked for.
        light: whether the window is light.
        pause: seconds before the computer player's card is shown.
    """

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q,ctrl+c", "quit", "")]

    def __init__(self, opening: Opening, *, light: bool = False, pause: float = PAUSE) -> None:
        super().__init__()
        self.opening = opening
        self.underway: Underway | None = None
        self.pause = pause
        self.last_words = ""
        self.strokes = LETTERS if opening.letters else SIGNS
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = LIGHT if light else DARK

    @property
    def session(self) -> Session | None:
        """The game that is played; None where none is."""
        return None if self.underway is None else self.underway.session

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, which passes over bytes that are no UTF-8."""
        return forgiving(super().get_driver_class())

    def on_load(self) -> None:
        """Heed the signals that tell a program to stop, so that the terminal is given back."""
        loop = asyncio.get_running_loop()
        for number in heeded():
            with suppress(NotImplementedError, ValueError, RuntimeError):
                # Not on every system, and only in the main thread.
                loop.add_signal_handler(number, self.stop, number)

    def stop(self, number: int) -> None:
        """Leave because of a signal; the game is set aside first, whatever becomes of the rest."""
        self.set_aside()
        self.exit(return_code=exit_status(number))

    def set_aside(self) -> None:
        """Keep a game that is left without a word, and have it said where."""
        aside = "" if self.underway is None else self.underway.set_aside()
        self.last_words = aside or self.last_words

    def on_mount(self) -> None:
        """Show the game, or the list of variants."""
        self.set_class(self.opening.letters, "letters")
        if self.opening.is_chosen:
            self.open_game(self.opening)
        else:
            self.push_screen(Choosing(self.opening), self.open_game)

    def open_game(self, opening: Opening | None) -> None:
        """Play what was chosen; leave where nothing was."""
        if opening is None:
            self.exit()
            return
        self.opening = opening
        self.underway = Underway(opening)
        self.push_screen(GameScreen(self.underway, self.strokes, self.pause))

    def action_colours(self) -> None:
        """Change between light and dark."""
        self.theme = DARK if self.theme == LIGHT else LIGHT

    @property
    def is_still_thinking(self) -> bool:
        """Whether a thread is at work that nobody waits for any more."""
        return is_at_work()
