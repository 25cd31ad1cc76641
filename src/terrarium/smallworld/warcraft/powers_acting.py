"""The four special powers of Warcraft that act: Beastmaster, Champion, Intimidating and Portal Mage."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import HILL, MAGIC, count, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    DEPLOYING,
    END,
    F_ASK,
    F_CONQUEST,
    F_FIND,
    FADING,
    NO,
    ON_AFFRONT,
    ON_TOUCH,
    PLACE,
    REGROUP,
    REVIEW,
    TAKE,
    THINGS_AT,
    YES,
    action,
    kind_of,
    number_in,
    region_in,
    region_of,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ARMED,
    COINS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    MARKS,
    MODE,
    OWNER,
    RETREAT,
    STOCK,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.events import E_MOVED, E_RECRUITED, E_RETURNED, E_TRADED
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    IN_ORDER,
    NO_COIN_FOR_TOLL,
    NO_TOKEN_IN_HAND,
    NOT_OFFERED,
    NOT_YOUR_REGION,
)
from terrarium.smallworld.core.folds import as_adjacent, losses
from terrarium.smallworld.core.phases.tolls import charge_tolls
from terrarium.smallworld.core.verbs import find_mark, gain, lay, leave_if_gone, lift, pay, recall, vacate
from terrarium.smallworld.warcraft.figures import act_fault, act_toll, affronted, beasts_in, steady
from terrarium.smallworld.warcraft.pieces import (
    BADGES,
    BEAST,
    CHAMPION_OUT,
    CHAMPION_PIECE,
    CHAMPION_TOO_FAR,
    FORT,
    NO_FOOTING,
    NOT_MAGIC,
    NOT_OPPONENT_NEAR,
    NOTHING_TO_SWAP,
    WALL,
)


class Beastmaster(Ability):
    """A beast for each hill held, anew each turn. During the owner's turn beasts are among the tokens; when it ends
    the owner says where they stand, and from then on they are pieces.

    `note`: beasts the race has; those not on the map are among its tokens, or wait to be redeployed.
    """

    name = "beastmaster"
    tokens: i64 = BADGES["beastmaster"]
    moments: i64 = (1 << 3) | (1 << 6) | (1 << 10) | (1 << 11)

    def at(self, d: Data, me: i64, moment: i64) -> None:
        v = d.v
        if moment == REVIEW or moment == FADING:
            self.discard(d, me)
        if moment == REVIEW:
            n = count(v[me * 7 + HELD] & d.kit.board.where[HILL])
            n = n if n < v[STOCK + BEAST] else v[STOCK + BEAST]
            d.set_note(self.id, n)
            v[me * 7 + HAND] += n
            if n:
                d.say(E_RECRUITED, v[me * 7 + OWNER], me, -1, n, -1, self.id)
        elif moment == END:
            self.station(d, me, 0)
        elif moment == REGROUP:
            if v[me * 7 + HELD] == 0:
                d.set_note(self.id, 0)
            elif d.note(self.id) > self.standing(d, me):
                d.push(F_ASK, me, self.id, 0, 128)

    def discard(self, d: Data, me: i64) -> None:
        """The beasts of the last turn leave, and regions they held with too few others are lost."""
        held = d.v[me * 7 + HELD]
        recall(d, BEAST, me)
        d.set_note(self.id, 0)
        r: i64 = 0
        while held:
            if held & 1:
                steady(d, me, r, HAND)
            held >>= 1
            r += 1

    def standing(self, d: Data, me: i64) -> i64:
        """Beasts on the map."""
        return d.kit.marks[BEAST].stock - d.v[STOCK + BEAST]

    def station(self, d: Data, me: i64, start: i64) -> None:
        """Ask where the next beast stands; those for which there is no region go back."""
        v = d.v
        left = d.note(self.id) - self.standing(d, me)
        if left > 0 and self.tokens_from(d, me, 0) > 0:
            d.push(F_ASK, me, self.id, 0, start)
        elif left > 0:
            v[me * 7 + HAND] -= left
            d.set_note(self.id, d.note(self.id) - left)
            d.say(E_RETURNED, v[me * 7 + OWNER], me, -1, left, -1, self.id)

    def tokens_from(self, d: Data, me: i64, start: i64) -> i64:
        """Tokens in the tribe's regions from a place in the board's order on."""
        total: i64 = 0
        held = d.v[me * 7 + HELD]
        r: i64 = 0
        while held:
            if held & 1 and d.kit.board.rank[r] >= start:
                total += d.v[r * 3 + TOKENS]
            held >>= 1
            r += 1
        return total

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions where a beast may stand; from 128 on those that were driven off, which go anywhere."""
        held = d.v[me * 7 + HELD]
        if start >= 128:
            return self.back_sites(d, me, start - 128)
        on_map = self.tokens_from(d, me, 0)
        left = d.note(self.id) - self.standing(d, me)
        left = left if left < on_map else on_map
        found: i64 = 0
        r: i64 = 0
        while r < d.kit.board.n:
            place = d.kit.board.rank[r]
            if held & one(r) and place >= start and d.v[r * 3 + TOKENS] > 0 and self.tokens_from(d, me, place) >= left:
                found |= one(r)
            r += 1
        return found

    def back_sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions of the tribe from a place on; not where a single beast would stand too weak."""
        found: i64 = 0
        held = d.v[me * 7 + HELD]
        least = d.crew(me).least
        r: i64 = 0
        while held:
            if held & 1 and d.kit.board.rank[r] >= start:
                found |= one(r) if d.v[r * 3 + TOKENS] + beasts_in(d, r) + 1 >= least else i64(0)
            held >>= 1
            r += 1
        return found

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        mask = self.sites(d, me, number_in(f))
        r: i64 = 0
        while mask:
            if mask & 1:
                out = append(out, action(PLACE, self.id, r, 0))
            mask >>= 1
            r += 1
        if number_in(f) >= 128:
            out = append(out, action(NO, self.id, 0, 0))
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NO:
            d.set_note(self.id, self.standing(d, me))
            return
        r = region_of(code)
        lay(d, d.kit.marks[BEAST], BEAST, r)
        place = d.kit.board.rank[r]
        if number_in(f) >= 128:
            if d.note(self.id) > self.standing(d, me):
                d.push(F_ASK, me, self.id, 0, 128 + place)
        else:
            d.v[r * 3 + TOKENS] -= 1
            self.station(d, me, place)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        return IN_ORDER if d.v[me * 7 + HELD] & one(region_of(code)) else NOT_YOUR_REGION

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.victim == me and a.figure_fell:
            d.set_note(self.id, d.note(self.id) - 1)


class Champion(Ability):
    """Takes one adjacent region a turn by itself, and is ransomed when it is overrun.

    `used`: it has conquered this turn; `note`: it was ransomed and waits to be redeployed.
    """

    name = "champion"
    tokens: i64 = BADGES["champion"]
    moments: i64 = (1 << 2) | (1 << 6) | (1 << 10) | (1 << 11)
    aid = True
    fixed: i64 = 0

    def __init__(self, needs_token: bool) -> None:
        self.free = not needs_token

    def at(self, d: Data, me: i64, moment: i64) -> None:
        r = find_mark(d, CHAMPION_PIECE)
        if moment == REVIEW:
            if r >= 0:
                d.push(F_ASK, me, self.id, r, 1)
        elif moment == FADING:
            d.set_note(self.id, 0)
            if r >= 0:
                self.take_up(d, me, r)
        elif moment == DEPLOYING:
            if r >= 0 and d.v[r * 3 + TOKENS] == 0 and d.crew(me).least > 1 and self.can_join(d, me):
                d.push(F_ASK, me, self.id, r, 2)
        elif moment == REGROUP and d.note(self.id):
            d.set_note(self.id, 0)
            if d.v[me * 7 + HELD]:
                d.push(F_ASK, me, self.id, 0, 0)

    def can_join(self, d: Data, me: i64) -> bool:
        return d.v[me * 7 + HAND] >= d.crew(me).least

    def take_up(self, d: Data, me: i64, r: i64) -> None:
        """The Champion leaves a region; with nobody else there the region is lost."""
        lift(d, CHAMPION_PIECE, r, False)
        if d.v[r * 3 + TOKENS] == 0:
            vacate(d, r)

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.used(self.id):
            return ALREADY_USED
        if find_mark(d, CHAMPION_PIECE) >= 0:
            return CHAMPION_OUT
        return NO_TOKEN_IN_HAND if d.v[me * 7 + HAND] < 1 and not self.free else 0

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        return 0 if as_adjacent(d, me, d.crew(me)) & one(region) else CHAMPION_TOO_FAR

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        return 0 if d.v[region * 3 + MARKS] & d.kit.marks[CHAMPION_PIECE].mask else n

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        v = d.v
        if a.by == me and a.won and v[ARMED] & self.arm:
            d.set_used(self.id, 1)
            lay(d, d.kit.marks[CHAMPION_PIECE], CHAMPION_PIECE, a.region)
        elif a.victim == me and a.fell and a.marks & d.kit.marks[CHAMPION_PIECE].mask:
            d.set_note(self.id, 1)
            seat = v[me * 7 + OWNER]
            if v[COINS + seat] > 0:
                pay(d, seat, 1)
                gain(d, v[a.by * 7 + OWNER], 1, self.id)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        """Number 0: where a ransomed Champion goes; 1: is it picked up; 2: do tokens join it where it stands alone."""
        if number_in(f):
            out = append(out, action(YES, self.id, 0, 0))
            return append(out, action(NO, self.id, 0, 0))
        held = d.v[me * 7 + HELD]
        r: i64 = 0
        while held:
            if held & 1:
                out = append(out, action(PLACE, self.id, r, 0))
            held >>= 1
            r += 1
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == PLACE:
            lay(d, d.kit.marks[CHAMPION_PIECE], CHAMPION_PIECE, region_of(code))
        elif verb_of(code) == YES and number_in(f) == 1:
            self.take_up(d, me, region_in(f))
        elif verb_of(code) == YES:
            least = d.crew(me).least
            d.v[me * 7 + HAND] -= least
            d.v[region_in(f) * 3 + TOKENS] += least

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        return NOT_YOUR_REGION if verb_of(code) == PLACE and number_in(f) == 0 else NOT_OFFERED


class Intimidating(Ability):
    """Three times a turn a token of an adjacent opponent is moved elsewhere, or a wall or fort taken away.

    `used`: how often this turn. The deed names the region; a question the destination.
    """

    name = "intimidating"
    tokens: i64 = BADGES["intimidating"]
    deeds = True
    takes = True

    def __init__(self, water_safe: bool) -> None:
        self.water_safe = water_safe

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
        return act_fault(d, me, r, ON_AFFRONT, self.water_safe)

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
        charge_tolls(d, me, r, ON_AFFRONT)
        if self.shelter(d, r):
            lift(d, WALL if v[r * 3 + MARKS] & d.kit.marks[WALL].mask else FORT, r, False)
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
        beast = v[r * 3 + TOKENS] == 0
        if to < 0:
            killed = losses(d, victim, r, 1) if v[victim * 7 + MODE] == ACTIVE and victim != d.kit.natives else 1
        d.say(E_MOVED, v[me * 7 + OWNER], victim, r, 1, victim, self.id)
        if beast:
            self.remove_beast(d, r, to, killed)
        else:
            v[r * 3 + TOKENS] -= 1
            if to >= 0:
                v[to * 3 + TOKENS] += 1
            else:
                v[victim * 7 + (TRAY if killed else RETREAT)] += 1
        steady(d, victim, r, RETREAT)
        affronted(d, me, victim, r, killed)
        leave_if_gone(d, victim)

    def remove_beast(self, d: Data, r: i64, to: i64, killed: i64) -> None:
        """The same for a beast that stands without tokens; one that is saved waits to be redeployed."""
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
    """Twice a turn everything on two magic regions changes places, but for mountains, places and what lies hidden.

    `used`: how often this turn. The deed names the first region in the board's order; a question the second.
    """

    name = "portal_mage"
    tokens: i64 = BADGES["portal_mage"]
    deeds = True
    takes = True

    def __init__(self, water_safe: bool) -> None:
        self.water_safe = water_safe

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
        """What lies in a region and goes along."""
        return d.v[r * 3 + MARKS] & ~(d.kit.hidden_marks | (d.kit.places << THINGS_AT))

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
