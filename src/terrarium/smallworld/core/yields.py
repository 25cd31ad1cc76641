"""What a region brings the player who holds it at scoring, by cause: for the card that says who profits."""

from mypy_extensions import i64

from terrarium.smallworld.core.data import HOLDER, OWNER
from terrarium.smallworld.core.game import Position


def yields(state: Position, region: int) -> tuple[int, list[tuple[str, int]]]:
    """The seat that holds a region, -1 where nobody does, and the coins it brings: one, and what abilities add."""
    r: i64 = region
    if not 0 <= r < state.kit.board.n:
        return -1, []
    t = state.v[r * 3 + HOLDER]
    if t < 0 or t >= state.kit.n_races or state.v[t * 7 + OWNER] < 0:
        return -1, []
    lines: list[tuple[str, int]] = [("regions", 1)]
    for unit in state.crew(t).region_earners:
        n = unit.region_income(state, t, r)
        if n:
            lines.append((unit.name, int(n)))
    return int(state.v[t * 7 + OWNER]), lines
