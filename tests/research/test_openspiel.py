"""The game of OpenSpiel: its own suites, playthroughs, chance, what is hidden, and the ladder.

When a change of a playthrough is meant, they are made again by
`python tests/research/test_openspiel.py`, and the diff is read.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, get_all_states, ismcts, mcts
from open_spiel.python.observation import make_observation
from strategies import rules as any_rules

from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.research.openspiel import NAME
from penneech.research.players import SeatedPlayer
from penneech.variant import variant_ids

GOLDEN = Path(__file__).parents[1] / "golden"
TREE = f"{NAME}(variant=parlett,deals=1,pack=AK7-DS,hand_size=1,dealer=a,redeal=never)"
TWO = f"{NAME}(variant=parlett,deals=1,pack=AK7-DS+Q-S,hand_size=2,dealer=a,redeal=never)"
OWN_HAND = f"{NAME}(variant=wikipedia-it,deals=1)"
PLAYTHROUGHS = {
    "openspiel-tiny.txt": f"{NAME}(variant=parlett,pack=tiny,deals=1,dealer=a)",
    "openspiel-gamerules.txt": f"{NAME}(variant=gamerules,deals=1,hand_size=3)",
    "openspiel-own-hand.txt": f"{NAME}(variant=wikipedia-it,pack=A987-CDHS,deals=1,hand_size=2)",
}
SEED = 1674


def loaded(**told):
    return pyspiel.load_game(NAME, told)


def walked(game, seed, steps=None):
    """Walk at random, by the chances; give every state, the last one too."""
    dice, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal() and steps != 0:
        yield state
        if state.is_chance_node():
            draws, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(draws, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            steps = steps and steps - 1
    yield state


@pytest.mark.parametrize("variant", variant_ids())
def test_openspiel_random_sim_test_passes_with_every_variant(variant):
    pyspiel.random_sim_test(
        loaded(variant=variant, target=25), num_sims=1, serialize=True, verbose=False
    )


def test_openspiel_random_sim_test_passes_on_whole_games():
    pyspiel.random_sim_test(loaded(), num_sims=2, serialize=True, verbose=False)


@given(any_rules(), st.integers(1, 3))
@settings(max_examples=10)
def test_openspiel_random_sim_test_passes_with_any_rules_of_the_space(some_rules, hand):
    """They come as OpenSpiel is told them, by the path of a file, so that a state can be kept."""
    with TemporaryDirectory() as folder:
        own = Path(folder) / "any.yaml"
        own.write_text(json.dumps(variant_of(some_rules)), encoding="utf-8")
        game = loaded(variant=str(own), deals=2, hand_size=min(hand, some_rules.hand_size))
        assert game.table.rules == replace(some_rules, hand_size=game.table.rules.hand_size)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def variant_of(some_rules):
    """A variant's file with these rules."""
    told = some_rules.resolved()
    because = {"basis": "conjecture", "note": {"en": "For this test."}}
    points = {point: {"reading": reading, **because} for point, reading in told["rules"].items()}
    figures = {name: {"value": told[name], **because} for name in told if name != "rules"}
    return {
        "id": "any", "extends": "parlett", "title": {"en": "Any"}, "rules": points,
        "parameters": figures,
    }  # fmt: skip


