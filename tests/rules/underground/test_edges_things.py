"""The edges of each relic and place: used twice, not used, held by somebody else, nothing there to take."""

from typing import Any

import pytest

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    happened,
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


@cites("underground", "place.altar_of_souls", "turn.end_order")
def test_the_altar_asks_only_for_tokens_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).thing(3, "altar_of_souls").active(1, "kraken", "wise", {25: 4})
    state = finish(scene.conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "no race in decline, no question"
    scene.declined(1, "gnomes", {10: 1})
    state = finish(scene.conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "not an opponent's"
    scene.declined(0, "ogres", {4: 1, 9: 1})
    state = finish(scene.conquest(0))
    assert (asked(state), coins(state, 0)) == ("unit.altar_of_souls", 20 + 3), "after scoring"
    assert [state.text(code) for code in state.legal_actions()] == [
        "empty altar_of_souls 4", "empty altar_of_souls 9", "no altar_of_souls",
    ]  # fmt: skip
    other = play(state.clone(), "no altar_of_souls")
    assert (coins(other, 0), tribe(other, "ogres")["regions"]) == (23, [4, 9])
    play(state, "empty altar_of_souls 9")
    assert (coins(state, 0), tribe(state, "ogres")["regions"], tribe(state, "ogres")["tray"]) == (26, [4], 10 - 1)
    assert (asked(state), state.current_player()) == ("choice", 1), "one token a turn"
    end_turn(state)
    play(finish(play(state, "expand")), "empty altar_of_souls 4")
    assert tribe(state, "ogres") == {}, "with its last token the race is gone"


@cites("underground", "place.altar_of_souls", "things.decline")
def test_the_altar_of_a_race_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).declined(0, "ogres", {4: 3, 9: 1}, power="tomb")
    scene.thing(4, "altar_of_souls").active(1, "kraken", "wise", {25: 4})
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.altar_of_souls"
    play(state, "empty altar_of_souls 4")
    assert (region(state, 4)["tokens"], tribe(state, "ogres")["tray"]) == (2, 10 - 3), "one of three"
    assert asked(end_turn(state)) != "unit.altar_of_souls"
    foe = bare().active(0, "drow", "stone", {3: 2}).declined(0, "ogres", {4: 1}).active(1, "kraken", "wise", {25: 4})
    state = finish(foe.thing(25, "altar_of_souls").conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "an opponent's Altar does not ask"


@cites("underground", "place.crypt_of_the_tomb_raider", "place.crypt_of_the_tomb_raider.left", "conquest.immune")
def test_the_ghost_of_a_race_in_decline_stays() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2, 4: 2}).thing(3, "crypt_of_the_tomb_raider")
    state = play(scene.active(1, "kraken", "wise", {9: 9}).mark(4, "tomb_raiders_ghost").turn(0), "decline")
    assert region(state, 4)["marks"] == {"tomb_raiders_ghost": 1}
    play(state, "expand")
    assert refused(state, "conquer 4") == "region_immune"
    play(state, "conquer 3")
    assert region(state, 4)["marks"] == {}
    assert asked(finish(state)) == "unit.crypt_of_the_tomb_raider", "the new holder places it at the end of the turn"
    play(state, "no crypt_of_the_tomb_raider")
    assert [region(state, r)["marks"].get("tomb_raiders_ghost", 0) for r in range(28)] == [0] * 28
    old = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1}).mark(4, "tomb_raiders_ghost")
    state = finish(old.thing(3, "crypt_of_the_tomb_raider").active(1, "kraken", "wise", {25: 2}).conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "a race in decline does not move it"
    assert region(state, 4)["marks"] == {"tomb_raiders_ghost": 1}


@cites("underground", "place.crypt_of_the_tomb_raider", "conquest.immune", "place.crypt_of_the_tomb_raider.empty")
def test_where_the_ghost_haunts() -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).thing(3, "crypt_of_the_tomb_raider")
    scene.active(1, "kraken", "wise", {4: 2, 25: 1}).mark(9, "tomb_raiders_ghost")
    state = finish(scene.conquest(0))
    assert refused(state, "place crypt_of_the_tomb_raider 14") == "ghost_not_there"
    play(state, "place crypt_of_the_tomb_raider 4")
    assert (region(state, 9)["marks"], region(state, 4)["marks"]) == ({}, {"tomb_raiders_ghost": 1})
    play(end_turn(state), "expand")
    assert refused(state, "conquer 4") == "region_immune", "a foreign region is immune to its master too"
    assert can(state, "conquer 9"), "the Ghost is there no more"
    old = bare().declined(0, "drow", {3: 1}).thing(3, "crypt_of_the_tomb_raider").mark(9, "tomb_raiders_ghost")
    old.active(0, "ogres", "stone", {4: 5}).active(1, "kraken", "wise", {8: 8})
    assert can(old.conquest(0), "conquer 9"), "the player holds the Crypt, be it with the race in decline"
    assert refused(play(old.turn(1), "expand"), "conquer 9") == "region_immune"


