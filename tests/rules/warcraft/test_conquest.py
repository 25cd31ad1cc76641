"""Reach, travel, cost, the die, losses and redeployment."""

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, happened, play, price, refused, region, settle, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "conquest.first", "conquest.first_cost", "conquest.first_again", "conquest.entry")
def test_the_first_conquest_is_an_entry_region_and_costs_travel() -> None:
    state = Wow().active(0, "orcs", "ranger", {}, hand=9).conquest(0)
    assert {r for r in range(21) if can(state, f"conquer {r}")} == {2, 3, 11, 17, 18}
    assert refused(state, "conquer 7") == "not_border"
    assert price(state, 11) == 3
    state = Wow().active(0, "orcs", "ranger", {7: 4, 8: 4}).conquest(0)
    play(state, "abandon 7", "abandon 8")
    assert refused(state, "conquer 4") == "not_border"
    assert price(state, 11) == 3


@cites("warcraft", "conquest.first", "power.champion.ready")
def test_whoever_holds_a_region_with_the_champion_alone_makes_no_first_conquest() -> None:
    scene = Wow().active(0, "orcs", "champion", {4: 0}, hand=5).mark(4, "champion")
    state = play(scene.turn(0), "expand")
    left = play(state.clone(), "no champion")
    assert can(left, "conquer 7")
    assert price(left, 3) == 2  # adjacent, so without travel
    play(state, "yes champion")
    assert refused(state, "conquer 7") == "not_border"
    assert price(state, 3) == 3


@cites("warcraft", "conquest.travel", "conquest.adjacent", "conquest.declined_no_reach", "conquest.repeat")
def test_an_entry_region_far_away_costs_travel_an_adjacent_one_does_not() -> None:
    scene = Wow().active(0, "orcs", "ranger", {7: 9}).declined(0, "trolls", {13: 1})
    state = scene.conquest(0)
    assert price(state, 3) == 2
    assert price(state, 11) == 2
    assert price(state, 2) == 3
    assert price(state, 17) == 3
    assert refused(state, "conquer 14") == "not_adjacent"
    play(state, "conquer 17", "conquer 11")
    assert tribe(state, "orcs")["hand"] == 3


@cites(
    "warcraft", "conquest.cost", "conquest.cost_figures", "conquest.mountain", "conquest.murloc",
    "conquest.tokens_stay",
    "conquest.own_region",
)  # fmt: skip
def test_the_cost_of_a_region() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 10}).active(1, "trolls", "champion", {6: 2, 4: 1, 7: 1})
    scene.mark(6, "champion").mark(4, "wisp_wall").mark(4, "fort").murloc(12)
    scene.declined(1, "naga", {10: 1})
    state = scene.conquest(0)
    assert price(state, 6) == 2 + 1 + 2 + 1
    assert price(state, 4) == 2 + 1 + 1 + 1
    assert refused(state, "conquer 8") == "own_region"
    play(state, "conquer 7")
    assert region(state, 7)["tokens"] == 4
    assert price(state, 7) == 2 + 1 + 4
    play(state, "conquer 11")
    assert price(state, 12) == 3
    play(state, "conquer 12")
    assert region(state, 12)["holder"] == "orcs"
    assert tribe(state, "orcs")["hand"] == 0


@cites("warcraft", "conquest.minimum", "conquest.one_token", "conquest.discounts_add")
def test_discounts_add_up_and_stop_at_one() -> None:
    scene = Wow().active(0, "trolls", "blacksmith", {8: 4}).thing(8, "frostmourne").murloc(4)
    state = scene.conquest(0)
    assert price(state, 4) == 2 + 1 - 1 - 1
    play(state, "use frostmourne")
    assert price(state, 4) == 1
    state = Wow().active(0, "trolls", "blacksmith", {8: 1}).conquest(0)
    assert refused(state, "conquer 4") == "no_token_in_hand"


@cites("warcraft", "conquest.water", "race.naga", "race.naga.later")
def test_water_is_closed_to_all_but_naga() -> None:
    state = Wow().active(0, "orcs", "ranger", {4: 5}).conquest(0)
    assert refused(state, "conquer 0") == "water_closed"
    state = Wow().active(0, "naga", "ranger", {}, hand=9).conquest(0)
    assert price(state, 0) == 2
    assert price(state, 19) == 2
    assert can(state, "conquer 10")
    play(state, "conquer 0")
    assert price(state, 3) == 2
    assert can(state, "conquer 1")
    assert refused(state, "conquer 19") == "not_adjacent"


