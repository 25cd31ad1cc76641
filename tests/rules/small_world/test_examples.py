"""The worked examples of the rulebook, in order, and mistakes that are easily made.

Examples 1 to 5 are one turn on the map for three players: hill 23 is a border region with a Lost Tribe, farmland 22
beside it is held by two Elves, 17 is an empty mountain next to the hill.
"""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, deal, happened, play, price, refused, region, tribe

ROW = (
    ("humans", "swamp", 0), ("orcs", "forest", 0), ("skeletons", "merchant", 0), ("trolls", "stout", 0),
    ("ratmen", "flying", 1), ("wizards", "hill", 0),
)  # fmt: skip


def before_the_pick() -> State:
    return Scene(players=3).combos(*ROW).active(1, "elves", "commando", {22: 2, 29: 1}).turn(0)


def after_the_pick() -> State:
    return play(before_the_pick(), "pick 2", "? race giants", "? badge alchemist")


def after_the_farmland() -> State:
    return play(after_the_pick(), "conquer 23", "conquer 22")


def row(state: State) -> list[tuple[str, str, int]]:
    page: Any = state.view(0)
    return [(combo["race"], combo["power"], combo["coins"]) for combo in page["row"]]


@cites("small-world", "market.price", "market.tokens", "market.refill")
def test_example_1_merchant_skeletons_lie_third() -> None:
    state = before_the_pick()
    play(state, "pick 2")
    assert state.scores()[0] == 20 - 2
    assert row(state) == [
        ("humans", "swamp", 1), ("orcs", "forest", 1),  # a coin on each combo above
        ("trolls", "stout", 0), ("ratmen", "flying", 1), ("wizards", "hill", 0),  # three slide up
    ]  # fmt: skip
    deal(state)
    assert tribe(state, "skeletons")["hand"] == 6 + 2


@cites("small-world", "conquest.first", "conquest.lost_tribe", "conquest.cost")
def test_example_2_entry_over_a_border_hill_with_a_lost_tribe() -> None:
    state = after_the_pick()
    play(state, "conquer 23")
    assert region(state, 23)["tokens"] == 2 + 1
    assert tribe(state, "skeletons")["hand"] == 5


@cites("small-world", "conquest.cost", "die.success", "die.failure")
@pytest.mark.parametrize(("pips", "won"), [(0, False), (1, False), (2, True), (3, True)])
def test_example_3_elf_farmland_then_a_mountain_with_the_last_token_and_the_die(pips: int, won: bool) -> None:
    state = after_the_farmland()
    assert region(state, 22)["tokens"] == 4, "2 and one for each of the two Elves"
    assert tribe(state, "skeletons")["hand"] == 1
    assert price(state, 17) == 3
    play(state, "conquer 17", f"? die {pips}")
    assert (region(state, 17)["holder"] == "skeletons") == won
    assert [event.args["n"] for event in happened(state, "conquered")] == [3, 4] + [1] * won


@cites("small-world", "race.skeletons", "race.elves", "conquest.empty", "deploy.free")
def test_example_4_redeployment_brings_one_skeleton() -> None:
    state = play(after_the_farmland(), "conquer 17", "? die 2")
    recruited = [event.args["n"] for event in happened(state, "recruited")]
    assert recruited == [1], "hill and farmland; the mountain was empty"
    play(state, "deploy 17:2 22:2 23:2")
    assert [region(state, r)["tokens"] for r in (17, 22, 23)] == [3, 3, 3]
    assert tribe(state, "skeletons")["tokens"] == 9
    assert (tribe(state, "elves")["tokens"], tribe(state, "elves")["tray"]) == (3, 8), "no Elf is lost"


@cites("small-world", "scoring.per_region", "scoring.bonuses", "power.merchant")
def test_example_5_three_regions_of_merchants_score_six() -> None:
    state = play(after_the_farmland(), "conquer 17", "? die 2", "deploy 17:2 22:2 23:2")
    assert (coins_for(state, "regions"), coins_for(state, "merchant")) == (3, 3)
    assert state.scores()[0] == 20 - 2 + 6


