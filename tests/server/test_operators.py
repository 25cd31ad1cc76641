"""What whoever runs a server sees: is it alive, is it ready, figures, logs, and sentences where something is wrong."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx2
import pytest
from sqlalchemy import text

from terrarium.server.app import Ready
from terrarium.server.ops import metrics
from terrarium.server.ops.settings import SettingError, check_door, from_environment, unknown
from terrarium.server.room.hall import Hall
from terrarium.server.store import migrate
from terrarium.server.store.store import make_engine
from tests.server import services
from tests.server.harness import Client, Server, free_port, wait_for
from tests.server.nursery import PYTHONPATH, ROOT
from tests.server.test_databases import play_some
from tests.server.test_history import terrarium
from tests.support.patience import CEILING_S

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def test_without_redis_a_worker_is_ready_if_slower(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_REDIS=f"redis://127.0.0.1:{free_port()}/0") as server:
        assert httpx2.get(server.base + "/livez").status_code == 200
        ready = httpx2.get(server.base + "/readyz")
        assert ready.status_code == 200
        assert (ready.json()["ok"], ready.json()["degraded"]) == (True, True)
        assert Client(server.base).new_game()["table"]["status"] == "open"


def test_without_its_database_a_worker_lives_and_is_not_ready(postgresql_server: str, tmp_path: Path) -> None:
    address = services.fresh_database(postgresql_server, "gone")
    with Server(tmp_path, address) as server:
        assert httpx2.get(server.base + "/readyz").json()["degraded"] is False
        services.drop_database(postgresql_server, "gone")
        wait_for(lambda: httpx2.get(server.base + "/readyz").status_code == 503)
        assert httpx2.get(server.base + "/livez").status_code == 200


def test_the_database_is_asked_once_a_second_however_many_ask() -> None:
    asked = []

    class Store:
        async def read(self, work: object) -> int:
            asked.append(work)
            await asyncio.sleep(0)
            return 1

    class Hub:
        async def healthy(self) -> bool:
            return True

    async def run() -> None:
        ready = Ready(cast(Hall, SimpleNamespace(settings=SimpleNamespace(worker="one"), store=Store(), hub=Hub())))
        found = await asyncio.gather(*[ready.checks() for _ in range(100)])
        assert found == [{"worker": "one", "database": True, "redis": True}] * 100
        await ready.checks()
        assert len(asked) == 1
        ready._until = 0.0
        await ready.checks()
        assert len(asked) == 2

    asyncio.run(run())


def test_the_unit_and_the_containers_have_files_enough() -> None:
    """Each connection is one; without a word of it systemd gives a thousand."""
    assert "LimitNOFILE=65536" in (ROOT / "deploy" / "terrarium.service").read_text().splitlines()
    assert "nofile: { soft: 65536, hard: 65536 }" in (ROOT / "compose.yaml").read_text()


def test_figures_have_an_address_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, TERRARIUM_METRICS=f"127.0.0.1:{port}") as server:
        assert httpx2.get(server.base + "/metrics").status_code == 404
        assert "terrarium_moves_total" in httpx2.get(f"http://127.0.0.1:{port}/metrics").text


def test_figures_are_not_for_the_public(base: str) -> None:
    assert httpx2.get(base + "/metrics").status_code == 200
    assert httpx2.get(base + "/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404


def test_a_request_is_logged_with_its_address_and_its_person(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_ACCESS_LOG="1", TERRARIUM_LOG_LEVEL="info") as server:
        ada = Client(server.base)
        ada.http.headers["X-Forwarded-For"] = "203.0.113.9"
        ada.get("/channels")
        wait_for(lambda: "/channels" in server.log.read_text())
        entries = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    told = next(entry for entry in entries if entry.get("path", "").endswith("/channels"))
    assert (told["client"], told["user"], told["status"]) == ("203.0.113.9", ada.user, 200)


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("PORT", "eighty", "whole"),
        ("PORT", "70000", "port"),
        ("RATE", "nan", "number"),
        ("RATE", "-1", "number"),
        ("SECURE_COOKIES", "maybe", "choice"),
        ("LOG_LEVEL", "loud", "choice"),
        ("DATABASE", "mysql://x", "database"),
        ("REDIS", "localhost", "redis"),
        ("METRICS", "9100", "address"),
        ("RATE", "0", "positive"),
        ("SWEEP_S", "0", "positive"),
        ("PUBLIC_URL", "table.example", "url"),
        ("PUBLIC_URL", "https://[", "url"),
        ("ORIGINS", "https://table.example, other.example", "url"),
        ("HOSTS", "https://table.example", "host"),
        ("HOSTS", "table.example:8000", "host"),
        ("PUSH_HOSTS", "https://push.example", "host"),
        ("TRUSTED_PROXIES", "127.0.0.1, proxy.example", "proxy"),
        ("SMTP_URL", "mail.example:587", "smtp"),
        ("TAB", "/nowhere", "tab"),
        ("HOUSE_UNITS", "garbage", "house"),
        ("HOUSE_UNITS", '["unit.x"]', "house"),
        ("HOUSE_UNITS", '{"map.x": "1"}', "house"),
        ("HOUSE_UNITS", "[" * 100_000, "house"),
        ("HOUSE_MAPS", "garbage", "house"),
        ("HOUSE_MAPS", '[{"title": "small-world", "option": ["map.x"]}]', "house"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str, what: str) -> None:
    with pytest.raises(SettingError) as wrong:
        from_environment({"TERRARIUM_" + name: value})
    assert (wrong.value.args_["name"], wrong.value.args_["what"]) == (name.lower(), what)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "https://table.example:8443/terrarium"),
        ("ORIGINS", "http://localhost:5173,https://table.example"),
        ("HOSTS", "*"),
        ("HOSTS", "table.example,::1,192.0.2.7"),
        ("TRUSTED_PROXIES", "*"),
        ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,fd00::/8"),
        ("SMTP_URL", "smtps://user:p%40ss@mail.example:465"),
        ("KEEP_GUESTS_DAYS", "0"),
        ("MOST_SOCKETS", "0"),
        ("HOUSE_UNITS", '{"unit.x": "1"}'),
        ("HOUSE_MAPS", '[{"title": "small-world", "option": ["map.x", "1"]}]'),
    ],
)
def test_a_right_setting_is_taken(name: str, value: str) -> None:
    from_environment({"TERRARIUM_" + name: value})


def test_what_is_no_database_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("These are words, and no database, and there are enough of them to see it.")
    for database in (f"sqlite:///{tmp_path}/no.db", f"sqlite:///{tmp_path}/no.db/below/some.db"):
        done = terrarium("serve", "--database", database, "--lang", "en")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "database" in done.stderr


def test_a_wrong_setting_gives_a_sentence() -> None:
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "TERRARIUM_RATE": "fast", "LANG": "en"}
    command = [sys.executable, "-m", "terrarium.server"]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=CEILING_S, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "The setting rate cannot be “fast”: it is a number, 0 or more."


def test_a_variable_that_is_no_setting_is_told() -> None:
    told = unknown(
        {"TERRARIUM_MOST_GAME": "1", "TERRARIUM_LANG": "en", "TERRARIUM_RATE": "9", "PATH": "", "TERRARIUM_XYZ": ""}
    )
    assert told == [("MOST_GAME", "MOST_GAMES"), ("XYZ", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": PYTHONPATH,
        "TERRARIUM_RATES": "1",
        "TERRARIUM_RATE": "fast",
        "LANG": "en",
    }
    for command in (["-m", "terrarium.server"], ["-m", "terrarium", "serve", "--lang", "en"]):
        done = subprocess.run(
            [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=CEILING_S,
            check=False,
        )  # fmt: skip
        assert done.returncode == 1
        said = "TERRARIUM_RATES is no setting of this version and is left out. Is TERRARIUM_RATE meant?"
        assert done.stderr.splitlines()[0] == said
        assert done.stdout == "", "nobody is told where it is before it is there"


@pytest.mark.parametrize("host", ["999.1.1.1", "192.0.2.1", "no such name"])
def test_an_address_that_is_none_of_this_computers_is_told(host: str) -> None:
    done = terrarium("serve", "--host", host, "--lang", "en")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip() == f"The setting host cannot be “{host}”: it is an address or name of this computer."


def test_a_port_that_is_not_free_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = terrarium("serve", "--port", str(port), "--lang", "en")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.strip() == f"Port {port} of 127.0.0.1 is not free. Choose another one with --port."
        with pytest.raises(SettingError, match="taken"):
            check_door("127.0.0.1", port)


def test_a_newer_database_gives_a_sentence(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/newer.db"
    migrate.upgrade(database)
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for command in (("serve", "--database", database), ("migrate", "--database", database)):
        done = terrarium(*command, "--lang", "en")
        assert done.returncode == 1
        assert "newer version of Terrarium" in done.stderr
        assert "Traceback" not in done.stderr


@BOTH
def test_a_database_goes_back_and_forth_between_versions(database: str, tmp_path: Path) -> None:
    game, (token, mine, _) = play_some(database, tmp_path)
    for revision in reversed(migrate.revisions()):
        migrate.downgrade(database, revision)
        assert migrate.current(database) == revision
    with Server(tmp_path, database) as server:  # which brings it up again
        assert Client(server.base, token=token).view(game) == mine


def test_migrate_tells_the_version(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/some.db"
    up = terrarium("migrate", "--database", database, "--lang", "en")
    assert migrate.revisions()[-1] in up.stdout
    down = terrarium("migrate", "--down", "0001", "--database", database, "--lang", "en")
    assert "0001" in down.stdout
    assert migrate.current(database) == "0001"
    none = terrarium("migrate", "--down", "0007x", "--database", database, "--lang", "en")
    assert none.returncode == 1
    assert "Known versions" in none.stderr


@pytest.mark.parametrize("name", ["deploy/grafana/terrarium.json", "deploy/prometheus/alerts.yml"])
def test_dashboards_and_alerts_ask_for_figures_that_exist(name: str) -> None:
    asked = set(re.findall(r"terrarium_[a-z_]+", (ROOT / name).read_text()))
    assert asked
    known = set()
    for figure in vars(metrics).values():
        if hasattr(figure, "describe") and not isinstance(figure, type):
            known |= {family.name for family in figure.describe()}
    for figure in asked:
        plain = re.sub(r"_(total|bucket|sum|count)$", "", figure)
        assert plain in known, figure
