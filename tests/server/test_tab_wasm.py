"""The tool that compiles the rules to WebAssembly, as far as it needs no compiler; the build itself plays games with
both and refuses what differs (`web/scripts/tab.mjs`)."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def loaded(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    found = loaded("tab_wasm", ROOT / "tools" / "tab_wasm.py")
    for name in ("BUILD", "HEADERS", "WHEELS", "KEPT"):
        monkeypatch.setattr(found, name, tmp_path / name.lower())
    monkeypatch.delenv("TERRARIUM_HEADERS", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return found


def python_headers(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "patchlevel.h").write_text(f'#define PY_VERSION              "{version}"\n')
    (folder / "Python.h").write_text("#if SIZEOF_VOID_P > 4 || defined(HAVE_WINGS) || defined(HAVE_ALLOCA_H)\n#endif\n")
    (folder / "pyconfig.h").write_text("#define SIZEOF_VOID_P 8\n")
    return folder


def test_headers_are_those_of_the_very_version(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tool.NotCompiled, match="no C headers"):
        tool.headers("3.14")
    monkeypatch.setenv("TERRARIUM_HEADERS", str(python_headers(tmp_path / "named", "3.13.9")))
    with pytest.raises(tool.NotCompiled, match="no C headers"):
        tool.headers("3.14")
    fetched = python_headers(tool.HEADERS / "usr" / "include" / "python3.14", "3.14.2")
    assert tool.headers("3.14") == fetched


def test_the_target_decides_how_wide_things_are(tool: Any, tmp_path: Path) -> None:
    include = python_headers(tmp_path / "include", "3.14.2")
    said = {"SIZEOF_VOID_P": 4, "HAVE_WINGS": 0, "HAVE_ALLOCA_H": 1, "HAVE_TAIL": 1, "prefix": "/usr"}
    made = tool.settings(tmp_path, said, include)
    lines = (made / "pyconfig.h").read_text().split("\n")
    assert lines == ["#pragma once", "#define HAVE_ALLOCA_H 1", "#define SIZEOF_VOID_P 4", ""]
    assert (made / "Python.h").is_file()


def test_what_is_missing_is_told_in_a_sentence(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(tool.NotCompiled, match="Zig is not installed"):
        tool.zig()
    monkeypatch.setattr(tool, "PYODIDE", ROOT / "nowhere")
    with pytest.raises(tool.NotCompiled, match="Pyodide is not installed"):
        tool.target()
    with pytest.raises(tool.NotCompiled, match="on Debian alone"):
        tool.fetch_headers("3.14")


def test_every_rule_that_is_played_is_compiled(tool: Any) -> None:
    names = tool.modules()
    assert "terrarium/smallworld/core/phases/conquest.py" in names
    assert "terrarium/terramystica/storage.py" in names
    assert not [name for name in names if "snellman" in name or name.endswith("__init__.py") or "/batch/" in name]


START = """
import json, sys
sys.path.insert(0, {folder!r})
import terrarium_start
terrarium_start.rest()
before = "terrarium" in sys.modules, "colorsys" in sys.modules
terrarium_start.wake()
print(json.dumps([*before, sys.meta_path[0] is terrarium_start._Library]))
"""


@pytest.mark.parametrize(("used", "expected"), [(None, [True, False, False]), (["colorsys"], [False, True, False])])
def test_a_memory_holds_the_rules_or_what_they_use(
    tmp_path: Path, used: list[str] | None, expected: list[bool]
) -> None:
    """A tab with a library keeps no rules in its memory, or the plain ones would stay for ever."""
    shutil.copy(ROOT / "tools" / "tab_python" / "terrarium_start.py", tmp_path)
    if used is not None:
        (tmp_path / "terrarium_used.json").write_text(json.dumps(used))
    code = START.format(folder=str(tmp_path))
    assert json.loads(subprocess.check_output([sys.executable, "-c", code], text=True)) == expected


def test_modules_of_the_library_are_found_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    start = loaded("terrarium_start", ROOT / "tools" / "tab_python" / "terrarium_start.py")
    rules, made = ModuleType("rules"), ModuleType("terrarium.kernel.contract")
    monkeypatch.setattr(rules, "init_terrarium___kernel___contract", "its maker", raising=False)
    door = ModuleType("door")
    monkeypatch.setattr(door, "open", {"its maker": made}.get, raising=False)
    monkeypatch.setattr(start._Library, "rules", rules)
    monkeypatch.setattr(start._Library, "door", door)
    assert start._Library.find_spec("terrarium.kernel.unknown") is None
    spec = start._Library.find_spec("terrarium.kernel.contract")
    assert importlib.util.module_from_spec(spec) is made
    assert made.__file__ == start.LIBRARY
