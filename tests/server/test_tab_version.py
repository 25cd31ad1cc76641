"""What tells one tab from the next: whatever the page is kept with without a network (`tools/tab.py`)."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAID = {
    "tab.html": "<meta name=python content=%PYTHON%>",
    "notebook.html": "<meta name=python content=%PYTHON%>",
    "icon.svg": "<svg/>",
    "icon-192.png": "picture",
    "manifest.webmanifest": "{}",
    "assets/tab-abc.js": "begin()",
    "assets/noto-sans-tc-1-def.woff2": "type",
}


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("terrarium_tab", ROOT / "tools" / "tab.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    book = tmp_path / "book.ipynb"
    book.write_text("{}")
    monkeypatch.setattr(module, "NOTEBOOK", book)
    return module


def version(tool: Any, folder: Path, **change: str) -> str:
    """The version of a tab in small, with one file changed."""
    python = folder / "python"
    python.mkdir(parents=True)
    (python / "rules.bin").write_text(change.pop("rules", "rules"))
    tool.MADE = folder / "made"
    for name, text in {**LAID, **{name.replace("__", "."): text for name, text in change.items()}}.items():
        (tool.MADE / name).parent.mkdir(parents=True, exist_ok=True)
        (tool.MADE / name).write_text(text)
    tool.finish(python)
    found = re.search(r"const VERSION = .*?(\w{10})['`]", (tool.MADE / "sw.js").read_text())
    assert found is not None
    return found[1]


def test_the_same_files_are_the_same_version(tool: Any, tmp_path: Path) -> None:
    assert version(tool, tmp_path / "one") == version(tool, tmp_path / "two")


@pytest.mark.parametrize(
    "name", ["icon__svg", "icon-192__png", "manifest__webmanifest", "tab__html", "notebook__html", "rules"]
)
def test_a_file_without_a_mark_of_its_content_makes_another_version(tool: Any, tmp_path: Path, name: str) -> None:
    """Or whoever has the tab installed would keep the old one for ever."""
    assert version(tool, tmp_path / "one") != version(tool, tmp_path / "two", **{name: "other %PYTHON%"})


def test_other_cells_of_the_notebook_make_another_version(tool: Any, tmp_path: Path) -> None:
    before = version(tool, tmp_path / "one")
    tool.NOTEBOOK.write_text('{"cells": []}')
    assert version(tool, tmp_path / "two") != before
