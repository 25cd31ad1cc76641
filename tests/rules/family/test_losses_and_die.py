"""What the three titles say alike of losses, of the last attempt with the die, and of redeploying."""

from terrarium.kernel.contract import CHANCE
from tests.support.cites import cites
from tests.support.ground import Ground, each, total
from tests.support.scene import asked, can, end_turn, happened, play, price, refused, region, settle, tribe


@each
@cites("small-world", "losses.one_token")
@cites("underground", "losses.one_token")
@cites("warcraft", "losses.one_token")
def test_each_conquest_costs_the_defender_one_token(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 3, ground.hill: 2, ground.far: 1}, hand=9)
    state = scene.conquest(0)
    tray = tribe(state, ground.yours)["tray"]
    play(state, f"conquer {ground.near}")
    assert (tribe(state, ground.yours)["tray"], tribe(state, ground.yours)["retreat"]) == (tray + 1, 2)
    scene = ground.guarded({ground.near: 2, ground.beyond: 2, ground.far: 1}, {ground.home: 1}, hand=8)
    state = play(scene.conquest(0), f"conquer {ground.near}", f"conquer {ground.beyond}")
    assert tribe(state, ground.yours)["retreat"] == 2, "one of each pair is lost"
    assert total(state, ground, ground.yours) == ground.tokens[ground.yours][1]


@each
@cites("small-world", "losses.one_token", "losses.declined")
@cites("underground", "losses.one_token", "losses.declined")
@cites("warcraft", "losses.one_token", "losses.declined")
def test_the_log_names_the_rule_by_which_tokens_were_lost(ground: Ground) -> None:
    state = play(ground.guarded({ground.near: 2, ground.far: 1}, hand=9).conquest(0), f"conquer {ground.near}")
    assert [(event.args["n"], event.rule) for event in happened(state, "lost")] == [(1, "losses.one_token")]
    scene = ground.attack(hand=9).declined(1, ground.your_old, {ground.near: 1})
    state = play(scene.conquest(0), f"conquer {ground.near}")
    assert [(event.args["n"], event.rule) for event in happened(state, "lost")] == [(1, "losses.declined")]


@each
@cites("small-world", "losses.lone_token")
@cites("underground", "losses.lone_token")
@cites("warcraft", "losses.lone_token")
def test_a_lone_token_leaves_nothing_over(ground: Ground) -> None:
    state = ground.guarded({ground.near: 1, ground.far: 1}, hand=5).conquest(0)
    tray = tribe(state, ground.yours)["tray"]
    play(state, f"conquer {ground.near}")
    assert (tribe(state, ground.yours)["tray"], tribe(state, ground.yours)["retreat"]) == (tray + 1, 0)
    pair = play(ground.guarded({ground.near: 2, ground.far: 1}, hand=5).conquest(0), f"conquer {ground.near}")
    assert tribe(pair, ground.yours)["retreat"] == 1


@each
@cites("small-world", "losses.rest_redeploys", "losses.anywhere", "turn.end_order")
@cites("underground", "losses.rest_redeploys", "losses.anywhere", "turn.end_order")
@cites("warcraft", "losses.rest_redeploys", "losses.anywhere", "turn.end_order")
def test_driven_off_tokens_come_back_last_and_anywhere_their_race_stands(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 4, ground.far: 1, ground.farther: 1}, hand=7)
    state = play(scene.conquest(0), f"conquer {ground.near}", "stop")
    assert (asked(state), state.current_player()) == ("deploy", 0), "the attacker redeploys first"
    state.apply(state.legal_actions()[0])
    assert (asked(state), state.current_player()) == ("retreat", 1)
    assert state.scores()[0] == 20 + 2, "after the attacker has scored"
    assert refused(state, f"deploy {ground.near} 1") == "not_your_region"
    assert tribe(state, ground.yours)["retreat"] == 3
    play(state, f"deploy {ground.far}:1 {ground.farther}:2")
    assert (region(state, ground.far)["tokens"], region(state, ground.farther)["tokens"]) == (2, 3)
    assert (asked(state), state.current_player()) == ("choice", 1), "and then the turn is over"


