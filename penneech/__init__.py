"""Penneech: the critical edition, that runs, of the rules of an English card game of 1674.

`penneech.load("parlett")` gives a variant, `penneech.compare("cotton-1674", "parlett")` plays the
same packs under two; the names in `__all__` are what programs and notebooks may rely on, and the
module `penneech.api` has them. Each is loaded when it is first asked for, so that the command line
and those who want one module only need not wait.
"""

from importlib import import_module as _import_module

__version__ = "0.1.0"

__all__ = [  # __getattr__ finds them
    "Citation",
    "Comparison",
    "Diff",
    "Drawing",
    "Explanation",
    "Game",
    "Record",
    "Rescored",
    "Sheet",
    "Solved",
    "Variant",
    "Which",
    "cite",
    "compare",
    "diff",
    "explain",
    "load",
    "play",
    "read_records",
    "rescore",
    "solve",
    "sources",
    "variants",
    "which",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(_import_module("penneech.api"), name)
    raise AttributeError(f"module 'penneech' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
