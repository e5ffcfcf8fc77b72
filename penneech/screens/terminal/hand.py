"""The hand, as a row of cards: those that may be played stand higher and have their number."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from penneech.screens.sitting import Waits
from penneech.screens.terminal.strokes import CARD_WIDTH, NARROW_WIDTH, beside, face_lines

if TYPE_CHECKING:
    from textual.events import Click
    from textual.visual import VisualType

    from penneech.cards import Card
    from penneech.screens.face import Face
    from penneech.screens.terminal.strokes import Strokes

HEIGHT = 6
"""Lines of the row: one by which a card stands higher, four of the card, one of its number."""

ROOM = 78


class HandView(Widget):
    """The row of cards; `chosen` is the place of the one that the arrows have chosen."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, card: Card) -> None:
            self.card = card
            super().__init__()

    DEFAULT_CSS: ClassVar[str] = f"HandView {{ height: {HEIGHT}; padding: 0 1; }}"

    face: reactive[Face | None] = reactive(None)
    chosen: reactive[int] = reactive(0)

    def __init__(self, strokes: Strokes) -> None:
        self._strokes = strokes
        super().__init__()

    @property
    def wide(self) -> int:
        """Columns of one card."""
        count = 0 if self.face is None else len(self.face.hand)
        return CARD_WIDTH if count * CARD_WIDTH <= ROOM else NARROW_WIDTH

    @property
    def gap(self) -> int:
        """Columns between two cards, where there is room."""
        count = 0 if self.face is None else len(self.face.hand)
        return int(count * (self.wide + 1) <= ROOM)

    @property
    def card(self) -> Card | None:
        """The card that the arrows have chosen."""
        hand = () if self.face is None else self.face.hand
        return hand[self.chosen] if 0 <= self.chosen < len(hand) else None

    def step(self, by: int) -> None:
        """Choose the next card that may be played, to the right or to the left."""
        if self.face is None or not self.face.legal:
            return
        hand = self.face.hand
        places = [place for place, card in enumerate(hand) if card in self.face.legal]
        beyond = [place for place in places if (place - self.chosen) * by > 0]
        if beyond:
            self.chosen = min(beyond) if by > 0 else max(beyond)
        else:
            self.chosen = places[0] if by > 0 else places[-1]

    def watch_face(self) -> None:
        """Begin with the first card that may be played."""
        self.chosen = -1
        self.step(1)

    def render(self) -> VisualType:
        """Draw the row."""
        face = self.face
        if face is None or not face.hand:
            return Text()
        columns = [self._column(face, place, card) for place, card in enumerate(face.hand)]
        return Text("\n").join(beside(*columns, gap=self.gap))

    def _column(self, face: Face, place: int, card: Card) -> list[Text]:
        wide, legal = self.wide, card in face.legal
        pale = face.waits is Waits.CARD and not legal
        lines = face_lines(self._strokes, card, wide, pale=pale)
        number = str(place + 1) if legal else ""
        under = Text(number.center(wide), "bold")
        if legal and place == self.chosen:
            mark = self._strokes.pointer
            under = Text(f"{mark}{number}{mark}".center(wide)[:wide], "bold reverse")
        blank = Text(" " * wide)
        return [*lines, under, blank] if legal else [blank, *lines, blank]

    def on_click(self, event: Click) -> None:
        """Tell which card was clicked."""
        place = (event.x - 1) // (self.wide + self.gap)
        if self.face is not None and 0 <= place < len(self.face.hand):
            self.post_message(self.Picked(self.face.hand[place]))
