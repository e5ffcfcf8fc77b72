"""Two players at a table: who is asked what, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from penneech.chance import Luck, coin, cut, shuffled
from penneech.engine.game import deal_pack, first_dealer, new_game, play, throw_up
from penneech.engine.state import Phase
from penneech.events import Player
from penneech.players.seeing import OpenPlayer
from penneech.players.view import view_of
from penneech.rules import FirstDealer, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.cards import Card
    from penneech.engine.state import Game
    from penneech.events import Cut, Event, Pair
    from penneech.players.registry import Seated

THROW_UP = Phase.THROW_UP


class Packs(Protocol):
    """Where packs come from: one for each attempt at each deal."""

    def __call__(self, deal: int, attempt: int, count: int) -> tuple[Card, ...] | None:
        """The first cards of the pack; None when there is no pack any more."""
        ...


def packs_of(seed: int, game: int) -> Packs:
    """The shuffled packs of one game."""

    def pack(deal: int, attempt: int, count: int) -> tuple[Card, ...]:
        return shuffled(seed, game, deal, attempt, count)

    return pack


def cut_for_deal(rules: Rules, seed: int, game: int) -> tuple[tuple[Cut, ...], Player]:
    """Cut for the first deal, again while the ranks are equal; by luck alone nobody cuts.

    Returns:
        The cuts, in order, and who deals first.
    """
    if rules.first_dealer is FirstDealer.RANDOM:
        return (), coin(seed, game)
    cuts: list[Cut] = []
    dealer = None
    while dealer is None:
        cuts.append(cut(seed, game, len(cuts)))
        dealer = first_dealer(rules.first_dealer, cuts[-1])
    return tuple(cuts), dealer


def play_game(  # noqa: PLR0913, PLR0917  # all that a game depends on
    rules: Rules,
    dealer: Player,
    players: Sequence[Seated],
    packs: Packs,
    luck: Sequence[Luck],
    score: Pair = (0, 0),
) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Play one game out; after every deal and every choice, the game and what just happened.

    Args:
        rules: the variant's rules.
        dealer: who deals first.
        players: who sits at A and at B.
        packs: where the packs come from; when they run out the game stops, unfinished.
        luck: the luck of A and of B.
        score: the points that A and B begin with.
    """
    game = new_game(rules, dealer, score)
    while not game.over:
        if game.needs_pack:
            pack = packs(game.number, game.attempt, game.umpire.need)
            if pack is None:
                return
            game, facts = deal_pack(game, pack)
        else:
            game, facts = _move(game, players, luck)
        yield game, facts


def play_by_number(
    rules: Rules, players: Sequence[Seated], seed: int, game: int, swapped: int = 0
) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """Play the game of a number out, as `play_game` does: cut, packs and luck are the seed's.

    Args:
        rules: the variant's rules.
        players: the players as they were named, the first at A unless they are swapped.
        seed: 0 to 2^64 - 1.
        game: the game's number.
        swapped: 1 to let the players change places; cut, dealer and packs stay.
    """
    _, dealer = cut_for_deal(rules, seed, game)
    seats = players[::-1] if swapped else players
    return play_game(rules, dealer, seats, packs_of(seed, game), seated(seed, game))


def seated(seed: int, game: int) -> tuple[Luck, Luck]:
    """The luck of both players in one game."""
    return Luck.of(seed, game, Player.A), Luck.of(seed, game, Player.B)


def _move(
    game: Game, players: Sequence[Seated], luck: Sequence[Luck]
) -> tuple[Game, tuple[Event, ...]]:
    view = view_of(game)
    me = view.me
    player = players[me]
    if game.deal is not None and game.deal.phase is THROW_UP:
        return throw_up(game, wanted=player.throws_up(view, luck[me]))
    if isinstance(player, OpenPlayer):
        assert game.deal is not None  # noqa: S101  # somebody is to move
        return play(game, player.card_of(game.deal))
    return play(game, player.card(view, luck[me]))
