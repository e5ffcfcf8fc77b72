"""The cards as drawings of our own, in SVG, for pages and for print.

On a page the colours come from its style sheet (`.face`, `.sheet`, `.rank`, `.frame`, `.crown`,
`.ray`, `.sun`), and the signs from `SYMBOLS`, which stands once in each page. A drawing for print
has its colours in itself.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from penneech.cards import Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.cards import Card

RED = (Suit.DIAMONDS, Suit.HEARTS)
COURT = (Rank.KNAVE, Rank.QUEEN, Rank.KING)

LEFT, MIDDLE, RIGHT = 20.0, 30.0, 40.0
_TOP, _FOOT = 17.0, 67.0
_ROWS = (_TOP, 33.7, 50.3, _FOOT)

_PIPS: dict[Rank, tuple[tuple[float, float], ...]] = {
    Rank.TWO: ((MIDDLE, _TOP), (MIDDLE, _FOOT)),
    Rank.THREE: ((MIDDLE, _TOP), (MIDDLE, 42), (MIDDLE, _FOOT)),
    Rank.FOUR: tuple((x, y) for x in (LEFT, RIGHT) for y in (_TOP, _FOOT)),
    Rank.FIVE: (*((x, y) for x in (LEFT, RIGHT) for y in (_TOP, _FOOT)), (MIDDLE, 42)),
    Rank.SIX: tuple((x, y) for x in (LEFT, RIGHT) for y in (_TOP, 42, _FOOT)),
    Rank.SEVEN: (*((x, y) for x in (LEFT, RIGHT) for y in (_TOP, 42, _FOOT)), (MIDDLE, 29.5)),
    Rank.EIGHT: (
        *((x, y) for x in (LEFT, RIGHT) for y in (_TOP, 42, _FOOT)),
        (MIDDLE, 29.5),
        (MIDDLE, 54.5),
    ),
    Rank.NINE: (*((x, y) for x in (LEFT, RIGHT) for y in _ROWS), (MIDDLE, 42)),
    Rank.TEN: (*((x, y) for x in (LEFT, RIGHT) for y in _ROWS), (MIDDLE, 25.3), (MIDDLE, 58.7)),
}
"""Where the signs of a numbered card stand."""

SIGNS = Markup(
    '<symbol id="pip-D" viewBox="0 0 10 10"><path d="M5 0Q6.6 2.9 9.2 5 6.6 7.1 5 10 3.4 7.1'
    ' .8 5 3.4 2.9 5 0Z"/></symbol>'
    '<symbol id="pip-H" viewBox="0 0 10 10"><path d="M5 9.7C3.6 7.4.3 5.6.3 2.9.3 1.3 1.4.4'
    " 2.6.4 3.8.4 4.6 1.2 5 2.3 5.4 1.2 6.2.4 7.4.4 8.6.4 9.7 1.3 9.7 2.9 9.7 5.6 6.4 7.4 5"
    ' 9.7Z"/></symbol>'
    '<symbol id="pip-S" viewBox="0 0 10 10"><path d="M5 .2C6.4 2.5 9.6 4 9.6 6.4 9.6 7.8 8.6 8.5'
    " 7.6 8.5 6.7 8.5 6 8 5.5 7.2 5.6 8.4 6 9.2 6.8 9.8H3.2C4 9.2 4.4 8.4 4.5 7.2 4 8 3.3 8.5"
    ' 2.4 8.5 1.4 8.5.4 7.8.4 6.4.4 4 3.6 2.5 5 .2Z"/></symbol>'
    '<symbol id="pip-C" viewBox="0 0 10 10"><path d="M5.5 6.3C5.6 8.2 6 9.2 6.8 9.8H3.2C4 9.2 4.4'
    ' 8.2 4.5 6.3Z"/><circle cx="5" cy="2.4" r="2.2"/><circle cx="2.5" cy="6" r="2.2"/>'
    '<circle cx="7.5" cy="6" r="2.2"/><path d="M4 4H6V6.5H4Z"/></symbol>'
)
"""The signs of the suits, as symbols that drawings refer to."""

_WEAVE = Markup(
    '<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path class="thread" d="M0 3L3 0L6 3L3 6Z"/></pattern>'
)

_HIDDEN = Markup(
    '<svg class="symbols" aria-hidden="true" focusable="false" width="0" height="0">{}</svg>'
)

SYMBOLS = _HIDDEN.format(SIGNS + _WEAVE)
"""What the drawings of a page refer to; it stands once in each."""

_SHEET = Markup('<rect class="sheet" x=".75" y=".75" width="58.5" height="82.5" rx="5"/>')
_FACE = Markup(
    '<svg class="face {}" viewBox="0 0 60 84" aria-hidden="true" focusable="false">{}{}</svg>'
)
_SYMBOL = Markup('<symbol id="card-{}" viewBox="0 0 60 84">{}{}{}</symbol>')
_DRAWN = Markup(
    '<svg class="face {}" viewBox="0 0 60 84" aria-hidden="true" focusable="false">'
    '<use href="#card-{}"/></svg>'
)
_PRINTED = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 84"><style>{}</style>'
    "<defs>{}</defs>{}{}</svg>"
)
_PRINT = Markup(
    "svg{{fill:{0};color:{0}}}.sheet{{fill:#fffefa;stroke:#8f8069;stroke-width:.8}}"
    ".frame{{fill:none;stroke:{0};stroke-width:.8}}"
    ".crown,.sun{{fill:#f3d88a;stroke:{0};stroke-width:.8}}"
    ".ray{{fill:none;stroke:{0};stroke-width:.5;opacity:.6}}"
)
"""The style of print; the colour is that of the suit."""

_INK = {"red": "#a3191c", "black": "#221d17"}
_CORNER = Markup(
    '<g{}><text class="rank" x="7.2" y="11.5"{}>{}</text>'
    '<use href="#pip-{}" x="3.9" y="13.5" width="6.6" height="6.6"/></g>'
)
_NARROW = Markup(' textLength="9.2" lengthAdjust="spacingAndGlyphs"')
"""Of two figures, so that they stay clear of the edge."""
_PIP = Markup('<use href="#pip-{}" x="{:g}" y="{:g}" width="{:g}" height="{:g}"{}/>')
_TURNED = Markup(' transform="rotate(180 30 42)"')

BACK = _FACE.format(
    "back", _SHEET, Markup('<rect class="weave" x="5" y="5" width="50" height="74" rx="2.5"/>')
)
"""A card that lies face down; all look alike."""


@cache
def picture(card: Card) -> Markup:
    """The face of a card."""
    return _FACE.format(_colour(card), _SHEET, _corners(card) + _middle(card))


def symbols(cards: Iterable[Card]) -> Markup:
    """What a page has once, so that each of these cards can be drawn in it by `drawn`."""
    return _HIDDEN.format(SIGNS + Markup("").join(map(_symbol, cards)))


@cache
def _symbol(card: Card) -> Markup:
    return _SYMBOL.format(card, _SHEET, _corners(card), _middle(card))


@cache
def drawn(card: Card) -> Markup:
    """The face of a card that is among the symbols of the page."""
    return _DRAWN.format(_colour(card), card)


@cache
def printed(card: Card) -> str:
    """The face of a card for print, whole in itself but for its corner, which print sets as text.

    The corner is left to print so that the rank and the sign can be found and copied.
    """
    return _PRINTED.format(_PRINT.format(_INK[_colour(card)]), SIGNS, _SHEET, _middle(card))


def _colour(card: Card) -> str:
    return "red" if card.suit in RED else "black"


def _corners(card: Card) -> Markup:
    label = "10" if card.rank is Rank.TEN else card.rank.letter
    narrow = _NARROW if card.rank is Rank.TEN else Markup("")
    corners = (
        _CORNER.format(turn, narrow, label, card.suit.value) for turn in (Markup(""), _TURNED)
    )
    return Markup("").join(corners)


def _middle(card: Card) -> Markup:
    if card.rank is Rank.SEVEN and card.suit is Suit.DIAMONDS:
        return _seven_of_diamonds()
    if card.rank is Rank.ACE:
        return _pip(card.suit, 30, 42, 26)
    if card.rank in COURT:
        return _court(card)
    return Markup("").join(_pip(card.suit, x, y, 10) for x, y in _PIPS[card.rank])


def _pip(suit: Suit, x: float, y: float, size: float) -> Markup:
    turn = Markup(' transform="rotate(180 {:g} {:g})"').format(x, y) if y > 42.5 else ""  # noqa: PLR2004  # the lower half stands on its head
    return _PIP.format(suit.value, x - size / 2, y - size / 2, size, size, turn)


_CROWNS = {
    Rank.KING: "M20 36L18 24 24 30 30 21 36 30 42 24 40 36Z",
    Rank.QUEEN: "M20 36L17 26 25 31 30 23 35 31 43 26 40 36Z",
    Rank.KNAVE: "M20 36Q20 27 30 27 40 27 40 36ZM39 28Q43 23 40 19 36 23 37 28Z",
}


def _court(card: Card) -> Markup:
    """A court card, plain: a frame, what the person wears on the head, and the sign."""
    return Markup(
        '<rect class="frame" x="13" y="9" width="34" height="66" rx="2"/>'
        '<path class="crown" d="{}"/><path class="frame" d="M18 40H42"/>{}'
    ).format(_CROWNS[card.rank], _pip(card.suit, 30, 56, 22).replace("rotate(180", "rotate(0"))


def _seven_of_diamonds() -> Markup:
    """The penneech: six diamonds in a ring about the seventh, which shines."""
    rays = "".join(f"M30 42L{x:g} {y:g}" for x, y in _ring(21.5, 12))
    around = [_PIP.format("D", x - 4.5, y - 4.5, 9, 9, "") for x, y in _ring(14.5, 6)]
    return Markup(
        '<circle class="frame" cx="30" cy="42" r="21.5"/><path class="ray" d="{}"/>'
        '<circle class="sun" cx="30" cy="42" r="9.5"/>{}{}'
    ).format(rays, Markup("").join(around), _PIP.format("D", 23, 35, 14, 14, ""))


_RING = (
    (0, -1), (0.5, -0.866), (0.866, -0.5), (1, 0), (0.866, 0.5), (0.5, 0.866),
    (0, 1), (-0.5, 0.866), (-0.866, 0.5), (-1, 0), (-0.866, -0.5), (-0.5, -0.866),
)  # fmt: skip


def _ring(radius: float, number: int) -> list[tuple[float, float]]:
    """So many places in a ring about the middle of a card, the first on top."""
    return [(30 + radius * x, 42 + radius * y) for x, y in _RING[:: 12 // number]]
