"""The interactions that the rulebook does not decide, each by its name, and the rulebook's worked examples."""

from typing import Any

from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "power.champion.token")
def test_01_champion_with_an_empty_hand() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 1}).active(1, "naga", "mining", {0: 1})
    assert refused(scene.conquest(0), "use champion") == "no_token_in_hand"


@cites("warcraft", "power.champion.limits")
def test_02_champion_after_the_final_die() -> None:
    state = Wow().active(0, "orcs", "champion", {8: 2}).conquest(0)
    play(state, "conquer 7", "? die 0")
    assert asked(state) != "conquest"
    assert not can(state, "use champion")


@cites("warcraft", "power.champion.stays")
def test_03_champion_stays_where_it_conquered() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 2}).active(1, "naga", "mining", {0: 1})
    state = scene.conquest(0)
    play(state, "use champion", "conquer 4", "stop", "deploy 4:1 8:0")
    assert region(state, 4)["marks"] == {"champion": 1}
    assert region(state, 4)["tokens"] == 1


@cites("warcraft", "race.tauren.company")
def test_04_champion_and_tauren() -> None:
    scene = Wow().active(0, "tauren", "champion", {8: 3}).active(1, "naga", "mining", {0: 1})
    state = scene.conquest(0)
    assert tribe(state, "tauren")["hand"] == 1
    play(state, "use champion", "conquer 4", "stop")
    assert region(state, 4)["tokens"] == 0
    assert region(state, 8)["tokens"] == 3


@cites("warcraft", "race.tauren.company")
def test_04_tauren_are_distributed_around_a_champion_who_stands_alone() -> None:
    scene = Wow().active(0, "tauren", "champion", {4: 2, 8: 4, 11: 2}).active(1, "naga", "mining", {0: 1})
    for line in ("deploy 4:1 7:0 8:1 11:0", "deploy 4:1 8:1"):
        state = scene.conquest(0)
        play(state, "use champion", "conquer 7", "stop", "no champion", line)
        assert [region(state, r)["tokens"] for r in (4, 7, 8, 11)] == [3, 0, 3, 2]
    state = scene.conquest(0)
    play(state, "use champion", "conquer 7", "stop", "no champion")
    assert refused(state, "deploy 7 1") == "wrong_deploy_region"


@cites("warcraft", "power.champion.no_coin", "race.draenei.unused")
def test_05_champion_ransom_under_chapel_and_light() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "champion", {4: 1, 7: 1})
    scene.mark(4, "champion").thing(7, "lights_hope")
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert state.scores() == [21, 19]
    assert "draenei" not in str(state.dump()["used"])


@cites("warcraft", "power.champion.moved")
def test_06_a_token_beside_the_champion_may_be_intimidated() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {4: 3}).active(1, "trolls", "champion", {8: 1, 2: 1})
    scene.mark(8, "champion")
    state = scene.conquest(0)
    play(state, "take intimidating 8", "place intimidating 2")
    assert region(state, 8)["holder"] == "trolls"
    assert region(state, 8)["tokens"] == 0
    scene = Wow().active(0, "orcs", "intimidating", {4: 3}).active(1, "trolls", "champion", {8: 2})
    state = play(scene.mark(8, "champion").conquest(0), "take intimidating 8")
    assert (tribe(state, "trolls")["tray"], tribe(state, "trolls")["retreat"]) == (10, 0), "no region falls"
    assert region(state, 8)["tokens"] == 1


@cites("warcraft", "race.tauren.intimidated", "race.tauren.decline")
def test_07_intimidated_tauren_pairs() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).declined(1, "tauren", {4: 2, 11: 2})
    state = scene.conquest(0)
    play(state, "take intimidating 4", "place intimidating 11")
    assert region(state, 4)["tokens"] == 1
    assert region(state, 11)["tokens"] == 3


