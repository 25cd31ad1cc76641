"""Maps of the players' own at the server: drawn, checked, out of a seed, measured, played on, of the house, unrated."""

import asyncio
import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.handmade import canonical, fingerprint, unwrapped
from terrarium.server.api.games import as_drawn
from terrarium.server.errors import Problem
from terrarium.server.people.ratings import HOUSE
from terrarium.smallworld.core.house_map import MOST_DATA
from terrarium.terramystica.names import TERRAINS
from terrarium.workshop.map_trial import game_on
from terrarium.workshop.maps import map_option, map_text
from tests.server.harness import Client, Server
from tests.support.odd_options import wrapped
from tests.support.random_maps import TITLES, shuffled_once

CATALOGUE = "terrarium.catalog:titles"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    house = shuffled_once("underground", 2, 1)
    pages = json.dumps([{"title": house.title, "option": map_option(house)}])
    folder = tmp_path_factory.mktemp("maps")
    with Server(folder, TERRARIUM_TITLES=CATALOGUE, TERRARIUM_HOUSE_MAPS=pages, TERRARIUM_BOT_WORKERS="1") as found:
        yield found


@pytest.fixture
def ada(server: Server) -> Client:
    return Client(server.base)


@pytest.mark.parametrize("title", TITLES)
def test_a_draft_is_drawn_and_told(ada: Client, title: str) -> None:
    page = ada.post("/workshop/maps/shuffle", 200, title=title, players=2, seed=1)
    file = shuffled_once(title, 2, 1)
    assert (page["ok"], page["problems"], page["data"]) == (True, [], file.data)
    assert page["option"] == list(map_option(file))
    again = ada.post("/workshop/maps/text", 200, text=page["text"])
    assert again == page
    if title == "terra-mystica":
        assert page["outline"] is None
    else:
        assert len(page["outline"]["regions"]) == len(file.page["region"])
    wrong = ada.post("/workshop/maps/text?lang=zh-Hant", 200, text=map_text(file).replace('id = "', 'id = "9 '))
    assert (wrong["ok"], wrong["option"], wrong["text"]) == (False, [], "")
    assert wrong["problems"][0]["why"] in wrong["problems"][0]["sentence"]
    assert "第" in wrong["problems"][0]["sentence"]


def test_what_a_map_may_hold_and_the_maps_of_the_house(ada: Client) -> None:
    page = ada.get("/workshop/maps?title=underground")
    assert page["titles"] == list(TITLES)
    assert "chasm" in page["holds"]["terrains"]
    assert page["house"] == [{"id": "map_1", "name": "Map 1", "players": 2}]
    hexes = ada.get("/workshop/maps?title=terra-mystica")
    assert (hexes["holds"]["kind"], len(hexes["holds"]["letters"]), hexes["house"]) == ("hexes", 7, [])
    ada.get("/workshop/maps?title=nowhere", 404)


@pytest.mark.parametrize("text", ["", "[map]", '{"map": 3}', "x = [" + "[" * 9000, '[map]\ntitle = "nowhere"'])
def test_what_is_no_map_is_told_too(ada: Client, text: str) -> None:
    if "nowhere" in text:
        ada.post("/workshop/maps/text", 404, text=text)
        return
    page = ada.post("/workshop/maps/text", 200, text=text)
    assert (page["ok"], page["outline"]) == (False, None)
    assert page["problems"]


@pytest.mark.parametrize("title", TITLES)
def test_a_table_is_played_on_somebodys_map(ada: Client, title: str) -> None:
    file = shuffled_once(title, 2, 2)
    name, value = map_option(file)
    made = ada.new_game(["me", "greedy"], title=title, options={name: value})
    table = made["table"]
    assert table["map"] == file.id
    assert any(option.startswith(HOUSE) for option in table["options"]), "which keeps it out of ratings"
    found = ada.get(f"/games/{table['id']}/map")
    assert (found["id"], found["name"]) == (file.id, "Map 2")
    view = ada.view(table["id"])["view"]
    if title == "terra-mystica":
        assert found["outline"] is None
        letters = "".join(file.page["rows"]).replace(".", "")
        names = dict(zip("YUKBGSR", TERRAINS, strict=True))
        assert [cell["terrain"] for cell in view["hexes"]] == [names[letter] for letter in letters]
    else:
        assert [region["terrain"] for region in view["regions"]] == [row["terrain"] for row in file.page["region"]]
        assert len(found["outline"]["regions"]) == len(view["regions"])
    # A record opens with the map in it.
    record = catalog.new_record(game_on(file, 2))
    imported = ada.post("/games/import", 201, record=record.format(), seats=[])["table"]
    assert (imported["map"], imported["options"][name]) == (file.id, value)
    plain = ada.new_game(["me", "greedy"], title=title)
    assert ada.get(f"/games/{plain['table']['id']}/map") == {"id": "", "name": "", "outline": None, "beside": []}


