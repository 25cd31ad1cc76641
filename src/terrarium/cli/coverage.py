"""Which statements of a living rulebook the tests cite. Reads the tests of a source checkout; nothing is run."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import terrarium
from terrarium.kernel.contract import NotationError
from terrarium.kernel.rulebook import Rulebook


def folder_of_tests() -> Path:
    """The tests that belong to this source; NotationError where Terrarium was installed without them."""
    folder = Path(terrarium.__file__).resolve().parent.parent.parent / "tests"
    if not (folder / "meta").is_dir():
        raise NotationError("no_file", {"file": "tests/"})
    return folder


@cache
def citations(folder: Path) -> dict[str, dict[str, list[str]]]:
    """title -> statement id -> the tests that cite it with `@cites(title, id, ...)`."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for title, id in cited_by(node):
                    found.setdefault(title, {}).setdefault(id, []).append(f"{path.name}::{node.name}")
    return found


def cited_by(test: ast.FunctionDef) -> list[tuple[str, str]]:
    """(title, id) of every statement the decorators of a test name."""
    found = []
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "cites":
            texts = [arg.value for arg in decorator.args if isinstance(arg, ast.Constant)]
            found += [(str(texts[0]), str(id)) for id in texts[1:]]
    return found


def waivers(folder: Path, title: str) -> dict[str, str]:
    """statement id -> why no test can check it."""
    text = (folder / "meta" / "waivers.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text).get(title, {})
    return {str(id): str(reason) for id, reason in table.items()}


def coverage(book: Rulebook) -> dict[str, object]:
    """Counts of statements, cited, waived and uncited ones, and the ids of the last."""
    folder = folder_of_tests()
    cited = citations(folder).get(book.title, {})
    waived = waivers(folder, book.title)
    uncited = [id for id in book.by_id if id not in cited and id not in waived]
    return {
        "statements": len(book.statements),
        "cited": len([id for id in book.by_id if id in cited]),
        "waived": len([id for id in book.by_id if id in waived and id not in cited]),
        "uncited": len(uncited),
        "uncited_ids": uncited,
    }
