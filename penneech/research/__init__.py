"""The game as researchers of games and of learning know it: PettingZoo and OpenSpiel.

`penneech.research.pettingzoo` is an environment for any variant, `penneech.research.openspiel` a
game that OpenSpiel's algorithms play and solve. Neither holds a rule: they ask the engine. They
need the extra `research` (`pip install "penneech[research]"`), and nothing else here imports them.
"""

from __future__ import annotations

from penneech.errors import PenneechError
from penneech.extras import installing


class MissingPackageError(PenneechError, ImportError):
    """A package that an interface stands on is not installed; the text has the command."""


def missing(error: ImportError) -> MissingPackageError:
    """Say in one line which package is missing, and how it comes."""
    name = (error.name or str(error)).partition(".")[0]
    return MissingPackageError(f"this needs {name}; install it with: {installing('research')}")
