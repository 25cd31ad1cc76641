"""The special powers of Underground."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.rules.underground.below import bare, coins, finish
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, deal, end_turn, play, price, refused, region, settle, stop, tribe


@cites("underground", "power.adventurous", "power.fisher", "power.frightened")
def test_adventurous_fisher_and_frightened() -> None:
    scene = bare().active(0, "ogres", "adventurous", {3: 2, 4: 2}).thing(3, "fountain_of_youth").thing(4, "shiny_orb")
    assert coins_for(finish(scene.active(1, "kraken", "stone", {25: 2}).conquest(0)), "adventurous") == 1
    scene = bare().active(0, "kraken", "fisher", {1: 1, 3: 1, 2: 1, 12: 2, 10: 1})
    assert coins_for(finish(scene.active(1, "ogres", "stone", {25: 2}).conquest(0)), "fisher") == 1
    scene = bare().active(0, "ogres", "frightened", {3: 3, 4: 2}).active(1, "kraken", "stone", {25: 2})
    assert coins_for(play(scene.conquest(0), "stop", "deploy 3:2 4:1"), "frightened") == 1
    assert coins_for(play(scene.conquest(0), "stop", "deploy 3:1 4:2"), "frightened") == 1


@cites("underground", "power.flocking", "power.quarreling")
def test_flocking_and_quarreling() -> None:
    def flock(race: str, power: str, *regions: int) -> int:
        scene = bare().active(0, race, power, dict.fromkeys(regions, 1)).active(1, "kraken", "stone", {25: 2})
        return coins_for(finish(scene.conquest(0)), power)

    assert flock("ogres", "flocking", 3, 4, 9) == 2
    assert flock("ogres", "flocking", 3, 10) == 0
    assert flock("spiderines", "flocking", 1, 21) == 2, "both border a chasm"
    assert flock("spiderines", "flocking", 1, 12) == 0, "12 borders no chasm"
    assert flock("ogres", "flocking", 1, 21) == 0, "chasms join for Spiderines alone"
    assert flock("ogres", "quarreling", 3, 4, 10) == 2
    assert flock("spiderines", "quarreling", 1, 21) == 2, "only printed borders join"
    assert flock("lizardmen", "flocking", 3, 12) == 0, "passing along the river is no adjacency"


@cites("underground", "power.immortal", "losses.rest_redeploys")
def test_immortals_lose_nothing_unless_replaced() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 9}).active(1, "kraken", "immortal", {4: 1, 9: 1, 25: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert tribe(state, "kraken")["retreat"] == 1
    play(state, "use vampire", "conquer 9")
    assert tribe(state, "kraken")["retreat"] == 1
    assert tribe(state, "kraken")["tray"] == 10 - 2


@cites("underground", "power.martyr")
def test_martyrs_are_paid_at_once() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 9}).active(1, "kraken", "martyr", {4: 1, 9: 2})
    assert coins(play(scene.conquest(0), "conquer 4", "conquer 9"), 1) == 22


@cites("underground", "power.mining", "power.mystic", "power.stone", "power.muddy", "decline.badge")
def test_coins_by_terrain() -> None:
    def earned(power: str, *regions: int) -> int:
        scene = bare().active(0, "ogres", power, dict.fromkeys(regions, 1)).active(1, "kraken", "wise", {24: 2})
        return coins_for(finish(scene.conquest(0)), power)

    assert earned("mining", 9, 25, 3) == 2
    assert earned("mystic", 3, 10, 4) == 2
    assert earned("stone", 5, 11, 4) == 2
    assert earned("muddy", 1, 19, 26, 4) == 3
    scene = bare().active(0, "ogres", "muddy", {1: 2, 4: 1}).active(1, "kraken", "wise", {24: 2})
    state = play(scene.turn(0), "decline")
    assert coins_for(state, "muddy") == 1
    assert tribe(state, "ogres")["power"] == "muddy"
    scene = bare().active(0, "ogres", "stone", {5: 2}).active(1, "kraken", "wise", {24: 2})
    state = play(scene.turn(0), "decline")
    assert coins_for(state, "stone") == 0
    assert state.view(0)["discarded_powers"] == ["stone"]


@cites("underground", "power.reborn", "power.reborn.pick", "turn.start_effects")
def test_reborn_regions_pass_to_the_new_race() -> None:
    scene = bare().declined(0, "ogres", {3: 1, 4: 1, 9: 1}, power="reborn").active(1, "kraken", "wise", {25: 2})
    state = deal(play(scene.combos(("drow", "stone", 0)).turn(0), "pick 0"))
    assert asked(state) == "unit.reborn"
    assert refused(state, "place reborn 25") == "not_in_decline"
    play(state, "place reborn 3")
    assert refused(state, "place reborn 3") == "not_in_decline"
    play(state, "place reborn 9")
    assert asked(state) == "conquest", "two regions at most"
    assert tribe(state, "drow")["regions"] == [3, 9]
    assert (tribe(state, "drow")["tray"], tribe(state, "drow")["hand"]) == (0, 7), "one from the tray, then from hand"
    assert can(state, "conquer 8")
    assert refused(state, "conquer 26") == "not_adjacent", "the new race is on the map already"


@cites("underground", "power.royal", "conquest.immune")
def test_the_queen() -> None:
    scene = bare().active(0, "ogres", "royal", {3: 2, 4: 2}).active(1, "kraken", "wise", {9: 9})
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.royal"
    play(state, "place royal 4", "expand")
    assert refused(state, "conquer 4") == "region_immune"
    assert can(state, "conquer 3")
    state = play(scene.mark(3, "queen").turn(0), "decline", "expand")
    assert region(state, 3)["marks"] == {"queen": 1}
    assert refused(state, "conquer 3") == "region_immune"


@cites("underground", "power.shield", "conquest.cost", "abandon.pieces")
def test_mushroom_armors() -> None:
    scene = bare().active(0, "shrooms", "shield", {4: 2, 7: 1, 3: 1}).active(1, "kraken", "wise", {9: 9})
    state = play(scene.conquest(0), "stop", "deploy 3:0 4:1 7:0")
    play(state, "place shield 3:2")
    assert region(state, 3)["marks"] == {"mushroom_armor": 2}
    assert price(play(state, "expand"), 3) == 5
    state = scene.mark(3, "mushroom_armor", 2).conquest(0)
    play(state, "abandon 3")
    assert state.view(0)["stock"]["mushroom_armor"] == 8  # type: ignore[index]
    state = play(scene.turn(0), "decline", "expand")
    assert price(state, 3) == 5, "armors defend in decline"


@cites("underground", "power.thieving", "conquest.immune")
def test_thieves() -> None:
    scene = bare(3).active(0, "ogres", "thieving", {3: 3}).active(1, "kraken", "wise", {4: 2, 5: 2})
    scene.active(2, "drow", "royal", {2: 2}).coins[2] = 0
    state = finish(scene.conquest(0))
    assert coins_for(state, "thieving") == 1
    scene = bare().active(0, "ogres", "thieving", {3: 3}).active(1, "kraken", "royal", {4: 2}).mark(4, "queen")
    assert coins_for(finish(scene.conquest(0)), "thieving") == 0


@cites("underground", "power.thieving", "place.great_brass_pipe")
def test_thieves_reach_through_the_pipe() -> None:
    def stolen(race: str, thing: str, where: int) -> int:
        scene = bare().active(0, race, "thieving", {3: 3}).thing(3, thing).active(1, "kraken", "wise", {where: 2})
        return coins_for(finish(scene.conquest(0)), "thieving")

    assert stolen("ogres", "great_brass_pipe", 21) == 1, "a crystal, as the Pipe's region is"
    assert stolen("ogres", "fountain_of_youth", 21) == 0
    assert stolen("ogres", "great_brass_pipe", 25) == 0, "a mine"
    scene = bare().active(0, "ogres", "thieving", {3: 3}).thing(3, "great_brass_pipe")
    scene.active(1, "kraken", "royal", {21: 2}).mark(21, "queen")
    assert coins_for(finish(scene.conquest(0)), "thieving") == 0, "not from an immune region"
    scene = bare().active(0, "spiderines", "thieving", {1: 3}).active(1, "kraken", "wise", {21: 2})
    assert coins_for(finish(scene.conquest(0)), "thieving") == 0, "chasms are adjacent for conquests alone"


@cites("underground", "power.shield.leave", "abandon.pieces")
def test_armors_leave_with_the_region_or_the_race() -> None:
    def armors(state: State) -> tuple[int, int]:
        stock: Any = state.view(0)["stock"]
        return stock["mushroom_armor"], region(state, 3)["marks"].get("mushroom_armor", 0)

    scene = bare().active(0, "ogres", "shield", {3: 2, 10: 1}).mark(3, "mushroom_armor", 2)
    scene.active(1, "kraken", "stone", {9: 9})
    assert armors(play(scene.conquest(0), "abandon 10")) == (6, 2), "another region is left"
    assert armors(play(scene.conquest(0), "abandon 3")) == (8, 0)
    assert armors(play(scene.turn(1), "expand", "conquer 4")) == (6, 2), "another region is conquered"
    state = play(scene.turn(1), "expand", "conquer 3")
    assert (region(state, 3)["tokens"], armors(state)) == (6, (8, 0)), "2 + 2 Ogres + 2 armors"
    assert armors(play(scene.turn(0), "decline")) == (6, 2), "they stay in decline"
    old = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1}, power="shield")
    state = old.mark(3, "mushroom_armor", 2).active(1, "kraken", "wise", {25: 2}).turn(0)
    assert armors(state) == (6, 2)
    assert armors(play(state, "decline")) == (8, 0), "and leave with the race"
    haunted = bare().active(0, "ogres", "shield", {3: 2, 10: 1}).mark(3, "mushroom_armor", 1)
    haunted.mark(3, "tomb_raiders_ghost").thing(10, "crypt_of_the_tomb_raider").active(1, "kraken", "stone", {9: 9})
    state = play(haunted.conquest(0), "abandon 3")
    assert region(state, 3)["marks"] == {"tomb_raiders_ghost": 1}, "what lies there whoever holds it stays"


@cites("underground", "power.magic.decline", "decline.badge")
def test_the_bag_leaves_in_decline() -> None:
    scene = bare().active(0, "drow", "magic", {3: 3}).mark(3, "bag_o_many_things").thing(3, "shiny_orb")
    state = scene.active(1, "kraken", "wise", {25: 1}).turn(0)
    assert region(play(state, "expand"), 3)["marks"] == {"bag_o_many_things": 1, "shiny_orb": 1}
    state = play(scene.turn(0), "decline")
    assert region(state, 3)["marks"] == {"shiny_orb": 1}, "a relic stays, the bag does not"
    stock: Any = state.view(0)["stock"]
    assert stock["bag_o_many_things"] == 1
    queen = bare().active(0, "drow", "royal", {3: 3}).mark(3, "queen").active(1, "kraken", "wise", {25: 1})
    assert region(play(queen.turn(0), "decline"), 3)["marks"] == {"queen": 1}, "other pieces may stay"
    assert state.view(0)["discarded_powers"] == ["magic"]


@cites("underground", "power.vampire.tray", "power.vampire.conquest")
def test_a_replaced_token_goes_to_the_tray() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 3}).active(1, "kraken", "immortal", {4: 1, 25: 2})
    state = play(scene.conquest(0), "use vampire", "conquer 4")
    assert (tribe(state, "kraken")["tray"], tribe(state, "kraken")["retreat"]) == (10 - 2, 0)
    plain = play(scene.conquest(0), "conquer 4")
    assert (tribe(plain, "kraken")["tray"], tribe(plain, "kraken")["retreat"]) == (10 - 3, 1), "Immortals else live on"
    scene = bare().active(0, "ogres", "vampire", {3: 3}).active(1, "gnomes", "stone", {4: 1})
    assert refused(scene.conquest(0), "use vampire") == "no_target"


@pytest.mark.parametrize(("option", "lost", "back"), [("no", 1, 3), ("yes", 4, 0)])
@cites("underground", "power.tomb.own", "conquest.own_declined")
def test_the_own_race_takes_a_tomb_stack(option: str, lost: int, back: int) -> None:
    scene = bare(own_tomb_stack_is_lost=option).active(0, "drow", "stone", {3: 8})
    scene.declined(0, "ogres", {4: 4, 5: 1}, power="tomb").active(1, "kraken", "wise", {25: 2})
    state = play(scene.conquest(0), "conquer 4")
    assert (tribe(state, "ogres")["tray"], tribe(state, "ogres")["retreat"]) == (10 - 5 + lost, back)
    stop(state)
    assert region(state, 5)["tokens"] == 1 + back
    foe = bare(own_tomb_stack_is_lost=option).active(0, "drow", "stone", {3: 8})
    foe.declined(1, "ogres", {4: 4, 5: 1}, power="tomb").active(1, "kraken", "wise", {25: 2})
    state = play(foe.conquest(0), "conquer 4")
    assert tribe(state, "ogres")["retreat"] == 3, "an opponent always drives them off"
    plain = bare(own_tomb_stack_is_lost=option).active(0, "drow", "stone", {3: 8})
    plain.declined(0, "ogres", {4: 4, 5: 1}, power="wise").active(1, "kraken", "royal", {25: 2})
    assert tribe(play(plain.conquest(0), "conquer 4"), "ogres")["retreat"] == 0, "only the Tomb saves any"


@cites("underground", "power.wise.turns")
def test_wise_pays_on_the_turn_of_decline_and_in_no_other_players_turn() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2}).active(1, "kraken", "stone", {25: 2})
    state = play(scene.turn(0), "decline")
    assert (coins(state, 0), coins_for(state, "wise")) == (20 + 1 + 2, 2)
    end_turn(state)
    assert coins_for(state, "wise") == 2, "nothing when the other player's turn ends"
    assert coins_for(end_turn(scene.turn(0)), "wise") == 0, "and nothing while the race is active"


@cites("underground", "power.vanishing.things", "place.mine_of_the_lost_dwarf")
def test_a_vanished_race_is_not_paid_for_the_mine() -> None:
    scene = bare().active(0, "drow", "vanishing", {3: 2, 9: 1}).thing(9, "mine_of_the_lost_dwarf")
    state = play(scene.active(1, "kraken", "stone", {25: 2}).turn(0), "decline")
    assert (coins_for(state, "vanishing"), coins_for(state, "mine_of_the_lost_dwarf")) == (4, 0)
    other = bare().active(0, "drow", "stone", {3: 2, 9: 1}).thing(9, "mine_of_the_lost_dwarf")
    state = play(other.active(1, "kraken", "wise", {25: 2}).turn(0), "decline")
    assert coins_for(state, "mine_of_the_lost_dwarf") == 2, "one that declines as usual is"


@cites("underground", "power.tomb", "losses.declined")
def test_the_tomb_keeps_its_tokens() -> None:
    scene = bare().active(0, "ogres", "tomb", {3: 3, 4: 2}).active(1, "kraken", "wise", {9: 9})
    state = play(scene.turn(0), "decline")
    assert asked(state) == "unit.tomb"
    play(state, "yes tomb", "deploy 3:0 4:3")
    assert region(state, 4)["tokens"] == 4
    play(state, "expand", "conquer 4")
    assert tribe(state, "ogres")["retreat"] == 3
    stop(state)
    assert region(state, 3)["tokens"] == 4
    state = play(scene.turn(0), "decline", "no tomb")
    assert tribe(state, "ogres")["tokens"] == 2
    scene = bare().declined(0, "ogres", {4: 3}, power="tomb").active(1, "kraken", "wise", {9: 9})
    state = play(scene.turn(1), "expand", "conquer 4")
    assert tribe(state, "ogres") == {}, "with its last region all are gone"


@cites("underground", "power.vampire", "power.vampire.conquest", "things.lone_token")
def test_vampires() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "ogres", "vampire", {2: 4}).active(1, "kraken", "wise", {1: 1, 3: 1, 9: 2})
    scene.active(2, "drow", "shield", {10: 1}).mark(10, "mushroom_armor")
    state = play(scene.thing(1, "fountain_of_youth").conquest(0), "use vampire")
    assert refused(state, "conquer 9") == "enemy_not_alone"
    play(state, "conquer 1")
    assert region(state, 1)["tokens"] == 1
    assert tribe(state, "ogres")["hand"] == 3
    play(state, "use vampire")
    assert refused(state, "conquer 3") == "enemy_already_replaced"
    play(state, "conquer 10")
    assert region(state, 10)["holder"] == "ogres"
    scene = (
        bare().active(0, "ogres", "vampire", {3: 4}).declined(1, "mudmen", {4: 1}).active(1, "kraken", "wise", {9: 1})
    )
    assert refused(play(scene.conquest(0), "use vampire"), "conquer 4") == "enemy_in_decline"
    state = bare().active(0, "ogres", "vampire", {3: 1}).active(1, "kraken", "wise", {4: 1}).conquest(0)
    assert refused(state, "use vampire") == "no_token_in_hand"


@cites("underground", "power.vanishing", "market.banner_return", "decline.old_race_leaves")
def test_vanishing() -> None:
    scene = bare().active(0, "ogres", "vanishing", {3: 2, 4: 2}).active(1, "kraken", "wise", {9: 9})
    state = play(scene.declined(0, "drow", {10: 1}).turn(0), "decline")
    assert coins(state, 0) == 24, "the older race leaves and does not score"
    assert tribe(state, "ogres") == {}
    assert state.view(0)["discarded_powers"] == ["vanishing"]


@cites("underground", "power.vengeful")
def test_vengeance() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 5, 10: 1}).active(1, "kraken", "vengeful", {9: 4, 26: 2})
    state = end_turn(play(scene.declined(1, "drow", {4: 1}).conquest(0), "conquer 4"))
    play(state, "expand")
    assert region(state, 4)["holder"] == "ogres"
    assert price(state, 4) == 2 + region(state, 4)["tokens"] - 1
    assert price(state, 3) == 2 + region(state, 3)["tokens"] - 1, "all regions of that player"
    assert price(state, 8) == 2, "nobody's"
    end_turn(end_turn(state))
    play(state, "expand")
    assert price(state, 3) == 2 + region(state, 3)["tokens"], "the markers came back"


@cites("underground", "power.vengeful", "die.failure")
def test_a_failed_attack_is_an_attack() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2}).active(1, "kraken", "vengeful", {9: 4, 4: 1})
    state = play(scene.conquest(0), "conquer 4", "? die 0")
    play(state, "expand")
    assert price(state, 3) == 2 + region(state, 3)["tokens"] - 1


@cites("underground", "power.wise", "scoring.declined_no_bonus")
def test_the_wise() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 2}).active(1, "kraken", "stone", {9: 9})
    assert coins_for(finish(scene.conquest(0)), "wise") == 0
    assert coins_for(play(scene.turn(0), "decline"), "wise") == 2


@cites("underground", "power.magic", "power.magic.in_play", "power.magic.not_twice", "power.magic.entry")
def test_the_bag_of_many_things() -> None:
    scene = bare().active(0, "ogres", "magic", {3: 9}).active(1, "kraken", "stone", {4: 4, 25: 4})
    scene.thing(25, "sword_of_the_killer_rabbit").thing(3, "stinky_trolls_socks").thing(25, "froggys_ring")
    state = scene.conquest(0)
    assert refused(state, "use bag_shiny_orb") == "relic_not_in_play"
    assert price(state, 4) == 5
    play(state, "use bag_sword_of_the_killer_rabbit")
    assert price(state, 4) == 3
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {"bag_o_many_things": 1}
    assert "sword_of_the_killer_rabbit" in region(state, 25)["marks"], "the real one lies where it lay"
    assert refused(state, "use bag_stinky_trolls_socks") == "already_used", "one choice per turn"
    assert can(state, "use stinky_trolls_socks")
    state = play(scene.conquest(0), "use stinky_trolls_socks")
    assert refused(state, "use bag_stinky_trolls_socks") == "relic_twice"
    scene = bare().active(0, "ogres", "magic", {}, hand=9).active(1, "kraken", "stone", {25: 4})
    assert refused(scene.thing(25, "flying_doormat").conquest(0), "use bag_flying_doormat") == "bag_needs_region"


@cites("underground", "power.magic", "power.magic.not_twice")
def test_the_bag_as_ring_and_scepter() -> None:
    scene = bare().active(0, "ogres", "magic", {3: 2, 4: 2}).active(1, "kraken", "stone", {9: 9})
    state = finish(scene.thing(3, "scepter_of_avarice").conquest(0))
    play(state, "place scepter_of_avarice 3")
    assert asked(state) == "unit.bag_scepter_of_avarice"
    assert refused(state, "place bag_scepter_of_avarice 3") == "relic_already_here"
    play(state, "place bag_scepter_of_avarice 4")
    assert coins_for(state, "scepter_of_avarice") == 1
    assert coins_for(state, "bag_scepter_of_avarice") == 1
    play(state, "expand", "conquer 4")
    assert region(state, 4)["marks"] == {}, "the bag cannot be stolen"


@pytest.mark.parametrize(("option", "lost"), [("no", 0), ("yes", 1)])
@cites("underground", "power.immortal.balrog")
def test_immortals_and_the_balrog(option: str, lost: int) -> None:
    scene = bare(balrog_kills_immortal=option).active(0, "ogres", "wise", {3: 4}).thing(3, "wickedest_pentacle")
    state = scene.active(1, "kraken", "immortal", {4: 3, 25: 1}).conquest(0)
    play(state, "place wickedest_pentacle 4")
    assert tribe(state, "kraken")["retreat"] == 3 - lost
    settle(state)
