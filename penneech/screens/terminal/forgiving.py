"""What is typed: bytes that are no UTF-8, as a bad paste sends them, are passed over.

The terminal's input would end the game with them: it is read as UTF-8, and strictly.
"""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codecs import IncrementalDecoder

    from textual.driver import Driver

_DECODER = "getincrementaldecoder"
"""By what name a driver's module knows the maker of its decoder."""


def forgiving(kind: type[Driver]) -> type[Driver]:
    """A driver like another, but one that passes over bytes that are no UTF-8.

    Args:
        kind: the driver; one that reads no terminal is given back as it is.
    """
    module = vars(sys.modules[kind.__module__])
    read: Any = getattr(kind, "run_input_thread", None)
    if read is None or _DECODER not in module:
        return kind

    def run_input_thread(self: Driver) -> None:
        module[_DECODER] = _lenient
        try:
            read(self)
        finally:
            module[_DECODER] = getincrementaldecoder

    return type(f"Forgiving{kind.__name__}", (kind,), {"run_input_thread": run_input_thread})


def _lenient(encoding: str) -> partial[IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), "ignore")
