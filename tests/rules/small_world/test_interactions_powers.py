"""Where powers meet races and each other: the cases no rule text decides, by their numbers in the list of rulings."""

import pytest

from terrarium.kernel.contract import CHANCE, State
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, deal, happened, play, price, refused, region, stop, tribe


def marks(state: State, r: int) -> dict[str, int]:
    found: dict[str, int] = region(state, r)["marks"]
    return found


def in_stock(state: State, name: str) -> int:
    found = state.view(0)["stock"]
    assert isinstance(found, dict)
    n: int = found[name]
    return n


# --- 6: Amazons and placements ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "placing", "placed"),
    [
        ("fortified", ["place fortified 4"], {4: {"fortress": 1}, 9: {}}),
        ("heroic", ["place heroic 4 9"], {4: {"hero": 1}, 9: {"hero": 1}}),
        ("bivouacking", ["place bivouacking 4:1 9:4"], {4: {"encampment": 1}, 9: {"encampment": 4}}),
    ],
)
@cites("small-world", "race.amazons.emptied", "power.fortified", "power.heroic", "power.bivouacking")
def test_interaction_11_6_amazons_leave_before_pieces_are_placed(
    power: str, placing: list[str], placed: dict[int, dict[str, int]]
) -> None:
    state = Scene(natives=False).active(0, "amazons", power, {4: 1, 9: 1}).conquest(0)
    play(state, "conquer 3", "conquer 10", "stop")  # 2 tokens each; 2 can be spared, 2 must come from regions
    assert asked(state) == "unit.amazons"
    play(state, "empty amazons 3 10")
    assert asked(state) == f"unit.{power}"
    assert refused(state, f"place {power} 3") == "not_your_region"
    play(state, *placing)
    assert {r: marks(state, r) for r in (4, 9)} == placed
    assert state.scores()[0] == 20 + 2 + (1 if power == "fortified" else 0)


@cites("small-world", "race.amazons.leave", "power.stout")
def test_stout_amazons_have_given_back_their_four_before_they_decline() -> None:
    state = Scene(natives=False).active(0, "amazons", "stout", {4: 1, 9: 5}).conquest(0)
    stop(state)
    assert tribe(state, "amazons")["tokens"] == 6
    play(state, "yes stout")
    assert (tribe(state, "amazons")["tokens"], tribe(state, "amazons")["tray"]) == (2, 13)


# --- 11, 12: Sorcerers with die and dragon ---------------------------------------------------------------------------


@cites("small-world", "power.berserk.one_roll", "race.sorcerers")
def test_interaction_11_11_berserk_sorcerers_replace_before_a_roll_not_after() -> None:
    scene = Scene(natives=False).active(0, "sorcerers", "berserk", {9: 1}, hand=3)
    state = scene.active(1, "orcs", "hill", {4: 1, 14: 1, 3: 1}).conquest(0)
    rolled = state.clone()
    play(rolled, "use berserk", "? die 1")
    assert refused(rolled, "use sorcerers") == "die_already_rolled"
    play(rolled, "conquer 4")  # 2 + 1 - 1
    assert tribe(rolled, "sorcerers")["hand"] == 1
    assert can(rolled, "use sorcerers")
    play(state, "use sorcerers", "conquer 4")
    assert not happened(state, "rolled")
    assert tribe(state, "sorcerers")["hand"] == 3
    assert can(state, "use berserk")


@cites("small-world", "power.dragon_master", "race.sorcerers.once_per_opponent")
def test_interaction_11_12_dragon_and_replacement_in_one_turn_on_different_regions() -> None:
    scene = Scene(natives=False).active(0, "sorcerers", "dragon_master", {9: 1}, hand=1)
    scene.active(1, "orcs", "hill", {4: 5, 14: 1, 20: 1})
    for first, second in (("dragon_master", "sorcerers"), ("sorcerers", "dragon_master")):
        state = scene.conquest(0)
        for aid in (first, second):
            play(state, f"use {aid}", "conquer 4" if aid == "dragon_master" else "conquer 14")
        assert (marks(state, 4), marks(state, 14)) == ({"dragon": 1}, {})
        assert tribe(state, "sorcerers")["regions"] == [4, 9, 14]
        assert tribe(state, "sorcerers")["hand"] == 0
        assert refused(state, "use dragon_master") == "already_used"
        assert refused(state, "use sorcerers") == "no_target"  # one token of this opponent a turn


