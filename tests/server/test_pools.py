"""Threads and doors for what takes long: bounded pools go round the addresses, and what fails is left alone."""

import asyncio
import socket as sockets
import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import text

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import CALLER, Busy, Doors, Fuses, Pool, Pools
from terrarium.server.ops.settings import Settings
from terrarium.server.people import outbound
from terrarium.server.store.store import Store
from terrarium.server.wire.guard import Guard
from terrarium.server.wire.limits import Limits
from tests.support.patience import CEILING_S


def test_a_pool_turns_away_whom_it_cannot_serve_and_never_waits_for_ever() -> None:
    stuck = threading.Event()

    async def run() -> list[str]:
        pool = Pool("test", threads=1, waiting=2, seconds=0.1)
        asked = [pool.run(stuck.wait) for _ in range(5)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        kinds = [error.code if isinstance(error, Problem) else type(error).__name__ for error in found]
        # The thread that hangs keeps its place; it is given back when it ends.
        assert pool.taken == 1
        stuck.set()
        while pool.taken:
            await asyncio.sleep(0)
        kinds.append(await pool.run(lambda: "well"))
        pool.close()
        return kinds

    assert asyncio.run(run()) == ["TimeoutError"] * 3 + ["busy"] * 2 + ["well"]


def test_a_pool_goes_round_the_addresses_and_none_has_all_of_its_queue() -> None:
    begun, go, order = threading.Event(), threading.Event(), []

    def first() -> None:
        begun.set()
        go.wait()

    def told(name: str) -> Callable[[], None]:
        return lambda: order.append(name)

    async def asked(pool: Pool, caller: str, work: Callable[[], None]) -> str:
        CALLER.set(caller)
        try:
            await pool.run(work)
        except Problem as problem:
            return problem.code
        return "done"

    async def run() -> list[str]:
        pool = Pool("test", threads=1, waiting=40, seconds=CEILING_S)
        held = asyncio.create_task(asked(pool, "", first))
        await asyncio.to_thread(begun.wait)
        flood = [asyncio.create_task(asked(pool, "192.0.2.1", told("flood"))) for _ in range(100)]
        await asyncio.sleep(0)
        late = [asyncio.create_task(asked(pool, f"192.0.2.{n}", told("honest"))) for n in (2, 3)]
        await asyncio.sleep(0)
        go.set()
        found = await asyncio.gather(held, *flood, *late)
        pool.close()
        return found

    found = asyncio.run(run())
    assert found.count("busy") == 100 - 11
    assert found[-2:] == ["done", "done"]
    assert order[:3] == ["flood", "honest", "honest"]


def test_whatever_is_worked_out_for_a_request_is_counted_for_its_address() -> None:
    found = []

    async def app(*_: object) -> None:
        found.append(CALLER.get())

    async def run() -> None:
        guard = Guard(app, Settings(), Limits(Settings()))
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
        for address in ("2001:db8::1", "192.0.2.7"):
            await guard({**scope, "client": (address, 1)}, AsyncMock(), AsyncMock())

    asyncio.run(run())
    assert found == ["2001:db8::/64", "192.0.2.7"]


def test_names_that_nobody_resolves_keep_the_database_waiting_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = threading.Event()
    monkeypatch.setattr(sockets, "getaddrinfo", lambda *_, **__: stuck.wait(CEILING_S))

    async def run() -> list[str]:
        pools, store = Pools(), Store(f"sqlite:///{tmp_path}/names.db")
        asked = [asyncio.create_task(outbound.checked(pools, "https://slow.example/", False)) for _ in range(200)]
        await asyncio.sleep(0)
        # While as many names hang as may: reads and writes have threads of their own.
        assert pools.names.taken == pools.names.most
        for way in (store.read, store.write):
            assert await way(lambda connection: connection.execute(text("SELECT 7")).scalar()) == 7
        late = asyncio.create_task(outbound.checked(pools, "https://slow.example/", False))
        found = await asyncio.gather(late, return_exceptions=True)
        stuck.set()
        await asyncio.gather(*asked, return_exceptions=True)
        pools.close()
        store.close()
        return [error.code for error in found if isinstance(error, Problem)]

    assert asyncio.run(run()) == ["busy"]


@pytest.mark.parametrize("silent", [True, False])
def test_a_name_that_nobody_resolves_is_left_alone(monkeypatch: pytest.MonkeyPatch, silent: bool) -> None:
    stuck = threading.Event()
    asked: list[str] = []

    def ask(host: str, *_: object, **__: object) -> None:
        asked.append(host)
        if silent:
            stuck.wait(CEILING_S)
        raise sockets.gaierror

    async def run() -> list[str]:
        pools = Pools()
        found: list[str] = []
        pools.names.seconds = 0.3

        async def look(url: str) -> str:
            with pytest.raises(Problem) as caught:
                await outbound.checked(pools, url, False)
            return caught.value.code

        while found.count("bad_target") < 3:
            # A thread that came late tells nothing of the name ("busy"): it is asked for again.
            found.append(await look("https://slow.example/"))
        before = len(asked)
        assert await look("https://slow.example:8443/other") == "bad_target"
        with pytest.raises(Busy):
            await outbound.post(pools, "ada", "https://slow.example/", b"", {}, False)
        assert len(asked) == before, "a name that rests is asked for by nobody"
        assert not pools.fuses.rests(outbound.name_of("https://quick.example/"))
        stuck.set()
        pools.close()
        return found

    monkeypatch.setattr(sockets, "getaddrinfo", ask)
    assert set(asyncio.run(run())) <= {"bad_target", "busy"}


def test_calls_have_a_deadline_and_nobody_has_all_the_doors() -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    async def run() -> list[str]:
        doors = Doors("test", most=8, each=2, waiting=9, seconds=0.05)
        asked = [doors.run("eve", never) for _ in range(4)] + [doors.run("ada", never)]
        return [type(error).__name__ for error in await asyncio.gather(*asked, return_exceptions=True)]

    assert asyncio.run(run()) == ["TimeoutError"] * 2 + ["Busy"] * 2 + ["TimeoutError"]


def test_an_address_that_fails_is_left_alone_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("terrarium.server.ops.pools.time.monotonic", lambda: now)
    fuses = Fuses()
    for _ in range(2):
        fuses.failed("a")
        assert not fuses.rests("a")
    fuses.failed("a")
    assert fuses.rests("a")
    assert not fuses.rests("b")
    now += Fuses.REST_S
    assert not fuses.rests("a")
    fuses.failed("a")
    now += Fuses.REST_S
    assert fuses.rests("a")  # longer than the first time
    fuses.answered("a")
    assert not fuses.rests("a")
