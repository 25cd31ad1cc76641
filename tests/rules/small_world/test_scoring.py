"""Coins at the end of a turn."""

from tests.support.cites import cites
from tests.support.scene import Scene, coins_for, happened, play


@cites("small-world", "scoring.per_region")
def test_one_coin_for_each_region_active_and_in_decline() -> None:
    scene = Scene().active(0, "ratmen", "commando", {4: 5, 3: 1, 9: 2}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.active(1, "orcs", "hill", {20: 1, 21: 1}).turn(0)
    play(state, "expand", "stop", "deploy 3:0 4:0")
    assert state.scores() == [20 + 3 + 2, 20], "regions count, not tokens, and only one's own"


@cites("small-world", "scoring.per_region")
def test_regions_conquered_this_turn_count_and_lost_ones_do_not() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "commando", {4: 5}).active(1, "orcs", "swamp", {9: 1, 20: 1})
    state = scene.turn(0)
    play(state, "expand", "conquer 9", "conquer 10", "stop", "deploy 4:0 9:0")
    assert state.scores() == [23, 20]
    play(state, "expand", "stop")
    assert state.scores() == [23, 20 + 1 + 1], "region 20, a swamp; region 9 is lost"


@cites("small-world", "scoring.per_region")
def test_a_spirit_race_in_decline_scores_beside_the_other() -> None:
    scene = Scene().active(0, "ratmen", "commando", {4: 1}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.declined(0, "elves", {20: 1}, power="spirit").turn(0)
    play(state, "expand", "stop")
    assert state.scores()[0] == 20 + 1 + 2 + 1


@cites("small-world", "scoring.per_region")
def test_nobody_scores_in_another_players_turn() -> None:
    scene = Scene().active(0, "ratmen", "alchemist", {4: 1}).active(1, "humans", "merchant", {9: 1})
    state = scene.turn(1)
    play(state, "expand", "stop")
    assert {event.seat for event in happened(state, "coins")} == {1}
    assert state.scores() == [20, 20 + 1 + 1 + 1]


@cites("small-world", "scoring.bonuses", "market.both_work")
def test_race_and_power_add_their_bonuses_to_the_regions() -> None:
    # Alchemist Wizards with magic (1, 10) and a swamp: 3 + 2 + 2.
    state = Scene().active(0, "wizards", "alchemist", {1: 1, 10: 1, 20: 1}).turn(0)
    play(state, "expand", "stop")
    assert [coins_for(state, cause) for cause in ("regions", "wizards", "alchemist")] == [3, 2, 2]
    assert state.scores()[0] == 20 + 7


@cites("small-world", "scoring.bonuses", "race.orcs", "power.pillaging")
def test_bonuses_for_conquests_are_paid_in_the_turn_of_the_conquest_only() -> None:
    scene = Scene().active(0, "orcs", "pillaging", {4: 10}).active(1, "elves", "commando", {20: 1})
    state = scene.conquest(0)
    play(state, "conquer 3", "stop", "deploy 3:0")  # a Lost Tribe: 2 regions, 1 for Orcs, 1 for Pillaging
    assert state.scores()[0] == 20 + 4
    play(state, "expand", "stop", "expand", "stop", "deploy 3:0")
    assert state.scores()[0] == 20 + 4 + 2


@cites("small-world", "scoring.declined_no_bonus")
def test_a_race_in_decline_brings_no_bonus_in_later_turns() -> None:
    # Wizards in decline on magic, Humans in decline on farmland would earn more if they were active.
    state = Scene().active(0, "ratmen", "commando", {4: 1}).declined(0, "wizards", {1: 1, 16: 1}).turn(0)
    play(state, "expand", "stop")
    assert state.scores()[0] == 20 + 1 + 2


@cites("small-world", "scoring.declined_no_bonus")
def test_nor_in_the_turn_in_which_it_declines() -> None:
    state = Scene().active(0, "wizards", "alchemist", {1: 3, 16: 1}).turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 2


@cites("small-world", "scoring.declined_no_bonus", "decline.pieces")
def test_fortresses_of_a_race_in_decline_bring_no_coin() -> None:
    state = Scene().active(0, "ratmen", "fortified", {4: 3, 3: 1}).mark(4, "fortress").turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 2


@cites("small-world", "scoring.declined_no_bonus")
def test_dwarves_in_decline_say_otherwise() -> None:
    state = Scene().active(0, "ratmen", "commando", {4: 1}).declined(0, "dwarves", {2: 1, 16: 1}).turn(0)
    play(state, "expand", "stop")
    assert state.scores()[0] == 20 + 1 + 2 + 1
