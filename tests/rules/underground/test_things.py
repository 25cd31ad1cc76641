"""Relics and places."""

import pytest

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    play,
    price,
    refused,
    region,
    settle,
    stop,
    tribe,
    why,
)


@cites("underground", "conquest.monsters", "things.keeper", "setup.monsters", "setup.markers", "secret.stacks")
def test_a_marker_is_drawn_when_monsters_fall() -> None:
    state = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1}).conquest(0)
    assert region(state, 6)["marks"] == {"hidden": 1}
    assert region(state, 6)["tokens"] == 2
    assert price(state, 6) == 3
    play(state, "conquer 6")
    assert asked(state) == "find"
    assert len(state.legal_actions()) == 15
    play(state, "? find great_brass_pipe")
    assert region(state, 6)["marks"] == {"great_brass_pipe": 1}
    assert can(state, "conquer 4"), "it works at once"
    assert len(state.view(0)["unseen"]) == 14  # type: ignore[arg-type]


@cites("underground", "relic.flying_doormat", "things.relic_moves", "things.failed_die")
def test_the_doormat() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 3}).thing(3, "flying_doormat").active(1, "kraken", "stone", {25: 4})
    state = scene.conquest(0)
    assert refused(state, "conquer 26") == "not_adjacent"
    play(state, "use flying_doormat", "conquer 26")
    assert region(state, 26)["marks"] == {"flying_doormat": 1}
    assert refused(state, "use flying_doormat") == "already_used"
    state = play(scene.conquest(0), "use flying_doormat", "conquer 25", "? die 0")
    assert region(state, 3)["marks"] == {"flying_doormat": 1}
    assert asked(state) != "conquest"


@cites("underground", "relic.froggys_ring")
def test_the_ring() -> None:
    scene = bare(3).active(0, "ogres", "wise", {3: 3, 10: 1}).thing(10, "froggys_ring")
    scene.active(1, "kraken", "stone", {4: 4}).active(2, "drow", "royal", {2: 3}).coins[2] = 0
    state = finish(scene.conquest(0))
    assert refused(state, "place froggys_ring 4") == "not_your_region"
    play(state, "place froggys_ring 3")
    assert coins_for(state, "froggys_ring") == 1
    assert region(state, 3)["marks"] == {"froggys_ring": 1}


@cites("underground", "relic.stinky_trolls_socks", "relic.stinky_trolls_socks.decline")
def test_the_socks() -> None:
    scene = (
        bare().active(0, "drow", "wise", {3: 5}).thing(3, "stinky_trolls_socks").active(1, "kraken", "stone", {4: 4})
    )
    state = play(scene.conquest(0), "use stinky_trolls_socks")
    assert price(state, 4) == 2
    play(state, "conquer 4")
    assert tribe(state, "kraken")["retreat"] == 4
    scene = (
        bare().active(0, "drow", "wise", {3: 5}).thing(3, "stinky_trolls_socks").declined(1, "kraken", {4: 1, 25: 1})
    )
    state = play(scene.conquest(0), "use stinky_trolls_socks", "conquer 4")
    stop(state)
    assert region(state, 25)["tokens"] == 2
    scene = bare().active(0, "drow", "wise", {3: 5}).thing(3, "stinky_trolls_socks").declined(1, "kraken", {4: 1})
    assert tribe(play(scene.conquest(0), "use stinky_trolls_socks", "conquer 4"), "kraken") == {}


@cites("underground", "relic.scepter_of_avarice", "relic.scepter_of_avarice.mine")
def test_the_scepter() -> None:
    scene = bare().active(0, "shrooms", "wise", {4: 3, 9: 1}).thing(9, "scepter_of_avarice")
    state = play(finish(scene.active(1, "kraken", "stone", {25: 4}).conquest(0)), "place scepter_of_avarice 4")
    assert coins_for(state, "scepter_of_avarice") == 2
    scene = bare().active(0, "shrooms", "wise", {4: 3, 9: 1}).thing(9, "scepter_of_avarice")
    scene.thing(9, "mine_of_the_lost_dwarf").active(1, "kraken", "stone", {25: 4})
    state = play(finish(scene.conquest(0)), "place scepter_of_avarice 9")
    assert coins_for(state, "scepter_of_avarice") == 0
    assert coins_for(state, "mine_of_the_lost_dwarf") == 2
    scene = bare().active(0, "ogres", "flocking", {4: 3, 9: 1}).thing(9, "scepter_of_avarice")
    state = play(finish(scene.active(1, "kraken", "stone", {25: 4}).conquest(0)), "place scepter_of_avarice 4")
    assert coins_for(state, "scepter_of_avarice") == 1, "no bonus for several regions together"


