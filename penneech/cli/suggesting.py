"""What a shell is told that asks how a line may go on: names of variants, sources and players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Iterable


def variant_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The ids of variants, and files."""
    from penneech.errors import PenneechError  # noqa: PLC0415  # only while completing
    from penneech.variant import variant_ids  # noqa: PLC0415  # the same

    folder = ctx.params.get("variants_dir")
    try:
        ids = variant_ids(folder if isinstance(folder, Path) else None)
    except PenneechError:
        ids = variant_ids(None)
    found = _beginning(ids, incomplete)
    return found or _files(ctx, param, incomplete)


def source_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """The sigla of the sources."""
    from penneech.apparatus import source_files  # noqa: PLC0415  # only while completing

    return _beginning(source_files(None), incomplete)


def player_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """The names of players, the second after a comma."""
    before, comma, last = incomplete.rpartition(",")
    names = ("greedy", "random", "pimc:32", "pimc:128", "infer:128", "open")
    return [CompletionItem(f"{before}{comma}{item.value}") for item in _beginning(names, last)]


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return click.Path().shell_complete(ctx, param, incomplete)
