"""What a conquest costs, what protects a region, and what makes it non-empty."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, deal, happened, play, price, refused, region

# Map of 2 players: mountains 5, 8, 15, 19; Lost Tribes on 3, 6, 10-14, 16, 18; 1, 2, 6, 8 among the coastal regions.


def cost_of(state: State, r: int) -> int:
    """Conquer the region and count the tokens that went from hand into it; must be the price that was told."""
    told, before = price(state, r), in_hand(state)
    play(state, f"conquer {r}")
    spent = before - in_hand(state)
    assert (spent, region(state, r)["tokens"]) == (told, told)
    return spent


def in_hand(state: State) -> int:
    """Tokens in hand of the race that conquers."""
    ask: Any = state.view(0)["ask"]
    return int(ask["hand"])


# --- price -----------------------------------------------------------------------------------------------------------


@cites("small-world", "conquest.cost", "conquest.tokens_stay")
@pytest.mark.parametrize(
    ("r", "tokens"),
    [(9, 2), (8, 3), (14, 3), (13, 3)],
    ids=["empty farmland", "mountain", "lost tribe on a hill", "lost tribe on farmland"],
)
def test_what_an_unheld_region_costs(r: int, tokens: int) -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 5, 20: 5, 3: 1}).conquest(0)
    assert cost_of(state, r) == tokens


@cites("small-world", "conquest.cost")
@pytest.mark.parametrize("defenders", [1, 2, 5])
def test_each_token_of_an_active_defender_adds_one(defenders: int) -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 10}).active(1, "orcs", "hill", {9: defenders}).conquest(0)
    assert cost_of(state, 9) == 2 + defenders


@cites("small-world", "conquest.cost")
def test_a_token_in_decline_adds_one() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 10}).declined(1, "orcs", {9: 1}).conquest(0)
    assert cost_of(state, 9) == 3


@cites("small-world", "conquest.cost")
@pytest.mark.parametrize(
    ("race", "power", "piece", "n"),
    [("ratmen", "bivouacking", "encampment", 3), ("ratmen", "fortified", "fortress", 1), ("trolls", "hill", "lair", 1)],
)
def test_encampments_fortress_and_lair_add_one_each(race: str, power: str, piece: str, n: int) -> None:
    scene = Scene().active(0, "orcs", "merchant", {4: 10}).active(1, race, power, {9: 2}).mark(9, piece, n)
    assert cost_of(scene.conquest(0), 9) == 2 + 2 + n


@cites("small-world", "conquest.cost", "conquest.mountain")
def test_everything_in_a_region_adds_up() -> None:
    # Fortified Trolls on a mountain: 2 + 2 tokens + mountain + lair + fortress.
    scene = Scene().active(0, "orcs", "merchant", {2: 10}).active(1, "trolls", "fortified", {8: 2})
    state = scene.mark(8, "lair").mark(8, "fortress").conquest(0)
    assert cost_of(state, 8) == 7
    assert dict(scene.conquest(0).explain(state.parse("conquer 8"))) == {
        "region": 2, "trolls": 2, "mountain": 1, "lair": 1, "fortress": 1,
    }  # fmt: skip


@cites("small-world", "conquest.cost")
def test_with_too_few_tokens_the_region_does_not_fall_without_the_die() -> None:
    scene = Scene().active(0, "orcs", "merchant", {4: 5}).active(1, "elves", "hill", {9: 3})
    state = scene.conquest(0)  # 4 in hand, 5 needed
    play(state, "conquer 9")
    assert asked(state) == "die"
    assert region(state, 9)["holder"] == "elves"


@cites("small-world", "conquest.minimum", "conquest.discounts_add")
def test_discounts_add_up_but_one_token_is_always_needed() -> None:
    # Region 1 is an empty coastal farmland: 2 - 1 (Tritons) - 1 (Mounted) would be 0.
    state = Scene().active(0, "tritons", "mounted", {2: 5}).conquest(0)
    assert cost_of(state, 1) == 1
    # Region 6, a coastal hill with a Lost Tribe: 3 - 1 - 1 = 1; region 3 is neither: 3.
    assert cost_of(state, 6) == 1
    assert price(state, 3) == 3


@cites("small-world", "conquest.discounts_add", "conquest.minimum")
@pytest.mark.parametrize(("pips", "tokens"), [(0, 3), (1, 2), (2, 1), (3, 1)])
def test_the_die_adds_to_a_discount(pips: int, tokens: int) -> None:
    # Berserk Tritons against two Orcs on the coast: 2 + 2 - 1 = 3, less the die, but at least 1.
    scene = Scene().active(0, "tritons", "berserk", {2: 6}).active(1, "orcs", "hill", {1: 2})
    state = scene.conquest(0)
    play(state, "use berserk", f"? die {pips}")
    assert cost_of(state, 1) == tokens


@cites("small-world", "conquest.one_token")
def test_without_a_token_in_hand_no_conquest_begins() -> None:
    # Mounted Tritons would need 1 token for region 1, and the dragon 1 for anything.
    state = Scene().active(0, "tritons", "mounted", {2: 1}).conquest(0)
    assert price(state, 1) == 1
    assert refused(state, "conquer 1") == "no_token_in_hand"
    state = Scene().active(0, "tritons", "dragon_master", {2: 1}).conquest(0)
    assert refused(state, "use dragon_master") == "no_token_in_hand"
    state = Scene().active(0, "tritons", "berserk", {2: 1}).conquest(0)
    assert refused(state, "use berserk") == "no_token_in_hand"


@cites("small-world", "conquest.one_token")
def test_one_token_in_hand_is_enough_to_begin() -> None:
    assert can(Scene().active(0, "tritons", "mounted", {2: 2}).conquest(0), "conquer 1")
    assert can(Scene().active(0, "tritons", "dragon_master", {2: 2}).conquest(0), "use dragon_master")
    assert can(Scene().active(0, "tritons", "berserk", {2: 2}).conquest(0), "use berserk")


@cites("small-world", "conquest.one_token")
def test_only_a_replacement_by_sorcerers_needs_none() -> None:
    state = Scene().active(0, "sorcerers", "hill", {2: 1}).active(1, "orcs", "swamp", {1: 1}).conquest(0)
    assert refused(state, "conquer 6") == "no_token_in_hand"
    play(state, "use sorcerers", "conquer 1")
    assert region(state, 1)["holder"] == "sorcerers"


@cites("small-world", "conquest.tokens_stay", "conquest.repeat")
def test_region_after_region_while_the_tokens_suffice() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {4: 9}).conquest(0)
    assert [cost_of(state, r) for r in (9, 10, 14)] == [2, 2, 2]
    assert in_hand(state) == 2
    assert [region(state, r)["tokens"] for r in (9, 10, 14)] == [2, 2, 2], "they stay where they conquered"
    play(state, "conquer 20")
    assert refused(state, "conquer 21") == "no_token_in_hand", "those on the map are bound until redeployment"


@cites("small-world", "conquest.own_declined_cost")
@pytest.mark.parametrize(("defends", "plain", "with_lair"), [("yes", 3, 4), ("no", 2, 3)])
def test_whether_the_own_token_in_decline_defends(defends: str, plain: int, with_lair: int) -> None:
    scene = Scene(own_declined_token_defends=defends).active(0, "ratmen", "merchant", {4: 12})
    state = scene.declined(0, "trolls", {9: 1, 10: 1}).mark(10, "lair").conquest(0)
    assert cost_of(state, 9) == plain
    assert cost_of(state, 10) == with_lair, "a marker counts in either case"


@cites("small-world", "conquest.own_declined_cost")
def test_the_option_is_about_own_tokens_only() -> None:
    scene = Scene(own_declined_token_defends="no").active(0, "ratmen", "merchant", {4: 12})
    state = scene.declined(1, "trolls", {9: 1}).conquest(0)
    assert cost_of(state, 9) == 3
    assert cost_of(state, 10) == 3, "nor about Lost Tribes"


# --- immunity, mountains, Lost Tribes --------------------------------------------------------------------------------


@cites("small-world", "conquest.immune")
@pytest.mark.parametrize(
    ("race", "power", "piece"),
    [("halflings", "hill", "hole"), ("elves", "heroic", "hero"), ("elves", "dragon_master", "dragon")],
)
def test_an_immune_region_cannot_be_touched_by_any_race_or_power(race: str, power: str, piece: str) -> None:
    for attacker in ("merchant", "flying", "commando"):
        scene = Scene().active(0, "sorcerers", attacker, {4: 12}).active(1, race, power, {9: 1, 3: 1}).mark(9, piece)
        state = scene.conquest(0)
        assert refused(state, "conquer 9") == "region_immune"
        assert can(state, "conquer 3"), "its neighbour is not immune"
        play(state, "use sorcerers")
        assert refused(state, "conquer 9") == "region_immune"
        assert can(state, "conquer 3")


@cites("small-world", "conquest.immune")
def test_the_dragon_cannot_take_an_immune_region() -> None:
    scene = Scene().active(0, "orcs", "dragon_master", {4: 9}).active(1, "halflings", "hill", {9: 1, 3: 1})
    state = scene.mark(9, "hole").conquest(0)
    play(state, "use dragon_master")
    assert refused(state, "conquer 9") == "region_immune"
    play(state, "conquer 3")
    assert region(state, 3)["tokens"] == 1


@cites("small-world", "conquest.mountain")
def test_a_mountain_stays_and_defends_the_new_owner() -> None:
    scene = Scene().active(0, "orcs", "merchant", {2: 4}).active(1, "giants", "hill", {9: 9})
    state = scene.conquest(0)
    assert cost_of(state, 8) == 3
    play(state, "stop", "deploy 2:0", "expand")
    # 3 Orcs stand on mountain 8 now.
    assert region(state, 8)["tokens"] == 3
    assert price(state, 8) == 2 + 1 + 3


@cites("small-world", "conquest.lost_tribe")
def test_a_lost_tribe_defends_once_and_leaves_the_game() -> None:
    state = Scene().active(0, "orcs", "merchant", {4: 4}).active(1, "giants", "hill", {8: 9}).conquest(0)
    assert cost_of(state, 3) == 3
    play(state, "stop", "deploy 3:1", "expand", "stop")
    play(state, "expand", "abandon 3")
    assert region(state, 3)["holder"] is None
    assert price(state, 3) == 2, "the tribe has not come back"


# --- non-empty -------------------------------------------------------------------------------------------------------


def orc_bonus(scene: Scene, *lines: str) -> int:
    """Coins that Orcs gain for non-empty regions in a turn with these conquests."""
    state = scene.conquest(0)
    play(state, *lines, "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert happened(state, "turn")
    return coins_for(deal(state), "orcs")


@cites("small-world", "conquest.non_empty")
def test_lost_tribe_and_any_race_token_make_a_region_non_empty() -> None:
    assert orc_bonus(Scene().active(0, "orcs", "merchant", {4: 10}), "conquer 3") == 1
    active = Scene().active(0, "orcs", "merchant", {4: 10}).active(1, "elves", "hill", {9: 1})
    assert orc_bonus(active, "conquer 9") == 1
    declined = Scene().active(0, "orcs", "merchant", {4: 10}).declined(1, "elves", {9: 1})
    assert orc_bonus(declined, "conquer 9") == 1


@cites("small-world", "conquest.empty")
def test_bare_land_and_a_mountain_are_empty() -> None:
    assert orc_bonus(Scene().active(0, "orcs", "merchant", {4: 10}), "conquer 9", "conquer 8") == 0


@cites("small-world", "conquest.non_empty", "conquest.empty")
def test_a_mountain_with_a_token_is_non_empty() -> None:
    scene = Scene().active(0, "orcs", "merchant", {9: 10}).declined(1, "elves", {8: 1})
    assert orc_bonus(scene, "conquer 8") == 1


@cites("small-world", "conquest.empty", "abandon.reconquer")
def test_a_region_just_abandoned_is_empty() -> None:
    scene = Scene(natives=False).active(0, "orcs", "merchant", {4: 6, 9: 4})
    assert orc_bonus(scene, "abandon 9", "conquer 9") == 0


@cites("small-world", "conquest.own_declined_non_empty")
@pytest.mark.parametrize(("non_empty", "coins"), [("yes", 1), ("no", 0)])
def test_whether_the_own_token_in_decline_makes_a_region_non_empty(non_empty: str, coins: int) -> None:
    scene = Scene(own_declined_token_is_non_empty=non_empty).active(0, "orcs", "merchant", {4: 10})
    assert orc_bonus(scene.declined(0, "giants", {9: 1}), "conquer 9") == coins


@cites("small-world", "conquest.own_declined_non_empty")
def test_for_others_the_token_in_decline_is_non_empty_under_the_option_too() -> None:
    scene = Scene(own_declined_token_is_non_empty="no").active(0, "orcs", "merchant", {4: 10})
    assert orc_bonus(scene.declined(1, "giants", {9: 1}), "conquer 9") == 1
    scene = Scene(own_declined_token_is_non_empty="no").active(0, "orcs", "merchant", {4: 10})
    assert orc_bonus(scene, "conquer 3") == 1, "nor does it touch Lost Tribes"
