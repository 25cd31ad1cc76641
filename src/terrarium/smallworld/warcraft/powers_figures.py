"""The two special powers of Warcraft with figures of their own: Beastmaster and Champion."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import HILL, count, each_region, one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    END,
    F_ASK,
    FADING,
    NO,
    OTHER_QUESTION,
    PLACE,
    REGROUP,
    REVIEW,
    YES,
    number_in,
    region_in,
    region_of,
    verb_of,
    when,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import Naming
from terrarium.smallworld.core.faults import ALREADY_USED, NO_TOKEN_IN_HAND, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.folds import as_adjacent
from terrarium.smallworld.core.verbs import enlist, find_mark, gain, join, lay, lift, pay, recall, unmask, vacate
from terrarium.smallworld.warcraft.figures import beasts_in, steady
from terrarium.smallworld.warcraft.pieces import (
    BADGES,
    BEAST,
    CHAMPION_OUT,
    CHAMPION_PIECE,
    CHAMPION_TOO_FAR,
)


class Beastmaster(Naming):
    """A beast for each hill held, anew each turn. During the owner's turn beasts are among the tokens; when it ends
    the owner says where they stand, and from then on they are pieces.

    `note`: beasts the race has; those not on the map are among its tokens, or wait to be redeployed.
    """

    name = "beastmaster"
    tokens: i64 = BADGES["beastmaster"]
    moments: i64 = when(END, REGROUP, REVIEW, FADING)
    piece = BEAST

    def at(self, d: Data, me: i64, moment: i64) -> None:
        if moment == REVIEW or moment == FADING:
            self.discard(d, me)
        if moment == REVIEW:
            n = count(d.held(me) & d.kit.board.where[HILL])
            n = n if n < d.stock(self.mark) else d.stock(self.mark)
            d.set_note(self.id, n)
            enlist(d, me, n, self.id)
        elif moment == END:
            self.station(d, me, 0)
        elif moment == REGROUP:
            if d.held(me) == 0:
                d.set_note(self.id, 0)
            elif d.note(self.id) > self.standing(d, me):
                d.push(F_ASK, me, self.id, 0, OTHER_QUESTION)

    def discard(self, d: Data, me: i64) -> None:
        """The beasts of the last turn leave, and regions they held with too few others are lost."""
        held = d.held(me)
        recall(d, self.mark, me)
        d.set_note(self.id, 0)
        for r in each_region(held):
            steady(d, me, r, True)

    def standing(self, d: Data, me: i64) -> i64:
        """Beasts on the map."""
        return self.mark.stock - d.stock(self.mark)

    def station(self, d: Data, me: i64, start: i64) -> None:
        """Ask where the next beast stands; those for which there is no region go back."""
        left = d.note(self.id) - self.standing(d, me)
        if left > 0 and self.tokens_from(d, me, 0) > 0:
            d.push(F_ASK, me, self.id, 0, start)
        elif left > 0:
            d.set_note(self.id, d.note(self.id) - left)
            enlist(d, me, -left, self.id)

    def tokens_from(self, d: Data, me: i64, start: i64) -> i64:
        """Tokens in the tribe's regions from a place in the board's order on."""
        total: i64 = 0
        for r in each_region(d.from_rank(d.held(me), start)):
            total += d.tokens(r)
        return total

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions where a beast may stand; from `OTHER_QUESTION` on those that were driven off, which go anywhere."""
        if start >= OTHER_QUESTION:
            return self.back_sites(d, me, start - OTHER_QUESTION)
        on_map = self.tokens_from(d, me, 0)
        left = d.note(self.id) - self.standing(d, me)
        left = left if left < on_map else on_map
        found: i64 = 0
        for r in each_region(d.from_rank(d.held(me), start)):
            if d.tokens(r) > 0 and self.tokens_from(d, me, d.kit.board.rank[r]) >= left:
                found |= one(r)
        return found

    def back_sites(self, d: Data, me: i64, start: i64) -> i64:
        """Regions of the tribe from a place on; not where a single beast would stand too weak."""
        found: i64 = 0
        least = d.crew(me).least
        for r in each_region(d.from_rank(d.held(me), start)):
            if d.tokens(r) + beasts_in(d, r) + 1 >= least:
                found |= one(r)
        return found

    def may_rest(self, d: Data, f: i64) -> bool:
        return number_in(f) >= OTHER_QUESTION

    def in_order(self, d: Data, me: i64, f: i64, r: i64) -> bool:
        return True

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NO:
            d.set_note(self.id, self.standing(d, me))
            return
        r = region_of(code)
        place = d.kit.board.rank[r]
        if number_in(f) >= OTHER_QUESTION:
            lay(d, self.mark, r)
            if d.note(self.id) > self.standing(d, me):
                d.push(F_ASK, me, self.id, 0, OTHER_QUESTION + place)
        else:
            unmask(d, self.mark, r)
            self.station(d, me, place)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.victim == me and a.figure_fell:
            d.set_note(self.id, d.note(self.id) - 1)


