"""The order of play: rounds and turns, what a turn consists of, and how it ends."""

from typing import Any

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    happened,
    play,
    refused,
    region,
    tribe,
)


def turn_of(state: State) -> tuple[int, int]:
    """Round and seat."""
    page: Any = state.view(0)
    return page["round"], page["turn"]


def questions(state: State) -> list[tuple[int, str]]:
    """Who is asked what until the turn is over, and `coins` where somebody scores; the last answer offered is taken."""
    seat, told = turn_of(state)[1], []
    while turn_of(state)[1] == seat:
        state.forget_events()
        told.append((state.current_player(), asked(state)))
        state.apply(state.legal_actions()[-1])
        told.extend((event.seat, "coins") for event in happened(state, "coins"))
    return told


@cites("small-world", "turn.order", "turn.round")
def test_turns_pass_clockwise_and_the_starting_player_opens_each_round() -> None:
    scene = Scene(players=3, round=4)
    for seat, race, place in ((0, "orcs", 1), (1, "elves", 25), (2, "humans", 6)):
        scene.active(seat, race, ("hill", "swamp", "forest")[seat], {place: 1})
    page = scene.dump([["turn", "amazons", "", 0, 1]])
    page["first"] = 1
    state = scene.game.load(page)
    seen = []
    for _ in range(7):
        seen.append(turn_of(state))
        end_turn(state)
    assert seen == [(4, 1), (4, 2), (4, 0), (5, 1), (5, 2), (5, 0), (6, 1)]


@cites("small-world", "turn.round", "setup.round_marker")
def test_the_round_marker_moves_only_when_the_starting_player_is_up_again() -> None:
    state = Scene(round=1).active(0, "orcs", "hill", {4: 1}).active(1, "elves", "swamp", {16: 1}).turn(0)
    end_turn(state)
    assert [event.args["n"] for event in happened(state, "round")] == []
    end_turn(state)
    assert [event.args["n"] for event in happened(state, "round")] == [2]


@cites("small-world", "turn.sequence", "market.pick_duty")
def test_without_an_active_race_the_turn_is_pick_conquer_redeploy_score() -> None:
    state = Scene(round=1).combos(("ratmen", "merchant", 0)).turn(0)
    assert asked(state) == "pick"
    assert refused(state, "expand") == "not_asked"
    assert refused(state, "conquer 4") == "not_asked"
    deal(play(state, "pick 0"))
    assert asked(state) == "conquest"
    play(state, "conquer 4", "conquer 9", "stop")
    assert asked(state) == "deploy"
    assert state.scores()[0] == 20, "nobody has scored yet"
    play(state, "deploy 4:6")
    assert state.scores()[0] == 20 + 2 + 2
    assert turn_of(state) == (1, 1)


@cites("small-world", "turn.expand_or_decline")
def test_with_an_active_race_the_choice_is_to_expand_or_to_decline() -> None:
    state = Scene().active(0, "orcs", "hill", {4: 3}).turn(0)
    assert [state.text(code) for code in state.legal_actions()] == ["expand", "decline"]
    assert refused(state, "pick 0") == "not_asked"
    assert refused(state, "conquer 9") == "not_asked"
    assert refused(state, "abandon 4") == "not_asked"


@cites("small-world", "turn.expand_or_decline")
def test_who_expands_cannot_decline_and_who_declines_cannot_expand() -> None:
    scene = Scene().active(0, "orcs", "hill", {4: 3})
    state = scene.conquest(0)
    assert refused(state, "decline") == "not_asked"
    play(state, "conquer 9")
    assert refused(state, "decline") == "not_asked"
    state = scene.turn(0)
    play(state, "decline")
    assert turn_of(state)[1] == 1, "the turn is over"


@cites("small-world", "turn.expand_or_decline")
def test_only_a_stout_race_may_do_both() -> None:
    state = Scene().active(0, "orcs", "stout", {4: 3}).conquest(0)
    play(state, "conquer 9", "stop", "deploy 4:1")
    assert asked(state) == "unit.stout"
    play(state, "yes stout")
    assert tribe(state, "orcs")["mode"] == "declined"


@cites("small-world", "turn.expand", "turn.ready")
def test_an_expanding_turn_readies_abandons_conquers_redeploys_scores() -> None:
    state = Scene().active(0, "orcs", "hill", {4: 4, 3: 2}).turn(0)
    play(state, "expand")
    assert asked(state) == "conquest"
    assert can(state, "abandon 3")
    assert can(state, "conquer 9")
    play(state, "abandon 3", "conquer 9", "stop")
    assert asked(state) == "deploy"
    play(state, "deploy 4:3")  # 6 tokens: 4 in region 4, 2 in region 9
    assert [region(state, r)["tokens"] for r in (3, 4, 9)] == [0, 4, 2]
    assert coins_for(state, "regions") == 2


