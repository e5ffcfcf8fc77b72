"""What `compare --all` adds to the screen: outcomes from samples, and what they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text as Line

from penneech.render.outcome_tables import HUNDRED, differences_table, outcomes_table, title
from penneech.study.costly import OF_CHANCES, OF_CHOICES, OF_REPLAYS, STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from penneech.study.summary import Summary

WINNING = tuple(one.name for one in OF_CHANCES)
CHOOSING = tuple(one.name for one in (*OF_CHOICES, *OF_REPLAYS))
SKILL = tuple(outcome.name for _, _, outcome in STEPS)


def sampled_names(summary: Summary) -> tuple[str, ...]:
    """The outcomes from samples that the summary has."""
    return tuple(one for one in (*WINNING, *CHOOSING, *SKILL) if one in summary["outcomes"])


def sampled_tables(summary: Summary, *, marked: bool = False) -> Iterator[RenderableType]:
    """The outcomes from samples, if there are any.

    Args:
        summary: of the study.
        marked: whether a mark says which figures differ from those of the base.
    """
    names = sampled_names(summary)
    if not names:
        return
    level = round(HUNDRED * summary["intervals"]["level"])
    alone = f"exploratory, each with its own {level} % interval"
    yield title("How games are won", f"{alone}; {_games(summary, WINNING[0])}")
    yield outcomes_table(summary, WINNING, marked=marked)
    yield title("Choice and cards", f"{alone}; what of, below")
    yield outcomes_table(summary, CHOOSING, marked=marked)
    if SKILL[0] in names:
        yield title("Skill", f"{alone}; {_games(summary, SKILL[0])} twice a step")
        yield outcomes_table(summary, SKILL, marked=marked)
    yield Line()
    yield from map(Line, _grounds(summary))


def sampled_differences(summary: Summary) -> Iterator[RenderableType]:
    """The differences in outcomes from samples, if there are any."""
    names = sampled_names(summary)
    for some in (WINNING, CHOOSING, SKILL):
        if some[0] in names:
            yield differences_table(summary, some)
            yield Line()


def _grounds(summary: Summary) -> Iterator[str]:
    """What these figures rest on."""
    found = [one["prospects"] for one in summary["variants"].values() if "prospects" in one]
    if found:
        deals = min(one["deals"] for one in found)
        level = max(one["error"] for one in found)
        most = max(one["largest_error"] for one in found)
        yield (
            f"Chances of winning come from {deals:,} deals of each variant; their standard error "
            f"is at most {level:.4f} at the start and {most:.4f} at any score."
        )
    told = f"Points a choice: {_games(summary, CHOOSING[0])}, 32 worlds a card. Cards' share: the "
    told += f"first deals of {_games(summary, CHOOSING[1])}, four ways."
    if SKILL[0] in summary["outcomes"]:
        told += " N over M: games that pimc:N won against pimc:M."
    yield told


def _games(summary: Summary, name: str) -> str:
    games = summary["outcomes"][name]["games"]
    return f"{games:,} game{'s' * (games != 1)}"