@cites("warcraft", "race.tauren.beasts")
def test_08_tauren_and_beasts_at_the_discard() -> None:
    scene = Wow().active(0, "tauren", "beastmaster", {11: 1, 2: 2}).mark(11, "beast").note("beastmaster", 1)
    state = scene.conquest(0)
    assert region(state, 11)["holder"] is None
    assert tribe(state, "tauren")["hand"] == 1 + 1  # the lone Tauren, and a beast for hill 2


@cites("warcraft", "race.draenei.unused")
def test_09_the_light_saves_a_beast() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "beastmaster", {4: 1, 2: 1})
    scene.mark(4, "beast").note("beastmaster", 1)
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "draenei")["note"] == 1
    assert tribe(state, "draenei")["retreat"] == 1
    stop(state)
    assert asked(state) == "unit.beastmaster"


@cites("warcraft", "race.forsaken.counted", "race.forsaken.not_counted")
def test_10_forsaken_pay_for_tokens_that_really_left() -> None:
    scene = Wow().active(0, "forsaken", "blacksmith", {8: 12}).active(1, "trolls", "beastmaster", {4: 1, 2: 1})
    scene.mark(4, "beast").note("beastmaster", 1).murloc(7)
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7", "stop", "yes forsaken", "yes forsaken")
    assert asked(state) != "unit.forsaken"
    scene = (
        Wow()
        .active(0, "forsaken", "blacksmith", {8: 12})
        .active(1, "trolls", "champion", {4: 1, 2: 1})
        .mark(4, "champion")
    )
    state = scene.conquest(0)
    play(state, "conquer 4", "stop")
    assert asked(state) != "unit.forsaken"


@cites("warcraft", "race.goblins.tolls")
def test_11_an_unpaid_bomb_returns_unseen() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {4: 2, 11: 1})
    scene.mark(4, "bomb").thing(4, "aegis")
    scene.coins = [1, 5]
    state = scene.turn(0)
    stock: Any = state.view(0)["stock"]
    assert asked(state) == "choice"
    assert stock["bomb"] == 12
    assert region(state, 4)["holder"] == "humans"


@cites("warcraft", "race.goblins.rewards")
def test_12_a_live_bomb_enrages() -> None:
    scene = Wow().active(0, "goblins", "enraged", {8: 1}).active(1, "humans", "mining", {4: 2, 11: 1}).mark(4, "bomb")
    state = scene.turn(0)
    play(state, "? find bomb_live", "expand")
    end_turn(state)
    assert coins_for(state, "enraged") == 2
    assert coins_for(state, "faction") == 1


@cites("warcraft", "race.goblins.leaves")
def test_13_what_a_live_bomb_leaves() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "garrisoned", {4: 2, 11: 1})
    scene.mark(4, "bomb").mark(4, "fort").mark(4, "military_objective").thing(4, "karazhan")
    state = scene.turn(0)
    play(state, "? find bomb_live")
    assert region(state, 4)["marks"] == {"military_objective": 1, "karazhan": 1}


@cites("warcraft", "race.humans.battleground")
def test_14_a_neutral_fighting_for_the_horde_is_still_paid_for_objectives() -> None:
    scene = Wow().active(0, "humans", "ranger", {2: 1}).active(1, "naga", "mining", {11: 5}).thing(11, "battleground")
    scene.mark(12, "military_objective")
    state = scene.turn(1)
    play(state, "expand", "conquer 12")
    assert state.scores()[1] == 22
    stop(state)
    play(state, "no battleground")
    assert state.scores()[1] == 22 + 2 + 1  # two regions, one of them a cavern


@cites("warcraft", "race.humans.regions", "conquest.own_declined_bonuses")
def test_15_an_objective_on_ones_own_declined_region() -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 6}).declined(0, "trolls", {7: 1}).mark(7, "military_objective")
    state = scene.conquest(0)
    play(state, "conquer 7")
    assert state.scores()[0] == 22


