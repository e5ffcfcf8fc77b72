"""Players that were tried: they sample worlds from the other's side, within each of their own.

In each world of the player it is asked what a `pimc:N` with the other's cards would make of its
choices, not seeing the player's. That is put to use in two ways. `WeighingPlayer` weighs worlds by
how well the cards that the other has played fit it (as `infer:N` does by `greedy`). `RollingPlayer`
plays each of its cards out in each world with such players at both seats, and corrects the worth
that best play with all cards seen gives it by what they gave away (Furtak and Buro, "Recursive
Monte Carlo Search for Imperfect Information Games", CIG 2013). Nothing is scored here: a playout is
worth what best play is worth, less what was given away, and the solver tells both.

Many tables are played side by side, card by card. Player 0 is the one who searches, 1 the other;
cards are indexes, sets of cards whole numbers with a bit for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numba import njit

from penneech.engine.state import MAX_REDEALS
from penneech.kernel import searching
from penneech.kernel.bits import ONE, WORD, absorb, first_of, size_of
from penneech.kernel.packing import packed
from penneech.kernel.searching import CODES, draw_from, how_many
from penneech.kernel.solving import ILLEGAL, Standing, _tables, solve_leads, solve_replies
from penneech.players.infer import choices_of
from penneech.players.knowing import keeping_of, set_of
from penneech.players.pimc import sight_of
from penneech.rules import Following

SUITS = np.array([0x1FFF << 13 * suit for suit in range(4)], np.uint64)
INDEXES = np.zeros(64, np.int64)
INDEXES[CODES] = np.arange(52)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
PLAYOUTS, CHOICES = 0x3333, 0x5555
"""What sets the keys of these draws apart."""


@njit(nogil=True)
def write_set(cards, row):
    """Write the codes of a set into a row, in pack order."""
    place = 0
    while cards:
        row[place] = CODES[first_of(cards)]
        cards &= cards - ONE
        place += 1
    return place


@njit(nogil=True)
def look(
    keys, step, hands, seen, void, need, mover, led, turned, stocks, trick, size, inner, truth,
    out_hands, out_stocks,
):  # fmt: skip
    """For each table so many worlds of the player to move, and then, if wanted, what is true."""
    every = WORD((1 << 52) - 1)
    for table in range(hands.shape[0]):
        me, replying = mover[table], led[table] >= 0
        other, mine = 1 - me, 1 if replying else 0
        holds = size - 1 if replying else size
        hidden = every & ~seen[table] & ~hands[table, me]
        possible = hidden & ~void[table, other]
        needed = need[table, other] & possible
        if not holds:
            needed = WORD(0)
        base = absorb(keys[table], WORD(step))
        for nth in range(inner + truth):
            row = table * (inner + truth) + nth
            theirs, stock = out_hands[row, 1 - mine], out_stocks[row]
            write_set(hands[table, me], out_hands[row, mine])
            if replying:
                theirs[size - 1] = CODES[led[table]]
            if nth == inner:
                write_set(hands[table, other], theirs)
                for j in range(size + 1):
                    stock[j] = CODES[stocks[table, trick + j]]
                continue
            luck, at, kept = absorb(base, WORD(nth)), holds, WORD(0)
            if needed:
                plain = possible & ~needed
                many = how_many(luck, np.int64(size_of(needed)), np.int64(size_of(plain)), holds)
                kept = draw_from(needed, many, luck, 1, theirs, 0)
                kept |= draw_from(plain, holds - many, luck, 1 + many, theirs, many)
                at += 1
            else:
                kept = draw_from(possible, holds, luck, 0, theirs, 0)
            stock[0] = CODES[turned[table]]
            draw_from((hidden & ~possible) | kept, size, luck, at, stock, 1)


@njit(nogil=True)
def choose(values, inner, hands, mover, given, cards):
    """Let each player to move play what is best on the mean, and note what that gave away."""
    for table in range(hands.shape[0]):
        first, best, place, top = table * (inner + 1), -(1 << 40), 0, -(1 << 40)
        for j in range(values.shape[1]):
            if values[first, j] != ILLEGAL:
                total = 0
                for i in range(inner):
                    total += values[first + i, j]
                if total > best:
                    best, place = total, j
                top = max(top, values[first + inner, j])
        lost = top - values[first + inner, place]
        given[table] += lost if mover[table] else -lost
        rest = hands[table, mover[table]]
        for _ in range(place):
            rest &= rest - ONE
        cards[table] = first_of(rest)


@njit(nogil=True)
def play(
    cards, hands, seen, void, need, mover, led, turned, stocks, tricks, trick, beaters, following,
):  # fmt: skip
    """Play a card at each table; a trick that is complete is taken, and the next card turned."""
    for table in range(hands.shape[0]):
        card, me = cards[table], mover[table]
        bit = ONE << WORD(card)
        hands[table, me] &= ~bit
        seen[table] |= bit
        if need[table, me] & bit:
            need[table, me] = WORD(0)
        lead = led[table]
        if lead < 0:
            led[table], mover[table] = card, 1 - me
            continue
        led_suit, suit, trumps = lead // 13, card // 13, turned[table] // 13
        if suit != led_suit and following:
            if following in (1, 4) or suit != trumps:
                void[table, me] |= SUITS[led_suit]
            if following in (3, 4) and suit != trumps:
                void[table, me] |= SUITS[trumps]
        beaten = (beaters[64 * trumps + CODES[lead]] >> WORD(CODES[card])) & ONE
        winner = me if beaten else 1 - me
        tricks[table, winner] += 1
        mover[table], led[table] = winner, -1
        turned[table] = stocks[table, trick + 1]
        seen[table] |= ONE << WORD(turned[table])


class Tables:
    """Tables side by side, at the same point of a deal as far as a player has seen it."""

    def __init__(self, view, many, key, upto, led=-1, leader=0):
        by, rules = packed(view.rules), view.rules
        assert not by.ever_counts | by.held_counts, "what was turned before is not kept"
        self.rules, self.many = rules, many
        self.beaters, self.following = by.beaters.copy(), list(Following).index(rules.following)
        steps = {after - before for before, after in pairwise(_tables(rules).excess)}
        self.counted = len(steps) > 1
        seen, void, played, tricks = past(view, upto)
        if led >= 0:
            seen |= 1 << led
            played[leader] |= 1 << led
        keeping = keeping_of(view.umpire)
        self.seen = np.full(many, seen, np.uint64)
        self.void = np.tile(np.array(void, np.uint64), (many, 1))
        need = [
            0
            if view.attempt == MAX_REDEALS or view.laid_aside[who] or played[i] & keeping
            else keeping
            for i, who in enumerate((view.me, view.me.other))
        ]
        self.need = np.tile(np.array(need, np.uint64), (many, 1))
        self.tricks = np.tile(np.array(tricks, np.int64), (many, 1))
        self.hands = np.zeros((many, 2), np.uint64)
        self.led = np.full(many, led, np.int64)
        self.mover = np.full(many, leader if led < 0 else 1 - leader, np.int64)
        self.turned = np.full(many, view.turn_ups[upto].index, np.int64)
        self.stocks = np.zeros((many, 1), np.int64)
        self.keys = np.uint64(key) + np.arange(many, dtype=np.uint64) * GOLDEN
        self.given = np.zeros(many, np.int64)
        self.trick, self.size = 0, rules.hand_size - upto

    def solved(self, step, inner, truth):
        """What each card is worth in so many worlds of each player to move, and in truth."""
        rows = self.many * (inner + truth)
        hands = np.empty((rows, 2, self.size), np.uint8)
        stocks = np.empty((rows, self.size + 1), np.uint8)
        look(
            self.keys, step, self.hands, self.seen, self.void, self.need, self.mover, self.led,
            self.turned, self.stocks, self.trick, self.size, inner, truth, hands, stocks,
        )  # fmt: skip
        solve = solve_leads if self.led[0] < 0 else solve_replies
        first = self.mover if self.led[0] < 0 else 1 - self.mover
        gone = self.rules.hand_size - self.size
        won = self.tricks[np.arange(self.many), first] * self.counted
        values = np.empty((rows, self.size), np.int16)
        for some in np.unique(won):
            at = np.repeat(won == some, inner + truth)
            standing = Standing((int(some), gone - int(some)))
            values[at] = solve(self.rules, hands[at], stocks[at], standing)
        return values

    def play(self, cards):
        """Play a card at each table."""
        complete = self.led[0] >= 0
        play(
            cards, self.hands, self.seen, self.void, self.need, self.mover, self.led, self.turned,
            self.stocks, self.tricks, self.trick, self.beaters, self.following,
        )  # fmt: skip
        self.trick += complete
        self.size -= complete

    def play_out(self, inner, cards):
        """Play so many cards more, but for the last trick, by `pimc` with so many worlds."""
        played = np.empty(self.many, np.int64)
        for step in range(cards):
            if self.size == 1:
                return
            values = self.solved(step, inner, 1)
            choose(values, inner, self.hands, self.mover, self.given, played)
            self.play(played)


def past(view, upto):
    """Cards seen on the table, voids shown, cards played and tricks won before a trick."""
    from penneech.players.knowing import OF_SUIT, _void_in  # noqa: PLC0415  # only this player needs it

    seen = set_of(view.turn_ups[: upto + 1])
    seen |= set_of(view.laid_aside[0]) | set_of(view.laid_aside[1])
    void, played, tricks = [0, 0], [0, 0], [0, 0]
    for trick in view.history[:upto]:
        leader = int(trick.leader is not view.me)
        played[leader] |= 1 << trick.led.index
        played[1 - leader] |= 1 << trick.reply.index
        tricks[int(trick.winner is not view.me)] += 1
        for suit in _void_in(view.rules.following, trick):
            void[1 - leader] |= OF_SUIT[suit]
    return seen | played[0] | played[1], void, played, tricks


def sets_of(codes):
    """The sets of rows of codes."""
    return (np.uint64(1) << INDEXES[codes].astype(np.uint64)).sum(axis=1, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class NestedPlayer:
    """What both kinds share; of cards that are equally good they play the first in pack order."""

    worlds: int
    inner: int

    def throws_up(self, view, luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Throw up every hand that may be thrown up."""
        return True

    def card(self, view, luck):
        """Choose the card that is worth most."""
        if len(view.legal) == 1:
            return view.legal[0]
        worths = dict(zip(view.hand, self.worths(view, luck), strict=True))
        return max(view.legal, key=worths.__getitem__)

    def seen(self, view, luck):
        """The worlds, the other's hand in each, the values of all cards, and the key."""
        sight, key = sight_of(view), luck.worlds(view.number, len(view.history))
        hands, stocks = searching.worlds(sight, key, self.worlds)
        solve = solve_leads if sight.led is None else solve_replies
        others = hands[:, 1] if sight.led is None else hands[:, 0, :-1]
        values = solve(view.rules, hands, stocks, sight.standing)
        return sets_of(others), INDEXES[stocks], values, key


