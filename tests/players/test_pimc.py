"""The players that search: they see what they may, keep the rules, and are told by their names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from examples import examples, times
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import rules
from table import cards, one_deal, states, with_other_hidden_cards
from table import rules as usual

pytest.importorskip("numba")

from penneech import kernel
from penneech.chance import Luck
from penneech.engine.state import Phase
from penneech.errors import PenneechError, UnknownNameError
from penneech.events import Player
from penneech.extras import installing
from penneech.players.pimc import SamplingPlayer
from penneech.players.registry import opponent_named, player_named
from penneech.players.seeing import OpenPlayer, open_worths
from penneech.players.table import cut_for_deal, packs_of, play_game, seated
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


# --- What it sees --------------------------------------------------------------------------------


@examples(3 if SLOW else 12)
@given(by=rules(), seed=seeds)
def test_choice_is_the_same_whatever_is_hidden(by, seed):
    player = SamplingPlayer(5)
    for game in states(small(by), seed):
        if game.deal.phase is Phase.THROW_UP:
            continue
        other, luck = with_other_hidden_cards(game, seed), Luck(seed)
        assert player.card(view_of(game), luck) is player.card(view_of(other), luck)
        if len(game.deal.legal) > 1:
            assert player.totals(view_of(game), luck) == player.totals(view_of(other), luck)


@examples(3 if SLOW else 12)
@given(by=rules(), seed=seeds)
def test_every_card_chosen_is_legal(by, seed):
    for game in states(small(by), seed):
        if game.deal.phase is not Phase.THROW_UP:
            assert SamplingPlayer(3).card(view_of(game), Luck(seed)) in game.deal.legal
            assert OpenPlayer().card_of(game.deal) in game.deal.legal


def test_choice_depends_on_luck_and_on_nothing_before_it():
    view = view_of(one_deal("9S 2S 3C KD", "8S 3S 5C QD", "4H QH 5H 6H 8H").game)
    player = SamplingPlayer(1)
    totals = [player.totals(view, Luck(key)) for key in range(12)]
    assert totals == [player.totals(view, Luck(key)) for key in range(12)]
    assert len({str(found) for found in totals}) > 3


# --- What it plays -------------------------------------------------------------------------------


def test_a_single_legal_card_is_played_without_thinking(monkeypatch):
    monkeypatch.setattr(SamplingPlayer, "totals", None)
    table = one_deal("9S 2S", "8S 3C", "4H QH 5H", "9S", following="must_follow")
    assert str(SamplingPlayer(4).card(view_of(table.game), Luck(0))) == "8S"


def test_of_equally_good_cards_the_first_in_pack_order_is_played():
    # Nothing scores: whatever is played is worth nothing.
    nothing = {
        "card_points": {},
        "penneech": {"card": "7D", "turned_up": 0, "in_hand": 0},
        "excess_over": 60,
    }
    table = one_deal("9S 2S 3C", "8S 3S 5C", "4H QH 5H 6H", **nothing)
    view = view_of(table.game)
    assert set(SamplingPlayer(7).totals(view, Luck(1)).values()) == {0}
    assert str(SamplingPlayer(7).card(view, Luck(1))) == "3C"
    assert str(OpenPlayer().card_of(table.now)) == "3C"


def test_an_honour_is_brought_home_while_its_trick_is_safe():
    # The ace takes this trick for five points; led to the next it might be trumped.
    table = one_deal("2S 9C", "AS 4S", "4H 5H 6H", "2S", honours="all_suits")
    totals = SamplingPlayer(64).totals(view_of(table.game), Luck(3))
    assert totals.keys() == {*cards("AS 4S")}
    assert str(SamplingPlayer(64).card(view_of(table.game), Luck(3))) == "AS"


def test_open_plays_by_the_very_cards_that_lie_there():
    # The penneech lies next in the stock: whoever takes this trick turns it up for fourteen.
    table = one_deal("9S AS", "KS 3C", "4H 7D 6H")
    assert str(OpenPlayer().card_of(table.now)) == "AS"
    assert open_worths(table.now)[cards("AS")[0]] > open_worths(table.now)[cards("9S")[0]]


@pytest.mark.parametrize("player", [SamplingPlayer(2), OpenPlayer()], ids=lambda one: one.name)
def test_a_bad_hand_is_thrown_up(player):
    view = view_of(one_deal("9S 2S", "8S 3S", "4H 5H 6H").game)
    assert player.throws_up(view, Luck(0)) is True


def test_hands_too_large_to_be_solved_are_refused_in_a_sentence():
    large = usual(hand_size=11)
    for player in (SamplingPlayer(2), OpenPlayer()):
        with pytest.raises(PenneechError, match="hands of at most 10 cards"):
            play_row(large, (player, player), 1, 0, 0)


# --- Games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS[:2] if SLOW else VARIANTS)
def test_games_are_played_to_their_end_under_every_variant(variant):
    # A card that the rules forbid would be refused, and the game would stop with an error.
    # Beyond the usual number: python benchmarks/legality.py plays 2,000 a player and variant.
    by = load_variant(variant).rules
    players = (SamplingPlayer(2), OpenPlayer())
    for game in range(1 if SLOW else 3 * times()):
        for swapped in (0, 1):
            assert play_row(by, players, 8, game, swapped)[6] == 1


def test_a_game_can_be_made_again_alone():
    by = load_variant("parlett").rules
    match = Match(by, "parlett", (SamplingPlayer(3), OpenPlayer()), seed=4, games=3)
    before = record_of_game(match, 2)
    play_row(by, (SamplingPlayer(9), SamplingPlayer(1)), 5, 1, 0)
    assert record_of_game(match, 2) == before


def test_the_seat_has_luck_of_its_own():
    by = load_variant("parlett").rules
    player, drawn = SamplingPlayer(1), []
    for luck in (Luck.of(1, 0, Player.A), Luck.of(1, 0, Player.B), Luck.of(1, 1, Player.A)):
        _, dealer = cut_for_deal(by, 1, 0)
        steps = play_game(by, dealer, (player, player), packs_of(1, 0), (luck, luck))
        drawn.append([str(facts) for _, facts in steps])
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]
    assert seated(1, 0) == (Luck.of(1, 0, Player.A), Luck.of(1, 0, Player.B))


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("worlds", [1, 32, 128, 4096])
def test_a_sampling_player_is_named_by_its_worlds(worlds):
    player = player_named(f"pimc:{worlds}")
    assert (player.worlds, player.name) == (worlds, f"pimc:{worlds}")


@pytest.mark.parametrize(
    "name", ["pimc", "pimc:", "pimc:0", "pimc:4097", "pimc:032", "pimc:-3", "pimc:1e3", "pimc:٣"]
)
def test_a_number_of_worlds_that_cannot_be_is_refused(name):
    with pytest.raises(PenneechError) as refused:
        player_named(name)
    assert str(refused.value) == (
        f'"{name}" does not say how many worlds to sample; '
        "write a number from 1 to 4,096 after pimc:, like pimc:32"
    )


@pytest.mark.parametrize("name", ["open:3", "pmic:3", "greedy:2", "opeen"])
def test_a_player_nobody_knows_is_named_with_those_there_are(name):
    with pytest.raises(UnknownNameError, match="there are random, greedy, pimc:N, infer:N, open"):
        player_named(name)


def test_open_is_seated_between_computer_players_and_is_nobodys_opponent():
    assert player_named("open") == OpenPlayer()
    with pytest.raises(PenneechError, match="nobody's opponent; choose another") as caught:
        opponent_named("open")
    assert str(caught.value).endswith(" of random, greedy, pimc:N, infer:N")
    assert opponent_named("pimc:4") == SamplingPlayer(4)


def test_open_cannot_choose_from_a_view():
    assert not hasattr(OpenPlayer(), "card")


def test_without_numba_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    for name in ("open", "pimc:32"):
        with pytest.raises(PenneechError) as refused:
            player_named(name)
        assert str(refused.value) == (
            f"{name} needs Numba to search; install it with: {installing('fast')}, "
            "or let random or greedy play"
        )
    assert player_named("greedy").name == "greedy"


def test_who_does_not_search_need_not_wait_for_numba():
    code = "import sys, penneech.players.registry; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603  # our own program
