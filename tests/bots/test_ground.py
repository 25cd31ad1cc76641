"""What the network is told of the map of Terra Mystica: groups on their way to towns, land in reach, neighbours."""

import pytest
from librt.vecs import vec

from terrarium.search.terramystica.digest import TerraDigest
from terrarium.search.terramystica.ground import COLUMNS, GROUPS, Ground
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.map.reach import network_size
from tests.support.mystic import Table

NEAREST = 2 * int(GROUPS)
"""Where the columns of land begin: three of towns, four of land in reach, two of land farther off."""


def ground(state: TerraMystica, seat: int = 0) -> list[float]:
    columns = vec[float]([0.0] * int(COLUMNS))
    Ground().write(state, seat, network_size(state, seat), columns, 0)
    return list(columns)


def table() -> Table:
    return Table("witches", "nomads").goods(0, coins=20, workers=20)


def test_groups_are_told_by_strength_and_number() -> None:
    columns = ground(table().put(0, "E6 d", "E7 d", "F4 tp", "A1 d").main(0))
    assert columns[:4] == [4 / 7, 0.75, 1 / 7, 0.25]
    assert columns[4:NEAREST] == [0.0, 0.0]


def test_a_town_is_no_group_any_more() -> None:
    columns = ground(table().put(0, "E6 tp", "E7 d", "F4 tp", "F3 tp", town=True).put(0, "A1 d").main(0))
    assert columns[:4] == [1 / 7, 0.25, 0.0, 0.0]


def test_the_favour_that_eases_towns_counts() -> None:
    columns = ground(table().put(0, "E6 d", "E7 d", "F4 tp").goods(0, favors=["fav5"]).main(0))
    assert columns[:2] == [4 / 6, 0.75]


@pytest.mark.parametrize(("terrain", "place"), [("forest", 0), ("lakes", 1), ("mountains", 1), ("swamp", 2)])
def test_a_dwelling_that_would_found_a_town_is_seen_by_its_spades(terrain: str, place: int) -> None:
    state = table().put(0, "E7 d", "F4 tp", "F3 sh").terrain("E6", terrain).main(0)
    columns = ground(state)[NEAREST : NEAREST + 3]
    assert columns[place] == 1.0
    # The same place beside a town of the seat founds none.
    state = table().put(0, "E7 d", "F4 tp", "F3 sh", town=True).terrain("E6", terrain).main(0)
    assert 1.0 not in ground(state)[NEAREST : NEAREST + 3]


def test_free_land_is_counted_by_its_spades() -> None:
    name = "E7"
    before = ground(table().put(0, "E6 d").terrain(name, "swamp").main(0))[NEAREST + 3 : NEAREST + 7]
    after = ground(table().put(0, "E6 d").terrain(name, "forest").main(0))[NEAREST + 3 : NEAREST + 7]
    taken = ground(table().put(0, "E6 d").put(1, f"{name} d").main(0))[NEAREST + 3 : NEAREST + 7]
    assert sum(after) == pytest.approx(sum(before))
    assert after[0] == pytest.approx(before[0] + 0.2)
    assert sum(taken) == pytest.approx(sum(before) - 0.2)


def test_neighbours_are_counted_once_a_building() -> None:
    alone = ground(table().put(0, "E6 d", "E7 tp").main(0))
    beside = ground(table().put(0, "E6 d", "E7 tp").put(1, "F4 d").main(0))
    assert alone[-3:-1] == [0.0, 0.0]
    assert beside[-3] > 0.0


def test_rows_say_which_cards_and_priests_spaces_are_left() -> None:
    state = table().put(0, "E6 d").put(1, "A1 d").main(0)
    digest = TerraDigest(2)
    digest.write(state)
    row = list(digest.rows)[: int(digest.width)]
    free = row[-10:]
    assert [n + 1 for n, value in enumerate(free) if value] == [1, 4, 7]
    assert row[-14:-10] == [0.99] * 4
