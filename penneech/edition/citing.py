"""What is cited: the toolkit, a reading of the rules, a study, a source, each as CSL-JSON.

CSL-JSON (CSL 1.0.2) is the form in which reference managers exchange bibliographic data. An object
here is plain data, fit for `json.dumps`. Nothing in it depends on the day: a citation of the same
reading by the same version is the same text for ever, and a reading is named by the digest of its
rules, so that a reader can tell whether the rules at hand are those that were cited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech import __version__
from penneech.paths import shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from penneech.apparatus import Sources
    from penneech.files.yamlscalar import Value
    from penneech.variant import Variant
    from penneech.witnesses import Source

Csl: TypeAlias = "Mapping[str, Value]"
"""A CSL-JSON object."""

NAME = "Penneech"
MAKERS = "The Penneech project"
TITLE = {
    "en": (
        "Penneech: the critical edition, that runs, of the rules of an English card game of 1674"
    ),
    "it": "Penneech: l\N{RIGHT SINGLE QUOTATION MARK}edizione critica, che si gioca, delle regole "
    "di un gioco di carte inglese del 1674",
}

_READING = {
    "en": "{title}: rules of Penneech",
    "it": "{title}: regole di Penneech",
}
_DIGEST = {
    "en": "Digest of its rules (SHA-256): {digest}.",
    "it": "Impronta delle regole (SHA-256): {digest}.",
}
_VARIANT = {"en": "variant {id}", "it": "variante {id}"}
_STUDY = {
    "en": "Digest of the study (SHA-256): {digest}.",
    "it": "Impronta dello studio (SHA-256): {digest}.",
}


def toolkit(language: str = "en") -> Csl:
    """Cite the toolkit itself, in the version at hand.

    >>> toolkit()["id"], toolkit()["type"]
    ('penneech', 'software')
    """
    return {
        "id": "penneech",
        "type": "software",
        "title": TITLE[language],
        "author": [{"literal": MAKERS}],
        "version": __version__,
        "language": language,
    }


def reading(variant: Variant, language: str = "en") -> Csl:
    """Cite a reading of the rules: its title, the edition that it stands in, its rules' digest.

    A reader's own variant is cited without an author, since its file names none; it is not the
    work of those who made the edition.
    """
    title = variant.title.get(language) or variant.title.en
    said: dict[str, Value] = {
        "id": f"penneech-{variant.id}",
        "type": "dataset",
        "title": _READING[language].format(title=title),
    }
    if is_shipped(variant):
        said["author"] = [{"literal": MAKERS}]
        said["container-title"] = TITLE[language]
    return {
        **said,
        "version": __version__,
        "number": _VARIANT[language].format(id=variant.id),
        "note": _DIGEST[language].format(digest=variant.digest()),
        "language": language,
    }


def part(name: str, title: str, language: str = "en") -> Csl:
    """Cite a part of the edition that is no reading, like its apparatus: its name and title."""
    return {
        "id": f"penneech-{name}",
        "type": "chapter",
        "title": title,
        "author": [{"literal": MAKERS}],
        "container-title": TITLE[language],
        "version": __version__,
        "language": language,
    }


def study(title: str, digest: str, language: str = "en") -> Csl:
    """Cite a study that somebody made with the toolkit: its title, and its own digest."""
    return {
        "id": f"penneech-study-{digest[:16]}",
        "type": "dataset",
        "title": title,
        "version": __version__,
        "note": _STUDY[language].format(digest=digest),
        "language": language,
    }


def source(cited: Source) -> Csl:
    """Cite a source, as its file has it, under its siglum."""
    return {**cited.csl, "id": cited.siglum}


def cited_sources(variant: Variant, sources: Sources) -> tuple[Source, ...]:
    """All sources of a variant: its witnesses, then whatever its settings and invariants cite.

    An analogy with another game is cited like any other passage, and so its source stands here.
    """
    settings = (*variant.settings.values(), *variant.parameters.values())
    cites = _cites(cite for one in settings for cite in one.cites)
    more = _cites(cite for one in variant.invariants.values() for cite in one.cites)
    sigla = dict.fromkeys((*variant.witnesses, *cites, *more))
    return tuple(sources[siglum] for siglum in sigla)


def is_shipped(variant: Variant) -> bool:
    """Whether a variant is one of the edition, and not of a reader's own."""
    return variant.path.parent == shipped("variants")


def _cites(cites: Iterable[str]) -> tuple[str, ...]:
    """The sigla of citations, each once, in order."""
    return tuple(dict.fromkeys(cite.partition(".")[0] for cite in cites))
