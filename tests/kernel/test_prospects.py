"""The chances of winning from every score: by hand, by brute force, and against whole games."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from math import sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import rules

pytest.importorskip("numba")

import numpy as np

from penneech.errors import PenneechError, SeedError, UnknownNameError
from penneech.events import Player, Scored
from penneech.kernel import _call, _keys, _policies, _room, keeping, playing
from penneech.kernel import prospects as module
from penneech.kernel.packing import packed
from penneech.kernel.prospects import LEVEL, TABLE, _chances, prospects
from penneech.kernel.tallying import DECIDES, Tally, count_pegs, tally_deals, tally_events
from penneech.players.registry import player_named
from penneech.players.table import packs_of, play_game, seated
from penneech.rules import BOUNDS, GameEnd, Penneech, Redeal, RedealDealer, RedealScope
from penneech.study.prospects import prospects_of
from penneech.variant import load_variant

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
FEW = settings(max_examples=20 if SLOW else 200, deadline=None)
COTTON = load_variant("cotton-1674").rules
PAIR = ("greedy", "greedy")
NOT_COUNTED = Penneech(COTTON.penneech.card, 0, 0)

ONE_TRICK = replace(
    load_variant("wikipedia-it").rules,
    hand_size=1,
    target=2,
    card_points=(),
    penneech=NOT_COUNTED,
    penneech_rank="plain",
    redeal=Redeal.NEVER,
    excess_over=0,
)
"""One trick a deal, which brings its winner two points: twice one card, less nothing."""

DEALER_TAKES = (12 / 51) / 2 + (39 / 51) * (12 / 50)
"""Of one card each, the dealer's wins if it is of the suit led and higher, or else of trumps."""


@pytest.fixture(autouse=True)
def caches(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "user_caches", lambda: tmp_path)
    return tmp_path / "penneech" / "prospects"


# --- By hand -------------------------------------------------------------------------------------


def near(chance, found, deals):
    """Whether a chance of about a half was found to four standard errors."""
    return abs(chance - found) < 4 * sqrt(0.25 / deals)


@pytest.mark.parametrize("end", list(GameEnd))
@pytest.mark.parametrize("target", [1, 2])
def test_with_one_trick_to_win_the_chance_is_that_of_the_trick(end, target):
    deals = 100 if SLOW else 50_000
    found = prospects(replace(ONE_TRICK, target=target, game_end=end), PAIR, deals)
    assert near(DEALER_TAKES, found.of(0, 0, deals_next=True), deals)
    assert near(1 - DEALER_TAKES, found.of(0, 0, deals_next=False), deals)


@pytest.mark.parametrize("target", [3, 4])
def test_with_two_tricks_to_win_the_chances_of_three_deals_are_added_up(target):
    deals = 100 if SLOW else 50_000
    found = prospects(replace(ONE_TRICK, target=target), PAIR, deals)
    dealer, elder = DEALER_TAKES, 1 - DEALER_TAKES
    assert near(dealer, found.of(2, 2, deals_next=True), deals)
    assert near(dealer + elder * elder, found.of(2, 0, deals_next=True), deals)
    assert near(dealer * elder + dealer * dealer * dealer + elder * elder * dealer,
                found.of(0, 0, deals_next=True), deals)  # fmt: skip


def test_where_nobody_ever_scores_each_has_half_a_win():
    found = prospects(replace(ONE_TRICK, excess_over=60, target=3), PAIR, 20)
    assert (found.table == 0.5).all()
    assert found.error == found.largest_error == 0


# --- By brute force ------------------------------------------------------------------------------


def tally_of(by, dealt):
    """The kernel's tally of deals: their pegs, and who deals next."""
    tally = Tally.empty(by)
    for pegs, after in dealt:
        limits = after, by.target, DECIDES[by.game_end]
        count_pegs(np.array([*pegs, 0, 0]), len(pegs), *limits, *tally)
    return tally


