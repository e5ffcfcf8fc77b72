"""The work whose speed is measured: each is a function of seconds that gives a rate, or a time."""

from __future__ import annotations

import statistics
from random import Random
from typing import TYPE_CHECKING

from penneech import kernel
from penneech.cards import PACK, in_pack_order
from penneech.chance import Luck, absorb, shuffled, word
from penneech.engine.game import deal_pack, new_game, play, throw_up
from penneech.events import Player
from penneech.players.pimc import SamplingPlayer
from penneech.players.view import view_of
from penneech.rules import BOUNDS, FORBIDDEN, RULE_POINTS, Rules
from penneech.study.timing import rate
from penneech.variant import load_variant

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from penneech.players.view import View

VARIANT, SEED = "parlett", 20
WORLDS, SOLVED, LEADS = 100, 1280, 64


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
