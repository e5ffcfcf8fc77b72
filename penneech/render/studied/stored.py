"""The stored studies: read, and refused where the rules have changed since they were played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from penneech.apparatus import shipped_sources
from penneech.chance import GENERATOR
from penneech.errors import PenneechError
from penneech.study.between import value_of
from penneech.study.declared import attested, declared
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from penneech.rules import Rules
    from penneech.study.summary import Summary

FOLDER = Path(__file__).parents[2] / "stored"

PLAYERS = ("infer:128", "greedy", "random")
"""Who played, at both seats; the strongest first, from whose study the pages speak."""

KEPT = ("explain", "cruxes", "cruxes-three", "claims", "figures")

BASE = "cotton-1674"

AGAIN = "python benchmarks/keep_studies.py FOLDER"


class StoredStudyError(PenneechError):
    """Stored studies that are of other rules than those at hand."""


@dataclass(frozen=True, slots=True)
class Studies:
    """All that is stored.

    Args:
        compared: the summary of each player's study, by player, the strongest first.
        commands: of each file the command that plays it again, by the file's name without ending.
        explained: the shares of the difference between two variants.
        weighed: what each rule point matters over the attested space, by a quick player.
        weighed_few: what a few rule points matter, by the strongest player.
        claims: what play says of what the sources assert.
    """

    compared: Mapping[str, Summary]
    commands: Mapping[str, str]
    explained: Mapping[str, Any]
    weighed: Mapping[str, Any]
    weighed_few: Mapping[str, Any]
    claims: Mapping[str, Any]

    @property
    def strongest(self) -> Summary:
        """The study of the strongest player."""
        return next(iter(self.compared.values()))


def file_name(player: str) -> str:
    """The file of a player's study, without its ending."""
    return f"compare-{player.replace(':', '-')}"


def stored_studies(folder: Path = FOLDER) -> Studies:
    """Read the stored studies.

    Raises:
        StoredStudyError: when one was played under other rules than those that are shipped, with
            the command that plays it again.
    """
    names = (*map(file_name, PLAYERS), *KEPT)
    data = {name: _read(folder / f"{name}.json") for name in names}
    faults = [fault for name, one in data.items() for fault in _faults(name, one)]
    if faults:
        raise StoredStudyError("\n".join(faults))
    return Studies(
        compared={player: cast("Summary", data[file_name(player)]) for player in PLAYERS},
        commands={name: str(one["command"]) for name, one in data.items()},
        explained=data["explain"],
        weighed=data["cruxes"],
        weighed_few=data["cruxes-three"],
        claims=data["claims"],
    )


def _read(path: Path) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoredStudyError(f"{_shown(path)} is missing; make it with: {AGAIN}") from None
    return found


def _faults(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    """What has changed since a study was played, each with the command that plays it again."""
    changed = list(_changed(name, found))
    if changed:
        yield (
            f"{_shown(FOLDER / name)}.json was played before {' and '.join(changed)} changed; play "
            f"it again with: {found['command']}; then keep it with: {AGAIN}"
        )


def _changed(name: str, found: Mapping[str, Any]) -> Iterator[str]:
    if found.get("chance", GENERATOR) != GENERATOR:
        yield "the way of shuffling"
    if name.startswith("cruxes"):
        if not _is_space_at_hand(found["space"], whole=name == "cruxes"):
            yield f"the attested readings, or the rules of {BASE},"
        return
    rules = {one.id: one.digest() for one in shipped_variants()}
    digests = {one: _digest(value) for one, value in found["variants"].items()}
    other = [one for one, digest in digests.items() if rules.get(one) != digest]
    if name != "explain":
        other += [one for one in rules if one not in digests]
    if other:
        yield f"the rules of {', '.join(other)}"
    if name == "claims" and _claims(found["claims"]) != _claims_at_hand():
        yield "the claims of the sources"


def _digest(value: Any) -> str:  # noqa: ANN401  # a digest, or an object that has one
    return str(value["digest"] if isinstance(value, dict) else value)


def _space(space: Mapping[str, Any]) -> dict[str, list[tuple[list[str], float]]]:
    """The levels of each factor, with their weights to six figures."""
    return {
        name: [(level["values"], float(f"{level['weight']:.6g}")) for level in factor["levels"]]
        for name, factor in space["factors"].items()
    }


def _is_space_at_hand(space: Mapping[str, Any], *, whole: bool) -> bool:
    """Whether the readings that were played are those that are attested, the others the base's."""
    historical = next(one.rules for one in shipped_variants() if one.id == BASE)
    played, known = _space(space), _space_at_hand(historical)
    held = {name: value_of(historical, name) for name in space["held"]}
    few = {name: sorted(known.get(name, [])) for name in played}
    return (
        (not whole or list(played) == list(known))
        and {name: sorted(levels) for name, levels in played.items()} == few
        and (whole or held == space["held"])
    )


def _space_at_hand(historical: Rules) -> dict[str, list[tuple[list[str], float]]]:
    space = declared("attested", historical, attested(shipped_sources()))
    found = {}
    for factor in space.factors:
        levels = []
        for level in factor.levels:
            rules = space.with_levels(space.base, {factor: level})
            values = [value_of(rules, name) for name in factor.names]
            levels.append((values, float(f"{level.weight:.6g}")))
        found[factor.id] = levels
    return found


def _claims(claims: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, object]]:
    return {one["claim"]: (one["metric"], dict(one["expect"])) for one in claims}


def _claims_at_hand() -> dict[str, tuple[str, object]]:
    stated = [claim for source in shipped_sources().values() for claim in source.claims]
    return {one.name: (one.metric, dict(one.expect)) for one in stated}


def _shown(path: Path) -> str:
    """A stored file as it is named in a checkout."""
    return f"penneech/stored/{path.name}"
