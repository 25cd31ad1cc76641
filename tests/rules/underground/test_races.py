"""The races of Underground."""

import pytest

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, deal, end_turn, play, price, refused, region, settle, stop, tribe


@cites("underground", "race.cultists")
def test_the_great_ancient_stands_in_the_first_region() -> None:
    state = bare().active(0, "cultists", "wise", {}, hand=9).active(1, "ogres", "stone", {5: 9}).conquest(0)
    assert price(state, 3) == 2
    play(state, "conquer 3")
    assert region(state, 3)["marks"] == {"great_ancient": 1}
    assert price(state, 4) == 1
    assert price(state, 9) == 1
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}


@cites("underground", "race.cultists", "conquest.immune")
def test_the_region_of_the_great_ancient_is_immune_to_opponents() -> None:
    scene = bare().active(0, "ogres", "stone", {4: 1}, hand=8).active(1, "cultists", "wise", {3: 1, 9: 1})
    state = scene.mark(3, "great_ancient").note("cultists", 1).conquest(0)
    assert refused(state, "conquer 3") == "region_immune"
    assert can(state, "conquer 9")


@cites("underground", "race.cultists.move")
def test_the_great_ancient_may_move_when_a_turn_begins() -> None:
    scene = bare().active(0, "cultists", "wise", {3: 2, 9: 2}).active(1, "ogres", "stone", {25: 2})
    state = scene.mark(3, "great_ancient").note("cultists", 1).turn(0)
    assert asked(state) == "unit.cultists"
    assert refused(state, "place cultists 3") == "not_offered"
    assert refused(state, "place cultists 25") == "not_your_region"
    play(state, "place cultists 9")
    assert region(state, 9)["marks"] == {"great_ancient": 1}
    assert region(state, 3)["marks"] == {}


@cites("underground", "race.cultists.adjacent")
def test_the_pipe_makes_regions_adjacent_to_the_great_ancient() -> None:
    scene = bare().active(0, "cultists", "wise", {3: 3}).active(1, "ogres", "stone", {25: 2})
    scene.mark(3, "great_ancient").note("cultists", 1).thing(3, "great_brass_pipe")
    state = play(scene.turn(0), "no cultists", "expand")
    assert price(state, 21) == 1
    assert refused(state, "conquer 17") == "not_adjacent"


@pytest.mark.parametrize(("option", "cost"), [("yes", 1), ("no", 2)])
@cites("underground", "race.cultists.adjacent", "relic.flying_doormat")
def test_the_doormat_makes_regions_adjacent_to_the_great_ancient(option: str, cost: int) -> None:
    scene = bare(doormat_makes_adjacent=option).active(0, "cultists", "wise", {3: 3, 25: 1})
    scene.mark(3, "great_ancient").note("cultists", 1).thing(25, "flying_doormat").active(1, "ogres", "stone", {10: 2})
    state = play(scene.turn(0), "no cultists", "expand")
    assert price(state, 26) == 2, "beside 25, not beside the Great Ancient"
    play(state, "use flying_doormat")
    assert price(state, 17) == cost, "wherever the Doormat was"
    assert price(state, 26) == cost
    assert price(state, 9) == 1, "adjacent anyway, and cheaper only once"
    play(state, "conquer 17")
    assert price(state, 18) == 2, "the Doormat serves one conquest"
    scene = bare(doormat_makes_adjacent=option).active(0, "cultists", "magic", {3: 3})
    scene.mark(3, "great_ancient").note("cultists", 1).active(1, "ogres", "stone", {10: 2}).thing(10, "flying_doormat")
    state = play(scene.turn(0), "no cultists", "expand", "use bag_flying_doormat")
    assert price(state, 17) == cost, "the bag stands for the relic"
    scene = bare(doormat_makes_adjacent=option).active(0, "cultists", "wise", {3: 3}).thing(3, "flying_doormat")
    state = play(scene.note("cultists", 1).active(1, "ogres", "stone", {10: 2}).turn(0), "no cultists", "expand")
    assert price(play(state, "use flying_doormat"), 17) == 2, "without the Great Ancient nothing is cheaper"


