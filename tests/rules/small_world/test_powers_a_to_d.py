"""The powers Alchemist to Dragon Master (the Diplomat has a file of its own), on the map for two players."""

from terrarium.kernel.contract import CHANCE, State
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    can,
    coins_for,
    happened,
    play,
    price,
    refused,
    region,
    settle,
    stock,
    stop,
    tribe,
)

# --- Alchemist -------------------------------------------------------------------------------------------------------


@cites("small-world", "power.alchemist", "scoring.bonuses")
def test_alchemist_pays_two_coins_at_the_end_of_every_turn() -> None:
    scene = Scene().active(0, "ratmen", "alchemist", {4: 1, 9: 1}).active(1, "orcs", "hill", {20: 1})
    state = scene.conquest(0)
    play(state, "stop")
    assert coins_for(state, "alchemist") == 2
    assert state.scores()[0] == 20 + 2 + 2
    play(state, "expand", "stop", "expand", "stop")
    assert coins_for(state, "alchemist") == 4
    assert state.scores()[0] == 24 + 2 + 2


@cites("small-world", "power.alchemist", "scoring.declined_no_bonus", "decline.badge")
def test_alchemist_pays_nothing_in_the_turn_of_the_decline() -> None:
    state = Scene().active(0, "ratmen", "alchemist", {4: 1, 9: 1}).turn(0)
    play(state, "decline")
    assert coins_for(state, "alchemist") == 0
    assert state.scores()[0] == 20 + 2
    assert state.view(0)["discarded_powers"] == ["alchemist"]


def alchemist_income(needs_region: str, regions: dict[int, int]) -> int:
    """The Alchemist's coins of a turn in which nothing is conquered."""
    state = Scene(alchemist_needs_region=needs_region).active(0, "ratmen", "alchemist", regions).conquest(0)
    play(state, "stop")
    return coins_for(state, "alchemist")


@cites("small-world", "power.alchemist")
def test_option_alchemist_needs_region() -> None:
    assert alchemist_income("no", {4: 1}) == 2
    assert alchemist_income("no", {}) == 2
    assert alchemist_income("yes", {4: 1}) == 2
    assert alchemist_income("yes", {}) == 0


# --- Berserk ---------------------------------------------------------------------------------------------------------


def berserk(hand: int, race: str = "ratmen") -> State:
    return Scene().active(0, race, "berserk", {4: 1}, hand=hand).conquest(0)


@cites("small-world", "power.berserk", "power.berserk.roll_first")
def test_berserk_die_lowers_the_cost_of_whatever_is_chosen_after_the_roll() -> None:
    state = berserk(hand=3)
    assert (price(state, 9), price(state, 10)) == (2, 3)
    play(state, "use berserk")
    assert state.current_player() == CHANCE
    assert refused(state, "conquer 10") == "not_asked"  # not before the die lies there
    play(state, "? die 2")
    assert can(state, "conquer 9")
    play(state, "conquer 10")  # forest with a Lost Tribe: 2 + 1 - 2
    assert region(state, 10)["tokens"] == 1
    assert tribe(state, "ratmen")["hand"] == 2


@cites("small-world", "power.berserk", "conquest.minimum")
def test_berserk_die_never_brings_the_cost_below_one_token() -> None:
    state = berserk(hand=3)
    play(state, "use berserk", "? die 3")
    assert price(state, 9) == 1
    play(state, "conquer 9")
    assert tribe(state, "ratmen")["hand"] == 2


@cites("small-world", "power.berserk")
def test_berserk_may_roll_anew_before_each_conquest_and_the_roll_serves_one_only() -> None:
    state = berserk(hand=4)
    play(state, "use berserk", "? die 1", "conquer 9")
    assert price(state, 10) == 3
    play(state, "use berserk", "? die 1", "conquer 10")
    assert (region(state, 9)["tokens"], region(state, 10)["tokens"]) == (1, 2)
    assert can(state, "use berserk")


@cites("small-world", "power.berserk.roll_first")
def test_berserk_roll_needs_a_token_in_hand() -> None:
    assert refused(berserk(hand=0), "use berserk") == "no_token_in_hand"
    assert can(berserk(hand=1), "use berserk")


@cites("small-world", "power.berserk.not_enough", "power.berserk.one_roll")
def test_berserk_roll_too_low_was_the_last_attempt() -> None:
    state = berserk(hand=1)
    play(state, "use berserk", "? die 0")
    assert refused(state, "conquer 9") == "not_enough_tokens"  # no reinforcement die on top
    assert refused(state, "use berserk") == "die_already_rolled"
    assert [state.text(action) for action in state.legal_actions()] == ["stop"]
    play(state, "stop")
    assert region(state, 4)["tokens"] == 2
    assert state.view(0)["turn"] == 1


