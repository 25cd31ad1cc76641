"""The edges of each race's ability: one region more or less, an opponent's turn, nothing there to take."""

from typing import Any

import pytest

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    play,
    price,
    refused,
    region,
    settle,
    stop,
    tribe,
)


@cites("underground", "race.cultists", "race.cultists.left", "race.cultists.move")
def test_only_a_conquest_of_the_cultists_brings_the_great_ancient() -> None:
    # A region that Reborn gave them is no conquest; nor is what an opponent takes from them.
    scene = bare().active(0, "ogres", "wise", {3: 9}).active(1, "cultists", "stone", {4: 1, 25: 4})
    state = play(scene.conquest(0), "conquer 4")
    assert region(state, 4)["marks"] == {}
    end_turn(state)
    assert asked(state) == "choice", "there is nothing to move yet"
    play(state, "expand", "conquer 26")
    assert region(state, 26)["marks"] == {"great_ancient": 1}
    failed = bare().active(0, "cultists", "stone", {}, hand=1).active(1, "ogres", "wise", {25: 2})
    state = play(failed.conquest(0), "conquer 4", "? die 0")
    assert region(state, 4)["marks"] == {}, "nor an attack that failed"


@cites("underground", "race.cultists", "race.cultists.adjacent")
def test_what_the_great_ancient_cheapens() -> None:
    scene = bare().active(0, "cultists", "wise", {3: 6, 10: 1}).mark(3, "great_ancient").note("cultists", 1)
    state = play(scene.active(1, "ogres", "stone", {4: 2, 11: 2}).turn(0), "no cultists", "expand")
    assert [price(state, r) for r in (8, 9, 2)] == [1, 1, 1], "adjacent: 2 - 1, and the River at least 1"
    assert price(state, 4) == 2 + 2 - 1
    assert [price(state, r) for r in (17, 6, 11)] == [2, 2, 3 + 2], "adjacent to other Cultists only"
    away = bare().active(0, "cultists", "wise", {3: 6}).note("cultists", 1).active(1, "ogres", "stone", {4: 2})
    assert price(play(away.turn(0), "no cultists", "expand"), 9) == 2, "not on the map"
    foe = bare().active(0, "ogres", "wise", {9: 6}).active(1, "cultists", "stone", {3: 1}).mark(3, "great_ancient")
    assert price(foe.note("cultists", 1).conquest(0), 4) == 1, "Ogres: 2 - 1, it helps nobody else"


@cites("underground", "race.cultists.move", "turn.start_effects")
def test_when_the_great_ancient_may_move() -> None:
    scene = bare().active(0, "cultists", "wise", {3: 2, 9: 2}).mark(3, "great_ancient").note("cultists", 1)
    state = scene.active(1, "ogres", "stone", {25: 2}).turn(0)
    assert [state.text(code) for code in state.legal_actions()] == ["place cultists 9", "no cultists"]
    play(state, "no cultists")
    assert region(state, 3)["marks"] == {"great_ancient": 1}
    play(state, "expand")
    assert refused(state, "place cultists 9") == "not_asked", "not later in the turn"
    end_turn(state)
    assert (asked(state), state.current_player()) == ("choice", 1), "not in another player's turn"
    lost = bare().active(0, "cultists", "wise", {}, hand=4).note("cultists", 1).active(1, "ogres", "stone", {25: 2})
    assert asked(lost.turn(0)) == "choice", "no region to put it in"