@cites("underground", "race.cultists.left", "abandon.pieces")
def test_the_great_ancient_comes_back_when_its_region_is_left() -> None:
    scene = bare().active(0, "cultists", "stone", {3: 3, 4: 1}).mark(3, "great_ancient").note("cultists", 1)
    state = play(scene.active(1, "ogres", "wise", {25: 2}).turn(0), "no cultists", "expand", "abandon 3")
    assert region(state, 3)["marks"] == {}
    assert price(state, 9) == 2, "no discount while it is away"
    end_turn(end_turn(state))
    assert asked(state) == "unit.cultists"
    assert refused(state, "place cultists 3") == "not_your_region"
    play(state, "place cultists 4")
    assert region(state, 4)["marks"] == {"great_ancient": 1}


@cites("underground", "race.cultists.left", "conquest.first_again")
def test_a_second_entry_does_not_bring_the_great_ancient() -> None:
    scene = bare().active(0, "cultists", "stone", {3: 5}).mark(3, "great_ancient").note("cultists", 1)
    state = play(scene.active(1, "ogres", "wise", {25: 2}).turn(0), "no cultists", "expand", "abandon 3")
    assert can(state, "conquer 1")
    assert refused(state, "conquer 9") == "not_border"
    play(state, "conquer 1")
    assert region(state, 1)["marks"] == {}
    end_turn(end_turn(state))
    play(state, "place cultists 1")
    assert region(state, 1)["marks"] == {"great_ancient": 1}
    first = bare().active(0, "cultists", "stone", {}, hand=9).active(1, "ogres", "wise", {25: 2}).conquest(0)
    assert region(play(first, "conquer 1"), 1)["marks"] == {"great_ancient": 1}, "as the first of all does"
    play(first, "conquer 7")
    assert region(first, 7)["marks"] == {}
    end_turn(end_turn(first))
    play(first, "no cultists", "expand", "abandon 1", "abandon 7", "conquer 3")
    assert region(first, 3)["marks"] == {}


@cites("underground", "race.gnomes.own_turn")
def test_gnomes_use_relics_and_places_in_their_own_turn() -> None:
    scene = bare().active(0, "gnomes", "wise", {3: 4}).thing(3, "sword_of_the_killer_rabbit")
    scene.thing(3, "great_brass_pipe").active(1, "ogres", "stone", {4: 2, 25: 3})
    state = scene.conquest(0)
    assert can(state, "conquer 10"), "through the Pipe"
    assert price(play(state, "use sword_of_the_killer_rabbit"), 4) == 2
    scene = bare().active(0, "gnomes", "wise", {3: 4, 4: 1}).thing(3, "wickedest_pentacle")
    state = scene.active(1, "ogres", "stone", {25: 3}).conquest(0)
    assert can(state, "place wickedest_pentacle 4"), "their own Balrog may drive them off"
    other = bare().active(0, "ogres", "wise", {3: 4}).thing(3, "sword_of_the_killer_rabbit")
    state = play(other.active(1, "gnomes", "stone", {4: 2}).conquest(0), "use sword_of_the_killer_rabbit")
    assert refused(state, "conquer 4") == "help_denied", "in the turn of another they are protected"


@cites("underground", "race.iron_dwarves.defence")
def test_hammers_do_not_defend() -> None:
    scene = bare().active(0, "iron_dwarves", "stone", {9: 1, 4: 2}).note("iron_dwarves", 5)
    state = scene.active(1, "ogres", "wise", {3: 9}).conquest(0)
    play(state, "conquer 5")
    assert (region(state, 5)["tokens"], tribe(state, "iron_dwarves")["hand"]) == (1, 0), "one Dwarf and two hammers"
    play(state, "stop")
    settle(state)
    assert [region(state, r)["tokens"] for r in (4, 5, 9)] == [1, 1, 1]
    state = play(state, "expand")
    assert price(state, 5) == 2 + 1 + 1 - 1, "the mountain and the one Dwarf, whatever struck it"


@cites("underground", "race.kraken.passage", "conquest.river_occupied")
def test_kraken_bar_the_way() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 4}).active(1, "kraken", "stone", {2: 1})
    state = scene.conquest(0)
    assert refused(state, "conquer 7") == "not_adjacent"
    assert price(state, 2) == 1, "1, and 1 for the Kraken, less 1 for Ogres"
    play(state, "conquer 2")
    assert can(state, "conquer 7")
    lizards = bare().active(0, "lizardmen", "wise", {3: 4}).active(1, "kraken", "stone", {2: 1}).conquest(0)
    assert can(lizards, "conquer 7")


