"""Games for training: players who look one answer ahead or search, by hand-made appraisal or by a network, with whims.

A row is taken where the network will be asked later: in the Small World family when a turn has passed, in Terra
Mystica when somebody may act of their own will.
"""

from math import exp, log

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64
from tools.train.nets import ArrayNet

from terrarium import catalog
from terrarium.bots.minds import idle, searchable
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.search.learned import Digest
from terrarium.search.mind import Mind
from terrarium.search.smallworld.digest import FamilyDigest
from terrarium.search.smallworld.learned import LearnedFamilyMind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.terramystica.digest import TerraDigest
from terrarium.search.terramystica.learned import LearnedTerraMind
from terrarium.search.terramystica.mind import TerraMind
from terrarium.search.terramystica.opening import likely_factions
from terrarium.search.tree import Tree
from terrarium.smallworld.core.data import SEAT
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.terramystica.data import top_of
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.layout import F_MAIN, HEIGHT

FAMILY = ("small-world", "underground", "warcraft")
WIN = 4.0
"""How many points a unit of the logit of a win counts when an answer is chosen."""

QUICK = 8
"""Most answers of a searching player are given after this part of its simulations; what they led to still counts."""
DEEP = 0.25
"""Share of the answers that get all of them; what the tree expects there is learnt from too."""
RIVALS = 1
"""Terra Mystica: answers of the other seats that a search tries."""

Half = npt.NDArray[np.float16]


def digest_of(game: Game) -> Digest:
    return FamilyDigest(game.kit) if isinstance(game, FamilyGame) else TerraDigest(game.players)


