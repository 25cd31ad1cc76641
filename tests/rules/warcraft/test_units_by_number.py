"""Units whose rule is a number: incomes region by region, discounts, pieces, sides; every one beside what it is not."""

import pytest

from tests.support.cites import cites
from tests.support.islands import ISLANDS
from tests.support.scene import coins_for, end_turn, play, price, stop
from tests.support.warcraft import Wow

WORDS = f"{ISLANDS['l1a']} {ISLANDS['s1a']}".split()
SHORES = {1, 3, 4, 6, 8, 9, 11, 12, 16, 17, 20}
"""Regions of `l1a+s1a` that border a sea or lake."""
LAND = [r for r, word in enumerate(WORDS) if word not in ("sea", "lake")]


def income(race: str, power: str, regions: list[int], unit: str) -> int:
    """What a unit brings a race that holds these regions."""
    scene = Wow().active(0, race, power, dict.fromkeys(regions, 1)).active(1, "trolls", "marsh_dwelling", {})
    state = end_turn(scene.turn(0))
    assert coins_for(state, "regions") == len(regions)
    return coins_for(state, unit)


@cites("warcraft", "power.farming", "power.herbalist", "power.mining", "power.mountaineer", "power.ranger")
@cites("warcraft", "power.swampwalker", "power.fishing", "power.fishing.water", "race.blood_elves")
@pytest.mark.parametrize(
    ("unit", "pays"),
    [
        ("farming", {r for r in LAND if WORDS[r].startswith("field")}),
        ("herbalist", {r for r in LAND if WORDS[r].startswith("hill")}),
        ("mining", {r for r in LAND if "^" in WORDS[r]}),
        ("mountaineer", {r for r in LAND if WORDS[r].startswith("mountain")}),
        ("ranger", {r for r in LAND if WORDS[r].startswith("forest")}),
        ("swampwalker", {r for r in LAND if WORDS[r].startswith("swamp")}),
        ("fishing", SHORES),
        ("blood_elves", {r for r in LAND if "*" in WORDS[r]}),
    ],
)
def test_a_coin_for_each_region_of_the_kind_and_none_for_others(unit: str, pays: set[int]) -> None:
    race, power = (unit, "sailing") if unit == "blood_elves" else ("forsaken", unit)
    for r in LAND:
        assert income(race, power, [r], unit) == (r in pays), (unit, WORDS[r])
    assert income(race, power, LAND[:10], unit) == len(pays & set(LAND[:10]))


@cites("warcraft", "power.fishing", "power.fishing.water")
def test_fishing_from_the_water_itself_needs_another_water_beside_it() -> None:
    for r in (0, 10, 19):
        assert income("naga", "fishing", [r], "fishing") == 0


@cites("warcraft", "power.archaeologist", "power.explorer")
def test_archaeologist_and_explorer_count_one_by_one() -> None:
    for things in range(4):
        scene = Wow().active(0, "orcs", "archaeologist", {8: 1, 7: 1}).thing(4, "heart")
        for spot, name in ((8, "frostmourne"), (8, "dark_portal"), (7, "karazhan"))[:things]:
            scene.thing(spot, name)
        state = end_turn(scene.active(1, "trolls", "mining", {}).turn(0))
        assert coins_for(state, "archaeologist") == things
    for regions, coins in (([8], 1), ([8, 7], 1), ([8, 17], 2), ([17, 18], 1), ([], 0)):
        assert income("orcs", "explorer", regions, "explorer") == coins


@cites("warcraft", "race.dwarves", "race.night_elves", "race.trolls", "race.worgen.wolf", "power.blacksmith")
@pytest.mark.parametrize(
    ("race", "power", "less"),
    [
        ("dwarves", "ranger", {"mountain": 2}),
        ("night_elves", "ranger", {"forest": 1}),
        ("orcs", "blacksmith", {"mountain": 1, "forest": 1, "field": 1, "hill": 1, "held": 1}),
        ("trolls", "ranger", {"held": 1}),
        ("worgen", "ranger", {"mountain": 1, "forest": 1, "field": 1, "hill": 1, "held": 1}),
        ("kobolds", "ranger", {}),
    ],
)
def test_discounts_apply_where_they_are_told_and_nowhere_else(race: str, power: str, less: dict[str, int]) -> None:
    # 8 is held; 7 is a mountain, 4 a forest, 11 a hill, 12 a field; orcs of another player stand on hill 11 later
    scene = Wow().active(0, race, power, {8: 2, 9: 1})
    state = scene.active(1, "forsaken", "mining", {11: 3, 6: 3, 17: 1}).turn(0)
    if race == "worgen":
        human = play(state.clone(), "no worgen", "expand")
        assert [price(human, r) for r in (7, 4, 12, 11)] == [3, 2, 2, 5]
        play(state, "yes worgen")
    play(state, "expand")
    found = {
        "mountain": price(state, 7),
        "forest": price(state, 4),
        "field": price(state, 12),
        "held": price(state, 11),
    }
    plain = {"mountain": 3, "forest": 2, "field": 2, "held": 5}
    assert found == {kind: max(1, plain[kind] - less.get(kind, 0)) for kind in plain}
    once = race in ("worgen", "orcs")  # one discount, whatever the region is
    assert price(state, 6) == 6 - (1 if once else less.get("mountain", 0) + less.get("held", 0))


