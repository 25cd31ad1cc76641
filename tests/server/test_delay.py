"""A spectator with a delay learns nothing newer than the delay: not from any address, not from any packet."""

import asyncio
import gc
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from terrarium.server.app import create_app
from terrarium.server.ops.settings import Settings
from terrarium.server.wire.connection import Connection
from terrarium.server.wire.protocol import Http, Wire
from tests.server.clockwork import Clock
from tests.server.harness import REAL, Client, Server, free_port, two_players, wait_for

DELAY = 600


@pytest.fixture
def timed(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("delay"), **REAL).timed(clock) as started:
        yield started.base


VALUES = {"seq": "3", "region": "5", "title": "small-world", "statement": "turn", "lang": "en"}
QUERIES = {"profit": "region=5", "why": "move=x", "games": "which=live"}


def addresses(eve: Client, game: str) -> list[str]:
    """Every address that can be read, with this game in it."""
    described = eve.get("/openapi.json")["paths"]
    found = []
    for path, methods in described.items():
        if "get" not in methods:
            continue
        where = path.removeprefix("/api/v1").replace("{game}", game)
        for name, value in VALUES.items():
            where = where.replace("{" + name + "}", value)
        if "{" in where or where in ("/session", "/openapi.json"):
            continue
        found.append(where)
    found += [f"/games?which={which}" for which in ("open", "live", "archive")]
    found += [f"/games/{game}/profit?region={region}" for region in range(1, 24)]
    found += [f"/games/{game}/view?at={at}" for at in range(30)] + [f"/games/{game}/view?as=0"]
    found += [f"/games/{game}/position?at={at}" for at in range(30)]
    found += [f"/games/{game}/reasons/{at}" for at in range(1, 30)]
    return [*found, f"/games/{game}/events?after=2", f"/games/{game}/why?move=end"]


def everything(eve: Client, game: str) -> dict[str, str]:
    """What is answered at each address, and what a socket brings at once, be it to a question that is refused."""
    seen = {}
    for where in addresses(eve, game):
        answer = eve.http.get(where)
        assert answer.status_code < 500, (where, answer.text)
        seen[where] = f"{answer.status_code} {answer.text}"
    with eve.socket(game, "?after=0") as window:
        hello = window.until("hello")
        seen["hello"] = json.dumps(hello)
        for kind, data in REQUESTS:
            window.connection.send(json.dumps({"type": kind, "data": data}))
        seen["heard"] = json.dumps(window.heard())
    for method, where, body in deeds(eve, game):
        answer = eve.http.request(method, where, json=body, headers={"X-Forwarded-For": f"203.0.113.{next(_whence)}"})
        seen[f"{method} {where} {body}"] = f"{answer.status_code} {answer.text}"
    return seen


_whence = itertools.count(1)
"""Guesses at keys are slowed down by address; here it is their answers that matter."""


def deeds(eve: Client, game: str) -> Iterator[tuple[str, str, dict[str, Any] | None]]:
    """Everything that can be asked of this game beside reading it, with bodies that would do no harm."""
    for path, methods in eve.get("/openapi.json")["paths"].items():
        for method in methods:
            what = path.removeprefix("/api/v1/games/{game}")
            if "{game}" not in path or method == "get":
                continue
            for seat in ("0", "1", "7") if "{seat}" in path else ("",):
                where = f"/games/{game}{what}".replace("{seat}", seat)
                yield method.upper(), where, BODIES[f"{method} {what.strip('/')}".strip()]
    beyond = eve.view(game)["seq"] + 1
    yield "POST", f"/games/{game}/fork", {"at": beyond, "seats": [{"kind": "me"}, {"kind": "open"}]}
    yield "POST", "/studies", {"at": beyond, "game": game}


REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("move", {"id": "x", "expected_seq": 0, "moves": ["end"]}),
    ("undo", {"id": "x", "expected_seq": 0}),
    ("ask", {"kind": "pause"}),
    ("answer", {"agree": True, "ask": 1}),
    ("back", {}),
    ("nonsense", {}),
    ("ping", {}),
]
PLAN: dict[str, Any] = {"moves": ["end"], "ahead": True}
BODIES: dict[str, dict[str, Any] | None] = {
    "delete": None,
    "post moves": {"id": "x", "expected_seq": 0, "moves": ["end"]},
    "post undo": {"id": "x", "expected_seq": 0},
    "post fork": {"at": 10**6, "seats": [{"kind": "me"}, {"kind": "open"}]},
    "post ask": {"kind": "pause"},
    "post answer": {"agree": True, "ask": 1},
    "post resume": {},
    "post resign": {},
    "post back": {},
    "post stand": {},
    "post key": {},
    "post enter": {"invite": "guessed"},
    "post chat": {"text": "\u200b"},
    "post plan": PLAN,
    "put plan": {"moves": ["end"]},
    "delete plan": None,
    "put mute": {"author": 1, "on": False},
    "put silence": {"author": 1, "on": False},
    "put orders": {"orders": []},
    "put note": {"note": ""},
    "post seats/{seat}/sit": {},
    "post seats/{seat}/claim": {"key": "guessed"},
    "post seats/{seat}/bot": {"level": "random"},
    "post seats/{seat}/remove": {},
}
"""What is sent with each of them: a new one is named here, so that somebody thinks of what it tells."""


