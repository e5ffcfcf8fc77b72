"""Players at the table: who is asked what, `random`, the scripted player, and what all keep."""

from __future__ import annotations

from itertools import product

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from scripted import ScriptedPlayer
from strategies import rules
from table import (
    DEALER,
    ELDER,
    Table,
    cards,
    one_deal,
    pack,
    states,
    with_other_hidden_cards,
)
from table import rules as usual_rules

from penneech.chance import Luck, shuffled
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError
from penneech.events import GameEnded, Played, Player, ThrownUp
from penneech.players.greedy import GreedyPlayer
from penneech.players.simple import RandomPlayer
from penneech.players.table import packs_of, play_game, seated
from penneech.players.view import view_of
from penneech.variant import shipped_variants

NO_LUCK = Luck(0)
EVERY_PLAYER = (RandomPlayer(), GreedyPlayer())
seeds = st.integers(0, 2**64 - 1)


def played_out(some_rules, players, seed=1, game=0, dealer=DEALER):
    """All facts of a game, and how it stands then."""
    luck = seated(seed, game)
    steps = list(play_game(some_rules, dealer, players, packs_of(seed, game), luck))
    return [fact for _, facts in steps for fact in facts], steps[-1][0]


# --- What every player must keep -----------------------------------------------------------------


@pytest.mark.parametrize("player", EVERY_PLAYER, ids=lambda player: player.name)
@examples(12)
@given(rules(), seeds)
def test_choice_is_the_same_whatever_is_hidden(player, some_rules, seed):
    for number, game in enumerate(states(some_rules, seed)):
        luck = Luck.of(seed, number, game.deal.to_move)
        view, same = view_of(game), view_of(with_other_hidden_cards(game, seed))
        if game.deal.phase is Phase.THROW_UP:
            assert player.throws_up(view, luck) is player.throws_up(same, luck)
        else:
            assert player.card(view, luck) is player.card(same, luck)


@pytest.mark.parametrize("player", EVERY_PLAYER, ids=lambda player: player.name)
@examples(12)
@given(rules(), seeds)
def test_every_card_chosen_is_legal(player, some_rules, seed):
    for number, game in enumerate(states(some_rules, seed)):
        if game.deal.phase is not Phase.THROW_UP:
            assert player.card(view_of(game), Luck.of(seed, number, Player.A)) in game.deal.legal


@pytest.mark.parametrize("player", EVERY_PLAYER, ids=lambda player: player.name)
def test_games_are_played_to_their_end(player):
    for game in range(20):
        facts, state = played_out(usual_rules(redeal="no_ace_or_face"), (player, player), game=game)
        assert state.over
        assert isinstance(facts[-1], GameEnded)
        assert state.score[state.winner] >= 61


def test_no_player_breaks_the_rules_of_any_shipped_variant():
    # A card that the rules forbid would be refused, and the game would stop with an error.
    for variant in shipped_variants():
        for players in product(EVERY_PLAYER, repeat=2):
            for game in range(3):
                assert played_out(variant.rules, players, seed=11, game=game)[1].over


@pytest.mark.parametrize("player", EVERY_PLAYER, ids=lambda player: player.name)
def test_same_game_is_played_again_in_the_same_way(player):
    some_rules = usual_rules(redeal="no_ace_or_face")
    first = played_out(some_rules, (player, RandomPlayer()), seed=9, game=4)
    for other in range(3):
        played_out(some_rules, (player, RandomPlayer()), seed=9, game=other)
    assert played_out(some_rules, (player, RandomPlayer()), seed=9, game=4) == first


def test_players_have_the_names_by_which_they_are_asked_for():
    assert [player.name for player in EVERY_PLAYER] == ["random", "greedy"]


# --- Random --------------------------------------------------------------------------------------


def test_random_plays_the_legal_card_that_its_luck_picks():
    luck = Luck.of(5, 0, ELDER)
    table = one_deal("9S 2S 3S", "8S 4S 5S", "4H QH 5H JH")
    assert (
        str(RandomPlayer().card(view_of(table.game), luck))
        == ["2S", "3S", "9S"][luck.pick(0, 0, 3)]
    )
    table.play("9S 8S")
    assert str(RandomPlayer().card(view_of(table.game), luck)) == ["2S", "3S"][luck.pick(0, 1, 2)]


def test_random_may_play_every_legal_card_and_no_other():
    table = one_deal("9S 2S 3S", "8S 4S KC", "4H QH 5H JH", "9S", following="must_follow")
    chosen = {
        str(RandomPlayer().card(view_of(table.game), Luck.of(1, game, DEALER)))
        for game in range(40)
    }
    assert chosen == {"8S", "4S"}


