"""Where commands that write documents put them: standard output, one file, or a folder."""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from penneech.cli.streams import STDOUT, carries_every_letter, is_standard_output
from penneech.cli.suggesting import words, words_or_files
from penneech.errors import PenneechError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Command = TypeVar("Command", bound="Callable[..., object]")

LANGUAGES = ("en", "it")

FOREIGN = (".doc", ".docx", ".odt", ".pdf", ".png", ".rtf", ".tex", ".txt", ".xlsx")
"""Endings of files that people may wish for, and that not every command writes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which documents are asked for, and where they go.

    `endings` tells by what a file's name ends in each format. The name of a format will do as an
    ending, too; a path that ends otherwise is taken for a folder.
    """

    languages: tuple[str, ...]
    formats: tuple[str, ...]
    out: str
    endings: Mapping[str, str]

    @property
    def number(self) -> int:
        """How many documents that is."""
        return len(self.languages) * len(self.formats)


def several(
    what: str, allowed: tuple[str, ...]
) -> Callable[[click.Context, click.Parameter, str], tuple[str, ...]]:
    """Read an option that names one thing or several with commas between them."""

    def convert(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
        names = [name.strip().lower() for name in value.split(",")]
        for name in names:
            if name not in allowed:
                text = f"{name!r} is not a {what}; allowed: {', '.join(allowed)}"
                raise click.BadParameter(text, ctx=context, param=option)
        return tuple(dict.fromkeys(names))

    return convert


def document_options(
    formats: Mapping[str, str], default: str, example: str
) -> Callable[[Command], Command]:
    """Give a command `--lang`, `--format` and `--out`.

    Args:
        formats: each with the ending of its files.
        default: the format unless told.
        example: what the documents are called in a folder.
    """
    endings = ", ".join(f".{ending}" for ending in dict.fromkeys(formats.values()))

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--out",
                metavar="FILE or DIR",
                shell_complete=words_or_files(),
                default=STDOUT,
                help=f"Where to write; standard output unless told. A path that ends in {endings} "
                "is a file, for one document; any other is a folder, made if it is missing (with / "
                f"behind it if its name has an ending), in which each document is named {example}.",
            ),
            click.option(
                "--format",
                "formats",
                metavar=",".join(formats),
                shell_complete=words(*formats),
                callback=several("format", tuple(formats)),
                default=default,
                show_default=True,
                help="Format, or several. Unless told, the ending of a file named with --out "
                "decides.",
            ),
            click.option(
                "--lang",
                "languages",
                metavar="en,it",
                shell_complete=words(*LANGUAGES),
                callback=several("language", LANGUAGES),
                default=LANGUAGES[0],
                show_default=True,
                help="Language, or several.",
            ),
        ):
            command = option(command)
        return command

    return decorate


def formats_asked(
    context: click.Context, formats: tuple[str, ...], out: str, endings: Mapping[str, str]
) -> tuple[str, ...]:
    """The formats that are asked for: that of a file's ending, where none is named."""
    named = file_format(out, endings)
    default = context.get_parameter_source("formats") is ParameterSource.DEFAULT
    return (named,) if named is not None and default else formats


def write_documents(asked: Asked, documents: Iterable[tuple[str, str, str]]) -> None:
    """Write documents to where they are asked for.

    Args:
        asked: where, and how many.
        documents: each with its file's name, its format and its text, made as they are taken.

    Raises:
        click.UsageError: when several are asked for, and a place for one is named.
        PenneechError: when one cannot be written.
    """
    if is_standard_output(asked.out):
        if asked.number > 1:
            raise click.UsageError(f"{asked.number} documents need a folder; name one with --out")
        for _, form, text in documents:
            click.echo(printed(text, form), nl=False)
        return
    place = Path(asked.out)
    named = file_format(asked.out, asked.endings)
    if named is None:
        refuse_unknown(asked.out, asked.endings.values())
    is_one = named is not None or is_device(place)
    if is_one:
        _refuse_in_file(asked, named)
    for name, _, text in documents:
        write_one(place, place if is_one else place / name, text)


def refuse_foreign(out: str, endings: Iterable[str]) -> None:
    """Refuse a file of a kind that is not written.

    Raises:
        click.UsageError: for an ending like .docx; the text names those that there are.
    """
    ending = Path(out).suffix.lower()
    if ending in FOREIGN and ending.removeprefix(".") not in set(endings):
        known = ", ".join(f".{one}" for one in dict.fromkeys(endings))
        raise click.UsageError(f"{out}: {ending} is not written here; there are {known}")


def refuse_unknown(out: str, endings: Iterable[str]) -> None:
    """Refuse a path that looks like a file's, of a kind that is not written, and is no folder.

    Raises:
        click.UsageError: for an ending of two to five letters, like .docx; the text names those
            that there are, and how a folder is named so.
    """
    place, known = Path(out), list(dict.fromkeys(endings))
    ending = place.suffix
    if out.endswith(("/", "\\")) or not re.fullmatch(r"\.[A-Za-z]{2,5}", ending):
        return
    if ending.lower().removeprefix(".") in known or place.is_dir() or is_device(place):
        return
    raise click.UsageError(
        f"{out}: {ending} is not written here; there are {', '.join(f'.{one}' for one in known)}; "
        "a folder of that name is written with / behind it"
    )


def file_format(out: str, endings: Mapping[str, str]) -> str | None:
    """The format that a path's ending tells; None where it tells none."""
    if out.endswith(("/", "\\")):
        return None
    ending = Path(out).suffix.lower().removeprefix(".")
    return next((form for form, own in endings.items() if ending in (own, form)), None)


def is_device(path: Path) -> bool:
    """Whether a path is a pipe or a device, which takes one document whatever it is called."""
    try:
        kind = path.stat().st_mode
    except OSError:  # what may not be looked at cannot be written either, and that is told there
        return False
    return not stat.S_ISREG(kind) and not stat.S_ISDIR(kind)


def printed(text: str, form: str) -> str:
    """A document as standard output carries it; what is markup says by itself that it is UTF-8."""
    if form in ("html", "svg", "tei") and not carries_every_letter():
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    return text


def _refuse_in_file(asked: Asked, form: str | None) -> None:
    """Refuse what does not go into the one file that is named."""
    if asked.number > 1:
        raise click.UsageError(
            f"{asked.out} is one file, and {asked.number} documents are asked for: name a folder "
            "with --out, without a file's ending"
        )
    if form is not None and asked.endings[asked.formats[0]] != asked.endings[form]:
        ending = asked.endings[form]
        raise click.UsageError(
            f"{asked.out} ends in .{ending}, and --format says {asked.formats[0]}"
        )


def write_one(out: Path, path: Path, document: str | bytes) -> None:
    """Write a document to a path, and make the folder `out` if the path is in it.

    Raises:
        PenneechError: when it cannot be written.
    """
    from penneech.render.files import write_document  # noqa: PLC0415  # keeps --help quick

    try:
        if path != out:
            out.mkdir(parents=True, exist_ok=True)
        write_document(path, document)
    except OSError as error:
        raise PenneechError(f"{path} cannot be written: {reason(error)}") from error
    click.echo(visible(f"Written to {path}."))
