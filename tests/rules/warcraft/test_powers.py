"""Powers of income, discount, forts, towers and tolls."""

import pytest

from tests.support.cites import cites
from tests.support.scene import can, coins_for, end_turn, play, price, refused, region, stock, stop
from tests.support.warcraft import Wow


@cites(
    "warcraft", "power.farming", "power.herbalist", "power.mining", "power.mountaineer", "power.ranger",
    "power.swampwalker", "power.fishing", "power.fishing.water",
)  # fmt: skip
@pytest.mark.parametrize(
    ("power", "coins"),
    [
        ("farming", 1),
        ("herbalist", 1),
        ("mining", 2),
        ("mountaineer", 2),
        ("ranger", 1),
        ("swampwalker", 1),
        ("fishing", 5),
    ],
)
def test_income_by_terrain(power: str, coins: int) -> None:
    # mountain+cavern 6, mountain 7, field+cavern 12, hill 11, forest 4, swamp 3; not by water: 7
    regions = {6: 1, 7: 1, 12: 1, 11: 1, 4: 1, 3: 1}
    state = Wow().active(0, "orcs", power, regions).turn(0)
    end_turn(state)
    assert coins_for(state, power) == coins
    state = Wow().active(0, "orcs", power, {20: 1, 14: 1}).turn(0)
    end_turn(state)
    expected = {"farming": 1, "mountaineer": 1, "fishing": 1}
    assert coins_for(state, power) == expected.get(power, 0)


@cites("warcraft", "power.archaeologist", "power.explorer")
def test_archaeologist_and_explorer() -> None:
    scene = Wow().active(0, "orcs", "archaeologist", {8: 1, 7: 1}).thing(8, "frostmourne").thing(8, "dark_portal")
    state = scene.turn(0)
    end_turn(state)
    assert coins_for(state, "archaeologist") == 2
    for regions, coins in (({8: 1, 7: 1}, 1), ({8: 1, 17: 1}, 2)):
        state = Wow().active(0, "orcs", "explorer", regions).turn(0)
        end_turn(state)
        assert coins_for(state, "explorer") == coins


@cites("warcraft", "power.battlemaster", "power.enraged", "power.enraged.counted")
def test_battlemaster_and_enraged() -> None:
    scene = Wow().active(0, "trolls", "battlemaster", {8: 9}).murloc(4)
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 11")
    stop(state)
    assert coins_for(state, "battlemaster") == 1
    scene = Wow().active(0, "trolls", "enraged", {8: 11}).active(1, "orcs", "champion", {4: 1, 7: 1, 11: 1})
    scene.mark(4, "champion").mark(7, "fort")
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7")
    stop(state)
    assert coins_for(state, "enraged") == 2  # the Champion counts and prevented the loss; a fort is no defender
    scene = Wow().active(0, "trolls", "enraged", {8: 11}).active(1, "orcs", "beastmaster", {4: 1, 11: 1})
    scene.mark(4, "beast", 2).note("beastmaster", 2)
    state = scene.conquest(0)
    play(state, "conquer 4")
    stop(state)
    assert coins_for(state, "enraged") == 3


@cites("warcraft", "power.enraged", "power.enraged.counted")
@pytest.mark.parametrize(("die", "coins"), [(0, 0), (2, 3)])
def test_enraged_is_paid_for_a_conquest_and_not_for_a_try(die: int, coins: int) -> None:
    scene = Wow().active(0, "trolls", "enraged", {8: 4}).active(1, "orcs", "mining", {4: 3, 11: 1})
    state = play(scene.conquest(0), "conquer 4", f"? die {die}")
    assert region(state, 4)["holder"] == ("trolls" if coins else "orcs")
    end_turn(state)
    assert coins_for(state, "enraged") == coins


@cites("warcraft", "power.blacksmith", "power.sailing")
def test_blacksmith_and_sailing() -> None:
    assert price(Wow().active(0, "orcs", "blacksmith", {8: 4}).conquest(0), 7) == 2
    assert price(Wow().active(0, "orcs", "sailing", {}, hand=4).conquest(0), 11) == 2
    assert price(Wow().active(0, "orcs", "sailing", {8: 4}).conquest(0), 17) == 2
    assert price(Wow().active(0, "orcs", "mining", {8: 4}).conquest(0), 17) == 3


