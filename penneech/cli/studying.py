"""What `compare` does: plays what is missing of a study, writes what it comes to, and tells it."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from penneech.cli.options import STOPPED
from penneech.cli.progress import progress
from penneech.errors import StudyError, visible
from penneech.render.report import write_results
from penneech.study.manifest import most_asked, opened, remember
from penneech.study.pairs import agreed, default_folder, opened_pairs, write_agreement
from penneech.study.run import run
from penneech.study.summary import summarise
from penneech.study.widest import narrowed, widest
from penneech.study.workers import default_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from penneech.study.design import Design
    from penneech.study.feeding import Crew
    from penneech.study.further import Sample
    from penneech.study.pairs import AgreementSummary, Pair
    from penneech.study.rows import Chunk
    from penneech.study.store import Store
    from penneech.study.summary import Summary

SCREENFUL, SHOWN = 40, 20
"""Of more variants than the first only so many are shown: those that differ most."""


class Work(NamedTuple):
    """How a study is played.

    Args:
        workers: how many processes play; None for one a processor.
        cluster: the address of a cluster that plays in their place.
        base: the variant that the others are compared with; the first where none is named.
        steps: gives the command that makes the study of a step of the ladder, where the outcomes
            are wanted that need more than the games' rows; else None.
    """

    workers: int | None
    cluster: str | None
    base: str | None
    steps: Callable[[Design], str] | None = None


class Telling(NamedTuple):
    """How it is told."""

    full: bool
    as_json: bool


def compare_one(pair: Pair, out: Path | None, work: Work, telling: Telling) -> None:
    """Make or go on with a study by one pair of players, and tell what it comes to."""
    design = pair.design
    folder = out if out is not None else design.default_folder()
    store = opened(folder, design, pair.command)
    summary = _summarised(pair, store, work, "games")
    if summary is None:
        _say_how_to_go_on(design, store, alone=True)
        sys.exit(STOPPED)
    fault = _unwritten(lambda: _write(pair, store, summary))
    if telling.as_json:
        click.echo(json.dumps({**summary, "folder": str(folder)}, indent=2))
    else:
        _show(summary, telling)
        if fault is None:
            _say_where(folder, "every figure is in its summary.json", [pair], [store])
    _say_fault(fault, has_grown=store.has_grown)


def compare_pairs(
    pairs: list[Pair], out: Path | None, command: str, work: Work, telling: Telling
) -> None:
    """The same by several pairs, one after the other, and then what they agree on."""
    folder = out if out is not None else default_folder(pairs)
    stores = opened_pairs(folder, pairs, command)
    summaries: list[Summary] = []
    faults: list[StudyError | None] = []
    for pair, store in zip(pairs, stores, strict=True):
        summary = _summarised(pair, store, work, pair.folder)
        if summary is None:
            _say_how_to_go_on(pair.design, store, alone=False)
            sys.exit(STOPPED)
        faults.append(_unwritten(partial(_write, pair, store, summary)))
        summaries.append(summary)
        if not telling.as_json and (telling.full or len(summaries) == 1):
            _show(summary, telling)
            # The first figures are to be read while the other pairs play.
            sys.stdout.flush()
    found = agreed(pairs, summaries)
    if not any(map(_is_a_look, pairs, stores)):
        faults.append(_unwritten(lambda: write_agreement(folder, pairs, found)))
    fault = next(filter(None, faults), None)
    if telling.as_json:
        studies = {pair.folder: one for pair, one in zip(pairs, summaries, strict=True)}
        answer = {"folder": str(folder), "agreement": found, "studies": studies}
        click.echo(json.dumps(answer, indent=2))
    else:
        _show_agreement(found, summaries[0], telling)
        if fault is None:
            _say_where(folder, "a study of each pair, and agreement.json", pairs, stores)
    _say_fault(fault, has_grown=any(store.has_grown for store in stores))


def _summarised(pair: Pair, store: Store, work: Work, what: str) -> Summary | None:
    """Play what is missing, and reckon the summary; None if it was interrupted."""
    design = pair.design
    try:
        # What --all lacks is told before anything is played.
        more = [] if work.steps is None else _samples(design, store, work.steps)
        with _crew(work.cluster, [store]) as crew, progress(what, design.total) as tell:
            workers = work.workers or default_workers()
            complete = run(design, store, workers, tell, crew=crew, say=_say)
        summary = summarise(design, store, work.base)
        if complete and more and summary is not None:
            complete, summary = _widened(design, more, summary, work)
        if not complete and summary is not None:
            _unwritten(lambda: _write(pair, store, summary))
    except KeyboardInterrupt:
        return None
    return summary if complete else None


def _samples(design: Design, store: Store, steps: Callable[[Design], str]) -> list[Sample]:
    """What `--all` plays beside the study."""
    from penneech.study.further import samples  # noqa: PLC0415  # seldom asked for

    return samples(design, store.folder, steps)


def _widened(
    design: Design, more: list[Sample], summary: Summary, work: Work
) -> tuple[bool, Summary]:
    """Play what is missing of the samples of `--all`; whether all is there, and the summary."""
    from penneech.study import further  # noqa: PLC0415  # seldom asked for
    from penneech.study.joining import joined  # noqa: PLC0415  # the same

    stores, total = [one.store for one in more], further.total(more)
    with _crew(work.cluster, stores) as crew, progress("games for --all", total) as tell:
        workers = work.workers or default_workers()
        if not further.play(more, workers, tell, crew=crew, say=_say):
            return False, summary
    base = summary["differences"]["base"]
    return True, joined(design, summary, further.parts(more, base))


@contextmanager
def _crew(address: str | None, stores: list[Store]) -> Iterator[Crew[Chunk, bytes] | None]:
    """Who plays in place of this machine's workers; nobody where nothing is left to be played."""
    if address is None or not any(store.missing() for store in stores):
        yield None
        return
    from penneech.study.cluster import cluster  # noqa: PLC0415  # seldom asked for

    with cluster(address) as crew:
        yield crew


