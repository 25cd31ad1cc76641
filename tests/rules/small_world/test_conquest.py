"""Conquests: where a race may enter, where it may go from there, and whose regions it may attack."""

from typing import Any

from terrarium.kernel.contract import State, checked_options
from terrarium.smallworld.classic.kit import RULES_VERSION, classic_kit, classic_options
from terrarium.smallworld.core.board import board_from
from terrarium.smallworld.core.game import FamilyGame
from tests.support.cites import cites
from tests.support.scene import Scene, can, play, refused, region, tribe

# Map of 2 players. Border land: 1-5, 10, 11, 15-21 (21 only as shore of sea 22); inland: 6, 8, 9, 12, 13, 14;
# seas 0 and 22 touch the edge, lake 7 does not. Mountains: 5, 8, 15, 19. Lost Tribes: 3, 6, 10-14, 16, 18.
BORDER = [1, 2, 3, 4, 5, 10, 11, 15, 16, 17, 18, 19, 20, 21]


def targets(state: State) -> list[int]:
    """Regions that may be attacked now, with or without the die."""
    texts = [state.text(code).split() for code in state.legal_actions()]
    return [int(words[1]) for words in texts if words[0] == "conquer"]


def hand(state: State) -> int:
    """Tokens in hand of the race that conquers."""
    ask: Any = state.view(0)["ask"]
    return int(ask["hand"])


# --- first conquest --------------------------------------------------------------------------------------------------


@cites("small-world", "conquest.first", "conquest.first_shore", "conquest.water")
def test_a_new_race_enters_at_the_border_only() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {}, hand=10).conquest(0)
    assert targets(state) == BORDER
    for inland in (9, 14):
        assert refused(state, f"conquer {inland}") == "not_border"
    assert refused(state, "conquer 22") == "water_closed", "the sea is at the edge, but not for feet"


@cites("small-world", "conquest.first")
def test_only_the_first_region_is_bound_to_the_border() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {}, hand=10).conquest(0)
    play(state, "conquer 4")
    assert targets(state) == [3, 9, 10], "now adjacency counts, inland too"
    assert refused(state, "conquer 16") == "not_adjacent", "a border region far away is no entrance any more"


@cites("small-world", "conquest.first_shore")
def test_the_shore_of_an_edge_sea_is_border_even_if_the_sea_is_occupied() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}, hand=10).declined(1, "tritons", {22: 1})
    assert can(scene.conquest(0), "conquer 21")
    scene = Scene().active(0, "ratmen", "merchant", {}, hand=10).active(1, "tritons", "seafaring", {22: 3})
    assert can(scene.conquest(0), "conquer 21")


@cites("small-world", "conquest.first_shore")
def test_the_shore_of_the_lake_is_no_border() -> None:
    state = Scene().active(0, "ratmen", "merchant", {}, hand=10).conquest(0)
    for shore in (6, 8, 12, 13):
        assert refused(state, f"conquer {shore}") == "not_border"
    assert can(state, "conquer 2"), "on the lake as well, but also at the edge"


def inner_sea(any_sea_shore: str) -> State:
    """A map with a sea and a lake that touch no edge: 0 border - 1 shore - 2 sea - 3 shore - 4 lake shore - 5 lake."""
    features = [
        ["farmland", "edge", "entry"], ["hill", "coastal"], ["sea"], ["forest", "coastal"], ["swamp", "coastal"],
        ["lake"],
    ]  # fmt: skip
    rows = [
        {"features": names, "natives": 0, "borders": [q for q in (r - 1, r + 1) if 0 <= q < 6]}
        for r, names in enumerate(features)
    ]
    data: dict[str, object] = {"id": "inner", "players": 2, "rounds": 10, "regions": rows}
    options = checked_options("small-world", classic_options(), {"any_sea_shore_is_border": any_sea_shore})
    scene = Scene(natives=False)
    board = board_from(data, any_sea_shore == "yes")
    scene.game = FamilyGame(classic_kit(board, 2, options), RULES_VERSION, options)
    return scene.active(0, "ratmen", "merchant", {}, hand=10).conquest(0)


@cites("small-world", "conquest.first_shore")
def test_the_shore_of_an_inner_sea_is_no_border() -> None:
    state = inner_sea("no")
    assert targets(state) == [0]
    assert refused(state, "conquer 3") == "not_border"


