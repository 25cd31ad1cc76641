"""The pieces of Underground that lie in regions, and the reasons for refusal that only its units know."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.classic.pieces import classic_marks
from terrarium.smallworld.core.marks import Mark

# Kinds are numbered on from those of Small World, so that both sets can lie on one map.
ANCIENT: Final[i64] = 6
QUEEN: Final[i64] = 7
GHOST: Final[i64] = 8
BALROG: Final[i64] = 9
ARMOR: Final[i64] = 10
VOLCANO_PIECE: Final[i64] = 11
HIDDEN: Final[i64] = 12
BAG: Final[i64] = 13

HAMMERS: Final[i64] = 7
"""Silver Hammers in the box; they never lie in a region from turn to turn, so they are no marks."""


def underground_marks(lost_fortress_returns: bool, ancient_stays: bool, with_surface: bool) -> list[Mark]:
    """Fresh mark kinds in the order of the numbers; those of Small World have no stock unless it is mixed in."""
    marks = classic_marks(lost_fortress_returns)
    if not with_surface:
        for mark in marks:
            mark.stock = 0
    return [
        *marks,
        Mark("great_ancient", 1, "race.cultists", immune=True, keeps=ancient_stays),
        Mark("queen", 1, "power.royal", immune=True, keeps=True),
        Mark(
            "tomb_raiders_ghost",
            1,
            "place.crypt_of_the_tomb_raider",
            immune=True,
            keeps=True,
            lies=True,
            master="crypt_of_the_tomb_raider",
        ),
        Mark("balrog", 1, "place.wickedest_pentacle", immune=True, keeps=True, lies=True, seals=True),
        Mark("mushroom_armor", 8, "power.shield", defence=1, keeps=True, most=8),
        Mark("volcano", 1, "race.flames", keeps=True, lies=True),
        Mark("hidden", 15, "conquest.monsters", keeps=True, lies=True, hides=True),
        Mark("bag_o_many_things", 1, "power.magic"),
    ]


NOT_AN_ENEMY_TOKEN: Final[i64] = 48
ENEMY_IN_DECLINE: Final[i64] = 49
ENEMY_NOT_ALONE: Final[i64] = 50
ENEMY_SHELTERED: Final[i64] = 51
ENEMY_ALREADY_REPLACED: Final[i64] = 52
NO_CRYSTAL_NEAR: Final[i64] = 53
VOLCANO_FIRST: Final[i64] = 54
RELIC_NOT_IN_PLAY: Final[i64] = 55
RELIC_TWICE: Final[i64] = 56
BAG_NEEDS_REGION: Final[i64] = 57
BALROG_TOO_FAR: Final[i64] = 58
GHOST_NOT_THERE: Final[i64] = 59
NOT_IN_DECLINE: Final[i64] = 60
RELIC_ALREADY_HERE: Final[i64] = 61

UNDERGROUND_FAULTS: Final[dict[int, tuple[str, str]]] = {
    48: ("not_an_enemy_token", ""),
    49: ("enemy_in_decline", ""),
    50: ("enemy_not_alone", ""),
    51: ("enemy_sheltered", ""),
    52: ("enemy_already_replaced", "power.vampire"),
    53: ("no_crystal_near", "race.will_o_wisps"),
    54: ("volcano_first", "race.flames.entry"),
    55: ("relic_not_in_play", "power.magic.in_play"),
    56: ("relic_twice", "power.magic.not_twice"),
    57: ("bag_needs_region", "power.magic.entry"),
    58: ("balrog_too_far", "place.wickedest_pentacle.move"),
    59: ("ghost_not_there", "place.crypt_of_the_tomb_raider"),
    60: ("not_in_decline", "power.reborn"),
    61: ("relic_already_here", "power.magic.not_twice"),
}
