"""Sorcerers: replacing a lone token of an opponent."""

import pytest

from tests.support.cites import cites
from tests.support.scene import Scene, can, coins_for, end_turn, happened, play, price, refused, region, tribe


@cites("small-world", "race.sorcerers")
def test_sorcerers_replace_a_lone_token_by_one_from_the_tray() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 3}).active(1, "humans", "forest", {4: 1, 18: 1})
    state = scene.conquest(0)
    play(state, "use sorcerers", "conquer 4")
    assert (region(state, 4)["holder"], region(state, 4)["tokens"]) == ("sorcerers", 1)
    assert tribe(state, "sorcerers")["hand"] == 2  # nothing spent
    assert tribe(state, "sorcerers")["tray"] == 18 - 3 - 1
    assert tribe(state, "humans")["tray"] == 10 - 2 + 1
    assert tribe(state, "humans")["retreat"] == 0
    end_turn(state)
    assert tribe(state, "sorcerers")["tokens"] == 4
    assert coins_for(state, "regions") == 2


@cites("small-world", "race.sorcerers")
def test_once_announced_a_replacement_must_be_made() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 3}).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "stop") == "must_attack"
    assert refused(state, "conquer 3") == "not_an_opponent"  # a Lost Tribe
    assert refused(state, "conquer 8") == "not_an_opponent"  # nobody
    assert can(state, "conquer 4")


@cites("small-world", "race.sorcerers")
def test_other_races_replace_nobody_and_nobody_replaces_the_own_side() -> None:
    scene = Scene().active(0, "wizards", "merchant", {9: 3}).active(1, "humans", "forest", {4: 1})
    assert refused(scene.conquest(0), "use sorcerers") == "no_such_aid"
    scene = Scene(sorcerers_active_targets_only="no").active(0, "sorcerers", "merchant", {9: 3})
    state = scene.declined(0, "humans", {4: 1}).active(1, "trolls", "forest", {10: 1}).conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 4") == "not_an_opponent"


@cites("small-world", "race.sorcerers.once_per_opponent")
def test_sorcerers_replace_once_per_turn_against_each_opponent() -> None:
    scene = Scene(players=3).active(0, "sorcerers", "merchant", {8: 1}).active(1, "humans", "forest", {1: 1, 2: 1})
    state = scene.active(2, "orcs", "hill", {9: 1, 13: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 1", "use sorcerers")
    assert refused(state, "conquer 2") == "opponent_already_hit"
    play(state, "conquer 9")
    assert refused(state, "use sorcerers") == "no_target"  # both opponents were hit
    for _ in range(3):
        end_turn(state)
    play(state, "expand", "use sorcerers", "conquer 2")
    assert region(state, 2)["holder"] == "sorcerers"


@cites("small-world", "race.sorcerers.single_active")
def test_only_a_lone_token_of_an_active_race_is_replaced() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 6}).active(1, "humans", "forest", {4: 2, 8: 1})
    state = scene.declined(1, "ghouls", {10: 1, 14: 2}).conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 4") == "not_lone"
    assert refused(state, "conquer 10") == "not_active"
    assert refused(state, "conquer 14") == "not_active"
    assert refused(state, "conquer 3") == "not_an_opponent"
    assert can(state, "conquer 8")


@cites("small-world", "race.sorcerers.single_active")
def test_without_a_lone_active_token_sorcery_cannot_be_used() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 6}).active(1, "humans", "forest", {4: 2})
    assert refused(scene.declined(1, "elves", {10: 1}).conquest(0), "use sorcerers") == "no_target"


@cites("small-world", "race.sorcerers.single_active")
def test_option_a_lone_declined_token_may_be_replaced_too() -> None:
    scene = Scene(sorcerers_active_targets_only="no").active(0, "sorcerers", "merchant", {9: 6})
    state = scene.declined(1, "ghouls", {10: 1, 14: 2}).active(1, "elves", "forest", {18: 1}).conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 14") == "not_lone"
    assert [refused(state, f"conquer {r}") for r in (3, 8)] == ["not_an_opponent"] * 2, "a Lost Tribe, nobody"
    play(state, "conquer 10")
    assert region(state, 10)["holder"] == "sorcerers"
    assert tribe(state, "ghouls")["tray"] == 10 - 2


