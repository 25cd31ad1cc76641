"""The workshop at a server and in a tab: maps are drawn, shuffled and played on, works are kept, figures are found.
What follows from a draft alone is the same word for word, and so is what is counted in games dealt by number."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from terrarium.tab import lab
from terrarium.tab.worker import Worker
from terrarium.workshop.examples import example_texts
from terrarium.workshop.maps import map_text
from terrarium.workshop.shuffle import shuffled
from tests.server.harness import Client, Server
from tests.server.two_houses import House, Player, ServerHouse, TabHouse, plain

BEAVERS = example_texts()["beavers"]
OTTERS = BEAVERS.replace("beavers", "otters").replace("Beavers", "Otters")
BAYS = map_text(shuffled("small-world", 2, 3))
HEXES = map_text(shuffled("terra-mystica", 2, 3))


@pytest.fixture
def houses(real: Server) -> Iterator[tuple[ServerHouse, TabHouse]]:
    served = ServerHouse(Client(real.base))
    served.ask("PATCH", "/session", name="Ada", lang="en")
    yield served, TabHouse()
    served.close()


def alike(tales: list[list[Any]]) -> list[Any]:
    """What both houses told, which is the same."""
    served, own = tales
    assert len(served) == len(own)
    for one, other in zip(served, own, strict=True):
        assert one == other
    return own


def again(house: TabHouse) -> TabHouse:
    """The house after the browser was closed and opened."""
    found = TabHouse()
    found.worker = Worker()
    for key, text in json.loads(house.worker.changes()):
        if text is not None:
            found.worker.recall(key, text)
    return found


def lines(found: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found.splitlines()]


def flowing(house: TabHouse, path: str, **body: Any) -> tuple[str, list[str]]:
    """The name of what was begun, and what it has told so far."""
    heard: list[str] = []
    name, _, begun = house.worker.flow(path, json.dumps(body), heard.append).partition("|")
    assert begun == "200 "
    return name, heard


# --- maps ------------------------------------------------------------------------------------------------------------


def test_the_map_editor_is_the_same(houses: tuple[House, House]) -> None:
    tales = []
    for house in houses:
        tale: list[Any] = [
            house.ask("GET", f"/workshop/maps?title={title}&lang=zh-Hant")
            for title in ("", "small-world", "underground", "warcraft", "terra-mystica", "chess")
        ]
        for text in (
            BAYS,
            HEXES,
            BAYS.replace("terrain", "terain"),
            "no map = [",
            BAYS.replace("small-world", "chess"),
        ):
            tale.append(house.ask("POST", "/workshop/maps/text?lang=zh-Hans", text=text))
        for title, players, beside in (
            ("small-world", 4, []), ("underground", 3, []), ("warcraft", 2, []), ("terra-mystica", 2, []),
            ("small-world", 3, ["2a"]), ("chess", 3, []),
        ):  # fmt: skip
            wish: dict[str, Any] = {"title": title, "players": players, "seed": 7, "beside": beside}
            tale.append(house.ask("POST", "/workshop/maps/shuffle", **wish))
        tales.append(tale)
    told = alike(tales)
    assert {status for status, _ in told} == {200, 404, 422}
    assert sum(1 for _, page in told if page.get("ok") and page["outline"]) == 4, "regions are drawn, hexes need it not"


@pytest.mark.parametrize("field", ["players", "seed", "beside", "title", "text"])
def test_a_wish_for_a_map_that_makes_no_sense_is_refused(houses: tuple[House, House], field: str) -> None:
    """Each house has its own sentence for what no page of ours asks; neither draws anything."""
    wish: dict[str, Any] = {"title": "small-world", "players": 3, "seed": 7, "beside": []}
    senseless: dict[str, Any] = {"players": 9, "seed": -1}
    if field == "text":
        path, body = "/workshop/maps/text", {"text": "x" * 60_000}
    else:
        path, body = "/workshop/maps/shuffle", {**wish, field: senseless.get(field, "chess\0")}
    for house in houses:
        status, found = house.ask("POST", path, **body)
        assert status in (404, 422), found
        assert found["error"]["sentence"]


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_a_table_shows_the_map_that_it_is_played_on(houses: tuple[House, House], title: str) -> None:
    tales = []
    for house in houses:
        made = house.ask("POST", "/workshop/maps/shuffle", title=title, players=2, seed=3)[1]
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        with_it = house.ask("POST", "/games", title=title, seats=seats, options=dict([made["option"]]))[1]
        without = house.ask("POST", "/games", title=title, seats=seats)[1]
        tales.append([house.get(f"/games/{one['table']['id']}/map") for one in (with_it, without)])
    shown, usual = alike(tales)
    assert (shown["id"], shown["outline"] is None) == ("map_3", title == "terra-mystica")
    assert usual == {"id": "", "name": "", "outline": None, "beside": []}


def test_a_server_finds_of_seats_what_a_tab_finds(houses: tuple[ServerHouse, TabHouse]) -> None:
    """Games on a map are dealt from their numbers, so that the same games are played in both."""
    tales: list[list[Any]] = []
    for house in houses:
        found = house.ask("POST", "/workshop/maps/seats", text=BAYS, players=2, games=8)
        assert found[0] == 200, found
        tales.append([lines(found[1])[-1]])
        for wish in ({"text": BAYS, "players": 3}, {"text": BAYS.replace("terrain", "terain"), "players": 2}):
            tales[-1].append(house.ask("POST", "/workshop/maps/seats", **wish))
    last, others, broken = alike(tales)
    assert (last["done"], last["games"], last["players"]) == (True, 8, 2)
    assert (others[0], broken[0]) == (422, 422)


# --- the lab ---------------------------------------------------------------------------------------------------------


def test_a_lab_in_a_tab_tells_what_a_lab_of_a_server_tells(houses: tuple[ServerHouse, TabHouse]) -> None:
    """Its games are dealt from their numbers too, so that the figures are the same but for the time they took."""
    wish = {"title": "small-world", "text": BEAVERS, "players": 2, "games": 8}
    last = []
    for house in houses:
        status, found = house.ask("POST", "/workshop/lab?lang=zh-Hant", **wish)
        assert status == 200, found
        told = lines(found)
        assert [line["done"] for line in told] == [False] * (len(told) - 1) + [True]
        ways = [line["way"] for line in told]
        assert ways == sorted(ways)
        last.append({name: value for name, value in told[-1].items() if name != "seconds"})
    assert last[0] == last[1]
    assert last[1]["played"] >= 8
    assert last[1]["ci95"][0] <= last[1]["win_share"] <= last[1]["ci95"][1]


def test_a_lab_goes_on_while_other_things_are_asked_and_ends_when_nobody_waits() -> None:
    house = TabHouse()
    wish = {"title": "small-world", "text": BEAVERS, "players": 2, "games": 8}
    name, heard = flowing(house, "/workshop/lab", **wish)
    assert heard == [], "nothing is played before there is time"
    assert house.worker.work() == "more"
    first = json.loads(heard[0])
    assert (first["kind"], first["done"], first["played"] >= 1) == ("lab", False, True)
    assert house.get("/titles"), "whoever asks something else is answered in between"
    house.worker.stop(name)
    assert house.worker.work() == ""
    assert len(heard) == 1
    flowing(house, "/workshop/lab", **wish)
    assert house.worker.work() == "more", "the next may begin at once"


def test_a_bot_that_somebody_waits_for_comes_before_the_lab() -> None:
    house = TabHouse()
    flowing(house, "/workshop/lab", title="small-world", text=BEAVERS, players=2, games=8)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    game = house.ask("POST", "/games", title="small-world", seats=seats)[1]["table"]["id"]
    while (at := house.get(f"/games/{game}/view"))["choices"]:
        wish = {"id": f"m{at['seq']}", "expected_seq": at["seq"], "moves": [at["choices"][-1]["text"]]}
        house.ask("POST", f"/games/{game}/moves", **wish)
    assert house.worker.work() == "answer"


@pytest.mark.parametrize(
    "wish", [{"players": 9}, {"players": 1}, {"text": BEAVERS.replace("tokens", "tokns")}, {"games": 1}]
)
def test_what_cannot_be_tried_is_refused(houses: tuple[House, House], wish: dict[str, Any]) -> None:
    for house in houses:
        body = {"title": "small-world", "text": BEAVERS, "players": 2, "games": 8, **wish}
        status, found = house.ask("POST", "/workshop/lab", **body)
        assert status == 422, found


# --- the gallery -----------------------------------------------------------------------------------------------------

SHELVES = {
    "units": ({"title": "small-world", "text": BEAVERS}, {"title": "underground", "text": OTTERS}),
    "atlas": ({"text": BAYS}, {"text": HEXES}),
}


def bare(found: Any) -> Any:
    """Without what each house names by itself, also where a work tells of which it is a copy."""
    if isinstance(found, dict):
        return {key: bare(value) for key, value in plain(found).items() if key != "copied"}
    return [bare(value) for value in found] if isinstance(found, list | tuple) else found


@pytest.mark.parametrize("shelf", list(SHELVES))
def test_works_are_kept_shown_changed_and_dropped_alike(houses: tuple[House, House], shelf: str) -> None:
    """A browser has one shelf for all that was made in it; a server shows it as one's own."""
    first, second = SHELVES[shelf]
    tales = []
    for house in houses:
        status, made = house.ask("POST", f"/workshop/{shelf}?lang=zh-Hans", **first)
        at = f"/workshop/{shelf}/{made['id']}"
        tale: list[Any] = [status, made, house.get(at), house.get(f"/workshop/{shelf}?which=mine")]
        tale += [house.ask("PUT", at, **first), house.ask("PUT", at, **second)]
        copy = house.ask("POST", f"/workshop/{shelf}", **first, copied=made["id"])[1]
        assert copy["copied"] == made["id"]
        tale += [copy, house.get(f"/workshop/{shelf}?which=mine")]
        for wishes in (
            "title=small-world",
            "title=warcraft",
            "verdict=even",
            "find=BEAV",
            "find=map",
            "find=ada",
            "find=x",
        ):
            tale.append(house.get(f"/workshop/{shelf}?which=mine&{wishes}"))
        other = "atlas" if shelf == "units" else "units"
        tale.append(house.ask("GET", f"/workshop/{other}/{made['id']}"))
        tale.append(house.ask("POST", f"/workshop/{shelf}", title="small-world", text="no unit = ["))
        tale += [house.ask("DELETE", at), house.ask("GET", at), house.ask("DELETE", at)]
        tale.append(house.get(f"/workshop/{shelf}?which=mine"))
        tales.append([bare(one) for one in tale])
    told = alike(tales)
    assert told[0] == 201


