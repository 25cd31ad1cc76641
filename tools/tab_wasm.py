"""The rules as WebAssembly, for the tab: mypyc's C, compiled with Zig's clang and linked as a library that Pyodide's
Python opens.

    python tools/tab_wasm.py            build, or say what is missing
    python tools/tab_wasm.py --fetch    fetch what is missing first: Zig as a wheel, Python's headers from Debian

Emscripten is not needed: Zig brings clang, its linker and the headers of musl, the C library that Emscripten has too,
and everything that is called is in Pyodide already. Two things are of the target and not of this machine: the version
of Python (mypyc asks `sys.version_info`) and how wide a pointer is (it asks `sysconfig`); `pyconfig.h` is made from
what Pyodide's own Python says of itself. One library holds all modules and `librt`, mypyc's runtime;
`tools/tab_python/terrarium_start.py` opens it in the browser.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILD = ROOT / "build"
KEPT = BUILD / "wasm"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
HERE = ROOT / "tools" / "tab_python_wasm"
ZIG = "ziglang>=0.14"
WHEELS = BUILD / "wheels"
HEADERS = BUILD / "headers"
DEBIAN = "sid"
"""Where Debian has the headers of Pyodide's Python, whatever release this machine is."""

COMPILED = ("kernel", "smallworld", "terramystica", "search")
LEFT_OUT = ("terramystica/snellman/", "/learned.py", "/house_map.py")
"""What a tab does once, or never: not worth its bytes."""
RUNTIME = (
    "vecs/librt_vecs.c", "vecs/vec_bool.c", "vecs/vec_float.c", "vecs/vec_i16.c", "vecs/vec_i32.c", "vecs/vec_i64.c",
    "vecs/vec_nested.c", "vecs/vec_t.c", "vecs/vec_u8.c", "strings/librt_strings.c",
)  # fmt: skip
"""What of `librt` the rules use."""

C = """
import json, os, sys, sysconfig
import setuptools
from collections import namedtuple
folder, minor, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
known = sysconfig.get_config_var
sysconfig.get_config_var = lambda name: 4 if name == 'SIZEOF_SIZE_T' else known(name)
import mypy.build
import mypyc.build
sys.version_info = namedtuple('version_info', 'major minor micro releaselevel serial')(3, minor, 0, 'final', 0)
flags = ['--strict', '--config-file=', '--explicit-package-bases', '--namespace-packages',
         '--cache-dir=' + folder + '/types', f'--python-version=3.{minor}']
made = mypyc.build.mypycify([*flags, *files], opt_level='2', debug_level='0', multi_file=True,
                            group_name='terrarium_rules', target_dir=folder + '/c')
whole = next(one for one in made if one.name == 'terrarium_rules__mypyc')
with open(folder + '/c.json', 'w') as out:
    json.dump({'sources': whole.sources, 'include': whole.include_dirs}, out)
"""


class NotCompiled(Exception):
    """There is no library; the text says why, in a sentence."""


def modules() -> list[str]:
    """What is compiled, relative to src/."""
    found = [path for name in COMPILED for path in sorted((SOURCE / "terrarium" / name).rglob("*.py"))]
    names = [path.relative_to(SOURCE).as_posix() for path in found if path.name != "__init__.py"]
    return [name for name in names if not any(part in name for part in LEFT_OUT)]


def zig() -> Path:
    """Zig's program."""
    spec = importlib.util.find_spec("ziglang")
    folders = [Path(spec.origin).parent] if spec is not None and spec.origin else []
    for folder in [*folders, WHEELS / "ziglang" / "ziglang"]:
        for name in ("zig", "zig.exe"):
            if (folder / name).is_file():
                return folder / name
    raise NotCompiled("Zig is not installed (`python tools/tab_wasm.py --fetch`, or the wheel `ziglang`)")