class TestOpenspielPartialTree(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's suite for games that are too large to be walked, on the game as it is played."""

    game_name = NAME
    game = pyspiel.load_game(NAME)


class TestOpenspielPartialTreeWithHandsThrownUp(api_test.EnforceAPIOnPartialTreeBase):
    """The same where each player may lay the own hand aside and draw another."""

    game_name = OWN_HAND
    game = pyspiel.load_game(OWN_HAND)


class TestOpenspielFullTree(api_test.EnforceAPIOnFullTreeBase):
    """OpenSpiel's suite on every state of a tiny game."""

    game_name = TREE
    game = pyspiel.load_game(TREE)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # 6 cards: each hand, the turn-up, the card turned last; one choice for each player.
        api_test.TOTAL_NUM_STATES[TREE] = (1 + 6 + 30 + 120, 240, 360)
        api_test.PERFECT_RECALL_NUM_STATES[TREE] = 6 * 5 + 6 * 5 * 4


def test_openspiel_a_hand_of_two_is_walked_to_every_end():
    """Seven cards of one suit: every card may be played, so the ends can be counted by hand."""
    game = loaded(
        variant="parlett", deals=1, pack="AKQJT97-D", hand_size=2, dealer="a", redeal="never"
    )

    def ends(position):
        if position.is_over:
            return 1
        steps = [draw for draw, _ in position.outcomes] if position.is_chance else position.choices
        return sum(ends(position.after(step)) for step in steps)

    assert ends(game.start) == 21 * 10 * (3 * 2 * 1) * 4


def test_openspiel_the_tensor_of_a_deal_tells_as_much_as_the_string():
    game = pyspiel.load_game(TREE)
    states = get_all_states.get_all_states(game, include_terminals=False).values()
    told = {
        (state.current_player(), state.information_state_string()): tuple(
            state.information_state_tensor()
        )
        for state in states
    }
    assert len(set(told.values())) == len(told) == 150


class TestOpenspielFullTreeOfTwoCards(api_test.EnforceAPIOnFullTreeBase):
    """The same with two cards each, where the players have something to choose."""

    game_name = TWO
    game = pyspiel.load_game(TWO)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        api_test.TOTAL_NUM_STATES[TWO] = (7018, 10818, 4464)
        api_test.PERFECT_RECALL_NUM_STATES[TWO] = 7437

    def test_game_is_perfect_recall(self):
        """Once, and not three times as the suite has it: nothing in the game may change."""
        found = api_test._assert_is_perfect_recall(self.game)  # noqa: SLF001  # the suite's own
        assert len(found) == api_test.PERFECT_RECALL_NUM_STATES[TWO]


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_openspiel_playthroughs_are_as_they_were(name):
    told = generate_playthrough.playthrough(PLAYTHROUGHS[name], None, seed=SEED)
    assert told == (GOLDEN / name).read_text(encoding="utf-8")


def test_openspiel_draws_have_the_chances_of_a_shuffled_pack():
    """Hands are drawn in rising order; each pair of hands must be as likely as any other."""
    state = loaded(
        deals=1, pack="AK7-DS", hand_size=1, dealer="a", redeal="never"
    ).new_initial_state()
    assert state.chance_outcomes() == [(index, 1 / 6) for index in (18, 24, 25, 44, 50, 51)]
    state = loaded(deals=1, pack="tiny", dealer="a", redeal="never").new_initial_state()
    chances = {}

    def walk(state, chance, drawn):
        if len(drawn) == 2:
            chances[drawn] = chance
            return
        for draw, share in state.chance_outcomes():
            walk(state.child(draw), chance * share, (*drawn, draw))

    walk(state, 1.0, ())
    assert len(chances) == 28
    assert list(chances.values()) == pytest.approx([1 / 28] * 28)


def test_openspiel_the_cut_decides_and_both_are_as_likely_to_deal():
    game = loaded(variant="gamerules", deals=1)
    deals = [0.0, 0.0]
    root = game.new_initial_state()
    for first, chance in root.chance_outcomes():
        cut = root.child(first)
        for second, share in cut.chance_outcomes():
            assert PACK[first].rank is not PACK[second].rank
            deals[cut.child(second).position.game.dealer] += chance * share
    assert deals == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(("dealer", "named"), [("a", 0), ("b", 1)])
def test_openspiel_who_deals_first_can_be_told(dealer, named):
    assert loaded(dealer=dealer).new_initial_state().position.game.dealer == named


@pytest.mark.parametrize("variant", ["parlett", "wikipedia-it", "seven-in-hand", "cotton-counted"])
def test_openspiel_no_card_is_drawn_before_it_is_turned(variant):
    for state in walked(loaded(variant=variant, deals=2), seed=4):
        position = state.position
        if position.to_move is not None:
            assert len(position.pack.drawn()) == position.game.deal.top


def _alike(state, player, other):
    assert state.information_state_string(player) == other.information_state_string(player)
    assert state.observation_string(player) == other.observation_string(player)
    assert state.information_state_tensor(player) == other.information_state_tensor(player)
    assert state.observation_tensor(player) == other.observation_tensor(player)


def account_of(position, player):
    """What a player has seen of the table now, told from the engine's deal and not by our View."""
    deal = position.game.deal
    mine = [t.led if t.leader is player else t.reply for t in deal.history]
    if deal.led is not None and deal.to_move is not player:
        mine.append(deal.led)
    dealt = tuple(sorted(map(str, (*deal.hands[player], *mine))))
    return dealt, deal.to_move, deal.turn_ups, deal.history, deal.led, deal.score


def accounts(game):
    """Each position in which somebody is to choose, with all that each player saw up to it."""
    waiting = [(game.new_initial_state(), ((), ()))]
    while waiting:
        state, told = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            told = tuple([(*told[p], account_of(state.position, p)) for p in Player])
            yield state, told
        waiting += [(state.child(action), told) for action in state.legal_actions()]


def seen_in(state, player):
    return (
        state.information_state_string(player), tuple(state.information_state_tensor(player)),
        state.observation_string(player), tuple(state.observation_tensor(player)),
    )  # fmt: skip


def look_alike_where_the_same_was_seen(game):
    """What is hidden is in nothing, and what was seen is never forgotten, on the whole tree.

    Where a player saw the same, strings and tensors are equal; where string or tensor of an
    information state is equal, it saw the same.
    """
    looks, by_string, by_tensor = {}, {}, {}
    for state, told in accounts(game):
        for player in Player:
            saw, look = (player, told[player]), seen_in(state, player)
            string, tensor = look[:2]
            assert looks.setdefault(saw, look) == look
            assert by_string.setdefault(string, saw) == saw
            assert by_tensor.setdefault(tensor, saw) == saw
    assert len(looks) == len(by_string) == len(by_tensor)
    return len(looks)


@pytest.mark.parametrize("variant", variant_ids())
def test_openspiel_states_look_alike_where_the_player_saw_the_same_and_nowhere_else(variant):
    game = loaded(variant=variant, deals=1, pack="AK7-DS", hand_size=1, dealer="a", redeal="never")
    # Of the own card and the turn-up 30: before the lead for both, after it for B, who led; 120 for
    # A, who sees what was led. Here, with a diamond turned, pegs may tell of the other's penneech.
    more = 24 if variant == "seven-in-hand" else 0
    assert look_alike_where_the_same_was_seen(game) == 30 + 30 + 30 + 120 + more


def test_openspiel_states_of_two_cards_look_alike_where_the_same_was_seen():
    """Here a trick has gone before, and the penneech in hand is told to its holder alone."""
    game = loaded(
        variant="cotton-counted", deals=1, pack="AK7-DS+Q-S", hand_size=2, dealer="a",
        redeal="never",
    )  # fmt: skip
    assert look_alike_where_the_same_was_seen(game) > 7437


@given(
    st.sampled_from(variant_ids()), st.sampled_from([2, 3, 7]), st.integers(0, 2**32),
    st.integers(0, 40),
)  # fmt: skip
def test_openspiel_states_that_differ_in_hidden_cards_look_alike(variant, hand, seed, steps):
    game, dice = loaded(variant=variant, hand_size=hand, deals=2, target=200), random.Random(seed)
    *_, state = walked(game, seed, steps)
    if state.current_player() < 0:
        return
    for player in range(2):
        other = state.resample_from_infostate(player, dice.random)
        _alike(state, player, other)
        mine = state.position.game.deal.hands[player]
        assert other.position.game.deal.hands[player] == mine
        if state.current_player() == player:
            assert state.legal_actions() == other.legal_actions()


def test_openspiel_another_world_has_other_hidden_cards():
    *_, state = walked(loaded(deals=1), seed=1, steps=3)
    dice = random.Random(1)
    worlds = {
        state.resample_from_infostate(0, dice.random).position.game.deal.hands for _ in range(20)
    }
    assert len(worlds) > 15


def test_openspiel_that_a_bad_hand_was_kept_is_not_told_to_the_other():
    game = loaded(variant="cotton-1674", deals=1, pack="A98765-CDHS", hand_size=2, dealer="a")
    for seed in range(200):
        for state in walked(game, seed):
            if state.position.is_asked(Player.B) and len(state.position.pack.drawn()) == 4:
                other = state.information_state_string(0)
                after = state.child(53)
                while after.is_chance_node():
                    after = after.child(after.legal_actions()[0])
                assert "keep" not in after.information_state_string(0)
                assert "keep" in after.information_state_string(1)
                assert after.information_state_string(0).startswith(other)
                return
    pytest.fail("nobody was ever asked")


def test_openspiel_public_and_private_observations_part_what_is_seen():
    game = loaded(deals=1)
    secrets = pyspiel.PrivateInfoType
    public, private = (
        make_observation(
            game,
            pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=info),
        )
        for public, info in ((True, secrets.NONE), (False, secrets.SINGLE_PLAYER))
    )
    for state in walked(game, seed=2):
        assert public.string_from(state, 0) == public.string_from(state, 1)
        public.set_from(state, 0)
        one = public.tensor.copy()
        public.set_from(state, 1)
        assert np.array_equal(one, public.tensor)
    assert "hand" in private.dict
    assert "hand" not in public.dict


