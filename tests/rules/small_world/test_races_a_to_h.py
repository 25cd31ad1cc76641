"""Races: Amazons, Dwarves, Elves, Giants, Halflings and Humans."""

import pytest

from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, end_turn, happened, play, price, refused, region, tribe

DRAW = ("? race elves", "? badge alchemist")
"""What chance lays into the gap of the row after a pick."""


# ---------------------------------------------------------------- Amazons


@cites("small-world", "race.amazons")
def test_amazons_take_four_tokens_more_than_banner_and_badge_show() -> None:
    state = Scene().combos(("amazons", "merchant", 0)).turn(0)
    play(state, "pick 0", *DRAW)
    assert tribe(state, "amazons")["hand"] == 6 + 4 + 2
    assert tribe(state, "amazons")["tray"] == 15 - 12


@cites("small-world", "race.amazons")
def test_amazons_conquer_with_the_four_in_every_turn() -> None:
    state = Scene(natives=False).active(0, "amazons", "merchant", {4: 1}).conquest(0)
    assert tribe(state, "amazons")["hand"] == 4
    play(state, "conquer 9", "conquer 3")  # 2 + 2
    assert refused(state, "conquer 10") == "no_token_in_hand"


@cites("small-world", "race.amazons.leave")
def test_four_amazons_leave_after_redeployment_and_every_region_keeps_one() -> None:
    state = Scene(natives=False).active(0, "amazons", "merchant", {4: 3, 9: 1}).conquest(0)
    assert tribe(state, "amazons")["hand"] == 2 + 4
    play(state, "stop")
    assert refused(state, "deploy 4 3") == "not_that_many"  # only 2 of the 6 stay
    play(state, "deploy 4:1 9:1")
    assert (region(state, 4)["tokens"], region(state, 9)["tokens"]) == (2, 2)
    assert tribe(state, "amazons")["tray"] == 15 - 4
    assert happened(state, "emptied") == []
    assert coins_for(state, "regions") == 2


@cites("small-world", "race.amazons.leave", "race.amazons.emptied")
def test_too_few_amazons_empty_as_few_regions_as_possible_before_scoring() -> None:
    # 1 + 4 tokens hold 3 regions: 2 spare tokens go, and 2 more must come out of regions.
    state = Scene(natives=False).active(0, "amazons", "merchant", {4: 1}).conquest(0)
    play(state, "conquer 9", "conquer 3", "stop")
    assert refused(state, "stop") == "not_asked"
    assert refused(state, "empty amazons 10") == "not_your_region"
    play(state, "empty amazons 3 9")
    assert tribe(state, "amazons")["regions"] == [4]
    assert region(state, 3)["holder"] is None
    assert tribe(state, "amazons")["tokens"] == 1
    assert coins_for(state, "regions") == 1
    assert coins_for(state, "merchant") == 1


@cites("small-world", "race.amazons.emptied")
@pytest.mark.parametrize("kept", [3, 4, 9])
def test_the_owner_chooses_which_regions_amazons_empty(kept: int) -> None:
    state = Scene(natives=False).active(0, "amazons", "merchant", {4: 1}).conquest(0)
    play(state, "conquer 9", "conquer 3", "stop")
    emptied = [r for r in (3, 4, 9) if r != kept]
    play(state, f"empty amazons {emptied[0]} {emptied[1]}")
    assert tribe(state, "amazons")["regions"] == [kept]


@cites("small-world", "race.amazons.emptied")
def test_amazons_with_one_token_too_few_empty_one_region_only() -> None:
    # 2 + 4 tokens hold 3 regions: 3 are spare, so exactly 1 region is emptied.
    state = Scene(natives=False).active(0, "amazons", "merchant", {4: 2}).conquest(0)
    play(state, "conquer 9", "conquer 3", "stop", "empty amazons 3")
    assert tribe(state, "amazons")["regions"] == [4, 9]
    assert coins_for(state, "regions") == 2


@cites("small-world", "race.amazons.leave", "race.amazons.return")
def test_four_amazons_alone_come_back_and_all_leave_again() -> None:
    state = Scene(natives=False).active(0, "amazons", "merchant", {}).conquest(0)
    assert tribe(state, "amazons")["hand"] == 4
    assert refused(state, "conquer 9") == "not_border"
    play(state, "conquer 4", "conquer 9", "stop")
    assert tribe(state, "amazons")["regions"] == []
    assert tribe(state, "amazons")["tray"] == 15
    assert coins_for(state, "regions") == 0


@cites("small-world", "race.amazons.return")
def test_the_four_amazons_do_not_defend_and_return_when_troops_are_readied() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {4: 3})
    state = scene.active(1, "ratmen", "forest", {10: 8}).conquest(0)
    play(state, "stop", "expand")
    assert price(state, 4) == 2 + 3
    play(state, "conquer 4")
    end_turn(state)
    assert tribe(state, "amazons")["hand"] == 2  # one of three lost
    play(state, "expand")
    assert tribe(state, "amazons")["hand"] == 2 + 4


