"""How far what is found between one pair of players holds between others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.comparing import differences
from penneech.render.amounts import amount, capital, difference, named, sentence
from penneech.render.markdown import escaped
from penneech.render.studied.forest import Shown, forest
from penneech.render.studied.readings import others
from penneech.render.studied.tables import code, codes, counted, gap, in_words, listed, table
from penneech.study.agreement import conclusions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from penneech.study.agreement import Conclusion
    from penneech.study.summary import Difference, Summary
    from penneech.variant import Variant

    Compared = Mapping[str, Summary]

_MOST, _TWICE = 3, 2


class Lost(NamedTuple):
    """A conclusion that not every player draws, and what each of them finds."""

    variant: str
    outcome: str
    gaps: tuple[Difference, ...]
    is_reversed: bool


def drawn(compared: Compared) -> list[Conclusion]:
    """The conclusions in the primary outcomes, of readings whose rules differ from the base's."""
    summaries = list(compared.values())
    known = others(summaries[0])
    return [one for one in conclusions(summaries) if one.primary and one.variant in known]


def lost(compared: Compared) -> list[Lost]:
    """The conclusions that not every player draws, each once."""
    found: dict[tuple[str, str], Lost] = {}
    for one in drawn(compared):
        if not one.is_kept:
            gaps = _gaps(compared, one.variant, one.outcome)
            key = (one.variant, one.outcome)
            found[key] = Lost(one.variant, one.outcome, gaps, one.against > 0)
    return list(found.values())


def agreement_sentences(compared: Compared) -> Iterator[str]:
    """How many conclusions all players draw, and which turn round."""
    found, names = drawn(compared), list(compared)
    kept = [one for one in found if one.is_kept]
    yield (
        f"Some player or other tells {counted(len(_pairs(found)), 'difference')} in the primary "
        f"outcomes; {in_words(len(kept))} of them are told by all {in_words(len(names))}, with the "
        "same sign."
    )
    turned = [one for one in lost(compared) if one.is_reversed]
    if turned:
        told = [f"{code(one.variant)} in {_title(compared, one.outcome)}" for one in turned]
        yield f"Two players say the opposite of each other of {listed(told)}."
    else:
        yield "No two players say the opposite of each other."
    strong, *rest = names
    for name in rest:
        yield _beside(compared, strong, name)


def size_sentence(compared: Compared) -> str:
    """Of how many differences that all players tell the size depends on who plays."""
    kept = [one for one in drawn(compared) if one.is_kept]
    apart = [one for one in kept if _are_apart(_gaps(compared, one.variant, one.outcome))]
    if not apart:
        return "Where all tell a difference its size is much the same: the intervals overlap."
    widest = sorted(apart, key=lambda one: -_ratio(compared, one))[:_MOST]
    told = [
        f"{code(one.variant)}, {_title(compared, one.outcome)} ({_from_to(compared, one)})"
        for one in widest
    ]
    return (
        f"That a sign holds does not make the size hold: of the {in_words(len(kept))} differences "
        f"that all tell, the intervals of two players lie wholly apart in {in_words(len(apart))}. "
        f"Most of all they part in {listed(told)}."
    )


class Contested(NamedTuple):
    """A rule point of which two players make something else, and where that shows."""

    point: str
    variant: str
    outcome: str
    gaps: tuple[Difference, ...]


def contested(
    compared: Compared, player: str, variants: Mapping[str, Variant]
) -> Iterator[Contested]:
    """Where a player makes much more or less of a single rule point than the strongest does.

    Args:
        compared: the studies, the strongest player's first.
        player: the other player.
        variants: the readings, by id; those count that differ from the base in one point.
    """
    strong, base = next(iter(compared)), variants[_first(compared)["differences"]["base"]]
    for variant in others(_first(compared)):
        points = differences(base, variants[variant])
        for outcome in _first(compared)["intervals"]["simultaneous"]:
            gaps = _gaps(compared, variant, outcome, (strong, player))
            if len(points) == 1 and _are_unlike(gaps) and any(one["worth_naming"] for one in gaps):
                yield Contested(points[0].id, variant, outcome, gaps)


def caution(compared: Compared, player: str, variants: Mapping[str, Variant]) -> str:
    """How far a player's figures can stand for the strongest one's, in words."""
    strong = next(iter(compared))
    if player == strong:
        return ""
    told = []
    for found in contested(compared, player, variants):
        unit = _unit(compared, found.outcome)
        one, other = (escaped(difference(gap, unit)) for gap in found.gaps)
        told.append(
            f"{code(found.point)} in {_title(compared, found.outcome)} ({code(found.variant)}: "
            f"{one} against {other})"
        )
    if not told:
        return f"What single points do is much the same between {code(strong)} and {code(player)}."
    return (
        f"**Who plays matters here.** Some points do at least twice as much, or as little, between "
        f"{code(strong)} as between {code(player)}: {'; '.join(told)}. There the shares are those "
        f"of {code(player)} alone."
    )


