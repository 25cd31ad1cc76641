"""The edges of special powers that serve their own race: one region more or less, decline, nothing there to take."""

import pytest

from tests.rules.underground.below import bare, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    play,
    price,
    refused,
    region,
    tribe,
)


def earned(race: str, power: str, regions: dict[int, int]) -> int:
    """What a power brings a race that stands like this and does nothing in its turn."""
    scene = bare().active(0, race, power, regions, hand=0 if regions else 3)
    return coins_for(end_turn(scene.active(1, "kraken", "royal", {24: 2}).turn(0)), power)


@pytest.mark.parametrize(
    ("regions", "paid"), [((), 0), ((3,), 0), ((3, 8), 1), ((3, 8, 12), 1), ((3, 8, 12, 19), 2), ((1, 3, 8, 12, 19), 2)]
)
@cites("underground", "power.fisher")
def test_fishers_are_paid_by_twos(regions: tuple[int, ...], paid: int) -> None:
    assert earned("ogres", "fisher", dict.fromkeys(regions, 1)) == paid
    away = dict.fromkeys((*regions, 4, 9, 10), 1)
    assert earned("ogres", "fisher", away) == paid, "4, 9 and 10 are not on the River"


@cites("underground", "power.fisher")
def test_river_regions_are_not_beside_the_river() -> None:
    scene = bare().active(0, "kraken", "fisher", {2: 1, 20: 1, 24: 1, 3: 1}).active(1, "ogres", "royal", {4: 2})
    assert coins_for(end_turn(scene.turn(0)), "fisher") == 0
    scene = bare().active(0, "kraken", "fisher", {2: 1, 20: 1, 3: 1, 8: 1}).active(1, "ogres", "royal", {4: 2})
    assert coins_for(end_turn(scene.turn(0)), "fisher") == 1


@cites("underground", "power.flocking", "place.great_brass_pipe")
def test_one_flock_or_none() -> None:
    assert earned("ogres", "flocking", {3: 1}) == 2
    assert earned("ogres", "flocking", {}) == 0, "no region is no group"
    assert earned("ogres", "flocking", {3: 1, 4: 1, 5: 1, 15: 1}) == 2
    assert earned("ogres", "flocking", {3: 1, 4: 1, 15: 1}) == 0

    def with_pipe(*regions: int) -> int:
        scene = bare().active(0, "ogres", "flocking", dict.fromkeys(regions, 1)).thing(3, "great_brass_pipe")
        return coins_for(end_turn(scene.active(1, "kraken", "royal", {24: 2}).turn(0)), "flocking")

    assert with_pipe(3, 10) == 2, "two crystals"
    assert with_pipe(3, 17) == 0, "a crystal and a mine"
    assert with_pipe(1, 3, 10) == 0, "the mudpool is joined to neither"
    assert with_pipe(3, 10, 11) == 2, "the mountain borders a crystal"


@cites("underground", "power.quarreling")
def test_every_group_quarrels() -> None:
    assert earned("ogres", "quarreling", {}) == 0
    assert earned("ogres", "quarreling", {3: 1}) == 1
    assert earned("ogres", "quarreling", {3: 1, 4: 1, 9: 1}) == 1
    assert earned("ogres", "quarreling", {3: 1, 10: 1}) == 2
    assert earned("ogres", "quarreling", {3: 1, 4: 1, 10: 1, 25: 1, 26: 1}) == 3
    scene = bare().active(0, "ogres", "quarreling", {3: 1, 10: 1}).thing(3, "great_brass_pipe")
    assert coins_for(end_turn(scene.active(1, "kraken", "royal", {24: 2}).turn(0)), "quarreling") == 2, "no Pipe"


@pytest.mark.parametrize(("tokens", "paid"), [(1, 0), (2, 0), (3, 1), (4, 1)])
@cites("underground", "power.frightened")
def test_three_tokens_are_not_afraid(tokens: int, paid: int) -> None:
    assert earned("ogres", "frightened", {3: tokens}) == paid


