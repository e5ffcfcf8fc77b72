"""Variants on a screen: the list, one variant with its evidence, and two side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from penneech.apparatus import passage
from penneech.catalogue import load_catalogue
from penneech.comparing import differences, other_evidence
from penneech.evidence import Basis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from penneech.apparatus import Sources
    from penneech.comparing import Difference
    from penneech.evidence import Setting
    from penneech.variant import Variant

_COLOURS = {
    Basis.STATED: "green",
    Basis.IMPLIED: "cyan",
    Basis.ANALOGY: "yellow",
    Basis.SILENT: "magenta",
    Basis.UNSEEN: "magenta",
    Basis.CONJECTURE: "red",
}

_LABELS = {
    "en": {
        "variant": "variant",
        "title": "title",
        "witnesses": "witnesses",
        "follows": "follows",
        "with": "with",
        "extends": "extends",
        "digest": "digest",
        "rules": "Rule points",
        "parameters": "Parameters",
        "invariants": "The same in every variant",
        "from": "from",
        "on": "on",
        "same": "The rules are the same",
        "grounds": "The same in both, on different grounds",
        "agree": "Rule points and parameters that are the same in both",
    },
    "it": {
        "variant": "variante",
        "title": "titolo",
        "witnesses": "testimoni",
        "follows": "segue",
        "with": "con",
        "extends": "estende",
        "digest": "impronta",
        "rules": "Punti di regola",
        "parameters": "Parametri",
        "invariants": "Uguale in ogni variante",
        "from": "da",
        "on": "su",
        "same": "Le regole sono le stesse",
        "grounds": "Uguale in entrambe, su fondamenti diversi",
        "agree": "Punti di regola e parametri uguali in entrambe",
    },
}


def variants_table(variants: Iterable[Variant], language: str) -> Table:
    """The list of variants: what each is called, and whom it follows."""
    labels = _LABELS[language]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(labels["variant"], no_wrap=True, style="bold")
    table.add_column(labels["title"])
    table.add_column(labels["follows"], min_width=24)
    for variant in variants:
        table.add_row(variant.id, variant.title.get(language), _followed(variant, language))
    return table


def _followed(variant: Variant, language: str) -> str:
    """The witnesses of a base; the parent of a child, and what the child changes in it."""
    if variant.extends is None:
        return " ".join(variant.witnesses)
    own = "\n".join(
        f"{setting.id}: {setting.reading}"
        for table in (variant.settings, variant.parameters)
        for setting in table.values()
        if setting.origin.variant == variant.id
    )
    return f"{variant.extends}, {_LABELS[language]['with']}\n{own}" if own else variant.extends


def variant_page(variant: Variant, sources: Sources, language: str) -> RenderableType:
    """One variant: what it is, then each of its settings with basis, citations and note."""
    labels = _LABELS[language]
    sections = (
        (labels["rules"], variant.settings),
        (labels["parameters"], variant.parameters),
        (labels["invariants"], variant.invariants),
    )
    parts = [_heading(variant, sources, language)]
    for title, settings in sections:
        if settings:
            parts.append(Line(f"\n{title}\n", style="bold underline"))
            parts += [_block(one, variant, sources, language) for one in settings.values()]
    return Group(*parts)


def difference_page(a: Variant, b: Variant, sources: Sources, language: str) -> RenderableType:
    """Two variants side by side, at the points where they differ."""
    labels = _LABELS[language]
    found, grounds = differences(a, b), other_evidence(a, b)
    names = _pair(_name(a, language), _name(b, language))
    parts: list[RenderableType] = [Padding(names, (0, 0, 1, 2))]
    for one in found:
        parts += _compared(one, (a, b), sources, language)
    if not found:
        parts.append(Line(f"{labels['same']}.\n", style="bold"))
    count = len(a.settings) + len(a.parameters) - len(found)
    if found:
        parts.append(Line(f"{labels['agree']}: {count}"))
    if grounds:
        parts.append(Line(f"{labels['grounds']}: {', '.join(one.id for one in grounds)}"))
    return Group(*parts)


def _heading(variant: Variant, sources: Sources, language: str) -> RenderableType:
    labels = _LABELS[language]
    facts = Table.grid(padding=(0, 2, 0, 0))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    if variant.extends is not None:
        facts.add_row(labels["extends"], " -> ".join(variant.lineage[1:]))
    for index, siglum in enumerate(variant.witnesses):
        title = sources[siglum].title.get(language) if siglum in sources else ""
        facts.add_row("" if index else labels["witnesses"], f"{siglum}  {title}".rstrip())
    facts.add_row(labels["digest"], variant.digest()[:16])
    summary = variant.summary.get(language) if variant.summary.en else ""
    parts: list[RenderableType] = [_name(variant, language)]
    parts += [Line(summary)] if summary else []
    return Group(*parts, Line(), facts)


def _name(variant: Variant, language: str) -> Line:
    return Line.assemble((variant.title.get(language), "bold"), "  ", (variant.id, "dim"))


def _block(setting: Setting, variant: Variant, sources: Sources, language: str) -> RenderableType:
    """One setting: its id and value, what they mean, and under them the evidence."""
    head = Table.grid(expand=True, padding=(0, 1, 0, 0))
    head.add_column(ratio=1)
    head.add_column(justify="right", no_wrap=True)
    value = f": {setting.reading}" if setting.reading else ""
    head.add_row(
        Line.assemble((setting.id, "bold"), (value, "bold cyan")), _basis(setting, language)
    )
    meaning = _meaning(setting, language)
    parts: list[RenderableType] = [Line(meaning, style="italic")] if meaning else []
    if setting.origin.variant != variant.id:
        label = _LABELS[language]["from"]
        parts.append(Line(f"{label} {setting.origin.variant}", style="dim"))
    parts += _evidence(setting, sources, language)
    return Group(head, Padding(Group(*parts), (0, 0, 1, 4)))


def _compared(
    one: Difference, variants: tuple[Variant, Variant], sources: Sources, language: str
) -> list[RenderableType]:
    entry = load_catalogue().entry(one.id)
    question = Line.assemble((one.id, "bold"), "  ", (entry.question.get(language), "italic"))
    sides = []
    for setting, variant in zip((one.a, one.b), variants, strict=True):
        head = Line.assemble((setting.reading, "bold cyan"), "  ", _basis(setting, language))
        inherited = setting.origin.variant != variant.id
        label = f"{_LABELS[language]['from']} {setting.origin.variant}"
        extra = [Line(label, style="dim")] if inherited else []
        sides.append(Group(head, *extra, *_evidence(setting, sources, language)))
    return [question, Padding(_pair(*sides), (0, 0, 1, 2))]


def _pair(a: RenderableType, b: RenderableType) -> Table:
    grid = Table.grid(expand=True, padding=(0, 3, 0, 0))
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    grid.add_row(a, b)
    return grid


def _basis(setting: Setting, language: str) -> Line:
    title = load_catalogue().bases[setting.basis].title.get(language)
    return Line(title, style=_COLOURS[setting.basis])


def _meaning(setting: Setting, language: str) -> str:
    """The catalogue's question with its short answer; the title of what has no question."""
    catalogue = load_catalogue()
    entry = catalogue.entry(setting.id)
    readings = catalogue.readings.get(setting.id)
    if readings is not None:
        answer = readings[setting.reading].title.get(language)
        return f"{entry.question.get(language)} {answer}."
    return entry.question.get(language) if entry.question.en else entry.title.get(language)


def _evidence(setting: Setting, sources: Sources, language: str) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if setting.cites:
        cited = "; ".join(_citation(cite, sources, language) for cite in setting.cites)
        parts.append(Line(cited, style="dim"))
    if setting.note is not None:
        parts.append(Line(setting.note.get(language)))
    return parts


def _citation(cite: str, sources: Sources, language: str) -> str:
    """A citation with its page, and the game that it is about if that is another one."""
    found = passage(cite, sources)
    about = f", {_LABELS[language]['on']} {found.game}" if found.game is not None else ""
    return f"{cite}, {found.locator}{about}"
