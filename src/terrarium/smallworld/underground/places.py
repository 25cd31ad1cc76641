"""The nine places of Underground: they never move, and serve the race that holds their region."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    DECLINED,
    EMPTY,
    END,
    F_ASK,
    F_CONQUEST,
    F_LOT,
    FOUND,
    LEFT,
    NO,
    PLACE,
    SCORED,
    START,
    THINGS_AT,
    action,
    kind_of,
    region_of,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import BADGES, HELD, HOLDER, KEEPS, MARKS, MODE, OWNER, TOKENS, TRAY, Data
from terrarium.smallworld.core.events import E_EMPTIED, E_LENT, E_RETURNED
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    CHASM_CLOSED,
    HELP_DENIED,
    NOT_OFFERED,
    REGION_IMMUNE,
)
from terrarium.smallworld.core.folds import denied, guard_fault
from terrarium.smallworld.core.phases.battle import raze
from terrarium.smallworld.core.phases.market import list_badges, restack
from terrarium.smallworld.core.verbs import find_mark, gain, lay, leave_if_gone, lift, notify, recruit, spot_of, vacate
from terrarium.smallworld.underground.pieces import BALROG, BALROG_TOO_FAR, GHOST, GHOST_NOT_THERE, NOT_IN_DECLINE


class Place(Ability):
    """A place; `here`: does it lie in this region?"""

    chapter = "place"

    def here(self, d: Data, region: i64) -> i64:
        return 1 if (d.v[region * 3 + MARKS] >> THINGS_AT) & self.bit else i64(0)


class AltarOfSouls(Place):
    """After scoring, one of its owner's declined tokens may be given up for three coins."""

    name = "altar_of_souls"
    moments: i64 = 1 << 4
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == SCORED and self.sites(d, me):
            d.push(F_ASK, me, self.id, 0, 0)

    def sites(self, d: Data, me: i64) -> i64:
        """Regions with declined tokens of the altar's owner."""
        found: i64 = 0
        t: i64 = 0
        while t < d.kit.n_races:
            if d.v[t * 7 + OWNER] == d.v[me * 7 + OWNER] and d.v[t * 7 + MODE] == DECLINED:
                found |= d.v[t * 7 + HELD]
            t += 1
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = self.offer(EMPTY, self.sites(d, me), out)
        return append(out, action(NO, self.id, 0, 0))

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        v = d.v
        d.pop()
        if verb_of(code) == NO:
            return
        r = region_of(code)
        t = v[r * 3 + HOLDER]
        seat = v[me * 7 + OWNER]
        v[t * 7 + TRAY] += 1
        if v[r * 3 + TOKENS] == 1:
            vacate(d, r)
            d.say(E_EMPTIED, seat, t, r, 0, -1, self.id)
        else:
            v[r * 3 + TOKENS] -= 1
            d.say(E_RETURNED, seat, t, -1, 1, -1, self.id)
        gain(d, seat, 3, self.id)
        leave_if_gone(d, t)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        return NOT_IN_DECLINE if verb_of(code) == EMPTY else NOT_OFFERED


class CryptOfTheTombRaider(Place):
    """At the end of its keeper's turn the Ghost makes any region immune but the Crypt's own."""

    name = "crypt_of_the_tomb_raider"
    moments: i64 = (1 << 3) | (1 << 9)
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END and d.v[me * 7 + MODE] == ACTIVE:
            d.push(F_ASK, me, self.id, 0, 0)
        elif moment == LEFT:
            self.lay_to_rest(d)

    def lay_to_rest(self, d: Data) -> None:
        """The Ghost leaves the map."""
        old = find_mark(d, GHOST)
        if old >= 0:
            lift(d, GHOST, old, False)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = self.offer(PLACE, d.kit.board.all & ~d.kit.board.chasm & ~one(spot_of(d, self.bit)), out)
        return append(out, action(NO, self.id, 0, 0))

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == PLACE:
            self.lay_to_rest(d)
            lay(d, d.kit.marks[GHOST], GHOST, region_of(code))

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        return GHOST_NOT_THERE if verb_of(code) == PLACE else NOT_OFFERED


class DiamondFields(Place):
    """A coin more for its region and for each other region of the same terrain that the race holds."""

    name = "diamond_fields"
    in_decline = True

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return (d.kit.board.kin[spot_of(d, self.bit)] >> region) & 1


