"""The outcomes of `compare --all`, each on figures worked by hand."""

from __future__ import annotations

from dataclasses import replace
from math import nan, sqrt

import numpy as np
import pytest
from scripted import ScriptedPlayer
from test_outcomes import LUCK, B, cards, pack, small_rules

from penneech.chance import absorb, word
from penneech.kernel import available
from penneech.players.pimc import SamplingPlayer
from penneech.players.table import play_game
from penneech.study import chances, choices, replays
from penneech.study.chances import (
    End,
    came_back,
    course_of,
    drama,
    left_when_decided,
    times_ahead,
    uneven_deals,
)
from penneech.study.choices import WORLDS, spread
from penneech.study.costly import LADDER, OF_CHANCES, OF_CHOICES, OF_REPLAYS, STEPS
from penneech.study.replays import cards_and_all
from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.variant import load_variant

OUTCOMES = (*OF_CHANCES, *OF_CHOICES, *OF_REPLAYS, *(outcome for _, _, outcome in STEPS))

COURSE = (0.5, 0.3, 0.15, 0.6, 0.85, 0.7, 0.9, 1.0)
"""The winner's chance before a game of seven deals, and after each.

After two deals it is below 1/2, by 0.2 and 0.35, once below 0.2. Of the six ends before the last
four are at 1/2 or above. The fourth deal takes it over 0.8, the fifth below again, the sixth over
it for good: one of seven deals is left. Only the third deal moves it by 0.3 or more.
"""

STRAIGHT = (0.52, 0.82, 1.0)
"""A game of two deals that its winner led from the first on, which moved the chance by 0.3."""


def columns(table, *rows):
    return {name: np.array([row[i] for row in rows]) for i, name in enumerate(table)}


def ratio(name, rows):
    outcome = next(one for one in OUTCOMES if one.name == name)
    upper, lower = outcome.reckon(rows)
    return upper.sum() / lower.sum()


def test_each_figure_of_the_hand_worked_course():
    assert drama(COURSE) == pytest.approx((sqrt(0.2) + sqrt(0.35)) / 2)
    assert left_when_decided(COURSE) == 1
    assert times_ahead(COURSE) == 4
    assert came_back(COURSE)
    assert uneven_deals(COURSE) == 1


def test_each_figure_of_a_game_that_was_led_from_the_first():
    assert drama(STRAIGHT) == 0
    assert left_when_decided(STRAIGHT) == 1
    assert times_ahead(STRAIGHT) == 1
    assert not came_back(STRAIGHT)
    assert uneven_deals(STRAIGHT) == 1


def test_a_game_of_one_deal_has_nothing_left_and_no_end_before_its_last():
    course = (0.45, 1.0)
    assert (drama(course), left_when_decided(course), times_ahead(course)) == (0, 0, 0)
    assert (came_back(course), uneven_deals(course)) == (False, 1)


def test_bounds_are_where_the_definitions_have_them():
    assert left_when_decided((0.5, 0.8, 1.0)) == 0
    assert times_ahead((0.5, 0.5, 1.0)) == 1
    assert not came_back((0.5, 0.2, 1.0))
    assert uneven_deals((0.4, 0.7, 1.0)) == 2
    assert uneven_deals((0.41, 0.7, 0.99, 1.0)) == 0


GAMES = [
    chances.row_of(0, 0, COURSE, 7),
    chances.row_of(1, 0, STRAIGHT, 2),
    chances.row_of(2, 0, None, 1000),
]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("drama", (sqrt(0.2) + sqrt(0.35)) / 2 / 2),
        ("decisiveness", (1 + 1) / (7 + 2)),
        ("security", (4 + 1) / (6 + 1)),
        ("comeback", 1 / 2),
        ("uneven_deals", (1 + 1) / (7 + 2)),
    ],
)
def test_each_outcome_of_two_games_that_were_won_and_one_that_was_not(name, value):
    assert ratio(name, columns(chances.COLUMNS, *GAMES)) == pytest.approx(value, abs=1e-6)


class _Table:
    """Chances of the first-named player up to 3, made up: by dealing, own score, other's."""

    table = np.array([[[0.40, 0.20], [0.70, 0.50]], [[0.45, 0.25], [0.75, 0.55]]])
    level = np.array([nan, nan])

    def of(self, own, other, deals_next):
        return float(self.table[int(deals_next), own, other])


def test_a_course_is_that_of_the_winner_wherever_the_first_named_sits():
    # A deals first; a point each for B and A in turn; after a deal its elder hand deals.
    ends = [End(0, 0, 1), End(1, 1, 1), End(0, 1, 2)]
    a_first_named = [0.45, 0.20, 0.55]  # A: deals at 0:0, is elder at 0:1, deals at 1:1
    assert course_of(_Table(), 0, ends, 0, 0) == [*a_first_named, 1.0]
    assert course_of(_Table(), 0, ends, 1, 0) == pytest.approx([0.55, 0.80, 0.45, 1.0])
    b_first_named = [0.40, 0.75, 0.50]  # B: elder at 0:0, deals at 1:0, elder at 1:1
    assert course_of(_Table(), 0, ends, 1, 1) == [*b_first_named, 1.0]
    assert course_of(_Table(), 0, ends, 0, 1) == pytest.approx([0.60, 0.25, 0.50, 1.0])


def test_the_spread_is_best_less_worst():
    assert spread([-3, 5, 2]) == 8
    assert spread([-7, -7]) == 0
    assert spread([4]) == 0


