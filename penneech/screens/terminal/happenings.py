"""What has happened, beside the table: a page for each deal, and the newest line in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

if TYPE_CHECKING:
    from penneech.screens.session import Session
    from penneech.screens.voice import Voice

MOST_PAGES = 30
"""Pages that are kept; those of the first deals of a long game go."""


class Happenings(VerticalScroll):
    """The log of a game.

    A deal is written anew with each card, so that a lead that is taken back is gone, and lines are
    set again when the window gets another width; the deals before it stay as they are.
    """

    can_focus = False

    def __init__(self, id: str) -> None:  # noqa: A002  # as widgets call it
        self._began = -1
        super().__init__(id=id)

    def begin(self) -> None:
        """Lay all pages aside: another game begins."""
        self._began = -1
        self.remove_children()

    def tell(self, session: Session, voice: Voice) -> None:
        """Show what has happened in a game so far."""
        began = session.deal_began
        lines = list(voice.happened(began))
        if began != self._began:
            if self._began < 0 < began:  # a game that is gone on with
                before = list(voice.happened())
                self._turn_page(before[: len(before) - len(lines)])
            self._turn_page(())
            self._began = began
        self._pages[-1].update(_page(lines))
        self.scroll_end(animate=False)

    def turn(self, by: int) -> None:
        """Move by so many lines."""
        self.scroll_relative(y=by, animate=False)

    @property
    def _pages(self) -> list[Static]:
        return list(self.query_children(Static))

    def _turn_page(self, lines: list[str] | tuple[str, ...]) -> None:
        for page in self._pages[: 1 - MOST_PAGES]:
            page.remove()
        self.mount(Static(_page(lines)))


def _page(lines: list[str] | tuple[str, ...]) -> Text:
    """Lines, those in which somebody scores bold."""
    return Text("\n").join(Text(line, "bold" if " +" in line else "") for line in lines)
