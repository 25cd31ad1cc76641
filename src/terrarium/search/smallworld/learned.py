"""A mind of the Small World family that believes a network, which it asks when a turn has passed."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import numbers_of
from terrarium.search.learned import ANSWERS, Net, inclined
from terrarium.search.mind import Fan
from terrarium.search.smallworld.digest import FamilyDigest
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.smallworld.core.codes import F_OVER, kind_of
from terrarium.smallworld.core.flow import asked, carry_out
from terrarium.smallworld.core.game import Position
from terrarium.smallworld.core.kit import Kit


class LearnedFamilyMind(FamilyMind):
    """Habit carries the small answers to the end of the turn; the network values what is there then."""

    net: Net
    digest: FamilyDigest
    warmth: float
    """How sharply priors follow what the network says: the logit of a point; 0: as habit has it."""

    def __init__(self, kit: Kit, net: Net, warmth: float = 0.2) -> None:
        super().__init__(kit, None, 1)
        self.spreads = numbers_of(kit.title, kit.players, True)
        self.explore = 0.7
        self.warmth = warmth
        self.net = net
        self.digest = FamilyDigest(kit)

    def outlook(self, s: State, doubt: float, points: vec[float], chances: vec[float]) -> None:
        assert isinstance(s, Position)
        if kind_of(s.top()) == F_OVER:
            super().outlook(s, doubt, points, chances)
            return
        self.digest.appraise(s, self.net, points, chances)

    def fan(self, s: State) -> Fan:
        assert isinstance(s, Position)
        fan = super().fan(s)
        if fan.settled or fan.wide == 1 or self.warmth == 0.0:
            return fan
        return inclined(fan, self.look(s, fan, Dealer(self.fingerprint(s))), self.warmth)

    def look(self, s: Position, fan: Fan, dealer: Dealer) -> vec[float]:
        """What the network says of the mover's own row after each answer tried at once and the rest of its turn."""
        seat = asked(s)
        digest = self.digest
        width = digest.width
        n = fan.wide
        rows = vec[float]([0.0] * int(width * n))
        have = vec[float]([0.0] * int(n))
        over = vec[i64]([0] * int(n))
        k: i64 = 0
        while k < n:
            copy = Position(s.kit, s.v[:])
            carry_out(copy, fan.actions[k])
            self.finish_turn(copy, dealer)
            digest.read(copy)
            digest.compose(copy, seat, k * width, rows)
            have[k] = digest.points(copy, seat)
            over[k] = 1 if kind_of(copy.top()) == F_OVER else 0
            k += 1
        said = vec[float](self.net(rows))
        k = 0
        while k < n:
            if over[k]:
                said[k * ANSWERS] = 0.0
            said[k * ANSWERS] += have[k]
            k += 1
        return said


def learned_for(state: State, net: Net) -> FamilyMind | None:
    """The mind of a position that believes this network; None where seats play for one side: it has not learnt that."""
    assert isinstance(state, Position)
    kit = state.kit
    if kit.wild >= 0 or kit.contest.name:
        return None
    return LearnedFamilyMind(kit, net)