@cites("small-world", "race.amazons.return")
def test_amazons_going_into_decline_do_not_call_the_four_back() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {4: 3, 9: 1})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline")
    assert [region(state, r)["tokens"] for r in (4, 9)] == [1, 1]
    assert tribe(state, "amazons")["tray"] == 13
    assert happened(state, "recruited") == []


@cites("small-world", "race.amazons.die")
def test_a_last_die_takes_all_amazons_and_the_four_leave_from_anywhere() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {9: 4})
    state = scene.active(1, "humans", "forest", {10: 6}).conquest(0)
    play(state, "conquer 10", "? die 1")  # 3 + 4 tokens and 1 pip against 2 + 6
    assert [event.args["n"] for event in happened(state, "conquered")] == [7]
    assert can(state, "deploy 9 2")  # 8 on the map, 4 leave, 1 each stays: 2 go where they like
    play(state, "deploy 9:2 10:0")
    assert (region(state, 9)["tokens"], region(state, 10)["tokens"]) == (3, 1)


# ---------------------------------------------------------------- Dwarves


@cites("small-world", "race.dwarves")
def test_dwarves_gain_a_coin_for_each_mine_they_occupy() -> None:
    state = Scene().active(0, "dwarves", "merchant", {5: 1, 2: 1, 9: 1}).conquest(0)
    play(state, "stop")
    assert coins_for(state, "dwarves") == 2  # mines 5 and 2; 9 has none, mines 15 and 18 are not theirs
    assert coins_for(state, "regions") == 3


@cites("small-world", "race.dwarves.decline")
def test_dwarves_keep_the_mines_bonus_in_the_turn_they_decline() -> None:
    state = Scene().active(0, "dwarves", "merchant", {5: 2, 2: 1, 9: 1}).turn(0)
    play(state, "decline")
    assert coins_for(state, "dwarves") == 2
    assert coins_for(state, "merchant") == 0


@cites("small-world", "race.dwarves.decline")
def test_dwarves_in_decline_go_on_digging() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {2: 1}).declined(0, "dwarves", {5: 1, 18: 1, 9: 1})
    state = scene.conquest(0)
    play(state, "stop")
    assert coins_for(state, "dwarves") == 2  # 5 and 18, but not the Ratmen's mine 2
    assert coins_for(state, "regions") == 4


# ---------------------------------------------------------------- Elves


@cites("small-world", "race.elves")
@pytest.mark.parametrize(("race", "tray", "left"), [("elves", 11, 3), ("wizards", 10, 2)])
def test_a_lone_elf_is_not_lost_where_another_race_loses_its_token(race: str, tray: int, left: int) -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 6})
    state = scene.active(1, race, "forest", {9: 1, 13: 2}).conquest(0)
    play(state, "conquer 9")
    assert tribe(state, race)["tray"] == tray - left
    assert region(state, 13)["tokens"] == 2  # nothing comes back before the end of the turn
    play(state, "stop", "deploy 4:2")
    assert region(state, 13)["tokens"] == left


@cites("small-world", "race.elves")
def test_a_stack_of_elves_returns_whole_and_redeploys_after_the_attacker_scored() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 7})
    state = scene.active(1, "elves", "forest", {9: 3, 13: 1, 20: 1}).conquest(0)
    play(state, "conquer 9")  # 2 + 3
    assert tribe(state, "elves")["retreat"] == 3
    play(state, "stop", "deploy 4:0 9:5")
    assert coins_for(state, "regions") == 2
    assert state.current_player() == 1
    assert refused(state, "deploy 13 4") == "not_that_many"
    play(state, "deploy 13:1 20:2")
    assert (region(state, 13)["tokens"], region(state, 20)["tokens"]) == (2, 3)
    assert tribe(state, "elves")["tray"] == 11 - 5


@cites("small-world", "race.elves")
def test_elves_without_a_region_wait_in_hand_complete() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 4})
    state = scene.active(1, "elves", "forest", {9: 1}).conquest(0)
    play(state, "conquer 9")
    end_turn(state)
    assert tribe(state, "elves")["hand"] == 1
    play(state, "expand")
    assert refused(state, "conquer 9") == "not_border"


@cites("small-world", "race.elves.decline")
def test_elves_in_decline_lose_their_token() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 4})
    state = scene.declined(1, "elves", {9: 1, 13: 1}).conquest(0)
    play(state, "conquer 9")
    assert tribe(state, "elves")["tray"] == 10
    end_turn(state)
    assert tribe(state, "elves")["tokens"] == 1
    assert tribe(state, "elves")["hand"] == 0


# ---------------------------------------------------------------- Giants


