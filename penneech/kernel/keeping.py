"""Tables of figures that are kept in the user's cache, each in a file named by what it is of.

A file has the SHA-256 of its name and figures, and then the figures. One that is damaged or not our
own is as good as none; where nothing can be kept, nothing is said.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from penneech.chance import GENERATOR
from penneech.files.beside import beside, clear_unfinished
from penneech.kernel.caching import user_caches
from penneech.rules import canonical_text

if TYPE_CHECKING:
    from collections.abc import Mapping

Numbers: TypeAlias = np.ndarray[Any, Any]

FORM = 1
"""A change of what the figures mean is a change of this number."""

_MARK = hashlib.sha256().digest_size
_KIND = np.dtype("<f8")


def kept(name: Mapping[str, object], many: int) -> Numbers | None:
    """The figures of that name, if there are as many in the cache.

    Args:
        name: plain data that says all on which the figures depend.
        many: how many figures.
    """
    place = _place(name)
    if place is None:
        return None
    size = _MARK + many * _KIND.itemsize
    try:
        with place.open("rb") as file:
            data = file.read(size + 1)  # a file that is too long is not ours, however long
    except OSError:
        return None
    if data[:_MARK] != _mark(name, data[_MARK:]):
        return None
    return np.frombuffer(data, _KIND, offset=_MARK).astype(float)


def keep(name: Mapping[str, object], figures: Numbers) -> None:
    """Keep the figures, if anything can be kept."""
    place = _place(name)
    if place is None:
        return
    data = figures.astype(_KIND).tobytes()
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        clear_unfinished(place.parent)
        with beside(place) as part:
            part.write_bytes(_mark(name, data) + data)


def _place(name: Mapping[str, object]) -> Path | None:
    caches = user_caches()
    return caches and caches / "penneech" / "prospects" / _digest(name)


def _digest(name: Mapping[str, object]) -> str:
    whole = {"form": FORM, "generator": GENERATOR, "code": _sources(), **name}
    return hashlib.sha256(canonical_text(whole).encode("ascii")).hexdigest()


def _mark(name: Mapping[str, object], data: bytes) -> bytes:
    return hashlib.sha256(_digest(name).encode("ascii") + data).digest()


@cache
def _sources() -> str:
    """Names the code of all that plays, since other code might play otherwise."""
    sums = hashlib.sha256()
    for folder in ("kernel", "engine", "players"):
        for file in sorted((Path(__file__).parent.parent / folder).glob("*.py")):
            mark = hashlib.sha256(file.read_bytes()).hexdigest()
            sums.update(f"{folder}/{file.name} {mark}\n".encode())
    return sums.hexdigest()
