"""Numba's side of the kernels; importing it takes a fifth of a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload

from shengji.play.bits import highest_bit, popcount
from shengji.play.sharing import NOTICE, KernelCache, KernelCompiler, Loads
from shengji.play.sources import room_of, stamp_of_kernels

TYPES: Any = types
LOCK: Any = global_compiler_lock


def dispatcher(function: Callable[..., Any], options: Mapping[str, bool], loads: Loads) -> Any:
    """Create the Numba dispatcher of a kernel, which loads it from disk or compiles it.

    Args:
        function: the Python function of the kernel.
        options: options of Numba; the others come from the kernel whose compilation needs this one.
        loads: loaders for the kernels that it calls.
    """
    make: Any = njit
    made = make(
        nogil=True,
        error_model="numpy",
        no_cfunc_wrapper=True,
        pipeline_class=KernelCompiler,
        **options,
    )(function)
    made._cache = KernelCache(function, loads)
    _keep_with_all_sources(made)
    return made


def say_when_compiling() -> None:
    """Log a notice before the next compilation of a kernel, once per process."""
    NOTICE.prepare()


def _keep_with_all_sources(kernel: Any) -> None:
    """Make the copy on disk depend on the sources of all kernels that the kernel may call.

    Numba checks only the kernel's own file, although its machine code includes the kernels that it
    calls; an upgrade would leave them outdated.
    """
    copy = kernel._cache._cache_file
    stamp = stamp_of_kernels(room_of(kernel.py_func.__module__))
    copy._source_stamp = (copy._source_stamp, stamp)
    load_index = copy._load_index

    def index() -> Any:
        try:
            return load_index()
        except (ImportError, AttributeError):
            return {}  # Its types no longer exist: it is from other sources.

    copy._load_index = index


@intrinsic
def _ctpop(typing_context: object, word: object) -> object:
    def generate(context: object, builder: Any, signature: object, arguments: Any) -> object:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload(popcount)
def _popcount(word: Any) -> Callable[[Any], int]:
    def count(word: Any) -> int:
        return _ctpop(word)  # type: ignore[call-arg]

    return count


@intrinsic
def _ctlz(typing_context: object, word: object) -> object:
    def generate(context: object, builder: Any, signature: object, arguments: Any) -> object:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@overload(highest_bit)
def _highest_bit(word: Any) -> Callable[[Any], int]:
    def number(word: Any) -> int:
        return 63 - _ctlz(word)  # type: ignore[call-arg]

    return number
