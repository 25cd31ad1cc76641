"""Prices that the listing, the refusals and the payment share."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, spade_priests, spade_workers
from terrarium.terramystica.factions.boards import COST_COINS
from terrarium.terramystica.layout import (
    FACTION,
    R_SERVER,
    RULES,
    TRADING,
)
from terrarium.terramystica.map.reach import has_neighbour


def most_spades(v: vec[i64], o: i64, limit: i64, skip_w: i64, skip_p: i64) -> i64:
    """How many spades (up to `limit`) the seat can buy besides a skip; -1 if it cannot even pay the skip."""
    workers: i64 = spade_workers(v, o)
    priests: i64 = spade_priests(v, o)
    if skip_w + skip_p > 0 and not afford(v, o, 0, skip_w, skip_p):
        return -1
    k: i64 = 0
    while k < limit:
        if not afford(v, o, 0, (k + 1) * workers + skip_w, (k + 1) * priests + skip_p):
            return k
        k += 1
    return k


def upgrade_coins(s: Position, seat: i64, h: i64, kind: i64) -> i64:
    """Coins of an upgrade; a trading house far from opponents costs twice as much."""
    v = s.v
    f: i64 = v[at(seat) + FACTION]
    coins: i64 = COST_COINS[f * 6 + kind]
    if kind == TRADING and not has_neighbour(s, seat, h):
        return 2 * coins
    return coins


def loose(v: vec[i64]) -> bool:
    """Is everything allowed that the public server allows?"""
    return v[RULES] & R_SERVER != 0
