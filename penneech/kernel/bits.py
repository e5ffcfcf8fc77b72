"""Sets of cards as 64-bit words, and what one instruction of the processor can do with them.

A set has bit 16 x suit + rank - 2 for each of its cards: in pack order, with room between suits, so
that a suit is a shift. Everything here is compiled into its callers. With NUMBA_DISABLE_JIT=1 the
same names are plain Python, so that tests can step through the kernel.

Two forms choose the n-th card of a set: *deposit* by the instruction pdep of BMI2, which kills
the process on a processor without it, and *portable* by sums of bits side by side. `FORM` says
which one this process uses: deposit where the processor has it and is quick at it, unless the
environment variable PENNEECH_KERNEL_FORM is `portable`; it may say `deposit` too, and nothing else.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic

from penneech.errors import PenneechError
from penneech.kernel.parts import part

WORD = np.uint64
ONE = np.uint64(1)
NO_CARD = np.uint64(0)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STAFFORD_1 = np.uint64(0xBF58476D1CE4E5B9)
STAFFORD_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31 = np.uint64(27), np.uint64(30), np.uint64(31)

SLOW_AT_DEPOSIT = ("bdver4", "znver1", "znver2")
"""Processors that have the instruction but take a hundred cycles over it."""


def deposit_is_quick() -> bool:
    """Whether the code that is compiled here may use pdep, and gains by it."""
    features = config.CPU_FEATURES
    if features is not None:
        return "+bmi2" in features.split(",")
    if config.CPU_NAME is not None:
        return False
    if binding.get_host_cpu_name() in SLOW_AT_DEPOSIT:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2", False))


PORTABLE, DEPOSIT = "portable", "deposit"


def _form() -> str:
    """The form that is asked for, or the one that suits the processor.

    Raises:
        PenneechError: when another is asked for, or one that cannot be had here.
    """
    asked = os.environ.get("PENNEECH_KERNEL_FORM", "")
    if asked not in {"", PORTABLE, DEPOSIT}:
        raise PenneechError(
            f"the environment variable PENNEECH_KERNEL_FORM is {asked!r}; it may be {PORTABLE} or "
            f"{DEPOSIT}, or must be left out"
        )
    if config.DISABLE_JIT or asked == PORTABLE:
        return PORTABLE
    if deposit_is_quick():
        return DEPOSIT
    if asked == DEPOSIT:
        raise PenneechError(
            f"the environment variable PENNEECH_KERNEL_FORM asks for the form {DEPOSIT}, at which "
            f"this processor is not quick or which it lacks; leave it out, or set it to {PORTABLE}"
        )
    return PORTABLE


FORM = _form()
"""`deposit` or `portable`: how this process chooses the n-th card of a set."""

if config.DISABLE_JIT:

    def size_of(cards: np.uint64) -> np.uint64:
        """How many cards are in the set."""
        return WORD(int(cards).bit_count())

    def first_of(cards: np.uint64) -> np.uint64:
        """The number of the set's first card in pack order; the set is not empty."""
        return WORD((int(cards) & -int(cards)).bit_length() - 1)

    def high_product(a: np.uint64, b: np.uint64) -> np.uint64:
        """The upper 64 bits of a product of 128."""
        return WORD(int(a) * int(b) >> 64)

else:

    @intrinsic  # type: ignore[misc]  # it comes without types
    def size_of(typingctx: Any, cards: Any) -> Any:  # noqa: ARG001, ANN401  # as Numba calls it
        """How many cards are in the set."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), codegen

    @intrinsic  # type: ignore[misc]  # it comes without types
    def first_of(typingctx: Any, cards: Any) -> Any:  # noqa: ARG001, ANN401  # as Numba calls it
        """The number of the set's first card in pack order; the set is not empty."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), codegen

    @intrinsic  # type: ignore[misc]  # it comes without types
    def high_product(typingctx: Any, a: Any, b: Any) -> Any:  # noqa: ARG001, ANN401  # as Numba calls it
        """The upper 64 bits of a product of 128."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
            wide = ir.IntType(128)
            both = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(both, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), codegen

    @intrinsic  # type: ignore[misc]  # it comes without types
    def _deposit(typingctx: Any, bits: Any, places: Any) -> Any:  # noqa: ARG001, ANN401  # as Numba calls it
        """Put the low bits into the places of a set, in order; needs BMI2."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401, ARG001  # as Numba calls it
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
            return builder.call(pdep, args)

        return types.uint64(types.uint64, types.uint64), codegen


_PAIRS, _FOURS = WORD(0x5555555555555555), WORD(0x3333333333333333)
_EIGHTS, _EACH_BYTE = WORD(0x0F0F0F0F0F0F0F0F), WORD(0x0101010101010101)
_TOP_BITS = WORD(0x8080808080808080)
_S1, _S2, _S3, _S4, _S7, _S8 = WORD(1), WORD(2), WORD(3), WORD(4), WORD(7), WORD(8)
_BYTE = WORD(255)


def _nth_of_a_byte() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """For n and a byte (at 256 n + byte): the place of the byte's n-th bit, from 0."""
    table = np.zeros(8 * 256, np.uint8)
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        for n, place in enumerate(places):
            table[256 * n + byte] = place
    return table


_NTH_OF_A_BYTE = _nth_of_a_byte()


def _nth_portable(cards: np.uint64, n: np.uint64) -> np.uint64:
    """The n-th card of a set, from 0, as a set of one.

    The cards are counted byte by byte; the n-th lies in the byte before whose end more than n
    cards have come.
    """
    sums = cards - (cards >> _S1 & _PAIRS)
    sums = (sums & _FOURS) + (sums >> _S2 & _FOURS)
    sums = (sums + (sums >> _S4) & _EIGHTS) * _EACH_BYTE
    # A byte of `sums` is at most 52 and n at most 51, so no byte borrows from the next.
    passed = ((n * _EACH_BYTE | _TOP_BITS) - sums & _TOP_BITS) >> _S7
    place = size_of(passed) << _S3
    before = (sums << _S8) >> place & _BYTE
    byte = cards >> place & _BYTE
    return ONE << (place + WORD(_NTH_OF_A_BYTE[((n - before) << _S8) + byte]))


if FORM == PORTABLE:
    nth_of = part(_nth_portable)
else:

    @part
    def nth_of(cards: np.uint64, n: np.uint64) -> np.uint64:
        """The n-th card of a set, from 0, as a set of one."""
        return _deposit(ONE << n, cards)


@part
def mix(z: np.uint64) -> np.uint64:
    """Turn one word into another, as `chance.mix` does."""
    z = (z ^ (z >> S30)) * STAFFORD_1
    z = (z ^ (z >> S27)) * STAFFORD_2
    return z ^ (z >> S31)


@part
def absorb(key: np.uint64, number: np.uint64) -> np.uint64:
    """Make a key from a key and a number, as `chance.absorb` does."""
    return mix((key ^ number) + GOLDEN)


@part
def word(key: np.uint64, i: np.uint64) -> np.uint64:
    """Word i of a key, as `chance.word` has it."""
    return mix(key + (i + ONE) * GOLDEN)