@cites("warcraft", "power.portal_mage.no_conquest")
def test_16_a_swap_costs_nothing_and_brings_nothing() -> None:
    scene = Wow().active(0, "orcs", "portal_mage", {14: 3}).active(1, "humans", "marsh_dwelling", {3: 2, 2: 1})
    scene.mark(3, "military_objective")
    state = scene.conquest(0)
    play(state, "take portal_mage 3", "place portal_mage 14")
    assert state.scores() == [20, 20]
    assert region(state, 3)["tokens"] == 1
    assert region(state, 14)["marks"] == {"military_objective": 1}


@cites("warcraft", "power.portal_mage.refused")
def test_17_a_swap_with_ones_own_aegis_is_free() -> None:
    scene = (
        Wow().active(0, "orcs", "portal_mage", {14: 3}).thing(14, "aegis").active(1, "humans", "mining", {3: 2, 2: 1})
    )
    state = scene.conquest(0)
    play(state, "take portal_mage 3", "place portal_mage 14")
    assert state.scores() == [20, 20]
    assert region(state, 3)["marks"] == {"aegis": 1}


@cites("warcraft", "race.ethereals.blocked", "race.ethereals.theft")
def test_18_theft_under_an_aegis_asks_two_coins() -> None:
    scene = Wow().active(0, "ethereals", "ranger", {4: 6}).active(1, "orcs", "mining", {8: 2})
    scene.thing(8, "aegis").thing(8, "ashes")
    state = scene.conquest(0)
    play(state, "take ashes 4")
    assert state.scores() == [18, 22]
    assert region(state, 4)["marks"] == {"ashes": 1}


@cites("warcraft", "marker.several", "artifact.doomhammer.fixed")
def test_19_several_artifacts_move_together() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 2}).thing(8, "doomhammer").thing(8, "frostmourne").thing(8, "ashes")
    state = scene.conquest(0)
    play(state, "use ashes", "use doomhammer", "use frostmourne", "conquer 20")
    assert set(region(state, 20)["marks"]) == {"ashes", "doomhammer", "frostmourne"}
    assert region(state, 20)["tokens"] == 1


@cites("warcraft", "conquest.tolls")
def test_20_all_tolls_are_due_together() -> None:
    scene = Wow().active(0, "orcs", "ranger", {4: 3}).thing(4, "doomhammer")
    scene.active(1, "pandaren", "marsh_dwelling", {3: 2, 2: 1}).thing(3, "aegis").note("pandaren", 1)
    scene.coins = [7, 0]
    state = scene.conquest(0)
    play(state, "use doomhammer", "conquer 3")
    assert state.scores() == [0, 7]
    scene.coins = [6, 0]
    state = scene.conquest(0)
    play(state, "use doomhammer")
    assert refused(state, "conquer 3") == "no_coin_for_toll"


@cites("warcraft", "race.gnomes.die")
def test_21_an_air_strike_pays_tolls_before_its_die() -> None:
    scene = Wow().active(0, "gnomes", "ranger", {17: 3}).active(1, "orcs", "marsh_dwelling", {3: 1, 2: 1})
    state = scene.conquest(0)
    play(state, "use gnomes", "conquer 3")
    assert asked(state) == "unit.gnomes"
    assert state.scores() == [19, 21]
    play(state, "yes gnomes", "? die 0", "no gnomes")
    assert refused(state, "use gnomes") == "already_used"
    assert state.scores() == [19, 21]


@cites("warcraft", "conquest.own_declined_bonuses")
def test_22_ones_own_declined_region() -> None:
    scene = Wow().active(0, "orcs", "enraged", {8: 9}).declined(0, "humans", {4: 1}, "marsh_dwelling")
    state = scene.conquest(0)
    play(state, "conquer 4")
    stop(state)
    assert coins_for(state, "orcs") == 1
    assert coins_for(state, "faction") == 1
    scene = (
        Wow()
        .active(0, "forsaken", "ranger", {4: 9})
        .declined(0, "humans", {3: 1}, "marsh_dwelling")
        .thing(4, "doomhammer")
    )
    state = scene.conquest(0)
    play(state, "use doomhammer", "conquer 3", "stop")
    assert state.scores()[0] == 20  # no toll to oneself, and the Doomhammer's coins come back
    assert asked(state) != "unit.forsaken"


