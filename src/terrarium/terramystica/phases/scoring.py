"""Final scoring: cults, areas, goods."""

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import convert, gain_vp, lose
from terrarium.terramystica.factions.boards import COINS_PER_VP
from terrarium.terramystica.layout import (
    BOWL2,
    BOWL3,
    COINS,
    CULT,
    FACTION,
    NETWORK,
    PLAYERS,
    PRIESTS,
    WORKERS,
)
from terrarium.terramystica.map.reach import network_size
from terrarium.terramystica.tables import AREA_VP, CULT_VP


def shares(values: list[int], points: list[int]) -> list[int]:
    """Points by place; those who tie share the places they take, rounded down; zero takes no place."""
    result: list[int] = []
    for value in values:
        above = len([x for x in values if x > value])
        tied = len([x for x in values if x == value])
        total = sum(points[above : above + tied]) if value > 0 else 0
        result.append(total // tied)
    return result


def score_cults(s: Position) -> None:
    v = s.v
    players = int(v[PLAYERS])
    for track in range(4):
        steps = [int(v[at(seat) + CULT + track]) for seat in range(players)]
        for seat, points in enumerate(shares(steps, CULT_VP)):
            gain_vp(s, seat, points, causes.OF_CULT + track)


def score_areas(s: Position) -> None:
    v = s.v
    players = int(v[PLAYERS])
    sizes: list[int] = []
    for seat in range(players):
        size = int(network_size(s, seat))
        v[at(seat) + NETWORK] = size
        sizes.append(size)
    for seat, points in enumerate(shares(sizes, AREA_VP)):
        gain_vp(s, seat, points, causes.AREA)


def score_goods(s: Position, seat: i64) -> None:
    """Everything becomes coins, coins become points."""
    v = s.v
    o = at(seat)
    convert(s, seat, 0, v[o + BOWL2] >> 1)
    convert(s, seat, 3, v[o + BOWL3])
    convert(s, seat, 4, v[o + PRIESTS])
    convert(s, seat, 5, v[o + WORKERS])
    rate: i64 = COINS_PER_VP[v[o + FACTION]]
    points: i64 = v[o + COINS] // rate
    lose(s, seat, COINS, points * rate, causes.RESOURCES)
    gain_vp(s, seat, points, causes.RESOURCES)
    if s.watching:
        s.note("goods_scored", seat, causes.RESOURCES, {})


def score_game(s: Position) -> None:
    """The end: everything that the board still owes."""
    score_cults(s)
    score_areas(s)
    seat: i64
    for seat in range(s.v[PLAYERS]):
        score_goods(s, seat)
