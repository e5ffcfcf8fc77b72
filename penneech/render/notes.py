"""The evidence of a rulebook: a note for each setting, the sources, the colophon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.apparatus import passage
from penneech.edition.citing import is_shipped, reading
from penneech.evidence import LANGUAGES, Text
from penneech.render.bibliography import reference
from penneech.render.content import (
    Code,
    Command,
    Given,
    Inlines,
    Link,
    Note,
    Paragraph,
    Plain,
    Points,
    Quoted,
    Section,
    Strong,
    Terms,
)
from penneech.render.wording import Words, sequence
from penneech.rules import PARAMETERS, RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.evidence import Setting
    from penneech.render.content import Inline
    from penneech.render.edition import Edition
    from penneech.rules import Rules
    from penneech.witnesses import Passage, Source


def note_on(edition: Edition, name: str) -> Note:
    """The note on a setting."""
    setting = edition.variant.setting(name)
    return Note(name, _title(edition, name), _evidence(edition, setting))


def _title(edition: Edition, name: str) -> Inlines:
    table = edition.catalogue.points if name in RULE_POINTS else None
    entry = table[name] if table is not None else edition.catalogue.entry(name)
    return (Plain(edition.words.of(entry.title)),)


def _evidence(edition: Edition, setting: Setting) -> tuple[Inlines, ...]:
    """What was chosen and on what basis, what is cited, what the editor says."""
    words = edition.words
    basis = edition.catalogue.bases[setting.basis]
    rests = words.say(
        "evidence.basis", basis=words.of(basis.title), sentence=words.of(basis.sentence)
    )
    parts = [sequence([*_chosen(edition, setting), rests], " ")]
    if setting.cites:
        # Two passages of one page look the same where neither has a lemma.
        cites = dict.fromkeys(_citation(edition, cite) for cite in setting.cites)
        parts.append((*words.say("evidence.cited"), *sequence(cites, "; "), Plain(".")))
    said: list[Inlines] = []
    if setting.note is not None:
        said.append((words.given(setting.note),))
    if setting.origin.variant != edition.variant.id:
        origin = Code(setting.origin.variant)
        said.append((*words.say("evidence.from"), origin, Plain(".")))
    return (*parts, sequence(said, " ")) if said else tuple(parts)


def _chosen(edition: Edition, setting: Setting) -> Iterator[Inlines]:
    """The reading that was chosen, or the value."""
    words, rules = edition.words, edition.rules
    if setting.id in RULE_POINTS:
        title = words.of(edition.entry(setting.id).title)
        id_ = Code(rules.reading(setting.id))
        yield (*words.say("evidence.reading", title=title), id_, Plain(")."))
    elif setting.id in PARAMETERS:
        yield words.say("evidence.value", value=value_of(words, rules, setting.id))


def value_of(words: Words, rules: Rules, name: str) -> str:
    """The value of a parameter in words."""
    match name:
        case "card_points":
            return words.card_points(rules)
        case "penneech":
            penneech = rules.penneech
            return words.text(
                "evidence.penneech_value",
                penneech=words.the_card(penneech.card),
                turned_up=penneech.turned_up,
                in_hand=penneech.in_hand,
            )
        case _:
            return str(getattr(rules, name))


def _citation(edition: Edition, cite: str) -> Inlines:
    """A passage in short: siglum, place, the other game if it is on one, and the lemma."""
    found: Passage = passage(cite, edition.sources)
    place = Given(str(found.locator))
    inlines = edition.words.say("evidence.place", siglum=found.siglum, locator=place)
    if found.game is not None:
        inlines += edition.words.say("evidence.game", game=Given(found.game))
    if found.lemma is not None:
        inlines += (Plain(": "), Quoted(found.lemma))
    return inlines


def moot_points(edition: Edition) -> Section | None:
    """The settings that make no difference here, with what they are."""
    words = edition.words
    items: list[Inlines] = []
    for name, reason in edition.moot.items():
        setting = edition.setting(name)
        if setting is not None:
            title = Strong(
                "".join(part.text for part in _title(edition, name) if isinstance(part, Plain))
            )
            why = words.say(f"moot.{reason}")
            evidence = sequence(_evidence(edition, setting), " ")
            items.append((title, Plain(". "), *why, Plain(" "), *evidence))
    if not items:
        return None
    intro = Paragraph(words.say("moot.intro"))
    return Section("moot", words.say("sections.moot"), (intro, Points(tuple(items))))


def sources_section(edition: Edition, names: Iterable[str]) -> Section:
    """The witnesses of the variant, and whatever else its notes cite.

    Args:
        edition: the variant in a language.
        names: the settings whose citations count.
    """
    sigla = dict.fromkeys(edition.variant.witnesses)
    for name in names:
        setting = edition.setting(name)
        for cite in setting.cites if setting is not None else ():
            sigla[cite.partition(".")[0]] = None
    items = tuple(_described(edition, edition.sources[siglum]) for siglum in sigla)
    return Section("sources", edition.words.say("sections.sources"), (Terms(items),))


def _described(edition: Edition, source: Source) -> tuple[Inlines, Inlines]:
    words = edition.words
    # The address follows as a link, the note in the language in which it is written.
    shown = {key: value for key, value in source.csl.items() if key not in ("URL", "note")}
    parts: list[Inlines] = [(Given(reference(shown, edition.language)),)]
    url, note = source.csl.get("URL"), source.csl.get("note")
    if isinstance(url, str):
        parts.append((Link(url),))
    if isinstance(note, str):
        parts.append((words.given(Text(note)),))
    if not _says_how_it_was_read(source):
        parts.append(words.say(f"sources.seen.{source.seen}"))
    if source.copy is not None:
        parts.append((words.given(source.copy),))
    term = (Strong(source.siglum), Plain(", "), words.given(source.title))
    return term, sequence(parts, " ")


def _says_how_it_was_read(source: Source) -> bool:
    """Whether what is said of a source's copy tells already how much of it was read."""
    if source.copy is None:
        return False
    said = " ".join(source.copy.get(language) for language in LANGUAGES).lower()
    return any(
        Words(language).text(f"sources.said.{source.seen}") in said for language in LANGUAGES
    )


def colophon(edition: Edition) -> Section:
    """What the rulebook was made from, and the command that makes it again."""
    words, variant = edition.words, edition.variant
    name = variant.id if is_shipped(variant) else f"./{variant.path.name}"
    made_again = f"penneech rulebook {name} --lang {edition.language} --format"
    items: list[tuple[Inlines, tuple[Inline, ...]]] = [
        (words.say("colophon.variant"), (Code(variant.id),)),
    ]
    if len(variant.lineage) > 1:
        lineage = sequence([(Code(name),) for name in variant.lineage[1:]])
        items.append((words.say("colophon.lineage"), lineage))
    items += [
        (words.say("colophon.digest"), (Code(variant.digest()),)),
        (words.say("colophon.command"), (Command(made_again, f"{variant.id}.{edition.language}"),)),
    ]
    items.append((words.say("colophon.made"), (Plain(f"Penneech {__version__}"),)))
    cited = reference(reading(variant, edition.language), edition.language)
    items.append((words.say("colophon.cite"), (Given(cited),)))
    return Section("colophon", words.say("sections.colophon"), (Terms(tuple(items)),))
