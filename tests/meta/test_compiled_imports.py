"""What mypyc follows when the rules are compiled: whoever compiles them may have nothing but the rules' own needs."""

import ast
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
COMPILED = ("kernel", "smallworld", "terramystica", "search", "batch")
ALLOWED = {"librt", "mypy_extensions", "typing_extensions"}


def path_of(module: str) -> Path | None:
    """The file of one of our modules; None for names in it."""
    base = SOURCE / Path(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def imported(path: Path) -> set[str]:
    """Every module a file names in an import, anywhere in it, with the packages around it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[: k + 1]) for name in found for k in range(name.count(".") + 1)}


def test_compiling_the_rules_needs_only_what_the_rules_need() -> None:
    waiting = [path for room in COMPILED for path in (SOURCE / "terrarium" / room).rglob("*.py")]
    waiting.append(SOURCE / "terrarium" / "__init__.py")
    seen: set[Path] = set(waiting)
    foreign: set[str] = set()
    while waiting:
        path = waiting.pop()
        for name in imported(path):
            top = name.split(".")[0]
            if top == "terrarium":
                found = path_of(name)
                if found is not None and found not in seen:
                    seen.add(found)
                    waiting.append(found)
            elif top not in ALLOWED and top not in sys.stdlib_module_names:
                foreign.add(f"{path.relative_to(SOURCE)} imports {name}")
    assert not foreign, sorted(foreign)
