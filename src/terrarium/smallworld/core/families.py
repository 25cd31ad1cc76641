"""Shapes that several units share: income or discount by terrain, what is counted in conquests, aids for one attack, a
yes-or-no question, a region to be named, pieces laid where a region falls or placed in the owner's regions."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import count, each_region, one
from terrarium.smallworld.core.codes import F_ASK, PLACE, YES, action, number_in, region_in, region_of, verb_of
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.faults import ALREADY_USED, IN_ORDER, NOT_OFFERED, NOT_YOUR_REGION
from terrarium.smallworld.core.verbs import lay


def lent(d: Data, unit: Ability) -> bool:
    """Is this unit the one that a thing lends?"""
    return d.kit.lender >= 0 and d.note(d.kit.lender) == unit.id + 1


def leaving(d: Data, regions: i64, n: i64) -> i64:
    """Those of the regions that may be named first if `n` must be named in the board's order: n - 1 stand behind."""
    found: i64 = 0
    for r in each_region(regions):
        if count(d.from_rank(regions, d.kit.board.rank[r])) >= n:
            found |= one(r)
    return found


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


class Spoils(Ability):
    """Counts what its own attacks bring. `used`: so much this turn."""

    def spoil(self, d: Data, me: i64, a: Attack) -> i64:
        """What an attack of its own counts for: one for each non-empty region that was taken."""
        return 1 if a.won and a.non_empty else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me:
            d.set_used(self.id, d.used(self.id) + self.spoil(d, me, a))


class Plunder(Spoils):
    """As many coins at scoring."""

    def turn_income(self, d: Data, me: i64) -> i64:
        return d.used(self.id)


class OnceATurn(Ability):
    """An aid for one attack a turn, beside others. `used`: that attack was tried."""

    aid = True
    joins = True

    def aid_fault(self, d: Data, me: i64) -> i64:
        return ALREADY_USED if d.used(self.id) else 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.by == me and d.armed(self):
            d.set_used(self.id, 1)


class Replacing(Ability):
    """Once a turn for each opponent a lone token is replaced by one's own. `used`: a bit for each who was hit."""

    aid = True
    fixed: i64 = 0
    from_tray = True

    def hit(self, d: Data, region: i64) -> bool:
        """Was the player who holds a region hit this turn?"""
        return (d.used(self.id) >> d.owner(d.holder(region))) & 1 != 0

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        if a.won and a.by == me and d.armed(self):
            d.set_used(self.id, d.used(self.id) | one(d.owner(a.victim)))


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


class Naming(Ability):
    """Asks its owner to name a region. Several are named one after another in the board's order: the number of the
    frame tells the first place that may still be named, so that each set of regions is one sequence."""

    verb: i64 = PLACE
    number: i64 = 0
    """The number that stands for the first place in the order."""

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        """Mask of the regions that may be named, from a place in the order on."""
        return d.from_rank(d.held(me), start)

    def may_rest(self, d: Data, f: i64) -> bool:
        """May its owner name none?"""
        return True

    def in_order(self, d: Data, me: i64, f: i64, r: i64) -> bool:
        """A region of its own cannot be named: is it because of the order?"""
        return d.kit.board.rank[r] < number_in(f) - self.number

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        out = self.offer(self.verb, self.sites(d, me, number_in(f) - self.number), out)
        return self.rest(out) if self.may_rest(d, f) else out

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        """A region was named; the question is off the stack."""

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        if verb_of(code) == self.verb:
            self.named(d, me, f, region_of(code))

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if verb_of(code) != self.verb:
            return NOT_OFFERED
        r = region_of(code)
        if not d.holds(me, r):
            return NOT_YOUR_REGION
        return IN_ORDER if self.in_order(d, me, f, r) else NOT_OFFERED


class Placing(Naming):
    """Puts pieces of one kind into its own regions when asked."""

    optional: bool = False

    def may_rest(self, d: Data, f: i64) -> bool:
        """What is lent never must be used."""
        return self.optional or lent(d, self)

    def ground(self, d: Data, me: i64) -> i64:
        """Mask of the regions that come into question."""
        return d.held(me)

    def site(self, d: Data, me: i64, region: i64) -> bool:
        """May a piece go into this region of those?"""
        return True

    def put(self, d: Data, me: i64, region: i64) -> None:
        """A piece goes there."""
        lay(d, self.mark, region)

    def again(self, d: Data, me: i64, region: i64) -> i64:
        """After a piece in `region`: the place in the order from which the next may be named, or -1 for no more."""
        return -1

    def sites(self, d: Data, me: i64, start: i64) -> i64:
        found: i64 = 0
        for r in each_region(d.from_rank(self.ground(d, me), start)):
            if self.site(d, me, r):
                found |= one(r)
        return found

    def ask(self, d: Data, me: i64, kind: i64, start: i64 = 0) -> None:
        """Put the question, if a piece is left and there is a place for it."""
        if start >= 0 and d.stock(self.mark) > 0 and self.sites(d, me, start):
            d.push(kind, me, self.id, 0, self.number + start)

    def named(self, d: Data, me: i64, f: i64, r: i64) -> None:
        self.put(d, me, r)
        self.ask(d, me, f >> 32, self.again(d, me, r))
