"""What programs and notebooks use: `import penneech` gives every name of it."""

from penneech.api.citing import Citation, cite
from penneech.api.comparing import Comparison, compare
from penneech.api.explaining import Explanation, explain
from penneech.api.game import Game
from penneech.api.judging import Rescored, Solved, Which, rescore, solve, which
from penneech.api.readings import Diff, Variant, diff, load, sources, variants
from penneech.api.records import Record, play, read_records
from penneech.api.sheets import Drawing, Sheet

__all__ = [
    "Citation",
    "Comparison",
    "Diff",
    "Drawing",
    "Explanation",
    "Game",
    "Record",
    "Rescored",
    "Sheet",
    "Solved",
    "Variant",
    "Which",
    "cite",
    "compare",
    "diff",
    "explain",
    "load",
    "play",
    "read_records",
    "rescore",
    "solve",
    "sources",
    "variants",
    "which",
]
