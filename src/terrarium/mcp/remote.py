"""One seat of a server's table, over the HTTP API: the server decides, this only asks."""

import json
import secrets
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from terrarium import catalog
from terrarium.kernel.contract import Choice, Game, NotationError
from terrarium.mcp.seat import Declined, Page, Verdict
from terrarium.words import Words

PATIENCE_S = 30.0


class Api:
    """The HTTP API of a server, spoken to as one person."""

    def __init__(self, server: str, lang: str, token: str = "") -> None:
        if urlsplit(server).scheme not in ("http", "https"):
            raise NotationError("no_server", {"server": server[:80]})
        self.base = server.rstrip("/") + "/api/v1"
        self.lang = lang
        self.token = token

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer; ServerRefused with the server's own sentence where it refuses."""
        headers = {"Accept-Language": self.lang, "Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.base + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=PATIENCE_S) as answer:
                return json.loads(answer.read())
        except HTTPError as error:
            raise ServerRefused(error.read()) from error
        except (URLError, TimeoutError, ValueError) as error:
            raise NotationError("no_server", {"server": self.base}) from error


class ServerRefused(Exception):
    """What the server answered instead of doing it."""

    def __init__(self, body: bytes) -> None:
        try:
            self.error: dict[str, Any] = json.loads(body)["error"]
        except (ValueError, KeyError, TypeError):
            self.error = {"code": "bad_request", "sentence": ""}
        super().__init__(str(self.error.get("sentence", "")))


class TableSeat:
    """A seat that was taken, or opened with its key."""

    def __init__(self, api: Api, game: str, seat: int, key: str, invite: str, name: str) -> None:
        self.api = api
        self.game = quote(game, safe="")
        lang = api.lang
        if not api.token:
            api.token = str(api.call("POST", "/session", {"name": name, "lang": lang})["token"])
        if invite:
            api.call("POST", f"/games/{self.game}/enter", {"invite": invite})
        table = api.call("GET", f"/games/{self.game}")
        if table["you"] is None:
            way, body = ("claim", {"key": key}) if key else ("sit", {})
            api.call("POST", f"/games/{self.game}/seats/{seat}/{way}", body)
            table = api.call("GET", f"/games/{self.game}")
        self.seat = int(table["you"])
        self.title = str(table["title"])
        self.words = Words(lang, self.title, [str(entry["name"] or entry["level"]) for entry in table["seats"]])
        self.wishes = (len(table["seats"]), str(table["map"]), dict(table["options"]))
        self.seq = 0

    def origin(self) -> Game:
        return catalog.game(self.title, *self.wishes)

    def look(self) -> Page:
        shown = self.api.call("GET", f"/games/{self.game}/view")
        news: list[str] = []
        if self.seq < shown["seq"]:
            told = self.api.call("GET", f"/games/{self.game}/events?after={max(self.seq, shown['seq'] - 200)}")
            news = [str(event["sentence"]) for row in told["rows"] for event in row["events"] if event["sentence"]]
        self.seq = int(shown["seq"])
        choices = [Choice(-1, entry["text"], entry["verb"], entry["facts"]) for entry in shown["choices"]]
        return Page(self.seat, shown["view"], choices, news)

    def why(self, move: str) -> Verdict:
        told = self.api.call("GET", f"/games/{self.game}/why?move={quote(move, safe='')}")
        if told["legal"]:
            return Verdict(True, price=[(str(cause), int(amount)) for cause, amount in told["price"]])
        return self.refused(told["refusal"] or {})

    def refused(self, error: dict[str, Any]) -> Verdict:
        verdict = Verdict(False, str(error.get("sentence", "")), str(error.get("rule", "")))
        if verdict.rule:
            found = self.api.call("GET", f"/titles/{self.title}/rules/{quote(verdict.rule, safe='')}")
            verdict.statement = str(found["rule"]["text"])
        return verdict

    def play(self, move: str) -> Page:
        seq = int(self.api.call("GET", f"/games/{self.game}")["seq"])
        wish = {"id": secrets.token_hex(8), "expected_seq": seq, "moves": [move]}
        try:
            self.api.call("POST", f"/games/{self.game}/moves", wish)
        except ServerRefused as refusal:
            raise Declined(self.refused(refusal.error)) from refusal
        return self.look()
