"""The fourteen faction boards, number by number, written down again so that a slip in the tables shows."""

import pytest

from terrarium import catalog
from terrarium.words import LANGUAGES, Words
from tests.support.cites import cites
from tests.support.mystic import HOMES, Table, can, play, seat, why

COMMON = [(1, 2), (2, 3), (2, 5), (4, 6), (4, 6)]
COSTS = {
    **dict.fromkeys(HOMES, COMMON),
    "auren": [(1, 2), (2, 3), (2, 5), (4, 6), (4, 8)],
    "chaosmagicians": [(1, 2), (2, 3), (2, 5), (4, 4), (4, 8)],
    "cultists": [(1, 2), (2, 3), (2, 5), (4, 8), (4, 8)],
    "darklings": [(1, 2), (2, 3), (2, 5), (4, 6), (4, 10)],
    "engineers": [(1, 1), (1, 2), (1, 4), (3, 6), (3, 6)],
    "fakirs": [(1, 2), (2, 3), (2, 5), (4, 10), (4, 6)],
    "halflings": [(1, 2), (2, 3), (2, 5), (4, 8), (4, 6)],
    "mermaids": [(1, 2), (2, 3), (2, 5), (4, 6), (4, 8)],
    "nomads": [(1, 2), (2, 3), (2, 5), (4, 8), (4, 6)],
    "swarmlings": [(2, 3), (3, 4), (3, 6), (5, 8), (5, 8)],
}
"""Workers and coins of dwelling, trading house beside an opponent, temple, stronghold, sanctuary."""
STRONGHOLD = {
    **{faction: {"power": 2} for faction in HOMES},
    "alchemists": {"coins": 6},
    "chaosmagicians": {"workers": 2},
    "fakirs": {"priests": 1},
    "giants": {"power": 4},
    "mermaids": {"power": 4},
    "swarmlings": {"power": 4},
}
TRADING = {
    **{key: [(2, 1), (4, 2), (6, 4), (8, 6)] for key in HOMES},
    "alchemists": [(2, 1), (4, 2), (7, 3), (11, 4)],
    "nomads": [(2, 1), (4, 2), (7, 3), (11, 4)],
    "dwarves": [(3, 1), (5, 2), (7, 4), (10, 6)],
    "swarmlings": [(2, 2), (4, 4), (6, 6), (9, 8)],
}
"""Coins and power of one to four trading houses together."""
WORKERS = {
    **{key: [1, 2, 3, 4, 5, 6, 7, 8, 8] for key in HOMES},
    "engineers": [0, 1, 2, 2, 3, 4, 4, 5, 6],
    "swarmlings": [2, 3, 4, 5, 6, 7, 8, 9, 9],
}
each_faction = pytest.mark.parametrize("faction", sorted(HOMES))


def alone(faction: str, *buildings: str) -> Table:
    """A faction with a bonus card that brings only coins, beside one of another colour."""
    other = "witches" if HOMES[faction] != "forest" else "giants"
    return Table(faction, other).put(0, *buildings).put(1, "I12 d").goods(0, card="bon9")


def income(faction: str, *buildings: str) -> dict[str, int]:
    found = dict(seat(alone(faction, *buildings).main(0), 0)["income"])
    found["coins"] -= 2
    return {key: found[key] for key in found if found[key]}


@cites("terra-mystica", "upgrade.cost", "build.dwelling")
@each_faction
def test_costs(faction: str) -> None:
    names = ["dwelling", "trading_house", "temple", "stronghold", "sanctuary"]
    found = seat(alone(faction, "E6 d").main(0), 0)["costs"]
    assert [(found[n]["workers"], found[n]["coins"]) for n in names] == COSTS[faction]


@cites("terra-mystica", "round.income", "round.income_slots", "round.income_kinds")
@each_faction
def test_income_of_dwellings(faction: str) -> None:
    for count in range(9):
        houses = [f"A{n} d" for n in range(1, count + 1)]
        assert income(faction, *houses).get("workers", 0) == WORKERS[faction][count]