class Player:
    """Looks one answer ahead. `whim`: points by which a worse answer is easily taken for a better one."""

    def __init__(
        self,
        game: Game,
        net: ArrayNet | None,
        dealer: Dealer,
        whim: float = 0.0,
        slips: float = 0.0,
        simulations: int = 0,
        greed: float = 0.0,
        moods: float = 0.0,
    ) -> None:
        self.net = net
        self.dealer = dealer
        self.whim = whim
        self.slips = slips
        self.simulations = simulations if net is not None else 0
        """0: one answer ahead; otherwise a tree of up to so many simulations decides, and whims among what it tried."""
        self.expected: list[float] = []
        """Final points of every seat as the tree of the last answer expects them; empty where it was not deep."""
        self.moods = moods
        """Terra Mystica: how often any faction is as good as another. Who played the favourite four alone would learn
        nothing of the others."""
        self.mind: Mind
        if isinstance(game, FamilyGame):
            self.mind = FamilyMind(game.kit) if net is None else LearnedFamilyMind(game.kit, net)
        else:
            self.mind = (
                TerraMind(game.players)
                if net is None
                else LearnedTerraMind(game.players, net, greed=greed, rivals=RIVALS)
            )
        self.greedy = Greedy(self.mind)

    def chance(self) -> float:
        return float(self.dealer.below(1_000_000)) / 1e6

    def answer(self, state: State) -> int:
        self.expected = []
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.slips and self.chance() < self.slips:
            return legal[int(self.dealer.below(len(legal)))]
        thinking = searchable(state)
        if thinking.current_player() != state.current_player():
            return idle(state, legal)
        if isinstance(thinking, TerraMystica) and self.mind.varies(thinking):
            return self.faction(thinking)
        actions, values = self.looked(thinking)
        place = self.pick(values)
        return actions[place] if actions[place] in legal else idle(state, legal)

    def faction(self, s: TerraMystica) -> int:
        """Drawn as bots draw it, by the set-up."""
        codes = [int(code) for code in self.mind.legal(s)]
        if self.chance() < self.moods:
            return codes[int(self.dealer.below(len(codes)))]
        left = self.chance()
        for code, likely in zip(codes, likely_factions(s, vec[i64](codes)), strict=True):
            left -= float(likely)
            if left < 0:
                return code
        return codes[-1]

    def looked(self, s: State) -> tuple[list[int], list[float]]:
        mind = self.mind
        if self.net is None:
            glance = self.greedy.look(s)
            return [int(a) for a in glance.actions], [float(x) for x in glance.leads]
        if self.simulations:
            return self.searched(s)
        # Looked at once: priors by the network would look twice.
        if isinstance(mind, LearnedFamilyMind):
            assert isinstance(s, Position)
            fan = FamilyMind.fan(mind, s)
            actions = [int(a) for a in fan.actions[: fan.wide]]
            if fan.settled or len(actions) == 1:
                return actions[:1], [0.0]
            said = mind.look(s, fan, self.dealer)
        else:
            assert isinstance(mind, LearnedTerraMind)
            assert isinstance(s, TerraMystica)
            codes = mind.legal(s)
            fan = mind.promising(s, codes, mind.who(s))
            actions = [int(a) for a in fan.actions[: fan.wide]]
            if len(actions) == 1:
                return actions, [0.0]
            said = mind.look(s, fan.actions[: fan.wide], self.dealer)
        return actions, [float(said[2 * k]) + WIN * float(said[2 * k + 1]) for k in range(len(actions))]

    def searched(self, s: State) -> tuple[list[int], list[float]]:
        """What the tree tried, with the logarithm of its visits."""
        tree = Tree(self.mind, s, int(self.dealer.below(1 << 30)), self.mind.explore)
        root = tree.root
        actions = [int(a) for a in root.actions]
        if len(actions) == 1:
            return actions, [0.0]
        deep = self.chance() < DEEP
        tree.run(self.simulations if deep else max(1, self.simulations // QUICK))
        if deep:
            players, total = int(self.mind.players), float(root.total)
            sums = np.frombuffer(root.points, dtype=np.float64).reshape(-1, players)  # type: ignore[call-overload]
            self.expected = [float(x) / total for x in sums.sum(axis=0)]
        tried = int(root.wide)
        return [int(a) for a in root.actions[:tried]], [log(0.5 + float(times)) for times in root.visits[:tried]]

    def pick(self, values: list[float]) -> int:
        if self.whim <= 0.0 or len(values) == 1:
            return max(range(len(values)), key=lambda k: values[k])
        top = max(values)
        weights = [exp((value - top) / self.whim) for value in values]
        left = self.chance() * sum(weights)
        for k, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return k
        return len(values) - 1


def play(game: Game, sides: list[Player], dealer: Dealer, rows: "Rows | None" = None) -> State:
    """A whole game; `rows` is shown every position in which a row may be taken, and what a search expected there."""
    state = game.new()
    mover = -1
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        taken = False
        if rows is not None:
            if isinstance(state, Position):
                if mover not in (-1, int(state.v[SEAT])):
                    taken = rows.take(state)
                mover = int(state.v[SEAT])
            elif isinstance(state, TerraMystica) and state.v[HEIGHT] > 0 and state.v[top_of(state.v)] <= F_MAIN:
                taken = rows.take(state)
        action = sides[player].answer(state)
        if taken and rows is not None and sides[player].expected:
            rows.expected[-1] = sides[player].expected
        state.apply(action)
    return state


class Rows:
    """Rows of one game with what came of it."""

    def __init__(self, game: Game, dealer: Dealer, share: float, trust: float = 0.0) -> None:
        self.digest = digest_of(game)
        self.dealer = dealer
        self.share = share
        self.trust = trust
        """How much of what a row learns is what the search expected there; the rest is what came later."""
        self.rows: list[Half] = []
        self.have: list[list[float]] = []
        self.expected: list[list[float]] = []

    def take(self, state: State) -> bool:
        """Take a row, or by chance none."""
        if float(self.dealer.below(1000)) >= 1000 * self.share:
            return False
        self.digest.write(state)
        width = int(self.digest.width)
        rows = np.frombuffer(self.digest.rows, dtype=np.float64).reshape(-1, width)  # type: ignore[call-overload]
        self.rows.append(rows.astype(np.float16))
        self.have.append([float(self.digest.points(state, seat)) for seat in range(int(self.digest.players))])
        self.expected.append([])
        return True

    def outcome(self, state: State) -> tuple[Half, Half, Half]:
        """Rows, points still gained, share of the win."""
        scores = [float(score) for score in state.scores()]
        winners = state.winners()
        share = np.zeros(len(scores), dtype=np.float16)
        share[winners] = 1.0 / len(winners)
        ends = traced(scores, self.expected, self.trust)
        gains = (np.array(ends, dtype=np.float32) - np.array(self.have, dtype=np.float32)).astype(np.float16)
        return np.stack(self.rows), gains, np.tile(share, (len(self.rows), 1))


def traced(scores: list[float], expected: list[list[float]], trust: float) -> list[list[float]]:
    """Final points that each row learns, backwards from the end: a little of what its search expected, the rest of what
    the row after it learns. So luck and slips of much later count less than what followed soon."""
    found: list[list[float]] = []
    for row in reversed(expected):
        if row:
            scores = [(1.0 - trust) * late + trust * soon for late, soon in zip(scores, row, strict=True)]
        found.append(scores)
    return found[::-1]


def table(title: str, players: int, seed: int) -> Game:
    """A game of a title on a map the seed draws."""
    return catalog.game(title, players, catalog.title(title).draw(players, seed), {})


def drawn(dealer: Dealer, family: bool) -> tuple[str, int]:
    """Which title with how many players comes next."""
    if family:
        return FAMILY[int(dealer.below(3))], (2, 2, 2, 3, 4, 5)[int(dealer.below(6))]
    return "terra-mystica", (2, 3, 4, 4, 4, 4, 5)[int(dealer.below(7))]