class Champion(Ability):
    """Takes one adjacent region a turn by itself, and is ransomed when it is overrun.

    `used`: it has conquered this turn; `note`: it was ransomed and waits to be redeployed.
    """

    name = "champion"
    tokens: i64 = BADGES["champion"]
    moments: i64 = when(DEPLOYING, REGROUP, REVIEW, FADING)
    piece = CHAMPION_PIECE
    aid = True
    fixed: i64 = 0

    def __init__(self, needs_token: bool) -> None:
        self.free = not needs_token

    def at(self, d: Data, me: i64, moment: i64) -> None:
        r = find_mark(d, self.mark)
        if moment == REVIEW:
            if r >= 0:
                d.push(F_ASK, me, self.id, r, 1)
        elif moment == FADING:
            d.set_note(self.id, 0)
            if r >= 0:
                self.take_up(d, me, r)
        elif moment == DEPLOYING:
            if r >= 0 and d.tokens(r) == 0 and d.crew(me).least > 1 and self.can_join(d, me):
                d.push(F_ASK, me, self.id, r, 2)
        elif moment == REGROUP and d.note(self.id):
            d.set_note(self.id, 0)
            if d.held(me):
                d.push(F_ASK, me, self.id, 0, 0)

    def can_join(self, d: Data, me: i64) -> bool:
        return d.hand(me) >= d.crew(me).least

    def take_up(self, d: Data, me: i64, r: i64) -> None:
        """The Champion leaves a region; with nobody else there the region is lost."""
        lift(d, self.mark, r, False)
        if d.tokens(r) == 0:
            vacate(d, r)

    def aid_fault(self, d: Data, me: i64) -> i64:
        if d.used(self.id):
            return ALREADY_USED
        if find_mark(d, self.mark) >= 0:
            return CHAMPION_OUT
        return NO_TOKEN_IN_HAND if d.hand(me) < 1 and not self.free else 0

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        return 0 if as_adjacent(d, me, region, d.crew(me)) else CHAMPION_TOO_FAR

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        """Nobody is lost where the Champion stands, if that region falls."""
        if region < 0 or not d.has(region, self.mark):
            return n
        return 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and a.won and d.armed(self):
            d.set_used(self.id, 1)
            lay(d, self.mark, a.region)
        elif a.victim == me and a.fell and a.marks & self.mark.mask:
            d.set_note(self.id, 1)
            seat = d.owner(me)
            if d.coins(seat) > 0:
                pay(d, seat, 1, self.id)
                gain(d, d.owner(a.by), 1, self.id)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        """Number 0: where a ransomed Champion goes; 1: is it picked up; 2: do tokens join it where it stands alone."""
        if number_in(f):
            return self.yes_or_no(out)
        return self.offer(PLACE, d.held(me), out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == PLACE:
            lay(d, self.mark, region_of(code))
        elif verb_of(code) == YES and number_in(f) == 1:
            self.take_up(d, me, region_in(f))
        elif verb_of(code) == YES:
            join(d, me, region_in(f), d.crew(me).least)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        return NOT_YOUR_REGION if verb_of(code) == PLACE and number_in(f) == 0 else NOT_OFFERED
