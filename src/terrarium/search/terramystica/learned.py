"""A mind of Terra Mystica that believes a network: nothing is played on but the questions an action has raised."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import numbers_of
from terrarium.search.learned import ANSWERS, Net, inclined
from terrarium.search.mind import Fan, even, fewer, ordered, softmax
from terrarium.search.terramystica.digest import TerraDigest
from terrarium.search.terramystica.mind import WARMTH, TerraMind, tried
from terrarium.search.terramystica.opening import likely_factions
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.data import top_of
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.layout import F_MAIN, HEIGHT
from terrarium.terramystica.phases.flow import answer

MOST_LOOKED: Final[i64] = 8
"""Answers that are tried at once, unless told otherwise."""
RIVALS: Final[i64] = 1
"""So many of the other seats: at first they are thought to give the answer that the network likes best, and one's own
plans are seen further. Between two of one's own actions lie three or four of others."""
GREED: Final = 0.5
"""Points and the win count alike: chances of four seats differ by hundredths from answer to answer, points by more."""


class LearnedTerraMind(TerraMind):
    """The hand-made appraisal of the mover's own points says what is worth a look; the network says the rest."""

    net: Net
    digest: TerraDigest
    warmth: float
    """How sharply priors follow what the network says: the logit of a point."""
    greed: float
    """What a seat strives for: 0 the win alone, 1 points alone, 100 of them counting as much as the win."""
    most: i64
    """Answers that are tried at once."""
    rivals: i64
    """Answers of the other seats that are: the fewer, the further one's own plans are seen."""

    def __init__(
        self,
        players: i64,
        net: Net,
        warmth: float = 0.7,
        greed: float = GREED,
        most: i64 = MOST_LOOKED,
        rivals: i64 = RIVALS,
    ) -> None:
        super().__init__(players)
        self.spreads = numbers_of("terra-mystica", players, True)
        self.warmth = warmth
        self.greed = greed
        self.most = most
        self.rivals = rivals
        self.slow_fan = True
        self.one_sided = rivals < most
        self.explore = 0.1
        self.net = net
        self.digest = TerraDigest(players)

    def quiet(self, s: TerraMystica, dealer: Dealer) -> None:
        """Answer by habit what an action has raised, until somebody may act of their own will."""
        v = s.v
        while v[HEIGHT] > 0 and (v[top_of(v)] > F_MAIN or v[top_of(v) + 1] == CHANCE):
            if v[top_of(v) + 1] == CHANCE:
                n = fill(s)
                answer(s, s.out[dealer.below(n)])
            else:
                answer(s, self.habit(s))

    def finish_turn(self, s: State, dealer: Dealer) -> None:
        assert isinstance(s, TerraMystica)
        self.quiet(s, dealer)

    def appraise(self, s: State, points: vec[float]) -> None:
        assert isinstance(s, TerraMystica)
        if s.v[HEIGHT] == 0:
            super().appraise(s, points)
        else:
            self.digest.appraise(s, self.net, points, self.trial)

    def outlook(self, s: State, doubt: float, points: vec[float], chances: vec[float]) -> None:
        assert isinstance(s, TerraMystica)
        if s.v[HEIGHT] == 0:
            super().outlook(s, doubt, points, chances)
        else:
            self.digest.appraise(s, self.net, points, chances)
        if self.greed > 0.0:
            seat: i64 = 0
            while seat < self.players:
                chances[seat] = (1.0 - self.greed) * chances[seat] + self.greed * 0.01 * points[seat]
                seat += 1

    def fan(self, s: State) -> Fan:
        assert isinstance(s, TerraMystica)
        codes = self.legal(s)
        if len(codes) == 1:
            return Fan(codes, even(1), True)
        seat = self.who(s)
        if self.varies(s):
            # A question of taste: before anybody has built the network has a favourite four, whatever the set-up.
            fan = ordered(codes, likely_factions(s, codes), len(codes))
        else:
            fan = self.promising(s, codes, seat)
            fan = inclined(fan, self.look(s, fan.actions[: fan.wide], Dealer(self.fingerprint(s))), self.warmth)
        if self.mine >= 0 and seat != self.mine and self.rivals < fan.wide:
            return fewer(fan, self.rivals)
        return fan

    def promising(self, s: TerraMystica, codes: vec[i64], seat: i64) -> Fan:
        """The answers that the network is asked about are those to try at once."""
        if self.most >= len(codes):
            return Fan(codes, even(len(codes)))
        self.worth.survey(s)
        logits = vec[float](capacity=len(codes))
        for code in codes:
            copy = tried(s)
            answer(copy, code)
            logits = append(logits, WARMTH * self.settled(copy, seat, 0, True))
        return ordered(codes, softmax(logits), self.most)

    def look(self, s: TerraMystica, codes: vec[i64], dealer: Dealer) -> vec[float]:
        """What the network says of the mover's own row after each answer: points at the end, logit of a win."""
        seat = self.who(s)
        digest = self.digest
        width = digest.width
        rows = vec[float]([0.0] * int(width * len(codes)))
        have = vec[float](capacity=len(codes))
        k: i64 = 0
        for code in codes:
            copy = s.clone()
            assert isinstance(copy, TerraMystica)
            answer(copy, code)
            self.quiet(copy, dealer)
            digest.read(copy)
            digest.compose(copy, seat, k * width, rows)
            have = append(have, digest.points(copy, seat))
            k += 1
        said = vec[float](self.net(rows))
        k = 0
        while k < len(codes):
            said[k * ANSWERS] += have[k]
            k += 1
        return said


def learned_for(state: State, net: Net) -> TerraMind | None:
    """The mind of a position that believes this network."""
    assert isinstance(state, TerraMystica)
    return LearnedTerraMind(state.game.players, net)
