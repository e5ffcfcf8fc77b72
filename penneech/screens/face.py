"""What a game shows to the person before the screen: no hidden card is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from penneech.engine.state import Phase
from penneech.events import Dealt, Player, Scored, ThrownUp
from penneech.players.view import PACK_SIZE, known_put_off
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from penneech.cards import Card, Suit
    from penneech.engine.legality import Hand
    from penneech.engine.state import Deal, Hands, Trick
    from penneech.events import Event, Pair
    from penneech.rules import Rules
    from penneech.screens.sitting import Sitting

Pegs: TypeAlias = tuple[int, int]
"""Where the two pegs of a player stand: the one behind, which shows the score before, and the one
in front."""


@dataclass(frozen=True, slots=True)
class Face:
    """The table as the person before the screen sees it.

    Args:
        rules: the rules that are played by.
        me: that person.
        waits: what the game waits for.
        to_move: whose turn it is; None between deals and when the game is over.
        dealer: who dealt, or is to deal the first time.
        number: the number of the deal, from 1.
        attempt: how many times both hands have been dealt again in this deal.
        hand: the person's cards, in pack order; none while the curtain is down.
        legal: those of them that may be played now.
        others: how many cards the other player holds.
        led: the card on the table, led to this trick.
        leader: who leads to this trick, or has led to it; None where nobody is to lead.
        turn_ups: the cards turned so far; the last one's suit is trumps.
        history: the complete tricks of the deal.
        tricks: the tricks won by A and by B.
        score: the totals as pegged so far, A's first.
        pegs: where the pegs of A and of B stand.
        later: what has been earned and is to be counted after the play, as far as it is known.
        laid_aside: the hands thrown up in this deal and laid aside, A's first.
        in_stock: how many cards are left in the stock.
        winner: who has won.
    """

    rules: Rules
    me: Player
    waits: Waits
    to_move: Player | None
    dealer: Player
    number: int
    attempt: int
    hand: Hand
    legal: Hand
    others: int
    led: Card | None
    leader: Player | None
    turn_ups: tuple[Card, ...]
    history: tuple[Trick, ...]
    tricks: Pair
    score: Pair
    pegs: tuple[Pegs, Pegs]
    later: tuple[Scored, ...]
    laid_aside: Hands
    in_stock: int
    winner: Player | None

    @property
    def turn_up(self) -> Card | None:
        """The card turned last."""
        return self.turn_ups[-1] if self.turn_ups else None

    @property
    def trumps(self) -> Suit | None:
        """The suit of the card turned last, while a trick is to be played under it."""
        if self.turn_up is None or len(self.turn_ups) > self.rules.hand_size:
            return None
        return self.turn_up.suit


def face_of(sitting: Sitting) -> Face:
    """The table as the person before the screen sees it."""
    me, waits, deal = sitting.facing, sitting.waits, sitting.game.deal
    if deal is None:
        return _before_the_cards(sitting)
    plays = deal.phase in (Phase.LEAD, Phase.REPLY)
    leader = deal.to_move.other if deal.phase is Phase.REPLY else deal.to_move
    between = waits in (Waits.DEAL, Waits.NOTHING)
    return Face(
        rules=sitting.rules,
        me=me,
        waits=waits,
        to_move=None if between else deal.to_move,
        dealer=deal.dealer,
        number=_number(sitting),
        attempt=deal.attempt,
        hand=() if waits is Waits.CURTAIN else deal.hands[me],
        legal=deal.legal if waits is Waits.CARD else (),
        others=len(deal.hands[me.other]),
        led=deal.led,
        leader=leader if plays else None,
        turn_ups=deal.turn_ups,
        history=deal.history,
        tricks=deal.tricks,
        score=deal.score,
        pegs=pegs_of(sitting),
        later=_later(deal, me),
        laid_aside=deal.laid_aside,
        in_stock=PACK_SIZE - deal.top,
        winner=sitting.game.winner,
    )


def _before_the_cards(sitting: Sitting) -> Face:
    none: Hands = ((), ())
    game = sitting.game
    return Face(
        sitting.rules, sitting.facing, sitting.waits, None, game.dealer, 1, 0, (), (), 0, None,
        None, (), (), (0, 0), game.score, pegs_of(sitting), (), none, PACK_SIZE, None,
    )  # fmt: skip


def _number(sitting: Sitting) -> int:
    """The number of the deal whose cards are on the table; the game counts on when it is over."""
    game = sitting.game
    ended = game.needs_pack and game.attempt == 0 and not game.over
    return game.number if ended else game.number + 1


def _later(deal: Deal, me: Player) -> tuple[Scored, ...]:
    return known_put_off(deal, me) if deal.put_off else ()


def pegs_of(sitting: Sitting) -> tuple[Pegs, Pegs]:
    """Where the pegs stand: each event moves the one behind past the one in front."""
    pegs = [(points, points) for points in sitting.heading.start_score]
    for _, facts in sitting.steps:
        for fact in facts:
            if isinstance(fact, Scored):
                front = pegs[fact.player][1]
                pegs[fact.player] = (front, front + fact.points)
    return pegs[0], pegs[1]


def facts_shown(sitting: Sitting, since: int = 0, until: int | None = None) -> tuple[Event, ...]:
    """What has happened, as far as the person before the screen was shown it.

    Of a deal that is the person's own hand; of a hand that was thrown up by the other the cards,
    which both see, and not those taken in their place. Points that are put off until the count are
    facts only then.

    Args:
        sitting: the game.
        since: how many of its steps are passed over; without it the cuts come first.
        until: after how many of its steps the account ends.
    """
    before: tuple[Event, ...] = () if since else sitting.heading.cut
    happened = [fact for _, facts in sitting.steps[since:until] for fact in facts]
    looks = None if sitting.waits is Waits.CURTAIN else sitting.facing
    return (*before, *[shown_to(looks, fact) for fact in happened])


def shown_to(player: Player | None, fact: Event) -> Event:
    """A fact as a player is shown it: a hand that the player does not see is empty.

    While the curtain is down nobody knows who looks, and the player is None.
    """
    match fact:
        case Dealt():
            own = () if player is None else fact.hands[player]
            return fact._replace(hands=((), own) if player else (own, ()))
        case ThrownUp() if fact.player is not player:
            return fact._replace(drawn=())
        case _:
            return fact
