"""Perft counts of Terra Mystica: a change of the rules or of a listing shows as a number."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.perft import perft
from tests.support.mystic import Table


def nodes(state: Any, depth: int) -> list[int]:
    return [count.nodes for count in perft(state, depth)]


def middle() -> Any:
    """Witches with a stronghold beside Cultists with a temple."""
    table = Table("witches", "cultists", round=3)
    table.put(0, "F4 sh", "E7 tp", "G3 d").put(1, "E6 te", "F3 d", "F5 d")
    table.goods(0, coins=8, workers=4, priests=1, bowls=[3, 4, 4], cults=[2, 0, 0, 5])
    table.goods(1, coins=6, workers=5, priests=2, bowls=[2, 5, 3], favors=["fav9"])
    return table.main(0)


def test_the_first_draws_count_themselves() -> None:
    """Seven tiles may lie in round 6, six of the rest in round 5; then the spade tile joins."""
    assert nodes(catalog.game("terra-mystica", 2).new(), 3) == [1, 7, 42, 252]


@pytest.mark.parametrize(("lean", "expected"), [(True, [1, 31, 670, 14058]), (False, [1, 53, 715, 9071])])
def test_from_the_middle_of_a_game(lean: bool, expected: list[int]) -> None:
    assert nodes(middle().lean(lean), 3) == expected
