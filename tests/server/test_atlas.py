"""The atlas: maps are kept, published after random games on them, found, measured, counted, reported and taken down."""

import json
from pathlib import Path
from typing import Any

from terrarium.workshop.maps import map_option, map_text, read_map
from tests.server.harness import Client, Server, wait_for
from tests.server.test_accounts import account
from tests.server.test_gallery import listed as units_listed
from tests.server.test_order import BOTH, admin
from tests.support.random_maps import shuffled_once
from tests.workshop.test_files import MICE

ALL = {"TERRARIUM_TITLES": "terrarium.catalog:titles", "TERRARIUM_CHECK_GAMES": "2", "TERRARIUM_BOT_WORKERS": "1"}
BAYS = shuffled_once("small-world", 2, 1)
PAINTED = shuffled_once("terra-mystica", 2, 1)
NAME, VALUE = map_option(BAYS)


def kept(who: Client, text: str = map_text(BAYS), **more: Any) -> Any:
    return who.post("/workshop/atlas", 201, text=text, **more)


def lines(who: Client, path: str, **body: Any) -> list[Any]:
    answer = who.http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def listed(who: Client, which: str = "published", **wishes: str) -> list[str]:
    more = "".join(f"&{name}={value}" for name, value in wishes.items())
    return [one["id"] for one in who.get(f"/workshop/atlas?which={which}{more}")["maps"]]


@BOTH
def test_a_map_is_kept_published_found_changed_reported_and_taken_down(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, **ALL) as server:
        ada, bo = account(server.base, "Ada of the Bays"), Client(server.base, "Bo")
        made = kept(ada)
        number = made["id"]
        assert (made["name"], made["map"], made["players"], made["kind"]) == ("Map 1", BAYS.id, 2, "regions")
        assert (made["option"], made["mine"]) == ([NAME, VALUE], True)
        assert read_map(made["text"]).data == BAYS.data, "the file that is offered is the map"
        assert len(made["outline"]["regions"]) == len(made["sketch"]["regions"]) == len(BAYS.page["region"])
        assert (listed(ada, "mine"), listed(bo)) == ([number], [])
        told = lines(ada, f"/workshop/atlas/{number}/publish")
        assert [line["kind"] for line in told] == ["check"] * (len(told) - 1) + ["published"]
        assert (told[-2]["done"], told[-2]["ok"], told[-2]["games"]) == (True, True, 2)
        assert told[-1]["map"]["published"]
        again = lines(ada, f"/workshop/atlas/{number}/publish")
        assert [line["kind"] for line in again] == ["published"], "what was checked is known"
        for wishes in ({}, {"players": "2"}, {"title": "small-world"}, {"find": "map 1"}, {"find": "bays"}):
            assert listed(bo, **wishes) == [number], wishes
        for wishes in ({"players": "3"}, {"title": "underground"}, {"find": "elsewhere"}, {"verdict": "even"}):
            assert listed(bo, **wishes) == [], wishes

        # The shelves stay apart: a map is no unit, a unit no map.
        assert units_listed(bo, "published") == []
        bo.get(f"/workshop/units/{number}", 404)
        unit = ada.post("/workshop/units", 201, title="small-world", text=MICE)["id"]
        ada.get(f"/workshop/atlas/{unit}", 404)
        ada.call("DELETE", f"/workshop/atlas/{unit}", 404)
        assert listed(ada, "mine") == [number]

        copy = kept(bo, map_text(BAYS).replace(f'id = "{BAYS.id}"', 'id = "other"'), copied=number)
        assert (copy["copied"], copy["mine"]) == (number, True)
        bo.call("PUT", f"/workshop/atlas/{number}", 403, text=map_text(BAYS))
        assert bo.post(f"/workshop/atlas/{copy['id']}/publish", 403)["error"]["code"] == "needs_account"
        bo.post("/reports", 201, unit=number, text="a rude name")
        (report,) = admin(database, "reports")["reports"]
        assert (report["unit"], report["user_id"]) == (number, ada.user)
        admin(database, "take-down", number)
        assert listed(bo) == []
        bo.get(f"/workshop/atlas/{number}", 404)
        admin(database, "take-down", number, "--undo")

        changed = ada.call("PUT", f"/workshop/atlas/{number}", text=map_text(PAINTED))
        assert (changed["published"], changed["kind"], changed["players"]) == (None, "hexes", 0)
        assert changed["sketch"]["rows"] == PAINTED.page["rows"]
        lines(ada, f"/workshop/atlas/{number}/publish")
        assert listed(bo, players="5") == [number], "hexes are for any number of players"
        assert ada.call("DELETE", f"/workshop/atlas/{number}/publish")["published"] is None
        ada.call("DELETE", f"/workshop/atlas/{number}")
        bo.get(f"/workshop/atlas/{number}", 404)


def test_what_is_no_map_is_not_kept(tmp_path: Path) -> None:
    with Server(tmp_path, **ALL) as server:
        ada = Client(server.base)
        wrong = map_text(BAYS).replace('terrain = "mountain"', 'terrain = "lava"', 1)
        assert ada.post("/workshop/atlas", 422, text=wrong)["error"]["code"] == "bad_unit"
        ada.post("/workshop/atlas", 404, text='[map]\ntitle = "nowhere"')
        ada.get("/workshop/atlas?which=published&cursor=nonsense", 422)
        assert listed(ada, "mine") == []


def test_measured_seats_and_finished_games_are_noted_with_the_map(tmp_path: Path) -> None:
    with Server(tmp_path, **ALL) as server:
        ada = Client(server.base)
        number = kept(ada)["id"]
        other = kept(ada, map_text(shuffled_once("small-world", 2, 2)))["id"]
        last = lines(ada, "/workshop/maps/seats", text=map_text(BAYS), players=2, games=40)[-1]
        wait_for(lambda: ada.get(f"/workshop/atlas/{number}")["figures"] is not None)
        found = ada.get(f"/workshop/atlas/{number}")
        assert found["figures"]["seats"] == last["seats"]
        assert found["verdict"] == ("uneven" if last["uneven"] else "even")
        assert listed(ada, "mine", verdict=found["verdict"]) == [number]
        made = ada.new_game(["novice", "novice"], title="small-world", options={NAME: VALUE})
        game = made["table"]["id"]
        wait_for(lambda: ada.get(f"/games/{game}")["status"] == "over")
        wait_for(lambda: ada.get(f"/workshop/atlas/{number}")["plays"] == 1)
        assert ada.get(f"/workshop/atlas/{other}")["plays"] == 0


def test_maps_of_every_title_have_a_place(tmp_path: Path) -> None:
    with Server(tmp_path, **ALL) as server:
        ada = account(server.base, "Ada of the Maps")
        for title in ("underground", "warcraft"):
            file = shuffled_once(title, 2, 1)
            made = kept(ada, map_text(file))
            assert (made["title"], made["kind"], made["players"]) == (title, "regions", 2)
            assert made["sketch"]["open"] == file.page.get("open", [])
            assert lines(ada, f"/workshop/atlas/{made['id']}/publish")[-1]["map"]["published"]
