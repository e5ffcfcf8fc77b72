"""What a shell is told that asks how a line may go on: names of variants, sources and players."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def variant_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The ids of variants, and files."""
    from penneech.errors import PenneechError  # noqa: PLC0415  # only while completing
    from penneech.variant import variant_ids  # noqa: PLC0415  # the same
    from penneech.variant_names import variant_files  # noqa: PLC0415  # the same

    folder = ctx.params.get("variants_dir")
    try:
        ids: Iterable[str] = variant_ids(folder if isinstance(folder, Path) else None)
    except PenneechError:
        ids = variant_files(None)  # a folder that is not there does not hide the shipped ones
    found = _beginning(_able(ids), incomplete)
    return found or _files(ctx, param, incomplete)


def source_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """The sigla of the sources."""
    from penneech.apparatus import source_files  # noqa: PLC0415  # only while completing

    return _beginning(source_files(None), incomplete)


def variant_and_source_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The sigla of sources and the ids of variants; files where it begins neither."""
    sigla = source_names(ctx, param, incomplete)
    others = variant_names(ctx, param, incomplete)
    return sigla if sigla and others and others[0].type != "plain" else [*sigla, *others]


def variants_of_a_study(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001  # click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """The ids of the variants of the study that is named before."""
    from penneech.errors import PenneechError  # noqa: PLC0415  # only while completing
    from penneech.study.manifest import design_of  # noqa: PLC0415  # the same

    # Where the last option still lacks its value the arguments before it are left as they are.
    folder = ctx.params.get("study") or next(iter(ctx.args), None)
    try:
        ids = [] if folder is None else [one.id for one in design_of(Path(folder)).entries]
    except PenneechError:
        ids = []
    return _beginning(_able(ids), incomplete)


def player_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """The names of players, the second after a comma."""
    return _after_comma(
        ("greedy", "random", "pimc:32", "pimc:128", "infer:128", "open"), incomplete
    )


def witness_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The sigla of the sources, the second after a comma."""
    sigla = [item.value for item in source_names(ctx, param, "")]
    return _after_comma(sigla, incomplete)


def point_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """Rule points, parameters and invariants, each after a comma."""
    from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS  # noqa: PLC0415  # the same

    return _after_comma((*RULE_POINTS, *PARAMETERS, *INVARIANTS), incomplete)


def outcome_names(
    ctx: click.Context,  # noqa: ARG001  # click's signature
    param: click.Parameter,  # noqa: ARG001  # the same
    incomplete: str,
) -> list[CompletionItem]:
    """The keys of the outcomes that games show."""
    from penneech.space.equivalences import Within  # noqa: PLC0415  # only while completing
    from penneech.study.census import SHOWN  # noqa: PLC0415  # the same

    return _beginning(sorted(SHOWN[Within.GAME]), incomplete)


def words(*known: str) -> Callable[..., list[CompletionItem]]:
    """What completes one of these words; after a comma the next."""

    def complete(
        ctx: click.Context,  # noqa: ARG001  # click's signature
        param: click.Parameter,  # noqa: ARG001  # the same
        incomplete: str,
    ) -> list[CompletionItem]:
        return _after_comma(known, incomplete)

    return complete


def words_or_files(*known: str) -> Callable[..., list[CompletionItem]]:
    """What completes one of these words, or else the name of a file."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _beginning(known, incomplete) or _files(ctx, param, incomplete)

    return complete


def _after_comma(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{item.value}") for item in _beginning(names, last)]


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _able(names: Iterable[str]) -> Iterator[str]:
    """Those that can be ids: a file may be called anything, and a shell would act on some of it."""
    from penneech.schema.parts import NAME  # noqa: PLC0415  # only while completing

    return (name for name in names if re.fullmatch(NAME[1:-1], name))


def _files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    if not incomplete.isascii() and any("\ud800" <= mark <= "\udfff" for mark in incomplete):
        return [CompletionItem("", type="file")]  # what is no UTF-8 the shell itself goes on with
    return click.Path().shell_complete(ctx, param, incomplete)
