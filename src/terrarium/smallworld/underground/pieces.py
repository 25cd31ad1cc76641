"""The pieces of Underground that lie in regions, and the refusals and events that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.events import event
from terrarium.smallworld.core.faults import fault
from terrarium.smallworld.core.marks import Mark

ANCIENT: Final = "great_ancient"
QUEEN: Final = "queen"
GHOST: Final = "tomb_raiders_ghost"
BALROG: Final = "balrog"
ARMOR: Final = "mushroom_armor"
VOLCANO_PIECE: Final = "volcano"
HIDDEN: Final = "hidden"
BAG: Final = "bag_o_many_things"

CRYPT: Final = "crypt_of_the_tomb_raider"

HAMMERS: Final[i64] = 7
"""Silver Hammers in the box; they never lie in a region from turn to turn, so they are no marks."""


def underground_marks(ancient_stays: bool) -> list[Mark]:
    """Fresh kinds of piece."""
    return [
        Mark(ANCIENT, 1, "race.cultists", immune=True, keeps=ancient_stays),
        Mark(QUEEN, 1, "power.royal", immune=True, keeps=True),
        Mark(GHOST, 1, "place." + CRYPT, immune=True, keeps=True, lies=True, master=CRYPT),
        Mark(BALROG, 1, "place.wickedest_pentacle", immune=True, keeps=True, lies=True, seals=True),
        Mark(ARMOR, 8, "power.shield", defence=1, keeps=True, most=8),
        Mark(VOLCANO_PIECE, 1, "race.flames", keeps=True, lies=True),
        Mark(HIDDEN, 15, "conquest.monsters", keeps=True, lies=True, hides=True),
        Mark(BAG, 1, "power.magic"),
    ]


NOT_AN_ENEMY_TOKEN: Final[i64] = fault("not_an_enemy_token")
ENEMY_IN_DECLINE: Final[i64] = fault("enemy_in_decline")
ENEMY_NOT_ALONE: Final[i64] = fault("enemy_not_alone")
ENEMY_SHELTERED: Final[i64] = fault("enemy_sheltered")
ENEMY_ALREADY_REPLACED: Final[i64] = fault("enemy_already_replaced", "power.vampire")
NO_CRYSTAL_NEAR: Final[i64] = fault("no_crystal_near", "race.will_o_wisps")
VOLCANO_FIRST: Final[i64] = fault("volcano_first", "race.flames.entry")
RELIC_NOT_IN_PLAY: Final[i64] = fault("relic_not_in_play", "power.magic.in_play")
RELIC_TWICE: Final[i64] = fault("relic_twice", "power.magic.not_twice")
BAG_NEEDS_REGION: Final[i64] = fault("bag_needs_region", "power.magic.entry")
BALROG_TOO_FAR: Final[i64] = fault("balrog_too_far", "place.wickedest_pentacle.move")
GHOST_NOT_THERE: Final[i64] = fault("ghost_not_there", "place.crypt_of_the_tomb_raider")
NOT_IN_DECLINE: Final[i64] = fault("not_in_decline")
RELIC_ALREADY_HERE: Final[i64] = fault("relic_already_here", "power.magic.not_twice")

E_SWAPPED: Final[i64] = event("swapped", "", "t--u")
E_LENT: Final[i64] = event("lent", "", "t--u")
E_REBORN: Final[i64] = event("reborn", "", "tr")
