"""Citations for programs and notebooks: of the edition, of readings, of sources, of studies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from penneech.api.asked import path_of
from penneech.api.comparing import Comparison
from penneech.api.readings import found, known
from penneech.edition import citing
from penneech.edition.cited import named
from penneech.errors import PenneechError, quoted, reason
from penneech.evidence import LANGUAGES
from penneech.render.citation import ENDINGS, FORMS, citations
from penneech.render.files import write_document
from penneech.render.markdown import begun, escaped
from penneech.render.report import study_title
from penneech.variant import Variant
from penneech.witnesses import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from penneech.edition.citing import Csl


@dataclass(frozen=True, slots=True, repr=False)
class Citation:
    """What is cited, in every form that `penneech cite` has; a notebook shows the references.

    Args:
        items: CSL-JSON objects, each once.
        language: of titles and of what the style says, `en` or `it`.
    """

    items: tuple[Csl, ...]
    language: str = "en"

    def __str__(self) -> str:
        return self.form("text")

    def __repr__(self) -> str:
        return f"<Citation of {', '.join(str(one['id']) for one in self.items)}>"

    def form(self, form: str) -> str:
        """The citation as `text`, `html`, `bibtex`, `ris` or `csl`.

        Raises:
            UnknownNameError: for another form.
        """
        known("form of a citation", form, FORMS)
        return citations(self.items, form, self.language)  # type: ignore[arg-type]  # it is one

    def save(self, path: str | Path) -> None:
        """Write it to a file, whose ending tells the form: .txt, .html, .bib, .ris or .json.

        Raises:
            UnknownNameError: for another ending.
            PenneechError: when it cannot be written.
        """
        target = path_of(path)
        ending = target.suffix.lower()
        known("ending of a citation's file", ending, ENDINGS)
        try:
            write_document(target, self.form(ENDINGS[ending]))
        except OSError as error:
            raise PenneechError(f"{path} cannot be written: {reason(error)}") from error

    def to_dict(self) -> list[dict[str, Any]]:
        """The items as plain data, as `penneech cite --json`."""
        found: list[dict[str, Any]] = json.loads(self.form("csl"))
        return found

    def _repr_html_(self) -> str:
        return self.form("html")

    def _repr_markdown_(self) -> str:
        lines = filter(None, self.form("text").splitlines())
        return "\n\n".join(begun(escaped(line)) for line in lines) + "\n"


def cite(
    *what: str | Path | Variant | Source | Comparison,
    language: str = "en",
    with_sources: bool = False,
) -> Citation:
    """How to cite the edition, readings of the game in it, sources, or a study of your own.

    A reading is cited with the digest of its rules, a study with its own, by which anyone can tell
    whether they have changed since.

    Args:
        what: variants, ids or paths of files; sources, or their sigla; comparisons. The edition
            itself where nothing is named.
        language: `en` or `it`.
        with_sources: whether all sources that a variant rests on are cited, too.

    Raises:
        UnknownNameError: for a name that is neither a variant's nor a source's.

    >>> str(cite("C74"))[:52]
    'Cotton, Charles. The Compleat Gamester: or, Instruct'
    """
    known("language", language, LANGUAGES)
    items = _found(what, language, more=with_sources)
    return Citation(tuple({str(one["id"]): one for one in items}.values()), language)


def _found(
    what: tuple[str | Path | Variant | Source | Comparison, ...], language: str, *, more: bool
) -> Iterator[Csl]:
    if not what:
        yield citing.toolkit(language)
    for one in what:
        if isinstance(one, Comparison):
            title, digest = study_title(one.summary), one.summary["digest"]
            yield citing.study(title, digest, language)
        elif isinstance(one, Source):
            yield citing.source(one)
        elif isinstance(one, str):
            yield from named(one, language, more=more).items
        elif isinstance(one, Variant | PathLike):
            yield from named(found(one), language, more=more).items
        else:
            raise TypeError(
                f"a variant, a source, a comparison, or the name of one is cited, not {quoted(one)}"
            )
