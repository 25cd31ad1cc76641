"""Things of one's own in play: what a relic, place or artifact does when it comes to light, and when it does not."""

from typing import Any

import pytest

from terrarium.workshop.files import option_of, read_unit
from tests.support.scene import Scene, can, coins_for, end_turn, happened, play, refused, region

HEAD = """format = 1
[unit]
kind = "relic"
id = "idol"
name = { en = "Idol", zh-Hant = "神像", zh-Hans = "神像" }
"""
PAYS = (
    HEAD
    + """[[unit.ability]]
when = "found"
do = { gain = 3 }
"""
)
ASKS = (
    HEAD
    + """[unit.piece]
id = "candle"
name = { en = "Candle", zh-Hant = "蠟燭", zh-Hans = "蜡烛" }
stock = 2
[[unit.ability]]
when = "found"
do = { ask = "region", among = { not = "spot" }, then = { lay = "here" } }
"""
)


def about_to_find(text: str, seat: int = 0) -> Any:
    """Ogres of this seat beside region 6, where something is hidden; the idol is among what may be found."""
    name, value = option_of(read_unit(text))
    options: dict[str, Any] = {name: value}
    scene = Scene(title="underground", **options)
    scene.unseen.append("idol")
    if text is ASKS:
        scene.stock["candle"] = 2
    scene.active(seat, "ogres", "mining", {1: 5}).active(1 - seat, "kraken", "stone", {25: 1})
    return play(scene.conquest(seat), "conquer 6")


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_thing_does_when_it_is_found_it_does_for_its_finder(seat: int) -> None:
    state = play(about_to_find(PAYS, seat), "? find idol")
    assert coins_for(state, "idol") == 3
    assert [event.seat for event in happened(state, "coins")] == [seat]


def test_it_does_so_once_and_for_nobody_who_comes_later() -> None:
    state = play(about_to_find(PAYS), "? find idol")
    play(end_turn(state), "expand")
    assert state.view(0)["turn"] == 1
    end_turn(end_turn(state))
    assert coins_for(state, "idol") == 3
    name, value = option_of(read_unit(PAYS))
    options: dict[str, Any] = {name: value}
    scene = Scene(title="underground", **options)
    scene.unseen.append("idol")
    scene.clear(6).thing(6, "idol").active(0, "ogres", "mining", {1: 5}).active(1, "kraken", "stone", {25: 1})
    later = play(scene.conquest(0), "conquer 6")
    assert region(later, 6)["marks"] == {"idol": 1}
    assert coins_for(later, "idol") == 0, "it lay there in the open"


def test_another_thing_that_is_found_is_not_this_one() -> None:
    assert coins_for(play(about_to_find(PAYS), "? find shiny_orb"), "idol") == 0


def test_its_question_is_put_where_it_is_found_and_nowhere_else() -> None:
    asked = play(about_to_find(ASKS), "? find idol")
    assert can(asked, "place idol 1")
    assert refused(asked, "place idol 6") == "unit_not_here", "among these regions alone"
    assert refused(asked, "place idol 25") == "not_your_region"
    play(asked, "place idol 1")
    assert region(asked, 1)["marks"] == {"candle": 1}
    other = play(about_to_find(ASKS), "? find shiny_orb")
    assert not can(other, "place idol 1")
