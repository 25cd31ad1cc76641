"""The gallery: units are kept, published after the check, found, counted, reported and taken down."""

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlalchemy import select

from terrarium.server.ops.settings import Settings
from terrarium.server.people import gallery
from terrarium.server.room.hall import Hall
from terrarium.server.store import migrate, schema
from terrarium.server.workshop import works
from terrarium.workshop.files import option_of, read_unit
from tests.server.harness import REAL, Client, Server, wait_for
from tests.server.test_accounts import SECRET, account, signed_in
from tests.server.test_order import BOTH, admin
from tests.workshop.test_files import MICE

NAME, VALUE = option_of(read_unit(MICE))
FEW = {**REAL, "TERRARIUM_CHECK_GAMES": "1"}
STRONGER = MICE.replace("tokens = 5", "tokens = 9")


def kept(who: Client, text: str = MICE, **more: Any) -> Any:
    return who.post("/workshop/units", 201, title="small-world", text=text, **more)


def published(who: Client, unit: str) -> list[Any]:
    answer = who.http.post(f"/workshop/units/{unit}/publish", json={})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def listed(who: Client, which: str, **wishes: str) -> list[str]:
    more = "".join(f"&{name}={value}" for name, value in wishes.items())
    return [unit["id"] for unit in who.get(f"/workshop/units?which={which}{more}")["units"]]


@BOTH
def test_a_unit_is_kept_published_found_and_withdrawn(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, **FEW) as server:
        ada, bo = account(server.base, "Ada of the Mice"), Client(server.base, "Bo")
        unit = kept(ada)
        assert (unit["name"], unit["mine"], unit["published"], unit["option"]) == ("Mice", True, None, [NAME, VALUE])
        number = unit["id"]
        assert listed(ada, "mine") == [number]
        assert listed(bo, "published") == []
        seen = bo.get(f"/workshop/units/{number}?lang=zh-Hant")
        assert (seen["name"], seen["mine"], seen["author"]) == ("老鼠", False, "Ada of the Mice")
        last = published(ada, number)[-1]
        assert last["unit"]["published"]
        for wishes in (
            {},
            {"kind": "race"},
            {"find": "mic"},
            {"find": "老"},
            {"find": "ada"},
            {"title": "small-world"},
        ):
            assert listed(bo, "published", **wishes) == [number], wishes
        for wishes in ({"kind": "power"}, {"find": "rats"}, {"title": "underground"}, {"verdict": "even"}):
            assert listed(bo, "published", **wishes) == [], wishes
        assert listed(bo, "played") == [number]
        copy = kept(bo, MICE.replace('id = "mice"', 'id = "rats"'), copied=number)
        assert (copy["copied"], copy["mine"]) == (number, True)
        bo.call("PUT", f"/workshop/units/{number}", 403, title="small-world", text=STRONGER)
        bo.call("DELETE", f"/workshop/units/{number}", 403)
        changed = ada.call("PUT", f"/workshop/units/{number}", title="small-world", text=STRONGER)
        assert (changed["published"], changed["tokens"]) == (None, 9), "another unit is checked and published anew"
        published(ada, number)
        assert ada.call("DELETE", f"/workshop/units/{number}/publish")["published"] is None
        assert listed(bo, "published") == []
        ada.call("DELETE", f"/workshop/units/{number}")
        bo.get(f"/workshop/units/{number}", 404)


def test_only_who_has_an_account_publishes_and_only_what_passes(tmp_path: Path) -> None:
    with Server(tmp_path, **FEW) as server:
        bo = Client(server.base, "Bo")
        number = kept(bo)["id"]
        assert bo.post(f"/workshop/units/{number}/publish", 403)["error"]["code"] == "needs_account"
        bo.post("/account", name="Bo the Inventor", password=SECRET)
        told = published(bo, number)
        assert [line["kind"] for line in told] == ["check"] * (len(told) - 1) + ["published"]
        assert told[-2]["ok"]
        assert [line["kind"] for line in published(bo, number)] == ["published"], "what was checked is known"
        wrong = MICE.replace("tokens = 5", "tokens = 11")
        assert bo.post("/workshop/units", 422, title="small-world", text=wrong)["error"]["code"] == "bad_unit"
        bo.get("/workshop/units?which=published&cursor=nonsense", 422)


def test_the_list_goes_on_page_by_page(tmp_path: Path) -> None:
    with Server(tmp_path, **FEW) as server:
        ada = Client(server.base)
        made = [kept(ada, MICE.replace('id = "mice"', f'id = "mice{n}"'))["id"] for n in range(works.PAGE + 2)]
        first = ada.get("/workshop/units?which=mine")
        rest = ada.get(f"/workshop/units?which=mine&cursor={first['next']}")
        assert rest["next"] is None
        assert [unit["id"] for unit in first["units"] + rest["units"]] == made[::-1]


