"""Which rule point matters: the spaces, the cells, the variance shared out, the command."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import combinations, product
from math import prod
from pathlib import Path

import duckdb
import numpy as np
import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from loading import HANGS

from penneech import kernel
from penneech.apparatus import load_sources
from penneech.errors import FileFaultsError, PenneechError, StudyError
from penneech.files.beside import BEGINNING, ENDING
from penneech.rules import RULE_POINTS, faults
from penneech.space import canonical, count, count_labels
from penneech.study import cellfolder
from penneech.study.cellfolder import opened
from penneech.study.census import census
from penneech.study.cruxes import play, summarise
from penneech.study.declared import Vote, attested, coherent, declared, settled
from penneech.study.factorial import factorial
from penneech.study.outcomes import OUTCOMES
from penneech.study.rows import COLUMNS, Chunk, play_chunk
from penneech.study.spacefile import read_space
from penneech.study.variance import block_figures, parts
from penneech.variant import load_variant

HISTORICAL = load_variant("cotton-1674").rules
GREEDY = ("greedy", "greedy")


def space_of(votes, name="mine"):
    return declared(name, HISTORICAL, votes)


def some_points(**points):
    """The historical rules with these readings left open."""
    votes = settled(HISTORICAL)
    for point, readings in points.items():
        votes[point] = [Vote(RULE_POINTS[point](reading)) for reading in readings]
    return space_of(votes)


SMALL = {
    "following": ["free", "must_follow"],
    "honours": ["all_suits", "turned_up_only"],
    "honours_credit": ["trick_winner", "holder"],
    "redeal_timing": ["before_turn_up", "after_turn_up"],
}


# Spaces.


def test_the_attested_space_has_what_a_witness_supports_and_no_conjecture():
    votes = {point: [str(one.value) for one in some] for point, some in
             attested(load_sources()).items()}  # fmt: skip
    assert votes["following"] == ["must_follow", "follow_or_trump", "follow_or_trump_forced"]
    assert votes["penneech_rank"] == ["top_diamond"]
    assert "random" not in votes["first_dealer"]
    assert "next_dealer" in votes["redeal_dealer"]  # by analogy
    assert "thrower" not in votes["redeal_dealer"]


def test_a_point_that_no_witness_speaks_of_has_all_of_its_readings():
    assert attested({}) == coherent()


def test_the_coherent_space_has_all_labels_and_as_many_readings_as_can_differ():
    space = space_of(coherent())
    assert space.labels == count_labels(HISTORICAL) == 7_464_960
    for within, cells in (("deal", 40_500), ("game", 291_600)):
        found = factorial(space, within)
        assert found.cells == count(HISTORICAL, within) == cells
        assert found.cell_of.max() == cells - 1
    assert [factor.id for factor in found.idle] == ["first_dealer", "redeal_timing"]


def test_every_label_cannot_differ_from_its_cell():
    found, dice = factorial(space_of(coherent()), "game"), random.Random(1)
    for _ in range(100):
        place = tuple([dice.randrange(size) for size in found.cell_of.shape])
        levels = {factor: factor.levels[i] for factor, i in zip(found.factors, place, strict=True)}
        label = found.space.with_levels(found.space.base, levels)
        assert not faults(label.resolved())
        cell = int(found.cell_of[place])
        (standing,) = found.rules(cell, cell + 1)
        assert canonical(label, "game") == canonical(standing, "game")


def test_weights_are_shares_and_forbidden_combinations_have_none():
    votes = coherent()
    votes["turn_up_credit"] = [Vote(one, 3 - i) for i, one in enumerate(
        RULE_POINTS["turn_up_credit"])]  # fmt: skip
    factor = next(one for one in space_of(votes).factors if "first_turn_up" in one.names)
    assert factor.names == ("turn_up_credit", "first_turn_up")
    found = {tuple(map(str, level.values)): level.weight for level in factor.levels}
    assert found == pytest.approx(
        {
            ("turner", "nobody"): 0.3,
            ("turner", "dealer"): 0.3,
            ("trick_winner", "nobody"): 0.2,
            ("trick_winner", "first_trick_winner"): 0.2,
        }
    )


def test_hands_too_large_to_draw_from_the_stock_move_with_who_draws():
    votes = coherent() | {"hand_size": [Vote(7), Vote(12)]}
    space = space_of(votes)
    tied = next(factor for factor in space.factors if "hand_size" in factor.names)
    assert tied.names == ("redeal_scope", "hand_size")
    assert len(tied.levels) == 3
    votes["hand_size"] = [Vote(7), Vote(8)]
    assert ("hand_size",) in [factor.names for factor in space_of(votes).factors]


def test_parameters_that_are_left_open_are_factors_of_their_own():
    votes = settled(HISTORICAL) | {"target": [Vote(31), Vote(61)], "honours": coherent()["honours"]}
    found = factorial(space_of(votes), "game")
    assert [factor.id for factor in found.factors] == ["honours", "target"]
    assert {(str(rules.honours), rules.target) for rules in found.rules(0, found.cells)} == set(
        product(["all_suits", "trumps_only", "turned_up_only"], [31, 61])
    )


def test_a_space_without_a_choice_is_refused():
    with pytest.raises(StudyError, match="nothing is left open"):
        factorial(space_of(settled(HISTORICAL)), "game")


def test_readings_none_of_which_go_together_are_refused():
    votes = settled(HISTORICAL)
    votes["turn_up_credit"] = [Vote(RULE_POINTS["turn_up_credit"]("trick_winner"))]
    with pytest.raises(StudyError, match="first_turn_up: dealer"):
        space_of(votes)


# Files of spaces.


def read(tmp_path, text):
    path = tmp_path / "space.yaml"
    path.write_text(text, encoding="utf-8")
    return read_space(path, HISTORICAL, load_sources(), None)


def test_a_file_says_which_readings_vote_and_what_they_weigh(tmp_path):
    space = read(
        tmp_path,
        "title: {en: Mine}\nothers: parlett\nrules:\n  following: {must_follow: 3, free: 1}\n"
        "  honours: [all_suits, trumps_only]\n  game_end: deal_end_higher\n"
        "parameters:\n  target: [61, {value: 31, weight: 0.5}]\n  excess_over: 8\n",
    )
    assert {factor.id: factor.weights for factor in space.factors} == {
        "following": (0.25, 0.75),
        "honours": (0.5, 0.5),
        "target": pytest.approx((2 / 3, 1 / 3)),
    }
    assert space.held["game_end"] == "deal_end_higher"
    assert space.held["redeal"] == "nothing_above_ten"
    assert space.base.excess_over == 8


def test_a_file_without_more_has_the_attested_readings(tmp_path):
    space = read(tmp_path, "rules: {following: [free, must_follow]}\n")
    plain = space_of(attested(load_sources()))
    assert [one.id for one in space.factors] == [one.id for one in plain.factors]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("others: atested\n", "space.yaml:1:9: others: no space or variant is called"),
        ("rules:\n  followig_suit: free\n", "space.yaml:2:3: rules.followig_suit: unknown"),
        ("rules:\n  following: {fre: 1}\n", "space.yaml:2:14: rules.following: following has"),
        (
            "rules:\n  following: {free: 0}\n",
            "space.yaml:2:21: rules.following.free: 0 is no",
        ),
        ("rules:\n  following: {free: much}\n", 'rules.following.free: "much" is no weight'),
        ("rules:\n  following: [free, free]\n", "rules.following[1]: free stands twice"),
        ("rules:\n  following: []\n", "rules.following: no readings of following"),
        ("rules:\n  following: 3\n", "rules.following: no readings of following"),
        ("parameters:\n  target: [61, 0]\n", "space.yaml:2:16: parameters.target[1]: 0 is not a"),
        ("parameters:\n  hand_size: [7, 18]\n", "18 is not a whole number from 1 to 17"),
        ("parameters:\n  target: []\n", "parameters.target: 0 values"),
        ("parameters:\n  target: [{value: 61, weight: -1}]\n", "-1 is no weight"),
        ("weights: {}\n", 'unknown key "weights"'),
    ],
)
def test_a_faulty_file_is_told_by_line_and_column(tmp_path, text, said):
    with pytest.raises(FileFaultsError) as error:
        read(tmp_path, text)
    assert said in str(error.value)


# The variance.


def straight(figures, weights):
    """The components of a variance by their definition, for any number of factors."""
    count = figures.ndim
    means = {}
    for size in range(count + 1):
        for held in combinations(range(count), size):
            table = figures
            for axis in range(count):
                if axis not in held:
                    share = np.array(weights[axis]).reshape(
                        [-1 if i == axis else 1 for i in range(count)]
                    )
                    table = (table * share).sum(axis=axis, keepdims=True)
            for part, mean in means.items():
                if set(part) < set(held):
                    table = table - mean
            means[held] = table
    weight = np.ones(())
    for share in weights:
        weight = weight[..., None] * np.array(share)
    return {
        held: float((np.broadcast_to(table, figures.shape) ** 2 * weight).sum())
        for held, table in means.items()
        if held
    }


@st.composite
def tables(draw):
    shape = draw(st.lists(st.integers(2, 3), min_size=1, max_size=4))
    cells = draw(st.lists(st.integers(-9, 9), min_size=prod(shape), max_size=prod(shape)))
    weights = [draw(st.lists(st.integers(1, 5), min_size=size, max_size=size)) for size in shape]
    return np.array(cells, float).reshape(shape), [
        [one / sum(some) for one in some] for some in weights
    ]


@given(tables())
def test_without_noise_the_shares_are_those_of_the_definition(table):
    figures, weights = table
    expected = straight(figures, weights)
    whole = sum(expected.values())
    cells = np.arange(figures.size, dtype=np.int32).reshape(figures.shape)
    found = parts(np.repeat(figures.reshape(-1, 1), 4, axis=1), cells, weights)
    assert found.variance.value == pytest.approx(whole, abs=1e-9)
    if whole < 1e-6:
        return
    for i in range(figures.ndim):
        assert found.alone[i].value * whole == pytest.approx(expected[i,], abs=1e-9)
        total = sum(one for held, one in expected.items() if i in held)
        assert found.total[i].value * whole == pytest.approx(total, abs=1e-9)
        assert len(found.levels[i]) == figures.shape[i]
    for pair, share in found.pairs.items():
        assert share.value * whole == pytest.approx(expected[pair], abs=1e-9)


def test_of_two_factors_alone_and_together_are_all():
    dice = np.random.default_rng(2)
    figures = np.repeat(dice.normal(size=(12, 1)), 5, axis=1)
    cells = np.arange(12, dtype=np.int32).reshape(3, 4)
    found = parts(figures, cells, [[0.5, 0.25, 0.25], [0.1, 0.2, 0.3, 0.4]])
    whole = sum(one.value for one in (*found.alone, *found.pairs.values()))
    assert whole == pytest.approx(1)


def test_cells_that_stand_for_several_labels_count_for_all_of_them():
    figures = np.repeat([[1.0], [5.0]], 4, axis=1)
    cells = np.array([[0, 0], [0, 1]], np.int32)
    apart = np.repeat([[1.0], [1.0], [1.0], [5.0]], 4, axis=1)
    weights = [[0.5, 0.5], [0.75, 0.25]]
    assert parts(figures, cells, weights) == parts(
        apart, np.arange(4, dtype=np.int32).reshape(2, 2), weights
    )


PLANTED = (2.0, 0.7, 0.0)
"""What the second level of each factor adds; the last does nothing."""

MEETING = 0.8
"""What the second levels of the first two add together."""


def planted(dice, blocks=20):
    """Made-up blocks of the cells: planted effects, what packs do to all, and noise."""
    shape = (2, 2, 3)
    at = np.indices(shape)
    truth = PLANTED[0] * at[0] + PLANTED[1] * at[1] + MEETING * at[0] * at[1] + PLANTED[2] * at[2]
    packs = dice.normal(0, 2, blocks)
    noise = dice.normal(0, 1.5, (truth.size, blocks))
    return truth, truth.reshape(-1, 1) + packs + noise


def test_planted_effects_are_found_and_a_factor_that_does_nothing_is_zero_within_its_interval():
    weights = [[0.5, 0.5], [0.5, 0.5], [1 / 3] * 3]
    cells = np.arange(12, dtype=np.int32).reshape(2, 2, 3)
    truth, figures = planted(np.random.default_rng(4), blocks=200)
    expected = straight(truth, weights)
    whole = sum(expected.values())
    found = parts(figures, cells, weights)
    for i in range(3):
        assert found.alone[i].low < expected[i,] / whole < found.alone[i].high
    assert found.alone[0].low > 0
    assert found.alone[2].low < 0 < found.alone[2].high
    assert found.alone[2].half_width < 0.01
    assert found.total[2].low < 0 < found.total[2].high
    assert found.pairs[0, 1].low < expected[0, 1] / whole < found.pairs[0, 1].high


def test_intervals_of_shares_cover_planted_effects_and_nothing():
    weights = [[0.5, 0.5], [0.5, 0.5], [1 / 3] * 3]
    cells = np.arange(12, dtype=np.int32).reshape(2, 2, 3)
    dice = np.random.default_rng(6)
    hits, sums = np.zeros(4), np.zeros(4)
    for _ in range(300):
        truth, figures = planted(dice)
        expected = straight(truth, weights)
        whole = sum(expected.values())
        found = parts(figures, cells, weights)
        told = [*found.alone, found.pairs[0, 1]]
        true = np.array([expected[i,] / whole for i in range(3)] + [expected[0, 1] / whole])
        sums += [one.value for one in told] - true
        hits += [one.low <= at <= one.high for one, at in zip(told, true, strict=True)]
    assert (hits / 300 > 0.92).all()
    # The squares of the estimates themselves would be too large by far more than this.
    assert (abs(sums / 300) < 0.01).all()


def test_a_cell_s_blocks_have_the_ratio_of_its_totals_as_their_mean():
    dice = np.random.default_rng(8)
    lower = dice.integers(10, 90, (7, 20))
    upper = dice.integers(10, 90, (7, 20))
    figures = block_figures(upper, lower)
    assert figures.mean(axis=1) == pytest.approx(upper.sum(axis=1) / lower.sum(axis=1))
    even = np.full((7, 20), 50)
    assert block_figures(upper, even) == pytest.approx(upper / even)


# Play.


def played(tmp_path, name, *, number=40, workers=1, within="game", players=GREEDY, **points):  # noqa: PLR0913  # all that a census is
    wanted = census(factorial(some_points(**(points or SMALL)), within), players, number, 1)
    files = opened(tmp_path / name, wanted)
    play(files, workers)
    return files


def test_a_cell_s_sums_are_those_of_its_games(tmp_path):
    files = played(tmp_path, "it", number=44)
    upper, lower = files.read("points_a_deal")
    found = files.census.factorial
    assert upper.shape == (6, 20)
    for cell, rules in enumerate(found.rules(0, found.cells)):
        rows = play_chunk(Chunk("it", rules, GREEDY, 1, 0, 44, 1))
        table = np.frombuffer(rows, np.int32).reshape(-1, len(COLUMNS)).astype(np.int64)
        parts_of = OUTCOMES[0].reckon({name: table[:, i] for i, name in enumerate(COLUMNS)})
        assert upper[cell].sum() == parts_of.upper.sum()
        assert lower[cell].sum() == parts_of.lower.sum()


def test_single_deals_show_what_the_first_deals_of_games_show(tmp_path):
    files = played(tmp_path, "it", number=60, within="deal")
    found = files.census.factorial
    for cell, rules in enumerate(found.rules(0, found.cells)):
        sums = kernel.play_deals(rules, GREEDY, 1, 0, 60)
        assert files.read("points_a_deal")[0][cell].sum() == sum(sums.points)
        assert files.read("dealers_edge")[0][cell].sum() == sum(sums.points[1::2]) - sum(
            sums.points[::2]
        )
        assert files.read("choice")[1][cell].sum() == 60 * 14
        assert files.read("choice")[0][cell].sum() == sums.legal_cards


def test_the_summary_does_not_depend_on_workers_or_on_stopping(tmp_path, monkeypatch):
    monkeypatch.setattr("penneech.study.census.PIECES", 3)
    one = played(tmp_path, "one")
    files = sorted((tmp_path / "one" / "cells").iterdir())
    assert len(files) == 3
    two = played(tmp_path, "two", workers=2)
    files = sorted((tmp_path / "two" / "cells").iterdir())
    files[1].unlink()
    told = []
    play(two, 1, told.append)
    assert told == [160, 80]
    assert summarise(two) == summarise(one)


def test_two_players_play_each_number_twice_and_show_skill(tmp_path):
    files = played(tmp_path, "it", players=("greedy", "random"), following=SMALL["following"])
    summary = summarise(files)
    assert summary["swaps"] == 2
    assert 0.5 < summary["outcomes"]["skill"]["mean"]["value"] < 1


def test_what_matters_in_play_is_found_to_matter(tmp_path):
    summary = summarise(played(tmp_path, "it", number=400))
    assert summary["space"]["idle"] == ["redeal_timing"]
    points = summary["outcomes"]["points_a_deal"]["factors"]
    assert points["honours"]["alone"]["low"] > 0.9
    edge = summary["outcomes"]["redeals"]["factors"]
    assert all(found["total"]["value"] is None for found in edge.values())
    choice = summary["outcomes"]["choice"]["factors"]
    assert choice["following"]["alone"]["low"] > 0.9
    levels = summary["outcomes"]["choice"]["factors"]["following"]["levels"]
    assert levels[0]["value"] > levels[1]["value"]


def test_without_numba_a_small_space_is_played_and_a_large_one_refused(tmp_path, monkeypatch):
    compiled = summarise(played(tmp_path, "one", number=12, following=SMALL["following"]))
    monkeypatch.setattr(kernel, "available", lambda: False)
    plain = summarise(played(tmp_path, "two", number=12, following=SMALL["following"]))
    assert plain == compiled
    large = factorial(space_of(attested(load_sources())), "game")
    with pytest.raises(PenneechError, match=r"29,160 readings.*pip install"):
        census(large, GREEDY, 20, 1)
    with pytest.raises(PenneechError, match="compiled code"):
        census(factorial(some_points(**SMALL), "deal"), GREEDY, 20, 1)


# The command.


@pytest.fixture
def small(tmp_path, monkeypatch):
    """An empty folder with the file of a small space."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(
        "others: cotton-1674\nrules:\n  following: [must_follow, free]\n"
        "  honours: [trumps_only, turned_up_only]\n  redeal_timing: [before_turn_up, "
        "after_turn_up]\n",
        encoding="utf-8",
    )
    return tmp_path