@cites("underground", "race.drow", "race.drow.balrog")
def test_what_disturbs_the_drow() -> None:
    def alone(**more: Any) -> int:
        scene = bare().active(0, "drow", "stone", {3: 1, 4: 1, 25: 1})
        if "foe" in more:
            scene.active(1, "ogres", "wise", {more["foe"]: 1})
        else:
            scene.active(1, "ogres", "wise", {}, hand=3)
        if "old" in more:
            scene.declined(1, "kraken", {more["old"]: 1})
        if "mine" in more:
            scene.declined(0, "kraken", {more["mine"]: 1})
        return coins_for(end_turn(scene.turn(0)), "drow")

    assert alone() == 3, "each region one, beside each other too"
    assert alone(foe=9) == 1, "9 borders 3 and 4"
    assert alone(foe=5) == 2
    assert alone(old=26) == 2, "a race in decline"
    assert alone(mine=26) == 2, "one's own as well"
    assert alone(foe=17) == 3, "not beside any"
    monsters = below().active(0, "drow", "stone", {26: 1, 4: 1}).active(1, "ogres", "wise", {17: 1})
    assert coins_for(end_turn(monsters.turn(0)), "drow") == 1, "22 holds monsters"


@cites("underground", "race.flames", "race.flames.entry")
def test_where_the_volcano_lies_and_whom_it_helps() -> None:
    scene = bare().active(1, "ogres", "wise", {25: 2}).combos(("flames", "stone", 0))
    state = play(scene.turn(0), "pick 0")
    assert [state.text(code) for code in state.legal_actions()] == ["place flames 0", "place flames 14"]
    deal(play(state, "place flames 0"))
    assert region(state, 0)["marks"] == {"volcano": 1}
    assert tribe(state, "flames")["hand"] == 8
    assert sorted(
        int(text.split()[1]) for code in state.legal_actions() if (text := state.text(code)).startswith("conquer")
    ) == [1, 6, 10], "what touches it, be it on the rim or not"
    foe = bare().active(0, "ogres", "wise", {9: 6}).active(1, "flames", "stone", {21: 2, 15: 3}).mark(14, "volcano")
    assert price(foe.note("flames", 1).conquest(0), 15) == 2 + 1 + 3 - 1, "it helps nobody else"


@cites("underground", "race.flames.entry", "conquest.first_again")
def test_flames_that_enter_again_touch_the_volcano_again() -> None:
    scene = bare().active(0, "flames", "stone", {}, hand=8).note("flames", 1).mark(14, "volcano")
    state = scene.active(1, "ogres", "wise", {26: 2}).conquest(0)
    assert refused(state, "conquer 4") == "volcano_first", "on the rim, but away from the Volcano"
    play(state, "conquer 8")
    assert can(state, "conquer 3"), "from then on borders count"
    assert refused(state, "conquer 15") == "not_adjacent"


@cites("underground", "race.flames.entry", "power.reborn.pick")
def test_an_attack_on_reborn_flames_is_no_conquest_of_theirs() -> None:
    scene = bare().active(0, "ogres", "wise", {4: 9}).active(1, "flames", "stone", {3: 1, 7: 3}).mark(14, "volcano")
    state = end_turn(play(scene.conquest(0), "conquer 3"))
    play(state, "expand")
    assert refused(state, "conquer 12") == "volcano_first", "beside 7, which Reborn gave them"
    assert can(state, "conquer 8")
    failed = bare().active(0, "flames", "stone", {7: 2}).mark(14, "volcano").active(1, "ogres", "wise", {25: 1})
    state = end_turn(play(failed.conquest(0), "conquer 15", "? die 0"))
    play(state, "expand")
    assert refused(state, "conquer 12") == "volcano_first", "nor is an attack that failed"


@cites("underground", "race.flames", "race.flames.contents", "mixing.as_if_empty", "race.flames.armor")
def test_as_if_empty_only_along_the_chain() -> None:
    scene = bare().active(0, "flames", "stone", {21: 4, 1: 1, 26: 1}).note("flames", 1).mark(14, "volcano")
    scene.active(1, "ogres", "shield", {15: 3, 22: 2, 7: 3, 9: 2}).mark(15, "mushroom_armor", 2)
    state = scene.mark(7, "mushroom_armor").conquest(0)
    assert price(state, 15) == 3, "the mountain alone"
    assert price(state, 22) == 2, "beside a chain of theirs"
    assert price(state, 7) == 2 + 3 + 1, "region 1 leads to no Volcano"
    assert price(state, 25) == 2, "empty anyway"
    play(state, "conquer 15")
    assert (tribe(state, "ogres")["retreat"], region(state, 15)["tokens"]) == (2, 3)
    assert price(state, 9) == 2, "the chain grows with each conquest"


