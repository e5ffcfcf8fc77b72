"""The command that leads a difference back to rule points: `explain`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.documents import refuse_foreign
from penneech.cli.naming import chosen_outcomes
from penneech.cli.options import (
    folder_options,
    json_option,
    outcome_option,
    study_players_option,
    study_seed_option,
    workers_option,
)
from penneech.cli.progress import progress
from penneech.cli.suggesting import variant_names
from penneech.errors import PenneechError, StudyError, reason, visible

if TYPE_CHECKING:
    from penneech.study.attribution import Asked
    from penneech.study.shares import Shares

GAMES, SLOW_GAMES = 5000, 100
"""Games of each variant that are played where none are asked for: compiled, or not."""


@click.command()
@click.argument("first", metavar="A", shell_complete=variant_names)
@click.argument("second", metavar="B", shell_complete=variant_names)
@click.option("--games", type=int, help="Games of each variant; 5,000, or 100 if not compiled.")
@outcome_option
@study_players_option
@study_seed_option
@workers_option
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
    from penneech.study.bulk import kernel_plays  # noqa: PLC0415  # the same
    from penneech.study.workers import default_workers  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    if out is not None:
        refuse_foreign(str(out), ["svg"])
    one, other = (
        load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir)
        for name in (first, second)
    )
    chosen = chosen_outcomes(outcomes, players)
    if games is None:
        games = GAMES if kernel_plays(players) else SLOW_GAMES
    names = (one.id, other.id)
    try:
        wanted = asked((one.rules, other.rules), players, games, seed, chosen)
    except StudyError as error:
        raise StudyError(f"{names[0]} and {names[1]}: {error}") from None
    target = None if out is None else _figure_place(out, f"{names[0]}-{names[1]}")
    with progress("games", wanted.total) as tell:
        found = found_by(wanted, workers or default_workers(), tell)
    # Nothing is kept of the games: the figures are told before a file may fail to be written.
    _tell(names, wanted, found, as_json=as_json)
    if target is not None:
        _draw(target, names, wanted, found)
        if not as_json:
            table = target.with_suffix(".csv")
            click.echo(visible(f"Drawn to {target}; every figure, unrounded, is in {table}."))


def _figure_place(out: Path, name: str) -> Path:
    """The file that `--out` asks for; its folder is made before anything is played."""
    target = out if out.suffix.lower() == ".svg" else out / f"{name}.svg"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PenneechError(f"{target.parent} cannot be made ({reason(error)})") from None
    if target.is_dir() or not os.access(target.parent, os.W_OK):
        raise PenneechError(f"{target} cannot be written; name another place with --out")
    return target


def _draw(target: Path, names: tuple[str, str], wanted: Asked, found: dict[str, Shares]) -> None:
    from penneech.render.attributed import attribution_csv  # noqa: PLC0415  # keeps --help quick
    from penneech.render.waterfall import waterfall  # noqa: PLC0415  # the same
    from penneech.study.texts import write_text  # noqa: PLC0415  # the same

    write_text(target, waterfall(names, wanted, found))
    write_text(target.with_suffix(".csv"), attribution_csv(names, wanted, found))


def _tell(
    names: tuple[str, str],
    wanted: Asked,
    found: dict[str, Shares],
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
