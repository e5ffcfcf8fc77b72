"""Functions that are compiled as parts of others, so that the first use need not wait long.

Left alone, Numba makes machine code of every function by itself, though nobody calls most of them
from Python: each is optimised, with all that it calls, once for itself and again in every caller,
and once more for each number that is written out in a call. Here a *part* is only made ready to be
optimised with its callers, once for each combination of types, and a *whole*, which Python may
call, is optimised once with all its parts. The compiler's passes that do nothing for code such as
the kernel's are left out, and Python does not look for garbage meanwhile. Together this halves the
time that compiling takes.

All this reaches into Numba, and is left to Numba itself in versions that are not known to be alike.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba import njit, types
from numba.core import codegen, compiler, typed_passes
from numba.core.compiler_machinery import register_pass
from numba.core.runtime.nrt import rtsys

if TYPE_CHECKING:
    from collections.abc import Callable

Compiled = TypeVar("Compiled", bound="Callable[..., object]")

KNOWN = (0, 62) <= numba.version_info[:2] <= (0, 68)
"""Whether this version of Numba is built as this module expects."""

_SPARED = {
    "WithLifting", "InlineClosureLikes", "RewriteSemanticConstants", "RewriteDynamicRaises",
    "MakeFunctionToJitFunction", "InlineInlinables", "FindLiterallyCalls", "LiteralUnroll",
    "LiteralPropagationSubPipelinePass", "InlineOverloads", "NopythonRewrites",
    "NoPythonSupportedFeatureValidation", "AnnotateTypes", "DumpParforDiagnostics",
}  # fmt: skip
"""Passes for closures, contexts, array expressions and the like, which parts do not have."""


class _WithoutPlace:
    """The code generator as a part sees it, which has no place of its own in memory."""

    def __init__(self, true: Any) -> None:  # noqa: ANN401  # what Numba works on
        self._true = true

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # what Numba works on
        return getattr(self._true, name)

    def set_env(self, name: str, env: object) -> None:
        """Python's globals are not asked for by a part."""


class _PartLibrary(codegen.CPUCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a part: never run by itself, so it need not become machine code."""

    @property
    def codegen(self) -> Any:  # noqa: ANN401  # what Numba works on
        return _WithoutPlace(self._codegen)

    def add_linking_library(self, library: Any) -> None:  # noqa: ANN401  # what Numba works on
        if library is not rtsys.library:  # the whole brings it
            super().add_linking_library(library)

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002  # as Numba calls it
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """It is done with the whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _finalize_specific(self) -> None:
        """There is nothing to be loaded."""


class _WholeLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a whole, which nothing has optimised yet but function by function."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()  # noqa: SLF001  # its own
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(typed_passes.NativeLowering):  # type: ignore[misc]  # Numba has no types
    _name = "penneech_part_lowering"
    _library: Any = _PartLibrary

    def run_pass(self, state: Any) -> Any:  # noqa: ANN401  # what Numba works on
        state.library = self._library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class _WholeLowering(_PartLowering):
    _name = "penneech_whole_lowering"
    _library = _WholeLibrary


class _PartCompiler(compiler.CompilerBase):  # type: ignore[misc]  # Numba has no types
    _lowering: Any = _PartLowering
    _spared = frozenset(_SPARED)

    def define_pipelines(self) -> list[Any]:
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        ours = compiler.PassManager("penneech")
        for step, told in usual.passes:
            if step is typed_passes.NativeLowering:
                ours.add_pass(self._lowering, told)
            elif step.__name__ not in self._spared:
                ours.add_pass(step, told)
        ours.finalize()
        return [ours]


class _WholeCompiler(_PartCompiler):
    _lowering = _WholeLowering
    _spared = frozenset()  # a whole may be written in any way

    def compile_extra(self, func: Any) -> Any:  # noqa: ANN401  # what Numba works on
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collecting:
                gc.enable()


_PART: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",  # nothing is divided by nothing here, so nothing need be raised
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
} | ({"pipeline_class": _PartCompiler} if KNOWN else {})


def part(function: Compiled) -> Compiled:
    """A function that only compiled ones call."""
    return cast("Compiled", _by_types(njit(**_PART)(function)))


def always(function: Compiled) -> Compiled:
    """A part that is put into its callers wherever it is called."""
    return cast("Compiled", _by_types(njit(**_PART, forceinline=True)(function)))


def whole(function: Compiled, *, kept: bool) -> Compiled:
    """A function that Python calls; without Python's lock, so threads run side by side.

    Args:
        function: what is compiled.
        kept: whether Numba keeps the code in its folder.
    """
    own = {"pipeline_class": _WholeCompiler} if KNOWN else {}
    return cast("Compiled", njit(cache=kept, nogil=True, no_cfunc_wrapper=True, **own)(function))


def _by_types(dispatcher: Any) -> Any:  # noqa: ANN401  # what Numba works on
    """Compile once for all numbers of a type, and not again for one that is written out."""
    rule = getattr(dispatcher, "_compiler", None)
    if rule is not None and KNOWN:
        fold = rule.fold_argument_types

        def folded(args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:  # noqa: ANN401  # what Numba works on
            signature, kinds = fold(args, kws)
            return signature, tuple([types.unliteral(kind) for kind in kinds])

        rule.fold_argument_types = folded
    return dispatcher
