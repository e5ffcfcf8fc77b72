"""The command that measures this machine: `bench`."""

from __future__ import annotations

import json

import click

from penneech.cli.options import json_option
from penneech.cli.progress import progress


@click.command()
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=5,
    metavar="N",
    show_default=True,
    help="How many rounds; the rows take turns in each.",
)
@json_option
def bench(rounds: int, as_json: bool) -> None:  # noqa: FBT001  # click passes flags so
    """Measure the speeds of this machine, each on one core: medians, and their ranges.

    Deals are random ones unless said otherwise, under parlett, by the compiled kernel; a round of a
    row takes about a quarter of a second. What has to be compiled first is not in the figures.
    Without Numba only the reference engine is measured; --json then has null for the others.
    """
    from penneech.render.screen import show  # noqa: PLC0415  # keeps --help quick
    from penneech.render.speeds import left_out, speeds_data, speeds_sheet  # noqa: PLC0415  # the same
    from penneech.study.speeds import count_of_rows, measured  # noqa: PLC0415  # the same

    with progress("measurements", rounds * count_of_rows()) as tell:
        speeds = measured(rounds, tell)
    if as_json:
        click.echo(json.dumps(speeds_data(speeds), indent=2))
        if not speeds.form:
            click.echo(f"Note: {left_out()}", err=True)
    else:
        show(speeds_sheet(speeds))
