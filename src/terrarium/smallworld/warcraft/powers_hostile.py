"""The two special powers of Warcraft that move what others have: Intimidating and Portal Mage."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import MAGIC, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    F_ASK,
    F_CONQUEST,
    F_FIND,
    ON_AFFRONT,
    ON_TOUCH,
    PLACE,
    TAKE,
    THINGS_AT,
    action,
    kind_of,
    region_in,
    region_of,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import (
    COINS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    MARKS,
    MODE,
    OWNER,
    RETREAT,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.events import E_MOVED, E_TRADED
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    IN_ORDER,
    NO_COIN_FOR_TOLL,
    NOT_OFFERED,
)
from terrarium.smallworld.core.folds import losses
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import lay, leave_if_gone, lift
from terrarium.smallworld.warcraft.figures import act_fault, act_toll, affronted, beasts_in, steady
from terrarium.smallworld.warcraft.pieces import (
    BADGES,
    BEAST,
    FORT,
    NO_FOOTING,
    NOT_MAGIC,
    NOT_OPPONENT_NEAR,
    NOTHING_TO_SWAP,
    WALL,
)


class Intimidating(Ability):
    """Three times a turn a token of an adjacent opponent is moved elsewhere, or a wall or fort taken away.

    `used`: how often this turn. The deed names the region; a question the destination.
    """

    name = "intimidating"
    tokens: i64 = BADGES["intimidating"]
    deeds = True
    takes = True

    def __init__(self, water_safe: bool, harmony_for_forts: bool, beasts_first: bool) -> None:
        self.water_safe = water_safe
        self.harmony_for_forts = harmony_for_forts
        self.beasts_first = beasts_first

    def act(self, d: Data, r: i64) -> i64:
        """What is done to a region: taking a token is an attack; a wall or fort, only if an option says so."""
        return ON_TOUCH if self.shelter(d, r) and not self.harmony_for_forts else ON_AFFRONT

    def deed_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why nothing can be done to a region; 0 if something can."""
        v = d.v
        if d.used(self.id) >= 3:
            return ALREADY_USED
        holder = v[r * 3 + HOLDER]
        if holder < 0 or not d.kit.board.around(v[me * 7 + HELD]) & one(r):
            return NOT_OPPONENT_NEAR
        if v[holder * 7 + OWNER] == v[me * 7 + OWNER]:
            return NOT_OPPONENT_NEAR
        if v[r * 3 + TOKENS] + beasts_in(d, r) == 0 and not self.shelter(d, r):
            return NOT_OPPONENT_NEAR
        return act_fault(d, me, r, self.act(d, r), self.water_safe)

    def shelter(self, d: Data, r: i64) -> bool:
        """Does a wall or fort stand there?"""
        return d.v[r * 3 + MARKS] & (d.kit.marks[WALL].mask | d.kit.marks[FORT].mask) != 0

    def targets(self, d: Data, r: i64) -> i64:
        """Other regions of the race that holds `r`."""
        holder = d.v[r * 3 + HOLDER]
        return i64(0) if holder == d.kit.natives else d.v[holder * 7 + HELD] & ~one(r)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        deed = kind_of(f) == F_CONQUEST
        if deed and d.used(self.id) >= 3:
            return out
        mask = d.kit.board.around(d.v[me * 7 + HELD]) if deed else self.targets(d, region_in(f))
        r: i64 = 0
        while mask:
            if mask & 1:
                if not deed:
                    out = append(out, action(PLACE, self.id, r, 0))
                elif self.deed_fault(d, me, r) == 0:
                    out = append(out, action(TAKE, self.id, r, 0))
            mask >>= 1
            r += 1
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        v = d.v
        if kind_of(f) == F_ASK:
            d.pop()
            self.remove(d, me, region_in(f), region_of(code))
            return
        r = region_of(code)
        holder = v[r * 3 + HOLDER]
        d.set_used(self.id, d.used(self.id) + 1)
        charge_tolls(d, me, r, self.act(d, r))
        if self.shelter(d, r):
            lift(d, WALL if v[r * 3 + MARKS] & d.kit.marks[WALL].mask else FORT, r, False)
            if self.harmony_for_forts:
                affronted(d, me, holder, r, 0)
        elif self.targets(d, r):
            d.push(F_ASK, me, self.id, r, 0)
        else:
            self.remove(d, me, r, -1)

    def remove(self, d: Data, me: i64, r: i64, to: i64) -> None:
        """One token leaves `r` for another region of its race, or (-1) for the tray unless something saves it."""
        v = d.v
        victim = v[r * 3 + HOLDER]
        killed: i64 = 0
        beast = v[r * 3 + TOKENS] == 0 or (self.beasts_first and beasts_in(d, r) > 0)
        if to < 0:
            killed = losses(d, victim, -1, 1) if v[victim * 7 + MODE] == ACTIVE and victim != d.kit.natives else 1
        d.say(E_MOVED, v[me * 7 + OWNER], victim, r, 1, victim, self.id)
        if beast:
            self.remove_beast(d, r, to, killed)
        else:
            v[r * 3 + TOKENS] -= 1
            if to >= 0:
                v[to * 3 + TOKENS] += 1
            elif victim == d.kit.wild:
                v[victim * 7 + HAND] += 1
            else:
                v[victim * 7 + (TRAY if killed else RETREAT)] += 1
        steady(d, victim, r, RETREAT)
        affronted(d, me, victim, r, killed)
        leave_if_gone(d, victim)

    def remove_beast(self, d: Data, r: i64, to: i64, killed: i64) -> None:
        """The same for a beast; one that is saved waits to be redeployed."""
        n = beasts_in(d, r)
        lift(d, BEAST, r, False)
        back = n - 1
        while back > 0:
            lay(d, d.kit.marks[BEAST], BEAST, r)
            back -= 1
        if to >= 0:
            lay(d, d.kit.marks[BEAST], BEAST, to)
        elif killed:
            keeper = d.kit.unit("beastmaster").id
            d.set_note(keeper, d.note(keeper) - 1)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if kind_of(f) == F_CONQUEST:
            mine = verb_of(code) == TAKE and unit_of(code) == self.id
            return self.deed_fault(d, me, region_of(code)) if mine else NOT_OFFERED
        return NOT_OFFERED