@cites("small-world", "power.berserk.one_roll")
def test_berserk_roll_serves_the_next_conquest_or_ends_conquests() -> None:
    state = berserk(hand=5)
    play(state, "use berserk", "? die 0")
    assert refused(state, "use berserk") == "die_already_rolled"
    assert refused(state, "abandon 4") == "die_already_rolled"
    assert can(state, "conquer 9")
    play(state, "stop")
    assert refused(state, "conquer 9") == "not_asked"


@cites("small-world", "power.berserk.optional", "die.last_attempt")
def test_berserk_without_a_roll_keeps_the_final_attempt() -> None:
    state = berserk(hand=4)
    far = Scene().active(0, "ratmen", "berserk", {4: 1}, hand=1).active(1, "humans", "forest", {9: 3, 10: 1})
    assert refused(far.conquest(0), "conquer 9") == "not_enough_tokens", "more than 3 short"
    assert can(far.conquest(0), "conquer 10")
    play(state, "conquer 9", "conquer 10")  # 2 tokens, then 2 against the forest's 3
    assert state.current_player() == CHANCE
    play(state, "? die 1")
    assert happened(state, "conquered")[-1].args["n"] == 2  # every token left went in
    assert len(happened(state, "rolled")) == 1
    assert settle(state).view(0)["turn"] == 1


@cites("small-world", "power.berserk", "market.power_scope")
def test_only_the_berserk_race_rolls() -> None:
    scene = Scene().active(0, "ratmen", "berserk", {20: 1}, hand=3).declined(0, "ghouls", {9: 3})
    state = scene.conquest(0)
    assert refused(state, "use berserk") == "no_such_aid"  # the Ghouls' conquests come first
    play(state, "stop")
    assert can(state, "use berserk")


# --- Bivouacking -----------------------------------------------------------------------------------------------------


def camps(state: State, r: int) -> int:
    n: int = region(state, r)["marks"].get("encampment", 0)
    return n


@cites("small-world", "power.bivouacking")
def test_five_encampments_are_placed_in_own_regions_in_any_split() -> None:
    state = Scene().active(0, "ratmen", "bivouacking", {4: 1, 9: 1, 10: 1}).conquest(0)
    play(state, "stop")
    assert refused(state, "place bivouacking 3") == "not_your_region"
    assert refused(state, "no bivouacking") == "not_offered"
    other = state.clone()
    play(state, "place bivouacking 4:3 10:2")
    assert (camps(state, 4), camps(state, 9), camps(state, 10)) == (3, 0, 2)
    assert state.view(0)["turn"] == 1
    play(other, "place bivouacking 9:5")
    assert camps(other, 9) == 5


@cites("small-world", "power.bivouacking")
def test_encampments_are_placed_anew_each_turn() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {4: 1, 9: 1}).mark(4, "encampment", 5)
    state = scene.conquest(0)
    play(state, "stop", "place bivouacking 9:5")
    assert (camps(state, 4), camps(state, 9)) == (0, 5)


@cites("small-world", "power.bivouacking.defence")
def test_each_encampment_defends_like_a_token() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {9: 1, 3: 1}).mark(9, "encampment", 2)
    state = scene.active(1, "orcs", "hill", {4: 1}, hand=5).conquest(1)
    assert price(state, 9) == 2 + 1 + 2
    assert price(state, 3) == 2 + 1
    play(state, "conquer 9")
    assert region(state, 9)["tokens"] == 5


@cites("small-world", "power.bivouacking.defence")
def test_encampments_neither_attack_nor_hold_a_region() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {9: 1, 3: 1}).mark(9, "encampment", 5)
    state = scene.conquest(0)
    assert refused(state, "conquer 4") == "no_token_in_hand"
    play(state, "abandon 9")
    assert region(state, 9)["holder"] is None
    assert camps(state, 9) == 0
    play(state, "conquer 4", "? die 0")  # the 1 token in hand is short by 1
    assert stock(state, "encampment") == 5
    assert refused(state, "place bivouacking 9") == "not_your_region"
    play(state, "place bivouacking 3:5")
    assert camps(state, 3) == 5


def camp_falls(lost_encampments: str) -> State:
    """Orcs took region 9 with 2 of the 5 encampments and 3 of the Ratmen; the victims' tokens are back."""
    scene = Scene(lost_encampments=lost_encampments).active(0, "ratmen", "bivouacking", {9: 3, 3: 1, 17: 1})
    scene.mark(9, "encampment", 2).mark(3, "encampment", 3).active(1, "orcs", "merchant", {4: 1}, hand=7)
    state = scene.conquest(1)
    play(state, "conquer 9", "stop", "deploy 4:6")
    assert coins_for(state, "merchant") == 2  # the attacker has scored before anything comes back
    play(state, "deploy 3:0 17:2")
    return state


