"""Pairs that only a mixed game makes: the rulings M1 to M19 of `docs/rulings-underground.md`, each with its twin."""

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, end_turn, play, price, refused, region, tribe


def mixed(players: int = 2, **options: str) -> Scene:
    """A table of Underground with Small World mixed in, without monsters."""
    return bare(players, mixed="yes", **options)


def surface(mixing: str = "races") -> Scene:
    """A table of Small World with Underground mixed in, without Lost Tribes."""
    return Scene(natives=False, mixed=mixing)


@cites("underground", "mixing.as_if_empty", "mixing.races", "conquest.non_empty", "race.flames.contents")
def test_m1_plunder_counts_regions_taken_as_if_empty() -> None:
    scene = mixed().active(0, "orcs", "wise", {3: 5}).thing(3, "stinky_trolls_socks")
    state = play(scene.active(1, "kraken", "stone", {4: 3}).conquest(0), "use stinky_trolls_socks", "conquer 4")
    assert coins_for(finish(state), "orcs") == 1
    scene = mixed().active(0, "flames", "pillaging", {21: 6}).note("flames", 1).mark(14, "volcano")
    state = play(scene.active(1, "kraken", "stone", {26: 3}).conquest(0), "conquer 26", "conquer 15")
    assert coins_for(finish(state), "pillaging") == 1, "an empty region counts for nothing"
    scene = below(mixed="yes").active(0, "orcs", "wise", {1: 9}).active(1, "kraken", "stone", {25: 3})
    state = play(scene.conquest(0), "conquer 6", "? find diamond_fields")
    assert coins_for(finish(state), "orcs") == 1, "monsters make a region non-empty"


@cites(
    "underground",
    "mixing.as_if_empty",
    "race.flames.armor",
    "relic.stinky_trolls_socks",
    "place.keep_on_the_motherland",
)
def test_m2_lair_fortress_and_encampment_do_not_count_as_if_empty() -> None:
    scene = mixed().active(0, "ogres", "wise", {9: 9}).thing(9, "stinky_trolls_socks")
    scene.active(1, "trolls", "fortified", {15: 2}).mark(15, "lair").mark(15, "fortress").mark(15, "encampment", 2)
    scene.thing(15, "keep_on_the_motherland")
    state = scene.conquest(0)
    assert price(state, 15) == 2 + 1 + 2 + 1 + 1 + 2 + 1 - 1
    play(state, "use stinky_trolls_socks")
    assert price(state, 15) == 2 + 1 + 1 - 1, "mountain and Keep stay"
    scene = mixed().active(0, "flames", "wise", {21: 5}).note("flames", 1).mark(14, "volcano")
    scene.active(1, "trolls", "fortified", {15: 2, 10: 1}).mark(15, "lair").mark(15, "fortress")
    assert price(scene.conquest(0), 15) == 3


@cites("underground", "race.gnomes")
def test_m3_small_world_powers_against_gnomes() -> None:
    scene = mixed().active(0, "orcs", "dragon_master", {3: 5}).active(1, "gnomes", "stone", {4: 3})
    assert refused(play(scene.conquest(0), "use dragon_master"), "conquer 4") == "help_denied"
    scene = mixed().active(0, "sorcerers", "wise", {3: 5}).active(1, "gnomes", "stone", {4: 1})
    assert refused(scene.conquest(0), "use sorcerers") == "no_target"
    scene = mixed().active(0, "orcs", "flying", {3: 5}).active(1, "gnomes", "stone", {25: 1})
    assert refused(scene.conquest(0), "conquer 25") == "help_denied"
    scene = mixed().active(0, "orcs", "commando", {3: 5}).active(1, "gnomes", "stone", {4: 1})
    assert price(scene.conquest(0), 4) == 3
    scene = mixed().active(0, "halflings", "wise", {}, hand=9).active(1, "gnomes", "stone", {9: 1, 4: 1})
    state = scene.conquest(0)
    assert refused(state, "conquer 9") == "help_denied", "no entry inside the board"
    assert can(state, "conquer 4"), "but over the rim"
    scene = mixed().active(0, "amazons", "wise", {3: 1}).active(1, "gnomes", "stone", {4: 2})
    assert can(scene.conquest(0), "conquer 4"), "the four Amazons are ordinary tokens"
    state = surface().active(0, "ogres", "underworld", {3: 9}).active(1, "gnomes", "stone", {17: 1, 4: 1}).conquest(0)
    assert refused(state, "conquer 17") == "help_denied", "from cavern to cavern"
    assert can(state, "conquer 14")
    assert can(state, "conquer 4")


