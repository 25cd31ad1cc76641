"""Upgrading a building."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import UPGRADE as BLOCK
from terrarium.terramystica.actions.action import Action, hex_of, raised, write_mask
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.dwelling import NO_PIECE
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at, building_of, owner_of, push
from terrarium.terramystica.economy.goods import afford, pay
from terrarium.terramystica.economy.prices import upgrade_coins
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS, FAVOR_TILES
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import COUNT, F_FAVOR, F_MAIN, FACTION, SANCTUARY, STRONGHOLD, TRADING
from terrarium.terramystica.map.building import upgrade
from terrarium.terramystica.names import BUILDINGS
from terrarium.terramystica.tables import LOWER, PIECES

NOT_YOURS: Final[i64] = fault("not_yours", "upgrade.path", "hex")
WRONG_BUILDING: Final[i64] = fault("wrong_building", "upgrade.path", "hex from building")
UPGRADE_PRICE: Final[i64] = fault("cannot_pay", "upgrade.cost", PRICE)


def _higher() -> vec[i64]:
    found = [0] * len(BUILDINGS)
    for kind in range(TRADING, SANCTUARY + 1):
        found[LOWER[kind]] |= (1 << kind) | (1 if kind == TRADING else 0)
    return vec[i64]([i64(x) for x in found])


HIGHER: Final[vec[i64]] = _higher()
"""What each building may become by `LOWER`, one bit each; bit 0 beside that of the trading house."""


def kind_fault(v: vec[i64], o: i64, kind: i64, coins: i64) -> i64:
    """Is a building of this kind left, and can it be paid at so many coins?"""
    if v[o + COUNT + kind] >= PIECES[kind]:
        return NO_PIECE
    return FINE if afford(v, o, coins, COST_WORKERS[v[o + FACTION] * 6 + kind], 0) else UPGRADE_PRICE


def open_kinds(v: vec[i64], o: i64) -> i64:
    """The kinds that `kind_fault` allows whatever the hex, one bit each; bit 0: a trading house with a neighbour."""
    c: i64 = v[o + FACTION] * 6
    found: i64 = 0
    kind: i64
    for kind in range(TRADING, SANCTUARY + 1):
        if v[o + COUNT + LOWER[kind]] > 0:
            coins: i64 = COST_COINS[c + kind]
            if kind_fault(v, o, kind, coins) == FINE:
                if kind != TRADING:
                    found |= 1 << kind
                else:
                    found |= 5 if kind_fault(v, o, kind, 2 * coins) == FINE else 1
    return found


class Upgrade(Action):
    """One building into the next of its path."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        h = hex_of(code)
        kind = raised(code)
        if owner_of(v, h) != seat:
            return NOT_YOURS
        if building_of(v, h) != LOWER[kind]:
            return WRONG_BUILDING
        return kind_fault(v, at(seat), kind, upgrade_coins(s, seat, h, kind))

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        v = s.v
        h = hex_of(code)
        kind = raised(code)
        return {
            "from": BUILDINGS[LOWER[kind]],
            **price(upgrade_coins(s, seat, h, kind), COST_WORKERS[v[at(seat) + FACTION] * 6 + kind], 0),
        }

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        """A stronghold's questions lie below those of a town, favor tiles above."""
        v = s.v
        f: i64 = v[at(seat) + FACTION]
        h = hex_of(code)
        kind = raised(code)
        begin(s)
        pay(s, seat, upgrade_coins(s, seat, h, kind), COST_WORKERS[f * 6 + kind], 0, causes.COST)
        if kind == STRONGHOLD:
            # counted by `upgrade`; the Alchemists' spade power starts with the next spade
            FACTION_HOOKS[f].on_stronghold(s, seat)
        upgrade(s, seat, h, kind, causes.NONE)
        tiles: i64 = FAVOR_TILES[f * 6 + kind]
        if tiles > 0:
            push(v, F_FAVOR, seat, tiles, 0)

    def fill_hex(self, s: Position, out: vec[i64], n: i64, seat: i64, h: i64, higher: i64) -> i64:
        """What the own building on a hex may become: by `HIGHER`, of what `open_kinds` has found."""
        code: i64 = h * codes.BLOCK + codes.UPGRADE
        if higher & 5 == 1 and self.fault(s, seat, code) == FINE:
            higher |= 1 << TRADING
        return write_mask(out, n, code, higher >> TRADING)


UPGRADE: Final = Upgrade(BLOCK, F_MAIN)
