"""Where a rule of conquest begins and ends: each case beside its twin, with numbers on both sides of the limit."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, happened, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow

# --- reach and travel ------------------------------------------------------------------------------------------------


@cites("warcraft", "conquest.entry", "conquest.travel", "conquest.first_cost", "conquest.adjacent", "conquest.cost")
def test_anchors_are_open_from_anywhere_and_travel_is_paid_where_they_are_not_adjacent() -> None:
    state = Wow().active(0, "orcs", "ranger", {7: 9}).conquest(0)
    open_to = {r for r in range(21) if can(state, f"conquer {r}")}
    assert open_to == {3, 4, 8, 11} | {2, 17, 18}, "neighbours of 7, and the anchors"
    assert [price(state, r) for r in (3, 4, 8, 11)] == [2, 2, 2, 2]
    assert [price(state, r) for r in (2, 17, 18)] == [3, 3, 3]
    state = Wow().active(0, "orcs", "sailing", {7: 9}).conquest(0)
    assert [price(state, r) for r in (3, 4, 8, 11, 2, 17, 18)] == [2] * 7
    for power, cost in (("ranger", 3), ("sailing", 2)):
        state = Wow().active(0, "orcs", power, {}, hand=9).conquest(0)
        assert {r: price(state, r) for r in (2, 3, 11, 17, 18)} == dict.fromkeys((2, 3, 11, 17, 18), cost)
        assert refused(state, "conquer 7") == "not_border"


@cites("warcraft", "conquest.as_adjacent", "race.kobolds", "race.kobolds.entry", "conquest.first_cost")
def test_a_cavern_with_an_anchor_costs_kobolds_no_travel() -> None:
    # l2a: region 11 is a field with cavern and anchor, 4 a mountain with a cavern; s1a begins at 13
    for race, regions, hand in (("kobolds", {}, 9), ("orcs", {}, 9), ("kobolds", {0: 9}, 0), ("orcs", {0: 9}, 0)):
        state = Wow("l2a+s1a").active(0, race, "ranger", regions, hand=hand).conquest(0)
        free = race == "kobolds"
        assert price(state, 11) == (2 if free else 3), (race, regions)
        assert can(state, "conquer 4") == (free), (race, regions)
        assert can(state, "conquer 13") == free  # hill with a cavern, another island
    state = Wow("l2a+s1a").active(0, "kobolds", "sailing", {}, hand=9).conquest(0)
    assert (price(state, 11), price(state, 1)) == (2, 2)


@cites("warcraft", "conquest.own_region", "conquest.adjacent", "conquest.water")
def test_each_region_out_of_reach_is_refused_for_its_own_reason() -> None:
    state = Wow().active(0, "orcs", "ranger", {7: 5, 8: 1}).conquest(0)
    assert [refused(state, f"conquer {r}") for r in (7, 8)] == ["own_region"] * 2
    assert [refused(state, f"conquer {r}") for r in (1, 5, 9, 20)] == ["not_adjacent"] * 4
    assert [refused(state, f"conquer {r}") for r in (0, 10, 19)] == ["water_closed"] * 3
    state = Wow().active(0, "naga", "ranger", {7: 5, 8: 1}).conquest(0)
    assert [refused(state, f"conquer {r}") for r in (7, 8)] == ["own_region"] * 2
    assert [refused(state, f"conquer {r}") for r in (0, 19)] == ["not_adjacent"] * 2
    assert can(state, "conquer 10")


@cites("warcraft", "race.naga", "race.naga.later", "conquest.water")
def test_naga_begin_in_the_water_and_pay_travel_on_land() -> None:
    state = Wow().active(0, "naga", "ranger", {}, hand=9).conquest(0)
    assert {r for r in range(21) if can(state, f"conquer {r}")} == {0, 10, 19, 2, 3, 11, 17, 18}
    assert [price(state, r) for r in (0, 10, 19)] == [2, 2, 2]
    assert [price(state, r) for r in (2, 3, 11, 17, 18)] == [3] * 5
    play(state, "conquer 10")
    assert price(state, 11) == 2
    assert price(state, 6) == 3  # a mountain by the lake
    assert refused(state, "conquer 0") == "not_adjacent"
    scene = (
        Wow().active(0, "naga", "ranger", {8: 9}).active(1, "trolls", "mining", {12: 1}).declined(1, "orcs", {10: 2})
    )
    assert price(scene.conquest(0), 10) == 4  # what defends a lake counts there too


# --- cost ------------------------------------------------------------------------------------------------------------


@cites("warcraft", "conquest.cost", "conquest.cost_figures", "conquest.murloc", "conquest.mountain")
@pytest.mark.parametrize(
    ("piece", "n", "more"),
    [("fort", 1, 1), ("wisp_wall", 1, 1), ("beast", 1, 1), ("beast", 3, 3), ("champion", 1, 1), ("bomb", 1, 0),
     ("military_objective", 1, 0), ("hidden", 1, 0)],
)  # fmt: skip
def test_what_each_piece_adds_to_the_cost(piece: str, n: int, more: int) -> None:
    for spot, tokens in ((4, 0), (4, 1), (4, 3), (7, 2)):
        scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "mining", {12: 1})
        base = 3 if spot == 7 else 2
        if tokens:
            scene.active(1, "trolls", "mining", {spot: tokens, 12: 1})
        assert price(scene.conquest(0), spot) == base + tokens
        if tokens or not more or piece == "fort":
            assert price(scene.mark(spot, piece, n).conquest(0), spot) == base + tokens + more


@cites("warcraft", "conquest.own_declined_cost", "conquest.cost")
@pytest.mark.parametrize(("option", "own"), [("yes", 1), ("no", 0)])
def test_only_ones_own_tokens_in_decline_may_stop_defending(option: str, own: int) -> None:
    scene = Wow(own_declined_token_defends=option).active(0, "orcs", "ranger", {8: 9})
    scene.declined(0, "night_elves", {4: 1}).declined(1, "humans", {7: 1}).active(1, "trolls", "mining", {11: 2, 12: 1})
    state = scene.mark(4, "wisp_wall").murloc(6).conquest(0)
    assert price(state, 4) == 2 + 1 + own
    assert price(state, 7) == 2 + 1 + 1
    assert price(state, 11) == 2 + 2
    assert price(state, 6) == 2 + 1 + 1


@cites("warcraft", "conquest.minimum", "conquest.discounts_add", "race.tauren.minimum", "artifact.doomhammer.fixed")
def test_the_minimum_is_one_and_two_for_tauren_whatever_helps() -> None:
    for race, least in (("dwarves", 1), ("tauren", 2)):
        scene = Wow().active(0, race, "blacksmith", {8: 8}).thing(8, "frostmourne").thing(8, "doomhammer")
        state = scene.active(1, "orcs", "mining", {11: 3}).conquest(0)
        mountain = 3 - 1 - (2 if race == "dwarves" else 0)
        assert price(state, 4) == max(2 - 1, least)
        assert price(state, 7) == max(mountain, least)
        assert price(state, 11) == 2 + 3 - 1
        helped = play(state.clone(), "use frostmourne")
        assert price(helped, 11) == 2 + 3 - 1 - 2
        assert price(helped, 4) == least
        fixed = play(state.clone(), "use doomhammer")
        assert [price(fixed, r) for r in (4, 7, 11)] == [least] * 3
        play(fixed, "conquer 11")
        assert region(fixed, 11)["tokens"] == least
        assert price(fixed, 7) == max(mountain, least)  # it served once


@cites("warcraft", "conquest.minimum", "race.tauren", "die.token")
def test_tauren_need_two_in_hand() -> None:
    for hand, allowed in ((1, False), (2, True)):
        state = Wow().active(0, "tauren", "ranger", {8: 2 + hand}).conquest(0)
        assert tribe(state, "tauren")["hand"] == hand
        assert can(state, "conquer 4") == allowed
        if not allowed:
            assert refused(state, "conquer 4") == "too_few_in_hand"
    for hand, allowed in ((0, False), (1, True)):
        state = Wow().active(0, "trolls", "ranger", {8: 1 + hand}).conquest(0)
        assert can(state, "conquer 4") == allowed
        # the same where a deed may be done besides, so that the attack is asked for in the long way
        state = Wow().active(0, "trolls", "portal_mage", {8: 1 + hand}).conquest(0)
        assert can(state, "conquer 4") == allowed


@cites("warcraft", "conquest.repeat", "conquest.tokens_stay")
@pytest.mark.parametrize("power", ["ranger", "intimidating"])
def test_conquest_after_conquest_until_the_hand_is_empty(power: str) -> None:
    state = Wow().active(0, "orcs", power, {8: 8}).conquest(0)
    for spot, cost, left in ((4, 2, 5), (7, 3, 2), (11, 2, 0)):
        assert price(state, spot) == cost
        play(state, f"conquer {spot}")
        assert (region(state, spot)["tokens"], tribe(state, "orcs")["hand"]) == (cost, left)
    assert refused(state, "conquer 12") == "no_token_in_hand"


@cites("warcraft", "conquest.empty", "abandon.reconquer", "conquest.non_empty")
def test_a_region_just_abandoned_is_empty() -> None:
    scene = Wow().active(0, "trolls", "battlemaster", {8: 6, 4: 3}).thing(4, "dark_portal").mark(4, "fort")
    state = scene.active(1, "orcs", "mining", {12: 1}).conquest(0)
    play(state, "abandon 4")
    assert price(state, 4) == 2
    assert region(state, 4) | {"holder": None, "tokens": 0, "marks": {"dark_portal": 1}} == region(state, 4)
    play(state, "conquer 4")
    end_turn(state)
    assert coins_for(state, "battlemaster") == 0


@cites("warcraft", "conquest.own_declined_bonuses", "conquest.own_declined_non_empty", "power.battlemaster")
@pytest.mark.parametrize(("option", "coins"), [("yes", 3), ("no", 2)])
def test_regions_of_others_are_non_empty_whatever_the_option_says(option: str, coins: int) -> None:
    scene = Wow(own_declined_token_is_non_empty=option).active(0, "orcs", "battlemaster", {8: 11})
    scene.declined(0, "tauren", {4: 2}).declined(1, "kobolds", {11: 1}).active(1, "naga", "mining", {10: 1, 12: 1})
    state = play(scene.murloc(7).conquest(0), "conquer 4", "conquer 11")
    play(state, "conquer 7", "? die 1")
    end_turn(state)
    assert coins_for(state, "battlemaster") == coins
    troll = Wow(own_declined_token_is_non_empty=option).active(0, "trolls", "ranger", {8: 9})
    state = troll.declined(0, "humans", {4: 1}).declined(1, "kobolds", {11: 1}).conquest(0)
    assert price(state, 4) == (2 if option == "yes" else 3)
    assert price(state, 11) == 2


@cites("warcraft", "conquest.own_declined_bonuses", "power.marsh_dwelling")
def test_no_toll_is_due_to_oneself_so_that_no_coin_is_needed() -> None:
    for owner, allowed in ((0, True), (1, False)):
        scene = Wow().active(0, "orcs", "ranger", {7: 9}).declined(owner, "humans", {3: 1}, "marsh_dwelling")
        scene.coins = [0, 0]
        assert can(scene.conquest(0), "conquer 3") == allowed


# --- who loses what --------------------------------------------------------------------------------------------------


@cites("warcraft", "conquest.murloc", "conquest.murlocs_declined", "losses.declined", "losses.one_token")
@cites("warcraft", "losses.lone_token", "conquest.own_declined", "race.tauren.loss", "components.tray")
def test_active_races_lose_one_token_those_in_decline_and_murlocs_all() -> None:
    box = {"trolls": 11, "tauren": 16, "naga": 11, "humans": 10}
    for mode, owner, race, stood, lost in (
        ("active", 1, "trolls", 3, 1), ("active", 1, "trolls", 1, 1), ("active", 1, "tauren", 2, 1),
        ("active", 1, "tauren", 4, 1), ("declined", 1, "tauren", 2, 2), ("declined", 1, "tauren", 3, 3),
        ("declined", 0, "tauren", 2, 2), ("declined", 1, "humans", 1, 1),
    ):  # fmt: skip
        scene = Wow().active(0, "orcs", "ranger", {8: 11})
        if mode == "active":
            scene.active(owner, race, "mining", {4: stood, 17: 2})
        else:
            scene.declined(owner, race, {4: stood, 17: 2})
        state = play(scene.conquest(0), "conquer 4")
        found = tribe(state, race)
        assert found["tray"] == box[race] - stood - 2 + lost, (mode, race, stood)
        assert found["retreat"] == stood - lost
        assert [event.args["n"] for event in happened(state, "lost")] == [lost]
    state = play(Wow().active(0, "orcs", "ranger", {8: 11}).murloc(4).conquest(0), "conquer 4")
    page: Any = state.view(0)
    assert region(state, 4)["holder"] == "orcs"
    assert page["seats"][0]["tribes"][0]["retreat"] == 0
    play(state, "conquer 7")
    assert region(state, 4)["tokens"] == 3, "the Murloc is gone; three Orcs took its place"


@cites("warcraft", "losses.order", "losses.rest_redeploys")
@pytest.mark.parametrize("attacker", [0, 1, 2])
def test_several_defenders_redeploy_clockwise_from_the_attacker(attacker: int) -> None:
    scene = Wow("l1a+m1a+s1a").active(attacker, "orcs", "ranger", {8: 11})
    others = [(attacker + 1) % 3, (attacker + 2) % 3]
    for races in (("trolls", "naga"), ("naga", "trolls")):
        scene = Wow("l1a+m1a+s1a").active(attacker, "orcs", "ranger", {8: 11})
        for seat, race, homes in zip(others, races, ({4: 2, 24: 1, 25: 1}, {7: 2, 27: 1, 28: 1}), strict=True):
            scene.active(seat, race, "mining" if race == "naga" else "fishing", homes)
        state = play(scene.conquest(attacker), "conquer 7", "conquer 4", "stop")
        while asked(state) == "deploy":
            state.apply(state.legal_actions()[0])
        order = []
        while asked(state) == "retreat":
            order.append(state.current_player())
            settle_one(state)
        assert order == others


@cites("warcraft", "losses.order", "losses.rest_redeploys")
def test_two_races_of_one_player_come_back_in_the_order_of_their_banners() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 11})
    scene.active(1, "trolls", "mining", {4: 2, 24: 1, 25: 1}).active(2, "draenei", "fishing", {7: 2, 27: 1, 28: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 7", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert (asked(state), state.current_player()) == ("retreat", 1)


def settle_one(state: Any) -> None:
    """Answer until another player is asked, or something else."""
    seat = state.current_player()
    while asked(state) == "retreat" and state.current_player() == seat:
        state.apply(state.legal_actions()[0])


@cites("warcraft", "losses.no_region_left", "decline.wiped_out", "decline.driven_off", "losses.anywhere")
@pytest.mark.parametrize("left", [-1, 0, 9])
def test_where_driven_off_tokens_go_or_wait(left: int) -> None:
    """The Trolls lose region 3; region 0 is the first of the board, 9 the other side of the island, -1 none at all."""
    scene = Wow("l1b+s1b").active(0, "orcs", "ranger", {5: 11})
    scene.active(1, "trolls", "mining", {3: 4, **({left: 1} if left >= 0 else {})})
    state = stop(play(scene.conquest(0), "conquer 3"))
    assert state.view(0)["turn"] == 1
    found = tribe(state, "trolls")
    assert (found["mode"], found["tray"], found["retreat"]) == ("active", 11 - 4 - (left >= 0) + 1, 0)
    if left >= 0:
        assert (region(state, left)["tokens"], found["hand"]) == (4, 0)
    else:
        assert found["hand"] == 3
    assert [state.text(code) for code in state.legal_actions()] == ["expand", "decline"]
    page: Any = state.view(0)
    assert page["returned_races"] == [], "an active race keeps its banner"
    lone = Wow("l1b+s1b").active(0, "orcs", "ranger", {5: 11}).active(1, "trolls", "mining", {3: 1})
    state = stop(play(lone.conquest(0), "conquer 3"))
    assert (tribe(state, "trolls")["mode"], tribe(state, "trolls")["tray"]) == ("active", 11)


@cites("warcraft", "losses.markers", "abandon.pieces", "race.night_elves.removed", "power.garrisoned.removed")
def test_fort_and_wall_leave_with_the_region_and_go_back_to_the_stock() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "night_elves", "garrisoned", {4: 2, 17: 1})
    for piece in ("wisp_wall", "fort", "bomb", "military_objective"):
        scene.mark(4, piece)
    state = scene.mark(17, "fort").thing(4, "karazhan").conquest(0)
    pieces: Any = state.view(0)["stock"]
    assert (pieces["wisp_wall"], pieces["fort"]) == (8, 8)
    play(state, "conquer 4")
    pieces = state.view(0)["stock"]
    assert (pieces["wisp_wall"], pieces["fort"]) == (9, 9)
    assert region(state, 4)["marks"] == {"bomb": 1, "military_objective": 1, "karazhan": 1}
    assert region(state, 17)["marks"] == {"fort": 1}
    state = play(scene.turn(1), "expand", "abandon 4")
    pieces = state.view(0)["stock"]
    assert (pieces["wisp_wall"], pieces["fort"], pieces["bomb"]) == (9, 9, 12)
    assert region(state, 4)["marks"] == {"military_objective": 1, "karazhan": 1}
    state = play(scene.turn(1), "decline")
    assert region(state, 4)["marks"] == {"wisp_wall": 1, "fort": 1, "bomb": 1, "military_objective": 1, "karazhan": 1}


# --- the die ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "die.shortfall", "die.last_attempt", "die.any_target", "die.token")
@pytest.mark.parametrize("power", ["ranger", "portal_mage"])
def test_one_to_three_short_and_never_more(power: str) -> None:
    for hand in (1, 2, 3, 4):
        for defenders in range(7):
            scene = Wow().active(0, "orcs", power, {8: 1 + hand}).active(1, "trolls", "mining", {17: 1})
            if defenders:
                scene.active(1, "trolls", "mining", {4: defenders, 17: 1})
            state = scene.conquest(0)
            short = 2 + defenders - hand
            assert can(state, "conquer 4") == (short <= 3), (hand, defenders)
            if short > 3:
                assert refused(state, "conquer 4") == "not_enough_tokens"
                continue
            play(state, "conquer 4")
            assert (asked(state) == "die") == (short > 0), (hand, defenders)
            if short <= 0:
                assert region(state, 4)["tokens"] == 2 + defenders, "just enough: no die"


@cites("warcraft", "die.success", "die.failure", "die.last_attempt")
@pytest.mark.parametrize("pips", range(4))
def test_tokens_and_roll_must_reach_the_cost(pips: int) -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 3, 17: 1}).active(1, "trolls", "mining", {4: 2, 18: 1})
    state = play(scene.conquest(0), "conquer 4", f"? die {pips}")  # cost 4, two in hand
    taken = pips >= 2
    assert (region(state, 4)["holder"] == "orcs") == taken
    assert [event.args["n"] for event in happened(state, "conquered")] == ([2] if taken else [])
    assert asked(state) == "deploy", "conquests are over, one way or the other"
    if not taken:
        play(state, "deploy 8:2 17:0")
        assert (region(state, 8)["tokens"], region(state, 4)["tokens"]) == (3, 2)


@cites("warcraft", "die.shortfall", "conquest.tolls", "conquest.immune")
def test_the_die_opens_nothing_that_is_shut() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 3}).active(1, "trolls", "defensive", {4: 2, 7: 2, 3: 1})
    state = scene.mark(7, "watchtower").conquest(0)
    assert refused(state, "conquer 7") == "region_immune"
    assert can(state, "conquer 4")
    assert refused(state, "conquer 5") == "not_adjacent"


# --- redeployment ----------------------------------------------------------------------------------------------------


@cites("warcraft", "deploy.free", "turn.expand", "deploy.one_each")
def test_what_was_spent_on_a_conquest_is_free_again_when_one_redeploys() -> None:
    state = Wow().active(0, "orcs", "ranger", {8: 6, 17: 1}).active(1, "naga", "mining", {0: 1}).conquest(0)
    play(state, "conquer 7", "conquer 4", "stop")
    assert tribe(state, "orcs")["hand"] == 3, "two of three on the mountain, one of two in the forest"
    assert [region(state, r)["tokens"] for r in (4, 7, 8, 17)] == [1, 1, 1, 1]
    assert refused(state, "deploy 4 4") == "not_that_many"
    assert can(state, "deploy 4 3")
    play(state, "deploy 4:0 7:1 8:0 17:2")
    assert [region(state, r)["tokens"] for r in (4, 7, 8, 17)] == [1, 2, 1, 3]
    assert coins_for(state, "regions") == 4


@cites("warcraft", "deploy.only_own", "deploy.one_each", "power.champion.stays", "race.tauren.company")
@pytest.mark.parametrize(("race", "joins"), [("orcs", True), ("tauren", False)])
def test_tokens_join_the_champion_where_it_stands_alone_but_not_a_single_tauren(race: str, joins: bool) -> None:
    scene = Wow().active(0, race, "champion", {8: 3, 11: 0, 17: 2}).mark(11, "champion").declined(0, "trolls", {4: 1})
    state = play(scene.active(1, "naga", "mining", {0: 1}).turn(0), "expand", "no champion", "stop")
    assert asked(state) == "deploy"
    assert refused(state, "deploy 4 1") == "not_your_region"
    assert can(state, "deploy 8 1")
    if joins:
        play(state, "deploy 8:1 11:1 17:1")
        assert region(state, 11)["tokens"] == 1
    else:
        play(state, "deploy 8:0 17:1")
        assert (region(state, 11)["tokens"], region(state, 17)["tokens"]) == (0, 3)


@cites("warcraft", "conquest.immune", "power.defensive.immune", "power.champion.limits")
def test_a_watchtower_stops_everything_and_only_where_it_stands() -> None:
    def scene(power: str, race: str = "orcs") -> Wow:
        found = Wow().active(0, race, power, {4: 9}).active(1, "trolls", "defensive", {8: 2, 7: 2, 11: 1})
        return found.mark(8, "watchtower").thing(8, "ashes").thing(7, "heart")

    state = scene("ranger").conquest(0)
    assert (refused(state, "conquer 8"), can(state, "conquer 7")) == ("region_immune", True)
    state = play(scene("champion").conquest(0), "use champion")
    assert (refused(state, "conquer 8"), can(state, "conquer 7")) == ("region_immune", True)
    state = scene("intimidating").conquest(0)
    assert (refused(state, "take intimidating 8"), can(state, "take intimidating 7")) == ("region_immune", True)
    state = scene("ranger", "ethereals").conquest(0)
    assert (refused(state, "take ashes 4"), can(state, "take heart 4")) == ("region_immune", True)
    state = play(scene("ranger", "goblins").conquest(0), "stop")
    assert (refused(state, "place goblins 8"), can(state, "place goblins 7")) == ("region_immune", True)
    state = play(scene("ranger", "humans").conquest(0), "stop")
    assert (refused(state, "place humans 8"), can(state, "place humans 7")) == ("region_immune", True)


# --- tolls -----------------------------------------------------------------------------------------------------------


@cites("warcraft", "conquest.tolls", "conquest.tolls_kept", "race.pandaren.toll", "power.marsh_dwelling")
@pytest.mark.parametrize("coins", range(6))
def test_who_cannot_pay_everything_that_is_due_cannot_attack(coins: int) -> None:
    scene = Wow().active(0, "orcs", "ranger", {7: 4}).active(1, "pandaren", "marsh_dwelling", {3: 2, 11: 2, 17: 1})
    scene.note("pandaren", 0b01).thing(3, "aegis")
    scene.coins = [coins, 0]
    state = scene.conquest(0)
    assert can(state, "conquer 3") == (coins >= 5)  # Harmony 2, Aegis 2, the swamp 1
    assert can(state, "conquer 11") == (coins >= 2)  # Harmony alone
    if coins >= 5:
        play(state, "conquer 3")
        assert state.scores() == [coins - 5, 5]
        play(state, "? die 0")
        assert state.scores()[1] == 5
    else:
        assert refused(state, "conquer 3") == "no_coin_for_toll"
