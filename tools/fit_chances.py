"""Fit what chances to win rest on: `python tools/fit_chances.py [TITLE/PLAYERS ...] [--games N] [--mind M]`.

For each title and number of players it plays games of `casual` (those of `terrarium calibrate --seed 0`), keeps what
was expected and how the games ended, and looks for the three numbers of `search/chances.py` that make what happened
likeliest. It prints the lines of the table `LEARNED_SPREADS`, with `--mind handmade` those of `SPREADS`. `terrarium
calibrate` on any other seed checks them.
"""

import argparse
import math

from terrarium import catalog
from terrarium.arena import spread
from terrarium.arena.calibration import LEARNED, MINDS, Saying, Table, sayings

STEPS = 9
"""Halvings of the step of the search for the best numbers."""


def surprise(numbers: list[float], found: list[Saying]) -> float:
    """How unlikely what happened was: the mean of minus the logarithm of the winners' chances."""
    total = 0.0
    for saying in found:
        spread_now = math.exp(numbers[0] + numbers[1] * saying.left + numbers[2] * saying.left**2)
        top = max(saying.points)
        weights = [math.exp(max(-60.0, (value - top) / spread_now)) for value in saying.points]
        whole = sum(weights)
        total -= sum(share * math.log(weight / whole) for share, weight in zip(saying.shares, weights, strict=True))
    return total / len(found)


def grows(numbers: list[float], most: float) -> bool:
    """Does the spread grow with the rounds left, all the way?"""
    return numbers[1] + 2 * numbers[2] * most > 0 and numbers[1] > 0


def fit(found: list[Saying]) -> list[float]:
    """The numbers that make what happened likeliest, by steps along each of them that become smaller and smaller."""
    most = max(saying.left for saying in found)
    best = [0.0, 0.6, 0.0]
    value = surprise(best, found)
    steps = [0.5, 0.2, 0.02]
    for _ in range(STEPS):
        better = True
        while better:
            better = False
            for place in range(3):
                for sign in (1, -1):
                    tried = [x + sign * steps[place] * (k == place) for k, x in enumerate(best)]
                    # A step along the second number alone makes a bad pair with the third: they move together too.
                    for other in (tried, [tried[0], tried[1], tried[2] - sign * steps[1] / most * (place == 1)]):
                        if grows(other, most) and (now := surprise(other, found)) < value - 1e-7:
                            best, value, better = other, now, True
        steps = [step / 2 for step in steps]
    return [round(x, 4) for x in best]


def main() -> None:
    everything = [f"{title}/{players}" for title in sorted(catalog.titles()) for players in range(2, 6)]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="*", default=everything)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--mind", choices=MINDS, default=LEARNED)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    for which in given.which or everything:
        title, _, players = which.partition("/")
        tables = [Table(title, int(players), number, mind=given.mind) for number in range(given.games)]
        found = [saying for told in spread.on_cores(sayings, tables, given.workers) for saying in told]
        print(f'    "{which}": {fit(found)},  # {len(found)} positions, {surprise(fit(found), found):.4f}', flush=True)


if __name__ == "__main__":
    main()
