"""Power and goods at their bounds: what fits, what is lost, what may be converted, climbed and offered."""

from typing import Any

import pytest

from terrarium.terramystica import causes
from terrarium.terramystica.economy.goods import gain_power
from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, play, seat, why


def table(*factions: str, **options: Any) -> Table:
    return Table(*(factions or ("witches", "nomads")), **options)


@cites("terra-mystica", "magic.bowls")
@pytest.mark.parametrize(
    ("bowls", "gained", "after"),
    [
        ([5, 7, 0], 3, [2, 10, 0]),
        ([5, 7, 0], 5, [0, 12, 0]),
        ([5, 7, 0], 8, [0, 9, 3]),
        ([2, 0, 4], 3, [0, 1, 5]),
        ([0, 3, 1], 2, [0, 1, 3]),
        ([0, 2, 4], 8, [0, 0, 6]),
        ([1, 1, 4], 8, [0, 0, 6]),
        ([0, 0, 12], 8, [0, 0, 12]),
    ],
)
def test_power_gained_moves_from_the_first_bowl_on(bowls: list[int], gained: int, after: list[int]) -> None:
    state = table().put(0, "F4 d").goods(0, bowls=bowls).main(0)
    gain_power(state, 0, gained, causes.NONE)
    assert has(state, 0, bowls=after)


@cites("terra-mystica", "magic.bowls", "magic.burn")
def test_power_spent_goes_from_the_third_bowl_to_the_first() -> None:
    state = table().put(0, "F4 d").goods(0, bowls=[1, 2, 6]).main(0)
    play(state, "convert power worker")
    assert has(state, 0, bowls=[4, 2, 3], workers=1)
    play(state, "burn")
    assert has(state, 0, bowls=[4, 0, 4])
    assert why(state, "burn").code == "burn_two"
    assert why(table().put(0, "F4 d").goods(0, bowls=[5, 1, 0]).main(0), "burn").code == "burn_two"
    assert can(table().put(0, "F4 d").goods(0, bowls=[5, 2, 0]).main(0), "burn")


@cites("terra-mystica", "convert.rates")
@pytest.mark.parametrize(
    ("line", "goods", "after"),
    [
        ("convert power priest", {"bowls": [0, 0, 5]}, {"bowls": [5, 0, 0], "priests": 1}),
        ("convert power worker", {"bowls": [0, 0, 3]}, {"bowls": [3, 0, 0], "workers": 1}),
        ("convert power coin", {"bowls": [0, 0, 1]}, {"bowls": [1, 0, 0], "coins": 1}),
        ("convert priest worker", {"priests": 1, "bowls": [12, 0, 0]}, {"priests": 0, "workers": 1}),
        ("convert worker coin", {"workers": 1, "bowls": [12, 0, 0]}, {"workers": 0, "coins": 1}),
    ],
)
def test_a_conversion_takes_exactly_its_rate(line: str, goods: dict[str, Any], after: dict[str, Any]) -> None:
    state = table().put(0, "F4 d").goods(0, **goods).main(0)
    play(state, line)
    assert has(state, 0, **after)
    less = dict(goods)
    if line.startswith("convert power"):
        less["bowls"] = [0, 0, goods["bowls"][2] - 1]
    else:
        less[line.split()[1] + "s"] -= 1
    short = table().put(0, "F4 d").goods(0, **less).main(0)
    assert why(short, line).code in ("not_enough_power", "too_few_priests", "too_few_workers")


@cites("terra-mystica", "faction.alchemists.trade")
def test_alchemists_trade_at_exactly_one_point_and_two_coins() -> None:
    for vp, coins, both in ((1, 2, (True, True)), (0, 1, (False, False)), (1, 1, (True, False)), (0, 2, (False, True))):
        state = table("alchemists", "witches").put(0, "E5 d").goods(0, vp=vp, coins=coins, bowls=[12, 0, 0]).main(0)
        assert (can(state, "convert vp coin"), can(state, "convert coins vp")) == both
    other = table("darklings", "witches").put(0, "E5 d").goods(0, coins=9).main(0)
    assert why(other, "convert vp coin").code == "only_faction"
    assert why(other, "convert coins vp").code == "only_faction"


