"""Where races meet each other and the powers: rulings on questions that no printed text decides, by their number."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, end_turn, play, price, refused, region, stock, tribe


def acting(state: State) -> str:
    """The race that is asked now, or what is asked if it is no race's question."""
    ask = state.view(0)["ask"]
    assert isinstance(ask, dict)
    return str(ask.get("tribe", ask["code"]))


# ---------------------------------------------------------------- 1-5: Ghouls


@cites("small-world", "race.ghouls.immunity", "race.halflings.removed")
def test_interaction_11_1_own_ghouls_may_attack_own_hole() -> None:
    scene = Scene(natives=False).active(0, "halflings", "merchant", {4: 1, 18: 4}).mark(4, "hole")
    state = scene.note("halflings", 2).declined(0, "ghouls", {9: 4}).conquest(0)
    play(state, "conquer 4", "stop")
    play(state, "deploy 4:0")
    assert region(state, 4)["marks"] == {}
    play(state, "conquer 17")
    assert region(state, 17)["marks"] == {}  # the hole is gone for good, not moved


@cites("small-world", "race.ghouls.immunity")
def test_interaction_11_1_own_ghouls_send_the_hero_back_to_be_placed_again() -> None:
    scene = Scene().active(0, "humans", "heroic", {4: 1, 18: 1, 1: 1}).mark(4, "hero").mark(18, "hero")
    state = scene.declined(0, "ghouls", {9: 4}).conquest(0)
    play(state, "conquer 4")
    assert stock(state, "hero") == 1
    play(state, "stop", "deploy 4:0", "stop", "place heroic 1 18")
    assert [region(state, r)["marks"] for r in (1, 18)] == [{"hero": 1}, {"hero": 1}]


@cites("small-world", "race.ghouls.immunity")
def test_interaction_11_1_own_ghouls_send_the_dragon_back_to_be_used_again() -> None:
    scene = Scene().active(0, "humans", "dragon_master", {4: 1, 18: 2}).mark(4, "dragon")
    state = scene.declined(0, "ghouls", {9: 4}).conquest(0)
    play(state, "conquer 4")
    assert stock(state, "dragon") == 1
    play(state, "stop", "deploy 4:0", "use dragon_master", "conquer 17")
    assert region(state, 17)["marks"] == {"dragon": 1}


@cites("small-world", "race.ghouls.own_race", "race.elves")
def test_interaction_11_2_own_ghouls_cost_own_elves_no_token() -> None:
    scene = Scene().active(0, "elves", "merchant", {4: 2, 18: 1}).declined(0, "ghouls", {9: 6})
    state = scene.conquest(0)
    assert price(state, 4) == 2 + 2
    play(state, "conquer 4", "stop", "deploy 4:0", "stop")
    assert region(state, 18)["tokens"] == 3
    assert tribe(state, "elves")["tray"] == 11 - 3


@cites("small-world", "race.ghouls.own_race")
def test_interaction_11_2_camps_defend_against_own_ghouls_and_are_placed_again_this_turn() -> None:
    scene = Scene().active(0, "humans", "bivouacking", {4: 1, 18: 1}).mark(4, "encampment", 2)
    state = scene.mark(18, "encampment", 3).declined(0, "ghouls", {9: 7}).conquest(0)
    assert price(state, 4) == 2 + 1 + 2
    play(state, "conquer 4")
    assert stock(state, "encampment") == 2
    play(state, "stop", "deploy 4:0", "stop", "place bivouacking 18:5")
    assert region(state, 18)["marks"] == {"encampment": 5}


@cites("small-world", "race.ghouls.own_race", "race.trolls.removed")
def test_interaction_11_2_lair_and_fortress_defend_against_own_ghouls_and_are_removed() -> None:
    scene = Scene().active(0, "trolls", "fortified", {4: 1, 18: 1}).mark(4, "lair").mark(4, "fortress")
    state = scene.declined(0, "ghouls", {9: 7}).conquest(0)
    assert price(state, 4) == 2 + 1 + 1 + 1
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}


@cites("small-world", "race.ghouls.own_last_region")
def test_interaction_11_3_elves_driven_off_by_own_ghouls_re_enter_next_turn() -> None:
    scene = Scene().active(0, "elves", "merchant", {4: 3}).declined(0, "ghouls", {9: 7})
    state = scene.active(1, "ratmen", "forest", {18: 1}).conquest(0)
    play(state, "conquer 4", "stop", "deploy 4:0")
    assert acting(state) == "elves"
    assert refused(state, "conquer 1") == "no_token_in_hand"
    play(state, "stop")
    assert tribe(state, "elves")["hand"] == 3
    end_turn(state)
    play(state, "expand", "stop", "deploy 4:0")
    assert refused(state, "conquer 13") == "not_border"
    play(state, "conquer 1")
    assert region(state, 1)["holder"] == "elves"