@cites("warcraft", "place.lights_hope.scope")
def test_23_the_chapel_does_not_save_ones_own_declined_tokens() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).thing(8, "lights_hope").declined(0, "humans", {4: 1, 2: 1})
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "humans")["tray"] == 9


@cites("warcraft", "scoring.figures", "power.defensive.counting")
def test_24_regions_of_figures_count() -> None:
    scene = (
        Wow()
        .active(0, "orcs", "defensive", {8: 1, 7: 1})
        .active(1, "naga", "champion", {4: 0, 2: 1})
        .mark(4, "champion")
    )
    state = scene.turn(0)
    end_turn(state)
    assert region(state, 8)["marks"] == {}


@cites("warcraft", "marker.reveal", "marker.after_reveal")
def test_25_the_champion_reveals_and_the_marker_serves_from_then_on() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 2}).mark(4, "hidden")
    state = scene.conquest(0)
    assert refused(state, "use frostmourne") == "no_such_aid"
    play(state, "use champion", "conquer 4", "? find frostmourne")
    assert can(state, "use frostmourne")


# --- the rulebook's worked examples -------------------------------------------------------------------


@cites("warcraft", "race.forsaken", "power.herbalist", "scoring.per_region")
def test_example_forsaken_herbalists() -> None:
    scene = Wow().active(0, "forsaken", "herbalist", {8: 10}).active(1, "kobolds", "mining", {7: 1, 2: 1}).murloc(11)
    state = scene.conquest(0)
    play(state, "conquer 7", "conquer 11", "stop")
    assert asked(state) == "unit.forsaken"
    play(state, "yes forsaken", "no forsaken")
    stop_deploying(state)
    assert coins_for(state, "regions") == 3
    assert coins_for(state, "herbalist") == 1
    assert state.scores()[0] == 20 - 1 + 4


def stop_deploying(state: Any) -> None:
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])


@cites("warcraft", "die.success")
def test_example_the_last_conquest_of_a_mountain() -> None:
    state = Wow().active(0, "forsaken", "herbalist", {8: 3}).conquest(0)
    assert price(state, 7) == 3
    play(state, "conquer 7", "? die 1")
    assert region(state, 7)["holder"] == "forsaken"


@cites("warcraft", "faction.once_per_race", "race.blood_elves", "decline.ability_ends")
def test_example_blood_elf_archaeologists() -> None:
    scene = Wow().active(0, "blood_elves", "archaeologist", {4: 10}).declined(0, "forsaken", {12: 1, 11: 1})
    scene.active(1, "humans", "mining", {8: 1, 7: 1}).declined(1, "dwarves", {3: 1})
    state = scene.conquest(0)
    play(state, "conquer 3", "conquer 8", "conquer 7", "? die 3")
    end_turn(state)
    assert coins_for(state, "faction") == 2
    assert coins_for(state, "blood_elves") == 1
    assert coins_for(state, "regions") == 4 + 2
    assert coins_for(state, "herbalist") == 0


@cites("warcraft", "decline.old_race_leaves", "decline.one_token_each", "market.banner_return")
def test_example_blood_elves_decline() -> None:
    scene = Wow().active(0, "blood_elves", "archaeologist", {4: 3, 3: 1}).declined(0, "forsaken", {12: 1})
    scene.active(1, "humans", "mining", {8: 1})
    state = scene.turn(0)
    play(state, "decline")
    page: Any = state.view(0)
    assert page["returned_races"] == ["forsaken"]
    assert "archaeologist" in page["discarded_powers"]
    assert region(state, 4)["tokens"] == 1


@cites("warcraft", "race.forsaken.tray")
def test_example_twenty_forsaken_on_the_boards() -> None:
    state = Wow().active(0, "forsaken", "ranger", {8: 20}).murloc(7).conquest(0)
    play(state, "conquer 7", "stop")
    assert asked(state) != "unit.forsaken"