def test_a_row_of_choices_adds_up_spreads_over_the_decisions_with_more_than_one_card(monkeypatch):
    """A leads AS or 3C: 10 and 4 points over two worlds; the other three cards are forced."""
    asked = []

    def totals(_, view, luck):
        asked.append((view.legal, luck))
        return dict(zip(view.legal, (10, 4), strict=True))

    monkeypatch.setattr(SamplingPlayer, "totals", totals)
    packs = iter([pack("AS KS 3C 4D QS JH")])
    players = (ScriptedPlayer(cards("AS 3C")), ScriptedPlayer(cards("KS 4D")))
    steps = play_game(small_rules(), B, players, lambda *_: next(packs), LUCK)
    row = choices.row_of(5, 1, (state for state, _ in steps), LUCK, worlds=2)
    assert row == [5, 1, 4, 6]
    assert len(asked) == 1
    assert set(asked[0][0]) == set(cards("AS 3C"))


def test_spread_is_points_over_all_decisions():
    rows = columns(choices.COLUMNS, [0, 0, 4, 6 * WORLDS], [1, 0, 8, 0], [2, 0, 0, 0])
    assert ratio("spread", rows) == 6 / 12


def test_what_the_cards_explain_of_four_deals_played_in_two_ways():
    """Of deals 3 and 1, and 1 and -1: both ways differ by 2. Of 0 and 2, 4 and 0: by -2 and 4."""
    gaps = np.array([[3, 1], [1, -1], [0, 4], [2, 0], [9, 9]])
    upper, lower = cards_and_all(gaps)
    assert upper.tolist() == [2 * (2 * 2), 2 * (-2 * 4)]
    assert lower.tolist() == [2**2 + 2**2, 2**2 + 4**2]
    two_ways = dict(zip(replays.GAPS[:2], gaps.T, strict=True))
    rows = {**two_ways, replays.GAPS[2]: gaps[:, 0], replays.GAPS[3]: gaps[:, 1]}
    # Played twice in either way, without luck: 2 and 2, and -2, 4, -2, 4.
    assert ratio("cards_share", rows) == (12 * 4 + (4**2 - 40)) / (3 * (16 + 40))


def test_cards_explain_all_where_play_changes_nothing_and_nothing_where_they_do_not_matter():
    lots = np.array([[word(absorb(7, deal), way) % 41 - 20 for way in range(4)]
                     for deal in range(4000)])  # fmt: skip
    upper, lower = cards_and_all(np.repeat(lots[:, :1], 4, axis=1))
    assert (upper == lower).all()
    upper, lower = cards_and_all(lots)
    assert abs(upper.sum() / lower.sum()) < 0.05
    # Half of the variance of each is common to all ways.
    mixed = lots[:, :1] + np.array([[word(absorb(8, deal), way) % 41 - 20 for way in range(4)]
                                    for deal in range(4000)])  # fmt: skip
    upper, lower = cards_and_all(mixed)
    assert abs(upper.sum() / lower.sum() - 0.5) < 0.05


def test_the_ladder_doubles_from_rung_to_rung():
    worlds = [int(name.partition(":")[2]) for name in LADDER]
    assert worlds == [2**rung for rung in range(len(LADDER))]
    assert [(better, lesser) for better, lesser, _ in STEPS] == list(
        zip(LADDER[1:], LADDER, strict=False)
    )


def test_a_step_of_the_ladder_is_the_share_of_games_that_the_better_player_won():
    better, lesser, outcome = STEPS[0]
    # The first-named player wins at A, and then at B where both have changed places; then loses.
    rows = {
        "winner": np.array([0, 1, 1, 0]),
        "swapped": np.array([0, 1, 0, 1]),
        "ended": np.array([1, 1, 1, 1]),
    }
    assert ratio(outcome.name, rows) == 2 / 4
    assert better in outcome.definition
    assert lesser in outcome.definition


def test_every_costly_outcome_says_what_it_is_and_none_is_primary():
    assert all(len(one.definition) > len(one.title) for one in OUTCOMES)
    assert not any(one.primary for one in OUTCOMES)
    assert len({one.name for one in OUTCOMES}) == len(OUTCOMES)


@pytest.mark.skipif(not available(), reason="needs the extra fast")
@pytest.mark.parametrize("variant", ["parlett", "cotton-counted", "gamerules"])
def test_chances_are_the_same_whichever_engine_plays_the_games_again(variant, monkeypatch):
    rules = load_variant(variant).rules
    chunk = Chunk(variant, rules, ("greedy", "random"), 2, 5, 15, 2, "chances")
    in_kernel = play_chunk(chunk)
    monkeypatch.setattr(chances, "kernel_has", lambda _: False)
    assert play_chunk(chunk) == in_kernel
    rows = np.frombuffer(in_kernel, np.int32).reshape(20, len(chances.COLUMNS))
    games = np.frombuffer(play_chunk(chunk._replace(table="rows")), np.int32).reshape(20, -1)
    assert rows[:, :2].tolist() == games[:, :2].tolist()
    assert rows[:, 2].tolist() == games[:, list(COLUMNS).index("ended")].tolist()
    assert rows[:, 3].tolist() == games[:, list(COLUMNS).index("deals")].tolist()


@pytest.mark.skipif(not available(), reason="needs the extra fast")
def test_hands_too_large_to_be_searched_have_no_choices():
    rules = replace(load_variant("parlett").rules, hand_size=11)
    chunk = Chunk("large", rules, ("greedy", "greedy"), 2, 0, 2, 1, "choices")
    assert np.frombuffer(play_chunk(chunk), np.int32).tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
