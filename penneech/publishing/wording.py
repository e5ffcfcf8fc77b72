"""The words of the made pages, in each language, and where the pages of a language stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from penneech.evidence import LANGUAGES
from penneech.render.wording import Words

FILE = Path(__file__).with_name("phrases.yaml")


@cache
def words_of(language: str) -> Words:
    """The words of documents, and those of the made pages beside them."""
    return Words(language, FILE)


def folder(language: str) -> str:
    """The folder of the pages in a language, from `docs/`.

    >>> folder("en"), folder("it")
    ('', 'it/')
    """
    return "" if language == LANGUAGES[0] else f"{language}/"