@each
@cites("small-world", "losses.no_region_left")
@cites("underground", "losses.no_region_left")
@cites("warcraft", "losses.no_region_left")
def test_without_a_region_left_they_wait_in_hand(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 3}, hand=7)
    state = play(scene.conquest(0), f"conquer {ground.near}", "stop")
    settle(state)
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert (tribe(state, ground.yours)["hand"], tribe(state, ground.yours)["retreat"]) == (2, 0)
    play(state, "expand")
    assert refused(state, f"conquer {ground.beyond}") in ("not_border", "not_adjacent")
    assert can(state, f"conquer {ground.far}")
    one_left = ground.guarded({ground.near: 3, ground.far: 1}, hand=7)
    state = play(one_left.conquest(0), f"conquer {ground.near}", "stop")
    settle(state)
    assert (tribe(state, ground.yours)["hand"], region(state, ground.far)["tokens"]) == (0, 3), "all go to the last one"


@each
@cites("small-world", "losses.declined", "market.banner_return")
@cites("underground", "losses.declined", "market.banner_return")
@cites("warcraft", "losses.declined", "market.banner_return")
def test_a_token_in_decline_is_lost_and_the_last_one_takes_the_banner_along(ground: Ground) -> None:
    scene = ground.attack(hand=8).declined(1, ground.your_old, {ground.near: 1, ground.beyond: 1})
    state = scene.active(1, ground.yours, ground.your_power, {ground.far: 1}).conquest(0)
    play(state, f"conquer {ground.near}")
    assert tribe(state, ground.your_old)["retreat"] == 0
    assert tribe(state, ground.your_old)["regions"] == [ground.beyond]
    assert state.dump()["returned_races"] == []
    play(state, f"conquer {ground.beyond}")
    assert tribe(state, ground.your_old) == {}
    assert state.dump()["returned_races"] == [ground.your_old], "at once, in another player's turn"


# --- the die ---------------------------------------------------------------------------------------------------------


@each
@cites("small-world", "die.shortfall")
@cites("underground", "die.shortfall")
@cites("warcraft", "die.shortfall")
def test_one_to_three_tokens_short(ground: Ground) -> None:
    for defenders, open_to_die in ((1, True), (2, True), (3, True), (4, False)):
        state = ground.guarded({ground.near: defenders, ground.far: 1}, hand=2).conquest(0)
        assert price(state, ground.near) - 2 == defenders
        assert can(state, f"conquer {ground.near}") == open_to_die
        if not open_to_die:
            assert refused(state, f"conquer {ground.near}") == "not_enough_tokens"
    far = ground.guarded({ground.farther: 1}, hand=2).conquest(0)
    assert refused(far, f"conquer {ground.farther}") == "not_adjacent", "and it must be in reach"


@each
@cites("small-world", "die.target_first", "die.any_target", "die.faces")
@cites("underground", "die.target_first", "die.any_target", "die.faces")
@cites("warcraft", "die.target_first", "die.any_target", "die.faces")
def test_the_target_is_named_first_and_need_not_be_the_weakest(ground: Ground) -> None:
    scene = ground.guarded({ground.hill: 1, ground.far: 1}, {ground.near: 1}, hand=2)
    state = scene.conquest(0)
    assert can(state, f"conquer {ground.beyond}"), "for two tokens, without the die"
    play(state, f"conquer {ground.hill}")
    assert asked(state) == "die"
    assert state.current_player() == CHANCE
    assert [(state.text(code), weight) for code, weight in state.chance_outcomes()] == [
        ("die 0", 3), ("die 1", 1), ("die 2", 1), ("die 3", 1),
    ]  # fmt: skip
    assert region(state, ground.hill)["holder"] == ground.yours


@each
@cites("small-world", "die.success", "die.last_attempt")
@cites("underground", "die.success", "die.last_attempt")
@cites("warcraft", "die.success", "die.last_attempt")
def test_enough_pips_put_every_token_left_there_and_end_conquests(ground: Ground) -> None:
    for pips, won in ((1, False), (2, True), (3, True)):
        scene = ground.guarded({ground.near: 2, ground.far: 1}, {ground.home: 1, ground.hill: 1}, hand=2)
        state = play(scene.conquest(0), f"conquer {ground.near}", f"? die {pips}")
        assert (region(state, ground.near)["holder"] == ground.mine) == won
        assert asked(state) != "conquest", "it was the last attempt"
        if won:
            assert region(state, ground.near)["tokens"] >= 1
            assert tribe(state, ground.yours)["retreat"] == 1
            assert state.scores()[0] in (20, 20 + 3), "scored once it is redeployed"