@cites("warcraft", "conquest.own_declined", "conquest.own_declined_cost")
def test_taking_a_region_of_ones_own_declined_race() -> None:
    scene = Wow().active(0, "orcs", "ranger", {4: 6}).declined(0, "night_elves", {8: 1, 5: 1}).mark(8, "wisp_wall")
    state = scene.conquest(0)
    assert price(state, 8) == 4
    play(state, "conquer 8")
    assert tribe(state, "night_elves")["tray"] == 8
    scene = Wow(own_declined_token_defends="no").active(0, "orcs", "ranger", {4: 6})
    scene.declined(0, "night_elves", {8: 1}).mark(8, "wisp_wall")
    assert price(scene.conquest(0), 8) == 3


@cites("warcraft", "conquest.own_declined_bonuses", "conquest.own_declined_non_empty", "power.battlemaster")
@pytest.mark.parametrize(("option", "coins"), [("yes", 1), ("no", 0)])
def test_ones_own_declined_region_is_non_empty(option: str, coins: int) -> None:
    scene = Wow(own_declined_token_is_non_empty=option).active(0, "orcs", "battlemaster", {4: 6})
    scene.declined(0, "tauren", {8: 2})
    state = scene.conquest(0)
    play(state, "conquer 8")
    stop(state)
    assert sum(int(str(e.args["n"])) for e in happened(state, "coins") if e.cause == "battlemaster") == coins


@cites("warcraft", "conquest.non_empty", "conquest.empty", "race.trolls")
def test_what_makes_a_region_non_empty_for_trolls() -> None:
    scene = Wow().active(0, "trolls", "ranger", {8: 8}).active(1, "orcs", "champion", {2: 1, 6: 0})
    scene.mark(6, "champion").murloc(7).thing(4, "dark_portal")
    state = scene.conquest(0)
    assert price(state, 6) == 2 + 1 + 1 - 1  # the Champion alone
    assert price(state, 7) == 2 + 1 + 1 - 1
    assert price(state, 4) == 2
    assert price(state, 11) == 2


@cites("warcraft", "die.last_attempt", "die.token", "die.shortfall", "die.faces", "die.success", "die.optional")
def test_the_last_attempt() -> None:
    state = Wow().active(0, "orcs", "ranger", {8: 2}).murloc(4).conquest(0)
    assert can(state, "conquer 7")
    assert can(state, "conquer 4")
    assert can(state, "stop")
    play(state, "conquer 7")
    assert sorted(weight for _, weight in state.chance_outcomes()) == [1, 1, 1, 3]
    play(state, "? die 2")
    assert region(state, 7)["holder"] == "orcs"
    assert asked(state) != "conquest"
    state = Wow().active(0, "orcs", "ranger", {8: 2}).active(1, "trolls", "mining", {4: 4}).conquest(0)
    assert refused(state, "conquer 4") == "not_enough_tokens"
    state = Wow().active(0, "tauren", "ranger", {8: 3}).conquest(0)
    assert refused(state, "conquer 4") == "too_few_in_hand"


@cites("warcraft", "die.failure", "die.failed_entry", "die.ends_deeds")
def test_a_failed_attempt_ends_conquests() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "trolls", "mining", {4: 2, 1: 1})
    state = scene.conquest(0)
    assert can(state, "take intimidating 4")
    play(state, "conquer 4", "? die 0")
    assert asked(state) != "conquest"
    assert not can(state, "take intimidating 4")
    state = Wow().active(0, "orcs", "ranger", {}, hand=2).conquest(0)
    play(state, "conquer 2", "? die 0")
    assert tribe(state, "orcs")["hand"] == 2