@cites("terra-mystica", "round.income", "round.income_kinds")
@each_faction
def test_income_of_trading_houses(faction: str) -> None:
    for count in range(1, 5):
        found = income(faction, *[f"A{n} tp" for n in range(1, count + 1)])
        assert (found["coins"], found["power"]) == TRADING[faction][count - 1]


@cites("terra-mystica", "round.income", "round.income_kinds")
@each_faction
def test_income_of_great_buildings_and_temples(faction: str) -> None:
    base = income(faction).get("workers", 0)
    strong = dict(STRONGHOLD[faction])
    if base or "workers" in strong:
        strong["workers"] = strong.get("workers", 0) + base
    assert income(faction, "A1 sh") == strong
    priests = 2 if faction in ("darklings", "swarmlings") else 1
    assert income(faction, "A1 sa")["priests"] == priests
    temples = income(faction, "A1 te", "A2 te", "A3 te")
    assert temples["priests"] == (2 if faction == "engineers" else 3)
    assert temples.get("power", 0) == (5 if faction == "engineers" else 0)


@cites("terra-mystica", "goods.priests")
def test_a_priest_bought_to_pay_needs_a_piece() -> None:
    spots = {"fire": [0, 0, 0, 0], "water": [0, 0, 0, -1]}
    table = alone("witches", "F4 d").goods(0, bowls=[0, 0, 12], coins=20)
    assert can(table.main(0), "send air 3")
    assert can(table.main(0), "advance shipping")
    full = table.set(spots=spots).main(0)
    assert why(full, "send air 3").code == "cannot_pay"
    assert why(full, "advance shipping").code == "cannot_pay"


@cites("terra-mystica", "faction.chaosmagicians.double", "spades.split", "spades.one_way")
def test_the_second_action_of_a_double_turn_starts_afresh() -> None:
    table = Table("chaosmagicians", "nomads").put(0, "F4 sh").put(1, "A5 d").goods(0, workers=20, coins=20)
    state = table.main(0)
    play(state, "action stronghold", "transform e6 swamp", "done", "done")
    assert can(state, "transform e6 lakes")
    assert can(state, "transform g2 forest")
    play(state, "transform e6 plains")


RULEBOOK = """
dwarves        3  0 15  2-5-1  ----  1-2  2-3/6  2-5  4-6   4-6
engineers      2  0 10  2-5-1  1-4   1-1  1-2/4  1-4  3-6   3-6
cultists       3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-8   4-8
halflings      3  0 15  2-1-1  1-4   1-2  2-3/6  2-5  4-8   4-6
chaosmagicians 4  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-4   4-8
giants         3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-6   4-6
nomads         2  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-8   4-6
fakirs         3  0 15  2-5-1  ----  1-2  2-3/6  2-5  4-10  4-6
darklings      1  1 15  ----   1-4   1-2  2-3/6  2-5  4-6   4-10
alchemists     3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-6   4-6
auren          3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-6   4-8
witches        3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-6   4-6
swarmlings     8  0 20  2-5-1  1-4   2-3  3-4/8  3-6  5-8   5-8
mermaids       3  0 15  2-5-1  1-4   1-2  2-3/6  2-5  4-6   4-8
"""
"""The rulebook's table: workers, priests, coins; spade rate (workers, coins, priests); shipping (a priest, where the
heading says worker, and coins); dwelling, trading house, temple, stronghold, sanctuary (workers, coins)."""
BOWLS = {"engineers": "3/9", "halflings": "3/9", "mermaids": "3/9", "swarmlings": "3/9", "fakirs": "7/5"}
RATES = {"fakirs": "3 2", "darklings": "1 priest"}


