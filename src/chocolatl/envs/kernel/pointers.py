"""A line of a table as a bare pointer: a slice would be counted, atomically, each time it is made."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from numba.core import types
from numba.extending import intrinsic

from chocolatl.fast.compiled import inner

P = TypeVar("P")
_intrinsic = cast(Any, intrinsic)
_intp = cast(Any, types).intp


def _moved(_: Any, pointer: Any, steps: Any) -> Any:
    def codegen(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return (pointer(pointer, _intp) if isinstance(steps, types.Integer) else None), codegen


_intrinsic_moved = _intrinsic(_moved)


@inner
def line(pointer: P, number: int, width: int) -> P:
    """The line with this number in a table of lines that are this wide."""
    moved: P = _intrinsic_moved(pointer, number * width)
    return moved
