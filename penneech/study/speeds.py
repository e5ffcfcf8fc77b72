"""How fast this machine plays: what is measured, and how; nothing here is shown or asserted.

Every row is measured on one core, in rounds that take turns, so that a machine whose speed drifts
is unfair to none. A round goes on for a quarter of a second of processor time. What must be
compiled first is compiled before the first round, and the time for that is told apart.
"""

from __future__ import annotations

import os
import signal
import statistics
import time
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from penneech import kernel
from penneech.cards import PACK, in_pack_order
from penneech.chance import Luck, absorb, shuffled, word
from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.errors import StudyError
from penneech.events import Player
from penneech.players.pimc import SamplingPlayer
from penneech.players.view import view_of
from penneech.rules import BOUNDS, FORBIDDEN, RULE_POINTS, Rules
from penneech.study.timing import few_looks_for_garbage, on_one_core, rate
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from multiprocessing.connection import Connection
    from typing import Any

    from penneech.players.view import View

SECONDS = 0.25
"""How long a round goes on."""

VARIANT, SEED = "parlett", 20
RULES, WORLDS, SOLVED, LEADS = 64, 100, 1280, 64
PORTABLE, FORM = "portable", "PENNEECH_KERNEL_FORM"

ROWS = {
    "deals_per_s": "random deals",
    "deals_per_s_portable": "random deals, portable form",
    "deals_per_s_any": f"random deals, {RULES} rules of the space",
    "greedy_deals_per_s": "greedy deals",
    "solves_per_s": "deals solved, all leads",
    "pimc100_ms": "a first lead of pimc:100",
    "reference_deals_per_s": "random deals, reference engine",
}
"""The rows by their keys in the answer for programs, and what each is."""

MILLISECONDS = frozenset({"pimc100_ms"})
"""The rows in milliseconds; the others are so many a second."""

WITHOUT_NUMBA = "reference_deals_per_s"
"""The only row that can be measured without the extra `fast`."""


class Speeds(NamedTuple):
    """What was measured.

    Args:
        rounds: the figures of each row, one for each round; none of a row that was not measured.
        compiled: seconds that compiling took before the first round; 0.0 where all was kept.
        form: how the kernel chooses cards on this machine; empty without the kernel.
    """

    rounds: Mapping[str, tuple[float, ...]]
    compiled: float
    form: str

    def median(self, key: str) -> float | None:
        """The median of a row."""
        return statistics.median(self.rounds[key]) if self.rounds[key] else None


def measured(
    rounds: int,
    tell: Callable[[int], object] = lambda done: None,  # noqa: ARG005  # nobody listens
) -> Speeds:
    """Measure every row that can be measured here.

    Args:
        rounds: how many rounds.
        tell: told how many more measurements are done; there are `rounds` of each row.
    """
    found: dict[str, list[float]] = {key: [] for key in ROWS}
    with ExitStack() as stack:
        stack.enter_context(on_one_core())
        stack.enter_context(few_looks_for_garbage())
        rows: dict[str, Callable[[float], float]] = {WITHOUT_NUMBA: reference_deals}
        compiled, form = 0.0, ""
        if kernel.available():
            from penneech.kernel import bits  # noqa: PLC0415  # it imports Numba

            form = bits.FORM
            rows, compiled = _kernel_rows(stack, form)
        for _ in range(rounds):
            for key, work in rows.items():
                found[key].append(work(SECONDS))
                tell(1)
    return Speeds({key: tuple(figures) for key, figures in found.items()}, compiled, form)


def count_of_rows() -> int:
    """How many rows can be measured here."""
    return len(ROWS) if kernel.available() else 1


