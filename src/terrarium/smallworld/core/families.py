"""Shapes that several units share: income or discount by terrain, plunder, a yes-or-no question, pieces laid where a
region falls or placed in the owner's regions."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import F_ASK, NO, PLACE, YES, action, number_in, region_in, region_of, verb_of
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.faults import IN_ORDER, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.verbs import lay


def lent(d: Data, unit: Ability) -> bool:
    """Is this unit the one that a thing lends?"""
    return d.kit.lender >= 0 and d.note(d.kit.lender) == unit.id + 1


class TerrainIncome(Ability):
    """One more coin for each region held that has a feature."""

    feature: i64 = 0

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        return (d.kit.board.where[self.feature] >> region) & 1


class TerrainDiscount(Ability):
    """Regions with one of two features cost one token less (the same feature twice for one alone)."""

    feature: i64 = 0
    or_feature: i64 = 0

    def price(self, d: Data, me: i64, region: i64) -> i64:
        where = d.kit.board.where
        return -(((where[self.feature] | where[self.or_feature]) >> region) & 1)


class Plunder(Ability):
    """One coin for each non-empty region this race conquered this turn."""

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and a.non_empty:
            d.set_used(self.id, d.used(self.id) + 1)

    def turn_income(self, d: Data, me: i64) -> i64:
        return d.used(self.id)


class YesNo(Ability):
    """Asks its owner a question that is answered by yes or no."""

    def ask(self, d: Data, me: i64) -> None:
        d.push(F_ASK, me, self.id, 0, 0)

    def agreed(self, d: Data, me: i64) -> None:
        """The owner said yes; the question is off the stack."""

    def refused(self, d: Data, me: i64) -> None:
        """The owner said no."""

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        return self.yes_or_no(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == YES:
            self.agreed(d, me)
        else:
            self.refused(d, me)


class Laying(Ability):
    """Lays a piece into a region it has just conquered; asks its owner first where that is optional."""

    optional: bool = False

    def lay_or_ask(self, d: Data, me: i64, region: i64) -> None:
        if self.optional:
            d.push(F_ASK, me, self.id, region, 0)
        else:
            lay(d, self.mark, region)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = append(out, action(PLACE, self.id, region_in(f), 0))
        return self.rest(out)

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == PLACE:
            lay(d, self.mark, region_of(code))


class Placing(Ability):
    """Puts pieces of one kind into its own regions when asked; regions are named in the board's order.

    `number` of the frame is the first place in the order that may still be named: each way to place is one sequence.
    """

    optional: bool = False

    def may_rest(self, d: Data) -> bool:
        """May its owner leave it unused? What is lent never must be used."""
        return self.optional or lent(d, self)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        """May a piece go into this region of the tribe?"""
        return True

    def again(self, d: Data, me: i64, region: i64) -> i64:
        """After a piece in `region`: the place in the order from which the next may be named, or -1 for no more."""
        return -1

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Mask of regions that may be named, from a place in the order on."""
        found: i64 = 0
        held = d.from_rank(d.held(me), start)
        r: i64 = 0
        while held:
            if held & 1 and self.site(d, me, r):
                found |= one(r)
            held >>= 1
            r += 1
        return found

    def ask(self, d: Data, me: i64, kind: i64) -> None:
        """Put the question, if a piece is left and there is a place for it."""
        if d.stock(self.mark) > 0 and self.sites(d, me, 0):
            d.push(kind, me, self.id, 0, 0)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = self.offer(PLACE, self.sites(d, me, number_in(f)), out)
        if self.may_rest(d):
            out = self.rest(out)
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == NO:
            return
        r = region_of(code)
        lay(d, self.mark, r)
        start = self.again(d, me, r)
        if start >= 0 and d.stock(self.mark) > 0 and self.sites(d, me, start):
            d.push(f >> 32, me, self.id, 0, start)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != PLACE:
            return NOT_OFFERED
        r = region_of(code)
        if not d.holds(me, r):
            return NOT_YOUR_REGION
        return IN_ORDER if d.kit.board.rank[r] < number_in(f) else NOT_OFFERED
