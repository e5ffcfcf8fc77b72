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

_SCHEMA_LINE = "# yaml-language-server: $schema={schema}\n#\n"
_HEADS = {
    "en": """\
# A variant of Penneech: a reading of the rules that changes another one. It is valid as it stands,
# and plays as the other does. What begins with # is a remark. To change a rule, take the # and one
# blank away from its lines, choose a reading, and say what it rests on: a reading of your own is a
# conjecture, one that a source has cites it. Then:
# penneech validate {file}

id: {id}
extends: {parent}
title: {{en: {id}}}
summary: {{en: What this reading is and why.}}

# The basis of each setting is one of
""",
    "it": """\
# Una variante del penneech: una lettura delle regole che ne cambia un’altra. È valida così com’è, e
# si gioca come l’altra. Ciò che comincia con # è un’annotazione. Per cambiare una regola si tolgono
# il # e uno spazio davanti alle sue righe, si sceglie una lezione e si dice su che cosa si fonda:
# una lezione propria è una congettura, una che viene da una fonte la cita. Poi:
# penneech validate {file}

id: {id}
extends: {parent}
title: {{en: {id}, it: {id}}}
summary: {{en: What this reading is and why., it: Che cos’è questa lettura e perché.}}

# Il fondamento di ogni scelta è uno di questi
""",
}
_WHY = {
    "en": ("note: {en: Why this reading.}", "note: {en: Why this figure.}"),
    "it": (
        "note: {it: Perché questa lezione., en: Why this reading.}",
        "note: {it: Perché questa cifra., en: Why this figure.}",
    ),
}


def variant_to_start_from(name: str, parent: Variant, language: str = "en") -> str:
    """The text of a variant file that changes another variant, ready to be edited.

    Args:
        name: the id of the new variant; its file is called so too.
        parent: the variant that it changes.
        language: of the remarks, `en` or `it`.
    """
    first = _SCHEMA_LINE.format(schema=SCHEMA)
    head = first + _HEADS[language].format(file=f"{name}.yaml", id=name, parent=parent.id)
    lines = [head.rstrip("\n"), *_bases(language), "", "rules:"]
    settings = dict(parent.settings)
    lines += _point(settings.pop(POINT), language, remark=False)
    for setting in settings.values():
        lines += ["", *_point(setting, language, remark=True)]
    lines += ["", "# parameters:", *_parameters(parent, language)]
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
    if remark:
        yield f"{mark}  basis: {Basis.CONJECTURE}"
        yield f"{mark}  {_WHY[language][0]}"
        return
    # What stands there is the other variant's, and so is what it rests on.
    yield f"{mark}  basis: {setting.basis}"
    if setting.cites:
        yield f"{mark}  cites: [{', '.join(setting.cites)}]"
    if setting.basis is not Basis.STATED:
        # Its own note may be long, and is read where it stands.
        whose = setting.origin.variant
        yield f"{mark}  note: {{en: As in {whose}., it: Come in {whose}.}}"


def _parameters(parent: Variant, language: str) -> Iterator[str]:
    for setting in parent.parameters.values():
        yield f"#   {setting.id}:"
        yield f"#     value: {_flow(setting.value)}"
        yield f"#     basis: {Basis.CONJECTURE}"
        yield f"#     {_WHY[language][1]}"


def _flow(value: Value) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {inner}' for key, inner in value.items())}}}"
    return str(value)


def _remark(text: str, mark: str) -> Iterator[str]:
    first, *rest = wrap(text, WIDTH - len(mark), break_long_words=False) or [""]
    yield f"{mark}{first}"
    yield from (f"{mark}  {line}" for line in rest)
