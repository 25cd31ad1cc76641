"""What goes into the sdist and the wheel, and what is said where the browser client is missing. Offline."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from terrarium import catalog

ROOT = Path(__file__).resolve().parent.parent.parent
# What a package is made of. The client is not built here: whoever tests need not have Node.
PARTS = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CREDITS.md", ".gitignore")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A source checkout without client and without compiled rules."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in PARTS:
        shutil.copy(ROOT / name, folder)
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web_dist", "node_modules", "generated")
    for name in ("src", "tools", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    return folder


def build(folder: Path, kind: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Build with the real backend; there is no Node on the path."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in ("PYTHONPATH", "TERRARIUM_NO_CLIENT", "TERRARIUM_WITH_TAB")
    }
    environment = {**kept, "PATH": str(folder / "nothing"), "TERRARIUM_PURE": "1", **more}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind], cwd=folder, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip


def put_client(folder: Path) -> None:
    """A client as the client's tool leaves it, made from just these sources."""
    made = folder / "src" / "terrarium" / "web_dist"
    (made / "licences").mkdir(parents=True)
    (made / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (made / "licences" / "font-almendra.txt").write_text("SIL Open Font License", encoding="utf-8")
    told = "import runpy; print(runpy.run_path('tools/client.py')['key']())"
    key = subprocess.run([sys.executable, "-c", told], cwd=folder, capture_output=True, text=True, check=True).stdout
    (made / "made-from.txt").write_text(key, encoding="utf-8")


def put_tab(folder: Path) -> None:
    """A tab as its tool leaves it, made from just these sources."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    made = folder / "dist" / "tab"
    made.mkdir(parents=True)
    (made / "index.html").write_text("<!doctype html>", encoding="utf-8")
    told = "import runpy; tab = runpy.run_path('tools/tab.py'); print(tab['key'](tab['client']()))"
    key = subprocess.run([sys.executable, "-c", told], cwd=folder, capture_output=True, text=True, check=True).stdout
    (made / "made-from.txt").write_text(key, encoding="utf-8")


def names(path: Path) -> set[str]:
    """What an archive holds."""
    if path.suffix == ".whl":
        return set(zipfile.ZipFile(path).namelist())
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def metadata(wheel: Path) -> str:
    """What a wheel says of itself, the README among it."""
    with zipfile.ZipFile(wheel) as archive:
        told = next(name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
        return archive.read(told).decode()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_no_package_without_its_client(checkout: Path, kind: str) -> None:
    done = build(checkout, kind)
    assert done.returncode
    told = done.stderr.strip().splitlines()
    assert "Traceback" not in done.stderr
    assert "browser client is not built" in told[-1]
    assert "Node.js" in told[-1]
    assert not list((checkout / "dist").glob("*.*"))


def test_a_package_without_the_table_can_be_asked_for(checkout: Path) -> None:
    done = build(checkout, "wheel", TERRARIUM_NO_CLIENT="1")
    assert done.returncode == 0, done.stderr
    wheel = next((checkout / "dist").glob("*.whl"))
    assert "terrarium/__init__.py" in names(wheel)
    assert {f"terrarium/bots/policies/{title}.npz" for title in catalog.titles()} <= names(wheel)
    assert not any("web_dist" in name for name in names(wheel))


def test_the_sdist_carries_the_client_and_makes_the_wheel_without_node(checkout: Path, tmp_path: Path) -> None:
    put_client(checkout)
    done = build(checkout, "sdist")
    assert done.returncode == 0, done.stderr
    sdist = next((checkout / "dist").glob("*.tar.gz"))
    assert {"src/terrarium/web_dist/index.html", "CREDITS.md", "tools/client.py", "tools/compile.py"} <= names(sdist)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    unpacked = next((tmp_path / "unpacked").iterdir())
    done = build(unpacked, "wheel")
    assert done.returncode == 0, done.stderr
    assert "older than its sources" not in done.stdout + done.stderr
    wheel = next((unpacked / "dist").glob("*.whl"))
    assert "a fast typed Python library" in (told := metadata(wheel))
    assert "the workshop" in told
    assert not re.search(r"\]\((?!https?:)", told), "on a package index a link into this folder leads nowhere"
    held = names(wheel)
    assert {"terrarium/web_dist/index.html", "terrarium/web_dist/licences/font-almendra.txt"} <= held
    assert {name.rpartition("/")[2] for name in held if "dist-info/licenses/" in name} == {"LICENSE", "CREDITS.md"}
    assert wheel.name.endswith("-py3-none-any.whl")


def test_a_tab_that_was_built_goes_along_and_reaches_the_wheel_by_the_sdist(checkout: Path, tmp_path: Path) -> None:
    """Where `terrarium serve` looks for it."""
    put_client(checkout)
    put_tab(checkout)
    done = build(checkout, "sdist")
    assert done.returncode == 0, done.stderr
    with tarfile.open(next((checkout / "dist").glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    unpacked = next((tmp_path / "unpacked").iterdir())
    assert (unpacked / "src" / "terrarium" / "tab_dist" / "index.html").is_file()
    for folder in (checkout, unpacked):
        done = build(folder, "wheel")
        assert done.returncode == 0, done.stderr
        assert "terrarium/tab_dist/index.html" in names(next((folder / "dist").glob("*.whl")))


def test_a_tab_of_other_sources_or_one_that_nobody_wants_stays_behind(checkout: Path) -> None:
    put_client(checkout)
    put_tab(checkout)
    for more, told in (({"TERRARIUM_WITH_TAB": "0"}, ""), ({}, "older than its sources")):
        done = build(checkout, "wheel", **more)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout + done.stderr
        assert not any("tab_dist" in name for name in names(next((checkout / "dist").glob("*.whl"))))
        (checkout / "src" / "terrarium" / "tab" / "worker.py").write_text("changed = True\n", encoding="utf-8")


def test_a_tab_that_is_asked_for_and_cannot_be_built_is_an_error(checkout: Path) -> None:
    put_client(checkout)
    shutil.copytree(ROOT / "examples", checkout / "examples")
    done = build(checkout, "wheel", TERRARIUM_WITH_TAB="1")
    assert done.returncode
    assert "TERRARIUM_WITH_TAB" in done.stderr


def test_compiled_rules_that_are_kept_go_into_the_wheel_as_they_are(checkout: Path) -> None:
    # The same key as the hook will find; what lies there stands for what was compiled before.
    told = "import runpy; print(runpy.run_path('tools/compile.py')['kept']())"
    done = subprocess.run([sys.executable, "-c", told], cwd=checkout, capture_output=True, text=True, check=True)
    kept = Path(done.stdout.strip())
    (kept / "terrarium" / "kernel").mkdir(parents=True)
    (kept / "terrarium" / "kernel" / "contract.cpython-999.so").write_bytes(b"compiled once")
    done = build(checkout, "wheel", TERRARIUM_PURE="0", CC=sys.executable, TERRARIUM_NO_CLIENT="1")
    assert done.returncode == 0, done.stderr
    wheel = next((checkout / "dist").glob("*.whl"))
    assert not wheel.name.endswith("-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("terrarium/kernel/contract.cpython-999.so") == b"compiled once"
    assert not (checkout / "build" / "compile.log").exists()
