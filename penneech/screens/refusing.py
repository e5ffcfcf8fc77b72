"""What went wrong, told to a player in the language of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.errors import FileFaultsError, visible

if TYPE_CHECKING:
    from penneech.errors import Fault, PenneechError
    from penneech.render.wording import Words

ENGLISH = "en"
CHECK = "check"
"""The key of a record by which it is seen that it was altered."""


def is_told(error: PenneechError, words: Words) -> bool:
    """Whether an error has a sentence in the languages of the game."""
    return bool(error.key) and words.has(f"play.errors.{error.key}")


def told(error: PenneechError, words: Words) -> str:
    """An error in the language of the game.

    Errors are English where they are raised. What a player can meet has a sentence in the other
    language too; of a file's faults the first line tells what they come to.
    """
    if words.language == ENGLISH:
        return str(error)
    if isinstance(error, FileFaultsError):
        return _of_file(error.faults, words)
    if not is_told(error, words):
        return str(error)
    sentence = words.text(f"play.errors.{error.key}", **error.figures)
    if error.figures.get("meant"):
        sentence += words.text("play.errors.meant", name=error.figures["meant"])
    place = error.figures.get("place")
    return visible(f"{place}: {sentence}" if place else sentence)


def _of_file(faults: tuple[Fault, ...], words: Words) -> str:
    file = visible(faults[0].file)
    if [fault.path for fault in faults] == [CHECK]:
        return words.text("play.errors.altered", file=file)
    return "\n".join([words.text("play.errors.faults", file=file), *map(str, faults)])
