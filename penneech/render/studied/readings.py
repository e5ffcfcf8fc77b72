"""What each reading does to the game: sentences, tables and plots of one study."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.comparing import differences
from penneech.render.amounts import capital, difference, named, sentence, unit_of
from penneech.render.grounds import played
from penneech.render.markdown import escaped
from penneech.render.studied.forest import Shown, forest
from penneech.render.studied.tables import code, codes, counted, figure, gap, in_words, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.study.summary import Summary
    from penneech.variant import Variant


class Sorted(NamedTuple):
    """The readings by what can be said of their difference from the base in one outcome.

    Args:
        named: the difference is worth naming.
        small: there is one, too small to be worth naming.
        untold: no difference can be told.
    """

    named: tuple[str, ...]
    small: tuple[str, ...]
    untold: tuple[str, ...]


def others(summary: Summary) -> tuple[str, ...]:
    """The variants that are compared with the base and have other rules than it."""
    variants, base = summary["variants"], summary["differences"]["base"]
    return tuple(
        name
        for name in summary["differences"]["variants"]
        if variants[name]["digest"] != variants[base]["digest"]
    )


def same_rules(summary: Summary) -> tuple[str, ...]:
    """The variants whose rules are those of the base, on whatever evidence."""
    known = others(summary)
    return tuple(name for name in summary["differences"]["variants"] if name not in known)


def sort(summary: Summary, outcome: str) -> Sorted:
    """Sort the readings by their difference in an outcome, the largest first."""
    gaps = {name: summary["differences"]["variants"][name][outcome] for name in others(summary)}
    order = sorted(gaps, key=lambda name: -abs(gaps[name]["value"] or 0.0))
    return Sorted(
        tuple(name for name in order if gaps[name]["worth_naming"]),
        tuple(name for name in order if gaps[name]["called"] and not gaps[name]["worth_naming"]),
        tuple(name for name in order if not gaps[name]["called"]),
    )


def outcome_sentences(summary: Summary, outcome: str) -> Iterator[str]:
    """What can be said of an outcome over the readings."""
    found, base = sort(summary, outcome), code(summary["differences"]["base"])
    number = len(others(summary))
    if found.named:
        told = "; ".join(_gap_of(summary, name, outcome) for name in found.named)
        verb = "differs" if len(found.named) == 1 else "differ"
        yield (
            f"{capital(in_words(len(found.named)))} of the {in_words(number)} other readings "
            f"{verb} from {base} by what is worth naming: {told}."
        )
    else:
        yield f"No reading differs from {base} by what is worth naming."
    if found.small:
        yield f"There is a smaller difference in {codes(found.small)}."
    if found.untold:
        yield f"Of {codes(found.untold)} no difference can be told."


def reading_lines(summary: Summary, variants: Mapping[str, Variant]) -> Iterator[str]:
    """Each reading: where it departs from the base, and what that does to the primary outcomes."""
    base = summary["differences"]["base"]
    for name in others(summary):
        points = [one.id for one in differences(variants[base], variants[name])]
        told = [
            f"{summary['outcomes'][outcome]['title']} {_amount(summary, name, outcome)}"
            for outcome in summary["intervals"]["simultaneous"]
            if summary["differences"]["variants"][name][outcome]["worth_naming"]
        ]
        does = "; ".join(told) or "nothing that is worth naming in any primary outcome"
        title = escaped(variants[name].title.en)
        yield f"{code(name)} ({title}) departs in {codes(points)}: {does}."


def outcome_table(summary: Summary, outcome: str) -> str:
    """The figure of every reading, and its difference."""
    unit, gaps = summary["outcomes"][outcome]["unit"], summary["differences"]["variants"]
    base = summary["differences"]["base"]
    rows = [
        (
            code(name),
            figure(found["outcomes"][outcome], unit),
            gap(gaps[name][outcome], unit) if name in gaps else "",
        )
        for name, found in summary["variants"].items()
    ]
    told = f"{capital(summary['outcomes'][outcome]['title'])} ({unit_of(unit)})"
    return table(("reading", told, f"less that of {code(base)}"), rows)


def further_table(summary: Summary) -> str:
    """The outcomes that are no primary ones: of every reading the figure, starred as ever."""
    names = [
        name for name, one in summary["outcomes"].items() if not one["primary"] and "." not in name
    ]
    gaps = summary["differences"]["variants"]
    rows = [
        (code(variant), *(_starred(summary, variant, name) for name in names))
        for variant in summary["variants"]
    ]
    assert gaps  # noqa: S101  # a study of one variant has no pages
    return table(("reading", *(_head(summary, name) for name in names)), rows)


def parts_table(summary: Summary) -> str:
    """What the points of a deal are scored for, of every reading."""
    names = [name for name in summary["outcomes"] if name.startswith("points_a_deal.")]
    rows = [
        (
            code(variant),
            *(figure(found["outcomes"][name], "points") for name in names),
        )
        for variant, found in summary["variants"].items()
    ]
    return table(("reading", *(summary["outcomes"][name]["title"] for name in names)), rows)


def outcome_plot(summary: Summary, outcome: str) -> str:
    """The differences of every reading with other rules, drawn."""
    said, gaps = summary["outcomes"][outcome], summary["differences"]["variants"]
    base, grounds = summary["differences"]["base"], grounds_of(summary)
    rows = {name: {summary["players"][0]: gaps[name][outcome]} for name in others(summary)}
    title = f"{capital(named(outcome, said))}: each reading less {base}"
    shown = Shown(title, grounds, said["unit"], said["smallest"], rows)
    return forest(shown, plot_description(summary, outcome))


def plot_description(summary: Summary, outcome: str) -> str:
    """What is seen in a plot, for who does not see it."""
    said = summary["outcomes"][outcome]
    found = sort(summary, outcome).named
    gaps = summary["differences"]["variants"]
    told = [f"{name} {difference(gaps[name][outcome], said['unit'])}" for name in found]
    more = f"Worth naming: {'; '.join(told)}." if told else "None is worth naming."
    return f"{sentence(said['definition'])} A dot and its interval for each reading. {more}"


def grounds_of(summary: Summary) -> str:
    """Who played how much, in words."""
    return played(summary["players"], summary["games"], summary["seed"])


def same_sentence(summary: Summary) -> str:
    """Which variants have the rules of the base; nothing where none has."""
    same, base = same_rules(summary), summary["differences"]["base"]
    if not same:
        return ""
    verb = "has" if len(same) == 1 else "have"
    return (
        f"{codes(same)} {verb} the same rules as {code(base)}, on other evidence, and so the same "
        "figures in every game."
    )


def unnamed_sentence(summary: Summary) -> str:
    """Which readings do nothing worth naming to any primary outcome."""
    primary = summary["intervals"]["simultaneous"]
    gaps, base = summary["differences"]["variants"], code(summary["differences"]["base"])
    quiet = [
        name
        for name in others(summary)
        if not any(gaps[name][outcome]["worth_naming"] for outcome in primary)
    ]
    if not quiet:
        return f"Every reading differs from {base} in some primary outcome by what is worth naming."
    verb = "differs" if len(quiet) == 1 else "differ"
    return (
        f"{capital(counted(len(quiet), 'reading'))} {verb} from {base} in no primary outcome by "
        f"what is worth naming: {codes(quiet)}."
    )


def _gap_of(summary: Summary, variant: str, outcome: str) -> str:
    return f"{code(variant)} {_amount(summary, variant, outcome)}"


def _amount(summary: Summary, variant: str, outcome: str) -> str:
    gaps, unit = summary["differences"]["variants"], summary["outcomes"][outcome]["unit"]
    return escaped(difference(gaps[variant][outcome], unit))


def _starred(summary: Summary, variant: str, outcome: str) -> str:
    found, gaps = summary["variants"][variant]["outcomes"], summary["differences"]["variants"]
    star = variant in gaps and gaps[variant][outcome]["worth_naming"]
    return figure(found[outcome], summary["outcomes"][outcome]["unit"]) + "\\*" * star


def _head(summary: Summary, outcome: str) -> str:
    said = summary["outcomes"][outcome]
    return f"{said['title']} ({unit_of(said['unit'])})"
