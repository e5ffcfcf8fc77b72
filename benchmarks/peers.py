"""How fast deals are played and solved here, beside the peers of the field, in one run on one core.

    python benchmarks/peers.py [--rounds 7] [--seconds 1]

The peers are measured where they are installed (`pip install open_spiel schnapsen rlcard endplay`);
one that is not is left out, with a line that says so. Rounds of all rows take turns, so that a
machine whose speed drifts is unfair to none; the figures are medians over the rounds, with the
least and the greatest, and each ratio is the median of the ratios of the rounds.

A *move* is one card played or one other choice of a player: a bid, a hand thrown up. The rows of
Penneech are under `parlett`, and shuffle and deal in the same time.

OpenSpiel's rollouts run in C++: its search is told to make two simulations of many rollouts each,
one from the state given and one from after its first move, and builds no tree to speak of. Its
states are dealt beforehand, which is not in the figures; its whole games in C++ are dealt there
too. The two games were chosen because the length of a rollout does not depend on the cards chosen,
so that the moves are counted and not estimated.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NamedTuple

from penneech import kernel
from penneech.cards import PACK
from penneech.events import Player
from penneech.players.greedy import GreedyPlayer
from penneech.players.simple import RandomPlayer
from penneech.players.table import packs_of, play_game, seated
from penneech.study.timing import clock, few_looks_for_garbage, on_one_core
from penneech.study.workloads import SEED, SOLVED, bare_games, dealt
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable

PARLETT = load_variant("parlett").rules
ROLLOUTS, STATES, ENDINGS, ENDING = 1000, 32, 200, 28


class Row(NamedTuple):
    """What is measured.

    Args:
        title: what it is.
        some: does as many as told from a number on; the deals or games done, and the moves made.
        at_once: how many are done between two looks at the clock.
    """

    title: str
    some: Callable[[int, int], tuple[int, int]]
    at_once: int


class Peer(NamedTuple):
    """Rows that need a package.

    Args:
        package: its name where packages are had.
        rows: makes the rows by their keys; it imports what it needs.
    """

    package: str
    rows: Callable[[], dict[str, Row]]


RATIOS = (
    ("kernel", "rollouts_spades", "moves"),
    ("kernel", "rollouts_hearts", "moves"),
    ("kernel", "games_spades", "moves"),
    ("engine", "openspiel", "moves"),
    ("engine", "schnapsen", "moves"),
    ("engine", "rlcard_bridge", "moves"),
    ("engine", "rlcard_gin", "moves"),
    ("solver", "dds_none", "deals"),
    ("solver", "dds_suit", "deals"),
)
"""What is divided by what: two rows by their keys, and whether in deals or in moves."""


# --- Penneech ------------------------------------------------------------------------------------


def kernel_rows() -> dict[str, Row]:
    """Deals in the kernel, and deals solved."""
    from penneech.kernel.solving import solve_leads  # noqa: PLC0415  # it needs the extra `fast`

    hands, stocks = dealt(SOLVED, PARLETT.hand_size)

    def playing(player: str) -> Callable[[int, int], tuple[int, int]]:
        def some(first: int, many: int) -> tuple[int, int]:
            sums = kernel.play_deals(PARLETT, (player, player), SEED, first, first + many)
            return sums.deals, 2 * PARLETT.hand_size * sums.deals + sums.redeals

        return some

    def solving(_: int, many: int) -> tuple[int, int]:
        return sum(len(solve_leads(PARLETT, hands, stocks)) for _ in range(many)), 0

    return {
        "kernel": Row("kernel, random deals", playing("random"), 65_536),
        "kernel_greedy": Row("kernel, greedy deals", playing("greedy"), 65_536),
        "solver": Row(f"solver, all leads, {PARLETT.hand_size} cards each", solving, 2),
    }


def engine_rows() -> dict[str, Row]:
    """The reference engine, alone and with players who get a View."""

    def seated_games(player: object) -> Callable[[int, int], tuple[int, int]]:
        def some(first: int, many: int) -> tuple[int, int]:
            deals = moves = 0
            for number in range(first, first + many):
                both, packs = (player, player), packs_of(1, number)
                steps = [*play_game(PARLETT, Player.A, both, packs, seated(1, number))]
                game, _ = steps[-1]
                deals += game.number + 1
                moves += len(steps) - game.number - 1
            return deals, moves

        return some

    return {
        "engine": Row(
            "reference engine and its events, random",
            lambda first, many: bare_games(PARLETT, first, many),
            20,
        ),
        "views": Row("players with views, random", seated_games(RandomPlayer()), 20),
        "views_greedy": Row("players with views, greedy", seated_games(GreedyPlayer()), 20),
    }


# --- Peers ---------------------------------------------------------------------------------------


def by_chance(state: Any, luck: random.Random) -> None:  # noqa: ANN401  # OpenSpiel's
    """Let chance act in a state of OpenSpiel's: all that may come are as likely as each other."""
    outcomes = state.chance_outcomes()
    state.apply_action(outcomes[int(luck.random() * len(outcomes))][0])


