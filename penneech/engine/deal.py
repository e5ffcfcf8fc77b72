"""One deal: dealing, throwing up, the tricks, and the count, in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from penneech.cards import in_pack_order
from penneech.engine import scoring
from penneech.engine.board import TURN_UP, Board, winner_after_deal
from penneech.engine.legality import may_throw_up
from penneech.engine.state import MAX_REDEALS, Deal, Phase, Trick
from penneech.engine.trick import reply_wins
from penneech.errors import IllegalPlayError, RulesError
from penneech.events import (
    Dealt,
    Event,
    Played,
    Player,
    Source,
    ThrownUp,
    TrickWon,
    TurnedUp,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.legality import Hand
    from penneech.engine.state import Hands
    from penneech.engine.umpire import Umpire
    from penneech.events import Pair

Step: TypeAlias = tuple[Deal, tuple[Event, ...]]
"""What a move leads to, and the facts that happened."""

THROW_UP, LEAD, REPLY, VOID, OVER = Phase
A, B = Player
make = tuple.__new__  # a named tuple's own way round its Python constructor: half the time
OTHER = (B, A)
TRICK, IN_HAND, EXCESS = Source.TRICK, Source.PENNEECH_IN_HAND, Source.EXCESS


def deal_hands(
    umpire: Umpire, dealer: Player, pack: tuple[Card, ...], score: Pair, attempt: int = 0
) -> Step:
    """Deal the cards one at a time, the elder hand first, and ask who would throw up.

    Args:
        umpire: who knows the variant's rules.
        dealer: who deals.
        pack: the cards, the first dealt first; at least as many as a deal can use.
        score: the totals of the game so far, A's first.
        attempt: how many times both hands have been dealt again.

    Raises:
        RulesError: when the pack is too small for a deal.
    """
    if len(pack) < umpire.need:
        text = f"{len(pack)} cards are too few; a deal can use {umpire.need}"
        raise RulesError([(("pack",), text)])
    size = 2 * umpire.hand_size
    elders, dealers = pack[0:size:2], pack[1:size:2]
    hands = (dealers, elders) if dealer is A else (elders, dealers)
    facts: tuple[Event, ...] = (make(Dealt, (dealer, attempt, hands)),)
    top = size
    turn_ups: tuple[Card, ...] = ()
    if umpire.turn_up_is_seen:
        top, turn_ups = size + 1, (pack[size],)
        facts += (make(TurnedUp, (dealer, pack[size], 0)),)
    deal = make(Deal, (
        umpire, dealer, pack, attempt, ((), ()), score, THROW_UP, OTHER[dealer],
        (in_pack_order(hands[0]), in_pack_order(hands[1])), (), top, turn_ups, None,
        (0, 0), (), (), None))  # fmt: skip
    deal, more = _ask(deal, OTHER[dealer], dealer)
    return deal, facts + more


def throw_up(deal: Deal, *, wanted: bool) -> Step:
    """Throw up the hand of the player who is asked, or keep it.

    Raises:
        IllegalPlayError: when nobody is asked to throw up.
    """
    if deal.phase is not THROW_UP:
        raise IllegalPlayError("no hand may be thrown up now", rule="redeal")
    player = deal.to_move
    if not wanted:
        return _after_asking(deal, player)
    hand = deal.hands[player]
    if deal.umpire.both_hands_void:
        return deal._replace(phase=VOID), (ThrownUp(player, hand, ()),)
    top = deal.top + deal.umpire.hand_size
    drawn = deal.pack[deal.top : top]
    deal = deal._replace(
        hands=_with_hand(deal.hands, player, in_pack_order(drawn)),
        laid_aside=_with_hand(deal.laid_aside, player, hand),
        top=top,
    )
    deal, more = _after_asking(deal, player)
    return deal, (ThrownUp(player, hand, drawn), *more)


def play(deal: Deal, card: Card) -> Step:
    """Lead a card, or play one to the card led; a trick that is complete is taken and reckoned.

    Args:
        deal: a deal in which a card is to be played.
        card: a legal card of the player to move.

    Returns:
        The deal after the card, and all that happened before the next choice.

    Raises:
        IllegalPlayError: when the card may not be played; the message names the rule.
    """
    if card not in deal.legal:
        raise _refusal(deal, card)
    return _lead(deal, card) if deal.phase is LEAD else _reply(deal, card)


def _without(hands: Hands, player: Player, card: Card) -> Hands:
    left = list(hands[player])
    left.remove(card)
    return (hands[0], tuple(left)) if player else (tuple(left), hands[1])


def _with_hand(hands: Hands, player: Player, hand: Hand) -> Hands:
    return (hands[0], hand) if player else (hand, hands[1])


def _ask(deal: Deal, *players: Player) -> Step:
    """Ask the first of the players whose hand may be thrown up; if there is none, play begins."""
    if deal.attempt < MAX_REDEALS:
        for player in players:
            if may_throw_up(deal.umpire.rules, deal.hands[player]):
                return deal._replace(to_move=player), ()  # a deal is dealt in this phase
    return _begin_play(deal)


def _after_asking(deal: Deal, asked: Player) -> Step:
    return _begin_play(deal) if asked is deal.dealer else _ask(deal, deal.dealer)


def _begin_play(deal: Deal) -> Step:
    """Turn the first card, unless it lies there, reckon it, and let the elder hand lead."""
    (umpire, dealer, pack, attempt, laid_aside, score, _, _, hands, _, top, turn_ups, _, tricks,
     history, put_off, _) = deal  # fmt: skip
    board = Board(umpire, score, put_off, [])
    if not turn_ups:
        turn_ups, top = (pack[top],), top + 1
        board.events.append(make(TurnedUp, (dealer, turn_ups[0], 0)))
    card, elder = turn_ups[0], OTHER[dealer]
    if umpire.dealer_scores_first:
        board.earn(dealer, umpire.turned[card.index], TURN_UP, card, 0)
    if umpire.held_counts:
        _earn_held_penneech(board, umpire, hands, turn_ups, 0)
    over = board.winner is not None
    after = make(Deal, (
        umpire, dealer, pack, attempt, laid_aside, board.score, OVER if over else LEAD, elder,
        hands, () if over else hands[elder], top, turn_ups, None, tricks, history, board.put_off,
        board.winner))  # fmt: skip
    return after, tuple(board.events)


def _lead(deal: Deal, card: Card) -> Step:
    """The card is led; the other player may play what `following` allows."""
    (umpire, dealer, pack, attempt, laid_aside, score, _, leader, hands, _, top, turn_ups, _,
     tricks, history, put_off, _) = deal  # fmt: skip
    hands, replier = _without(hands, leader, card), OTHER[leader]
    legal = umpire.legality(hands[replier], card.suit, turn_ups[-1].suit)
    after = make(Deal, (
        umpire, dealer, pack, attempt, laid_aside, score, REPLY, replier, hands, legal,
        top, turn_ups, card, tricks, history, put_off, None))  # fmt: skip
    return after, (make(Played, (leader, card, len(history) + 1)),)


def _reply(deal: Deal, card: Card) -> Step:
    """The trick is complete: it is taken, its cards are reckoned, and the next card is turned."""
    (umpire, dealer, pack, attempt, laid_aside, score, _, replier, hands, _, top, turn_ups, led,
     tricks, history, put_off, _) = deal  # fmt: skip
    assert led is not None  # noqa: S101  # a reply has a lead before it
    turn_up, leader, number = turn_ups[-1], OTHER[replier], len(history) + 1
    wins = reply_wins(umpire.strengths[turn_up.index], led, card, turn_up.suit)
    winner = replier if wins else leader
    trick = make(Trick, (turn_up, leader, led, card, winner))
    tricks = (tricks[0], tricks[1] + 1) if winner else (tricks[0] + 1, tricks[1])
    hands, history = _without(hands, replier, card), (*history, trick)
    won = make(TrickWon, (winner, number, turn_up.suit, led, card))
    board = Board(umpire, score, put_off, [make(Played, (replier, card, number)), won])
    _earn_trick(board, umpire, trick, number)
    last = number == umpire.hand_size
    if board.winner is None and (umpire.turns_last or not last):
        turn_ups, top = (*turn_ups, pack[top]), top + 1
        _turn(board, umpire, winner, turn_ups[-1], number)
        if umpire.held_counts:
            _earn_held_penneech(board, umpire, hands, turn_ups, number)
    if last:
        _earn_counts(board, umpire, OTHER[dealer], history, tricks)
    over = last or board.winner is not None
    after = make(Deal, (
        umpire, dealer, pack, attempt, laid_aside, board.score, OVER if over else LEAD, winner,
        hands, () if over else hands[winner], top, turn_ups, None, tricks, history, board.put_off,
        board.winner))  # fmt: skip
    return after, tuple(board.events)


def _earn_trick(board: Board, umpire: Umpire, trick: Trick, number: int) -> None:
    """The card led, the card played, and then the turn-up, if the trick's winner reckons it."""
    turn_up, leader, led, reply, winner = trick
    worth = umpire.in_trick[turn_up.index]
    if points := worth[led.index]:
        _earn_card(board, umpire, leader, led, winner, points, number)
    if points := worth[reply.index]:
        _earn_card(board, umpire, OTHER[leader], reply, winner, points, number)
    if not umpire.turner_scores and (number > 1 or umpire.trick_winner_scores_first):
        board.earn(winner, umpire.turned[turn_up.index], TURN_UP, turn_up, number)


