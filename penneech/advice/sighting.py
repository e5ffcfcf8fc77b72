"""What the player to move sees where a record breaks off, and nothing else of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.engine.state import Phase
from penneech.errors import PenneechError
from penneech.players.view import view_of
from penneech.records import Viewed, possible_games
from penneech.records.model import UNSEEN
from penneech.rules import RedealScope

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.players.view import View
    from penneech.records import DealRecord, Record, Replayed

CHOICES = (Phase.THROW_UP, Phase.LEAD, Phase.REPLY)


def sighted(found: Replayed | Viewed) -> View:
    """The table as the player to move sees it where the record breaks off.

    Of a view it is made from what its reader has seen. Where the reader may be to move, and where
    it may also be that the other is still asked to throw up a hidden hand, the reader is.

    Raises:
        PenneechError: when nobody is to move, or the view hides what the player to move has seen.
    """
    if isinstance(found, Viewed):
        return _of_view(found.record)
    _refuse_idle(found.game)
    return view_of(found.game)


def _of_view(record: Record) -> View:
    deal, games = record.deals[-1], list(possible_games(record))
    for game in games:
        if _is_choosing(game) and _sees_own_hand(game, deal):
            _refuse_hidden_hands(record.rules.redeal_scope, deal)
            return _as_pegged(view_of(game), deal)
    _refuse_idle(games[0])
    assert games[0].deal is not None  # noqa: S101  # somebody is to move
    name = games[0].deal.to_move.name
    raise PenneechError(
        f"{name} is to move, and this view hides {name}'s hand ({UNSEEN}): "
        "it takes a view of what that player has seen, or the whole record"
    )


def _is_choosing(game: Game) -> bool:
    return game.deal is not None and game.deal.phase in CHOICES


def _refuse_idle(game: Game) -> None:
    """Say why nobody is to move, if nobody is."""
    if _is_choosing(game):
        return
    if game.over:
        who = "nobody" if game.winner is None else game.winner.name
        raise PenneechError(f"nobody is to move: the game is over, and {who} has won")
    raise PenneechError(f"nobody is to move: {game.dealer.name} is to deal, and the record ends")


def _sees_own_hand(game: Game, deal: DealRecord) -> bool:
    """Whether the record shows every card that the player to move still holds."""
    assert game.deal is not None  # noqa: S101  # somebody is to move
    me = game.deal.to_move
    return set(game.deal.hands[me]) <= set(deal.hands[me])


def _refuse_hidden_hands(scope: RedealScope, deal: DealRecord) -> None:
    """Both players have seen a hand that was thrown up and laid aside."""
    for entry in deal.thrown_up if scope is RedealScope.OWN_HAND else ():
        if None in entry.hands[entry.by]:
            raise PenneechError(
                f"the hand that {entry.by.name} threw up is hidden ({UNSEEN}), and under "
                f"redeal_scope={scope} both players have seen it: write its cards out"
            )


def _as_pegged(view: View, deal: DealRecord) -> View:
    """Leave out what only the hidden cards would tell, where the pegs are not written down."""
    return view if deal.events is not None else view._replace(other_held=None)
