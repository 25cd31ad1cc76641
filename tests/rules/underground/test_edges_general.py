"""The edges of the general chapters of Underground: every price on the map, who comes first, what is not asked."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    map_rows,
    play,
    price,
    refused,
    region,
    settle,
    stop,
    tribe,
)

RIVERS = (2, 20, 24)
MOUNTAINS = (5, 11, 13, 15)
CHASMS = (0, 14, 16, 23, 27)


@cites("underground", "conquest.cost", "conquest.river", "conquest.mountain", "setup.mountains", "conquest.chasm")
def test_the_price_of_every_empty_region() -> None:
    scene = bare().active(0, "drow", "wise", {3: 9}).thing(3, "flying_doormat").active(1, "ogres", "stone", {}, hand=3)
    state = play(scene.conquest(0), "use flying_doormat")
    for r in set(range(28)) - {3}:
        if r in CHASMS:
            assert refused(state, f"conquer {r}") == "chasm_closed"
        else:
            assert price(state, r) == (1 if r in RIVERS else 3 if r in MOUNTAINS else 2), r
            assert can(state, f"conquer {r}")


@cites("underground", "conquest.cost", "conquest.mountain", "conquest.monsters", "conquest.river_occupied")
def test_the_price_of_regions_that_somebody_or_something_defends() -> None:
    scene = below().active(0, "drow", "wise", {21: 9}).thing(21, "flying_doormat")
    scene.active(1, "ogres", "shield", {15: 2, 26: 1}).mark(26, "mushroom_armor", 3).declined(
        1, "kraken", {20: 1, 25: 1}
    )
    state = play(scene.thing(25, "keep_on_the_motherland").conquest(0), "use flying_doormat")
    prices = {
        13: 3 + 2,  # two monsters on a mountain
        22: 2 + 2,
        15: 3 + 2,
        26: 2 + 1 + 3,  # three armors
        25: 2 + 1 + 1,  # the Keep
        20: 1 + 1,
        2: 1,
    }
    assert {r: price(state, r) for r in prices} == prices


@cites("underground", "setup.players", "setup.map")
def test_two_to_five_players_each_on_their_map() -> None:
    for players in (0, 1, 6, 7):
        with pytest.raises(NotationError) as wrong:
            catalog.game("underground", players=players)
        assert wrong.value.code == "players"
    for players, regions in ((2, 28), (3, 33), (4, 44), (5, 55)):
        game = catalog.game("underground", players=players)
        page: Any = game.new().view(0)
        assert (game.map_name, len(page["seats"])) == (f"{players}p", players)
        assert len(page["regions"]) == len(map_rows(f"{players}p", "underground")) == regions
        with pytest.raises(NotationError) as wrong:
            catalog.game("underground", players=players, map_name="3p" if players != 3 else "2p")
        assert wrong.value.code == "map_players"


@pytest.mark.parametrize(("first", "second"), [("cultists", "will_o_wisps"), ("will_o_wisps", "cultists")])
@pytest.mark.parametrize("attacker", [0, 1, 2])
@cites("underground", "losses.order", "losses.rest_redeploys")
def test_defenders_come_back_clockwise_from_the_attacker(attacker: int, first: str, second: str) -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    left, right = (attacker + 1) % 3, (attacker + 2) % 3
    scene = bare(3).active(attacker, "mummies", "stone", {2: 13}).active(left, first, "wise", {3: 3, 30: 1, 31: 1})
    scene.active(right, second, "royal", {9: 3, 27: 1, 28: 1})
    state = play(scene.turn(attacker), "expand", "conquer 3", "conquer 9", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert (asked(state), state.current_player()) == ("retreat", left)
    play(state, "deploy 30:0 31:2")
    assert (asked(state), state.current_player()) == ("retreat", right)
    play(state, "deploy 27:1 28:1")
    assert [region(state, r)["tokens"] for r in (30, 31, 27, 28)] == [1, 3, 2, 2]
    assert state.view(0)["turn"] == left


@cites("underground", "losses.order", "power.tomb.own")
def test_ones_own_tomb_comes_back_after_the_others() -> None:
    scene = bare().active(0, "mummies", "stone", {3: 14}).declined(0, "drow", {4: 3, 10: 1, 11: 1}, power="tomb")
    scene.active(1, "kraken", "wise", {9: 3, 25: 1, 26: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 9", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert (asked(state), state.current_player()) == ("retreat", 1)
    play(state, "deploy 25:2 26:0")
    assert (asked(state), state.current_player()) == ("retreat", 0)
    play(state, "deploy 10:1 11:1")
    assert [region(state, r)["tokens"] for r in (25, 26, 10, 11)] == [3, 1, 2, 2]


@cites("underground", "turn.end_order", "power.thieving", "losses.rest_redeploys")
def test_the_order_in_which_a_turn_ends() -> None:
    scene = bare().active(0, "ogres", "thieving", {3: 5, 10: 1}).declined(0, "drow", {12: 1})
    scene.thing(3, "altar_of_souls").thing(3, "froggys_ring").thing(3, "scepter_of_avarice").lend(3, "royal")
    scene.thing(10, "crypt_of_the_tomb_raider").active(1, "kraken", "wise", {4: 3, 5: 1, 25: 1})
    state = play(scene.conquest(0), "conquer 4", "stop")
    assert (asked(state), state.scores()) == ("deploy", [20, 20])
    settle(state)
    seen = []
    answers = {"royal": "place royal 3", "altar_of_souls": "empty altar_of_souls 12"}
    for place in ("froggys_ring", "scepter_of_avarice"):
        answers[place] = f"place {place} 3"
    answers["crypt_of_the_tomb_raider"] = "place crypt_of_the_tomb_raider 4"
    while asked(state).startswith("unit."):
        unit = asked(state).removeprefix("unit.")
        seen.append((unit, state.scores()))
        play(state, answers[unit])
    placed = [unit for unit, scores in seen if scores == [20, 20]]
    assert sorted(placed) == ["crypt_of_the_tomb_raider", "froggys_ring", "royal", "scepter_of_avarice"]
    # 3 regions and 1 in decline, 1 doubled, 1 stolen: then the Altar asks, and last the defenders come back.
    assert seen[4:] == [("altar_of_souls", [20 + 4 + 1 + 1, 19])]
    assert (asked(state), state.current_player(), coins(state, 0)) == ("retreat", 1, 29)


@cites("underground", "turn.start_effects", "place.fountain_of_youth", "power.reborn")
def test_what_happens_when_a_turn_begins_happens_once_and_to_its_player() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).thing(10, "fountain_of_youth")
    scene.declined(0, "ogres", {3: 1, 4: 1}, power="reborn").active(1, "kraken", "wise", {25: 2})
    state = scene.turn(0)
    assert (asked(state), state.current_player()) == ("unit.reborn", 0), "before anything else"
    assert tribe(state, "drow")["hand"] == 0
    play(state, "no reborn")
    assert (asked(state), tribe(state, "drow")["hand"]) == ("choice", 1), "one token, and then the choice"
    end_turn(state)
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert tribe(state, "drow")["tray"] == 9 - 3
    cultists = bare().active(0, "cultists", "stone", {3: 2, 4: 1}).note("cultists", 1).mark(3, "great_ancient")
    cultists.declined(0, "ogres", {10: 1}, power="reborn").active(1, "kraken", "wise", {25: 2})
    state = cultists.turn(0)
    assert asked(state) == "unit.reborn", "Reborn first, then the others"
    play(state, "place reborn 10")
    assert asked(state) == "unit.cultists"
    assert can(state, "place cultists 10"), "what was reborn is theirs already"
    play(state, "no cultists")
    assert asked(state) == "choice"


@cites("underground", "conquest.river", "race.kraken", "race.lizardmen.conquest")
def test_who_leaves_the_river_leaves_it_alone() -> None:
    scene = bare().active(0, "drow", "stone", {3: 4}).active(1, "kraken", "wise", {20: 2, 24: 1})
    state = stop(play(scene.conquest(0), "conquer 2"))
    assert [region(state, r)["holder"] for r in RIVERS] == [None, "kraken", "kraken"]
    assert (region(state, 20)["tokens"], region(state, 3)["tokens"]) == (2, 4)
    lizards = bare().active(0, "lizardmen", "stone", {3: 5}).active(1, "kraken", "wise", {20: 2, 24: 1})
    state = stop(play(lizards.conquest(0), "conquer 24"))
    assert [region(state, r)["holder"] for r in RIVERS] == [None, "kraken", None]
    assert region(state, 3)["tokens"] == 5
    kraken = bare().active(0, "kraken", "stone", {3: 4}).active(1, "ogres", "wise", {25: 2})
    assert region(stop(play(kraken.conquest(0), "conquer 2")), 2)["holder"] == "kraken"


@cites("underground", "conquest.river", "components.tray", "power.reborn")
def test_a_river_is_not_kept_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {2: 1, 3: 2}).active(1, "ogres", "wise", {25: 2})
    state = play(scene.turn(0), "decline")
    assert (region(state, 2)["holder"], region(state, 3)["tokens"]) == (None, 1)
    assert (tribe(state, "drow")["tray"], coins(state, 0)) == (9 - 1, 21)


@cites("underground", "conquest.immune", "things.keeper")
def test_what_makes_a_region_immune_and_what_does_not() -> None:
    def open_to(piece: str, seat: int) -> bool:
        scene = bare().active(0, "ogres", "royal", {4: 6}).active(1, "cultists", "stone", {3: 6, 25: 1})
        scene.declined(1, "kraken", {9: 1}, power="shield")
        scene.mark(9, piece, 1).thing(25, "crypt_of_the_tomb_raider").thing(9, "shiny_orb")
        return can(play(scene.turn(seat), "expand"), "conquer 9")

    for piece in ("great_ancient", "queen", "tomb_raiders_ghost"):
        assert not open_to(piece, 0), "to an opponent"
        assert open_to(piece, 1), "the owner is no opponent of himself"
    assert open_to("mushroom_armor", 0)
    assert not open_to("balrog", 0)


@cites("underground", "conquest.immune", "place.wickedest_pentacle", "place.wickedest_pentacle.move")
def test_the_balrogs_region_is_shut_to_everybody() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 6}).thing(3, "wickedest_pentacle").mark(4, "balrog")
    scene.active(1, "kraken", "stone", {9: 6}).thing(9, "stinky_trolls_socks").thing(9, "flying_doormat")
    assert refused(scene.conquest(0), "conquer 4") == "region_immune"
    state = play(scene.turn(1), "expand")
    assert refused(state, "conquer 4") == "region_immune"
    assert refused(play(state, "use stinky_trolls_socks"), "conquer 4") == "region_immune"
    state = play(scene.turn(0), "decline")
    assert region(state, 4)["marks"] == {"balrog": 1}, "it stays when its master declines"


@cites("underground", "things.keeper", "things.decline")
def test_a_race_has_what_lies_in_its_own_regions_and_nothing_else() -> None:
    scene = bare().active(0, "drow", "wise", {3: 5}).thing(3, "flying_doormat").thing(9, "shiny_orb")
    scene.active(1, "kraken", "stone", {25: 4}).thing(25, "sword_of_the_killer_rabbit").declined(0, "ogres", {4: 1})
    state = scene.thing(4, "stinky_trolls_socks").conquest(0)
    assert can(state, "use flying_doormat")
    for relic in ("shiny_orb", "sword_of_the_killer_rabbit", "stinky_trolls_socks"):
        assert refused(state, f"use {relic}") == "no_such_aid"
    keep = bare().active(0, "drow", "wise", {3: 1}).thing(3, "shiny_orb").thing(4, "keep_on_the_motherland")
    state = end_turn(keep.active(1, "kraken", "stone", {25: 4}).turn(0))
    assert coins_for(state, "keep_on_the_motherland") == 0


@cites("underground", "conquest.monsters", "secret.stacks", "things.keeper", "setup.markers")
def test_every_marker_is_found_once() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(scene.conquest(0), "conquer 6")
    assert len(state.legal_actions()) == 15
    play(state, "? find flying_doormat", "use flying_doormat", "conquer 22")
    left = {state.text(code) for code in state.legal_actions()}
    assert (len(left), "find flying_doormat" in left) == (14, False)
    play(state, "? find shiny_orb")
    page: Any = state.view(0)
    assert (len(page["unseen"]), page["stock"]["hidden"]) == (13, 15 - 2)
    other = play(scene.conquest(0), "conquer 6", "? find wickedest_pentacle")
    assert asked(other) == "unit.wickedest_pentacle", "it works at once"
    assert (region(other, 6)["holder"], region(other, 6)["tokens"]) == ("ogres", 3), "the monsters are gone"


@cites("underground", "scoring.declined_no_bonus", "decline.ability_ends", "decline.badge")
def test_a_decline_pays_no_bonus() -> None:
    for race, power, cause in (
        ("shrooms", "mystic", "shrooms"),
        ("drow", "mining", "mining"),
        ("drow", "stone", "drow"),
    ):
        scene = bare().active(0, race, power, {4: 2, 9: 1, 3: 1}).active(1, "kraken", "wise", {25: 2})
        assert coins_for(end_turn(scene.turn(0)), cause) > 0
        state = play(scene.turn(0), "decline")
        assert (coins_for(state, cause), coins_for(state, "regions"), coins(state, 0)) == (0, 3, 23)
        end_turn(state)
        end_turn(play(state, "pick 0"))
        assert coins_for(state, cause) == 0, "nor later"
    scene = (
        bare()
        .active(0, "drow", "royal", {4: 2, 9: 1})
        .thing(4, "fountain_of_youth")
        .active(1, "kraken", "wise", {25: 2})
    )
    state = play(scene.thing(9, "great_brass_pipe").turn(0), "decline")
    assert coins(state, 0) == 22


@cites("underground", "scoring.bonuses", "scoring.per_region")
def test_race_power_places_and_relics_all_pay() -> None:
    scene = bare().active(0, "shrooms", "mystic", {4: 1, 3: 1, 9: 1}).thing(9, "mine_of_the_lost_dwarf")
    scene.thing(3, "scepter_of_avarice").thing(4, "keep_on_the_motherland").active(1, "kraken", "wise", {25: 2})
    state = play(finish(scene.conquest(0)), "place scepter_of_avarice 4")
    assert coins(state, 0) == 20 + 3 + 1 + 1 + 2 + 1 + 3, "regions, forest, crystal, Mine, Keep, and 3 doubled"


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("underground", "conquest.own_declined_non_empty", "conquest.non_empty")
def test_what_counts_as_non_empty(option: str) -> None:
    scene = below(own_declined_token_is_non_empty=option, mixed="yes").active(0, "orcs", "wise", {3: 10})
    scene.declined(0, "ogres", {4: 1}).declined(1, "drow", {8: 1}).active(1, "kraken", "stone", {9: 1})
    scene.thing(5, "keep_on_the_motherland")

    def plunder(*targets: int) -> int:
        return coins_for(finish(play(scene.conquest(0), *[f"conquer {r}" for r in targets])), "orcs")

    assert plunder(9) == 1
    assert plunder(8) == 1, "in decline"
    assert plunder(9, 5) == 1, "a mountain with a place is empty"
    assert plunder(4) == (1 if option == "yes" else 0)
    assert plunder(2) == 0
    state = play(scene.conquest(0), "conquer 8", "conquer 13", "? find diamond_fields")
    assert coins_for(finish(state), "orcs") == 2, "monsters"


@cites("underground", "abandon.before_conquest", "abandon.pieces", "mixing.races")
def test_nothing_is_abandoned_after_a_roll() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "berserk", {3: 5, 10: 1}).active(1, "kraken", "stone", {25: 1})
    state = scene.conquest(0)
    assert can(state, "abandon 10")
    play(state, "use berserk", "? die 1")
    assert refused(state, "abandon 10") == "die_already_rolled"
    both = bare(mixed="yes", abandon_between_conquests="yes").active(0, "orcs", "berserk", {3: 5, 10: 1})
    state = play(both.active(1, "kraken", "stone", {25: 1}).conquest(0), "conquer 4")
    assert can(state, "abandon 10")
    assert refused(play(state, "use berserk", "? die 1"), "abandon 10") == "die_already_rolled"


@cites("underground", "abandon.pieces", "things.keeper", "power.shield.leave")
def test_what_stays_in_an_abandoned_region() -> None:
    scene = bare().active(0, "cultists", "shield", {3: 3, 10: 1}).mark(3, "mushroom_armor", 2).mark(3, "great_ancient")
    scene.thing(3, "shiny_orb").thing(3, "fountain_of_youth").note("cultists", 1).active(1, "kraken", "stone", {25: 1})
    state = play(scene.turn(0), "no cultists", "expand", "abandon 3")
    stock: Any = state.view(0)["stock"]
    assert region(state, 3)["marks"] == {"shiny_orb": 1, "fountain_of_youth": 1}
    assert (stock["mushroom_armor"], stock["great_ancient"]) == (8, 1)
    assert refused(state, "use shiny_orb") == "no_such_aid"
    state = play(scene.turn(0), "no cultists", "decline")
    assert set(region(state, 3)["marks"]) == {"mushroom_armor", "shiny_orb", "fountain_of_youth"}, "armors stay so"


@cites("underground", "conquest.water", "mixing.water")
def test_seas_are_for_kraken_and_seafarers_and_rivers_for_everybody() -> None:
    def reach(race: str, power: str) -> list[int]:
        scene = Scene(natives=False, mixed="races").active(0, race, power, {1: 5, 8: 1})
        state = scene.active(1, "gnomes", "stone", {20: 1}).conquest(0)
        texts = [state.text(code) for code in state.legal_actions()]
        return sorted(int(text.split()[1]) for text in texts if text.startswith("conquer"))

    land = [2, 3, 5, 6, 9, 13, 14]
    assert reach("ogres", "wise") == land
    assert reach("kraken", "wise") == reach("ogres", "seafaring") == sorted([*land, 0, 7])
    state = Scene(natives=False, mixed="races").active(0, "ogres", "wise", {1: 5}).conquest(0)
    assert refused(state, "conquer 0") == "water_closed"
    assert refused(state, "conquer 22") == "water_closed"
    assert refused(state, "conquer 16") == "not_adjacent"
    state = Scene(natives=False, mixed="races").active(0, "kraken", "wise", {1: 5}).conquest(0)
    assert refused(state, "conquer 22") == "not_adjacent", "for swimmers the other sea is just far away"


@cites("underground", "mixing.water", "conquest.river", "race.kraken")
def test_a_swimming_race_keeps_every_region_it_declines_in() -> None:
    held = {0: 1, 4: 1, **{row["id"]: 1 for row in map_rows("5p", "underground") if "river" in row["features"]}}
    for race, power in (("kraken", "stone"), ("orcs", "seafaring")):
        scene = bare(5, mixed="yes").active(0, race, power, held).active(1, "ogres", "wise", {12: 2})
        state = play(scene.turn(0), "decline")
        assert sorted(tribe(state, race)["regions"]) == sorted(held)
        assert coins(state, 0) == 20 + len(held)
    scene = bare(5, mixed="yes").active(0, "orcs", "stone", held).active(1, "ogres", "wise", {12: 2})
    state = play(scene.turn(0), "decline")
    assert sorted(tribe(state, "orcs")["regions"]) == [0, 4], "others do not"


@cites("underground", "mixing.immune", "conquest.immune")
def test_pieces_that_make_nothing_immune() -> None:
    for race, power, piece in (
        ("trolls", "wise", "lair"),
        ("orcs", "fortified", "fortress"),
        ("orcs", "bivouacking", "encampment"),
    ):
        scene = bare(mixed="yes").active(0, "ogres", "thieving", {3: 9}).active(1, race, power, {4: 1, 9: 1})
        scene.mark(4, piece).thing(3, "wickedest_pentacle")
        state = scene.conquest(0)
        assert can(state, "conquer 4")
        assert can(state, "place wickedest_pentacle 4")
        assert coins_for(finish(state, "no wickedest_pentacle"), "thieving") == 1
    scene = (
        bare(mixed="yes").active(0, "ogres", "thieving", {3: 9}).active(1, "orcs", "heroic", {25: 1}).mark(25, "hero")
    )
    assert can(scene.thing(4, "fountain_of_youth").conquest(0), "conquer 4"), "nor does a place nobody holds"


@cites("underground", "mixing.berserk", "race.gnomes")
def test_a_berserk_roll_far_from_gnomes() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "berserk", {3: 4}).active(1, "gnomes", "stone", {25: 1, 9: 1})
    state = play(scene.declined(1, "drow", {4: 1}).conquest(0), "use berserk", "? die 2")
    assert (price(state, 4), price(state, 8), price(state, 9)) == (1, 1, 3)
    sword = bare(mixed="yes").active(0, "orcs", "berserk", {3: 4}).thing(3, "sword_of_the_killer_rabbit")
    state = play(sword.active(1, "gnomes", "stone", {9: 1}).conquest(0), "use sword_of_the_killer_rabbit")
    assert can(state, "conquer 4"), "an aid helps against nobody's region"
    assert refused(state, "conquer 9") == "help_denied"


@cites("underground", "mixing.as_if_empty", "relic.stinky_trolls_socks", "race.flames.armor")
def test_as_if_empty_forgets_pieces_without_a_race_too() -> None:
    scene = bare(mixed="yes").active(0, "ogres", "wise", {9: 9}).thing(9, "stinky_trolls_socks")
    scene.active(1, "trolls", "fortified", {15: 2, 25: 1}).mark(15, "lair").mark(15, "fortress")
    state = scene.conquest(0)
    assert (price(state, 15), price(state, 3)) == (3 + 2 + 1 + 1 - 1, 1)
    play(state, "use stinky_trolls_socks")
    assert (price(state, 15), price(state, 3)) == (3 - 1, 1)
    chain = bare(mixed="yes").active(0, "flames", "wise", {21: 5, 1: 1}).note("flames", 1).mark(14, "volcano")
    chain.active(1, "trolls", "fortified", {15: 2, 7: 2}).mark(15, "lair").mark(7, "lair").mark(7, "fortress")
    state = chain.conquest(0)
    assert (price(state, 15), price(state, 7)) == (3, 2 + 2 + 1 + 1), "only what touches the Volcano or its chain"


@cites("underground", "mixing.peace")
def test_a_diplomat_in_the_second_seat() -> None:
    scene = bare(mixed="yes").active(0, "ogres", "stone", {4: 8, 9: 1}).active(1, "orcs", "diplomat", {3: 2})
    scene.thing(3, "wickedest_pentacle")
    state = finish(play(scene.turn(1), "expand"), "name diplomat 0", "no wickedest_pentacle")
    assert refused(play(state, "expand"), "conquer 3") == "at_peace"
    struck = finish(play(scene.turn(1), "expand"), "name diplomat 0", "place wickedest_pentacle 4")
    assert can(play(settle(struck), "expand"), "conquer 3"), "the ally was struck and is one no more"
    other = bare(3, mixed="yes").active(0, "ogres", "stone", {2: 8}).active(1, "orcs", "diplomat", {3: 2, 9: 1})
    other.active(2, "kraken", "wise", {10: 8}).note("diplomat", 2 + 1)
    assert can(other.conquest(0), "conquer 3"), "peace binds the ally alone"
    state = play(other.turn(2), "expand")
    assert refused(state, "conquer 3") == refused(state, "conquer 9") == "at_peace"


@cites("underground", "mixing.ghouls", "conquest.river")
def test_ghouls_leave_only_their_own_rivers() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 5, 7: 1})
    scene.active(1, "kraken", "stone", {20: 2, 24: 1})
    state = play(scene.turn(0), "expand", "conquer 2", "stop")
    assert [region(state, r)["holder"] for r in RIVERS] == [None, "kraken", "kraken"]
    kept = bare(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 5, 2: 1})
    state = play(kept.active(1, "kraken", "stone", {24: 1}).turn(0), "expand", "conquer 20", "stop")
    assert [region(state, r)["holder"] for r in RIVERS] == ["ghouls", None, "kraken"], "the one they declined in"
    active = bare(mixed="yes").active(0, "ghouls", "wise", {1: 5, 2: 1}).active(1, "kraken", "stone", {24: 1})
    assert region(stop(active.conquest(0)), 2)["holder"] is None, "active ones keep none"


@cites("underground", "mixing.declined", "decline.old_race_leaves")
def test_spirits_that_declined_stay_when_the_next_race_declines() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "spirit", {3: 2}).declined(0, "drow", {1: 1}, power="wise")
    scene.active(1, "kraken", "stone", {25: 2})
    scene.combos(("ogres", "mining", 0), ("mummies", "fisher", 0))
    state = play(scene.turn(0), "decline")
    end_turn(state)
    play(state, "pick 0")
    deal(state)
    play(state, "conquer 4")
    end_turn(state)
    end_turn(state)
    play(state, "decline")
    assert (tribe(state, "orcs")["mode"], tribe(state, "ogres")["mode"]) == ("declined", "declined")
    assert tribe(state, "drow") == {}, "of the other two the older one leaves"
