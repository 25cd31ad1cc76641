"""The powers Flying to Mounted, on the map for two players."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, deal, find, play, price, refused, region, stop

LAND = [r for r in range(23) if r not in (0, 7, 22)]


def marks(state: State, r: int) -> dict[str, int]:
    found: dict[str, int] = region(state, r)["marks"]
    return found


def fortresses_left(state: State) -> int:
    found = state.view(0)["stock"]
    assert isinstance(found, dict)
    n: int = found["fortress"]
    return n


# --- Flying ----------------------------------------------------------------------------------------------------------


@cites("small-world", "power.flying")
def test_flying_reaches_every_land_region_from_anywhere() -> None:
    state = Scene().active(0, "ratmen", "flying", {4: 1}, hand=5).conquest(0)
    assert all(can(state, f"conquer {r}") for r in LAND if r != 4)
    plain = Scene().active(0, "ratmen", "hill", {4: 1}, hand=5).conquest(0)
    assert [r for r in LAND if r != 4 and can(plain, f"conquer {r}")] == [3, 9, 10]
    assert refused(plain, "conquer 17") == "not_adjacent"


@cites("small-world", "power.flying", "conquest.first")
def test_flying_enters_the_map_on_any_land_region() -> None:
    state = Scene().active(0, "ratmen", "flying", {}, hand=9).conquest(0)
    assert all(can(state, f"conquer {r}") for r in LAND)
    play(state, "conquer 9", "conquer 17")
    plain = Scene().active(0, "ratmen", "hill", {}, hand=9).conquest(0)
    assert refused(plain, "conquer 9") == "not_border"


@cites("small-world", "power.flying.limits", "conquest.water", "conquest.immune", "power.diplomat.peace")
def test_flying_is_stopped_by_water_immunity_and_peace() -> None:
    scene = Scene().active(0, "ratmen", "flying", {4: 1}, hand=5)
    scene.active(1, "halflings", "diplomat", {17: 1, 18: 1}).mark(17, "hole").note("diplomat", 1)
    state = scene.conquest(0)
    for water in (0, 7, 22):
        assert refused(state, f"conquer {water}") == "water_closed"
    assert refused(state, "conquer 17") == "region_immune"
    assert refused(state, "conquer 18") == "at_peace"
    free = scene.note("diplomat", 0).conquest(0)
    assert can(free, "conquer 18")


# --- Forest and Hill -------------------------------------------------------------------------------------------------


def terrain_income(power: str, regions: list[int], declined: list[int], line: str = "stop") -> int:
    """The coins of a power that pays by terrain, for a turn without conquests."""
    scene = Scene(natives=False).active(0, "ratmen", power, dict.fromkeys(regions, 1))
    scene.declined(0, "elves", dict.fromkeys(declined, 1))
    state = scene.turn(0)
    play(state, *(["decline"] if line == "decline" else ["expand", line]))
    paid = coins_for(state, power)
    held = len(regions) + (0 if line == "decline" else len(declined))
    assert state.scores()[0] == 20 + held + paid
    return paid


@cites("small-world", "power.forest", "scoring.declined_no_bonus", "market.power_scope")
def test_forest_pays_for_forests_of_the_active_race() -> None:
    assert find("2p", "forest") == [2, 10, 12, 21]
    assert terrain_income("forest", [2, 10, 4, 9], [12, 21]) == 2
    assert terrain_income("forest", [4, 9], [12]) == 0
    assert terrain_income("forest", [2, 10], [12], "decline") == 0


@cites("small-world", "power.hill", "scoring.declined_no_bonus", "market.power_scope")
def test_hill_pays_for_hills_of_the_active_race() -> None:
    assert find("2p", "hill") == [4, 6, 14, 17]
    assert terrain_income("hill", [4, 6, 14, 9], [17]) == 3
    assert terrain_income("hill", [9, 8], [17]) == 0
    assert terrain_income("hill", [4, 6], [17], "decline") == 0


# --- Fortified -------------------------------------------------------------------------------------------------------


@cites("small-world", "power.fortified", "power.fortified.worth")
def test_one_fortress_a_turn_may_be_placed_in_an_own_region() -> None:
    state = Scene().active(0, "ratmen", "fortified", {4: 1, 9: 1}).conquest(0)
    play(state, "stop")
    assert refused(state, "place fortified 3") == "not_your_region"
    without = state.clone()
    without.watch()
    play(without, "no fortified")
    assert coins_for(without, "fortified") == 0
    play(state, "place fortified 9")
    assert (marks(state, 4), marks(state, 9)) == ({}, {"fortress": 1})
    assert coins_for(state, "fortified") == 1
    assert state.view(0)["turn"] == 1  # one only


@cites("small-world", "power.fortified", "power.fortified.limit")
def test_a_region_holds_one_fortress_and_another_comes_each_turn() -> None:
    scene = Scene().active(0, "ratmen", "fortified", {4: 1, 9: 1}).active(1, "orcs", "hill", {20: 1})
    state = scene.conquest(0)
    play(state, "stop", "place fortified 9", "expand", "stop", "expand", "stop")
    assert refused(state, "place fortified 9") == "not_offered"
    play(state, "place fortified 4")
    assert coins_for(state, "fortified") == 1 + 2
    play(state, "expand", "stop", "expand", "stop")
    assert state.view(0)["turn"] == 1  # no region left without one: nobody is asked


@cites("small-world", "power.fortified.worth", "decline.pieces")
def test_a_fortress_defends_also_in_decline_but_pays_only_while_active() -> None:
    scene = Scene().active(0, "ratmen", "fortified", {9: 1, 3: 1}).mark(9, "fortress")
    scene.active(1, "orcs", "forest", {4: 1}, hand=1)
    assert price(scene.conquest(1), 9) == 2 + 1 + 1
    state = scene.turn(0)
    play(state, "decline", "expand")
    assert coins_for(state, "fortified") == 0
    assert state.scores()[0] == 20 + 2
    assert price(state, 9) == 2 + 1 + 1
    assert price(state, 3) == 2 + 1


@cites("small-world", "power.fortified.limit")
def test_six_fortresses_are_all_there_are_those_in_decline_included() -> None:
    def asks(elsewhere: list[int]) -> bool:
        scene = Scene(natives=False).active(0, "ratmen", "fortified", {4: 1, 9: 1, 3: 1})
        scene.mark(4, "fortress").mark(9, "fortress").declined(1, "orcs", dict.fromkeys(elsewhere, 1))
        for r in elsewhere:
            scene.mark(r, "fortress")
        return asked(play(scene.conquest(0), "stop")) == "unit.fortified"

    assert asks([17, 18, 19])
    assert not asks([17, 18, 19, 20])


@pytest.mark.parametrize(("returns", "left"), [("yes", 6), ("no", 5)])
@cites("small-world", "power.fortified.removed", "losses.markers", "abandon.pieces")
def test_option_lost_fortress_returns(returns: str, left: int) -> None:
    scene = Scene(lost_fortress_returns=returns).active(0, "ratmen", "fortified", {9: 1, 3: 1}).mark(9, "fortress")
    scene.active(1, "orcs", "hill", {4: 1}, hand=4)
    conquered = scene.conquest(1)
    play(conquered, "conquer 9")  # 2 + 1 token + 1 fortress
    assert (marks(conquered, 9), fortresses_left(conquered)) == ({}, left)
    abandoned = scene.conquest(0)
    play(abandoned, "abandon 9")
    assert (marks(abandoned, 9), fortresses_left(abandoned)) == ({}, left)


@pytest.mark.parametrize(("returns", "asks"), [("yes", True), ("no", False)])
@cites("small-world", "power.fortified.removed")
def test_the_last_fortress_comes_again_only_if_lost_ones_return(returns: str, asks: bool) -> None:
    scene = Scene(natives=False, lost_fortress_returns=returns)
    scene.active(0, "ratmen", "fortified", dict.fromkeys((3, 4, 8, 9, 13, 14), 1))
    for r in (3, 4, 8, 9, 13, 14):
        scene.mark(r, "fortress")
    state = scene.conquest(0)
    play(state, "abandon 4", "abandon 3")
    play(state, "conquer 4")  # 2 tokens into the empty hill
    stop(state)
    assert (asked(state) == "unit.fortified") == asks


# --- Heroic ----------------------------------------------------------------------------------------------------------


def heroes(state: State) -> list[int]:
    return [r for r in range(23) if marks(state, r).get("hero")]


@cites("small-world", "power.heroic")
def test_two_heroes_go_into_two_different_own_regions() -> None:
    state = Scene().active(0, "ratmen", "heroic", {4: 1, 9: 1, 10: 1}).conquest(0)
    play(state, "stop")
    assert refused(state, "place heroic 3") == "not_your_region"
    assert refused(state, "no heroic") == "not_offered"
    assert refused(state, "place heroic 10") == "in_order"  # regions are named in order, and two are needed
    play(state, "place heroic 4")
    assert refused(state, "place heroic 4") == "in_order"
    assert refused(state, "no heroic") == "not_offered"
    play(state, "place heroic 10")
    assert heroes(state) == [4, 10]
    assert state.view(0)["turn"] == 1


@cites("small-world", "power.heroic")
def test_no_way_of_placing_leaves_a_hero_out_and_every_pair_is_possible() -> None:
    start = Scene().active(0, "ratmen", "heroic", {4: 1, 9: 1, 10: 1}).conquest(0)
    play(start, "stop")
    found = []
    for first in start.legal_actions():
        after = start.clone()
        after.apply(first)
        assert asked(after) == "unit.heroic", start.text(first)
        for second in after.legal_actions():
            end = after.clone()
            end.apply(second)
            found.append(heroes(end))
    assert sorted(found) == [[4, 9], [4, 10], [9, 10]]


@cites("small-world", "power.heroic")
def test_a_single_region_takes_a_single_hero() -> None:
    state = Scene().active(0, "ratmen", "heroic", {9: 1}).conquest(0)
    play(state, "stop")
    assert refused(state, "no heroic") == "not_offered"
    play(state, "place heroic 9")
    assert heroes(state) == [9]
    assert state.view(0)["turn"] == 1


@cites("small-world", "power.heroic", "decline.wiped_out")
def test_without_a_region_no_hero_is_placed() -> None:
    state = Scene().active(0, "ratmen", "heroic", {}).conquest(0)
    play(state, "stop")
    assert heroes(state) == []
    assert state.view(0)["turn"] == 1


@cites("small-world", "power.heroic")
def test_option_heroes_optional() -> None:
    scene = Scene(heroes_optional="yes").active(0, "ratmen", "heroic", {4: 1, 9: 1, 10: 1}).mark(4, "hero")
    state = scene.conquest(0)
    play(state, "stop")
    none, one, last = state.clone(), state.clone(), state.clone()
    play(state, "place heroic 4 10")
    assert heroes(state) == [4, 10]
    play(none, "no heroic")
    assert heroes(none) == []
    play(one, "place heroic 9", "no heroic")
    assert heroes(one) == [9]
    play(last, "place heroic 10")
    assert heroes(last) == [10]


@cites("small-world", "power.heroic", "power.heroic.immune", "conquest.immune")
def test_heroes_protect_until_they_move() -> None:
    scene = Scene().active(0, "ratmen", "heroic", {9: 1, 3: 1, 14: 1}).mark(9, "hero").mark(3, "hero")
    state = scene.active(1, "orcs", "hill", {4: 5, 20: 1}).conquest(1)
    assert refused(state, "conquer 9") == "region_immune"
    assert can(state, "conquer 14")
    play(stop(state), "expand")
    assert heroes(state) == [3, 9]  # through the owner's own conquests
    play(state, "stop", "place heroic 3 14", "expand")
    assert heroes(state) == [3, 14]
    assert can(state, "conquer 9")
    assert refused(state, "conquer 14") == "region_immune"


@cites("small-world", "power.heroic.immune", "decline.pieces")
def test_heroes_vanish_in_decline() -> None:
    scene = Scene().active(0, "ratmen", "heroic", {9: 1, 3: 1}).mark(9, "hero").mark(3, "hero")
    state = scene.active(1, "orcs", "hill", {4: 5}).turn(0)
    play(state, "decline", "expand")
    assert heroes(state) == []
    assert can(state, "conquer 9")


@cites("small-world", "power.heroic", "abandon.pieces")
def test_a_hero_comes_back_from_an_abandoned_region() -> None:
    scene = Scene().active(0, "ratmen", "heroic", {9: 1, 3: 1, 14: 1}).mark(9, "hero").mark(3, "hero")
    state = scene.conquest(0)
    play(state, "abandon 9")
    assert heroes(state) == [3]
    play(stop(state), "place heroic 3 14")
    assert heroes(state) == [3, 14]


# --- Merchant and Mounted --------------------------------------------------------------------------------------------


@cites("small-world", "power.merchant", "scoring.declined_no_bonus")
def test_merchant_pays_for_every_region_of_the_active_race() -> None:
    assert terrain_income("merchant", [3, 4, 8, 9, 10], [12, 21]) == 5  # swamp, hill, mountain, farmland, forest
    assert terrain_income("merchant", [3, 4], [12], "decline") == 0


@cites("small-world", "power.mounted")
def test_mounted_takes_hills_and_farmland_for_one_token_less() -> None:
    scene = Scene().active(0, "ratmen", "mounted", {9: 1, 12: 1}, hand=1).active(1, "elves", "flying", {13: 2})
    state = scene.conquest(0)
    assert price(state, 4) == 1  # hill: 2 - 1
    assert price(state, 6) == 2  # hill with a Lost Tribe: 3 - 1
    assert price(state, 11) == 2  # farmland with a Lost Tribe: 3 - 1
    assert price(state, 13) == 3  # farmland with 2 Elves: 4 - 1
    assert price(state, 10) == 3  # forest with a Lost Tribe
    assert price(state, 8) == 3  # mountain
    assert price(state, 3) == 3  # swamp with a Lost Tribe
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 1
    scene.active(0, "ratmen", "flying", {9: 1, 12: 1}, hand=1)
    assert price(scene.conquest(0), 4) == 2


@cites("small-world", "power.mounted", "decline.badge")
def test_mounted_ends_in_decline() -> None:
    scene = Scene().active(0, "ghouls", "mounted", {9: 3}).active(1, "orcs", "hill", {20: 1})
    state = scene.turn(0)
    play(state, "decline", "expand", "stop")
    assert asked(state) == "pick"
    deal(play(state, "pick 0"))
    assert price(state, 4) == 2  # the Ghouls act as if active, but their power is gone