class PortalMage(Ability):
    """Twice a turn everything on two magic regions changes places, but for mountains and places.

    `used`: how often this turn. The deed names the first region in the board's order; a question the second.
    """

    name = "portal_mage"
    tokens: i64 = BADGES["portal_mage"]
    deeds = True
    takes = True

    def __init__(self, water_safe: bool, after_die: bool, moves_hidden: bool) -> None:
        self.water_safe = water_safe
        self.after_die = after_die
        self.moves_hidden = moves_hidden

    def act(self, d: Data, me: i64, r: i64) -> i64:
        """What a swap does to the holder of a region: moving an opponent's tokens is an attack."""
        holder = d.v[r * 3 + HOLDER]
        if 0 <= holder < d.kit.n_races and d.v[holder * 7 + OWNER] != d.v[me * 7 + OWNER]:
            return ON_AFFRONT | ON_TOUCH
        return ON_TOUCH

    def side_fault(self, d: Data, me: i64, r: i64) -> i64:
        """Why a region cannot be swapped with any other."""
        if not d.kit.board.where[MAGIC] & one(r):
            return NOT_MAGIC
        return act_fault(d, me, r, self.act(d, me, r), self.water_safe)

    def swap_fault(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """Why two regions cannot be swapped; 0 if they can."""
        v = d.v
        fault = self.side_fault(d, me, a)
        if fault == 0:
            fault = self.side_fault(d, me, b)
        if fault:
            return fault
        if not self.movable(d, a) and not self.movable(d, b):
            return NOTHING_TO_SWAP
        if not (self.footing(d, a, b) and self.footing(d, b, a)):
            return NO_FOOTING
        due = act_toll(d, me, a, self.act(d, me, a)) + act_toll(d, me, b, self.act(d, me, b))
        if due and v[a * 3 + HOLDER] == v[b * 3 + HOLDER]:
            due = self.joint_toll(d, me, a, b)
        return NO_COIN_FOR_TOLL if due > v[COINS + v[me * 7 + OWNER]] else i64(0)

    def joint_toll(self, d: Data, me: i64, a: i64, b: i64) -> i64:
        """What two regions of one race ask: Harmony is paid once, the Aegis where it lies."""
        one_due = act_toll(d, me, a, self.act(d, me, a))
        other = act_toll(d, me, b, ON_TOUCH)
        return one_due + other

    def movable(self, d: Data, r: i64) -> bool:
        """Is there anything that a swap would move?"""
        return d.v[r * 3 + HOLDER] >= 0 or self.luggage(d, r) != 0

    def luggage(self, d: Data, r: i64) -> i64:
        """What lies in a region and goes along. What lies face down may be a place, which never moves."""
        stays = d.kit.places << THINGS_AT
        if not self.moves_hidden:
            stays |= d.kit.hidden_marks
        return d.v[r * 3 + MARKS] & ~stays

    def footing(self, d: Data, a: i64, b: i64) -> bool:
        """May whoever stands in `a` stand in `b`?"""
        holder = d.v[a * 3 + HOLDER]
        if holder < 0 or not d.kit.board.water & one(b):
            return True
        return holder < d.kit.n_races and d.kit.units[holder].swims

    def partners(self, d: Data, me: i64, a: i64) -> i64:
        """Regions later in the board's order that may be swapped with `a`."""
        found: i64 = 0
        mask = d.kit.board.where[MAGIC]
        rank = d.kit.board.rank
        r: i64 = 0
        while mask:
            if mask & 1 and rank[r] > rank[a] and self.swap_fault(d, me, a, r) == 0:
                found |= one(r)
            mask >>= 1
            r += 1
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        deed = kind_of(f) == F_CONQUEST
        if deed and d.used(self.id) >= 2:
            return out
        mask = d.kit.board.where[MAGIC] if deed else self.partners(d, me, region_in(f))
        r: i64 = 0
        while mask:
            if mask & 1:
                if not deed:
                    out = append(out, action(PLACE, self.id, r, 0))
                elif self.partners(d, me, r):
                    out = append(out, action(TAKE, self.id, r, 0))
            mask >>= 1
            r += 1
        return out

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
        holders = [d.v[a * 3 + HOLDER], d.v[b * 3 + HOLDER]]
        self.swap(d, a, b)
        d.say(E_TRADED, d.v[me * 7 + OWNER], -1, a, 0, b, self.id)
        for holder in holders:
            if 0 <= holder < d.kit.n_races and d.v[holder * 7 + OWNER] != d.v[me * 7 + OWNER]:
                affronted(d, me, holder, a, 0)
        self.reveal(d, a)
        self.reveal(d, b)

    def swap(self, d: Data, a: i64, b: i64) -> None:
        v = d.v
        bags_a = self.luggage(d, a)
        bags_b = self.luggage(d, b)
        holder_a = v[a * 3 + HOLDER]
        holder_b = v[b * 3 + HOLDER]
        tokens_a = v[a * 3 + TOKENS]
        tokens_b = v[b * 3 + TOKENS]
        self.leave(d, a)
        self.leave(d, b)
        v[a * 3 + MARKS] = (v[a * 3 + MARKS] & ~bags_a) | bags_b
        v[b * 3 + MARKS] = (v[b * 3 + MARKS] & ~bags_b) | bags_a
        self.settle(d, a, holder_b, tokens_b)
        self.settle(d, b, holder_a, tokens_a)

    def leave(self, d: Data, r: i64) -> None:
        holder = d.v[r * 3 + HOLDER]
        if holder >= 0:
            d.v[holder * 7 + HELD] &= ~one(r)
            d.v[KEEPS + holder] &= ~(d.v[r * 3 + MARKS] >> THINGS_AT)

    def settle(self, d: Data, r: i64, holder: i64, tokens: i64) -> None:
        d.v[r * 3 + HOLDER] = holder
        d.v[r * 3 + TOKENS] = tokens
        if holder >= 0:
            d.v[holder * 7 + HELD] |= one(r)
            d.v[KEEPS + holder] |= d.v[r * 3 + MARKS] >> THINGS_AT

    def reveal(self, d: Data, r: i64) -> None:
        """Whoever came into a region turns over the marker that lies there."""
        holder = d.v[r * 3 + HOLDER]
        if 0 <= holder < d.kit.n_races and d.v[r * 3 + MARKS] & d.kit.hidden_marks:
            d.push(F_FIND, holder, 0, r, 0)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        r = region_of(code)
        if kind_of(f) != F_CONQUEST:
            if verb_of(code) != PLACE or r == region_in(f):
                return NOT_OFFERED
            fault = self.swap_fault(d, me, region_in(f), r)
            return fault if fault else IN_ORDER
        if verb_of(code) != TAKE or unit_of(code) != self.id:
            return NOT_OFFERED
        if d.used(self.id) >= 2:
            return ALREADY_USED
        fault = self.side_fault(d, me, r)
        return fault if fault else NOTHING_TO_SWAP
