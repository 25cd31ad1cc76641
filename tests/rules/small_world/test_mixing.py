"""Small World with Underground mixed in: what both boxes make of each other on the surface."""

import pytest

from terrarium.cli.screen import Screen
from terrarium.words import LANGUAGES, Words
from tests.rules.underground.below import coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    map_rows,
    play,
    price,
    refused,
    region,
    tribe,
)

# Map for two: hill 6 borders farmland 1, forest 2, mountain 5, lake 7, farmland 11 and forest 12; mountain 5 the sea 0.


def surface(natives: bool = False) -> Scene:
    """A table with relics and places."""
    return Scene(natives=natives, mixed="relics")


@cites("small-world", "mixing.as_if_empty")
def test_as_if_empty_on_the_surface() -> None:
    scene = surface().active(0, "orcs", "alchemist", {6: 9}).thing(6, "stinky_trolls_socks")
    scene.active(1, "trolls", "fortified", {5: 2}).mark(5, "lair").mark(5, "fortress")
    state = scene.thing(5, "keep_on_the_motherland").conquest(0)
    assert price(state, 5) == 2 + 1 + 2 + 1 + 1 + 1
    play(state, "use stinky_trolls_socks")
    assert price(state, 5) == 2 + 1 + 1
    assert coins_for(finish(play(state, "conquer 5")), "orcs") == 1


@cites("small-world", "mixing.immune", "conquest.immune")
def test_what_immune_pieces_keep_out() -> None:
    for race, power, piece in (("halflings", "hill", "hole"), ("ratmen", "heroic", "hero")):
        scene = surface().active(0, "ogres", "stone", {6: 9}).active(1, race, power, {11: 1, 12: 1}).mark(11, piece)
        for thing in ("wickedest_pentacle", "shiny_orb", "stinky_trolls_socks"):
            scene.thing(6, thing)
        state = scene.conquest(0)
        assert refused(state, "place wickedest_pentacle 11") == "region_immune"
        assert can(state, "place wickedest_pentacle 12")
        for relic in ("shiny_orb", "stinky_trolls_socks"):
            armed = play(state.clone(), f"use {relic}")
            assert refused(armed, "conquer 11") == "region_immune"
            assert can(armed, "conquer 12")


@cites("small-world", "mixing.immune")
def test_the_figures_of_underground_make_immune_on_the_surface_too() -> None:
    for race, power, piece in (("cultists", "hill", "great_ancient"), ("ratmen", "royal", "queen")):
        scene = surface().active(0, "ogres", "stone", {6: 9}).active(1, race, power, {11: 1, 12: 1}).mark(11, piece)
        state = scene.thing(6, "wickedest_pentacle").conquest(0)
        assert refused(state, "conquer 11") == "region_immune"
        assert refused(state, "place wickedest_pentacle 11") == "region_immune"
        assert can(state, "conquer 12")
    scene = surface().active(0, "ogres", "stone", {6: 9}).thing(6, "wickedest_pentacle").mark(11, "balrog")
    for seat in (0, 1):
        state = scene.active(1, "orcs", "hill", {12: 9}).conquest(seat)
        assert refused(state, "conquer 11") == "region_immune"


@cites("small-world", "mixing.water", "mixing.terrains", "conquest.water")
def test_seas_and_lakes_stand_for_the_river() -> None:
    """Hill 6 and mountain 5 lie on the lake 7; mountain 5 on the sea 0."""
    scene = surface().active(0, "kraken", "stone", {5: 6}).active(1, "elves", "swamp", {20: 1})
    state = play(scene.conquest(0), "conquer 0")
    assert region(state, 0)["tokens"] == 2
    state = finish(state)
    assert (region(state, 0)["holder"], coins_for(state, "stone")) == ("kraken", 1), "a mountain is a Black Mountain"
    for race, passes in (("lizardmen", True), ("ogres", False)):
        state = surface().active(0, race, "stone", {6: 9}).active(1, "elves", "swamp", {20: 1}).conquest(0)
        assert refused(state, "conquer 7") == "water_closed"
        borders = [set(row["borders"]) for row in map_rows("2p")]
        banks = borders[7] - borders[6] - {6}
        assert banks
        assert {can(state, f"conquer {r}") for r in banks} == {passes}


@cites("small-world", "mixing.peace", "power.diplomat")
def test_peace_with_balrog_orb_and_thieves() -> None:
    scene = surface().active(0, "orcs", "thieving", {6: 5}).thing(6, "wickedest_pentacle").thing(6, "shiny_orb")
    state = scene.active(1, "elves", "diplomat", {12: 1}).note("diplomat", 1).conquest(0)
    assert refused(state, "place wickedest_pentacle 12") == "at_peace"
    assert refused(state, "use shiny_orb") == "no_target"
    assert coins_for(finish(state, "no wickedest_pentacle"), "thieving") == 1
    scene = surface().active(0, "orcs", "diplomat", {6: 2}).thing(6, "wickedest_pentacle")
    state = scene.active(1, "elves", "hill", {12: 8, 11: 1}).conquest(0)
    finish(state, "name diplomat 1", "place wickedest_pentacle 12")
    assert can(play(state, "expand"), "conquer 6"), "the ally was struck"
    state = finish(scene.conquest(0), "name diplomat 1", "no wickedest_pentacle")
    assert refused(play(state, "expand"), "conquer 6") == "at_peace"


