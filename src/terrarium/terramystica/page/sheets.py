"""The faction boards as tables of the rulebook: what a faction begins with, what it pays, what it earns."""

from terrarium.kernel.rulebook import Cell, Sheet
from terrarium.terramystica.factions.boards import (
    COST_COINS,
    COST_WORKERS,
    DIG_COINS,
    DIG_MAX,
    HOME_OF,
    SANCTUARY_PRIESTS,
    SHIP_MAX,
    SHIP_START,
    SPADE_PRIESTS,
    SPADE_WORKERS,
    STRONGHOLD_INCOME,
    TEMPLE_POWER,
    TEMPLE_PRIESTS,
    TRADE_COINS,
    TRADE_POWER,
    WORKER_INCOME,
)
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.names import BUILDINGS, CULTS, FACTIONS, TERRAINS
from terrarium.terramystica.tables import DIG_PRIESTS, DIG_WORKERS, SHIP_COINS, SHIP_PRIESTS

GOODS = ["coins", "workers", "priests", "power"]


def named(name: str) -> Cell:
    return Cell("cell.name", {"name": name})


def number(n: int) -> Cell:
    return Cell("cell.number", {"n": n})


def parted(*amounts: int) -> Cell:
    """Amounts of several goods, in the order that the line about the table tells."""
    return Cell("cell.plain", {"text": "/".join([str(n) for n in amounts])})


def listed(amounts: list[int]) -> Cell:
    """One amount after the other, as a track grows."""
    return Cell("cell.plain", {"text": " ".join([str(n) for n in amounts])})


def none() -> Cell:
    return Cell("cell.none", {})


def start() -> Sheet:
    columns = ["faction", "home", *GOODS[1::-1], "priests", "bowls", *CULTS, "shipping"]
    rows: list[list[Cell]] = []
    for f in range(len(FACTIONS)):
        board = FACTION_HOOKS[f]
        sea = Cell("cell.range", {"low": int(SHIP_START[f]), "high": int(SHIP_MAX[f])}) if SHIP_MAX[f] > 0 else none()
        goods = [number(board.workers), number(board.coins), number(board.priests), parted(*board.bowls)]
        cults = [number(steps) if steps else none() for steps in board.cults]
        rows.append([named(FACTIONS[f]), named(TERRAINS[HOME_OF[f]]), *goods, *cults, sea])
    return Sheet("start", "factions", columns, rows)


def costs() -> Sheet:
    columns = ["faction", *BUILDINGS[1:], "shipping", "digging", "spade"]
    rows: list[list[Cell]] = []
    for f in range(len(FACTIONS)):
        cells: list[Cell] = []
        for kind in range(1, 6):
            workers, coins = int(COST_WORKERS[f * 6 + kind]), int(COST_COINS[f * 6 + kind])
            if kind == 2:
                cells.append(Cell("cell.alone", {"workers": workers, "coins": coins, "alone": 2 * coins}))
            else:
                cells.append(parted(workers, coins))
        cells.append(parted(SHIP_PRIESTS, SHIP_COINS) if SHIP_MAX[f] > 0 else none())
        cells.append(parted(DIG_WORKERS, int(DIG_COINS[f]), DIG_PRIESTS) if DIG_MAX[f] > 0 else none())
        if SPADE_PRIESTS[f] > 0:
            cells.append(Cell("cell.goods", {"what": "priests", "n": int(SPADE_PRIESTS[f])}))
        else:
            cells.append(listed([int(SPADE_WORKERS[f]) - level for level in range(int(DIG_MAX[f]) + 1)]))
        rows.append([named(FACTIONS[f]), *cells])
    return Sheet("costs", "factions", columns, rows)


def income() -> Sheet:
    columns = ["faction", "dwelling", "trading_coins", "trading_power", "temple", "stronghold", "sanctuary"]
    rows: list[list[Cell]] = []
    for f in range(len(FACTIONS)):
        great: list[Cell] = []
        for i in range(4):
            if STRONGHOLD_INCOME[f * 4 + i] > 0:
                great.append(Cell("cell.goods", {"what": GOODS[i], "n": int(STRONGHOLD_INCOME[f * 4 + i])}))
        power = int(TEMPLE_POWER[f * 4 + 3])
        priests = [int(TEMPLE_PRIESTS[f * 4 + n]) for n in range(1, 4)]
        temples = listed(priests)
        if power:
            text = " ".join([str(n) for n in priests])
            temples = Cell("cell.second_temple", {"text": text, "n": power})
        rows.append(
            [
                named(FACTIONS[f]),
                listed([int(WORKER_INCOME[f * 9 + n]) for n in range(9)]),
                listed([int(TRADE_COINS[f * 5 + n]) for n in range(1, 5)]),
                listed([int(TRADE_POWER[f * 5 + n]) for n in range(1, 5)]),
                temples,
                great[0],
                Cell("cell.goods", {"what": "priests", "n": int(SANCTUARY_PRIESTS[f])}),
            ]
        )
    return Sheet("income", "factions", columns, rows)


def all_sheets() -> list[Sheet]:
    return [start(), costs(), income()]