@cites("underground", "power.adventurous")
def test_each_region_with_a_place() -> None:
    scene = (
        bare().active(0, "ogres", "adventurous", {3: 1, 4: 1, 9: 1, 10: 1, 11: 1}).active(1, "kraken", "royal", {24: 2})
    )
    scene.thing(3, "fountain_of_youth").thing(3, "diamond_fields").thing(4, "shiny_orb").thing(9, "altar_of_souls")
    assert coins_for(end_turn(scene.turn(0)), "adventurous") == 2, "two places in one region pay once, a relic never"


@cites("underground", "power.mining", "power.mystic", "power.stone", "power.muddy", "scoring.declined_no_bonus")
def test_terrain_pays_the_active_race_and_mud_in_decline_too() -> None:
    for power, paid in (
        ("mining", (9, 17, 25)),
        ("mystic", (3, 10, 21)),
        ("stone", (5, 11, 15)),
        ("muddy", (1, 19, 26)),
    ):
        for n in range(4):
            scene = bare().active(0, "ogres", power, {4: 1, **dict.fromkeys(paid[:n], 1)})
            scene.active(1, "kraken", "royal", {24: 2})
            assert coins_for(end_turn(scene.turn(0)), power) == n
            state = play(scene.turn(0), "decline")
            assert coins_for(state, power) == (n if power == "muddy" else 0)
            assert coins_for(state, "regions") == n + 1


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("underground", "power.immortal", "power.immortal.balrog")
def test_immortals_lose_nobody_in_a_conquest_whatever_the_option(option: str) -> None:
    for tokens in (1, 2, 3):
        scene = bare(balrog_kills_immortal=option).active(0, "ogres", "wise", {3: 9})
        scene.active(1, "kraken", "immortal", {4: tokens, 25: 1})
        state = play(scene.conquest(0), "conquer 4")
        assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (tokens, 10 - tokens - 1)
        balrog = bare(balrog_kills_immortal=option).active(0, "ogres", "wise", {3: 4}).thing(3, "wickedest_pentacle")
        state = balrog.active(1, "kraken", "immortal", {4: tokens, 25: 1}).conquest(0)
        play(state, "place wickedest_pentacle 4")
        lost = 1 if option == "yes" else 0
        assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (
            tokens - lost, 10 - tokens - 1 + lost,
        )  # fmt: skip


@cites("underground", "power.martyr")
def test_martyrs_are_paid_for_regions_that_opponents_take() -> None:
    scene = bare().active(0, "ogres", "wise", {3: 2}).active(1, "kraken", "martyr", {4: 3, 8: 1, 25: 2})
    state = play(scene.conquest(0), "conquer 4", "? die 0")
    assert coins(state, 1) == 20, "not for an attack that failed"
    scene = bare().active(0, "ogres", "wise", {3: 9}).active(1, "kraken", "martyr", {4: 1, 9: 3})
    state = play(scene.conquest(0), "conquer 8")
    assert coins(state, 1) == 20, "nor for a region of nobody"
    play(state, "conquer 4")
    assert coins(state, 1) == 21, "one coin, at once"
    play(state, "conquer 9")
    assert coins(state, 1) == 22
    scene = bare().active(0, "kraken", "martyr", {3: 5}).active(1, "ogres", "wise", {4: 1, 25: 1})
    assert coins(play(scene.conquest(0), "conquer 4"), 0) == 20, "nor for what they conquer themselves"
    scene = bare().active(0, "kraken", "martyr", {3: 5, 4: 1}).thing(3, "wickedest_pentacle")
    state = play(scene.active(1, "ogres", "wise", {25: 1}).conquest(0), "place wickedest_pentacle 4")
    assert coins(state, 0) == 20, "nor for what their own Balrog drives out"
    scene = bare().active(0, "ogres", "wise", {3: 5}).thing(3, "wickedest_pentacle")
    state = scene.active(1, "kraken", "martyr", {4: 1, 25: 1}).conquest(0)
    assert coins(play(state, "place wickedest_pentacle 4"), 1) == 21, "an opponent's counts"
    scene = bare().active(0, "ogres", "wise", {3: 9}).active(1, "kraken", "martyr", {25: 1}).declined(1, "drow", {4: 1})
    assert coins(play(scene.conquest(0), "conquer 4"), 1) == 20, "nor for the race in decline"


