"""The rules of each variant in TEI, as a group of `interp`s from which they can be read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.edition.critical import PointKind
from penneech.edition.standing import canonical
from penneech.render.critical.tei.markup import make, name_of, pointers, prose
from penneech.render.critical.tei.passages import reading_id
from penneech.rules import PARAMETERS, RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from penneech.edition.critical import CriticalApparatus
    from penneech.evidence import Setting
    from penneech.render.critical.naming import Naming
    from penneech.rules import Rules
    from penneech.variant import Variant


def variants_division(apparatus: CriticalApparatus, naming: Naming) -> _Element:
    """Every variant with its resolved rules, what each rests on, and the editor's reasons."""
    points = {point.id: point.kind for point in apparatus.points}
    return make(
        "div",
        make("head", naming.words.text("tei.variants")),
        *(_variant(one, points, naming, whole=apparatus.is_whole) for one in apparatus.variants),
        type="variants",
        id="part-variants",
    )


def _variant(
    variant: Variant, points: dict[str, PointKind], naming: Naming, *, whole: bool
) -> _Element:
    """A variant; its digest stands with its rules only where all of them do."""
    settings = {**variant.settings, **variant.parameters, **variant.invariants}
    wanted = {name: setting for name, setting in settings.items() if name in points}
    summary = variant.summary if variant.summary.en else None
    rules = [
        one
        for name, setting in wanted.items()
        if points[name] is not PointKind.INVARIANT
        for one in _interps(variant, setting)
    ]
    invariants = [
        _interp(variant, setting, name, canonical(setting.value))
        for name, setting in wanted.items()
        if points[name] is PointKind.INVARIANT
    ]
    return make(
        "div",
        prose("head", variant.title, naming.language),
        prose("p", summary, naming.language),
        make(
            "interpGrp",
            *rules,
            type="rules",
            subtype=None if variant.rules.card_points else "no_honours",
            n=variant.digest() if whole else None,
            id=name_of("rules", variant.id),
        )
        if rules
        else None,
        make("interpGrp", *invariants, type="invariants") if invariants else None,
        *_reasons(variant, wanted, naming),
        type="variant",
        n=variant.id,
        corresp=pointers(variant.witnesses),
        id=name_of("variant", variant.id),
    )


def _interps(variant: Variant, setting: Setting) -> Iterator[_Element]:
    """A rule point or a plain figure as one `interp`; the values of cards as one each."""
    rules, name = variant.rules, setting.id
    if name in RULE_POINTS:
        yield _interp(variant, setting, name, rules.reading(name))
    elif name in PARAMETERS:
        for part, value in _parts(rules, name):
            yield _interp(variant, setting, name, value, part)


def _parts(rules: Rules, name: str) -> Iterator[tuple[str | None, str]]:
    """The parts of a parameter: of a table each entry by its key."""
    value = rules.resolved()[name]
    if isinstance(value, dict):
        yield from ((str(key), str(inner)) for key, inner in value.items())
    else:
        yield None, str(value)


def _interp(
    variant: Variant, setting: Setting, name: str, text: str, part: str | None = None
) -> _Element:
    parts = (name,) if part is None else (name, part)
    return make(
        "interp",
        text,
        id=name_of("rule", variant.id, *parts),
        type=name,
        subtype=part,
        ana=_ana(variant, setting, name),
        corresp=pointers(setting.cites),
        resp="#resp-editor",
    )


def _ana(variant: Variant, setting: Setting, name: str) -> str | None:
    """Pointers to the reading and to the basis on which it stands."""
    basis = name_of("basis", setting.basis)
    if name in RULE_POINTS:
        return pointers([reading_id(name, variant.rules.reading(name)), basis])
    return pointers([reading_id(name, canonical(setting.value)), basis])


def _reasons(variant: Variant, settings: dict[str, Setting], naming: Naming) -> Iterator[_Element]:
    """The editor's reasons; those that a variant inherits stand with its parent."""
    for name, setting in settings.items():
        if setting.origin.variant != variant.id:
            continue
        parts = [part for part, _ in _parts(variant.rules, name)] if name in PARAMETERS else [None]
        first = next((part for part in parts), None)
        target = name_of("rule", variant.id, *((name,) if first is None else (name, first)))
        note = prose(
            "note",
            setting.note,
            naming.language,
            type="reason",
            resp="#resp-editor",
            target=f"#{target}",
        )
        if note is not None and (parts or name not in PARAMETERS):
            yield note
