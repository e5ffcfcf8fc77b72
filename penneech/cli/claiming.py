"""The command that puts the sources to the test: `claims`."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from penneech.cli.naming import chosen_variants, command_of
from penneech.cli.options import (
    folder_options,
    json_option,
    study_players_option,
    study_seed_option,
    workers_option,
)
from penneech.cli.progress import progress
from penneech.cli.suggesting import variant_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.study.claims import Trial
    from penneech.study.design import Design
    from penneech.study.store import Store
    from penneech.witnesses import Claim

GAMES = 500
"""Enough to tell most claims, in well under a minute."""


@click.command()
@click.argument("variants", metavar="[VARIANT]...", nargs=-1, shell_complete=variant_names)
@click.option("--games", type=int, default=GAMES, show_default=True, help="Game numbers to play.")
@study_players_option
@study_seed_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the study, which compare makes too; none is kept unless told.",
)
@click.option("--full", is_flag=True, help="Show each claim by itself, and what would fail it.")
@workers_option
@folder_options
@json_option
def claims(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
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
    """Test what the sources assert about play: does it hold under a variant, or fail?

    VARIANT is an id (see `penneech variants`), the path of a file of your own, or a folder of such
    files; every shipped variant if there is none.

    A claim holds under a variant where the whole 95 % interval of its figure keeps to what is
    claimed, fails where the whole interval does not, and else cannot be told. Where the source
    gives no figure there is a curve and no verdict. Defined in docs/reference/claims.md.
    """
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.study.design import Entry, plan  # noqa: PLC0415  # the same

    chosen = chosen_variants(variants, variants_dir, sources_dir)
    design = plan([Entry(one.id, one.rules) for one in chosen], players, seed, games)
    stated = [claim for source in load_sources(sources_dir).values() for claim in source.claims]
    with _store(design, out, variants) as store:
        trials = _tried(stated, design, store, workers)
    if as_json:
        from penneech.render.claims_data import claims_data  # noqa: PLC0415  # keeps --help quick

        click.echo(json.dumps(claims_data(design, trials), indent=2))
        return
    from penneech.render.claims import claims_full_page, claims_page  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same

    show((claims_full_page if full else claims_page)(design, trials))


@contextmanager
def _store(design: Design, out: Path | None, variants: tuple[str, ...]) -> Iterator[Store]:
    """The study's folder: the one that was named, or one that is gone afterwards."""
    from penneech.study.manifest import opened  # noqa: PLC0415  # keeps --help quick

    if out is not None:
        words = ["compare", *variants, "--games", str(design.games)]
        words += ["--players", ",".join(design.players), "--seed", str(design.seed)]
        yield opened(out, design, command_of(*words))
        return
    with TemporaryDirectory(prefix="penneech-", ignore_cleanup_errors=True) as folder:
        yield opened(Path(folder) / "study", design, "penneech claims")


def _tried(
    stated: list[Claim], design: Design, store: Store, workers: int | None
) -> tuple[Trial, ...]:
    """Play what is missing, and put the claims to the test."""
    from penneech.study.claims import tried  # noqa: PLC0415  # keeps --help quick
    from penneech.study.run import run  # noqa: PLC0415  # the same
    from penneech.study.workers import default_workers  # noqa: PLC0415  # the same

    with progress("games", design.total) as tell:
        if not run(design, store, workers or default_workers(), tell):
            raise KeyboardInterrupt
    with progress("variants", len(design.entries)) as tell:
        return tried(stated, design, store, tell)
