"""Races: Orcs, Ratmen, Skeletons, Tritons, Trolls and Wizards."""

import pytest

from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, end_turn, happened, play, price, refused, region, tribe

DRAW = ("? race elves", "? badge alchemist")
"""What chance lays into the gap of the row after a pick."""


# ---------------------------------------------------------------- Orcs


@cites("small-world", "race.orcs")
def test_orcs_gain_a_coin_for_each_non_empty_region_conquered() -> None:
    state = Scene().active(0, "orcs", "merchant", {4: 10}).conquest(0)
    play(state, "conquer 9", "conquer 3", "conquer 8")  # empty 2, Lost Tribe 3, empty mountain 3
    end_turn(state)
    assert coins_for(state, "orcs") == 1
    assert coins_for(state, "regions") == 4


@cites("small-world", "race.orcs", "race.orcs.counted")
def test_orcs_count_lost_tribes_active_and_declined_tokens_also_their_owners() -> None:
    scene = Scene().active(0, "orcs", "merchant", {9: 10}).declined(0, "humans", {14: 1})
    state = scene.declined(1, "trolls", {10: 1}).active(1, "wizards", "forest", {3: 1}).conquest(0)
    play(state, "conquer 14", "conquer 10", "conquer 3")  # 2 + 1 each
    end_turn(state)
    assert coins_for(state, "orcs") == 3


@cites("small-world", "race.orcs")
def test_orcs_are_paid_only_for_this_turn() -> None:
    scene = Scene().active(0, "orcs", "merchant", {4: 5}).active(1, "humans", "forest", {18: 1})
    state = scene.conquest(0)
    play(state, "conquer 3")
    end_turn(state)
    assert coins_for(state, "orcs") == 1
    end_turn(state)
    state.forget_events()
    end_turn(state)
    assert coins_for(state, "regions") == 2
    assert coins_for(state, "orcs") == 0


@cites("small-world", "race.orcs")
def test_orcs_in_decline_are_not_paid_for_the_next_race() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(0, "orcs", {19: 1}).conquest(0)
    play(state, "conquer 3")
    end_turn(state)
    assert coins_for(state, "orcs") == 0


@cites("small-world", "race.orcs.counted")
@pytest.mark.parametrize(("pips", "coins"), [(1, 0), (2, 1)])
def test_orcs_count_a_conquest_with_the_last_die_but_not_a_failed_one(pips: int, coins: int) -> None:
    state = Scene().active(0, "orcs", "merchant", {4: 2}).conquest(0)
    play(state, "conquer 3", f"? die {pips}")  # 1 token against 3
    end_turn(state)
    assert coins_for(state, "orcs") == coins


# ---------------------------------------------------------------- Ratmen


@cites("small-world", "race.ratmen")
def test_ratmen_are_many_and_nothing_else() -> None:
    state = Scene(natives=False).combos(("ratmen", "alchemist", 0)).turn(0)
    play(state, "pick 0", "? race elves", "? badge berserk")
    assert tribe(state, "ratmen")["hand"] == 8 + 4
    assert refused(state, "conquer 9") == "not_border"
    play(state, "conquer 1", "conquer 5", "conquer 2")
    # farmland with magic 2, mountain 3, forest with a mine 2: the plain prices
    assert [event.args["n"] for event in happened(state, "conquered")] == [2, 3, 2]
    end_turn(state)
    assert {event.cause for event in happened(state, "coins")} == {"regions", "alchemist"}
    assert coins_for(state, "regions") == 3


# ---------------------------------------------------------------- Skeletons


