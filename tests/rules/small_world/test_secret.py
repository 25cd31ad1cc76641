"""What is hidden and what is public."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER, SPECTATOR, State
from tests.support.box import COUNTS, box_game
from tests.support.cites import cites
from tests.support.scene import Scene, deal, end_turn, play


def table(coins: list[int], round: int = 2) -> State:
    scene = Scene(round=round).active(0, "orcs", "hill", {4: 5}).active(1, "elves", "merchant", {16: 3})
    scene.combos(("ratmen", "flying", 3), ("humans", "stout", 0))
    scene.coins = coins
    return scene.turn(0)


def coins_seen(state: State, seat: int) -> list[int | None]:
    page: Any = state.view(seat)
    return [shown["coins"] for shown in page["seats"]]


@cites("small-world", "secret.coins")
def test_a_player_sees_only_the_own_coins_and_a_spectator_none() -> None:
    state = table([7, 11])
    assert coins_seen(state, 0) == [7, None]
    assert coins_seen(state, 1) == [None, 11]
    assert coins_seen(state, SPECTATOR) == [None, None]


@cites("small-world", "secret.coins")
def test_views_do_not_differ_by_what_another_player_has() -> None:
    assert table([7, 11]).view(0) == table([7, 99]).view(0)
    assert table([7, 11]).view(SPECTATOR) == table([8, 99]).view(SPECTATOR)
    assert table([7, 11]).view(1) != table([7, 12]).view(1), "one's own coins are seen"


@cites("small-world", "secret.coins")
def test_at_the_end_all_coins_are_open() -> None:
    state = table([7, 11], round=10)
    end_turn(state)
    assert coins_seen(state, 0)[1] is None, "not before the last turn is over"
    end_turn(state)
    assert state.current_player() == OVER
    assert coins_seen(state, 0) == coins_seen(state, SPECTATOR) == [7 + 1 + 1, 11 + 1 + 1]


@cites("small-world", "secret.stacks")
@pytest.mark.parametrize("players", [2, 5])
def test_every_order_of_the_stacks_is_equally_likely_until_it_is_seen(players: int) -> None:
    state = box_game("small-world", players).new()
    banners, badges = COUNTS["small-world"]
    for drawn in range(6):
        assert [weight for _, weight in state.chance_outcomes()] == [1] * (banners - drawn)
        state.apply(state.legal_actions()[-1])
        assert [weight for _, weight in state.chance_outcomes()] == [1] * (badges - drawn)
        state.apply(state.legal_actions()[-1])


@cites("small-world", "secret.stacks")
def test_views_tell_what_the_stacks_hold_but_no_order() -> None:
    # Drawing other pairs first leaves the same banners below: the view names them in the rulebook's order.
    pages = []
    for races in (["orcs", "elves"], ["elves", "orcs"]):
        state = catalog.game("small-world", players=2).new()
        for race, power in zip(races, ["hill", "stout"], strict=True):
            play(state, f"? race {race}", f"? badge {power}")
        page: Any = deal(state).view(0)
        pages.append((page["stacked_races"], page["stacked_powers"]))
    assert pages[0] == pages[1]
    order = catalog.title("small-world").races
    assert pages[0][0] == [race for race in order if race in pages[0][0]]


@cites("small-world", "secret.open")
def test_everything_else_is_the_same_for_everybody() -> None:
    state = table([7, 11])
    play(state, "expand")
    pages: list[Any] = [state.view(seat) for seat in (0, 1, SPECTATOR)]
    for page in pages:
        for shown in page["seats"]:
            del shown["coins"]
    assert pages[0] == pages[1] == pages[2]
    assert pages[2]["row"][0]["coins"] == 3, "coins on combos lie open"
    assert pages[2]["seats"][0]["tribes"][0]["hand"] == 4, "so do tokens in hand"


@cites("small-world", "secret.open")
def test_every_coin_gained_or_paid_is_seen_by_all() -> None:
    scene = Scene().active(1, "elves", "merchant", {16: 3}).combos(("ratmen", "flying", 3), ("humans", "stout", 2))
    state = scene.turn(0)
    deal(play(state, "pick 1"))
    play(state, "conquer 4", "stop", "no stout")
    for seat in (0, 1, SPECTATOR):
        told = [(event.code, event.seat, event.cause, event.args["n"]) for event in state.events(seat)
                if event.code in ("paid", "coins")]  # fmt: skip
        assert told == [("paid", 0, "", 1), ("coins", 0, "combo", 2), ("coins", 0, "regions", 1)]
