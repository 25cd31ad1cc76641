"""A unit made of data: one class that answers every hook of the rules by its sentences.

Amounts are kept within bounds here, whatever the data says. Questions to its owner are of three kinds, and none is put
again within a moment but to name the next region in the board's order.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Attack
from terrarium.smallworld.core.amounts import (
    EVERYWHERE,
    LEAST_STAYING,
    MOST_HELPERS,
    MOST_INCOME,
    MOST_PRICE,
    MOST_TOLL,
)
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
    EMPTY,
    F_ASK,
    F_CONQUEST,
    NAME,
    NO,
    PLACE,
    YES,
    action,
    kind_of,
    number_in,
    number_of,
    region_in,
    region_of,
    verb_of,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.effects import Effects
from terrarium.smallworld.core.events import event
from terrarium.smallworld.core.families import lent
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    IN_ORDER,
    NO_TOKEN_IN_HAND,
    NONE_LEFT,
    NOT_OFFERED,
    NOT_YOUR_REGION,
    fault,
)
from terrarium.smallworld.core.kit import HOOKS
from terrarium.smallworld.core.opcodes import (
    A_ATTACKED,
    A_CONQUERED,
    A_FELLED,
    A_LOST,
    A_STRUCK,
    ASK_WIDTH,
    Q_OPPONENT,
    Q_YES,
    WHOSE_RACE,
)
from terrarium.smallworld.core.reckoning import (
    within,
)
from terrarium.smallworld.core.sentences import FULL, OTHER_AT, WON
from terrarium.smallworld.core.verbs import (
    leave_if_gone,
)

NOT_FOR_THIS: Final[i64] = fault("unit_not_here")
NOT_NOW: Final[i64] = fault("unit_not_now")
FORBIDDEN: Final[i64] = fault("unit_forbids")
STRUCK_FIRST: Final[i64] = fault("unit_struck_first")
E_NAMED: Final[i64] = event("named", "", "t--s")
MOST_YES: Final[i64] = 20
"""How often in a row a question may be answered with yes."""


class Composed(Effects):
    """A race, power or thing whose sentences are data."""

    # --- what it answers, and what it can know beforehand ----------------------------------------------------------

    def settle_hooks(self) -> None:
        """The questions that its sentences answer; nobody asks it the others."""
        listens = len(self.heard) > 0 or self.spared or (self.aid and self.once > 0)
        answers = {
            "reach": len(self.reaches) > 0,
            "limits": len(self.limited) > 0,
            "links": len(self.linked) > 0,
            "price": len(self.prices) > 0,
            "as_if_empty": len(self.ignored) > 0,
            "helpers": len(self.helping) > 0,
            "forbids": len(self.forbidding) > 0,
            "toll": len(self.tolling) > 0,
            "losses": len(self.saving) > 0,
            "on_attack": listens,
            "stays": len(self.staying) > 0,
            "region_income": len(self.incomes) > 0,
            "turn_income": len(self.turn_incomes) > 0,
            "fee": self.dues > 0,
            "options": len(self.asks) > 0,
        }
        self.said = 0
        for hook, bit in HOOKS.items():
            if answers.get(hook, False):
                self.said |= bit

    # --- hooks: clauses are condition, where, amount ----------------------------------------------------------------

    def price(self, d: Data, me: i64, region: i64) -> i64:
        if len(self.plain_price):
            return self.plain_price[region]
        return within(self.total(d, me, self.prices, region, 0, 0), -MOST_PRICE, MOST_PRICE)

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        n = self.plain_income[region] if len(self.plain_income) else self.total(d, me, self.incomes, region, 0, 0)
        if n > EVERYWHERE:
            n = within(n, 0, MOST_INCOME // count(d.held(me) | one(region)))
        return n if n > 0 else 0

    def turn_income(self, d: Data, me: i64) -> i64:
        return within(self.total(d, me, self.turn_incomes, -1, 0, 0), 0, MOST_INCOME)

    def reach(self, d: Data, me: i64, entering: bool) -> i64:
        return self.joined(d, me, self.reaches)

    def limits(self, d: Data, me: i64, entering: bool) -> i64:
        found: i64 = -1
        at: i64 = 0
        while at < len(self.limited):
            if self.holds_true(d, me, self.limited[at], -1, 0, 0):
                found &= self.value(d, me, self.limited[at + 2], -1, 0, 0)
            at += 3
        return found

    def links(self, d: Data, me: i64, mask: i64) -> i64:
        """Whoever holds one of the regions `from` is adjacent to all regions `to`; both follow from the map alone, so
        that no link asks for another."""
        found: i64 = 0
        at: i64 = 0
        while at < len(self.linked):
            near = mask & self.value(d, me, self.linked[at + 1], -1, 0, 0)
            if near and self.holds_true(d, me, self.linked[at], -1, 0, 0):
                found |= self.value(d, me, self.linked[at + 2], -1, 0, 0)
            at += 3
        return found

    def as_if_empty(self, d: Data, me: i64) -> i64:
        return self.joined(d, me, self.ignored)

    def helpers(self, d: Data, me: i64) -> i64:
        return within(self.total(d, me, self.helping, -1, 0, 0), 0, MOST_HELPERS)

    def forbids(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        at: i64 = 0
        x = (by + 1) << OTHER_AT
        while at < len(self.forbidding):
            where = self.forbidding[at + 1]
            there = where < 0 or self.there(d, me, where, region, x, 0)
            if there and self.holds_true(d, me, self.forbidding[at], region, x, 0):
                return FORBIDDEN
            at += 3
        return 0

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if d.owner(by) == d.owner(me) or (self.tolls_once and (d.used(self.id) >> d.owner(by)) & 1):
            return 0
        return within(self.total(d, me, self.tolling, region, (by + 1) << OTHER_AT, 0), 0, MOST_TOLL)

    def paid(self, d: Data, me: i64, by: i64) -> None:
        if self.tolls_once:
            d.set_used(self.id, d.used(self.id) | one(d.owner(by)))

    def fee(self, d: Data, me: i64, region: i64) -> i64:
        return self.dues

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        """The fewest tokens that a sentence lets it lose; a region of -1 is none, where nothing about places holds."""
        least = n
        if self.saves_once and d.used(self.id):
            return n
        at: i64 = 0
        while at < len(self.saving):
            where = self.saving[at + 1]
            if self.holds_true(d, me, self.saving[at], region, 0, n) and (
                where < 0 or (region >= 0 and self.there(d, me, where, region, 0, n))
            ):
                fewer = within(self.value(d, me, self.saving[at + 2], region, 0, n), 0, n)
                if fewer < least:
                    least = fewer
            at += 3
        if self.saves_once and least < n:
            d.set_used(self.id, 1)
        return least

    def stays(self, d: Data, me: i64, region: i64, declining: bool) -> i64:
        """Only what stays in decline may differ."""
        if not declining:
            return 1
        return within(self.total(d, me, self.staying, region, 0, 0), LEAST_STAYING, d.tokens(region))

    # --- moments and attacks ---------------------------------------------------------------------------------------

    def at(self, d: Data, me: i64, moment: i64) -> None:
        at: i64 = 0
        while at < len(self.told):
            if self.told[at] == moment and self.holds_true(d, me, self.told[at + 1], -1, 0, 0):
                self.run(d, me, self.told[at + 2], self.told[at + 3], -1, 0, 0)
            at += 4
        if moment == DEPLOYING and self.acts_in_decline:
            leave_if_gone(d, me)

    def on_attack(self, d: Data, me: i64, a: Attack) -> None:
        mine = a.by == me
        if mine and self.spared and a.victim >= 0 and a.victim < d.kit.n_races and d.active(a.victim):
            seat = d.owner(a.victim)
            d.set_used(self.id, d.used(self.id) | one(seat))
            if d.note(self.id) == seat + 1:
                d.set_note(self.id, 0)  # struck after it was named
        if len(self.heard):
            self.hear(d, me, a, mine)
        if mine and self.once and d.armed(self):
            if self.once == 1:
                d.set_used(self.id, 1)
            elif a.won and a.victim >= 0 and a.victim < d.kit.n_races:
                d.set_used(self.id, d.used(self.id) | one(d.owner(a.victim)))

    def hear(self, d: Data, me: i64, a: Attack, mine: bool) -> None:
        """The sentences that tell of such an attack."""
        other = a.victim if mine else a.by
        x = ((other + 1) << OTHER_AT) | (WON if a.won else 0) | (FULL if a.non_empty else 0)
        n = a.defenders | (a.killed << 8)
        foreign = d.owner(a.by) != d.owner(me)
        ours = a.victim >= 0 and a.victim < d.kit.n_races and d.owner(a.victim) == d.owner(me)
        at: i64 = 0
        while at < len(self.heard):
            which = self.heard[at]
            if which == A_CONQUERED:
                fits = mine and a.won
            elif which == A_FELLED:
                fits = mine and a.fell
            elif which == A_ATTACKED:
                fits = mine
            elif which == A_LOST:
                fits = a.victim == me and a.fell and foreign
            elif which == A_STRUCK:
                fits = a.victim == me and foreign
            else:
                fits = ours and foreign
            if fits and self.holds_true(d, me, self.heard[at + 1], a.region, x, n):
                self.run(d, me, self.heard[at + 2], self.heard[at + 3], a.region, x, n)
            at += 4

    # --- answers to its questions -----------------------------------------------------------------------------------

    def may_rest(self, d: Data, at: i64) -> bool:
        """May the question be answered with no? What is lent never must be used."""
        return self.asks[at + 2] != 1 or lent(d, self)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if kind_of(f) == F_CONQUEST:
            return out
        at = (number_in(f) >> 6) * ASK_WIDTH
        kind = self.asks[at]
        if kind == Q_YES:
            return self.yes_or_no(out)
        if kind == Q_OPPONENT:
            seat: i64 = 0
            while seat < d.kit.players:
                if seat != d.owner(me) and not (self.spared and (d.used(self.id) >> seat) & 1):
                    out = append(out, action(NAME, self.id, 0, seat))
                seat += 1
            return self.rest(out)
        verb = EMPTY if self.takes_off(at) else PLACE
        out = self.offer(verb, self.sites(d, me, at, region_in(f), number_in(f) & 63), out)
        if self.may_rest(d, at):
            out = self.rest(out)
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        at = (number_in(f) >> 6) * ASK_WIDTH
        verb = verb_of(code)
        about = region_in(f)
        if verb == NO:
            self.run(d, me, self.asks[at + 7], self.asks[at + 8], about, 0, 0)
            return
        if verb == NAME:
            seat = number_of(code)
            d.set_note(self.id, seat + 1)
            d.say(E_NAMED, d.owner(me), me, -1, 0, seat, self.id)
            self.run(d, me, self.asks[at + 5], self.asks[at + 6], -1, 0, 0)
            return
        if verb == YES:
            self.run(d, me, self.asks[at + 5], self.asks[at + 6], about, 0, 0)
            said = (number_in(f) & 63) + 1
            times = self.asks[at + 3]
            if times >= 0 and said < MOST_YES and self.value(d, me, times, about, 0, 0) > 0:
                d.push(F_ASK, me, self.id, about, said | (number_in(f) >> 6) << 6)
            return
        r = region_of(code)
        self.run(d, me, self.asks[at + 5], self.asks[at + 6], r, 0, 0)
        if self.asks[at + 3] >= 0:
            start = d.kit.board.rank[r] + (0 if self.asks[at + 4] else 1)
            if start < 63 and self.sites(d, me, at, about, start):
                d.push(F_ASK, me, self.id, about, start | (number_in(f) >> 6) << 6)

    def why_not(self, d: Data, me: i64, f: i64, code: i64) -> i64:
        if kind_of(f) == F_CONQUEST:
            return NOT_OFFERED
        at = (number_in(f) >> 6) * ASK_WIDTH
        verb = verb_of(code)
        if verb == NAME and self.asks[at] == Q_OPPONENT:
            return STRUCK_FIRST if number_of(code) < d.kit.players and number_of(code) != d.owner(me) else NOT_OFFERED
        if verb != (EMPTY if self.takes_off(at) else PLACE) or self.asks[at] == Q_YES:
            return NOT_OFFERED
        r = region_of(code)
        if self.asks[at + 9] == WHOSE_RACE and not d.holds(me, r):
            return NOT_YOUR_REGION
        if d.kit.board.rank[r] < number_in(f) & 63:
            return IN_ORDER
        return NONE_LEFT if self.lays(at) and d.stock(self.mark) < 1 else NOT_FOR_THIS

    # --- the aid ---------------------------------------------------------------------------------------------------

    def aid_fault(self, d: Data, me: i64) -> i64:
        if self.once == 1 and d.used(self.id):
            return ALREADY_USED
        if self.twin is not None and d.armed(self.twin):
            return ALREADY_USED
        if (self.handy and d.hand(me) < 1) or (self.trayed and d.tray(me) < 1):
            return NO_TOKEN_IN_HAND
        return 0 if self.holds_true(d, me, self.condition, -1, 0, 0) else NOT_NOW

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        if self.target >= 0 and not self.there(d, me, self.target, region, 0, 0):
            return NOT_FOR_THIS
        if self.once == 2:
            holder = d.holder(region)
            if holder < 0 or holder >= d.kit.n_races or d.owner(holder) == d.owner(me):
                return NOT_FOR_THIS
            if (d.used(self.id) >> d.owner(holder)) & 1:
                return ALREADY_USED
        return 0

    def shows(self, d: Data, me: i64) -> list[tuple[str, int]]:
        """Whom it named lies open before its owner."""
        if self.asks_for_opponent() and d.note(self.id):
            return [("named", int(d.note(self.id)) - 1)]
        return []

    def asks_for_opponent(self) -> bool:
        at: i64 = 0
        while at < len(self.asks):
            if self.asks[at] == Q_OPPONENT:
                return True
            at += ASK_WIDTH
        return False
