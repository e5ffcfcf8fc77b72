"""The rule space: its size, and that what is said to be the same in play is the same in play."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise, product

import pytest
from examples import examples, times
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, thrown_rules
from strategies import rules as any_rules
from table import rules as usual_rules

from penneech.cards import PACK, Rank
from penneech.chance import shuffled
from penneech.engine.game import first_dealer
from penneech.events import Cut, Dealt, Played, Player, Scored, ThrownUp, TrickWon
from penneech.players.simple import RandomPlayer
from penneech.players.table import play_game, seated
from penneech.readings.laid import lay_as_recorded
from penneech.readings.parts import PARTS, earned, points_of_all
from penneech.records import Heading, record_of
from penneech.rules import RULE_POINTS, FirstDealer, Rules
from penneech.space import (
    canonical,
    choices_of,
    count,
    count_labels,
    is_allowed,
    labels,
    reasons,
    walk,
    with_reading,
    with_readings,
)
from penneech.space.equivalences import EQUIVALENCES, Keeps, Within

HISTORICAL = usual_rules()
REDEALS = ("redeal", "redeal_timing", "redeal_scope", "redeal_dealer")


def random_readings(dice, parameters):
    while True:
        rules = with_readings(parameters, [dice.pick(list(kind)) for kind in RULE_POINTS.values()])
        if is_allowed(rules):
            return rules


def parameters_for_equivalences():
    """Parameters under which now this and now that cannot differ."""
    dice = Dice(17)
    for size, points, card, worth, over in product(
        (1, 2, 3),
        ({}, {"A": 5}, {"A": 5, "K": 4, "Q": 3, "J": 2}, {"7": 3}),
        ("7D", "KD", "AD"),
        ((14, 7), (0, 7), (14, 0), (0, 0)),
        (1, 3, 7, 60),
    ):
        yield usual_rules(
            hand_size=size,
            card_points=points,
            penneech={"card": card, "turned_up": worth[0], "in_hand": worth[1]},
            excess_over=over,
            target=dice.pick((3, 9, 15)),
        )


POOL = list(parameters_for_equivalences())


# --- The labels


def test_the_labels_number_7464960():
    assert count_labels(HISTORICAL) == 7_464_960


def test_hands_of_more_than_ten_cards_cannot_be_replaced_from_the_stock():
    large = usual_rules(hand_size=11)
    assert count_labels(large) == 7_464_960 // 2
    assert all(rules.redeal_scope == "both_hands" for rules in islice(labels(large), 0, 5000, 7))


def test_labels_are_walked_lazily_each_once_the_last_rule_point_fastest():
    first = list(islice(labels(HISTORICAL), 20_000))
    assert len(set(first)) == 20_000
    orders = {point: list(kind) for point, kind in RULE_POINTS.items()}
    places = [[orders[p].index(getattr(rules, p)) for p in RULE_POINTS] for rules in first]
    assert all(one < after for one, after in pairwise(places))
    assert [rules.game_end for rules in first[:4]] == list(RULE_POINTS["game_end"])


@examples(15)
@given(any_rules())
def test_a_label_of_any_parameters_is_the_same_as_rules_made_with_all_checks(rules):
    made = with_readings(rules, [getattr(rules, point) for point in RULE_POINTS])
    assert made == rules
    assert hash(made) == hash(rules)
    assert Rules.from_resolved(made.resolved()) == made
    assert [made.honour_points(c) for c in PACK] == [rules.honour_points(c) for c in PACK]


# --- The representatives


def test_40500_readings_can_differ_within_a_deal():
    found = list(walk(HISTORICAL, Within.DEAL))
    assert len(found) == len(set(found)) == count(HISTORICAL, Within.DEAL) == 40_500
    assert all(canonical(rules, Within.DEAL) == rules for rules in found[::97])


def test_291600_readings_can_differ_within_a_game():
    assert count(HISTORICAL, Within.GAME) == 291_600 == 8_100 * 9 * 4
    some = list(islice(walk(HISTORICAL, Within.GAME), 20_000))
    assert len(set(some)) == len(some)
    assert all(canonical(rules, Within.GAME) == rules for rules in some[::97])


def test_what_is_looked_at_may_be_named_in_words():
    assert canonical(HISTORICAL, "deal") == canonical(HISTORICAL, Within.DEAL)
    assert count(HISTORICAL, "deal", "games") == count(HISTORICAL, Within.DEAL, Keeps.GAMES)
    with pytest.raises(ValueError, match="trick"):
        canonical(HISTORICAL, "trick")


def test_with_the_same_packs_more_can_differ():
    assert count(HISTORICAL, Within.DEAL, Keeps.GAMES) == 40_500 // 5 * (1 + 2 * 3) * 4
    assert count(HISTORICAL, Within.GAME, Keeps.GAMES) == 291_600 // 9 * (1 + 2 * (3 + 2)) * 4


@examples(15)
@given(any_rules(), st.sampled_from(Within), st.sampled_from(Keeps))
def test_a_representative_stands_for_itself_and_is_allowed(rules, within, keeps):
    found = canonical(rules, within, keeps)
    assert canonical(found, within, keeps) == found
    assert Rules.from_resolved(found.resolved()) == found
    assert not reasons(found, within, keeps)


@examples(15)
@given(any_rules(), st.sampled_from(Within))
def test_rules_that_one_equivalence_joins_have_one_representative(rules, within):
    for some in EQUIVALENCES:
        if some.joins(rules) and (within is Within.DEAL or some.within is Within.GAME):
            other = with_reading(rules, some.point, some.standing)
            assert canonical(other, within) == canonical(rules, within), some.id


def test_any_label_has_its_representative_among_those_that_are_walked():
    for parameters in (HISTORICAL, *POOL[:: len(POOL) // 3]):
        walked, dice = set(walk(parameters, Within.DEAL)), Dice(3)
        assert len(walked) == count(parameters, Within.DEAL)
        for _ in range(50):
            assert canonical(random_readings(dice, parameters), Within.DEAL) in walked


@examples(15)
@given(any_rules(), st.integers(0, 2**32))
def test_a_condition_looks_at_nothing_but_what_it_says(rules, seed):
    other = random_readings(Dice(seed), rules)
    for some in EQUIVALENCES:
        same = other
        for point in some.reads:
            changed = [getattr(rules if p == point else same, p) for p in RULE_POINTS]
            same = with_readings(rules, changed)
        assert some.holds(same) == some.holds(rules), some.id


def test_every_equivalence_has_a_sentence_and_a_name_of_its_own():
    assert len({some.id for some in EQUIVALENCES}) == len(EQUIVALENCES)
    for some in EQUIVALENCES:
        assert some.sentence.endswith(".")
        assert set(some.readings) <= {reading.value for reading in RULE_POINTS[some.point]}
        assert len(some.readings) > 1


# --- What cannot differ does not differ


def joined_by(some, number):
    """Rules that an equivalence joins with others."""
    dice, found = Dice(number, EQUIVALENCES.index(some)), []
    while len(found) < number:
        parameters = dice.pick(POOL)
        if some.within is Within.DEAL:
            parameters = replace(parameters, target=1000)
        rules = random_readings(dice, parameters)
        if some.joins(rules):
            found.append(rules)
    return found


def story(rules, seed, deals):
    """What happens in the first deals of a game: tricks and points of both players, and who wins.

    The order of the points within a deal is not told, nor what is turned and scores nothing.
    """
    luck = seated(seed, 0)[0]  # the same for both: a seat plays alike whoever sits there
    told, game = [], None

    def packs(deal, attempt, count):
        return shuffled(seed, 0, deal, attempt, count) if deal < deals else None

    players = (RandomPlayer(), RandomPlayer())
    for game, facts in play_game(rules, Player.A, players, packs, (luck, luck)):  # noqa: B007  # the last one is wanted
        for fact in facts:
            match fact:
                case Dealt():
                    told.append([(fact.dealer, fact.attempt)])
                case ThrownUp() | Played():
                    told[-1].append(fact)
                case TrickWon():
                    told[-1].append((fact.player, fact.trick, fact.trumps))
                case Scored() if rules.game_end.startswith("deal_end"):
                    told[-1].append((fact.player, fact.source, fact.card, fact.points))
                case Scored():
                    told[-1].append(fact)
    final = (game.winner, game.deal.score) if game else None
    return [Counter(map(repr, deal)) for deal in told], final


def seats(rules, seed):
    """What each seat of one deal takes and earns, in whatever order and whoever sits there."""
    found, _ = story(rules, seed, 1)
    dealer = found[-1]
    played = record_of_deal(rules, seed)
    points = Counter()
    for event in played.events:
        points[event.player is played.dealer, event.source] += event.points
    return played.plays, points, sum(dealer.values()) > 0


def record_of_deal(rules, seed):
    luck = seated(seed, 0)[0]
    steps = play_game(
        rules,
        Player.A,
        (RandomPlayer(), RandomPlayer()),
        lambda deal, attempt, count: shuffled(seed, 0, deal, attempt, count) if not deal else None,
        (luck, luck),
    )
    return record_of(rules, Heading(start_dealer=Player.A), steps).deals[0]


@pytest.mark.parametrize("some", EQUIVALENCES, ids=lambda some: some.id)
def test_what_cannot_differ_does_not_differ(some):
    if some.keeps is Keeps.DISTRIBUTION:
        assert some.id in {"first_deal_is_luck", "stock_cards_are_alike"}  # judged below
        return
    for seed, rules in enumerate(joined_by(some, 10 * times())):
        other = with_reading(rules, some.point, some.standing)
        if some.within is Within.DEAL:
            assert seats(rules, seed) == seats(other, seed), rules
        else:
            assert story(rules, seed, 6) == story(other, seed, 6), rules


@pytest.mark.parametrize("reading", list(FirstDealer)[:3])
def test_each_player_deals_first_by_half_of_all_cuts(reading):
    cuts = [Cut(a, b) for a, b in product(PACK, PACK) if a is not b]
    dealers = Counter(first_dealer(reading, cut) for cut in cuts)
    assert dealers[Player.A] == dealers[Player.B] > 0


def test_turning_before_or_after_hands_are_replaced_is_as_likely_for_every_game():
    """Exchange the card that is turned first with those that are drawn: a game each, both ways."""
    dice, thrown = Dice(4), Counter()
    for seed in range(150):
        resolved = thrown_rules(dice, redeal="no_ace_or_face", redeal_scope="own_hand")
        resolved["rules"]["redeal_timing"] = "before_turn_up"
        before = replace(Rules.from_resolved(resolved), target=1000, hand_size=3)
        after = with_reading(before, "redeal_timing", RULE_POINTS["redeal_timing"].AFTER_TURN_UP)
        pack = list(shuffled(seed, 0, 0, 0))
        bad = [all(card.rank < Rank.KNAVE for card in pack[seat:6:2]) for seat in (0, 1)]
        turn = 6 + 3 * sum(bad)
        other = [*pack[:6], pack[turn], *pack[6:turn], *pack[turn + 1 :]]
        assert deal_of(before, pack) == deal_of(after, other)
        thrown[sum(bad)] += 1
    assert min(thrown[0], thrown[1], thrown[2]) > 0


def deal_of(rules, pack):
    luck = seated(0, 0)[0]
    steps = play_game(
        rules,
        Player.A,
        (RandomPlayer(), RandomPlayer()),
        lambda deal, attempt, count: tuple(pack[:count]) if (deal, attempt) == (0, 0) else None,
        (luck, luck),
    )
    deal = record_of(rules, Heading(start_dealer=Player.A), steps).deals[0]
    return deal.hands, deal.turn_ups, deal.plays, deal.events


# --- What can differ does differ


PENNEECH = HISTORICAL.penneech.card


def is_diamond(card):
    return card.suit is PENNEECH.suit


def is_above(card):
    return is_diamond(card) and card.rank > PENNEECH.rank


def is_plain(card):
    return card.suit is not PENNEECH.suit


def is_ace(card):
    return card.rank is Rank.ACE


def is_low(card):
    return card.rank < Rank.KNAVE and card is not PENNEECH


def is_not_penneech(card):
    return card is not PENNEECH


def is_penneech(card):
    return card is PENNEECH


TELLING = {
    "the penneech is turned first": (((1, is_ace),), ((1, is_ace),), ((1, is_penneech),)),
    "the penneech is turned last": (
        ((1, is_ace), (6, is_not_penneech)),
        ((1, is_ace), (6, is_not_penneech)),
        ((7, is_not_penneech), (1, is_penneech)),
    ),
    "a bad hand": (((7, is_low),), ((1, is_ace), (6, is_not_penneech)), ()),
    "a bad hand with the penneech": (((1, is_penneech), (6, is_low)), ((1, is_ace),), ()),
    "another bad hand": (((1, is_ace), (6, is_not_penneech)), ((7, is_low),), ()),
    "diamonds are plain": (((1, is_penneech), (5, is_diamond)), ((6, is_diamond),), ()),
    "diamonds are plain again": (((6, is_diamond),), ((1, is_penneech), (5, is_diamond)), ()),
    "diamonds are trumps": (
        ((1, is_penneech), (2, is_diamond), (4, is_plain)),
        ((3, is_diamond), (4, is_plain)),
        ((7, is_diamond),),
    ),
    "diamonds are trumps again": (
        ((6, is_above), (1, is_plain)),
        ((1, is_penneech), (6, is_plain)),
        ((6, is_diamond),),
    ),
    "diamonds are trumps once more": (
        ((1, is_penneech), (1, is_ace), (5, is_plain)),
        ((6, is_above), (1, is_plain)),
        ((6, is_diamond),),
    ),
    "another bad hand with the penneech": (((1, is_ace),), ((1, is_penneech), (6, is_low)), ()),
    "diamonds are trumps now and then": (
        ((1, is_penneech), (1, is_ace), (5, is_plain)),
        ((1, is_ace), (6, is_plain)),
        ((1, is_plain), (1, is_diamond)) * 4,
    ),
    "diamonds are trumps now and then again": (
        ((1, is_ace), (6, is_plain)),
        ((1, is_penneech), (1, is_ace), (5, is_plain)),
        ((1, is_plain), (1, is_diamond)) * 4,
    ),
    "diamonds are trumps once": (
        ((1, is_penneech), (1, is_ace), (5, is_plain)),
        ((1, is_ace), (6, is_plain)),
        ((1, is_diamond), (7, is_plain)),
    ),
}
"""What the elder hand, the dealer and the stock are to have: so many of such cards, in order."""


def telling_packs():
    """A pack for each of these deals."""
    for seed, wanted in enumerate(TELLING.values()):
        left = list(shuffled(seed, 7, 0, 0))
        taken = [[], [], []]
        for place, wishes in enumerate(wanted):
            for number, is_such in wishes:
                taken[place] += [card for card in left if is_such(card)][:number]
                left = [card for card in left if card not in taken[place]]
        elder, dealer, stock = taken
        for hand in (elder, dealer):
            while len(hand) < 7:
                hand.append(left.pop())
        yield (*[card for pair in zip(elder, dealer, strict=True) for card in pair], *stock, *left)


def fingerprints():
    """The points that both seats earn in some deals, for each of the 40,500 readings."""
    packs = list(telling_packs())
    parameters = replace(HISTORICAL, target=1000)
    alike, known = {}, {}
    for rules in walk(parameters, Within.DEAL):
        key = tuple([getattr(rules, p) for p in (*REDEALS, "penneech_rank", "following")])
        alike.setdefault(key, []).append(rules)
    for group in alike.values():
        tables = [table_of(group[0], packs, first, known) for first in range(len(packs))]
        together = [
            {choice: in_one([table[part][choice] for table in tables]) for choice in choices}
            for part, choices in enumerate(tables[0])
        ]
        for rules in group:
            choices = [tuple([rules.reading(p) for p in points]) for points in PARTS]
            yield sum(part[choice] for part, choice in zip(together, choices, strict=True))


def in_one(pairs):
    """The points of both seats in all deals as one number, so that they add up in one step."""
    number = 0
    for point in (point for pair in pairs for point in pair):
        number = number << 16 | point
    return number


def table_of(rules, packs, first, known):
    """What one deal earns in each part, the dealer A and the elder hand B."""
    luck = seated(first, 0)[0]
    steps = play_game(
        rules,
        Player.A,
        (RandomPlayer(), RandomPlayer()),
        lambda deal, attempt, count: (
            None if deal else packs[(first + attempt) % len(packs)][:count]
        ),
        (luck, luck),
    )
    deal = record_of(rules, Heading(start_dealer=Player.A), steps).deals[0]
    rank = rules.reading("penneech_rank")
    # Rules that only throw up otherwise often leave the same cards to be played.
    key = (rank, deal.hands, deal.turn_ups, deal.plays)
    if key not in known:
        parts = earned(rules, lay_as_recorded(deal, 1), rank).parts
        known[key] = [
            {choice: points_of_all(some) for choice, some in part.items()} for part in parts
        ]
    return known[key]


def test_no_two_of_the_40500_readings_earn_the_same_in_every_deal():
    found = list(fingerprints())
    assert len(found) == 40_500
    assert len(set(found)) == 40_500


@pytest.mark.parametrize("point", ["redeal_dealer", "game_end"])
def test_within_a_game_every_two_ends_and_every_two_dealers_differ(point):
    dice = Dice(23)
    bases = [random_readings(dice, replace(HISTORICAL, target=15)) for _ in range(6)]
    for base in bases:
        both = [("redeal", 1 + dice.throw(2)), ("redeal_scope", 0)] if point != "game_end" else []
        rules = base
        for other, place in both:
            rules = with_reading(rules, other, list(RULE_POINTS[other])[place])
        changed = [with_reading(rules, point, reading) for reading in RULE_POINTS[point]]
        left = {(a, b) for a in range(len(changed)) for b in range(a)}
        for seed in range(600):
            stories = [story(some, seed, 8) for some in changed]
            left = {(a, b) for a, b in left if stories[a] == stories[b]}
            if not left:
                break
        assert not left, rules


def test_choices_of_a_group_leave_out_what_is_forbidden():
    assert len(choices_of(HISTORICAL, ("turn_up_credit", "first_turn_up"))) == 4
