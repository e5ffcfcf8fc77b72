"""Best play with all cards seen: what every lead and every reply is worth.

Both hands and the stock are open, and both players play for the greatest difference of points. What
a card is worth is the points of the player who plays it less the other's, of all that is earned
from that card to the end of the deal, if both play best from then on. The game's target is ignored:
a deal is solved to its end, also where a peg would win the game before. Points already earned, and
those put off to the count, are not in the difference.

How it is done. Between tricks a deal is known by who leads and by what is left of both hands, two
subsets; with seven cards each there are 6,861 such states. From the last trick back to the first
each gets its worth from those with a card less in each hand: no search, no branches. So the same
steps do for any deal, and are done for many at once: a *row* holds one figure for each of 64 (or
32, where points are many) deals, and one machine instruction works on all or half of it.

Whatever depends on the play only through who takes which trick with which cards is reckoned in
that trick, with the winner's share of the excess. Where the excess is not the same for each trick
taken (`_steps`), a state is known by the tricks taken too.

All that is compiled for solving is in this file, since a cache of compiled code is told stale by
the file alone. Without compilation (`NUMBA_DISABLE_JIT=1`) rows are numpy arrays.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model

ROW_BYTES = 64

# ---------------------------------------------------------------------------------------------
# Rows: one whole number without sign for each of many deals, reckoned modulo 2^8 or 2^16.


class Row(types.Type):
    """A row as the compiler sees it: a vector of the processor, or as many as it takes."""

    def __init__(self, number: types.Integer) -> None:
        self.number = number
        self.length = ROW_BYTES * 8 // number.bitwidth
        super().__init__(name=f"Row({number})")


@register_model(Row)
class RowModel(models.PrimitiveModel):
    def __init__(self, manager, row) -> None:
        vector = ir.VectorType(ir.IntType(row.number.bitwidth), row.length)
        super().__init__(manager, row, vector)


if config.DISABLE_JIT:

    def load(store, at):
        """The row that stands in the store, a flat array, from that place on."""
        return store[at : at + ROW_BYTES // store.itemsize]

    def keep(store, at, row):
        """Put the row into the store from that place on."""
        store[at : at + ROW_BYTES // store.itemsize] = row

    def all_of(store, number):
        """A row of that number everywhere; the store says of which kind."""
        return np.full(ROW_BYTES // store.itemsize, number & 0xFFFF).astype(store.dtype)

    def plus(a, b):
        return a + b

    def less(a, b):
        return a - b

    def both(a, b):
        return a & b

    def either(a, b):
        return a | b

    def lower(a, b):
        return np.minimum(a, b)

    def higher(a, b):
        return np.maximum(a, b)

    def below(a, b):
        """All bits where a is less than b, else none."""
        return np.where(a < b, -1, 0).astype(a.dtype)

    def same(a, b):
        return np.where(a == b, -1, 0).astype(a.dtype)

    def chosen(mask, a, b):
        """From a where the mask has all bits, from b where it has none."""
        return np.where(mask, a, b)

else:

    def _place(context, builder, store, data, at):
        pointer = context.make_array(store)(context, builder, data).data
        row = context.get_value_type(Row(store.dtype))
        return row, builder.bitcast(builder.gep(pointer, [at]), row.as_pointer())

    @intrinsic
    def load(_, store, at):
        """The row that stands in the store, a flat array, from that place on."""

        def code(context, builder, signature, args):
            row, pointer = _place(context, builder, store, *args)
            return builder.load(pointer, align=ROW_BYTES, typ=row)

        return Row(store.dtype)(store, at), code

    @intrinsic
    def keep(_, store, at, row):
        """Put the row into the store from that place on."""

        def code(context, builder, signature, args):
            _, pointer = _place(context, builder, store, *args[:2])
            builder.store(args[2], pointer, align=ROW_BYTES)
            return context.get_dummy_value()

        return types.void(store, at, row), code

    @intrinsic
    def all_of(_, store, number):
        """A row of that number everywhere; the store says of which kind."""

        def code(context, builder, signature, args):
            row = context.get_value_type(Row(store.dtype))
            one = builder.trunc(args[1], row.element)
            first = builder.insert_element(ir.Constant(row, ir.Undefined), one, cgutils.int32_t(0))
            spread = ir.Constant(ir.VectorType(cgutils.int32_t, row.count), None)
            return builder.shuffle_vector(first, first, spread)

        return Row(store.dtype)(store, types.int64), code

    def _of_two(code):
        def typed(_, a, b):
            return a(a, b), lambda context, builder, signature, args: code(builder, *args)

        typed.__name__ = code.__name__
        return intrinsic(typed)

    def _mask(builder, bits, row):
        return builder.sext(bits, row.type)

    plus = _of_two(lambda builder, a, b: builder.add(a, b))
    less = _of_two(lambda builder, a, b: builder.sub(a, b))
    both = _of_two(lambda builder, a, b: builder.and_(a, b))
    either = _of_two(lambda builder, a, b: builder.or_(a, b))
    lower = _of_two(lambda builder, a, b: builder.select(builder.icmp_unsigned("<", a, b), a, b))
    higher = _of_two(lambda builder, a, b: builder.select(builder.icmp_unsigned(">", a, b), a, b))
    below = _of_two(lambda builder, a, b: _mask(builder, builder.icmp_unsigned("<", a, b), a))
    same = _of_two(lambda builder, a, b: _mask(builder, builder.icmp_unsigned("==", a, b), a))

    @intrinsic
    def chosen(_, mask, a, b):
        """From a where the mask has all bits, from b where it has none."""

        def code(context, builder, signature, args):
            mask, a, b = args
            bits = builder.icmp_signed("<", mask, ir.Constant(mask.type, None))
            return builder.select(bits, a, b)

        return a(mask, a, b), code


# ---------------------------------------------------------------------------------------------
# The compiled part. Hands have `size` cards each, in places 0 to size - 1; A leads to the first
# trick that is solved, so player 0 is A and player 1 is B. Trick 0 is the first that is solved.

SUIT, POWER, TO_WINNER, TO_HOLDER = range(4)
"""Rows of a card in a trick: its suit; how high it ranks, with TRUMP more for a trump; its points
to the trick's winner, and to the player who plays it."""

TRUMP, LED = 32, 16
"""A trump's power is above that of all others; the card led is above all that do not follow it."""

PAY, TAKES, BARRED, BARRED_TOO = range(4)
"""Rows of a pair, a card led and a reply: what A gains in the trick; whether A takes it; whether
the reply breaks the rule while a needed card is held; and while a trump is held."""

AS_HONOUR, TURNED, LAST, SUITS = range(4)

FREE, MUST_FOLLOW, FOLLOW_OR_TRUMP, FOLLOW_OR_TRUMP_FORCED, FOLLOW_ELSE_TRUMP = range(5)

WON_WHEN_TRUMP, WON_IF_EVER_TRUMP, HELD_WHEN_TRUMP = range(3)

ILLEGAL = -32768
"""Stands in a table of replies where a card may not be played."""

SUIT_CARDS = 13


@njit(inline="always")
def _at(index):
    return index * _ROW


@njit
def _deal_rows(facts, hands, stocks, first, length, trick, terms):
    """Write the rows of each card in this trick, and of its winner's points beside the cards."""
    size = hands.shape[2]
    (to_winner, to_holder, power, turned, penneech, in_hand, mode, seen, credited, turned_by) = terms
