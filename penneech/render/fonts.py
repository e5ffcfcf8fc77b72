"""Which characters print can show: those that are in the fonts that typst brings.

PDF/UA allows no character without a glyph, and fonts of the machine are not used, since they differ
from one to another. What no font has becomes the replacement character.
"""

from __future__ import annotations

import re
from functools import cache

import typst

from penneech.render.inert import INSTEAD

_KNOWN = re.compile("[\u0020-\u007e\u00a0-\u017f\u2013\u2014\u2018-\u201e\u2026\u2660-\u2667]*")
"""Characters that are known to be there, so that most texts need no look at the fonts."""

_PROBE = b"""
#set document(title: "x", date: none)
#set page(width: 40cm, height: auto)
#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"))
#for one in sys.inputs.text.codepoints() [a#one ]
"""


def shown(text: str) -> str:
    """A text with the characters replaced that print cannot show."""
    if _KNOWN.fullmatch(text):
        return text
    strange = "".join(sorted({one for one in text if not _KNOWN.fullmatch(one)}))
    missing = set(_missing(strange))
    return "".join(INSTEAD if one in missing else one for one in text) if missing else text


@cache
def _missing(characters: str) -> str:
    """The characters among these that no font has; halved until each that lacks is found."""
    if not characters or _are_there(characters):
        return ""
    if len(characters) == 1:
        return characters
    half = len(characters) // 2
    return _missing(characters[:half]) + _missing(characters[half:])


def _are_there(characters: str) -> bool:
    try:
        typst.compile(
            _PROBE,
            sys_inputs={"text": characters},
            pdf_standards=["ua-1"],
            format="pdf",
            ignore_system_fonts=True,
        )
    except typst.TypstError:
        return False
    return True