class GreatBrassPipe(Place):
    """All regions of its terrain are adjacent to each other."""

    name = "great_brass_pipe"

    def links(self, d: Data, me: i64, mask: i64) -> i64:
        same = d.kit.board.kin[spot_of(d, self.bit)]
        return same if mask & same else i64(0)


class FountainOfYouth(Place):
    """A token more when a turn begins."""

    name = "fountain_of_youth"
    moments: i64 = 1 << 0

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == START:
            recruit(d, me, 1, self.id)


class KeepOnTheMotherland(Place):
    """A coin more, and one token more to conquer it, even in decline and when it is empty."""

    name = "keep_on_the_motherland"
    in_decline = True
    defence: i64 = 1

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return self.here(d, region)


class MineOfTheLostDwarf(Place):
    """Two coins more, even in decline."""

    name = "mine_of_the_lost_dwarf"
    in_decline = True

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return 2 * self.here(d, region)


class Stonehedge(Place):
    """Lends a power, drawn when it is found, to whoever holds it. `note`: that power's id + 1."""

    name = "stonehedge"
    moments: i64 = 1 << 8
    in_decline = True
    lends = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == FOUND:
            restack(d)
            if d.v[BADGES]:
                d.push(F_LOT, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return list_badges(d, out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        power = unit_of(code)
        d.v[BADGES] &= ~one(power - d.kit.n_races)
        d.set_note(power, 0)
        d.set_note(self.id, power + 1)
        d.say(E_LENT, d.v[me * 7 + OWNER], me, -1, 0, power, self.id)
        if not d.v[KEEPS + me] & self.bit or d.v[me * 7 + MODE] != ACTIVE:
            notify(d, d.kit.units[power], me, LEFT)


class WickedestPentacle(Place):
    """Sends the Balrog into a neighbouring region once a turn; nobody holds or enters the region where it is.

    `used`: it has moved this turn, or was found this turn.
    """

    name = "wickedest_pentacle"
    moments: i64 = (1 << 3) | (1 << 8)
    deeds = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.v[me * 7 + MODE] == ACTIVE and not d.used(self.id) and self.sites(d, me):
            d.push(F_ASK, me, self.id, 0, 0)
        if moment == FOUND:
            d.set_used(self.id, 1)

    def near(self, d: Data) -> i64:
        """Where the Balrog may go as far as place matters: next to where it is, or next to the Pentacle."""
        r = find_mark(d, BALROG)
        if r < 0:
            r = spot_of(d, self.bit)
        return d.kit.board.borders[r] & ~d.kit.board.chasm

    def refused(self, d: Data, me: i64, r: i64) -> i64:
        """Why the Balrog cannot enter a region near enough; 0 if it can."""
        if d.v[r * 3 + MARKS] & d.kit.immune_marks:
            return REGION_IMMUNE
        if denied(d, me) & one(r):
            return HELP_DENIED
        return guard_fault(d, me, r)

    def sites(self, d: Data, me: i64) -> i64:
        found: i64 = 0
        mask = self.near(d)
        r: i64 = 0
        while mask:
            if mask & 1 and self.refused(d, me, r) == 0:
                found |= one(r)
            mask >>= 1
            r += 1
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        deed = kind_of(f) == F_CONQUEST
        if deed and d.used(self.id):
            return out
        out = self.offer(PLACE, self.sites(d, me), out)
        return out if deed else append(out, action(NO, self.id, 0, 0))

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        v = d.v
        if kind_of(f) == F_ASK:
            d.pop()
        if verb_of(code) == NO:
            return
        r = region_of(code)
        d.set_used(self.id, 1)
        old = find_mark(d, BALROG)
        if old >= 0:
            lift(d, BALROG, old, False)
        occupied = v[r * 3 + HOLDER] >= 0
        lay(d, d.kit.marks[BALROG], BALROG, r)
        if occupied:
            raze(d, me, r, 2, self.id)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        if kind_of(f) == F_CONQUEST and d.used(self.id):
            return ALREADY_USED
        r = region_of(code)
        if d.kit.board.chasm & one(r):
            return CHASM_CLOSED
        if not self.near(d) & one(r):
            return BALROG_TOO_FAR
        return self.refused(d, me, r)