# --- 13, 14: what the dragon needs -----------------------------------------------------------------------------------


@cites("small-world", "power.dragon_master.no_die", "power.dragon_master")
def test_interaction_11_13_dragon_takes_no_die() -> None:
    scene = Scene().active(0, "tritons", "dragon_master", {2: 1}, hand=1)
    state = scene.active(1, "orcs", "hill", {1: 4}).conquest(0)
    assert price(state, 1) == 2 + 4 - 1  # Tritons' discount
    play(state, "use dragon_master")
    assert state.explain(state.parse("conquer 1")) == [("dragon_master", 1)]
    play(state, "conquer 1")
    assert state.current_player() != CHANCE
    assert not happened(state, "rolled")
    assert (region(state, 1)["holder"], region(state, 1)["tokens"]) == ("tritons", 1)


@cites("small-world", "power.dragon_master.target", "conquest.first")
def test_interaction_11_14_dragon_makes_the_first_conquest_on_a_border_region() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {}, hand=9)
    state = scene.active(1, "orcs", "hill", {4: 7, 9: 1}).conquest(0)
    play(state, "use dragon_master")
    assert refused(state, "conquer 9") == "not_border"
    play(state, "conquer 4")
    assert (region(state, 4)["tokens"], marks(state, 4)) == (1, {"dragon": 1})
    assert tribe(state, "ratmen")["hand"] == 8


# --- 15: re-entry ----------------------------------------------------------------------------------------------------


def driven_off(race: str, power: str) -> State:
    """The race had 3 tokens in region 9 alone, lost it, and expands with the 2 left in hand."""
    scene = Scene(natives=False).active(0, race, power, {9: 3})
    state = scene.active(1, "orcs", "merchant", {4: 1}, hand=5).conquest(1)
    play(stop(play(state, "conquer 9")), "expand")
    assert tribe(state, race)["hand"] == 2
    return state


@cites("small-world", "power.flying", "power.underworld.entry", "losses.no_region_left", "conquest.first_again")
def test_interaction_11_15_reentry_follows_the_exemptions_of_the_first_entry() -> None:
    flying = driven_off("ratmen", "flying")
    assert can(flying, "conquer 14")
    assert refused(flying, "conquer 7") == "water_closed"
    assert can(driven_off("halflings", "hill"), "conquer 14")
    underworld = driven_off("ratmen", "underworld")
    assert refused(underworld, "conquer 14") == "not_border"
    assert can(underworld, "conquer 17")
    seafaring = driven_off("ratmen", "seafaring")
    assert can(seafaring, "conquer 22")
    assert refused(seafaring, "conquer 7") == "not_border"


# --- 18: discounts add -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "target", "cost"),
    [
        ("mounted", 6, 2 + 3 - 1 - 1),  # hill on the lake
        ("mounted", 1, 2 + 3 - 1 - 1),  # farmland on the sea
        ("mounted", 5, 3 + 3 - 1),  # mountain on the sea: Tritons alone
        ("underworld", 5, 3 + 3 - 1 - 1),  # mountain with a cavern on the sea
        ("underworld", 6, 2 + 3 - 1),
        ("commando", 5, 3 + 3 - 1 - 1),
        ("commando", 11, 2 + 3 - 1),  # farmland inland: Commando alone
    ],
)
@cites("small-world", "conquest.discounts_add", "race.tritons", "power.mounted", "power.underworld", "power.commando")
def test_interaction_11_18_discounts_on_a_coast_add(power: str, target: int, cost: int) -> None:
    held = {6: 1} if target != 6 else {5: 1}
    scene = Scene(natives=False).active(0, "tritons", power, held, hand=1)
    state = scene.active(1, "orcs", "hill", {target: 3}).conquest(0)
    assert price(state, target) == cost


@cites("small-world", "conquest.minimum", "power.commando", "power.mounted", "power.underworld")
def test_interaction_11_18_discounts_stop_at_one_token() -> None:
    for power, target in (("mounted", 1), ("commando", 1), ("commando", 2)):
        state = Scene(natives=False).active(0, "tritons", power, {6: 1}, hand=1).conquest(0)
        assert price(state, target) == 1
        play(state, f"conquer {target}")
        assert region(state, target)["tokens"] == 1
    refusing = Scene(natives=False).active(0, "tritons", "commando", {6: 1}).conquest(0)
    assert refused(refusing, "conquer 1") == "no_token_in_hand"