def _kernel_rows(stack: ExitStack, form: str) -> tuple[dict[str, Callable[[float], float]], float]:
    """All rows, made ready, and how long compiling took."""
    rows: dict[str, Callable[[float], float]] = {
        "deals_per_s": random_deals(load_variant(VARIANT).rules),
        "deals_per_s_portable": random_deals(load_variant(VARIANT).rules),
        "deals_per_s_any": deals_of_any_rules([any_rules(number) for number in range(RULES)]),
        "greedy_deals_per_s": kernel_deals(load_variant(VARIANT).rules, "greedy"),
        "solves_per_s": solved_deals(load_variant(VARIANT).rules),
        "pimc100_ms": first_leads(load_variant(VARIANT).rules),
        WITHOUT_NUMBA: reference_deals,
    }
    compiled = made_ready(rows)
    if form != PORTABLE:
        rows["deals_per_s_portable"], more = stack.enter_context(portable_deals())
        compiled += more
    return rows, compiled


def made_ready(rows: Mapping[str, Callable[[float], float]]) -> float:
    """Do a little of each, so that everything is compiled; the seconds if something had to be."""
    before, start = _compilations(), time.perf_counter()
    for work in rows.values():
        work(0.0)
    return time.perf_counter() - start if _compilations() > before else 0.0


def _compilations() -> int:
    """How many functions this process has compiled, those that it fetched not counted."""
    from penneech.kernel import playing, searching, solving  # noqa: PLC0415  # they import Numba

    functions = [one for module in (playing, searching, solving) for one in vars(module).values()]
    stats = {id(one): one.stats for one in functions if hasattr(one, "stats")}
    return sum(sum(some.cache_misses.values()) for some in stats.values())


# --- What is measured ----------------------------------------------------------------------------


def kernel_deals(rules: Rules, player: str) -> Callable[[float], float]:
    """Deals in the kernel, the same player at both seats."""

    def some(first: int, many: int) -> int:
        return kernel.play_deals(rules, (player, player), SEED, first, first + many).deals

    return lambda seconds: rate(some, seconds, 1024)


def random_deals(rules: Rules) -> Callable[[float], float]:
    """Deals in the kernel between random players."""
    return kernel_deals(rules, "random")


def deals_of_any_rules(some: list[Rules]) -> Callable[[float], float]:
    """The mean of the rates of several rules."""
    works = [random_deals(rules) for rules in some]
    return lambda seconds: statistics.fmean(work(seconds / len(works) * 2) for work in works)


def any_rules(number: int) -> Rules:
    """Rules of the whole space, by a fixed key: any readings, any points, hands of seven cards.

    The size of the hands stays, so that a deal is as long as it is in the other rows.
    """
    key, thrown = absorb(absorb(0, SEED), number), 0

    def throw(least: int, most: int) -> int:
        nonlocal thrown
        thrown += 1
        return least + word(key, thrown) % (most - least + 1)

    while True:
        readings = {
            point: [*kind][throw(0, len(kind) - 1)].value for point, kind in RULE_POINTS.items()
        }
        if all(readings[point] != one or readings[other] == needed
               for (point, one), (other, needed) in FORBIDDEN):  # fmt: skip
            break
    letters = dict.fromkeys(card.rank.letter for card in PACK)
    return Rules.from_resolved(
        {
            "rules": readings,
            "hand_size": 7,
            "target": throw(*BOUNDS["target"]),
            "card_points": {
                letter: throw(*BOUNDS["card_points"]) for letter in letters if throw(0, 1)
            },
            "penneech": {
                "card": str(PACK[throw(0, len(PACK) - 1)]),
                "turned_up": throw(*BOUNDS["penneech"]),
                "in_hand": throw(*BOUNDS["penneech"]),
            },
            "excess_over": throw(*BOUNDS["excess_over"]),
        }
    )


def dealt(deals: int, size: int) -> tuple[Any, Any]:
    """Hands in pack order, and stocks, as codes, for the solver."""
    import numpy as np  # noqa: PLC0415  # without the kernel it is not needed

    from penneech.kernel.packing import code  # noqa: PLC0415  # the same

    hands = np.zeros((deals, 2, size), np.uint8)
    stocks = np.zeros((deals, size + 1), np.uint8)
    for deal in range(deals):
        pack = shuffled(SEED, deal, 0, 0)
        for player in range(2):
            held = in_pack_order(pack[player : 2 * size : 2])
            hands[deal, player] = [code(card) for card in held]
        stocks[deal] = [code(card) for card in pack[2 * size : 3 * size + 1]]
    return hands, stocks


