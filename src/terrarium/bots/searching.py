"""`skilled`, `strong` and `master`: tree search within a budget, keeping the tree from answer to answer of a turn."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt

from librt.vecs import vec

from terrarium.bots import Bot, register
from terrarium.bots.cores import Party, add_up
from terrarium.bots.minds import idle, learned_mind_of, mind_of, searchable
from terrarium.bots.thought import DRAWN, RARELY, RATED, UNDECIDED, Idea, Thought, shared_out
from terrarium.kernel.contract import Choice, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind, fallen
from terrarium.search.tree import Tree, column
from terrarium.titles import simulations

ENDLESS = 1_000_000
"""Simulations that no budget lasts for: how well such a level plays is a matter of time."""
SLICE = 64
"""Simulations between two looks at whether the answer is decided."""
FIRST = 1
"""Simulations before the first look at the clock; from then on it is known how long one takes."""
PART = 0.4
"""Share of the time left that a slice may take, so that the last one is short."""
RESERVE = 0.95
"""Share of the budget that is used: the rest is for what surrounds the search."""
MOST_KNOWN = 100_000
"""Positions of a tree after which it is begun anew: what was learnt of other ways is of no use any more."""
SURE = 5
"""An answer tried less often is not judged in words."""
OFTEN = 12
"""Nor is one tried less often than this part of the answer given."""
LIKELY = 6
"""A reply counts as likely when it is at least this part of what was tried."""
FINE = 1000
"""Steps in which likings are stirred."""
HURTS = 0.5
"""Points of lead below which a reply is no threat."""
KNOWN = 10
"""A reply tried less often, or beside which the others were, is not held against them."""
UNSURE = 12.0
"""Points that a mean of one simulation may be wrong by where replies are compared, less with more of them. Found by
searching feared replies anew: with less, in Terra Mystica the costliest of several was mostly the luckiest."""


class SearchBot(Bot):
    """Searches until its simulations or its time are spent, or nothing can change the answer any more."""

    def __init__(self, title: str, most: int, learned: int = 0) -> None:
        self.title = title
        self.handmade = most
        """Simulations of a decision at most: what makes a level."""
        self.learned = learned
        """As many where it believes the network of its family; 0: it never does."""
        self.most = most
        """As many as it has with the mind it turned out to have."""
        self.timed = max(most, learned) >= ENDLESS
        self.mind: Mind | None = None
        self.tree: Tree | None = None
        self.party: Party | None = None

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        start = time.monotonic()
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0], ""
        thinking = searchable(state)
        if thinking.current_player() != seat:
            return idle(state, legal), ""
        mind, tree = self.thinks_of(thinking)
        # Who counts simulations never looks at the clock.
        ends = inf if self.simulations else start + budget_s * RESERVE
        most = self.simulations or self.most
        if self.cores > 1 and not mind.varies(thinking) and not tree.decided(most - int(tree.root.total)):
            self.search_together(tree, state, -(-most // self.cores), ends)
        else:
            self.search(tree, most, ends)
        self.know(tree, ends)
        place = taste(tree, self.seed, ends) if mind.varies(thinking) else int(tree.best())
        action = int(tree.root.actions[place])
        if action not in legal:
            return idle(state, legal), ""
        return action, thought_of(tree, mind, thinking, seat, place).text()

    def thinks_of(self, thinking: State) -> tuple[Mind, Tree]:
        """Its mind, and its tree of this position: the old one where that knows it."""
        if self.mind is None:
            believed = learned_mind_of(thinking) if self.learned else None
            self.mind = believed or mind_of(thinking)
            self.most = self.handmade if believed is None else self.learned
        if self.tree is None or len(self.tree.known) > MOST_KNOWN or not self.tree.follow(thinking):
            self.tree = Tree(self.mind, thinking, self.seed, self.mind.explore)
        return self.mind, self.tree

    def search(self, tree: Tree, most: int, ends: float) -> None:
        """Until the simulations are spent or the clock shows `ends`, in slices by the time one was seen to take.

        Whether it is decided already is asked after the same simulations on every machine, so that trees are the same.
        """
        count, now = SLICE if ends == inf else FIRST, time.monotonic()
        done = 0
        while (left := most - int(tree.root.total)) > 0:
            if done % SLICE == 0 and tree.decided(left):
                return
            count = min(count, left, SLICE - done % SLICE)
            tree.run(count)
            done += count
            if ends != inf:
                began, now = now, time.monotonic()
                each = (now - began) / count
                if now + each >= ends:
                    return
                count = max(1, min(SLICE, int(PART * (ends - now) / each))) if each > 0 else SLICE

    def search_together(self, tree: Tree, state: State, most: int, ends: float) -> None:
        """The same with helpers on other cores, each with as many simulations."""
        if self.party is None:
            self.party = Party(partial(helper, self.title, self.handmade, self.learned), self.seed, self.cores)
        gone = self.party.send(state, most, ends - time.monotonic())
        self.search(tree, most, ends)
        add_up(tree, gone, ends)

    def grown(self, state: State, most: int, ends: float) -> Tree:
        """A helper's tree of a position."""
        _, tree = self.thinks_of(searchable(state))
        stir(tree, self.seed)
        self.search(tree, most, ends)
        return tree

    def know(self, tree: Tree, ends: float) -> None:
        """Where habit has settled the question, what is said about it is still to be known: as far as time allows."""
        each, now = 0.0, time.monotonic()
        while tree.root.total < SURE and now + each < ends:
            tree.run(1)
            began, now = now, time.monotonic()
            each = now - began


