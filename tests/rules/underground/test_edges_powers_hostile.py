"""The edges of the special powers that meet opponents: thieves, tombs, vampires, the vengeful, on whoever's turn."""

import pytest

from tests.rules.underground.below import bare, below, coins
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
    stop,
    tribe,
)


@cites("underground", "power.thieving")
def test_who_is_robbed() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "ogres", "thieving", {2: 3}).active(1, "kraken", "wise", {1: 1, 3: 1})
    scene.active(2, "drow", "royal", {9: 1}).coins = [5, 1, 3]
    state = stop(scene.conquest(0))
    assert state.scores() == [5 + 1 + 2, 0, 2], "one coin from each, however many regions, and the last one too"
    scene.coins = [5, 0, 3]
    assert stop(scene.conquest(0)).scores() == [5 + 1 + 1, 0, 2], "who has none pays none"
    scene = bare(3).active(0, "ogres", "thieving", {2: 3}).active(1, "kraken", "wise", {31: 1})
    scene.declined(2, "drow", {9: 1}).declined(1, "gnomes", {3: 1})
    state = stop(scene.conquest(0))
    assert state.scores() == [21, 20, 20], "far away, in decline, or without an active race"


@cites("underground", "power.tomb", "decline.one_token_each")
def test_the_tomb_alone_keeps_more_than_one_token() -> None:
    scene = bare().active(0, "ogres", "tomb", {3: 1, 4: 1}).active(1, "kraken", "wise", {9: 9})
    state = play(scene.turn(0), "decline")
    assert (asked(state), state.current_player()) == ("choice", 1), "nothing to redeploy, nothing to ask"
    scene = bare().active(0, "ogres", "tomb", {3: 3, 4: 2}, hand=2).active(1, "kraken", "wise", {9: 9})
    state = play(scene.turn(0), "decline")
    assert asked(state) == "unit.tomb"
    assert tribe(state, "ogres")["tray"] == 10 - 5, "those in hand go to the tray"
    assert coins(state, 0) == 20, "redeployed before scoring"
    play(state, "yes tomb", "deploy 3:1 4:2")
    assert ([region(state, r)["tokens"] for r in (3, 4)], coins(state, 0)) == ([2, 3], 22)
    state = play(scene.turn(0), "decline", "no tomb")
    assert ([region(state, r)["tokens"] for r in (3, 4)], tribe(state, "ogres")["tray"]) == ([1, 1], 8)
    plain = bare().active(0, "ogres", "stone", {3: 3, 4: 2}).active(1, "kraken", "wise", {9: 9})
    state = play(plain.turn(0), "decline")
    assert ([region(state, r)["tokens"] for r in (3, 4)], asked(state)) == ([1, 1], "choice")


@cites("underground", "power.tomb", "losses.declined")
def test_a_tomb_loses_one_token_at_each_conquest() -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).declined(1, "ogres", {4: 3, 25: 1}, power="tomb")
    state = play(scene.active(1, "kraken", "wise", {26: 1}).conquest(0), "conquer 4")
    assert (tribe(state, "ogres")["retreat"], tribe(state, "ogres")["tray"]) == (2, 10 - 3)
    plain = bare().active(0, "drow", "stone", {3: 9}).declined(1, "ogres", {4: 1, 25: 1})
    state = play(plain.active(1, "kraken", "wise", {8: 3, 26: 1}).conquest(0), "conquer 4")
    assert (tribe(state, "ogres")["retreat"], tribe(state, "ogres")["tray"]) == (0, 10 - 1)
    play(state, "conquer 8")
    assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (2, 10 - 3), "active: one of three"


@cites("underground", "power.vampire", "things.lone_token")
def test_once_a_turn_for_each_opponent() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "ogres", "vampire", {2: 5}).active(1, "kraken", "wise", {1: 1, 3: 1})
    scene.active(2, "drow", "stone", {9: 1, 10: 1})
    state = play(scene.conquest(0), "use vampire", "conquer 1", "use vampire")
    assert refused(state, "conquer 3") == "enemy_already_replaced"
    play(state, "conquer 9")
    assert refused(state, "use vampire") == "no_target", "each of the two opponents has been hit"
    end_turn(end_turn(end_turn(state)))
    play(state, "expand", "use vampire", "conquer 3")
    assert region(state, 3)["tokens"] == 1, "in the next turn anew"


@cites("underground", "power.vampire", "power.vampire.conquest")
def test_a_plain_conquest_leaves_the_vampire_its_bite() -> None:
    scene = bare().active(0, "mudmen", "vampire", {3: 7}).active(1, "kraken", "wise", {4: 1, 9: 1, 25: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "mudmen")["tray"]) == (3, 5)
    play(state, "use vampire", "conquer 9")
    assert (region(state, 9)["tokens"], tribe(state, "mudmen")["tray"], tribe(state, "mudmen")["hand"]) == (1, 4, 3)
    scene = bare().active(0, "kraken", "wise", {3: 9}).active(1, "mudmen", "vampire", {4: 1, 9: 3})
    state = end_turn(play(scene.conquest(0), "conquer 4"))
    play(state, "expand", "use vampire")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [1, 8]
    assert can(state, "conquer 3"), "to be attacked is no bite"
    assert refused(state, "conquer 4") == "enemy_not_alone"


