"""The pieces of Warcraft that lie in regions, its factions, and the reasons for refusal that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.marks import Mark

NEUTRAL: Final[i64] = 0
ALLIANCE: Final[i64] = 1
HORDE: Final[i64] = 2

WALL: Final[i64] = 0
FORT: Final[i64] = 1
TOWER: Final[i64] = 2
BEAST: Final[i64] = 3
CHAMPION_PIECE: Final[i64] = 4
BOMB: Final[i64] = 5
OBJECTIVE: Final[i64] = 6
HIDDEN: Final[i64] = 7


def warcraft_marks() -> list[Mark]:
    """Fresh mark kinds in the order of the numbers."""
    return [
        Mark("wisp_wall", 9, "race.night_elves.walls", defence=1, keeps=True),
        Mark("fort", 10, "power.garrisoned", defence=1, keeps=True),
        Mark("watchtower", 6, "power.defensive", immune=True),
        Mark("beast", 5, "power.beastmaster", defence=1, most=5, figure=True, first=True),
        Mark("champion", 1, "power.champion", defence=1, figure=True),
        Mark("bomb", 12, "race.goblins", keeps=True, lies=True, scatters=True),
        Mark("military_objective", 2, "race.humans", keeps=True, lies=True),
        Mark("hidden", 5, "marker.reveal", keeps=True, lies=True, hides=True),
    ]


BADGES: Final[dict[str, int]] = {
    "archaeologist": 4, "battlemaster": 5, "beastmaster": 5, "blacksmith": 4, "champion": 3, "defensive": 5,
    "enraged": 4, "explorer": 3, "farming": 4, "fishing": 2, "garrisoned": 4, "herbalist": 4, "intimidating": 5,
    "marsh_dwelling": 5, "mining": 4, "mountaineer": 4, "portal_mage": 5, "ranger": 4, "sailing": 5, "swampwalker": 3,
}  # fmt: skip
"""The numbers on the badges. Proposed: the printed ones are not known; `tools/tune_badges.py` found these by play
(`docs/islands.md` has the figures)."""

CHAMPION_OUT: Final[i64] = 64
CHAMPION_TOO_FAR: Final[i64] = 65
NO_PLACE_THERE: Final[i64] = 66
PLACE_NOT_ADJACENT: Final[i64] = 67
NOT_AN_ARTIFACT_NEAR: Final[i64] = 68
NOT_OPPONENT_NEAR: Final[i64] = 69
NOT_MAGIC: Final[i64] = 70
WATER_SAFE: Final[i64] = 71
NOTHING_TO_SWAP: Final[i64] = 72
ALLIANCE_HOLDS: Final[i64] = 73
NO_BOMB_THERE: Final[i64] = 74
NO_FOOTING: Final[i64] = 75
NOT_THAT_WATER: Final[i64] = 76

WARCRAFT_FAULTS: Final[dict[int, tuple[str, str]]] = {
    28: ("no_coin_for_toll", "conquest.tolls"),
    64: ("champion_out", "power.champion.ready"),
    65: ("champion_too_far", "power.champion.reach"),
    66: ("no_place_there", "race.ethereals"),
    67: ("place_not_adjacent", "race.ethereals"),
    68: ("not_an_artifact_near", "race.ethereals.theft"),
    69: ("not_opponent_near", "power.intimidating"),
    70: ("not_magic", "power.portal_mage"),
    71: ("water_safe", "conquest.water_powers"),
    72: ("nothing_to_swap", "power.portal_mage.any"),
    73: ("alliance_holds", "race.humans.regions"),
    74: ("no_bomb_there", "race.goblins"),
    75: ("no_footing", "power.portal_mage.refused"),
    76: ("not_that_water", "place.well.moved"),
}