@cites("underground", "relic.shiny_orb", "relic.sword_of_the_killer_rabbit", "things.several")
def test_the_orb_and_the_sword() -> None:
    scene = bare().active(0, "drow", "stone", {3: 5}).thing(3, "shiny_orb").thing(3, "sword_of_the_killer_rabbit")
    scene.thing(3, "flying_doormat").active(1, "kraken", "wise", {4: 1, 25: 4})
    state = play(scene.conquest(0), "use shiny_orb")
    assert refused(state, "conquer 8") == "not_an_enemy_token"
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {"shiny_orb": 1}
    assert tribe(state, "drow")["hand"] == 4
    play(state, "use sword_of_the_killer_rabbit")
    assert price(state, 5) == 1
    play(state, "use flying_doormat")
    assert price(state, 25) == 4
    play(state, "conquer 25")
    assert set(region(state, 25)["marks"]) == {"sword_of_the_killer_rabbit", "flying_doormat"}


@cites("underground", "things.decline", "things.keeper")
def test_relics_serve_no_race_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 5}).declined(0, "ogres", {4: 1}).thing(4, "flying_doormat")
    state = scene.active(1, "kraken", "wise", {25: 4}).conquest(0)
    assert refused(state, "use flying_doormat") == "no_such_aid"
    play(state, "conquer 4")
    assert can(state, "use flying_doormat"), "the new occupant has it at once"


@cites("underground", "place.altar_of_souls")
def test_the_altar() -> None:
    scene = bare().active(0, "drow", "stone", {3: 5}).declined(0, "ogres", {4: 1, 9: 1}).thing(3, "altar_of_souls")
    state = finish(scene.active(1, "kraken", "wise", {25: 4}).conquest(0))
    assert asked(state) == "unit.altar_of_souls"
    refusal = why(state, "empty altar_of_souls 25")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not_in_decline", "place.altar_of_souls")
    play(state, "empty altar_of_souls 4")
    assert coins_for(state, "altar_of_souls") == 3
    assert region(state, 4)["holder"] is None
    scene = (
        bare().active(0, "drow", "stone", {3: 2, 4: 1}).thing(3, "altar_of_souls").active(1, "kraken", "wise", {25: 4})
    )
    assert asked(play(scene.turn(0), "decline")) == "unit.altar_of_souls"


@cites("underground", "place.crypt_of_the_tomb_raider", "place.crypt_of_the_tomb_raider.left")
def test_the_crypt() -> None:
    scene = bare().active(0, "drow", "stone", {3: 5, 4: 1}).thing(3, "crypt_of_the_tomb_raider")
    state = finish(scene.active(1, "kraken", "wise", {9: 9}).conquest(0))
    assert asked(state) == "unit.crypt_of_the_tomb_raider"
    assert refused(state, "place crypt_of_the_tomb_raider 3") == "ghost_not_there"
    assert refused(state, "place crypt_of_the_tomb_raider 0") == "ghost_not_there"
    play(state, "place crypt_of_the_tomb_raider 4", "expand")
    assert refused(state, "conquer 4") == "region_immune"
    play(state, "conquer 3")
    assert region(state, 4)["marks"] == {}
    assert can(state, "conquer 4")


@cites("underground", "place.crypt_of_the_tomb_raider.empty")
def test_the_ghost_in_an_empty_region() -> None:
    scene = bare().active(0, "drow", "stone", {3: 5}).thing(3, "crypt_of_the_tomb_raider").mark(4, "tomb_raiders_ghost")
    scene.active(1, "kraken", "wise", {9: 8})
    assert can(scene.conquest(0), "conquer 4")
    state = scene.turn(1)
    assert refused(play(state, "expand"), "conquer 4") == "region_immune"


