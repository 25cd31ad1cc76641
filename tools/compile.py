"""Compile the rules packages in place with mypyc, into one group; say so and go on where there is no C compiler.

Used by `make` during development and by the build hook of the wheel (`hatch_build.py`).
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ("kernel", "smallworld", "terramystica", "search", "batch")

# One C file a module, so that all cores share the work. Hidden symbols let the C compiler call and inline directly:
# with the default visibility every call between two rules goes through a table.
SCRIPT = """
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from setuptools import setup
from setuptools.command.build_ext import build_ext
from mypyc.build import mypycify

class Parallel(build_ext):
    def build_extensions(self):
        compiler = self.compiler
        def compile(sources, output_dir=None, macros=None, include_dirs=None, debug=0, extra_preargs=None,
                    extra_postargs=None, depends=None):
            macros, objects, post, pre, build = compiler._setup_compile(
                output_dir, macros, include_dirs, sources, depends, extra_postargs)
            args = compiler._get_cc_args(pre, debug, extra_preargs)
            def one(obj):
                source, extension = build[obj]
                compiler._compile(obj, source, extension, args, post, macros)
            with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
                list(pool.map(one, [obj for obj in objects if obj in build]))
            return objects
        compiler.compile = compile
        super().build_extensions()

files = sys.argv[1:]
sys.argv = ['setup.py', 'build_ext', '--inplace', '--build-temp', '../build/temp', '--build-lib', '../build/lib']
flags = ['--strict', '--config-file=', '--explicit-package-bases', '--namespace-packages']
extensions = mypycify([*flags, *files], opt_level='2', debug_level='0', multi_file=True, group_name='terrarium_rules',
                      target_dir='../build/mypyc')
for extension in extensions:
    extension.extra_compile_args.append('-fvisibility=hidden')
setup(name='terrarium_rules', py_modules=[], packages=[], ext_modules=extensions, cmdclass={'build_ext': Parallel})
"""


def has_compiler() -> bool:
    """Is there a C compiler, and is compiling wanted?"""
    if os.environ.get("TERRARIUM_PURE", "") not in ("", "0"):
        return False
    return any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "gcc", "clang"))


def sources() -> list[str]:
    """Every module of the rules packages, relative to src/."""
    base = ROOT / "src"
    folders = [base / "terrarium" / name for name in COMPILED]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]
    return [str(path.relative_to(base)) for path in found]


def compile_rules(log: Path) -> list[Path]:
    """Compile in a process of its own, with its output in `log`; give the files that were made."""
    base = ROOT / "src"
    for old in base.rglob("*.so"):
        old.unlink()
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as out:
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *sources()], cwd=base, check=True, stdout=out, stderr=subprocess.STDOUT
        )
    return sorted(base.rglob("*.so"))


def main() -> int:
    if not has_compiler():
        print("No C compiler: the rules run as plain Python.")
        return 0
    start = time.monotonic()
    log = ROOT / "build" / "compile.log"
    try:
        compile_rules(log)
    except subprocess.CalledProcessError:
        print(log.read_text()[-4000:])
        print("The rules could not be compiled; see build/compile.log. TERRARIUM_PURE=1 runs them as plain Python.")
        return 1
    print(f"Compiled the rules in {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
