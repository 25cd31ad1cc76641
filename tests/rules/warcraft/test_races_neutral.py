"""Ethereals and Pandaren (Kobolds and Naga are told with the conquests)."""

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, play, price, refused, region, stop
from tests.support.warcraft import Wow


@cites("warcraft", "race.ethereals", "race.ethereals.theft", "race.ethereals.sources", "race.ethereals.counted")
def test_ethereals_steal_or_take_a_place() -> None:
    scene = Wow().active(0, "ethereals", "ranger", {8: 6}).thing(4, "frostmourne").thing(7, "dark_portal")
    scene.active(1, "naga", "mining", {10: 1, 2: 1}).thing(10, "ashes").murloc(11).thing(11, "doomhammer")
    state = scene.conquest(0)
    assert can(state, "take ashes 8")
    assert can(state, "take frostmourne 8")
    assert can(state, "take doomhammer 8")
    assert refused(state, "take heart 8") == "not_an_artifact_near"
    other = state.clone()
    play(state, "take frostmourne 8")
    assert region(state, 8)["marks"] == {"frostmourne": 1}
    assert can(state, "use frostmourne")
    assert refused(state, "use ethereals") == "already_used"
    assert refused(state, "take ashes 8") == "already_used"
    play(other, "use ethereals")
    assert price(other, 7) == 1
    assert refused(other, "conquer 4") == "no_place_there"
    play(other, "conquer 7")
    assert refused(other, "take ashes 8") == "already_used"
    scene = Wow().active(0, "ethereals", "ranger", {8: 6}).declined(0, "orcs", {4: 1}).thing(4, "frostmourne")
    scene.used["frostmourne"] = 1
    state = scene.game.load(scene.dump([["conquest", "ethereals", "", 0, 0]]))
    play(state, "take frostmourne 8")
    assert refused(state, "use frostmourne") == "already_used"


@cites("warcraft", "race.ethereals.reach", "conquest.as_adjacent", "conquest.travel")
def test_what_counts_as_adjacent_brings_ethereals_their_discount() -> None:
    scene = Wow().active(0, "ethereals", "sailing", {8: 6}).thing(8, "ashes").thing(17, "karazhan").thing(15, "well")
    scene.active(1, "naga", "mining", {10: 1}).thing(10, "heart").thing(20, "frostmourne")
    state = scene.conquest(0)
    assert refused(state, "use ethereals") == "no_target", "an entry region is not adjacent, even without travel cost"
    assert refused(state, "take frostmourne 8") == "not_an_artifact_near", "a theft needs a border"
    play(state, "use ashes", "use ethereals")
    assert price(state, 17) == 1
    assert can(state, "conquer 15")
    assert refused(state, "conquer 18") == "no_place_there"


@cites("warcraft", "race.ethereals.no_attack", "race.ethereals.blocked")
def test_a_theft_is_no_attack_but_towers_and_aegis_stop_it() -> None:
    scene = Wow().active(0, "ethereals", "ranger", {4: 6}).active(1, "pandaren", "marsh_dwelling", {3: 2})
    scene.thing(3, "frostmourne").note("pandaren", 1)
    state = scene.conquest(0)
    play(state, "take frostmourne 4")
    assert state.scores() == [20, 20]
    assert region(state, 3)["tokens"] == 2
    scene = Wow().active(0, "ethereals", "ranger", {4: 6}).active(1, "orcs", "defensive", {8: 2}).thing(8, "ashes")
    assert can(scene.conquest(0), "take ashes 4")
    scene.mark(8, "watchtower")
    assert refused(scene.conquest(0), "take ashes 4") == "region_immune"
    scene = Wow().active(0, "ethereals", "ranger", {4: 6}).active(1, "orcs", "mining", {8: 2}).thing(8, "aegis")
    state = scene.conquest(0)
    play(state, "take aegis 4")
    assert state.scores() == [18, 22]
    assert region(state, 4)["marks"] == {"aegis": 1}
    scene.coins = [1, 5]
    assert refused(scene.conquest(0), "take aegis 4") == "no_coin_for_toll"


