"""Units of the players' own at the server's tables: wished for with a table, or of the house at every table."""

import json
from pathlib import Path
from typing import Any

from terrarium.workshop.files import option_of, read_unit
from tests.server.harness import Client, Server
from tests.workshop.test_files import MICE

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
