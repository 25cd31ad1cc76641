"""Blood Elves, Forsaken, Goblins, Orcs, Tauren and Trolls."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, deal, end_turn, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "race.blood_elves")
def test_blood_elves_gain_by_magic() -> None:
    state = Wow().active(0, "blood_elves", "mining", {1: 1, 3: 1, 4: 1}).turn(0)
    end_turn(state)
    assert coins_for(state, "blood_elves") == 2


def lost_to_forsaken(scene: Wow, *moves: str) -> bool:
    """Does the Forsaken player, who holds region 8, have a token to buy after these moves?"""
    scene.active(0, "forsaken", "intimidating", {8: 12})
    state = play(scene.conquest(0), *moves, "stop")
    return asked(state) == "unit.forsaken"


@cites("warcraft", "race.forsaken.not_counted", "race.forsaken.counted")
def test_only_tokens_that_others_really_lose_count_for_forsaken() -> None:
    """Each that does not count beside its twin that does."""
    assert lost_to_forsaken(Wow().active(1, "humans", "mining", {4: 1, 2: 1}), "conquer 4")
    assert not lost_to_forsaken(Wow().active(1, "draenei", "mining", {4: 1, 2: 1}), "conquer 4")  # the Light
    chapel = Wow().active(1, "humans", "mining", {4: 1, 2: 1}).thing(2, "lights_hope")
    assert not lost_to_forsaken(chapel, "conquer 4")
    for spot, counts in ((4, False), (2, True)):
        champion = Wow().active(1, "trolls", "champion", {4: 1, 2: 1}).mark(spot, "champion")
        assert lost_to_forsaken(champion, "conquer 4") == counts
    alone = Wow().active(1, "trolls", "champion", {4: 0, 2: 1}).mark(4, "champion")
    assert not lost_to_forsaken(alone, "conquer 4")  # the Champion is no token that is lost
    for owner, counts in ((0, False), (1, True)):
        assert lost_to_forsaken(Wow().declined(owner, "humans", {4: 1, 2: 1}), "conquer 4") == counts
    moved = ("take intimidating 4", "place intimidating 2")
    assert not lost_to_forsaken(Wow().active(1, "humans", "mining", {4: 2, 2: 1}), *moved)
    assert lost_to_forsaken(Wow().active(1, "humans", "mining", {4: 2}), "take intimidating 4")  # discarded


@cites("warcraft", "race.forsaken", "race.forsaken.when", "race.forsaken.counted", "race.forsaken.not_counted")
def test_forsaken_buy_tokens_for_losses() -> None:
    scene = Wow().active(0, "forsaken", "intimidating", {8: 18}).active(1, "draenei", "mining", {11: 1})
    scene.declined(1, "tauren", {7: 2}).declined(0, "humans", {4: 1}).murloc(12)
    state = scene.conquest(0)
    play(state, "conquer 7", "conquer 4", "take intimidating 11", "conquer 11")
    # two Tauren; the Human is their own; the Draenei's lone token was saved by the Light
    assert region(state, 11)["holder"] == "forsaken"
    play(state, "take intimidating 12", "stop")
    assert asked(state) == "unit.forsaken"
    assert can(state, "no forsaken")
    play(state, "yes forsaken")
    assert state.scores()[0] == 19
    play(state, "yes forsaken")
    assert asked(state) != "unit.forsaken"  # the tray is empty: 18 + 2 are out
    assert tribe(state, "forsaken")["tray"] == 0


@cites("warcraft", "race.forsaken.tray")
def test_no_forsaken_without_a_token_in_the_tray() -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: 20}).murloc(12, 7)
    state = scene.conquest(0)
    play(state, "conquer 7", "stop")
    assert asked(state) == "deploy"


@cites("warcraft", "race.goblins", "race.goblins.limit")
def test_goblins_put_bombs_next_door() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {4: 2, 7: 1, 11: 1, 2: 1})
    scene.mark(7, "watchtower").declined(1, "orcs", {6: 1})
    state = scene.conquest(0)
    play(state, "stop")
    assert refused(state, "place goblins 6") == "no_bomb_there"  # in decline
    assert refused(state, "place goblins 2") == "no_bomb_there"  # not adjacent
    assert refused(state, "place goblins 7") == "region_immune"
    play(state, "place goblins 4")
    assert refused(state, "place goblins 4") == "no_bomb_there"
    play(state, "place goblins 11")
    assert region(state, 11)["marks"] == {"bomb": 1}
    scene.stock["bomb"] = 0
    state = scene.conquest(0)
    play(state, "stop")
    assert state.view(0)["turn"] == 1


@cites("warcraft", "race.goblins.flip", "race.goblins.live", "race.goblins.dud", "race.goblins.emptied")
def test_bombs_are_flipped_at_the_next_turn() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {7: 3, 11: 1, 2: 1})
    scene.mark(7, "bomb").mark(11, "bomb").mark(4, "bomb")
    state = scene.turn(0)  # 4 is empty: back to the stack
    stock: Any = state.view(0)["stock"]
    assert region(state, 4)["marks"] == {}
    assert stock["bomb"] == 10
    play(state, "? find bomb_live")
    assert region(state, 7)["holder"] is None
    assert tribe(state, "humans")["retreat"] == 2
    assert sorted(weight for _, weight in state.chance_outcomes()) == [5, 6]
    play(state, "? find bomb_fizzle")
    assert region(state, 11)["holder"] == "humans"
    assert region(state, 11)["marks"] == {}
    play(state, "expand", "stop")
    end_turn(state)
    assert tribe(state, "humans")["tokens"] == 4
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).declined(1, "humans", {7: 1}).mark(7, "bomb")
    state = scene.turn(0)
    play(state, "? find bomb_live")
    assert tribe(state, "humans") == {}


def bombs_left(state: State) -> int:
    stock: Any = state.view(0)["stock"]
    return int(stock["bomb"])


@cites("warcraft", "race.goblins.emptied", "abandon.pieces")
def test_a_bomb_returns_unseen_as_soon_as_its_region_becomes_empty() -> None:
    """Whatever empties it: whoever enters later finds no bomb."""
    goblins = ("goblins", "ranger", {11: 1})
    scene = Wow("l1a+m1a+s1a").active(0, *goblins).active(1, "humans", "mining", {7: 1, 2: 1}).mark(7, "bomb")
    state = scene.active(2, "orcs", "intimidating", {8: 5}).conquest(2)
    play(state, "take intimidating 7", "place intimidating 2")
    assert region(state, 7) | {"marks": {}, "holder": None} == region(state, 7)
    assert bombs_left(state) == 12
    play(state, "conquer 7")
    assert region(state, 7)["marks"] == {}

    scene = Wow().active(0, *goblins).active(1, "trolls", "champion", {7: 0, 2: 1}).mark(7, "champion")
    state = scene.mark(7, "bomb").turn(1)
    play(state, "expand")
    left = play(state.clone(), "no champion")
    assert region(left, 7)["marks"] == {"champion": 1, "bomb": 1}  # it is still held
    assert bombs_left(left) == 11
    play(state, "yes champion")
    assert region(state, 7)["marks"] == {}
    assert bombs_left(state) == 12

    scene = Wow().active(0, *goblins).active(1, "trolls", "beastmaster", {7: 0, 4: 1}).mark(7, "beast")
    state = scene.note("beastmaster", 1).mark(7, "bomb").conquest(1)  # the beasts are discarded
    assert region(state, 7)["marks"] == {}
    assert bombs_left(state) == 12

    scene = Wow().active(0, *goblins).active(1, "trolls", "ranger", {4: 1}).declined(1, "humans", {7: 1, 8: 1})
    state = scene.mark(7, "bomb").mark(4, "bomb").turn(1)
    play(state, "decline")  # the older race leaves the map, the younger stays
    assert region(state, 7)["marks"] == {}
    assert region(state, 4)["marks"] == {"bomb": 1}

    scene = Wow("l1a+m1a+s1a").active(0, *goblins).active(1, "humans", "mining", {7: 1, 2: 1}).mark(7, "bomb")
    state = scene.active(2, "orcs", "ranger", {8: 9}).conquest(2)
    play(state, "conquer 7")
    assert region(state, 7)["marks"] == {"bomb": 1}  # conquered, never empty
    assert bombs_left(state) == 11


@cites("warcraft", "race.goblins.flip")
def test_a_bomb_goes_off_under_another_opponent() -> None:
    scene = Wow("l1a+m1a+s1a").active(0, "goblins", "ranger", {11: 1}).active(1, "humans", "mining", {7: 1, 2: 1})
    scene.active(2, "orcs", "fishing", {8: 9})
    state = play(scene.mark(7, "bomb").conquest(2), "conquer 7")
    stop(state)
    assert asked(state) == "unit.goblins"
    assert state.view(0)["turn"] == 0
    play(state, "? find bomb_live")
    assert region(state, 7)["holder"] is None
    assert tribe(state, "orcs")["tray"] == 11 - 8


@cites("warcraft", "race.goblins.limit", "artifact.aegis")
def test_goblins_may_pay_the_aegis_to_place_a_bomb() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {7: 2, 4: 1}).thing(7, "aegis")
    state = play(scene.conquest(0), "stop")
    free = play(state.clone(), "place goblins 4", "no goblins")
    assert free.scores()[1] == 20
    play(state, "place goblins 7")
    assert region(state, 7)["marks"] == {"aegis": 1, "bomb": 1}
    assert state.scores()[1] == 22
    scene.coins = [1, 5]
    state = play(scene.conquest(0), "stop")
    assert refused(state, "place goblins 7") == "no_coin_for_toll"
    assert can(state, "place goblins 4")
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "humans", "mining", {7: 2, 4: 1})
    state = play(scene.mark(7, "watchtower").conquest(0), "stop")
    assert refused(state, "place goblins 7") == "region_immune"  # nobody can pay a watchtower


@cites("warcraft", "race.goblins.stack")
@pytest.mark.parametrize(("option", "live"), [("per_pick", 6), ("once", 2)])
def test_a_new_pick_shuffles_all_bombs(option: str, live: int) -> None:
    scene = Wow(goblin_bombs=option).combos(("goblins", "ranger", 0)).active(1, "humans", "mining", {11: 1})
    scene.note("bomb_live", 4)
    scene.stock["bomb"] = 8
    state = scene.turn(0)
    play(state, "pick 0")
    deal(state)
    stock: Any = state.view(0)["stock"]
    assert stock["bomb"] == (12 if option == "per_pick" else 8)
    page: Any = state.dump()
    assert 6 - page["notes"].get("bomb_live", 0) == live


@cites("warcraft", "race.goblins.tolls", "race.goblins.tower", "race.goblins.leaves")
def test_bombs_meet_tolls_and_towers() -> None:
    scene = (
        Wow()
        .active(0, "goblins", "ranger", {8: 1})
        .active(1, "humans", "marsh_dwelling", {3: 2, 11: 1})
        .mark(3, "bomb")
    )
    state = scene.turn(0)
    assert asked(state) == "unit.goblins"
    unpaid = state.clone()
    play(unpaid, "no goblins")
    assert region(unpaid, 3)["marks"] == {}
    assert asked(unpaid) == "choice"
    play(state, "yes goblins")
    assert state.scores() == [19, 21]
    play(state, "? find bomb_live")
    assert region(state, 3)["holder"] is None
    scene = Wow().active(0, "goblins", "ranger", {7: 1}).active(1, "humans", "defensive", {8: 2, 11: 1})
    scene.mark(8, "bomb").mark(8, "watchtower")
    state = scene.turn(0)
    stock: Any = state.view(0)["stock"]
    assert asked(state) == "choice"
    assert stock["bomb"] == 11
    assert region(state, 8)["marks"] == {"watchtower": 1}
    scene = Wow().active(0, "goblins", "ranger", {8: 1}).active(1, "night_elves", "champion", {4: 1, 11: 1})
    for piece in ("bomb", "wisp_wall", "champion", "military_objective"):
        scene.mark(4, piece)
    scene.thing(4, "frostmourne")
    state = scene.turn(0)
    play(state, "? find bomb_live")
    assert region(state, 4)["marks"] == {"military_objective": 1, "frostmourne": 1}
    assert state.scores() == [21, 19]


@cites("warcraft", "race.orcs")
def test_orcs_gain_for_each_alliance_region() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "humans", "mining", {4: 1, 7: 1, 11: 1})
    state = scene.conquest(0)
    play(state, "conquer 4", "conquer 7")
    stop(state)
    assert coins_for(state, "orcs") == 2
    assert coins_for(state, "faction") == 1


@cites("warcraft", "race.tauren", "race.tauren.loss", "race.tauren.minimum")
def test_tauren_stand_in_pairs() -> None:
    scene = Wow().active(0, "tauren", "blacksmith", {8: 7}).thing(8, "doomhammer")
    state = scene.conquest(0)
    assert tribe(state, "tauren")["hand"] == 5
    assert price(state, 4) == 2
    play(state, "use doomhammer")
    assert price(state, 7) == 2
    play(state, "conquer 7", "conquer 4")
    assert region(state, 4)["tokens"] == 2
    scene = Wow().active(0, "orcs", "ranger", {8: 11}).active(1, "tauren", "mining", {4: 4, 11: 2})
    state = scene.conquest(0)
    play(state, "conquer 4")
    assert tribe(state, "tauren")["retreat"] == 3


@cites("warcraft", "race.tauren.lone", "race.tauren.intimidated")
def test_a_lone_tauren_is_taken_up() -> None:
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "tauren", "mining", {4: 2, 11: 2})
    state = scene.conquest(0)
    play(state, "take intimidating 4", "place intimidating 11")
    assert region(state, 4)["holder"] is None
    assert tribe(state, "tauren")["retreat"] == 1
    assert region(state, 11)["tokens"] == 3
    stop(state)
    assert region(state, 11)["tokens"] == 4
    scene = Wow().active(0, "orcs", "intimidating", {8: 3}).active(1, "tauren", "mining", {4: 2})
    state = scene.conquest(0)
    play(state, "take intimidating 4")
    stop(state)
    assert tribe(state, "tauren")["hand"] == 1
    assert tribe(state, "tauren")["tray"] == 15


@cites("warcraft", "race.tauren.company", "race.tauren.beasts")
def test_tauren_beside_beasts_and_champion() -> None:
    scene = Wow().active(0, "tauren", "beastmaster", {11: 1, 8: 2}).mark(11, "beast").note("beastmaster", 1)
    state = scene.conquest(0)
    assert region(state, 11)["holder"] is None
    assert tribe(state, "tauren")["hand"] == 1
    scene = Wow().active(0, "tauren", "champion", {8: 5, 11: 0}).mark(11, "champion")
    state = scene.conquest(0)
    play(state, "no champion", "stop")
    assert asked(state) == "unit.champion"
    joined = state.clone()
    play(joined, "yes champion")
    assert region(joined, 11)["tokens"] in (2, 3)
    play(state, "no champion")
    assert region(state, 11)["tokens"] == 0
    assert region(state, 8)["tokens"] == 5
