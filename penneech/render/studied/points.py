"""Which rule point matters: sentences and tables of a stored study of cruxes, and of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from penneech.render.amounts import capital, unit_of
from penneech.render.attributed import figures_of, is_told, row_names
from penneech.render.attributed import in_order as shares_in_order
from penneech.render.crucial import LEAST, ranked, share_text
from penneech.render.crucial import is_told as is_share_told
from penneech.render.studied.tables import STAR, code, codes, figure, listed, signs, table
from penneech.render.waterfall import waterfall
from penneech.study.attribution import Asked
from penneech.study.between import between
from penneech.study.intervals import Estimate
from penneech.study.outcomes import OUTCOMES
from penneech.study.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.variant import Variant

_MOST_PAIRS = _MOST_POINTS = 3
_ODD = 1e-9
_WHOLE = 100


def matters(outcome: Mapping[str, Any]) -> list[str]:
    """The rule points whose share in all is told and no smaller than the pages show."""
    factors = outcome["factors"]
    return [
        name
        for name in ranked(outcome)
        if is_share_told(factors[name]["total"]) and factors[name]["total"]["value"] >= LEAST
    ]


def crux_sentences(outcome: Mapping[str, Any]) -> Iterator[str]:
    """Which rule point matters most to an outcome, alone and in company."""
    found, factors = matters(outcome), outcome["factors"]
    if not found:
        yield "Whether this outcome varies over the readings cannot be told from so few games."
        return
    first, *rest = found
    alone, total = (share_text(factors[first][kind]) for kind in ("alone", "total"))
    yield (
        f"Most hangs on {_name(first)}: alone it has {signs(alone)} hundredths of the variance "
        f"over the readings, and {signs(total)} with its company."
    )
    if rest:
        told = [f"{_name(one)} {signs(share_text(factors[one]['total']))}" for one in rest]
        verb = "comes" if len(rest) == 1 else "come"
        yield f"Then, company included, {verb} {listed(told)}."
    pairs = told_pairs(outcome)
    if pairs:
        together = [
            f"{listed([_name(one) for one in pair['factors']])} {signs(share_text(pair['share']))}"
            for pair in pairs[:_MOST_PAIRS]
        ]
        yield f"Together, beyond what each does alone: {'; '.join(together)}."
    else:
        yield "No two rule points do together as much as one hundredth beyond what each does alone."


def told_pairs(outcome: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The pairs that do more together than each alone, the largest share first."""
    found = [
        pair
        for pair in outcome["pairs"]
        if is_share_told(pair["share"]) and pair["share"]["value"] >= LEAST
    ]
    return sorted(found, key=lambda pair: -pair["share"]["value"])


def crux_table(outcome: Mapping[str, Any]) -> str:
    """The shares of the rule points that matter to an outcome."""
    factors = outcome["factors"]
    rows = [
        (_name(one), *(signs(share_text(factors[one][kind])) for kind in ("alone", "total")))
        for one in matters(outcome)
    ]
    return table(("rule point", "alone", "in all"), rows)


def levels_table(outcome: Mapping[str, Any], space: Mapping[str, Any]) -> str:
    """The mean under each reading of the rule points that matter most."""
    unit = outcome["unit"]
    rows = [
        (_name(point), codes(level["values"]), figure(mean, unit))
        for point in matters(outcome)[:_MOST_POINTS]
        for level, mean in zip(
            space["factors"][point]["levels"], outcome["factors"][point]["levels"], strict=True
        )
    ]
    return table(("rule point", "reading", f"mean ({unit_of(unit)})"), rows, (1,))


class Explained(NamedTuple):
    """The shares of a difference, ready to be set."""

    names: tuple[str, str]
    wanted: Asked
    found: Mapping[str, Shares]


def explained(stored: Mapping[str, Any], variants: Mapping[str, Variant]) -> Explained:
    """Take the shares of a difference from where they are stored."""
    first, second = stored["variants"]
    chosen = [one for one in OUTCOMES if one.name in stored["outcomes"]]
    chosen.sort(key=lambda one: list(stored["outcomes"]).index(one.name))
    player, opponent = stored["players"]
    seed = int(stored["seed"])
    # Nothing is played, so who played need not be able to play here: `asked` would ask for Numba.
    wanted = Asked(
        between(variants[first].rules, variants[second].rules, seed),
        (player, opponent), stored["games"], seed, tuple(chosen),
    )  # fmt: skip
    found = {
        name: Shares(
            Estimate(**one["first"]),
            Estimate(**one["second"]),
            Estimate(**one["whole"]),
            tuple(Estimate(**share) for share in one["shares"]),
        )
        for name, one in stored["outcomes"].items()
    }
    return Explained((first, second), wanted, found)


def share_sentences(shown: Explained) -> Iterator[str]:
    """What carries the difference in each outcome."""
    for outcome in shown.wanted.outcomes:
        shares = shown.found[outcome.name]
        title = capital(outcome.title)
        if not shares.whole.excludes_zero:
            yield f"{title}: no difference between the two can be told."
            continue
        order = sorted(
            range(len(shares.factors)), key=lambda i: -abs(shares.factors[i].value or 0.0)
        )
        figures = figures_of(outcome, shares, order)
        whole = shares.whole.value or 0.0
        told = [
            f"{_names(shown, i)} carries {signs(text)}{_part(shares.factors[i].value, whole)}"
            for i, text in zip(order, figures[1:-2], strict=True)
            if is_told(outcome, shares.factors[i])
        ]
        rest = [_names(shown, i) for i in order if not is_told(outcome, shares.factors[i])]
        said = f"{title}: of {signs(figures[-2])} {unit_of(outcome.unit)}, "
        if told:
            yield said + listed(told) + (f"; {listed(rest)} nothing worth naming." if rest else ".")
        else:
            yield said + "no rule point carries by itself what is worth naming."


def share_table(shown: Explained) -> str:
    """The shares of every outcome, which add up as they stand."""
    order = shares_in_order(shown.wanted, shown.found)
    columns = [_column(shown, one.name, order) for one in shown.wanted.outcomes]
    names = [name.replace("\n", " ") for name in row_names(shown.names, shown.wanted, order)]
    whole = len(names) - 2
    heads = [f"{one.title} ({unit_of(one.unit)})" for one in shown.wanted.outcomes]
    rows = [
        (name if place == whole else code(name), *(column[place] for column in columns))
        for place, name in enumerate(names)
    ]
    return table(("", *heads), rows)


def share_plot(shown: Explained) -> str:
    """The shares as a waterfall."""
    return waterfall(shown.names, shown.wanted, shown.found)


def _column(shown: Explained, outcome: str, order: list[int]) -> list[str]:
    one = next(one for one in shown.wanted.outcomes if one.name == outcome)
    shares = shown.found[outcome]
    stars = [False, *(is_told(one, shares.factors[i]) for i in order), False, False]
    figures = figures_of(one, shares, order)
    return [signs(text) + STAR * star for text, star in zip(figures, stars, strict=True)]


def _names(shown: Explained, factor: int) -> str:
    return codes(shown.wanted.between.factors[factor])


def _part(share: float | None, whole: float) -> str:
    """A share in hundredths of the whole; of one that goes the other way, that it does."""
    if share is None or abs(whole) < _ODD:
        return ""
    part = _WHOLE * share / whole
    return f" ({part:.0f} hundredths)" if part > 0 else " (the other way)"


def _name(factor: str) -> str:
    return codes(factor.split("+"))
