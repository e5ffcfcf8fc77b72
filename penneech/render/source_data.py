"""Sources as plain data, for programs that read JSON; the keys are those of the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from penneech.apparatus import Claim, Locator, Passage, Source
    from penneech.evidence import Text

Data: TypeAlias = "dict[str, object]"


def heading_data(source: Source) -> Data:
    """What a list says of a source."""
    return {
        "siglum": source.siglum,
        "kind": source.kind.value,
        "seen": source.seen.value,
        "title": _text(source.title),
        "passages": len(source.passages),
        "lemmas": sum(passage.lemma is not None for passage in source.passages),
        "claims": len(source.claims),
    }


def source_data(source: Source) -> Data:
    """All of a source."""
    return {
        **heading_data(source),
        "csl": source.csl,
        "copy": _text(source.copy),
        "licence": {"id": source.licence.id, "note": _text(source.licence.note)},
        "descends": [
            {
                "from": one.siglum,
                "link": one.link.value,
                "certainty": one.certainty.value,
                "note": _text(one.note),
            }
            for one in source.descends
        ],
        "passages": [_passage(one) for one in source.passages],
        "losses": [
            {
                "id": one.id,
                "locator": _locator(one.locator),
                "passage": one.passage,
                "reads": one.reads,
                "supplied": one.supplied,
                "by": one.by,
                "note": _text(one.note),
            }
            for one in source.losses
        ],
        "silent": [{"point": one.point, "note": _text(one.note)} for one in source.silent],
        "unseen": [{"point": one.point, "note": _text(one.note)} for one in source.unseen],
        "claims": [_claim(one) for one in source.claims],
    }


def _text(text: Text | None) -> Data | None:
    if text is None:
        return None
    return {"en": text.en} if text.it is None else {"en": text.en, "it": text.it}


def _locator(locator: Locator) -> Data:
    given = {"page": locator.page, "section": locator.section}
    return {key: value for key, value in given.items() if value is not None}


def _passage(passage: Passage) -> Data:
    return {
        "id": passage.id,
        "game": passage.game,
        "locator": _locator(passage.locator),
        "says": _text(passage.says),
        "lemma": passage.lemma,
        "reported_by": passage.reported_by,
        "readings": [
            {
                "point": one.point,
                "reading": one.value,
                "certainty": one.certainty.value,
                "resp": one.resp,
                "note": _text(one.note),
            }
            for one in passage.readings
        ],
    }


def _claim(claim: Claim) -> Data:
    return {
        "id": claim.id,
        "locator": _locator(claim.locator),
        "says": _text(claim.says),
        "metric": claim.metric,
        "expect": dict(claim.expect),
        "threshold": claim.threshold,
        "fails": _text(claim.fails),
    }
