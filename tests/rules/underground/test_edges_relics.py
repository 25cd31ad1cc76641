"""The edges of each relic: used twice, not used, held by somebody else, nothing there to take."""

from typing import Any

import pytest

from tests.rules.underground.below import bare, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    play,
    price,
    refused,
    region,
    settle,
    stop,
    tribe,
)

ATTACK = ("flying_doormat", "stinky_trolls_socks", "sword_of_the_killer_rabbit", "shiny_orb")


@pytest.mark.parametrize("relic", ATTACK)
@cites("underground", "relic.flying_doormat", "relic.stinky_trolls_socks", "relic.sword_of_the_killer_rabbit")
@cites("underground", "relic.shiny_orb", "things.relic_moves", "things.keeper")
def test_a_relic_serves_one_conquest_a_turn_and_moves_there(relic: str) -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).thing(3, relic).active(1, "kraken", "wise", {4: 1, 9: 1, 25: 1})
    state = play(scene.conquest(0), f"use {relic}", "conquer 4")
    assert (region(state, 3)["marks"], region(state, 4)["marks"]) == ({}, {relic: 1})
    assert refused(state, f"use {relic}") == "already_used"
    end_turn(end_turn(state))
    play(state, "expand", f"use {relic}", "conquer 9")
    assert (region(state, 4)["marks"], region(state, 9)["marks"]) == ({}, {relic: 1}), "in the next turn again"


