"""The client's files: packed for whoever can unpack them, kept for ever under their names."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

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
