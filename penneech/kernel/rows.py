"""Rows: one number for each of many deals, on which one instruction of the processor works at once.

A *store* is a flat array of bytes or of words of 16 bits, a *row* 64 bytes of it: 64 or 32 numbers
without sign, reckoned modulo 2^8 or 2^16. A *mask* is a row that has all bits or none in each
place. Everything here is compiled into its callers, and to what the processor at hand has for it
(one instruction, two or four). With NUMBA_DISABLE_JIT=1 a row is a numpy array, and the same names
are plain Python, so that tests can step through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, models, register_model

if TYPE_CHECKING:
    from collections.abc import Callable

ROW_BYTES = 64
_PLAIN: bool = bool(vars(config)["DISABLE_JIT"])


def new_store(number: type[np.unsignedinteger[Any]], rows: int) -> np.ndarray[Any, Any]:
    """A store of so many rows, which begins where the processor loads rows best.

    Args:
        number: `np.uint8` or `np.uint16`.
        rows: how many rows.
    """
    spare = np.zeros((rows + 1) * ROW_BYTES, np.uint8)
    begin = -spare.ctypes.data % ROW_BYTES
    return spare[begin : begin + rows * ROW_BYTES].view(number)


class Row(types.Type):  # type: ignore[misc]  # Numba has no types
    """A row as the compiler sees it."""

    def __init__(self, number: Any) -> None:  # noqa: ANN401  # what Numba works on
        self.number = number
        super().__init__(name=f"Row({number})")


@register_model(Row)
class RowModel(models.PrimitiveModel):  # type: ignore[misc]  # Numba has no types
    """A row in LLVM: a vector."""

    def __init__(self, manager: Any, row: Any) -> None:  # noqa: ANN401  # what Numba works on
        bits = row.number.bitwidth
        vector = ir.VectorType(ir.IntType(bits), 8 * ROW_BYTES // bits)
        super().__init__(manager, row, vector)


def _place(context: Any, builder: Any, store: Any, data: Any, number: Any) -> Any:  # noqa: ANN401  # what Numba works on
    """The type of a row of the store, and where the row of that number is."""
    row = context.get_value_type(Row(store.dtype))
    begin = builder.bitcast(
        context.make_array(store)(context, builder, data).data, row.as_pointer()
    )
    return row, builder.gep(begin, [number], source_etype=row)


def _load(_: Any, store: Any, number: Any) -> Any:  # noqa: ANN401  # what Numba works on
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
        row, place = _place(context, builder, store, *args)
        return builder.load(place, align=ROW_BYTES, typ=row)

    return Row(store.dtype)(store, number), code


def _keep(_: Any, store: Any, number: Any, row: Any) -> Any:  # noqa: ANN401  # what Numba works on
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
        builder.store(args[2], _place(context, builder, store, *args[:2])[1], align=ROW_BYTES)
        return context.get_dummy_value()

    return types.void(store, number, row), code


def _all_of(_: Any, store: Any, number: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
        row = context.get_value_type(Row(store.dtype))
        places = ir.VectorType(ir.IntType(32), row.count)
        undefined, first = ir.Constant(row, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        one = builder.insert_element(undefined, builder.trunc(args[1], row.element), first)
        return builder.shuffle_vector(one, one, ir.Constant(places, None))

    return Row(store.dtype)(store, types.int64), code


def _chosen(_: Any, mask: Any, a: Any, b: Any) -> Any:  # noqa: ANN401  # what Numba works on
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
        # The first bit says it all, and some processors choose by it alone.
        bits = builder.icmp_signed("<", args[0], ir.Constant(args[0].type, None))
        return builder.select(bits, args[1], args[2])

    return a(mask, a, b), code


def _alone(_: Any) -> Any:  # noqa: ANN401  # what Numba works on
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), code


def _of_two(code: Callable[[Any, Any, Any], Any], plain: Callable[[Any, Any], Any]) -> Any:  # noqa: ANN401  # what Numba works on
    """What makes a row of two rows: as LLVM is told it, and with numpy."""

    def typed(_: Any, a: Any, b: Any) -> Any:  # noqa: ANN401  # what Numba works on
        return a(a, b), lambda context, builder, signature, args: code(builder, *args)  # noqa: ARG005  # as Numba calls it

    return plain if _PLAIN else intrinsic(typed)


def _as_mask(truth: Any, row: Any) -> Any:  # noqa: ANN401  # what Numba works on
    return np.where(truth, -1, 0).astype(row.dtype)


def _compared(sign: str) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, a, b: builder.sext(builder.icmp_unsigned(sign, a, b), a.type)


def _better(sign: str) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, a, b: builder.select(builder.icmp_unsigned(sign, a, b), a, b)


plus = _of_two(lambda builder, a, b: builder.add(a, b), lambda a, b: a + b)
less = _of_two(lambda builder, a, b: builder.sub(a, b), lambda a, b: a - b)
both = _of_two(lambda builder, a, b: builder.and_(a, b), lambda a, b: a & b)
either = _of_two(lambda builder, a, b: builder.or_(a, b), lambda a, b: a | b)
unlike = _of_two(lambda builder, a, b: builder.xor(a, b), lambda a, b: a ^ b)
lower = _of_two(_better("<"), np.minimum)
higher = _of_two(_better(">"), np.maximum)
below = _of_two(_compared("<"), lambda a, b: _as_mask(a < b, a))
same = _of_two(_compared("=="), lambda a, b: _as_mask(a == b, a))


def _plain_load(store: Any, number: int) -> Any:  # noqa: ANN401  # what Numba works on
    length = ROW_BYTES // store.itemsize
    return store[number * length : (number + 1) * length]


def _plain_keep(store: Any, number: int, row: Any) -> None:  # noqa: ANN401  # what Numba works on
    length = ROW_BYTES // store.itemsize
    store[number * length : (number + 1) * length] = row


def _plain_all_of(store: Any, number: int) -> Any:  # noqa: ANN401  # what Numba works on
    bits = 8 * store.itemsize
    return np.full(8 * ROW_BYTES // bits, number & ((1 << bits) - 1), store.dtype)


def _either_way(code: Callable[..., Any], plain: Callable[..., Any]) -> Any:  # noqa: ANN401  # what Numba works on
    return plain if _PLAIN else intrinsic(code)


load = _either_way(_load, _plain_load)
"""`load(store, number)`: the row of that number."""

keep = _either_way(_keep, _plain_keep)
"""`keep(store, number, row)`: put the row into the store as that number."""

all_of = _either_way(_all_of, _plain_all_of)
"""`all_of(store, number)`: the same number everywhere, in a row for use with that store."""

chosen = _either_way(_chosen, np.where)
"""`chosen(mask, a, b)`: from a where the mask has all bits, from b where it has none."""

alone = _either_way(_alone, lambda: None)
"""`alone()`: let the function in which this stands be compiled once, not into its callers too."""
