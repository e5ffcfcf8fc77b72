"""The screen of the game: the keys and the mouse, and what they do to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from penneech.errors import PenneechError
from penneech.screens.bearing import bearing
from penneech.screens.refusing import told
from penneech.screens.rulings import rulings
from penneech.screens.sitting import Waits
from penneech.screens.terminal.asking import ask_for_hint, ask_for_review
from penneech.screens.terminal.keybar import keys_text, leaving_text
from penneech.screens.terminal.papers import Paper, help_text, rules_text
from penneech.screens.terminal.reply import Reply
from penneech.screens.terminal.view import GameView

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Key, Resize

    from penneech.cards import Card
    from penneech.screens.session import Session
    from penneech.screens.terminal.beside import Told
    from penneech.screens.terminal.hand import HandView
    from penneech.screens.terminal.strokes import Strokes
    from penneech.screens.underway import Underway
    from penneech.screens.voice import Voice

COLUMNS, LINES = 80, 24
PAGE = 6
"""Lines by which what happened is turned."""


class GameScreen(Screen[None]):
    """One game on the screen.

    Args:
        underway: the game, and where it is kept.
        strokes: what it is drawn with.
        pause: seconds before the computer player's reply to a lead.
    """

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
        ("pageup", "turn(-1)", ""),
        ("pagedown", "turn(1)", ""),
        ("q,escape", "leave", ""),
    ]

    def __init__(self, underway: Underway, strokes: Strokes, pause: float) -> None:
        super().__init__()
        self.underway = underway
        self.reply = Reply(self, pause, self._say_while_awaited)
        self._strokes = strokes
        self._told = self._last = 0
        self._asks_to_leave = False

    def compose(self) -> ComposeResult:
        """The game, or what is said where the window is too small for it."""
        yield Static(id="small")
        yield GameView(self._strokes)

    def on_mount(self) -> None:
        """Deal, unless the game was begun before."""
        if not self.session.moment:
            self.session.deal()
        self._refresh()

    def on_resize(self, event: Resize) -> None:
        """Say so when the window is too small."""
        small = event.size.width < COLUMNS or event.size.height < LINES
        self.set_class(small, "small")
        figures = {"width": event.size.width, "height": event.size.height}
        text = self.voice.text("small", columns=COLUMNS, lines=LINES, **figures)
        self.query_one("#small", Static).update(Text(text))
        self.view.show_title(self.session, self.voice)

    @property
    def view(self) -> GameView:
        """What the person sees of the game."""
        return self.query_one(GameView)

    @property
    def session(self) -> Session:
        """The game that is played now."""
        return self.underway.session

    @property
    def voice(self) -> Voice:
        """Who speaks of it."""
        return self.underway.opening.shown(self.session, signs=self._strokes.signs)

    def _refresh(self, note: str = "") -> None:
        """Show how things stand, and let the computer player think if it is to move."""
        self._asks_to_leave = False
        if self._told < self.session.moment:
            self._last = self._told
        self._told = self.session.moment
        self.view.show(self.session, self.voice, note)
        if self.session.waits is Waits.COMPUTER:
            self.reply.seek(self.session, self.voice)

    def say(self, text: str) -> None:
        """Say something above the hand; nothing means whose turn it is."""
        self.view.say(text or self.voice.turn(self.session.face))

    def lay(self, title: str, content: RenderableType) -> Paper:
        """Lay a paper over the table."""
        paper = Paper(title, content, f"Esc {self.voice.text('keys.close')}")
        self.app.push_screen(paper)
        return paper

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
        self.view.hand.step(by)

    def action_turn(self, by: int) -> None:
        """Look further back in what has happened, or come nearer again."""
        self.view.log_of_game.turn(by * PAGE)

    def action_go_on(self) -> None:
        """Play the card that is chosen, deal, or let the other person sit down."""
        card = self.view.hand.card
        match self.session.waits:
            case Waits.CARD if card is not None:
                self._play(card)
            case Waits.DEAL:
                self.session.deal()
                self._refresh()
            case Waits.CURTAIN:
                self.session.hand_over()
                self._refresh()
            case Waits.COMPUTER if self.reply.is_held_back:
                self.reply.seek(self.session, self.voice, at_once=True)
            case _:
                pass

    def _play_at(self, place: int) -> None:
        hand = self.session.face.hand
        if place < len(hand):
            self._play(hand[place])

    def _play(self, card: Card) -> None:
        face = self.session.face
        if card not in face.legal:
            due = face.waits is Waits.CARD
            self.say(self.voice.refused(face, card) if due else self.voice.turn(face))
            return
        self.session.play(card)
        self._refresh()

    def action_answer(self, wanted: bool) -> None:  # noqa: FBT001  # actions have plain arguments
        """Throw the hand up, or keep it."""
        if self.session.waits is Waits.ANSWER:
            self.session.throw_up(wanted=wanted)
            self._refresh()

    def action_undo(self) -> None:
        """Take the lead back."""
        if not self.session.may_undo:
            self.say(self.voice.text("turn.not_back"))
            return
        # Nobody is to reply to a lead that is no more.
        self.reply.stop()
        self.session.undo()
        self._refresh(self.voice.text("turn.taken_back"))

    def action_hint(self) -> None:
        """Ask a strong player, beside the screen."""
        ask_for_hint(self)

    def action_rule(self) -> None:
        """Show the rules that bear on this moment."""
        voice, session = self.voice, self.session
        grounds = self.underway.opening.grounds()
        last = session.events(max(self._last, 1))
        found = rulings(voice, bearing(session.face, last), grounds)
        variant = session.heading.variant or "?"
        end = "" if grounds else voice.text("rule.no_evidence", variant=variant)
        self.lay(voice.text("rule.title"), rules_text(found, end))

    def action_help(self) -> None:
        """Show the keys."""
        self.lay(self.voice.text("help.title"), help_text(self.voice))

    def action_save(self) -> None:
        """Save the game."""
        self._save()

    def _save(self) -> bool:
        try:
            saved = self.underway.save()
        except PenneechError as error:
            self.say(told(error, self.voice.words))
            return False
        self.app.last_words = saved  # type: ignore[attr-defined]  # our own application
        self.say(saved)
        return True

    def action_again(self) -> None:
        """Play another game."""
        if self.session.is_over:
            self.underway.again()
            self._told = self._last = 0
            self.view.log_of_game.begin()
            self.session.deal()
            self._refresh()

    def action_review(self) -> None:
        """Show what each card gave away, once that is worked out."""
        if self.session.is_over:
            ask_for_review(self, signs=self._strokes.signs)

    def action_leave(self) -> None:
        """Leave, but ask first where something would be lost."""
        if not self.underway.would_be_lost:
            self.app.exit()
            return
        self._asks_to_leave = True
        self.say(self.voice.text("leave.question"))
        self.view.show_keys(leaving_text(self.voice))

    def _answer_to_leaving(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        self._asks_to_leave = False
        self.underway.let_go = event.key == "q"
        if event.key == "q" or (event.key == "s" and self._save()):
            self.app.exit()
        else:
            self.view.show_keys(keys_text(self.session, self.voice))
            if event.key != "s":
                self.say("")

    # What the computer player does.

    def _say_while_awaited(self, text: str) -> None:
        """Say what keeps the computer player from playing, unless nobody waits for it any more."""
        if self.session.waits is Waits.COMPUTER and not self._asks_to_leave:
            self.say(text)

    def on_reply_ready(self, event: Reply.Ready) -> None:
        """The computer player's card is played, unless the lead was taken back meanwhile."""
        if self.session.go_on(event.thought):
            self.reply.stop()
            self._refresh()

    def on_told(self, event: Told) -> None:
        """Show what was worked out."""
        event.tell()
