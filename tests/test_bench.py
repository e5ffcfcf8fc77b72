"""`bench`: every speed is measured, under the names that the documents promise."""

from __future__ import annotations

import json
import os
from multiprocessing import active_children

import pytest
from commands import run

from penneech import kernel
from penneech.errors import StudyError
from penneech.rules import RULE_POINTS
from penneech.study import speeds, timing, workloads

KEYS = [
    "deals_per_s",
    "deals_per_s_portable",
    "deals_per_s_any",
    "greedy_deals_per_s",
    "solves_per_s",
    "pimc100_ms",
    "reference_deals_per_s",
]

compiled_code = pytest.mark.skipif(
    not kernel.available() or os.environ.get("NUMBA_DISABLE_JIT") == "1",
    reason="nothing is compiled",
)


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(speeds, "SECONDS", 0.002)


@compiled_code
@pytest.mark.usefixtures("hasty")
def test_every_speed_is_measured_in_one_run():
    answer = run("bench", "--rounds", 1, "--json")
    assert answer.status == 0
    data = json.loads(answer.out)
    assert list(data) == KEYS
    assert all(figure > 0 for figure in data.values())


@compiled_code
@pytest.mark.usefixtures("hasty")
def test_people_are_told_the_range_of_each(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answer = run("bench", "--rounds", 3)
    assert answer.status == 0
    lines = answer.out.splitlines()
    assert lines[0] == "Speeds under parlett: medians of 3 rounds, one core"
    assert max(map(len, lines)) <= 80
    assert all(any(title in line for line in lines) for title in speeds.ROWS.values())


@compiled_code
def test_the_portable_form_is_measured_in_a_process_of_its_own(monkeypatch):
    monkeypatch.delenv("PENNEECH_KERNEL_FORM", raising=False)
    with speeds.portable_deals() as (work, compiled):
        assert work(0.002) > 0
        assert compiled >= 0
        assert "PENNEECH_KERNEL_FORM" not in os.environ


@compiled_code
def test_a_process_that_has_ended_is_told_in_a_sentence():
    before = set(active_children())
    with speeds.portable_deals() as (work, _):
        for process in set(active_children()) - before:
            process.kill()
            process.join()
        with pytest.raises(StudyError, match="has ended"):
            work(0.002)


@pytest.mark.usefixtures("hasty")
def test_without_numba_only_the_reference_engine_is_measured(monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    answer = run("bench", "--rounds", 1, "--json")
    data = json.loads(answer.out)
    assert list(data) == KEYS
    assert [key for key in KEYS if data[key] is not None] == ["reference_deals_per_s"]
    assert answer.err.count("\n") == 1
    assert "[fast]" in answer.err
    people = run("bench", "--rounds", 1)
    assert people.status == 0
    assert "[fast]" in people.out


def test_the_rules_that_are_measured_are_64_fixed_points_of_the_whole_space():
    some = [workloads.any_rules(number) for number in range(speeds.RULES)]
    assert len({by.digest() for by in some}) == 64
    assert some[:3] == [workloads.any_rules(number) for number in range(3)]
    for point, kind in RULE_POINTS.items():
        assert {getattr(by, point) for by in some} == set(kind)
    assert {by.hand_size for by in some} == {7}


def test_a_rate_counts_what_is_done_and_stops_when_the_time_is_over(monkeypatch):
    times = iter(range(100))
    monkeypatch.setattr(timing, "clock", lambda: next(times))
    done = []
    figure = timing.rate(lambda first, many: done.append((first, many)) or 10 * many, 3.0, 2)
    assert done == [(0, 2), (2, 2), (4, 2)]
    assert figure == 20.0


def test_the_range_goes_from_the_least_to_the_greatest():
    found = speeds.Speeds({**dict.fromkeys(KEYS, ()), KEYS[0]: (3.0, 1.0, 2.0)}, 0.0, "")
    assert found.median(KEYS[0]) == 2.0
    assert found.median(KEYS[1]) is None