@pytest.mark.parametrize("shelf", list(SHELVES))
def test_works_are_there_again_after_the_browser_was_closed(shelf: str) -> None:
    house = TabHouse()
    made = [house.ask("POST", f"/workshop/{shelf}", **body)[1] for body in SHELVES[shelf]]
    later = again(house)
    for one in made:
        assert later.get(f"/workshop/{shelf}/{one['id']}") == one
    key = "units" if shelf == "units" else "maps"
    for which in ("mine", "published", "played"):
        found = later.get(f"/workshop/{shelf}?which={which}")[key]
        assert {one["id"] for one in found} == {one["id"] for one in made}
    assert later.ask("DELETE", f"/workshop/{shelf}/{made[0]['id']}")[0] == 200
    assert [text for _, text in json.loads(later.worker.changes())] == [None]


def test_a_work_that_cannot_be_read_spoils_nothing_else() -> None:
    house = TabHouse()
    house.ask("POST", "/workshop/units", **SHELVES["units"][0])
    kept = json.loads(house.worker.changes())
    later = TabHouse()
    for key, text in kept:
        if key.startswith("work "):
            later.worker.recall(key, text[:-20])
            later.worker.recall(f"{key}x", json.dumps({**json.loads(text), "shoe_size": 44}))
    assert later.get("/workshop/units?which=mine")["units"] == []


