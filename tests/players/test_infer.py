"""The `infer:N` players: they use what was played and see nothing that is hidden."""

from __future__ import annotations

import os

import pytest
from examples import examples, times
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import rules
from table import one_deal, states, with_other_hidden_cards
from table import rules as usual

pytest.importorskip("numba")

from penneech.chance import Luck
from penneech.engine.state import Phase
from penneech.errors import PenneechError
from penneech.players.infer import InferringPlayer
from penneech.players.pimc import SamplingPlayer
from penneech.players.registry import opponent_named, player_named
from penneech.players.view import view_of
from penneech.study.match import Match, record_of_game
from penneech.study.rows import play_row
from penneech.variant import load_variant, variant_ids

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
VARIANTS = sorted(variant_ids())
seeds = st.integers(0, 2**64 - 1)


def small(by):
    """Rules with hands small enough to be solved in a test."""
    assume(by.hand_size <= (3 if SLOW else 7))
    return by


@examples(2 if SLOW else 12)
@given(by=rules(), seed=seeds)
def test_choice_is_the_same_whatever_is_hidden(by, seed):
    player = InferringPlayer(2 if SLOW else 5)
    for game in states(small(by), seed):
        if game.deal.phase is Phase.THROW_UP:
            continue
        other, luck = with_other_hidden_cards(game, seed), Luck(seed)
        assert player.card(view_of(game), luck) is player.card(view_of(other), luck)
        if len(game.deal.legal) > 1:
            assert player.totals(view_of(game), luck) == player.totals(view_of(other), luck)


@examples(2 if SLOW else 12)
@given(by=rules(), seed=seeds)
def test_every_card_chosen_is_legal(by, seed):
    for game in states(small(by), seed):
        if game.deal.phase is not Phase.THROW_UP:
            assert InferringPlayer(2).card(view_of(game), Luck(seed)) in game.deal.legal


def test_the_first_lead_is_that_of_the_player_that_infers_nothing():
    view = view_of(one_deal("9S 2S 3C KD", "8S 3S 5C QD", "4H QH 5H 6H 8H").game)
    for key in range(6):
        luck = Luck(key)
        assert InferringPlayer(4).totals(view, luck) == SamplingPlayer(4).totals(view, luck)


def test_a_reply_rests_on_what_the_lead_makes_likely():
    view = view_of(one_deal("9S 2S 3C KD", "8S 3S 5C QD", "4H QH 5H 6H 8H", "9S").game)
    luck = Luck(3)
    assert InferringPlayer(16).totals(view, luck) != SamplingPlayer(16).totals(view, luck)


@pytest.mark.parametrize("variant", VARIANTS[:2] if SLOW else VARIANTS)
def test_games_are_played_to_their_end_under_every_variant(variant):
    # A card that the rules forbid would be refused, and the game would stop with an error.
    by = load_variant(variant).rules
    players = (InferringPlayer(2), SamplingPlayer(2))
    for game in range(1 if SLOW else 3 * times()):
        for swapped in (0, 1):
            assert play_row(by, players, 8, game, swapped)[6] == 1


def test_a_game_can_be_made_again_alone():
    by = load_variant("parlett").rules
    match = Match(by, "parlett", (InferringPlayer(3), SamplingPlayer(3)), seed=4, games=3)
    before = record_of_game(match, 2)
    play_row(by, (InferringPlayer(9), SamplingPlayer(1)), 5, 1, 0)
    assert record_of_game(match, 2) == before


def test_it_is_told_by_its_name():
    assert player_named("infer:32") == InferringPlayer(32) == opponent_named("infer:32")
    assert player_named("infer:32").name == "infer:32"
    assert InferringPlayer(32) != SamplingPlayer(32)
    with pytest.raises(PenneechError) as refused:
        player_named("infer:0")
    assert str(refused.value) == (
        '"infer:0" does not say how many worlds to sample; '
        "write a number from 1 to 4,096 after infer:, like infer:32"
    )


def test_hands_too_large_to_be_solved_are_refused_in_a_sentence():
    player = InferringPlayer(2)
    with pytest.raises(PenneechError, match="hands of at most 10 cards"):
        play_row(usual(hand_size=11), (player, player), 1, 0, 0)
