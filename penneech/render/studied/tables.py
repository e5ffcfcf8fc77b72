"""Tables of figures in Markdown, and figures in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.amounts import amount, difference, reach
from penneech.render.drawing import printed
from penneech.render.inert import inert
from penneech.render.markdown import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.study.summary import Difference, Figures

STAR = "\\*"
"""Behind a difference that is worth naming."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()) -> str:
    """A table whose first column names its rows, and whose others hold figures.

    Args:
        head: the heads of the columns, Markdown like the cells.
        rows: cell by cell.
        words: the columns beside the first, from 0, that hold words.
    """
    rule = ["---" if n in (0, *words) else "--:" for n in range(len(head))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))


def code(name: str) -> str:
    """A name in a letter of its own."""
    return f"`{inert(name).replace('`', chr(39)).replace('|', '/')}`"


def codes(names: Iterable[str]) -> str:
    """Names, the last after `and`."""
    return listed([code(name) for name in names])


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, the last after `and`.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def figure(found: Figures, unit: str) -> str:
    """A figure with half of its interval."""
    if found["value"] is None:
        return "-"
    return escaped(amount(found["value"], unit) + reach(found, unit))


def gap(found: Difference, unit: str) -> str:
    """A difference with half of its interval, starred where it is worth naming."""
    return escaped(difference(found, unit)) + STAR * found["worth_naming"]


def signs(text: str) -> str:
    """A figure that was set for a screen, with the signs that print has.

    >>> signs("+0.62±0.15")
    '+0.62 ± 0.15'
    """
    return escaped(printed(text))


def counted(number: int, what: str) -> str:
    """So many of something, in a word where there is one.

    >>> counted(3, "reading"), counted(1, "reading"), counted(27, "conclusion")
    ('three readings', 'one reading', '27 conclusions')
    """
    return f"{in_words(number)} {what}{'' if number == 1 else 's'}"


def in_words(number: int) -> str:
    """A small number in a word."""
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen",
)  # fmt: skip
