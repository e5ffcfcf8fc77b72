"""The passages of a page that cog makes: code in a comment, and under it what it gave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penneech.publishing.making import Bench, Made

MARK = "[[[cog"
"""Begins the code of a passage."""


def with_made_passages(bench: Bench) -> Made:
    """Every page that has such passages, with those passages made again."""
    from cogapp import Cog  # noqa: PLC0415  # an extra

    for path in bench.pages():
        text = bench.text(path)
        if MARK in text:
            # A new one for each page: what a page's code names must not be seen by another's.
            yield str(path), Cog().process_string(text, str(path))
