"""Shared by all kernels: compilation, the trick state, and bit operations."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

IntArray: TypeAlias = npt.NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., Any])

INT = numba.int64
BOOL = numba.boolean
ARRAY = numba.types.Array(numba.int64, 1, "C")
POINTER = cast("Any", numba.types.CPointer)(numba.int64)
"""The type of `pointer_to`: indexed like an array, but a call that passes it costs an eighth."""


class TrickState(NamedTuple):
    """The state of a trick: `seat` plays next, after `played` tiles.

    `lead`: the place of the tile led; bit 8 is 1 if its low end was declared. `best`: the place of
    the winning tile, played by the seat `holder`; `points`: the count in the trick.
    """

    seat: int
    played: int
    lead: int
    best: int
    holder: int
    points: int


TRICK_STATE = cast("Any", numba.types.NamedUniTuple)(INT, 6, TrickState)
"""The compiled type of a TrickState: it costs no more than six numbers."""


def compiled(signature: object, *, inner: bool = False) -> Callable[[Function], Function]:
    """Compile for these types, to run without the GIL, and cache the result on disk.

    An `inner` function is only called by other kernels, never from Python.
    """

    def compiling(function: Function) -> Function:
        compile_it = cast("Any", numba.njit)(
            signature, nogil=True, cache=True, no_cfunc_wrapper=True, no_cpython_wrapper=inner
        )
        return cast("Function", compile_it(function))

    return compiling


def inlined(function: Function) -> Function:
    """Compile a function as part of the kernels that call it.

    LLVM does the inlining: numba's own takes twice as long to compile and runs no faster.
    """
    compile_it = cast("Any", numba.njit)(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)
    return cast("Function", compile_it(function))


@intrinsic
def _popcount(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return numba.types.int64(mask), generate


@intrinsic
def _lowest(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return numba.types.int64(mask), generate


@intrinsic
def _highest(_context: Any, mask: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return numba.types.int64(mask), generate


@intrinsic
def _pointer_to(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return cast("Any", make_array)(signature.args[0])(context, builder, args[0]).data

    return POINTER(array), generate


_BitFunction: TypeAlias = Callable[[int], int]
popcount = cast("_BitFunction", _popcount)
"""Count the tiles of a set."""
lowest = cast("_BitFunction", _lowest)
"""Return the place of the weakest tile of a set that is not empty."""
highest = cast("_BitFunction", _highest)
"""Return the place of the strongest tile of a set that is not empty."""
pointer_to = cast("Callable[[IntArray], IntArray]", _pointer_to)
"""Return the address of an array's first number; the caller must keep the array alive."""
