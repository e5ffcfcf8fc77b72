"""The story of a deal: what an engine made of the cards, kept so that an example can tell it.

Everything in a story is taken from the engine's states and events; nothing is reckoned again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, cast

from penneech.engine.state import Phase
from penneech.events import (
    DealEnded,
    Dealt,
    Event,
    Played,
    Scored,
    Source,
    ThrownUp,
    TrickWon,
    TurnedUp,
)
from penneech.players.table import play_game
from penneech.rules import GameEnd, PenneechInHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.engine.legality import Hand
    from penneech.engine.state import Deal, Game, Hands
    from penneech.events import Pair, Player
    from penneech.players.protocol import PlayerAtTable
    from penneech.players.table import Packs
    from penneech.rules import Rules


class Peg(NamedTuple):
    """Points that a player earned, and the totals (A's first) once they were pegged.

    `total` is None for what is only to be counted after the play. `after` is the number of tricks
    that had been completed, and `counted` tells the pegs of the closing count from the others.
    """

    scored: Scored
    total: Pair | None
    after: int
    counted: bool


class ToldTrick(NamedTuple):
    """One trick as it was played: both hands before it, what the second player might play.

    `earned` has what the trick itself brought, up to the moment at which the next card is turned.
    """

    number: int
    turn_up: Card
    leader: Player
    led: Card
    reply: Card
    reply_hand: Hand
    legal: Hand
    winner: Player
    earned: tuple[Peg, ...]


class Throwing(NamedTuple):
    """One dealing of the cards, and the hands that were thrown up before play could begin.

    `turned` is the turn-up that the players had seen, if any.
    """

    dealer: Player
    hands: Hands
    turned: Card | None
    thrown: tuple[ThrownUp, ...]


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """One deal from the first card dealt to the last point pegged.

    `throwings` has every attempt, the last of which was played; `hands` are those that were played;
    `before` and `after` are the game's totals, A's first; `brought` has what each turn-up brought
    as it was turned; `complete` tells whether the deal was played out; `winner` is who won the game
    with it, if anyone did.
    """

    game: int
    number: int
    dealer: Player
    throwings: tuple[Throwing, ...]
    hands: Hands
    before: Pair
    turn_ups: tuple[Card, ...]
    brought: tuple[tuple[Peg, ...], ...]
    tricks: tuple[ToldTrick, ...]
    pegs: tuple[Peg, ...]
    after: Pair
    complete: bool
    winner: Player | None

    @property
    def elder(self) -> Player:
        """The player who did not deal."""
        return self.dealer.other

    def won(self, player: Player) -> int:
        """How many tricks a player took."""
        return sum(trick.winner is player for trick in self.tricks)


def told_deals(  # noqa: PLR0913, PLR0917  # what a game is made of, as play_game takes it
    rules: Rules,
    game: int,
    dealer: Player,
    players: Sequence[PlayerAtTable],
    packs: Packs,
    luck: Sequence[Luck],
    score: Pair = (0, 0),
) -> Iterator[ToldDeal]:
    """Play a game and tell its deals one by one; arguments as for `play_game`, and its number."""
    scribe = _Scribe(rules, game, score)
    for state, facts in play_game(rules, dealer, players, packs, luck, score):
        told = scribe.write(state, facts)
        if told is not None:
            yield told


@dataclass(slots=True)
class _Notes:
    """What has been written of the deal in play; `waiting` is what is only to be counted later."""

    throwings: list[Throwing] = field(default_factory=list)
    hands: Hands = ((), ())
    brought: list[list[Peg]] = field(default_factory=list)
    tricks: list[ToldTrick] = field(default_factory=list)
    pegs: list[Peg] = field(default_factory=list)
    waiting: tuple[Scored, ...] = ()


class _Earned(NamedTuple):
    """What one step brought: before a card was turned, when it was, and in the closing count."""

    before: list[Peg]
    turned: list[Peg]
    counted: list[Peg]


class _Scribe:
    """Writes down what happens, step by step, and hands over each deal when it is done."""

    def __init__(self, rules: Rules, game: int, score: Pair) -> None:
        self._rules, self._game = rules, game
        self._before = self._score = score
        self._last: Deal | None = None
        self._notes = _Notes()

    def write(self, state: Game, facts: tuple[Event, ...]) -> ToldDeal | None:
        deal = cast("Deal", state.deal)
        self._write_dealing(facts)
        if self._last is not None and self._last.phase is Phase.REPLY:
            self._write_trick(self._last, deal, facts)
        else:
            earned = self._earned(deal, facts, after=0)
            self._notes.brought[0] += [*earned.before, *earned.turned]
        if deal.phase is Phase.LEAD and not deal.history:
            self._notes.hands = deal.hands
        self._last, self._notes.waiting = deal, deal.put_off
        return self._handed_over(state, deal, facts) if deal.phase is Phase.OVER else None

    def _write_dealing(self, facts: tuple[Event, ...]) -> None:
        throwings = self._notes.throwings
        seen = next((fact for fact in facts if isinstance(fact, TurnedUp)), None)
        for fact in facts:
            match fact:
                case Dealt():
                    turned = seen.card if seen is not None else None
                    throwings.append(Throwing(fact.dealer, fact.hands, turned, ()))
                    self._notes.brought = [[]]
                case ThrownUp():
                    now = throwings[-1]
                    throwings[-1] = now._replace(thrown=(*now.thrown, fact))
                case _:
                    pass

    def _write_trick(self, before: Deal, deal: Deal, facts: tuple[Event, ...]) -> None:
        won = next(fact for fact in facts if isinstance(fact, TrickWon))
        reply = next(fact for fact in facts if isinstance(fact, Played))
        earned = self._earned(deal, facts, after=won.trick)
        if any(isinstance(fact, TurnedUp) for fact in facts):
            self._notes.brought.append(earned.turned)
        leader, replier = reply.player.other, reply.player
        self._notes.tricks.append(
            ToldTrick(
                number=won.trick,
                turn_up=before.turn_ups[-1],
                leader=leader,
                led=won.led,
                reply=won.reply,
                reply_hand=before.hands[replier],
                legal=before.legal,
                winner=won.player,
                earned=tuple(earned.before),
            )
        )

    def _earned(self, deal: Deal, facts: tuple[Event, ...], *, after: int) -> _Earned:
        """What a step brought, in the order in which it was earned."""
        earned = _Earned([], [], [])
        now = earned.before
        for fact in facts:
            match fact:
                case TurnedUp():
                    now = earned.turned
                case Scored():
                    peg = self._peg(fact, after)
                    (earned.counted if peg.counted else now).append(peg)
                case _:
                    pass
        late = [Peg(scored, None, after, counted=False) for scored in self._put_off(deal, earned)]
        held = self._rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP
        # What is put off is earned before the turn-up of the trick is reckoned, and before the next
        # card is turned; only a penneech that is held comes after it.
        by_holding = [peg for peg in late if held and peg.scored.source is Source.PENNEECH_IN_HAND]
        earned.before[:0] = [peg for peg in late if peg not in by_holding]
        earned.turned.extend(by_holding)
        return earned

    def _put_off(self, deal: Deal, earned: _Earned) -> list[Scored]:
        """What was earned in this step that is only counted after the play."""
        if not deal.umpire.counts_later:
            return []
        at_end = self._rules.penneech_in_hand is PenneechInHand.WON_IF_EVER_TRUMP
        late = [*deal.put_off, *(peg.scored for peg in earned.counted)]
        return [
            scored
            for scored in late
            if scored not in self._notes.waiting
            if scored.source is not Source.EXCESS
            if not (at_end and scored.source is Source.PENNEECH_IN_HAND)
        ]

    def _peg(self, scored: Scored, after: int) -> Peg:
        a, b = self._score
        self._score = (a, b + scored.points) if scored.player else (a + scored.points, b)
        peg = Peg(scored, self._score, after, self._is_of_the_count(scored))
        self._notes.pegs.append(peg)
        return peg

    def _is_of_the_count(self, scored: Scored) -> bool:
        if self._rules.game_end is GameEnd.TURN_UPS_THEN_COUNT:
            return scored.source is not Source.TURN_UP
        late = self._rules.penneech_in_hand is PenneechInHand.WON_IF_EVER_TRUMP
        return scored.source is Source.EXCESS or (late and scored.source is Source.PENNEECH_IN_HAND)

    def _handed_over(self, state: Game, deal: Deal, facts: tuple[Event, ...]) -> ToldDeal:
        notes, before = self._notes, self._before
        number = state.number if state.over else state.number - 1
        self._notes, self._before, self._last = _Notes(), deal.score, None
        return ToldDeal(
            game=self._game,
            number=number,
            dealer=deal.dealer,
            throwings=tuple(notes.throwings),
            hands=notes.hands if notes.hands[0] else deal.hands,
            before=before,
            turn_ups=deal.turn_ups,
            brought=tuple(map(tuple, notes.brought)),
            tricks=tuple(notes.tricks),
            pegs=tuple(notes.pegs),
            after=deal.score,
            complete=any(isinstance(fact, DealEnded) for fact in facts),
            winner=state.winner,
        )
