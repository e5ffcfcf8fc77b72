"""The header of a TEI document: who answers for it, the witnesses, and how it is encoded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from penneech import __version__
from penneech.edition.standing import EDITOR, Standing
from penneech.evidence import Text
from penneech.render.bibliography import date
from penneech.render.critical.tei.markup import make, name_of, pointers, prose
from penneech.render.html import is_web_address
from penneech.witnesses import LinkCertainty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from penneech.files.yamlscalar import Value
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Source

PROJECT = "The Penneech project"
_SURE = {
    LinkCertainty.CERTAIN: "high",
    LinkCertainty.LIKELY: "medium",
    LinkCertainty.INFERRED: "low",
}
_LEVELS = {"book": "m", "song": "a", "webpage": "a", "entry-encyclopedia": "a", "post": "a"}


def responsible(name: str) -> str:
    """The id of whoever answers for a reading: the editor, or a name in a source's file."""
    return name_of("resp", name)


def file_description(
    title: str, sources: Iterable[Source], names: Iterable[str], naming: Naming
) -> _Element:
    """What the document is, who answers for it, under what terms, and what it is made from.

    Args:
        title: of the document.
        sources: the witnesses.
        names: of those who answer for readings, as source files have them.
        naming: the language.
    """
    known = list(sources)
    return make(
        "fileDesc",
        make(
            "titleStmt",
            make("title", title),
            *(_responsibility(name, naming) for name in dict.fromkeys((EDITOR, *names))),
        ),
        make("editionStmt", make("edition", f"Penneech {__version__}", n=__version__)),
        make(
            "publicationStmt",
            make("publisher", PROJECT),
            make(
                "availability",
                make("licence", naming.words.text("tei.licence"), target=_LICENCE),
                status="free",
            ),
        ),
        make(
            "sourceDesc",
            make("listWit", *(_witness(one, naming) for one in known)),
            make("listBibl", *(_bibl(one, naming) for one in known), _relations(known, naming)),
        ),
    )


_LICENCE = "https://spdx.org/licenses/MIT.html"


def _responsibility(name: str, naming: Naming) -> _Element:
    who = PROJECT if name == EDITOR else name
    return make(
        "respStmt",
        make("resp", naming.words.text("tei.resp")),
        make("name", who),
        id=responsible(name),
    )


def _witness(source: Source, naming: Naming) -> _Element:
    """A witness, named by its copy where a copy was read."""
    holder = source.csl.get("archive")
    named: list[_Element | str | None] = [prose("title", source.title, naming.language)]
    if isinstance(holder, str):
        named += [f" {naming.words.text('tei.copy_in')} ", make("orgName", holder)]
    return make(
        "witness",
        make("abbr", source.siglum, type="siglum"),
        " ",
        *named,
        ". ",
        make("note", naming.words.text(f"seen.{source.seen}"), type="read", n=source.seen),
        prose("note", source.copy, naming.language, type="copy"),
        id=source.siglum,
        corresp=pointers([name_of("bibl", source.siglum)]),
    )


def _bibl(source: Source, naming: Naming) -> _Element:
    csl, level = source.csl, _LEVELS.get(str(source.csl.get("type")), "m")
    parts: list[_Element | None] = [*_authors(csl.get("author"))]
    lang = csl.get("language")
    own = (
        lang
        if isinstance(lang, str) and re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", lang)
        else None
    )
    parts.append(make("title", str(csl.get("title", "")), level=level, lang=own))
    if "container-title" in csl:
        parts.append(make("title", str(csl["container-title"]), level="m", lang=own))
    for field, tag, attributes in (
        ("publisher-place", "pubPlace", {}),
        ("publisher", "publisher", {}),
        ("volume", "biblScope", {"unit": "volume"}),
        ("page", "biblScope", {"unit": "page"}),
        ("number-of-pages", "extent", {}),
    ):
        if field in csl:
            parts.append(make(tag, str(csl[field]), **attributes))
    parts.append(_date(csl.get("issued")))
    url, note = csl.get("URL"), csl.get("note")
    if isinstance(url, str) and is_web_address(url):
        parts.append(make("ptr", target=url))
    if isinstance(note, str):
        parts.append(prose("note", Text(note), naming.language))
    parts.append(_availability(source, naming))
    return make(
        "bibl",
        *_spaced(parts),
        id=name_of("bibl", source.siglum),
        n=source.siglum,
        type=source.kind,
    )