@cites("warcraft", "turn.deeds", "die.ends_deeds", "power.portal_mage", "race.ethereals")
def test_swaps_and_thefts_may_follow_the_final_die() -> None:
    """Only Intimidating is said to come before the final conquest."""
    scene = Wow().active(0, "orcs", "portal_mage", {8: 3, 3: 1}).active(1, "trolls", "mining", {4: 2, 1: 1})
    state = play(scene.conquest(0), "take portal_mage 3", "place portal_mage 14", "conquer 4", "? die 0")
    assert asked(state) == "deeds"
    assert refused(state, "conquer 7") == "conquests_over"
    assert refused(state, "abandon 8") == "conquests_over"
    play(state.clone(), "stop", "deploy 8:2 14:0")
    play(state, "take portal_mage 1", "place portal_mage 14")
    assert region(state, 1)["holder"] == "orcs"
    assert asked(state) == "deploy"  # both swaps are used: nothing is left to ask
    scene = Wow().active(0, "ethereals", "intimidating", {8: 3}).active(1, "trolls", "mining", {4: 2, 1: 1})
    state = play(scene.thing(7, "frostmourne").conquest(0), "conquer 4", "? die 0")
    assert refused(state, "take intimidating 4") == "conquests_over"
    assert refused(state, "use frostmourne") == "conquests_over"
    play(state, "take frostmourne 8")
    assert region(state, 8)["marks"] == {"frostmourne": 1}
    assert asked(state) != "deeds"
    scene = Wow().active(0, "ethereals", "ranger", {8: 3}).active(1, "trolls", "mining", {4: 2, 1: 1})
    state = play(scene.conquest(0), "conquer 4", "? die 0")
    assert asked(state) != "deeds"  # nothing to steal
    scene = Wow().active(0, "ethereals", "ranger", {8: 4}).active(1, "trolls", "mining", {7: 1, 1: 1})
    state = play(scene.mark(7, "hidden").conquest(0), "conquer 7", "? die 1", "? find heart")
    assert asked(state) != "deeds"  # what was found is theirs
    scene.thing(4, "ashes")
    state = play(scene.conquest(0), "conquer 7", "? die 1", "? find heart")
    assert asked(state) == "deeds"
    assert can(state, "take ashes 7")


@cites("warcraft", "die.ends_deeds")
def test_with_the_option_the_final_die_ends_swaps_and_thefts_too() -> None:
    scene = Wow(deeds_after_final_die="no").active(0, "ethereals", "portal_mage", {8: 3, 3: 1}).thing(7, "ashes")
    state = scene.active(1, "trolls", "mining", {4: 2, 1: 1}).conquest(0)
    assert can(state, "take ashes 8")
    assert can(state, "take portal_mage 1")
    play(state, "conquer 4", "? die 0")
    assert asked(state) == "deploy"


@cites(
    "warcraft", "losses.one_token", "losses.lone_token", "losses.rest_redeploys", "losses.anywhere", "losses.markers",
    "losses.order",
)  # fmt: skip
def test_a_defender_loses_one_token_and_redeploys_the_rest_last_of_all() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 11})
    scene.active(1, "trolls", "mining", {4: 2, 24: 1, 25: 1}).active(2, "naga", "fishing", {7: 2, 27: 1, 28: 1})
    scene.mark(4, "fort")
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "trolls")["retreat"] == 1
    assert region(state, 4)["marks"] == {}
    play(state, "conquer 7", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert happened(state, "coins")
    assert asked(state) == "retreat"
    assert state.current_player() == 1
    play(state, "deploy 24:0 25:1")
    assert region(state, 25)["tokens"] == 2
    assert asked(state) == "retreat"
    assert state.current_player() == 2


@cites("warcraft", "losses.no_region_left", "losses.declined")
def test_without_a_region_tokens_wait_in_hand_and_declined_ones_are_lost() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "mining", {4: 3})
    scene.declined(1, "tauren", {7: 2})
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7")
    stop(state)
    assert tribe(state, "trolls")["hand"] == 2
    assert tribe(state, "tauren") == {}


@cites("warcraft", "deploy.one_each", "power.champion.stays", "turn.ready")
def test_one_token_stays_also_beside_the_champion() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 3, 4: 2}).mark(4, "champion").active(1, "naga", "mining", {0: 1})
    state = play(scene.turn(0), "expand", "no champion")
    assert tribe(state, "orcs")["hand"] == 3  # two of region 8, one of region 4: its last stays
    play(state, "stop", "deploy 4:0 8:3")
    assert region(state, 4)["tokens"] == 1
    scene = Wow().active(0, "orcs", "champion", {8: 3, 4: 0}).mark(4, "champion").active(1, "naga", "mining", {0: 1})
    state = play(scene.turn(0), "expand", "no champion", "stop", "deploy 4:0 8:2")
    assert region(state, 4)["tokens"] == 0  # the Champion alone may go on alone


