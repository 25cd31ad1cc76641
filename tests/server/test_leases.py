"""One lab for a person at a time, whichever worker serves them; nobody is locked out by a worker that was killed."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from terrarium.server.bots.lab import Labs
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.store import leases, migrate
from terrarium.server.store.store import make_engine
from tests.server import services
from tests.server.clockwork import Clock
from tests.server.harness import REAL, Client, Server, wait_for
from tests.support.patience import CEILING_S
from tests.workshop.test_files import MICE

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
DRAFT = {"title": "small-world", "text": MICE}


@BOTH
def test_a_lease_is_held_once_renewed_and_passes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate.upgrade(database)
    now = [1000.0]
    monkeypatch.setattr(leases, "time", SimpleNamespace(time=lambda: now[0]))
    engine = make_engine(database).execution_options(writes=True)

    def said(work: Any, *given: Any) -> Any:
        with engine.begin() as connection:
            return work(connection, *given)

    mark = said(leases.take, 7)
    assert mark
    assert said(leases.take, 7) == ""
    other = said(leases.take, 8)
    assert other, "somebody else has one of their own"
    now[0] += leases.LEASE_S - 1
    assert said(leases.renew, 7, mark)
    now[0] += leases.LEASE_S - 1
    assert said(leases.take, 7) == "", "it was renewed"
    later = said(leases.take, 8)
    assert later, "nobody renewed it"
    assert not said(leases.renew, 8, other)
    said(leases.give_back, 8, other)
    assert said(leases.take, 8) == "", "only what it is held by gives it back"
    said(leases.give_back, 8, later)
    assert said(leases.take, 8)
    said(leases.give_back_all)
    assert said(leases.take, 7)
    engine.dispose()


def test_a_lab_goes_on_while_its_lease_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_S", 0.0)
    answers = [True, Problem(503, "database"), True, False]
    asked: list[object] = []

    class Store:
        async def write(self, work: Any) -> Any:
            asked.append(work)
            found = answers.pop(0)
            if isinstance(found, Problem):
                raise found
            return found

    hall: Any = SimpleNamespace(store=Store(), settings=Settings())
    pool: Any = None
    asyncio.run(Labs(hall, pool, 1).held(7, "mark"))
    assert (len(asked), answers) == (4, []), "until it had passed on, and not for a moment's silence"


def test_one_lab_across_two_workers_and_after_one_was_killed(
    postgresql_server: str, redis_server: str, tmp_path: Path
) -> None:
    address, clock = services.fresh_database(postgresql_server, "labs"), Clock(tmp_path / "clock")
    wishes = {**REAL, "TERRARIUM_REDIS": redis_server, "TERRARIUM_CHECK_GAMES": "1"}
    one, two = (Server(tmp_path, address, **wishes).timed(clock) for _ in range(2))
    with two, one:  # each counts from its own start: what the later one holds, the other does not hold for over
        ada, ben = Client(one.base), Client(one.base, "Ben")
        there = ada.at(two.base)
        with ada.http.stream("POST", "/workshop/lab", json=DRAFT) as running:
            heard = running.iter_lines()
            assert json.loads(next(heard))["kind"] == "lab"
            refused = there.post("/workshop/check", 409, **DRAFT)
            assert refused["error"]["code"] == "lab_running"
            with ben.at(two.base).http.stream("POST", "/workshop/check", json=DRAFT) as other:
                assert other.status_code == 200, "somebody else has one of their own"
        wait_for(lambda: there.http.post("/workshop/check", json=DRAFT).status_code == 200)
        with ada.http.stream("POST", "/workshop/lab", json=DRAFT) as running:
            heard = running.iter_lines()
            assert json.loads(next(heard))["kind"] == "lab"
            one.kill()
        assert there.post("/workshop/check", 409, **DRAFT)["error"]["code"] == "lab_running"
        clock.advance(leases.LEASE_S + CEILING_S)
        with there.http.stream("POST", "/workshop/check", json=DRAFT) as again:
            assert again.status_code == 200, "a worker that is gone locks nobody out"


def test_the_only_worker_starts_with_nobody_locked_out(tmp_path: Path) -> None:
    server = Server(tmp_path, **REAL, TERRARIUM_CHECK_GAMES="1")
    with server:
        ada = Client(server.base)
        with ada.http.stream("POST", "/workshop/lab", json=DRAFT) as running:
            heard = running.iter_lines()
            assert json.loads(next(heard))["kind"] == "lab"
            server.kill()
        server.start()
        with ada.http.stream("POST", "/workshop/check", json=DRAFT) as again:
            assert again.status_code == 200