class WeighingPlayer(NestedPlayer):
    """Weighs worlds by what `pimc` would make of the cards that the other has played."""

    __slots__ = ()
    heat, at_random = 1.5, 0.1

    @property
    def name(self) -> str:
        """What it is called in the tables."""
        return f"weighing:{self.worlds}x{self.inner}"

    def worths(self, view, luck):
        """The mean of each card over weighed worlds."""
        others, _, values, key = self.seen(view, luck)
        weights = np.ones(self.worlds)
        for choice in choices_of(view):
            led = -1 if choice.led is None else choice.led
            tables = Tables(
                view, self.worlds, key ^ CHOICES, choice.trick, led, int(choice.led is None)
            )
            tables.hands[:, 1] = others | np.uint64(choice.held)
            found = tables.solved(choice.trick, self.inner, 0).astype(float)
            found = found.reshape(self.worlds, self.inner, tables.size).mean(axis=1)
            like = np.exp((found - found.max(axis=1, keepdims=True)) / self.heat)
            legal = (found > ILLEGAL / 2).sum(axis=1)
            below = tables.hands[:, 1] & np.uint64((1 << choice.card) - 1)
            place = np.bitwise_count(below).astype(np.int64)
            share = like[np.arange(self.worlds), place] / like.sum(axis=1)
            weights *= self.at_random / legal + (1 - self.at_random) * share
        return (weights[:, None] * values).sum(axis=0) / weights.sum()


