"""Goblins and their bombs: laid unseen next door in one turn, turned over when the next one begins."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.codes import (
    END,
    F_ASK,
    F_LOT,
    FIND,
    NO,
    ON_CONQUEST,
    ON_TOUCH,
    OTHER_QUESTION,
    PICKED,
    PLACE,
    START,
    YES,
    action,
    kind_of,
    number_in,
    region_in,
    region_of,
    unit_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Placing
from terrarium.smallworld.core.faults import IN_ORDER, NOT_OFFERED
from terrarium.smallworld.core.phases.battle import raze
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import destroy, lay, lift, restock
from terrarium.smallworld.warcraft.figures import act_fault, act_toll
from terrarium.smallworld.warcraft.pieces import BOMB, E_FLIPPED, HORDE, NO_BOMB_THERE

LIVE_BOMBS: Final[i64] = 6
DUDS: Final[i64] = 6


class Bomb(Ability):
    """What a flipped bomb turns out to be. Its note: how many such bombs have been flipped."""

    rule = "race.goblins.flip"
    drawn = True

    def __init__(self, name: str) -> None:
        self.name = name


class Flipping(Placing):
    """Bombs are turned over when the owner's turn begins. A bomb gets its identity only then.

    A lot turns over the bomb in the region of the frame; question 0 about a region asks whether to pay for doing so.
    Those that place bombs have numbers from `OTHER_QUESTION` on.
    """

    number: i64 = OTHER_QUESTION
    optional = True

    live: Bomb
    dud: Bomb

    def train(self) -> list[Ability]:
        return [self.live, self.dud]

    def next_bomb(self, d: Data, me: i64, start: i64) -> None:
        """Deal with the bombs from a place in the board's order on, until one must be paid for or flipped."""
        board = d.kit.board
        while start < board.n:
            r = board.order[start]
            start += 1
            if not d.has(r, self.mark):
                continue
            if not d.opponent(me, d.holder(r)):
                lift(d, self.mark, r, False)
            elif d.immune(r):
                destroy(d, self.mark, r)
            elif act_fault(d, me, r, ON_CONQUEST, False):
                lift(d, self.mark, r, False)
            else:
                d.push(F_ASK if act_toll(d, me, r, ON_CONQUEST) else F_LOT, me, self.id, r, 0)
                return

    def flip(self, d: Data, me: i64, r: i64, shown: i64) -> None:
        """The bomb in a region is turned over, and leaves the game."""
        destroy(d, self.mark, r)
        d.set_note(shown, d.note(shown) + 1)
        d.say(E_FLIPPED, d.owner(me), me, r, 0, shown, self.id)
        if shown == self.live.id:
            raze(d, me, r, 1, self.id)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if number_in(f):
            return super().options(d, me, f, out)
        if kind_of(f) == F_ASK:
            return self.yes_or_no(out)
        if d.note(self.live.id) < LIVE_BOMBS:
            out = append(out, action(FIND, self.live.id, 0, 0))
        if d.note(self.dud.id) < DUDS:
            out = append(out, action(FIND, self.dud.id, 0, 0))
        return out

    def odds(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if unit_of(code) == self.live.id:
            return LIVE_BOMBS - d.note(self.live.id)
        return DUDS - d.note(self.dud.id)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        if number_in(f):
            super().choose(d, me, f, code)
            return
        d.pop()
        r = region_in(f)
        if verb_of(code) == YES:
            charge_tolls(d, me, r, ON_CONQUEST)
            d.push(F_LOT, me, self.id, r, 0)
            return
        if verb_of(code) == NO:
            lift(d, self.mark, r, False)
        else:
            self.flip(d, me, r, unit_of(code))
        self.next_bomb(d, me, d.kit.board.rank[r] + 1)


class Goblins(Flipping):
    """Unseen bombs next door, flipped when their next turn begins."""

    name = "goblins"
    tokens: i64 = 6
    tray: i64 = 11
    faction: i64 = HORDE
    moments: i64 = when(START, END, PICKED)
    piece = BOMB

    def __init__(self, water_safe: bool, fresh_each_pick: bool) -> None:
        self.water_safe = water_safe
        self.fresh = fresh_each_pick
        self.live = Bomb("bomb_live")
        self.dud = Bomb("bomb_fizzle")

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == START:
            self.next_bomb(d, me, 0)
        elif moment == END:
            self.ask(d, me, F_ASK)
        elif self.fresh:
            restock(d, self.mark)
            d.set_note(self.live.id, 0)
            d.set_note(self.dud.id, 0)

    def ground(self, d: Data, me: i64) -> i64:
        return d.kit.board.around(d.held(me))

    def site(self, d: Data, me: i64, region: i64) -> bool:
        return self.site_fault(d, me, region) == 0

    def site_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why no bomb may go into an adjacent region; 0 if one may."""
        holder = d.holder(r)
        if not d.opponent(me, holder) or not d.active(holder) or d.has(r, self.mark):
            return NO_BOMB_THERE
        return act_fault(d, me, r, ON_TOUCH, self.water_safe)

    def put(self, d: Data, me: i64, region: i64) -> None:
        charge_tolls(d, me, region, ON_TOUCH)
        lay(d, self.mark, region)

    def again(self, d: Data, me: i64, region: i64) -> i64:
        return d.kit.board.rank[region] + 1

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE or number_in(f) == 0:
            return NOT_OFFERED
        r = region_of(code)
        if not d.kit.board.touches(r, d.held(me)):
            return NO_BOMB_THERE
        fault = self.site_fault(d, me, r)
        return fault if fault else IN_ORDER
