"""The passages of the witnesses in TEI: what each says, and its words where there are words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.edition.standing import canonical
from penneech.render.critical.tei.markup import make, name_of, pointers, prose
from penneech.witnesses import LOST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

    from penneech.apparatus import Sources
    from penneech.edition.critical import CriticalApparatus
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Locator, Loss, Passage, Source

_LEMMAS = "en"
"""The language of the old editions, from which alone lemmas are taken."""


def passages_division(apparatus: CriticalApparatus, naming: Naming) -> _Element:
    """Every witness with its passages, each linked to the readings that are read out of it."""
    points = {point.id for point in apparatus.points}
    divisions = [
        _witness(source, apparatus.sources, points, naming)
        for source in apparatus.sources.values()
        if source.passages
    ]
    return make(
        "div",
        make("head", naming.words.text("tei.passages")),
        *divisions,
        type="passages",
        id="part-passages",
    )


def _witness(source: Source, sources: Sources, points: set[str], naming: Naming) -> _Element:
    items = [_passage(one, sources, points, naming) for one in source.passages]
    return make(
        "div",
        make("head", f"{source.siglum}: ", prose("title", source.title, naming.language)),
        make("list", *items, type="passages"),
        type="witness",
        corresp=f"#{source.siglum}",
    )


def _passage(passage: Passage, sources: Sources, points: set[str], naming: Naming) -> _Element:
    readings = (
        reading_id(one.point, canonical(one.value))
        for one in passage.readings
        if one.point in points
    )
    game = None if passage.game is None else make("note", passage.game, type="game")
    return make(
        "item",
        _place(passage.locator, passage.siglum),
        " ",
        game,
        *_apparatus(passage, sources, naming),
        prose("note", passage.says, naming.language, type="says", resp="#resp-editor"),
        id=passage.cite,
        ana=pointers(readings),
        source=_reporter(passage, sources),
    )


def _reporter(passage: Passage, sources: Sources) -> str | None:
    known = passage.reported_by is not None and passage.reported_by in sources
    return f"#{passage.reported_by}" if known else None


def reading_id(point: str, reading: str) -> str:
    """The id of a reading of a point."""
    return name_of("reading", point, reading)


def _place(locator: Locator, siglum: str) -> _Element:
    parts = [
        make("biblScope", text, unit=unit)
        for unit, text in (("page", locator.page), ("section", locator.section))
        if text is not None
    ]
    return make("bibl", *parts, corresp=pointers([name_of("bibl", siglum)]))


def _apparatus(passage: Passage, sources: Sources, naming: Naming) -> Iterator[_Element | str]:
    """The words of a passage with those of the other copies, once; elsewhere a pointer to them."""
    if passage.lemma is None:
        return
    same = _same_place(passage, sources)
    first = next(iter(same.values()))
    if first.siglum != passage.siglum:
        yield make("ref", target=f"#{name_of('app', first.cite)}", type="lemma")
        yield " "
        return
    words: dict[str, list[str]] = {}
    for siglum, one in same.items():
        words.setdefault(str(one.lemma), []).append(siglum)
    (lemma, with_it), *others = words.items()
    yield make(
        "app",
        make("lem", lemma, wit=pointers(with_it), lang=_LEMMAS),
        *(make("rdg", text, wit=pointers(sigla), lang=_LEMMAS) for text, sigla in others),
        id=name_of("app", passage.cite),
        loc=passage.locator.page,
    )
    yield " "
    for loss in sources[passage.siglum].losses:
        if loss.passage == passage.id:
            yield _loss(loss, naming)
            yield " "


def _same_place(passage: Passage, sources: Sources) -> Mapping[str, Passage]:
    """The passages of one id on one game that have words, by siglum, in the order of the witnesses.

    The printings of one book have the same ids for the same places.
    """
    found = {}
    for siglum, source in sources.items():
        other = source.passage(passage.id)
        if other is not None and other.lemma is not None and other.game == passage.game:
            found[siglum] = other
    return found


def _loss(loss: Loss, naming: Naming) -> _Element:
    """A letter that one copy has lost and another supplies: a difference of the text itself."""
    before, mark, after = loss.reads.partition(LOST)
    more = len(after) - len(after.lstrip(LOST))
    gap = make("gap", reason="illegible", unit="character", quantity=str(len(mark) + more))
    return make(
        "app",
        make("lem", loss.supplied, wit=f"#{loss.by}", lang=_LEMMAS),
        make("rdg", before, gap, after.lstrip(LOST), wit=f"#{loss.siglum}", lang=_LEMMAS),
        prose("note", loss.note, naming.language, resp="#resp-editor"),
        id=name_of("app", loss.siglum, "loss", loss.id),
        type="loss",
        loc=loss.locator.page,
    )
