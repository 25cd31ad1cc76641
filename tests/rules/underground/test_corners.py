"""Corners where three rules meet, most of them in mixed games."""

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    play,
    refused,
    region,
    settle,
    stop,
    tribe,
)

OTHERS = [
    ("mummies", "adventurous", 0), ("shrooms", "fisher", 0), ("drow", "flocking", 0), ("lizardmen", "frightened", 0),
    ("mudmen", "martyr", 0), ("cultists", "muddy", 0),
]  # fmt: skip
"""A row that leaves the badges of Small World in the stack, for Stonehedge to draw."""


def mixed_below() -> Scene:
    return below(mixed="yes").combos(*OTHERS)


@cites("underground", "power.shield", "conquest.river")
def test_shield_amazons_count_their_forests_before_the_spare_amazons_leave() -> None:
    """Armors are counted when conquests end; the four tokens leave only after redeployment."""
    scene = bare(mixed="yes").active(0, "amazons", "shield", {4: 1}).active(1, "kraken", "stone", {25: 1})
    state = play(scene.conquest(0), "conquer 9", "conquer 8", "stop")
    assert asked(state) == "unit.amazons"
    play(state, "empty amazons 4", "empty amazons 8")
    assert asked(state) != "unit.amazons"
    play(state, "place shield 9:2")
    assert region(state, 9)["marks"] == {"mushroom_armor": 2}


@cites("underground", "place.stonehedge")
def test_wealthy_from_stonehedge_is_the_discoverers_alone() -> None:
    """Seven coins once, to who discovers it, at the end of that turn: found without being held they are lost."""
    scene = mixed_below().active(0, "ogres", "mining", {1: 5}).thing(1, "wickedest_pentacle")
    state = scene.active(1, "kraken", "stone", {25: 1}).conquest(0)
    finish(play(state, "place wickedest_pentacle 6", "? find stonehedge", "? badge wealthy"))
    finish(play(state, "expand"))
    finish(play(state, "expand", "place wickedest_pentacle 11", "conquer 6"))
    assert region(state, 6)["holder"] == "ogres"
    assert coins_for(state, "wealthy") == 0
    scene = bare(mixed="yes").active(0, "ogres", "mining", {1: 5}).lend(6, "wealthy")
    state = play(scene.active(1, "kraken", "stone", {25: 5}).note("wealthy", 1).conquest(0), "conquer 6")
    assert coins_for(finish(state), "wealthy") == 0, "who takes Stonehedge later gets nothing"
    scene = mixed_below().active(0, "ogres", "mining", {1: 5}).active(1, "kraken", "stone", {25: 5})
    state = play(scene.conquest(0), "conquer 6", "? find stonehedge", "? badge wealthy")
    assert coins_for(finish(state), "wealthy") == 7


@cites("underground", "place.stonehedge", "things.decline")
def test_wealthy_found_by_ghouls_in_decline_pays_nobody() -> None:
    scene = mixed_below().active(0, "ogres", "mining", {25: 5}).declined(0, "ghouls", {1: 6})
    state = play(scene.active(1, "kraken", "stone", {10: 10}).turn(0), "expand", "conquer 6", "? find stonehedge")
    play(state, "? badge wealthy")
    while state.view(0)["turn"] == 0:
        end_turn(state)
    play(state, "expand", "conquer 6")
    assert region(state, 6)["holder"] == "kraken"
    finish(state)
    assert coins_for(state, "wealthy") == 0


@cites("underground", "conquest.river", "race.kraken")
def test_a_kept_river_that_ghouls_abandon_is_lost_for_good() -> None:
    """Ghouls keep the rivers they held when they declined, not those they enter again."""
    scene = bare(mixed="yes").active(0, "orcs", "wise", {25: 2}).declined(0, "ghouls", {1: 4, 2: 1})
    state = play(scene.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "abandon 2", "conquer 2", "stop")
    assert region(state, 2)["holder"] is None


@cites("underground", "power.vanishing", "mixing.declined")
def test_a_stout_race_that_vanishes_is_not_paid_twice() -> None:
    """A Stout race declines after scoring and without a second one: vanishing then replaces no coin."""
    scene = bare(mixed="yes").active(0, "ogres", "vanishing", {3: 1, 4: 1}).lend(3, "stout")
    state = play(finish(scene.active(1, "kraken", "stone", {25: 5}).conquest(0)), "yes stout")
    assert coins(state, 0) == 22
    assert tribe(state, "ogres") == {}
    scene = bare(mixed="yes").active(0, "ogres", "vanishing", {3: 1, 4: 1}).lend(3, "stout")
    state = play(scene.active(1, "kraken", "stone", {25: 5}).turn(0), "decline")
    assert coins(state, 0) == 24


