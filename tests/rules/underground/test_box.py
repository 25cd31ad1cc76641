"""What the box of Underground holds: every number of every banner, badge, map and piece, written down here again."""

from collections import Counter
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import State
from tests.rules.underground.below import bare, finish
from tests.support.box import RACES, box_game
from tests.support.cites import cites
from tests.support.scene import asked, coins_for, deal, map_rows, play, region, stop, tribe

BANNERS = {race: value for race, (value, _) in RACES["underground"].items()}
BADGES = {
    "muddy": 3, "quarreling": 3, "shield": 3,
    "fisher": 4, "frightened": 4, "immortal": 4, "martyr": 4, "mining": 4, "mystic": 4, "stone": 4, "thieving": 4,
    "vengeful": 4, "wise": 4,
    "adventurous": 5, "flocking": 5, "magic": 5, "reborn": 5, "royal": 5, "tomb": 5, "vampire": 5, "vanishing": 5,
}  # fmt: skip
TERRAINS = {
    "2p": {"mountain": 4, "mud": 4, "mushroom": 4, "crystal": 4, "mine": 4, "river": 3, "chasm": 5},
    "3p": {"mountain": 6, "mud": 5, "mushroom": 5, "crystal": 5, "mine": 5, "river": 3, "chasm": 4},
    "4p": {"mountain": 7, "mud": 7, "mushroom": 7, "crystal": 7, "mine": 7, "river": 5, "chasm": 4},
    "5p": {"mountain": 9, "mud": 9, "mushroom": 9, "crystal": 9, "mine": 9, "river": 5, "chasm": 5},
}
MONSTERS = {
    "2p": [6, 13, 18, 22], "3p": [6, 8, 16, 22, 26], "4p": [7, 11, 24, 28, 29, 41], "5p": [5, 9, 21, 24, 27, 36, 40],
}  # fmt: skip


def mustered(race: str, power: str) -> tuple[int, int]:
    """Tokens in hand and left in the tray right after picking this combo."""
    state = bare().combos((race, power, 0)).turn(0)
    play(state, "pick 0")
    if race == "flames":
        play(state, "place flames 14")
    if race == "shadow_mimes":
        play(state, "no shadow_mimes")
    deal(state)
    picked = tribe(state, race)
    return picked["hand"], picked["tray"]


@pytest.mark.parametrize("race", BANNERS)
@cites("underground", "components.banner_values", "components.tokens", "market.tokens", "components.tray")
def test_a_banner_and_the_tokens_of_its_race(race: str) -> None:
    # Muddy shows 3. Each race has 5 tokens more than its banner shows, the Mudmen 7.
    more = 7 if race == "mudmen" else 5
    assert mustered(race, "muddy") == (BANNERS[race] + 3, more - 3)


@pytest.mark.parametrize("power", BADGES)
@cites("underground", "components.badge_values", "market.tokens", "market.tokens_final")
def test_a_badge_and_its_number(power: str) -> None:
    assert mustered("ogres", power) == (5 + BADGES[power], 5 - BADGES[power])


@cites("underground", "components.banner_values", "components.badge_values", "mixing.races")
def test_no_other_banners_and_badges() -> None:
    kit = box_game("underground").kit
    assert sorted(unit.name for unit in kit.units[: kit.n_races]) == sorted(BANNERS)
    assert sorted(unit.name for unit in kit.units[kit.n_races : kit.n_races + kit.n_powers]) == sorted(BADGES)


@pytest.mark.parametrize("name", TERRAINS)
@cites("underground", "components.terrains", "components.maps")
def test_one_terrain_in_each_region(name: str) -> None:
    rows = map_rows(name, "underground")
    each = [[feature for feature in row["features"] if feature in TERRAINS["2p"]] for row in rows]
    assert {len(found) for found in each} == {1}
    assert Counter(found[0] for found in each) == TERRAINS[name]
    players = int(name[0])
    page: Any = catalog.game("underground", players=players).new().view(0)
    assert len(page["regions"]) == len(rows) == sum(TERRAINS[name].values())


