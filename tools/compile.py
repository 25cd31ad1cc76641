"""Compile the rules packages with mypyc, into one group; say so and go on as plain Python where that cannot be done.

Everything is made in a folder of its own under `build/` and kept there under a key of what it was made from, so that
the same rules are compiled once: for `make`, for the wheel, for the next wheel. Only the whole set is then moved in
beside the sources, so that a process that starts meanwhile takes all of it or nothing (see `terrarium/__init__.py`).

    python tools/compile.py            compile if need be, and move in
    python tools/compile.py --must     the same, and fail where a compiler is there and does not succeed
    python tools/compile.py --check    only ask whether mypyc takes the rules: it is stricter than mypy
"""

import argparse
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILD = ROOT / "build"
LOG = BUILD / "compile.log"
COMPILED = ("kernel", "smallworld", "terramystica", "search", "batch")
SUFFIXES = (".so", ".pyd")
GATE = Path("terrarium/kernel")
"""`contract` of this folder decides for a process that starts whether the rules are compiled: it comes last."""

LEFT_AFTER_S = 3600
"""A folder of a compiler that was ended in the middle is cleared away after this time."""

# One C file a module, so that all cores share the work. Hidden symbols let the C compiler call and inline directly:
# with the default visibility every call between two rules goes through a table.
SCRIPT = """
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from setuptools import setup
from setuptools.command.build_ext import build_ext
from mypyc.build import mypycify

folder, cores, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
only_check = cores == 0

class Parallel(build_ext):
    def build_extensions(self):
        compiler = self.compiler
        if compiler.compiler_type != 'msvc':
            for extension in self.extensions:
                extension.extra_compile_args.append('-fvisibility=hidden')
            def compile(sources, output_dir=None, macros=None, include_dirs=None, debug=0, extra_preargs=None,
                        extra_postargs=None, depends=None):
                macros, objects, post, pre, build = compiler._setup_compile(
                    output_dir, macros, include_dirs, sources, depends, extra_postargs)
                args = compiler._get_cc_args(pre, debug, extra_preargs)
                def one(obj):
                    source, extension = build[obj]
                    compiler._compile(obj, source, extension, args, post, macros)
                with ThreadPoolExecutor(cores) as pool:
                    list(pool.map(one, [obj for obj in objects if obj in build]))
                return objects
            compiler.compile = compile
        super().build_extensions()

sys.argv = ['setup.py', 'build_ext', '--parallel', str(cores), '--build-temp', folder + '/temp',
            '--build-lib', folder + '/lib']
flags = ['--strict', '--config-file=', '--explicit-package-bases', '--namespace-packages',
         '--cache-dir=' + folder + '/types']
extensions = mypycify([*flags, *files], opt_level='2', debug_level='0', multi_file=True, group_name='terrarium_rules',
                      target_dir=folder + '/c')
if only_check:
    sys.exit()
setup(name='terrarium_rules', py_modules=[], packages=[], ext_modules=extensions, cmdclass={'build_ext': Parallel})
"""


class NotCompiled(Exception):
    """The rules were not compiled; the text says why, in a sentence."""


def wanted() -> bool:
    """May the rules be compiled, or was plain Python asked for?"""
    return os.environ.get("TERRARIUM_PURE", "") in ("", "0")


def c_compiler() -> list[str]:
    """The command of a C compiler; empty where there is none. (On Windows setuptools looks for one by itself.)"""
    asked = os.environ.get("CC", "").split()
    for words in [asked, ["cc"], ["gcc"], ["clang"]]:
        if words and shutil.which(words[0]):
            return words
    if os.name == "nt":
        return ["cl"]
    zig = importlib.util.find_spec("ziglang")
    return [str(Path(zig.origin).parent / "zig"), "cc"] if zig is not None and zig.origin else []


def has_compiler() -> bool:
    """Is there a C compiler, and is compiling wanted?"""
    return wanted() and bool(c_compiler())