def _earn_card(  # noqa: PLR0913, PLR0917  # all that a card's points depend on
    board: Board,
    umpire: Umpire,
    player: Player,
    card: Card,
    winner: Player,
    points: int,
    number: int,
) -> None:
    """The winner of a trick scores the penneech; an honour whoever `honours_credit` says."""
    if card is umpire.penneech:
        board.earn(winner, points, IN_HAND, card, number)
    else:
        board.earn(player if umpire.holder_scores else winner, points, TRICK, card, number)


def _turn(board: Board, umpire: Umpire, winner: Player, card: Card, trick: int) -> None:
    """The winner of a trick turns the next card, and reckons it where the turner does."""
    board.events.append(make(TurnedUp, (winner, card, trick)))
    if trick == umpire.hand_size:
        points = umpire.turned_last[card.index]
    else:
        points = umpire.turned[card.index] if umpire.turner_scores else 0
    if points:
        board.earn(winner, points, TURN_UP, card, trick)


def _earn_held_penneech(
    board: Board, umpire: Umpire, hands: Hands, turn_ups: tuple[Card, ...], trick: int
) -> None:
    card = umpire.penneech
    for player in Player:
        if card in hands[player]:
            points = scoring.held_penneech(umpire.rules, turn_ups)
            board.earn(player, points, IN_HAND, card, trick)