@each
@cites("small-world", "die.failure")
@cites("underground", "die.failure")
@cites("warcraft", "die.failure")
def test_after_a_failure_the_tokens_go_to_regions_already_held(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 3, ground.far: 1}, {ground.home: 1}, hand=2)
    state = play(scene.conquest(0), f"conquer {ground.near}", "? die 2")
    settle(state)
    assert (region(state, ground.near)["holder"], region(state, ground.near)["tokens"]) == (ground.yours, 3)
    assert (region(state, ground.home)["tokens"], tribe(state, ground.mine)["hand"]) == (3, 0)


@each
@cites("small-world", "die.failed_entry")
@cites("underground", "die.failed_entry")
@cites("warcraft", "die.failed_entry")
def test_a_failed_entry_leaves_the_tokens_in_hand(ground: Ground) -> None:
    scene = ground.guarded({ground.home: 3, ground.near: 1}, {}, hand=3)
    state = play(scene.conquest(0), f"conquer {ground.home}", "? die 0")
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert (tribe(state, ground.mine)["hand"], tribe(state, ground.mine)["regions"]) == (3, [])
    assert state.scores()[0] == 20
    end_turn(state)
    play(state, "expand")
    assert can(state, f"conquer {ground.far}")


# --- redeploying -----------------------------------------------------------------------------------------------------


@each
@cites("small-world", "deploy.free", "deploy.one_each", "turn.ready")
@cites("underground", "deploy.free", "deploy.one_each", "turn.ready")
@cites("warcraft", "deploy.free", "deploy.one_each", "turn.ready")
def test_tokens_are_taken_up_and_put_down_anywhere_but_one_stays_in_each_region(ground: Ground) -> None:
    scene = ground.guarded({ground.hill: 1}, {ground.home: 3, ground.near: 1, ground.far: 2}, hand=1)
    state = scene.conquest(0)
    assert tribe(state, ground.mine)["hand"] == 1 + 2 + 1
    assert [region(state, r)["tokens"] for r in (ground.home, ground.near, ground.far)] == [1, 1, 1]
    play(state, "stop")
    assert asked(state) == "deploy"
    spread = {ground.home: 0, ground.near: 3, ground.far: 1}
    play(state, "deploy " + " ".join(f"{r}:{n}" for r, n in sorted(spread.items())))
    assert [region(state, r)["tokens"] for r in (ground.home, ground.near, ground.far)] == [1, 4, 2]
    assert (asked(state), state.current_player()) == ("choice", 1)


@each
@cites("small-world", "deploy.only_own")
@cites("underground", "deploy.only_own")
@cites("warcraft", "deploy.only_own")
def test_tokens_go_only_to_regions_of_their_own_race(ground: Ground) -> None:
    scene = ground.attack({ground.home: 2, ground.near: 1}).declined(0, ground.old, {ground.far: 1})
    state = play(scene.active(1, ground.yours, ground.your_power, {ground.farther: 1}).conquest(0), "stop")
    assert refused(state, f"deploy {ground.far} 1") == "not_your_region", "not to the race in decline"
    assert refused(state, f"deploy {ground.farther} 1") == "not_your_region"
    first = min(ground.home, ground.near)
    assert refused(state, f"deploy {first} 2") == "not_that_many"
    assert can(state, f"deploy {first} 1")


@each
@cites("small-world", "turn.no_duty_to_conquer", "die.optional")
@cites("underground", "turn.no_duty_to_conquer")
@cites("warcraft", "turn.no_duty_to_conquer", "die.optional")
def test_nobody_has_to_conquer_or_to_roll(ground: Ground) -> None:
    state = ground.guarded({ground.near: 1}, {ground.home: 3}).conquest(0)
    assert can(state, f"conquer {ground.near}")
    play(state, "stop")
    assert region(state, ground.home)["tokens"] == 3
    assert state.scores()[0] == 21
    assert (asked(state), state.current_player()) == ("choice", 1)
    entering = play(ground.guarded({ground.near: 1}, {}, hand=9).conquest(0), "stop")
    assert (tribe(entering, ground.mine)["hand"], entering.scores()[0]) == (9, 20)
