"""Build Terrarium in a tab: `dist/tab`, a folder that any file server can give out, with the browser client, the rules
and a Python that runs in the browser. Nothing in it asks another host for anything.

    python tools/tab.py             build if need be; `make tab` does the same
    python tools/tab.py --wasm      with the rules compiled to WebAssembly (`tools/tab_wasm.py`); `make tab WASM=1`

The client comes from Vite (`web/vite.tab.config.ts`), Python from the npm package `pyodide`, whose own Python turns our
modules into bytecode (`web/scripts/tab.mjs`). It remembers what it was made from, so nothing is built twice.
"""

import argparse
import hashlib
import importlib.util
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "terrarium"
MADE = ROOT / "dist" / "tab"
MARK = "made-from.txt"
NOTEBOOK = ROOT / "examples" / "four_titles.ipynb"
STAND_INS = ROOT / "tools" / "tab_python"
BORROWED = ("mypy_extensions", "pyicumessageformat")
"""Plain Python that the rules and words need."""
TAKEN = (
    "__init__.py", "catalog.py", "courtesy.py", "foreign.py", "pictures.py", "kernel", "smallworld", "terramystica",
    "search", "titles", "words", "rules", "lessons", "puzzles", "workshop", "bots", "coach", "cartography",
    "tab", "server", "maps_outlines", "arena/__init__.py", "arena/figures.py", "arena/match.py",
)  # fmt: skip
"""What of our package goes along."""
SERVER = (
    "__init__.py", "errors.py", "words.py", "shelf.py", "workshop/__init__.py", "workshop/units.py",
    "workshop/maps.py", "workshop/works.py", "ops/__init__.py", "ops/titles.py", "room/__init__.py",
    "room/admission.py", "room/chance.py", "room/clocks.py", "room/dealt.py", "room/fences.py", "room/history.py",
    "room/moves.py", "room/outlook.py", "room/page.py", "room/plans.py", "room/played.py", "room/room.py",
    "room/wishes.py", "store/__init__.py", "store/rows.py", "store/records.py", "wire/__init__.py",
    "wire/connection.py", "wire/packets.py", "bots/__init__.py", "bots/telling.py",
)  # fmt: skip
"""What of the server needs no server."""
LATIN = ("alegreya", "almendra")
"""Type that every language shows."""
ENDINGS = (".py", ".json", ".jsonl", ".toml")
CLIENTS = "words/*/icons.json"
"""What the browser client alone reads, and brings itself."""


