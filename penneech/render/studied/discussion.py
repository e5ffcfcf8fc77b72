"""What follows from the figures, in sentences that are true of them.

Each function looks at stored figures and gives a sentence, or none where the figures do not bear
it. What is true whatever the figures are stands in the template of the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penneech.render.amounts import amount, capital, unit_of
from penneech.render.attributed import is_told
from penneech.render.crucial import share_text
from penneech.render.studied.players import contested, drawn, lost
from penneech.render.studied.points import matters
from penneech.render.studied.readings import others
from penneech.render.studied.tables import code, codes, counted, in_words, listed, signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.render.studied.points import Explained
    from penneech.render.studied.stored import Studies
    from penneech.study.summary import Summary
    from penneech.variant import Variant

HALF = 0.5
_MOST = 0.5
"""A rule point that has more than half of the variance settles an outcome by itself."""
_SMALL = 0.05


def findings(studies: Studies, shown: Explained, variants: Mapping[str, Variant]) -> list[str]:
    """All that the figures say, in the order of the page."""
    found = [
        *loud(studies.strongest),
        quiet(studies.strongest),
        *weighty(studies.weighed),
        light(studies.weighed),
        *strongest(studies.weighed_few),
        *carried(shown),
        turned_up(studies.strongest),
        first_dealer(studies.strongest),
        claimed(studies.claims),
        held(studies.compared),
        *depends(studies, variants),
    ]
    return [sentence for sentence in found if sentence]


def loud(summary: Summary) -> Iterator[str]:
    """Which readings make another game of it: those that differ in most of the primary outcomes."""
    primary, base = summary["intervals"]["simultaneous"], code(summary["differences"]["base"])
    gaps = summary["differences"]["variants"]
    counts = {
        name: sum(gaps[name][outcome]["worth_naming"] for outcome in primary)
        for name in others(summary)
    }
    most = max(counts.values(), default=0)
    if most > 1:
        names = [name for name, count in counts.items() if count == most]
        plays = "plays" if len(names) == 1 else "play"
        yield (
            f"{codes(names)} {plays} least like {base}: in {_of(most, len(primary))} "
            f"primary outcomes the difference from {base} is large enough to be worth naming."
        )


def quiet(summary: Summary) -> str:
    """Which readings could have been changed without anybody's noticing."""
    gaps, base = summary["differences"]["variants"], code(summary["differences"]["base"])
    names = [
        name
        for name in others(summary)
        if not any(gaps[name][one]["worth_naming"] for one in summary["intervals"]["simultaneous"])
    ]
    if not names:
        return ""
    return (
        f"{capital(codes(names))} {'plays' if len(names) == 1 else 'play'} much like {base}: no "
        "primary outcome differs by what is worth naming. Here an editor can choose on the text "
        "alone, and little depends on the choice."
    )


def weighty(weighed: Mapping[str, Any]) -> Iterator[str]:
    """Which rule points settle an outcome nearly by themselves."""
    by_point: dict[str, list[str]] = {}
    for outcome in weighed["outcomes"].values():
        for name in matters(outcome)[:1]:
            alone = outcome["factors"][name]["alone"]
            if (alone["low"] or 0.0) > _MOST:
                text = f"{outcome['title']} ({signs(share_text(alone))} hundredths)"
                by_point.setdefault(name, []).append(text)
    for name, told in by_point.items():
        yield (
            f"Over all attested readings, played by {code(weighed['players'][0])}, it is "
            f"{codes(name.split('+'))} that decides {listed(told)}: alone it has more than half of "
            "the variance. An edition that leaves this open leaves as much open there."
        )


def strongest(weighed: Mapping[str, Any]) -> Iterator[str]:
    """Which of the few points that the strongest player was asked about matters most to what."""
    by_point: dict[str, list[str]] = {}
    for outcome in weighed["outcomes"].values():
        for name in matters(outcome)[:1]:
            share = signs(share_text(outcome["factors"][name]["total"]))
            by_point.setdefault(name, []).append(f"{outcome['title']} ({share} hundredths)")
    if by_point:
        told = [f"{codes(name.split('+'))} for {listed(told)}" for name, told in by_point.items()]
        yield (
            f"Of {codes(weighed['space']['factors'])}, asked of {code(weighed['players'][0])} "
            f"alone, most hangs on {'; on '.join(told)}."
        )


def light(weighed: Mapping[str, Any]) -> str:
    """Which rule points do next to nothing to any outcome, whatever else is chosen."""
    space = weighed["space"]["factors"]
    names = [
        name
        for name in space
        if name not in weighed["space"]["idle"]
        and all(
            (one["factors"][name]["total"]["high"] or 1.0) < _SMALL
            for one in weighed["outcomes"].values()
            if name in one["factors"] and matters(one)
        )
    ]
    points = [point for name in names for point in name.split("+")]
    idle = [point for name in weighed["space"]["idle"] for point in name.split("+")]
    if not points and not idle:
        return ""
    told = []
    if points:
        told.append(
            f"between the same players {codes(points)} {'has' if len(points) == 1 else 'have'} "
            "less than five hundredths of the variance of every outcome measured, company included"
        )
    if idle:
        told.append(f"{codes(idle)} cannot make a difference in the games measured at all")
    return f"On the other side, {'; '.join(told)}."


