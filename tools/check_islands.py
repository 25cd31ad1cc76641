"""Check the island sides in simulation: `python tools/check_islands.py [games] [players ...]`.

For each number of players it plays games of `greedy` on drawn boards and reports the first seat's share of
wins and the mean score, each with its standard error, and the mean score with each side on the table. On every legal
selection it looks for units that would be dead there: terrain, symbol or water that a race or power lives by.
"""

import sys
from collections import defaultdict
from itertools import combinations, product
from math import sqrt

from greedy_games import play_game

from terrarium import catalog
from terrarium.smallworld.warcraft.kit import SIZES, Warcraft

# What a unit needs to be of any use: a feature, and how many regions with it.
NEEDS = {
    "blood_elves": ("magic", 1), "dwarves": ("mountain", 1), "kobolds": ("cavern", 1), "night_elves": ("forest", 1),
    "naga": ("water", 1), "farming": ("field", 1), "herbalist": ("hill", 1), "beastmaster": ("hill", 1),
    "mining": ("cavern", 1), "mountaineer": ("mountain", 1), "ranger": ("forest", 1), "swampwalker": ("swamp", 1),
    "marsh_dwelling": ("swamp", 1), "defensive": ("field", 1), "fishing": ("water", 1), "portal_mage": ("magic", 2),
}  # fmt: skip


def title() -> Warcraft:
    found = catalog.title("warcraft")
    assert isinstance(found, Warcraft)
    return found


def selections(players: int) -> list[str]:
    """Every legal selection of sides."""
    sizes = SIZES[players]
    boards = [combinations([f"{size}1", f"{size}2"], sizes.count(size)) for size in "lms"]
    found = []
    for chosen in product(*boards):
        names = [name for group in chosen for name in group]
        found += ["+".join(sides) for sides in product(*[[name + "a", name + "b"] for name in names])]
    return found


def dead_units(selection: str) -> list[str]:
    """Units that find nothing to live by on these boards."""
    counts: dict[str, int] = defaultdict(int)
    for side in selection.split("+"):
        regions = title().map_files[side]["regions"]
        assert isinstance(regions, list)
        for region in regions:
            for feature in region["features"]:
                counts["water" if feature in ("sea", "lake") else feature] += 1
    return [unit for unit, (feature, least) in NEEDS.items() if counts[feature] < least]


def main(games: int, numbers: list[int]) -> None:
    for players in numbers:
        every = selections(players)
        dead = {name: dead_units(name) for name in every if dead_units(name)}
        print(f"{players} players: {len(every)} legal selections, units dead on one: {dead or 'none'}")
        first = 0.0
        totals: list[float] = []
        by_side: dict[str, list[float]] = defaultdict(list)
        for seed in range(games):
            game = title().game(players, title().draw(players, seed), {"random_first_player": "no"})
            state, _ = play_game(game, seed)
            winners = state.winners()
            first += (0 in winners) / len(winners)
            mean = sum(state.scores()) / players
            totals.append(mean)
            for side in game.map_name.split("+"):
                by_side[side].append(mean)
        share = first / games
        mean = sum(totals) / games
        spread = sqrt(sum((x - mean) ** 2 for x in totals) / max(1, games - 1) / games)
        print(f"  first seat wins {share:.3f} ± {sqrt(share * (1 - share) / games):.3f} (even: {1 / players:.3f})")
        print(f"  mean score {mean:.1f} ± {spread:.1f}")
        for side in sorted(by_side):
            print(f"    {side}: {sum(by_side[side]) / len(by_side[side]):.1f} ({len(by_side[side])} games)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, [int(n) for n in sys.argv[2:]] or [2, 3, 4, 5])
