"""Building a dwelling: on home terrain within reach, or on a hex that this action has turned home."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.actions.turning import ground_fault, needs_skip, prepare, survey
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.economy.goods import afford, pay, skip_priests, skip_workers
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS, HOME_OF
from terrarium.terramystica.layout import COUNT, DWELLING, F_BUILD, F_MAIN, FACTION, HEX, HOME, HOMES, SKIPPED
from terrarium.terramystica.map.building import build
from terrarium.terramystica.map.reach import has_bit
from terrarium.terramystica.map.spades import pay_skip
from terrarium.terramystica.names import TERRAINS
from terrarium.terramystica.tables import PIECES

NOT_HOME: Final[i64] = fault("not_home", "build.dwelling", "hex terrain")
NO_PIECE: Final[i64] = fault("no_piece", "upgrade.supply", "building")
DWELLING_PRICE: Final[i64] = fault("cannot_pay", "build.dwelling", PRICE)
NOT_TURNED: Final[i64] = fault("not_turned", "build.after_transform", "hex")


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


class Build(Action):
    """A dwelling on home terrain."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        o = at(seat)
        h = hex_of(code)
        survey(s, seat, 0, False, 0)
        found = ground_fault(s, h)
        if found != FINE:
            return found
        if v[HEX + h] != HOME_OF[v[o + FACTION]]:
            return NOT_HOME
        if self.skips(s, h):
            return dwelling_fault(v, o, skip_workers(v, o), skip_priests(v, o))
        return dwelling_fault(v, o, 0, 0)

    def skips(self, s: Position, h: i64) -> bool:
        """Does the hex take a skip that is still to be paid?"""
        return has_bit(s.skip_low, s.skip_high, h) and s.v[SKIPPED] == 0

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return dwelling_facts(s, seat, hex_of(code), self.skips(s, hex_of(code)))

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        h = hex_of(code)
        begin(s)
        pay_dwelling(s, seat, h, needs_skip(s, seat, h))
        build(s, seat, h, causes.NONE)


class BuildHere(Action):
    """A dwelling on a hex turned home in this action."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        h = hex_of(code)
        i: i64
        for i in range(v[HOMES]):
            if v[HOME + i] == h:
                return dwelling_fault(v, at(seat), 0, 0)
        return NOT_TURNED

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return dwelling_facts(s, seat, hex_of(code), False)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        pay_dwelling(s, seat, hex_of(code), False)
        build(s, seat, hex_of(code), causes.NONE)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """The hexes turned home, in the order of the board; the price is the same for all."""
        v = s.v
        if v[HOMES] == 0 or dwelling_fault(v, at(seat), 0, 0) != FINE:
            return n
        i: i64
        for i in range(v[HOMES]):
            code: i64 = v[HOME + i] * codes.BLOCK
            k: i64 = n
            while k > 0 and out[k - 1] > code:
                out[k] = out[k - 1]
                k -= 1
            out[k] = code
            n += 1
        return n


BUILD: Final = Build(BUILDING, F_MAIN)
BUILD_HERE: Final = BuildHere(BUILDING, F_BUILD)