@cites("underground", "power.reborn", "turn.start_effects")
def test_reborn_sleeps_while_its_race_is_active() -> None:
    scene = bare().active(0, "ogres", "reborn", {3: 2, 4: 1}).active(1, "kraken", "wise", {25: 2})
    assert asked(scene.turn(0)) == "choice"
    assert asked(play(scene.turn(0), "expand")) == "conquest"
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(1, "ogres", {3: 1}, power="reborn")
    state = scene.active(1, "kraken", "wise", {25: 2}).turn(0)
    assert (asked(state), state.current_player()) == ("choice", 0), "nor does it wake in another player's turn"
    assert asked(end_turn(state)) == "unit.reborn"


@pytest.mark.parametrize("regions", [1, 2, 3, 4])
@cites("underground", "power.reborn")
def test_one_or_two_regions_are_reborn_each_turn(regions: int) -> None:
    spots = (3, 4, 9, 8)[:regions]
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", dict.fromkeys(spots, 1), power="reborn")
    state = scene.active(1, "kraken", "wise", {25: 2}).turn(0)
    for r in sorted(spots)[:2]:
        assert asked(state) == "unit.reborn"
        play(state, f"place reborn {r}")
        assert (region(state, r)["holder"], region(state, r)["tokens"]) == ("drow", 1)
    assert asked(state) == "choice", "two at most"
    assert tribe(state, "drow")["tray"] == 9 - 2 - min(regions, 2)
    assert tribe(state, "ogres").get("regions", []) == sorted(spots)[2:]
    assert coins(state, 0) == 20, "no conquest, no coin"
    state = play(scene.turn(0), "no reborn")
    assert (asked(state), tribe(state, "ogres")["regions"]) == ("choice", sorted(spots)), "it may be left alone"


@cites("underground", "power.reborn")
def test_reborn_goes_on_every_turn_and_takes_whole_stacks() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1, 9: 1}, power="reborn")
    state = play(scene.active(1, "kraken", "wise", {25: 2}).turn(0), "place reborn 3", "place reborn 4")
    end_turn(end_turn(state))
    assert asked(state) == "unit.reborn", "two more in the next turn"
    play(state, "place reborn 9")
    assert tribe(state, "ogres") == {}
    full = bare().active(0, "drow", "stone", {10: 8}).declined(0, "ogres", {3: 1, 4: 1}, power="reborn")
    state = play(full.active(1, "kraken", "wise", {25: 2}).turn(0), "place reborn 3")
    assert (asked(state), tribe(state, "drow")["tray"]) == ("choice", 0), "the ninth Drow was the last"


@cites("underground", "power.royal", "abandon.pieces")
def test_there_is_one_queen_and_she_moves() -> None:
    scene = bare().active(0, "ogres", "royal", {3: 2, 4: 2, 9: 1}).active(1, "kraken", "wise", {25: 5})
    state = finish(scene.mark(3, "queen").conquest(0))
    assert refused(state, "place royal 25") == "not_your_region"
    play(state, "place royal 9")
    assert [region(state, r)["marks"] for r in (3, 4, 9)] == [{}, {}, {"queen": 1}]
    end_turn(state)
    finish(play(state, "expand"), "place royal 9")
    assert region(state, 9)["marks"] == {"queen": 1}, "she may stay where she is"
    alone = bare().active(0, "ogres", "royal", {}, hand=5).active(1, "kraken", "wise", {25: 5})
    state = play(alone.conquest(0), "stop")
    assert (asked(state), state.current_player()) == ("choice", 1), "no region, no question"


@cites("underground", "power.royal", "conquest.immune")
def test_the_queen_in_decline_is_asked_for_no_more() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1}, power="royal")
    state = finish(scene.mark(3, "queen").active(1, "kraken", "wise", {9: 9}).conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1)
    play(state, "expand")
    assert refused(state, "conquer 3") == "region_immune"
    assert can(state, "conquer 4")


