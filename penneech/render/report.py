"""The report of a study: one page, with a table under every plot, that asks for nothing elsewhere.

It is made of the summary alone and of the command that makes the study again: the same study has
the same bytes, whether it was played in one go or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.edition import citing
from penneech.errors import StudyError, reason
from penneech.files.beside import write_whole
from penneech.render.amounts import HUNDRED, SOURCES, UNTOLD, amount, many, named
from penneech.render.citation import page_metadata
from penneech.render.figure_tables import Cell, Table, count
from penneech.render.figures import deals_figure, outcome_figure, sources_figure
from penneech.render.html import template_named
from penneech.render.inert import inert

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from penneech.study.store import Store
    from penneech.study.summary import Summary

NAME = "report.html"

_DIGITS = 16
"""Of a digest so much is shown; it names a variant surely enough."""


def write_results(store: Store, summary: Summary, command: str) -> None:
    """Write the summary and the report of a study, each whole or not at all.

    Args:
        store: where the study is.
        summary: of the study.
        command: what makes it again.

    Raises:
        StudyError: when one cannot be written.
    """
    store.write_summary(summary)
    write_report(store.folder, summary, command)


def write_report(folder: Path, summary: Summary, command: str) -> None:
    """Write the report into a study's folder, whole or not at all; the same report is left alone.

    Args:
        folder: the study's folder.
        summary: of the study.
        command: what makes it again.

    Raises:
        StudyError: when it cannot be written.
    """
    path, data = folder / NAME, report_page(summary, command).encode("utf-8")
    try:
        write_whole(path, data)
    except OSError as error:
        raise StudyError(
            f"{path} cannot be written ({reason(error)}); the study itself is whole, and once that "
            "is mended the same command writes it"
        ) from None


def report_page(summary: Summary, command: str) -> str:
    """Set the report of a study as HTML."""
    primary = summary["intervals"]["simultaneous"]
    further = [name for name in summary["outcomes"] if name not in primary]
    return template_named("report.html.j2").render(
        summary=summary,
        command=inert(command),
        title=study_title(summary),
        metadata=page_metadata(citing.study(study_title(summary), summary["digest"])),
        played=_played(summary),
        warnings=list(_warnings(summary)),
        base=summary["differences"]["base"],
        others=len(summary["differences"]["variants"]),
        variants=_variants(summary),
        together=_together(summary),
        primary=[outcome_figure(summary, name) for name in primary],
        further=[outcome_figure(summary, name) for name in further],
        spread=deals_figure(summary),
        sources=sources_figure(summary),
        source_names=list(SOURCES.values()),
        definitions=_definitions(summary),
        prospects=_prospects(summary),
    )


def study_title(summary: Summary) -> str:
    """What a study is called."""
    number = len(summary["variants"])
    if number == 1:
        return f"Penneech: {next(iter(summary['variants']))}"
    return f"Penneech: {number} variants compared"


def _played(summary: Summary) -> str:
    first, second = summary["players"]
    who = f"{first} at both seats" if first == second else f"{first} against {second}"
    games = many(summary["games"], "game")
    again = "" if first == second else ", each played twice with the players exchanged"
    return f"{games} of each variant from the same packs{again}: {who}, seed {summary['seed']}."


def _warnings(summary: Summary) -> Iterator[str]:
    """What is not as it was asked for, or not as the players would have had it."""
    if not summary["complete"]:
        yield (
            f"This study is not complete: {summary['asked']:,} games of each variant were asked "
            f"for, and these figures are of the first {summary['games']:,}, which all variants "
            "have. The command below goes on from there."
        )
    if summary["games"] == 1:
        yield "One game gives no intervals, and tells no difference."
    for variant, found in summary["variants"].items():
        if found["unfinished"]:
            yield f"{variant}: {many(found['unfinished'], 'game')} given up after 1,000 deals."
        if found["forced_hands"]:
            hands = many(found["forced_hands"], "hand")
            yield f"{variant}: {hands} had to be played after 100 redeals in a row."


def _together(summary: Summary) -> str:
    intervals = summary["intervals"]
    names = [summary["outcomes"][name]["title"] for name in intervals["simultaneous"]]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return (
        f"The primary outcomes, named before any run, are {listed}. Their intervals are "
        f"simultaneous: all {len(names)} of one variant, or of one comparison, hold at once in "
        f"{HUNDRED * intervals['level']:g} of 100 studies (Bonferroni; each alone at "
        f"{HUNDRED * intervals['simultaneous_level']:g} %). They are not simultaneous over the "
        "variants. All other outcomes are exploratory: their intervals are taken one by one, so "
        "of a hundred such intervals some five miss what they should cover."
    )


def _prospects(summary: Summary) -> str:
    """How exact the chances of winning are, where some outcome hangs on them."""
    known = [found["prospects"] for found in summary["variants"].values() if "prospects" in found]
    if not known:
        return ""
    deals = min(one["deals"] for one in known)
    error = max(one["largest_error"] for one in known)
    return (
        f"Chances of winning come from {many(deals, 'deal')} of each variant; the largest "
        f"standard error of one is {HUNDRED * error:.1f} hundredths, which the intervals leave out."
    )


def _variants(summary: Summary) -> Table:
    rows = tuple(
        (Cell(name, head=True), count(found["rows"]), Cell(found["digest"][:_DIGITS]))
        for name, found in summary["variants"].items()
    )
    heads = ("variant", "games played", "digest of its rules")
    caption = (
        f"The variants; of each digest the first {_DIGITS} figures, the rest is in manifest.json"
    )
    return Table(caption, heads, rows, heads[-1:])


def _definitions(summary: Summary) -> Table:
    rows = []
    for name, outcome in summary["outcomes"].items():
        kind = "primary" if outcome["primary"] else "exploratory"
        least = outcome["smallest"]
        from_ = UNTOLD if least is None else amount(least, outcome["unit"], plain=True)
        key = Cell(name)
        rows.append(
            (
                Cell(named(name, outcome), head=True),
                key,
                Cell(kind),
                Cell(outcome["definition"]),
                Cell(from_),
            )
        )
    heads = ("outcome", "key in summary.json", "kind", "definition", "worth naming from")
    return Table("The outcomes", heads, tuple(rows), heads)
