"""Bots without a tree: `random`, and three that look one decision ahead with more or less care."""

from terrarium.bots import Bot, register
from terrarium.bots.minds import idle, mind_of, searchable
from terrarium.bots.thought import DRAWN, OVERLOOKED, Idea, Thought
from terrarium.kernel.contract import State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Glance, Greedy
from terrarium.search.mind import fallen

FINE = 1000
"""Steps in which doubts are drawn."""
UNSEEN = 1e6
"""Points that keep an answer from being thought of."""


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    def __init__(self, title: str) -> None:
        self.moves = 0

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        self.moves += 1
        return Dealer(self.seed * 1_000_003 + self.moves).pick(state.legal_actions()), ""


class GreedyBot(Bot):
    """The answer after which its lead is expected to be largest: no second thought, no look at what others will do.

    Weaker levels err as people do: `blur` points of doubt lie on every appraisal, and a share of the answers is
    `overlooked`, however good they are. What they play is the best of what they see.
    """

    def __init__(self, title: str, blur: float = 0.0, overlooked: float = 0.0) -> None:
        self.blur = blur
        self.overlooked = overlooked
        self.moves = 0
        self.greedy: Greedy | None = None

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        self.moves += 1
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0], ""
        dealer = Dealer(self.seed * 1_000_003 + self.moves)
        thinking = searchable(state)
        if thinking.current_player() != seat:
            return idle(state, legal), ""
        if self.greedy is None:
            self.greedy = Greedy(mind_of(thinking))
        glance = self.greedy.look(thinking, self.tells)
        mind = self.greedy.mind
        if mind.varies(thinking):
            fan = mind.fan(thinking)
            drawn = int(fan.actions[fallen(fan.actions, fan.priors, dealer)])
            place = [int(action) for action in glance.actions].index(drawn)
        else:
            place = self.blurred(glance, dealer)
        action = int(glance.actions[place])
        if action not in legal:
            return idle(state, legal), ""
        why = DRAWN if mind.varies(thinking) else OVERLOOKED
        return action, glanced(state, glance, place, seat, why).text() if self.tells else ""

    def blurred(self, glance: Glance, dealer: Dealer) -> int:
        """The best answer as this player sees it; who sees none takes the least bad of those at hand."""
        if not self.blur and not self.overlooked:
            return int(glance.best)
        seen = [self.appraised(lead, dealer) for lead in glance.leads]
        return seen.index(max(seen))

    def appraised(self, lead: float, dealer: Dealer) -> float:
        """What an answer looks worth to this player."""
        doubt = self.blur * (int(dealer.below(FINE)) / FINE - 0.5)
        return lead + doubt - (UNSEEN if int(dealer.below(FINE)) < self.overlooked * FINE else 0.0)


def glanced(state: State, glance: Glance, place: int, seat: int, why: str) -> Thought:
    """What a glance says of the answer and of the best other one, and why that was not given if it looks better."""
    ideas = [
        Idea(state.text(int(action)), lead=float(lead))
        for action, lead in zip(glance.actions, glance.leads, strict=True)
    ]
    chosen = ideas.pop(place)
    others = sorted(ideas, key=lambda idea: -idea.lead)[:3]
    less = why if others and others[0].lead > chosen.lead else ""
    return Thought(seat, chosen, others, less=less)


register("random", RandomBot, strength=0)
register("novice", lambda title: GreedyBot(title, blur=7.0, overlooked=0.35), strength=10)
register("casual", lambda title: GreedyBot(title, blur=4.5, overlooked=0.12), strength=20)
register("greedy", GreedyBot, strength=30)
