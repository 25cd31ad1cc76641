"""Ghouls: the race that goes on conquering in decline."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, end_turn, happened, play, price, refused, region, tribe

DRAW = ("? race elves", "? badge alchemist")
"""What chance lays into the gap of the row after a pick."""


def acting(state: State) -> str:
    """The race that is asked now, or what is asked if it is no race's question."""
    ask = state.view(0)["ask"]
    assert isinstance(ask, dict)
    return str(ask.get("tribe", ask["code"]))


def tokens(state: State, *regions: int) -> list[int]:
    return [int(region(state, r)["tokens"]) for r in regions]


# ---------------------------------------------------------------- going into decline


@cites("small-world", "race.ghouls", "decline.one_token_each")
@pytest.mark.parametrize(("race", "left"), [("ghouls", [3, 2]), ("humans", [1, 1])])
def test_all_ghouls_stay_on_the_map_where_others_keep_one_token_each(race: str, left: list[int]) -> None:
    scene = Scene().active(0, race, "merchant", {9: 3, 4: 2})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline")
    assert tokens(state, 9, 4) == left
    assert tribe(state, race)["tray"] == 10 - sum(left)
    assert acting(state) == "choice"  # nothing was asked: the next player is up
    assert state.current_player() == 1


@cites("small-world", "race.ghouls")
def test_option_some_ghouls_may_go_to_the_tray_but_one_stays_in_each_region() -> None:
    scene = Scene(ghouls_may_be_trimmed="yes").active(0, "ghouls", "merchant", {9: 4, 4: 2, 3: 1})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline")
    assert acting(state) == "ghouls"
    assert refused(state, "empty ghouls 3") == "not_offered"
    assert refused(state, "empty ghouls 10") == "not_your_region"
    play(state, "empty ghouls 4")
    assert refused(state, "empty ghouls 4") == "not_offered"
    play(state, "empty ghouls 9", "empty ghouls 9", "no ghouls")
    assert tokens(state, 9, 4, 3) == [2, 1, 1]
    assert tribe(state, "ghouls")["tray"] == 10 - 4
    assert coins_for(state, "regions") == 3
    assert state.current_player() == 1


@cites("small-world", "race.ghouls")
def test_option_all_ghouls_may_stay_all_the_same() -> None:
    scene = Scene(ghouls_may_be_trimmed="yes").active(0, "ghouls", "merchant", {9: 4, 4: 2})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline", "no ghouls")
    assert tokens(state, 9, 4) == [4, 2]


@cites("small-world", "race.ghouls")
def test_option_nothing_is_asked_when_no_ghoul_is_spare() -> None:
    scene = Scene(ghouls_may_be_trimmed="yes").active(0, "ghouls", "merchant", {9: 1, 4: 1})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline")
    assert state.current_player() == 1


@cites("small-world", "race.ghouls.declining_turn")
def test_ghouls_only_score_in_the_turn_they_decline() -> None:
    scene = Scene().active(0, "ghouls", "merchant", {9: 3, 4: 2}).active(1, "ratmen", "forest", {18: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert coins_for(state, "regions") == 2
    assert state.current_player() == 1


@cites("small-world", "race.ghouls.declining_turn")
def test_ghouls_only_score_in_the_turn_the_next_race_declines() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3}, power="spirit").active(0, "humans", "merchant", {1: 3})
    state = scene.active(1, "ratmen", "forest", {18: 1}).turn(0)
    play(state, "decline")
    assert coins_for(state, "regions") == 2
    assert state.current_player() == 1
    assert tokens(state, 9) == [3]


@cites("small-world", "race.ghouls.declining_turn")
def test_once_ghouls_have_acted_the_active_race_cannot_decline() -> None:
    state = Scene().declined(0, "ghouls", {9: 3}).active(0, "humans", "merchant", {1: 3}).turn(0)
    assert can(state, "decline")
    assert refused(state, "conquer 4") == "not_asked"
    play(state, "expand", "conquer 4")
    assert refused(state, "decline") == "not_asked"
    play(state, "stop", "deploy 4:0")
    assert acting(state) == "humans"
    assert refused(state, "decline") == "not_asked"


