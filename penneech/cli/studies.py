"""The command that makes studies: `compare`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.naming import chosen_variants, command_of, pairs_of_players
from penneech.cli.options import (
    folder_options,
    json_option,
    study_seed_option,
    workers_option,
)
from penneech.cli.suggesting import player_names, variant_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.study.design import Design

GAMES = 1000
"""Enough to tell most variants apart, in well under a minute."""

USUAL = "greedy,greedy"
"""Who plays where nobody is named."""

BASE = "cotton-1674"
"""What all shipped variants are compared with: the oldest text."""


@click.command()
@click.argument("variants", metavar="[VARIANT]...", nargs=-1, shell_complete=variant_names)
@click.option("--games", type=int, default=GAMES, show_default=True, help="Game numbers to play.")
@click.option(
    "--players",
    metavar="P,Q",
    shell_complete=player_names,
    callback=pairs_of_players,
    multiple=True,
    default=(USUAL,),
    show_default=True,
    help="Two players, like greedy,random; if they differ, each game number is played twice, seats "
    "swapped. Given several times, each pair plays, and what they agree on is told.",
)
@study_seed_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the study; studies/<digest>-<seed> unless told.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Also the outcomes that need the chance of winning, best play or other players, each from "
    "a bounded number of games: docs/reference/outcomes.md.",
)
@click.option("--full", is_flag=True, help="Show all: each difference, points by source and seat.")
@workers_option
@click.option(
    "--cluster",
    metavar="tcp://HOST:PORT",
    help="Let the workers of a dask cluster play; docs/how-to/cluster.md.",
)
@folder_options
@json_option
def compare(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    variants: tuple[str, ...],
    games: int,
    players: tuple[tuple[str, str], ...],
    seed: int,
    out: Path | None,
    everything: bool,  # noqa: FBT001  # click passes flags so
    full: bool,  # noqa: FBT001  # click passes flags so
    workers: int | None,
    cluster: str | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Play the same deals under each variant, and tell how the variants differ.

    VARIANT is an id (see `penneech variants`), the path of a file of your own, or a folder of such
    files; every shipped variant if there is none. The others are compared with the first; all of
    them with cotton-1674.

    Of the players, greedy takes the most that the trick in hand can bring and spends the lowest
    card that brings it; random plays any legal card; pimc:64 samples 64 worlds for each card. The
    columns are defined in docs/reference/outcomes.md.

    The rows of the games go to a folder. The same command goes on where it stopped, and shows the
    result at once when it is complete; more --games add to it.
    """
    from penneech.cli.studying import Telling, Work, compare_one, compare_pairs  # noqa: PLC0415  # quick
    from penneech.study.design import Entry, plan  # noqa: PLC0415  # keeps --help quick
    from penneech.study.pairs import Pair  # noqa: PLC0415  # the same

    chosen = chosen_variants(variants, variants_dir, sources_dir)
    entries = [Entry(one.id, one.rules) for one in chosen]
    designs = [plan(entries, pair, seed, games) for pair in players]
    step = partial(_step, variants) if everything else None
    work = Work(workers, cluster, None if variants else BASE, step)
    telling = Telling(full=full, as_json=as_json)
    command = partial(_command, variants, seed=seed, everything=everything)
    pairs = [Pair(one, command(games=one.games, players=[one.players])) for one in designs]
    if len(pairs) == 1:
        compare_one(pairs[0], out, work, telling)
    else:
        compare_pairs(pairs, out, command(games=games, players=players), work, telling)


def _step(variants: tuple[str, ...], step: Design) -> str:
    """The command that makes the study of a step of the ladder."""
    return _command(
        variants, games=step.games, players=[step.players], seed=step.seed, everything=False
    )


def _command(
    variants: tuple[str, ...],
    *,
    games: int,
    players: Sequence[tuple[str, str]],
    seed: int,
    everything: bool,
) -> str:
    """The command that makes a study again, wherever it is put."""
    words = ["compare", *variants, "--games", str(games)]
    for pair in players:
        words += ["--players", ",".join(pair)]
    words += ["--seed", str(seed), *["--all"] * everything]
    return command_of(*words)
