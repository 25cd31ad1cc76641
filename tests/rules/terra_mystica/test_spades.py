"""Transform and build: distance, reach, buying, splitting, the long way round, tunnelling and carpets."""

from typing import Any

import pytest

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.names import CONVERSIONS
from tests.support.cites import cites
from tests.support.mystic import HOMES, Table, ask, can, end_turn, has, hexes, play, why


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


@cites("terra-mystica", "spades.distance", "spades.price", "spades.partial")
@pytest.mark.parametrize(("line", "workers"), [("forest", 11), ("mountains", 11), ("lakes", 14), ("desert", 17)])
def test_spades_by_distance_on_the_circle(line: str, workers: int) -> None:
    # E6 is plains: forest and mountains are 3 away, lakes 2, desert 1
    state = rich().put(0, "F4 d").main(0)
    play(state, f"transform e6 {line}")
    assert has(state, 0, workers=workers)
    assert hexes(state)["E6"]["terrain"] == line


@cites("terra-mystica", "digging.action", "spades.price")
def test_the_spade_rate_lowers_the_price() -> None:
    state = rich().put(0, "F4 d").main(0)
    play(state, "advance digging")
    assert has(state, 0, workers=18, coins=25, priests=4, vp=26)
    second = rich().put(0, "F4 d").goods(0, digging=2).main(0)
    play(second, "transform e6 desert")
    assert has(second, 0, workers=19)
    assert why(rich().put(0, "F4 d").goods(0, digging=2).main(0), "advance digging").code == "track_end"


@cites("terra-mystica", "spades.free_hex", "reach.adjacent", "build.dwelling")
def test_refused_spaces() -> None:
    state = rich().put(0, "F4 d").put(1, "E6 d").main(0)
    assert why(state, "transform e6 forest").code == "occupied"
    assert why(state, "build e6").code == "occupied"
    assert why(state, "transform a1 forest").code == "out_of_reach"
    assert why(state, "build g2").code == "not_home"
    assert why(state, "transform g2 wasteland").code == "same_terrain"
    assert can(state, "transform g2 forest")


@cites("terra-mystica", "reach.adjacent", "shipping.action")
def test_shipping_reaches_over_rivers() -> None:
    # G3 is one river space from F4
    assert why(rich().put(0, "F4 d").main(0), "build g3").code == "out_of_reach"
    state = rich().put(0, "F4 d").goods(0, shipping=1).main(0)
    play(state, "build g3")
    assert has(state, 0, coins=28, workers=19)
    assert why(rich().put(0, "F4 d").goods(0, shipping=1).main(0), "build c4").code == "out_of_reach"


@cites("terra-mystica", "reach.card", "card.bon4")
def test_the_shipping_card_helps_in_the_action_phase_only() -> None:
    table = rich().put(0, "F4 d").goods(0, card="bon4")
    assert can(table.main(0), "build g3")
    cult = rich().put(0, "F4 d").goods(0, card="bon4").state(-1, ["spades", 0, 2, 1])
    assert why(cult, "transform g3 lakes").code == "out_of_reach"
    assert can(rich().put(0, "F4 d").goods(0, shipping=1).state(-1, ["spades", 0, 2, 1]), "transform g3 lakes")
    assert (
        why(rich("dwarves", "nomads").put(0, "F4 d").goods(0, card="bon4").main(0), "build g1").code == "out_of_reach"
    )


@cites("terra-mystica", "reach.bridges")
def test_anybodys_bridge_gives_reach() -> None:
    table = rich("witches", "nomads", "giants").put(0, "C2 d").put(2, "A1 d")
    assert why(table.main(0), "transform e5 forest").code == "out_of_reach"
    table.goods(2, bridges=["C2:E5"])
    assert can(table.main(0), "transform e5 forest")


@cites("terra-mystica", "build.after_transform", "build.dwelling")
def test_a_dwelling_after_transforming_stands_on_the_space_turned_home() -> None:
    state = rich().put(0, "F4 d").goods(0, shipping=1).main(0)
    play(state, "transform e6 forest")
    assert ask(state) == "build"
    assert why(state, "build g3").code == "not_turned"
    play(state, "build e6")
    assert has(state, 0, workers=20 - 9 - 1, coins=28)
    end_turn(state)
    assert state.current_player() == 1