# ---------------------------------------------------------------- acting in decline


@cites("small-world", "race.ghouls.conquer", "race.ghouls.act_first")
def test_declined_ghouls_ready_conquer_roll_and_redeploy_before_the_active_race() -> None:
    scene = Scene().declined(0, "ghouls", {9: 5}).active(0, "humans", "merchant", {18: 2})
    state = scene.conquest(0)
    assert acting(state) == "ghouls"
    assert tribe(state, "ghouls")["hand"] == 4
    assert refused(state, "conquer 17") == "not_adjacent"  # the Humans' turn has not come
    play(state, "conquer 4")  # 2
    play(state, "conquer 3", "? die 1")  # 2 tokens and 1 pip against 3
    assert acting(state) == "ghouls"  # their redeployment: 1 spare token in each of 3 and 4
    assert refused(state, "deploy 18 1") == "not_your_region"
    play(state, "deploy 3:0 4:0 9:2")
    assert tokens(state, 3, 4, 9) == [1, 1, 3]
    assert acting(state) == "humans"
    assert refused(state, "conquer 10") == "not_adjacent"  # the Ghouls are done
    play(state, "conquer 12", "? die 2")  # the Humans have a last die of their own: 1 + 2 against 3
    assert region(state, 12)["holder"] == "humans"
    assert coins_for(state, "regions") == 5


@cites("small-world", "race.ghouls.conquer")
def test_declined_ghouls_need_adjacency_and_stop_after_a_failed_die() -> None:
    state = Scene().declined(0, "ghouls", {9: 2}).active(0, "humans", "merchant", {18: 2}).conquest(0)
    assert refused(state, "conquer 20") == "not_adjacent"
    assert price(state, 3) == 3
    play(state, "conquer 3", "? die 1")  # 1 + 1 against 3
    assert region(state, 3)["holder"] == "natives"
    assert tokens(state, 9) == [2]
    assert acting(state) == "humans"


@cites("small-world", "race.ghouls.conquer")
def test_declined_ghouls_may_abandon_before_their_first_conquest() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3, 4: 1}).active(0, "humans", "merchant", {18: 1})
    state = scene.conquest(0)
    assert refused(state, "abandon 18") == "not_your_region"
    play(state, "abandon 4", "conquer 8")  # 2 + 1 tokens for the mountain
    assert refused(state, "abandon 9") == "too_late_to_abandon"
    assert region(state, 4)["holder"] is None
    play(state, "stop", "deploy 8:0 9:2")
    assert acting(state) == "humans"
    assert can(state, "abandon 18")  # the Ghouls' conquest is not the Humans'


@cites("small-world", "race.ghouls.conquer", "race.ghouls.losses")
def test_ghouls_that_abandon_everything_enter_again_or_vanish() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3}).active(0, "humans", "merchant", {18: 1})
    state = scene.conquest(0)
    play(state, "abandon 9")
    assert refused(state, "conquer 8") == "not_border"
    entered = play(state.clone(), "conquer 4", "stop")
    assert tribe(entered, "ghouls")["regions"] == [4]
    play(state, "stop")
    assert tribe(state, "ghouls") == {}
    assert state.view(0)["returned_races"] == ["ghouls"]
    assert acting(state) == "humans"


@cites("small-world", "race.ghouls.act_first")
def test_ghouls_act_after_the_pick_and_before_the_new_race() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3}).combos(("humans", "merchant", 0))
    state = scene.turn(0)
    assert acting(state) == "pick"
    assert refused(state, "conquer 4") == "not_asked"
    play(state, "pick 0", *DRAW)
    assert acting(state) == "ghouls"
    play(state, "conquer 4", "stop", "deploy 4:1 9:0")
    assert acting(state) == "humans"
    assert tribe(state, "humans")["hand"] == 5 + 2


# ---------------------------------------------------------------- without their power


