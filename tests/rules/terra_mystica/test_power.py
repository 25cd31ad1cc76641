"""Power: bowls, burning, conversions, payment in its normal form, power actions, power from neighbours."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, play, seat, why


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=20, workers=12, priests=3)
    return table


@cites("terra-mystica", "magic.bowls", "magic.actions")
def test_power_moves_through_the_bowls_and_back() -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[1, 2, 6]).main(0)
    play(state, "action act3")
    assert has(state, 0, bowls=[5, 2, 2], workers=14)
    end_turn(state)
    assert why_of_power(state) == "used_this_round"


def why_of_power(state: object) -> str:
    return why(state, "action act3").code  # type: ignore[arg-type]


@cites("terra-mystica", "magic.burn", "magic.actions")
def test_a_power_action_burns_what_is_missing() -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[0, 7, 1]).main(0)
    play(state, "action act4")
    assert has(state, 0, bowls=[4, 1, 0], coins=27)
    poor = rich().put(0, "F4 d").goods(0, bowls=[0, 5, 1]).main(0)
    assert why(poor, "action act4").code == "not_enough_power"


@cites("terra-mystica", "magic.burn")
def test_burning_needs_two_tokens_in_bowl_two() -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[3, 2, 1]).main(0)
    play(state, "burn")
    assert has(state, 0, bowls=[3, 0, 2])
    assert why(state, "burn").code == "burn_two"


@cites("terra-mystica", "convert.rates")
@pytest.mark.parametrize(
    ("line", "gained"),
    [
        ("convert power priest", {"priests": 4, "bowls": [8, 4, 0]}),
        ("convert power worker", {"workers": 13, "bowls": [6, 4, 2]}),
        ("convert power coin", {"coins": 21, "bowls": [4, 4, 4]}),
        ("convert priest worker", {"priests": 2, "workers": 13}),
        ("convert worker coin", {"workers": 11, "coins": 21}),
    ],
)
def test_conversions(line: str, gained: dict[str, object]) -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[3, 4, 5]).main(0)
    play(state, line)
    assert has(state, 0, **gained)


@cites("terra-mystica", "convert.rates")
def test_conversions_that_cannot_be_made() -> None:
    state = Table("witches", "nomads").put(0, "F4 d").goods(0, bowls=[3, 4, 0]).main(0)
    assert why(state, "convert power coin").code == "not_enough_power"
    assert why(state, "convert priest worker").code == "too_few_priests"
    assert why(state, "convert worker coin").code == "too_few_workers"
    assert why(state, "convert vp coin").code == "only_faction"


@cites("terra-mystica", "convert.when")
def test_conversions_only_in_the_own_turn_but_in_every_question_of_it() -> None:
    state = rich().put(0, "E6 d").put(1, "E7 te").goods(1, bowls=[5, 7, 2]).main(0)
    play(state, "upgrade e6 tp")
    assert ask(state) == "post"
    assert can(state, "convert worker coin")
    play(state, "done")
    assert ask(state) == "leech"
    assert why(state, "convert power coin").code == "not_your_turn"
    tile = rich().put(0, "F4 tp").main(0)
    play(tile, "upgrade f4 te")
    assert ask(tile) == "favor"
    assert can(tile, "convert worker coin")


@cites("terra-mystica", "goods.priests")
def test_priests_end_at_seven_counting_those_on_the_cult_board() -> None:
    spots = {"fire": [0, 0, -1, -1]}
    state = rich().put(0, "F4 d").goods(0, priests=4, bowls=[0, 0, 12]).set(spots=spots).main(0)
    play(state, "convert power priest")
    assert has(state, 0, priests=5, priests_left=0)
    assert why(state, "convert power priest").code == "no_priest"
    assert why(state, "action act2").code == "no_priest"


@cites("terra-mystica", "goods.unlimited", "upgrade.cost")
def test_payment_in_normal_form() -> None:
    # a temple for 2 workers and 5 coins from 0 workers, 1 coin: two workers by power, then coins by what is left
    state = Table("witches", "nomads").put(0, "F4 tp").goods(0, coins=1, bowls=[0, 0, 10]).main(0)
    play(state, "upgrade f4 te")
    assert has(state, 0, coins=0, workers=0, bowls=[10, 0, 0])
    short = Table("witches", "nomads").put(0, "F4 tp").goods(0, coins=1, bowls=[0, 0, 9]).main(0)
    assert why(short, "upgrade f4 te").code == "cannot_pay"
    # power is dearer than a priest when coins are short too
    mixed = Table("witches", "nomads").put(0, "F4 tp").goods(0, coins=0, priests=2, bowls=[0, 0, 5]).main(0)
    play(mixed, "upgrade f4 te")
    assert has(mixed, 0, coins=0, priests=0, bowls=[5, 0, 0])


@cites("terra-mystica", "leech.offer", "leech.cost", "leech.choice", "components.values")
def test_neighbours_may_take_power_for_points() -> None:
    state = rich().put(0, "E6 d").put(1, "E7 te", "F4 d").main(0)
    play(state, "upgrade e6 tp", "done")
    assert state.view(1)["ask"] == {"code": "leech", "offer": 3, "power": 3, "vp": 2, "from": 0}
    play(state, "leech take")
    assert has(state, 1, vp=18, bowls=[2, 10, 0])
    again = rich().put(0, "E6 d").put(1, "E7 te", "F4 d").main(0)
    play(again, "upgrade e6 tp", "done", "leech decline")
    assert has(again, 1, vp=20, bowls=[5, 7, 0])


@cites("terra-mystica", "leech.room")
def test_power_that_does_not_fit_is_neither_gained_nor_paid() -> None:
    state = rich().put(0, "E6 d").put(1, "E7 te", "F4 d").goods(1, bowls=[0, 2, 10]).main(0)
    play(state, "upgrade e6 tp", "done", "leech take")
    assert has(state, 1, vp=19, bowls=[0, 0, 12])
    full = rich().put(0, "E6 d").put(1, "E7 te").goods(1, bowls=[0, 0, 12]).main(0)
    play(full, "upgrade e6 tp", "done")
    assert ask(full) == "main"


@cites("terra-mystica", "leech.points")
@pytest.mark.parametrize(("vp", "power"), [(0, 1), (1, 2), (2, 3)])
def test_power_is_capped_by_points(vp: int, power: int) -> None:
    state = rich().put(0, "E6 d").put(1, "E7 te", "F4 d").goods(1, vp=vp).main(0)
    play(state, "upgrade e6 tp", "done", "leech take")
    assert has(state, 1, vp=0 if power > 1 else vp, bowls=[5 - power, 7 + power, 0])


@cites("terra-mystica", "leech.points")
def test_strict_reading_power_that_cannot_be_paid_is_not_offered() -> None:
    for vp, asked in ((1, "main"), (2, "leech")):
        table = rich("witches", "nomads", leech_vp_rule="strict").put(0, "E6 d").put(1, "E7 te", "F4 d")
        state = table.goods(1, vp=vp).main(0)
        play(state, "upgrade e6 tp", "done")
        assert ask(state) == asked


@cites("terra-mystica", "leech.order")
def test_neighbours_are_asked_clockwise_after_the_builders_turn() -> None:
    table = rich("witches", "nomads", "giants", "mermaids").put(2, "E6 d").put(0, "E7 d").put(1, "F4 d").put(3, "F3 d")
    state = table.main(2)
    play(state, "upgrade e6 tp")
    assert ask(state) == "post"
    play(state, "done")
    asked = []
    while ask(state) == "leech":
        asked.append(state.current_player())
        play(state, "leech take")
    assert asked == [3, 0, 1]


@cites("terra-mystica", "leech.offer", "reach.bridges")
def test_anybodys_bridge_makes_neighbours() -> None:
    table = rich("witches", "nomads", "giants").put(0, "C2 d").put(1, "E5 te").put(2, "A1 d")
    assert ask_after(table) == "main"
    table = rich("witches", "nomads", "giants").put(0, "C2 d").put(1, "E5 te").put(2, "A1 d")
    table.goods(2, bridges=["C2:E5"])
    assert ask_after(table) == "leech"


def ask_after(table: Table) -> str:
    state = table.main(0)
    play(state, "upgrade c2 tp", "done")
    return ask(state)


@cites("terra-mystica", "upgrade.discount", "reach.bridges")
def test_a_neighbour_over_a_foreign_bridge_halves_the_trading_house() -> None:
    for bridges, coins in (([], 14), (["C2:E5"], 17)):
        table = rich("witches", "nomads", "giants").put(0, "C2 d").put(1, "E5 te").put(2, "A1 d")
        state = table.goods(2, bridges=bridges).main(0)
        play(state, "upgrade c2 tp")
        assert has(state, 0, coins=coins)


@cites("terra-mystica", "leech.offer")
def test_transforming_and_bridges_offer_no_power() -> None:
    state = rich().put(0, "E6 d").put(1, "F3 te").goods(0, bowls=[0, 0, 12]).main(0)
    play(state, "transform e5 plains")
    end_turn(state)
    assert state.current_player() == 1
    assert seat(state, 1)["bowls"] == [5, 7, 0]


@cites("terra-mystica", "reach.direct", "leech.offer", "upgrade.discount", "towns.founding")
def test_edges_and_bridges_are_direct_and_shipping_is_not() -> None:
    # E6 and E7 share an edge; C2 and E5 lie at the two ends of a bridge site; F4 and G3 are a river space apart
    for own, other, bridges, direct in (
        ("E6", "E7", [], True),
        ("C2", "E5", [], False),
        ("C2", "E5", ["C2:E5"], True),
        ("F4", "G3", [], False),
    ):
        table = rich().put(0, f"{own} d").put(1, f"{other} te").goods(0, shipping=3, bridges=bridges)
        state = table.goods(1, shipping=3).main(0)
        play(state, f"upgrade {own.lower()} tp")
        assert has(state, 0, coins=20 - (3 if direct else 6))
        play(state, "done")
        assert ask(state) == ("leech" if direct else "main")
    # seven power in four buildings, one of them over the river: no town
    apart = rich().put(0, "E6 tp", "E7 tp", "F4 d", "G3 d").goods(0, shipping=3).main(0)
    play(apart, "upgrade f4 tp")
    assert ask(apart) == "post"


@cites("terra-mystica", "leech.own")
def test_a_building_brings_its_builder_no_power() -> None:
    table = rich().put(0, "E6 d", "E7 tp", "F4 te").put(1, "F3 te").goods(0, bowls=[5, 7, 0], shipping=1)
    for line, neighbours in (("upgrade e6 tp", [1]), ("build g3", [])):
        state = table.main(0)
        play(state, line, "done")
        asked = []
        while ask(state) == "leech":
            asked.append(state.current_player())
            play(state, "leech take")
        assert asked == neighbours
        assert has(state, 0, bowls=[5, 7, 0], vp=20)
    # the same from the last seat, whose neighbours are counted round the table
    last = rich("nomads", "witches").put(1, "E6 d", "E7 tp").put(0, "F3 te").goods(1, bowls=[5, 7, 0]).main(1)
    play(last, "upgrade e6 tp", "done")
    assert (ask(last), last.current_player()) == ("leech", 0)
    play(last, "leech take")
    assert has(last, 1, bowls=[5, 7, 0], vp=20)


@cites("terra-mystica", "leech.only", "leech.cost")
def test_only_power_from_a_neighbour_costs_points() -> None:
    bare = {"coins": 20, "workers": 20, "priests": 5, "bowls": [12, 0, 0], "vp": 3}
    cult = rich().put(0, "F4 d").goods(0, **{**bare, "cults": [0, 0, 0, 2]}).main(0)
    play(cult, "send air 3")
    # steps 3 and 5 of a cult: 1 + 2 power
    assert has(cult, 0, bowls=[9, 3, 0], vp=3)
    town = rich(round=5).put(0, "F4 d").goods(0, **bare).state(0, ["town", 0, 0, 0])
    play(town, "town tw4")
    # 8 power and 6 points of the tile, 5 points of the Witches
    assert has(town, 0, bowls=[4, 8, 0], vp=3 + 6 + 5)
    ability = rich("alchemists", "nomads").put(0, "F4 tp").goods(0, **bare).main(0)
    play(ability, "upgrade f4 sh")
    assert has(ability, 0, bowls=[0, 12, 0], vp=3)
    income = rich().put(0, "F4 tp").put(1, "A5 d").goods(0, **bare).main(0)
    play(income, "pass bon4", "pass bon1")
    # a trading house 1, the card 3
    assert has(income, 0, bowls=[8, 4, 0], vp=3)
    neighbour = rich().put(0, "E6 d").put(1, "E7 te", "F4 d").goods(1, **bare).main(0)
    play(neighbour, "upgrade e6 tp", "done", "leech take")
    assert has(neighbour, 1, bowls=[9, 3, 0], vp=3 - 2)


@cites("terra-mystica", "magic.burn", "convert.when")
def test_power_may_be_burnt_while_bowl_three_would_do() -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[0, 4, 8]).main(0)
    assert can(state, "action act6")
    play(state, "burn 2")
    assert has(state, 0, bowls=[0, 0, 10])
    assert why(state, "burn").code == "burn_two"
