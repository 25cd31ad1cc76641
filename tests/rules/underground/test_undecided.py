"""Interactions that the rulebook does not decide, each with its ruling, by number."""

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, deal, play, price, refused, region, stop, tribe


@cites("underground", "power.reborn", "turn.start_effects")
def test_1_reborn_then_declining_in_the_same_turn() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1}, power="reborn")
    state = play(scene.active(1, "kraken", "wise", {25: 2}).turn(0), "place reborn 3", "no reborn", "decline")
    assert tribe(state, "drow")["regions"] == [3, 10]
    assert tribe(state, "ogres") == {}


@cites("underground", "power.reborn", "conquest.river")
def test_2_reborn_on_a_river_must_leave_it() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).declined(0, "kraken", {2: 1, 4: 1}, power="reborn")
    state = play(scene.active(1, "ogres", "wise", {25: 2}).turn(0), "place reborn 2", "no reborn", "expand")
    assert region(state, 2)["holder"] == "drow"
    stop(state)
    assert region(state, 2)["holder"] is None
    assert tribe(state, "drow")["tokens"] == 3


@cites("underground", "power.reborn", "place.fountain_of_youth")
def test_3_reborn_takes_over_a_place_which_works_at_once() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1}, power="reborn")
    scene.thing(3, "fountain_of_youth").active(1, "kraken", "wise", {25: 2})
    state = play(scene.turn(0), "place reborn 3", "no reborn", "expand")
    assert tribe(state, "drow")["hand"] == 2


@cites("underground", "power.reborn")
def test_4_reborn_needs_a_token() -> None:
    scene = bare().active(0, "drow", "stone", {10: 9}).declined(0, "ogres", {3: 1}, power="reborn")
    assert asked(scene.active(1, "kraken", "wise", {25: 2}).turn(0)) == "choice"


@cites("underground", "power.reborn", "market.banner_return")
def test_5_reborn_empties_the_last_declined_region() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1}, power="reborn")
    state = play(scene.active(1, "kraken", "wise", {25: 2}).turn(0), "place reborn 3")
    assert tribe(state, "ogres") == {}
    assert state.view(0)["discarded_powers"] == ["reborn"]


@cites("underground", "conquest.immune")
def test_6_two_figures_in_one_region() -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).active(1, "kraken", "royal", {4: 1, 25: 1})
    scene.mark(4, "queen").mark(4, "tomb_raiders_ghost").thing(25, "crypt_of_the_tomb_raider")
    assert refused(scene.conquest(0), "conquer 4") == "region_immune"


@cites("underground", "place.crypt_of_the_tomb_raider.empty")
def test_7_the_ghost_on_a_monster_region() -> None:
    scene = (
        below()
        .active(0, "drow", "stone", {1: 9})
        .thing(1, "crypt_of_the_tomb_raider")
        .active(1, "kraken", "wise", {7: 9})
    )
    scene.mark(6, "tomb_raiders_ghost")
    state = scene.conquest(0)
    assert asked(play(state, "conquer 6")) == "find"
    assert refused(play(scene.turn(1), "expand"), "conquer 6") == "region_immune"


@cites("underground", "place.wickedest_pentacle.refused")
def test_8_the_balrog_against_figures_own_ones_too() -> None:
    scene = bare().active(0, "drow", "royal", {3: 5, 4: 1}).thing(3, "wickedest_pentacle").mark(4, "queen")
    state = scene.active(1, "kraken", "stone", {25: 1}).conquest(0)
    assert refused(state, "place wickedest_pentacle 4") == "region_immune"


@cites("underground", "place.wickedest_pentacle", "power.tomb")
def test_9_the_balrog_and_stacks() -> None:
    scene = (
        bare()
        .active(0, "drow", "stone", {3: 5})
        .thing(3, "wickedest_pentacle")
        .active(1, "kraken", "wise", {4: 1, 25: 1})
    )
    state = play(scene.conquest(0), "place wickedest_pentacle 4")
    assert (tribe(state, "kraken")["tray"], tribe(state, "kraken")["retreat"]) == (9, 0)
    scene = bare().active(0, "drow", "stone", {3: 5}).thing(3, "wickedest_pentacle")
    state = play(scene.declined(1, "kraken", {4: 4, 25: 1}, power="tomb").conquest(0), "place wickedest_pentacle 4")
    assert (tribe(state, "kraken")["tray"], tribe(state, "kraken")["retreat"]) == (7, 2)