@cites("terra-mystica", "convert.when")
def test_conversions_in_every_question_of_the_own_turn_and_in_no_other() -> None:
    def goods() -> Table:
        return table().put(0, "F4 d").put(1, "E7 d").goods(0, workers=9, coins=9, priests=3, bowls=[0, 0, 9])

    free = goods().main(0)
    play(free, "action act5")
    assert ask(free) == "spades"
    assert can(free, "convert worker coin")
    step = goods().goods(0, card="bon2").main(0)
    play(step, "action card")
    assert ask(step) == "cult"
    assert can(step, "convert worker coin")
    assert can(step, "burn") == (seat(step, 0)["bowls"][1] >= 2)
    cult_phase = goods().state(-1, ["spades", 0, 1, 1])
    assert why(cult_phase, "convert worker coin").code == "not_your_turn"
    offered = goods().state(0, ["leech", 1, 1, 0])
    assert why(offered, "convert worker coin").code == "not_your_turn"


@cites("terra-mystica", "cults.power")
@pytest.mark.parametrize("start", range(10))
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_power_met_on_the_way_up(start: int, steps: int) -> None:
    state = table().put(0, "F4 d").goods(0, bowls=[12, 0, 0], priests=1, cults=[start, 0, 0, 0], keys=1).main(0)
    play(state, f"send fire {steps}")
    goal = min(start + steps, 10)
    power = sum(n for place, n in ((3, 1), (5, 2), (7, 2), (10, 3)) if start < place <= goal)
    assert seat(state, 0)["cults"]["fire"] == goal
    assert has(state, 0, bowls=[12 - power, power, 0])


@cites("terra-mystica", "cults.send", "cults.spaces")
def test_three_spaces_for_two_steps_and_one_for_three() -> None:
    def sent(spots: list[int], steps: int) -> Any:
        return table().put(0, "F4 d").goods(0, priests=1).set(spots={"water": spots}).main(0)

    for spots, two, three in (
        ([-1, -1, -1, -1], True, True),
        ([1, -1, -1, -1], True, False),
        ([-1, 1, 1, -1], True, True),
        ([-1, 1, 1, 1], False, True),
        ([1, 1, 1, 1], False, False),
    ):
        state = sent(spots, 2)
        assert (can(state, "send water 2"), can(state, "send water 3")) == (two, three)
        assert can(state, "send water 1")
    back = table().put(0, "F4 d").goods(0, priests=1).main(0)
    play(back, "send water 1")
    assert has(back, 0, priests=0, priests_sent=0)
    stays = table().put(0, "F4 d").goods(0, priests=1).main(0)
    play(stays, "send water 2")
    assert has(stays, 0, priests=0, priests_sent=1)
    none = table().put(0, "F4 d").goods(0, bowls=[12, 0, 0]).main(0)
    assert why(none, "send water 1").code == "cannot_pay"


@cites("terra-mystica", "components.values", "leech.offer")
@pytest.mark.parametrize(("kind", "power"), [("d", 1), ("tp", 2), ("te", 2), ("sh", 3), ("sa", 3)])
def test_a_building_is_offered_by_its_value(kind: str, power: int) -> None:
    state = table().put(0, "E6 d").put(1, f"E7 {kind}").goods(0, coins=20, workers=20).main(0)
    play(state, "upgrade e6 tp", "done")
    assert state.view(1)["ask"]["offer"] == power
    play(state, "leech decline")
    assert (ask(state), state.current_player()) == ("main", 1), "one building, one offer"


@cites("terra-mystica", "leech.room")
@pytest.mark.parametrize(
    ("bowls", "power"), [([0, 0, 12], 0), ([0, 1, 11], 1), ([0, 2, 10], 2), ([1, 0, 11], 2), ([1, 1, 10], 3)]
)
def test_no_more_power_is_taken_than_fits(bowls: list[int], power: int) -> None:
    state = table().put(0, "E6 d").put(1, "E7 te", "F4 d").goods(0, coins=20, workers=20).goods(1, bowls=bowls).main(0)
    play(state, "upgrade e6 tp", "done")
    if power == 0:
        assert ask(state) == "main"
        return
    play(state, "leech take")
    assert has(state, 1, vp=20 - (power - 1))


