"""The commands that lead differences back to rule points: `explain` and `cruxes`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.folders import folder_options, json_option
from penneech.cli.naming import two_players
from penneech.cli.progress import progress
from penneech.errors import PenneechError, StudyError, UnknownNameError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from penneech.cli.options import Command
    from penneech.study.attribution import Asked, Shares
    from penneech.study.cellfiles import CellFiles
    from penneech.study.census import Census
    from penneech.study.declared import Space
    from penneech.study.outcomes import Outcome

INTERRUPTED = 130
HISTORICAL = "cotton-1674"
"""The variant whose parameters a space keeps."""

GAMES, SLOW_GAMES = 5000, 100
"""Games of each variant that `explain` plays where none are asked for: compiled, or not."""


def _play_options(command: Command) -> Command:
    """Give a command `--outcome`, `--players`, `--seed` and `--workers`."""
    for option in (
        click.option("--workers", type=click.IntRange(1, 61), help="One a processor if not told."),
        click.option("--seed", type=int, default=1, show_default=True, help="Of packs and cuts."),
        click.option(
            "--players",
            metavar="P,Q",
            callback=two_players,
            default="greedy,greedy",
            show_default=True,
            help="Two players, like greedy,random; if they differ, each number is played twice.",
        ),
        click.option(
            "--outcome",
            "outcomes",
            metavar="O",
            multiple=True,
            help="An outcome of docs/reference/outcomes.md by its key; may be given again.",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--games", type=int, help="Games of each variant; 5,000, or 100 if not compiled.")
@_play_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR|FILE.svg",
    help="Draw a waterfall there, and write the table beside it, as CSV.",
)
@folder_options
@json_option
def explain(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    first: str,
    second: str,
    games: int | None,
    outcomes: tuple[str, ...],
    players: tuple[str, str],
    seed: int,
    workers: int | None,
    out: Path | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Tell which rule points carry how much of the difference between the variants A and B.

    All variants between the two are played on the same packs. The share of a rule point is what its
    going over from A's reading to B's changes, averaged over all orders of going over; the shares
    add up to the whole difference.
    """
    from penneech.study.attribution import asked  # noqa: PLC0415  # keeps --help quick
    from penneech.study.attribution import explain as found_by  # noqa: PLC0415  # the same
    from penneech.study.run import default_workers  # noqa: PLC0415  # the same
    from penneech.variants import load_variant  # noqa: PLC0415  # the same

    one, other = (
        load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir)
        for name in (first, second)
    )
    chosen = _outcomes(outcomes, players)
    if games is None:
        games = GAMES if _is_compiled(players) else SLOW_GAMES
    names = (one.id, other.id)
    try:
        wanted = asked((one.rules, other.rules), players, games, seed, chosen)
    except StudyError as error:
        raise StudyError(f"{names[0]} and {names[1]}: {error}") from None
    target = None if out is None else _figure_place(out, f"{names[0]}-{names[1]}")
    with progress("games", wanted.total) as tell:
        found = found_by(wanted, workers or default_workers(), tell)
    if target is not None:
        _draw(target, names, wanted, found)
    _tell(names, wanted, found, target, as_json=as_json)


def _outcomes(names: Sequence[str], players: tuple[str, str]) -> list[Outcome]:
    from penneech.files.spelling import listed, meant  # noqa: PLC0415  # keeps --help quick
    from penneech.space.equivalences import Within  # noqa: PLC0415  # the same
    from penneech.study.census import SHOWN  # noqa: PLC0415  # the same
    from penneech.study.outcomes import OUTCOMES  # noqa: PLC0415  # the same

    known = {one.name: one for one in OUTCOMES if one.name in SHOWN[Within.GAME]}
    same = players[0] == players[1]
    if not names:
        return [one for one in known.values() if one.primary and not (same and one.name == "skill")]
    for name in names:
        if name not in known:
            raise UnknownNameError(
                f"no outcome is called {name!r}; there are {listed(known)}{meant(name, known)}"
            )
        if name == "skill" and same:
            raise StudyError("skill needs two different players, like --players greedy,random")
    return [known[name] for name in dict.fromkeys(names)]


def _is_compiled(players: tuple[str, str]) -> bool:
    from penneech import kernel  # noqa: PLC0415  # keeps --help quick
    from penneech.study.bulk import kernel_has  # noqa: PLC0415  # the same

    return kernel_has(players) and kernel.available()


