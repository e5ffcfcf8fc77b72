"""What arguments name: players, variants that a study plays, outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.errors import StudyError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.study.outcomes import Outcome
    from penneech.variant import Variant


def pairs_of_players(
    ctx: click.Context, param: click.Parameter, values: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Read pairs of players, each like `greedy,random`; a pair that is named twice plays once."""
    return tuple(dict.fromkeys(two_players(ctx, param, value) for value in values))


def two_players(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    """Read two players, like `greedy,random`; one name stands for both seats."""
    names = [name.strip() for name in value.split(",")]
    if len(names) == 1:
        names *= 2
    if len(names) != 2 or not all(names):  # noqa: PLR2004  # two players
        text = f"{value!r} names no two players; write them like greedy,random"
        raise click.BadParameter(text, ctx, param)
    return names[0], names[1]


def chosen_variants(
    names: Sequence[str], variants_dir: Path | None, sources_dir: Path | None
) -> list[Variant]:
    """The variants that are named by ids, files and folders; all that are shipped if none is.

    Raises:
        StudyError: for a folder without variants.
        UnknownNameError, FileFaultsError: as `load_variant` does.
    """
    from penneech.variant import load_variant, shipped_variants  # noqa: PLC0415  # --help is quick

    if not names:
        return list(shipped_variants())
    return [
        load_variant(one, variants_dir=variants_dir, sources_dir=sources_dir)
        for name in names
        for one in _named(name)
    ]


def chosen_outcomes(names: Sequence[str], players: tuple[str, str]) -> list[Outcome]:
    """The outcomes that are named; the primary ones if none is.

    Raises:
        UnknownNameError: for an outcome that games do not show.
        StudyError: for skill, which two different players show alone.
    """
    from penneech.files.spelling import listed, meant  # noqa: PLC0415  # keeps --help quick
    from penneech.space.equivalences import Within  # noqa: PLC0415  # the same
    from penneech.study.census import SHOWN  # noqa: PLC0415  # the same
    from penneech.study.outcomes import OUTCOMES  # noqa: PLC0415  # the same

    known = {one.name: one for one in OUTCOMES if one.name in SHOWN[Within.GAME]}
    same = players[0] == players[1]
    if not names:
        return [one for one in known.values() if one.primary and not (same and one.name == "skill")]
    for name in names:
        if name not in known:
            raise UnknownNameError(
                f"no outcome is called {name!r}; there are {listed(known)}{meant(name, known)}"
            )
        if name == "skill" and same:
            raise StudyError("skill needs two different players, like --players greedy,random")
    return [known[name] for name in dict.fromkeys(names)]


def _named(name: str) -> Iterator[str | Path]:
    """What is meant by an argument: a name or a file as it is, of a folder every variant in it."""
    from penneech.validation import variants_in  # noqa: PLC0415  # keeps --help quick
    from penneech.variant_names import variant_files  # noqa: PLC0415  # the same

    if not Path(name).is_dir() or name in variant_files(None):
        yield name
        return
    found = list(variants_in(Path(name)))
    if not found:
        raise StudyError(
            f"{name} has no variants in it; a variant is a .yaml file that begins with id:"
        )
    yield from found


def command_of(*words: str) -> str:
    """A command as it would be typed, with quotes round what a shell would not take as it is."""
    from penneech.files.typed import as_typed  # noqa: PLC0415  # keeps --help quick

    return " ".join(map(as_typed, ("penneech", *words)))
