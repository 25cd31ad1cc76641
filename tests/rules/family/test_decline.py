"""What the three titles say alike of going into decline, of scoring, and of the end of the game."""

from typing import Any

from terrarium.kernel.contract import OVER, SPECTATOR
from tests.support.cites import cites
from tests.support.ground import Ground, each, row, total
from tests.support.scene import asked, coins_for, deal, end_turn, play, refused, region, tribe


@each
@cites("small-world", "decline.instead_of_conquest", "turn.expand_or_decline")
@cites("underground", "decline.instead_of_conquest", "turn.expand_or_decline")
@cites("warcraft", "decline.instead_of_conquest", "turn.expand_or_decline")
def test_declining_takes_the_whole_turn(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {ground.home: 3, ground.near: 1})
    state = scene.turn(0)
    assert [state.text(code) for code in state.legal_actions()] == ["expand", "decline"]
    play(state, "decline")
    assert (asked(state), state.current_player()) == ("choice", 1), "no conquest, no redeployment"
    assert state.scores()[0] == 20 + 2
    assert tribe(state, ground.mine)["mode"] == "declined"
    other = play(scene.turn(0), "expand")
    assert asked(other) == "conquest"
    assert refused(other, "decline") == "not_asked"
    assert tribe(other, ground.mine)["mode"] == "active"


@each
@cites("small-world", "decline.one_token_each")
@cites("underground", "decline.one_token_each")
@cites("warcraft", "decline.one_token_each")
def test_one_token_stays_in_each_region_and_all_others_go_to_the_tray(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 2}, {ground.home: 3, ground.near: 1, ground.hill: 2}, hand=2)
    state = play(scene.turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (ground.home, ground.near, ground.hill)] == [1, 1, 1]
    assert tribe(state, ground.mine)["tray"] == ground.tokens[ground.mine][1] - 3
    assert tribe(state, ground.mine)["hand"] == 0
    assert region(state, ground.far)["tokens"] == 2, "nobody else's"


