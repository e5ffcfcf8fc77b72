"""Which rule points carry how much of a difference: the mixtures, the shares, the command."""

from __future__ import annotations

import dataclasses
import json
import re
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from commands import run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules as any_rules

from penneech import kernel
from penneech.errors import StudyError
from penneech.render.rounding import rounded_to_sum
from penneech.rules import faults
from penneech.space import canonical, with_reading
from penneech.study import attribution
from penneech.study.attribution import asked, explain
from penneech.study.between import (
    Between,
    between,
    factors_between,
    mixed,
    played_as,
    sampled_orders,
)
from penneech.study.intervals import Estimate, SharedTotals, Totals, paired_difference
from penneech.study.outcomes import OUTCOMES
from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.study.shares import Products, shares
from penneech.variant import load_variant

POINTS, DEALS = (
    next(one for one in OUTCOMES if one.name == name) for name in ("points_a_deal", "deals_a_game")
)
SKILL = next(one for one in OUTCOMES if one.name == "skill")


def rules_of(name):
    return load_variant(name).rules


def made_up(factors, orders=()):
    """A way between two variants whose mixtures all differ, of nothing but its factors."""
    names = tuple((f"factor {i}",) for i in range(factors))
    met = {0, (1 << factors) - 1}
    met |= {sum(1 << i for i in order[:n]) for order in orders for n in range(factors + 1)}
    places = sorted(met) if orders else range(1 << factors)
    ends = rules_of("cotton-1674"), rules_of("parlett")
    class_of = {mixture: place for place, mixture in enumerate(places)}
    return Between(*ends, names, tuple(orders), (), class_of)


def exact_share(found, figures):
    """The shares of figures that are known without error, one of each class."""
    return [
        sum((weight * figures[place] for place, weight in weights.items()), Fraction(0))
        for weights in found.coefficients()
    ]


def by_orders(factors, figures):
    """Shapley's shares by their definition: the steps of every order, averaged."""
    found = [Fraction(0)] * factors
    orders = list(permutations(range(factors)))
    for order in orders:
        mixture = 0
        for i in order:
            found[i] += figures[mixture | 1 << i] - figures[mixture]
            mixture |= 1 << i
    return [total / len(orders) for total in found]


@st.composite
def games_of_factors(draw):
    factors = draw(st.integers(1, 5))
    figures = draw(st.lists(st.integers(-99, 99), min_size=1 << factors, max_size=1 << factors))
    return factors, [Fraction(figure) for figure in figures]


@given(games_of_factors())
def test_shares_are_the_mean_steps_of_all_orders(game):
    factors, figures = game
    assert exact_share(made_up(factors), figures) == by_orders(factors, figures)


@given(games_of_factors())
def test_shares_add_up_to_the_whole_difference(game):
    factors, figures = game
    assert sum(exact_share(made_up(factors), figures)) == figures[-1] - figures[0]


@given(games_of_factors())
def test_two_factors_that_always_do_the_same_have_the_same_share(game):
    factors, figures = game
    alike = list(figures)
    for mixture in range(len(alike)):
        if factors > 1 and mixture & 3 == 2:
            alike[mixture] = alike[mixture ^ 3]
    found = exact_share(made_up(factors), alike)
    assert factors == 1 or found[0] == found[1]


@given(games_of_factors(), st.integers(-9, 9))
def test_a_factor_that_always_adds_the_same_has_just_that(game, step):
    factors, figures = game
    added = [*figures, *[figure + step for figure in figures]]
    found = exact_share(made_up(factors + 1), added)
    assert found[-1] == step
    assert found[:-1] == exact_share(made_up(factors), figures)


@given(st.integers(2, 6), st.integers(0, 99), st.data())
def test_sampled_orders_are_exact_where_factors_do_not_meet(factors, seed, data):
    steps = data.draw(st.lists(st.integers(-9, 9), min_size=factors, max_size=factors))
    way = made_up(factors, sampled_orders(factors, 4, seed))
    figures = [
        Fraction(sum(step for i, step in enumerate(steps) if mixture >> i & 1))
        for mixture in way.class_of
    ]
    assert exact_share(way, figures) == steps