def helper(title: str, most: int, learned: int, seed: int) -> SearchBot:
    """A bot that searches beside another one."""
    bot = SearchBot(title, most, learned)
    bot.seed = seed
    return bot


def stir(tree: Tree, seed: int) -> None:
    """Like the answers of the root a little more or less than others do: where nothing is left to chance, all helpers
    would grow the same tree."""
    dealer = Dealer(seed)
    priors = [float(prior) * (0.5 + int(dealer.below(FINE)) / FINE) for prior in tree.root.priors]
    tree.root.priors = vec[float]([prior / sum(priors) for prior in priors])


def taste(tree: Tree, seed: int, ends: float) -> int:
    """An answer drawn by the priors, and tried if it was not, while there is time."""
    place = int(fallen(tree.root.actions, tree.root.priors, Dealer(seed)))
    tree.root.priors = vec[float]([float(k == place) for k in range(len(tree.root.priors))])
    while tree.root.visits[place] < SURE and time.monotonic() < ends:
        tree.run(1)
    return place


def thought_of(tree: Tree, mind: Mind, state: State, seat: int, place: int) -> Thought:
    """What the tree knows of the answer it gives: expectation, alternatives, the reply to fear, sources of points."""
    root = tree.root
    ideas: list[Idea] = []
    places: list[int] = []
    for k in range(len(root.actions)):
        visits = int(root.visits[k])
        points = [float(value) for value in column(root, k, mind.players)]
        if k == place or visits >= max(SURE, int(root.visits[place]) // OFTEN):
            lead = float(tree.lead(points, seat)) if points else 0.0
            chance = float(tree.chances(points)[seat]) if points else -1.0
            idea = Idea(state.text(int(root.actions[k])), lead, points, chance, visits)
            ideas.insert(0 if k == place else len(ideas), idea)
            places.insert(0 if k == place else len(places), k)
    after = state.clone()
    after.apply(int(root.actions[place]))
    chosen = ideas[0]
    ranked = sorted(range(1, len(ideas)), key=lambda k: -ideas[k].lead)
    others = [ideas[k] for k in ranked[:3]]
    less = ""
    if others and others[0].lead > chosen.lead:
        less = DRAWN if mind.varies(state) else passed_over(tree, place, places[ranked[0]])
    found = mind.sources(after, seat)
    sources = shared_out(found, "later", chosen.points[seat]) if chosen.points else []
    fear = feared(tree, after, seat, place)
    text, by = ("", -1) if fear is None else (fear.choice.text, fear.seat)
    facts, threat = ({}, 0.0) if fear is None else (fear.choice.as_dict(), fear.cost)
    return Thought(seat, chosen, others, int(root.total), text, by, sources, facts, threat, less)


def passed_over(tree: Tree, place: int, other: int) -> str:
    """Why a search gives an answer though another one leads to more points."""
    root = tree.root
    if root.worth[place] / float(root.visits[place]) > root.worth[other] / float(root.visits[other]):
        return RATED
    return RARELY if 2 * root.visits[other] < root.visits[place] else UNDECIDED


@dataclass
class Fear:
    """A reply that hurts: whose, which, and how many points of lead it surely costs beside that seat's other replies,
    in the position `before` it."""

    seat: int
    choice: Choice
    cost: float
    before: State


def feared(tree: Tree, after: State, seat: int, place: int) -> Fear | None:
    """The worst of the likely replies to an answer, on the main line; None where no reply is known to hurt.

    `after` is the position after the answer; it is played on.
    """
    sides, players = tree.mind.sides, int(tree.mind.players)
    worst: Fear | None = None
    node = tree.root.kids[place]
    while node is not None and node.total >= 2 * KNOWN and node.player == after.current_player():
        often = [int(visits) for visits in node.visits]
        k = often.index(max(often))
        who = int(node.player)
        if who >= 0 and sides[who] != sides[seat]:
            sums = [[float(x) for x in node.points[j * players : (j + 1) * players]] for j in range(len(often))]
            whole = [sum(row[s] for row in sums) for s in range(players)]
            for j, visits in enumerate(often):
                rest = sum(often) - visits
                if visits < max(KNOWN, sum(often) // LIKELY) or rest < KNOWN:
                    continue
                then = tree.lead([sums[j][s] / visits for s in range(players)], seat)
                else_ = tree.lead([(whole[s] - sums[j][s]) / rest for s in range(players)], seat)
                cost = float(else_ - then) - UNSURE / sqrt(min(visits, rest))
                if cost > (HURTS if worst is None else worst.cost):
                    choice = next(choice for choice in after.choices(who) if choice.action == int(node.actions[j]))
                    worst = Fear(who, choice, cost, after.clone())
        after.apply(int(node.actions[k]))
        node = node.kids[k]
    return worst


def deep(level: str, handmade: int, learned: int = 0) -> Callable[[str], Bot]:
    """Makes bots that search so deep: simulations with the hand-made appraisal, and believing a network (0: they never
    do). Some titles have other numbers, which stand in their records."""

    def made(title: str) -> Bot:
        most = simulations(title, level, handmade)
        return SearchBot(title, most, simulations(title, f"{level}_learned", learned))

    return made


register("skilled", deep("skilled", 40), strength=35)
register("strong", deep("strong", 300, 60), strength=40)
# What `master` was before it learnt, and is where no network can be run: the arena measures others by it.
register("handmade", deep("handmade", ENDLESS), strength=49, seated=False)
register("master", deep("master", ENDLESS, ENDLESS), strength=50)
