"""Picking a combo: the row and its prices, the coins on it, tokens, refill, and where banners and badges go."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.box import POWERS
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, deal, happened, play, price, refused, region, tribe

SIX = (
    ("orcs", "hill", 0), ("elves", "spirit", 1), ("skeletons", "merchant", 0), ("giants", "forest", 4),
    ("humans", "swamp", 2), ("ratmen", "flying", 0),
)  # fmt: skip


def row(state: State) -> list[tuple[str, str, int]]:
    page: Any = state.view(0)
    return [(combo["race"], combo["power"], combo["coins"]) for combo in page["row"]]


def loaded(scene: Scene, seat: int, **changes: object) -> State:
    """The beginning of a turn with changes to the stacks that a scene does not name."""
    page = scene.dump([["turn", "amazons", "", 0, seat]])
    page.update(changes)
    state = scene.game.load(page)
    state.watch()
    return state


def crowded(*missing: str) -> Scene:
    """Five players with eleven races out, all but `missing`: five active, five in decline and one Spirit."""
    scene = Scene(players=5, natives=False)
    active = [("amazons", "hill"), ("dwarves", "swamp"), ("elves", "forest"), ("giants", "merchant"), ("orcs", "stout")]
    for seat, (race, power) in enumerate(active):
        scene.active(seat, race, power, {(2, 3, 4, 5, 10)[seat]: 1})
    declined = ["halflings", "humans", "ratmen", "skeletons", "sorcerers"]
    for seat, race in enumerate(declined):
        if race not in missing:
            scene.declined(seat, race, {(15, 22, 24, 29, 36)[seat]: 1})
    return scene.declined(0, "tritons", {44: 1}, power="spirit")


# --- picking and paying ----------------------------------------------------------------------------------------------


@cites("small-world", "market.row")
def test_six_combos_may_be_picked_and_no_seventh() -> None:
    state = Scene().combos(*SIX).turn(0)
    assert [state.text(code) for code in state.legal_actions()] == [f"pick {place}" for place in range(6)]
    assert refused(state, "pick 6") == "no_combo"


@cites("small-world", "market.price", "market.coins_on_combo")
@pytest.mark.parametrize("place", range(6))
def test_each_step_down_costs_a_coin_laid_on_the_combos_above(place: int) -> None:
    state = Scene().combos(*SIX).turn(0)
    play(state, f"pick {place}")
    found = SIX[place][2]
    assert state.scores()[0] == 20 - place + found
    assert row(state)[:place] == [(race, power, coins + 1) for race, power, coins in SIX[:place]]
    assert sum(event.args["n"] for event in happened(state, "paid") if isinstance(event.args["n"], int)) == place
    assert coins_for(state, "combo") == found


@cites("small-world", "market.own_coins")
def test_coins_on_a_combo_do_not_help_to_pay_for_it() -> None:
    scene = Scene().combos(*SIX)
    scene.coins = [2, 20]
    state = scene.turn(0)
    assert refused(state, "pick 3") == "not_enough_coins", "the 4 coins on it are not yet yours"
    assert refused(state, "pick 5") == "not_enough_coins"
    assert can(state, "pick 2")
    play(state, "pick 2")
    assert state.scores()[0] == 0


@cites("small-world", "market.own_coins", "market.price")
def test_without_a_coin_only_the_top_combo_is_open() -> None:
    scene = Scene().combos(*SIX)
    scene.coins = [0, 20]
    state = scene.turn(0)
    assert [state.text(code) for code in state.legal_actions()] == ["pick 0"]
    assert refused(state, "pick 1") == "not_enough_coins", "though 1 coin lies on it"


@cites("small-world", "market.coins_on_combo")
def test_the_coins_on_the_picked_combo_are_taken_once() -> None:
    state = Scene().combos(*SIX).turn(0)
    play(state, "pick 3")
    assert state.scores()[0] == 20 - 3 + 4
    assert ("giants", "forest", 4) not in row(state)


@cites("small-world", "market.tokens")
def test_banner_and_badge_together_give_the_tokens() -> None:
    state = Scene().combos(("ratmen", "fortified", 0)).turn(0)
    deal(play(state, "pick 0"))
    picked = tribe(state, "ratmen")
    assert (picked["mode"], picked["power"]) == ("active", "fortified")
    assert (picked["hand"], picked["tray"]) == (8 + 3, 13 - 11)


@cites("small-world", "market.tokens_final")
def test_a_race_without_such_a_text_never_gets_another_token() -> None:
    # Ratmen take two non-empty regions in two turns and still count 10; Skeletons would have grown by one.
    for race, more in (("ratmen", 0), ("skeletons", 1)):
        state = Scene().active(0, race, "merchant", {4: 10}).active(1, "elves", "hill", {20: 1}).conquest(0)
        play(state, "conquer 3", "conquer 10", "stop", "deploy 3:1")
        assert tribe(state, race)["tokens"] == 10 + more
        play(state, "expand", "stop")  # the other player
        assert tribe(state, race)["tokens"] == 10 + more
        play(state, "expand")
        assert tribe(state, race)["tokens"] + tribe(state, race)["hand"] == 10 + more


@cites("small-world", "market.tray_limit")
def test_extra_tokens_stop_when_the_tray_is_empty() -> None:
    # 19 of the 20 Skeletons are out; four non-empty regions would bring two, but only one is left.
    state = Scene().active(0, "skeletons", "merchant", {4: 19}).conquest(0)
    play(state, "conquer 3", "conquer 10", "conquer 14", "conquer 13", "stop")
    assert [event.args["n"] for event in happened(state, "recruited")] == [1]
    assert tribe(state, "skeletons")["tray"] == 0


@cites("small-world", "market.tray_limit")
def test_a_token_that_went_back_to_the_tray_can_be_taken_again() -> None:
    scene = Scene().active(0, "skeletons", "merchant", {4: 18, 16: 2}).active(1, "orcs", "hill", {11: 9})
    state = scene.turn(1)
    play(state, "expand", "conquer 16", "stop", "deploy 11:4")
    assert tribe(state, "skeletons")["tray"] == 1
    play(state, "expand", "conquer 3", "conquer 10", "stop")
    assert [event.args["n"] for event in happened(state, "recruited")] == [1]


@cites("small-world", "market.both_work")
def test_race_and_power_work_side_by_side() -> None:
    # Hill Dwarves on a mine (2) and a hill (4): a coin from each of the two. Mounted Tritons: both discounts.
    state = Scene().active(0, "dwarves", "hill", {2: 1, 4: 1}).turn(0)
    play(state, "expand", "stop")
    assert (coins_for(state, "dwarves"), coins_for(state, "hill")) == (1, 1)
    state = Scene().active(0, "tritons", "mounted", {2: 5}).conquest(0)
    assert price(state, 6) == 2 + 1 - 1 - 1, "a coastal hill with a Lost Tribe"


@cites("small-world", "market.power_scope")
def test_a_power_serves_only_the_race_it_was_picked_with() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 1}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.turn(0)
    play(state, "expand", "stop")
    assert coins_for(state, "regions") == 3
    assert coins_for(state, "merchant") == 1, "not for the two regions in decline"


@cites("small-world", "market.power_scope")
def test_terrain_of_the_declined_race_earns_nothing_for_the_new_power() -> None:
    state = Scene().active(0, "ratmen", "hill", {3: 1}).declined(0, "giants", {4: 1, 17: 1}).turn(0)
    play(state, "expand", "stop")
    assert coins_for(state, "hill") == 0


@cites("small-world", "market.pick_duty")
def test_without_an_active_race_picking_is_compulsory() -> None:
    state = Scene().declined(0, "orcs", {4: 1}).turn(0)
    assert {state.text(code).split()[0] for code in state.legal_actions()} == {"pick"}
    for other in ("expand", "decline", "stop"):
        assert refused(state, other) == "not_asked"


@cites("small-world", "market.pick_duty")
def test_with_an_active_race_nobody_picks() -> None:
    state = Scene().active(0, "orcs", "hill", {4: 1}).turn(0)
    assert refused(state, "pick 0") == "not_asked"
    play(state, "expand")
    assert refused(state, "pick 0") == "not_asked"


# --- refill ----------------------------------------------------------------------------------------------------------


@cites("small-world", "market.refill")
def test_combos_below_slide_up_with_their_coins_and_the_next_pair_shows() -> None:
    state = Scene().combos(*SIX).turn(0)
    play(state, "pick 1")
    assert row(state) == [
        ("orcs", "hill", 1), ("skeletons", "merchant", 0), ("giants", "forest", 4), ("humans", "swamp", 2),
        ("ratmen", "flying", 0),
    ]  # fmt: skip
    play(state, "? race trolls", "? badge stout")
    assert row(state)[5] == ("trolls", "stout", 0)
    assert asked(state) == "conquest"


@cites("small-world", "market.refill", "secret.stacks")
def test_any_banner_and_badge_of_the_stacks_may_show() -> None:
    state = Scene().combos(*SIX).turn(0)
    play(state, "pick 0")
    stacked = ["amazons", "dwarves", "ghouls", "halflings", "sorcerers", "tritons", "trolls", "wizards"]
    assert [state.text(code) for code in state.legal_actions()] == [f"race {race}" for race in stacked]
    play(state, "? race ghouls")
    assert len(state.legal_actions()) == len(POWERS["small-world"]) - 6, (
        "the badge of the picked combo lies before its owner"
    )
    assert refused(state, "badge hill") == "not_this_outcome"


@cites("small-world", "market.short_row")
def test_with_ten_races_out_four_combos_are_visible_at_prices_by_place() -> None:
    scene = crowded()
    del scene.tribes["dwarves"], scene.regions[3]  # seat 1 has no active race and must pick
    four = (
        ("dwarves", "alchemist", 0),
        ("ghouls", "berserk", 1),
        ("trolls", "commando", 0),
        ("wizards", "diplomat", 3),
    )
    state = scene.combos(*four).turn(1)
    assert [state.text(code) for code in state.legal_actions()] == ["pick 0", "pick 1", "pick 2", "pick 3"]
    assert refused(state, "pick 4") == "no_combo"
    play(state, "pick 3")
    assert state.scores()[1] == 20 - 3 + 3
    assert row(state) == [("dwarves", "alchemist", 1), ("ghouls", "berserk", 2), ("trolls", "commando", 1)]
    assert asked(state) == "conquest", "no banner is left to fill the row"


# --- banners and badges that come back -----------------------------------------------------------------------------


@cites("small-world", "market.badge_discard", "decline.badge")
def test_a_discarded_badge_goes_to_the_discards_not_to_the_stack() -> None:
    state = Scene().active(0, "orcs", "hill", {4: 1}).turn(0)
    play(state, "decline")
    page: Any = state.view(0)
    assert page["discarded_powers"] == ["hill"]
    assert "hill" not in page["stacked_powers"]


@cites("small-world", "market.badge_discard")
def test_the_discards_are_shuffled_only_when_the_badge_stack_runs_out() -> None:
    scene = Scene().combos(*SIX)
    state = loaded(scene, 0, stacked_powers=["stout"], discarded_powers=["alchemist", "berserk", "heroic"])
    play(state, "pick 0", "? race trolls")
    assert [state.text(code) for code in state.legal_actions()] == ["badge stout"]
    assert not happened(state, "reshuffled")
    state = loaded(scene, 0, stacked_powers=[], discarded_powers=["alchemist", "berserk", "heroic"])
    play(state, "pick 0", "? race trolls")
    assert happened(state, "reshuffled")
    assert [state.text(code) for code in state.legal_actions()] == ["badge alchemist", "badge berserk", "badge heroic"]
    play(state, "? badge berserk")
    page: Any = state.view(0)
    assert (page["stacked_powers"], page["discarded_powers"]) == (["alchemist", "heroic"], [])


@cites("small-world", "market.banner_return")
def test_the_banner_of_a_vanished_race_goes_under_the_stack_at_once_in_another_players_turn() -> None:
    scene = Scene().active(0, "orcs", "hill", {4: 7}).declined(1, "giants", {9: 1, 3: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    page: Any = state.view(0)
    assert page["returned_races"] == [], "one region is left"
    play(state, "conquer 3")
    page = state.view(0)
    assert page["returned_races"] == ["giants"]
    assert tribe(state, "giants") == {}
    assert asked(state) == "conquest", "the attacker's turn goes on"


@cites("small-world", "market.banner_return")
def test_an_active_race_without_a_token_keeps_its_banner() -> None:
    scene = Scene().active(0, "orcs", "hill", {4: 7}).active(1, "giants", "swamp", {9: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    page: Any = state.view(0)
    assert page["returned_races"] == []
    assert page["seats"][1]["active"] == "giants"


@cites("small-world", "market.banner_return")
def test_returned_banners_come_last_and_in_the_order_in_which_they_came() -> None:
    # Two banners in the shuffled stack, then those that came back: Sorcerers before Dwarves, never shuffled.
    stacks: dict[str, object] = {"stacked_races": ["wizards"], "returned_races": ["sorcerers", "dwarves"]}
    state = loaded(Scene().combos(*SIX), 0, **stacks)
    play(state, "pick 0")
    assert [state.text(code) for code in state.legal_actions()] == ["race wizards"]
    play(state, "? race wizards")
    deal(state)
    play(state, "stop", "pick 0")
    assert asked(state) == "badge", "the next banner is known: no draw"
    deal(state)
    assert [race for race, _, _ in row(state)][-2:] == ["wizards", "sorcerers"]
    page: Any = state.view(0)
    assert page["returned_races"] == ["dwarves"]


@cites("small-world", "market.banner_gap")
def test_in_a_short_row_a_returning_banner_becomes_the_last_combo_at_once() -> None:
    # Seat 0 conquers the last region of the Humans in decline: their banner fills the gap below the third combo.
    scene = crowded("humans").declined(1, "humans", {3: 1})
    scene.active(1, "dwarves", "swamp", {}).active(0, "amazons", "hill", {2: 6})
    scene.combos(("ghouls", "berserk", 1), ("trolls", "commando", 0), ("wizards", "diplomat", 3))
    state = scene.conquest(0)
    play(state, "conquer 3")
    assert asked(state) == "badge"
    assert "badge alchemist" in {state.text(code) for code in state.legal_actions()}
    play(state, "? badge alchemist")
    page: Any = state.view(0)
    assert row(state)[3:] == [("humans", "alchemist", 0)]
    assert page["row"][3]["price"] == 3
    assert page["returned_races"] == []
    assert asked(state) == "conquest"


@cites("small-world", "market.banner_gap", "market.banner_return")
def test_in_a_full_row_a_returning_banner_shows_nothing_new() -> None:
    scene = Scene().combos(*SIX).active(0, "dwarves", "heroic", {4: 7}).declined(1, "sorcerers", {9: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    assert asked(state) == "conquest"
    assert row(state) == list(SIX)
    assert region(state, 9)["holder"] == "dwarves"
