"""Abandoning regions before the conquests."""

import pytest

from tests.support.cites import cites
from tests.support.scene import Scene, asked, can, coins_for, play, price, refused, region, stock, tribe


@cites("small-world", "abandon.any")
def test_some_or_all_regions_may_be_abandoned_for_tokens_in_hand() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 3, 3: 1, 16: 2}).conquest(0)
    assert tribe(state, "ratmen")["hand"] == 3
    play(state, "abandon 3")
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["regions"]) == (4, [4, 16])
    play(state, "abandon 4", "abandon 16")
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["regions"]) == (6, [])


@cites("small-world", "abandon.any")
def test_only_regions_of_the_active_race_can_be_abandoned() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 3}).declined(0, "giants", {3: 1})
    state = scene.active(1, "orcs", "hill", {9: 1}).conquest(0)
    for r in (3, 9, 10, 2):  # own decline, an opponent, a Lost Tribe, empty land
        assert refused(state, f"abandon {r}") == "not_your_region"
    assert can(state, "abandon 4")


@cites("small-world", "abandon.before_conquest")
def test_after_a_conquest_it_is_too_late() -> None:
    state = Scene(natives=False).active(0, "ratmen", "merchant", {4: 5, 3: 1}).conquest(0)
    play(state, "abandon 3", "conquer 9")
    assert refused(state, "abandon 4") == "too_late_to_abandon"
    assert refused(state, "abandon 9") == "too_late_to_abandon"


@cites("small-world", "abandon.before_conquest")
def test_a_conquest_with_the_dragon_or_by_sorcery_counts_as_well() -> None:
    scene = Scene().active(0, "sorcerers", "dragon_master", {4: 5, 3: 1}).active(1, "orcs", "hill", {9: 1})
    for aid in ("dragon_master", "sorcerers"):
        state = scene.conquest(0)
        play(state, f"use {aid}", "conquer 9")
        assert refused(state, "abandon 3") == "too_late_to_abandon"


@cites("small-world", "abandon.before_conquest")
def test_with_the_option_regions_may_be_abandoned_between_conquests() -> None:
    scene = Scene(natives=False, abandon_between_conquests="yes").active(0, "ratmen", "merchant", {4: 3, 3: 1})
    state = scene.conquest(0)
    play(state, "conquer 9", "abandon 4", "abandon 3", "conquer 10")
    assert tribe(state, "ratmen")["regions"] == [9, 10]
    play(state, "abandon 10", "stop")
    assert refused(state, "abandon 9") == "not_asked", "but not after the conquests"


@cites("small-world", "abandon.not_yours")
def test_an_abandoned_region_belongs_to_nobody_and_brings_no_coin() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "swamp", {4: 3, 3: 1}).active(1, "orcs", "hill", {9: 5})
    state = scene.turn(0)
    play(state, "expand", "abandon 3", "stop")
    assert (region(state, 3)["holder"], region(state, 3)["seat"], region(state, 3)["tokens"]) == (None, None, 0)
    assert coins_for(state, "regions") == 1
    assert coins_for(state, "swamp") == 0, "the swamp was region 3"
    play(state, "expand")
    assert price(state, 3) == 2, "nobody defends it"


@cites("small-world", "abandon.not_yours")
def test_an_abandoned_region_gives_no_adjacency() -> None:
    state = Scene(natives=False).active(0, "ratmen", "swamp", {4: 5, 16: 1}).conquest(0)
    assert can(state, "conquer 17")
    play(state, "abandon 16")
    assert refused(state, "conquer 17") == "not_adjacent"


@cites("small-world", "abandon.pieces")
@pytest.mark.parametrize(
    ("race", "power", "piece", "pieces"),
    [("halflings", "hill", "hole", 2), ("trolls", "hill", "lair", 10), ("ratmen", "fortified", "fortress", 6)],
)
def test_hole_lair_and_fortress_are_removed(race: str, power: str, piece: str, pieces: int) -> None:
    scene = Scene().active(0, race, power, {4: 3, 3: 1}).mark(4, piece)
    state = scene.note(race, 2).conquest(0) if race == "halflings" else scene.conquest(0)
    play(state, "abandon 4")
    assert region(state, 4)["marks"] == {}
    assert stock(state, piece) == pieces
    play(state, "conquer 4")
    if race == "trolls":
        assert region(state, 4)["marks"] == {"lair": 1}, "taken again, the region gets a new lair"
    else:
        assert region(state, 4)["marks"] == {}, "what was removed does not come back by itself"


@cites("small-world", "abandon.pieces")
def test_encampments_and_heroes_return_and_can_be_placed_this_turn() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "bivouacking", {4: 3, 3: 1}).mark(4, "encampment", 5)
    state = scene.conquest(0)
    play(state, "abandon 4", "stop")
    assert asked(state) == "unit.bivouacking"
    play(state, "place bivouacking 3:5")
    assert region(state, 3)["marks"] == {"encampment": 5}
    scene = Scene(natives=False).active(0, "ratmen", "heroic", {4: 3, 3: 1}).mark(4, "hero").mark(3, "hero")
    state = scene.conquest(0)
    play(state, "abandon 4")
    assert stock(state, "hero") == 1
    play(state, "conquer 9", "stop", "deploy 3:1", "place heroic 3 9")
    assert (region(state, 3)["marks"], region(state, 9)["marks"]) == ({"hero": 1}, {"hero": 1})


@cites("small-world", "abandon.pieces")
def test_the_dragon_returns_and_can_be_used_this_turn() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "dragon_master", {4: 3, 3: 1}).mark(4, "dragon")
    state = scene.conquest(0)
    play(state, "abandon 4")
    assert stock(state, "dragon") == 1
    play(state, "use dragon_master", "conquer 8")
    assert region(state, 8)["marks"] == {"dragon": 1}


@cites("small-world", "abandon.reconquer", "conquest.empty")
def test_an_abandoned_region_may_be_conquered_again_as_an_empty_one() -> None:
    state = Scene(natives=False).active(0, "orcs", "merchant", {4: 4, 3: 2}).conquest(0)
    play(state, "abandon 3")
    assert price(state, 3) == 2
    play(state, "conquer 3", "stop", "deploy 3:1")
    assert region(state, 3)["holder"] == "orcs"
    assert coins_for(state, "orcs") == 0, "it was empty"
    assert coins_for(state, "regions") == 2
