"""The two special powers of Warcraft with figures of their own: Beastmaster and Champion."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import HILL, count, one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    END,
    F_ASK,
    FADING,
    NO,
    PLACE,
    REGROUP,
    REVIEW,
    YES,
    action,
    number_in,
    region_in,
    region_of,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ARMED,
    COINS,
    HAND,
    HELD,
    MARKS,
    OWNER,
    STOCK,
    TOKENS,
    Data,
)
from terrarium.smallworld.core.events import E_RECRUITED, E_RETURNED
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    IN_ORDER,
    NO_TOKEN_IN_HAND,
    NOT_OFFERED,
    NOT_YOUR_REGION,
)
from terrarium.smallworld.core.folds import as_adjacent
from terrarium.smallworld.core.verbs import find_mark, gain, lay, lift, pay, recall, vacate
from terrarium.smallworld.warcraft.figures import beasts_in, steady
from terrarium.smallworld.warcraft.pieces import (
    BADGES,
    BEAST,
    CHAMPION_OUT,
    CHAMPION_PIECE,
    CHAMPION_TOO_FAR,
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
        out = self.offer(PLACE, self.sites(d, me, number_in(f)), out)
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
        """Nobody is lost where the Champion stands, if that region falls."""
        if region < 0 or not d.v[region * 3 + MARKS] & d.kit.marks[CHAMPION_PIECE].mask:
            return n
        return 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        v = d.v
        if a.by == me and a.won and v[ARMED] & self.arm:
            d.set_used(self.id, 1)
            lay(d, d.kit.marks[CHAMPION_PIECE], CHAMPION_PIECE, a.region)
        elif a.victim == me and a.fell and a.marks & d.kit.marks[CHAMPION_PIECE].mask:
            d.set_note(self.id, 1)
            seat = v[me * 7 + OWNER]
            if v[COINS + seat] > 0:
                pay(d, seat, 1, self.id)
                gain(d, v[a.by * 7 + OWNER], 1, self.id)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        """Number 0: where a ransomed Champion goes; 1: is it picked up; 2: do tokens join it where it stands alone."""
        if number_in(f):
            out = append(out, action(YES, self.id, 0, 0))
            return append(out, action(NO, self.id, 0, 0))
        return self.offer(PLACE, d.v[me * 7 + HELD], out)

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