@cites("small-world", "race.ghouls.own_race", "decline.one_token_each")
def test_interaction_11_3_stout_race_driven_off_by_own_ghouls_declines_with_one_token_each() -> None:
    scene = Scene().active(0, "humans", "stout", {4: 4, 18: 1}).declined(0, "ghouls", {9: 8})
    state = scene.active(1, "ratmen", "forest", {1: 1}).conquest(0)
    play(state, "conquer 4", "stop", "deploy 4:0", "stop", "yes stout")
    # The 3 Humans driven off go to the tray with the decline; none of them returns to 18.
    assert region(state, 18)["tokens"] == 1
    assert tribe(state, "humans")["tray"] == 9


@cites("small-world", "race.ghouls.separate")
def test_interaction_11_4_a_diplomats_ghouls_do_not_count_as_his_attack() -> None:
    scene = Scene().active(0, "humans", "diplomat", {18: 1}).declined(0, "ghouls", {9: 5})
    state = scene.active(1, "ratmen", "forest", {4: 2, 1: 1}).conquest(0)
    play(state, "conquer 4", "stop", "deploy 4:0", "stop")
    assert can(state, "name diplomat 1")
    scene = Scene().active(0, "humans", "diplomat", {9: 5}).active(1, "ratmen", "forest", {4: 2, 1: 1})
    state = play(scene.conquest(0), "conquer 4", "stop", "deploy 4:0")
    assert refused(state, "name diplomat 1") == "was_attacked"  # his own race's attack does


@cites("small-world", "race.ghouls.separate")
def test_interaction_11_4_peace_binds_the_active_race_but_not_its_owners_ghouls() -> None:
    scene = Scene().active(0, "humans", "diplomat", {4: 1}).note("diplomat", 1 + 1)
    state = scene.active(1, "ratmen", "forest", {3: 5}).declined(1, "ghouls", {9: 5}).conquest(1)
    assert acting(state) == "ghouls"
    assert can(state, "conquer 4")
    play(state, "stop")
    assert acting(state) == "ratmen"
    assert refused(state, "conquer 4") == "at_peace"


@cites("small-world", "race.ghouls.separate")
def test_interaction_11_4_a_diplomat_may_attack_ghouls_and_name_their_owner() -> None:
    scene = Scene().active(0, "humans", "diplomat", {4: 5}).declined(1, "ghouls", {9: 2, 14: 1})
    state = scene.active(1, "ratmen", "forest", {1: 1}).conquest(0)
    play(state, "conquer 9", "stop", "deploy 4:0")
    assert can(state, "name diplomat 1")


@cites("small-world", "race.ghouls.no_power")
def test_interaction_11_5_ghouls_move_in_and_out_of_a_kept_sea() -> None:
    scene = Scene().declined(0, "ghouls", {0: 3, 1: 1}).active(0, "humans", "merchant", {18: 1})
    state = scene.conquest(0)
    out = play(state.clone(), "stop", "deploy 0:0 1:2")
    assert [region(out, r)["tokens"] for r in (0, 1)] == [1, 3]
    stay = play(state.clone(), "stop", "deploy 0:2 1:0")
    assert [region(stay, r)["tokens"] for r in (0, 1)] == [3, 1]
    play(state, "conquer 5")  # from the sea and its shore: 2 tokens and a die for the mountain
    play(state, "? die 1")
    assert region(state, 5)["holder"] == "ghouls"


@cites("small-world", "race.ghouls.no_power")
def test_interaction_11_5_an_emptied_sea_or_fortress_is_lost() -> None:
    scene = Scene().declined(0, "ghouls", {0: 2, 1: 1, 2: 3}).mark(2, "fortress")
    state = scene.active(0, "humans", "merchant", {18: 1}).conquest(0)
    play(state, "abandon 0", "abandon 2")
    assert region(state, 2)["marks"] == {}
    assert refused(state, "conquer 0") == "water_closed"
    play(state, "conquer 2")
    assert region(state, 2)["marks"] == {}
    end_turn(state)
    assert coins_for(state, "regions") == 3  # 1, 2 and the Humans' 18


# ---------------------------------------------------------------- 6-8: Amazons


@cites("small-world", "race.amazons.die")
def test_interaction_11_7_the_last_die_leaves_the_owner_free_where_the_four_go() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {9: 2, 4: 2})
    state = scene.active(1, "humans", "forest", {10: 6}).conquest(0)
    play(state, "conquer 10", "? die 2")  # 2 + 4 tokens and 2 pips against 8
    assert [region(state, r)["tokens"] for r in (4, 9, 10)] == [1, 1, 1]
    assert tribe(state, "amazons")["hand"] == 1  # 8 - 4 = 4 tokens in 3 regions
    for r in (4, 9, 10):
        end = play(state.clone(), f"deploy {r}:1")
        assert region(end, r)["tokens"] == 2