@cites("underground", "race.lizardmen.conquest", "conquest.river_occupied")
def test_lizardmen_pay_for_an_occupied_river_and_do_not_stay() -> None:
    scene = bare().active(0, "lizardmen", "wise", {3: 4}).active(1, "kraken", "stone", {2: 2, 25: 1})
    state = scene.conquest(0)
    assert price(state, 2) == 3
    play(state, "conquer 2")
    assert (region(state, 2)["holder"], region(state, 2)["tokens"]) == ("lizardmen", 3)
    stop(state)
    assert (region(state, 2)["holder"], region(state, 3)["tokens"]) == (None, 4)
    swimmers = bare().active(0, "kraken", "wise", {3: 4}).active(1, "ogres", "stone", {25: 1}).conquest(0)
    assert region(stop(play(swimmers, "conquer 2")), 2)["holder"] == "kraken", "others may stay"
    short = bare().active(0, "lizardmen", "wise", {3: 1}).active(1, "kraken", "stone", {2: 2, 25: 1}).conquest(0)
    assert refused(short, "conquer 2") == "no_token_in_hand"


@pytest.mark.parametrize(("option", "marks"), [("no", {}), ("yes", {"great_ancient": 1})])
@cites("underground", "race.cultists.decline")
def test_the_great_ancient_in_decline(option: str, marks: dict[str, int]) -> None:
    scene = bare(ancient_stays_in_decline=option).active(0, "cultists", "stone", {3: 2})
    scene.active(1, "ogres", "wise", {4: 9}).mark(3, "great_ancient").note("cultists", 1)
    state = play(scene.turn(0), "no cultists", "decline")
    assert region(state, 3)["marks"] == marks
    play(state, "expand")
    assert can(state, "conquer 3") == (option == "no")


@cites("underground", "race.drow", "race.drow.balrog")
def test_drow_like_to_be_alone() -> None:
    scene = bare().active(0, "drow", "stone", {3: 3, 25: 3}).active(1, "ogres", "wise", {8: 2})
    assert coins_for(finish(scene.conquest(0)), "drow") == 1
    scene = bare().active(0, "drow", "stone", {3: 3, 25: 3}).declined(0, "ogres", {26: 1})
    assert coins_for(finish(scene.active(1, "kraken", "wise", {10: 2}).conquest(0)), "drow") == 1
    scene = bare().active(0, "drow", "stone", {3: 3, 25: 3}).mark(26, "balrog").thing(17, "wickedest_pentacle")
    assert coins_for(finish(scene.active(1, "kraken", "wise", {10: 2}).conquest(0)), "drow") == 2
    scene = below().active(0, "drow", "stone", {7: 5}).active(1, "kraken", "wise", {25: 2})
    assert coins_for(finish(scene.conquest(0)), "drow") == 0


@cites("underground", "race.flames", "race.flames.entry")
def test_flames_enter_beside_the_volcano() -> None:
    scene = below().active(1, "ogres", "wise", {25: 2}).combos(("flames", "stone", 0))
    state = play(scene.turn(0), "pick 0")
    assert asked(state) == "unit.flames"
    assert tribe(state, "flames")["hand"] == 0
    assert refused(state, "place flames 16") == "not_offered"
    deal(play(state, "place flames 14"))
    assert region(state, 14)["marks"] == {"volcano": 1}
    assert refused(state, "conquer 25") == "volcano_first"
    assert refused(state, "conquer 3") == "volcano_first"
    assert can(state, "conquer 21")
    assert price(state, 13) == 3, "monsters do not count, the mountain does"


@cites("underground", "race.flames", "race.flames.contents", "conquest.monsters")
def test_what_is_connected_to_the_volcano_costs_as_if_empty() -> None:
    scene = below().active(0, "flames", "stone", {21: 3, 1: 3}).note("flames", 1).mark(14, "volcano")
    state = scene.active(1, "ogres", "wise", {26: 4, 7: 3}).conquest(0)
    assert price(state, 26) == 2
    assert price(state, 22) == 2
    assert price(state, 7) == 5, "region 1 is not connected to the Volcano"
    play(state, "conquer 26")
    assert tribe(state, "ogres")["retreat"] == 3
    play(state, "conquer 22", "? find diamond_fields")
    assert region(state, 22)["marks"] == {"diamond_fields": 1}


