"""The apparatus and the stemma as plain data, for programs; the texts in all their languages.

What each key holds is told in docs/reference/json.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.edition.stemma import first_year
from penneech.render.variant_data import text_data

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.edition.beside import Side, SideBySide
    from penneech.edition.critical import Analogy, ApparatusPoint, Choice, CriticalApparatus, Lemma
    from penneech.edition.standing import Place, Testimony, Witnessing
    from penneech.edition.stemma import Line, Stemma
    from penneech.evidence import Text
    from penneech.witnesses import Source

Data: TypeAlias = "dict[str, object]"


def apparatus_data(whole: CriticalApparatus) -> Data:
    """Every entry of the apparatus."""
    return {
        "witnesses": list(whole.sources),
        "variants": [one.id for one in whole.variants],
        "points": [_point(one) for one in whole.points],
    }


def sides_data(both: SideBySide) -> Data:
    """Two witnesses side by side."""
    return {
        "a": both.a.siglum,
        "b": both.b.siglum,
        "points": [_side(one) for one in both.sides],
    }


def stemma_data(drawn: Stemma) -> Data:
    """The sources in the order of time, and the lines between them."""
    return {
        "sources": [_source(one, drawn) for one in drawn.sources],
        "lines": [_line(one) for one in drawn.lines],
    }


def _point(point: ApparatusPoint) -> Data:
    return {
        "point": point.id,
        "kind": point.kind.value,
        "agreement": point.agreement.value,
        "lemmas": [_lemma(one) for one in point.lemmas],
        "witnesses": [_witnessing(one) for one in point.witnessings],
        "analogies": [_analogy(one) for one in point.analogies],
        "choices": [_choice(one) for one in point.choices],
        "untold": list(point.untold),
    }


def _lemma(lemma: Lemma) -> Data:
    return {"words": lemma.words, "passages": [one.cite for one in lemma.passages]}


def _witnessing(one: Witnessing) -> Data:
    return {
        "witness": one.source.siglum,
        "standing": one.standing.value,
        "readings": [_testimony(reading) for reading in one.testimonies],
        "note": _text(one.note),
    }


def _testimony(one: Testimony) -> Data:
    return {
        "reading": one.reading,
        "certainty": one.certainty.value,
        "basis": None if one.basis is None else one.basis.value,
        "voice": one.voice.value,
        "resp": one.resp,
        "reported_by": list(one.reporters),
        "passages": _cites(one.places),
        "notes": _notes(one.places),
    }


def _analogy(one: Analogy) -> Data:
    return {"reading": one.reading, "passages": _cites(one.places), "notes": _notes(one.places)}


def _choice(one: Choice) -> Data:
    return {
        "reading": one.reading,
        "basis": one.setting.basis.value,
        "cites": list(one.setting.cites),
        "note": _text(one.setting.note),
        "variants": list(one.variants),
    }


def _side(side: Side) -> Data:
    return {
        "point": side.point.id,
        "kind": side.point.kind.value,
        "comparison": side.comparison.value,
        "a": _witnessing(side.a),
        "b": _witnessing(side.b),
    }


def _source(source: Source, drawn: Stemma) -> Data:
    return {
        "siglum": source.siglum,
        "title": _text(source.title),
        "year": first_year(source),
        "seen": source.seen.value,
        "stands_alone": drawn.stands_alone(source.siglum),
    }


def _line(line: Line) -> Data:
    return {
        "from": line.parent,
        "to": line.child,
        "link": line.descent.link.value,
        "certainty": line.descent.certainty.value,
        "main": line.is_main,
        "note": _text(line.descent.note),
    }


def _cites(places: Iterable[Place]) -> list[str]:
    return list(dict.fromkeys(one.passage.cite for one in places))


def _notes(places: Iterable[Place]) -> list[Data]:
    notes = dict.fromkeys(one.says.note for one in places if one.says.note is not None)
    return [
        {"en": note.en} if note.it is None else {"en": note.en, "it": note.it} for note in notes
    ]


def _text(text: Text | None) -> Data | None:
    return None if text is None else text_data(text)
