"""Where the abilities of races of the Horde begin and end: each case beside its twin."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    play,
    refused,
    region,
    stock,
    tribe,
    why,
)
from tests.support.warcraft import Wow

# --- Forsaken ---------------------------------------------------------------------------------------------------------


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


# --- Goblins ----------------------------------------------------------------------------------------------------------


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


# --- Tauren -----------------------------------------------------------------------------------------------------------


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


@cites("warcraft", "race.tauren", "conquest.minimum", "conquest.one_token", "die.token")
def test_one_tauren_in_hand_is_too_few_and_the_refusal_says_so() -> None:
    for hand, code, rule in ((0, "no_token_in_hand", "conquest.one_token"), (1, "too_few_in_hand", "conquest.minimum")):
        scene = Wow().active(0, "tauren", "mining", {8: 2}, hand=hand).active(1, "orcs", "mining", {12: 1})
        refusal = why(scene.conquest(0), "conquer 11")
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (code, rule)
        assert (refusal.args["least"], refusal.args["have"]) == (2, hand)
    scene = Wow().active(0, "tauren", "mining", {8: 4}).active(1, "orcs", "mining", {12: 1})
    assert can(scene.conquest(0), "conquer 11")


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
