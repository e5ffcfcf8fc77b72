"""The apparatus as a table of plain text: a row for each point and witness, in CSV.

Columns keep their names in both languages; titles and notes are in the language that is asked for.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from penneech.render.critical.naming import Naming
from penneech.render.inert import inert

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from penneech.edition.beside import SideBySide
    from penneech.edition.critical import ApparatusPoint, CriticalApparatus
    from penneech.edition.standing import Testimony, Witnessing

COLUMNS = (
    "point",
    "kind",
    "title",
    "agreement",
    "witness",
    "date",
    "standing",
    "reading",
    "certainty",
    "basis",
    "who_says_so",
    "reported_by",
    "passages",
    "places",
    "lemma",
    "other_readings",
    "chosen_by",
    "note",
)
"""What each column holds is told in docs/reference/apparatus.md."""

BETWEEN_COLUMNS = (
    "point",
    "kind",
    "title",
    "witness_a",
    "standing_a",
    "reading_a",
    "other_readings_a",
    "witness_b",
    "standing_b",
    "reading_b",
    "other_readings_b",
    "comparison",
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def apparatus_csv(apparatus: CriticalApparatus, language: str) -> str:
    """Give the apparatus as CSV."""
    naming = Naming(language)
    rows = (
        _row(point, witnessing, naming)
        for point in apparatus.points
        for witnessing in point.witnessings
    )
    return as_csv(COLUMNS, rows)


def sides_csv(both: SideBySide, language: str) -> str:
    """Give two witnesses side by side as CSV."""
    naming = Naming(language)
    rows = (
        (
            side.point.id,
            side.point.kind,
            naming.title(side.point.id),
            *_half(side.a),
            *_half(side.b),
            side.comparison,
        )
        for side in both.sides
    )
    return as_csv(BETWEEN_COLUMNS, rows)


def as_csv(columns: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Write rows below the names of the columns; no cell can act in a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _harmless(text: str) -> str:
    """A cell that a spreadsheet shows and does not work out.

    >>> _harmless("=1+1"), _harmless("first_dealer")
    ("'=1+1", 'first_dealer')
    """
    safe = inert(text)
    return f"'{safe}" if text.lstrip(" ").startswith(_FORMULA) else safe


def _row(point: ApparatusPoint, one: Witnessing, naming: Naming) -> Iterator[str]:
    first = one.testimonies[0] if one.testimonies else None
    yield from (point.id, point.kind, naming.title(point.id), point.agreement)
    yield from (one.source.siglum, naming.dated(one.source), one.standing)
    yield from _reading(first) if first is not None else ("",) * 8
    yield _others(one)
    yield " ".join(point.chosen_by(first.reading)) if first is not None else ""
    yield _note(one, first, naming)


def _reading(one: Testimony) -> Iterator[str]:
    yield one.reading
    yield one.certainty
    yield one.basis or ""
    yield one.resp if one.voice == "editor" else one.voice
    yield " ".join(one.reporters)
    passages = [place.passage for place in one.places]
    yield " ".join(dict.fromkeys(passage.cite for passage in passages))
    yield "; ".join(dict.fromkeys(str(passage.locator) for passage in passages))
    yield " | ".join(dict.fromkeys(passage.lemma for passage in passages if passage.lemma))


def _half(one: Witnessing) -> tuple[str, str, str, str]:
    first = one.testimonies[0].reading if one.testimonies else ""
    return one.source.siglum, one.standing, first, _others(one)


def _others(one: Witnessing) -> str:
    """The readings after the surest, each with its certainty and passages."""
    return "; ".join(
        f"{other.reading} ({other.certainty}: "
        f"{' '.join(dict.fromkeys(place.passage.cite for place in other.places))})"
        for other in one.testimonies[1:]
    )


def _note(one: Witnessing, first: Testimony | None, naming: Naming) -> str:
    notes = [place.says.note for place in first.places] if first is not None else [one.note]
    said = (note.get(naming.language) for note in notes if note is not None)
    return " | ".join(dict.fromkeys(said))
