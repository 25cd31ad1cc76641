"""Who is whose neighbour and what that brings: reach, shipping, bridges, skips, networks, final places."""

from itertools import pairwise
from typing import Any

from terrarium.kernel.contract import OVER
from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, page, play, seat, why


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


def in_reach(state: Any) -> set[str]:
    """Spaces that a turn could transform or build on."""
    found = set()
    for text in map(state.text, state.legal_actions()):
        word, *rest = text.split()
        if word in ("transform", "build"):
            found.add(rest[0].upper())
    return found


@cites("terra-mystica", "reach.direct", "reach.adjacent")
def test_the_six_spaces_around_a_building() -> None:
    for home in ("A1", "E10", "F4", "G2", "I12"):
        state = rich().put(0, f"{home} d").main(0)
        assert in_reach(state) == {name for name in hexes(state) if touching(state, home, name)}, home
    assert in_reach(rich().put(0, "A1 d").main(0)) == {"A2", "B1"}


def touching(state: Any, one: str, other: str) -> bool:
    """Do two spaces share an edge, by where the drawing puts them?"""
    spots = {h["hex"]: (h["row"], h["column"]) for h in page(state)["hexes"]}
    (row, column), (other_row, other_column) = spots[one], spots[other]
    if row == other_row:
        return bool(abs(column - other_column) == 1)
    if abs(row - other_row) != 1:
        return False
    shift = row % 2
    return bool(other_column in (column - 1 + shift, column + shift))


@cites("terra-mystica", "reach.adjacent")
def test_shipping_reaches_no_further_than_its_level() -> None:
    # From F4, G3 lies over one river space; what two or three reach grows, and never shrinks.
    reached = [in_reach(rich().put(0, "F4 d").goods(0, shipping=level).main(0)) for level in range(4)]
    assert "G3" not in reached[0]
    assert "G3" in reached[1]
    for less, more in pairwise(reached):
        assert less < more


@cites("terra-mystica", "reach.card", "card.bon4")
def test_the_shipping_card_is_exactly_one_level() -> None:
    for level in range(3):
        with_card = in_reach(rich().put(0, "F4 d").goods(0, shipping=level, card="bon4").main(0))
        assert with_card == in_reach(rich().put(0, "F4 d").goods(0, shipping=level + 1).main(0))
    for faction in ("dwarves", "fakirs"):
        plain = rich(faction, "witches").put(0, "F4 d").main(0)
        card = rich(faction, "witches").put(0, "F4 d").goods(0, card="bon4").main(0)
        assert in_reach(card) == in_reach(plain), "they have no shipping to lengthen"


@cites("terra-mystica", "reach.bridges", "upgrade.discount")
def test_over_a_bridge_only_an_opponents_building_is_a_neighbour() -> None:
    def coins(owner: int | None, bridges: list[str]) -> int:
        table = rich("witches", "nomads", "giants").put(0, "C2 d").put(2, "A1 d").put(1, "I1 d")
        if owner is not None:
            table.put(owner, "E5 te")
        state = table.goods(2, bridges=bridges).main(0)
        play(state, "upgrade c2 tp")
        return 30 - int(seat(state, 0)["coins"])

    assert coins(1, ["C2:E5"]) == 3
    assert coins(0, ["C2:E5"]) == 6, "an own building is none"
    assert coins(None, ["C2:E5"]) == 6, "nor is an empty space"
    assert coins(1, []) == 6, "without the bridge they are far apart"


@cites("terra-mystica", "reach.bridges", "reach.direct")
def test_a_bridge_gives_reach_to_both_ends() -> None:
    for home, other in (("C2", "E5"), ("E5", "C2")):
        far = rich("witches", "nomads", "giants").put(0, f"{home} d").put(2, "A1 d")
        assert other not in in_reach(far.main(0))
        near = rich("witches", "nomads", "giants").put(0, f"{home} d").put(2, "A1 d").goods(2, bridges=["C2:E5"])
        assert other in in_reach(near.main(0))


@cites("terra-mystica", "leech.own", "leech.offer")
def test_nobody_is_offered_power_for_the_own_building() -> None:
    table = rich("witches", "nomads", "giants").put(0, "E6 d", "E7 te", "F4 te").put(1, "A1 d").put(2, "I1 d")
    state = table.goods(0, bowls=[12, 0, 0]).main(0)
    play(state, "upgrade e6 tp", "done")
    assert seat(state, 0)["bowls"] == [12, 0, 0]
    assert (ask(state), state.current_player()) == ("main", 1)


