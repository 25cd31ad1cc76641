"""Every number of the game that is printed on a tile, a card or a common board; the rest is in `factions/`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


def vec_of(items: list[int]) -> vec[i64]:
    return vec[i64]([i64(x) for x in items])


STRENGTH: Final[vec[i64]] = vec_of([0, 1, 2, 2, 3, 3])
"""Power value of a building."""
PIECES: Final[vec[i64]] = vec_of([0, 8, 4, 3, 1, 1])
LOWER: Final[vec[i64]] = vec_of([0, 0, 1, 2, 2, 3])
"""The building that a building is made from."""
PRIEST_PIECES: Final = 7
BRIDGE_PIECES: Final = 3
START_VP: Final = 20
ROUNDS: Final = 6
SHIP_COINS: Final = 4
SHIP_PRIESTS: Final = 1
"""Price of a level of shipping."""
DIG_WORKERS: Final = 2
DIG_PRIESTS: Final = 1
"""Price of a level of the spade rate, with the coins of the faction (`DIG_COINS`)."""
DIG_VP: Final = 6

ACT_POWER: Final[vec[i64]] = vec_of([3, 3, 4, 4, 4, 6])
POWER_FOR: Final[vec[i64]] = vec_of([0, 5, 3, 1])
"""Power for a priest, a worker, a coin."""
CULT_POWER: Final[vec[i64]] = vec_of([0, 0, 0, 1, 1, 3, 3, 5, 5, 5, 8])
"""Power met on the way from 0 up to a step; the difference of two entries is what a move brings."""
PRIEST_SPACES: Final[vec[i64]] = vec_of([3, 2, 2, 2])
"""Steps that a priest who stays on a space of a track is worth."""
CULT_VP: Final = [8, 4, 2]
AREA_VP: Final = [18, 12, 6]

# income of a bonus card: coins, workers, priests, power
CARD_INCOME: Final[vec[i64]] = vec_of([
    2, 0, 0, 0,  4, 0, 0, 0,  6, 0, 0, 0,  0, 0, 0, 3,  0, 1, 0, 3,
    0, 2, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  2, 0, 0, 0,  0, 0, 0, 3,
])  # fmt: skip
SPADE_CARD: Final = 0
CULT_CARD: Final = 1
SHIP_CARD: Final = 3
GREAT_CARD: Final = 5
TRADE_CARD: Final = 6
DWELLING_CARD: Final = 8
SEA_CARD: Final = 9

FAVOR_COUNT: Final[vec[i64]] = vec_of([1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3])
FAVOR_STEPS: Final[vec[i64]] = vec_of([3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1])
"""On track (tile % 4)."""
FAV_TOWN: Final = 1 << 4
FAV_ACTION: Final = 1 << 5
FAVOR_INCOME: Final[vec[i64]] = vec_of([0] * 24 + [0, 1, 0, 1,  0, 0, 0, 4,  3, 0, 0, 0] + [0] * 12)  # fmt: skip
"""Coins, workers, priests and power of each tile in the income phase."""
FAV_WORKER: Final = 1 << 6
FAV_POWER: Final = 1 << 7
FAV_COINS: Final = 1 << 8
FAV_TRADE: Final = 1 << 9
FAV_DWELLING: Final = 1 << 10
FAV_PASS: Final = 1 << 11
FAV_PASS_VP: Final[vec[i64]] = vec_of([0, 2, 3, 3, 4])

TOWN_COUNT: Final[vec[i64]] = vec_of([2, 2, 2, 2, 2, 1, 2, 1])
TOWN_VP: Final[vec[i64]] = vec_of([5, 7, 9, 6, 8, 2, 4, 11])
TOWN_GOODS: Final[vec[i64]] = vec_of([6, 0, 0, 0,  0, 2, 0, 0,  0, 0, 1, 0,  0, 0, 0, 8] + [0] * 16)  # fmt: skip
"""Coins, workers, priests and power of each tile."""
TOWN_STEPS: Final[vec[i64]] = vec_of([0, 0, 0, 0, 1, 2, 0, 0])
TOWN_KEYS: Final[vec[i64]] = vec_of([1, 1, 1, 1, 1, 2, 1, 1])
SHIP_TOWN: Final = 6

# scoring tiles: VP for a building kind (0 spade, 6 town), the cult that pays, per how many steps, what
SPADE_TILE: Final = 0
TILE_VP: Final[vec[i64]] = vec_of([
    2, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 5,
    0, 2, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 5, 5, 0,
    0, 2, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0,
    0, 0, 0, 0, 5, 5, 0,
    0, 0, 3, 0, 0, 0, 0,
    0, 0, 0, 4, 0, 0, 0,
])  # fmt: skip
"""[tile * 7 + (0 spade, 1..5 building, 6 town)]."""
TEMPLE_TILE: Final = 8
TILE_CULT: Final[vec[i64]] = vec_of([2, 2, 1, 0, 0, 1, 3, 3, -1])
TILE_PER: Final[vec[i64]] = vec_of([1, 4, 4, 2, 4, 4, 2, 4, 1])
TILE_PAYS: Final[vec[i64]] = vec_of([1, 5, 3, 2, 4, 5, 2, 5, 1])
"""1 coins, 2 workers, 3 priests, 4 power, 5 spades."""
TILE_AMOUNT: Final[vec[i64]] = vec_of([1, 1, 1, 1, 4, 1, 1, 1, 2])
