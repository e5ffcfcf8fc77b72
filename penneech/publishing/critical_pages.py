"""The made pages of the critical matter: the apparatus and the descent of the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.apparatus import shipped_sources
from penneech.edition.critical import critical_apparatus
from penneech.edition.stemma import stemma_of
from penneech.evidence import LANGUAGES
from penneech.publishing.wording import folder
from penneech.render.critical.naming import Naming
from penneech.render.critical.page import compose_apparatus, page_with_stemma
from penneech.render.critical.rows import apparatus_csv
from penneech.render.critical.stemma_drawing import stemma_svg
from penneech.render.critical.stemma_text import stemma_markdown
from penneech.render.critical.tei.document import apparatus_tei
from penneech.render.markdown import render_markdown
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from penneech.edition.critical import CriticalApparatus
    from penneech.publishing.making import Bench, Made


def critical_pages(bench: Bench) -> Made:  # noqa: ARG001  # every maker is given it
    """The apparatus and the stemma as Markdown, in each language, and the stemma drawn."""
    whole, descent = _apparatus(), stemma_of(shipped_sources())
    for language in LANGUAGES:
        place = f"{folder(language)}apparatus/"
        yield f"{place}index.md", render_markdown(compose_apparatus(whole, language))
        yield f"{place}stemma.md", stemma_markdown(descent, Naming(language))
        yield f"{place}stemma.svg", stemma_svg(descent, Naming(language))


def critical_files(bench: Bench) -> Made:  # noqa: ARG001  # the same
    """The apparatus in one file each: a page with the stemma drawn in it, TEI, a table."""
    whole = _apparatus()
    for language in LANGUAGES:
        name = f"files/apparatus.{language}"
        yield f"{name}.html", page_with_stemma(whole, language)
        yield f"{name}.xml", apparatus_tei(whole, language)
        yield f"{name}.csv", apparatus_csv(whole, language)


def _apparatus() -> CriticalApparatus:
    return critical_apparatus(shipped_sources(), shipped_variants(), ())