@dataclass(frozen=True, slots=True)
class RollingPlayer(NestedPlayer):
    """Plays its cards out in the first `rolled` worlds, `cards` cards far."""

    rolled: int = 64
    cards: int = 99

    @property
    def name(self) -> str:
        """What it is called in the tables."""
        far = "" if self.cards > 1 else ", a card far"
        return f"rolling:{self.rolled}x{self.inner}{far}"

    def worths(self, view, luck):
        """The mean of each card by best play, and what was given away in its playouts."""
        others, stocks, values, key = self.seen(view, luck)
        legal = [view.hand.index(card) for card in view.legal]
        many, led = len(legal), -1 if view.led is None else view.led.index
        tables = Tables(view, self.rolled * many, 0, len(view.history), led, int(led >= 0))
        tables.keys = np.repeat(
            np.uint64(key ^ PLAYOUTS) + np.arange(self.rolled, dtype=np.uint64) * GOLDEN, many
        )
        tables.hands[:, 0] = set_of(view.hand)
        tables.hands[:, 1] = np.repeat(others[: self.rolled], many)
        tables.stocks = np.repeat(stocks[: self.rolled], many, axis=0)
        tables.play(np.tile(np.array([card.index for card in view.legal]), self.rolled))
        tables.play_out(self.inner, self.cards)
        worths = values.mean(axis=0)
        worths[legal] += tables.given.reshape(self.rolled, many).mean(axis=0)
        return worths
