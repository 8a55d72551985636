"""How a rule becomes machine code: one decorator and the argument types.

The kernels are plain functions over 64-bit integers and small arrays of them. Every kernel names
its argument types, so that each is compiled once, when the package is set up (`LOADS`); from then
on it is read from the disk when it is first called. With `NUMBA_DISABLE_JIT=1` the same source runs
as plain Python, and while another process compiles the kernels (`MEANWHILE`) those run so that it
has not yet done.
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
        plain: makes a result of it that which a compiled kernel gives, where a kernel that runs as
            Python may give a number of NumPy.
    """

    def __init__(
        self, make: Callable[[Any], Any], plain: Callable[[Any], Any] | None = None
    ) -> None:
        self._make = make
        self.plain = plain

    @cached_property
    def type(self) -> Any:
        """The type as the compiler has it."""
        return self._make(_compiler().TYPES)


def bundle(kinds: Sequence[Kind], named: type) -> Kind:
    """The type of a named tuple with fields of these kinds."""
    return Kind(lambda types: types.NamedTuple(tuple(kind.type for kind in kinds), named))


INT = Kind(lambda types: types.int64, int)
BOOL = Kind(lambda types: types.boolean, bool)
FLOAT = Kind(lambda types: types.float64, float)
NOTHING = Kind(lambda types: types.void)
WORDS = Kind(lambda types: types.int64[::1])
MATRIX = Kind(lambda types: types.int64[:, ::1])
MATRICES = Kind(lambda types: types.int64[:, :, ::1])
CHANCE = Kind(lambda types: types.npy_rng)

LOADS: dict[tuple[str, str], Callable[[], None]] = {}
"""The readers of all kernels that have been imported, by module and name; each reads its kernel
from the disk, or compiles it."""


class Meanwhile:
    """The time while another process compiles the kernels."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] | None = None

    def begin(self) -> None:
        """Have all kernels run as Python from now on, until they are noted."""
        self._ready = set()

    def note(self, module: str, kernel: str) -> None:
        """Note that a kernel is on the disk, and with it all that it calls."""
        if self._ready is not None:
            self._ready.add((module, kernel))

    def end(self) -> None:
        """Note that all are."""
        self._ready = None

    @property
    def lasts(self) -> bool:
        """Whether some kernels run as Python."""
        return self._ready is not None

    def covers(self, kernel: tuple[str, str]) -> bool:
        """Whether a kernel, by module and name, runs as Python."""
        ready = self._ready
        return ready is not None and kernel not in ready


MEANWHILE = Meanwhile()
"""The time while another process compiles the kernels, if there is one."""


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
    a small kernel does. Called from Python it runs as Python, which saves time to compile.
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
        LOADS[late.place] = late.load
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
        self.place = function.__module__, function.__name__
        self._signature = result, arguments
        self._options = options
        self._dispatcher: Any = None
        self.__call__ = self._as_python if options["forceinline"] else self._first_call
        update_wrapper(self, function)

    def _as_python(self, *arguments: Any) -> Any:
        result, plain = self.py_func(*arguments), self._signature[0].plain
        return result if plain is None else plain(result)

    def _first_call(self, *arguments: Any) -> Any:
        if MEANWHILE.covers(self.place):
            return self._as_python(*arguments)
        _compiler().say_when_compiling()
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