@cites("terra-mystica", "upgrade.supply")
def test_no_dwelling_left_no_dwelling_built() -> None:
    full = ["A1 d", "A2 d", "A3 d", "A4 d", "A5 d", "A6 d", "A7 d", "F4 d"]
    state = rich().put(0, *full).goods(0, shipping=1).main(0)
    assert why(state, "build g3").code == "no_piece"
    play(state, "upgrade a1 tp")
    end_turn(state)
    again = rich().put(0, *full[1:], "A1 tp").goods(0, shipping=1).main(0)
    assert can(again, "build g3")


@cites("terra-mystica", "spades.one_way", "spades.distance")
def test_the_long_way_round_costs_more_spades_and_stops_at_home() -> None:
    # E6 plains to forest: three down or four up through desert and wasteland and mountains
    state = rich().put(0, "F4 d").goods(0, digging=2).main(0)
    play(state, "transform e6 forest long")
    assert has(state, 0, workers=16)
    past = rich().put(0, "F4 d").goods(0, digging=2).main(0)
    assert why(past, "transform e6 mountains long").code == "past_home"
    on = rich().put(0, "F4 d").goods(0, digging=2).main(0)
    play(on, "transform e6 desert")
    assert why(on, "transform e6 plains").code == "past_home"
    play(on, "transform e6 wasteland", "transform e6 forest", "build e6")
    assert has(on, 0, workers=20 - 4 - 1)


@cites("terra-mystica", "spades.sources", "spades.top_up")
def test_free_spades_are_topped_up_on_the_first_space_only() -> None:
    state = rich().put(0, "F4 d").main(0)
    play(state, "action act5", "transform e6 forest", "build e6")
    assert has(state, 0, workers=20 - 6 - 1)
    two = rich().put(0, "F4 d").terrain("E6", "lakes").main(0)
    play(two, "action act6", "transform e6 forest")
    assert why(two, "transform g2 forest").code == "too_few_spades"


@cites("terra-mystica", "spades.split", "spades.drop")
def test_splitting_spades_only_one_space_may_stay_rough() -> None:
    state = rich().put(0, "F4 d").terrain("E6", "lakes").main(0)
    play(state, "action act6", "transform g2 desert")
    assert why(state, "transform e7 wasteland").code == "one_rough"
    play(state, "transform e6 forest", "build e6")
    strict = rich("witches", "nomads", strict_split="on").put(0, "F4 d").terrain("E6", "lakes").main(0)
    play(strict, "action act6", "transform g2 desert")
    assert ask(strict) != "spades"
    other = rich("witches", "nomads", strict_split="on").put(0, "F4 d").terrain("E6", "lakes").main(0)
    play(other, "action act6", "transform e6 forest", "transform g2 desert")
    dropped = rich().put(0, "F4 d").main(0)
    play(dropped, "action act6", "done")
    assert hexes(dropped)["G2"]["terrain"] == "wasteland"


@cites("terra-mystica", "spades.credit", "round.tile")
@pytest.mark.parametrize(("option", "at_once", "after"), [("gained", 4, 4), ("used", 0, 2)])
def test_points_for_spades_when_gained_or_when_used(option: str, at_once: int, after: int) -> None:
    table = rich("witches", "nomads", spade_credit=option).put(0, "F4 d").set(round=1)
    state = table.main(0)
    play(state, "action act6")
    assert has(state, 0, vp=20 + at_once)
    play(state, "transform g2 desert", "done")
    assert has(state, 0, vp=20 + after)


@cites("terra-mystica", "round.tile", "spades.credit")
def test_bought_spades_score_the_spade_tile() -> None:
    state = rich().put(0, "F4 d").set(round=1).main(0)
    play(state, "transform e6 forest")
    assert has(state, 0, vp=26)