def small_run(*words):
    return run("cruxes", "--space", "small.yaml", "--games", "40", "--workers", "1", *words)


def test_the_page_ranks_and_says_what_it_rests_on(small, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answer = small_run()
    assert (answer.status, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines()[:-1])) <= 80
    text = " ".join(answer.out.split())
    for words in (
        "small.yaml space: 8 labels, 4 readings that can differ within a game; 40 games of each "
        "from the same packs, greedy at both seats, seed 1",
        "points a deal: mean",
        "alone % in all %",
        "Cannot make a difference, and were not played: redeal_timing.",
    ):
        assert words in text
    (folder,) = (small / "studies").iterdir()
    names = {path.name for path in folder.iterdir()}
    assert {"summary.json", "shares.csv", "readings.csv", "pairs-choice.svg"} <= names


def test_the_answer_for_programs_is_the_summary(small):
    found = json.loads(small_run("--out", "it", "--json", "--outcome", "choice").out)
    assert found.pop("folder") == "it"
    assert found == json.loads((small / "it" / "summary.json").read_text("utf-8"))
    assert list(found["outcomes"]) == ["choice"]
    assert found["space"]["factors"]["following"]["levels"][0] == {
        "values": ["free"],
        "weight": 0.5,
    }


def test_the_same_command_shows_what_is_there(small):
    first = small_run("--out", "it")
    maps = (small / "it" / "pairs-choice.svg").read_bytes()
    assert small_run("--out", "it").out == first.out
    assert (small / "it" / "pairs-choice.svg").read_bytes() == maps


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--space", "atested"), "did you mean attested?"),
        (("--space", "none.yaml"), "none.yaml: cannot be read"),
        (("--games", "0"), "0 games cannot be played"),
        (("--deals", "3"), "give one of them"),
        (("--outcome", "choyce"), "did you mean choice?"),
        (("--outcome", "skill"), "two different players"),
        (("--players", "gredy"), "did you mean greedy?"),
        (("--seed", "-1"), "the seed -1 is out of bounds"),
        (("--out", "small.yaml"), "cannot be made"),
        (("--out", "full"), "is not empty, and no folder of cruxes"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(small, words, said):
    (small / "full").mkdir()
    (small / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    answer = small_run(*words)
    assert answer.status == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


@pytest.mark.usefixtures("small")
def test_single_deals_show_no_games():
    answer = run("cruxes", "--space", "small.yaml", "--deals", "40", "--outcome", "lead_changes")
    assert answer.status == 2
    assert "ask for it with --games" in answer.err


@pytest.mark.usefixtures("small")
def test_a_folder_of_other_settings_is_not_gone_on_with():
    small_run("--out", "it")
    answer = small_run("--out", "it", "--seed", "2")
    assert answer.status == 2
    assert "holds something else" in answer.err


def test_a_damaged_file_is_named(small):
    small_run("--out", "it")
    file = min((small / "it" / "cells").iterdir())
    file.write_bytes(file.read_bytes()[:100])
    answer = small_run("--out", "it")
    assert answer.status == 2
    assert f"{file.name} cannot be read" in answer.err
    assert "delete it" in answer.err


def _of_another_seed(files):
    small_run("--out", "other", "--seed", "2")
    shutil.copy(Path("other", "cells", files[1].name), files[1])


def _out_of_place(files):
    shutil.copy(files[0], files[1])


def _rewritten(columns, *, marked=True):
    """Write other columns in the place of those of a file, under the same marks or none."""

    def spoil(files):
        path = str(files[1])
        with duckdb.connect() as database:
            listed = ", ".join(
                f"{key}: '{value}'"
                for key, value in database.execute(
                    "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)", [path]
                ).fetchall()
            )
            database.execute(f"CREATE TABLE spoilt AS FROM read_parquet('{path}') SELECT {columns}")
            marks = f", KV_METADATA {{{listed}}}" if marked else ""
            database.execute(f"COPY spoilt TO '{path}' (FORMAT parquet{marks})")

    return spoil


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_of_another_seed, "belongs to another question"),
        (_rewritten("*", marked=False), "does not say what it belongs to"),
        (_out_of_place, "is out of place"),
        (_rewritten("* REPLACE (cell + 1000 AS cell)"), "not those that were written"),
        (_rewritten("* REPLACE (choice_upper + (block = 3)::INT AS choice_upper)"), "not those"),
        (_rewritten("* REPLACE (NULL::BIGINT AS choice_upper)"), "not those"),
        (_rewritten("* REPLACE ('nan'::DOUBLE AS choice_upper)"), "cannot be read"),
        (_rewritten("* EXCLUDE (choice_lower)"), "cannot be read"),
    ],
)
def test_a_foreign_or_altered_file_of_cells_is_never_reckoned_with(small, spoil, said):
    first = small_run("--out", "it")
    files = sorted((small / "it" / "cells").iterdir())
    spoil(files)
    answer = small_run("--out", "it")
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert f"{files[1].name}" in answer.err
    assert len(answer.err.splitlines()) == 1
    files[1].unlink()
    assert small_run("--out", "it") == first


