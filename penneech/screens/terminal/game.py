"""The screen of the game: it shows the session's face, and passes on what the person chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import RichLog, Static

from penneech.errors import PenneechError
from penneech.render.scoresheet import Script
from penneech.screens.bearing import bearing
from penneech.screens.keeping import Keeping, quoted
from penneech.screens.review import review
from penneech.screens.rulings import rulings
from penneech.screens.session import SEARCHING
from penneech.screens.sitting import Waits
from penneech.screens.terminal.beside import in_thread
from penneech.screens.terminal.hand import HandView
from penneech.screens.terminal.keybar import keys_text, leaving_text
from penneech.screens.terminal.papers import Paper, help_text, rules_text
from penneech.screens.terminal.pegboard import pegboard
from penneech.screens.terminal.table import table

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Key, Resize
    from textual.timer import Timer

    from penneech.cards import Card
    from penneech.screens.opening import Opening
    from penneech.screens.session import Session
    from penneech.screens.sitting import Thought
    from penneech.screens.terminal.strokes import Strokes
    from penneech.screens.voice import Voice

COLUMNS, LINES = 80, 24
LONG_THOUGHT = 1.2
"""Seconds after which a search is not only a search: it is being compiled."""


class GameScreen(Screen[None]):
    """One game on the screen."""

    class Thought(Message):
        """The computer player has chosen."""

        def __init__(self, thought: Thought) -> None:
            self.thought = thought
            super().__init__()

    class Told(Message):
        """Something was worked out beside the screen; `tell` shows it."""

        def __init__(self, tell: Callable[[], None]) -> None:
            self.tell = tell
            super().__init__()

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", ""),
        ("right", "step(1)", ""),
        ("enter,space", "go_on", ""),
        ("h", "hint", ""),
        ("u", "undo", ""),
        ("r", "rule", ""),
        ("s", "save", ""),
        ("question_mark", "help", ""),
        ("l", "app.colours", ""),
        ("y,g", "answer(True)", ""),
        ("n", "answer(False)", ""),
        ("m", "again", ""),
        ("v", "review", ""),
        ("q,escape", "leave", ""),
    ]

    def __init__(self, session: Session, opening: Opening, strokes: Strokes, pause: float) -> None:
        super().__init__()
        self._session, self._opening, self._strokes = session, opening, strokes
        self._pause = pause
        self._keeping: Keeping = opening.keeping(session)
        self._shown = 0
        self._last = 0
        self._note = ""
        self._asks_to_leave = False
        self._long: Timer | None = None
        self._reply: Timer | None = None

    def compose(self) -> ComposeResult:
        """The title, the board, the table beside what happened, the hand, the keys."""
        yield Static(id="small")
        with Vertical(classes="game"):
            yield Static(id="title")
            yield Static(id="board")
            with Horizontal(id="middle"):
                yield Static(id="table")
                yield RichLog(id="log", wrap=True, min_width=10, max_lines=400)
            yield Static(id="message")
            yield HandView(self._strokes)
            yield Static(id="keys")

    def on_mount(self) -> None:
        """Deal, unless the game was begun before."""
        self.query_one(RichLog).can_focus = False
        if not self._session.moment:
            self._session.deal()
        self._refresh()

    def on_resize(self, event: Resize) -> None:
        """Say so when the window is too small."""
        small = event.size.width < COLUMNS or event.size.height < LINES
        self.set_class(small, "small")
        figures = {"width": event.size.width, "height": event.size.height}
        text = self._voice.text("small", columns=COLUMNS, lines=LINES, **figures)
        self.query_one("#small", Static).update(Text(text))
        self._show_title()

    @property
    def _voice(self) -> Voice:
        return self._opening.shown(self._session, signs=self._strokes.signs)

    def _refresh(self, note: str = "") -> None:
        """Show how things stand, and let the computer player think if it is to move."""
        session, voice, face = self._session, self._voice, self._session.face
        self._note, self._asks_to_leave = note, False
        self._show_title()
        self.query_one("#board", Static).update(
            Text("\n").join(pegboard(face, voice, self._strokes))
        )
        self.query_one("#table", Static).update(table(face, voice, self._strokes))
        self.query_one(HandView).face = face
        self._write_log()
        self._show_message()
        self._show_keys()
        if session.waits is Waits.COMPUTER:
            self._let_think()

    def _show_title(self) -> None:
        """Write the title as wide as the window is."""
        voice, face, heading = self._voice, self._session.face, self._session.heading
        name = voice.text("table.title", variant=heading.variant or "?")
        if face.leader is None:
            place = voice.text("table.place_between", deal=face.number)
        else:
            trick = len(face.history) + 1
            place = voice.text("table.place", deal=face.number, trick=trick)
        room = max(1, self.app.size.width - 2 - len(name) - len(place))
        title = Text(f"{name}{' ' * room}{place}", "bold")
        self.query_one("#title", Static).update(title)

    def _write_log(self) -> None:
        """Add what has happened to the log; after a card was taken back all is written anew."""
        log, session = self.query_one(RichLog), self._session
        if self._shown > session.moment:
            log.clear()
            self._shown = 0
        if self._shown < session.moment:
            self._last = self._shown
            for line in self._voice.happened(self._shown):
                scores = " +" in line
                log.write(Text(line, "bold" if scores else ""))
            self._shown = session.moment

    def _show_message(self) -> None:
        text = self._note or self._voice.turn(self._session.face)
        self.query_one("#message", Static).update(Text(text))

    def _show_keys(self) -> None:
        self.query_one("#keys", Static).update(keys_text(self._session, self._voice))

    def _say(self, text: str) -> None:
        self._note = text
        self._show_message()

    # What the person does.

    def on_key(self, event: Key) -> None:
        """A figure plays the card of that number; 0 the tenth."""
        if self._asks_to_leave:
            self._answer_to_leaving(event)
        elif event.key.isdecimal() and len(event.key) == 1:
            event.stop()
            self._play_at((int(event.key) or 10) - 1)

    def on_hand_view_picked(self, event: HandView.Picked) -> None:
        """A card was clicked."""
        self._play(event.card)

    def action_step(self, by: int) -> None:
        """Choose the next card."""
        self.query_one(HandView).step(by)

    def action_go_on(self) -> None:
        """Play the card that is chosen, deal, or let the other person sit down."""
        card = self.query_one(HandView).card
        match self._session.waits:
            case Waits.CARD if card is not None:
                self._play(card)
            case Waits.DEAL:
                self._session.deal()
                self._refresh()
            case Waits.CURTAIN:
                self._session.hand_over()
                self._refresh()
            case Waits.COMPUTER if self._reply is not None:
                self._reply.stop()
                self._let_think(at_once=True)
            case _:
                pass

    def _play_at(self, place: int) -> None:
        hand = self._session.face.hand
        if place < len(hand):
            self._play(hand[place])

    def _play(self, card: Card) -> None:
        face = self._session.face
        if card not in face.legal:
            due = face.waits is Waits.CARD
            self._say(self._voice.refused(face, card) if due else self._voice.turn(face))
            return
        self._session.play(card)
        self._refresh()

    def action_answer(self, wanted: bool) -> None:  # noqa: FBT001  # actions have plain arguments
        """Throw the hand up, or keep it."""
        if self._session.waits is Waits.ANSWER:
            self._session.throw_up(wanted=wanted)
            self._refresh()

    def action_undo(self) -> None:
        """Take the lead back."""
        if not self._session.may_undo:
            self._say(self._voice.text("turn.not_back"))
            return
        # Nobody is to reply to a lead that is no more.
        self._stop_timers()
        self._session.undo()
        self._refresh(self._voice.text("turn.taken_back"))

    def action_hint(self) -> None:
        """Ask a strong player, beside the screen."""
        session, moment = self._session, self._session.moment
        if session.waits not in (Waits.CARD, Waits.ANSWER):
            self._say(self._voice.text("hint.nothing"))
            return
        self._say(self._voice.text("hint.waits"))

        def ask() -> None:
            try:
                lines = self._voice.advice(session.advise())
            except PenneechError as error:
                lines = [str(error)]

            def tell() -> None:
                if session is self._session and session.moment == moment:
                    self._say(" ".join(lines))

            self.post_message(self.Told(tell))

        in_thread(ask)

    def action_rule(self) -> None:
        """Show the rules that bear on this moment."""
        voice, session = self._voice, self._session
        grounds = self._opening.grounds()
        last = session.events(max(self._last, 1))
        found = rulings(voice, bearing(session.face, last), grounds)
        variant = session.heading.variant or "?"
        end = "" if grounds else voice.text("rule.no_evidence", variant=variant)
        self._lay(voice.text("rule.title"), rules_text(found, end))

    def action_help(self) -> None:
        """Show the keys."""
        self._lay(self._voice.text("help.title"), help_text(self._voice))

    def action_save(self) -> None:
        """Save the game."""
        self._save()

    def _save(self) -> bool:
        try:
            path = self._keeping.save(self._session)
        except PenneechError as error:
            self._say(str(error))
            return False
        told = self._voice.text("turn.saved", file=str(path), quoted=quoted(path))
        self.app.last_words = told  # type: ignore[attr-defined]  # our own application
        self._say(told)
        return True

    def action_again(self) -> None:
        """Play another game."""
        if self._session.is_over:
            self._session = self._session.rematch()
            self.app.session = self._session  # type: ignore[attr-defined]  # our own application
            self._keeping = Keeping()
            self._shown = self._last = 0
            self.query_one(RichLog).clear()
            self._session.deal()
            self._refresh()

    def action_review(self) -> None:
        """Show what each card gave away, once that is worked out."""
        if not self._session.is_over:
            return
        voice, signs = self._voice, self._strokes.signs
        paper = self._lay(voice.text("review.title"), Text(voice.text("review.waits")))

        def work() -> None:
            sheet: RenderableType
            try:
                sheet = review(voice, Script(signs=signs))
            except PenneechError as error:
                sheet = Text(str(error))
            self.post_message(self.Told(lambda: paper.write(sheet) if paper.is_attached else None))

        in_thread(work)

    def action_leave(self) -> None:
        """Leave, but ask first where something would be lost."""
        session = self._session
        if session.is_over or self._keeping.has(session):
            self.app.exit()
            return
        self._asks_to_leave = True
        self._say(self._voice.text("leave.question"))
        self.query_one("#keys", Static).update(leaving_text(self._voice))

    def _answer_to_leaving(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        self._asks_to_leave = False
        if event.key == "q" or (event.key == "s" and self._save()):
            self.app.exit()
        else:
            self._show_keys()
            if event.key != "s":
                self._say("")

    def _lay(self, title: str, content: RenderableType) -> Paper:
        paper = Paper(title, content, f"Esc {self._voice.text('keys.close')}")
        self.app.push_screen(paper)
        return paper

    # What the computer player does.

    def _let_think(self, *, at_once: bool = False) -> None:
        """Let the computer player think beside the screen, and its card wait for a moment."""
        session, wait = self._session, 0.0 if at_once else self._pause
        self._stop_timers()

        def work() -> None:
            try:
                self.post_message(self.Thought(session.think()))
            except PenneechError as error:
                text = str(error)
                self.post_message(self.Told(lambda: self._say_while_awaited(text)))

        self._reply = self.set_timer(wait, lambda: in_thread(work)) if wait else None
        if not wait:
            in_thread(work)
        self._long = self.set_timer(wait + LONG_THOUGHT, self._say_that_it_takes_long)

    def _say_while_awaited(self, text: str) -> None:
        """Say what kept the computer player from playing, unless nobody waits for it any more."""
        if self._session.waits is Waits.COMPUTER:
            self._say(text)

    def _say_that_it_takes_long(self) -> None:
        name = self._session.players[self._session.facing.other]
        if self._session.waits is Waits.COMPUTER and name.startswith(SEARCHING):
            self._say(self._voice.text("turn.compiles", name=name))

    def _stop_timers(self) -> None:
        for timer in (self._long, self._reply):
            if timer is not None:
                timer.stop()
        self._long = self._reply = None

    def on_game_screen_thought(self, event: GameScreen.Thought) -> None:
        """The computer player's card is played, unless the lead was taken back meanwhile."""
        if self._session.go_on(event.thought):
            self._stop_timers()
            self._refresh()

    def on_game_screen_told(self, event: GameScreen.Told) -> None:
        """Show what was worked out."""
        event.tell()