def test_a_map_of_the_house_is_named(ada: Client) -> None:
    made = ada.new_game(["me", "greedy"], title="underground", map="map_1")
    assert made["table"]["map"] == "map_1"
    assert "map.map_1" in made["table"]["options"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    ada.post("/games", 422, title="small-world", seats=seats, map="map_1")


def test_maps_that_are_none_make_no_table(ada: Client) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    file = shuffled_once("small-world", 2, 2)
    name, value = map_option(file)

    def refused(options: dict[str, str]) -> str:
        body: Any = ada.post("/games", 422, title="small-world", seats=seats, options=options)
        return str(body["error"]["code"])

    assert refused({name: value.replace('"natives":1', '"natives":0', 1)}) == "map_hash"
    assert refused({name: value, "map.other": value}) == "map_many"
    assert refused({"map.other": value}) == "map_named"
    data = json.loads(value.partition(" ")[2])
    # Borders that the drawing does not show: the rules could play it, but nobody could see it.
    first, second = data["map"]["region"][0], data["map"]["region"][-1]
    assert len(data["map"]["region"]) - 1 not in first["borders"]
    first["borders"].append(len(data["map"]["region"]) - 1)
    second["borders"].insert(0, 0)
    line = canonical(data)
    assert refused({name: f"{fingerprint(line)} {line}"}) == "map_data"


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
@pytest.mark.parametrize("page", [5, None, "region", [], {}, {"region": 5}, {"region": None}])
def test_what_is_no_map_at_all_makes_no_table(ada: Client, title: str, page: object) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = ada.post("/games", 422, title=title, seats=seats, options={"map.x": wrapped({"map": page})})
    assert answer["error"]["code"] == "map_data"


class Drawers:
    """A pool that counts what it is given."""

    def __init__(self) -> None:
        self.drawn = 0

    async def run(self, work: Callable[[], bool]) -> bool:
        self.drawn += 1
        return work()


def test_one_map_is_drawn_at_most_and_beside_the_event_loop() -> None:
    drafts = Drawers()
    hall = SimpleNamespace(pools=SimpleNamespace(drafts=drafts))
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(hall=hall)))
    name, value = map_option(shuffled_once("small-world", 2, 2))

    def refused(options: dict[str, str]) -> tuple[str, int]:
        with pytest.raises(Problem) as caught:
            asyncio.run(as_drawn(request, "small-world", options))
        return str(caught.value.args_.get("reason", caught.value.code)), drafts.drawn

    assert refused({name: value, **{f"map.other{number}": value for number in range(9)}}) == ("map_many", 0)
    asyncio.run(as_drawn(request, "small-world", {name: value, "unit.x": "y"}))
    assert drafts.drawn == 1
    data = unwrapped(value, "map")
    assert refused({name: wrapped({**data, "more": "x" * MOST_DATA})}) == ("map_long", 2)


def test_an_island_lies_beside_boards_of_the_box(ada: Client) -> None:
    page = ada.post("/workshop/maps/shuffle", 200, title="warcraft", players=2, seed=1, beside=["l1a"])
    assert (page["ok"], page["data"]["map"]["beside"]) == (True, ["l1a"])
    made = ada.new_game(["me", "greedy"], title="warcraft", options=dict([page["option"]]))
    game = made["table"]["id"]
    found = ada.get(f"/games/{game}/map")
    assert found["beside"] == ["l1a"]
    assert len(ada.view(game)["view"]["regions"]) > len(found["outline"]["regions"])
    holds = ada.get("/workshop/maps?title=warcraft")["holds"]
    assert (holds["tables"]["2"], "l1a" in holds["boards"]) == ("ls", True)
    for title, beside in (("warcraft", ["m1a"]), ("warcraft", ["l1a", "s1a"]), ("small-world", ["l1a"]),
                          ("terra-mystica", ["l1a"]), ("warcraft", ["nowhere"])):  # fmt: skip
        ada.post("/workshop/maps/shuffle", 422, title=title, players=2, seed=1, beside=beside)


def test_seats_are_measured_in_portions(ada: Client) -> None:
    text = map_text(shuffled_once("small-world", 2, 1))
    heard = ada.http.post("/workshop/maps/seats", json={"text": text, "players": 2, "games": 8})
    assert heard.status_code == 200, heard.text
    lines = [json.loads(line) for line in heard.text.splitlines()]
    assert lines[-1]["done"] is True
    assert lines[-1]["games"] >= 8
    assert len(lines[-1]["seats"]) == 2
    assert sum(seat["win_share"] for seat in lines[-1]["seats"]) == pytest.approx(1.0, abs=0.01)
    for seat in lines[-1]["seats"]:
        assert seat["ci95"][0] <= seat["win_share"] <= seat["ci95"][1]
    ada.post("/workshop/maps/seats", 422, text=text, players=3, games=8)
    ada.post("/workshop/maps/seats", 422, text="[map]", players=2, games=8)


def test_nobody_sends_too_much(ada: Client) -> None:
    ada.post("/workshop/maps/text", 422, text="x" * 60_000)
    ada.post("/workshop/maps/shuffle", 422, title="small-world", players=9, seed=1)
    ada.post("/workshop/maps/shuffle", 422, title="small-world", players=2, seed=-1)
