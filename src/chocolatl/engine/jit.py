"""The one way functions are compiled here, with a cache that can never be stale.

Inside, vectors travel as bare pointers: an array would be counted, atomically, at every call.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.extending import intrinsic
from platformdirs import user_cache_path

_numba = cast(Any, numba)
_intrinsic = cast(Any, intrinsic)
_pointer_type = cast(Any, types.CPointer)
F = TypeVar("F", bound=Callable[..., Any])

JIT_SOURCES = (
    *(f"{folder}/*.py" for folder in ("engine", "lab/exploitability", "lab/training", "envs/kernel")),
    *(f"{folder}/*.py" for folder in ("bots", "bots/equilibrium", "bots/reading")),
    "rules/scoring.py",  # its constants are compiled in
)
"""The files that compiled functions depend on: the key of their cache."""


def jit(function: F) -> F:
    """For functions that Python calls: compiled on first use, kept on disk."""
    return cast(F, _numba.njit(cache=True, error_model="numpy", nogil=True)(function))


def jit_internal(function: F) -> F:
    """For functions that only compiled functions call: Python must not (it would crash)."""
    jit = _numba.njit(
        cache=True, error_model="numpy", nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return cast(F, jit(function))


def _pointer(_: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        struct = context.make_array(signature.args[0])(context, builder, args[0])
        return struct.data

    return _pointer_type(array.dtype)(array), codegen


_intrinsic_pointer = _intrinsic(_pointer)


@jit_internal
def pointer(array: Any) -> Any:
    """The bare numbers of an array; whoever passes the array in keeps it alive."""
    return _intrinsic_pointer(array)


def cache_folder() -> Path:
    """Where machine code is kept: one folder per version of the compiled sources.

    numba looks only at the file of the function itself; a change in a file that it calls would go unseen.
    """
    return user_cache_path("chocolatl", appauthor=False) / f"numba-{_sources_hash()}"


def _sources_hash() -> str:
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(path for pattern in JIT_SOURCES for path in package.glob(pattern)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


_settings: Any = _numba.config
if not _settings.CACHE_DIR:
    _settings.CACHE_DIR = str(cache_folder())
