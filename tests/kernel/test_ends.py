"""Scores at the ends of deals, and first deals with other luck, against the reference engine."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules

pytest.importorskip("numba")

from penneech.chance import Luck
from penneech.events import Player
from penneech.kernel import ends
from penneech.kernel.ends import deal_ends, first_deals
from penneech.players.registry import player_named
from penneech.players.table import packs_of, play_game
from penneech.rules import BOUNDS, Penneech, Redeal
from penneech.study.chances import _by_reference
from penneech.study.rows import Chunk
from penneech.variant import load_variant, variant_ids

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
FEW = settings(max_examples=10 if SLOW else 60, deadline=None)
PAIRS = [("random", "random"), ("greedy", "greedy"), ("greedy", "random")]
PARLETT = load_variant("parlett").rules

seeds = st.integers(0, 2**64 - 1)
games = st.integers(0, 2**31 - 9)


def ends_of_engine(by, players, seed, numbers, swapped):
    """Rows as `deal_ends` gives them, from the reference engine."""
    chunk = Chunk("a-variant", by, players, seed, numbers.start, numbers.stop, 1)
    return [
        [game, number, *end]
        for game, (deals, _) in zip(numbers, _by_reference(chunk, swapped), strict=True)
        for number, end in enumerate(deals)
    ]


@given(by=rules(), seed=seeds, first=games, data=st.data())
@FEW
def test_the_ends_of_deals_are_those_of_the_engine_under_any_rules(by, seed, first, data):
    players = data.draw(st.sampled_from(PAIRS))
    numbers = range(first, first + data.draw(st.integers(0, 3)))
    for swapped in (0, 1):
        found = deal_ends(
            by, players, seed, numbers.start, numbers.stop, swapped=bool(swapped)
        ).tolist()
        assert found == ends_of_engine(by, players, seed, numbers, swapped)


@pytest.mark.parametrize("variant", sorted(variant_ids()))
def test_the_ends_of_deals_are_those_of_the_engine_under_every_variant(variant):
    by, numbers = load_variant(variant).rules, range(2 if SLOW else 6)
    found = deal_ends(by, ("greedy", "random"), 4, 0, len(numbers)).tolist()
    assert found == ends_of_engine(by, ("greedy", "random"), 4, numbers, 0)


@pytest.mark.skipif(SLOW, reason="a thousand deals take too long with the compiler off")
def test_a_long_game_needs_a_larger_book_and_loses_nothing(monkeypatch):
    by = replace(
        PARLETT,
        card_points=(),
        penneech=Penneech(PARLETT.penneech.card, 0, 0),
        redeal=Redeal.NEVER,
        excess_over=60,
    )
    found = deal_ends(by, ("random", "random"), 1, 0, 2)
    assert found[:, 1].tolist() == [*range(1000)] * 2
    assert not found[:, 3:].any()
    monkeypatch.setattr(ends, "USUAL_TRACE", 1)
    monkeypatch.setattr(ends, "USUAL_DEALS", 0)
    again = deal_ends(PARLETT, ("greedy", "random"), 1, 0, 30)
    monkeypatch.undo()
    assert again.tolist() == deal_ends(PARLETT, ("greedy", "random"), 1, 0, 30).tolist()


@given(by=rules(), seed=seeds, luck=seeds, first=games, players=st.sampled_from(PAIRS))
@FEW
def test_first_deals_have_packs_of_one_seed_and_luck_of_another(by, seed, luck, first, players):
    found = first_deals(by, players, seed, luck, first, first + 2).tolist()
    long = replace(by, target=BOUNDS["target"][1])
    seats = [player_named(name) for name in players]
    for game, points in zip((first, first + 1), found, strict=True):
        packs = packs_of(seed, game)
        lucks = (Luck.of(luck, game, Player.A), Luck.of(luck, game, Player.B))

        def only_first(deal, attempt, count, packs=packs):
            return None if deal else packs(deal, attempt, count)

        *_, (state, _) = play_game(long, Player.A, seats, only_first, lucks)
        assert list(state.score) == points or max(state.score) >= long.target
