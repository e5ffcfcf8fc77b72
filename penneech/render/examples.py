"""The worked examples of a rulebook: real deals, searched for until they show the variant's points.

The deals come from one seed, so the same rules always get the same examples; both seats are played
by `greedy`. A wish (`wishes.py`) gives marks to what it is shown, and the best-marked deal or trick
is taken, the first of several. Where a variant leaves nothing to show, there is no example.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from typing import TYPE_CHECKING, TypeVar

from penneech.events import Player
from penneech.players.greedy import GreedyPlayer
from penneech.players.table import cut_for_deal, packs_of, seated
from penneech.render import wishes
from penneech.render.story import told_deals
from penneech.render.wishes import Found
from penneech.rules import FirstDealer, GameEnd, Redeal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from penneech.events import Cut, Pair
    from penneech.render.story import ToldDeal
    from penneech.rules import Rules

SEED = 1674
"""The seed of every pack and cut of the examples: the year of the first witness."""

DEALS, ENDINGS, CUTS = 160, 80, 240
"""How many deals, last deals of games, and cuts are looked at."""

GAPS = (3, 8, 5, 12, 4, 15, 9, 6, 11, 7)
"""How far the players are from the target when a last deal begins, by turns."""

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Examples:
    """What there is to tell of a variant; None where its rules or figures leave nothing to show.

    `cuts` are the cuts for the first deal and the player who deals; `following` has a trick whose
    second player holds the suit led, `void` one where that player does not.
    """

    cuts: tuple[tuple[Cut, ...], Player] | None
    redeal: ToldDeal | None
    following: Found | None
    void: Found | None
    penneech_turned: Found | None
    penneech_held: Found | None
    penneech_as_trump: Found | None
    penneech_else: Found | None
    deal: ToldDeal | None
    excess: ToldDeal | None
    end: ToldDeal | None


@lru_cache(maxsize=64)
def examples_of(rules: Rules) -> Examples:
    """Search for the examples of a variant."""
    deals = list(_some_deals(rules))
    # A win at once leaves cards that nobody scores any more: what is told in part ends without one.
    at_once = rules.game_end in (GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT)
    whole = [deal for deal in deals if deal.winner is None or not at_once]
    tricks = [Found(deal, trick.number) for deal in whole for trick in deal.tricks]
    turns = [Found(deal, trick) for deal in whole for trick in range(len(deal.turn_ups))]
    return Examples(
        cuts=_cuts(rules),
        redeal=_best(wishes.redeal, rules, whole) if rules.redeal is not Redeal.NEVER else None,
        following=_best(wishes.following, rules, tricks),
        void=_best(wishes.void, rules, tricks),
        penneech_turned=_best(wishes.penneech_turned, rules, turns),
        penneech_held=_best(wishes.penneech_held, rules, turns),
        penneech_as_trump=_best(wishes.penneech_as_trump, rules, tricks),
        penneech_else=_best(wishes.penneech_else, rules, tricks),
        deal=_best(wishes.whole_deal, rules, deals),
        excess=_best(wishes.excess, rules, whole),
        end=_best(wishes.end, rules, _some_endings(rules)),
    )


def _best(
    wish: Callable[[Rules, Told], int], rules: Rules, candidates: Iterable[Told]
) -> Told | None:
    best, chosen = 0, None
    for candidate in candidates:
        marks = wish(rules, candidate)
        if marks > best:
            best, chosen = marks, candidate
    return chosen


def _some_deals(rules: Rules) -> Iterator[ToldDeal]:
    def games() -> Iterator[ToldDeal]:
        for game in count():
            dealer = cut_for_deal(rules, SEED, game)[1]
            yield from _told(rules, game, dealer, (0, 0))

    return islice(games(), DEALS)


def _some_endings(rules: Rules) -> Iterator[ToldDeal]:
    """First deals of games that began close to the target, where they also were the last."""
    for game in range(ENDINGS):
        a, b = (max(0, rules.target - GAPS[(game * by) % len(GAPS)]) for by in (1, 3))
        deal = next(_told(rules, game, Player(game % 2), (a, b)))
        if deal.winner is not None:
            yield deal


def _told(rules: Rules, game: int, dealer: Player, score: Pair) -> Iterator[ToldDeal]:
    players = (GreedyPlayer(), GreedyPlayer())
    packs, luck = packs_of(SEED, game), seated(SEED, game)
    return told_deals(rules, game, dealer, players, packs, luck, score)


def _cuts(rules: Rules) -> tuple[tuple[Cut, ...], Player] | None:
    if rules.first_dealer is FirstDealer.RANDOM:
        return None
    return _best(wishes.cuts, rules, (cut_for_deal(rules, SEED, game) for game in range(CUTS)))
