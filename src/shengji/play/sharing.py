"""How kernels share machine code: that of a large one is made once, and others call it by name.

By itself Numba puts the code of all kernels that a kernel calls, and of all that they call, into
that of the kernel, and works on all of it again, which takes most of the time to compile. Only
small ones gain by it, which become a part of their callers. Of a large one the caller gets the name
here; it is read from the disk before its caller.
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
"""The readers of kernels by module and name (see `shengji.play.jit.LOADS`)."""

LARGE = 200
"""The lines of optimized code from which a kernel is large. A limit of 100 costs playouts a tenth,
one of 400 takes a fifth more time to compile."""
LARGE_FOR_ARGUMENT = 4
"""The lines for each of its arguments from which it is: a position is ninety of them, and to hand
them over takes as long as a few hundred lines."""


class _Kernel(NamedTuple):
    """Where a kernel is found, and its name in machine code."""

    module: str
    function: str
    symbol: str


_KERNELS: dict[str, _Kernel] = {}
"""The kernels that this process has compiled or read, by their names in machine code."""


class Notice:
    """Log line that says why a first call takes so long."""

    def __init__(self) -> None:
        self._due = self._given = False

    def prepare(self) -> None:
        """Let the next kernel that is compiled give the notice, once in a process."""
        self._due = True

    def give(self) -> None:
        """Log the notice, if it is due."""
        if self._due and not self._given:
            self._given = True
            logging.getLogger("shengji").warning(
                "compiling what is called first, only this once; it can take half a minute "
                "(shengji.play.compiling.compile_meanwhile() spares the wait)"
            )


NOTICE = Notice()


class KernelCompiler(Compiler):
    """The compiler of a kernel."""

    def _compile_bytecode(self) -> Any:
        NOTICE.give()
        state = self.state
        # By itself Numba counts the functions of this process; what others read from the disk
        # must have the same name in each.
        state.func_id.unique_id = 0
        make: Any = _PartLibrary if state.flags.forceinline else _Library
        state.library = make(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.lean = not state.flags.nrt
        state.library.enable_object_caching()
        with _no_garbage():
            return super()._compile_bytecode()


class KernelCache(FunctionCache):
    """The copy of a kernel on the disk."""

    def __init__(self, function: Any, loads: Loads) -> None:
        super().__init__(function)
        self._impl.loads = loads

    class _impl_class(CompileResultCacheImpl):
        """The notes on a kernel: which kernels it calls, what it defines, and its code."""

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
            """The kernel; nothing, so that it is compiled, if one that it calls is another now."""
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
        lean: whether it counts no references to arrays; what Numba does before the main work is
            there to find those that cancel each other out.
        calls: the large kernels that it calls.
        defined: the names that others may call.
    """

    lean = False
    calls: tuple[_Kernel, ...] = ()
    defined: tuple[str, ...] = ()

    def share(self, symbol: str) -> None:
        """Prepare what callers of this kernel, whose name is `symbol`, get of it."""
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
                function.linkage = "internal"  # What Python calls; it is thrown away.
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
        """Nothing but what the machine asks for: all is worked on later, in one."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        if not self.lean:
            super()._optimize_final_module()
            return
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)


class _PartLibrary(_Library):
    """The code of a kernel that becomes a part of its callers and is never called by itself."""

    def share(self, symbol: str) -> None:
        """Nothing: callers get it as it is."""

    def _finalize_final_module(self) -> None:
        whole = self._final_module
        self._note(whole)
        self.defined = ()
        for function in _defined_in(whole):
            function.linkage = "linkonce_odr"
        self._shared_module = whole
        # Machine code is made of nothing but what Numba sets in any.
        environments = (
            f"@{variable.name} = common global ptr null"
            for variable in whole.global_variables
            if variable.name.startswith("_ZN08NumbaEnv")
        )
        self._final_module = _module_like(whole, *environments)
        super()._finalize_final_module()


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Look for no garbage meanwhile, which takes a tenth of the time to compile."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _defined_in(module: Any) -> list[Any]:
    """The functions of a module that others may call."""
    return [
        function
        for function in module.functions
        if not function.is_declaration and function.linkage == binding.Linkage.external
    ]


def _declaration(module: Any, text: str) -> Any:
    """A module that has the name of a function, and what is known of it.

    Args:
        module: the function is in it.
        text: all of the function.
    """
    head = re.search(r"^define (.*?)(?: #[0-9]+)? \{$", text, re.MULTILINE)
    assert head is not None
    known = re.search(r"^; Function Attrs: (.*)$", text, re.MULTILINE)
    return _module_like(module, f"declare {head[1]} {known[1] if known else ''}")


def _module_like(module: Any, *lines: str) -> Any:
    """A module of these lines, for the same machine as another."""
    machine = (
        f'target datalayout = "{module.data_layout}"',
        f'target triple = "{module.triple}"',
    )
    return binding.parse_assembly("\n".join((*machine, *lines)))
