"""The mind of Terra Mystica: every answer is carried out on a copy and appraised; the best few are worth searching."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import numbers_of
from terrarium.search.mind import Fan, Mind, even, lead_of, mixed, ordered, softmax
from terrarium.search.terramystica.opening import likely_factions
from terrarium.search.terramystica.worth import USUAL, Worth
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.codes import DONE
from terrarium.terramystica.data import top_of
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.layout import F_FACTION, F_LEECH, F_MAIN, HEIGHT, ROUND
from terrarium.terramystica.phases.flow import answer

WARMTH: Final = 0.9
"""How sharply priors follow appraisals: the logit of a point."""
MOST_TRIED: Final[i64] = 8
"""Answers that are tried at once."""
DEEP: Final[i64] = 3
"""Questions of one's own that are answered on the way to an appraisal."""


def tried(s: TerraMystica) -> TerraMystica:
    """A copy to try an answer on and throw away: it borrows the buffer of the position, whose list has been read."""
    copy = TerraMystica(s.game, s.v[:])
    copy.out = s.out
    return copy


class TerraMind(Mind):
    """Knows every faction through the tables of the game."""

    worth: Worth
    trial: vec[float]
    horizon: i64
    """Rounds after this one that are played on before an appraisal."""

    def __init__(self, players: i64, weights: list[float] | None = None, horizon: i64 = 6) -> None:
        super().__init__(players)
        self.horizon = horizon
        self.worth = Worth(USUAL if weights is None else weights)
        self.trial = vec[float]([0.0] * int(players))
        self.spreads = numbers_of("terra-mystica", players)

    def who(self, s: State) -> i64:
        assert isinstance(s, TerraMystica)
        v = s.v
        if v[HEIGHT] == 0:
            return OVER
        return v[top_of(v) + 1]

    def apply(self, s: State, code: i64) -> None:
        assert isinstance(s, TerraMystica)
        answer(s, code)

    def legal(self, s: State) -> vec[i64]:
        assert isinstance(s, TerraMystica)
        n = fill(s)
        return s.out[:n]

    def outcomes(self, s: State) -> Fan:
        codes = self.legal(s)
        return Fan(codes, even(len(codes)))

    def appraise(self, s: State, points: vec[float]) -> None:
        assert isinstance(s, TerraMystica)
        self.worth.appraise(s, points)

    def doubt(self, s: State) -> float:
        assert isinstance(s, TerraMystica)
        v = s.v
        if v[HEIGHT] == 0:
            return 0.3
        return 2.5 + 1.0 * float(6 - v[ROUND])

    def left(self, s: State) -> float:
        assert isinstance(s, TerraMystica)
        return float(6 - s.v[ROUND])

    def fingerprint(self, s: State) -> int:
        assert isinstance(s, TerraMystica)
        return mixed(s.v)

    def fan(self, s: State) -> Fan:
        assert isinstance(s, TerraMystica)
        codes = self.legal(s)
        if len(codes) == 1:
            return Fan(codes, even(1), True)
        if self.varies(s):
            return Fan(codes, likely_factions(s, codes))
        seat = self.who(s)
        logits = vec[float](capacity=len(codes))
        for code in codes:
            copy = tried(s)
            answer(copy, code)
            logits = append(logits, WARMTH * self.settled(copy, seat, 0, False))
        return ordered(codes, softmax(logits), MOST_TRIED)

    def varies(self, s: State) -> bool:
        assert isinstance(s, TerraMystica)
        v = s.v
        return v[HEIGHT] > 0 and v[top_of(v)] == F_FACTION

    def settled(self, s: TerraMystica, seat: i64, depth: i64, own: bool) -> float:
        """The seat's lead, or its own points, once it has answered well the questions its action raises."""
        v = s.v
        if depth < DEEP and v[HEIGHT] > 0:
            top = top_of(v)
            if v[top + 1] == seat and v[top] > F_MAIN and v[top] != F_LEECH:
                best = -1e30
                for code in self.legal(s):
                    copy = tried(s)
                    answer(copy, code)
                    value = self.settled(copy, seat, depth + 1, own)
                    if value > best:
                        best = value
                return best
        if own:
            return self.worth.own(s, seat)
        self.worth.appraise(s, self.trial)
        return lead_of(self.trial, self.sides, seat)

    def finish_turn(self, s: State, dealer: Dealer) -> None:
        assert isinstance(s, TerraMystica)
        v = s.v
        last = v[ROUND] + self.horizon
        while v[HEIGHT] > 0 and v[ROUND] <= last:
            if v[top_of(v) + 1] == CHANCE:
                n = fill(s)
                answer(s, s.out[dealer.below(n)])
            else:
                answer(s, self.habit(s))

    def habit(self, s: TerraMystica) -> i64:
        """The answer that looks best for the seat itself."""
        codes = self.legal(s)
        if len(codes) == 1:
            return codes[0]
        seat = s.v[top_of(s.v) + 1]
        self.worth.survey(s)
        best: i64 = codes[0]
        top = -1e30
        for code in codes:
            copy = tried(s)
            answer(copy, code)
            value = self.settled(copy, seat, 0, True)
            if value > top:
                top = value
                best = code
        return best

    def open_ended(self, s: State) -> bool:
        assert isinstance(s, TerraMystica)
        v = s.v
        if v[HEIGHT] == 0:
            return False
        top = top_of(v)
        return v[top + 1] != CHANCE and v[top] > F_MAIN and v[top] != F_LEECH

    def sources(self, s: State, seat: i64) -> list[tuple[str, float]]:
        assert isinstance(s, TerraMystica)
        return self.worth.sources(s, seat)


def mind_for(state: State, patience: int) -> Mind:
    """The mind of a position; it plays on for rounds, whatever the `patience` in turns."""
    assert isinstance(state, TerraMystica)
    return TerraMind(state.game.players)


def idle(state: State, legal: list[int]) -> int:
    """The answer to a question that only people are asked: to do nothing more."""
    return int(DONE) if DONE in legal else legal[0]


def searchable(state: State) -> State:
    """The position as the search wants it: without answers that only people need."""
    assert isinstance(state, TerraMystica)
    return state.lean(True)
