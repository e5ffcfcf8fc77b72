"""A recorded play set against other readings: what it rules out, and what it would score."""

from penneech.readings.asked import asked_records
from penneech.readings.rescore import rescore
from penneech.readings.which import Remaining, which, which_of_all

__all__ = ["Remaining", "asked_records", "rescore", "which", "which_of_all"]