@cites("underground", "power.vampire", "relic.shiny_orb", "power.vampire.conquest")
def test_from_hand_when_the_tray_is_empty() -> None:
    spread = dict.fromkeys((1, 5, 7, 10, 11), 1)
    for tool, power in (("vampire", "vampire"), ("shiny_orb", "wise")):
        scene = bare().active(0, "ogres", power, {3: 5, **spread}).active(1, "kraken", "stone", {4: 1, 25: 1})
        if tool == "shiny_orb":
            scene.thing(3, "shiny_orb")
        state = play(scene.conquest(0), f"use {tool}", "conquer 4")
        assert (region(state, 4)["tokens"], tribe(state, "ogres")["hand"], tribe(state, "ogres")["tray"]) == (1, 3, 0)
    mummies = {3: 5, **dict.fromkeys((1, 5, 6, 7, 8, 10, 11, 12, 15, 17), 1)}
    scene = bare().active(0, "mummies", "vampire", mummies).active(1, "kraken", "stone", {4: 1, 25: 1})
    state = play(scene.conquest(0), "use vampire", "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "mummies")["hand"]) == (2, 2), "and one for the surcharge"


@cites("underground", "power.vampire", "relic.shiny_orb", "things.lone_token")
def test_whom_nobody_can_replace() -> None:
    for tool, power in (("vampire", "vampire"), ("shiny_orb", "wise")):
        scene = bare().active(0, "ogres", power, {3: 4}).declined(0, "drow", {8: 1}).declined(1, "mudmen", {9: 1})
        scene.active(1, "kraken", "stone", {2: 1}).mark(2, "tomb_raiders_ghost").thing(2, "crypt_of_the_tomb_raider")
        if tool == "shiny_orb":
            scene.thing(3, "shiny_orb")
        assert refused(scene.conquest(0), f"use {tool}") == "no_target", "the only lone token stands with a Ghost"
        scene = bare().active(0, "ogres", power, {3: 4}).declined(0, "drow", {8: 1}).declined(1, "mudmen", {9: 1})
        scene.active(1, "kraken", "stone", {2: 1, 25: 1})
        if tool == "shiny_orb":
            scene.thing(3, "shiny_orb")
        state = play(scene.conquest(0), f"use {tool}")
        assert refused(state, "conquer 4") == "not_an_enemy_token", "nobody there"
        assert refused(state, "conquer 8") == "not_an_enemy_token", "one's own race in decline"
        assert refused(state, "conquer 9") == "enemy_in_decline"
        assert can(state, "conquer 2"), "in the River like anywhere"
        monsters = bare().active(0, "ogres", power, {1: 4}).active(1, "kraken", "stone", {2: 1})
        monsters.regions[6] = ["natives", 1, {}]
        if tool == "shiny_orb":
            monsters.thing(1, "shiny_orb")
        assert refused(play(monsters.conquest(0), f"use {tool}"), "conquer 6") == "not_an_enemy_token", "a monster"


@cites("underground", "power.vampire", "things.lone_token")
def test_mountain_keep_and_armor_do_not_shelter() -> None:
    scene = bare().active(0, "ogres", "vampire", {9: 3}).active(1, "kraken", "shield", {15: 1, 25: 1})
    state = scene.mark(15, "mushroom_armor", 3).thing(15, "keep_on_the_motherland").conquest(0)
    assert price(state, 15) == 2 + 1 + 1 + 3 + 1 - 1
    play(state, "use vampire", "conquer 15")
    assert (region(state, 15)["tokens"], tribe(state, "ogres")["hand"]) == (1, 2)


@pytest.mark.parametrize("regions", [1, 2, 5])
@cites("underground", "power.vanishing", "decline.nothing_left")
def test_two_coins_for_each_region_that_vanishes(regions: int) -> None:
    spots = dict.fromkeys((3, 4, 9, 10, 11)[:regions], 1)
    scene = bare().active(0, "ogres", "vanishing", spots, hand=1).active(1, "kraken", "wise", {25: 2})
    state = play(scene.turn(0), "decline")
    assert (coins(state, 0), coins_for(state, "vanishing"), coins_for(state, "regions")) == (
        20 + 2 * regions,
        2 * regions,
        0,
    )
    assert [region(state, r)["holder"] for r in spots] == [None] * regions
    assert len(happened(state, "left")) == 1
    lent = (
        bare().active(0, "ogres", "stone", {**spots}, hand=1).lend(3, "vanishing").active(1, "kraken", "wise", {25: 2})
    )
    assert asked(play(lent.turn(0), "decline")) == "unit.vanishing", "a lent badge asks"
    assert coins(play(lent.turn(0), "decline", "yes vanishing"), 0) == 20 + 2 * regions
    assert coins(play(lent.turn(0), "decline", "no vanishing"), 0) == 20 + regions
    own = bare().active(0, "ogres", "vanishing", spots).active(1, "kraken", "wise", {25: 2})
    assert coins_for(end_turn(own.turn(0)), "vanishing") == 0, "only when it declines"


@cites("underground", "power.vengeful")
def test_vengeance_is_for_attackers_alone() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "mudmen", "vengeful", {2: 4, 31: 1}).active(1, "kraken", "wise", {30: 5, 3: 1})
    scene.active(2, "drow", "stone", {9: 2}).declined(1, "gnomes", {10: 1})
    state = end_turn(play(scene.turn(1), "expand", "conquer 31"))
    end_turn(state)
    play(state, "expand")
    assert price(state, 3) == 2 + region(state, 3)["tokens"] - 1, "the player who attacked"
    assert price(state, 10) == 2 + 1 - 1, "in decline as well"
    assert price(state, 9) == 2 + region(state, 9)["tokens"], "the other did not"
    end_turn(state)
    end_turn(end_turn(state))
    play(state, "expand")
    assert price(state, 3) == 2 + region(state, 3)["tokens"], "one turn only"
    both = bare(3).active(0, "mudmen", "vengeful", {2: 4, 31: 1, 8: 1}).active(1, "kraken", "wise", {30: 5, 3: 1})
    state = end_turn(play(both.active(2, "drow", "stone", {9: 6}).turn(1), "expand", "conquer 31"))
    end_turn(play(state, "expand", "conquer 8"))
    play(state, "expand")
    assert [price(state, r) for r in (3, 9)] == [1 + region(state, r)["tokens"] for r in (3, 9)], (
        "each of two attackers"
    )