def mirrored(dealt):
    return [([-points for points in pegs], 1 - after) for pegs, after in dealt]


def outcome(end, target, score, pegs, elder):
    """Who wins a deal, or the score after it."""
    if end not in {GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT}:
        score = [score[0] + sum(max(p, 0) for p in pegs), score[1] + sum(max(-p, 0) for p in pegs)]
        there = [points >= target for points in score]
        if all(there) and end is GameEnd.DEAL_END_ELDER_FIRST:
            return elder, None
        if all(there):
            return (None, score) if score[0] == score[1] else (int(score[1] > score[0]), None)
        return (there.index(True), None) if any(there) else (None, score)
    score = list(score)
    for points in pegs:
        score[points < 0] += abs(points)
        if score[points < 0] >= target:
            return int(points < 0), None
    return None, score


def by_brute_force(end, target, ways, score, dealer):
    """A's chance: every deal that may come next is tried, as often as is worth while."""

    @cache
    def chance(a, b, dealer, left):
        if not left:
            return 0.5
        total = 0.0
        for pegs, after in ways[dealer]:
            winner, then = outcome(end, target, (a, b), pegs, after)
            if winner is None:
                if then[0] == then[1] >= target:
                    then = [target, target]
                total += chance(*then, after, left - 1)
            else:
                total += winner == 0
        return total / len(ways[dealer])

    return chance(*score, dealer, 60)


PEGS = st.lists(st.integers(-4, 4).filter(bool), max_size=4)


# A deal that may lead back to where it began does so less than one time in two, so that sixty deals
# tell enough.
DEALS = st.lists(
    st.tuples(st.tuples(PEGS, st.integers(0, 1)), st.just(([3, -1], 1))), min_size=2, max_size=2
).map(lambda pairs: [deal for pair in pairs for deal in pair])


@given(
    end=st.sampled_from(list(GameEnd)),
    target=st.integers(1, 6),
    by_a=DEALS,
    by_b=st.none() | DEALS,
    data=st.data(),
)
@FEW
def test_chances_are_those_of_trying_every_deal_after_every_other(end, target, by_a, by_b, data):
    score = [data.draw(st.integers(0, target - 1)) for _ in range(2)]
    dealer = data.draw(st.integers(0, 1))
    by = replace(COTTON, game_end=end, target=target)
    one = tally_of(by, by_a)
    other = one.mirrored() if by_b is None else tally_of(by, by_b)
    figures = _chances(by, (one, other), len(by_a))
    table = figures[TABLE:].reshape(2, target, target)
    ways = [by_a, mirrored(by_a) if by_b is None else by_b]
    expected = by_brute_force(end, target, ways, score, dealer)
    assert table[1 - dealer, score[0], score[1]] == pytest.approx(expected, abs=1e-6)
    if end is GameEnd.DEAL_END_HIGHER:
        expected = by_brute_force(end, target, ways, (target, target), dealer)
        assert figures[LEVEL + 1 - dealer] == pytest.approx(expected, abs=1e-6)
    else:
        assert np.isnan(figures[LEVEL:TABLE]).all()


# --- The deals -----------------------------------------------------------------------------------


def deal_of_engine(by, players, seed, game, dealer):
    """All that happens in the first deal of a game, nothing ending it before its last trick."""
    packs = packs_of(seed, game)

    def first_deal(deal, attempt, count):
        return None if deal else packs(deal, attempt, count)

    long, seats = replace(by, target=BOUNDS["target"][1]), map(player_named, players)
    steps = play_game(long, dealer, list(seats), first_deal, seated(seed, game))
    return [fact for _, facts in steps for fact in facts]