def _earn_counts(
    board: Board, umpire: Umpire, elder: Player, history: tuple[Trick, ...], tricks: Pair
) -> None:
    """After the last trick: the penneech if it counts now, the excess, and the count itself."""
    rules, card, number = umpire.rules, umpire.penneech, len(history)
    for trick in history:
        if card is trick.led or card is trick.reply:
            points = scoring.penneech_at_end(rules, tuple([done.turn_up for done in history]))
            board.earn(trick.winner, points, IN_HAND, card, number)
    for player in (elder, OTHER[elder]):
        board.earn(player, scoring.excess(rules, tricks, player), EXCESS, None, number)
    board.count(elder)
    if board.winner is None:
        board.winner = winner_after_deal(rules, board.score, elder)


def _refusal(deal: Deal, card: Card) -> IllegalPlayError:
    if not deal.legal:
        return IllegalPlayError(f"{card} cannot be played now: no card is due", rule="turn")
    allowed = " or ".join(str(choice) for choice in deal.legal)
    if card not in deal.hands[deal.to_move]:
        message = f"{card} is not in {deal.to_move.name}'s hand: {allowed}"
        return IllegalPlayError(message, rule="hand")
    rule = f"following={deal.umpire.rules.following}"
    return IllegalPlayError(f"{card} breaks {rule}: {allowed}", rule=rule)
