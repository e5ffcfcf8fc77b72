"""Claims on the screen: what play says of what the sources assert."""

from __future__ import annotations

from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Group
from rich.padding import Padding
from rich.text import Text as Line

from penneech.render.claims_data import NO_HISTORY, is_paced
from penneech.render.fitting import FittingTable
from penneech.render.grounds import played
from penneech.render.outcome_tables import HUNDRED, UNTOLD
from penneech.render.rounding import plus_minus
from penneech.study.claims import PACE, Verdict, bounds, pace_for
from penneech.study.intervals import LEVEL
from penneech.witnesses import Threshold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from penneech.study.claims import Answer, Trial
    from penneech.study.design import Design
    from penneech.study.intervals import Estimate

    Data: TypeAlias = dict[str, object]

_MARKS = {Verdict.HOLDS: "", Verdict.FAILS: "!", Verdict.UNTOLD: "?", Verdict.NONE: ""}
_WHOSE = {Threshold.SOURCE: "the source's own figure", Threshold.EDITOR: "the editor's figure"}
_HEADS = {
    "honour_turned_gain": "honour\n",
    "uneven_deals": "uneven %\n",
    "points_a_deal": "points\n",
    "deals_a_game": "deals\n",
    "minutes_a_game": "minutes\n",
}


def claims_page(design: Design, trials: Sequence[Trial]) -> RenderableType:
    """The page that fits a screen: each claim, one table of verdicts, the curves.

    Claims of one outcome that expect the same share a column.
    """
    judged = [one for one in trials if "curve" not in one.claim.expect]
    columns = _columns(judged)
    parts: list[RenderableType] = [_played(design)]
    for letter, alike in columns:
        parts += [Line(), _question(letter, alike)]
    if columns:
        parts += [Line(), _verdicts([alike[0] for _, alike in columns]), *map(Line, _key(columns))]
    for one in trials:
        if "curve" in one.claim.expect:
            parts += [Line(), _statement(one), _curve(one)]
    parts += [Line(), Line(NO_HISTORY)]
    return Group(*parts)


def claims_full_page(design: Design, trials: Sequence[Trial]) -> RenderableType:
    """The whole page: each claim by itself, with what would fail it and every interval."""
    parts: list[RenderableType] = [_played(design)]
    for one in trials:
        parts += [Line(), _statement(one), _meaning(one), _every_answer(one)]
        parts += [Line(f"{why}.") for why in _whys([one])]
        if one.curve:
            parts += [Line(), _curve(one)]
    parts += [Line(), Line(NO_HISTORY)]
    return Group(*parts)


