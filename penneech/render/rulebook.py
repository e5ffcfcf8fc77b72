"""Composes the rulebook of a variant: its content in one language, without any form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.apparatus import load_sources
from penneech.edition.citing import cited_sources, reading, source
from penneech.render import tables
from penneech.render.citation import page_metadata
from penneech.render.content import (
    Block,
    Code,
    Document,
    Example,
    Inline,
    Inlines,
    Labels,
    Marker,
    Order,
    Paragraph,
    Plain,
    Points,
    Section,
    Steps,
    Strong,
    Table,
    Terms,
)
from penneech.render.differing import differences_section
from penneech.render.edition import Edition, can_exceed
from penneech.render.notes import colophon, moot_points, note_on, sources_section
from penneech.render.order import order_of_scoring
from penneech.render.worked import worked_examples
from penneech.rules import LastTurnUp, Redeal, RedealScope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.apparatus import Sources
    from penneech.render.wording import Words
    from penneech.variant import Variant

SHORT_DIGEST = 12
"""Letters of a digest that are enough to tell rules apart at a glance."""


def compose_rulebook(variant: Variant, language: str, sources: Sources | None = None) -> Document:
    """Compose the rulebook of a variant.

    Args:
        variant: whose rules they are.
        language: `en` or `it`.
        sources: where its citations are looked up; all that `load_sources` gives if not told.
    """
    edition = Edition(variant, load_sources() if sources is None else sources, language)
    sections = tuple(_sections(edition))
    names = tuple(dict.fromkeys(_markers(sections)))
    moot = moot_points(edition)
    tail = (
        differences_section(edition),
        sources_section(edition, (*names, *edition.moot)),
        colophon(edition),
    )
    words, title = edition.words, edition.words.given(variant.title)
    cited = tuple(map(source, cited_sources(variant, edition.sources)))
    return Document(
        language=language,
        title=words.say("title.document", title=title),
        name=(title,),
        description=words.text("title.description", title=title.text),
        device=words.face(edition.rules.penneech.card, marked=True),
        opening=tuple(_opening(edition)),
        sections=sections,
        notes=tuple(note_on(edition, name) for name in names),
        after=tail if moot is None else (moot, *tail),
        labels=_labels(words),
        metadata=page_metadata(reading(variant, language), cited),
    )


def _opening(edition: Edition) -> Iterator[Block]:
    variant = edition.variant
    if variant.summary.en:
        yield Paragraph((edition.words.given(variant.summary),))
    if variant.witnesses:
        sigla = ", ".join(variant.witnesses)
        yield Paragraph(edition.words.say("title.witnesses", sigla=sigla))
    imprint = edition.words.say(
        "title.imprint",
        variant=Code(variant.id),
        digest=Code(variant.digest()[:SHORT_DIGEST]),
        version=__version__,
    )
    yield Paragraph(imprint)


def _sections(edition: Edition) -> Iterator[Section]:
    for name, blocks in (
        ("players", _players(edition)),
        ("first_dealer", _paragraph(edition, "first_dealer", "deal_alternates")),
        ("deal", _deal(edition)),
        ("throwing_up", _paragraph(edition, *_redeal_points(edition))),
        ("play", _play(edition)),
        ("scoring", _scoring(edition)),
        ("excess", _excess(edition)),
        ("game", (*_paragraph(edition, "target", "game_end"), *order_of_scoring(edition))),
        ("examples", worked_examples(edition.words, edition.rules)),
    ):
        title = edition.words.say(f"sections.{name}")
        yield Section(name.replace("_", "-"), title, tuple(blocks))


def _paragraph(edition: Edition, *names: str) -> Iterator[Block]:
    """The sentences of some settings as a paragraph, without those that are moot here."""
    inlines: list[Inline] = []
    for name in names:
        if name not in edition.moot:
            inlines += [*([Plain(" ")] if inlines else []), *edition.sentence(name)]
    if inlines:
        yield Paragraph(tuple(inlines))


def _players(edition: Edition) -> Iterator[Block]:
    yield from _paragraph(edition, "two_players", "pack_52", "ace_high")
    yield from _paragraph(edition, "penneech", "penneech_rank")
    yield from tables.card_order(edition)
    yield from _paragraph(edition, "card_points")
    yield tables.card_values(edition)


def _deal(edition: Edition) -> Iterator[Block]:
    names = ("deal_singly", "elder_first_card", "hand_size")
    yield Steps(tuple(edition.sentence(name) for name in names))
    words, rules = edition.words, edition.rules
    has_last = rules.last_turn_up is not LastTurnUp.NOTHING
    uses = words.say(
        "deal.uses_last" if has_last else "deal.uses",
        used=words.count("cards", 3 * rules.hand_size + has_last),
        n=rules.hand_size,
    )
    yield Paragraph(uses)


def _redeal_points(edition: Edition) -> tuple[str, ...]:
    rules = edition.rules
    if rules.redeal is Redeal.NEVER:
        return ("redeal",)
    points = ("redeal", "redeal_timing", "redeal_scope")
    return (*points, "redeal_dealer") if rules.redeal_scope is RedealScope.BOTH_HANDS else points


def _play(edition: Edition) -> Iterator[Block]:
    names = ("turn_up_is_trumps", "elder_leads", "following", "winner_leads")
    steps = [_step(edition, name) for name in names if name not in edition.moot]
    steps.append(edition.words.say("play.tricks", n=edition.rules.hand_size))
    steps.append(_step(edition, "last_turn_up"))
    yield Steps(tuple(steps))


def _step(edition: Edition, name: str) -> Inlines:
    """A sentence of the play after its title."""
    table = edition.catalogue.points if name in edition.catalogue.points else None
    entry = edition.catalogue.entry(name) if table is None else table[name]
    title = Strong(f"{edition.words.of(entry.title)}.")
    return (title, Plain(" "), *edition.sentence(name))


def _scoring(edition: Edition) -> Iterator[Block]:
    yield from _paragraph(edition, "first_turn_up", "turn_up_credit")
    yield from _paragraph(edition, "honours", "honours_credit")
    yield from _paragraph(edition, "penneech_in_hand")
    yield from tables.ways_to_score(edition)


def _excess(edition: Edition) -> Iterator[Block]:
    rules = edition.rules
    yield from _paragraph(edition, "excess_cards", "excess_over", "excess_claim")
    if not can_exceed(rules):
        n, over = rules.hand_size, rules.excess_over
        yield Paragraph(edition.words.say("excess.impossible", n=n, excess_over=over))


def _labels(words: Words) -> Labels:
    names = Labels.__dataclass_fields__
    return Labels(**{name: words.text(f"labels.{name}") for name in names})


def _markers(sections: Iterable[Section]) -> Iterator[str]:
    """The notes that sections point to, in the order of the text."""
    for section in sections:
        yield from _markers_in(section.blocks)


def _markers_in(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph():
                lines: tuple[Inlines, ...] = (block.inlines,)
            case Steps() | Points():
                lines = block.items
            case Example():
                yield from _markers_in(block.blocks)
                continue
            case Table() | Terms() | Order():
                continue
            case _:
                continue
        for line in lines:
            yield from (inline.note for inline in line if isinstance(inline, Marker))
