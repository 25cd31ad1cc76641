"""Compiling: once, whole or not at all, and plain Python with a sentence where it fails. Tried on two tiny rules."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.install import tiny

# What a process sees that imports one module, waits for a line, and imports another one later.
LATER = """
import terrarium
print(terrarium.compiled, flush=True)
input()
import terrarium.search.later as later
print(later.__file__.endswith(".py"), later.twice(21))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return tiny.grow(tmp_path)


def environment(tree: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("TERRARIUM_PURE", "CC")}
    return {**kept, "PYTHONPATH": str(tree / "src"), **more}


def compile_it(tree: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(tree / "tools" / "compile.py"), *words], env=environment(tree, **more), cwd=tree,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def start(tree: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", LATER], env=environment(tree), cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.compiled = process.stdout.readline().strip() == "True"  # type: ignore[attr-defined]
    return process


def finish(process: "subprocess.Popen[str]") -> str:
    return process.communicate("\n")[0].strip()


def needs_compiler() -> None:
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        pytest.skip("there is no C compiler here: nothing can be compiled")


def test_a_process_takes_the_whole_build_or_none_of_it(tree: Path) -> None:
    needs_compiler()
    before = start(tree)
    done = compile_it(tree)
    assert done.stdout.startswith("Compiled the rules"), done.stdout + done.stderr
    after = start(tree)
    assert (before.compiled, after.compiled) == (False, True)  # type: ignore[attr-defined]
    # The first began as plain Python and stays so, though compiled modules lie there now.
    assert finish(before) == "True 42"
    # Closing takes no module away from whoever runs compiled, and whoever starts then is plain.
    rule = tree / "src" / "terrarium" / "search" / "later.py"
    rule.write_text(rule.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    closing = "import runpy; print(runpy.run_path('tools/compile.py')['close_stale']())"
    closed = subprocess.run(
        [sys.executable, "-c", closing], env=environment(tree), cwd=tree, capture_output=True, text=True, check=True
    )
    assert closed.stdout.strip() == "False"
    stale = start(tree)
    assert not stale.compiled  # type: ignore[attr-defined]
    assert finish(stale) == "True 42"
    assert finish(after) == "False 42"


def test_a_changed_rule_is_what_runs(tree: Path) -> None:
    """Whoever changes a rule and tries it must not be answered by what was compiled before."""
    needs_compiler()
    compile_it(tree, "--must")
    rule = tree / "src" / "terrarium" / "search" / "later.py"
    before = rule.read_text(encoding="utf-8")
    rule.write_text(before.replace("+ once(n)", "+ once(1)"), encoding="utf-8")
    assert finish(start(tree)) == "True 22"
    # Put back as it was, it is compiled already: the next call of the tool says so, and who starts then is quick again.
    rule.write_text(before, encoding="utf-8")
    assert "already" in compile_it(tree).stdout
    assert finish(start(tree)) == "False 42"


def test_the_same_rules_are_compiled_once(tree: Path) -> None:
    needs_compiler()
    assert compile_it(tree, "--must").returncode == 0
    assert "already" in compile_it(tree).stdout
    # For a wheel they are taken from where they are kept, though no compiler would work.
    told = "import runpy; print(*runpy.run_path('tools/compile.py')['compile_rules'](), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", told], env=environment(tree, CC="false"), cwd=tree, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    names = [Path(line).name.partition(".")[0] for line in done.stdout.splitlines()]
    assert names[-1] == "contract"
    assert set(names) == {"contract", "later", "terrarium_rules__mypyc"}


def test_a_failing_compiler_leaves_plain_python_and_a_sentence(tree: Path) -> None:
    done = compile_it(tree, CC="false")
    assert done.returncode == 0
    assert done.stdout.startswith("The rules run as plain Python: ")
    assert done.stdout.count("\n") == 1
    assert not done.stderr
    assert not list((tree / "src").rglob("*.so"))
    assert compile_it(tree, "--must", CC="false").returncode == 1
    process = start(tree)
    assert not process.compiled  # type: ignore[attr-defined]
    assert finish(process) == "True 42"


def test_without_any_compiler(tree: Path, tmp_path: Path) -> None:
    done = compile_it(tree, "--must", PATH=str(tmp_path / "nothing"))
    assert done.returncode == 0
    assert done.stdout == "The rules run as plain Python: there is no C compiler.\n"


def test_plain_python_can_be_asked_for(tree: Path) -> None:
    done = compile_it(tree, "--must", TERRARIUM_PURE="1")
    assert done.returncode == 0
    assert "TERRARIUM_PURE" in done.stdout


def test_what_mypyc_does_not_take_is_found_without_a_c_compiler(tree: Path, tmp_path: Path) -> None:
    assert compile_it(tree, "--check", PATH=str(tmp_path / "nothing")).returncode == 0
    rule = tree / "src" / "terrarium" / "search" / "later.py"
    # A star in a tuple after `in`: mypy takes it, mypyc does not.
    rule.write_text('MORE = ("b", "c")\n\ndef known(name: str) -> bool:\n    return name in ("a", *MORE)\n', "utf-8")
    assert compile_it(tree, "--check", PATH=str(tmp_path / "nothing")).returncode != 0