@cites("small-world", "race.giants", "power.underworld.adjacent", "conquest.discounts_add")
def test_giants_under_ground_have_caverns_beside_their_mountain() -> None:
    state = Scene(natives=False).active(0, "giants", "underworld", {5: 1}, hand=1).conquest(0)
    assert price(state, 17) == 1  # far, but a cavern as their mountain is: 2 - 1 - 1, at least 1
    other = Scene(natives=False).active(0, "giants", "underworld", {5: 1}, hand=1).active(1, "orcs", "hill", {17: 2})
    assert price(other.conquest(0), 17) == 2 + 2 - 1 - 1


# --- 20: Bivouacking -------------------------------------------------------------------------------------------------


@cites("small-world", "power.bivouacking.no_region", "decline.driven_off")
def test_interaction_11_20_camps_of_a_race_without_a_region_go_back_with_the_decline() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "bivouacking", {9: 3}).mark(9, "encampment", 3)
    state = scene.active(1, "orcs", "hill", {4: 1}, hand=8).conquest(1)
    stop(play(state, "conquer 9"))
    assert asked(state) == "choice"  # nobody was asked to place the camps
    play(state, "decline")
    assert in_stock(state, "encampment") == 5
    assert tribe(state, "ratmen") == {}
    stop(play(state, "expand"))
    assert all(not marks(state, r) for r in range(23))


# --- 21, 22: the peace -----------------------------------------------------------------------------------------------


@cites("small-world", "power.diplomat.choice", "power.diplomat")
def test_interaction_11_21_diplomat_without_a_region_may_choose_an_ally() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {}, hand=4).active(1, "orcs", "hill", {4: 1})
    state = scene.conquest(0)
    play(state, "stop", "name diplomat 1", "expand", "stop", "expand", "conquer 17")
    assert tribe(state, "ratmen")["note"] == 0  # the peace ended when the turn began
    stop(state)
    assert asked(state) == "unit.diplomat"


@cites("small-world", "power.diplomat.peace", "die.shortfall")
def test_interaction_11_22_ally_cannot_roll_the_last_die_against_the_diplomat() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {9: 1}).active(1, "orcs", "hill", {4: 1}, hand=1)
    free = scene.conquest(1)
    play(free, "conquer 9")
    assert free.current_player() == CHANCE
    bound = scene.note("diplomat", 2).conquest(1)
    assert refused(bound, "conquer 9") == "at_peace"


@cites("small-world", "power.diplomat.peace", "power.berserk")
def test_the_berserk_roll_does_not_break_the_peace() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {9: 1}).note("diplomat", 2)
    state = scene.active(1, "orcs", "berserk", {4: 1}, hand=4).conquest(1)
    play(state, "use berserk", "? die 3")
    assert refused(state, "conquer 9") == "at_peace"
    assert can(state, "conquer 10")


@cites("small-world", "power.diplomat.not_attacked", "power.diplomat.declined", "race.ghouls.separate")
def test_attacks_of_the_diplomats_own_ghouls_are_not_the_diplomats() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {20: 1}).declined(0, "ghouls", {9: 4})
    state = scene.active(1, "orcs", "hill", {4: 1, 17: 1}).conquest(0)
    play(state, "conquer 4")
    stop(stop(state))
    assert can(state, "name diplomat 1")


# --- 24: Stout -------------------------------------------------------------------------------------------------------


@cites("small-world", "power.stout.score_once", "decline.old_race_leaves")
def test_interaction_11_24_older_race_scores_before_stout_removes_it() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "stout", {4: 1}).declined(0, "dwarves", {15: 1, 20: 1})
    state = scene.conquest(0)
    play(state, "stop", "yes stout")
    assert state.scores()[0] == 20 + 1 + 2 + 1  # with the Dwarves' mine
    assert tribe(state, "dwarves") == {}


