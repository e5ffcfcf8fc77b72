"""Deals walked to their ends, best answers and CFR+, held against OpenSpiel's own."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pyspiel
import pytest

from penneech.errors import PenneechError
from penneech.events import Player
from penneech.research.answers import (
    best_answer,
    cfr_plus,
    evenly,
    exploitability,
    plan_of,
    plans_of,
    worth,
)
from penneech.research.choices import open_choices
from penneech.research.openspiel import NAME
from penneech.research.sequences import sequences_of
from penneech.research.table import Table

SEVEN = "AK7-DS+Q-S"


def walked(variant="parlett", pack=SEVEN, hand_size=2, first_deal="a", redeal="never"):
    return sequences_of(
        Table.of(variant, pack=pack, hand_size=hand_size, deals=1, first_deal=first_deal,
                 redeal=redeal)
    )  # fmt: skip


def unevenly(_, choices):
    """Shares that differ, so that a choice taken for another would be seen."""
    weights = [1 + choice % 5 for choice in choices]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize(("variant", "dealer"), [("cotton-counted", "b")])
def test_openspiel_finds_the_same_worth_and_the_same_exploitability(variant, dealer):
    game = pyspiel.load_game(
        NAME,
        {"variant": variant, "pack": SEVEN, "hand_size": 2, "deals": 1, "dealer": dealer,
         "redeal": "never"},
    )  # fmt: skip
    policy, waiting = {}, [game.start]
    while waiting:
        position = waiting.pop()
        if position.is_over:
            continue
        steps = position.choices or [draw for draw, _ in position.outcomes]
        if (me := position.to_move) is not None:
            shares = unevenly(None, steps)
            policy[f"{me.name}: " + "; ".join(position.logs[me])] = list(
                zip(steps, shares, strict=True)
            )
        waiting += [position.after(step) for step in steps]
    told = pyspiel.TabularPolicy(policy)
    deal = walked(variant, first_deal=dealer)
    plans = plans_of(deal, unevenly)
    theirs = pyspiel.expected_returns(game.new_initial_state(), told, -1, False)  # noqa: FBT003  # OpenSpiel's order
    assert worth(deal, plans) == pytest.approx(theirs[0])
    assert exploitability(deal, plans) == pytest.approx(pyspiel.exploitability(game, told))


def test_openspiel_ends_and_places_are_as_many_as_can_be_counted_by_hand():
    """Seven cards of one suit: every card may be played; the last of two needs no choice."""
    deal = walked(pack="AKQJT97-D")
    assert deal.ends == 21 * 10 * (3 * 2 * 1) * 4
    a, b = deal.places
    # B leads, by its hand and the turn-up; A, who has its own hand, the turn-up, and the lead.
    assert len(b.games) == 21 * 5
    assert len(a.games) == 21 * 5 * 4
    assert (a.sequences, b.sequences) == (1 + 2 * len(a.games), 1 + 2 * len(b.games))


def test_openspiel_a_plan_parts_at_each_place_what_came_before():
    deal = walked(pack="AKQJT97-D")
    for places in deal.places:
        plan = plan_of(places, unevenly)
        for game, before, first, end in places:
            assert plan[first:end].sum() == pytest.approx(plan[before])
            assert places.choices[first:end].tolist() == open_choices(game)


def test_openspiel_with_one_card_each_nobody_has_anything_to_choose():
    deal = walked(pack="AK7-DHS+Q-S", hand_size=1)
    assert [len(places.games) for places in deal.places] == [0, 0]
    assert exploitability(deal, plans_of(deal, evenly)) == pytest.approx(0)


def test_openspiel_cfr_plus_comes_to_plans_from_which_next_to_nothing_can_be_won():
    deal = walked()
    *_, plans = islice(cfr_plus(deal), 100)
    lost = exploitability(deal, plans)
    assert -1e-9 < lost < 0.001
    for player in Player:
        best = best_answer(deal, player, plans[player.other])
        assert best == pytest.approx(worth(deal, plans) * (1 - 2 * player), abs=0.002)
    assert exploitability(deal, plans_of(deal, evenly)) > 3


def test_openspiel_nobody_does_better_than_the_best_answer():
    deal = walked("gamerules")
    uneven = plans_of(deal, unevenly)
    dice = np.random.default_rng(1)
    best = best_answer(deal, Player.A, uneven[1])
    for _ in range(20):
        sure = plan_of(
            deal.places[0],
            lambda _, choices: np.eye(len(choices))[dice.integers(len(choices))].tolist(),
        )
        assert worth(deal, (sure, uneven[1])) <= best + 1e-9


@pytest.mark.parametrize(
    ("told", "text"),
    [({"first_deal": "cut"}, "who is named, not cut"), ({"redeal": "auto"}, "give redeal never")],
)
def test_openspiel_a_deal_that_has_no_end_is_told_in_one_line(told, text):
    with pytest.raises(PenneechError, match=text):
        walked(**told)
