"""What tests need and pip does not bring: it is waited for, asked for twice, and what is not tried is said."""

import os
import sys
from pathlib import Path

import pytest
from tools import client, debian
from tools import test as steps

APT = """#!{python}
import pathlib, sys
here = pathlib.Path({folder!r})
with (here / "asked").open("a") as asked:
    print(*sys.argv[1:], file=asked)
if "update" in sys.argv:
    (here / "lists").touch()
elif (here / "lists").exists():
    (here / "bin" / "pond").symlink_to("/bin/true")
else:
    sys.exit("E: Unable to locate package")
"""
NPM = """#!{python}
import pathlib, sys
tried = pathlib.Path({tried!r})
if sys.argv[1:] == ["install"] and not tried.exists():
    tried.touch()
    sys.exit("the registry stumbles")
sys.exit(sys.argv[1:] == ["run", "wrong"])
"""
POND = debian.Program(("pond",), "ponds", ("--no-install-recommends",))


def program(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose lists of packages are empty: what was asked of it stands in `asked`."""
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "apt-get", APT.format(python=sys.executable, folder=str(tmp_path)))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(debian, "LOG", tmp_path / "build" / "apt.log")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def test_a_package_that_no_list_names_yet_is_asked_for_again(apt: Path) -> None:
    assert debian.get(POND) == str(apt / "bin" / "pond")
    patient = f"-o DPkg::Lock::Timeout={debian.INSTALL_S}"
    wish = f"{patient} install --yes --no-install-recommends ponds"
    assert (apt / "asked").read_text().splitlines() == [wish, f"{patient} update", wish]
    assert "Unable to locate package" in debian.LOG.read_text()
    assert debian.get(POND) == str(apt / "bin" / "pond")
    assert len((apt / "asked").read_text().splitlines()) == 3


def test_who_may_not_install_is_not_asked_for_a_password(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert debian.get(POND) is None
    assert not (apt / "asked").exists()


def test_a_registry_that_stumbles_once_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = program(tmp_path / "npm", NPM.format(python=sys.executable, tried=str(tmp_path / "tried")))
    monkeypatch.setattr(client, "LOG", tmp_path / "client.log")
    monkeypatch.setattr(client, "WEB", tmp_path)
    node = client.Node([str(npm)], str(tmp_path))
    client.run(node, ["install"], ["run", "build"])
    with pytest.raises(client.NotBuilt, match="npm run wrong"):
        client.run(node, ["install"], ["run", "wrong"])


def test_what_was_not_tried_is_said_with_its_reason() -> None:
    printed = """\
.s..
SKIPPED [1] tests/web/test_tab.py:205: the tab is built without compiled rules (`make tab WASM=1`)
SKIPPED [20] tests/web/conftest.py:46: Chromium is not installed (Debian: apt-get install chromium)
SKIPPED [2] tests/web/conftest.py:46: Chromium is not installed (Debian: apt-get install chromium)
20 passed, 23 skipped in 3.00s
"""
    assert steps.skipped(printed) == {
        "the tab is built without compiled rules (`make tab WASM=1`)": 1,
        "Chromium is not installed (Debian: apt-get install chromium)": 22,
    }
