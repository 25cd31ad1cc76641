"""A unit that somebody wants to try at once: a race or power is dealt with the first combo, and they begin; a thing is
hidden somewhere, and they only begin. What is wished for lies before the rows from which on chance is fair."""

from typing import Any

from terrarium.kernel.contract import CHANCE, Game, State
from terrarium.server.errors import Problem
from terrarium.server.room import chance
from terrarium.server.store.rows import Row


def dealt_first(game: Game, name: str, seat: int, secret: bytes, now: float) -> tuple[list[Row], State]:
    """The deal with which this unit comes to light and `seat` begins, and the position after it; Problem 422 where no
    draw brings the unit."""
    state = game.new()
    rows: list[Row] = []
    wishes = [f"race {name}", f"badge {name}", f"first {seat}"]
    hidden: Any = state.view(seat).get("unseen", [])
    found = name in hidden
    while state.current_player() == CHANCE:
        ply = len(rows) + 1
        wished = [code for code in state.legal_actions() if state.text(code) in wishes]
        action = wished[0] if wished else chance.draw(secret, ply, state)
        rows.append(Row(ply, CHANCE, state.text(action), "chance", None, "", now))
        found = found or rows[-1].text in wishes[:2]
        state.apply(action)
    if not found:
        raise Problem(422, "bad_request", what="first")
    return rows, state