@cites("warcraft", "power.defensive", "power.defensive.counting", "power.defensive.limit")
def test_watchtowers() -> None:
    # field 8 borders 4, 6, 7, 10, 11
    for mine, theirs, tower in (
        ({8: 1, 7: 1, 11: 1}, {4: 1}, True),
        ({8: 1, 7: 1}, {4: 1}, False),
        ({8: 1}, {}, False),
    ):
        scene = Wow().active(0, "orcs", "defensive", mine).active(1, "naga", "mining", {**theirs, 2: 1})
        state = scene.turn(0)
        end_turn(state)
        assert ("watchtower" in region(state, 8)["marks"]) == tower, (mine, theirs)
    scene = Wow().active(0, "orcs", "defensive", {8: 1, 7: 1, 12: 1}).murloc(4).mark(8, "watchtower")
    scene.active(1, "naga", "mining", {2: 1})
    state = scene.turn(0)
    end_turn(state)
    assert region(state, 8)["marks"] == {}  # tied with the Murlocs
    scene = Wow().active(0, "orcs", "defensive", {8: 1, 7: 1, 11: 1, 12: 1}).active(1, "naga", "mining", {2: 1})
    scene.stock["watchtower"] = 1
    state = scene.conquest(0)
    play(state, "stop")
    assert can(state, "place defensive 8")
    assert can(state, "place defensive 12")
    assert refused(state, "place defensive 7") == "not_offered"
    play(state, "place defensive 12")
    assert region(state, 12)["marks"] == {"watchtower": 1}
    assert region(state, 8)["marks"] == {}


@cites("warcraft", "power.garrisoned", "power.garrisoned.removed")
def test_a_fort_stands_in_each_region_when_the_turn_is_over() -> None:
    scene = Wow().active(0, "orcs", "garrisoned", {8: 9, 7: 1}).mark(7, "fort").active(1, "naga", "mining", {2: 1})
    state = scene.declined(0, "trolls", {12: 1}).conquest(0)
    play(state, "conquer 4")
    stop(state)
    # conquered just now, held before without one, held with one: at most one each; the race in decline has none
    assert [region(state, r)["marks"] for r in (4, 8, 7, 12)] == [{"fort": 1}, {"fort": 1}, {"fort": 1}, {}]
    assert stock(state, "fort") == 7
    assert coins_for(state, "garrisoned") == 0
    play(state, "expand")
    assert price(state, 4) == 2 + region(state, 4)["tokens"] + 1
    state = Wow().active(0, "orcs", "garrisoned", {8: 9, 4: 1}).mark(4, "fort").conquest(0)
    play(state, "abandon 4")
    assert region(state, 4)["marks"] == {}
    assert stock(state, "fort") == 10


@cites("warcraft", "power.garrisoned")
def test_a_fort_lost_to_intimidation_comes_back_with_the_next_turn() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {4: 3}).active(1, "trolls", "garrisoned", {8: 2, 11: 1})
    state = scene.mark(8, "fort").mark(11, "fort").conquest(0)
    play(state, "take intimidating 8")
    stop(state)
    assert region(state, 8)["marks"] == {}
    end_turn(state)
    assert region(state, 8)["marks"] == {"fort": 1}


@cites("warcraft", "power.garrisoned.limit")
def test_with_too_few_forts_the_owner_chooses() -> None:
    scene = Wow().active(0, "orcs", "garrisoned", {8: 1, 7: 1, 11: 1}).active(1, "naga", "mining", {2: 1})
    scene.stock["fort"] = 2
    state = play(scene.conquest(0), "stop")
    assert can(state, "place garrisoned 7")
    assert can(state, "place garrisoned 8")
    assert refused(state, "place garrisoned 11") == "in_order"  # then one fort would stay over
    assert refused(state, "place garrisoned 4") == "not_your_region"
    play(state, "place garrisoned 7", "place garrisoned 11")
    assert [region(state, r)["marks"] for r in (7, 8, 11)] == [{"fort": 1}, {}, {"fort": 1}]
    scene.stock["fort"] = 0
    assert play(scene.conquest(0), "stop").view(0)["turn"] == 1  # nothing to place, nothing asked
    scene.stock["fort"] = 3
    state = play(scene.conquest(0), "stop")  # the forts are back: every region gets one, nobody is asked
    assert [region(state, r)["marks"] for r in (7, 8, 11)] == [{"fort": 1}] * 3


@cites("warcraft", "power.garrisoned.decline")
@pytest.mark.parametrize(("option", "rebuilt"), [("no", {}), ("yes", {"fort": 1})])
def test_a_race_in_decline_keeps_its_forts_and_builds_none(option: str, rebuilt: dict[str, int]) -> None:
    scene = Wow(garrisoned_builds_in_decline=option).active(0, "orcs", "ranger", {2: 1})
    scene.declined(0, "trolls", {8: 1, 11: 1}, "garrisoned").mark(11, "fort").active(1, "naga", "mining", {0: 1})
    state = scene.turn(0)
    end_turn(state)
    assert region(state, 11)["marks"] == {"fort": 1}
    assert region(state, 8)["marks"] == rebuilt
    assert region(state, 2)["marks"] == {}
    scene = Wow(garrisoned_builds_in_decline=option).active(0, "trolls", "garrisoned", {8: 2})
    state = play(scene.active(1, "naga", "mining", {0: 1}).turn(0), "decline")
    assert region(state, 8)["marks"] == rebuilt
