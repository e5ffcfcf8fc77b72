"""A short discussion of each point: what divides the witnesses, and what stays open."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from penneech.errors import FileFaultsError
from penneech.evidence import Text
from penneech.files.yamlfile import read_yaml

FILE = Path(__file__).with_name("discussion.yaml")


def discussion(point: str) -> Text:
    """The discussion of a rule point, parameter or invariant.

    Raises:
        KeyError: for a point that has none.
    """
    return _discussions()[point]


@cache
def _discussions() -> dict[str, Text]:
    document = read_yaml(FILE)
    if document.faults:
        raise FileFaultsError(document.faults)
    return {point: Text.of(text) for point, text in document.top.items()}
