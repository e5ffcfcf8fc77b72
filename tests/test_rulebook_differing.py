"""What differs elsewhere counts every shipped variant; the diagram has each card in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebook_parts import BASE, LANGUAGES, text_of, variant

from penneech.comparing import differences
from penneech.render.content import Code, Order, Table
from penneech.render.differing import differences_section
from penneech.render.edition import Edition
from penneech.render.tables import card_order
from penneech.rules import PARAMETERS, RULE_POINTS
from penneech.variant import load_variant, shipped_variants


def tables(told, language="en"):
    blocks = differences_section(Edition(told, {}, language)).blocks
    return [block for block in blocks if isinstance(block, Table)]


def named(cell):
    return [inline.text for inline in cell if isinstance(inline, Code)]


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_each_variants_differences_are_those_that_diff_tells(told):
    moot = Edition(told, {}, "en").moot
    _, by_variant = tables(told)
    others = [one for one in shipped_variants() if one.id != told.id]
    assert [named(row[0]) for row in by_variant.rows] == [[one.id] for one in others]
    for row, other in zip(by_variant.rows, others, strict=True):
        found = [one.id for one in differences(told, other) if one.id not in moot]
        assert text_of(row[1]) == str(len(found))
        assert bool(found) == ("the rules are the same" not in text_of(row[2]))


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_in_each_row_every_variant_is_counted_once(told):
    by_rule, _ = tables(told)
    others = {one.id: one for one in shipped_variants() if one.id != told.id}
    titles = {
        Edition(told, {}, "en").catalogue.entry(name).title.en: name
        for name in (*RULE_POINTS, *PARAMETERS)
    }
    for rule, here, elsewhere in by_rule.rows:
        name = titles[text_of(rule)]
        same = {
            key
            for key, one in others.items()
            if one.rules.reading(name) == told.rules.reading(name)
        }
        agreeing, differing = named(here), named(elsewhere)
        assert set(agreeing) <= same
        assert not set(differing) & same
        if "all the others" in text_of(elsewhere):
            assert set(agreeing) == same
            assert len(agreeing) < len(others) - len(same) - len(differing)
        else:
            assert set(differing) == set(others) - same


def test_pagat_plays_as_the_critical_text_of_cotton_does():
    _, by_variant = tables(BASE)
    row = next(row for row in by_variant.rows if named(row[0]) == ["pagat"])
    assert text_of(row[1]) == "0"
    assert text_of(row[2]) == "none: the rules are the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_of_ones_own_differs_from_all(language):
    told = replace(variant(target=62), id="mine")
    by_rule, by_variant = tables(told, language)
    row = by_rule.rows[-1]
    assert text_of(row[1]) == "62"
    assert text_of(row[2]).startswith("61 ")
    assert len(by_variant.rows) == len(shipped_variants())


def ranks(told):
    (_, order) = card_order(Edition(told, {}, "en"))
    assert isinstance(order, Order)
    return {
        text_of(one.label): " ".join(
            face.card.sign + (f"({worth})" if worth else "")
            for face, worth in zip(one.cards, one.worth, strict=True)
        )
        for one in order.rankings
    }


@pytest.mark.parametrize(
    ("rank", "rows"),
    [
        ("top_diamond", {"diamonds, trumps or not": "7♦(14/7) A♦(5) K♦(4)"}),
        (
            "top_when_trump",
            {
                "diamonds, as trumps": "7♦(14/7) A♦(5)",
                "diamonds, when not trumps": "A♦(5) K♦(4) Q♦(3) J♦(2) 10♦ 9♦ 8♦ 7♦(14/7) 6♦",
            },
        ),
        ("plain", {"diamonds": "A♦(5) K♦(4) Q♦(3) J♦(2) 10♦ 9♦ 8♦ 7♦(14/7) 6♦"}),
    ],
)
def test_the_diagram_has_the_penneech_where_the_variant_ranks_it(rank, rows):
    found = ranks(variant({"penneech_rank": rank}))
    assert len(found) == 3 + len(rows)
    for label, cards in rows.items():
        assert found[label].startswith(cards)
    assert found["spades"] == "A♠(5) K♠(4) Q♠(3) J♠(2) 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"


def test_the_diagram_gives_points_to_honours_alone():
    found = ranks(
        variant(card_points={"T": 10}, penneech={"card": "TC", "turned_up": 0, "in_hand": 1})
    )
    assert found["clubs, trumps or not"].startswith("10♣(0/1) A♣ K♣")
    assert found["hearts"].startswith("A♥ K♥ Q♥ J♥ 10♥(10) 9♥")


def test_parlett_is_still_shipped_with_the_cut_that_is_shown():
    by_rule, _ = tables(load_variant("parlett"))
    assert text_of(by_rule.rows[0][2]) == "The lower cut, ace high ( gamerules )"
