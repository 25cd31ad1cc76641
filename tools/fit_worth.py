"""Fit the numbers of the Small World family's appraisal to how games end: `python tools/fit_worth.py TITLE`.

Games of `greedy` with 2 to 5 players; of each some positions at the beginning of a turn are kept, and the numbers are
moved, a bounded step at a time, to where the appraisal comes nearest to the points that everybody had in the end
(damped least squares). Numbers that say how bots choose rather than how games go stay as they are. What it prints goes
into `WEIGHTS` of `search/smallworld/worth.py` if it does not lose games: `tools/tune_bots.py duel` tells.
"""

import argparse
import json
import random
from dataclasses import dataclass

import numpy as np
from greedy_games import looking
from librt.vecs import vec
from numpy.typing import NDArray

from terrarium import catalog
from terrarium.arena.match import BOARDS
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.smallworld.worth import (
    USUAL,
    W_CROWDED,
    W_DOUBT,
    W_DOUBT_ROUND,
    W_HIDDEN,
    W_STRENGTH,
    W_USUAL,
    Worth,
)
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.kit import Kit

Row = NDArray[np.float64]
TABLES = [2, 2, 3, 4, 5]
KEPT = 8
"""Positions of a game."""
FIXED = [int(place) for place in (W_CROWDED, W_STRENGTH, W_HIDDEN, W_DOUBT, W_DOUBT_ROUND, W_USUAL)]
LARGEST = 0.25
"""Share of a number that one step changes at most."""
DAMPING = 0.05
STAY = 0.5
"""Squared points a position that leaving a number alone is worth: what the games do not tell stays."""


@dataclass
class Sample:
    """A position and everybody's points at the end of its game."""

    kit: Kit
    state: Data
    ended: list[int]


def samples(title: str, games: int) -> list[Sample]:
    found: list[Sample] = []
    dice = random.Random(5)
    for number in range(games):
        players = TABLES[number % len(TABLES)]
        game = catalog.game(title, players, catalog.title(title).draw(players, number ^ BOARDS))
        assert isinstance(game, FamilyGame)
        state, dealer = game.new(), Dealer(number)
        sides = [looking(FamilyMind(game.kit, list(USUAL))) for _ in range(players)]
        turns: list[Data] = []
        last = OVER
        while (player := state.current_player()) != OVER:
            if player not in (CHANCE, last):
                assert isinstance(state, Data)
                copy = state.clone()
                assert isinstance(copy, Data)
                turns.append(copy)
                last = player
            state.apply(dealer.choose(state) if player == CHANCE else sides[player](state))
        dice.shuffle(turns)
        found += [Sample(game.kit, turn, state.scores()) for turn in turns[:KEPT]]
    return found


def expected(found: list[Sample], numbers: Row) -> Row:
    """What an appraisal with these numbers expects of every seat of every position."""
    minds: dict[int, Worth] = {}
    said: list[float] = []
    for sample in found:
        worth = minds.setdefault(id(sample.kit), Worth(sample.kit, [float(x) for x in numbers]))
        points = vec[float]([0.0] * len(sample.ended))
        worth.appraise(sample.state, points)
        said += list(points)
    return np.array(said)


def stepped(found: list[Sample], numbers: Row, said: Row, ended: Row) -> Row:
    """The numbers after one step of damped least squares."""
    free = [place for place in range(len(numbers)) if place not in FIXED]
    sizes = np.maximum(np.abs(numbers), 0.05)
    slopes = []
    for place in free:
        moved = numbers.copy()
        moved[place] += 0.03 * sizes[place]
        slopes.append((expected(found, moved) - said) / 0.03)
    matrix = np.array(slopes) @ np.array(slopes).T
    damped = matrix + DAMPING * np.diag(np.diag(matrix)) + STAY * len(said) * np.eye(len(free))
    step = np.clip(np.linalg.solve(damped, np.array(slopes) @ (ended - said)), -LARGEST, LARGEST)
    new = numbers.copy()
    new[free] += step * sizes[free]
    return new


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--steps", type=int, default=4)
    given = parser.parse_args()
    found = samples(given.title, given.games)
    ended = np.array([float(points) for sample in found for points in sample.ended])
    numbers = np.array(USUAL)
    for step in range(given.steps + 1):
        said = expected(found, numbers)
        off = said - ended
        print(f"{step}: off by {np.abs(off).mean():.2f} points, too much by {off.mean():+.2f}",
              json.dumps([round(float(x), 3) for x in numbers]), flush=True)  # fmt: skip
        if step < given.steps:
            numbers = stepped(found, numbers, said, ended)


if __name__ == "__main__":
    main()