@cites("terra-mystica", "round.cult_spades")
def test_cult_spades_only_transform() -> None:
    state = rich().put(0, "F4 d").state(-1, ["spades", 0, 1, 1])
    assert why(state, "transform e6 forest").code == "too_few_spades"
    assert why(state, "build e6").code == "other_question"
    assert why(state, "convert power coin").code == "not_your_turn"
    play(state, "transform e6 desert")
    assert has(state, 0, workers=20)
    carpets = rich("fakirs", "witches").put(0, "F4 d").state(-1, ["spades", 0, 2, 1])
    assert why(carpets, "transform e5 desert").code == "out_of_reach"


@cites("terra-mystica", "faction.dwarves", "skip.price", "skip.once")
def test_dwarves_tunnel_two_spaces_for_workers_and_points() -> None:
    # D4 is next to E6; E5 and E7 are two away over E6, F4
    state = rich("dwarves", "witches").put(0, "F4 d").main(0)
    assert can(state, "transform e5 mountains")
    play(state, "transform e5 lakes")
    assert has(state, 0, workers=20 - 2 - 3, vp=24)
    strong = rich("dwarves", "witches").put(0, "F4 sh").main(0)
    play(strong, "transform e5 lakes")
    assert has(strong, 0, workers=20 - 1 - 3, vp=24)
    near = rich("dwarves", "witches").put(0, "F4 d").main(0)
    play(near, "transform e6 swamp")
    assert has(near, 0, workers=17, vp=20)
    assert why(rich("dwarves", "witches").put(0, "F4 d").main(0), "transform e4 mountains").code == "out_of_reach"


@cites("terra-mystica", "skip.once")
def test_one_skip_covers_transforming_and_building_and_no_second_space() -> None:
    table = rich("dwarves", "witches").put(0, "F4 d").terrain("E5", "forest").terrain("D4", "forest")
    state = table.main(0)
    play(state, "action act6", "transform e5 mountains")
    assert why(state, "transform d4 mountains").code == "one_skip"
    play(state, "done", "build e5")
    assert has(state, 0, workers=20 - 2 - 1, vp=24)


@cites("terra-mystica", "faction.fakirs", "faction.fakirs.range", "shipping.none")
def test_fakirs_fly_further_with_stronghold_and_town_tile() -> None:
    state = rich("fakirs", "witches").put(0, "F4 d").main(0)
    assert why(state, "advance shipping").code == "no_track"
    play(state, "transform e5 plains")
    assert has(state, 0, priests=4, vp=24)
    far = "transform e4 desert"
    assert why(rich("fakirs", "witches").put(0, "F4 d").main(0), far).code == "out_of_reach"
    assert can(rich("fakirs", "witches").put(0, "F4 sh").main(0), far)
    assert can(rich("fakirs", "witches").put(0, "F4 d").goods(0, range=1).main(0), far)
    assert why(rich("fakirs", "witches").put(0, "F4 sh").main(0), "transform e3 desert").code == "out_of_reach"
    assert can(rich("fakirs", "witches").put(0, "F4 sh").goods(0, range=1).main(0), "transform e3 desert")


CIRCLE = ["desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland"]


def walks(start: str, home: str) -> dict[str, int]:
    """By hand: which terrains a space can become and in how many steps, one way round or the other, ending at home.

    The shorter way is written `lakes`, the longer one `lakes long`.
    """
    found: dict[str, int] = {}
    for way in (1, -1):
        place = CIRCLE.index(start)
        for step in range(1, 7):
            place = (place + way) % 7
            found[CIRCLE[place] + (" long" if step > 3 else "")] = step
            if CIRCLE[place] == home:
                break
    return found


def turns_of(state: Any, name: str) -> set[str]:
    """What the list says a space may become; the reasons must agree with it on every terrain and both ways."""
    texts = [f"{terrain}{way}" for terrain in CIRCLE for way in ("", " long")]
    return {text for text in texts if can(state, f"transform {name} {text}")}


@cites("terra-mystica", "spades.no_goods", "spades.drop")
def test_spades_never_become_goods() -> None:
    assert [text for text in CONVERSIONS if "spade" in text] == []
    with pytest.raises(NotationError):
        rich().main(0).parse("convert spade worker")
    for n, frame in ((2, ["spades", 0, 2, 0]), (3, ["spades", 0, 3, 1])):
        state = rich().put(0, "F4 d").state(0, frame)
        play(state, "done")
        assert has(state, 0, workers=20, coins=30, priests=5, bowls=[0, 0, 12]), n


