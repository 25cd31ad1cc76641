"""What a command means on the board: spades for a hex, priests' spaces, river hexes, our own conversions."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes, layout
from terrarium.terramystica.actions.connect import river_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.factions.boards import FLAT_SPADES
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.map.board import BASE
from terrarium.terramystica.map.spades import home_only, past_home, steps_between
from terrarium.terramystica.snellman.commands import Command

RATES: Final = {
    (0, 1): (5, [1]),
    (0, 2): (3, [2]),
    (0, 3): (1, [3]),
    (1, 2): (1, [4]),
    (1, 3): (1, [4, 5]),
    (2, 3): (1, [5]),
    (4, 3): (1, [6]),
}
"""From, to (power, priest, worker, coin, point): how many of the one for one of the other, and our conversions."""


def turn_of(start: int, goal: int, home: int, spades: int, faction: int) -> tuple[int, bool]:
    """Spades for turning a hex, and whether the longer way round is meant.

    To or from home the longer way is taken when exactly so many spades are at hand; otherwise the way that does not
    lead past home.
    """
    if home_only(faction):
        return int(FLAT_SPADES[faction]), False
    short = int(steps_between(start, goal))
    if goal == home or start == home:
        return (7 - short, True) if spades == 7 - short else (short, False)
    if past_home(start, goal, home, False):
        return 7 - short, True
    return short, False


def turn_code(h: int, terrain: int, long: bool) -> int:
    """Our code for turning a hex."""
    return codes.LONG + h * 7 + terrain if long else h * codes.BLOCK + codes.TRANSFORM + terrain


def terrain_towards(start: int, home: int, spades: int, faction: int) -> int:
    """The terrain of a `transform` that names none: towards home, as far as the spades go."""
    if home_only(faction) or steps_between(start, home) <= spades:
        return home
    ways = [(start + spades) % 7, (start - spades) % 7]
    return ways[0] if steps_between(home, ways[0]) < steps_between(home, ways[1]) else ways[1]


def send_steps(v: vec[i64], command: Command) -> int:
    """Without a number: the best space that is free."""
    if command.n:
        return command.n
    spot = layout.SPOTS + 4 * command.a
    if v[spot] == 0:
        return 3
    return 2 if v[spot + 1] == 0 or v[spot + 2] == 0 or v[spot + 3] == 0 else 1


def river_of(state: TerraMystica, seat: int, command: Command) -> int:
    """The river hex of a `connect`; between hexes: one that touches them all and founds a town, else any of them."""
    if command.b == -2:
        return command.a
    found = 0
    for i in range(6):
        river = int(BASE.land_river[command.a * 6 + i])
        around = [int(BASE.river_land[river * 6 + k]) for k in range(6)] if river >= 0 else []
        if command.b in around and command.n in around:
            found = river
            if river_fault(state, seat, river) == FINE:
                return river
    return found


def conversions_of(command: Command) -> list[int]:
    """Our conversions that one of the server's stands for."""
    return [7] if (command.b, command.a) == (3, 4) else RATES.get((command.b, command.a), (0, []))[1]
