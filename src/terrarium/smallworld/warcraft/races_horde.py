"""The six races of the Horde: Blood Elves, Forsaken, Goblins, Orcs, Tauren and Trolls."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import MAGIC, each_region, one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    END,
    F_ASK,
    F_LOT,
    FIND,
    NO,
    ON_CONQUEST,
    ON_TOUCH,
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
from terrarium.smallworld.core.families import TerrainIncome, YesNo
from terrarium.smallworld.core.faults import IN_ORDER, NOT_OFFERED
from terrarium.smallworld.core.folds import is_non_empty
from terrarium.smallworld.core.phases.battle import raze
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import destroy, lay, lift, pay, recruit, restock
from terrarium.smallworld.warcraft.figures import act_fault, act_toll
from terrarium.smallworld.warcraft.pieces import ALLIANCE, BOMB, E_FLIPPED, HORDE, NO_BOMB_THERE

LIVE_BOMBS: Final[i64] = 6
DUDS: Final[i64] = 6


class BloodElves(TerrainIncome):
    """A coin more for each magic region."""

    name = "blood_elves"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = HORDE
    feature: i64 = MAGIC


class Forsaken(YesNo):
    """For each token others lose through them, one more Forsaken may be bought for a coin. `used`: how many still."""

    name = "forsaken"
    tokens: i64 = 6
    tray: i64 = 20
    faction: i64 = HORDE
    moments: i64 = when(DEPLOYING)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and a.victim >= 0 and d.owner(a.victim) != d.owner(me):
            d.set_used(self.id, d.used(self.id) + a.killed)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == DEPLOYING:
            self.ask(d, me)

    def ask(self, d: Data, me: i64) -> None:
        if d.used(self.id) > 0 and d.coins(d.owner(me)) > 0 and d.tray(me) > 0:
            super().ask(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        pay(d, d.owner(me), 1, self.id)
        recruit(d, me, 1, self.id)
        d.set_used(self.id, d.used(self.id) - 1)
        self.ask(d, me)


class Bomb(Ability):
    """What a flipped bomb turns out to be."""

    rule = "race.goblins.flip"
    drawn = True

    def __init__(self, name: str) -> None:
        self.name = name


class Goblins(Ability):
    """Unseen bombs next door, flipped when their next turn begins. A bomb gets its identity when it is flipped.

    The notes of `live` and `dud`: how many of each have been flipped.
    """

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

    def train(self) -> list[Ability]:
        return [self.live, self.dud]

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == PICKED:
            if self.fresh:
                restock(d, self.mark)
                d.set_note(self.live.id, 0)
                d.set_note(self.dud.id, 0)
        elif moment == START:
            self.next_bomb(d, me, 0)
        elif moment == END and d.stock(self.mark) > 0 and self.sites(d, me, 0):
            d.push(F_ASK, me, self.id, 0, 128)

    # --- flipping: the frame is about the bomb in its region ----------------------------------------

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
            elif act_toll(d, me, r, ON_CONQUEST):
                d.push(F_ASK, me, self.id, r, 0)
                return
            else:
                d.push(F_LOT, me, self.id, r, 0)
                return

    def flip(self, d: Data, me: i64, r: i64, shown: i64) -> None:
        """The bomb in a region is turned over, and leaves the game."""
        destroy(d, self.mark, r)
        d.set_note(shown, d.note(shown) + 1)
        d.say(E_FLIPPED, d.owner(me), me, r, 0, shown, self.id)
        if shown == self.live.id:
            raze(d, me, r, 1, self.id)

    # --- placing -------------------------------------------------------------------------------------

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Where a bomb may go, from a place in the board's order on."""
        found: i64 = 0
        for r in each_region(d.from_rank(d.kit.board.around(d.held(me)), start)):
            if self.site_fault(d, me, r) == 0:
                found |= one(r)
        return found

    def site_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why no bomb may go into an adjacent region; 0 if one may."""
        holder = d.holder(r)
        if not d.opponent(me, holder) or not d.active(holder) or d.has(r, self.mark):
            return NO_BOMB_THERE
        return act_fault(d, me, r, ON_TOUCH, self.water_safe)

    # --- questions -----------------------------------------------------------------------------------

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        """A lot flips a bomb; number 0 asks whether to pay for it; from 128 on bombs are placed."""
        if kind_of(f) == F_LOT:
            if d.note(self.live.id) < LIVE_BOMBS:
                out = append(out, action(FIND, self.live.id, 0, 0))
            if d.note(self.dud.id) < DUDS:
                out = append(out, action(FIND, self.dud.id, 0, 0))
            return out
        if number_in(f) == 0:
            out = append(out, action(YES, self.id, 0, 0))
            return append(out, action(NO, self.id, 0, 0))
        out = self.offer(PLACE, self.sites(d, me, number_in(f) - 128), out)
        return append(out, action(NO, self.id, 0, 0))

    def odds(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if unit_of(code) == self.live.id:
            return LIVE_BOMBS - d.note(self.live.id)
        return DUDS - d.note(self.dud.id)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        r = region_in(f)
        if kind_of(f) == F_LOT:
            self.flip(d, me, r, unit_of(code))
            self.next_bomb(d, me, d.kit.board.rank[r] + 1)
        elif number_in(f) == 0:
            if verb_of(code) == YES:
                charge_tolls(d, me, r, ON_CONQUEST)
                d.push(F_LOT, me, self.id, r, 0)
            else:
                lift(d, self.mark, r, False)
                self.next_bomb(d, me, d.kit.board.rank[r] + 1)
        elif verb_of(code) == PLACE:
            r = region_of(code)
            charge_tolls(d, me, r, ON_TOUCH)
            lay(d, self.mark, r)
            after = d.kit.board.rank[r] + 1
            if d.stock(self.mark) > 0 and self.sites(d, me, after):
                d.push(F_ASK, me, self.id, 0, 128 + after)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE or number_in(f) == 0:
            return NOT_OFFERED
        r = region_of(code)
        if not d.kit.board.around(d.held(me)) & one(r):
            return NO_BOMB_THERE
        fault = self.site_fault(d, me, r)
        return fault if fault else IN_ORDER


class Orcs(Ability):
    """A coin more for each region conquered this turn from a race of the Alliance. `used`: such regions."""

    name = "orcs"
    tokens: i64 = 6
    tray: i64 = 11
    faction: i64 = HORDE

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.fell and a.by == me and 0 <= a.victim < d.kit.n_races and d.kit.units[a.victim].faction == ALLIANCE:
            d.set_used(self.id, d.used(self.id) + 1)

    def turn_income(self, d: Data, me: i64) -> i64:
        return d.used(self.id)


class Tauren(Ability):
    """Never fewer than two tokens in a region, in decline too."""

    name = "tauren"
    tokens: i64 = 11
    tray: i64 = 16
    faction: i64 = HORDE
    least: i64 = 2
    in_decline = True


class Trolls(Ability):
    """Non-empty regions cost one token less."""

    name = "trolls"
    tokens: i64 = 6
    tray: i64 = 11
    faction: i64 = HORDE

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1 if is_non_empty(d, me, region) else 0
