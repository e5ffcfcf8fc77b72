"""Variants as plain data, for programs that read our answers as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from penneech.comparing import Difference
    from penneech.evidence import Setting, Text
    from penneech.variant import Variant

Data: TypeAlias = "dict[str, object]"


def text_data(text: Text) -> Data:
    """A text in the languages that it has."""
    return {"en": text.en} if text.it is None else {"en": text.en, "it": text.it}


def heading_data(variant: Variant) -> Data:
    """What a list says of a variant."""
    return {
        "id": variant.id,
        "title": text_data(variant.title),
        "summary": text_data(variant.summary),
        "witnesses": list(variant.witnesses),
        "extends": variant.extends,
        "digest": variant.digest(),
    }


def variant_data(variant: Variant) -> Data:
    """All of a variant: its resolved rules, and the evidence of each setting."""
    return {
        **heading_data(variant),
        "lineage": list(variant.lineage),
        "resolved": variant.resolved(),
        "rules": _table(variant.settings, "reading"),
        "parameters": _table(variant.parameters, "value"),
        "invariants": _table(variant.invariants, None),
    }


def difference_data(one: Difference) -> Data:
    """One difference, with both sides."""
    key = "reading" if isinstance(one.a.value, str) else "value"
    return {"point": one.id, "a": setting_data(one.a, key), "b": setting_data(one.b, key)}


def setting_data(setting: Setting, key: str | None) -> Data:
    """A setting with its evidence; its reading or value stands under the key, if there is one."""
    return {
        **({} if key is None else {key: setting.value}),
        "basis": setting.basis.value,
        "cites": list(setting.cites),
        "note": None if setting.note is None else text_data(setting.note),
        "origin": setting.origin.variant,
    }


def _table(settings: Mapping[str, Setting], key: str | None) -> dict[str, Data]:
    return {name: setting_data(setting, key) for name, setting in settings.items()}