@pytest.mark.parametrize("name", MONSTERS)
@cites("underground", "setup.monsters", "setup.markers")
def test_two_monsters_and_a_marker_on_each_monster_region(name: str) -> None:
    page: Any = catalog.game("underground", players=int(name[0])).new().view(0)
    for row in page["regions"]:
        monsters = row["id"] in MONSTERS[name]
        assert (row["tokens"], row["marks"].get("hidden", 0)) == ((2, 1) if monsters else (0, 0)), row["id"]
        assert row["holder"] == ("natives" if monsters else None)


@cites("underground", "components.pieces")
def test_pieces_of_each_kind() -> None:
    state = box_game("underground").new()
    stock: Any = state.view(0)["stock"]
    assert {name: stock[name] for name in ("mushroom_armor", "volcano", "great_ancient", "queen")} == {
        "mushroom_armor": 8, "volcano": 1, "great_ancient": 1, "queen": 1,
    }  # fmt: skip
    assert {name: stock[name] for name in ("balrog", "tomb_raiders_ghost", "bag_o_many_things")} == {
        "balrog": 1, "tomb_raiders_ghost": 1, "bag_o_many_things": 1,
    }  # fmt: skip
    things = list(box_game("underground").kit.things)
    assert sorted(unit.name for unit in things if unit.chapter == "relic") == [
        "flying_doormat", "froggys_ring", "scepter_of_avarice", "shiny_orb", "stinky_trolls_socks",
        "sword_of_the_killer_rabbit",
    ]  # fmt: skip
    assert sorted(unit.name for unit in things if unit.chapter == "place") == [
        "altar_of_souls", "crypt_of_the_tomb_raider", "diamond_fields", "fountain_of_youth", "great_brass_pipe",
        "keep_on_the_motherland", "mine_of_the_lost_dwarf", "stonehedge", "wickedest_pentacle",
    ]  # fmt: skip
    maps = [sum("mountain" in row["features"] for row in map_rows(name, "underground")) for name in TERRAINS]
    assert max(maps) == 9, "9 mountains serve every map"


def hammers(state: State) -> int:
    notes: Any = state.dump()["notes"]
    return int(notes.get("iron_dwarves", 0))


@pytest.mark.parametrize(
    ("held", "before", "after"), [(0, 0, 0), (1, 0, 1), (3, 0, 3), (3, 4, 7), (3, 5, 7), (1, 7, 7)]
)
@cites("underground", "race.iron_dwarves", "components.pieces")
def test_a_hammer_for_each_mine_and_seven_at_most(held: int, before: int, after: int) -> None:
    mines = dict.fromkeys((9, 17, 25)[:held], 1)
    scene = bare().active(0, "iron_dwarves", "wise", {3: 2, 10: 1, **mines}).active(1, "ogres", "stone", {4: 2})
    if before:
        scene.note("iron_dwarves", before)
    assert hammers(stop(scene.conquest(0))) == after


@pytest.mark.parametrize(("stock", "placed"), [(8, 3), (2, 2), (1, 1)])
@cites("underground", "power.shield", "components.pieces")
def test_armors_come_from_what_the_box_still_holds(stock: int, placed: int) -> None:
    scene = bare().active(0, "ogres", "shield", {4: 1, 7: 1, 8: 1, 3: 1, 10: 1}).active(1, "kraken", "stone", {25: 2})
    if stock < 8:
        scene.mark(10, "mushroom_armor", 8 - stock)
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.shield"
    play(state, f"place shield 3:{placed}")
    assert region(state, 3)["marks"] == {"mushroom_armor": placed}
    assert (asked(state), state.current_player()) == ("choice", 1), "there were no more to place"


@cites("underground", "power.shield", "components.pieces")
def test_without_an_armor_left_nothing_is_asked() -> None:
    scene = bare().active(0, "ogres", "shield", {4: 1, 3: 1}).mark(3, "mushroom_armor", 8)
    state = finish(scene.active(1, "kraken", "stone", {25: 2}).conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert region(state, 3)["marks"] == {"mushroom_armor": 8}
    scene = bare().active(0, "ogres", "shield", {3: 1, 10: 1}).active(1, "kraken", "stone", {25: 2})
    state = finish(scene.conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "no forest, no armor"
    assert coins_for(state, "shield") == 0
