"""Terrarium: board games as a fast, typed library, a terminal game and a table in the browser.

>>> import terrarium
>>> game = terrarium.game("small-world", players=2)
>>> state = game.new()

`terrarium.compiled` says whether the rules run as compiled C (mypyc) or as plain Python from the same source.
Set `TERRARIUM_PURE=1` before importing to run them as plain Python.
"""

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

__version__ = "0.1.0"


class _SourceOnly:
    """Finds terrarium's modules as source files, past the compiled ones that lie beside them."""

    _finders: ClassVar[dict[str, FileFinder]] = {}

    @classmethod
    def find_spec(cls, name: str, path: "Sequence[str] | None" = None, target: object = None) -> "ModuleSpec | None":
        if not name.startswith("terrarium.") or path is None:
            return None
        for folder in path:
            finder = cls._finders.setdefault(folder, FileFinder(folder, (SourceFileLoader, [".py"])))
            spec = finder.find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def _changed() -> bool:
    """Has a rule of this checkout been changed since the compiled ones were moved in beside it?

    `tools/compile.py` leaves a note when it moves them in; an installed package has none, and nobody changes its rules.
    """
    here = os.path.dirname(__file__)
    try:
        moved_in = os.stat(os.path.join(here, "..", "..", "build", "moved-in.txt")).st_mtime_ns
    except OSError:
        return False
    return any(
        name.endswith(".py") and os.stat(os.path.join(folder, name)).st_mtime_ns > moved_in
        for package in ("kernel", "smallworld", "terramystica", "search", "batch")
        for folder, _, names in os.walk(os.path.join(here, package))
        for name in names
    )


def _plain() -> bool:
    """Was plain Python asked for, or is it all there is, or all that is up to date?

    Asked once, before any rule is imported: compiled modules may be moved in while this process runs, and a process
    that began with plain modules must not go on with compiled ones. `kernel/contract` is the last that is moved in.
    """
    if os.environ.get("TERRARIUM_PURE", "") not in ("", "0"):
        return True
    first = os.path.join(os.path.dirname(__file__), "kernel", "contract")
    return not any(os.path.exists(first + suffix) for suffix in EXTENSION_SUFFIXES) or _changed()


def compiled_meanwhile() -> bool:
    """Have compiled rules come since this process began as plain Python? One that is started now would take them."""
    return not compiled and not _plain()


if _plain():
    sys.meta_path.insert(0, _SourceOnly)

from terrarium.kernel import contract as _contract  # noqa: E402 - the finder above must be in place first

compiled: bool = not (_contract.__file__ or "").endswith(".py")

# Loaded now and taken off again: loading the folder of that name later would put it in the place of `titles()` below.
import_module("terrarium.titles")
del globals()["titles"]


def __getattr__(name: str) -> object:
    """`terrarium.game` and `terrarium.titles`, loaded when first asked for so that the import stays light."""
    if name in ("game", "titles"):
        from terrarium import catalog

        return getattr(catalog, name)
    raise AttributeError(f"module 'terrarium' has no attribute {name!r}")


if "gymnasium" in sys.modules:  # whoever learns has imported it before: `gymnasium.make` then knows our names
    # By name, so that mypyc does not follow it: whoever compiles the rules need not have what environments need.
    import_module("terrarium.envs")
