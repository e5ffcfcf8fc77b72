"""Claims as plain data: what play says of what the sources assert."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.chance import GENERATOR
from penneech.study.claims import bounds, pace_for
from penneech.study.design import GENERATED_BY
from penneech.study.intervals import LEVEL
from penneech.witnesses import PACED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.evidence import Text
    from penneech.study.claims import Answer, Trial
    from penneech.study.design import Design

    Data: TypeAlias = dict[str, object]

FORMAT, VERSION = "penneech-claims", 1

NO_HISTORY = (
    "What play shows is no evidence of history by itself: that a claim holds under a reading does "
    "not make it the reading that was played."
)


def claims_data(design: Design, trials: Sequence[Trial]) -> Data:
    """Claims, figures, verdicts and curves as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": GENERATED_BY,
        "chance": GENERATOR,
        "digest": design.digest(),
        "seed": str(design.seed),
        "players": list(design.players),
        "games": design.games,
        "rows_a_game": design.swaps,
        "level": LEVEL,
        "note": NO_HISTORY,
        "variants": {entry.id: entry.rules.digest() for entry in design.entries},
        "claims": [_data(one) for one in trials],
    }


def _data(trial: Trial) -> Data:
    claim, measure = trial.claim, trial.measure
    found: Data = {
        "claim": claim.name,
        "locator": str(claim.locator),
        "says": _texts(claim.says),
        "metric": claim.metric,
        "title": measure.title,
        "unit": measure.unit,
        "definition": measure.definition,
        "expect": dict(claim.expect),
        "threshold": claim.threshold,
        "fails": None if claim.fails is None else _texts(claim.fails),
        "variants": {answer.variant: _answer(answer, trial) for answer in trial.answers},
    }
    if "curve" in claim.expect:
        over, what = ("pace", "within") if is_paced(trial) else ("figure", "reached")
        found["curve"] = [{over: point.at, what: point.reach} for point in trial.curve]
    return found


def _answer(answer: Answer, trial: Trial) -> Data:
    value, low, high = answer.found
    found: Data = {"value": value, "low": low, "high": high, "verdict": answer.verdict}
    if answer.why is not None:
        found["why"] = answer.why
    if is_paced(trial):
        ends = bounds(trial.claim.expect)
        found["pace"] = [pace_for(end, answer.found)._asdict() for end in ends]
    return found


def _texts(text: Text) -> Data:
    return {language: text.get(language) for language in ("en", "it")}


def is_paced(trial: Trial) -> bool:
    """Whether a claim is of minutes, which hang on the pace of the players."""
    return trial.claim.metric == PACED and {"curve", "between"} <= set(trial.claim.expect)
