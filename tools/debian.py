"""Programs that tests start and pip does not bring: a browser and real databases. Where nobody has to be asked, as root
on Debian, they are installed; what apt-get says to that stands in `build/apt.log`.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

LOG = Path(__file__).resolve().parent.parent / "build" / "apt.log"
INSTALL_S = 600
"""How long a package may take to come, and whoever installs another one meanwhile may take; then it is done without."""


class Program(NamedTuple):
    names: tuple[str, ...]
    package: str
    more: tuple[str, ...] = ()
    """Further words for apt-get."""
    folder: str = ""
    """Where it lies when it is not on the path."""


CHROMIUM = Program(("chromium", "chromium-browser"), "chromium")
INITDB, POSTGRES = (
    Program((name,), "postgresql", ("--no-install-recommends",), "usr/lib/postgresql/*/bin")
    for name in ("initdb", "postgres")
)
REDIS = Program(("redis-server",), "redis-server", ("--no-install-recommends",))
PROGRAMS = (CHROMIUM, INITDB, POSTGRES, REDIS)


def find(program: Program) -> str | None:
    """Where a program is; the newest where there are several."""
    for name in program.names:
        inside = sorted(Path("/").glob(f"{program.folder}/{name}")) if program.folder else []
        found = str(inside[-1]) if inside else shutil.which(name)
        if found:
            return found
    return None


def get(program: Program) -> str | None:
    """The same, installed first where it is missing and may be installed."""
    if find(program) is None:
        install(program)
    return find(program)


def allowed() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(program: Program) -> None:
    """Ask for its package; nobody says whether it came but `find`."""
    if not allowed():
        return
    wish = ["install", "--yes", *program.more, program.package]
    # A bare image has no lists of packages, and old lists name files that are gone.
    if not apt(*wish):
        apt("update")
        apt(*wish)


def apt(*words: str) -> bool:
    """apt-get, which waits for whoever else installs something; did it succeed?"""
    command = ["apt-get", "-o", f"DPkg::Lock::Timeout={INSTALL_S}", *words]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("a", encoding="utf-8") as out:
        out.write(f"\n$ {' '.join(command)}\n")
        out.flush()
        try:
            done = subprocess.run(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                timeout=2 * INSTALL_S, check=False,
            )  # fmt: skip
        except (subprocess.SubprocessError, OSError) as reason:
            out.write(f"{reason}\n")
            return False
    return done.returncode == 0
