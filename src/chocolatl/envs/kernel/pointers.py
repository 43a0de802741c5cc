"""A line of a table as a bare pointer: a slice would be counted, atomically, each time it is made."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from chocolatl.engine.jit import jit_internal

P = TypeVar("P")
_intrinsic = cast(Any, intrinsic)
_intp = cast(Any, types).intp


def _moved(_: Any, pointer: Any, steps: Any) -> Any:
    def codegen(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return (pointer(pointer, _intp) if isinstance(steps, types.Integer) else None), codegen


_intrinsic_moved = _intrinsic(_moved)


@jit_internal
def line(pointer: P, number: int, width: int) -> P:
    """The line with this number in a table of lines that are this wide."""
    moved: P = _intrinsic_moved(pointer, number * width)
    return moved


def _fetched(_: Any, pointer: Any) -> Any:
    def codegen(context: Any, builder: Any, __: Any, args: Any) -> Any:
        byte, number = cast(Any, ir.IntType(8)).as_pointer(), cast(Any, ir.IntType(32))
        kind = cast(Any, ir.FunctionType)(ir.VoidType(), [byte, number, number, number])
        fetch = cast(Any, cgutils).get_or_insert_function(builder.module, kind, "llvm.prefetch")
        builder.call(fetch, [builder.bitcast(args[0], byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return cast(Any, types).void(pointer), codegen


_intrinsic_fetched = _intrinsic(_fetched)
CACHE_LINE = 8
"""Numbers of eight bytes that come from memory together."""


@jit_internal
def fetch(pointer: Any, count: int) -> None:
    """Tell the processor that these numbers (of eight bytes) will be needed soon; it changes nothing else."""
    for lines in range(0, count, CACHE_LINE):
        _intrinsic_fetched(_intrinsic_moved(pointer, lines))
