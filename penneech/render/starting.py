"""A variant file to start from: valid as it stands, with every rule point in remarks."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from penneech.catalogue import load_catalogue
from penneech.evidence import Basis
from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.evidence import Setting
    from penneech.files.yamlscalar import Value
    from penneech.variant import Variant

SCHEMA = "schema/variant.schema.json"
"""Where editors look for the schema: beside the file."""

POINT = "following"
"""The rule point that stands there as an example; it is the one that is disputed most."""

WIDTH = 96

_HEAD = """\
# yaml-language-server: $schema={schema}
#
# A variant of Penneech: a reading of the rules that changes another one. It is valid as it stands.
# What begins with # is a remark. To change a rule, take the # and one blank away from its lines,
# choose a reading, and say what it rests on. Then: penneech validate {file}

id: {id}
extends: {parent}
title: {{en: {id}}}
summary: {{en: What this reading is and why.}}

# The basis of each setting is one of
"""


def variant_to_start_from(name: str, parent: Variant, language: str = "en") -> str:
    """The text of a variant file that changes another variant, ready to be edited.

    Args:
        name: the id of the new variant; its file is called so too.
        parent: the variant that it changes.
        language: of the remarks, `en` or `it`.
    """
    head = _HEAD.format(schema=SCHEMA, file=f"{name}.yaml", id=name, parent=parent.id)
    lines = [head.rstrip("\n"), *_bases(language), "", "rules:"]
    settings = dict(parent.settings)
    lines += _point(settings.pop(POINT), language, remark=False)
    for setting in settings.values():
        lines += ["", *_point(setting, language, remark=True)]
    lines += ["", "# parameters:", *_parameters(parent)]
    return "\n".join(lines) + "\n"


def _bases(language: str) -> Iterator[str]:
    for basis, entry in load_catalogue().bases.items():
        yield from _remark(f"{basis}: {entry.sentence.get(language)}", "#   ")


def _point(setting: Setting, language: str, *, remark: bool) -> Iterator[str]:
    """A rule point: its question, its readings, and the lines that set it."""
    catalogue = load_catalogue()
    yield from _remark(catalogue.entry(setting.id).question.get(language), "  # ")
    titles = catalogue.readings[setting.id]
    for reading in RULE_POINTS[setting.id]:
        yield from _remark(f"{reading}: {titles[reading].title.get(language)}", "  #   ")
    mark = "  # " if remark else "  "
    yield f"{mark}{setting.id}:"
    yield f"{mark}  reading: {setting.reading}"
    yield f"{mark}  basis: {Basis.CONJECTURE}"
    yield f"{mark}  note: {{en: Why this reading.}}"


def _parameters(parent: Variant) -> Iterator[str]:
    for setting in parent.parameters.values():
        yield f"#   {setting.id}:"
        yield f"#     value: {_flow(setting.value)}"
        yield f"#     basis: {Basis.CONJECTURE}"
        yield "#     note: {en: Why this figure.}"


def _flow(value: Value) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {inner}' for key, inner in value.items())}}}"
    return str(value)


def _remark(text: str, mark: str) -> Iterator[str]:
    first, *rest = wrap(text, WIDTH - len(mark), break_long_words=False) or [""]
    yield f"{mark}{first}"
    yield from (f"{mark}  {line}" for line in rest)
