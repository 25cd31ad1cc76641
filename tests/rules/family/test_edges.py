"""The edges of what the three titles say alike: one coin more, somebody else's race, nothing left to do."""

from typing import Any

from terrarium.kernel.contract import SPECTATOR
from tests.support.cites import cites
from tests.support.ground import Ground, each, row
from tests.support.scene import (
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    happened,
    play,
    price,
    refused,
    region,
    settle,
    tribe,
)


def picks(ground: Ground, laid: list[int]) -> Any:
    """Seats 0 and 1 have no race; a row of six with these coins on it."""
    return ground.scene().combos(*[(race, power, n) for (race, power), n in zip(ground.next, laid, strict=True)])


@each
@cites("small-world", "market.banner_return", "market.banner_gap", "market.refill")
@cites("underground", "market.banner_return", "market.banner_gap", "market.refill")
def test_banners_that_came_back_join_the_row_in_their_order(ground: Ground) -> None:
    scene = picks(ground, [0] * 6)
    page: Any = scene.dump([["turn", ground.mine, "", 0, 0]])
    waiting = [ground.yours, ground.old, ground.your_old]
    page["stacked_races"], page["returned_races"] = [], waiting
    state = scene.game.load(page)
    for turn in range(2):
        assert (asked(state), len(row(state))) == ("pick", 6)
        play(state, "pick 5")
        assert asked(state) == "badge", "no banner to draw: the first that came back is the next"
        deal(state)
        while asked(state).startswith("unit."):
            state.apply(state.legal_actions()[-1])
        assert [race for race, _, _ in row(state)][5:] == [waiting[turn]]
        assert row(state)[5][2] == 0
        left: Any = state.dump()
        assert left["returned_races"] == waiting[turn + 1 :]
        end_turn(state)
    page["stacked_races"], page["returned_races"] = [waiting[1]], [waiting[0], waiting[2]]
    state = play(scene.game.load(page), "pick 0")
    assert asked(state) == "race", "the shuffled part of the stack goes first"
    assert [state.text(code) for code in state.legal_actions()] == [f"race {waiting[1]}"]


@each
@cites("small-world", "market.price", "market.short_row", "market.own_coins")
@cites("underground", "market.price", "market.short_row", "market.own_coins")
def test_the_coins_one_has_reach_just_so_far_down_the_row(ground: Ground) -> None:
    for combos in (6, 3):
        for coins in range(4):
            scene = picks(ground, [0, 3, 0, 1, 4, 0])
            scene.coins = [coins, 20]
            page: Any = scene.dump([["turn", ground.mine, "", 0, 0]])
            page["row"] = page["row"][:combos]
            page["stacked_races"] = []
            state = scene.game.load(page)
            reach = min(coins + 1, combos)
            assert [state.text(code) for code in state.legal_actions()] == [f"pick {place}" for place in range(reach)]
            assert can(state, f"pick {reach - 1}")
            assert refused(state, f"pick {reach}") == ("no_combo" if reach == combos else "not_enough_coins")


@each
@cites("small-world", "market.refill", "setup.stacks", "market.coins_on_combo")
@cites("underground", "market.refill", "setup.stacks", "market.coins_on_combo")
def test_a_new_combo_has_no_coins(ground: Ground) -> None:
    state = play(picks(ground, [1, 2, 3, 4, 5, 6]).turn(0), "pick 5")
    assert state.scores()[0] == 20 - 5 + 6
    assert [coins for _, _, coins in row(deal(state))] == [2, 3, 4, 5, 6, 0]
    state = play(picks(ground, [1, 2, 3, 4, 5, 6]).turn(0), "pick 0")
    assert state.scores()[0] == 21
    assert [coins for _, _, coins in row(deal(state))] == [2, 3, 4, 5, 6, 0]


@each
@cites("small-world", "market.badge_discard")
@cites("underground", "market.badge_discard")
def test_the_row_is_filled_while_badges_lie_in_the_stack_or_in_the_discards(ground: Ground) -> None:
    scene = picks(ground, [0] * 6)
    page: Any = scene.dump([["turn", ground.mine, "", 0, 0]])
    spare = page["stacked_powers"]
    for stacked, discarded in ((spare, []), ([], spare), (spare[:1], spare[1:])):
        page["stacked_powers"], page["discarded_powers"] = stacked, discarded
        state = scene.game.load(page)
        state.watch()
        play(state, "pick 0")
        assert (asked(state), len(row(state))) == ("race", 5)
        state.apply(state.legal_actions()[0])
        assert {state.text(code).split()[1] for code in state.legal_actions()} == set(stacked or discarded)
        assert len(happened(state, "reshuffled")) == (0 if stacked else 1)