def test_openspiel_utility_is_the_win_of_a_game_and_the_points_of_a_deal():
    for told, earned in (({"target": 20}, {1.0, -1.0}), ({"deals": 1}, None)):
        *_, end = walked(loaded(**told), seed=3)
        score = end.position.game.score
        assert sum(end.returns()) == 0
        assert end.returns()[0] in (earned or {score[0] - score[1]})


def test_openspiel_points_never_pass_the_bounds():
    for variant in variant_ids():
        game = loaded(variant=variant, deals=1)
        for seed in range(5):
            *_, end = walked(game, seed)
            assert game.min_utility() <= min(end.returns())


def refuses(state, action, text):
    """The action is refused by a ValueError of one line, and the state is what it was."""
    before = str(state), state.history(), state.position
    with pytest.raises(ValueError, match=text) as caught:
        state.apply_action(action)
    assert "\n" not in str(caught.value)
    assert (str(state), state.history(), state.position) == before


@pytest.mark.parametrize("variant", ["parlett", "wikipedia-it", "gamerules"])
def test_openspiel_what_cannot_come_next_is_refused_at_every_state(variant):
    dice = random.Random(6)
    for state in walked(loaded(variant=variant, deals=1), seed=6):
        if state.is_terminal():
            for action in (0, 99):
                refuses(state, action, f"^{action} cannot come next: the game is over$")
            assert state.is_terminal()
            break
        text = "cannot be drawn now; give one of" if state.is_chance_node() else "open"
        closed = sorted(set(range(54)) - set(state.legal_actions()))
        for action in (*dice.sample(closed, min(5, len(closed))), 54, 99):
            refuses(state, action, f"^{action} .*{text}")


