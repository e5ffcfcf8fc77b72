"""How fast the reference engine plays random deals, beside two peers, in one run on one core.

    python benchmarks/reference_engine.py [--rounds 5] [--seconds 2]

The peers are measured where they are installed (`pip install open_spiel schnapsen`) and left out,
with a line that says so, where they are not. Rounds of all rows take turns, so that a machine whose
speed drifts is unfair to none; the figures are medians over the rounds, with the least and the
greatest. A *move* is one card played or one other choice of a player.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from importlib import import_module
from typing import TYPE_CHECKING

from penneech.events import Player
from penneech.players.greedy import GreedyPlayer
from penneech.players.simple import RandomPlayer
from penneech.players.table import packs_of, play_game, seated
from penneech.study.speeds import bare_games
from penneech.study.timing import few_looks_for_garbage, on_one_core
from penneech.variants import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.rules import Rules


def seated_games(rules: Rules, player: object, first: int, count: int) -> tuple[int, int]:
    """Games between two players who get a View: the deals and the moves made."""
    deals = moves = 0
    for number in range(first, first + count):
        table = play_game(rules, Player.A, (player, player), packs_of(1, number), seated(1, number))
        *_, (game, _) = table_steps = list(table)
        deals += game.number + 1
        moves += len(table_steps) - game.number - 1
    return deals, moves


def openspiel_games(name: str, first: int, count: int) -> tuple[int, int]:
    """Random games through OpenSpiel's Python loop, chance sampled in Python."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    luck = random.Random(first)
    moves = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(luck.random() * len(legal))])
                moves += 1
    return count, moves


def schnapsen_games(first: int, count: int) -> tuple[int, int]:
    """Random games of the `schnapsen` package: 20 cards, up to ten tricks a game."""
    bots = import_module("schnapsen.bots")
    game = import_module("schnapsen.game")
    engine = game.SchnapsenGamePlayEngine()
    luck = random.Random(first)
    moves = 0

    class Counting(bots.RandBot):
        def get_move(self, *args: object, **kwargs: object) -> object:
            nonlocal moves
            moves += 1
            return super().get_move(*args, **kwargs)

    for _ in range(count):
        one = Counting(rand=random.Random(luck.random()), name="one")
        two = Counting(rand=random.Random(luck.random()), name="two")
        engine.play_game(one, two, random.Random(luck.random()))
    return count, moves


def rows() -> dict[str, Callable[[int, int], tuple[int, int]]]:
    """What is measured: a name, and a function of the first game's number and how many."""
    parlett = load_variant("parlett").rules
    found: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "penneech, engine and events, random": lambda f, n: bare_games(parlett, f, n),
        "penneech, players with views, random": lambda f, n: seated_games(
            parlett, RandomPlayer(), f, n
        ),
        "penneech, players with views, greedy": lambda f, n: seated_games(
            parlett, GreedyPlayer(), f, n
        ),
    }
    peers = {
        "pyspiel": ("OpenSpiel Python loop, spades", lambda f, n: openspiel_games("spades", f, n)),
        "schnapsen": ("schnapsen package, RandBot", schnapsen_games),
    }
    for module, (name, function) in peers.items():
        try:
            import_module(module)
        except ImportError:
            print(f"left out: {name} ({module} is not installed)")
        else:
            found[name] = function
    return found


def one_round(
    play_some: Callable[[int, int], tuple[int, int]], seconds: float, first: int
) -> tuple[float, float]:
    """Deals and moves a second of processor time, over at least so many seconds."""
    deals = moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        more, moved = play_some(first + deals, 20)
        deals, moves = deals + more, moves + moved
    return deals / spent, moves / spent


def main() -> None:
    """Measure all rows in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    found = rows()
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in found}
    for function in found.values():
        function(0, 2)
    with on_one_core(), few_looks_for_garbage():
        for number in range(options.rounds):
            for name, function in found.items():
                measured[name].append(one_round(function, options.seconds, 1000 * number))
    print(f"Python {platform.python_version()}, {platform.machine()}; one core, processor time;")
    print(f"medians of {options.rounds} rounds of {options.seconds:g} s, in brackets the range")
    print(f"{'':40} {'deals/s':>24} {'moves/s':>10}")
    for name, rates in measured.items():
        deals = [rate for rate, _ in rates]
        middle = statistics.median(deals)
        spread = f"{middle:,.0f} ({min(deals):,.0f}-{max(deals):,.0f})"
        print(f"{name:40} {spread:>24} {statistics.median(m for _, m in rates):>10,.0f}")


if __name__ == "__main__":
    main()
