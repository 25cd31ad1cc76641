"""A quick server on SQLite for each file, and real databases for those that need them."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import services
from tests.server.clockwork import Clock
from tests.server.harness import REAL, Client, Server
from tests.server.two_houses import ServerHouse, TabHouse

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the titles of the catalogue."""
    with Server(tmp_path_factory.mktemp("real"), **REAL) as started:
        yield started


@pytest.fixture
def houses(real: Server) -> Iterator[tuple[ServerHouse, TabHouse]]:
    served = ServerHouse(Client(real.base))
    yield served, TabHouse()
    served.close()


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """A clock for a server of one's own: it stands still until the test winds it."""
    return Clock(tmp_path / "clock")


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
    return services.fresh_database(server, f"fresh{next(_numbers)}")
