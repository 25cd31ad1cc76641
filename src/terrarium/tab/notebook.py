"""The cells of a notebook, run one after another: what Jupyter does with them, as far as a game needs it.

A browser has no Jupyter, and these cells need little: names that stay from cell to cell, what was printed, and the
value of a last expression, as a picture where it can draw itself.
"""

import ast
import io
import json
import traceback
from contextlib import redirect_stderr, redirect_stdout

Output = dict[str, str]


class Notebook:
    """Names that live from cell to cell."""

    def __init__(self) -> None:
        self.cells = 0
        self.outputs: list[Output] = []
        self.names: dict[str, object] = {"__name__": "__main__", "display": self.display}

    def run(self, source: str) -> str:
        """What a cell tells, in order, as JSON: `text`, `svg`, and at last perhaps an `error`."""
        self.cells += 1
        self.outputs = []
        with redirect_stdout(Teller(self)), redirect_stderr(Teller(self)):
            try:
                self.execute(source, f"<cell {self.cells}>")
            except BaseException as error:  # a cell may even ask to end Python: the notebook goes on
                self.outputs.append({"kind": "error", "data": told(error)})
        return json.dumps(self.outputs)

    def execute(self, source: str, name: str) -> None:
        """Run a cell; its last expression is shown."""
        tree = ast.parse(source, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), self.names)
        if isinstance(last, ast.Expr):
            self.display(eval(compile(ast.Expression(last.value), name, "eval"), self.names))

    def display(self, *things: object) -> None:
        """Show things: a picture of what can draw itself, of others what Python says of them; of nothing, nothing."""
        for thing in things:
            draw = getattr(thing, "_repr_svg_", None)
            if draw is not None:
                self.outputs.append({"kind": "svg", "data": draw()})
            elif thing is not None:
                self.write(repr(thing) + "\n")

    def write(self, text: str) -> None:
        if self.outputs and self.outputs[-1]["kind"] == "text":
            self.outputs[-1]["data"] += text
        else:
            self.outputs.append({"kind": "text", "data": text})


class Teller(io.TextIOBase):
    """Where a cell prints."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook

    def write(self, text: str) -> int:
        if text:
            self.notebook.write(text)
        return len(text)


def told(error: BaseException) -> str:
    """The error, and where in which cell it happened; our own frames are nobody's business."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("<cell ")]
    where = [f"{frame.filename[1:-1]}, line {frame.lineno}" for frame in frames]
    return "\n".join([*where, "".join(traceback.format_exception_only(error)).strip()])
