"""Monte-Carlo tree search: explicit chance nodes, every seat for itself (max^n), priors from the mind.

A simulation walks from the root by the PUCT rule, lets chance fall by its weights, opens one new node and appraises
it; nothing is played out at random. Positions that are reached by several ways (the same conquests in another order)
share their node, and what is as good as decided is not branched over. The likeliest answers are tried at once, the
others one by one as visits grow. The tree grows as long as somebody calls `run`; it knows no clock. The same seed and
the same number of simulations give the same tree. After an answer was played, `follow` keeps the part of the tree that
is still true.
"""

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import chances_to_win, spread_of
from terrarium.search.mind import EXPLORE, Fan, Mind, fallen, lead_of

UNSEEN: Final = 0.08
"""An answer not tried yet counts as this much worse than its question."""
WIDE: Final[i64] = 6
"""Chance with more outcomes than this opens them slowly, so that what comes after is not spread too thin."""
DEEPEST: Final[i64] = 200
NOTHING: Final = Fan(vec[i64](), vec[float](), True)
"""No answers: the game is over, or nobody has looked yet."""


class Node:
    """A question with what was learnt about each answer. `points` are sums of expected points, seat by seat."""

    player: i64
    total: i64
    actions: vec[i64]
    priors: vec[float]
    visits: vec[i64]
    worth: vec[float]
    points: vec[float]
    kids: "list[Node | None]"
    settled: bool
    waits: bool
    """Its answers have not been looked at yet."""
    wide: i64
    """Answers that are tried: the first ones. Others join them as visits grow, so that nothing is cut off for ever."""
    first: i64
    """As many were tried at once."""
    more: bool
    """There are answers that it has not taken up yet."""

    def __init__(self, player: i64, fan: Fan, players: i64, waits: bool = False) -> None:
        self.player = player
        self.total = 0
        self.waits = waits
        self.answers(fan, players)

    def answers(self, fan: Fan, players: i64) -> None:
        """Take up the answers worth trying; one alone where it is as good as decided."""
        n: i64 = len(fan.actions)
        self.more = fan.wide < n and not fan.settled
        # Most questions are never visited often enough to be widened: what they would try then is not kept for them.
        n = 1 if fan.settled and n > 1 else fan.wide
        actions = fan.actions[:n]
        priors = fan.priors[:n]
        if n == 1:
            priors[0] = 1.0
        self.wide = n
        self.first = n
        self.actions = actions
        self.priors = priors
        self.visits = vec[i64]([0] * int(n))
        self.worth = vec[float]([0.0] * int(n))
        self.points = vec[float]([0.0] * int(n * players))
        self.kids = [None] * int(n)
        self.settled = fan.settled

    def widen(self, fan: Fan, players: i64) -> None:
        """Take up all other answers."""
        n: i64 = len(fan.actions)
        k: i64 = len(self.actions)
        self.more = False
        while k < n:
            self.actions = append(self.actions, fan.actions[k])
            self.priors = append(self.priors, fan.priors[k])
            self.visits = append(self.visits, 0)
            self.worth = append(self.worth, 0.0)
            self.kids.append(None)
            seat: i64 = 0
            while seat < players:
                self.points = append(self.points, 0.0)
                seat += 1
            k += 1


