"""Small breaks of a source file: one comparison, constant, sign, call, condition or mask term each.

A break must be one of a *rule*. What only carries the program along is left alone: offsets into a position's vector,
how actions and frames are packed, loops over bits, frames taken off the stack, lines of the log.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.mutation.shapes import (
    LOOPS,
    TALK,
    called,
    clamps,
    is_bit,
    is_place,
    only_types,
    packs,
    promise,
    same,
    talks,
    walks_bits,
)

FLIPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SYMBOLS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
CARRYING = re.compile(r"LEAN|watching|\bout\[|rank\[|IN_ORDER|\b39\b|\b77\b|log is")
"""Rows that only carry the program along: the log, leaner lists for searching, the buffer and the order of answers."""
SHOWN = {
    *("explain_price", "explain_region", "shows", "page", "weigh", "checksum", "play_out", "draw_lot", "all_actions"),
    *("facts", "turn_facts", "dwelling_facts", "worth", "fill_lean", "towards_home"),
}
"""Functions that tell, value or compare, or say what a search looks at; they decide nothing."""
MASKS = {"reach", "limits", "links", "as_if_empty", "near", "sites", "partners", "stand", "foot", "waters"}
"""Functions that answer with a mask of regions."""
TERRAINS = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
FRAMES = {"push", "retop", "ask"}
"""Calls that put a question; a 0 is a field that it does not use."""
NOTHING = {"i64": "0", "int": "0", "bool": "False", "float": "0.0"}
"""What an answer says when the rule behind it is gone, by the type a function promises."""


@dataclass(frozen=True)
class Mutant:
    """One small break: the characters `start` to `end` of a file become `new`."""

    path: str
    scope: str
    line: int
    touched: tuple[int, ...]
    """Lines whose running shows that this place matters: its own statement, and what a condition decides about."""
    start: int
    end: int
    old: str
    new: str
    operator: str
    row: str
    """The line of source, without what surrounds it."""
    index: int = -1
    """Of a number in a list, its place there."""
    word: str = ""
    """Of a value given by name, that name: `keeps` of `keeps=True`."""

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line} {self.operator}: {self.old!r} -> {self.new!r}"


def mutants_of(path: str, text: str) -> list[Mutant]:
    """Every break of a file of rules, or of a map."""
    if path.endswith(".json"):
        return list(_map_mutants(path, text))
    return _Breaker(path, text).all()


class _Breaker:
    """Walks a module; knows the scope and the statement it is in."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.rows = text.splitlines(keepends=True)
        self.at = [0]
        for row in self.rows:
            self.at.append(self.at[-1] + len(row.encode()))
        self.raw = text.encode()
        self.found: list[Mutant] = []
        self.scope: list[str] = []
        self.touched: tuple[int, ...] = ()
        self.answers = ""
        self.index = -1
        self.word = ""

    def all(self) -> list[Mutant]:
        self.block(ast.parse(self.text).body)
        return sorted(set(self.found), key=lambda m: (m.start, m.end, m.operator, m.new))

    # --- writing one down ------------------------------------------------------------------------

    def source(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.raw[start:end].decode()

    def span(self, node: ast.AST) -> tuple[int, int]:
        start = self.at[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return start, self.at[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def put(self, node: ast.AST, new: str, operator: str) -> None:
        start, end = self.span(node)
        self.put_at(start, end, new, operator, node.lineno)  # type: ignore[attr-defined]

    def put_at(self, start: int, end: int, new: str, operator: str, line: int) -> None:
        first, last = len(self.raw[:start].decode()), len(self.raw[:end].decode())
        old = self.text[first:last]
        row = self.rows[line - 1].strip()
        if CARRYING.search(row):
            return
        scope = ".".join(self.scope)
        touched = self.touched or (line,)
        self.found.append(
            Mutant(self.path, scope, line, touched, first, last, old, new, operator, row, self.index, self.word)
        )

    # --- statements ------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.statement(node)

    def within(self, name: str, body: list[ast.stmt]) -> None:
        self.scope.append(name)
        self.block(body)
        self.scope.pop()

    def statement(self, node: ast.stmt) -> None:
        self.touched = (node.lineno,)
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise() | ast.Pass():
                return
            case ast.ClassDef():
                self.within(node.name, node.body)
            case ast.FunctionDef(name=name) if name in SHOWN:
                return
            case ast.FunctionDef():
                outer, self.answers = self.answers, promise(node)
                self.within(node.name, node.body)
                self.answers = outer
            case ast.If():
                if only_types(node.test):
                    return
                self.decide(node)
            case ast.While():
                self.block(node.body)
            case ast.For():
                self.expression(node.iter, rule=True)
                self.block(node.body)
            case ast.Return() if node.value is not None:
                self.drop_answer(node.value)
                self.expression(node.value, rule=True)
            case ast.Expr():
                self.call(node)
            case ast.AugAssign():
                self.count(node)
            case ast.Assign() | ast.AnnAssign():
                self.assign(node)
            case ast.With() | ast.Try():
                self.block(node.body)
            case _:
                return

    def decide(self, node: ast.If) -> None:
        if all(isinstance(part, ast.Expr) and talks(part.value) for part in node.body) and not node.orelse:
            return  # only the log differs
        lines = [node.lineno, node.body[0].lineno] + [branch.lineno for branch in node.orelse[:1]]
        self.touched = tuple(lines)
        if clamps(node.test, node.body[0]):
            self.put(node.test, "False", "dropped condition")
        else:
            self.condition(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def condition(self, test: ast.expr) -> None:
        """A condition as a whole, and everything inside it."""
        if walks_bits(test):
            return
        if not isinstance(test, ast.Compare | ast.BoolOp) or isinstance(test, ast.BoolOp):
            source = self.source(test)
            bare = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            self.put(test, source.removeprefix("not ") if bare else f"not ({source})", "negated condition")
        self.expression(test, rule=True)

    def call(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Constant):
            return
        if isinstance(call, ast.Call):
            name = called(call)
            if name in TALK:
                return
            self.put(node, "pass", "dropped call")
        self.expression(call, rule=True)

    def count(self, node: ast.AugAssign) -> None:
        """`x += n`: the other sign, or not at all. Steps of a loop are no rule."""
        plain = isinstance(node.target, ast.Name)
        if isinstance(node.op, ast.RShift | ast.LShift):
            return
        if plain and isinstance(node.value, ast.Constant) and node.target.id in LOOPS:  # type: ignore[union-attr]
            return
        sign = {ast.Add: "-=", ast.Sub: "+="}.get(type(node.op))
        if sign:
            left, right = self.span(node.target)[1], self.span(node.value)[0]
            self.put_at(left, right, f" {sign} ", "sign", node.lineno)
        self.put(node, "pass", "dropped statement")
        self.expression(node.value, rule=True)

    def assign(self, node: ast.Assign | ast.AnnAssign) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if node.value is None:
            return
        inside = bool(self.answers)
        if isinstance(target, ast.Name) and target.id in LOOPS and isinstance(node.value, ast.Constant):
            return  # where a loop begins
        if inside and isinstance(target, ast.Subscript):
            self.put(node, "pass", "dropped statement")
        if inside:
            self.expression(node.value, rule=True)
            return
        self.scope.append(target.id if isinstance(target, ast.Name) else "")
        self.constant_table(node.value)
        self.scope.pop()

    def constant_table(self, value: ast.expr) -> None:
        """What a class or a module says once: numbers, flags, names of features, masks of moments."""
        if isinstance(value, ast.Name) and value.id.isupper():
            self.put(value, f"({value.id} + 1)", "constant")
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.LShift):
            self.put(value, "0", "dropped mask term")
        elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
            self.put(value, str(not value.value), "constant")
        elif isinstance(value, ast.Constant) and value.value in TERRAINS:
            after = TERRAINS[(TERRAINS.index(str(value.value)) + 1) % len(TERRAINS)]
            self.put(value, f'"{after}"', "constant")
        else:
            self.expression(value, rule=False)

    def drop_answer(self, value: ast.expr) -> None:
        if self.answers in NOTHING and not isinstance(value, ast.Constant | ast.Name | ast.Compare):
            self.put(value, NOTHING[self.answers], "dropped answer")

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, node: ast.AST, rule: bool) -> None:
        match node:
            case ast.Compare(ops=[op], left=left, comparators=[right]):
                self.compare(node, op, left, right)
                self.expression(left, rule)
                if not isinstance(right, ast.Constant):
                    self.expression(right, rule)
                elif isinstance(right.value, int) and right.value > 1:
                    self.number(right)
            case ast.Compare():
                for op, right in zip(node.ops, node.comparators, strict=True):
                    left_end = self.span(node.left if right is node.comparators[0] else node.comparators[0])[1]
                    self.put_at(left_end, self.span(right)[0], f" {FLIPPED[type(op)]} ", "comparison", right.lineno)
            case ast.BoolOp():
                self.boolean(node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
                return  # "nobody", "nothing": a sentinel
            case ast.UnaryOp(op=ast.USub()):
                self.put(node, f"({self.source(node.operand)})", "sign")
                self.expression(node.operand, rule)
            case ast.UnaryOp():
                self.expression(node.operand, rule)
            case ast.IfExp(test=ast.Compare(left=low, comparators=[high])) if same(node, low, high):
                self.put(node, self.source(node.body), "dropped condition")
                self.put(node, self.source(node.orelse), "dropped condition")
            case ast.IfExp():
                self.condition(node.test)
                self.expression(node.body, rule)
                self.expression(node.orelse, rule)
            case ast.BinOp():
                self.arithmetic(node, rule)
            case ast.Subscript():
                self.expression(node.value, rule)  # what the index says is an offset
            case ast.Call():
                self.arguments(node, rule)
            case ast.Constant(value=bool()):
                self.put(node, str(not node.value), "constant")
            case ast.Constant(value=int()):
                self.number(node)
            case ast.Constant(value="yes"):
                self.put(node, '"no"', "constant")
            case ast.Constant(value="no"):
                self.put(node, '"yes"', "constant")
            case ast.List() | ast.Tuple() | ast.Set():
                self.elements(node, rule)
            case ast.Dict():
                for part in node.values:
                    self.expression(part, rule)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                self.expression(node.elt, rule)
                for loop in node.generators:
                    self.expression(loop.iter, rule)
                    for test in loop.ifs:
                        self.condition(test)
            case ast.DictComp():
                self.expression(node.value, rule)
            case ast.Starred() | ast.keyword():
                self.expression(node.value, rule)
            case _:
                return

    def compare(self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr) -> None:
        start, end = self.span(left)[1], self.span(right)[0]
        zero = isinstance(right, ast.Constant) and right.value == 0
        if zero and isinstance(op, ast.GtE):
            new = "<"  # `x >= 0` asks whether there is one at all
        elif zero and isinstance(op, ast.Lt):
            new = ">="
        elif zero and isinstance(op, ast.Gt):
            new = "<="
        else:
            new = FLIPPED[type(op)]
        gap = self.raw[start:end].decode()
        self.put_at(start, end, gap.replace(SYMBOLS[type(op)], new), "comparison", node.lineno)

    def boolean(self, node: ast.BoolOp) -> None:
        both = isinstance(node.op, ast.And)
        parts = [self.source(value) for value in node.values]
        parts = [
            f"({part})" if isinstance(value, ast.BoolOp) else part
            for part, value in zip(parts, node.values, strict=True)
        ]
        if any(walks_bits(value) for value in node.values):
            for value in node.values:
                if not walks_bits(value):
                    self.condition(value)
            return
        for place, value in enumerate(node.values):
            if parts[place].startswith("moment == "):
                continue  # most units hear of one moment only
            rest = parts[:place] + parts[place + 1 :]
            joined = (" and " if both else " or ").join(rest)
            alone = len(rest) == 1 and rest[0].startswith("(") and isinstance(node.values[1 - place], ast.BoolOp)
            self.put(node, joined if alone else f"({joined})", "dropped condition")
            self.expression(value, rule=True)
        if len(parts) == 2 and not parts[0].startswith("moment == "):
            self.put(node, f"(({parts[0]}) {'or' if both else 'and'} ({parts[1]}))", "and / or")

    def arithmetic(self, node: ast.BinOp, rule: bool) -> None:
        left, right = self.source(node.left), self.source(node.right)
        if left.startswith("causes.") or is_place(node):
            return  # what the log says, and "this hex" written as its number + 1
        match node.op:
            case ast.Add() | ast.Sub():
                if isinstance(node.left, ast.List):
                    self.expression(node.left, rule)
                    self.expression(node.right, rule)
                    return
                sign = "-" if isinstance(node.op, ast.Add) else "+"
                self.put(node, f"(({left}) {sign} ({right}))", "sign")
            case ast.BitAnd() | ast.BitOr():
                if is_bit(node.right) or is_bit(node.left):
                    self.expression(node.left, rule)
                    return
                if not right.startswith("R_"):  # of an option, only whether it is on
                    self.put(node, f"({left})", "dropped mask term")
                self.put(node, f"({right})", "dropped mask term")
            case ast.LShift() | ast.RShift():
                return
            case ast.Mult() if packs(node):
                return
            case ast.FloorDiv() | ast.Mod() | ast.Mult() if isinstance(node.right, ast.Constant):
                self.expression(node.left, rule)
                self.number(node.right)
                return
        self.expression(node.left, rule)
        self.expression(node.right, rule)

    def arguments(self, node: ast.Call, rule: bool) -> None:
        name = called(node)
        if name in {"min", "max"} and len(node.args) == 2:
            self.put(node.func, "max" if name == "min" else "min", "comparison")
        if name == "when" and len(node.args) > 1:
            words = [self.source(part) for part in node.args]
            for place in range(len(words)):
                self.put(node, f"when({', '.join(words[:place] + words[place + 1 :])})", "dropped mask term")
        elif name == "when":
            self.put(node, "0", "dropped mask term")
        if name in (TALK - {"append"}) | {"action", "frame", "one", "range", "vec", "each"}:
            return
        if isinstance(node.func, ast.Attribute):
            self.expression(node.func.value, rule)
        named = [(word.arg or "", word.value) for word in node.keywords]
        for self.word, part in [*[("", part) for part in node.args], *named]:
            cause = isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant)
            if not cause and not (name in FRAMES and isinstance(part, ast.Constant) and part.value == 0):
                self.expression(part, rule)
        self.word = ""

    def elements(self, node: ast.List | ast.Tuple | ast.Set, rule: bool) -> None:
        """Numbers of a table, and units of a list, which may also be left out."""
        for place, part in enumerate(node.elts):
            last = place == len(node.elts) - 1
            if isinstance(part, ast.Call) and isinstance(node, ast.List) and len(node.elts) > 1:
                start = self.span(node.elts[place - 1])[1] if last else self.span(part)[0]
                end = self.span(part)[1] if last else self.span(node.elts[place + 1])[0]
                self.put_at(start, end, "", "dropped call", part.lineno)
            self.index = place if isinstance(part, ast.Constant) else -1
            self.expression(part, rule)
            self.index = -1

    def number(self, node: ast.Constant) -> None:
        if not isinstance(node.value, int) or isinstance(node.value, bool):
            return
        if node.value == 0 and self.scope[-1:] and self.scope[-1] in MASKS:
            return  # no region at all, not a number
        self.put(node, str(node.value + 1), "constant")
        if node.value > 0:
            self.put(node, str(node.value - 1), "constant")


_REGION = re.compile(r'\{"id": (\d+),.*\}')


def _map_mutants(path: str, text: str) -> Iterator[Mutant]:
    """A map told wrongly: a feature or a border gone, natives that are not there, a wrong number of rounds."""
    at = 0
    for line, row in enumerate(text.splitlines(keepends=True), 1):
        found = _REGION.search(row)
        if found:
            region = json.loads(found[0])
            for key in ("features", "natives", "borders"):
                start = row.index(f'"{key}": ') + len(f'"{key}": ')
                value = region[key]
                old = json.dumps(value)
                if not row[start:].startswith(old):
                    continue
                changed = (
                    [value + 1, value - 1]
                    if key == "natives"
                    else [value[:k] + value[k + 1 :] for k in range(len(value))]
                )
                for new in changed:
                    if key == "natives" and new < 0:
                        continue
                    gone = "" if key == "natives" else f" {next(x for x in value if x not in new)}"
                    yield Mutant(
                        path, f"{key}{gone}" if key == "features" else key, line, (line,), at + start,
                        at + start + len(old), old, json.dumps(new), "constant", f"{key} of region {region['id']}",
                    )  # fmt: skip
        elif number := re.match(r'\s*"(players|rounds)": (\d+)', row):
            start = at + number.start(2)
            yield Mutant(
                path, number[1], line, (line,), start, start + len(number[2]), number[2], str(int(number[2]) + 1),
                "constant", number[0].strip(),
            )  # fmt: skip
        at += len(row)
