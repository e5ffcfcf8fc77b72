"""The command that makes studies: `compare`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.folders import folder_options, json_option
from penneech.cli.progress import progress
from penneech.errors import StudyError, visible

if TYPE_CHECKING:
    from penneech.study.design import Design
    from penneech.study.store import Store
    from penneech.study.summary import Summary
    from penneech.variants import Variant

GAMES = 1000
"""Enough to tell most variants apart, in well under a minute."""

BASE = "cotton-1674"
"""What all shipped variants are compared with: the oldest text."""

INTERRUPTED = 130


def _two(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    """Read two players, like `greedy,random`; one name stands for both seats."""
    names = [name.strip() for name in value.split(",")]
    if len(names) == 1:
        names *= 2
    if len(names) != 2 or not all(names):  # noqa: PLR2004  # two players
        text = f"{value!r} names no two players; write them like greedy,random"
        raise click.BadParameter(text, ctx, param)
    return names[0], names[1]


@click.command()
@click.argument("variants", metavar="[VARIANT]...", nargs=-1)
@click.option("--games", type=int, default=GAMES, show_default=True, help="Game numbers to play.")
@click.option(
    "--players",
    metavar="P,Q",
    callback=_two,
    default="greedy,greedy",
    show_default=True,
    help="Two players; if they differ, each game number is played twice, seats swapped.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of packs and cuts.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the study; studies/<digest>-<seed> unless told.",
)
@click.option("--full", is_flag=True, help="Show all: each difference, points by source and seat.")
@click.option("--workers", type=click.IntRange(1, 61), help="Processes; one a processor if not.")
@folder_options
@json_option
def compare(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    variants: tuple[str, ...],
    games: int,
    players: tuple[str, str],
    seed: int,
    out: Path | None,
    full: bool,  # noqa: FBT001  # click passes flags so
    workers: int | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Play the same deals under each variant, and tell how the variants differ.

    VARIANT is an id (see `penneech variants`) or the path of a file of your own; every shipped
    variant if there is none. The others are compared with the first; all of them with cotton-1674.

    The rows of the games go to a folder. The same command goes on where it stopped, and shows the
    result at once when it is complete; more --games add to it.
    """
    from penneech.study.design import Entry, plan  # noqa: PLC0415  # keeps --help quick
    from penneech.study.manifest import opened  # noqa: PLC0415  # the same

    chosen = _chosen(variants, variants_dir, sources_dir)
    design = plan([Entry(one.id, one.rules) for one in chosen], players, seed, games)
    folder = out if out is not None else design.default_folder()
    store = opened(folder, design, _command(variants, design))
    summary = _summarised(design, store, workers, base=None if variants else BASE)
    if summary is None:
        _say_how_to_go_on(design, store)
        sys.exit(INTERRUPTED)
    unwritten = _unwritten(store, summary)
    _tell(summary, folder, full=full, as_json=as_json, is_written=unwritten is None)
    if unwritten is not None:
        if store.has_grown:
            raise unwritten
        click.echo(f"Note: {unwritten}", err=True)


def _chosen(
    names: tuple[str, ...], variants_dir: Path | None, sources_dir: Path | None
) -> list[Variant]:
    from penneech.variants import load_variant, shipped_variants  # noqa: PLC0415  # --help is quick

    if not names:
        return list(shipped_variants())
    return [
        load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir) for name in names
    ]


def _command(variants: tuple[str, ...], design: Design) -> str:
    """The command that makes the study again, wherever it is put."""
    words = ["penneech", "compare", *variants, "--games", str(design.games)]
    words += ["--players", ",".join(design.players), "--seed", str(design.seed)]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def _summarised(
    design: Design, store: Store, workers: int | None, base: str | None
) -> Summary | None:
    """Play what is missing, and reckon the summary; None if it was interrupted."""
    from penneech.study.run import default_workers, run  # noqa: PLC0415  # keeps --help quick
    from penneech.study.summary import summarise  # noqa: PLC0415  # the same

    try:
        with progress("games", design.total) as tell:
            complete = run(design, store, workers or default_workers(), tell)
        # To reckon what a stopped study has may take longer than who stops it would wait.
        return summarise(design, store, base) if complete else None
    except KeyboardInterrupt:
        return None


def _unwritten(store: Store, summary: Summary) -> StudyError | None:
    """Write the summary; what keeps it from being written does not keep it from being shown."""
    try:
        store.write_summary(summary)
    except StudyError as error:
        return error
    return None


def _say_how_to_go_on(design: Design, store: Store) -> None:
    """Tell what a stopped study has, if that is known: to read it through takes its time."""
    text = f"Stopped; what was played is kept in {store.folder}, and the same command goes on."
    if store.is_known:
        done = design.total - store.missing()
        text = (
            f"Stopped: {done:,} of {design.total:,} games are played and kept in {store.folder}; "
            "the same command goes on from there."
        )
        of_each = min(map(store.played, design.entries))
        if 0 < of_each < design.games:
            text += f" With --games {of_each} it shows what all variants have."
    click.echo(visible(text), err=True)


def _tell(summary: Summary, folder: Path, *, full: bool, as_json: bool, is_written: bool) -> None:
    if as_json:
        click.echo(json.dumps({**summary, "folder": str(folder)}, indent=2))
        return
    from penneech.render.comparison import comparison_page, outcomes_page  # noqa: PLC0415  # quick
    from penneech.render.screen import show  # noqa: PLC0415  # keeps --help quick

    show(comparison_page(summary) if full else outcomes_page(summary))
    if is_written:
        click.echo(visible(f"Written to {folder}; every figure is in its summary.json."))