class Tree:
    """A search tree of one position."""

    mind: Mind
    dealer: Dealer
    state: State
    seat: i64
    """Who thinks: the seat that must answer at the root."""
    root: Node
    explore: float
    wider: float
    matter: i64
    """The small matter that the root asks about, if it does."""
    simulations: i64
    value: vec[float]
    guess: vec[float]
    path: list[Node]
    steps: vec[i64]
    known: dict[int, Node]

    def __init__(self, mind: Mind, state: State, seed: int, explore: float = EXPLORE) -> None:
        self.mind = mind
        self.dealer = Dealer(seed)
        self.explore = explore
        self.wider = mind.wider
        self.matter = mind.matter(state)
        self.simulations = 0
        self.value = vec[float]([0.0] * int(mind.players))
        self.guess = vec[float]([0.0] * int(mind.players))
        self.path = []
        self.steps = vec[i64]([0] * int(DEEPEST))
        self.known = {}
        self.state = state.clone()
        self.seat = mind.who(state)
        mind.mine = self.seat
        self.root = self.open(self.state, True)

    def open(self, s: State, at_once: bool = False) -> Node:
        """A node for a position."""
        mind = self.mind
        who = mind.who(s)
        if who == OVER:
            return Node(who, NOTHING, mind.players)
        if who == CHANCE:
            return Node(who, mind.outcomes(s), mind.players)
        if mind.slow_fan and not at_once:
            return Node(who, NOTHING, mind.players, True)
        return Node(who, self.fan(s), mind.players)

    def fan(self, s: State) -> Fan:
        """What may be tried here: of small matters only that which the root asks about is searched."""
        matter = self.mind.matter(s)
        return self.mind.fan(s) if matter == 0 or matter == self.matter else self.mind.glance(s)

    def run(self, count: i64) -> None:
        """Make `count` more simulations."""
        self.mind.mine = self.seat
        k: i64 = 0
        while k < count:
            self.simulate()
            k += 1
        self.simulations += count

    def simulate(self) -> None:
        """One walk from the root to a new node, its appraisal, and what everybody on the way learns from it."""
        mind = self.mind
        s = self.state.clone()
        node = self.root
        self.path = []
        depth: i64 = 0
        while node.player != OVER and depth < DEEPEST:
            if node.waits:
                node.answers(self.fan(s), mind.players)
                node.waits = False
            if node.more and self.is_due(node):
                node.widen(self.fan(s), mind.players)
            k = self.fall(node) if node.player == CHANCE else self.select(node)
            self.path.append(node)
            self.steps[depth] = k
            depth += 1
            mind.apply(s, node.actions[k])
            kid = node.kids[k]
            if kid is None:
                key = mind.fingerprint(s)
                kid = self.known.get(key)
                if kid is None:
                    kid = self.open(s)
                    self.known[key] = kid
                    node.kids[k] = kid
                    if kid.waits or (kid.player != CHANCE and len(kid.actions) > 1) or depth >= DEEPEST:
                        break
                node.kids[k] = kid
            node = kid
        # What habit plays on is a guess too: the doubt is that of the position the tree has reached.
        doubt = mind.doubt(s)
        if node.player != OVER:
            mind.finish_turn(s, self.dealer)
        mind.outlook(s, doubt, self.guess, self.value)
        self.learn(depth)

    def learn(self, depth: i64) -> None:
        players = self.mind.players
        at: i64 = 0
        while at < depth:
            node = self.path[at]
            k = self.steps[at]
            node.total += 1
            node.visits[k] += 1
            if node.player >= 0:
                node.worth[k] += self.value[node.player]
            seat: i64 = 0
            while seat < players:
                node.points[k * players + seat] += self.guess[seat]
                seat += 1
            at += 1

    def is_due(self, node: Node) -> bool:
        """Has a question been visited often enough to try one answer more?"""
        joined = float(node.wide - node.first + 1)
        return float(node.total) >= self.wider * joined * joined

    def select(self, node: Node) -> i64:
        """The answer with the best sum of what it brought and what it may still bring; one that joins goes first."""
        n = node.wide
        if n < len(node.actions) and self.is_due(node):
            node.wide = n + 1
            return n
        if n == 1:
            return 0
        visits = node.visits
        worth = node.worth
        priors = node.priors
        total = node.total
        seen = 0.0
        k: i64 = 0
        while k < n:
            seen += worth[k]
            k += 1
        unseen = (seen / float(total) if total > 0 else 0.5) - UNSEEN
        push = self.explore * sqrt(float(total) + 1.0)
        best: i64 = 0
        top = -1e30
        k = 0
        while k < n:
            times = visits[k]
            score = push * priors[k] / (1.0 + float(times))
            score += worth[k] / float(times) if times > 0 else unseen
            if score > top:
                top = score
                best = k
            k += 1
        return best

    def fall(self, node: Node) -> i64:
        """An outcome of chance by its weight; where there are many, only as many different ones as visits justify."""
        n: i64 = len(node.actions)
        if n > WIDE:
            opened: i64 = 0
            for kid in node.kids:
                if kid is not None:
                    opened += 1
            if opened * opened * opened > node.total + 1:
                return self.among(node, opened)
        return fallen(node.actions, node.priors, self.dealer)

    def among(self, node: Node, opened: i64) -> i64:
        """One of the outcomes already opened, the least visited first."""
        best: i64 = -1
        k: i64 = 0
        while k < len(node.actions):
            if node.kids[k] is not None and (best < 0 or node.visits[k] < node.visits[best]):
                best = k
            k += 1
        return best

    def absorb(self, visits: list[int], worth: list[float], points: list[float]) -> None:
        """Add what another tree of the same question has learnt about each answer to the root."""
        node = self.root
        k: i64 = 0
        while k < len(visits):
            node.visits[k] += i64(visits[int(k)])
            node.worth[k] += worth[int(k)]
            node.total += i64(visits[int(k)])
            k += 1
        k = 0
        while k < len(points):
            node.points[k] += points[int(k)]
            k += 1

    # --- after the search -------------------------------------------------------------------------

    def best(self) -> i64:
        """The place of the answer tried most often; among equals the better one."""
        node = self.root
        found: i64 = 0
        k: i64 = 1
        while k < len(node.actions):
            if node.visits[k] > node.visits[found] or (
                node.visits[k] == node.visits[found] and node.worth[k] > node.worth[found]
            ):
                found = k
            k += 1
        return found

    def decided(self, left: i64) -> bool:
        """Could `left` more simulations still change the answer?"""
        node = self.root
        if len(node.actions) < 2 or node.settled:
            return True
        first: i64 = 0
        second: i64 = 0
        for times in node.visits:
            if times > first:
                second = first
                first = times
            elif times > second:
                second = times
        return first - second > left

    def follow(self, s: State) -> bool:
        """Take up a later position, if the tree knows it: an answer of this tree was played, chance may have fallen."""
        if self.mind.one_sided and self.mind.who(s) != self.seat:
            return False
        wanted = self.mind.fingerprint(s)
        found = self.find(self.state, self.root, wanted, 3)
        if found is None:
            return False
        self.state = s.clone()
        self.seat = self.mind.who(s)
        self.mind.mine = self.seat
        matter = self.mind.matter(s)
        # A small matter was answered at a glance so far; what was learnt of what follows is known still.
        if found.waits or (matter != 0 and matter != self.matter):
            self.matter = matter
            self.known = {key: node for key, node in self.known.items() if node.player < 0 or not node.settled}
            found.answers(self.fan(s), self.mind.players)
            found.total = 0
            found.waits = False
        self.matter = matter
        self.root = found
        self.simulations = found.total
        return True

    def find(self, s: State, node: Node, wanted: int, depth: i64) -> Node | None:
        """The node of the wanted position below `node`: through answers of the root, then through chance alone."""
        k: i64 = 0
        while k < len(node.actions):
            kid = node.kids[k]
            if kid is not None and kid.player != OVER:
                copy = s.clone()
                self.mind.apply(copy, node.actions[k])
                if self.mind.fingerprint(copy) == wanted:
                    return kid
                if kid.player == CHANCE and depth > 0:
                    deeper = self.find(copy, kid, wanted, depth - 1)
                    if deeper is not None:
                        return deeper
            k += 1
        return None

    def chances(self, points: list[float]) -> list[float]:
        """Each seat's chance to win from here, if these are the expected points; those of different sides sum to 1."""
        mind = self.mind
        out = vec[float]([0.0] * int(mind.players))
        spread = spread_of(mind.spreads, mind.left(self.state))
        chances_to_win(self.weighed(points), mind.sides, spread, out)
        return list(out)

    def lead(self, points: list[float], seat: i64) -> float:
        """A seat's lead over the other sides, if these are everybody's expected points."""
        return lead_of(self.weighed(points), self.mind.sides, seat)

    def weighed(self, points: list[float]) -> vec[float]:
        """What decides the win, if these are the expected points."""
        found = vec[float](points)
        # What a side must beat apart from other seats is that of the root, not of the last simulation.
        self.mind.appraise(self.state, self.guess)
        self.mind.weigh(found)
        return found

    def line(self, k: i64, most: i64) -> list[tuple[int, int]]:
        """The main line after answer `k`: who does what, the likeliest at each step, as far as the tree has seen it."""
        found: list[tuple[int, int]] = []
        node = self.root.kids[k]
        while node is not None and len(found) < most and node.total > 0 and node.player != OVER:
            best: i64 = 0
            j: i64 = 1
            while j < len(node.actions):
                if node.visits[j] > node.visits[best]:
                    best = j
                j += 1
            found.append((int(node.player), int(node.actions[best])))
            node = node.kids[best]
        return found


def column(node: Node, k: i64, players: i64) -> vec[float]:
    """Mean expected points of every seat after answer `k`; empty if it was never tried."""
    found = vec[float]()
    if node.visits[k] == 0:
        return found
    seat: i64 = 0
    while seat < players:
        found = append(found, node.points[k * players + seat] / float(node.visits[k]))
        seat += 1
    return found