def test_a_file_that_is_no_piece_of_the_work_is_left_alone(small):
    first = small_run("--out", "it")
    cells = small / "it" / "cells"
    shutil.copy(cells / "00000000.parquet", cells / "00000099.parquet")
    assert small_run("--out", "it") == first


def test_of_two_questions_that_begin_at_once_in_one_folder_the_second_is_refused(
    tmp_path, monkeypatch
):
    one, other = (
        census(factorial(some_points(**SMALL), "game"), GREEDY, number, 1) for number in (10, 40)
    )
    write_new = cellfolder.write_new

    def late(target, data):
        monkeypatch.undo()
        opened(tmp_path / "it", one)
        return write_new(target, data)

    monkeypatch.setattr(cellfolder, "write_new", late)
    with pytest.raises(StudyError, match="holds something else, played with other settings"):
        opened(tmp_path / "it", other)
    opened(tmp_path / "it", one)


def test_a_kill_before_the_first_piece_leaves_a_folder_that_is_gone_on_with(small):
    (small / "it").mkdir()
    (small / "it" / f"{BEGINNING}0{ENDING}").write_bytes(b"")
    assert small_run("--out", "it").status == 0
    shutil.rmtree(small / "it" / "cells")
    assert small_run("--out", "it").status == 0
    assert not list((small / "it").glob(f"*{ENDING}"))


