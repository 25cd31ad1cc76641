"""How Python comes to the rules in a tab: what its kept memory holds, and what is done whenever it wakes.

Where the rules were compiled to WebAssembly (`tools/tab_wasm.py`) a browser that has their library opens it; one that
has not yet, at a first visit, takes the same modules as plain Python. A memory cannot hold a library, so it then holds
what the rules use and not the rules.
"""

import json
import os
import random
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

HERE = os.path.dirname(__file__)
LIBRARY = os.path.join(HERE, "library.so")
USED = os.path.join(HERE, "terrarium_used.json")
"""Modules of the standard library that the rules use; there where a library may be."""


def rest() -> None:
    """Everything that the memory is to hold."""
    if os.path.exists(USED):
        with open(USED, encoding="utf-8") as file:
            for name in json.load(file):
                import_module(name)
    else:
        ready()


def wake() -> None:
    """What every start does: nobody draws what was drawn before, and the library is opened."""
    random.seed()
    if os.path.exists(LIBRARY) and "terrarium" not in sys.modules:
        open_library()


def ready() -> None:
    """The rules, and the first question of every visit."""
    from terrarium.tab.worker import Worker

    Worker().request("GET", "/titles", "")


def open_library() -> None:
    """From here on the modules of the library are found in it."""
    # Compiled modules are looked for where one lies (`terrarium/__init__.py`).
    with open(os.path.join(HERE, "terrarium", "kernel", "contract" + EXTENSION_SUFFIXES[0]), "wb"):
        pass
    for name in ("librt.vecs", "librt.strings"):
        from_library(name)
    _Library.door = from_library("terrarium_rules_door")
    _Library.rules = from_library("terrarium_rules__mypyc")
    sys.meta_path.insert(0, _Library)


def from_library(name: str) -> ModuleType:
    """A module that the library makes by itself."""
    spec = spec_from_file_location(name, LIBRARY, loader=ExtensionFileLoader(name, LIBRARY))
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    sys.modules[name] = made
    package, _, last = name.rpartition(".")
    if package:
        setattr(import_module(package), last, made)  # C looks for it there
    return made


class _Library:
    """Finds and makes the modules of the rules. mypyc runs a module while it makes it."""

    door: Any = None
    rules: Any = None

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        maker = getattr(cls.rules, "init_" + name.replace(".", "___"), None)
        if maker is None:
            return None
        spec = ModuleSpec(name, cls, origin=LIBRARY, loader_state=maker)  # type: ignore[arg-type]
        spec.has_location = True
        return spec

    @classmethod
    def create_module(cls, spec: ModuleSpec) -> ModuleType:
        made: ModuleType = cls.door.open(spec.loader_state)
        return made

    @classmethod
    def exec_module(cls, module: ModuleType) -> None:
        pass