def _figure_place(out: Path, name: str) -> Path:
    """The file that `--out` asks for; its folder is made before anything is played."""
    target = out if out.suffix.lower() == ".svg" else out / f"{name}.svg"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PenneechError(f"{target.parent} cannot be made ({reason(error)})") from None
    import os  # noqa: PLC0415  # only here

    if target.is_dir() or not os.access(target.parent, os.W_OK):
        raise PenneechError(f"{target} cannot be written; name another place with --out")
    return target


def _draw(target: Path, names: tuple[str, str], wanted: Asked, found: dict[str, Shares]) -> None:
    from penneech.render.attributed import attribution_csv  # noqa: PLC0415  # keeps --help quick
    from penneech.render.waterfall import waterfall  # noqa: PLC0415  # the same
    from penneech.study.cellfiles import write_text  # noqa: PLC0415  # the same

    write_text(target, waterfall(names, wanted, found))
    write_text(target.with_suffix(".csv"), attribution_csv(names, wanted, found))


def _tell(
    names: tuple[str, str],
    wanted: Asked,
    found: dict[str, Shares],
    target: Path | None,
    *,
    as_json: bool,
) -> None:
    from penneech.render.attributed import (  # noqa: PLC0415  # keeps --help quick
        attribution_data,
        attribution_page,
    )
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    if as_json:
        click.echo(json.dumps(attribution_data(names, wanted, found), indent=2))
        return
    show(attribution_page(names, wanted, found))
    if target is not None:
        table = target.with_suffix(".csv")
        click.echo(visible(f"Drawn to {target}; every figure, unrounded, is in {table}."))


@click.command()
@click.option(
    "--space",
    "declared",
    metavar="attested|coherent|FILE",
    default="attested",
    show_default=True,
    help="Readings that have a vote: what some witness supports; all; or a file with weights.",
)
@click.option("--games", type=int, help="Games of each reading; 200, or 40 if not compiled.")
@click.option("--deals", type=int, help="Play single deals instead, so many of each reading.")
@_play_options
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
    from penneech.study.cellfiles import opened  # noqa: PLC0415  # keeps --help quick
    from penneech.study.census import census, default_number  # noqa: PLC0415  # the same
    from penneech.study.design import FOLDER  # noqa: PLC0415  # the same
    from penneech.study.factorial import factorial  # noqa: PLC0415  # the same

    if games is not None and deals is not None:
        raise click.UsageError("--games and --deals are two ways of playing; give one of them")
    within = "game" if deals is None else "deal"
    number = games if deals is None else deals
    if number is None:
        number = default_number(compiled=_is_compiled(players))
    _outcomes(outcomes, players)
    space = _space(declared, variants_dir, sources_dir)
    wanted = census(factorial(space, within), players, number, seed, outcomes)
    folder = out if out is not None else Path(FOLDER) / f"cruxes-{wanted.digest()[:16]}-{seed}"
    files = opened(folder, wanted)
    summary = _played(files, wanted, workers)
    _write(files, summary)
    if as_json:
        click.echo(json.dumps({**summary, "folder": str(folder)}, indent=2))
        return
    from penneech.render.crucial import cruxes_page  # noqa: PLC0415  # keeps --help quick
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    show(cruxes_page(summary, full=full))
    click.echo(visible(f"Written to {folder}; every figure is in its summary.json."))


def _space(declared: str, variants_dir: Path | None, sources_dir: Path | None) -> Space:
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.study import declared as spaces  # noqa: PLC0415  # the same
    from penneech.study.spacefile import read_space  # noqa: PLC0415  # the same
    from penneech.variants import load_variant  # noqa: PLC0415  # the same

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
    from penneech.study.run import default_workers  # noqa: PLC0415  # the same

    try:
        with progress(f"{wanted.factorial.within}s", wanted.total) as tell:
            play(files, workers or default_workers(), tell)
        return summarise(files)
    except KeyboardInterrupt:
        text = f"Stopped; what was played is kept in {files.folder}, and the same command goes on."
        click.echo(visible(text), err=True)
        sys.exit(INTERRUPTED)


def _write(files: CellFiles, summary: dict[str, Any]) -> None:
    """Write the summary, the tables, and a heat map of each outcome."""
    from penneech.render.crucial import cruxes_csv, levels_csv  # noqa: PLC0415  # keeps --help quick
    from penneech.render.heatmap import heat_map  # noqa: PLC0415  # the same
    from penneech.study.cellfiles import write_text  # noqa: PLC0415  # the same

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