@cites("small-world", "race.giants")
def test_giants_need_one_token_less_beside_their_mountain() -> None:
    state = Scene().active(0, "giants", "merchant", {8: 4, 9: 1}).conquest(0)
    assert price(state, 3) == 2 + 1 - 1  # Lost Tribe; borders mountain 8
    assert price(state, 2) == 2 - 1
    assert price(state, 4) == 2  # borders 9 only
    play(state, "conquer 2", "conquer 3")
    assert region(state, 2)["tokens"] == 1
    assert region(state, 3)["tokens"] == 2


@cites("small-world", "race.giants")
def test_a_mountain_beside_the_giants_mountain_is_cheaper_too() -> None:
    state = Scene(players=3).active(0, "giants", "merchant", {26: 4}).conquest(0)
    assert price(state, 27) == 2 + 1 - 1


@cites("small-world", "race.giants.held")
@pytest.mark.parametrize("holder", ["nobody", "own declined race", "opponent"])
def test_a_mountain_the_giants_do_not_hold_gives_no_discount(holder: str) -> None:
    scene = Scene(natives=False).active(0, "giants", "merchant", {9: 5})
    if holder == "own declined race":
        scene.declined(0, "dwarves", {8: 1})
    elif holder == "opponent":
        scene.active(1, "dwarves", "forest", {8: 1})
    state = scene.conquest(0)
    assert price(state, 14) == 2  # borders the Giants' 9 and mountain 8
    assert price(state, 8) == 2 + 1 + (holder != "nobody")


@cites("small-world", "race.giants.reach")
def test_underworld_giants_on_a_mountain_cavern_have_the_discount_on_caverns() -> None:
    scene = Scene().active(1, "humans", "forest", {14: 2})
    state = scene.active(0, "giants", "underworld", {5: 6}).conquest(0)
    assert price(state, 14) == 2 + 2 - 1 - 1
    assert price(state, 6) == 2 + 1 - 1  # by border, no cavern


@cites("small-world", "race.giants.reach")
def test_underworld_giants_need_mountain_and_cavern_in_one_region() -> None:
    scene = Scene().active(1, "humans", "forest", {14: 2})
    state = scene.active(0, "giants", "underworld", {19: 4, 17: 1}).conquest(0)
    assert price(state, 14) == 2 + 2 - 1  # mountain 19 has no cavern, cavern 17 no mountain


@cites("small-world", "race.giants.reach")
def test_flying_giants_need_a_real_border_with_their_mountain() -> None:
    state = Scene(natives=False).active(0, "giants", "flying", {8: 5}).conquest(0)
    assert price(state, 9) == 1
    assert price(state, 11) == 2
    assert can(state, "conquer 11")


# ---------------------------------------------------------------- Halflings


@cites("small-world", "race.halflings")
def test_halflings_enter_anywhere_on_land_where_others_keep_to_the_border() -> None:
    state = Scene().active(0, "halflings", "merchant", {}, hand=8).conquest(0)
    assert refused(state, "conquer 7") == "water_closed"
    play(state, "conquer 9")
    assert refused(state, "conquer 20") == "not_adjacent"  # only the entry is free
    state = Scene().active(0, "humans", "merchant", {}, hand=7).conquest(0)
    assert refused(state, "conquer 9") == "not_border"


@cites("small-world", "race.halflings")
def test_seafaring_halflings_may_enter_through_the_lake() -> None:
    assert can(Scene().active(0, "halflings", "seafaring", {}, hand=8).conquest(0), "conquer 7")
    assert refused(Scene().active(0, "orcs", "seafaring", {}, hand=8).conquest(0), "conquer 7") == "not_border"


@cites("small-world", "race.halflings")
def test_halflings_enter_anywhere_again_after_losing_or_abandoning_all() -> None:
    driven_off = Scene().active(0, "halflings", "merchant", {}, hand=4).note("halflings", 2).conquest(0)
    assert can(driven_off, "conquer 9")
    left = Scene().active(0, "halflings", "merchant", {4: 4}).note("halflings", 2).conquest(0)
    assert refused(left, "conquer 13") == "not_adjacent"
    play(left, "abandon 4")
    assert can(left, "conquer 13")


@cites("small-world", "race.halflings.holes")
def test_the_first_two_regions_get_a_hole_and_the_third_none() -> None:
    state = Scene(natives=False).active(0, "halflings", "merchant", {}, hand=8).conquest(0)
    play(state, "conquer 9", "conquer 4", "conquer 3")
    assert [region(state, r)["marks"] for r in (9, 4, 3)] == [{"hole": 1}, {"hole": 1}, {}]
    assert not can(state, "no halflings")


