"""Redeployment at the end of the conquests."""

from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, play, refused, region


@cites("small-world", "deploy.free")
def test_tokens_move_freely_among_all_regions_of_the_race() -> None:
    # 4 and 16 lie at opposite ends of the map; all five spare tokens may leave the region that had them.
    state = Scene().active(0, "ratmen", "merchant", {4: 6, 16: 1}).conquest(0)
    play(state, "stop", "deploy 4:0 16:5")
    assert [region(state, r)["tokens"] for r in (4, 16)] == [1, 6]


@cites("small-world", "deploy.free", "conquest.tokens_stay")
def test_tokens_used_for_a_conquest_may_leave_the_region_again() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 5}).active(1, "orcs", "hill", {9: 2})
    state = scene.conquest(0)
    play(state, "conquer 9")
    assert region(state, 9)["tokens"] == 4
    play(state, "stop", "deploy 4:3")
    assert [region(state, r)["tokens"] for r in (4, 9)] == [4, 1]


@cites("small-world", "deploy.free")
def test_tokens_still_in_hand_are_placed() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {}, hand=10).conquest(0)
    play(state, "conquer 4", "conquer 3", "stop", "deploy 3:5 4:3")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [6, 4]


@cites("small-world", "deploy.free")
def test_no_more_tokens_than_there_are() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 4, 16: 1}).conquest(0)
    play(state, "stop")
    assert can(state, "deploy 4 3")
    assert refused(state, "deploy 4 4") == "not_that_many"
    assert refused(state, "deploy 16 1") == "wrong_deploy_region", "amounts are told in the order of the regions"
    play(state, "deploy 4 1")
    assert [region(state, r)["tokens"] for r in (4, 16)] == [2, 3], "what is left goes to the last region"


@cites("small-world", "deploy.one_each")
def test_one_token_remains_in_each_region_and_none_can_be_abandoned() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 2, 3: 2, 16: 2}).conquest(0)
    play(state, "stop")
    assert [region(state, r)["tokens"] for r in (3, 4, 16)] == [1, 1, 1]
    assert refused(state, "abandon 3") == "not_asked"
    play(state, "deploy 3:0 4:0 16:3")
    assert [region(state, r)["tokens"] for r in (3, 4, 16)] == [1, 1, 4]


@cites("small-world", "deploy.one_each")
def test_with_one_token_in_each_region_there_is_nothing_to_redeploy() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 1, 3: 1}).active(1, "orcs", "hill", {16: 1}).conquest(0)
    play(state, "stop")
    assert asked(state) == "choice"
    assert [region(state, r)["tokens"] for r in (3, 4)] == [1, 1]


@cites("small-world", "deploy.only_own")
def test_active_tokens_never_join_tokens_in_decline_or_strangers() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 4, 3: 1}).declined(0, "giants", {16: 1})
    state = scene.active(1, "orcs", "hill", {20: 1}).conquest(0)
    play(state, "stop")
    for r in (16, 20, 2, 10):  # own decline, an opponent, empty land, a Lost Tribe
        assert refused(state, f"deploy {r} 1") == "not_your_region"
    assert can(state, "deploy 3 1")


@cites("small-world", "deploy.only_own")
def test_ghouls_in_decline_redeploy_among_themselves() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 2, 3: 1}).declined(0, "ghouls", {16: 3, 17: 1})
    state = scene.conquest(0)
    play(state, "stop")  # the Ghouls' conquests
    assert refused(state, "deploy 4 1") == "not_your_region"
    play(state, "deploy 16:0 17:2", "stop")  # then those of the Ratmen
    assert [region(state, r)["tokens"] for r in (16, 17)] == [1, 3]
    assert refused(state, "deploy 16 1") == "not_your_region"
    play(state, "deploy 3:1")
    assert [region(state, r)["tokens"] for r in (3, 4)] == [2, 1]