@cites("small-world", "mixing.replaced", "race.elves")
def test_elves_and_camps_against_underground() -> None:
    scene = surface().active(0, "ogres", "vampire", {6: 9}).thing(6, "wickedest_pentacle")
    scene.active(1, "elves", "bivouacking", {11: 2, 12: 1, 2: 1, 20: 1}).mark(2, "encampment").mark(12, "fortress")
    state = play(scene.conquest(0), "place wickedest_pentacle 11", "use vampire")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (2, 6)
    assert refused(state, "conquer 2") == "enemy_sheltered"
    play(state, "conquer 12")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (2, 7)


@cites("small-world", "mixing.ghouls", "mixing.monsters")
def test_ghouls_in_decline_and_markers() -> None:
    def near_monsters() -> Scene:
        scene = surface()
        scene.regions[6] = ["natives", 2, {}]
        return scene.mark(6, "hidden")

    scene = near_monsters().active(0, "orcs", "hill", {20: 2}).declined(0, "ghouls", {11: 9})
    state = play(scene.active(1, "elves", "swamp", {3: 1}).turn(0), "expand", "conquer 6", "? find flying_doormat")
    assert refused(state, "use flying_doormat") == "no_such_aid"
    scene = near_monsters().active(0, "ghouls", "hill", {11: 9}).active(1, "elves", "swamp", {3: 1})
    assert can(play(scene.conquest(0), "conquer 6", "? find flying_doormat"), "use flying_doormat")


@cites("small-world", "mixing.monsters", "conquest.lost_tribe")
@pytest.mark.parametrize("language", LANGUAGES)
def test_monsters_are_no_lost_tribe(language: str) -> None:
    scene = surface().active(0, "orcs", "hill", {11: 9}).active(1, "elves", "swamp", {3: 1})
    scene.regions[6] = ["natives", 2, {}]
    scene.regions[12] = ["natives", 1, {}]
    screen = Screen(Words(language, "small-world"), [])
    monsters, tribes = screen.words.name("guards"), screen.words.name("natives")
    state = scene.mark(6, "hidden").conquest(0)
    assert (monsters in screen.holder(region(state, 6)), tribes in screen.holder(region(state, 6))) == (True, False)
    assert (monsters in screen.holder(region(state, 12)), tribes in screen.holder(region(state, 12))) == (False, True)
    for target, name, rule in ((6, monsters, "conquest.monsters"), (12, tribes, "conquest.lost_tribe")):
        state = play(scene.conquest(0), f"conquer {target}")
        assert [event.rule for event in happened(state, "lost")] == [rule]
        for code in ("conquered", "lost"):
            (event,) = happened(state, code)
            assert name in screen.told(event)


@cites("small-world", "mixing.declined", "power.spirit", "power.stout")
def test_spirit_and_stout_beside_powers_of_underground() -> None:
    scene = surface().active(0, "orcs", "spirit", {6: 2}).declined(0, "drow", {3: 1}, power="wise")
    state = play(scene.active(1, "elves", "swamp", {20: 1}).turn(0), "decline")
    assert coins(state, 0) == 20 + 2 + 2
    assert (tribe(state, "drow")["power"], tribe(state, "orcs")["power"]) == ("wise", "spirit")
    scene = surface().active(0, "ogres", "vanishing", {6: 1, 12: 1}).lend(6, "stout")
    state = finish(scene.active(1, "elves", "swamp", {20: 1}).conquest(0), "yes stout")
    assert (coins(state, 0), tribe(state, "ogres")) == (22, {})


@cites("small-world", "mixing.stout", "power.stout")
def test_a_stout_race_takes_the_coins_of_others_before_it_declines() -> None:
    scene = surface().active(0, "orcs", "stout", {6: 2}).thing(6, "froggys_ring").active(1, "elves", "swamp", {12: 1})
    state = finish(scene.conquest(0), "place froggys_ring 6", "yes stout")
    assert (coins(state, 0), coins(state, 1)) == (20 + 1 + 1, 19)
    scene = surface().active(0, "orcs", "thieving", {6: 2}).lend(6, "stout").active(1, "elves", "swamp", {12: 1})
    assert coins_for(finish(scene.conquest(0), "yes stout"), "thieving") == 1


@cites("small-world", "mixing.stonehedge", "power.wealthy", "power.stout")
def test_stonehedge_draws_from_both_boxes() -> None:
    scene = surface().active(0, "ogres", "hill", {12: 2}).lend(12, "wealthy").active(1, "elves", "swamp", {20: 1})
    state = finish(scene.conquest(0))
    assert coins_for(state, "wealthy") == 7
    end_turn(state)
    assert coins_for(finish(play(state, "expand")), "wealthy") == 7, "once"
    scene.note("wealthy", 1)
    assert coins_for(finish(scene.conquest(0)), "wealthy") == 0, "its turn is over"
    scene = surface().active(0, "ogres", "hill", {12: 2}).lend(12, "stout").active(1, "elves", "swamp", {20: 1})
    assert asked(finish(scene.conquest(0))) == "unit.stout"


@cites("small-world", "mixing.stonehedge_lost", "power.seafaring")
def test_when_stonehedge_is_lost_on_the_surface() -> None:
    for power, piece, kept in (("heroic", "hero", {}), ("fortified", "fortress", {"fortress": 1})):
        scene = surface().active(0, "ogres", "hill", {6: 9}).active(1, "elves", "swamp", {12: 1, 20: 1})
        state = play(scene.lend(12, power).mark(20, piece).conquest(0), "conquer 12")
        assert region(state, 20)["marks"] == kept
    scene = surface().active(0, "orcs", "alchemist", {0: 1, 5: 2}).lend(5, "seafaring")
    state = finish(scene.active(1, "ogres", "hill", {6: 9}).conquest(0))
    finish(play(state, "expand", "conquer 5"))
    finish(play(state, "expand"))
    assert region(state, 0)["holder"] == "orcs", "the sea is kept"