@cites("small-world", "race.sorcerers.single_active")
def test_where_nobody_is_there_is_nobody_to_replace() -> None:
    """Whoever plays them, and whether there are opponents elsewhere or not."""
    for seat in range(2):
        scene = Scene().active(seat, "sorcerers", "merchant", {9: 6}).active(1 - seat, "humans", "forest", {4: 1})
        state = play(scene.conquest(seat), "use sorcerers")
        assert refused(state, "conquer 8") == "not_an_opponent"


@cites("small-world", "race.sorcerers.markers_ignored")
def test_mountain_lair_and_fortress_do_not_protect_a_lone_token() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 1}).active(1, "trolls", "fortified", {8: 1, 18: 1})
    state = scene.mark(8, "lair").mark(8, "fortress").mark(18, "lair").conquest(0)
    play(state, "use sorcerers", "conquer 8")
    assert region(state, 8)["holder"] == "sorcerers"
    assert region(state, 8)["tokens"] == 1
    assert region(state, 8)["marks"] == {}
    assert region(state, 18)["marks"] == {"lair": 1}


@cites("small-world", "race.sorcerers.camps_protect")
def test_an_encampment_protects_a_lone_token() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 6}).active(1, "humans", "bivouacking", {4: 1, 8: 1})
    state = scene.mark(4, "encampment").conquest(0)
    assert price(state, 4) == 2 + 1 + 1
    play(state, "use sorcerers")
    assert refused(state, "conquer 4") == "camp_protects"
    assert can(state, "conquer 8")


@cites("small-world", "race.sorcerers.blocked")
@pytest.mark.parametrize(
    ("race", "power", "piece"),
    [("halflings", "forest", "hole"), ("humans", "heroic", "hero"), ("humans", "dragon_master", "dragon")],
)
def test_immune_regions_are_closed_to_sorcerers(race: str, power: str, piece: str) -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 6}).active(1, race, power, {4: 1, 8: 1}).mark(4, piece)
    state = scene.conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 4") == "region_immune"
    assert can(state, "conquer 8")


@cites("small-world", "race.sorcerers.blocked")
def test_a_diplomats_peace_binds_sorcerers() -> None:
    for ally, fault in ((0, "no_target"), (2, "")):
        scene = Scene(players=3).active(0, "sorcerers", "merchant", {8: 3}).active(2, "orcs", "hill", {25: 1})
        state = scene.active(1, "humans", "diplomat", {1: 1}).note("diplomat", ally + 1).conquest(0)
        if fault:
            assert refused(state, "conquer 1") == "at_peace"
            assert refused(state, "use sorcerers") == fault
        else:
            assert can(state, "use sorcerers")


@cites("small-world", "race.sorcerers.blocked")
def test_only_seafaring_sorcerers_replace_on_water() -> None:
    # The lone Humans in the lake came there in an age of Seafaring that is theirs still.
    scene = Scene().active(0, "sorcerers", "merchant", {8: 3}).active(1, "humans", "seafaring", {7: 1, 9: 1})
    state = scene.conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 7") == "water_closed"
    assert can(state, "conquer 9")
    scene = Scene(sorcerers_active_targets_only="no").active(0, "sorcerers", "seafaring", {8: 3})
    state = scene.declined(1, "humans", {7: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 7")
    assert region(state, 7)["holder"] == "sorcerers"


@cites("small-world", "race.sorcerers.tray")
@pytest.mark.parametrize("out", [17, 18])
def test_eighteen_sorcerers_on_the_map_leave_none_for_a_replacement(out: int) -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: out}).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    if out == 18:
        assert refused(state, "use sorcerers") == "tray_empty"
    else:
        play(state, "use sorcerers", "conquer 4")
        assert tribe(state, "sorcerers")["tray"] == 0