def lost_table(compared: Compared) -> str:
    """What each player finds where not all of them tell a difference."""
    rows = [
        (
            f"{code(one.variant)}, {_title(compared, one.outcome)}",
            *(
                gap(found, _unit(compared, one.outcome)) + (" ·" if not found["called"] else "")
                for found in one.gaps
            ),
        )
        for one in lost(compared)
    ]
    return table(("difference from the base", *map(code, compared)), rows)


def players_table(compared: Compared, outcome: str) -> str:
    """The differences of every reading in an outcome, for each player."""
    rows = [
        (
            code(variant),
            *(gap(one, _unit(compared, outcome)) for one in _gaps(compared, variant, outcome)),
        )
        for variant in others(_first(compared))
    ]
    return table(("reading", *map(code, compared)), rows)


def players_plot(compared: Compared, outcome: str) -> str:
    """The same, drawn."""
    first = _first(compared)
    said, base = first["outcomes"][outcome], first["differences"]["base"]
    rows = {
        variant: dict(zip(compared, _gaps(compared, variant, outcome), strict=True))
        for variant in others(first)
    }
    games = sorted({one["games"] for one in compared.values()})
    number = " or ".join(f"{one:,}" for one in games)
    grounds = (
        f"{number} games of each reading by each player at both seats, the same packs, "
        f"seed {first['seed']}"
    )
    title = f"{capital(named(outcome, said))}: each reading less {base}, by who plays"
    description = f"{sentence(said['definition'])} A dot and its interval for each player."
    return forest(Shown(title, grounds, said["unit"], said["smallest"], rows), description)


def _ratio(compared: Compared, one: Conclusion) -> float:
    """How many times as large the largest of the differences is as the smallest."""
    sizes = [abs(gap["value"] or 0.0) for gap in _gaps(compared, one.variant, one.outcome)]
    return max(sizes) / min(sizes)


def _from_to(compared: Compared, one: Conclusion) -> str:
    unit = _unit(compared, one.outcome)
    values = [gap["value"] or 0.0 for gap in _gaps(compared, one.variant, one.outcome)]
    ends = sorted(zip(values, compared, strict=True), key=lambda end: abs(end[0]))
    least, most = (
        f"{escaped(amount(value, unit, signed=True))} between {code(player)}"
        for value, player in (ends[0], ends[-1])
    )
    return f"{least}, {most}"


def _beside(compared: Compared, strong: str, name: str) -> str:
    two = drawn({strong: compared[strong], name: compared[name]})
    told = [one for one in _pairs(two) if _gaps(compared, *one, [strong])[0]["called"]]
    kept = [one for one in two if one.is_kept]
    unsaid = codes(dict.fromkeys(one.variant for one in two if not one.is_kept))
    start = (
        f"Of the {in_words(len(told))} that {code(strong)} tells {code(name)} tells "
        f"{in_words(len(kept))} as well"
    )
    return (
        f"{start}; where only one of the two tells one, it is in {unsaid}."
        if unsaid
        else start + "."
    )


def _pairs(found: Sequence[Conclusion]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one.variant, one.outcome) for one in found))


def _gaps(
    compared: Compared, variant: str, outcome: str, players: Sequence[str] | None = None
) -> tuple[Difference, ...]:
    chosen = compared if players is None else players
    return tuple(compared[one]["differences"]["variants"][variant][outcome] for one in chosen)


def _are_unlike(gaps: Sequence[Difference]) -> bool:
    """Whether two differences are wholly apart, and one at least twice the other."""
    least, most = sorted((gap["value"] or 0.0 for gap in gaps), key=abs)
    return _are_apart(gaps) and not least / most > 1 / _TWICE


def _are_apart(gaps: Sequence[Difference]) -> bool:
    """Whether the intervals of two of them have nothing in common."""
    lows = [one["low"] for one in gaps if one["low"] is not None]
    highs = [one["high"] for one in gaps if one["high"] is not None]
    return bool(lows) and max(lows) > min(highs)


def _first(compared: Compared) -> Summary:
    return next(iter(compared.values()))


def _title(compared: Compared, outcome: str) -> str:
    return _first(compared)["outcomes"][outcome]["title"]


def _unit(compared: Compared, outcome: str) -> str:
    return _first(compared)["outcomes"][outcome]["unit"]