@pytest.mark.parametrize(
    ("text", "said"),
    [("[" * 100_000, "is damaged"), ("[]", "is damaged"), (None, "was altered")],
)
def test_a_manifest_that_is_not_as_it_was_written_is_refused(small, text, said):
    small_run("--out", "it")
    path = small / "it" / "manifest.json"
    kept = path.read_text("utf-8")
    path.write_text(text or kept.replace('"seed": "1"', '"seed": "7"'), encoding="utf-8")
    answer = small_run("--out", "it")
    assert (answer.status, answer.out) == (2, "")
    assert f"manifest.json {said}" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_what_cannot_be_written_is_shown_all_the_same(small):
    shown = small_run("--out", "it")
    (small / "it" / "summary.json").unlink()
    (small / "it" / "summary.json").mkdir()
    answer = small_run("--out", "it")
    assert answer.status == 2
    assert answer.out.splitlines() == shown.out.splitlines()[:-1]
    assert "summary.json cannot be written" in answer.err


@pytest.mark.usefixtures("small")
def test_a_folder_that_has_all_is_shown_where_nothing_can_be_written(monkeypatch):
    shown = small_run("--out", "it")

    def refuse(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("penneech.files.beside.beside", refuse)
    monkeypatch.setattr("penneech.study.cellfiles.beside", refuse)
    assert small_run("--out", "it") == shown


def test_an_outcome_that_some_reading_does_not_have_is_null_and_said(small):
    (small / "pointless.yaml").write_text(
        "others: parlett\nrules:\n  following: [must_follow, free]\nparameters:\n"
        "  card_points: [{A: 0}, {A: 5}]\n  excess_over: 60\n"
        "  penneech: {card: 7D, turned_up: 0, in_hand: 0}\n",
        encoding="utf-8",
    )
    words = ("cruxes", "--space", "pointless.yaml", "--games", "10", "--outcome", "turn_up_share")
    page = run(*words, "--out", "it")
    assert "turn-up share: cannot be reckoned under every reading" in page.out
    assert "from so few games" not in page.out
    text = (small / "it" / "summary.json").read_text("utf-8")
    found = json.loads(text, parse_constant=pytest.fail)["outcomes"]["turn_up_share"]
    assert found["mean"] == found["variance"] == dict.fromkeys(("value", "low", "high"))


MIDDLING = "others: cotton-1674\nrules:\n" + "".join(
    f"  {point}: [{', '.join(RULE_POINTS[point])}]\n"
    for point in ("following", "honours", "honours_credit", "penneech_in_hand")
)
"""A space of 75 readings."""

STOPPED = ("cruxes", "--space", "middling.yaml", "--games", "2000", "--outcome", "choice", "--out")


@pytest.fixture
def begun(small, request):
    """A run in a process of its own, when its first pieces are written."""
    (small / "middling.yaml").write_text(MIDDLING, encoding="utf-8")
    words = [sys.executable, "-m", "penneech", *STOPPED, "it", "--workers", "2"]
    if hasattr(request, "param"):
        words[words.index("2000")] = request.param
    work = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603  # our own words
    cells = small / "it" / "cells"
    until = time.monotonic() + HANGS
    while time.monotonic() < until and not (cells.is_dir() and any(cells.glob("*.parquet"))):
        time.sleep(0.01)
    yield work, cells
    work.kill()
    work.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
def test_what_is_killed_goes_on_with_the_pieces_that_were_done(begun):
    work, cells = begun
    work.kill()
    work.communicate()
    done = {path.name: path.read_bytes() for path in cells.glob("*.parquet")}
    assert done
    assert not (cells.parent / "summary.json").exists()
    assert run(*STOPPED, "it").status == run(*STOPPED, "anew").status == 0
    assert {path.name for path in cells.iterdir()} > set(done)
    assert all((cells / name).read_bytes() == kept for name, kept in done.items())
    one, two = (Path(name, "summary.json").read_bytes() for name in ("it", "anew"))
    assert one == two


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("begun", ["1000000"], indirect=True)  # it cannot end by itself meanwhile
def test_ctrl_c_keeps_what_was_played_and_says_where(begun):
    work, _ = begun
    work.send_signal(signal.SIGINT)
    out, said = work.communicate(timeout=HANGS)
    assert (work.returncode, out) == (130, b"")
    assert said.decode().splitlines()[-1] == (
        "Stopped; what was played is kept in it, and the same command goes on."
    )