@cites("terra-mystica", "spades.one_way")
def test_bought_spades_never_turn_a_space_past_home() -> None:
    # G5 is swamp: two steps to forest lead through the Swarmlings' lakes
    state = rich("swarmlings", "nomads").put(0, "G6 d").main(0)
    assert why(state, "transform g5 forest").code == "past_home"
    assert why(state, "transform g5 mountains").code == "past_home"
    assert can(state, "transform g5 lakes")
    assert can(state, "transform g5 forest long")
    play(state, "transform g5 desert")
    assert has(state, 0, workers=20 - 6)


@cites("terra-mystica", "spades.one_way", "spades.partial")
@pytest.mark.parametrize("faction", sorted(set(HOMES) - {"giants"}))
@pytest.mark.parametrize("start", CIRCLE)
def test_every_way_round_ends_at_home(faction: str, start: str) -> None:
    home = HOMES[faction]
    other = "nomads" if home != "desert" else "witches"

    def laid() -> Table:
        table = rich(faction, other).put(0, "F4 d").terrain("E6", start)
        return table.goods(0, digging=2, priests=6) if faction != "darklings" else table.goods(0, priests=7)

    # bought; Fakirs never pay less than two workers for a spade
    assert turns_of(laid().goods(0, workers=20, digging=1).main(0), "e6") == set(walks(start, home))
    # two free ones, topped up
    free = laid().main(0)
    play(free, "action act6")
    assert turns_of(free, "e6") == set(walks(start, home))
    # of a cult: nothing is bought
    for n in (1, 2, 3):
        cult = laid().state(-1, ["spades", 0, n, 1])
        assert turns_of(cult, "e6") == {text for text, steps in walks(start, home).items() if steps <= n}


@cites("terra-mystica", "faction.giants.spades", "spades.one_way")
@pytest.mark.parametrize("start", CIRCLE)
def test_giants_turn_every_space_into_wasteland_alone(start: str) -> None:
    table = rich("giants", "witches").put(0, "F4 d").terrain("E6", start)
    home = set() if start == "wasteland" else {"wasteland"}
    assert turns_of(table.main(0), "e6") == home
    free = table.main(0)
    play(free, "action act5")
    assert turns_of(free, "e6") == home
    assert turns_of(table.state(-1, ["spades", 0, 2, 1]), "e6") == home
    assert turns_of(table.state(-1, ["spades", 0, 1, 1]), "e6") == set()


@cites("terra-mystica", "spades.one_way")
@pytest.mark.parametrize("start", CIRCLE)
def test_digging_on_ends_at_home_too(start: str) -> None:
    home = HOMES["halflings"]
    for first, steps in walks(start, home).items():
        if steps != 1 or first == home:
            continue
        state = rich("halflings", "nomads").put(0, "F4 d").goods(0, digging=2).terrain("E6", start).main(0)
        play(state, f"transform e6 {first}")
        way = (CIRCLE.index(first) - CIRCLE.index(start)) % 7
        onward: set[str] = set()
        place = CIRCLE.index(first)
        while len(onward) < 5 and CIRCLE[place] != home:
            place = (place + way) % 7
            onward.add(CIRCLE[place])
        assert turns_of(state, "e6") == onward


@cites("terra-mystica", "spades.one_way", "spades.partial")
def test_free_spades_do_not_reach_past_home() -> None:
    state = rich("swarmlings", "nomads").put(0, "G6 d").main(0)
    play(state, "action act6")
    assert why(state, "transform g5 forest").code == "past_home"
    play(state, "transform g5 lakes", "done", "build g5")
    cult = rich("swarmlings", "nomads").put(0, "G6 d").state(-1, ["spades", 0, 2, 1])
    assert why(cult, "transform g5 forest").code == "past_home"
    # the space is home now: the second spade may not go on from there
    play(cult, "transform g5 lakes")
    assert why(cult, "transform g5 forest").code == "turned_already"
