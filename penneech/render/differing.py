"""In what a variant differs from the shipped ones: rule by rule, and variant by variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.content import Code, Paragraph, Plain, Section, Table
from penneech.render.notes import value_of
from penneech.render.wording import sequence
from penneech.rules import PARAMETERS, RULE_POINTS
from penneech.variant import shipped_variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.render.content import Block, Inlines
    from penneech.render.edition import Edition
    from penneech.render.wording import Words
    from penneech.rules import Rules
    from penneech.variant import Variant


def differences_section(edition: Edition) -> Section:
    """How the variant stands to each other that is shipped."""
    others = [one for one in shipped_variants() if one.id != edition.variant.id]
    tables = (_by_rule(edition, others), _by_variant(edition, others))
    blocks: list[Block] = [Paragraph(edition.words.say("differences.intro"))]
    blocks += [table for table in tables if table.rows]
    return Section("differences", edition.words.say("sections.differences"), tuple(blocks))


def _by_rule(edition: Edition, others: Sequence[Variant]) -> Table:
    """Each rule at which another variant has another answer: what it is here, and who has what.

    Every variant is in each row: the most that agree are not named, but are all the others.
    """
    words = edition.words
    rows = []
    for name in _names(edition):
        agreeing: dict[str, list[Variant]] = {}
        for other in others:
            if _differs(edition.rules, other.rules, name):
                agreeing.setdefault(_answer(edition, other.rules, name), []).append(other)
        if agreeing:
            here = [one for one in others if not _differs(edition.rules, one.rules, name)]
            most = max(agreeing, key=lambda answer: len(agreeing[answer]))
            rest = most if len(agreeing[most]) > len(here) else None
            said = [_who(words, answer, agreeing[answer], rest) for answer in agreeing]
            answer: Inlines = (Plain(_answer(edition, edition.rules, name)),)
            if rest is not None and here:
                answer = words.say("differences.so_too", answer=answer, variants=_ids(here))
            rows.append((_title(edition, name), answer, sequence(said, "; ")))
    head = tuple(words.say(f"differences.{column}") for column in ("rule", "here", "elsewhere"))
    return Table(words.say("differences.by_rule"), head, tuple(rows))


def _who(words: Words, answer: str, variants: Sequence[Variant], rest: str | None) -> Inlines:
    """An answer, and the variants that have it; `rest` is the answer of all that are not named."""
    is_rest = answer == rest and len(variants) > 1
    who = words.say("differences.all_others") if is_rest else _ids(variants)
    return words.say("differences.who", answer=answer, variants=who)


def _ids(variants: Sequence[Variant]) -> Inlines:
    return sequence([(Code(one.id),) for one in variants])


def _by_variant(edition: Edition, others: Sequence[Variant]) -> Table:
    words = edition.words
    rows = []
    for other in others:
        names = [name for name in _names(edition) if _differs(edition.rules, other.rules, name)]
        where = sequence((_title(edition, name) for name in names), "; ")
        rows.append(
            (
                (Code(other.id),),
                words.inlines(len(names)),
                where or words.say("differences.nowhere"),
            )
        )
    head = tuple(words.say(f"differences.{column}") for column in ("variant", "number", "where"))
    return Table(words.say("differences.by_variant"), head, tuple(rows), figures=(1,))


def _names(edition: Edition) -> Iterator[str]:
    """The rule points and parameters that are not moot here."""
    return (name for name in (*RULE_POINTS, *PARAMETERS) if name not in edition.moot)


def _differs(one: Rules, other: Rules, name: str) -> bool:
    if name in RULE_POINTS:
        return one.reading(name) != other.reading(name)
    return bool(getattr(one, name) != getattr(other, name))


def _answer(edition: Edition, rules: Rules, name: str) -> str:
    """What some rules say at a point, in short."""
    if name in RULE_POINTS:
        entry = edition.catalogue.readings[name][rules.reading(name)]
        return edition.words.of(entry.title)
    return value_of(edition.words, rules, name)


def _title(edition: Edition, name: str) -> Inlines:
    return (Plain(edition.words.of(edition.catalogue.entry(name).title)),)
