"""The two houses that one contract holds for: the server over HTTP and sockets, and the one of the tab. Both have the
same seed, so the same person plays the same game in both."""

import json
from typing import Any

from terrarium.catalog import titles
from terrarium.tab.worker import Worker
from tests.server.harness import QUICK, Client, Socket
from tests.support.patience import Patience

TITLES = list(titles())
OWN = {"id", "at", "created", "updated", "user", "invite", "key", "link", "present", "host", "game", "csrf"}
"""Numbers, names and times that each house gives by itself, and what only one of them has."""
POSITION = ("view", "choices", "status", "result", "clock", "ask")
DECISIONS = 6


class House:
    """Asks and listens, whoever answers."""

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Status and answer."""
        raise NotImplementedError  # each house's own

    def listen(self, game: str) -> None:
        """Open a line to a table."""
        raise NotImplementedError  # each house's own

    def say(self, kind: str, **data: Any) -> None:
        """Send a packet over it."""
        raise NotImplementedError  # each house's own

    def heard(self) -> list[dict[str, Any]]:
        """Every packet until somebody at this table is asked, or nobody any more."""
        raise NotImplementedError  # each house's own

    def get(self, path: str) -> Any:
        status, found = self.ask("GET", path)
        assert status == 200, (path, found)
        return found


class ServerHouse(House):
    def __init__(self, client: Client) -> None:
        self.client = client
        self.opened: Any = None
        self.socket: Socket | None = None

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        answer = self.client.http.request(method, path, json=body if method != "GET" else None)
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.status_code, answer.json() if is_json else answer.text

    def listen(self, game: str) -> None:
        self.opened = self.client.socket(game, "?lang=en&after=0")
        self.socket = self.opened.__enter__()

    def say(self, kind: str, **data: Any) -> None:
        assert self.socket is not None
        self.socket.send(kind, **data)

    def heard(self) -> list[dict[str, Any]]:
        assert self.socket is not None
        packets: list[dict[str, Any]] = []
        while True:
            packet = self.socket.read()
            packets.append(packet)
            if packet["type"] in ("refused", "stale") or asked_in(packet):
                return packets

    def close(self) -> None:
        if self.opened is not None:
            self.opened.__exit__(None, None, None)


class TabHouse(House):
    def __init__(self) -> None:
        self.worker = Worker(QUICK["TERRARIUM_SEED"], int(QUICK["TERRARIUM_BOT_SIMULATIONS"]))
        self.packets: list[dict[str, Any]] = []
        self.line = 0
        self.ask("POST", "/session", name="Ada", lang="en")

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        status, _, text = self.worker.request(method, path, json.dumps(body) if method != "GET" else "").partition(" ")
        whole = text.startswith(("{", "[")) and not text.endswith("\n")  # lines of JSON are as plain as a record
        return int(status), json.loads(text) if whole else text

    def listen(self, game: str) -> None:
        self.line = int(self.worker.open(game, "en", 0, lambda text: self.packets.append(json.loads(text))))

    def say(self, kind: str, **data: Any) -> None:
        self.worker.hear(self.line, json.dumps({"type": kind, "data": data}))

    def heard(self) -> list[dict[str, Any]]:
        while self.worker.work() == "answer":
            pass
        found, self.packets = self.packets, []
        return found


def asked_in(packet: dict[str, Any]) -> bool:
    """Is somebody at this table asked after this packet, or nobody any more?"""
    view = packet["data"].get("view") if packet["type"] in ("hello", "update") else None
    return view is not None and (view["player"] == 0 or view["over"])


def plain(found: Any) -> Any:
    """Without what each house names by itself."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key not in OWN}
    return [plain(value) for value in found] if isinstance(found, list | tuple) else found


def told(packets: list[dict[str, Any]]) -> list[Any]:
    """What packets say: answers one by one, every row that happened, and the position it all led to. How rows are
    shared out among packets is a matter of who is quicker."""
    answers = [plain(packet) for packet in packets if packet["type"] in ("ack", "refused", "stale")]
    moving = [packet["data"] for packet in packets if packet["type"] in ("hello", "update")]
    rows = [plain(row) for data in moving for row in data["rows"]]
    last = {key: plain(moving[-1][key]) for key in POSITION} if moving else {}
    tables = [plain(packet["data"]["table"]) for packet in packets if packet["type"] == "hello"]
    return [*answers, *rows, last, *tables]


def begin(house: House, title: str, *kinds: str) -> str:
    """A table with me and these; the packets of its opening are still to be heard."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": kind} for kind in kinds]]
    status, made = house.ask("POST", "/games", title=title, seats=seats)
    assert status == 201, made
    game: str = made["table"]["id"]
    house.listen(game)
    return game


class Player:
    """Answers the same in every house, and keeps all that is told on the way."""

    def __init__(self, house: House, title: str) -> None:
        self.house = house
        self.game = begin(house, title, "greedy", "greedy")
        self.tale: list[Any] = []
        self.moves = 0
        self.last: dict[str, Any] = {}
        self.hear()

    def hear(self) -> None:
        packets = self.house.heard()
        self.tale += told(packets)
        for packet in packets:
            if packet["type"] in ("hello", "update"):
                self.last = {**packet["data"], "seq": packet["seq"]}

    def play(self, place: int) -> None:
        """The choice at this place, counted round."""
        self.moves += 1
        choices = self.last["choices"]
        self.send(choices[place % len(choices)]["text"])

    def send(self, *moves: str, seq: int | None = None) -> None:
        wish = {"id": f"m{len(self.tale)}", "expected_seq": self.last["seq"] if seq is None else seq}
        self.house.say("move", moves=[*moves], **wish)
        self.hear()

    def look(self) -> None:
        """Everything that can be asked at a running table."""
        game, choice = self.game, self.last["choices"][0]["text"]
        for path in (
            "", "/view", "/view?at=3", "/events", "/forecast", "/profit?region=3", "/position", "/fair", "/private",
            "/units", f"/why?move={choice}", "/why?move=conquer%20999", "/why?move=jump", "/reasons/1", "/draws",
            "/analysis",
        ):  # fmt: skip
            self.tale.append([path, plain(self.house.ask("GET", f"/games/{game}{path}"))])
        self.tale.append(plain(self.house.ask("POST", f"/games/{game}/plan", moves=[choice])))

    def finish(self) -> None:
        """Whatever ends it: the last choice again and again."""
        patience = Patience()
        while not self.last["view"]["over"]:
            self.play(-1)
            assert patience.lasts(self.last["seq"])