@cites("underground", "mixing.berserk", "race.gnomes")
@cites("small-world", "mixing.berserk")
def test_m16_after_a_berserk_roll_gnomes_cost_the_full_price() -> None:
    scene = mixed().active(0, "orcs", "berserk", {3: 4}).active(1, "gnomes", "stone", {4: 1}).clear(9)
    state = play(scene.conquest(0), "use berserk", "? die 3")
    assert (price(state, 4), price(state, 9)) == (3, 1), "the roll helps elsewhere"
    assert region(play(state.clone(), "conquer 9"), 9)["tokens"] == 1
    play(state, "conquer 4")
    assert (region(state, 4)["tokens"], asked(state)) == (3, "conquest")
    scene = mixed().active(0, "orcs", "berserk", {3: 3}).active(1, "gnomes", "stone", {4: 1})
    state = play(scene.conquest(0), "use berserk", "? die 3")
    assert refused(state, "conquer 4") == "not_enough_tokens", "2 tokens, and no second die"
    for pips, tokens in ((0, 3), (1, 2), (2, 1)):
        scene = mixed().active(0, "orcs", "berserk", {3: 4}).active(1, "kraken", "stone", {4: 1})
        state = play(scene.conquest(0), "use berserk", f"? die {pips}", "conquer 4")
        assert region(state, 4)["tokens"] == tokens, "against others the roll counts"
    state = play(surface().active(0, "orcs", "berserk", {3: 4}).active(1, "gnomes", "stone", {4: 1}).conquest(0))
    assert price(play(state, "use berserk", "? die 2"), 4) == 3


@cites("underground", "race.cultists.adjacent")
def test_m17_flying_cultists_have_no_discount_afar() -> None:
    scene = mixed().active(0, "cultists", "flying", {3: 4}).mark(3, "great_ancient").note("cultists", 1)
    state = play(scene.active(1, "ogres", "stone", {25: 2}).turn(0), "no cultists", "expand")
    assert (price(state, 17), price(state, 9)) == (2, 1)


@cites("underground", "mixing.stonehedge", "place.stonehedge.optional")
def test_m18_lent_heroes_and_encampments_need_not_be_placed() -> None:
    for power in ("heroic", "bivouacking"):
        scene = mixed().active(0, "ogres", "mining", {3: 2, 4: 1}).lend(3, power).active(1, "kraken", "stone", {25: 2})
        state = finish(scene.conquest(0))
        assert asked(state) == f"unit.{power}"
        assert can(state, f"no {power}")
        own = mixed().active(0, "ogres", power, {3: 2, 4: 1}).active(1, "kraken", "stone", {25: 2})
        assert refused(finish(own.conquest(0)), f"no {power}") == "not_offered"


@cites("underground", "mixing.immune", "conquest.immune", "relic.shiny_orb", "place.wickedest_pentacle.refused")
def test_m4_hole_hero_and_dragon_stop_places_and_relics() -> None:
    for race, power, piece in (
        ("halflings", "wise", "hole"),
        ("orcs", "heroic", "hero"),
        ("orcs", "dragon_master", "dragon"),
    ):
        scene = mixed().active(0, "ogres", "stone", {3: 9}).active(1, race, power, {4: 1, 9: 1}).mark(4, piece)
        for thing in ("wickedest_pentacle", "shiny_orb", "stinky_trolls_socks", "flying_doormat"):
            scene.thing(3, thing)
        state = scene.conquest(0)
        assert refused(state, "place wickedest_pentacle 4") == "region_immune"
        assert can(state, "place wickedest_pentacle 9")
        for relic in ("shiny_orb", "stinky_trolls_socks", "flying_doormat"):
            armed = play(state.clone(), f"use {relic}")
            assert refused(armed, "conquer 4") == "region_immune"
            assert can(armed, "conquer 9")
    scene = mixed().active(0, "ogres", "thieving", {3: 2}).active(1, "orcs", "heroic", {4: 1}).mark(4, "hero")
    assert coins_for(finish(scene.conquest(0)), "thieving") == 0, "nor is anything taken from there"


