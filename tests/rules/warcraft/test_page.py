"""What the page of a seat tells before anything is paid or placed: tolls, sides, Harmony, pieces asked for in a row."""

from typing import Any

from terrarium.kernel.contract import State
from tests.support.scene import play
from tests.support.warcraft import Wow


def facts(state: State, text: str) -> dict[str, Any]:
    """The facts of the choice with this text."""
    found = [choice for choice in state.choices(state.current_player()) if choice.text == text]
    assert len(found) == 1, text
    return found[0].facts


def regions(state: State) -> list[dict[str, Any]]:
    page: Any = state.view(0)
    found: list[dict[str, Any]] = page["regions"]
    return found


def test_coins_due_are_told_before_they_are_paid() -> None:
    scene = Wow().active(0, "pandaren", "marsh_dwelling", {3: 1, 8: 1}).active(1, "orcs", "intimidating", {7: 9})
    scene.note("pandaren", 0b10)
    state = scene.conquest(1)
    assert facts(state, "conquer 3")["toll"] == [["pandaren", 2], ["marsh_dwelling", 1]]
    assert facts(state, "conquer 8")["toll"] == [["pandaren", 2]]
    assert facts(state, "take intimidating 8")["toll"] == [["pandaren", 2]]
    assert "toll" not in facts(state, "conquer 11")
    assert state.scores() == [20, 20]
    play(state, "conquer 3")
    assert state.scores() == [23, 17]
    assert "toll" not in facts(state, "conquer 8")


def test_sides_and_harmony_are_public() -> None:
    scene = Wow().active(0, "pandaren", "mining", {8: 1}).active(1, "orcs", "ranger", {7: 1})
    scene.note("pandaren", 0b10)
    for seat in (0, 1, -3):
        page: Any = scene.conquest(1).view(seat)
        assert page["factions"]["orcs"] == "horde"
        assert page["factions"]["pandaren"] == "neutral"
        assert page["seats"][0]["tribes"][0]["shows"] == [["harmony", 1]]


def test_bombs_asked_for_one_by_one_are_told_at_once() -> None:
    scene = Wow().active(0, "goblins", "ranger", {8: 4}).active(1, "orcs", "mining", {7: 1, 11: 2, 4: 1})
    state = scene.conquest(0)
    play(state, "stop")
    page: Any = state.view(0)
    assert page["ask"]["code"] == "unit.goblins"
    assert (page["ask"]["most"], page["ask"]["sites"], page["ask"]["several"]) == (3, [4, 7, 11], False)
    play(state, "place goblins 11 4")
    assert [region["id"] for region in regions(state) if region["marks"].get("bomb")] == [4, 11]


def test_a_bomb_is_placed_by_whose_turn_it_is() -> None:
    state = Wow().active(0, "goblins", "ranger", {8: 4}).active(1, "orcs", "mining", {7: 1}).conquest(0)
    play(state, "stop")
    state.watch()
    play(state, "place goblins 7")
    placed = [event for event in state.events(0) if event.code == "placed"]
    assert [(event.seat, event.args["tribe"]) for event in placed] == [(0, "goblins")]


def test_nobody_is_no_victim() -> None:
    state = Wow().active(0, "orcs", "ranger", {8: 4}, hand=4).conquest(0)
    state.watch()
    play(state, "conquer 7")
    conquered = [event for event in state.events(0) if event.code == "conquered"]
    assert [event.args["victim"] for event in conquered] == ["none"]
