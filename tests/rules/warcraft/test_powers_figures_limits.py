"""Where the powers with figures of their own, beasts and the Champion, begin and end: each case beside its twin."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, play, price, refused, region, stock, stop, texts, tribe
from tests.support.warcraft import Wow

# --- Beastmaster ------------------------------------------------------------------------------------------------------


@cites("warcraft", "power.beastmaster", "power.beastmaster.alone", "turn.ready_order")
@pytest.mark.parametrize(
    ("regions", "beasts"),
    [({8: 1}, 0), ({11: 1}, 1), ({11: 1, 2: 1, 8: 3}, 2), ({11: 1, 2: 1, 13: 1}, 3)],
)
def test_a_beast_for_each_hill_held(regions: dict[int, int], beasts: int) -> None:
    scene = Wow().active(0, "orcs", "beastmaster", regions).active(1, "naga", "mining", {0: 1})
    state = scene.conquest(0)
    spare = sum(n - 1 for n in regions.values())
    assert (tribe(state, "orcs")["hand"], tribe(state, "orcs")["note"]) == (beasts + spare, beasts)
    assert stock(state, "beast") == 5, "among the tokens, not on the map"
    if beasts:
        left = play(state.clone(), f"abandon {max(regions)}")
        assert tribe(left, "orcs")["note"] == beasts, "hills are counted before regions are abandoned"


@cites("warcraft", "power.beastmaster", "power.beastmaster.alone", "turn.ready_order", "race.tauren.beasts")
def test_beasts_are_discarded_before_the_hills_are_counted() -> None:
    # hill 11 is held by beasts alone, hill 2 by a token and a beast
    scene = Wow().active(0, "orcs", "beastmaster", {11: 0, 2: 1, 8: 2}).mark(11, "beast", 2).mark(2, "beast")
    state = scene.note("beastmaster", 3).active(1, "naga", "mining", {0: 1}).conquest(0)
    assert region(state, 11)["holder"] is None
    assert region(state, 2) | {"holder": "orcs", "tokens": 1, "marks": {}} == region(state, 2)
    assert (tribe(state, "orcs")["hand"], tribe(state, "orcs")["note"]) == (1 + 1, 1)
    assert stock(state, "beast") == 5
    declined = play(scene.turn(0), "decline")
    assert region(declined, 11)["holder"] is None
    assert region(declined, 2)["marks"] == {}
    assert tribe(declined, "orcs")["tokens"] == 2
    assert declined.dump()["notes"] == {}


@cites("warcraft", "power.beastmaster.tokens", "power.beastmaster")
def test_beasts_without_a_region_go_back() -> None:
    scene = Wow().active(0, "orcs", "beastmaster", {11: 2, 2: 1}).active(1, "naga", "mining", {0: 1})
    state = play(scene.conquest(0), "abandon 11", "abandon 2")
    assert tribe(state, "orcs")["hand"] == 3 + 2
    play(state, "stop")
    assert state.view(0)["turn"] == 1
    assert (tribe(state, "orcs")["hand"], tribe(state, "orcs")["note"], stock(state, "beast")) == (3, 0, 5)


@cites("warcraft", "power.beastmaster.tokens", "power.beastmaster.casualty")
def test_beasts_may_stand_in_the_first_region_of_the_board() -> None:
    # l1b: 0 is a mountain, 1 a forest beside it, 3 and 11 are hills
    scene = Wow("l1b+s1b").active(0, "orcs", "beastmaster", {0: 1, 3: 1}).active(1, "naga", "mining", {18: 1})
    state = play(scene.conquest(0), "stop", "deploy 0:1 3:0")
    assert texts(state) == ["place beastmaster 0", "place beastmaster 3"]
    play(state, "place beastmaster 0")
    assert region(state, 0) | {"tokens": 1, "marks": {"beast": 1}} == region(state, 0)
    scene = Wow("l1b+s1b").active(0, "orcs", "ranger", {1: 9}).active(1, "trolls", "beastmaster", {0: 1, 3: 1, 18: 1})
    state = stop(play(scene.mark(3, "beast", 2).note("beastmaster", 2).conquest(0), "conquer 3"))
    assert texts(state) == ["place beastmaster 0", "place beastmaster 18", "no beastmaster"]
    play(state, "place beastmaster 0")
    assert region(state, 0)["marks"] == {"beast": 1}


@cites("warcraft", "power.champion.stays", "power.champion.moved", "power.intimidating")
def test_the_champion_holds_its_region_when_the_last_token_is_taken_away() -> None:
    for piece, held in (("champion", True), ("bomb", False)):
        scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "trolls", "champion", {4: 1, 17: 1})
        state = play(scene.mark(4, piece).conquest(0), "take intimidating 4", "place intimidating 17")
        assert (region(state, 4)["holder"], region(state, 4)["tokens"]) == ("trolls" if held else None, 0)
        assert region(state, 17)["tokens"] == 2


@cites("warcraft", "power.beastmaster")
def test_at_most_five_beasts() -> None:
    scene = Wow("l1a+l2a+m1a+s1a+s2a").active(
        0, "orcs", "beastmaster", {2: 1, 11: 1, 16: 1, 21: 1, 30: 1, 33: 1, 36: 1}
    )
    hills = [r for r in (2, 11, 16, 21, 30, 33, 36) if scene.rows[r]["features"][0] == "hill"]
    assert len(hills) > 5
    state = scene.conquest(0)
    assert tribe(state, "orcs")["note"] == 5
    assert tribe(state, "orcs")["hand"] == 5


@cites("warcraft", "power.beastmaster.tokens", "conquest.one_token", "deploy.one_each")
def test_beasts_conquer_and_stand_where_tokens_of_their_race_are() -> None:
    scene = Wow().active(0, "orcs", "beastmaster", {11: 1, 2: 1}).active(1, "naga", "mining", {0: 1})
    state = scene.conquest(0)
    assert tribe(state, "orcs")["hand"] == 2
    assert can(state, "conquer 8"), "a beast in hand is a token in hand"
    play(state, "conquer 8", "stop")
    assert asked(state) == "deploy"
    play(state, "deploy 2:0 8:0 11:1")
    assert asked(state) == "unit.beastmaster"
    assert texts(state) == ["place beastmaster 2", "place beastmaster 8", "place beastmaster 11"]
    assert refused(state, "place beastmaster 4") == "not_your_region"
    play(state, "place beastmaster 8")
    assert region(state, 8) | {"tokens": 0, "marks": {"beast": 1}} == region(state, 8)
    assert refused(state, "place beastmaster 2") == "in_order"
    assert not can(state, "no beastmaster")
    play(state, "place beastmaster 11")
    assert region(state, 11) | {"tokens": 1, "marks": {"beast": 1}} == region(state, 11)
    assert coins_for(state, "regions") == 3
    assert tribe(state, "orcs")["tokens"] == 2


@cites("warcraft", "power.beastmaster.casualty", "race.forsaken.counted", "losses.one_token")
@pytest.mark.parametrize(("tokens", "beasts"), [(0, 1), (1, 1), (2, 2), (0, 3), (3, 0)])
def test_of_tokens_and_beasts_one_is_lost_a_beast_first(tokens: int, beasts: int) -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: 12}).active(1, "trolls", "beastmaster", {4: tokens, 17: 1})
    if beasts:
        scene.mark(4, "beast", beasts)
    state = play(scene.note("beastmaster", beasts).conquest(0), "conquer 4")
    found = tribe(state, "trolls")
    assert found["note"] == max(beasts - 1, 0)
    assert found["retreat"] == (tokens if beasts else tokens - 1)
    assert found["tray"] == 11 - 1 - tokens + (0 if beasts else 1)
    play(state, "stop", "yes forsaken")
    assert asked(state) != "unit.forsaken", "one was lost"
    while asked(state) in ("deploy", "retreat"):
        state.apply(state.legal_actions()[0])
    for _ in range(beasts - 1):
        assert (asked(state), state.current_player()) == ("unit.beastmaster", 1)
        play(state, "place beastmaster 17")
    assert region(state, 17)["tokens"] == 1 + found["retreat"]
    assert asked(state) == "choice"
    assert region(state, 17)["marks"] == ({"beast": beasts - 1} if beasts > 1 else {})


@cites("warcraft", "power.beastmaster.casualty", "power.beastmaster.tokens")
def test_beasts_driven_off_may_also_stay_away() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "beastmaster", {4: 1, 17: 1, 18: 1})
    state = play(scene.mark(4, "beast", 3).note("beastmaster", 3).conquest(0), "conquer 4")
    stop(state)
    assert texts(state) == ["place beastmaster 17", "place beastmaster 18", "no beastmaster"]
    some = play(state.clone(), "place beastmaster 18", "no beastmaster")
    assert (region(some, 18)["marks"], tribe(some, "trolls")["note"]) == ({"beast": 1}, 1)
    none = play(state, "no beastmaster")
    assert tribe(none, "trolls")["note"] == 0
    lost = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "trolls", "beastmaster", {4: 1}).mark(4, "beast", 2)
    state = stop(play(lost.note("beastmaster", 2).conquest(0), "conquer 4"))
    assert asked(state) == "choice", "no region is left for them"
    assert tribe(state, "trolls")["note"] == 0


# --- Champion ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "power.champion", "power.champion.token", "conquest.one_token", "conquest.cost_figures")
@pytest.mark.parametrize(
    ("option", "hand", "allowed"), [("yes", 0, False), ("yes", 1, True), ("no", 0, True), ("no", 1, True)]
)
def test_what_the_champion_needs_and_what_it_costs(option: str, hand: int, allowed: bool) -> None:
    for race in ("orcs", "tauren"):
        least = 2 if race == "tauren" else 1
        scene = Wow(champion_needs_token=option).active(0, race, "champion", {8: least + hand})
        state = scene.active(1, "trolls", "mining", {4: 9, 17: 1}).mark(4, "fort").conquest(0)
        assert can(state, "use champion") == allowed
        if not allowed:
            assert refused(state, "use champion") == "no_token_in_hand"
            continue
        play(state, "use champion")
        assert price(state, 4) == 0
        play(state, "conquer 4")
        assert region(state, 4) | {"holder": race, "tokens": 0, "marks": {"champion": 1}} == region(state, 4)
        assert tribe(state, race)["hand"] == hand
        assert refused(state, "use champion") == "already_used"
    other = Wow().active(0, "orcs", "champion", {4: 0, 17: 1}).mark(4, "champion").active(1, "naga", "mining", {8: 9})
    assert price(other.conquest(1), 4) == 2 + 1


@cites("warcraft", "power.champion.reach", "power.champion.limits", "conquest.as_adjacent", "race.naga")
def test_the_champion_does_not_travel() -> None:
    state = Wow().active(0, "orcs", "champion", {7: 3}).active(1, "trolls", "marsh_dwelling", {3: 4, 17: 1})
    scene = state
    position = play(scene.conquest(0), "use champion")
    assert {r for r in range(21) if can(position, f"conquer {r}")} == {3, 4, 8, 11}
    assert [refused(position, f"conquer {r}") for r in (2, 17, 18)] == ["champion_too_far"] * 3
    scene.coins = [0, 0]
    position = play(scene.conquest(0), "use champion")
    assert refused(position, "conquer 3") == "no_coin_for_toll"
    entering = Wow().active(0, "orcs", "champion", {}, hand=5).conquest(0)
    assert refused(entering, "use champion") == "no_target"
    naga = Wow().active(0, "naga", "champion", {}, hand=5).conquest(0)
    assert can(naga, "conquer 0")
    assert refused(naga, "use champion") == "no_target", "nor does it begin in the water"
    sailing = Wow().active(0, "kobolds", "champion", {7: 3}).active(1, "trolls", "mining", {17: 1}).conquest(0)
    play(sailing, "use champion")
    assert {r for r in range(21) if can(sailing, f"conquer {r}")} == {3, 4, 8, 11, 6, 12, 13}


@cites("warcraft", "power.champion.ready", "turn.ready_order", "power.champion.stays")
def test_the_champion_is_asked_about_only_where_it_stands() -> None:
    for spot in (-1, 4):
        scene = Wow().active(0, "orcs", "champion", {8: 3, 4: 1}).active(1, "naga", "mining", {0: 1})
        if spot >= 0:
            scene.mark(spot, "champion")
        state = play(scene.turn(0), "expand")
        assert (asked(state) == "unit.champion") == (spot >= 0)
        if spot < 0:
            assert tribe(state, "orcs")["hand"] == 2
            continue
        assert tribe(state, "orcs")["hand"] == 0, "troops are taken up afterwards"
        taken = play(state.clone(), "yes champion")
        assert region(taken, 4) | {"holder": "orcs", "tokens": 1, "marks": {}} == region(taken, 4)
        assert tribe(taken, "orcs")["hand"] == 2
        assert can(taken, "use champion")
        left = play(state, "no champion")
        assert refused(left, "use champion") == "champion_out"
        assert region(left, 4)["marks"] == {"champion": 1}


@cites("warcraft", "power.champion.ransom", "power.champion.no_coin", "losses.one_token")
@pytest.mark.parametrize(("spot", "fort"), [(4, False), (4, True), (17, False), (17, True)])
@pytest.mark.parametrize("coins", [0, 1, 5])
def test_ransom_is_due_where_the_champion_stands_and_only_there(spot: int, fort: bool, coins: int) -> None:
    scene = (
        Wow()
        .active(0, "forsaken", "ranger", {8: 11})
        .active(1, "trolls", "champion", {4: 2, 17: 1})
        .mark(spot, "champion")
    )
    if fort:
        scene.mark(4, "fort")
    scene.coins = [7, coins]
    state = play(scene.conquest(0), "conquer 4")
    here = spot == 4
    paid = min(coins, 1) if here else 0
    assert state.scores() == [7 + paid, coins - paid]
    assert (tribe(state, "trolls")["retreat"], tribe(state, "trolls")["tray"]) == ((2, 8) if here else (1, 9))
    play(state, "stop")
    assert (asked(state) == "unit.forsaken") == (not here)
    end_turn_until_asked(state)
    assert (asked(state) == "unit.champion") == here
    if here:
        assert state.current_player() == 1
        assert texts(state) == ["place champion 17"]
        assert refused(state, "place champion 8") == "not_your_region"
        play(state, "place champion 17")
        assert region(state, 17)["marks"] == {"champion": 1}
    assert state.view(0)["turn"] == 1


def end_turn_until_asked(state: State) -> None:
    """Go on with the plainest answers until the Champion or the next turn."""
    while asked(state) in ("deploy", "retreat", "unit.forsaken"):
        plain = [text for text in texts(state) if text.startswith("no")]
        state.apply(state.parse(plain[0]) if plain else state.legal_actions()[0])


@cites("warcraft", "power.champion.ransom", "race.goblins.leaves")
def test_who_attacks_with_a_champion_on_the_map_pays_no_ransom() -> None:
    scene = (
        Wow()
        .active(0, "orcs", "champion", {8: 9, 4: 0})
        .mark(4, "champion")
        .active(1, "trolls", "mining", {7: 1, 17: 1})
    )
    state = play(scene.turn(0), "expand", "no champion", "conquer 7")
    assert state.scores() == [20, 20]
    end_turn(state)
    assert region(state, 4)["marks"] == {"champion": 1}
    failed = (
        Wow().active(0, "orcs", "ranger", {8: 2}).active(1, "trolls", "champion", {4: 1, 17: 1}).mark(4, "champion")
    )
    state = play(failed.conquest(0), "conquer 4", "? die 0")
    assert state.scores()[1] == 20
    assert region(state, 4)["marks"] == {"champion": 1}


@cites("warcraft", "power.champion.moved", "power.portal_mage.any", "power.portal_mage", "power.portal_mage.hidden")
def test_everything_in_two_regions_changes_places() -> None:
    scene = Wow().active(0, "orcs", "portal_mage", {3: 2, 8: 1}).active(1, "trolls", "champion", {1: 4, 17: 1})
    for piece in ("champion", "fort", "bomb"):
        scene.mark(1, piece)
    scene.thing(1, "ashes").thing(1, "dark_portal").thing(3, "heart").thing(3, "karazhan").mark(3, "wisp_wall")
    state = play(scene.conquest(0), "take portal_mage 1", "place portal_mage 3")
    assert region(state, 1) | {"holder": "orcs", "tokens": 1} == region(state, 1)
    assert region(state, 1)["marks"] == {"wisp_wall": 1, "heart": 1, "dark_portal": 1}
    assert region(state, 3) | {"holder": "trolls", "tokens": 4} == region(state, 3)
    assert region(state, 3)["marks"] == {"champion": 1, "fort": 1, "bomb": 1, "ashes": 1, "karazhan": 1}
    assert (tribe(state, "orcs")["tokens"], tribe(state, "trolls")["tokens"]) == (2, 5)
    assert can(state, "conquer 2"), "from region 1 on"
    assert price(state, 2) == 2
    back = play(state, "take portal_mage 1", "place portal_mage 3")
    assert region(back, 1)["marks"] == {"champion": 1, "fort": 1, "bomb": 1, "ashes": 1, "dark_portal": 1}
    assert refused(back, "take portal_mage 1") == "already_used"
    assert coins_for(back, "faction") == 0