@cites("underground", "race.flames.contents", "conquest.non_empty", "conquest.monsters")
def test_what_costs_as_if_empty_is_not_empty() -> None:
    scene = below(mixed="yes").active(0, "orcs", "wise", {21: 6}).thing(21, "stinky_trolls_socks")
    scene.active(1, "ogres", "stone", {25: 2}).thing(26, "fountain_of_youth")
    state = play(scene.conquest(0), "use stinky_trolls_socks", "conquer 22", "? find diamond_fields", "conquer 26")
    assert coins_for(finish(state), "orcs") == 1, "the monsters; 26 was empty"
    flames = below().active(0, "flames", "stone", {21: 6}).note("flames", 1).mark(14, "volcano")
    state = play(flames.active(1, "ogres", "wise", {26: 1}).conquest(0), "conquer 13")
    assert asked(state) == "find", "the monsters leave and their marker is drawn"
    play(state, "? find diamond_fields", "conquer 26")
    assert (asked(state), tribe(state, "ogres")["tray"]) == ("conquest", 10), "nothing is hidden under a race"


@cites("underground", "race.gnomes", "race.iron_dwarves.strike", "mixing.berserk")
def test_gnomes_protect_their_own_regions_alone() -> None:
    scene = bare().active(0, "ogres", "vampire", {3: 5}).active(1, "gnomes", "wise", {25: 1})
    scene.declined(1, "drow", {4: 1}).thing(3, "sword_of_the_killer_rabbit").thing(3, "flying_doormat")
    state = scene.conquest(0)
    assert price(state, 4) == 3 - 1, "Ogres pay less for everybody else"
    assert price(play(state, "use sword_of_the_killer_rabbit"), 4) == 1
    assert can(state, "conquer 4")
    assert can(play(scene.conquest(0), "use flying_doormat"), "conquer 26"), "beside Gnomes is not theirs"
    dwarves = bare().active(0, "iron_dwarves", "wise", {9: 2}).active(1, "gnomes", "stone", {25: 1})
    state = play(dwarves.declined(1, "ogres", {4: 1}).note("iron_dwarves", 3).conquest(0), "conquer 4")
    assert (asked(state), region(state, 4)["tokens"]) == ("conquest", 1), "one Dwarf and two hammers"
    berserk = bare(mixed="yes").active(0, "orcs", "berserk", {3: 3}).active(1, "gnomes", "stone", {25: 1, 9: 1})
    state = play(berserk.declined(1, "ogres", {4: 1}).conquest(0), "use berserk", "? die 2")
    assert (price(state, 4), price(state, 9)) == (1, 3), "the roll counts, but not against Gnomes"


@cites("underground", "race.gnomes", "race.gnomes.own_turn")
def test_gnomes_of_ones_own_are_not_protected_against_oneself() -> None:
    scene = bare(gnomes_protected_in_decline="yes").active(0, "ogres", "wise", {3: 5}).declined(0, "gnomes", {4: 1})
    state = scene.active(1, "kraken", "stone", {25: 1}).conquest(0)
    assert price(state, 4) == 2 + 1 - 1, "Ogres pay less for their own player's Gnomes"
    foe = bare(gnomes_protected_in_decline="yes").active(0, "ogres", "wise", {3: 5}).declined(1, "gnomes", {4: 1})
    assert price(foe.active(1, "kraken", "stone", {25: 1}).conquest(0), 4) == 2 + 1
    usual = bare().active(0, "ogres", "wise", {3: 5}).declined(1, "gnomes", {4: 1})
    assert price(usual.active(1, "kraken", "stone", {25: 1}).conquest(0), 4) == 2, "in decline no more"