def test_sampled_orders_stray_around_the_exact_shares():
    factors, dice = 4, np.random.default_rng(1)
    figures = [Fraction(int(figure)) for figure in dice.integers(-99, 99, 1 << factors)]
    exact = exact_share(made_up(factors), figures)
    sampled = []
    for seed in range(400):
        way = made_up(factors, sampled_orders(factors, 8, seed))
        sampled.append(exact_share(way, [figures[mixture] for mixture in way.class_of]))
    table = np.array(sampled, float)
    errors = table.std(axis=0, ddof=1) / np.sqrt(len(table))
    assert (abs(table.mean(axis=0) - np.array(exact, float)) < 4 * errors).all()
    assert (table.std(axis=0) > 0).all()


def test_every_second_order_is_the_reverse_of_the_one_before():
    orders = sampled_orders(9, 64, seed=7)
    assert len(orders) == 64
    assert all(sorted(order) == list(range(9)) for order in orders)
    assert all(orders[i + 1] == orders[i][::-1] for i in range(0, 64, 2))
    assert orders != sampled_orders(9, 64, seed=8)


@examples(60)
@given(any_rules(), any_rules())
def test_every_mixture_of_two_variants_is_allowed(first, second):
    factors = factors_between(first, second)
    assert {name for factor in factors for name in factor} == {
        name
        for name in [*first.resolved()["rules"], "hand_size", "target", "card_points", "penneech",
                     "excess_over"]
        if getattr(first, name) != getattr(second, name)
    }  # fmt: skip
    way = between(first, second, orders=4)
    for mixture in way.class_of:
        assert not faults(mixed(first, second, factors, mixture).resolved())
    assert mixed(first, second, factors, way.whole) == second


def test_who_scores_turn_ups_and_who_the_first_move_as_one():
    factors = factors_between(rules_of("cotton-1674"), rules_of("gamerules"))
    assert ("turn_up_credit", "first_turn_up") in factors


def test_hands_that_leave_no_stock_move_with_who_draws_from_it():
    small = dataclasses.replace(rules_of("cotton-1674"), redeal_scope=type(
        rules_of("cotton-1674").redeal_scope)("own_hand"))  # fmt: skip
    large = dataclasses.replace(rules_of("cotton-1674"), hand_size=12)
    assert factors_between(small, large) == (("redeal_scope", "hand_size"),)
    middle = dataclasses.replace(large, hand_size=9)
    assert factors_between(small, middle) == (("redeal_scope",), ("hand_size",))


def test_mixtures_that_cannot_differ_are_played_once_and_the_ends_as_themselves():
    first, second = rules_of("cotton-1674"), rules_of("gamerules")
    way = between(first, second)
    assert len(way.class_of) == 256
    assert len(way.classes) == 48
    assert way.classes[:2] == (first, second)
    for mixture, place in way.class_of.items():
        rules = mixed(first, second, way.factors, mixture)
        assert canonical(rules, "game") == canonical(way.classes[place], "game")


@examples(40)
@given(any_rules(), st.sampled_from(["greedy", "random"]))
def test_what_stands_for_others_is_played_alike(rules, player):
    # Of what only luck keeps apart the packs are others; the rest has the very same games.
    standing = canonical(rules, "game", "games")
    standing = with_reading(standing, "excess_cards", rules.excess_cards)
    assert canonical(standing, "game") == canonical(played_as(rules, "game"), "game")
    assert played_as(played_as(rules, "game"), "game") == played_as(rules, "game")
    both = [kernel.play_games(one, (player, player), 1, 0, 4) for one in (rules, standing)]
    assert (both[0] == both[1]).all()


def test_greedy_strives_for_tricks_that_nobody_can_score():
    counted = [
        dataclasses.replace(rules_of(name), excess_over=40)
        for name in ("cotton-1674", "excess-with-turn-ups")
    ]
    assert canonical(counted[0], "game") == canonical(counted[1], "game")
    assert len(between(*counted).classes) == 2


def test_all_mixtures_of_nine_factors_are_played_where_few_of_them_can_differ():
    first = rules_of("cotton-bare")
    second = dataclasses.replace(rules_of("gamerules"), target=50)
    way = between(first, second)
    assert len(way.factors) == 9
    assert not way.orders
    assert len(way.class_of) == 512
    assert len(way.classes) <= 256