@cites("small-world", "conquest.first_shore")
def test_with_the_option_the_shore_of_every_sea_is_border_but_not_of_a_lake() -> None:
    state = inner_sea("yes")
    assert targets(state) == [0, 1, 3]
    assert refused(state, "conquer 4") == "not_border"


@cites("small-world", "conquest.first_shore")
def test_the_option_for_shores_reaches_the_game_and_changes_nothing_where_all_seas_touch_the_edge() -> None:
    scene = Scene(natives=False, any_sea_shore_is_border="yes").active(0, "ratmen", "merchant", {}, hand=10)
    assert scene.game.options["any_sea_shore_is_border"] == "yes"
    assert targets(scene.conquest(0)) == BORDER


@cites("small-world", "conquest.first_again", "abandon.any")
def test_after_abandoning_everything_the_race_enters_anew() -> None:
    state = Scene().active(0, "ratmen", "merchant", {9: 4, 14: 3}).conquest(0)
    assert refused(state, "conquer 16") == "not_adjacent"
    play(state, "abandon 9")
    assert can(state, "conquer 9"), "still adjacent to region 14"
    play(state, "abandon 14")
    assert refused(state, "conquer 9") == "not_border"
    assert refused(state, "conquer 8") == "not_border"
    assert can(state, "conquer 16")


@cites("small-world", "conquest.first_again", "losses.no_region_left")
def test_a_race_driven_off_the_map_enters_anew_with_the_tokens_in_hand() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {9: 3}).active(1, "orcs", "hill", {14: 9})
    state = scene.turn(1)
    play(state, "expand", "conquer 9", "stop", "deploy 9:0")
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["regions"]) == (2, [])
    play(state, "expand")
    assert refused(state, "conquer 8") == "not_border"
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 2


@cites("small-world", "conquest.first_anywhere_on_border")
def test_a_first_conquest_need_not_lie_near_the_race_in_decline() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {}, hand=10).declined(0, "giants", {16: 1})
    state = scene.conquest(0)
    assert can(state, "conquer 4")
    assert can(state, "conquer 11"), "nor far from it"


# --- adjacency -------------------------------------------------------------------------------------------------------


@cites("small-world", "conquest.adjacent")
def test_later_conquests_share_a_border_with_a_region_of_the_active_race() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {9: 9}).conquest(0)
    assert targets(state) == [3, 4, 8, 10, 14]
    assert refused(state, "conquer 15") == "not_adjacent"
    play(state, "conquer 14")
    assert can(state, "conquer 15"), "a region conquered this turn counts at once"


@cites("small-world", "conquest.declined_no_reach")
def test_regions_in_decline_give_the_active_race_no_adjacency() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 9}).declined(0, "giants", {16: 1}).conquest(0)
    assert refused(state, "conquer 17") == "not_adjacent"
    assert refused(state, "conquer 11") == "not_adjacent"


@cites("small-world", "conquest.water")
def test_seas_and_lake_are_closed_except_to_seafarers() -> None:
    state = Scene().active(0, "ratmen", "merchant", {2: 6, 1: 6}).conquest(0)
    assert refused(state, "conquer 7") == "water_closed"
    assert refused(state, "conquer 0") == "water_closed"
    state = Scene().active(0, "ratmen", "seafaring", {2: 6, 1: 6}).conquest(0)
    before = hand(state)
    play(state, "conquer 7", "conquer 0")
    assert before - hand(state) == 2 + 2, "two empty regions"


# --- whose region ----------------------------------------------------------------------------------------------------


@cites("small-world", "conquest.own_region")
def test_a_race_cannot_conquer_what_it_occupies() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 9, 9: 1}).conquest(0)
    assert refused(state, "conquer 9") == "own_region"
    play(state, "conquer 3")
    assert refused(state, "conquer 3") == "own_region"


@cites("small-world", "conquest.own_region")
def test_only_ghouls_in_decline_attack_the_own_active_race() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 2}).declined(0, "ghouls", {9: 6})
    state = scene.conquest(0)
    ask: Any = state.view(0)["ask"]
    assert ask["tribe"] == "ghouls"
    play(state, "conquer 4")
    assert region(state, 4)["holder"] == "ghouls"


@cites("small-world", "conquest.own_declined", "losses.declined")
def test_the_own_race_in_decline_may_be_conquered_and_loses_its_token() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 9}).declined(0, "giants", {9: 1, 16: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    assert region(state, 9)["holder"] == "ratmen"
    assert (tribe(state, "giants")["regions"], tribe(state, "giants")["tray"]) == ([16], 10)
