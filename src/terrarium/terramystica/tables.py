"""Every number of the game that is printed on a board, a tile or a card.

A faction is a row over a default; what a row cannot say is a hook (`factions/`).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.names import FACTIONS


class Board:
    """One faction board: start goods, costs, income by number of buildings, tracks."""

    def __init__(self, home: int, cults: list[int]) -> None:
        self.home = home
        self.cults = cults
        self.workers = 3
        self.coins = 15
        self.priests = 0
        self.bowls = [5, 7]
        # cost of dwelling, trading house (with a neighbour), temple, stronghold, sanctuary
        self.cost_workers = [1, 2, 2, 4, 4]
        self.cost_coins = [2, 3, 5, 6, 6]
        self.worker_income = [1, 2, 3, 4, 5, 6, 7, 8, 8]
        self.trade_coins = [2, 2, 2, 2]
        self.trade_power = [1, 1, 2, 2]
        self.temple_priests = [1, 1, 1]
        self.temple_power = [0, 0, 0]
        self.stronghold = [0, 0, 0, 2]  # coins, workers, priests, power
        self.sanctuary_priests = 1
        self.ship_start = 0
        self.ship_max = 3
        self.dig_max = 2
        self.dig_coins = 5
        self.dwellings = 2
        self.skip_workers = 0
        self.skip_priests = 0
        self.coins_per_vp = 3
        self.tiles_per_temple = 1
        self.tiles_per_stronghold = 0


def _alchemists() -> Board:
    b = Board(2, [1, 1, 0, 0])
    b.trade_coins = [2, 2, 3, 4]
    b.trade_power = [1, 1, 1, 1]
    b.stronghold = [6, 0, 0, 0]
    b.coins_per_vp = 2
    return b


def _auren() -> Board:
    b = Board(4, [0, 1, 0, 1])
    b.cost_coins = [2, 3, 5, 6, 8]
    b.tiles_per_stronghold = 1
    return b


def _chaosmagicians() -> Board:
    b = Board(6, [2, 0, 0, 0])
    b.workers = 4
    b.cost_coins = [2, 3, 5, 4, 8]
    b.stronghold = [0, 2, 0, 0]
    b.dwellings = 1
    b.tiles_per_temple = 2
    return b


def _cultists() -> Board:
    b = Board(1, [1, 0, 1, 0])
    b.cost_coins = [2, 3, 5, 8, 8]
    return b


def _darklings() -> Board:
    b = Board(2, [0, 1, 1, 0])
    b.workers = 1
    b.priests = 1
    b.cost_coins = [2, 3, 5, 6, 10]
    b.sanctuary_priests = 2
    b.dig_max = 0
    return b


def _dwarves() -> Board:
    b = Board(5, [0, 0, 2, 0])
    b.trade_coins = [3, 2, 2, 3]
    b.ship_max = 0
    b.skip_workers = 2
    return b


def _engineers() -> Board:
    b = Board(5, [0, 0, 0, 0])
    b.workers = 2
    b.coins = 10
    b.bowls = [3, 9]
    b.cost_workers = [1, 1, 1, 3, 3]
    b.cost_coins = [1, 2, 4, 6, 6]
    b.worker_income = [0, 1, 2, 2, 3, 4, 4, 5, 6]
    b.temple_priests = [1, 0, 1]
    b.temple_power = [0, 5, 0]
    return b


def _fakirs() -> Board:
    b = Board(0, [1, 0, 0, 1])
    b.bowls = [7, 5]
    b.cost_coins = [2, 3, 5, 10, 6]
    b.stronghold = [0, 0, 1, 0]
    b.ship_max = 0
    b.dig_max = 1
    b.skip_priests = 1
    return b


def _giants() -> Board:
    b = Board(6, [1, 0, 0, 1])
    b.stronghold = [0, 0, 0, 4]
    return b


def _halflings() -> Board:
    b = Board(1, [0, 0, 1, 1])
    b.bowls = [3, 9]
    b.cost_coins = [2, 3, 5, 8, 6]
    b.dig_coins = 1
    return b


def _mermaids() -> Board:
    b = Board(3, [0, 2, 0, 0])
    b.bowls = [3, 9]
    b.cost_coins = [2, 3, 5, 6, 8]
    b.stronghold = [0, 0, 0, 4]
    b.ship_start = 1
    b.ship_max = 5
    return b


def _nomads() -> Board:
    b = Board(0, [1, 0, 1, 0])
    b.workers = 2
    b.cost_coins = [2, 3, 5, 8, 6]
    b.trade_coins = [2, 2, 3, 4]
    b.trade_power = [1, 1, 1, 1]
    b.dwellings = 3
    return b


def _swarmlings() -> Board:
    b = Board(3, [1, 1, 1, 1])
    b.workers = 8
    b.coins = 20
    b.bowls = [3, 9]
    b.cost_workers = [2, 3, 3, 5, 5]
    b.cost_coins = [3, 4, 6, 8, 8]
    b.worker_income = [2, 3, 4, 5, 6, 7, 8, 9, 9]
    b.trade_coins = [2, 2, 2, 3]
    b.trade_power = [2, 2, 2, 2]
    b.stronghold = [0, 0, 0, 4]
    b.sanctuary_priests = 2
    return b


def _witches() -> Board:
    return Board(4, [0, 0, 0, 2])


BOARDS: Final = [
    _alchemists(),
    _auren(),
    _chaosmagicians(),
    _cultists(),
    _darklings(),
    _dwarves(),
    _engineers(),
    _fakirs(),
    _giants(),
    _halflings(),
    _mermaids(),
    _nomads(),
    _swarmlings(),
    _witches(),
]

ALCHEMISTS: Final = 0
CHAOS: Final = 2
CULTISTS: Final = 3
DARKLINGS: Final = 4
ENGINEERS: Final = 6
FAKIRS: Final = 7
GIANTS: Final = 8
MERMAIDS: Final = 10
NOMADS: Final = 11


def _vec(items: list[int]) -> vec[i64]:
    return vec[i64]([i64(x) for x in items])


def _sums(steps: list[int]) -> list[int]:
    return [sum(steps[:n]) for n in range(len(steps) + 1)]


FACTION_COUNT: Final = len(FACTIONS)
HOME_OF: Final[vec[i64]] = _vec([b.home for b in BOARDS])
COST_WORKERS: Final[vec[i64]] = _vec([x for b in BOARDS for x in [0, *b.cost_workers]])
"""[faction * 6 + building]."""
COST_COINS: Final[vec[i64]] = _vec([x for b in BOARDS for x in [0, *b.cost_coins]])
"""[faction * 6 + building]; a trading house without a neighbour costs twice its entry."""
WORKER_INCOME: Final[vec[i64]] = _vec([x for b in BOARDS for x in b.worker_income])
"""[faction * 9 + dwellings]."""
TRADE_COINS: Final[vec[i64]] = _vec([x for b in BOARDS for x in _sums(b.trade_coins)])
TRADE_POWER: Final[vec[i64]] = _vec([x for b in BOARDS for x in _sums(b.trade_power)])
"""[faction * 5 + trading houses]."""
TEMPLE_PRIESTS: Final[vec[i64]] = _vec([x for b in BOARDS for x in _sums(b.temple_priests)])
TEMPLE_POWER: Final[vec[i64]] = _vec([x for b in BOARDS for x in _sums(b.temple_power)])
"""[faction * 4 + temples]."""
STRONGHOLD_INCOME: Final[vec[i64]] = _vec([x for b in BOARDS for x in b.stronghold])
"""[faction * 4 + (coins, workers, priests, power)]."""
SANCTUARY_PRIESTS: Final[vec[i64]] = _vec([b.sanctuary_priests for b in BOARDS])
SHIP_START: Final[vec[i64]] = _vec([b.ship_start for b in BOARDS])
SHIP_MAX: Final[vec[i64]] = _vec([b.ship_max for b in BOARDS])
DIG_MAX: Final[vec[i64]] = _vec([b.dig_max for b in BOARDS])
DIG_COINS: Final[vec[i64]] = _vec([b.dig_coins for b in BOARDS])
SKIP_WORKERS: Final[vec[i64]] = _vec([b.skip_workers for b in BOARDS])
SKIP_PRIESTS: Final[vec[i64]] = _vec([b.skip_priests for b in BOARDS])
COINS_PER_VP: Final[vec[i64]] = _vec([b.coins_per_vp for b in BOARDS])
FIRST_DWELLINGS: Final[vec[i64]] = _vec([b.dwellings for b in BOARDS])
FAVOR_TILES: Final[vec[i64]] = _vec(
    [x for b in BOARDS for x in [0, 0, 0, b.tiles_per_temple, b.tiles_per_stronghold, b.tiles_per_temple]]
)
"""[faction * 6 + building]: favor tiles that an upgrade to it brings."""

STRENGTH: Final[vec[i64]] = _vec([0, 1, 2, 2, 3, 3])
"""Power value of a building."""
PIECES: Final[vec[i64]] = _vec([0, 8, 4, 3, 1, 1])
LOWER: Final[vec[i64]] = _vec([0, 0, 1, 2, 2, 3])
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
SPADE_WORKERS: Final = 3
"""Workers for a spade before the rate is improved; each level takes one off."""
DIG_VP: Final = 6

ACT_POWER: Final[vec[i64]] = _vec([3, 3, 4, 4, 4, 6])
CULT_POWER: Final[vec[i64]] = _vec([0, 0, 0, 1, 1, 3, 3, 5, 5, 5, 8])
"""Power met on the way from 0 up to a step; the difference of two entries is what a move brings."""
PRIEST_SPACES: Final[vec[i64]] = _vec([3, 2, 2, 2])
"""Steps that a priest who stays on a space of a track is worth."""
CULT_VP: Final = [8, 4, 2]
AREA_VP: Final = [18, 12, 6]

# income of a bonus card: coins, workers, priests, power
CARD_INCOME: Final[vec[i64]] = _vec([
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

FAVOR_COUNT: Final[vec[i64]] = _vec([1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3])
FAVOR_STEPS: Final[vec[i64]] = _vec([3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1])
"""On track (tile % 4)."""
FAV_TOWN: Final = 1 << 4
FAV_ACTION: Final = 1 << 5
FAVOR_INCOME: Final[vec[i64]] = _vec([0] * 24 + [0, 1, 0, 1,  0, 0, 0, 4,  3, 0, 0, 0] + [0] * 12)  # fmt: skip
"""Coins, workers, priests and power of each tile in the income phase."""
FAV_WORKER: Final = 1 << 6
FAV_POWER: Final = 1 << 7
FAV_COINS: Final = 1 << 8
FAV_TRADE: Final = 1 << 9
FAV_DWELLING: Final = 1 << 10
FAV_PASS: Final = 1 << 11
FAV_PASS_VP: Final[vec[i64]] = _vec([0, 2, 3, 3, 4])

TOWN_COUNT: Final[vec[i64]] = _vec([2, 2, 2, 2, 2, 1, 2, 1])
TOWN_VP: Final[vec[i64]] = _vec([5, 7, 9, 6, 8, 2, 4, 11])
TOWN_COINS: Final[vec[i64]] = _vec([6, 0, 0, 0, 0, 0, 0, 0])
TOWN_WORKERS: Final[vec[i64]] = _vec([0, 2, 0, 0, 0, 0, 0, 0])
TOWN_PRIESTS: Final[vec[i64]] = _vec([0, 0, 1, 0, 0, 0, 0, 0])
TOWN_POWER: Final[vec[i64]] = _vec([0, 0, 0, 8, 0, 0, 0, 0])
TOWN_STEPS: Final[vec[i64]] = _vec([0, 0, 0, 0, 1, 2, 0, 0])
TOWN_KEYS: Final[vec[i64]] = _vec([1, 1, 1, 1, 1, 2, 1, 1])
SHIP_TOWN: Final = 6

# scoring tiles: VP for a building kind (0 spade, 6 town), the cult that pays, per how many steps, what
SPADE_TILE: Final = 0
TILE_VP: Final[vec[i64]] = _vec([
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
TILE_CULT: Final[vec[i64]] = _vec([2, 2, 1, 0, 0, 1, 3, 3, -1])
TILE_PER: Final[vec[i64]] = _vec([1, 4, 4, 2, 4, 4, 2, 4, 1])
TILE_PAYS: Final[vec[i64]] = _vec([1, 5, 3, 2, 4, 5, 2, 5, 1])
"""1 coins, 2 workers, 3 priests, 4 power, 5 spades."""
TILE_AMOUNT: Final[vec[i64]] = _vec([1, 1, 1, 1, 4, 1, 1, 1, 2])