@BOTH
def test_a_unit_is_reported_and_taken_down(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database, **FEW) as server:
        ada, bo = account(server.base, "Ada the Rude"), Client(server.base, "Bo")
        number = kept(ada)["id"]
        published(ada, number)
        bo.post("/reports", 404, unit="aaaaaaaaaaaaaa")
        bo.post("/reports", 201, unit=number, text="a rude name")
        (report,) = admin(database, "reports")["reports"]
        assert (report["unit"], report["user_id"], report["text"]) == (number, ada.user, "a rude name")
        assert "mice" in report["said"]
        assert admin(database, "take-down", number)["unit"] == number
        assert listed(bo, "published") == []
        bo.get(f"/workshop/units/{number}", 404)
        assert ada.get(f"/workshop/units/{number}")["taken_down"]
        assert ada.post(f"/workshop/units/{number}/publish", 403)["error"]["code"] == "taken_down"
        admin(database, "take-down", number, "--undo")
        assert listed(bo, "published") == [number]
        admin(database, "take-down", "aaaaaaaaaaaaaa", code=1)


def test_units_go_with_their_owner(tmp_path: Path) -> None:
    with Server(tmp_path, **FEW) as server:
        guest = Client(server.base, "Ada")
        number = kept(guest)["id"]
        account(server.base, "Ada the Owner")
        guest.post("/login", name="Ada the Owner", password=SECRET)
        ada = signed_in(server.base, "Ada the Owner", SECRET)
        assert listed(ada, "mine") == [number], "a guest's units go over to the account"
        (unit,) = ada.get("/account/data")["units"]
        assert (unit["id"], json.loads(unit["data"])["unit"]["id"]) == (number, "mice")
        ada.post("/account/forget", password=SECRET)
        Client(server.base, "Bo").get(f"/workshop/units/{number}", 404)


def test_the_lab_notes_what_it_finds(tmp_path: Path) -> None:
    with Server(tmp_path, **FEW) as server:
        ada, bo = Client(server.base), Client(server.base, "Bo")
        number = kept(ada)["id"]
        wish = {"title": "small-world", "text": MICE, "players": 2, "games": 80}
        last = json.loads(bo.http.post("/workshop/lab", json=wish).text.splitlines()[-1])
        wait_for(lambda: ada.get(f"/workshop/units/{number}")["figures"] is not None)
        unit = ada.get(f"/workshop/units/{number}")
        assert unit["figures"]["win_share"] == last["win_share"]
        assert unit["verdict"] == last["verdict"]
        assert listed(ada, "mine", verdict=last["verdict"]) == [number]
        assert [line["name"] for line in unit["figures"]["by_map"]] == [line["name"] for line in last["by_map"]]
        (card,) = ada.get("/workshop/units?which=mine")["units"]
        assert card["figures"] == {key: unit["figures"][key] for key in works.LISTED}, "lists stay short"


def test_what_bots_hold_a_unit_worth_takes_nothing_from_it(tmp_path: Path) -> None:
    """By the rules it is the same unit: it stays published, with its figures."""
    with Server(tmp_path, **FEW) as server:
        ada = account(server.base, "Ada")
        number = kept(ada)["id"]
        assert ada.http.post(f"/workshop/units/{number}/publish", json={}).status_code == 200
        ada.http.post("/workshop/lab", json={"title": "small-world", "text": MICE, "players": 2, "games": 80})
        wait_for(lambda: ada.get(f"/workshop/units/{number}")["figures"] is not None)
        was = ada.get(f"/workshop/units/{number}")
        text = MICE.replace("tokens = 5", "tokens = 5\nworth = [1, 2, 3]")
        now = ada.call("PUT", f"/workshop/units/{number}", title="small-world", text=text)
        assert now["data"]["unit"]["worth"] == [1, 2, 3]
        assert now["option"] != was["option"]
        assert (now["figures"], now["published"]) == (was["figures"], was["published"])
        assert now["published"] is not None
        other = text.replace("tokens = 5", "tokens = 6")
        now = ada.call("PUT", f"/workshop/units/{number}", title="small-world", text=other)
        assert (now["figures"], now["published"]) == (None, None)


def test_a_game_that_ends_counts_the_units_that_were_played(tmp_path: Path) -> None:
    with Server(tmp_path, **FEW) as server:
        ada = Client(server.base)
        number = kept(ada)["id"]
        other = kept(ada, STRONGER)["id"]
        made = ada.new_game(["novice", "novice"], title="small-world", options={NAME: VALUE}, first="mice")
        game = made["table"]["id"]
        wait_for(lambda: ada.get(f"/games/{game}")["status"] == "over")
        wait_for(lambda: ada.get(f"/workshop/units/{number}")["plays"] > 0)
        assert ada.get(f"/workshop/units/{other}")["plays"] == 0
        told = ada.get("/titles/small-world/statistics")["figures"]
        assert "mice" not in {line["unit"] for line in told}, "figures of the box are of the box alone"


def test_a_unit_is_counted_for_its_title_alone(tmp_path: Path) -> None:
    async def run() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path}/twice.db")
        migrate.upgrade(settings.database)
        hall = Hall(settings)
        _, ada = await hall.sessions.open("Ada", "en")
        row = await gallery.keep(hall, ada, works.Work("small-world", "race", "mice", VALUE, VALUE[:16]), None)
        await hall.store.write(lambda connection: gallery.count(connection, "small-world", [(VALUE[:16], 0.5)]))
        await hall.store.write(lambda connection: gallery.count(connection, "underground", [(VALUE[:16], 0.5)]))
        u = schema.units
        found = await hall.store.read(lambda c: c.execute(select(u.c.plays, u.c.won).where(u.c.id == row.id)).one())
        assert tuple(found) == (1, 0.5)
        await hall.stop()

    asyncio.run(run())
