"""Which lines of the rules a test runs: every statement of a function is given a mark to leave when it is reached.

A tracer would be asked at every call and every line. Marks cost little, and they miss nothing.
"""

import ast
import builtins
import importlib.machinery
import re
from typing import Any

MARKED = ("smallworld", "terramystica")
"""Packages whose lines are looked at."""


class Lines:
    """The marks of all modules that have been loaded since they were asked for."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.marks: dict[str, bytearray] = {}

    def watch(self) -> None:
        """From now on modules of the rules are loaded with marks."""
        compiled = importlib.machinery.SourceFileLoader.source_to_code

        def source_to_code(loader: Any, data: Any, path: Any, **words: Any) -> Any:
            name = str(path).removeprefix(self.source)
            if name == str(path) or not name.startswith(MARKED):
                return compiled(loader, data, path, **words)
            tree = ast.parse(data)
            place = "_ran_" + re.sub(r"\W", "_", name)
            self.marks[name] = bytearray(len(data.splitlines()) + 2)
            setattr(builtins, place, self.marks[name])
            return compiled(loader, with_marks(tree, place), path, **words)

        importlib.machinery.SourceFileLoader.source_to_code = source_to_code  # type: ignore[assignment]

    def forget(self) -> None:
        """Take all marks away."""
        for marks in self.marks.values():
            marks[:] = bytes(len(marks))

    def read(self) -> dict[str, set[int]]:
        """File -> lines in which a statement has been reached."""
        found = {}
        for name, marks in self.marks.items():
            lines = {number for number, mark in enumerate(marks) if mark}
            if lines:
                found[name] = lines
        return found


def with_marks(tree: ast.Module, place: str) -> ast.Module:
    """Before each statement of a function: `place[line] = 1`."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for block in _blocks(function):
                _mark(block, place)
    return ast.fix_missing_locations(tree)


def _blocks(function: ast.FunctionDef) -> list[list[ast.stmt]]:
    """The lists of statements in it; functions within it are looked at for themselves."""
    found: list[list[ast.stmt]] = []
    todo: list[ast.AST] = [function]
    while todo:
        node = todo.pop()
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list):
                found.append(block)
                todo += [inner for inner in block if not isinstance(inner, ast.FunctionDef | ast.ClassDef)]
        todo += [*getattr(node, "handlers", []), *getattr(node, "cases", [])]
    return found


def _mark(block: list[ast.stmt], place: str) -> None:
    marked: list[ast.stmt] = []
    for node in block:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            target = ast.Subscript(ast.Name(place, ast.Load()), ast.Constant(node.lineno), ast.Store())
            marked.append(ast.copy_location(ast.Assign([target], ast.Constant(1)), node))
        marked.append(node)
    block[:] = marked