@pytest.mark.parametrize("player", EVERY_PLAYER, ids=lambda player: player.name)
def test_computer_players_throw_up_whenever_they_may(player):
    table = Table(hand_size=2, redeal="no_ace_or_face").deal("9S 2S", "8S 3S", "4H")
    assert player.throws_up(view_of(table.game), NO_LUCK) is True


# --- At the table --------------------------------------------------------------------------------


def test_each_player_is_asked_in_turn_and_the_facts_are_told_as_they_happen():
    # B is the elder hand and takes the first trick; then A takes the second.
    a, b = ScriptedPlayer(cards("8S 3S")), ScriptedPlayer(cards("9S 2S"))
    the_pack = pack("9S 2S", "8S 3S", "4H QH 5H")
    game = play_game(
        usual_rules(hand_size=2), DEALER, (a, b), one_pack(the_pack), seated(1, 0), score=(1, 2)
    )
    told = [fact for _, facts in game for fact in facts]
    plays = [(fact.player.name, str(fact.card)) for fact in told if isinstance(fact, Played)]
    assert plays == [("B", "9S"), ("A", "8S"), ("B", "2S"), ("A", "3S")]


def one_pack(the_pack):
    """A supply of a single pack."""

    def packs(deal, attempt, count):
        return the_pack[:count] if (deal, attempt) == (0, 0) else None

    return packs


def test_a_game_stops_unfinished_when_there_is_no_pack_any_more():
    players = (RandomPlayer(), RandomPlayer())
    states_seen = list(
        play_game(usual_rules(), DEALER, players, one_pack(shuffled(1, 0, 0, 0)), seated(1, 0))
    )
    last, _ = states_seen[-1]
    assert (last.over, last.needs_pack, last.number) == (False, True, 1)
    assert list(play_game(usual_rules(), DEALER, players, lambda *_: None, seated(1, 0))) == []


def test_a_game_begins_with_the_score_that_is_given_or_none():
    players, packs = (RandomPlayer(), RandomPlayer()), one_pack(pack("9S 2S", "8S 3S", "4H QH 5H"))
    begun = (usual_rules(hand_size=2), DEALER, players, packs, seated(1, 0))
    assert next(play_game(*begun, score=(31, 7)))[0].deal.score == (31, 7)
    assert next(play_game(*begun))[0].deal.score == (0, 0)


def test_packs_are_asked_for_by_deal_and_attempt_and_no_longer_than_a_deal_needs():
    asked = []

    def packs(deal, attempt, count):
        asked.append((deal, attempt, count))
        return shuffled(1, 0, deal, attempt, count)

    some_rules = usual_rules(redeal="nothing_above_ten", hand_size=2, target=10)
    facts = []
    for _, new in play_game(
        some_rules, DEALER, (RandomPlayer(), RandomPlayer()), packs, seated(1, 0)
    ):
        facts += new
    void = sum(isinstance(fact, ThrownUp) for fact in facts)
    assert asked[0] == (0, 0, 7)
    assert {count for _, _, count in asked} == {7}
    assert sum(attempt > 0 for _, attempt, _ in asked) == void > 0
    assert sorted(set(asked)) == asked


def test_packs_do_not_depend_on_the_players():
    packs = packs_of(7, 3)
    assert packs(2, 1, 22) == shuffled(7, 3, 2, 1, 22)
    assert packs(2, 1, 52) == shuffled(7, 3, 2, 1)


def test_each_seat_has_luck_of_its_own():
    assert seated(7, 3) == (Luck.of(7, 3, Player.A), Luck.of(7, 3, Player.B))


def test_a_player_who_breaks_the_rules_is_refused():
    a, b = ScriptedPlayer(cards("3C")), ScriptedPlayer(cards("9S"))
    game = play_game(
        usual_rules(hand_size=2, following="must_follow"), DEALER, (a, b),
        one_pack(pack("9S 2S", "8S 3C", "4H QH 5H")), seated(1, 0),
    )  # fmt: skip
    with pytest.raises(IllegalPlayError, match="3C breaks following=must_follow: 8S"):
        list(game)


def test_throwing_up_is_for_the_player_who_is_asked():
    # The elder hand B is good; A may throw up, and does.
    a, b = ScriptedPlayer((), (True,)), ScriptedPlayer((), (False,))
    game = play_game(
        usual_rules(hand_size=2, redeal="no_ace_or_face"), DEALER, (a, b),
        one_pack(pack("KS 2S", "8S 3C", "4H QH 5H")), seated(1, 0),
    )  # fmt: skip
    told = [fact for _, facts in game for fact in facts]
    assert [fact.player.name for fact in told if isinstance(fact, ThrownUp)] == ["A"]
