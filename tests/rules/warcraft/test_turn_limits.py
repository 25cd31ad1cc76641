"""Turns, decline, scoring, secrets and the end: what happens, when, and what does not."""

import copy
from typing import Any

import pytest

from terrarium.kernel.contract import State
from terrarium.workshop.files import option_of, read_unit
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    play,
    price,
    refused,
    region,
    stop,
    texts,
    tribe,
)
from tests.support.warcraft import Wow

RAIDERS = """format = 1
[unit]
kind = "race"
id = "{id}"
name = {{en = "Raiders"}}
icon = "rat"
faction = "horde"
tokens = 5
lender = "own"
tray = 10
[[unit.ability]]
income = 1
"""

# --- the order of a turn ---------------------------------------------------------------------------------------------


@cites("warcraft", "turn.start_order", "turn.expand_or_decline", "market.pick_duty", "race.worgen.when")
def test_a_turn_begins_with_pick_harmony_bombs_and_form_in_this_order() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 2}).active(1, "humans", "mining", {4: 2, 17: 1}).mark(4, "bomb")
    state = scene.turn(0)
    assert asked(state) == "unit.goblins"
    play(state, "? find bomb_fizzle")
    assert (asked(state), texts(state)) == ("choice", ["expand", "decline"])
    worgen = Wow().combos(("worgen", "ranger", 0)).active(1, "humans", "mining", {17: 1}).turn(0)
    assert asked(worgen) == "pick"
    play(worgen, "pick 0")
    while state_is_drawing(worgen):
        worgen.apply(worgen.legal_actions()[0])
    assert asked(worgen) == "unit.worgen"
    play(worgen, "no worgen")
    assert asked(worgen) == "conquest", "no choice to decline in the turn of the pick"
    pandaren = Wow().active(0, "pandaren", "ranger", {8: 2}).active(1, "humans", "mining", {17: 1}).note("pandaren", 2)
    state = pandaren.turn(0)
    assert (asked(state), state.dump()["notes"]) == ("choice", {})
    play(state, "decline")
    assert state.view(0)["turn"] == 1
    assert refused(state, "pick 0") == "not_asked"


def state_is_drawing(state: State) -> bool:
    return state.current_player() == -1


@cites("warcraft", "turn.ready", "turn.expand", "turn.no_duty_to_conquer", "turn.ready_order")
def test_ready_abandon_conquer_redeploy_score() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 3, 4: 2, 17: 1}, hand=1).active(1, "naga", "mining", {0: 1})
    state = scene.conquest(0)
    assert [region(state, r)["tokens"] for r in (8, 4, 17)] == [1, 1, 1]
    assert tribe(state, "orcs")["hand"] == 1 + 2 + 1
    play(state, "abandon 17")
    assert tribe(state, "orcs")["hand"] == 5
    stopped = play(state.clone(), "stop")
    assert asked(stopped) == "deploy"
    play(state, "conquer 7", "stop")
    assert tribe(state, "orcs")["hand"] == 2 + 2
    play(state, "deploy 4:1 7:0 8:3")
    assert [region(state, r)["tokens"] for r in (4, 7, 8)] == [2, 1, 4]
    assert coins_for(state, "regions") == 3
    assert state.view(0)["turn"] == 1


@cites("warcraft", "turn.end_order", "losses.rest_redeploys", "power.champion.ransom", "power.beastmaster.casualty")
@pytest.mark.parametrize("power", ["champion", "beastmaster", "mining"])
def test_figures_of_the_defenders_come_back_after_their_tokens(power: str) -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 9}).active(1, "trolls", power, {4: 3, 17: 1, 18: 1})
    if power == "champion":
        scene.mark(4, "champion")
    if power == "beastmaster":
        scene.mark(4, "beast", 2).note("beastmaster", 2)
    state = play(scene.conquest(0), "conquer 4", "stop")
    told: list[str] = []
    while state.view(0)["turn"] == 0:
        if not told or told[-1] != asked(state):
            told.append(asked(state))
        assert (coins_for(state, "regions") == 2) == (asked(state) != "deploy")
        state.apply(state.legal_actions()[0])
    assert told == ["deploy", "retreat", *([f"unit.{power}"] if power != "mining" else [])]


