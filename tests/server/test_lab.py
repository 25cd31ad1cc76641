"""The workshop's check and lab over the API: lines as they come, one at a time for a person, ended by going away."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from terrarium import catalog
from terrarium.words import LANGUAGES
from tests.server.harness import REAL, Client, Server, wait_for
from tests.workshop.test_files import MICE

CHEAP = """format = 1
[unit]
kind = "race"
id = "ants"
name = { en = "Ants" }
tokens = 5
[[unit.ability]]
price = -1
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("lab")
    with Server(folder, **REAL, TERRARIUM_CHECK_GAMES="1") as server:
        yield server.base


def lines(person: Client, path: str, **body: Any) -> list[Any]:
    answer = person.http.post(path, json={"title": "small-world", "text": MICE, **body})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_check_tells_of_every_partner(base: str) -> None:
    told = lines(Client(base), "/workshop/check?lang=zh-Hant")
    assert [line["tried"] for line in told] == sorted(line["tried"] for line in told)
    assert not any(line["done"] for line in told[:-1])
    last = told[-1]
    assert (last["done"], last["ok"], last["problems"], last["broken"]) == (True, True, [], [])
    assert len(last["partners"]) == last["tried"] == len(catalog.title("small-world").powers)
    assert last["games"] == last["of"] == last["tried"]


def test_what_is_no_unit_is_refused_at_once(base: str) -> None:
    ada = Client(base)
    wrong = MICE.replace("tokens = 5", "tokens = 11")
    refused = ada.post("/workshop/check", 422, title="small-world", text=wrong)
    assert refused["error"]["code"] == "bad_unit"
    assert refused["error"]["args"]["why"] in refused["error"]["sentence"]
    ada.post("/workshop/lab", 404, title="terra-mystica", text=MICE)
    ada.post("/workshop/lab", 422, title="small-world", text=MICE, players=6)
    ada.post("/workshop/lab", 422, title="small-world", text=MICE, games=1_000_000)


def test_the_lab_grows_surer_and_tries_neighbours(base: str) -> None:
    told = lines(Client(base), "/workshop/lab", players=2, games=12)
    assert [line["played"] for line in told] == sorted(line["played"] for line in told)
    last = told[-1]
    assert last["done"]
    assert last["way"] == 1
    assert last["ci95"][0] <= last["win_share"] <= last["ci95"][1]
    assert last["even"] == 0.5
    assert [line["players"] for line in last["by_players"]] == [2, 3, 4, 5]
    assert last["played"] == 12 + 3 * 3 + 3 * 3, "the table, the other numbers of players, three neighbours"
    changes = {line["change"] for line in last["suggestions"]}
    assert changes <= {"4 tokens", "6 tokens", "without sentence 1"}
    assert changes
    assert {line["name"] for line in last["by_map"]} <= {"2p", "3p", "4p", "5p"}
    assert all(0 < line["even"] <= 0.5 for line in last["by_map"])
    assert "orcs" not in {line["name"] for line in last["with"]}
    assert isinstance(last["against"], list)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_lab_for_a_person_until_they_go_away(base: str, lang: str) -> None:
    ada, ben = Client(base), Client(base, "Ben")
    draft = {"title": "small-world", "text": MICE}
    with ada.http.stream("POST", f"/workshop/lab?lang={lang}", json=draft) as running:
        heard = running.iter_lines()
        assert json.loads(next(heard))["kind"] == "lab"
        refused = ada.post(f"/workshop/check?lang={lang}", 409, title="small-world", text=MICE)
        assert refused["error"]["code"] == "lab_running"
        assert refused["error"]["sentence"]
        with ben.http.stream("POST", "/workshop/check", json=draft) as other:
            assert other.status_code == 200, "somebody else has one of their own"
    wait_for(lambda: ada.http.post("/workshop/check", json=draft).status_code == 200)


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_prices_on_a_sample_map_are_those_of_the_rules(base: str, title: str) -> None:
    ada = Client(base)
    found = ada.post("/workshop/prices", title=title, text=CHEAP, seed=2)
    assert found == ada.post("/workshop/prices", title=title, text=CHEAP, seed=2)
    assert found != ada.post("/workshop/prices", title=title, text=CHEAP, seed=3)
    terrains = {region["id"]: region["terrain"] for region in found["regions"]}
    assert found["prices"]
    assert {line["region"] for line in found["prices"]} <= set(terrains)
    for line in found["prices"]:
        # Every sentence here makes every region one token cheaper, but none costs less than one.
        assert line["price"] == max(1, line["plain"] - 1)
    counts = found["counts"]
    assert counts["all"] == len(found["regions"]) == counts["empty"] + counts["occupied"]
    assert counts["mountain"] == sum(region["terrain"] == "mountain" for region in found["regions"])
    assert counts["held"] == sum(region["seat"] == found["seat"] for region in found["regions"]) > 0
    ada.post("/workshop/prices", 404, title="terra-mystica", text=CHEAP)
    ada.post("/workshop/prices", 422, title=title, text=CHEAP.replace("tokens = 5", "tokens = 55"))


def test_a_thing_has_prices_a_check_and_a_share_of_wins(base: str) -> None:
    ada = Client(base)
    head, _, rest = CHEAP.partition("tokens = 5")
    thing = head.replace('kind = "race"', 'kind = "relic"') + rest.replace('lender = "skeletons"', "")
    found = ada.post("/workshop/prices", title="underground", text=thing, seed=2)
    assert found["prices"]
    assert all(line["price"] == max(1, line["plain"] - 1) for line in found["prices"])
    assert any(line["price"] < line["plain"] for line in found["prices"])
    last = lines(ada, "/workshop/lab", title="underground", text=thing, games=12)[-1]
    assert last["done"]
    assert last["games"] == last["box"]["games"] == last["blank"]["games"] > 0
    assert last["even"] == last["box"]["win_share"]
    assert last["played"] == 3 * 12 + 2 * 3 * 3 + 3 * 3, "with what it is held against; three neighbours"
    ada.post("/workshop/check", 422, title="small-world", text=thing)


def test_a_region_that_a_sentence_opens_has_no_price_without_it(base: str) -> None:
    far = CHEAP.replace("price = -1", 'reach = "all"')
    found = Client(base).post("/workshop/prices", title="small-world", text=far)
    opened = [line for line in found["prices"] if line["plain"] is None]
    assert opened
    assert all(line["price"] > 0 for line in opened)


def test_a_person_has_so_many_labs_an_hour(tmp_path: Path) -> None:
    limits = {"TERRARIUM_QUOTAS": "1", "TERRARIUM_LABS_HOUR": "1", "TERRARIUM_CHECK_GAMES": "1"}
    with Server(tmp_path, **{**REAL, **limits}) as server:
        ada = Client(server.base)
        assert lines(ada, "/workshop/check")[-1]["ok"]
        assert ada.post("/workshop/check", 429, title="small-world", text=MICE)["error"]["code"] == "too_fast"