@cites("small-world", "turn.ready")
def test_readying_leaves_one_token_in_each_region_and_takes_the_others() -> None:
    scene = Scene().active(0, "giants", "hill", {4: 4, 3: 1, 9: 3}).declined(0, "orcs", {16: 1})
    state = scene.conquest(0)
    assert [region(state, r)["tokens"] for r in (4, 3, 9, 16)] == [1, 1, 1, 1]
    assert tribe(state, "giants")["hand"] == 3 + 0 + 2


@cites("small-world", "turn.ready")
def test_only_tokens_in_hand_conquer() -> None:
    # Two regions with 2 tokens each: 2 in hand after readying, so 10 (2 + Lost Tribe = 3) needs the die,
    # 9 (2) does not, and 14 (3) is out of reach once those 2 are spent.
    state = Scene().active(0, "orcs", "hill", {4: 2, 3: 2}).conquest(0)
    play(state, "conquer 9")
    assert refused(state, "conquer 14") == "no_token_in_hand"


@cites("small-world", "turn.no_duty_to_conquer", "die.optional")
def test_a_player_may_conquer_nothing_redeploy_and_score() -> None:
    state = Scene().active(0, "orcs", "hill", {4: 4, 3: 1}).turn(0)
    play(state, "expand")
    assert can(state, "stop")
    play(state, "stop", "deploy 3:3")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [4, 1]
    assert state.scores()[0] == 20 + 2 + 1, "two regions and the hill"


@cites("small-world", "turn.no_duty_to_conquer")
def test_a_fresh_race_may_stay_off_the_map() -> None:
    state = Scene().combos(("ratmen", "merchant", 0)).turn(0)
    deal(play(state, "pick 0"))
    play(state, "stop")
    assert turn_of(state)[1] == 1
    assert tribe(state, "ratmen")["hand"] == 10
    assert state.scores()[0] == 20


@cites("small-world", "turn.end_order", "losses.rest_redeploys")
def test_the_turn_ends_with_redeployment_pieces_coins_and_then_the_defenders() -> None:
    scene = Scene().active(0, "orcs", "bivouacking", {4: 7, 3: 1})
    scene.active(1, "humans", "hill", {9: 3, 16: 1, 17: 1})
    state = scene.conquest(0)
    play(state, "conquer 9", "stop")
    assert questions(state) == [
        (0, "deploy"),
        *[(0, "unit.bivouacking")] * 5,
        (0, "coins"), (0, "coins"),  # three regions, and a non-empty one taken by Orcs
        (1, "retreat"),
    ]  # fmt: skip


@cites("small-world", "turn.end_order")
def test_heroes_and_fortress_come_after_redeployment_and_before_the_coins() -> None:
    for power in ("heroic", "fortified"):
        state = Scene().active(0, "ratmen", power, {4: 2}).conquest(0)
        play(state, "stop")
        assert asked(state) == f"unit.{power}"
        assert state.scores()[0] == 20
        play(state, f"place {power} 4")
        assert state.scores()[0] == 20 + 1 + (1 if power == "fortified" else 0), "a new fortress pays at once"


@cites("small-world", "turn.end_order", "losses.rest_redeploys")
def test_a_stout_race_declines_after_the_coins_and_before_the_defenders() -> None:
    scene = Scene().active(0, "orcs", "stout", {4: 7})
    scene.active(1, "humans", "hill", {9: 3, 16: 1, 17: 1})
    state = scene.conquest(0)
    play(state, "conquer 9", "stop", "deploy 4:1")
    assert (state.current_player(), asked(state)) == (0, "unit.stout")
    assert state.scores()[0] == 20 + 2 + 1, "scored already: two regions, one of them non-empty"
    play(state, "yes stout")
    assert tribe(state, "orcs")["mode"] == "declined"
    assert (state.current_player(), asked(state)) == (1, "retreat")


@cites("small-world", "turn.end_order")
def test_spare_amazons_leave_before_a_fortress_is_placed_and_before_the_coins() -> None:
    # 3 Amazons and the 4 for conquest make 7, in 5 regions after two conquests: when 4 leave, 3 regions keep one.
    scene = Scene(natives=False).active(0, "amazons", "fortified", {4: 1, 9: 1, 3: 1})
    state = scene.conquest(0)
    assert tribe(state, "amazons")["hand"] == 4
    play(state, "conquer 2", "conquer 10", "stop")
    play(state, "empty amazons 2", "empty amazons 3")
    assert asked(state) == "unit.fortified"
    assert refused(state, "place fortified 3") == "not_your_region"
    play(state, "place fortified 9")
    assert state.scores()[0] == 20 + 3 + 1
