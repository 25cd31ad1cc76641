"""The six relics of Underground: each serves the active race that holds its region, and lies where it was last used.

A copy is a relic that the Bag-o'-Many-Things stands for: it answers as its original does, but it is the bag that is
spent and moved, and the original lies where it lies.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import END, F_ASK, PLACE, SCORED, region_of, verb_of, when
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.events import E_USED
from terrarium.smallworld.core.faults import ALREADY_USED, NO_TOKEN_IN_HAND, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.verbs import find_mark, move_mark, put_thing, spot_of
from terrarium.smallworld.underground.hostile import rob, substitution_fault
from terrarium.smallworld.underground.pieces import (
    BAG_NEEDS_REGION,
    RELIC_ALREADY_HERE,
    RELIC_NOT_IN_PLAY,
    RELIC_TWICE,
)

MINE_OF_THE_LOST_DWARF = "mine_of_the_lost_dwarf"


class Relic(Ability):
    """A relic or its copy. `used`: it has been used this turn."""

    chapter = "relic"
    original: Ability | None
    """Of a copy: the relic the bag stands for."""
    bag: Ability | None

    def __init__(self) -> None:
        self.original = None
        self.bag = None

    def become_copy(self, original: "Relic", bag: Ability) -> None:
        """This is the bag standing for `original`."""
        self.name = "bag_" + original.name
        self.chapter = ""
        self.rule = "power.magic"
        self.original = original
        self.twin = original
        self.bag = bag
        original.twin = self

    def bind(self, kit: Kit) -> None:
        """A copy stands for whatever has its original's name in this kit."""
        super().bind(kit)
        if self.original is not None:
            original = kit.unit(self.original.name)
            self.original = original
            self.twin = original
            original.twin = self

    def spent(self, d: Data) -> bool:
        return d.used(self.id if self.bag is None else self.bag.id) != 0

    def spend(self, d: Data, me: i64) -> None:
        """It has been used this turn."""
        if self.bag is None:
            d.set_used(self.id, 1)
        else:
            d.set_used(self.bag.id, self.id + 1)

    def move(self, d: Data, me: i64, r: i64) -> None:
        """It lies in `r` from now on; the bag goes there for a copy."""
        d.say(E_USED, d.owner(me), me, r, 0, -1, self.id)
        if self.bag is None:
            put_thing(d, self.bit, r)
            return
        move_mark(d, self.bag.mark, r)

    def spot(self, d: Data) -> i64:
        """Where it lies, or -1."""
        return spot_of(d, self.bit) if self.bag is None else find_mark(d, self.bag.mark)

    def use_fault(self, d: Data, me: i64) -> i64:
        """Why it cannot be used now: spent, or a copy of what is not in play or not yet within reach."""
        if self.spent(d):
            return ALREADY_USED
        if self.original is not None:
            if d.unseen() & self.original.bit:
                return RELIC_NOT_IN_PLAY
            if d.held(me) == 0:
                return BAG_NEEDS_REGION
        return 0


class AttackRelic(Relic):
    """A relic that serves one conquest a turn."""

    aid = True
    joins = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        if self.twin is not None and d.armed(self.twin):
            return RELIC_TWICE
        if self.bag is not None:
            for other in self.bag.train():
                if d.armed(other):
                    return ALREADY_USED
        return self.use_fault(d, me)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and d.armed(self):
            self.spend(d, me)
            if a.won:
                self.move(d, me, a.region)


class FlyingDoormat(AttackRelic):
    """Once a turn any region may be conquered, near or far."""

    name = "flying_doormat"

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return d.kit.board.all if d.armed(self) and not entering else i64(0)


class StinkyTrollsSocks(AttackRelic):
    """Once a turn a region is conquered as if it were empty; its defenders lose no token."""

    name = "stinky_trolls_socks"
    spares_all = True

    def as_if_empty(self, d: Data, me: i64) -> i64:
        return -1 if d.armed(self) else i64(0)


class SwordOfTheKillerRabbit(AttackRelic):
    """Once a turn a conquest costs two tokens less."""

    name = "sword_of_the_killer_rabbit"

    def price(self, d: Data, me: i64, region: i64) -> i64:
        return -2 if d.armed(self) else i64(0)


class ShinyOrb(AttackRelic):
    """Once a turn a lone active token is replaced and its region conquered."""

    name = "shiny_orb"
    joins = False
    fixed: i64 = 0
    from_tray = True
    spares_nobody = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.hand(me) < 1:
            return NO_TOKEN_IN_HAND
        return super().aid_fault(d, me)

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        return substitution_fault(d, me, region)


class EndRelic(Relic):
    """A relic that is put into a region of the race at the end of its turn, and pays there."""

    moments: i64 = when(END, SCORED)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == END:
            if self.use_fault(d, me) == 0 and self.sites(d, me):
                d.push(F_ASK, me, self.id, 0, 0)
        elif moment == SCORED and self.serving(d):
            self.collect(d, me)

    def serving(self, d: Data) -> bool:
        """Has it been put into a region this turn?"""
        return d.used(self.id) != 0 if self.bag is None else d.used(self.bag.id) == self.id + 1

    def collect(self, d: Data, me: i64) -> None:
        """What it takes from others after scoring."""

    def sites(self, d: Data, me: i64) -> i64:
        """Regions where it may be put: a copy not where its original serves already."""
        held = d.held(me)
        original = self.original
        if original is not None and d.used(original.id):
            r = spot_of(d, original.bit)
            if r >= 0:
                held &= ~one(r)
        return held

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = self.offer(PLACE, self.sites(d, me), out)
        return self.rest(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == PLACE:
            self.spend(d, me)
            self.move(d, me, region_of(code))

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        return RELIC_ALREADY_HERE if d.holds(me, region_of(code)) else NOT_YOUR_REGION


class FroggysRing(EndRelic):
    """Takes a coin from each player with an active token next to its region."""

    name = "froggys_ring"

    def collect(self, d: Data, me: i64) -> None:
        r = self.spot(d)
        if r >= 0:
            rob(d, me, d.kit.board.borders[r], self.id)


class ScepterOfAvarice(EndRelic):
    """Doubles the coins from the bank for its region; nothing in the Mine of the Lost Dwarf."""

    name = "scepter_of_avarice"

    def turn_income(self, d: Data, me: i64) -> i64:
        r = self.spot(d)
        if not self.serving(d) or r < 0 or not d.holds(me, r):
            return 0
        mine = d.kit.unit(MINE_OF_THE_LOST_DWARF)
        if d.things(r) & mine.bit:
            return 0
        total: i64 = 1
        for unit in d.crew(me).region_earners:
            total += unit.region_income(d, me, r)
        return total
