"""A player that was tried: single-observer information-set Monte Carlo tree search.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2012): one
tree over the cards played; each turn of the search draws a world that fits what the player has
seen, goes down the tree among the cards that may be played in it, adds a node, and plays the deal
out by `greedy`. Only variants whose penneech in hand is scored when it is won are played.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from penneech.kernel import searching
from penneech.kernel.bits import ONE, WORD, first_of
from penneech.kernel.packing import packed
from penneech.kernel.playing import EVERY_CARD, greedy_lead, greedy_reply, may_follow, stake_of
from penneech.players.knowing import ALL_CARDS, set_of
from penneech.players.pimc import sight_of
from penneech.rules import PenneechInHand

VISITS, SEEN_OPEN, WORTH = range(3)
CHILDREN = 68
"""A node's children: one for each code of a card, and one for each suit that is turned next."""


@njit(nogil=True)
def best_child(child, figures, node, legal, sign, explore):
    """The card that looks best by UCB among those that may be played here, or a new one."""
    best, choice, rest = -1e300, -1, legal
    while rest:
        card = np.int64(first_of(rest))
        rest &= rest - ONE
        one = child[node, card]
        if one < 0:
            return card
        figures[one, SEEN_OPEN] += 1
        visits = figures[one, VISITS]
        merit = sign * figures[one, WORTH] / visits
        merit += explore * np.sqrt(np.log(figures[one, SEEN_OPEN]) / visits)
        if merit > best:
            best, choice = merit, card
    return choice


@njit(nogil=True)
def trick_points(rules, led, reply, turned, number):
    """What a trick brings the leader less the other, and whether the reply takes it."""
    row = (turned >> 4) << 6
    beaten = (rules.beaters[row + led] >> WORD(reply)) & ONE
    won = rules.won[row + led] + rules.won[row + reply]
    if not rules.turner_scores and (number or rules.winner_scores_first):
        won += rules.turned[turned]
    held = rules.held[row + led] - rules.held[row + reply]
    return held + (-won if beaten else won), beaten


@njit(nogil=True)
def one_turn(rules, hands, stock, known, begin, child, figures, nodes, explore, path):
    """Go down the tree in one world, add a node, play out, and count what came of it."""
    mine, other = hands[0], hands[1]
    number, won, lost, leads, led = begin[0], begin[1], begin[2], begin[3], begin[4]
    points, node, depth, at = 0, 0, 0, 0
    growing, gone = True, known
    size = rules.hand_size
    while number < size:
        turned = np.int64(stock[at])
        gone |= ONE << WORD(turned)
        row = WORD(turned >> 4 << 6)
        for turn in range(2):
            if turn == 0 and led >= 0:
                continue
            mover = leads if turn == 0 else 1 - leads
            hand = mine if mover == 0 else other
            legal = hand
            if turn:
                trumps = WORD(0x1FFF) << WORD(turned & 48)
                legal = may_follow(rules, hand, WORD(led), trumps)
            if growing:
                sign = 1.0 if mover == 0 else -1.0
                card = best_child(child, figures, node, legal, sign, explore)
                if child[node, card] < 0:
                    child[node, card] = nodes
                    figures[nodes, SEEN_OPEN] = 1
                    growing = False
                    nodes += 1
                node = child[node, card]
                path[depth] = node
                depth += 1
            else:
                stake = stake_of(rules, number, WORD(turned))
                if turn:
                    bit = greedy_reply(rules, legal, WORD(led), row, stake)
                else:
                    bit = greedy_lead(rules, hand, EVERY_CARD & ~(gone | hand), row, stake)
                card = np.int64(first_of(bit))
            if mover == 0:
                mine ^= ONE << WORD(card)
            else:
                other ^= ONE << WORD(card)
            gone |= ONE << WORD(card)
            if turn == 0:
                led = card
            else:
                reply = card
        brought, beaten = trick_points(rules, led, reply, turned, number)
        points += -brought if leads else brought
        leads = leads ^ np.int64(beaten)
        won, lost = won + (leads == 0), lost + (leads == 1)
        number, at, led = number + 1, at + 1, -1
        after = np.int64(stock[at])
        turned_points = 0
        if number == size:
            turned_points = rules.turned_last[after]
        elif rules.turner_scores:
            turned_points = rules.turned[after]
        points += -turned_points if leads else turned_points
        if growing and number < size:
            suit = 64 + (after >> 4)
            if child[node, suit] < 0:
                child[node, suit] = nodes
                nodes += 1
            node = child[node, suit]
    points += rules.excess[won] - rules.excess[lost]
    for i in range(depth):
        figures[path[i], VISITS] += 1
        figures[path[i], WORTH] += points
    return nodes


@njit(nogil=True)
def search(rules, hands, stocks, known, begin, explore, child, figures):
    """Build a tree, one world a turn."""
    nodes, path = 1, np.zeros(64, np.int64)
    for world in range(hands.shape[0]):
        nodes = one_turn(
            rules, hands[world], stocks[world], known, begin, child, figures, nodes, explore, path
        )


@dataclass(frozen=True, slots=True)
class TreePlayer:
    """Plays the card that the search has visited most."""

    turns: int
    explore: float = 12.0

    @property
    def name(self) -> str:
        """What it is called in the tables."""
        return f"ismcts:{self.turns}"

    def throws_up(self, view, luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Throw up every hand that may be thrown up."""
        return True

    def card(self, view, luck):
        """Search, and choose."""
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.rules.penneech_in_hand is PenneechInHand.WON_WHEN_TRUMP
        sight, key = sight_of(view), luck.worlds(view.number, len(view.history))
        hands, stocks = searching.worlds(sight, key, self.turns)
        mine = 0 if sight.led is None else 1
        sets = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=2, dtype=np.uint64)
        led = -1 if sight.led is None else int(searching.CODES[sight.led])
        sets = sets[:, [mine, 1 - mine]]
        if led >= 0:
            sets[:, 1] ^= np.uint64(1 << led)
        seen = ALL_CARDS & ~sight.hidden & ~set_of(view.hand)
        known = np.uint64(sum(1 << int(searching.CODES[i]) for i in range(52) if seen >> i & 1))
        me = view.me
        begin = np.array(
            [len(view.history), view.tricks[me], view.tricks[me.other], mine, led], np.int64
        )
        most = self.turns * 4 + 8
        child = np.full((most, CHILDREN), -1, np.int32)
        figures = np.zeros((most, 3))
        search(packed(view.rules), sets, stocks, known, begin, self.explore, child, figures)
        visits = {
            card: figures[child[0, searching.CODES[card.index]], VISITS]
            if child[0, searching.CODES[card.index]] >= 0 else 0
            for card in view.legal
        }  # fmt: skip
        return max(view.legal, key=visits.__getitem__)
