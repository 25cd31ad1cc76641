"""A unit made of data: one class that answers every question by working out small expressions.

`brew.py` makes it from a unit file; `opcodes.py` tells what the numbers mean. The expressions are trees, so every
answer takes a bounded number of steps; amounts are kept within bounds here, whatever the data says. Questions to its
owner are of three kinds, and none is put again within a moment but to name the next region in the board's order.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import count, each_region, one
from terrarium.smallworld.core.codes import (
    DECLINING,
    DEPLOYING,
    EMPTY,
    F_ASK,
    F_CONQUEST,
    F_DEPLOY,
    F_SCORE,
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
from terrarium.smallworld.core.folds import is_non_empty
from terrarium.smallworld.core.kit import HOOKS, Kit
from terrarium.smallworld.core.opcodes import (
    A_ATTACKED,
    A_CONQUERED,
    A_FELLED,
    A_LOST,
    A_STRUCK,
    ACTIVE_,
    ADD,
    ALONG,
    AND,
    ARMED_,
    AROUND,
    AT_LEAST,
    BOTH,
    BY_ACTIVE,
    BY_NAMED,
    BY_OWNER,
    CHAIN,
    COINS,
    CONST,
    COUNT,
    CROWDED,
    DECLINED_,
    DEFENDERS,
    E_ASK,
    E_DECLINE,
    E_DISCHARGE,
    E_EMPTY,
    E_GAIN,
    E_LAY,
    E_LEAVE,
    E_PAY,
    E_RECALL,
    E_RECRUIT,
    E_REDEPLOY,
    E_RESENT,
    E_ROB,
    E_SET_KEPT,
    E_SET_USED,
    E_THIN,
    E_TRIM,
    EITHER,
    ENTERING,
    EQUAL,
    GROUPS,
    GRUDGE,
    HAND,
    HELD,
    HERE,
    IF,
    IN,
    KEPT,
    KILLED,
    LEADING,
    LENT,
    LOST,
    MAX,
    MY_TURN,
    NO_,
    NON_EMPTY,
    NOT,
    OR,
    PIECED,
    PIECES_HERE,
    Q_OPPONENT,
    Q_REGION,
    Q_YES,
    RIVAL_VICTIM,
    ROUND,
    SOME,
    SPOT,
    STATIC,
    STOCK,
    THINGS_HERE,
    TOKENS_HERE,
    TRAY,
    UNSCORED,
    USED,
    VICTIM_ACTIVE,
    VICTIM_SIDE,
    WAS_NON_EMPTY,
    WHOLE,
)
from terrarium.smallworld.core.phases.conquest import take_up
from terrarium.smallworld.core.phases.score import decline
from terrarium.smallworld.core.phases.turn import push_moment
from terrarium.smallworld.core.reckoning import (
    islands_of,
    leading,
    of_map,
    pieces_of,
    regions_like,
    spread_from,
    static,
    within,
    worked_out,
)
from terrarium.smallworld.core.verbs import (
    discharge,
    empty,
    gain,
    lay,
    leave,
    leave_if_gone,
    pay,
    rally,
    recall,
    recruit,
    spot_of,
    trim,
)

NOT_FOR_THIS: Final[i64] = fault("unit_not_here")
NOT_NOW: Final[i64] = fault("unit_not_now")
FORBIDDEN: Final[i64] = fault("unit_forbids")
STRUCK_FIRST: Final[i64] = fault("unit_struck_first")
E_NAMED: Final[i64] = event("named", "", "t--s")

MOST_PRICE: Final[i64] = 8
MOST_INCOME: Final[i64] = 40
"""Coins that a sentence brings in a turn at most."""
MOST_MEMORY: Final[i64] = 60
MOST_YES: Final[i64] = 20
"""How often in a row a question may be answered with yes."""
ALWAYS: Final[i64] = 2
"""A question that is put even where nothing can be named, and may be left out."""

# What an attack, or whoever asks, brings along: a number of flags and two tribes.
WON: Final[i64] = 1
COMING_IN: Final[i64] = 2  # the tribe holds no region
FULL: Final[i64] = 4  # the region was not empty
OTHER_AT: Final[i64] = 8  # from this bit on: the other tribe + 1 (attacker for the defender, victim for the attacker)


class Composed(Ability):
    """A race or power whose sentences are data. `used` and `kept` (the note) are its counters."""

    data: str
    """The unit as it travels: one line of JSON, keys in order."""
    code: vec[i64]
    """Nodes, four numbers each, as the file says them."""
    nodes: vec[i64]
    """The same for this kit: what follows from the map alone is worked out."""
    flat: bool
    """No word needs a position: the prices and incomes are in `plain_price` and `plain_income`."""
    prices: vec[i64]
    incomes: vec[i64]
    turn_incomes: vec[i64]
    reaches: vec[i64]
    limited: vec[i64]
    linked: vec[i64]
    ignored: vec[i64]
    helping: vec[i64]
    forbidding: vec[i64]
    tolling: vec[i64]
    saving: vec[i64]
    staying: vec[i64]
    told: vec[i64]
    """Moments: moment, condition, first effect, how many."""
    heard: vec[i64]
    """Attacks: which, condition, first effect, how many."""
    acts: vec[i64]
    """Effects: kind, condition, operand."""
    asks: vec[i64]
    """Questions, eight numbers each: kind, among, must, times, same, first effect of yes, of no, and their end."""
    target: i64
    """Node of the regions the aid may take, or -1."""
    handy: bool
    """The aid needs a token in hand."""
    trayed: bool
    """The aid needs a token in the tray."""
    once: i64
    """The aid serves: 0 as often as one likes, 1 once a turn, 2 once a turn against each opponent."""
    condition: i64
    """Node of when the aid may be used, or -1."""
    saves_once: bool
    """It saves tokens once a turn: `used` tells that it did."""
    spared: bool
    """`used` holds a bit for each player whose active race was attacked this turn."""
    plain_price: vec[i64]
    plain_income: vec[i64]
    worth: tuple[float, float, float]
    """What bots hold it worth before it is in play: tokens, coins a turn, coins once."""

    def __init__(self) -> None:
        self.data = ""
        self.code = vec[i64]()
        self.nodes = vec[i64]()
        self.flat = False
        self.prices = vec[i64]()
        self.incomes = vec[i64]()
        self.turn_incomes = vec[i64]()
        self.reaches = vec[i64]()
        self.limited = vec[i64]()
        self.linked = vec[i64]()
        self.ignored = vec[i64]()
        self.helping = vec[i64]()
        self.forbidding = vec[i64]()
        self.tolling = vec[i64]()
        self.saving = vec[i64]()
        self.staying = vec[i64]()
        self.told = vec[i64]()
        self.heard = vec[i64]()
        self.acts = vec[i64]()
        self.asks = vec[i64]()
        self.target = -1
        self.handy = False
        self.trayed = False
        self.once = 0
        self.condition = -1
        self.saves_once = False
        self.spared = False
        self.plain_price = vec[i64]()
        self.plain_income = vec[i64]()
        self.worth = (0.0, 0.0, 0.0)
        self.said = 0
        self.rule = ""

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
            "options": len(self.asks) > 0,
        }
        self.said = 0
        for place, hook in enumerate(HOOKS):
            if answers.get(hook, False):
                self.said |= one(place)

    def bind(self, kit: Kit) -> None:
        """What needs no position is worked out for the map of this kit."""
        super().bind(kit)
        nodes = self.code[:]
        d = Data(kit, vec[i64]())
        at: i64 = 0
        while at < len(nodes):
            if static(nodes, at):
                value = self.of(d, 0, nodes, at // 4, -1, 0, 0)
                nodes[at] = CONST
                nodes[at + 1] = value
            at += 4
        self.nodes = nodes
        self.plain_price = self.spread_out(self.prices, int(kit.board.n))
        self.plain_income = self.spread_out(self.incomes, int(kit.board.n))

    def spread_out(self, clauses: vec[i64], regions: int) -> vec[i64]:
        """The amount for each region, if nothing but the map counts; otherwise nothing."""
        nodes = self.nodes
        found = vec[i64]([0] * regions)
        at: i64 = 0
        while at < len(clauses):
            where = clauses[at + 1]
            amount = clauses[at + 2]
            if clauses[at] >= 0 or nodes[amount * 4] != CONST or (where >= 0 and nodes[where * 4] != CONST):
                return vec[i64]()
            r: i64 = 0
            while r < regions:
                if where < 0 or (nodes[where * 4 + 1] >> r) & 1:
                    found[r] += nodes[amount * 4 + 1]
                r += 1
            at += 3
        return found

    # --- expressions -----------------------------------------------------------------------------------------------

    def value(self, d: Data, me: i64, node: i64, r: i64, x: i64, n: i64) -> i64:
        """What a node comes to: `r` is the region asked about (or -1), `x` and `n` what an attack brings along."""
        at = node * 4
        if self.nodes[at] == CONST:
            return self.nodes[at + 1]
        return self.of(d, me, self.nodes, node, r, x, n)

    def holds_true(self, d: Data, me: i64, node: i64, r: i64, x: i64, n: i64) -> bool:
        """Is a condition met? None (-1) always is."""
        return node < 0 or self.value(d, me, node, r, x, n) != 0

    def of(self, d: Data, me: i64, nodes: vec[i64], node: i64, r: i64, x: i64, n: i64) -> i64:
        at = node * 4
        word = nodes[at]
        if word == CONST:
            return nodes[at + 1]
        if word < STATIC:
            return of_map(d, word, nodes[at + 1])
        if word >= AT_LEAST:
            return self.truth(d, me, nodes, word, at, r, x, n)
        if word >= COUNT:
            return self.number(d, me, nodes, word, at, r, x, n)
        return self.mask(d, me, nodes, word, at, r, x, n)

    def mask(self, d: Data, me: i64, nodes: vec[i64], word: i64, at: i64, r: i64, x: i64, n: i64) -> i64:
        """A set of regions."""
        if word == HELD:
            return d.held(me)
        if word == HERE:
            return one(r) if r >= 0 else 0
        if word == AND:
            left = self.of(d, me, nodes, nodes[at + 1], r, x, n)
            return left & self.of(d, me, nodes, nodes[at + 2], r, x, n) if left else 0
        if word == OR:
            return self.of(d, me, nodes, nodes[at + 1], r, x, n) | self.of(d, me, nodes, nodes[at + 2], r, x, n)
        if word == NOT:
            return d.kit.board.all & ~self.of(d, me, nodes, nodes[at + 1], r, x, n)
        if word == PIECED:
            return d.marked(d.kit.board.all, self.mark)
        if word == SPOT:
            spot = spot_of(d, self.bit) if self.bit else i64(-1)
            return one(spot) if spot >= 0 else 0
        if word >= AROUND and word <= ALONG:
            inner = self.of(d, me, nodes, nodes[at + 1], r, x, n)
            more = self.of(d, me, nodes, nodes[at + 2], r, x, n) if word == CROWDED else i64(0)
            return spread_from(d, me, word, inner, more)
        if word == LEADING:
            return leading(d, me, self.of(d, me, nodes, nodes[at + 1], r, x, n))
        return regions_like(d, me, word, d.note(self.id))

    def number(self, d: Data, me: i64, nodes: vec[i64], word: i64, at: i64, r: i64, x: i64, n: i64) -> i64:
        """An amount."""
        if word >= ADD and word <= MAX:
            left = self.of(d, me, nodes, nodes[at + 1], r, x, n)
            return worked_out(word, left, self.of(d, me, nodes, nodes[at + 2], r, x, n))
        if word == COUNT:
            return count(self.of(d, me, nodes, nodes[at + 1], r, x, n))
        if word == USED:
            return d.used(self.id)
        if word == KEPT:
            return d.note(self.id)
        if word == IF:
            chosen = 2 if self.of(d, me, nodes, nodes[at + 1], r, x, n) else 3
            return self.of(d, me, nodes, nodes[at + chosen], r, x, n)
        if word == HAND:
            return d.hand(me)
        if word == TRAY:
            return d.tray(me)
        if word == TOKENS_HERE:
            return d.tokens(r) if r >= 0 else 0
        if word == DEFENDERS:
            return n & 255
        if word == KILLED:
            return n >> 8
        if word == LOST:
            return n
        if word == COINS:
            return d.coins(d.owner(me))
        if word == ROUND:
            return d.round()
        if word == STOCK:
            return d.stock(self.mark) if self.piece else 0
        if word == PIECES_HERE:
            return d.pieces(r, self.mark) if r >= 0 and self.piece else 0
        if word == THINGS_HERE:
            return count(d.things(r)) if r >= 0 else 0
        inner = self.of(d, me, nodes, nodes[at + 1], r, x, n)
        return pieces_of(d, inner) if word == GROUPS else islands_of(d, inner)

    def truth(self, d: Data, me: i64, nodes: vec[i64], word: i64, at: i64, r: i64, x: i64, n: i64) -> i64:
        """Yes (1) or no (0)."""
        if word == IN:
            return (self.of(d, me, nodes, nodes[at + 1], r, x, n) >> r) & 1 if r >= 0 else 0
        if word == AT_LEAST:
            least = self.of(d, me, nodes, nodes[at + 2], r, x, n)
            return 1 if self.of(d, me, nodes, nodes[at + 1], r, x, n) >= least else 0
        if word == EQUAL:
            other = self.of(d, me, nodes, nodes[at + 2], r, x, n)
            return 1 if self.of(d, me, nodes, nodes[at + 1], r, x, n) == other else 0
        if word == SOME:
            return 1 if self.of(d, me, nodes, nodes[at + 1], r, x, n) else 0
        if word == NO_:
            return 0 if self.of(d, me, nodes, nodes[at + 1], r, x, n) else 1
        if word == BOTH:
            if not self.of(d, me, nodes, nodes[at + 1], r, x, n):
                return 0
            return 1 if self.of(d, me, nodes, nodes[at + 2], r, x, n) else 0
        if word == EITHER:
            if self.of(d, me, nodes, nodes[at + 1], r, x, n):
                return 1
            return 1 if self.of(d, me, nodes, nodes[at + 2], r, x, n) else 0
        if word == ACTIVE_:
            return 1 if d.active(me) else 0
        if word == DECLINED_:
            return 1 if d.declined(me) else 0
        if word == ENTERING:
            return 1 if d.held(me) == 0 else 0
        if word == ARMED_:
            return 1 if d.armed(self) else 0
        if word == MY_TURN:
            return 1 if d.seat() == d.owner(me) else 0
        if word == WAS_NON_EMPTY:
            return 1 if x & FULL else 0
        if word == LENT:
            return 1 if lent(d, self) else 0
        if word == UNSCORED:
            return 1 if d.awaits(F_SCORE) else 0
        if word == WHOLE:
            inner = self.of(d, me, nodes, nodes[at + 1], r, x, n)
            return 1 if inner and spread_from(d, me, CHAIN, inner & -inner, 0) & inner == inner else 0
        return self.about_other(d, me, word, (x >> OTHER_AT) - 1, nodes[at + 1])

    def about_other(self, d: Data, me: i64, word: i64, other: i64, side: i64) -> i64:
        """What is asked of the other tribe of an attack."""
        if other < 0 or other >= d.kit.n_races:
            return 0
        if word == VICTIM_ACTIVE or word == BY_ACTIVE:
            return 1 if d.active(other) else 0
        if word == BY_OWNER:
            return 1 if d.owner(other) == d.owner(me) else 0
        if word == RIVAL_VICTIM:
            return 1 if d.owner(other) != d.owner(me) else 0
        if word == BY_NAMED:
            return 1 if d.note(self.id) == d.owner(other) + 1 else 0
        if word == VICTIM_SIDE:
            return 1 if d.kit.units[other].faction == side else 0
        return 0

    # --- clauses: condition, where, amount -------------------------------------------------------------------------

    def total(self, d: Data, me: i64, clauses: vec[i64], r: i64, x: i64, n: i64) -> i64:
        """The amounts of all sentences that hold for a region."""
        found: i64 = 0
        at: i64 = 0
        while at < len(clauses):
            where = clauses[at + 1]
            if (where < 0 or (r >= 0 and self.there(d, me, where, r, x, n))) and (
                clauses[at] < 0 or self.value(d, me, clauses[at], r, x, n)
            ):
                found += self.value(d, me, clauses[at + 2], r, x, n)
            at += 3
        return found

    def there(self, d: Data, me: i64, where: i64, r: i64, x: i64, n: i64) -> bool:
        """Is a region one of a mask? Some masks need not be worked out for that."""
        word = self.nodes[where * 4]
        if word == CONST:
            return (self.nodes[where * 4 + 1] >> r) & 1 != 0
        if word == NON_EMPTY:
            return d.holder(r) >= 0 and is_non_empty(d, me, r)
        if word == PIECED:
            return d.has(r, self.mark)
        if word == GRUDGE:
            holder = d.holder(r)
            return holder >= 0 and holder < d.kit.n_races and (d.note(self.id) >> d.owner(holder)) & 1 != 0
        return (self.of(d, me, self.nodes, where, r, x, n) >> r) & 1 != 0

    def joined(self, d: Data, me: i64, clauses: vec[i64]) -> i64:
        """The regions of all sentences that hold."""
        found: i64 = 0
        at: i64 = 0
        while at < len(clauses):
            if clauses[at] < 0 or self.value(d, me, clauses[at], -1, 0, 0):
                found |= self.value(d, me, clauses[at + 2], -1, 0, 0)
            at += 3
        return found

    def price(self, d: Data, me: i64, region: i64) -> i64:
        if len(self.plain_price):
            return self.plain_price[region]
        return within(self.total(d, me, self.prices, region, 0, 0), -MOST_PRICE, MOST_PRICE)

    def region_income(self, d: Data, me: i64, region: i64) -> i64:
        n = self.plain_income[region] if len(self.plain_income) else self.total(d, me, self.incomes, region, 0, 0)
        if n > 2:
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
        return within(self.total(d, me, self.helping, -1, 0, 0), 0, MOST_PRICE)

    def forbids(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        at: i64 = 0
        x = (by + 1) << OTHER_AT
        while at < len(self.forbidding):
            where = self.forbidding[at + 1]
            there = where < 0 or (self.value(d, me, where, region, x, 0) >> region) & 1 != 0
            if there and self.holds_true(d, me, self.forbidding[at], region, x, 0):
                return FORBIDDEN
            at += 3
        return 0

    def toll(self, d: Data, me: i64, by: i64, region: i64) -> i64:
        if d.owner(by) == d.owner(me):
            return 0
        return within(self.total(d, me, self.tolling, region, (by + 1) << OTHER_AT, 0), 0, 5)

    def losses(self, d: Data, me: i64, region: i64, n: i64) -> i64:
        """The fewest tokens that a sentence lets it lose; a region of -1 is none, where nothing about places holds."""
        least = n
        if self.saves_once and d.used(self.id):
            return n
        at: i64 = 0
        while at < len(self.saving):
            where = self.saving[at + 1]
            if self.holds_true(d, me, self.saving[at], region, 0, n) and (
                where < 0 or (region >= 0 and (self.value(d, me, where, region, 0, n) >> region) & 1)
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
        return within(self.total(d, me, self.staying, region, 0, 0), 1, d.tokens(region))

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

    # --- effects ---------------------------------------------------------------------------------------------------

    def run(self, d: Data, me: i64, first: i64, many: i64, r: i64, x: i64, n: i64) -> None:
        """Carry out effects one after another."""
        at = first * 3
        end = at + many * 3
        while at < end:
            if self.holds_true(d, me, self.acts[at + 1], r, x, n):
                kind = self.acts[at]
                if kind == E_ASK:
                    self.put_question(d, me, self.acts[at + 2], r)
                elif kind >= E_LAY:
                    self.move(d, me, kind, self.acts[at + 2], r, x, n)
                else:
                    self.count_out(d, me, kind, self.value(d, me, self.acts[at + 2], r, x, n))
            at += 3

    def count_out(self, d: Data, me: i64, kind: i64, n: i64) -> None:
        """Tokens, coins and counters."""
        seat = d.owner(me)
        if kind == E_RECRUIT:
            recruit(d, me, within(n, 0, 20), self.id)
        elif kind == E_DISCHARGE:
            discharge(d, me, within(n, 0, d.hand(me)), self.id)
        elif kind == E_SET_USED:
            d.set_used(self.id, within(n, 0, MOST_MEMORY))
        elif kind == E_SET_KEPT:
            d.set_note(self.id, within(n, 0, MOST_MEMORY))
        elif seat >= 0 and kind == E_GAIN:
            gain(d, seat, within(n, 0, MOST_INCOME), self.id)
        elif seat >= 0 and kind == E_PAY:
            pay(d, seat, within(n, 0, d.coins(seat)), self.id)

    def move(self, d: Data, me: i64, kind: i64, node: i64, r: i64, x: i64, n: i64) -> None:
        """Pieces, regions, and whole races."""
        if kind == E_LAY:
            for place in each_region(self.value(d, me, node, r, x, n)):
                if d.stock(self.mark) > 0 and d.pieces(place, self.mark) < self.mark.most and d.holds(me, place):
                    lay(d, self.mark, place)
        elif kind == E_RECALL:
            recall(d, self.mark, me)
        elif kind == E_EMPTY or kind == E_TRIM or kind == E_THIN:
            for place in each_region(self.value(d, me, node, r, x, n) & d.held(me)):
                if kind == E_EMPTY:
                    empty(d, place, self.id)
                elif kind == E_TRIM and d.tokens(place) > 1:
                    trim(d, place, self.id)
                while kind == E_THIN and d.tokens(place) > 1:
                    trim(d, place, self.id)
            if d.declined(me):
                leave_if_gone(d, me)
        elif kind == E_ROB:
            self.rob(d, me, self.value(d, me, node, r, x, n))
        elif kind == E_RESENT:
            other = (x >> OTHER_AT) - 1
            if other >= 0 and other < d.kit.n_races and d.owner(other) >= 0:
                d.set_note(self.id, d.note(self.id) | one(d.owner(other)))
        elif kind == E_LEAVE:
            if d.declined(me):
                leave(d, me)
        elif kind == E_REDEPLOY:
            if d.declined(me):
                take_up(d, me)
                d.push(F_DEPLOY, me, 0, 0, 0)
        elif kind == E_DECLINE and d.active(me) and not d.awaits(F_SCORE):
            self.decline_now(d, me)

    def decline_now(self, d: Data, me: i64) -> None:
        """The race declines after the turn was scored; tokens that its owner drove off leave with those in hand."""
        seat = d.seat()
        if d.active_of(seat) != me:
            return
        rally(d, me)
        decline(d, seat)
        if d.owner(me) == seat:
            push_moment(d, me, DECLINING)

    def rob(self, d: Data, me: i64, near: i64) -> None:
        """A coin from each other player who has one, and an active token in one of these regions that is not immune."""
        seat: i64 = 0
        while seat < d.kit.players:
            active = d.active_of(seat)
            if seat != d.owner(me) and active >= 0 and d.coins(seat) > 0 and d.open(d.held(active) & near):
                pay(d, seat, 1, self.id)
                gain(d, d.owner(me), 1, self.id)
            seat += 1

    # --- questions: kind, among, must, times, same, effects of yes (first, many), of no (first, many) ----------------
    # The frame: region that the question is about, number = place in the board's order | question << 6.

    def put_question(self, d: Data, me: i64, question: i64, r: i64) -> None:
        """Ask, if there is something to answer."""
        at = question * 9
        about = r if r >= 0 else i64(0)
        kind = self.asks[at]
        if kind == Q_YES and self.asks[at + 3] >= 0 and self.value(d, me, self.asks[at + 3], about, 0, 0) < 1:
            return
        if kind != Q_REGION or self.asks[at + 2] == ALWAYS or self.sites(d, me, at, about, 0):
            d.push(F_ASK, me, self.id, about, question << 6)

    def lays(self, at: i64) -> bool:
        """Does a region question lay a piece where it is answered, that is not first taken from somewhere else?"""
        first = self.asks[at + 5] * 3
        end = first + self.asks[at + 6] * 3
        while first < end:
            if self.acts[first] == E_RECALL:
                return False
            if self.acts[first] == E_LAY:
                return True
            first += 3
        return False

    def takes_off(self, at: i64) -> bool:
        """Does it take tokens away there?"""
        first = self.asks[at + 5] * 3
        end = first + self.asks[at + 6] * 3
        while first < end:
            if self.acts[first] == E_EMPTY or self.acts[first] == E_TRIM or self.acts[first] == E_THIN:
                return True
            first += 3
        return False

    def sites(self, d: Data, me: i64, at: i64, about: i64, start: i64) -> i64:
        """Mask of regions that may be named now. Where all must be named, enough are left behind the one that is."""
        found = d.from_rank(self.value(d, me, self.asks[at + 1], about, 0, 0) & d.held(me), start)
        if self.lays(at):
            if d.stock(self.mark) < 1:
                return 0
            for r in each_region(found):
                if d.pieces(r, self.mark) >= self.mark.most:
                    found &= ~one(r)
        times: i64 = 1
        if self.asks[at + 3] >= 0:
            times = self.value(d, me, self.asks[at + 3], about, 0, 0)
        if times < 1:
            return 0
        if self.asks[at + 4] or self.asks[at + 2] != 1 or times == 1 or lent(d, self):
            return found
        left = count(found)
        need = times if times < left else left
        named: i64 = 0
        for r in each_region(found):
            if count(d.from_rank(found, d.kit.board.rank[r])) >= need:
                named |= one(r)
        return named

    def may_rest(self, d: Data, at: i64) -> bool:
        """May the question be answered with no? What is lent never must be used."""
        return self.asks[at + 2] != 1 or lent(d, self)

    def options(self, d: Data, me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        if kind_of(f) == F_CONQUEST:
            return out
        at = (number_in(f) >> 6) * 9
        kind = self.asks[at]
        if kind == Q_YES:
            out = append(out, action(YES, self.id, 0, 0))
            return append(out, action(NO, self.id, 0, 0))
        if kind == Q_OPPONENT:
            seat: i64 = 0
            while seat < d.kit.players:
                if seat != d.owner(me) and not (self.spared and (d.used(self.id) >> seat) & 1):
                    out = append(out, action(NAME, self.id, 0, seat))
                seat += 1
            return append(out, action(NO, self.id, 0, 0))
        verb = EMPTY if self.takes_off(at) else PLACE
        out = self.offer(verb, self.sites(d, me, at, region_in(f), number_in(f) & 63), out)
        if self.may_rest(d, at):
            out = append(out, action(NO, self.id, 0, 0))
        return out

    def choose(self, d: Data, me: i64, f: i64, code: i64) -> None:
        d.pop()
        at = (number_in(f) >> 6) * 9
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
        at = (number_in(f) >> 6) * 9
        verb = verb_of(code)
        if verb == NAME and self.asks[at] == Q_OPPONENT:
            return STRUCK_FIRST if number_of(code) < d.kit.players and number_of(code) != d.owner(me) else NOT_OFFERED
        if verb != (EMPTY if self.takes_off(at) else PLACE) or self.asks[at] == Q_YES:
            return NOT_OFFERED
        r = region_of(code)
        if not d.holds(me, r):
            return NOT_YOUR_REGION
        if d.kit.board.rank[r] < number_in(f) & 63:
            return IN_ORDER
        return NONE_LEFT if self.lays(at) and d.stock(self.mark) < 1 else NOT_FOR_THIS

    # --- the aid ---------------------------------------------------------------------------------------------------

    def aid_fault(self, d: Data, me: i64) -> i64:
        if self.once == 1 and d.used(self.id):
            return ALREADY_USED
        if (self.handy and d.hand(me) < 1) or (self.trayed and d.tray(me) < 1):
            return NO_TOKEN_IN_HAND
        return 0 if self.holds_true(d, me, self.condition, -1, 0, 0) else NOT_NOW

    def refuses(self, d: Data, me: i64, region: i64) -> i64:
        if self.target >= 0 and not (self.value(d, me, self.target, region, 0, 0) >> region) & 1:
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
            at += 9
        return False
