"""The same promises on SQLite and on PostgreSQL: crashes, several workers, migrations, backup, replay."""

import asyncio
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Text, bindparam, cast, insert, select, text, update
from tools import crash_test

from terrarium.server.ops.settings import Settings
from terrarium.server.people import hosting
from terrarium.server.room import table
from terrarium.server.room.hall import Hall
from terrarium.server.store import migrate, schema
from terrarium.server.store.backup import BackupError, backup, restore
from terrarium.server.store.prepared import Prepared
from terrarium.server.store.replay_all import replay_all
from terrarium.server.store.store import make_engine
from tests.server import services
from tests.server.harness import Client, Server, two_players, wait_for
from tests.server.toy import titles
from tests.support.patience import CEILING_S, PAUSE_S, Patience

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(kind: str) -> None:
    try:
        figures = crash_test.crash(kind, kills=6, games=4, seed=7)
    except services.Unavailable as reason:
        pytest.skip(str(reason))
    assert figures["acknowledged"], figures
    bad = {name: figures[name] for name in crash_test.BAD}
    assert not any(bad.values()), figures


def test_one_game_through_two_workers(postgresql_server: str, redis_server: str, tmp_path: Path) -> None:
    address = services.fresh_database(postgresql_server, "workers")
    one = Server(tmp_path, address, TERRARIUM_REDIS=redis_server)
    two = Server(tmp_path, address, TERRARIUM_REDIS=redis_server)
    with one, two:
        ada, bo = Client(one.base, "Ada"), Client(two.base, "Bo")
        game = ada.new_game(["me", "open"], options={"rounds": "2"})["table"]["id"]
        bo.post(f"/games/{game}/seats/1/sit")
        with ada.socket(game) as mine, bo.socket(game) as yours:
            mine.until("hello")
            yours.until("hello")
            wait_for(lambda: ada.get(f"/games/{game}")["present"]["seats"] == [0, 1])
            for _ in range(2):
                for who, here, there in ((ada, mine, yours), (bo, yours, mine)):
                    seq = who.view(game)["seq"]
                    here.send("move", id=f"r{seq}", expected_seq=seq, moves=["roll"])
                    here.until("ack")
                    here.until("update")
                    packet = there.until("update")
                    assert packet["data"]["rows"][0]["seq"] == seq + 1
                    here.send("move", id=f"e{seq}", expected_seq=packet["seq"], moves=["end"])
                    here.until("ack")
                    here.until("update")
                    last = there.until("update")
            assert last["data"]["status"] == "over"
            yours.send("chat", text="good game")
            assert mine.until("chat")["data"]["text"] == "good game"
        # The person is the same at either worker, and so is a retry.
        assert ada.at(two.base).view(game)["view"] == ada.view(game)["view"]