@pytest.mark.parametrize("relic", ATTACK)
@cites("underground", "relic.flying_doormat", "relic.stinky_trolls_socks", "relic.sword_of_the_killer_rabbit")
@cites("underground", "relic.shiny_orb", "things.keeper", "things.relic_moves")
def test_a_relic_that_is_not_used_stays_and_helps_nobody(relic: str) -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).thing(3, relic).active(1, "kraken", "wise", {4: 1, 9: 1, 25: 1})
    state = scene.conquest(0)
    assert price(state, 4) == 3
    assert refused(state, "conquer 25") == "not_adjacent"
    play(state, "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "kraken")["tray"]) == (3, 10 - 2)
    assert (region(state, 3)["marks"], region(state, 4)["marks"]) == ({relic: 1}, {})
    assert can(state, f"use {relic}"), "it is still there for the next conquest"
    other = bare().active(0, "drow", "stone", {3: 9}).active(1, "kraken", "wise", {4: 1, 9: 1}).thing(4, relic)
    state = other.conquest(0)
    assert refused(state, f"use {relic}") == "no_such_aid", "it serves who holds its region"
    play(state, "conquer 4")
    assert can(state, f"use {relic}"), "the new occupant at once"


@cites("underground", "things.relic_moves", "relic.flying_doormat", "conquest.river")
def test_a_relic_stays_in_a_river_that_is_left() -> None:
    scene = bare().active(0, "drow", "stone", {3: 4}).thing(3, "flying_doormat").active(1, "ogres", "wise", {25: 1})
    state = stop(play(scene.conquest(0), "use flying_doormat", "conquer 20"))
    assert (region(state, 20)["holder"], region(state, 20)["marks"]) == (None, {"flying_doormat": 1})
    end_turn(state)
    assert refused(play(state, "expand"), "use flying_doormat") == "no_such_aid"


@cites("underground", "relic.flying_doormat", "conquest.chasm")
def test_where_the_doormat_flies() -> None:
    scene = bare().active(0, "drow", "stone", {3: 6}).thing(3, "flying_doormat").active(1, "ogres", "royal", {26: 1})
    state = play(scene.mark(26, "queen").conquest(0), "use flying_doormat")
    legal = {state.text(code) for code in state.legal_actions()}
    land = {r for r in range(28) if r not in (0, 14, 16, 23, 27)} - {3, 26}
    assert {int(text.split()[1]) for text in legal if text.startswith("conquer")} == land
    assert refused(state, "conquer 0") == "chasm_closed"
    assert refused(state, "conquer 26") == "region_immune"
    assert (price(state, 11), price(state, 17), price(state, 24)) == (3, 2, 1), "at the usual cost"


@cites("underground", "things.failed_die", "power.magic", "power.magic.not_twice")
def test_what_served_a_failed_attempt_is_spent() -> None:
    scene = bare().active(0, "drow", "magic", {3: 2, 10: 1}).active(1, "ogres", "wise", {4: 3, 25: 1})
    scene.thing(25, "sword_of_the_killer_rabbit").thing(25, "scepter_of_avarice")
    state = play(scene.conquest(0), "use bag_sword_of_the_killer_rabbit", "conquer 4", "? die 0")
    assert (asked(settle(state)), state.current_player()) == ("choice", 1), "the bag stands for nothing else this turn"
    assert [region(state, r)["marks"] for r in (3, 4)] == [{}, {}]
    state = settle(play(scene.conquest(0), "stop"))
    assert asked(state) == "unit.bag_scepter_of_avarice", "unused it may"


@cites("underground", "power.magic", "power.magic.not_twice", "power.magic.in_play")
def test_the_bag_stands_for_one_relic_a_turn() -> None:
    scene = bare().active(0, "drow", "magic", {3: 9}).active(1, "kraken", "wise", {4: 1, 25: 2})
    for relic in ATTACK:
        scene.thing(25, relic)
    state = scene.conquest(0)
    for relic in ATTACK:
        assert can(state, f"use bag_{relic}"), "whoever holds it"
    play(state, "use bag_sword_of_the_killer_rabbit")
    assert refused(state, "use bag_flying_doormat") == "already_used", "not two at once"
    assert refused(state, "use bag_sword_of_the_killer_rabbit") == "already_used"
    play(state, "conquer 4")
    assert (region(state, 4)["tokens"], region(state, 4)["marks"]) == (1, {"bag_o_many_things": 1})
    for relic in ATTACK:
        assert refused(state, f"use bag_{relic}") == "already_used"
    assert set(region(state, 25)["marks"]) == set(ATTACK), "the real ones do not move"
    end_turn(end_turn(state))
    play(state, "expand", "use bag_stinky_trolls_socks", "conquer 9")
    assert (region(state, 4)["marks"], region(state, 9)["marks"]) == ({}, {"bag_o_many_things": 1})


@cites("underground", "power.magic", "power.magic.decline")
def test_the_bag_comes_back_when_its_region_is_lost_or_left() -> None:
    scene = bare().active(0, "drow", "magic", {3: 5, 10: 1}).mark(10, "bag_o_many_things")
    scene.active(1, "kraken", "wise", {11: 9}).thing(3, "sword_of_the_killer_rabbit")
    state = play(scene.conquest(0), "abandon 10")
    stock: Any = state.view(0)["stock"]
    assert (region(state, 10)["marks"], stock["bag_o_many_things"]) == ({}, 1)
    assert can(state, "use bag_sword_of_the_killer_rabbit"), "and serves again"
    state = play(scene.turn(1), "expand", "conquer 10")
    stock = state.view(0)["stock"]
    assert (region(state, 10)["marks"], stock["bag_o_many_things"]) == ({}, 1), "it cannot be stolen"
    assert refused(state, "use bag_sword_of_the_killer_rabbit") == "no_such_aid"


@cites("underground", "power.magic.not_twice", "power.magic", "relic.froggys_ring")
def test_bag_and_relic_in_one_turn_but_not_together() -> None:
    scene = bare().active(0, "drow", "magic", {3: 9}).active(1, "kraken", "wise", {4: 1, 25: 2})
    scene.thing(3, "sword_of_the_killer_rabbit").thing(3, "flying_doormat")
    state = play(scene.conquest(0), "use bag_sword_of_the_killer_rabbit")
    assert refused(state, "use sword_of_the_killer_rabbit") == "relic_twice"
    assert can(state, "use flying_doormat"), "another relic may join"
    play(state, "conquer 4", "use sword_of_the_killer_rabbit", "conquer 9")
    assert [region(state, r)["tokens"] for r in (4, 9)] == [1, 1]
    ring = bare().active(0, "drow", "magic", {3: 2, 10: 1}).thing(3, "froggys_ring").active(1, "ogres", "wise", {4: 1})
    state = finish(ring.conquest(0), "place froggys_ring 3")
    assert [state.text(code) for code in state.legal_actions()] == ["place bag_froggys_ring 10", "no bag_froggys_ring"]
    state = finish(ring.conquest(0), "no froggys_ring")
    assert can(state, "place bag_froggys_ring 3"), "where the real one lies unused"
    play(state, "place bag_froggys_ring 3")
    assert coins_for(state, "bag_froggys_ring") == 1
    one = bare().active(0, "drow", "magic", {3: 2}).thing(3, "froggys_ring").active(1, "ogres", "wise", {4: 1})
    state = finish(one.conquest(0), "place froggys_ring 3")
    assert (asked(state), state.current_player()) == ("choice", 1), "no other region for the bag"


@cites("underground", "relic.froggys_ring", "power.thieving")
def test_whom_the_ring_robs() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "ogres", "wise", {2: 3, 28: 1}).thing(28, "froggys_ring")
    scene.active(1, "kraken", "stone", {1: 1, 3: 1, 27: 1}).active(2, "drow", "royal", {31: 1, 30: 1})
    scene.declined(2, "gnomes", {9: 1}).coins = [5, 1, 5]
    state = stop(scene.conquest(0))
    assert asked(state) == "unit.froggys_ring"
    assert coins(state, 0) == 5, "asked before scoring"
    play(state, "place froggys_ring 2")
    assert state.scores() == [5 + 2 + 1, 0, 5], "one from each neighbour, and none for tokens in decline"
    assert region(state, 2)["marks"] == {"froggys_ring": 1}
    state = play(stop(scene.conquest(0)), "no froggys_ring")
    assert (state.scores(), region(state, 28)["marks"]) == ([5 + 2, 1, 5], {"froggys_ring": 1}), "unused it robs nobody"
    scene.coins = [5, 0, 5]
    assert play(stop(scene.conquest(0)), "place froggys_ring 2").scores() == [7, 0, 5]
    royal = bare().active(0, "ogres", "wise", {3: 3}).thing(3, "froggys_ring").active(1, "drow", "royal", {4: 1, 25: 1})
    state = play(finish(royal.mark(4, "queen").conquest(0)), "place froggys_ring 3")
    assert state.scores() == [21, 20], "an immune region is not touched"
    away = bare().active(0, "ogres", "wise", {3: 3, 10: 1}).thing(3, "froggys_ring").active(1, "drow", "stone", {4: 1})
    state = play(finish(away.conquest(0)), "place froggys_ring 10")
    assert state.scores() == [22, 20], "only the Ring's own region counts"


