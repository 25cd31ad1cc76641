"""A tiny project with the real tools and the real package, two modules of rules and nothing to build a client from."""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def grow(folder: Path) -> Path:
    """The project, in this folder."""
    (folder / "tools").mkdir()
    for name in ("compile", "client", "prepare"):
        shutil.copy(ROOT / "tools" / f"{name}.py", folder / "tools")
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "web").mkdir()
    (folder / "web" / "package.json").write_text("{}", encoding="utf-8")
    package = folder / "src" / "terrarium"
    for name in ("kernel", "search", "titles"):
        (package / name).mkdir(parents=True)
        (package / name / "__init__.py").touch()
    shutil.copy(ROOT / "src" / "terrarium" / "__init__.py", package)
    (package / "kernel" / "contract.py").write_text("def once(n: int) -> int:\n    return n\n", encoding="utf-8")
    later = "from terrarium.kernel.contract import once\n\ndef twice(n: int) -> int:\n    return once(n) + once(n)\n"
    (package / "search" / "later.py").write_text(later, encoding="utf-8")
    return folder