def openspiel_loop(name: str) -> Callable[[int, int], tuple[int, int]]:
    """Random games through OpenSpiel's Python loop, chance sampled in Python."""
    game = import_module("pyspiel").load_game(name)

    def some(first: int, many: int) -> tuple[int, int]:
        luck = random.Random(first)
        moves = 0
        for _ in range(many):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    by_chance(state, luck)
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(luck.random() * len(legal))])
                    moves += 1
        return many, moves

    return some


def openspiel_rollouts(name: str) -> Callable[[int, int], tuple[int, int]]:
    """Random games of OpenSpiel's played to their ends in C++, from states dealt beforehand."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    luck = random.Random(SEED)
    states = []
    while len(states) < STATES:
        state = game.new_initial_state()
        while state.is_chance_node():
            by_chance(state, luck)
        lengths = {length_of_playout(state.clone(), luck) for _ in range(5)}
        if len(lengths) != 1:
            raise RuntimeError(f"{name}: the playouts of one deal are not of one length")
        states.append((state, lengths.pop()))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    simulations = 2
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.4, max_simulations=simulations, max_memory_mb=100, solve=False,
        seed=SEED, verbose=False,
    )  # fmt: skip

    def some(first: int, many: int) -> tuple[int, int]:
        moves = 0
        for number in range(first, first + many):
            state, length = states[number % STATES]
            bot.step(state)
            moves += ROLLOUTS * (length + length - 1)
        return many * simulations * ROLLOUTS, moves

    return some


def openspiel_games(name: str) -> Callable[[int, int], tuple[int, int]]:
    """Whole games between OpenSpiel's own random players, dealt and played in C++."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, SEED) for seat in range(game.num_players())]

    def some(first: int, many: int) -> tuple[int, int]:
        moves = 0
        for number in range(first, first + many):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
            moves += state.move_number() - len(PACK)  # to deal is not a player's move
        return many, moves

    return some


def length_of_playout(state: Any, luck: random.Random) -> int:  # noqa: ANN401  # OpenSpiel's
    """How many moves a random playout takes."""
    moves = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(luck.random() * len(legal))])
        moves += 1
    return moves


def schnapsen_games() -> Callable[[int, int], tuple[int, int]]:
    """Random games of the `schnapsen` package: 20 cards, up to ten tricks a game."""
    game = import_module("schnapsen.game")
    engine = game.SchnapsenGamePlayEngine()
    moves = 0

    class Counting(game.Bot):
        """Any move that is allowed; the package's own such player asks for a web server."""

        def __init__(self, seed: float) -> None:
            self.luck = random.Random(seed)

        def get_move(self, perspective: Any, leader_move: object) -> object:  # noqa: ANN401, ARG002  # as its library calls it
            nonlocal moves
            moves += 1
            return self.luck.choice(perspective.valid_moves())

    def some(first: int, many: int) -> tuple[int, int]:
        luck, before = random.Random(first), moves
        for _ in range(many):
            both = [Counting(luck.random()) for _ in range(2)]
            engine.play_game(*both, random.Random(luck.random()))
        return many, moves - before

    return some


def rlcard_games(name: str) -> Callable[[int, int], tuple[int, int]]:
    """Random games of RLCard, step by step through its environment."""
    env = import_module("rlcard").make(name, config={"seed": SEED})

    def some(first: int, many: int) -> tuple[int, int]:
        luck, moves = random.Random(first), 0
        for _ in range(many):
            state, _ = env.reset()
            while not env.is_over():
                legal = [*state["legal_actions"]]
                state, _ = env.step(legal[int(luck.random() * len(legal))])
                moves += 1
        return many, moves

    return some


