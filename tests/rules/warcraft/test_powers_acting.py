"""Beastmaster, Champion, Intimidating and Portal Mage."""

import copy
from typing import Any

import pytest

from terrarium import catalog
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.warcraft.kit import Warcraft
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "power.beastmaster", "power.beastmaster.tokens", "power.beastmaster.alone")
def test_beasts_serve_as_tokens() -> None:
    scene = Wow().active(0, "orcs", "beastmaster", {11: 1, 2: 1, 8: 0, 4: 1}).active(1, "naga", "mining", {0: 1})
    scene.mark(8, "beast").note("beastmaster", 1)
    state = scene.conquest(0)
    assert region(state, 8)["holder"] is None  # beasts alone held it
    assert tribe(state, "orcs")["hand"] == 2  # two hills: two beasts
    play(state, "conquer 8", "stop", "deploy 2:0 4:0 8:1 11:0")
    assert asked(state) == "unit.beastmaster"
    play(state, "place beastmaster 8", "place beastmaster 8")
    assert region(state, 8)["tokens"] == 0
    assert region(state, 8)["marks"] == {"beast": 2}
    assert coins_for(state, "regions") == 4


@cites("warcraft", "power.beastmaster.casualty")
def test_a_beast_falls_first() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "beastmaster", {4: 2, 2: 1})
    scene.mark(4, "beast", 2).note("beastmaster", 2)
    state = scene.conquest(0)
    assert price(state, 4) == 6
    play(state, "conquer 4")
    assert tribe(state, "trolls")["retreat"] == 2
    assert tribe(state, "trolls")["note"] == 1
    stop(state)
    assert asked(state) == "unit.beastmaster"
    assert state.current_player() == 1
    play(state, "place beastmaster 2")
    assert region(state, 2)["tokens"] == 3
    assert region(state, 2)["marks"] == {"beast": 1}


@cites("warcraft", "power.champion", "power.champion.token", "power.champion.reach", "power.champion.limits")
def test_the_champion_takes_a_region_for_free() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 2}).active(1, "trolls", "marsh_dwelling", {4: 6, 9: 1, 12: 1})
    state = scene.conquest(0)
    play(state, "use champion")
    assert refused(state, "conquer 17") == "champion_too_far"
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 0
    assert region(state, 4)["marks"] == {"champion": 1}
    assert tribe(state, "orcs")["hand"] == 1
    assert refused(state, "use champion") == "already_used"
    for option, allowed in (("yes", False), ("no", True)):
        scene = Wow(champion_needs_token=option).active(0, "orcs", "champion", {8: 1})
        assert can(scene.conquest(0), "use champion") == allowed
    scene = Wow().active(0, "orcs", "champion", {}, hand=5)
    assert refused(scene.conquest(0), "use champion") == "no_target"
    scene = Wow().active(0, "kobolds", "champion", {8: 2}).active(1, "orcs", "marsh_dwelling", {3: 1, 13: 5})
    state = scene.conquest(0)
    play(state, "use champion", "conquer 13")
    assert region(state, 13)["holder"] == "kobolds"
    scene = Wow().active(0, "orcs", "champion", {4: 2}).active(1, "trolls", "marsh_dwelling", {3: 5, 12: 1})
    state = scene.conquest(0)
    play(state, "use champion", "conquer 3")
    assert state.scores() == [19, 21]


@cites("warcraft", "power.champion.ready", "power.champion.stays")
def test_the_champion_is_picked_up_or_left() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 3, 4: 0}).mark(4, "champion").active(1, "naga", "mining", {0: 1})
    state = scene.turn(0)
    play(state, "expand")
    left = state.clone()
    play(state, "yes champion")
    assert region(state, 4)["holder"] is None
    assert can(state, "use champion")
    play(left, "no champion")
    assert refused(left, "use champion") == "champion_out"
    play(left, "stop", "deploy 4:1 8:1")
    assert region(left, 4)["tokens"] == 1
    assert region(left, 4)["marks"] == {"champion": 1}


@cites("warcraft", "power.champion.ransom", "power.champion.no_coin")
def test_the_champion_is_ransomed() -> None:
    for coins, after in ((5, 4), (0, 0)):
        scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "champion", {4: 1, 2: 1, 12: 1})
        scene.mark(4, "champion")
        scene.coins = [20, coins]
        state = scene.conquest(0)
        play(state, "conquer 4")
        assert state.scores() == [20 + coins - after, after]
        assert tribe(state, "trolls")["retreat"] == 1
        assert tribe(state, "trolls")["tray"] == 8
        stop(state)
        assert asked(state) == "unit.champion"
        play(state, "place champion 2")
        assert region(state, 2)["marks"] == {"champion": 1}


