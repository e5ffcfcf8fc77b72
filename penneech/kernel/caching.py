"""Where compiled code is kept between runs, so that a stale one can never be met.

Numba notices a change of the file in which a function stands, and no other change. So the folder is
named by a digest of everything that the compiled code depends on: the kernel's files, the versions
of Python, Numba and llvmlite, the processor and what it can do. Whatever changes, another folder is
used. Where nothing can be written, or there is no home, code is compiled anew by each process.

Whoever can write there can let this user run any code: Numba keeps pickles, and machine code. So
the folder is its owner's alone, and one that is not is not used.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import llvmlite
import numba
import numpy as np
from llvmlite import binding

from penneech.kernel.bits import FORM
from penneech.kernel.parts import whole

if TYPE_CHECKING:
    from collections.abc import Callable

Compiled = TypeVar("Compiled", bound="Callable[..., object]")


def user_caches() -> Path | None:
    """The folder for caches of this user by the customs of the system; None where there is none."""
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")


def digest() -> str:
    """Names everything on which the compiled code depends, in sixteen hexadecimal digits."""
    sums = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        sums.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    features = binding.get_host_cpu_features().flatten()
    target = (binding.get_host_cpu_name(), features, numba.config.CPU_NAME)
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    sums.update(repr((FORM, *target, numba.config.CPU_FEATURES, *versions)).encode())
    return sums.hexdigest()[:16]


@cache
def folder() -> Path | None:
    """The folder for this very code on this processor; None where nothing can be written."""
    caches = user_caches()
    if caches is None or numba.config.DISABLE_JIT:
        return None
    try:
        place = caches / "penneech" / f"kernel-{digest()}"
        caches.mkdir(parents=True, exist_ok=True)
        for ours in (place.parent, place):
            ours.mkdir(mode=0o700, exist_ok=True)
        if not all(map(is_own, (place.parent, place))):
            return None
        with tempfile.TemporaryFile(dir=place):
            return place
    except OSError:
        return None


def is_own(place: Path) -> bool:
    """Whether nobody but this user can write in a folder; from one's own others are shut out.

    Raises:
        OSError: when it cannot be looked at, or changed.
    """
    if sys.platform == "win32":
        return True  # the folder lies in one that has rights for the user alone
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return False
    if found.st_mode & 0o022:
        place.chmod(0o700)
    return not place.lstat().st_mode & 0o022


def compiled(function: Compiled) -> Compiled:
    """Compile a function when it is first called, or fetch it from the folder.

    It runs without Python's lock, so threads play side by side.
    """
    place, before = folder(), numba.config.CACHE_DIR
    # Numba asks for its folder when a function is decorated; other people's functions keep theirs.
    numba.config.CACHE_DIR = str(place or before)
    try:
        made = whole(function, kept=place is not None)
    finally:
        numba.config.CACHE_DIR = before
    if place is not None:
        _keep_if_possible(made)
    return made


def _keep_if_possible(function: Any) -> None:  # noqa: ANN401  # what Numba works on
    """Let code be used that cannot be written down, and compile anew what cannot be read.

    The disk may be full; after a power cut a file may be cut short; it may be somebody else's.
    """
    cache = function._cache  # noqa: SLF001  # Numba gives no other hold on it
    load, save = cache.load_overload, cache.save_overload

    def loaded(*asked: object) -> object:
        try:
            return load(*asked)
        except Exception:  # noqa: BLE001  # what is no pickle may raise anything
            _say_compiling()
            try:
                cache.flush()
            except OSError as error:
                cache.disable()
                _say_unkept(str(error.strerror or error))
            return None

    def saved(*code: object) -> None:
        try:
            save(*code)
        except OSError as error:
            _say_unkept(str(error.strerror or error))

    cache.load_overload, cache.save_overload = loaded, saved


@cache
def _say_unkept(why: str) -> None:
    sys.stderr.write(f"penneech: the compiled kernel cannot be kept in {folder()}: {why}\n")
    sys.stderr.flush()


def announce(function: Callable[..., object]) -> None:
    """Say on standard error that compiling takes a while, if it will; once in a process."""
    if numba.config.DISABLE_JIT:
        return
    # What has been compiled; `signatures` would be reckoned anew each time, which takes as long as
    # a short search.
    if getattr(function, "overloads", ()) or is_kept(function):
        return
    # Each command compiles what it calls, so another may have compiled a part of it before.
    _say_compiling("more of the kernel" if _is_some_kept(function) else "the kernel")


def is_kept(function: Callable[..., object]) -> bool:
    """Whether compiled code of a function is kept for this very installation."""
    return _has_kept(function, f"*.{function.__name__}-*.nbi")


def _is_some_kept(function: Callable[..., object]) -> bool:
    """Whether compiled code of any function beside it is kept for this very installation."""
    return _has_kept(function, "*.nbi")


def _has_kept(function: Callable[..., object], pattern: str) -> bool:
    place = getattr(getattr(function, "_cache", None), "cache_path", None)
    return place is not None and any(Path(place).glob(pattern))


_told: list[str] = []
"""What has been said to be compiled: once is enough in a process."""


def _say_compiling(what: str = "the kernel") -> None:
    if multiprocessing.parent_process() is not None or _told:
        return
    _told.append(what)
    kept = "once" if folder() else "as nothing can be kept between runs"
    sys.stderr.write(f"penneech: compiling {what}, {kept}; this takes some seconds\n")
    sys.stderr.flush()
