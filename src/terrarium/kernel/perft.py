"""Counting positions: how many there are after so many actions, chance's included. A changed rule changes these."""

from terrarium.kernel.contract import CHANCE, State


class Counts:
    """Positions at one depth: all of them, and those where chance is to answer, and those where the game is over."""

    def __init__(self) -> None:
        self.nodes = 0
        self.chance = 0
        self.over = 0


def perft(state: State, depth: int) -> list[Counts]:
    """Counts for each depth from 0 to `depth`; outcomes of chance count once each, whatever their weight."""
    found = [Counts() for _ in range(depth + 1)]
    walk(state, depth, 0, found)
    return found


def walk(state: State, left: int, depth: int, found: list[Counts]) -> None:
    here = found[depth]
    here.nodes += 1
    actions = state.legal_actions()
    if not actions:
        here.over += 1
        return
    if state.current_player() == CHANCE:
        here.chance += 1
    if left == 0:
        return
    for action in actions:
        after = state.clone()
        after.apply(action)
        walk(after, left - 1, depth + 1, found)
