"""The six races of the Alliance: Draenei, Dwarves, Gnomes, Humans, Night Elves and Worgen."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import FOREST, each_region, one
from terrarium.smallworld.core.codes import (
    DIE,
    END,
    F_ASK,
    F_DIE,
    F_LOT,
    FADING,
    NO,
    ON_TOUCH,
    PLACE,
    START,
    YES,
    action,
    kind_of,
    number_in,
    number_of,
    region_in,
    region_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.events import E_REPELLED, E_ROLLED
from terrarium.smallworld.core.families import Naming, OnceATurn, YesNo
from terrarium.smallworld.core.faults import IN_ORDER, NOT_OFFERED
from terrarium.smallworld.core.folds import price
from terrarium.smallworld.core.phases.battle import disarm, keep_roll, repel, win
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import gain, lay, lift, pay
from terrarium.smallworld.warcraft.figures import act_fault
from terrarium.smallworld.warcraft.pieces import ALLIANCE, ALLIANCE_HOLDS, HORDE, OBJECTIVE, WALL


class Draenei(Ability):
    """The first token they would lose in each opponent's turn is kept. `used`: the Light has saved one this turn."""

    name = "draenei"
    tokens: i64 = 7
    tray: i64 = 12
    faction: i64 = ALLIANCE
    last_resort = True

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        if n < 1 or d.used(self.id) or d.seat() == d.owner(me):
            return n
        d.set_used(self.id, 1)
        return n - 1


class Dwarves(Ability):
    """Mountains cost two tokens less."""

    name = "dwarves"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = ALLIANCE

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -2 * ((d.kit.board.mountain >> region) & 1)


class Gnomes(OnceATurn):
    """One air strike a turn on any land region, with a free die before it is paid. `used`: the strike was made.

    Its question: number 0 asks whether to roll the free die, 1 whether to make what is still too dear the last
    attempt; the die itself is a lot.
    """

    name = "gnomes"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = ALLIANCE
    strikes = True

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.land if d.armed(self) else i64(0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if kind_of(f) == F_LOT:
            pips: i64
            for pips in range(4):
                out = append(out, action(DIE, 0, 0, pips))
            return out
        return self.yes_or_no(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        r = region_in(f)
        d.pop()
        if kind_of(f) == F_LOT:
            d.say(E_ROLLED, d.owner(me), me, -1, number_of(code), -1, self.id)
            keep_roll(d, number_of(code))
            self.strike(d, me, r)
        elif number_in(f) == 0:
            if verb_of(code) == YES:
                d.push(F_LOT, me, self.id, r, 0)
            else:
                self.strike(d, me, r)
        elif verb_of(code) == YES:
            d.push(F_DIE, me, 0, r, 0)
        else:
            self.spend(d, me, r)

    def strike(self, d: Data, me: i64, r: i64) -> None:
        """Take the region if the tokens suffice; else ask whether it is to be the last attempt, if that can help."""
        need = price(d, me, r, d.crew(me))
        short = need - d.hand(me)
        if short <= 0:
            win(d, me, r, need)
        elif short <= 3:
            d.push(F_ASK, me, self.id, r, 1)
        else:
            self.spend(d, me, r)

    def spend(self, d: Data, me: i64, r: i64) -> None:
        """The strike came to nothing; conquests go on."""
        d.say(E_REPELLED, d.owner(me), me, r, d.hand(me), -1, self.id)
        repel(d, me, r)
        disarm(d)


class Humans(Naming):
    """Two military objectives: whoever conquers one gains two coins, and so do the Humans, unless it was the Horde.

    Its question: number 0 asks for the first objective; for the second the number is the first place in the board's
    order that may be named, and the region is that of the first.
    """

    name = "humans"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = ALLIANCE
    moments: i64 = when(END, FADING)
    piece = OBJECTIVE
    hears_all = True

    def __init__(self, water_safe: bool) -> None:
        self.water_safe = water_safe

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END:
            if self.sites(d, me, 0):
                d.push(F_ASK, me, self.id, 0, 0)
        elif moment == FADING:
            self.take_back(d)

    def take_back(self, d: Data) -> None:
        r: i64
        for r in range(d.kit.board.n):
            lift(d, self.mark, r, False)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Where an objective may lie, from a place in the board's order on."""
        found: i64 = 0
        for r in each_region(d.from_rank(d.kit.board.all, start)):
            if self.site_fault(d, me, r) == 0:
                found |= one(r)
        return found

    def site_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why no objective may go into a region; 0 if one may, or if one lies there that may be left."""
        holder = d.holder(r)
        if 0 <= holder < d.kit.n_races and d.kit.units[holder].faction == ALLIANCE:
            return ALLIANCE_HOLDS
        return i64(0) if d.has(r, self.mark) else act_fault(d, me, r, ON_TOUCH, self.water_safe)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        """Whoever places one takes both back, when all is said; to leave one where it lies, its region is named."""
        d.pop()
        first = number_in(f) == 0
        if verb_of(code) == NO:
            if not first:
                self.lay_out(d, region_in(f), -1)
            return
        r = region_of(code)
        if not d.has(r, self.mark):
            charge_tolls(d, me, r, ON_TOUCH)
        after = d.kit.board.rank[r] + 1
        if not first:
            self.lay_out(d, region_in(f), r)
        elif self.sites(d, me, after):
            d.push(F_ASK, me, self.id, r, after)
        else:
            self.lay_out(d, r, -1)

    def lay_out(self, d: Data, one_there: i64, other_there: i64) -> None:
        """The objectives lie in these regions from now on; -1 for one that is kept."""
        self.take_back(d)
        lay(d, self.mark, one_there)
        if other_there >= 0:
            lay(d, self.mark, other_there)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        fault = self.site_fault(d, me, region_of(code))
        return fault if fault else IN_ORDER

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if not a.won or not d.has(a.region, self.mark):
            return
        if d.kit.units[a.by].faction == HORDE:
            return
        lift(d, self.mark, a.region, False)
        gain(d, d.owner(a.by), 2, self.id)
        if d.owner(a.by) != d.owner(me):
            gain(d, d.owner(me), 2, self.id)


class NightElves(Ability):
    """Forests cost one token less, and each one they conquer gets a Wisp Wall."""

    name = "night_elves"
    tokens: i64 = 4
    tray: i64 = 9
    faction: i64 = ALLIANCE
    piece = WALL

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -((d.kit.board.where[FOREST] >> region) & 1)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.kit.board.where[FOREST] & one(a.region) and d.stock(self.mark) > 0:
            lay(d, self.mark, a.region)


class Worgen(YesNo):
    """Each turn they choose Human form, for two coins, or Worgen form, which costs one and makes conquests cheaper.

    `used`: they are in Worgen form this turn.
    """

    name = "worgen"
    tokens: i64 = 5
    tray: i64 = 10
    faction: i64 = ALLIANCE
    moments: i64 = when(START)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.coins(d.owner(me)) > 0:
            self.ask(d, me)
        else:
            self.refused(d, me)

    def agreed(self, d: Data, me: i64) -> None:
        """Yes is Worgen form, no is Human form."""
        pay(d, d.owner(me), 1, self.id)
        d.set_used(self.id, 1)

    def refused(self, d: Data, me: i64) -> None:
        gain(d, d.owner(me), 2, self.id)

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -1 if d.used(self.id) else 0

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        return [("worgen_form", 1)] if d.used(self.id) else []
