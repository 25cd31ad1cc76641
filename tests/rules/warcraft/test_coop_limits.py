"""Where the rules of Revenge of the Murlocs begin and end: each case beside its twin."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    coins_for,
    deal,
    end_turn,
    happened,
    play,
    refused,
    region,
    stop,
)
from tests.support.warcraft import coop, wild


@cites("warcraft", "coop.players", "setup.players", "setup.variant", "team.sides")
@pytest.mark.parametrize(("variant", "low", "high"), [("standard", 2, 5), ("team", 3, 5), ("coop", 1, 2)])
def test_how_many_may_play(variant: str, low: int, high: int) -> None:
    for players in range(1, 7):
        if low <= players <= high:
            game = catalog.game("warcraft", players, options={"variant": variant})
            assert game.players == players
            view: Any = game.new().view(0)
            assert len(view["seats"]) == players
            assert view["rounds"] == (9 if variant == "coop" else {2: 10, 3: 10, 4: 9, 5: 8}[players])
        else:
            with pytest.raises(NotationError):
                catalog.game("warcraft", players, options={"variant": variant})
    limits = {way.name: way.players for way in catalog.title("warcraft").variants()}
    assert tuple(limits[variant]) == (low, high)


@cites("warcraft", "coop.murlocs", "coop.active", "coop.coins", "setup.variant")
@pytest.mark.parametrize("variant", ["standard", "team", "coop"])
def test_only_against_the_murlocs_they_are_a_race(variant: str) -> None:
    players = 2 if variant != "team" else 4
    state = deal(catalog.game("warcraft", players, options={"variant": variant, "random_first_player": "no"}).new())
    page: Any = state.view(0)
    assert (page.get("wild") is not None) == (variant == "coop")
    holders = {region(state, r)["holder"] for r in range(len(page["regions"]))}
    assert holders == {None, "murlocs" if variant == "coop" else "natives"}
    assert page.get("variant", {}).get("name", "standard") == variant
    if variant == "coop":
        assert (wild(state)["tray"], wild(state)["retreat"]) == (0, 0)
        assert wild(state)["tokens"] + wild(state)["hand"] == 14
        assert all(region(state, r)["mode"] in (None, "active") for r in range(21))
    assert state.scores() == [5] * players


@cites("warcraft", "coop.markers", "setup.markers")
def test_only_markers_on_murlocs_are_turned_over() -> None:
    options = {"variant": "coop", "random_first_player": "no"}
    for boards, slots in (("l1a+s1a", {4: False, 15: True}), ("l1b+s1b", {6: True, 14: False})):
        state = catalog.game("warcraft", 2, boards, options).new()
        while asked(state) in ("race", "badge"):
            state.apply(state.legal_actions()[0])
        assert asked(state) == "find"
        play(state, "? find ashes")
        for r, revealed in slots.items():
            assert region(state, r)["marks"] == ({"ashes": 1} if revealed else {"hidden": 1})
        assert state.current_player() == 0, "one was turned over, not the other"


@cites("warcraft", "coop.target", "coop.equal", "coop.ready")
def test_price_comes_before_every_liking() -> None:
    # 5 borders 2, 6 and 9: an empty region for two, a declined one for three, an active one for four
    scene = (
        coop()
        .active(0, "orcs", "mining", {9: 2, 20: 1})
        .active(1, "naga", "ranger", {0: 1})
        .declined(1, "trolls", {2: 1})
    )
    state = scene.murlocs({5: 1, 4: 1}, 2).turn(2)
    assert asked(state) == "unit.murlocs"
    assert {state.text(action) for action in state.legal_actions()} == {"place murlocs 3", "place murlocs 8"}
    scene = coop().active(0, "orcs", "mining", {9: 1, 20: 1}).active(1, "naga", "ranger", {0: 1})
    state = scene.declined(1, "trolls", {2: 1}).murlocs({5: 1}, 3).turn(2)
    assert region(state, 9)["holder"] == "murlocs", "of three regions for three tokens that of an active race"
    assert region(state, 9)["tokens"] == 3


@cites("warcraft", "coop.equal", "coop.target")
def test_what_is_equal_in_every_way_is_drawn() -> None:
    scene = coop().active(0, "orcs", "mining", {9: 1, 2: 1, 20: 1}).active(1, "naga", "ranger", {0: 1})
    state = scene.murlocs({5: 1}, 3).turn(2)
    assert (asked(state), state.current_player()) == ("unit.murlocs", -1)
    assert [state.text(action) for action in state.legal_actions()] == ["place murlocs 2", "place murlocs 9"]
    assert {weight for _, weight in state.chance_outcomes()} == {1}
    assert refused(state, "place murlocs 6") == "not_asked", "as dear, but nobody holds it"


@cites("warcraft", "coop.die", "coop.target")
@pytest.mark.parametrize(("defenders", "rolls"), [(1, True), (2, True), (3, False)])
def test_the_die_is_tried_where_at_most_three_are_missing(defenders: int, rolls: bool) -> None:
    """With one token against the neighbours of region 20, all held; the anchors far away are held more strongly."""
    scene = coop().active(0, "tauren", "mining", {15: defenders, 16: 5, 18: 5}).murlocs({20: 1}, 1)
    scene.active(1, "forsaken", "ranger", {2: 5, 3: 5, 11: 5, 17: 5})
    state = scene.turn(2)
    assert (asked(state) == "die") == rolls, "two, and each defender, less one in hand"
    if rolls:
        ask: Any = state.view(0)["ask"]
        assert ask["region"] == 15
        need = 2 + defenders - 1
        for pips in range(4):
            rolled = play(state.clone(), f"? die {pips}")
            assert (region(rolled, 15)["holder"] == "murlocs") == (pips >= need)


@cites("warcraft", "coop.deploy", "coop.ready")
def test_the_fewest_tokens_come_before_a_neighbour() -> None:
    # 5 and 9 have one token, 12 two; an Orc stands beside 12 and 9
    scene = coop(1).active(0, "orcs", "mining", {11: 9}).declined(0, "trolls", {2: 1, 6: 1})
    state = scene.murlocs({5: 1, 9: 1, 12: 1}, 1).turn(1)
    if asked(state) == "die":
        play(state, "? die 0")
    assert region(state, 12)["tokens"] == 2, "beside the active Orcs; the Trolls in decline do not count"
    assert (region(state, 5)["tokens"], region(state, 9)["tokens"]) == (1, 1)


@cites("warcraft", "coop.deploy")
def test_where_no_player_is_near_all_of_the_weakest_are_drawn_from() -> None:
    scene = coop(1).active(0, "orcs", "mining", {20: 3}).murlocs({3: 1, 5: 1, 12: 2}, 0)
    state = scene.turn(1)
    while asked(state) == "unit.murlocs":
        state.apply(state.legal_actions()[0])
    play(state, "? die 0")
    assert [state.text(action) for action in state.legal_actions()] == [
        "place murlocs 3", "place murlocs 5", "place murlocs 12",
    ]  # fmt: skip


@cites("warcraft", "coop.never_lost", "coop.opponent", "power.champion.ransom")
def test_tokens_of_murlocs_are_never_lost_and_ransom_goes_to_them() -> None:
    for stood in (1, 3):
        scene = (
            coop().active(0, "forsaken", "mining", {2: 9}).active(1, "naga", "ranger", {0: 3}).murlocs({5: stood}, 2)
        )
        state = play(scene.conquest(0), "conquer 5")
        assert (wild(state)["hand"], wild(state)["tray"], wild(state)["retreat"]) == (2 + stood, 0, 0)
        play(state, "stop", "yes forsaken")
        assert asked(state) != "unit.forsaken"
    scene = coop(1).active(0, "orcs", "champion", {9: 1, 20: 1}).mark(9, "champion").murlocs({5: 1}, 4, 3)
    state = scene.turn(1)
    while asked(state) == "unit.murlocs":
        state.apply(state.legal_actions()[-1])
    taken = region(state, 9)["holder"] == "murlocs"
    assert state.scores()[0] == 20 - taken


@cites("warcraft", "coop.score", "coop.order")
@pytest.mark.parametrize("regions", [[5], [5, 9], [5, 9, 12, 2]])
def test_murlocs_gain_a_coin_for_each_region(regions: list[int]) -> None:
    scene = coop().active(0, "orcs", "mining", {20: 1}).active(1, "naga", "ranger", {19: 1})
    state = scene.murlocs(dict.fromkeys(regions, 1), 0, 7).turn(0)
    for seat in (0, 1):
        assert wild(state)["coins"] == 7
        assert state.view(0)["turn"] == seat
        end_turn(state)
    assert wild(state)["coins"] == 7 + len(regions)
    assert (state.view(0)["turn"], state.view(0)["round"]) == (0, 3)
    variant: Any = state.view(0)["variant"]
    assert variant["to_beat"] == 7 + len(regions)


@cites("warcraft", "coop.partners", "team.own_game", "faction.bonus")
def test_nobody_gains_a_faction_bonus_from_murlocs_or_partners() -> None:
    scene = coop().active(0, "orcs", "mining", {2: 8}).active(1, "dwarves", "ranger", {5: 1, 0: 1}).murlocs({6: 1}, 0)
    state = play(scene.conquest(0), "conquer 5", "conquer 6")
    stop(state)
    assert (coins_for(state, "faction"), coins_for(state, "orcs")) == (0, 1)
    own = coop().active(0, "orcs", "mining", {2: 8}).declined(0, "dwarves", {5: 1}).active(1, "naga", "ranger", {0: 1})
    state = stop(play(own.murlocs({12: 1}, 0).conquest(0), "conquer 5"))
    assert coins_for(state, "faction") == 1, "one's own race in decline is no partner"


@cites("warcraft", "coop.things")
@pytest.mark.parametrize(
    ("name", "coins"), [("dark_portal", 2), ("karazhan", 1), ("battleground", 0), ("frostmourne", 0), ("heart", 0)]
)
def test_what_serves_murlocs(name: str, coins: int) -> None:
    """They hold the fields 8 and 12; the Orcs beside them would pay the Heart of a player."""
    scene = coop().active(0, "orcs", "mining", {11: 1}).active(1, "naga", "ranger", {19: 1})
    state = end_turn(scene.murlocs({8: 1, 12: 1}, 0, 0).thing(8, name).turn(1))
    causes = {event.cause for event in happened(state, "wild_coins")}
    assert causes == ({"regions", name} if coins else {"regions"})
    assert wild(state)["coins"] == 2 + coins
    assert region(state, 8)["marks"] == {name: 1}
