"""The workshop over the API: its vocabulary, what a draft says, and a table at which a unit is dealt first."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from terrarium.server.api import workshop
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.room.hall import Hall
from terrarium.server.store import migrate
from terrarium.smallworld.core import vocabulary
from terrarium.workshop.files import UnitFile, option_of, read_unit
from tests.server.harness import REAL, Client, Server
from tests.workshop.test_files import HOOK, MICE

NAME, VALUE = option_of(read_unit(MICE))


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("workshop")
    with Server(folder, **REAL) as server:
        yield Client(server.base)


def test_the_bench_holds_the_vocabulary_of_the_rules(ada: Client) -> None:
    bench = ada.get("/workshop?title=small-world")
    assert bench["titles"] == ["small-world", "underground", "warcraft"]
    sentences = bench["schema"]["$defs"]["sentence"]["oneOf"]
    assert [kind for page in sentences for kind in page["properties"] if kind in vocabulary.KINDS] == list(
        vocabulary.KINDS
    )
    assert "farmland" in bench["terrains"]
    assert "mushroom" not in bench["terrains"]
    assert "mushroom" in ada.get("/workshop?title=underground")["terrains"]
    assert "skeletons" in bench["races"]
    assert (bench["spoken"], bench["known"]) == (vocabulary.SPOKEN, vocabulary.KNOWN)
    assert (bench["most"]["name"], bench["most"]["thing_name"]) == (24, 32)
    assert set(bench["trays"]) <= set(bench["races"])
    assert bench["trays"]["skeletons"] == 20
    assert set(bench["tokens"]) == {*bench["races"], *bench["powers"]}
    assert (bench["tokens"]["skeletons"], bench["tokens"]["flying"]) == (6, 5)
    assert {example["id"] for example in bench["examples"]} >= {"beavers", "tidal"}
    ada.get("/workshop?title=terra-mystica", 404)


@pytest.mark.parametrize(("lang", "name", "word"), [("en", "Mice", "farmland"), ("zh-Hant", "老鼠", "農田")])
def test_a_draft_is_told_in_the_readers_language(ada: Client, lang: str, name: str, word: str) -> None:
    told = ada.post(f"/workshop/text?lang={lang}", title="small-world", text=MICE)
    assert told["ok"]
    assert told["name"] == name
    assert word in " ".join(told["sentences"])
    assert told["option"] == [NAME, VALUE]


def test_what_is_wrong_is_told_with_its_place(ada: Client) -> None:
    wrong = MICE.replace("tokens = 5", "tokens = 11")
    told = ada.post("/workshop/text", title="small-world", text=wrong)
    assert not told["ok"]
    assert told["option"] == []
    (problem,) = told["problems"]
    assert (problem["where"], problem["code"]) == ("unit.tokens", "range")
    assert wrong.splitlines()[problem["line"] - 1].startswith("tokens = 11")
    taken = ada.post("/workshop/text", title="small-world", text=MICE.replace('id = "mice"', 'id = "orcs"'))
    assert [problem["code"] for problem in taken["problems"]] == ["taken"]
    ada.post("/workshop/text", 404, title="terra-mystica", text=MICE)


def test_relics_places_and_artifacts_where_a_title_has_them(ada: Client) -> None:
    kinds = {
        title: ada.get(f"/workshop?title={title}")["kinds"] for title in ("small-world", "underground", "warcraft")
    }
    assert kinds["small-world"] == ["race", "power"]
    assert kinds["underground"] == ["race", "power", "relic", "place"]
    assert kinds["warcraft"] == ["race", "power", "place", "artifact"]
    assert "well" in ada.get("/workshop?title=warcraft")["things"]
    told = ada.post("/workshop/text", title="underground", text=HOOK)
    assert told["ok"]
    refused = ada.post("/workshop/text", title="small-world", text=HOOK)
    assert [problem["code"] for problem in refused["problems"]] == ["thing"]
    options = dict([option_of(read_unit(HOOK))])
    made = ada.new_game(["greedy", "me"], title="underground", options=options, first="grappling_hook")
    game = made["table"]["id"]
    assert ada.view(game)["view"]["player"] == 1, "who makes the table begins"
    assert "grappling_hook" in ada.view(game)["view"]["unseen"]
    (guest,) = ada.get(f"/games/{game}/units")["units"]
    assert guest["words"]["name.grappling_hook"] == "Grappling Hook"


def test_a_unit_is_dealt_first_and_named_at_the_table(ada: Client) -> None:
    made = ada.new_game(["greedy", "me"], title="small-world", options={NAME: VALUE}, first="mice")
    game = made["table"]["id"]
    view = ada.view(game)["view"]
    assert view["row"][0]["race"] == "mice"
    assert view["player"] == 1, "who makes the table begins"
    (unit,) = ada.get(f"/games/{game}/units?lang=zh-Hans")["units"]
    assert (unit["id"], unit["words"]["name.mice"]) == ("mice", "老鼠")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    ada.post("/games", 422, title="small-world", seats=seats, first="mice")
    ada.post("/games", 422, title="small-world", seats=seats, first="flying")


def test_drafts_are_read_beside_what_players_wait_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a unit builds a game: in a thread of its own, where only so many may wait."""
    threads: list[str] = []

    def told(file: UnitFile, title: str, lang: str) -> dict[str, object]:
        threads.append(threading.current_thread().name)
        return {"ok": file.ok}

    monkeypatch.setattr(workshop, "told", told)

    async def run() -> None:
        database = f"sqlite:///{tmp_path}/drafts.db"
        migrate.upgrade(database)
        hall = Hall(Settings(database=database))
        app = SimpleNamespace(state=SimpleNamespace(hall=hall))
        scope = {"type": "http", "app": app, "headers": [], "query_string": b"lang=en", "path": "/", "method": "POST"}
        try:
            draft = workshop.Draft(title="small-world", text=MICE)
            done = await workshop.text(Request(scope), draft)
            assert (done.status_code, threads) == (200, ["drafts_0"])
            hall.pools.drafts.most = 0
            with pytest.raises(Problem) as refused:
                await workshop.text(Request(scope), draft)
            assert (refused.value.status, len(threads)) == (503, 1)
        finally:
            await hall.stop()

    asyncio.run(run())
