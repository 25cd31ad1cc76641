"""What a dwelling takes, wherever it is built in the game: a piece and its price."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, pay, prepare, skip_priests, skip_workers
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS
from terrarium.terramystica.layout import COUNT, DWELLING, FACTION, HEX
from terrarium.terramystica.map.spades import pay_skip
from terrarium.terramystica.names import TERRAINS
from terrarium.terramystica.tables import PIECES

NO_PIECE: Final[i64] = fault("no_piece", "upgrade.supply", "building")
DWELLING_PRICE: Final[i64] = fault("cannot_pay", "build.dwelling", PRICE)


def dwelling_fault(v: vec[i64], o: i64, skip_w: i64, skip_p: i64) -> i64:
    """Is there a dwelling left, and can it be paid besides a skip?"""
    if v[o + COUNT + DWELLING] >= PIECES[DWELLING]:
        return NO_PIECE
    c: i64 = v[o + FACTION] * 6 + DWELLING
    return FINE if afford(v, o, COST_COINS[c], COST_WORKERS[c] + skip_w, skip_p) else DWELLING_PRICE


def dwelling_facts(s: Position, seat: i64, h: i64, skip: bool) -> dict[str, object]:
    """What a refusal about a dwelling may say."""
    v = s.v
    o = at(seat)
    c: i64 = v[o + FACTION] * 6 + DWELLING
    workers: i64 = COST_WORKERS[c] + (skip_workers(v, o) if skip else 0)
    priests: i64 = skip_priests(v, o) if skip else 0
    return {
        "terrain": TERRAINS[v[HEX + h] & 7],
        **price(COST_COINS[c], workers, priests),
    }


def pay_dwelling(s: Position, seat: i64, h: i64, skip: bool) -> None:
    """The price of a dwelling, with the skip that leads to it."""
    v = s.v
    o = at(seat)
    c: i64 = v[o + FACTION] * 6 + DWELLING
    if skip:
        prepare(s, seat, COST_COINS[c], COST_WORKERS[c] + skip_workers(v, o), skip_priests(v, o))
        pay_skip(s, seat, h)
    pay(s, seat, COST_COINS[c], COST_WORKERS[c], 0, causes.DWELLING_COST)