@cites("small-world", "race.skeletons")
@pytest.mark.parametrize(("conquered", "new"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_two_non_empty_regions_raise_one_skeleton(conquered: int, new: int) -> None:
    state = Scene().active(0, "skeletons", "merchant", {9: 15}).conquest(0)
    play(state, "conquer 4")  # empty: counts for nothing
    play(state, *[f"conquer {r}" for r in (3, 10, 14, 13)[:conquered]])  # Lost Tribes
    play(state, "stop")
    end_turn(state)
    assert tribe(state, "skeletons")["tokens"] == 15 + new
    assert tribe(state, "skeletons")["tray"] == 20 - 15 - new


@cites("small-world", "race.skeletons")
def test_skeletons_do_not_save_a_single_conquest_for_the_next_turn() -> None:
    scene = Scene().active(0, "skeletons", "merchant", {9: 10}).active(1, "humans", "forest", {18: 1})
    state = scene.conquest(0)
    play(state, "conquer 3")
    end_turn(state)
    end_turn(state)
    play(state, "expand", "conquer 10")
    end_turn(state)
    assert tribe(state, "skeletons")["tokens"] == 10


@cites("small-world", "race.skeletons")
def test_skeletons_in_decline_raise_nobody() -> None:
    state = Scene().active(0, "ratmen", "merchant", {9: 9}).declined(0, "skeletons", {19: 1}).conquest(0)
    play(state, "conquer 3", "conquer 10")
    end_turn(state)
    assert tribe(state, "skeletons")["tokens"] == 1
    assert tribe(state, "ratmen")["tokens"] == 9


@cites("small-world", "race.skeletons.new_tokens")
def test_new_skeletons_join_the_redeployment_but_conquer_nothing() -> None:
    state = Scene().active(0, "skeletons", "merchant", {9: 7}).conquest(0)
    play(state, "conquer 3", "conquer 10")
    assert tribe(state, "skeletons")["hand"] == 0
    assert refused(state, "conquer 4") == "no_token_in_hand"
    play(state, "stop")
    assert refused(state, "conquer 4") == "not_asked"
    assert refused(state, "deploy 3 6") == "not_that_many"
    play(state, "deploy 3 5")  # 2 + 2 spare tokens and the new one
    assert region(state, 3)["tokens"] == 6


@cites("small-world", "race.skeletons.new_tokens")
@pytest.mark.parametrize(("out", "new"), [(18, 2), (19, 1), (20, 0)])
def test_skeletons_take_no_more_than_the_tray_holds(out: int, new: int) -> None:
    state = Scene().active(0, "skeletons", "merchant", {9: out}).conquest(0)
    play(state, "conquer 3", "conquer 10", "conquer 14", "conquer 13", "stop")
    end_turn(state)
    assert tribe(state, "skeletons")["tokens"] == out + new


# ---------------------------------------------------------------- Tritons


@cites("small-world", "race.tritons")
def test_tritons_need_one_token_less_on_the_coast() -> None:
    state = Scene().active(0, "tritons", "merchant", {9: 4, 17: 1, 20: 1}).conquest(0)
    assert price(state, 8) == 2 + 1 - 1  # mountain on the lake
    assert price(state, 12) == 2 + 1 - 1  # Lost Tribe on the lake
    assert price(state, 21) == 2 - 1  # on the sea
    assert price(state, 4) == 2  # inland
    assert price(state, 14) == 2 + 1  # inland hill
    assert price(state, 11) == 2 + 1  # inland farmland
    assert price(state, 18) == 2 + 1  # inland swamp on the edge of the board
    play(state, "conquer 21")
    assert region(state, 21)["tokens"] == 1


@cites("small-world", "race.tritons")
def test_tritons_have_no_discount_on_the_water_itself() -> None:
    state = Scene().active(0, "tritons", "seafaring", {2: 4, 20: 1}).conquest(0)
    assert price(state, 7) == 2  # lake
    assert price(state, 22) == 2  # sea
    state = Scene().active(0, "tritons", "merchant", {2: 4}).conquest(0)
    assert refused(state, "conquer 7") == "water_closed"


# ---------------------------------------------------------------- Trolls


@cites("small-world", "race.trolls")
def test_trolls_build_a_lair_at_each_conquest_at_once() -> None:
    state = Scene().active(0, "trolls", "dragon_master", {}, hand=7).conquest(0)
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {"lair": 1}
    play(state, "conquer 9", "use dragon_master", "conquer 3")
    assert region(state, 9)["marks"] == {"lair": 1}
    assert region(state, 3)["marks"] == {"lair": 1, "dragon": 1}
    play(state, "conquer 10", "? die 0")  # a failed attempt builds nothing
    assert region(state, 10)["marks"] == {}


@cites("small-world", "race.trolls")
def test_trolls_build_a_lair_after_the_last_die_too() -> None:
    state = Scene().active(0, "trolls", "merchant", {}, hand=1).conquest(0)
    play(state, "conquer 4", "? die 1")
    assert region(state, 4)["marks"] == {"lair": 1}


@cites("small-world", "race.trolls")
def test_option_lairs_may_be_left_out() -> None:
    state = Scene(lairs_optional="yes").active(0, "trolls", "merchant", {}, hand=7).conquest(0)
    play(state, "conquer 4")
    assert refused(state, "conquer 9") == "not_asked"
    assert refused(state, "place trolls 9") == "not_offered"
    play(state, "no trolls", "conquer 9", "place trolls 9")
    assert (region(state, 4)["marks"], region(state, 9)["marks"]) == ({}, {"lair": 1})
    default = play(Scene().active(0, "trolls", "merchant", {}, hand=7).conquest(0), "conquer 4")
    assert can(default, "conquer 9")
    assert not can(default, "no trolls")


@cites("small-world", "race.trolls.defence")
def test_a_lair_defends_active_trolls() -> None:
    scene = Scene().active(1, "trolls", "forest", {9: 2, 8: 1}).mark(9, "lair").mark(8, "lair")
    state = scene.active(0, "ratmen", "merchant", {4: 8, 3: 1}).conquest(0)
    assert price(state, 9) == 2 + 2 + 1
    assert price(state, 8) == 2 + 1 + 1 + 1  # the mountain too


@cites("small-world", "race.trolls.defence")
def test_lairs_stay_and_defend_in_decline() -> None:
    scene = Scene().active(0, "trolls", "forest", {9: 2, 4: 1}).mark(9, "lair").mark(4, "lair")
    state = scene.active(1, "ratmen", "forest", {3: 8}).turn(0)
    play(state, "decline")
    assert region(state, 9)["marks"] == {"lair": 1}
    play(state, "expand")
    assert price(state, 9) == 2 + 1 + 1
    assert price(state, 4) == 2 + 1 + 1


@cites("small-world", "race.trolls.removed")
@pytest.mark.parametrize("mode", ["active", "declined"])
def test_a_conquered_lair_is_removed_and_does_not_defend_the_conqueror(mode: str) -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 8})
    if mode == "active":
        scene.active(1, "trolls", "forest", {9: 1, 14: 5})
    else:
        scene.declined(1, "trolls", {9: 1}).active(1, "humans", "forest", {14: 5})
    state = scene.mark(9, "lair").conquest(0)
    play(state, "conquer 9")  # 2 + 1 + 1
    assert region(state, 9)["marks"] == {}
    assert region(state, 9)["tokens"] == 4
    play(state, "stop", "deploy 4:6 9:0")
    play(state, "expand")
    assert price(state, 9) == 2 + 1


