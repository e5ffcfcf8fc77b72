"""A game: deals by turns until a player has won, each from a pack that someone else shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from penneech.cards import Rank
from penneech.engine import deal as deals
from penneech.engine.state import MAX_DEALS, Deal, Game, Phase
from penneech.engine.umpire import umpire_of
from penneech.errors import IllegalPlayError, RulesError
from penneech.events import DealEnded, Event, GameEnded, Player, ThrownUp
from penneech.rules import FirstDealer, RedealDealer, Rules

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.events import Cut, Pair

Step: TypeAlias = tuple[Game, tuple[Event, ...]]
"""What a move leads to, and the facts that happened."""

VOID, OVER = Phase.VOID, Phase.OVER
make = tuple.__new__  # a named tuple's own way round its Python constructor: half the time
NO_DEAL = "no deal is in play"


def first_dealer(reading: FirstDealer, cut: Cut) -> Player | None:
    """Who deals first by this cut; None when the ranks are equal and both must cut again.

    Suits do not count, nor does the penneech's rank.

    Raises:
        ValueError: under `random`, where nobody cuts.
    """
    a, b = cut.a.rank.value, cut.b.rank.value
    match reading:
        case FirstDealer.CUT_LOWEST_ACE_LOW:
            low_a, low_b = a % Rank.ACE, b % Rank.ACE
            lower_deals = low_a < low_b
        case FirstDealer.CUT_LOWEST_ACE_HIGH:
            lower_deals = a < b
        case FirstDealer.CUT_HIGHEST_ACE_HIGH:
            lower_deals = a > b
        case FirstDealer.RANDOM:
            raise ValueError("under first_dealer=random nobody cuts")
        case _:
            assert_never(reading)
    if a == b:
        return None
    return Player.A if lower_deals else Player.B


def new_game(rules: Rules, dealer: Player, score: Pair = (0, 0)) -> Game:
    """A game before its first deal.

    Args:
        rules: the variant's rules.
        dealer: who deals first.
        score: the points that A and B begin with, both below the target.

    Raises:
        RulesError: for a score that is negative or has reached the target.
    """
    if not all(0 <= points < rules.target for points in score):
        text = f"the scores {score[0]},{score[1]} must be from 0 to {rules.target - 1}"
        raise RulesError([(("score",), text)])
    return Game(umpire_of(rules), dealer, 0, 0, score, None, True, None, False)  # noqa: FBT003  # all fields, in their order


def deal_pack(game: Game, pack: tuple[Card, ...]) -> Step:
    """Deal this pack: the next deal, or the same deal again after a hand was thrown up.

    Raises:
        IllegalPlayError: when the game does not wait for a pack.
    """
    if not game.needs_pack:
        raise IllegalPlayError("no pack is to be dealt now", rule="deal")
    deal, facts = deals.deal_hands(game.umpire, game.dealer, pack, game.score, game.attempt)
    return _settle(game, deal, facts)


def throw_up(game: Game, *, wanted: bool) -> Step:
    """Throw up the hand of the player who is asked, or keep it.

    Raises:
        IllegalPlayError: when nobody is asked to throw up.
    """
    before = game.deal
    if before is None:
        raise IllegalPlayError(NO_DEAL, rule="turn")
    deal, facts = deals.throw_up(before, wanted=wanted)
    return _settle(game, deal, facts)


def play(game: Game, card: Card) -> Step:
    """Play a card for the player to move.

    Raises:
        IllegalPlayError: when the card may not be played; the message names the rule.
    """
    umpire, dealer, number, attempt, score, before, _, _, _ = game
    if before is None:
        raise IllegalPlayError(NO_DEAL, rule="turn")
    deal, facts = deals.play(before, card)
    if deal.phase is OVER:
        return _settle_over(game, deal, facts)
    # A card played voids no deal, so nothing but the deal has changed.
    now = (umpire, dealer, number, attempt, score, deal, False, None, False)
    return make(Game, now), facts


def _settle(game: Game, deal: Deal, facts: tuple[Event, ...]) -> Step:
    """Carry what became of the deal over to the game."""
    umpire, dealer, number, attempt, score, _, _, _, _ = game
    if deal.phase is OVER:
        return _settle_over(game, deal, facts)
    needs_pack = deal.phase is VOID
    if needs_pack:
        attempt += 1
        dealer = _deals_again(umpire.rules, deal.dealer, facts)
    return Game(umpire, dealer, number, attempt, score, deal, needs_pack, None, over=False), facts


def _settle_over(game: Game, deal: Deal, facts: tuple[Event, ...]) -> Step:
    score, winner = deal.score, deal.winner
    played_out = len(deal.history) == game.umpire.hand_size
    if played_out:
        facts = (*facts, DealEnded(score))
    over = winner is not None or game.number + 1 == MAX_DEALS
    if over:
        facts = (*facts, GameEnded(winner, score))
    after = game._replace(
        dealer=deal.dealer if over else deal.dealer.other,
        number=game.number if over else game.number + 1,
        attempt=0,
        score=score,
        deal=deal,
        needs_pack=not over,
        winner=winner,
        over=over,
    )
    return after, facts


def _deals_again(rules: Rules, dealer: Player, facts: tuple[Event, ...]) -> Player:
    match rules.redeal_dealer:
        case RedealDealer.SAME_DEALER:
            return dealer
        case RedealDealer.NEXT_DEALER:
            return dealer.other
        case RedealDealer.THROWER:
            return next(fact.player for fact in facts if isinstance(fact, ThrownUp))
        case _:
            assert_never(rules.redeal_dealer)
