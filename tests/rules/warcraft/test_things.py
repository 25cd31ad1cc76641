"""Artifacts and Legendary Places."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "artifact.aegis", "artifact.aegis.declined")
def test_the_aegis_asks_two_coins() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 2, 7: 1}).thing(8, "aegis").active(1, "humans", "mining", {4: 9})
    state = scene.conquest(0)
    play(state, "stop", "deploy 7:0 8:1")
    assert asked(state) == "unit.aegis"
    assert refused(state, "place aegis 4") == "not_your_region"
    play(state, "place aegis 7", "expand", "conquer 7")
    assert state.scores() == [22 + 2, 18]
    scene.coins = [5, 1]
    scene2 = Wow().active(0, "orcs", "ranger", {8: 2, 7: 1}).thing(8, "aegis").active(1, "humans", "mining", {4: 9})
    scene2.coins = [5, 1]
    state = scene2.conquest(1)
    assert refused(state, "conquer 8") == "no_coin_for_toll"
    assert can(state, "conquer 7")
    scene = Wow().declined(0, "orcs", {8: 1, 7: 1}).thing(8, "aegis").active(1, "humans", "mining", {4: 9})
    state = scene.conquest(1)
    play(state, "conquer 8")
    assert state.scores() == [20, 20]


@cites("warcraft", "artifact.aegis.payment")
@pytest.mark.parametrize(("option", "coins"), [("per_turn", 18), ("per_attack", 16)])
def test_one_payment_lifts_the_aegis(option: str, coins: int) -> None:
    scene = Wow(aegis_payment=option).active(0, "orcs", "ranger", {8: 4, 2: 1}).thing(8, "aegis")
    scene.active(1, "humans", "intimidating", {4: 9})
    state = scene.conquest(1)
    play(state, "take intimidating 8", "place intimidating 2", "take intimidating 8", "place intimidating 2")
    assert state.scores()[1] == coins


@cites("warcraft", "artifact.ashes", "race.naga.later")
def test_the_ashes_reach_any_region_but_water_only_for_naga() -> None:
    for race, reached in (("naga", True), ("orcs", False)):
        scene = Wow().active(0, race, "ranger", {8: 4, 2: 1}).thing(8, "ashes").active(1, "trolls", "mining", {17: 1})
        state = scene.conquest(0)
        assert refused(state, "conquer 19") == ("not_adjacent" if race == "naga" else "water_closed")
        play(state, "use ashes")
        assert can(state, "conquer 20")  # a mountain of the other island
        assert can(state, "conquer 19") == reached  # its sea
        if reached:
            assert price(state, 19) == 2
            play(state, "conquer 19")
            assert region(state, 19)["holder"] == "naga"
            assert refused(state, "conquer 0") == "not_adjacent"  # the Ashes served once


@cites("warcraft", "artifact.doomhammer", "artifact.doomhammer.reach", "artifact.doomhammer.fixed")
def test_the_doomhammer() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 2}).thing(8, "doomhammer").thing(8, "frostmourne")
    scene.active(1, "humans", "mining", {4: 5, 17: 3, 2: 1})
    state = scene.conquest(0)
    play(state, "use doomhammer")
    assert price(state, 4) == 1
    assert price(state, 17) == 1
    assert refused(state, "conquer 20") == "not_adjacent"
    play(state, "use frostmourne")
    assert price(state, 4) == 1
    play(state, "conquer 4")
    assert state.scores() == [18, 22]
    assert region(state, 4)["tokens"] == 1
    scene.coins = [1, 5]
    assert refused(scene.conquest(0), "use doomhammer") == "no_target"
    scene = Wow(doomhammer_anywhere="yes").active(0, "orcs", "ranger", {8: 2}).thing(8, "doomhammer")
    state = scene.conquest(0)
    play(state, "use doomhammer", "conquer 20")
    assert state.scores() == [18, 20]  # nobody held it: to the supply
    scene = Wow(doomhammer_anywhere="yes").active(0, "naga", "ranger", {8: 2, 2: 1}).thing(8, "doomhammer")
    state = scene.conquest(0)
    play(state, "use doomhammer", "conquer 19")
    assert region(state, 19)["tokens"] == 1


@cites("warcraft", "artifact.doomhammer", "conquest.own_declined_bonuses")
def test_the_doomhammer_pays_whoever_held_the_region_oneself_too() -> None:
    for owner, coins in ((0, [20, 20]), (1, [18, 22])):
        scene = Wow().active(0, "orcs", "ranger", {8: 3}).thing(8, "doomhammer").active(1, "trolls", "mining", {17: 1})
        state = scene.declined(owner, "humans", {4: 1}).conquest(0)
        play(state, "use doomhammer", "conquer 4")
        assert state.scores() == coins, owner
    scene = Wow().active(0, "orcs", "ranger", {8: 3}).thing(8, "doomhammer").declined(0, "humans", {4: 1})
    scene.coins = [1, 20]
    assert refused(scene.conquest(0), "use doomhammer") == "no_target"  # the two coins must be there


@cites("warcraft", "artifact.heart", "artifact.heart.once")
def test_the_heart_takes_a_coin_from_each_neighbour() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 1, 2: 1}).thing(8, "heart")
    scene.active(1, "humans", "mining", {4: 1, 7: 1}).active(2, "naga", "fishing", {11: 1})
    scene.coins = [5, 5, 0]
    state = scene.conquest(0)
    play(state, "stop")
    play(state, "no heart")
    assert state.scores()[1:] == [4, 0]
    assert coins_for(state, "heart") == 1
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {7: 1, 2: 1}).thing(7, "heart")
    scene.active(1, "humans", "defensive", {8: 1, 11: 1, 10: 1}).mark(8, "watchtower").mark(11, "watchtower")
    scene.active(2, "naga", "fishing", {0: 1})
    state = scene.conquest(0)
    play(state, "stop", "no heart")
    assert state.scores()[1:] == [19, 20]  # a watchtower is no shelter; the Naga are not adjacent


@cites("warcraft", "place.battleground", "place.battleground.neutral", "place.battleground.judged")
def test_the_battleground() -> None:
    scene = Wow().active(0, "trolls", "blacksmith", {8: 11}).active(1, "humans", "mining", {4: 1, 7: 1, 11: 1, 2: 1})
    scene.thing(11, "battleground")
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7", "conquer 11")
    stop(state)
    assert coins_for(state, "faction") == 2
    for answer, coins in (("no battleground", 1), ("yes battleground", 0)):
        scene = Wow().active(0, "naga", "blacksmith", {8: 11}).active(1, "humans", "mining", {4: 1, 2: 1})
        scene.thing(8, "battleground")
        state = scene.conquest(0)
        play(state, "conquer 4")
        stop(state)
        play(state, answer)
        assert coins_for(state, "faction") == coins


@cites("warcraft", "place.dark_portal", "place.karazhan", "place.meeting_stone")
def test_dark_portal_karazhan_and_meeting_stone() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 1, 12: 1, 14: 1, 7: 1}).thing(8, "dark_portal").thing(12, "karazhan")
    state = scene.turn(0)
    end_turn(state)
    assert coins_for(state, "dark_portal") == 2
    assert coins_for(state, "karazhan") == 2
    state = Wow().active(0, "orcs", "ranger", {8: 4}).thing(8, "meeting_stone").conquest(0)
    assert price(state, 17) == 2


@cites("warcraft", "place.lights_hope", "place.lights_hope.scope")
def test_the_chapel_saves_every_token() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 11}).active(1, "humans", "mining", {4: 1, 7: 2})
    scene.thing(7, "lights_hope")
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "humans")["tray"] == 7
    assert tribe(state, "humans")["retreat"] == 1
    play(state, "conquer 7")
    assert tribe(state, "humans")["retreat"] == 3
    scene = (
        Wow().active(0, "orcs", "intimidating", {8: 11}).active(1, "humans", "mining", {7: 1}).thing(7, "lights_hope")
    )
    state = scene.conquest(0)
    play(state, "take intimidating 7")
    assert tribe(state, "humans")["retreat"] == 1
    scene = Wow().active(0, "goblins", "ranger", {8: 2}).active(1, "humans", "mining", {7: 1}).thing(7, "lights_hope")
    scene.mark(7, "bomb")
    state = scene.turn(0)
    play(state, "? find bomb_live")
    assert tribe(state, "humans")["retreat"] == 1
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).declined(1, "humans", {7: 1, 4: 1}).thing(7, "lights_hope")
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "humans")["tray"] == 9


@cites("warcraft", "place.spirit_healer")
def test_the_spirit_healer_gives_a_token() -> None:
    state = Wow().active(0, "orcs", "ranger", {8: 2}).thing(8, "spirit_healer").conquest(0)
    play(state, "stop")
    assert region(state, 8)["tokens"] == 3
    state = Wow().active(0, "orcs", "ranger", {8: 11}).thing(8, "spirit_healer").conquest(0)
    play(state, "stop")
    assert region(state, 8)["tokens"] == 11


@cites("warcraft", "place.spirit_healer.others")
@pytest.mark.parametrize(("option", "tokens"), [("no", 3), ("yes", 4)])
def test_the_spirit_healer_when_driven_off_tokens_come_back(option: str, tokens: int) -> None:
    scene = Wow(healer_when_driven_off=option).active(0, "orcs", "ranger", {8: 11})
    scene.active(1, "trolls", "mining", {4: 3, 2: 1}).thing(2, "spirit_healer")
    state = scene.conquest(0)
    held = play(state.clone(), "conquer 7")  # nobody is driven off: nobody redeploys
    stop(held)
    assert region(held, 2)["tokens"] == 1
    play(state, "conquer 4")
    stop(state)
    assert region(state, 2)["tokens"] == tokens
    assert tribe(state, "trolls")["tray"] == 11 - tokens
    scene = Wow(healer_when_driven_off=option).active(0, "orcs", "ranger", {8: 11})
    state = scene.active(1, "trolls", "mining", {4: 3, 2: 1}).thing(4, "spirit_healer").conquest(0)
    play(state, "conquer 4")
    stop(state)
    assert region(state, 2)["tokens"] == 3  # the Healer's own region fell


@cites("warcraft", "place.well", "place.well.moved", "place.well.counting")
def test_the_well_goes_to_a_water_and_pays_whoever_leads_around_it() -> None:
    scene = Wow().active(0, "orcs", "ranger", {3: 5}).active(1, "humans", "mining", {17: 1}).mark(4, "hidden")
    state = scene.conquest(0)
    play(state, "conquer 4", "? find well")
    assert asked(state) == "unit.well"
    assert refused(state, "place well 19") == "not_that_water"
    play(state, "place well 0")
    stop(state)
    assert coins_for(state, "eternity") == 2
    assert region(state, 0)["marks"] == {"well": 1}
    scene = Wow().active(0, "orcs", "ranger", {3: 1}).active(1, "humans", "mining", {4: 1, 17: 1}).thing(0, "well")
    state = scene.turn(0)
    end_turn(state)
    assert coins_for(state, "eternity") == 0
    scene = Wow().declined(0, "orcs", {3: 1, 4: 1}).active(0, "trolls", "ranger", {8: 1}).murloc(1).thing(0, "well")
    state = scene.turn(0)
    end_turn(state)
    assert coins_for(state, "eternity") == 2


@cites("warcraft", "place.well.no_water")
def test_without_water_another_place_lies_there() -> None:
    scene = Wow("l1a+s1b").active(0, "orcs", "ranger", {16: 9}).mark(15, "hidden")
    state = scene.conquest(0)
    play(state, "conquer 15", "? find well")
    assert len(state.legal_actions()) == 6
    play(state, "? find karazhan")
    assert region(state, 15)["marks"] == {"karazhan": 1}
    page: Any = state.view(0)
    assert [thing["region"] for thing in page["things"] if thing["name"] == "well"] == [None]
