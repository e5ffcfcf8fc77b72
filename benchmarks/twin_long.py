"""Compare the kernel with the reference engine for as long as wanted, over random points.

    python benchmarks/twin_long.py [--deals 10000000] [--minutes 0] [--first 0] [--workers 0]

Point n draws rules by dice from the whole space, parameters included, and compares under them:
whole event traces of games by a tape from random scores, whole event traces and rows of games
between `random` and `greedy`, and sums of deals played side by side. The first difference ends the
run and is told by the number of its point, which `--first` makes again. It stops when so many deals
have been compared, or after so many minutes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from itertools import count
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "kernel")]

from strategies import Dice, thrown_rules  # noqa: E402  # the path must be set first
from test_kernel_sums import PAIRS, sums_of_engine  # noqa: E402  # the path must be set first
from twins import engine_by_players, engine_by_tape  # noqa: E402  # the path must be set first

from penneech import kernel  # noqa: E402  # the path must be set first
from penneech.chance import shuffled  # noqa: E402  # the path must be set first
from penneech.events import Dealt, Player  # noqa: E402  # the path must be set first
from penneech.players.registry import player_named  # noqa: E402  # the path must be set first
from penneech.rules import Rules  # noqa: E402  # the path must be set first
from penneech.study.rows import play_row  # noqa: E402  # the path must be set first

GAMES, PACKS, SINGLE_DEALS = 3, 12, 30


def compare(point: int) -> tuple[int, str]:
    """Compare everything at one point: how many deals were played, and what differs if anything."""
    dice = Dice(64, point)
    by = Rules.from_resolved(thrown_rules(dice))
    players, seed = dice.pick(PAIRS), dice.throw(2**63)
    named = [player_named(name) for name in players]
    deals = 0
    for game in range(GAMES):
        packs = [shuffled(seed, game, deal, 0) for deal in range(PACKS)]
        tape = [dice.throw(1000) for _ in range(97)]
        start = Player(game % 2), (dice.throw(by.target), dice.throw(by.target))
        events = engine_by_tape(by, packs, tape, *start)
        if kernel.trace_packs(by, packs, tape, *start) != events:
            return deals, "a trace by tape"
        deals += sum(isinstance(event, Dealt) for event in events)
        if kernel.trace_game(by, players, seed, game) != engine_by_players(by, players, seed, game):
            return deals, "a trace of players"
        row = play_row(by, named, seed, game, game % 2)
        found = kernel.play_games(by, players, seed, game, game + 1, swapped=bool(game % 2))
        if found.tolist() != [row]:
            return deals, "a row"
        deals += 2 * row[8]
    numbers, dealer = range(seed % 2**31, seed % 2**31 + SINGLE_DEALS), Player(point % 2)
    sums = sums_of_engine(by, players, seed, numbers, dealer)
    found = kernel.play_deals(by, players, seed, numbers.start, numbers.stop, dealer)
    return deals + sums.dealings, "" if found == sums else "sums of deals"


def main() -> None:
    """Compare until there is a difference or enough has been compared."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    start, deals, points = time.monotonic(), 0, 0
    compare(options.first)  # compiles before there are workers
    with multiprocessing.Pool(options.workers or os.cpu_count()) as pool:
        for more, differs in pool.imap(compare, count(options.first), chunksize=4):
            deals, points = deals + more, points + 1
            if differs:
                sys.exit(f"point {options.first + points - 1}: {differs} differs")
            minutes = (time.monotonic() - start) / 60
            if deals >= options.deals or 0 < options.minutes <= minutes:
                pool.terminate()
                break
    print(f"{deals:,} deals at {points:,} points in {minutes:.1f} minutes: no difference")


if __name__ == "__main__":
    main()