@cites("underground", "race.gnomes", "race.gnomes.penalties")
def test_what_counts_against_gnomes() -> None:
    def asks(race: str, power: str, **options: Any) -> int:
        scene = bare(**options).active(0, race, power, {3: 6}).active(1, "gnomes", "shield", {4: 2})
        return price(scene.mark(4, "mushroom_armor").conquest(0), 4)

    assert asks("drow", "wise") == 2 + 2 + 1
    assert asks("ogres", "wise") == 5
    assert asks("mummies", "wise") == 6
    assert asks("orcs", "commando", mixed="yes") == 5
    vengeful = bare().active(0, "gnomes", "wise", {3: 6}).active(1, "drow", "vengeful", {4: 1, 9: 6})
    state = end_turn(play(vengeful.conquest(0), "conquer 4"))
    assert price(play(state, "expand"), 4) == 2 + region(state, 4)["tokens"], "no vengeance either"
    keep = bare().active(0, "drow", "wise", {3: 6}).active(1, "gnomes", "wise", {4: 2})
    keep.tribes["gnomes"][2] = "stone"
    assert price(keep.thing(4, "keep_on_the_motherland").conquest(0), 4) == 5


@cites("underground", "race.iron_dwarves.strike", "race.iron_dwarves", "conquest.repeat")
def test_each_hammer_strikes_once_a_turn() -> None:
    scene = bare().active(0, "iron_dwarves", "stone", {3: 4}).note("iron_dwarves", 3).active(1, "ogres", "wise", {4: 3})
    state = play(scene.conquest(0), "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "iron_dwarves")["hand"]) == (2, 1), "5 = 3 hammers and 2 Dwarves"
    play(state, "conquer 9")
    assert asked(state) == "die", "no hammer is left for 9"
    state = play(scene.conquest(0), "conquer 9", "conquer 8")
    assert [region(state, r)["tokens"] for r in (9, 8)] == [1, 1], "one hammer in each"
    assert tribe(state, "iron_dwarves")["hand"] == 1
    play(state, "conquer 13")
    assert asked(state) == "die", "a third is left: 1 Dwarf and 1 hammer against 3"
    play(state, "? die 0")
    settle(state)
    end_turn(state)
    play(state, "expand", "conquer 13")
    assert region(state, 13)["tokens"] == 1, "next turn all strike again"


@cites("underground", "race.iron_dwarves", "race.iron_dwarves.strike")
def test_hammers_wait_for_the_next_turn_and_leave_in_decline() -> None:
    scene = bare().active(0, "iron_dwarves", "stone", {9: 3}).active(1, "ogres", "wise", {25: 3})
    state = play(scene.conquest(0), "conquer 4")
    assert (region(state, 4)["tokens"], tribe(state, "iron_dwarves")["hand"]) == (2, 0), "none in hand yet"
    end_turn(stop(state))
    play(state, "expand", "conquer 3")
    assert region(state, 3)["tokens"] == 1, "2 hammers by now"
    old = bare().active(0, "drow", "wise", {3: 4}).declined(0, "iron_dwarves", {9: 1, 17: 1}).note("iron_dwarves", 5)
    state = stop(old.active(1, "ogres", "stone", {25: 3}).conquest(0))
    page: Any = state.dump()["notes"]
    assert page.get("iron_dwarves", 0) == 5, "no more are taken in decline"
    fresh = bare().active(1, "ogres", "stone", {25: 3}).combos(("iron_dwarves", "wise", 0)).note("iron_dwarves", 5)
    state = deal(play(fresh.turn(0), "pick 0"))
    assert price(play(state, "conquer 3"), 4) == 2
    assert region(state, 3)["tokens"] == 2, "who picks them again begins without"


@cites("underground", "race.kraken", "conquest.river")
def test_kraken_keep_rivers_in_decline_and_others_hold_none() -> None:
    state = bare().active(0, "kraken", "stone", {2: 2, 20: 1, 3: 1}).active(1, "ogres", "wise", {25: 3}).turn(0)
    play(state, "decline")
    assert [region(state, r)["tokens"] for r in (2, 20, 3)] == [1, 1, 1]
    assert coins(state, 0) == 23
    end_turn(state)
    assert [region(state, r)["holder"] for r in (2, 20)] == ["kraken", "kraken"]
    lent = bare().active(0, "drow", "stone", {3: 4}).active(1, "ogres", "wise", {25: 3})
    state = stop(play(lent.conquest(0), "conquer 2", "conquer 7"))
    assert (region(state, 2)["holder"], region(state, 7)["holder"]) == (None, "drow")
    assert sum(region(state, r)["tokens"] for r in (3, 7)) == 4


@cites("underground", "race.liches", "race.liches.no_coin")
def test_who_pays_the_liches() -> None:
    for mine, left in ((1, 0), (2, 1), (20, 19)):
        scene = bare().active(0, "ogres", "wise", {3: 9}).declined(1, "liches", {4: 1, 9: 1})
        scene.coins = [mine, 5]
        state = play(scene.conquest(0), "conquer 4")
        assert (coins(state, 0), coins(state, 1)) == (left, 6), "one coin, at once"
    scene.coins = [0, 5]
    assert refused(scene.conquest(0), "conquer 4") == "no_coin_for_toll"
    active = bare().active(0, "ogres", "wise", {3: 9}).active(1, "liches", "stone", {4: 1, 9: 1})
    active.coins = [3, 5]
    assert play(active.conquest(0), "conquer 4").scores() == [3, 5], "not while they are active"
    own = bare().active(0, "ogres", "wise", {3: 9}).declined(0, "liches", {4: 1, 9: 1})
    own.active(1, "kraken", "stone", {25: 1}).coins = [3, 5]
    assert play(own.conquest(0), "conquer 4").scores() == [3, 5], "nobody pays himself"


@pytest.mark.parametrize("option", ["no", "yes"])
@pytest.mark.parametrize("mine", [0, 1, 2])
@cites("underground", "race.liches.no_coin", "race.liches")
def test_liches_and_a_player_with_few_coins(option: str, mine: int) -> None:
    scene = bare(liches_ban_while_active=option).active(0, "ogres", "wise", {3: 9}).active(1, "liches", "stone", {4: 1})
    scene.coins = [mine, 5]
    state = scene.conquest(0)
    assert can(state, "conquer 4") == (mine > 0 or option == "no")
    if mine:
        assert play(state, "conquer 4").scores() == [mine, 5], "active Liches ask for a coin, but do not take it"
    old = bare(liches_ban_while_active=option).active(0, "ogres", "wise", {3: 9}).declined(1, "liches", {4: 1})
    old.coins = [mine, 5]
    assert can(old.conquest(0), "conquer 4") == (mine > 0)
    own = bare(liches_ban_while_active=option).active(0, "ogres", "wise", {3: 9}).declined(0, "liches", {4: 1})
    own.active(1, "kraken", "stone", {25: 1}).coins = [mine, 5]
    assert can(own.conquest(0), "conquer 4"), "one's own are open to oneself"


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("underground", "race.lizardmen", "race.lizardmen.entry")
def test_lizardmen_need_a_bank_to_pass(option: str) -> None:
    def reach(regions: dict[int, int]) -> list[int]:
        scene = bare(lizardmen_enter_by_river=option).active(0, "lizardmen", "wise", regions, hand=7)
        state = scene.active(1, "ogres", "stone", {10: 1}).conquest(0)
        texts = [state.text(code) for code in state.legal_actions()]
        return [int(text.split()[1]) for text in texts if text.startswith("conquer")]

    river = {2, 20, 24}
    banks = {1, 3, 7, 8, 12, 13, 18, 19, 21, 25}
    assert set(reach({3: 1})) == (river | banks | {4, 9}) - {3}, "a bank: all others, and its own neighbours"
    assert set(reach({4: 1})) == {3, 5, 9}, "away from the River: neighbours alone"
    assert set(reach({2: 1})) == (river | banks) - {2}, "from the River itself"
    rim = {1, 2, 3, 4, 5, 10, 22, 24, 25, 26}
    assert set(reach({})) == (rim | river | banks if option == "yes" else rim)


@cites("underground", "race.mudmen", "market.tray_limit")
def test_mudmen_grow_only_when_they_redeploy() -> None:
    for held, grown in (((4,), 0), ((1, 4), 1), ((1, 19, 4), 2), ((1, 19, 26, 4), 3)):
        scene = bare().active(0, "mudmen", "wise", dict.fromkeys(held, 1)).active(1, "kraken", "stone", {10: 2})
        assert tribe(scene.conquest(0), "mudmen")["hand"] == 0
        assert tribe(stop(scene.conquest(0)), "mudmen")["tokens"] == len(held) + grown
        assert tribe(play(scene.turn(0), "decline"), "mudmen")["tokens"] == len(held), "not when they decline"
    scene = bare().active(0, "mudmen", "wise", {1: 4, 19: 7}).active(1, "kraken", "stone", {10: 2})
    assert tribe(stop(scene.conquest(0)), "mudmen")["tokens"] == 12, "one left for two mudpools"


@cites("underground", "race.mummies", "race.ogres", "conquest.minimum", "conquest.discounts_add")
def test_a_token_more_or_less_for_every_kind_of_region() -> None:
    def prices(race: str) -> list[int]:
        scene = bare().active(0, race, "wise", {9: 6, 3: 1}).active(1, "kraken", "stone", {4: 2, 2: 1})
        scene.declined(1, "drow", {15: 1}).thing(3, "flying_doormat")
        state = play(scene.conquest(0), "use flying_doormat")
        return [price(state, r) for r in (8, 4, 2, 15, 5, 20, 26)]

    assert prices("gnomes") == [2, 4, 2, 4, 3, 1, 2]
    assert prices("mummies") == [3, 5, 3, 5, 4, 2, 3]
    assert prices("ogres") == [1, 3, 1, 3, 2, 1, 1]


@pytest.mark.parametrize(("race", "cost"), [("gnomes", 1), ("mummies", 2), ("ogres", 1)])
@cites("underground", "conquest.river_occupied", "conquest.minimum")
def test_a_flat_river_price_and_surcharges(race: str, cost: int) -> None:
    scene = bare(occupied_river="flat").active(0, race, "wise", {3: 6}).active(1, "kraken", "stone", {2: 3, 4: 1})
    state = scene.conquest(0)
    assert price(state, 2) == cost
    assert price(state, 4) == {"gnomes": 3, "mummies": 4, "ogres": 2}[race], "no River"


@cites("underground", "conquest.discounts_add", "conquest.minimum")
def test_discounts_of_race_power_relic_and_die_add_up() -> None:
    scene = bare(mixed="yes").active(0, "ogres", "berserk", {3: 6}).thing(3, "sword_of_the_killer_rabbit")
    scene.active(1, "kraken", "stone", {4: 6})
    for pips, cost in ((0, 7), (1, 6), (2, 5), (3, 4)):
        state = play(scene.conquest(0), "use berserk", f"? die {pips}")
        assert price(state, 4) == cost, "2 + 6 - 1, less the roll"
        play(state, "use sword_of_the_killer_rabbit")
        assert price(state, 4) == cost - 2
        assert price(state, 9) == 1, "but at least one"
    vengeful = bare().active(0, "drow", "wise", {4: 8}).active(1, "ogres", "vengeful", {3: 5, 9: 1})
    state = end_turn(play(vengeful.conquest(0), "conquer 9"))
    play(state, "expand")
    assert price(state, 4) == max(2 + region(state, 4)["tokens"] - 2, 1)
    assert price(state, 9) == max(2 + region(state, 9)["tokens"] - 2, 1)


@cites("underground", "race.shadow_mimes", "race.shadow_mimes.tokens")
def test_shadow_mimes_with_every_visible_badge() -> None:
    scene = bare().active(1, "ogres", "wise", {25: 2})
    scene.combos(
        ("kraken", "royal", 0), ("shadow_mimes", "muddy", 0), ("drow", "magic", 0), ("gnomes", "stone", 0),
        ("liches", "tomb", 0), ("mummies", "fisher", 0),
    )  # fmt: skip
    state = play(scene.turn(0), "pick 1")
    assert [state.text(code) for code in state.legal_actions()] == [
        *[f"swap shadow_mimes {place}" for place in range(5)], "no shadow_mimes",
    ]  # fmt: skip
    assert tribe(state, "shadow_mimes")["hand"] == 0, "no token before the badge is known"
    row: Any = state.view(0)["row"]
    assert len(row) == 5, "nor a new combo"
    deal(play(state, "swap shadow_mimes 3"))
    assert (tribe(state, "shadow_mimes")["power"], tribe(state, "shadow_mimes")["hand"]) == ("tomb", 7 + 5)
    row = state.view(0)["row"]
    assert [(combo["race"], combo["power"], combo["coins"]) for combo in row[:5]] == [
        ("kraken", "royal", 1), ("drow", "magic", 0), ("gnomes", "stone", 0), ("liches", "muddy", 0),
        ("mummies", "fisher", 0),
    ]  # fmt: skip
    assert (len(row), asked(state)) == (6, "conquest")


@cites("underground", "race.shadow_mimes")
def test_shadow_mimes_without_another_combo_are_asked_nothing() -> None:
    scene = bare().active(1, "ogres", "wise", {25: 2}).combos(("shadow_mimes", "muddy", 0))
    page = scene.dump([["turn", "ogres", "", 0, 0]])
    page["row"], page["stacked_races"] = page["row"][:1], []
    state = play(scene.game.load(page), "pick 0")
    assert (asked(state), tribe(state, "shadow_mimes")["hand"]) == ("conquest", 10)
    page["row"] = [["drow", "stone", 0], *page["row"]]
    assert asked(play(scene.game.load(page), "pick 1")) == "unit.shadow_mimes"


@cites("underground", "race.shadow_mimes", "power.vengeful")
def test_a_swapped_badge_remembers_nothing() -> None:
    scene = bare().active(0, "ogres", "wise", {4: 3}).combos(("shadow_mimes", "muddy", 0), ("drow", "vengeful", 0))
    state = play(scene.note("vengeful", 1).turn(1), "pick 0", "swap shadow_mimes 0")
    assert tribe(deal(state), "shadow_mimes")["power"] == "vengeful"
    assert price(state, 4) == 2 + 3, "whom another Vengeful race was after is no concern of theirs"


@cites("underground", "race.shrooms", "scoring.declined_no_bonus")
def test_each_mushroom_forest_pays_active_shrooms() -> None:
    for n in range(4):
        held = {3: 1, **dict.fromkeys((4, 7, 8)[:n], 1)}
        scene = bare().active(0, "shrooms", "wise", held).active(1, "ogres", "stone", {25: 2})
        assert coins_for(end_turn(scene.turn(0)), "shrooms") == n
        state = play(scene.turn(0), "decline")
        assert (coins_for(state, "shrooms"), coins_for(state, "regions")) == (0, n + 1), "not in decline"


@cites("underground", "race.spiderines", "power.flocking", "power.thieving")
def test_what_chasms_join_for_spiderines() -> None:
    brink = {1, 5, 6, 8, 9, 10, 13, 15, 17, 18, 21, 22, 24, 26}

    def reach(regions: dict[int, int]) -> set[int]:
        state = bare().active(0, "spiderines", "wise", regions, hand=7).active(1, "ogres", "stone", {25: 1}).conquest(0)
        texts = [state.text(code) for code in state.legal_actions()]
        return {int(text.split()[1]) for text in texts if text.startswith("conquer")}

    assert reach({12: 1}) == brink | {2, 7, 11, 18, 19, 20}, "what borders a chasm, and what borders 12"
    assert reach({1: 1}) == (brink | {2, 7}) - {1}
    assert reach({}) == brink | {1, 2, 3, 4, 5, 10, 22, 24, 25, 26}, "the rim and the chasms"
    flock = {(7, 21): 0, (12, 26): 0, (1, 21): 2, (1, 12): 0, (12, 19): 2, (3, 4): 2, (1, 21, 12): 0, (1, 7, 12): 2}
    for held, paid in flock.items():
        scene = bare().active(0, "spiderines", "flocking", dict.fromkeys(held, 1)).active(1, "ogres", "stone", {25: 1})
        assert coins_for(end_turn(scene.turn(0)), "flocking") == paid, held


@cites("underground", "race.will_o_wisps", "race.will_o_wisps.failure")
def test_what_the_wisps_pay_after_their_roll() -> None:
    scene = bare().active(0, "will_o_wisps", "wise", {3: 6}).active(1, "ogres", "stone", {8: 3, 9: 4, 21: 1})
    for pips, left in ((0, 5), (1, 4), (2, 3), (3, 2)):
        state = play(scene.conquest(0), "use will_o_wisps", "conquer 8", f"? die {pips}")
        assert (region(state, 8)["tokens"], asked(state)) == (left, "conquest")
        assert tribe(state, "will_o_wisps")["hand"] == 5 - left
    for pips, holder in ((0, "ogres"), (1, "will_o_wisps")):
        state = play(scene.conquest(0), "use will_o_wisps", "conquer 9", f"? die {pips}")
        assert region(state, 9)["holder"] == holder
        assert (asked(state) == "conquest") == (pips == 1), "a roll that is too low ends the conquests"
    empty = play(scene.conquest(0), "use will_o_wisps", "conquer 4", "? die 3")
    assert region(empty, 4)["tokens"] == 1, "at least one goes in"
    again = play(empty, "use will_o_wisps", "conquer 8", "? die 0")
    assert region(again, 8)["holder"] == "will_o_wisps" or asked(again) != "conquest"


@cites("underground", "race.will_o_wisps")
def test_where_the_wisps_may_roll() -> None:
    scene = bare().active(0, "will_o_wisps", "wise", {3: 3, 11: 1}).active(1, "ogres", "stone", {25: 1})
    state = play(scene.conquest(0), "use will_o_wisps")
    assert can(state, "conquer 10"), "a crystal"
    assert can(state, "conquer 4"), "adjacent to the crystal they hold"
    assert refused(state, "conquer 17") == "no_crystal_near", "adjacent to 11 and to a crystal they do not hold"
    assert refused(state, "stop") == "must_attack"
    plain = play(scene.conquest(0), "conquer 4")
    assert (asked(plain), region(plain, 4)["tokens"]) == ("conquest", 2), "unasked, no die is rolled"
    none = bare().active(0, "will_o_wisps", "wise", {3: 1}).active(1, "ogres", "stone", {25: 1}).conquest(0)
    assert refused(none, "use will_o_wisps") == "no_token_in_hand"
    sword = bare().active(0, "will_o_wisps", "wise", {3: 3}).thing(3, "sword_of_the_killer_rabbit")
    state = play(sword.active(1, "ogres", "stone", {4: 1}).conquest(0), "use sword_of_the_killer_rabbit", "conquer 4")
    assert (asked(state), region(state, 4)["tokens"]) == ("conquest", 1), "another aid rolls no die"
    far = bare().active(0, "will_o_wisps", "wise", {3: 3}).active(1, "ogres", "stone", {4: 3, 9: 6, 25: 1})
    state = play(far.conquest(0), "use will_o_wisps")
    assert can(state, "conquer 4"), "3 short"
    assert refused(state, "conquer 9") == "not_enough_tokens", "out of reach even for a 3"


@cites("underground", "race.will_o_wisps")
def test_without_a_crystal_only_crystals_may_be_rolled_for() -> None:
    # Map for five: mine 8 borders mud 0 and crystal 7.
    scene = bare(5).active(0, "will_o_wisps", "wise", {8: 4}).active(1, "ogres", "stone", {40: 1})
    state = play(scene.conquest(0), "use will_o_wisps")
    assert can(state, "conquer 7")
    assert refused(state, "conquer 0") == "no_crystal_near"
