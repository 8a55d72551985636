"""Numba compilation of kernels: decorators and argument types.

The kernels are plain functions over 64-bit integers and small arrays of them. Each kernel declares
its argument types, so that it is compiled once, when the package is set up (`LOADS`), and then
loaded from disk on its first call. With `NUMBA_DISABLE_JIT=1` the functions run as plain Python.
While another process compiles the kernels (`MEANWHILE`), those not yet compiled do so too.
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
"""A one-dimensional array.

As a set of cards, word k has a bit for each place held more than k times.
"""
Matrix: TypeAlias = npt.NDArray[np.int64]
"""A two-dimensional array: a strength space, columns, shapes, or the words of all hands."""
Matrices: TypeAlias = npt.NDArray[np.int64]
"""A three-dimensional array: the words of all hands of several deals."""


class Kind:
    """The type of an argument or result; the compiler is imported when a kernel is first needed.

    Args:
        make: function that creates the type from `numba.types`.
        plain: conversion of a result of a kernel run as Python, which may be a NumPy number, to the
            type that a compiled kernel returns.
    """

    def __init__(
        self, make: Callable[[Any], Any], plain: Callable[[Any], Any] | None = None
    ) -> None:
        self._make = make
        self.plain = plain

    @cached_property
    def type(self) -> Any:
        """The Numba type."""
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
"""Loaders of all imported kernels, by module and name; each loads or compiles its kernel."""


class Meanwhile:
    """The period in which another process compiles the kernels."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] | None = None

    def begin(self) -> None:
        """Run all kernels as Python from now on, until `note` is called for them."""
        self._ready = set()

    def note(self, module: str, kernel: str) -> None:
        """Record that a kernel is on disk, with all kernels that it calls."""
        if self._ready is not None:
            self._ready.add((module, kernel))

    def end(self) -> None:
        """Record that all kernels are on disk."""
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
"""The state of background compilation in this process."""


def compiled(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these types, without the GIL, and cache it on disk."""
    return _compiled(result, arguments, _nrt=True, forceinline=False)


def compiled_lean(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """Like `compiled`, but without reference counts of arrays, which cost more than small kernels.

    Only for kernels that neither create nor return arrays, and call no kernels that return arrays:
    these would never be freed.
    """
    return _compiled(result, arguments, _nrt=False, forceinline=False)


def compiled_part(result: Kind, *arguments: Kind) -> Callable[[Kernel], Kernel]:
    """Like `compiled_lean`, but inlined into every kernel that calls it.

    For small kernels and kernels with a single caller, since passing many arrays costs as much as a
    small kernel. Called from Python it runs as Python, which saves compilation time.
    """
    return _compiled(result, arguments, _nrt=False, forceinline=True, no_cpython_wrapper=True)


def plain(kernel: Kernel) -> Kernel:
    """The Python function of a kernel.

    For kernels with a few integers: loading the compiled one takes longer than many calls.
    """
    function: Kernel = getattr(kernel, "py_func", kernel)  # itself with NUMBA_DISABLE_JIT=1
    return function


def _compiled(
    result: Kind, arguments: Sequence[Kind], **further: bool
) -> Callable[[Kernel], Kernel]:
    """The common decorator of all kernels, with further options of the compiler."""

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
    """A kernel that is loaded from disk, or compiled, on its first call.

    Most kernels are called only by other kernels, whose machine code includes them; loading all of
    them takes seconds.
    """

    # Calls go directly to the slot's content, since every play passes here.
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
        """The Numba dispatcher of the kernel, with no code loaded or compiled.

        Take no other lock before the compiler's: a thread that loads a kernel holds it, and gets
        here for the callees. (`cached_property` has one lock for all kernels.)
        """
        compiler = _compiler()
        with compiler.LOCK:
            if self._dispatcher is None:
                made = compiler.dispatcher(self.py_func, self._options, LOADS)
                self._dispatcher = self._read_late(made)
            return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The Numba type for kernels that call this one."""
        return self.dispatcher._numba_type_

    def load(self) -> None:
        """Load the kernel from disk, or compile it, unless that has been done."""
        kernel = self.dispatcher
        with _compiler().LOCK:
            if not kernel.overloads:
                result, arguments = self._signature
                kernel.compile(result.type(*(kind.type for kind in arguments)))
                kernel.disable_compile()

    def _read_late(self, kernel: Any) -> Any:
        """Load the kernel when a kernel that calls it is compiled."""
        called_by_kernel = kernel.get_call_template

        def when_called_by_kernel(*arguments: Any) -> Any:
            self.load()
            return called_by_kernel(*arguments)

        kernel.get_call_template = when_called_by_kernel
        return kernel
