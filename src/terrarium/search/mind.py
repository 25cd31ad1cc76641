"""What a search must know of a family of games: who moves, what is worth trying, and what a position is worth.

A `Mind` is the only thing `greedy` and `tree` ask; each family brings its own. Points are the game's own (coins, VP):
`appraise` tells the expected final points of every seat.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import UNKNOWN

PRECISE: Final[i64] = 1_000_000
EXPLORE: Final = 1.1
WIDER: Final = 50.0


class Fan:
    """Answers worth trying with their prior weights; for chance: outcomes and probabilities.

    `settled` says that the first answer is as good as decided: nothing is gained by searching here. The first `wide`
    answers are tried at once, and their weights sum to 1; the others, likeliest first, as a search goes on.
    """

    actions: vec[i64]
    priors: vec[float]
    settled: bool
    wide: i64

    def __init__(self, actions: vec[i64], priors: vec[float], settled: bool = False, wide: i64 = -1) -> None:
        self.actions = actions
        self.priors = priors
        self.settled = settled
        self.wide = wide if wide >= 0 else i64(len(actions))


class Mind:
    """The knowledge of one family. The defaults work for every title of the contract, without knowing anything."""

    players: i64
    sides: vec[i64]
    """The side of each seat: those of one side are no opponents."""
    spreads: list[float]
    """How uncertain expectations are, round by round, where chances to win are told (`chances`)."""
    explore: float
    """How much a tree tries what its priors like and it has not tried: less where chances differ less."""
    wider: float
    """One more answer than at once is tried with so many visits of its question, the next with 4 times as many, then 9
    times, and so on."""
    slow_fan: bool
    """A fan costs much more than an appraisal: a tree asks for it only when it comes to a position again."""
    mine: i64
    """The seat that a tree thinks for, set by the tree; -1 as long as there is none."""
    one_sided: bool
    """It looks less closely at the others' answers than at those of the seat it thinks for: of no use to them."""

    def __init__(self, players: i64, sides: list[int] | None = None) -> None:
        self.players = players
        self.spreads = UNKNOWN
        self.explore = EXPLORE
        self.wider = WIDER
        self.slow_fan = False
        self.mine = -1
        self.one_sided = False
        self.sides = vec[i64](list(range(int(players))) if sides is None else sides)

    def who(self, s: State) -> i64:
        """The seat that must answer, or CHANCE, or OVER."""
        return s.current_player()

    def apply(self, s: State, code: i64) -> None:
        s.apply(int(code))

    def legal(self, s: State) -> vec[i64]:
        """Every legal answer."""
        return vec[i64](s.legal_actions())

    def fan(self, s: State) -> Fan:
        """What a seat may try here, with priors."""
        codes = self.legal(s)
        return Fan(codes, even(len(codes)))

    def glance(self, s: State) -> Fan:
        """The same for somebody who looks at nothing but the appraisal after each answer."""
        return self.fan(s)

    def matter(self, s: State) -> i64:
        """Which small matter a question belongs to, that is searched only when it is what is asked; further on it is
        answered at a glance. 0: none, it is always searched."""
        return 0

    def outcomes(self, s: State) -> Fan:
        """What chance may do here, with probabilities."""
        codes = vec[i64]()
        weights = vec[float]()
        total = 0.0
        for code, weight in s.chance_outcomes():
            codes = append(codes, code)
            weights = append(weights, float(weight))
            total += weight
        k: i64 = 0
        while k < len(weights):
            weights[k] /= total
            k += 1
        return Fan(codes, weights)

    def appraise(self, s: State, points: vec[float]) -> None:
        """Write the expected final points of every seat into `points`."""
        k: i64 = 0
        for score in s.scores():
            points[k] = float(score)
            k += 1

    def weigh(self, points: vec[float]) -> None:
        """Turn the points of the last appraisal, in place, into what decides the win: each seat's own, unless sides
        make something else of them."""

    def outlook(self, s: State, doubt: float, points: vec[float], chances: vec[float]) -> None:
        """What a leaf of a search is worth: the expected final points of every seat and what it strives for (its chance
        to win, if nothing else is said), if an appraisal may be wrong by `doubt` points."""
        self.appraise(s, points)
        weighed = points[:]
        self.weigh(weighed)
        prospects(weighed, self.sides, doubt, chances)

    def doubt(self, s: State) -> float:
        """How many points an appraisal of this position may be wrong by; small near the end."""
        return 10.0

    def left(self, s: State) -> float:
        """Rounds that are still to come after this one."""
        return 0.0

    def varies(self, s: State) -> bool:
        """Is this a question of taste, where a bot draws its answer by the priors and does not always give the best?"""
        return False

    def open_ended(self, s: State) -> bool:
        """Is a seat in the middle of something that must be answered before an appraisal means much?"""
        return False

    def settle(self, s: State, seat: i64) -> None:
        """Answer as habit has it what a seat is asked of the small matter it is in the middle of, so that an appraisal
        means something."""

    def finish_turn(self, s: State, dealer: Dealer) -> None:
        """Play on as habit has it until the turn passes, so that appraisals are made at comparable moments."""

    def fingerprint(self, s: State) -> int:
        """Equal for equal positions, and practically never for others."""
        return hash(str(s.dump()))

    def sources(self, s: State, seat: i64) -> list[tuple[str, float]]:
        """Where the expected points of a seat come from: code and points, largest first."""
        return [("now", float(s.scores()[int(seat)]))]


