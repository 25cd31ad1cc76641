"""One decision ahead: each answer is carried out on a copy, chance is averaged, and the appraisal decides."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, State
from terrarium.search.mind import Mind, is_player, lead_of

MOST_OUTCOMES: Final[i64] = 6
"""Chance with more outcomes than this is not averaged: the appraisal does not depend on such draws."""


class Glance:
    """What `greedy` saw: every answer it looked at with the lead it leads to; 0 where it was not appraised."""

    actions: vec[i64]
    leads: vec[float]
    best: i64

    def __init__(self, actions: vec[i64], leads: vec[float], best: i64) -> None:
        self.actions = actions
        self.leads = leads
        self.best = best


class Greedy:
    """The one-ply player of a mind."""

    mind: Mind
    points: vec[float]

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.points = vec[float]([0.0] * int(mind.players))

    def look(self, s: State, told: bool = False) -> Glance:
        """Appraise every answer worth trying; where the mind has settled the question, only its first, and that only
        where somebody is told of it: nothing depends on it."""
        fan = self.mind.glance(s)
        seat = self.mind.who(s)
        if fan.settled:
            lead = 0.0
            if told:
                copy = s.clone()
                self.mind.apply(copy, fan.actions[0])
                self.mind.settle(copy, seat)
                lead = self.lead_after(copy, seat, 0)
            return Glance(fan.actions[:1], vec[float]([lead]), 0)
        leads = vec[float]()
        best: i64 = 0
        k: i64 = 0
        while k < fan.wide:
            copy = s.clone()
            self.mind.apply(copy, fan.actions[k])
            # A preference too small to decide anything but a tie.
            leads = append(leads, self.lead_after(copy, seat, 0) + 1e-6 * fan.priors[k])
            if leads[k] > leads[best]:
                best = k
            k += 1
        return Glance(fan.actions[: fan.wide], leads, best)

    def lead_after(self, s: State, seat: i64, depth: i64) -> float:
        """The seat's lead in a position, chance averaged; an aid that is armed is used as well as it can be."""
        mind = self.mind
        who = mind.who(s)
        if depth < 3 and who == CHANCE:
            outcomes = mind.outcomes(s)
            if len(outcomes.actions) <= MOST_OUTCOMES:
                total = 0.0
                k: i64 = 0
                while k < len(outcomes.actions):
                    copy = s.clone()
                    mind.apply(copy, outcomes.actions[k])
                    total += outcomes.priors[k] * self.lead_after(copy, seat, depth + 1)
                    k += 1
                return total
        if depth < 3 and who == seat and is_player(who) and mind.open_ended(s):
            fan = mind.glance(s)
            top = -1e30
            k = 0
            while k < fan.wide:
                copy = s.clone()
                mind.apply(copy, fan.actions[k])
                value = self.lead_after(copy, seat, depth + 1)
                if value > top:
                    top = value
                k += 1
            return top
        mind.appraise(s, self.points)
        mind.weigh(self.points)
        return lead_of(self.points, mind.sides, seat)
