"""What a unit made of data holds, and how its small expressions are worked out.

`brew.py` fills the tables from a unit file; `opcodes.py` tells what the numbers mean. The expressions are trees, so
every answer takes a bounded number of steps.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import (
    F_SCORE,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.families import lent
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.opcodes import (
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
    EITHER,
    EMPTY_REGIONS,
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
    LIES,
    LOST,
    MAX,
    MY_TURN,
    NO_,
    NON_EMPTY,
    NOT,
    OR,
    PIECED,
    PIECES_HERE,
    RIVAL_VICTIM,
    ROUND,
    SHELTERED,
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
    YIELD,
)
from terrarium.smallworld.core.reckoning import (
    is_like,
    islands_of,
    leading,
    of_map,
    pieces_of,
    regions_like,
    spread_from,
    static,
    worked_out,
    yields,
)
from terrarium.smallworld.core.verbs import (
    spot_of,
)

# What an attack, or whoever asks, brings along: a number of flags and two tribes.
WON: Final[i64] = 1
FULL: Final[i64] = 4  # the region was not empty
OTHER_AT: Final[i64] = 8  # from this bit on: the other tribe + 1 (attacker for the defender, victim for the attacker)


class Sentences(Ability):
    """The tables of a unit's sentences. `used` and `kept` (the note) are its counters."""

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
    """Questions, `ASK_WIDTH` numbers each."""
    names: list[str]
    """Things that expressions call by name."""
    called: vec[i64]
    """Their ids in this kit; -1 for one that is not in the game."""
    dues: i64
    """Coins that the aid costs."""
    tolls_once: bool
    """Each player pays the toll once a turn: `used` holds a bit for each who did."""
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
        self.names = []
        self.called = vec[i64]()
        self.dues = 0
        self.tolls_once = False
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

    def bind(self, kit: Kit) -> None:
        """What needs no position is worked out for the map of this kit."""
        super().bind(kit)
        self.called = vec[i64]([kit.ids.get(name, -1) for name in self.names])
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
            if left and nodes[nodes[at + 2] * 4] == PIECED:
                return d.marked(left, self.mark)
            return left & self.of(d, me, nodes, nodes[at + 2], r, x, n) if left else 0
        if word == OR:
            return self.of(d, me, nodes, nodes[at + 1], r, x, n) | self.of(d, me, nodes, nodes[at + 2], r, x, n)
        if word == NOT:
            return d.kit.board.all & ~self.of(d, me, nodes, nodes[at + 1], r, x, n)
        if word == PIECED:
            return d.marked(d.kit.board.all, self.mark)
        if word == SPOT:
            return self.lying(d, self.id)
        if word == LIES:
            return self.lying(d, self.called[nodes[at + 1]])
        if word >= AROUND and word <= ALONG:
            inner = self.of(d, me, nodes, nodes[at + 1], r, x, n)
            more = self.of(d, me, nodes, nodes[at + 2], r, x, n) if word == CROWDED else i64(0)
            return spread_from(d, me, word, inner, more)
        if word == LEADING:
            return leading(d, me, self.of(d, me, nodes, nodes[at + 1], r, x, n))
        return regions_like(d, me, word, d.note(self.id))

    def lying(self, d: Data, thing: i64) -> i64:
        """The region in which a thing (given by its id) lies, as a mask."""
        if thing < 0 or not d.kit.units[thing].bit:
            return 0
        spot = spot_of(d, d.kit.units[thing].bit)
        return one(spot) if spot >= 0 else 0

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
        if word == YIELD:
            return yields(d, me, inner)
        return pieces_of(d, inner) if word == GROUPS else islands_of(d, inner)

    def truth(self, d: Data, me: i64, nodes: vec[i64], word: i64, at: i64, r: i64, x: i64, n: i64) -> i64:
        """Yes (1) or no (0)."""
        if word == IN:
            return 1 if r >= 0 and self.there(d, me, nodes[at + 1], r, x, n) else 0
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
        """Is a region one of a mask? Most masks need not be worked out for that."""
        at = where * 4
        word = self.nodes[at]
        if word == CONST:
            return (self.nodes[at + 1] >> r) & 1 != 0
        if word == AND:
            left = self.there(d, me, self.nodes[at + 1], r, x, n)
            return left and self.there(d, me, self.nodes[at + 2], r, x, n)
        if word == OR:
            left = self.there(d, me, self.nodes[at + 1], r, x, n)
            return left or self.there(d, me, self.nodes[at + 2], r, x, n)
        if word == NOT:
            return not self.there(d, me, self.nodes[at + 1], r, x, n)
        if word == HELD:
            return d.holds(me, r)
        if word == PIECED:
            return d.has(r, self.mark)
        if word == SPOT:
            return d.things(r) & self.bit != 0
        if word == CROWDED:
            among = self.there(d, me, self.nodes[at + 1], r, x, n)
            return among and d.tokens(r) >= self.value(d, me, self.nodes[at + 2], r, x, n)
        if word == NON_EMPTY or word == GRUDGE or (word >= EMPTY_REGIONS and word <= SHELTERED):
            return is_like(d, me, word, r, d.note(self.id))
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
