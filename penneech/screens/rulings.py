"""What the rules say that bear on a moment, and what the variant gives as their grounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.apparatus import load_sources
from penneech.catalogue import load_catalogue
from penneech.render.content import CardFace, Code, Command, Given, Link, Marker, Plain, Quoted
from penneech.render.edition import Edition
from penneech.render.notes import note_on
from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from penneech.render.content import Inline
    from penneech.screens.voice import Voice
    from penneech.variant import Variant


@dataclass(frozen=True, slots=True)
class Ruling:
    """One rule: its name with its id and reading, what it says, and its grounds in short parts."""

    title: str
    sentence: str
    grounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """Where the evidence comes from: the variant that is played, and the folder of sources."""

    variant: Variant
    sources_dir: Path | None = None


def rulings(voice: Voice, names: Iterable[str], grounds: Grounds | None) -> list[Ruling]:
    """The rules of these ids.

    Args:
        voice: who speaks.
        names: the ids of rule points, parameters or invariants.
        grounds: where their evidence is; None where only the rules are known.
    """
    edition = None
    if grounds is not None:
        sources = load_sources(grounds.sources_dir)
        edition = Edition(grounds.variant, sources, voice.language)
    return [_ruling(voice, name, edition) for name in names]


def _ruling(voice: Voice, name: str, edition: Edition | None) -> Ruling:
    words, catalogue, rules = voice.words, load_catalogue(), voice.session.rules
    point = name in RULE_POINTS
    entry = catalogue.readings[name][rules.reading(name)] if point else catalogue.entry(name)
    titled = catalogue.entry(name).title
    key, reading = ("name", rules.reading(name)) if point else ("invariant", "")
    title = voice.text(f"rule.{key}", title=words.of(titled), id=name, reading=reading)
    sentence = words.filled(words.of(entry.sentence), words.figures(rules))
    grounds: tuple[str, ...] = ()
    if edition is not None and edition.setting(name) is not None:
        parts = note_on(edition, name).parts
        grounds = tuple("".join(_spoken(voice, part)) for part in parts)
    return Ruling(title, "".join(_spoken(voice, sentence)), grounds)


def _spoken(voice: Voice, inlines: Iterable[Inline]) -> Iterator[str]:
    """Inline content as plain text."""
    for inline in inlines:
        match inline:
            case CardFace():
                yield voice.written(inline.card)
            case Quoted():
                yield voice.words.text("labels.quote")
                yield inline.text
                yield voice.words.text("labels.unquote")
            case Given() if inline.lang is not None:
                yield f"[{inline.lang}] {inline.text}"
            case Link():
                yield inline.url
            case Marker():
                pass
            case Plain() | Given() | Code() | Command():
                yield inline.text
            case _:
                yield inline.text
