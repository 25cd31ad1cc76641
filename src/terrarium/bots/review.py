"""A finished game looked at again: what each move changed, what mattered, what was luck, what would have been best."""

import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import inf
from typing import Any, TypeVar

from librt.vecs import vec

from terrarium.bots.minds import mind_of, searchable
from terrarium.bots.thought import rounded
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.search.mind import Mind, fallen, lead_of
from terrarium.search.tree import Tree, column

SIMULATIONS = 400
MOMENTS = 5
COSTLIEST = 3
APART = 30
"""Key moments are more than this part of the game away from each other."""
LEAST = 1.0
"""Points below which a move counts as no mistake."""
AGAIN = 3.0
"""Points from which on a mistake is looked at again."""
CARE = 4
"""With so many times the simulations."""
SAMPLES = 2
"""So often is each outcome of chance played on to see what it is worth."""
MOST_OUTCOMES = 8
"""Of a draw with more outcomes than this so many are looked at, drawn by their weights."""


@dataclass
class Step:
    """The position after a row: expected final points and chance to win of every seat."""

    row: int
    who: int
    move: str
    points: list[float]
    chances: list[float]
    leads: list[float] = field(default_factory=list)
    """Every seat's lead, if somebody may still ask about it."""
    care: int = 0
    """Simulations it was found by: who looks at the next rows in another process finds it anew, with more or less."""


@dataclass
class Slip:
    """A move that cost something, and the better one. The cost is what the mover's lead fell by on the curve; `chance`
    is what its chance to win fell by."""

    row: int
    seat: int
    move: str
    better: str
    cost: float
    chance: float = 0.0


@dataclass
class Fate:
    """What chance did for every seat in a row of its own: points of lead against what was to be expected."""

    row: int
    points: list[float]


@dataclass
class Account:
    """What a seat owes to chance and to its own moves, in points of lead."""

    luck: float
    play: float


@dataclass
class Review:
    """The curve, the key moments (places in the curve), every seat's costliest moves, worst first, and its account."""

    title: str
    players: int
    scores: list[int]
    curve: list[Step] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    costliest: list[Slip] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        page: dict[str, Any] = rounded(asdict(self))
        for step in page["curve"]:
            del step["leads"], step["care"]
        return page


T = TypeVar("T")
Resting = Generator[None, None, T]
"""Work that rests after each of its small parts, so that whoever drives it may do something else in between."""


def at_once(work: Resting[T]) -> T:
    """All of it, without a rest."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


class Reviewer:
    """Searches positions, each for so many simulations; where they are dear, for so many seconds of its own."""

    def __init__(self, game: Game, simulations: int, seed: int, seconds: float = inf) -> None:
        self.game = game
        self.simulations = simulations
        self.seed = seed
        self.seconds = seconds
        self.mind: Mind | None = None
        self.careful: list[Tree] = []
        """The last positions that were looked at again: nobody comes back to those before."""

    def tree_of(self, state: State) -> Resting[Tree | None]:
        """A search of a question, of a player or of chance; None where the game is over or only people are asked."""
        if state.current_player() == OVER:
            return None
        thinking = searchable(state)
        if thinking.current_player() != state.current_player():
            return None
        if self.mind is None:
            self.mind = mind_of(thinking)
        tree = Tree(self.mind, thinking, self.seed)
        yield from self.grow(tree, self.simulations if len(tree.root.actions) > 1 else self.simulations // 4 + 1, 1)
        return tree

    def look_again(self, tree: Tree | None) -> Resting[None]:
        """Search a position with more care, once."""
        if tree is not None and tree not in self.careful:
            self.careful = [*self.careful[-1:], tree]
            yield from self.grow(tree, CARE * self.simulations - int(tree.root.total), CARE - 1)

    def grow(self, tree: Tree, most: int, times: int) -> Resting[None]:
        """Make so many more simulations, at least one, as long as so many times the seconds last."""
        left = times * self.seconds
        for _ in range(most):
            began = time.monotonic()
            tree.run(1)
            left -= time.monotonic() - began
            yield
            if left <= 0:
                return

    def fate(self, state: State, action: int) -> Resting[list[float]]:
        """What chance did with this outcome, for every seat: its lead less the mean over what could have happened.

        Each outcome is played on from the same seeds, so that nothing but the outcome makes the difference.
        """
        assert self.mind is not None
        players = int(self.mind.players)
        outcomes = self.mind.outcomes(state)
        if len(outcomes.actions) <= MOST_OUTCOMES:
            likely = {int(code): float(chance) for code, chance in zip(outcomes.actions, outcomes.priors, strict=True)}
        else:
            dealer, likely = Dealer(self.seed), {}
            for _ in range(MOST_OUTCOMES):
                code = int(outcomes.actions[fallen(outcomes.actions, outcomes.priors, dealer)])
                likely[code] = likely.get(code, 0.0) + 1 / MOST_OUTCOMES
        leads: dict[int, list[float]] = {}
        for code in [*likely, action]:
            if code not in leads:
                leads[code] = self.leads_after(state, code)
                yield
        mean = [sum(chance * leads[code][seat] for code, chance in likely.items()) for seat in range(players)]
        return [leads[action][seat] - mean[seat] for seat in range(players)]

    def leads_after(self, state: State, code: int) -> list[float]:
        """Every seat's lead after this outcome, played on by habit."""
        assert self.mind is not None
        mind, players = self.mind, int(self.mind.players)
        leads = [0.0] * players
        for sample in range(SAMPLES):
            copy = state.clone()
            mind.apply(copy, code)
            mind.finish_turn(copy, Dealer(self.seed + sample))
            points = vec[float]([0.0] * players)
            mind.appraise(copy, points)
            mind.weigh(points)
            leads = [leads[seat] + lead_of(points, mind.sides, seat) / SAMPLES for seat in range(players)]
        return leads


