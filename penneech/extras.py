"""The command that installs what is missing, in the way in which this Penneech was installed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

NAME = "penneech"

_PACKAGE = Path(__file__).resolve().parent
_UVX = "archive-v0"
"""The folder in uv's cache in which uvx makes its environments."""

_OF_OTHERS = ("all", "dev")
"""The extras that have those of others in them, which are named instead."""


class _Origin(NamedTuple):
    """What was given to the installer: a name, or a folder or a wheel on this machine."""

    what: str
    editable: bool = False


def installing(extra: str) -> str:
    """The command that installs an extra; one line, to be pasted where Penneech was started.

    A folder or a wheel from which Penneech came is named again, since an index may not have it; and
    the environment is the one that is running, whichever pip the shell would find. Where the
    environment is made anew, the extras that are there already are named again.
    """
    origin = _origin()
    return _anew(origin.what, extra, editable=origin.editable)


def installing_package(package: str) -> str:
    """The command that installs a package which no extra names, beside Penneech."""
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject {NAME} {package}"
    if prefix.parent.name == _UVX:
        return f"uvx --with {package} --from {_quoted(_whole(_origin().what))} {NAME}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install --force --with {package} {_quoted(_whole(_origin().what))}"
    return f"{_pip_install()} {package}"


def _anew(origin: str, extra: str, *, editable: bool) -> str:
    prefix, option = Path(sys.prefix), "--editable " if editable else ""
    what = _whole(origin, extra)
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {option}{_quoted(what)}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install --force {option}{_quoted(what)}"
    if prefix.parent.name == _UVX:  # nothing stays installed there: the command is another one
        return f"uvx --from {_quoted(what)} {NAME}"
    return f"{_pip_install()} {'-e ' if editable else ''}{_quoted(f'{origin}[{extra}]')}"


def _whole(origin: str, *more: str) -> str:
    """What came from there with the extras that it has, and more."""
    extras = ",".join(sorted({*_there(), *more}))
    return f"{origin}[{extras}]" if extras else origin


def _there() -> set[str]:
    """The extras of which every package is installed."""
    import re  # noqa: PLC0415  # seldom asked
    from importlib import metadata  # noqa: PLC0415  # the same

    try:
        needed = metadata.distribution(NAME).requires or ()
    except metadata.PackageNotFoundError:  # it is run as it lies there
        return set()
    packages: dict[str, list[str]] = {}
    for one in needed:
        found = re.match(r"([\w.-]+).*;.*\bextra\s*==\s*['\"]([\w.-]+)", one)
        if found is not None and found[2] not in _OF_OTHERS:
            packages.setdefault(found[2], []).append(found[1])
    return {extra for extra, names in packages.items() if all(map(_is_installed, names))}


def _is_installed(package: str) -> bool:
    from importlib import metadata  # noqa: PLC0415  # seldom asked

    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _pip_install() -> str:
    import shutil  # noqa: PLC0415  # seldom asked
    from importlib.util import find_spec  # noqa: PLC0415  # the same

    python = Path(sys.executable)
    if find_spec("pip") is None:  # as in what uv makes
        return f"uv pip install --python {_quoted(str(python))}"
    found = shutil.which("pip")
    if found is not None and Path(found).parent == python.parent:
        return "pip install"
    return f"{_plain(_from_here(python))} -m pip install"


def _origin() -> _Origin:
    """Where this copy was installed from; its name alone where that is not known or gone."""
    import json  # noqa: PLC0415  # seldom asked
    from importlib import metadata  # noqa: PLC0415  # the same
    from urllib.parse import urlsplit  # noqa: PLC0415  # the same
    from urllib.request import url2pathname  # noqa: PLC0415  # the same

    unknown = _Origin(NAME)
    try:
        installed = metadata.distribution(NAME)
        told = json.loads(installed.read_text("direct_url.json") or "{}")
        place = Path(url2pathname(urlsplit(told.get("url", "")).path))
        editable = bool(told.get("dir_info", {}).get("editable"))
    except (metadata.PackageNotFoundError, ValueError, AttributeError):
        return unknown
    if not str(told.get("url", "")).startswith("file:") or not place.exists():
        return unknown
    # A copy may also be run as it lies there, while another is installed.
    here = place / NAME if editable else Path(str(installed.locate_file(NAME)))
    if here.resolve() != _PACKAGE:
        return unknown
    near = _from_here(place)
    # Without a dot or a slash it would be the name of a package.
    return _Origin(
        near if near == "." or Path(near).is_absolute() else f".{os.sep}{near}", editable
    )


def _from_here(place: Path) -> str:
    """The path as it is named from this folder, if it stands within it."""
    with suppress(OSError, ValueError):  # the folder may be gone, and the path elsewhere
        return str(place.relative_to(Path.cwd()))
    return str(place)


def _quoted(text: str) -> str:
    """Text as every shell reads it; brackets mean something to some of them."""
    import shlex  # noqa: PLC0415  # seldom asked

    return shlex.quote(text) if os.name == "posix" and set(text) & set('"$`\\!') else f'"{text}"'


def _plain(text: str) -> str:
    return text if text.replace("\\", "").isascii() and " " not in text else _quoted(text)
