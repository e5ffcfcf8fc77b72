"""The made pages of the sources: what each says, where it is silent, what of it was not read."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from penneech.apparatus import shipped_sources
from penneech.evidence import LANGUAGES
from penneech.publishing.marking import CONTENTS, cell, code, table
from penneech.publishing.wording import folder, words_of
from penneech.render.bibliography import reference
from penneech.render.markdown import begun, escaped
from penneech.render.source_tables import SAID
from penneech.rules import RULE_POINTS
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.apparatus import Claim, Passage, Silence, Source, Unseen
    from penneech.evidence import Text
    from penneech.publishing.making import Bench, Made


def source_pages(bench: Bench) -> Made:  # noqa: ARG001  # every maker is given it
    """The list of sources, and a page for each, in each language."""
    sources = shipped_sources().values()
    for language in LANGUAGES:
        place = f"{folder(language)}sources"
        yield f"{place}/index.md", _page(_list(tuple(sources), language))
        for source in sources:
            yield f"{place}/{source.siglum}.md", _page(_source(source, language))


def _list(sources: Sequence[Source], language: str) -> Iterator[str]:
    words, said = words_of(language), SAID[language]
    yield from (f"# {words.text('publishing.sources.title')}", "")
    yield from (words.text("publishing.sources.opening"), "")
    head = [said[name] for name in ("siglum", "title", "kind", "seen", "passages", "lemmas")]
    rows = []
    for one in sources:
        lemmas = sum(passage.lemma is not None for passage in one.passages)
        numbers = (str(number or "") for number in (len(one.passages), lemmas))
        title = cell(one.title.get(language))
        rows.append([f"[{one.siglum}]({one.siglum}.md)", title, said[one.kind], said[one.seen],
                     *numbers])  # fmt: skip
    yield CONTENTS
    yield from table(head, rows)


def _source(source: Source, language: str) -> Iterator[str]:
    said, words = SAID[language], words_of(language)
    yield from (f"# {source.siglum}: {escaped(source.title.get(language))}", "")
    yield from (begun(escaped(reference(source.csl))), "")
    yield f"- {said[source.kind].capitalize()}, {said[f'read_{source.seen}']}."
    if source.copy is not None:
        yield f"- {said['copy']}: {escaped(source.copy.get(language))}"
    licence = source.licence
    yield f"- {said['licence']}: {escaped(licence.id)}.{_note(licence.note, language)}"
    for one in source.descends:
        parent = f"[{one.siglum}]({one.siglum}.md)"
        link = said[one.link].format(parent=parent)
        yield f"- {said['descends']}: {link} ({said[one.certainty]}).{_note(one.note, language)}"
    following = [one.id for one in shipped_variants() if source.siglum in one.witnesses]
    if following:
        named = ", ".join(f"[{name}](../rulebooks/{name}.md)" for name in following)
        yield "- " + words.text("publishing.sources.variants", variants=named)
    for game, passages in groupby(source.passages, key=lambda one: one.game):
        heading = said["says"] if game is None else said["game"].format(game=escaped(game))
        yield from ("", f"## {heading}")
        for passage in passages:
            yield from ("", *_passage(passage, language))
    yield from _absences(said["silent"], source.silent, language)
    yield from _absences(said["not_read"], source.unseen, language)
    if source.claims:
        yield from ("", f"## {said['tested']}", "")
        yield from (line for claim in source.claims for line in _claim(claim, language))


def _passage(passage: Passage, language: str) -> Iterator[str]:
    said, words = SAID[language], words_of(language)
    yield from (f"### {passage.cite}", "")
    place, says = escaped(str(passage.locator)), escaped(passage.says.get(language))
    # Nothing but the lemma is quoted: the rest is in our own words.
    quoted = None if passage.lemma is None else f"“{escaped(passage.lemma)}”"
    yield f"*{place}.* {says}" if quoted is None else f"{quoted}, {place}. {says}"
    if passage.readings:
        yield ""
    for reading in passage.readings:
        sure = words.text("publishing.sources.certainty", certainty=said[reading.certainty])
        note = _note(reading.note, language)
        yield f"- {_point(reading.point)}: {code(reading.reading)} ({sure}).{note}"


def _point(name: str) -> str:
    """A point by its name, with the way to what it means."""
    if name in RULE_POINTS:
        return f"[{name}](../reference/rule-points.md#{name})"
    return code(name)


def _absences(heading: str, absences: Sequence[Silence | Unseen], language: str) -> Iterator[str]:
    if absences:
        yield from ("", f"## {heading}", "")
    for note, points in groupby(absences, key=lambda one: one.note):
        yield f"- {', '.join(_point(one.point) for one in points)}.{_note(note, language)}"


def _claim(claim: Claim, language: str) -> Iterator[str]:
    said = SAID[language]
    expected = ", ".join(
        said[key].format(*(value if isinstance(value, list) else [value]))
        for key, value in claim.expect.items()
    )
    if claim.threshold is not None:
        expected += f" ({said[claim.threshold]})"
    yield (
        f"- **{claim.name}** ({escaped(str(claim.locator))}). {escaped(claim.says.get(language))} "
        f"{code(claim.metric)}: {escaped(expected)}.{_note(claim.fails, language)}"
    )


def _note(note: Text | None, language: str) -> str:
    return "" if note is None else f" {escaped(note.get(language))}"


def _page(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"
