"""Why something is refused, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.errors import IllegalPlayError, PenneechError, RecordError
from penneech.render.amounts import capital
from penneech.screens.refusing import is_told, told
from penneech.screens.web.tables import FullError

if TYPE_CHECKING:
    from penneech.screens.web.pages import Reader


class ToldError(PenneechError):
    """A refusal that is in the reader's language already."""


def refused(error: PenneechError, reader: Reader) -> str:  # noqa: PLR0911  # one for each
    """Why something is refused.

    What players meet is said in their language; what an edited record may have wrong with it is too
    much to be told in more than one, and has a sentence of theirs before it.
    """
    match error:
        case ToldError():
            return str(error)
        case FullError():
            return reader.text("web.refused.full")
        case IllegalPlayError(rule="undo"):
            return reader.text("turn.not_back")
        case IllegalPlayError():
            return reader.text("web.refused.not_now")
        case _ if is_told(error, reader.words):
            return capital(told(error, reader.words)) + "."
        case RecordError():
            return reader.text("web.refused.record", why=str(error))
        case _:
            return reader.text("web.refused.why", why=str(error))
