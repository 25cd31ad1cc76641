"""The combo column: how it is laid out, what a pick costs and brings, and where banners and badges go."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from terrarium.smallworld.warcraft.pieces import BADGES
from tests.support.box import COUNTS, box_game
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
    texts,
    tribe,
)
from tests.support.warcraft import FACTION_ROWS, RACES, Wow

SIX = (
    ("orcs", "ranger", 0), ("trolls", "mining", 3), ("naga", "sailing", 0), ("humans", "farming", 1),
    ("worgen", "explorer", 4), ("dwarves", "fishing", 0),
)  # fmt: skip


def row(state: State) -> list[tuple[str, str, int]]:
    page: Any = state.view(0)
    return [(combo["race"], combo["power"], combo["coins"]) for combo in page["row"]]


def loaded(scene: Wow, seat: int, **changes: object) -> State:
    """The beginning of a turn with changes to the stacks that a scene does not name."""
    state = scene.game.load({**scene.dump([["turn", "orcs", "", 0, seat]]), **changes})
    state.watch()
    return state


# --- the column ------------------------------------------------------------------------------------------------------


@cites("warcraft", "setup.combos", "setup.stacks", "secret.stacks")
def test_six_pairs_are_drawn_from_two_stacks_of_which_nobody_knows_the_order() -> None:
    state = box_game("warcraft", 2).new()
    banners, badges = COUNTS["warcraft"]
    for place in range(6):
        for word, left in (("race", banners), ("badge", badges)):
            assert asked(state) == word
            assert {weight for _, weight in state.chance_outcomes()} == {1}
            assert len(state.chance_outcomes()) == left, "each that is left may be next"
            state.apply(state.legal_actions()[place])
        banners, badges = banners - 1, badges - 1
    page: Any = state.view(0)
    assert asked(state) not in ("race", "badge")
    assert [combo["coins"] for combo in page["row"]] == [0] * 6
    assert {combo["race"] for combo in page["row"]} | set(page["stacked_races"]) == set(RACES)
    assert (len(page["stacked_races"]), len(page["stacked_powers"])) == (banners, badges)


@cites("warcraft", "market.row")
def test_six_combos_may_be_picked_and_no_seventh() -> None:
    state = Wow().combos(*SIX).turn(0)
    assert texts(state) == [f"pick {place}" for place in range(6)]
    assert refused(state, "pick 6") == "no_combo"


@cites("warcraft", "market.price", "market.coins_on_combo")
@pytest.mark.parametrize("place", range(6))
def test_each_step_down_costs_a_coin_laid_on_the_combos_above(place: int) -> None:
    state = Wow().combos(*SIX).turn(0)
    play(state, f"pick {place}")
    assert state.scores()[0] == 20 - place + SIX[place][2]
    assert row(state)[:place] == [(race, power, coins + 1) for race, power, coins in SIX[:place]]
    assert [coins for _, _, coins in row(state)[place:]] == [coins for _, _, coins in SIX[place + 1 :]]


@cites("warcraft", "market.own_coins")
def test_coins_on_a_combo_do_not_help_to_pay_for_it() -> None:
    scene = Wow().combos(*SIX)
    scene.coins = [3, 20]
    state = scene.turn(0)
    assert refused(state, "pick 4") == "not_enough_coins", "the 4 coins on it are not yet yours"
    assert can(state, "pick 3")
    scene.coins = [0, 20]
    state = scene.turn(0)
    assert texts(state) == ["pick 0"], "though 3 coins lie on the second"
    scene.coins = [4, 20]
    state = play(scene.turn(0), "pick 4")
    assert state.scores()[0] == 4


@cites("warcraft", "market.refill")
def test_combos_below_move_up_with_their_coins_and_the_next_pair_shows() -> None:
    state = play(Wow().combos(*SIX).turn(0), "pick 1")
    assert row(state) == [("orcs", "ranger", 1), *SIX[2:]]
    assert asked(state) == "race"
    play(state, "? race tauren")
    assert asked(state) == "badge"
    assert state.why_illegal(state.parse("badge mining")) is not None, "the badge picked lies before its owner"
    play(state, "? badge champion")
    assert row(state) == [("orcs", "ranger", 1), *SIX[2:], ("tauren", "champion", 0)]
    assert asked(state) == "conquest", "six are visible again"


@cites("warcraft", "market.tokens")
@pytest.mark.parametrize(
    ("race", "power"), [("tauren", "champion"), ("night_elves", "sailing"), ("forsaken", "mining")]
)
def test_banner_and_badge_together_give_the_tokens(race: str, power: str) -> None:
    state = deal(play(Wow().combos((race, power, 0)).turn(0), "pick 0"))
    found = tribe(state, race)
    banner, tray = RACES[race]
    assert (found["mode"], found["power"]) == ("active", power)
    assert (found["hand"], found["tray"]) == (banner + BADGES[power], tray - banner - BADGES[power])
    assert found["tokens"] == 0


@cites("warcraft", "turn.sequence", "market.pick_duty", "decline.not_on_pick_turn")
def test_without_an_active_race_the_turn_begins_with_a_pick() -> None:
    state = Wow().combos(*SIX).declined(0, "tauren", {4: 2}).active(1, "draenei", "herbalist", {11: 1}).turn(0)
    assert {text.split()[0] for text in texts(state)} == {"pick"}
    for other in ("expand", "decline", "stop"):
        assert refused(state, other) == "not_asked"
    deal(play(state, "pick 0"))
    assert asked(state) == "conquest"
    assert refused(state, "decline") == "not_asked"
    play(state, "conquer 2", "conquer 5", "stop")
    assert asked(state) == "deploy"
    assert coins_for(state, "regions") == 0
    end_turn(state)
    assert coins_for(state, "regions") == 3
    assert asked(state) == "choice"
    assert refused(state, "pick 0") == "not_asked", "seat 1 has an active race"


@cites("warcraft", "components.token_sides")
def test_a_token_shows_whether_its_race_is_active_or_in_decline() -> None:
    state = Wow().active(0, "orcs", "ranger", {4: 2}).active(1, "trolls", "mining", {11: 1}).turn(0)
    assert (region(state, 4)["mode"], region(state, 11)["mode"]) == ("active", "active")
    play(state, "decline")
    assert (region(state, 4)["mode"], region(state, 11)["mode"]) == ("declined", "active")


# --- tokens ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "market.tokens_final")
def test_a_race_without_such_a_text_never_gets_another_token() -> None:
    for race, healer, more in (("trolls", False, 0), ("trolls", True, 1), ("forsaken", False, 1)):
        scene = Wow().active(0, race, "ranger", {8: 9}).active(1, "humans", "mining", {4: 1, 17: 1}).murloc(7)
        if healer:
            scene.thing(8, "spirit_healer")
        state = play(scene.conquest(0), "conquer 4", "stop")
        if race == "forsaken":
            play(state, "yes forsaken")
        end_turn(state)
        assert tribe(state, race)["tokens"] == 9 + more, (race, healer)


@cites("warcraft", "market.tray_limit")
def test_extra_tokens_stop_when_the_tray_is_empty() -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: 19}).active(1, "humans", "mining", {4: 1, 7: 1, 17: 1})
    state = play(scene.conquest(0), "conquer 4", "conquer 7", "stop")
    play(state, "yes forsaken")
    assert asked(state) == "deploy", "two were lost, but no second Forsaken is in the tray"
    assert tribe(state, "forsaken")["tray"] == 0
    for out, given in ((10, 1), (11, 0)):
        state = stop(Wow().active(0, "orcs", "ranger", {8: out}).thing(8, "spirit_healer").conquest(0))
        assert region(state, 8)["tokens"] == out + given


@cites("warcraft", "market.tray_limit")
def test_a_token_that_went_back_to_the_tray_can_be_taken_again() -> None:
    scene = Wow().active(0, "forsaken", "ranger", {8: 18, 11: 2}).active(1, "humans", "mining", {7: 9}).murloc(4)
    state = stop(play(scene.turn(1), "expand", "conquer 11"))
    while state.view(0)["turn"] == 1:
        state.apply(state.parse("no humans" if asked(state) == "unit.humans" else state.text(state.legal_actions()[0])))
    assert tribe(state, "forsaken")["tray"] == 1
    play(state, "expand", "conquer 4", "stop", "yes forsaken")
    assert tribe(state, "forsaken")["tray"] == 0


@cites("warcraft", "market.both_work")
def test_race_and_power_work_side_by_side() -> None:
    state = Wow().active(0, "blood_elves", "ranger", {3: 1, 4: 1}).turn(0)
    end_turn(state)
    assert (coins_for(state, "blood_elves"), coins_for(state, "ranger")) == (1, 1)
    state = Wow().active(0, "dwarves", "blacksmith", {4: 5}).active(1, "orcs", "mining", {7: 1, 17: 1}).conquest(0)
    assert price(state, 7) == 2 + 1 + 1 - 2 - 1


@cites("warcraft", "market.power_scope")
def test_a_power_serves_its_own_race_only() -> None:
    for mine, coins in (({4: 1}, 1), ({3: 1}, 0)):
        scene = Wow().active(0, "orcs", "ranger", mine).declined(0, "trolls", {5: 1})
        state = scene.turn(0)
        end_turn(state)
        assert coins_for(state, "ranger") == coins  # never for forest 5, which the race in decline holds
        assert coins_for(state, "regions") == 2


# --- banners and badges that come back -------------------------------------------------------------------------------


@cites("warcraft", "market.badge_discard", "decline.badge")
@pytest.mark.parametrize(("power", "kept"), [("ranger", False), ("garrisoned", True), ("marsh_dwelling", True)])
def test_where_the_badge_of_a_declining_race_goes(power: str, kept: bool) -> None:
    scene = Wow().active(0, "orcs", power, {4: 1}).active(1, "trolls", "mining", {8: 9, 11: 1})
    state = play(scene.turn(0), "decline")
    page: Any = state.view(0)
    assert page["discarded_powers"] == ([] if kept else [power])
    assert power not in page["stacked_powers"], "a discarded badge does not go back to the stack"
    assert tribe(state, "orcs")["power"] == (power if kept else None)
    play(state, "expand", "conquer 4")  # the race vanishes
    page = state.view(0)
    assert page["discarded_powers"] == [power]


@cites("warcraft", "market.badge_discard")
def test_the_discards_are_shuffled_only_when_the_badge_stack_runs_out() -> None:
    scene = Wow().combos(*SIX)
    state = loaded(scene, 0, stacked_powers=["champion"], discarded_powers=["herbalist", "enraged"])
    play(state, "pick 0", "? race tauren")
    assert texts(state) == ["badge champion"]
    assert not happened(state, "reshuffled")
    state = loaded(scene, 0, stacked_powers=[], discarded_powers=["enraged", "herbalist"])
    play(state, "pick 0", "? race tauren")
    assert happened(state, "reshuffled")
    assert texts(state) == ["badge enraged", "badge herbalist"]
    play(state, "? badge herbalist")
    page: Any = state.view(0)
    assert (page["stacked_powers"], page["discarded_powers"]) == (["enraged"], [])


@cites("warcraft", "market.banner_return", "decline.vanished_pieces")
def test_a_race_that_vanishes_gives_its_banner_back_at_once() -> None:
    scene = Wow().active(0, "orcs", "ranger", {2: 8}).declined(1, "night_elves", {5: 1, 4: 1})
    state = play(scene.mark(5, "wisp_wall").conquest(0), "conquer 5")
    page: Any = state.view(0)
    assert page["returned_races"] == [], "one region is left"
    play(state, "conquer 4")
    assert tribe(state, "night_elves") == {}
    page = state.view(0)
    assert page["returned_races"] == ["night_elves"]
    assert asked(state) == "conquest", "the attacker's turn goes on"
    scene = Wow().active(0, "orcs", "ranger", {2: 8}).active(1, "night_elves", "mining", {5: 1})
    state = play(scene.conquest(0), "conquer 5")
    page = state.view(0)
    assert (page["returned_races"], page["seats"][1]["active"]) == ([], "night_elves"), (
        "an active race keeps its banner"
    )
    scene = Wow().active(0, "trolls", "ranger", {2: 1}).declined(0, "night_elves", {5: 1, 4: 1})
    state = play(scene.mark(5, "wisp_wall").mark(4, "fort").active(1, "naga", "mining", {0: 1}).turn(0), "decline")
    assert (region(state, 5)["marks"], region(state, 4)["marks"]) == ({}, {}), "its forts and walls leave with it"


@cites("warcraft", "market.banner_gap", "market.short_row")
def test_in_a_short_column_a_returning_banner_becomes_the_last_combo() -> None:
    scene = (
        Wow("l1a+m1a+s1a", variant="team").active(0, "dwarves", "ranger", {2: 9}).active(1, "orcs", "mining", {11: 1})
    )
    scene.active(2, "naga", "fishing", {0: 1}).declined(2, "kobolds", {5: 1, 6: 1})
    state = scene.conquest(0)

    def neutral() -> list[str]:
        page: Any = state.view(2)
        return [combo["race"] for combo in page["row"]]

    before = neutral()
    assert sorted(before) == ["ethereals", "pandaren"], "the other neutral banners are out"
    play(state, "conquer 5")
    assert neutral() == before, "one region of the Kobolds is left"
    play(state, "conquer 6")
    assert asked(state) == "badge"
    badge = texts(state)[0]
    play(state, f"? {badge}")
    page: Any = state.view(2)
    assert neutral() == [*before, "kobolds"]
    assert (f"badge {page['row'][2]['power']}", page["row"][2]["price"]) == (badge, 2)
    assert asked(state) == "conquest"


# --- limits ----------------------------------------------------------------------------------------------------------


@cites("warcraft", "market.price", "market.own_coins", "market.coins_on_combo")
@pytest.mark.parametrize("coins", range(6))
def test_whoever_has_just_enough_coins_may_pick(coins: int) -> None:
    scene = Wow().combos(*SIX)
    scene.coins = [coins, 20]
    state = scene.turn(0)
    assert texts(state) == [f"pick {place}" for place in range(coins + 1)]
    if coins < 5:
        assert refused(state, f"pick {coins + 1}") == "not_enough_coins"
    play(state, f"pick {coins}")
    assert state.scores()[0] == SIX[coins][2]
    assert [combo[2] for combo in row(state)[:coins]] == [combo[2] + 1 for combo in SIX[:coins]]


@cites("warcraft", "market.tokens_final", "market.tokens", "components.tray", "components.token_sides")
@pytest.mark.parametrize(("race", "power"), [("trolls", "ranger"), ("tauren", "fishing"), ("night_elves", "sailing")])
def test_tokens_come_once_with_the_pick(race: str, power: str) -> None:
    n = RACES[race][0] + BADGES[power]
    scene = Wow().combos((race, power, 0)).active(1, "humans", "mining", {12: 1})
    state = deal(play(scene.turn(0), "pick 0"))
    assert (tribe(state, race)["hand"], tribe(state, race)["tray"]) == (n, RACES[race][1] - n)
    play(state, "conquer 11")
    assert (region(state, 11)["mode"], tribe(state, race)["mode"]) == ("active", "active")
    for _ in range(3):
        end_turn(state)
        assert (tribe(state, race)["tokens"], tribe(state, race)["tray"]) == (n, RACES[race][1] - n)


@cites("warcraft", "market.refill", "market.short_row", "team.rows")
def test_where_no_banner_is_left_the_column_only_closes_up() -> None:
    state = deal(box_game("warcraft", 4, options={"variant": "team", "random_first_player": "no"}).new())
    before = row(state)
    play(state, "pick 1")
    assert state.current_player() == 0, "nothing is drawn: the six Alliance banners are out"
    assert [combo[:2] for combo in row(state)] == [combo[:2] for combo in before[:1] + before[2:]]
    assert [combo[2] for combo in row(state)] == [1, 0, 0, 0, 0]


@cites("warcraft", "market.short_row", "market.own_coins")
@pytest.mark.parametrize("coins", [0, 1, 2])
def test_in_a_short_column_too_the_last_coin_buys(coins: int) -> None:
    scene = Wow("l1a+m1a+m2a+s1a", variant="team").active(2, "dwarves", "ranger", {12: 1})
    scene.declined(2, "gnomes", {7: 1}).declined(0, "humans", {8: 1})
    scene.coins = [coins, 20, 20, 20]
    state = scene.turn(0)
    assert len(row(state)) == 3
    assert texts(state) == [f"pick {place}" for place in range(coins + 1)]
    assert refused(state, "pick 3") == "no_combo"


@cites("warcraft", "market.badge_discard", "setup.combos")
def test_while_a_badge_is_left_the_column_is_filled_without_a_discard() -> None:
    scene = Wow().combos(*SIX)
    state = loaded(scene, 0, stacked_powers=["champion"], discarded_powers=[])
    play(state, "pick 0", "? race tauren", "? badge champion")
    assert row(state)[-1] == ("tauren", "champion", 0)
    assert not happened(state, "reshuffled")
    state = loaded(scene, 0, stacked_powers=["champion"], discarded_powers=["enraged"])
    play(state, "pick 0", "? race tauren", "? badge champion")
    page: Any = state.view(0)
    assert page["discarded_powers"] == ["enraged"]


@cites("warcraft", "market.banner_return", "market.banner_gap", "market.refill")
def test_banners_that_came_back_are_laid_out_in_the_order_in_which_they_came() -> None:
    scene = Wow().combos(*SIX)
    waiting = [name for name in RACES if name not in [combo[0] for combo in SIX]]
    state = loaded(scene, 0, stacked_races=["kobolds"], returned_races=[name for name in waiting if name != "kobolds"])
    play(state, "pick 0")
    assert texts(state) == ["race kobolds"], "first what is left of the stack"
    play(state, "? race kobolds", "? badge champion")
    page: Any = state.view(0)
    came = page["returned_races"]
    assert came == [name for name in waiting if name != "kobolds"]
    scene = Wow().combos(*SIX)
    state = loaded(scene, 0, stacked_races=[], returned_races=list(came), tribes={**_gone("kobolds")})
    play(state, "pick 2", "? badge champion")
    assert [combo[0] for combo in row(state)][-1] == came[0]
    page = state.view(0)
    assert page["returned_races"] == came[1:]


def _gone(race: str) -> dict[str, list[Any]]:
    """A race that another player has in hand, so that its banner is nowhere else."""
    return {race: ["active", 1, "mountaineer", RACES[race][1], 0, 0]}


@cites("warcraft", "market.banner_gap", "team.rows")
def test_a_banner_fills_the_gap_of_its_column_while_another_column_is_full() -> None:
    scene = Wow("l1a+m1a+m2a+s1a", variant="team").active(1, "orcs", "mining", {11: 1}).declined(1, "trolls", {4: 1})
    state = scene.turn(1)
    page: Any = state.view(0)
    assert [len(column) for column in page["rows"]] == [6, 4]
    play(state, "decline")
    assert asked(state) == "badge"
    deal(state)
    page = state.view(0)
    assert [len(column) for column in page["rows"]] == [6, 5]
    assert page["rows"][1][-1]["race"] == "trolls"


@cites("warcraft", "secret.stacks", "team.rows", "team.races")
def test_in_the_team_variant_each_column_draws_from_the_banners_of_its_faction() -> None:
    state = box_game("warcraft", 3, options={"variant": "team", "random_first_player": "no"}).new()
    seen: list[set[str]] = []
    while state.current_player() == -1:
        if asked(state) == "race":
            seen.append({text.split()[1] for text in texts(state)})
        state.apply(state.legal_actions()[0])
    sizes = [len(found) for found in seen]
    assert sizes == [6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1, 4, 3, 2, 1]
    assert [sorted(seen[first]) for first in (0, 6, 12)] == FACTION_ROWS
