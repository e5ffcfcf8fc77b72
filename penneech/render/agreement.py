"""What several pairs of players agree on, as a table for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text as Line

from penneech.render.fitting import FittingTable
from penneech.render.outcome_tables import HUNDRED, NOTHING, heads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from penneech.study.pairs import AgreementSummary, Drawn

_SIGNS = {"more": "+", "less": "-"}


def agreement_page(found: AgreementSummary, variants: Sequence[str]) -> RenderableType:
    """The page: for each variant and primary outcome the conclusions, and how many pairs hold them.

    Args:
        found: what the pairs agree on.
        variants: those that are shown.
    """
    drawn: dict[tuple[str, str], list[Drawn]] = {}
    for one in found["conclusions"]:
        drawn.setdefault((one["variant"], one["outcome"]), []).append(one)
    names, pairs = found["primary"], len(found["pairs"])
    rows = tuple(
        ((variant,), tuple(_cell(drawn.get((variant, name), []), pairs) for name in names))
        for variant in variants
    )
    title = Line.assemble(
        "\n", ("Agreement", "bold"), f" of {pairs} pairs of players: {_who(found)}"
    )
    tables = [FittingTable(("variant",), heads(names), rows, NOTHING)] if rows else []
    return Group(title, *tables, *map(Line, _key(found)))


def _who(found: AgreementSummary) -> str:
    return ", ".join(
        f"{' against '.join(dict.fromkeys(pair['players']))} ({pair['games']:,} games)"
        for pair in found["pairs"]
    )


def _cell(drawn: Sequence[Drawn], pairs: int) -> str:
    return " ".join(f"{_SIGNS[one['sign']]}{one['holds']}/{pairs}" for one in drawn) or NOTHING


def _key(found: AgreementSummary) -> Iterator[str]:
    base, pairs = found["base"], len(found["pairs"])
    yield (
        f"+ more and - less than {base}, where the interval of some pair excludes zero; n/{pairs}: "
        f"n of the {pairs} pairs say so. {NOTHING} no pair tells a difference."
    )
    for which, outcomes in (("primary", "primary outcomes"), ("all", "all outcomes")):
        share = found["agreement"][which]
        if share["share"] is None:
            yield f"No conclusion is drawn in {outcomes}."
        else:
            yield (
                f"In {outcomes} {share['kept']} of {share['conclusions']} conclusions keep their "
                f"sign for every pair ({HUNDRED * share['share']:.0f} %)."
            )
    against = sum(one["against"] > 0 and one["sign"] == "more" for one in found["conclusions"])
    if against:
        yield (
            f"Of {against} of them two pairs say the opposite; the other conclusions that are not "
            "kept are those of which some pair tells nothing, perhaps of too few games."
        )
