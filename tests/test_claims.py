"""What the sources assert about play, put to the test."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from commands import run
from loading import source, write

from penneech import kernel
from penneech.apparatus import Threshold, load_sources
from penneech.cards import PACK
from penneech.events import DealEnded, Dealt, GameEnded, Player, Scored, Source, TurnedUp
from penneech.study import claims, measures, turnings
from penneech.study.claims import Point, Verdict, pace_for, tried, verdict
from penneech.study.costly import OF_CHANCES
from penneech.study.design import Entry, plan
from penneech.study.intervals import Estimate
from penneech.study.manifest import opened
from penneech.study.measures import measure_of
from penneech.study.outcomes import OUTCOMES
from penneech.study.rows import Chunk
from penneech.study.run import run as play
from penneech.study.turnings import Margins, margins_by_game, margins_of
from penneech.variant import load_variant, shipped_variants
from penneech.witnesses import METRICS, Claim, Locator

A, B = Player.A, Player.B
COTTON = load_variant("cotton-1674").rules
CLAIMS = [claim for one in load_sources().values() for claim in one.claims]
QUICK = ("--games", "60", "--workers", "1")

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="Numba is not installed")


def card(text):
    return next(one for one in PACK if str(one) == text)


def turned(player, text, trick):
    return TurnedUp(player, card(text), trick)


def scored(player, points, source, trick, text=None):
    return Scored(player, points, source, None if text is None else card(text), trick)


def deal(dealer=A, attempt=0):
    return Dealt(dealer, attempt, ((), ()))


DEAL = (
    deal(),
    turned(A, "KC", 0),  # the dealer's: nobody has won a trick for it
    scored(A, 4, Source.TURN_UP, 0, "KC"),
    scored(B, 5, Source.TRICK, 1, "AC"),
    turned(B, "QH", 1),  # an honour: 3, less 2 for A's trick, and 6 for the excess
    scored(B, 3, Source.TURN_UP, 1, "QH"),
    scored(A, 2, Source.TRICK, 2, "JH"),
    turned(A, "4S", 2),  # no honour: B has 6 more from here on
    scored(B, 6, Source.EXCESS, 3),
    DealEnded((6, 14)),
)


def test_a_margin_runs_from_the_turning_to_the_end_of_the_deal():
    assert margins_of(COTTON, DEAL) == Margins(3 - 2 + 6, 1, -6, 1)


def test_each_deal_stands_by_itself_and_so_does_one_that_the_game_s_end_cuts_short():
    again = (deal(B), turned(A, "AS", 1), scored(A, 5, Source.TURN_UP, 1, "AS"))
    ended = (*again, GameEnded(A, (61, 14)))
    assert margins_of(COTTON, (*DEAL, *ended)) == Margins(7 + 5, 2, -6, 1)


def test_a_void_deal_and_the_penneech_count_for_nothing():
    void = (deal(), deal(attempt=1), turned(A, "7D", 1), scored(A, 14, Source.TURN_UP, 1, "7D"))
    assert margins_of(COTTON, (*void, DealEnded((14, 0)))) == Margins()


def test_points_that_are_counted_late_count_where_they_were_earned():
    counted = (
        deal(),
        turned(A, "KS", 1),
        turned(A, "2S", 2),
        scored(A, 4, Source.TURN_UP, 1, "KS"),
        scored(A, 5, Source.TRICK, 1, "AS"),
        scored(B, 2, Source.TRICK, 2, "JS"),
        DealEnded((9, 2)),
    )
    assert margins_of(COTTON, counted) == Margins(4 - 2, 1, 0, 1)


def test_the_penneech_in_hand_follows_its_reading():
    events = (
        deal(),
        turned(A, "2D", 1),
        scored(B, 7, Source.PENNEECH_IN_HAND, 1, "7D"),
        DealEnded((0, 7)),
    )
    held = load_variant("seven-in-hand").rules
    assert str(COTTON.penneech_in_hand) == "won_when_trump"
    assert margins_of(COTTON, events) == Margins(0, 0, 0, 1)
    assert str(held.penneech_in_hand) == "held_when_trump"
    assert margins_of(held, events) == Margins(0, 0, -7, 1)


@needs_kernel
@pytest.mark.parametrize("name", ["cotton-1674", "cotton-counted", "gamerules"])
def test_the_kernel_and_the_reference_engine_tell_the_same_margins(name, monkeypatch):
    rules = load_variant(name).rules
    chunk = Chunk(name, rules, ("greedy", "random"), 3, 0, 6, 2)
    by_kernel = list(margins_by_game(chunk))
    monkeypatch.setattr(turnings.kernel, "available", lambda: False)
    assert list(margins_by_game(chunk)) == by_kernel
    assert all(one.honours_turned and one.others_turned for one in by_kernel)


def test_the_gain_is_the_honours_mean_margin_less_the_others(monkeypatch):
    games = [Margins(10, 2, 3, 3), Margins(2, 1, 9, 3), Margins(6, 1, 0, 2)]
    monkeypatch.setattr(measures, "margins_by_game", lambda _: iter(games))
    found, why = measures._honour_turned_gain(None)  # noqa: SLF001  # worked by hand
    assert (found.value, why) == (pytest.approx(18 / 4 - 12 / 8), None)
    # Residuals: u - r l of the honours over 4, less those of the others over 8.
    honours = np.array([10 - 4.5 * 2, 2 - 4.5, 6 - 4.5]) / 4
    others = np.array([3 - 1.5 * 3, 9 - 1.5 * 3, 0 - 1.5 * 2]) / 8
    error = np.sqrt(((honours - others) ** 2).sum() * 3 / 2)
    assert found.half_width == pytest.approx(4.302653 * error, rel=1e-5)


def test_where_no_honour_is_turned_there_is_no_gain(monkeypatch):
    monkeypatch.setattr(measures, "margins_by_game", lambda _: iter([Margins(0, 0, 3, 3)]))
    found, why = measures._honour_turned_gain(None)  # noqa: SLF001  # worked by hand
    assert (found.value, why) == (None, "no honour was turned")


@pytest.mark.parametrize(
    ("expect", "low", "high", "said"),
    [
        ({"at_most": 8}, 7.0, 8.0, Verdict.HOLDS),
        ({"at_most": 8}, 7.0, 8.1, Verdict.UNTOLD),
        ({"at_most": 8}, 8.1, 9.0, Verdict.FAILS),
        ({"at_least": 0}, 0.0, 1.0, Verdict.HOLDS),
        ({"at_least": 0}, -0.1, 1.0, Verdict.UNTOLD),
        ({"at_least": 0}, -1.0, -0.1, Verdict.FAILS),
        ({"between": [12, 15]}, 12.5, 14.5, Verdict.HOLDS),
        ({"between": [12, 15]}, 11.5, 14.5, Verdict.UNTOLD),
        ({"between": [12, 15]}, 15.5, 16.5, Verdict.FAILS),
        ({"at_least": 1, "at_most": 2}, 1.2, 1.8, Verdict.HOLDS),
        ({"curve": "minutes_a_game", "between": [12, 15]}, 12.5, 14.5, Verdict.NONE),
        ({"at_most": 8}, None, None, Verdict.UNTOLD),
    ],
)
def test_a_claim_holds_or_fails_with_the_whole_interval(expect, low, high, said):
    value = 5.0 if low is None else (low + high) / 2
    assert verdict(expect, Estimate(value, low, high)) is said


def test_a_pace_turns_minutes_into_seconds_a_card():
    # 5 seconds a card make 10 minutes: for 12 minutes it takes 6; a longer game, a quicker pace.
    assert pace_for(12, Estimate(10.0, 8.0, 12.0)) == Estimate(6.0, 5.0, 7.5)
    assert pace_for(12, Estimate(None, None, None)) == Estimate(None, None, None)


def claim(metric, **expect):
    threshold = None if "curve" in expect else Threshold.EDITOR
    says = CLAIMS[0].says
    return Claim("Msb", "one", Locator("1", None), says, metric, expect, threshold, None)


def curve_of(one, figures):
    trial = claims._tried(one, [(str(n), figure, None) for n, figure in enumerate(figures)])  # noqa: SLF001  # by hand
    return trial.curve


def test_a_curve_over_the_pace_counts_the_variants_in_the_range():
    # At 5 seconds 8 and 12 minutes; at 6 9.6 and 14.4; at 8 12.8 and 19.2; at 9 14.4.
    figures = [Estimate(8.0, 7.0, 9.0), Estimate(12.0, 11.0, 13.0)]
    found = dict(
        curve_of(claim("minutes_a_game", curve="minutes_a_game", between=[12, 15]), figures)
    )
    assert {pace: found[pace] for pace in (4, 5, 6, 7, 8, 9, 10)} == {
        4: 0, 5: 1, 6: 1, 7: 0, 8: 1, 9: 1, 10: 0,
    }  # fmt: skip


def test_a_curve_over_the_figure_counts_the_variants_that_reach_it():
    figures = [Estimate(2.0, 1.5, 2.5), Estimate(4.0, 3.5, 4.5), Estimate(1.0, None, None)]
    found = curve_of(claim("honour_turned_gain", curve="honour_turned_gain"), figures)
    assert found[0] == Point(0.0, 2)
    assert dict(found)[1.5] == 2
    assert dict(found)[2.0] == 1
    assert found[-1].at >= 3.5


def test_claims_are_about_the_outcomes_of_studies_under_their_names():
    outcomes = {one.name for one in (*OUTCOMES, *OF_CHANCES)}
    assert set(METRICS) - outcomes == {measures.HONOUR_TURNED_GAIN}
    assert all(measure_of(metric).definition for metric in METRICS)


def test_what_is_played_again_is_not_what_rows_tell(tmp_path):
    entries = [Entry("parlett", load_variant("parlett").rules)]
    design = plan(entries, ("greedy", "greedy"), 1, 30)
    store = opened(tmp_path, design, "")
    assert play(design, store, 1)
    told = []
    (deals, skill) = tried(
        [claim("deals_a_game", at_most=8), claim("skill", at_least=0.5)], design, store, told.append
    )
    rows = store.read(design.entries[0], 0, 30)
    assert deals.answers[0].found.value == pytest.approx(rows["deals"].mean())
    assert skill.answers[0].verdict is Verdict.UNTOLD
    assert skill.answers[0].why == "two different players are needed"
    assert told == [1]


def test_without_the_kernel_uneven_deals_cannot_be_told_and_it_is_said_why(monkeypatch):
    monkeypatch.setattr(measures.kernel, "available", lambda: False)
    monkeypatch.setattr(measures, "chance_rows", None)
    answer = run("claims", "parlett", *QUICK)
    assert answer.status == 0
    assert f"uneven deals: {measures.needs_kernel()}." in " ".join(answer.out.split())
    full = json.loads(run("claims", "parlett", *QUICK, "--json").out)
    even = next(one for one in full["claims"] if one["claim"] == "Par.even_deals")
    assert even["variants"]["parlett"]["verdict"] == "cannot be told"
    assert even["variants"]["parlett"]["why"] == measures.needs_kernel()


@needs_kernel
def test_the_claims_of_all_shipped_sources_run_on_all_shipped_variants():
    answer = run("claims", "--games", "20", "--workers", "1", "--json")
    assert answer.status == 0
    found = json.loads(answer.out)
    assert (found["format"], found["games"], found["seed"]) == ("penneech-claims", 20, "1")
    assert [one["claim"] for one in found["claims"]] == [one.name for one in CLAIMS]
    ids = [one.id for one in shipped_variants()]
    for one in found["claims"]:
        assert list(one["variants"]) == ids
        for answered in one["variants"].values():
            assert answered["low"] < answered["value"] < answered["high"]
            assert (answered["verdict"] == "no verdict") == ("curve" in one["expect"])
        assert bool(one.get("curve")) == ("curve" in one["expect"])
    assert "no evidence of history by itself" in found["note"]


@needs_kernel
def test_the_page_fits_eighty_columns_and_marks_the_editor_s_figures(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in ((), ("--full",)):
        page = run("claims", "cotton-1674", "gamerules", *QUICK, *words).out
        assert max(map(len, page.splitlines())) <= 80
        flat = " ".join(page.split())
        for one in CLAIMS:
            assert f"{one.name}, {one.locator}" in flat
            assert one.says.get("en") in flat
            if words and one.fails is not None:
                assert one.fails.get("en") in flat
        assert "at most 8 deals (the editor's figure)" in flat
        assert "at least 0 points (the source's own figure)" in flat
        assert "no evidence of history by itself" in flat


def test_one_game_has_no_intervals_and_so_tells_nothing():
    answer = run("claims", "parlett", "--games", "1", "--workers", "1")
    assert answer.status == 0
    row = next(line for line in answer.out.splitlines() if line.startswith("parlett"))
    assert "±" not in row
    assert row.count("?") == 4
    assert "No figure has an interval, so there is no curve." in answer.out


@needs_kernel
def test_a_claim_that_fails_and_one_that_holds_are_told_apart(tmp_path):
    stated = [
        {
            "id": name,
            "locator": {"page": "1"},
            "says": {"en": f"Games are {name}."},
            "metric": "deals_a_game",
            "expect": {"at_most": most},
            "threshold": "source",
        }
        for name, most in (("short", 9), ("over_at_once", 2))
    ]
    write(tmp_path / "Msb.yaml", source("Msb", claims=stated))
    answer = run("claims", "parlett", *QUICK, "--sources", tmp_path)
    assert "! it fails, the whole interval is beyond the figure" in " ".join(answer.out.split())
    row = next(line for line in answer.out.splitlines() if line.startswith("parlett"))
    assert len(re.findall(r"!\d", row)) == 1
    found = json.loads(run("claims", "parlett", *QUICK, "--sources", tmp_path, "--json").out)
    mine = {one["claim"]: one["variants"]["parlett"] for one in found["claims"]}
    assert mine["Msb.short"]["verdict"] == "holds"
    assert mine["Msb.over_at_once"]["verdict"] == "fails"


@needs_kernel
def test_the_study_is_kept_where_it_was_asked_for_and_nowhere_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = run("claims", "parlett", *QUICK, "--out", "mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]
    monkeypatch.setattr("penneech.study.run.play_chunk", None)  # nothing is left to be played
    assert run("claims", "parlett", *QUICK, "--out", "mine") == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nosuch",), "no variant is called"),
        (("parlett", "--games", "0"), "0 games cannot be played"),
        (("parlett", "--players", "greedy,nobody"), "no player is called"),
        (("parlett", "--seed", "-1"), "the seed -1 is out of bounds"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(words, said):
    answer = run("claims", *words)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("Error: ")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_the_folder_of_another_study_is_refused_in_one_sentence(tmp_path):
    run("claims", "parlett", *QUICK, "--out", tmp_path / "mine")
    answer = run("claims", "pagat", *QUICK, "--out", tmp_path / "mine")
    assert (answer.status, len(answer.err.splitlines())) == (2, 1)
    assert "holds another study" in answer.err
