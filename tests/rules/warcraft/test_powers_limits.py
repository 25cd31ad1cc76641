"""Where powers that act or put pieces begin and end: each case beside its twin."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    play,
    refused,
    region,
    stock,
    stop,
    texts,
    tribe,
)
from tests.support.warcraft import Wow

# --- Defensive and Garrisoned -----------------------------------------------------------------------------------------


@cites("warcraft", "power.defensive", "power.defensive.counting", "power.defensive.limit", "power.defensive.immune")
@pytest.mark.parametrize(
    ("mine", "theirs", "murlocs", "old", "tower"),
    [
        ([7], [], [], [], True),
        ([7], [4], [], [], False),
        ([7, 11], [4], [], [], True),
        ([7, 11], [4, 6], [], [], False),
        ([7], [], [4], [], False),
        ([7, 11], [], [4], [], True),
        ([7], [], [], [4], False),
        ([7, 11], [], [], [4], True),
        ([7, 11], [4], [6], [], True),
        ([2], [], [], [], False),
    ],
)
def test_where_watchtowers_are_put(
    mine: list[int], theirs: list[int], murlocs: list[int], old: list[int], tower: bool
) -> None:
    """Field 8 borders 4, 6, 7, 10 and 11."""
    scene = Wow().active(0, "orcs", "defensive", dict.fromkeys([8, *mine], 1))
    scene.active(1, "naga", "mining", dict.fromkeys([*theirs, 17], 1)).murloc(*murlocs)
    if old:
        scene.declined(0, "trolls", dict.fromkeys(old, 1))
    for before in (False, True):
        if before:
            scene.mark(8, "watchtower")
        state = end_turn(scene.turn(0))
        assert region(state, 8)["marks"] == ({"watchtower": 1} if tower else {})
        assert stock(state, "watchtower") == (5 if tower else 6)
        assert all(region(state, r)["marks"] == {} for r in (*mine, *theirs, 12, 14, 16))


@cites("warcraft", "power.defensive.limit", "power.garrisoned.limit")
@pytest.mark.parametrize("towers", [0, 1, 2, 3])
def test_as_many_watchtowers_as_there_are(towers: int) -> None:
    scene = Wow().active(0, "orcs", "defensive", {8: 1, 7: 1, 12: 1, 11: 1, 14: 1, 18: 1})
    scene.active(1, "naga", "mining", {0: 1})
    scene.stock["watchtower"] = towers
    state = play(scene.conquest(0), "stop")
    assert (asked(state) == "unit.defensive") == (0 < towers < 3), "three fields deserve one"
    if 0 < towers < 3:
        assert refused(state, "place defensive 7") == "not_offered"
        assert refused(state, "place defensive 16") == "not_your_region"
        assert can(state, "place defensive 14") == (towers == 1)
        play(state, "place defensive 8")
        assert (asked(state) == "unit.defensive") == (towers == 2)
        if towers == 2:
            play(state, "place defensive 14")
    built = [r for r in range(21) if region(state, r)["marks"] == {"watchtower": 1}]
    assert built == {0: [], 1: [8], 2: [8, 14], 3: [8, 12, 14]}[towers]
    assert state.view(0)["turn"] == 1


@cites("warcraft", "power.defensive.immune", "power.defensive")
def test_a_watchtower_lasts_until_the_owners_next_turn_ends() -> None:
    scene = (
        Wow()
        .active(0, "orcs", "defensive", {8: 1, 7: 1})
        .mark(8, "watchtower")
        .active(1, "naga", "mining", {11: 9, 10: 1})
    )
    state = scene.conquest(1)
    assert refused(state, "conquer 8") == "region_immune"
    end_turn(state)
    assert region(state, 8)["marks"] == {"watchtower": 1}, "others' turns change nothing, though the lead is gone"
    end_turn(state)
    assert region(state, 8)["marks"] == {}
    play(state, "expand")
    assert can(state, "conquer 8")


@cites("warcraft", "power.garrisoned", "power.garrisoned.limit", "power.garrisoned.decline", "power.garrisoned.removed")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_forts_are_built_when_the_turn_ends_whatever_the_option_says_of_decline(option: str) -> None:
    scene = Wow(garrisoned_builds_in_decline=option).active(0, "orcs", "garrisoned", {8: 4, 17: 1})
    state = play(scene.active(1, "naga", "mining", {0: 1}).conquest(0), "conquer 7")
    assert region(state, 7)["marks"] == {}, "not before the turn ends"
    stop(state)
    assert [region(state, r)["marks"] for r in (7, 8, 17)] == [{"fort": 1}] * 3
    assert stock(state, "fort") == 7
    assert coins_for(state, "regions") == 3
    assert [event.cause for event in happened(state, "coins")] == ["regions"]
    end_turn(state)
    end_turn(state)
    assert stock(state, "fort") == 7, "one in each region"


@cites("warcraft", "power.garrisoned.limit", "components.markers")
def test_ten_forts_and_no_more() -> None:
    scene = Wow().active(0, "orcs", "garrisoned", dict.fromkeys((1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12), 1))
    for r in (1, 2, 3, 4, 5, 6, 7, 8, 9):
        scene.mark(r, "fort")
    state = play(scene.active(1, "naga", "mining", {0: 1}).conquest(0), "stop")
    assert texts(state) == ["place garrisoned 11", "place garrisoned 12"]
    play(state, "place garrisoned 12")
    assert (region(state, 11)["marks"], region(state, 12)["marks"], stock(state, "fort")) == ({}, {"fort": 1}, 0)
    assert state.view(0)["turn"] == 1
    full = Wow().active(0, "orcs", "garrisoned", dict.fromkeys((1, 2, 3, 4, 5, 6, 7, 8, 9, 11), 1))
    state = play(full.active(1, "naga", "mining", {0: 1}).conquest(0), "stop")
    assert stock(state, "fort") == 0, "ten regions, ten forts, nothing to ask"


@cites("warcraft", "power.garrisoned.removed", "power.intimidating.walls", "power.intimidating.repeat")
def test_fort_and_wall_must_be_removed_before_a_token_and_each_is_one_use() -> None:
    for pieces, left in (([], 3), (["fort"], 2), (["wisp_wall"], 2), (["fort", "wisp_wall"], 1)):
        scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "humans", "mining", {4: 4, 17: 1})
        for piece in pieces:
            scene.mark(4, piece)
        state = scene.conquest(0)
        before = {piece: stock(state, piece) for piece in pieces}
        for _ in pieces:
            play(state, "take intimidating 4")
            assert asked(state) == "conquest", "a piece goes, nothing more is asked"
        assert region(state, 4) | {"tokens": 4, "marks": {}} == region(state, 4)
        assert {piece: stock(state, piece) for piece in pieces} == {piece: n + 1 for piece, n in before.items()}
        for n in range(left):
            play(state, "take intimidating 4", "place intimidating 17")
            assert region(state, 4)["tokens"] == 3 - n
        assert refused(state, "take intimidating 4") == "already_used"
        assert region(state, 17)["tokens"] == 1 + left


@cites("warcraft", "power.intimidating", "power.intimidating.walls", "power.champion.moved")
def test_a_fort_beside_the_champion_alone_may_be_removed_and_nothing_more() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "trolls", "champion", {4: 0, 17: 1})
    state = scene.mark(4, "champion").mark(4, "fort").conquest(0)
    play(state, "take intimidating 4")
    assert region(state, 4)["marks"] == {"champion": 1}
    assert refused(state, "take intimidating 4") == "not_opponent_near"


# --- Intimidating -----------------------------------------------------------------------------------------------------


@cites("warcraft", "power.intimidating", "power.intimidating.discard", "power.intimidating.no_conquest")
def test_whom_intimidating_reaches() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).declined(0, "trolls", {7: 1}).murloc(6)
    scene.active(1, "humans", "mining", {4: 2, 17: 1}).declined(1, "dwarves", {11: 1, 18: 1})
    state = scene.conquest(0)
    for spot in (7, 8, 10, 17, 18, 5):  # one's own, in decline too; empty; not adjacent
        assert refused(state, f"take intimidating {spot}") == "not_opponent_near", spot
    assert [can(state, f"take intimidating {spot}") for spot in (4, 6, 11)] == [True] * 3
    play(state, "take intimidating 11")
    assert asked(state) == "unit.intimidating"
    assert texts(state) == ["place intimidating 18"]
    play(state, "place intimidating 18")
    assert (region(state, 11)["holder"], region(state, 18)["tokens"]) == (None, 2)
    play(state, "take intimidating 6")
    assert region(state, 6)["holder"] is None, "a Murloc is discarded"
    play(state, "conquer 11")
    end_turn(state)
    assert coins_for(state, "faction") == 0
    assert coins_for(state, "orcs") == 0


@cites("warcraft", "power.intimidating", "power.intimidating.beasts")
@pytest.mark.parametrize(("tokens", "beasts"), [(1, 0), (1, 1), (2, 2), (0, 1)])
def test_tokens_and_beasts_alike_can_be_moved(tokens: int, beasts: int) -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "trolls", "beastmaster", {4: tokens, 17: 1})
    if beasts:
        scene.mark(4, "beast", beasts).note("beastmaster", beasts)
    state = scene.conquest(0)
    play(state, "take intimidating 4", "place intimidating 17")
    left = (max(tokens - 1, 0), beasts - (tokens == 0))
    assert (region(state, 4)["tokens"], region(state, 4)["marks"].get("beast", 0)) == left


@cites("warcraft", "power.intimidating.discard", "place.lights_hope.scope", "race.draenei", "race.forsaken.counted")
@pytest.mark.parametrize(
    ("holder", "tray", "retreat"), [("humans", 9, 0), ("draenei", 10, 1), ("chapel", 8, 1), ("declined", 9, 0)]
)
def test_a_token_with_nowhere_to_go_is_discarded_unless_something_saves_it(
    holder: str, tray: int, retreat: int
) -> None:
    race = "draenei" if holder == "draenei" else "humans"
    scene = Wow().active(0, "forsaken", "intimidating", {8: 3})
    if holder == "declined":
        scene.declined(1, race, {4: 2}).active(1, "trolls", "mining", {12: 1}).thing(4, "lights_hope")
    else:
        scene.active(1, race, "mining", {4: 2})
    if holder == "chapel":
        scene.thing(4, "lights_hope")
    state = play(scene.conquest(0), "take intimidating 4")
    assert (tribe(state, race)["tray"], tribe(state, race)["retreat"]) == (tray, retreat)
    assert region(state, 4)["tokens"] == 1
    play(state, "stop")
    assert (asked(state) == "unit.forsaken") == (retreat == 0)
    if retreat == 0:
        assert asked(play(state, "yes forsaken")) != "unit.forsaken", "one token, one more of theirs"


@cites("warcraft", "power.intimidating.repeat", "turn.deeds", "die.ends_deeds")
def test_three_uses_between_conquests_and_none_after_the_die() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 6}).active(1, "humans", "mining", {4: 3, 7: 3, 17: 1})
    state = play(scene.conquest(0), "take intimidating 4", "place intimidating 17", "conquer 11")
    play(state, "take intimidating 7", "place intimidating 17", "take intimidating 4", "place intimidating 7")
    assert refused(state, "take intimidating 7") == "already_used"
    assert not [text for text in texts(state) if "intimidating" in text]
    end_turn(end_turn(state))
    play(state, "expand")
    assert can(state, "take intimidating 7"), "each turn anew"
    scene = Wow().active(0, "orcs", "intimidating", {8: 2, 17: 1}).active(1, "humans", "mining", {4: 2, 18: 1})
    state = scene.conquest(0)
    assert can(state, "take intimidating 4")
    play(state, "conquer 4", "? die 0")
    assert asked(state) == "deploy"
    assert refused(state, "take intimidating 4") == "not_asked"


@cites("warcraft", "power.intimidating.beasts", "power.intimidating.discard", "power.beastmaster.tokens")
def test_beasts_alone_are_moved_or_discarded() -> None:
    for elsewhere in (True, False):
        scene = Wow().active(0, "orcs", "intimidating", {8: 3})
        scene.active(1, "trolls", "beastmaster", {4: 0, 17: 1} if elsewhere else {4: 0})
        state = play(scene.mark(4, "beast", 3).note("beastmaster", 3).conquest(0), "take intimidating 4")
        if elsewhere:
            play(state, "place intimidating 17")
            assert region(state, 17)["marks"] == {"beast": 1}
        assert region(state, 4)["marks"] == {"beast": 2}
        assert tribe(state, "trolls")["note"] == (3 if elsewhere else 2)
        assert stock(state, "beast") == (2 if elsewhere else 3)


@cites("warcraft", "power.intimidating.tolls", "artifact.aegis", "artifact.aegis.payment")
@pytest.mark.parametrize("coins", [0, 1, 2])
def test_the_aegis_asks_two_coins_of_intimidation(coins: int) -> None:
    scene = (
        Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "humans", "mining", {4: 3, 17: 1}).thing(4, "aegis")
    )
    scene.coins = [coins, 0]
    state = scene.conquest(0)
    assert can(state, "take intimidating 4") == (coins >= 2)
    if coins >= 2:
        play(state, "take intimidating 4", "place intimidating 17")
        assert state.scores() == [0, 2]
        play(state, "take intimidating 4", "place intimidating 17")
        assert state.scores() == [0, 2], "one payment lifts it for the turn"
    else:
        assert refused(state, "take intimidating 4") == "no_coin_for_toll"


# --- Portal Mage ------------------------------------------------------------------------------------------------------


@cites(
    "warcraft", "power.portal_mage.any", "power.portal_mage", "power.portal_mage.hidden", "power.portal_mage.refused"
)
@pytest.mark.parametrize("option", ["no", "yes"])
def test_there_must_be_something_to_swap(option: str) -> None:
    def table(*what: str) -> State:
        scene = Wow(portal_moves_face_down=option).active(0, "orcs", "portal_mage", {8: 3})
        for piece in what:
            if piece in ("hidden", "bomb", "military_objective"):
                scene.mark(14, piece)
            else:
                scene.thing(14, piece)
        return scene.active(1, "trolls", "mining", {17: 1}).conquest(0)

    for what, moves in (((), False), (("dark_portal",), False), (("ashes",), True), (("military_objective",), True)):
        assert can(table(*what), "take portal_mage 1") == moves, what
    assert can(table("hidden"), "take portal_mage 1") == (option == "yes")
    assert refused(table(), "take portal_mage 1") == "nothing_to_swap"
    assert refused(table(), "take portal_mage 8") == "not_magic"
    state = play(table("ashes"), "take portal_mage 1")
    assert texts(state) == ["place portal_mage 14"]
    assert refused(state, "place portal_mage 3") == "nothing_to_swap"
    play(state, "place portal_mage 14")
    assert (region(state, 1)["marks"], region(state, 14)["marks"]) == ({"ashes": 1}, {})


@cites("warcraft", "power.portal_mage.refused", "power.portal_mage.attack", "artifact.aegis")
@pytest.mark.parametrize("coins", range(5))
def test_what_a_swap_costs(coins: int) -> None:
    def table(first: int, second: int, harmony: bool, *aegis: int) -> State:
        scene = Wow().active(0, "orcs", "portal_mage", {8: 3}).active(1, "pandaren", "mining", {first: 2, second: 1})
        if harmony:
            scene.note("pandaren", 1)
        for spot in aegis:
            scene.thing(spot, "aegis")
        scene.coins = [coins, 0]
        return scene.conquest(0)

    for state, due in (
        (table(1, 3, False), 0),
        (table(1, 3, False, 1), 2),
        (table(1, 3, False, 3), 2),
        (table(1, 3, True), 2),  # Harmony once, though both regions are theirs
        (table(1, 3, True, 3), 4),
        (table(1, 17, True), 2),
        (table(3, 17, True), 2),  # the other region is nobody's
        (table(3, 17, True, 3), 4),
    ):
        if can(state, "take portal_mage 1"):
            play(state, "take portal_mage 1")
        named = asked(state) == "unit.portal_mage"
        assert (named and can(state, "place portal_mage 3")) == (coins >= due), due
        if coins >= due:
            play(state, "place portal_mage 3")
            assert state.scores() == [coins - due, due]
        elif named:
            assert refused(state, "place portal_mage 3") == "no_coin_for_toll"
    own = Wow().active(0, "orcs", "portal_mage", {1: 2, 8: 1}).thing(1, "aegis").active(1, "trolls", "mining", {17: 1})
    own.coins = [0, 0]
    state = play(own.conquest(0), "take portal_mage 1", "place portal_mage 3")
    assert (state.scores(), region(state, 3)["marks"]) == ([0, 0], {"aegis": 1})


@cites("warcraft", "power.portal_mage.no_conquest", "power.portal_mage.before", "marker.reveal", "power.battlemaster")
@pytest.mark.parametrize("race", ["orcs", "blood_elves"])
def test_a_swap_reveals_but_conquers_nothing(race: str) -> None:
    scene = Wow().active(0, race, "portal_mage", {1: 2, 8: 1}).active(1, "humans", "mining", {3: 2, 17: 1})
    state = play(scene.mark(14, "hidden").conquest(0), "take portal_mage 1", "place portal_mage 14")
    assert asked(state) == "find", "they came into a region with a marker"
    play(state, "? find ashes")
    assert region(state, 14) | {"holder": race, "marks": {"ashes": 1}} == region(state, 14)
    assert can(state, "abandon 8"), "no conquest was made yet"
    play(state, "take portal_mage 3", "place portal_mage 14")
    assert asked(state) == "conquest", "nothing is hidden where anybody came to"
    end_turn(state)
    assert (coins_for(state, "faction"), coins_for(state, "orcs")) == (0, 0)
    murloc = (
        Wow().active(0, "orcs", "portal_mage", {8: 1}).murloc(1).mark(14, "hidden").active(1, "naga", "mining", {0: 1})
    )
    state = play(murloc.conquest(0), "take portal_mage 1", "place portal_mage 14")
    assert asked(state) == "conquest", "Murlocs turn nothing over"
    assert region(state, 14)["marks"] == {"hidden": 1}


@cites("warcraft", "power.portal_mage.before", "power.portal_mage", "turn.deeds", "die.ends_deeds")
def test_twice_a_turn_before_between_and_after_conquests() -> None:
    scene = Wow().active(0, "orcs", "portal_mage", {8: 5}).active(1, "humans", "mining", {1: 1, 17: 1, 11: 4})
    state = play(scene.conquest(0), "take portal_mage 1", "place portal_mage 3", "conquer 7", "take portal_mage 1")
    play(state, "place portal_mage 3")
    assert refused(state, "take portal_mage 1") == "already_used"
    assert not [text for text in texts(state) if "portal_mage" in text]
    fresh = play(scene.conquest(0), "conquer 11")
    assert asked(fresh) == "die"
    play(fresh, "? die 0")
    assert asked(fresh) == "deeds"
    assert refused(fresh, "take portal_mage 8") == "not_magic", "still refused for its own reason"
    assert refused(fresh, "conquer 4") == "conquests_over"
    play(fresh, "take portal_mage 1", "place portal_mage 3", "take portal_mage 1", "place portal_mage 3")
    assert asked(fresh) != "deeds"