def hill_tritons() -> State:
    scene = Scene(players=3).active(0, "tritons", "hill", {25: 3, 18: 2}).active(1, "elves", "commando", {29: 1})
    return scene.declined(0, "skeletons", {17: 1, 22: 1, 23: 1}).turn(0)


@cites("small-world", "scoring.per_region", "scoring.bonuses", "scoring.declined_no_bonus", "power.hill")
def test_example_6_hill_tritons_score_beside_skeletons_in_decline() -> None:
    # 25 is a hill, 18 farmland; 23 is a hill too, but of the Skeletons.
    state = hill_tritons()
    play(state, "expand", "stop", "deploy 18:1")
    assert (coins_for(state, "regions"), coins_for(state, "hill"), coins_for(state, "merchant")) == (5, 1, 0)
    assert state.scores()[0] == 20 + 2 + 3 + 1


@cites("small-world", "decline.one_token_each", "decline.badge", "decline.old_race_leaves", "market.banner_return")
def test_example_7_tritons_decline_and_the_old_skeletons_leave() -> None:
    state = hill_tritons()
    play(state, "decline")
    page: Any = state.view(0)
    assert [region(state, r)["tokens"] for r in (25, 18)] == [1, 1]
    assert tribe(state, "tritons")["mode"] == "declined"
    assert page["discarded_powers"] == ["hill"]
    assert [region(state, r)["holder"] for r in (17, 22, 23)] == [None, None, None]
    assert page["returned_races"] == ["skeletons"]
    assert state.scores()[0] == 20 + 2


@cites("small-world", "race.sorcerers.tray", "market.tray_limit")
def test_example_8_with_eighteen_sorcerers_out_nobody_is_replaced_until_one_returns() -> None:
    scene = Scene().active(0, "sorcerers", "hill", {4: 15, 3: 3}).active(1, "orcs", "swamp", {9: 1, 2: 9})
    state = scene.conquest(0)
    assert refused(state, "use sorcerers") == "tray_empty"
    play(state, "stop", "deploy 3:2", "expand", "conquer 3", "stop")  # the Orcs need 2 + 3 tokens
    play(state, "deploy 2:7")  # region 9 keeps its lone Orc
    assert tribe(state, "sorcerers")["tray"] == 1
    play(state, "expand", "use sorcerers", "conquer 9")
    assert region(state, 9)["holder"] == "sorcerers"
    assert tribe(state, "sorcerers")["tray"] == 0


# --- easy mistakes that no race or power has to itself (1, 5 and 10 stand in losses, die and decline) -----------------


@cites("small-world", "conquest.first_shore", "power.flying", "power.underworld.entry")
def test_mistake_8_flying_enters_anywhere_underworld_and_lake_shore_do_not() -> None:
    inland_cavern, lake_shore = 14, 12
    flying = Scene().active(0, "ratmen", "flying", {}, hand=9).conquest(0)
    assert can(flying, f"conquer {inland_cavern}")
    assert can(flying, f"conquer {lake_shore}")
    underworld = Scene().active(0, "ratmen", "underworld", {}, hand=9).conquest(0)
    assert refused(underworld, f"conquer {inland_cavern}") == "not_border"
    assert refused(underworld, f"conquer {lake_shore}") == "not_border"


@cites("small-world", "market.banner_return", "market.badge_discard", "market.refill")
def test_mistake_9_banner_under_the_stack_badge_to_the_discards_coins_slide_with_combos() -> None:
    scene = Scene().combos(*ROW).active(0, "amazons", "heroic", {4: 1}).declined(0, "giants", {16: 1})
    state = scene.turn(0)
    play(state, "decline")
    page: Any = state.view(0)
    assert (page["returned_races"], page["discarded_powers"]) == (["giants"], ["heroic"])
    assert "giants" not in page["stacked_races"]
    assert row(state) == list(ROW), "nothing in the row has moved"
    play(state, "pick 3")  # the other player
    assert refused(state, "race giants") == "not_this_outcome", "it lies under all the others"
    deal(state)
    assert row(state)[3] == ("ratmen", "flying", 1), "up one place with its coin"
    assert asked(state) == "conquest"
