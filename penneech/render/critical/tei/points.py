"""The points of the rules in TEI: their readings as `interp`, and each attribution as `certainty`.

A reading of a rule is no text of a witness: it is read out of a passage. So it is an
interpretation, linked to the passages by `inst` (and they to it by `ana`), and who says so, and how
surely, stands in a `certainty` on that link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.edition.discussion import discussion
from penneech.edition.standing import Place, Standing, Testimony, Voice, canonical
from penneech.evidence import Certainty
from penneech.render.critical.tei.header import responsible
from penneech.render.critical.tei.markup import make, name_of, pointers, prose
from penneech.render.critical.tei.passages import reading_id
from penneech.witnesses import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from penneech.edition.critical import ApparatusPoint, CriticalApparatus
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Reading


def points_division(apparatus: CriticalApparatus, naming: Naming) -> _Element:
    """Every point with its readings, what they rest on, and the silences."""
    return make(
        "div",
        make("head", naming.words.text("tei.points")),
        *(_point(one, naming) for one in apparatus.points),
        type="points",
        id="part-points",
    )


def _point(point: ApparatusPoint, naming: Naming) -> _Element:
    return make(
        "div",
        make("head", naming.title(point.id)),
        make("p", naming.question(point.id)),
        make(
            "interpGrp",
            *(_reading(point, one, naming) for one in _readings(point)),
            type="readings",
            id=name_of("readings", point.id),
        ),
        *_absences(point, naming),
        *_certainties(point, naming),
        prose(
            "note", discussion(point.id), naming.language, type="discussion", resp="#resp-editor"
        ),
        type=point.kind,
        subtype=point.agreement,
        n=point.id,
        id=name_of("point", point.id),
    )


def _readings(point: ApparatusPoint) -> tuple[str, ...]:
    """Every reading of a point that anything has: a witness, an analogy, a variant, or nobody."""
    told = (
        *(one.reading for one in point.groups),
        *(one.reading for one in point.analogies),
        *(one.reading for one in point.choices),
    )
    return tuple(dict.fromkeys((*told, *point.untold)))


def _reading(point: ApparatusPoint, reading: str, naming: Naming) -> _Element:
    places = [
        *(place for one in _testimonies(point, reading) for place in one.places),
        *(place for one in point.analogies if one.reading == reading for place in one.places),
    ]
    return make(
        "interp",
        naming.reading(point.id, reading),
        id=reading_id(point.id, reading),
        n=reading,
        inst=pointers(place.passage.cite for place in places),
    )


def _testimonies(point: ApparatusPoint, reading: str) -> Iterator[Testimony]:
    for group in point.groups:
        if group.reading == reading:
            yield from (*group.firm, *group.possible)


def _absences(point: ApparatusPoint, naming: Naming) -> Iterator[_Element]:
    """Silence, and what was not read: each a value of its own, said of the witness."""
    for standing in (Standing.SILENT, Standing.UNSEEN, Standing.NOT_RECORDED):
        found = point.standing(standing)
        if not found:
            continue
        yield make(
            "interp",
            naming.words.text(f"tei.{standing}"),
            id=name_of("absence", point.id, standing),
            type=standing,
            ana=pointers([name_of("standing", standing)]),
            inst=pointers(one.source.siglum for one in found),
        )
        for one in found:
            note = prose(
                "note",
                one.note,
                naming.language,
                type=standing,
                resp="#resp-editor",
                target=f"#{one.source.siglum}",
            )
            if note is not None:
                yield note


def _certainties(point: ApparatusPoint, naming: Naming) -> Iterator[_Element]:
    for witnessing in point.witnessings:
        for testimony in witnessing.testimonies:
            for place in testimony.places:
                yield _certainty(place, testimony, naming)
    for analogy in point.analogies:
        for place in analogy.places:
            yield _attribution(
                place.says,
                place.passage.cite,
                responsible(place.says.resp),
                naming,
                ana="#basis-analogy",
            )


def _certainty(place: Place, testimony: Testimony, naming: Naming) -> _Element:
    basis = None if testimony.basis is None else f"#{name_of('basis', testimony.basis)}"
    return _attribution(place.says, place.passage.cite, _who(place, testimony), naming, ana=basis)


def _who(place: Place, testimony: Testimony) -> str:
    """The id of who says that the passage has the reading: the witness, a reporter, an editor."""
    match testimony.voice:
        case Voice.SOURCE if place.says.certainty is Certainty.HIGH:
            return place.passage.siglum
        case Voice.REPORT if place.passage.reported_by not in (None, UNKNOWN):
            return str(place.passage.reported_by)
        case _:
            return responsible(place.says.resp)


def _attribution(
    says: Reading, cite: str, who: str, naming: Naming, *, ana: str | None
) -> _Element:
    reading = canonical(says.value)
    return make(
        "certainty",
        prose("desc", says.note, naming.language),
        id=name_of("certainty", cite, says.point, reading),
        target=f"#{cite}",
        match="@ana",
        locus="value",
        assertedValue=f"#{reading_id(says.point, reading)}",
        cert=says.certainty,
        resp=f"#{who}",
        ana=ana,
    )