@each
@cites("small-world", "scoring.per_region")
@cites("underground", "scoring.per_region")
@cites("warcraft", "scoring.per_region")
def test_nobody_scores_anothers_regions(ground: Ground) -> None:
    scene = ground.attack({ground.home: 1, ground.near: 1}).declined(0, ground.old, {ground.hill: 1})
    scene.declined(1, ground.your_old, {ground.farther: 1, ground.beyond: 1})
    state = end_turn(scene.active(1, ground.yours, ground.your_power, {ground.far: 2}).turn(0))
    assert (state.scores(), coins_for(state, "regions")) == ([23, 20], 3)
    assert end_turn(state).scores() == [23, 23]


@each
@cites("small-world", "decline.nothing_left", "decline.wiped_out", "decline.driven_off", "market.banner_return")
@cites("underground", "decline.nothing_left", "decline.wiped_out", "decline.driven_off", "market.banner_return")
@cites("warcraft", "decline.nothing_left", "decline.wiped_out", "decline.driven_off", "market.banner_return")
def test_a_race_stays_as_long_as_it_holds_a_region(ground: Ground) -> None:
    def after(regions: dict[int, int], hand: int, choice: str) -> tuple[Any, list[str], int]:
        scene = ground.guarded({ground.far: 1}, regions, hand).declined(0, ground.old, {ground.hill: 1})
        state = play(scene.turn(0), choice)
        if choice == "expand":
            end_turn(state)
        page: Any = state.dump()
        return tribe(state, ground.mine).get("mode"), page["returned_races"], state.scores()[0]

    assert after({ground.home: 1}, 0, "decline") == ("declined", [ground.old], 21)
    assert after({ground.home: 1}, 3, "decline") == ("declined", [ground.old], 21)
    assert after({}, 3, "decline") == (None, [ground.old, ground.mine], 20)
    assert after({}, 0, "decline") == (None, [ground.old, ground.mine], 20)
    assert after({}, 0, "expand") == ("active", [], 21), "without a token it is still the active race"
    assert after({ground.home: 1}, 0, "expand") == ("active", [], 22)


@each
@cites("small-world", "market.banner_return", "losses.declined")
@cites("underground", "market.banner_return", "losses.declined")
@cites("warcraft", "market.banner_return")
def test_the_last_declined_region_that_falls_takes_the_banner_along(ground: Ground) -> None:
    scene = ground.attack(hand=9).declined(1, ground.your_old, {ground.near: 1, ground.hill: 1})
    state = play(
        scene.active(1, ground.yours, ground.your_power, {ground.far: 3}).conquest(0), f"conquer {ground.near}"
    )
    page: Any = state.dump()
    assert (page["returned_races"], tribe(state, ground.your_old)["regions"]) == ([], [ground.hill])
    play(state, f"conquer {ground.hill}")
    page = state.dump()
    assert (page["returned_races"], tribe(state, ground.your_old)) == ([ground.your_old], {}), "at once"
    scene = ground.guarded({ground.near: 1}, hand=9)
    state = play(scene.conquest(0), f"conquer {ground.near}")
    page = state.dump()
    assert (page["returned_races"], tribe(state, ground.yours)["mode"]) == ([], "active"), "an active race stays"


@each
@cites("small-world", "components.tray", "decline.one_token_each")
@cites("underground", "components.tray", "decline.one_token_each")
@cites("warcraft", "components.tray", "decline.one_token_each")
def test_what_a_declining_race_gives_back(ground: Ground) -> None:
    box = ground.tokens[ground.mine][1]
    scene = ground.guarded({ground.far: 1}, {ground.home: 3, ground.near: 1}, hand=2)
    before = tribe(scene.turn(0), ground.mine)["tray"]
    state = play(scene.turn(0), "decline")
    assert (before, tribe(state, ground.mine)["tray"], tribe(state, ground.mine)["hand"]) == (box - 6, box - 2, 0)


@each
@cites("small-world", "deploy.free", "turn.expand")
@cites("underground", "deploy.free", "turn.expand")
@cites("warcraft", "deploy.free", "turn.expand")
def test_conquerors_are_taken_up_again_when_troops_are_redeployed(ground: Ground) -> None:
    state = play(
        ground.guarded({ground.far: 1}, {ground.home: 1}, hand=6).conquest(0), f"conquer {ground.near}", "stop"
    )
    assert (region(state, ground.near)["tokens"], tribe(state, ground.mine)["hand"]) == (1, 5), "one stays of the two"
    first, last = sorted((ground.home, ground.near))
    assert refused(state, f"deploy {first} 6") == "not_that_many"
    assert refused(state, f"deploy {ground.far} 1") == "not_your_region"
    assert refused(state, f"deploy {ground.beyond} 1") == "not_your_region"
    assert can(state, f"deploy {first} 5")
    play(state, f"deploy {first} 5")
    assert (region(state, first)["tokens"], region(state, last)["tokens"]) == (6, 1)


