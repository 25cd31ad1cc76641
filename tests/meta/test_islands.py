"""Whatever islands are drawn, every race and power finds something to live by, and everybody a way ashore."""

import copy
import sys
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.islands import NEEDS, WATER, Sides, dead_units, features, selections, sides

from terrarium import catalog
from terrarium.smallworld.warcraft.kit import SIZES

PLAYERS = (2, 3, 4, 5)
KNOWN = sides()
LAND = {2: 18, 3: 27, 4: 36, 5: 45}
"""Land regions on the table: as many as on the printed boards of Small World, where two players have 20."""


def dried(name: str) -> Sides:
    """The islands as they are, but one side has no water any more."""
    spoilt = copy.deepcopy(KNOWN)
    for region in spoilt[name]:
        region["features"] = [feature for feature in region["features"] if feature not in (*WATER, "coastal")]
    return spoilt


def land(name: str) -> list[int]:
    return [number for number, region in enumerate(KNOWN[name]) if region["features"][0] not in WATER]


@pytest.mark.parametrize("players", PLAYERS)
def test_selections_are_those_the_game_takes_and_draws(players: int) -> None:
    every = selections(players)
    assert len(set(every)) == len(every) == (16 if players == 2 else 64)
    title = catalog.title("warcraft")
    for name in every:
        assert title.game(players, name, {}).map_name == name
    assert {title.draw(players, seed) for seed in range(60)} <= set(every)


@pytest.mark.parametrize("players", PLAYERS)
def test_no_unit_is_dead_on_any_selection(players: int) -> None:
    assert {name: dead for name in selections(players) if (dead := dead_units(KNOWN, name))} == {}


def test_needs_name_units_and_features_that_exist() -> None:
    title = catalog.title("warcraft")
    assert {*NEEDS} <= {*title.races, *title.powers}
    everything = features(KNOWN, "+".join(KNOWN))
    assert all(everything[feature] for feature, _ in NEEDS.values())


def test_a_dead_unit_is_seen() -> None:
    spoilt = dried("l2a")
    assert dead_units(spoilt, "l2a+s1b") == ["naga", "fishing"]
    assert dead_units(spoilt, "l2a+s1a") == []


@pytest.mark.parametrize("players", PLAYERS)
def test_every_selection_has_room_and_enough_of_everything(players: int) -> None:
    """Three regions of each terrain and symbol, five with a shore, and as much land as on printed boards."""
    for name in selections(players):
        counts = features(KNOWN, name)
        few = [word for word in ("hill", "field", "forest", "swamp", "mountain", "magic", "cavern") if counts[word] < 3]
        assert few == [], name
        assert counts["coastal"] >= 5, name
        assert sum(len(land(side)) for side in name.split("+")) >= LAND[players], name


def shores(known: Sides, name: str) -> set[int]:
    """The land beside the water of an island."""
    wet = [region for region in known[name] if region["features"][0] in WATER]
    return {other for region in wet for other in region["borders"]} & {*land(name)}


def landings(known: Sides, name: str) -> int:
    """How many regions of an island one can step into from its water for two tokens."""
    shore = shores(known, name)
    return sum(not {"murloc", "mountain"}.intersection(known[name][other]["features"]) for other in shore)


@pytest.mark.parametrize("players", PLAYERS)
def test_naga_find_a_shore_to_land_on(players: int) -> None:
    found = {name: sum(landings(KNOWN, side) for side in name.split("+")) for name in selections(players)}
    assert [name for name in found if not found[name]] == []


def test_without_its_lake_large_island_2_side_a_would_fail_the_check() -> None:
    """Why that side has one region more than its draft (`docs/islands.md`)."""
    draft = copy.deepcopy(KNOWN)
    assert draft["l2a"].pop()["features"] == ["lake"]
    for dry in ("s1b", "s2b"):
        assert shores(draft, dry) == set()
    assert (len(shores(draft, "l2a")), landings(draft, "l2a")) == (3, 0)
    assert (len(shores(KNOWN, "l2a")), landings(KNOWN, "l2a")) == (6, 2)


@pytest.mark.parametrize("name", KNOWN)
def test_an_island_can_be_entered_and_walked_through(name: str) -> None:
    """An anchor without Murloc or mountain on each island, and land that hangs together without its water."""
    regions = KNOWN[name]
    cheap = [r for r in regions if "entry" in r["features"] and not {"murloc", "mountain"}.intersection(r["features"])]
    assert cheap
    dry = land(name)
    reached, waiting = {dry[0]}, [dry[0]]
    while waiting:
        for other in regions[waiting.pop()]["borders"]:
            if other in dry and other not in reached:
                reached.add(other)
                waiting.append(other)
    assert sorted(reached) == dry


def test_no_two_sides_are_alike() -> None:
    """Sides differ in what lies next to what, not only in their drawing."""
    nature = {
        name: sorted(
            (region["features"][0], sorted(regions[other]["features"][0] for other in region["borders"]))
            for region in regions
        )
        for name, regions in KNOWN.items()
    }
    assert [pair for pair in combinations(KNOWN, 2) if nature[pair[0]] == nature[pair[1]]] == []


def test_sizes_are_those_of_the_rulebook() -> None:
    assert {players: SIZES[players] for players in PLAYERS} == {2: "ls", 3: "lms", 4: "lmms", 5: "llmss"}