@cites("underground", "place.diamond_fields", "place.keep_on_the_motherland", "place.mine_of_the_lost_dwarf")
def test_what_places_pay_and_to_whom() -> None:
    def paid(place: str, at: int, mode: str, regions: tuple[int, ...]) -> int:
        scene = bare().active(1, "kraken", "royal", {25: 2}).thing(at, place) if at not in regions else bare()
        scene.active(1, "kraken", "royal", {25: 2})
        if mode == "declined":
            scene.active(0, "gnomes", "stone", {26: 1}).declined(0, "ogres", dict.fromkeys(regions, 1))
        else:
            scene.active(0, "ogres", "wise", dict.fromkeys(regions, 1))
        if at in regions:
            scene.thing(at, place)
        return coins_for(end_turn(scene.turn(0)), place)

    for mode in ("active", "declined"):
        assert paid("keep_on_the_motherland", 3, mode, (3, 4)) == 1
        assert paid("mine_of_the_lost_dwarf", 3, mode, (3, 4)) == 2
        assert [paid("diamond_fields", 3, mode, held) for held in ((3,), (3, 10), (3, 10, 12, 4))] == [1, 2, 3]
        for place in ("keep_on_the_motherland", "mine_of_the_lost_dwarf", "diamond_fields"):
            assert paid(place, 10, mode, (3, 4)) == 0, "nobody holds it"


@cites("underground", "place.keep_on_the_motherland", "conquest.cost", "things.lone_token")
def test_only_the_keep_defends() -> None:
    for thing, more in (
        ("keep_on_the_motherland", 1),
        ("mine_of_the_lost_dwarf", 0),
        ("shiny_orb", 0),
        ("stonehedge", 0),
    ):
        for mode in ("empty", "active", "declined"):
            scene = bare().active(0, "drow", "wise", {3: 6})
            if mode == "active":
                scene.active(1, "kraken", "stone", {4: 1})
            elif mode == "declined":
                scene.declined(1, "kraken", {4: 1})
            assert price(scene.thing(4, thing).conquest(0), 4) == 2 + more + (mode != "empty")


@cites("underground", "place.great_brass_pipe", "things.decline")
def test_what_the_pipe_joins() -> None:
    def reach(regions: tuple[int, ...], pipe: int) -> set[int]:
        scene = (
            bare().active(0, "drow", "wise", dict.fromkeys(regions, 1), hand=3).active(1, "kraken", "stone", {25: 2})
        )
        state = scene.thing(pipe, "great_brass_pipe").conquest(0)
        texts = [state.text(code) for code in state.legal_actions()]
        return {int(text.split()[1]) for text in texts if text.startswith("conquer")}

    assert reach((3,), 3) == {2, 4, 8, 9, 10, 12, 21}, "neighbours, and the other crystals"
    assert reach((3,), 4) == {2, 4, 8, 9}, "not held: neighbours alone"
    assert reach((4,), 4) == {3, 5, 9, 6, 7, 8}, "mushroom forests"
    old = bare().active(0, "drow", "wise", {4: 6}).declined(0, "ogres", {3: 1}).thing(3, "great_brass_pipe")
    assert refused(old.active(1, "kraken", "stone", {25: 2}).conquest(0), "conquer 10") == "not_adjacent"


@cites("underground", "place.fountain_of_youth", "market.tray_limit", "things.decline")
def test_the_fountain_gives_one_token_when_a_turn_begins() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2, 4: 1}).thing(3, "fountain_of_youth")
    state = scene.active(1, "kraken", "stone", {9: 6}).turn(0)
    assert (tribe(state, "drow")["hand"], tribe(state, "drow")["tray"]) == (1, 9 - 4)
    end_turn(state)
    assert tribe(state, "drow")["tray"] == 9 - 4, "not in the other player's turn"
    end_turn(state)
    assert tribe(state, "drow")["tray"] == 9 - 5
    taken = bare().active(0, "drow", "wise", {4: 5}).thing(3, "fountain_of_youth").active(1, "kraken", "stone", {25: 6})
    state = stop(play(taken.conquest(0), "conquer 3"))
    assert tribe(state, "drow")["tray"] == 9 - 5, "not yet in the turn it is taken"