def target() -> tuple[str, dict[str, Any]]:
    """Version of Pyodide's Python (`3.14`) and what it says of how it was made."""
    if not PYODIDE.is_dir():
        raise NotCompiled("Pyodide is not installed (`make tab` installs it)")
    python: str = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["python"]
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        name = next(name for name in library.namelist() if name.startswith("_sysconfigdata_"))
        found = ModuleType("found")
        exec(library.read(name), found.__dict__)
    return python.rpartition(".")[0], found.build_time_vars


def headers(python: str) -> Path:
    """Python's headers, of that very version: named, fetched, or those of a Python that is installed."""
    named = [Path(os.environ["TERRARIUM_HEADERS"])] if os.environ.get("TERRARIUM_HEADERS") else []
    folders = [*named, HEADERS / "usr" / "include" / f"python{python}"]
    program = shutil.which(f"python{python}")
    if program is not None:
        code = "import sysconfig; print(sysconfig.get_path('include'))"
        folders.append(Path(subprocess.check_output([program, "-c", code], text=True).strip()))
    for folder in folders:
        patch = folder / "patchlevel.h"
        if patch.is_file() and f'PY_VERSION              "{python}.' in patch.read_text(encoding="utf-8"):
            return folder
    raise NotCompiled(
        f"there are no C headers of Python {python} (`--fetch` fetches them, TERRARIUM_HEADERS names them)"
    )


def key() -> str:
    """What the library is made from, by content."""
    python, _ = target()
    try:
        digest = hashlib.sha256(f"{python} {version('mypy')}".encode())
    except PackageNotFoundError:
        raise NotCompiled("mypy, which compiles the rules, is not installed") from None
    for path in [Path(__file__), HERE / "door.c", *(SOURCE / name for name in modules())]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def library() -> Path:
    """The library, made now unless the same was made before."""
    made = KEPT / f"{key()}.so"
    if made.is_file():
        return made
    program, (python, said) = zig(), target()
    include = headers(python)
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wasm-", dir=BUILD) as place:
        scratch = Path(place)
        emit(scratch, python)
        compile_all(scratch, program, [settings(scratch, said, include), *libc(scratch, program)])
        fresh = scratch / "library.so"
        options = ["-shared", "--experimental-pic", "--import-memory", "--unresolved-symbols=import-dynamic"]
        options += ["-Bsymbolic", "--growable-table", "--strip-all", "--no-entry", "-o", str(fresh)]
        run([str(program), "wasm-ld", *options, *map(str, sorted(scratch.glob("*.o")))])
        for old in KEPT.glob("*.so"):
            old.unlink()
        fresh.rename(made)
    return made


def run(command: list[str], **more: Any) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True, **more)
    if done.returncode:
        (BUILD / "wasm.log").write_text(done.stdout + done.stderr, encoding="utf-8")
        raise NotCompiled("the compiler failed, see build/wasm.log")


def emit(scratch: Path, python: str) -> None:
    """mypyc's C, as for the target."""
    run([sys.executable, "-c", C, str(scratch), python.rpartition(".")[2], *modules()], cwd=SOURCE)


def settings(scratch: Path, said: dict[str, Any], include: Path) -> Path:
    """Python's headers with a `pyconfig.h` of the target: the names they ask for, with what Pyodide's Python says."""
    asked: set[str] = set()
    for path in include.rglob("*.h"):
        asked |= set(re.findall(r"\b(?:HAVE|SIZEOF|ALIGNOF|WITH|Py|PY|_Py)_?\w+", path.read_text("utf-8", "replace")))
    lines = [f"#define {name} {said[name]}" for name in sorted(asked) if said.get(name) not in (None, 0, "")]
    lines = [line for line in lines if re.fullmatch(r"#define \w+ [-\w]+", line)]
    folder = scratch / "python"
    shutil.copytree(include, folder)
    (folder / "pyconfig.h").write_text("\n".join(["#pragma once", *lines, ""]), encoding="utf-8")
    return folder


