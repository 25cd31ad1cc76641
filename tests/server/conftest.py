"""One quick server on SQLite for most tests, and real databases for those that need them."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import services
from tests.server.harness import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"))
    started.fresh = True
    with started:
        yield started


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the titles of the catalogue."""
    wishes = {"TERRARIUM_TITLES": "terrarium.catalog:titles", "TERRARIUM_BOT_BUDGET_S": "0.02"}
    with Server(tmp_path_factory.mktemp("real"), **wishes) as started:
        yield started


@pytest.fixture
def base(server: Server) -> str:
    return server.base


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A real PostgreSQL; tests that need it are skipped with the reason where there can be none."""
    try:
        with services.postgresql() as address:
            yield address
    except services.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    try:
        with services.redis() as address:
            yield address
    except services.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database; parametrise indirectly with "sqlite" or "postgresql"."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/game.db"
    server: str = request.getfixturevalue("postgresql_server")
    return services.fresh_database(server, "t" + secrets.token_hex(6))
