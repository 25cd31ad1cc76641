"""Towns: founding, tiles, keys, growth, exhaustion, Mermaids' river towns."""

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, play, seat, why


def rich(*factions: str, **options: str) -> Table:
    table = Table(*(factions or ("witches", "nomads")), round=5, **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


def nearly() -> Table:
    """Witches one upgrade short of a town: 1 + 1 + 2 + 2 with four buildings."""
    return rich().put(0, "E6 d", "E7 d", "F4 tp", "F3 tp")


@cites("terra-mystica", "towns.founding", "towns.tile", "faction.witches")
def test_four_buildings_of_seven_power_found_a_town() -> None:
    state = nearly().main(0)
    play(state, "upgrade e6 tp")
    assert ask(state) == "town"
    play(state, "town tw2")
    assert has(state, 0, vp=20 + 7 + 5, workers=20, keys=1, towns=["tw2"])
    assert [n for n, h in sorted(hexes(state).items()) if h.get("town")] == ["E6", "E7", "F3", "F4"]


@cites("terra-mystica", "towns.founding")
def test_three_buildings_or_six_power_are_not_enough() -> None:
    three = rich().put(0, "E6 tp", "F4 sh", "F3 tp").main(0)
    play(three, "upgrade e6 te", "favor fav9")
    assert ask(three) == "post"
    six = rich().put(0, "E6 d", "E7 d", "F4 d", "F3 tp").main(0)
    play(six, "upgrade e6 tp")
    assert ask(six) == "post"


@cites("terra-mystica", "towns.sanctuary")
def test_a_sanctuary_counts_as_two_buildings() -> None:
    state = rich().put(0, "E6 te", "F4 tp", "F3 tp").main(0)
    play(state, "upgrade e6 sa", "favor fav9")
    assert ask(state) == "town"


@cites("terra-mystica", "towns.six", "favor.fav5")
def test_the_favor_tile_for_towns_works_at_once_and_for_several_groups() -> None:
    table = rich().put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").put(0, "H7 d", "H6 d", "G5 tp", "G6 d", "A1 tp")
    state = table.put(0, "I11 d").main(0)
    play(state, "upgrade a1 te", "favor fav5")
    assert ask(state) == "town"
    play(state, "town tw1", "town tw1")
    assert has(state, 0, towns=["tw1", "tw1"], keys=2)
    assert why(nearly().set(towns_left={"tw1": 0}).state(0, ["town", 0, 0, 0]), "town tw1").code == "none_left"


@cites("terra-mystica", "towns.growth")
def test_a_town_grows_and_founds_no_second_one() -> None:
    table = rich().put(0, "E6 tp", "E7 d", "F4 tp", "F3 tp", town=True).put(0, "C3 d", "D5 d")
    state = table.terrain("D4", "forest").main(0)
    play(state, "build d4")
    assert ask(state) == "post"
    assert all(hexes(state)[n]["town"] for n in ("D4", "C3", "D5"))


@cites("terra-mystica", "towns.growth", "bridges.supply")
def test_two_towns_joined_by_a_bridge_stay_two() -> None:
    table = rich().put(0, "E6 tp", "E7 d", "F4 tp", "F3 tp", town=True)
    state = table.put(0, "G3 te", "H4 d", "H5 d", "I8 te", town=True).main(0)
    play(state, "action act1", "bridge f4:g3")
    assert ask(state) == "post"


@cites("terra-mystica", "towns.founding", "reach.bridges")
def test_a_bridge_can_complete_a_town() -> None:
    state = rich().put(0, "E6 d", "F4 tp", "F3 tp", "G3 tp").main(0)
    play(state, "action act1", "bridge f4:g3")
    assert ask(state) == "town"


@cites("terra-mystica", "reach.bridges", "towns.founding")
def test_a_foreign_bridge_connects_too() -> None:
    table = rich("witches", "nomads", "giants").put(0, "E6 d", "F4 tp", "F3 tp", "G3 d").goods(2, bridges=["F4:G3"])
    state = table.put(2, "A1 d").main(0)
    play(state, "upgrade g3 tp")
    assert ask(state) == "town"


@cites("terra-mystica", "towns.supply")
def test_without_a_tile_there_is_no_town_at_all() -> None:
    state = nearly().set(towns_left={f"tw{n}": 0 for n in range(1, 6)}).set(round=2).main(0)
    play(state, "upgrade e6 tp")
    assert ask(state) == "post"
    assert has(state, 0, vp=20, keys=0)
    assert not hexes(state)["E6"]["town"]


@cites("terra-mystica", "cults.missed", "cults.ten")
def test_a_step_missed_for_want_of_a_key_is_made_good_by_the_same_action() -> None:
    # the favor tile's steps stop at 9; the town that the temple cannot found comes with FAV5
    table = rich().put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").goods(0, cults=[8, 0, 0, 0], bowls=[12, 0, 0])
    state = table.main(0)
    play(state, "upgrade f4 te", "favor fav5")
    assert seat(state, 0)["cults"]["fire"] == 9
    play(state, "town tw1")
    assert seat(state, 0)["cults"]["fire"] == 10
    assert has(state, 0, keys=0, bowls=[9, 3, 0])


@cites("terra-mystica", "cults.short_keys")
def test_short_of_keys_the_player_says_which_track_stays() -> None:
    state = nearly().goods(0, cults=[9, 9, 3, 0]).main(0)
    play(state, "upgrade e6 tp", "town tw5")
    assert ask(state) == "stay"
    assert why(state, "stay air").code == "not_rising"
    play(state, "stay fire")
    assert seat(state, 0)["cults"] == {"fire": 9, "water": 10, "earth": 4, "air": 1}
    enough = nearly().goods(0, cults=[9, 9, 3, 0], keys=1).main(0)
    play(enough, "upgrade e6 tp", "town tw5")
    assert seat(enough, 0)["cults"] == {"fire": 10, "water": 10, "earth": 4, "air": 1}


@cites("terra-mystica", "towns.expansion", "faction.fakirs.range", "town.tw6", "town.tw7", "town.tw8")
def test_the_town_tiles_of_the_expansion() -> None:
    def founded(tile: str, faction: str = "witches") -> object:
        table = rich(faction, "halflings", town_tiles="expansion")
        state = table.put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").main(0)
        play(state, "upgrade e6 tp", f"town {tile}")
        return state

    six = founded("tw6", "auren")
    assert has(six, 0, vp=22, keys=2)  # type: ignore[arg-type]
    assert seat(six, 0)["cults"] == {"fire": 2, "water": 2, "earth": 2, "air": 2}  # type: ignore[arg-type]
    seven = founded("tw7", "auren")
    assert has(seven, 0, vp=20 + 4 + 2)  # type: ignore[arg-type]
    assert seat(seven, 0)["shipping"]["level"] == 1  # type: ignore[arg-type]
    assert has(founded("tw7", "dwarves"), 0, vp=24)  # type: ignore[arg-type]
    assert seat(founded("tw7", "fakirs"), 0)["shipping"]["skip"] == 3  # type: ignore[arg-type]
    assert has(founded("tw8", "auren"), 0, vp=31)  # type: ignore[arg-type]
    base = nearly().main(0)
    play(base, "upgrade e6 tp")
    assert why(base, "town tw8").code == "none_left"


@cites("terra-mystica", "round.tile", "faction.swarmlings")
def test_towns_score_the_town_tile_and_feed_swarmlings() -> None:
    state = rich("swarmlings", "nomads").put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").set(round=2).main(0)
    play(state, "upgrade e6 tp", "town tw1")
    assert has(state, 0, vp=20 + 5 + 5, workers=20 - 3 + 3)


def river_town(**goods: object) -> Table:
    """Mermaids around r22: E7, F4 and G3 lie at it."""
    table = rich("mermaids", "nomads").put(0, "E7 tp", "E8 d", "G3 tp", "H4 tp")
    return table.goods(0, **goods)


@cites("terra-mystica", "faction.mermaids.river_town")
def test_mermaids_join_over_one_river_space() -> None:
    state = river_town().main(0)
    assert can(state, "connect r22")
    play(state, "connect r22", "town tw1")
    assert ask(state) == "main"
    assert has(state, 0, towns=["tw1"])
    assert why(state, "connect r22").code == "already_linked"
    weak = rich("mermaids", "nomads").put(0, "E7 d", "E8 d", "G3 d", "H4 d").main(0)
    assert why(weak, "connect r22").code == "no_town"
    other = rich("witches", "nomads").put(0, "E7 tp", "E8 d", "G3 tp", "H4 tp").main(0)
    assert why(other, "connect r22").code == "only_faction"
    none = river_town().set(towns_left={f"tw{n}": 0 for n in range(1, 6)}).main(0)
    assert why(none, "connect r22").code == "no_town_tile"


@cites("terra-mystica", "faction.mermaids.river_town", "towns.growth")
def test_growth_over_a_river_town() -> None:
    # G3 and its neighbours are a town; E7 lies across the linked river space, so what is built on it joins
    table = rich("mermaids", "nomads").put(0, "G3 tp", "H4 tp", "H5 d", "I8 tp", town=True)
    state = table.set(links=["r22"]).goods(0, shipping=3).terrain("E7", "lakes").main(0)
    play(state, "build e7")
    assert hexes(state)["E7"]["town"]
    plain = rich("mermaids", "nomads").put(0, "G3 tp", "H4 tp", "H5 d", "I8 tp", town=True)
    apart = plain.goods(0, shipping=3).terrain("E7", "lakes").main(0)
    play(apart, "build e7")
    assert not hexes(apart)["E7"]["town"]
    end_turn(apart)
