"""Revenge of the Murlocs, a reconstruction: one or two players against a race that acts by rule and chance."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, NotationError, State
from terrarium.words import LANGUAGES, Words
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
)
from tests.support.warcraft import Wow, coop, wild

LABEL = {"en": "reconstruct", "zh-Hant": "重建", "zh-Hans": "重建"}


@cites("warcraft", "coop.reconstruction", "team.reconstruction")
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_variants_are_labelled_as_reconstructions(language: str) -> None:
    book = catalog.rulebook("warcraft")
    labelled = [id for id in book.by_id if id.split(".")[0] in ("team", "coop")]
    assert len(labelled) == 27
    assert [id for id in labelled if LABEL[language] not in book.by_id[id].texts[language]] == []
    words = Words(language, "warcraft")
    for key in ("option.variant.team", "option.variant.coop", "variant.team", "variant.coop", "chapter.team"):
        assert LABEL[language] in words.say(key)
    assert LABEL[language] not in words.say("option.variant.standard")
    view: Any = coop().active(0, "orcs", "ranger", {3: 1}).murlocs({5: 1}, 3).turn(0).view(0)
    assert view["variant"]["reconstructed"] is True
    assert "variant" not in Wow().active(0, "orcs", "ranger", {3: 1}).turn(0).view(0)


@cites("warcraft", "coop.players", "setup.variant")
def test_one_or_two_play_nine_rounds_on_a_large_and_a_small_board() -> None:
    for players in (1, 2):
        game = catalog.game("warcraft", players, options={"variant": "coop"})
        assert [name[0] for name in game.map_name.split("+")] == ["l", "s"]
        view: Any = game.new().view(0)
        assert view["rounds"] == 9
        assert len(view["seats"]) == players
    assert catalog.game("warcraft", 2).new().view(0)["rounds"] == 10
    for players, variant in ((1, "standard"), (3, "coop"), (2, "team"), (6, "team")):
        with pytest.raises(NotationError) as caught:
            catalog.game("warcraft", players, options={"variant": variant})
        assert caught.value.code == "variant_players"
    with pytest.raises(NotationError) as caught:
        catalog.game("warcraft", 1, "l1a+m1a", {"variant": "coop"})
    assert caught.value.code == "map_boards"


@cites("warcraft", "coop.murlocs", "coop.coins", "coop.active")
@pytest.mark.parametrize("count", [12, 14, 15])
def test_murlocs_on_their_symbols_and_beside_the_boards(count: int) -> None:
    options = {"variant": "coop", "coop_murlocs": str(count), "random_first_player": "no"}
    state = deal(catalog.game("warcraft", 2, options=options).new())
    assert wild(state)["tokens"] == 6
    assert wild(state)["hand"] == count - 6
    assert wild(state)["mode"] == "active"
    assert wild(state)["power"] is None
    assert wild(state)["coins"] == 0
    assert state.scores() == [5, 5]
    assert region(state, 2)["holder"] == "murlocs"
    row: Any = state.view(0)["row"]
    assert "murlocs" not in [combo["race"] for combo in row]
    with pytest.raises(NotationError) as caught:
        catalog.game("warcraft", 2, options={**options, "coop_murlocs": "16"})
    assert caught.value.code == "option_value"


@cites("warcraft", "coop.markers")
def test_a_marker_on_a_murloc_is_turned_over_at_once() -> None:
    game = catalog.game("warcraft", 2, options={"variant": "coop", "random_first_player": "no"})
    state = game.new()
    while asked(state) in ("race", "badge"):
        state.apply(state.legal_actions()[0])
    assert asked(state) == "find"
    assert refused(state, "find bomb_live") == "not_this_outcome"
    play(state, "? find well")
    assert asked(state) == "unit.well"
    assert refused(state, "place well 0") == "not_asked"  # a sea, but of the other island
    play(state, "? place well 19")
    assert region(state, 19)["marks"] == {"well": 1}
    assert region(state, 15)["marks"] == {}
    assert region(state, 4)["marks"] == {"hidden": 1}  # no Murloc there
    usual = deal(catalog.game("warcraft", 2).new())
    assert region(usual, 15)["marks"] == {"hidden": 1}


@cites("warcraft", "coop.order", "coop.score")
def test_the_murlocs_turn_comes_after_the_players_and_pays_in_public() -> None:
    scene = coop().active(0, "orcs", "mining", {3: 1}).active(1, "naga", "ranger", {11: 1}).murlocs({5: 1, 9: 1}, 0, 4)
    state = end_turn(scene.turn(0))
    assert state.view(0)["turn"] == 1
    assert wild(state)["coins"] == 4
    assert happened(state, "wild_turn") == []
    end_turn(state)
    assert len(happened(state, "wild_turn")) == 1
    assert wild(state)["coins"] == 6
    assert state.view(0)["turn"] == 0
    assert state.view(0)["round"] == 3
    seats: Any = state.view(0)["seats"]
    assert [seat["coins"] is None for seat in seats] == [False, True]


@cites("warcraft", "coop.ready", "coop.target")
def test_they_leave_one_and_conquer_the_cheapest_until_tokens_fail() -> None:
    scene = coop(1).active(0, "orcs", "mining", {20: 3}).murlocs({5: 4}, 0)
    state = scene.turn(1)
    assert tribe_in_hand(state) == 3
    assert region(state, 5)["tokens"] == 1  # never abandoned
    assert asked(state) == "unit.murlocs"
    assert state.current_player() == -1
    assert can(state, "place murlocs 2")
    assert can(state, "place murlocs 9")
    for dearer in (6, 3, 18):  # a mountain, and entries that ask for travel
        assert refused(state, f"place murlocs {dearer}") == "not_asked"
    play(state, "? place murlocs 9")
    assert region(state, 9)["tokens"] == 2


def tribe_in_hand(state: State) -> int:
    return int(wild(state)["hand"])


@cites("warcraft", "coop.equal")
def test_among_equally_cheap_an_active_race_falls_before_a_declined_one_and_that_before_an_empty_region() -> None:
    scene = coop().active(0, "orcs", "mining", {9: 1, 20: 3}).declined(0, "trolls", {2: 1})
    scene.active(1, "naga", "ranger", {0: 3}).murlocs({5: 1}, 3)
    state = scene.turn(2)
    assert region(state, 9)["holder"] == "murlocs"
    assert region(state, 2)["holder"] == "trolls"
    scene = coop().active(0, "orcs", "mining", {20: 3}).declined(0, "trolls", {2: 1, 9: 2})
    scene.active(1, "naga", "ranger", {0: 3}).murlocs({5: 1}, 3)
    state = scene.turn(2)
    assert region(state, 2)["holder"] == "murlocs"
    assert region(state, 6)["holder"] is None  # a mountain, empty, at the same price


@cites("warcraft", "coop.die")
def test_with_tokens_left_they_try_the_die_once() -> None:
    scene = coop(1).active(0, "orcs", "mining", {2: 3, 20: 3}).murlocs({5: 1, 9: 1}, 1)
    state = scene.turn(1)
    assert asked(state) == "die"
    ask: Any = state.view(0)["ask"]
    assert ask["region"] == 12  # 2 tokens; a mountain would ask for 3
    play(state.clone(), "? die 0")
    taken = play(state, "? die 1")
    assert region(taken, 12)["tokens"] == 1
    far = coop(1).active(0, "orcs", "mining", {2: 3, 20: 3}).murlocs({5: 1, 9: 1}, 0).turn(1)
    assert asked(far) != "die"  # no token left, no attempt


@cites("warcraft", "coop.deploy")
def test_tokens_left_over_strengthen_the_weakest_region_beside_a_player() -> None:
    scene = coop(1).active(0, "orcs", "mining", {2: 3, 20: 3}).murlocs({5: 1, 9: 1}, 1)
    state = play(scene.turn(1), "? die 0")
    assert region(state, 5)["tokens"] == 2  # beside the Orcs in 2; 9 is not
    assert region(state, 9)["tokens"] == 1
    scene = coop(1).active(0, "orcs", "mining", {20: 3}).murlocs({5: 2, 9: 1, 2: 1}, 0)
    state = scene.turn(1)
    assert asked(state) == "unit.murlocs"  # where to attack with the one token taken up
    while asked(state) == "unit.murlocs":
        state.apply(state.legal_actions()[0])
    play(state, "? die 0")
    assert asked(state) == "unit.murlocs"
    assert [state.text(action) for action in state.legal_actions()] == [
        "place murlocs 2", "place murlocs 5", "place murlocs 9",
    ]  # fmt: skip
    play(state, "? place murlocs 9")
    assert region(state, 9)["tokens"] == 2


@cites("warcraft", "coop.never_lost")
def test_murlocs_wait_beside_the_boards_and_one_counts_as_lost() -> None:
    scene = coop().active(0, "forsaken", "mining", {2: 8}).active(1, "naga", "ranger", {0: 3}).murlocs({5: 3}, 2)
    state = scene.conquest(0)
    play(state, "conquer 5")
    assert wild(state)["hand"] == 5
    assert wild(state)["tray"] == 0
    assert happened(state, "lost") == []
    play(state, "stop", "yes forsaken")
    assert refused(state, "yes forsaken") == "not_asked"  # three were driven off, one counts


@cites("warcraft", "coop.opponent", "race.pandaren")
def test_murlocs_receive_harmony_and_attack_nothing_they_cannot_pay_for() -> None:
    scene = coop(1).active(0, "pandaren", "mining", {9: 1}).murlocs({5: 1}, 1)
    state = stop(scene.conquest(0))
    notes: Any = state.dump()["notes"]
    assert notes["pandaren"] == 1 << 1  # the Murlocs' seat comes after the player's

    def table(coins: int) -> State:
        scene = coop(1).active(0, "pandaren", "mining", {9: 1, 2: 4}).murlocs({5: 1}, 3, coins)
        return scene.note("pandaren", 1 << 1).turn(1)

    rich = table(2)
    assert region(rich, 9)["holder"] == "murlocs"
    assert wild(rich)["coins"] == 0 + 2
    assert rich.scores() == [22]
    poor = table(1)
    assert region(poor, 9)["holder"] == "pandaren"
    assert poor.scores() == [20]
    assert refused(poor, "place murlocs 9") == "not_asked"
    assert can(poor, "place murlocs 6")


@cites("warcraft", "coop.opponent", "artifact.doomhammer")
def test_fees_for_their_regions_go_to_the_murlocs() -> None:
    scene = coop().active(0, "orcs", "mining", {2: 2}, hand=2).thing(2, "doomhammer").murlocs({5: 3}, 0, 1)
    state = scene.active(1, "naga", "ranger", {0: 3}).conquest(0)
    play(state, "use doomhammer", "conquer 5")
    assert wild(state)["coins"] == 3
    assert state.scores()[0] == 18
    scene.coins[0] = 1
    assert not can(scene.conquest(0), "use doomhammer")


@cites("warcraft", "coop.things", "place.dark_portal", "artifact.aegis")
def test_places_serve_the_murlocs_but_artifacts_do_not() -> None:
    scene = coop().active(0, "orcs", "mining", {2: 6}).active(1, "naga", "ranger", {0: 3})
    scene.murlocs({5: 1, 9: 1}, 0).thing(9, "dark_portal").thing(5, "aegis")
    state = scene.conquest(0)
    assert price(state, 5) == 3
    assert can(state, "conquer 5")
    play(state, "conquer 5")
    assert state.scores()[0] == 20  # an Aegis of another player would have cost 2
    end_turn(end_turn(end_turn(state)))
    causes = {event.cause for event in happened(state, "wild_coins")}
    assert causes == {"regions", "dark_portal"}
    guarded = Wow().active(0, "orcs", "mining", {2: 6}).active(1, "naga", "ranger", {5: 1}).thing(5, "aegis")
    assert play(guarded.conquest(0), "conquer 5").scores()[0] == 18


@cites("warcraft", "coop.partners")
def test_partners_may_attack_each_other_without_a_faction_bonus() -> None:
    for scene, bonus in ((coop().murlocs({9: 1}, 0), 0), (Wow(), 1)):
        scene.active(0, "orcs", "mining", {2: 6}).active(1, "dwarves", "ranger", {5: 1, 0: 1})
        state = scene.conquest(0)
        assert can(state, "conquer 5")
        stop(play(state, "conquer 5"))
        assert coins_for(state, "faction") == bonus
        assert coins_for(state, "orcs") == 1


@cites("warcraft", "coop.win", "end.last_round")
@pytest.mark.parametrize(
    ("scoring", "coins", "rival", "won"),
    [
        ("each", [30, 20], 18, True),
        ("each", [30, 19], 19, False),
        ("sum", [30, 2], 30, True),
        ("sum", [9, 9], 17, False),
    ],
)
def test_all_win_or_all_lose(scoring: str, coins: list[int], rival: int, won: bool) -> None:
    scene = coop(round=9, coop_scoring=scoring)
    scene.coins = coins
    scene.active(0, "orcs", "mining", {}, hand=0).active(1, "naga", "ranger", {}, hand=0).murlocs({5: 1}, 0, rival)
    state = scene.turn(0)
    play(state, "expand", "stop", "expand", "stop")
    assert state.current_player() == OVER
    assert state.scores() == coins
    assert wild(state)["coins"] == rival + 1
    assert state.winners() == ([0, 1] if won else [])
    variant: Any = state.view(0)["variant"]
    assert variant["won"] is won
    assert state.standing() == [variant["lead"]] * 2
    assert scene.game.shares(state.winners()) == [float(won)] * 2


@cites("warcraft", "coop.win")
def test_a_single_player_must_have_more_than_the_murlocs() -> None:
    for rival, won in ((9, True), (10, False)):
        scene = coop(1, round=9)
        scene.coins = [10]
        scene.active(0, "orcs", "mining", {}, hand=0).murlocs({}, 0, rival)
        state = play(scene.turn(0), "expand", "stop")
        assert state.current_player() == OVER
        assert state.winners() == ([0] if won else [])


def test_tokens_driven_off_come_back_at_the_end_of_the_murlocs_turn() -> None:
    scene = coop().active(0, "draenei", "mining", {9: 1, 20: 2, 2: 3}).active(1, "naga", "ranger", {0: 3})
    state = scene.murlocs({5: 1}, 3).turn(2)
    assert region(state, 9)["holder"] == "murlocs"
    assert asked(state) == "retreat"
    assert state.current_player() == 0
    assert state.view(0)["turn"] == -1
    play(state, "deploy 2 1")  # the Light saved the token
    assert region(state, 2)["tokens"] == 4
    assert state.view(0)["round"] == 3


@cites("warcraft", "coop.never_lost", "power.intimidating")
def test_an_intimidated_murloc_moves_or_waits_and_counts_for_nobody_as_a_conquest() -> None:
    scene = coop().active(0, "forsaken", "intimidating", {2: 4}).active(1, "naga", "ranger", {0: 3})
    state = scene.murlocs({5: 1}, 2).conquest(0)
    play(state, "take intimidating 5")
    assert region(state, 5)["holder"] is None
    assert wild(state)["hand"] == 3
    assert refused(state, "take intimidating 5") == "not_opponent_near"
    play(state, "stop")
    assert asked(state) == "unit.forsaken"  # a discarded token was lost through them
    state = scene.murlocs({5: 1, 12: 1}, 2).conquest(0)
    play(state, "take intimidating 5", "place intimidating 12")
    assert region(state, 12)["tokens"] == 2


@cites("warcraft", "coop.opponent", "race.goblins")
def test_goblins_put_bombs_under_murlocs() -> None:
    scene = coop(1).active(0, "goblins", "mining", {2: 4}).murlocs({5: 2}, 0)
    state = play(scene.conquest(0), "stop")
    assert asked(state) == "unit.goblins"
    play(state, "place goblins 5")
    assert region(state, 5)["marks"] == {"bomb": 1}
    usual = Wow().active(0, "goblins", "mining", {2: 4}).active(1, "orcs", "ranger", {11: 1}).murloc(5)
    assert asked(play(usual.conquest(0), "stop")) != "unit.goblins"  # Murlocs of the usual game belong to nobody


@cites("warcraft", "coop.active", "power.portal_mage")
def test_a_swap_moves_murlocs_and_what_they_enter_is_turned_over() -> None:
    scene = coop(1).active(0, "orcs", "portal_mage", {3: 2}).murlocs({1: 1}, 0)
    state = scene.conquest(0)
    play(state, "take portal_mage 1", "place portal_mage 3")
    assert region(state, 3)["holder"] == "murlocs"
    assert region(state, 1)["holder"] == "orcs"


@cites("warcraft", "coop.active", "coop.ready")
def test_murlocs_without_a_region_come_in_by_an_entry_and_neither_abandon_nor_decline() -> None:
    state = coop(1).active(0, "orcs", "mining", {20: 3}).murlocs({}, 3).turn(1)
    entries = ["place murlocs 2", "place murlocs 3", "place murlocs 11", "place murlocs 17", "place murlocs 18"]
    assert [state.text(action) for action in state.legal_actions()] == entries
    assert refused(state, "place murlocs 8") == "not_asked"
    assert refused(state, "decline") == "not_asked"
    assert refused(state, "abandon 2") == "not_asked"
    play(state, "? place murlocs 3")
    assert region(state, 3)["tokens"] == 3