@cites("warcraft", "power.champion.moved")
def test_the_champion_is_not_intimidated_but_swapped() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {4: 3}).active(1, "trolls", "champion", {8: 0, 2: 1})
    scene.mark(8, "champion")
    assert refused(scene.conquest(0), "take intimidating 8") == "not_opponent_near"
    scene = Wow().active(0, "orcs", "portal_mage", {4: 3}).active(1, "trolls", "champion", {1: 0, 2: 1})
    scene.mark(1, "champion")
    state = scene.conquest(0)
    play(state, "take portal_mage 1", "place portal_mage 3")
    assert region(state, 3)["marks"] == {"champion": 1}
    assert region(state, 3)["holder"] == "trolls"


@cites(
    "warcraft", "power.intimidating", "power.intimidating.discard", "power.intimidating.walls",
    "power.intimidating.repeat", "power.intimidating.no_conquest",
)  # fmt: skip
def test_intimidating() -> None:
    scene = Wow().active(0, "forsaken", "intimidating", {8: 3}).active(1, "humans", "mining", {4: 2, 2: 1})
    scene.mark(4, "fort")
    state = scene.conquest(0)
    assert refused(state, "take intimidating 2") == "not_opponent_near"
    play(state, "take intimidating 4")
    assert region(state, 4)["marks"] == {}
    assert region(state, 4)["tokens"] == 2
    play(state, "take intimidating 4", "place intimidating 2", "take intimidating 4", "place intimidating 2")
    assert region(state, 4)["holder"] is None
    assert region(state, 2)["tokens"] == 3
    assert refused(state, "take intimidating 4") == "already_used"
    stop(state)
    assert coins_for(state, "faction") == 0
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).declined(1, "humans", {4: 1}).murloc(7)
    state = scene.conquest(0)
    play(state, "take intimidating 4", "take intimidating 7")
    assert tribe(state, "humans") == {}
    assert region(state, 7)["holder"] is None
    scene = Wow().active(0, "orcs", "intimidating", {4: 3}).active(1, "humans", "defensive", {8: 2, 11: 1})
    scene.mark(8, "watchtower")
    assert refused(scene.conquest(0), "take intimidating 8") == "region_immune"


@cites(
    "warcraft", "power.portal_mage", "power.portal_mage.any", "power.portal_mage.no_conquest",
    "power.portal_mage.before",
    "power.portal_mage.attack", "power.portal_mage.refused",
)  # fmt: skip
def test_portal_mage() -> None:
    scene = Wow().active(0, "orcs", "portal_mage", {14: 3}).active(1, "humans", "mining", {1: 2, 2: 1})
    for piece in ("fort", "bomb", "military_objective"):
        scene.mark(1, piece)
    scene.thing(1, "frostmourne").thing(1, "dark_portal").mark(3, "hidden")
    state = scene.conquest(0)
    assert refused(state, "take portal_mage 4") == "not_magic"
    play(state, "take portal_mage 1")
    assert asked(state) == "unit.portal_mage"
    play(state, "place portal_mage 14")
    assert region(state, 1)["holder"] == "orcs"
    assert region(state, 14)["holder"] == "humans"
    assert region(state, 1)["marks"] == {"dark_portal": 1}
    assert set(region(state, 14)["marks"]) == {"fort", "bomb", "military_objective", "frostmourne"}
    assert can(state, "conquer 4")
    assert coins_for(state, "faction") == 0
    play(state, "take portal_mage 1", "place portal_mage 3", "? find ashes")
    assert region(state, 3)["holder"] == "orcs"
    assert region(state, 3)["marks"] == {"ashes": 1}
    assert refused(state, "take portal_mage 1") == "already_used"
    state = Wow().active(0, "orcs", "portal_mage", {}, hand=5).active(1, "humans", "mining", {1: 2, 2: 1}).conquest(0)
    play(state, "take portal_mage 1", "place portal_mage 14")
    assert refused(state, "conquer 4") == "not_border"
    scene = (
        Wow().active(0, "orcs", "portal_mage", {4: 3}).active(1, "pandaren", "mining", {1: 2, 2: 1}).note("pandaren", 1)
    )
    state = scene.conquest(0)
    play(state, "take portal_mage 1", "place portal_mage 3")
    assert state.scores() == [18, 22]
    scene = Wow().active(0, "orcs", "portal_mage", {4: 3}).active(1, "humans", "mining", {1: 2, 2: 1}).thing(1, "aegis")
    state = scene.conquest(0)
    play(state, "take portal_mage 1", "place portal_mage 3")
    assert state.scores() == [18, 22]
    assert region(state, 3)["marks"] == {"aegis": 1}
    scene.coins = [1, 5]
    assert refused(scene.conquest(0), "take portal_mage 1") == "no_coin_for_toll"
    scene = Wow().active(0, "orcs", "portal_mage", {4: 3}).active(1, "humans", "defensive", {14: 2, 2: 1})
    scene.mark(14, "watchtower")
    assert refused(scene.conquest(0), "take portal_mage 14") == "region_immune"


