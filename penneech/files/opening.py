"""Opens a file for reading, and nothing that is no file: what may never end, or never begin."""

from __future__ import annotations

import errno
import os
import re
import stat
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
# What a shell hands over (`<`, `|`, `<(...)`) is open already: reading it does not wait for ever.
_HANDED_OVER = re.compile(r"/dev/(stdin|fd/\d+)|/proc/(self|\d+)/fd/.+")


def open_file(path: Path) -> IO[bytes]:
    """Open a file for its bytes.

    Raises:
        OSError: when it cannot be opened, or is a pipe, a socket or a device; its reason says so.
    """
    kind = _KINDS.get(stat.S_IFMT(path.stat().st_mode))
    if kind is not None and not _is_handed_over(path):
        raise OSError(errno.EINVAL, f"it is {kind}; name a file", str(path))
    return path.open("rb")


def _is_handed_over(path: Path) -> bool:
    return any(_HANDED_OVER.fullmatch(name) for name in (str(path), os.path.realpath(path)))