@cites("terra-mystica", "cults.short_keys", "cults.ten")
def test_without_any_key_nothing_is_asked_and_all_stay_at_nine() -> None:
    state = table(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").goods(0, coins=30, workers=20, cults=[9, 9, 3, 0])
    played = state.goods(0, keys=1).main(0)
    play(played, "upgrade e6 tp", "town tw5")
    assert ask(played) == "post", "two keys for two tracks"
    assert seat(played, 0)["cults"] == {"fire": 10, "water": 10, "earth": 4, "air": 1}
    assert has(played, 0, keys=0)
    one = table(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").goods(0, coins=30, workers=20, cults=[9, 3, 3, 0])
    single = one.main(0)
    play(single, "upgrade e6 tp", "town tw5")
    assert ask(single) == "post"
    assert seat(single, 0)["cults"]["fire"] == 10
    step = table().put(0, "F4 d").goods(0, cults=[9, 9, 0, 0], priests=1).main(0)
    play(step, "send fire 1")
    assert ask(step) == "post"
    assert seat(step, 0)["cults"]["fire"] == 9


@cites("terra-mystica", "towns.sanctuary", "towns.founding")
@pytest.mark.parametrize(
    ("buildings", "line", "town"),
    [
        (["E6 te", "F4 tp", "F3 tp"], "upgrade e6 sa", True),
        (["E6 te", "F4 d", "F3 tp"], "upgrade e6 sa", False),
        (["E6 te", "F4 sh"], "upgrade e6 sa", False),
        (["E6 d", "E7 d", "F4 tp", "F3 tp"], "upgrade e6 tp", True),
        (["E6 d", "E7 d", "F4 d", "F3 tp"], "upgrade e6 tp", False),
        (["E6 d", "F4 sh", "F3 tp"], "upgrade e6 tp", False),
    ],
)
def test_enough_buildings_and_enough_power_make_a_town(buildings: list[str], line: str, town: bool) -> None:
    state = table(round=5).put(0, *buildings).goods(0, coins=30, workers=20).main(0)
    play(state, line)
    if ask(state) == "favor":
        play(state, "favor fav9")
    assert ask(state) == ("town" if town else "post")
    end_turn(state)


@cites("terra-mystica", "cults.ten")
def test_whoever_stands_on_ten_keeps_the_other_keys() -> None:
    state = table().put(0, "F4 d").goods(0, cults=[10, 0, 0, 0], keys=1, priests=1, bowls=[12, 0, 0]).main(0)
    play(state, "send fire 3")
    assert seat(state, 0)["cults"]["fire"] == 10
    assert has(state, 0, keys=1, bowls=[12, 0, 0])


@cites("terra-mystica", "cults.missed")
def test_only_the_step_that_was_missed_is_made_good() -> None:
    # FAV5 lifts fire from 8 to 10, which fails for want of a key; the town then brings one, and a step for every cult
    goods = {"coins": 30, "workers": 20, "bowls": [12, 0, 0]}
    built = table(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").goods(0, cults=[8, 6, 0, 0], **goods).main(0)
    play(built, "upgrade f4 te", "favor fav5")
    assert seat(built, 0)["cults"]["fire"] == 9
    play(built, "town tw5")
    assert seat(built, 0)["cults"] == {"fire": 10, "water": 7, "earth": 1, "air": 1}
    later = table(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").goods(0, cults=[9, 6, 0, 0], **goods).main(0)
    play(later, "upgrade e6 tp", "town tw1")
    assert seat(later, 0)["cults"]["fire"] == 9, "nothing was missed in this action"


CIRCLE = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")


@cites("terra-mystica", "components.circle", "spades.distance", "spades.price")
@pytest.mark.parametrize("start", CIRCLE)
@pytest.mark.parametrize("goal", CIRCLE)
def test_steps_between_all_terrains(start: str, goal: str) -> None:
    away = abs(CIRCLE.index(start) - CIRCLE.index(goal))
    steps = min(away, 7 - away)
    laid = Table("witches", "nomads").put(0, "F4 d").put(1, "I1 d").terrain("E6", start)
    line = f"transform e6 {goal}"
    if start == goal:
        assert why(laid.goods(0, workers=20).main(0), line).code == "same_terrain"
        return
    through_home = start != "forest" != goal and on_the_way(start, goal)
    state = laid.goods(0, workers=3 * steps, bowls=[12, 0, 0]).main(0)
    if through_home:
        assert why(state, line).code == "past_home"
        return
    play(state, line)
    assert has(state, 0, workers=0)
    short = laid.goods(0, workers=3 * steps - 1, bowls=[12, 0, 0]).main(0)
    assert why(short, line).code == "cannot_pay"


def on_the_way(start: str, goal: str) -> bool:
    """Does the shorter way round lead through forest?"""
    place, end = CIRCLE.index(start), CIRCLE.index(goal)
    way = 1 if (end - place) % 7 <= 3 else -1
    while place != end:
        place = (place + way) % 7
        if CIRCLE[place] == "forest":
            return True
    return False


@cites("terra-mystica", "spades.one_way")
def test_the_long_way_costs_exactly_its_spades() -> None:
    for workers, allowed in ((4, True), (3, False)):
        laid = Table("witches", "nomads").put(0, "F4 d").put(1, "I1 d").terrain("E6", "plains")
        state = laid.goods(0, workers=workers, digging=2, bowls=[12, 0, 0]).main(0)
        assert can(state, "transform e6 forest long") == allowed


@cites("terra-mystica", "towns.six")
@pytest.mark.parametrize(
    ("buildings", "town"), [(["E6 d", "E7 d", "F4 tp", "F3 tp"], True), (["E6 d", "E7 d", "F4 d", "F3 tp"], False)]
)
def test_six_is_enough_with_the_tile_and_five_is_not(buildings: list[str], town: bool) -> None:
    built = table(round=5).put(0, *buildings, "I1 tp").goods(0, coins=30, workers=20)
    state = built.main(0)
    play(state, "upgrade i1 te", "favor fav5")
    assert ask(state) == ("town" if town else "post"), "also for groups that stand already"
    other = built.main(0)
    play(other, "upgrade i1 te", "favor fav9")
    assert ask(other) == "post"


@cites("terra-mystica", "spades.free_hex")
@pytest.mark.parametrize(("home", "name"), [("F4", "E6"), ("B3", "A5")])
def test_a_space_that_was_just_built_on_is_closed_to_spades(home: str, name: str) -> None:
    laid = table().put(0, f"{home} d").put(1, "I1 d").terrain(name, "forest").set(passed=[1])
    state = laid.goods(0, coins=30, workers=20, bowls=[0, 0, 12]).main(0)
    play(state, f"build {name.lower()}", "done", "action act5")
    assert why(state, f"transform {name.lower()} mountains").code == "occupied"
    legal = [state.text(code) for code in state.legal_actions()]
    assert not [text for text in legal if text.startswith(f"transform {name.lower()} ")]


@cites("terra-mystica", "round.income", "round.income_kinds", "round.phases")
def test_a_new_round_brings_exactly_the_income_told() -> None:
    built = table("witches", "nomads").put(0, "F4 d", "A3 tp", "B3 te", "G3 sa").put(1, "I1 d")
    built.goods(0, bowls=[12, 0, 0], favors=["fav7"], card="bon8").goods(1, bowls=[12, 0, 0]).set(passed=[1])
    state = built.main(0)
    told = dict(seat(state, 0)["income"])
    play(state, "pass bon4")
    # the card that pays is the one taken: 3 power instead of a priest
    told["priests"] -= 1
    told["power"] += 3
    assert (state.view(0)["round"], ask(state)) == (3, "main")
    assert has(
        state, 0, coins=told["coins"], workers=told["workers"], priests=told["priests"],
        bowls=[12 - told["power"], told["power"], 0],
    )  # fmt: skip


@cites("terra-mystica", "faction.chaosmagicians.double", "turn.one_action")
def test_a_pass_in_a_double_turn_is_for_the_whole_round() -> None:
    built = table("chaosmagicians", "nomads").put(0, "E3 sh").put(1, "A1 d").goods(1, priests=3)
    state = built.main(0)
    play(state, "action stronghold", "pass bon1")
    assert state.current_player() == 1
    play(state, "send fire 1", "done")
    assert state.current_player() == 1, "the other has passed"