@cites("small-world", "race.sorcerers.tray")
def test_a_sorcerer_lost_to_the_tray_makes_a_replacement_possible_again() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 16, 18: 2}).active(1, "ratmen", "forest", {17: 5})
    state = scene.turn(1)
    play(state, "expand", "conquer 18")  # 2 + 2; one Sorcerer goes to the tray
    play(state, "stop", "deploy 17:3 18:0")
    play(state, "expand")
    assert tribe(state, "sorcerers")["tray"] == 1
    assert refused(state, "use sorcerers") == "no_target"  # no lone token beside 9
    scene = Scene().active(0, "sorcerers", "merchant", {9: 16, 18: 2}).active(1, "ratmen", "forest", {17: 6, 4: 1})
    state = play(scene.turn(1), "expand", "conquer 18")
    end_turn(state)
    play(state, "expand", "use sorcerers", "conquer 4")
    assert region(state, 4)["holder"] == "sorcerers"


@cites("small-world", "race.sorcerers.adjacent")
def test_a_replacement_needs_a_region_of_the_sorcerers_beside_the_target() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 3}).active(1, "humans", "forest", {4: 1, 18: 1})
    state = scene.conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 18") == "not_adjacent"
    assert can(state, "conquer 4")


@cites("small-world", "race.sorcerers.adjacent")
def test_a_replacement_is_never_a_first_conquest() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {}, hand=7).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    assert can(state, "conquer 4")  # in the ordinary way
    assert refused(state, "use sorcerers") == "no_target"


@cites("small-world", "race.sorcerers.adjacent")
@pytest.mark.parametrize(("power", "ok"), [("underworld", True), ("merchant", False)])
def test_caverns_are_adjacent_for_underworld_sorcerers(power: str, ok: bool) -> None:
    scene = Scene().active(0, "sorcerers", power, {17: 3}).active(1, "humans", "forest", {14: 1})
    state = scene.conquest(0)
    if ok:
        play(state, "use sorcerers", "conquer 14")
        assert region(state, 14)["holder"] == "sorcerers"
    else:
        assert refused(state, "use sorcerers") == "no_target"