def carried(shown: Explained) -> Iterator[str]:
    """What makes Cotton's game another than Parlett's, and what does not."""
    names, factors = shown.names, shown.wanted.between.factors
    leading: dict[int, list[str]] = {}
    idle = set(range(len(factors)))
    for outcome in shown.wanted.outcomes:
        shares = shown.found[outcome.name].factors
        told = [i for i in range(len(factors)) if is_told(outcome, shares[i])]
        idle -= set(told)
        if told:
            first = max(told, key=lambda i: abs(shares[i].value or 0.0))
            leading.setdefault(first, []).append(outcome.title)
    if leading:
        parts = [f"{codes(factors[i])} in {listed(titles)}" for i, titles in leading.items()]
        yield (
            f"Between {code(names[0])} and {code(names[1])} most is carried by "
            f"{'; by '.join(parts)}."
        )
    if idle:
        points = codes(name for i in sorted(idle) for name in factors[i])
        yield (
            f"That the two also differ in {points} carries nothing worth naming in any of these "
            "outcomes."
        )


def turned_up(summary: Summary) -> str:
    """How much of the points no decision earned, from the reading with least to that with most."""
    outcome = "turn_up_share"
    found = {name: one["outcomes"][outcome]["value"] for name, one in summary["variants"].items()}
    known = {name: value for name, value in found.items() if value is not None}
    base, unit = summary["differences"]["base"], summary["outcomes"][outcome]["unit"]
    if base not in known:
        return ""
    least, most = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    return (
        f"Of all points cards turned up give {amount(known[base], unit)} {unit_of(unit)} in "
        f"{code(base)}, from {amount(known[least], unit)} in {code(least)} to "
        f"{amount(known[most], unit)} in {code(most)}: so much no decision earns."
    )


def first_dealer(summary: Summary) -> str:
    """Whether who deals first tells who wins."""
    found = {
        name: one["outcomes"]["first_dealer_wins"] for name, one in summary["variants"].items()
    }
    told = [
        name
        for name, one in found.items()
        if one["low"] is not None and one["high"] is not None
        and not one["low"] <= HALF <= one["high"]
    ]  # fmt: skip
    if told:
        return (
            f"In {counted(len(told), 'reading')} the first dealer can be told to win more or less "
            f"than half of the games: {codes(told)}."
        )
    return (
        "In no reading can the first dealer be told to win more or less than half of the games, so "
        "that how the first dealer is found, on which the accounts part, decides little."
    )


def claimed(claims: Mapping[str, Any]) -> str:
    """How many claims hold everywhere, somewhere, nowhere."""
    judged = [one for one in claims["claims"] if not one.get("curve")]
    verdicts = [{answer["verdict"] for answer in one["variants"].values()} for one in judged]
    everywhere = sum(one == {"holds"} for one in verdicts)
    fails = sum("fails" in one for one in verdicts)
    if not judged:
        return ""
    said = (
        f"Of {counted(len(judged), 'claim')} of the sources that play can judge, "
        f"{in_words(everywhere)} {'holds' if everywhere == 1 else 'hold'} under every reading"
    )
    if fails:
        return f"{said}, and {in_words(fails)} {'fails' if fails == 1 else 'fail'} under some."
    return (
        f"{said}, and none fails under any: as far as {claims['games']:,} games of each tell, they "
        "do not set one reading against another."
    )


def held(compared: Mapping[str, Summary]) -> str:
    """How much of it hangs on who plays."""
    found = drawn(compared)
    kept = [one for one in found if one.is_kept]
    turned = [one for one in lost(compared) if one.is_reversed]
    if not found:
        return ""
    said = (
        f"{capital(in_words(len(kept)))} of {in_words(len(kept) + len(lost(compared)))} "
        "differences in the primary outcomes are told, with the same sign, by all "
        f"{in_words(len(compared))} players"
    )
    if turned:
        return (
            f"{said}; on {counted(len(turned), 'other')} two players contradict each other, and "
            "what is said there holds of the player named alone."
        )
    return f"{said}, and no two say the opposite."


def depends(studies: Studies, variants: Mapping[str, Variant]) -> Iterator[str]:
    """Of which single points the strongest player makes something else than the quick one does."""
    strong, quick = next(iter(studies.compared)), studies.weighed["players"][0]
    if quick == strong:
        return
    titles = studies.strongest["outcomes"]
    by_point: dict[str, list[str]] = {}
    for one in contested(studies.compared, quick, variants):
        by_point.setdefault(one.point, []).append(titles[one.outcome]["title"])
    if by_point:
        told = [f"{code(point)} ({listed(names)})" for point, names in by_point.items()]
        yield (
            f"How much a point does depends on who plays: at least twice as much, or as little, is "
            f"done between {code(strong)} as between {code(quick)} by {listed(told)}. What the "
            "whole space of readings shows, which only the latter could play, is to be read with "
            "that in mind."
        )


def _of(number: int, every: int) -> str:
    """So many of all.

    >>> _of(3, 4), _of(4, 4)
    ('three of the four', 'all four')
    """
    every_one = in_words(every)
    return f"all {every_one}" if number == every else f"{in_words(number)} of the {every_one}"
