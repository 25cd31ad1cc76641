"""Non-interference: games that differ only in what one seat hides are the same bytes to everybody else."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.harness import QUICK, Client, Server, Socket
from tests.server.nursery import PYTHONPATH, ROOT
from tests.support.patience import CEILING_S

SEEN_HEADERS = ("content-type", "content-length", "cache-control", "retry-after")
# Questions with arguments; the plain addresses of a game come from the description of the API.
LOOKS = [
    "/events?after=2&lang=zh-Hans",
    "/why?move=end",
    "/why?move=take",
    "/view?as=0",
    "/view?at=9999",
]


# A bot's search within a budget of time: it gets the blind position, but no two runs think equally far.
AGAINST_THE_CLOCK = ("/games/{game}/hint", "/games/{game}/analysis")


class World(Server):
    """A server in which everything is fixed, what is hidden too (`universe` says how)."""

    def __init__(self, folder: Path, **hidden: str) -> None:
        folder.mkdir()
        super().__init__(folder)
        self.hidden = hidden

    def start(self) -> "World":
        environment = {**os.environ, **QUICK, "TERRARIUM_DATABASE": self.database, **self.hidden}
        environment["PYTHONPATH"] = PYTHONPATH
        command = [sys.executable, "-m", "tests.server.universe", str(self.port)]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
        self.wait_ready()
        return self


class Witness:
    """Somebody who writes down every byte they are sent."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: list[tuple[str, object]] = []

    def ask(self, method: str, path: str, body: Any = None) -> None:
        answer = self.client.http.request(method, path, **({} if body is None else {"json": body}))
        headers = {name: answer.headers[name] for name in SEEN_HEADERS if name in answer.headers}
        self.seen.append((f"{method} {path}", (answer.status_code, headers, answer.content)))

    def look_at_everything(self, game: str, last: int, step: int = 1) -> None:
        """Every address that shows something of a game; those that a later version adds are found by themselves."""
        title = self.client.get(f"/games/{game}")["title"]
        described = self.client.get("/openapi.json")["paths"]
        plain = [path.removeprefix("/api/v1") for path, ways in described.items() if "{game}" in path and "get" in ways]
        for path in [path for path in plain if path not in AGAINST_THE_CLOCK]:
            self.ask("GET", path.replace("{game}", game).replace("{seq}", str(last)))
        for path in LOOKS:
            self.ask("GET", f"/games/{game}{path}")
        for seq in range(0, last + 1, step):
            self.ask("GET", f"/games/{game}/view?at={seq}")
        for which in ("open", "live", "archive", "mine"):
            self.ask("GET", f"/games?which={which}")
        self.ask("GET", f"/titles/{title}/statistics")

    def listen(self, socket: Socket, name: str) -> None:
        """Everything up to the answer of a ping."""
        socket.send("ping", n=len(self.seen))
        while True:
            raw = socket.connection.recv(CEILING_S)
            kind = json.loads(raw)["type"]
            if kind != "presence":  # who comes and goes first is a matter of timing, not of the game
                self.seen.append((name, raw))
            if kind == "pong":
                return


def live(base: str) -> tuple[list[tuple[str, object]], bytes]:
    """One life in one world: gives what the others saw, and what the hiding seat saw itself."""
    ada, bo, eve = Client(base, "Ada"), Client(base, "Bo"), Client(base, "Eve")
    game = ada.new_game(["me", "open"], options={"rounds": "3"})["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    witnesses = [Witness(bo), Witness(eve)]
    with bo.socket(game) as yours:
        witnesses[0].listen(yours, "socket of bo")
        with eve.socket(game) as watching:
            witnesses[1].listen(watching, "socket of eve")
            own = play_and_look(game, ada, bo, witnesses, yours, watching)
    with bo.socket(game, "?after=0") as yours:
        witnesses[0].listen(yours, "second socket of bo")
    with eve.socket(game, "?after=1") as watching:
        witnesses[1].listen(watching, "second socket of eve")
    return [entry for witness in witnesses for entry in witness.seen], own


def play_and_look(
    game: str, ada: Client, bo: Client, witnesses: list[Witness], yours: Socket, watching: Socket
) -> bytes:
    """Two turns, with everything the others can ask for on the way; gives what the hiding seat saw."""
    for moves in (["add 1"], ["roll"], ["flip", "add 2"], ["end"]):
        # Everything a curious opponent might try while it is not their turn.
        for number, wish in enumerate((["end"], ["take"], ["roll", "take"], ["nonsense"])):
            seq = bo.view(game)["seq"]
            body = {"id": f"x{seq}-{number}", "expected_seq": seq, "moves": wish}
            witnesses[0].ask("POST", f"/games/{game}/moves", body)
            witnesses[0].ask("POST", f"/games/{game}/moves", {**body, "expected_seq": seq + 1})
        ada.play(game, *moves)
        witnesses[0].listen(yours, "socket of bo")
        witnesses[1].listen(watching, "socket of eve")
    own = ada.http.get(f"/games/{game}/view").content
    last = bo.view(game)["seq"]
    for witness in witnesses:
        witness.look_at_everything(game, last)
        witness.ask("POST", f"/games/{game}/undo", {"id": "u", "expected_seq": last})
        witness.ask("POST", f"/games/{game}/fork", {"at": 3, "seats": [{"kind": "me"}, {"kind": "open"}]})
        forked = json.loads(witness.seen[-1][1][2])["table"]["id"]  # type: ignore[index]
        witness.look_at_everything(forked, 0)
    for moves in (["add 3"], ["flip"], ["end"]):
        bo.play(game, *moves)
        witnesses[0].listen(yours, "socket of bo")
        witnesses[1].listen(watching, "socket of eve")
    witnesses[0].ask("POST", f"/games/{game}/moves", {"id": "stale", "expected_seq": 1, "moves": ["end"]})
    return own


def plain_log(path: Path) -> list[str]:
    """The log without what differs between any two runs: times, ports."""
    text = re.sub(r'"timestamp": ?"[^"]*",? ?|"ms": ?[\d.]+,? ?', "", path.read_text())
    lines = [line for line in text.splitlines() if "/healthz" not in line]
    return sorted(lines)


def test_two_worlds_that_differ_in_a_hidden_die_look_alike(tmp_path: Path) -> None:
    lives, logs = [], []
    for die in (2, 5):
        with World(tmp_path / str(die), HIDDEN_DIE=str(die)) as world:
            seen, own = live(world.base)
            lives.append((seen, own))
        logs.append(plain_log(world.log))
    (first, mine), (second, other) = lives
    assert mine != other, "the worlds must differ for the seat that hides something"
    assert len(first) == len(second)
    assert len(first) > 100
    for (name, one), (_, two) in zip(first, second, strict=True):
        assert one == two, name
    assert logs[0] == logs[1]