@cites("underground", "power.shield", "conquest.cost")
def test_armors_may_be_stacked_and_each_defends() -> None:
    scene = bare().active(0, "ogres", "shield", {4: 1, 7: 1, 8: 1, 3: 1, 10: 1}).active(1, "kraken", "wise", {9: 9})
    state = finish(scene.conquest(0))
    assert refused(state, "place shield 9") == "not_your_region"
    play(state, "place shield 3:2 10:1")
    assert [region(state, r)["marks"] for r in (3, 4, 10)] == [{"mushroom_armor": 2}, {}, {"mushroom_armor": 1}]
    play(state, "expand")
    assert [price(state, r) for r in (3, 4, 8)] == [2 + 1 + 2, 3, 3]
    end_turn(state)
    finish(play(state, "expand"), "place shield 3:3")
    assert region(state, 3)["marks"] == {"mushroom_armor": 5}, "those of earlier turns stay put"
    assert coins_for(state, "shield") == 0


@cites("underground", "power.wise", "power.wise.turns", "scoring.declined_no_bonus")
def test_the_wise_are_paid_each_own_turn_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {10: 1}).declined(0, "ogres", {3: 1, 4: 1}, power="wise")
    state = end_turn(scene.active(1, "kraken", "royal", {25: 2}).turn(0))
    assert coins_for(state, "wise") == 2, "two, however many regions"
    end_turn(state)
    assert coins_for(state, "wise") == 2
    end_turn(state)
    assert coins_for(state, "wise") == 4
    gone = bare().active(0, "drow", "stone", {10: 9}).declined(0, "ogres", {11: 1}, power="wise")
    state = end_turn(play(gone.active(1, "kraken", "royal", {25: 2}).conquest(0), "conquer 11"))
    assert coins_for(state, "wise") == 0, "without a region it has left"
    deal(state)


@pytest.mark.parametrize(
    ("power", "stays"),
    [
        ("adventurous", False), ("fisher", False), ("flocking", False), ("frightened", False), ("immortal", False),
        ("magic", False), ("martyr", False), ("mining", False), ("muddy", True), ("mystic", False),
        ("quarreling", False), ("reborn", True), ("royal", True), ("shield", True), ("stone", False),
        ("thieving", False), ("tomb", True), ("vampire", False), ("vengeful", False), ("wise", True),
    ],
)  # fmt: skip
@cites("underground", "decline.badge", "power.shield", "power.royal", "power.reborn", "power.tomb", "power.wise")
@cites("underground", "power.muddy", "market.badge_discard")
def test_which_badges_stay_with_a_race_in_decline(power: str, stays: bool) -> None:
    scene = bare().active(0, "ogres", power, {3: 1, 4: 1}).active(1, "kraken", "mining", {25: 2})
    if power == "mining":
        scene.active(1, "kraken", "stone", {25: 2})
    state = play(scene.turn(0), "decline")
    assert tribe(state, "ogres")["power"] == (power if stays else None)
    assert state.view(0)["discarded_powers"] == ([] if stays else [power])


@cites("underground", "power.reborn")
def test_regions_are_reborn_in_the_order_of_the_board() -> None:
    scene = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1, 9: 1}, power="reborn")
    state = play(scene.active(1, "kraken", "wise", {25: 2}).turn(0), "place reborn 9")
    assert asked(state) == "choice", "the last one was named first: nothing comes after it"
    state = play(scene.turn(0), "place reborn 4")
    assert [state.text(code) for code in state.legal_actions()] == ["place reborn 9", "no reborn"]
    assert refused(state, "place reborn 3") == "in_order"
    play(state, "no reborn")
    assert (asked(state), tribe(state, "ogres")["regions"]) == ("choice", [3, 9])


@cites("underground", "place.wickedest_pentacle.move", "place.wickedest_pentacle")
def test_the_balrog_is_moved_or_left_alone_while_one_conquers() -> None:
    scene = (
        bare().active(0, "ogres", "wise", {3: 5}).thing(3, "wickedest_pentacle").active(1, "kraken", "stone", {25: 1})
    )
    state = scene.conquest(0)
    assert refused(state, "no wickedest_pentacle") == "not_offered", "nobody asks yet"
    assert can(state, "place wickedest_pentacle 4")
    state = finish(state)
    texts = [state.text(code) for code in state.legal_actions()]
    assert texts == [*[f"place wickedest_pentacle {r}" for r in (2, 4, 8, 9)], "no wickedest_pentacle"]
    play(state, "place wickedest_pentacle 9")
    assert (asked(state), state.current_player()) == ("choice", 1)
