"""The final conquest attempt with the reinforcement die."""

import pytest

from terrarium.kernel.contract import CHANCE
from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, happened, play, price, refused, region, tribe


def short_by(n: int) -> Scene:
    """Two Ratmen in hand beside region 9, whose Orcs make it `n` tokens too dear."""
    return Scene().active(0, "ratmen", "merchant", {4: 3, 3: 1}).active(1, "orcs", "hill", {9: n})


@cites("small-world", "die.faces")
def test_three_blank_faces_and_one_two_three() -> None:
    state = short_by(1).conquest(0)
    play(state, "conquer 9")
    assert {state.text(code): weight for code, weight in state.chance_outcomes()} == {
        "die 0": 3, "die 1": 1, "die 2": 1, "die 3": 1,
    }  # fmt: skip


@cites("small-world", "die.target_first")
def test_the_target_is_named_before_the_roll() -> None:
    state = short_by(1).conquest(0)
    assert refused(state, "die 3") == "not_asked", "no roll without a target"
    play(state, "conquer 9")
    ask = state.view(0)["ask"]
    assert isinstance(ask, dict)
    assert (state.current_player(), ask["code"], ask["region"], ask["need"]) == (CHANCE, "die", 9, 1)
    assert refused(state, "conquer 10") == "not_asked", "no other target once the die is cast"


@cites("small-world", "die.shortfall")
@pytest.mark.parametrize("short", [1, 2, 3])
def test_up_to_three_tokens_short_may_be_tried(short: int) -> None:
    state = short_by(short).conquest(0)
    assert price(state, 9) == 2 + short
    assert can(state, "conquer 9")


@cites("small-world", "die.shortfall")
def test_four_tokens_short_is_too_many() -> None:
    assert refused(short_by(4).conquest(0), "conquer 9") == "not_enough_tokens"


@cites("small-world", "die.shortfall")
def test_the_target_must_be_open_to_attack() -> None:
    state = short_by(1).conquest(0)
    assert refused(state, "conquer 16") == "not_adjacent"
    scene = Scene().active(0, "ratmen", "merchant", {4: 3}).active(1, "halflings", "hill", {9: 1}).mark(9, "hole")
    assert refused(scene.conquest(0), "conquer 9") == "region_immune"
    state = Scene().active(0, "ratmen", "merchant", {}, hand=1).conquest(0)
    assert refused(state, "conquer 9") == "not_border"
    assert can(state, "conquer 4"), "an entry may be tried with the die"


@cites("small-world", "die.shortfall")
def test_with_enough_tokens_no_die_is_rolled() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {4: 3}).conquest(0)
    play(state, "conquer 9")
    assert asked(state) == "conquest"
    assert not happened(state, "rolled")


@cites("small-world", "die.token")
def test_the_attempt_needs_a_token_in_hand() -> None:
    # 2 short with no token in hand is as hopeless as 9 short.
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 1, 3: 1})
    assert refused(scene.conquest(0), "conquer 9") == "no_token_in_hand"
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 2, 3: 1})
    assert can(scene.conquest(0), "conquer 9")


@cites("small-world", "die.any_target")
def test_the_target_need_not_be_the_weakest() -> None:
    # 2 in hand: 8 costs 3, 10 costs 3, 9 costs 4.
    state = short_by(2).conquest(0)
    assert [price(state, r) for r in (8, 10, 9)] == [3, 3, 4]
    assert can(state, "conquer 9")


@cites("small-world", "die.any_target")
def test_the_die_may_be_rolled_although_another_region_could_be_taken() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 3, 3: 1}).conquest(0)
    assert price(state, 9) == 2, "the 2 tokens in hand would do"
    play(state, "conquer 10", "? die 1")
    assert region(state, 10)["holder"] == "ratmen"


@cites("small-world", "die.success")
@pytest.mark.parametrize(("short", "pips"), [(1, 1), (1, 3), (2, 2), (3, 3)])
def test_with_enough_pips_all_remaining_tokens_go_into_the_region(short: int, pips: int) -> None:
    state = short_by(short).conquest(0)
    play(state, "conquer 9", f"? die {pips}")
    assert region(state, 9)["holder"] == "ratmen"
    (conquered,) = happened(state, "conquered")
    assert conquered.args["n"] == 2, "both tokens, not the full price"
    assert tribe(state, "orcs")["tray"] == 10 - short + 1, "the defender loses a token as ever"


@cites("small-world", "die.success")
def test_a_single_token_may_take_a_region_with_the_die() -> None:
    state = Scene().active(0, "ratmen", "merchant", {}, hand=1).conquest(0)
    play(state, "conquer 16", "? die 2")  # 2 + Lost Tribe = 3
    assert (region(state, 16)["holder"], region(state, 16)["tokens"]) == ("ratmen", 1)


@cites("small-world", "die.failure")
@pytest.mark.parametrize(("short", "pips"), [(1, 0), (2, 1), (3, 2)])
def test_with_too_few_pips_the_tokens_go_to_regions_already_held(short: int, pips: int) -> None:
    state = short_by(short).conquest(0)
    play(state, "conquer 9", f"? die {pips}")
    assert (region(state, 9)["holder"], region(state, 9)["tokens"]) == ("orcs", short), "nobody is hurt"
    assert asked(state) == "deploy"
    play(state, "deploy 3:2")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [1 + 2, 1]


@cites("small-world", "die.last_attempt")
@pytest.mark.parametrize("pips", [0, 1])
def test_won_or_lost_the_attempt_ends_the_conquests(pips: int) -> None:
    state = short_by(1).conquest(0)
    play(state, "conquer 9", f"? die {pips}")
    assert asked(state) == "deploy"
    assert refused(state, "conquer 10") == "not_asked"
    assert refused(state, "abandon 3") == "not_asked"


@cites("small-world", "die.last_attempt")
@pytest.mark.parametrize("pips", [0, 1])
def test_mistake_5_no_dragon_and_no_sorcery_after_the_last_die(pips: int) -> None:
    scene = Scene().active(0, "sorcerers", "dragon_master", {4: 3, 3: 1}).active(1, "orcs", "hill", {9: 1, 2: 1})
    state = scene.conquest(0)
    assert can(state, "use dragon_master")
    assert can(state, "use sorcerers")
    play(state, "conquer 9", f"? die {pips}")
    assert refused(state, "use dragon_master") == "not_asked"
    assert refused(state, "use sorcerers") == "not_asked"


@cites("small-world", "die.failed_entry")
def test_after_a_failed_entry_the_tokens_wait_in_hand() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}, hand=2).active(1, "orcs", "hill", {9: 1})
    state = scene.conquest(0)
    play(state, "conquer 16", "? die 0")
    assert state.view(0)["turn"] == 1
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["regions"]) == (2, [])
    assert state.scores()[0] == 20
    play(state, "expand", "stop", "expand")
    assert refused(state, "conquer 14") == "not_border"
    play(state, "conquer 4")
    assert region(state, 4)["tokens"] == 2


@cites("small-world", "die.optional")
def test_nobody_has_to_roll() -> None:
    state = short_by(1).conquest(0)
    assert can(state, "conquer 9")
    play(state, "stop")
    assert asked(state) == "deploy"
    assert not happened(state, "rolled")
    play(state, "deploy 3:1")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [2, 2]
