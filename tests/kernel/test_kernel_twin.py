"""The compiled twin against the reference engine: packs, whole event traces and rows are equal."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Dice, rules, thrown_rules

pytest.importorskip("numba")

from twins import engine_by_players, engine_by_tape

from penneech import kernel
from penneech.cards import PACK
from penneech.chance import shuffled
from penneech.errors import PenneechError, SeedError
from penneech.events import GameEnded, Player, ThrownUp
from penneech.kernel import packing
from penneech.players.registry import player_named
from penneech.rules import Rules
from penneech.study.rows import COLUMNS, play_row
from penneech.variant import load_variant, variant_ids

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
VARIANTS = sorted(variant_ids())
PAIRS = [("random", "random"), ("greedy", "greedy"), ("greedy", "random")]
LAST_SEED = 2**64 - 1
MANY = settings(max_examples=25 if SLOW else 200, deadline=None)
FEW = settings(max_examples=10 if SLOW else 60, deadline=None)

seeds = st.integers(0, LAST_SEED)
games = st.integers(0, 2**31 - 2)


@given(seed=seeds, game=games, deal=st.integers(0, 999), attempt=st.integers(0, 100))
@FEW
def test_packs_are_those_of_the_reference(seed, game, deal, attempt):
    assert kernel.packs(seed, game, [deal], attempt) == [shuffled(seed, game, deal, attempt)]


def test_a_seed_out_of_bounds_is_refused():
    for seed in (-1, LAST_SEED + 1):
        with pytest.raises(SeedError, match="out of bounds"):
            kernel.packs(seed, 0, [0])


def test_a_player_that_the_kernel_has_not_is_refused_by_name():
    by = load_variant("parlett").rules
    with pytest.raises(PenneechError, match="no player 'human'; it has random and greedy"):
        kernel.play_games(by, ("random", "human"), 1, 0, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_traces_by_tape_are_equal_under_every_variant(variant):
    by, dice = load_variant(variant).rules, Dice(11)
    for game in range(2 if SLOW else 12):
        packs = [shuffled(11, game, deal, 0) for deal in range(20)]
        tape = [dice.throw(1000) for _ in range(50)]
        dealer = Player(game % 2)
        assert kernel.trace_packs(by, packs, tape, dealer) == engine_by_tape(
            by, packs, tape, dealer
        )


@given(by=rules(), data=st.data())
@MANY
def test_traces_by_tape_are_equal_under_any_rules(by, data):
    tape = data.draw(st.lists(st.integers(0, 2**62), min_size=1, max_size=60))
    packs = data.draw(st.lists(st.permutations(PACK).map(tuple), min_size=1, max_size=4))
    dealer = data.draw(st.sampled_from(list(Player)))
    score = tuple(data.draw(st.integers(0, by.target - 1)) for _ in Player)
    found = kernel.trace_packs(by, packs, tape, dealer, score)
    assert found == engine_by_tape(by, packs, tape, dealer, score)


@given(by=rules(), seed=seeds, game=games, players=st.sampled_from(PAIRS))
@MANY
def test_traces_of_players_are_equal_under_any_rules(by, seed, game, players):
    found = kernel.trace_game(by, players, seed, game)
    assert found == engine_by_players(by, players, seed, game)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PAIRS)
def test_rows_are_equal_under_every_variant(variant, players):
    assert_rows_equal(load_variant(variant).rules, players, 3, range(1 if SLOW else 5))


@given(by=rules(), seed=seeds, first=games, players=st.sampled_from(PAIRS))
@FEW
def test_rows_are_equal_under_any_rules(by, seed, first, players):
    assert_rows_equal(by, players, seed, range(first, first + 2))


def assert_rows_equal(by, players, seed, numbers):
    named = [player_named(name) for name in players]
    for swapped in (0, 1):
        found = kernel.play_games(
            by, players, seed, numbers.start, numbers.stop, swapped=bool(swapped)
        )
        assert found.shape == (len(numbers), len(COLUMNS))
        assert found.tolist() == [play_row(by, named, seed, game, swapped) for game in numbers]


def low_pack():
    """A pack whose court cards all lie below the two hands and the turn-ups."""
    return tuple(sorted(PACK, key=lambda card: card.rank))


@pytest.mark.parametrize("dealer_again", ["same_dealer", "next_dealer", "thrower"])
def test_the_hundred_and_first_attempt_is_played(dealer_again):
    readings = {"redeal": "no_ace_or_face", "redeal_scope": "both_hands"}
    by = Rules.from_resolved(
        thrown_rules(Dice(7), **readings, redeal_dealer=dealer_again) | {"hand_size": 7}
    )
    packs = [low_pack()] * 101
    found = kernel.trace_packs(by, packs, [5], Player.A)
    assert sum(isinstance(event, ThrownUp) for event in found) == 100
    assert found == engine_by_tape(by, packs, [5], Player.A)


def test_a_game_is_given_up_after_a_thousand_deals():
    resolved = thrown_rules(Dice(8), redeal="never")
    resolved |= {"hand_size": 1, "card_points": {}, "excess_over": 60}
    resolved["penneech"] = {"card": "7D", "turned_up": 0, "in_hand": 0}
    by = Rules.from_resolved(resolved)
    found = kernel.trace_game(by, ("random", "random"), 1, 1)
    assert isinstance(found[-1], GameEnded)
    assert found == engine_by_players(by, ("random", "random"), 1, 1)
    assert_rows_equal(by, ("random", "random"), 1, range(1, 2))


def test_a_code_names_its_card():
    assert [packing.card_of(packing.code(card)) for card in PACK] == list(PACK)
    assert packing.set_of(PACK) == packing.EVERY_CARD