@cites("underground", "place.diamond_fields", "place.keep_on_the_motherland", "place.mine_of_the_lost_dwarf")
def test_places_that_pay() -> None:
    scene = bare().active(0, "drow", "wise", {3: 3, 10: 1, 12: 1, 4: 1}).thing(3, "diamond_fields")
    scene.thing(4, "keep_on_the_motherland").active(1, "kraken", "stone", {9: 6})
    state = finish(scene.conquest(0))
    assert coins_for(state, "diamond_fields") == 3
    assert coins_for(state, "keep_on_the_motherland") == 1
    assert price(play(state, "expand"), 4) == 4
    state = play(scene.turn(0), "decline")
    assert coins_for(state, "diamond_fields") == 3
    assert coins_for(state, "keep_on_the_motherland") == 1
    scene = bare().active(0, "drow", "wise", {3: 3}).declined(0, "ogres", {4: 1}).thing(4, "mine_of_the_lost_dwarf")
    scene.thing(8, "keep_on_the_motherland").active(1, "kraken", "stone", {9: 6})
    state = scene.conquest(0)
    assert price(state, 8) == 3, "the Keep defends an empty region"
    assert coins_for(finish(state), "mine_of_the_lost_dwarf") == 2


@cites("underground", "place.great_brass_pipe", "place.fountain_of_youth", "things.decline")
def test_the_pipe_and_the_fountain() -> None:
    scene = bare().active(0, "drow", "wise", {3: 3}).thing(3, "great_brass_pipe").active(1, "kraken", "stone", {9: 6})
    state = scene.conquest(0)
    assert can(state, "conquer 10")
    assert refused(state, "conquer 25") == "not_adjacent"
    scene = bare().active(0, "drow", "wise", {3: 3}).thing(3, "fountain_of_youth").active(1, "kraken", "stone", {9: 6})
    assert tribe(scene.conquest(0), "drow")["hand"] == 3
    scene = bare().active(0, "drow", "wise", {3: 9}).thing(3, "fountain_of_youth").active(1, "kraken", "stone", {9: 6})
    assert tribe(scene.conquest(0), "drow")["hand"] == 8, "only while the tray has one"
    scene = bare().active(0, "mudmen", "stone", {1: 9}).declined(0, "drow", {3: 1}).thing(3, "fountain_of_youth")
    assert tribe(scene.active(1, "kraken", "wise", {9: 6}).conquest(0), "mudmen")["hand"] == 8


@cites("underground", "place.stonehedge")
def test_stonehedge_lends_a_power() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(scene.conquest(0), "conquer 6", "? find stonehedge")
    assert asked(state) == "unit.stonehedge"
    offered = {state.text(action).split()[1] for action in state.legal_actions()}
    row = state.view(0)["row"]
    assert isinstance(row, list)
    assert not offered & {combo["power"] for combo in row}, "not the visible badges"
    assert not offered & {"wise", "stone"}
    scene = bare().active(0, "ogres", "wise", {3: 3, 9: 1}).lend(3, "mining").active(1, "kraken", "stone", {25: 2})
    state = finish(scene.conquest(0))
    assert coins_for(state, "mining") == 1
    assert tribe(state, "ogres")["tokens"] == 4, "the number on the badge is ignored"


@cites("underground", "place.stonehedge.optional", "place.stonehedge.decline")
def test_stonehedge_and_decline() -> None:
    scene = bare().active(0, "ogres", "mining", {3: 3, 9: 1}).lend(3, "vanishing").active(1, "kraken", "stone", {25: 2})
    state = play(scene.turn(0), "decline")
    assert asked(state) == "unit.vanishing"
    assert coins(play(state, "no vanishing"), 0) == 22
    scene = bare().active(0, "ogres", "mining", {3: 3, 9: 1}).lend(3, "wise").active(1, "kraken", "stone", {25: 2})
    assert coins_for(finish(scene.conquest(0)), "wise") == 0
    assert coins_for(play(scene.turn(0), "decline"), "wise") == 2