@cites("terra-mystica", "leech.offer", "leech.room")
def test_a_page_tells_beforehand_who_could_take_power_from_a_building() -> None:
    """As much as each of them is offered when it is put up, where their bowls have room for it."""
    table = rich("witches", "nomads", "giants").put(0, "E6 d").put(1, "E7 te", "A1 d").put(2, "F4 sh", "F5 d")
    state = table.goods(1, bowls=[12, 0, 0]).goods(2, bowls=[0, 1, 11]).main(0)
    told = {space["hex"]: space.get("offers") for space in page(state)["hexes"]}
    assert told["I1"] is None
    assert told["A2"] == [0, 1, 0]
    assert told["E6"] == [0, 2, 1]
    play(state, "upgrade e6 tp", "done")
    assert page(state)["ask"]["power"] == told["E6"][state.current_player()]


@cites("terra-mystica", "skip.price", "skip.once", "faction.dwarves")
def test_a_dwelling_beyond_the_neighbours_costs_the_skip_too() -> None:
    # E5 is two away from F4
    table = rich("dwarves", "witches").put(0, "F4 d").terrain("E5", "mountains")
    state = table.main(0)
    play(state, "build e5")
    assert has(state, 0, workers=20 - 2 - 1, coins=28, vp=24)
    near = rich("dwarves", "witches").put(0, "F4 d").terrain("E6", "mountains").main(0)
    play(near, "build e6")
    assert has(near, 0, workers=20 - 1, coins=28, vp=20)
    strong = rich("dwarves", "witches").put(0, "F4 sh").terrain("E5", "mountains").main(0)
    play(strong, "build e5")
    assert has(strong, 0, workers=20 - 1 - 1, vp=24)


@cites("terra-mystica", "skip.price", "skip.once", "faction.fakirs")
def test_a_flight_is_paid_once_for_transforming_and_building() -> None:
    state = rich("fakirs", "witches").put(0, "F4 d").terrain("E5", "plains").main(0)
    play(state, "transform e5 desert", "build e5")
    assert has(state, 0, priests=4, vp=24, workers=20 - 3 - 1)
    near = rich("fakirs", "witches").put(0, "F4 d").terrain("E6", "plains").main(0)
    play(near, "transform e6 desert", "build e6")
    assert has(near, 0, priests=5, vp=20, workers=20 - 3 - 1)


@cites("terra-mystica", "end.area", "end.ties")
def test_who_has_no_skip_is_not_joined_over_two_spaces() -> None:
    def network(faction: str, *buildings: str, **goods: Any) -> int:
        state = Table(faction, "halflings", round=6).put(0, *buildings).put(1, "A1 d").goods(0, **goods).main(0)
        return int(seat(state, 0)["final"]["network"])

    assert network("witches", "F4 d", "E5 d") == 1
    assert network("dwarves", "F4 d", "E5 d") == 2
    assert network("dwarves", "F4 d", "E4 d") == 1, "three away"
    assert network("witches", "F4 d", "E6 d", "E7 d") == 3
    assert network("witches", "F4 d", "E6 d", "I1 d") == 2, "the largest of several"