def endings_solved(trump: str) -> Callable[[int, int], tuple[int, int]]:
    """Endings at bridge, seven cards in each of four hands, every lead solved by DDS."""
    solve_board = import_module("endplay.dds").solve_board
    types = import_module("endplay.types")
    luck = random.Random(SEED)
    letters = [str(card) for card in PACK]
    endings = []
    for _ in range(ENDINGS):
        ending = types.Deal(first=types.Player.north, trump=types.Denom.find(trump))
        for at, letter in enumerate(luck.sample(letters, ENDING)):
            ending[types.Player(at % 4)].add(types.Card(letter[1] + letter[0]))
        endings.append(ending)

    def some(first: int, many: int) -> tuple[int, int]:
        for number in range(first, first + many):
            solve_board(endings[number % ENDINGS])
        return many, 0

    return some


PEERS = (
    Peer("open_spiel", lambda: {
        "rollouts_spades": Row("rollouts in C++, spades", openspiel_rollouts("spades"), 1),
        "rollouts_hearts": Row("rollouts in C++, hearts", openspiel_rollouts("hearts"), 1),
        "games_spades": Row("whole games in C++, spades", openspiel_games("spades"), 500),
        "openspiel": Row("Python loop, spades", openspiel_loop("spades"), 20),
    }),
    Peer("schnapsen", lambda: {
        "schnapsen": Row("random against itself", schnapsen_games(), 20),
    }),
    Peer("rlcard", lambda: {
        "rlcard_bridge": Row("bridge, random steps", rlcard_games("bridge"), 2),
        "rlcard_gin": Row("gin rummy, random steps", rlcard_games("gin-rummy"), 2),
    }),
    Peer("endplay", lambda: {
        "dds_none": Row("DDS, no trumps, all leads, 7 cards", endings_solved("NT"), 20),
        "dds_suit": Row("DDS, trumps, all leads, 7 cards", endings_solved("S"), 20),
    }),
)  # fmt: skip


# --- Measuring -----------------------------------------------------------------------------------


def rows() -> dict[str, Row]:
    """All that can be measured here, by keys; what is left out is printed."""
    found = engine_rows()
    if kernel.available():
        found = kernel_rows() | found
    else:
        print('left out: kernel and solver (pip install "penneech[fast]")')
    for peer in PEERS:
        try:
            version_here = version(peer.package)
        except PackageNotFoundError:
            print(f"left out: {peer.package} (it is not installed: pip install {peer.package})")
            continue
        try:
            more = peer.rows()
        except ImportError as error:
            print(f"left out: {peer.package} {version_here} (it cannot be loaded: {error})")
            continue
        for key, row in more.items():
            found[key] = row._replace(title=f"{peer.package} {version_here}: {row.title}")
    return found


def one_round(row: Row, seconds: float, first: int) -> dict[str, float]:
    """Deals and moves a second of processor time, over at least so many seconds."""
    deals = moves = times = 0
    start = clock()
    while True:
        more, moved = row.some(first + times * row.at_once, row.at_once)
        deals, moves, times = deals + more, moves + moved, times + 1
        if (spent := clock() - start) >= seconds and spent > 0:
            return {"deals": deals / spent, "moves": moves / spent}


def shown(figures: list[float]) -> str:
    """A median with the least and the greatest; nothing where nothing was counted."""
    if not any(figures):
        return ""
    return f"{statistics.median(figures):,.0f} ({min(figures):,.0f}-{max(figures):,.0f})"


def main() -> None:
    """Measure all rows in turns and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    found = rows()
    measured: dict[str, list[dict[str, float]]] = {key: [] for key in found}
    with on_one_core(), few_looks_for_garbage():
        for row in found.values():
            row.some(0, 2)  # what is compiled or set up at first is not in the figures
        for number in range(options.rounds):
            for key, row in found.items():
                measured[key].append(one_round(row, options.seconds, 100_000 * number))
    print(f"Python {platform.python_version()}, {platform.machine()}; one core, processor time;")
    print(f"medians of {options.rounds} rounds of {options.seconds:g} s, in brackets the range\n")
    width = max(len(row.title) for row in found.values())
    print(f"{'':{width}} {'deals or games a second':>38} {'moves a second':>42}")
    for key, row in found.items():
        deals, moves = (shown([one[what] for one in measured[key]]) for what in ("deals", "moves"))
        print(f"{row.title:{width}} {deals:>38} {moves:>42}")
    print()
    for ours, theirs, what in RATIOS:
        if ours in found and theirs in found:
            both = zip(measured[ours], measured[theirs], strict=True)
            ratio = statistics.median(one[what] / other[what] for one, other in both)
            print(f"{ratio:8.2f} in {what}: {found[ours].title} / {found[theirs].title}")


if __name__ == "__main__":
    main()
