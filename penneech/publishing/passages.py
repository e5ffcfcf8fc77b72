"""The passages of a page that cog makes: code in a comment, and under it what it gave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.publishing.making import MakingError

if TYPE_CHECKING:
    from penneech.publishing.making import Bench, Made

MARK = "[[[cog"
"""Begins the code of a passage."""


def with_made_passages(bench: Bench) -> Made:
    """Every page that has such passages, with those passages made again.

    Raises:
        MakingError: for a passage that is begun and not ended, or whose code fails.
    """
    from cogapp import Cog  # type: ignore[import-untyped]  # noqa: PLC0415  # an extra
    from cogapp.cogapp import CogError  # type: ignore[import-untyped]  # noqa: PLC0415  # the same

    for path in bench.pages():
        text = bench.text(path)
        if MARK in text:
            # A new one for each page: what a page's code names must not be seen by another's.
            try:
                yield str(path), Cog().process_string(text, str(path))
            except CogError as error:
                raise MakingError(f"docs/{error}") from error