@cites("small-world", "race.ghouls.no_power")
@pytest.mark.parametrize(("power", "before", "after"), [("commando", 1, 2), ("mounted", 1, 2)])
def test_declined_ghouls_lose_the_discount_of_their_power(power: str, before: int, after: int) -> None:
    scene = Scene().active(0, "ghouls", power, {9: 4}).active(1, "ratmen", "forest", {18: 1})
    scene.combos(("humans", "merchant", 0))
    assert price(scene.conquest(0), 4) == before
    state = play(scene.turn(0), "decline")
    end_turn(state)
    play(state, "pick 0", *DRAW)
    assert acting(state) == "ghouls"
    assert price(state, 4) == after


@cites("small-world", "race.ghouls.no_power")
def test_declined_ghouls_no_longer_fly() -> None:
    scene = Scene().active(0, "ghouls", "flying", {9: 4}).active(1, "ratmen", "forest", {18: 1})
    assert can(scene.conquest(0), "conquer 20")
    state = play(scene.combos(("humans", "merchant", 0)).turn(0), "decline")
    end_turn(state)
    play(state, "pick 0", *DRAW)
    assert refused(state, "conquer 20") == "not_adjacent"


@cites("small-world", "race.ghouls.no_power")
def test_seafaring_ghouls_keep_their_sea_in_decline_but_take_no_other_water() -> None:
    scene = Scene().active(0, "ghouls", "seafaring", {0: 2, 1: 2, 2: 1}).active(1, "ratmen", "forest", {18: 1})
    assert can(scene.conquest(0), "conquer 7")
    state = play(scene.combos(("humans", "merchant", 0)).turn(0), "decline")
    assert coins_for(state, "regions") == 3
    assert tokens(state, 0) == [2]
    end_turn(state)
    play(state, "pick 0", *DRAW)
    assert acting(state) == "ghouls"
    assert refused(state, "conquer 7") == "water_closed"
    play(state, "abandon 0")
    assert refused(state, "conquer 0") == "water_closed"


@cites("small-world", "race.ghouls.no_power")
def test_fortified_ghouls_keep_fortresses_for_defence_only_and_build_no_new_one() -> None:
    scene = Scene().active(0, "ghouls", "fortified", {9: 3, 4: 1}).mark(9, "fortress")
    state = scene.active(1, "ratmen", "forest", {3: 4}).combos(("humans", "merchant", 0)).turn(0)
    play(state, "decline")
    assert coins_for(state, "regions") == 2
    assert coins_for(state, "fortified") == 0
    play(state, "expand")
    assert price(state, 9) == 2 + 3 + 1
    end_turn(state)
    play(state, "pick 0", *DRAW, "stop")
    play(state, "deploy 4:0")
    assert acting(state) == "humans"
    play(state, "stop")  # no question about a fortress follows
    assert region(state, 4)["marks"] == {}
    assert state.current_player() == 1


@cites("small-world", "race.ghouls.no_power")
def test_a_fortress_the_ghouls_empty_is_removed() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3, 4: 1}).mark(9, "fortress").active(0, "humans", "merchant", {18: 1})
    state = scene.conquest(0)
    play(state, "abandon 9", "conquer 9")  # empty again: 2
    assert region(state, 9)["marks"] == {}


# ---------------------------------------------------------------- their own side


@cites("small-world", "race.ghouls.own_race")
def test_ghouls_may_conquer_their_owners_active_race() -> None:
    scene = Scene().declined(0, "ghouls", {9: 7}).active(0, "humans", "merchant", {4: 3, 18: 1})
    state = scene.conquest(0)
    assert price(state, 4) == 2 + 3
    play(state, "conquer 4", "stop", "deploy 4:0")
    assert tribe(state, "humans")["tray"] == 10 - 4 + 1
    assert acting(state) == "humans"
    assert tribe(state, "humans")["hand"] == 0  # those driven off wait for the end of the turn
    assert refused(state, "conquer 17") == "no_token_in_hand"
    play(state, "stop")
    assert tokens(state, 18) == [3]
    assert coins_for(state, "regions") == 3


