"""Weigh the proposed badge values of Warcraft by play: `python tools/tune_badges.py [games] [rounds of tuning]`.

Plays games of `greedy` on drawn islands and reports for each power by how much picking it changes the
share of wins, with its standard error. Then it moves the values whose share is off by more than two errors one step
within 2..5, measures the new set on other seeds, and prints whichever set is nearer to even on the whole.
"""

import sys
from math import sqrt

from greedy_games import play_game

from terrarium import catalog
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.warcraft.kit import Warcraft
from terrarium.smallworld.warcraft.pieces import BADGES

Shares = dict[str, tuple[float, float]]


def measure(values: dict[str, int], games: int, first_seed: int) -> Shares:
    """For each power: the mean of (win share - even share) over its picks, and the standard error."""
    title = catalog.title("warcraft")
    assert isinstance(title, Warcraft)
    gains: dict[str, list[float]] = {power: [] for power in values}
    for seed in range(first_seed, first_seed + games):
        players = 2 + seed % 4
        game = title.game(players, title.draw(players, seed), {})
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


def moved(values: dict[str, int], shares: Shares) -> dict[str, int]:
    """Each value one step towards even where the share is clearly off."""
    new = dict(values)
    for power, (mean, error) in shares.items():
        if abs(mean) > 2 * error:
            new[power] = min(5, max(2, values[power] + (-1 if mean > 0 else 1)))
    return new


def show(name: str, values: dict[str, int], shares: Shares) -> None:
    print(f"{name}: unevenness {unevenness(shares):.4f}")
    for power, (mean, error) in shares.items():
        print(f"  {power:15} {values[power]}  {mean:+.3f} ± {error:.3f}")


def main(games: int, rounds: int) -> None:
    best = dict(BADGES)
    before = measure(best, games, 0)
    show("before", best, before)
    least = unevenness(before)
    shares = before
    for step in range(1, rounds + 1):
        trial = moved(best, shares)
        if trial == best:
            break
        found = measure(trial, games, step * games)
        show(f"after {step}", trial, found)
        if unevenness(found) < least:
            best, least, shares = trial, unevenness(found), found
    print("kept:", best)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
