"""Digging on: more bought spades on the hex that this action has turned, the same way round."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import TERRAIN, Action, goal_of, hex_of, write_mask
from terrarium.terramystica.actions.faults import FINE, fault, price
from terrarium.terramystica.actions.turning import MOST, PAST_HOME, SAME_TERRAIN, SPADES_PRICE
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, spade_priests, spade_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import F_BUILD, FACTION, HEX, HOMES, LEAN, ROUGH, TURNED, TURNING
from terrarium.terramystica.map.spades import buy_spades, onward, past_home, turn_hex

OTHER_HEX: Final[i64] = fault("not_turned", "spades.one_way", "hex")


def further(v: vec[i64], code: i64) -> i64:
    """Steps from what the hex is now, the way it was turned."""
    steps: i64 = (goal_of(code) - (v[HEX + hex_of(code)] & 7)) * v[TURNING]
    return steps + 7 if steps < 0 else steps


class DigOn(Action):
    """No further than home, six spades in all."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        o = at(seat)
        h = hex_of(code)
        if v[HOMES] > 0 or v[ROUGH] != h + 1:
            return OTHER_HEX
        steps = further(v, code)
        if steps == 0:
            return SAME_TERRAIN
        home: i64 = HOME_OF[v[o + FACTION]]
        if v[TURNED] + steps > MOST or past_home(v[HEX + h], goal_of(code), home, steps > 3):
            return PAST_HOME
        payable = afford(v, o, 0, steps * spade_workers(v, o), steps * spade_priests(v, o))
        return FINE if payable else SPADES_PRICE

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        v = s.v
        o = at(seat)
        steps = further(v, code)
        return price(0, steps * spade_workers(v, o), steps * spade_priests(v, o))

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        way: i64 = s.v[TURNING]
        steps = further(s.v, code)
        buy_spades(s, seat, steps)
        turn_hex(s, seat, hex_of(code), goal_of(code), way, steps, causes.NONE)

    def possible(self, s: Position, seat: i64) -> bool:
        """Could one more spade be dug?"""
        return s.v[ROUGH] > 0 and self.fault(s, seat, self.code(s.v, 1)) == FINE

    def code(self, v: vec[i64], steps: i64) -> i64:
        """The code of so many steps more."""
        h: i64 = v[ROUGH] - 1
        return h * codes.BLOCK + codes.TRANSFORM + onward(v[HEX + h], steps * v[TURNING])

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """Step by step, until one is too many; a search does not look at them."""
        v = s.v
        if v[ROUGH] == 0 or v[LEAN] != 0:
            return n
        first: i64 = (v[ROUGH] - 1) * codes.BLOCK + codes.TRANSFORM
        goals: i64 = 0
        steps: i64 = 1
        while steps < MOST and self.fault(s, seat, self.code(v, steps)) == FINE:
            goals |= 1 << (self.code(v, steps) - first)
            steps += 1
        return write_mask(out, n, first, goals)


DIG_ON: Final = DigOn(TERRAIN, F_BUILD)
