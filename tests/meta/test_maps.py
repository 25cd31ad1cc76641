"""The map files are sound, and the checker that says so sees every kind of fault."""

import copy
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.check_maps import MAPS, MapData, faults, load, names

ALL = [(title, name) for title in MAPS for name in names(title)]
# Boards by number of players: large, medium, small.
SETS = {2: (1, 0, 1), 3: (1, 1, 1), 4: (1, 2, 1), 5: (2, 1, 2)}
BOX = {"mountain": 10, "murloc": 15, "forest": 9}


def test_every_title_has_its_maps() -> None:
    boards = ["2p", "3p", "4p", "5p"]
    assert names("small-world") == names("underground") == boards
    assert names("warcraft") == [size + number + side for size in "lms" for number in "12" for side in "ab"]


@pytest.mark.parametrize(("title", "name"), ALL)
def test_map_is_sound(title: str, name: str) -> None:
    data = load(title, name)
    assert (data["title"], data["id"]) == (title, name)
    assert faults(data) == []


def test_lost_tribes_stay_within_the_eighteen_of_the_box() -> None:
    tribes = [
        sum(region["natives"] for region in load("small-world", name)["regions"]) for name in names("small-world")
    ]
    assert tribes == [9, 10, 14, 18]


def test_only_unknown_symbols_are_placeholders() -> None:
    marked = {
        (title, name, region["id"])
        for title, name in ALL
        for region in load(title, name)["regions"]
        if region.get("placeholder")
    }
    invented = {
        ("underground", "5p", region["id"])
        for region in load("underground", "5p")["regions"]
        if {"monster", "volcano"}.intersection(region["features"])
    }
    assert marked == invented
    assert all(load(title, name).get("placeholder", False) == (title == "warcraft") for title, name in ALL)


@pytest.mark.parametrize("players", SETS)
def test_no_set_of_islands_needs_more_than_the_box_holds(players: int) -> None:
    most: dict[str, int] = {}
    for feature in BOX:
        total = 0
        for size, number in zip("lms", SETS[players], strict=True):
            best = {
                board: max(
                    sum(feature in region["features"] for region in load("warcraft", size + board + side)["regions"])
                    for side in "ab"
                )
                for board in "12"
            }
            total += max(sum(best[board] for board in pick) for pick in combinations("12", number))
        most[feature] = total
    assert all(most[feature] <= BOX[feature] for feature in BOX), most


def _one_way(data: MapData) -> None:
    data["regions"][0]["borders"].pop()


def _self_border(data: MapData) -> None:
    data["regions"][6]["borders"] = sorted([*data["regions"][6]["borders"], 6])


def _nowhere(data: MapData) -> None:
    data["regions"][22]["borders"].append(23)


def _cut_off(data: MapData) -> None:
    for b in data["regions"][16]["borders"]:
        data["regions"][b]["borders"].remove(16)
    data["regions"][16]["borders"] = []


def _terrain(data: MapData) -> None:
    data["regions"][2]["features"][0] = "hill"


def _symbol(data: MapData) -> None:
    data["regions"][2]["features"].remove("mine")


def _inner_entry(data: MapData) -> None:
    data["regions"][6]["features"].append("entry")


def _closed_coast(data: MapData) -> None:
    data["regions"][21]["features"].remove("entry")


def _dry_coast(data: MapData) -> None:
    data["regions"][3]["features"].append("coastal")


def _too_many_tribes(data: MapData) -> None:
    data["regions"][2]["natives"] = 1


def _tribe_on_a_mountain(data: MapData) -> None:
    data["regions"][8]["natives"], data["regions"][6]["natives"] = 1, 0


def _rounds(data: MapData) -> None:
    data["rounds"] = 9


def _two_terrains(data: MapData) -> None:
    data["regions"][2]["features"].append("swamp")


def _shuffled(data: MapData) -> None:
    data["regions"].reverse()


FAULTS: list[tuple[Callable[[MapData], None], str]] = [
    (_one_way, "not the other way round"),
    (_self_border, "borders itself"),
    (_nowhere, "does not exist"),
    (_cut_off, "cannot be reached"),
    (_terrain, "hill: 5 instead of 4"),
    (_symbol, "mine: 3 instead of 4"),
    (_inner_entry, "region 6 is an entry wrongly"),
    (_closed_coast, "region 21 is an entry wrongly"),
    (_dry_coast, "region 3 is marked coastal wrongly"),
    (_too_many_tribes, "natives: 10 instead of 9"),
    (_tribe_on_a_mountain, "lost tribe on mountain"),
    (_rounds, "2 players with 9 rounds"),
    (_two_terrains, "not exactly one terrain"),
    (_shuffled, "region 22 stands at place 0"),
]


@pytest.mark.parametrize(("spoil", "words"), FAULTS)
def test_checker_sees_the_fault(spoil: Callable[[MapData], None], words: str) -> None:
    data = copy.deepcopy(load("small-world", "2p"))
    spoil(data)
    assert any(words in sentence for sentence in faults(data))


def test_checker_sees_faults_of_the_other_titles() -> None:
    river = load("underground", "2p")
    river["regions"][0]["features"].append("entry")
    assert any("entry wrongly" in sentence for sentence in faults(river))
    monsters = load("underground", "2p")
    monsters["regions"][6]["natives"] = 0
    assert any("symbol without natives" in sentence for sentence in faults(monsters))
    island = load("warcraft", "s1a")
    island["regions"][2]["features"].remove("slot_S")
    assert any("slot_S: 0 instead of 1" in sentence for sentence in faults(island))
