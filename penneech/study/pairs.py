"""A study by several pairs of players: a folder that has an ordinary study of each pair.

All pairs play the same variants on the same packs. The folder's own manifest says which pairs there
are and where; each pair's folder is a study like any other, with a manifest of its own.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from penneech.chance import GENERATOR
from penneech.errors import StudyError
from penneech.files.beside import clear_unfinished
from penneech.study.agreement import agreement, conclusions, shared_outcomes
from penneech.study.design import FOLDER, GENERATED_BY
from penneech.study.manifest import NAME, PAIRS, altered, opened, read_manifest
from penneech.study.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from penneech.study.agreement import Kept
    from penneech.study.design import Design
    from penneech.study.summary import Summary

VERSION = 1
SUMMARY_FORMAT = "penneech-summary-of-pairs"
SUMMARY_NAME = "agreement.json"

_SHORT = 16


class Pair(NamedTuple):
    """A pair of players, what it plays, and the command that makes its study alone."""

    design: Design
    command: str

    @property
    def folder(self) -> str:
        """The name of the pair's folder: `greedy`, or `greedy-vs-pimc-64` for two players."""
        first, second = (name.replace(":", "-") for name in self.design.players)
        return first if first == second else f"{first}-vs-{second}"


class Share(TypedDict):
    """Of so many conclusions so many hold for every pair."""

    conclusions: int
    kept: int
    share: float | None


class Drawn(TypedDict):
    """A conclusion, and for how many pairs it holds."""

    variant: str
    outcome: str
    primary: bool
    sign: str
    holds: int
    against: int


class PairPlayed(TypedDict):
    """A pair, where its study is, and how many games it has."""

    players: list[str]
    folder: str
    games: int
    complete: bool


class AgreementSummary(TypedDict):
    """What the pairs agree on; docs/reference/files.md says what each key holds."""

    format: str
    version: int
    generator: str
    chance: str
    seed: str
    base: str
    pairs: list[PairPlayed]
    outcomes: list[str]
    primary: list[str]
    agreement: dict[str, Share]
    conclusions: list[Drawn]


def default_folder(pairs: Sequence[Pair]) -> Path:
    """The folder of a study by several pairs that was given none."""
    return Path(FOLDER) / f"{_digest(pairs)[:_SHORT]}-{pairs[0].design.seed}"


def opened_pairs(folder: Path, pairs: Sequence[Pair], command: str) -> list[Store]:
    """Open the folder of a study by several pairs, or make it, and the study of each pair.

    Args:
        folder: where it is or shall be.
        pairs: who plays, each pair once.
        command: the command that makes the whole again.

    Raises:
        StudyError: when the folder holds something else, or cannot be written.
    """
    path = folder / NAME
    kept = read_manifest(folder, PAIRS)
    wanted = _manifest(pairs, kept, command)
    # Of two that begin at once in one folder the second finds what the first has written.
    if kept is None and not Store(folder, pairs[0].design).begin_json(path, wanted):
        kept = read_manifest(folder, PAIRS)
        wanted = _manifest(pairs, kept, command)
    if kept is not None:
        _check(folder, kept, wanted)
    stores = [opened(folder / pair.folder, pair.design, pair.command) for pair in pairs]
    if kept is not None and kept != wanted:
        _check_rest(path, kept, wanted)
        _write(pairs, path, wanted)
    clear_unfinished(folder)
    return stores


def write_agreement(folder: Path, pairs: Sequence[Pair], found: AgreementSummary) -> None:
    """Write what the pairs agree on.

    Raises:
        StudyError: when it cannot be written.
    """
    _write(pairs, folder / SUMMARY_NAME, found)


def _write(pairs: Sequence[Pair], path: Path, value: object) -> None:
    Store(path.parent, pairs[0].design).write_json(path, value)