@cites("terra-mystica", "end.cults", "end.area", "end.ties", "end.winner")
def test_the_places_of_four_players() -> None:
    table = Table("witches", "nomads", "giants", "mermaids", round=6)
    table.put(0, "F4 d", "E6 d", "E7 d").put(1, "A5 d", "A6 d").put(2, "I5 d").put(3, "I12 d")
    for i, cults in enumerate(([9, 5, 0, 2], [7, 5, 0, 2], [4, 5, 0, 2], [1, 3, 0, 1])):
        table.goods(i, cults=cults, bowls=[12, 0, 0])
    table.goods(3, card="bon4")
    state = table.main(0)
    while state.current_player() != OVER:
        play(state, "pass")
    fire, water, air = (8, 4, 2, 0), (14 // 3, 14 // 3, 14 // 3, 0), (14 // 3, 14 // 3, 14 // 3, 0)
    area = (18, 12, 3, 3)
    expected = [20 + fire[i] + water[i] + air[i] + area[i] for i in range(4)]
    assert [seat(state, i)["vp"] for i in range(4)] == expected
    assert state.winners() == [0]


@cites("terra-mystica", "round.phases", "round.income", "turn.first", "turn.one_action", "pass.order")
def test_six_rounds_with_income_before_each() -> None:
    table = Table("witches", "nomads", round=1).put(0, "F4 d").put(1, "E8 d")
    state = table.goods(0, workers=0, bowls=[12, 0, 0]).goods(1, bowls=[12, 0, 0]).main(0)
    rounds = []
    while state.current_player() != OVER:
        rounds.append((page(state)["round"], state.current_player(), seat(state, 0)["workers"]))
        passes = [text for text in map(state.text, state.legal_actions()) if text.startswith("pass")]
        play(state, passes[0])
    assert [number for number, _, _ in rounds] == [n for n in range(1, 7) for _ in range(2)]
    assert [player for _, player, _ in rounds] == [0, 1] * 6
    workers = [count for _, player, count in rounds if player == 0]
    assert workers == sorted(workers)
    assert workers[1] - workers[0] >= 2, "one dwelling and the board bring 2 workers a round"


@cites("terra-mystica", "spades.credit", "faction.halflings", "round.cult_reward")
def test_spades_of_a_cult_bring_halflings_their_points_but_not_the_tile() -> None:
    # round 6 of the tiles: a spade for every 4 steps on water
    table = Table("halflings", "witches", tiles="6 2 3 4 5 7", round=1)
    table.put(0, "E6 d").put(1, "A4 d").goods(0, cults=[0, 4, 0, 0]).set(passed=[1])
    state = table.main(0)
    play(state, "pass bon1")
    assert ask(state) == "cult_spades"
    assert has(state, 0, vp=21)


@cites("terra-mystica", "faction.giants", "spades.sources")
def test_the_giants_stronghold_gives_two_spades_that_score() -> None:
    table = rich("giants", "witches").put(0, "D4 sh").set(round=1)  # the tile of round 1 scores spades
    state = table.main(0)
    play(state, "action stronghold")
    assert has(state, 0, vp=20 + 4)
    play(state, "transform e6 wasteland")
    assert has(state, 0, vp=20 + 4, workers=20)
    assert ask(state) == "build"
    end_turn(state)


@cites("terra-mystica", "faction.mermaids.river_town")
def test_two_buildings_at_a_river_space_are_enough_and_one_is_not() -> None:
    two = rich("mermaids", "nomads", round=5).put(0, "E7 tp", "E8 d", "G3 tp", "H4 tp").main(0)
    assert can(two, "connect r22")
    at_river = [name for name in ("E7", "F4", "G3") if hexes(two)[name].get("seat", -1) == 0]
    assert at_river == ["E7", "G3"]
    one = rich("mermaids", "nomads", round=5).put(0, "E7 tp", "E8 tp", "D5 tp", "D6 te").main(0)
    assert why(one, "connect r22").code == "no_town"


@cites("terra-mystica", "special.idle", "faction.nomads.sandstorm")
def test_a_sandstorm_needs_a_free_space_that_is_no_desert() -> None:
    def storm(*terrains: str) -> Any:
        table = rich("nomads", "witches").put(0, "A1 sh")
        for name, terrain in zip(("A2", "B1"), terrains, strict=True):
            table.terrain(name, terrain)
        return table.main(0)

    assert can(storm("forest", "desert"), "action stronghold")
    assert can(storm("desert", "forest"), "action stronghold")
    assert why(storm("desert", "desert"), "action stronghold").code == "no_object"
    state = storm("forest", "desert")
    play(state, "action stronghold")
    assert [text for text in map(state.text, state.legal_actions()) if text.startswith("transform")] == [
        "transform a2 desert"
    ]


@cites("terra-mystica", "faction.witches.ride", "special.idle")
def test_a_ride_goes_to_every_free_forest_and_no_other_space() -> None:
    state = rich("witches", "nomads").put(0, "A3 sh").put(1, "E7 d").main(0)
    play(state, "action stronghold")
    offered = {text.split()[1].upper() for text in map(state.text, state.legal_actions()) if text.startswith("build")}
    forests = {
        name for name, h in hexes(state).items() if h["terrain"] == "forest" and h.get("building", "") in ("", None)
    }
    assert offered == forests
    assert "A3" not in offered