def first_choice(who: list[Client], game: str) -> None:
    for one in who:
        shown = one.view(game)
        if shown["choices"]:
            one.play(game, shown["choices"][0]["text"])
            return
    raise AssertionError("nobody is to move")


def test_nothing_newer_than_the_delay_anywhere(timed: str, clock: Clock) -> None:
    wish = {"kind": "total", "seconds": 3600, "increment": 5}
    ada, bo, game = two_players(timed, title="small-world", spectators="delay", delay=DELAY, clock=wish)
    eve = Client(timed, "Eve")
    for _ in range(4):
        first_choice([ada, bo], game)
    old = ada.view(game)["seq"]
    clock.advance(DELAY + 1)
    everything(eve, game)  # what she leaves behind herself
    before = everything(eve, game)
    assert json.loads(before["hello"])["seq"] == old, "what is old enough is shown"
    with eve.socket(game) as watching:
        watching.until("hello")
        # All of this happens within the delay, in one moment.
        for _ in range(3):
            first_choice([ada, bo], game)
        assert everything(eve, game) == before
        with ada.socket(game) as window:
            window.until("hello")
            assert everything(eve, game) == before, "somebody opened a window"
        line = ada.post(f"/games/{game}/chat", 201, text="a secret")["id"]
        eve.post("/reports", 404, game=game, line=line)  # not even that something was said
        ada.post(f"/games/{game}/ask", kind="pause")
        assert everything(eve, game) == before
        bo.answer(game, True)
        assert everything(eve, game) == before
        bo.post(f"/games/{game}/resume")
        ada.post(f"/games/{game}/resign")
        assert bo.get(f"/games/{game}")["status"] == "over"
        assert everything(eve, game) == before, "the end is news too"
        assert watching.heard() == [], "a window that was open all the time"
    clock.advance(DELAY - 10)
    assert eve.get(f"/games/{game}")["status"] == "live"
    clock.advance(20)
    eve.post("/reports", 201, game=game, line=line)
    last = eve.get(f"/games/{game}")
    assert (last["status"], last["result"]["winners"]) == ("over", [1])
    assert last["seq"] == ada.get(f"/games/{game}")["seq"]
    assert game in [entry["id"] for entry in eve.get("/games?which=archive")["games"]]


def test_a_host_who_has_no_seat_learns_nothing_newer_either(timed: str, clock: Clock) -> None:
    hal, ada, bo = (Client(timed, name) for name in ("Hal", "Ada", "Bo"))
    game = hal.new_game(["open", "open"], title="small-world", spectators="delay", delay=DELAY)["table"]["id"]
    for seat, one in enumerate((ada, bo)):
        one.post(f"/games/{game}/seats/{seat}/sit")
    first_choice([ada, bo], game)
    clock.advance(DELAY + 1)
    everything(hal, game)
    before = everything(hal, game)
    ada.post(f"/games/{game}/resign")
    assert bo.get(f"/games/{game}")["status"] == "over"
    assert everything(hal, game) == before
    clock.advance(DELAY + 1)
    assert hal.post(f"/games/{game}/seats/0/remove", 409)["error"]["code"] == "game_over"


def test_who_comes_within_the_delay_hears_the_rest_in_time(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, bo, game = two_players(server.base, spectators="delay", delay=2)
        ada.play(game, "end")
        with Client(server.base, "Eve").socket(game) as watching:
            began = watching.until("hello")["seq"]
            bo.play(game, "end")
            heard = []
            while (packet := watching.until("update"))["seq"] < ada.get(f"/games/{game}")["seq"]:
                heard.append(packet["seq"])
            assert [began, *heard, packet["seq"]] == [*range(packet["seq"] + 1)]


def test_nothing_waits_for_a_spectator_who_has_gone(tmp_path: Path) -> None:
    """A delay may be a day: whoever comes and goes leaves nothing behind that waits so long."""
    port = free_port()
    titles = "tests.server.toy:titles"
    app = create_app(Settings(f"sqlite:///{tmp_path}/game.db", titles=titles, port=port, connect_rate=1000.0))
    serving = uvicorn.Server(uvicorn.Config(app, port=port, http=Http, ws=Wire, lifespan="on", log_config=None))

    def come_and_go() -> None:
        wait_for(lambda: serving.started)
        base = f"http://127.0.0.1:{port}"
        ada, _, game = two_players(base, spectators="delay", delay=86_400)
        ada.play(game, "end")
        eve, tasks = Client(base, "Eve"), len(app.state.hall.tasks)
        for _ in range(20):
            with eve.socket(game) as watching:
                watching.until("hello")
        wait_for(lambda: len(app.state.hall.tasks) <= tasks)
        gc.collect()
        assert not [one for one in gc.get_objects() if isinstance(one, Connection)]

    async def run() -> None:
        served = asyncio.create_task(serving.serve())
        try:
            await asyncio.to_thread(come_and_go)
        finally:
            serving.should_exit = True
            await served

    asyncio.run(run())
