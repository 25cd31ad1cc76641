"""The pieces of Warcraft that lie in regions, its factions, and the refusals and events that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.events import event
from terrarium.smallworld.core.faults import fault
from terrarium.smallworld.core.marks import Mark

NEUTRAL: Final[i64] = 0
ALLIANCE: Final[i64] = 1
HORDE: Final[i64] = 2

WALL: Final = "wisp_wall"
FORT: Final = "fort"
TOWER: Final = "watchtower"
BEAST: Final = "beast"
CHAMPION_PIECE: Final = "champion"
BOMB: Final = "bomb"
OBJECTIVE: Final = "military_objective"
HIDDEN: Final = "hidden"


def warcraft_marks() -> list[Mark]:
    """Fresh kinds of piece."""
    return [
        Mark(WALL, 9, "race.night_elves.walls", defence=1, keeps=True),
        Mark(FORT, 10, "power.garrisoned", defence=1, keeps=True),
        Mark(TOWER, 6, "power.defensive", immune=True),
        Mark(BEAST, 5, "power.beastmaster", defence=1, most=5, figure=True, first=True),
        Mark(CHAMPION_PIECE, 1, "power.champion", defence=1, figure=True),
        Mark(BOMB, 12, "race.goblins", keeps=True, lies=True, scatters=True),
        Mark(OBJECTIVE, 2, "race.humans", keeps=True, lies=True),
        Mark(HIDDEN, 5, "marker.reveal", keeps=True, lies=True, hides=True),
    ]


BADGES: Final[dict[str, int]] = {
    "archaeologist": 4, "battlemaster": 5, "beastmaster": 5, "blacksmith": 4, "champion": 3, "defensive": 5,
    "enraged": 4, "explorer": 3, "farming": 4, "fishing": 2, "garrisoned": 4, "herbalist": 4, "intimidating": 5,
    "marsh_dwelling": 5, "mining": 4, "mountaineer": 4, "portal_mage": 5, "ranger": 4, "sailing": 5, "swampwalker": 3,
}  # fmt: skip
"""The numbers on the badges. Proposed: the printed ones are not known; `tools/tune_badges.py` found these by play
(`docs/islands.md` has the figures)."""

CHAMPION_OUT: Final[i64] = fault("champion_out", "power.champion.ready")
CHAMPION_TOO_FAR: Final[i64] = fault("champion_too_far", "power.champion.reach")
NO_PLACE_THERE: Final[i64] = fault("no_place_there", "race.ethereals")
PLACE_NOT_ADJACENT: Final[i64] = fault("place_not_adjacent", "race.ethereals")
NOT_AN_ARTIFACT_NEAR: Final[i64] = fault("not_an_artifact_near", "race.ethereals.theft")
NOT_OPPONENT_NEAR: Final[i64] = fault("not_opponent_near", "power.intimidating")
NOT_MAGIC: Final[i64] = fault("not_magic", "power.portal_mage")
WATER_SAFE: Final[i64] = fault("water_safe", "conquest.water_powers")
NOTHING_TO_SWAP: Final[i64] = fault("nothing_to_swap", "power.portal_mage.any")
ALLIANCE_HOLDS: Final[i64] = fault("alliance_holds", "race.humans.regions")
NO_BOMB_THERE: Final[i64] = fault("no_bomb_there", "race.goblins")
NO_FOOTING: Final[i64] = fault("no_footing", "power.portal_mage.refused")
NOT_THAT_WATER: Final[i64] = fault("not_that_water", "place.well.moved")

FAULT_RULES: Final[dict[str, str]] = {"no_coin_for_toll": "conquest.tolls"}
"""What refusals of the family rest on here."""

E_FLIPPED: Final[i64] = event("flipped", "", "tr-u")
E_MOVED: Final[i64] = event("moved", "", "trnt")
E_STOLEN: Final[i64] = event("stolen", "", "tr-u")
E_TRADED: Final[i64] = event("traded", "", "-r-n")