@cites("warcraft", "turn.deeds", "power.intimidating.repeat", "race.ethereals", "power.champion")
def test_deeds_and_conquests_in_any_order() -> None:
    scene = Wow().active(0, "ethereals", "champion", {8: 6}).thing(8, "frostmourne").thing(4, "ashes")
    scene.active(1, "trolls", "mining", {7: 1, 17: 1})
    for order in (
        ["take ashes 8", "use champion", "conquer 4", "use frostmourne", "conquer 7", "conquer 11"],
        ["use champion", "conquer 7", "conquer 11", "take ashes 8", "use frostmourne", "conquer 4"],
        ["conquer 11", "use frostmourne", "conquer 7", "take ashes 8", "use champion", "conquer 4"],
    ):
        state = play(scene.conquest(0), *order)
        assert {r for r in range(13) if region(state, r)["holder"] == "ethereals"} == {4, 7, 8, 11}
    armed = play(scene.conquest(0), "use frostmourne")
    assert refused(armed, "take ashes 8") == "must_attack", "an artifact taken up must be used first"


# --- abandoning ------------------------------------------------------------------------------------------------------


@cites("warcraft", "abandon.any", "abandon.not_yours", "abandon.before_conquest")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_regions_are_left_before_the_first_conquest(option: str) -> None:
    scene = Wow(abandon_between_conquests=option).active(0, "orcs", "ranger", {8: 5, 4: 1, 17: 2})
    state = scene.active(1, "naga", "mining", {0: 1}).conquest(0)
    assert [text for text in texts(state) if "abandon" in text] == ["abandon 4", "abandon 8", "abandon 17"]
    assert refused(state, "abandon 7") == "not_your_region"
    play(state, "abandon 4")
    assert (tribe(state, "orcs")["hand"], region(state, 4)["holder"]) == (6, None)
    assert refused(state, "abandon 4") == "not_your_region"
    play(state, "conquer 7")
    assert can(state, "abandon 17") == (option == "yes")
    if option == "no":
        assert refused(state, "abandon 17") == "too_late_to_abandon"
    end_turn(state)
    assert coins_for(state, "regions") == 3
    everything = play(scene.conquest(0), "abandon 4", "abandon 8", "abandon 17")
    assert (tribe(everything, "orcs")["hand"], tribe(everything, "orcs")["tokens"]) == (8, 0)
    end_turn(everything)
    assert coins_for(everything, "regions") == 0


# --- decline ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "decline.one_token_each", "decline.instead_of_conquest", "decline.no_pick", "components.tray")
def test_in_decline_one_token_stays_in_each_region_and_the_rest_goes_to_the_tray() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 4, 4: 1, 17: 2}, hand=2).active(1, "naga", "mining", {0: 1})
    state = play(scene.turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (8, 4, 17)] == [1, 1, 1]
    assert [region(state, r)["mode"] for r in (8, 4, 17)] == ["declined"] * 3
    found = tribe(state, "orcs")
    assert (found["hand"], found["tray"], found["power"], found["mode"]) == (0, 11 - 3, None, "declined")
    assert (coins_for(state, "regions"), state.view(0)["turn"]) == (3, 1)
    end_turn(state)
    assert (asked(state), refused(state, "expand")) == ("pick", "not_asked")


@cites("warcraft", "decline.old_race_leaves", "market.banner_return", "decline.vanished_pieces", "decline.nothing_left")
@cites("warcraft", "decline.driven_off", "decline.wiped_out")
@pytest.mark.parametrize(("regions", "hand"), [({8: 3}, 0), ({8: 1}, 2), ({}, 4), ({}, 0)])
def test_what_becomes_of_the_old_race_and_of_the_new_one(regions: dict[int, int], hand: int) -> None:
    scene = Wow().active(0, "orcs", "ranger", regions, hand=hand).declined(0, "night_elves", {4: 1, 5: 1})
    scene.declined(1, "trolls", {7: 1}).mark(4, "wisp_wall").mark(5, "fort").active(1, "naga", "mining", {0: 1})
    start = scene.turn(0)
    assert texts(start) == ["expand", "decline"]
    assert refused(start, "pick 0") == "not_asked", "still the active race"
    state = play(scene.turn(0), "decline")
    assert tribe(state, "night_elves") == {}
    assert tribe(state, "trolls")["tokens"] == 1, "another player's race in decline stays"
    page: Any = state.view(0)
    assert [(region(state, r)["holder"], region(state, r)["marks"]) for r in (4, 5)] == [(None, {})] * 2
    assert (page["stock"]["wisp_wall"], page["stock"]["fort"]) == (9, 10)
    assert page["discarded_powers"] == ["ranger"]
    if regions:
        assert page["returned_races"] == ["night_elves"]
        assert tribe(state, "orcs")["tray"] == 10
        assert coins_for(state, "regions") == 1
    else:
        assert page["returned_races"] == ["night_elves", "orcs"]
        assert tribe(state, "orcs") == {}
        assert coins_for(state, "regions") == 0
    kept = end_turn(play(start, "expand"))
    assert coins_for(kept, "regions") == 2 + bool(regions), "who does not decline keeps both"
    assert tribe(kept, "night_elves")["tokens"] == 2


