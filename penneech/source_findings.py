"""Everything that can be wrong with a source file, found before a `Source` is made of it."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from penneech.files.shape import findings, validator_of
from penneech.files.spelling import shown
from penneech.rules import BOUNDS, INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.schema.filefaults import entries, finding, own_name, shape_findings, twice, unknown
from penneech.schema.parts import card_points_schema, card_schema, penneech_schema
from penneech.witnesses import (
    INVARIANT_READINGS,
    LEMMA_WORDS,
    LOST,
    PACED,
    QUOTED,
    UNKNOWN,
    Seen,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from penneech.files.shape import Finding
    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path as ValuePath

_OWN_CARDS = "own_cards"
"""What other games count from: as many cards as were dealt, whatever their number."""

_WRITTEN = {
    "card_points": (r"[AKQJT2-9]\d{1,3}( [AKQJT2-9]\d{1,3})*", "A5 K4 Q3 J2"),
    "penneech": (r"[AKQJT2-9][CDHS] \d{1,3}/\d{1,3}", "7D 14/7"),
}
"""How passages write the parameters that are no single figures, and an example."""


def source_findings(document: Document, stem: str, known: Collection[str]) -> Iterator[Finding]:
    """Find everything that is wrong with a document that should be a source.

    Args:
        document: the document.
        stem: the name of its file, which is the siglum.
        known: the sigla that it may descend from.
    """
    top = document.top
    yield from shape_findings(document, "source")
    yield from own_name(document, "siglum", stem)
    yield from _passage_findings(top)
    yield from _report_findings(top, known)
    yield from _loss_findings(top, known)
    yield from _absence_findings(top)
    yield from _descent_findings(top, known)
    yield from _claim_findings(top)


def _passage_findings(top: Mapping[str, Value]) -> Iterator[Finding]:
    passages = list(entries(top.get("passages"), "passages"))
    yield from twice((((*path, "id"), item.get("id")) for path, item in passages), "the passage")
    for path, item in passages:
        yield from _locator_findings(item, path)
        yield from _lemma_findings(item, path, top.get("siglum"))
        for at, reading in entries(item.get("readings")):
            yield from _reading_findings(reading, (*path, "readings", *at))


def _lemma_findings(
    item: Mapping[str, Value], path: ValuePath, siglum: Value, name: str = "lemma"
) -> Iterator[Finding]:
    """Find words that may not be quoted, and too many of them."""
    lemma = item.get(name)
    if not isinstance(lemma, str):
        return
    if isinstance(siglum, str) and siglum not in QUOTED:
        message = f"only {' and '.join(QUOTED)} are quoted; say it in your own words under says:"
        yield finding((*path, name), message)
    elif (words := len(lemma.split())) > LEMMA_WORDS:
        yield finding((*path, name), f"{words} words; a lemma has at most {LEMMA_WORDS}")


def _report_findings(top: Mapping[str, Value], known: Collection[str]) -> Iterator[Finding]:
    for path, item in entries(top.get("passages"), "passages"):
        reporter, at = item.get("reported_by"), (*path, "reported_by")
        if not isinstance(reporter, str) or reporter == UNKNOWN:
            continue
        if reporter == top.get("siglum"):
            yield finding(at, "a source that says it itself is not reported; leave this out")
        elif reporter not in known:
            yield unknown(at, "no source has the siglum", reporter, [*sorted(known), UNKNOWN])


def _loss_findings(top: Mapping[str, Value], known: Collection[str]) -> Iterator[Finding]:
    losses = list(entries(top.get("losses"), "losses"))
    yield from twice((((*path, "id"), item.get("id")) for path, item in losses), "the loss")
    passages = [str(item.get("id")) for _, item in entries(top.get("passages"))]
    for path, item in losses:
        yield from _locator_findings(item, path)
        for name in ("reads", "supplied"):
            yield from _lemma_findings(item, path, top.get("siglum"), name)
        place, by = item.get("passage"), item.get("by")
        if isinstance(place, str) and place not in passages:
            yield unknown((*path, "passage"), "there is no passage", place, passages)
        if isinstance(by, str) and by not in known:
            yield unknown((*path, "by"), "no source has the siglum", by, sorted(known))
        reads, supplied = item.get("reads"), item.get("supplied")
        if isinstance(reads, str) and isinstance(supplied, str) and not _fills(supplied, reads):
            message = f"must be what it reads with a letter in place of each {LOST}"
            yield finding((*path, "supplied"), message)


def _fills(supplied: str, reads: str) -> bool:
    """Whether words are those of a copy with every lost letter supplied, of which there is one."""
    letters = zip(supplied, reads, strict=False)
    return (
        LOST in reads
        and len(supplied) == len(reads)
        and all(whole == had or (had == LOST and whole.isalpha()) for whole, had in letters)
    )


def _reading_findings(item: Mapping[str, Value], path: ValuePath) -> Iterator[Finding]:
    point, reading, at = item.get("point"), item.get("reading"), (*path, "reading")
    if not isinstance(point, str) or not isinstance(reading, str | int | dict):
        return
    if point in PARAMETERS:
        wanted = _parameter_wanted(point, reading)
        if wanted:
            yield finding(at, f"{shown(reading)} is no {point}; write {wanted}")
        return
    allowed = [known.value for known in RULE_POINTS[point]] if point in RULE_POINTS else []
    allowed += INVARIANT_READINGS if point in INVARIANTS else ()
    if allowed and reading not in allowed:
        yield unknown(at, f"{point} has no reading", reading, allowed)


def _parameter_wanted(name: str, value: Value) -> str:
    """What should be written for the value of a parameter; empty if it is good."""
    if name in _WRITTEN:
        form, example = _WRITTEN[name]
        good = isinstance(value, str) and re.fullmatch(form, value) is not None
        return "" if good or _fits(name, value) else f"it like {example}"
    least, most = BOUNDS[name]
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return ""
    if name == "excess_over" and value == _OWN_CARDS:
        return ""
    return f"a whole number from {least} to {most}"


def _fits(name: str, value: Value) -> bool:
    """Whether a value is a mapping as variants have it for this parameter."""
    table = {"card_points": card_points_schema(), "penneech": penneech_schema(card_schema())}
    return isinstance(value, dict) and not any(findings(value, validator_of(table[name])))


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
        elif isinstance(expect, dict):
            yield from _bounds_findings(expect, (*path, "expect"))
            yield from _judging_findings(item, expect, path)


def _judging_findings(
    item: Mapping[str, Value], expect: Mapping[str, Value], path: ValuePath
) -> Iterator[Finding]:
    """Find a figure that is nobody's, and a curve that cannot be drawn."""
    metric = item.get("metric")
    if "curve" not in expect:
        if "threshold" not in item:
            yield finding(
                (*path, "threshold"), "say whose the figure is: threshold: source, or editor"
            )
        return
    if expect["curve"] != metric:
        yield finding((*path, "expect", "curve"), f"the claim is about {metric}; name that here")
        return
    for key in ("at_least", "at_most"):
        if key in expect:
            yield finding((*path, "expect", key), "a curve is shown, not judged; leave this out")
    if "between" in expect and metric != PACED:
        yield finding(
            (*path, "expect", "between"),
            f"a curve between two figures is drawn over the pace, of {PACED} alone",
        )


def _bounds_findings(expect: Mapping[str, Value], path: ValuePath) -> Iterator[Finding]:
    """Find bounds that no outcome can keep to."""
    low, high = _figure(expect.get("at_least"), -inf), _figure(expect.get("at_most"), inf)
    match expect.get("between"):
        case [int() | float() as first, int() | float() as last] if first > last:
            yield finding((*path, "between"), "the lower figure comes first")
            return
        case [int() | float() as first, int() | float() as last]:
            low, high = max(low, first), min(high, last)
        case _:
            pass
    if low > high:
        yield finding(path, f"nothing can be at least {low} and at most {high}")


def _figure(value: Value, otherwise: float) -> float:
    return value if isinstance(value, int | float) else otherwise
