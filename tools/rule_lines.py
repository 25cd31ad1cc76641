"""Lines of code of the rules, of the working tree or of revisions: `python tools/rule_lines.py [REVISION ...]`.

A line counts if something of a statement stands on it: no blank line, comment, docstring or import. The sum is the
rules as the boxes have them: the units of the three region titles with what mixes two of them, the family's core, Terra
Mystica. What else lies in
these folders is told beside it: units and maps of the players' own, logs of the public server, a turn seen ahead. So is
the kernel, whose lines both families use.
"""

import argparse
import ast
import io
import subprocess
import tokenize
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = "src/terrarium"
OWN = {
    "smallworld/core": {
        "amounts", "brew", "composed", "effects", "guests", "house_map", "opcodes", "orders", "phrases", "reckoning",
        "sentences", "vocabulary",
    },
    "terramystica/map": {"painted"},
    "kernel": {"handmade"},
}  # fmt: skip
"""Files that only units and maps of the players' own need, by folder."""
AHEAD = "next_turn"
SILENT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip
SUMMED = ["units", "family's core", "Terra Mystica"]
BESIDE = ["players' own", "logs", "a turn ahead", "kernel"]


def lines_of_code(text: str) -> int:
    """Lines of a module that hold a part of a statement."""
    dropped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            dropped |= lines_of(node.body[0])
        elif isinstance(node, ast.Import | ast.ImportFrom):
            dropped |= lines_of(node)
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - dropped)


def lines_of(node: ast.stmt) -> set[int]:
    """The lines a statement covers."""
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def room_of(path: str) -> str:
    """Where a module under `SOURCE` is counted; "" for what is no rule."""
    folder, _, name = path.removesuffix(".py").rpartition("/")
    if folder in OWN and name in OWN[folder]:
        return "players' own"
    if name == AHEAD and folder in ("smallworld/core", "terramystica"):
        return "a turn ahead"
    if path.startswith("terramystica/"):
        return "logs" if path.startswith("terramystica/snellman") else "Terra Mystica"
    if path.startswith("smallworld/"):
        return "family's core" if path.startswith("smallworld/core/") else "units"
    return "kernel" if path.startswith("kernel/") else ""


def modules(revision: str) -> dict[str, str]:
    """The text of each module under `SOURCE`, of a revision or ("") of the working tree."""
    if not revision:
        base = ROOT / SOURCE
        return {file.relative_to(base).as_posix(): file.read_text(encoding="utf-8") for file in base.rglob("*.py")}
    listed = git("ls-tree", "-r", "--name-only", revision, SOURCE).splitlines()
    paths = [path for path in listed if path.endswith(".py") and room_of(path.removeprefix(SOURCE + "/"))]
    return {path.removeprefix(SOURCE + "/"): git("show", f"{revision}:{path}") for path in paths}


def git(*words: str) -> str:
    """What git answers."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


def counted(sources: dict[str, str]) -> dict[str, int]:
    """Lines of each room."""
    lines = dict.fromkeys(SUMMED + BESIDE, 0)
    for path, text in sources.items():
        room = room_of(path)
        if room:
            lines[room] += lines_of_code(text)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("revisions", nargs="*")
    trees = parser.parse_args().revisions or [""]
    columns = [(tree or "working tree", counted(modules(tree))) for tree in trees]
    print(f"{'':16}" + "".join(f"{name:>14}" for name, _ in columns))
    for room in SUMMED:
        print(f"{room:16}" + "".join(f"{lines[room]:14}" for _, lines in columns))
    print(f"{'sum':16}" + "".join(f"{sum(lines[room] for room in SUMMED):14}" for _, lines in columns))
    print("not in the sum:")
    for room in BESIDE:
        print(f"{room:16}" + "".join(f"{lines[room]:14}" for _, lines in columns))


if __name__ == "__main__":
    main()
