"""Places where the rulebook can be read in two ways, by their number in `docs/rulings-underground.md`.

Readings that are options have their test with the unit concerned, once for each value.
"""

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, deal, play, price, refused, region, tribe


@cites("underground", "power.reborn.pick", "race.flames.entry")
def test_a14_reborn_comes_after_the_pick_and_flames_still_need_the_volcano() -> None:
    scene = bare().declined(0, "ogres", {3: 1, 4: 1}, power="reborn").active(1, "kraken", "wise", {25: 2})
    state = play(scene.combos(("flames", "stone", 0)).turn(0), "pick 0", "place flames 14")
    deal(state)
    play(state, "place reborn 3", "no reborn")
    assert refused(state, "conquer 2") == "volcano_first", "next to a reborn region is not enough"
    assert can(state, "conquer 8")
    play(state, "conquer 8")
    assert can(state, "conquer 2"), "after the first conquest borders count"


@cites("underground", "power.shield")
def test_a15_armors_that_lie_stay_where_they_are() -> None:
    scene = bare().active(0, "ogres", "shield", {4: 1, 3: 2}).mark(3, "mushroom_armor", 2)
    state = play(scene.active(1, "kraken", "wise", {25: 2}).conquest(0), "stop", "deploy 3:0 4:1")
    assert asked(state) == "unit.shield"
    play(state, "place shield 4")
    assert (region(state, 3)["marks"], region(state, 4)["marks"]) == ({"mushroom_armor": 2}, {"mushroom_armor": 1})


@cites("underground", "power.vampire.conquest", "relic.shiny_orb", "conquest.one_token")
def test_a16_a_replacement_is_a_conquest_like_any_other() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 3}).thing(3, "shiny_orb")
    state = scene.active(1, "kraken", "wise", {4: 1, 25: 1}).conquest(0)
    for tool in ("vampire", "shiny_orb"):
        other = play(state.clone(), f"use {tool}")
        assert refused(other, "conquer 25") == "not_adjacent"
        assert can(other, "conquer 4")
    scene = bare().active(0, "ogres", "vampire", {3: 1}).thing(3, "shiny_orb").active(1, "kraken", "wise", {4: 1})
    state = scene.conquest(0)
    assert (refused(state, "use vampire"), refused(state, "use shiny_orb")) == ("no_token_in_hand",) * 2
    scene = bare().active(0, "ogres", "vampire", {}, hand=3).active(1, "kraken", "wise", {4: 1, 9: 1})
    state = play(scene.conquest(0), "use vampire")
    assert refused(state, "conquer 9") == "not_border"
    assert can(state, "conquer 4"), "it may be the first conquest, on the rim"


@cites("underground", "power.vengeful", "place.wickedest_pentacle")
def test_a18_a_strike_of_the_balrog_is_an_attack() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2}).thing(3, "wickedest_pentacle")
    scene.active(1, "kraken", "vengeful", {9: 4, 4: 1})
    state = finish(play(scene.conquest(0), "place wickedest_pentacle 4"))
    assert price(play(state, "expand"), 3) == 2 + region(state, 3)["tokens"] - 1
    state = finish(scene.conquest(0), "no wickedest_pentacle")
    assert price(play(state, "expand"), 3) == 2 + region(state, 3)["tokens"]


@cites("underground", "place.crypt_of_the_tomb_raider", "place.crypt_of_the_tomb_raider.left")
def test_a21_the_ghost_in_any_region_and_without_a_crypt() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2, 9: 2}).thing(3, "crypt_of_the_tomb_raider")
    state = finish(scene.active(1, "kraken", "wise", {25: 2}).conquest(0))
    for r in (25, 2, 10, 9):
        assert can(state, f"place crypt_of_the_tomb_raider {r}"), "foreign, river, empty and own regions"
    scene.mark(10, "tomb_raiders_ghost")
    state = play(scene.conquest(0), "abandon 3")
    assert region(state, 10)["marks"] == {}
    state = play(scene.conquest(0), "abandon 9")
    assert region(state, 10)["marks"] == {"tomb_raiders_ghost": 1}


