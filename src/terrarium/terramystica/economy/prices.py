"""Prices that the listing, the refusals and the payment share."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import at
from terrarium.terramystica.economy.goods import afford, skip_priests, skip_workers, spade_priests, spade_workers
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS
from terrarium.terramystica.layout import (
    CARD,
    COUNT,
    DWELLING,
    F_CULT,
    F_FAVOR,
    F_TOWN,
    FACTION,
    R_SERVER,
    R_STRICT_SPLIT,
    ROUGH,
    RULES,
    TRADING,
    USED,
    USED_CARD,
)
from terrarium.terramystica.map.reach import has_neighbour
from terrarium.terramystica.tables import CULT_CARD, PIECES, SPADE_CARD


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


def can_build(v: vec[i64], o: i64, skip_w: i64, skip_p: i64) -> bool:
    """Is there a dwelling left and can it be paid besides a skip?"""
    if v[o + COUNT + DWELLING] >= PIECES[DWELLING]:
        return False
    c: i64 = v[o + FACTION] * 6 + DWELLING
    return afford(v, o, COST_COINS[c], COST_WORKERS[c] + skip_w, skip_p)


def upgrade_coins(v: vec[i64], seat: i64, h: i64, kind: i64) -> i64:
    """Coins of an upgrade; a trading house far from opponents costs twice as much."""
    f: i64 = v[at(seat) + FACTION]
    coins: i64 = COST_COINS[f * 6 + kind]
    if kind == TRADING and not has_neighbour(v, seat, h):
        return 2 * coins
    return coins


def card_ready(v: vec[i64], o: i64) -> bool:
    """Does the bonus card offer an action that has not been used this round?"""
    card: i64 = v[o + CARD]
    return (card in (SPADE_CARD, CULT_CARD)) and v[o + USED] & USED_CARD == 0


def split_closed(v: vec[i64]) -> bool:
    """Strict reading: no further hex while one of this action is not home."""
    return v[ROUGH] != 0 and v[RULES] & R_STRICT_SPLIT != 0


def loose(v: vec[i64]) -> bool:
    """Is everything allowed that the public server allows?"""
    return v[RULES] & R_SERVER != 0


def may_waive(kind: i64) -> bool:
    """Tiles and cult steps, which the public server lets a player give up."""
    return kind == F_CULT or kind == F_FAVOR or kind == F_TOWN


def skip_price(v: vec[i64], o: i64) -> tuple[i64, i64]:
    """Workers and priests of one skip."""
    return skip_workers(v, o), skip_priests(v, o)
