"""Income and cult rewards: what a round brings to everybody."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import gain_coins, gain_goods, gain_power, gain_priests, gain_workers
from terrarium.terramystica.factions.boards import (
    SANCTUARY_PRIESTS,
    STRONGHOLD_INCOME,
    TEMPLE_POWER,
    TEMPLE_PRIESTS,
    TRADE_COINS,
    TRADE_POWER,
    WORKER_INCOME,
)
from terrarium.terramystica.layout import (
    CARD,
    COUNT,
    CULT,
    DWELLING,
    FACTION,
    FAVORS,
    R_SPADE_USED,
    ROUND,
    ROUND_TILE,
    RULES,
    SANCTUARY,
    SENT,
    STRONGHOLD,
    TEMPLE,
    TRADING,
)
from terrarium.terramystica.map.spades import credit_spades
from terrarium.terramystica.tables import (
    CARD_INCOME,
    FAV_COINS,
    FAV_POWER,
    FAV_WORKER,
    FAVOR_INCOME,
    TEMPLE_TILE,
    TILE_AMOUNT,
    TILE_CULT,
    TILE_PAYS,
    TILE_PER,
)

FAVORS_PAYING: Final = FAV_WORKER | FAV_POWER | FAV_COINS


def board_income(v: vec[i64], o: i64) -> tuple[i64, i64, i64, i64]:
    """Coins, workers, priests and power of the faction board."""
    f: i64 = v[o + FACTION]
    traders: i64 = v[o + COUNT + TRADING]
    temples: i64 = v[o + COUNT + TEMPLE]
    coins: i64 = TRADE_COINS[f * 5 + traders]
    workers: i64 = WORKER_INCOME[f * 9 + v[o + COUNT + DWELLING]]
    priests: i64 = TEMPLE_PRIESTS[f * 4 + temples] + v[o + COUNT + SANCTUARY] * SANCTUARY_PRIESTS[f]
    power: i64 = TRADE_POWER[f * 5 + traders] + TEMPLE_POWER[f * 4 + temples]
    if v[o + COUNT + STRONGHOLD] > 0:
        coins += STRONGHOLD_INCOME[f * 4]
        workers += STRONGHOLD_INCOME[f * 4 + 1]
        priests += STRONGHOLD_INCOME[f * 4 + 2]
        power += STRONGHOLD_INCOME[f * 4 + 3]
    return coins, workers, priests, power


def pay_income(s: Position, seat: i64) -> None:
    """Everything a seat's board, favor tiles and card bring at the start of a round."""
    v = s.v
    o = at(seat)
    coins, workers, priests, power = board_income(v, o)
    gain_coins(s, seat, coins, causes.INCOME)
    gain_workers(s, seat, workers, causes.INCOME)
    gain_priests(s, seat, priests, causes.INCOME)
    gain_power(s, seat, power, causes.INCOME)
    favors: i64 = v[o + FAVORS] & FAVORS_PAYING
    tile: i64 = 0
    while favors >> tile != 0:
        if (favors >> tile) & 1 != 0:
            gain_goods(s, seat, FAVOR_INCOME, tile, causes.OF_FAVOR + tile)
        tile += 1
    if v[o + CARD] >= 0:
        gain_goods(s, seat, CARD_INCOME, v[o + CARD], causes.OF_CARD + v[o + CARD])
    if s.watching:
        s.note("income", seat, causes.INCOME, {})


def reward_times(v: vec[i64], seat: i64) -> i64:
    """How often this round's tile rewards a seat."""
    tile: i64 = v[ROUND_TILE + v[ROUND] - 1]
    o = at(seat)
    if tile == TEMPLE_TILE:
        return v[o + SENT]
    return v[o + CULT + TILE_CULT[tile]] // TILE_PER[tile]


def pay_reward(s: Position, seat: i64) -> i64:
    """The cult reward of a seat; the spades it brings, which are still to be used."""
    v = s.v
    tile: i64 = v[ROUND_TILE + v[ROUND] - 1]
    n: i64 = reward_times(v, seat) * TILE_AMOUNT[tile]
    pays: i64 = TILE_PAYS[tile]
    cause: i64 = causes.OF_REWARD + tile
    spades: i64 = 0
    if pays == 1:
        gain_coins(s, seat, n, cause)
    elif pays == 2:
        gain_workers(s, seat, n, cause)
    elif pays == 3:
        gain_priests(s, seat, n, cause)
    elif pays == 4:
        gain_power(s, seat, n, cause)
    elif n > 0:
        spades = n
        if s.watching:
            s.note("spades", seat, cause, {"n": int(n)})
        if v[RULES] & R_SPADE_USED == 0:
            credit_spades(s, seat, n, False)
    if s.watching:
        s.note("cult_income", seat, cause, {})
    return spades
