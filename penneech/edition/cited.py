"""What a name means that is to be cited: a source, or a reading of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.apparatus import load_sources
from penneech.edition.citing import cited_sources, is_shipped, reading, source
from penneech.errors import UnknownNameError
from penneech.files.spelling import listed, meant
from penneech.variant import Variant, load_variant

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.apparatus import Sources
    from penneech.edition.citing import Csl


class Named(NamedTuple):
    """What is cited under one name.

    Args:
        items: the reading or the source, then the sources that are wanted with it.
        own: the file of a reader's own variant, which names no author.
    """

    items: tuple[Csl, ...]
    own: Path | None = None


def named(  # what, how much, and where from
    what: str | Path | Variant,
    language: str,
    *,
    more: bool,
    variants_dir: Path | None = None,
    sources_dir: Path | None = None,
) -> Named:
    """Cite what a name means.

    Args:
        what: a siglum, a variant, its id, or the path of its file.
        language: of titles.
        more: whether the sources that a variant rests on are cited, too.
        variants_dir: the folder of the reader's own variants.
        sources_dir: that of their own sources.

    Raises:
        UnknownNameError: when it is neither a variant's name nor a source's.
        FileFaultsError: with all faults of a file.
    """
    sources = load_sources(sources_dir)
    if isinstance(what, str) and what in sources:
        return Named((source(sources[what]),))
    variant = (
        what if isinstance(what, Variant) else _variant(what, variants_dir, sources_dir, sources)
    )
    besides = map(source, cited_sources(variant, sources)) if more else ()
    own = None if is_shipped(variant) else variant.path
    return Named((reading(variant, language), *besides), own)


def _variant(
    name: str | Path, variants_dir: Path | None, sources_dir: Path | None, sources: Sources
) -> Variant:
    try:
        return load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir)
    except UnknownNameError as error:
        guess = meant(str(name), sources) or f"; the sigla of sources are {listed(sources)}"
        text = str(error).replace("no variant is", "no variant and no source is", 1)
        raise UnknownNameError(f"{text}{guess}") from None
