"""The mind of the Small World family: what is worth trying at each question, and the appraisal of `worth`."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.chances import numbers_of
from terrarium.search.mind import Fan, Mind, even, lead_of, likeliest, mixed, ordered, softmax
from terrarium.search.smallworld.garrison import WAYS, Garrison
from terrarium.search.smallworld.worth import W_DOUBT, W_DOUBT_ROUND, Worth, weights_of
from terrarium.smallworld.core.codes import (
    ABANDON,
    ACTIVE,
    CONQUER,
    DEPLOY,
    DIE,
    F_CONQUEST,
    F_DEPLOY,
    F_OVER,
    F_RETREAT,
    STOP,
    action,
    kind_of,
    number_in,
    region_of,
    tribe_in,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ARMED,
    COINS,
    HAND,
    HOLDER,
    MODE,
    OWNER,
    ROLLED,
    ROUND,
    SEAT,
    TOKENS,
    Data,
)
from terrarium.smallworld.core.flow import asked, carry_out, legal, weight
from terrarium.smallworld.core.folds import is_non_empty, price
from terrarium.smallworld.core.game import Position
from terrarium.smallworld.core.kit import Crew, Kit
from terrarium.smallworld.core.phases.deploy import deploy_region
from terrarium.smallworld.core.phases.score import tokens_on_map

DIE_HELPS: Final[vec[float]] = vec[float]([1.0, 0.5, 1.0 / 3.0, 1.0 / 6.0])
"""Chance that the reinforcement die makes up for so many tokens."""
MOST_TRIED: Final[i64] = 12
"""Steps of a conquest that are tried at once."""
MOST_LOOKED: Final[i64] = 6
"""Answers to other questions that are."""
MOST_LEFT: Final[i64] = 2
"""Regions that are."""
LEAVING: Final = -0.5
"""The logit of leaving a region, before what it pays is taken off."""
LATER: Final = -3.0
"""And that is added for regions that are not tried at once: they come after everything else."""


class FamilyMind(Mind):
    """Knows every title of the family through its kit."""

    kit: Kit
    worth: Worth
    trial: vec[float]
    rival: float
    """Expected coins of the race that nobody plays, from the last appraisal."""
    turns: i64
    """Turns that are played on by habit before an appraisal, the present one included."""
    garrison: Garrison
    ways: i64
    """Ways to redeploy that a search weighs; 1: habit alone decides."""
    leaves: i64
    """Regions that a search thinks of leaving at once; 0: it never leaves any."""

    def __init__(self, kit: Kit, weights: list[float] | None = None, turns: i64 = 1) -> None:
        super().__init__(kit.players, kit.contest.sides)
        self.rival = 0.0
        self.turns = turns
        self.kit = kit
        self.worth = Worth(kit, weights_of(kit.title) if weights is None else weights)
        self.garrison = Garrison(self.worth)
        self.ways = WAYS
        self.leaves = MOST_LEFT
        self.trial = vec[float]([0.0] * int(kit.players))
        self.spreads = numbers_of(kit.title, kit.players)

    def who(self, s: State) -> i64:
        assert isinstance(s, Data)
        return asked(s)

    def apply(self, s: State, code: i64) -> None:
        assert isinstance(s, Data)
        carry_out(s, code)

    def legal(self, s: State) -> vec[i64]:
        assert isinstance(s, Data)
        return legal(s)

    def outcomes(self, s: State) -> Fan:
        assert isinstance(s, Data)
        codes = legal(s)
        weights = vec[float](capacity=len(codes))
        total = 0.0
        for code in codes:
            total += float(weight(s, code))
        for code in codes:
            weights = append(weights, float(weight(s, code)) / total)
        return Fan(codes, weights)

    def appraise(self, s: State, points: vec[float]) -> None:
        assert isinstance(s, Data)
        if kind_of(s.top()) == F_OVER:
            seat: i64 = 0
            while seat < self.players:
                # The tie-break decides among equals and weighs nothing otherwise.
                points[seat] = float(s.v[COINS + seat]) + 0.01 * float(tokens_on_map(s, seat))
                seat += 1
        else:
            self.worth.appraise(s, points)
        if self.kit.wild >= 0:
            self.rival = self.worth.rival(s)

    def weigh(self, points: vec[float]) -> None:
        self.kit.contest.weigh(points, self.rival)

    def doubt(self, s: State) -> float:
        assert isinstance(s, Data)
        if kind_of(s.top()) == F_OVER:
            return 0.15
        w = self.worth.w
        return w[W_DOUBT] + w[W_DOUBT_ROUND] * float(self.kit.rounds - s.v[ROUND])

    def left(self, s: State) -> float:
        assert isinstance(s, Data)
        return float(self.kit.rounds - s.v[ROUND])

    def open_ended(self, s: State) -> bool:
        assert isinstance(s, Data)
        return s.v[ARMED] != 0 or s.v[ROLLED] != 0

    def settle(self, s: State, seat: i64) -> None:
        assert isinstance(s, Data)
        while asked(s) == seat and (kind_of(s.top()) == F_DEPLOY or kind_of(s.top()) == F_RETREAT):
            self.redeploy(s)

    def finish_turn(self, s: State, dealer: Dealer) -> None:
        assert isinstance(s, Data)
        v = s.v
        seat = v[SEAT]
        turns = self.turns
        while turns > 0:
            who = asked(s)
            if who == OVER:
                return
            if who == CHANCE:
                codes = legal(s)
                code = codes[0]
                if verb_of(code) == DIE:
                    face = dealer.below(6)
                    code = codes[0 if face < 3 else face - 2]
                else:
                    code = codes[dealer.below(len(codes))]
                carry_out(s, code)
            elif kind_of(s.top()) == F_DEPLOY or kind_of(s.top()) == F_RETREAT:
                self.redeploy(s)
            else:
                carry_out(s, self.habit(s))
            if v[SEAT] != seat:
                seat = v[SEAT]
                turns -= 1

    def habit(self, d: Data) -> i64:
        """The first answer that comes to mind."""
        codes = legal(d)
        kind = kind_of(d.top())
        if len(codes) == 1:
            return codes[0]
        if kind == F_CONQUEST and number_in(d.top()) == 0:
            steps = self.steps(d, codes)
            return likeliest(steps.actions, steps.priors)
        return likeliest(codes, self.leads(d, codes))

    def redeploy(self, d: Data) -> None:
        """Put down all tokens that are left, in the way that was begun."""
        kind = kind_of(d.top())
        t = tribe_in(d.top())
        place: i64 = -1
        self.garrison.plan(d)
        while kind_of(d.top()) == kind and tribe_in(d.top()) == t and number_in(d.top()) > place:
            place = number_in(d.top())
            r = deploy_region(d, d.top())
            carry_out(d, action(DEPLOY, 0, r, self.garrison.of(r)))

    def fingerprint(self, s: State) -> int:
        assert isinstance(s, Position)
        return mixed(s.v)

    # --- what is worth trying ---------------------------------------------------------------------

    def fan(self, s: State) -> Fan:
        assert isinstance(s, Data)
        codes = legal(s)
        if len(codes) == 1:
            return Fan(codes, even(1), True)
        kind = kind_of(s.top())
        if kind == F_CONQUEST and number_in(s.top()) == 0:
            return self.conquests(s, codes, self.leaves)
        if kind == F_DEPLOY or kind == F_RETREAT:
            return self.amounts(s, codes)
        return self.looked_at(s, codes)

    def glance(self, s: State) -> Fan:
        """In the middle of a redeployment an appraisal says nothing: whoever looks no further follows habit."""
        assert isinstance(s, Data)
        kind = kind_of(s.top())
        if kind == F_DEPLOY or kind == F_RETREAT:
            self.garrison.plan(s)
            r = deploy_region(s, s.top())
            return Fan(vec[i64]([action(DEPLOY, 0, r, self.garrison.of(r))]), even(1), True)
        if kind == F_CONQUEST and number_in(s.top()) == 0:
            return self.conquests(s, legal(s), 0)
        return self.fan(s)

    def matter(self, s: State) -> i64:
        """Each redeployment is one."""
        assert isinstance(s, Data)
        kind = kind_of(s.top())
        if kind != F_DEPLOY and kind != F_RETREAT:
            return 0
        v = s.v
        return 1 + tribe_in(s.top()) + (v[ROUND] << 8) + (v[SEAT] << 16) + (kind << 24)

    def conquests(self, d: Data, codes: vec[i64], leaves: i64) -> Fan:
        """The steps of a conquest, and so many of the regions that are left most easily; the other regions later."""
        steps = self.steps(d, codes)
        tried = steps.actions
        logits = steps.priors
        wide: i64 = len(tried) if len(tried) < MOST_TRIED else MOST_TRIED
        if leaves > 0:
            if len(tried) == 1:
                # Nothing can be attacked: the end of the conquests is more than the last resort.
                logits[0] = 0.0
            t = tribe_in(d.top())
            crew = d.crew(t)
            left = self.easily_left(d, t, crew, codes)
            k: i64 = 0
            while k < len(left):
                logit = LEAVING - 0.5 * pays(d, t, region_of(left[k]), crew)
                tried = append(tried, left[k])
                logits = append(logits, logit if k < leaves else logit + LATER)
                k += 1
            wide += leaves if leaves < len(left) else i64(len(left))
        return ordered(tried, softmax(logits), wide)

    def steps(self, d: Data, codes: vec[i64]) -> Fan:
        """Attacks by what they bring for each token, the others by habit: logits instead of weights, in any order.
        Leaving a region is none of them."""
        v = d.v
        t = tribe_in(d.top())
        crew = d.crew(t)
        hand = v[t * 7 + HAND]
        me = v[t * 7 + OWNER]
        tried = vec[i64](capacity=len(codes))
        logits = vec[float](capacity=len(codes))
        sure = False
        for code in codes:
            verb = verb_of(code)
            if verb == ABANDON:
                continue
            if verb == CONQUER:
                r = region_of(code)
                need = price(d, t, r, crew)
                short = need - hand
                gain = pays(d, t, r, crew)
                holder = v[r * 3 + HOLDER]
                if holder >= 0 and holder != self.kit.natives and v[holder * 7 + OWNER] != me:
                    if self.kit.contest.allied(me, v[holder * 7 + OWNER]):
                        gain -= 0.5
                    else:
                        gain += 1.0 / float(self.kit.seats - 1)
                        if v[holder * 7 + MODE] == ACTIVE:
                            gain += 0.4 / float(self.kit.seats - 1)
                if v[r * 3 + TOKENS] and crew.hearers and is_non_empty(d, t, r):
                    gain += 0.4
                paid = need if need < hand else hand
                if 0 < short <= 3 and not v[ARMED]:
                    logit = 2.0 * gain * DIE_HELPS[short] / float(paid if paid > 1 else 1) - 2.0
                else:
                    # Paid in full, or what is missing comes from an aid or a piece that helps.
                    sure = True
                    logit = 2.5 * gain / float(paid if paid > 1 else 1)
            elif verb == STOP:
                logit = -3.0
            else:
                logit = 1.5
            tried = append(tried, code)
            logits = append(logits, logit)
        if not sure:
            # Nothing can be taken for certain: the die is free.
            k: i64 = 0
            while k < len(tried):
                if verb_of(tried[k]) == CONQUER:
                    logits[k] += 2.0
                k += 1
        return Fan(tried, logits)

    def easily_left(self, d: Data, t: i64, crew: Crew, codes: vec[i64]) -> vec[i64]:
        """Answers that leave a region, where that may be done: what pays least first, of equals what falls soonest."""
        found = vec[i64]()
        costs = vec[float]()
        for code in codes:
            if verb_of(code) == ABANDON:
                if len(found) == 0:
                    self.worth.survey(d)
                r = region_of(code)
                found = append(found, code)
                costs = append(costs, -pays(d, t, r, crew) - 0.5 * self.worth.kept[r])
        return ordered(found, costs, 1).actions

    def amounts(self, d: Data, codes: vec[i64]) -> Fan:
        """The numbers that the ways to redeploy give this region; where they agree, nothing is to be decided."""
        likings = self.garrison.likings(d, self.ways)
        tried = vec[i64]()
        priors = vec[float]()
        n: i64 = 0
        while n < len(likings):
            if likings[n] > 0.0:
                tried = append(tried, codes[n])
                priors = append(priors, likings[n])
            n += 1
        return ordered(tried, priors, len(tried)) if len(tried) > 1 else Fan(tried, even(1), True)

    def looked_at(self, d: Data, codes: vec[i64]) -> Fan:
        """Few answers that weigh much."""
        logits = self.leads(d, codes)
        k: i64 = 0
        while k < len(logits):
            logits[k] *= 0.7
            k += 1
        return ordered(codes, softmax(logits), MOST_LOOKED)

    def leads(self, d: Data, codes: vec[i64]) -> vec[float]:
        """The mover's lead after each answer: it is carried out on a copy and appraised."""
        me = asked(d)
        found = vec[float](capacity=len(codes))
        for code in codes:
            copy = Position(d.kit, d.v[:])
            carry_out(copy, code)
            self.appraise(copy, self.trial)
            self.weigh(self.trial)
            found = append(found, lead_of(self.trial, self.sides, me))
        return found

    def sources(self, s: State, seat: i64) -> list[tuple[str, float]]:
        assert isinstance(s, Data)
        return self.worth.sources(s, seat)


def pays(d: Data, t: i64, r: i64, crew: Crew) -> float:
    """Coins that a region brings a tribe at a scoring."""
    coins = 1.0
    for unit in crew.region_earners:
        coins += float(unit.region_income(d, t, r))
    return coins


def mind_for(state: State, patience: int) -> Mind:
    """The mind of a position of the family; `patience`: turns that a search plays on before it appraises."""
    assert isinstance(state, Position)
    return FamilyMind(state.kit, None, patience)


def idle(state: State, legal: list[int]) -> int:
    """The answer to a question that only people are asked: the family asks none."""
    return legal[0]


def searchable(state: State) -> State:
    """The position as the search wants it."""
    return state
