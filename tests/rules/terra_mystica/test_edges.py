"""Where a rule of Terra Mystica begins and ends: every faction, site, tile and level beside what it is not."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from tests.support.cites import cites
from tests.support.mystic import HOMES, Table, ask, can, end_turn, has, hexes, page, play, seat, why

TERRAINS = ["desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland"]
ROWS = {"A": 13, "B": 6, "C": 5, "D": 8, "E": 11, "F": 7, "G": 7, "H": 8, "I": 12}
"""Land spaces of each row of the board."""
NEXT_DOOR = {
    "A1": "A2 B1", "A13": "A12 B6", "B1": "A1 A2", "C3": "D4 D5", "D4": "C3 D5 E6 E7", "E6": "D4 E5 E7 F3 F4",
    "F4": "E6 E7 F3 G2", "G2": "F3 F4", "H1": "H2 I1 I2", "I12": "H8 I11", "I1": "H1 I2", "E1": "D1 E2 F1",
}  # fmt: skip
"""Some spaces and the land that shares an edge with them, read off the board."""
SITES = [
    "A11:C5",
    "A3:C1",
    "A7:C3",
    "B1:C1",
    "B1:D1",
    "B2:C1",
    "B3:C3",
    "B4:C3",
    "B5:C5",
    "B6:C5",
    "B6:D8",
    "C2:D3",
    "C2:D4",
    "C2:E5",
    "C4:D5",
    "C5:D6",
    "D6:E8",
    "D6:E9",
    "E4:G1",
    "E8:G3",
    "F1:H1",
    "F2:G1",
    "F2:H2",
    "F3:G1",
    "F4:G3",
    "G2:H4",
    "G2:I6",
    "G4:H5",
    "H6:I9",
]


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*factions, **options)
    for number in range(len(table.factions)):
        table.goods(number, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


def beside(faction: str) -> str:
    """Another faction of another colour."""
    return "nomads" if HOMES[faction] != "desert" else "witches"


# --- factions --------------------------------------------------------------------------------------------------------


@cites("terra-mystica", "faction.alchemists", "faction.auren", "faction.chaosmagicians", "faction.cultists")
@cites("terra-mystica", "faction.darklings", "faction.dwarves", "faction.engineers", "faction.fakirs", "faction.giants")
@cites("terra-mystica", "faction.halflings", "faction.mermaids", "faction.nomads", "faction.swarmlings")
@cites("terra-mystica", "faction.witches", "build.dwelling")
@pytest.mark.parametrize("faction", sorted(HOMES))
def test_where_each_faction_lives(faction: str) -> None:
    for terrain in TERRAINS:
        state = rich(faction, beside(faction)).put(0, "F4 d").terrain("E6", terrain).main(0)
        assert can(state, "build e6") == (terrain == HOMES[faction])
        if terrain != HOMES[faction]:
            assert why(state, "build e6").code == "not_home"
    play(state := rich(faction, beside(faction)).put(0, "F4 d").terrain("E6", HOMES[faction]).main(0), "build e6")
    assert hexes(state)["E6"]["building"] == "dwelling"


@cites("terra-mystica", "faction.mermaids.river_town")
def test_only_mermaids_join_over_a_river() -> None:
    for faction, joins in (("mermaids", True), ("swarmlings", False)):
        table = rich(faction, "nomads").put(0, "F4 sh", "G2 tp", "G3 tp", "E7 d")
        state = table.main(0)
        rivers = [a for a in state.legal_actions() if state.text(a).startswith("connect")]
        assert bool(rivers) == joins


# --- the board -------------------------------------------------------------------------------------------------------


@cites("terra-mystica", "components.board")
def test_the_spaces_are_named_row_by_row() -> None:
    names = [h["hex"] for h in page(Table("witches", "nomads").main(0))["hexes"]]
    assert names == [f"{row}{n}" for row, count in ROWS.items() for n in range(1, count + 1)]


@cites("terra-mystica", "reach.direct", "reach.adjacent")
@pytest.mark.parametrize("start", sorted(NEXT_DOOR))
def test_which_spaces_share_an_edge(start: str) -> None:
    table = rich("witches", "nomads").put(0, f"{start} d")
    for name in (f"{row}{n}" for row, count in ROWS.items() for n in range(1, count + 1)):
        if name != start:
            table.terrain(name, "lakes")
    state = table.main(0)
    listed = [state.text(action).split() for action in state.legal_actions()]
    found = {words[1].upper() for words in listed if words[0] == "transform" and words[2:] == ["forest"]}
    assert found == set(NEXT_DOOR[start].split())


@cites("terra-mystica", "reach.bridges", "bridges.site", "bridges.own_end", "reach.direct")
@pytest.mark.parametrize("site", SITES)
def test_every_site_carries_one_bridge_and_joins_its_ends_for_everybody(site: str) -> None:
    for start, goal in (site.split(":"), site.split(":")[::-1]):
        table = rich("witches", "nomads", "giants").put(0, f"{start} d").terrain(goal, "lakes")
        state = table.main(0)
        assert why(state, f"transform {goal.lower()} forest").code == "out_of_reach"
        play(state, "action act1", f"bridge {site.lower()}")
        assert seat(state, 0)["bridges_left"] == 2
        foreign = rich("witches", "nomads", "giants").put(0, f"{start} d").terrain(goal, "lakes")
        foreign.goods(2, bridges=[site])
        assert can(foreign.main(0), f"transform {goal.lower()} forest")
        taken = foreign.main(0)
        if can(taken, "action act1"):
            play(taken, "action act1")
            assert why(taken, f"bridge {site.lower()}").code == "site_taken"


@cites("terra-mystica", "spades.free_hex", "build.dwelling", "build.after_transform")
@pytest.mark.parametrize(("home", "spot"), [("F4", "E6"), ("H1", "I1"), ("A2", "A1")])
def test_a_space_just_built_on_is_closed(home: str, spot: str) -> None:
    table = rich("witches", "nomads").put(0, f"{home} d").put(1, "E1 d").terrain(spot, "lakes")
    state = table.main(0)
    play(state, f"transform {spot.lower()} forest", f"build {spot.lower()}", "done")
    assert hexes(state)[spot] | {"terrain": "forest", "building": "dwelling", "seat": 0} == hexes(state)[spot]
    while ask(state) != "main" or state.current_player() != 0:
        state.apply(state.parse("pass bon1" if ask(state) == "main" else "leech decline"))
    for terrain in TERRAINS:
        assert why(state, f"transform {spot.lower()} {terrain}").code == "occupied"
    assert why(state, f"build {spot.lower()}").code == "occupied"


# --- set-up ----------------------------------------------------------------------------------------------------------


@cites("terra-mystica", "setup.players")
def test_two_to_five_play() -> None:
    for players in range(1, 8):
        if 2 <= players <= 5:
            assert catalog.game("terra-mystica", players).players == players
        else:
            with pytest.raises(NotationError):
                catalog.game("terra-mystica", players)


@cites("terra-mystica", "setup.shipping_card", "card.bon10", "pass.card", "pass.last")
@pytest.mark.parametrize("level", range(4))
def test_the_card_for_shipping_pays_by_level_and_may_be_taken(level: int) -> None:
    table = rich("witches", "nomads", shipping_card="on").put(0, "F4 d").goods(0, card="bon10", shipping=level)
    state = table.main(0)
    play(state, "pass bon1")
    assert has(state, 0, vp=20 + 3 * level, card="bon1")
    free = rich("witches", "nomads", shipping_card="on").put(0, "F4 d")
    free.cards["bon10"] = ["free", 2]
    state = free.main(0)
    play(state, "pass bon10")
    assert has(state, 0, vp=20, card="bon10", coins=32)


# --- rounds ----------------------------------------------------------------------------------------------------------


@cites("terra-mystica", "round.cleanup", "magic.actions", "special.once")
@pytest.mark.parametrize("act", range(1, 7))
def test_each_power_action_is_free_again_in_the_next_round(act: int) -> None:
    table = rich("witches", "nomads").put(0, "F4 d", "G3 d").put(1, "E1 d").set(acts=[f"act{act}"])
    state = table.main(0)
    for n in range(1, 7):
        assert can(state, f"action act{n}") == (n != act)
    assert why(state, f"action act{act}").code == "used_this_round"
    play(state, "pass bon1", "pass bon4")
    while ask(state) != "main":
        state.apply(state.parse("done"))
    assert all(
        can(state, f"action act{n}") or why(state, f"action act{n}").code != "used_this_round" for n in range(1, 7)
    )


REWARDS = {
    1: ("earth", 1, "coins", 1), 2: ("earth", 4, "spades", 1), 3: ("water", 4, "priests", 1),
    4: ("fire", 2, "workers", 1), 5: ("fire", 4, "power", 4), 6: ("water", 4, "spades", 1),
    7: ("air", 2, "workers", 1), 8: ("air", 4, "spades", 1),
}  # fmt: skip
"""Of each scoring tile: the cult, how many steps, what it pays and how much."""


@cites("terra-mystica", "round.cult_reward", "tile.score1", "tile.score2", "tile.score3", "tile.score4", "tile.score5")
@cites("terra-mystica", "tile.score6", "tile.score7", "tile.score8")
@pytest.mark.parametrize("tile", range(1, 9))
@pytest.mark.parametrize("steps", [0, 1, 3, 4, 7, 8, 9])
def test_what_a_tile_pays_for_the_steps_on_its_cult(tile: int, steps: int) -> None:
    cult, per, what, amount = REWARDS[tile]
    others = [n for n in range(1, 9) if n != tile]
    for name in ("fire", "water", "earth", "air"):
        cults = [steps if track == name else 0 for track in ("fire", "water", "earth", "air")]
        table = Table("witches", "nomads", tiles=" ".join(str(n) for n in [others[0], tile, *others[1:5]]))
        table.put(0, "F4 d").put(1, "E1 d").goods(0, cults=cults, bowls=[12, 0, 0], card="bon3")
        state = table.set(passed=[1]).main(0)
        events = [event for event in play(state, "pass bon1") if (event.seat, event.cause) == (0, f"score{tile}")]
        n = steps // per * amount if name == cult else 0
        told = [(str(event.args.get("what", event.code)), event.args["n"]) for event in events if "n" in event.args]
        assert told == ([({"power": "power_gain"}.get(what, what), n)] if n else []), name


# --- buildings, tiles and cults --------------------------------------------------------------------------------------


@cites("terra-mystica", "favor.fav10", "favor.fav11", "components.favors", "upgrade.favor")
@pytest.mark.parametrize(
    ("favor", "line", "points"),
    [
        ("fav10", "upgrade f4 tp", 3),
        ("fav10", "upgrade g2 te", 0),
        ("fav10", "upgrade g2 sh", 0),
        ("fav10", "upgrade h1 sa", 0),
        ("fav10", "build e6", 0),
        ("fav11", "build e6", 2),
        ("fav11", "upgrade f4 tp", 0),
        ("fav11", "upgrade g2 te", 0),
    ],
)
def test_which_building_a_favor_tile_scores(favor: str, line: str, points: int) -> None:
    table = rich("witches", "nomads", round=6, tiles="2 3 4 5 7 1").put(0, "F4 d", "G2 tp", "H1 te").put(1, "A1 d")
    state = table.goods(0, favors=[favor]).terrain("E6", "forest").main(0)
    play(state, line)
    assert has(state, 0, vp=20 + points)


@cites("terra-mystica", "special.favor", "favor.fav6", "special.once")
@pytest.mark.parametrize("favor", [f"fav{n}" for n in range(1, 13)])
def test_only_one_favor_tile_carries_an_action(favor: str) -> None:
    state = rich("witches", "nomads").put(0, "F4 d").goods(0, favors=[favor]).main(0)
    assert can(state, "action fav6") == (favor == "fav6")
    if favor != "fav6":
        assert why(state, "action fav6").code == "no_tile"
        return
    play(state, "action fav6", "cult air", "done")
    assert seat(state, 0)["cults"] == {"fire": 0, "water": 0, "earth": 0, "air": 1}


@cites("terra-mystica", "towns.sanctuary", "towns.six", "towns.founding")
@pytest.mark.parametrize(
    ("buildings", "favor", "town"),
    [
        (["F4 sh", "G2 te"], "fav5", False),  # a sanctuary counts twice, but two are three
        (["F4 sh", "G2 te", "E6 d"], "", True),
        (["F4 tp", "G2 te", "E6 d"], "", False),
        (["F4 tp", "G2 te", "E6 d"], "fav5", True),
    ],
)
def test_how_many_buildings_with_a_sanctuary_found_a_town(buildings: list[str], favor: str, town: bool) -> None:
    """G2 becomes the sanctuary."""
    table = rich("witches", "nomads").put(0, *buildings).put(1, "A1 d")
    if favor:
        table.goods(0, favors=[favor])
    state = table.main(0)
    play(state, "upgrade g2 sa", "favor fav9")
    assert (ask(state) == "town") == town


@cites("terra-mystica", "cults.spaces", "cults.send", "goods.priests")
def test_three_priests_find_a_space_for_two_steps_and_no_fourth() -> None:
    state = rich("witches", "nomads").put(0, "F4 d").put(1, "E1 d").set(passed=[1]).main(0)
    for n, steps in enumerate((2, 4, 6)):
        play(state, "send fire 2", "done")
        assert seat(state, 0)["cults"]["fire"] == steps
        assert seat(state, 0)["priests_sent"] == n + 1
    assert why(state, "send fire 2").code == "spot_taken"
    assert can(state, "send water 2")
    play(state, "send fire 3", "done")
    assert (seat(state, 0)["cults"]["fire"], seat(state, 0)["priests"]) == (9, 1)
    assert why(state, "send fire 3").code == "spot_taken"
    play(state, "send water 1", "done")
    assert (seat(state, 0)["priests_sent"], seat(state, 0)["priests"]) == (4, 0)


@cites("terra-mystica", "digging.action", "spades.price")
def test_each_level_of_the_spade_rate_saves_a_worker() -> None:
    state = rich("witches", "nomads").put(0, "F4 d").put(1, "E1 d").set(passed=[1]).goods(0, workers=20).main(0)
    for level, price in ((0, 3), (1, 2), (2, 1)):
        assert seat(state, 0)["digging"]["level"] == level
        workers = seat(state, 0)["workers"]
        dug = state.clone()
        play(dug, "transform g2 mountains")
        assert seat(dug, 0)["workers"] == workers - price
        if level < 2:
            play(state, "advance digging", "done")
            assert has(state, 0, vp=20 + 6 * (level + 1), coins=30 - 5 * (level + 1), priests=5 - level - 1)
    assert why(state, "advance digging").code == "track_end"


@cites("terra-mystica", "convert.rates", "magic.burn")
def test_what_is_missing_is_told_with_its_number() -> None:
    state = Table("witches", "nomads").put(0, "F4 d").goods(0, bowls=[12, 0, 0]).main(0)
    for line, n in (
        ("convert power priest", 5), ("convert power worker", 3), ("convert power coin", 1),
        ("convert priest worker", 1), ("convert worker coin", 1),
    ):  # fmt: skip
        assert why(state, line).args.get("n") == n, line


@cites("terra-mystica", "spades.drop", "round.cult_spades", "spades.one_way")
def test_cult_spades_of_one_player_do_not_bind_the_next() -> None:
    table = rich("witches", "nomads").put(0, "F4 d").put(1, "E7 d").terrain("E6", "lakes")
    state = table.state(-1, ["spades", 1, 1, 1], ["spades", 0, 1, 1])
    play(state, "transform e6 swamp")
    assert state.current_player() == 1
    assert can(state, "transform e6 plains"), "another player may turn the same space on"
    play(state, "transform e6 plains")
    assert hexes(state)["E6"]["terrain"] == "plains"
    assert has(state, 1, workers=20)


@cites("terra-mystica", "round.cult_spades", "spades.one_way", "spades.distance", "spades.split")
def test_why_a_cult_spade_does_not_turn_a_space() -> None:
    table = rich("witches", "nomads").put(0, "F4 d").terrain("E6", "lakes").terrain("G2", "lakes")
    state = table.state(-1, ["spades", 0, 2, 1])
    assert why(state, "transform e6 lakes").code == "same_terrain"
    assert why(state, "transform e6 mountains").code == "past_home"
    assert why(state, "transform e6 plains long").code in ("past_home", "too_few_spades")
    assert why(state, "transform a1 forest").code == "out_of_reach"
    assert why(state, "transform f4 lakes").code == "occupied"
    play(state, "transform e6 swamp")
    assert why(state, "transform g2 plains").code == "too_few_spades", "one is left, and no space needs to end at home"
    assert can(state, "transform g2 swamp")
    assert why(state, "transform e6 lakes").code == "turned_already"
    play(state, "transform g2 swamp")
    assert [hexes(state)[name]["terrain"] for name in ("E6", "G2")] == ["swamp", "swamp"]


@cites("terra-mystica", "spades.top_up", "spades.sources", "spades.split", "spades.drop")
@pytest.mark.parametrize(("workers", "reached"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_how_far_a_free_spade_and_bought_ones_reach(workers: int, reached: int) -> None:
    """E6 is plains, G2 wasteland: mountains are one step from G2, forest two."""
    for steps, goal in ((1, "desert"), (2, "wasteland"), (3, "mountains")):
        table = Table("witches", "nomads").put(0, "F4 d").goods(0, workers=workers, bowls=[0, 0, 4])
        state = table.main(0)
        play(state, "action act5")
        assert can(state, f"transform e6 {goal}") == (steps <= reached), goal
    again = rich("witches", "nomads").put(0, "F4 d").terrain("E6", "mountains").main(0)
    play(again, "action act6", "transform e6 forest")
    assert can(again, "transform g2 mountains"), "the second free spade"
    assert why(again, "transform g2 forest").code == "too_few_spades", "and no bought one with it"
    play(again, "done")
    assert ask(again) == "build"
    assert why(again, "transform g2 mountains").code != ""


@cites("terra-mystica", "goods.priests", "convert.rates")
@pytest.mark.parametrize(("power", "priests", "allowed"), [(4, 0, False), (5, 0, True), (5, 6, True), (5, 7, False)])
def test_a_priest_for_five_power_while_a_piece_is_left(power: int, priests: int, allowed: bool) -> None:
    table = Table("witches", "nomads").put(0, "F4 d").goods(0, bowls=[0, 0, power], priests=priests)
    state = table.main(0)
    assert can(state, "convert power priest") == allowed
    if allowed:
        play(state, "convert power priest")
        assert has(state, 0, priests=priests + 1, bowls=[5, 0, 0])


@cites("terra-mystica", "leaving.leave", "pass.card")
def test_who_leaves_gives_the_card_back() -> None:
    state = rich("witches", "nomads", leaving="on").put(0, "F4 d").put(1, "E1 d").main(0)
    card = seat(state, 0)["card"]
    play(state, "leave")
    assert seat(state, 0)["card"] != card
    assert (seat(state, 0)["gone"], state.current_player()) == (True, 1)
    assert can(state, f"pass {card}")
    end_turn(state)


@cites("terra-mystica", "faction.engineers.bridge", "bridges.sources")
def test_a_bridge_of_the_engineers_costs_two_workers_and_nothing_else() -> None:
    for workers, allowed in ((1, False), (2, True)):
        table = Table("engineers", "nomads").put(0, "F4 d").goods(0, workers=workers, bowls=[12, 0, 0])
        assert can(table.main(0), "action bridge") == allowed
    state = rich("engineers", "nomads").put(0, "F4 d").main(0)
    play(state, "action bridge", "bridge f4:g3")
    assert has(state, 0, workers=18, priests=5, coins=30, bowls=[0, 0, 12], vp=20)


@cites("terra-mystica", "spades.top_up", "skip.price", "faction.dwarves")
def test_free_spades_are_topped_up_behind_a_tunnel_too() -> None:
    for workers, allowed in ((4, False), (5, True)):
        table = Table("dwarves", "witches").put(0, "F4 d").terrain("E5", "lakes")
        state = table.goods(0, workers=workers, bowls=[0, 0, 4]).main(0)
        play(state, "action act5")
        assert can(state, "transform e5 mountains") == allowed, "two for the tunnel, three for the second spade"


@cites("terra-mystica", "skip.once", "faction.dwarves", "faction.fakirs", "skip.price")
@pytest.mark.parametrize(
    ("faction", "start", "far"), [("dwarves", "A5", "A7"), ("dwarves", "I5", "I7"), ("fakirs", "A5", "A7")]
)
def test_skips_at_both_ends_of_the_board(faction: str, start: str, far: str) -> None:
    table = rich(faction, "witches").put(0, f"{start} d").terrain(far, "lakes")
    state = table.main(0)
    play(state, f"transform {far.lower()} swamp")
    assert has(state, 0, vp=24)


@cites("terra-mystica", "upgrade.discount", "upgrade.cost")
@pytest.mark.parametrize(
    ("line", "coins"), [("upgrade f4 tp", 3), ("upgrade g2 te", 5), ("upgrade g2 sh", 6), ("upgrade h1 sa", 6)]
)
def test_only_a_trading_house_is_dearer_far_from_opponents(line: str, coins: int) -> None:
    for neighbour in (True, False):
        table = rich("witches", "nomads").put(0, "F4 d", "G2 tp", "H1 te")
        if neighbour:
            table.put(1, "E6 d", "F3 d", "H2 d")
        state = table.main(0)
        play(state, line)
        double = "tp" in line and not neighbour
        assert has(state, 0, coins=30 - coins * (2 if double else 1))


@cites("terra-mystica", "faction.cultists.declined", "faction.cultists.step", "leech.choice")
@pytest.mark.parametrize(("answers", "power", "step"), [
    (["take", "decline"], 0, True), (["decline", "take"], 0, True), (["decline", "decline"], 1, False),
    (["take", "take"], 0, True),
])  # fmt: skip
def test_cultists_when_some_take_and_some_decline(answers: list[str], power: int, step: bool) -> None:
    table = rich("cultists", "witches", "nomads").put(0, "E6 d").put(1, "E7 d").put(2, "F3 d")
    for number in range(3):
        table.goods(number, bowls=[5, 7, 0])
    state = table.main(0)
    play(state, "upgrade e6 tp", "done", *[f"leech {answer}" for answer in answers])
    assert (ask(state) == "cultist_step") == step
    assert has(state, 0, bowls=[5 - power, 7 + power, 0])


@cites("terra-mystica", "pass.card", "pass.last")
def test_who_passes_in_the_last_round_holds_no_card() -> None:
    state = rich("witches", "nomads", round=6).put(0, "F4 d").put(1, "E1 d").main(0)
    card = seat(state, 0)["card"]
    assert why(state, "pass bon1").code == "no_card_now"
    play(state, "pass")
    assert seat(state, 0)["card"] != card
    assert not seat(state, 0)["card"]


@cites("terra-mystica", "leaving.leave", "leech.offer")
def test_who_has_left_is_offered_no_power() -> None:
    for left, asked in (([], 2), ([0], 1)):
        table = rich("witches", "nomads", "giants", leaving="on").put(0, "E7 d").put(1, "E6 d").put(2, "F4 d")
        for number in range(3):
            table.goods(number, bowls=[5, 7, 0])
        state = table.main(0)
        play(state, "leave" if left else "send fire 1", *([] if left else ["done"]))
        play(state, "upgrade e6 tp", "done")
        offers = 0
        while ask(state) == "leech":
            offers += 1
            assert state.current_player() not in left
            play(state, "leech decline")
        assert offers == asked