@pytest.mark.parametrize(("option", "cost"), [("no", 3), ("yes", 5)])
@cites("underground", "race.flames.armor", "place.keep_on_the_motherland")
def test_armors_do_not_count_as_if_empty_but_the_keep_does(option: str, cost: int) -> None:
    scene = bare(as_if_empty_keeps_armour=option).active(0, "flames", "stone", {21: 6}).note("flames", 1)
    scene.active(1, "ogres", "shield", {26: 4}).mark(26, "mushroom_armor", 2).mark(14, "volcano")
    assert price(scene.thing(26, "keep_on_the_motherland").conquest(0), 26) == cost


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("underground", "race.flames.reach")
def test_the_volcano_and_reach_after_entry(option: str) -> None:
    scene = bare(volcano_extends_reach=option).active(0, "flames", "stone", {21: 6}).note("flames", 1)
    state = scene.active(1, "ogres", "wise", {26: 1}).mark(14, "volcano").conquest(0)
    assert can(state, "conquer 8") == (option == "yes")


@cites("underground", "race.gnomes")
def test_nothing_but_tokens_helps_against_gnomes() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 9}).active(1, "gnomes", "wise", {4: 1, 12: 1})
    scene.thing(3, "sword_of_the_killer_rabbit").thing(3, "flying_doormat").thing(3, "stinky_trolls_socks")
    state = scene.conquest(0)
    assert price(state, 4) == 3, "no discount for Ogres"
    assert refused(state, "use vampire") == "no_target"
    assert refused(play(state, "use sword_of_the_killer_rabbit"), "conquer 4") == "help_denied"
    state = play(scene.conquest(0), "use flying_doormat")
    assert refused(state, "conquer 12") == "help_denied"
    assert can(state, "conquer 25")


@cites("underground", "race.gnomes", "race.gnomes.penalties")
def test_reach_and_penalties_against_gnomes() -> None:
    state = bare().active(0, "spiderines", "wise", {3: 9}).active(1, "gnomes", "stone", {17: 1, 4: 1}).conquest(0)
    assert refused(state, "conquer 17") == "help_denied"
    assert can(state, "conquer 4")
    state = bare().active(0, "mummies", "wise", {3: 9}).active(1, "gnomes", "stone", {4: 1}).conquest(0)
    assert price(state, 4) == 4
    state = bare().active(0, "mummies", "thieving", {3: 3}).active(1, "gnomes", "stone", {4: 5}).conquest(0)
    assert coins_for(finish(state), "thieving") == 1
    state = play(
        bare().active(0, "ogres", "wise", {3: 2}).active(1, "gnomes", "stone", {4: 1}).conquest(0), "conquer 4"
    )
    assert asked(state) == "die"


@pytest.mark.parametrize(("option", "cost"), [("no", 2), ("yes", 3)])
@cites("underground", "race.gnomes.decline")
def test_gnomes_in_decline(option: str, cost: int) -> None:
    scene = bare(gnomes_protected_in_decline=option).active(0, "ogres", "wise", {3: 9}).declined(1, "gnomes", {4: 1})
    assert price(scene.conquest(0), 4) == cost


@cites("underground", "race.iron_dwarves", "race.iron_dwarves.strike")
def test_hammers_strike_beside_a_dwarf() -> None:
    scene = bare().active(0, "iron_dwarves", "wise", {9: 2, 25: 1}).active(1, "ogres", "stone", {4: 2})
    state = scene.note("iron_dwarves", 3).conquest(0)
    assert tribe(state, "iron_dwarves")["hand"] == 1
    assert price(state, 4) == 4
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 1
    assert refused(state, "conquer 3") == "no_token_in_hand", "hammers alone do not conquer"
    notes = stop(state).dump()["notes"]
    assert isinstance(notes, dict)
    assert notes["iron_dwarves"] == 5