@cites("warcraft", "power.intimidating.beasts", "power.beastmaster.tokens")
@pytest.mark.parametrize(("option", "tokens", "beasts"), [("token", 1, 2), ("beast", 2, 1)])
def test_which_token_intimidating_takes(option: str, tokens: int, beasts: int) -> None:
    scene = Wow(intimidating_takes=option).active(0, "orcs", "intimidating", {8: 5})
    scene.active(1, "trolls", "beastmaster", {4: 2, 2: 1}).mark(4, "beast", 2).note("beastmaster", 2)
    state = play(scene.conquest(0), "take intimidating 4", "place intimidating 2")
    assert region(state, 4)["tokens"] == tokens
    assert region(state, 4)["marks"] == {"beast": beasts}
    assert (region(state, 2)["tokens"], region(state, 2)["marks"]) == (
        (2, {}) if option == "token" else (1, {"beast": 1})
    )
    other = play(state, "take intimidating 4", "place intimidating 2", "take intimidating 4", "place intimidating 2")
    assert (
        region(other, 4)["tokens"] + region(other, 4)["marks"].get("beast", 0) == 1
    )  # the rest when the first are gone


@cites("warcraft", "power.portal_mage.hidden", "marker.reveal")
@pytest.mark.parametrize(("option", "stays"), [("no", True), ("yes", False)])
def test_a_face_down_marker_in_a_swap(option: str, stays: bool) -> None:
    scene = Wow(portal_moves_face_down=option).active(0, "orcs", "portal_mage", {14: 3}).murloc(3).mark(3, "hidden")
    state = play(scene.conquest(0), "take portal_mage 3", "place portal_mage 14")
    if stays:
        play(state, "? find ashes")  # the Orcs came in
    assert region(state, 3)["marks"] == ({"ashes": 1} if stays else {})
    assert region(state, 14)["marks"] == ({} if stays else {"hidden": 1})
    assert region(state, 14)["holder"] == "natives"


@cites("warcraft", "power.portal_mage.refused")
@pytest.mark.parametrize(("race", "allowed"), [("naga", True), ("trolls", False)])
def test_a_swap_puts_only_naga_on_water(race: str, allowed: bool) -> None:
    """No island has magic water: here the sea of `l1a` is given some."""
    files: Any = copy.deepcopy(catalog.map_files("terrarium.smallworld.warcraft"))
    files["l1a"]["regions"][0]["features"].append("magic")
    scene = Wow(water_immune_to_powers="no").active(0, "orcs", "portal_mage", {8: 3}).active(1, race, "mining", {1: 2})
    game = Warcraft(files).game(2, "l1a+s1a", {"water_immune_to_powers": "no"})
    assert isinstance(game, FamilyGame)
    scene.game = game
    state = play(scene.conquest(0), "take portal_mage 1")
    assert can(state, "place portal_mage 3")
    state = scene.conquest(0)
    assert can(state, "take portal_mage 0") == allowed
    if allowed:
        play(state, "take portal_mage 0", "place portal_mage 1")
        assert region(state, 0)["holder"] == "naga"


@cites("warcraft", "power.champion.ransom")
def test_a_ransomed_champion_conquers_again_in_the_next_turn() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "champion", {4: 2, 2: 1}).mark(4, "champion")
    state = stop(play(scene.conquest(0), "conquer 4"))
    play(state, "place champion 2", "expand", "yes champion", "use champion")
    assert can(state, "conquer 1")
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "champion", {4: 5}).mark(4, "champion")
    state = stop(play(scene.conquest(0), "conquer 4"))  # no region is left: the Champion waits with the tokens
    play(state, "expand")
    assert tribe(state, "trolls")["hand"] == 5
    assert refused(state, "use champion") == "no_target"
    play(state, "conquer 17", "use champion", "conquer 16")
    assert region(state, 16)["marks"] == {"champion": 1}