@cites("small-world", "power.bivouacking.lost", "losses.one_token")
def test_option_lost_encampments_owner_places_them_again_at_the_end_of_that_turn() -> None:
    state = camp_falls("owner")
    assert state.current_player() == 0
    assert refused(state, "place bivouacking 9") == "not_your_region"
    play(state, "place bivouacking 17:2")
    assert (camps(state, 3), camps(state, 17), region(state, 17)["tokens"]) == (3, 2, 3)
    assert camps(state, 9) == 0
    assert tribe(state, "ratmen")["tray"] == 13 - 5 + 1
    assert state.view(0)["turn"] == 0


@cites("small-world", "power.bivouacking.lost")
def test_option_lost_encampments_attacker_places_them_in_the_owners_regions() -> None:
    state = camp_falls("attacker")
    assert state.current_player() == 1
    assert refused(state, "place bivouacking 4") == "not_your_region"
    play(state, "place bivouacking 17:2")
    assert camps(state, 17) == 2
    assert state.view(0)["turn"] == 0


@cites("small-world", "power.bivouacking.lost")
def test_option_lost_encampments_hand_keeps_them_until_the_owner_redeploys() -> None:
    state = camp_falls("hand")
    assert state.view(0)["turn"] == 0
    assert (stock(state, "encampment"), camps(state, 3), camps(state, 17)) == (2, 3, 0)
    play(state, "expand", "stop", "deploy 3:2", "place bivouacking 17:5")
    assert camps(state, 17) == 5


@cites("small-world", "power.bivouacking.lost")
def test_encampments_elsewhere_stay_when_a_region_without_any_falls() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {9: 1, 3: 1}).mark(3, "encampment", 5)
    state = scene.active(1, "orcs", "hill", {4: 1}, hand=3).conquest(1)
    stop(play(state, "conquer 9"))
    assert state.view(0)["turn"] == 0
    assert camps(state, 3) == 5


@cites("small-world", "power.bivouacking.no_region")
def test_encampments_wait_in_hand_without_a_region_and_come_back_with_the_race() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {9: 3}).mark(9, "encampment", 2)
    state = scene.active(1, "orcs", "hill", {4: 1}, hand=7).conquest(1)
    stop(play(state, "conquer 9"))
    assert stock(state, "encampment") == 5
    assert tribe(state, "ratmen")["hand"] == 2
    play(state, "expand", "conquer 17", "stop", "place bivouacking 17:5")
    assert camps(state, 17) == 5


@cites("small-world", "power.bivouacking.no_region", "decline.pieces")
def test_encampments_vanish_in_decline() -> None:
    scene = Scene().active(0, "ratmen", "bivouacking", {9: 2, 3: 1}).mark(9, "encampment", 5)
    state = scene.active(1, "orcs", "hill", {4: 1}, hand=3).turn(0)
    play(state, "decline", "expand")
    assert (camps(state, 9), stock(state, "encampment")) == (0, 5)
    assert price(state, 9) == 2 + 1


# --- Commando --------------------------------------------------------------------------------------------------------


@cites("small-world", "power.commando")
def test_commando_takes_every_region_for_one_token_less() -> None:
    scene = Scene().active(0, "ratmen", "commando", {9: 1}, hand=1).active(1, "elves", "hill", {14: 2})
    state = scene.conquest(0)
    assert price(state, 4) == 1  # empty hill: 2 - 1
    assert price(state, 8) == 2  # mountain: 3 - 1
    assert price(state, 10) == 2  # Lost Tribe: 3 - 1
    assert price(state, 14) == 3  # 2 tokens: 4 - 1
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 1


@cites("small-world", "power.commando", "market.power_scope")
def test_commando_does_not_help_the_declined_race_of_the_same_player() -> None:
    scene = Scene().active(0, "ratmen", "commando", {20: 1}, hand=1).declined(0, "ghouls", {9: 3})
    state = scene.conquest(0)
    assert price(state, 4) == 2
    play(state, "stop")
    assert price(state, 21) == 1


@cites("small-world", "power.commando")
def test_option_commando_needs_adjacency() -> None:
    for option, entry in (("no", 1), ("yes", 2)):
        state = Scene(commando_needs_adjacency=option).active(0, "ratmen", "commando", {}, hand=9).conquest(0)
        assert price(state, 4) == entry
        play(state, "conquer 4")
        assert tribe(state, "ratmen")["hand"] == 9 - entry
        assert price(state, 9) == 1