@each
@cites("small-world", "die.any_target", "die.last_attempt", "conquest.repeat")
@cites("underground", "die.any_target", "die.last_attempt", "conquest.repeat")
@cites("warcraft", "die.any_target", "die.last_attempt")
def test_who_has_just_enough_rolls_no_die(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 2}, hand=4)
    state = play(scene.conquest(0), f"conquer {ground.near}")
    assert (asked(state), region(state, ground.near)["tokens"]) == ("conquest", 4)
    short = ground.guarded({ground.near: 2}, hand=3).conquest(0)
    assert asked(play(short, f"conquer {ground.near}")) == "die"


@each
@cites("small-world", "conquest.own_declined", "conquest.own_declined_cost", "conquest.own_region")
@cites("underground", "conquest.own_declined", "conquest.own_declined_cost", "conquest.own_region")
@cites("warcraft", "conquest.own_declined", "conquest.own_declined_cost", "conquest.own_region")
def test_the_option_spares_nobody_but_ones_own_race_in_decline(ground: Ground) -> None:
    for option, own in (("yes", 3), ("no", 2)):
        scene = ground.attack({ground.near: 1}, hand=5, own_declined_token_defends=option)
        scene.declined(0, ground.old, {ground.home: 1}).declined(1, ground.your_old, {ground.beyond: 1})
        state = scene.active(1, ground.yours, ground.your_power, {ground.hill: 1}).conquest(0)
        assert [price(state, r) for r in (ground.home, ground.beyond, ground.hill)] == [own, 3, 4]
        assert refused(state, f"conquer {ground.near}") == "own_region"
        if ground.title != "warcraft":  # where one travels over water
            assert refused(state, f"conquer {ground.far}") == "not_adjacent"
        play(state, f"conquer {ground.home}")
        assert refused(state, f"conquer {ground.near}") == "own_region"
        assert refused(state, f"conquer {ground.home}") == "own_region"
        assert (tribe(state, ground.old), region(state, ground.home)["tokens"]) == ({}, own)


@each
@cites("small-world", "secret.open", "secret.coins")
@cites("underground", "secret.open", "secret.coins")
@cites("warcraft", "secret.open", "secret.coins")
def test_what_is_paid_and_gained_is_seen_but_not_what_is_left(ground: Ground) -> None:
    scene = ground.attack({ground.home: 1}).combos(*[(race, power, 2) for race, power in ground.next])
    page: Any = scene.dump([["turn", ground.mine, "", 0, 1]])
    page["coins"], page["ledger"] = [7, 9], [5, 5]
    state = scene.game.load(page)
    state.watch()
    play(state, "pick 1")
    after: Any = state.dump()
    assert (after["coins"], after["ledger"]) == ([7, 10], [5, 6]), "1 paid and 2 taken, for everybody to see"
    seen: list[list[object]] = []
    for by in (0, 1, SPECTATOR):
        view: Any = state.view(by)
        seen.append([seat["coins"] for seat in view["seats"]])
    assert seen == [[7, None], [None, 10], [None, None]]


@each
@cites("small-world", "losses.declined", "losses.one_token")
@cites("underground", "losses.declined", "losses.one_token")
@cites("warcraft", "losses.one_token")
def test_active_defenders_lose_one_and_those_in_decline_all(ground: Ground) -> None:
    scene = ground.attack({ground.near: 1}, hand=8).declined(1, ground.your_old, {ground.beyond: 1, ground.farther: 1})
    state = scene.active(1, ground.yours, ground.your_power, {ground.hill: 3, ground.far: 1}).conquest(0)
    box = ground.tokens
    play(state, f"conquer {ground.beyond}")
    old = tribe(state, ground.your_old)
    assert (old["tray"], old["retreat"], old["regions"]) == (box[ground.your_old][1] - 1, 0, [ground.farther])
    settle(play(state, "stop"))
    again = play(scene.conquest(0), f"conquer {ground.hill}")
    fought = tribe(again, ground.yours)
    assert (fought["tray"], fought["retreat"]) == (box[ground.yours][1] - 3, 2)


@each
@cites("small-world", "deploy.free", "deploy.only_own")
@cites("underground", "deploy.free", "deploy.only_own")
@cites("warcraft", "deploy.free", "deploy.only_own")
def test_every_region_of_the_race_is_asked_for(ground: Ground) -> None:
    first, second = sorted({"small-world": (8, 9), "underground": (8, 9), "warcraft": (5, 6)}[ground.title])
    for held in ((first, second), (first, second, ground.home), (first, ground.home)):
        scene = ground.attack(dict.fromkeys(held, 1), hand=2).active(
            1, ground.yours, ground.your_power, {ground.far: 1}
        )
        state = play(scene.conquest(0), "stop")
        for r in sorted(held)[:-1]:
            assert asked(state) == "deploy"
            assert [state.text(code) for code in state.legal_actions()] == [f"deploy {r} {n}" for n in range(3)]
            play(state, f"deploy {r} 0")
        assert (asked(state), state.current_player()) == ("choice", 1), "the last one takes what is left"
        assert [region(state, r)["tokens"] for r in sorted(held)] == [1] * (len(held) - 1) + [3]