def libc(scratch: Path, program: Path) -> list[Path]:
    """musl's headers. Of the machines that Zig knows, a 32-bit one is like WebAssembly but for two types."""
    headers = program.parent / "lib" / "libc" / "include"
    folder = scratch / "libc"
    (folder / "bits").mkdir(parents=True)
    text = (headers / "arm-linux-musl" / "bits" / "alltypes.h").read_text(encoding="utf-8")
    text = text.replace("#define _Addr int", "#define _Addr long").replace("unsigned wchar_t", "int wchar_t")
    (folder / "bits" / "alltypes.h").write_text(text, encoding="utf-8")
    return [folder, headers / "arm-linux-musl", headers / "generic-musl"]


def compile_all(scratch: Path, program: Path, system: list[Path]) -> None:
    """Every C file, on all cores."""
    told = json.loads((scratch / "c.json").read_text(encoding="utf-8"))
    runtime = Path(told["include"][0])
    sources = [*map(Path, told["sources"]), *(runtime / name for name in RUNTIME), HERE / "door.c"]
    flags = ["--target=wasm32-unknown-emscripten", "-c", "-Os", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"]
    flags += ["-fno-strict-overflow", "-mbulk-memory", "-nostdinc", "-DPY_CALL_TRAMPOLINE"]
    for folder in [program.parent / "lib" / "include", *system]:
        flags += ["-isystem", str(folder)]
    flags += [f"-I{folder}" for folder in told["include"]]

    def one(place: int) -> None:
        run([str(program), "clang", *flags, str(sources[place]), "-o", str(scratch / f"{place}.o")])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(one, range(len(sources))))


def fetch() -> None:
    """Zig as a wheel; Python's headers as a Debian package, unpacked into build/ and installed nowhere."""
    try:
        zig()
    except NotCompiled:
        options = ["--only-binary", ":all:", "--no-deps", "--target", str(WHEELS / "ziglang")]
        run([sys.executable, "-m", "pip", "install", "-q", *options, ZIG])
    python, _ = target()
    try:
        headers(python)
    except NotCompiled:
        fetch_headers(python)


def fetch_headers(python: str) -> None:
    """With apt's own tools and the host that this machine's sources name, and a list of packages of our own."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise NotCompiled(f"headers of Python {python} are fetched on Debian alone (TERRARIUM_HEADERS names a folder)")
    files = [path for path in Path("/etc/apt").rglob("*") if path.suffix in (".list", ".sources")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    hosts = re.findall(r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(\S+/debian/?)(?=\s|$)", "\n".join(texts), re.MULTILINE)
    keys = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
    if not hosts or not keys.is_file():
        raise NotCompiled("apt's sources name no host of Debian")
    with tempfile.TemporaryDirectory(prefix="apt-", dir=BUILD) as place:
        folder = Path(place)
        (folder / "sources.list").write_text(f"deb [signed-by={keys}] {hosts[0]} {DEBIAN} main\n", encoding="utf-8")
        for name in ("lists", "cache"):
            (folder / name / "partial").mkdir(parents=True)
        options = {"Dir::Etc::sourcelist": folder / "sources.list", "Dir::Etc::sourceparts": "/dev/null",
                   "Dir::State::lists": folder / "lists", "Dir::Cache": folder / "cache"}  # fmt: skip
        apt = ["apt-get", "-q", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]
        run([*apt, "update"])
        run([*apt, "download", f"libpython{python}-dev"], cwd=folder)
        run(["dpkg-deb", "-x", str(next(folder.glob("*.deb"))), str(HEADERS)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", action="store_true", help="fetch Zig and Python's headers into build/ first")
    BUILD.mkdir(exist_ok=True)
    try:
        if parser.parse_args().fetch:
            fetch()
        made = library()
    except NotCompiled as reason:
        print(f"The rules were not compiled to WebAssembly: {reason}.")
        return 1
    print(f"Built {made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB, {len(modules())} modules.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