@cites("underground", "place.stonehedge.optional", "power.royal")
def test_a_lent_queen_need_not_be_placed() -> None:
    scene = bare().active(0, "ogres", "mining", {3: 2, 4: 1}).lend(3, "royal").active(1, "kraken", "stone", {25: 2})
    state = play(finish(scene.conquest(0)), "no royal")
    assert [region(state, r)["marks"].get("queen", 0) for r in (3, 4)] == [0, 0]
    state = play(finish(scene.conquest(0)), "place royal 4")
    assert region(state, 4)["marks"] == {"queen": 1}
    end_turn(state)
    play(finish(play(state, "expand")), "no royal")
    assert region(state, 4)["marks"] == {"queen": 1}, "unused she stays where she is"
    end_turn(state)
    play(finish(play(state, "expand")), "place royal 3")
    assert (region(state, 4)["marks"], set(region(state, 3)["marks"])) == ({}, {"queen", "stonehedge"})
    own = bare().active(0, "ogres", "royal", {3: 2, 4: 1}).active(1, "kraken", "stone", {25: 2})
    assert refused(finish(own.conquest(0)), "no royal") == "not_offered", "the own Queen is placed each turn"


@cites("underground", "place.stonehedge.optional", "power.shield")
def test_lent_armors_need_not_be_placed() -> None:
    scene = bare().active(0, "ogres", "mining", {4: 2, 8: 1}).lend(4, "shield").active(1, "kraken", "stone", {25: 2})
    state = play(finish(scene.conquest(0)), "no shield")
    assert region(state, 4)["marks"] == {"stonehedge": 1}
    state = play(finish(scene.conquest(0)), "place shield 4", "no shield")
    assert region(state, 4)["marks"] == {"stonehedge": 1, "mushroom_armor": 1}, "one of two"
    own = bare().active(0, "ogres", "shield", {4: 2, 8: 1}).active(1, "kraken", "stone", {25: 2})
    assert refused(finish(own.conquest(0)), "no shield") == "not_offered", "own armors are placed"


@cites("underground", "place.stonehedge.tomb", "power.tomb")
def test_a_lent_tomb_and_the_loss_of_stonehedge() -> None:
    scene = bare().active(0, "drow", "mining", {9: 9}).declined(1, "ogres", {3: 1, 4: 3, 5: 2}).lend(3, "tomb")
    scene.active(1, "kraken", "stone", {25: 1}).thing(5, "fountain_of_youth")
    state = play(scene.conquest(0), "conquer 4")
    assert tribe(state, "ogres")["retreat"] == 2, "while Stonehedge is held they are driven off"
    state = play(scene.conquest(0), "conquer 3")
    assert [region(state, r)["tokens"] for r in (4, 5)] == [3, 2], "they do not vanish with it"
    play(state, "conquer 5")
    assert tribe(state, "ogres")["retreat"] == 0, "but then fall like any others"
    assert tribe(state, "kraken")["retreat"] == 0
    scene = bare(own_tomb_stack_is_lost="yes").active(0, "drow", "mining", {9: 9})
    state = scene.declined(1, "ogres", {3: 1, 4: 3}).lend(3, "tomb").active(1, "kraken", "stone", {25: 3}).conquest(0)
    assert tribe(play(state, "conquer 4"), "ogres")["retreat"] == 2, "an opponent drives them off whatever the option"


@cites("underground", "things.place_stays", "things.keeper")
def test_places_never_move() -> None:
    scene = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 2})
    scene.thing(3, "mine_of_the_lost_dwarf").thing(9, "keep_on_the_motherland").thing(9, "froggys_ring")
    state = play(scene.conquest(0), "conquer 3", "conquer 4")
    assert region(state, 3)["marks"] == {"mine_of_the_lost_dwarf": 1}
    play(finish(state), "place froggys_ring 4")
    assert region(state, 9)["marks"] == {"keep_on_the_motherland": 1}, "the Ring went, the Keep stays"
    assert refused(finish(scene.conquest(0)), "place keep_on_the_motherland 9") == "not_asked"
    state = play(scene.conquest(0), "abandon 9")
    assert set(region(state, 9)["marks"]) == {"keep_on_the_motherland", "froggys_ring"}
    scene = bare().active(0, "ogres", "mining", {9: 3, 3: 1}).thing(9, "fountain_of_youth")
    state = play(scene.active(1, "kraken", "stone", {25: 2}).conquest(0), "abandon 9")
    assert region(state, 9)["marks"] == {"fountain_of_youth": 1}
    before = tribe(end_turn(end_turn(state)), "ogres")["tray"]
    assert before == tribe(state, "ogres")["tray"] == 10 - 5, "it gave 1 before it was left, and none since"


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("underground", "place.altar_of_souls.own", "conquest.immune")
def test_whose_token_the_altar_takes(option: str) -> None:
    scene = bare(altar_takes_any=option).active(0, "drow", "stone", {3: 2}).thing(3, "altar_of_souls")
    scene.declined(0, "ogres", {8: 1}).active(1, "kraken", "royal", {25: 2}).declined(1, "gnomes", {10: 1, 12: 1})
    state = finish(scene.mark(12, "tomb_raiders_ghost").thing(25, "crypt_of_the_tomb_raider").conquest(0))
    assert asked(state) == "unit.altar_of_souls"
    assert can(state, "empty altar_of_souls 8")
    assert refused(state, "empty altar_of_souls 12") == ("not_in_decline" if option == "no" else "region_immune")
    if option == "no":
        assert refused(state, "empty altar_of_souls 10") == "not_in_decline"
    else:
        play(state, "empty altar_of_souls 10")
        assert (coins_for(state, "altar_of_souls"), region(state, 10)["holder"]) == (3, None)


