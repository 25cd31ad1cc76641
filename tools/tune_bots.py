"""Tune what the bots know by games of `greedy` against itself: `python tools/tune_bots.py units|weights TITLE ...`.

`units TITLE [games] [rounds]`: what races and powers of the Small World family bring beyond what the appraisal
expects when they are picked. The difference between the points a seat ends with and those it expected right after its
pick is shared out between race and power (least squares); half of it goes into the third figure of the unit's row in
`search/smallworld/units.py`, which is measured again.

`weights TITLE [steps] [games]`: simultaneous perturbation of the appraisal's weights. A step plays mirrored games
between two sets that differ in every weight a little, and moves towards the one with the larger lead. Every tenth step
the set is weighed against the one it started from.

`duel TITLE FILE [games]`: a set of weights (a JSON list) against the usual one. Both are plain data: no step of this
compiles anything. What it prints is to be copied into the tables, and then `terrarium arena` tells what it is worth.
"""

import json
import sys
from collections import defaultdict
from math import sqrt
from pathlib import Path

from greedy_games import answer, play
from librt.vecs import vec

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Game
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.search.mind import Mind
from terrarium.search.smallworld import units as table
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


def mind_with(game: Game, weights: list[float]) -> Mind:
    if isinstance(game, FamilyGame):
        return FamilyMind(game.kit, weights)
    return TerraMind(game.players, weights)


def lead(title: str, one: list[float], other: list[float], games: int, first: int) -> tuple[float, float, float]:
    """Mean lead of the first set, its standard error, and its share of wins; every set-up from both seats."""
    leads: list[float] = []
    won = 0.0
    for number in range(games):
        game = catalog.game(title, 2)
        seat = number % 2
        sets = [one, other] if seat == 0 else [other, one]
        state = play(game, [Greedy(mind_with(game, w)) for w in sets], first + number // 2)
        scores = state.scores()
        leads.append(float(scores[seat] - scores[1 - seat]))
        winners = state.winners()
        won += (seat in winners) / len(winners)
    mean = sum(leads) / games
    spread = sqrt(sum((x - mean) ** 2 for x in leads) / max(1, games - 1))
    return mean, spread / sqrt(games), won / games


def tune_weights(title: str, steps: int, games: int) -> None:
    start = usual(title)
    now = list(start)
    dealer = Dealer(2026)
    for step in range(1, steps + 1):
        signs = [1 if dealer.below(2) else -1 for _ in now]
        up = [x + s * STEP * max(abs(x), 0.05) for x, s in zip(now, signs, strict=True)]
        down = [x - s * STEP * max(abs(x), 0.05) for x, s in zip(now, signs, strict=True)]
        mean, error, _ = lead(title, up, down, games, step * 100_000)
        pull = max(-2.0, min(2.0, mean / error / 3)) * PACE
        now = [x + pull * (u - x) for x, u in zip(now, up, strict=True)]
        if step % 10 == 0:
            mean, error, share = lead(title, now, start, 4 * games, 7_000_000 + step * 1000)
            print(f"{step}: lead {mean:+.2f} ± {error:.2f}, wins {share:.3f}", json.dumps([round(x, 3) for x in now]),
                  flush=True)  # fmt: skip


def residuals(title: str, games: int, first: int) -> list[tuple[str, str, float]]:
    """(race, power, points at the end less those expected after the pick) of every pick early enough to matter."""
    found: list[tuple[str, str, float]] = []
    for number in range(games):
        game = catalog.game(title, 2)
        minds = [mind_with(game, usual(title)) for _ in range(2)]
        sides = [Greedy(mind) for mind in minds]
        state = game.new()
        dealer = Dealer(first + number)
        points = vec[float]([0.0, 0.0])
        waiting: list[tuple[int, str, str, float]] = []
        while (player := state.current_player()) != OVER:
            if player == CHANCE:
                state.apply(dealer.choose(state))
                continue
            action = answer(sides[player], state)
            text = state.text(action)
            if not text.startswith("pick "):
                state.apply(action)
                continue
            page = state.view(player)
            row = page["row"]
            assert isinstance(row, list)
            combo = row[int(text.split()[1])]
            state.apply(action)
            if int(str(page["round"])) <= int(str(page["rounds"])) - 3:
                minds[player].appraise(state, points)
                waiting.append((player, combo["race"], combo["power"], float(points[player])))
        scores = state.scores()
        found += [(race, power, scores[seat] - expected) for seat, race, power, expected in waiting]
    return found


def shared_out(found: list[tuple[str, str, float]]) -> dict[str, float]:
    """The part of each race and power in the residuals, around 0, by alternating means."""
    middle = sum(rest for _, _, rest in found) / len(found)
    part: dict[str, float] = defaultdict(float)
    for _ in range(12):
        for which in (0, 1):
            rests: dict[str, list[float]] = defaultdict(list)
            for row in found:
                rests[row[which]].append(row[2] - middle - part[row[1 - which]])
            for unit, some in rests.items():
                # Few games say little: as if eight more had shown nothing.
                part[unit] = sum(some) / (len(some) + 8)
    return dict(part)


def tune_units(title: str, games: int, rounds: int) -> None:
    rows = table.TABLES.get(title, table.KNOWN)
    for step in range(rounds):
        found = residuals(title, games, 50_000_000 + step * games)
        part = shared_out(found)
        size = sqrt(sum(x * x for x in part.values()) / len(part))
        print(f"{step}: {len(found)} picks, {size:.2f} points off on average", flush=True)
        for unit, rest in part.items():
            tokens, steady, once = rows.get(unit, (0.0, 0.0, 0.0))
            rows[unit] = (tokens, steady, round(once + 0.5 * rest, 1))
    print(json.dumps({unit: rows[unit] for unit in sorted(part)}, indent=0))


def main(words: list[str]) -> None:
    numbers = [int(word) for word in words[2:] if word.isdigit()]
    if words[0] == "units":
        tune_units(words[1], *(numbers or [2000, 3]))
    elif words[0] == "weights":
        tune_weights(words[1], *(numbers or [60, 100]))
    else:
        one = json.loads(Path(words[2]).read_text())
        print("lead {:+.2f} ± {:.2f}, wins {:.3f}".format(*lead(words[1], one, usual(words[1]), numbers[0], 9)))


if __name__ == "__main__":
    main(sys.argv[1:])
