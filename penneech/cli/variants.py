"""The commands that show variants: `variants` and `diff`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from penneech.cli.options import folder_options, json_option, language_option
from penneech.cli.suggesting import variant_names

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("variant", required=False, shell_complete=variant_names)
@folder_options
@language_option
@json_option
def variants(
    variant: str | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """List the variants, or show one: its rules, their basis and citations.

    VARIANT is an id from the list, or the path of a file of your own.
    """
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.variant_data import heading_data, variant_data  # noqa: PLC0415  # the same
    from penneech.render.variant_tables import (  # noqa: PLC0415  # the same
        variant_page,
        variants_table,
    )
    from penneech.variant import load_variant, variant_ids  # noqa: PLC0415  # the same

    folders = {"variants_dir": variants_dir, "sources_dir": sources_dir}
    if variant is not None:
        found = load_variant(variant, **folders)
        if as_json:
            _write(variant_data(found))
        else:
            show(variant_page(found, load_sources(sources_dir), language))
        return
    every = [load_variant(name, **folders) for name in variant_ids(variants_dir)]
    if as_json:
        _write([heading_data(one) for one in every])
    else:
        show(variants_table(every, language))


@click.command()
@click.argument("a", shell_complete=variant_names)
@click.argument("b", shell_complete=variant_names)
@folder_options
@language_option
@json_option
def diff(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    a: str,
    b: str,
    variants_dir: Path | None,
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Show the rule points at which two variants differ, with the evidence of each side.

    A and B are ids of variants, or paths of files of your own.
    """
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.comparing import differences, other_evidence  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.variant_data import (  # noqa: PLC0415  # the same
        difference_data,
        heading_data,
    )
    from penneech.render.variant_tables import difference_page  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    one, other = (
        load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir) for name in (a, b)
    )
    if not as_json:
        show(difference_page(one, other, load_sources(sources_dir), language))
        return
    _write(
        {
            "a": heading_data(one),
            "b": heading_data(other),
            "differences": [difference_data(found) for found in differences(one, other)],
            "other_evidence": [difference_data(found) for found in other_evidence(one, other)],
        }
    )


def _write(data: object) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=True))
