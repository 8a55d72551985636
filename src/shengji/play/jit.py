"""How a rule becomes machine code: one decorator and the argument types.

The kernels are plain functions over 64-bit integers and small arrays of them. Every kernel names
its argument types, so that each is compiled once, when the package is set up (`LOADS`); from then
on it is read from the disk when it is first called. With `NUMBA_DISABLE_JIT=1` the same source runs
as plain Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property, update_wrapper
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

Words: TypeAlias = npt.NDArray[np.int64]
"""One dimension. As a set of cards: word k (from 0) has a bit for each place held more than k
times."""
Matrix: TypeAlias = npt.NDArray[np.int64]
"""Two dimensions of whole numbers: a strength space, columns, shapes, or the words of all hands."""
Matrices: TypeAlias = npt.NDArray[np.int64]
"""Three dimensions of whole numbers: the words of all hands of several deals."""


class Kind:
    """The type of an argument; the compiler is asked for it when a kernel is first needed.

    Args:
        make: makes it of `numba.types`.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    @cached_property
    def type(self) -> Any:
        """The type as the compiler has it."""
        return self._make(_compiler().TYPES)


def bundle(kinds: Sequence[Kind], named: type) -> Kind:
    """The type of a named tuple with fields of these kinds."""
    return Kind(lambda types: types.NamedTuple(tuple(kind.type for kind in kinds), named))


INT = Kind(lambda types: types.int64)
BOOL = Kind(lambda types: types.boolean)
FLOAT = Kind(lambda types: types.float64)
NOTHING = Kind(lambda types: types.void)
WORDS = Kind(lambda types: types.int64[::1])
MATRIX = Kind(lambda types: types.int64[:, ::1])
MATRICES = Kind(lambda types: types.int64[:, :, ::1])
CHANCE = Kind(lambda types: types.npy_rng)

LOADS: dict[tuple[str, str], Callable[[], None]] = {}
"""The readers of all kernels that have been imported, by module and name; each reads its kernel
from the disk, or compiles it."""


def compiled(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these types, without the GIL, and keep the result on disk."""
    return _compiled(result, arguments, _nrt=True, forceinline=False)


def compiled_lean(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """The same without counting who refers to an array, which costs more than small kernels do.

    Only for a kernel that makes no array, returns none, and calls no other that returns one: it
    would never be freed.
    """
    return _compiled(result, arguments, _nrt=False, forceinline=False)


def compiled_part(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """The same as `compiled_lean`, but the code becomes a part of every kernel that calls it.

    For small kernels and those that only one other calls: to hand over many arrays costs as much as
    a small kernel does. It cannot be called from Python, which saves time to compile.
    """
    return _compiled(result, arguments, _nrt=False, forceinline=True, no_cpython_wrapper=True)


def plain(kernel: Kernel) -> Kernel:
    """The same kernel as the Python function that it is made of.

    For kernels of a few whole numbers: to load the compiled one takes longer than many answers.
    """
    function: Kernel = getattr(kernel, "py_func", kernel)  # itself with NUMBA_DISABLE_JIT=1
    return function


def _compiled(
    result: Kind, arguments: Sequence[Kind], **further: bool
) -> Callable[[Kernel], Kernel]:
    """The decorator that all kernels have in common, with further options of the compiler."""

    def decorate(function: Kernel) -> Kernel:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            return function
        late: Any = _LateKernel(function, result, arguments, further)
        LOADS[function.__module__, function.__name__] = late.load
        return late

    return decorate


def _compiler() -> Any:
    from shengji.play import compiler  # noqa: PLC0415 - takes a fifth of a second

    return compiler


class _LateKernel:
    """A kernel that is read from the disk, or compiled, when it is first called.

    Most kernels are called by others only, which have them in their own machine code; to read all
    of them takes seconds.
    """

    # A call goes straight to what lies in the slot: this is on the way of every play.
    __slots__ = ("__call__", "__dict__")

    def __init__(
        self,
        function: Callable[..., Any],
        result: Kind,
        arguments: Sequence[Kind],
        options: dict[str, bool],
    ) -> None:
        self.py_func = function
        self._signature = result, arguments
        self._options = options
        self._dispatcher: Any = None
        self.__call__ = self._first_call
        update_wrapper(self, function)

    def _first_call(self, *arguments: Any) -> Any:
        self.load()
        self.__call__ = self.dispatcher
        return self.dispatcher(*arguments)

    @property
    def dispatcher(self) -> Any:
        """The kernel as the compiler has it, with nothing read or compiled.

        No other lock may be taken before that of the compiler: who reads a kernel holds it, and
        comes here for those that it calls. (`cached_property` has one for all kernels.)
        """
        compiler = _compiler()
        with compiler.LOCK:
            if self._dispatcher is None:
                made = compiler.dispatcher(self.py_func, self._options, LOADS)
                self._dispatcher = self._read_late(made)
            return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The type that a kernel finds which calls this one."""
        return self.dispatcher._numba_type_

    def load(self) -> None:
        """Read the kernel from the disk, or compile it, unless that has been done."""
        kernel = self.dispatcher
        with _compiler().LOCK:
            if not kernel.overloads:
                result, arguments = self._signature
                kernel.compile(result.type(*(kind.type for kind in arguments)))
                kernel.disable_compile()

    def _read_late(self, kernel: Any) -> Any:
        """Have it read when another kernel is compiled that calls it."""
        called_by_kernel = kernel.get_call_template

        def when_called_by_kernel(*arguments: Any) -> Any:
            self.load()
            return called_by_kernel(*arguments)

        kernel.get_call_template = when_called_by_kernel
        return kernel
