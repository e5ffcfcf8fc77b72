"""What the screen of a game shows: title, board, table, what happened, hand and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from penneech.screens.terminal.hand import HandView
from penneech.screens.terminal.happenings import Happenings
from penneech.screens.terminal.keybar import keys_text
from penneech.screens.terminal.pegboard import pegboard
from penneech.screens.terminal.table import table

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from penneech.screens.session import Session
    from penneech.screens.terminal.strokes import Strokes
    from penneech.screens.voice import Voice

MESSAGE_LINES = 2
EDGES = 2
"""Columns that the title and the message leave free at their sides."""


class GameView(Vertical):
    """A game as the person before the screen sees it; it knows no key but to name it."""

    def __init__(self, strokes: Strokes) -> None:
        self._strokes = strokes
        super().__init__(classes="game")

    def compose(self) -> ComposeResult:
        """The title, the board, the table beside what happened, the hand, the keys."""
        yield Static(id="title")
        yield Static(id="board")
        with Horizontal(id="middle"):
            yield Static(id="table")
            yield Happenings(id="log")
        yield Static(id="message")
        yield HandView(self._strokes)
        yield Static(id="keys")

    @property
    def hand(self) -> HandView:
        """The row of cards."""
        return self.query_one(HandView)

    @property
    def log_of_game(self) -> Happenings:
        """What has happened."""
        return self.query_one(Happenings)

    def show(self, session: Session, voice: Voice, note: str = "") -> None:
        """Show how things stand.

        Args:
            session: the game.
            voice: who speaks.
            note: what is said in place of whose turn it is.
        """
        face = session.face
        self.show_title(session, voice)
        board = Text("\n").join(pegboard(face, voice, self._strokes))
        self.query_one("#board", Static).update(board)
        self.query_one("#table", Static).update(table(face, voice, self._strokes))
        self.hand.face = face
        self.log_of_game.tell(session, voice)
        self.say(note or voice.turn(face))
        self.show_keys(keys_text(session, voice))

    def show_title(self, session: Session, voice: Voice) -> None:
        """Write the title as wide as the window is."""
        face, heading = session.face, session.heading
        name = voice.text("table.title", variant=heading.variant or "?")
        if face.leader is None:
            place = voice.text("table.place_between", deal=face.number)
        else:
            trick = len(face.history) + 1
            place = voice.text("table.place", deal=face.number, trick=trick)
        room = max(1, self.app.size.width - EDGES - len(name) - len(place))
        title = Text(f"{name}{' ' * room}{place}", "bold")
        self.query_one("#title", Static).update(title)

    def say(self, text: str) -> None:
        """Say something above the hand."""
        self.query_one("#message", Static).update(Text(text))

    def has_room_for(self, text: str) -> bool:
        """Whether a text can be said above the hand and seen whole."""
        width = self.app.size.width - EDGES
        return len(Text(text).wrap(self.app.console, width)) <= MESSAGE_LINES

    def show_keys(self, keys: Text) -> None:
        """Name the keys that do something now."""
        self.query_one("#keys", Static).update(keys)
