"""What cards and pegs are drawn with: signs and lines, or letters and plain strokes.

The parts of a drawing carry their own styles, so that what is set beside them stays plain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from penneech.cards import Suit
from penneech.render.script import RED

if TYPE_CHECKING:
    from penneech.cards import Card

CARD_WIDTH, NARROW_WIDTH = 5, 4
CARD_HEIGHT = 4

RED_INK, BLACK_INK, PAPER = "#b3122e", "#1a1a1a", "#fbf9f2"
PALE_INK, PALE_PAPER = "#6a6a6a", "#d9d6cb"
BACK_INK, BACK_PAPER = "#dfe7f5", "#31527f"


@dataclass(frozen=True, slots=True)
class Strokes:
    """The marks of one kind of output.

    Args:
        signs: whether suits are written by their signs.
        top, side, bottom: the edges of a card: its upper edge, its sides, its lower edge.
        back: what the back of a card is filled with.
        hole, front, behind: a hole of the board, and the two pegs of a player.
        pointer: what points to the chosen card.
    """

    signs: bool
    top: str
    side: str
    bottom: str
    back: str
    hole: str
    front: str
    behind: str
    pointer: str

    def written(self, card: Card, width: int = CARD_WIDTH) -> str:
        """A card as it stands on its face; a narrow one has T for ten."""
        if not self.signs:
            return str(card)
        return card.sign if width == CARD_WIDTH else card.rank.letter + card.suit.sign


SIGNS = Strokes(True, "╭─╮", "│", "╰─╯", "░", "·", "●", "○", "▲")  # noqa: FBT003  # the first says what it is
LETTERS = Strokes(False, "+-+", "|", "+-+", ":", ".", "#", "o", "^")  # noqa: FBT003  # the same


def can_be_drawn(encoding: str | None) -> bool:
    """Whether an output of that encoding can carry the signs and lines."""
    marks = "".join(str(getattr(SIGNS, name)) for name in SIGNS.__slots__ if name != "signs")
    try:
        (marks + "".join(suit.sign for suit in Suit)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def edge(corners: str, width: int) -> str:
    """An edge of a card of that width, of its left corner, line and right corner."""
    return corners[0] + corners[1] * (width - 2) + corners[2]


def face_lines(strokes: Strokes, card: Card, width: int, *, pale: bool = False) -> list[Text]:
    """The four lines of a card that lies open; a pale one may not be played."""
    ink = RED_INK if card.suit in RED else BLACK_INK
    style = f"{PALE_INK} on {PALE_PAPER}" if pale else f"bold {ink} on {PAPER}"
    frame = f"{PALE_INK} on {PALE_PAPER if pale else PAPER}"
    name = strokes.written(card, width).ljust(width - 2)
    side = Text(strokes.side, frame)
    return [
        Text.assemble((edge(strokes.top, width), frame)),
        Text.assemble(side, (name, style), side),
        Text.assemble(side, (" " * (width - 2), style), side),
        Text.assemble((edge(strokes.bottom, width), frame)),
    ]


def back_lines(strokes: Strokes, count: int) -> list[Text]:
    """The four lines of the stock, with the number of its cards."""
    style, width = f"{BACK_INK} on {BACK_PAPER}", CARD_WIDTH
    fill = strokes.back * (width - 2)
    rows = [
        edge(strokes.top, width),
        strokes.side + fill + strokes.side,
        strokes.side + str(count).center(width - 2) + strokes.side,
        edge(strokes.bottom, width),
    ]
    return [Text.assemble((row, style)) for row in rows]


def empty_lines(strokes: Strokes) -> list[Text]:
    """The place of a card that is not there."""
    width, blank = CARD_WIDTH, strokes.side + " " * (CARD_WIDTH - 2) + strokes.side
    rows = [edge(strokes.top, width), blank, blank, edge(strokes.bottom, width)]
    return [Text.assemble((row, "dim")) for row in rows]


def beside(*columns: list[Text], gap: int = 1) -> list[Text]:
    """Drawings side by side; all have as many lines."""
    between = Text(" " * gap)
    return [between.join(row) for row in zip(*columns, strict=True)]