def means(tree: Tree) -> list[float]:
    """Expected points of every seat over all simulations of a tree."""
    players, root = int(tree.mind.players), tree.root
    total = max(1, int(root.total))
    return [sum(root.points[k * players + seat] for k in range(len(root.actions))) / total for seat in range(players)]


def worth(tree: Tree) -> list[float]:
    """Expected points of every seat in a position: after the best answer, or over everything chance may do."""
    if tree.root.player == CHANCE:
        return means(tree)
    return [float(value) for value in column(tree.root, tree.best(), tree.mind.players)]


Line = list[tuple[int, str]]
"""Who did what, in the order of the game."""


def review(game: Game, record: Record, simulations: int = SIMULATIONS, seed: int = 1) -> Review:
    """Look at a whole record again; `Refused` if it cannot be played."""
    line = [(entry.who, entry.text) for entry in replay(game, record).line]
    stretch = look(game, game.new(), line, 0, simulations, seed)
    return assemble(game, stretch.scores, stretch.steps, stretch.slips, stretch.fates)


@dataclass
class Stretch:
    """Some rows of a game looked at: up to which one, what was found, and the scores there."""

    upto: int
    scores: list[int]
    steps: list[Step] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)

    def amend(self, row: int, tree: Tree, earlier: tuple[Tree, State] | None) -> None:
        """The position after this row was looked at again: correct its point of the curve, and what its move cost.
        `earlier` is the position before the row, if a player moved there, with its search."""
        if not self.steps or self.steps[-1].row != row:
            return
        last = self.steps[-1]
        last.points = worth(tree)
        last.chances = chances_of(tree, last.points, [])
        last.leads, last.care = leads_of(tree, last.points), int(tree.root.total)
        if self.slips and self.slips[-1].row == row:
            self.slips.pop()
        if earlier is not None and last.who >= 0:
            self.slips += slip(earlier[0], last, earlier[1])


class Walk:
    """A look at the rows of a game, one after the other, that may be left at any moment and taken up where it was left.

    Each position is searched once, for the curve and for the move that follows. What looks like a mistake is looked at
    again with more care, before it is called one.

    `state` is the position before the first row; it is played on.
    """

    def __init__(
        self, game: Game, state: State, line: Line, after: int, simulations: int, seed: int, seconds: float = inf
    ) -> None:
        self.reviewer = Reviewer(game, simulations, seed, seconds)
        self.state = state
        self.line = line
        for _, text in line[:after]:
            state.apply(state.parse(text))
        self.found = Stretch(after, state.scores())
        self.rests = self._walk()
        """Each item is a moment to rest, one of them after each row."""

    def go_on(self, ends: float) -> bool:
        """Until the clock shows `ends` (`time.monotonic`), also in the middle of a row; is there more?"""
        return any(time.monotonic() >= ends for _ in self.rests)

    def _walk(self) -> Iterator[None]:
        game, state, line, reviewer, found = self.reviewer.game, self.state, self.line, self.reviewer, self.found
        after = found.upto
        begun = any(who >= 0 for who, _ in line[:after])
        tree, earlier = (yield from reviewer.tree_of(state)), None
        if after and tree is not None:
            found.steps.append(step_of(game, state, after, line[after - 1], tree))
        for row, (who, text) in enumerate(line[after:], after + 1):
            action, before = state.parse(text), state.clone()
            if who == CHANCE and begun and tree is not None:
                found.fates.append(Fate(row, (yield from reviewer.fate(state, action))))
            begun = begun or who >= 0
            state.apply(action)
            then = yield from reviewer.tree_of(state)
            if then is not None or state.current_player() == OVER:
                step = step_of(game, state, row, (who, text), then)
                if tree is not None and who >= 0:
                    made = slip(tree, step, before)
                    if made and made[0].cost >= AGAIN:
                        yield from reviewer.look_again(tree)
                        yield from reviewer.look_again(then)
                        found.amend(row - 1, tree, earlier)
                        step = step_of(game, state, row, (who, text), then)
                        made = slip(tree, step, before)
                    found.slips += made
                found.steps.append(step)
            tree, earlier = then, None if tree is None or who < 0 else (tree, before)
            found.upto, found.scores = row, state.scores()
            yield