@cites("small-world", "race.amazons.return", "race.amazons")
def test_interaction_11_8_amazons_driven_off_enter_with_the_four() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {4: 2})
    state = scene.active(1, "ratmen", "forest", {9: 6}).turn(1)
    play(state, "expand", "conquer 4")
    end_turn(state)
    assert tribe(state, "amazons")["hand"] == 1
    play(state, "expand")
    assert tribe(state, "amazons")["hand"] == 5
    assert refused(state, "conquer 13") == "not_border"
    play(state, "conquer 1", "conquer 2", "stop")  # 2 + 2, 1 in hand: after 4 have left, 1 token in 1 region
    play(state, "empty amazons 2")
    assert tribe(state, "amazons")["regions"] == [1]
    assert tribe(state, "amazons")["tokens"] == 1


# ---------------------------------------------------------------- 9-10: what counts as a conquered region


@cites("small-world", "race.orcs.counted")
def test_interaction_11_9_a_dragons_conquest_counts_once_for_orcs_and_skeletons() -> None:
    orcs = Scene().active(0, "orcs", "dragon_master", {9: 2}).conquest(0)
    play(orcs, "use dragon_master", "conquer 3")
    end_turn(orcs)
    assert coins_for(orcs, "orcs") == 1
    empty = Scene().active(0, "orcs", "dragon_master", {9: 2}).conquest(0)
    play(empty, "use dragon_master", "conquer 8")  # an empty mountain
    end_turn(empty)
    assert coins_for(empty, "orcs") == 0
    skeletons = Scene().active(0, "skeletons", "dragon_master", {9: 5}).conquest(0)
    play(skeletons, "use dragon_master", "conquer 3", "conquer 10")
    end_turn(skeletons)
    assert tribe(skeletons, "skeletons")["tokens"] == 6


@cites("small-world", "race.orcs.counted")
def test_interaction_11_9_a_replacement_counts_for_pillaging() -> None:
    scene = Scene().active(0, "sorcerers", "pillaging", {9: 1}).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    play(state, "use sorcerers", "conquer 4")
    end_turn(state)
    assert coins_for(state, "pillaging") == 1


@cites("small-world", "race.orcs.counted")
def test_interaction_11_9_a_die_counts_for_orcs_pillaging_and_skeletons() -> None:
    orcs = Scene().active(0, "orcs", "pillaging", {9: 2}).conquest(0)
    play(orcs, "conquer 3", "? die 2")
    end_turn(orcs)
    assert (coins_for(orcs, "orcs"), coins_for(orcs, "pillaging")) == (1, 1)
    skeletons = Scene().active(0, "skeletons", "merchant", {9: 5}).conquest(0)
    play(skeletons, "conquer 3", "conquer 10", "? die 2")
    end_turn(skeletons)
    assert tribe(skeletons, "skeletons")["tokens"] == 6


@cites("small-world", "race.orcs.counted", "abandon.reconquer")
def test_interaction_11_10_an_abandoned_region_counts_for_nothing_when_retaken() -> None:
    state = Scene().active(0, "orcs", "merchant", {4: 4, 9: 1}).conquest(0)
    play(state, "abandon 9", "conquer 9")
    end_turn(state)
    assert coins_for(state, "orcs") == 0


@cites("small-world", "race.orcs.counted")
def test_interaction_11_10_each_conquest_counts_only_if_non_empty_at_that_moment() -> None:
    # With abandoning between conquests one region can fall twice: first with its Lost Tribe, then empty.
    state = Scene(abandon_between_conquests="yes").active(0, "orcs", "merchant", {9: 7}).conquest(0)
    play(state, "conquer 3", "abandon 3", "conquer 3")
    end_turn(state)
    assert coins_for(state, "orcs") == 1


# ---------------------------------------------------------------- 16-23


@cites("small-world", "race.giants")
def test_interaction_11_16_a_mountain_taken_this_turn_serves_giants_at_once() -> None:
    state = Scene(natives=False).active(0, "giants", "merchant", {9: 6}).conquest(0)
    assert price(state, 14) == 2
    play(state, "conquer 8")
    assert region(state, 8)["tokens"] == 3  # no discount on the mountain itself
    assert price(state, 14) == 1
    assert price(state, 4) == 2


@cites("small-world", "race.giants", "race.giants.reach")
def test_interaction_11_16_a_mountain_cavern_taken_this_turn_serves_underworld_giants_at_once() -> None:
    scene = Scene().active(0, "giants", "underworld", {1: 6}).active(1, "humans", "forest", {14: 2})
    state = scene.conquest(0)
    assert refused(state, "conquer 14") == "not_adjacent"
    play(state, "conquer 5")
    assert region(state, 5)["tokens"] == 2 + 1 - 1
    assert price(state, 14) == 2 + 2 - 1 - 1
    assert can(state, "conquer 14")