def _spaced(parts: Iterable[_Element | None]) -> Iterator[_Element | str]:
    for number, part in enumerate(one for one in parts if one is not None):
        if number:
            yield " "
        yield part


def _authors(given: Value) -> Iterator[_Element]:
    for one in given if isinstance(given, list) else ():
        if not isinstance(one, dict):
            continue
        if "literal" in one:
            yield make("author", str(one["literal"]))
            continue
        names = [
            make(tag, str(one[part]))
            for part, tag in (("given", "forename"), ("family", "surname"))
            if part in one
        ]
        yield make("author", make("persName", *_spaced(names)))


def _date(issued: Value) -> _Element | None:
    text = date(issued)
    if not text:
        return None
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    circa = isinstance(issued, dict) and bool(issued.get("circa"))
    days = [_iso(part) for part in parts] if isinstance(parts, list) else []
    attributes: dict[str, str | None] = {"cert": "low" if circa else None}
    match days:
        case [str() as day]:
            attributes["when"] = day
        case [str() as first, str() as last]:
            attributes |= {"from_": first, "to": last}
        case _:
            pass
    return make("date", text, **attributes)


def _iso(parts: Value) -> str | None:
    """A date as ISO 8601 has it; None for what is no such date."""
    if not isinstance(parts, list) or not parts:
        return None
    first, *rest = (str(part) for part in parts)
    text = "-".join((first.zfill(4), *(part.zfill(2) for part in rest)))
    return (
        text if re.fullmatch(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?", text) else None
    )


def _availability(source: Source, naming: Naming) -> _Element:
    note = prose("p", source.licence.note, naming.language)
    return make(
        "availability",
        note if note is not None else make("p", source.licence.id),
        n=source.licence.id,
    )


def _relations(sources: Iterable[Source], naming: Naming) -> _Element | None:
    """The descent of the witnesses: what is active descends from what is passive."""
    relations = [
        make(
            "relation",
            prose("desc", one.note, naming.language),
            name=one.link,
            type="descent",
            active=f"#{source.siglum}",
            passive=f"#{one.siglum}",
            cert=_SURE[one.certainty],
        )
        for source in sources
        for one in source.descends
    ]
    return make("listRelation", *relations) if relations else None


def encoding_description(naming: Naming, *, method: str) -> _Element:
    """How the document is encoded: what its parts mean, and what the pointers point to.

    Args:
        naming: the language.
        method: of the apparatus, as TEI names it.
    """
    words = naming.words
    location = "internal" if method == "parallel-segmentation" else "external"
    return make(
        "encodingDesc",
        make("projectDesc", make("p", words.text("tei.project"))),
        make(
            "editorialDecl",
            make("normalization", make("p", words.text("tei.normalization"))),
            make("interpretation", make("p", words.text("tei.interpretation"))),
        ),
        make("variantEncoding", method=method, location=location),
        make("classDecl", _bases(naming), _standings(naming)),
        make(
            "appInfo",
            make("application", make("label", "Penneech"), ident="penneech", version=__version__),
        ),
    )


def _bases(naming: Naming) -> _Element:
    categories = (
        make(
            "category", make("catDesc", naming.words.of(entry.sentence)), id=name_of("basis", basis)
        )
        for basis, entry in naming.catalogue.bases.items()
    )
    return make(
        "taxonomy", make("desc", naming.words.text("tei.bases")), *categories, id="class-bases"
    )


def _standings(naming: Naming) -> _Element:
    categories = (
        make(
            "category",
            make("catDesc", naming.words.text(f"tei.{standing}")),
            id=name_of("standing", standing),
        )
        for standing in Standing
    )
    desc = make("desc", naming.words.text("tei.standings"))
    return make("taxonomy", desc, *categories, id="class-standings")


def profile(language: str) -> _Element:
    """The languages of the document."""
    names = {"en": "English", "it": "italiano"}
    idents = dict.fromkeys((language, "en"))
    return make(
        "profileDesc",
        make("langUsage", *(make("language", names[one], ident=one) for one in idents)),
    )
