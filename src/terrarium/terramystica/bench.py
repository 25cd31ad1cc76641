"""Random play inside the engine, for measuring and for rollouts."""

from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.data import Position, top_of
from terrarium.terramystica.layout import F_MAIN, HEIGHT
from terrarium.terramystica.phases.flow import answer


def play_random(state: Position, dealer: Dealer) -> tuple[int, int]:
    """Play to the end, every legal answer equally likely; how many decisions players and chance made."""
    moves: i64 = 0
    draws: i64 = 0
    v = state.v
    while v[HEIGHT] > 0:
        if v[top_of(v) + 1] == CHANCE:
            draws += 1
        else:
            moves += 1
        n = fill(state)
        answer(state, state.out[dealer.below(n)])
    return int(moves), int(draws)


def to_main(state: Position, dealer: Dealer, skip: int) -> bool:
    """Play on until the given number of main decisions have gone by; False if the game ended first."""
    v = state.v
    left: i64 = skip
    while v[HEIGHT] > 0:
        if v[top_of(v)] == F_MAIN:
            if left == 0:
                return True
            left -= 1
        n = fill(state)
        answer(state, state.out[dealer.below(n)])
    return False


def list_often(state: Position, times: int) -> int:
    """List the same position again and again; for timing."""
    total: i64 = 0
    for _ in range(times):
        total += fill(state)
    return int(total)