@cites("small-world", "race.giants.held")
def test_interaction_11_17_a_mountain_given_up_or_in_decline_serves_giants_no_more() -> None:
    state = Scene(natives=False).active(0, "giants", "merchant", {8: 3, 9: 2}).conquest(0)
    assert price(state, 14) == 1
    play(state, "abandon 8")
    assert price(state, 14) == 2
    scene = Scene(natives=False).active(0, "giants", "merchant", {9: 4}).declined(0, "humans", {8: 1})
    assert price(scene.conquest(0), 14) == 2


@cites("small-world", "race.trolls.removed", "race.trolls")
def test_interaction_11_19_trolls_retaking_an_abandoned_region_build_a_new_lair() -> None:
    state = Scene().active(0, "trolls", "merchant", {4: 5, 9: 1}).mark(4, "lair").mark(9, "lair").conquest(0)
    assert stock(state, "lair") == 8
    play(state, "abandon 9")
    assert (region(state, 9)["marks"], stock(state, "lair")) == ({}, 9)
    play(state, "conquer 9")
    assert (region(state, 9)["marks"], stock(state, "lair")) == ({"lair": 1}, 8)
    assert region(state, 9)["tokens"] == 2  # the old lair did not count against its builders


@cites("small-world", "race.trolls")
def test_interaction_11_19_ten_trolls_never_run_out_of_lairs() -> None:
    held = {1: 2, 2: 1, 3: 1, 4: 1, 6: 1, 8: 1, 9: 1, 10: 1, 14: 1}
    scene = Scene(natives=False).active(0, "trolls", "merchant", held)
    for r in held:
        scene.mark(r, "lair")
    state = scene.conquest(0)
    play(state, "conquer 20", "? die 1")
    assert region(state, 20)["marks"] == {"lair": 1}
    assert stock(state, "lair") == 0


@cites("small-world", "conquest.own_declined", "race.orcs.counted")
def test_interaction_11_23_a_spirit_race_may_be_attacked_by_its_owner() -> None:
    scene = Scene().declined(0, "humans", {9: 1, 18: 1}, power="spirit").active(0, "orcs", "merchant", {4: 5})
    state = scene.conquest(0)
    play(state, "conquer 9")  # 2 + 1
    assert tribe(state, "humans")["regions"] == [18]
    assert tribe(state, "humans")["tray"] == 9
    end_turn(state)
    assert coins_for(state, "orcs") == 1


# ---------------------------------------------------------------- the table of meetings


@cites("small-world", "race.halflings.immune")
@pytest.mark.parametrize(
    ("race", "power", "piece"),
    [("halflings", "forest", "hole"), ("humans", "heroic", "hero")],
)
def test_the_dragon_is_stopped_by_hole_and_hero(race: str, power: str, piece: str) -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 2}).active(1, race, power, {4: 1, 8: 3}).mark(4, piece)
    state = play(scene.conquest(0), "use dragon_master")
    assert refused(state, "conquer 4") == "region_immune"
    assert can(state, "conquer 8")


@cites("small-world", "race.trolls.defence")
def test_the_dragon_takes_stack_lair_fortress_and_mountain_for_one_token() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 2}).active(1, "trolls", "fortified", {8: 4})
    state = scene.mark(8, "lair").mark(8, "fortress").conquest(0)
    assert price(state, 8) == 2 + 1 + 4 + 1 + 1
    play(state, "use dragon_master", "conquer 8")
    assert region(state, 8)["tokens"] == 1
    assert region(state, 8)["marks"] == {"dragon": 1}


@cites("small-world", "race.skeletons", "race.orcs.counted")
def test_skeletons_count_own_declined_enemy_declined_and_lost_tribes() -> None:
    scene = Scene().active(0, "skeletons", "merchant", {9: 13}).declined(0, "humans", {4: 1})
    state = scene.declined(1, "elves", {10: 1}).active(1, "orcs", "forest", {8: 1}).conquest(0)
    play(state, "conquer 4", "conquer 10", "conquer 3", "conquer 14", "stop")
    end_turn(state)
    assert tribe(state, "skeletons")["tokens"] == 13 + 2


@cites("small-world", "race.amazons.return")
def test_stout_amazons_decline_without_the_four() -> None:
    scene = Scene(natives=False).active(0, "amazons", "stout", {4: 3, 9: 1})
    state = scene.active(1, "humans", "forest", {18: 1}).conquest(0)
    play(state, "stop", "deploy 4:2", "yes stout")
    assert [region(state, r)["tokens"] for r in (4, 9)] == [1, 1]
    assert tribe(state, "amazons")["tray"] == 13
    assert coins_for(state, "regions") == 2
