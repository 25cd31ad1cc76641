"""What a defender loses, and when and where the rest comes back."""

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, happened, play, price, refused, region, stock, tribe


def attack(scene: Scene, *lines: str) -> State:
    """Seat 0 makes these conquests and stops; its redeployment is still to come."""
    return play(scene.conquest(0), *lines, "stop")


@cites("small-world", "losses.one_token")
@pytest.mark.parametrize("tokens", [2, 3, 5])
def test_a_conquered_region_costs_the_defender_one_token(tokens: int) -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: tokens, 16: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    humans = tribe(state, "humans")
    assert humans["tray"] == 10 - tokens - 1 + 1
    assert humans["retreat"] == tokens - 1
    assert humans["regions"] == [16]


@cites("small-world", "losses.one_token")
def test_each_conquest_costs_a_token_anew() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 2, 3: 2, 16: 1})
    state = scene.conquest(0)
    play(state, "conquer 9", "conquer 3")
    assert [event.args["n"] for event in happened(state, "lost")] == [1, 1]
    assert (tribe(state, "humans")["retreat"], tribe(state, "humans")["tray"]) == (2, 5 + 2)


@cites("small-world", "losses.lone_token")
def test_a_lone_token_is_simply_lost() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 1, 16: 1, 17: 1})
    state = attack(scene, "conquer 9")
    assert (tribe(state, "humans")["retreat"], tribe(state, "humans")["tray"]) == (0, 8)
    play(state, "deploy 4:0")
    assert (state.current_player(), asked(state)) == (1, "choice"), "nothing to redeploy: the next turn begins"


@cites("small-world", "losses.rest_redeploys")
def test_mistake_1_defenders_redeploy_only_after_the_attacker_has_scored() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 3, 16: 1, 17: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    assert (state.current_player(), asked(state)) == (0, "conquest"), "the attacker goes on first"
    assert [region(state, r)["tokens"] for r in (16, 17)] == [1, 1]
    play(state, "conquer 3", "stop")
    assert (state.current_player(), asked(state)) == (0, "deploy")
    play(state, "deploy 3:0 4:0")
    assert state.scores()[0] == 20 + 3 + 3, "three regions of Merchants are scored"
    assert (state.current_player(), asked(state)) == (1, "retreat")
    assert state.view(0)["turn"] == 0, "and it is still the attacker's turn"
    play(state, "deploy 16:2")
    assert [region(state, r)["tokens"] for r in (16, 17)] == [3, 1]
    assert (state.current_player(), asked(state)) == (1, "choice")


@cites("small-world", "losses.rest_redeploys")
def test_driven_off_tokens_do_not_defend_before_they_are_redeployed() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 5, 3: 1})
    state = scene.conquest(0)
    assert price(state, 3) == 3
    play(state, "conquer 9")
    assert tribe(state, "humans")["retreat"] == 4
    assert price(state, 3) == 3


@cites("small-world", "losses.anywhere", "deploy.only_own")
def test_they_go_to_any_region_of_their_race_near_or_far_but_to_no_other() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).declined(1, "giants", {20: 1})
    scene.active(1, "humans", "hill", {9: 4, 16: 1, 18: 1})  # 16 and 18 lie at the other end of the map
    state = attack(scene, "conquer 9")
    play(state, "deploy 4:0")
    assert refused(state, "deploy 20 1") == "not_your_region", "active tokens do not join those in decline"
    assert refused(state, "deploy 9 1") == "not_your_region"
    assert refused(state, "deploy 10 1") == "not_your_region"
    assert refused(state, "deploy 16 4") == "not_that_many", "one was lost"
    play(state, "deploy 16:1 18:2")
    assert [region(state, r)["tokens"] for r in (16, 18)] == [2, 3]


@cites("small-world", "losses.anywhere")
def test_with_one_region_left_they_all_go_there_unasked() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 4, 16: 1})
    state = attack(scene, "conquer 9")
    play(state, "deploy 4:0")
    assert region(state, 16)["tokens"] == 1 + 3
    assert asked(state) == "choice"


@cites("small-world", "losses.order")
def test_several_defenders_redeploy_clockwise_from_the_attacker() -> None:
    # Three players; seat 1 attacks first seat 0, then seat 2: seat 2 redeploys first, then seat 0.
    scene = Scene(players=3, natives=False).active(1, "ratmen", "merchant", {3: 13})
    scene.active(0, "humans", "hill", {2: 3, 25: 1, 26: 1}).active(2, "orcs", "swamp", {4: 3, 27: 1, 28: 1})
    state = scene.conquest(1)
    play(state, "conquer 2", "conquer 4", "stop", "deploy 2:0 3:0")
    assert (state.current_player(), asked(state)) == (2, "retreat")
    play(state, "deploy 27:2")
    assert (state.current_player(), asked(state)) == (0, "retreat")
    play(state, "deploy 25:1 26:1")
    assert [region(state, r)["tokens"] for r in (25, 26, 27, 28)] == [2, 2, 3, 1]
    assert (state.current_player(), asked(state)) == (2, "choice")


@cites("small-world", "losses.no_region_left")
def test_without_a_region_the_tokens_wait_in_hand_for_a_first_conquest() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 4})
    state = attack(scene, "conquer 9")
    play(state, "deploy 4:0")
    humans = tribe(state, "humans")
    assert (humans["mode"], humans["hand"], humans["retreat"], humans["regions"]) == ("active", 3, 0, [])
    assert (state.current_player(), asked(state)) == (1, "choice")
    play(state, "expand")
    assert refused(state, "conquer 14") == "not_border"
    assert can(state, "conquer 16")


@cites("small-world", "losses.no_region_left")
def test_tokens_in_hand_score_nothing() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, "humans", "hill", {9: 4})
    state = attack(scene, "conquer 9")
    play(state, "deploy 4:0", "expand", "stop")
    assert state.scores()[1] == 20


@cites("small-world", "losses.declined")
def test_a_token_in_decline_is_lost_with_its_region() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).declined(1, "elves", {9: 1, 16: 1})
    state = scene.conquest(0)
    play(state, "conquer 9")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (0, 11 - 1)


@cites("small-world", "losses.declined")
def test_only_ghouls_in_decline_have_tokens_left_over() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).declined(1, "ghouls", {9: 4, 16: 1, 17: 1})
    state = attack(scene, "conquer 9")
    assert tribe(state, "ghouls")["retreat"] == 3
    play(state, "deploy 4:0")
    assert (state.current_player(), asked(state)) == (1, "retreat")
    play(state, "deploy 16:1 17:2")
    assert [region(state, r)["tokens"] for r in (16, 17)] == [2, 3]


@cites("small-world", "losses.markers")
@pytest.mark.parametrize(
    ("race", "power", "piece", "pieces"), [("trolls", "hill", "lair", 10), ("humans", "fortified", "fortress", 6)]
)
def test_lair_and_fortress_are_removed_when_their_region_falls(race: str, power: str, piece: str, pieces: int) -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).active(1, race, power, {9: 2, 16: 1}).mark(9, piece)
    state = scene.conquest(0)
    assert stock(state, piece) == pieces - 1
    play(state, "conquer 9")
    assert region(state, 9)["marks"] == {}
    assert stock(state, piece) == pieces


@cites("small-world", "losses.markers")
def test_they_are_removed_from_a_race_in_decline_as_well() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 13}).declined(1, "trolls", {9: 1, 3: 1})
    state = scene.mark(9, "lair").mark(3, "lair").conquest(0)
    play(state, "conquer 9")
    assert (region(state, 9)["marks"], region(state, 3)["marks"]) == ({}, {"lair": 1})