@each
@cites("small-world", "decline.old_race_leaves", "market.banner_return")
@cites("underground", "decline.old_race_leaves", "market.banner_return")
@cites("warcraft", "decline.old_race_leaves", "market.banner_return")
def test_the_older_race_in_decline_leaves_the_map(ground: Ground) -> None:
    scene = ground.guarded({ground.farther: 1}, {ground.home: 2}).declined(
        0, ground.old, {ground.hill: 1, ground.near: 1}
    )
    state = scene.declined(1, ground.your_old, {ground.far: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, ground.old) == {}
    assert [region(state, r)["holder"] for r in (ground.hill, ground.near)] == [None, None]
    assert region(state, ground.home)["holder"] == ground.mine
    assert state.scores()[0] == 20 + 1, "it left before the scoring"
    assert state.dump()["returned_races"] == [ground.old]
    assert tribe(state, ground.your_old)["regions"] == [ground.far], "an opponent's stays"


@each
@cites("small-world", "decline.badge", "market.badge_discard")
@cites("underground", "decline.badge", "market.badge_discard")
@cites("warcraft", "decline.badge", "market.badge_discard")
def test_the_badge_is_discarded_and_its_power_ends(ground: Ground) -> None:
    page: Any = ground.guarded({ground.far: 1}, {ground.home: 2}).turn(0).dump()
    assert page["discarded_powers"] == []
    state = play(ground.guarded({ground.far: 1}, {ground.home: 2}).turn(0), "decline")
    page = state.dump()
    assert page["discarded_powers"] == [ground.power]
    assert tribe(state, ground.mine)["power"] is None
    assert ground.power not in page["stacked_powers"]


@each
@cites("small-world", "market.badge_discard")
@cites("underground", "market.badge_discard")
def test_discarded_badges_come_back_when_the_stack_runs_out(ground: Ground) -> None:
    scene = ground.scene().active(1, ground.yours, ground.your_power, {ground.far: 1})
    scene.combos(*[(race, power, 0) for race, power in ground.next])
    page = scene.dump([["turn", ground.mine, "", 0, 0]])
    spare = list(page["stacked_powers"])
    page["discarded_powers"] = spare[1:]
    page["stacked_powers"] = spare[:1]
    state = scene.game.load(page)
    play(state, "pick 0")
    state.apply(state.legal_actions()[0])  # the banner
    assert asked(state) == "badge"
    assert [state.text(code) for code in state.legal_actions()] == [f"badge {spare[0]}"], "not the discards yet"
    page["discarded_powers"], page["stacked_powers"] = spare, []
    state = scene.game.load(page)
    play(state, "pick 0")
    state.apply(state.legal_actions()[0])
    offered = {state.text(code) for code in state.legal_actions()}
    assert offered == {f"badge {power}" for power in spare}
    state.apply(state.legal_actions()[0])
    after: Any = state.dump()
    assert after["discarded_powers"] == []
    assert len(after["stacked_powers"]) == len(spare) - 1


@each
@cites("small-world", "decline.no_pick", "turn.sequence", "market.pick_duty")
@cites("underground", "decline.no_pick", "turn.sequence", "market.pick_duty")
@cites("warcraft", "decline.no_pick", "turn.sequence", "market.pick_duty")
def test_a_new_combo_is_picked_at_the_start_of_the_next_turn(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {ground.home: 2})
    state = play(scene.combos(*[(race, power, 0) for race, power in ground.next]).turn(0), "decline")
    assert refused(state, "pick 0") == "not_asked"
    end_turn(state)
    assert (asked(state), state.current_player()) == ("pick", 0)
    assert refused(state, "expand") == "not_asked"
    assert refused(state, "decline") == "not_asked"
    deal(play(state, "pick 0"))
    assert asked(state) == "conquest"
    assert refused(state, "decline") == "not_asked"
    assert refused(state, "pick 0") == "not_asked"


@each
@cites("small-world", "decline.not_on_pick_turn")
@cites("underground", "decline.not_on_pick_turn")
@cites("warcraft", "decline.not_on_pick_turn")
def test_no_decline_in_the_turn_of_the_pick(ground: Ground) -> None:
    scene = ground.scene().active(1, ground.yours, ground.your_power, {ground.far: 1})
    state = scene.combos(*[(race, power, 0) for race, power in ground.next[1:]]).turn(0)
    deal(play(state, "pick 0"))
    while asked(state).startswith("unit."):
        state.apply(state.legal_actions()[-1])
    assert asked(state) == "conquest"
    assert refused(state, "decline") == "not_asked"


@each
@cites("small-world", "decline.driven_off", "decline.nothing_left", "market.banner_return")
@cites("underground", "decline.driven_off", "decline.nothing_left", "market.banner_return")
@cites("warcraft", "decline.driven_off", "decline.nothing_left", "market.banner_return")
def test_a_race_with_tokens_but_no_region_leaves_nothing_when_it_declines(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {}, hand=4).declined(0, ground.old, {ground.near: 1})
    state = play(scene.turn(0), "decline")
    assert tribe(state, ground.mine) == {}
    assert tribe(state, ground.old) == {}, "the older race leaves all the same"
    assert state.scores()[0] == 20
    assert set(state.dump()["returned_races"]) == {ground.mine, ground.old}  # type: ignore[call-overload]
    end_turn(state)
    assert asked(state) == "pick"


@each
@cites("small-world", "decline.wiped_out")
@cites("underground", "decline.wiped_out")
@cites("warcraft", "decline.wiped_out")
def test_a_race_without_a_token_is_still_the_active_one(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {}).declined(0, ground.old, {ground.near: 1})
    state = scene.turn(0)
    assert [state.text(code) for code in state.legal_actions()] == ["expand", "decline"]
    assert refused(state, "pick 0") == "not_asked"
    play(state, "expand", "stop")
    assert (state.scores()[0], state.current_player()) == (21, 1)
    assert tribe(state, ground.mine)["mode"] == "active"


@each
@cites("small-world", "scoring.per_region")
@cites("underground", "scoring.per_region")
@cites("warcraft", "scoring.per_region")
def test_a_coin_for_each_region_active_and_in_decline(ground: Ground) -> None:
    scene = ground.attack({ground.home: 1, ground.near: 1, ground.hill: 1})
    scene.declined(0, ground.old, {ground.beyond: 1, ground.farther: 1})
    state = scene.active(1, ground.yours, ground.your_power, {ground.far: 4}).conquest(0)
    play(state, "stop")
    assert coins_for(state, "regions") == 5
    assert state.scores() == [25, 20]


@each
@cites("small-world", "end.last_round", "turn.round", "turn.order")
@cites("underground", "end.last_round", "turn.round", "turn.order")
@cites("warcraft", "end.last_round", "turn.round", "turn.order")
def test_everybody_has_a_turn_in_the_last_round(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {ground.home: 1})
    rounds: Any = scene.turn(0).view(0)["rounds"]
    scene.round = rounds - 1
    state = scene.turn(0)
    turns = []
    while state.current_player() != OVER:
        turns.append((state.view(0)["round"], state.view(0)["turn"]))
        end_turn(state)
    assert turns == [(rounds - 1, 0), (rounds - 1, 1), (rounds, 0), (rounds, 1)]


def ended(ground: Ground, coins: list[int], mine: dict[int, int], yours: dict[int, int], hand: int = 0) -> Any:
    """The game after the last turn, which seat 1 has without doing anything."""
    scene = ground.attack(mine, hand).active(1, ground.yours, ground.your_power, yours)
    rounds: Any = scene.turn(0).view(0)["rounds"]
    scene.round, scene.coins = rounds, [coins[0], coins[1] - len(yours)]
    return end_turn(scene.turn(1))


@each
@cites("small-world", "end.most_coins")
@cites("underground", "end.most_coins")
@cites("warcraft", "end.most_coins")
def test_most_coins_win(ground: Ground) -> None:
    for coins, winners in (([30, 29], [0]), ([29, 30], [1])):
        state = ended(ground, coins, {ground.home: 1}, {ground.far: 5})
        assert state.scores() == coins
        assert state.winners() == winners
        less = ended(ground, coins, {ground.home: 5}, {ground.far: 1})
        assert less.winners() == winners, "tokens decide only between equals"


@each
@cites("small-world", "end.tie", "end.tie_count", "end.shared")
@cites("underground", "end.tie", "end.tie_count", "end.shared")
@cites("warcraft", "end.tie", "end.tie_count", "end.shared")
def test_equal_coins_are_decided_by_tokens_on_the_map(ground: Ground) -> None:
    assert ended(ground, [30, 30], {ground.home: 4}, {ground.far: 3}).winners() == [0]
    assert ended(ground, [30, 30], {ground.home: 3}, {ground.far: 4}).winners() == [1]
    assert ended(ground, [30, 30], {ground.home: 3}, {ground.far: 3}).winners() == [0, 1]
    assert ended(ground, [30, 30], {ground.home: 3}, {ground.far: 3}, hand=4).winners() == [0, 1], "not those in hand"
    scene = ground.attack({ground.home: 2}).declined(0, ground.old, {ground.near: 1, ground.hill: 1})
    scene.active(1, ground.yours, ground.your_power, {ground.far: 3})
    rounds: Any = scene.turn(0).view(0)["rounds"]
    scene.round, scene.coins = rounds, [30, 29]
    assert end_turn(scene.turn(1)).winners() == [0], "2 active and 2 in decline beat 3"


@each
@cites("small-world", "end.tie_count")
@cites("underground", "end.tie_count")
@cites("warcraft", "end.tie_count")
def test_driven_off_tokens_are_redeployed_before_they_are_counted(ground: Ground) -> None:
    # Seat 1 takes `near` with all it has in the very last turn; one of the three defenders is lost, two come back.
    scene = ground.attack({ground.home: 1, ground.near: 3})
    scene.active(1, ground.yours, ground.your_power, {ground.beyond: 3}, hand=3)
    rounds: Any = scene.turn(0).view(0)["rounds"]
    scene.round, scene.coins = rounds, [22, 20]
    state = play(scene.turn(1), "expand", f"conquer {ground.near}", "stop")
    while state.current_player() != OVER:
        state.apply(state.legal_actions()[0])
    assert state.scores() == [22, 22]
    assert region(state, ground.home)["tokens"] == 3
    assert sum(region(state, r)["tokens"] for r in (ground.near, ground.beyond)) == 6
    assert state.winners() == [1]
    assert total(state, ground, ground.mine) == ground.tokens[ground.mine][1]


@each
@cites("small-world", "secret.coins")
@cites("underground", "secret.coins")
@cites("warcraft", "secret.coins")
def test_coins_are_hidden_until_the_end(ground: Ground) -> None:
    state = ground.guarded({ground.far: 1}, {ground.home: 1}).turn(0)

    def seen(by: int) -> list[object]:
        page: Any = state.view(by)
        return [seat["coins"] for seat in page["seats"]]

    assert (seen(0), seen(1), seen(SPECTATOR)) == ([20, None], [None, 20], [None, None])
    state = ended(ground, [30, 29], {ground.home: 1}, {ground.far: 1})
    assert seen(0) == seen(1) == seen(SPECTATOR) == [30, 29]


@each
@cites("small-world", "secret.open")
@cites("underground", "secret.open")
@cites("warcraft", "secret.open")
def test_everything_else_is_the_same_for_everybody(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 2}, {ground.home: 1}, hand=3)
    scene.combos(*[(race, power, 2) for race, power in ground.next])
    state = play(scene.conquest(0), f"conquer {ground.near}", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    pages: list[Any] = [state.view(seat) for seat in (0, 1, SPECTATOR)]
    for page in pages:
        for seat in page["seats"]:
            del seat["coins"]
    assert pages[0] == pages[1] == pages[2]
    assert [coins for _, _, coins in row(state)] == [2] * 6
    told = [(event.code, event.args["n"]) for event in state.events(1) if event.code == "coins"]
    assert told == [("coins", 2)], "every coin gained is seen"
    ledger: Any = state.dump()
    assert ledger["ledger"] == ledger["coins"] == [22, 20]