def test_openspiel_a_card_drawn_already_is_not_drawn_again():
    state = loaded(deals=1, dealer="a").new_initial_state()
    for card in (3, 5, 8):
        state.apply_action(card)
    for card in (3, 5, 8, 4, 49):  # of a hand in rising order four are wanted: 48 is the last
        refuses(state, card, f"^{card} cannot be drawn now; give one of 9, 10, .*, 48$")
    state.apply_action(48)


def test_openspiel_where_luck_says_who_deals_no_card_is_drawn():
    refuses(
        loaded(dealer="coin").new_initial_state(), 2, "^2 cannot be drawn now; give one of 0, 1$"
    )


def test_openspiel_ismcts_plays_a_deal():
    game = loaded(deals=1, hand_size=3)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 20.0, 10,
        random_state=np.random.RandomState(1),
    )  # fmt: skip
    dice, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["random", "greedy", "pimc:4", "infer:4"])
@pytest.mark.parametrize("pack", ["full", "tiny"])
def test_openspiel_the_ladder_plays_legal_cards_and_the_same_again(name, pack):
    pytest.importorskip("numba")
    player = SeatedPlayer(name, seed=1)
    game = loaded(deals=1, pack=pack)
    for seed in range(3):
        for state in walked(game, seed):
            if state.current_player() >= 0:
                choice = player.choice(state.position)
                assert choice in state.legal_actions()
                assert choice == player.choice(state.position)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"variant": "parlet"}, "did you mean parlett"),
        ({"pack": "huge"}, "names no pack"),
        ({"pack": "AK-DS"}, "the pack has 4"),
        ({"dealer": "c"}, "dealer is"),
        ({"utility": "fun"}, 'utility is "fun"; give auto, win, points'),
        ({"redeal": "often"}, "redeal is"),
        ({"deals": 1001}, "deals is 1001"),
    ],
)
def test_openspiel_what_cannot_be_played_is_told_in_one_line(told, text):
    with pytest.raises(PenneechError, match=text) as caught:
        loaded(**told)
    assert "\n" not in str(caught.value)


if __name__ == "__main__":
    for name, game in PLAYTHROUGHS.items():
        text = generate_playthrough.playthrough(game, None, seed=SEED)
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="\n")
