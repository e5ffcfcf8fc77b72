r"""A printed text without its setting: what is left for comparison, and where each letter stood.

Long s, ligatures, hyphens, line ends and runs of blanks fall away. In the letters of a print some
characters stand for what is no letter:

- `\n` ends a printed line, and `\n\n` a paragraph, a heading or a verse;
- `\f` begins a page;
- a soft hyphen is a word broken at the end of a line;
- a bullet is a letter, and a lozenge in angle brackets a word, that cannot be read in the copy.
"""

from __future__ import annotations

import re
from array import array

PAGE = "\f"
BROKEN = "\u00ad"
LOST_LETTER = "\u2022"
LOST_WORD = "\u3008\u25ca\u3009"
LOST_POINT = "\u25aa"

_FORMS = str.maketrans(
    {
        "\u017f": "s",  # long s
        "\u1e9b": "\u1e61",
        "\u01b2": "U",  # the turned V that small capitals have for U
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
    }
)
"""Printed forms of single letters, and what an editor writes for them."""

_LETTERS = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u3008": "",
    "\u3009": "",
    "\u200b": "",
    "\ufeff": "",
}
"""Ligatures, and what falls away: the brackets of a lost word, and what nobody sees."""

_HYPHENS = "\\-\u00ac\u2010\u2011\u2e17"
_PLAIN = rf"[^\s{BROKEN}{_HYPHENS}{''.join(_LETTERS)}]+"
# Most of a text needs nothing done to it: it is taken a hundred words at a time.
_TOKEN = re.compile(
    rf"(?P<broken>{BROKEN}\s*|[{_HYPHENS}]\s*[\n\f]\s*|[{_HYPHENS}])|(?P<blank>\s+)"
    rf"|(?P<special>[{''.join(_LETTERS)}])|{_PLAIN}(?: {_PLAIN}){{0,99}}"
)


def fold(text: str) -> tuple[str, array[int]]:
    """Set aside how a text was set: long s, ligatures, hyphens, line ends, runs of blanks.

    All hyphens fall away, since a hyphen at the end of a line may or may not belong to the word.

    Returns:
        the plain text, and for each of its characters the place in the text that it comes from.
    """
    plain: list[str] = []
    origin = array("I")
    blank = True  # whether a blank, or nothing, stands at the end of what there is
    for token in _TOKEN.finditer(text.translate(_FORMS)):
        if token["broken"] or (token["blank"] and blank):
            continue
        start, end = token.span()
        if token["blank"] or token["special"]:
            folded = _LETTERS.get(token[0], " ")
            origin.extend([start] * len(folded))
        else:
            folded = token[0]
            origin.extend(range(start, end))
        if folded:
            plain.append(folded)
            blank = folded == " "
    if plain and blank:
        plain.pop()
        origin.pop()
    return "".join(plain), origin


def normalise(text: str) -> str:
    r"""Give a text as an editor quotes it, for comparison only.

    >>> normalise("e\u00advery trick produ-\nceth a fre\u017fh  Trump")
    'every trick produceth a fresh Trump'
    """
    return fold(text)[0]


def words(text: str) -> list[str]:
    """Give the words of a text without regard to capitals.

    >>> words("A Game called PENNEECH.")
    ['a', 'game', 'called', 'penneech']
    """
    return re.findall(rf"[^\W_{LOST_LETTER}]+(?:'[^\W_]+)*", normalise(text).casefold())