def planted(rules, games, dice, effects=(2.0, 0.0, -0.5), *, together=0.7):
    """Totals of made-up games: 20 points a deal, and what the mixtures' factors add to them."""
    packs = dice.normal(0, 4, games)
    deals = dice.integers(3, 8, games)
    totals = Products.empty(rules)
    upper, lower = np.zeros((rules, games)), np.zeros((rules, games))
    for mixture in range(rules):
        has = [mixture >> i & 1 for i in range(len(effects))]
        mean = 20 + sum(effect for effect, one in zip(effects, has, strict=True) if one)
        mean += together * has[0] * has[2]
        lower[mixture] = deals + dice.integers(0, 2, games)
        noise = packs + dice.normal(0, 2, games)
        upper[mixture] = np.round(lower[mixture] * mean + noise)
    totals.add(upper.astype(np.int64), lower.astype(np.int64))
    return totals


def test_planted_effects_are_found_within_their_intervals():
    found = shares(made_up(3), planted(8, 4000, np.random.default_rng(3)))
    for share, truth in zip(found.factors, (2.35, 0.0, -0.15), strict=True):
        assert share.low < truth < share.high
        assert share.half_width < 0.1
    assert found.whole.low < 2.2 < found.whole.high


def test_intervals_cover_planted_effects_as_often_as_they_say():
    dice, hits = np.random.default_rng(5), np.zeros(3)
    for _ in range(400):
        found = shares(made_up(3), planted(8, 60, dice))
        truths = zip(found.factors, (2.35, 0.0, -0.15), strict=True)
        hits += [share.low <= truth <= share.high for share, truth in truths]
    assert (hits / 400 > 0.92).all()
    assert (hits / 400 < 0.98).all()


def test_the_lot_of_the_orders_widens_the_interval():
    factors, dice = 3, np.random.default_rng(9)
    orders = ((0, 1, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0))
    way = made_up(factors, orders)
    assert sorted(way.class_of) == list(range(8))
    wide = shares(way, planted(8, 50_000, dice, together=5.0))
    narrow = shares(made_up(factors), planted(8, 50_000, dice, together=5.0))
    assert wide.factors[1].half_width > 0
    assert wide.factors[0].half_width >= narrow.factors[0].half_width


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=12), st.integers(0, 2))
def test_rounded_shares_add_up(figures, places):
    total = round(sum(figures) * 10**places)
    found = rounded_to_sum(figures, total, places)
    assert sum(found) == total
    off = [abs(one - 10**places * figure) for one, figure in zip(found, figures, strict=True)]
    assert any(figures) is False or max(off) <= 2


@pytest.mark.parametrize("workers", [1, 2])
def test_the_whole_difference_is_the_one_that_compare_tells(workers, monkeypatch):
    monkeypatch.setattr(attribution, "PIECE", 64)
    first, second = rules_of("cotton-1674"), rules_of("wikipedia-it")
    wanted = asked((first, second), ("greedy", "random"), 150, 3, [POINTS, SKILL])
    found = explain(wanted, workers)
    totals = []
    for rules in (first, second):
        rows = play_chunk(Chunk("it", rules, ("greedy", "random"), 3, 0, 150, 2))
        table = np.frombuffer(rows, np.int32).reshape(-1, len(COLUMNS)).astype(np.int64)
        totals.append(
            attribution.by_game(POINTS.reckon({n: table[:, i] for i, n in enumerate(COLUMNS)}), 2)
        )
    one, other, shared = Totals(), Totals(), SharedTotals()
    one.add(totals[1])
    other.add(totals[0])
    shared.add(totals[1], totals[0])
    expected = paired_difference(one, other, shared)
    whole = found["points_a_deal"].whole
    assert whole == pytest.approx(expected)
    assert sum(Fraction(share.value) for share in found["points_a_deal"].factors) == pytest.approx(
        Fraction(whole.value), abs=1e-12
    )


def test_shares_do_not_depend_on_workers_or_on_how_games_are_cut(monkeypatch):
    pair = rules_of("cotton-1674"), rules_of("parlett")
    wanted = asked(pair, ("greedy", "greedy"), 130, 1, [POINTS, DEALS])
    found = explain(wanted, 1)
    monkeypatch.setattr(attribution, "PIECE", 51)
    assert explain(wanted, 2) == found


def test_the_reference_engine_explains_the_same(monkeypatch):
    pair = rules_of("cotton-1674"), rules_of("cotton-counted")
    wanted = asked(pair, ("greedy", "greedy"), 60, 1, [POINTS])
    compiled = explain(wanted, 1)
    monkeypatch.setattr(kernel, "available", lambda: False)
    assert explain(wanted, 1) == compiled


