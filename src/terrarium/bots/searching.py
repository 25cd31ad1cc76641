"""`strong` and `master`: tree search within a budget, keeping the tree from one answer of a turn to the next."""

import time

from terrarium.bots import Bot, register
from terrarium.bots.minds import idle, mind_of, searchable
from terrarium.bots.thought import Idea, Thought
from terrarium.kernel.contract import State
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree, column

SLICE = 64
"""Simulations between two looks at the clock."""
RESERVE = 0.92
"""Share of the budget that is used: the rest is for what surrounds the search."""


class SearchBot(Bot):
    """Searches until its simulations or its time are spent, or nothing can change the answer any more."""

    def __init__(self, title: str, most: int) -> None:
        self.most = most
        """Simulations of a decision at most: what makes a level."""
        self.mind: Mind | None = None
        self.tree: Tree | None = None

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        start = time.monotonic()
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0], ""
        thinking = searchable(state)
        if thinking.current_player() != seat:
            return idle(state, legal), ""
        if self.mind is None:
            self.mind = mind_of(thinking)
        if self.tree is None or not self.tree.follow(thinking):
            self.tree = Tree(self.mind, thinking, self.seed)
        self.search(self.tree, start + budget_s * RESERVE)
        place = int(self.tree.best())
        action = int(self.tree.root.actions[place])
        if action not in legal:
            return idle(state, legal), ""
        return action, thought_of(self.tree, self.mind, thinking, seat, place).text()

    def search(self, tree: Tree, ends: float) -> None:
        most = self.simulations or self.most
        while True:
            left = most - int(tree.root.total)
            if left <= 0 or tree.decided(left):
                return
            tree.run(min(SLICE, left))
            if not self.simulations and time.monotonic() >= ends:
                return


def thought_of(tree: Tree, mind: Mind, state: State, seat: int, place: int) -> Thought:
    """What the tree knows of the answer it gives: expectation, alternatives, the reply to fear, sources of points."""
    root = tree.root
    ideas: list[Idea] = []
    for k in range(len(root.actions)):
        visits = int(root.visits[k])
        points = [float(value) for value in column(root, k, mind.players)]
        if visits == 0 and k != place:
            continue
        lead = float(tree.lead(points, seat)) if points else 0.0
        chance = float(root.worth[k]) / visits if visits else -1.0
        idea = Idea(state.text(int(root.actions[k])), lead, points, chance, visits)
        ideas.insert(0 if k == place else len(ideas), idea)
    after = state.clone()
    after.apply(int(root.actions[place]))
    fear, fear_seat, fear_choice = feared(tree, after.clone(), seat, place)
    return Thought(
        seat, ideas[0], sorted(ideas[1:], key=lambda idea: -idea.visits)[:3], int(root.total), fear, fear_seat,
        mind.sources(after, seat)[:5], fear_choice,
    )  # fmt: skip


def feared(tree: Tree, after: State, seat: int, place: int) -> tuple[str, int, dict[str, object]]:
    """The first move of another seat on the main line, that seat, and the move as a choice; empty where there is none.

    `after` is the position after the answer; it is played on.
    """
    for who, action in tree.line(place, 40):
        known = after.current_player() == who
        if who >= 0 and who != seat:
            found = [choice.as_dict() for choice in after.choices(who) if choice.action == action] if known else []
            return after.text(action), who, found[0] if found else {}
        if known and after.why_illegal(action) is None:
            after.apply(action)
    return "", -1, {}


QUICK = 300
STRONG = {"terra-mystica": 30}
"""Simulations of `strong` where they are other than usual; in Terra Mystica each one plays on to the end."""

register("strong", lambda title: SearchBot(title, STRONG.get(title, QUICK)), strength=40)
register("master", lambda title: SearchBot(title, 1_000_000), strength=50)