def test_a_browser_keeps_so_many_works_and_no_more() -> None:
    house = TabHouse()
    for _ in range(100):
        assert house.ask("POST", "/workshop/units", **SHELVES["units"][0])[0] == 201
    status, found = house.ask("POST", "/workshop/units", **SHELVES["units"][0])
    assert (status, found["error"]["code"]) == (409, "too_many_units")


def test_long_lists_come_in_pages(houses: tuple[House, House]) -> None:
    for house in houses:
        for _ in range(26):
            house.ask("POST", "/workshop/units", **SHELVES["units"][0])
        first = house.get("/workshop/units?which=mine")
        rest = house.get(f"/workshop/units?which=mine&cursor={first['next'].replace(' ', '%20')}")
        assert (len(first["units"]), len(rest["units"]), rest["next"]) == (24, 2, None)
        assert len({one["id"] for one in first["units"] + rest["units"]}) == 26
        assert house.ask("GET", "/workshop/units?which=mine&cursor=x")[0] == 422


def test_figures_of_the_lab_stay_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was stopped, as long as they come from some number of games."""
    monkeypatch.setattr(lab, "LEAST_SHOWN", 2)
    house = TabHouse()
    made = house.ask("POST", "/workshop/units", title="small-world", text=BEAVERS)[1]
    chart = house.ask("POST", "/workshop/atlas", text=BAYS)[1]
    assert made["figures"] is None
    name, heard = flowing(house, "/workshop/lab", title="small-world", text=BEAVERS, players=2, games=16)
    while not heard or json.loads(heard[-1])["games"] < 2:
        house.worker.work()
    house.worker.stop(name)
    found = again(house).get(f"/workshop/units/{made['id']}")
    assert found["figures"]["games"] == json.loads(heard[-1])["games"]
    assert found["verdict"] == found["figures"]["verdict"]
    house.ask("POST", "/workshop/maps/seats", text=BAYS, players=2, games=8)
    figures = house.get(f"/workshop/atlas/{chart['id']}")["figures"]
    assert (figures["games"], figures["players"]) == (8, 2)
    assert house.get(f"/workshop/units/{made['id']}")["figures"] == found["figures"], "another work's are not touched"
    priced = BEAVERS.replace("tokens = 5", "tokens = 5\nworth = [1, 2, 3]")
    for text, figures in ((priced, found["figures"]), (priced.replace("tokens = 5", "tokens = 6"), None)):
        house.ask("PUT", f"/workshop/units/{made['id']}", title="small-world", text=text)
        now = again(house).get(f"/workshop/units/{made['id']}")
        assert now["data"]["unit"]["worth"] == [1, 2, 3]
        assert now["figures"] == figures, "what bots hold it worth changes no rule"


# --- statistics ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_finished_games_are_counted_alike(houses: tuple[ServerHouse, TabHouse], title: str) -> None:
    tales = []
    for house in houses:
        player = Player(house, title)
        player.finish()
        if isinstance(house, TabHouse):
            while house.worker.work():
                pass
        paths = [
            f"/titles/{title}/statistics?{wish}" for wish in ("mine=true", "mine=true&players=3", "mine=true&players=2")
        ]
        found: list[Any] = []
        while not found or not found[0]["figures"]:  # a server counts beside what it answers
            found = [house.get(path) for path in paths]
        tales.append(found)
    mine, three, two = alike(tales)
    assert mine == three
    assert two["figures"] == []
    assert {figure["kind"] for figure in mine["figures"]} >= {"seat", "race"}
