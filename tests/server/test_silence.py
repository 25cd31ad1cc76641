"""A computer that vanishes without a goodbye: nobody waits for it for ever, and nothing is lost or doubled by it."""

from pathlib import Path

import httpx2
from sqlalchemy.engine import make_url

from tests.server import services
from tests.server.harness import Client, Server, two_players, wait_for
from tests.server.hole import hole
from tests.support.patience import CEILING_S

SOON = "3"
"""Seconds of patience: enough for whoever is there, on a busy machine too. Tests wait for what follows."""


def through(address: str, port: int) -> str:
    return make_url(address).set(host="127.0.0.1", port=port).render_as_string(hide_password=False)


def status(server: Server, path: str) -> int:
    return httpx2.get(server.base + path, timeout=CEILING_S).status_code


def port_of(address: str) -> int:
    port = make_url(address).port
    assert port is not None
    return port


def test_a_player_who_vanishes_is_missed(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_PING_S=SOON) as server, hole(server.port) as line:
        ada, bo, game = two_players(server.base)
        far = Client(f"http://127.0.0.1:{line.port}", token=bo.token)
        with ada.socket(game) as mine, far.socket(game) as yours:
            yours.until("hello")
            while mine.until("presence")["data"]["seats"] != [0, 1]:
                pass
            line.silent = True
            while mine.until("presence")["data"]["seats"] != [0]:
                pass
            ada.play(game, "end")


def test_people_play_on_while_redis_is_silent(redis_server: str, tmp_path: Path) -> None:
    with hole(port_of(redis_server)) as line:
        news = through(redis_server, line.port)
        with Server(tmp_path, TERRARIUM_REDIS=news, TERRARIUM_REDIS_S=SOON) as server:
            ada, bo, game = two_players(server.base, options={"rounds": "3"})
            ready = server.base + "/readyz"
            wait_for(lambda: httpx2.get(ready, timeout=CEILING_S).json()["degraded"] is False)
            with ada.socket(game) as mine, bo.socket(game) as yours:
                line.silent = True
                for number, (who, seat) in enumerate([(mine, ada), (yours, bo)] * 2):
                    who.send("move", id=f"m{number}", expected_seq=seat.view(game)["seq"], moves=["end"])
                    who.until("ack")
            wait_for(lambda: httpx2.get(ready, timeout=CEILING_S).json()["degraded"])
            assert httpx2.get(ready, timeout=CEILING_S).status_code == 200
            line.silent = False
            wait_for(lambda: not httpx2.get(ready, timeout=CEILING_S).json()["degraded"])


def test_nobody_waits_for_ever_for_a_silent_database(postgresql_server: str, tmp_path: Path) -> None:
    address = services.fresh_database(postgresql_server, "silent")
    with (
        hole(port_of(address)) as line,
        Server(tmp_path, through(address, line.port), TERRARIUM_DATABASE_S=SOON) as server,
    ):
        ada, _, game = two_players(server.base)
        seq = ada.view(game)["seq"]
        line.silent = True
        wish = {"id": "once", "expected_seq": seq, "moves": ["add 2"]}
        assert ada.http.post(f"/games/{game}/moves", json=wish).status_code == 503
        assert status(server, "/readyz") == 503
        assert status(server, "/livez") == 200
        line.silent = False
        wait_for(lambda: status(server, "/readyz") == 200)
        # Whatever became of it: sent again it is played once.
        wait_for(lambda: ada.http.post(f"/games/{game}/moves", json=wish).status_code == 200)
        rows = ada.get(f"/games/{game}/events")["rows"]
        assert [row["who"] for row in rows[seq:]] == [0]