@cites("underground", "power.reborn")
def test_reborn_trolls_dig_a_lair() -> None:
    """A lair lies in every region the Trolls occupy, conquered or not."""
    scene = bare(mixed="yes").active(0, "trolls", "stone", {10: 2}).mark(10, "lair")
    scene.declined(0, "ogres", {3: 1, 4: 1}, power="reborn").active(1, "kraken", "wise", {9: 9})
    state = play(scene.turn(0), "place reborn 3", "no reborn")
    assert region(state, 3)["marks"] == {"lair": 1}
    assert region(state, 4)["marks"] == {}


@cites("underground", "place.stonehedge")
def test_a_lent_power_counts_from_the_moment_it_is_held() -> None:
    """What was conquered or attacked before Stonehedge was found is not its concern; what comes after is."""
    scene = mixed_below().active(0, "ogres", "mining", {1: 9}).active(1, "kraken", "stone", {7: 1, 25: 1})
    state = play(scene.conquest(0), "conquer 7", "conquer 6", "? find stonehedge", "? badge diplomat")
    assert can(finish(state), "name diplomat 1")
    state = play(scene.conquest(0), "conquer 6", "? find stonehedge", "? badge diplomat", "conquer 7")
    assert refused(finish(state), "name diplomat 1") == "was_attacked"
    state = play(scene.conquest(0), "conquer 7", "conquer 6", "? find stonehedge", "? badge pillaging")
    assert coins_for(finish(state), "pillaging") == 0
    state = play(scene.conquest(0), "conquer 6", "? find stonehedge", "? badge pillaging", "conquer 7")
    assert coins_for(finish(state), "pillaging") == 1


@cites("underground", "place.altar_of_souls")
def test_the_altar_tells_of_every_token_it_takes() -> None:
    scene = bare().active(0, "drow", "stone", {3: 1}).declined(0, "ogres", {4: 3}, power="tomb")
    state = finish(scene.thing(3, "altar_of_souls").active(1, "kraken", "wise", {25: 4}).conquest(0))
    play(state, "empty altar_of_souls 4")
    assert [(event.cause, event.args["n"]) for event in happened(state, "returned")] == [("altar_of_souls", 1)]
    assert region(state, 4)["tokens"] == 2


@cites("underground", "place.stonehedge.lost", "place.stonehedge.decline")
def test_stonehedge_lends_its_power_to_whoever_takes_it() -> None:
    scene = bare().active(0, "ogres", "mining", {4: 5}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "mystic")
    state = finish(play(scene.conquest(0), "conquer 3"))
    assert coins_for(state, "mystic") == 1
    assert can(play(stop(play(state, "expand")), "expand"), "stop")


@cites("underground", "place.wickedest_pentacle", "mixing.peace")
def test_a_diplomat_whose_balrog_strikes_the_ally_has_none() -> None:
    """The Balrog may move after the Diplomat has chosen; but who is attacked in a turn is no ally of that turn."""
    scene = bare(mixed="yes").active(0, "ogres", "diplomat", {3: 5}).thing(3, "wickedest_pentacle")
    scene.active(1, "kraken", "stone", {4: 8, 9: 1})
    state = finish(scene.conquest(0), "name diplomat 1", "place wickedest_pentacle 4")
    assert can(play(settle(state), "expand"), "conquer 3")
    state = finish(scene.conquest(0), "name diplomat 1", "no wickedest_pentacle")
    assert refused(play(state, "expand"), "conquer 3") == "at_peace"


@cites("underground", "place.wickedest_pentacle", "mixing.races")
def test_a_strike_of_the_balrog_is_no_plunder() -> None:
    """No troops of the race come in, so nothing is pillaged and no Skeleton rises; those who attack pay as ever."""
    scene = bare(mixed="yes").active(0, "orcs", "pillaging", {3: 5}).thing(3, "wickedest_pentacle")
    scene.active(1, "kraken", "martyr", {4: 1, 9: 1})
    state = play(scene.conquest(0), "place wickedest_pentacle 4", "conquer 9")
    finish(state)
    assert (coins_for(state, "orcs"), coins_for(state, "pillaging"), coins_for(state, "martyr")) == (1, 1, 2)