@cites("underground", "relic.scepter_of_avarice", "relic.scepter_of_avarice.mine")
def test_what_the_scepter_doubles() -> None:
    def doubled(race: str, power: str, at: int, *things: str) -> int:
        scene = bare().active(0, race, power, {4: 3, 9: 1, 3: 1}).thing(3, "scepter_of_avarice")
        for thing in things:
            scene.thing(9, thing)
        state = finish(scene.active(1, "kraken", "royal", {25: 1}).conquest(0))
        return coins_for(play(state, f"place scepter_of_avarice {at}"), "scepter_of_avarice")

    assert doubled("ogres", "wise", 3) == 1, "the region's own coin"
    assert doubled("shrooms", "mining", 4) == 2
    assert doubled("shrooms", "mining", 9) == 2
    assert doubled("shrooms", "mining", 3) == 1
    assert doubled("ogres", "mining", 9, "keep_on_the_motherland") == 3
    assert doubled("drow", "mining", 9, "keep_on_the_motherland", "diamond_fields") == 5
    assert doubled("ogres", "quarreling", 4) == 1, "nothing for several regions together"
    assert doubled("ogres", "mining", 9, "mine_of_the_lost_dwarf") == 0
    assert doubled("ogres", "mining", 4, "mine_of_the_lost_dwarf") == 1, "elsewhere it works"
    unused = bare().active(0, "ogres", "wise", {4: 3}).thing(4, "scepter_of_avarice")
    state = play(finish(unused.active(1, "kraken", "royal", {25: 1}).conquest(0)), "no scepter_of_avarice")
    assert (coins_for(state, "scepter_of_avarice"), coins(state, 0)) == (0, 21)


