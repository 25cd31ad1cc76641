"""The Diplomat and the peace, on the map for two players unless said otherwise."""

from tests.support.cites import cites
from tests.support.scene import Scene, can, deal, play, refused, region, stop, tribe


def table(hand: int = 0, race: str = "orcs", power: str = "forest", theirs: int = 4) -> Scene:
    """Diplomat Ratmen in 9 face another player's race in 4 and 14, next to them."""
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {9: 1}, hand=hand)
    return scene.active(1, race, power, {4: 1, 14: 1}, hand=theirs)


@cites("small-world", "power.diplomat", "power.diplomat.peace")
def test_the_ally_cannot_attack_until_the_diplomats_next_turn_begins() -> None:
    state = table().conquest(0)
    play(state, "stop", "name diplomat 1", "expand")
    assert refused(state, "conquer 9") == "at_peace"
    assert can(state, "conquer 10")
    play(state, "stop", "deploy 4:4", "expand", "stop", "no diplomat", "expand")
    assert can(state, "conquer 9")


@cites("small-world", "power.diplomat", "power.diplomat.choice")
def test_only_the_chosen_opponent_is_bound_and_the_choice_is_new_each_turn() -> None:
    scene = Scene(players=3, natives=False).active(0, "ratmen", "diplomat", {8: 1})
    state = scene.active(1, "orcs", "forest", {2: 2}).active(2, "elves", "hill", {9: 4}).conquest(0)
    play(state, "stop")
    assert refused(state, "name diplomat 0") == "not_offered"  # not with oneself
    play(state, "name diplomat 1", "expand")
    assert refused(state, "conquer 8") == "at_peace"
    play(state, "stop", "expand")
    assert can(state, "conquer 8")
    play(state, "stop", "expand", "stop", "name diplomat 1")  # the same again
    assert tribe(state, "ratmen")["note"] == 2
    play(state, "expand", "stop", "expand", "stop", "expand", "stop", "name diplomat 2", "expand")
    assert can(state, "conquer 8")
    play(state, "stop", "expand")
    assert refused(state, "conquer 8") == "at_peace"


@cites("small-world", "power.diplomat.not_attacked")
def test_whose_active_race_was_attacked_cannot_be_the_ally_of_that_turn() -> None:
    state = table(hand=3).conquest(0)
    stop(play(state, "conquer 14"))
    assert refused(state, "name diplomat 1") == "was_attacked"
    stop(play(state, "no diplomat", "expand"))
    stop(play(state, "expand"))
    assert can(state, "name diplomat 1")  # last turn's attack is forgotten


@cites("small-world", "power.diplomat.not_attacked")
def test_two_attacked_races_can_neither_be_the_ally() -> None:
    scene = Scene(players=3, natives=False).active(0, "ratmen", "diplomat", {8: 1}, hand=8)
    state = scene.active(1, "orcs", "forest", {2: 1, 16: 1}).active(2, "elves", "hill", {9: 1, 17: 1}).conquest(0)
    stop(play(state, "conquer 2", "conquer 9"))
    assert [refused(state, f"name diplomat {seat}") for seat in (1, 2)] == ["was_attacked"] * 2
    one = scene.conquest(0)
    stop(play(one, "conquer 9"))
    assert refused(one, "name diplomat 2") == "was_attacked"
    assert can(one, "name diplomat 1")


@cites("small-world", "power.diplomat.not_attacked")
def test_a_failed_attempt_with_the_die_is_an_attack() -> None:
    state = table(hand=2).conquest(0)
    play(state, "conquer 14", "? die 0")
    assert region(state, 14)["holder"] == "orcs"
    assert refused(state, "name diplomat 1") == "was_attacked"


@cites("small-world", "power.diplomat.not_attacked")
def test_a_replacement_by_sorcerers_is_an_attack() -> None:
    scene = Scene(natives=False).active(0, "sorcerers", "diplomat", {9: 1})
    state = scene.active(1, "orcs", "forest", {4: 1, 14: 1}).conquest(0)
    play(state, "use sorcerers", "conquer 14", "stop")
    assert refused(state, "name diplomat 1") == "was_attacked"


@cites("small-world", "power.diplomat.not_attacked", "power.diplomat.declined")
def test_attacks_on_lost_tribes_and_declined_races_do_not_count() -> None:
    scene = Scene().active(0, "ratmen", "diplomat", {9: 1}, hand=6)
    state = scene.active(1, "orcs", "forest", {20: 1}).declined(1, "elves", {4: 1}).conquest(0)
    play(stop(play(state, "conquer 4", "conquer 10")), "name diplomat 1")
    assert tribe(state, "ratmen")["note"] == 2


@cites("small-world", "power.diplomat.choice")
def test_an_opponent_without_active_race_may_be_chosen_and_the_next_race_is_bound() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "diplomat", {4: 1, 9: 1}).combos(("orcs", "hill", 0))
    state = scene.conquest(0)
    other = state.clone()
    play(other, "stop", "no diplomat", "pick 0")
    assert can(deal(other), "conquer 4")
    play(state, "stop", "name diplomat 1", "pick 0")
    assert refused(deal(state), "conquer 4") == "at_peace"


@cites("small-world", "power.diplomat.peace", "race.sorcerers.blocked")
def test_peace_bars_dragon_and_replacement() -> None:
    for race, power, aid in (("orcs", "dragon_master", "dragon_master"), ("sorcerers", "hill", "sorcerers")):
        scene = table(race=race, power=power)
        scene.active(0, "ratmen", "diplomat", {9: 1, 10: 1})
        free = scene.conquest(1)
        play(free, f"use {aid}")
        assert can(free, "conquer 9")
        state = scene.note("diplomat", 2).conquest(1)
        if aid == "sorcerers":
            assert refused(state, "use sorcerers") == "no_target"
        else:
            play(state, "use dragon_master")
            assert refused(state, "conquer 9") == "at_peace"


@cites("small-world", "power.diplomat.declined")
def test_peace_protects_no_declined_tokens_and_binds_no_declined_ghouls() -> None:
    scene = table().note("diplomat", 2).declined(0, "elves", {3: 1}).declined(1, "ghouls", {10: 4})
    state = scene.conquest(1)
    assert tribe(state, "ghouls")["hand"] == 3
    assert can(state, "conquer 9")  # 2 + 1 tokens, by the Ghouls
    play(state, "stop")
    assert can(state, "conquer 3")  # the Diplomat's Elves in decline
    assert refused(state, "conquer 9") == "at_peace"


@cites("small-world", "power.diplomat", "decline.badge")
def test_nobody_is_asked_for_peace_in_decline_and_the_old_peace_is_over() -> None:
    state = table().note("diplomat", 2).turn(0)
    play(state, "decline", "expand")
    assert can(state, "conquer 9")
