"""The catalogue: each rule point's question and each reading's sentence, in English and Italian."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from penneech.errors import Fault, FileFaultsError
from penneech.events import Source
from penneech.evidence import LANGUAGES, Basis, Text
from penneech.files.yamlfile import read_yaml
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path as ValuePath

FILE = Path(__file__).with_name("catalogue.yaml")

_NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")


_NO_TEXT = Text("", "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A title, the question that it answers, and the sentence that says it.

    A sentence has the names of figures in double braces, as templates have; `question` and
    `sentence` are empty where the catalogue has none (a rule point has no sentence of its own).
    """

    title: Text
    question: Text = _NO_TEXT
    sentence: Text = _NO_TEXT


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All that the catalogue says.

    `points` are the rule points, `readings` each point's readings; every table has the order of
    the rule space.
    """

    points: Mapping[str, Entry] = field(hash=False)
    readings: Mapping[str, Mapping[str, Entry]] = field(hash=False)
    parameters: Mapping[str, Entry] = field(hash=False)
    invariants: Mapping[str, Entry] = field(hash=False)
    bases: Mapping[Basis, Entry] = field(hash=False)
    point_sources: Mapping[Source, Entry] = field(hash=False)

    def entry(self, name: str) -> Entry:
        """The entry of a rule point, a parameter or an invariant."""
        for table in (self.points, self.parameters, self.invariants):
            if name in table:
                return table[name]
        raise KeyError(name)


@cache
def load_catalogue(file: Path = FILE) -> Catalogue:
    """Read the catalogue.

    Raises:
        FileFaultsError: with all of its faults, when it does not fit the rule space.
    """
    document = read_yaml(file)
    found = [*document.faults, *_faults(document)]
    if found:
        raise FileFaultsError(found)
    top = cast("Mapping[str, Mapping[str, Value]]", document.top)
    rules = cast("Mapping[str, Mapping[str, Mapping[str, Value]]]", top["rules"])
    return Catalogue(
        points={point: _entry(rules[point]) for point in RULE_POINTS},
        readings={
            point: {reading.value: _entry(rules[point]["readings"][reading]) for reading in kind}
            for point, kind in RULE_POINTS.items()
        },
        parameters={name: _entry(top["parameters"][name]) for name in PARAMETERS},
        invariants={name: _entry(top["invariants"][name]) for name in INVARIANTS},
        bases={basis: _entry(top["bases"][basis]) for basis in Basis},
        point_sources={source: _entry(top["sources_of_points"][source]) for source in Source},
    )


def filled(sentence: str, figures: Mapping[str, str]) -> str:
    """Fill the names in a sentence.

    Raises:
        KeyError: for a name without a figure.

    >>> filled("The game is {{ target }} up.", {"target": "61"})
    'The game is 61 up.'
    """
    return _NAME.sub(lambda found: figures[found[1]], sentence)


def _entry(value: object) -> Entry:
    given = cast("Mapping[str, Value]", value)
    parts = {name: Text.of(given[name]) for name in ("question", "sentence") if name in given}
    return Entry(Text.of(given["title"]), **parts)


def _faults(document: Document) -> Iterator[Fault]:
    wanted: dict[ValuePath, tuple[str, ...]] = {}
    for point, kind in RULE_POINTS.items():
        wanted["rules", point] = ("title", "question")
        for reading in kind:
            wanted["rules", point, "readings", reading.value] = ("title", "sentence")
    wanted |= {("parameters", name): ("title", "question", "sentence") for name in PARAMETERS}
    wanted |= {("invariants", name): ("title", "sentence") for name in INVARIANTS}
    wanted |= {("bases", basis.value): ("title", "sentence") for basis in Basis}
    wanted |= {("sources_of_points", source.value): ("title",) for source in Source}
    texts = {
        (*path, part, language)
        for path, parts in wanted.items()
        for part in parts
        for language in LANGUAGES
    }
    for path in sorted(texts - document.values.keys(), key=str):
        yield document.fault(path, "the catalogue has no text here", of_key=True)
    around = {path[:length] for path in texts for length in range(len(path) + 1)}
    for path in document.values.keys() - around:
        yield document.fault(path, "the rule space knows nothing of this", of_key=True)
