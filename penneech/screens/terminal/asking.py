"""What is asked of a strong player: a hint, and the game beside best play; the screen goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from penneech.errors import PenneechError
from penneech.render.script import Script
from penneech.screens.refusing import told
from penneech.screens.sitting import Waits
from penneech.screens.terminal.beside import LONG_THOUGHT, Told, in_thread

if TYPE_CHECKING:
    from rich.console import RenderableType

    from penneech.screens.terminal.game import GameScreen


def ask_for_hint(screen: GameScreen) -> None:
    """Have a hint worked out, and shown if it is still about the choice that is to be made."""
    session, voice, moment = screen.session, screen.voice, screen.session.moment
    if session.waits not in {Waits.CARD, Waits.ANSWER}:
        screen.say(voice.text("hint.nothing"))
        return
    screen.say(voice.text("hint.waits"))

    def is_wanted() -> bool:
        return session is screen.session and session.moment == moment

    def tell(lines: list[str]) -> None:
        late.stop()
        text = " ".join(lines)
        if not is_wanted():
            return
        if screen.view.has_room_for(text):
            screen.say(text)
        else:
            screen.say("")
            screen.lay(voice.text("hint.title"), Text("\n\n".join(lines)))

    def ask() -> None:
        try:
            lines = voice.advice(session.advise())
        except PenneechError as error:
            lines = [told(error, voice.words)]
        screen.post_message(Told(lambda: tell(lines)))

    def say_late() -> None:
        if is_wanted():
            screen.say(voice.text("hint.compiles"))

    late = screen.set_timer(LONG_THOUGHT, say_late)
    in_thread(ask)


def ask_for_review(screen: GameScreen, *, signs: bool) -> None:
    """Lay a paper on the table, and write the summary on it once it is worked out."""
    voice = screen.voice
    paper = screen.lay(voice.text("review.title"), Text(voice.text("review.waits")))

    def write(sheet: RenderableType) -> None:
        late.stop()
        if paper.is_attached:
            paper.write(sheet)

    def work() -> None:
        from penneech.screens.review import review  # noqa: PLC0415  # the screen comes sooner

        sheet: RenderableType
        try:
            sheet = review(voice, Script(signs=signs))
        except PenneechError as error:
            sheet = Text(told(error, voice.words))
        screen.post_message(Told(lambda: write(sheet)))

    def say_late() -> None:
        if paper.is_attached:
            paper.write(Text(voice.text("review.compiles")))

    late = screen.set_timer(LONG_THOUGHT, say_late)
    in_thread(work)
