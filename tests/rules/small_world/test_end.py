"""The last round, the winner and the tie-break."""

import pytest

from terrarium.kernel.contract import OVER
from tests.support.cites import cites
from tests.support.scene import Scene, asked, end_turn, play, refused, region

LAST = {2: 10, 3: 10, 4: 9, 5: 8}


@cites("small-world", "end.last_round", "setup.rounds")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_one_turn_in_the_last_round_and_then_the_game_ends(players: int) -> None:
    scene = Scene(players=players, round=LAST[players])
    places = {2: [1, 4], 3: [1, 4, 6], 4: [4, 5, 10, 12], 5: [1, 2, 3, 4, 5]}[players]
    races = ["orcs", "elves", "humans", "giants", "wizards"]
    powers = ["swamp", "alchemist", "merchant", "flying", "stout"]
    for seat in range(players):
        scene.active(seat, races[seat], powers[seat], {places[seat]: 1})
    state = scene.turn(0)
    for seat in range(players):
        assert state.view(0)["turn"] == seat
        assert state.winners() == []
        end_turn(state)
    assert state.current_player() == OVER
    assert (state.legal_actions(), state.view(0)["over"]) == ([], True)
    assert refused(state, "expand") == "game_over"


@cites("small-world", "end.last_round")
def test_the_round_before_the_last_is_followed_by_the_last() -> None:
    scene = Scene(round=9).active(0, "orcs", "hill", {1: 1}).active(1, "elves", "swamp", {4: 1})
    state = scene.turn(1)
    end_turn(state)
    assert (state.current_player(), state.view(0)["round"]) == (0, 10)


def last_turn(coins: list[int]) -> Scene:
    scene = Scene(round=10)
    scene.coins = coins
    return scene


@cites("small-world", "end.most_coins")
@pytest.mark.parametrize(("coins", "winner"), [([30, 28], 0), ([30, 30], 1), ([30, 29], 0)])
def test_most_coins_win(coins: list[int], winner: int) -> None:
    # Seat 1 still scores 1 coin; at 30 : 29 that makes a tie which seat 0 wins with more tokens.
    scene = last_turn(coins).active(0, "orcs", "hill", {1: 5}).active(1, "elves", "swamp", {4: 1})
    state = scene.turn(1)
    play(state, "expand", "stop")
    assert state.scores() == [coins[0], coins[1] + 1]
    assert state.winners() == [winner]


@cites("small-world", "end.tie")
def test_a_tie_goes_to_the_most_race_tokens_on_the_map_active_and_in_decline() -> None:
    # 30 each in the end. Tokens: seat 0 has 4, seat 1 has 3 active and 2 in decline.
    scene = last_turn([30, 27]).active(0, "orcs", "hill", {1: 4})
    scene.active(1, "elves", "stout", {4: 3}).declined(1, "giants", {16: 1, 17: 1})
    state = scene.turn(1)
    play(state, "expand", "stop", "no stout")
    assert state.scores() == [30, 30]
    assert state.winners() == [1]


@cites("small-world", "end.tie")
def test_tokens_break_only_a_tie() -> None:
    scene = last_turn([30, 28]).active(0, "orcs", "hill", {1: 1}).active(1, "elves", "swamp", {4: 9})
    state = scene.turn(1)
    play(state, "expand", "stop")
    assert state.scores() == [30, 29]
    assert state.winners() == [0]


@cites("small-world", "end.tie")
def test_only_those_tied_for_most_coins_compare_tokens() -> None:
    scene = Scene(players=3, round=10).active(0, "orcs", "hill", {1: 2}).active(1, "elves", "stout", {4: 3})
    scene.active(2, "humans", "swamp", {5: 9})
    scene.coins = [30, 30, 20]
    state = scene.turn(2)
    play(state, "expand", "stop")
    assert state.winners() == [1]


@cites("small-world", "end.tie_count")
def test_driven_off_tokens_of_the_last_turn_are_redeployed_before_the_count() -> None:
    # The Orcs take 9 (2 + 5 Humans = 7 tokens) and reach 28 + 2 regions + 1 non-empty = 31 coins: a tie.
    # Humans on the map: 4 + 1 and the 4 of 5 that come back make 9 against 8 Orcs; without those it is 5 against 8.
    scene = last_turn([31, 28]).active(0, "humans", "hill", {9: 5, 16: 4, 17: 1}).active(1, "orcs", "swamp", {4: 8})
    state = scene.turn(1)
    play(state, "expand", "conquer 9", "stop", "deploy 4:0")
    assert (state.current_player(), asked(state)) == (0, "retreat")
    assert state.winners() == [], "not over before they are placed"
    play(state, "deploy 16:4")
    assert region(state, 16)["tokens"] == 8
    assert (state.scores(), state.winners()) == ([31, 31], [0])


@cites("small-world", "end.tie_count")
def test_tokens_in_hand_do_not_count() -> None:
    # Seat 0 has 6 tokens in hand and 1 in decline, seat 1 two on the map.
    scene = last_turn([30, 29]).active(0, "orcs", "hill", {}, hand=6).declined(0, "giants", {16: 1})
    state = scene.active(1, "elves", "swamp", {4: 2}).turn(1)
    play(state, "expand", "stop")
    assert (state.scores(), state.winners()) == ([30, 30], [1])


@cites("small-world", "end.tie_count")
def test_encampments_do_not_count() -> None:
    scene = last_turn([30, 29]).active(0, "orcs", "bivouacking", {1: 1}).mark(1, "encampment", 5)
    state = scene.active(1, "elves", "swamp", {4: 2}).turn(1)
    play(state, "expand", "stop")
    assert (state.scores(), state.winners()) == ([30, 30], [1])


@cites("small-world", "end.tie_count")
@pytest.mark.parametrize(("orcs", "winner"), [(3, 0), (1, 1)])
def test_the_four_spare_amazons_do_not_count(orcs: int, winner: int) -> None:
    # The last turn is the Amazons' own: 2 stay on the map and count, 4 leave.
    scene = last_turn([30, 29]).active(0, "orcs", "hill", {1: orcs}).active(1, "amazons", "swamp", {4: 2})
    state = scene.turn(1)
    play(state, "expand", "stop")
    assert region(state, 4)["tokens"] == 2
    assert (state.scores(), state.winners()) == ([30, 30], [winner])


@cites("small-world", "end.shared")
def test_those_still_tied_share_the_win() -> None:
    scene = Scene(players=3, round=10).active(0, "orcs", "hill", {1: 2}).active(1, "elves", "stout", {4: 2})
    scene.active(2, "humans", "swamp", {5: 1})
    scene.coins = [30, 30, 29]
    state = scene.turn(2)
    play(state, "expand", "stop")
    assert (state.scores(), state.winners()) == ([30, 30, 30], [0, 1])
