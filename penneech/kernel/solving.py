"""Best play with all cards seen: what every lead and every reply is worth.

Both hands and the stock lie open, and each player plays for the greatest difference of points. What
a card is worth is the points of the player who plays it less the other's, of all that is earned
from that card to the end of the deal when both play best from then on. That is the difference of
the deal, not the winning of the game: the target is ignored, and a deal is solved to its end also
where a peg would win the game before. What was earned before is not in it, counted or put off.

How it is done. Between two tricks a deal is known by who leads and by what is left of both hands, a
set of each; with seven cards each there are 6,861 such states. From the last trick back to the
first each gets its worth from those with a card less in each hand. Nothing is searched, and the
same steps do for any deal, so they are done for many deals at once (`rows.py`).

So whatever scores must be reckoned in the trick in which it is decided. The turn-ups are known, and
so is whether diamonds are ever trumps: the penneech's points are reckoned when it is played, in
whatever way they are earned. Each trick brings its winner the same part of the excess, unless more
than half of the tricks must be won, or counted cards fall short of `excess_over` in other ways:
then a state is known by the tricks taken, too, and there are some four times as many.

Cards are codes (16 x suit + rank - 2) as in `packing.py`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import comb
from operator import le
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np

from penneech.errors import PenneechError
from penneech.kernel.caching import announce, compiled
from penneech.kernel.packing import card_of, code, packed
from penneech.kernel.parts import always, part
from penneech.kernel.rows import (
    ROW_BYTES,
    all_of,
    alone,
    below,
    both,
    chosen,
    either,
    higher,
    keep,
    less,
    load,
    lower,
    new_store,
    plus,
    same,
    unlike,
)
from penneech.rules import Following

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.cards import Card
    from penneech.rules import Rules

Numbers: TypeAlias = np.ndarray[Any, Any]

LARGEST_HAND = 10
"""Hands of more cards are refused: each card more takes four times the room and five the time."""

ILLEGAL = -(2**15)
"""Stands where a reply may not be played."""

# --- What the compiled part reads ----------------------------------------------------------------
# A leads to the first trick that is solved. Players are 0 for A and 1 for B; tricks are numbered
# from 0, the first that is solved, and a hand's cards, its *places*, from 0. All worths are A's.

(SIZE, REPLYING, FOLLOWING, PENNEECH, IN_HAND, EVER, HELD, TURNER, FIRST, SEEN, TAKEN, STEP,
 COUNTED) = range(13)  # fmt: skip
"""Figures: cards in a hand; whether replies are asked for, to the last card of A's hand; the place
of the reading of `following`; the penneech and its points in hand; whether the winner of its trick
scores them if its suit is ever trumps; whether who holds it at the turn does; whether a turn-up is
scored by its turner; whether the first one is by its trick's winner; whether the penneech's suit
was turned for an earlier trick; 1 if A took the penneech, -1 if B did; what A gains by the excess
with each trick; whether the number of tricks decides instead."""

POWERS, TO_WINNER, TO_HOLDER = range(3)
"""By trumps and card: how high it ranks, with TRUMP added for trumps; its points in a trick."""

TRUMP, LED = 32, 16
"""What puts a trump above all other cards, and a card led above all that do not follow it."""

(POWER, WON, HAD, SUIT, CARD_ROWS) = range(5)
"""Rows of a card in a trick: its power, its points to the winner and to its player, its suit."""

PAY, TAKES, BARRED, BARRED_TOO, PAIR_ROWS = range(5)
"""Rows of a card led and a reply: what A gains in the trick; whether A takes it; whether the reply
breaks the rule while a card that the lead calls for is held; and while a trump is held."""

MUST_FOLLOW, FOLLOW_OR_TRUMP, FOLLOW_OR_TRUMP_FORCED, FOLLOW_ELSE_TRUMP = range(1, 5)


@part
def _write_turns(begun: Numbers, stocks: Numbers, batch: int, figures: Numbers) -> None:
    """For each deal the first trick under the penneech's suit; the size of a hand if none is."""
    alone()
    size = figures[SIZE]
    for lane in range(begun.size):
        deal = min(batch + lane, stocks.shape[0] - 1)
        begun[lane] = size
        for trick in range(size - 1, -1, -1):
            if stocks[deal, trick] >> 4 == figures[PENNEECH] >> 4:
                begun[lane] = trick
        if figures[SEEN]:
            begun[lane] = 0