@cites("warcraft", "decline.kept", "decline.pieces", "race.humans.again", "power.champion.stays")
@pytest.mark.parametrize(
    ("piece", "stays"),
    [("wisp_wall", True), ("fort", True), ("watchtower", False), ("bomb", True), ("hidden", True)],
)
def test_which_pieces_stay_in_decline(piece: str, stays: bool) -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 2, 4: 1}).mark(8, piece).active(1, "naga", "mining", {0: 1})
    state = play(scene.turn(0), "decline")
    assert region(state, 8) | {"holder": "orcs", "tokens": 1, "marks": {piece: 1} if stays else {}} == region(state, 8)


@cites("warcraft", "decline.pieces", "scoring.figures", "power.beastmaster.alone", "power.champion.ready")
def test_figures_leave_in_decline_and_with_them_what_they_held_alone() -> None:
    scene = Wow().active(0, "orcs", "champion", {8: 2, 4: 0}).mark(4, "champion").active(1, "naga", "mining", {0: 1})
    state = play(scene.turn(0), "decline")
    page: Any = state.view(0)
    assert (region(state, 4)["holder"], region(state, 4)["marks"], page["stock"]["champion"]) == (None, {}, 1)
    assert (region(state, 8)["tokens"], coins_for(state, "regions")) == (1, 1)
    beside = Wow().active(0, "orcs", "champion", {8: 2, 4: 1}).mark(4, "champion").active(1, "naga", "mining", {0: 1})
    state = play(beside.turn(0), "decline")
    assert (region(state, 4)["holder"], region(state, 4)["marks"]) == ("orcs", {})
    assert coins_for(state, "regions") == 2
    ransomed = Wow().active(0, "orcs", "champion", {8: 2}).note("champion", 1).active(1, "naga", "mining", {0: 1})
    assert play(ransomed.turn(0), "decline").dump()["notes"] == {}
    humans = Wow().active(0, "humans", "ranger", {8: 2}).mark(4, "military_objective").mark(7, "military_objective")
    state = play(humans.active(1, "naga", "mining", {0: 1}).turn(0), "decline")
    page = state.view(0)
    assert (region(state, 4)["marks"], region(state, 7)["marks"], page["stock"]["military_objective"]) == ({}, {}, 2)
    held = end_turn(scene.turn(0))
    assert coins_for(held, "regions") == 2, "the Champion alone holds its region"


@cites("warcraft", "decline.badge", "market.badge_discard", "decline.ability_ends", "scoring.declined_no_bonus")
@cites("warcraft", "decline.kept", "power.marsh_dwelling.decline")
@pytest.mark.parametrize("power", ["farming", "garrisoned", "marsh_dwelling", "explorer"])
def test_which_powers_go_on_in_decline(power: str) -> None:
    scene = Wow().active(0, "blood_elves", power, {3: 1, 8: 1}).active(1, "naga", "mining", {0: 9})
    state = play(scene.turn(0), "decline")
    kept = power in ("garrisoned", "marsh_dwelling")
    page: Any = state.view(0)
    assert page["discarded_powers"] == ([] if kept else [power])
    assert (coins_for(state, power), coins_for(state, "blood_elves"), coins_for(state, "regions")) == (0, 0, 2)
    play(state, "expand", "conquer 3")
    assert state.scores()[1] == 20 - (power == "marsh_dwelling")


# --- scoring ---------------------------------------------------------------------------------------------------------