@cites("underground", "place.stonehedge", "conquest.monsters", "market.badge_discard")
def test_stonehedge_draws_from_the_stack() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    page = scene.dump([["find", "ogres", "", 6, 0]])
    page["regions"]["6"] = ["ogres", 2, {"hidden": 1}]
    page["regions"]["1"] = ["ogres", 7, {}]
    page["stacked_powers"], page["discarded_powers"] = page["stacked_powers"][:2], page["stacked_powers"][2:]
    state = scene.game.load(page)
    state.watch()
    play(state, "? find stonehedge")
    assert [state.text(code) for code in state.legal_actions()] == [f"badge {name}" for name in page["stacked_powers"]]
    assert happened(state, "reshuffled") == []
    first = page["stacked_powers"][0]
    play(state, f"? badge {first}")
    assert first not in state.view(0)["stacked_powers"]  # type: ignore[operator]
    none = scene.game.load({**page, "stacked_powers": [], "discarded_powers": []})
    none.watch()
    none.apply(none.parse("find stonehedge"))
    assert happened(none, "reshuffled") == [], "nothing to shuffle"
    assert asked(none) != "unit.stonehedge", "and nothing to draw"


@cites("underground", "place.stonehedge.lost")
def test_what_stonehedge_lent_goes_back_when_it_is_lost() -> None:
    bag = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "magic")
    state = bag.mark(10, "bag_o_many_things").conquest(0)
    assert region(play(state, "conquer 4"), 10)["marks"] == {"bag_o_many_things": 1}
    assert region(play(state, "conquer 3"), 10)["marks"] == {}, "the bag"
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    for lost in (False, True):
        scene = bare(3).active(0, "gnomes", "mining", {2: 9}).active(1, "kraken", "stone", {1: 1, 31: 1})
        scene.active(2, "drow", "wise", {9: 2}).lend(1, "vengeful").note("vengeful", 1 << 2)
        state = scene.turn(0) if lost else scene.turn(1)
        play(state, "expand")
        if lost:
            play(state, "conquer 1")
            assert price(state, 9) == 2 + 2, "whom the Kraken were after is no concern of the new holder"
        else:
            assert price(state, 9) == 2 + 2 - 1 or refused(state, "conquer 9")
    left = bare().active(0, "ogres", "mining", {3: 3, 10: 2}).lend(3, "royal").mark(10, "queen")
    state = play(left.active(1, "kraken", "stone", {25: 1}).conquest(0), "abandon 3")
    assert region(state, 10)["marks"] == {}, "the Queen, when it is left as well"
    state = play(left.conquest(0), "abandon 10")
    assert region(state, 3)["marks"] == {"stonehedge": 1}


@cites("underground", "place.stonehedge", "place.stonehedge.decline")
def test_whom_a_lent_power_serves() -> None:
    def paid(power: str, mode: str) -> int:
        scene = bare().active(1, "kraken", "royal", {25: 2})
        if mode == "active":
            scene.active(0, "ogres", "mystic", {3: 1, 9: 1, 1: 1})
        else:
            scene.active(0, "gnomes", "mystic", {17: 1}).declined(0, "ogres", {3: 1, 9: 1, 1: 1})
        return coins_for(end_turn(scene.lend(3, power).turn(0)), power)

    assert [paid("mining", mode) for mode in ("active", "declined")] == [1, 0]
    assert [paid("muddy", mode) for mode in ("active", "declined")] == [1, 1]
    assert [paid("wise", mode) for mode in ("active", "declined")] == [0, 2]
    reborn = bare().active(0, "gnomes", "mystic", {17: 1}).declined(0, "ogres", {3: 1, 9: 1}).lend(3, "reborn")
    assert asked(reborn.active(1, "kraken", "royal", {25: 2}).turn(0)) == "unit.reborn"
    active = bare().active(0, "ogres", "mystic", {3: 1, 9: 1}).lend(3, "reborn")
    assert asked(active.active(1, "kraken", "royal", {25: 2}).turn(0)) == "choice"
    other = bare().active(0, "gnomes", "mystic", {9: 1}).thing(9, "keep_on_the_motherland")
    state = end_turn(other.active(1, "kraken", "royal", {3: 2, 25: 1}).lend(3, "mining").turn(0))
    assert coins_for(state, "mining") == 0, "an opponent's Stonehedge serves the opponent"
    assert coins_for(end_turn(state), "mining") == 1
    kept = bare().active(0, "gnomes", "mystic", {9: 5}).thing(9, "keep_on_the_motherland")
    state = play(kept.active(1, "kraken", "royal", {3: 2, 25: 1}).lend(3, "mining").conquest(0), "conquer 4")
    assert region(state, 4)["marks"] == {}, "nobody else's ability comes with another place"


