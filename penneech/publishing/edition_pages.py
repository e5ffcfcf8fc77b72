"""The made pages of the edition: its variants and their rulebooks, its rule points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.apparatus import shipped_sources
from penneech.catalogue import filled, load_catalogue
from penneech.evidence import LANGUAGES
from penneech.publishing.marking import CONTENTS, code, table
from penneech.publishing.wording import folder, words_of
from penneech.render.edition import Edition
from penneech.render.html import render_html
from penneech.render.markdown import escaped, render_markdown
from penneech.render.rulebook import compose_rulebook
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.publishing.making import Bench, Made
    from penneech.render.content import Document
    from penneech.variant import Variant


def rulebook_pages(bench: Bench) -> Made:  # noqa: ARG001  # every maker is given it
    """The rulebook of every variant, in each language, as Markdown."""
    for name, document in _rulebooks():
        yield f"{folder(document.language)}rulebooks/{name}.md", render_markdown(document)


def rulebook_files(bench: Bench) -> Made:  # noqa: ARG001  # the same
    """The same as pages of their own, each one file that can be kept, sent and printed."""
    for name, document in _rulebooks():
        yield f"files/{name}.{document.language}.html", render_html(document)


def rulebook_pdfs(bench: Bench) -> Made:  # noqa: ARG001  # the same
    """The same as PDF, to be printed."""
    from penneech.render.pdf import render_pdf  # noqa: PLC0415  # an extra, which may be missing

    for name, document in _rulebooks():
        yield f"files/{name}.{document.language}.pdf", render_pdf(document)


def _rulebooks() -> Iterator[tuple[str, Document]]:
    """The rulebook of every shipped variant in each language, after the variant's id."""
    sources = shipped_sources()
    for variant in shipped_variants():
        for language in LANGUAGES:
            yield variant.id, compose_rulebook(variant, language, sources)


def overview_pages(bench: Bench) -> Made:  # noqa: ARG001  # the same
    """All variants on a page: what each is, what it changes, and how the bases read each point."""
    for language in LANGUAGES:
        yield f"{folder(language)}rulebooks/index.md", _overview(language)


def point_pages(bench: Bench) -> Made:  # noqa: ARG001  # the same
    """Every rule point with its readings, the parameters and the invariants."""
    for language in LANGUAGES:
        yield f"{folder(language)}reference/rule-points.md", _points(language)


def _overview(language: str) -> str:
    words = words_of(language)
    variants = shipped_variants()
    lines = [
        f"# {words.text('publishing.variants.title')}",
        "",
        words.text("publishing.variants.opening"),
        "",
    ]
    lines += [f"## {words.text('publishing.variants.bases')}", "", CONTENTS]
    bases = [one for one in variants if one.extends is None]
    children = [one for one in variants if one.extends is not None]
    lines += [
        *(_item(one, language) for one in bases),
        "",
        f"## {words.text('publishing.variants.children')}",
        "",
    ]
    lines += [words.text("publishing.variants.children_opening"), "", CONTENTS]
    for one in children:
        lines += [_item(one, language), *_changes(one, language)]
    lines += [
        "",
        f"## {words.text('publishing.variants.side_by_side')}",
        "",
        words.text("publishing.variants.side_opening"),
        "",
    ]
    head = [words.text("publishing.variants.point"), *(code(one.id) for one in bases)]
    lines += table(head, (_row(name, bases, language) for name in RULE_POINTS))
    lines += [
        "",
        f"## {words.text('publishing.variants.digests')}",
        "",
        words.text("publishing.variants.digests_opening"),
        "",
    ]
    rows = ([code(one.id), code(one.digest())] for one in variants)
    return _page([*lines, *table([words.text("publishing.variants.variant"), "SHA-256"], rows)])


