"""One quick server on SQLite for all tests that need no special settings."""

from collections.abc import Iterator

import pytest

from tests.server.harness import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def base(server: Server) -> str:
    return server.base