def solved_deals(rules: Rules) -> Callable[[float], float]:
    """Best play for every lead, many deals at once."""
    from penneech.kernel.solving import solve_leads  # noqa: PLC0415  # it imports Numba

    hands, stocks = dealt(SOLVED, rules.hand_size)

    def some(_: int, many: int) -> int:
        return sum(len(solve_leads(rules, hands, stocks)) for _ in range(many))

    return lambda seconds: rate(some, seconds, 1)


def first_leads(rules: Rules) -> Callable[[float], float]:
    """Milliseconds that a player who samples 100 worlds takes for the first lead of a deal."""
    player = SamplingPlayer(WORLDS)
    views = [_at_first_lead(rules, number) for number in range(LEADS)]
    luck = [Luck.of(SEED, number, view.me) for number, view in enumerate(views)]

    def some(first: int, many: int) -> int:
        for number in range(first, first + many):
            player.card(views[number % LEADS], luck[number % LEADS])
        return many

    return lambda seconds: 1000 / rate(some, seconds, 1)


def _at_first_lead(rules: Rules, number: int) -> View:
    """What the elder hand sees when it is to lead first."""
    game = new_game(rules, Player.A)
    while game.needs_pack or game.deal is None or not game.deal.legal:
        if game.needs_pack:
            game, _ = deal_pack(game, shuffled(SEED, number, game.number, game.attempt))
        else:
            game, _ = throw_up(game, wanted=True)
    return view_of(game)


def reference_deals(seconds: float) -> float:
    """Deals of the reference engine a second, random choices and all events included."""
    rules = load_variant(VARIANT).rules
    return rate(lambda first, many: bare_games(rules, first, many)[0], seconds, 4)


def bare_games(rules: Rules, first: int, many: int) -> tuple[int, int]:
    """Random games through the engine alone, with all events: the deals and the moves made.

    The packs are those of a study; the cards are chosen by Python's own random numbers, as the
    peers beside it choose theirs.
    """
    deals = moves = 0
    chance = Random(first).random
    for number in range(first, first + many):
        game = new_game(rules, Player.A)
        need = game.umpire.need
        while not game.over:
            if game.needs_pack:
                game, _ = deal_pack(game, shuffled(1, number, game.number, game.attempt, need))
                continue
            deal = game.deal
            assert deal is not None  # noqa: S101  # a pack has been dealt
            moves += 1
            if legal := deal.legal:
                game, _ = play(game, legal[int(chance() * len(legal))])
            else:
                game, _ = throw_up(game, wanted=True)
        deals += game.number + 1
    return deals, moves


# --- Where it is measured ------------------------------------------------------------------------


@contextmanager
def portable_deals() -> Iterator[tuple[Callable[[float], float], float]]:
    """The portable form, in a process of its own: a process has one form for all its life.

    Returns:
        What measures it, and the seconds that compiling took.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_measure_when_told, args=(theirs,), daemon=True)
    before = os.environ.get(FORM)
    os.environ[FORM] = PORTABLE
    try:
        process.start()
    finally:
        if before is None:
            del os.environ[FORM]
        else:
            os.environ[FORM] = before
    theirs.close()

    def work(seconds: float | None) -> float:
        try:
            if seconds is not None:
                ours.send(seconds)
            found: float = ours.recv()
        except (EOFError, OSError):
            raise StudyError("the process that measures the portable form has ended") from None
        return found

    try:
        yield work, work(None)
    finally:
        process.kill()
        process.join()


def _measure_when_told(pipe: Connection) -> None:
    """Measure in a process of its own, until the other one has gone."""
    # Ctrl-C goes to all processes of a terminal; the other one ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = random_deals(load_variant(VARIANT).rules)
    with few_looks_for_garbage(), suppress(EOFError):
        pipe.send(made_ready({"deals": work}))
        while True:
            pipe.send(work(pipe.recv()))
