"""A learned appraisal: what a network is told of a position, and what it answers.

A `Digest` writes one row of numbers for every seat; the network reads each row by itself and answers how many points
the seat will still gain and how its chances compare with those of the others. Rows say what races, powers, factions
and tiles *do* here (what they bring, what they cost, how safe they are), not what they are called, so the same network
serves every map, every number of players and units it has never seen.
"""

from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.search.mind import Fan, ordered, softmax

Net = Callable[[vec[float]], list[float]]
"""Rows of a position, one a seat, in; for each row the points still to come and the logit of a win out."""

ANSWERS: Final[i64] = 2
"""What the network says of a row."""

WIN: Final = 4.0
"""Points that a unit of the logit of a win counts for, when answers are compared."""


def inclined(fan: Fan, said: vec[float], warmth: float) -> Fan:
    """Answers with priors by what the network says after each of those that are tried at once: the likeliest first."""
    n = fan.wide
    logits = vec[float](capacity=n)
    k: i64 = 0
    while k < n:
        logits = append(logits, warmth * (said[k * ANSWERS] + WIN * said[k * ANSWERS + 1]))
        k += 1
    near = ordered(fan.actions[:n], softmax(logits), n)
    actions = near.actions
    priors = near.priors
    while k < len(fan.actions):
        actions = append(actions, fan.actions[k])
        priors = append(priors, fan.priors[k])
        k += 1
    return Fan(actions, priors, False, n)


class Digest:
    """Rows of one family. A row is the seat's own part, the mean and the largest of the others' parts, the table's."""

    own: i64
    table: i64
    width: i64
    players: i64
    rows: vec[float]
    parts: vec[float]
    target: vec[float]
    """Where the row that is being put together goes."""

    def __init__(self, players: i64, own: i64, table: i64) -> None:
        self.players = players
        self.own = own
        self.table = table
        self.width = 3 * own + table
        self.parts = vec[float]([0.0] * int(players * own))
        self.rows = vec[float]([0.0] * int(players * self.width))
        self.target = self.rows

    def survey(self, s: State) -> None:
        """Look at what all seats' parts need."""

    def write_own(self, s: State, seat: i64, at: i64) -> None:
        """Write a seat's part into `parts`, from `at`."""

    def write_table(self, s: State, seat: i64, at: i64) -> None:
        """Write what the table tells this seat into `target`, from `at`."""

    def points(self, s: State, seat: i64) -> float:
        """Points the seat has already."""
        return float(s.scores()[int(seat)])

    def write(self, s: State) -> None:
        """Write the rows of all seats."""
        self.read(s)
        seat: i64 = 0
        while seat < self.players:
            self.compose(s, seat, seat * self.width, self.rows)
            seat += 1

    def read(self, s: State) -> None:
        """Write every seat's part."""
        self.survey(s)
        k: i64 = 0
        parts = self.parts
        while k < len(parts):
            parts[k] = 0.0
            k += 1
        seat: i64 = 0
        while seat < self.players:
            self.write_own(s, seat, seat * self.own)
            seat += 1

    def compose(self, s: State, seat: i64, at: i64, rows: vec[float]) -> None:
        """Put a seat's row together from the parts that were read last."""
        self.target = rows
        own = self.own
        parts = self.parts
        players = self.players
        share = 1.0 / float(players - 1) if players > 1 else 0.0
        k: i64 = 0
        while k < own:
            total = 0.0
            top = -1e30
            other: i64 = 0
            while other < players:
                if other != seat:
                    value = parts[other * own + k]
                    total += value
                    if value > top:
                        top = value
                other += 1
            rows[at + k] = parts[seat * own + k]
            rows[at + own + k] = total * share
            rows[at + 2 * own + k] = top if players > 1 else 0.0
            k += 1
        k = at + 3 * own
        while k < at + self.width:
            rows[k] = 0.0
            k += 1
        self.write_table(s, seat, at + 3 * own)

    def appraise(self, s: State, net: Net, points: vec[float], chances: vec[float]) -> None:
        """What the network expects: final points of every seat, and chances that sum to 1."""
        self.write(s)
        said = net(self.rows)
        seat: i64 = 0
        while seat < self.players:
            points[seat] = self.points(s, seat) + said[int(seat * ANSWERS)]
            chances[seat] = said[int(seat * ANSWERS + 1)]
            seat += 1
        softmax(chances)
