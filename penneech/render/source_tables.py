"""Sources on a screen: the list, and one source with all that it says."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from penneech.apparatus import Kind, Link, LinkCertainty, Seen, Threshold
from penneech.evidence import Certainty
from penneech.render.bibliography import reference
from penneech.witnesses import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from penneech.apparatus import Claim, Loss, Passage, Reading, Silence, Source, Unseen

_SAID = {
    "en": {
        "siglum": "siglum",
        "title": "title",
        "kind": "kind",
        "seen": "read",
        "passages": "passages",
        "lemmas": "lemmas",
        "copy": "Copy",
        "licence": "Licence",
        "descends": "Descent",
        "says": "What it says",
        "game": "What it says of {game}",
        "reported": "known from {by}, not read itself",
        "hearsay": "reported, by whom is not recorded",
        "losses": "What this copy has lost",
        "loss": "{siglum} supplies {supplied}; the copy has {reads}",
        "silent": "What it leaves open",
        "not_read": "Not read",
        "tested": "What play can test",
        "at_least": "at least {}",
        "at_most": "at most {}",
        "between": "between {} and {}",
        "curve": "shown as a curve",
        Threshold.SOURCE: "the source's own figure",
        Threshold.EDITOR: "the editor's figure",
        Kind.PRINTED: "printed",
        Kind.WEB: "web page",
        Kind.MANUSCRIPT: "manuscript",
        "read_whole": "read whole",
        "read_part": "read in part",
        "read_unseen": "not seen",
        Seen.WHOLE: "whole",
        Seen.PART: "in part",
        Seen.UNSEEN: "not seen",
        Link.REPRINT: "a reprint of {parent}",
        Link.REISSUE: "a reissue of {parent}",
        Link.RECONSTRUCTION: "a reconstruction from {parent}",
        Link.COMBINATION: "combined from {parent} and others",
        Link.TRANSLATION: "translated from {parent}",
        Link.DESCRIPTION: "a description after {parent}",
        Link.ALLUSION: "an allusion to {parent}",
        LinkCertainty.CERTAIN: "certain",
        LinkCertainty.LIKELY: "likely",
        LinkCertainty.INFERRED: "inferred",
        Certainty.HIGH: "high",
        Certainty.MEDIUM: "medium",
        Certainty.LOW: "low",
    },
    "it": {
        "siglum": "sigla",
        "title": "titolo",
        "kind": "genere",
        "seen": "letto",
        "passages": "passi",
        "lemmas": "lemmi",
        "copy": "Esemplare",
        "licence": "Licenza",
        "descends": "Discendenza",
        "says": "Che cosa dice",
        "game": "Che cosa dice di {game}",
        "reported": "noto da {by}, non letto in sé",
        "hearsay": "riferito, da chi non è registrato",
        "losses": "Che cosa è perduto in questo esemplare",
        "loss": "{siglum} fornisce {supplied}; l\u2019esemplare ha {reads}",
        "silent": "Che cosa lascia aperto",
        "not_read": "Non letto",
        "tested": "Che cosa il gioco può mettere alla prova",
        "at_least": "almeno {}",
        "at_most": "al massimo {}",
        "between": "fra {} e {}",
        "curve": "mostrato come curva",
        Threshold.SOURCE: "la cifra è della fonte",
        Threshold.EDITOR: "la cifra è del curatore",
        Kind.PRINTED: "a stampa",
        Kind.WEB: "pagina web",
        Kind.MANUSCRIPT: "manoscritto",
        "read_whole": "letto per intero",
        "read_part": "letto in parte",
        "read_unseen": "non visto",
        "web_read_whole": "letta per intero",
        "web_read_part": "letta in parte",
        "web_read_unseen": "non vista",
        Seen.WHOLE: "per intero",
        Seen.PART: "in parte",
        Seen.UNSEEN: "non visto",
        Link.REPRINT: "ristampa di {parent}",
        Link.REISSUE: "riemissione di {parent}",
        Link.RECONSTRUCTION: "ricostruzione da {parent}",
        Link.COMBINATION: "combina {parent} e altri",
        Link.TRANSLATION: "traduzione da {parent}",
        Link.DESCRIPTION: "descrizione sulla base di {parent}",
        Link.ALLUSION: "allusione a {parent}",
        LinkCertainty.CERTAIN: "certa",
        LinkCertainty.LIKELY: "probabile",
        LinkCertainty.INFERRED: "inferita",
        Certainty.HIGH: "alta",
        Certainty.MEDIUM: "media",
        Certainty.LOW: "bassa",
    },
}

SAID = _SAID
"""The words of what is said of sources, for their pages too."""

_COLOURS = {Certainty.HIGH: "green", Certainty.MEDIUM: "cyan", Certainty.LOW: "yellow"}


def sources_table(sources: Iterable[Source], language: str) -> Table:
    """The list of sources: what each is, how much was read, and how much is recorded from it."""
    said = _SAID[language]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(said["siglum"], no_wrap=True, style="bold")
    table.add_column(said["title"])
    for name in ("kind", "seen"):
        table.add_column(said[name])
    for name in ("passages", "lemmas"):
        table.add_column(said[name], justify="right")
    for source in sources:
        lemmas = sum(passage.lemma is not None for passage in source.passages)
        table.add_row(
            source.siglum,
            source.title.get(language),
            said[source.kind],
            said[source.seen],
            *(str(number) if number else "" for number in (len(source.passages), lemmas)),
        )
    return table


def source_page(source: Source, language: str) -> RenderableType:
    """One source: its bibliography, its descent, its passages, its silences and its claims."""
    said = _SAID[language]
    parts: list[RenderableType] = [
        Line.assemble((source.siglum, "bold"), "  ", (source.title.get(language), "bold")),
        Line(f"{said[source.kind]}, {_how_read(source, said)}", style="dim"),
        Padding(Line(reference(source.csl, language)), (1, 0, 0, 0)),
        Padding(_facts(source, language), (1, 0)),
    ]
    for game, passages in groupby(source.passages, key=lambda one: one.game):
        heading = said["says"] if game is None else said["game"].format(game=game)
        parts += [_heading(heading), *(_passage(one, language) for one in passages)]
    if source.losses:
        parts += [_heading(said["losses"]), *(_loss(one, language) for one in source.losses)]
    parts += _absences(said["silent"], source.silent, language)
    parts += _absences(said["not_read"], source.unseen, language)
    if source.claims:
        parts += [_heading(said["tested"]), *(_claim(one, language) for one in source.claims)]
    return Group(*parts)


def _how_read(source: Source, said: Mapping[str, str]) -> str:
    """How much of it was read, agreeing with the noun of its kind where a language has genders."""
    plain = f"read_{source.seen}"
    return said.get(f"{source.kind}_{plain}", said[plain])


def _heading(text: str) -> RenderableType:
    return Padding(Line(text, style="bold underline"), (0, 0, 1, 0))


def _under(*parts: RenderableType) -> RenderableType:
    return Padding(Group(*parts), (0, 0, 1, 4))


def _facts(source: Source, language: str) -> Table:
    said = _SAID[language]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(ratio=1)
    if source.copy is not None:
        grid.add_row(said["copy"], source.copy.get(language))
    note = source.licence.note
    grid.add_row(said["licence"], source.licence.id + (f". {note.get(language)}" if note else ""))
    for number, descent in enumerate(source.descends):
        link = said[descent.link].format(parent=descent.siglum)
        text = f"{link} ({said[descent.certainty]})"
        note = descent.note
        grid.add_row(
            "" if number else said["descends"],
            text + (f". {note.get(language)}" if note else ""),
        )
    return grid


def _passage(passage: Passage, language: str) -> RenderableType:
    head = Line.assemble((passage.cite, "bold"), f", {passage.locator}")
    parts: list[RenderableType] = [Line(passage.says.get(language))]
    if passage.lemma is not None:
        parts.append(Line(f'"{passage.lemma}"', style="yellow"))
    if passage.reported_by is not None:
        named = passage.reported_by != UNKNOWN
        text = _SAID[language]["reported" if named else "hearsay"]
        parts.append(Line(text.format(by=passage.reported_by), style="dim"))
    parts += [_reading(one, language) for one in passage.readings]
    return Group(head, _under(*parts))


def _reading(reading: Reading, language: str) -> RenderableType:
    certainty = _SAID[language][reading.certainty]
    line = Line.assemble(
        (f"{reading.point}: {reading.reading}", "bold cyan"),
        " (",
        (certainty, _COLOURS[reading.certainty]),
        ")",
    )
    if reading.note is None:
        return line
    return Group(line, Padding(Line(reading.note.get(language), style="dim"), (0, 0, 0, 4)))


def _loss(loss: Loss, language: str) -> RenderableType:
    said = _SAID[language]["loss"].format(
        siglum=loss.by, supplied=f'"{loss.supplied}"', reads=f'"{loss.reads}"'
    )
    note = [] if loss.note is None else [Line(loss.note.get(language), style="dim")]
    return Group(
        Line.assemble((f"{loss.siglum}.{loss.passage}", "bold"), f", {loss.locator}"),
        _under(Line(said), *note),
    )


def _absences(
    heading: str, absences: Sequence[Silence | Unseen], language: str
) -> list[RenderableType]:
    """Points that are left open, or were not read; those with the same note stand together."""
    if not absences:
        return []
    parts: list[RenderableType] = [_heading(heading)]
    for note, points in groupby(absences, key=lambda one: one.note):
        names = Line(", ".join(one.point for one in points), style="bold")
        parts += [names, _under(*([Line(note.get(language))] if note else []))]
    return parts


def _claim(claim: Claim, language: str) -> RenderableType:
    expected = ", ".join(
        _SAID[language][key].format(*(value if isinstance(value, list) else [value]))
        for key, value in claim.expect.items()
    )
    if claim.threshold is not None:
        expected += f" ({_SAID[language][claim.threshold]})"
    parts: list[RenderableType] = [
        Line(claim.says.get(language)),
        Line(f"{claim.metric}: {expected}", style="bold cyan"),
    ]
    if claim.fails is not None:
        parts.append(Line(claim.fails.get(language), style="dim"))
    head = Line.assemble((f"{claim.siglum}.{claim.id}", "bold"), f", {claim.locator}")
    return Group(head, _under(*parts))
