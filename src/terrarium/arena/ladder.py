"""The ladder: every level against every other, and ratings on one scale with their intervals.

Ratings follow from all results at once (Bradley and Terry's model, the likeliest strengths), in the usual points: with
100 more one wins 64 games of 100. `greedy` is 0. A draw counts half for each.
"""

from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt

from terrarium import bots, catalog
from terrarium.arena.figures import Z, wilson
from terrarium.arena.match import BOARDS, Match, Result
from terrarium.titles import simulations

SCALE = 400 / log(10)
"""Points of a rating that are one unit of the logarithm of the odds."""
ANCHOR = "greedy"
THINKS = {"skilled": 0, "strong": 0, "handmade": 1000, "master": 1000}
"""Simulations of levels that search; 0: as many as make the level. By time the table would depend on the machine."""
STEPS = 200
PRIOR = 0.5
"""Games drawn against the anchor that everybody is given, so that who never lost has a rating too."""


@dataclass
class Rung:
    """One bot of the ladder."""

    name: str
    games: int
    win_share: float
    rating: float
    ci95: list[float]


@dataclass
class Pair:
    """What two bots did against each other."""

    one: str
    other: str
    games: int
    share: float
    ci95: list[float]


def names_of(title: str) -> list[str]:
    """Who plays on a title's ladder: all its levels that play every table, those too that no table offers."""
    thinks = {level: simulations(title, f"ladder_{level}", usual) for level, usual in THINKS.items()}
    return [f"{level}@{thinks[level]}" if thinks.get(level) else level for level in bots.everywhere(title)]


def round_robin(title: str, names: list[str], games: int, seed: int) -> list[Match]:
    """Every pair at tables of two, each set-up from both seats."""
    found: list[Match] = []
    for pair, (one, other) in enumerate(combinations(names, 2)):
        for number in range(games):
            dealt = seed * 1_000_003 + pair * 10_007 + number // 2
            place = catalog.title(title).draw(2, dealt ^ BOARDS)
            seats = [one, other] if number % 2 == 0 else [other, one]
            found.append(Match(title, seats, dealt, place, number=len(found)))
    return found


def wins_of(results: list[Result]) -> dict[tuple[str, str], tuple[float, int]]:
    """Wins of the first over the second, and games, for each pair that met."""
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for result in results:
        for mine, theirs in ((0, 1), (1, 0)):
            pair = (result.match.seats[mine], result.match.seats[theirs])
            wins, games = found.get(pair, (0.0, 0))
            found[pair] = (wins + result.shares[mine], games + 1)
    return found


def strengths(names: list[str], wins: dict[tuple[str, str], tuple[float, int]]) -> dict[str, tuple[float, float]]:
    """The likeliest rating of each, and its standard error, in points; the anchor's is 0 by definition."""
    anchor = ANCHOR if ANCHOR in names else names[0]
    found = dict.fromkeys(names, 0.0)
    errors = dict.fromkeys(names, 0.0)
    for _ in range(STEPS):
        for name in names:
            if name == anchor:
                continue
            slope, bend = -PRIOR * (expected(found[name], found[anchor]) - 0.5) * 2, PRIOR * 0.5
            for other in names:
                won, games = wins.get((name, other), (0.0, 0))
                chance = expected(found[name], found[other])
                slope += won - games * chance
                bend += games * chance * (1 - chance)
            found[name] += max(-1.0, min(1.0, slope / max(bend, 1e-9)))
            errors[name] = 1 / sqrt(max(bend, 1e-9))
    return {name: (SCALE * found[name], SCALE * errors[name]) for name in names}


def expected(one: float, other: float) -> float:
    """The chance of one strength to win against another."""
    return 1 / (1 + exp(max(-50.0, min(50.0, other - one))))


def ladder(names: list[str], results: list[Result]) -> tuple[list[Rung], list[Pair]]:
    """The table, strongest first, and every pair."""
    wins = wins_of(results)
    rated = strengths(names, wins)
    rungs = []
    for name in names:
        won = sum(wins.get((name, other), (0.0, 0))[0] for other in names)
        games = sum(wins.get((name, other), (0.0, 0))[1] for other in names)
        rating, error = rated[name]
        rungs.append(
            Rung(name, games, round(won / max(1, games), 4), round(rating, 1),
                 [round(rating - Z * error, 1), round(rating + Z * error, 1)])
        )  # fmt: skip
    pairs = [
        Pair(one, other, games, round(won / max(1, games), 4), [round(bound, 4) for bound in wilson(won, games)])
        for one, other in combinations(names, 2)
        for won, games in [wins.get((one, other), (0.0, 0))]
    ]
    return sorted(rungs, key=lambda rung: -rung.rating), pairs
