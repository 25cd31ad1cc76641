"""The legal selections of islands, and what races and powers find to live by on each: shared by check and test."""

from collections import Counter
from itertools import combinations, product
from typing import Any, Final

from terrarium import catalog
from terrarium.smallworld.warcraft.kit import SIZES

# What a unit needs to be of any use: a feature, and how many regions with it.
NEEDS: Final = {
    "blood_elves": ("magic", 1), "dwarves": ("mountain", 1), "kobolds": ("cavern", 1), "night_elves": ("forest", 1),
    "naga": ("water", 1), "farming": ("field", 1), "herbalist": ("hill", 1), "beastmaster": ("hill", 1),
    "mining": ("cavern", 1), "mountaineer": ("mountain", 1), "ranger": ("forest", 1), "swampwalker": ("swamp", 1),
    "marsh_dwelling": ("swamp", 1), "defensive": ("field", 1), "fishing": ("coastal", 1), "portal_mage": ("magic", 2),
}  # fmt: skip
WATER: Final = ("sea", "lake")

Sides = dict[str, list[dict[str, Any]]]


def sides() -> Sides:
    """The regions of every side, by its name."""
    files: dict[str, Any] = catalog.map_files("terrarium.smallworld.warcraft")
    return {name: data["regions"] for name, data in files.items()}


def selections(players: int) -> list[str]:
    """Every legal selection of sides."""
    sizes = SIZES[players]
    boards = [combinations([f"{size}1", f"{size}2"], sizes.count(size)) for size in "lms"]
    found = []
    for chosen in product(*boards):
        names = [name for group in chosen for name in group]
        found += ["+".join(turned) for turned in product(*[[name + "a", name + "b"] for name in names])]
    return found


def features(known: Sides, selection: str) -> Counter[str]:
    """How many regions of a selection have each feature; seas and lakes count together as `water`."""
    counts: Counter[str] = Counter()
    for side in selection.split("+"):
        for region in known[side]:
            counts.update("water" if feature in WATER else feature for feature in region["features"])
    return counts


def dead_units(known: Sides, selection: str) -> list[str]:
    """Units that find nothing to live by on these boards."""
    counts = features(known, selection)
    return [unit for unit, (feature, least) in NEEDS.items() if counts[feature] < least]
