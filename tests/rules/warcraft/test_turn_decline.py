"""The order of a turn, decline, scoring, factions, markers and the end of the game."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.scene import asked, can, coins_for, end_turn, happened, play, price, refused, region, stop, tribe
from tests.support.warcraft import Wow


@cites("warcraft", "decline.one_token_each", "decline.badge", "decline.no_pick")
@cites("warcraft", "decline.ability_ends", "scoring.declined_no_bonus")
def test_declining_takes_the_turn() -> None:
    scene = Wow().active(0, "blood_elves", "ranger", {3: 3, 4: 2}, hand=1).active(1, "orcs", "mining", {11: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert state.scores()[0] == 22
    assert coins_for(state, "blood_elves") == 0
    assert coins_for(state, "ranger") == 0
    assert region(state, 3)["tokens"] == 1
    assert tribe(state, "blood_elves")["tray"] == 8
    page: Any = state.view(0)
    assert "ranger" in page["discarded_powers"]
    assert page["turn"] == 1
    end_turn(state)
    assert asked(state) == "pick"
    assert refused(state, "decline") == "not_asked"


@cites("warcraft", "decline.old_race_leaves", "decline.nothing_left", "decline.driven_off", "decline.wiped_out")
def test_the_older_declined_race_leaves_first() -> None:
    scene = (
        Wow().active(0, "orcs", "mining", {}, hand=2).declined(0, "trolls", {4: 1}).active(1, "naga", "ranger", {11: 1})
    )
    state = scene.turn(0)
    assert can(state, "expand")
    assert refused(state, "pick 0") == "not_asked"
    play(state, "decline")
    assert tribe(state, "trolls") == {}
    assert tribe(state, "orcs") == {}
    assert state.scores()[0] == 20
    page: Any = state.view(0)
    assert page["returned_races"] == ["trolls", "orcs"]


@cites("warcraft", "decline.kept", "race.night_elves.removed", "race.tauren.decline", "race.naga.decline")
def test_what_stays_in_decline() -> None:
    scene = Wow().active(0, "night_elves", "garrisoned", {4: 2}).mark(4, "wisp_wall").mark(4, "fort")
    scene.active(1, "orcs", "ranger", {8: 7})
    state = scene.turn(0)
    play(state, "decline")
    assert region(state, 4)["marks"] == {"wisp_wall": 1, "fort": 1}
    assert tribe(state, "night_elves")["power"] == "garrisoned"
    play(state, "expand")
    assert price(state, 4) == 2 + 1 + 1 + 1
    play(state, "conquer 4")
    assert region(state, 4)["marks"] == {}
    scene = Wow().active(0, "tauren", "ranger", {4: 3, 8: 2}).active(1, "orcs", "mining", {11: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert region(state, 4)["tokens"] == 2
    assert region(state, 8)["tokens"] == 2
    state = Wow().active(0, "naga", "ranger", {0: 2}).active(1, "orcs", "mining", {11: 1}).turn(0)
    play(state, "decline")
    assert region(state, 0)["holder"] == "naga"
    assert state.scores()[0] == 21


@cites("warcraft", "decline.pieces", "scoring.figures")
def test_figures_towers_objectives_and_harmony_go_in_decline() -> None:
    scene = Wow().active(0, "humans", "champion", {4: 1, 8: 0}).mark(8, "champion").mark(11, "military_objective")
    scene.active(1, "orcs", "mining", {12: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert region(state, 8)["holder"] is None
    assert region(state, 11)["marks"] == {}
    assert state.scores()[0] == 21
    scene = Wow().active(0, "pandaren", "beastmaster", {4: 1, 8: 0}).mark(8, "beast").note("beastmaster", 1)
    scene.note("pandaren", 2).active(1, "orcs", "mining", {7: 4})
    state = scene.turn(0)
    play(state, "decline", "expand")
    assert region(state, 8)["holder"] is None
    play(state, "conquer 4")
    assert state.scores()[1] == 20
    scene = (
        Wow()
        .active(0, "orcs", "defensive", {8: 1, 7: 1, 11: 1})
        .mark(8, "watchtower")
        .active(1, "naga", "mining", {0: 1})
    )
    state = scene.turn(0)
    play(state, "decline")
    assert region(state, 8)["marks"] == {}
    scene = Wow().active(0, "orcs", "champion", {4: 1, 8: 0}).mark(8, "champion").active(1, "naga", "mining", {0: 1})
    state = scene.turn(0)
    play(state, "expand", "no champion")
    stop(state)
    assert coins_for(state, "regions") == 2


@cites("warcraft", "scoring.per_region", "scoring.bonuses", "scoring.when")
def test_bonuses_come_with_the_scoring() -> None:
    scene = Wow().active(0, "orcs", "battlemaster", {4: 8}).active(1, "humans", "marsh_dwelling", {3: 1, 8: 1})
    scene.coins = [0, 5]
    state = scene.conquest(0)
    play(state, "conquer 8")
    assert state.scores()[0] == 0
    assert refused(state, "conquer 3") == "no_coin_for_toll"
    stop(state)
    assert state.scores()[0] == 2 + 1 + 1 + 1  # regions, Battlemaster, Orcs, faction


@cites("warcraft", "scoring.water", "race.naga.decline")
def test_water_pays_like_land() -> None:
    scene = Wow().active(0, "orcs", "ranger", {2: 1}).declined(0, "naga", {0: 1, 10: 1, 12: 1})
    state = scene.active(1, "trolls", "mining", {17: 1}).turn(0)
    end_turn(state)
    assert coins_for(state, "regions") == 4
    state = Wow().active(0, "naga", "ranger", {19: 1}).active(1, "trolls", "mining", {17: 1}).turn(0)
    end_turn(state)
    assert coins_for(state, "regions") == 1


@cites("warcraft", "faction.bonus", "faction.once_per_race", "faction.two_races", "faction.neutral")
def test_the_faction_bonus() -> None:
    scene = Wow().active(0, "trolls", "blacksmith", {4: 11})
    scene.active(1, "humans", "mining", {8: 1, 7: 1, 11: 1}).declined(1, "gnomes", {3: 1})
    state = scene.conquest(0)
    play(state, "conquer 8", "conquer 7", "conquer 3")
    stop(state)
    assert coins_for(state, "faction") == 2
    scene = Wow().active(0, "trolls", "blacksmith", {4: 8}).active(1, "naga", "mining", {8: 1, 11: 1}).murloc(2)
    state = scene.conquest(0)
    play(state, "conquer 8", "conquer 2")
    stop(state)
    assert coins_for(state, "faction") == 0
    scene = Wow().active(0, "naga", "blacksmith", {4: 8}).active(1, "humans", "mining", {8: 1, 11: 1})
    state = scene.conquest(0)
    play(state, "conquer 8")
    stop(state)
    assert coins_for(state, "faction") == 0


@cites("warcraft", "faction.own_declined")
@pytest.mark.parametrize(("option", "coins"), [("yes", 1), ("no", 0)])
def test_ones_own_declined_race_of_the_other_faction(option: str, coins: int) -> None:
    scene = Wow(own_declined_faction_bonus=option).active(0, "trolls", "ranger", {4: 8}).declined(0, "humans", {8: 1})
    state = scene.conquest(0)
    play(state, "conquer 8")
    stop(state)
    assert coins_for(state, "faction") == coins


@cites("warcraft", "faction.decline_turn", "race.goblins.rewards", "race.goblins.decline")
def test_a_bomb_on_a_turn_of_decline_brings_no_bonus() -> None:
    for answer, coins in (("expand", 1), ("decline", 0)):
        scene = Wow().active(0, "goblins", "battlemaster", {4: 2}).active(1, "humans", "mining", {8: 2, 11: 1})
        scene.mark(8, "bomb")
        state = scene.turn(0)
        play(state, "? find bomb_live", answer)
        end_turn(state)
        assert coins_for(state, "faction") == coins
        assert coins_for(state, "battlemaster") == coins
        assert region(state, 8)["holder"] is None


@cites("warcraft", "marker.reveal", "marker.after_reveal", "marker.holder", "marker.place_fixed")
def test_a_marker_is_turned_over_when_its_region_is_entered() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 8}).active(1, "trolls", "mining", {1: 3, 11: 1})
    scene.mark(4, "hidden")
    state = scene.conquest(0)
    play(state, "conquer 4", "? find frostmourne")
    assert region(state, 4)["marks"] == {"frostmourne": 1}
    assert can(state, "use frostmourne")
    stop(state)
    play(state, "expand")
    play(state, "conquer 4")
    assert region(state, 4)["holder"] == "trolls"
    assert region(state, 4)["marks"] == {"frostmourne": 1}


@cites(
    "warcraft", "marker.abandoned", "marker.artifact_moves", "marker.several", "artifact.frostmourne", "artifact.ashes"
)
def test_artifacts_lie_where_they_were_last_used() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 3}).thing(8, "frostmourne").thing(8, "ashes")
    state = scene.conquest(0)
    play(state, "use ashes", "use frostmourne")
    assert price(state, 20) == 1
    assert can(state, "conquer 20")
    assert refused(state, "stop") == "must_attack"
    play(state, "conquer 20")
    assert set(region(state, 20)["marks"]) == {"frostmourne", "ashes"}
    assert refused(state, "use ashes") == "already_used"
    state = Wow().active(0, "orcs", "ranger", {8: 2, 7: 1}).thing(7, "frostmourne").conquest(0)
    play(state, "abandon 7")
    assert region(state, 7)["marks"] == {"frostmourne": 1}
    assert not can(state, "use frostmourne")
    scene = (
        Wow().active(0, "orcs", "ranger", {8: 2}).thing(8, "frostmourne").active(1, "trolls", "mining", {4: 2, 1: 1})
    )
    state = scene.conquest(0)
    play(state, "use frostmourne", "conquer 4", "? die 0")
    assert region(state, 8)["marks"] == {"frostmourne": 1}


@cites("warcraft", "marker.declined")
def test_a_marker_of_ones_declined_race_serves_nobody() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 4}).declined(0, "trolls", {4: 1, 11: 1})
    scene.thing(4, "dark_portal").thing(11, "frostmourne")
    state = scene.conquest(0)
    assert not can(state, "use frostmourne")
    stop(state)
    assert coins_for(state, "dark_portal") == 0


@cites("warcraft", "end.last_round", "end.most_coins", "end.tie", "end.tie_count", "end.shared")
def test_the_end() -> None:
    for coins, beasts, winners in (([10, 9], 2, [0]), ([10, 9], 0, [0, 1]), ([9, 12], 0, [1])):
        scene = Wow(round=10).active(0, "orcs", "beastmaster", {4: 2}).active(1, "trolls", "mining", {8: 2})
        scene.coins = list(coins)
        if beasts:
            scene.mark(4, "beast", beasts).note("beastmaster", beasts)
        state = scene.turn(1)
        end_turn(state)
        assert state.current_player() == -2
        assert state.winners() == winners
        seats: Any = state.view(1)["seats"]
        assert seats[0]["coins"] == coins[0]


@cites("warcraft", "turn.start_order", "turn.ready_order", "turn.deeds", "turn.end_order")
def test_the_order_of_a_turn() -> None:
    scene = Wow().active(0, "goblins", "champion", {4: 3, 8: 1}).mark(8, "champion")
    scene.active(1, "worgen", "intimidating", {7: 2, 11: 1}).mark(7, "bomb").thing(4, "heart")
    state = scene.turn(0)
    assert asked(state) == "unit.goblins"  # bombs before the choice
    play(state, "? find bomb_fizzle")
    assert asked(state) == "choice"
    play(state, "expand")
    assert asked(state) == "unit.champion"  # before troops are taken up
    play(state, "yes champion")
    assert tribe(state, "goblins")["hand"] == 2
    assert can(state, "use champion")
    play(state, "stop", "deploy 4:1 8:1")
    assert asked(state) == "unit.goblins"
    play(state, "no goblins")
    assert asked(state) == "unit.heart"
    assert coins_for(state, "regions") == 0
    play(state, "no heart")
    assert asked(state) == "unit.worgen"
    assert state.current_player() == 1
    play(state, "no worgen")
    assert asked(state) == "choice"


@cites("warcraft", "turn.end_order", "losses.rest_redeploys")
def test_a_turn_ends_in_the_order_told() -> None:
    scene = Wow().active(0, "humans", "defensive", {8: 8, 12: 1, 11: 1}).thing(8, "aegis").thing(8, "heart")
    scene.active(1, "trolls", "mining", {7: 3, 2: 1, 17: 1})
    scene.stock["watchtower"] = 1  # fields 8 and 12 deserve one: the owner is asked
    state = play(scene.conquest(0), "conquer 7", "stop")
    told: list[str] = []
    while state.view(0)["turn"] == 0:
        if not told or told[-1] != asked(state):
            told.append(asked(state))
        assert (coins_for(state, "regions") > 0) == (asked(state) == "retreat")
        state.apply(state.parse("no humans") if asked(state) == "unit.humans" else state.legal_actions()[0])
    assert told == ["deploy", "unit.humans", "unit.defensive", "unit.aegis", "unit.heart", "retreat"]
    scene = Wow().active(0, "forsaken", "beastmaster", {11: 9}).thing(11, "spirit_healer").murloc(7)
    state = play(scene.active(1, "trolls", "mining", {17: 1}).conquest(0), "conquer 7", "stop", "yes forsaken")
    assert [event.cause for event in happened(state, "recruited")] == ["beastmaster", "forsaken", "spirit_healer"]
    assert asked(state) == "deploy"
    play(state, "deploy 7:0")
    assert asked(state) == "unit.beastmaster"
    assert coins_for(state, "regions") == 0