@cites("underground", "place.wickedest_pentacle.move")
def test_10_the_balrog_leaves_an_empty_region() -> None:
    scene = (
        bare().active(0, "drow", "stone", {3: 5}).thing(3, "wickedest_pentacle").mark(4, "balrog").thing(4, "shiny_orb")
    )
    state = play(scene.active(1, "kraken", "wise", {25: 1}).conquest(0), "place wickedest_pentacle 9")
    assert region(state, 4) | {"features": 0} == region(state, 4) | {
        "features": 0,
        "holder": None,
        "marks": {"shiny_orb": 1},
    }
    play(state, "conquer 4")
    assert can(state, "conquer 8")


@cites("underground", "place.wickedest_pentacle")
def test_11_the_balrog_stays_when_the_pentacle_is_left() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2, 10: 2}).thing(3, "wickedest_pentacle").mark(4, "balrog")
    state = play(scene.active(1, "kraken", "wise", {9: 9}).conquest(0), "abandon 3")
    assert region(state, 4)["marks"] == {"balrog": 1}
    assert refused(state, "place wickedest_pentacle 9") == "not_asked"
    state = play(scene.turn(0), "decline", "expand")
    assert refused(state, "conquer 4") == "region_immune"


@cites("underground", "race.liches.no_coin", "market.coins_on_combo")
def test_12_the_lich_toll_counts_coins_taken_with_the_combo() -> None:
    scene = bare().declined(1, "liches", {3: 1, 4: 1}).combos(("mummies", "wise", 1))
    scene.coins = [0, 0]
    state = deal(play(scene.active(1, "kraken", "stone", {25: 1}).turn(0), "pick 0"))
    play(state, "conquer 3")
    assert refused(state, "conquer 4") == "no_coin_for_toll"


@cites("underground", "race.liches", "die.failure")
def test_13_nothing_is_paid_when_the_die_fails() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).declined(1, "liches", {4: 1}).active(1, "kraken", "wise", {25: 1})
    scene.coins = [1, 0]
    state = play(scene.conquest(0), "conquer 4", "? die 0")
    assert coins(state, 1) == 0
    scene.coins = [0, 0]
    assert refused(scene.conquest(0), "conquer 4") == "no_coin_for_toll"


@cites("underground", "power.thieving", "relic.froggys_ring")
def test_14_and_15_thieving_and_ring_against_one_coin() -> None:
    scene = bare().active(0, "drow", "thieving", {3: 2}).thing(3, "froggys_ring").active(1, "kraken", "wise", {4: 1})
    scene.coins = [0, 1]
    state = play(finish(scene.conquest(0)), "place froggys_ring 3")
    assert coins(state, 1) == 0
    assert coins_for(state, "thieving") + coins_for(state, "froggys_ring") == 1


@cites("underground", "power.vampire.conquest", "race.iron_dwarves.strike")
def test_16_a_hammer_is_no_token_in_hand() -> None:
    scene = bare().active(0, "iron_dwarves", "vampire", {3: 1}).active(1, "kraken", "wise", {4: 1})
    assert refused(scene.note("iron_dwarves", 5).conquest(0), "use vampire") == "no_token_in_hand"


@cites("underground", "power.vampire.conquest")
def test_17_no_discount_for_a_replacement() -> None:
    state = bare().active(0, "ogres", "vampire", {3: 3}).active(1, "kraken", "wise", {4: 1}).conquest(0)
    play(state, "use vampire", "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "ogres")["hand"]) == (1, 2)


@cites("underground", "power.vampire", "relic.shiny_orb")
def test_18_vampire_and_orb_on_the_same_opponent() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 3}).thing(3, "shiny_orb").active(1, "kraken", "wise", {4: 1, 9: 1})
    state = play(scene.conquest(0), "use vampire", "conquer 4")
    assert refused(state, "use vampire") == "no_target", "once for each opponent"
    play(state, "use shiny_orb", "conquer 9")
    assert [(region(state, r)["holder"], region(state, r)["tokens"]) for r in (4, 9)] == [("ogres", 1)] * 2
    assert (tribe(state, "ogres")["hand"], tribe(state, "kraken")["retreat"]) == (2, 0), "both were replaced"


