"""The commands that check files: `validate` and `schema`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.options import NO, WRONG_USE, folder_options, json_option
from penneech.cli.streams import carries_every_letter
from penneech.cli.suggesting import words
from penneech.errors import PenneechError, reason, visible

if TYPE_CHECKING:
    from penneech.errors import Fault
    from penneech.validation import Checked

_FILES = click.Path(path_type=Path, readable=False)
_SCREENFUL = 20
"""Files; the answers on more of them leave the screen, so that a count closes them."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILES, metavar="FILE...")
@folder_options
@json_option
def validate(
    files: tuple[Path, ...],
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Check variant, source and record files, or all such files in folders.

    Every fault is told with file:line:column, the path to the value, what is allowed, and the
    nearest spelling. A remark is no fault: it says that a cited passage is recorded otherwise.
    Exit status 1 if a file is not valid, 2 if one is not there or cannot be read.
    """
    from penneech.validation import check_file, files_in  # noqa: PLC0415  # keeps --help quick

    missing = {path: why for path in files if (why := _missing(path)) is not None}
    for path, why in missing.items():
        click.echo(visible(f"{path}: {why}"), err=True)
    present = files_in(path for path in files if path not in missing)
    checked = [
        check_file(path, variants_dir=variants_dir, sources_dir=sources_dir) for path in present
    ]
    _tell_json(checked) if as_json else _tell(checked)
    if len(checked) > _SCREENFUL and not as_json and any(path.is_dir() for path in files):
        wrong = sum(not one.is_valid for one in checked)
        click.echo(f"{len(checked)} files, {wrong} with faults", err=True)
    if not checked and not missing:
        click.echo("no variant, source or record in there", err=True)
    if missing or not checked or not all(one.is_read for one in checked):
        sys.exit(WRONG_USE)
    if not all(one.is_valid for one in checked):
        sys.exit(NO)


@click.command()
@click.argument(
    "kind",
    required=False,
    metavar="[variant|source|record]",
    shell_complete=words("variant", "source", "record"),
)
@click.option("--write", type=_FILES, metavar="DIR", help="Write all three into a folder.")
@click.option(
    "--check",
    type=_FILES,
    metavar="DIR",
    help="Exit with 1 if the files of a folder are not what would be written.",
)
def schema(kind: str | None, write: Path | None, check: Path | None) -> None:
    """Print the JSON Schema of variants, sources or records, for editors and other checks."""
    from penneech.schema.schemas import drifted, schema_text, write_schemas  # noqa: PLC0415  # see above

    if [kind, write, check].count(None) != 2:  # noqa: PLR2004  # exactly one of three is given
        raise click.UsageError("give one of variant, source, record; or --write, or --check")
    if kind is not None:
        text = schema_text(kind)
        if not carries_every_letter():
            text = json.dumps(json.loads(text), indent=2) + "\n"
        click.echo(text, nl=False)
    elif write is not None:
        try:
            written = write_schemas(write)
        except OSError as error:
            raise PenneechError(f"{write} cannot be written: {reason(error)}") from error
        for path in written:
            click.echo(visible(str(path)))
    elif check is not None and not check.is_dir():
        raise PenneechError(f"{check}: no such folder; penneech schema --write makes one")
    elif check is not None and (stale := drifted(check)):
        for path in stale:
            text = f"{path}: not what `penneech schema --write` would write"
            click.echo(visible(text), err=True)
        sys.exit(NO)


def _missing(path: Path) -> str | None:
    """Why there is nothing to check at a path; None where there is something."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return "no such file or folder"
    except OSError as error:
        return f"cannot be read: {reason(error)}"
    return None


def _tell(checked: list[Checked]) -> None:
    """Good files on standard output, each fault once on standard error."""
    told = set()
    for one in checked:
        if one.is_valid:
            click.echo(visible(f"{one.path}: ok ({one.kind} {one.name})"))
        for fault in one.faults:
            # A parent's faults are also those of its children.
            if fault not in told:
                click.echo(str(fault), err=True)
                told.add(fault)
        for remark in one.remarks:
            click.echo(str(_marked(remark)), err=True)


def _marked(remark: Fault) -> Fault:
    """Mark what is no fault: file:line:col: remark: path: message."""
    return replace(remark, path=f"remark: {remark.path}")


def _tell_json(checked: list[Checked]) -> None:
    answers = [
        {
            "file": str(one.path),
            "valid": one.is_valid,
            **({"kind": one.kind, "name": one.name} if one.is_valid else {}),
            "faults": [asdict(fault) for fault in one.faults],
            **({"remarks": [asdict(remark) for remark in one.remarks]} if one.remarks else {}),
        }
        for one in checked
    ]
    click.echo(json.dumps(answers, indent=2, ensure_ascii=True))
