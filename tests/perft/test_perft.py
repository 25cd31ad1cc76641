"""Counts of positions: on a board small enough to count by hand, and from the middle of real games."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.cli.games import dealt
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.perft import perft
from terrarium.smallworld.classic.kit import classic_kit
from terrarium.smallworld.core.board import board_from
from terrarium.smallworld.core.game import FamilyGame
from tests.support.box import box_game, box_kit
from tests.support.play import step

TINY: dict[str, Any] = {
    "id": "tiny",
    "players": 2,
    "rounds": 2,
    "regions": [
        {"id": 0, "features": ["hill", "edge", "entry"], "natives": 0, "borders": [1, 2]},
        {"id": 1, "features": ["mountain", "edge", "entry"], "natives": 0, "borders": [0, 2, 3]},
        {"id": 2, "features": ["forest"], "natives": 1, "borders": [0, 1, 3]},
        {"id": 3, "features": ["swamp", "edge", "entry"], "natives": 0, "borders": [1, 2]},
    ],
}


def tiny() -> FamilyGame:
    options = {**catalog.usual_options("small-world"), "random_first_player": "no"}
    return FamilyGame(box_kit(classic_kit(board_from(TINY, False), 2, options)), 1, options)


def counts(state: Any, depth: int) -> list[tuple[int, int, int]]:
    return [(count.nodes, count.chance, count.over) for count in perft(state, depth)]


def test_the_first_draws_count_themselves() -> None:
    """14 banners, then 20 badges for each, then 13 of the banners left."""
    assert [nodes for nodes, _, _ in counts(tiny().new(), 3)] == [1, 14, 14 * 20, 14 * 20 * 13]


def test_a_tiny_board() -> None:
    """Six combos to pick; then one of the 8 banners and one of the 14 badges left; then the first conquests."""
    state = dealt(tiny(), 5)
    combos: Any = state.view(0)["row"]
    assert [(c["race"], c["power"]) for c in combos[:2]] == [("halflings", "swamp"), ("sorcerers", "flying")]
    assert counts(state, 4) == [(1, 0, 0), (6, 6, 0), (6 * 8, 48, 0), (6 * 8 * 14, 0, 0), (3024, 112, 0)]


MIDDLE = [
    (2, 1, 90, [(1, 0, 0), (15, 0, 0), (65, 0, 0), (309, 31, 0)]),
    (3, 2, 120, [(1, 0, 0), (9, 0, 0), (64, 1, 0), (385, 27, 0)]),
    (4, 3, 150, [(1, 0, 0), (1, 0, 0), (2, 0, 0), (15, 0, 0)]),
    (5, 4, 200, [(1, 0, 0), (43, 1, 0), (1666, 307, 0)]),
]


@pytest.mark.parametrize(("players", "seed", "actions", "expected"), MIDDLE)
def test_from_the_middle_of_a_game(players: int, seed: int, actions: int, expected: list[tuple[int, int, int]]) -> None:
    state = box_game("small-world", players).new()
    dealer = Dealer(seed)
    for _ in range(actions):
        step(state, dealer)
    assert counts(state, len(expected) - 1) == expected
