"""The two special powers of Warcraft that move what others have: Intimidating and Portal Mage."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import MAGIC, each_region, one
from terrarium.smallworld.core.codes import (
    F_ASK,
    F_CONQUEST,
    F_FIND,
    ON_AFFRONT,
    ON_TOUCH,
    PLACE,
    TAKE,
    action,
    kind_of,
    region_in,
    region_of,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    IN_ORDER,
    NO_COIN_FOR_TOLL,
    NOT_OFFERED,
)
from terrarium.smallworld.core.folds import spared
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import displace, lay, leave_if_gone, lift, trade
from terrarium.smallworld.warcraft.figures import act_fault, act_toll, affronted, beasts_in, steady
from terrarium.smallworld.warcraft.pieces import (
    BADGES,
    BEAST,
    E_MOVED,
    E_TRADED,
    FORT,
    NO_FOOTING,
    NOT_MAGIC,
    NOT_OPPONENT_NEAR,
    NOTHING_TO_SWAP,
    WALL,
)


class PairDeed(Ability):
    """A deed that names a region, and then may ask for a second one. `used`: how often it was done this turn."""

    deeds = True
    takes = True
    times: i64 = 1
    """How often it may be done in a turn."""

    def near(self, d: Data, me: i64) -> i64:
        """Mask of the regions that come into question."""
        return 0

    def deed_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why a region cannot be named first; 0 if it can."""
        return 0

    def partners(self, d: Data, me: i64, r: i64) -> i64:
        """Mask of the regions that may be named second."""
        return 0

    def pair_fault(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """Why `b`, which is no partner of `a`, cannot be named second."""
        return NOT_OFFERED

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if kind_of(f) != F_CONQUEST:
            return self.offer(PLACE, self.partners(d, me, region_in(f)), out)
        if d.used(self.id) >= self.times:
            return out
        for r in each_region(self.near(d, me)):
            if self.deed_fault(d, me, r) == 0:
                out = append(out, action(TAKE, self.id, r, 0))
        return out

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        r = region_of(code)
        if kind_of(f) != F_CONQUEST:
            named = verb_of(code) == PLACE and r != region_in(f)
            return self.pair_fault(d, me, region_in(f), r) if named else NOT_OFFERED
        if verb_of(code) != TAKE or unit_of(code) != self.id:
            return NOT_OFFERED
        return ALREADY_USED if d.used(self.id) >= self.times else self.deed_fault(d, me, r)


class Intimidating(PairDeed):
    """Three times a turn a token of an adjacent opponent is moved elsewhere, or a wall or fort taken away.

    `used`: how often this turn. The deed names the region; a question the destination.
    """

    name = "intimidating"
    tokens: i64 = BADGES["intimidating"]
    times: i64 = 3

    def __init__(self, water_safe: bool, harmony_for_forts: bool, beasts_first: bool) -> None:
        self.water_safe = water_safe
        self.harmony_for_forts = harmony_for_forts
        self.beasts_first = beasts_first

    def act(self, d: Data, r: i64) -> i64:
        """What is done to a region: taking a token is an attack; a wall or fort, only if an option says so."""
        return ON_TOUCH if self.shelter(d, r) and not self.harmony_for_forts else ON_AFFRONT

    def bind(self, kit: Kit) -> None:
        self.wall = kit.mark(WALL)
        self.fort = kit.mark(FORT)
        self.beast = kit.mark(BEAST)

    def near(self, d: Data, me: i64) -> i64:
        return d.kit.board.around(d.held(me))

    def deed_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why nothing can be done to a region; 0 if something can."""
        holder = d.holder(r)
        if holder < 0 or not d.kit.board.touches(r, d.held(me)) or d.owner(holder) == d.owner(me):
            return NOT_OPPONENT_NEAR
        if d.tokens(r) + beasts_in(d, r) == 0 and not self.shelter(d, r):
            return NOT_OPPONENT_NEAR
        return act_fault(d, me, r, self.act(d, r), self.water_safe)

    def shelter(self, d: Data, r: i64) -> bool:
        """Does a wall or fort stand there?"""
        return d.has(r, self.wall) or d.has(r, self.fort)

    def partners(self, d: Data, me: i64, r: i64) -> i64:
        """Other regions of the race that holds `r`."""
        holder = d.holder(r)
        return i64(0) if holder == d.kit.natives else d.held(holder) & ~one(r)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        if kind_of(f) == F_ASK:
            d.pop()
            self.remove(d, me, region_in(f), region_of(code))
            return
        r = region_of(code)
        holder = d.holder(r)
        d.set_used(self.id, d.used(self.id) + 1)
        charge_tolls(d, me, r, self.act(d, r))
        if self.shelter(d, r):
            lift(d, self.wall if d.has(r, self.wall) else self.fort, r, False)
            if self.harmony_for_forts:
                affronted(d, me, holder, r, 0)
        elif self.partners(d, me, r):
            d.push(F_ASK, me, self.id, r, 0)
        else:
            self.remove(d, me, r, -1)

    def remove(self, d: Data, me: i64, r: i64, to: i64) -> None:
        """One token leaves `r` for another region of its race, or (-1) for the tray unless something saves it."""
        victim = d.holder(r)
        killed: i64 = 0
        beast = d.tokens(r) == 0 or (self.beasts_first and beasts_in(d, r) > 0)
        if to < 0:
            killed = spared(d, victim, -1, 1)[0] if d.active(victim) and victim != d.kit.natives else 1
        d.say(E_MOVED, d.owner(me), victim, r, 1, victim, self.id)
        if beast:
            self.remove_beast(d, r, to, killed)
        else:
            displace(d, r, to, killed > 0)
        steady(d, victim, r, False)
        affronted(d, me, victim, r, killed)
        leave_if_gone(d, victim)

    def remove_beast(self, d: Data, r: i64, to: i64, killed: i64) -> None:
        """The same for a beast; one that is saved waits to be redeployed."""
        back = beasts_in(d, r) - 1
        lift(d, self.beast, r, False)
        while back > 0:
            lay(d, self.beast, r)
            back -= 1
        if to >= 0:
            lay(d, self.beast, to)
        elif killed:
            keeper = d.kit.unit("beastmaster").id
            d.set_note(keeper, d.note(keeper) - 1)


class PortalMage(PairDeed):
    """Twice a turn everything on two magic regions changes places, but for mountains and places.

    `used`: how often this turn. The deed names the first region in the board's order; a question the second.
    """

    name = "portal_mage"
    tokens: i64 = BADGES["portal_mage"]
    times: i64 = 2

    def __init__(self, water_safe: bool, after_die: bool, moves_hidden: bool) -> None:
        self.water_safe = water_safe
        self.after_die = after_die
        self.moves_hidden = moves_hidden

    def near(self, d: Data, me: i64) -> i64:
        return d.kit.board.where[MAGIC]

    def act(self, d: Data, me: i64, r: i64) -> i64:
        """What a swap does to the holder of a region: moving an opponent's tokens is an attack."""
        return ON_AFFRONT | ON_TOUCH if d.opponent(me, d.holder(r)) else ON_TOUCH

    def deed_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why a region cannot be named first; 0 if it can."""
        if self.partners(d, me, r):
            return 0
        fault = self.side_fault(d, me, r)
        return fault if fault else NOTHING_TO_SWAP

    def pair_fault(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        fault = self.swap_fault(d, me, a, b)
        return fault if fault else IN_ORDER

    def side_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why a region cannot be swapped with any other."""
        if not d.kit.board.where[MAGIC] & one(r):
            return NOT_MAGIC
        return act_fault(d, me, r, self.act(d, me, r), self.water_safe)

    def swap_fault(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """Why two regions cannot be swapped; 0 if they can."""
        fault = self.side_fault(d, me, a)
        if fault == 0:
            fault = self.side_fault(d, me, b)
        return fault if fault else self.trade_fault(d, me, a, b)

    def trade_fault(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """The same for two of which each could be swapped with some other."""
        if not self.movable(d, a) and not self.movable(d, b):
            return NOTHING_TO_SWAP
        if not (self.footing(d, a, b) and self.footing(d, b, a)):
            return NO_FOOTING
        due = act_toll(d, me, a, self.act(d, me, a)) + act_toll(d, me, b, self.act(d, me, b))
        if due and d.holder(a) == d.holder(b):
            due = self.joint_toll(d, me, a, b)
        return NO_COIN_FOR_TOLL if due > d.coins(d.owner(me)) else i64(0)

    def joint_toll(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """What two regions of one race ask: Harmony is paid once, the Aegis where it lies."""
        one_due = act_toll(d, me, a, self.act(d, me, a))
        other = act_toll(d, me, b, ON_TOUCH)
        return one_due + other

    def movable(self, d: Data, r: i64) -> bool:
        """Is there anything that a swap would move?"""
        return d.holder(r) >= 0 or d.luggage(r, self.moves_hidden) != 0

    def footing(self, d: Data, a: i64, b: i64) -> bool:
        """May whoever stands in `a` stand in `b`?"""
        holder = d.holder(a)
        if holder < 0 or not d.kit.board.water & one(b):
            return True
        return holder < d.kit.n_races and d.kit.units[holder].swims

    def partners(self, d: Data, me: i64, a: i64) -> i64:
        """Regions later in the board's order that may be swapped with `a`."""
        found: i64 = 0
        if self.side_fault(d, me, a):
            return found
        for r in each_region(d.from_rank(self.near(d, me), d.kit.board.rank[a] + 1)):
            if self.side_fault(d, me, r) == 0 and self.trade_fault(d, me, a, r) == 0:
                found |= one(r)
        return found

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        if kind_of(f) == F_CONQUEST:
            d.push(F_ASK, me, self.id, region_of(code), 0)
            return
        d.pop()
        d.set_used(self.id, d.used(self.id) + 1)
        a = region_in(f)
        b = region_of(code)
        charge_tolls(d, me, a, self.act(d, me, a))
        charge_tolls(d, me, b, self.act(d, me, b))
        holders = [d.holder(a), d.holder(b)]
        trade(d, a, b, self.moves_hidden)
        d.say(E_TRADED, d.owner(me), -1, a, 0, b, self.id)
        for holder in holders:
            if d.opponent(me, holder):
                affronted(d, me, holder, a, 0)
        self.reveal(d, a)
        self.reveal(d, b)

    def reveal(self, d: Data, r: i64) -> None:
        """Whoever came into a region turns over the marker that lies there."""
        holder = d.holder(r)
        if 0 <= holder < d.kit.n_races and d.hides(r):
            d.push(F_FIND, holder, 0, r, 0)
