"""Penneech: the critical edition, that runs, of the rules of an English card game of 1674."""

__version__ = "0.1.0"
