"""The outcomes, each on a game worked by hand, and their intervals."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from scripted import ScriptedPlayer

from penneech.cards import PACK, parse_card
from penneech.chance import Luck
from penneech.engine.state import MAX_REDEALS
from penneech.events import Player, Scored, Seat, Source
from penneech.players.table import play_game
from penneech.rules import Rules
from penneech.study import outcomes as reckoned
from penneech.study.intervals import (
    Estimate,
    SharedTotals,
    Totals,
    by_game,
    estimate,
    paired_difference,
    student,
)
from penneech.study.outcomes import OUTCOMES, Parts, outcomes_for, points_by
from penneech.study.rows import COLUMNS, Tally, row_of

A, B = Player
LUCK = (Luck(0), Luck(0))

READINGS = {
    "first_dealer": "random",
    "redeal": "no_ace_or_face",
    "redeal_timing": "before_turn_up",
    "redeal_scope": "both_hands",
    "redeal_dealer": "same_dealer",
    "penneech_rank": "top_diamond",
    "following": "must_follow",
    "honours": "all_suits",
    "honours_credit": "trick_winner",
    "penneech_in_hand": "won_when_trump",
    "turn_up_credit": "turner",
    "first_turn_up": "dealer",
    "last_turn_up": "nothing",
    "excess_cards": "trick_cards",
    "excess_claim": "either_player",
    "game_end": "first_to_peg",
}


def small_rules(target=12, **readings):
    """Two cards each, one point for each card over three, and a near target."""
    return Rules.from_resolved(
        {
            "rules": {**READINGS, **readings},
            "hand_size": 2,
            "target": target,
            "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
            "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
            "excess_over": 3,
        }
    )


def cards(text):
    return tuple(parse_card(name) for name in text.split())


def pack(text):
    top = cards(text)
    return top + tuple(card for card in PACK if card not in top)


def columns(*rows):
    """The columns of some rows, as the outcomes take them."""
    return {name: np.array([row[i] for row in rows]) for i, name in enumerate(COLUMNS)}


def hand_worked_row(game=0, swapped=0):
    """A game of one deal, B dealing.

    First A gets 2C 3C, neither ace nor court card, and throws them up; B deals again. A gets AS 3C,
    B gets KS 4D, and B turns QS: 3 to B. A leads AS (of two legal cards), B must follow with KS
    (the only one): A takes 5 + 4, and so A comes ahead, 9 to 3. A turns JH: 2 to A. A leads 3C, B
    throws off 4D. A has four cards, one more than three: 1 to A, who wins with 12 to 3.
    """
    packs = iter([pack("2C AS 3C KS"), pack("AS KS 3C 4D QS JH")])
    players = (ScriptedPlayer(cards("AS 3C"), [True]), ScriptedPlayer(cards("KS 4D")))
    steps = play_game(small_rules(), B, players, lambda *_: next(packs), LUCK)
    return row_of(game, swapped, B, steps)


def ratio(name, rows):
    outcome = next(one for one in OUTCOMES if one.name == name)
    upper, lower = outcome.reckon(rows)
    return upper.sum() / lower.sum()


def test_a_row_holds_what_happened_in_the_hand_worked_game():
    row = dict(zip(COLUMNS, hand_worked_row(), strict=True))
    assert row == {
        "game": 0,
        "swapped": 0,
        "first_dealer": 1,
        "winner": 0,
        "score_a": 12,
        "score_b": 3,
        "ended": 1,
        "deals": 1,
        "dealings": 2,
        "redeals": 1,
        "forced_hands": 0,
        "turn_up_elder": 2,
        "turn_up_dealer": 3,
        "trick_elder": 9,
        "trick_dealer": 0,
        "penneech_in_hand_elder": 0,
        "penneech_in_hand_dealer": 0,
        "excess_elder": 1,
        "excess_dealer": 0,
        "decisions": 4,
        "legal_cards": 5,
        "only_one": 3,
        "lead_changes": 1,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("points_a_deal", 15),
        ("dealers_edge", 3 - 12),
        ("deals_a_game", 1),
        ("turn_up_share", 5 / 15),
        ("skill", 1),
        ("first_dealer_wins", 0),
        ("redeals", 1 / 2),
        ("choice", 5 / 4),
        ("only_one_card", 3 / 4),
        ("lead_changes", 1),
        ("minutes_a_game", (4 * 5 + 2 * 40) / 60),
        ("points_a_deal.turn_up", 5),
        ("points_a_deal.trick", 9),
        ("points_a_deal.penneech_in_hand", 0),
        ("points_a_deal.excess", 1),
        ("points_a_deal.elder", 12),
        ("points_a_deal.dealer", 3),
        ("points_a_deal.turn_up.dealer", 3),
        ("points_a_deal.trick.elder", 9),
        ("points_a_deal.excess.elder", 1),
    ],
)
def test_each_outcome_of_the_hand_worked_game(name, value):
    assert ratio(name, columns(hand_worked_row())) == pytest.approx(value)


def test_outcomes_of_several_games_are_ratios_of_totals():
    long, short = hand_worked_row(0), hand_worked_row(1)
    long[list(COLUMNS).index("deals")] = 3
    assert ratio("points_a_deal", columns(long, short)) == (15 + 15) / (3 + 1)


def test_skill_is_the_first_named_players_wherever_that_one_sits():
    rows = columns(hand_worked_row(0, 0), hand_worked_row(0, 1))
    assert ratio("skill", rows) == 1 / 2


def test_a_game_without_a_winner_is_left_out_of_shares_of_wins():
    row = hand_worked_row(1)
    row[list(COLUMNS).index("winner")] = -1
    row[list(COLUMNS).index("ended")] = 0
    rows = columns(hand_worked_row(0), row)
    assert ratio("skill", rows) == 1
    assert ratio("first_dealer_wins", rows) == 0


def test_skill_needs_two_different_players():
    assert "skill" not in [one.name for one in outcomes_for(("greedy", "greedy"))]
    assert "skill" in [one.name for one in outcomes_for(("greedy", "random"))]


def test_points_by_source_and_seat_add_up_to_the_points():
    row = hand_worked_row()
    for i, name in enumerate(list(COLUMNS)[11:19]):
        row[11 + i] = 3**i
        assert name in COLUMNS
    rows = columns(row)
    parts = [points_by(source, seat)(rows).upper[0] for source in Source for seat in Seat]
    assert sum(parts) == points_by(None, None)(rows).upper[0] == sum(3**i for i in range(8))


def test_every_outcome_says_what_it_is():
    assert all(len(one.definition) > len(one.title) for one in OUTCOMES)


class _NoChoice:
    legal = ()


def changes(*scored):
    tally = Tally()
    for player, points in scored:
        tally.take(_NoChoice(), (Scored(player, points, Source.TRICK, None, 1),))
    return tally.lead_changes


def test_the_first_to_be_ahead_changes_no_lead():
    assert changes((A, 3), (A, 2), (B, 1)) == 0


def test_the_lead_changes_when_the_player_behind_comes_ahead():
    assert changes((A, 3), (B, 4), (A, 2)) == 2


def test_a_tie_leaves_ahead_who_was_ahead():
    assert changes((A, 3), (B, 3), (A, 1)) == 0
    assert changes((A, 3), (B, 3), (B, 1)) == 1


def test_points_go_to_the_seat_that_the_player_has_in_that_deal():
    # In the first deal B is elder, in the second A; either time the elder takes a king and counts
    # four cards.
    given = iter([pack("2C KS 3C 4D 5H"), pack("2C KS 3C 4D 5H")])
    players = (ScriptedPlayer(cards("4D KS 2C 3C")), ScriptedPlayer(cards("2C 3C KS 4D")))
    rules = small_rules(100, redeal="never")
    steps = play_game(rules, A, players, lambda *_: next(given, None), LUCK)
    row = dict(zip(COLUMNS, row_of(0, 0, A, steps), strict=True))
    assert (row["trick_elder"], row["trick_dealer"]) == (4 + 4, 0)
    assert (row["excess_elder"], row["excess_dealer"]) == (1 + 1, 0)
    assert (row["score_a"], row["score_b"]) == (5, 5)


def test_hands_that_must_be_played_after_a_hundred_redeals_are_counted():
    players = (ScriptedPlayer(cards("2C 3C"), [True] * 100), ScriptedPlayer(cards("4C 5C")))
    void = pack("2C 4C 3C 5C 8D 9D TD")
    given = iter([void] * (MAX_REDEALS + 1))
    steps = play_game(small_rules(), B, players, lambda *_: next(given, None), LUCK)
    row = dict(zip(COLUMNS, row_of(0, 0, B, steps), strict=True))
    assert (row["redeals"], row["dealings"], row["forced_hands"]) == (100, 101, 2)


def test_a_deal_in_which_both_hands_are_replaced_is_thrown_up_once():
    rules = small_rules(redeal_scope="own_hand")
    players = (ScriptedPlayer(cards("AC KC"), [True]), ScriptedPlayer(cards("AD KD"), [True]))
    given = iter([pack("2C 4C 3C 5C AC KC AD KD 8H 9H TH")])
    steps = play_game(rules, B, players, lambda *_: next(given, None), LUCK)
    row = dict(zip(COLUMNS, row_of(0, 0, B, steps), strict=True))
    assert (row["redeals"], row["dealings"], row["deals"]) == (1, 1, 1)


def test_the_percentile_is_the_least_number_that_so_many_games_do_not_exceed():
    rows = {"deals": np.array([3] * 5 + [4] * 90 + [9] * 5)}
    histogram = reckoned.deals_histogram(rows)
    assert reckoned.percentile(histogram, 0.05) == 3
    assert reckoned.percentile(histogram, 0.051) == 4
    assert reckoned.percentile(histogram, 0.95) == 4
    assert reckoned.percentile(histogram, 0.951) == 9


def totals(upper, lower):
    found = Totals()
    found.add(Parts(np.array(upper), np.array(lower)))
    return found


def difference(one, other):
    shared = SharedTotals()
    parts = [Parts(*map(np.array, pair)) for pair in (one, other)]
    shared.add(*parts)
    return paired_difference(totals(*one), totals(*other), shared)


@pytest.mark.parametrize(
    ("share", "freedom", "quantile"),
    [
        (0.975, 1, 12.706205),
        (0.975, 2, 4.302653),
        (0.975, 3, 3.182446),
        (0.975, 10, 2.228139),
        (0.975, 40, 2.021075),
        (0.975, 41, 2.019541),
        (0.975, 999, 1.962341),
        (0.995, 5, 4.032143),
        (0.995, 60, 2.660283),
    ],
)
def test_students_t_as_the_tables_have_it(share, freedom, quantile):
    assert student(share, freedom) == pytest.approx(quantile, abs=2e-6)


def test_the_interval_of_a_mean_is_students():
    found = estimate(totals([1, 2, 3], [1, 1, 1]))
    assert found.value == 2
    assert found.half_width == pytest.approx(4.302653 / sqrt(3))


def test_the_interval_of_a_ratio_is_that_of_its_residuals():
    upper, lower = [10, 30, 25, 41], [1, 2, 2, 3]
    residuals = [u - (106 / 8) * k for u, k in zip(upper, lower, strict=True)]
    error = sqrt(sum(r * r for r in residuals) * 4 / 3) / 8
    found = estimate(totals(upper, lower))
    assert found.value == 106 / 8
    assert found.half_width == pytest.approx(3.182446 * error)


def test_intervals_that_hold_together_are_wider():
    alone, four = (estimate(totals([1, 2, 3], [1, 1, 1]), sharing) for sharing in (1, 4))
    assert four.half_width == pytest.approx(student(1 - 0.05 / 8, 2) / sqrt(3))
    assert four.half_width > alone.half_width


def test_rows_of_one_game_number_count_as_one():
    twice = by_game(Parts(np.array([1, 3, 2, 2]), np.array([1, 1, 1, 1])), 2)
    assert [list(part) for part in twice] == [[4, 4], [2, 2]]
    assert estimate(totals(*twice)) == Estimate(2, None, None)


def test_a_difference_is_taken_on_the_same_packs():
    one, other = [5, 9, 4, 8], [4, 8, 2, 7]
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    found = difference((one, [1] * 4), (other, [1] * 4))
    assert found.value == pytest.approx(fmean(gaps))
    assert found.half_width == pytest.approx(3.182446 * stdev(gaps) / 2)
    assert found.excludes_zero


def test_a_variant_against_its_copy_differs_by_nothing():
    same = ([5, 9, 4, 8], [1, 2, 1, 2])
    assert difference(same, same) == Estimate(0, None, None)


def test_only_the_same_games_can_be_paired():
    with pytest.raises(ValueError, match="same games"):
        paired_difference(totals([1], [1]), totals([1, 2], [1, 1]), SharedTotals())


def test_there_is_no_interval_of_one_game_and_no_ratio_over_nothing():
    assert estimate(totals([3], [1])) == Estimate(3, None, None)
    assert estimate(totals([0, 0], [0, 0])) == Estimate(None, None, None)
    assert difference(([1], [0]), ([1], [1])) == Estimate(None, None, None)


def test_totals_do_not_depend_on_how_games_are_parted():
    luck = Random(7)
    upper = [luck.randrange(60) for _ in range(50)]
    lower = [luck.randrange(1, 9) for _ in range(50)]
    parted = Totals()
    for start in range(0, 50, 7):
        part = slice(start, start + 7)
        parted.add(Parts(np.array(upper[part]), np.array(lower[part])))
    assert parted == totals(upper, lower)


def test_intervals_cover_what_they_should():
    luck = Random(1)
    covered = 0
    for _ in range(1000):
        deals = [luck.randrange(2, 9) for _ in range(60)]
        # Each deal brings 0 or 20 points with equal chances: 10 a deal.
        points = [20 * sum(luck.random() < 0.5 for _ in range(number)) for number in deals]
        found = estimate(totals(points, deals))
        covered += found.low <= 10 <= found.high
    assert 930 <= covered <= 970