@part
def _write_ends(worths: Numbers, begun: Numbers, ends: Numbers, figures: Numbers) -> None:
    """The worth of a deal that is played out: the excess, and a penneech that was taken before."""
    alone()
    length = begun.size
    for taken in range(ends.size):
        for lane in range(length):
            worth = ends[taken]
            if figures[EVER] and begun[lane] < figures[SIZE]:
                worth += figures[TAKEN] * figures[IN_HAND]
            worths[2 * taken * length + lane] = worth
            worths[(2 * taken + 1) * length + lane] = worth


@part
def _write_cards(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    cards: Numbers,
    begun: Numbers,
    hands: Numbers,
    stocks: Numbers,
    batch: int,
    trick: int,
    figures: Numbers,
    by_card: Numbers,
    turned: Numbers,
) -> None:
    """The rows of every card in a trick; after them the points of the cards turned, in one row."""
    alone()
    size, length = figures[SIZE], begun.size
    for lane in range(length):
        deal = min(batch + lane, hands.shape[0] - 1)  # the last deal fills the row
        first, after = stocks[deal, trick], stocks[deal, trick + 1]
        points = 0
        if trick == size - 1:
            points += turned[1, after]
        elif figures[TURNER]:
            points += turned[0, after]
        if not figures[TURNER] and (trick > 0 or figures[FIRST]):
            points += turned[0, first]
        cards[2 * size * CARD_ROWS * length + lane] = points
        trumps = (first >> 4) << 6
        for place in range(2 * size):
            card = hands[deal, place // size, place % size]
            won, had = by_card[TO_WINNER, trumps + card], by_card[TO_HOLDER, trumps + card]
            if card == figures[PENNEECH]:
                if figures[EVER] and begun[lane] < size:
                    won += figures[IN_HAND]
                if figures[HELD] and 0 < begun[lane] <= trick:
                    had += figures[IN_HAND]
            at = place * CARD_ROWS * length + lane
            cards[at + POWER * length] = by_card[POWERS, trumps + card]
            cards[at + WON * length] = won
            cards[at + HAD * length] = had
            cards[at + SUIT * length] = card >> 4


@part
def _write_pairs(pairs: Numbers, calls: Numbers, cards: Numbers, figures: Numbers) -> None:
    """The rows of every card led with every reply; and the replies that each lead calls for."""
    alone()
    size, following = figures[SIZE], figures[FOLLOWING]
    ones, none, led_first = all_of(cards, -1), all_of(cards, 0), all_of(cards, LED)
    not_trump, step = all_of(cards, TRUMP - 1), all_of(cards, figures[STEP])
    turned = load(cards, 2 * size * CARD_ROWS)
    for lead in range(2 * size):
        leader, mine = lead // size, lead * CARD_ROWS
        for reply in range(size):
            other = ((1 - leader) * size + reply) * CARD_ROWS
            alike = same(load(cards, mine + SUIT), load(cards, other + SUIT))
            power = plus(load(cards, mine + POWER), both(led_first, unlike(alike, ones)))
            takes = below(load(cards, other + POWER), power)
            points = plus(turned, plus(load(cards, mine + WON), load(cards, other + WON)))
            had = less(load(cards, mine + HAD), load(cards, other + HAD))
            if leader == 1:
                takes, had = unlike(takes, ones), less(none, had)
            pair = (lead * size + reply) * PAIR_ROWS
            keep(
                pairs, pair + PAY, plus(had, chosen(takes, plus(points, step), less(none, points)))
            )
            keep(pairs, pair + TAKES, takes)
            trump = below(not_trump, load(cards, other + POWER))
            apart = unlike(alike, ones)
            discard = both(apart, unlike(trump, ones))
            barred, barred_too = none, none
            if following in (MUST_FOLLOW, FOLLOW_ELSE_TRUMP):
                barred = apart
            elif following in (FOLLOW_OR_TRUMP, FOLLOW_OR_TRUMP_FORCED):
                barred = discard
            if following == FOLLOW_OR_TRUMP_FORCED:
                alike = either(alike, trump)
            if following == FOLLOW_ELSE_TRUMP:
                barred_too = discard
            keep(pairs, pair + BARRED, barred)
            keep(pairs, pair + BARRED_TOO, barred_too)
            keep(calls, (lead + leader) * size + reply, alike)
            keep(calls, (leader * (size + 1) + size) * size + reply, trump)


@part
def _write_called(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    called: Numbers,
    calls: Numbers,
    left: int,
    figures: Numbers,
    card_at: Numbers,
    firsts: Numbers,
) -> None:
    """Whether each set of replies holds what each lead calls for; after the leads, a trump."""
    alone()
    size, sets = figures[SIZE], firsts[left + 1] - firsts[left]
    for lead in range(2 * (size + 1)):
        for one in range(sets):
            row = all_of(calls, 0)
            for at in range(left):
                place = card_at[firsts[left] + one, at]
                row = either(row, load(calls, lead * size + place))
            keep(called, lead * sets + one, row)


@always
def _together(pairs: Numbers, pair: int, later: Numbers, then: int, a_takes: int) -> Any:  # noqa: ANN401  # a row of figures, in whatever form
    """What a card led and a reply come to, with all that follows."""
    ahead = chosen(load(pairs, pair + TAKES), load(later, then + a_takes), load(later, then + 1))
    return plus(load(pairs, pair + PAY), ahead)


@always
def _replied(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    turn: Any,  # noqa: ANN401  # a row of figures, in whatever form
    held: Any,  # noqa: ANN401  # a row of figures, in whatever form
    trump_held: Any,  # noqa: ANN401  # a row of figures, in whatever form
    two_calls: bool,  # noqa: FBT001  # a switch for the compiler
    lead: int,
    replies: Numbers,
    fewer: Numbers,
    left: int,
    then: int,
    stride: int,
    a_takes: int,
    pairs: Numbers,
    later: Numbers,
) -> Any:  # noqa: ANN401  # a row of figures, in whatever form
    """What a lead comes to if the reply is the best of a set, turned so that the leader wants more.

    A reply that breaks the rule counts as the most of all, so that it is never the best.
    """
    best = all_of(later, -1)
    if two_calls:
        for at in range(left):
            pair = lead + replies[at] * PAIR_ROWS
            worth = _together(pairs, pair, later, then + fewer[at] * stride, a_takes)
            barred = both(load(pairs, pair + BARRED), held)
            barred = either(barred, both(load(pairs, pair + BARRED_TOO), trump_held))
            best = lower(best, either(unlike(worth, turn), barred))
    else:
        for at in range(left):
            pair = lead + replies[at] * PAIR_ROWS
            worth = _together(pairs, pair, later, then + fewer[at] * stride, a_takes)
            barred = both(load(pairs, pair + BARRED), held)
            best = lower(best, either(unlike(worth, turn), barred))
    return best


@always
def _replied_twice(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    turn: Any,  # noqa: ANN401  # a row of figures, in whatever form
    held: Any,  # noqa: ANN401  # a row of figures, in whatever form
    lead: int,
    replies: Numbers,
    fewer: Numbers,
    left: int,
    then: int,
    stride: int,
    way: int,
    pairs: Numbers,
    later: Numbers,
) -> Any:  # noqa: ANN401  # a row of figures, in whatever form
    """As `_replied` with one call, and the same again with a trick more to A, at half the loads."""
    best, best_too = all_of(later, -1), all_of(later, -1)
    for at in range(left):
        pair = lead + replies[at] * PAIR_ROWS
        pay, takes = load(pairs, pair + PAY), load(pairs, pair + TAKES)
        barred = both(load(pairs, pair + BARRED), held)
        less_one = then + fewer[at] * stride
        one, two = less_one + way, less_one + 2 * way
        ahead = chosen(takes, load(later, one), load(later, less_one + 1))
        ahead_too = chosen(takes, load(later, two), load(later, one + 1))
        best = lower(best, either(unlike(plus(pay, ahead), turn), barred))
        best_too = lower(best_too, either(unlike(plus(pay, ahead_too), turn), barred))
    return best, best_too


@part
def _write_worths(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    now: Numbers,
    later: Numbers,
    left: int,
    ways: int,
    figures: Numbers,
    pairs: Numbers,
    called: Numbers,
    card_at: Numbers,
    fewer_at: Numbers,
    firsts: Numbers,
    counts: Numbers,
) -> None:
    """The worth of every state with so many cards left, from those with a card less.

    A state's number is ((tricks A took x A's sets + A's set) x B's sets + B's set) x 2 + leader.
    """
    alone()
    size, two_calls = figures[SIZE], figures[FOLLOWING] == FOLLOW_ELSE_TRUMP
    first, sets = firsts[left], firsts[left + 1] - firsts[left]
    beside = 2 * counts[1, left - 1]
    a_takes = counts[0, left - 1] * beside if figures[COUNTED] else 0
    pace = 1 if two_calls else 2
    for leader in range(2):
        turn = all_of(now, -leader)
        stride, reply_stride = (2, beside) if leader else (beside, 2)
        # Who has taken no trick does not lead, nor does the other who has not taken them all.
        least, most = (1 - leader, ways - leader) if ways > 1 else (0, 1)
        for way in range(least, most, pace):
            two_ways = pace == 2 and way + 1 < most  # noqa: PLR2004  # two calls at a time, as the name says
            for a in range(counts[0, left]):
                for b in range(counts[1, left]):
                    mine, other = (b, a) if leader else (a, b)
                    calls = leader * (size + 1) * sets + other
                    trump_held = load(called, calls + size * sets)
                    best = best_too = all_of(now, 0)
                    leads, fewer = card_at[first + mine], fewer_at[first + mine]
                    replies, still_fewer = card_at[first + other], fewer_at[first + other]
                    state = (way * counts[0, left] + a) * counts[1, left] + b
                    then = way * counts[0, left - 1] * beside
                    for at in range(left):
                        lead = (leader * size + leads[at]) * size * PAIR_ROWS
                        held = load(called, calls + leads[at] * sets)
                        if two_ways:
                            worth, worth_too = _replied_twice(
                                turn, held, lead, replies, still_fewer, left,
                                then + fewer[at] * stride, reply_stride, a_takes, pairs, later,
                            )  # fmt: skip
                            best_too = higher(best_too, worth_too)
                        else:
                            worth = _replied(
                                turn, held, trump_held, two_calls, lead, replies, still_fewer,
                                left, then + fewer[at] * stride, reply_stride, a_takes, pairs,
                                later,
                            )  # fmt: skip
                        best = higher(best, worth)
                    keep(now, 2 * state + leader, unlike(best, turn))
                    if two_ways:
                        state += counts[0, left] * counts[1, left]
                        keep(now, 2 * state + leader, unlike(best_too, turn))


@part
def _write_values(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    values: Numbers,
    batch: int,
    scratch: Numbers,
    later: Numbers,
    figures: Numbers,
    pairs: Numbers,
    called: Numbers,
    card_at: Numbers,
    fewer_at: Numbers,
    firsts: Numbers,
    counts: Numbers,
) -> None:
    """The worth of every lead, or of every reply to the last card of A's hand, to its player."""
    alone()
    size = figures[SIZE]
    length = ROW_BYTES // later.itemsize
    zero = 1 << (8 * later.itemsize - 1)
    none, places, fewer = all_of(later, 0), card_at[firsts[size]], fewer_at[firsts[size]]
    beside = 2 * counts[1, size - 1]
    a_takes = counts[0, size - 1] * beside if figures[COUNTED] else 0
    trump_held = load(called, size)
    for card in range(size):
        if figures[REPLYING]:
            pair = ((size - 1) * size + card) * PAIR_ROWS
            barred = both(load(pairs, pair + BARRED), load(called, size - 1))
            barred = either(barred, both(load(pairs, pair + BARRED_TOO), trump_held))
            worth = _together(pairs, pair, later, 2 * fewer[card], a_takes)
            keep(scratch, 1, barred)
        else:
            worth = _replied(
                none, load(called, card), trump_held, True, card * size * PAIR_ROWS, places,  # noqa: FBT003  # a switch for the compiler
                fewer, size, fewer[card] * beside, 2, a_takes, pairs, later,
            )  # fmt: skip
        keep(scratch, 0, worth)
        for lane in range(min(length, values.shape[0] - batch)):
            if not figures[REPLYING]:
                values[batch + lane, card] = np.int64(scratch[lane]) - zero
            elif scratch[length + lane]:
                values[batch + lane, card] = ILLEGAL
            else:
                values[batch + lane, card] = zero - np.int64(scratch[lane])


@compiled
def solve_all(  # noqa: PLR0913, PLR0917  # compiled: arrays cannot be gathered into one value
    values: Numbers,
    hands: Numbers,
    stocks: Numbers,
    figures: Numbers,
    by_card: Numbers,
    turned: Numbers,
    ends: Numbers,
    card_at: Numbers,
    fewer_at: Numbers,
    firsts: Numbers,
    counts: Numbers,
    cards: Numbers,
    pairs: Numbers,
    calls: Numbers,
    called: Numbers,
    now: Numbers,
    later: Numbers,
) -> None:
    """Solve deals, as many at a time as a row has numbers; the stores are room for one batch."""
    size = figures[SIZE]
    begun = np.empty(ROW_BYTES // now.itemsize, np.int64)
    for batch in range(0, hands.shape[0], begun.size):
        _write_turns(begun, stocks, batch, figures)
        _write_ends(later, begun, ends, figures)
        for left in range(1, size + 1):
            trick = size - left
            _write_cards(cards, begun, hands, stocks, batch, trick, figures, by_card, turned)
            _write_pairs(pairs, calls, cards, figures)
            _write_called(called, calls, left, figures, card_at, firsts)
            if trick:
                ways = trick + 1 if figures[COUNTED] else 1
                _write_worths(
                    now, later, left, ways, figures, pairs, called, card_at, fewer_at, firsts,
                    counts,
                )  # fmt: skip
                now, later = later, now
        _write_values(
            values, batch, cards, later, figures, pairs, called, card_at, fewer_at, firsts, counts
        )


# --- What is asked of it -------------------------------------------------------------------------


MOST_IN_A_BYTE = 127
"""Worths of as many points need rows of longer numbers; the least and the greatest number are not
used for worths."""

LARGE = 2**20
"""Bytes of a store that is not kept between calls."""

_kept = local()


class Standing(NamedTuple):
    """What has gone before in the deal, as far as it matters; as it is, nothing has.

    Args:
        tricks: the tricks won by the player who leads to the first trick solved, and by the other.
        suit_turned: whether the penneech's suit was turned for an earlier trick.
        penneech_taken: 1 if the player who leads has taken the trick of the penneech, -1 if the
            other has, 0 if nobody has.
    """

    tricks: tuple[int, int] = (0, 0)
    suit_turned: bool = False
    penneech_taken: int = 0


BEGINNING = Standing()


def solve_leads(
    rules: Rules, hands: Numbers, stocks: Numbers, standing: Standing = BEGINNING
) -> Numbers:
    """What every lead is worth to the leader, in many deals at once.

    Args:
        rules: the variant's rules.
        hands: codes of the cards, (deals, 2, size), the leader's hand first, in any order.
        stocks: codes of the turn-ups, (deals, size + 1): the one that lies there first, those that
            will be turned for the later tricks, and the one to be turned last (whatever it is if
            none will be).
        standing: what has gone before in all these deals.

    Returns:
        Points, (deals, size), in the order of the leader's hands.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    return _solved(rules, hands, stocks, standing, replying=False)


def solve_replies(
    rules: Rules, hands: Numbers, stocks: Numbers, standing: Standing = BEGINNING
) -> Numbers:
    """What every reply is worth to the player who replies, in many deals at once.

    Args:
        rules: the variant's rules.
        hands: as for `solve_leads`; the card led is the last of the leader's hand.
        stocks: as for `solve_leads`.
        standing: as for `solve_leads`, from the leader's side.

    Returns:
        Points, (deals, size), in the order of the other hands; `ILLEGAL` for a reply that may not
        be played.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    return _solved(rules, hands, stocks, standing, replying=True)


def solve(  # noqa: PLR0913  # all that a position is
    rules: Rules,
    leader: Sequence[Card],
    other: Sequence[Card],
    stock: Sequence[Card],
    *,
    led: Card | None = None,
    standing: Standing = BEGINNING,
) -> dict[Card, int]:
    """What every card that may be played is worth to its player, in one position.

    Args:
        rules: the variant's rules.
        leader: the hand of the player who leads, or has led, without the card led.
        other: the other hand.
        stock: the turn-up that lies there and the cards below it, at least one for each card of
            the other hand and one more.
        led: the card led, if one is.
        standing: what has gone before, from the leader's side.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    mine = [*leader] if led is None else [*leader, led]
    size = len(other)
    hands = np.array([[[code(card) for card in hand] for hand in (mine, other)]], np.uint8)
    stocks = np.array([[code(card) for card in stock[: size + 1]]], np.uint8)
    values = _solved(rules, hands, stocks, standing, replying=led is not None)[0]
    player = hands[0, 0 if led is None else 1]
    found = zip(player.tolist(), values.tolist(), strict=True)
    return {card_of(card): value for card, value in found if value != ILLEGAL}


class _Tables(NamedTuple):
    """What the rules make of cards.

    Args:
        by_card: see POWERS.
        turned: by card, the points turned, and turned last.
        number: the kind of number that no worth overflows.
        excess: A's excess less B's, by the tricks that A has won.
    """

    by_card: Numbers
    turned: Numbers
    number: type[np.unsignedinteger[Any]]
    excess: list[int]


@lru_cache(maxsize=512)
def _tables(rules: Rules) -> _Tables:
    by = packed(rules)
    suits = np.arange(256) >> 4 & 3 == np.arange(256) >> 6
    by_card = np.array([by.strengths + TRUMP * suits, by.won, by.held], np.int64)
    turned = np.array([by.turned, by.turned_last], np.int64)
    own = by.excess[: rules.hand_size + 1].tolist()
    excess = [won - lost for won, lost in zip(own, reversed(own), strict=True)]
    most = int(by.turned.sum()) + rules.penneech.in_hand + max(excess)
    return _Tables(by_card, turned, np.uint8 if most < MOST_IN_A_BYTE else np.uint16, excess)


@lru_cache(maxsize=LARGEST_HAND)
def _sets(size: int) -> tuple[Numbers, Numbers, Numbers]:
    """The sets of cards of a hand, those of no card first, then those of one, and so on.

    Returns:
        By set and n, the place of its n-th card; by the same, which of the sets with a card less it
        is without that card; by the number of cards, the first set of so many.
    """
    by_cards: list[list[int]] = [[] for _ in range(size + 1)]
    for bits in range(1 << size):
        by_cards[bits.bit_count()].append(bits)
    numbers = {bits: number for sets in by_cards for number, bits in enumerate(sets)}
    card_at, fewer_at = np.zeros((2, 1 << size, size), np.int64)
    for row, bits in enumerate(bits for sets in by_cards for bits in sets):
        places = [place for place in range(size) if bits >> place & 1]
        card_at[row, : len(places)] = places
        fewer_at[row, : len(places)] = [numbers[bits ^ 1 << place] for place in places]
    firsts = np.cumsum([0, *map(len, by_cards)], dtype=np.int64)
    return card_at, fewer_at, firsts


def _solved(
    rules: Rules, hands: Numbers, stocks: Numbers, standing: Standing, *, replying: bool
) -> Numbers:
    deals, _, size = hands.shape
    fixed, number, rows = _prepared(rules, size, standing, replying)
    values = np.empty((deals, size), np.int16)
    announce(solve_all)
    solve_all(values, hands, stocks, *fixed, *_stores(number, rows))
    return values


@lru_cache(maxsize=4096)
def _prepared(
    rules: Rules,
    size: int,
    standing: Standing,
    replying: bool,  # noqa: FBT001  # a switch for the compiler
) -> tuple[tuple[Numbers, ...], type[np.unsignedinteger[Any]], tuple[int, ...]]:
    """What does not depend on the cards: a player who searches asks again and again.

    Returns:
        The arguments of `solve_all` between the deals and the stores; the kind of number, and the
        rows, of the stores: of cards, pairs, calls, sets called for, and two of states.
    """
    _check(rules, size, standing)
    by, tables = packed(rules), _tables(rules)
    won = standing.tricks[0]
    ends = tables.excess[won : won + size + 1]
    steps = {after - before for before, after in pairwise(ends)}
    counted = len(steps) > 1
    figures = np.zeros(13, np.int64)
    figures[[SIZE, REPLYING, COUNTED, SEEN]] = size, replying, counted, standing.suit_turned
    figures[[FOLLOWING, TAKEN]] = list(Following).index(rules.following), standing.penneech_taken
    figures[[PENNEECH, IN_HAND]] = code(rules.penneech.card), by.in_hand
    figures[[EVER, HELD, TURNER]] = by.ever_counts, by.held_counts, by.turner_scores
    figures[FIRST] = sum(standing.tricks) > 0 or by.winner_scores_first
    figures[STEP] = 0 if counted else steps.pop()
    zero = 1 << (8 * tables.number().itemsize - 1)
    reached = np.array(ends if counted else ends[:1], np.int64) + zero
    # The card led is in none of A's later sets: those are the first of each size, without it.
    a_sets = [comb(size - replying, left) for left in range(size)] + [1]
    counts = np.array([a_sets, [comb(size, left) for left in range(size + 1)]], np.int64)
    ways = size + 1 - np.arange(size + 1) if counted else 1
    states = 2 * int((counts[0] * counts[1] * ways)[:-1].max())
    called = 2 * (size + 1) * comb(size, size // 2)
    rows = (
        2 * size * CARD_ROWS + 1, 2 * size * size * PAIR_ROWS, 2 * (size + 1) * size, called,
        states, states,
    )  # fmt: skip
    fixed = figures, tables.by_card, tables.turned, reached, *_sets(size), counts
    return fixed, tables.number, rows


def _stores(number: type[np.unsignedinteger[Any]], rows: tuple[int, ...]) -> list[Numbers]:
    """Room for the rows of one batch.

    A thread keeps the largest room it has used, unless it is very large: to get as much anew takes
    longer than to solve a batch.
    """
    kept, room = getattr(_kept, "room", {}).get(number, ((0,) * len(rows), []))
    if all(map(le, rows, kept)):
        return cast("list[Numbers]", room)
    rows = tuple(map(max, rows, kept))
    room = [new_store(number, count) for count in rows]
    if rows[-1] * ROW_BYTES <= LARGE:
        _kept.room = getattr(_kept, "room", {}) | {number: (rows, room)}
    return room


def _check(rules: Rules, size: int, standing: Standing) -> None:
    if size > LARGEST_HAND:
        raise PenneechError(
            f"best play is found for hands of at most {LARGEST_HAND} cards; these have {size}"
        )
    if size + sum(standing.tricks) != rules.hand_size:
        raise ValueError(
            f"hands of {size} after {sum(standing.tricks)} tricks are not of {rules.hand_size}"
        )