def test_what_cannot_differ_has_a_share_of_exactly_zero():
    pair = rules_of("cotton-1674"), rules_of("gamerules")
    wanted = asked(pair, ("random", "random"), 10, 1, [POINTS])
    found = explain(wanted, 1)["points_a_deal"]
    idle = dict(zip(wanted.between.factors, found.factors, strict=True))
    assert idle["first_dealer",] == idle["redeal_timing",] == Estimate(0, 0, 0)
    assert idle["honours",] != Estimate(0, 0, 0)


def test_nothing_is_explained_of_a_variant_and_itself():
    same = rules_of("cotton-1674")
    with pytest.raises(StudyError, match="the same rules"):
        asked((same, same), ("greedy", "greedy"), 10, 1, [POINTS])


# The command.


def test_the_page_fits_a_small_terminal_and_its_figures_add_up(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answer = run("explain", "cotton-1674", "parlett", "--games", "200", "--workers", "1")
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert max(map(len, lines)) <= 80
    figure = re.compile(r"([+-]?\d+\.\d+)±")
    columns = {
        line.split()[0]: [Fraction(one) for one in figure.findall(line)]
        for line in lines
        if len(figure.findall(line)) == 4
    }
    steps = [columns[name] for name in ("redeal", "following", "honours")]
    for i in range(4):
        moved = sum(step[i] for step in steps)
        assert moved == columns["all"][i]
        assert columns["cotton-1674"][i] + moved == columns["parlett"][i]


def test_the_answer_for_programs_has_every_figure():
    answer = run("explain", "cotton-1674", "parlett", "--games", "40", "--json", "--workers", "1")
    found = json.loads(answer.out)
    assert found["variants_between"] == found["variants_played"] == 8
    assert found["factors"][1] == {
        "names": ["following"],
        "first": ["must_follow"],
        "second": ["follow_or_trump"],
    }
    points = found["outcomes"]["points_a_deal"]
    assert sum(share["value"] for share in points["shares"]) == pytest.approx(
        points["whole"]["value"]
    )


def test_figures_that_cannot_be_drawn_are_told_all_the_same(tmp_path):
    words = ("explain", "parlett", "pagat", "--games", "20", "--outcome", "choice")
    told = run(*words)
    (tmp_path / "mine.csv").mkdir()
    answer = run(*words, "--out", tmp_path / "mine.svg")
    assert (answer.status, answer.out) == (2, told.out)
    assert "mine.csv cannot be written" in answer.err


def test_the_waterfall_is_the_same_each_time_and_has_a_table_beside_it(tmp_path):
    words = ("explain", "cotton-1674", "parlett", "--games", "60", "--workers", "1")
    for name in ("one", "two"):
        assert run(*words, "--out", tmp_path / name).status == 0
    one, two = (tmp_path / name / "cotton-1674-parlett.svg" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert one.read_text("utf-8").startswith("<svg ")
    assert one.with_suffix(".csv").read_text("utf-8").startswith("outcome,unit,what,from,to,")
    assert run(*words, "--out", tmp_path / "mine.svg").status == 0
    assert (tmp_path / "mine.csv").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cotton-1674", "cotton-1674"), "the same rules"),
        (("cotton-1674", "parlet"), "did you mean parlett?"),
        (("cotton-1674", "parlett", "--players", "gredy"), "did you mean greedy?"),
        (("cotton-1674", "parlett", "--players", "a,b,c"), "names no two players"),
        (("cotton-1674", "parlett", "--outcome", "points"), "did you mean points_a_deal?"),
        (("cotton-1674", "parlett", "--outcome", "skill"), "two different players"),
        (("cotton-1674", "parlett", "--games", "0"), "give a number from 2"),
        (("cotton-1674", "parlett", "--seed", "-1"), "the seed -1 is out of bounds"),
        (("cotton-1674", "parlett", "--out", "x.png"), ".png is not written here; there are .svg"),
    ],
)
def test_what_cannot_be_explained_is_refused_in_one_sentence(words, said):
    answer = run("explain", *words)
    assert answer.status == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


def test_a_place_that_cannot_be_written_is_told_before_anything_is_played(tmp_path):
    (tmp_path / "file").write_text("here")
    answer = run("explain", "cotton-1674", "parlett", "--out", tmp_path / "file" / "under")
    assert answer.status == 2
    assert "cannot be made" in answer.err
