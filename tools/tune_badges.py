"""Weigh the proposed badge values of Warcraft by play: `python tools/tune_badges.py [games] [rounds of tuning]`.

Plays games of `greedy` on drawn islands and reports for each power by how much picking it changes the
share of wins, with its standard error. Then it moves the values whose share is off by more than two errors one step
within 2..5, all of them or, where that is too much at once, the worst half, quarter, ... of them, as long as the set
comes nearer to even. In the end both sets play games that the tuning has not seen; the better one is kept.
"""

import sys
from math import sqrt

from greedy_games import play_game

from terrarium import catalog
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.warcraft.kit import Warcraft
from terrarium.smallworld.warcraft.pieces import BADGES

UNSEEN = 10_000_000
"""Seeds from here on are none that the tuning deals from."""
Shares = dict[str, tuple[float, float]]


def measure(values: dict[str, int], games: int, first_seed: int) -> Shares:
    """For each power: the mean of (win share - even share) over its picks, and the standard error."""
    title = catalog.title("warcraft")
    assert isinstance(title, Warcraft)
    gains: dict[str, list[float]] = {power: [] for power in values}
    for seed in range(first_seed, first_seed + games):
        players = 2 + seed % 4
        # The boards come from another number than the deal, or the first combos would be tied to them.
        game = title.game(players, title.draw(players, seed + UNSEEN), {})
        assert isinstance(game, FamilyGame)
        for power, value in values.items():
            game.kit.unit(power).tokens = value
        state, picked = play_game(game, seed)
        winners = state.winners()
        for seat in range(players):
            gain = (seat in winners) / len(winners) - 1 / players
            for _, power in picked[seat]:
                gains[power].append(gain)
    found: Shares = {}
    for power, seen in gains.items():
        mean = sum(seen) / max(1, len(seen))
        spread = sum((x - mean) ** 2 for x in seen) / max(1, len(seen) - 1)
        found[power] = (mean, sqrt(spread / max(1, len(seen))))
    return found


def unevenness(shares: Shares) -> float:
    """How far the powers are from even on the whole, noise taken out."""
    return sum(max(0.0, mean * mean - error * error) for mean, error in shares.values())


def off(values: dict[str, int], shares: Shares) -> dict[str, int]:
    """One step towards even for each value whose share is clearly off, the worst first."""
    found: dict[str, int] = {}
    for power, (mean, error) in sorted(shares.items(), key=lambda line: -abs(line[1][0])):
        step = min(5, max(2, values[power] + (-1 if mean > 0 else 1)))
        if abs(mean) > 2 * error and step != values[power]:
            found[power] = step
    return found


def show(name: str, values: dict[str, int], shares: Shares) -> None:
    print(f"{name}: unevenness {unevenness(shares):.4f}")
    for power, (mean, error) in shares.items():
        print(f"  {power:15} {values[power]}  {mean:+.3f} ± {error:.3f}")


def main(games: int, rounds: int) -> None:
    best = dict(BADGES)
    shares = measure(best, games, 0)
    show("the set as it is", best, shares)
    for number in range(1, rounds + 1):
        steps = list(off(best, shares).items())
        while steps:
            trial = {**best, **dict(steps)}
            found = measure(trial, games, 0)
            print(f"{number}: {dict(steps)}: unevenness {unevenness(found):.4f}", flush=True)
            if unevenness(found) < unevenness(shares):
                best, shares = trial, found
                break
            steps = steps[: len(steps) // 2]
        if not steps:
            break
    before, after = measure(dict(BADGES), games, UNSEEN), measure(best, games, UNSEEN)
    show("before, on games not seen", dict(BADGES), before)
    show("after, on the same games", best, after)
    print("kept:", best if unevenness(after) < unevenness(before) else dict(BADGES))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 4)
