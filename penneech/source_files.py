"""Reads one source file, checks it, and makes a `Source` of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from penneech.errors import FileFaultsError
from penneech.evidence import Certainty, Text
from penneech.files.yamlfile import read_yaml
from penneech.schema.filefaults import entries, told
from penneech.source_findings import source_findings
from penneech.witnesses import (
    Claim,
    Descent,
    Kind,
    Licence,
    Link,
    LinkCertainty,
    Locator,
    Loss,
    Passage,
    Reading,
    Seen,
    Silence,
    Source,
    Threshold,
    Unseen,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from penneech.files.yamlscalar import Value


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
        losses=tuple(_loss(item, siglum) for _, item in entries(top.get("losses"))),
    )


def _descent(item: Mapping[str, Value]) -> Descent:
    return Descent(
        str(item["from"]),
        Link(str(item["link"])),
        LinkCertainty(str(item["certainty"])),
        _text(item, "note"),
    )


def _passage(item: Mapping[str, Value], siglum: str) -> Passage:
    game, lemma, reporter = item.get("game"), item.get("lemma"), item.get("reported_by")
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
        reported_by=None if reporter is None else str(reporter),
    )


def _loss(item: Mapping[str, Value], siglum: str) -> Loss:
    return Loss(
        siglum=siglum,
        id=str(item["id"]),
        locator=_locator(item),
        passage=str(item["passage"]),
        reads=str(item["reads"]),
        supplied=str(item["supplied"]),
        by=str(item["by"]),
        note=_text(item, "note"),
    )


def _claim(item: Mapping[str, Value], siglum: str) -> Claim:
    return Claim(
        siglum=siglum,
        id=str(item["id"]),
        locator=_locator(item),
        says=Text.of(item["says"]),
        metric=str(item["metric"]),
        expect=cast("Mapping[str, Value]", item["expect"]),
        threshold=Threshold(str(item["threshold"])) if "threshold" in item else None,
        fails=_text(item, "fails"),
    )


def _locator(item: Mapping[str, Value]) -> Locator:
    given = cast("Mapping[str, str]", item["locator"])
    return Locator(given.get("page"), given.get("section"))


def _text(item: Mapping[str, Value], name: str) -> Text | None:
    return Text.of(item[name]) if name in item else None