@cites("small-world", "power.stout", "race.ghouls", "race.ghouls.conquer")
def test_interaction_11_24_stout_ghouls_keep_all_tokens_and_act_from_the_next_turn() -> None:
    scene = Scene(natives=False).active(0, "ghouls", "stout", {9: 4, 4: 2}).active(1, "orcs", "hill", {17: 1})
    state = scene.conquest(0)
    play(state, "stop", "deploy 4:1 9:3", "yes stout")
    assert (region(state, 4)["tokens"], region(state, 9)["tokens"]) == (2, 4)
    assert state.view(0)["turn"] == 1
    deal(play(state, "expand", "stop", "pick 0"))
    assert tribe(state, "ghouls")["hand"] == 4
    play(state, "conquer 10")
    assert region(state, 10)["holder"] == "ghouls"


@cites("small-world", "power.stout", "decline.one_token_each", "race.ghouls.own_race")
def test_stout_decline_gives_back_tokens_that_own_ghouls_drove_off() -> None:
    scene = Scene(natives=False).active(0, "orcs", "stout", {4: 2, 20: 1})
    state = scene.declined(0, "ghouls", {9: 5}, power="").conquest(0)
    play(state, "conquer 4")  # by the Ghouls: 2 + 2 Orcs
    stop(stop(state))
    play(state, "yes stout")
    assert (region(state, 20)["tokens"], tribe(state, "orcs")["tray"]) == (1, 9)
    assert state.view(0)["turn"] == 1


@cites("small-world", "power.stout", "decline.driven_off", "market.banner_return")
def test_a_stout_race_without_a_region_leaves_when_it_declines() -> None:
    state = Scene(natives=False).active(0, "ratmen", "stout", {}, hand=3).conquest(0)
    play(state, "stop", "yes stout")
    assert tribe(state, "ratmen") == {}
    assert state.view(0)["returned_races"] == ["ratmen"]
    assert state.view(0)["turn"] == 1


# --- 25: coins without a region --------------------------------------------------------------------------------------


@cites("small-world", "power.wealthy", "power.alchemist")
def test_interaction_11_25_wealthy_and_alchemist_are_paid_without_a_region() -> None:
    for power, coins in (("wealthy", 7), ("alchemist", 2)):
        state = Scene().combos(("ratmen", power, 0)).turn(0)
        stop(deal(play(state, "pick 0")))
        assert coins_for(state, power) == coins
        assert state.scores()[0] == 20 + coins


# --- the quick table -------------------------------------------------------------------------------------------------


@cites("small-world", "race.sorcerers.blocked", "race.sorcerers.camps_protect", "power.heroic.immune")
def test_sorcerers_against_the_pieces_of_powers() -> None:
    def replace(power: str, piece: str) -> str:
        scene = Scene(natives=False).active(0, "sorcerers", "hill", {9: 1}, hand=1)
        scene.active(1, "orcs", power, {4: 1, 14: 1}).mark(4, piece)
        state = scene.conquest(0)
        play(state, "use sorcerers")
        return "" if can(state, "conquer 4") else refused(state, "conquer 4")

    assert replace("heroic", "hero") == "region_immune"
    assert replace("dragon_master", "dragon") == "region_immune"
    assert replace("bivouacking", "encampment") == "camp_protects"
    assert replace("fortified", "fortress") == ""


@cites("small-world", "power.spirit.stays", "race.ghouls.conquer", "race.ghouls.replaced")
def test_spirit_ghouls_are_never_displaced_and_keep_acting() -> None:
    scene = Scene(natives=False).declined(0, "ghouls", {9: 4}, power="spirit").declined(0, "elves", {20: 1})
    state = scene.active(0, "ratmen", "hill", {17: 1}).active(1, "orcs", "forest", {11: 1}).turn(0)
    play(state, "decline")
    assert (tribe(state, "ghouls")["tokens"], tribe(state, "elves")) == (4, {})
    deal(play(state, "expand", "stop", "pick 0"))
    play(state, "conquer 4")
    assert region(state, 4)["holder"] == "ghouls"


@cites("small-world", "power.dragon_master.immune", "power.heroic.immune", "race.ghouls.immunity")
def test_own_ghouls_send_hero_and_dragon_back_to_their_owner() -> None:
    for power, piece in (("heroic", "hero"), ("dragon_master", "dragon")):
        scene = Scene(natives=False).active(0, "ratmen", power, {4: 1, 20: 1}).mark(4, piece)
        state = scene.declined(0, "ghouls", {9: 5}).conquest(0)
        before = in_stock(state, piece)
        play(state, "conquer 4")
        assert (region(state, 4)["holder"], marks(state, 4)) == ("ghouls", {})
        assert in_stock(state, piece) == before + 1
