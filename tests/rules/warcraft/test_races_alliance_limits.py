"""Where the abilities of races of the Alliance begin and end: each case beside its twin."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import asked, can, end_turn, play, price, refused, region, stock, stop, tribe
from tests.support.warcraft import Wow

# --- Draenei ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.draenei", "race.draenei.later", "race.draenei.unused")
def test_the_light_comes_anew_with_each_opponents_turn_and_not_in_their_own() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 11}).active(1, "naga", "fishing", {16: 9})
    scene.active(2, "draenei", "mining", {4: 1, 7: 1, 19: 2, 28: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 7")
    assert (tribe(state, "draenei")["retreat"], tribe(state, "draenei")["tray"]) == (1, 12 - 5 + 1)
    stop(state)
    while asked(state) == "retreat":
        state.apply(state.legal_actions()[0])
    play(state, "expand")
    assert tribe(state, "draenei")["tray"] == 8
    target = next(r for r in (19, 28) if can(state, f"conquer {r}"))
    before = region(state, target)["tokens"]
    play(state, f"conquer {target}")
    assert (tribe(state, "draenei")["retreat"], tribe(state, "draenei")["tray"]) == (before, 8)
    old = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "naga", "mining", {12: 1}).declined(1, "draenei", {4: 1})
    assert tribe(play(old.conquest(0), "conquer 4"), "draenei") == {}, "in decline nothing is saved"


@cites("warcraft", "race.draenei.unused", "race.draenei", "power.champion.ransom")
def test_where_the_champion_saves_a_token_the_light_is_not_needed() -> None:
    for spot, tray, retreat in ((4, 12 - 4, 2), (17, 12 - 4, 2)):
        scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "champion", {4: 2, 7: 1, 17: 1})
        state = play(scene.mark(spot, "champion").conquest(0), "conquer 4")
        assert (tribe(state, "draenei")["tray"], tribe(state, "draenei")["retreat"]) == (tray, retreat)
        play(state, "conquer 7")
        saved = spot == 4  # the Light is still there for the second
        assert (tribe(state, "draenei")["tray"], tribe(state, "draenei")["retreat"]) == (
            (tray, retreat + 1) if saved else (tray + 1, retreat)
        )


# --- Gnomes -----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.gnomes", "race.gnomes.spent", "race.gnomes.die")
def test_only_the_strike_uses_the_strike_up() -> None:
    scene = Wow().active(0, "gnomes", "ranger", {8: 9}).active(1, "orcs", "mining", {17: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert can(state, "use gnomes"), "an ordinary conquest is no strike"
    play(state, "use gnomes", "conquer 20")
    assert asked(state) == "unit.gnomes"
    play(state, "no gnomes")
    assert refused(state, "use gnomes") == "already_used"
    assert can(state, "conquer 11"), "conquests go on"
    play(state, "conquer 11")
    assert asked(state) == "conquest", "no free die without a strike"
    # attacked themselves, they have made no strike
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "gnomes", "mining", {4: 3, 17: 3})
    state = stop(play(scene.conquest(0), "conquer 4"))
    play(state, "expand")
    assert can(state, "use gnomes")
    # and an artifact used besides is no strike either
    scene = Wow().active(0, "gnomes", "ranger", {8: 9}).thing(8, "frostmourne").active(1, "orcs", "mining", {17: 1})
    state = play(scene.conquest(0), "use frostmourne", "conquer 4")
    assert asked(state) == "conquest"
    assert can(state, "use gnomes")


@cites("warcraft", "race.gnomes.second_die", "race.gnomes.spent", "race.gnomes.die", "die.shortfall")
@pytest.mark.parametrize("defenders", range(7))
@pytest.mark.parametrize("pips", [0, 1, 3])
def test_what_is_missing_after_the_free_die(defenders: int, pips: int) -> None:
    scene = Wow().active(0, "gnomes", "ranger", {8: 3}).active(1, "orcs", "mining", {17: 1})
    if defenders:
        scene.active(1, "orcs", "mining", {4: defenders, 17: 1})
    state = play(scene.conquest(0), "use gnomes")
    cost = 2 + defenders  # with two in hand
    assert can(state, "conquer 4") == (cost - 2 <= 6)
    if cost - 2 > 6:
        assert refused(state, "conquer 4") == "not_enough_tokens"
        return
    play(state, "conquer 4", "yes gnomes", f"? die {pips}")
    short = max(cost - pips, 1) - 2
    if short <= 0:
        assert region(state, 4)["tokens"] == max(cost - pips, 1)
        assert tribe(state, "gnomes")["hand"] == 2 - max(cost - pips, 1)
    elif short <= 3:
        assert asked(state) == "unit.gnomes"
        spent = play(state.clone(), "no gnomes")
        assert (asked(spent), tribe(spent, "gnomes")["hand"]) == ("conquest", 2)
        for roll in range(4):
            rolled = play(state.clone(), "yes gnomes", f"? die {roll}")
            assert (region(rolled, 4)["holder"] == "gnomes") == (roll >= short)
            assert asked(rolled) != "conquest"
    else:
        assert (asked(state), region(state, 4)["holder"]) == ("conquest", "orcs")
        assert refused(state, "use gnomes") == "already_used"


@cites("warcraft", "race.gnomes.champion", "marker.several", "race.gnomes")
def test_what_may_be_used_together_for_one_conquest() -> None:
    scene = Wow().active(0, "gnomes", "champion", {8: 3}).thing(8, "frostmourne").active(1, "orcs", "mining", {20: 5})
    state = scene.conquest(0)
    play(state, "use champion")
    assert refused(state, "use champion") == "already_used"
    assert can(state, "use gnomes")
    assert can(state, "use frostmourne")
    play(state, "use gnomes")
    assert can(state, "conquer 20")
    assert refused(state, "conquer 19") == "water_closed"
    play(state, "conquer 20")
    assert (region(state, 20)["marks"], region(state, 20)["tokens"]) == ({"champion": 1}, 0)
    assert refused(state, "use gnomes") == "already_used"
    plain = play(scene.conquest(0), "use champion")
    assert refused(plain, "conquer 20") == "not_adjacent"


# --- Humans -----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.humans.reward", "race.humans.owner", "race.humans.horde", "race.humans")
@pytest.mark.parametrize(
    ("race", "coins"), [("naga", [22, 22]), ("dwarves", [22, 22]), ("orcs", [20, 20]), ("trolls", [20, 20])]
)
def test_who_gains_by_an_objective(race: str, coins: list[int]) -> None:
    scene = Wow().active(0, "humans", "ranger", {17: 1}).active(1, race, "blacksmith", {11: 9})
    state = scene.mark(12, "military_objective").mark(18, "military_objective").conquest(1)
    play(state, "conquer 8")
    assert state.scores() == [20, 20], "no objective lies there"
    assert stock(state, "military_objective") == 0
    play(state, "conquer 12")
    assert state.scores() == coins
    horde = coins == [20, 20]
    assert region(state, 12)["marks"] == ({"military_objective": 1} if horde else {})
    assert stock(state, "military_objective") == (0 if horde else 1)
    assert region(state, 18)["marks"] == {"military_objective": 1}


@cites("warcraft", "race.humans.reward", "die.failure")
def test_a_failed_attempt_brings_no_objective() -> None:
    for pips, coins in ((0, 20), (1, 22)):
        scene = Wow().active(0, "humans", "ranger", {17: 1}).active(1, "naga", "mining", {11: 3})
        state = play(scene.mark(7, "military_objective").conquest(1), "conquer 7", f"? die {pips}")
        assert state.scores()[0] == coins


@cites("warcraft", "race.humans", "race.humans.again", "race.humans.regions", "race.humans.immune")
def test_one_two_or_no_objective() -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "dwarves", "mining", {17: 1, 18: 1})
    scene.declined(1, "orcs", {4: 1}).declined(0, "night_elves", {7: 1}).murloc(12)
    state = play(scene.conquest(0), "stop")

    def lie(found: State) -> set[int]:
        return {r for r in range(21) if "military_objective" in region(found, r)["marks"]}

    assert [refused(state, f"place humans {r}") for r in (8, 17, 7)] == ["alliance_holds"] * 3
    assert [refused(state, f"place humans {r}") for r in (0, 10)] == ["water_safe"] * 2
    assert [can(state, f"place humans {r}") for r in (1, 4, 12, 20)] == [True] * 4
    assert lie(play(state.clone(), "no humans")) == set()
    assert lie(play(state.clone(), "place humans 4", "no humans")) == {4}
    assert lie(play(state.clone(), "place humans 4", "place humans 12")) == {4, 12}
    assert lie(play(state.clone(), "place humans 20")) == {20}, "the last region: no second one can follow"
    twice = play(state.clone(), "place humans 4")
    assert refused(twice, "place humans 4") == "in_order", "two different regions"


@cites("warcraft", "race.goblins.limit", "race.goblins")
def test_no_bomb_for_oneself_or_nobody() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1, 7: 1}).active(1, "humans", "mining", {4: 1, 17: 1}).murloc(11)
    state = play(scene.declined(0, "trolls", {6: 1}).conquest(0), "stop")
    assert [refused(state, f"place goblins {r}") for r in (7, 8, 6, 11, 3)] == ["no_bomb_there"] * 5
    assert can(state, "place goblins 4")


@cites("warcraft", "race.humans.immune", "artifact.aegis", "artifact.aegis.payment")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_two_coins_are_just_enough_for_an_objective_beside_the_aegis(coins: int) -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "orcs", "mining", {11: 2, 17: 1}).thing(11, "aegis")
    scene.coins = [coins, 0]
    state = play(scene.conquest(0), "stop")
    assert can(state, "place humans 11") == (coins >= 2)
    if coins >= 2:
        play(state, "place humans 11")
        assert state.scores() == [coins - 2, 2]
    # where one lies already it is left for nothing
    scene.mark(11, "military_objective")
    state = play(scene.conquest(0), "stop", "place humans 11", "no humans")
    assert state.scores()[1] == 0
    assert region(state, 11)["marks"] == {"aegis": 1, "military_objective": 1}


@cites("warcraft", "race.humans.battleground", "race.humans.horde")
def test_the_side_chosen_on_the_battleground_changes_nothing_for_objectives() -> None:
    for race, paid in (("naga", True), ("orcs", False)):
        scene = (
            Wow().active(0, "humans", "ranger", {17: 1}).active(1, race, "mining", {11: 9}).thing(11, "battleground")
        )
        state = play(scene.mark(8, "military_objective").conquest(1), "conquer 8")
        assert state.scores() == ([22, 22] if paid else [20, 20])


# --- Night Elves ------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.night_elves.walls", "race.night_elves.removed", "decline.kept")
def test_walls_stand_only_in_forests_that_night_elves_conquered() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "night_elves", "mining", {4: 2, 17: 1})
    scene.mark(4, "wisp_wall")
    state = scene.conquest(0)
    assert price(state, 4) == 2 + 2 + 1
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}, "others build no walls in a forest they take from Night Elves"
    assert stock(state, "wisp_wall") == 9
    for walls in (0, 1):
        scene = Wow().active(0, "night_elves", "ranger", {8: 6}).active(1, "orcs", "mining", {12: 1})
        scene.stock["wisp_wall"] = walls
        state = play(scene.conquest(0), "conquer 4")
        assert region(state, 4)["marks"] == ({"wisp_wall": 1} if walls else {})
        assert stock(state, "wisp_wall") == 0
        assert region(state, 8)["marks"] == {}
    failed = play(
        Wow().active(0, "night_elves", "ranger", {8: 2}).active(1, "orcs", "mining", {4: 2}).conquest(0),
        "conquer 4",
        "? die 0",
    )
    assert region(failed, 4)["marks"] == {}


# --- Worgen -----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.worgen", "race.worgen.wolf", "race.worgen.when", "scoring.when")
@pytest.mark.parametrize("coins", [0, 1, 2])
def test_a_form_for_each_turn(coins: int) -> None:
    scene = Wow().active(0, "worgen", "ranger", {8: 6}).active(1, "orcs", "mining", {12: 1})
    scene.coins = [coins, 0]
    state = scene.turn(0)
    if coins == 0:
        assert (asked(state), state.scores()[0]) == ("choice", 2)
        assert price(play(state, "expand"), 7) == 3
        return
    assert asked(state) == "unit.worgen"
    human = play(state.clone(), "no worgen")
    assert human.scores()[0] == coins + 2
    assert price(play(human, "expand"), 7) == 3
    play(state, "yes worgen")
    assert state.scores()[0] == coins - 1
    play(state, "expand")
    assert (price(state, 7), price(state, 4)) == (2, 1)
    end_turn(state)
    end_turn(state)
    assert asked(state) == "unit.worgen", "the form lasts one turn"
    assert price(play(state, "no worgen", "expand"), 7) == 3
