"""The numbers of all faction boards as tables that the rules look up, in the order of `names.FACTIONS`.

They are blank until `all.py` lays out the boards: a faction's file needs the goods, and the goods need these tables.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.names import FACTIONS, TERRAINS


def _blank(columns: int) -> vec[i64]:
    return vec[i64]([i64(0) for _ in range(len(FACTIONS) * columns)])


PLAIN: Final[dict[str, vec[i64]]] = {}
"""Tables with one number for each faction, by the name that it has on a board."""


def _plain(name: str) -> vec[i64]:
    PLAIN[name] = _blank(1)
    return PLAIN[name]


FACTION_COUNT: Final = len(FACTIONS)
HOME_OF: Final[vec[i64]] = _blank(1)
COST_WORKERS: Final[vec[i64]] = _blank(6)
"""[faction * 6 + building]."""
COST_COINS: Final[vec[i64]] = _blank(6)
"""[faction * 6 + building]; a trading house without a neighbour costs twice its entry."""
WORKER_INCOME: Final[vec[i64]] = _blank(9)
"""[faction * 9 + dwellings]."""
TRADE_COINS: Final[vec[i64]] = _blank(5)
TRADE_POWER: Final[vec[i64]] = _blank(5)
"""[faction * 5 + trading houses]."""
TEMPLE_PRIESTS: Final[vec[i64]] = _blank(4)
TEMPLE_POWER: Final[vec[i64]] = _blank(4)
"""[faction * 4 + temples]."""
STRONGHOLD_INCOME: Final[vec[i64]] = _blank(4)
"""[faction * 4 + (coins, workers, priests, power)]."""
SANCTUARY_PRIESTS: Final[vec[i64]] = _plain("sanctuary_priests")
SHIP_START: Final[vec[i64]] = _plain("ship_start")
SHIP_MAX: Final[vec[i64]] = _plain("ship_max")
DIG_MAX: Final[vec[i64]] = _plain("dig_max")
DIG_COINS: Final[vec[i64]] = _plain("dig_coins")
SPADE_WORKERS: Final[vec[i64]] = _plain("spade_workers")
SPADE_PRIESTS: Final[vec[i64]] = _plain("spade_priests")
FLAT_SPADES: Final[vec[i64]] = _plain("flat_spades")
SKIP_WORKERS: Final[vec[i64]] = _plain("skip_workers")
SKIP_PRIESTS: Final[vec[i64]] = _plain("skip_priests")
SKIP_CHEAPER: Final[vec[i64]] = _plain("skip_cheaper")
SKIP_RANGE: Final[vec[i64]] = _plain("skip_range")
SKIP_FARTHER: Final[vec[i64]] = _plain("skip_farther")
COINS_PER_VP: Final[vec[i64]] = _plain("coins_per_vp")
TRADES_POINTS: Final[vec[i64]] = _plain("trades_points")
BRIDGE_WORKERS: Final[vec[i64]] = _plain("bridge_workers")
RIVER_TOWNS: Final[vec[i64]] = _plain("river_towns")
HAS_ACTION: Final[vec[i64]] = _blank(1)
"""Has the stronghold an action?"""
FIRST_DWELLINGS: Final[vec[i64]] = _plain("dwellings")
FAVOR_TILES: Final[vec[i64]] = _blank(6)
"""[faction * 6 + building]: favor tiles that an upgrade to it brings."""


def lay_out(b: Faction) -> None:
    """Enter one board in the tables."""
    f = FACTIONS.index(b.name)
    HOME_OF[f] = TERRAINS.index(b.home)
    for kind in range(5):
        COST_WORKERS[f * 6 + kind + 1] = b.cost_workers[kind]
        COST_COINS[f * 6 + kind + 1] = b.cost_coins[kind]
    for n in range(9):
        WORKER_INCOME[f * 9 + n] = b.worker_income[n]
    for n in range(4):
        TRADE_COINS[f * 5 + n + 1] = TRADE_COINS[f * 5 + n] + b.trade_coins[n]
        TRADE_POWER[f * 5 + n + 1] = TRADE_POWER[f * 5 + n] + b.trade_power[n]
        STRONGHOLD_INCOME[f * 4 + n] = b.stronghold[n]
    for n in range(3):
        TEMPLE_PRIESTS[f * 4 + n + 1] = TEMPLE_PRIESTS[f * 4 + n] + b.temple_priests[n]
        TEMPLE_POWER[f * 4 + n + 1] = TEMPLE_POWER[f * 4 + n] + b.temple_power[n]
    for name, table in PLAIN.items():
        table[f] = int(getattr(b, name))
    HAS_ACTION[f] = int(b.action != "")
    FAVOR_TILES[f * 6 + 3] = b.tiles_per_temple
    FAVOR_TILES[f * 6 + 4] = b.tiles_per_stronghold
    FAVOR_TILES[f * 6 + 5] = b.tiles_per_temple


def only_one(table: vec[i64]) -> str:
    """The name of the one faction that has what a table says."""
    return next(FACTIONS[f] for f in range(FACTION_COUNT) if table[f] != 0)
