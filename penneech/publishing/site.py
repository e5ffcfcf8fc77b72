"""The site: the pages of docs/ as HTML by Sphinx, and the files that stand in the site alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.errors import PenneechError, reason
from penneech.extras import installing
from penneech.publishing.links import faults_in
from penneech.publishing.making import Bench, Home, made_by, refuse_unable, write_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.publishing.checkout import Checkout
    from penneech.publishing.making import Maker

NEEDED = ("sphinx", "furo", "myst_parser")
FILES = "files"
"""The folder in the site of what is no page of it: rulebooks that are one file each."""

_MARK = "objects.inv"
"""Stands in every site that was built here, and in no other folder of a reader's."""

LIST = ".penneech-site"
"""Lists all other files of the site, a line each: what else is there is a reader's."""


def build_site(checkout: Checkout, makers: Sequence[Maker], place: Path) -> None:
    """Build the site into a folder, which it replaces when it is whole.

    Args:
        checkout: whose documents are built.
        makers: those that make files of the site are asked for them.
        place: a folder; one that holds anything else than a site is refused, and so is a site in
            which something has been laid since.

    Raises:
        PenneechError: when an extra is missing, the folder is not to be replaced, a page has a
            fault, or a link leads nowhere.
    """
    _refuse_missing()
    _refuse_folder(place)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".penneech-site-", dir=place.parent) as folder:
            new = Path(folder).resolve() / "site"
            _write_files(checkout, makers, new)
            _run_sphinx(checkout, new, Path(folder) / "doctrees")
            shutil.rmtree(new / "_sources", ignore_errors=True)  # made even where none are kept
            _refuse_faults(faults_in(new))
            made = _files(new)
            write_file(new / LIST, "".join(f"{name}\n" for name in sorted(made)).encode("utf-8"))
            if place.exists():
                _refuse_laid_in(place, _listed(place) or made)
                shutil.rmtree(place)
            new.rename(place)
    except OSError as error:
        raise PenneechError(f"{place} cannot be written: {reason(error)}") from error


def _refuse_missing() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise PenneechError(
            f"the site needs {missing[0]}; install it with: {installing('docs')} "
            "(or make the pages alone: penneech docs build --pages)"
        )


def _refuse_folder(place: Path) -> None:
    if place.exists() and any(place.iterdir()) and not (place / _MARK).is_file():
        raise PenneechError(
            f"{place} holds something else than a site, and would be replaced: name another folder"
        )
    if made := _listed(place):  # before the site is built, which takes a while
        _refuse_laid_in(place, made)


def _refuse_laid_in(place: Path, made: set[str]) -> None:
    """Refuse to replace a site in which there is more than was made.

    Raises:
        PenneechError: with the first file that was not.
    """
    laid = min(_files(place) - made - {LIST}, default=None)
    if laid is not None:
        raise PenneechError(
            f"{place / laid} was not made with the site, and would be lost: move it elsewhere, or "
            "name another folder"
        )


def _listed(place: Path) -> set[str]:
    """What was made of a site, as it lists it; nothing where it has no list."""
    try:
        return set((place / LIST).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        return set()


def _files(site: Path) -> set[str]:
    return {
        path.relative_to(site).as_posix()
        for path in site.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def _write_files(checkout: Checkout, makers: Sequence[Maker], site: Path) -> None:
    for maker in makers:
        if maker.home is Home.SITE:
            refuse_unable(maker)
            for path, data in made_by(maker, Bench(checkout)).items():
                write_file(site.joinpath(*path.parts), data)


def _run_sphinx(checkout: Checkout, site: Path, doctrees: Path) -> None:
    """Run Sphinx in a process of its own: it changes much in the one that it runs in."""
    command = [
        sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-b", "html",
        "-d", str(doctrees), "-D", f"files_folder={site / FILES}", str(checkout.docs), str(site),
    ]  # fmt: skip
    # Sets are walked in an order of their own in each process, unless told.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
    ended = subprocess.run(  # noqa: S603  # our own interpreter, and words that we have put together
        command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if ended.returncode:
        said = ended.stderr.strip().replace(f"{checkout.root}{os.sep}", "")
        raise SiteError(f"the site has faults:\n{said}")


def _refuse_faults(faults: Sequence[str]) -> None:
    if faults:
        raise SiteError("the site has faults:\n" + "\n".join(faults))


class SiteError(PenneechError):
    """A site with faults; the text has a line for each."""

    def __str__(self) -> str:
        """All lines, as they are: they quote our own pages."""
        return str(self.args[0])
