"""What exit statuses mean: the one home of what the manual and the documents say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cli.options import NO, STOPPED, WRONG_USE
from penneech.errors import UnreadableFileError

if TYPE_CHECKING:
    from penneech.errors import PenneechError

STATUSES = (
    (
        "0",
        "It was done; the answer, where one was asked for, is yes. A reader of the output who has "
        "left, as head does, is no fault.",
    ),
    (str(NO), "The answer is no: a file is not valid, a record does not hold, something is stale."),
    (
        str(WRONG_USE),
        "It cannot be done as it was asked for: wrong use, a name that nobody knows, a file that "
        "cannot be read or written, an extra that is not installed.",
    ),
    (str(STOPPED), "It was stopped by Ctrl-C; what was written is whole."),
    (
        "128+n",
        "It was ended from outside by the signal n, as shells tell it (143: SIGTERM); what was "
        "written is whole, and the same command goes on with a study.",
    ),
)
"""Each exit status, and what it says; scripts may rely on it."""


def status_of(error: PenneechError) -> int:
    """The status with which a file is answered: of one that cannot be read nothing can be said."""
    return WRONG_USE if isinstance(error, UnreadableFileError) else NO


NEGATIVE = {
    "validate": "a file is not valid",
    "schema": "with --check: a schema is not what would be written",
    "which": "no rules agree, or a record does not hold",
    "replay": "a record does not hold",
    "rescore": "a record does not hold",
    "convert": "a record does not hold",
    "advise": "the record does not hold",
    "solve": "a record does not hold",
    "sources check": "a lemma does not stand where the source says",
    "play": "with --load: the saved game does not hold",
    "docs check": "a document is stale",
}
"""The commands that may answer no, and when they do."""
