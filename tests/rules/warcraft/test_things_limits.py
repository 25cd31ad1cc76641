"""Where artifacts and Legendary Places begin and end: each case beside its twin."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, play, price, refused, region, stop, texts, tribe
from tests.support.warcraft import THINGS, Wow

PLACES = THINGS[5:]


# --- artifacts -------------------------------------------------------------------------------------------------------


@cites("warcraft", "artifact.aegis", "artifact.aegis.payment", "artifact.aegis.declined", "marker.declined")
@pytest.mark.parametrize("coins", range(5))
def test_the_aegis_guards_its_region_alone_and_one_payment_opens_it(coins: int) -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 2, 7: 1, 17: 1}).thing(8, "aegis")
    scene.active(1, "humans", "mining", {4: 9}).active(2, "naga", "fishing", {10: 9})
    scene.coins = [0, coins, coins]
    state = scene.conquest(1)
    assert can(state, "conquer 8") == (coins >= 2)
    assert can(state, "conquer 7"), "no Aegis there"
    if coins >= 2:
        play(state, "conquer 8")
        assert state.scores() == [2, coins - 2, coins]
        end_turn(state)
    other = scene.conquest(2)
    assert can(other, "conquer 8") == (coins >= 2), "what one paid opens nothing for another"
    own = Wow().active(0, "orcs", "ranger", {7: 9}).declined(0, "humans", {8: 1}).thing(8, "aegis")
    own.coins = [0, 0]
    assert can(own.conquest(0), "conquer 8")
    old = Wow().declined(0, "orcs", {8: 1}).thing(8, "aegis").active(1, "humans", "mining", {4: 9})
    old.coins = [0, 0]
    assert play(old.conquest(1), "conquer 8").scores() == [0, 0]


@cites("warcraft", "artifact.aegis.payment", "artifact.aegis")
@pytest.mark.parametrize(("option", "second"), [("per_turn", 0), ("per_attack", 2)])
def test_a_payment_lasts_a_turn_or_an_attack(option: str, second: int) -> None:
    scene = Wow("l1a+m1a+s1a", aegis_payment=option).active(0, "orcs", "ranger", {8: 4, 2: 1}).thing(8, "aegis")
    scene.active(1, "humans", "intimidating", {4: 9}).active(2, "naga", "fishing", {10: 9})
    state = play(scene.conquest(1), "take intimidating 8", "place intimidating 2")
    assert state.scores()[:2] == [22, 18]
    play(state, "conquer 8")
    assert state.scores()[:2] == [22 + second, 18 - second]
    state = play(scene.conquest(1), "take intimidating 8", "place intimidating 2")
    end_turn(state)
    play(state, "expand")
    assert state.view(0)["turn"] == 2
    before = state.scores()
    play(state, "conquer 8")
    assert state.scores()[2] == before[2] - 2, "another player pays anew"
    state = play(scene.conquest(1), "take intimidating 8", "place intimidating 2")
    for _ in range(3):
        end_turn(state)
    before = state.scores()
    play(state, "expand", "take intimidating 8", "place intimidating 2")
    assert state.scores()[1] == before[1] - 2, "and so does the same player in a later turn"


@cites("warcraft", "artifact.aegis", "artifact.heart", "marker.artifact_moves")
@pytest.mark.parametrize("name", ["aegis", "heart"])
def test_aegis_and_heart_are_put_into_any_region_when_the_turn_ends(name: str) -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 1, 7: 1, 17: 1}).declined(0, "trolls", {11: 1}).thing(8, name)
    state = play(scene.active(1, "humans", "mining", {12: 1}).conquest(0), "stop")
    assert asked(state) == f"unit.{name}"
    assert texts(state) == [f"place {name} 7", f"place {name} 17", f"no {name}"]
    assert refused(state, f"place {name} 8") == "not_offered", "there it lies"
    for spot in (11, 12, 4):
        assert refused(state, f"place {name} {spot}") == "not_your_region"
    stays = play(state.clone(), f"no {name}")
    assert (region(stays, 8)["marks"], stays.view(0)["turn"]) == ({name: 1}, 1)
    play(state, f"place {name} 17")
    assert (region(state, 17)["marks"], region(state, 8)["marks"]) == ({name: 1}, {})
    lost = Wow().active(0, "orcs", "ranger", {7: 1}).declined(0, "trolls", {8: 1}).thing(8, name)
    assert play(lost.active(1, "humans", "mining", {12: 1}).conquest(0), "stop").view(0)["turn"] == 1


@cites("warcraft", "artifact.heart", "artifact.heart.once", "scoring.when")
@pytest.mark.parametrize(
    ("near", "coins", "paid"),
    [({4: 1}, 5, 1), ({4: 1, 7: 1, 11: 1}, 5, 1), ({4: 1}, 1, 1), ({4: 1}, 0, 0), ({17: 1}, 5, 0), ({2: 1}, 5, 0)],
)
def test_whoever_is_beside_the_heart_pays_once(near: dict[int, int], coins: int, paid: int) -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 1, 6: 1}).thing(8, "heart")
    scene.active(1, "humans", "mining", near).active(2, "naga", "fishing", {27: 1}).declined(2, "trolls", {10: 1})
    scene.coins = [5, coins, 5]
    state = play(scene.conquest(0), "stop", "no heart")
    assert state.scores() == [5 + 2 + paid, coins - paid, 5], "a race in decline beside it costs nothing"
    assert coins_for(state, "heart") == paid


@cites("warcraft", "artifact.ashes", "artifact.frostmourne", "artifact.doomhammer", "marker.artifact_moves")
@pytest.mark.parametrize("name", ["ashes", "frostmourne", "doomhammer"])
def test_an_artifact_serves_one_conquest_a_turn_and_moves_with_it(name: str) -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).thing(8, name).active(1, "trolls", "mining", {7: 1, 17: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert region(state, 8)["marks"] == {name: 1}, "an ordinary conquest moves nothing"
    assert can(state, f"use {name}")
    play(state, f"use {name}")
    assert refused(state, f"use {name}") == "already_used"
    assert [refused(state, move) for move in ("stop", "abandon 8")] == ["must_attack"] * 2
    play(state, "conquer 7")
    assert (region(state, 7)["marks"], region(state, 8)["marks"]) == ({name: 1}, {})
    assert refused(state, f"use {name}") == "already_used"
    assert asked(state) == "conquest"
    play(state, "conquer 11")
    assert region(state, 7)["marks"] == {name: 1}
    end_turn(end_turn(state))
    play(state, "expand")
    assert can(state, f"use {name}"), "each turn anew"
    # who is attacked with an artifact in hand has not used it
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "trolls", "mining", {4: 2, 7: 5}).thing(7, name)
    state = stop(play(scene.conquest(0), "conquer 4"))
    play(state, "expand")
    assert can(state, f"use {name}")


@cites("warcraft", "artifact.frostmourne", "marker.artifact_moves", "die.failure")
def test_frostmourne_saves_two_tokens_and_stays_after_a_failed_die() -> None:
    scene = (
        Wow().active(0, "orcs", "ranger", {8: 3, 17: 1}).thing(8, "frostmourne").active(1, "trolls", "mining", {4: 4})
    )
    state = scene.conquest(0)
    assert [price(state, r) for r in (4, 7, 11)] == [6, 3, 2]
    play(state, "use frostmourne")
    assert [price(state, r) for r in (4, 7, 11)] == [4, 1, 1]
    play(state, "conquer 4", "? die 0")
    assert region(state, 8)["marks"] == {"frostmourne": 1}
    won = play(scene.conquest(0), "use frostmourne", "conquer 4", "? die 2")
    assert region(won, 4)["marks"] == {"frostmourne": 1}


@cites("warcraft", "artifact.ashes", "conquest.as_adjacent")
def test_the_ashes_save_travel_and_nothing_else() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 6}).thing(8, "ashes").active(1, "trolls", "mining", {20: 1})
    state = scene.conquest(0)
    assert (price(state, 17), price(state, 2)) == (3, 3)
    assert refused(state, "conquer 20") == "not_adjacent"
    play(state, "use ashes")
    assert {r for r in range(21) if can(state, f"conquer {r}")} == set(range(21)) - {0, 8, 10, 19}
    assert (price(state, 17), price(state, 2), price(state, 20), price(state, 4)) == (2, 2, 4, 2)


@cites("warcraft", "artifact.doomhammer", "artifact.doomhammer.reach", "artifact.doomhammer.fixed", "conquest.tolls")
@pytest.mark.parametrize("coins", range(6))
def test_the_doomhammer_costs_two_coins_beside_every_toll(coins: int) -> None:
    scene = Wow().active(0, "orcs", "ranger", {7: 2}).thing(7, "doomhammer")
    scene.active(1, "trolls", "marsh_dwelling", {3: 5, 4: 5, 17: 1}).thing(3, "aegis")
    scene.coins = [coins, 0]
    state = scene.conquest(0)
    assert can(state, "use doomhammer") == (coins >= 2)
    if coins < 2:
        assert refused(state, "use doomhammer") == "no_target"
        return
    play(state, "use doomhammer")
    assert [price(state, r) for r in (3, 4, 8)] == [1, 1, 1]
    assert can(state, "conquer 3") == (coins >= 5), "Aegis 2, the swamp 1, the hammer 2"
    assert refused(state, "conquer 20") == "not_adjacent"
    if coins >= 5:
        play(state, "conquer 3")
        assert state.scores() == [coins - 5, 5]
    else:
        empty = play(state.clone(), "conquer 8")
        assert empty.scores() == [coins - 2, 0], "nobody held it"
        play(state, "conquer 4")
        assert state.scores() == [coins - 2, 2]


@cites("warcraft", "artifact.doomhammer.reach")
@pytest.mark.parametrize(("option", "far"), [("no", False), ("yes", True)])
def test_how_far_the_doomhammer_reaches(option: str, far: bool) -> None:
    scene = Wow(doomhammer_anywhere=option).active(0, "orcs", "ranger", {8: 5}).thing(8, "doomhammer")
    state = scene.active(1, "trolls", "mining", {12: 1}).conquest(0)
    assert refused(state, "conquer 20") == "not_adjacent", "not before it is used"
    play(state, "use doomhammer")
    assert can(state, "conquer 20") == far
    assert can(state, "conquer 17")
    assert refused(state, "conquer 19") == "water_closed"
    play(state, "conquer 17")
    assert refused(state, "conquer 20") == ("not_adjacent" if not can(state, "conquer 20") else "")


@cites("warcraft", "marker.several", "artifact.doomhammer.fixed", "artifact.frostmourne", "artifact.ashes")
def test_several_artifacts_in_one_conquest_are_all_used() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 6}).thing(8, "frostmourne").thing(8, "ashes")
    scene.thing(8, "doomhammer").active(1, "trolls", "mining", {20: 3, 17: 1})
    state = play(scene.conquest(0), "use ashes", "use frostmourne")
    assert price(state, 20) == 3 + 3 - 2
    play(state, "conquer 20")
    assert set(region(state, 20)["marks"]) == {"ashes", "frostmourne"}
    assert region(state, 8)["marks"] == {"doomhammer": 1}
    assert [refused(state, f"use {name}") for name in ("ashes", "frostmourne")] == ["already_used"] * 2
    assert can(state, "use doomhammer")
    for order in (["use champion", "use ashes"], ["use ashes", "use champion"]):
        both = play(scene.conquest(0), *order)
        assert can(both, "conquer 20")
        play(both, "conquer 20")
        assert set(region(both, 20)["marks"]) == {"ashes", "champion"}
    gnome = Wow().active(0, "gnomes", "ranger", {8: 6}).thing(8, "frostmourne").active(1, "orcs", "mining", {17: 1})
    state = play(gnome.conquest(0), "use gnomes", "use frostmourne")
    assert price(state, 20) == 1


# --- places ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "place.battleground", "place.battleground.judged", "faction.once_per_race", "faction.two_races")
@pytest.mark.parametrize("spot", [8, 7, 12, -1])
def test_the_battleground_doubles_the_bonus_of_whoever_holds_it_in_the_end(spot: int) -> None:
    scene = Wow().active(0, "trolls", "blacksmith", {8: 11}).active(1, "humans", "mining", {4: 1, 7: 1, 11: 1, 17: 1})
    scene.declined(1, "gnomes", {6: 1})
    if spot >= 0:
        scene.thing(spot, "battleground")
    state = play(scene.conquest(0), "conquer 4", "conquer 11", "conquer 6")
    if spot == 7:
        play(state, "conquer 7")
    stop(state)
    # two Human regions or three, one of the Gnomes; 7 is taken last, 12 is nobody's
    assert coins_for(state, "faction") == (3 if spot in (8, 7) else 2)


@cites("warcraft", "place.battleground.neutral", "faction.neutral")
@pytest.mark.parametrize(("victim", "answer", "coins"), [
    ("humans", "no", 1), ("humans", "yes", 0), ("orcs", "no", 0), ("orcs", "yes", 1), ("kobolds", "no", 0),
    ("kobolds", "yes", 0),
])  # fmt: skip
def test_a_neutral_race_on_the_battleground_fights_for_a_side(victim: str, answer: str, coins: int) -> None:
    scene = Wow().active(0, "naga", "blacksmith", {8: 9}).active(1, victim, "mining", {4: 1, 17: 1})
    scene.thing(8, "battleground")
    state = stop(play(scene.conquest(0), "conquer 4"))
    assert asked(state) == "unit.battleground"
    play(state, f"{answer} battleground")
    assert coins_for(state, "faction") == coins
    for race, spot in (("naga", 12), ("orcs", 8), ("humans", 8)):  # without it, or with a side, nothing is asked
        scene = Wow().active(0, race, "blacksmith", {8: 9}).active(1, "tauren", "mining", {17: 2})
        state = play(scene.thing(spot, "battleground").conquest(0), "stop")
        assert asked(state) != "unit.battleground"


@cites("warcraft", "faction.neutral", "place.battleground", "faction.once_per_race")
def test_murlocs_count_for_nobody_on_the_battleground() -> None:
    scene = Wow().active(0, "dwarves", "blacksmith", {8: 9}).active(1, "blood_elves", "mining", {4: 1, 17: 1})
    state = play(scene.thing(8, "battleground").murloc(11, 7).conquest(0), "conquer 11", "conquer 7", "conquer 4")
    stop(state)
    assert coins_for(state, "faction") == 1


@cites("warcraft", "place.lights_hope", "place.lights_hope.scope", "race.draenei.unused")
@pytest.mark.parametrize("spot", [4, 17, 12])
def test_the_chapel_saves_in_every_region_of_its_race(spot: int) -> None:
    saved = spot != 12
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "humans", "mining", {4: 2, 7: 1, 17: 1})
    state = play(scene.thing(spot, "lights_hope").conquest(0), "conquer 4")
    assert (tribe(state, "humans")["tray"], tribe(state, "humans")["retreat"]) == ((6, 2) if saved else (7, 1))
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {4: 2, 17: 1})
    state = play(scene.thing(spot, "lights_hope").mark(4, "bomb").turn(0), "? find bomb_live")
    assert (tribe(state, "humans")["tray"], tribe(state, "humans")["retreat"]) == ((7, 2) if saved else (8, 1))
    # the same held by a race in decline saves neither that nor the active race
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "mining", {4: 2, 17: 1})
    state = play(
        scene.declined(1, "humans", {7: 1, 18: 1}).thing(18, "lights_hope").conquest(0), "conquer 4", "conquer 7"
    )
    assert (tribe(state, "trolls")["retreat"], tribe(state, "humans")["tray"]) == (1, 9)


@cites("warcraft", "place.spirit_healer", "place.spirit_healer.others", "market.tray_limit")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_the_healer_gives_a_token_when_its_race_redeploys_in_its_own_turn(option: str) -> None:
    for spot, out, given in ((8, 4, 1), (12, 4, 0), (8, 11, 0), (8, 10, 1)):
        scene = Wow(healer_when_driven_off=option).active(0, "orcs", "ranger", {8: out}).thing(spot, "spirit_healer")
        state = play(scene.active(1, "naga", "mining", {0: 1}).conquest(0), "stop")
        assert region(state, 8)["tokens"] == out + given
        assert tribe(state, "orcs")["tray"] == 11 - out - given


@cites("warcraft", "place.well", "place.well.counting", "marker.declined")
@pytest.mark.parametrize(
    ("active", "old", "theirs", "murlocs", "coins"),
    [
        ([3, 4], [], [], [], 2),
        ([3], [], [4], [], 0),
        ([3, 4], [], [1], [], 2),
        ([3, 4], [], [], [1], 2),
        ([3], [], [], [1], 0),
        ([3], [4], [], [], 0),
        ([8], [3, 4], [1], [], 2),
        ([8], [], [], [], 0),
        ([], [3], [17], [], 2),
    ],
)
def test_who_leads_around_the_well(
    active: list[int], old: list[int], theirs: list[int], murlocs: list[int], coins: int
) -> None:
    """Sea 0 borders 1, 3 and 4."""
    scene = Wow().active(0, "orcs", "ranger", dict.fromkeys(active, 1)).murloc(*murlocs).thing(0, "well")
    if old:
        scene.declined(0, "trolls", dict.fromkeys(old, 1))
    scene.active(1, "humans", "mining", dict.fromkeys([*theirs, 18], 1))
    state = end_turn(scene.turn(0))
    assert coins_for(state, "eternity") == coins
    without = Wow().active(0, "orcs", "ranger", dict.fromkeys([*active, 15, 16, 20], 1))
    without.active(1, "humans", "mining", {2: 1})
    assert coins_for(end_turn(without.turn(0)), "eternity") == 0, "nobody has found the Well"


@cites("warcraft", "place.well.moved", "marker.place_fixed", "marker.after_reveal")
def test_only_the_well_moves_when_it_is_found() -> None:
    for name in ("battleground", "dark_portal", "karazhan", "lights_hope", "meeting_stone", "spirit_healer"):
        scene = Wow().active(0, "orcs", "ranger", {3: 8}).active(1, "humans", "mining", {17: 1}).mark(4, "hidden")
        state = play(scene.conquest(0), "conquer 4", f"? find {name}")
        assert (asked(state), region(state, 4)["marks"]) == ("conquest", {name: 1})
        play(state, "conquer 8")
        assert region(state, 4)["marks"] == {name: 1}, "conquests move no place"
    state = play(scene.conquest(0), "conquer 4", "? find well")
    assert (asked(state), state.current_player()) == ("unit.well", 0)
    assert texts(state) == ["place well 0", "place well 10"], "sea and lake of that island"
    assert refused(state, "place well 19") == "not_that_water"
    assert refused(state, "place well 8") == "not_that_water"
    play(state, "place well 10")
    assert (region(state, 10)["marks"], region(state, 4)["marks"], asked(state)) == ({"well": 1}, {}, "conquest")
    small = (
        Wow().active(0, "orcs", "ranger", {18: 8}).active(1, "humans", "mining", {3: 1}).mark(15, "hidden").murloc(16)
    )
    state = play(small.conquest(0), "conquer 15", "? find well")
    assert texts(state) == ["place well 19"]


@cites("warcraft", "place.well.no_water", "marker.place_fixed")
def test_what_lies_there_instead_of_the_well_is_a_place_not_yet_seen() -> None:
    for seen in ([], ["karazhan"], ["battleground", "dark_portal", "karazhan", "lights_hope", "meeting_stone"]):
        scene = (
            Wow("l1a+s1b").active(0, "orcs", "ranger", {16: 9}).active(1, "naga", "mining", {0: 1}).mark(15, "hidden")
        )
        for spot, name in zip((2, 3, 4, 5, 6), seen, strict=False):
            scene.thing(spot, name)
        state = play(scene.conquest(0), "conquer 15", "? find well")
        left = [name for name in PLACES if name != "well" and name not in seen]
        assert texts(state) == [f"find {name}" for name in left]
        play(state, f"? find {left[-1]}")
        assert region(state, 15)["marks"] == {left[-1]: 1}
        page: Any = state.view(0)
        assert left[-1] not in page["unseen"]
        assert "well" not in page["unseen"]
    seen = [name for name in PLACES if name != "well"]
    scene = Wow("l1a+s1b").active(0, "orcs", "ranger", {16: 9}).active(1, "naga", "mining", {0: 1}).mark(15, "hidden")
    for spot, name in zip((2, 3, 4, 5, 6, 7), seen, strict=True):
        scene.thing(spot, name)
    state = play(scene.conquest(0), "conquer 15", "? find well")
    assert (asked(state), region(state, 15)["marks"]) == ("conquest", {}), "every other place is in play"


# --- markers ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "marker.reveal", "secret.markers", "marker.after_reveal", "setup.markers")
def test_only_a_region_with_a_face_down_marker_reveals_something() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "mining", {7: 1, 17: 1})
    scene.mark(4, "hidden").mark(7, "fort").mark(11, "bomb").thing(6, "heart")
    state = scene.conquest(0)
    for spot in (7, 11):
        play(state, f"conquer {spot}")
        assert asked(state) == "conquest", "fort and bomb are no markers"
    play(state, "conquer 4")
    assert asked(state) == "find"
    page: Any = state.view(0)
    assert texts(state) == [f"find {name}" for name in page["unseen"]], "any that nobody has seen, with the same odds"
    assert "find heart" not in texts(state)
    assert {weight for _, weight in state.chance_outcomes()} == {1}
    before = page["stock"]["hidden"]
    play(state, "? find ashes")
    page = state.view(0)
    assert (page["stock"]["hidden"], "ashes" in page["unseen"]) == (before + 1, False)
    assert region(state, 4)["marks"] == {"ashes": 1}
    assert can(state, "use ashes")


@cites("warcraft", "marker.holder", "marker.abandoned", "marker.declined", "scoring.bonuses")
def test_a_marker_serves_whoever_holds_its_region_at_once() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9, 17: 1}).active(1, "trolls", "mining", {4: 1, 12: 3})
    scene.thing(4, "frostmourne").thing(12, "dark_portal")
    state = scene.conquest(0)
    assert refused(state, "use frostmourne") == "no_such_aid"
    play(state, "conquer 4")
    assert can(state, "use frostmourne")
    stop(state)
    assert coins_for(state, "dark_portal") == 0
    play(state, "expand")
    assert refused(state, "use frostmourne") == "no_such_aid", "it is no longer theirs"
    end_turn(state)
    assert coins_for(state, "dark_portal") == 2
    play(state, "expand", "abandon 4")
    assert region(state, 4)["marks"] == {"frostmourne": 1}
    assert refused(state, "use frostmourne") == "no_such_aid"
    old = Wow().active(0, "orcs", "ranger", {8: 2}).declined(0, "trolls", {4: 1}).active(1, "naga", "mining", {0: 1})
    state = old.thing(4, "dark_portal").thing(8, "karazhan").turn(0)
    end_turn(state)
    assert coins_for(state, "dark_portal") == 0


@cites("warcraft", "marker.abandoned", "abandon.pieces", "marker.holder")
def test_what_stays_in_a_region_that_is_abandoned() -> None:
    scene = Wow().active(0, "night_elves", "garrisoned", {8: 2, 4: 1}).thing(4, "heart").thing(4, "karazhan")
    for piece in ("wisp_wall", "fort", "military_objective"):
        scene.mark(4, piece)
    state = play(scene.mark(8, "fort").active(1, "trolls", "mining", {12: 1}).conquest(0), "abandon 4")
    assert region(state, 4)["marks"] == {"military_objective": 1, "heart": 1, "karazhan": 1}
    assert region(state, 8)["marks"] == {"fort": 1}
    play(state, "stop")
    assert asked(state) != "unit.heart"
