"""Remarks on a variant: a setting that rests on a passage which is not recorded as saying so.

A remark is no fault. What is recorded of a passage is the editors' reading of it, and the reader of
a variant may read it otherwise, or cite a passage of which nothing is recorded yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.apparatus import passage
from penneech.errors import Fault
from penneech.evidence import ON_THE_POINT, Basis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.apparatus import Reading, Sources
    from penneech.evidence import Setting
    from penneech.variant import Variant

_AGAINST = "against"
"""What a passage is recorded as saying of an invariant that it contradicts."""


def remarks(variant: Variant, sources: Sources) -> Iterator[Fault]:
    """Give the settings of a variant's own file that its citations do not bear out.

    What is stated or implied needs a passage that is recorded as being on that very point; what is
    stated needs one with that very reading.
    """
    every = (variant.settings, variant.parameters, variant.invariants)
    for section, settings in zip(("rules", "parameters", "invariants"), every, strict=True):
        for name, setting in settings.items():
            if setting.origin.variant != variant.id or setting.basis not in ON_THE_POINT:
                continue
            text = _remark(setting, sources)
            if text is not None:
                origin = setting.origin
                path = f"{section}.{name}"
                yield Fault(origin.file, origin.line, origin.column, path, text)


def _remark(setting: Setting, sources: Sources) -> str | None:
    readings = [(cite, reading) for cite in setting.cites for reading in _readings(cite, sources)]
    on_point = [(cite, reading) for cite, reading in readings if reading.point == setting.id]
    if not on_point:
        return (
            f"the basis is {setting.basis}, but no cited passage is recorded as speaking of "
            f"{setting.id}: {_recorded_points(setting, sources)}"
        )
    if setting.basis is Basis.STATED and not any(_bears_out(setting, one) for _, one in on_point):
        said = ", ".join(f"{cite} as {reading.reading}" for cite, reading in on_point)
        wanted = setting.reading or "holds"
        return f"the basis is stated, but no cited passage is recorded as {wanted}: {said}"
    return None


def _readings(cite: str, sources: Sources) -> tuple[Reading, ...]:
    """What a passage on the game itself is recorded as saying."""
    found = passage(cite, sources)
    return found.readings if found.game is None else ()


def _recorded_points(setting: Setting, sources: Sources) -> str:
    """What each cited passage is recorded as speaking of."""
    told = []
    for cite in setting.cites:
        points = dict.fromkeys(reading.point for reading in _readings(cite, sources))
        told.append(f"{cite} is on {', '.join(points) or 'no point'}")
    sigla = dict.fromkeys(cite.partition(".")[0] for cite in setting.cites)
    told += [
        f"{siglum} is silent on {setting.id}"
        for siglum in sigla
        if any(silence.point == setting.id for silence in sources[siglum].silent)
    ]
    return "; ".join(told)


def _bears_out(setting: Setting, reading: Reading) -> bool:
    """Whether a reading is that of a setting; tables of points and cards are not compared."""
    if setting.value is None:
        return reading.reading != _AGAINST
    if isinstance(setting.value, dict):
        return True
    return setting.reading == reading.reading
