"""Imports go down only: web, server, cli, envs -> catalog -> search, batch -> titles -> kernel."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "terrarium"

# Each package with what it may import of terrarium. `core` never imports a title.
MAY_IMPORT = {
    "kernel": ["kernel"],
    "smallworld.core": ["kernel", "smallworld.core"],
    "smallworld.classic": ["kernel", "smallworld.core", "smallworld.classic"],
    "smallworld.underground": ["kernel", "smallworld.core", "smallworld.classic", "smallworld.underground"],
    "smallworld.warcraft": ["kernel", "smallworld.core", "smallworld.warcraft"],
    "terramystica": ["kernel", "terramystica"],
    "search": ["kernel", "smallworld", "terramystica", "search"],
    "batch": ["kernel", "smallworld", "terramystica", "batch"],
    "words": ["words"],
    "pictures": ["kernel"],
    "catalog": ["kernel", "smallworld", "terramystica", "words", "pictures", "catalog"],
}
RULES = ("kernel", "smallworld", "terramystica", "search", "batch")
ALLOWED_OUTSIDE = {"typing", "json", "tomllib", "math", "collections", "librt", "mypy_extensions", "terrarium"}
"""All that the rules packages may import: the standard library without clock, files, randomness or threads."""


def modules() -> list[tuple[str, Path]]:
    """Dotted name below terrarium, and file, of every module."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
        found.append((".".join(parts), path))
    return found


def imports(path: Path) -> list[str]:
    """Every module a file imports, wherever the import stands."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def within(name: str, packages: list[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


LOWER = [(name, path) for name, path in modules() if within(name, list(MAY_IMPORT))]


@pytest.mark.parametrize(("name", "path"), LOWER, ids=[name for name, _ in LOWER])
def test_no_import_points_up(name: str, path: Path) -> None:
    layer = max((layer for layer in MAY_IMPORT if within(name, [layer])), key=len)
    for target in imports(path):
        if target.startswith("terrarium."):
            below = target.removeprefix("terrarium.")
            assert within(below, MAY_IMPORT[layer]), f"{name} imports {target}"


RULE_MODULES = [(name, path) for name, path in LOWER if within(name, list(RULES))]


@pytest.mark.parametrize(("name", "path"), RULE_MODULES, ids=[name for name, _ in RULE_MODULES])
def test_rules_use_the_plain_standard_library_only(name: str, path: Path) -> None:
    for target in imports(path):
        assert target.split(".")[0] in ALLOWED_OUTSIDE, f"{name} imports {target}"


def test_the_core_names_no_title() -> None:
    for name, path in modules():
        if within(name, ["smallworld.core"]):
            text = path.read_text(encoding="utf-8")
            assert "title ==" not in text, name
            for title in ("classic", "underground", "warcraft"):
                assert f"smallworld.{title}" not in text, name


def test_a_wrong_import_would_be_found() -> None:
    assert not within("catalog", MAY_IMPORT["kernel"])
    assert not within("smallworld.classic.kit", MAY_IMPORT["smallworld.core"])
    assert within("smallworld.core.board", MAY_IMPORT["smallworld.classic"])
