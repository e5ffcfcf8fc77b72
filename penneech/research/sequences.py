"""A deal with a small pack, walked to every end and gathered by what each player has chosen.

The tree of a deal with three cards each has millions of ends, too many for OpenSpiel's algorithms
to walk in Python again and again. But all that matters of an end is what A and what B has chosen on
the way to it, and what it brings: the sequence form of the game, some arrays, on which a best
answer is a few sums (`penneech.research.answers`).

A place is all that a player has been shown when it may choose between several cards; with one card
open there is nothing to choose, and no place. Of all positions that look alike to the player one is
kept for each place. A sequence is a place and one of its choices; the first sequence of a player is
to have chosen nothing yet.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from penneech.engine.game import deal_pack, new_game
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.research.choices import chosen, open_choices
from penneech.research.packs import CardsDueError, DrawnPack
from penneech.research.seen import told_to
from penneech.research.table import FirstDeal
from penneech.rules import Redeal

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from penneech.engine.state import Game
    from penneech.events import Event
    from penneech.research.table import Table

    Whole: TypeAlias = npt.NDArray[np.int64]
    Real: TypeAlias = npt.NDArray[np.float64]

ROOT = 0
"""The sequence of who has chosen nothing yet."""


class Level(NamedTuple):
    """The places of a player that have as many of its own before them.

    Args:
        places: which they are.
        sequences: which are their sequences.
        starts: for each place, the first of its sequences among these.
        widths: for each place, how many sequences it has.
    """

    places: slice
    sequences: slice
    starts: Whole
    widths: Whole


@dataclass(frozen=True, slots=True)
class Places:
    """The places at which one player chooses, those with fewer of its own before them first.

    Args:
        before: for each place, the sequence that leads to it.
        first: for each place, the first of its sequences, which follow one another.
        levels: the places by how many of the player's own lie before them.
        games: for each place, a game in which the player is there.
        choices: for each sequence, the choice that is its last; -1 for the first sequence.
    """

    before: Whole
    first: Whole
    levels: tuple[Level, ...]
    games: tuple[Game, ...]
    choices: Whole

    @property
    def sequences(self) -> int:
        """How many sequences there are."""
        return len(self.choices)

    def __iter__(self) -> Iterator[tuple[Game, int, int, int]]:
        """Each place: a game, the sequence before it, its first, and the one after its last."""
        ends = [*self.first.tolist(), self.sequences][1:]
        return zip(self.games, self.before.tolist(), self.first.tolist(), ends, strict=True)


@dataclass(frozen=True, slots=True)
class Sequences:
    """A deal by what each player has chosen.

    Args:
        places: A's and B's.
        a: for each pair of sequences that meet at ends, A's.
        b: the same, B's.
        points: the points by which A is ahead at the ends where they meet, times their chances.
        ends: how many ends the tree has.
    """

    places: tuple[Places, Places]
    a: Whole
    b: Whole
    points: Real
    ends: int


def sequences_of(table: Table) -> Sequences:
    """Walk a deal with this pack to every end.

    Args:
        table: one deal, dealt by a player who is named, in which no hand is thrown up.

    Raises:
        PenneechError: when it is another table; the text says what is allowed.
    """
    if table.first_deal not in {FirstDeal.A, FirstDeal.B}:
        raise PenneechError(f"a deal is walked with a dealer who is named, not {table.first_deal}")
    if table.rules.redeal is not Redeal.NEVER:
        raise PenneechError("a deal is walked where no hand is thrown up; give redeal never")
    return _Walk(table).walked()


class _Node(NamedTuple):
    """A game in which a player is to choose, and how it came there.

    Args:
        game: the game.
        chance: the chance of its cards.
        logs: what A and what B has been shown, each as the number that stands for it.
        sequences: A's and B's last.
    """

    game: Game
    chance: float
    logs: tuple[int, int]
    sequences: tuple[int, int]


class _Walk:
    """The tree, walked from the deal on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        # A text that is shown stands by a number after the number of what was shown before it.
        self.logs: dict[tuple[int, str], int] = {}
        self.places: dict[tuple[Player, int], tuple[int, int]] = {}
        self.depths: tuple[list[int], list[int]] = [], []
        self.before: tuple[list[int], list[int]] = [], []
        self.games: tuple[list[Game], list[Game]] = [], []
        self.choices: tuple[list[int], list[int]] = [-1], [-1]
        self.levels: tuple[list[int], list[int]] = [0], [0]
        self.first: tuple[list[int], list[int]] = [], []
        self.ends: tuple[array[int], array[int], array[float]] = array("q"), array("q"), array("d")

    def walked(self) -> Sequences:
        """Walk the tree, and put what was found in order."""
        game = new_game(self.table.rules, Player[self.table.first_deal.name])
        pack = DrawnPack.undrawn(len(self.table.pack))
        waiting = list(self._after(_Node(game, 1.0, (0, 0), (ROOT, ROOT)), None, pack))
        while waiting:
            node = waiting.pop()
            deal = node.game.deal
            if deal is None or node.game.needs_pack:
                self._end(node)
                continue
            game, chance, logs, _ = node
            pack, open_now = DrawnPack(deal.pack), open_choices(game)
            for choice, pair in zip(open_now, self._sequences(node, open_now), strict=True):
                waiting += self._after(_Node(game, chance, logs, pair), choice, pack)
        return self._in_order()

    def _after(self, node: _Node, choice: int | None, pack: DrawnPack) -> Iterator[_Node]:
        """The nodes after a choice, or after the deal; the cards that are due are drawn."""
        game = node.game
        try:
            if choice is None:
                now, facts = deal_pack(game, pack)
            else:
                assert game.deal is not None  # noqa: S101  # somebody has chosen
                now, facts = chosen(game._replace(deal=game.deal._replace(pack=pack)), choice)
        except CardsDueError as due:
            gone = set(pack)
            free = [card for card in self.table.pack if card not in gone]
            ways = list(combinations(free, len(due.places)))
            drawing = node._replace(chance=node.chance / len(ways))
            for cards in ways:
                drawn = pack
                for place, card in zip(due.places, cards, strict=True):
                    drawn = drawn.drawing(place, card)
                if len(free) == len(cards) + 1:
                    # The last card needs no draw.
                    (last,) = set(free) - set(cards)
                    drawn = drawn.drawing(tuple(drawn).index(None), last)
                yield from self._after(drawing, choice, drawn)
            return
        deal = now.deal
        assert deal is not None  # noqa: S101  # one was dealt
        # With one card in each hand nobody has anything to choose: what is shown does not count.
        chooses = len(deal.hands[0]) > 1 or len(deal.hands[1]) > 1
        logs = self._shown(node.logs, facts) if chooses else node.logs
        yield _Node(now, node.chance, logs, node.sequences)

    def _shown(self, logs: tuple[int, int], facts: tuple[Event, ...]) -> tuple[int, int]:
        a, b = logs
        for fact in facts:
            a, b = self._noted(a, _said(Player.A, fact)), self._noted(b, _said(Player.B, fact))
        return a, b

    def _noted(self, log: int, text: str) -> int:
        return self.logs.setdefault((log, text), len(self.logs) + 1) if text else log

    def _sequences(self, node: _Node, open_now: list[int]) -> list[tuple[int, int]]:
        """The pair of sequences after each choice of the player to move."""
        if len(open_now) == 1:
            return [node.sequences]
        game = node.game
        assert game.deal is not None  # noqa: S101  # somebody is to choose
        me = game.deal.to_move
        key = me, node.logs[me]
        if key not in self.places:
            before, first = node.sequences[me], len(self.choices[me])
            depth = self.levels[me][before]
            self.places[key] = first, before
            self.before[me].append(before)
            self.depths[me].append(depth)
            self.first[me].append(first)
            self.games[me].append(game)
            self.choices[me].extend(open_now)
            self.levels[me].extend([depth + 1] * len(open_now))
        first, before = self.places[key]
        # A player who forgets what it has chosen would break every sum that is made of this.
        assert before == node.sequences[me]  # noqa: S101  # perfect recall
        a, b = node.sequences
        ahead = range(first, first + len(open_now))
        return [(a, mine) if me else (mine, b) for mine in ahead]

    def _end(self, node: _Node) -> None:
        score = node.game.score
        a, b, points = self.ends
        a.append(node.sequences[0])
        b.append(node.sequences[1])
        points.append(node.chance * (score[0] - score[1]))

    def _in_order(self) -> Sequences:
        """Places by levels, and the ends at which the same sequences meet taken together."""
        (a_places, a_new), (b_places, b_new) = (self._by_level(player) for player in Player)
        a, b, points = (np.array(values) for values in self.ends)
        pairs, which = np.unique(a_new[a] * len(b_new) + b_new[b], return_inverse=True)
        gathered: Real = np.bincount(which, points, len(pairs)).astype(np.float64)
        places = a_places, b_places
        return Sequences(places, pairs // len(b_new), pairs % len(b_new), gathered, len(points))

    def _by_level(self, player: Player) -> tuple[Places, Whole]:
        """A player's places in order, and the new numbers of its sequences."""
        depths = np.array(self.depths[player], np.int64)
        order = np.argsort(depths, kind="stable")
        old_first = np.array(self.first[player], np.int64)
        old_choices = np.array(self.choices[player], np.int64)
        widths = np.diff(np.append(old_first, len(old_choices)))[order]
        first = 1 + np.cumsum(widths) - widths
        old_of = np.repeat(old_first[order] - first, widths) + np.arange(1, len(old_choices))
        new = np.zeros(len(old_choices), np.int64)
        new[old_of] = np.arange(1, len(old_choices))
        choices = np.append(-1, old_choices[old_of])
        before = new[np.array(self.before[player], np.int64)[order]]
        games = tuple([self.games[player][place] for place in order])
        levels = []
        for depth in range(depths.max(initial=-1) + 1):
            begin, end = np.searchsorted(depths[order], (depth, depth + 1)).tolist()
            wide, low = widths[begin:end], int(first[begin])
            high = low + int(wide.sum())
            levels.append(Level(slice(begin, end), slice(low, high), first[begin:end] - low, wide))
        return Places(before, first, tuple(levels), games, choices), new


@lru_cache(maxsize=100_000)
def _said(player: Player, fact: Event) -> str:
    return told_to(player, fact)