def cores() -> int:
    """The cores this process may use; where the system does not tell, all there are."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def sources() -> list[str]:
    """Every module of the rules packages, relative to src/."""
    folders = [SOURCE / "terrarium" / name for name in COMPILED]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]
    return [path.relative_to(SOURCE).as_posix() for path in found]


def tag() -> str:
    """Which Python compiled modules are for."""
    return str(sysconfig.get_config_var("SOABI") or f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}")


def key() -> str:
    """What the compiled rules are made from: the sources, the Python, mypy, and the way they are compiled."""
    digest = hashlib.sha256(f"{tag()} {SCRIPT}".encode())
    try:
        digest.update(version("mypy").encode())
    except PackageNotFoundError:
        raise NotCompiled("mypy, which compiles the rules, is not installed") from None
    for name in sources():
        digest.update(name.encode() + b"\0" + (SOURCE / name).read_bytes())
    return digest.hexdigest()[:16]


def kept() -> Path:
    """The folder in which these compiled rules are kept."""
    return BUILD / "compiled" / f"{tag()}-{key()}"


def libraries(folder: Path) -> list[Path]:
    """Compiled modules under a folder, in the order in which they are moved in: what opens the door comes last."""
    found = sorted(path for suffix in SUFFIXES for path in folder.rglob(f"*{suffix}"))
    return sorted(found, key=lambda path: path.parent.name == "kernel" and path.name.startswith("contract."))


def compile_rules() -> list[Path]:
    """The compiled modules, made now unless the same were made before; their paths below a folder of their own."""
    if not wanted():
        raise NotCompiled("TERRARIUM_PURE asks for plain Python")
    command = c_compiler()
    if not command:
        raise NotCompiled("there is no C compiler")
    target = kept()
    if target.is_dir():
        return libraries(target)
    include = Path(sysconfig.get_path("include")) / "Python.h"
    if not include.is_file():
        raise NotCompiled("Python's C headers are not installed (a package like python3-dev brings them)")
    BUILD.mkdir(exist_ok=True)
    for left in BUILD.glob("compile-*"):
        if left.is_dir() and time.time() - left.stat().st_mtime > LEFT_AFTER_S:
            shutil.rmtree(left, ignore_errors=True)
    environment = dict(os.environ)
    if Path(command[0]).name == "zig":
        # What setuptools would take from the compiler Python itself was made with.
        called = shlex.join([*command, "-fno-sanitize=all"])
        environment |= {
            "CC": called,
            "CXX": called,
            "LDSHARED": f"{called} -shared",
            "LDCXXSHARED": f"{called} -shared",
        }
    with tempfile.TemporaryDirectory(prefix="compile-", dir=BUILD, ignore_cleanup_errors=True) as scratch:
        with LOG.open("w", encoding="utf-8") as out:
            done = subprocess.run(
                [sys.executable, "-c", SCRIPT, scratch, str(cores()), *sources()], cwd=SOURCE, env=environment,
                stdout=out, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
        if done.returncode:
            raise NotCompiled("the C compiler or mypyc failed, see build/compile.log")
        if kept() != target:
            raise NotCompiled("a rule was changed while the rules were compiled: compile again")
        target.parent.mkdir(exist_ok=True)
        for old in target.parent.glob(f"{tag()}-*"):
            if old != target:
                shutil.rmtree(old, ignore_errors=True)
        if not target.is_dir():
            (Path(scratch) / "lib").rename(target)
    return libraries(target)


def check() -> int:
    """Does mypyc take the rules? No C compiler is needed for that."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="compile-", dir=BUILD, ignore_cleanup_errors=True) as scratch:
        done = subprocess.run([sys.executable, "-c", SCRIPT, scratch, "0", *sources()], cwd=SOURCE, check=False)
    return done.returncode


def moved_in() -> Path:
    """The file that says which compiled rules lie beside the sources. Its time is that of the sources they were last
    held against: a process that finds a younger one does not take them (see `terrarium/__init__.py`)."""
    return BUILD / "moved-in.txt"


def held_against_sources(at: float) -> None:
    os.utime(moved_in(), (at, at))


def close() -> None:
    """From here on processes start as plain Python; those that run compiled still find every module they may want."""
    moved_in().unlink(missing_ok=True)
    for path in libraries(SOURCE / GATE):
        if path.name.startswith("contract."):
            path.unlink()


def close_stale() -> bool:
    """Close the door to compiled modules that were made from other sources; are the right ones there?"""
    now = time.time()
    try:
        current = kept().name
    except NotCompiled:
        current = ""
    here = moved_in().read_text(encoding="utf-8") if moved_in().is_file() else ""
    if wanted() and here == current != "" and any(p.name.startswith("contract.") for p in libraries(SOURCE / GATE)):
        held_against_sources(now)
        return True
    close()
    return False


def move_in(built: list[Path]) -> None:
    """Copy the whole set beside the sources; until the last file is there, whoever starts runs as plain Python."""
    now = time.time()
    base = kept()
    close()
    targets = [SOURCE / path.relative_to(base) for path in built]
    for old in set(libraries(SOURCE)) - set(targets):
        old.unlink()
    for path, target in zip(built, targets, strict=True):
        fresh = target.with_name(target.name + ".new")
        shutil.copy2(path, fresh)
        os.replace(fresh, target)
    moved_in().write_text(base.name, encoding="utf-8")
    held_against_sources(now)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--must", action="store_true", help="fail where the rules could not be compiled")
    parser.add_argument("--check", action="store_true", help="only ask whether mypyc takes the rules")
    parser.add_argument("--beside", action="store_true", help="give way to the table that runs beside it")
    wish = parser.parse_args()
    if wish.beside and hasattr(os, "nice"):
        os.nice(5)
    if wish.check:
        return check()
    start = time.monotonic()
    try:
        if close_stale():
            print("The rules are compiled already.")
            return 0
        move_in(compile_rules())
    except NotCompiled as reason:
        print(f"The rules run as plain Python: {reason}.")
        return 1 if wish.must and wanted() and c_compiler() else 0
    print(f"Compiled the rules in {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