@cites("underground", "mixing.peace", "place.wickedest_pentacle.refused", "relic.shiny_orb", "power.thieving")
def test_m5_peace_binds_the_balrog_and_the_orb_but_not_thieves() -> None:
    scene = mixed().active(0, "orcs", "thieving", {3: 5}).thing(3, "wickedest_pentacle").thing(3, "shiny_orb")
    scene.active(1, "kraken", "diplomat", {4: 1})
    state = scene.conquest(0)
    assert can(state, "place wickedest_pentacle 4")
    assert can(state, "use shiny_orb")
    state = scene.note("diplomat", 1).conquest(0)
    assert refused(state, "place wickedest_pentacle 4") == "at_peace"
    assert refused(state, "use shiny_orb") == "no_target"
    assert coins_for(finish(state, "no wickedest_pentacle"), "thieving") == 1


@cites(
    "underground",
    "mixing.replaced",
    "relic.stinky_trolls_socks",
    "power.vampire",
    "relic.shiny_orb",
    "place.wickedest_pentacle",
)
def test_m6_elves_lose_a_token_only_when_it_is_replaced() -> None:
    scene = mixed().active(0, "ogres", "vampire", {3: 9}).active(1, "elves", "wise", {4: 2, 9: 1, 8: 1, 25: 1})
    for thing in ("wickedest_pentacle", "shiny_orb", "stinky_trolls_socks"):
        scene.thing(3, thing)
    state = play(scene.conquest(0), "place wickedest_pentacle 4")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (2, 6)
    play(state, "use vampire", "conquer 9")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (2, 7)
    play(state, "use shiny_orb", "conquer 8")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (2, 8)
    state = play(scene.conquest(0), "use stinky_trolls_socks", "conquer 9")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (1, 6)


@cites("underground", "mixing.replaced", "power.vampire", "relic.shiny_orb")
def test_m7_an_encampment_shelters_a_lone_token_and_lair_or_fortress_do_not() -> None:
    scene = mixed().active(0, "ogres", "vampire", {3: 5}).thing(3, "shiny_orb")
    scene.active(1, "trolls", "bivouacking", {4: 1, 9: 1}).mark(9, "encampment").mark(4, "lair").mark(4, "fortress")
    for tool in ("vampire", "shiny_orb"):
        state = play(scene.conquest(0), f"use {tool}")
        assert refused(state, "conquer 9") == "enemy_sheltered"
        play(state, "conquer 4")
        assert region(state, 4)["holder"] == "ogres"


@cites("underground", "mixing.ghouls", "things.decline", "conquest.monsters")
def test_m8_ghouls_in_decline_find_markers_but_do_not_use_them() -> None:
    scene = below(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 9})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "conquer 6", "? find flying_doormat")
    assert region(state, 6)["marks"] == {"flying_doormat": 1}
    assert refused(state, "use flying_doormat") == "no_such_aid"
    scene = below(mixed="yes").active(0, "ghouls", "wise", {1: 9}).active(1, "kraken", "stone", {10: 1})
    state = play(scene.conquest(0), "conquer 6", "? find flying_doormat")
    assert can(state, "use flying_doormat"), "active Ghouls do"


@cites("underground", "mixing.ghouls", "conquest.river", "mixing.water")
def test_m9_ghouls_in_decline_leave_rivers_they_did_not_keep() -> None:
    scene = mixed().active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 5})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "conquer 2", "conquer 3", "stop")
    assert (region(state, 2)["holder"], region(state, 3)["holder"]) == (None, "ghouls")
    scene = mixed().active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 3, 2: 1})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "stop")
    assert region(state, 2)["holder"] == "ghouls", "rivers kept since they were Seafaring stay"