@cites("warcraft", "losses.declined", "race.forsaken.counted")
def test_all_declined_tokens_of_a_region_are_lost() -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: 12}).declined(1, "tauren", {4: 3, 11: 2})
    state = play(scene.conquest(0), "conquer 4", "stop")
    assert tribe(state, "tauren")["tray"] == 16 - 2
    assert tribe(state, "tauren")["retreat"] == 0
    play(state, "yes forsaken", "yes forsaken", "yes forsaken")
    assert asked(state) != "unit.forsaken"  # three were lost, and three bought


@cites("warcraft", "deploy.free", "deploy.one_each", "deploy.only_own", "turn.no_duty_to_conquer", "turn.ready")
def test_redeployment() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 4, 17: 1}).declined(0, "trolls", {4: 1})
    state = scene.conquest(0)
    assert tribe(state, "orcs")["hand"] == 3
    play(state, "stop")
    assert refused(state, "deploy 4 1") == "not_your_region"
    play(state, "deploy 8:1 17:2")
    assert region(state, 8)["tokens"] == 2
    assert region(state, 17)["tokens"] == 3


@cites(
    "warcraft", "abandon.any", "abandon.before_conquest", "abandon.not_yours", "abandon.pieces", "abandon.reconquer",
)  # fmt: skip
def test_abandoning() -> None:
    scene = Wow().active(0, "orcs", "garrisoned", {8: 4, 7: 1}).thing(7, "frostmourne").mark(7, "fort").mark(7, "bomb")
    state = scene.conquest(0)
    play(state, "abandon 7")
    assert region(state, 7)["holder"] is None
    assert region(state, 7)["marks"] == {"frostmourne": 1}
    assert tribe(state, "orcs")["hand"] == 4
    assert price(state, 7) == 3
    play(state, "conquer 7")
    assert refused(state, "abandon 8") == "too_late_to_abandon"
    state = Wow(abandon_between_conquests="yes").active(0, "orcs", "ranger", {8: 6, 17: 1}).conquest(0)
    play(state, "conquer 7")
    assert can(state, "abandon 17")


@cites("warcraft", "conquest.immune", "power.defensive.immune")
def test_a_watchtower_makes_a_region_immune() -> None:
    scene = (
        Wow().active(0, "orcs", "ranger", {4: 9}).active(1, "trolls", "defensive", {8: 1, 11: 1}).mark(8, "watchtower")
    )
    state = scene.conquest(0)
    assert refused(state, "conquer 8") == "region_immune"
    assert can(state, "conquer 7")


@cites("warcraft", "conquest.tolls", "conquest.tolls_kept", "power.marsh_dwelling", "power.marsh_dwelling.decline")
def test_tolls_are_paid_before_the_die_and_kept() -> None:
    for declined in (False, True):
        scene = Wow().active(0, "orcs", "ranger", {7: 3})
        if declined:
            scene.declined(1, "trolls", {3: 1, 11: 1}, "marsh_dwelling")
        else:
            scene.active(1, "trolls", "marsh_dwelling", {3: 1, 11: 1})
        state = scene.conquest(0)
        play(state, "conquer 3")
        assert state.scores() == [19, 21]
        play(state, "? die 0")
        assert state.scores()[1] == 21
        scene.coins = [0, 5]
        state = scene.conquest(0)
        assert refused(state, "conquer 3") == "no_coin_for_toll"
        assert can(state, "conquer 11")


@cites("warcraft", "conquest.water_powers")
def test_abilities_do_not_reach_water() -> None:
    for option, allowed in (("yes", False), ("no", True)):
        scene = Wow(water_immune_to_powers=option).active(0, "orcs", "intimidating", {4: 3})
        scene.active(1, "naga", "ranger", {0: 2, 11: 1})
        assert can(scene.conquest(0), "take intimidating 0") == allowed


@cites("warcraft", "conquest.as_adjacent", "race.kobolds", "race.kobolds.entry", "race.kobolds.conquest_only")
def test_kobolds_reach_every_cavern_without_travel() -> None:
    state = (
        Wow().active(0, "kobolds", "intimidating", {}, hand=9).active(1, "orcs", "ranger", {12: 2, 2: 1}).conquest(0)
    )
    assert price(state, 13) == 2
    assert can(state, "conquer 6")
    assert price(state, 11) == 3
    play(state, "conquer 13")
    assert can(state, "conquer 6")
    assert refused(state, "take intimidating 12") == "not_opponent_near"
    settle(state)
