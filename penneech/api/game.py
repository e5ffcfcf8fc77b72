"""One game, step by step: for programs that choose the cards themselves, at one seat or at both."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from penneech.api.asked import text_of
from penneech.api.readings import found
from penneech.api.records import Record
from penneech.cards import Card, parse_card
from penneech.chance import checked_game, checked_seed
from penneech.engine import game as table
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError, quoted
from penneech.players.registry import opponent_named
from penneech.players.table import cut_for_deal, packs_of, seated
from penneech.players.view import view_of
from penneech.records import Heading, record_of
from penneech.study.match import GENERATOR

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.events import Event, Pair, Player
    from penneech.players.view import View
    from penneech.records.model import Step
    from penneech.variant import Variant


class Game:
    """A game in progress: cut and dealt at once, then waiting for a card or an answer.

    Packs are dealt by themselves. The cards of a seed and number are those of the same game in
    `play` and in `penneech simulate`.

    Args:
        variant: a variant, its id, or the path of its file.
        seed: 0 to 2^64 - 1; a fresh one unless told.
        game: the number of the game under that seed, 0 to 2^64 - 1.

    >>> game = Game("parlett", seed=1)
    >>> while not game.is_over:
    ...     if game.asks_to_throw_up:
    ...         _ = game.throw_up(wanted=True)
    ...     else:
    ...         _ = game.play(game.legal[0])
    >>> game.winner.name, game.score
    ('A', (61, 30))
    """

    def __init__(
        self, variant: str | Path | Variant, *, seed: int | None = None, game: int = 0
    ) -> None:
        self.variant = found(variant)
        self.seed = secrets.randbits(64) if seed is None else checked_seed(seed)
        self.number = checked_game(game)
        rules = self.variant.rules
        self._cuts, dealer = cut_for_deal(rules, self.seed, self.number)
        self._packs = packs_of(self.seed, self.number)
        self._luck = seated(self.seed, self.number)
        self._game = table.new_game(rules, dealer)
        self._steps: list[Step] = []
        self._deal()

    def __repr__(self) -> str:
        a, b = self.score
        state = "over" if self.is_over else f"{self.view.me.name} to move"
        return f"<Game {self.variant.id}, seed {self.seed}: {a} to {b}, {state}>"

    def __getstate__(self) -> dict[str, Any]:
        """What a copy of the game has: it goes on by itself, with the same packs and luck."""
        state = {name: value for name, value in vars(self).items() if name != "_packs"}
        return {**state, "_steps": list(self._steps)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._packs = packs_of(self.seed, self.number)

    @property
    def score(self) -> Pair:
        """The totals pegged so far, A's first."""
        deal = self._game.deal
        return self._game.score if deal is None or self.is_over else deal.score

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._game.over

    @property
    def winner(self) -> Player | None:
        """Who has won; None while nobody has."""
        return self._game.winner

    @property
    def view(self) -> View:
        """The table as the player to move sees it: no hidden card is in it.

        Raises:
            IllegalPlayError: when the game is over.
        """
        self._refuse_when_over()
        return view_of(self._game)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now; none where throwing up is asked, or at the end."""
        return () if self.is_over else self.view.legal

    @property
    def asks_to_throw_up(self) -> bool:
        """Whether the player to move is asked to throw the hand up or keep it."""
        deal = self._game.deal
        return not self.is_over and deal is not None and deal.phase is Phase.THROW_UP

    def play(self, card: Card | str) -> tuple[Event, ...]:
        """Play a card for the player to move.

        Args:
            card: a card, or its name: `7D`, `10D`, `7♦`.

        Returns:
            What happened: the card, the trick, points, the turn-up, and the next deal.

        Raises:
            CardError: when the text names no card.
            IllegalPlayError: when it may not be played; the message names the rule.
        """
        self._refuse_when_over()
        one = card if isinstance(card, Card) else parse_card(text_of(card, "a card"))
        return self._take(table.play(self._game, one))

    def throw_up(self, *, wanted: bool) -> tuple[Event, ...]:
        """Throw the hand up, or keep it.

        Raises:
            IllegalPlayError: when nobody is asked.
            TypeError: for an answer that is neither True nor False.
        """
        if not isinstance(wanted, bool):
            raise TypeError(f"wanted is True or False, not {quoted(wanted)}")
        self._refuse_when_over()
        return self._take(table.throw_up(self._game, wanted=wanted))

    def play_by(self, player: str = "greedy") -> tuple[Event, ...]:
        """Let a computer player choose for the player to move, from what that player sees.

        Raises:
            PenneechError: for an unknown player, one that needs what is not installed, and `open`,
                who sees all cards.
        """
        who, view = opponent_named(text_of(player, "the name of a player")), self.view
        luck = self._luck[view.me]
        if self.asks_to_throw_up:
            return self.throw_up(wanted=who.throws_up(view, luck))
        return self.play(who.card(view, luck))

    def record(self) -> Record:
        """The game so far, written down, with every card that was dealt."""
        heading = Heading(
            variant=self.variant.id,
            seed=self.seed,
            game=self.number,
            cut=self._cuts,
            generator=GENERATOR,
        )
        return Record.of(record_of(self.variant.rules, heading, self._steps))

    def _refuse_when_over(self) -> None:
        if self.is_over:
            raise IllegalPlayError("the game is over", rule="turn")

    def _take(self, step: Step) -> tuple[Event, ...]:
        self._game = step[0]
        self._steps.append(step)
        return (*step[1], *self._deal())

    def _deal(self) -> tuple[Event, ...]:
        """Deal the next pack where one is wanted."""
        facts: tuple[Event, ...] = ()
        while self._game.needs_pack and not self.is_over:
            now = self._game
            pack = self._packs(now.number, now.attempt, now.umpire.need)
            assert pack is not None  # noqa: S101  # a seed has packs without end
            self._steps.append(table.deal_pack(now, pack))
            self._game = self._steps[-1][0]
            facts += self._steps[-1][1]
        return facts
