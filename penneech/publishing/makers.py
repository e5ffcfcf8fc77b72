"""The table of makers: all that is generated, what each is made of, and where it is kept.

A new kind of generated document is one line here. The order matters where one is made of others.
"""

from __future__ import annotations

from penneech.publishing.critical_pages import critical_files, critical_pages
from penneech.publishing.edition_pages import (
    overview_pages,
    point_pages,
    rulebook_files,
    rulebook_pages,
    rulebook_pdfs,
)
from penneech.publishing.formats import format_pages
from penneech.publishing.layers import CONTRACT, PICTURE, layers_picture
from penneech.publishing.making import Home, Maker
from penneech.publishing.manual_page import manual_page
from penneech.publishing.outside import outside_page
from penneech.publishing.passages import with_made_passages
from penneech.publishing.source_pages import source_pages
from penneech.render.studied.pages import comparison_pages

_EDITION = ("variants/", "sources/", "penneech/catalogue.yaml")

MAKERS = (
    Maker(
        "the pages of the file formats", ("penneech/schema/",), ("reference/format-*.md",),
        Home.PAGES, format_pages,
    ),
    Maker(
        "the rule points", _EDITION, ("reference/rule-points.md", "it/reference/rule-points.md"),
        Home.PAGES, point_pages,
    ),
    Maker(
        "the list of variants", _EDITION, ("rulebooks/index.md", "it/rulebooks/index.md"),
        Home.PAGES, overview_pages,
    ),
    Maker(
        "the rulebooks", _EDITION, ("rulebooks/*.md", "it/rulebooks/*.md"),
        Home.PAGES, rulebook_pages,
    ),
    Maker(
        "the pages of the sources", ("sources/",), ("sources/*.md", "it/sources/*.md"),
        Home.PAGES, source_pages,
    ),
    Maker(
        "the apparatus and the stemma", _EDITION, ("apparatus/*", "it/apparatus/*"),
        Home.PAGES, critical_pages,
    ),
    Maker(
        "the comparison pages", ("penneech/stored/",), ("comparison/*",),
        Home.PAGES, lambda bench: comparison_pages(),  # noqa: ARG005  # every maker is given it
    ),
    Maker(
        "the picture of the layers", (CONTRACT, "the first line of each module"), (PICTURE,),
        Home.PAGES, layers_picture,
    ),
    Maker(
        "made passages of pages, like the help", ("the code above each passage",), ("*.md",),
        Home.PAGES, with_made_passages, needs="cogapp", within=True,
    ),
    Maker(
        "the manual page", ("the help of the commands",), ("penneech.1",), Home.PAGES, manual_page,
    ),
    Maker(
        "the links that lead outside", ("all other pages",), ("reference/outside-links.md",),
        Home.PAGES, outside_page,
    ),
    Maker(
        "the rulebooks in one file each", _EDITION, ("files/*.html",),
        Home.SITE, rulebook_files,
    ),
    Maker(
        "the rulebooks as PDF", _EDITION, ("files/*.pdf",),
        Home.SITE, rulebook_pdfs, needs="typst",
    ),
    Maker(
        "the apparatus in one file each", _EDITION, ("files/apparatus.*",),
        Home.SITE, critical_files,
    ),
)  # fmt: skip
"""All makers; `stale` and the messages take the first whose outputs a path fits."""