@cites("underground", "race.iron_dwarves.strike", "race.gnomes")
def test_hammers_do_not_help_against_gnomes() -> None:
    scene = bare().active(0, "iron_dwarves", "wise", {9: 2}).active(1, "gnomes", "stone", {4: 1})
    state = play(scene.note("iron_dwarves", 3).conquest(0), "conquer 4")
    assert asked(state) == "die", "1 Dwarf for a price of 3: the hammers stay out"
    scene = bare().active(0, "iron_dwarves", "wise", {9: 2}).active(1, "ogres", "stone", {4: 1})
    assert asked(play(scene.note("iron_dwarves", 3).conquest(0), "conquer 4")) == "conquest"


@cites("underground", "race.iron_dwarves")
def test_at_most_seven_hammers_and_none_after_decline() -> None:
    scene = bare().active(0, "iron_dwarves", "wise", {9: 2, 25: 2, 17: 2}).active(1, "ogres", "stone", {4: 2})
    state = stop(scene.note("iron_dwarves", 6).conquest(0))
    notes = state.dump()["notes"]
    assert isinstance(notes, dict)
    assert notes["iron_dwarves"] == 7


@cites("underground", "race.kraken", "conquest.river")
def test_kraken_stay_in_rivers_and_others_leave_them() -> None:
    state = finish(
        play(bare().active(0, "kraken", "wise", {3: 3}).active(1, "ogres", "stone", {9: 3}).conquest(0), "conquer 2")
    )
    assert region(state, 2)["holder"] == "kraken"
    assert coins(state, 0) == 22
    state = play(
        bare().active(0, "ogres", "wise", {3: 3}).active(1, "kraken", "stone", {9: 3}).conquest(0), "conquer 2"
    )
    assert can(state, "conquer 20"), "one may go on from a river"
    finish(state)
    assert region(state, 2)["holder"] is None
    assert region(state, 3)["tokens"] == 3
    assert coins(state, 0) == 21


@cites("underground", "race.liches", "race.liches.no_coin")
def test_liches_in_decline_take_a_coin() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 9}).declined(1, "liches", {4: 1, 9: 1})
    scene.coins = [1, 0]
    state = play(scene.conquest(0), "conquer 4")
    assert (coins(state, 0), coins(state, 1)) == (0, 1)
    assert refused(state, "conquer 9") == "no_coin_for_toll"
    scene = (
        bare().active(0, "ogres", "wise", {3: 9}).declined(0, "liches", {4: 1}).active(1, "kraken", "stone", {25: 1})
    )
    scene.coins = [0, 0]
    assert coins(play(scene.conquest(0), "conquer 4"), 0) == 0


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("underground", "race.liches.no_coin")
def test_active_liches_and_a_player_without_coins(option: str) -> None:
    scene = bare(liches_ban_while_active=option).active(0, "ogres", "wise", {3: 9}).active(1, "liches", "stone", {4: 1})
    scene.coins = [0, 5]
    assert can(scene.conquest(0), "conquer 4") == (option == "no")


@cites("underground", "race.lizardmen")
def test_lizardmen_pass_along_the_river() -> None:
    scene = bare().active(0, "lizardmen", "wise", {3: 8}).active(1, "kraken", "stone", {20: 2, 4: 2})
    state = scene.conquest(0)
    assert can(state, "conquer 25"), "through the river, Kraken or not"
    assert not can(state, "conquer 26")
    assert price(state, 20) == 3
    state = bare().active(0, "ogres", "wise", {3: 8}).active(1, "kraken", "stone", {20: 2}).conquest(0)
    assert refused(state, "conquer 25") == "not_adjacent"


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("underground", "race.lizardmen.entry", "conquest.first")
def test_lizardmen_enter_by_the_river(option: str) -> None:
    scene = bare(lizardmen_enter_by_river=option).active(0, "lizardmen", "wise", {}, hand=8)
    state = scene.active(1, "kraken", "stone", {4: 2}).conquest(0)
    assert can(state, "conquer 12") == (option == "yes")
    assert can(state, "conquer 24")
    assert not can(state, "conquer 9")