@cites("small-world", "race.trolls.removed")
def test_an_abandoned_lair_is_removed() -> None:
    state = Scene().active(0, "trolls", "merchant", {4: 1, 9: 1}).mark(4, "lair").mark(9, "lair").conquest(0)
    play(state, "abandon 4")
    assert region(state, 4)["marks"] == {}
    assert region(state, 9)["marks"] == {"lair": 1}


# ---------------------------------------------------------------- Wizards


@cites("small-world", "race.wizards")
def test_active_wizards_gain_a_coin_for_each_magic_region() -> None:
    scene = Scene().active(0, "wizards", "hill", {1: 1, 13: 1, 9: 1}).declined(0, "ratmen", {16: 1})
    state = scene.conquest(0)
    play(state, "stop")
    assert coins_for(state, "wizards") == 2  # 1 and 13; the Ratmen's 16 and the free 10 bring nothing
    assert coins_for(state, "regions") == 4


@cites("small-world", "race.wizards")
def test_wizards_in_decline_gain_nothing_for_magic() -> None:
    state = Scene().active(0, "wizards", "hill", {1: 1, 13: 1}).turn(0)
    play(state, "decline")
    assert (coins_for(state, "regions"), coins_for(state, "wizards")) == (2, 0)
    state = Scene().active(0, "ratmen", "hill", {2: 1}).declined(0, "wizards", {1: 1, 13: 1}).conquest(0)
    play(state, "stop")
    assert (coins_for(state, "regions"), coins_for(state, "wizards")) == (3, 0)
