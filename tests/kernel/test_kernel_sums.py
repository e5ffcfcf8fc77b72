"""Many deals side by side add up to what the reference engine makes of them one by one."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules

pytest.importorskip("numba")

from penneech import kernel
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.players.registry import player_named
from penneech.players.table import packs_of, play_game, seated
from penneech.rules import BOUNDS, GameEnd
from penneech.study.rows import COLUMNS, row_of
from penneech.variant import load_variant, variant_ids

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
FEW = settings(max_examples=10 if SLOW else 100, deadline=None)
PAIRS = [("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")]
COUNTED = list(COLUMNS)


def sums_of_engine(by, players, seed, numbers, dealer):
    """The same sums by the reference engine, nothing ending a deal before its last trick."""
    by = replace(by, game_end=GameEnd.DEAL_END_HIGHER, target=BOUNDS["target"][1])
    rows, totals, tricks = [], [], 0
    for game in numbers:
        packs = packs_of(seed, game)

        def first_deal(deal, attempt, count, packs=packs):
            return None if deal else packs(deal, attempt, count)

        seats = [player_named(name) for name in players]
        steps = list(play_game(by, dealer, seats, first_deal, seated(seed, game)))
        rows.append(row_of(game, 0, dealer, steps))
        deal = steps[-1][0].deal
        tricks += deal.tricks[deal.elder]
        by_seat = rows[-1][COUNTED.index("turn_up_elder") : COUNTED.index("decisions")]
        totals.append((sum(by_seat[0::2]), sum(by_seat[1::2])))
    whole = dict(zip(COUNTED, map(sum, zip(*rows, strict=True)), strict=True))
    return kernel.DealSums(
        deals=len(rows),
        dealings=whole["dealings"],
        redeals=whole["redeals"],
        forced_hands=whole["forced_hands"],
        points=tuple(whole[name] for name in COUNTED[11:19]),
        elder_squared=sum(elder * elder for elder, _ in totals),
        dealer_squared=sum(dealer * dealer for _, dealer in totals),
        product=sum(elder * dealer for elder, dealer in totals),
        elder_tricks=tricks,
        legal_cards=whole["legal_cards"],
        only_one=whole["only_one"],
    )


@pytest.mark.parametrize("variant", sorted(variant_ids()))
@pytest.mark.parametrize("players", PAIRS)
def test_sums_are_those_of_the_engine_under_every_variant(variant, players):
    by, numbers = load_variant(variant).rules, range(3, 5 if SLOW else 15)
    found = kernel.play_deals(by, players, 9, numbers.start, numbers.stop, Player.B)
    assert found == sums_of_engine(by, players, 9, numbers, Player.B)


@given(
    by=rules(),
    players=st.sampled_from(PAIRS),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**31),
    dealer=st.sampled_from(list(Player)),
)
@FEW
def test_sums_are_those_of_the_engine_under_any_rules(by, players, seed, first, dealer):
    found = kernel.play_deals(by, players, seed, first, first + 3, dealer)
    assert found == sums_of_engine(by, players, seed, range(first, first + 3), dealer)


@given(by=rules(), players=st.sampled_from(PAIRS), data=st.data())
@FEW
def test_sums_do_not_depend_on_how_the_deals_are_shared_out(by, players, data):
    last = data.draw(st.integers(0, 3 if SLOW else 200))
    middle = data.draw(st.integers(0, last))
    whole = kernel.play_deals(by, players, 5, 0, last)
    parts = [kernel.play_deals(by, players, 5, *part) for part in ((0, middle), (middle, last))]
    for name, value in whole._asdict().items():
        one, other = (getattr(part, name) for part in parts)
        if name == "points":
            assert value == tuple(map(sum, zip(one, other, strict=True)))
        else:
            assert value == one + other


def test_no_deals_add_up_to_nothing():
    by = load_variant("parlett").rules
    assert sum(kernel.play_deals(by, PAIRS[0], 1, 7, 7)[:4]) == 0


ASK = """
from penneech import kernel
from penneech.variant import load_variant
by = load_variant("wikipedia-it").rules
from penneech.kernel import bits
print(bits.FORM, kernel.play_deals(by, ("greedy", "random"), 2, 0, 20))
"""


MORE = """
from penneech import kernel
print(len(kernel.packs(1, 0, [0])), "packs")
"""


def asked(script=ASK, **environment):
    """What a process of its own says, on both its streams."""
    where = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", script], env=where | environment, capture_output=True, check=True
    )
    return done.stdout.decode().split(" ", 1), done.stderr.decode()


def test_the_portable_form_gives_the_same():
    (form, sums), _ = asked(PENNEECH_KERNEL_FORM="portable")
    assert form == "portable"
    by = load_variant("wikipedia-it").rules
    assert sums.strip() == str(kernel.play_deals(by, ("greedy", "random"), 2, 0, 20))


def test_where_nothing_can_be_kept_code_is_compiled_anew_without_complaint(tmp_path):
    occupied = tmp_path / "a-file"
    occupied.touch()
    _, told = asked(NUMBA_CACHE_DIR=str(occupied))
    assert told == (
        "penneech: compiling the kernel, as nothing can be kept between runs; "
        "this takes some seconds\n"
    )


def test_compiling_is_said_once_and_what_is_kept_is_used_again(tmp_path):
    first, told = asked(NUMBA_CACHE_DIR=str(tmp_path))
    assert told == "penneech: compiling the kernel, once; this takes some seconds\n"
    assert [place.name[:7] for place in (tmp_path / "penneech").iterdir()] == ["kernel-"]
    assert asked(NUMBA_CACHE_DIR=str(tmp_path)) == (first, "")


def test_what_another_command_needs_besides_is_said_to_be_more_of_the_kernel(tmp_path):
    asked(NUMBA_CACHE_DIR=str(tmp_path))
    _, told = asked(MORE, NUMBA_CACHE_DIR=str(tmp_path))
    assert told == "penneech: compiling more of the kernel, once; this takes some seconds\n"
    assert not asked(MORE, NUMBA_CACHE_DIR=str(tmp_path))[1]


def test_what_another_installation_has_kept_is_not_taken_for_ones_own(tmp_path):
    _, compiling = asked(NUMBA_CACHE_DIR=str(tmp_path))
    (own,) = {file.parent for file in tmp_path.rglob("*.nbi")}
    own.rename(own.with_name("penneech_of_another_place"))
    assert asked(NUMBA_CACHE_DIR=str(tmp_path))[1] == compiling


@pytest.mark.parametrize(("kind", "left"), [("nbi", 0), ("nbi", 40), ("nbc", 0), ("nbc", 1000)])
def test_kept_code_that_is_damaged_is_compiled_anew(tmp_path, kind, left):
    first, compiling = asked(NUMBA_CACHE_DIR=str(tmp_path))
    kept = list(tmp_path.rglob(f"*.{kind}"))
    for file in kept:
        file.write_bytes(file.read_bytes()[:left])
    assert kept
    assert asked(NUMBA_CACHE_DIR=str(tmp_path)) == (first, compiling)
    assert asked(NUMBA_CACHE_DIR=str(tmp_path)) == (first, "")


FULL = """
from numba.core import caching
def full(*code): raise OSError(28, "No space left on device")
caching.IndexDataCacheFile.save = full
"""


def test_on_a_full_disk_play_goes_on_and_one_line_says_why_nothing_is_kept(tmp_path):
    where = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", FULL + ASK + "kernel.packs(1, 0, [0])"],
        env=where | {"NUMBA_CACHE_DIR": str(tmp_path)}, capture_output=True, check=True,
    )  # fmt: skip
    by = load_variant("wikipedia-it").rules
    sums = str(kernel.play_deals(by, ("greedy", "random"), 2, 0, 20))
    assert done.stdout.decode().split(" ", 1)[1].strip() == sums
    compiling, unkept = done.stderr.decode().splitlines()
    assert compiling.startswith("penneech: compiling the kernel")
    assert unkept.startswith(f"penneech: the compiled kernel cannot be kept in {tmp_path}")
    assert unkept.endswith(": No space left on device")


STRANGE = """
import numba
numba.version_info = numba.version_info._replace(minor=999)
from penneech.kernel import parts
assert not parts.KNOWN
"""


def test_a_numba_that_is_not_known_compiles_in_its_own_way(tmp_path):
    where = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", STRANGE + ASK],
        env=where | {"NUMBA_CACHE_DIR": str(tmp_path)}, capture_output=True, check=True,
    )  # fmt: skip
    by = load_variant("wikipedia-it").rules
    sums = str(kernel.play_deals(by, ("greedy", "random"), 2, 0, 20))
    assert done.stdout.decode().split(" ", 1)[1].strip() == sums


def test_a_row_holds_the_last_number_of_32_bits_and_none_beyond():
    by, last = load_variant("parlett").rules, 2**31 - 1
    assert kernel.play_games(by, PAIRS[0], 1, last, last + 1)[0, 0] == last
    with pytest.raises(PenneechError, match="there is no row for 2147483648"):
        kernel.play_games(by, PAIRS[0], 1, last, last + 2)
    with pytest.raises(PenneechError, match="there is no row for -1"):
        kernel.play_games(by, PAIRS[0], 1, -1, 1)


def test_help_imports_neither_numpy_nor_numba():
    script = (
        "import sys, penneech.kernel, penneech.cli\n"
        "print([name for name in ('numpy', 'numba', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", script], capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == "[]"
