"""Shapes of code by which a break of a rule is told from one of what only carries the program along."""

import ast

TALK = {"say", "note", "note_goods", "pop", "append"}
"""Calls that write the log, take a frame off or add to a list: dropping one breaks the program, not a rule."""

ROWS = {"f", "h", "tile", "seat", "ship", "far", "track", "row", "t", "r", "place", "above", "last", "at"}
LOOPS = {
    *(
        "r",
        "seat",
        "k",
        "i",
        "step",
        "place",
        "code",
        "n",
        "index",
        "bit",
        "s",
        "at",
        "t",
        "h",
        "site",
        "track",
        "tile",
    ),
    *("river", "kind", "times", "above", "pips"),
}


def walks_bits(node: ast.expr) -> bool:
    """`held & 1`: the next bit of a mask, in a loop."""
    match node:
        case ast.BinOp(left=ast.Name(), op=ast.BitAnd(), right=ast.Constant(value=1)):
            return True
        case ast.Compare(left=ast.BinOp(left=ast.Name(), op=ast.BitAnd(), right=ast.Constant(value=1))):
            return True
    return False


def is_place(node: ast.BinOp) -> bool:
    match node:
        case ast.BinOp(left=ast.Name(id="h" | "seat"), op=ast.Add(), right=ast.Constant(value=1)):
            return True
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add()) if name.isupper():
            return True  # an offset into the vector
    return False


def packs(node: ast.BinOp) -> bool:
    """`tile * 7`: the row of a table, or a field of a code."""
    sides = [node.left, node.right]
    names = [side.id for side in sides if isinstance(side, ast.Name)]
    return any(name in ROWS for name in names) and any(is_bit(side) for side in sides)


def talks(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called(node) in TALK


def clamps(test: ast.expr, first: ast.stmt) -> bool:
    """`if n > most: n = most`: at the bound itself nothing changes, so only the bound can be broken."""
    match test, first:
        case ast.Compare(left=left, comparators=[right]), ast.Assign(targets=[target], value=value):
            return ast.unparse(left) == ast.unparse(target) and ast.unparse(right) == ast.unparse(value)
    return False


def same(node: ast.IfExp, low: ast.expr, high: ast.expr) -> bool:
    """`a if a > b else b`: the greater or smaller of two, whichever way the bound falls."""
    return {ast.unparse(node.body), ast.unparse(node.orelse)} == {ast.unparse(low), ast.unparse(high)}


def is_bit(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def called(call: ast.Call) -> str:
    func = call.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def promise(node: ast.FunctionDef) -> str:
    return ast.unparse(node.returns) if node.returns is not None else "?"


def only_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
