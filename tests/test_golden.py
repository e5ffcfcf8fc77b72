"""Golden games: two whole games of every variant, kept as records, played again to the byte.

A change of a rule, of a player, of the generator or of the record format is noticed here. When it
is meant, the records are made again by `python tests/test_golden.py`, and the diff is read.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import run

from penneech.records import read_records, verify
from penneech.variant import shipped_variants

GOLDEN = Path(__file__).parent / "golden"
VARIANTS = [variant.id for variant in shipped_variants()]


def play_again(variant, file):
    words = ("--players", "greedy,random", "--games", 2, "--seed", 1674, "--records", file)
    answer = run("simulate", variant, *words)
    assert answer.status == 0, answer.err


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_seed_gives_the_golden_games_to_the_byte(variant, tmp_path):
    play_again(variant, tmp_path / "again.jsonl")
    golden = (GOLDEN / f"{variant}.jsonl").read_bytes()
    assert (tmp_path / "again.jsonl").read_bytes() == golden


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_golden_game_holds_card_by_card(variant):
    records = list(read_records(GOLDEN / f"{variant}.jsonl"))
    assert [verify(record).game.winner for record in records] == [r.winner for r in records]
    assert len(records) == 2


def test_there_is_a_golden_file_for_every_variant_and_no_other():
    assert {file.stem for file in GOLDEN.glob("*.jsonl")} == set(VARIANTS)


if __name__ == "__main__":
    for name in VARIANTS:
        play_again(name, GOLDEN / f"{name}.jsonl")
