"""Refusals and events rest on the statement that a player would look up."""

from typing import Any

from terrarium import catalog
from terrarium.smallworld.core.board import board_from
from tests.rules.underground.below import bare, finish
from tests.support.cites import cites
from tests.support.scene import Scene, end_turn, happened, play, stop, why


def rule_of_refusal(state: Any, text: str) -> str:
    refusal = why(state, text)
    assert refusal is not None, f"{text} is legal"
    return refusal.rule


@cites("small-world", "abandon.any", "deploy.only_own", "power.fortified")
def test_another_regions_refusal_cites_what_was_tried() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "fortified", {14: 3, 15: 1}).active(1, "elves", "hill", {3: 2})
    state = scene.conquest(0)
    assert rule_of_refusal(state, "abandon 3") == "abandon.any"
    play(state, "stop")
    assert rule_of_refusal(state, "deploy 3 1") == "deploy.only_own"
    play(state, "deploy 14 2")
    assert rule_of_refusal(state, "place fortified 3") == "power.fortified"


@cites("small-world", "turn.round", "turn.order")
def test_a_new_round_cites_what_a_round_is() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "hill", {14: 1}).active(1, "elves", "swamp", {3: 1})
    state = stop(scene.conquest(0))
    end_turn(state)
    assert [(event.rule, event.args["n"]) for event in happened(state, "round")] == [("turn.round", 3)]
    assert {event.rule for event in happened(state, "turn")} == {"turn.order"}


@cites("small-world", "market.price")
@cites("underground", "power.thieving", "race.liches", "market.price")
def test_a_payment_cites_what_it_is_for() -> None:
    scene = Scene(natives=False).active(1, "elves", "swamp", {3: 1})
    state = scene.combos(("orcs", "hill", 0), ("dwarves", "flying", 0)).turn(0)
    play(state, "pick 1")
    assert [(event.cause, event.rule) for event in happened(state, "paid")] == [("", "market.price")]
    state = finish(bare().active(0, "ogres", "thieving", {3: 2}).active(1, "kraken", "wise", {4: 2}).conquest(0))
    assert [(e.seat, e.cause, e.rule) for e in happened(state, "paid")] == [(1, "thieving", "power.thieving")]
    scene = bare().active(0, "ogres", "stone", {3: 4}).declined(1, "liches", {4: 1})
    state = play(scene.conquest(0), "conquer 4")
    assert [(e.seat, e.cause, e.rule) for e in happened(state, "paid")] == [(0, "liches", "race.liches")]


@cites("small-world", "conquest.first_shore")
def test_any_sea_shore_means_land() -> None:
    """With the option a race enters over the land beside any sea; water is entered only from the edge, as ever."""
    for name, data in catalog.map_files("terrarium.smallworld.classic").items():
        plain, wide = board_from(data, False), board_from(data, True)
        assert not (int(wide.entry) & ~int(plain.entry)) & int(wide.water), name
    rows: Any = [
        {"id": 0, "features": ["hill", "edge", "entry"], "borders": [1], "natives": 0},
        {"id": 1, "features": ["forest", "coastal"], "borders": [0, 2], "natives": 0},
        {"id": 2, "features": ["sea"], "borders": [1, 3], "natives": 0},
        {"id": 3, "features": ["lake"], "borders": [2], "natives": 0},
    ]
    board = board_from({"id": "tiny", "players": 2, "rounds": 10, "regions": rows}, True)
    assert int(board.entry) == 0b0011
