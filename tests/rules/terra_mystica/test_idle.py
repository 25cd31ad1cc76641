"""Actions that would do nothing: refused, or allowed by an option; spades and cult steps may always be taken."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, page, play, seat, why

HOUSES = [f"A{n} d" for n in range(1, 9)]
SENT = {"fire": [0, 0, 0, 0], "water": [0, 0, 0, -1]}


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*factions, **options)
    for i in range(len(factions)):
        table.goods(i, coins=30, workers=20, bowls=[0, 0, 12])
    return table


def boxed_in(faction: str = "witches", **options: Any) -> Table:
    """A seat whose only building stands among buildings of another: there is nothing it could dig."""
    around = [f"{name} d" for name in ("E6", "E7", "F3", "F5", "G1", "G2", "G3")]
    return rich(faction, "nomads", **options).put(0, "F4 d").put(1, *around)


@cites("terra-mystica", "special.idle", "goods.priests")
def test_a_priest_for_power_needs_a_piece() -> None:
    table = rich("witches", "nomads").put(0, "F4 d").set(spots=SENT)
    assert why(table.main(0), "action act2").code == "no_priest"
    assert can(rich("witches", "nomads").put(0, "F4 d").main(0), "action act2")
    idle = rich("witches", "nomads", idle_actions="on").put(0, "F4 d").set(spots=SENT).main(0)
    play(idle, "action act2")
    assert has(idle, 0, priests=0, bowls=[3, 0, 9])
    assert "act2" in [act["action"] for act in page(idle)["power_actions"] if act["used"]]


@cites("terra-mystica", "special.idle", "bridges.own_end", "bridges.supply")
def test_the_bridge_action_needs_a_bridge_and_a_site() -> None:
    inland = rich("witches", "nomads").put(0, "E2 d")
    assert why(inland.main(0), "action act1").code == "no_site"
    idle = rich("witches", "nomads", idle_actions="on").put(0, "E2 d").main(0)
    play(idle, "action act1")
    assert ask(idle) == "post"
    assert has(idle, 0, bridges_left=3, bowls=[3, 0, 9])
    spent = rich("witches", "nomads", idle_actions="on").put(0, "C2 d").goods(0, bridges=["C2:D4", "C2:E5", "C2:D3"])
    state = spent.main(0)
    play(state, "action act1")
    assert ask(state) == "post"


@cites("terra-mystica", "special.idle")
@pytest.mark.parametrize(
    ("faction", "other", "buildings"),
    [
        ("witches", "nomads", ["F4 sh", *HOUSES]),
        ("swarmlings", "witches", ["E4 sh"]),
        ("nomads", "witches", ["F4 sh"]),
    ],
)
def test_a_stronghold_action_needs_an_object(faction: str, other: str, buildings: list[str]) -> None:
    def laid(**options: Any) -> Table:
        table = rich(faction, other, **options).put(0, *buildings)
        return table.put(1, "E6 d", "E7 d", "F3 d", "F5 d", "G1 d", "G2 d") if faction == "nomads" else table

    assert why(laid().main(0), "action stronghold").code == "no_object"
    state = laid(idle_actions="on").main(0)
    before = hexes(state)
    play(state, "action stronghold")
    assert ask(state) == "post"
    assert hexes(state) == before
    assert seat(state, 0)["used"] == ["stronghold"]
    end_turn(state)
    assert state.current_player() == 1


@cites("terra-mystica", "special.idle")
def test_with_the_option_an_object_may_be_turned_down_too() -> None:
    strict = rich("witches", "nomads").put(0, "A3 sh").main(0)
    play(strict, "action stronghold")
    assert why(strict, "done").code == "other_question"
    state = rich("witches", "nomads", idle_actions="on").put(0, "A3 sh").main(0)
    play(state, "action stronghold")
    assert can(state, "build f4")
    play(state, "done")
    assert ask(state) == "post"
    bridge = rich("witches", "nomads", idle_actions="on").put(0, "C2 d").main(0)
    play(bridge, "action act1", "done")
    assert has(bridge, 0, bridges_left=3)


@cites("terra-mystica", "special.idle")
def test_a_search_never_looks_at_actions_that_do_nothing() -> None:
    table = rich("witches", "nomads", idle_actions="on").put(0, "E2 sh", *HOUSES).set(spots=SENT)
    state = table.goods(0, bridges=["C2:D4", "C2:E5", "C2:D3"]).main(0).lean(True)
    for text in ("action act1", "action act2", "action stronghold"):
        assert why(state, text).code == "not_listed"


@cites("terra-mystica", "special.idle", "spades.drop", "spades.credit")
@pytest.mark.parametrize(("action", "n"), [("action act5", 1), ("action act6", 2), ("action card", 1)])
def test_spades_may_be_taken_where_nothing_can_be_dug(action: str, n: int) -> None:
    # the tile of round 1 pays 2 points a spade
    state = boxed_in().goods(0, card="bon1").set(round=1).main(0)
    told = play(state, action)
    assert ask(state) == "post"
    assert has(state, 0, vp=20 + 2 * n, workers=20)
    assert [event.args["n"] for event in told if event.code == "spades_lost"] == [n]
    used = boxed_in(spade_credit="used").goods(0, card="bon1").set(round=1).main(0)
    play(used, action)
    assert has(used, 0, vp=20)


@cites("terra-mystica", "special.idle", "cults.ten")
def test_cult_steps_may_be_taken_where_no_cult_rises() -> None:
    state = rich("witches", "nomads").put(0, "F4 d").goods(0, card="bon2", cults=[9, 9, 9, 9]).main(0)
    play(state, "action card", "cult air")
    assert seat(state, 0)["cults"]["air"] == 9


@cites("terra-mystica", "spades.top_up", "faction.halflings.stronghold")
def test_halflings_top_up_the_spades_of_their_stronghold() -> None:
    # the long way round is six steps: three spades of the stronghold and three bought ones
    table = rich("halflings", "nomads").put(0, "F4 tp").terrain("E6", "swamp")
    state = table.main(0)
    play(state, "upgrade f4 sh")
    assert has(state, 0, workers=16, vp=23)
    play(state, "transform e6 plains long")
    assert has(state, 0, workers=16 - 3 * 3, vp=26)
    # only the first space: with two spades left over nothing more is bought
    split = rich("halflings", "nomads").put(0, "F4 tp").terrain("E6", "swamp").terrain("G2", "forest").main(0)
    play(split, "upgrade f4 sh", "transform e6 plains")
    assert why(split, "transform g2 plains").code == "too_few_spades"
