"""Files that are replaced whole: written beside their place, and moved there when they are done.

A kill at any moment leaves the old file as it was, and at worst an unfinished one beside it, which
`clear_unfinished` clears away when the next work begins. Two processes may work in one folder: an
unfinished file is locked by whoever writes it, and the lock ends with the process, however that
ends.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.files.opening import open_file

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGINNING, ENDING = ".penneech-", ".part"
"""What the name of an unfinished file begins and ends with.

The name of the file itself is no part of it, which could then be too long for the system.
"""

QUIET = 60 if sys.platform == "win32" else 24 * 60 * 60
"""Seconds without a change after which an unfinished file is taken for abandoned without a lock.

Windows has no such locks, but removes no file that is open; elsewhere some shared folders have
none, and there only time can tell.
"""


@contextmanager
def beside(target: Path, stopped: Path | None = None) -> Iterator[Path]:
    """Make a new file in the folder of another, which it replaces when the work ends well.

    When the work does not end well, the other file is as it was, and the new one is gone.

    Args:
        target: the file that is to be replaced, or made; a link is not followed.
        stopped: where the new file is kept if the work is stopped by the keyboard.

    Raises:
        OSError: when it cannot be written.
    """
    part, lock = _made(target.parent, _rights(target))
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        with suppress(OSError):  # the new file keeps the rights of the old one where it can
            shutil.copymode(target, part)
        part.replace(target)
    except KeyboardInterrupt:
        if stopped is not None:
            with suppress(OSError):
                part.replace(stopped)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)


def write_whole(target: Path, data: bytes) -> None:
    """Write a file whole, with its folder; one that has these bytes already is left as it is.

    Raises:
        OSError: when it cannot be written.
    """
    with suppress(OSError), open_file(target) as stream:
        if stream.read(len(data) + 1) == data:
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    with beside(target) as part:
        part.write_bytes(data)


def write_new(target: Path, data: bytes) -> bool:
    """Write a file whole, with its folder, where there is none yet.

    Returns:
        Whether it was written; False where another was quicker, whose file is left as it is.

    Raises:
        OSError: when it cannot be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part, lock = _made(target.parent, 0o666)
    try:
        with part.open("rb+") as written:
            written.write(data)
            os.fsync(written.fileno())
        try:
            os.link(part, target)
        except FileExistsError:
            return False
        except OSError:  # there are folders without links; there two can only just miss each other
            if os.path.lexists(target):
                return False
            part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)
    return True


def clear_unfinished(folder: Path) -> None:
    """Clear away what processes that are no more left unfinished in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if is_unfinished(entry.name):
                with suppress(OSError):
                    _clear(Path(entry.path))


def is_unfinished(name: str) -> bool:
    """Whether a file of this name is one that is being written, or was when its writer ended."""
    return name.startswith(BEGINNING) and name.endswith(ENDING)


def _rights(target: Path) -> int:
    """Who may read and write while the work lasts: nobody else than may read and write the old."""
    try:
        return target.stat().st_mode & 0o777 | 0o600
    except OSError:
        return 0o666


def _made(folder: Path, rights: int) -> tuple[Path, int | None]:
    """A new file, and the lock on it where there are locks."""
    while True:
        part = folder / f"{BEGINNING}{secrets.token_hex(4)}{ENDING}"
        try:
            lock = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, rights)
        except FileExistsError:
            continue
        if sys.platform == "win32":  # there an open file can neither be locked so nor be moved
            os.close(lock)
            return part, None
        # Between the making and the locking another may have taken it for abandoned.
        if _locked(lock) is not False and part.exists():
            return part, lock
        os.close(lock)


def _clear(part: Path) -> None:
    """Remove an unfinished file that nobody writes any more."""
    if sys.platform == "win32":
        if _is_quiet(part):
            part.unlink()
        return
    lock = os.open(part, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        mine = _locked(lock)
        if mine or (mine is None and _is_quiet(part)):
            part.unlink()
    finally:
        os.close(lock)


def _is_quiet(part: Path) -> bool:
    return time.time() - part.stat().st_mtime > QUIET


if sys.platform != "win32":

    def _locked(descriptor: int) -> bool | None:
        """Lock a file for as long as it is open; False if another has, None if nobody can."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return None
        return True