@cites(
    "underground",
    "mixing.declined",
    "decline.badge",
    "decline.old_race_leaves",
    "power.wise",
    "power.muddy",
    "power.tomb",
)
def test_m10_spirit_beside_an_earlier_race_that_kept_its_badge() -> None:
    for power, coin in (("wise", 2), ("muddy", 1), ("royal", 0), ("tomb", 0)):
        scene = mixed().active(0, "orcs", "spirit", {3: 2}).declined(0, "drow", {1: 1}, power=power)
        state = play(scene.active(1, "kraken", "stone", {25: 1}).turn(0), "decline")
        assert coins(state, 0) == 20 + 2 + coin
        assert (tribe(state, "drow")["power"], tribe(state, "orcs")["power"]) == (power, "spirit")
        scene = mixed().active(0, "orcs", "alchemist", {3: 2}).declined(0, "drow", {1: 1}, power=power)
        state = play(scene.active(1, "kraken", "stone", {25: 1}).turn(0), "decline")
        assert tribe(state, "drow") == {}, "without Spirit the older race leaves, badge and all"
        assert power in state.view(0)["discarded_powers"]  # type: ignore[operator]
    scene = mixed().active(0, "ogres", "stone", {3: 2}).declined(0, "orcs", {4: 1}, power="spirit")
    state = play(
        scene.declined(0, "drow", {1: 1}, power="wise").active(1, "kraken", "magic", {25: 1}).turn(0), "decline"
    )
    assert tribe(state, "drow") == {}
    assert tribe(state, "orcs")["power"] == "spirit", "Spirits do not count for the limit"


@cites("underground", "mixing.stonehedge", "place.stonehedge")
def test_m11_stonehedge_draws_wealthy() -> None:
    scene = mixed().active(0, "orcs", "wise", {3: 2}).lend(3, "wealthy").active(1, "kraken", "stone", {25: 1})
    state = finish(scene.conquest(0))
    assert coins_for(state, "wealthy") == 7
    end_turn(state)
    finish(play(state, "expand"))
    assert coins_for(state, "wealthy") == 7, "once"


@cites("underground", "mixing.stonehedge", "place.stonehedge", "decline.old_race_leaves")
def test_m12_stonehedge_draws_spirit_or_stout() -> None:
    scene = mixed().active(0, "orcs", "mining", {3: 2, 10: 1}).lend(3, "spirit").active(1, "kraken", "stone", {9: 9})
    state = play(scene.declined(0, "drow", {5: 1}).turn(0), "decline")
    assert tribe(state, "drow") != {}
    play(state, "expand", "conquer 3")
    assert coins(state, 0) == 23
    assert state.dump()["outside"] == ["orcs"], "Spirit stays with the race though Stonehedge is lost"
    scene = mixed().active(0, "orcs", "mining", {3: 2, 10: 1}).lend(3, "stout").active(1, "kraken", "stone", {9: 9})
    state = finish(scene.declined(0, "drow", {5: 1}).conquest(0))
    assert asked(state) == "unit.stout"
    assert coins(play(state, "yes stout"), 0) == 23, "scored before, not after"
    assert (tribe(state, "orcs")["mode"], tribe(state, "drow")) == ("declined", {})
    scene = mixed().active(0, "orcs", "mining", {10: 2}).declined(0, "drow", {3: 1}).lend(3, "stout")
    assert asked(finish(scene.active(1, "kraken", "stone", {9: 9}).conquest(0))) == "choice", (
        "not for a race that does not hold it"
    )


@cites("underground", "mixing.stout", "relic.froggys_ring", "power.thieving", "place.altar_of_souls")
def test_m19_a_stout_race_takes_its_coins_before_it_declines() -> None:
    def neighbours(power: str) -> Scene:
        return mixed().active(0, "orcs", power, {3: 2, 4: 1}).active(1, "kraken", "stone", {9: 9})

    state = finish(neighbours("stout").thing(3, "froggys_ring").conquest(0), "place froggys_ring 3", "yes stout")
    assert coins_for(state, "froggys_ring") == 1
    assert tribe(state, "orcs")["mode"] == "declined"
    state = finish(neighbours("thieving").lend(3, "stout").conquest(0), "yes stout")
    assert coins_for(state, "thieving") == 1
    scene = neighbours("stout").thing(3, "altar_of_souls")
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.stout", "what declines now comes too late for the Altar"
    state = finish(scene.declined(0, "drow", {5: 1}).conquest(0), "empty altar_of_souls 5", "no stout")
    assert coins_for(state, "altar_of_souls") == 3


@cites("underground", "mixing.stout", "mixing.stonehedge", "scoring.per_region")
@cites("small-world", "power.stout.score_once")
def test_a_stout_race_that_declines_as_its_whole_turn_is_not_asked_again_and_scores_once() -> None:
    for power, lent in (("stout", ""), ("mining", "stout")):
        scene = mixed().active(0, "drow", power, {4: 1, 5: 1}).active(1, "kraken", "stone", {25: 5})
        if lent:
            scene.lend(4, lent)
        state = play(scene.turn(0), "decline")
        assert (asked(state), state.current_player()) == ("choice", 1), "nothing is asked: it is the next player's turn"
        assert (tribe(state, "drow")["mode"], coins(state, 0)) == ("declined", 22)
        state = play(finish(scene.conquest(0)), "no stout")
        assert (tribe(state, "drow")["mode"], state.current_player()) == ("active", 1)


