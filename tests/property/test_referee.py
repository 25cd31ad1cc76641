"""The engine against the brute-force referee, on games in which no race or power does anything."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium import catalog
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.classic.kit import classic_kit
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import board_from
from terrarium.smallworld.core.game import FamilyGame, Position
from tests.support.play import step
from tests.support.referee import Referee

RACES = {f"race_{k}": (3 + k % 6, 8 + k % 6) for k in range(14)}
POWERS = {f"power_{k}": 2 + k % 4 for k in range(20)}


def plain(name: str, tokens: int, tray: int) -> Ability:
    unit = Ability()
    unit.name = name
    unit.tokens = tokens
    unit.tray = tray
    return unit


def plain_game(players: int) -> tuple[FamilyGame, list[dict[str, Any]]]:
    """Small World's map and core with units that have numbers and nothing else."""
    usual = catalog.usual_options("small-world")
    data = catalog.map_files("terrarium.smallworld.classic")[f"{players}p"]
    kit = classic_kit(board_from(data, False), players, usual)
    units = [plain(name, *numbers) for name, numbers in RACES.items()]
    units += [plain(name, tokens, 0) for name, tokens in POWERS.items()]
    kit.replace_units(units, len(RACES))
    rows: Any = data["regions"]
    return FamilyGame(kit, 1, usual), rows


GAMES = {players: plain_game(players) for players in (2, 3, 4, 5)}


def picture(state: Position, players: int) -> dict[str, Any]:
    view: Any = state.view(0)
    return {
        "coins": state.scores()[:players],
        "held": {row["id"]: (row["holder"], row["tokens"]) for row in view["regions"] if row["holder"]},
        "row": [[combo["race"], combo["power"], combo["coins"]] for combo in view["row"]],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_engine_and_referee_agree(players: int, seed: int) -> None:
    game, rows = GAMES[players]
    state = game.start()
    rounds = {2: 10, 3: 10, 4: 9, 5: 8}[players]
    referee = Referee(rows, players, rounds, RACES, POWERS)
    dealer = Dealer(seed)
    while True:
        assert state.current_player() == referee.ask()
        texts = {state.text(action) for action in state.legal_actions()}
        assert texts == referee.legal()
        assert picture(state, players) == referee.picture()
        if state.current_player() == -2:
            break
        referee.play(state.text(step(state, dealer)))
    assert state.winners() == referee.winners()
