"""Games in notation: records that people write and read, a few lines a deal.

docs/reference/notation.md has the grammar. A game in notation becomes the same plain data as a
record in JSON, with the place of each value, and from there on is read and checked like any other.
"""

from penneech.records.notation.lines import NotationError
from penneech.records.notation.reading import BEGINNING, Noted, noted
from penneech.records.notation.writing import notation_of

__all__ = ["BEGINNING", "NotationError", "Noted", "notation_of", "noted"]