def _item(variant: Variant, language: str) -> str:
    """A variant in a list: its title, id, witnesses and summary."""
    title, summary = variant.title.get(language), variant.summary.get(language)
    witnesses = ", ".join(f"[{name}](../sources/{name}.md)" for name in variant.witnesses)
    return (
        f"- [{escaped(title)}]({variant.id}.md) ({code(variant.id)}; {witnesses}): "
        f"{escaped(summary)}"
    )


def _changes(variant: Variant, language: str) -> Iterator[str]:
    """What a child changes in its parent, one line each."""
    catalogue = load_catalogue()
    own = [
        one
        for one in (*variant.settings.values(), *variant.parameters.values())
        if one.origin.variant == variant.id
    ]
    for one in own:
        title = catalogue.entry(one.id).title.get(language)
        reading = _reading_title(one.id, one.reading, language)
        basis = catalogue.bases[one.basis].title.get(language)
        link = f"../reference/rule-points.md#{one.id}"
        yield f"  - [{escaped(title)}]({link}): {escaped(reading)} ({escaped(basis)})"


def _row(name: str, bases: Sequence[Variant], language: str) -> list[str]:
    catalogue = load_catalogue()
    title = catalogue.points[name].title.get(language)
    cells = []
    for variant in bases:
        setting = variant.settings[name]
        basis = catalogue.bases[setting.basis].title.get(language)
        reading = _reading_title(name, setting.reading, language)
        cells.append(f"{escaped(reading)} *({escaped(basis)})*")
    return [f"[{escaped(title)}](../reference/rule-points.md#{name})", *cells]


def _reading_title(name: str, reading: str, language: str) -> str:
    readings = load_catalogue().readings.get(name, {})
    return readings[reading].title.get(language) if reading in readings else reading


def _points(language: str) -> str:
    words, catalogue = words_of(language), load_catalogue()
    lines = [
        f"# {words.text('publishing.points.title')}",
        "",
        words.text("publishing.points.opening"),
        "",
    ]
    for name in RULE_POINTS:
        entry = catalogue.points[name]
        lines += [f"## {name}", "", f"**{escaped(entry.title.get(language))}.** "
                  f"{escaped(entry.question.get(language))}", ""]  # fmt: skip
        lines += [*_readings(name, language), ""]
    lines += [
        f"## {words.text('publishing.points.parameters')}",
        "",
        words.text("publishing.points.parameters_opening"),
        "",
    ]
    lines += [*(_plain(name, language) for name in PARAMETERS), ""]
    lines += [
        f"## {words.text('publishing.points.invariants')}",
        "",
        words.text("publishing.points.invariants_opening"),
        "",
    ]
    return _page([*lines, *(_plain(name, language) for name in INVARIANTS)])


def _readings(name: str, language: str) -> Iterator[str]:
    """The readings of a point: each with its sentence, and the variants that have it."""
    words = words_of(language)
    for reading, entry in load_catalogue().readings[name].items():
        having = [one for one in shipped_variants() if one.settings[name].reading == reading]
        named = ", ".join(f"[{one.id}](../rulebooks/{one.id}.md)" for one in having)
        sentence = filled(entry.sentence.get(language), _historical(language))
        where = words.text("publishing.points.in" if named else "publishing.points.in_none")
        yield (
            f"- {code(reading)}, *{escaped(entry.title.get(language))}*. {escaped(sentence)} "
            f"{where}{named and f' {named}.'}"
        )


def _plain(name: str, language: str) -> str:
    """A parameter or an invariant in a list."""
    entry = load_catalogue().entry(name)
    sentence = filled(entry.sentence.get(language), _historical(language))
    return f"- {code(name)}, *{escaped(entry.title.get(language))}*. {escaped(sentence)}"


def _historical(language: str) -> dict[str, str]:
    """What the sentences are filled with: the figures of the historical variants."""
    figures = Edition(shipped_variants()[0], shipped_sources(), language).figures
    return {name: str(piece) for name, piece in figures.items()}


def _page(lines: list[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"
