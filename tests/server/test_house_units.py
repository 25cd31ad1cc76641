"""Units of the players' own at the server's tables: wished for with a table, or of the house at every table."""

import json
from pathlib import Path
from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import OVER
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.workshop.files import option_of, read_unit
from tests.server.harness import Client, Server, wait_for
from tests.workshop.test_files import HOOK, MICE, PIECE

NAME, VALUE = option_of(read_unit(MICE))
CATALOGUE = "terrarium.catalog:titles"


def races(view: Any) -> set[str]:
    page = view["view"]
    return {combo["race"] for combo in page["row"]} | set(page["stacked_races"])


def test_units_at_a_table_and_of_the_house(tmp_path: Path) -> None:
    house = json.dumps({NAME: VALUE})
    with Server(tmp_path, TERRARIUM_TITLES=CATALOGUE) as server:
        ada = Client(server.base)
        made = ada.new_game(["me", "greedy"], title="small-world", options={NAME: VALUE})
        assert "mice" in races(ada.view(made["table"]["id"]))
        plain = ada.new_game(["me", "greedy"], title="small-world")
        assert "mice" not in races(ada.view(plain["table"]["id"]))
        changed = VALUE.replace('"tokens":5', '"tokens":6')
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        refused = ada.post("/games", 422, title="small-world", seats=seats, options={NAME: changed})
        assert "fingerprint" in refused["error"]["sentence"]
    other = tmp_path / "house"
    other.mkdir()
    with Server(other, TERRARIUM_TITLES=CATALOGUE, TERRARIUM_HOUSE_UNITS=house) as server:
        ada = Client(server.base)
        made = ada.new_game(["me", "greedy"], title="small-world")
        assert "mice" in races(ada.view(made["table"]["id"]))
        mystic = ada.new_game(["me", "greedy"], title="terra-mystica")
        assert ada.view(mystic["table"]["id"])["view"]["title"] == "terra-mystica"


def test_units_of_the_house_sit_where_they_fit_and_close_no_table(tmp_path: Path) -> None:
    """A relic of Underground, a race that everybody takes, and one that has an id of Warcraft's box."""
    hook = read_unit(HOOK)
    naga = read_unit(MICE.replace('id = "mice"', 'id = "naga"'))
    house = json.dumps(dict(option_of(file) for file in (hook, read_unit(MICE), naga)))
    with Server(tmp_path, TERRARIUM_TITLES=CATALOGUE, TERRARIUM_HOUSE_UNITS=house) as server:
        ada = Client(server.base)
        found = {}
        for title in ("small-world", "underground", "warcraft"):
            table = ada.new_game(["me", "greedy"], title=title)["table"]["id"]
            found[title] = {unit["id"] for unit in ada.get(f"/games/{table}/units")["units"]}
        assert found == {
            "small-world": {"mice", "naga"}, "underground": {"grappling_hook", "mice", "naga"}, "warcraft": {"mice"},
        }  # fmt: skip
        own = MICE.replace('id = "mice"', 'id = "voles"').replace("[[unit.ability]]", PIECE.format(id="naga"), 1)
        options = dict([option_of(read_unit(own))])
        table = ada.new_game(["me", "greedy"], title="small-world", options=options)["table"]["id"]
        beside = {unit["id"] for unit in ada.get(f"/games/{table}/units")["units"]}
        assert beside == {"mice", "voles"}, "the house steps aside"


def test_a_table_keeps_its_unit_whatever_becomes_of_it(tmp_path: Path) -> None:
    """Changed in the gallery, deleted there, the server started anew: the table waits and plays with its own copy."""
    with Server(tmp_path, TERRARIUM_TITLES=CATALOGUE) as server:
        ada, bo = Client(server.base), Client(server.base, "Bo")
        number = ada.post("/workshop/units", 201, title="small-world", text=MICE)["id"]
        over = ada.new_game(["novice", "novice"], title="small-world", options={NAME: VALUE}, first="mice")["table"][
            "id"
        ]
        waits = ada.new_game(["me", "open"], title="small-world", options={NAME: VALUE}, first="mice")["table"]["id"]
        before = ada.get(f"/games/{waits}/units")
        voles = MICE.replace('en = "Mice"', 'en = "Voles"').replace("tokens = 5", "tokens = 9")
        ada.call("PUT", f"/workshop/units/{number}", title="small-world", text=voles)
        assert ada.get(f"/workshop/units/{number}")["name"] == "Voles"
        assert ada.get(f"/games/{waits}/units") == before
        ada.call("DELETE", f"/workshop/units/{number}")
        wait_for(lambda: ada.get(f"/games/{over}")["status"] == "over")
        server.kill()
        server.start()
        assert ada.get(f"/games/{waits}/units") == before
        bo.post(f"/games/{waits}/seats/1/sit")
        assert ada.view(waits)["view"]["row"][0]["race"] == "mice"
        ada.play(waits, "pick 0")
        tribes = [seat["active"] for seat in ada.view(waits)["view"]["seats"]]
        assert tribes[0] == "mice"
        record = Record.parse(ada.http.get(f"/games/{over}/record").text)
        again = replay(catalog.game_of(record), record).state
        assert again.current_player() == OVER
        assert again.scores() == [seat["coins"] for seat in ada.view(over)["view"]["seats"]]