@cites("warcraft", "scoring.bonuses", "scoring.when", "scoring.per_region", "faction.bonus")
def test_everything_that_brings_coins_when_one_scores() -> None:
    scene = Wow().active(0, "orcs", "farming", {8: 9, 12: 1}).declined(0, "trolls", {17: 1, 18: 1})
    scene.thing(8, "dark_portal").thing(12, "karazhan").active(1, "humans", "mining", {7: 1, 3: 1}).thing(8, "heart")
    scene.coins = [0, 5]
    state = play(scene.conquest(0), "conquer 7", "conquer 4")
    assert state.scores() == [0, 5], "nothing before the turn ends"
    stop(state)
    play(state, "no heart")
    paid = {
        cause: coins_for(state, cause) for cause in ("regions", "farming", "orcs", "faction", "dark_portal", "karazhan")
    }
    assert paid == {"regions": 4 + 2, "farming": 2, "orcs": 1, "faction": 1, "dark_portal": 2, "karazhan": 1}
    assert state.scores()[0] == sum(paid.values())
    assert coins_for(state, "heart") == 0  # 3 is not beside 8


@cites("warcraft", "scoring.when", "artifact.heart", "power.garrisoned.decline")
def test_what_follows_the_scoring() -> None:
    scene = Wow().active(0, "orcs", "ranger", {8: 1}).thing(8, "heart").active(1, "humans", "mining", {7: 1})
    scene.coins = [0, 1]
    state = play(scene.conquest(0), "stop", "no heart")
    told = [event.cause for event in happened(state, "coins")]
    assert (told, state.scores()) == (["regions", "heart"], [2, 0])


@cites("warcraft", "scoring.figures", "conquest.non_empty", "power.defensive.counting", "place.well.counting")
def test_a_region_of_figures_alone_is_held_in_every_count() -> None:
    for piece, power in (("champion", "champion"), ("beast", "beastmaster")):
        scene = Wow().active(0, "orcs", power, {8: 1, 4: 0}).mark(4, piece)
        scene.note(power, 1 if piece == "beast" else 0).active(1, "trolls", "battlemaster", {11: 9, 17: 1})
        state = play(scene.conquest(1), "conquer 8")
        assert price(state, 4) == 2 + 1 - 1, "non-empty for Trolls"
        play(state, "conquer 4")
        end_turn(state)
        assert coins_for(state, "battlemaster") == 2
    for spot in (4, 7):  # alone, or beside nothing: a fort makes nothing non-empty
        scene = (
            Wow().active(0, "trolls", "battlemaster", {8: 9}).active(1, "orcs", "mining", {17: 1}).mark(spot, "bomb")
        )
        state = scene.conquest(0)
        assert price(state, spot) == (2 if spot == 4 else 3)
        end_turn(play(state, f"conquer {spot}"))
        assert coins_for(state, "battlemaster") == 0


@cites("warcraft", "scoring.per_region", "scoring.water", "decline.wiped_out")
@pytest.mark.parametrize(("mine", "old"), [(0, 0), (1, 0), (0, 3), (4, 2), (3, 1)])
def test_a_coin_for_each_region_active_and_in_decline(mine: int, old: int) -> None:
    scene = Wow().active(0, "naga", "sailing", dict.fromkeys((0, 10, 8, 4)[:mine], 1))
    if old:
        scene.declined(0, "trolls", dict.fromkeys((17, 18, 20)[:old], 1))
    state = end_turn(scene.active(1, "orcs", "mining", {12: 1}).turn(0))
    assert coins_for(state, "regions") == mine + old
    assert state.scores() == [20 + mine + old, 20]


@cites("warcraft", "faction.bonus", "faction.once_per_race")
@pytest.mark.parametrize("variant", ["standard", "coop"])
@pytest.mark.parametrize("races", [1, 2, 3])
def test_the_bonus_counts_each_race_once_however_many_there_are(variant: str, races: int) -> None:
    """Of races beyond those of the box there may be several: none of them counts for the first of the box."""
    names = [f"raiders_{number}" for number in range(races)]
    units: Any = dict(option_of(read_unit(RAIDERS.format(id=name))) for name in names)
    scene = Wow(players=2, variant=variant, own=tuple(names), **units).active(0, "humans", "blacksmith", {4: 9})
    for race in ("blood_elves", names[-1]):
        wow = copy.deepcopy(scene)
        wow.declined(0, race, {8: 1, 7: 1}).active(1, "naga", "mining", {19: 1})
        if variant == "coop":
            wow.murlocs({12: 1}, 0)
        assert coins_for(end_turn(play(wow.conquest(0), "conquer 8", "conquer 7")), "faction") == 1, race