def sheet(id: str) -> dict[str, dict[str, str]]:
    """A table as the rulebook tells it in English: faction -> column -> text."""
    words = Words("en", "terra-mystica")
    found = next(s for s in catalog.title("terra-mystica").sheets() if s.id == id)
    rows = [[words.say(cell.key, cell.args) for cell in row] for row in found.rows]
    ids = {words.name(faction): faction for faction in HOMES}
    return {ids[row[0]]: dict(zip(found.columns, row, strict=True)) for row in rows}


@cites("terra-mystica", "upgrade.cost", "build.dwelling", "shipping.action", "digging.action", "setup.start")
def test_costs_and_tracks_of_the_rulebook_are_those_of_the_engine() -> None:
    costs, start = sheet("costs"), sheet("start")
    lines = {line.split()[0]: line.split()[1:] for line in RULEBOOK.strip().splitlines()}
    assert set(lines) == set(costs) == set(start) == set(HOMES)
    for faction, (workers, priests, coins, rate, sea, house, trade, temple, strong, holy) in lines.items():
        near, alone = trade.split("/")
        found = costs[faction]
        assert (found["dwelling"], found["temple"]) == (house.replace("-", "/"), temple.replace("-", "/"))
        assert (found["stronghold"], found["sanctuary"]) == (strong.replace("-", "/"), holy.replace("-", "/"))
        assert found["trading_house"] == f"{near.replace('-', '/')} ({alone})"
        assert found["shipping"] == ("–" if sea == "----" else sea.replace("-", "/"))
        assert found["digging"] == ("–" if rate == "----" else rate.replace("-", "/"))
        assert found["spade"] == RATES.get(faction, "3 2 1")
        found = start[faction]
        assert (found["workers"], found["priests"], found["coins"]) == (workers, priests, coins)
        assert found["home"] == HOMES[faction]
        assert found["bowls"] == BOWLS.get(faction, "5/7")
        assert found["shipping"] == ("–" if sea == "----" else "1–5" if faction == "mermaids" else "0–3")


@cites("terra-mystica", "shipping.action", "digging.action")
@each_faction
def test_both_tracks_cost_what_the_table_says(faction: str) -> None:
    row = sheet("costs")[faction]
    table = alone(faction, "E6 d").goods(0, coins=20, workers=9, priests=3, bowls=[12, 0, 0])
    for line, key in (("advance shipping", "shipping"), ("advance digging", "digging")):
        state = table.main(0)
        if row[key] == "–":
            assert why(state, line).code == "no_track"
            continue
        play(state, line)
        found = seat(state, 0)
        paid = [9 - found["workers"], 20 - found["coins"], 3 - found["priests"]]
        assert "/".join(str(n) for n in (paid if key == "digging" else [paid[2], paid[1]])) == row[key]
        assert key == "digging" or paid[0] == 0


@cites("terra-mystica", "round.income_kinds")
@each_faction
def test_the_table_of_income_is_that_of_the_boards(faction: str) -> None:
    row = sheet("income")[faction]
    assert row["dwelling"] == " ".join(str(n) for n in WORKERS[faction])
    assert row["trading_coins"] == " ".join(str(coins) for coins, _ in TRADING[faction])
    assert row["trading_power"] == " ".join(str(power) for _, power in TRADING[faction])
    assert row["temple"] == ("1 1 2; the second 5 power" if faction == "engineers" else "1 2 3")
    (what, n), *_ = STRONGHOLD[faction].items()
    assert row["stronghold"] == f"{n} {'priest' if what == 'priests' and n == 1 else what}"
    assert row["sanctuary"] == ("2 priests" if faction in ("darklings", "swarmlings") else "1 priest")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_told_in_every_language(language: str) -> None:
    words = Words(language, "terra-mystica")
    for found in catalog.title("terra-mystica").sheets():
        told = found.told(words.say)
        rows = told["rows"]
        assert isinstance(rows, list)
        assert len(rows) == 14
        assert [row for row in rows if len(row) != len(found.columns) or not all(row)] == []
        assert told["name"]
        assert told["about"]
