"""The environment of PettingZoo: its own suites, what is hidden, rewards, and whole games."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test
from strategies import rules as any_rules
from table import with_other_hidden_cards

import penneech
from penneech.cards import PACK
from penneech.errors import IllegalPlayError, PenneechError, SeedError
from penneech.players.registry import player_named
from penneech.players.table import play_by_number
from penneech.research.numbers import places_in
from penneech.research.pettingzoo import AGENTS, env, raw_env
from penneech.variant import load_variant, variant_ids

TOLD = [
    {"variant": "parlett"},
    {"variant": "wikipedia-it", "deals": 1},
    {"variant": "cotton-counted", "rewards": "win"},
    {"variant": "seven-in-hand", "hand_size": 3, "target": 20},
    {"variant": "gamerules", "max_cycles": 30},
]
BOX = "Observation space for each agent probably should be gymnasium.spaces.box"


def passes_api_test(environment, cycles):
    with warnings.catch_warnings():
        # With an action mask it is a dictionary; the suite knows that of its own games by name.
        warnings.filterwarnings("ignore", message=BOX)
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(environment, num_cycles=cycles)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["variant"])
def test_pettingzoo_api_test_passes(told):
    passes_api_test(env(**told), 300)


@pytest.mark.parametrize("variant", variant_ids())
def test_pettingzoo_api_test_passes_with_every_variant(variant):
    passes_api_test(env(variant=variant, deals=1), 30)


@given(any_rules())
@settings(max_examples=15)
def test_pettingzoo_api_test_passes_with_any_rules_of_the_space(some_rules):
    """The suite wants somebody to choose after every reset: so here no first turn-up wins."""
    dearest = max(some_rules.honour_points(card) for card in PACK)
    beyond = 1 + dearest + some_rules.penneech.turned_up
    passes_api_test(env(variant=some_rules, deals=1, target=max(some_rules.target, beyond)), 10)


@given(any_rules(), st.integers(1, 9), st.integers(0, 2**32))
def test_pettingzoo_small_targets_are_played_out_with_any_rules_of_the_space(rules, target, seed):
    environment = env(variant=rules, target=target, deals=5)
    earned = played(environment, any_open(seed), seed=seed)
    game = environment.unwrapped.game
    assert earned == game.score[0] - game.score[1]


@pytest.mark.parametrize("told", TOLD[:2], ids=lambda told: told["variant"])
def test_pettingzoo_seed_test_passes(told):
    seed_test(lambda: env(**told), num_cycles=100)


def test_pettingzoo_render_test_passes(capsys):
    render_test(env)
    assert "may play" in capsys.readouterr().out


def test_pettingzoo_ansi_gives_the_table_and_human_prints_it_after_each_choice(capsys):
    texts = []
    for mode in (None, "ansi", "human"):
        environment = env(render_mode=mode)
        environment.reset(seed=1)
        mask = environment.last()[0]["action_mask"]
        environment.step(int(np.flatnonzero(mask)[0]))
        printed = capsys.readouterr().out
        texts.append(environment.render() if mode == "ansi" else printed.rstrip())
        assert bool(printed) is (mode == "human")
    assert texts[0] == ""
    assert texts[1] == texts[2]
    assert "seen by A" in texts[1] or "seen by B" in texts[1]


def test_pettingzoo_render_without_a_mode_warns_and_shows_nothing():
    environment = raw_env()
    environment.reset(seed=1)
    with pytest.warns(UserWarning, match="give human or ansi"):
        assert environment.render() is None


def test_pettingzoo_a_game_between_learners_raises_no_warning(recwarn):
    """Neither Gymnasium nor PettingZoo finds anything amiss while a game is played."""
    played(env(deals=2, render_mode="ansi"), any_open(4), seed=8)
    assert not recwarn.list


def played(environment, choose, seed=None):
    """Play a game out; give all rewards of player_0."""
    environment.reset(seed=seed)
    earned = 0.0
    while environment.agents:
        observation, reward, terminated, truncated, _ = environment.last()
        if environment.agent_selection == AGENTS[0]:
            earned += reward
        over = terminated or truncated
        environment.step(None if over else choose(environment, observation["action_mask"]))
    return earned


def any_open(seed):
    dice = random.Random(seed)
    return lambda _, mask: dice.choice(np.flatnonzero(mask).tolist())


@pytest.mark.parametrize("variant", variant_ids())
def test_pettingzoo_every_variant_is_played_to_its_target(variant):
    environment = env(variant=variant)
    earned = played(environment, any_open(1), seed=5)
    game = environment.unwrapped.game
    assert game.over
    assert game.winner is not None
    assert earned == game.score[0] - game.score[1]


def test_pettingzoo_a_win_is_one_and_minus_one():
    environment = env(rewards="win")
    earned = played(environment, any_open(2), seed=6)
    assert earned == (1 if environment.unwrapped.game.winner == 0 else -1)


@pytest.mark.parametrize("rewards", ["points", "win"])
@pytest.mark.parametrize("after_another", [False, True])
def test_pettingzoo_a_game_won_by_the_first_turn_up_is_over_at_reset(rewards, after_another):
    """Nobody chooses, yet both agents are told that it is over, and what it brought."""
    environment = env(target=3, rewards=rewards)
    raw, winners = environment.unwrapped, set()
    for seed in range(20):
        if after_another:
            played(environment, any_open(1), seed=40)
        environment.reset(seed=seed)
        if not raw.game.over:
            assert set(environment.rewards.values()) == {0.0}
            continue
        winners.add(raw.game.winner)
        assert all(environment.terminations.values())
        told = {}
        for agent in environment.agent_iter(3):
            seen, told[agent], terminated, truncated, _ = environment.last()
            assert (terminated, truncated) == (True, False)
            assert not seen["action_mask"].any()
            environment.step(None)
        ahead = raw.game.score[0] - raw.game.score[1]
        if rewards == "win":
            ahead = 1 - 2 * raw.game.winner
        assert told == {AGENTS[0]: ahead, AGENTS[1]: -ahead}
        assert environment.agents == []
    assert winners == {0, 1}


def test_pettingzoo_deals_end_the_game():
    environment = env(deals=2)
    played(environment, any_open(3), seed=7)
    assert environment.unwrapped.game.number == 2
    assert environment.unwrapped.game.winner is None


def test_pettingzoo_max_cycles_cuts_a_game_short():
    environment = env(max_cycles=5)
    environment.reset(seed=1)
    for _ in range(5):
        assert not any(environment.truncations.values())
        mask = environment.last()[0]["action_mask"]
        environment.step(int(np.flatnonzero(mask)[0]))
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())


def test_pettingzoo_a_seed_has_the_packs_of_simulate_and_the_players_their_luck():
    """The game of a seed between computer players is that which `simulate` plays."""
    environment = env(variant="parlett")
    for number in range(2):
        played(
            environment,
            lambda e, _: e.unwrapped.choice_of("random"),
            seed=11 if not number else None,
        )
        *_, (game, _) = play_by_number(
            load_variant("parlett").rules, [player_named("random")] * 2, 11, number
        )
        assert environment.unwrapped.game.score == game.score


def test_pettingzoo_a_game_of_a_number_is_begun_by_an_option():
    first, second = raw_env(), raw_env()
    first.reset(seed=3)
    first.reset()
    second.reset(seed=3, options={"game": 1})
    assert first.game.deal.hands == second.game.deal.hands


def test_pettingzoo_only_who_is_to_choose_has_open_choices():
    environment = raw_env()
    environment.reset(seed=1)
    chooser = environment.agent_selection
    (other,) = set(AGENTS) - {chooser}
    assert environment.observe(chooser)["action_mask"].sum() == 7
    assert environment.observe(other)["action_mask"].sum() == 0


def test_pettingzoo_no_choice_to_throw_up_where_no_hand_ever_is(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text(
        "id: mine\nextends: parlett\ntitle: {en: Mine}\nrules:\n  redeal: {reading: never, "
        "basis: conjecture, note: {en: For this test.}}\n",
        encoding="utf-8",
    )
    assert raw_env(str(own)).action_space(AGENTS[0]).n == 52
    assert raw_env().action_space(AGENTS[0]).n == 54


def test_pettingzoo_an_illegal_card_is_refused_by_its_rule_and_ends_the_game():
    environment = raw_env()
    environment.reset(seed=1)
    held = {card.index for card in environment.view().hand}
    absent = min(set(range(52)) - held)
    with pytest.raises(IllegalPlayError, match="is not in"):
        environment.step(absent)
    checked = env()
    checked.reset(seed=1)
    chooser = checked.agent_selection
    checked.step(absent)
    assert all(checked.terminations.values())
    assert checked.rewards[chooser] == -1


@pytest.mark.parametrize("action", [-1, 54, 10**30, "0", 1.5, None, np.float32(1), [1]], ids=repr)
def test_pettingzoo_what_is_no_choice_is_refused_and_changes_nothing(action):
    """Not even the ace of spades, which is the last of the pack, is played by -1."""
    environment = raw_env()
    environment.reset(seed=next(seed for seed in range(99) if holds_ace_of_spades(seed)))
    before, agent = environment.game, environment.agent_selection
    with pytest.raises(
        ValueError, match="is no choice; give a whole number from 0 to 53"
    ) as caught:
        environment.step(action)
    assert caught.value.rule == "choice"
    assert (environment.game, environment.agent_selection) == (before, agent)
    environment.step(np.int8(51))
    assert environment.game != before


def holds_ace_of_spades(seed):
    environment = raw_env()
    environment.reset(seed=seed)
    return 51 in np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])


def test_pettingzoo_an_answer_is_refused_where_nobody_is_asked():
    environment = raw_env()
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="53 is not open: no hand may be thrown up now; open are"):
        environment.step(53)


def test_pettingzoo_seeds_and_numbers_of_games_may_be_of_numpy():
    one, other = raw_env(), raw_env()
    for kind in (np.int64, np.uint8, np.uint64):
        one.reset(seed=kind(3), options={"game": kind(12)})
        other.reset(seed=3, options={"game": 12})
        assert one.game.deal.hands == other.game.deal.hands
    one.reset()
    other.reset()
    assert one.game.deal.hands == other.game.deal.hands


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"options": {"game": -1}}, "the number of the game is -1; give"),
        ({"options": {"game": "1"}}, "the number of the game is '1'; give"),
        ({"options": {"game": None}}, "the number of the game is None; give"),
        ({"seed": -1}, "the seed is -1; give"),
        ({"seed": 2**64}, "the seed is 18446744073709551616; give"),
        ({"seed": 1.5}, "the seed is 1.5; give"),
        ({"seed": 4, "options": {"game": 1.5}}, "the number of the game is 1.5; give"),
    ],
)
def test_pettingzoo_what_begins_no_game_is_refused_and_changes_nothing(told, text):
    environment, other = raw_env(), raw_env()
    for table in (environment, other):
        table.reset(seed=5)
    with pytest.raises(SeedError, match=text):
        environment.reset(**told)
    assert environment.game == other.game
    environment.reset()
    other.reset()
    assert environment.game.deal.hands == other.game.deal.hands


def test_pettingzoo_an_environment_comes_back_from_a_pickle():
    again = pickle.loads(  # noqa: S301  # made here
        pickle.dumps(raw_env("gamerules", deals=1, rewards="win"))
    )
    assert (again.table.rules, again.reward) == (load_variant("gamerules").rules, "win")


@pytest.mark.parametrize(
    ("make", "copied"), [(raw_env, copy.copy), (raw_env, copy.deepcopy), (env, copy.deepcopy)]
)
def test_pettingzoo_a_copy_goes_on_with_the_game_and_leaves_the_other_alone(make, copied):
    environment, choose = make(target=200), any_open(5)
    environment.reset(seed=9)
    for _ in range(4):
        environment.step(choose(None, environment.last()[0]["action_mask"]))
    before, rewards = environment.unwrapped.game, dict(environment.rewards)
    twin = copied(environment)
    seen = [one.last() for one in (environment, twin)]
    assert (seen[0][0]["observation"] == seen[1][0]["observation"]).all()
    assert seen[0][1:] == seen[1][1:]
    ends = []
    for one in (twin, environment):
        again = any_open(6)
        while one.agents:
            mask, _, over, _, _ = one.last()
            one.step(None if over else again(None, mask["action_mask"]))
        ends.append(one.unwrapped.game)
        if one is twin:
            assert (environment.unwrapped.game, environment.rewards) == (before, rewards)
            assert environment.agents == list(AGENTS)
    assert ends[0] == ends[1]
    assert ends[0].over


def test_pettingzoo_a_copy_of_what_was_not_reset_is_reset_like_it():
    environment = raw_env("gamerules")
    twin = copy.deepcopy(environment)
    for one in (environment, twin):
        one.reset()
    assert environment.game == twin.game


@pytest.mark.parametrize("given_as", [load_variant, penneech.load])
def test_pettingzoo_a_variant_may_be_given_itself(given_as):
    environment = raw_env(given_as("gamerules"), deals=1)
    assert environment.table == raw_env("gamerules", deals=1).table
    again = pickle.loads(pickle.dumps(environment))  # noqa: S301  # made here
    assert again.table == environment.table


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"variant": 3}, "variant is 3; give a variant, its id, the path of its file, or rules"),
        ({"variant": None}, "variant is None; give a variant"),
        ({"variant": "parlet"}, "did you mean parlett"),
        ({"rewards": "money"}, "rewards is"),
        ({"render_mode": "rgb_array"}, "render_mode is"),
        ({"hand_size": 18}, "18"),
        ({"deals": -1}, "deals is -1"),
    ],
)
def test_pettingzoo_what_cannot_be_played_is_told_in_one_line(told, text):
    with pytest.raises(PenneechError, match=text) as caught:
        raw_env(**told)
    assert "\n" not in str(caught.value)


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 60))
def test_pettingzoo_two_tables_that_differ_in_hidden_cards_look_alike(some_rules, seed, choices):
    environment = raw_env(some_rules)
    environment.reset(seed=seed)
    dice = random.Random(seed)
    for _ in range(choices):
        if environment.terminations[AGENTS[0]] or environment.truncations[AGENTS[0]]:
            return
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(dice.choice(np.flatnonzero(mask).tolist()))
    if environment.terminations[AGENTS[0]]:
        return
    agent, before = environment.agent_selection, environment.game
    seen = environment.observe(agent)
    environment.game = with_other_hidden_cards(before, seed)
    again = environment.observe(agent)
    assert (seen["observation"] == again["observation"]).all()
    assert (seen["action_mask"] == again["action_mask"]).all()
    assert environment.observation_space(agent).contains(again)


def test_pettingzoo_the_fields_tell_what_lies_on_the_table():
    environment = raw_env("parlett")
    environment.reset(seed=1)
    view = environment.view()
    environment.step(view.legal[0].index)
    other = environment.view()
    numbers = environment.observe(environment.agent_selection)["observation"]
    places = places_in(environment.fields, numbers[1:])
    assert np.flatnonzero(places["hand"]).tolist() == [card.index for card in other.hand]
    assert np.flatnonzero(places["led"]).tolist() == [view.legal[0].index]
    assert np.flatnonzero(places["turn_up"]).tolist() == [other.turn_up.index]
    assert places["dealer"].tolist() == [1, 0]  # the elder hand has led, so who sees this dealt
    assert places["stock"].tolist() == pytest.approx([37 / 52])