def _columns(judged: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    """Claims that ask the same of the same outcome, each lot with a letter of its own."""

    def key(trial: Trial) -> tuple[str, str]:
        return trial.claim.metric, str(trial.claim.expect)

    order = list(dict.fromkeys(map(key, judged)))
    lots = groupby(sorted(judged, key=lambda one: order.index(key(one))), key=key)
    return [(chr(ord("a") + nth), list(lot)) for nth, (_, lot) in enumerate(lots)]


def _question(letter: str, alike: Sequence[Trial]) -> RenderableType:
    """The claims that one column answers, and what is asked of which outcome."""
    first = alike[0]
    asked = Line.assemble(
        (f"{letter}  {first.measure.title}: {_expected(first)}", "bold"), f" ({_whose(first)})"
    )
    return Group(asked, *(Padding(_cited(one), (0, 0, 0, 3)) for one in alike))


def _cited(trial: Trial) -> Line:
    claim = trial.claim
    return Line(f"{claim.name}, {claim.locator}: {claim.says.get('en')}")


def _statement(trial: Trial) -> RenderableType:
    claim = trial.claim
    asked = f"{trial.measure.title}: {_expected(trial)}"
    if claim.threshold is not None:
        asked += f" ({_whose(trial)})"
    return Group(
        Line(f"{claim.name}, {claim.locator}", style="bold"),
        _indented(claim.says.get("en")),
        _indented(asked),
    )


def _meaning(trial: Trial) -> RenderableType:
    lines = [_indented(trial.measure.definition)]
    if trial.claim.fails is not None:
        lines.append(_indented(trial.claim.fails.get("en")))
    return Group(*lines)


def _indented(text: str) -> Padding:
    return Padding(Line(text), (0, 0, 0, 3))


def _expected(trial: Trial) -> str:
    low, high = (_plain(end, trial) for end in bounds(trial.claim.expect))
    both = f"{low.split()[0]} to {high}" if low and high else ""
    if "curve" in trial.claim.expect:
        return f"{both}, as a curve over the pace" if is_paced(trial) else "as a curve"
    if both:
        return both
    return f"at least {low}" if low else f"at most {high}"


def _plain(figure: float, trial: Trial) -> str:
    if abs(figure) == inf:
        return ""
    share = trial.measure.unit == "share"
    return f"{HUNDRED * figure:g} %" if share else f"{figure:g} {trial.measure.unit}"


def _whose(trial: Trial) -> str:
    threshold = trial.claim.threshold
    return "nobody's figure" if threshold is None else _WHOSE[threshold]


def _verdicts(firsts: Sequence[Trial]) -> FittingTable:
    heads = []
    for nth, trial in enumerate(firsts):
        name = _HEADS.get(trial.claim.metric, trial.measure.title.split()[0] + "\n")
        heads.append(f"{chr(ord('a') + nth)} {name}{_short(trial.claim.expect, trial)}")
    rows = tuple(
        ((answers[0].variant,), tuple(map(_marked, answers, firsts)))
        for answers in zip(*(trial.answers for trial in firsts), strict=True)
    )
    return FittingTable(("variant",), tuple(heads), rows)


def _short(expect: Mapping[str, object], trial: Trial) -> str:
    low, high = bounds(expect)
    scale = HUNDRED if trial.measure.unit == "share" else 1
    if low > -inf and high < inf:
        return f"{scale * low:g}-{scale * high:g}"
    return f"from {scale * low:g}" if low > -inf else f"to {scale * high:g}"


def _marked(answer: Answer, trial: Trial) -> str:
    return _MARKS[answer.verdict] + _figure(answer.found, trial)


def _key(columns: Sequence[tuple[str, Sequence[Trial]]]) -> Iterator[str]:
    verdicts = {answer.verdict for _, alike in columns for answer in alike[0].answers}
    said = [f"± half a {round(HUNDRED * LEVEL)} % interval, each by itself"]
    if verdicts == {Verdict.HOLDS}:
        said.append("every claim holds under every variant")
    else:
        said.append("a claim holds where there is no sign")
    if Verdict.FAILS in verdicts:
        said.append("! it fails, the whole interval is beyond the figure")
    if Verdict.UNTOLD in verdicts:
        said.append("? these games cannot tell")
    yield "; ".join(said) + "."
    yield from (f"{why}." for why in _whys([alike[0] for _, alike in columns]))
    yield "With --full: each claim by itself, what would fail it, and every interval."


def _whys(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Why there are no figures, each reason once."""
    return tuple(
        dict.fromkeys(
            f"{trial.measure.title}: {answer.why}"
            for trial in trials
            for answer in trial.answers
            if answer.why is not None
        )
    )


def _every_answer(trial: Trial) -> FittingTable:
    paced = is_paced(trial)
    heads = [trial.measure.title.replace(" ", "\n", 1), "95 %\nfrom", "\nto"]
    ends = [f"{end:g} minutes:\ns a card" for end in bounds(trial.claim.expect)] if paced else []
    rows = []
    for answer in trial.answers:
        value, low, high = (_number(one, trial) for one in answer.found)
        cells = [value, low, high]
        cells += [_pace(pace_for(end, answer.found)) for end in bounds(trial.claim.expect)] * paced
        rows.append(((answer.variant,), (*cells, str(answer.verdict))))
    return FittingTable(("variant",), (*heads, *ends, "\nverdict"), tuple(rows))


def _number(value: float | None, trial: Trial) -> str:
    if value is None:
        return UNTOLD
    share = trial.measure.unit == "share"
    return f"{round((HUNDRED if share else 1) * value, 2) + 0.0:.{1 if share else 2}f}"


def _pace(found: Estimate) -> str:
    return UNTOLD if found.value is None else f"{found.value:.1f}"


def _curve(trial: Trial) -> RenderableType:
    """How many variants have what is asked for: over the pace, or over the figure itself."""
    many = len(trial.answers)
    if not trial.curve:
        return _indented("No figure has an interval, so there is no curve.")
    if is_paced(trial):
        low, high = (f"{end:g}" for end in bounds(trial.claim.expect))
        heads = ("seconds\na card", f"variants of\n{low} to {high} min.", "share\n%")
        text = f"The stated pace is {PACE}."
    else:
        heads = ("at least\n" + trial.measure.unit, f"variants\nof {many}", "share\n%")
        text = "A variant reaches a figure with its whole interval."
    rows = tuple(
        ((f"{point.at:g}",), (str(point.reach), f"{HUNDRED * point.reach / many:.0f}"))
        for point in trial.curve
    )
    table = FittingTable(heads[:1], heads[1:], rows)
    return Padding(Group(table, Line(text)), (0, 0, 0, 3))


def _played(design: Design) -> Line:
    return Line(played(design.players, design.games, design.seed), style="bold")


def _figure(found: Estimate, trial: Trial) -> str:
    """A figure with its half-width, rounded up."""
    if found.value is None:
        return UNTOLD
    scale, places = (HUNDRED, 1) if trial.measure.unit == "share" else (1, 2)
    text = f"{round(scale * found.value, places) + 0.0:.{places}f}"
    half = found.half_width
    if half is None:
        return text
    return text + plus_minus(scale * half, places)