@cites("underground", "relic.scepter_of_avarice", "place.wickedest_pentacle")
def test_the_scepter_pays_for_no_region_that_is_lost_before_scoring() -> None:
    scene = (
        bare().active(0, "ogres", "wise", {3: 3, 4: 1}).thing(3, "scepter_of_avarice").thing(3, "wickedest_pentacle")
    )
    state = finish(scene.active(1, "kraken", "royal", {25: 1}).conquest(0))
    play(state, "place scepter_of_avarice 4", "place wickedest_pentacle 4")
    assert (coins_for(state, "scepter_of_avarice"), coins(state, 0)) == (0, 21)


@cites("underground", "relic.stinky_trolls_socks", "relic.stinky_trolls_socks.decline", "mixing.as_if_empty")
def test_what_the_socks_drive_off() -> None:
    scene = bare().active(0, "drow", "wise", {3: 8}).thing(3, "stinky_trolls_socks")
    scene.active(1, "kraken", "shield", {4: 3, 9: 2, 5: 1}).mark(4, "mushroom_armor", 2).declined(
        1, "ogres", {8: 1, 25: 1}
    )
    state = scene.conquest(0)
    assert (price(state, 4), price(state, 9)) == (2 + 3 + 2, 4)
    play(state, "use stinky_trolls_socks")
    assert [price(state, r) for r in (4, 9, 8, 2)] == [2, 2, 2, 1]
    other = play(state.clone(), "conquer 8")
    assert (tribe(other, "ogres")["retreat"], tribe(other, "ogres")["tray"]) == (1, 10 - 2), "in decline too"
    play(state, "conquer 4")
    assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (3, 10 - 6), "nobody is lost"
    assert (price(state, 9), price(state, 5)) == (4, 4), "one conquest"
    play(state, "conquer 9")
    assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (4, 10 - 5), "then one as ever"
    plain = play(scene.conquest(0), "conquer 8")
    assert (tribe(plain, "ogres")["retreat"], tribe(plain, "ogres")["tray"]) == (0, 10 - 1), "without them it is lost"


@cites("underground", "relic.sword_of_the_killer_rabbit", "conquest.minimum", "things.several")
def test_what_the_sword_saves() -> None:
    scene = bare().active(0, "drow", "wise", {9: 8}).thing(9, "sword_of_the_killer_rabbit")
    state = scene.active(1, "kraken", "stone", {4: 3, 15: 1, 2: 1}).thing(9, "flying_doormat").conquest(0)
    assert [price(state, r) for r in (4, 15, 5, 3)] == [5, 4, 3, 2]
    play(state, "use sword_of_the_killer_rabbit")
    assert [price(state, r) for r in (4, 15, 5, 3)] == [3, 2, 1, 1]
    play(state, "use flying_doormat")
    assert [price(state, r) for r in (2, 20, 11)] == [1, 1, 1]
    play(state, "conquer 11")
    assert set(region(state, 11)["marks"]) == {"sword_of_the_killer_rabbit", "flying_doormat"}
    assert region(state, 11)["tokens"] == 1


@cites("underground", "relic.shiny_orb", "things.several", "power.vampire")
def test_orb_and_vampire_do_not_join() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 5}).thing(3, "shiny_orb").thing(3, "sword_of_the_killer_rabbit")
    state = play(scene.active(1, "kraken", "wise", {4: 1, 9: 1}).conquest(0), "use shiny_orb")
    assert refused(state, "use vampire") == "must_attack"
    assert can(state, "use sword_of_the_killer_rabbit")
    play(state, "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "kraken")["tray"]) == (1, 10 - 1)
    play(state, "use vampire", "conquer 9")
    assert (region(state, 9)["tokens"], tribe(state, "kraken")["tray"]) == (1, 10), (
        "the Orb does not count for the bite"
    )
