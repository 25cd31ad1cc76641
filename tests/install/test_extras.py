"""What `pip install terrarium-games` alone gives: every command works or names, in one sentence, the extra it needs."""

import os
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any

import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from terrarium.cli.main import app
from terrarium.words import LANGUAGES
from tests.support.patience import CEILING_S

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "tests" / "fixtures"
RECORD = str(sorted((FIXTURES / "small-world").glob("*.txt"))[0])
MYSTIC = str(sorted((FIXTURES / "terra-mystica").glob("*.txt"))[0])

# One call of each command, and the extra it needs beyond what is always installed.
CALLS: dict[str, tuple[list[str], str]] = {
    "titles": ([], ""),
    "rules": (["small-world", "ghouls"], ""),
    "play": (["small-world", "--seats", "random,random"], ""),
    "simulate": (["small-world", "--games", "1"], ""),
    "replay": ([RECORD], ""),
    "export": ([MYSTIC, "-o", "game.log"], ""),
    "import": (["game.log"], ""),
    "perft": (["small-world", "--depth", "1"], ""),
    "bench": (["small-world", "--seconds", "0.001"], ""),
    "arena": (["small-world", "--bots", "random,random", "--games", "1"], "arena"),
    "balance": (["small-world", "--bot", "random", "--games", "1"], "arena"),
    "ladder": (["small-world", "--bots", "random,novice", "--games", "2", "--workers", "1"], ""),
    "calibrate": (["small-world", "--games", "1"], ""),
    "review": ([RECORD, "--simulations", "1"], ""),
    "mcp": ([], "mcp"),
    "serve": ([], "server"),
    "verify": ([RECORD], "server"),
    "replay-all": ([], "server"),
    "backup": (["backup.jsonl.gz"], "server"),
    "migrate": ([], "server"),
    "restore": ([RECORD], "server"),
    "loadtest": ([], "server"),
    "workshop shuffle": (["small-world"], ""),
    "workshop export": (["orcs", "--title", "small-world"], ""),
    "workshop text": (["unit.toml"], ""),
    "workshop check": (["unit.toml", "--games", "1"], ""),
    "admin ban": (["1"], "server"),
    "admin unban": (["1"], "server"),
    "admin close-table": (["1"], "server"),
    "admin delete-chat": (["1"], "server"),
    "admin reports": ([], "server"),
    "admin close-report": (["1"], "server"),
    "admin take-down": (["1"], "server"),
    "admin quota": (["1", "game", "5"], "server"),
}

BARE = """
import sys
allowed = set(sys.argv.pop(1).split(","))

class Bare:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] not in allowed and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare)
from terrarium.cli.main import main
main()
"""


@cache
def base_modules() -> str:
    """Top-level modules of the base dependencies and of what they depend on, and the standard library."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting, seen = [Requirement(line) for line in told["dependencies"]], set[str]()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in seen:
            seen.add(name)
            more = [Requirement(line) for line in requires(name) or []]
            waiting += [one for one in more if one.marker is None or one.marker.evaluate({"extra": ""})]
    found = {
        module for module, names in packages_distributions().items() if seen & {canonicalize_name(n) for n in names}
    }
    return ",".join(sorted({*found, *sys.stdlib_module_names, "terrarium", "terrarium_rules__mypyc"}))


def run(words: list[str], folder: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "TERRARIUM_LANG": lang, "COLUMNS": "200", "TERRARIUM_CONFORMANCE": ""}
    return subprocess.run(
        [sys.executable, "-c", BARE, base_modules(), *words], input="", cwd=folder, capture_output=True, text=True,
        env=env, check=False, timeout=CEILING_S,
    )  # fmt: skip


def commands(group: Any, before: str = "") -> set[str]:
    """Every command, those of groups with the group's name."""
    inside = {before + name: its for name, its in group.commands.items()}
    return {
        found
        for name, its in inside.items()
        for found in (commands(its, name + " ") if hasattr(its, "commands") else {name})
    }


def test_every_command_is_tried() -> None:
    tried = {name for name in commands(typer.main.get_command(app)) if not name.startswith("new ")}
    assert tried == set(CALLS), "`new` is for a checkout: tests/cli/test_new.py"


def test_the_bare_installation_lacks_what_the_extras_bring() -> None:
    modules = set(base_modules().split(","))
    assert {"typer", "rich", "librt"} <= modules
    assert not {"fastapi", "sqlalchemy", "msgspec", "numpy", "openskill", "matplotlib", "pytest"} & modules


@pytest.mark.parametrize("command", [name for name, (_, extra) in CALLS.items() if not extra and name != "bench"])
def test_it_works_alone(command: str, tmp_path: Path) -> None:
    words, _ = CALLS[command]
    if command == "import":
        run(["export", *CALLS["export"][0]], tmp_path)
    if "unit.toml" in words:
        unit = run(["workshop", "export", *CALLS["workshop export"][0]], tmp_path).stdout
        (tmp_path / "unit.toml").write_text(unit, encoding="utf-8")
    done = run([*command.split(), *words], tmp_path)
    assert "Traceback" not in done.stderr, done.stderr
    assert "terrarium-games[" not in done.stderr
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "lang"),
    [*((name, "en") for name, (_, extra) in CALLS.items() if extra), *(("serve", lang) for lang in LANGUAGES[1:])],
)
def test_it_names_the_extra_it_needs(command: str, lang: str, tmp_path: Path) -> None:
    words, extra = CALLS[command]
    done = run([*command.split(), *words], tmp_path, lang)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert f'pip install "terrarium-games[{extra}]"' in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_bench_says_what_it_left_out(tmp_path: Path) -> None:
    words, _ = CALLS["bench"]
    done = run(["bench", *words], tmp_path)
    assert done.returncode == 0, done.stderr
    assert 'pip install "terrarium-games[envs]"' in done.stdout
