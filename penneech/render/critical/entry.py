"""One entry of the apparatus, composed as a section of a document."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from penneech.edition.critical import Agreement, PointKind
from penneech.edition.discussion import discussion
from penneech.edition.standing import Standing
from penneech.render.content import (
    Code,
    Example,
    Given,
    Paragraph,
    Plain,
    Points,
    Quoted,
    Section,
    Strong,
    Terms,
)
from penneech.render.critical.naming import sigla
from penneech.render.wording import sequence
from penneech.witnesses import QUOTED, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.edition.critical import ApparatusPoint, Choice, Group
    from penneech.edition.standing import Place, Testimony, Witnessing
    from penneech.evidence import Text
    from penneech.render.content import Block, Inlines
    from penneech.render.critical.naming import Naming
    from penneech.witnesses import Source

PART = "part"
"""The kind of a block with a heading of its own."""


def entry(point: ApparatusPoint, naming: Naming, number: int) -> Section:
    """Compose the entry of a point.

    Args:
        point: what the witnesses have there.
        naming: the language.
        number: of the point among all of its kind in the rule space, from 1.
    """
    title = naming.words.say(f"sections.{point.kind}", n=number, title=naming.title(point.id))
    return Section(anchor(point.id), title, tuple(_blocks(point, naming)))


def anchor(point: str) -> str:
    """The id by which the entry of a point is linked."""
    return point.replace("_", "-")


def _blocks(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    yield Paragraph((Strong(naming.question(point.id)),))
    yield Paragraph((Code(point.id), Plain(". "), *_agreement(point, naming)))
    for name, blocks in (
        ("lemma", _lemma(point, naming)),
        ("witnesses", _witnesses(point, naming)),
        ("analogies", _analogies(point, naming)),
        ("conjectures", _conjectures(point, naming)),
        ("variants", _choices(point, naming)),
        ("discussion", (Paragraph((naming.given(discussion(point.id)),)),)),
    ):
        made = tuple(blocks)
        if made:
            heading = naming.words.say(f"parts.{name}")
            yield Example(heading, made, f"{anchor(point.id)}-{name}", kind=PART)


def _agreement(point: ApparatusPoint, naming: Naming) -> Inlines:
    words = naming.words
    said = [words.say(f"agrees.{point.agreement}")]
    doubtful = {one.source.siglum: one.source for group in point.groups for one in group.possible}
    if doubtful and point.agreement is not Agreement.DIVIDED:
        said.append(words.say("agrees.possible", sigla=sigla(doubtful.values())))
    if point.kind is PointKind.INVARIANT:
        said.append(words.say("agrees.invariant"))
    return sequence(said, " ")


def _lemma(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    if point.lemmas:
        yield Points(
            tuple(
                (Quoted(one.words), Plain(" ("), *naming.lemma(one), Plain(")"))
                for one in point.lemmas
            )
        )
        return
    old = [one.source for one in point.standing(Standing.SILENT) if one.source.siglum in QUOTED]
    if not old:
        yield Paragraph(naming.words.say("lemma.none"))
    else:
        key = "lemma.silent" if len(old) == 1 else "lemma.silent_both"
        yield Paragraph(naming.words.say(key, sigla=sigla(old)))


def _witnesses(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    words = naming.words
    items: list[tuple[Inlines, Inlines]] = [
        (naming.full_reading(point.id, group.reading), _group(group, naming))
        for group in point.groups
    ]
    silent = [one.source for one in point.standing(Standing.SILENT)]
    if silent:
        items.append((words.say("witness.silent_term"), _names(silent)))
    unread = _unread(point, naming)
    if unread:
        items.append((words.say("witness.unseen_term"), unread))
    unknown = [one.source for one in point.standing(Standing.NOT_RECORDED)]
    if unknown:
        items.append((words.say("witness.unknown_term"), _names(unknown)))
    yield Terms(tuple(items))
    notes = tuple(_notes(point, naming))
    if notes:
        yield Points(notes)


def _names(sources: Iterable[Source]) -> Inlines:
    return sequence([(Strong(one.siglum),) for one in sources])


def _group(group: Group, naming: Naming) -> Inlines:
    firm = sequence([naming.testimony(one) for one in group.firm], "; ")
    if not group.possible:
        return firm
    possible = sequence([naming.testimony(one) for one in group.possible], "; ")
    lead = (*naming.words.say("witness.possible"), Plain(" "))
    return (*firm, *([Plain("; ")] if firm else ()), *lead, *possible)


def _unread(point: ApparatusPoint, naming: Naming) -> Inlines:
    """Those that were read elsewhere by name; those of which nothing was read, together."""
    found = [one.source for one in point.standing(Standing.UNSEEN)]
    partly = [one for one in found if one.seen is not Seen.UNSEEN]
    wholly = [one for one in found if one.seen is Seen.UNSEEN]
    said = [_names(partly)] if partly else []
    if wholly:
        said.append(naming.words.say("witness.whole", sigla=_names(wholly)))
    return sequence(said, "; ")


def _notes(point: ApparatusPoint, naming: Naming) -> Iterator[Inlines]:
    """What is noted of readings, silences and parts not read; the same note stands once."""
    on_readings: dict[tuple[str, Text], dict[str, None]] = {}
    for testimony in chain.from_iterable(one.testimonies for one in point.witnessings):
        for place in testimony.places:
            if place.says.note is not None:
                key = (testimony.reading, place.says.note)
                on_readings.setdefault(key, {})[testimony.source.siglum] = None
    for (reading, note), names in on_readings.items():
        title = (
            (Code(reading),)
            if point.kind is PointKind.RULE
            else (Given(naming.reading(point.id, reading)),)
        )
        lead = naming.words.say("witness.note_on", sigla=", ".join(names), reading=title)
        yield (*lead, naming.given(note))
    yield from _notes_on_absences(point.witnessings, naming)


def _notes_on_absences(found: Iterable[Witnessing], naming: Naming) -> Iterator[Inlines]:
    noted: dict[Text, list[Source]] = {}
    for one in found:
        if one.note is not None and one.source.seen is not Seen.UNSEEN:
            noted.setdefault(one.note, []).append(one.source)
    for note, sources in noted.items():
        yield (*naming.words.say("witness.note", sigla=sigla(sources)), naming.given(note))


def _analogies(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    if not point.analogies:
        return
    yield Paragraph(naming.words.say("analogy.intro"))
    yield Terms(
        tuple(
            (
                naming.full_reading(point.id, one.reading),
                sequence([_analogy(place, naming) for place in one.places], "; "),
            )
            for one in point.analogies
        )
    )
    notes = tuple(
        (
            Strong(str(place.passage.game)),
            Plain(" ("),
            Given(str(place.passage.locator)),
            Plain("): "),
            naming.given(place.says.note),
        )
        for one in point.analogies
        for place in one.places
        if place.says.note is not None
    )
    if notes:
        yield Points(notes)


def _analogy(place: Place, naming: Naming) -> Inlines:
    passage = place.passage
    certainty = naming.words.text(f"certainty.{place.says.certainty}")
    lemma = () if passage.lemma is None else (Quoted(passage.lemma), Plain(", "))
    return (
        Strong(str(passage.game)),
        Plain(f", {passage.siglum}, "),
        Given(str(passage.locator)),
        Plain(" ("),
        *lemma,
        *naming.words.say("witness.certainty", certainty=certainty),
        Plain(")"),
    )


def _conjectures(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    words = naming.words
    items: list[Inlines] = []
    for one in point.conjectures:
        taken = words.say("conjecture.taken", variants=", ".join(one.variants))
        items.append((*naming.full_reading(point.id, one.reading), Plain(" "), *taken))
    if point.untold:
        names = sequence([naming.full_reading(point.id, one) for one in point.untold])
        items.append(words.say("conjecture.untold", readings=names))
    if items:
        yield Points(tuple(items))


def _choices(point: ApparatusPoint, naming: Naming) -> Iterator[Block]:
    by_reading: dict[str, list[Choice]] = {}
    for one in point.choices:
        by_reading.setdefault(one.reading, []).append(one)
    yield Terms(
        tuple(
            (
                naming.full_reading(point.id, reading),
                sequence([_choice(one, naming) for one in same], "; "),
            )
            for reading, same in by_reading.items()
        )
    )
    notes = tuple(
        (Strong(one.setting.origin.variant), Plain(": "), naming.given(one.setting.note))
        for one in point.choices
        if one.setting.note is not None
    )
    if notes:
        yield Points(notes)


def _choice(one: Choice, naming: Naming) -> Inlines:
    """The variant that chose, on what basis and with which passages, and those that inherit it."""
    words, origin = naming.words, one.setting.origin.variant
    basis = words.say("choice.basis", basis=_resting(one, naming))
    others = [name for name in one.variants if name != origin]
    said: Inlines = (Strong(origin), *basis)
    if others:
        said += words.say("choice.inherited", variants=", ".join(others))
    return said


def _resting(one: Choice, naming: Naming) -> str:
    cites = ", ".join(one.setting.cites)
    return naming.basis(one.setting.basis) + (f": {cites}" if cites else "")


def firm_or_possible(one: Testimony) -> str:
    """A reading as tables have it: with a question mark where it is only possible."""
    return one.reading if one.is_firm else f"{one.reading}?"