@cites("small-world", "race.sorcerers.adjacent")
def test_option_any_region_may_be_the_target_of_a_replacement() -> None:
    scene = Scene(sorcerers_need_adjacency="no").active(0, "sorcerers", "merchant", {9: 3})
    state = scene.active(1, "humans", "seafaring", {18: 1, 22: 1}).conquest(0)
    assert refused(state, "conquer 18") == "not_adjacent"  # an ordinary conquest still needs it
    play(state, "use sorcerers")
    assert refused(state, "conquer 22") == "water_closed"
    play(state, "conquer 18")
    assert region(state, 18)["holder"] == "sorcerers"
    entering = Scene(sorcerers_need_adjacency="no").active(0, "sorcerers", "merchant", {}, hand=7)
    state = entering.active(1, "humans", "forest", {13: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 13")
    assert region(state, 13)["holder"] == "sorcerers"


@cites("small-world", "race.sorcerers.flying")
def test_flying_sorcerers_need_adjacency_for_a_replacement() -> None:
    scene = Scene().active(0, "sorcerers", "flying", {9: 5}).active(1, "humans", "forest", {18: 1, 4: 1})
    state = scene.conquest(0)
    assert can(state, "conquer 18")  # flying there for 3
    play(state, "use sorcerers")
    assert refused(state, "conquer 18") == "sorcery_not_adjacent"
    assert can(state, "conquer 4")


@cites("small-world", "race.sorcerers.flying")
def test_option_flying_sorcerers_replace_wherever_they_could_conquer() -> None:
    scene = Scene(sorcerers_flying_anywhere="yes").active(0, "sorcerers", "flying", {9: 5})
    state = scene.active(1, "humans", "seafaring", {18: 1, 22: 1}).conquest(0)
    play(state, "use sorcerers")
    assert refused(state, "conquer 22") == "water_closed"
    play(state, "conquer 18")
    assert region(state, 18)["holder"] == "sorcerers"
    grounded = Scene(sorcerers_flying_anywhere="yes").active(0, "sorcerers", "merchant", {9: 5})
    assert refused(grounded.active(1, "humans", "forest", {18: 1}).conquest(0), "use sorcerers") == "no_target"


@cites("small-world", "race.sorcerers.token_in_hand")
@pytest.mark.parametrize(("option", "ok"), [("no", True), ("yes", False)])
def test_a_replacement_without_a_token_in_hand(option: str, ok: bool) -> None:
    scene = Scene(sorcerers_need_token_in_hand=option).active(0, "sorcerers", "merchant", {9: 1})
    state = scene.active(1, "humans", "forest", {4: 1}).conquest(0)
    assert refused(state, "conquer 4") == "no_token_in_hand"
    if ok:
        play(state, "use sorcerers", "conquer 4")
        assert tribe(state, "sorcerers")["tokens"] == 2
    else:
        assert refused(state, "use sorcerers") == "no_token_in_hand"


@cites("small-world", "race.sorcerers.token_in_hand")
def test_option_the_token_in_hand_is_not_spent() -> None:
    scene = Scene(sorcerers_need_token_in_hand="yes").active(0, "sorcerers", "merchant", {9: 2})
    state = scene.active(1, "humans", "forest", {4: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 4")
    assert tribe(state, "sorcerers")["hand"] == 1


@cites("small-world", "race.sorcerers.token_in_hand")
def test_the_dragon_takes_a_token_where_a_replacement_takes_none() -> None:
    for hand in range(2):
        scene = Scene().active(0, "sorcerers", "dragon_master", {9: 1}, hand=hand).active(1, "humans", "forest", {4: 1})
        state = scene.conquest(0)
        assert can(state, "use sorcerers")
        assert can(state, "use dragon_master") == (hand == 1)


@cites("small-world", "race.sorcerers.elves")
@pytest.mark.parametrize(("option", "back"), [("yes", 0), ("no", 1)])
def test_an_elf_replaced_by_sorcerers(option: str, back: int) -> None:
    scene = Scene(sorcerers_kill_elves=option).active(0, "sorcerers", "merchant", {9: 3})
    state = scene.active(1, "elves", "forest", {4: 1, 18: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 4")
    assert tribe(state, "elves")["retreat"] == back
    assert tribe(state, "elves")["tray"] == 11 - 1 - back
    end_turn(state)
    assert region(state, 18)["tokens"] == 1 + back


@cites("small-world", "race.sorcerers.elves")
def test_elves_conquered_by_sorcerers_in_the_ordinary_way_lose_nothing() -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 4}).active(1, "elves", "forest", {4: 1, 18: 1})
    state = scene.conquest(0)
    play(state, "conquer 4")  # 2 + 1 from hand
    assert tribe(state, "elves")["retreat"] == 1
    assert happened(state, "lost")[0].args["n"] == 0


@cites("small-world", "race.sorcerers.before_die")
@pytest.mark.parametrize("pips", [0, 3])
def test_no_replacement_after_the_last_die(pips: int) -> None:
    scene = Scene().active(0, "sorcerers", "merchant", {9: 2}).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    assert can(state, "use sorcerers")
    play(state, "conquer 3", f"? die {pips}")
    assert refused(state, "use sorcerers") == "not_asked"


@cites("small-world", "race.sorcerers.before_die")
def test_a_replacement_comes_before_or_after_a_berserk_conquest_never_inside_it() -> None:
    scene = Scene().active(0, "sorcerers", "berserk", {9: 6}).active(1, "humans", "forest", {4: 1})
    state = scene.conquest(0)
    before = play(state.clone(), "use sorcerers", "conquer 4")
    assert tribe(before, "sorcerers")["hand"] == 5
    assert can(before, "use berserk")  # the replacement used no die
    play(state, "use berserk", "? die 1")
    assert refused(state, "use sorcerers") == "die_already_rolled"
    play(state, "conquer 3")  # 3 - 1
    assert can(state, "use sorcerers")