@cites("underground", "relic.stinky_trolls_socks", "power.martyr", "race.liches")
def test_19_socks_against_liches_and_martyrs() -> None:
    scene = (
        bare().active(0, "ogres", "stone", {3: 3}).thing(3, "stinky_trolls_socks").active(1, "kraken", "martyr", {4: 3})
    )
    assert coins(play(scene.conquest(0), "use stinky_trolls_socks", "conquer 4"), 1) == 21
    scene = bare().active(0, "ogres", "stone", {3: 3}).thing(3, "stinky_trolls_socks").declined(1, "liches", {4: 1})
    assert coins(play(scene.conquest(0), "use stinky_trolls_socks", "conquer 4"), 1) == 21


@cites("underground", "power.magic.entry")
def test_20_the_bag_is_no_way_in() -> None:
    scene = (
        bare().active(0, "ogres", "magic", {}, hand=5).active(1, "kraken", "wise", {4: 1}).thing(4, "flying_doormat")
    )
    assert refused(scene.conquest(0), "use bag_flying_doormat") == "bag_needs_region"


@cites("underground", "power.magic.not_twice")
def test_21_bag_and_relic_on_different_conquests() -> None:
    scene = (
        bare()
        .active(0, "drow", "magic", {3: 8})
        .thing(3, "sword_of_the_killer_rabbit")
        .active(1, "kraken", "wise", {25: 1})
    )
    state = play(scene.conquest(0), "use sword_of_the_killer_rabbit", "conquer 4")
    play(state, "use bag_sword_of_the_killer_rabbit", "conquer 9")
    assert tribe(state, "drow")["hand"] == 5


@cites("underground", "power.magic.in_play")
def test_22_a_relic_in_the_stack_is_not_in_play() -> None:
    scene = below().active(0, "drow", "magic", {3: 8}).active(1, "kraken", "wise", {25: 1})
    assert refused(scene.conquest(0), "use bag_flying_doormat") == "relic_not_in_play"


@cites("underground", "place.stonehedge", "market.badge_discard")
def test_23_stonehedge_with_an_empty_badge_stack() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    page = scene.dump([["conquest", "ogres", "", 0, 0]])
    stacked = page["stacked_powers"]
    state = scene.game.load({**page, "stacked_powers": [], "discarded_powers": stacked})
    play(state, "stop")
    page = scene.dump([["find", "ogres", "", 6, 0]])
    state = scene.game.load({**page, "stacked_powers": [], "discarded_powers": stacked})
    play(state, "? find stonehedge")
    assert len(state.legal_actions()) == len(stacked)
    state = scene.game.load({**page, "stacked_powers": [], "discarded_powers": []})
    play(state, "? find stonehedge")
    assert asked(state) != "unit.stonehedge", "no badge, no power"


@cites("underground", "place.stonehedge")
def test_24_stonehedge_beside_the_own_power() -> None:
    scene = bare().active(0, "drow", "mining", {9: 2, 3: 1}).lend(9, "mystic").active(1, "kraken", "stone", {25: 1})
    state = finish(scene.conquest(0))
    assert (coins_for(state, "mining"), coins_for(state, "mystic")) == (1, 1)


@cites("underground", "race.will_o_wisps", "things.several")
def test_25_a_wisp_roll_with_the_sword() -> None:
    scene = bare().active(0, "will_o_wisps", "wise", {3: 2}).thing(3, "sword_of_the_killer_rabbit")
    state = play(
        scene.active(1, "kraken", "stone", {4: 3}).conquest(0), "use sword_of_the_killer_rabbit", "use will_o_wisps"
    )
    assert price(state, 4) == 3
    play(state, "conquer 4", "? die 2")
    assert region(state, 4)["holder"] == "will_o_wisps"
    assert region(state, 4)["marks"] == {"sword_of_the_killer_rabbit": 1}