@given(
    by=rules(),
    players=st.sampled_from([PAIR, ("random", "greedy")]),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**31 - 4),
    dealer=st.sampled_from(list(Player)),
)
@settings(max_examples=5 if SLOW else 100, deadline=None)
def test_deals_are_counted_as_the_engine_plays_them(by, players, seed, first, dealer):
    by = replace(by, target=min(by.target, 100))
    found = tally_deals(by, players, seed, first, first + 3, int(dealer))
    deals = [deal_of_engine(by, players, seed, first + nth, dealer) for nth in range(3)]
    assume(sum(fact.points for deal in deals for fact in deal if isinstance(fact, Scored)) < 1000)
    expected = tally_events(by, deals)
    for one, other in zip(found, expected, strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("name", ["cotton-1674", "wikipedia-it"])
@pytest.mark.parametrize("players", [PAIR, ("random", "greedy")])
def test_deals_played_elsewhere_make_the_same_table(name, players, monkeypatch):
    by = load_variant(name).rules
    made = prospects(by, players, 12, 3)
    monkeypatch.setattr(keeping, "user_caches", lambda: None)
    again = prospects(
        by, players, 12, 3, lambda game, dealer: deal_of_engine(by, players, 3, game, dealer)
    )
    assert alike(again, made)


@pytest.mark.parametrize(
    "players", [("pimc:1", "pimc:1"), ("pimc:2", "greedy"), ("open", "random")]
)
def test_players_that_search_have_a_table(players, caches):
    by = replace(COTTON, hand_size=2, target=12)
    table = prospects_of(by, players, 6).table
    assert ((table >= 0) & (table <= 1)).all()
    assert len(list(caches.iterdir())) == 1


def test_the_kernel_plays_where_it_can(monkeypatch):
    made = prospects(COTTON, PAIR, 12, 3)
    monkeypatch.setattr(module, "tally_events", None)
    assert alike(prospects_of(COTTON, PAIR, 12, 3), made)
    with pytest.raises(UnknownNameError):
        prospects_of(COTTON, ("nobody", "greedy"), 10)
    with pytest.raises(PenneechError, match="made from deals"):
        prospects_of(COTTON, PAIR, 0)
    with pytest.raises(PenneechError, match="made from deals"):
        prospects_of(COTTON, ("pimc:1", "greedy"), 0)


def test_the_rules_themselves_stay_as_they_are_when_deals_are_counted():
    before = packed(COTTON).copy()
    tally_deals(COTTON, PAIR, 0, 0, 2, 0)
    assert packed(COTTON) == before


# --- Whole games ---------------------------------------------------------------------------------


def share_won(by, players, score, dealer, games):
    """The share of games that A wins from a score, played out by the kernel."""
    rows = np.zeros((games, playing.ROW), np.int32)
    begin = np.array([0, 0, dealer, *score, *_policies(players)], np.int64)
    _call(
        playing.play_games, packed(by), _keys(987), begin, np.zeros((0, 52), np.uint8),
        np.zeros(1, np.int64), *_room(playing.TRACE), rows,
    )  # fmt: skip
    return float((rows[:, playing.WINNER] == 0).mean())


SHORT = {"hand_size": 2, "target": 21, "redeal": Redeal.NO_ACE_OR_FACE}
"""Small hands are often thrown up."""

BY = {
    **{name: load_variant(name).rules for name in
       ("cotton-1674", "cotton-counted", "wikipedia-it", "gamerules", "seven-in-hand")},
    "elder first": replace(COTTON, game_end=GameEnd.DEAL_END_ELDER_FIRST),
    **{f"{end} {again}": replace(COTTON, **SHORT, redeal_dealer=again, game_end=end)
       for end in GameEnd for again in RedealDealer},
    "own hands": replace(COTTON, **SHORT, redeal_scope=RedealScope.OWN_HAND),
    "a low target": replace(load_variant("wikipedia-it").rules, target=9),
}  # fmt: skip


NAMES = list(BY)[:: 7 if SLOW else 1]
GAMES, PLAYED = (8, 10) if SLOW else (20_000, 2_000)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [PAIR, ("random", "greedy")])
def test_as_many_games_are_won_as_the_table_says(name, players):
    by, games = BY[name], GAMES
    found = prospects(by, players, games)
    target = by.target
    for score in ((0, 0), (target - 3, target - 5), (target // 3, target - 2), (target - 1, 0)):
        for dealer in range(2):
            chance = found.of(*score, deals_next=dealer == 0)
            error = sqrt(chance * (1 - chance) / games + found.largest_error**2)
            won = share_won(by, players, score, dealer, games)
            assert abs(won - chance) <= 4 * error + 1 / games


@pytest.mark.skipif(SLOW, reason="it takes many deals to see how much tables differ")
def test_tables_differ_as_much_as_the_error_says():
    deals = 20_000
    found = [prospects(COTTON, PAIR, deals, seed) for seed in range(8)]
    spread = np.std([one.table for one in found], axis=0, ddof=1)
    assert 0.3 < spread[:, 0, 0].max() / np.mean([one.error for one in found]) < 3
    assert 0.3 < spread.max() / np.mean([one.largest_error for one in found]) < 3


# --- What holds of every table -------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_what_one_player_may_win_the_other_may_lose(name):
    table = prospects(BY[name], PAIR, PLAYED).table
    assert np.allclose(table[0] + table[1].T, 1, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [PAIR, ("random", "greedy")])
def test_more_points_are_never_worse(name, players):
    table = prospects(BY[name], players, PLAYED).table
    assert (np.diff(table, axis=1) > -1e-9).all()
    assert (np.diff(table, axis=2) < 1e-9).all()


def test_the_better_player_has_the_better_chances():
    found = prospects(COTTON, ("greedy", "random"), PLAYED)
    assert found.of(0, 0, deals_next=True) > 0.7
    other = prospects(COTTON, ("random", "greedy"), PLAYED)
    assert found.of(0, 0, deals_next=True) == pytest.approx(
        1 - other.of(0, 0, deals_next=False), abs=0.1
    )


def test_level_scores_past_the_target_are_asked_for_like_others():
    found = prospects(BY["wikipedia-it"], PAIR, 50)
    assert found.of(61, 61, deals_next=True) == found.of(70, 70, deals_next=True) == found.level[1]
    assert found.of(61, 61, deals_next=True) + found.of(61, 61, deals_next=False) == pytest.approx(
        1
    )


@pytest.mark.parametrize(
    ("name", "own", "other"),
    [("wikipedia-it", 61, 62), ("wikipedia-it", 61, 3), ("wikipedia-it", -1, 3),
     ("cotton-1674", 61, 61), ("cotton-1674", 3, 61)],
)  # fmt: skip
def test_scores_at_which_no_deal_is_played_have_no_chance(name, own, other):
    found = prospects(BY[name], PAIR, 10)
    with pytest.raises(ValueError, match=f"no deal is played at {own},{other}"):
        found.of(own, other, deals_next=True)


def test_a_single_deal_has_no_error_that_can_be_told():
    found = prospects(COTTON, PAIR, 1)
    assert np.isnan(found.error)
    assert np.isnan(found.largest_error)
    assert ((found.table >= 0) & (found.table <= 1)).all()


def test_memory_grows_with_the_target_alone():
    assert sum(part.nbytes for part in Tally.empty(replace(COTTON, target=1000))) < 40_000_000
    by = replace(COTTON, target=1000, game_end=GameEnd.DEAL_END_HIGHER)
    assert sum(part.nbytes for part in Tally.empty(by)) < 90_000_000


@pytest.mark.skipif(SLOW, reason="a million scores are too many without compiled code")
@pytest.mark.parametrize("end", list(GameEnd))
def test_the_highest_target_has_a_table(end):
    by = replace(COTTON, target=1000, game_end=end)
    tally = tally_deals(by, PAIR, 0, 0, 200, 0)
    table = _chances(by, (tally, tally.mirrored()), 200)[TABLE:]
    table = table.reshape(2, 1000, 1000)
    assert np.allclose(table[0] + table[1].T, 1, atol=1e-9, rtol=0)
    low = replace(by, target=61)
    tally = tally_deals(low, PAIR, 0, 0, 200, 0)
    near_end = _chances(low, (tally, tally.mirrored()), 200)[TABLE:]
    assert np.allclose(table[:, -61:, -61:], near_end.reshape(2, 61, 61), atol=1e-12, rtol=0)


# --- Refusals and the cache ----------------------------------------------------------------------


def test_without_deals_there_are_no_prospects():
    with pytest.raises(PenneechError, match="made from deals"):
        prospects(COTTON, PAIR, 0)


def test_players_and_seeds_that_there_are_not_are_refused():
    with pytest.raises(PenneechError, match="no player 'nobody'"):
        prospects(COTTON, ("nobody", "greedy"), 10)
    with pytest.raises(SeedError):
        prospects(COTTON, PAIR, 10, 2**64)


def alike(one, other):
    return (
        (one.table == other.table).all()
        and np.array_equal(one.level, other.level, equal_nan=True)
        and (one.error, one.largest_error, one.deals)
        == (other.error, other.largest_error, other.deals)
    )


@pytest.mark.parametrize("name", ["cotton-1674", "wikipedia-it"])
def test_a_table_is_made_once(name, caches, monkeypatch):
    made = prospects(BY[name], PAIR, 20)
    assert len(list(caches.iterdir())) == 1
    monkeypatch.setattr(module, "_made", None)
    assert alike(prospects(BY[name], PAIR, 20), made)


def test_whatever_a_table_depends_on_has_a_file_of_its_own(caches):
    prospects(COTTON, PAIR, 20)
    prospects(BY["cotton-counted"], PAIR, 20)
    prospects(COTTON, ("random", "greedy"), 20)
    prospects(COTTON, ("greedy", "random"), 20)
    prospects(COTTON, PAIR, 21)
    prospects(COTTON, PAIR, 20, 1)
    assert len(list(caches.iterdir())) == 6


def damaged(data):
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    return {
        "empty": b"",
        "cut short": data[:-8],
        "too long": data + bytes(8),
        "changed": bytes(flipped),
        "foreign": b"x" * len(data),
        "another's mark": bytes(32) + data[32:],
    }


@pytest.mark.parametrize("fault", list(damaged(bytes(range(64)))))
def test_a_file_that_is_damaged_or_foreign_is_made_anew(fault, caches):
    made = prospects(COTTON, PAIR, 20)
    (place,) = caches.iterdir()
    data = place.read_bytes()
    place.write_bytes(damaged(data)[fault])
    assert alike(prospects(COTTON, PAIR, 20), made)
    assert place.read_bytes() == data


def test_a_file_of_another_table_is_not_taken_for_this_one(caches):
    prospects(COTTON, PAIR, 20)
    (first,) = caches.iterdir()
    made = prospects(COTTON, PAIR, 20, 1)
    (second,) = set(caches.iterdir()) - {first}
    second.write_bytes(first.read_bytes())
    assert alike(prospects(COTTON, PAIR, 20, 1), made)


def test_where_nothing_can_be_kept_tables_are_made_each_time(tmp_path, monkeypatch):
    made = prospects(COTTON, PAIR, 20)
    occupied = tmp_path / "a-file"
    occupied.touch()
    for place in (occupied, None):
        monkeypatch.setattr(keeping, "user_caches", lambda place=place: place)
        assert alike(prospects(COTTON, PAIR, 20), made)


def test_a_table_cannot_be_changed_by_who_reads_it():
    for _ in range(2):
        found = prospects(COTTON, PAIR, 10)
        with pytest.raises(ValueError, match="read-only"):
            found.table[0, 0, 0] = 1
