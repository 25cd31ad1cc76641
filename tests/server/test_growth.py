"""A database that grows: lists and figures read no whole table, pages lose nothing, what is not needed goes."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, insert, select, update

from terrarium.server.errors import Problem
from terrarium.server.ops import retention
from terrarium.server.ops.retention import Pruned, Retention
from terrarium.server.ops.settings import Settings
from terrarium.server.people import ratings, stats
from terrarium.server.people.sessions import Person
from terrarium.server.room import archive, decrees, table
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import migrate, schema
from tests.server.harness import Client, wait_for
from tests.support.patience import CEILING_S

YEAR_S = 365 * 86400.0
NOTHING = ("SCAN CONSTANT ROW", "SCAN (subquery-1)")
"""A list of no game."""


BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def in_a_hall(database: str, work: Callable[[Hall, Person], Awaitable[None]], **rules: Any) -> None:
    """A hall without a socket, and Ada in it."""

    async def run() -> None:
        settings = Settings(database=database, titles="tests.server.toy:titles", **rules)
        migrate.upgrade(settings.database)
        hall = Hall(settings)
        try:
            await work(hall, (await hall.sessions.open("Ada", "en"))[1])
        finally:
            await hall.stop()

    asyncio.run(run())


async def open_table(hall: Hall, person: Person) -> Room:
    wish = table.Wish("coins", [{"kind": "me"}, {"kind": "open"}], listed=True)
    return (await table.create(hall, person, wish))[0]


async def execute(hall: Hall, query: Any) -> None:
    await hall.store.write(lambda connection: connection.execute(query))


async def count(hall: Hall, kind: Any) -> int:
    query = select(func.count()).select_from(kind)
    found = await hall.store.read(lambda connection: connection.execute(query).scalar())
    assert found is not None
    return found


@BOTH
@pytest.mark.parametrize("which", ["open", "mine"])
def test_pages_show_every_game_once_even_of_the_same_moment(database: str, which: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        made = {(await open_table(hall, ada)).id for _ in range(2 * archive.PAGE + 7)}
        await execute(hall, update(schema.games).values(updated=5.0))
        seen: list[str] = []
        after: tuple[float, str] | None = None
        for _ in range(4):
            page = await archive.games(hall, which, None, after, ada.user_id)
            seen += [str(entry["id"]) for entry in page.games]
            if page.next is None:
                break
            after = archive.read_cursor(page.next)
        assert page.next is None
        assert sorted(seen) == sorted(made)

    in_a_hall(database, work)


@BOTH
def test_pages_of_the_archive_are_full_though_many_games_are_not_public_yet(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        made = [(await open_table(hall, ada)).id for _ in range(archive.PAGE + 30)]
        await execute(hall, update(schema.games).values(status="over", updated=5.0, result={"winners": [0]}))
        secret = sorted(made)[-20:]  # they would come first
        later = {"wake": time.time() + 1000, "delay": 1000.0}
        await execute(hall, update(schema.games).where(schema.games.c.id.in_(secret)).values(**later))
        page = await archive.games(hall, "archive", None, None, None)
        assert len(page.games) == archive.PAGE
        assert page.next is not None
        rest = await archive.games(hall, "archive", None, archive.read_cursor(page.next), None)
        shown = sorted(str(entry["id"]) for entry in page.games + rest.games)
        assert shown == sorted(made)[:-20]
        assert rest.next is None

    in_a_hall(database, work)


@pytest.mark.parametrize("cursor", ["", "x", "nan~g", "inf~g", "1e999~g"])
def test_a_cursor_that_nobody_gave_is_refused(cursor: str) -> None:
    with pytest.raises(Problem):
        archive.read_cursor(cursor)


def test_a_cursor_that_nobody_gave_is_refused_by_the_server(base: str) -> None:
    assert Client(base).get("/games?cursor=nan~x", 422)["error"]["code"] == "bad_request"


@contextmanager
def statements(hall: Hall) -> Iterator[list[tuple[str, Any]]]:
    """Every SQL statement that is carried out meanwhile."""
    heard: list[tuple[str, Any]] = []

    def hear(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        heard.append((statement, parameters))

    event.listen(hall.store.engine, "before_cursor_execute", hear)
    yield heard
    event.remove(hall.store.engine, "before_cursor_execute", hear)


def plan(connection: Connection, statement: str, parameters: Any) -> list[str]:
    return [row[3] for row in connection.exec_driver_sql("EXPLAIN QUERY PLAN " + statement, parameters)]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_no_list_figure_or_session_reads_a_whole_table(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        await open_table(hall, ada)
        with statements(hall) as heard:
            for which in ("open", "live", "archive", "mine"):
                for title in (None, "coins"):
                    await archive.games(hall, which, title, (9e9, "g"), ada.user_id)
            for user_id in (None, ada.user_id):
                await stats.figures(hall, "coins", None, user_id)
            await hall.sessions.open("Bo", "en")
            for old in (retention.old_notices, retention.unanswered, retention.asked_long_ago):
                await hall.store.write(partial(old, settings=Settings()))
            now = time.time()
            for counting in (stats.counting(hall), ratings.counting(hall)):
                await counting.catch_up(now, now, schema.games.c.wake)
        asked = [(statement, values) for statement, values in heard if not statement.startswith(("SAVE", "RELEASE"))]
        assert len(asked) > 20
        for statement, values in asked:
            for line in await hall.store.read(lambda connection: plan(connection, statement, values)):  # noqa: B023
                assert not line.startswith("SCAN ") or line in NOTHING, (statement, line)

    in_a_hall(database, work)


def test_the_sums_of_statistics_are_those_of_the_plays(base: str) -> None:
    client = Client(base)
    for players in (2, 3):
        game = client.new_game(["random"] * players, options={"rounds": "1"})["table"]["id"]
        client.ended(game)
    wait_for(lambda: sum(line["games"] for line in seats_of(client, 2) + seats_of(client, 3)) == 5)
    assert [line["games"] for line in seats_of(client, 2)] == [1, 1]
    assert [line["games"] for line in seats_of(client, 3)] == [1, 1, 1]
    both = {line["unit"]: line for line in client.get("/titles/coins/statistics")["figures"] if line["kind"] == "seat"}
    assert [both[unit]["games"] for unit in "123"] == [2, 2, 1]
    assert sum(line["wins"] for line in both.values()) == pytest.approx(2, abs=0.02)


def seats_of(client: Client, players: int) -> list[dict[str, Any]]:
    figures = client.get(f"/titles/coins/statistics?players={players}")["figures"]
    return [line for line in figures if line["kind"] == "seat"]


@BOTH
def test_a_game_is_counted_once_however_often_it_is_asked(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        room = await open_table(hall, ada)
        room.meta.result = {"scores": [7, 3], "winners": [0], "ended": "rules"}
        for _ in range(2):
            await stats.count(hall, room)
        lines = await stats.figures(hall, "coins", 2, None)
        assert [(line["unit"], line["games"], line["wins"], line["mean_score"]) for line in lines] == [
            ("1", 1, 1.0, 7.0),
            ("2", 1, 0.0, 3.0),
        ]
        assert await stats.figures(hall, "coins", 2, ada.user_id) == lines[:1]

    in_a_hall(database, work)


async def aged(hall: Hall, ada: Person) -> Room:
    """A year later: Ada has a table open, a guest who only looked has no session any more, a message was sent."""
    room = await open_table(hall, ada)
    _, bo = await hall.sessions.open("Bo", "en")
    s = schema.sessions
    await execute(hall, update(s).where(s.c.user_id == bo.user_id).values(expires=time.time() - 1))
    notice = {"game": room.id, "user_id": ada.user_id, "seq": 1, "at": time.time() - YEAR_S}
    await execute(hall, insert(schema.notices).values(notice))
    await execute(hall, update(schema.users).values(created=time.time() - YEAR_S))
    await execute(hall, update(schema.games).values(updated=time.time() - YEAR_S))
    return room


@BOTH
def test_what_nobody_needs_goes(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        room = await aged(hall, ada)
        assert await Retention(hall).once() == Pruned(sessions=1, guests=1, tables=1, notices=1)
        assert [await count(hall, kind) for kind in (schema.users, schema.sessions, schema.notices)] == [1, 1, 0]
        assert room.meta.status == "aborted"
        assert await Retention(hall).once() == Pruned()

    in_a_hall(database, work)


@BOTH
def test_what_is_needed_or_young_stays(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        room = await open_table(hall, ada)
        _, bo = await hall.sessions.open("Bo", "en")
        await table.sit(hall, room, bo, 1, "Bo")
        await execute(hall, update(schema.users).values(created=time.time() - YEAR_S))
        await execute(hall, update(schema.games).values(updated=time.time() - YEAR_S))
        # Bo has no session, but a seat with a key; the game has begun.
        s = schema.sessions
        await execute(hall, update(s).where(s.c.user_id == bo.user_id).values(expires=time.time() - 1))
        young = await open_table(hall, ada)
        assert await Retention(hall).once() == Pruned(sessions=1)
        assert room.meta.status == "live"
        assert young.meta.status == "open"

    in_a_hall(database, work)


@BOTH
def test_an_operator_may_keep_everything_but_ended_sessions(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        await aged(hall, ada)
        assert await Retention(hall).once() == Pruned(sessions=1)

    in_a_hall(database, work, keep_guests_days=0.0, keep_open_tables_days=0.0, keep_notices_days=0.0)


@BOTH
def test_addresses_that_never_agreed_go_and_those_that_want_nothing_stay(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        _, bo = await hall.sessions.open("Bo", "en")
        old, now = time.time() - YEAR_S, time.time()
        for user_id, created, confirmed in (
            (ada.user_id, old, None),
            (ada.user_id, old, old),
            (ada.user_id, now, None),
            (bo.user_id, old, old),
        ):
            channel = {"user_id": user_id, "kind": "email", "target": {}, "failures": 0, "created": created}
            await execute(hall, insert(schema.channels).values(channel | {"confirmed": confirmed}))
        for address, at, stopped in (("asked", old, False), ("stopped", old, True), ("young", now, False)):
            await execute(hall, insert(schema.letters).values(address=address, at=at, stopped=stopped))
        # Nobody can come back as Bo, who sits nowhere: no turn of his is told to anybody.
        s = schema.sessions
        await execute(hall, update(s).where(s.c.user_id == bo.user_id).values(expires=1.0))
        await execute(hall, update(schema.users).values(created=old))
        assert await Retention(hall).once() == Pruned(sessions=1, guests=1, notices=2)
        assert [await count(hall, kind) for kind in (schema.channels, schema.letters)] == [2, 2]

    in_a_hall(database, work)


@BOTH
def test_a_round_goes_on_where_the_last_one_ended(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("terrarium.server.ops.retention.SLICE", 2)

    async def work(hall: Hall, ada: Person) -> None:
        for _ in range(5):
            await hall.sessions.open("Bo", "en")
        await execute(hall, update(schema.sessions).where(schema.sessions.c.user_id != ada.user_id).values(expires=1.0))
        await execute(hall, update(schema.users).values(created=1.0))
        retention = Retention(hall)
        gone = [(await retention.once(slices=1)).guests for _ in range(6)]
        # The sessions go first, two a round; guests are looked at two by two, again from the first after the last.
        assert sum(gone) == 5
        assert max(gone) == 2
        assert await count(hall, schema.users) == 1

    in_a_hall(database, work)


@BOTH
def test_a_decree_that_is_committed_late_is_heeded(database: str) -> None:
    """Numbers are given when a row is written, not when it comes to be seen."""

    async def work(hall: Hall, ada: Person) -> None:
        d = schema.decrees
        row = {"kind": decrees.PERSON, "at": time.time()}
        await execute(hall, insert(d).values(id=5, user_id=1, **row))
        await decrees.heed(hall)
        seen: list[int] = []
        hall.sessions.forget = seen.append  # type: ignore[method-assign, assignment]
        for number in (8, 7, 6, 300):
            await execute(hall, insert(d).values(id=number, user_id=number, **row))
            await decrees.heed(hall)
            await decrees.heed(hall)
        assert seen == [8, 7, 6, 300]
        assert hall.decrees == {300}

    in_a_hall(database, work)


@BOTH
def test_games_that_nobody_counted_are_counted_all_and_once(database: str) -> None:
    async def work(hall: Hall, ada: Person) -> None:
        g = schema.games
        made = [(await open_table(hall, ada)).id for _ in range(stats.PAGE + 5)]
        late = made[:3]
        await execute(hall, update(g).values(status="over", updated=5.0))
        await execute(hall, update(g).where(g.c.id.in_(late)).values(wake=time.time() + 1))
        counted: list[str] = []

        async def count(_: Hall, room: Room) -> None:
            counted.append(room.id)

        counting = stats.Counting(hall, "test", g.c.parent.is_(None), count)
        since = await counting._from_start()
        assert sorted(counted) == sorted(made[3:]), "those that are not public wait"
        await counting._from_start()
        assert len(counted) == len(made) - 3, "the next start begins where this one did"
        await counting.catch_up(since, time.time() + 2, g.c.wake)
        assert sorted(counted[-3:]) == sorted(late)

    in_a_hall(database, work)


@BOTH
def test_too_many_who_wait_for_the_database_are_asked_to_come_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("terrarium.server.store.store.MOST_WAITING", 28)
    stuck = threading.Event()

    async def work(hall: Hall, ada: Person) -> None:
        def wait(_: Connection) -> bool:
            return stuck.wait(CEILING_S)

        async def tell(asked: Awaitable[object]) -> object:
            try:
                return await asked
            except Problem as problem:
                return problem.code

        asked = [hall.store.write(wait) for _ in range(12)] + [hall.store.read(wait) for _ in range(20)]
        running = [asyncio.create_task(tell(one)) for one in asked]
        done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        assert {task.result() for task in done} == {"busy"}
        monkeypatch.setattr("terrarium.server.store.store.WAIT_S", -1.0)
        stuck.set()
        answers = [await task for task in running]
        assert answers[0] is True, "what had begun is finished"
        assert answers.count("busy") > 4, "what waited too long is not begun"
        assert hall.store.waiting == 0
        monkeypatch.setattr("terrarium.server.store.store.WAIT_S", CEILING_S)
        assert await hall.store.read(lambda connection: 1) == 1
        assert await hall.store.write(lambda connection: 2) == 2

    in_a_hall(database, work)