@cites("underground", "place.wickedest_pentacle", "place.wickedest_pentacle.move", "conquest.immune")
def test_the_balrog_takes_two_tokens_and_the_region() -> None:
    for tokens, lost in ((1, 1), (2, 2), (3, 2), (5, 2)):
        scene = bare().active(0, "drow", "wise", {3: 9}).thing(3, "wickedest_pentacle")
        state = scene.active(1, "kraken", "stone", {4: tokens, 25: 1}).conquest(0)
        play(state, "place wickedest_pentacle 4")
        assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (
            tokens - lost,
            10 - 1 - tokens + lost,
        )
        assert (region(state, 4)["holder"], region(state, 4)["marks"]) == (None, {"balrog": 1})
        assert refused(state, "conquer 4") == "region_immune", "to its master too"
        assert refused(state, "place wickedest_pentacle 5") == "already_used"
    empty = (
        bare().active(0, "drow", "wise", {3: 2}).thing(3, "wickedest_pentacle").active(1, "kraken", "stone", {25: 1})
    )
    state = play(empty.conquest(0), "place wickedest_pentacle 2")
    assert region(state, 2)["marks"] == {"balrog": 1}, "a River is allowed"
    end_turn(state)
    assert asked(play(state, "expand")) == "conquest"
    end_turn(state)
    play(state, "expand")
    assert refused(state, "place wickedest_pentacle 4") == "balrog_too_far"
    play(state, "place wickedest_pentacle 12")
    assert (region(state, 2)["marks"], region(state, 12)["marks"]) == ({}, {"balrog": 1})


@cites("underground", "place.wickedest_pentacle", "things.decline")
def test_when_the_pentacle_asks() -> None:
    shut = (
        bare()
        .active(0, "drow", "royal", {4: 5})
        .thing(4, "wickedest_pentacle")
        .active(1, "gnomes", "wise", {3: 1, 5: 1})
    )
    shut.declined(1, "liches", {9: 1}).coins = [0, 5]
    state = finish(shut.conquest(0), "place royal 4")
    assert (asked(state), state.current_player()) == ("choice", 1), "nowhere to go, nothing to ask"
    ghouls = below(mixed="yes").active(0, "drow", "mining", {25: 5}).declined(0, "ghouls", {1: 6})
    state = play(
        ghouls.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "conquer 6", "? find wickedest_pentacle"
    )
    assert asked(state) == "conquest", "a race in decline cannot use it"
    old = bare().active(0, "drow", "mining", {25: 5}).declined(0, "ogres", {3: 1}).thing(3, "wickedest_pentacle")
    state = old.active(1, "kraken", "stone", {10: 1}).conquest(0)
    assert refused(state, "place wickedest_pentacle 4") == "not_asked"
    assert (asked(finish(state)), state.current_player()) == ("choice", 1)
    found = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(found.conquest(0), "conquer 6", "? find wickedest_pentacle")
    assert asked(state) == "unit.wickedest_pentacle", "whoever finds it may at once"
    play(state, "no wickedest_pentacle")
    assert refused(state, "place wickedest_pentacle 11") == "already_used"


@cites("underground", "place.wickedest_pentacle.monsters", "conquest.monsters")
def test_the_balrog_draws_a_marker_only_where_one_is_hidden() -> None:
    scene = (
        below().active(0, "ogres", "wise", {1: 9}).thing(1, "wickedest_pentacle").active(1, "kraken", "stone", {7: 2})
    )
    state = play(scene.thing(7, "shiny_orb").conquest(0), "place wickedest_pentacle 7")
    assert (asked(state), set(region(state, 7)["marks"])) == ("conquest", {"balrog", "shiny_orb"})
    state = play(scene.conquest(0), "place wickedest_pentacle 6", "? find great_brass_pipe")
    assert (region(state, 6)["tokens"], region(state, 6)["holder"]) == (0, None)
    assert set(region(state, 6)["marks"]) == {"balrog", "great_brass_pipe"}
    assert refused(state, "conquer 6") == "region_immune", "there without an owner"


@cites("underground", "mixing.stonehedge", "place.stonehedge")
def test_a_badge_of_small_world_serves_who_holds_stonehedge() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {9: 2}).thing(9, "keep_on_the_motherland")
    scene.active(1, "kraken", "stone", {3: 2}).lend(3, "wealthy")
    state = play(scene.conquest(0), "stop")
    assert coins_for(state, "wealthy") == 0, "another place is not Stonehedge"
    scene.active(0, "orcs", "wise", {9: 5}).regions[9][2]["keep_on_the_motherland"] = 1
    assert region(play(scene.conquest(0), "conquer 4"), 4)["marks"] == {}
    end_turn(state)
    assert (coins_for(state, "wealthy"), coins(state, 1)) == (7, 20 + 1 + 7)
    end_turn(end_turn(state))
    assert coins_for(state, "wealthy") == 7, "once"