def even(n: i64) -> vec[float]:
    """Equal weights for `n` answers."""
    weights = vec[float](capacity=n)
    k: i64 = 0
    while k < n:
        weights = append(weights, 1.0 / float(n))
        k += 1
    return weights


def fallen(actions: vec[i64], chances: vec[float], dealer: Dealer) -> i64:
    """The place of an outcome of chance, by its probability."""
    left = float(dealer.below(PRECISE)) / float(PRECISE)
    last: i64 = len(actions) - 1
    k: i64 = 0
    while k < last:
        left -= chances[k]
        if left < 0.0:
            return k
        k += 1
    return last


def softmax(logits: vec[float]) -> vec[float]:
    """Weights from logits, in place."""
    n: i64 = len(logits)
    top = -1e30
    k: i64 = 0
    while k < n:
        if logits[k] > top:
            top = logits[k]
        k += 1
    total = 0.0
    k = 0
    while k < n:
        logits[k] = exp(logits[k] - top)
        total += logits[k]
        k += 1
    k = 0
    while k < n:
        logits[k] /= total
        k += 1
    return logits


def prospects(points: vec[float], sides: vec[i64], doubt: float, out: vec[float]) -> None:
    """What each seat strives for in a search, from 0 to 1: to be ahead of the best other side. Chances that are told to
    people are those of `chances`."""
    n: i64 = len(points)
    seat: i64 = 0
    while seat < n:
        lead = lead_of(points, sides, seat) / doubt
        if lead > 30.0:
            lead = 30.0
        elif lead < -30.0:
            lead = -30.0
        out[seat] = 1.0 / (1.0 + exp(-lead))
        seat += 1


def lead_of(points: vec[float], sides: vec[i64], seat: i64) -> float:
    """A seat's points less those of the best seat of another side; its points where there is no other side."""
    best = -1e30
    other: i64 = 0
    while other < len(points):
        if sides[other] != sides[seat] and points[other] > best:
            best = points[other]
        other += 1
    return points[seat] - best if best > -1e30 else points[seat]


def ordered(codes: vec[i64], priors: vec[float], wide: i64) -> Fan:
    """All answers, likeliest first; the weights of the first `wide` sum to 1 again, the others follow in proportion."""
    n: i64 = len(codes)
    wide = wide if wide < n else n
    kept = vec[i64](capacity=n)
    weights = vec[float](capacity=n)
    total = 0.0
    taken = vec[i64]([0] * int(n))
    while len(kept) < n:
        best: i64 = -1
        k: i64 = 0
        while k < n:
            if not taken[k] and (best < 0 or priors[k] > priors[best]):
                best = k
            k += 1
        taken[best] = 1
        if len(kept) < wide:
            total += priors[best]
        kept = append(kept, codes[best])
        weights = append(weights, priors[best])
    k = 0
    while k < n:
        weights[k] /= total
        k += 1
    return Fan(kept, weights, False, wide)


def fewer(fan: Fan, wide: i64) -> Fan:
    """The same answers, likeliest first, but only so many of them at once."""
    total = 0.0
    k: i64 = 0
    while k < wide:
        total += fan.priors[k]
        k += 1
    priors = vec[float](capacity=len(fan.priors))
    for prior in fan.priors:
        priors = append(priors, prior / total)
    return Fan(fan.actions, priors, fan.settled, wide)


def likeliest(codes: vec[i64], logits: vec[float]) -> i64:
    """The answer with the largest logit, the first of equals."""
    best: i64 = 0
    k: i64 = 1
    while k < len(logits):
        if logits[k] > logits[best]:
            best = k
        k += 1
    return codes[best]


def mixed(v: vec[i64]) -> int:
    """A number of 60 bits that differs, for all that matters, when one of the numbers does."""
    high: i64 = 7
    low: i64 = 11
    for value in v:
        high = (high * 1_000_003 + value) & 0xFFFFFFFFFF
        low = (low * 131_071 + (value ^ (value >> 29))) & 0x3FFFFFFFFFF
    return (int(high) << 20) ^ int(low)


def is_player(who: i64) -> bool:
    return who != CHANCE and who != OVER
