"""Best play with all cards seen, beside the play of a record: what each card gave away.

What a card gives away is what the best card was worth less what it was worth, each to the player
who plays it, if both play best from then on and all cards lie open. It is reckoned in points of the
deal, the player's less the other's; the target, and with it the winning of the game, is ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from penneech.chance import Luck, shuffled
from penneech.errors import PenneechError
from penneech.events import Played, Player
from penneech.players.seeing import open_worths
from penneech.players.view import view_of
from penneech.records import points_of
from penneech.rules import LastTurnUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.cards import Card
    from penneech.engine.state import Deal, Game
    from penneech.events import Pair
    from penneech.players.protocol import PlayerAtTable
    from penneech.players.table import Packs
    from penneech.records import Record, Replayed


UNPLAYED = "no card was played"
"""Why a deal has no best play beside it: it was won by its turn-ups, or was thrown up last."""


@dataclass(frozen=True, slots=True)
class Move:
    """One card played, and the best ones.

    Args:
        player: who played it.
        card: the card.
        trick: the trick's number, from 1.
        is_lead: whether it was led.
        turn_up: the card that was turned for the trick.
        worths: what each legal card was worth to the player.
        choice: the card that the other player, who does not see all, would have played there.
    """

    player: Player
    card: Card
    trick: int
    is_lead: bool
    turn_up: Card
    worths: dict[Card, int]
    choice: Card

    @property
    def best(self) -> tuple[Card, ...]:
        """The best cards."""
        most = max(self.worths.values())
        return tuple([card for card, worth in self.worths.items() if worth == most])

    def given_by(self, card: Card) -> int:
        """What a legal card gives away."""
        return max(self.worths.values()) - self.worths[card]

    @property
    def given(self) -> int:
        """What the card gave away."""
        return self.given_by(self.card)


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """A deal beside best play.

    Args:
        number: its number, from 1.
        dealer: who dealt.
        hands: the hands that were played, as dealt.
        moves: the cards played; none where the deal is not solved.
        points: what each earned in the deal.
        played_out: whether it was played to its last trick.
        unsolved: why best play cannot be found, as a sentence; empty where it was.
    """

    number: int
    dealer: Player
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    moves: tuple[Move, ...]
    points: Pair
    played_out: bool
    unsolved: str = ""

    @property
    def elder(self) -> Player:
        """The player who leads first."""
        return self.dealer.other

    @property
    def value(self) -> int | None:
        """What best play is worth to the elder hand before the first lead."""
        return max(self.moves[0].worths.values()) if self.moves else None

    @property
    def came(self) -> int | None:
        """What the elder hand made of it from the first lead; None if not played out."""
        if self.value is None or not self.played_out:
            return None
        given = self.given
        return self.value - given[self.elder] + given[self.dealer]

    @property
    def given(self) -> Pair:
        """What A and B gave away."""
        a, b = (
            sum(move.given for move in self.moves if move.player is player) for player in Player
        )
        return a, b

    @property
    def given_by_choice(self) -> Pair:
        """What the other player would have given away in the places of A and of B."""
        a, b = (
            sum(move.given_by(move.choice) for move in self.moves if move.player is player)
            for player in Player
        )
        return a, b


def solved_deals(
    replayed: Replayed,
    player: PlayerAtTable,
    seed: int,
    only: int | None = None,
    packs: Packs | None = None,
) -> Iterator[SolvedDeal]:
    """Set the deals of a record beside best play, and beside another player.

    Args:
        replayed: the record, played again.
        player: who is asked what to play at every turn, seeing what the player to move saw.
        seed: the seed of that player's luck.
        only: the number of the one deal that is wanted, from 1.
        packs: where the packs of the record came from, if that is known; else what the record tells
            of them must do.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    _refuse_large(replayed.record.rules.hand_size)
    game = replayed.record.heading.game or 0
    luck = Luck.of(seed, game, Player.A), Luck.of(seed, game, Player.B)
    for number in range(1, len(replayed.deals) + 1):
        if only in (None, number):
            yield _solved(replayed, number, player, luck, packs)


def _refuse_large(size: int) -> None:
    from penneech.kernel.solving import LARGEST_HAND  # noqa: PLC0415  # who does not solve need not wait

    if size > LARGEST_HAND:
        raise PenneechError(
            f"best play is found for hands of at most {LARGEST_HAND} cards; these have {size}"
        )


def _solved(
    replayed: Replayed,
    number: int,
    player: PlayerAtTable,
    luck: Sequence[Luck],
    packs: Packs | None,
) -> SolvedDeal:
    recorded, steps = replayed.record.deals[number - 1], replayed.deals[number - 1]
    pack, why = _known_pack(replayed.record, number, steps[-1][0], packs)
    moves = []
    for (before, _), (_, facts) in pairwise(steps):
        # Nothing happens where a hand is kept and the turn-up has been seen before.
        played = facts[0] if facts else None
        if pack and isinstance(played, Played):
            moves.append(_move(before, played, pack, player, luck[played.player]))
    hands = recorded.hands
    return SolvedDeal(
        number=number,
        dealer=recorded.dealer,
        hands=_whole(hands[0], hands[1]),
        moves=tuple(moves),
        points=points_of(recorded.events or ()),
        played_out=len(recorded.plays) == 2 * replayed.record.rules.hand_size,
        unsolved=why,
    )


def _whole(
    a: Sequence[Card | None], b: Sequence[Card | None]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple([card for card in a if card]), tuple([card for card in b if card])


def _move(
    game: Game, played: Played, pack: tuple[Card, ...], player: PlayerAtTable, luck: Luck
) -> Move:
    deal = _deal_of(game)
    view = view_of(game)
    return Move(
        player=played.player,
        card=played.card,
        trick=played.trick,
        is_lead=deal.led is None,
        turn_up=view.turn_up,
        worths=open_worths(deal._replace(pack=pack)),
        choice=player.card(view, luck),
    )


def _deal_of(game: Game) -> Deal:
    assert game.deal is not None  # noqa: S101  # a pack has been dealt
    return game.deal


def _known_pack(
    record: Record, number: int, last: Game, packs: Packs | None
) -> tuple[tuple[Card, ...], str]:
    """The pack of a deal as far as a deal can use it, and why it is not known if it is not.

    A record tells the cards that were turned. Of a deal that was not played out the others are
    known if the record has the pack, or has the seed from which it came.
    """
    recorded, deal = record.deals[number - 1], _deal_of(last)
    if not recorded.plays:
        return (), UNPLAYED
    turned = record.rules.hand_size + (record.rules.last_turn_up is not LastTurnUp.NOTHING)
    if recorded.pack is not None or len(recorded.turn_ups) == turned:
        return deal.pack, ""
    heading = record.heading
    pack: tuple[Card, ...] | None = None
    if packs is not None:
        pack = packs(number - 1, deal.attempt, last.umpire.need)
    elif heading.seed is not None and heading.game is not None:
        pack = shuffled(heading.seed, heading.game, number - 1, deal.attempt)
    if pack is not None and pack[: deal.top] == deal.pack[: deal.top]:
        return pack, ""
    return (), (
        "it was not played out, and the record does not tell which cards were still to be turned "
        "(with the whole pack in place of hands and turn-ups it would)"
    )
