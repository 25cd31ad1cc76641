"""Scenes of Underground on the map for two players, and what its tests ask again and again.

Rim: mud 1, river 2, crystal 3, mushroom 4, mountain 5, crystal 10, mud 22 (monsters), river 24, mine 25, mud 26.
Monsters: mushroom 6, mountain 13, mine 18, mud 22. Inland: mushroom 7, 8, mine 9, 17, mountain 11, 15, crystal 12, 21,
mud 19, river 20. Chasms: 0 and 14 (volcano symbols), 16, 23, 27.
"""

from typing import Any

from terrarium.kernel.contract import State
from tests.support.scene import Scene, play, settle


def below(players: int = 2, **options: Any) -> Scene:
    """A table of Underground."""
    return Scene(players=players, title="underground", **options)


def bare(players: int = 2, **options: Any) -> Scene:
    """A table of Underground without monsters."""
    return Scene(players=players, natives=False, title="underground", **options)


def coins(state: State, seat: int) -> int:
    return state.scores()[seat]


def finish(state: State, *answers: str) -> State:
    """End conquests, redeploy in the plainest way, then give these answers."""
    play(state, "stop")
    settle(state)
    return play(state, *answers)
