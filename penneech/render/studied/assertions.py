"""Which claims of the sources hold: sentences and tables of a stored trial."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Any

from penneech.render.amounts import amount, capital, reach, unit_of
from penneech.render.markdown import escaped
from penneech.render.studied.forest import Shown, forest
from penneech.render.studied.tables import code, codes, counted, in_words, listed, table
from penneech.study.claims import bounds
from penneech.study.summary import Difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Claim = Mapping[str, Any]

_VERDICTS = {
    "holds": "It holds under {readings}",
    "fails": "It fails under {readings}",
    "cannot be told": "It cannot be told under {readings}",
}


def expectation(claim: Claim) -> str:
    """What would have to be true, in words."""
    expect, title, unit = claim["expect"], claim["title"], claim["unit"]
    parts = [
        f"{words} {amount(expect[key], unit, plain=True)}"
        for key, words in (("at_least", "at least"), ("at_most", "at most"))
        if key in expect
    ]
    if "between" in expect:
        low, high = expect["between"]
        parts.append(f"between {low:g} and {high:g} {unit_of(unit)}")
    return escaped(f"{capital(title)}: {' and '.join(parts)}" if parts else capital(title))


def claim_sentences(claim: Claim) -> Iterator[str]:
    """Under which readings a claim holds, fails, cannot be told."""
    by_verdict: dict[str, list[str]] = {}
    for name, answer in claim["variants"].items():
        by_verdict.setdefault(answer["verdict"], []).append(name)
    every = len(claim["variants"])
    for verdict, words in _VERDICTS.items():
        names = by_verdict.get(verdict, [])
        if len(names) == every:
            yield words.format(readings=f"all {in_words(every)} readings") + "."
        elif names:
            readings = f"{counted(len(names), 'reading')}: {codes(names)}"
            yield words.format(readings=readings) + "."
    if claim.get("curve"):
        yield curve_sentence(claim)


def curve_sentence(claim: Claim) -> str:
    """How far the curve of a claim without a verdict is highest."""
    curve, every = claim["curve"], len(claim["variants"])
    over, what = list(curve[0])
    most = max(point[what] for point in curve)
    if not most:
        return "No reading comes to what is claimed at any point of the curve."
    at = [point[over] for point in curve if point[what] == most]
    come, their = ("comes", "its") if most == 1 else ("come", "their")
    if over == "pace":
        paces = listed([f"{pace:g}" for pace in at])
        return (
            f"{capital(in_words(most))} of {in_words(every)} readings, the most, {come} to what "
            f"is claimed at {paces} seconds a card, by the figure itself, whatever its interval."
        )
    last = curve[-1]
    rest = in_words(last[what]) if last[what] else "none"
    end = f", {rest} to {last[over]:g}" if last[over] != at[-1] else ""
    return (
        f"Of {in_words(every)} readings {in_words(most)} {come} to {at[-1]:g} {claim['unit']} at "
        f"least by the whole of {their} interval{end}: a figure may be higher, and its interval "
        "begin lower."
    )


def claim_table(claim: Claim) -> str:
    """The figure under every reading, and the verdict."""
    unit = claim["unit"]
    is_judged = not claim.get("curve")
    rows = [
        (
            code(name),
            "-" if answer["value"] is None else escaped(
                amount(answer["value"], unit) + reach(answer, unit)
            ),
            *([str(answer["verdict"])] * is_judged),
        )
        for name, answer in claim["variants"].items()
    ]  # fmt: skip
    heads = ("reading", f"{claim['title']} ({unit_of(unit)})")
    return table((*heads, *["verdict"] * is_judged), rows, (2,))


def claim_plot(claim: Claim, grounds: str) -> str:
    """The figure under every reading, and what is claimed of it."""
    rows = {
        name: {
            claim["claim"]: Difference(
                value=answer["value"],
                low=answer["low"],
                high=answer["high"],
                called=False,
                worth_naming=answer["verdict"] == "holds",
            )
        }
        for name, answer in claim["variants"].items()
    }
    known = tuple(end for end in bounds(claim["expect"]) if not isinf(end))
    title = f"{claim['claim']}: {claim['title']}"
    shown = Shown(title, grounds, claim["unit"], None, rows, known, signed=False)
    description = (
        f"{claim['says']['en']} A dot and its interval for each reading, filled where the claim "
        "holds; the upright line is what is claimed."
    )
    return forest(shown, description)


def curve_table(claim: Claim) -> str:
    """The curve of a claim that has one."""
    over, what = list(claim["curve"][0])
    heads = {
        "pace": "seconds a card",
        "within": "readings whose figure is within what is claimed",
        "figure": f"{claim['title']}, at least",
        "reached": "readings whose whole interval comes to it",
    }
    rows = [(f"{point[over]:g}", str(point[what])) for point in claim["curve"]]
    return table((heads[over], heads[what]), rows)
