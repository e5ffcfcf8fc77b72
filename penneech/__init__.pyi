# What `__getattr__` gives, for type checkers; a test holds the two lists together.
from penneech.api import Citation as Citation
from penneech.api import Comparison as Comparison
from penneech.api import Diff as Diff
from penneech.api import Drawing as Drawing
from penneech.api import Explanation as Explanation
from penneech.api import Game as Game
from penneech.api import Record as Record
from penneech.api import Rescored as Rescored
from penneech.api import Sheet as Sheet
from penneech.api import Solved as Solved
from penneech.api import Variant as Variant
from penneech.api import Which as Which
from penneech.api import cite as cite
from penneech.api import compare as compare
from penneech.api import diff as diff
from penneech.api import explain as explain
from penneech.api import load as load
from penneech.api import play as play
from penneech.api import read_records as read_records
from penneech.api import rescore as rescore
from penneech.api import solve as solve
from penneech.api import sources as sources
from penneech.api import variants as variants
from penneech.api import which as which

__version__: str