@cites("small-world", "race.ghouls.own_race")
def test_only_ghouls_in_decline_attack_their_own_side() -> None:
    scene = Scene().active(0, "humans", "merchant", {4: 3, 9: 1}).declined(0, "ghouls", {10: 2})
    state = play(scene.conquest(0), "stop", "deploy 10:0")
    assert refused(state, "conquer 9") == "own_region"
    active = Scene().active(0, "ghouls", "merchant", {4: 3, 9: 1}).conquest(0)
    assert refused(active, "conquer 9") == "own_region"


@cites("small-world", "race.ghouls.own_last_region")
def test_an_active_race_driven_off_by_its_own_ghouls_enters_next_turn() -> None:
    scene = Scene().declined(0, "ghouls", {9: 6}).active(0, "humans", "merchant", {4: 3})
    state = scene.active(1, "ratmen", "forest", {18: 1}).conquest(0)
    play(state, "conquer 4", "stop", "deploy 4:0")
    assert acting(state) == "humans"
    assert refused(state, "conquer 1") == "no_token_in_hand"
    play(state, "stop")
    assert tribe(state, "humans")["hand"] == 2
    end_turn(state)
    play(state, "expand", "stop", "deploy 4:0")
    assert acting(state) == "humans"
    assert refused(state, "conquer 8") == "not_border"
    assert can(state, "conquer 1")


@cites("small-world", "race.ghouls.immunity")
@pytest.mark.parametrize(
    ("race", "power", "piece"),
    [("halflings", "merchant", "hole"), ("humans", "heroic", "hero"), ("humans", "dragon_master", "dragon")],
)
def test_immunity_does_not_stop_the_owners_ghouls(race: str, power: str, piece: str) -> None:
    scene = Scene().active(0, race, power, {4: 1, 18: 1}).mark(4, piece)
    state = scene.declined(0, "ghouls", {9: 4}).conquest(0)
    play(state, "conquer 4")
    assert region(state, 4)["holder"] == "ghouls"
    assert region(state, 4)["marks"] == {}


@cites("small-world", "race.ghouls.immunity")
def test_option_immunity_stops_the_owners_ghouls_too() -> None:
    scene = Scene(immunity_binds_own_ghouls="yes").active(0, "humans", "heroic", {4: 1, 3: 1}).mark(4, "hero")
    state = scene.declined(0, "ghouls", {9: 4}).conquest(0)
    assert refused(state, "conquer 4") == "region_immune"
    assert can(state, "conquer 3")  # without a hero


@cites("small-world", "race.ghouls.immunity")
def test_immunity_stops_the_ghouls_of_an_enemy() -> None:
    scene = Scene().active(1, "humans", "heroic", {4: 1, 3: 1}).mark(4, "hero")
    state = scene.declined(0, "ghouls", {9: 4}).active(0, "wizards", "merchant", {18: 1}).conquest(0)
    assert refused(state, "conquer 4") == "region_immune"
    assert can(state, "conquer 3")


@cites("small-world", "race.ghouls.separate")
def test_ghouls_give_the_active_race_neither_adjacency_nor_discount() -> None:
    scene = Scene(natives=False).declined(0, "ghouls", {8: 1}).active(0, "giants", "merchant", {9: 5})
    state = play(scene.conquest(0), "stop")
    assert acting(state) == "giants"
    assert price(state, 14) == 2  # mountain 8 is the Ghouls'
    assert refused(state, "conquer 13") == "not_adjacent"  # borders the Ghouls' 8 only


@cites("small-world", "race.ghouls.separate")
@pytest.mark.parametrize(("race", "power"), [("orcs", "pillaging"), ("skeletons", "pillaging")])
def test_regions_conquered_by_ghouls_are_credited_to_nobody(race: str, power: str) -> None:
    scene = Scene().declined(0, "ghouls", {9: 7}).active(0, race, power, {18: 1})
    state = scene.conquest(0)
    play(state, "conquer 3", "conquer 10")  # two Lost Tribes
    end_turn(state)
    assert coins_for(state, "orcs") == 0
    assert coins_for(state, "pillaging") == 0
    assert tribe(state, race)["tokens"] == 1
    assert coins_for(state, "regions") == 4


