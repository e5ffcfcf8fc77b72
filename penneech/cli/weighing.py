"""The command that tells which rule points matter over a space of readings: `cruxes`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.naming import chosen_outcomes
from penneech.cli.options import (
    STOPPED,
    folder_options,
    json_option,
    outcome_option,
    study_players_option,
    study_seed_option,
    workers_option,
)
from penneech.cli.progress import progress
from penneech.cli.suggesting import words_or_files
from penneech.errors import StudyError, UnknownNameError, visible

if TYPE_CHECKING:
    from typing import Any

    from penneech.study.cellfiles import CellFiles
    from penneech.study.census import Census
    from penneech.study.declared import Space

HISTORICAL = "cotton-1674"
"""The variant whose parameters a space keeps."""


@click.command()
@click.option(
    "--space",
    "declared",
    metavar="attested|coherent|FILE",
    shell_complete=words_or_files("attested", "coherent"),
    default="attested",
    show_default=True,
    help="Readings that have a vote: what some witness supports; all; or a file with weights.",
)
@click.option("--games", type=int, help="Games of each reading; 200, or 40 if not compiled.")
@click.option("--deals", type=int, help="Play single deals instead, so many of each reading.")
@outcome_option
@study_players_option
@study_seed_option
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of figures, tables and sums; studies/cruxes-<digest>-<seed> unless told.",
)
@click.option("--full", is_flag=True, help="Show all rule points and pairs, and the small ones.")
@folder_options
@json_option
def cruxes(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    declared: str,
    games: int | None,
    deals: int | None,
    outcomes: tuple[str, ...],
    players: tuple[str, str],
    seed: int,
    workers: int | None,
    out: Path | None,
    full: bool,  # noqa: FBT001  # click passes flags so
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Tell which rule point matters how much to which outcome, over a whole space of readings.

    Every combination of the readings is played on the same packs, those that cannot differ once.
    The variance of an outcome over the readings is shared out among the rule points, alone and in
    company, with the noise of the games taken out.

    What is played goes to a folder; the same command goes on where it stopped.
    """
    from penneech.study.bulk import kernel_plays  # noqa: PLC0415  # keeps --help quick
    from penneech.study.cellfolder import opened  # noqa: PLC0415  # keeps --help quick
    from penneech.study.census import census, default_number  # noqa: PLC0415  # the same
    from penneech.study.design import FOLDER  # noqa: PLC0415  # the same
    from penneech.study.factorial import factorial  # noqa: PLC0415  # the same

    if games is not None and deals is not None:
        raise click.UsageError("--games and --deals are two ways of playing; give one of them")
    within = "game" if deals is None else "deal"
    number = games if deals is None else deals
    if number is None:
        number = default_number(compiled=kernel_plays(players))
    chosen_outcomes(outcomes, players)
    space = _space(declared, variants_dir, sources_dir)
    wanted = census(factorial(space, within), players, number, seed, outcomes)
    folder = out if out is not None else Path(FOLDER) / f"cruxes-{wanted.digest()[:16]}-{seed}"
    files = opened(folder, wanted)
    summary = _played(files, wanted, workers)
    fault = _unwritten(files, summary)
    if as_json:
        click.echo(json.dumps({**summary, "folder": str(folder)}, indent=2))
    else:
        from penneech.render.crucial import cruxes_page  # noqa: PLC0415  # keeps --help quick
        from penneech.render.screen import show  # noqa: PLC0415  # the same

        show(cruxes_page(summary, full=full))
        if fault is None:
            click.echo(visible(f"Written to {folder}; every figure is in its summary.json."))
    if fault is not None:
        raise fault


def _space(declared: str, variants_dir: Path | None, sources_dir: Path | None) -> Space:
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.study import declared as spaces  # noqa: PLC0415  # the same
    from penneech.study.spacefile import read_space  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    historical = load_variant(HISTORICAL).rules
    sources = load_sources(sources_dir)
    if declared == spaces.ATTESTED:
        return spaces.declared(declared, historical, spaces.attested(sources))
    if declared == spaces.COHERENT:
        return spaces.declared(declared, historical, spaces.coherent())
    if not Path(declared).suffix and not Path(declared).exists():
        from penneech.files.spelling import meant  # noqa: PLC0415  # the same

        names = (spaces.ATTESTED, spaces.COHERENT)
        raise UnknownNameError(
            f"no space is called {declared!r}; there are {' and '.join(names)}, or give a YAML file"
            f"{meant(declared, names)}"
        )
    return read_space(Path(declared), historical, sources, variants_dir)


def _played(files: CellFiles, wanted: Census, workers: int | None) -> dict[str, Any]:
    from penneech.study.cruxes import play, summarise  # noqa: PLC0415  # keeps --help quick
    from penneech.study.workers import default_workers  # noqa: PLC0415  # the same

    try:
        with progress(f"{wanted.factorial.within}s", wanted.total) as tell:
            play(files, workers or default_workers(), tell)
        return summarise(files)
    except KeyboardInterrupt:
        text = f"Stopped; what was played is kept in {files.folder}, and the same command goes on."
        click.echo(visible(text), err=True)
        sys.exit(STOPPED)


def _unwritten(files: CellFiles, summary: dict[str, Any]) -> StudyError | None:
    """Write what was found; what keeps it from being written does not keep it from being shown."""
    try:
        _write(files, summary)
    except StudyError as error:
        return error
    return None


def _write(files: CellFiles, summary: dict[str, Any]) -> None:
    """Write the summary, the tables, and a heat map of each outcome."""
    from penneech.render.crucial import cruxes_csv, levels_csv  # noqa: PLC0415  # keeps --help quick
    from penneech.render.heatmap import heat_map  # noqa: PLC0415  # the same
    from penneech.study.texts import write_text  # noqa: PLC0415  # the same

    files.write_summary(summary)
    write_text(files.folder / "shares.csv", cruxes_csv(summary))
    write_text(files.folder / "readings.csv", levels_csv(summary))
    players = ",".join(summary["players"])
    grounds = (
        f"{summary['space']['name']} space, {summary['number']:,} {summary['within']}s of each of "
        f"{summary['space']['readings']:,} readings, {players}, seed {summary['seed']}"
    )
    for name, outcome in summary["outcomes"].items():
        write_text(files.folder / f"pairs-{name}.svg", heat_map(outcome, grounds))
