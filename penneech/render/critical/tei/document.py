"""The apparatus as one TEI P5 document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.critical.naming import Naming
from penneech.render.critical.tei.header import encoding_description, file_description, profile
from penneech.render.critical.tei.markup import make, written
from penneech.render.critical.tei.passages import passages_division
from penneech.render.critical.tei.points import points_division
from penneech.render.critical.tei.rules import variants_division

if TYPE_CHECKING:
    from penneech.edition.critical import CriticalApparatus


def apparatus_tei(apparatus: CriticalApparatus, language: str) -> str:
    """Give the apparatus as TEI P5.

    The readings, the passages and the variants that it has are those of the points asked for.
    """
    naming = Naming(language)
    words = naming.words
    sources = tuple(apparatus.sources.values())
    names = [
        one.resp for source in sources for passage in source.passages for one in passage.readings
    ]
    return written(
        make(
            "TEI",
            make(
                "teiHeader",
                file_description(words.text("apparatus.title"), sources, names, naming),
                encoding_description(naming, method="location-referenced"),
                profile(language),
            ),
            make(
                "text",
                make(
                    "body",
                    make("p", words.text("apparatus.opening")),
                    points_division(apparatus, naming),
                    passages_division(apparatus, naming),
                    variants_division(apparatus, naming),
                ),
            ),
            lang=language,
        )
    )