def look(game: Game, state: State, line: Line, after: int, simulations: int, seed: int, ends: float = inf) -> Stretch:
    """Search the rows after `after` until the clock shows `ends`, at least one of them, each to its end.

    Stretches put together are the whole game: whoever looks at the next may be another process.
    """
    walk = Walk(game, state, line, after, simulations, seed)
    row = after
    for _ in walk.rests:
        if walk.found.upto > row:
            row = walk.found.upto
            if time.monotonic() >= ends:
                break
    return walk.found


def step_of(game: Game, state: State, row: int, move: tuple[int, str], tree: Tree | None) -> Step:
    """The point of the curve after a row."""
    points = worth(tree) if tree is not None else [float(score) for score in state.scores()]
    chances = chances_of(tree, points, game.shares(state.winners()))
    if tree is None:
        return Step(row, *move, points, chances)
    return Step(row, *move, points, chances, leads_of(tree, points), int(tree.root.total))


def leads_of(tree: Tree, points: list[float]) -> list[float]:
    return [float(tree.lead(points, seat)) for seat in range(int(tree.mind.players))]


def slip(tree: Tree, step: Step, state: State) -> list[Slip]:
    """What a move cost that was not the best, if only little: the fall of the curve between the positions before and
    after it."""
    better = state.text(int(tree.root.actions[tree.best()]))
    before = worth(tree)
    cost = tree.lead(before, step.who) - tree.lead(step.points, step.who)
    if better == step.move:
        return []
    chance = tree.chances(before)[step.who] - step.chances[step.who]
    return [Slip(step.row, step.who, step.move, better, float(cost), float(chance))]


def assemble(game: Game, scores: list[int], steps: list[Step], slips: list[Slip], fates: list[Fate]) -> Review:
    """The review that these steps, slips and fates make, in the order in which they were found."""
    steps, slips = joined(steps, slips)
    slips = [slip for slip in slips if slip.cost >= LEAST]
    worst = sorted(slips, key=lambda slip: -slip.cost)
    costliest = [one for one in worst if one in [other for other in worst if other.seat == one.seat][:COSTLIEST]]
    accounts = [
        Account(
            sum(fate.points[seat] for fate in fates), 0.0 - sum(one.cost for one in slips if one.seat == seat)
        )
        for seat in range(game.players)
    ]  # fmt: skip
    return Review(game.title, game.players, scores, steps, key_moments(steps), costliest, accounts)


def joined(steps: list[Step], slips: list[Slip]) -> tuple[list[Step], list[Slip]]:
    """One step for each row, and slips that cost what the curve falls by.

    Where one stretch ends and the next begins a row has a step of each: the end of the move before it, the beginning of
    the move after it. The one with more care stays, and the cost of the other's move is corrected by what they differ.
    """
    kept: dict[int, Step] = {}
    after: dict[int, Step] = {}  # with which the move of the row ended
    before: dict[int, Step] = {}  # with which the move of the next row began
    for step in steps:
        after.setdefault(step.row, step)
        before[step.row] = step
        if step.row not in kept or step.care >= kept[step.row].care:
            kept[step.row] = step
    found = []
    for slip in slips:
        cost, chance, seat = slip.cost, slip.chance, slip.seat
        for row, met, sign in ((slip.row, after, 1), (slip.row - 1, before, -1)):
            if row in met and met[row] is not kept[row]:
                cost += sign * (met[row].leads[seat] - kept[row].leads[seat])
                chance += sign * (met[row].chances[seat] - kept[row].chances[seat])
        found.append(replace(slip, cost=cost, chance=chance))
    return list(kept.values()), found


def chances_of(tree: Tree | None, points: list[float], shares: list[float]) -> list[float]:
    """Each seat's chance to win; certain, and what it has of the win, once the game is over."""
    return shares if tree is None else [float(chance) for chance in tree.chances(points)]


def key_moments(curve: list[Step]) -> list[int]:
    """The places of the curve after which some seat's chance to win changed most, in the order of the game.

    They lie apart: what one turn brings forth is one moment. What chance did is nobody's turning point.
    """
    swings = [
        (max(abs(now - then) for now, then in zip(curve[k].chances, curve[k - 1].chances, strict=True)), k)
        for k in range(1, len(curve))
        if curve[k].who >= 0
    ]
    apart = len(curve) // APART
    found: list[int] = []
    for _, k in sorted(swings, reverse=True):
        if len(found) < MOMENTS and all(abs(k - other) > apart for other in found):
            found.append(k)
    return sorted(found)
