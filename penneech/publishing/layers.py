"""The picture of the layers: drawn of the contract that they are held to, so that it is true."""

from __future__ import annotations

import ast
from configparser import ConfigParser
from typing import TYPE_CHECKING

from penneech.publishing.checkout import HERE
from penneech.publishing.making import MakingError
from penneech.render.drawing import LETTER, Drawing

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.publishing.making import Bench, Made

CONTRACT, SECTION = ".importlinter", "importlinter:contract:layers"

PICTURE = "architecture.svg"
"""The picture, from `docs/`."""

_ROW, _TOP, _NAMES, _SAYINGS, _SMALL = 21, 66, 44, 190, 6.4
_BAND = "#eef2f6"


def layers_picture(bench: Bench) -> Made:  # noqa: ARG001  # every maker is given it
    """The layers of this copy of Penneech."""
    yield PICTURE, picture_of(HERE)


def picture_of(root: Path) -> str:
    """The layers of the code, the uppermost first, with what each module says of itself.

    Args:
        root: the project's folder.

    Raises:
        MakingError: for a module of the contract that is not there, or says nothing.
    """
    layers = layers_of((root / CONTRACT).read_text(encoding="utf-8"))
    return drawn([[(name, saying(root, name)) for name in layer] for layer in layers])


def layers_of(contract: str) -> list[list[str]]:
    """The layers of a contract, the uppermost first; those of one do not know one another."""
    settings = ConfigParser()
    settings.read_string(contract)
    lines = settings[SECTION]["layers"].split("\n")
    return [[name.strip() for name in line.split("|")] for line in lines if line.strip()]


def saying(root: Path, name: str) -> str:
    """What a module or package says of itself in its first line.

    Raises:
        MakingError: when it is not there, or says nothing.
    """
    for path in (root / "penneech" / f"{name}.py", root / "penneech" / name / "__init__.py"):
        if path.is_file():
            told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
            if told:
                return told.partition("\n")[0].rstrip(".").replace("`", "")
    raise MakingError(f"{CONTRACT} has the layer {name}, and no such module says what it is")


def drawn(layers: list[list[tuple[str, str]]]) -> str:
    """The picture of some layers, each a band with its modules and what they are."""
    every = [one for layer in layers for one in layer]
    told = "From above: " + "; ".join(" and ".join(name for name, _ in layer) for layer in layers)
    drawing = Drawing("The layers of Penneech", f"{told}.")
    width = _SAYINGS + max(len(text) for _, text in every) * _SMALL + 16
    drawing.text(_NAMES, 26, "The layers of Penneech", "head")
    drawing.text(
        _NAMES, 46, "A module imports from the bands below its own, and from no other.", "small"
    )
    top = _TOP
    for number, layer in enumerate(layers):
        high = _ROW * len(layer)
        if number % 2 == 0:
            drawing.box((_NAMES - 10, top), (width - _NAMES, high), "", _BAND)
        for row, (name, text) in enumerate(layer):
            y = top + _ROW * row + 15
            drawing.text(_NAMES, y, name)
            # A long name goes on where the sayings begin.
            at = max(_SAYINGS, _NAMES + len(name) * LETTER + 8)
            drawing.text(at, y, text, "small")
        top += high
    middle = _NAMES / 2 - 4
    drawing.line((middle, _TOP), (middle, top), "line")
    for side in (-4, 4):
        drawing.line((middle, top), (middle + side, top - 8), "line")
    return drawing.svg(width, top + 14)