@cites("underground", "place.wickedest_pentacle.move", "place.wickedest_pentacle")
def test_a23_where_the_balrog_goes_from() -> None:
    scene = bare().active(0, "ogres", "wise", {1: 5, 7: 1}).thing(1, "wickedest_pentacle")
    state = scene.active(1, "kraken", "stone", {25: 1}).conquest(0)
    play(state, "place wickedest_pentacle 7")
    assert (tribe(state, "ogres")["regions"], tribe(state, "ogres")["tray"]) == ([1], 5), "an own region, one token"
    scene = bare().active(0, "ogres", "wise", {7: 5}).active(1, "kraken", "stone", {1: 1, 25: 1})
    state = play(scene.thing(1, "wickedest_pentacle").mark(3, "balrog").conquest(0), "conquer 1")
    assert refused(state, "place wickedest_pentacle 6") == "balrog_too_far", "next to where it is, not to the Pentacle"
    play(state, "place wickedest_pentacle 4")
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(scene.conquest(0), "conquer 6", "? find wickedest_pentacle", "place wickedest_pentacle 7")
    assert refused(state, "place wickedest_pentacle 2") == "already_used", "not twice in the turn it is found"


@cites("underground", "conquest.immune", "place.crypt_of_the_tomb_raider")
def test_a27_a_ghost_on_a_foreign_region_shuts_out_its_master_too() -> None:
    scene = bare().active(0, "drow", "stone", {3: 8}).thing(3, "crypt_of_the_tomb_raider")
    scene.active(1, "kraken", "wise", {4: 2}).declined(1, "ogres", {9: 1}).mark(9, "tomb_raiders_ghost")
    assert refused(scene.conquest(0), "conquer 9") == "region_immune"
    assert can(play(scene.turn(1), "expand"), "conquer 9"), "its occupant is no opponent of himself"


@cites("underground", "place.wickedest_pentacle", "decline.instead_of_conquest")
def test_a28_the_balrog_does_not_move_on_a_turn_of_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).thing(3, "wickedest_pentacle").active(1, "kraken", "wise", {4: 1})
    state = scene.turn(0)
    assert refused(state, "place wickedest_pentacle 4") == "not_asked"
    play(state, "decline")
    assert (asked(state), state.current_player()) == ("choice", 1), "it was not asked for after scoring either"
    assert can(scene.conquest(0), "place wickedest_pentacle 4")


@cites("underground", "race.flames.contents", "conquest.non_empty")
def test_a30_as_if_empty_is_about_the_price_alone() -> None:
    """The defenders lose a token and retreat, and who counts non-empty regions counts this one."""
    scene = bare().active(0, "flames", "stone", {21: 4}).note("flames", 1).mark(14, "volcano")
    state = scene.active(1, "drow", "martyr", {26: 3, 10: 1}).conquest(0)
    assert price(state, 26) == 2
    play(state, "conquer 26")
    assert (tribe(state, "drow")["retreat"], coins(state, 1)) == (2, 21)


@cites("underground", "race.flames", "place.great_brass_pipe")
def test_a31_the_pipe_prolongs_the_flames_chain() -> None:
    """Region 21 (crystal) touches the Volcano in 14; 10 is a crystal far away, next to mine 17."""
    scene = bare().active(0, "flames", "stone", {21: 3, 10: 3}).note("flames", 1).mark(14, "volcano")
    scene.active(1, "ogres", "wise", {17: 3})
    assert price(scene.conquest(0), 17) == 5
    assert price(scene.thing(21, "great_brass_pipe").conquest(0), 17) == 2


@cites("underground", "relic.froggys_ring", "relic.scepter_of_avarice", "things.decline")
def test_a33_ring_and_scepter_lie_with_the_active_race() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 2}).declined(0, "drow", {4: 1}).thing(3, "scepter_of_avarice")
    state = finish(scene.thing(3, "froggys_ring").active(1, "kraken", "stone", {25: 1}).conquest(0))
    assert refused(state, "place froggys_ring 4") == "not_your_region"
    play(state, "place froggys_ring 3")
    assert refused(state, "place scepter_of_avarice 4") == "not_your_region"
    assert can(state, "place scepter_of_avarice 3")


@cites("underground", "place.wickedest_pentacle")
def test_a34_the_balrog_may_wait_off_the_board() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(scene.conquest(0), "conquer 6", "? find wickedest_pentacle", "no wickedest_pentacle")
    assert asked(finish(state)) == "choice", "nor is it asked for again in that turn"
    finish(play(state, "expand"))
    play(state, "expand")
    assert refused(state, "place wickedest_pentacle 4") == "balrog_too_far"
    play(state, "place wickedest_pentacle 11")
    assert region(state, 11)["marks"] == {"balrog": 1}, "it starts next to the Pentacle"
    assert coins_for(state, "regions") >= 2
