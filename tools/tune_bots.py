"""Tune the weights of an appraisal by games of bots against themselves: `python tools/tune_bots.py weights TITLE ...`.

`weights TITLE [steps] [games] [simulations]`: simultaneous perturbation. A step plays mirrored games between two sets
that differ in every weight a little, and moves towards the one with the larger lead. Every tenth step the set is
weighed against the one it started from. Without simulations they look one decision ahead; what is best there may be
worse in a search.

`duel TITLE FILE [games] [simulations]`: a set of weights (a JSON list) against the usual one. Weights are plain data:
no step of this compiles anything. A set that wins goes into the table of its family, and `terrarium arena` tells what
it is worth.
"""

import json
import sys
from math import sqrt
from pathlib import Path

from greedy_games import Player, looking, play, searching

from terrarium import catalog
from terrarium.bots.minds import PATIENCE
from terrarium.kernel.contract import Game
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.smallworld.worth import weights_of
from terrarium.search.terramystica.mind import TerraMind
from terrarium.search.terramystica.worth import USUAL as TERRA
from terrarium.smallworld.core.game import FamilyGame

STEP = 0.06
"""Share by which a weight is shaken."""
PACE = 0.8
"""How much of the shaking a step keeps when one set leads by three standard errors."""


def usual(title: str) -> list[float]:
    return list(TERRA if title == "terra-mystica" else weights_of(title))


def mind_with(game: Game, weights: list[float], patience: int) -> Mind:
    if isinstance(game, FamilyGame):
        return FamilyMind(game.kit, weights, patience)
    return TerraMind(game.players, weights)


def player_with(game: Game, weights: list[float], simulations: int, seed: int) -> Player:
    if simulations == 0:
        return looking(mind_with(game, weights, 1))
    return searching(mind_with(game, weights, PATIENCE), simulations, seed)


def lead(
    title: str, one: list[float], other: list[float], games: int, first: int, simulations: int = 0
) -> tuple[float, float, float]:
    """Mean lead of the first set, its standard error, and its share of wins; every set-up from both seats."""
    leads: list[float] = []
    won = 0.0
    for number in range(games):
        game = catalog.game(title, 2)
        seat = number % 2
        sets = [one, other] if seat == 0 else [other, one]
        seed = first + number // 2
        state = play(game, [player_with(game, weights, simulations, seed) for weights in sets], seed)
        scores = state.scores()
        leads.append(float(scores[seat] - scores[1 - seat]))
        winners = state.winners()
        won += (seat in winners) / len(winners)
    mean = sum(leads) / games
    spread = sqrt(sum((x - mean) ** 2 for x in leads) / max(1, games - 1))
    return mean, spread / sqrt(games), won / games


def tune_weights(title: str, steps: int, games: int, simulations: int = 0) -> None:
    start = usual(title)
    now = list(start)
    dealer = Dealer(2026)
    for step in range(1, steps + 1):
        signs = [1 if dealer.below(2) else -1 for _ in now]
        up = [x + s * STEP * max(abs(x), 0.05) for x, s in zip(now, signs, strict=True)]
        down = [x - s * STEP * max(abs(x), 0.05) for x, s in zip(now, signs, strict=True)]
        mean, error, _ = lead(title, up, down, games, step * 100_000, simulations)
        pull = max(-2.0, min(2.0, mean / error / 3)) * PACE
        now = [x + pull * (u - x) for x, u in zip(now, up, strict=True)]
        if step % 10 == 0:
            mean, error, share = lead(title, now, start, 4 * games, 7_000_000 + step * 1000, simulations)
            print(f"{step}: lead {mean:+.2f} ± {error:.2f}, wins {share:.3f}", json.dumps([round(x, 3) for x in now]),
                  flush=True)  # fmt: skip


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words[2:] if word.isdigit()]
    if words[0] == "weights":
        tune_weights(words[1], *(numbers or [60, 100]))
    else:
        one = json.loads(Path(words[2]).read_text())
        games, simulations = [*numbers, *[400, 0][len(numbers) :]]
        found = lead(words[1], one, usual(words[1]), games, 9, simulations)
        print("lead {:+.2f} ± {:.2f}, wins {:.3f}".format(*found))


if __name__ == "__main__":
    main(sys.argv[1:])
