"""A finished game looked at again: what each move changed, what mattered, what would have been better."""

import time
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any

from terrarium.bots.minds import mind_of, searchable
from terrarium.bots.thought import rounded
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree, column

SIMULATIONS = 400
MOMENTS = 5
COSTLIEST = 3
APART = 30
"""Key moments are more than this part of the game away from each other."""
LEAST = 0.5
"""Points below which a move counts as no mistake."""


@dataclass
class Step:
    """The position after a row: expected final points and chance to win of every seat."""

    row: int
    who: int
    move: str
    points: list[float]
    chances: list[float]


@dataclass
class Slip:
    """A move that cost something, and the better one."""

    row: int
    seat: int
    move: str
    better: str
    cost: float


@dataclass
class Review:
    """The curve, the key moments (places in the curve) and the costliest moves of all seats, worst first."""

    title: str
    players: int
    scores: list[int]
    curve: list[Step] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    costliest: list[Slip] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        page: dict[str, Any] = rounded(asdict(self))
        return page


class Reviewer:
    """Walks through a game; each position is searched once, for the curve and for the move that follows."""

    def __init__(self, game: Game, simulations: int, seed: int) -> None:
        self.game = game
        self.simulations = simulations
        self.seed = seed
        self.mind: Mind | None = None
        self.slips: list[Slip] = []

    def tree_of(self, state: State) -> Tree | None:
        """A search of a player's question; None where chance is asked or the game is over."""
        if state.current_player() in (CHANCE, OVER):
            return None
        thinking = searchable(state)
        if thinking.current_player() != state.current_player():
            return None
        if self.mind is None:
            self.mind = mind_of(thinking)
        tree = Tree(self.mind, thinking, self.seed)
        tree.run(self.simulations if len(tree.root.actions) > 1 else self.simulations // 8 + 1)
        return tree

    def judge(self, tree: Tree, row: int, seat: int, state: State, action: int) -> None:
        """Compare the move that was made with the best one."""
        root = tree.root
        if len(root.actions) < 2:
            return
        leads = {int(root.actions[k]): lead(tree, k, seat) for k in range(len(root.actions)) if root.visits[k] > 0}
        if action not in leads:
            after = state.clone()
            after.apply(action)
            follow = self.tree_of(after)
            if follow is None:
                return
            leads[action] = mean_lead(follow, seat)
        best = int(root.actions[tree.best()])
        cost = leads.get(best, 0.0) - leads[action]
        if best != action and cost >= LEAST:
            self.slips.append(Slip(row, seat, state.text(action), state.text(best), cost))


def lead(tree: Tree, k: int, seat: int) -> float:
    return float(tree.lead(list(column(tree.root, k, tree.mind.players)), seat))


def means(tree: Tree) -> list[float]:
    """Expected points of every seat over all simulations of a tree."""
    players, root = int(tree.mind.players), tree.root
    total = max(1, int(root.total))
    return [sum(root.points[k * players + seat] for k in range(len(root.actions))) / total for seat in range(players)]


def mean_lead(tree: Tree, seat: int) -> float:
    return float(tree.lead(means(tree), seat))


Line = list[tuple[int, str]]
"""Who did what, in the order of the game."""


def review(game: Game, record: Record, simulations: int = SIMULATIONS, seed: int = 1) -> Review:
    """Look at a whole record again; `Refused` if it cannot be played."""
    line = [(entry.who, entry.text) for entry in replay(game, record).line]
    stretch = look(game, game.new(), line, 0, simulations, seed)
    return assemble(game, stretch.scores, stretch.steps, stretch.slips)


@dataclass
class Stretch:
    """Some rows of a game looked at: up to which one, what was found, and the scores there."""

    upto: int
    scores: list[int]
    steps: list[Step] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)


def look(game: Game, state: State, line: Line, after: int, simulations: int, seed: int, ends: float = inf) -> Stretch:
    """Search the rows after `after` until the clock shows `ends` (`time.monotonic`), at least one of them.

    `state` is the position before the first row; it is played on. Stretches put together are the whole game.
    """
    reviewer = Reviewer(game, simulations, seed)
    for _, text in line[:after]:
        state.apply(state.parse(text))
    found = Stretch(after, state.scores())
    tree = reviewer.tree_of(state)
    for row, (who, text) in enumerate(line[after:], after + 1):
        action = state.parse(text)
        if tree is not None:
            reviewer.judge(tree, row, who, state, action)
        state.apply(action)
        tree = reviewer.tree_of(state)
        if tree is not None or state.current_player() == OVER:
            points = means(tree) if tree is not None else [float(score) for score in state.scores()]
            found.steps.append(Step(row, who, text, points, chances_of(tree, points, game.shares(state.winners()))))
        found.upto, found.scores = row, state.scores()
        if time.monotonic() >= ends:
            break
    found.slips = reviewer.slips
    return found


def assemble(game: Game, scores: list[int], steps: list[Step], slips: list[Slip]) -> Review:
    """The review that these steps and slips make."""
    costliest = sorted(slips, key=lambda slip: -slip.cost)[:COSTLIEST]
    return Review(game.title, game.players, scores, steps, key_moments(steps), costliest)


def chances_of(tree: Tree | None, points: list[float], shares: list[float]) -> list[float]:
    """Each seat's chance to win; certain, and what it has of the win, once the game is over."""
    return shares if tree is None else [float(chance) for chance in tree.chances(points)]


def key_moments(curve: list[Step]) -> list[int]:
    """The places of the curve after which some seat's chance to win changed most, in the order of the game.

    They lie apart: what one turn brings forth is one moment.
    """
    swings = [
        (max(abs(now - then) for now, then in zip(curve[k].chances, curve[k - 1].chances, strict=True)), k)
        for k in range(1, len(curve))
    ]
    apart = len(curve) // APART
    found: list[int] = []
    for _, k in sorted(swings, reverse=True):
        if len(found) < MOMENTS and all(abs(k - other) > apart for other in found):
            found.append(k)
    return sorted(found)
