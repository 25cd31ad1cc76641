"""The nine places of Underground: they never move, and serve the race that holds their region."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import each_region, one
from terrarium.smallworld.core.codes import (
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
    kind_of,
    region_of,
    unit_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Naming
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
from terrarium.smallworld.core.verbs import (
    empty,
    find_mark,
    gain,
    leave_if_gone,
    move_mark,
    notify,
    recruit,
    spot_of,
    trim,
    unstack_badge,
)
from terrarium.smallworld.underground.pieces import (
    BALROG,
    BALROG_TOO_FAR,
    E_LENT,
    GHOST,
    GHOST_NOT_THERE,
    NOT_IN_DECLINE,
)


class Place(Ability):
    """A place; `here`: does it lie in this region?"""

    chapter = "place"

    def here(self, d: Data, region: i64) -> i64:
        return 1 if d.things(region) & self.bit else i64(0)


class AltarOfSouls(Naming):
    """After scoring, one of its owner's declined tokens may be given up for three coins; by option anybody's."""

    name = "altar_of_souls"
    chapter = "place"
    moments: i64 = when(SCORED)
    in_decline = True
    verb: i64 = EMPTY

    def __init__(self, takes_any: bool) -> None:
        self.takes_any = takes_any

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if self.sites(d, me, 0):
            d.push(F_ASK, me, self.id, 0, 0)

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions with declined tokens of the altar's owner; those of opponents, if at all, where nothing is immune."""
        found: i64 = 0
        t: i64
        for t in range(d.kit.n_races):
            if d.declined(t):
                if d.owner(t) == d.owner(me):
                    found |= d.held(t)
                elif self.takes_any:
                    found |= d.open(d.held(t))
        return found

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        t = d.holder(r)
        if d.tokens(r) == 1:
            empty(d, r, self.id)
        else:
            trim(d, r, self.id)
        gain(d, d.owner(me), 3, self.id)
        leave_if_gone(d, t)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != EMPTY:
            return NOT_OFFERED
        t = d.holder(region_of(code))
        return REGION_IMMUNE if self.takes_any and t >= 0 and d.declined(t) else NOT_IN_DECLINE


class CryptOfTheTombRaider(Naming):
    """At the end of its keeper's turn the Ghost makes any region immune but the Crypt's own."""

    name = "crypt_of_the_tomb_raider"
    chapter = "place"
    moments: i64 = when(END, LEFT)
    piece = GHOST
    in_decline = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END and d.active(me):
            d.push(F_ASK, me, self.id, 0, 0)
        elif moment == LEFT:
            move_mark(d, self.mark, -1)  # the Ghost is laid to rest

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        return d.kit.board.all & ~d.kit.board.chasm & ~one(spot_of(d, self.bit))

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        move_mark(d, self.mark, r)

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
    lasting = True

    def links(self, d: Data, me: i64, mask: i64) -> i64:
        same = d.kit.board.kin[spot_of(d, self.bit)]
        return same if mask & same else i64(0)


class FountainOfYouth(Place):
    """A token more when a turn begins."""

    name = "fountain_of_youth"
    moments: i64 = when(START)

    def at(self, d: Data, me: i64, moment: i64) -> None:
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
    moments: i64 = when(FOUND)
    in_decline = True
    lends = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        restack(d)
        if d.badges():
            d.push(F_LOT, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return list_badges(d, out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        power = unit_of(code)
        unstack_badge(d, power)
        d.set_note(power, 0)
        d.set_note(self.id, power + 1)
        d.say(E_LENT, d.owner(me), me, -1, 0, power, self.id)
        if not d.keeps(me) & self.bit or not d.active(me):
            notify(d, d.kit.units[power], me, LEFT)


class WickedestPentacle(Place):
    """Sends the Balrog into a neighbouring region once a turn; nobody holds or enters the region where it is.

    `used`: it has moved this turn, or was found this turn.
    """

    name = "wickedest_pentacle"
    moments: i64 = when(END, FOUND)
    piece = BALROG
    deeds = True

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if d.active(me) and not d.used(self.id) and self.sites(d, me):
            d.push(F_ASK, me, self.id, 0, 0)
        if moment == FOUND:
            d.set_used(self.id, 1)

    def near(self, d: Data) -> i64:
        """Where the Balrog may go as far as place matters: next to where it is, or next to the Pentacle."""
        r = find_mark(d, self.mark)
        if r < 0:
            r = spot_of(d, self.bit)
        return d.kit.board.borders[r] & ~d.kit.board.chasm

    def refused(self, d: Data, me: i64, r: i64) -> i64:
        """Why the Balrog cannot enter a region near enough; 0 if it can."""
        if d.immune(r):
            return REGION_IMMUNE
        if denied(d, me) & one(r):
            return HELP_DENIED
        return guard_fault(d, me, r)

    def sites(self, d: Data, me: i64) -> i64:
        found: i64 = 0
        for r in each_region(self.near(d)):
            if self.refused(d, me, r) == 0:
                found |= one(r)
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        deed = kind_of(f) == F_CONQUEST
        if deed and d.used(self.id):
            return out
        out = self.offer(PLACE, self.sites(d, me), out)
        return out if deed else self.rest(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        if kind_of(f) == F_ASK:
            d.pop()
        if verb_of(code) == NO:
            return
        r = region_of(code)
        d.set_used(self.id, 1)
        occupied = d.holder(r) >= 0
        move_mark(d, self.mark, r)
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
