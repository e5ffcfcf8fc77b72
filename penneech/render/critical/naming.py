"""How the critical edition names points, readings, witnesses and places, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from penneech.catalogue import filled, load_catalogue
from penneech.edition.standing import EDITOR, HOLDS, Voice
from penneech.evidence import Basis
from penneech.render.bibliography import date
from penneech.render.content import Code, Given, Labels, Plain, Strong
from penneech.render.wording import Words, sequence
from penneech.rules import INVARIANTS, RULE_POINTS
from penneech.witnesses import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.catalogue import Catalogue
    from penneech.edition.critical import Lemma
    from penneech.edition.standing import Testimony
    from penneech.evidence import Text
    from penneech.render.content import Inlines
    from penneech.witnesses import Passage, Source

PHRASES = Path(__file__).with_name("phrases.yaml")

_SPOKEN = (HOLDS, "against", "own_cards")
"""What sources write of invariants, and of counts, that is no value."""


@dataclass(frozen=True)
class Naming:
    """Names in one language."""

    language: str

    @cached_property
    def words(self) -> Words:
        """The words of the language, with those of the critical edition."""
        return Words(self.language, PHRASES)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue of rules."""
        return load_catalogue()

    def title(self, point: str) -> str:
        """What a point is called."""
        if point in RULE_POINTS:
            return self.words.of(self.catalogue.points[point].title)
        return self.words.of(self.catalogue.entry(point).title)

    def question(self, point: str) -> str:
        """The question of a point; of an invariant, which has none, what it says."""
        if point in RULE_POINTS:
            return self.words.of(self.catalogue.points[point].question)
        entry = self.catalogue.entry(point)
        if point in INVARIANTS:
            return filled(self.words.of(entry.sentence), {})
        return self.words.of(entry.question)

    def reading(self, point: str, reading: str) -> str:
        """A reading in words; a value as it is written."""
        if point in RULE_POINTS and reading in self.catalogue.readings[point]:
            return self.words.of(self.catalogue.readings[point][reading].title)
        return self.words.text(f"witness.{reading}") if reading in _SPOKEN else reading

    def full_reading(self, point: str, reading: str) -> Inlines:
        """A reading in words and by its id."""
        title = self.reading(point, reading)
        if title == reading or reading in _SPOKEN:
            return (Given(title),)
        return (Plain(f"{title} ("), Code(reading), Plain(")"))

    def basis(self, basis: Basis) -> str:
        """A basis in words."""
        return self.words.of(self.catalogue.bases[basis].title)

    def voice(self, one: Testimony) -> str:
        """Who says that a witness has a reading."""
        match one.voice:
            case Voice.SOURCE:
                return self.words.text("voice.source")
            case Voice.REPORT:
                named = [name for name in one.reporters if name != UNKNOWN]
                if not named:
                    return self.words.text("voice.hearsay")
                return self.words.text("voice.report", sigla=", ".join(named))
            case Voice.EDITOR:
                return self._read_by(one)
            case _:
                assert_never(one.voice)

    def _read_by(self, one: Testimony) -> str:
        if one.resp != EDITOR:
            return self.words.text("voice.other", name=one.resp)
        match one.basis:
            case Basis.STATED:
                return self.words.text("voice.stated")
            case Basis.IMPLIED:
                return self.words.text("voice.implied")
            case _:
                return self.words.text("voice.editor")

    def testimony(self, one: Testimony) -> Inlines:
        """A witness with its places, its certainty, and who says so."""
        places = dict.fromkeys(str(place.passage.locator) for place in one.places)
        certainty = self.words.text(
            "witness.certainty", certainty=self.words.text(f"certainty.{one.certainty}")
        )
        return (
            Strong(one.source.siglum),
            Plain(", "),
            Given("; ".join(places)),
            Plain(" ("),
            Given(self.voice(one)),
            Plain(f"; {certainty})"),
        )

    def passage(self, passage: Passage) -> Inlines:
        """A passage by its siglum and place."""
        return (Plain(f"{passage.siglum}, "), Given(str(passage.locator)))

    def lemma(self, lemma: Lemma) -> Inlines:
        """Where the words of a lemma stand."""
        return sequence([self.passage(one) for one in lemma.passages], "; ")

    def dated(self, source: Source) -> str:
        """The date of a source, as it is written in a stemma."""
        return date(source.csl.get("issued")) or self.words.text("stemma.undated")

    def given(self, text: Text) -> Given:
        """A text of somebody's file."""
        return self.words.given(text)

    def labels(self) -> Labels:
        """The words that a renderer needs."""
        names = Labels.__dataclass_fields__
        return Labels(**{name: self.words.text(f"labels.{name}") for name in names})


def sigla(sources: Iterable[Source]) -> str:
    """Sigla, one after another."""
    return ", ".join(one.siglum for one in sources)
