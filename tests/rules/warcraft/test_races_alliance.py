"""Draenei, Dwarves, Gnomes, Humans, Night Elves and Worgen."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "race.draenei", "race.draenei.later", "race.draenei.unused")
def test_the_light_saves_the_first_token_of_each_turn() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "mining", {4: 1, 7: 1, 11: 1})
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "draenei")["retreat"] == 1
    assert tribe(state, "draenei")["tray"] == 9
    play(state, "conquer 7")
    assert tribe(state, "draenei")["retreat"] == 1
    assert tribe(state, "draenei")["tray"] == 10
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "champion", {4: 1, 7: 1, 11: 1})
    scene.mark(4, "champion")
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7")
    assert tribe(state, "draenei")["tray"] == 9  # the Champion prevented the first, the Light saved the second
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "beastmaster", {4: 0, 7: 1, 11: 1})
    scene.mark(4, "beast").note("beastmaster", 1)
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7")
    assert tribe(state, "draenei")["tray"] == 11
    assert tribe(state, "draenei")["note"] == 1


@cites("warcraft", "race.dwarves")
def test_dwarves_pay_two_less_for_mountains() -> None:
    state = Wow().active(0, "dwarves", "ranger", {4: 6}).conquest(0)
    assert price(state, 7) == 1
    assert price(state, 8) == 2
    assert price(Wow().active(0, "orcs", "ranger", {4: 6}).conquest(0), 7) == 3


@cites("warcraft", "race.gnomes", "race.gnomes.die")
def test_an_air_strike_reaches_any_land_region_with_a_free_die() -> None:
    state = Wow().active(0, "gnomes", "ranger", {}, hand=6).conquest(0)
    assert refused(state, "conquer 20") == "not_border"
    play(state, "use gnomes")
    assert price(state, 11) == 2
    assert refused(state, "conquer 10") == "water_closed"
    play(state, "conquer 20")
    assert asked(state) == "unit.gnomes"
    play(state, "yes gnomes", "? die 1")
    assert region(state, 20)["tokens"] == 2
    assert tribe(state, "gnomes")["hand"] == 4
    assert refused(state, "use gnomes") == "already_used"
    state = Wow().active(0, "gnomes", "ranger", {}, hand=6).conquest(0)
    play(state, "use gnomes", "conquer 20", "no gnomes")
    assert region(state, 20)["tokens"] == 3


@cites("warcraft", "race.gnomes.second_die", "race.gnomes.spent")
def test_a_strike_too_dear_may_be_the_last_attempt_or_is_spent() -> None:
    scene = Wow().active(0, "gnomes", "ranger", {8: 3}).active(1, "orcs", "mining", {20: 3, 18: 1})
    state = scene.conquest(0)
    play(state, "use gnomes", "conquer 20", "yes gnomes", "? die 1")  # 6 - 1 = 5, hand 2
    assert asked(state) == "unit.gnomes"
    spent = state.clone()
    play(spent, "no gnomes")
    assert asked(spent) == "conquest"
    assert tribe(spent, "gnomes")["hand"] == 2
    assert refused(spent, "use gnomes") == "already_used"
    assert can(spent, "conquer 11")
    play(state, "yes gnomes", "? die 3")
    assert region(state, 20)["holder"] == "gnomes"
    assert asked(state) != "conquest"
    state = scene.conquest(0)
    play(state, "use gnomes", "conquer 20", "yes gnomes", "? die 0")  # 4 short: no last attempt
    assert asked(state) == "conquest"


@cites("warcraft", "race.gnomes.champion")
def test_the_champion_may_fly_the_strike() -> None:
    scene = Wow().active(0, "gnomes", "champion", {8: 2}).active(1, "orcs", "mining", {20: 5, 18: 1})
    state = scene.conquest(0)
    play(state, "use champion", "use gnomes", "conquer 20")
    assert region(state, 20)["marks"] == {"champion": 1}
    assert region(state, 20)["holder"] == "gnomes"
    assert tribe(state, "gnomes")["hand"] == 1


@cites("warcraft", "race.humans", "race.humans.regions", "race.humans.reward", "race.humans.owner", "race.humans.horde")
def test_military_objectives() -> None:
    scene = (
        Wow().active(0, "humans", "ranger", {8: 2}).declined(0, "trolls", {7: 1}).active(1, "naga", "mining", {11: 5})
    )
    state = scene.conquest(0)
    play(state, "stop")
    assert refused(state, "place humans 8") == "alliance_holds"
    assert refused(state, "place humans 10") == "water_safe"
    play(state, "place humans 7")
    assert refused(state, "place humans 4") == "in_order"
    play(state, "place humans 12", "expand", "conquer 12")
    assert state.scores()[0] == 20 + 2 + 2
    assert state.scores()[1] == 22
    assert region(state, 12)["marks"] == {}
    scene = (
        Wow().active(0, "humans", "ranger", {8: 4}).active(1, "orcs", "mining", {11: 5}).mark(12, "military_objective")
    )
    scene.mark(7, "military_objective")
    state = scene.turn(0)
    play(state, "expand", "conquer 7")
    assert state.scores()[0] == 22
    stop(state)
    play(state, "no humans", "expand", "conquer 12")
    assert region(state, 12)["marks"] == {"military_objective": 1}
    assert state.scores()[1] == 20


@cites("warcraft", "race.humans.regions", "conquest.water_powers")
@pytest.mark.parametrize(("option", "allowed"), [("yes", False), ("no", True)])
def test_an_objective_on_water_where_abilities_reach_it(option: str, allowed: bool) -> None:
    scene = Wow(water_immune_to_powers=option).active(0, "humans", "ranger", {8: 2}).active(1, "naga", "mining", {0: 1})
    state = play(scene.declined(1, "orcs", {7: 1}).conquest(0), "stop")
    for water in (0, 10, 19):  # held by an opponent, empty, on the other island
        assert can(state, f"place humans {water}") == allowed, water
    assert can(state, "place humans 7")


@cites("warcraft", "race.humans.immune", "conquest.immune")
def test_an_objective_meets_towers_and_the_aegis() -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "orcs", "defensive", {12: 1, 11: 2})
    state = play(scene.mark(12, "watchtower").thing(11, "aegis").conquest(0), "stop")
    assert refused(state, "place humans 12") == "region_immune"
    free = play(state.clone(), "place humans 4", "no humans")
    assert free.scores()[1] == 20
    play(state, "place humans 11", "no humans")
    assert state.scores()[1] == 22
    assert region(state, 11)["marks"] == {"aegis": 1, "military_objective": 1}
    scene.coins = [1, 5]
    state = play(scene.conquest(0), "stop")
    assert refused(state, "place humans 11") == "no_coin_for_toll"


@cites("warcraft", "race.humans.again", "race.humans.immune")
def test_placing_an_objective_takes_both_back() -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "orcs", "defensive", {12: 1})
    scene.mark(4, "military_objective").mark(12, "military_objective").mark(12, "watchtower")
    state = play(scene.conquest(0), "stop")

    def lie(state: State) -> set[int]:
        return {r for r in range(21) if "military_objective" in region(state, r)["marks"]}

    assert lie(play(state.clone(), "no humans")) == {4, 12}  # both stay
    assert lie(play(state.clone(), "place humans 7", "no humans")) == {7}  # both come back, one is placed
    assert lie(play(state.clone(), "place humans 4", "place humans 12")) == {4, 12}
    moved = play(state.clone(), "place humans 7")
    assert can(moved, "place humans 12")  # where it lies it may be left, also beside a tower put there since
    assert refused(moved, "place humans 4") == "in_order"
    assert lie(play(moved, "place humans 12")) == {7, 12}


@cites("warcraft", "race.night_elves", "race.night_elves.walls")
def test_wisp_walls() -> None:
    state = Wow().active(0, "night_elves", "ranger", {8: 6}).conquest(0)
    assert price(state, 4) == 1
    assert price(state, 7) == 3
    play(state, "conquer 4", "conquer 7")
    assert region(state, 4)["marks"] == {"wisp_wall": 1}
    assert region(state, 7)["marks"] == {}
    scene = Wow().active(0, "night_elves", "ranger", {8: 6})
    scene.stock["wisp_wall"] = 0
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}


@cites("warcraft", "race.worgen", "race.worgen.wolf", "race.worgen.when")
def test_worgen_choose_a_form_every_turn() -> None:
    scene = Wow().active(0, "worgen", "ranger", {8: 6}).active(1, "orcs", "mining", {11: 1})
    state = scene.turn(0)
    assert asked(state) == "unit.worgen"
    assert refused(state, "expand") == "not_asked"
    play(state, "yes worgen", "expand")
    assert state.scores()[0] == 19
    assert price(state, 7) == 2
    state = scene.turn(0)
    play(state, "no worgen", "decline")
    assert state.scores()[0] == 23
    scene.coins = [0, 0]
    state = scene.turn(0)
    assert asked(state) == "choice"
    assert state.scores()[0] == 2
    scene = Wow().combos(("worgen", "ranger", 0)).active(1, "orcs", "mining", {11: 1})
    state = scene.turn(0)
    play(state, "pick 0")
    while state.current_player() == -1:
        state.apply(state.legal_actions()[0])
    assert asked(state) == "unit.worgen"


@pytest.mark.parametrize("race", ["draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen"])
def test_alliance_races_beat_the_horde_for_a_coin(race: str) -> None:
    scene = Wow().active(0, race, "blacksmith", {8: 7}).active(1, "orcs", "mining", {7: 1, 2: 1})
    state = scene.turn(0)
    if race == "worgen":
        play(state, "no worgen")
    play(state, "expand", "conquer 7")
    end_turn(state)
    assert coins_for(state, "faction") == 1