@cites("underground", "power.vengeful")
def test_what_is_no_attack_on_the_vengeful() -> None:
    scene = bare(3).active(0, "mudmen", "vengeful", {2: 4}).active(1, "kraken", "wise", {3: 5})
    state = end_turn(play(scene.active(2, "drow", "stone", {9: 2, 31: 1}).turn(1), "expand", "conquer 10"))
    end_turn(state)
    play(state, "expand")
    assert price(state, 3) == 2 + region(state, 3)["tokens"], "an empty region was taken"
    scene.active(1, "kraken", "wise", {3: 5, 10: 1}).active(2, "drow", "stone", {9: 8, 31: 1})
    state = end_turn(play(scene.turn(2), "expand", "conquer 10"))
    play(state, "expand")
    assert price(state, 9) == 2 + region(state, 9)["tokens"]
    own = bare().active(0, "mudmen", "vengeful", {3: 9}).declined(0, "drow", {4: 1, 9: 1, 8: 1})
    state = play(own.active(1, "kraken", "wise", {25: 1}).conquest(0), "conquer 4")
    assert price(state, 9) == 3, "one's own conquest of one's own race in decline"
    foe = bare().active(0, "mudmen", "vengeful", {3: 9}).active(1, "kraken", "wise", {4: 1, 9: 1})
    state = play(foe.conquest(0), "conquer 4")
    assert price(state, 9) == 3, "nor what the Vengeful themselves attack"


@cites("underground", "race.gnomes.penalties", "race.gnomes", "power.vampire")
def test_an_empty_tray_is_no_surcharge_against_gnomes() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 10}).active(1, "gnomes", "stone", {4: 1, 25: 1})
    assert price(scene.conquest(0), 4) == 3
    spare = bare().active(0, "ogres", "vampire", {3: 9}).active(1, "gnomes", "stone", {4: 1, 25: 1})
    assert price(spare.conquest(0), 4) == 3


@cites("underground", "power.vampire", "relic.shiny_orb", "things.lone_token")
def test_nobody_is_no_enemy_whoever_bites() -> None:
    scene = (
        bare().active(1, "ogres", "vampire", {3: 4}).thing(3, "shiny_orb").active(0, "kraken", "wise", {4: 1, 25: 1})
    )
    for tool in ("vampire", "shiny_orb"):
        state = play(scene.turn(1), "expand", f"use {tool}")
        assert refused(state, "conquer 9") == "not_an_enemy_token"
        assert can(state, "conquer 4")


@cites("underground", "power.vengeful")
def test_monsters_and_empty_regions_are_nobodys_to_avenge() -> None:
    scene = below().active(0, "mudmen", "vengeful", {1: 6}).active(1, "kraken", "wise", {25: 1}).note("vengeful", 3)
    state = scene.conquest(0)
    assert (price(state, 6), price(state, 7)) == (2 + 2, 2)


@cites("underground", "deploy.free", "turn.ready", "power.tomb")
def test_an_active_tomb_race_moves_like_any_other() -> None:
    scene = bare().active(0, "ogres", "tomb", {3: 4, 4: 1}).active(1, "kraken", "wise", {25: 1})
    state = scene.conquest(0)
    assert (tribe(state, "ogres")["hand"], region(state, 3)["tokens"]) == (3, 1)
    play(state, "stop", "deploy 3:0 4:3")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [1, 4]
