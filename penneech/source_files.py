"""Reads one source file, checks it, and makes a `Source` of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from penneech.errors import FileFaultsError
from penneech.evidence import Certainty, Text
from penneech.files.spelling import shown
from penneech.files.yamlfile import read_yaml
from penneech.rules import RULE_POINTS
from penneech.schema.filefaults import (
    entries,
    finding,
    own_name,
    shape_findings,
    told,
    twice,
    unknown,
)
from penneech.witnesses import (
    Claim,
    Descent,
    Kind,
    Licence,
    Link,
    LinkCertainty,
    Locator,
    Passage,
    Reading,
    Seen,
    Silence,
    Source,
    Unseen,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from penneech.files.shape import Finding
    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path as ValuePath

LEMMA_WORDS = 8


def read_source(path: Path, known: Collection[str]) -> Source:
    """Read a source file.

    Args:
        path: the file.
        known: the sigla that it may descend from.

    Raises:
        FileFaultsError: with all of its faults at once.
    """
    document = read_yaml(path)
    faults = told(document, source_findings(document, path.stem, known))
    if faults:
        raise FileFaultsError(faults)
    return _source(document.top, path)


def source_findings(document: Document, stem: str, known: Collection[str]) -> Iterator[Finding]:
    """Find everything that is wrong with a document that should be a source."""
    top = document.top
    yield from shape_findings(document, "source")
    yield from own_name(document, "siglum", stem)
    yield from _passage_findings(top)
    yield from _absence_findings(top)
    yield from _descent_findings(top, known)
    yield from _claim_findings(top)


def _passage_findings(top: Mapping[str, Value]) -> Iterator[Finding]:
    passages = list(entries(top.get("passages"), "passages"))
    yield from twice((((*path, "id"), item.get("id")) for path, item in passages), "the passage")
    for path, item in passages:
        yield from _locator_findings(item, path)
        lemma = item.get("lemma")
        words = len(lemma.split()) if isinstance(lemma, str) else 0
        if words > LEMMA_WORDS:
            yield finding((*path, "lemma"), f"{words} words; a lemma has at most {LEMMA_WORDS}")
        for at, reading in entries(item.get("readings")):
            yield from _reading_findings(reading, (*path, "readings", *at))


def _reading_findings(item: Mapping[str, Value], path: ValuePath) -> Iterator[Finding]:
    point, reading = item.get("point"), item.get("reading")
    if not isinstance(point, str) or point not in RULE_POINTS or reading is None:
        return
    allowed = [known.value for known in RULE_POINTS[point]]
    if reading not in allowed:
        yield unknown((*path, "reading"), f"{point} has no reading", reading, allowed)


def _locator_findings(item: Mapping[str, Value], path: ValuePath) -> Iterator[Finding]:
    if item.get("locator") == {}:
        yield finding((*path, "locator"), 'give a page or a section, like {page: "148"}')


def _absence_findings(top: Mapping[str, Value]) -> Iterator[Finding]:
    """A point is read, or silent, or unseen: never two of these."""
    absences = [
        ((*path, "point"), item.get("point"), how)
        for how in ("silent", "unseen")
        for path, item in entries(top.get(how), how)
    ]
    yield from twice(((path, point) for path, point, _ in absences), "the point")
    read = {
        reading.get("point"): str(item.get("id"))
        for _, item in entries(top.get("passages"))
        for _, reading in entries(item.get("readings"))
        if "game" not in item and isinstance(reading.get("point"), str)
    }
    for path, point, how in absences:
        if isinstance(point, str) and point in read:
            yield finding(path, f"{how}, yet the passage {shown(read[point])} has a reading of it")
    seen = top.get("seen")
    if seen == Seen.UNSEEN and top.get("passages"):
        yield finding(("seen",), "unseen, yet passages are given; write seen: part")
    if seen == Seen.WHOLE and top.get("unseen"):
        yield finding(("unseen",), "the source was seen whole; write seen: part, or silent")


def _descent_findings(top: Mapping[str, Value], known: Collection[str]) -> Iterator[Finding]:
    for path, item in entries(top.get("descends"), "descends"):
        parent = item.get("from")
        if not isinstance(parent, str):
            continue
        if parent == top.get("siglum"):
            yield finding((*path, "from"), "a source cannot descend from itself")
        elif parent not in known:
            yield unknown((*path, "from"), "no source has the siglum", parent, sorted(known))


def _claim_findings(top: Mapping[str, Value]) -> Iterator[Finding]:
    claims = list(entries(top.get("claims"), "claims"))
    yield from twice((((*path, "id"), item.get("id")) for path, item in claims), "the claim")
    for path, item in claims:
        yield from _locator_findings(item, path)
        expect = item.get("expect")
        if expect == {}:
            yield finding((*path, "expect"), "say what is expected, like {at_least: 0.1}")
        between = expect.get("between") if isinstance(expect, dict) else None
        match between:
            case [int() | float() as low, int() | float() as high] if low > high:
                yield finding((*path, "expect", "between"), "the lower figure comes first")
            case _:
                pass


def _source(top: Mapping[str, Value], path: Path) -> Source:
    """Make a source of checked data."""
    siglum = str(top["siglum"])
    licence = cast("Mapping[str, Value]", top["licence"])
    return Source(
        siglum=siglum,
        kind=Kind(str(top["kind"])),
        seen=Seen(str(top["seen"])),
        title=Text.of(top["title"]),
        csl=cast("Mapping[str, Value]", top["csl"]),
        copy=_text(top, "copy"),
        licence=Licence(str(licence["id"]), _text(licence, "note")),
        descends=tuple(_descent(item) for _, item in entries(top.get("descends"))),
        passages=tuple(_passage(item, siglum) for _, item in entries(top.get("passages"))),
        silent=tuple(
            Silence(str(item["point"]), _text(item, "note"))
            for _, item in entries(top.get("silent"))
        ),
        unseen=tuple(
            Unseen(str(item["point"]), _text(item, "note"))
            for _, item in entries(top.get("unseen"))
        ),
        claims=tuple(_claim(item, siglum) for _, item in entries(top.get("claims"))),
        path=path,
    )


def _descent(item: Mapping[str, Value]) -> Descent:
    return Descent(
        str(item["from"]),
        Link(str(item["link"])),
        LinkCertainty(str(item["certainty"])),
        _text(item, "note"),
    )


def _passage(item: Mapping[str, Value], siglum: str) -> Passage:
    game, lemma = item.get("game"), item.get("lemma")
    return Passage(
        siglum=siglum,
        id=str(item["id"]),
        game=None if game is None else str(game),
        locator=_locator(item),
        says=Text.of(item["says"]),
        lemma=None if lemma is None else str(lemma),
        readings=tuple(
            Reading(
                point=str(reading["point"]),
                value=reading["reading"],
                certainty=Certainty(str(reading["certainty"])),
                resp=str(reading["resp"]),
                note=_text(reading, "note"),
            )
            for _, reading in entries(item.get("readings"))
        ),
    )


def _claim(item: Mapping[str, Value], siglum: str) -> Claim:
    return Claim(
        siglum=siglum,
        id=str(item["id"]),
        locator=_locator(item),
        says=Text.of(item["says"]),
        metric=str(item["metric"]),
        expect=cast("Mapping[str, Value]", item["expect"]),
        fails=_text(item, "fails"),
    )


def _locator(item: Mapping[str, Value]) -> Locator:
    given = cast("Mapping[str, str]", item["locator"])
    return Locator(given.get("page"), given.get("section"))


def _text(item: Mapping[str, Value], name: str) -> Text | None:
    return Text.of(item[name]) if name in item else None