@cites("underground", "mixing.stonehedge_lost", "place.stonehedge.lost")
def test_m13_pieces_go_back_and_fortresses_stay() -> None:
    for power, piece in (("heroic", "hero"), ("dragon_master", "dragon"), ("bivouacking", "encampment")):
        scene = mixed().active(0, "orcs", "wise", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 1})
        state = play(scene.lend(3, power).mark(10, piece).conquest(0), "conquer 3")
        assert (region(state, 10)["marks"], asked(state)) == ({}, "conquest"), "and nobody is asked for anything"
        scene = mixed().active(0, "orcs", "wise", {9: 9}).active(1, "kraken", "stone", {3: 1, 4: 1, 10: 1})
        state = play(scene.lend(3, power).mark(10, piece).conquest(0), "conquer 4")
        assert region(state, 10)["marks"] == {piece: 1}, "while Stonehedge is held they stay"
    scene = mixed().active(0, "orcs", "wise", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 1})
    state = play(scene.lend(3, "fortified").mark(10, "fortress").conquest(0), "conquer 3")
    assert region(state, 10)["marks"] == {"fortress": 1}
    scene = mixed().active(0, "orcs", "wise", {9: 9}).active(1, "ogres", "stone", {3: 1, 10: 1}).lend(3, "diplomat")
    state = play(scene.note("diplomat", 1).conquest(0))
    assert refused(state, "conquer 3") == "at_peace"
    scene = mixed(3).active(0, "ogres", "stone", {2: 9}).active(1, "drow", "wise", {3: 1, 9: 1}).lend(3, "diplomat")
    scene.active(2, "kraken", "mining", {25: 1})
    state = play(scene.note("diplomat", 3).conquest(0), "conquer 3")
    assert state.dump()["notes"].get("diplomat", 0) == 0, "the peace is over"  # type: ignore[attr-defined]


@cites("underground", "mixing.stonehedge_lost", "place.stonehedge.lost", "conquest.river", "mixing.water")
def test_m14_rivers_are_left_and_seas_kept_when_a_lent_seafaring_is_lost() -> None:
    scene = mixed().active(0, "orcs", "wise", {2: 2, 3: 3}).lend(3, "seafaring").active(1, "ogres", "stone", {4: 9})
    state = finish(scene.conquest(0))
    assert region(state, 2)["holder"] == "orcs", "kept while Stonehedge is held"
    play(state, "expand", "conquer 3")
    finish(state)
    assert region(state, 2)["holder"] == "orcs", "until the next redeployment"
    play(state, "expand", "stop")
    assert region(state, 2)["holder"] is None
    scene = surface("relics").active(0, "orcs", "wise", {0: 2, 5: 3}).lend(5, "seafaring")
    state = finish(scene.active(1, "ogres", "stone", {6: 9}).conquest(0))
    play(state, "expand", "conquer 5")
    finish(state)
    play(state, "expand")
    assert region(state, 0)["holder"] == "orcs"
    assert refused(state, "conquer 22") == "water_closed", "but no other sea is taken"
    finish(state)
    assert region(state, 0)["holder"] == "orcs"


@cites("underground", "race.liches")
def test_m15_the_dragon_pays_the_toll_and_sorcerers_find_no_lich() -> None:
    scene = mixed().active(0, "orcs", "dragon_master", {3: 5}).declined(1, "liches", {4: 1})
    assert coins(play(scene.conquest(0), "use dragon_master", "conquer 4"), 1) == 21
    scene.coins = [0, 0]
    assert refused(play(scene.conquest(0), "use dragon_master"), "conquer 4") == "no_coin_for_toll"
    scene = mixed().active(0, "sorcerers", "wise", {3: 5}).declined(1, "liches", {4: 1})
    scene.active(1, "kraken", "stone", {9: 1})
    state = play(scene.conquest(0), "use sorcerers")
    assert refused(state, "conquer 4") == "not_active"
    assert can(state, "conquer 9")
