"""The powers Pillaging to Wealthy, on the map for two players."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    find,
    happened,
    play,
    price,
    refused,
    region,
    stop,
    tribe,
    why,
)


def discards(state: State) -> list[str]:
    found = state.view(0)["discarded_powers"]
    assert isinstance(found, list)
    return found


# --- Pillaging -------------------------------------------------------------------------------------------------------


@cites("small-world", "power.pillaging", "conquest.non_empty", "conquest.empty")
def test_pillaging_pays_for_each_non_empty_region_conquered_this_turn() -> None:
    scene = Scene().active(0, "ratmen", "pillaging", {9: 1}, hand=11)
    scene.active(1, "elves", "hill", {8: 1, 20: 1})
    state = scene.conquest(0)
    play(state, "conquer 10")  # Lost Tribe: 3
    play(state, "conquer 8")  # a mountain with an Elf: 4
    play(state, "conquer 4")  # empty: 2
    stop(state)
    assert coins_for(state, "pillaging") == 2
    assert state.scores()[0] == 20 + 4 + 2
    stop(play(state, "expand"))
    stop(play(state, "expand"))
    assert coins_for(state, "pillaging") == 2  # holding is not conquering


@cites("small-world", "power.pillaging")
def test_pillaging_counts_declined_races_and_the_last_die_but_no_failed_attempt() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "pillaging", {9: 1}, hand=5)
    scene.declined(1, "elves", {4: 1, 3: 1}).active(1, "orcs", "hill", {20: 1})
    won, lost = scene.conquest(0), scene.conquest(0)
    play(won, "conquer 4", "conquer 3", "? die 1")
    assert happened(won, "conquered")[-1].args["n"] == 2
    assert coins_for(end_turn(won), "pillaging") == 2
    play(lost, "conquer 4", "conquer 3", "? die 0")
    assert coins_for(end_turn(lost), "pillaging") == 1


@cites("small-world", "power.pillaging", "race.orcs")
def test_pillaging_orcs_gain_two_for_each() -> None:
    state = Scene().active(0, "orcs", "pillaging", {9: 1}, hand=8).conquest(0)
    play(state, "conquer 10", "conquer 3", "conquer 4")  # two Lost Tribes and an empty hill
    stop(state)
    assert (coins_for(state, "orcs"), coins_for(state, "pillaging")) == (2, 2)


@cites("small-world", "power.pillaging", "market.power_scope")
def test_pillaging_counts_no_conquest_of_the_declined_race() -> None:
    scene = Scene().active(0, "ratmen", "pillaging", {20: 1}).declined(0, "ghouls", {9: 4})
    state = scene.conquest(0)
    play(state, "conquer 10")
    stop(stop(state))
    assert region(state, 10)["holder"] == "ghouls"
    assert coins_for(state, "pillaging") == 0


# --- Seafaring -------------------------------------------------------------------------------------------------------


@cites("small-world", "power.seafaring", "conquest.water")
def test_seas_and_lake_are_ordinary_empty_regions_for_seafarers_alone() -> None:
    scene = Scene().active(0, "ratmen", "seafaring", {1: 1, 2: 1}, hand=4)
    state = scene.conquest(0)
    assert (price(state, 0), price(state, 7)) == (2, 2)
    assert refused(state, "conquer 22") == "not_adjacent"
    play(state, "conquer 0", "conquer 7")
    stop(state)
    assert state.scores()[0] == 20 + 4
    plain = scene.active(0, "ratmen", "pillaging", {1: 1, 2: 1}, hand=4).conquest(0)
    assert refused(plain, "conquer 0") == "water_closed"
    assert refused(plain, "conquer 7") == "water_closed"


@cites("small-world", "power.seafaring", "conquest.empty")
def test_water_is_empty_for_pillaging_purposes_and_gives_reach() -> None:
    state = Scene().active(0, "orcs", "seafaring", {2: 1}, hand=4).conquest(0)
    assert refused(state, "conquer 13") == "not_adjacent"
    play(state, "conquer 7")
    assert can(state, "conquer 13")  # on the other shore of the lake
    stop(state)
    assert coins_for(state, "orcs") == 0


@cites("small-world", "power.seafaring.first", "conquest.first")
def test_seafarers_enter_by_an_edge_sea_but_not_by_the_lake() -> None:
    state = Scene().active(0, "ratmen", "seafaring", {}, hand=9).conquest(0)
    assert can(state, "conquer 0")
    assert can(state, "conquer 22")
    assert refused(state, "conquer 7") == "not_border"
    halflings = Scene().active(0, "halflings", "seafaring", {}, hand=9).conquest(0)
    assert can(halflings, "conquer 7")
    others = Scene().active(0, "halflings", "hill", {}, hand=9).conquest(0)
    assert refused(others, "conquer 7") == "water_closed"
    assert refused(others, "conquer 0") == "water_closed"


@cites("small-world", "power.seafaring.decline")
def test_seafarers_in_decline_keep_and_score_their_water() -> None:
    state = Scene().active(0, "ratmen", "seafaring", {0: 2, 7: 1, 1: 1}).active(1, "orcs", "hill", {20: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, "ratmen")["regions"] == [0, 1, 7]
    assert state.scores()[0] == 20 + 3
    play(stop(play(state, "expand")), "pick 0")
    end_turn(deal(state))
    assert tribe(state, "ratmen")["regions"] == [0, 1, 7]
    assert coins_for(state, "regions") == 3 + 1 + 3  # theirs twice, the opponent's one region between


@cites("small-world", "power.seafaring", "race.ghouls.no_power")
def test_ghouls_in_decline_take_no_new_water() -> None:
    scene = Scene().active(0, "ghouls", "seafaring", {0: 2, 1: 3, 2: 1}).active(1, "orcs", "hill", {20: 1})
    state = scene.turn(0)
    play(state, "decline", "expand", "stop", "pick 0")
    deal(state)
    assert tribe(state, "ghouls")["regions"] == [0, 1, 2]
    assert refused(state, "conquer 7") == "water_closed"
    assert can(state, "conquer 6")


@cites("small-world", "power.seafaring.attackable", "conquest.water")
def test_occupied_water_falls_only_to_a_later_seafaring_race() -> None:
    scene = Scene().declined(0, "ratmen", {0: 1, 7: 1}).active(1, "orcs", "seafaring", {1: 1, 2: 1}, hand=3)
    state = scene.conquest(1)
    assert (price(state, 0), price(state, 7)) == (2 + 1, 2 + 1)
    play(state, "conquer 0")
    assert region(state, 0)["holder"] == "orcs"
    other = scene.active(1, "orcs", "hill", {1: 1, 2: 1}, hand=3).conquest(1)
    assert refused(other, "conquer 0") == "water_closed"
    active = Scene().active(0, "ratmen", "seafaring", {0: 1}).active(1, "orcs", "hill", {1: 1}, hand=4)
    assert refused(active.conquest(1), "conquer 0") == "water_closed"


@pytest.mark.parametrize("attackable", ["yes", "no"])
@cites("small-world", "power.seafaring.attackable")
def test_option_declined_seas_attackable(attackable: str) -> None:
    scene = Scene(declined_seas_attackable=attackable).declined(0, "ratmen", {0: 1, 5: 1})
    state = scene.active(1, "orcs", "seafaring", {1: 1, 2: 1}, hand=4).conquest(1)
    assert can(state, "conquer 7")  # empty water
    assert can(state, "conquer 5")  # land of the same declined race
    if attackable == "yes":
        assert can(state, "conquer 0")
    else:
        refusal = why(state, "conquer 0")
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("declined_water_closed", "power.seafaring.attackable")
    state = scene.active(1, "orcs", "hill", {1: 1, 2: 1}, hand=4).conquest(1)
    assert refused(state, "conquer 0") == "water_closed"


@cites("small-world", "power.seafaring", "conquest.first_shore")
def test_the_shore_of_an_occupied_sea_is_still_an_entry() -> None:
    scene = Scene().active(0, "ratmen", "seafaring", {22: 3}).active(1, "orcs", "hill", {}, hand=9)
    assert can(scene.conquest(1), "conquer 21")  # touches no edge, only the sea 22


# --- Spirit ----------------------------------------------------------------------------------------------------------


@cites("small-world", "power.spirit", "power.spirit.stays", "decline.old_race_leaves")
def test_when_spirits_decline_the_older_race_stays_and_both_score() -> None:
    scene = Scene().active(0, "ratmen", "spirit", {4: 3, 9: 1}).declined(0, "elves", {20: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert tribe(state, "elves")["regions"] == [20]
    assert tribe(state, "ratmen")["mode"] == "declined"
    assert state.scores()[0] == 20 + 2 + 1
    plain = scene.active(0, "ratmen", "hill", {4: 3, 9: 1}).turn(0)
    play(plain, "decline")
    assert tribe(plain, "elves") == {}
    assert plain.scores()[0] == 20 + 2


@cites("small-world", "power.spirit", "power.spirit.stays")
def test_when_another_race_declines_later_the_spirits_stay_and_the_other_leaves() -> None:
    scene = Scene().declined(0, "ratmen", {4: 1, 9: 1}, power="spirit").declined(0, "elves", {20: 1})
    state = scene.active(0, "orcs", "hill", {17: 1, 16: 1, 11: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, "elves") == {}
    assert region(state, 20)["holder"] is None
    assert tribe(state, "ratmen")["regions"] == [4, 9]
    assert tribe(state, "orcs")["mode"] == "declined"
    assert state.scores()[0] == 20 + 2 + 3


@cites("small-world", "power.spirit.conquered", "power.spirit.badge", "market.banner_return")
def test_spirits_in_decline_leave_by_conquest_and_only_then_the_badge_is_discarded() -> None:
    scene = Scene().declined(0, "ratmen", {4: 1, 3: 1}, power="spirit").active(0, "elves", "forest", {20: 1})
    state = scene.active(1, "orcs", "hill", {9: 1}, hand=6).conquest(1)
    play(state, "conquer 4")
    assert tribe(state, "ratmen")["power"] == "spirit"
    assert discards(state) == []
    play(state, "conquer 3")
    assert tribe(state, "ratmen") == {}
    assert discards(state) == ["spirit"]
    assert state.view(0)["returned_races"] == ["ratmen"]


@cites("small-world", "power.spirit.conquered", "power.spirit.badge")
def test_spirits_may_be_conquered_by_their_own_player() -> None:
    scene = Scene().declined(0, "ratmen", {4: 1}, power="spirit")
    state = scene.active(0, "orcs", "hill", {9: 1}, hand=3).conquest(0)
    assert price(state, 4) == 2 + 1
    play(state, "conquer 4")
    assert tribe(state, "ratmen") == {}
    assert discards(state) == ["spirit"]


@cites("small-world", "power.spirit.badge", "decline.badge")
def test_the_spirit_badge_stays_with_the_race_in_decline() -> None:
    state = Scene().active(0, "ratmen", "spirit", {4: 1}).turn(0)
    play(state, "decline")
    assert discards(state) == []
    assert tribe(state, "ratmen")["power"] == "spirit"
    assert "spirit" not in str(state.view(0)["stacked_powers"])


@cites("small-world", "power.spirit", "power.spirit.badge", "decline.nothing_left")
def test_spirits_that_decline_without_a_region_return_at_once() -> None:
    scene = Scene().active(0, "ratmen", "spirit", {}, hand=3).declined(0, "elves", {20: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert tribe(state, "ratmen") == {}
    assert discards(state) == ["spirit"]
    assert tribe(state, "elves")["regions"] == [20]


# --- Stout -----------------------------------------------------------------------------------------------------------


def stout(power: str = "stout") -> Scene:
    scene = Scene(natives=False).active(0, "ratmen", power, {4: 3, 9: 1}).declined(0, "elves", {20: 1})
    return scene.active(1, "orcs", "hill", {17: 1})


@cites("small-world", "power.stout", "power.stout.score_once", "decline.old_race_leaves")
def test_stout_declines_after_scoring_a_turn_of_conquests() -> None:
    state = stout().conquest(0)
    play(state, "conquer 10")
    stop(state)
    assert asked(state) == "unit.stout"
    assert state.scores()[0] == 20 + 3 + 1  # the Elves have scored too
    play(state, "yes stout")
    assert state.scores()[0] == 24
    assert tribe(state, "elves") == {}
    assert tribe(state, "ratmen")["mode"] == "declined"
    assert [region(state, r)["tokens"] for r in (4, 9, 10)] == [1, 1, 1]
    assert tribe(state, "ratmen")["tray"] == 13 - 3
    assert discards(state) == ["stout"]
    play(state, "expand", "stop")
    assert (state.view(0)["turn"], asked(state)) == (0, "pick")


@cites("small-world", "power.stout")
def test_stout_may_stay_active_and_others_are_not_asked() -> None:
    state = stop(stout().conquest(0))
    play(state, "no stout")
    assert tribe(state, "ratmen")["mode"] == "active"
    assert tribe(state, "elves")["regions"] == [20]
    play(state, "expand", "stop")
    assert can(state, "expand")
    plain = stop(stout("merchant").conquest(0))
    assert plain.view(0)["turn"] == 1


@cites("small-world", "power.stout.ordinary", "decline.instead_of_conquest")
def test_stout_may_decline_for_a_whole_turn_as_well() -> None:
    state = stout().turn(0)
    play(state, "decline")
    assert state.view(0)["turn"] == 1
    assert tribe(state, "ratmen")["mode"] == "declined"
    assert state.scores()[0] == 20 + 2  # the Elves left before the scoring


@cites("small-world", "power.stout", "decline.not_on_pick_turn")
def test_stout_may_decline_in_the_turn_it_was_picked() -> None:
    state = Scene(natives=False).combos(("ratmen", "stout", 0)).turn(0)
    deal(play(state, "pick 0"))
    assert refused(state, "decline") == "not_asked"
    stop(play(state, "conquer 4", "conquer 9"))
    play(state, "yes stout")
    assert (tribe(state, "ratmen")["mode"], tribe(state, "ratmen")["tokens"]) == ("declined", 2)
    assert state.scores()[0] == 20 + 2


# --- Swamp -----------------------------------------------------------------------------------------------------------


@cites("small-world", "power.swamp", "scoring.declined_no_bonus", "market.power_scope")
def test_swamp_pays_for_swamps_of_the_active_race() -> None:
    assert find("2p", "swamp") == [3, 16, 18, 20]
    scene = Scene(natives=False).active(0, "ratmen", "swamp", {3: 1, 16: 1, 2: 1, 9: 1}).declined(0, "elves", {18: 1})
    state = scene.turn(0)
    declining = scene.turn(0)
    play(state, "expand", "stop")
    assert coins_for(state, "swamp") == 2
    assert state.scores()[0] == 20 + 4 + 1 + 2
    play(declining, "decline")
    assert coins_for(declining, "swamp") == 0


# --- Underworld ------------------------------------------------------------------------------------------------------


@cites("small-world", "power.underworld", "power.underworld.adjacent")
def test_underworld_takes_caverns_for_one_token_less_from_any_other_cavern() -> None:
    assert find("2p", "cavern") == [3, 5, 14, 17]
    state = Scene().active(0, "ratmen", "underworld", {17: 1}, hand=2).conquest(0)
    assert price(state, 3) == 2  # swamp with a Lost Tribe: 3 - 1
    assert price(state, 5) == 2  # mountain: 3 - 1
    assert price(state, 14) == 2  # hill with a Lost Tribe: 3 - 1
    assert price(state, 12) == 3  # forest with a Lost Tribe, no cavern
    assert all(can(state, f"conquer {r}") for r in (3, 5, 14))
    assert refused(state, "conquer 4") == "not_adjacent"  # next to a cavern that is not held
    play(state, "conquer 3")
    assert region(state, 3)["tokens"] == 2
    assert refused(state, "conquer 4") == "no_token_in_hand"
    plain = Scene().active(0, "ratmen", "hill", {17: 1}, hand=4).conquest(0)
    assert refused(plain, "conquer 3") == "not_adjacent"


@cites("small-world", "power.underworld.adjacent")
def test_a_cavern_conquered_this_turn_opens_the_others() -> None:
    state = Scene(natives=False).active(0, "ratmen", "underworld", {16: 1}, hand=5).conquest(0)
    assert refused(state, "conquer 14") == "not_adjacent"
    play(state, "conquer 17")  # hill with a cavern: 2 - 1
    assert can(state, "conquer 14")
    play(state, "conquer 14")
    assert can(state, "conquer 9")
    assert tribe(state, "ratmen")["hand"] == 3


@cites("small-world", "power.underworld.entry", "conquest.first")
def test_a_cavern_is_no_entrance_to_the_map() -> None:
    state = Scene().active(0, "ratmen", "underworld", {}, hand=9).conquest(0)
    assert refused(state, "conquer 14") == "not_border"
    assert price(state, 17) == 1
    play(state, "conquer 17", "conquer 14")


# --- Wealthy ---------------------------------------------------------------------------------------------------------


@cites("small-world", "power.wealthy")
def test_wealthy_pays_seven_at_the_end_of_the_first_turn_and_never_again() -> None:
    scene = Scene(natives=False).combos(("ratmen", "wealthy", 0)).active(1, "orcs", "hill", {17: 1})
    state = scene.turn(0)
    deal(play(state, "pick 0"))
    assert state.scores()[0] == 20
    stop(play(state, "conquer 4"))
    assert state.scores()[0] == 20 + 1 + 7
    assert tribe(state, "ratmen")["note"] == 1, "the page tells that they were paid"
    play(state, "expand", "stop")
    stop(play(state, "expand"))
    assert coins_for(state, "wealthy") == 7
    assert state.scores()[0] == 28 + 1


@cites("small-world", "power.wealthy", "market.badge_discard")
def test_wealthy_pays_the_next_race_that_gets_the_badge() -> None:
    state = Scene(natives=False).combos(("elves", "wealthy", 0)).note("wealthy", 1).turn(0)
    stop(deal(play(state, "pick 0")))
    assert coins_for(state, "wealthy") == 7