@cites("underground", "race.mudmen", "market.tray_limit")
def test_mudmen_grow() -> None:
    state = stop(bare().active(0, "mudmen", "wise", {1: 3, 19: 1}).active(1, "kraken", "stone", {4: 2}).conquest(0))
    assert tribe(state, "mudmen")["tokens"] == 6
    state = stop(bare().active(0, "mudmen", "wise", {1: 10, 19: 1}).active(1, "kraken", "stone", {4: 2}).conquest(0))
    assert tribe(state, "mudmen")["tokens"] == 12


@cites("underground", "race.mummies", "race.ogres", "conquest.minimum", "conquest.discounts_add")
def test_mummies_pay_more_and_ogres_less() -> None:
    state = bare().active(0, "mummies", "wise", {3: 9}).active(1, "kraken", "stone", {25: 2}).conquest(0)
    assert (price(state, 4), price(state, 2)) == (3, 2)
    state = bare().active(0, "ogres", "wise", {3: 9}).active(1, "kraken", "stone", {25: 2}).conquest(0)
    assert (price(state, 4), price(state, 2)) == (1, 1)


@cites("underground", "race.mummies", "power.vampire")
def test_a_vampire_mummy_brings_another() -> None:
    state = bare().active(0, "mummies", "vampire", {3: 3}).active(1, "kraken", "stone", {4: 1}).conquest(0)
    play(state, "use vampire", "conquer 4")
    assert region(state, 4)["tokens"] == 2
    assert tribe(state, "mummies")["hand"] == 1


@cites("underground", "race.shadow_mimes", "race.shadow_mimes.tokens")
def test_shadow_mimes_swap_badges() -> None:
    scene = bare().active(1, "ogres", "wise", {25: 2})
    scene.combos(("kraken", "royal", 2), ("shadow_mimes", "muddy", 0), ("drow", "magic", 3))
    state = play(scene.turn(0), "pick 1")
    assert asked(state) == "unit.shadow_mimes"
    play(state, "swap shadow_mimes 1")
    deal(state)
    assert tribe(state, "shadow_mimes")["power"] == "magic"
    assert tribe(state, "shadow_mimes")["hand"] == 12
    row = state.view(0)["row"]
    assert isinstance(row, list)
    assert (row[1]["race"], row[1]["power"], row[1]["coins"]) == ("drow", "muddy", 3)
    state = deal(play(scene.turn(0), "pick 1", "no shadow_mimes"))
    assert tribe(state, "shadow_mimes")["hand"] == 10


@cites("underground", "race.shrooms", "race.spiderines")
def test_shrooms_and_spiderines() -> None:
    state = finish(
        bare().active(0, "shrooms", "wise", {4: 3, 7: 1, 3: 1}).active(1, "ogres", "stone", {25: 2}).conquest(0)
    )
    assert coins_for(state, "shrooms") == 2
    state = bare().active(0, "spiderines", "wise", {12: 8}).active(1, "ogres", "stone", {25: 2}).conquest(0)
    assert can(state, "conquer 26"), "every region beside a chasm, though 12 borders none"
    assert refused(state, "conquer 3") == "not_adjacent"
    state = bare().active(0, "spiderines", "wise", {}, hand=8).active(1, "ogres", "stone", {25: 2}).conquest(0)
    assert can(state, "conquer 21")
    assert can(state, "conquer 24")
    assert refused(state, "conquer 12") == "not_border"


@cites("underground", "race.will_o_wisps", "race.will_o_wisps.failure", "die.faces")
def test_wisps_roll_for_crystals() -> None:
    scene = bare().active(0, "will_o_wisps", "wise", {3: 4}).active(1, "ogres", "stone", {8: 2, 9: 4, 1: 1})
    state = play(scene.conquest(0), "use will_o_wisps")
    assert refused(state, "conquer 1") == "not_adjacent"
    play(state, "conquer 8", "? die 3")
    assert region(state, 8)["tokens"] == 1
    assert asked(state) == "conquest"
    state = play(scene.conquest(0), "use will_o_wisps", "conquer 8", "? die 0")
    assert asked(state) != "conquest"
    assert region(state, 8)["holder"] == "ogres"
    state = bare().active(0, "will_o_wisps", "wise", {9: 4}).active(1, "ogres", "stone", {8: 2}).conquest(0)
    assert refused(play(state, "use will_o_wisps"), "conquer 8") == "no_crystal_near"
    assert can(state, "conquer 3")
