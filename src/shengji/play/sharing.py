"""Shares machine code between kernels: a large kernel is compiled once, and called by name.

By default Numba copies the code of all callees, and of their callees, into a kernel and optimizes
it again, which takes most of the compilation time. Only small kernels gain by it, which are
inlined. With this module, callers of a large kernel get only its name; it is loaded from disk
before its caller.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

Loads: TypeAlias = Mapping[tuple[str, str], Callable[[], None]]
"""Loaders of kernels by module and name (see `shengji.play.jit.LOADS`)."""

LARGE = 200
"""Minimum lines of optimized code in a large kernel.

A limit of 100 makes playouts a tenth slower; 400 adds a fifth to the compilation time.
"""
LARGE_FOR_ARGUMENT = 4
"""Minimum lines per argument in a large kernel.

A position has ninety arguments, and passing them takes as long as a few hundred lines.
"""


class _Kernel(NamedTuple):
    """Location of a kernel, and its name in machine code."""

    module: str
    function: str
    symbol: str


_KERNELS: dict[str, _Kernel] = {}
"""Kernels compiled or loaded by this process, by name in machine code."""


class Notice:
    """A log message that explains the delay of a first call."""

    def __init__(self) -> None:
        self._due = self._given = False

    def prepare(self) -> None:
        """Log the message at the next compilation of a kernel, once per process."""
        self._due = True

    def give(self) -> None:
        """Log the message, if it is due."""
        if self._due and not self._given:
            self._given = True
            logging.getLogger("shengji").warning(
                "compiling what is called first, only this once; it can take half a minute "
                "(shengji.play.compiling.compile_meanwhile() spares the wait)"
            )


NOTICE = Notice()


class KernelCompiler(Compiler):
    """Numba compiler for kernels."""

    def _compile_bytecode(self) -> Any:
        NOTICE.give()
        state = self.state
        # By default Numba counts the functions of a process; names must be equal in all processes
        # that share the code on disk.
        state.func_id.unique_id = 0
        make: Any = _PartLibrary if state.flags.forceinline else _Library
        state.library = make(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.lean = not state.flags.nrt
        state.library.enable_object_caching()
        with _no_garbage():
            return super()._compile_bytecode()


class KernelCache(FunctionCache):
    """Disk cache of a kernel."""

    def __init__(self, function: Any, loads: Loads) -> None:
        super().__init__(function)
        self._impl.loads = loads

    class _impl_class(CompileResultCacheImpl):
        """The cached data of a kernel: the kernels that it calls, its symbols, and its code."""

        loads: Loads

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            self._place = function.__module__, function.__name__

        def reduce(self, cres: Any) -> Any:
            library, symbol = cres.library, cres.fndesc.llvm_func_name
            library.share(symbol)
            _KERNELS[symbol] = _Kernel(*self._place, symbol)
            return library.calls, library.defined, super().reduce(cres)

        def rebuild(self, target_context: Any, payload: Any) -> Any:
            """Load the kernel; `None`, which leads to compilation, if a callee has changed."""
            calls, defined, compiled = payload
            for kernel in calls:
                if load := self.loads.get((kernel.module, kernel.function)):
                    load()
                if kernel.symbol not in _KERNELS:
                    return None
            # Numba looks for these names in the code that callers get.
            target_context.codegen()._engine._defined_symbols.update(defined)
            cres = super().rebuild(target_context, compiled)
            symbol = cres.fndesc.llvm_func_name
            _KERNELS[symbol] = _Kernel(*self._place, symbol)
            return cres


class _Library(JITCodeLibrary):
    """The machine code of a kernel.

    Attributes:
        lean: whether it counts no references to arrays; Numba's pass before the main optimization
            only removes pairs of such counts.
        calls: the large kernels that it calls.
        defined: the names that other kernels may call.
    """

    lean = False
    calls: tuple[_Kernel, ...] = ()
    defined: tuple[str, ...] = ()

    def share(self, symbol: str) -> None:
        """Prepare the module that callers link of this kernel, named `symbol`."""
        self._note(self._final_module)
        main = self._final_module.get_function(symbol)
        text = str(main)
        handed_over = sum(1 for _ in main.arguments)
        if text.count("\n") >= max(LARGE, LARGE_FOR_ARGUMENT * handed_over):
            self._shared_module = _declaration(self._final_module, text)
            return
        shared = self._final_module.clone()
        for function in _defined_in(shared):
            if function.name != symbol:
                function.linkage = "internal"  # Python's entry point, which callers drop.
        manager = binding.create_new_module_pass_manager()
        manager.add_global_dead_code_eliminate_pass()
        manager.run(shared, self._codegen._pass_builder())
        shared.get_function(symbol).linkage = "linkonce_odr"
        self._shared_module = shared

    def _note(self, module: Any) -> None:
        self.defined = tuple(function.name for function in _defined_in(module))
        self.calls = tuple(
            _KERNELS[function.name]
            for function in module.functions
            if function.is_declaration and function.name in _KERNELS
        )

    def _optimize_functions(self, ll_module: Any) -> None:
        """Set only the data layout: the optimization runs later, once for everything."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        if not self.lean:
            super()._optimize_final_module()
            return
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


class _PartLibrary(_Library):
    """The code of a kernel that is always inlined and never called by itself."""

    def share(self, symbol: str) -> None:
        """Do nothing: callers get the module unchanged."""

    def _finalize_final_module(self) -> None:
        whole = self._final_module
        self._note(whole)
        self.defined = ()
        for function in _defined_in(whole):
            function.linkage = "linkonce_odr"
        self._shared_module = whole
        # Machine code is made only of the variables that Numba sets in every module.
        environments = (
            f"@{variable.name} = common global ptr null"
            for variable in whole.global_variables
            if variable.name.startswith("_ZN08NumbaEnv")
        )
        self._final_module = _module_like(whole, *environments)
        super()._finalize_final_module()


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Disable the garbage collector for a while, which saves a tenth of the compilation time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _defined_in(module: Any) -> list[Any]:
    return [
        function
        for function in module.functions
        if not function.is_declaration and function.linkage == binding.Linkage.external
    ]


def _declaration(module: Any, text: str) -> Any:
    """A module that only declares a function, with its attributes.

    Args:
        module: the module of the function.
        text: the code of the function.
    """
    head = re.search(r"^define (.*?)(?: #[0-9]+)? \{$", text, re.MULTILINE)
    assert head is not None
    known = re.search(r"^; Function Attrs: (.*)$", text, re.MULTILINE)
    return _module_like(module, f"declare {head[1]} {known[1] if known else ''}")


def _module_like(module: Any, *lines: str) -> Any:
    """A module of these lines, for the same machine as another module."""
    machine = (
        f'target datalayout = "{module.data_layout}"',
        f'target triple = "{module.triple}"',
    )
    return binding.parse_assembly("\n".join((*machine, *lines)))