@cites("warcraft", "faction.members", "faction.bonus", "faction.neutral", "race.orcs")
@pytest.mark.parametrize(
    "victim",
    ["draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen", "blood_elves", "forsaken", "goblins", "tauren",
     "trolls", "ethereals", "kobolds", "naga", "pandaren"],
)  # fmt: skip
def test_which_race_brings_whom_the_faction_bonus(victim: str) -> None:
    alliance = ("draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen")
    horde = ("blood_elves", "forsaken", "goblins", "tauren", "trolls")
    for mine, enemies in (("orcs", alliance), ("dwarves", horde), ("kobolds", ())):
        if mine == victim:
            continue
        scene = Wow().active(0, mine, "blacksmith", {8: 9}).active(1, victim, "mining", {4: 2, 12: 2})
        state = play(scene.conquest(0), "conquer 4")
        assert coins_for(state, "faction") == 0  # it comes with the scoring
        stop(state)
        assert coins_for(state, "faction") == (victim in enemies), mine
        if mine == "orcs":
            assert coins_for(state, "orcs") == (victim in alliance)


@cites("warcraft", "race.orcs", "power.battlemaster", "power.enraged", "faction.bonus")
def test_who_is_attacked_gains_nothing_by_it() -> None:
    for power in ("battlemaster", "enraged"):
        scene = Wow().active(0, "dwarves", "ranger", {8: 9}).active(1, "orcs", power, {4: 3, 12: 1})
        state = play(scene.conquest(0), "conquer 4")
        stop(state)
        end_turn(state)
        assert [coins_for(state, unit) for unit in (power, "orcs", "faction")] == [0, 0, 1]


@cites("warcraft", "power.battlemaster", "power.enraged", "race.orcs", "faction.bonus")
def test_a_failed_attack_brings_nothing() -> None:
    for power in ("battlemaster", "enraged"):
        for pips, coins in ((0, 0), (2, 1)):
            scene = Wow().active(0, "orcs", power, {8: 3}).active(1, "humans", "ranger", {4: 2, 17: 1})
            state = play(scene.conquest(0), "conquer 4", f"? die {pips}")
            end_turn(state)
            assert coins_for(state, power) == coins * (2 if power == "enraged" else 1)
            assert (coins_for(state, "orcs"), coins_for(state, "faction")) == (coins, coins)


@cites("warcraft", "power.enraged", "power.enraged.counted", "power.battlemaster", "race.goblins.rewards")
@pytest.mark.parametrize(("tokens", "beasts", "coins"), [(1, 0, 0), (2, 0, 2), (3, 0, 3), (1, 1, 2), (0, 2, 2)])
def test_enraged_pays_for_two_defenders_and_more(tokens: int, beasts: int, coins: int) -> None:
    for race in ("orcs", "goblins"):
        scene = Wow().active(0, race, "enraged", {8: 9 if race == "orcs" else 1})
        scene.active(1, "trolls", "beastmaster", {4: tokens, 17: 1}).note("beastmaster", beasts)
        if beasts:
            scene.mark(4, "beast", beasts)
        if race == "orcs":
            state = play(scene.conquest(0), "conquer 4")
        else:
            state = play(scene.mark(4, "bomb").turn(0), "? find bomb_live", "expand")
        end_turn(state)
        assert coins_for(state, "enraged") == coins, race


@cites("warcraft", "place.karazhan", "place.dark_portal", "place.meeting_stone")
def test_places_pay_for_what_is_held_besides() -> None:
    for regions, coins in (({12: 1}, 0), ({12: 1, 8: 1}, 1), ({12: 1, 8: 1, 14: 1, 16: 1}, 3), ({12: 1, 7: 1}, 0)):
        scene = Wow().active(0, "orcs", "ranger", regions).thing(12, "karazhan").active(1, "naga", "mining", {})
        assert coins_for(end_turn(scene.turn(0)), "karazhan") == coins, regions
    for spot, coins in ((8, 2), (4, 0)):
        scene = Wow().active(0, "orcs", "mining", {8: 1}).thing(spot, "dark_portal").active(1, "naga", "ranger", {})
        assert coins_for(end_turn(scene.turn(0)), "dark_portal") == coins
    for spot, cost in ((8, 2), (4, 3)):
        state = Wow().active(0, "orcs", "ranger", {8: 4}).thing(spot, "meeting_stone").conquest(0)
        assert [price(state, r) for r in (17, 18, 2)] == [cost] * 3


@cites("warcraft", "components.badges", "components.banners", "components.artifacts_places")
def test_every_unit_is_there_once() -> None:
    kit = Wow().game.kit
    names = [unit.name for unit in kit.units]
    assert len(set(names)) == len(names)
    assert int(kit.n_races) == 16
    assert int(kit.n_powers) == 20
    assert len(kit.things) == 12
