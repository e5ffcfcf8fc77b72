"""Which rules were these players using? Judged by playing records again under each of them."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from commands import run
from examples import examples, step
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, played_records, thrown_rules
from table import cards
from table import rules as usual_rules

import penneech.space
from penneech.cards import Rank
from penneech.chance import shuffled
from penneech.errors import PenneechError, RecordError
from penneech.events import Cut, Player, Scored, Source
from penneech.players.table import cut_for_deal, play_game, seated
from penneech.readings.parts import SCORING_POINTS
from penneech.readings.relation import Relation, product_of
from penneech.readings.which import which, which_of_all
from penneech.records import (
    DealRecord,
    Heading,
    Record,
    ThrownUpEntry,
    game_name,
    packs_of,
    points_of,
    record_of,
    record_text,
    record_to_data,
    verify,
)
from penneech.records.packs import from_pack
from penneech.render.remaining import remaining_data, remaining_lines
from penneech.rules import RULE_POINTS, Rules
from penneech.space import count_labels, is_allowed, with_readings
from penneech.variant import shipped_variants

POINTS = tuple(RULE_POINTS)
A, B = Player


class ByDice:
    """Plays any legal card, and throws up a hand now and then."""

    name = "dice"

    def __init__(self, dice, sides):
        self.dice, self.sides = dice, sides

    def throws_up(self, view, luck):  # noqa: ARG002  # the protocol's signature
        return self.dice.throw(6) < self.sides

    def card(self, view, luck):  # noqa: ARG002  # the same
        return self.dice.pick(list(view.legal))


def game_by(dice, rules, most=60):
    """The record of a game, bad hands among its deals, perhaps broken off."""
    seed, bad = dice.throw(2**60), dice.throw(3)
    heading = Heading(start_dealer=dice.pick(list(Player)))
    if dice.throw(3):
        cuts, _ = cut_for_deal(rules, seed, 0)
        heading = Heading(cut=cuts, seed=seed)
    if not dice.throw(3):
        score = (dice.throw(rules.target), dice.throw(rules.target))
        heading = replace(heading, start_score=score)
    dealer = heading.start_dealer
    if dealer is None:
        dealer = cut_for_deal(rules, seed, 0)[1]

    def packs(deal, attempt, count):  # noqa: ARG001  # the whole pack serves as well
        pack = shuffled(seed, 0, deal, attempt)
        if (deal + attempt) % 3 < bad:
            pack = tuple(sorted(pack, key=lambda card: card.rank > Rank.TEN))
        return pack

    players = tuple(ByDice(dice, dice.throw(7)) for _ in Player)
    steps = play_game(rules, dealer, players, packs, seated(seed, 0), heading.start_score)
    return record_of(rules, heading, (step for _, step in zip(range(most), steps, strict=False)))


def without_events(record):
    return replace(record, deals=tuple([replace(deal, events=None) for deal in record.deals]))


def with_totals_alone(record):
    deals = [replace(deal, events=None, score=None) for deal in record.deals]
    return replace(record, deals=tuple(deals))


def with_cards_alone(record):
    return replace(with_totals_alone(record), score=None, winner=None)


def with_packs(record):
    deals = [replace(deal, pack=packs_of(record.rules, deal)[-1]) for deal in record.deals]
    return replace(record, deals=tuple(deals))


TELLING_LESS = (
    lambda record: record,
    without_events,
    with_totals_alone,
    with_cards_alone,
    lambda record: with_packs(without_events(record)),
    lambda record: with_packs(with_totals_alone(record)),
)


def spoilt(dice, record):
    """The record with something in it that was perhaps not so."""
    if not record.deals:
        return record
    place = dice.throw(len(record.deals))
    deal = record.deals[place]
    match dice.throw(5):
        case 0 if deal.events:
            gone = dice.throw(len(deal.events))
            events = deal.events[:gone] + deal.events[gone + 1 :]
            deal = replace(deal, events=events, score=points_of(events))
        case 1 if deal.score is not None:
            deal = replace(deal, score=(deal.score[0] + 1, deal.score[1]))
        case 2 if deal.pack is None:
            deal = replace(deal, turn_ups=deal.turn_ups[:-1])
        case 3 if len(deal.plays) > 1:
            last = deal.plays[-2:]
            deal = replace(deal, plays=(*deal.plays[:-2], *reversed(last)))
        case _ if record.score is not None:
            return replace(record, score=(record.score[0], record.score[1] + 2))
        case _:
            return record
    return replace(record, deals=(*record.deals[:place], deal, *record.deals[place + 1 :]))


def holds(record, rules):
    """Whether the engine plays the record under these rules, and nothing differs."""
    deals = [deal if deal.pack is None else from_pack(rules, deal) for deal in record.deals]
    try:
        verify(replace(record, rules=rules, deals=tuple(deals)))
    except PenneechError:
        return False
    return True


def near(dice, rules):
    """Rules that differ in one point, or in a few."""
    while True:
        readings = {point: getattr(rules, point) for point in POINTS}
        for _ in range(1 + dice.throw(3)):
            point = dice.pick(POINTS)
            readings[point] = dice.pick(list(RULE_POINTS[point]))
        found = with_readings(rules, readings.values())
        if is_allowed(found):
            return found


def one_of(dice, remaining, parameters):
    """Rules that are said to remain."""
    readings = {}
    for group in remaining.groups:
        readings |= zip(group.points, dice.pick(sorted(group.choices)), strict=True)
    return with_readings(parameters, [RULE_POINTS[point](readings[point]) for point in POINTS])


def small_rules(dice):
    resolved = thrown_rules(dice)
    resolved["hand_size"] = dice.pick((1, 2, 2, 3, 4))
    resolved["target"] = dice.pick((5, 9, 15, 25, 61))
    return Rules.from_resolved(resolved)


# --- Exactness: what remains is what the engine accepts


@pytest.mark.parametrize("number", range(36))
def test_what_remains_is_what_the_engine_plays_again(number):
    dice = Dice(number, 1)
    rules = small_rules(dice) if number % 6 else Rules.from_resolved(thrown_rules(dice))
    record = TELLING_LESS[number % len(TELLING_LESS)](game_by(dice, rules))
    if number % 4 == 3:
        record = spoilt(dice, record)
    else:
        assert holds(record, rules)
    remaining = which(record)
    asked = [rules, *[near(dice, rules) for _ in range(12)]]
    if remaining.cases:
        inside = [one_of(dice, remaining, rules) for _ in range(6)]
        asked += [*inside, *[near(dice, some) for some in inside for _ in range(3)]]
    for some in asked:
        assert remaining.fits(some) == holds(record, some), some
    said = [str(why) for why in remaining.reasons.values()]
    assert not any(word in text for text in said for word in ("=", "_", "hand_size"))


def test_the_whole_scoring_space_of_a_small_game_is_judged_as_by_brute_force():
    dice = Dice(8)
    rules = usual_rules(
        hand_size=2, target=12, excess_over=2, first_dealer="random", game_end="deal_end_higher"
    )
    record = with_totals_alone(game_by(dice, rules))
    assert len(record.deals) > 1
    (scoring,) = [part for part in which(record).cases[0] if part.points == SCORING_POINTS]
    space = [
        (tuple(map(str, some)), asked)
        for some in product(*[list(RULE_POINTS[point]) for point in SCORING_POINTS])
        for changed in [dict(zip(SCORING_POINTS, some, strict=True))]
        for asked in [with_readings(rules, [changed.get(p, getattr(rules, p)) for p in POINTS])]
        if is_allowed(asked)
    ]
    assert len(space) == 10_368
    # Seven has no factor in common with that, so that every reading has its turn with every other.
    tried = space[:: step(7)]
    agreed = [choice for choice, asked in tried if holds(record, asked)]
    assert agreed == [choice for choice, _ in tried if choice in scoring.choices]
    assert 0 < len(agreed) < len(tried)


@examples(12)
@given(played_records(), st.sampled_from(TELLING_LESS))
def test_the_rules_that_made_a_record_always_remain(record, tell):
    remaining = which(tell(record))
    assert remaining.fits(record.rules)
    assert len(remaining) > 0
    assert all(record.rules.reading(point) in remaining.readings(point) for point in POINTS)


@examples(6)
@given(played_records())
def test_who_tells_less_leaves_more_possible(record):
    told = [which(tell(record)) for tell in TELLING_LESS[:4]]
    sizes = [len(remaining) for remaining in told]
    assert sizes == sorted(sizes)


def test_what_a_record_says_of_its_own_rules_is_not_looked_at():
    dice = Dice(3)
    record = game_by(dice, usual_rules(hand_size=3, target=20))
    other = near(dice, record.rules)
    assert which(replace(record, rules=other)).groups == which(record).groups


@pytest.mark.parametrize("variant", shipped_variants(), ids=lambda variant: variant.id)
def test_every_shipped_variant_fits_a_game_that_was_played_by_it(variant):
    record = game_by(Dice(11), variant.rules, most=1000)
    for tell in TELLING_LESS[:3]:
        assert which(tell(record)).fits(variant.rules)


# --- Rulings


def hands(text):
    return tuple(cards(part) for part in text.split(" / "))


def one_deal(in_hand, turned, played, **more):
    """A record of one unfinished deal by A; the hands are A's and B's."""
    deal = DealRecord(
        dealer=A,
        thrown_up=more.get("thrown_up", ()),
        hands=hands(in_hand),
        turn_ups=cards(turned),
        plays=cards(played),
        events=more.get("events"),
        score=None,
    )
    rules = usual_rules(hand_size=len(deal.hands[0]), **more.get("changes", {}))
    return Record(Heading(start_dealer=A), rules, (deal,), more.get("score"), None)


def test_a_card_that_does_not_follow_rules_out_that_one_must():
    remaining = which(one_deal("9C 2H / KH 3S", "4D 5C", "KH 9C"))
    assert remaining.readings("following") == ("free",)
    why = remaining.reasons["following", "must_follow"]
    assert str(why) == "deal 1, trick 1: 9C may not be played; 2H must be"


def test_a_trump_instead_of_the_suit_led_leaves_what_allows_trumps():
    remaining = which(one_deal("9D 2H / KH 3S", "4D 5C", "KH 9D"))
    expected = ("free", "follow_or_trump", "follow_or_trump_forced")
    assert remaining.readings("following") == expected


def test_who_leads_next_tells_how_the_penneech_ranks():
    remaining = which(one_deal("7D 2H / AD 3S", "4C 5C", "AD 7D 2H"))
    assert remaining.readings("penneech_rank") == ("top_diamond",)
    remaining = which(one_deal("7D 2H / AD 3S", "4C 5C", "AD 7D 3S"))
    assert remaining.readings("penneech_rank") == ("top_when_trump", "plain")


def test_a_record_that_ends_on_a_lead_or_a_turn_up_is_judged_as_far_as_it_goes():
    on_a_lead = which(one_deal("7D 2H / AD 3S", "4C", "AD"))
    assert len(on_a_lead) == 7_464_960
    on_a_reply = which(one_deal("7D 2H / AD 3S", "4C 5C", "AD 7D"))
    assert on_a_reply.readings("penneech_rank") == ("top_diamond", "top_when_trump", "plain")
    without_a_turn_up = which(one_deal("7D 2H / AD 3S", "4C", "AD 7D"))
    assert not without_a_turn_up.cases


def test_a_turn_up_that_ends_the_game_rules_out_that_scores_are_compared_after_the_deal():
    king = Scored(A, 4, Source.TURN_UP, cards("KC")[0], 0)
    record = one_deal("9C 2H / KH 3S", "KC", "", events=(king,), changes={"target": 4})
    record = replace(record, score=(4, 0), winner=A)
    remaining = which(record)
    assert remaining.readings("first_turn_up") == ("dealer",)
    assert remaining.readings("game_end") == ("first_to_peg", "turn_ups_then_count")


def test_where_no_hand_is_thrown_up_all_is_open_about_it():
    remaining = which(one_deal("9C 2H / KH 3S", "4D", ""))
    for point in ("redeal_timing", "redeal_scope", "redeal_dealer"):
        assert len(remaining.readings(point)) == len(RULE_POINTS[point])


def thrown(by, in_hand, turned="", dealer=A):
    return ThrownUpEntry(by, dealer, hands(in_hand), cards(turned))


def test_a_hand_with_the_penneech_that_is_thrown_up_tells_which_hands_may_be():
    entry = thrown(B, "9C KH / 7D 3S")
    remaining = which(one_deal("2C AH / 4D QS", "4H", "", thrown_up=(entry,)))
    assert remaining.readings("redeal") == ("no_ace_or_face",)
    assert remaining.readings("redeal_timing") == ("before_turn_up",)
    assert remaining.readings("redeal_scope") == ("both_hands",)
    assert remaining.readings("redeal_dealer") == ("same_dealer",)


def test_the_dealer_of_a_redeal_tells_who_deals_again():
    entry = thrown(B, "9C KH / 7C 3S", dealer=B)
    record = one_deal("2C AH / 4D QS", "4H", "", thrown_up=(entry,))
    record = replace(record, heading=Heading(start_dealer=B))
    assert which(record).readings("redeal_dealer") == ("next_dealer",)
    by_the_elder = thrown(A, "9C 8H / KC 3S", dealer=B)
    record = replace(record, deals=(replace(record.deals[0], thrown_up=(by_the_elder,)),))
    assert which(record).readings("redeal_dealer") == ("next_dealer", "thrower")


def test_a_replaced_hand_leaves_both_scopes_and_tells_how_unlikely_one_of_them_is():
    entry = thrown(B, "9C KH / 7C 3S", "4H")
    remaining = which(one_deal("9C KH / 4D QS", "4H", "", thrown_up=(entry,)))
    assert remaining.readings("redeal_scope") == ("both_hands", "own_hand")
    assert remaining.readings("redeal_timing") == ("after_turn_up",)
    assert "once in 1,326 times" in str(remaining.remarks[0])


def test_of_many_remarks_of_one_kind_the_first_are_told_and_the_number_of_the_others():
    entry = thrown(B, "9C KH / 7C 3S", "4H")
    remaining = which(one_deal("9C KH / 4D QS", "4H", "", thrown_up=(entry,)))
    many = replace(remaining, remarks=remaining.remarks * 7)
    lines = list(remaining_lines(many, 1, []))
    assert len([line for line in lines if "if both hands were dealt again" in line]) == 3
    assert "And 4 more remarks of the kind; --json has them all." in lines
    assert len(remaining_data(many, 1, [])["remarks"]) == 7


def test_a_drawn_hand_that_holds_a_card_laid_aside_was_not_drawn_from_the_stock():
    entry = thrown(B, "9C KH / 7C 3S")
    remaining = which(one_deal("9C KH / 7C QS", "4H", "", thrown_up=(entry,)))
    assert remaining.readings("redeal_scope") == ("both_hands",)


def test_a_cut_tells_who_deals_first_by_which_reading():
    record = one_deal("9C 2H / KH 3S", "4D", "")
    ace, ten = cards("AC TD")
    by_cut = which(replace(record, heading=Heading(cut=(Cut(ace, ten),))))
    assert by_cut.readings("first_dealer") == ("cut_lowest_ace_low", "cut_highest_ace_high")
    by_luck = which(replace(record, heading=Heading(seed=1)))
    assert by_luck.readings("first_dealer") == ("random",)


def test_a_cut_that_nobody_wrote_down_rules_nothing_out():
    remaining = which(replace(one_deal("9C 2H / KH 3S", "4D", ""), heading=Heading()))
    assert len(remaining.readings("first_dealer")) == len(RULE_POINTS["first_dealer"])
    assert not any(point == "first_dealer" for point, _ in remaining.reasons)


def test_hands_of_more_than_ten_cards_were_not_replaced():
    rules = usual_rules(hand_size=11)
    record = game_by(Dice(2), rules, most=5)
    remaining = which(record)
    assert remaining.space == count_labels(rules) == 7_464_960 // 2
    assert remaining.readings("redeal_scope") == ("both_hands",)


def why_not(record, point, reading):
    """Why a reading is ruled out, in words."""
    return str(which(record).reasons[point, reading])


def test_a_lead_that_a_rank_forbids_is_told_by_the_trick_before_it():
    record = one_deal("7D 2H / AD 3S", "4C 5C", "AD 7D 2H")
    said = "deal 1, trick 1: the winner of the trick would be B, not A"
    assert why_not(record, "penneech_rank", "plain") == said


def test_a_deal_that_the_wrong_player_begins_is_allowed_by_no_rules():
    remaining = which(one_deal("9C 2H / KH 3S", "4D", "9C KH"))
    assert str(remaining.fault) == "deal 1, trick 1: B, the elder hand, would lead, not A"
    strange = which(one_deal("9C 2H / KH 3S", "4D", "KH 3S"))
    text = "deal 1, trick 1: 3S could not be played by A, who does not hold it"
    assert str(strange.fault) == text


def with_events(*events, played="KH 2H 3S 9C", turned="4D QC KC"):
    """A finished deal, and another, so that all of the first was counted."""
    first = one_deal("9C 2H / KH 3S", turned, played, events=events)
    (later,) = one_deal("9C 2H / KH 3S", "4D", "").deals
    return replace(first, deals=(*first.deals, replace(later, dealer=B)))


def test_points_are_told_by_what_they_are_for():
    king = Scored(B, 4, Source.TRICK, cards("KH")[0], 1)
    queen = Scored(B, 3, Source.TURN_UP, cards("QC")[0], 1)
    last = Scored(B, 4, Source.TURN_UP, cards("KC")[0], 2)
    record = with_events(king, queen, last)
    said = "deal 1, trick 1: B's 4 for KH in the trick would not be scored"
    assert why_not(record, "honours", "turned_up_only") == said
    said = "deal 1, trick 1: the 3 for QC turned up after trick 1 would be A's, not B's"
    assert why_not(record, "turn_up_credit", "trick_winner") == said
    assert why_not(record, "last_turn_up", "nothing").startswith("deal 1: KC would not be turned")
    without = why_not(with_events(king, last), "turn_up_credit", "turner")
    assert without.endswith("B's 3 for QC turned up after trick 1 would be scored")


def test_a_first_turn_up_is_said_to_be_the_dealers():
    king = Scored(A, 4, Source.TURN_UP, cards("KD")[0], 0)
    record = one_deal("9C 2H / KH 3S", "KD", "", events=(king,))
    said = "deal 1: A's 4 for KD turned up by the dealer would not be scored"
    assert why_not(record, "first_turn_up", "nobody") == said


@pytest.mark.parametrize(
    ("entries", "reading", "said"),
    [
        ([(B, "9C KH / 7C 3S", "4H")], ("redeal", "never"), "B could not throw up 7C 3S"),
        (
            [(B, "9C KH / 7C 3S", "4H")],
            ("redeal_timing", "before_turn_up"),
            "4H would not be turned up before B threw up",
        ),
        (
            [(B, "9C KH / 7C 3S", "")],
            ("redeal_timing", "after_turn_up"),
            "a card would be turned up before B threw up",
        ),
        (
            [(B, "2C KH / 4D 3S", "")],
            ("redeal_scope", "own_hand"),
            "4D, which B threw up, would not come into play again",
        ),
        (
            [(B, "9C KH / 7C 3S", "")],
            ("redeal_dealer", "next_dealer"),
            "B would deal again, not A",
        ),
    ],
)
def test_what_a_hand_thrown_up_rules_out_is_said_in_words(entries, reading, said):
    thrown_up = tuple(thrown(*entry) for entry in entries)
    record = one_deal("2C AH / 4D QS", "4H", "", thrown_up=thrown_up)
    assert why_not(record, *reading) == f"deal 1: {said}"


@pytest.mark.parametrize(
    ("cut", "reading", "said"),
    [
        ("", "cut_lowest_ace_low", "the first dealer would be cut for, and nobody cut"),
        ("AC TD", "random", "nobody would cut for the first deal; A cut AC, B TD"),
        ("AC TD", "cut_highest_ace_high", None),
        ("TD AC", "cut_highest_ace_high", "B would deal first, not A"),
        ("TD TC", "cut_highest_ace_high", "A cut TD, B TC: the players would cut again"),
        ("TD TD", "cut_highest_ace_high", "TD cannot be cut twice from one pack"),
        ("AC TD AC TD", "cut_lowest_ace_low", "A cut AC, B TD: the players would not cut again"),
    ],
)
def test_what_a_cut_rules_out_is_said_in_words(cut, reading, said):
    there = [Cut(*pair) for pair in zip(cards(cut)[::2], cards(cut)[1::2], strict=True)]
    heading = Heading(cut=tuple(there), seed=1)  # the program writes down every cut
    record = replace(one_deal("9C 2H / KH 3S", "4D", ""), heading=heading)
    remaining = which(record)
    why = remaining.reasons.get(("first_dealer", reading))
    assert (None if why is None else str(why)) == said


def test_a_record_that_no_rules_allow_says_why():
    remaining = which(one_deal("9C 2H / KH 3S", "9C", ""))
    assert not remaining.cases
    assert str(remaining.fault) == "deal 1: 9C is there twice: in A's hand and turned for trick 1"


def test_one_score_that_no_rules_give_is_said_as_what_it_nearly_is():
    king = Scored(B, 4, Source.TRICK, cards("KH")[0], 1)
    queen = Scored(B, 7, Source.TURN_UP, cards("QC")[0], 1)
    last = Scored(A, 4, Source.TURN_UP, cards("KC")[0], 2)
    remaining = which(with_events(king, queen, last))
    assert not remaining.cases
    said = "deal 1, trick 1: B's 7 for QC turned up after trick 1 would be 3"
    assert str(remaining.fault) == said
    # What the other points are for is as it would be, and speaks against nothing.
    assert "all_suits" not in [reading for _, reading in remaining.reasons]


def test_a_view_is_refused():
    record = one_deal("9C 2H / KH 3S", "4D", "")
    hidden = replace(record.deals[0], hands=(record.deals[0].hands[0], (None, None)))
    with pytest.raises(RecordError, match="view"):
        which(replace(record, deals=(hidden,)))


def unnamed(*records):
    """Games that have no names."""
    return [("", record) for record in records]


def test_several_records_leave_what_each_of_them_leaves():
    dice = Dice(21)
    rules = usual_rules(hand_size=3, target=20)
    records = [with_totals_alone(game_by(dice, rules)) for _ in range(3)]
    together = which_of_all(unnamed(*records))
    each = [which(record) for record in records]
    assert together.fits(rules)
    for _ in range(200):
        some = near(dice, one_of(dice, dice.pick(each), rules))
        assert together.fits(some) == all(remaining.fits(some) for remaining in each)


def test_games_by_rules_that_cannot_be_one_leave_nothing():
    follow = one_deal("9C 2H / KH 3S", "4D 5C", "KH 9C")
    later = one_deal("9C 2H / KH 3S", "4D 5C", "KH 9C", changes={"target": 30})
    assert which_of_all(unnamed(follow, later)).cases
    assert not which_of_all(unnamed(follow, one_deal("9C 2H / KH 3S", "9C", ""))).cases


# --- Relations


def relation(*rows):
    points = ("honours", "penneech_in_hand", "excess_cards", "excess_claim")[: len(rows[0])]
    kinds = [[reading.value for reading in RULE_POINTS[point]] for point in points]
    return Relation(
        points,
        frozenset([tuple([kinds[i][one] for i, one in enumerate(row)]) for row in rows]),
    )


def test_free_points_are_parts_of_their_own():
    parts = relation((0, 0), (0, 1), (1, 0), (1, 1)).factors
    assert [part.points for part in parts] == [("honours",), ("penneech_in_hand",)]


def test_bound_points_stay_together():
    parts = relation((0, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)).factors
    assert [part.points for part in parts] == [("honours", "penneech_in_hand"), ("excess_cards",)]


def test_points_that_are_bound_three_by_three_alone_are_found():
    even = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if not (a + b + c) % 2]
    assert [part.points for part in relation(*even).factors] == [
        ("honours", "penneech_in_hand", "excess_cards")
    ]


@given(
    st.sets(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)),
        min_size=1,
    )
)
def test_parts_and_rows_hold_the_same_choices(rows):
    whole = relation(*rows)
    assert product_of(whole.factors) == whole
    assert all(len(part.factors) == 1 for part in whole.factors)
    in_boxes = [choice for box in whole.boxes for choice in product(*box)]
    assert len(in_boxes) == len(set(in_boxes)) == len(whole)
    assert set(in_boxes) == whole.choices


# --- The command


DOCUMENT = Path(__file__).parents[1] / "docs" / "reference" / "files.md"


def test_the_record_by_hand_in_the_document_agrees_with_as_many_rules_as_it_says(tmp_path):
    said, text = re.search(
        r"agrees with ([\d,]+) of the rules:\n\n```json\n(.*?)```",
        DOCUMENT.read_text(encoding="utf-8"),
        re.DOTALL,
    ).groups()
    path = tmp_path / "hand.json"
    path.write_text(text, encoding="utf-8")
    answer = run("which", path)
    assert answer.status == 0
    assert answer.out.startswith(f"{said} of the 7,464,960 rules agree with this game.\n")
    assert "first_dealer" not in answer.out.split("Ruled out")[1]
    help_text = " ".join(run("which", "--help").out.split())
    assert "docs/reference/files.md" in help_text


@pytest.mark.parametrize("indent", [None, 2])
def test_a_game_is_read_from_standard_input(monkeypatch, parlett_game, indent):
    data = json.loads(parlett_game[0].read_text(encoding="ascii"))
    text = json.dumps(data, indent=indent)
    path = parlett_game[0].with_suffix(".jsonl" if indent is None else ".json")
    path.write_text(text, encoding="ascii")
    for command in ("which", "replay"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run(command, "-").out == run(command, path).out


def test_games_one_a_line_are_read_from_standard_input(monkeypatch, two_games):
    text = two_games().read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert "agree with these 2 games" in run("which", "-").out


def test_games_with_the_same_parameters_share_what_is_known_of_their_rules(monkeypatch):
    counted = []
    known = penneech.space.is_allowed
    monkeypatch.setattr(
        penneech.space, "is_allowed", lambda rules: counted.append(1) or known(rules)
    )
    record = one_deal("9C 2H / KH 3S", "4D 5C", "KH 9C")
    which(record)
    counted.clear()
    which(record)
    assert not counted


@pytest.fixture
def two_games(tmp_path):
    """A file of two games, with their numbers or without, of which the second rules out more."""

    def write(name="games.jsonl", numbers=(None, None)):
        plays = ("KH 2H", "KH 9C")
        records = [
            replace(one_deal("9C 2H / KH 3S", "4D 5C", some), heading=Heading(game=number))
            for some, number in zip(plays, numbers, strict=True)
        ]
        path = tmp_path / name
        lines = [record_text(record) + "\n" for record in records]
        path.write_text("\n".join(lines), encoding="ascii")  # empty lines are counted too
        return path

    return write


def test_a_game_is_called_by_its_own_number_and_else_by_its_line_and_its_file(two_games):
    text = "deal 1, trick 1: 9♣ may not be played; 2♥ must be"
    assert f"      game 7, {text}\n" in run("which", two_games(numbers=(6, 7))).out
    assert f"      line 3, {text}\n" in run("which", two_games()).out
    same = two_games(numbers=(6, 7))
    assert f"{same.name}, game 7, deal 1," in " ".join(run("which", same, same).out.split())


def test_a_game_with_seats_swapped_is_told_from_the_other_of_its_number():
    assert game_name(Heading(game=3, swapped=True)) == "game 3 (seats swapped)"
    assert game_name(Heading(game=3, swapped=False), 9) == "game 3"
    assert (game_name(Heading(), 9), game_name(Heading())) == ("line 9", "")


def test_cards_are_letters_where_the_console_has_no_signs_and_for_programs(two_games):
    path = two_games()
    assert "9C may not be played; 2H must be" in run("which", path, encoding="cp1252").out
    data = json.loads(run("which", path, "--json").out)
    why = data["points"]["following"]["ruled_out"]["must_follow"]
    assert why == "line 3, deal 1, trick 1: 9C may not be played; 2H must be"


def test_rules_are_named_in_headings_and_reasons_name_none(parlett_game):
    out = run("which", parlett_game[0]).out
    _, ruled_out = out.split("Ruled out\n")
    for line in ruled_out.split("\n\n")[0].splitlines():
        if line.startswith("      "):
            assert "=" not in line
            assert "_" not in line
    assert "What may the second player to a trick play?" in ruled_out


def test_a_view_is_refused_by_its_name(two_games):
    path = two_games()
    data = json.loads(path.read_text(encoding="ascii").splitlines()[0])
    data["deals"][0]["hands"]["B"] = ["??", "??"]
    path.write_text(json.dumps(data), encoding="ascii")
    answer = run("which", path, "--no-check")
    assert answer.status == 2
    assert answer.err.startswith("Error: line 1: this is a view")


@pytest.fixture
def parlett_game(tmp_path):
    rules = next(some.rules for some in shipped_variants() if some.id == "parlett")
    record = game_by(Dice(31), rules, most=1000)
    path = tmp_path / "game.jsonl"
    path.write_text(record_text(record) + "\n", encoding="ascii")
    return path, record


def test_the_command_tells_what_remains(parlett_game):
    path, record = parlett_game
    answer = run("which", path)
    assert answer.status == 0
    assert "agree with this game" in answer.out
    assert "Variants that fit: parlett" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    data = json.loads(run("which", path, "--json").out)
    assert data["labels"] == {"remain": len(which(record)), "of": 7_464_960}
    assert data["variants"]["parlett"] == {"fits": True, "against": [], "same_parameters": True}
    for point in POINTS:
        told = data["points"][point]
        assert record.rules.reading(point) in told["remain"]
        assert set(told["remain"]) | set(told["ruled_out"]) == set(RULE_POINTS[point])


def test_the_command_takes_records_without_rules_and_several_files(parlett_game, tmp_path):
    path, record = parlett_game
    data = record_to_data(record)
    for key in ("rules", "digest", "check", "variant"):
        data.pop(key, None)
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(data), encoding="ascii")
    answer = run("which", bare, path)
    assert answer.status == 0
    assert "these 2 games" in answer.out
    del data["hand_size"]
    bare.write_text(json.dumps(data), encoding="ascii")
    assert run("which", bare).status == 1
    assert "hand_size" in run("which", bare).err


def test_the_command_says_no_where_no_rules_agree(tmp_path):
    record = one_deal("9C 2H / KH 3S", "4D", "9C KH")
    path = tmp_path / "game.json"
    path.write_text(record_text(record), encoding="ascii")
    answer = run("which", path)
    assert answer.status == 1
    assert answer.out.startswith("0 of the 7,464,960 rules agree with this game.")
    said = "No rules allow it: deal 1, trick 1: B, the elder hand, would lead, not A\n"
    assert answer.out.endswith(said)
    assert json.loads(run("which", path, "--json").out)["labels"]["remain"] == 0


# --- What nothing fits is said with what comes nearest -------------------------------------------

LIST = """\
deal: B deals
turned: KD 9S AS 8C AC 3H 8S JH
played: QD 5D, QS 3S, 2C QC, 4S 3C, TC 9D, AH TH, 4C TD
points: A {}, B {}
"""


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((29, 7), "deal 1: no rules give the deal A 29, B 7; the nearest is A 28, B 7"),
        ((60, 60), "deal 1: no rules give the deal A 60, B 60; the nearest is A "),
    ],
)
def test_points_that_no_rules_give_are_named_with_the_nearest(points, told, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(LIST.format(*points), encoding="utf-8")
    answer = run("which", path, "--json")
    assert answer.status == 1
    assert json.loads(answer.out)["fault"].startswith(told)
    # Nothing that is ruled out by it alike says more.
    lines = run("which", path).out.splitlines()
    assert " ".join(" ".join(lines[1:3]).split()).startswith(f"No rules allow it: {told}")
    assert len(lines) == 3


def test_points_of_an_earlier_deal_are_named_with_the_nearest(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(LIST.format(29, 7) + LIST.format(28, 7).replace("B d", "A d"), encoding="utf-8")
    fault = json.loads(run("which", path, "--json").out)["fault"]
    assert fault == "deal 1: no rules give the deal A 29, B 7; the nearest is A 28, B 7"


def test_points_that_fit_no_longer_name_the_end_of_the_record(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(LIST.format(28, 7), encoding="utf-8")
    found = json.loads(run("which", path, "--json").out)
    assert found["fault"] is None
    why = found["points"]["honours"]["ruled_out"]["trumps_only"]
    assert why == "deal 1: the score of the deal would not be A 28, B 7"