@cites("underground", "place.stonehedge.lost")
def test_when_stonehedge_is_lost() -> None:
    scene = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "royal")
    state = play(scene.mark(10, "queen").conquest(0), "conquer 3")
    assert region(state, 10)["marks"] == {}, "the Queen goes back"
    scene = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "martyr")
    assert coins(play(scene.conquest(0), "conquer 3"), 1) == 21
    scene = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "shield")
    state = play(scene.mark(10, "mushroom_armor", 2).conquest(0), "conquer 3")
    assert region(state, 10)["marks"] == {"mushroom_armor": 2}


@cites("underground", "place.wickedest_pentacle", "place.wickedest_pentacle.move")
def test_the_balrog() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {7: 3, 25: 1})
    state = play(scene.conquest(0), "conquer 6", "? find wickedest_pentacle")
    assert asked(state) == "unit.wickedest_pentacle"
    assert refused(state, "place wickedest_pentacle 25") == "balrog_too_far"
    assert refused(state, "place wickedest_pentacle 0") == "chasm_closed"
    play(state, "place wickedest_pentacle 7")
    assert tribe(state, "kraken")["retreat"] == 1
    assert region(state, 7)["marks"] == {"balrog": 1}
    assert refused(state, "conquer 7") == "region_immune"
    assert refused(state, "place wickedest_pentacle 2") == "already_used"
    scene = bare().active(0, "ogres", "wise", {1: 9}).thing(1, "wickedest_pentacle").mark(7, "balrog")
    state = scene.active(1, "kraken", "stone", {2: 3}).conquest(0)
    assert refused(state, "place wickedest_pentacle 3") == "balrog_too_far"
    play(state, "place wickedest_pentacle 2")
    assert (region(state, 7)["marks"], region(state, 2)["marks"]) == ({}, {"balrog": 1})
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.wickedest_pentacle", "or after redeployment, before scoring"
    end_turn(state)


@cites("underground", "place.wickedest_pentacle.refused", "place.wickedest_pentacle.monsters")
def test_where_the_balrog_cannot_go_and_what_it_finds() -> None:
    scene = (
        below().active(0, "ogres", "wise", {1: 9}).thing(1, "wickedest_pentacle").active(1, "gnomes", "stone", {7: 3})
    )
    state = scene.conquest(0)
    assert refused(state, "place wickedest_pentacle 7") == "help_denied"
    play(state, "place wickedest_pentacle 6")
    assert asked(state) == "find"
    play(state, "? find diamond_fields")
    assert region(state, 6)["holder"] is None
    assert set(region(state, 6)["marks"]) == {"balrog", "diamond_fields"}
    scene = bare().active(0, "ogres", "wise", {1: 9}).thing(1, "wickedest_pentacle").declined(1, "liches", {7: 1, 2: 1})
    scene.coins = [1, 0]
    state = play(scene.conquest(0), "place wickedest_pentacle 7")
    assert (coins(state, 0), coins(state, 1)) == (0, 1)
    scene.coins = [0, 0]
    assert refused(scene.conquest(0), "place wickedest_pentacle 7") == "no_coin_for_toll"
    settle(deal(state))