def tool(name: str) -> object:
    """Another tool: `client`, which knows how Node is called, or `tab_wasm`."""
    spec = importlib.util.spec_from_file_location(f"terrarium_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[f"terrarium_{name}"] = module  # its dataclasses ask for their module
    spec.loader.exec_module(module)
    return module


def client() -> object:
    return tool("client")


def taken() -> list[tuple[str, Path]]:
    """Name on Python's path and file of everything that goes along."""
    found: list[tuple[str, Path]] = []
    for name in TAKEN:
        folder = SOURCE / name
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            below = path.relative_to(SOURCE)
            if path.suffix not in ENDINGS or "__pycache__" in below.parts or below.match(CLIENTS):
                continue
            if below.parts[0] == "server" and below.relative_to("server").as_posix() not in SERVER:
                continue
            found.append((f"terrarium/{below.as_posix()}", path))
    for path in sorted(STAND_INS.rglob("*.py")):
        found.append((path.relative_to(STAND_INS).as_posix(), path))
    for name in BORROWED:
        spec = importlib.util.find_spec(name)
        assert spec is not None, name
        assert spec.origin is not None, name
        file = Path(spec.origin)
        for path in sorted(file.parent.glob("*.py")) if file.name == "__init__.py" else [file]:
            found.append((f"{name}/{path.name}" if file.name == "__init__.py" else path.name, path))
    return found


def key(maker: object) -> str:
    """What the tab is made from, by content."""
    digest = hashlib.sha256(str(maker.key()).encode())  # type: ignore[attr-defined]
    digest.update(Path(__file__).read_bytes())
    for name, path in [*taken(), (NOTEBOOK.name, NOTEBOOK)]:
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def is_current(wasm: bool = False) -> bool:
    """Is there a tab made from just these sources? One with compiled rules is as good as one without, where none are
    asked for."""
    mark = MADE / MARK
    made = mark.read_text(encoding="utf-8").split() if mark.is_file() else [""]
    return made[0] == key(client()) and (made[1:] == ["wasm"] or not wasm)


def build(wasm: bool = False) -> None:
    """Client, Python and rules, also compiled; NotBuilt of `tools/client.py` where something is missing."""
    maker = client()
    node = maker.node()  # type: ignore[attr-defined]
    if node is None:
        raise maker.NotBuilt(f"there is no Node.js {maker.OLDEST} or newer")  # type: ignore[attr-defined]
    maker.furnish(node)  # type: ignore[attr-defined]
    mark = key(maker) + (" wasm" if wasm else "")
    library = [str(compiled(maker))] if wasm else []
    maker.run(node, ["run", "tab"])  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as place:
        sources, python = Path(place) / "sources", Path(place) / "python"
        python.mkdir()
        for name, path in taken():
            target = sources / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        command = ["exec", "--", "node", "scripts/tab.mjs", str(sources), str(python), *library]
        maker.run(node, command)  # type: ignore[attr-defined]
        finish(python)
    (MADE / MARK).write_text(mark + "\n", encoding="utf-8")


def compiled(maker: object) -> Path:
    """The library of the rules, compiled; what is missing is fetched."""
    wasm = tool("tab_wasm")
    try:
        wasm.fetch()  # type: ignore[attr-defined]
        found: Path = wasm.library()  # type: ignore[attr-defined]
    except wasm.NotCompiled as reason:  # type: ignore[attr-defined]
        told = f"the rules cannot be compiled to WebAssembly: {reason}"
        raise maker.NotBuilt(told) from None  # type: ignore[attr-defined]
    return found


def finish(python: Path) -> None:
    """Put Python beside the client under a name that says what is in it, and tell the page and its service worker."""
    digest = hashlib.sha256()
    for path in sorted(python.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    folder = f"python-{digest.hexdigest()[:10]}"
    shutil.copytree(python, MADE / folder)
    page = (MADE / "tab.html").read_text(encoding="utf-8").replace("%PYTHON%", folder)
    (MADE / "tab.html").unlink()
    (MADE / "index.html").write_text(page, encoding="utf-8")
    book = (MADE / "notebook.html").read_text(encoding="utf-8").replace("%PYTHON%", folder)
    (MADE / "notebook.html").write_text(book, encoding="utf-8")
    shutil.copyfile(NOTEBOOK, MADE / "notebook.ipynb")
    # Whoever gives these files out beside a server writes its address here; `terrarium serve` answers in its place.
    (MADE / "server.json").write_text('{"server": ""}\n', encoding="utf-8")
    shell = ["./", *sorted(path.relative_to(MADE).as_posix() for path in MADE.rglob("*") if in_shell(path))]
    version = hashlib.sha256()
    for name in shell:
        version.update(name.encode() + b"\0" + (MADE / ("index.html" if name == "./" else name)).read_bytes())
    worker = (ROOT / "web" / "scripts" / "tab-sw.js").read_text(encoding="utf-8")
    worker = worker.replace("%VERSION%", version.hexdigest()[:10]).replace("'%SHELL%'", json.dumps(shell))
    files = sorted(f"{folder}/{path.name}" for path in python.iterdir() if f"{folder}/{path.name}" not in shell)
    worker = worker.replace("'%FILES%'", json.dumps(files))
    (MADE / "sw.js").write_text(worker.replace("%PYTHON%", folder), encoding="utf-8")


def in_shell(path: Path) -> bool:
    """Does the page need this file whatever is played? Other type than Latin is kept when it is shown, Python when it
    is loaded."""
    if path.name.startswith(LATIN) or path.name in ("notebook.html", "notebook.ipynb"):
        return True
    return path.suffix in (".js", ".mjs", ".css", ".svg", ".png", ".webmanifest") and path.name != "sw.js"


def main(words: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wasm", action="store_true", help="with the rules compiled to WebAssembly")
    wasm: bool = parser.parse_args(words).wasm
    if is_current(wasm):
        print("The tab is built already: dist/tab")
        return 0
    try:
        build(wasm)
    except Exception as reason:
        if type(reason).__name__ != "NotBuilt":
            raise
        print(f"The tab was not built: {reason}.")
        return 1
    size = sum(path.stat().st_size for path in MADE.glob("python-*/*"))
    print(f"Built dist/tab; Python and the rules take {size / 1e6:.1f} MB.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