@cites(
    "warcraft", "race.pandaren", "race.pandaren.toll", "race.pandaren.once", "race.pandaren.declined",
    "race.pandaren.return",
)  # fmt: skip
def test_harmony() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "pandaren", "blacksmith", {8: 9})
    scene.active(1, "orcs", "mining", {7: 1, 16: 1}).declined(2, "trolls", {4: 1}).active(2, "naga", "fishing", {0: 1})
    state = scene.conquest(0)
    play(state, "conquer 7", "conquer 4")
    stop(state)
    # seat 1's active race was attacked; of seat 2 only the race in decline
    page = state.dump()
    assert page["notes"] == {"pandaren": 0b100}
    scene = Wow().active(0, "pandaren", "mining", {8: 1, 7: 1, 11: 1}).active(1, "orcs", "ranger", {4: 9})
    scene.note("pandaren", 0b10)
    state = scene.conquest(1)
    play(state, "conquer 8")
    assert state.scores() == [22, 18]
    play(state, "conquer 7")
    assert state.scores() == [22, 18]
    scene.coins = [5, 1]
    assert refused(scene.conquest(1), "conquer 8") == "no_coin_for_toll"
    state = scene.turn(0)
    assert state.dump()["notes"] == {}
    assert asked(state) == "choice"


@cites("warcraft", "race.pandaren.attacks", "power.intimidating.tolls")
def test_what_counts_as_an_attack_for_harmony() -> None:
    scene = Wow().active(0, "pandaren", "intimidating", {8: 3}).active(1, "orcs", "ranger", {7: 2, 16: 1})
    state = scene.conquest(0)
    play(state, "take intimidating 7", "place intimidating 16")
    stop(state)
    assert state.dump()["notes"] == {}
    scene = Wow().active(0, "pandaren", "ranger", {8: 2}).active(1, "orcs", "mining", {7: 1, 16: 1})
    state = scene.conquest(0)
    play(state, "conquer 7", "? die 0")
    assert state.dump()["notes"] == {}
    scene = Wow().active(0, "pandaren", "mining", {8: 2, 11: 1}).active(1, "orcs", "intimidating", {7: 3})
    scene.note("pandaren", 0b10)
    state = scene.conquest(1)
    play(state, "take intimidating 8")
    assert state.scores() == [22, 18]
    scene.coins = [5, 1]
    assert refused(scene.conquest(1), "take intimidating 8") == "no_coin_for_toll"
    scene = Wow().active(0, "pandaren", "mining", {8: 2, 11: 1}).active(1, "goblins", "ranger", {7: 3})
    scene.note("pandaren", 0b10).mark(8, "bomb")
    state = scene.turn(1)
    play(state, "yes goblins")
    assert state.scores() == [22, 18]


@cites("warcraft", "race.pandaren.forts")
@pytest.mark.parametrize(("option", "coins"), [("no", 20), ("yes", 18)])
def test_harmony_for_removing_a_fort(option: str, coins: int) -> None:
    scene = Wow(harmony_for_forts=option).active(0, "pandaren", "garrisoned", {8: 2, 11: 1}).mark(8, "fort")
    scene.active(1, "orcs", "intimidating", {7: 3}).note("pandaren", 0b10)
    state = play(scene.conquest(1), "take intimidating 8")
    assert region(state, 8)["marks"] == {}
    assert state.scores()[1] == coins
    play(state, "take intimidating 8")
    assert state.scores()[1] == 18  # a token is moved: that is an attack, and paid once
    scene.coins = [5, 1]
    state = scene.conquest(1)
    assert can(state, "take intimidating 8") == (option == "no")
    if option == "no":
        play(state, "take intimidating 8")
    assert refused(state, "take intimidating 8") == "no_coin_for_toll"
    # on the other side: who only lost a fort to the Pandaren has not been attacked
    scene = Wow(harmony_for_forts=option).active(0, "pandaren", "intimidating", {8: 3})
    state = scene.active(1, "orcs", "garrisoned", {7: 2}).mark(7, "fort").conquest(0)
    play(state, "take intimidating 7")
    stop(state)
    assert state.dump()["notes"] == ({"pandaren": 0b10} if option == "no" else {})


@cites("warcraft", "race.pandaren", "race.pandaren.raceless")
@pytest.mark.parametrize(("option", "later"), [("no", 0b010), ("yes", 0b110)])
def test_harmony_for_players_without_an_active_race(option: str, later: int) -> None:
    for number, given in ((1, 0b110), (2, later)):
        scene = Wow("l1a+m1a+s1a", round=number, harmony_between_races=option).active(0, "pandaren", "ranger", {8: 1})
        scene.active(1, "orcs", "mining", {16: 1})  # seat 2 has not picked yet, or has just sent its race into decline
        if number > 1:
            scene.declined(2, "trolls", {4: 1})
        state = play(scene.conquest(0), "stop")
        assert state.dump()["notes"] == {"pandaren": given}, number