def agreed(pairs: Sequence[Pair], summaries: Sequence[Summary]) -> AgreementSummary:
    """What the pairs agree on.

    Args:
        pairs: who played.
        summaries: of the pairs' studies, in the same order.
    """
    first = summaries[0]
    found, shared = conclusions(summaries), shared_outcomes(summaries)
    return AgreementSummary(
        format=SUMMARY_FORMAT,
        version=VERSION,
        generator=GENERATED_BY,
        chance=GENERATOR,
        seed=first["seed"],
        base=first["differences"]["base"],
        pairs=[
            PairPlayed(
                players=one["players"],
                folder=pair.folder,
                games=one["games"],
                complete=one["complete"],
            )
            for pair, one in zip(pairs, summaries, strict=True)
        ],
        outcomes=shared,
        primary=[name for name in shared if first["outcomes"][name]["primary"]],
        agreement={
            "primary": _share(agreement(found, primary=True)),
            "all": _share(agreement(found)),
        },
        conclusions=[
            Drawn(
                variant=one.variant,
                outcome=one.outcome,
                primary=one.primary,
                sign="more" if one.sign > 0 else "less",
                holds=one.holds,
                against=one.against,
            )
            for one in found
        ],
    )


def _share(kept: Kept) -> Share:
    return Share(conclusions=kept.drawn, kept=kept.kept, share=kept.share)


def _digest(pairs: Sequence[Pair]) -> str:
    """Names what the pairs play, whatever the order of pairs and variants."""
    digests = sorted(pair.design.digest() for pair in pairs)
    return hashlib.sha256(" ".join(digests).encode("ascii")).hexdigest()


def _manifest(
    pairs: Sequence[Pair], kept: Mapping[str, object] | None, command: str
) -> dict[str, object]:
    design = pairs[0].design
    before = _asked(kept)
    if any(pair.design.games < before.get(pair.folder, 0) for pair in pairs) and kept is not None:
        # Looking at fewer games leaves the command that makes the whole.
        command = str(kept.get("command"))
    return {
        "format": PAIRS,
        "version": VERSION,
        "generator": GENERATED_BY,
        "chance": GENERATOR,
        "digest": _digest(pairs),
        "seed": str(design.seed),
        "pairs": [
            {
                "players": list(pair.design.players),
                "folder": pair.folder,
                "games": max(pair.design.games, before.get(pair.folder, 0)),
            }
            for pair in sorted(pairs, key=lambda pair: pair.folder)
        ],
        "variants": {
            entry.id: entry.rules.digest()
            for entry in sorted(design.entries, key=lambda entry: entry.id)
        },
        "command": command,
    }


def _asked(kept: Mapping[str, object] | None) -> dict[str, int]:
    """How many games each pair of a manifest was asked for."""
    pairs = kept.get("pairs") if kept is not None else None
    found = {}
    for pair in pairs if isinstance(pairs, list) else []:
        if isinstance(pair, dict) and type(pair.get("games")) is int:
            found[str(pair.get("folder"))] = pair["games"]
    return found


def _check(folder: Path, kept: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """See that a folder is of these pairs; of their variants their own manifests tell.

    Raises:
        StudyError: when it is not.
    """
    differing = [
        f"{key} {_told(kept.get(key))}, not {_told(wanted[key])}"
        for key in ("version", "generator", "chance", "seed", "pairs")
        if _told(kept.get(key)) != _told(wanted[key])
    ]
    if differing:
        raise StudyError(
            f"{folder} holds another study ({'; '.join(differing)}); name another folder with --out"
        )


def _check_rest(path: Path, kept: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """See that a manifest is as it was written, but for what grows with the study.

    Raises:
        StudyError: when it is not.
    """
    for key in {**wanted, **kept}:
        if key not in {"pairs", "command"} and kept.get(key) != wanted.get(key):
            raise altered(path, f"{key} is not as it was written")


def _told(value: object) -> str:
    """A part of a manifest in a few words; of pairs their folders, not how many games they play."""
    if isinstance(value, list):
        return " and ".join(
            str(one.get("folder")) if isinstance(one, dict) else str(one) for one in value
        )
    return str(value)
