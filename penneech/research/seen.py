"""What either player may see of the table at any time, by way of the View."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import PACK, in_pack_order
from penneech.engine.state import Phase
from penneech.events import Dealt, Played, Player, Scored, ThrownUp, TurnedUp
from penneech.players.view import view_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.cards import Card
    from penneech.engine.state import Game
    from penneech.events import Event
    from penneech.players.view import View


def view_for(game: Game, player: Player, size: int = len(PACK)) -> View | None:
    """The table as a player sees it, whether to move or not; None before the first deal.

    Who is not to move sees nothing of what the other may choose, nor that the other is asked
    anything. After a deal it is the table as it was left.

    Args:
        game: the game.
        player: who looks.
        size: how many cards are played with.
    """
    deal = game.deal
    if deal is None:
        return None
    over = deal.phase in (Phase.VOID, Phase.OVER)
    if over or deal.to_move is not player:
        phase = Phase.LEAD if over else deal.phase
        game = game._replace(deal=deal._replace(to_move=player, legal=(), phase=phase))
    view = view_of(game)
    return view if size == len(PACK) else view._replace(in_stock=size - deal.top)


def knowing_absent(view: View, pack: tuple[Card, ...]) -> View:
    """The view for a computer player, who takes all 52 cards to be played with unless told.

    The cards that are not are shown as if the player itself had laid them aside: both know where
    they are, and that is all that a player makes of such a hand.
    """
    if len(pack) == len(PACK):
        return view
    mine = (*view.laid_aside[view.me], *[card for card in PACK if card not in pack])
    others = view.laid_aside[view.me.other]
    return view._replace(laid_aside=(others, mine) if view.me else (mine, others))


def told_to(player: Player, fact: Event) -> str:
    """A fact in a few letters as a player is shown it; empty for what follows from the others.

    Of a deal that is the player's own hand; of a hand that was thrown up the cards, which both see,
    and not those that the other took in their place.
    """
    match fact:
        case Dealt():
            return f"{fact.dealer.name} deals {_line(fact.hands[player])}"
        case ThrownUp():
            drawn = fact.drawn if fact.player is player else ()
            taken = f" for {_line(drawn)}" if drawn else ""
            return f"{fact.player.name} throws up {_line(fact.hand)}{taken}"
        case TurnedUp():
            return f"turned {fact.card}"
        case Played():
            return f"{fact.player.name} plays {fact.card}"
        case Scored():
            return f"{fact.player.name} pegs {fact.points}"
        case _:
            return ""


def _line(cards: Iterable[Card]) -> str:
    return " ".join(map(str, in_pack_order(cards)))