@cites("small-world", "race.halflings.holes")
def test_the_first_two_regions_are_counted_once_per_race_not_per_turn() -> None:
    scene = Scene(natives=False).active(1, "humans", "forest", {18: 1})
    state = scene.active(0, "halflings", "merchant", {}, hand=7).conquest(0)
    play(state, "conquer 9")
    end_turn(state)
    end_turn(state)
    play(state, "expand", "conquer 4", "conquer 3")
    assert [region(state, r)["marks"] for r in (9, 4, 3)] == [{"hole": 1}, {"hole": 1}, {}]


@cites("small-world", "race.halflings.holes")
def test_regions_taken_by_die_dragon_or_from_the_own_declined_race_get_holes() -> None:
    by_die = Scene().active(0, "halflings", "merchant", {}, hand=1).conquest(0)
    play(by_die, "conquer 9", "? die 1")
    assert region(by_die, 9)["marks"] == {"hole": 1}
    scene = Scene().active(0, "halflings", "dragon_master", {}, hand=5).declined(0, "humans", {14: 1})
    state = scene.conquest(0)
    play(state, "use dragon_master", "conquer 9", "conquer 14", "stop")
    assert region(state, 9)["marks"] == {"hole": 1, "dragon": 1}
    assert region(state, 14)["marks"] == {"hole": 1}
    failed = Scene().active(0, "halflings", "merchant", {}, hand=1).conquest(0)
    play(failed, "conquer 9", "? die 0")
    assert region(failed, 9)["marks"] == {}


@cites("small-world", "race.halflings.holes")
def test_option_holes_may_be_left_out() -> None:
    state = Scene(natives=False, holes_optional="yes").active(0, "halflings", "merchant", {}, hand=8).conquest(0)
    play(state, "conquer 9")
    assert refused(state, "conquer 4") == "not_asked"
    assert refused(state, "place halflings 4") == "not_offered"
    play(state, "no halflings", "conquer 4", "place halflings 4", "conquer 3")
    assert [region(state, r)["marks"] for r in (9, 4, 3)] == [{}, {"hole": 1}, {}]
    assert can(state, "conquer 2")  # the third region is no longer asked about


@cites("small-world", "race.halflings.immune")
def test_a_hole_keeps_out_every_enemy() -> None:
    for power in ("merchant", "flying", "dragon_master"):
        scene = Scene().active(1, "halflings", "forest", {9: 1, 13: 1}).mark(9, "hole")
        state = scene.active(0, "ratmen", power, {10: 9, 14: 1}).conquest(0)
        assert refused(state, "conquer 9") == "region_immune"
        if power == "dragon_master":
            play(state, "use dragon_master")
            assert refused(state, "conquer 9") == "region_immune"
        assert can(state, "conquer 13")  # the Halflings without a hole


@cites("small-world", "race.halflings.removed")
def test_an_abandoned_hole_is_gone_and_no_region_gets_a_new_one() -> None:
    scene = Scene(natives=False).active(0, "halflings", "merchant", {9: 1, 4: 7}).mark(9, "hole").mark(4, "hole")
    state = scene.note("halflings", 2).conquest(0)
    play(state, "abandon 9")
    assert region(state, 9)["marks"] == {}
    play(state, "conquer 9", "conquer 3")
    assert [region(state, r)["marks"] for r in (9, 4, 3)] == [{}, {"hole": 1}, {}]


@cites("small-world", "race.halflings.removed")
def test_holes_vanish_in_decline_and_the_region_falls_like_any_other() -> None:
    scene = Scene().active(0, "halflings", "merchant", {9: 2}).mark(9, "hole")
    state = scene.active(1, "humans", "forest", {4: 4}).turn(0)
    play(state, "decline")
    assert region(state, 9)["marks"] == {}
    play(state, "expand")
    assert price(state, 9) == 2 + 1
    assert can(state, "conquer 9")


# ---------------------------------------------------------------- Humans


@cites("small-world", "race.humans")
def test_active_humans_gain_a_coin_for_each_farmland() -> None:
    scene = Scene().active(0, "humans", "forest", {1: 1, 9: 1, 4: 1}).declined(0, "ratmen", {11: 1})
    state = scene.conquest(0)
    play(state, "stop")
    assert coins_for(state, "humans") == 2  # farmlands 1 and 9; hill 4 and the Ratmen's farmland 11 bring nothing
    assert coins_for(state, "regions") == 4


@cites("small-world", "race.humans")
def test_humans_in_decline_gain_nothing_for_farmland() -> None:
    state = Scene().active(0, "humans", "forest", {1: 1, 9: 1}).turn(0)
    play(state, "decline")
    assert (coins_for(state, "regions"), coins_for(state, "humans")) == (2, 0)
    state = Scene().active(0, "ratmen", "hill", {2: 1}).declined(0, "humans", {1: 1, 9: 1}).conquest(0)
    play(state, "stop")
    assert (coins_for(state, "regions"), coins_for(state, "humans")) == (3, 0)
