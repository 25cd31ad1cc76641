"""Two bots for every title: `random`, and `greedy`, which looks one decision ahead to the end of its turn."""

import random
import time

from terrarium.bots import Bot, register
from terrarium.kernel.contract import CHANCE, OVER, State

MAX_CANDIDATES = 48
MAX_STEPS = 400


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    def __init__(self, title: str) -> None:
        self.dice = random.SystemRandom()

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        return self.dice.choice(state.legal_actions()), ""


class GreedyBot(Bot):
    """The action after which its lead is largest when the turn passes, averaged over chance and its own later choices.

    Points are often counted at the end of a turn only, so each candidate is played on at random to that moment, as
    often as the budget allows. It plans no second turn and expects nothing of the others.
    """

    def __init__(self, title: str) -> None:
        self.dice = random.SystemRandom()

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0], ""
        if len(legal) > MAX_CANDIDATES:
            legal = self.dice.sample(legal, MAX_CANDIDATES)
        sums = dict.fromkeys(legal, 0.0)
        ends = time.monotonic() + budget_s * 0.8
        rounds = 0
        while rounds < 200 and (rounds == 0 or time.monotonic() < ends):
            for action in legal:
                sums[action] += self.outcome(state, seat, action)
            rounds += 1
        best = max(sums.values())
        choice = self.dice.choice([action for action in legal if sums[action] == best])
        return choice, f"{state.text(choice)}: {best / rounds:+.1f} ({rounds})"

    def outcome(self, state: State, seat: int, action: int) -> float:
        """The lead of `seat` over its best rival when the turn passes, in one random continuation."""
        copy = state.clone()
        copy.apply(action)
        for _ in range(MAX_STEPS):
            who = copy.current_player()
            if who == OVER or (who != CHANCE and who != seat):
                break
            if who == CHANCE:
                outcomes = copy.chance_outcomes()
                weights = [weight for _, weight in outcomes]
                copy.apply(self.dice.choices([code for code, _ in outcomes], weights)[0])
            else:
                copy.apply(self.dice.choice(copy.legal_actions()))
        scores = copy.scores()
        rivals = [score for other, score in enumerate(scores) if other != seat]
        return scores[seat] - max(rivals, default=0)


register("random", RandomBot, strength=0)
register("greedy", GreedyBot, strength=10)
