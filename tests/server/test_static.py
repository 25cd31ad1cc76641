"""The client's files: packed for whoever can unpack them, kept for ever under their names; and those of the tab."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from terrarium.server.app import create_app
from terrarium.server.ops.settings import Settings
from terrarium.server.wire import static

SCRIPT = "export const words = [" + "'the same again'," * 200 + "]"


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<h1>Terrarium</h1>")
    (assets / "index-1.js").write_text(SCRIPT)
    (assets / "type-1.woff2").write_bytes(b"wOF2" * 50)
    app = Starlette()
    static.add(app, tmp_path)
    return TestClient(app)


def test_scripts_are_sent_packed(client: TestClient) -> None:
    found = client.get("/assets/index-1.js", headers={"Accept-Encoding": "gzip"})
    assert found.text == SCRIPT
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["vary"] == "Accept-Encoding"
    assert "immutable" in found.headers["cache-control"]
    assert "javascript" in found.headers["content-type"]
    assert int(found.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9, mtime=0)) < len(SCRIPT) / 4


@pytest.mark.parametrize(
    "headers", [{"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip", "Range": "bytes=0-9"}]
)
def test_who_cannot_unpack_or_wants_a_part_gets_it_plain(client: TestClient, headers: dict[str, str]) -> None:
    found = client.get("/assets/index-1.js", headers=headers)
    assert "content-encoding" not in found.headers
    assert SCRIPT.startswith(found.text)


def test_type_is_packed_already(client: TestClient) -> None:
    found = client.get("/assets/type-1.woff2", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in found.headers
    assert found.content == b"wOF2" * 50


@pytest.fixture
def tab(tmp_path: Path) -> Path:
    """A folder as `make tab` leaves it, in small."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "python-1").mkdir()
    (tmp_path / "index.html").write_text("<h1>Tab</h1>")
    (tmp_path / "sw.js").write_text("// keeps the page")
    (tmp_path / "server.json").write_text('{"server": ""}')
    (tmp_path / "assets" / "worker-1.js").write_text(SCRIPT)
    (tmp_path / "python-1" / "python.wasm.bin").write_bytes(b"\x1f\x8b")
    return tmp_path


def serving(folder: Path) -> TestClient:
    """The whole application with this setting, gate and all; it never starts."""
    wish = Settings(database="sqlite://", titles="tests.server.toy:titles", log_level="critical", tab=str(folder))
    return TestClient(create_app(wish), base_url="http://127.0.0.1")


def test_the_tab_may_run_webassembly_and_nothing_else_may(tab: Path) -> None:
    client = serving(tab)
    assert client.get("/api/v1/elsewhere").json() == {"tab": "/tab/"}
    for name in ("", "sw.js", "assets/worker-1.js", "python-1/python.wasm.bin"):
        found = client.get(f"/tab/{name}")
        assert found.status_code == 200, name
        assert "'wasm-unsafe-eval'" in found.headers["content-security-policy"]
    assert client.get("/tab").text == client.get("/tab/").text == "<h1>Tab</h1>"
    for path in ("/", "/api/v1/titles", "/tab/missing.js"):
        assert "wasm-unsafe-eval" not in client.get(path).headers["content-security-policy"]


def test_what_of_the_tab_changes_under_its_name_is_asked_for_again(tab: Path) -> None:
    client = serving(tab)
    for name in ("", "sw.js", "server.json"):
        assert client.get(f"/tab/{name}").headers["cache-control"] == "no-cache"
    for name in ("assets/worker-1.js", "python-1/python.wasm.bin"):
        assert "immutable" in client.get(f"/tab/{name}").headers["cache-control"]


def test_the_tab_is_told_of_the_server_behind_it(tab: Path) -> None:
    client = serving(tab)
    assert client.get("/tab/server.json").json() == {"server": "/"}


def test_without_a_tab_there_is_no_way_to_it(tmp_path: Path) -> None:
    client = serving(tmp_path)
    assert client.get("/api/v1/elsewhere").json() == {"tab": None}
    assert client.get("/tab/sw.js").status_code == 404


def test_the_tab_is_looked_for_where_it_is_made(tab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "sources" / "dist" / "tab"
    made.parent.mkdir(parents=True)
    monkeypatch.setattr(static, "SOURCES", tmp_path / "sources")
    monkeypatch.setattr(static, "FOLDER", tmp_path / "package" / "web_dist")
    assert static.tab_folder("") is None
    made.mkdir()
    (made / "index.html").write_text("<h1>Tab</h1>")
    assert static.tab_folder("") == made
    assert static.tab_folder(str(tab)) == tab