def _say(text: str) -> None:
    click.echo(visible(text), err=True)


def _write(pair: Pair, store: Store, summary: Summary) -> None:
    """Write what a study comes to, unless this is a look."""
    remember(store, pair.command)
    if not _is_a_look(pair, store):
        write_results(store, summary, pair.command)


def _is_a_look(pair: Pair, store: Store) -> bool:
    """Whether this asks for fewer games than were asked for before, and so changes nothing."""
    return pair.design.games < most_asked(store.folder)


def _unwritten(write: Callable[[], object]) -> StudyError | None:
    """Write; what keeps it from being written does not keep it from being shown."""
    try:
        write()
    except StudyError as error:
        return error
    return None


def _say_fault(fault: StudyError | None, *, has_grown: bool) -> None:
    """Tell what could not be written: an error after playing, else a remark."""
    if fault is not None:
        if has_grown:
            raise fault
        click.echo(f"Note: {fault}", err=True)


def _say_how_to_go_on(design: Design, store: Store, *, alone: bool) -> None:
    """Tell what a stopped study has, if that is known: to read it through takes its time."""
    text = f"Stopped; what was played is kept in {store.folder}, and the same command goes on."
    if store.is_known:
        done = design.total - store.missing()
        text = (
            f"Stopped: {done:,} of {design.total:,} games are played and kept in {store.folder}; "
            "the same command goes on from there."
        )
        of_each = min(map(store.played, design.entries))
        if alone and 0 < of_each < design.games:
            text += f" With --games {of_each} it shows what all variants have."
    click.echo(visible(text), err=True)


def _show(summary: Summary, telling: Telling) -> None:
    from penneech.render.comparison import comparison_page, outcomes_page  # noqa: PLC0415  # not for JSON
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    shown = _shown(summary, telling)
    few = summary if shown is None else narrowed(summary, shown)
    show(comparison_page(few) if telling.full else outcomes_page(few))
    if shown is not None:
        click.echo(_left_out(summary, shown))


def _show_agreement(found: AgreementSummary, summary: Summary, telling: Telling) -> None:
    from penneech.render.agreement import agreement_page  # noqa: PLC0415  # not for JSON
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    shown = _shown(summary, telling)
    show(
        agreement_page(found, list(summary["differences"]["variants"]) if shown is None else shown)
    )
    if shown is not None:
        click.echo(_left_out(summary, shown))


def _shown(summary: Summary, telling: Telling) -> list[str] | None:
    """The variants that are shown beside the base; None for all."""
    many = len(summary["variants"]) > SCREENFUL and not telling.full
    return widest(summary, SHOWN) if many else None


def _left_out(summary: Summary, shown: list[str]) -> str:
    every, base = len(summary["variants"]), summary["differences"]["base"]
    return (
        f"Of {every:,} variants these are {base} and the {len(shown)} that differ most from it in\n"
        "a primary outcome; --full shows all."
    )


def _say_where(folder: Path, what: str, pairs: list[Pair], stores: list[Store]) -> None:
    """Tell where it is written, or that a look at fewer games leaves all there as it is."""
    for pair, store in zip(pairs, stores, strict=True):
        if _is_a_look(pair, store):
            games, most = pair.design.games, most_asked(store.folder)
            text = f"A look at {games:,} of the {most:,} games that were asked for; what {folder} "
            click.echo(visible(f"{text}says of them all is left as it is."))
            return
    click.echo(visible(f"Written to {folder}; {what}."))