@cites("warcraft", "faction.bonus", "faction.once_per_race", "faction.two_races", "faction.own_declined")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_one_coin_for_each_race_of_the_other_side(option: str) -> None:
    scene = Wow(own_declined_faction_bonus=option).active(0, "trolls", "blacksmith", {8: 11})
    scene.active(1, "humans", "mining", {4: 1, 7: 1, 17: 1}).declined(1, "gnomes", {6: 1}).declined(
        0, "dwarves", {11: 1}
    )
    for moves, coins in (
        ([], 0), (["conquer 4"], 1), (["conquer 4", "conquer 7"], 1), (["conquer 4", "conquer 6"], 2),
        (["conquer 11"], 1 if option == "yes" else 0), (["conquer 6", "conquer 11"], 2 if option == "yes" else 1),
    ):  # fmt: skip
        state = end_turn(play(scene.conquest(0), *moves))
        assert coins_for(state, "faction") == coins, moves
    state = end_turn(play(scene.conquest(0), "conquer 4"))
    end_turn(state)
    state.forget_events()
    end_turn(state)
    assert coins_for(state, "faction") == 0, "a turn without such a conquest brings nothing"


# --- secrets and the end ---------------------------------------------------------------------------------------------


@cites("warcraft", "secret.open", "secret.coins")
def test_everybody_can_count_what_was_gained_and_paid() -> None:
    scene = Wow().active(0, "worgen", "ranger", {8: 6}).active(1, "trolls", "marsh_dwelling", {3: 1, 17: 1})
    state = play(scene.turn(0), "yes worgen", "expand", "conquer 4", "conquer 3")
    paid = [(event.seat, event.args["n"], event.cause) for event in happened(state, "paid")]
    gained = [(event.seat, event.args["n"], event.cause) for event in happened(state, "coins")]
    assert paid == [(0, 1, "worgen"), (0, 1, "marsh_dwelling")]
    assert gained == [(1, 1, "marsh_dwelling")]
    page: Any = state.view(1)
    assert [seat["coins"] for seat in page["seats"]] == [None, 21]
    assert state.blind(1).scores() == [18, 21], "20 at first, and what everybody saw"


@cites("warcraft", "end.tie", "end.tie_count", "end.most_coins", "end.shared", "end.last_round")
@pytest.mark.parametrize(
    ("mine", "old", "coins", "winners"),
    [
        ({8: 2}, {}, [10, 10], [1]),
        ({8: 3}, {}, [10, 10], [0, 1]),
        ({8: 2}, {4: 1}, [9, 10], [0, 1]),
        ({8: 3}, {4: 1}, [9, 10], [0]),
        ({8: 3}, {4: 1}, [8, 10], [1]),
        ({8: 1}, {}, [12, 10], [0]),
    ],
)
def test_who_wins(mine: dict[int, int], old: dict[int, int], coins: list[int], winners: list[int]) -> None:
    """Seat 1 has three tokens on the map, one of them in decline, and some in hand; it scores two regions."""
    for number in (9, 10):
        scene = Wow(round=number).active(0, "orcs", "ranger", mine).active(1, "trolls", "mining", {17: 2})
        scene.declined(1, "naga", {0: 1})
        if old:
            scene.declined(0, "humans", old)
        scene.coins = [coins[0] + len(mine) + len(old), coins[1] - 1]
        state = end_turn(scene.turn(1))
        if number == 9:
            assert state.current_player() == 0, "one more round"
            continue
        assert state.current_player() == -2
        assert state.scores() == [coins[0] + len(mine) + len(old), coins[1] + 1]
        assert state.winners() == winners


@cites("warcraft", "end.tie_count", "end.tie")
@pytest.mark.parametrize(("piece", "counts"), [("champion", 0), ("beast", 1), ("fort", 0), ("bomb", 0)])
def test_which_pieces_count_in_a_tie(piece: str, counts: int) -> None:
    power = {"champion": "champion", "beast": "beastmaster"}.get(piece, "ranger")
    scene = Wow(round=10).active(0, "orcs", power, {8: 2}).active(1, "trolls", "mining", {17: 2}).mark(8, piece)
    if piece == "beast":
        scene.note("beastmaster", 1)
    scene.coins = [20, 19]
    state = end_turn(scene.turn(1))
    assert state.scores() == [20, 20]
    assert state.winners() == ([0] if counts else [0, 1])
