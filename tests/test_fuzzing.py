"""Files altered by chance are read or refused, and never anything else.

The long form is `python benchmarks/fuzzing.py`; whatever it has found stands in `cases/fuzz`.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from fuzzed import LONGEST_FAULT, READERS, BrokenPromiseError, Made, told_well

from penneech.errors import Fault, FileFaultsError
from penneech.validation import check_file

CASES = Path(__file__).parent / "cases" / "fuzz"
NAMES = sorted(path.name for path in CASES.iterdir() if path.suffix != ".expected")
INPUTS = 100
SEED = 20


@cache
def reader(name):
    return READERS[name]()


@pytest.mark.parametrize("name", READERS)
def test_what_chance_makes_of_a_file_is_taken_or_refused_with_its_place(name, tmp_path):
    one = reader(name)
    one.furnish(tmp_path)
    answers = [
        one.answer(one.made(SEED, number), tmp_path, shown=False) for number in range(INPUTS)
    ]
    assert 5 <= sum(answers) <= INPUTS - 5  # both kinds are tried


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_not_altered_is_taken_and_shown(name, tmp_path):
    one = reader(name)
    one.furnish(tmp_path)
    assert one.answer(Made(one.seeds[-1].encode(), must_hold=True), tmp_path, shown=True)


def test_the_same_number_makes_the_same_file():
    one, again = READERS["records"](), READERS["records"]()
    assert [one.made(1, n) for n in range(30)] == [again.made(1, n) for n in range(30)]
    assert one.made(1, 0) != one.made(2, 0)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_found_once_is_told_in_a_sentence_with_its_place(name, tmp_path):
    """Beside each case stands how its first fault is told, or `taken`."""
    path = Path(shutil.copy(CASES / name, tmp_path))
    expected = path.with_name(f"{name}.expected")
    shutil.copy(CASES / expected.name, expected)
    checked = check_file(path)
    told = "taken"
    if checked.faults:
        told_well(FileFaultsError(checked.faults), path.read_bytes(), path)
        first = checked.faults[0]
        told = f"{first.line}:{first.column}: {first.path}: {first.message}"
    elif path.suffix == ".txt":
        one = reader("notation")
        one.furnish(tmp_path)
        assert one.answer(Made(path.read_bytes()), tmp_path, shown=True)
    assert told == expected.read_text("utf-8").rstrip("\n")


def test_a_ring_of_sources_is_told_where_the_file_leads_into_it(tmp_path):
    one = reader("sources")
    one.furnish(tmp_path)
    path = tmp_path / one.file
    path.write_text((tmp_path / "Beside.yaml").read_text("utf-8").replace("Beside", "C74"), "utf-8")
    path.write_text(path.read_text("utf-8").replace("from: C74", "from: Beside"), "utf-8")
    (fault,) = check_file(path).faults
    assert (fault.line, fault.column, fault.path) == (7, 19, "descends[0].from")
    assert fault.message == "the descent runs in a ring: C74 -> Beside -> C74"


def test_of_a_named_variant_that_is_full_of_faults_the_first_is_told(tmp_path):
    one = reader("variants")
    one.furnish(tmp_path)
    game = tmp_path / "game.txt"
    game.write_text(f"variant: {tmp_path}/broken.yaml\ndeal: B deals\n", "utf-8")
    (fault,) = check_file(game).faults
    assert (fault.line, fault.column) == (1, 10)
    assert "honours0" in fault.message
    assert "honours1" not in fault.message
    assert "(and more, which penneech validate tells); or write all rule points" in fault.message


@pytest.mark.parametrize(
    "fault",
    [
        Fault("a.txt", 0, 0, "", "no place is told"),
        Fault("a.txt", 9, 1, "", "there are not so many lines"),
        Fault("a.txt", 1, 1, "", "x" * (LONGEST_FAULT + 1)),
        Fault("a.txt", 1, 1, "", " "),
    ],
)
def test_a_refusal_that_is_told_badly_is_noticed(fault):
    with pytest.raises(BrokenPromiseError):
        told_well(FileFaultsError([fault]), b"one line\n", Path("a.txt"))


def test_too_many_faults_are_noticed():
    faults = [Fault("a.txt", 1, n, "", "something") for n in range(1, 500)]
    with pytest.raises(BrokenPromiseError):
        told_well(FileFaultsError(faults), b"one line\n", Path("a.txt"))
