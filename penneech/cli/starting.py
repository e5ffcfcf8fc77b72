"""The command that writes a variant file to start from: `init`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from penneech.cli.options import folder_options, language_option
from penneech.cli.suggesting import variant_names
from penneech.errors import PenneechError, reason, visible


@click.command()
@click.argument("name", metavar="ID")
@click.option(
    "--extends",
    "parent",
    default="cotton-1674",
    metavar="V",
    show_default=True,
    shell_complete=variant_names,
    help="The variant that it changes.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder for it; the one you are in unless told.",
)
@folder_options
@language_option
def init(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    name: str,
    parent: str,
    out: Path,
    variants_dir: Path | None,
    sources_dir: Path | None,
    language: str,
) -> None:
    """Write ID.yaml, a variant to start from, with every rule point and its readings as remarks.

    It changes another variant and is valid as it stands. The schema is written beside it, in
    schema/, so that an editor with YAML support completes and checks what you type. A file that is
    there already is left alone.
    """
    from penneech.render.starting import SCHEMA, variant_to_start_from  # noqa: PLC0415  # quick --help
    from penneech.schema.filefaults import RESERVED, is_reserved  # noqa: PLC0415  # the same
    from penneech.schema.parts import LONGEST_NAME, NAME  # noqa: PLC0415  # the same
    from penneech.schema.schemas import schema_text  # noqa: PLC0415  # the same
    from penneech.variant import load_variant, variant_ids  # noqa: PLC0415  # the same

    if not re.fullmatch(NAME[1:-1], name) or len(name) > LONGEST_NAME:
        text = f"{name!r} is no id; small letters, figures and hyphens make one, like my-reading"
        raise click.BadParameter(text, param_hint="ID")
    if is_reserved(name):
        raise click.BadParameter(RESERVED.format(name=name), param_hint="ID")
    if name in variant_ids(None):
        text = f"{name} is the id of a shipped variant; choose another"
        raise click.BadParameter(text, param_hint="ID")
    found = load_variant(parent, variants_dir=variants_dir, sources_dir=sources_dir)
    file = out / f"{name}.yaml"
    _write_new(file, variant_to_start_from(name, found, language))
    schema = out / SCHEMA
    if not schema.exists():
        _write_new(schema, schema_text("variant"))
    click.echo(visible(f"Written to {file}; edit it, then: penneech validate {file}"))


def _write_new(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise PenneechError(f"{path.parent} is no folder; name one with --out") from None
    except OSError as error:
        text = f"{path.parent} cannot be made: {reason(error)}; name another folder with --out"
        raise PenneechError(text) from error
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        text = f"{path} is there already, and is left as it is; choose another id, or another --out"
        raise PenneechError(text) from None
    except OSError as error:
        raise PenneechError(f"{path} cannot be written: {reason(error)}") from error
