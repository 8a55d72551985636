"""How a rule becomes machine code: one decorator, the argument types, and the bit count.

The kernels are plain functions over 64-bit integers and small arrays of them. Every kernel names
its argument types, so that each is compiled once, when the package is set up (`LOADS`); from then
on it is read from the disk when it is first called. With `NUMBA_DISABLE_JIT=1` the same source runs
as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload

from shengji.play.sources import stamp_of_kernels

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

Words: TypeAlias = npt.NDArray[np.int64]
"""One dimension. As a set of cards: word k (from 0) has a bit for each place held more than k
times."""
Table: TypeAlias = npt.NDArray[np.int64]
"""Two dimensions of whole numbers: a strength space, columns, shapes, or the words of all hands."""
Table3: TypeAlias = npt.NDArray[np.int64]
"""Three dimensions of whole numbers: the words of all hands of several deals."""

INT = types.int64
BOOL = types.boolean
NOTHING = types.void
WORDS = types.int64[::1]
TABLE = types.int64[:, ::1]
TABLE3 = types.int64[:, :, ::1]
CHANCE = types.npy_rng

LOADS: list[Callable[[], None]] = []
"""For each kernel that has been imported what reads it from the disk, or compiles it."""


def compiled(result: Any, *arguments: Any) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these types, without the GIL, and keep the result on disk."""
    return _compiled(result(*arguments), _nrt=True, forceinline=False)


def compiled_lean(result: Any, *arguments: Any) -> Callable[[Kernel], Kernel]:
    """The same without counting who refers to an array, which costs more than small kernels do.

    Only for a kernel that makes no array, returns none, and calls no other that returns one: it
    would never be freed.
    """
    return _compiled(result(*arguments), _nrt=False, forceinline=False)


def compiled_part(result: Any, *arguments: Any) -> Callable[[Kernel], Kernel]:
    """The same as `compiled_lean`, but the code becomes a part of every kernel that calls it.

    For small kernels and those that only one other calls: to hand over many arrays costs as much as
    a small kernel does. It cannot be called from Python, which saves time to compile.
    """
    return _compiled(result(*arguments), _nrt=False, forceinline=True, no_cpython_wrapper=True)


def plain(kernel: Kernel) -> Kernel:
    """The same kernel as the Python function that it is made of.

    For kernels of a few whole numbers: to load the compiled one takes longer than many answers.
    """
    function: Kernel = getattr(kernel, "py_func", kernel)  # itself with NUMBA_DISABLE_JIT=1
    return function


def _compiled(signature: Any, **further: bool) -> Callable[[Kernel], Kernel]:
    """What all kernels have in common, and further options of the compiler.

    Options that are not named are those of the kernel whose compilation asks for this one.
    """
    make: Any = numba.njit

    def decorate(function: Kernel) -> Kernel:
        kernel: Kernel = make(
            cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **further
        )(function)
        if kernel is not function:  # as it is with NUMBA_DISABLE_JIT=1
            _keep_with_all_sources(kernel)
            _load_late(kernel, signature)
        return kernel

    return decorate


def _keep_with_all_sources(kernel: Any) -> None:
    """Have the copy on the disk thrown away when any kernel changes.

    Numba asks for the file of this one only, while those that it calls are in its machine code,
    too: they would stay as they were, after an upgrade for example.
    """
    copy = kernel._cache._cache_file
    copy._source_stamp = (copy._source_stamp, stamp_of_kernels())
    load_index = copy._load_index

    def index() -> Any:
        try:
            return load_index()
        except (ImportError, AttributeError):
            return {}  # It names types that are no longer there: it is of other sources.

    copy._load_index = index


def _load_late(kernel: Any, signature: Any) -> None:
    """Have a kernel read from the disk, or compiled, when it is first called.

    Most kernels are called by others only, which have them in their own machine code; to read all
    of them takes seconds.
    """
    called_by_kernel = kernel.get_call_template

    def load() -> None:
        with global_compiler_lock:
            if not kernel.overloads:
                kernel.compile(signature)
                kernel.disable_compile()

    def when_called(*_: Any) -> Any:
        load()
        return kernel  # which is then called again, and checks what it is given

    def when_called_by_kernel(*arguments: Any) -> Any:
        load()
        return called_by_kernel(*arguments)

    kernel._compile_for_args = when_called
    kernel.get_call_template = when_called_by_kernel
    LOADS.append(load)


def popcount(word: int) -> int:
    """How many bits are set.

    >>> popcount(0b1011)
    3
    """
    return int(word).bit_count()


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


def highest_bit(word: int) -> int:
    """The number of the highest bit that is set, from 0; -1 when none is.

    >>> highest_bit(0b1011), highest_bit(0)
    (3, -1)
    """
    return int(word).bit_length() - 1


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
