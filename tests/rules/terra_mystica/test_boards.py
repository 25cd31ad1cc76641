"""The fourteen faction boards, number by number, written down again so that a slip in the tables shows."""

import pytest

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


@cites("terra-mystica", "round.income", "round.income_slots")
@each_faction
def test_income_of_dwellings(faction: str) -> None:
    for count in range(9):
        houses = [f"A{n} d" for n in range(1, count + 1)]
        assert income(faction, *houses).get("workers", 0) == WORKERS[faction][count]


@cites("terra-mystica", "round.income")
@each_faction
def test_income_of_trading_houses(faction: str) -> None:
    for count in range(1, 5):
        found = income(faction, *[f"A{n} tp" for n in range(1, count + 1)])
        assert (found["coins"], found["power"]) == TRADING[faction][count - 1]


@cites("terra-mystica", "round.income")
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