@cites("small-world", "race.ghouls.separate")
@pytest.mark.parametrize(("race", "power"), [("orcs", "pillaging"), ("skeletons", "pillaging")])
def test_losing_regions_to_the_own_ghouls_is_no_credit_either(race: str, power: str) -> None:
    scene = Scene().declined(0, "ghouls", {9: 7}).active(0, race, power, {3: 1, 10: 1, 18: 1})
    state = scene.conquest(0)
    play(state, "conquer 3", "conquer 10")  # 2 + 1 each
    end_turn(state)
    assert coins_for(state, "orcs") == 0
    assert coins_for(state, "pillaging") == 0
    assert tribe(state, race)["tokens"] == 1


# ---------------------------------------------------------------- losing and leaving


@cites("small-world", "race.ghouls.losses")
def test_declined_ghouls_lose_one_token_and_the_rest_redeploy() -> None:
    scene = Scene().declined(1, "ghouls", {9: 3, 10: 1, 14: 1}).active(1, "humans", "forest", {18: 1})
    state = scene.active(0, "ratmen", "merchant", {4: 6}).conquest(0)
    assert price(state, 9) == 2 + 3
    play(state, "conquer 9", "stop", "deploy 4:0")
    assert state.current_player() == 1
    assert acting(state) == "ghouls"
    assert refused(state, "deploy 18 1") == "not_your_region"
    play(state, "deploy 10:0 14:2")
    assert tokens(state, 10, 14, 18) == [1, 3, 1]
    assert tribe(state, "ghouls")["tray"] == 10 - 5 + 1


@cites("small-world", "race.ghouls.losses")
def test_ghouls_without_a_region_vanish_with_those_driven_off() -> None:
    scene = Scene().declined(1, "ghouls", {9: 3}).active(1, "humans", "forest", {18: 1})
    state = scene.active(0, "ratmen", "merchant", {4: 6}).conquest(0)
    play(state, "conquer 9")
    assert tribe(state, "ghouls") == {}
    assert state.view(0)["returned_races"] == ["ghouls"]
    play(state, "stop", "deploy 4:0")
    assert happened(state, "deployed")[-1].seat == 0  # no Ghoul comes back


@cites("small-world", "race.ghouls.losses")
def test_the_owners_active_race_may_conquer_a_ghoul_region_on_the_same_terms() -> None:
    scene = Scene().declined(0, "ghouls", {9: 2, 14: 1}).active(0, "humans", "merchant", {4: 5})
    state = play(scene.conquest(0), "stop", "deploy 9:1")
    assert price(state, 9) == 2 + 2
    play(state, "conquer 9", "stop", "deploy 4:0")
    assert tokens(state, 14) == [2]
    assert tribe(state, "ghouls")["tray"] == 10 - 2


@cites("small-world", "race.ghouls.replaced")
def test_declined_ghouls_leave_when_the_next_race_declines() -> None:
    scene = Scene().declined(0, "ghouls", {9: 3}).active(0, "humans", "merchant", {18: 2})
    state = scene.active(1, "ratmen", "forest", {1: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, "ghouls") == {}
    assert region(state, 9)["holder"] is None
    assert coins_for(state, "regions") == 1


@cites("small-world", "race.ghouls.replaced", "race.ghouls.conquer")
def test_spirit_ghouls_stay_and_go_on_acting() -> None:
    scene = Scene().active(0, "ghouls", "spirit", {9: 3}).declined(0, "humans", {18: 1})
    state = scene.active(1, "ratmen", "forest", {1: 1}).combos(("wizards", "merchant", 0)).turn(0)
    play(state, "decline")
    assert tribe(state, "humans")["regions"] == [18]
    end_turn(state)
    play(state, "pick 0", *DRAW)
    assert acting(state) == "ghouls"
    play(state, "stop")
    assert acting(state) == "wizards"
    play(state, "conquer 4", "stop")
    end_turn(state)
    play(state, "decline")
    assert tribe(state, "humans") == {}
    assert tribe(state, "ghouls")["tokens"] == 3
    assert tribe(state, "wizards")["regions"] == [4]
