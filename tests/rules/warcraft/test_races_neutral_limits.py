"""Where the abilities of races of neither side begin and end: each case beside its twin."""

import pytest

from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    play,
    refused,
    region,
    tribe,
)
from tests.support.warcraft import Wow

# --- Ethereals --------------------------------------------------------------------------------------------------------


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


# --- Kobolds ----------------------------------------------------------------------------------------------------------


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


# --- Naga -------------------------------------------------------------------------------------------------------------


@cites("warcraft", "race.naga.decline", "decline.kept", "scoring.water")
def test_naga_in_decline_keep_one_token_in_the_water() -> None:
    scene = Wow().active(0, "naga", "ranger", {0: 3, 10: 1, 4: 2}).active(1, "orcs", "mining", {12: 1})
    state = play(scene.turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (0, 10, 4)] == [1, 1, 1]
    assert tribe(state, "naga")["tray"] == 11 - 3
    assert coins_for(state, "regions") == 3
    assert [event.args["n"] for event in happened(state, "coins")] == [3]


# --- Pandaren ---------------------------------------------------------------------------------------------------------


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
