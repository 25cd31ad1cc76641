"""Where the abilities of races begin and end: each case beside its twin."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    happened,
    play,
    price,
    refused,
    region,
    stop,
    tribe,
)
from tests.support.warcraft import Wow


def stock(state: State, piece: str) -> int:
    pieces: Any = state.view(0)["stock"]
    return int(pieces[piece])


# --- Draenei ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.draenei", "race.draenei.later", "race.draenei.unused")
def test_the_light_comes_anew_with_each_opponents_turn_and_not_in_their_own() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "orcs", "ranger", {8: 11}).active(1, "naga", "fishing", {16: 9})
    scene.active(2, "draenei", "mining", {4: 1, 7: 1, 19: 2, 28: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 7")
    assert (tribe(state, "draenei")["retreat"], tribe(state, "draenei")["tray"]) == (1, 12 - 5 + 1)
    stop(state)
    while asked(state) == "retreat":
        state.apply(state.legal_actions()[0])
    play(state, "expand")
    assert tribe(state, "draenei")["tray"] == 8
    target = next(r for r in (19, 28) if can(state, f"conquer {r}"))
    before = region(state, target)["tokens"]
    play(state, f"conquer {target}")
    assert (tribe(state, "draenei")["retreat"], tribe(state, "draenei")["tray"]) == (before, 8)
    old = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "naga", "mining", {12: 1}).declined(1, "draenei", {4: 1})
    assert tribe(play(old.conquest(0), "conquer 4"), "draenei") == {}, "in decline nothing is saved"


@cites("warcraft", "race.draenei.unused", "race.draenei", "power.champion.ransom")
def test_where_the_champion_saves_a_token_the_light_is_not_needed() -> None:
    for spot, tray, retreat in ((4, 12 - 4, 2), (17, 12 - 4, 2)):
        scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "draenei", "champion", {4: 2, 7: 1, 17: 1})
        state = play(scene.mark(spot, "champion").conquest(0), "conquer 4")
        assert (tribe(state, "draenei")["tray"], tribe(state, "draenei")["retreat"]) == (tray, retreat)
        play(state, "conquer 7")
        saved = spot == 4  # the Light is still there for the second
        assert (tribe(state, "draenei")["tray"], tribe(state, "draenei")["retreat"]) == (
            (tray, retreat + 1) if saved else (tray + 1, retreat)
        )


# --- Ethereals -------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.ethereals.theft", "race.ethereals", "race.ethereals.sources")
def test_the_artifact_comes_into_a_region_next_to_where_it_lay() -> None:
    scene = Wow().active(0, "ethereals", "ranger", {8: 5, 12: 1, 3: 1}).thing(7, "ashes").thing(9, "heart")
    scene.thing(17, "frostmourne").thing(8, "doomhammer").thing(4, "dark_portal")
    state = scene.active(1, "trolls", "mining", {9: 1, 18: 1}).conquest(0)
    assert {r for r in (8, 12, 3) if can(state, f"take ashes {r}")} == {8, 3}
    assert refused(state, "take ashes 12") == "not_an_artifact_near"
    assert {r for r in (8, 12, 3) if can(state, f"take heart {r}")} == {12}
    for name in ("frostmourne", "doomhammer", "aegis"):  # too far, one's own, not yet found
        assert refused(state, f"take {name} 8") == "not_an_artifact_near"
    assert refused(state, "take ashes 4") == "not_your_region"
    assert refused(state, "take dark_portal 8") == "not_an_artifact_near", "a Legendary Place is no artifact"
    play(state, "take heart 12")
    assert (region(state, 12)["marks"], region(state, 9)["marks"], region(state, 9)["tokens"]) == ({"heart": 1}, {}, 1)


@cites("warcraft", "race.ethereals.sources", "race.ethereals.theft")
def test_what_lies_with_the_ethereals_is_not_stolen() -> None:
    scene = (
        Wow().active(0, "ethereals", "ranger", {8: 5, 11: 1}).thing(8, "ashes").active(1, "trolls", "mining", {17: 1})
    )
    assert refused(scene.conquest(0), "take ashes 11") == "not_an_artifact_near"
    scene = (
        Wow().active(0, "ethereals", "ranger", {11: 1}, hand=3).thing(8, "ashes").active(1, "trolls", "mining", {17: 1})
    )
    assert can(scene.conquest(0), "take ashes 11")


@cites("warcraft", "race.ethereals.sources", "race.ethereals.blocked", "conquest.water_powers")
def test_from_whom_ethereals_steal() -> None:
    """From nobody, Murlocs, their own race in decline, Naga in the water: free; from under a tower: never."""
    for holder in ("nobody", "murloc", "own", "naga", "tower", "trolls"):
        scene = Wow().active(0, "ethereals", "ranger", {8: 5})
        spot = 10 if holder == "naga" else 4
        if holder == "murloc":
            scene.murloc(4)
        if holder == "own":
            scene.declined(0, "orcs", {4: 1})
        if holder in ("naga", "trolls", "tower"):
            scene.active(1, holder if holder != "tower" else "trolls", "mining", {spot: 2, 12: 1})
        if holder == "tower":
            scene.mark(4, "watchtower")
        state = scene.thing(spot, "ashes").conquest(0)
        if holder == "tower":
            assert refused(state, "take ashes 8") == "region_immune"
            continue
        play(state, "take ashes 8")
        assert region(state, 8)["marks"] == {"ashes": 1}
        assert state.scores() == [20, 20], holder


@cites("warcraft", "race.ethereals.blocked", "race.ethereals.no_attack", "artifact.aegis.payment")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_two_coins_are_just_enough_for_a_theft_under_the_aegis(coins: int) -> None:
    scene = Wow().active(0, "ethereals", "ranger", {4: 6}).active(1, "pandaren", "marsh_dwelling", {3: 2, 8: 2})
    scene.note("pandaren", 1).thing(3, "ashes").thing(8, "frostmourne").thing(8, "aegis")
    scene.coins = [coins, 0]
    state = scene.conquest(0)
    assert can(state, "take ashes 4"), "no attack: neither Harmony nor the swamp asks for a coin"
    assert can(state, "take frostmourne 4") == (coins >= 2)
    if coins >= 2:
        play(state, "take frostmourne 4")
        assert state.scores() == [coins - 2, 2]
    else:
        assert refused(state, "take frostmourne 4") == "no_coin_for_toll"
    free = play(scene.conquest(0), "take ashes 4")
    assert free.scores() == [coins, 0]
    assert asked(free) == "conquest"
    attack = scene.conquest(0)
    assert can(attack, "conquer 3") == (coins >= 3)  # Harmony and the swamp
    assert can(attack, "conquer 8") == (coins >= 4)


@cites("warcraft", "race.ethereals.counted", "race.ethereals")
def test_an_artifact_used_and_stolen_back_has_served() -> None:
    scene = Wow().active(0, "ethereals", "ranger", {8: 6, 7: 1}).thing(8, "frostmourne").thing(4, "ashes")
    scene.active(1, "trolls", "portal_mage", {12: 1})
    state = play(scene.conquest(0), "use frostmourne", "conquer 4")
    assert refused(state, "use frostmourne") == "already_used"
    assert can(state, "use ashes"), "another one has not"
    scene = Wow().active(0, "ethereals", "ranger", {8: 7}).thing(8, "frostmourne").declined(0, "trolls", {4: 1})
    scene.thing(4, "ashes")
    state = play(scene.conquest(0), "take ashes 8", "use ashes")
    assert can(state, "conquer 20")
    assert refused(state, "use ethereals") == "already_used"


# --- Forsaken --------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.forsaken", "race.forsaken.tray", "race.forsaken.when", "race.forsaken.not_counted")
@pytest.mark.parametrize(
    ("out", "coins", "taken", "bought"),
    [(10, 9, 2, 2), (10, 1, 2, 1), (10, 0, 2, 0), (19, 9, 2, 1), (20, 9, 2, 0), (10, 9, 0, 0)],
)
def test_how_many_forsaken_may_be_bought(out: int, coins: int, taken: int, bought: int) -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: out}).active(1, "humans", "mining", {4: 1, 11: 1, 17: 1})
    scene.coins = [coins, 0]
    state = play(scene.conquest(0), *["conquer 4", "conquer 11"][:taken], *(["conquer 7"] if not taken else []))
    assert not can(state, "yes forsaken"), "only when conquests are over"
    play(state, "stop")
    for n in range(bought):
        assert asked(state) == "unit.forsaken"
        hand = tribe(state, "forsaken")["hand"]
        play(state, "yes forsaken")
        assert state.scores()[0] >= coins - n - 1
        if asked(state) == "unit.forsaken":
            assert tribe(state, "forsaken")["hand"] == hand + 1
    assert asked(state) != "unit.forsaken"
    assert tribe(state, "forsaken")["tray"] == 20 - out - bought


@cites("warcraft", "race.forsaken.not_counted", "power.portal_mage.no_conquest", "race.pandaren.forts")
def test_what_is_moved_or_taken_away_without_a_loss_is_not_bought_for() -> None:
    scene = Wow().active(0, "forsaken", "portal_mage", {8: 5}).active(1, "humans", "mining", {1: 3, 17: 1})
    state = play(scene.conquest(0), "take portal_mage 1", "place portal_mage 3", "stop")
    assert asked(state) != "unit.forsaken"
    for option in ("no", "yes"):
        scene = Wow(harmony_for_forts=option).active(0, "forsaken", "intimidating", {8: 5})
        scene.active(1, "humans", "mining", {4: 3, 17: 1}).mark(4, "fort")
        state = play(scene.conquest(0), "take intimidating 4", "stop")
        assert asked(state) != "unit.forsaken"


# --- Gnomes ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.gnomes", "race.gnomes.spent", "race.gnomes.die")
def test_only_the_strike_uses_the_strike_up() -> None:
    scene = Wow().active(0, "gnomes", "ranger", {8: 9}).active(1, "orcs", "mining", {17: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert can(state, "use gnomes"), "an ordinary conquest is no strike"
    play(state, "use gnomes", "conquer 20")
    assert asked(state) == "unit.gnomes"
    play(state, "no gnomes")
    assert refused(state, "use gnomes") == "already_used"
    assert can(state, "conquer 11"), "conquests go on"
    play(state, "conquer 11")
    assert asked(state) == "conquest", "no free die without a strike"
    # attacked themselves, they have made no strike
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "gnomes", "mining", {4: 3, 17: 3})
    state = stop(play(scene.conquest(0), "conquer 4"))
    play(state, "expand")
    assert can(state, "use gnomes")
    # and an artifact used besides is no strike either
    scene = Wow().active(0, "gnomes", "ranger", {8: 9}).thing(8, "frostmourne").active(1, "orcs", "mining", {17: 1})
    state = play(scene.conquest(0), "use frostmourne", "conquer 4")
    assert asked(state) == "conquest"
    assert can(state, "use gnomes")


@cites("warcraft", "race.gnomes.second_die", "race.gnomes.spent", "race.gnomes.die", "die.shortfall")
@pytest.mark.parametrize("defenders", range(7))
@pytest.mark.parametrize("pips", [0, 1, 3])
def test_what_is_missing_after_the_free_die(defenders: int, pips: int) -> None:
    scene = Wow().active(0, "gnomes", "ranger", {8: 3}).active(1, "orcs", "mining", {17: 1})
    if defenders:
        scene.active(1, "orcs", "mining", {4: defenders, 17: 1})
    state = play(scene.conquest(0), "use gnomes")
    cost = 2 + defenders  # with two in hand
    assert can(state, "conquer 4") == (cost - 2 <= 6)
    if cost - 2 > 6:
        assert refused(state, "conquer 4") == "not_enough_tokens"
        return
    play(state, "conquer 4", "yes gnomes", f"? die {pips}")
    short = max(cost - pips, 1) - 2
    if short <= 0:
        assert region(state, 4)["tokens"] == max(cost - pips, 1)
        assert tribe(state, "gnomes")["hand"] == 2 - max(cost - pips, 1)
    elif short <= 3:
        assert asked(state) == "unit.gnomes"
        spent = play(state.clone(), "no gnomes")
        assert (asked(spent), tribe(spent, "gnomes")["hand"]) == ("conquest", 2)
        for roll in range(4):
            rolled = play(state.clone(), "yes gnomes", f"? die {roll}")
            assert (region(rolled, 4)["holder"] == "gnomes") == (roll >= short)
            assert asked(rolled) != "conquest"
    else:
        assert (asked(state), region(state, 4)["holder"]) == ("conquest", "orcs")
        assert refused(state, "use gnomes") == "already_used"


@cites("warcraft", "race.gnomes.champion", "marker.several", "race.gnomes")
def test_what_may_be_used_together_for_one_conquest() -> None:
    scene = Wow().active(0, "gnomes", "champion", {8: 3}).thing(8, "frostmourne").active(1, "orcs", "mining", {20: 5})
    state = scene.conquest(0)
    play(state, "use champion")
    assert refused(state, "use champion") == "already_used"
    assert can(state, "use gnomes")
    assert can(state, "use frostmourne")
    play(state, "use gnomes")
    assert can(state, "conquer 20")
    assert refused(state, "conquer 19") == "water_closed"
    play(state, "conquer 20")
    assert (region(state, 20)["marks"], region(state, 20)["tokens"]) == ({"champion": 1}, 0)
    assert refused(state, "use gnomes") == "already_used"
    plain = play(scene.conquest(0), "use champion")
    assert refused(plain, "conquer 20") == "not_adjacent"


# --- Goblins ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.goblins", "race.goblins.limit", "secret.bombs")
@pytest.mark.parametrize("bombs", [0, 1, 2, 3])
def test_as_many_bombs_as_there_are_and_one_in_a_region(bombs: int) -> None:
    scene = Wow().active(0, "goblins", "ranger", {3: 1}).active(1, "humans", "mining", {4: 2, 7: 1, 12: 1})
    scene.stock["bomb"] = bombs
    state = play(scene.conquest(0), "stop")
    assert (asked(state) == "unit.goblins") == (bombs > 0)
    if bombs:
        assert [state.text(code) for code in state.legal_actions()] == [
            "place goblins 4", "place goblins 7", "no goblins",
        ]  # fmt: skip
        play(state, "place goblins 4")
        assert (asked(state) == "unit.goblins") == (bombs > 1)
        if bombs > 1:
            play(state, "place goblins 7")
            assert asked(state) != "unit.goblins", "no other region beside them"
        assert stock(state, "bomb") == bombs - min(bombs, 2)


@cites("warcraft", "race.goblins", "race.goblins.limit", "race.goblins.flip")
def test_the_first_region_of_the_board_is_no_exception() -> None:
    # region 0 of l1b is a mountain: the first that is asked about, and the first that is flipped
    scene = Wow("l1b+s1b").active(0, "goblins", "ranger", {1: 1}).active(1, "humans", "mining", {0: 2, 18: 1})
    state = play(scene.conquest(0), "stop")
    assert asked(state) == "unit.goblins"
    play(state, "place goblins 0")
    assert region(state, 0)["marks"] == {"bomb": 1}
    scene = Wow("l1b+s1b").active(0, "goblins", "ranger", {1: 1}).active(1, "humans", "mining", {0: 2, 18: 1})
    state = scene.mark(0, "bomb").turn(0)
    assert asked(state) == "unit.goblins"
    play(state, "? find bomb_live")
    assert region(state, 0)["holder"] is None
    # what was passed over cannot be named any more
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {4: 1, 7: 1, 11: 1, 17: 1})
    state = play(scene.conquest(0), "stop", "place goblins 7")
    assert refused(state, "place goblins 4") == "in_order"
    assert can(state, "place goblins 11")
    # nobody near whom a bomb could be put: nothing is asked
    scene = Wow().active(0, "goblins", "ranger", {2: 1}).active(1, "humans", "mining", {12: 1})
    assert play(scene.conquest(0), "stop").view(0)["turn"] == 1


@cites("warcraft", "race.goblins.limit", "artifact.aegis", "race.goblins")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_two_coins_are_just_enough_to_put_a_bomb_beside_the_aegis(coins: int) -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {7: 2, 4: 1}).thing(7, "aegis")
    scene.coins = [coins, 0]
    state = play(scene.conquest(0), "stop")
    assert can(state, "place goblins 7") == (coins >= 2)
    if coins < 2:
        assert refused(state, "place goblins 7") == "no_coin_for_toll"
        return
    play(state, "place goblins 7")
    assert (region(state, 7)["marks"], state.scores()[1]) == ({"aegis": 1, "bomb": 1}, 2)


@cites("warcraft", "race.goblins.stack", "secret.bombs", "race.goblins.dud")
@pytest.mark.parametrize(("live", "duds"), [(0, 0), (5, 2), (6, 0), (0, 6), (5, 6)])
def test_what_a_bomb_may_still_be(live: int, duds: int) -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {7: 3, 17: 1}).mark(7, "bomb")
    if live:
        scene.note("bomb_live", live)
    if duds:
        scene.note("bomb_fizzle", duds)
    scene.stock["bomb"] = 12 - live - duds - 1
    state = scene.turn(0)
    odds = {state.text(code): weight for code, weight in state.chance_outcomes()}
    told = {"find bomb_live": 6 - live, "find bomb_fizzle": 6 - duds}
    assert odds == {text: weight for text, weight in told.items() if weight}
    name = next(iter(odds))
    play(state, f"? {name}")
    page: Any = state.dump()
    flipped = page["notes"].get(name.split()[1], 0)
    assert flipped == (live if "live" in name else duds) + 1
    assert stock(state, "bomb") == 12 - live - duds - 1, "a flipped bomb goes back to the box"


@cites("warcraft", "race.goblins.stack")
@pytest.mark.parametrize(("option", "left"), [("per_pick", 12), ("once", 5)])
def test_a_pick_brings_all_bombs_and_all_their_faces_back(option: str, left: int) -> None:
    scene = Wow(goblin_bombs=option).combos(("goblins", "ranger", 0)).active(1, "humans", "mining", {11: 2, 17: 1})
    scene.note("bomb_live", 4).note("bomb_fizzle", 3)
    scene.stock["bomb"] = 5
    state = deal(play(scene.turn(0), "pick 0"))
    assert stock(state, "bomb") == left
    play(state, "conquer 2", "stop")
    page: Any = state.dump()
    faces = (page["notes"].get("bomb_live", 0), page["notes"].get("bomb_fizzle", 0))
    assert faces == ((0, 0) if option == "per_pick" else (4, 3))


@cites("warcraft", "race.goblins.tolls", "race.goblins.flip", "power.marsh_dwelling", "artifact.aegis")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_a_bomb_is_flipped_for_just_enough_coins(coins: int) -> None:
    scene = Wow().active(0, "goblins", "ranger", {7: 1}).active(1, "humans", "marsh_dwelling", {3: 2, 17: 1})
    scene.mark(3, "bomb").thing(3, "aegis")
    scene.coins = [coins, 0]
    state = scene.turn(0)
    if coins < 3:
        assert asked(state) == "choice"
        assert (stock(state, "bomb"), region(state, 3)["tokens"]) == (12, 2)
        return
    assert asked(state) == "unit.goblins"
    play(state, "yes goblins")
    assert state.scores() == [0, 3]
    play(state, "? find bomb_fizzle")
    assert (region(state, 3)["tokens"], stock(state, "bomb")) == (2, 11)


@cites("warcraft", "race.goblins.tolls", "conquest.water_powers", "race.goblins.flip")
def test_a_bomb_in_the_water_is_flipped_like_any_other() -> None:
    scene = Wow(water_immune_to_powers="no").active(0, "goblins", "ranger", {4: 1})
    scene.active(1, "naga", "mining", {0: 2, 17: 1})
    state = play(scene.conquest(0), "stop", "place goblins 0")
    assert region(state, 0)["marks"] == {"bomb": 1}
    for option in ("yes", "no"):
        scene = Wow(water_immune_to_powers=option).active(0, "goblins", "ranger", {4: 1})
        state = scene.active(1, "naga", "mining", {0: 2, 17: 1}).mark(0, "bomb").turn(0)
        assert asked(state) == "unit.goblins"
    shut = Wow().active(0, "goblins", "ranger", {4: 1}).active(1, "naga", "mining", {0: 2, 3: 1}).conquest(0)
    play(shut, "stop")
    assert refused(shut, "place goblins 0") == "water_safe"


@cites("warcraft", "race.goblins.decline", "race.goblins.flip", "turn.start_order", "faction.decline_turn")
def test_bombs_are_flipped_before_goblins_decline_and_never_placed_after() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 2, 7: 1}).active(1, "humans", "mining", {4: 2, 17: 1})
    state = scene.mark(4, "bomb").turn(0)
    assert asked(state) == "unit.goblins"
    assert refused(state, "decline") == "not_asked"
    play(state, "? find bomb_live", "decline")
    assert coins_for(state, "faction") == 0
    while asked(state) == "retreat":
        state.apply(state.legal_actions()[0])
    assert state.view(0)["turn"] == 1, "nothing was placed"
    assert stock(state, "bomb") == 11
    other = end_turn(state)
    assert asked(other) == "pick"


@cites("warcraft", "race.goblins.live", "race.goblins.leaves", "power.champion.ransom", "losses.rest_redeploys")
def test_a_live_bomb_beside_and_away_from_the_champion() -> None:
    for spot, coins, tray in ((4, [21, 19], 11 - 3), (17, [20, 20], 11 - 3 + 1)):
        scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "trolls", "champion", {4: 2, 17: 1})
        state = play(scene.mark(4, "bomb").mark(spot, "champion").turn(0), "? find bomb_live")
        assert state.scores() == coins
        assert tribe(state, "trolls")["tray"] == tray
        assert region(state, 4)["holder"] is None
        play(state, "expand")
        end_turn(state)
        assert coins_for(state, "regions") == 1


@cites("warcraft", "race.goblins.live", "race.goblins.flip", "losses.declined")
def test_a_live_bomb_under_a_race_in_decline_takes_all() -> None:
    for mode, tray in (("active", 16 - 5 + 1), ("declined", 16 - 5 + 3)):
        scene = Wow().active(0, "goblins", "ranger", {8: 1})
        if mode == "active":
            scene.active(1, "tauren", "mining", {4: 3, 17: 2})
        else:
            scene.declined(1, "tauren", {4: 3, 17: 2}).active(1, "trolls", "mining", {18: 1})
        state = play(scene.mark(4, "bomb").turn(0), "? find bomb_live")
        assert tribe(state, "tauren")["tray"] == tray
        assert tribe(state, "tauren")["retreat"] == (2 if mode == "active" else 0)


@cites("warcraft", "race.goblins.leaves", "race.humans.reward", "marker.reveal")
def test_a_live_bomb_pays_for_no_objective_and_reveals_nothing() -> None:
    scene = (
        Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {17: 1}).declined(1, "orcs", {4: 1})
    )
    state = play(scene.mark(4, "bomb").mark(4, "military_objective").thing(4, "ashes").turn(0), "? find bomb_live")
    assert region(state, 4)["marks"] == {"military_objective": 1, "ashes": 1}
    assert state.scores() == [20, 20]
    assert asked(state) == "choice"


# --- Humans ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.humans.reward", "race.humans.owner", "race.humans.horde", "race.humans")
@pytest.mark.parametrize(
    ("race", "coins"), [("naga", [22, 22]), ("dwarves", [22, 22]), ("orcs", [20, 20]), ("trolls", [20, 20])]
)
def test_who_gains_by_an_objective(race: str, coins: list[int]) -> None:
    scene = Wow().active(0, "humans", "ranger", {17: 1}).active(1, race, "blacksmith", {11: 9})
    state = scene.mark(12, "military_objective").mark(18, "military_objective").conquest(1)
    play(state, "conquer 8")
    assert state.scores() == [20, 20], "no objective lies there"
    assert stock(state, "military_objective") == 0
    play(state, "conquer 12")
    assert state.scores() == coins
    horde = coins == [20, 20]
    assert region(state, 12)["marks"] == ({"military_objective": 1} if horde else {})
    assert stock(state, "military_objective") == (0 if horde else 1)
    assert region(state, 18)["marks"] == {"military_objective": 1}


@cites("warcraft", "race.humans.reward", "die.failure")
def test_a_failed_attempt_brings_no_objective() -> None:
    for pips, coins in ((0, 20), (1, 22)):
        scene = Wow().active(0, "humans", "ranger", {17: 1}).active(1, "naga", "mining", {11: 3})
        state = play(scene.mark(7, "military_objective").conquest(1), "conquer 7", f"? die {pips}")
        assert state.scores()[0] == coins


@cites("warcraft", "race.humans", "race.humans.again", "race.humans.regions", "race.humans.immune")
def test_one_two_or_no_objective() -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "dwarves", "mining", {17: 1, 18: 1})
    scene.declined(1, "orcs", {4: 1}).declined(0, "night_elves", {7: 1}).murloc(12)
    state = play(scene.conquest(0), "stop")

    def lie(found: State) -> set[int]:
        return {r for r in range(21) if "military_objective" in region(found, r)["marks"]}

    assert [refused(state, f"place humans {r}") for r in (8, 17, 7)] == ["alliance_holds"] * 3
    assert [refused(state, f"place humans {r}") for r in (0, 10)] == ["water_safe"] * 2
    assert [can(state, f"place humans {r}") for r in (1, 4, 12, 20)] == [True] * 4
    assert lie(play(state.clone(), "no humans")) == set()
    assert lie(play(state.clone(), "place humans 4", "no humans")) == {4}
    assert lie(play(state.clone(), "place humans 4", "place humans 12")) == {4, 12}
    assert lie(play(state.clone(), "place humans 20")) == {20}, "the last region: no second one can follow"
    twice = play(state.clone(), "place humans 4")
    assert refused(twice, "place humans 4") == "in_order", "two different regions"


@cites("warcraft", "race.goblins.limit", "race.goblins")
def test_no_bomb_for_oneself_or_nobody() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1, 7: 1}).active(1, "humans", "mining", {4: 1, 17: 1}).murloc(11)
    state = play(scene.declined(0, "trolls", {6: 1}).conquest(0), "stop")
    assert [refused(state, f"place goblins {r}") for r in (7, 8, 6, 11, 3)] == ["no_bomb_there"] * 5
    assert can(state, "place goblins 4")


@cites("warcraft", "race.humans.immune", "artifact.aegis", "artifact.aegis.payment")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_two_coins_are_just_enough_for_an_objective_beside_the_aegis(coins: int) -> None:
    scene = Wow().active(0, "humans", "ranger", {8: 2}).active(1, "orcs", "mining", {11: 2, 17: 1}).thing(11, "aegis")
    scene.coins = [coins, 0]
    state = play(scene.conquest(0), "stop")
    assert can(state, "place humans 11") == (coins >= 2)
    if coins >= 2:
        play(state, "place humans 11")
        assert state.scores() == [coins - 2, 2]
    # where one lies already it is left for nothing
    scene.mark(11, "military_objective")
    state = play(scene.conquest(0), "stop", "place humans 11", "no humans")
    assert state.scores()[1] == 0
    assert region(state, 11)["marks"] == {"aegis": 1, "military_objective": 1}


@cites("warcraft", "race.humans.battleground", "race.humans.horde")
def test_the_side_chosen_on_the_battleground_changes_nothing_for_objectives() -> None:
    for race, paid in (("naga", True), ("orcs", False)):
        scene = (
            Wow().active(0, "humans", "ranger", {17: 1}).active(1, race, "mining", {11: 9}).thing(11, "battleground")
        )
        state = play(scene.mark(8, "military_objective").conquest(1), "conquer 8")
        assert state.scores() == ([22, 22] if paid else [20, 20])


# --- Night Elves -----------------------------------------------------------------------------------------------------


@cites("warcraft", "race.night_elves.walls", "race.night_elves.removed", "decline.kept")
def test_walls_stand_only_in_forests_that_night_elves_conquered() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "night_elves", "mining", {4: 2, 17: 1})
    scene.mark(4, "wisp_wall")
    state = scene.conquest(0)
    assert price(state, 4) == 2 + 2 + 1
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}, "others build no walls in a forest they take from Night Elves"
    assert stock(state, "wisp_wall") == 9
    for walls in (0, 1):
        scene = Wow().active(0, "night_elves", "ranger", {8: 6}).active(1, "orcs", "mining", {12: 1})
        scene.stock["wisp_wall"] = walls
        state = play(scene.conquest(0), "conquer 4")
        assert region(state, 4)["marks"] == ({"wisp_wall": 1} if walls else {})
        assert stock(state, "wisp_wall") == 0
        assert region(state, 8)["marks"] == {}
    failed = play(
        Wow().active(0, "night_elves", "ranger", {8: 2}).active(1, "orcs", "mining", {4: 2}).conquest(0),
        "conquer 4",
        "? die 0",
    )
    assert region(failed, 4)["marks"] == {}


# --- Pandaren --------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.pandaren", "race.pandaren.attacks", "race.pandaren.declined", "power.portal_mage.attack")
@pytest.mark.parametrize(
    ("power", "moves", "spared"),
    [
        ("ranger", [], True),
        ("ranger", ["conquer 7"], False),
        ("ranger", ["conquer 4"], True),
        ("ranger", ["conquer 11", "? die 0"], False),
        ("ranger", ["conquer 12"], True),
        ("intimidating", ["take intimidating 7", "place intimidating 3"], False),
        ("intimidating", ["take intimidating 4", "place intimidating 18"], True),
        ("portal_mage", ["take portal_mage 1", "place portal_mage 3"], False),
        ("portal_mage", ["take portal_mage 1", "place portal_mage 14"], True),
    ],
)
def test_who_receives_harmony(power: str, moves: list[str], spared: bool) -> None:
    """Seat 1's active race stands in 7, 11 and 3, its race in decline in 4 and 18; 12 and 1 are Murlocs'."""
    scene = Wow().active(0, "pandaren", power, {8: 5, 9: 1})
    scene.active(1, "blood_elves", "mining", {7: 1, 11: 5, 3: 1}).declined(1, "trolls", {4: 1, 18: 1}).murloc(12, 1)
    state = play(scene.conquest(0), *moves)
    end_turn(state)
    assert state.dump()["notes"].get("pandaren", 0) == (0b10 if spared else 0)  # type: ignore[attr-defined]


@cites("warcraft", "race.pandaren.toll", "race.pandaren.once", "race.pandaren.attacks", "race.pandaren.declined")
@cites("warcraft", "power.intimidating.tolls", "power.portal_mage.attack")
@pytest.mark.parametrize("coins", [0, 1, 2, 3])
def test_harmony_is_paid_once_and_two_coins_are_just_enough(coins: int) -> None:
    def scene(power: str) -> Wow:
        found = Wow().active(0, "pandaren", "mining", {8: 2, 11: 1, 1: 1}).active(1, "orcs", power, {7: 9})
        found.note("pandaren", 0b10)
        found.coins = [0, coins]
        return found

    for power, move, more in (
        ("ranger", ["conquer 8"], ["conquer 11"]),
        ("intimidating", ["take intimidating 8", "place intimidating 11"], ["conquer 11"]),
        ("portal_mage", ["take portal_mage 1", "place portal_mage 3"], ["conquer 8"]),
    ):
        state = scene(power).conquest(1)
        assert can(state, move[0]) == (coins >= 2), power
        if coins >= 2:
            play(state, *move)
            assert state.scores() == [2, coins - 2], power
            assert state.dump()["notes"] == {}
            play(state, *more)
            assert state.scores() == [2, coins - 2], "paid once"
        else:
            assert refused(state, move[0]) == "no_coin_for_toll"
    # without Harmony, or against Pandaren in decline, nothing is due
    free = scene("ranger")
    free.notes = {}
    assert play(free.conquest(1), "conquer 8").scores() == [0, coins]
    old = Wow().declined(0, "pandaren", {8: 1}).active(1, "orcs", "ranger", {7: 9})
    old.coins = [0, coins]
    assert play(old.conquest(1), "conquer 8").scores() == [0, coins]


@cites("warcraft", "race.pandaren.raceless", "race.pandaren", "race.pandaren.once")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_harmony_in_round_one_goes_to_everybody_else(seat: int) -> None:
    for number, given in ((1, 0b111 & ~(1 << seat)), (2, 1 << (seat + 1) % 3)):
        scene = Wow("l1a+m1a+s1a", round=number).active(seat, "pandaren", "ranger", {8: 1})
        scene.active((seat + 1) % 3, "orcs", "mining", {16: 1})  # the third player has no race
        state = play(scene.conquest(seat), "stop")
        assert state.dump()["notes"] == {"pandaren": given}


@cites("warcraft", "race.pandaren.return", "turn.start_order")
def test_harmony_returns_when_the_pandaren_begin_or_decline() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "pandaren", "mining", {8: 2}).active(1, "orcs", "ranger", {7: 9})
    scene.active(2, "naga", "fishing", {0: 1}).note("pandaren", 0b110)
    state = scene.turn(1)
    assert state.dump()["notes"] == {"pandaren": 0b110}, "another player's turn takes nothing back"
    state = scene.turn(0)
    assert (state.dump()["notes"], asked(state)) == ({}, "choice")
    play(state, "decline")
    assert state.dump()["notes"] == {}


# --- Tauren ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.tauren", "race.tauren.decline", "race.tauren.lone", "race.tauren.intimidated")
def test_pairs_of_tauren_hold_and_a_single_one_does_not() -> None:
    for mode, left in (("active", 0), ("declined", 1)):
        for stood in (2, 3):
            scene = Wow().active(0, "orcs", "intimidating", {8: 3})
            if mode == "active":
                scene.active(1, "tauren", "mining", {4: stood, 17: 2, 18: 2})
            else:
                scene.declined(1, "tauren", {4: stood, 17: 2, 18: 2}).active(1, "trolls", "mining", {12: 1})
            state = play(scene.conquest(0), "take intimidating 4", "place intimidating 17")
            expected = stood - 1 if stood - 1 >= 2 else left
            assert region(state, 4)["tokens"] == expected, (mode, stood)
            assert region(state, 4)["holder"] == ("tauren" if expected else None)
            assert tribe(state, "tauren")["retreat"] == (1 if mode == "active" and stood == 2 else 0)
    scene = Wow().active(0, "tauren", "ranger", {4: 5, 8: 2, 7: 3}, hand=1).active(1, "orcs", "mining", {12: 1})
    state = scene.conquest(0)
    assert tribe(state, "tauren")["hand"] == 1 + 3 + 0 + 1
    assert [region(state, r)["tokens"] for r in (4, 8, 7)] == [2, 2, 2]
    state = play(scene.turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (4, 8, 7)] == [2, 2, 2]
    assert tribe(state, "tauren")["tray"] == 16 - 6
    assert coins_for(state, "regions") == 3


@cites("warcraft", "race.tauren.intimidated", "race.tauren.company", "race.tauren.beasts", "power.intimidating.beasts")
@cites("warcraft", "race.tauren.lone")
def test_a_beast_is_the_second_of_a_pair() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "tauren", "beastmaster", {4: 1, 17: 2})
    state = scene.mark(4, "beast").note("beastmaster", 1).conquest(0)
    assert region(state, 4)["holder"] == "tauren"
    play(state, "take intimidating 4", "place intimidating 17")
    assert region(state, 4) | {"holder": None, "tokens": 0, "marks": {}} == region(state, 4)
    assert stock(state, "beast") == 5, "the beast left alone comes off too"
    for tokens, beasts, held in ((2, 1, True), (1, 2, True), (1, 1, False)):
        scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "tauren", "beastmaster", {4: tokens, 17: 2})
        state = scene.mark(4, "beast", beasts).note("beastmaster", beasts).conquest(0)
        play(state, "take intimidating 4", "place intimidating 17")
        assert (region(state, 4)["holder"] == "tauren") == held
    scene = Wow().active(0, "tauren", "beastmaster", {4: 1, 8: 2, 11: 2}).mark(4, "beast").note("beastmaster", 1)
    state = scene.active(1, "orcs", "mining", {12: 1}).conquest(0)
    assert region(state, 4)["holder"] is None
    assert tribe(state, "tauren")["hand"] == 1 + 1, "the Tauren left alone, and a beast for hill 11"
    assert tribe(state, "tauren")["note"] == 1


@cites("warcraft", "race.tauren.company", "power.champion.stays")
@pytest.mark.parametrize(("hand", "asks"), [(0, False), (1, False), (2, True), (3, True)])
def test_two_tauren_may_join_the_champion_never_one(hand: int, asks: bool) -> None:
    scene = Wow().active(0, "tauren", "champion", {8: 2 + hand, 11: 0}).mark(11, "champion")
    state = play(scene.active(1, "orcs", "mining", {12: 1}).turn(0), "expand", "no champion", "stop")
    assert (asked(state) == "unit.champion") == asks
    if asks:
        play(state, "yes champion")
        while asked(state) == "deploy":
            play(state, "deploy 8 0")
        assert region(state, 11)["tokens"] == hand
    else:
        assert (region(state, 11)["tokens"], region(state, 8)["tokens"]) == (0, 2 + hand)
    for race in ("tauren", "orcs"):  # with the Champion in hand, or with others, nothing is asked
        scene = Wow().active(0, race, "champion", {8: 5}).active(1, "naga", "mining", {12: 1})
        assert asked(play(scene.conquest(0), "stop")) != "unit.champion"
    scene = Wow().active(0, "orcs", "champion", {8: 5, 11: 0}).mark(11, "champion").active(1, "naga", "mining", {12: 1})
    assert asked(play(scene.turn(0), "expand", "no champion", "stop")) == "deploy"


# --- Worgen ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.worgen", "race.worgen.wolf", "race.worgen.when", "scoring.when")
@pytest.mark.parametrize("coins", [0, 1, 2])
def test_a_form_for_each_turn(coins: int) -> None:
    scene = Wow().active(0, "worgen", "ranger", {8: 6}).active(1, "orcs", "mining", {12: 1})
    scene.coins = [coins, 0]
    state = scene.turn(0)
    if coins == 0:
        assert (asked(state), state.scores()[0]) == ("choice", 2)
        assert price(play(state, "expand"), 7) == 3
        return
    assert asked(state) == "unit.worgen"
    human = play(state.clone(), "no worgen")
    assert human.scores()[0] == coins + 2
    assert price(play(human, "expand"), 7) == 3
    play(state, "yes worgen")
    assert state.scores()[0] == coins - 1
    play(state, "expand")
    assert (price(state, 7), price(state, 4)) == (2, 1)
    end_turn(state)
    end_turn(state)
    assert asked(state) == "unit.worgen", "the form lasts one turn"
    assert price(play(state, "no worgen", "expand"), 7) == 3


@cites("warcraft", "race.kobolds.conquest_only", "artifact.heart", "power.intimidating")
def test_caverns_are_adjacent_to_kobolds_for_conquests_alone() -> None:
    scene = Wow().active(0, "kobolds", "intimidating", {12: 4}).active(1, "orcs", "mining", {6: 2, 11: 2, 17: 1})
    scene.coins = [5, 5]
    state = scene.thing(12, "heart").conquest(0)
    assert can(state, "conquer 6")
    assert refused(state, "take intimidating 6") == "not_opponent_near"
    assert can(state, "take intimidating 11"), "that one has a border"
    for spot, coins in ((6, 0), (11, 1)):
        scene = Wow().active(0, "kobolds", "ranger", {12: 4}).active(1, "orcs", "mining", {spot: 2, 17: 1})
        state = end_turn(scene.thing(12, "heart").conquest(0))
        assert coins_for(state, "heart") == coins
    champion = Wow().active(0, "kobolds", "champion", {12: 4}).active(1, "orcs", "mining", {6: 2, 17: 1}).conquest(0)
    play(champion, "use champion")
    assert can(champion, "conquer 6")


@cites("warcraft", "race.naga.decline", "decline.kept", "scoring.water")
def test_naga_in_decline_keep_one_token_in_the_water() -> None:
    scene = Wow().active(0, "naga", "ranger", {0: 3, 10: 1, 4: 2}).active(1, "orcs", "mining", {12: 1})
    state = play(scene.turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (0, 10, 4)] == [1, 1, 1]
    assert tribe(state, "naga")["tray"] == 11 - 3
    assert coins_for(state, "regions") == 3
    assert [event.args["n"] for event in happened(state, "coins")] == [3]
