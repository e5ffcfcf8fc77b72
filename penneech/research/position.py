"""A game in which chance is a player: a value, and what each choice or draw makes of it.

Cards are drawn when the engine comes to them and not before: a turn-up when it is turned, so that
in no position there is a card that nobody has drawn. Cards that come together, as a hand does, are
drawn in rising pack order, since their order changes nothing; so no hand is met twice under two
orders. A cut is drawn under the condition that it decides: that equal ranks are cut again changes
no chance.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias

from penneech.cards import PACK, Card
from penneech.engine.game import deal_pack, first_dealer, new_game
from penneech.events import Cut, Player
from penneech.research.choices import KEEP, ChoiceError, checked_choice, chosen, open_choices
from penneech.research.packs import CardsDueError, DrawnPack
from penneech.research.seen import told_to, view_for
from penneech.research.table import FirstDeal, Utility
from penneech.rules import FirstDealer

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.events import Event
    from penneech.players.view import View
    from penneech.research.table import Table

Log: TypeAlias = tuple[str, ...]
"""What one player has been shown, in order."""

Step: TypeAlias = tuple[Player | None, int]
"""A choice and who made it, or a draw."""

Outcomes: TypeAlias = list[tuple[int, float]]
"""What chance can bring, each with its probability, in rising order."""


class Position(NamedTuple):
    """A game in progress, with chance as a player.

    Args:
        table: what is played.
        game: the game; None until the first dealer is known.
        cut: the first card cut for the deal, when only one is.
        pack: the pack in play, as far as it is drawn.
        due: the places of the cards that are due, to be drawn together.
        floor: the index of the last card drawn among those; -1 when none is.
        pending: the choice that waits for these cards; None when it is a deal.
        steps: the choices and draws of this attempt at a deal, in order.
        before: how many choices and draws went before it.
        opening: the position in which the first card of this attempt was due.
        logs: what A and what B has been shown.
    """

    table: Table
    game: Game | None
    cut: Card | None
    pack: DrawnPack
    due: tuple[int, ...]
    floor: int
    pending: int | None
    steps: tuple[Step, ...]
    before: int
    opening: Position | None
    logs: tuple[Log, Log]

    def __deepcopy__(self, memo: object) -> Self:
        """Stay what it is: nothing in it ever changes."""
        return self

    @classmethod
    def start(cls, table: Table) -> Self:
        """The position before anything is drawn."""
        start = cls(
            table,
            None,
            None,
            DrawnPack.undrawn(len(table.pack)),
            (),
            -1,
            None,
            (),
            0,
            None,
            ((), ()),
        )
        match table.first_deal:
            case FirstDeal.A | FirstDeal.B as named:
                return start.dealt_first_by(Player[named.name])
            case _:
                return start

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or the last deal that is to be played."""
        game = self.game
        if game is None or self.due:
            return False
        return game.over or (game.needs_pack and 0 < self.table.deals <= game.number)

    @property
    def is_chance(self) -> bool:
        """Whether chance is to draw."""
        return self.game is None or bool(self.due)

    @property
    def to_move(self) -> Player | None:
        """The player who is to choose, if one is."""
        if self.game is None or self.due or self.game.deal is None or self.is_over:
            return None
        return self.game.deal.to_move

    @property
    def choices(self) -> list[int]:
        """What the player to move may choose."""
        return open_choices(self.game) if self.game is not None and self.to_move is not None else []

    @property
    def outcomes(self) -> Outcomes:
        """What chance can bring now."""
        if self.game is None:
            return self._cuts()
        free, count = self._free(), len(self.due)
        ways = comb(len(free), count)
        return [
            (index, comb(rest, count - 1) / ways)
            for rest, index in zip(reversed(range(len(free))), free, strict=True)
            if rest >= count - 1
        ]

    def view(self, player: Player) -> View | None:
        """The table as a player sees it; None before the first deal."""
        return None if self.game is None else view_for(self.game, player, len(self.table.pack))

    def checked(self, step: int) -> int:
        """The choice or the draw itself, where it can come next.

        Raises:
            ChoiceError: when it cannot; the message says why, and what can.
        """
        if self.is_over:
            raise ChoiceError(f"{step} cannot come next: the game is over", rule="turn")
        game = self.game
        if game is not None and not self.due:
            return checked_choice(game, step)
        draws = self._draws()
        if step not in draws:
            text = f"{step} cannot be drawn now; give one of {', '.join(map(str, draws))}"
            raise ChoiceError(text, rule="draw")
        return step

    def after(self, step: int) -> Self:
        """The position after a choice of the player to move, or after a draw; `checked` checks."""
        if self.game is None:
            return self._cut(step)
        if not self.due:
            steps = (*self.steps, (self.to_move, step))
            return self._replace(pending=step, steps=steps).settled()
        place, *due = self.due
        pack, steps = self.pack.drawing(place, PACK[step]), (*self.steps, (None, step))
        after = self._replace(pack=pack, due=tuple(due), floor=step, steps=steps)
        return after if due else after.settled()

    def is_asked(self, player: Player) -> bool:
        """Whether the player is asked whether to throw up the hand."""
        return self.to_move is player and KEEP in self.choices

    def returns(self) -> tuple[float, float]:
        """What A and B have got by what is played for; nothing before the game is over."""
        game = self.game
        if game is None or not self.is_over:
            return 0.0, 0.0
        if self.table.utility is Utility.POINTS:
            ahead = float(game.score[0] - game.score[1])
        else:
            ahead = 0.0 if game.winner is None else 1.0 - 2.0 * game.winner
        return ahead, -ahead

    def _draws(self) -> list[int]:
        """What chance can bring now, in rising order."""
        if self.game is None:
            return [draw for draw, _ in self._cuts()]
        free = self._free()
        return free[: 1 + len(free) - len(self.due)]

    def _free(self) -> list[int]:
        """The cards that can be drawn next, among them those after which too few are left."""
        gone, floor = set(self.pack), self.floor
        return [card.index for card in self.table.pack if card.index > floor and card not in gone]

    def _cuts(self) -> Outcomes:
        if _by_luck(self.table):
            return [(0, 0.5), (1, 0.5)]
        first = self.cut
        pack, reading = self.table.pack, self.table.rules.first_dealer
        if first is None:
            return [(card.index, 1 / len(pack)) for card in pack]
        decide = [
            c.index
            for c in pack
            if c is not first and first_dealer(reading, Cut(first, c)) is not None
        ]
        return [(index, 1 / len(decide)) for index in decide]

    def _cut(self, step: int) -> Self:
        known = self._replace(before=self.before + 1)
        if _by_luck(self.table):
            return known.dealt_first_by(Player(step))
        if self.cut is None:
            return known._replace(cut=PACK[step])
        dealer = first_dealer(self.table.rules.first_dealer, Cut(self.cut, PACK[step]))
        assert dealer is not None  # noqa: S101  # only such a card is drawn
        return known.dealt_first_by(dealer)

    def dealt_first_by(self, dealer: Player) -> Self:
        """The position in which this player is known to deal first."""
        return self._replace(game=new_game(self.table.rules, dealer)).settled()

    def settled(self) -> Self:
        """Make the move that waits; where the engine comes to cards that are not drawn, wait."""
        now = self
        while now.game is not None:
            try:
                game, facts = now._moved(now.game)
            except CardsDueError as wanted:
                due = now._replace(due=wanted.places, floor=-1)
                return due if now.steps else due._replace(opening=due._replace(opening=None))
            now = now._shown(game, facts)
            if not game.needs_pack or now.is_over:
                return now
            pack, before = DrawnPack.undrawn(len(now.pack)), now.before + len(now.steps)
            now = now._replace(pack=pack, steps=(), before=before)
        return now

    def _moved(self, game: Game) -> tuple[Game, tuple[Event, ...]]:
        if game.needs_pack:
            return deal_pack(game, self.pack)
        assert game.deal is not None  # noqa: S101  # somebody has chosen
        assert self.pending is not None  # noqa: S101  # the same
        return chosen(game._replace(deal=game.deal._replace(pack=self.pack)), self.pending)

    def _shown(self, game: Game, facts: tuple[Event, ...]) -> Self:
        """The game goes on, and each player is shown what happened."""
        logs = [list(log) for log in self.logs]
        if self.pending == KEEP and self.game is not None and self.game.deal is not None:
            # That a hand was kept tells that it was bad: the other player does not hear of it.
            logs[self.game.deal.to_move].append("keep")
        for player in Player:
            logs[player] += [text for fact in facts if (text := told_to(player, fact))]
        told = (tuple(logs[0]), tuple(logs[1]))
        return self._replace(game=game, due=(), floor=-1, pending=None, logs=told)


@lru_cache(maxsize=64)
def _by_luck(table: Table) -> bool:
    """Whether nobody cuts: by the rules, by request, or since the pack has but one rank."""
    one_rank = len({card.rank for card in table.pack}) == 1
    rules_say = table.rules.first_dealer is FirstDealer.RANDOM
    return one_rank or rules_say or table.first_deal is FirstDeal.COIN
