"""What an ace or coat card brings to who turns it: the oldest text calls it a great advantage.

Whoever wins a trick turns a card. From then on to the end of the deal the turner scores so much
more, or less, than the other player: the turner's *margin*, the card turned included. The gain is
the mean margin of those who turned an honour, less that of those who turned another card. Nobody
chooses what is turned, so luck alone parts the two, but for what the hands hold: honours that were
dealt out cannot be turned.

The penneech is left out of both, since its worth is a matter of its own; so is the dealer's card,
which nobody has won a trick for. Points are taken where they were earned, though they may be
counted later; a deal that the game's end cuts short counts as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech import kernel
from penneech.events import DealEnded, Dealt, GameEnded, Scored, Source, TurnedUp
from penneech.players.registry import player_named
from penneech.players.table import play_by_number
from penneech.rules import PenneechInHand
from penneech.study.bulk import kernel_plays

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.events import Event
    from penneech.rules import Rules
    from penneech.study.rows import Chunk


class Margins(NamedTuple):
    """What the turners of a game scored more than the others, added up, and how many they were.

    Args:
        honours: the margins of those who turned an honour, added up.
        honours_turned: how many there were.
        others: the margins of those who turned another card, added up.
        others_turned: how many there were.
    """

    honours: int = 0
    honours_turned: int = 0
    others: int = 0
    others_turned: int = 0

    def __add__(self, more: object) -> Margins:
        """Add the margins of further games."""
        if not isinstance(more, Margins):
            return NotImplemented
        return Margins(*(one + other for one, other in zip(self, more, strict=True)))


def margins_of(rules: Rules, events: Iterable[Event]) -> Margins:
    """What turners scored more than the others in a game.

    Args:
        rules: the variant's rules.
        events: all that happened in the game.
    """
    found = Margins()
    turned: list[TurnedUp] = []
    scored: list[Scored] = []
    for event in events:
        match event:
            case Dealt() | DealEnded() | GameEnded():
                found += _of_a_deal(rules, turned, scored)
                turned, scored = [], []
            case TurnedUp(_, _, trick) if trick:
                turned.append(event)
            case Scored():
                scored.append(event)
            case _:
                pass
    return found


def _of_a_deal(rules: Rules, turned: list[TurnedUp], scored: list[Scored]) -> Margins:
    found = Margins()
    for turning in turned:
        if turning.card == rules.penneech.card:
            continue
        margin = sum(
            one.points if one.player == turning.player else -one.points
            for one in scored
            if _is_after(rules, one, turning)
        )
        if rules.honour_points(turning.card):
            found += Margins(margin, 1, 0, 0)
        else:
            found += Margins(0, 0, margin, 1)
    return found


def _is_after(rules: Rules, scored: Scored, turning: TurnedUp) -> bool:
    """Whether points were earned by the turning or later in the deal."""
    if scored.trick != turning.trick:
        return scored.trick > turning.trick
    match scored.source:
        case Source.TURN_UP:
            return scored.card == turning.card
        case Source.PENNEECH_IN_HAND:
            # Won, it is worth something as the trick is; else as its suit is turned, or at the end.
            return rules.penneech_in_hand is not PenneechInHand.WON_WHEN_TRUMP
        case Source.TRICK:
            return False
        case Source.EXCESS:
            return True


def margins_by_game(chunk: Chunk) -> Iterator[Margins]:
    """The margins of each game number of a chunk, both games of one that was swapped together."""
    for game in range(chunk.first, chunk.last):
        found = Margins()
        for swapped in range(chunk.swaps):
            players = chunk.players[::-1] if swapped else chunk.players
            found += margins_of(chunk.rules, _events(chunk, players, game))
        yield found


def _events(chunk: Chunk, players: tuple[str, str], game: int) -> Iterable[Event]:
    """All that happens in a game, from the kernel where it has both players."""
    if kernel_plays(players):
        return kernel.trace_game(chunk.rules, players, chunk.seed, game)
    return _by_reference(chunk, players, game)


def _by_reference(chunk: Chunk, players: tuple[str, str], game: int) -> Iterator[Event]:
    seats = tuple(map(player_named, players))
    for _, facts in play_by_number(chunk.rules, seats, chunk.seed, game):
        yield from facts