# --- Dragon Master ---------------------------------------------------------------------------------------------------


def lair_of_trolls(hand: int = 2) -> Scene:
    """Dragon Masters in 9 beside Trolls who hold the mountain 8 with all they have."""
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 1}, hand=hand)
    scene.active(1, "trolls", "bivouacking", {8: 4, 20: 1}).mark(8, "lair").mark(8, "encampment", 2)
    return scene.mark(8, "fortress")


@cites("small-world", "power.dragon_master")
def test_the_dragon_takes_a_region_for_one_token_whatever_defends_it() -> None:
    state = lair_of_trolls().conquest(0)
    assert price(state, 8) == 2 + 1 + 4 + 1 + 2 + 1
    assert refused(state, "conquer 8") == "not_enough_tokens"
    play(state, "use dragon_master")
    assert price(state, 8) == 1
    play(state, "conquer 8")
    assert (region(state, 8)["tokens"], region(state, 8)["marks"]) == (1, {"dragon": 1})
    assert tribe(state, "ratmen")["hand"] == 1
    assert (tribe(state, "trolls")["retreat"], tribe(state, "trolls")["tray"]) == (3, 10 - 5 + 1)


@cites("small-world", "power.dragon_master")
def test_the_dragon_is_used_once_a_turn() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 1}, hand=3).active(1, "orcs", "hill", {20: 1})
    state = scene.conquest(0)
    play(state, "use dragon_master", "conquer 4")
    assert refused(state, "use dragon_master") == "already_used"
    play(state, "stop", "deploy 4:2 9:0", "expand", "stop", "expand")
    assert can(state, "use dragon_master")


@cites("small-world", "power.dragon_master.target")
def test_the_dragon_needs_a_target_the_race_may_attack() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {2: 1}, hand=1)
    scene.active(1, "halflings", "heroic", {1: 1, 3: 1, 6: 1}).mark(3, "hole").mark(1, "hero")
    state = scene.conquest(0)
    play(state, "use dragon_master")
    assert refused(state, "conquer 4") == "not_adjacent"
    assert refused(state, "conquer 7") == "water_closed"
    assert refused(state, "conquer 2") == "own_region"
    assert refused(state, "conquer 3") == "region_immune"
    assert refused(state, "conquer 1") == "region_immune"
    assert refused(state, "stop") == "must_attack"
    assert can(state, "conquer 6")


@cites("small-world", "power.dragon_master.no_die", "die.last_attempt")
def test_the_dragon_needs_a_token_and_comes_before_the_last_die() -> None:
    assert refused(lair_of_trolls(hand=0).conquest(0), "use dragon_master") == "no_token_in_hand"
    state = lair_of_trolls(hand=2).conquest(0)
    assert can(state, "use dragon_master")
    play(state, "conquer 10", "? die 1")
    assert refused(state, "use dragon_master") == "not_asked"


@cites("small-world", "power.dragon_master.immune", "conquest.immune")
def test_the_dragon_protects_until_it_is_moved() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 1, 3: 1}, hand=2).mark(9, "dragon")
    state = scene.active(1, "orcs", "hill", {4: 3}).conquest(1)
    assert refused(state, "conquer 9") == "region_immune"
    assert price(state, 3) == 3
    play(state, "stop", "expand")
    left = state.clone()
    play(left, "stop", "deploy 3:2", "expand")
    assert refused(left, "conquer 9") == "region_immune"  # not moved, still there
    play(state, "use dragon_master", "conquer 8")
    assert (region(state, 9)["marks"], region(state, 8)["marks"]) == ({}, {"dragon": 1})
    play(state, "stop", "deploy 3:1", "expand")
    assert can(state, "conquer 9")


@cites("small-world", "power.dragon_master.decline", "decline.pieces")
def test_the_dragon_leaves_in_decline() -> None:
    scene = Scene().active(0, "ratmen", "dragon_master", {9: 1}).mark(9, "dragon")
    state = scene.active(1, "orcs", "hill", {4: 4}).turn(0)
    play(state, "decline", "expand")
    assert region(state, 9)["marks"] == {}
    assert can(state, "conquer 9")


@cites("small-world", "power.dragon_master.immune", "abandon.pieces")
def test_the_dragon_comes_back_from_an_abandoned_region() -> None:
    state = Scene().active(0, "ratmen", "dragon_master", {9: 1, 3: 1}).mark(9, "dragon").conquest(0)
    play(state, "abandon 9")
    assert stock(state, "dragon") == 1
    play(state, "use dragon_master", "conquer 9")
    assert region(state, 9)["marks"] == {"dragon": 1}