def test_two_workers_racing_for_one_row_play_it_once(postgresql_server: str, redis_server: str, tmp_path: Path) -> None:
    address = services.fresh_database(postgresql_server, "race")
    one = Server(tmp_path, address, TERRARIUM_REDIS=redis_server)
    two = Server(tmp_path, address, TERRARIUM_REDIS=redis_server)
    with one, two:
        ada, _, game = two_players(one.base, options={"rounds": "40"})
        doubles = [ada, ada.at(two.base)]
        for attempt in range(15):
            seq = ada.view(game)["seq"]
            answers: list[Any] = [None, None]

            def race(who: int, seq: int = seq, attempt: int = attempt, answers: list[Any] = answers) -> None:
                wish = {
                    "id": f"w{who}-{attempt}",
                    "expected_seq": seq,
                    "moves": ["add 1" if attempt % 4 < 3 else "end"],
                }
                answers[who] = doubles[who].http.post(f"/games/{game}/moves", json=wish)

            threads = [threading.Thread(target=race, args=(who,)) for who in (0, 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answer.status_code for answer in answers) == [200, 409], [a.text for a in answers]
            if attempt % 4 == 3:
                break


def test_two_workers_play_on_while_redis_is_gone(postgresql_server: str, tmp_path: Path) -> None:
    address = services.fresh_database(postgresql_server, "deaf")
    with ExitStack() as stack, ExitStack() as others:
        try:
            news = others.enter_context(services.redis())
        except services.Unavailable as reason:
            pytest.skip(str(reason))
        one = stack.enter_context(Server(tmp_path, address, TERRARIUM_REDIS=news))
        two = stack.enter_context(Server(tmp_path, address, TERRARIUM_REDIS=news))
        ada, bo = Client(one.base, "Ada"), Client(two.base, "Bo")
        game = ada.new_game(["me", "open"], options={"rounds": "3"})["table"]["id"]
        others.close()
        wait_for(lambda: all(httpx2.get(server.base + "/readyz").json()["degraded"] for server in (one, two)))
        # Nobody tells the other worker anything any more: the database does.
        bo.post(f"/games/{game}/seats/1/sit")
        with bo.socket(game) as yours:
            yours.until("hello")
            for number in range(3):
                wait_for(lambda: ada.view(game)["choices"])
                ada.play(game, "end", id=f"a{number}")
                assert yours.until("update")["data"]["choices"], "told late, but told"
                yours.send("move", id=f"b{number}", expected_seq=bo.view(game)["seq"], moves=["end"])
                yours.until("ack")
                yours.until("update")
        wait_for(lambda: ada.get(f"/games/{game}")["status"] == "over")


@BOTH
def test_migrations_lead_from_every_version_to_the_tables_of_today(database: str) -> None:
    for revision in migrate.revisions():
        migrate.upgrade(database, revision)
    assert migrate.current(database) == migrate.revisions()[-1]
    engine = make_engine(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def play_some(database: str, folder: Path) -> tuple[str, list[Any]]:
    with Server(folder, database) as server:
        ada, bo, game = two_players(server.base, options={"rounds": "2"})
        for who in (ada, bo):
            for move in ("add 1", "flip", "roll", "end"):
                who.play(game, move)
        ada.play(game, "add 2")
        ada.post(f"/games/{game}/undo", id="u", expected_seq=ada.view(game)["seq"])
        # While the server runs: a backup needs no pause.
        backup(database, folder / "backup.jsonl.gz")
        return game, [ada.token, ada.view(game), bo.view(game)]


@BOTH
def test_a_backup_made_while_people_play_is_restored_whole(database: str, tmp_path: Path) -> None:
    game, (token, mine, _) = play_some(database, tmp_path)
    source, target = tmp_path / "backup.jsonl.gz", f"sqlite:///{tmp_path}/restored.db"
    restore(source, target)
    with Server(tmp_path, target) as server:
        ada = Client(server.base, token=token)
        assert ada.view(game) == mine
        ada.play(game, "end")
        assert ada.new_game()["table"]["status"] == "open"
    with pytest.raises(BackupError, match="not_empty"):
        restore(source, target)
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(source.read_bytes()[:-200])
    with pytest.raises(BackupError):
        restore(broken, f"sqlite:///{tmp_path}/other.db")


def test_a_backup_moves_a_table_from_sqlite_to_postgresql(postgresql_server: str, tmp_path: Path) -> None:
    game, (token, mine, _) = play_some(f"sqlite:///{tmp_path}/small.db", tmp_path)
    target = services.fresh_database(postgresql_server, "moved")
    restore(tmp_path / "backup.jsonl.gz", target)
    with Server(tmp_path, target) as server:
        ada = Client(server.base, token=token)
        assert ada.view(game) == mine
        ada.play(game, "end")
        ada.new_game()


@BOTH
def test_replay_all_reports_what_differs(database: str, tmp_path: Path) -> None:
    game, _ = play_some(database, tmp_path)
    assert [difference for one in replay_all(database, titles()) for difference in one] == []
    engine = make_engine(database)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        r = schema.rows
        connection.execute(update(r).where(r.c.game == game, r.c.text == "add 1", r.c.who == 0).values(text="add 3"))
    found = [difference for one in replay_all(database, titles(), mark=True) for difference in one]
    assert [(one.game, one.what) for one in found] == [(game, "position")]
    with engine.connect() as connection:
        assert connection.execute(select(schema.games.c.diverged)).scalar() in (True, 1)
    # A marked game goes on from its stored position; only its history can no longer be told.
    with Server(tmp_path, database) as server:
        bo = Client(server.base, "Eve")
        assert bo.view(game)["view"]["player"] == 0
    engine.dispose()


def test_replay_all_names_rows_that_are_no_longer_legal(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/game.db"
    game, _ = play_some(database, tmp_path)
    engine = make_engine(database)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        r = schema.rows
        connection.execute(update(r).where(r.c.game == game, r.c.seq == 2).values(text="take"))
    engine.dispose()
    command = [sys.executable, "-m", "terrarium.cli.main", "replay-all", "--database", database]
    ran = subprocess.run(
        [*command, "--titles", "tests.server.toy:titles"],
        capture_output=True,
        text=True,
        check=False,
        timeout=CEILING_S,
    )
    assert ran.returncode == 1
    assert f"{game} (coins): row 2 is no longer legal" in ran.stdout
    assert "1 game replayed, 1 differ" in ran.stdout


@BOTH
def test_a_stored_row_cannot_be_written_twice(database: str) -> None:
    migrate.upgrade(database)
    engine = make_engine(database)
    row = {"game": "g", "seq": 1, "who": 0, "text": "end", "how": "chosen", "client": "c", "reason": "", "at": 0.0}
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        else:
            connection.exec_driver_sql("SET session_replication_role = replica")
        connection.execute(insert(schema.rows), row)
        for other in ({**row, "client": "d"}, {**row, "seq": 2}):
            with pytest.raises(Exception, match=r"(?i)unique|duplicate"), connection.begin_nested():
                connection.execute(insert(schema.rows), other)
        connection.execute(schema.rows.delete())
    engine.dispose()


@BOTH
def test_a_prepared_statement_writes_what_sqlalchemy_would(database: str) -> None:
    migrate.upgrade(database)
    engine = make_engine(database)
    c = schema.users.c
    person = {"name": "Ada", "account": None, "lang": "en", "created": 1, "quotas": {"chat": 2, "名": [None, 1.5]}}
    add = Prepared(insert(schema.users))
    change = Prepared(update(schema.users).where(c.name == bindparam("this_name")))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        assert add.run(connection, {**person, "id": 1}) == 1
        assert add.run(connection, {**person, "id": 2, "quotas": None}, {**person, "id": 3, "name": "Bo"}) == 2
        connection.execute(insert(schema.users), {**person, "id": 4, "name": "Cy"})
        connection.execute(insert(schema.users), {**person, "id": 5, "name": "Cy", "quotas": None})
        assert change.run(connection, {"lang": "zh-Hant", "quotas": {"chat": 3}, "this_name": "Bo"}) == 1
        assert change.run(connection, {"lang": "zh-Hant", "quotas": {"chat": 3}, "this_name": "nobody"}) == 0
    with engine.connect() as connection:
        as_text = select(c.name, c.account, c.lang, c.created, cast(c.quotas, Text)).order_by(c.id)
        rows = [tuple(row) for row in connection.execute(as_text)]
    assert rows[0] == ("Ada", None, "en", 1.0, '{"chat":2,"名":[null,1.5]}')
    assert rows[3][1:] == rows[0][1:]
    assert rows[4][1:] == rows[1][1:]
    assert rows[2] == ("Bo", None, "zh-Hant", 1.0, '{"chat":3}')
    engine.dispose()


def test_two_workers_count_tables_one_after_the_other(postgresql_server: str) -> None:
    """PostgreSQL shows to nobody what others have not committed: the second one waits until the first has done so."""
    database = services.fresh_database(postgresql_server, "counted")
    migrate.upgrade(database)
    settings = Settings(database=database, titles="tests.server.toy:titles", quotas=True, most_games=1)
    second_has_counted = threading.Event()

    async def run() -> None:
        one, two = Hall(settings), Hall(settings)
        _, ada = await one.sessions.open("Ada", "en")

        def first(connection: Connection) -> None:
            hosting.allowed(one, ada, 0)(connection)
            locks = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            counting.set()
            patience = Patience()
            while not second_has_counted.is_set() and not connection.execute(locks).scalar():
                assert patience.lasts()
                time.sleep(PAUSE_S)

        def second(connection: Connection) -> None:
            assert counting.wait(CEILING_S)
            try:
                hosting.allowed(two, ada, 0)(connection)
            finally:
                second_has_counted.set()

        counting = threading.Event()
        seats = [{"kind": "me"}, {"kind": "open"}]
        wishes = [(hall, table.Wish("coins", seats, allowed=check)) for hall, check in ((one, first), (two, second))]
        made = await asyncio.gather(*[table.create(hall, ada, wish) for hall, wish in wishes], return_exceptions=True)
        assert [str(found) for found in made if isinstance(found, BaseException)] == ["too_many_games"]
        await one.stop()
        await two.stop()

    asyncio.run(run())
