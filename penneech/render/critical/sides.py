"""Two witnesses side by side, composed as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.edition.beside import Comparison
from penneech.edition.standing import Standing
from penneech.edition.stemma import stemma_of
from penneech.render.content import (
    Code,
    Command,
    Document,
    Given,
    Paragraph,
    Plain,
    Section,
    Table,
    Terms,
)
from penneech.render.critical.naming import Naming
from penneech.render.critical.page import (
    SILENT,
    UNKNOWN,
    UNREAD,
    own_folders,
    witness_terms,
)
from penneech.render.wording import sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.beside import Side, SideBySide
    from penneech.edition.critical import CriticalApparatus
    from penneech.edition.standing import Testimony, Witnessing
    from penneech.render.content import Block, Inlines

_ABSENT = {
    Standing.SILENT: SILENT,
    Standing.UNSEEN: UNREAD,
    Standing.NOT_RECORDED: UNKNOWN,
}


def compose_sides(both: SideBySide, apparatus: CriticalApparatus, language: str) -> Document:
    """Compose two witnesses side by side.

    Args:
        both: the two.
        apparatus: of which they are a part.
        language: `en` or `it`.
    """
    naming = Naming(language)
    words, a, b = naming.words, both.a.siglum, both.b.siglum
    return Document(
        language=language,
        title=words.say("between.title", a=a, b=b),
        description=words.text("between.description", a=a, b=b),
        opening=(Paragraph(words.say("apparatus.signs")),),
        sections=(
            Section("summary", words.say("sections.summary"), tuple(_summary(both, naming))),
            Section("points", words.say("sections.points"), (_table(both, naming),)),
        ),
        notes=(),
        after=(_witnesses(both, apparatus, naming), _colophon(both, apparatus, naming)),
        labels=naming.labels(),
    )


def _summary(both: SideBySide, naming: Naming) -> Iterator[Block]:
    words = naming.words
    items = []
    for comparison in Comparison:
        points = [side.point.id for side in both.sides if side.comparison is comparison]
        names = sequence([(Code(name),) for name in points])
        label = words.text(f"between.{comparison}")
        items.append(((Plain(f"{label[:1].upper()}{label[1:]} ({len(points)})"),), names))
    yield Terms(tuple((term, names or (Plain(SILENT),)) for term, names in items))


def _table(both: SideBySide, naming: Naming) -> Table:
    words, a, b = naming.words, both.a.siglum, both.b.siglum
    heads = (
        words.say("overview.point"),
        (Plain(a),),
        (Plain(b),),
        words.say("between.compared"),
    )
    rows = tuple(_row(side, naming) for side in both.sides)
    return Table(words.say("between.caption", a=a, b=b), heads, rows)


def _row(side: Side, naming: Naming) -> tuple[Inlines, ...]:
    title = (Plain(f"{naming.title(side.point.id)} ("), Code(side.point.id), Plain(")"))
    compared = naming.words.say(f"between.{side.comparison}")
    return (title, _said(side.a, naming), _said(side.b, naming), compared)


def _said(one: Witnessing, naming: Naming) -> Inlines:
    if one.standing is not Standing.SPEAKS:
        return (Plain(_ABSENT[one.standing]),)
    return sequence([_reading(each, naming) for each in one.testimonies], "; ")


def _reading(one: Testimony, naming: Naming) -> Inlines:
    point = one.places[0].says.point
    places = "; ".join(dict.fromkeys(str(place.passage.locator) for place in one.places))
    sign = "" if one.is_firm else "?"
    return (
        *naming.full_reading(point, one.reading),
        Plain(f"{sign}, "),
        Given(places),
        Plain(f" ({naming.voice(one)})"),
    )


def _witnesses(both: SideBySide, apparatus: CriticalApparatus, naming: Naming) -> Section:
    stemma = stemma_of(apparatus.sources)
    items = tuple(witness_terms(one, stemma, naming) for one in (both.a, both.b))
    return Section("witnesses", naming.words.say("sections.witnesses"), (Terms(items),))


def _colophon(both: SideBySide, apparatus: CriticalApparatus, naming: Naming) -> Section:
    words = naming.words
    points = "" if apparatus.is_whole else "".join(f" --point {one.id}" for one in apparatus.points)
    made = f"penneech apparatus --between {both.a.siglum},{both.b.siglum}{points}"
    made += own_folders(apparatus)
    items: tuple[tuple[Inlines, Inlines], ...] = (
        (words.say("colophon.command"), (Command(f"{made} --lang {naming.language} --format"),)),
        (words.say("colophon.made"), (Plain(f"Penneech {__version__}"),)),
    )
    return Section("colophon", words.say("sections.colophon"), (Terms(items),))
